// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/arrays/obscolumns.h"
#include "io/formats/openedfile.h"

namespace anchorscope::io {

/// What to read of an HDF5 file that is no Anchorscope dataset: matrices of equal row count, and what belongs to them.
struct Hdf5Choice
{
    /// A matrix that becomes a space: a dataset, or a group of AnnData.
    struct Space
    {
        std::string name;
        std::string path;
        std::optional<MatrixPlace> group = {};
        std::size_t modality = 0; ///< of MuData: whose items it has
    };
    std::vector<Space> spaces;
    std::vector<std::string> items;   ///< in place of spaces: paths of the vectors of one item each
    std::vector<std::string> itemIds; ///< of these
    std::vector<ListPlace> ids;       ///< of each modality; empty: no names
    std::optional<ListPlace> labels;
    std::vector<std::string> lists;  ///< paths of lists whose roles their names and values tell
    std::vector<ListPlace> columns;  ///< of AnnData, that are neither
    std::vector<std::string> frames; ///< of AnnData: paths of coordinates in a plane
    std::vector<std::pair<std::string, std::string>> leftOut; ///< paths, and why
    std::string format;                                       ///< for the screen
    std::vector<std::string> warnings;
    std::vector<std::string> arrays; ///< paths of all matrices of the file

    /// Path patterns for the helper.
    std::vector<std::string> patterns() const;
};

/// The last part of a path.
std::string nameOf(const std::string &path);
/// A dataset of numbers, items × dimensions.
bool isMatrix(const frame::Node &node);

/// Chooses by layout (AnnData, ann-benchmarks), else by name and size; `wanted` is a path the user chose, or empty.
/// Errors "unknown-format" if there is no matrix of numbers, and problems of single datasets.
Result<Hdf5Choice> chooseHdf5(const Hdf5Content &listing, const std::string &wanted, const std::string &path);

/// Takes what was chosen out of a file that was read with its patterns.
Result<OpenedFile> decodeHdf5(const Hdf5Content &content, Hdf5Choice choice, const OpenOptions &options,
                              const std::string &path, const RunContext &context);

} // namespace anchorscope::io
