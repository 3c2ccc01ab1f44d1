// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/alignment/restored.h"
#include "core/data/anchorset.h"
#include "core/evaluate/retrieval.h"
#include "core/evaluate/stitching.h"
#include "core/experiments/protocol.h"
#include "core/experiments/retrieval.h"
#include "core/result.h"
#include "io/files/filestamp.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace anchorscope::io {

/// An input of a session: its path, size and contents when it was saved.
struct InputReference
{
    std::string path;
    std::uint64_t bytes = 0;
    std::string hash; ///< XXH3-128 of the file, hexadecimal
    std::string space;
    std::string array = {};   ///< chosen array of the file, as OpenOptions::array
    std::string columns = {}; ///< chosen roles of columns, as OpenOptions::columns
    std::string items = {};   ///< path of a file of ids and labels, as OpenOptions::items
    bool operator==(const InputReference &) const = default;
};
/// Describes a file by its current size and hash. For loaded data use Dataset::hash, which was computed while reading.
Result<InputReference> describeInput(const std::string &path, const std::string &space);

/// Some items of a space, by row and by id: ids[i] is the id of rows[i].
struct NamedItems
{
    std::vector<ItemIndex> rows;
    std::vector<std::string> ids;
    bool operator==(const NamedItems &) const = default;
};

/// Number of a run that is unique within a session.
enum class RunId : unsigned long long { none };

/// One optimizer run, with its input and its result.
struct RunRecord
{
    std::string name; ///< name of the run on screen, e.g. "Run 3"
    OptimizeOptions options;
    Centering centering = Centering::center;
    std::string transform = {}; ///< transform of Y in the format of readTransform(); empty: none
    std::vector<ItemIndex> anchorsOfX;
    std::vector<ItemIndex> seedsOfY;
    OptimizeSummary summary;
    /// Recorded iterations in order, to which the user can go back; null: not recorded. Shared because it is large and
    /// never changes.
    std::shared_ptr<const std::vector<RecordedIteration>> recording = {};
    RunId id = RunId::none; ///< id of the run; none: written by the command line or an earlier version; the window
                            ///< assigns one
};

/// A retrieval experiment with several random seeds. Its runs have histories and figures only, no anchors or
/// correspondences.
struct BatchRecord
{
    std::uint64_t firstSeed = 0;
    RetrievalExperiment experiment;
};

/// Scores of a run that is not the chosen one; members as in Session.
struct RunScores
{
    int run = -1; ///< index of the run in Session::runs
    std::vector<RetrievalRow> retrieval;
    std::vector<StitchRow> stitching;
    std::vector<std::string> stitchClasses;
    Index stitchTrainItems = 0;
    std::vector<ItemIndex> stitchTestItems;
    std::vector<std::int32_t> stitchTestLabels;
};

/// Everything needed to reopen the work and to rerun it from the command line (io/README.md, “Session”): the current
/// comparison, and all further ones in `otherPairs`.
struct Session
{
    static constexpr int currentVersion = 2; ///< current version of the format; version 1 has a single comparison, and
                                             ///< is still written for one

    InputReference x, y;
    PairingRule pairing = PairingRule::automatic;
    std::string pairingFile;
    Index maxItems = 0;  ///< maximum number of items; 0: no limit
    bool sample = false; ///< true: items are drawn with sampleSeed, as OpenOptions::sample
    std::uint64_t sampleSeed = 0;
    bool skipBadRows = false; ///< true: omits rows of wrong length, as OpenOptions::skipBadRows
    Centering centering = ProtocolOptions().centering;
    std::string similarity = ProtocolOptions().similarity;
    std::vector<SeedPair> seeds;
    NamedItems itemsX, itemsY; ///< rows and ids of all items that are seeds or anchors; empty if items have no ids
    Index anchorCount = ProtocolOptions().anchors;
    std::uint64_t randomSeed = 0;
    OptimizeOptions options; ///< settings of the Optimize dock
    std::vector<RunRecord> runs;
    int chosenRun = -1; ///< index of the chosen run in `runs`; −1: none
    std::vector<RetrievalRow> retrieval;
    BatchRecord batch; ///< retrieval experiment with several seeds; absent if it has no runs
    std::vector<StitchRow> stitching;
    std::vector<std::string> stitchClasses;
    Index stitchTrainItems = 0;
    std::vector<ItemIndex> stitchTestItems;     ///< rows of X that stitching used for testing
    std::vector<std::int32_t> stitchTestLabels; ///< classes of the test items; predictions are in `stitching`
    std::vector<RunScores> otherScores;         ///< scores of runs that are not chosen
    std::string transform = {};                 ///< transform of Y, in the format of readTransform(), as in RunRecord
    std::map<std::string, std::string> view;    ///< settings of the window: axes, colours, docks
    std::string programVersion, isa;            ///< version and instruction set of the program that saved it
    int position = 0;                           ///< index of this comparison among all
    std::vector<Session> otherPairs; ///< other comparisons, in order; their `position` and `otherPairs` are unused
};

/// True if all of a list are row numbers of a space of `count` items.
bool areItems(const std::vector<ItemIndex> &items, Index count);
/// True if the anchors of a run, both those of X and those found in Y, fit these two spaces.
bool anchorsFit(const RunRecord &run, const EmbeddingSet &x, const EmbeddingSet &y);
/// Like anchorsFit(), and true only if the correspondence also maps all items of Y to items of X.
bool runFits(const RunRecord &run, const EmbeddingSet &x, const EmbeddingSet &y);

/// Saves a session safely: writes to a temporary file in the same folder, checks every step, reopens and verifies the
/// file, then renames it (io/README.md, “Save”). The old file remains unchanged on any error. `known`: as in
/// writeAtomically().
Status saveSession(const std::string &path, const Session &session, FileStamp *known = nullptr);

/// Reads a session through the helper process; `stamp` identifies the file that was read. Errors: those of openDataset,
/// "not-a-session", "newer-version".
Result<Session> loadSession(const std::string &path, const RunContext &context = {}, FileStamp *stamp = nullptr);

} // namespace anchorscope::io
