// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"
#include "io/hdf5/hdf5file.h"
#include "io/hdf5/hdf5frame.h"

namespace anchorscope::io {

/// Path patterns of what a dataset of version 1 holds (io/README.md, “Dataset, version 1”).
std::vector<std::string> datasetPatterns();

/// Rows of the spaces of a dataset, of which the nodes alone are known; 0 if there are none.
Index rowsOfSpaces(const Hdf5Content &listing);

/// True if the file says that it is an Anchorscope dataset, of whatever version.
bool isAnchorscopeDataset(const Hdf5Content &content);

/// Takes a dataset out of a file that was read with datasetPatterns(). Every rule of the format is checked.
/// Errors "bad-dataset", "newer-version", "too-large", and problems of single nodes.
Result<Dataset> decodeDataset(const Hdf5Content &content, const std::string &path, bool stored = false,
                              const RunContext &context = {});

/// Puts a dataset of version 1 into a file.
void writeDataset(Hdf5Writer &file, const Dataset &dataset);

/// Whether a file that was read with datasetPatterns() holds the ids, labels with their names, pictures and values of a
/// dataset. Error "damaged-file" with the place of the first difference.
Status compareDataset(const Hdf5Content &content, const Dataset &dataset);

} // namespace anchorscope::io
