// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/runcontext.h"

#include <functional>
#include <limits>
#include <span>
#include <vector>

namespace anchorscope {

// The second half of the search for partners (cslsmatches.h): items whose nearest neighbours do not decide it.

/// The best partner of one item so far.
struct BestMatch
{
    float value = -std::numeric_limits<float>::infinity();
    ItemIndex item = noItem;

    void offer(float candidate, ItemIndex other)
    {
        if (candidate > value || (candidate == value && other < item)) {
            value = candidate;
            item = other;
        }
    }
};

/// Candidates by rising penalty (½ r_j), so that those that an item's list may lack come first: a missing candidate's
/// similarity is at most t, the last one of the list, so it can only win where t − ½ r_j reaches the best of the list.
class CandidatesByPenalty
{
public:
    explicit CandidatesByPenalty(std::span<const float> penalty);

    const std::vector<ItemIndex> &order() const { return m_order; }
    float penalty(Index place) const { return m_penalty[static_cast<std::size_t>(place)]; }
    /// Number of leading candidates that can win.
    Index numberThatCanWin(float t, float best) const;

private:
    std::vector<ItemIndex> m_order;
    std::vector<float> m_penalty;
};

/// A row whose list does not decide its partner.
struct UnresolvedQuery
{
    ItemIndex row;
    BestMatch best;       ///< best of the query's list
    Index candidateCount; ///< candidates by rising penalty that it has to be compared with
};

/// Compares rows of `queries` with the candidates that can win; `unresolved` is sorted by decreasing number of
/// candidates. itemOf maps the row of a candidate to its item. False if cancelled.
bool compare(const MatrixView &queries, std::vector<UnresolvedQuery> &unresolved, const MatrixView &candidates,
             const std::function<ItemIndex(ItemIndex row)> &itemOf, const CandidatesByPenalty &byPenalty,
             const RunContext &context);

} // namespace anchorscope
