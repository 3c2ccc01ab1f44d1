// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/metrics.h"
#include "core/experiments/experiment.h"
#include "core/experiments/registry.h"

namespace anchorscope {

/// Scores of an anchor method in one direction.
struct RetrievalExperimentRow
{
    std::string method;
    Direction direction = Direction::xToY;
    bool degenerate = false; ///< true with fewer than 3 anchors
    bool exact = true;       ///< true: all queries were ranked; false: estimated from random queries
    Index queries = 0;       ///< number of queries in each run
    Index excluded = 0;      ///< number of anchors excluded from the queries
    std::vector<RepeatedValue> values = std::vector<RepeatedValue>(metrics().size()); ///< values of the metrics, in the
                                                                                      ///< order of metrics()

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

/// Scores of an anchor method on a dictionary, from X to Y, or on items with several partners.
struct DictionaryRow
{
    std::string method;
    Direction direction = Direction::xToY;
    Index words = 0;    ///< number of words that were looked up
    Index excluded = 0; ///< number of words that were not looked up because they are anchors or have no direction
    RepeatedValue mrr, pAt1, pAt5, pAt10, cslsMrr, cslsPAt1, cslsPAt5, cslsPAt10;
};

template <class Visitor> void describe(Visitor &visit, DictionaryRow &row)
{
    visit("method", row.method)("direction", row.direction)("words", row.words)("left_out", row.excluded);
    visit("mrr", row.mrr)("p_at_1", row.pAt1)("p_at_5", row.pAt5);
    visit("p_at_10", row.pAt10)("csls_mrr", row.cslsMrr)("csls_p_at_1", row.cslsPAt1);
    visit("csls_p_at_5", row.cslsPAt5)("csls_p_at_10", row.cslsPAt10);
}

/// Retrieval between two spaces by every anchor method, over seeds (AO Tables 1, 4, 5, 7).
struct RetrievalExperiment
{
    std::vector<RetrievalExperimentRow> rows; ///< scores of the methods; without values if no pair is known
    std::vector<ProtocolRun> runs;
    int repeats = 0; ///< number of completed repeats
    double seconds = 0;
    std::vector<DictionaryRow> dictionary = {}; ///< scores on the dictionary; empty without one; not stored in sessions
    std::vector<std::string> notes = {};        ///< sentences about methods that were left out; not stored in sessions
    bool paired = true; ///< true if pairs are known; stored neither in sessions nor in checkpoints
};

template <class Visitor> void describe(Visitor &visit, RetrievalExperiment &experiment)
{
    visit("rows", experiment.rows)("runs", experiment.runs)("repeats", experiment.repeats);
    visit("seconds", experiment.seconds)("notes", experiment.notes)("dictionary", experiment.dictionary);
}

/// Runs the experiment. Errors: "cancelled", and those of choosing anchors, optimizing and scoring.
Result<RetrievalExperiment> runRetrievalExperiment(const EmbeddingSet &x, const EmbeddingSet &y,
                                                   const Correspondence &pairing, const ExperimentOptions &options,
                                                   const RunContext &context = {},
                                                   Resume<RetrievalExperiment> resume = {});

/// Adds the scores of one repeat to the rows.
void addScores(RetrievalExperiment &experiment, const std::vector<RetrievalRow> &rows);

/// Table column of a metric with the cut-off k; without one it has the letter K.
ResultColumn metricColumn(const Metric &metric, std::optional<Index> k = {});
/// Table with a row for each method and direction, with the cut-off k.
ResultTable resultTable(const RetrievalExperiment &experiment, std::optional<Index> k = {});
/// Table of the dictionary's scores with a row for each method.
ResultTable dictionaryTable(const RetrievalExperiment &experiment);

Experiment retrievalEntry();

} // namespace anchorscope
