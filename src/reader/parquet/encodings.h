// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "reader/parquet/footer.h"

#include <string>
#include <string_view>
#include <vector>

/// Decoders for Parquet's encodings of values and levels
/// (https://parquet.apache.org/docs/file-format/data-pages/encodings/). For any input they return at most `count`
/// values, or throw UnreadableColumn.
namespace anchorscope::parquet {

/// Decodes Parquet's hybrid of runs and bit-packed values, used for levels, booleans, indices into a dictionary.
void decodeRuns(Bytes bytes, unsigned bitWidth, std::size_t count, std::vector<std::uint8_t> &values);
void decodeRuns(Bytes bytes, unsigned bitWidth, std::size_t count, std::vector<std::uint32_t> &values);

/// True if encoded runs are a single run of this value.
bool isOneRun(Bytes bytes, unsigned bitWidth, std::size_t count, std::uint32_t value);

/// Values of one page, without missing ones.
struct PageValues
{
    std::size_t count = 0;
    std::size_t width = 0;               ///< size of a value in bytes; 0: values of different lengths
    const std::byte *fixed = nullptr;    ///< values of this size, count × width bytes, which may not be aligned
    std::vector<std::string_view> texts; ///< the values, if their lengths differ
    std::vector<std::byte> own;          ///< memory that `fixed` or `texts` refer to, unless it is the page itself

    Bytes at(std::size_t i) const
    {
        return width > 0 ? Bytes(fixed + i * width, width)
                         : Bytes(reinterpret_cast<const std::byte *>(texts[i].data()), texts[i].size());
    }
};

/// Size in bytes of a leaf's value in a page with the encoding plain; 0: different lengths. A decoded boolean takes 1
/// byte.
std::size_t widthOf(const SchemaElement &leaf);

/// Decodes `count` values of a leaf. `dictionary`: the dictionary of its chunk, or null. `values` may keep pointers
/// into `bytes` and the dictionary.
void decodeValues(const SchemaElement &leaf, Encoding encoding, Bytes bytes, std::size_t count,
                  const PageValues *dictionary, PageValues &values);

} // namespace anchorscope::parquet
