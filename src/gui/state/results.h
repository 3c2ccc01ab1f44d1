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

/// Both spaces after pre-processing; null: not computed yet.
struct PreparedPair
{
    std::shared_ptr<const PreparedSpace> x, y;
    explicit operator bool() const { return x && y; }
};

/// Parameter that a similarity requires, e.g. ", threshold 0.25" or ", λ 0.1"; empty: none.
QString numberText(const Similarity &similarity, const SimilarityOptions &numbers);

std::vector<SeedPair> pairsOf(const io::RunRecord &run);
/// Number of pairs that are in both lists.
Index commonPairs(std::vector<SeedPair> a, std::vector<SeedPair> b);
/// True if at least half of the run's known pairs are among `seeds`, so that the run can be continued.
bool keepsRun(const io::RunRecord &run, const std::vector<SeedPair> &seeds);
/// True if these are the known pairs of the run, in any order.
bool hasPairs(const io::RunRecord &run, const std::vector<SeedPair> &seeds);
const io::RunRecord *findRun(const std::vector<io::RunRecord> &runs, io::RunId id);

/// True if a setup can use this similarity; a learned one needs a chosen run with canonical maps.
bool canUse(const std::string &similarity, const std::vector<io::RunRecord> &runs, io::RunId chosen);

enum class Scoring { Retrieval, Stitching, Batch, Health };

/// Spaces and settings of a measurement. If they differ from the current ones, the result is out of date.
struct Provenance
{
    Scoring scoring = Scoring::Retrieval;
    std::string x, y;
    Index items = 0; ///< number of items of X; 0 if nothing was measured
    Setup setup;     ///< settings on which the result depends, from settingsRead()
    bool operator==(const Provenance &other) const;
};

/// Settings on which a result of this kind depends; all other settings have their defaults.
Setup settingsRead(Scoring scoring, const Setup &setup);

struct ProvenanceWords
{
    QString spaces; ///< names of both spaces, such as "fasttext ↔ word2vec"
    Index items = 0;
    Index anchors = 0; ///< number of anchors; 0 if none were used
    Index seeds = 0;
    QString centering;
    QString similarity; ///< name of the similarity; empty if none was used
    std::uint64_t seed = 0;
    /// Name of the run whose anchors were used or, for repeated measurements, of the method; empty without a run.
    QString run;
    QString scoring; ///< settings of the scores: K for retrieval, the kind of classifier for stitching

    /// All texts and numbers in one line: n, anchors, pre-processing, similarity, random seed, run, …
    QString text() const;
};

QString notesText(const std::vector<std::string> &notes);

struct RetrievalResult
{
    std::vector<RetrievalRow> rows;
    Index k = 10;
    Provenance provenance = {};
    /// Sentences about representations that the table of scores omits.
    std::vector<std::string> notes = {};
    bool empty() const { return rows.empty(); }
};

/// Retrieval scores of repeated measurements with different random seeds.
struct BatchResult
{
    /// `rows`: for each method, first X → Y, then Y → X. `runs`: the runs do not contain their matches and anchors.
    RetrievalExperiment experiment;
    std::uint64_t firstSeed = 0;
    Provenance provenance = {};
    int repeats() const { return experiment.repeats; }
    bool empty() const { return experiment.runs.empty(); }
};

struct HealthResult : PairHealth
{
    Provenance provenance = {};
};

struct StitchingResult : io::SavedStitching
{
    Index testItems = 0; ///< number of test items; testX, testY and testLabels are empty if an old session lacks them
    std::vector<ItemIndex> testY = {}; ///< partners in Y of the rows in testX
    Provenance provenance = {};
    /// Sentences about representations that the table of scores omits.
    std::vector<std::string> notes = {};
    bool empty() const { return rows.empty(); }
};

} // namespace anchorscope::gui
