// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"
#include "io/hdf5frame.h"

namespace anchorscope::io {

/// Path patterns of what a dataset of version 1 holds (formats.md).
std::vector<std::string> datasetPatterns();

/// True if the file says that it is an Anchorscope dataset, of whatever version.
bool isAnchorscopeDataset(const Hdf5Content &content);

/// Takes a dataset out of a file that was read with datasetPatterns(). Every rule of the format is checked.
/// Errors "bad-dataset", "newer-version", "too-large", and problems of single nodes.
Result<Dataset> decodeDataset(const Hdf5Content &content, const std::string &path, const RunContext &context = {});

/// The bytes of a dataset file of version 1. Error "cannot-save".
Result<std::string> encodeDataset(const Dataset &dataset);

} // namespace anchorscope::io
