// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/results.h"
#include "gui/state/setup.h"

#include <QString>

#include <any>

namespace anchorscope::gui {

/// Result of an experiment in the form in which the window shows it; made by the job.
struct ExperimentOutcome
{
    QString id, label;
    Outcome shown;
    QString provenance;
    int repeats = 0;       ///< number of completed repeats over which the numbers are averaged
    bool complete = false; ///< false while the experiment is running, and if it was interrupted
    std::any measured;     ///< result as core returned it, from which the experiment can be continued

    const ResultTable &table() const; ///< result as a table, which the window shows
};

/// Input of an experiment, which its job owns.
struct ExperimentInput
{
    std::shared_ptr<const LoadedData> data;
    Setup setup;
    int repeats = 3;
    /// Result from which the experiment continues, as in ExperimentOutcome::measured; empty: from the beginning.
    std::any partialResult = {};
    /// Callback that receives intermediate outcomes; called on the computing thread.
    std::function<void(ExperimentOutcome)> onPartly = {};
};

/// Reason why an experiment cannot be run on the open data with this number of seeds; empty if it can.
QString obstacleTo(const Experiment &experiment, const LoadedData &data, Index seeds);

/// Describes in words how an outcome was measured, with only those settings that the experiment reads. `now`:
/// description of all settings.
ProvenanceWords experimentProvenance(const Experiment &experiment, const ExperimentInput &input, ProvenanceWords now);
/// True if two setups have the same values of all settings that the experiment reads.
bool usesSameOptions(const Experiment &experiment, const Setup &before, const Setup &after);

/// Options that all experiments have, with the values of the setup; for X and Y, or for all spaces of X's file.
ExperimentOptions baseOptions(const Experiment &experiment, const ExperimentInput &input);

/// Runs an experiment, or continues it from a partial result. Reports intermediate outcomes after every step.
Result<ExperimentOutcome> runExperiment(const Experiment &experiment, const ExperimentInput &input,
                                        const RunContext &context);

} // namespace anchorscope::gui
