// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/window/panelgrid.h"

#include "gui/controllers/distancecontroller.h"
#include "gui/display/columncolours.h"
#include "gui/display/visibleitems.h"
#include "gui/plot/pickgrid.h"
#include "gui/style/theme.h"
#include "gui/views/plotchart.h"
#include "gui/widgets/axismenu.h"
#include "gui/widgets/legendbar.h"
#include "gui/widgets/partnerlines.h"
#include "gui/window/panelnames.h"

#include <QComboBox>
#include <QEvent>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace anchorscope::gui {

PanelGrid::PanelGrid(Workspace &workspace, Selection &selection, ProjectionController &projections, PairTool &pairTool,
                     DistanceController &distances, const VisibleItems &visible, Runner &drawing, QWidget *parent)
    : QWidget(parent), m_workspace(workspace), m_selection(selection), m_projections(projections), m_pairTool(pairTool),
      m_distances(distances), m_visible(visible), m_drawing(drawing), m_neighbours(new QToolButton),
      m_legend(new LegendBar(&workspace)), m_card(new HoverCard(workspace, this)), m_lines(new PartnerLines(this))
{
    buildGrid();
    for (const Panel panel : allPanels)
        connectView(panel);
    new PanelNames(*this, workspace, projections, distances, selection, visible, drawing);
    connect(&projections, &ProjectionController::projectionsChanged, this, &PanelGrid::showProjections);
    connect(&workspace, &Workspace::viewChanged, this, &PanelGrid::showView);
    connect(&visible, &VisibleItems::read, this, &PanelGrid::showColours);
    connect(&workspace, &Workspace::dataChanged, this, [this] {
        m_legend->setColumns(m_workspace.hasData() ? columnNames(*m_workspace.data()) : std::vector<std::string>());
        showColours();
        showMarks();
    });
    connect(&workspace, &Workspace::setupChanged, this, [this](SetupChanges changes) {
        // Does nothing if only the transform of Y changes, e.g. during a drag: marks do not depend on it.
        if (changes == SetupChange::Transform)
            return;
        showMarks();
        showRows();
        chooseLines(); // chooses the lines again, because partners may have changed
    });
    connectResults();
    connectLegend();
    connectMap();
    connect(&pairTool, &PairTool::changed, this, [this] {
        showMarks();
        showRows();
        showHighlighted();
        m_card->hide();
    });
    connect(&workspace, &Workspace::suspectsChanged, this, &PanelGrid::showMarks);
    connect(&selection, &Selection::hoverChanged, this, &PanelGrid::showHover);
    connect(&selection, &Selection::focusChanged, this, &PanelGrid::showHighlighted);
    connect(&selection, &Selection::selectionChanged, this, &PanelGrid::showSelection);
    connect(&selection, &Selection::hiddenChanged, this, &PanelGrid::showHidden);
    connect(&selection, &Selection::revealed, this, [this] {
        for (const Panel panel : allPanels)
            view(panel)->frame(m_selection.selected(sideOf(panel)));
    });
}

void PanelGrid::connectLegend()
{
    connect(m_legend, &LegendBar::colourByChosen, this, &PanelGrid::setColourBy);
    connect(m_legend, &LegendBar::columnChosen, this, [this](const QString &column) {
        m_workspace.changeView(tr("Colour"), [&](ViewState &view) {
            view.colourBy = ColourBy::Column;
            view.column = column.toStdString();
        });
    });
    connect(m_legend, &LegendBar::selectRequested, this, [this](const std::string &key) {
        m_selection.select(Side::x, itemsOfClass((*m_visible.classes())[0], key));
    });
    connect(m_legend, &LegendBar::classHighlighted, this, &PanelGrid::highlightClass);
}

void PanelGrid::connectResults()
{
    const auto renew = [this] {
        if (m_workspace.view().colourBy != ColourBy::Label)
            showColours();
    };
    connect(&m_workspace, &Workspace::retrievalChanged, this, renew);
    connect(&m_workspace, &Workspace::mistakesChanged, this, renew);
    connect(&m_workspace, &Workspace::shownScoresChanged, this, renew);
    connect(&m_workspace, &Workspace::healthChanged, this, renew);
    connect(&m_workspace, &Workspace::preparedChanged, this, renew);
    connect(&m_distances, &DistanceController::changed, this, [this] {
        if (m_workspace.view().colourBy == ColourBy::Similarity)
            showColours();
    });
}

