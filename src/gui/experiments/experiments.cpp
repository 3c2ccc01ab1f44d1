// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/experiments.h"
#include "core/experiments/knownpairs.h"
#include "gui/style/translate.h"

#include <algorithm>

namespace anchorscope::gui {

namespace {

struct ExperimentRun
{
    std::string_view id;
    Result<ExperimentOutcome> (*run)(const ExperimentInput &input, const RunContext &context);
};

constexpr ExperimentRun runs[] = {
    {"retrieval", retrievalOutcome},
    {"stitching", stitchingOutcome},
    {"anchor-count", anchorCountOutcome},
    {"known-pairs", knownPairsOutcome},
    {"learned-anchors", learnedAnchorsOutcome},
    {"translation", translationOutcome},
    {"quantization", quantizationOutcome},
    {"proxy", proxyOutcome},
    {"reconstruction", reconstructionOutcome},
    {"pairs", pairsOutcome},
};

bool hasLabels(const Experiment &experiment, const LoadedData &data)
{
    const bool ofX = data.items(Side::x).hasLabels();
    return ofX || (!experiment.needs.manySpaces && data.items(Side::y).hasLabels());
}

} // namespace

QString obstacleTo(const Experiment &experiment, const LoadedData &data, Index seeds)
{
    const ExperimentNeeds &needs = experiment.needs;
    if (needs.manySpaces && data.datasetX->spaces.size() < 2)
        return tr("The file of X holds one space only.");
    if (needs.seedsSuffice && !data.hasTruth() && seeds < fewestKnownPairs)
        return tr("No true pairs are known for these spaces. With at least %1 seeds some can be left out and looked "
                  "up.")
            .arg(fewestKnownPairs);
    if (!needs.manySpaces && !needs.seedsSuffice && !data.hasTruth())
        return tr("No true pairs are known for these spaces, so there is nothing to score against.");
    if (needs.labels && !hasLabels(experiment, data))
        return tr("The items have no labels, so no classifier can be trained.");
    if (needs.images && data.items(Side::x).thumbnails.empty() && data.items(Side::y).thumbnails.empty())
        return tr("The items have no pictures to reconstruct.");
    return {};
}

Result<ExperimentOutcome> runExperiment(const Experiment &experiment, const ExperimentInput &input,
                                        const RunContext &context)
{
    const auto found = std::ranges::find(runs, std::string_view(experiment.id), &ExperimentRun::id);
    if (found == std::end(runs))
        return Error(ErrorCode::wrongUsage, std::string("The window cannot run “") + experiment.label + "”.");
    return found->run(input, context);
}

ExperimentOptions experimentOptions(const ExperimentInput &input)
{
    const Setup &setup = input.setup;
    ExperimentOptions options;
    options.repeats = input.repeats;
    options.firstSeed = setup.options.seed;
    options.protocol.anchors = setup.anchorCount;
    options.protocol.centering = setup.centering;
    options.protocol.similarity = setup.similarity;
    options.protocol.optimize = setup.options;
    options.retrieval.k = setup.k;
    options.retrieval.scoreAnchors = setup.scoreAnchors;
    options.stitching.head = setup.head;
    options.stitching.input = setup.headInput;
    options.methods.ids = setup.methods;
    const Index pairs = input.data->pair.pairing.pairs();
    if (pairs > 0)
        options.protocol.anchors = anchorsAmong(pairs, setup.anchorCount);
    options.protocol.seeds = std::min(options.protocol.seeds, options.protocol.anchors);
    return options;
}

std::vector<std::shared_ptr<const EmbeddingSet>> spacesOfFile(const LoadedData &data)
{
    std::vector<std::shared_ptr<const EmbeddingSet>> spaces;
    for (const auto &space : data.datasetX->spaces)
        spaces.push_back(data.choice.maxItems > 0 && !data.choice.sample ? firstItems(space, data.choice.maxItems)
                                                                         : space);
    return spaces;
}

ExperimentOptions spacesOptions(const ExperimentInput &input)
{
    ExperimentOptions options = experimentOptions(input);
    options.protocol.anchors = anchorsAmong(input.data->size(Side::x), input.setup.anchorCount);
    return options;
}

} // namespace anchorscope::gui
