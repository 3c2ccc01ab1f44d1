// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace anchorscope::io {

enum class ArrayKind { unknown, fractions, whole, truth, text };
/// Of NumPy's letters for types of elements; “B” is bfloat16.
ArrayKind arrayKind(char type);

/// An array of a file of several: npz, HDF5, safetensors, PyTorch.
struct ArrayPart
{
    std::string name;
    ArrayKind kind = ArrayKind::unknown;
    std::vector<std::uint64_t> shape = {};
    std::string problem = {};  ///< why it cannot be read, as a sentence without its end; empty: it can
    std::string itemName = {}; ///< of the item whose vector it is, as the file says; empty: it does not
    std::string type = {};     ///< type of its numbers in the file, for the screen: “float16”

    bool isNumeric() const { return kind != ArrayKind::unknown && kind != ArrayKind::text; }
    bool isMatrix() const { return isNumeric() && shape.size() == 2 && shape[0] > 0 && shape[1] > 0; }
    /// One value for each row: a list, or, as MATLAB writes ids and labels, a matrix of one column.
    bool isListOf(std::uint64_t rows) const;
};

/// The role of each array, by its number in `parts`.
struct ArrayRoles
{
    std::vector<std::size_t> spaces; ///< matrices of equally many rows
    std::vector<std::size_t> items;  ///< in place of spaces: each is the vector of the item that it is named after
    std::vector<std::size_t> lists;  ///< of one value for each item
    std::uint64_t rows = 0;
    std::size_t best = 0; ///< the first among the spaces
    struct LeftOut
    {
        std::size_t part;
        std::string why;  ///< as Part::why
        std::string note; ///< a sentence for the user
    };
    std::vector<LeftOut> leftOut;
    std::optional<Error> refusal; ///< vectors are there, and cannot be read
};

/// What an array of more than two dimensions holds, and how to make a matrix of it: the end of a sentence.
std::string matrixAdvice(const std::vector<std::uint64_t> &shape);

/// Spaces are the matrices of fractions, or those of whole numbers if there are no others, except matrices named as
/// counts, indices, masks or scores. If some are named as vectors, only those are spaces. Beside others, a matrix of
/// items × items (distances, attention, a graph) or with a single column is not a space. The spaces must have as many
/// rows as the largest of them; one with a usual name comes first. Arrays of equal length, or of one row, are items.
/// `wanted`: the array that the user chose, or empty.
ArrayRoles assignArrays(const std::vector<ArrayPart> &parts, const std::string &wanted);

/// Sentences about the arrays that are left out.
void addNotes(const ArrayRoles &roles, std::vector<std::string> &notes);

} // namespace anchorscope::io
