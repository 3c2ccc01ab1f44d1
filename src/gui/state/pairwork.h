// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/results.h"
#include "gui/state/setup.h"
#include "gui/state/viewstate.h"

#include <QUndoStack>

namespace anchorscope::gui {

/// Two spaces and the work on them: what the user chose with its history, how it is looked at, runs and results. The
/// workspace holds one for each pair of spaces that is open.
struct PairWork
{
    std::shared_ptr<const LoadedData> data; ///< with Y as changed by `transformed`; without its pairing where forgotten
    Setup setup;
    ViewState view;
    std::vector<io::RunRecord> runs;
    RetrievalResult retrieval; ///< measured last
    StitchingResult stitching;
    BatchResult batch;
    HealthResult health;
    std::pair<std::vector<RetrievalResult>, std::vector<StitchingResult>> measured = {}; ///< with other setups
    std::unique_ptr<QUndoStack> history = {};    ///< from when the workspace holds it, as what follows
    std::shared_ptr<const LoadedData> read = {}; ///< as read
    Transform transformed = {};                  ///< of `data`
    Matrix relativeTurn = {}; ///< of the relative panels' components (alignedAxes()), as they were shown last; or empty

    const io::RunRecord *chosenRun() const { return findRun(runs, setup.run); }
    /// Of these spaces, with the pairing as read, or without it where the setup says that names are forgotten.
    std::shared_ptr<const LoadedData> asKnown(std::shared_ptr<const LoadedData> loaded) const;
    /// The setup as far as it is possible with the runs that there are: undo may go back to one that was removed.
    Setup possible(Setup setup) const;
    /// The setup when that run is chosen.
    Setup setupWith(const io::RunRecord &run) const;
    /// What a result measured with a setup of these spaces is measured with.
    Provenance provenance(const Setup &setup, Scoring scoring) const;
    /// The same in words; runs by their present names.
    ProvenanceWords words(const Provenance &of) const;
    QString text(const Provenance &of) const { return words(of).text(); }
    /// The scores that choosing a run shows, the chosen one's included; null where none are measured or they are out
    /// of date.
    const RetrievalResult *retrievalOf(io::RunId run) const;
    const StitchingResult *stitchingOf(io::RunId run) const;
    bool isBatchCurrent() const;
    bool isHealthCurrent() const;
    /// The spaces as on screen: "fasttext ↔ word2vec".
    QString name() const;
};

} // namespace anchorscope::gui
