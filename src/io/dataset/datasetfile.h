// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "core/runcontext.h"
#include "io/formats/openedfile.h"

namespace anchorscope::io {

/// Opens a file of embeddings in any supported format, recognized by content. A folder is opened as one dataset
/// (collection.cpp). A name that begins with “toy:” represents synthetic data (core/data/toys.h), whose size and hash
/// are those of its vectors, ids and labels. Errors name file and place: "no-such-file", "unreadable-file",
/// "empty-file", "unknown-format", "damaged-file", "bad-dataset", "bad-line", "too-large", "newer-version",
/// "cancelled", and those of HDF5 datasets and folders.
Result<OpenedFile> openFile(const std::string &path, const OpenOptions &options = {}, const RunContext &context = {});
/// Returns the columns of a table with inferred or chosen roles (applyColumnChoice()), even if openFile() rejects the
/// table because of its columns; empty for files that are not tables.
std::vector<Part> tableColumns(const std::string &path, const std::string &choice = {});
/// Reads the texts of a file that is needed for its ids, labels or pairs, not for its vectors. Returns the lists in the
/// file, or the ids, labels and columns of items that openFile() reads; for a text file, its content. Errors: those of
/// openFile().
Result<TextTable> readTexts(const std::string &path, const RunContext &context = {});
Result<Dataset> openDataset(const std::string &path, const RunContext &context = {});

/// Writes an HDF5 file (io/README.md, “Dataset, version 1”), atomically. Vectors that were read from float16 and have
/// not changed are stored as float16.
Status saveDataset(const std::string &path, const Dataset &dataset);

} // namespace anchorscope::io
