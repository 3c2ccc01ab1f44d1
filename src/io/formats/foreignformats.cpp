// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/formats/format.h"

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

const char *adviceFor(std::string_view beginning)
{
    const auto found = std::ranges::find_if(
        foreignFormats, [&](const ForeignFormat &format) { return beginning.starts_with(format.magic); });
    if (found != foreignFormats.end())
        return found->advice;
    if (isSafetensors(beginning))
        return "this is a safetensors file, which is not read here; save the tensor with numpy as .npy or .npz";
    return nullptr;
}

} // namespace

bool isForeign(const Candidate &candidate)
{
    return adviceFor(candidate.beginning) != nullptr;
}

Result<OpenedFile> refuseForeign(const Candidate &candidate, const RunContext &)
{
    return Error(ErrorCode::unknownFormat, adviceFor(candidate.beginning)).in(candidate.file.path);
}

} // namespace anchorscope::io
