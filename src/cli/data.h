// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/dataset/datasetfile.h"
#include "io/dataset/spacepair.h"

#include <QCommandLineParser>

namespace anchorscope::cli {

/// The path as the file system knows it.
std::string filePath(const QString &path);

/// DATA: one file, or two separated by a comma (a file whose name holds a comma is one file).
std::vector<std::string> splitData(const QString &data);

/// Two spaces, their pairing by --pair, and the seeds of --seed-pairs.
struct PairedData
{
    std::string pathOfX, pathOfY;
    std::string pairingFile; ///< of --pair FILE, else empty
    io::OpenOptions reading; ///< --max-items, --sample, --sample-seed
    io::SpacePair pair;
    std::vector<SeedPair> seedPairs;
    /// Of one file whose rows pair: two spaces at most besides X and Y, for anchors learned from many.
    std::vector<std::shared_ptr<const EmbeddingSet>> furtherSpaces;
};
/// How many rows are read, and which: --max-items, --sample, --sample-seed.
Result<io::OpenOptions> readingOptions(const QCommandLineParser &parser);

/// Opens DATA and takes --x, --y, --pair, those and --seed-pairs into account. Without --pair the spaces of one
/// file pair by row; those of two files by id, or by row if ids are missing, and where ids do not meet the pairing is
/// unknown, which is an error unless --seed-pairs says where to begin.
Result<PairedData> openPairedData(const QCommandLineParser &parser, const QString &data, const RunContext &context);

/// The spaces of one file that --spaces names (all without it), cut to --max-items.
Result<std::vector<std::shared_ptr<const EmbeddingSet>>> openManySpaces(const QCommandLineParser &parser,
                                                                        const QString &data, const RunContext &context);

} // namespace anchorscope::cli
