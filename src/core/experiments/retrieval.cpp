// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/retrieval.h"

#include <algorithm>

namespace anchorscope {

namespace {

RetrievalExperimentRow &rowOf(RetrievalExperiment &experiment, const std::string &method, Direction direction)
{
    RetrievalExperimentRow fresh;
    fresh.method = method;
    fresh.direction = direction;
    return rowFor(experiment.rows, fresh, [&](const RetrievalExperimentRow &row) {
        return row.method == method && row.direction == direction;
    });
}

void append(RetrievalExperimentRow &row, const RetrievalScores &scores)
{
    row.degenerate = scores.degenerate;
    row.exact = scores.exact;
    row.queries = scores.queries;
    for (const Metric &metric : metrics()) {
        if (metric.input != MetricInput::cslsRanks || scores.hubnessCorrected)
            row.of(metric.score).add((scores.*metric.score).mean);
    }
}

/// Where no pair is known: which representations there would be, without numbers.
Status listRepresentations(RetrievalExperiment &experiment, const Encoding &encode, MethodPlan &plan,
                           const RunContext &context)
{
    return forEachRepresentation(encode, plan, context,
                                 [&](const Representation &representation,
                                     const std::optional<RepresentationPair> &pair, const RunContext &) -> Status {
                                     for (const Direction direction : {Direction::xToY, Direction::yToX}) {
                                         if (pair)
                                             rowOf(experiment, representation.id, direction);
                                     }
                                     return Done{};
                                 });
}

Status scoreRetrieval(RetrievalExperiment &experiment, const ProtocolInput &input, const ProtocolRun &run,
                      const ExperimentOptions &options, MethodPlan plan, const RunContext &context)
{
    const Encoding encode = encodingOf(input, run, options);
    if (input.truth.empty())
        return listRepresentations(experiment, encode, plan, context);
    const auto rows = retrieveByAll(encode, input.truth,
                                    options.retrievalOf(run.seed, options.retrieval.hubnessCorrected), plan, context);
    addNotes(experiment.notes, plan.notes);
    if (!rows)
        return rows.error();
    for (const RetrievalRow &row : *rows) {
        append(rowOf(experiment, row.method, Direction::xToY), row.xToY);
        append(rowOf(experiment, row.method, Direction::yToX), row.yToX);
    }
    return Done{};
}

} // namespace

Result<RetrievalExperiment> runRetrievalExperiment(const EmbeddingSet &x, const EmbeddingSet &y,
                                                   const Correspondence &pairing, const ExperimentOptions &options,
                                                   const RunContext &context, Resume<RetrievalExperiment> resume)
{
    if (const Status valid = options.validate(); !valid)
        return valid.error();
    if (const Status valid = options.retrieval.validate(std::min(x.size(), y.size())); !valid)
        return valid.error();
    const ExperimentSpaces spaces(x, y, options, context);
    if (options.onPrepared)
        options.onPrepared();
    const MethodPlan plan = spaces.plan(options);
    addNotes(resume.soFar.notes, plan.notes);
    return scoreRuns(
        std::move(resume), spaces.input(pairing), options, context,
        [&](RetrievalExperiment &experiment, const ProtocolInput &input, const ProtocolRun &run,
            const RunContext &part) { return scoreRetrieval(experiment, input, run, options, plan, part); });
}

} // namespace anchorscope
