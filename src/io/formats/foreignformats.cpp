// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/formats/format.h"
#include "io/text/textnumber.h"

#include <algorithm>
#include <array>

// Files that people bring and that are not read here: each is recognised by its beginning and answered with the way
// out.

namespace anchorscope::io {

namespace {

using namespace std::string_view_literals;

struct ForeignFormat
{
    std::string_view magic; ///< the first bytes
    const char *advice;
};

constexpr auto pickleAdvice = "this is a Python pickle, which would run code when opened (gensim's save, joblib and "
                              "pandas write such files); save "
                              "the vectors as word2vec, .npy or HDF5 from the program that made it";
constexpr auto compressedAdvice = "this file is compressed; unpack it first";
constexpr auto columnarAdvice = "this is a table of columns (Parquet, Arrow or Feather), which is not read here; save "
                                "its numbers as .npy, CSV or HDF5";

constexpr std::array foreignFormats = {
    ForeignFormat{"\xba\x16\x4f\x2f"sv,
                  "this is a fastText model (.bin), not its vectors; open the .vec file beside it, or print "
                  "the vectors with fastText first"},
    ForeignFormat{"\x80\x02"sv, pickleAdvice},
    ForeignFormat{"\x80\x03"sv, pickleAdvice},
    ForeignFormat{"\x80\x04"sv, pickleAdvice},
    ForeignFormat{"\x80\x05"sv, pickleAdvice},
    ForeignFormat{"\x1f\x8b"sv, compressedAdvice},
    ForeignFormat{"BZh91AY&SY"sv, compressedAdvice},
    ForeignFormat{"\xfd"
                  "7zXZ\0"sv,
                  compressedAdvice},
    ForeignFormat{"\x28\xb5\x2f\xfd"sv, compressedAdvice},
    ForeignFormat{"7z\xbc\xaf\x27\x1c"sv, compressedAdvice},
    ForeignFormat{"PAR1\x15"sv, columnarAdvice},
    ForeignFormat{"ARROW1\0\0"sv, columnarAdvice},
    ForeignFormat{"FEA1\0\0\0\0"sv, columnarAdvice},
};

/// Eight bytes of length, then a header in JSON.
bool isSafetensors(std::string_view beginning)
{
    return beginning.size() > 9 && beginning[8] == '{' && beginning[7] == '\0' && beginning[6] == '\0';
}

/// UTF-16 or UTF-32, by its byte order mark or by the zeros beside Latin letters.
bool isWideText(std::string_view beginning)
{
    if (beginning.starts_with("\xff\xfe") || beginning.starts_with("\xfe\xff"))
        return true;
    const std::string_view some = beginning.substr(0, 64);
    const auto isPlain = [&](std::size_t first) {
        for (std::size_t i = 0; i + 1 < some.size(); i += 2) {
            const auto letter = static_cast<unsigned char>(some[i + first]);
            if (some[i + 1 - first] != '\0' || (letter < 0x20 && letter != '\t' && letter != '\n' && letter != '\r'))
                return false;
        }
        return some.size() >= 4;
    };
    return isPlain(0) || isPlain(1);
}

/// An object, an array of arrays, objects or strings, or an array of numbers. “[PAD] 0.12 …” is a line of word vectors.
bool isJson(std::string_view text)
{
    constexpr std::string_view blanks = " \t\r\n", mark = "\xEF\xBB\xBF";
    const auto skipBlanks = [&] { text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size())); };
    text.remove_prefix(text.starts_with(mark) ? mark.size() : 0);
    skipBlanks();
    const char first = text.empty() ? ' ' : text[0];
    if (first != '{' && first != '[')
        return false;
    text.remove_prefix(1);
    skipBlanks();
    const char next = text.empty() ? ' ' : text[0];
    if (first == '{')
        return next == '"' || next == '}';
    float number = 0;
    const char *end = readNumber(text.data(), text.data() + text.size(), number);
    if (!end)
        return next == '[' || next == '{' || next == '"';
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    skipBlanks();
    return text.starts_with(',');
}

const char *adviceFor(std::string_view beginning)
{
    const auto found = std::ranges::find_if(
        foreignFormats, [&](const ForeignFormat &format) { return beginning.starts_with(format.magic); });
    if (found != foreignFormats.end())
        return found->advice;
    if (isSafetensors(beginning))
        return "this is a safetensors file, which is not read here; save the tensor with numpy as .npy or .npz";
    if (isWideText(beginning))
        return "this text is in UTF-16 (Excel's “Unicode text” is), which is not read here; save it as UTF-8";
    if (isJson(beginning))
        return "this is JSON, which is not read here; save its numbers as .npy, CSV or HDF5";
    return nullptr;
}

} // namespace

bool isForeign(const FileCandidate &candidate)
{
    return adviceFor(candidate.beginning) != nullptr;
}

Result<OpenedFile> refuseForeign(const FileCandidate &candidate, const RunContext &)
{
    return Error(ErrorCode::unknownFormat, adviceFor(candidate.beginning)).in(candidate.file.path);
}

} // namespace anchorscope::io
