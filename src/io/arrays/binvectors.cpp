// SPDX-License-Identifier: GPL-3.0-or-later

/// Files of vectors as used by big-ann-benchmarks (https://big-ann-benchmarks.com): the numbers of rows and of
/// dimensions as uint32, then the values row by row, as float32 (.fbin), uint8 (.u8bin) or int8 (.i8bin). Also files of
/// float32 without a header, which numpy.ndarray.tofile and numpy.memmap write, if the user gives the shape.

#include "core/valuetext.h"
#include "frame/frame.h"
#include "io/formats/format.h"

#include <array>
#include <cstring>

namespace anchorscope::io {

namespace {

struct BinType
{
    std::string_view ending;
    char kind;
    std::size_t bytes;
};
constexpr std::array binTypes = {BinType{".fbin", 'f', 4}, BinType{".u8bin", 'u', 1}, BinType{".i8bin", 'i', 1}};

/// Returns the header of a file of big-ann-benchmarks; nullopt for other files. There is no magic number, so the size
/// of the file must agree with the header and with the number type that the file name's ending states.
std::optional<NpyHeader> binHeader(const FileCandidate &candidate)
{
    std::array<std::uint32_t, 2> shape{};
    if (candidate.beginning.size() <= sizeof shape)
        return std::nullopt;
    std::memcpy(shape.data(), candidate.beginning.data(), sizeof shape);
    const std::uint64_t numbers = std::uint64_t{shape[0]} * shape[1], bytes = candidate.file.bytes - sizeof shape;
    for (const BinType &type : binTypes) {
        if (!candidate.file.path.ends_with(type.ending) || numbers == 0 || bytes % numbers != 0 ||
            bytes / numbers != type.bytes)
            continue;
        return NpyHeader{
            .kind = type.kind, .itemBytes = type.bytes, .shape = {shape[0], shape[1]}, .dataOffset = sizeof shape};
    }
    return std::nullopt;
}

/// Parses a shape such as “1000,384”; nullopt for invalid text.
std::optional<std::array<std::uint64_t, 2>> parseShape(std::string_view text)
{
    std::array<std::uint64_t, 2> shape{};
    const std::size_t comma = text.find(',');
    const bool valid = comma != std::string_view::npos && readValue(text.substr(0, comma), shape[0]) &&
                       readValue(text.substr(comma + 1), shape[1]) && shape[0] > 0 && shape[1] > 0;
    return valid ? std::optional(shape) : std::nullopt;
}

Result<OpenedFile> openRawMatrix(const FileCandidate &candidate, const RunContext &context)
{
    const auto shape = parseShape(candidate.options.shape);
    if (!shape)
        return Error(ErrorCode::wrongUsage, "Expected a shape as 1000,384 (vectors, dimensions), found “",
                     candidate.options.shape, "”.");
    const std::uint64_t bytes = candidate.file.bytes;
    const auto needed = frame::arrayBytes({(*shape)[0], (*shape)[1]}, sizeof(float));
    if (needed != bytes) {
        const auto row = frame::product((*shape)[1], sizeof(float));
        const bool fits = row && bytes % *row == 0;
        return Error(ErrorCode::badDataset, "expected ", (*shape)[0], " vectors of ", (*shape)[1],
                     " float32, found a file of ", bytes, " bytes, which is ",
                     fits ? std::to_string(bytes / *row) + " such vectors"
                          : "not a whole number of such vectors; check the dimensions, and whether the numbers are "
                            "float32")
            .in(candidate.file.path);
    }
    return openMatrix(candidate, {.itemBytes = sizeof(float), .shape = {shape->begin(), shape->end()}}, context);
}

} // namespace

extern const FileFormat binVectorsFormat{
    .label = "vectors of big-ann-benchmarks (.fbin, .u8bin, .i8bin)",
    .recognises = [](const FileCandidate &candidate) { return binHeader(candidate).has_value(); },
    .open = [](const FileCandidate &candidate,
               const RunContext &context) { return openMatrix(candidate, *binHeader(candidate), context); }};
extern const FileFormat rawMatrixFormat{
    .label = "float32 without a header",
    .recognises = [](const FileCandidate &) { return false; }, // the user gives the shape
    .open = openRawMatrix};

} // namespace anchorscope::io
