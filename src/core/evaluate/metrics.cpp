// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/metrics.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace anchorscope {

namespace {

using Query = const QueryResult &;
using Scores = RetrievalScores;

float reciprocalUpTo(float rank, Index k)
{
    return rank <= static_cast<float>(k) ? 1 / rank : 0.0f;
}

template <int limit> float isWithin(Query query, Index)
{
    return query.rank <= static_cast<float>(limit) ? 1.0f : 0.0f;
}

using Input = MetricInput;

const Metric registry[] = {
    {"jaccard", "Jaccard@K", "Overlap of the K nearest items in both spaces", "share of items", Input::neighbours, true,
     &Scores::jaccard, [](Query query, Index) { return query.jaccard; }},
    {"mrr", "MRR", "Mean reciprocal rank of the true partner among all items", "reciprocal rank", Input::ranks, true,
     &Scores::mrr, [](Query query, Index) { return 1 / query.rank; }},
    {"mrr_at_k", "MRR@K", "Mean reciprocal rank of the true partner, 0 where it is not among the K nearest items",
     "reciprocal rank", Input::ranks, true, &Scores::mrrAtK,
     [](Query query, Index k) { return reciprocalUpTo(query.rank, k); }},
    {"cosine", "Cosine", "Mean cosine of an item's relative vector and its partner's", "cosine", Input::ranks, true,
     &Scores::cosine, [](Query query, Index) { return query.cosine; }},
    {"p_at_1", "P@1", "Share of items whose true partner is the nearest", "share of items", Input::ranks, true,
     &Scores::pAt1, isWithin<1>},
    {"p_at_5", "P@5", "Share of items whose true partner is among the 5 nearest", "share of items", Input::ranks, true,
     &Scores::pAt5, isWithin<5>},
    {"p_at_10", "P@10", "Share of items whose true partner is among the 10 nearest", "share of items", Input::ranks,
     true, &Scores::pAt10, isWithin<10>},
    {"csls_mrr", "CSLS MRR", "MRR after hubness correction (CSLS, 10 neighbours)", "reciprocal rank", Input::cslsRanks,
     true, &Scores::cslsMrr, [](Query query, Index) { return 1 / query.cslsRank; }},
    {"csls_p_at_1", "CSLS P@1", "P@1 after hubness correction (CSLS, 10 neighbours)", "share of items",
     Input::cslsRanks, true, &Scores::cslsPAt1, [](Query query, Index) { return query.cslsRank <= 1 ? 1.0f : 0.0f; }},
    {"jaccard_in_target", "Jaccard@K in target",
     "Overlap of the K items nearest to an item and to its partner, both among the items of the target",
     "share of items", Input::neighbours, true, &Scores::jaccardInTarget,
     [](Query query, Index) { return query.jaccardInTarget; }},
};

} // namespace

Score meanOf(const Metric &metric, std::span<const QueryResult> queries, Index k, Index population)
{
    const auto count = static_cast<double>(queries.size());
    double sum = 0, squares = 0;
    for (const QueryResult &query : queries)
        sum += static_cast<double>(metric.valueOf(query, k));
    const double mean = sum / count;
    for (const QueryResult &query : queries)
        squares += std::pow(static_cast<double>(metric.valueOf(query, k)) - mean, 2);
    if (static_cast<Index>(queries.size()) >= population || queries.size() < 2)
        return {mean, 0};
    // Interval of a mean by normal approximation, corrected for sampling without replacement from a finite set.
    const auto all = static_cast<double>(population);
    return {mean, 1.96 * std::sqrt(squares / (count - 1) / count * (all - count) / (all - 1))};
}

std::span<const Metric> metrics()
{
    return registry;
}

std::size_t metricIndex(Score RetrievalScores::*score)
{
    const auto found = std::ranges::find(registry, score, &Metric::score);
    assert(found != std::end(registry));
    return static_cast<std::size_t>(found - std::begin(registry));
}

} // namespace anchorscope
