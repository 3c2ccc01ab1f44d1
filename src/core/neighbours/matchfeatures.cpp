// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/neighbours/matchfeatures.h"

#include "core/neighbours/collectnearest.h"
#include "core/neighbours/cslsmatches.h"
#include "core/parallel.h"

#include <algorithm>
#include <iterator>

namespace anchorscope {

namespace {

/// number of nearest items by cosine, among which the best ones by CSLS are chosen
constexpr Index candidatesOfMatch = 16;
constexpr std::size_t bestKept = 3;

struct BestScores
{
    std::array<Neighbour, bestKept> best{};
    std::size_t count = 0;
    float cosine = 0;

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

MatchCandidates::MatchCandidates(NearestLists ofX, NearestLists ofY)
    : m_ofX(std::move(ofX)), m_ofY(std::move(ofY)), m_half{m_ofX.halfMeanSimilarity(neighboursOfCsls),
                                                           m_ofY.halfMeanSimilarity(neighboursOfCsls)}
{
}

std::optional<MatchCandidates> MatchCandidates::of(const Matrix &x, const Matrix &y, const RunContext &context)
{
    NearestLists ofX(x.rows(), std::min(candidatesOfMatch, y.rows()));
    NearestLists ofY(y.rows(), std::min(candidatesOfMatch, x.rows()));
    if (!collectNearest(x, y, ofX, ofY, {}, context))
        return std::nullopt;
    return MatchCandidates(std::move(ofX), std::move(ofY));
}

MatchFeatures MatchCandidates::bestOf(std::span<const Neighbour> nearest, Index j, float penalty) const
{
    const float ofRow = m_half.ofY[static_cast<std::size_t>(j)];
    const auto corrected = [&](float similarity, Index x, Index y) {
        return m_half.corrected(similarity, x, y) + (y == j ? ofRow - penalty : 0);
    };
    const BestScores own =
        bestScores(nearest, [&](const Neighbour &each) { return corrected(each.similarity, each.item, j); });
    if (own.count == 0)
        return {};
    const ItemIndex match = own.best[0].item;
    const BestScores back = bestScores(
        m_ofX.of(match), [&](const Neighbour &each) { return corrected(each.similarity, match, each.item); });
    const float score = own.best[0].similarity;
    const bool mutual = back.best[0].item == static_cast<ItemIndex>(j);
    return {match,
            mutual,
            own.cosine,
            score,
            own.margin(0),
            own.margin(1),
            mutual ? back.margin(0) : score - back.best[0].similarity};
}

MatchFeatures MatchCandidates::best(Index j) const
{
    return bestOf(m_ofY.of(j), j, m_half.ofY[static_cast<std::size_t>(j)]);
}

MatchFeatures MatchCandidates::bestWithout(Index j, ItemIndex removed) const
{
    std::vector<Neighbour> others;
    std::ranges::copy_if(m_ofY.of(j), std::back_inserter(others),
                         [&](const Neighbour &each) { return each.item != removed; });
    return bestOf(others, j, 0.5f * meanSimilarity(others, neighboursOfCsls));
}

std::vector<MatchFeatures> matchFeatures(const Matrix &x, const Matrix &y, const RunContext &context)
{
    if (x.rows() == 0 || y.rows() == 0)
        return {};
    const auto candidates = MatchCandidates::of(x, y, context);
    if (!candidates)
        return {};
    std::vector<MatchFeatures> features(static_cast<std::size_t>(y.rows()));
    forBlocks(y.rows(), 256, [&](Index begin, Index end) {
        for (Index j = begin; j < end; ++j)
            features[static_cast<std::size_t>(j)] = candidates->best(j);
    });
    return features;
}

} // namespace anchorscope
