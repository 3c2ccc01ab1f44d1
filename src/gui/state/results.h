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

/// Both spaces after pre-processing; null until they are prepared.
struct PreparedPair
{
    std::shared_ptr<const PreparedSpace> x, y;
    explicit operator bool() const { return x && y; }
};

/// Text for the number that a similarity reads, such as ", threshold 0.25" or ", λ 0.1"; empty if it reads none.
QString numberText(const Similarity &similarity, const SimilarityOptions &numbers);

/// Known pairs that a run was made with.
std::vector<SeedPair> pairsOf(const io::RunRecord &run);
/// Number of pairs that are in both lists.
Index commonPairs(std::vector<SeedPair> a, std::vector<SeedPair> b);
/// True if at least half of the known pairs that a run was made with are among these, so that it can be continued.
bool keepsRun(const io::RunRecord &run, const std::vector<SeedPair> &seeds);
/// Finds a run by its id; null if not found.
const io::RunRecord *findRun(const std::vector<io::RunRecord> &runs, io::RunId id);

/// True if a setup can use this similarity: it is not learned, or the chosen run has a metric for it. Otherwise the
/// setup uses cosine.
bool canUse(const std::string &similarity, const std::vector<io::RunRecord> &runs, io::RunId chosen);

/// Kinds of measured results: scores and anchor health.
enum class Scoring { Retrieval, Stitching, Batch, Health };

/// Spaces and settings that a result was measured with. The result is out of date if the current ones differ.
struct Provenance
{
    Scoring scoring = Scoring::Retrieval;
    std::string x, y; ///< names of the spaces X and Y
    Index items = 0;  ///< number of items of X; 0: nothing was measured
    Setup setup;      ///< settings used, as returned by settingsRead()
    bool operator==(const Provenance &other) const;
};

/// Returns the settings that a result of this kind depends on; all others have their defaults.
Setup settingsRead(Scoring scoring, const Setup &setup);

/// Provenance of a result in words, shown next to the result.
struct ProvenanceWords
{
    QString spaces; ///< names of both spaces: "fasttext ↔ word2vec"
    Index items = 0;
    Index anchors = 0; ///< number of anchors; 0: not used
    Index seeds = 0;
    QString centering;
    QString similarity; ///< name of the similarity; empty: not used
    std::uint64_t seed = 0;
    QString run;     ///< name of the run whose anchors were used, or method of a batch's own runs; empty: none
    QString scoring; ///< settings of the score: K of retrieval, head of stitching

    /// The provenance in one line: n, anchors, pre-processing, similarity, seed, run.
    QString text() const;
};

/// Joins the notes of a result for its provenance, each on a new line.
QString notesText(const std::vector<std::string> &notes);

struct RetrievalResult
{
    std::vector<RetrievalRow> rows;
    Index k = 10;
    Provenance provenance = {};
    std::vector<std::string> notes = {}; ///< sentences about omitted rows of the table
    bool empty() const { return rows.empty(); }
};

/// Retrieval measured repeatedly, with a different random seed in each repeat.
struct BatchResult
{
    /// Rows of each method: X → Y, then Y → X. The runs omit their matches and anchors.
    RetrievalExperiment experiment;
    std::uint64_t firstSeed = 0;
    Provenance provenance = {};
    int repeats() const { return experiment.repeats; }
    bool empty() const { return experiment.runs.empty(); }
};

/// Health of the known anchors: how well they span both spaces.
struct HealthResult : PairHealth
{
    Provenance provenance = {};
};

struct StitchingResult
{
    std::vector<StitchRow> rows;
    std::vector<std::string> classes;
    Index trainItems = 0, testItems = 0;
    /// Row of X, row of Y and true class of each test item; empty for results from an older session.
    std::vector<ItemIndex> testX = {}, testY = {};
    std::vector<std::int32_t> testLabels = {};
    Provenance provenance = {};
    std::vector<std::string> notes = {}; ///< sentences about omitted rows of the table
    bool empty() const { return rows.empty(); }
};

} // namespace anchorscope::gui
