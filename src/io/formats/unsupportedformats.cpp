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

// Recognition of unsupported formats, mostly by first bytes; the error states how to convert the file.

namespace anchorscope::io {

namespace {

using namespace std::string_view_literals;

/// Placeholders in advice. IN: path of the file; OUT: name of the converted file without its ending.
constexpr std::string_view pathPlace = "IN", stemPlace = "OUT";

struct UnsupportedFormat
{
    std::string_view magic;
    std::size_t offset;
    const char *advice;
};

constexpr auto pickleAdvice = "this is a Python pickle, which would run code when opened (gensim's save, joblib and "
                              "pandas write such files); load it in the Python program that created it, and save the "
                              "vectors there: anchorscope.Dataset(vectors, ids=names).save(\"OUT.h5\")";
constexpr auto compressedAdvice = "this file is compressed; unpack it first (bunzip2, unxz, unzstd or 7z)";
constexpr auto featherAdvice = "this is a Feather file of the old version 1; save it again in Python: "
                               "pandas.read_feather(\"IN\").to_feather(\"OUT.arrow\")";
constexpr auto torchAdvice = "this is a PyTorch file, which Python converts: python3 -m anchorscope convert IN OUT.h5";
constexpr auto avroAdvice = "this is a table in Avro or ORC; save it as Parquet in the program that wrote it";
constexpr auto stataAdvice =
    "this is a table of Stata; save it from Python: pandas.read_stata(\"IN\").to_csv(\"OUT.csv\")";
constexpr auto netcdfAdvice = "this is a NetCDF file of version 3; convert it to version 4: nccopy -k nc4 IN OUT-4.nc";
constexpr auto rAdvice =
    "this is a file of R's objects; save the vectors from R: write.csv(readRDS(\"IN\"), \"OUT.csv\")";
constexpr auto zarrAdvice = "this is a Zarr store, which Python converts: python3 -m anchorscope convert IN OUT.h5";
constexpr auto lanceAdvice =
    "this is a Lance table; in Python, pyarrow.feather.write_feather(lance.dataset(\"IN\").to_table(), \"OUT.arrow\") "
    "saves it, then run python3 -m anchorscope convert OUT.arrow OUT.h5";

constexpr auto unsupportedFormats = std::to_array<UnsupportedFormat>({
    {"\xba\x16\x4f\x2f"sv, 0,
     "this is a fastText model (.bin), not its vectors; open the .vec file beside it, or export the vectors with "
     "fastText first"},
    {"\x80\x02"sv, 0, pickleAdvice},
    {"\x80\x03"sv, 0, pickleAdvice},
    {"\x80\x04"sv, 0, pickleAdvice},
    {"\x80\x05"sv, 0, pickleAdvice},
    {"BZh91AY&SY"sv, 0, compressedAdvice},
    {"\xfd"
     "7zXZ\0"sv,
     0, compressedAdvice},
    {"\x28\xb5\x2f\xfd"sv, 0, compressedAdvice},
    {"7z\xbc\xaf\x27\x1c"sv, 0, compressedAdvice},
    {"FEA1"sv, 0, featherAdvice},
    {"GGUF"sv, 0, "this is a language model (GGUF), not vectors of items; run it and save the vectors as .npy"},
    {"RDX2\n"sv, 0, rAdvice},
    {"RDX3\n"sv, 0, rAdvice},
    {"X\n\0\0\0"sv, 0, rAdvice},
    {"DUCK"sv, 8,
     "this is a DuckDB database; save its table from there: COPY (SELECT * FROM name) TO 'OUT.parquet', and open "
     "OUT.parquet"},
    {"SQLite format 3\0"sv, 0,
     "this is an SQLite database; save vectors that are text as CSV: sqlite3 -header -csv IN \"SELECT * FROM name\" > "
     "OUT.csv, and blobs of float32 from Python: rows = sqlite3.connect(\"IN\").execute(\"SELECT id, embedding FROM "
     "name\").fetchall(); numpy.savez(\"OUT.npz\", id=[str(r[0]) for r in rows], vectors=[numpy.frombuffer(r[1], "
     "\"<f4\") for r in rows]); tables of sqlite-vec need its extension, which connection.load_extension loads"},
    {"cnumpy."sv, 0, pickleAdvice}, // NumPy array in a pickle of protocol 0
    {"cpandas."sv, 0, pickleAdvice},
    {"ccopy_reg\n"sv, 0, pickleAdvice},
    {"(lp0\n"sv, 0, pickleAdvice},
    {"(dp0\n"sv, 0, pickleAdvice},
    {"\x04\x22\x4d\x18"sv, 0, "this file is compressed by LZ4; unpack it first: unlz4 -m IN"},
    {"ustar"sv, 257, "this is an archive of other files; unpack it: tar xf IN"},
    {"Obj\x01"sv, 0, avroAdvice},
    {"<stata_dta>"sv, 0, stataAdvice},
    {"CDF\x01"sv, 0, netcdfAdvice},
    {"CDF\x02"sv, 0, netcdfAdvice},
    {"CDF\x05"sv, 0, netcdfAdvice},
    {"Octave-1-"sv, 0,
     "this is a binary file of Octave; save the vectors from there: load(\"IN\"); csvwrite(\"OUT.csv\", X)"},
    // MATLAB stores matrices column by column, so that an HDF5 reader gets each one transposed.
    {"MATLAB 7.3 MAT-file"sv, 0,
     "this is a MATLAB file, whose matrices are stored transposed; save the vectors from MATLAB: writematrix(X, "
     "\"OUT.csv\"), or from Python as .npy"},
    {"MATLAB 5.0 MAT-file"sv, 0,
     "this is a MATLAB file; save the vectors from Python: numpy.save(\"OUT.npy\", scipy.io.loadmat(\"IN\")[\"X\"]), "
     "or from MATLAB by writematrix"},
});

constexpr auto sparseAdvice =
    "these are sparse vectors (index:value), which are not supported; save dense ones from Python, by .toarray() or "
    "reduced by sklearn's TruncatedSVD, as .npy, or from pgvector as s::vector";
constexpr auto printedAdvice = "this is a table printed for reading, with a rule of dashes at its header; save it as "
                               "CSV (sqlite3 -header -csv, psql --csv, or to_csv in pandas)";
constexpr auto pageAdvice = "this is a web page, not the file itself: the download ended on a page of the site; open "
                            "IN in a browser, and download the file from its own address";

/// Text by which an unsupported format is recognized. In `unsupportedTexts`: the first characters, in lower case, of a
/// text file. In `unsupportedMembers`: the end of the name of a file in an archive or a folder.
struct UnsupportedText
{
    std::string_view text;
    const char *advice;
};
constexpr auto unsupportedTexts = std::to_array<UnsupportedText>({
    {"version https://git-lfs.github.com/spec",
     "this is a pointer of Git LFS, not the file itself; fetch it: git lfs pull, or download the file from the site"},
    {"<!doctype html", pageAdvice},
    {"<html", pageAdvice},
    {"<head", pageAdvice},
    {"<?xml", "this is an XML file, which is not supported; save the vectors as .npy or CSV"},
    {"%%matrixmarket matrix coordinate", "this is a sparse matrix (MatrixMarket), which is not supported; save a dense "
                                         "one from Python: numpy.save(\"OUT.npy\", scipy.io.mmread(\"IN\").toarray())"},
    {"%%matrixmarket",
     "this is a matrix of MatrixMarket; save it from Python: numpy.save(\"OUT.npy\", scipy.io.mmread(\"IN\"))"},
    {"@relation", "this is an ARFF table of Weka; save it as CSV, for example with Save as in Weka"},
    {"embeddings {", "this is a configuration of the Embedding Projector of TensorFlow (pbtxt), not the vectors; open "
                     "the file that its tensor_path names"},
    {"model_checkpoint_path", "this configuration names a checkpoint of TensorFlow, whose vectors are in variables; "
                              "save them from Python as .npy"},
    {"{\"ort_tensor\":", "this is a tensor of Transformers.js, whose numbers stand one after the other; save its rows: "
                         "JSON.stringify(tensor.tolist())"},
    {"%pdf-", "this is a PDF document, which holds no vectors"},
});

/// Format recognized by the ending of the file name and by its first byte, which must be from `least` to `most`.
struct UnsupportedName
{
    std::string_view ending;
    unsigned char least, most;
    const char *advice;
};
constexpr auto unsupportedNames = std::to_array<UnsupportedName>({
    {".dta", 102, 115, stataAdvice},
    {".joblib", 0x78, 0x78, pickleAdvice}, // compressed by zlib, whose first byte is 0x78
    {".pkl", 0x78, 0x78, pickleAdvice},
    {".ann", 0, 31,
     "this is an index of Annoy; save its vectors from Python: index = annoy.AnnoyIndex(DIMENSIONS, \"angular\"); "
     "index.load(\"IN\"); numpy.save(\"OUT.npy\", [index.get_item_vector(i) for i in range(index.get_n_items())]), or "
     "from R by RcppAnnoy"},
    {".usearch", 0, 255, "this is an index of USearch; save the vectors that it was made from as .npy"},
    {".msgpack", 0x80, 0xdf,
     "this is a file of MessagePack; save it from Python: json.dump(msgpack.load(open(\"IN\", \"rb\")), "
     "open(\"OUT.json\", \"w\"))"},
    {".bson", 0, 255,
     "this is a file of BSON; save it from Python: json.dump(bson.decode_all(open(\"IN\", \"rb\").read()), "
     "open(\"OUT.json\", \"w\"), default=str)"},
});

constexpr auto unsupportedMembers = std::to_array<UnsupportedText>({
    {"data.pkl", torchAdvice},
    {".zarray", zarrAdvice},
    {".zgroup", zarrAdvice},
    {"zarr.json", zarrAdvice},
    {"_versions", lanceAdvice},
    {"dataset_dict.json",
     "this folder contains several Hugging Face datasets, one folder each (train, test, …); open one of these"},
    {"xl/workbook.xml", "this is a spreadsheet; save the sheet as CSV (UTF-8) and open that"},
    {"content.xml", "this is a spreadsheet or a text document; save its table as CSV (UTF-8)"},
});

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

/// Returns advice for vector indexes (USearch, hnswlib), recognized by sizes in their first bytes; otherwise nullopt.
std::optional<std::string> adviceForSizes(const FileCandidate &candidate)
{
    // First bytes of the file as uint32. Each 64-bit number of hnswlib takes two, of which the second is normally 0.
    std::array<std::uint32_t, 24> head{};
    std::memcpy(head.data(), candidate.beginning.data(), std::min(candidate.beginning.size(), sizeof head));
    // In a file of USearch, the text “usearch” follows the matrix of vectors.
    const auto name = candidate.file.bytesAt(8 + std::uint64_t{head[0]} * head[1], 4);
    if (name && *name == "usea")
        return unsupportedNames[4].advice;
    const std::uint32_t rows = head[4], bytes = head[6], label = head[8], vectors = head[10];
    if (head[0] == 0 && head[1] == 0 && head[7] == 0 && head[9] == 0 && rows > 0 && rows <= head[2] &&
        vectors < label && label + 8 == bytes && 96 + std::uint64_t{rows} * bytes <= candidate.file.bytes)
        return "this is an index of hnswlib; save its vectors from Python: index = hnswlib.Index(\"l2\", " +
               std::to_string((label - vectors) / 4) +
               "); index.load_index(\"IN\"); ids = index.get_ids_list(); numpy.savez(\"OUT.npz\", id=ids, "
               "vectors=index.get_items(ids)); those of the space “cosine” have unit length";
    return std::nullopt;
}

std::optional<std::string> adviceForName(const FileCandidate &candidate)
{
    const std::string name = toLower(candidate.file.path);
    const auto first = static_cast<unsigned char>(candidate.beginning.empty() ? 0 : candidate.beginning[0]);
    const auto found = std::ranges::find_if(unsupportedNames, [&](const UnsupportedName &each) {
        return name.ends_with(each.ending) && first >= each.least && first <= each.most;
    });
    return found == unsupportedNames.end() ? std::nullopt : std::optional<std::string>(found->advice);
}

/// True for text in UTF-16 or UTF-32, recognized by the byte order mark or by zero bytes between Latin letters.
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
    for (skipBlanks(); isRemark(); skipBlanks()) // skips comment lines above an ARFF table
        text.remove_prefix(std::min(text.find('\n'), text.size()));
    const auto found = std::ranges::find_if(unsupportedTexts,
                                            [&](const UnsupportedText &each) { return text.starts_with(each.text); });
    return found == unsupportedTexts.end() ? std::nullopt : std::optional<std::string>(found->advice);
}

bool isIndexAndValue(std::string_view field)
{
    const std::size_t colon = field.find(':');
    float value = 0;
    return colon != std::string_view::npos && colon > 0 &&
           field.substr(0, colon).find_first_not_of("0123456789") == std::string_view::npos &&
           readField(field.substr(colon + 1), value);
}

/// True if the first lines are sparse vectors of libsvm or PPMI: a word or class, then fields “index:value”.
bool isSparseText(std::string_view beginning)
{
    constexpr std::size_t looked = 8192, fewest = 6;
    std::size_t fields = 0, sparse = 0, lines = 0;
    std::string_view text = beginning.substr(0, looked);
    text = text.size() < beginning.size() ? text.substr(0, text.rfind('\n') + 1) : text;
    for (; !text.empty(); ++lines) {
        for (const std::string_view field : splitAtBlanks(takeLine(text))) {
            sparse += isIndexAndValue(field);
            ++fields;
        }
    }
    return sparse >= fewest && (sparse + 2 * lines) >= fields && sparse * 2 > fields;
}

/// True if the first braces of the text enclose a sparse vector of pgvector (type sparsevec): “{1:0.84,4:-0.98}/6”.
bool isSparsevec(std::string_view beginning)
{
    beginning.remove_prefix(std::min(beginning.find('{'), beginning.size() - 1) + 1);
    const std::size_t end = beginning.find('}');
    return end != std::string_view::npos && beginning.substr(end).starts_with("}/") &&
           isIndexAndValue(beginning.substr(0, std::min(beginning.find(','), end)));
}

/// Returns the keys of a line such as “id=w0 e0=0.5”, or “id:w0” with tabs. Empty unless the line begins with a key.
std::vector<std::string_view> keysOf(std::string_view line)
{
    constexpr auto letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    std::vector<std::string_view> keys;
    const std::string_view signs = line.find('\t') == std::string_view::npos ? "=" : "=:";
    for (std::size_t begin = 0; begin < line.size();) {
        const std::size_t end = std::min(line.find_first_not_of(letters, begin), line.size());
        if (end > begin && end < line.size() && signs.find(line[end]) != std::string_view::npos)
            keys.push_back(line.substr(begin, end - begin));
        else if (begin == 0)
            return {};
        begin = std::min(line.find_first_of(" \t;,", end), line.size() - 1) + 1;
    }
    return keys;
}

/// True if the first three lines consist of the same keys, each with a value.
bool isKeyedText(std::string_view beginning)
{
    const auto first = keysOf(takeLine(beginning)), second = keysOf(takeLine(beginning));
    return first.size() > 1 && first == second && (beginning.empty() || first == keysOf(takeLine(beginning)));
}

/// True if a line consists only of the characters -=+|: and space, or of box-drawing characters.
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

/// True if a line is the one below a table's header (at least two columns) that sqlite3, psql, mysql or Markdown print.
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
    constexpr int looked = 3; // number of lines examined: upper border, header, line below the header
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
    if (isKeyedText(beginning))
        return "these are lines of keys and values (key=value, as in logs, or key:value), which are not supported; "
               "save them as JSON lines, or as CSV with the keys in a header";
    if (isSparseText(beginning) || isSparsevec(beginning))
        return sparseAdvice;
    const auto found = std::ranges::find_if(unsupportedFormats, [&](const UnsupportedFormat &format) {
        return beginning.size() > format.offset && beginning.substr(format.offset).starts_with(format.magic);
    });
    if (found != unsupportedFormats.end())
        return found->advice;
    if (isWideText(beginning))
        return "this text is in UTF-16 (Excel's “Unicode text” is), which is not supported; save it as UTF-8";
    if (beginning.starts_with('{') && beginning.substr(0, 4096).find("\"zarr_format\"") != std::string_view::npos)
        return zarrAdvice;
    const std::string end = endOf(candidate.file);
    if (end == "LANC")
        return lanceAdvice;
    if (beginning.starts_with("ORC") && end.starts_with("ORC"))
        return avroAdvice;
    const auto advice = adviceForSizes(candidate);
    return advice ? advice : adviceForName(candidate);
}

