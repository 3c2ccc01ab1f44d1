// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/optionreader.h"
#include "io/dataset/pairloader.h"
#include "io/files/inputfile.h"
#include "io/session/session.h"

#include <optional>

namespace anchorscope::cli {

/// Decodes an argument of the command line. Bytes that are not UTF-8 (old file names) become lone surrogates, U+DC80 …
/// U+DCFF, which filePath() converts back.
QString decodeArgument(const char *bytes);

/// Converts a path of decodeArgument() for the file system, byte for byte.
std::string filePath(const QString &path);

/// True if a file name is that of a dataset, not of an array.
bool isDatasetName(const std::string &path);

/// Splits DATA: one file, or two separated by a comma (an existing file whose name contains a comma is one file).
std::vector<std::string> splitData(const QString &data);

/// Two spaces selected by DATA and the options, and the seeds of --seed-pairs.
struct PairedData
{
    io::DataChoice choice; ///< choice of the data, including the names of the spaces
    io::SpacePair pair;
    std::string transform = {}; ///< transform of Y in the notation of readTransform(), already applied
    std::vector<SeedPair> seedPairs;
    /// Further spaces of the file (io::LoadedData::furtherSpaces), for anchors learned from many.
    std::vector<std::shared_ptr<const EmbeddingSet>> furtherSpaces;
    /// Facts of both files, without their spaces; size and hash if a session is read or written.
    Dataset factsX = {}, factsY = {};
    std::optional<io::Session> session = {}; ///< session that --session names
};
/// Reads the limits on the rows to read: --max-items, --sample, --sample-seed.
Result<io::OpenOptions> readingOptions(OptionReader &reader);

/// Reads the chosen columns for each file of DATA: --columns for all that are tables, --columns-y for the second one.
Result<std::vector<std::string>> columnChoices(OptionReader &reader, const std::vector<std::string> &paths);

/// Reads the file of ids and labels for each file of DATA, or an empty path: --ids for the first, --ids-y for the
/// second one.
Result<std::vector<std::string>> itemFiles(OptionReader &reader, const std::vector<std::string> &paths);

/// Loads DATA (io::loadPair) with --x, --y, --pair, the options above and --seed-pairs. If no ids match, so that the
/// pairing is unknown, this is an error ("no-matching-ids"), unless --seed-pairs gives known pairs. With --session,
/// tables are read by the columns of the session unless options name others, which causes a warning.
Result<PairedData> openPairedData(OptionReader &reader, const QString &data, const RunContext &context);

/// Returns a set with its vectors in one matrix, also if ranks share them or they were kept as read. Error "too-large".
Result<std::shared_ptr<const EmbeddingSet>> materialized(const std::shared_ptr<const EmbeddingSet> &set);

/// Loads the spaces of one file that --spaces names (by default all), cut to --max-items.
Result<std::vector<std::shared_ptr<const EmbeddingSet>>> openManySpaces(OptionReader &reader, const QString &data,
                                                                        const RunContext &context);

} // namespace anchorscope::cli
