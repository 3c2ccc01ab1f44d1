// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/itemcolumn.h"
#include "core/result.h"
#include "io/hdf5/hdf5frame.h"

#include <optional>

namespace anchorscope::io {

/// Returns the last part of a path in an HDF5 file.
std::string nameOf(const std::string &path);

/// Paths of a list with a value for each item: an HDF5 dataset; or a group of AnnData with values and a mask, or with
/// codes that index a list of categories.
struct ListPlace
{
    std::string name;
    std::string values;
    std::string mask = {};       ///< path of the mask, true for missing values; empty without a mask
    std::string categories = {}; ///< path of the list of categories; empty if `values` are not codes
    std::string categoriesMask = {};

    bool empty() const { return values.empty(); }
    std::vector<std::string> paths() const;
};

/// Returns the list at a path; nullopt unless it has `rows` readable values. Before version 0.8, anndata stored
/// categories in the group `__categories` beside the list.
std::optional<ListPlace> listAt(const Hdf5Content &listing, const std::string &path, std::uint64_t rows);

/// Returns the number for missing values that attributes of a NetCDF variable define, or nullopt.
std::optional<double> fillValueOf(const frame::Node &node);

/// Returns a loaded list as texts, empty for missing numbers; joins the single letters that NetCDF stores.
std::vector<std::string> textsOf(const Hdf5Content &content, const frame::Node &node);

/// Converts a list to a column, with empty texts for missing values; truth values become the categories “false” and
/// “true”. Nullopt if the list was not loaded. Error "bad-dataset" for a code without a category.
Result<std::optional<ItemColumn>> readList(const Hdf5Content &content, const ListPlace &list, const std::string &path);

/// Group in which AnnData stores a matrix: a data frame with its columns, or a sparse matrix.
struct MatrixPlace
{
    std::string path;
    std::vector<std::string> columns = {}; ///< paths of the columns of a data frame
    bool sparse = false;                   ///< true for a sparse matrix, stored in the lists data, indices and indptr
    bool byColumns = false;
    std::uint64_t rows = 0, width = 0;

    std::vector<std::string> paths() const;
};

/// Returns the matrix in a group of AnnData; nullopt for other groups and for values other than numbers.
std::optional<MatrixPlace> matrixAt(const Hdf5Content &listing, const frame::Node &group);

/// Reads a matrix that AnnData stores as a group. Errors "damaged-file", "too-large".
Result<Matrix> readMatrix(const Hdf5Content &content, const MatrixPlace &place, const std::string &path);

} // namespace anchorscope::io
