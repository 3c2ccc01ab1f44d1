// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/results.h"
#include "gui/state/setup.h"

#include <QString>

#include <any>

namespace anchorscope::gui {

struct ExperimentOutcome
{
    QString id, label;
    Outcome shown;
    QString provenance;
    int repeats = 0;       ///< number of completed repeats; scores are averages over these
    bool complete = false; ///< false while the experiment runs, and if it was interrupted
    std::any measured;     ///< core's result, from which the experiment can be continued

    const ResultTable &table() const;
};

struct ExperimentInput
{
    std::shared_ptr<const LoadedData> data;
    Setup setup;
    int repeats = 3;
    /// Result from which the experiment continues (ExperimentOutcome::measured); empty: from the beginning.
    std::any partialResult = {};
    /// Callback for intermediate outcomes; called on the computing thread.
    std::function<void(ExperimentOutcome)> onPartly = {};
};

/// Reason why an experiment cannot run on the open data with `seeds` seeds; empty: none.
QString obstacleTo(const Experiment &experiment, const LoadedData &data, Index seeds);

/// Describes how an outcome was measured, by the settings that the experiment reads. `now`: current settings in words.
ProvenanceWords experimentProvenance(const Experiment &experiment, const ExperimentInput &input, ProvenanceWords now);
/// True if two setups agree in all settings that the experiment reads.
bool usesSameOptions(const Experiment &experiment, const Setup &before, const Setup &after);

/// Options that all experiments have, as set in the setup. Some depend on whether the experiment uses X and Y only, or
/// all spaces of X's file.
ExperimentOptions baseOptions(const Experiment &experiment, const ExperimentInput &input);

/// Runs or continues an experiment. Reports an intermediate outcome after every step.
Result<ExperimentOutcome> runExperiment(const Experiment &experiment, const ExperimentInput &input,
                                        const RunContext &context);

} // namespace anchorscope::gui
