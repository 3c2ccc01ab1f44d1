// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/experiments.h"
#include "core/experiments/knownpairs.h"
#include "core/experiments/protocolhints.h"
#include "core/experiments/quantization.h"
#include "core/optimizers/optimizers.h"
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
    {"weak-encoder", weakEncoderOutcome},
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

/// What the experiment alone reads, for people.
QString choiceText(const Experiment &experiment, const ExperimentChoices &choices)
{
    const std::string_view id = experiment.id;
    if (id == "translation")
        return tr("completion: %1").arg(QString::fromUtf8(completionId(choices.completion)));
    if (id == "quantization")
        return tr("linkage: %1").arg(QString::fromUtf8(linkageId(choices.linkage)));
    if (id == "pairs" && choices.verdictSeeds > 0)
        return tr("verdicts from %1 known pairs").arg(choices.verdictSeeds);
    if (id != "proxy")
        return {};
    const QString least =
        choices.proxyMinAccuracy > 0 ? tr("accuracy of at least %1").arg(choices.proxyMinAccuracy) : QString();
    return choices.proxyGroups ? tr("within groups") + (least.isEmpty() ? least : ", " + least) : least;
}

} // namespace

QString obstacleTo(const Experiment &experiment, const LoadedData &data, Index seeds)
{
    const ExperimentNeeds &needs = experiment.needs;
    if (needs.manySpaces && data.datasetX->spaces.size() < 2)
        return tr("The file of X contains only one space.");
    if (needs.seedsSuffice && !data.hasTruth() && seeds < fewestKnownPairs)
        return tr("No true pairs are known for these spaces. With at least %1 seeds, some can be held out and "
                  "retrieved.")
            .arg(fewestKnownPairs);
    if (!needs.manySpaces && !needs.seedsSuffice && !data.hasTruth())
        return tr("No true pairs are known for these spaces, so there is nothing to score against.");
    if (needs.labels && !hasLabels(experiment, data))
        return tr("The items have no labels, so no classifier can be trained.");
    if (needs.images && data.items(Side::x).thumbnails.empty() && data.items(Side::y).thumbnails.empty())
        return tr("The items have no pictures to reconstruct.");
    return {};
}

std::string methodFor(const Setup &setup)
{
    return setup.options.method == "canonical" ? setup.options.method : OptimizeOptions().method;
}

ProvenanceWords experimentProvenance(const Experiment &experiment, const ExperimentInput &input, ProvenanceWords now)
{
    const SettingsRead &reads = experiment.reads;
    const Setup &setup = input.setup;
    const bool many = experiment.needs.manySpaces;
    const ProtocolOptions protocol = (many ? spacesOptions(input) : experimentOptions(input)).protocol;
    if (many)
        now.spaces = tr("%1 spaces").arg(input.data->datasetX->spaces.size());
    now.anchors = reads.anchors ? protocol.anchors : 0;
    now.seeds = reads.seeds ? protocol.seeds : 0;
    if (!reads.similarity)
        now.similarity.clear();
    const Optimizer *method = findOptimizer(reads.search ? setup.options.method : methodFor(setup));
    now.run = reads.method && method ? QString::fromUtf8(method->label) : QString();
    QStringList scoring;
    if (reads.k)
        scoring << tr("K = %1").arg(setup.retrieval.k);
    if (reads.scoreAnchors && setup.retrieval.scoreAnchors)
        scoring << tr("anchors included");
    if (const HeadMethod *head = findHead(setup.stitching.head); reads.head && head)
        scoring << tr("head: %1").arg(QString::fromUtf8(head->label));
    if (reads.headInput)
        scoring << tr("input: %1").arg(QString::fromUtf8(headInputLabel(setup.stitching.input)));
    if (reads.methods && !setup.methods.empty())
        scoring << tr("%1 rows chosen").arg(setup.methods.size());
    if (reads.learned && (!reads.methods || readsLearning({setup.methods}))) {
        const LearnedAnchorsOptions learning;
        scoring << tr("learned anchors: %1 steps of %2 items at rate %3")
                       .arg(learning.steps)
                       .arg(learning.batch)
                       .arg(learning.learningRate);
    }
    if (const QString own = choiceText(experiment, setup.experiments); !own.isEmpty())
        scoring << own;
    now.scoring = scoring.join(", ");
    return now;
}

