// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "reader/parquet/footer.h"

#include <string>
#include <string_view>
#include <vector>

/// Decoders for Parquet's encodings of values and of repetition and definition levels
/// (https://parquet.apache.org/docs/file-format/data-pages/encodings/). For any bytes, a decoder returns `count` values
/// or fewer, or throws UnreadableColumn.
namespace anchorscope::parquet {

/// Decodes Parquet's hybrid of run lengths and bit-packed values, used for repetition and definition levels, booleans
/// and indices into a dictionary.
void decodeRuns(Bytes bytes, unsigned bitWidth, std::size_t count, std::vector<std::uint8_t> &values);
void decodeRuns(Bytes bytes, unsigned bitWidth, std::size_t count, std::vector<std::uint32_t> &values);

/// True if values encoded as runs are a single run of `count` times `value`.
bool isOneRun(Bytes bytes, unsigned bitWidth, std::size_t count, std::uint32_t value);

/// Values of one page, without the missing ones.
struct PageValues
{
    std::size_t count = 0;
    /// Size of each value in bytes; 0: the values have different lengths.
    std::size_t width = 0;
    /// Values of a page if all have the same size: count × width bytes, which may not be aligned.
    const std::byte *fixed = nullptr;
    /// Values of a page if their lengths differ.
    std::vector<std::string_view> texts;
    /// Memory that `fixed` or `texts` point to, unless they point into the page itself.
    std::vector<std::byte> own;

    Bytes at(std::size_t i) const
    {
        return width > 0 ? Bytes(fixed + i * width, width)
                         : Bytes(reinterpret_cast<const std::byte *>(texts[i].data()), texts[i].size());
    }
};

/// Size in bytes of a value of a leaf in the encoding PLAIN; 0: values have different lengths. A decoded boolean takes
/// 1 byte.
std::size_t widthOf(const SchemaElement &leaf);

/// Decodes `count` values of a leaf. `dictionary`: the dictionary of the column chunk, or null. `values` may contain
/// pointers into `bytes` and the dictionary afterwards.
void decodeValues(const SchemaElement &leaf, Encoding encoding, Bytes bytes, std::size_t count,
                  const PageValues *dictionary, PageValues &values);

} // namespace anchorscope::parquet