void PanelGrid::showView(const ViewState &before)
{
    const ViewState &now = m_workspace.view();
    for (const Panel panel : allPanels) {
        if (now.axesOf(panel) != before.axesOf(panel))
            showProjection(panel, ProjectionChange::Moved);
        view(panel)->setDensity(now.density);
    }
    if (now.colourBy != before.colourBy || now.column != before.column || now.density != before.density ||
        now.appearances != before.appearances) {
        m_distances.setActive(now.colourBy == ColourBy::Similarity);
        showColours();
        showSelection();
    }
    if (now.anchors != before.anchors)
        showMarks();
    chooseLines();
}

void PanelGrid::buildGrid()
{
    static constexpr std::array names{"absoluteX", "absoluteY", "relativeX", "relativeY"};
    auto *rows = new QSplitter(Qt::Vertical);
    std::array columns{new QSplitter(Qt::Horizontal), new QSplitter(Qt::Horizontal)};
    for (const Panel panel : allPanels) {
        auto *view = new ScatterView(m_drawing);
        view->setObjectName(names[static_cast<std::size_t>(panel)]);
        m_views[static_cast<std::size_t>(panel)] = view;
        columns[isRelative(panel) ? 1 : 0]->addWidget(view);
    }
    for (QSplitter *column : columns) {
        column->setChildrenCollapsible(false);
        rows->addWidget(column);
    }
    rows->setChildrenCollapsible(false);
    m_relative = columns[1];
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_legend);
    layout->addWidget(rows, 1);
}

void PanelGrid::connectMap()
{
    m_neighbours->setObjectName("absoluteNeighbours");
    m_neighbours->setText(tr("Neighbours"));
    m_neighbours->setToolTip(tr("A map of each space that keeps neighbours together, instead of components"));
    m_neighbours->setCheckable(true);
    connect(m_neighbours, &QToolButton::clicked, this, [this](bool on) {
        m_workspace.changeView(tr("Change the frame"), [on](ViewState &view) {
            view.frame = on ? PanelFrame::Neighbours : PanelFrame::Automatic;
        });
    });
    const auto follow = [this] { m_neighbours->setChecked(m_workspace.view().frame == PanelFrame::Neighbours); };
    connect(&m_workspace, &Workspace::viewChanged, m_neighbours, follow);
    connect(&m_workspace, &Workspace::dataChanged, m_neighbours, follow);
}

std::vector<QWidget *> PanelGrid::tools() const
{
    return {m_neighbours, m_legend->meanings()};
}

void PanelGrid::setSideBySide(bool sideBySide)
{
    m_sideBySide = sideBySide;
    showRows();
}

void PanelGrid::showRows()
{
    const bool known = m_workspace.hasData() && m_workspace.knownAnchors().count() > 0;
    // The pair tool keeps the relative panels visible, so that the absolute ones do not shrink between two clicks.
    const bool shown = !m_sideBySide && (known || m_projections.liveIteration() || m_pairTool.isActive());
    const bool picking = m_pairTool.isActive() && (!known || m_picking);
    if (shown == m_relative->isVisibleTo(this) && picking == m_picking)
        return;
    m_relative->setVisible(shown);
    m_picking = picking;
    if (auto *rows = qobject_cast<QSplitter *>(m_relative->parentWidget()); rows && shown && !fitMaps())
        // Rows of panels have equal heights, except while the user adds the first pairs.
        rows->setSizes({picking ? 2 * height() : height(), height()});
}

