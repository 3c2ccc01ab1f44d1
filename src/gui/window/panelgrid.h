// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/projectioncontroller.h"
#include "gui/present/colouring.h"
#include "gui/scatter/scatterview.h"
#include "gui/state/pairtool.h"
#include "gui/widgets/hovercard.h"
#include "jobs/jobslot.h"

#include <QSplitter>

class QToolButton;

namespace anchorscope::gui {

class DistanceController;
class ItemSight;
class LegendBar;
class PartnerLines;

/// The middle of the window: four linked panels, X and Y from left to right, absolute above relative.
class PanelGrid : public QWidget
{
    Q_OBJECT

public:
    PanelGrid(Workspace &workspace, Selection &selection, ProjectionController &projections, PairTool &pairTool,
              DistanceController &distances, const ItemSight &sight, Runner &drawing, QWidget *parent = nullptr);

    ScatterView *view(Panel panel) const { return m_views[static_cast<std::size_t>(panel)]; }
    void fitAll();
    void zoomAll(double factor);
    void focusNext(); ///< gives the keyboard to the next panel, or to the one that had it last
    void setTool(ScatterView::Tool tool);
    std::vector<QWidget *> tools() const; ///< for the tool bar: neighbour map, colours
    /// Only the absolute panels; else the relative ones below as well, once there is a pair to be relative to.
    void setSideBySide(bool sideBySide);
    void setColourBy(ColourBy meaning);
    HoverCard *card() const { return m_card; }
    LegendBar &legend() const { return *m_legend; }
    const PartnerLines *partnerLines() const { return m_lines; }
    /// n × 2: where the items of a panel stand now; NaN where they are hidden.
    Matrix places(Panel panel) const;
    /// Both absolute panels side by side, without words: the start page shows by it what was open. Null: not drawn yet.
    QPixmap miniature(const QSize &size) const;

protected:
    void changeEvent(QEvent *event) override;

private:
    void buildGrid();
    void showRows();
    void connectMap();
    void connectView(Panel panel);
    void onClicked(Panel panel, int item, Qt::KeyboardModifiers modifiers);
    /// The item that a click of the pair tool means: the known partner if the click came close to it.
    ItemIndex meant(Panel panel, int clicked) const;
    void showPictures(bool relative, PictureChange change);
    void showPicture(Panel panel, PictureChange change);
    QRectF reach(Panel panel) const;
    void connectResults();
    void showView(const ViewState &before);
    void showHidden();
    void lightClass(const std::string &key);
    void connectLegend();
    void showColours();
    std::shared_ptr<const PointColours> colours(Side side) const;
    void showMarks();
    void showHighlighted();
    void showHover();
    void showSelection();
    void chooseLines();
    void placeLines();
    std::vector<QLineF> linesOf(const std::vector<Selection::Hover> &pairs) const;

    Workspace &m_workspace;
    Selection &m_selection;
    ProjectionController &m_projections;
    PairTool &m_pairTool;
    DistanceController &m_distances;
    const ItemSight &m_sight;
    Runner &m_drawing;
    std::array<std::unique_ptr<JobSlot>, 4> m_hiding; ///< in each panel
    std::array<ScatterView *, 4> m_views;
    QToolButton *m_neighbours; ///< in the tool bar
    LegendBar *m_legend;
    QSplitter *m_relative = nullptr; ///< the lower row
    bool m_sideBySide = false;
    std::size_t m_lastFocused = 0;
    HoverCard *m_card;
    Panel m_cardOf = Panel::AbsoluteX; ///< where the pointer or the keyboard called it
    PartnerLines *m_lines;
    std::vector<Selection::Hover> m_lined; ///< the selected pairs that get a line
    std::size_t m_pairs = 0;               ///< that are selected
};

} // namespace anchorscope::gui
