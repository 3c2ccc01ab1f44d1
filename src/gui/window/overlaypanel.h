// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/mapcontroller.h"
#include "gui/controllers/projectioncontroller.h"
#include "gui/scatter/scatterview.h"
#include "gui/state/selection.h"

class QComboBox;
class QLabel;
class QPushButton;
class QSlider;
class QSpinBox;
class QToolButton;

namespace anchorscope::gui {

/// Panel that superimposes both spaces, in a neighbour map or along components of the relative spaces: both together,
/// one moving into the other by a slider, or alternating by a key (blink). Items that move far are misaligned; they can
/// be coloured and selected.
class OverlayPanel : public QWidget
{
    Q_OBJECT

public:
    enum class Colour { Space, Label, Distance, Found };

    OverlayPanel(Workspace &workspace, Selection &selection, ProjectionController &projections, MapController &maps,
                 Runner &drawing, QWidget *parent = nullptr);

    std::vector<QWidget *> tools();                  ///< widgets for neighbour map and colours, for the tool bar
    QWidget *controls() const { return m_controls; } ///< controls that are shown below the plot
    /// True if the overlay shows a neighbour map; false: components, by choice or because the map is not ready.
    bool showsMap() const;

    ScatterView *view() const { return m_view; }
    double share() const; ///< position of the slider: 0 is X, 1 is Y
    bool showsBoth() const;
    void fit() { m_view->fit(); }
    void zoom(double factor) { m_view->zoom(factor); }
    /// Shows only the space that is currently not shown; X if both are shown.
    void blink();
    /// Distance between the two positions of each pair, in all components of the joint plot.
    const Vector &distances() const { return m_distances; }
    Index pairs() const { return static_cast<Index>(m_items.size()); }

Q_SIGNALS:
    void hovered(QPoint position); ///< reports that the pointer is over the item Selection::hover()

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void nameControls();
    void buildBar();
    void connectBar();
    void connectView();
    void refresh(); ///< updates the view; call after a change of the coordinates or the partners
    void chooseFrame(OverlayFrame frame);
    void collectPairs();
    void showPlaces(bool refit = false, bool animate = false);
    void showFrame();
    void showMapQuality();
    void drawPairLines();
    Colour colouring() const;
    std::vector<ItemIndex> wrongItems() const; ///< wrongly matched items of X, ascending
    void showColours();
    void showNames();
    void showMarks();
    void showSelection();
    void showNote();
    void selectFarthest();
    std::shared_ptr<const PointColours> colours() const;
    std::shared_ptr<const PointColours> coloursBySpace() const;
    std::shared_ptr<const PointColours> coloursByFound() const;
    /// Item in a row of the plot. The rows are the items of X, followed by those of Y if both are shown.
    Selection::Hover pairAt(int row) const;
    std::vector<int> rowsOf(Side side, const std::vector<ItemIndex> &items) const;

    Workspace &m_workspace;
    Selection &m_selection;
    ProjectionController &m_projections;
    MapController &m_maps;
    ScatterView *m_view;
    QSlider *m_slider;
    QToolButton *m_onlyX, *m_both, *m_onlyY, *m_blink, *m_neighbours;
    QComboBox *m_colour;
    QSpinBox *m_share;
    QPushButton *m_select;
    QLabel *m_note, *m_trust;
    QWidget *m_controls;

    bool m_stale = true;
    bool m_colourChosen = false;                ///< true if the user chose the colouring for the open data
    bool m_mapShown = false, m_growing = false; ///< m_growing: the map was still being computed at the last refresh
    const LoadedData *m_of = nullptr;           ///< data to which the view was last fitted
    std::vector<ItemIndex> m_items, m_partners; ///< items of the pairs in X and Y
    Matrix m_x, m_y;                            ///< positions of the pairs in X and Y, pairs × 2
    Vector m_distances;                         ///< distance between the two positions of each pair
};

} // namespace anchorscope::gui
