// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

// Names in a dataset of version 1 (io/README.md, “Dataset, version 1”), for reading and writing alike.
namespace anchorscope::io {

inline constexpr const char *formatName = "anchorscope-dataset";
inline constexpr std::int64_t formatVersion = 1;
inline constexpr std::string_view columnsGroup = "/items/columns/", framesGroup = "/frames/", spacesGroup = "/spaces/";
inline constexpr const char *spacesPattern = "/spaces/*";
inline constexpr const char *imagesPath = "/items/image";
/// Attribute of ids that only number the rows, because the items have none. It states whether these are all rows of the
/// original file, or some were omitted.
inline constexpr const char *rowNumbersAttribute = "row_numbers";
inline constexpr std::string_view rowNumbersAll = "all", rowNumbersLeftOut = "left out";
/// Attributes for items without ids that are a random sample: number of rows it was drawn from, and random seed.
inline constexpr const char *drawnFromAttribute = "drawn_from", *drawnSeedAttribute = "drawn_seed";

} // namespace anchorscope::io
