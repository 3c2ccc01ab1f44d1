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

/// Panel that shows both spaces in the same axes: a neighbour map, or components of the relative spaces. Both spaces
/// are visible together, one is moved into the other by a slider, or they alternate when the user presses a key
/// (blink). Items that move far are misaligned; they can be coloured and selected.
class OverlayPanel : public QWidget
{
    Q_OBJECT

public:
    enum class Colour { Space, Label, Distance, Found };

    OverlayPanel(Workspace &workspace, Selection &selection, ProjectionController &projections, MapController &maps,
                 Runner &drawing, QWidget *parent = nullptr);

    std::vector<QWidget *> tools(); ///< widgets for the tool bar: choice of the neighbour map, choice of the colours
    QWidget *controls() const { return m_controls; } ///< widgets below the plot, such as the slider

    /// True if the overlay shows a neighbour map. Otherwise it shows components, because the user chose them or the map
    /// is not ready yet.
    bool showsMap() const;

    ScatterView *view() const { return m_view; }
    double share() const; ///< position of the slider, from 0 (X) to 1 (Y)
    bool showsBoth() const;
    void fit() { m_view->fit(); }
    void zoom(double factor) { m_view->zoom(factor); }
    /// Shows only the space that is not visible; if both are visible, shows only X.
    void blink();
    /// Distance between the two positions of each pair of items, one in X and one in Y, in all components of the joint
    /// plot.
    const Vector &distances() const { return m_distances; }
    Index pairs() const { return static_cast<Index>(m_items.size()); }

Q_SIGNALS:
    void hovered(QPoint position); ///< reports that the pointer moved over the item Selection::hover()

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void nameControls();
    void buildBar();
    void connectBar();
    void connectView();
    void refresh(); ///< updates the view; to be called after the coordinates or the partners have changed
    void chooseFrame(OverlayFrame frame);
    void collectPairs();
    void showPlaces(bool refit = false, bool animate = false);
    void showFrame();
    void showMapQuality();
    void drawPairLines();
    Colour colouring() const;
    std::vector<ItemIndex> wrongItems() const; ///< items of X with a wrong match, ascending
    void showColours();
    void showNames();
    void showMarks();
    void showSelection();
    void showNote();
    void selectFarthest();
    std::shared_ptr<const PointColours> colours() const;
    std::shared_ptr<const PointColours> coloursBySpace() const;
    std::shared_ptr<const PointColours> coloursByFound() const;
    /// Item that a row of the plot shows. The rows are the items of X, followed by the items of Y if both spaces are
    /// visible.
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
    bool m_colourChosen = false; ///< true if the user has chosen the colours since the data were opened

    /// Whether a neighbour map was shown, and whether it was still being computed, when refresh() was last called.
    bool m_mapShown = false, m_growing = false;
    const LoadedData *m_of = nullptr;           ///< data to which the zoom of the plot was last fitted
    std::vector<ItemIndex> m_items, m_partners; ///< item of X and item of Y in each pair
    Matrix m_x, m_y;                            ///< positions of each pair's items in X and in Y, pairs × 2
    Vector m_distances;                         ///< distance between the positions in X and in Y of each pair
};

} // namespace anchorscope::gui
