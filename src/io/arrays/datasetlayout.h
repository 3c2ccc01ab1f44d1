// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

// Names used in the file format of a dataset, version 1 (io/README.md, “Dataset, version 1”), for writing and reading.
namespace anchorscope::io {

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

} // namespace anchorscope::io
