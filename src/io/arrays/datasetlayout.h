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
/// Of ids that only number the rows, where the items have none: whether these are all rows of the file they are from,
/// or some were left out.
inline constexpr const char *rowNumbersAttribute = "row_numbers";
inline constexpr std::string_view rowNumbersAll = "all", rowNumbersLeftOut = "left out";
/// Of items known by their rows that are a random sample: of how many rows, and with which seed.
inline constexpr const char *drawnFromAttribute = "drawn_from", *drawnSeedAttribute = "drawn_seed";

} // namespace anchorscope::io
