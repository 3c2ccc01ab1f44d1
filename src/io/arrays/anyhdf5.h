// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/arrays/obscolumns.h"
#include "io/formats/openedfile.h"

namespace anchorscope::io {

/// Parts to read of an HDF5 file other than an Anchorscope dataset: matrices with the same number of rows, and the data
/// that belong to them.
struct Hdf5Choice
{
    /// Matrix that becomes a space: a dataset, or a group of AnnData.
    struct Space
    {
        std::string name;
        std::string path;
        std::optional<MatrixPlace> group = {};
        std::size_t modality = 0; ///< index of the MuData modality that has the items
    };
    std::vector<Space> spaces;
    /// Data frame of pandas, in which a block holds all columns of one type.
    struct Table
    {
        std::vector<std::pair<std::string, std::string>> blocks =
            {};                 ///< paths of names and values of each block of columns
        std::string order = {}; ///< path of all column names in the order of the
                                ///< frame
        std::string index = {}; ///< path of the items' ids
    };
    Table table;                      ///< table that is read instead of spaces
    std::vector<std::string> items;   ///< instead of spaces: paths of datasets that hold the vector of one item each
    std::vector<std::string> itemIds; ///< ids of the items in `items`
    std::vector<ListPlace> ids;       ///< item names of each modality; empty: none
    std::optional<ListPlace> labels;
    std::vector<std::string> lists;  ///< paths of lists whose roles depend on their names and values
    std::vector<ListPlace> columns;  ///< columns of AnnData other than ids and labels
    std::vector<std::string> frames; ///< paths of AnnData's coordinates in a plane
    std::vector<std::pair<std::string, std::string>> leftOut; ///< paths of omitted nodes, with reasons
    std::string format;                                       ///< name of the format for the user
    std::vector<std::string> warnings;
    std::vector<std::string> arrays; ///< paths of all matrices of the file

    /// Path patterns of the chosen parts, for the request to the helper.
    std::vector<std::string> patterns() const;
};

/// Last component of a path.
std::string nameOf(const std::string &path);
/// True if a node is a dataset of numbers with the shape items × dimensions.
bool isMatrix(const frame::Node &node);

/// Chooses the parts of a file to read: by layout (AnnData, ann-benchmarks), otherwise by name and size. The second
/// argument is a path that the user chose, or empty. Errors "unknown-format" for a file without a matrix of numbers,
/// and problems of single datasets.
Result<Hdf5Choice> chooseHdf5(const Hdf5Content &listing, const std::string &requested, const std::string &path);

/// Decodes a chosen table, whose columns get roles as in a table of text.
Result<OpenedFile> decodeTable(const Hdf5Content &content, const Hdf5Choice &choice, const OpenOptions &options,
                               const std::string &path);

/// Decodes the chosen parts from a file that was read with their patterns.
Result<OpenedFile> decodeHdf5(const Hdf5Content &content, Hdf5Choice choice, const OpenOptions &options,
                              const std::string &path, const RunContext &context);

} // namespace anchorscope::io
