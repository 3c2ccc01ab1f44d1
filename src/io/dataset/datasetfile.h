// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "core/runcontext.h"
#include "io/formats/openedfile.h"

namespace anchorscope::io {

/// Reads a file of embeddings in any format, which is recognized by content. HDF5 is opened in the helper process. A
/// folder is opened as a collection (io/dataset/collection.h), with its errors. A name that begins with “toy:” is a toy
/// (core/data/toys.h); size and hash are those of its vectors, ids and labels. Errors name file and place:
/// "no-such-file", "unreadable-file", "empty-file", "unknown-format", "damaged-file", "bad-dataset", "bad-line",
/// "too-large", "newer-version", "cancelled", and those of single HDF5 datasets.
Result<OpenedFile> openFile(const std::string &path, const OpenOptions &options = {}, const RunContext &context = {});
/// Returns the columns of a table with their inferred and chosen roles, without reading the whole table; empty for
/// other files. Also works for a table that openFile() rejects because of its columns.
std::vector<Part> tableColumns(const std::string &path, const std::string &choice = {});
/// Calls openFile() without options.
Result<Dataset> openDataset(const std::string &path, const RunContext &context = {});

/// Writes a dataset of version 1 (io/README.md, “Dataset, version 1”), atomically. `storedType` of each space
/// determines its number type.
Status saveDataset(const std::string &path, const Dataset &dataset);

} // namespace anchorscope::io
