// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "frame/frame.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <string>

/// Rules for the memory that the decoded values of one file may take. The helper process and the readers of all other
/// formats count in the same way: vectors as float32, strings as 48 bytes plus their text, images as one byte per
/// sample. A sum that exceeds 64 bits counts as UINT64_MAX.
namespace anchorscope::frame {

inline constexpr std::uint64_t bytesPerNumber = 4;
inline constexpr std::uint64_t bytesPerString = 48; ///< size of a string without its text
inline constexpr std::uint64_t fewestColumns =
    2; ///< minimum number of columns to count for a row, because its id and other data also take memory

constexpr std::uint64_t bytesOfNumbers(std::uint64_t rows, std::uint64_t columns)
{
    return product(product(rows, std::max(columns, fewestColumns)).value_or(UINT64_MAX), bytesPerNumber)
        .value_or(UINT64_MAX);
}

/// Decoded size of strings in bytes. `longest`: maximum length of a string in bytes.
constexpr std::uint64_t bytesOfStrings(std::uint64_t count, std::uint64_t longest)
{
    return product(count, bytesPerString + std::min(longest, UINT64_MAX - bytesPerString)).value_or(UINT64_MAX);
}

/// Decoded size of an HDF5 dataset in bytes. `longest`: length of its longest string in bytes; 0 if not known yet.
inline std::uint64_t decodedBytes(const Node &node, std::uint64_t longest)
{
    const std::uint64_t count = elementCount(node.payloadShape()).value_or(UINT64_MAX);
    if (node.element == Element::string)
        return bytesOfStrings(count, longest);
    if (node.shape.size() == 2 && node.payloadShape()[1] < fewestColumns)
        return bytesOfNumbers(node.payloadShape()[0], node.payloadShape()[1]);
    const bool isImage = node.shape.size() > 2;
    const std::uint64_t each = elementBytes(node.element);
    return product(count, isImage ? each : std::max(each, bytesPerNumber)).value_or(UINT64_MAX);
}

/// Formats a size in units of 10⁹ bytes: "1.61 GB".
inline std::string gigabytes(std::uint64_t bytes)
{
    char text[32];
    const double amount = static_cast<double>(bytes) / 1e9;
    const auto written = std::to_chars(std::begin(text), std::end(text), amount, std::chars_format::fixed, 2);
    return std::string(text, written.ptr) + " GB";
}

inline std::string overBudget(std::uint64_t needed, std::uint64_t limit)
{
    return "unpacked, this file needs at least " + gigabytes(needed) + " of memory, and the limit is " +
           gigabytes(limit) +
           ", a third of what this machine offers; open fewer of its rows, save a part of it as a file of its own, or "
           "use a machine with more memory";
}

} // namespace anchorscope::frame
