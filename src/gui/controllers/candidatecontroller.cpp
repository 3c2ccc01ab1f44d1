// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/controllers/candidatecontroller.h"

#include "gui/controllers/distancecontroller.h"
#include "gui/state/anchoredinput.h"

#include <algorithm>

namespace anchorscope::gui {

namespace {

// Number of candidates to find. It exceeds maxShown, because paired and rejected candidates are not shown.
constexpr Index maxFound = 64;

using Found = std::shared_ptr<std::vector<Candidate>>;

} // namespace

CandidateController::CandidateController(Workspace &workspace, PairTool &pairTool, Runner &runner, QObject *parent)
    : QObject(parent), m_workspace(workspace), m_pairTool(pairTool), m_job(runner), m_findingNeighbours(runner)
{
    connect(&workspace, &Workspace::itemsReplaced, this, [this] {
        m_waiting = noItem;
        m_found.clear();
        m_shown.clear();
    });
    connect(&pairTool, &PairTool::changed, this, &CandidateController::find);
    connect(&workspace, &Workspace::preparedChanged, this, &CandidateController::find);
    connect(&workspace, &Workspace::dataChanged, this, &CandidateController::find);
}

void CandidateController::find()
{
    const bool ofX = m_pairTool.pending(Side::x) != noItem;
    const ItemIndex waiting = m_pairTool.pending(ofX ? Side::x : Side::y);
    const Side side = ofX ? Side::y : Side::x;
    if (waiting != m_waiting || side != m_side)
        m_rejected.clear();
    m_waiting = waiting;
    m_side = side;
    m_job.drop();
    m_found.clear();
    const auto suggested = std::ranges::find(m_suggestions, waiting, &PairingSuggestion::item);
    const bool known = side == Side::x && waiting != noItem && suggested != m_suggestions.end();
    if (known)
        std::ranges::transform(suggested->candidates, std::back_inserter(m_found), [](const Neighbour &candidate) {
            return Candidate{candidate.item, candidate.similarity};
        });
    choose();
    if (known)
        return;
    AnchoredInput input = anchoredInput(m_workspace);
    if (waiting == noItem || !input.ready() || input.anchors.count() < fewestSeeds)
        return;
    m_job.start<Found>(
        tr("Looking for partners"),
        [input = std::move(input), side, waiting](const RunContext &context) -> Result<Found> {
            auto found = findCandidates(input.pair(), side, waiting, maxFound, context);
            if (!found)
                return found.error();
            return std::make_shared<std::vector<Candidate>>(std::move(*found));
        },
        [this](Result<Found> found) {
            if (!found)
                return;
            m_found = std::move(**found);
            choose();
        });
}

void CandidateController::findNeighbours(ItemIndex candidate)
{
    using Lists = std::array<std::vector<ItemIndex>, 2>;
    m_neighbours = {};
    if (!m_workspace.prepared())
        return m_findingNeighbours.drop();
    m_findingNeighbours.start<Lists>(
        tr("Looking for neighbours"),
        [spaces = m_workspace.prepared(), ofX = m_side == Side::x, waiting = m_waiting,
         candidate](const RunContext &context) -> Result<Lists> {
            if (context.cancelled())
                return cancelledError(); // another candidate was selected in the meantime
            return Lists{nearestOf(ofX ? *spaces.y : *spaces.x, waiting),
                         nearestOf(ofX ? *spaces.x : *spaces.y, candidate)};
        },
        [this](Result<Lists> found) {
            if (!found)
                return;
            m_neighbours = std::move(*found);
            Q_EMIT neighboursFound();
        });
}

void CandidateController::choose()
{
    m_findingNeighbours.drop();
    m_shown = chooseCandidates(m_found, maxShown, [this](ItemIndex item) {
        const bool rejected = std::find(m_rejected.begin(), m_rejected.end(), item) != m_rejected.end();
        return !rejected && m_workspace.seedOf(m_side, item) < 0;
    });
    Q_EMIT changed();
}

void CandidateController::accept(int candidate)
{
    if (candidate >= 0 && candidate < static_cast<int>(m_shown.size()))
        m_pairTool.click(m_side, m_shown[static_cast<std::size_t>(candidate)].item);
}

void CandidateController::reject(int candidate)
{
    if (candidate < 0 || candidate >= static_cast<int>(m_shown.size()))
        return;
    m_rejected.push_back(m_shown[static_cast<std::size_t>(candidate)].item);
    choose();
}

} // namespace anchorscope::gui