/// Gives maps in the absolute panels the height that their width needs, at most two thirds, and the relative panels the
/// rest. Returns false if the panels show no maps.
bool PanelGrid::fitMaps()
{
    const ScatterView *absolute = view(Panel::AbsoluteX);
    const int unused = qRound(absolute->chart()->unusedHeight());
    auto *rows = qobject_cast<QSplitter *>(m_relative->parentWidget());
    if (!rows || !m_relative->isVisibleTo(this) || unused == 0)
        return false;
    const int needed = std::min(absolute->height() - unused, rows->height() * 2 / 3);
    rows->setSizes({needed, rows->height() - needed});
    return true;
}

void PanelGrid::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    QMetaObject::invokeMethod(this, &PanelGrid::fitMaps, Qt::QueuedConnection); // after the panels have their new size
}

void PanelGrid::connectView(Panel panel)
{
    const Side side = sideOf(panel);
    m_hiding[static_cast<std::size_t>(panel)] = std::make_unique<JobSlot>(m_drawing);
    connect(view(panel), &ScatterView::hovered, this, [this, side, panel](int item, QPoint position) {
        // The pair tool highlights the item that a click would choose.
        m_selection.setHover(side, m_pairTool.isActive() ? meant(panel, item) : item);
        if (!showPairing(panel, m_selection.hover().item, position))
            m_card->showFor(m_selection.hover(), position);
        m_cardOf = panel;
    });
    connect(view(panel), &ScatterView::pointed, this, [this, panel](QPoint position) {
        if (showPairing(panel, noItem, position))
            m_cardOf = panel;
    });
    // Hides only the card. The item that the keyboard highlights stays highlighted, so that its partner can be clicked.
    connect(view(panel), &ScatterView::left, this, [this, panel] {
        if (m_cardOf == panel)
            m_card->hide();
    });
    connect(view(panel), &ScatterView::clicked, this,
            [this, panel](int item, Qt::KeyboardModifiers modifiers) { onClicked(panel, item, modifiers); });
    connect(view(panel), &ScatterView::areaSelected, this,
            [this, side](const std::vector<int> &items, Qt::KeyboardModifiers modifiers) {
                m_selection.select(side, items, Selection::modeOf(modifiers));
            });
    connect(view(panel), &ScatterView::moved, this, &PanelGrid::placeLines);
    if (isRelative(panel)) {
        ScatterView *other = view(panel == Panel::RelativeX ? Panel::RelativeY : Panel::RelativeX);
        connect(view(panel), &ScatterView::viewChosen, this, [this, panel, other] { other->showLike(*view(panel)); });
    }
    auto *axes = new AxisMenu(isRelative(panel) ? tr("&Axes of both relative panels") : tr("&Axes"), m_workspace,
                              m_projections, panel, view(panel));
    view(panel)->addAction(axes->menuAction());
}

/// Shows the pending item of the other space beside the pointer; false if none is pending.
bool PanelGrid::showPairing(Panel panel, ItemIndex hovered, QPoint position)
{
    const Side waits = other(sideOf(panel));
    const ItemIndex waiting = m_pairTool.pending(waits);
    if (waiting != noItem)
        m_card->showPairing(waits, waiting, hovered, position);
    return waiting != noItem;
}

void PanelGrid::onClicked(Panel panel, int item, Qt::KeyboardModifiers modifiers)
{
    const Side side = sideOf(panel);
    if (m_pairTool.isActive())
        return m_pairTool.click(side, meant(panel, item));
    if (item == noItem)
        return modifiers ? void() : m_selection.clear();
    m_selection.setFocus(side, item);
    m_selection.select(side, {item}, Selection::modeOf(modifiers));
}

ItemIndex PanelGrid::meant(Panel panel, int clicked) const
{
    // Radius of the dashed ring in pixels. A click in it chooses the proposed item, because points can be hard to hit.
    constexpr int ringRadius = 9;
    const ItemIndex proposed = m_pairTool.proposed(sideOf(panel));
    if (clicked == noItem || proposed == noItem)
        return clicked;
    const QPoint away = view(panel)->positionOf(clicked) - view(panel)->positionOf(proposed);
    return away.manhattanLength() <= ringRadius ? proposed : clicked;
}

