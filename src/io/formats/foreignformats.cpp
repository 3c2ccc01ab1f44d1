// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/formats/format.h"

#include "core/plaintext.h"

#include <algorithm>
#include <array>
#include <filesystem>

// Files that people bring and that are not read here: each is recognised by its beginning and answered with the way
// out.

namespace anchorscope::io {

namespace {

using namespace std::string_view_literals;

/// What an advice holds in place of the file's own names: its path, and the name of what it becomes, without ending.
constexpr std::string_view pathPlace = "IN", stemPlace = "OUT";

struct ForeignFormat
{
    std::string_view magic; ///< some bytes
    std::size_t offset;     ///< where they are
    const char *advice;
};

constexpr auto pickleAdvice = "this is a Python pickle, which would run code when opened (gensim's save, joblib and "
                              "pandas write such files); load it in the Python program that made it, and save the "
                              "vectors there: anchorscope.Dataset(vectors, ids=names).save(\"OUT.h5\")";
constexpr auto compressedAdvice = "this file is compressed; unpack it first (bunzip2, unxz, unzstd or 7z)";
constexpr auto featherAdvice = "this is a Feather file of the old version 1; save it again in Python: "
                               "pandas.read_feather(\"IN\").to_feather(\"OUT.arrow\")";
constexpr auto torchAdvice = "this is a PyTorch file, which Python converts: python3 -m anchorscope convert IN OUT.h5";
constexpr auto zarrAdvice = "this is a Zarr store, which Python converts: python3 -m anchorscope convert IN OUT.h5";
constexpr auto lanceAdvice =
    "this is a Lance table; in Python, pyarrow.feather.write_feather(lance.dataset(\"IN\").to_table(), \"OUT.arrow\") "
    "saves it, then run python3 -m anchorscope convert OUT.arrow OUT.h5";

constexpr std::array foreignFormats = {
    ForeignFormat{"\xba\x16\x4f\x2f"sv, 0,
                  "this is a fastText model (.bin), not its vectors; open the .vec file beside it, or print "
                  "the vectors with fastText first"},
    ForeignFormat{"\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19"sv, 0, torchAdvice}, // before 1.6
    ForeignFormat{"\x80\x02"sv, 0, pickleAdvice},
    ForeignFormat{"\x80\x03"sv, 0, pickleAdvice},
    ForeignFormat{"\x80\x04"sv, 0, pickleAdvice},
    ForeignFormat{"\x80\x05"sv, 0, pickleAdvice},
    ForeignFormat{"BZh91AY&SY"sv, 0, compressedAdvice},
    ForeignFormat{"\xfd"
                  "7zXZ\0"sv,
                  0, compressedAdvice},
    ForeignFormat{"\x28\xb5\x2f\xfd"sv, 0, compressedAdvice},
    ForeignFormat{"7z\xbc\xaf\x27\x1c"sv, 0, compressedAdvice},
    ForeignFormat{"FEA1"sv, 0, featherAdvice},
    ForeignFormat{"DUCK"sv, 8,
                  "this is a DuckDB database; save its table from there: COPY (SELECT * FROM name) TO 'OUT.parquet', "
                  "and open OUT.parquet"},
    ForeignFormat{
        "SQLite format 3\0"sv, 0,
        "this is an SQLite database; save its table as CSV from there: sqlite3 -header -csv IN \"SELECT * FROM "
        "name\" > OUT.csv"},
    // Stored by columns, so that every matrix in it would be opened transposed.
    ForeignFormat{"MATLAB 7.3 MAT-file"sv, 0,
                  "this is a MATLAB file, whose matrices are stored transposed; save the vectors from MATLAB: "
                  "writematrix(X, \"OUT.csv\"), or from Python as .npy"},
    ForeignFormat{"MATLAB 5.0 MAT-file"sv, 0,
                  "this is a MATLAB file; save the vectors from Python: numpy.save(\"OUT.npy\", "
                  "scipy.io.loadmat(\"IN\")[\"X\"]), or from MATLAB by writematrix"},
};

/// What is found in an archive or a folder, by the end of a name.
struct ForeignMember
{
    std::string_view name;
    const char *advice;
};
constexpr std::array foreignMembers = {
    ForeignMember{"data.pkl", torchAdvice},
    ForeignMember{".zarray", zarrAdvice},
    ForeignMember{".zgroup", zarrAdvice},
    ForeignMember{"zarr.json", zarrAdvice},
    ForeignMember{"_versions", lanceAdvice},
    ForeignMember{"dataset_dict.json",
                  "this folder holds several Hugging Face datasets, a folder each (train, test, …); open one of these"},
    ForeignMember{"xl/workbook.xml", "this is a spreadsheet; save the sheet as CSV (UTF-8) and open that"},
    ForeignMember{"content.xml", "this is a spreadsheet or a text document; save its table as CSV (UTF-8)"},
};

/// As a shell takes it for one word.
std::string shellWord(const std::string &text)
{
    const auto plain = [](char each) {
        return isLetterOrDigit(each) || static_cast<unsigned char>(each) >= 0x80 ||
               std::string_view("_./-+@%:=,").find(each) != std::string_view::npos;
    };
    if (!text.empty() && text[0] != '-' && std::ranges::all_of(text, plain))
        return text;
    std::string word = text[0] == '-' ? "'./" : "'";
    for (const char each : text)
        word += each == '\'' ? std::string("'\\''") : std::string(1, each);
    return word + "'";
}

/// Puts the file's names into an advice.
std::string advised(std::string_view advice, std::string path)
{
    while (path.size() > 1 && path.ends_with('/'))
        path.pop_back();
    std::string text;
    const std::string stem = stemOf(path);
    while (!advice.empty()) {
        const std::size_t at = std::min(advice.find(pathPlace), advice.find(stemPlace));
        text += advice.substr(0, at);
        if (at == std::string_view::npos)
            break;
        const bool isPath = advice.substr(at).starts_with(pathPlace);
        const bool quoted = text.ends_with('"') || text.ends_with('\'');
        const std::string &name = isPath ? path : stem;
        text += quoted ? name : shellWord(name);
        advice.remove_prefix(at + (isPath ? pathPlace : stemPlace).size());
    }
    return text;
}

bool isZarrHeader(std::string_view beginning)
{
    return beginning.starts_with('{') && beginning.substr(0, 4096).find("\"zarr_format\"") != std::string_view::npos;
}

bool endsLikeLance(const InputFile &file)
{
    std::array<char, 4> end{};
    const auto got = file.bytes > end.size() ? file.read(file.bytes - end.size(), end) : Result<std::size_t>(0);
    return got && std::string_view(end.data(), *got) == "LANC";
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

std::optional<std::string> adviceFor(const FileCandidate &candidate)
{
    const std::string_view beginning = candidate.beginning;
    const auto found = std::ranges::find_if(foreignFormats, [&](const ForeignFormat &format) {
        return beginning.size() > format.offset && beginning.substr(format.offset).starts_with(format.magic);
    });
    if (found != foreignFormats.end())
        return found->advice;
    if (isWideText(beginning))
        return "this text is in UTF-16 (Excel's “Unicode text” is), which is not read here; save it as UTF-8";
    if (isZarrHeader(beginning))
        return zarrAdvice;
    return endsLikeLance(candidate.file) ? std::optional<std::string>(lanceAdvice) : std::nullopt;
}

} // namespace

bool isForeign(const FileCandidate &candidate)
{
    return adviceFor(candidate).has_value();
}

Result<OpenedFile> refuseForeign(const FileCandidate &candidate, const RunContext &)
{
    const std::string advice = *adviceFor(candidate);
    const std::string &path = candidate.file.path;
    const bool inFolder = advice == zarrAdvice;
    const std::string folder = std::filesystem::path(path).parent_path().string();
    return Error(ErrorCode::unknownFormat, advised(advice, !inFolder ? path : folder.empty() ? "." : folder)).in(path);
}

std::optional<Error> foreignMember(const std::string &path, const std::vector<std::string> &names)
{
    for (const ForeignMember &member : foreignMembers) {
        if (std::ranges::any_of(names, [&](const std::string &name) { return name.ends_with(member.name); }))
            return Error(ErrorCode::unknownFormat, advised(member.advice, path)).in(path);
    }
    return std::nullopt;
}

std::optional<Error> foreignFolder(const std::string &path)
{
    std::error_code error;
    std::vector<std::string> names;
    for (auto each = std::filesystem::directory_iterator(path, error); !error && each != std::filesystem::end(each);
         each.increment(error)) {
        names.push_back(each->path().filename().string());
        if (names.size() > 1000) // one with more is something else
            break;
    }
    return foreignMember(path, names);
}

} // namespace anchorscope::io
