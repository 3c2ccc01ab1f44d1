// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/translate/foreignpairs.h"

#include "core/projection/relative.h"
#include "core/random.h"
#include "core/translate/folds.h"
#include "core/translate/inverseprojection.h"
#include "core/translate/linearmaps.h"
#include "core/translate/ridgemaps.h"

#include <algorithm>

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
/// If the foreign pairs are less than this share of all pairs, a map fitted to all other pairs must confirm them. In
/// 240 draws of 40 to 300 correct pairs of three encoder pairs, foreign pairs were reported in 36 without confirmation,
/// and in 3 with it. If 30 % of the pairs belong to another model, 126 of 600 are found with confirmation and 181
/// without it in the hardest case (two kinds of encoder, 100 pairs); from 150 pairs on, confirmation loses none.
constexpr double fewForeign = 0.1;
/// Minimum number of foreign pairs for testing whether they have a map of their own. Shuffled pairs have none, but one
/// was found in up to 14 of 20 draws of 8 pairs and in up to 1 of 20 draws of 12; never for 18. For 18 pairs of another
/// model the map was found in all draws.
constexpr Index minOfOwnMap = 15;

/// Distance (1 − cosine) of each translated row of a to its partner in b. A row is translated by a map fitted to the
/// pairs in `kept`, except those in the row's fold. Empty if cancelled.
std::vector<double> heldOutDistances(const Matrix &a, const Matrix &b, const std::vector<bool> &kept,
                                     Matrix &translated, const RunContext &context)
{
    std::vector<double> distances(static_cast<std::size_t>(a.rows()));
    translated.resize(a.rows(), b.cols());
    for (const Fold &fold : foldsOf(a.rows())) {
        std::vector<ItemIndex> fitted = fold.fitted;
        std::erase_if(fitted, [&](ItemIndex pair) { return !kept[static_cast<std::size_t>(pair)]; });
        const LinearMap map = affineMap(rowsOf(a, fitted), rowsOf(b, fitted), ridgeOfCheck);
        const Matrix held = translateRows(rowsOf(a, fold.held), map, context);
        if (context.cancelled())
            return {};
        for (std::size_t i = 0; i < fold.held.size(); ++i) {
            const Index pair = fold.held[i];
            translated.row(pair) = held.row(static_cast<Index>(i));
            distances[static_cast<std::size_t>(pair)] =
                1 - translated.row(pair).cast<double>().dot(b.row(pair).cast<double>());
        }
    }
    return distances;
}

double quantile(std::vector<double> values, double share)
{
    const auto place = values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
    std::ranges::nth_element(values, place);
    return *place;
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

/// Returns the distance above which a pair counts as foreign, that is, does not follow the map of the others.
double limitOf(const std::vector<double> &distances, const Matrix &translated, const Matrix &b)
{
    std::vector<double> ofNearest = distances;
    std::erase_if(ofNearest, [limit = quantile(distances, trimmedShare)](double each) { return each > limit; });
    return std::max(clearGap * quantile(std::move(ofNearest), 0.9),
                    quantile(unrelatedDistances(translated, b), unrelated));
}

/// Returns a flag for each pair: true if it follows the map of most pairs. Empty if cancelled.
std::vector<bool> followingPairs(const SpannedPairs &pairs, std::vector<double> &distances, const RunContext &context)
{
    Matrix translated;
    std::vector<bool> kept(static_cast<std::size_t>(pairs.a.rows()), true);
    for (int round = 0; round < rounds; ++round) {
        distances = heldOutDistances(pairs.a, pairs.b, kept, translated, context);
        if (distances.empty())
            return {};
        std::vector<bool> next = nearest(distances);
        if (next == kept)
            break;
        kept = std::move(next);
    }
    std::vector<bool> following = within(distances, limitOf(distances, translated, pairs.b));
    const auto foreign = static_cast<double>(std::ranges::count(following, false));
    if (foreign == 0 || foreign >= fewForeign * static_cast<double>(following.size()))
        return following;
    distances = heldOutDistances(pairs.a, pairs.b, following, translated, context);
    return distances.empty() ? std::vector<bool>() : within(distances, limitOf(distances, translated, pairs.b));
}

/// True if maps fitted to some of the pairs place the held-out rest nearly as well as the map of all other pairs places
/// its own pairs (at the mean distance distanceOfOthers).
bool followOneMap(const Matrix &a, const Matrix &b, double distanceOfOthers, const RunContext &context)
{
    constexpr double halfWay = 0.5;
    const std::vector<bool> everyPair(static_cast<std::size_t>(a.rows()), true);
    Matrix translated;
    const std::vector<double> distances = heldOutDistances(a, b, everyPair, translated, context);
    return !distances.empty() && meanOf(distances, everyPair) < distanceOfOthers + halfWay * (1 - distanceOfOthers);
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
    std::vector<double> distances;
    const std::vector<bool> following = followingPairs(spans, distances, context);
    ForeignPairs foreign;
    std::vector<ItemIndex> found;
    for (std::size_t i = 0; i < following.size(); ++i) {
        if (!following[i]) {
            found.push_back(static_cast<ItemIndex>(i));
            foreign.places.push_back(drawn[i]);
        }
    }
    foreign.ownMap = std::ssize(found) >= minOfOwnMap && followOneMap(rowsOf(spans.a, found), rowsOf(spans.b, found),
                                                                      meanOf(distances, nearest(distances)), context);
    return foreign;
}

} // namespace anchorscope
