// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/retrieval.h"

#include <span>

namespace anchorscope {

/// Result of retrieval for one query.
struct QueryResult
{
    float cosine = 0;   ///< cosine of the query to its partner
    float rank = 0;     ///< rank of the partner among the targets, from 1
    float cslsRank = 0; ///< rank of the partner after hubness correction
    float jaccard = 0;  ///< overlap of the K nearest items of both spaces
    float jaccardInTarget =
        0; ///< overlap of two lists of K items of the target: those nearest to the query and to the partner
};

/// The measurements that a metric needs.
enum class MetricInput { ranks, neighbours, cslsRanks };

/// One retrieval metric (core/definitions.md, 6): the mean of valueOf() over the queries. A new metric needs only a
/// line in metrics() and a member of RetrievalScores: JSON, tables, sessions and exports use the registry.
struct Metric
{
    const char *id;    ///< key of the metric in JSON and sessions
    const char *label; ///< label of the metric on screen; K is the cut-off
    const char *about; ///< description of the metric, one sentence without a full stop
    const char *unit;
    MetricInput input;
    bool higherIsBetter;
    Score RetrievalScores::*score;
    float (*valueOf)(const QueryResult &query, Index k);
};

/// Mean of a metric over queries that were drawn from `population` items.
Score meanOf(const Metric &metric, std::span<const QueryResult> queries, Index k, Index population);

/// All retrieval metrics, in the order of tables and files.
std::span<const Metric> metrics();

/// Position of a score in metrics(). Every Score of RetrievalScores has one.
std::size_t metricIndex(Score RetrievalScores::*score);

} // namespace anchorscope
