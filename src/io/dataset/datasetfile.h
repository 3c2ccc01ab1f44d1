// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/correspondence.h"
#include "core/data/embeddingset.h"
#include "core/result.h"
#include "core/runcontext.h"

#include <string>
#include <vector>

namespace anchorscope::io {

/// What a user may choose when opening a file.
struct OpenOptions
{
    Index maxRows = 0;        ///< only so many rows; 0: all
    bool skipBadRows = false; ///< text: leave out rows of wrong length instead of refusing the file
    std::string array;        ///< of a file with several: path in HDF5 or name in .npz; empty: chosen by name and size
    bool sample = false;      ///< maxRows rows of the whole file drawn at random, by id where there are ids; else the first
    std::uint64_t sampleSeed = 0;
    /// How many rows from the beginning must be read; 0: all.
    Index firstRows() const { return sample ? 0 : maxRows; }
    bool operator==(const OpenOptions &) const = default;
};

/// A file as it was read, and what a user should know about that.
struct OpenedFile
{
    Dataset dataset;
    std::string format;                ///< for the screen: "NumPy array (.npy)", …
    std::vector<std::string> warnings; ///< sentences
    Index duplicates = 0;              ///< rows left out because their id was used before
    Index badRows = 0;                 ///< rows left out because of OpenOptions::skipBadRows
    std::vector<std::string> arrays = {}; ///< of a file with several matrices: what OpenOptions::array can be
};

/// Reads a file of embeddings, whatever its format (sniffed by content). HDF5 is opened in the helper process.
/// Errors name file and place: "no-such-file", "unreadable-file", "empty-file", "unknown-format", "damaged-file",
/// "bad-dataset", "bad-line", "too-large", "newer-version", "cancelled", and those of single HDF5 datasets.
Result<OpenedFile> openFile(const std::string &path, const OpenOptions &options = {}, const RunContext &context = {});
/// The same without options.
Result<Dataset> openDataset(const std::string &path, const RunContext &context = {});

/// Writes a dataset of version 1 (formats.md), atomically. `storedType` of each space decides its number type.
Status saveDataset(const std::string &path, const Dataset &dataset);

/// The two spaces that a user compares, and what pairs them.
struct SpacePair
{
    std::shared_ptr<const EmbeddingSet> x, y;
    Correspondence pairing;
    PairingRule rule = PairingRule::automatic; ///< the rule that was applied
    std::vector<std::string> warnings;         ///< sentences: rows dropped, counts that differ, …
};

/// Pairs two sets by a rule; `list` = path of a pairing file, for PairingRule::list. Items with NaN or ±Inf are an
/// error "non-finite" that names the first row. Errors "no-matching-ids", "different-counts", and those of readPairs.
Result<SpacePair> pairSpaces(std::shared_ptr<const EmbeddingSet> x, std::shared_ptr<const EmbeddingSet> y,
                             PairingRule rule, const std::string &list = {});

} // namespace anchorscope::io
