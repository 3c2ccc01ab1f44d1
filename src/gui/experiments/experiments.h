// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/results.h"
#include "gui/state/setup.h"

#include <QString>

#include <any>

namespace anchorscope::gui {

/// Result of an experiment for the page: made by the job, only shown by the views.
struct ExperimentOutcome
{
    QString id, label;
    Outcome shown;
    QString provenance;
    int repeats = 0;       ///< number of repeats behind the numbers
    bool complete = false; ///< false: the run is not over, or was interrupted
    std::any measured;     ///< result of core's experiment, to continue from

    const ResultTable &table() const; ///< the one for the window
};

/// Input of an experiment of the window; owned by its job.
struct ExperimentInput
{
    std::shared_ptr<const LoadedData> data;
    Setup setup;
    int repeats = 3;
    std::any soFar = {};                                  ///< ExperimentOutcome::measured of an interrupted one
    std::function<void(ExperimentOutcome)> onPartly = {}; ///< called on the computing thread
};

/// Reason why an experiment cannot be run on these data with that number of seeds, or an empty string.
QString obstacleTo(const Experiment &experiment, const LoadedData &data, Index seeds);

/// Settings that an experiment reads of the setup, as words. `now`: as for other results.
ProvenanceWords experimentProvenance(const Experiment &experiment, const ExperimentInput &input, ProvenanceWords now);
/// True if two setups are the same to an experiment.
bool readsTheSame(const Experiment &experiment, const Setup &before, const Setup &after);

/// Choices of the window as options that all experiments have, on X and Y or on all spaces of X's file.
ExperimentOptions baseOptions(const Experiment &experiment, const ExperimentInput &input);

/// Runs an experiment from where it was interrupted, and reports what it measured after every step.
Result<ExperimentOutcome> runExperiment(const Experiment &experiment, const ExperimentInput &input,
                                        const RunContext &context);

} // namespace anchorscope::gui
