// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/results.h"
#include "gui/state/setup.h"
#include "gui/state/viewstate.h"

#include <QUndoStack>

namespace anchorscope::gui {

/// Open comparison: two spaces, the user's setup with its undo history, the view, runs and results.
struct OpenComparison
{
    /// Both spaces, Y after its transform; without the pairing if the user has hidden it.
    std::shared_ptr<const LoadedData> data;
    Setup setup;
    ViewState view;
    std::vector<io::RunRecord> runs;
    /// Latest result of measuring retrieval. `stitching`, `batch` and `health` are also the latest results of their
    /// kinds.
    RetrievalResult retrieval;
    StitchingResult stitching;
    BatchResult batch;
    HealthResult health;
    /// Results of retrieval and stitching that were measured earlier, with other settings.
    std::pair<std::vector<RetrievalResult>, std::vector<StitchingResult>> measured = {};
    /// Undo history of the comparison; set by the workspace, as are the three variables below.
    std::unique_ptr<QUndoStack> history = {};
    std::shared_ptr<const LoadedData> read = {}; ///< data in which Y has not been transformed
    Transform transformed = {};                  ///< transform that has been applied to Y in `data`

    /// Rotation of the relative panels' axes that kept their plots close to the previous ones; may be empty.
    Matrix relativeRotation = {};

    const io::RunRecord *chosenRun() const { return findRun(runs, setup.run); }
    /// Returns `loaded`, which contains the spaces of this comparison: with its pairing or, if the setup hides the
    /// pairing, a copy without it.
    std::shared_ptr<const LoadedData> asKnown(std::shared_ptr<const LoadedData> loaded) const;
    /// Returns a setup without references to a run that has been removed: the run is deselected, and a similarity that
    /// requires it is reset. Undo may restore a setup with such a run.
    Setup possible(Setup setup) const;
    /// Number of known pairs that were added, removed or moved in a setup since its run was made.
    Index pairsOlder(const Setup &with) const;
    /// Returns the current setup with `run` as the chosen run, and with the settings with which this run was made.
    Setup setupWith(const io::RunRecord &run) const;
    /// Provenance that a result has if it is measured in the spaces of this comparison with `setup`. If the setup has a
    /// run, the seeds are those of the run, because results are measured with the run's anchors.
    Provenance provenance(const Setup &setup, Scoring scoring) const;
    /// Describes a provenance in words; its run is described by its current name.
    ProvenanceWords words(const Provenance &of) const;
    QString text(const Provenance &of) const { return words(of).text(); }
    /// Scores that are shown while this run is chosen; null if no scores were measured with the run's setup.
    const RetrievalResult *retrievalOf(io::RunId run) const;
    const StitchingResult *stitchingOf(io::RunId run) const;
    bool isBatchCurrent() const;
    bool isHealthCurrent() const;
    /// Title of the comparison, e.g. "fasttext ↔ word2vec".
    QString name() const;
};

} // namespace anchorscope::gui
