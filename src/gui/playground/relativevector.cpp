// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/playground/relativevector.h"

#include "core/playground/playscore.h"
#include "gui/display/itemtext.h"
#include "gui/playground/playcontroller.h"
#include "gui/scatter/scatterview.h"
#include "gui/style/theme.h"

#include <QLocale>

#include <algorithm>
#include <cmath>

namespace anchorscope::gui {

RelativeVector::RelativeVector(Workspace &workspace, Selection &selection, ProjectionController &projections,
                               PlayController &play, Runner &runner, Panels panels)
    : QObject(&panels.x), m_workspace(workspace), m_selection(selection), m_projections(projections), m_play(play),
      m_panels(panels), m_slot(runner)
{
    connect(&projections, &ProjectionController::moved, this, &RelativeVector::measure);
    connect(&projections, &ProjectionController::projectionsChanged, this, &RelativeVector::show);
    connect(&play, &PlayController::changed, this, [this] { measure(m_workspace.prepared()); });
    connect(&workspace, &Workspace::setupChanged, this, [this](SetupChanges changes) {
        if (changes & (SetupChange::Anchors | SetupChange::Similarity | SetupChange::Run))
            measure(m_workspace.prepared());
    });
    for (const auto signal : {&Selection::hoverChanged, &Selection::focusChanged, &Selection::selectionChanged})
        connect(&selection, signal, this, &RelativeVector::show);
}

/// Measures the relative vectors of all items, so that the bars of a hovered item need only be looked up. With few
/// anchors, this takes less time than painting the panels once.
void RelativeVector::measure(const PreparedPair &spaces)
{
    const AnchorSet anchors = drawnAnchors();
    const Similarity *similarity = findSimilarity(m_workspace.setup().similarity);
    const auto count = static_cast<Index>(anchors.matchedItemsOfX().size());
    if (m_play.isActive() && !spaces)
        return; // the current bars remain visible while Y is being transformed
    if (!m_play.isActive() || !similarity || count == 0) {
        m_slot.drop();
        m_measured.reset();
        return show();
    }
    m_slot.start<std::shared_ptr<const Measured>>(
        tr("Comparing with the anchors"),
        [spaces, anchors, similarity, numbers = m_workspace.setup().similarityNumbers](
            const RunContext &context) -> Result<std::shared_ptr<const Measured>> {
            const AnchoredPair pair{*spaces.x, *spaces.y, anchors, *similarity, numbers};
            Measured measured{spaces, {relativeRows(pair, Side::x, context), relativeRows(pair, Side::y, context)}};
            if (context.cancelled())
                return cancelledError();
            return std::make_shared<const Measured>(std::move(measured));
        },
        [this](Result<std::shared_ptr<const Measured>> measured) {
            m_measured = measured ? *measured : nullptr;
            show();
        });
}

bool RelativeVector::isMap() const
{
    return m_projections.plot(Panel::AbsoluteX).frame == PanelFrame::Map &&
           m_workspace.setup().similarity == "cosine" && m_workspace.setup().centering == Centering::none;
}

QString RelativeVector::text(float similarity) const
{
    if (isMap())
        return tr("%1 km").arg(QLocale().toString(greatCircleKm(similarity), 'f', 0));
    return QLocale().toString(similarity, 'f', 2);
}

double RelativeVector::share(float similarity) const
{
    return isMap() ? greatCircleKm(similarity) / greatCircleKm(-1) : std::abs(similarity) / m_largest;
}

QString RelativeVector::hint() const
{
    if (m_workspace.knownAnchors().matchedItemsOfX().empty())
        return tr("Add seeds: an item's bars are its similarities to them.");
    return tr("Point at an item: its bars are its similarities to the anchors, in X and in Y.");
}

QString RelativeVector::note() const
{
    const auto all = m_workspace.knownAnchors().matchedItemsOfX().size();
    return all > m_bars.size() ? tr("The first %1 of %2 anchors.").arg(m_bars.size()).arg(all) : QString();
}

/// Anchors that get bars.
AnchorSet RelativeVector::drawnAnchors() const
{
    AnchorSet anchors = m_workspace.knownAnchors();
    if (std::ssize(anchors.matchedItemsOfX()) <= maxAnchors)
        return anchors;
    anchors.itemsOfX.resize(fewAnchors);
    for (std::vector<ItemIndex> *ofY : {&anchors.seedsOfY, &anchors.discreteY})
        ofY->resize(std::min<std::size_t>(ofY->size(), fewAnchors));
    anchors.continuousY = anchors.continuousY.topRows(std::min(anchors.continuousY.rows(), fewAnchors)).eval();
    return anchors;
}

/// Items of X or of Y that are anchors; nullopt if the anchors of Y are free vectors, not items.
std::optional<std::vector<ItemIndex>> RelativeVector::anchorItems(Side side) const
{
    const AnchorSet anchors = drawnAnchors();
    if (side == Side::y && anchors.optimized() && anchors.discreteY.empty())
        return std::nullopt;
    return side == Side::x ? anchors.matchedItemsOfX() : anchors.matchedItemsOfY();
}

void RelativeVector::show()
{
    m_bars.clear();
    if (m_measured && m_workspace.hasData()) {
        const std::vector<ItemIndex> items = drawnAnchors().matchedItemsOfX();
        const std::array highlighted{m_selection.highlighted(Side::x), m_selection.highlighted(Side::y)};
        const bool fits = m_measured->rows[0].cols() == std::ssize(items);
        const std::vector<QColor> colours = categoricalPalette(static_cast<int>(items.size()));
        for (std::size_t a = 0; fits && (highlighted[0] != noItem || highlighted[1] != noItem) && a < items.size();
             ++a) {
            Bar bar{itemName(*m_workspace.data(), Side::x, items[a]), colours[a], {}};
            for (std::size_t side = 0; side < 2; ++side) {
                const Matrix &rows = m_measured->rows[side];
                if (highlighted[side] != noItem && highlighted[side] < rows.rows())
                    bar.similarity[side] = rows(highlighted[side], static_cast<Index>(a));
            }
            m_bars.push_back(bar);
        }
        m_largest =
            std::max({1e-6f, m_measured->rows[0].cwiseAbs().maxCoeff(), m_measured->rows[1].cwiseAbs().maxCoeff()});
    }
    showArcs(Side::x);
    showArcs(Side::y);
    Q_EMIT changed();
}

/// Draws the arcs of the highlighted item in a panel. If the space has two dimensions, and the panel shows exactly
/// these, an arc shows an angle. Otherwise the true angle is not visible, and a line shows the value.
void RelativeVector::showArcs(Side side)
{
    ScatterView &panel = side == Side::x ? m_panels.x : m_panels.y;
    const PanelPlot &plot = m_projections.plot(side == Side::x ? Panel::AbsoluteX : Panel::AbsoluteY);
    const ItemIndex item = m_selection.highlighted(side);
    const auto anchors = anchorItems(side);
    const bool raw = plot.coordinates && (plot.frame == PanelFrame::Dimensions || plot.frame == PanelFrame::Map);
    constexpr std::size_t maxArcs = 8; // maximum number of arcs; more arcs would hide the points
    if (m_bars.empty() || m_bars.size() > maxArcs || !raw || !anchors || item == noItem ||
        item >= plot.coordinates->rows())
        return panel.setArcs({});
    const std::string &similarity = m_workspace.setup().similarity;
    const PreparedSpace &space = side == Side::x ? *m_measured->spaces.x : *m_measured->spaces.y;
    const bool plane = space.dimension() == 2 && plot.frame == PanelFrame::Dimensions;
    const bool lengths = similarity == "distance" || similarity == "manhattan";
    const Axes axes = shownAxes(plot, m_workspace.view().axesOf(side == Side::x ? Panel::AbsoluteX : Panel::AbsoluteY));
    const auto place = [&](ItemIndex row) {
        return QPointF((*plot.coordinates)(row, axes.horizontal), (*plot.coordinates)(row, axes.vertical));
    };
    const bool asRead = m_workspace.view().shown == Shown::AsRead || m_workspace.view().shown == Shown::Automatic;
    const QPointF centre =
        plane && asRead ? QPointF(space.mean[axes.horizontal], space.mean[axes.vertical]) : QPointF();
    std::vector<Arc> arcs;
    for (std::size_t a = 0; a < m_bars.size() && a < anchors->size(); ++a) {
        const ItemIndex anchor = (*anchors)[a];
        const auto &value = m_bars[a].similarity[static_cast<std::size_t>(side)];
        if (anchor == item || !value || anchor >= plot.coordinates->rows())
            continue;
        const Arc::Kind kind = plane && similarity == "manhattan"                               ? Arc::Kind::Corner
                               : plane && !lengths && space.centering != Centering::standardize ? Arc::Kind::Angle
                                                                                                : Arc::Kind::Line;
        arcs.push_back({kind, centre, place(item), place(anchor), m_bars[a].colour, text(*value)});
    }
    panel.setArcs(std::move(arcs));
}

} // namespace anchorscope::gui
