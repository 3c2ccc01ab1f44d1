// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/results.h"
#include "gui/state/setup.h"

#include <QString>

#include <any>

namespace anchorscope::gui {

/// Result of an experiment, prepared by its job for display.
struct ExperimentOutcome
{
    QString id, label;
    Outcome shown;
    QString provenance;
    int repeats = 0;       ///< number of repeats that the numbers are based on
    bool complete = false; ///< false if the experiment is running or was interrupted
    std::any measured;     ///< result of core's experiment, from which the experiment can continue

    const ResultTable &table() const; ///< table that the window shows
};

/// Input of an experiment, owned by its job.
struct ExperimentInput
{
    std::shared_ptr<const LoadedData> data;
    Setup setup;
    int repeats = 3;
    std::any partialResult = {};                          ///< result to resume from, as in ExperimentOutcome::measured
    std::function<void(ExperimentOutcome)> onPartly = {}; ///< callback with partial outcomes, on the computing thread
};

/// Reason why an experiment cannot be run on these data with this number of seeds, or an empty string.
QString obstacleTo(const Experiment &experiment, const LoadedData &data, Index seeds);

/// Provenance of an outcome in words, restricted to settings that the experiment reads. `now`: the full description of
/// the setup.
ProvenanceWords experimentProvenance(const Experiment &experiment, const ExperimentInput &input, ProvenanceWords now);
/// True if two setups do not differ in settings that the experiment reads.
bool usesSameOptions(const Experiment &experiment, const Setup &before, const Setup &after);

/// Options common to all experiments, from the setup, for X and Y or for all spaces of X's file.
ExperimentOptions baseOptions(const Experiment &experiment, const ExperimentInput &input);

/// Runs or resumes an experiment, and reports partial results after every step.
Result<ExperimentOutcome> runExperiment(const Experiment &experiment, const ExperimentInput &input,
                                        const RunContext &context);

} // namespace anchorscope::gui
