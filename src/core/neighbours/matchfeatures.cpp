// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/neighbours/matchfeatures.h"

#include "core/neighbours/collectnearest.h"
#include "core/neighbours/cslsmatches.h"
#include "core/neighbours/matchlists.h"
#include "core/parallel.h"

#include <algorithm>

namespace anchorscope {

namespace {

/// number of nearest items by cosine from which the best ones by CSLS score are chosen
constexpr Index candidatesOfMatch = 16;
constexpr std::size_t bestKept = 3;

/// Best CSLS scores among the neighbours of an item, in descending order; ties by index.
struct BestScores
{
    std::array<Neighbour, bestKept> best{};
    std::size_t count = 0;
    float cosine = 0; ///< cosine of the item and the neighbour of best score

    float margin(std::size_t place) const
    {
        return count > place + 1 ? best[place].similarity - best[place + 1].similarity : 0;
    }
};

template <class Corrected> BestScores bestScores(std::span<const Neighbour> nearest, const Corrected &corrected)
{
    std::array<Neighbour, candidatesOfMatch> scored{};
    BestScores result;
    for (std::size_t c = 0; c < nearest.size(); ++c)
        scored[c] = {nearest[c].item, corrected(nearest[c])};
    result.count = std::min(nearest.size(), bestKept);
    const auto last = scored.begin() + static_cast<std::ptrdiff_t>(nearest.size());
    std::partial_sort(scored.begin(), scored.begin() + static_cast<std::ptrdiff_t>(result.count), last,
                      [](const Neighbour &a, const Neighbour &b) {
                          return a.similarity > b.similarity || (a.similarity == b.similarity && a.item < b.item);
                      });
    std::copy_n(scored.begin(), result.count, result.best.begin());
    for (const Neighbour &each : nearest)
        result.cosine = each.item == result.best[0].item ? each.similarity : result.cosine;
    return result;
}

} // namespace

std::vector<MatchFeatures> matchFeatures(const Matrix &x, const Matrix &y, const RunContext &context)
{
    if (x.rows() == 0 || y.rows() == 0)
        return {};
    NearestLists ofX(x.rows(), std::min(candidatesOfMatch, y.rows()));
    NearestLists ofY(y.rows(), std::min(candidatesOfMatch, x.rows()));
    if (!collectNearest(x, y, ofX, ofY, {}, context))
        return {};
    const Penalties half{ofX.halfMeanSimilarity(neighboursOfCsls), ofY.halfMeanSimilarity(neighboursOfCsls)};
    std::vector<MatchFeatures> features(static_cast<std::size_t>(y.rows()));
    forBlocks(y.rows(), 256, [&](Index begin, Index end) {
        for (Index j = begin; j < end; ++j) {
            const BestScores own = bestScores(
                ofY.of(j), [&](const Neighbour &each) { return half.corrected(each.similarity, each.item, j); });
            if (own.count == 0)
                continue;
            const ItemIndex match = own.best[0].item;
            const BestScores back = bestScores(ofX.of(match), [&](const Neighbour &each) {
                return half.corrected(each.similarity, match, each.item);
            });
            const float score = own.best[0].similarity;
            const bool mutual = back.count > 0 && back.best[0].item == static_cast<ItemIndex>(j);
            features[static_cast<std::size_t>(j)] = {match,
                                                     mutual,
                                                     own.cosine,
                                                     score,
                                                     own.margin(0),
                                                     own.margin(1),
                                                     mutual ? back.margin(0) : score - back.best[0].similarity};
        }
    });
    return features;
}

} // namespace anchorscope
