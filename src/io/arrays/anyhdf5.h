// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/arrays/obscolumns.h"
#include "io/formats/openedfile.h"

namespace anchorscope::io {

/// Parts to read from an HDF5 file that is not an Anchorscope dataset: matrices with equally many rows, and lists of
/// ids, labels and other values.
struct Hdf5Choice
{
    /// Matrix that becomes a space: an HDF5 dataset, or a group of AnnData.
    struct Space
    {
        std::string name;
        std::string path;
        std::optional<MatrixPlace> group = {};
        std::size_t modality = 0; ///< index in `ids` of the item names; each MuData modality has its own names
    };
    std::vector<Space> spaces;
    /// Data frame of pandas: blocks, each a matrix of all columns of one type.
    struct Table
    {
        std::vector<std::pair<std::string, std::string>> blocks =
            {};                 ///< for each block, the paths of its column names and its values
        std::string order = {}; ///< path of the list of all column names, in the order of the data frame
        std::string index = {}; ///< path of the list of ids; empty without ids
    };
    Table table;                    ///< data frame to be read, if `spaces` is empty
    std::vector<std::string> items; ///< paths of HDF5 datasets, each with the vector of one item, if `spaces` is empty
    std::vector<std::string> itemIds;
    std::vector<ListPlace> ids; ///< list of item names of each modality; one list for AnnData
    std::optional<ListPlace> labels;
    std::vector<std::string> lists;  ///< paths of lists whose roles are inferred from names and values
    std::vector<ListPlace> columns;  ///< columns of AnnData's table of cells, except ids and labels
    std::vector<std::string> frames; ///< paths of coordinates in a plane that AnnData contains
    std::vector<std::pair<std::string, std::string>> leftOut; ///< parts of the file that are not read, with reasons
    std::string format;
    std::vector<std::string> warnings;
    std::vector<std::string> arrays; ///< paths of all matrices, for the user to choose from

    /// Returns the paths of the selected parts, as patterns for the helper.
    std::vector<std::string> patterns() const;
};

/// Escapes special characters of a path, so that it is a pattern for the helper that matches only this path.
std::string literally(const std::string &path);
/// True if a node of an HDF5 file is a dataset of numbers with two axes, items × dimensions.
bool isMatrix(const frame::Node &node);

/// Selects what to read from an HDF5 file: by its layout (AnnData, ann-benchmarks), otherwise by names and sizes.
/// `requested`: path that the user chose; empty: none. Errors "unknown-format" for a file without a matrix of numbers,
/// and those of HDF5 datasets that cannot be read.
Result<Hdf5Choice> chooseHdf5(const Hdf5Content &listing, const std::string &requested, const std::string &path);

/// Converts a selected data frame of pandas to an opened file; its columns get roles as in a text table.
Result<OpenedFile> decodeTable(const Hdf5Content &content, const Hdf5Choice &choice, const OpenOptions &options,
                               const std::string &path);

/// Converts the parts that `choice` selects to an opened file. `content`: the file, read with choice.patterns().
Result<OpenedFile> decodeHdf5(const Hdf5Content &content, Hdf5Choice choice, const OpenOptions &options,
                              const std::string &path, const RunContext &context);

} // namespace anchorscope::io
