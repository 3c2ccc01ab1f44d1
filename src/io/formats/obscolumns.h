// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/itemcolumn.h"
#include "core/result.h"
#include "io/hdf5/hdf5frame.h"

#include <optional>

namespace anchorscope::io {

/// Where a column of AnnData's table `obs` is stored: a list of values, or of codes that count in a list of categories.
struct ObsColumn
{
    std::string name;
    std::string values;
    std::string categories = {}; ///< empty: the values are those of the items
};

/// The columns of `obs` that have a value for each of `rows` items, but for those stored at `left` (ids, labels).
std::vector<ObsColumn> findObsColumns(const Hdf5Content &listing, std::uint64_t rows,
                                      const std::vector<std::string> &left);

/// A loaded list as texts.
std::vector<std::string> textsOf(const Hdf5Content &content, const frame::Node &node);

/// Codes that count in a list of `categories` (−1: none). Error "bad-dataset" if one stands for no category.
Result<std::vector<std::int32_t>> readCodes(const Hdf5Content &content, const frame::Node &codes,
                                            std::size_t categories, const std::string &path);

/// A column of a file that was read with its lists; truth values become a category of true and false. Errors: those of
/// readCodes(); nothing where the file did not hand its lists over.
Result<std::optional<ItemColumn>> readObsColumn(const Hdf5Content &content, const ObsColumn &column,
                                                const std::string &path);

} // namespace anchorscope::io
