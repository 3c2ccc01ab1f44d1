// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "core/runcontext.h"
#include "io/formats/openedfile.h"

namespace anchorscope::io {

/// Opens a file of embeddings in any supported format, which is recognized by content. HDF5 is read by the helper
/// process. A folder is opened as one dataset, with the errors described in collection.cpp. A name that begins with
/// “toy:” stands for synthetic data (core/data/toys.h), whose size and hash are those of its vectors, ids and labels.
/// Errors name file and place: "no-such-file", "unreadable-file", "empty-file", "unknown-format", "damaged-file",
/// "bad-dataset", "bad-line", "too-large", "newer-version", "cancelled", and those of HDF5 datasets.
Result<OpenedFile> openFile(const std::string &path, const OpenOptions &options = {}, const RunContext &context = {});
/// Returns the columns of a table with the roles that are inferred from its first rows or chosen by the user; empty for
/// files that are not tables. Also works for a table that openFile() rejects because of its columns. `choice`: see
/// applyColumnChoice().
std::vector<Part> tableColumns(const std::string &path, const std::string &choice = {});
/// Like openFile() without options; returns only the dataset.
Result<Dataset> openDataset(const std::string &path, const RunContext &context = {});

/// Writes a dataset to an HDF5 file of version 1 (io/README.md, “Dataset, version 1”), atomically. Each space is
/// written in the number type that its member `storedType` names.
Status saveDataset(const std::string &path, const Dataset &dataset);

} // namespace anchorscope::io
