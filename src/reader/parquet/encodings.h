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
class RunDecoder
{
public:
    RunDecoder(Bytes bytes, unsigned bitWidth) : m_rest(bytes), m_bitWidth(bitWidth) {}
    /// Decodes the next `count` values.
    template <class T> void next(std::size_t count, std::vector<T> &values);

private:
    void begin();

    Bytes m_rest, m_run; ///< bytes that follow the current run; bytes of the run
    unsigned m_bitWidth;
    bool m_packed = false;
    std::uint32_t m_value = 0;             ///< value of a run that is not packed
    std::uint64_t m_first = 0, m_left = 0; ///< number of values of the run, decoded and still to decode
};
/// True if the bytes encode one run only, in which the same `value` is repeated `count` times.
bool isOneRun(Bytes bytes, unsigned bitWidth, std::size_t count, std::uint32_t value);

/// Values of one page. Missing values are not stored.
struct PageValues
{
    std::size_t count = 0;
    /// Bytes of each value; 0: lengths differ.
    std::size_t width = 0;
    /// If all values have the same size, the values: `count` × `width` bytes, not necessarily aligned.
    const std::byte *fixed = nullptr;
    /// If the sizes differ, the values.
    std::vector<std::string_view> texts;
    /// Memory of the values that `fixed` or `texts` refer to, if they are not in the page itself.
    std::vector<std::byte> own;

    Bytes at(std::size_t i) const
    {
        return width > 0 ? Bytes(fixed + i * width, width)
                         : Bytes(reinterpret_cast<const std::byte *>(texts[i].data()), texts[i].size());
    }
};

/// Bytes of each value as stored in the encoding PLAIN; 0 if the values have different lengths or are booleans.
std::size_t plainWidth(const SchemaElement &leaf);

/// Decodes `count` values. `dictionary`: that of the column chunk, or null. `values` may refer to it or to `bytes`.
void decodeValues(const SchemaElement &leaf, Encoding encoding, Bytes bytes, std::size_t count,
                  const PageValues *dictionary, PageValues &values);

} // namespace anchorscope::parquet
