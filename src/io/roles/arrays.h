// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace anchorscope::io {

enum class ArrayKind { unknown, fractions, whole, truth, text };
/// Kind for NumPy's letter of an element type; “B” is bfloat16.
ArrayKind arrayKind(char type);

/// One array of a file with several arrays: npz, HDF5, safetensors, PyTorch.
struct ArrayPart
{
    std::string name;
    ArrayKind kind = ArrayKind::unknown;
    std::vector<std::uint64_t> shape = {};
    std::string problem = {};  ///< reason why the array cannot be read, without a full stop; empty if readable
    std::string itemName = {}; ///< name of the item that this vector belongs to, if the file states it
    std::string type = {};     ///< type of the array's numbers in the file, as shown to the user: “float16”

    bool isNumeric() const { return kind != ArrayKind::unknown && kind != ArrayKind::text; }
    bool isMatrix() const { return isNumeric() && shape.size() == 2 && shape[0] > 0 && shape[1] > 0; }
    /// True for one value per row: a list, or a matrix of one column, as MATLAB writes ids and labels.
    bool isListOf(std::uint64_t rows) const;
};

/// Roles of arrays, by their index in `parts`.
struct ArrayRoles
{
    std::vector<std::size_t> spaces; ///< spaces: matrices with the same number of rows
    std::vector<std::size_t> items;  ///< instead of spaces: arrays of one vector each, named after their items
    std::vector<std::size_t> lists;  ///< lists of one value for each item
    std::uint64_t rows = 0;
    std::size_t best = 0; ///< position of the first space
    struct LeftOut
    {
        std::size_t part;
        std::string why;  ///< reason why the array is omitted, as Part::why
        std::string note; ///< sentence for the user about this omission
    };
    std::vector<LeftOut> leftOut;
    std::optional<Error> refusal; ///< error if the vectors cannot be read; otherwise empty
};

/// End of a sentence that states what an array of more than two dimensions contains and how to make a matrix of it.
std::string matrixAdvice(const std::vector<std::uint64_t> &shape);

/// Finds the roles of the arrays of a file. Spaces are the matrices of fractions, or else those of whole numbers,
/// except matrices named as counts, indices, masks or scores. If some are named as vectors, only those are spaces. A
/// matrix of items × items (distances, attention, a graph) or with a single column is a space only if no other matrix
/// is. The spaces must have as many rows as the largest of them; one with a usual name comes first. Arrays of equal
/// length, or of one row, are items. The second argument names the array that the user chose, or is empty.
ArrayRoles assignArrays(const std::vector<ArrayPart> &parts, const std::string &chosen);

/// Adds sentences about the omitted arrays.
void addNotes(const ArrayRoles &roles, std::vector<std::string> &notes);

} // namespace anchorscope::io
