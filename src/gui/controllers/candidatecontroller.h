// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/candidates.h"
#include "core/evaluate/pairnext.h"
#include "gui/state/pairtool.h"
#include "jobs/jobslot.h"

#include <array>

namespace anchorscope::gui {

/// Finds candidates for the partner of the item in the pair tool, best first. If a run has suggested candidates for the
/// item, these are used; otherwise the items of the other space whose relative vectors (similarities to the known
/// anchors) are most similar. The true pairing is not used.
class CandidateController : public QObject
{
    Q_OBJECT

public:
    CandidateController(Workspace &workspace, PairTool &pairTool, Runner &runner, QObject *parent = nullptr);

    static constexpr Index fewestSeeds = 3;
    static constexpr std::size_t maxShown = 8;

    const std::vector<Candidate> &candidates() const { return m_shown; }
    Side side() const { return m_side; } ///< space that the candidates belong to
    ItemIndex waiting() const { return m_waiting; }
    bool isPairing() const { return m_pairTool.isActive(); }
    /// Adds a seed that pairs the item in the pair tool with candidates()[candidate].
    void accept(int candidate);
    /// Stops proposing candidates()[candidate] for the item in the pair tool.
    void reject(int candidate);
    /// Sets the items of Y that the user should pair next, each with the candidates of a run.
    void setSuggestions(std::vector<PairingSuggestion> suggestions) { m_suggestions = std::move(suggestions); }
    const std::vector<PairingSuggestion> &suggestions() const { return m_suggestions; }
    /// Searches for the neighbours of waiting() and of a candidate in a job; neighboursFound() reports its end.
    void findNeighbours(ItemIndex candidate);
    /// Items nearest to waiting(), then those nearest to the candidate, each in their own space; empty until found.
    const std::array<std::vector<ItemIndex>, 2> &neighbours() const { return m_neighbours; }

Q_SIGNALS:
    void changed();
    void neighboursFound();

private:
    void find();
    void choose();

    Workspace &m_workspace;
    PairTool &m_pairTool;
    JobSlot m_job, m_findingNeighbours;
    Side m_side = Side::y;
    ItemIndex m_waiting = noItem;
    std::vector<Candidate> m_found, m_shown;
    std::array<std::vector<ItemIndex>, 2> m_neighbours;
    std::vector<ItemIndex> m_rejected;
    std::vector<PairingSuggestion> m_suggestions;
};

} // namespace anchorscope::gui
