// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/retrieval.h"

#include <span>

namespace anchorscope {

/// What retrieval finds for one query.
struct QueryResult
{
    float cosine = 0;          ///< to its partner
    float rank = 0;            ///< of its partner among the targets, from 1
    float cslsRank = 0;        ///< the same after hubness correction
    float jaccard = 0;         ///< overlap of the K nearest items of both spaces
    float jaccardInTarget = 0; ///< overlap of the K items of the target nearest to the query and to its partner
};

/// What has to be measured for a metric.
enum class MetricInput { ranks, neighbours, cslsRanks };

/// One retrieval metric (core/README.md, 6): the mean over the queries of what valueOf() says of each. A line in
/// metrics() and its member of RetrievalScores are all that a new one needs: JSON, tables, sessions and exports go
/// through the registry.
struct Metric
{
    const char *id;    ///< key in JSON and in sessions
    const char *label; ///< on screen; K stands for the cut-off
    const char *about; ///< one sentence without a full stop
    const char *unit;
    MetricInput input;
    bool higherIsBetter;
    Score RetrievalScores::*score;
    float (*valueOf)(const QueryResult &query, Index k);
};

/// The mean of a metric over queries that were drawn from `population` items.
Score meanOf(const Metric &metric, std::span<const QueryResult> queries, Index k, Index population);

/// In the order of tables and files.
std::span<const Metric> metrics();

/// Place of a score in metrics(). Every Score of RetrievalScores has one.
std::size_t metricIndex(Score RetrievalScores::*score);

} // namespace anchorscope