bool readsTheSame(const Experiment &experiment, const Setup &before, const Setup &after)
{
    const SettingsRead &reads = experiment.reads;
    const auto seen = [&](Setup setup) { // what is not read is the same in all
        const Setup none;
        setup.run = none.run;
        setup.relativeFit = none.relativeFit;
        setup.anchorCount = reads.anchors ? setup.anchorCount : none.anchorCount;
        setup.similarity = reads.similarity ? setup.similarity : none.similarity;
        setup.similarityNumbers = reads.similarity ? setup.similarityNumbers : none.similarityNumbers;
        setup.retrieval.k = reads.k ? setup.retrieval.k : none.retrieval.k;
        setup.retrieval.scoreAnchors = reads.scoreAnchors ? setup.retrieval.scoreAnchors : none.retrieval.scoreAnchors;
        setup.stitching.head = reads.head ? setup.stitching.head : none.stitching.head;
        setup.stitching.input = reads.headInput ? setup.stitching.input : none.stitching.input;
        const ExperimentChoices &all = setup.experiments, usual;
        const std::string_view id = experiment.id;
        setup.experiments = {id == "translation" ? all.completion : usual.completion,
                             id == "quantization" ? all.linkage : usual.linkage,
                             id == "proxy" ? all.proxyGroups : usual.proxyGroups,
                             id == "proxy" ? all.proxyMinAccuracy : usual.proxyMinAccuracy,
                             id == "pairs" ? all.verdictSeeds : usual.verdictSeeds};
        setup.methods = reads.methods ? setup.methods : none.methods;
        setup.seeds = reads.method && !reads.search ? setup.seeds : none.seeds; // others draw theirs
        if (!reads.search) {
            OptimizeOptions read;
            read.seed = setup.options.seed;
            read.method = reads.method ? methodFor(setup) : read.method;
            read.start = reads.method ? setup.options.start : read.start;
            setup.options = read;
        }
        return setup;
    };
    return !difference(seen(before), seen(after));
}

Result<ExperimentOutcome> runExperiment(const Experiment &experiment, const ExperimentInput &input,
                                        const RunContext &context)
{
    const auto found = std::ranges::find(runs, std::string_view(experiment.id), &ExperimentRun::id);
    if (found == std::end(runs))
        return Error(ErrorCode::wrongUsage, std::string("The window cannot run “") + experiment.label + "”.");
    ExperimentInput hinted = input;
    ProtocolOptions protocol = input.setup.protocol();
    std::vector<std::string> notes;
    const LoadedData &data = *input.data;
    if (const Status read = readHintsOf(data.items(Side::x), data.items(Side::y), protocol, notes); !read)
        return read.error();
    hinted.hints = protocol.hints;
    return found->run(hinted, context);
}

ExperimentOptions experimentOptions(const ExperimentInput &input)
{
    const Setup &setup = input.setup;
    ExperimentOptions options = setup.measured();
    options.repeats = input.repeats;
    options.protocol.hints = input.hints;
    options.protocol.seedPairs.clear(); // experiments draw their seeds
    options.protocol.seeds = ProtocolOptions().seeds;
    options.methods.timeLimitSeconds.reset();
    if (readsLearning(options.methods))
        options.additionalBanks = input.data->furtherSpaces();
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
    options.protocol.hints.reset(); // of the two spaces that are open
    options.protocol.optimize.hints.clear();
    return options;
}

} // namespace anchorscope::gui
