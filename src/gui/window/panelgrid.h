// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/projectioncontroller.h"
#include "gui/display/colouring.h"
#include "gui/scatter/scatterview.h"
#include "gui/state/pairtool.h"
#include "gui/widgets/hovercard.h"
#include "jobs/jobslot.h"

#include <QSplitter>

class QToolButton;

namespace anchorscope::gui {

class DistanceController;
class VisibleItems;
class LegendBar;
class PartnerLines;

/// The four linked panels: X at the left, Y at the right, absolute panels above relative ones.
class PanelGrid : public QWidget
{
    Q_OBJECT

public:
    PanelGrid(Workspace &workspace, Selection &selection, ProjectionController &projections, PairTool &pairTool,
              DistanceController &distances, const VisibleItems &visible, Runner &drawing, QWidget *parent = nullptr);

    ScatterView *view(Panel panel) const { return m_views[static_cast<std::size_t>(panel)]; }
    void fitAll();
    void zoomAll(double factor);
    void focusNext(); ///< moves the focus to the next panel; without focus, to the panel that had it last
    void setTool(ScatterView::Tool tool);
    std::vector<QWidget *> tools() const; ///< widgets for the tool bar: neighbour maps, colours

    /// Shows only the absolute panels if `sideBySide`; otherwise also the relative ones, once a pair is known.
    void setSideBySide(bool sideBySide);
    void setColourBy(ColourBy meaning);
    HoverCard *card() const { return m_card; }
    LegendBar &legend() const { return *m_legend; }
    const PartnerLines *partnerLines() const { return m_lines; }
    /// Current positions of items, n × 2; NaN for hidden items.
    Matrix places(Panel panel) const;
    /// Image of the absolute panels without text, for the start page. Null before they are drawn.
    QPixmap miniature(const QSize &size) const;

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void buildGrid();
    void showRows();
    bool fitMaps();
    void connectMap();
    void connectView(Panel panel);
    bool showPairing(Panel panel, ItemIndex hovered, QPoint position);
    void onClicked(Panel panel, int item, Qt::KeyboardModifiers modifiers);
    /// Item that a click with the pair tool chooses: the proposed partner if it is close, otherwise the clicked item.
    ItemIndex meant(Panel panel, int clicked) const;
    void showProjections(bool relative, ProjectionChange change);
    void showProjection(Panel panel, ProjectionChange change);
    QRectF reach(Panel panel) const;
    void connectResults();
    void showView(const ViewState &before);
    void showHidden();
    void highlightClass(const std::string &key);
    void connectLegend();
    void showColours();
    std::shared_ptr<const PointColours> colours(Side side) const;
    void showMarks();
    void showHighlighted();
    void showHover();
    void showSelection();
    void showSelectionIn(Panel panel);
    void chooseLines();
    void placeLines();
    std::vector<QLineF> linesOf(const std::vector<Selection::Hover> &pairs) const;

    Workspace &m_workspace;
    Selection &m_selection;
    ProjectionController &m_projections;
    PairTool &m_pairTool;
    DistanceController &m_distances;
    const VisibleItems &m_visible;
    Runner &m_drawing;
    /// Jobs that hide and show the items of a panel.
    std::array<std::unique_ptr<JobSlot>, 4> m_hiding;
    std::array<ScatterView *, 4> m_views;
    QToolButton *m_neighbours;
    LegendBar *m_legend;
    QSplitter *m_relative = nullptr;
    bool m_sideBySide = false;
    bool m_picking = false; ///< true while the pair tool is active, if no pair was known when it was activated
    std::size_t m_lastFocused = 0;
    HoverCard *m_card;
    Panel m_cardOf = Panel::AbsoluteX; ///< panel to which the hover card belongs
    PartnerLines *m_lines;
    std::vector<Selection::Hover> m_lined; ///< selected pairs that are connected by a line
    std::size_t m_pairs = 0;               ///< number of selected pairs
};

} // namespace anchorscope::gui
