// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/optionreader.h"
#include "io/dataset/pairloader.h"
#include "io/files/inputfile.h"
#include "io/session/session.h"

#include <optional>

namespace anchorscope::cli {

/// Decodes an argument of the command line. A byte that is not valid UTF-8 (in old file names) becomes a lone
/// surrogate, U+DC80 … U+DCFF, which filePath() converts back.
QString decodeArgument(const char *bytes);

/// Converts a path from decodeArgument() for the file system, with exactly the bytes that the user typed.
std::string filePath(const QString &path);

/// True if a file of this name is written as a dataset, false if as an array.
bool isDatasetName(const std::string &path);

/// Splits the argument DATA: one file, or two files separated by a comma. The name of an existing file may contain a
/// comma.
std::vector<std::string> splitData(const QString &data);

/// Two spaces chosen by the argument DATA and its options, and the seeds of --seed-pairs.
struct PairedData
{
    /// Files from which the data were loaded, and the options used, including the names of the spaces.
    io::DataChoice choice;
    io::SpacePair pair;
    /// Transform that was applied to Y, in the notation of readTransform(); empty: none.
    std::string transform = {};
    std::vector<SeedPair> seedPairs;
    /// Spaces of the file other than X and Y (io::LoadedData::furtherSpaces), for anchors that are learned from many
    /// spaces.
    std::vector<std::shared_ptr<const EmbeddingSet>> furtherSpaces;
    /// Properties of the files of X and of Y, but not the spaces in them. Size and hash of the files are known only if
    /// a session is read or written.
    Dataset factsX = {}, factsY = {};
    /// Session that the option --session names.
    std::optional<io::Session> session = {};
};
/// Reads the options that limit the rows to read: --max-items, --sample, --sample-seed.
Result<io::OpenOptions> readingOptions(OptionReader &reader);

/// Reads the chosen columns, one text per file of DATA: --columns applies to each file that is a table, --columns-y
/// replaces it for the second file.
Result<std::vector<std::string>> columnChoices(OptionReader &reader, const std::vector<std::string> &paths);

/// Reads the paths of the files with ids and labels, one per file of DATA: --ids for the first, --ids-y for the second;
/// empty if the option is not given.
Result<std::vector<std::string>> itemFiles(OptionReader &reader, const std::vector<std::string> &paths);

/// Loads DATA (io::loadPair) with the options --x, --y, --pair and --seed-pairs, and those that limit rows or choose
/// columns and item files. Error "no-matching-ids" if no ids match, so that the pairing is unknown, and --seed-pairs
/// gives no known pairs. With --session, a table is read with the columns that the session names; other columns in the
/// options cause a warning.
Result<PairedData> openPairedData(OptionReader &reader, const QString &data, const RunContext &context);

/// Returns a space whose vectors are in one matrix, even if those of the given space are distributed over MPI ranks or
/// kept in the type of their file. Error "too-large".
Result<std::shared_ptr<const EmbeddingSet>> materialized(const std::shared_ptr<const EmbeddingSet> &set);

/// Loads the spaces of one file that --spaces names (by default all), limited to the first --max-items items.
Result<std::vector<std::shared_ptr<const EmbeddingSet>>> openManySpaces(OptionReader &reader, const QString &data,
                                                                        const RunContext &context);

} // namespace anchorscope::cli
