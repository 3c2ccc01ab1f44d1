// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/formats/format.h"
#include "io/text/lineblocks.h"
#include "io/text/textnumber.h"

#include "core/plaintext.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <filesystem>

// Files of other programs that are not supported: each kind is recognized by its beginning, and the error states how to
// convert it.

namespace anchorscope::io {

namespace {

using namespace std::string_view_literals;

/// Placeholders of an advice: the path of the file, and the name of the converted file without its ending.
constexpr std::string_view pathPlace = "IN", stemPlace = "OUT";

struct UnsupportedFormat
{
    std::string_view magic; ///< characteristic bytes
    std::size_t offset;     ///< offset of these bytes
    const char *advice;
};

constexpr auto pickleAdvice = "this is a Python pickle, which would run code when opened (gensim's save, joblib and "
                              "pandas write such files); load it in the Python program that created it, and save the "
                              "vectors there: anchorscope.Dataset(vectors, ids=names).save(\"OUT.h5\")";
constexpr auto compressedAdvice = "this file is compressed; unpack it first (bunzip2, unxz, unzstd or 7z)";
constexpr auto featherAdvice = "this is a Feather file of the old version 1; save it again in Python: "
                               "pandas.read_feather(\"IN\").to_feather(\"OUT.arrow\")";
constexpr auto torchAdvice = "this is a PyTorch file, which Python converts: python3 -m anchorscope convert IN OUT.h5";
constexpr auto rAdvice =
    "this is a file of R's objects; save the vectors from R: write.csv(readRDS(\"IN\"), \"OUT.csv\")";
constexpr auto zarrAdvice = "this is a Zarr store, which Python converts: python3 -m anchorscope convert IN OUT.h5";
constexpr auto lanceAdvice =
    "this is a Lance table; in Python, pyarrow.feather.write_feather(lance.dataset(\"IN\").to_table(), \"OUT.arrow\") "
    "saves it, then run python3 -m anchorscope convert OUT.arrow OUT.h5";

constexpr std::array unsupportedFormats = {
    UnsupportedFormat{"\xba\x16\x4f\x2f"sv, 0,
                      "this is a fastText model (.bin), not its vectors; open the .vec file beside it, or export the "
                      "vectors with fastText first"},
    UnsupportedFormat{"\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19"sv, 0,
                      torchAdvice}, // before PyTorch 1.6
    UnsupportedFormat{"\x80\x02"sv, 0, pickleAdvice},
    UnsupportedFormat{"\x80\x03"sv, 0, pickleAdvice},
    UnsupportedFormat{"\x80\x04"sv, 0, pickleAdvice},
    UnsupportedFormat{"\x80\x05"sv, 0, pickleAdvice},
    UnsupportedFormat{"BZh91AY&SY"sv, 0, compressedAdvice},
    UnsupportedFormat{"\xfd"
                      "7zXZ\0"sv,
                      0, compressedAdvice},
    UnsupportedFormat{"\x28\xb5\x2f\xfd"sv, 0, compressedAdvice},
    UnsupportedFormat{"7z\xbc\xaf\x27\x1c"sv, 0, compressedAdvice},
    UnsupportedFormat{"FEA1"sv, 0, featherAdvice},
    UnsupportedFormat{"GGUF"sv, 0,
                      "this is a language model (GGUF), not vectors of items; run it and save the vectors as .npy"},
    UnsupportedFormat{"RDX2\n"sv, 0, rAdvice},
    UnsupportedFormat{"RDX3\n"sv, 0, rAdvice},
    UnsupportedFormat{"X\n\0\0\0"sv, 0, rAdvice},
    UnsupportedFormat{
        "DUCK"sv, 8,
        "this is a DuckDB database; save its table from there: COPY (SELECT * FROM name) TO 'OUT.parquet', "
        "and open OUT.parquet"},
    UnsupportedFormat{
        "SQLite format 3\0"sv, 0,
        "this is an SQLite database; save its table as CSV from there: sqlite3 -header -csv IN \"SELECT * FROM "
        "name\" > OUT.csv"},
    // Matrices are stored by columns, so that each would be opened transposed.
    UnsupportedFormat{"MATLAB 7.3 MAT-file"sv, 0,
                      "this is a MATLAB file, whose matrices are stored transposed; save the vectors from MATLAB: "
                      "writematrix(X, \"OUT.csv\"), or from Python as .npy"},
    UnsupportedFormat{"MATLAB 5.0 MAT-file"sv, 0,
                      "this is a MATLAB file; save the vectors from Python: numpy.save(\"OUT.npy\", "
                      "scipy.io.loadmat(\"IN\")[\"X\"]), or from MATLAB by writematrix"},
};

constexpr auto sparseAdvice = "these are sparse vectors (index:value), which are not supported; save dense ones from "
                              "Python, by .toarray() or reduced by sklearn's TruncatedSVD, as .npy";
constexpr auto printedAdvice =
    "this is a table printed for reading, with a rule of dashes at its header; save it as CSV "
    "(sqlite3 -header -csv, psql --csv, or to_csv in pandas)";
constexpr auto pageAdvice = "this is a web page, not the file itself: the download ended on a page of the site; open "
                            "IN in a browser, and download the file from its own address";

/// Beginning of a text of another program, in lower case.
struct UnsupportedText
{
    std::string_view begins;
    const char *advice;
};
constexpr std::array unsupportedTexts = {
    UnsupportedText{"version https://git-lfs.github.com/spec",
                    "this is a pointer of Git LFS, not the file itself; fetch it: git lfs "
                    "pull, or download the file from the site"},
    UnsupportedText{"<!doctype html", pageAdvice},
    UnsupportedText{"<html", pageAdvice},
    UnsupportedText{"<head", pageAdvice},
    UnsupportedText{"<?xml", "this is an XML file, which is not supported; save the vectors as .npy or CSV"},
    UnsupportedText{"%%matrixmarket matrix coordinate",
                    "this is a sparse matrix (MatrixMarket), which is not supported; save a dense "
                    "one from Python: numpy.save(\"OUT.npy\", scipy.io.mmread(\"IN\").toarray())"},
    UnsupportedText{"%%matrixmarket", "this is a matrix of MatrixMarket; save it from Python: numpy.save(\"OUT.npy\", "
                                      "scipy.io.mmread(\"IN\"))"},
    UnsupportedText{"@relation", "this is an ARFF table of Weka; save it as CSV, for example with Save as in Weka"},
    UnsupportedText{"embeddings {",
                    "this is a configuration of the Embedding Projector of TensorFlow (pbtxt), not the vectors; open "
                    "the file that its tensor_path names"},
    UnsupportedText{"model_checkpoint_path",
                    "this configuration names a checkpoint of TensorFlow, whose vectors are in variables; "
                    "save them from Python as .npy"},
    UnsupportedText{"%pdf-", "this is a PDF document, which holds no vectors"},
};

/// End of the name of a member of an archive or folder.
struct UnsupportedMember
{
    std::string_view name;
    const char *advice;
};
constexpr std::array unsupportedMembers = {
    UnsupportedMember{"data.pkl", torchAdvice},
    UnsupportedMember{".zarray", zarrAdvice},
    UnsupportedMember{".zgroup", zarrAdvice},
    UnsupportedMember{"zarr.json", zarrAdvice},
    UnsupportedMember{"_versions", lanceAdvice},
    UnsupportedMember{
        "dataset_dict.json",
        "this folder contains several Hugging Face datasets, one folder each (train, test, …); open one of these"},
    UnsupportedMember{"xl/workbook.xml", "this is a spreadsheet; save the sheet as CSV (UTF-8) and open that"},
    UnsupportedMember{"content.xml", "this is a spreadsheet or a text document; save its table as CSV (UTF-8)"},
};

/// Quotes a text as one word for a shell.
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

/// Replaces the placeholders of an advice by the file's names.
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

/// True for UTF-16 and UTF-32, recognized by the byte order mark or by zero bytes between Latin letters.
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

/// Advice for web pages and texts of other programs, recognized by their first words.
std::optional<std::string> adviceForText(std::string_view beginning)
{
    const std::string start = toLower(beginning.substr(0, 8192));
    std::string_view text = start;
    const auto skipBlanks = [&] {
        text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n\xEF\xBB\xBF"), text.size()));
    };
    const auto isRemark = [&] {
        return text.starts_with('%') && !text.starts_with("%%") && !text.starts_with("%pdf-");
    };
    for (skipBlanks(); isRemark(); skipBlanks()) // remarks above an ARFF table
        text.remove_prefix(std::min(text.find('\n'), text.size()));
    const auto found = std::ranges::find_if(unsupportedTexts,
                                            [&](const UnsupportedText &each) { return text.starts_with(each.begins); });
    return found == unsupportedTexts.end() ? std::nullopt : std::optional<std::string>(found->advice);
}

/// True for an index and a value: “9:0.02”.
bool isIndexAndValue(std::string_view field)
{
    const std::size_t colon = field.find(':');
    float value = 0;
    return colon != std::string_view::npos && colon > 0 &&
           field.substr(0, colon).find_first_not_of("0123456789") == std::string_view::npos &&
           readField(field.substr(colon + 1), value);
}

/// True for words or classes followed by indices and values, as libsvm and PPMI write them, in nearly all fields of the
/// first lines.
bool isSparseText(std::string_view beginning)
{
    constexpr std::size_t looked = 8192, fewest = 6;
    std::size_t fields = 0, sparse = 0, lines = 0;
    std::string_view text = beginning.substr(0, looked);
    text = text.size() < beginning.size() ? text.substr(0, text.rfind('\n') + 1) : text;
    for (; !text.empty(); ++lines) {
        std::string_view line = takeLine(text);
        for (std::size_t begin = line.find_first_not_of(" \t"); begin != std::string_view::npos;
             begin = line.find_first_not_of(" \t")) {
            line.remove_prefix(begin);
            const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
            sparse += isIndexAndValue(line.substr(0, end));
            ++fields;
            line.remove_prefix(end);
        }
    }
    return sparse >= fewest && (sparse + 2 * lines) >= fields && sparse * 2 > fields;
}

/// True if the line consists of dashes, signs and box-drawing characters.
bool isFrame(std::string_view line)
{
    while (!line.empty()) {
        const bool box = line.starts_with("\xe2\x94") || line.starts_with("\xe2\x95");
        if (!box && "-=+|: "sv.find(line[0]) == std::string_view::npos)
            return false;
        line.remove_prefix(box ? std::min<std::size_t>(3, line.size()) : 1);
    }
    return true;
}

/// True for the line below the header of a table with at least two columns, as sqlite3, psql, mysql and Markdown print
/// it.
bool isRule(std::string_view line)
{
    const std::size_t first = line.find_first_not_of(" |+"), last = line.find_last_not_of(" |+");
    if (first == std::string_view::npos || !isFrame(line))
        return false;
    const std::string_view inner = line.substr(first, last + 1 - first);
    const auto holds = [&](std::string_view part) { return inner.find(part) != std::string_view::npos; };
    return std::ranges::any_of(std::array{"--"sv, "=="sv, "──"sv, "══"sv}, holds) &&
           std::ranges::any_of(std::array{" "sv, "+"sv, "|"sv, "┬"sv, "┼"sv, "╤"sv, "╪"sv}, holds);
}

bool isPrintedTable(std::string_view beginning)
{
    constexpr int looked = 3; // number of lines: a frame, the header, the line below it
    for (int line = 0; line < looked && !beginning.empty(); ++line) {
        if (isRule(takeLine(beginning)))
            return true;
    }
    return false;
}

std::optional<std::string> adviceFor(const FileCandidate &candidate)
{
    const std::string_view beginning = candidate.beginning;
    if (const auto text = adviceForText(beginning))
        return text;
    if (isPrintedTable(beginning))
        return printedAdvice;
    if (isSparseText(beginning))
        return sparseAdvice;
    const auto found = std::ranges::find_if(unsupportedFormats, [&](const UnsupportedFormat &format) {
        return beginning.size() > format.offset && beginning.substr(format.offset).starts_with(format.magic);
    });
    if (found != unsupportedFormats.end())
        return found->advice;
    if (isWideText(beginning))
        return "this text is in UTF-16 (Excel's “Unicode text” is), which is not supported; save it as UTF-8";
    if (isZarrHeader(beginning))
        return zarrAdvice;
    return endsLikeLance(candidate.file) ? std::optional<std::string>(lanceAdvice) : std::nullopt;
}

} // namespace

namespace {

/// Share of float32 numbers that are 0 or have an absolute value between two limits.
double shareBetween(std::string_view bytes, double least, double most)
{
    std::size_t usual = 0, count = 0;
    for (std::size_t at = 0; at + sizeof(float) <= bytes.size(); at += sizeof(float), ++count) {
        float value = 0;
        std::memcpy(&value, bytes.data() + at, sizeof value);
        const double size = std::abs(static_cast<double>(value));
        usual += size == 0 || (size >= least && size <= most);
    }
    return count > 0 ? static_cast<double>(usual) / static_cast<double>(count) : 0;
}

constexpr std::size_t lookedForFloats = 4096;

} // namespace

bool isRawFloats(const FileCandidate &candidate)
{
    constexpr std::size_t fewest = 16;
    constexpr double least = 1e-6, most = 1e4, nearlyAll = 0.98;
    const std::string_view bytes = candidate.beginning.substr(0, lookedForFloats);
    if (candidate.file.bytes % sizeof(float) != 0 || bytes.size() < fewest * sizeof(float))
        return false;
    const bool text =
        std::ranges::none_of(bytes, [](char each) { return each == '\0' || static_cast<unsigned char>(each) >= 0x80; });
    return !text && shareBetween(bytes, least, most) >= nearlyAll;
}

/// Bytes of other fractions, read as float32, have exponents of any size, and those of integers rarely usual ones.
bool mayBeFloats(const FileCandidate &candidate)
{
    constexpr double least = 1e-20, most = 1e20, mostOfThem = 0.9;
    return shareBetween(candidate.beginning.substr(0, lookedForFloats), least, most) >= mostOfThem;
}

namespace {

bool isUnsupported(const FileCandidate &candidate)
{
    return adviceFor(candidate).has_value();
}

Result<OpenedFile> rejectUnsupported(const FileCandidate &candidate, const RunContext &)
{
    const std::string advice = *adviceFor(candidate);
    const std::string &path = candidate.file.path;
    const bool inFolder = advice == zarrAdvice;
    const std::string folder = std::filesystem::path(path).parent_path().string();
    return Error(ErrorCode::unknownFormat, advised(advice, !inFolder ? path : folder.empty() ? "." : folder)).in(path);
}

} // namespace

/// Files that are recognized but not supported: the error states how to convert them.
extern const FileFormat unsupportedFormat{
    .label = "not readable", .recognises = isUnsupported, .open = rejectUnsupported, .refused = true};

std::optional<Error> unsupportedMember(const std::string &path, const std::vector<std::string> &names)
{
    for (const UnsupportedMember &member : unsupportedMembers) {
        if (std::ranges::any_of(names, [&](const std::string &name) { return name.ends_with(member.name); }))
            return Error(ErrorCode::unknownFormat, advised(member.advice, path)).in(path);
    }
    return std::nullopt;
}

std::optional<Error> unsupportedFolder(const std::string &path)
{
    std::error_code error;
    std::vector<std::string> names;
    for (auto each = std::filesystem::directory_iterator(path, error); !error && each != std::filesystem::end(each);
         each.increment(error)) {
        names.push_back(each->path().filename().string());
        if (names.size() > 1000) // larger folders are something else
            break;
    }
    return unsupportedMember(path, names);
}

} // namespace anchorscope::io
