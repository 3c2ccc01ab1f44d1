// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"
#include "io/hdf5/hdf5file.h"
#include "io/hdf5/hdf5frame.h"

namespace anchorscope::io {

/// Path patterns of all contents of a dataset of version 1 (io/README.md, “Dataset, version 1”).
std::vector<std::string> datasetPatterns();

/// Number of rows of the spaces in the listing of a dataset; 0 without spaces.
Index rowsOfSpaces(const Hdf5Content &listing);

/// True if the file is marked as an Anchorscope dataset of any version.
bool isAnchorscopeDataset(const Hdf5Content &content);

/// Decodes a dataset from a file that was read with datasetPatterns(), and checks every rule of the format. Errors
/// "bad-dataset", "newer-version", "too-large", and problems of single nodes.
Result<Dataset> decodeDataset(const Hdf5Content &content, const std::string &path, bool stored = false,
                              const RunContext &context = {});

/// Writes a dataset of version 1.
void writeDataset(Hdf5Writer &file, const Dataset &dataset);

/// Checks that a file read with datasetPatterns() contains the ids, labels with their names, thumbnails and values of a
/// dataset. Error "damaged-file" with the place of the first difference.
Status compareDataset(const Hdf5Content &content, const Dataset &dataset);

} // namespace anchorscope::io