void PanelGrid::showProjections(bool relative, ProjectionChange change)
{
    for (const Panel panel : allPanels) {
        if (isRelative(panel) == relative)
            showProjection(panel, change);
    }
    if (relative) { // a run in progress changes the marks and visible rows of relative panels
        showMarks();
        showRows();
    }
}

/// Updates the panels after items were hidden or shown. For many items a job does this; the points change when it ends.
void PanelGrid::showHidden()
{
    for (const Panel panel : allPanels) {
        const PanelPlot &plot = m_projections.plot(panel);
        if (plot.coordinates && plot.coordinates->rows() <= VisibleItems::maxAtOnce)
            showProjection(panel, ProjectionChange::Running);
        else if (plot.coordinates)
            m_hiding[static_cast<std::size_t>(panel)]->start<Matrix>(
                tr("Hiding items"),
                [plot, axes = m_workspace.view().axesOf(panel), hidden = m_selection.hidden(sideOf(panel))](
                    const RunContext &) -> Result<Matrix> { return placesOf(plot, axes, hidden.get()); },
                [this, panel](Result<Matrix> places) {
                    if (!places)
                        return;
                    view(panel)->setReach(reach(panel));
                    view(panel)->setPoints(std::make_shared<Matrix>(std::move(*places)), ScatterView::Frame::Keep);
                });
    }
    const bool any = m_workspace.hasData() && (m_selection.hidden(Side::x) || m_selection.hidden(Side::y));
    const Index all = any ? m_workspace.data()->size(Side::x) : 0;
    m_legend->setVisibleItems(all - m_selection.hiddenCount(Side::x), all);
    chooseLines();
}

Matrix PanelGrid::places(Panel panel) const
{
    return placesOf(m_projections.plot(panel), m_workspace.view().axesOf(panel),
                    m_selection.hidden(sideOf(panel)).get());
}

QPixmap PanelGrid::miniature(const QSize &size) const
{
    constexpr Index maxDots = 2000; // maximum number of points in the thumbnail; more would cover each other
    constexpr double radius = 1.2;
    QPixmap thumbnail(size);
    thumbnail.fill(Qt::transparent);
    QPainter painter(&thumbnail);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    for (const Panel panel : {Panel::AbsoluteX, Panel::AbsoluteY}) {
        if (!m_projections.plot(panel).coordinates)
            return {};
        const Matrix all = places(panel);
        // Labels make data recognizable; after a good run, nearly all items are grey by mistakes.
        const auto colouring = shownView(m_workspace).colourBy == ColourBy::Found
                                   ? coloursOf(m_workspace, sideOf(panel), ColourBy::Label, m_visible.values())
                                   : colours(sideOf(panel));
        const double width = size.width() / 2.0;
        const auto view = ViewTransform::fitted(boundsOf(all),
                                                {panel == Panel::AbsoluteY ? width : 0, 0, width, 1.0 * size.height()});
        for (Index item = 0; item < all.rows(); item += 1 + all.rows() / maxDots) {
            const bool known = colouring && item < std::ssize(colouring->classOfPoint) &&
                               colouring->classOfPoint[item] < colouring->palette.size();
            painter.setBrush(known ? colouring->palette[colouring->classOfPoint[item]] : neutralPoint());
            if (!std::isnan(all(item, 0))) // not drawn if hidden: the position is then NaN
                painter.drawEllipse(view.toPixel({all(item, 0), all(item, 1)}), radius, radius);
        }
    }
    return thumbnail;
}

/// Region of the data that a panel is fitted to; empty: that of its points. Both relative panels have the same region,
/// so that their positions are comparable. The region of an absolute panel includes hidden items, and that of Y along
/// its dimensions includes the positions before the transform, so that a shift or another scale is visible.
QRectF PanelGrid::reach(Panel panel) const
{
    const PanelPlot &plot = m_projections.plot(panel);
    const Axes &requested = m_workspace.view().axesOf(panel);
    const bool moved = panel == Panel::AbsoluteY && !m_workspace.setup().transform.isNeutral();
    const Axes axes = shownAxes(plot, requested);
    const Matrix &before = m_workspace.originalData()->pair.y->vectors;
    if (moved && plot.frame == PanelFrame::Dimensions && std::max(axes.horizontal, axes.vertical) < before.cols()) {
        Matrix places(before.rows(), 2);
        places << before.col(axes.horizontal), before.col(axes.vertical);
        return boundsOf(places) | boundsOf(along(plot, requested));
    }
    if (!isRelative(panel))
        return m_selection.hidden(sideOf(panel)) ? boundsOf(along(plot, requested)) : QRectF();
    QRectF both;
    for (const Panel each : {Panel::RelativeX, Panel::RelativeY}) {
        if (m_projections.plot(each).coordinates)
            both |= boundsOf(along(m_projections.plot(each), m_workspace.view().axesOf(each)));
    }
    return both;
}

