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

/// Both spaces after pre-processing; null until the pre-processing has been done.
struct PreparedPair
{
    std::shared_ptr<const PreparedSpace> x, y;
    explicit operator bool() const { return x && y; }
};

/// Text for the parameter that a similarity requires, e.g. ", threshold 0.25" or ", λ 0.1"; empty if it requires none.
QString numberText(const Similarity &similarity, const SimilarityOptions &numbers);

/// Known pairs with which a run was made.
std::vector<SeedPair> pairsOf(const io::RunRecord &run);
/// Number of pairs that two lists have in common.
Index commonPairs(std::vector<SeedPair> a, std::vector<SeedPair> b);
/// True if at least half of the known pairs with which a run was made are among `seeds`; the run can then be continued.
bool keepsRun(const io::RunRecord &run, const std::vector<SeedPair> &seeds);
/// Run with this id; null if not found.
const io::RunRecord *findRun(const std::vector<io::RunRecord> &runs, io::RunId id);

/// True if a setup can use this similarity; a learned one needs a chosen run with canonical maps. A setup that cannot
/// use its similarity uses cosine.
bool canUse(const std::string &similarity, const std::vector<io::RunRecord> &runs, io::RunId chosen);

/// Kinds of measured results: three kinds of scores, and the health of the anchors (how well they span the spaces).
enum class Scoring { Retrieval, Stitching, Batch, Health };

/// Spaces and settings with which a result was measured. If the current ones differ, the result is out of date.
struct Provenance
{
    Scoring scoring = Scoring::Retrieval;
    std::string x, y; ///< names of the spaces X and Y
    Index items = 0;  ///< number of items of X; 0 if nothing was measured
    Setup setup;      ///< settings on which the result depends, as returned by settingsRead()
    bool operator==(const Provenance &other) const;
};

/// Returns the settings on which a result of this kind depends; all other settings have their defaults.
Setup settingsRead(Scoring scoring, const Setup &setup);

/// Texts that describe the provenance of a result; shown next to the result.
struct ProvenanceWords
{
    QString spaces; ///< names of both spaces, e.g. "fasttext ↔ word2vec"
    Index items = 0;
    Index anchors = 0; ///< number of anchors; 0 if anchors were not used
    Index seeds = 0;
    QString centering;
    QString similarity; ///< name of the similarity; empty if a similarity was not used
    std::uint64_t seed = 0;
    /// Name of the run whose anchors were used or, for a batch (measurement with repeats), the method of the batch's
    /// runs; empty without a run.
    QString run;
    QString scoring; ///< settings of the scores: K for retrieval, the kind of classifier (head) for stitching

    /// All these texts and numbers in one line: n, anchors, pre-processing, similarity, random seed, run, …
    QString text() const;
};

/// Joins the notes on a result to one text, with a line for each note; the page shows it with the result's provenance.
QString notesText(const std::vector<std::string> &notes);

struct RetrievalResult
{
    std::vector<RetrievalRow> rows;
    Index k = 10;
    Provenance provenance = {};
    /// Sentences about representations of the vectors that the table of results omits.
    std::vector<std::string> notes = {};
    bool empty() const { return rows.empty(); }
};

/// Retrieval scores that were measured repeatedly, with a different random seed in each repeat.
struct BatchResult
{
    /// Rows of the result's table: for each method, scores of X → Y, then of Y → X. The runs are stored without their
    /// matches and anchors.
    RetrievalExperiment experiment;
    std::uint64_t firstSeed = 0;
    Provenance provenance = {};
    int repeats() const { return experiment.repeats; }
    bool empty() const { return experiment.runs.empty(); }
};

/// Health of the known anchors, that is, how well they span both spaces.
struct HealthResult : PairHealth
{
    Provenance provenance = {};
};

struct StitchingResult
{
    std::vector<StitchRow> rows;
    std::vector<std::string> classes;
    Index trainItems = 0, testItems = 0;
    /// For each test item its row in X, its row in Y, and its true class; empty for results from an older session.
    std::vector<ItemIndex> testX = {}, testY = {};
    std::vector<std::int32_t> testLabels = {};
    Provenance provenance = {};
    /// Sentences about representations of the vectors that the table of results omits.
    std::vector<std::string> notes = {};
    bool empty() const { return rows.empty(); }
};

} // namespace anchorscope::gui
