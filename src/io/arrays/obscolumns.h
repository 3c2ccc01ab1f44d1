// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/itemcolumn.h"
#include "core/result.h"
#include "io/hdf5/hdf5frame.h"

#include <optional>

namespace anchorscope::io {

/// Where a list of one value for each item is stored: a dataset, or a group of AnnData's: values and a mask, or codes
/// that count in a list of categories.
struct ListPlace
{
    std::string name;
    std::string values;
    std::string mask = {};       ///< true where a value is missing; empty: none is
    std::string categories = {}; ///< empty: the values are those of the items
    std::string categoriesMask = {};

    bool empty() const { return values.empty(); }
    /// Paths of all its datasets.
    std::vector<std::string> paths() const;
};

/// The list stored at a path, if it has `rows` values that can be read. Columns of anndata before 0.8 have their
/// categories in `__categories` beside them.
std::optional<ListPlace> listAt(const Hdf5Content &listing, const std::string &path, std::uint64_t rows);

/// A loaded list as texts.
std::vector<std::string> textsOf(const Hdf5Content &content, const frame::Node &node);

/// The values of a list; texts of a missing one are empty, truth values a category of true and false. None if the file
/// did not hand its lists over. Error "bad-dataset" if a code stands for no category.
Result<std::optional<ItemColumn>> readList(const Hdf5Content &content, const ListPlace &list, const std::string &path);

/// Where a matrix that AnnData stores as a group lies: the columns of a data frame, or a sparse one by rows or columns.
struct MatrixPlace
{
    std::string path;
    std::vector<std::string> columns = {}; ///< of a data frame
    bool sparse = false;                   ///< data, indices and indptr
    bool byColumns = false;                ///< of a sparse one
    std::uint64_t rows = 0, width = 0;

    std::vector<std::string> paths() const;
};

/// The matrix of such a group; none if it is another group, or one of other than numbers.
std::optional<MatrixPlace> matrixAt(const Hdf5Content &listing, const frame::Node &group);

/// Its values. Errors "damaged-file", "too-large".
Result<Matrix> readMatrix(const Hdf5Content &content, const MatrixPlace &place, const std::string &path);

} // namespace anchorscope::io
