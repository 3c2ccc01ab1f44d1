// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/anchorset.h"
#include "core/evaluate/retrieval.h"
#include "core/evaluate/stitching.h"
#include "core/experiments/protocol.h"
#include "core/experiments/retrieval.h"
#include "core/optimize/restored.h"
#include "core/result.h"
#include "io/files/filestamp.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace anchorscope::io {

/// An input of a session: where it was and what it was.
struct InputReference
{
    std::string path;
    std::uint64_t bytes = 0;
    std::string hash; ///< XXH3-128 of the file, hexadecimal
    std::string space;
    std::string array = {};   ///< as OpenOptions::array
    std::string columns = {}; ///< as OpenOptions::columns
    std::string items = {};   ///< as OpenOptions::items
    bool operator==(const InputReference &) const = default;
};
/// Size and hash of a file as it is now. (Of data that were loaded: Dataset::hash, from the same reading.)
Result<InputReference> describeInput(const std::string &path, const std::string &space);

/// Some items of a space, by row and by id: ids[i] is that of rows[i].
struct NamedItems
{
    std::vector<ItemIndex> rows;
    std::vector<std::string> ids;
    bool operator==(const NamedItems &) const = default;
};

/// Which run: a number that no other run of a session has.
enum class RunId : unsigned long long { none };

/// One optimisation: what it was given and what came out.
struct RunRecord
{
    std::string name; ///< as listed on screen, e.g. "Run 3"
    OptimizeOptions options;
    Centering centering = Centering::center;
    std::string transform = {}; ///< of Y, as readTransform() reads it; empty: as it was read
    std::vector<ItemIndex> anchorsOfX;
    std::vector<ItemIndex> seedsOfY;
    OptimizeSummary summary;
    /// Iterations to go back to, in their order; null: not recorded. Shared, as it is large and never changes.
    std::shared_ptr<const std::vector<RecordedIteration>> recording = {};
    RunId id = RunId::none; ///< none: written by the command line or an earlier version; the window gives it one
};

/// A retrieval experiment with several random seeds. Of its runs the history and figures alone, without anchors and
/// correspondences.
struct BatchRecord
{
    std::uint64_t firstSeed = 0;
    RetrievalExperiment experiment;
};

/// Scores of a run that is not the chosen one, as of a Session.
struct RunScores
{
    int run = -1; ///< index into runs
    std::vector<RetrievalRow> retrieval;
    std::vector<StitchRow> stitching;
    std::vector<std::string> stitchClasses;
    Index stitchTrainItems = 0;
    std::vector<ItemIndex> stitchTestItems;
    std::vector<std::int32_t> stitchTestLabels;
};

/// Everything needed to reopen the work and to rerun it from the command line (io/README.md, “Session”): of the pair of
/// spaces that was looked at, and in `otherPairs` the same of the others.
struct Session
{
    static constexpr int currentVersion = 2; ///< 1 has one pair of spaces, and is written where there is one

    InputReference x, y;
    PairingRule pairing = PairingRule::automatic;
    std::string pairingFile;
    Index maxItems = 0;  ///< N items only; 0: all
    bool sample = false; ///< as OpenOptions::sample: not the first ones, but drawn with
    std::uint64_t sampleSeed = 0;
    bool skipBadRows = false; ///< as OpenOptions::skipBadRows
    Centering centering = ProtocolOptions().centering;
    std::string similarity = ProtocolOptions().similarity;
    std::vector<SeedPair> seeds;
    NamedItems itemsX, itemsY; ///< all items of seeds and anchors; none where items have no ids
    Index anchorCount = ProtocolOptions().anchors;
    std::uint64_t randomSeed = 0;
    OptimizeOptions options; ///< as set in the Optimize dock
    std::vector<RunRecord> runs;
    int chosenRun = -1; ///< index into runs, −1: none
    std::vector<RetrievalRow> retrieval;
    BatchRecord batch; ///< without runs: none
    std::vector<StitchRow> stitching;
    std::vector<std::string> stitchClasses;
    Index stitchTrainItems = 0;
    std::vector<ItemIndex> stitchTestItems;     ///< rows of X that `stitching` was tested on
    std::vector<std::int32_t> stitchTestLabels; ///< their classes; predictions are in `stitching`
    std::vector<RunScores> otherScores;         ///< of runs that are not chosen
    std::string transform = {};                 ///< of Y, as in a run
    std::map<std::string, std::string> view;    ///< what the window shows: axes, colours, docks
    std::string programVersion, isa;            ///< of the program that saved it
    int position = 0;                           ///< of this pair of spaces among all
    std::vector<Session> otherPairs;            ///< in their order; these have neither positions nor others
};

/// Whether all are row numbers of a space of `count` items.
bool areItems(const std::vector<ItemIndex> &items, Index count);
/// Whether the anchors of a run, as given and as found, are items and vectors of these spaces.
bool anchorsFit(const RunRecord &run, const EmbeddingSet &x, const EmbeddingSet &y);
/// Whether its correspondence is one of all their items besides.
bool runFits(const RunRecord &run, const EmbeddingSet &x, const EmbeddingSet &y);

/// Writes to a temporary file in the same folder, checks every step, reopens and verifies it, then renames
/// (io/README.md, “Save”). The old file stays as it was on any error. `known` as in writeAtomically().
Status saveSession(const std::string &path, const Session &session, FileStamp *known = nullptr);

/// Reads through the helper process; `stamp` tells which file it was. Errors: those of openDataset, "not-a-session",
/// "newer-version".
Result<Session> loadSession(const std::string &path, const RunContext &context = {}, FileStamp *stamp = nullptr);

} // namespace anchorscope::io
