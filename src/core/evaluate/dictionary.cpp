// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/dictionary.h"

#include "core/matching/tiles.h"
#include "core/neighbours/cslsmatches.h"
#include "core/neighbours/neighbours.h"
#include "core/parallel.h"
#include "core/product.h"
#include "core/projection/relative.h"

#include <algorithm>

namespace anchorscope {

namespace {

/// CSLS penalty of each item of the target: half the mean similarity to its 10 nearest items of the source.
std::vector<float> penaltiesOf(const Matrix &source, const Matrix &target, const RunContext &context)
{
    NearestLists nearest(target.rows(), std::min(neighboursOfCsls, source.rows()), TieOrder{});
    forTiles(
        source, target, {}, [&](const Tile &tile) { nearest.addColumns(tile); }, context);
    nearest.finish();
    return nearest.halfMeanSimilarity(std::min(neighboursOfCsls, source.rows()));
}

template <class Scores> double rankOfBest(const Scores &scores, const std::vector<ItemIndex> &answers)
{
    float best = scores[answers.front()];
    for (const ItemIndex answer : answers)
        best = std::max(best, scores[answer]);
    const auto above = (scores.array() > best).count();
    auto equal = (scores.array() == best).count();
    for (const ItemIndex answer : answers)
        equal -= scores[answer] == best;
    return 1 + static_cast<double>(above) + 0.5 * static_cast<double>(equal);
}

using Ranks = std::vector<std::pair<double, double>>;

double share(const Ranks &ranks, double Ranks::value_type::*kind, double limit)
{
    return static_cast<double>(std::ranges::count_if(ranks, [&](const auto &rank) { return rank.*kind <= limit; })) /
           static_cast<double>(ranks.size());
}

double meanReciprocal(const Ranks &ranks, double Ranks::value_type::*kind)
{
    double sum = 0;
    for (const auto &rank : ranks)
        sum += 1 / (rank.*kind);
    return sum / static_cast<double>(ranks.size());
}

} // namespace

Result<DictionaryScores> scoreDictionary(const Matrix &source, const Matrix &target,
                                         const std::vector<DictionaryEntry> &entries, const RunContext &context)
{
    if (entries.empty())
        return Error(ErrorCode::noPairs, "Expected words of the dictionary among the items, found none.");
    Matrix from = source, to = target;
    normalizeRows(from, context);
    normalizeRows(to, context);
    const std::vector<float> penalties = penaltiesOf(from, to, context);
    if (context.cancelled())
        return cancelledError();
    const Eigen::Map<const Eigen::RowVectorXf> penalty(penalties.data(), std::ssize(penalties));
    constexpr Index blockEntries = 64;
    const auto blocks = mapBlocks(
        std::ssize(entries), blockEntries,
        [&](Index begin, Index end) {
            Ranks ranks;
            for (Index i = begin; i < end; ++i) {
                const DictionaryEntry &entry = entries[static_cast<std::size_t>(i)];
                const Eigen::RowVectorXf cosines = from.row(entry.word) * to.transpose();
                const Eigen::RowVectorXf corrected = cosines - penalty;
                ranks.emplace_back(rankOfBest(cosines, entry.answers), rankOfBest(corrected, entry.answers));
            }
            return ranks;
        },
        context);
    if (!blocks)
        return cancelledError();
    Ranks ranks;
    for (const Ranks &block : *blocks)
        ranks.insert(ranks.end(), block.begin(), block.end());
    constexpr auto plain = &Ranks::value_type::first, csls = &Ranks::value_type::second;
    DictionaryScores scores{meanReciprocal(ranks, plain), share(ranks, plain, 1),      share(ranks, plain, 5),
                            share(ranks, plain, 10),      meanReciprocal(ranks, csls), share(ranks, csls, 1),
                            share(ranks, csls, 5),        share(ranks, csls, 10)};
    scores.words = std::ssize(ranks);
    return scores;
}

} // namespace anchorscope
