// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"
#include "io/hdf5/hdf5file.h"
#include "io/hdf5/hdf5frame.h"

#include <cstdint>
#include <string_view>

namespace anchorscope::io {

// Names used in the file format of a dataset, version 1 (io/README.md, “Dataset, version 1”), for writing and reading.

inline constexpr const char *formatName = "anchorscope-dataset";
inline constexpr std::int64_t formatVersion = 1;
inline constexpr std::string_view columnsGroup = "/items/columns/", framesGroup = "/frames/", spacesGroup = "/spaces/";
inline constexpr const char *spacesPattern = "/spaces/*";
inline constexpr const char *imagesPath = "/items/image";
/// Attribute of ids that are row numbers. Its value states whether these are all rows of the original file.
inline constexpr const char *rowNumbersAttribute = "row_numbers";
inline constexpr std::string_view rowNumbersAll = "all", rowNumbersLeftOut = "left out";
/// Attributes of ids of a random sample: the number of rows of the sampled file, and the random seed.
inline constexpr const char *drawnFromAttribute = "drawn_from", *drawnSeedAttribute = "drawn_seed";

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
