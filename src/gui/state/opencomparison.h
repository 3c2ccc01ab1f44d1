// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/results.h"
#include "gui/state/setup.h"
#include "gui/state/viewstate.h"

#include <QUndoStack>

namespace anchorscope::gui {

/// Open comparison: two spaces, the setup with its undo history, the view, runs and results.
struct OpenComparison
{
    /// Both spaces, with Y transformed; without the pairing if the user has hidden it.
    std::shared_ptr<const LoadedData> data;
    Setup setup;
    ViewState view;
    std::vector<io::RunRecord> runs;
    /// Latest result of each kind of measurement.
    RetrievalResult retrieval;
    StitchingResult stitching;
    BatchResult batch;
    HealthResult health;
    /// Results of retrieval and stitching that were measured earlier, with other settings.
    std::pair<std::vector<RetrievalResult>, std::vector<StitchingResult>> measured = {};
    /// The workspace sets `history`, `read`, `transformed`, `deselected` and `relativeRotation`.
    std::unique_ptr<QUndoStack> history = {};
    std::shared_ptr<const LoadedData> read = {}; ///< data before the transform of Y
    Transform transformed = {};                  ///< transform of Y in `data`
    io::RunId deselected = io::RunId::none;      ///< run that a change of its pairs or settings deselected last

    /// Rotation that kept the relative plots close to the previous ones; may be empty.
    Matrix relativeRotation = {};

    const io::RunRecord *chosenRun() const { return findRun(runs, setup.run); }
    /// Returns `loaded`, the data of this comparison, but without the pairing if the setup hides it.
    std::shared_ptr<const LoadedData> asKnown(std::shared_ptr<const LoadedData> loaded) const;
    /// Returns `setup` (e.g. of an undo step) without a run that was removed, and without a similarity of this run.
    Setup possible(Setup setup) const;
    /// Number of known pairs of the setup `with` that were added, removed or moved since its run was made.
    Index pairsOlder(const Setup &with) const;
    /// Current setup with `run` chosen, and the settings with which that run was made.
    Setup setupWith(const io::RunRecord &run) const;
    /// Run that a change of the setup deselected, if no run is chosen since and `with` restores its pairs and settings;
    /// RunId::none otherwise.
    io::RunId runAgain(const Setup &with) const;
    /// Provenance of a result measured with `setup`. If the setup has a run, the seeds are those of the run.
    Provenance provenance(const Setup &setup, Scoring scoring) const;
    /// Describes a provenance in words, with the current name of its run.
    ProvenanceWords words(const Provenance &of) const;
    QString text(const Provenance &of) const { return words(of).text(); }
    /// Scores that are shown while `run` is chosen; null if no scores were measured with the setup of the run.
    const RetrievalResult *retrievalOf(io::RunId run) const;
    const StitchingResult *stitchingOf(io::RunId run) const;
    bool isBatchCurrent() const;
    bool isHealthCurrent() const;
    /// Title of the comparison, e.g. "fasttext ↔ word2vec".
    QString name() const;
};

} // namespace anchorscope::gui
