// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/results.h"
#include "gui/state/setup.h"
#include "gui/state/viewstate.h"

#include <QUndoStack>

namespace anchorscope::gui {

/// An open comparison: two spaces, the user's setup with its history, the view, runs and results.
struct OpenComparison
{
    std::shared_ptr<const LoadedData> data; ///< with Y transformed; without pairing if it is hidden
    Setup setup;
    ViewState view;
    std::vector<io::RunRecord> runs;
    RetrievalResult retrieval; ///< latest result, like those below
    StitchingResult stitching;
    BatchResult batch;
    HealthResult health;
    /// Results measured before the current ones.
    std::pair<std::vector<RetrievalResult>, std::vector<StitchingResult>> measured = {};
    std::unique_ptr<QUndoStack> history = {};    ///< set by the workspace, like the members below
    std::shared_ptr<const LoadedData> read = {}; ///< untransformed data
    Transform transformed = {};                  ///< transform of `data`
    Matrix relativeRotation = {}; ///< last rotation of the relative panels' components (alignedAxes()), or empty

    const io::RunRecord *chosenRun() const { return findRun(runs, setup.run); }
    /// Returns `loaded`, which holds these spaces, with the pairing of the file, or without it if the setup hides it.
    std::shared_ptr<const LoadedData> asKnown(std::shared_ptr<const LoadedData> loaded) const;
    /// Resets a run that was removed, and a similarity that needs it: undo may restore a setup with such a run.
    Setup possible(Setup setup) const;
    /// The current setup with the run chosen and the settings that the run was made with.
    Setup setupWith(const io::RunRecord &run) const;
    /// Provenance of a result of these spaces that is measured with `setup`.
    Provenance provenance(const Setup &setup, Scoring scoring) const;
    /// Describes a provenance in words, with the current name of its run.
    ProvenanceWords words(const Provenance &of) const;
    QString text(const Provenance &of) const { return words(of).text(); }
    /// Scores that are shown if this run is chosen; null if none were measured with its setup.
    const RetrievalResult *retrievalOf(io::RunId run) const;
    const StitchingResult *stitchingOf(io::RunId run) const;
    bool isBatchCurrent() const;
    bool isHealthCurrent() const;
    /// Title, such as "fasttext ↔ word2vec".
    QString name() const;
};

} // namespace anchorscope::gui
