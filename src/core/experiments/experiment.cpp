// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/experiment.h"

namespace anchorscope {

Encoding encodingOf(const ProtocolInput &input, const ProtocolRun &run, const ExperimentOptions &options)
{
    return [&](const Representation &representation, const RunContext &context) {
        return encodeRun(representation, input, run, *findSimilarity(options.protocol.similarity), context,
                         options.protocol.similarityOptions);
    };
}

Status ExperimentOptions::validate() const
{
    if (repeats < 1)
        return Error(ErrorCode::wrongUsage, "Expected at least 1 repeat, found " + std::to_string(repeats) + ".");
    if (const Status valid = protocol.validate(); !valid)
        return valid;
    return checkSimilarity(protocol);
}

Status ExperimentOptions::validateWithoutRuns() const
{
    const Similarity *similarity = findSimilarity(protocol.similarity);
    if (similarity && similarity->learned)
        return needsMetric(*similarity, "an experiment on true anchors");
    return validate();
}

RetrievalOptions ExperimentOptions::retrievalOf(std::uint64_t seed, bool hubnessCorrected) const
{
    RetrievalOptions options = retrieval;
    options.seed = seed;
    options.perItem = false;
    options.hubnessCorrected = hubnessCorrected;
    return options;
}

StitchOptions ExperimentOptions::stitchingOf(std::uint64_t seed) const
{
    StitchOptions options = stitching;
    options.seed = options.headOptions.seed = seed;
    return options;
}

ExperimentSpaces::ExperimentSpaces(const EmbeddingSet &setX, const EmbeddingSet &setY, const ExperimentOptions &options,
                                   const RunContext &context)
    : x(prepare(setX.vectors, options.protocol.centering, context)),
      y(prepare(setY.vectors, options.protocol.centering, context))
{
    for (const auto &bank : options.furtherBanks)
        furtherBanks.push_back(prepare(bank->vectors, options.protocol.centering, context));
}

MethodPlan ExperimentSpaces::plan(const ExperimentOptions &options) const
{
    MethodChoice choice = options.methods;
    if (!choice.timeLimitSeconds)
        choice.timeLimitSeconds = options.protocol.optimize.timeLimitSeconds;
    return planMethods(choice, {x.size(), y.size(), x.dimension(), y.dimension(), options.protocol.anchors,
                                learnsMetric(options.protocol)});
}

ProtocolInput ExperimentSpaces::input(const Correspondence &truth) const
{
    ProtocolInput result{x, y, truth};
    for (const PreparedSpace &bank : furtherBanks)
        result.furtherBanks.push_back(&bank);
    return result;
}

} // namespace anchorscope
