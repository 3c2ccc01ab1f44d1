// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace anchorscope::io {

enum class ArrayKind { unknown, fractions, whole, truth, text };
/// Returns the kind of an array from the letter of its element type in NumPy; “B” is used for bfloat16.
ArrayKind arrayKind(char type);

/// One array of a file that contains several: .npz, HDF5, safetensors, PyTorch.
struct ArrayPart
{
    std::string name;
    ArrayKind kind = ArrayKind::unknown;
    std::vector<std::uint64_t> shape = {};
    std::string problem = {};  ///< reason why the array cannot be read, without a full stop; otherwise empty
    std::string itemName = {}; ///< name of the item, if the array is the vector of one item
    std::string type = {};     ///< type of the numbers in the file, for the user: “float16”

    bool isNumeric() const { return kind != ArrayKind::unknown && kind != ArrayKind::text; }
    bool isMatrix() const { return isNumeric() && shape.size() == 2 && shape[0] > 0 && shape[1] > 0; }
    /// True if the array has one value for each of `rows` rows: a list, or a matrix of one column as MATLAB writes it.
    bool isListOf(std::uint64_t rows) const;
};

/// Roles of the arrays of a file; arrays are given by their index in the list of parts.
struct ArrayRoles
{
    std::vector<std::size_t> spaces; ///< matrices that are spaces; all have the same number of rows
    std::vector<std::size_t> items;  ///< arrays that are one item each, if the file has no space
    std::vector<std::size_t> lists;  ///< lists that contain one value for each item
    std::uint64_t rows = 0;
    std::size_t best = 0; ///< index, in the list of parts, of the most likely space
    struct LeftOut
    {
        std::size_t part;
        std::string why;  ///< reason why the array is not read; continues a sentence that begins with its name
        std::string note; ///< sentence for the user about why the array is not read
    };
    std::vector<LeftOut> leftOut;
    std::optional<Error> refusal;
};

/// Returns the end of an error message about an array with more than two axes: its probable content, and advice.
std::string matrixAdvice(const std::vector<std::uint64_t> &shape);

/// Finds the roles of the arrays. Spaces are the matrices of fractions or, without any, of whole numbers, except
/// matrices named like counts, indices, masks or scores. If some matrices are named like vectors, only those are
/// spaces. A matrix with one column, or of items × items (distances, a graph), is a space only if no other matrix is.
/// All spaces have as many rows as a matrix with a usual name or, without one, the largest matrix. If no matrix is a
/// space, lists of equal length or matrices of one row are one item each. `chosen`: name of the array that the user
/// chose, or empty.
ArrayRoles assignArrays(const std::vector<ArrayPart> &parts, const std::string &chosen);

/// Adds sentences for the user about the arrays that are not read.
void addNotes(const ArrayRoles &roles, std::vector<std::string> &notes);

} // namespace anchorscope::io
