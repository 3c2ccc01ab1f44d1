// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/experiments.h"
#include "core/experiments/knownpairs.h"
#include "core/experiments/protocol.h"
#include "core/experiments/stitching.h"
#include "core/optimizers/optimizers.h"
#include "gui/style/tr.h"
#include "jobs/throttle.h"

#include <algorithm>

namespace anchorscope::gui {

namespace {

constexpr std::chrono::milliseconds liveInterval(150);

bool hasLabels(const Experiment &experiment, const LoadedData &data)
{
    const bool ofX = data.items(Side::x).hasLabels();
    return ofX || (!experiment.requirements.manySpaces && data.items(Side::y).hasLabels());
}

/// Describes the experiment's own options: the chosen variant, and others that differ from their defaults.
QString choiceText(const Experiment &experiment, const ExperimentChoices &choices)
{
    QStringList words;
    std::any options = experimentOptions(experiment, {}, choices);
    for (const Option &option : experiment.ownOptions(options)) {
        const bool isVariant = *option.oldId != 0 && std::holds_alternative<EnumReference>(option.value);
        if (!isVariant && !choices.contains(option.oldId))
            continue;
        QString text = tr(option.label);
        text[0] = text[0].toLower();
        if (!std::holds_alternative<bool *>(option.value))
            text += ": " + QString::fromStdString(valueText(option));
        words << text;
    }
    return words.join(", ");
}

/// Method for experiments with known pairs: the chosen one if it accepts them, otherwise the default.
std::string methodFor(const Setup &setup)
{
    return setup.options.method == "canonical" ? setup.options.method : OptimizeOptions().method;
}

/// Spaces of X's file, limited to the number of items that the user has opened.
std::vector<std::shared_ptr<const EmbeddingSet>> spacesOfFile(const LoadedData &data)
{
    std::vector<std::shared_ptr<const EmbeddingSet>> spaces;
    for (const auto &space : data.datasetX->spaces)
        spaces.push_back(data.choice.maxItems > 0 && !data.choice.sample ? firstItems(space, data.choice.maxItems)
                                                                         : space);
    return spaces;
}

} // namespace

ExperimentOptions baseOptions(const Experiment &experiment, const ExperimentInput &input)
{
    const Setup &setup = input.setup;
    const bool many = experiment.requirements.manySpaces;
    const Index pairs = many ? input.data->size(Side::x) : input.data->pair.pairing.pairs();
    ExperimentOptions options = setup.measured();
    ProtocolOptions &protocol = options.protocol;
    options.repeats = input.repeats;
    options.methods.timeLimitSeconds.reset();
    if (readsLearning(options.methods))
        options.additionalBanks = input.data->furtherSpaces();
    if (pairs > 0)
        protocol.anchors = anchorsAmong(pairs, setup.anchorCount);
    protocol.seedPairs.clear(); // removes the user's seeds, because experiments draw their own
    protocol.seeds = std::min(ProtocolOptions().seeds, protocol.anchors);
    if (many)
        protocol.optimize.hints.clear(); // removes hints, because they are columns of the two open spaces only
    if (experiment.reads.method && !experiment.reads.search)
        protocol.optimize.method = methodFor(setup);
    useStitchingDefaults(experiment.reads, protocol.optimize);
    if (experiment.requirements.seedsSuffice && !input.data->hasTruth())
        protocol.seedPairs = setup.seeds;
    return options;
}

const ResultTable &ExperimentOutcome::table() const
{
    return *std::ranges::find_if(shown.tables, [](const ResultTable &each) {
        return each.place != ResultTable::Place::terminal && !each.columns.empty();
    });
}

QString obstacleTo(const Experiment &experiment, const LoadedData &data, Index seeds)
{
    const ExperimentRequirements &requirements = experiment.requirements;
    if (requirements.manySpaces && data.datasetX->spaces.size() < 2)
        return tr("The file of X contains only one space.");
    if (requirements.seedsSuffice && !data.hasTruth() && seeds < fewestKnownPairs)
        return tr("No true pairs are known for these spaces. With at least %1 seeds, some can be held out and "
                  "retrieved.")
            .arg(fewestKnownPairs);
    if (!requirements.manySpaces && !requirements.seedsSuffice && !data.hasTruth())
        return tr("No true pairs are known for these spaces, so there is nothing to score against.");
    if (requirements.labels && !hasLabels(experiment, data))
        return tr("The items have no labels, so no classifier can be trained.");
    if (requirements.images && data.items(Side::x).thumbnails.empty() && data.items(Side::y).thumbnails.empty())
        return tr("The items have no pictures to reconstruct.");
    return {};
}

ProvenanceWords experimentProvenance(const Experiment &experiment, const ExperimentInput &input, ProvenanceWords now)
{
    const UsedOptions &reads = experiment.reads;
    const Setup &setup = input.setup;
    const bool many = experiment.requirements.manySpaces;
    const ProtocolOptions protocol = baseOptions(experiment, input).protocol;
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

bool usesSameOptions(const Experiment &experiment, const Setup &before, const Setup &after)
{
    const UsedOptions &reads = experiment.reads;
    const auto seen = [&](Setup setup) { // resets the settings that the experiment does not read
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
        std::any options = experiment.makeOptions({});
        const std::vector<Option> own = experiment.ownOptions(options);
        std::erase_if(setup.experiments, [&](const auto &choice) {
            return std::ranges::none_of(own, [&](const Option &option) { return choice.first == option.oldId; });
        });
        setup.methods = reads.methods ? setup.methods : none.methods;
        // Drops the user's seeds if the experiment searches for anchors, because it then draws its own seeds.
        setup.seeds = reads.method && !reads.search ? setup.seeds : none.seeds;
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
    const LoadedData &data = *input.data;
    ExperimentOptions base = baseOptions(experiment, input);
    std::vector<std::string> notes;
    if (const Status read = readHintsOf(data.items(Side::x), data.items(Side::y), base.protocol, notes); !read)
        return read.error();
    ExperimentRequest request{
        .x = data.pair.x.get(), .y = data.pair.y.get(), .pairing = &data.pair.pairing, .context = context};
    if (experiment.requirements.manySpaces)
        request.spaces = spacesOfFile(data);
    request.options = experimentOptions(experiment, std::move(base), input.setup.experiments);
    if (experiment.settle)
        experiment.settle(request.options);
    if (experiment.fit)
        experiment.fit(request.options, data.pair.pairing.pairs());
    request.partialResult = input.partialResult;
    const auto outcomeOf = [&](const std::any &result, bool complete) {
        return ExperimentOutcome{
            {}, {}, experiment.show(result, request.options), {}, experiment.repeatsOf(result), complete, result};
    };
    Throttle throttle(liveInterval);
    if (input.onPartly) {
        request.onStep = [&](const std::any &result) {
            if (experiment.repeatsOf(result) > 0)
                input.onPartly(outcomeOf(result, false));
        };
        request.onProgress = [&](const std::any &part) {
            if (!throttle.pass())
                return;
            ExperimentOutcome outcome = outcomeOf(part, false);
            // Removes the partial result, because an experiment can continue only from completed steps.
            outcome.measured.reset();
            input.onPartly(std::move(outcome));
        };
    }
    const auto result = experiment.run(request);
    if (!result)
        return result.error();
    return outcomeOf(*result, true);
}

} // namespace anchorscope::gui
