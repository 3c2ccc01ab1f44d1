// SPDX-License-Identifier: GPL-3.0-or-later

/// Files in the format of the TEXMEX collections (http://corpus-texmex.irisa.fr): each row is its length d as a
/// little-endian int32, then d numbers of type float32 (.fvecs), int32 (.ivecs) or uint8 (.bvecs).

#include "io/formats/format.h"
#include "io/formats/indexbytes.h"
#include "io/rows/vectorrows.h"

#include <algorithm>
#include <array>

namespace anchorscope::io {

namespace {

constexpr std::int32_t maxDimensions = 1 << 20;
/// Number of rows to examine. The format has no magic number; it is recognized if all these rows have the same length.
constexpr std::uint64_t rowsLookedAt = 100;

struct VecsLayout
{
    Index dimensions = 0;
    std::size_t numberBytes = 0;
    bool fractions = false;
    std::size_t rowBytes() const { return 4 + static_cast<std::size_t>(dimensions) * numberBytes; }
    std::string typeName() const { return numberBytes == 1 ? "uint8" : fractions ? "float32" : "int32"; }
};

bool fitsRows(std::string_view beginning, std::size_t rowBytes)
{
    const std::int32_t dimensions = numberAt<std::int32_t>(beginning, 0);
    std::uint64_t rows = 0;
    for (std::size_t at = 0; at + 4 <= beginning.size() && rows < rowsLookedAt; at += rowBytes, ++rows) {
        if (numberAt<std::int32_t>(beginning, at) != dimensions)
            return false;
    }
    return rows > 1;
}

/// True if the numbers are probably float32: as integers, the bits of common magnitudes exceed 2^23, unlike small
/// integers.
bool holdFractions(std::string_view beginning, std::size_t rowBytes)
{
    std::size_t fractions = 0, count = 0;
    for (std::size_t at = 0; at + 4 <= beginning.size(); at += 4) {
        const std::int32_t bits = numberAt<std::int32_t>(beginning, at);
        if (at % rowBytes == 0 || bits == 0)
            continue;
        ++count;
        fractions += bits < -(1 << 23) || bits > (1 << 23);
    }
    return count == 0 || fractions * 2 > count;
}

std::optional<VecsLayout> layoutOf(const FileCandidate &candidate)
{
    const std::string_view beginning = candidate.beginning;
    const std::int32_t dimensions = beginning.size() < 8 ? 0 : numberAt<std::int32_t>(beginning, 0);
    if (dimensions < 1 || dimensions > maxDimensions)
        return std::nullopt;
    // Bytes of a number to try, 4 or 1, in the order given by the file's ending. Both may fit: three rows of 8 uint8
    // and one row of 8 int32 take 36 bytes, including the lengths.
    std::array<std::size_t, 2> sizes{4, 1};
    if (candidate.file.path.ends_with(".bvecs"))
        std::ranges::reverse(sizes);
    for (const std::size_t numberBytes : sizes) {
        const VecsLayout layout{dimensions, numberBytes, false};
        if (!fitsRows(beginning, layout.rowBytes()))
            continue;
        return VecsLayout{dimensions, numberBytes, numberBytes == 4 && holdFractions(beginning, layout.rowBytes())};
    }
    return std::nullopt;
}

/// Returns false if a row has another length than in the layout.
bool parseRows(std::string_view bytes, const VecsLayout &layout, RowBlock &block)
{
    for (; !bytes.empty(); bytes.remove_prefix(layout.rowBytes())) {
        if (numberAt<std::int32_t>(bytes, 0) != layout.dimensions)
            return false;
        for (Index i = 0; i < layout.dimensions; ++i) {
            const std::size_t at = 4 + static_cast<std::size_t>(i) * layout.numberBytes;
            block.values.push_back(layout.fractions          ? numberAt<float>(bytes, at)
                                   : layout.numberBytes == 1 ? static_cast<float>(numberAt<std::uint8_t>(bytes, at))
                                                             : static_cast<float>(numberAt<std::int32_t>(bytes, at)));
        }
        ++block.lines;
    }
    return true;
}

Status readAll(const FileCandidate &candidate, const VecsLayout &layout, RowCollector &rows, const RunContext &context)
{
    constexpr std::size_t blockBytes = 8 << 20;
    const InputFile &file = candidate.file;
    std::string bytes(std::max<std::size_t>(1, blockBytes / layout.rowBytes()) * layout.rowBytes(), '\0');
    for (std::uint64_t at = 0; at < file.bytes; at += bytes.size()) {
        const auto got = file.read(at, bytes);
        if (!got)
            return got.error();
        RowBlock block;
        const std::size_t whole = *got - *got % layout.rowBytes();
        if (!parseRows(std::string_view(bytes).substr(0, whole), layout, block))
            return Error(ErrorCode::damagedFile, "expected a row of ", layout.dimensions,
                         " numbers as before, found another length; the file is "
                         "damaged: create or download it again")
                .at("row " + std::to_string(at / layout.rowBytes() + static_cast<std::uint64_t>(block.lines)));
        if (!rows.take(std::move(block)))
            return rows.status();
        if (context.cancelled())
            return cancelledError();
        context.report(static_cast<double>(at) / static_cast<double>(file.bytes), "reading");
    }
    return Done{};
}

Result<OpenedFile> openVecs(const FileCandidate &candidate, const RunContext &context)
{
    const VecsLayout layout = *layoutOf(candidate);
    const std::string &path = candidate.file.path;
    if (candidate.file.bytes % layout.rowBytes() != 0)
        return Error(ErrorCode::damagedFile, "rows of ", layout.dimensions, " numbers have ", layout.rowBytes(),
                     " bytes, and ", candidate.file.bytes,
                     " bytes are not a multiple of that; the file was cut off: create or download it again")
            .in(path);
    RowCollector rows(layout.dimensions, false, 0, candidate.options, FileBudget(), "row");
    const Status read = readAll(candidate, layout, rows, context);
    if (const Status finished = rows.finish(read, "this file has no rows; choose a file with vectors in it"); !finished)
        return finished.error().in(path);
    OpenedFile opened = singleSpace(candidate, {"", "", layout.typeName(), rows.takeMatrix(), nullptr});
    rows.describe(opened);
    return opened;
}

} // namespace

extern const FileFormat vecsFormat{
    .label = "vectors with their lengths (.fvecs, .ivecs, .bvecs)",
    .recognises = [](const FileCandidate &candidate) { return layoutOf(candidate).has_value(); },
    .open = openVecs};

} // namespace anchorscope::io
