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

/// Header of a NumPy array (.npy), format versions 1 to 3
/// (https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html).
struct NpyHeader
{
    char kind = 'f'; ///< kind of the elements: f float, B bfloat16, i signed, u unsigned, b bool, U text, S bytes
    std::size_t itemBytes = 0;
    bool bigEndian = false;
    bool fortranOrder = false;
    std::vector<std::uint64_t> shape = {};
    std::size_t dataOffset = 0; ///< offset of the first element from the beginning of the header, in bytes

    bool isNumeric() const { return kind != 'U' && kind != 'S'; }
    std::string typeName() const; ///< name of the element type, such as "float16" or "int8"
    Index rows() const { return shape.empty() ? 1 : static_cast<Index>(shape[0]); }
    Index columns() const { return shape.size() < 2 ? 1 : static_cast<Index>(shape[1]); }
};

inline constexpr std::string_view npyMagic = "\x93NUMPY";
/// Maximum length of a header in bytes, as in NumPy.
inline constexpr std::size_t largestNpyHeader = 10000 + 12;

/// Reads the header of an array of `arrayBytes` bytes in total, and checks that the data have the size of its shape.
/// Errors "damaged-file", "unsupported-type", to which the caller adds file and place.
Result<NpyHeader> parseNpyHeader(std::string_view beginning, std::uint64_t arrayBytes);

/// Function that fills `target` with the next bytes of an array and returns their number; fewer only at the end.
using ByteStream = std::function<Result<std::size_t>(std::span<char> target)>;

/// Returns a stream of the bytes of a file from an offset on. The file must outlive the stream.
ByteStream streamFrom(const InputFile &file, std::uint64_t offset);

/// Skips `offset` bytes of a stream, calls `read` with it, and reads the stream to its end, where an archive compares
/// its checksum. Returns the result of `read`. Errors: those of the stream; "damaged-file" if it ends before `offset`.
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

/// Reads the first `rows` rows of an array of numbers with one or two axes as float32.
Result<Matrix> readNpyMatrix(const NpyHeader &header, Index rows, const ByteStream &stream, const RunContext &context);
/// Reads the rows with the given indices (ascending) of an array of numbers as float32.
Result<Matrix> readNpyMatrix(const NpyHeader &header, const std::vector<Index> &rows, const ByteStream &stream,
                             const RunContext &context);
/// Returns the element type of an array with two axes, stored row by row, that needs no conversion; otherwise nullopt.
std::optional<StoredNumber> storedNumber(const NpyHeader &header);
/// Reads a whole array without conversion, if storedNumber() returns a type for it.
Result<StoredRows> readNpyStored(const NpyHeader &header, const ByteStream &stream, const RunContext &context);
/// Reads the first `rows` rows of an array with one or two axes as text, row by row: UTF-8, or decimal numbers; NaN
/// becomes empty.
Result<std::vector<std::string>> readNpyTexts(const NpyHeader &header, Index rows, const ByteStream &stream);

} // namespace anchorscope::io
