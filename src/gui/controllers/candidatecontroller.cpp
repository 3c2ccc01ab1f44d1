// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/controllers/candidatecontroller.h"

#include "core/neighbours/neighbours.h"
#include "gui/state/relativevectors.h"

#include <algorithm>

namespace anchorscope::gui {

namespace {

constexpr Index maxFound = 64; // so that some may be taken or rejected

struct Request
{
    PreparedPair spaces;
    AnchorSet anchors;
    const Similarity *similarity;
    Side side;
    ItemIndex item; ///< of the other side
};

using Found = std::shared_ptr<std::vector<Candidate>>;

Result<Found> answer(const Request &request, const RunContext &context)
{
    const auto encode = [&](Side side) {
        return relativeToAnchors(request.spaces, side, request.anchors, *request.similarity, context);
    };
    const Matrix asked = encode(other(request.side)).middleRows(request.item, 1);
    const Matrix among = encode(request.side);
    if (context.cancelled())
        return cancelledError();
    auto found = std::make_shared<std::vector<Candidate>>();
    for (const Neighbour &neighbour : nearest(asked, among, std::min(maxFound, among.rows())))
        found->push_back({neighbour.item, neighbour.similarity, 0});
    return found;
}

} // namespace

CandidateController::CandidateController(Workspace &workspace, PairTool &pairTool, Runner &runner, QObject *parent)
    : QObject(parent), m_workspace(workspace), m_pairTool(pairTool), m_job(runner)
{
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
    choose();
    const Similarity *similarity = findSimilarity(m_workspace.setup().similarity);
    Request request{m_workspace.prepared(), m_workspace.hasData() ? m_workspace.knownAnchors() : AnchorSet(),
                    similarity, side, waiting};
    if (waiting == noItem || !request.spaces || request.anchors.count() < fewestSeeds)
        return;
    m_job.start<Found>(
        tr("Looking for partners"),
        [request = std::move(request)](const RunContext &context) { return answer(request, context); },
        [this](Result<Found> found) {
            if (!found)
                return;
            m_found = std::move(**found);
            choose();
        });
}

void CandidateController::choose()
{
    m_shown.clear();
    for (const Candidate &candidate : m_found) {
        const bool rejected = std::find(m_rejected.begin(), m_rejected.end(), candidate.item) != m_rejected.end();
        if (m_shown.size() < maxShown && !rejected && m_workspace.seedOf(m_side, candidate.item) < 0)
            m_shown.push_back(candidate);
    }
    for (std::size_t i = 0; i < m_shown.size(); ++i) {
        const std::size_t rival = i == 0 ? 1 : 0;
        m_shown[i].margin = rival < m_shown.size() ? m_shown[i].score - m_shown[rival].score : m_shown[i].score;
    }
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
