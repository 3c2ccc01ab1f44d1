// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/health.h"
#include "core/evaluate/retrieval.h"
#include "core/evaluate/stitching.h"
#include "core/experiments/retrieval.h"
#include "core/projection/preprocess.h"
#include "gui/state/loadeddata.h"
#include "gui/state/setup.h"

#include <QString>

namespace anchorscope::gui {

/// Both spaces after pre-processing; null before that.
struct PreparedPair
{
    std::shared_ptr<const PreparedSpace> x, y;
    explicit operator bool() const { return x && y; }
};

/// ", threshold 0.25" or ", λ 0.1" of a similarity that reads such a number, else nothing.
QString numberText(const Similarity &similarity, const SimilarityOptions &numbers);

/// The run of that id; null where there is none.
const io::RunRecord *findRun(const std::vector<io::RunRecord> &runs, io::RunId id);

/// Whether the chosen run has the metric that a similarity needs. Where it has not, a setup falls back to cosine.
bool canUse(const std::string &similarity, const std::vector<io::RunRecord> &runs, io::RunId chosen);

/// What a result is measured for.
enum class Scoring { Retrieval, Stitching, Batch, Health };

/// What a result was measured with, compared with the setup to see whether it is out of date.
struct Provenance
{
    Scoring scoring = Scoring::Retrieval;
    std::string x, y; ///< names of the spaces
    Index items = 0;  ///< of X; 0: nothing was measured
    Setup setup;      ///< the settings that the result depends on; the others as in a new setup
    bool operator==(const Provenance &other) const;
};

/// The part of a setup that such a result depends on; the rest as in a new setup.
Setup settingsRead(Scoring scoring, const Setup &setup);

/// A provenance in words, as it stands beside a result.
struct ProvenanceWords
{
    QString spaces; ///< "fasttext ↔ word2vec"
    Index items = 0;
    Index anchors = 0; ///< 0: none take part
    Index seeds = 0;
    QString centering;
    QString similarity; ///< empty: none takes part
    std::uint64_t seed = 0;
    QString run;     ///< name of the run whose anchors were used, or the method of runs of its own; empty: none
    QString scoring; ///< K of retrieval, head of stitching

    /// One line: n, anchors, pre-processing, similarity, seed, run.
    QString text() const;
};

/// The notes of a result, to stand behind its provenance; empty if there are none.
QString notesText(const std::vector<std::string> &notes);

struct RetrievalResult
{
    std::vector<RetrievalRow> rows;
    Index k = 10;
    Provenance provenance = {};
    std::vector<std::string> notes = {}; ///< sentences: rows that were left out
    bool empty() const { return rows.empty(); }
};

/// The same measurement with several seeds of all random choices.
struct BatchResult
{
    /// Rows: X → Y, then Y → X of each method. Runs without what they found.
    RetrievalExperiment experiment;
    std::uint64_t firstSeed = 0;
    Provenance provenance = {};
    int repeats() const { return experiment.repeats; }
    bool empty() const { return experiment.runs.empty(); }
};

/// How well the known anchors span both spaces.
struct HealthResult : PairHealth
{
    Provenance provenance = {};
};

struct StitchingResult
{
    std::vector<StitchRow> rows;
    std::vector<std::string> classes;
    Index trainItems = 0, testItems = 0;
    /// Rows of X and of Y and the true class of each test item; empty for results read from an older session.
    std::vector<ItemIndex> testX = {}, testY = {};
    std::vector<std::int32_t> testLabels = {};
    Provenance provenance = {};
    std::vector<std::string> notes = {}; ///< sentences: rows that were left out
    bool empty() const { return rows.empty(); }
};

} // namespace anchorscope::gui