constexpr std::size_t lookedForFloats = 4096;

Result<OpenedFile> rejectUnsupported(const FileCandidate &candidate, const RunContext &)
{
    const std::string advice = *adviceFor(candidate);
    const std::string &path = candidate.file.path;
    const bool inFolder = advice == zarrAdvice;
    const std::string folder = std::filesystem::path(path).parent_path().string();
    return Error(ErrorCode::unknownFormat, advised(advice, !inFolder ? path : folder.empty() ? "." : folder)).in(path);
}

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
    return !text && shareBetween<float>(bytes, least, most) >= nearlyAll;
}

/// False for other types. Integers, read as float32, are close to 0; the halves of 64-bit fractions have any magnitude.
bool mayBeFloats(const FileCandidate &candidate)
{
    constexpr double least = 1e-20, most = 1e20, mostOfThem = 0.9;
    return shareBetween<float>(candidate.beginning.substr(0, lookedForFloats), least, most) >= mostOfThem;
}

/// Pseudo-format of all files that are recognized but not supported; opening returns an error with advice.
extern const FileFormat unsupportedFormat{
    .label = "not readable",
    .recognises = [](const FileCandidate &candidate) { return adviceFor(candidate).has_value(); },
    .open = rejectUnsupported,
    .refused = true};

std::optional<Error> unsupportedMember(const std::string &path, const std::vector<std::string> &names)
{
    for (const UnsupportedText &member : unsupportedMembers) {
        if (std::ranges::any_of(names, [&](const std::string &name) { return name.ends_with(member.text); }))
            return Error(ErrorCode::unknownFormat, advised(member.advice, path)).in(path);
    }
    return std::nullopt;
}

} // namespace anchorscope::io
