// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/storedrows.h"
#include "core/matrix.h"
#include "core/result.h"
#include "core/runcontext.h"
#include "io/files/inputfile.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace anchorscope::io {

/// The header of a NumPy array, versions 1 to 3
/// (https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html).
struct NpyHeader
{
    char kind = 'f';           ///< kind of the elements: f float, B bfloat16, i signed, u unsigned, b bool, U text, S
                               ///< bytes
    std::size_t itemBytes = 0; ///< size of one element in bytes
    bool bigEndian = false;
    bool fortranOrder = false;
    std::vector<std::uint64_t> shape;
    std::size_t dataOffset = 0; ///< offset of the data from the beginning of the array's bytes

    bool isNumeric() const { return kind != 'U' && kind != 'S'; }
    std::string typeName() const; ///< name of the element type, such as "float16" or "int8"
    Index rows() const { return shape.empty() ? 1 : static_cast<Index>(shape[0]); }
    Index columns() const { return shape.size() < 2 ? 1 : static_cast<Index>(shape[1]); }
};

inline constexpr std::string_view npyMagic = "\x93NUMPY";
/// Maximum length of a header, as in NumPy.
inline constexpr std::size_t largestNpyHeader = 10000 + 12;

/// Reads a header from the beginning of an array of `arrayBytes` bytes in total, and checks that the array contains
/// exactly the data of its shape. Errors "damaged-file", "unsupported-type"; the caller adds file and place.
Result<NpyHeader> parseNpyHeader(std::string_view beginning, std::uint64_t arrayBytes);

/// Function that returns the next bytes of an array's data; fewer than requested only at its end.
using ByteStream = std::function<Result<std::size_t>(std::span<char> target)>;

/// Stream of the bytes of a file from an offset on. The file must outlive it.
ByteStream streamFrom(const InputFile &file, std::uint64_t offset);

/// Calls `read` with a stream from byte `offset` on and returns its result. Also reads the rest, so that an archive
/// compares its checksum. Error "damaged-file" if the stream ends before `offset`, or the stream's own.
template <class Read>
auto readToEnd(const ByteStream &stream, std::uint64_t offset, const Read &read) -> decltype(read(stream))
{
    std::vector<char> skipped(1 << 16);
    while (offset > 0) {
        const auto count = stream(std::span(skipped).first(std::min<std::uint64_t>(offset, skipped.size())));
        if (!count)
            return count.error();
        if (*count == 0)
            return Error(ErrorCode::damagedFile, "its numbers end early; create or download the file again");
        offset -= *count;
    }
    auto value = read(stream);
    while (value) {
        const auto count = stream(skipped);
        if (!count)
            return count.error();
        if (*count == 0)
            break;
    }
    return value;
}

/// Reads the first `rows` rows of a numeric array of rank 1 or 2 as float32.
Result<Matrix> readNpyMatrix(const NpyHeader &header, Index rows, const ByteStream &stream, const RunContext &context);
/// Reads selected rows, ascending, of a numeric array as float32.
Result<Matrix> readNpyMatrix(const NpyHeader &header, const std::vector<Index> &rows, const ByteStream &stream,
                             const RunContext &context);
/// Type of an array of rank 2 that can be used without conversion, row by row; nullopt for other arrays.
std::optional<StoredNumber> storedNumber(const NpyHeader &header);
/// Reads a whole array that needs no conversion (storedNumber).
Result<StoredRows> readNpyStored(const NpyHeader &header, const ByteStream &stream, const RunContext &context);
/// Reads the first `rows` elements of an array of rank 1 as text: strings as UTF-8, numbers in decimal; NaN becomes an
/// empty text.
Result<std::vector<std::string>> readNpyTexts(const NpyHeader &header, Index rows, const ByteStream &stream);

} // namespace anchorscope::io
