// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "reader/parquet/footer.h"

#include <string>
#include <string_view>
#include <vector>

/// Parquet's encodings of values and levels (https://parquet.apache.org/docs/file-format/data-pages/encodings/). For
/// any input they return at most `count` values, or throw UnreadableColumn.
namespace anchorscope::parquet {

/// Decodes runs of equal values mixed with values packed in bits: levels, booleans, indices into a dictionary.
void decodeRuns(Bytes bytes, unsigned bitWidth, std::size_t count, std::vector<std::uint8_t> &values);
void decodeRuns(Bytes bytes, unsigned bitWidth, std::size_t count, std::vector<std::uint32_t> &values);

/// True if the runs are a single run of that value.
bool isOneRun(Bytes bytes, unsigned bitWidth, std::size_t count, std::uint32_t value);

/// Values of one page that are not missing.
struct PageValues
{
    std::size_t count = 0;
    std::size_t width = 0;               ///< bytes of a value; 0: of different lengths
    const std::byte *fixed = nullptr;    ///< count × width bytes, which may not be aligned
    std::vector<std::string_view> texts; ///< the values if width is 0
    std::vector<std::byte> own;          ///< data that `fixed` or `texts` refer to, unless that is the page itself

    Bytes at(std::size_t i) const
    {
        return width > 0 ? Bytes(fixed + i * width, width)
                         : Bytes(reinterpret_cast<const std::byte *>(texts[i].data()), texts[i].size());
    }
};

/// Bytes of a leaf's value in a page with the encoding plain; 0: of different lengths. A decoded boolean has 1.
std::size_t widthOf(const SchemaElement &leaf);

/// Decodes `count` values of a leaf. `dictionary`: that of its chunk, or null. `values` may keep pointers into `bytes`
/// and the dictionary.
void decodeValues(const SchemaElement &leaf, Encoding encoding, Bytes bytes, std::size_t count,
                  const PageValues *dictionary, PageValues &values);

} // namespace anchorscope::parquet
