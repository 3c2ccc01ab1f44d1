// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/candidates.h"

#include "core/neighbours/neighbours.h"

#include <algorithm>

namespace anchorscope {

namespace {

void setMargins(std::vector<Candidate> &candidates)
{
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        const std::size_t rival = i == 0 ? 1 : 0;
        candidates[i].margin =
            rival < candidates.size() ? candidates[i].score - candidates[rival].score : candidates[i].score;
    }
}

} // namespace

Result<std::vector<Candidate>> findCandidates(const AnchoredPair &pair, Side side, ItemIndex item, Index count,
                                              const RunContext &context)
{
    const Matrix asked = relativeRows(pair, other(side), std::vector{item}, context);
    const Matrix among = relativeRows(pair, side, context);
    if (context.cancelled())
        return cancelledError();
    std::vector<Candidate> found;
    for (const Neighbour &neighbour : nearest(asked, among, std::min(count, among.rows())))
        found.push_back({neighbour.item, neighbour.similarity, 0});
    setMargins(found);
    return found;
}

std::vector<Candidate> chooseCandidates(const std::vector<Candidate> &found, std::size_t maximum,
                                        const std::function<bool(ItemIndex)> &mayBeChosen)
{
    std::vector<Candidate> chosen;
    std::ranges::copy_if(found, std::back_inserter(chosen),
                         [&](const Candidate &candidate) { return mayBeChosen(candidate.item); });
    setMargins(chosen);
    chosen.resize(std::min(maximum, chosen.size()));
    return chosen;
}

} // namespace anchorscope
