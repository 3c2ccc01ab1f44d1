// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/results.h"
#include "gui/state/setup.h"
#include "gui/state/viewstate.h"

#include <QUndoStack>

namespace anchorscope::gui {

/// Open comparison: two spaces, the user's setup with its history, the view, runs and results.
struct OpenComparison
{
    std::shared_ptr<const LoadedData> data; ///< spaces, with Y transformed; without pairing if it is hidden
    Setup setup;
    ViewState view;
    std::vector<io::RunRecord> runs;
    RetrievalResult retrieval; ///< latest result of retrieval; the members below are the latest of their kind
    StitchingResult stitching;
    BatchResult batch;
    HealthResult health;
    /// Results measured before the current ones.
    std::pair<std::vector<RetrievalResult>, std::vector<StitchingResult>> measured = {};
    std::unique_ptr<QUndoStack> history = {};    ///< undo history, set by the workspace like the members below
    std::shared_ptr<const LoadedData> read = {}; ///< data without the transform of Y
    Transform transformed = {};                  ///< transform of Y in `data`
    Matrix relativeRotation = {}; ///< last rotation of the relative panels' components (alignedAxes()), or empty

    const io::RunRecord *chosenRun() const { return findRun(runs, setup.run); }
    /// Returns `loaded` (data with these spaces) with the pairing of the file, or without it if the setup hides it.
    std::shared_ptr<const LoadedData> asKnown(std::shared_ptr<const LoadedData> loaded) const;
    /// Adapts a setup: deselects a run that was removed, and resets a similarity that needs it, because undo may
    /// restore a setup with such a run.
    Setup possible(Setup setup) const;
    /// Number of known pairs of a setup that differ from those of its run: added, removed or moved.
    Index pairsOlder(const Setup &with) const;
    /// The current setup, with this run chosen and with the settings that the run was made with.
    Setup setupWith(const io::RunRecord &run) const;
    /// Provenance of a result for the spaces of this comparison that is measured with `setup`. With a run its seeds
    /// count, as results are measured with its anchors.
    Provenance provenance(const Setup &setup, Scoring scoring) const;
    /// Describes a provenance in words, with the current name of its run.
    ProvenanceWords words(const Provenance &of) const;
    QString text(const Provenance &of) const { return words(of).text(); }
    /// Scores that are shown if this run is chosen; null if none were measured with its setup.
    const RetrievalResult *retrievalOf(io::RunId run) const;
    const StitchingResult *stitchingOf(io::RunId run) const;
    bool isBatchCurrent() const;
    bool isHealthCurrent() const;
    /// Title of the comparison, such as "fasttext ↔ word2vec".
    QString name() const;
};

} // namespace anchorscope::gui
