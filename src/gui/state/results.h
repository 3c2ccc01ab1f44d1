// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/health.h"
#include "core/evaluate/retrieval.h"
#include "core/evaluate/stitching.h"
#include "core/experiments/retrieval.h"
#include "core/projection/preprocess.h"
#include "gui/state/loadeddata.h"
#include "io/session/session.h"

#include <QString>

namespace anchorscope::gui {

struct Setup;

/// Both spaces after pre-processing; null before that.
struct PreparedPair
{
    std::shared_ptr<const PreparedSpace> x, y;
    explicit operator bool() const { return x && y; }
};

/// ", threshold 0.25" or ", λ 0.1" of a similarity that reads such a number, else nothing.
QString numberText(const Similarity &similarity, const SimilarityOptions &numbers);

/// Whether the chosen run (−1: none) has the metric that a similarity needs. Where it has not, a setup falls back to
/// cosine.
bool canUse(const std::string &similarity, const std::vector<io::RunRecord> &runs, int chosen);

/// What a number was measured with. Shown beside it, and compared with the setup to see whether it is out of date.
struct Provenance
{
    QString spaces; ///< "fasttext ↔ word2vec"
    Index items = 0;
    Index anchors = 0; ///< 0: none take part
    Index seeds = 0;
    QString centering;  ///< as on screen
    QString similarity; ///< as on screen; empty: none takes part
    std::uint64_t seed = 0;
    QString run;     ///< name of the run whose anchors were used; empty: none
    QString scoring; ///< K of retrieval, head of stitching
    std::vector<SeedPair> seedPairs;
    bool operator==(const Provenance &) const = default;

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
    OptimizeOptions options; ///< of each run, but for the seed
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
