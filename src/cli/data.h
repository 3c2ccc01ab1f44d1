// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/optionreader.h"
#include "io/dataset/pairloader.h"
#include "io/files/inputfile.h"
#include "io/session/session.h"

#include <optional>

namespace anchorscope::cli {

/// Decodes an argument. A byte that is not valid UTF-8 (in old file names) becomes a lone surrogate, U+DC80 … U+DCFF.
QString decodeArgument(const char *bytes);

/// Converts a path from decodeArgument() back to the bytes that the user typed.
std::string filePath(const QString &path);

/// True if a file name ends like that of a dataset (HDF5), so that a dataset is written, not an array.
bool isDatasetName(const std::string &path);

/// Names of the options that take files to read; --pair also takes rules.
const QStringList &inputOptions();

/// Splits DATA: one file, or two separated by a comma. Names of existing files may contain commas.
std::vector<std::string> splitData(const QString &data);

/// Two spaces chosen by DATA and its options, and the seeds of --seed-pairs.
struct PairedData
{
    io::DataChoice choice;
    io::SpacePair pair;
    /// Transform of Y, in the notation of readTransform(), or empty.
    std::string transform = {};
    std::vector<SeedPair> seedPairs;
    /// Other spaces of the file (io::LoadedData::furtherSpaces), for anchors learned from many spaces.
    std::vector<std::shared_ptr<const EmbeddingSet>> furtherSpaces;
    /// Size, hash and other facts about the files. Size and hash are known only if a session is read or written.
    Dataset factsX = {}, factsY = {};
    std::optional<io::Session> session = {};
};
Result<io::OpenOptions> readingOptions(OptionReader &reader);

/// Reads --columns, for each file of DATA that is a table, and --columns-y, which replaces it for the second file.
Result<std::vector<std::string>> columnChoices(OptionReader &reader, const std::vector<std::string> &paths);

/// Reads the files of --ids and --ids-y, one per file of DATA; empty without the option.
Result<std::vector<std::string>> itemFiles(OptionReader &reader, const std::vector<std::string> &paths);

/// Loads DATA (io::loadPair()) by --x, --y, --pair, --seed-pairs and the options about rows, columns and item files.
/// Error "no-matching-ids" if no ids match and --seed-pairs gives no known pairs. With --session, a table is read with
/// the session's columns; other columns in the options cause a warning.
Result<PairedData> openPairedData(OptionReader &reader, const QString &data, const RunContext &context);

/// Returns a space with its vectors in one matrix, also if MPI ranks share them or they have the number type of their
/// file. Error "too-large".
Result<std::shared_ptr<const EmbeddingSet>> materialized(const std::shared_ptr<const EmbeddingSet> &set);

/// Adds a warning if vectors of a space are not finite: the space can be described and copied, but not compared.
void warnAboutNonFinite(const EmbeddingSet &space, const SpaceFacts &facts, std::vector<std::string> &warnings);

/// Loads the spaces of --spaces (default: all) of one file, limited to the first --max-items items.
Result<std::vector<std::shared_ptr<const EmbeddingSet>>> openManySpaces(OptionReader &reader, const QString &data,
                                                                        const RunContext &context);

} // namespace anchorscope::cli