void PanelGrid::showProjection(Panel panel, ProjectionChange change)
{
    m_hiding[static_cast<std::size_t>(panel)]->drop();
    const PanelPlot &plot = m_projections.plot(panel);
    if (!plot.coordinates) {
        view(panel)->clear(plot.message);
        view(panel)->setAxesShown(false); // the axes belong to the points of the previous data
        return;
    }
    const Axes requested = m_workspace.view().axesOf(panel);
    const Axes axes = shownAxes(plot, requested);
    view(panel)->setAxesShown(plot.frame != PanelFrame::Neighbours);
    view(panel)->setAxisTitles(componentName(plot, axes.horizontal), componentName(plot, axes.vertical));
    view(panel)->setReach(reach(panel));
    view(panel)->setFramed(plot.frame == PanelFrame::Map);
    const bool wasEmpty = view(panel)->isEmpty();
    view(panel)->setPoints(std::make_shared<Matrix>(places(panel)),
                           change == ProjectionChange::Running ? ScatterView::Frame::Keep : ScatterView::Frame::Fit,
                           change == ProjectionChange::Moved);
    if (wasEmpty) { // clear() has deselected the points
        showSelectionIn(panel);
        showHighlighted();
    }
}

void PanelGrid::showColours()
{
    if (!m_workspace.hasData())
        return m_legend->setLegend({}, m_workspace.view().colourBy);
    const bool density = m_workspace.view().density;
    for (const Side side : {Side::x, Side::y}) {
        const auto coloured = colours(side);
        const bool contours = coloured->hasContours(), ramp = density && !contours;
        if (side == Side::x)
            m_legend->setLegend(ramp ? densityLegend() : coloured->legend, m_workspace.view().colourBy, !ramp,
                                density && contours ? contourNote() : missingColours(m_workspace),
                                ramp ? std::nullopt : coloured->scale);
        auto plain = std::make_shared<PointColours>(*coloured);
        plain->legend.clear(); // panels have no legend, because one legend serves all four
        for (const Panel panel : allPanels) {
            if (sideOf(panel) == side)
                view(panel)->setColours(plain);
        }
    }
}

std::shared_ptr<const PointColours> PanelGrid::colours(Side side) const
{
    const ColourBy meaning = shownView(m_workspace).colourBy;
    return meaning == ColourBy::Similarity && m_distances.colours(side)
               ? m_distances.colours(side)
               : coloursOf(m_workspace, side, meaning, m_visible.values());
}

/// Fades the other items while the pointer is over a class in the legend.
void PanelGrid::highlightClass(const std::string &key)
{
    if (key.empty() || !m_workspace.hasData())
        return showSelection();
    for (const Panel panel : allPanels)
        view(panel)->setSelected(itemsOfClass((*m_visible.classes())[static_cast<std::size_t>(sideOf(panel))], key));
}

void PanelGrid::showMarks()
{
    if (!m_workspace.hasData())
        return;
    for (const Side side : {Side::x, Side::y}) {
        std::vector<Mark> marks =
            marksOf(m_workspace, side, m_workspace.view().anchors && !m_projections.liveIteration());
        if (m_pairTool.pending(side) != noItem)
            marks.push_back({m_pairTool.pending(side), MarkKind::PendingSeed, 0});
        if (m_pairTool.proposed(side) != noItem)
            marks.push_back({m_pairTool.proposed(side), MarkKind::PendingSeed, 0});
        for (const Panel panel : allPanels) {
            if (sideOf(panel) == side)
                view(panel)->setMarks(marks);
        }
    }
}

