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

/// An array of a file of several: npz, HDF5, safetensors.
struct ArrayPart
{
    std::string name;
    ArrayKind kind = ArrayKind::unknown;
    std::vector<std::uint64_t> shape = {};
    std::string problem = {};  ///< why it cannot be read, as a sentence without its end; empty: it can
    std::string itemName = {}; ///< of the item whose vector it is, as the file says; empty: it does not

    bool isNumeric() const { return kind != ArrayKind::unknown && kind != ArrayKind::text; }
    bool isMatrix() const { return isNumeric() && shape.size() == 2 && shape[0] > 0 && shape[1] > 0; }
};

/// What each array is for, by numbers of `parts`.
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

/// Spaces are the matrices of fractions, those of whole numbers only where there are no others, and none that is named
/// as counts, indices, masks or scores are; only those named as vectors are, where there are such. A matrix of items ×
/// items (distances, attention, a graph) and one of a single column are none beside others. Of those left, as many as
/// have the rows of the largest, one of a usual name first. Arrays of as many numbers each, or of one row, are items.
/// `wanted`: the one that a user chose, or empty.
ArrayRoles assignArrays(const std::vector<ArrayPart> &parts, const std::string &wanted);

/// The sentences about what is left out.
void addNotes(const ArrayRoles &roles, std::vector<std::string> &notes);

} // namespace anchorscope::io
