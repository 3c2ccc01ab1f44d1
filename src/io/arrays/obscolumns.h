// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/itemcolumn.h"
#include "core/result.h"
#include "io/hdf5/hdf5frame.h"

#include <optional>

namespace anchorscope::io {

/// Place of a list with one value for each item: a dataset, or a group of AnnData with values and a mask, or with codes
/// that index a list of categories.
struct ListPlace
{
    std::string name;
    std::string values;
    std::string mask = {};       ///< path of the mask, which is true for missing values; empty: no mask
    std::string categories = {}; ///< path of the list of categories; empty: the values are not codes
    std::string categoriesMask = {};

    bool empty() const { return values.empty(); }
    /// Paths of all datasets that the list consists of.
    std::vector<std::string> paths() const;
};

/// Finds the list stored at a path, if it has `rows` readable values. Columns of anndata before 0.8 have their
/// categories in `__categories` in the same group.
std::optional<ListPlace> listAt(const Hdf5Content &listing, const std::string &path, std::uint64_t rows);

/// Value that the attributes of a dataset of NetCDF reserve for missing numbers.
std::optional<double> fillValueOf(const frame::Node &node);

/// Texts of a loaded list, empty for missing numbers. NetCDF's texts have a letter in each column.
std::vector<std::string> textsOf(const Hdf5Content &content, const frame::Node &node);

/// Reads a list. Missing values have empty texts; truth values become a category of true and false. Nullopt if the
/// helper did not return the list. Error "bad-dataset" for a code without a category.
Result<std::optional<ItemColumn>> readList(const Hdf5Content &content, const ListPlace &list, const std::string &path);

/// Place of a matrix that AnnData stores as a group: the columns of a data frame, or a sparse matrix by rows or
/// columns.
struct MatrixPlace
{
    std::string path;
    std::vector<std::string> columns = {}; ///< paths of a data frame's columns
    bool sparse = false;                   ///< true for a group of data, indices and indptr
    bool byColumns = false;                ///< true for a sparse matrix stored by columns
    std::uint64_t rows = 0, width = 0;

    std::vector<std::string> paths() const;
};

/// Finds the matrix that a group of AnnData contains; nullopt for other groups and for values that are not numbers.
std::optional<MatrixPlace> matrixAt(const Hdf5Content &listing, const frame::Node &group);

/// Reads the matrix at a place. Errors "damaged-file", "too-large".
Result<Matrix> readMatrix(const Hdf5Content &content, const MatrixPlace &place, const std::string &path);

} // namespace anchorscope::io