void PanelGrid::showHighlighted()
{
    for (const Panel panel : allPanels) {
        ItemIndex item = m_selection.highlighted(sideOf(panel));
        if (item == noItem)
            item = m_pairTool.proposed(sideOf(panel)); // highlights the proposed partner, which Enter clicks
        view(panel)->setHighlighted(item == noItem ? std::vector<int>() : std::vector<int>{item});
    }
}

void PanelGrid::showHover()
{
    if (m_selection.hover().item == noItem)
        m_card->hide();
    showHighlighted();
    placeLines();
}

void PanelGrid::showSelection()
{
    for (const Panel panel : allPanels)
        showSelectionIn(panel);
    chooseLines();
    showHighlighted();
}

void PanelGrid::showSelectionIn(Panel panel)
{
    // Colours by similarity to the selected item would not be recognizable if the other items faded.
    const bool othersFade = m_workspace.view().colourBy != ColourBy::Similarity;
    view(panel)->setSelected(m_selection.selected(sideOf(panel)), othersFade);
}

/// Lines to the partners in the panel on the right, for pairs with two visible items.
std::vector<QLineF> PanelGrid::linesOf(const std::vector<Selection::Hover> &pairs) const
{
    std::vector<QLineF> lines;
    for (const auto &[left, right] :
         {std::pair{Panel::AbsoluteX, Panel::AbsoluteY}, std::pair{Panel::RelativeX, Panel::RelativeY}}) {
        for (const Selection::Hover &pair : pairs) {
            const auto from = view(left)->placeOf(pair.of(Side::x)), to = view(right)->placeOf(pair.of(Side::y));
            if (from && to)
                lines.emplace_back(view(left)->viewport()->mapTo(this, from->toPoint()),
                                   view(right)->viewport()->mapTo(this, to->toPoint()));
        }
    }
    return lines;
}

/// Chooses the selected pairs that get a line: all or, if they are many, a regular sample.
void PanelGrid::chooseLines()
{
    m_lined.clear();
    if (m_workspace.view().partnerLines && m_workspace.hasData()) {
        const std::vector<Selection::Hover> pairs = m_selection.selectedPairs();
        m_pairs = pairs.size();
        const std::size_t lines = std::min(pairs.size(), PartnerLines::most);
        for (std::size_t i = 0; i < lines; ++i)
            m_lined.push_back(pairs[i * pairs.size() / lines]);
    }
    placeLines();
}

void PanelGrid::placeLines()
{
    if (m_workspace.view().partnerLines && m_workspace.hasData())
        m_lines->setLines(linesOf(m_lined), linesOf({m_selection.hover()}), m_pairs);
    else
        m_lines->turnOff();
}

void PanelGrid::fitAll()
{
    for (ScatterView *each : m_views)
        each->fit();
}

void PanelGrid::zoomAll(double factor)
{
    for (ScatterView *each : m_views)
        each->zoom(factor);
}

void PanelGrid::focusNext()
{
    const auto here =
        std::find_if(m_views.begin(), m_views.end(), [](const ScatterView *each) { return each->hasFocus(); });
    const auto at = here == m_views.end() ? m_lastFocused : static_cast<std::size_t>(here - m_views.begin() + 1);
    m_lastFocused = at % m_views.size();
    m_views[m_lastFocused]->setFocus(Qt::ShortcutFocusReason);
}

void PanelGrid::setTool(ScatterView::Tool tool)
{
    for (ScatterView *each : m_views)
        each->setTool(tool);
}

void PanelGrid::setColourBy(ColourBy meaning)
{
    m_workspace.changeView(tr("Colour"), [meaning](ViewState &view) { view.colourBy = meaning; });
}

void PanelGrid::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    // Queued, because the update deletes entries of the legend that may still receive this event.
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        QMetaObject::invokeMethod(this, &PanelGrid::showColours, Qt::QueuedConnection);
}

} // namespace anchorscope::gui
