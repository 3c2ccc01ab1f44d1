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

Status scoreRetrieval(RetrievalExperiment &experiment, const ProtocolInput &input, const ProtocolRun &run,
                      const ExperimentOptions &options, const RunContext &context)
{
    const RetrievalOptions retrieval = options.retrievalOf(run.seed, options.retrieval.hubnessCorrected);
    const auto all = representations();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto count = static_cast<double>(all.size());
        const RunContext part = context.part(static_cast<double>(i) / count, static_cast<double>(i + 1) / count);
        const auto pair = encodeRun(all[i], input, run, *findSimilarity(options.protocol.similarity), part,
                                    options.protocol.similarityOptions);
        if (!pair)
            continue;
        RetrievalExperimentRow &xToY = rowOf(experiment, all[i].id, Direction::xToY);
        if (input.truth.empty()) {
            rowOf(experiment, all[i].id, Direction::yToX);
            continue;
        }
        const auto scores = retrieveBothWays(*pair, input.truth, retrieval, part);
        if (!scores)
            return scores.error();
        append(xToY, scores->xToY);
        append(rowOf(experiment, all[i].id, Direction::yToX), scores->yToX);
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
    return scoreRuns(std::move(resume), spaces.input(pairing), options, context,
                     [&](RetrievalExperiment &experiment, const ProtocolInput &input, const ProtocolRun &run,
                         const RunContext &part) { return scoreRetrieval(experiment, input, run, options, part); });
}

} // namespace anchorscope
