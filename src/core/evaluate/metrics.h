// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/retrieval.h"

#include <span>

namespace anchorscope {

struct QueryResult
{
    float cosine = 0;
    /// Rank of the partner among the items of the target, from 1.
    float rank = 0;
    /// Rank of the partner by CSLS, from 1.
    float cslsRank = 0;
    /// Jaccard index of the query's K nearest items in both spaces.
    float jaccard = 0;
    /// Jaccard index of two lists of K items of the target: those nearest to the query and to its partner.
    float jaccardInTarget = 0;
};

/// Type of query results that a metric is computed from.
enum class MetricInput { ranks, neighbours, cslsRanks };

/// Retrieval metric (core/definitions.md, 6): mean of valueOf() over the queries. A new metric needs only an entry in
/// metrics() and a member of RetrievalScores, because JSON, tables, sessions and exports use the list.
struct Metric
{
    const char *id;
    const char *label; ///< label of the metric on screen; K in it stands for the cut-off
    const char *about; ///< description of the metric: one sentence without a full stop
    const char *unit;
    MetricInput input;
    bool higherIsBetter;
    Score RetrievalScores::*score;
    float (*valueOf)(const QueryResult &query, Index k);
};

/// Mean of a metric over queries that are a random sample of `population` items.
Score meanOf(const Metric &metric, std::span<const QueryResult> queries, Index k, Index population);

/// All metrics, in the order of tables and files.
std::span<const Metric> metrics();

/// Position in metrics() of the metric whose score is the given member of RetrievalScores; every Score there has one.
std::size_t metricIndex(Score RetrievalScores::*score);

} // namespace anchorscope
