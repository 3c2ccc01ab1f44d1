// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"
#include "io/hdf5/hdf5file.h"
#include "io/hdf5/hdf5frame.h"

namespace anchorscope::io {

/// Returns path patterns of all HDF5 datasets in an Anchorscope dataset (io/README.md, “Dataset, version 1”).
std::vector<std::string> datasetPatterns();

/// Returns the number of rows of the spaces, 0 without a space. `listing`: nodes of the file, without values.
Index rowsOfSpaces(const Hdf5Content &listing);

/// True if an HDF5 file is marked as an Anchorscope dataset, of any version.
bool isAnchorscopeDataset(const Hdf5Content &content);

/// Converts an HDF5 file, read with datasetPatterns(), to a dataset, and checks every rule of the format. `stored`:
/// true to use vectors in the file's number type. Errors "bad-dataset", "newer-version", "too-large", and those of HDF5
/// datasets that the helper process could not read.
Result<Dataset> decodeDataset(const Hdf5Content &content, const std::string &path, bool stored = false,
                              const RunContext &context = {});

void writeDataset(Hdf5Writer &file, const Dataset &dataset);

/// Checks that a written file contains the ids, labels, label names, thumbnails and values of a dataset. `content`: the
/// file, read with datasetPatterns(). Error "damaged-file" with the place of the first difference.
Status compareDataset(const Hdf5Content &content, const Dataset &dataset);

} // namespace anchorscope::io
