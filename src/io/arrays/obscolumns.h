// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/itemcolumn.h"
#include "core/result.h"
#include "io/hdf5/hdf5frame.h"

#include <optional>

namespace anchorscope::io {

/// Paths of a list with one value for each item in an HDF5 file. The list is an HDF5 dataset; or a group of AnnData,
/// which contains values and a mask, or codes and a list of categories that the codes index.
struct ListPlace
{
    std::string name;
    std::string values;
    std::string mask = {};       ///< path of the mask, true for missing values; empty without a mask
    std::string categories = {}; ///< path of the list of categories; empty if `values` are not codes
    std::string categoriesMask = {};

    bool empty() const { return values.empty(); }
    /// Returns the paths of all HDF5 datasets that make up the list.
    std::vector<std::string> paths() const;
};

/// Returns the list that is stored at a path; nullopt unless it has `rows` values that can be read. In files of anndata
/// before 0.8, categories are in the group `__categories` beside the list.
std::optional<ListPlace> listAt(const Hdf5Content &listing, const std::string &path, std::uint64_t rows);

/// Returns the number that stands for missing values in a variable of NetCDF, from its attributes; nullopt if none is
/// defined.
std::optional<double> fillValueOf(const frame::Node &node);

/// Returns the values of a list, which the helper process has read, as texts; missing numbers become empty texts.
/// NetCDF stores texts as matrices with one letter in each column.
std::vector<std::string> textsOf(const Hdf5Content &content, const frame::Node &node);

/// Converts a list that the helper process has read to a column. Missing values have empty texts; truth values become
/// the categories “false” and “true”. Nullopt if the list was not read. Error "bad-dataset" for a code without a
/// category.
Result<std::optional<ItemColumn>> readList(const Hdf5Content &content, const ListPlace &list, const std::string &path);

/// Paths of a matrix that AnnData stores as a group: a data frame with its columns, or a sparse matrix.
struct MatrixPlace
{
    std::string path;
    std::vector<std::string> columns = {}; ///< paths of the columns of a data frame
    bool sparse = false;                   ///< true for a sparse matrix, stored in the lists data, indices and indptr
    bool byColumns = false;                ///< true for a sparse matrix that is stored by columns
    std::uint64_t rows = 0, width = 0;

    std::vector<std::string> paths() const;
};

/// Returns the matrix that a group of AnnData contains; nullopt for other groups and for values other than numbers.
std::optional<MatrixPlace> matrixAt(const Hdf5Content &listing, const frame::Node &group);

/// Reads a matrix that AnnData stores as a group. Errors "damaged-file", "too-large".
Result<Matrix> readMatrix(const Hdf5Content &content, const MatrixPlace &place, const std::string &path);

} // namespace anchorscope::io
