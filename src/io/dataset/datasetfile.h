// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "core/runcontext.h"
#include "io/formats/openedfile.h"

namespace anchorscope::io {

/// Reads a file of embeddings, whatever its format (sniffed by content). HDF5 is opened in the helper process.
/// A folder is opened as a collection (io/dataset/collection.h), with its errors.
/// A name that begins with “toy:” is a toy (core/data/toys.h); size and hash are those of its vectors, ids and labels.
/// Errors name file and place: "no-such-file", "unreadable-file", "empty-file", "unknown-format", "damaged-file",
/// "bad-dataset", "bad-line", "too-large", "newer-version", "cancelled", and those of single HDF5 datasets.
Result<OpenedFile> openFile(const std::string &path, const OpenOptions &options = {}, const RunContext &context = {});
/// The columns of a table and their roles, guessed and chosen, without reading all of it; none if it is no table. Also
/// of a table that openFile refuses for its columns.
std::vector<Part> tableColumns(const std::string &path, const std::string &choice = {});
/// openFile without options.
Result<Dataset> openDataset(const std::string &path, const RunContext &context = {});

/// Writes a dataset of version 1 (io/README.md, “Dataset, version 1”), atomically. `storedType` of each space decides
/// its number type.
Status saveDataset(const std::string &path, const Dataset &dataset);

} // namespace anchorscope::io
