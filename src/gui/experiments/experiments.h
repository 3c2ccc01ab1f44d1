// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/experiment.h"
#include "core/experiments/registry.h"
#include "gui/experiments/outcome.h"
#include "gui/state/results.h"
#include "gui/state/setup.h"

namespace anchorscope::gui {

/// What an experiment of the window reads; owned by its job.
struct ExperimentInput
{
    std::shared_ptr<const LoadedData> data;
    Setup setup;
    int repeats = 3;
    std::shared_ptr<const Hints> hints = {};              ///< that the setup names; runExperiment() reads them
    std::any soFar = {};                                  ///< ExperimentOutcome::measured of an interrupted one
    std::function<void(ExperimentOutcome)> onPartly = {}; ///< called on the computing thread
};

/// Why an experiment cannot be run on these data with so many seeds, or an empty string.
QString obstacleTo(const Experiment &experiment, const LoadedData &data, Index seeds);

/// What an experiment is measured with: what it reads of the setup, and nothing else. `now`: as for other results.
ProvenanceWords experimentProvenance(const Experiment &experiment, const ExperimentInput &input, ProvenanceWords now);
/// Whether two setups are the same to an experiment.
bool readsTheSame(const Experiment &experiment, const Setup &before, const Setup &after);

/// Runs an experiment of the registry by its function below; error "wrong-usage" if the window has none for it.
Result<ExperimentOutcome> runExperiment(const Experiment &experiment, const ExperimentInput &input,
                                        const RunContext &context);

// One file each.
Result<ExperimentOutcome> retrievalOutcome(const ExperimentInput &input, const RunContext &context);
Result<ExperimentOutcome> stitchingOutcome(const ExperimentInput &input, const RunContext &context);
Result<ExperimentOutcome> anchorCountOutcome(const ExperimentInput &input, const RunContext &context);
Result<ExperimentOutcome> knownPairsOutcome(const ExperimentInput &input, const RunContext &context);
Result<ExperimentOutcome> learnedAnchorsOutcome(const ExperimentInput &input, const RunContext &context);
Result<ExperimentOutcome> weakEncoderOutcome(const ExperimentInput &input, const RunContext &context);
Result<ExperimentOutcome> translationOutcome(const ExperimentInput &input, const RunContext &context);
Result<ExperimentOutcome> quantizationOutcome(const ExperimentInput &input, const RunContext &context);
Result<ExperimentOutcome> proxyOutcome(const ExperimentInput &input, const RunContext &context);
Result<ExperimentOutcome> reconstructionOutcome(const ExperimentInput &input, const RunContext &context);
Result<ExperimentOutcome> pairsOutcome(const ExperimentInput &input, const RunContext &context);

// The pieces that they are made of.

/// The engine that known pairs are given to: the chosen method if it is one, else the default.
std::string methodFor(const Setup &setup);

/// The choices of the window as options of an experiment on X and Y.
ExperimentOptions experimentOptions(const ExperimentInput &input);
/// The same for all spaces of X's file.
ExperimentOptions spacesOptions(const ExperimentInput &input);
/// The spaces of X's file, cut as the workspace's data are.
std::vector<std::shared_ptr<const EmbeddingSet>> spacesOfFile(const LoadedData &data);

/// Runs an experiment of core from where it was interrupted, measure(resume), and shows what it measured, after every
/// step too, show(experiment).
template <class Experiment, class Measure, class Show>
Result<ExperimentOutcome> measureAndShow(const ExperimentInput &input, const Measure &measure, const Show &show)
{
    const auto shown = [&](const Experiment &experiment, bool complete) {
        ExperimentOutcome outcome = show(experiment);
        outcome.repeats = experiment.repeats;
        outcome.complete = complete;
        outcome.measured = experiment;
        return outcome;
    };
    Resume<Experiment> resume;
    if (const auto *soFar = std::any_cast<Experiment>(&input.soFar))
        resume.soFar = *soFar;
    resume.onStep = [&](const Experiment &experiment) {
        if (input.onPartly && experiment.repeats > 0)
            input.onPartly(shown(experiment, false));
    };
    const auto experiment = measure(std::move(resume));
    if (!experiment)
        return experiment.error();
    return shown(*experiment, true);
}

/// The same with the two spaces of the window.
template <class Experiment, class Options, class Show>
Result<ExperimentOutcome> runOnPair(const ExperimentInput &input, const RunContext &context, const Options &options,
                                    Result<Experiment> (*run)(const EmbeddingSet &, const EmbeddingSet &,
                                                              const Correspondence &, const Options &,
                                                              const RunContext &, Resume<Experiment>),
                                    const Show &show)
{
    const io::SpacePair &pair = input.data->pair;
    return measureAndShow<Experiment>(
        input,
        [&](Resume<Experiment> resume) {
            return run(*pair.x, *pair.y, pair.pairing, options, context, std::move(resume));
        },
        show);
}

} // namespace anchorscope::gui
