// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "reader/parquet/footer.h"

#include <string>
#include <string_view>
#include <vector>

/// Decoders of Parquet's values, repetition and definition levels
/// (https://parquet.apache.org/docs/file-format/data-pages/encodings/). For any bytes, a decoder returns at most
/// `count` values or throws UnreadableColumn.
namespace anchorscope::parquet {

/// Decodes Parquet's hybrid of run lengths and bit-packed values: levels, booleans and indices into a dictionary.
void decodeRuns(Bytes bytes, unsigned bitWidth, std::size_t count, std::vector<std::uint8_t> &values);
void decodeRuns(Bytes bytes, unsigned bitWidth, std::size_t count, std::vector<std::uint32_t> &values);

/// True if the bytes encode a single run: `count` times `value`.
bool isOneRun(Bytes bytes, unsigned bitWidth, std::size_t count, std::uint32_t value);

/// Values of one page, without missing ones.
struct PageValues
{
    std::size_t count = 0;
    /// Bytes of each value; 0: lengths differ.
    std::size_t width = 0;
    /// Values of equal size: count × width bytes, which may not be aligned.
    const std::byte *fixed = nullptr;
    /// Values whose lengths differ.
    std::vector<std::string_view> texts;
    /// Memory that `fixed` or `texts` refer to, unless they point into the page.
    std::vector<std::byte> own;

    Bytes at(std::size_t i) const
    {
        return width > 0 ? Bytes(fixed + i * width, width)
                         : Bytes(reinterpret_cast<const std::byte *>(texts[i].data()), texts[i].size());
    }
};

/// Decodes `count` values. `dictionary`: that of the column chunk, or null; `values` may point into it or `bytes`.
void decodeValues(const SchemaElement &leaf, Encoding encoding, Bytes bytes, std::size_t count,
                  const PageValues *dictionary, PageValues &values);

} // namespace anchorscope::parquet
