// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/metrics.h"
#include "core/experiments/experiment.h"
#include "core/experiments/registry.h"

namespace anchorscope {

struct RetrievalExperimentRow
{
    std::string method;
    Direction direction = Direction::xToY;
    /// True with fewer than 3 anchors, which are too few for meaningful scores.
    bool degenerate = false;
    /// True if all paired items were queries; false if scores are estimated from random queries.
    bool exact = true;
    Index queries = 0;
    /// Number of paired items that were not queries because they are anchors.
    Index excluded = 0;
    /// Values of each metric over the repeats, in the order of metrics().
    std::vector<RepeatedValue> values = std::vector<RepeatedValue>(metrics().size());

    const RepeatedValue &of(Score RetrievalScores::*score) const { return values[metricIndex(score)]; }
    RepeatedValue &of(Score RetrievalScores::*score) { return values[metricIndex(score)]; }
};

template <class Visitor> void describe(Visitor &visit, RetrievalExperimentRow &row)
{
    visit("method", row.method)("direction", row.direction)("degenerate", row.degenerate)("exact", row.exact);
    visit("queries", row.queries)("left_out", row.excluded);
    for (const Metric &metric : metrics())
        visit(metric.id, row.of(metric.score));
}

struct DictionaryRow
{
    std::string method;
    Direction direction = Direction::xToY;
    Index words = 0;
    Index excluded = 0; ///< number of words not looked up, because they are anchors or their vector is zero
    RepeatedValue mrr, pAt1, pAt5, pAt10, cslsMrr, cslsPAt1, cslsPAt5, cslsPAt10;
};

template <class Visitor> void describe(Visitor &visit, DictionaryRow &row)
{
    visit("method", row.method)("direction", row.direction)("words", row.words)("left_out", row.excluded);
    visit("mrr", row.mrr)("p_at_1", row.pAt1)("p_at_5", row.pAt5);
    visit("p_at_10", row.pAt10)("csls_mrr", row.cslsMrr)("csls_p_at_1", row.cslsPAt1);
    visit("csls_p_at_5", row.cslsPAt5)("csls_p_at_10", row.cslsPAt10);
}

/// Retrieval between two spaces in every representation, over several random seeds (paper AO, Tables 1, 4, 5, 7).
struct RetrievalExperiment
{
    std::vector<RetrievalExperimentRow> rows; ///< scores of all representations; without values if no pair is known
    std::vector<ProtocolRun> runs;
    int repeats = 0;
    double seconds = 0;
    /// Scores on the dictionary; empty without one; not stored in sessions.
    std::vector<DictionaryRow> dictionary = {};
    std::vector<std::string> notes = {}; ///< notes on omitted representations; not stored in sessions
    bool paired = true;                  ///< whether pairs are known; not stored in sessions or checkpoints
};

template <class Visitor> void describe(Visitor &visit, RetrievalExperiment &experiment)
{
    visit("rows", experiment.rows)("runs", experiment.runs)("repeats", experiment.repeats);
    visit("seconds", experiment.seconds)("notes", experiment.notes)("dictionary", experiment.dictionary);
}

/// Runs the experiment. Errors: "cancelled", and those of runProtocol() and retrieve().
Result<RetrievalExperiment> runRetrievalExperiment(const EmbeddingSet &x, const EmbeddingSet &y,
                                                   const Correspondence &pairing, const ExperimentOptions &options,
                                                   const RunContext &context = {},
                                                   Resume<RetrievalExperiment> resume = {});

void addScores(RetrievalExperiment &experiment, const std::vector<RetrievalRow> &rows);

/// Table column of a metric. Its title contains the cut-off `k`, or the letter K without it.
ResultColumn metricColumn(const Metric &metric, std::optional<Index> k = {});
/// Table with one row per representation and direction. `k`: cut-off of the metrics.
ResultTable resultTable(const RetrievalExperiment &experiment, std::optional<Index> k = {});

} // namespace anchorscope
