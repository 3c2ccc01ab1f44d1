// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/alignment/restored.h"
#include "core/data/anchorset.h"
#include "core/evaluate/retrieval.h"
#include "core/evaluate/stitching.h"
#include "core/experiments/protocol.h"
#include "core/experiments/retrieval.h"
#include "core/result.h"
#include "io/dataset/pairloader.h"
#include "io/files/inputfile.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace anchorscope::io {

class Hdf5Content;

/// Returns current size and hash of a file. Not for loaded data, which have a hash already (Dataset::hash).
Result<FileContent> describeInput(const std::string &path);

/// Items of a space, by row and id: ids[i] is the id of row rows[i].
struct NamedItems
{
    std::vector<ItemIndex> rows;
    std::vector<std::string> ids;
    bool operator==(const NamedItems &) const = default;
};

/// Number of a run, unique within a session.
enum class RunId : unsigned long long { none };

/// Input and result of one optimizer run.
struct RunRecord
{
    std::string name; ///< name of the run on screen, e.g. "Run 3"
    OptimizeOptions options;
    Centering centering = Centering::center;
    std::string transform = {}; ///< transform of Y, such as “turn=40” (readTransform); empty: none
    std::vector<ItemIndex> anchorsOfX;
    std::vector<ItemIndex> seedsOfY;
    OptimizeSummary summary;
    /// Recorded iterations, to any of which the user can return; null if not recorded. Shared between copies of the
    /// record, because it is large and never changes.
    std::shared_ptr<const std::vector<RecordedIteration>> recording = {};
    RunId id = RunId::none; ///< id of the run; RunId::none if written by the command line or an early version
};

/// Retrieval experiment with several random seeds; of its runs, only the histories and scores are stored.
struct BatchRecord
{
    std::uint64_t firstSeed = 0;
    RetrievalExperiment experiment;
};

/// Stitching scores of a run, and the items that they belong to.
struct SavedStitching
{
    std::vector<StitchRow> rows;
    std::vector<std::string> classes;
    Index trainItems = 0;
    std::vector<ItemIndex> testX;         ///< rows of X that stitching was tested on
    std::vector<std::int32_t> testLabels; ///< true classes of the rows in testX
};

struct SavedScores
{
    std::vector<RetrievalRow> retrieval;
    SavedStitching stitching;
};

/// Scores of a run that is not selected.
struct RunScores
{
    int run = -1; ///< index in Session::runs of the run that was scored
    SavedScores scores;
};

/// Content of a session file, with which the user can continue or repeat a piece of work (io/README.md, “Session”). The
/// members describe the current comparison; `otherPairs` contains the other comparisons.
struct Session
{
    /// Version of session files that contain several comparisons; a file with a single comparison has version 1.
    static constexpr int currentVersion = 2;

    DataChoice data;          ///< compared spaces; identify, distributed and stored are not saved
    FileContent fileX, fileY; ///< size and hash of the files when the session was saved
    Centering centering = ProtocolOptions().centering;
    std::string similarity = ProtocolOptions().similarity;
    std::vector<SeedPair> seeds;
    NamedItems itemsX, itemsY; ///< rows and ids of all seeds and anchors; empty if items have no ids
    Index anchorCount = ProtocolOptions().anchors;
    std::uint64_t randomSeed = 0;
    OptimizeOptions options; ///< settings for the next run
    std::vector<RunRecord> runs;
    int chosenRun = -1; ///< index in `runs` of the run that the user selected; −1: none
    SavedScores scores; ///< scores of the selected run
    BatchRecord batch;  ///< retrieval experiment with several random seeds; empty if not made
    std::vector<RunScores> otherScores;
    std::string transform = {};              ///< transform of Y, such as “turn=40” (readTransform); empty: none
    std::map<std::string, std::string> view; ///< settings of the window (axes, colours, docks)
    std::string programVersion, isa;         ///< version and instruction set of the program that saved the session
    int position = 0;                        ///< index of the current comparison among all comparisons

    /// comparisons other than the current one; their own `otherPairs` are unused
    std::vector<Session> otherPairs;
};

/// True if all numbers in a list are rows of a space with `count` items.
bool areItems(const std::vector<ItemIndex> &items, Index count);
/// True if a run's anchors fit X and Y: their rows exist, and anchors found in Y have as many dimensions as Y.
bool anchorsFit(const RunRecord &run, const EmbeddingSet &x, const EmbeddingSet &y);
/// Like anchorsFit(), and the run's correspondence gives an item of X for every item of Y.
bool runFits(const RunRecord &run, const EmbeddingSet &x, const EmbeddingSet &y);

/// Saves a session: writes a temporary file, reads it back and compares it, then renames it (io/README.md, “Save”). On
/// any error the old file remains unchanged. `known`: expected stamp of the old file (writeAtomically()).
Status saveSession(const std::string &path, const Session &session, FileStamp *known = nullptr);

/// Reads a session by the helper process. `stamp` receives the file's stamp. Errors: those of readHdf5(),
/// "not-a-session", "newer-version".
Result<Session> loadSession(const std::string &path, const RunContext &context = {}, FileStamp *stamp = nullptr);

/// Returns path patterns of all HDF5 datasets that a session file may contain.
std::vector<std::string> sessionPatterns();

/// Converts a session to the bytes of its file; equal sessions give equal bytes. Error "cannot-save".
Result<std::string> encodeSession(const Session &session);

/// Converts a session file, read with sessionPatterns() and unconverted float64 values, to a session. Checks that all
/// members agree with each other; row numbers can only be checked with the data. Errors "not-a-session",
/// "newer-version", "damaged-file".
Result<Session> decodeSession(const Hdf5Content &content, const std::string &path);

} // namespace anchorscope::io
