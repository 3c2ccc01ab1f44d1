// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/controllers/distancecontroller.h"

#include "core/neighbours/neighbours.h"
#include "gui/display/colouring.h"

namespace anchorscope::gui {

namespace {

using Lists = std::array<std::vector<ItemIndex>, 2>;
/// Maximum number of neighbours whose names are shown; more names would overlap.
constexpr Index maxNeighbours = 6;
/// Maximum number of items of a space that is searched. At this size, with 300 dimensions, a search takes 30 ms, and
/// every move of the mouse starts a search.
constexpr Index maxSearched = 200'000;

using Pair = std::array<std::shared_ptr<const PointColours>, 2>;

std::shared_ptr<const PointColours> coloured(const PreparedSpace &space, ItemIndex item)
{
    if (item == noItem)
        return nullptr;
    const Vector similarity = space.rows * space.rows.row(item).transpose();
    return coloursBySimilarity(similarity);
}

} // namespace

std::vector<ItemIndex> nearestOf(const PreparedSpace &space, ItemIndex item)
{
    std::vector<ItemIndex> items;
    if (item == noItem || space.rows.rows() > maxSearched)
        return items;
    for (const Neighbour &each : nearest(space.rows.row(item), space.rows, maxNeighbours + 1)) {
        if (each.item != item && std::ssize(items) < maxNeighbours)
            items.push_back(each.item);
    }
    return items;
}

DistanceController::DistanceController(Workspace &workspace, Selection &selection, Runner &runner, QObject *parent)
    : QObject(parent), m_workspace(workspace), m_selection(selection), m_job(runner), m_finding(runner)
{
    for (const auto &signal : {&Selection::hoverChanged, &Selection::focusChanged, &Selection::selectionChanged}) {
        connect(&selection, signal, this, &DistanceController::measure);
        connect(&selection, signal, this, &DistanceController::findNeighbours);
    }
    connect(&workspace, &Workspace::viewChanged, this, &DistanceController::findNeighbours);
    connect(&workspace, &Workspace::itemsReplaced, this, [this] {
        m_nearest = {};
        m_colours = {};
    });
    const auto forget = [this] {
        m_job.drop();
        m_finding.drop();
        m_searched = {noItem, noItem};
        m_nearest = {};
        Q_EMIT neighboursChanged();
        m_colours = {};
        Q_EMIT changed();
    };
    connect(&workspace, &Workspace::dataChanged, this, forget);
    connect(&workspace, &Workspace::preparedChanged, this, forget);
}

void DistanceController::setActive(bool active)
{
    m_active = active;
    m_colours = {};
    measure();
}

void DistanceController::measure()
{
    const std::array items{m_selection.highlighted(Side::x), m_selection.highlighted(Side::y)};
    if (!m_active || items == std::array{noItem, noItem} || !m_workspace.prepared())
        return;
    m_job.start<Pair>(
        tr("Measuring distances"),
        [spaces = m_workspace.prepared(), items](const RunContext &) -> Result<Pair> {
            return Pair{coloured(*spaces.x, items[0]), coloured(*spaces.y, items[1])};
        },
        [this](Result<Pair> colours) {
            if (!colours || !m_active)
                return;
            m_colours = std::move(*colours);
            Q_EMIT changed();
        });
}

void DistanceController::findNeighbours()
{
    const std::array none{noItem, noItem};
    const std::array highlighted = m_workspace.view().names
                                       ? std::array{m_selection.highlighted(Side::x), m_selection.highlighted(Side::y)}
                                       : none;
    if (highlighted == m_searched)
        // A click calls this function twice, for the focus and for the selection. The second call has nothing to do.
        return;
    m_searched = highlighted;
    if (!m_workspace.prepared() || highlighted == none) {
        m_finding.drop();
        m_nearest = {};
        Q_EMIT neighboursChanged();
        return;
    }
    m_finding.start<Lists>(
        tr("Looking for neighbours"),
        [spaces = m_workspace.prepared(), highlighted](const RunContext &context) -> Result<Lists> {
            if (context.cancelled())
                return cancelledError(); // the pointer has moved to another item, so this search is not needed
            return Lists{nearestOf(*spaces.x, highlighted[0]), nearestOf(*spaces.y, highlighted[1])};
        },
        [this](Result<Lists> found) {
            if (!found)
                return;
            m_nearest = std::move(*found);
            Q_EMIT neighboursChanged();
        });
}

} // namespace anchorscope::gui
