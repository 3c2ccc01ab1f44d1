// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/neighbours/matches.h"

#include "core/neighbours/matchlists.h"
#include "core/projection/relative.h"

#include <limits>

namespace anchorscope {

std::vector<Match> scoreMatches(const Matrix &rx, const Matrix &ry, const std::vector<ItemIndex> &xOfY,
                                const RunContext &context)
{
    Matrix x = rx, y = ry;
    normalizeRows(x);
    normalizeRows(y);
    return matchLists(x, y, xOfY, 0, 0, context).matches;
}

std::vector<ItemIndex> mutualOnly(std::vector<ItemIndex> xOfY, const std::vector<Match> &matches)
{
    for (std::size_t j = 0; j < xOfY.size(); ++j) {
        if (!matches[j].mutual)
            xOfY[j] = noItem;
    }
    return xOfY;
}

std::vector<ItemIndex> partnersOfX(const std::vector<ItemIndex> &xOfY, const std::vector<float> &scores, Index itemsOfX)
{
    std::vector<ItemIndex> matches(static_cast<std::size_t>(itemsOfX), noItem);
    std::vector<float> best(matches.size(), -std::numeric_limits<float>::infinity());
    for (std::size_t y = 0; y < xOfY.size(); ++y) {
        const auto x = static_cast<std::size_t>(xOfY[y]);
        const float score = y < scores.size() ? scores[y] : 0;
        if (score > best[x]) {
            best[x] = score;
            matches[x] = static_cast<ItemIndex>(y);
        }
    }
    return matches;
}

MatchChange matchChange(const std::vector<ItemIndex> &before, const std::vector<ItemIndex> &now,
                        const Correspondence &truth)
{
    MatchChange change;
    for (std::size_t y = 0; y < std::min(before.size(), now.size()); ++y) {
        if (before[y] == now[y])
            continue;
        ++change.changed;
        change.correct += truth.partnerOfY(static_cast<ItemIndex>(y)) == now[y];
    }
    return change;
}

} // namespace anchorscope
