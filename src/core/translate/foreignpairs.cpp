// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/translate/foreignpairs.h"

#include "core/projection/relative.h"
#include "core/random.h"
#include "core/statistics.h"
#include "core/translate/folds.h"
#include "core/translate/inverseprojection.h"
#include "core/translate/linearmaps.h"
#include "core/translate/ridgemaps.h"

#include <algorithm>
#include <limits>

namespace anchorscope {

namespace {

/// Minimum number of pairs for which foreign pairs (which do not follow the map of the others) are searched. With 30
/// pairs of 16 dimensions, all of them correct, foreign pairs were reported in 18 of 20 draws.
constexpr Index minPairs = 40;
constexpr Index maxFitted = 2000;
constexpr double ridgeOfCheck = 0.03;
/// share of pairs to which the next map is fitted: those that the last map places best
constexpr double trimmedShare = 0.6;
constexpr int rounds = 12;
/// A pair is foreign if it does not follow the map of the others: its distance is at least this multiple of the 90 %
/// quantile of the distances of fitted pairs.
constexpr double clearGap = 3;
/// minimum share of unrelated items that must be nearer than the partner for a pair to count as foreign
constexpr double unrelated = 0.05;
/// Wrong pairs are as far apart as unrelated items, but the most distant correct pairs of noisy spaces stay close to
/// the limit. At least 0.8 times as many of the pairs beyond the limit as of unrelated items must therefore be beyond
/// the nearest quarter of these; otherwise, the limit is raised to 10 % and 15 % of unrelated items. In 80 draws of
/// correct pairs of 2 to 100 dimensions, pairs were reported in 2 (in 60 without this rule); of pairs of three encoder
/// pairs and the globe, 8 % of them shuffled, 583 of 648 are found, and 6 correct ones (629 and 66 without it).
constexpr double nearestPart = 0.25, shareBeyondIt = 0.8;
/// If the foreign pairs are less than this share of all pairs, a map fitted to all other pairs must confirm them. In
/// 240 draws of 40 to 300 correct pairs of three encoder pairs, foreign pairs were reported in 36 without confirmation,
/// and in 3 with it. If 30 % of the pairs belong to another model, 126 of 600 are found with confirmation and 181
/// without it in the hardest case (two kinds of encoder, 100 pairs); from 150 pairs on, confirmation loses none.
constexpr double fewForeign = 0.1;
/// Minimum number of foreign pairs for testing whether they have a map of their own. Shuffled pairs have none, but one
/// was found in up to 14 of 20 draws of 8 pairs and in up to 1 of 20 draws of 12; never for 18. For 18 pairs of another
/// model the map was found in all draws.
constexpr Index minOfOwnMap = 15;

/// Rows of a, translated by maps that were fitted without them, and their distances (1 − cosine) to their partners in
/// b.
struct Placement
{
    Matrix translated;
    std::vector<double> distances; ///< empty if cancelled
};

/// Translates each row of a by a map fitted to the pairs in `kept`, except those in the row's fold.
Placement placed(const Matrix &a, const Matrix &b, const std::vector<bool> &kept, const RunContext &context)
{
    Placement placement{Matrix(a.rows(), b.cols()), std::vector<double>(static_cast<std::size_t>(a.rows()))};
    for (const Fold &fold : foldsOf(a.rows())) {
        std::vector<ItemIndex> fitted = fold.fitted;
        std::erase_if(fitted, [&](ItemIndex pair) { return !kept[static_cast<std::size_t>(pair)]; });
        const LinearMap map = affineMap(rowsOf(a, fitted), rowsOf(b, fitted), ridgeOfCheck);
        const Matrix held = translateRows(rowsOf(a, fold.held), map, context);
        if (context.cancelled())
            return {};
        for (std::size_t i = 0; i < fold.held.size(); ++i) {
            const Index pair = fold.held[i];
            placement.translated.row(pair) = held.row(static_cast<Index>(i));
            placement.distances[static_cast<std::size_t>(pair)] =
                1 - placement.translated.row(pair).cast<double>().dot(b.row(pair).cast<double>());
        }
    }
    return placement;
}

std::vector<bool> within(const std::vector<double> &distances, double limit)
{
    std::vector<bool> within;
    for (const double distance : distances)
        within.push_back(distance <= limit);
    return within;
}

std::vector<bool> nearest(const std::vector<double> &distances)
{
    return within(distances, quantile(distances, trimmedShare));
}

/// Distances (1 − cosine) between translated rows and random rows of b, which are unrelated to them.
std::vector<double> unrelatedDistances(const Matrix &translated, const Matrix &b)
{
    constexpr Index draws = 5;
    Random random(0);
    std::vector<double> distances;
    for (Index draw = 0; draw < draws; ++draw) {
        const auto order = random.permutation(b.rows());
        for (Index i = 0; i < b.rows(); ++i)
            distances.push_back(
                1 - translated.row(i).cast<double>().dot(b.row(order[static_cast<std::size_t>(i)]).cast<double>()));
    }
    return distances;
}

double meanOf(const std::vector<double> &values, const std::vector<bool> &some)
{
    double sum = 0, count = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        sum += some[i] ? values[i] : 0;
        count += some[i];
    }
    return sum / count;
}

/// Returns the distance above which a pair may be foreign, that is, does not follow the map of the others. `others`:
/// distances of unrelated items.
double limitOf(const std::vector<double> &distances, const std::vector<double> &others)
{
    std::vector<double> ofNearest = distances;
    std::erase_if(ofNearest, [limit = quantile(ofNearest, trimmedShare)](double each) { return each > limit; });
    return std::max(clearGap * quantile(std::move(ofNearest), 0.9), quantile(others, unrelated));
}

double shareBeyond(const std::vector<double> &distances, double limit)
{
    const auto beyond = std::ranges::count_if(distances, [limit](double each) { return each > limit; });
    return static_cast<double>(beyond) / static_cast<double>(distances.size());
}

/// Returns a distance beyond which pairs do not differ from unrelated items; infinity if no distance separates them.
double unrelatedLimit(const Placement &placement, const Matrix &b)
{
    const std::vector<double> others = unrelatedDistances(placement.translated, b);
    const double lowest = limitOf(placement.distances, others);
    for (const double share : {0.0, 0.1, 0.15}) {
        const double limit = std::max(lowest, quantile(others, share));
        const double expected = shareBeyond(others, limit);
        if (expected < nearestPart)
            break;
        const double farther = quantile(others, 1 - (1 - nearestPart) * expected);
        if (shareBeyond(placement.distances, farther) >=
            shareBeyondIt * (1 - nearestPart) * shareBeyond(placement.distances, limit))
            return limit;
    }
    return std::numeric_limits<double>::infinity();
}

/// Places the pairs by the map of most pairs, and finds those that do not follow it. Cancelled: no distances.
Placement placedByMost(const SpannedPairs &pairs, std::vector<bool> &following, const RunContext &context)
{
    std::vector<bool> kept(static_cast<std::size_t>(pairs.a.rows()), true);
    Placement placement;
    const auto follow = [&] {
        const std::vector<double> others = unrelatedDistances(placement.translated, pairs.b);
        return within(placement.distances, limitOf(placement.distances, others));
    };
    for (int round = 0; round < rounds; ++round) {
        placement = placed(pairs.a, pairs.b, kept, context);
        if (placement.distances.empty())
            return placement;
        std::vector<bool> next = nearest(placement.distances);
        if (next == kept)
            break;
        kept = std::move(next);
    }
    following = follow();
    const auto foreign = static_cast<double>(std::ranges::count(following, false));
    if (foreign == 0 || foreign >= fewForeign * static_cast<double>(following.size()))
        return placement;
    placement = placed(pairs.a, pairs.b, following, context);
    if (!placement.distances.empty())
        following = follow();
    return placement;
}

/// True if the pairs that do not follow the map of the others are as far from it as unrelated items, and maps fitted to
/// some of them place the held-out rest nearly as well as the map of the others places its own pairs.
bool followOneMap(const SpannedPairs &pairs, const Placement &placement, const std::vector<bool> &following,
                  const RunContext &context)
{
    constexpr double halfWay = 0.5;
    std::vector<bool> foreign = following;
    foreign.flip();
    std::vector<ItemIndex> found;
    for (std::size_t i = 0; i < foreign.size(); ++i) {
        if (foreign[i])
            found.push_back(static_cast<ItemIndex>(i));
    }
    if (std::ssize(found) < minOfOwnMap)
        return false;
    const double ofOthers = meanOf(placement.distances, following), ofFound = meanOf(placement.distances, foreign);
    if (ofFound < ofOthers + halfWay * (1 - ofOthers))
        return false;
    const std::vector<bool> every(found.size(), true);
    const Placement own = placed(rowsOf(pairs.a, found), rowsOf(pairs.b, found), every, context);
    return !own.distances.empty() && meanOf(own.distances, every) < ofOthers + halfWay * (ofFound - ofOthers);
}

} // namespace

ForeignPairs findForeignPairs(const Matrix &allOfA, const Matrix &allOfB, const RunContext &context)
{
    const Index pairs = allOfA.rows();
    if (pairs < minPairs)
        return {};
    std::vector<ItemIndex> drawn = Random(0).sample(pairs, std::min(pairs, maxFitted));
    std::ranges::sort(drawn);
    const SpannedPairs spans = inSpans(rowsOf(allOfA, drawn), rowsOf(allOfB, drawn), context);
    if (context.cancelled())
        return {};
    std::vector<bool> following;
    const Placement placement = placedByMost(spans, following, context);
    if (placement.distances.empty())
        return {};
    ForeignPairs foreign;
    foreign.ownMap = followOneMap(spans, placement, following, context);
    if (!foreign.ownMap)
        following = within(placement.distances, unrelatedLimit(placement, spans.b));
    for (std::size_t i = 0; i < following.size(); ++i) {
        if (!following[i])
            foreign.places.push_back(drawn[i]);
    }
    return foreign;
}

} // namespace anchorscope
