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

/// Shows both spaces in the same axes, of a neighbour map or of relative components. The spaces are visible together,
/// or alternate (blink), or a slider moves the points from X to Y. Items that move far are misaligned.
class OverlayPanel : public QWidget
{
    Q_OBJECT

public:
    enum class Colour { Space, Label, Distance, Found };

    OverlayPanel(Workspace &workspace, Selection &selection, ProjectionController &projections, MapController &maps,
                 Runner &drawing, QWidget *parent = nullptr);

    std::vector<QWidget *> tools();                  ///< widgets for the tool bar: neighbour map, colours
    QWidget *controls() const { return m_controls; } ///< widgets below the plot, such as the slider

    /// True if the overlay shows a neighbour map; false if the user chose components or the map is not ready.
    bool showsMap() const;

    /// Sets whether the panel is part of a presentation: items with labels are coloured by them unless the user has
    /// chosen the colours, and a sentence explains the plot.
    void setPresented(bool presented)
    {
        m_stale = true;
        m_presented = presented;
        if (isVisible())
            refresh();
    }
    ScatterView *view() const { return m_view; }
    double share() const; ///< position of the slider, from 0 (X) to 1 (Y)
    bool showsBoth() const;
    void fit() { m_view->fit(); }
    void zoom(double factor) { m_view->zoom(factor); }
    /// Shows the space that is hidden instead of the visible one. If both are visible, shows only X.
    void blink();
    /// Distance between the item of X and the item of Y of each pair, over all relative components.
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
    void refresh(); ///< updates the view after changes of coordinates or partners
    void chooseFrame(OverlayFrame frame);
    void showTitle();
    void collectPairs();
    void showPlaces(bool refit = false, bool animate = false);
    void showFrame();
    void showMapQuality();
    void drawPairLines();
    Colour colouring() const;
    std::vector<ItemIndex> wrongItems() const; ///< items of X with a wrong match, ascending
    void showColours();
    void showNames();
    std::vector<ClassName> classNames() const;
    void showMarks();
    void showSelection();
    void showNote();
    void selectFarthest();
    std::shared_ptr<const PointColours> colours() const;
    std::shared_ptr<const PointColours> coloursBySpace() const;
    std::shared_ptr<const PointColours> coloursByFound() const;
    /// Item in a row of the plot: the items of X, then those of Y if both spaces are visible.
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

    bool m_stale = true, m_presented = false;
    bool m_colourChosen = false; ///< true if the user has chosen the colours of these data

    /// State at the last refresh(): whether a neighbour map was shown, and whether one was being computed.
    bool m_mapShown = false, m_growing = false;
    const LoadedData *m_of = nullptr;           ///< data that the zoom was last fitted to
    std::vector<ItemIndex> m_items, m_partners; ///< item of X and item of Y of each pair
    Matrix m_x, m_y;                            ///< positions in X and in Y, pairs × 2
    Vector m_distances;
};

} // namespace anchorscope::gui
