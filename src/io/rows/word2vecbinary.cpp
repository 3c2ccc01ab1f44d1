// SPDX-License-Identifier: GPL-3.0-or-later

/// Binary format of word2vec: a line “N D”; then for each word its bytes, a space, D little-endian float32, often a
/// newline.

#include "io/formats/format.h"
#include "io/formats/indexbytes.h"
#include "io/rows/vectorrows.h"
#include "io/text/textnumber.h"
#include "io/text/visibletext.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <utility>

namespace anchorscope::io {

namespace {

constexpr std::size_t longestWord = 1 << 16;

struct Header
{
    Index rows = 0, dimensions = 0;
    std::size_t bytes = 0; ///< length of the first line in bytes
};

std::optional<Header> readHeader(std::string_view beginning)
{
    const std::size_t end = beginning.substr(0, 64).find('\n');
    if (end == std::string_view::npos)
        return std::nullopt;
    Header header;
    const char *text = beginning.data(), *stop = text + end;
    const auto rows = std::from_chars(text, stop, header.rows);
    if (rows.ec != std::errc() || rows.ptr == stop || *rows.ptr != ' ')
        return std::nullopt;
    const auto dimensions = std::from_chars(rows.ptr + 1, stop, header.dimensions);
    if (dimensions.ec != std::errc() || header.rows < 0 || header.dimensions <= 0 || header.dimensions > (1 << 24))
        return std::nullopt;
    header.bytes = end + 1;
    return header;
}

Error damaged(const FileCandidate &candidate, Index row, const std::string &what)
{
    return Error(ErrorCode::damagedFile, what, "; the file was cut off or is damaged: create or download it again")
        .in(candidate.file.path, "row " + std::to_string(row));
}

/// True if all numbers are 0 or of a magnitude common in vectors; numbers made of a word's bytes rarely are.
bool isVector(std::string_view bytes)
{
    return shareBetween<float>(bytes, 1e-12, 1e6) == 1;
}

bool isPlainText(std::string_view text)
{
    return isUtf8(text) &&
           std::ranges::none_of(text, [](char each) { return static_cast<unsigned char>(each) < 0x20; });
}

/// Returns the end of a word: the first space that a plausible vector follows (gensim writes words with spaces),
/// otherwise the first space. `impossible`: set if not even the vector after the first space is plausible.
std::size_t wordEnd(std::string_view rest, std::size_t vectorBytes, bool &impossible)
{
    /// maximum bytes of a word; a later space belongs to the vector
    constexpr std::size_t longestPhrase = 200;
    const std::size_t first = rest.substr(0, longestWord).find(' ');
    std::size_t end = first;
    while (end != std::string_view::npos && end < longestPhrase && end + 1 + vectorBytes <= rest.size() &&
           isPlainText(rest.substr(0, end))) {
        if (isVector(rest.substr(end + 1, vectorBytes)))
            return end;
        end = rest.find(' ', end + 1);
    }
    impossible = first != std::string_view::npos && first + 1 + vectorBytes <= rest.size() &&
                 !isVector(rest.substr(first + 1, vectorBytes));
    return first;
}

/// Reads a word and its vector. `misplaced`: on entry, true if the previous row's vector was not plausible; on return,
/// true if this row's vector is not.
Status readRow(const FileCandidate &candidate, IndexBytes &file, Index row, Index dimensions, bool &misplaced,
               RowBlock &block)
{
    const auto vectorBytes = static_cast<std::size_t>(dimensions) * sizeof(float);
    const std::string_view bytes = file.ahead(longestWord + vectorBytes + 2);
    const std::size_t lineEnds = std::min(bytes.find_first_not_of('\n'), bytes.size());
    const std::string_view rest = bytes.substr(lineEnds);
    const bool wasMisplaced = std::exchange(misplaced, false);
    const std::size_t word = wordEnd(rest, vectorBytes, misplaced);
    if (wasMisplaced && word != std::string_view::npos && !isUtf8(rest.substr(0, word)))
        return damaged(candidate, row - 1,
                       "a word that contains a space cannot be distinguished from its vector; save the model as text "
                       "(binary=False)");
    if (word == std::string_view::npos)
        return damaged(candidate, row,
                       rest.empty() ? "a word was expected, but the file ends here" : "a word has no end");
    if (rest.size() - word - 1 < vectorBytes)
        return damaged(candidate, row, "the file ends inside a vector");
    block.ids.emplace_back(rest.substr(0, word));
    const std::size_t before = block.values.size();
    block.values.resize(before + static_cast<std::size_t>(dimensions));
    std::memcpy(block.values.data() + before, rest.data() + word + 1, vectorBytes);
    file.skip(lineEnds + word + 1 + vectorBytes);
    return Done{};
}

bool isWord2VecBinary(const FileCandidate &candidate)
{
    const auto header = readHeader(candidate.beginning);
    if (!header)
        return false;
    // Distinguishes binary files from texts, which have no control characters after the first word.
    const std::string_view rest = candidate.beginning.substr(header->bytes);
    const std::size_t word = rest.find(' ');
    if (word == std::string_view::npos)
        return false;
    const std::string_view vector = rest.substr(word + 1, static_cast<std::size_t>(header->dimensions) * sizeof(float));
    return std::any_of(vector.begin(), vector.end(), [](char each) {
        const auto byte = static_cast<unsigned char>(each);
        return (byte < 32 && byte != '\n' && byte != '\r' && byte != '\t') || byte >= 127;
    });
}

Result<OpenedFile> readWords(const FileCandidate &candidate, const RunContext &context)
{
    const Header header = *readHeader(candidate.beginning);
    const std::uint64_t rowBytes = static_cast<std::uint64_t>(header.dimensions) * sizeof(float) + 1;
    const std::uint64_t room = (candidate.file.bytes - header.bytes) / rowBytes;
    if (static_cast<std::uint64_t>(header.rows) > room)
        return Error(ErrorCode::damagedFile, "its first line declares ", header.rows, " rows of ", header.dimensions,
                     " numbers, but the file has room for ", room,
                     "; it was cut off or is damaged: create or download it again")
            .in(candidate.file.path);
    RowCollector rows(header.dimensions, true, 1, candidate.options);
    IndexBytes file(candidate.file, context);
    file.skip(header.bytes);
    const auto hasRow = [&](Index row) {
        return row < header.rows || file.ahead(longestWord).find_first_not_of("\r\n") != std::string_view::npos;
    };
    constexpr Index rowsPerBlock = 4096;
    bool more = true, misplaced = false;
    for (Index row = 0; more && hasRow(row);) {
        RowBlock block;
        for (const Index end = row + rowsPerBlock; row < end && hasRow(row); ++row) {
            const Status read = readRow(candidate, file, row, header.dimensions, misplaced, block);
            if (!read && row < header.rows)
                return read.error();
            if (!read)
                return damaged(candidate, row,
                               sentence("the first line announces ", header.rows,
                                        " rows, and the bytes after them are no further rows"));
        }
        more = rows.take(std::move(block));
    }
    if (const Status finished = rows.finish(Done{}, "this file has no rows; choose a file with vectors in it");
        !finished)
        return finished.error().in(candidate.file.path);
    OpenedFile opened = singleSpace(candidate, {"", "", "float32", rows.takeMatrix(), nullptr}, rows.takeIds());
    rows.describe(opened);
    if (rows.seen() > header.rows && candidate.options.firstRows() == 0)
        opened.warnings.push_back(sentence("The first line announces ", header.rows, " rows, found ", rows.seen(),
                                           "; all of them were read."));
    return opened;
}

Result<OpenedFile> openWord2VecBinary(const FileCandidate &candidate, const RunContext &context)
{
    return readIndex(candidate.file.path, "word2vec file", "create or download it again",
                     [&] { return readWords(candidate, context); });
}

} // namespace

extern const FileFormat word2vecBinaryFormat{
    .label = "word2vec, binary", .recognises = isWord2VecBinary, .open = openWord2VecBinary};

} // namespace anchorscope::io
