// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/rows/columnarfile.h"

#include "io/files/inputfile.h"
#include "io/rows/columnrows.h"
#include "io/text/textnumber.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>

/// Columnar files, Parquet and Arrow, whose values the helper process reads; columns get roles as in text tables. Also
/// folders whose files contain one table, recognized by the names of the files or the list in state.json, which Hugging
/// Face's save_to_disk writes.

namespace anchorscope::io {

namespace {

constexpr std::string_view parquetMagic = "PAR1", encryptedMagic = "PARE";

/// Returns columns and values from folder names, as in “label=cat/part-0.parquet”. %XX represents a special character.
PartKeys partKeys(const std::string &name)
{
    PartKeys keys;
    for (std::size_t begin = 0, end = 0; (end = name.find('/', begin)) != std::string::npos; begin = end + 1) {
        std::string text;
        for (std::size_t i = begin; i < end; ++i) {
            unsigned char byte = 0;
            const char *digits = name.data() + i + 1;
            const bool escaped = name[i] == '%' && std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2;
            text += escaped ? static_cast<char>(byte) : name[i];
            i += escaped ? 2 : 0;
        }
        const std::size_t sign = std::min(text.find('='), text.size() - 1);
        const std::string value = text.substr(sign + 1);
        keys.emplace_back(text.substr(0, sign), value == "__HIVE_DEFAULT_PARTITION__" ? "" : value);
    }
    return keys;
}

std::optional<Error> otherColumns(const ColumnListing &first, const TablePart &part)
{
    if (first.columns.size() != part.listing.columns.size())
        return Error(ErrorCode::badDataset, "expected ", first.columns.size(), " columns as in the first part, found ",
                     part.listing.columns.size())
            .in(part.file->path);
    for (std::size_t i = 0; i < first.columns.size(); ++i) {
        const ColumnListing::Column &a = first.columns[i], &b = part.listing.columns[i];
        if (a.name != b.name || a.type != b.type)
            return Error(ErrorCode::badDataset, "expected a column “", a.name, "” of ", a.type,
                         " as in the first part, found “", b.name, "” of ", b.type)
                .in(part.file->path);
    }
    return std::nullopt;
}

Result<std::vector<TablePart>> listParts(const std::string &folder, const std::vector<std::string> &names,
                                         const RunContext &context)
{
    std::vector<TablePart> parts;
    for (const std::string &name : names) {
        auto file = openInput((std::filesystem::path(folder) / name).string());
        if (!file)
            return file.error();
        file->hash = std::make_unique<RunningHash>();
        auto listing = listColumns(*file, context.part(0, 0));
        if (!listing)
            return listing.error();
        parts.push_back({std::make_shared<InputFile>(std::move(*file)), std::move(*listing), partKeys(name)});
        if (const auto other = otherColumns(parts.front().listing, parts.back()))
            return *other;
    }
    return parts;
}

/// Sets size and hash of a dataset in several files, as for a folder (dataset/collection.cpp).
Status identifyParts(const std::vector<TablePart> &parts, Dataset &dataset, const RunContext &context)
{
    RunningHash hash;
    for (const TablePart &part : parts) {
        const auto content = contentOf(*part.file, context);
        if (!content)
            return content.error();
        if (const Status same = part.file->unchanged(); !same)
            return same;
        dataset.bytes += content->bytes;
        hash.add(hash.bytes(),
                 std::filesystem::path(part.file->path).filename().string() + '\n' + content->hash + '\n');
    }
    dataset.hash = hash.content().hash;
    return Done{};
}

bool isParquet(const FileCandidate &candidate)
{
    const std::string_view beginning = candidate.beginning;
    if (!beginning.starts_with(parquetMagic) && !beginning.starts_with(encryptedMagic))
        return false;
    // PAR1 may also begin a list of words, so the end of the file is examined as well.
    const std::string end = endOf(candidate.file);
    return end == parquetMagic || end == encryptedMagic ||
           beginning.substr(0, 64).find_first_of(std::string_view("\0\x15", 2)) != std::string_view::npos;
}

bool isArrow(const FileCandidate &candidate)
{
    using namespace std::string_view_literals;
    constexpr std::size_t fewestBytes = 16; // size of the shortest Arrow stream: two markers and two lengths
    return candidate.beginning.starts_with("ARROW1\0\0"sv) ||
           (candidate.beginning.starts_with("\xff\xff\xff\xff") && candidate.file.bytes >= fewestBytes);
}

std::vector<Part> columnsOfColumnar(const FileCandidate &candidate)
{
    const auto listing = listColumns(candidate.file, {});
    const auto layout = listing ? layoutOf(*listing, candidate.options.columns) : listing.error();
    return layout ? layout->table.columns : std::vector<Part>();
}

Result<OpenedFile> openColumnar(const FileCandidate &candidate, const RunContext &context)
{
    auto listing = listColumns(candidate.file, context.part(0, 0.05));
    if (!listing)
        return listing.error();
    const std::shared_ptr<const InputFile> file(std::shared_ptr<void>(), &candidate.file); // does not own the file
    return readParts({{file, std::move(*listing), {}}}, candidate, context.part(0.05, 1));
}

Result<TextTable> textsOfColumnar(const FileCandidate &candidate, const RunContext &context)
{
    const std::string &path = candidate.file.path;
    const auto listing = listColumns(candidate.file, context);
    if (!listing)
        return listing.error();
    auto lists = readTexts(candidate.file, *listing, context);
    return lists ? Result(tableOf(std::move(*lists))) : lists.error().in(path);
}

bool isTableOfParts(const FileCandidate &candidate)
{
    if (candidate.file.descriptor.valid())
        return false;
    const auto names = partsOfTable(candidate.file.path);
    return !names || !names->empty(); // true for a folder whose state.json has an error; openParts() reports it
}

/// Errors: those of reading; "bad-dataset" if the columns of the files differ.
Result<OpenedFile> openParts(const FileCandidate &candidate, const RunContext &context)
{
    const std::string &folder = candidate.file.path;
    const auto names = partsOfTable(folder);
    if (!names)
        return names.error();
    auto parts = listParts(folder, *names, context);
    if (!parts)
        return parts.error();
    auto opened = readParts(*parts, candidate, context.part(0, 0.9));
    if (!opened)
        return opened;
    opened->format += ", " + std::to_string(parts->size()) + " files";
    const PartKeys &keys = parts->front().keys;
    opened->warnings.push_back("The " + std::to_string(parts->size()) + " files have the same columns and " +
                               (keys.empty() ? "names that differ in a number"
                                             : "are in folders such as “" + keys[0].first + "=" + keys[0].second +
                                                   "”, whose values were read as columns") +
                               "; their rows were read as one table.");
    if (const std::string missing = noteOfMissingParts(orderOfParts(*names)); !missing.empty())
        opened->warnings.push_back(missing);
    if (const Status known = identifyParts(*parts, opened->dataset, context); !known)
        return known.error();
    return opened;
}

/// File name split at a number in it, such as “train-”, 00000 and “-of-00002.parquet”.
struct NumberedName
{
    std::string before, after;
    std::size_t digits = 0;
    unsigned long number = 0;
};

std::optional<NumberedName> numberedName(const std::string &name)
{
    const std::size_t of = name.find("-of-");
    // Spark names its files like part-00000-<id>-c000.snappy.parquet.
    const bool ofSpark = name.starts_with("part-") && of == std::string::npos;
    const std::size_t end = of != std::string::npos ? of
                            : ofSpark               ? std::min(name.find_first_not_of("0123456789", 5), name.size())
                                                    : name.rfind('.');
    const std::size_t last = name.find_last_of("0123456789", end);
    if (last == std::string::npos)
        return std::nullopt;
    const std::size_t before = name.find_last_not_of("0123456789", last);
    const std::size_t first = before == std::string::npos ? 0 : before + 1;
    NumberedName numbered{name.substr(0, first), name.substr(last + 1), last + 1 - first, 0};
    // Spark adds a task's id, the Hugging Face Hub a hash: train-00000-of-00002-<hash>.parquet.
    const std::size_t point = std::min(numbered.after.rfind('.'), numbered.after.size());
    const std::size_t kept =
        ofSpark ? 0 : std::min(numbered.after.find('-', of == std::string::npos ? point : 4), point);
    numbered.after.erase(kept, point - kept);
    for (std::size_t i = first; i <= last && i < first + 9; ++i)
        numbered.number = numbered.number * 10 + static_cast<unsigned long>(name[i] - '0');
    return numbered;
}

bool isTableName(const std::string &name)
{
    return name.ends_with(".parquet") || name.ends_with(".arrow") || name.ends_with(".feather");
}

/// True if a file name is typical of a part of a table: “part-” or a similar word precedes the number, or “-of-”
/// follows it, or the name is only the number, or the number has more digits than a version.
bool namesAPart(const NumberedName &name)
{
    constexpr std::array words = {"part-",  "part_",  "part.", "data_",  "shard-",   "shard_",
                                  "chunk-", "chunk_", "data-", "batch_", "img_emb_", "text_emb_"};
    return (isTableName(name.after) && (name.before.empty() || name.digits > 2)) || name.after.starts_with("-of-") ||
           std::ranges::any_of(words, [&](const char *word) { return name.before.ends_with(word); });
}

/// Returns the files listed in state.json, in order; empty without such a file.
Result<std::vector<std::string>> shardsOf(const std::string &folder)
{
    constexpr std::uint64_t largestState = 10 << 20;
    const std::string path = (std::filesystem::path(folder) / "state.json").string();
    std::error_code unknown;
    if (!std::filesystem::is_regular_file(path, unknown))
        return std::vector<std::string>();
    const auto text = readWholeFile(path, largestState);
    if (!text)
        return text.error();
    const auto state = nlohmann::json::parse(*text, nullptr, false);
    const auto files = state.is_object() ? state.find("_data_files") : state.end();
    if (!state.is_object() || files == state.end() || !files->is_array())
        return std::vector<std::string>();
    const auto indices = state.find("_indices_files");
    if (indices != state.end() && indices->is_array() && !indices->empty())
        return Error(ErrorCode::unsupportedType, "this dataset is a selection of the rows in its files; save it again "
                                                 "from Python: dataset.flatten_indices().save_to_disk(…)")
            .in(path);
    std::vector<std::string> names;
    for (const auto &file : *files) {
        const auto name = file.is_object() ? file.find("filename") : file.end();
        if (!file.is_object() || name == file.end() || !name->is_string() ||
            name->get<std::string>().find('/') != std::string::npos)
            return Error(ErrorCode::damagedFile, "expected names of files in this folder; save the dataset again")
                .in(path);
        names.push_back(*name);
    }
    return names;
}

/// Adds tables in nested folders “column=value” (DuckDB, Spark, Arrow). `within`: path of `folder` with a slash at its
/// end.
void addPartitions(const std::filesystem::path &folder, const std::string &within, std::vector<std::string> &names)
{
    constexpr int mostFolders = 8;
    for (const std::string &name : namesIn((folder / within).string())) {
        const std::filesystem::path path = folder / within / name;
        std::error_code unknown;
        if (name.find('=') != std::string::npos && isFolder(path.string()) &&
            !std::filesystem::is_symlink(path, unknown) && std::ranges::count(within, '/') < mostFolders)
            addPartitions(folder, within + name + "/", names);
        else if (!within.empty() && isTableName(name) && std::filesystem::is_regular_file(path, unknown))
            names.push_back(within + name);
    }
}

} // namespace

std::vector<std::string> orderOfParts(const std::vector<std::string> &names)
{
    std::vector<std::pair<unsigned long, std::string>> found;
    std::optional<NumberedName> first;
    for (const std::string &name : names) {
        const auto numbered = numberedName(name);
        if (!numbered || !namesAPart(*numbered))
            return {};
        if (first && (first->before != numbered->before || first->after != numbered->after))
            return {};
        first = numbered;
        found.emplace_back(numbered->number, name);
    }
    std::ranges::sort(found);
    if (found.size() < 2 || found.front().first > 1)
        return {};
    std::vector<std::string> parts;
    for (auto &[number, name] : found)
        parts.push_back(std::move(name));
    return parts;
}

std::string noteOfMissingParts(const std::vector<std::string> &names)
{
    constexpr std::string_view of = "-of-";
    const auto first = names.empty() ? std::nullopt : numberedName(names.front());
    const auto last = names.empty() ? std::nullopt : numberedName(names.back());
    if (!first || !last || (first->before.starts_with("part-") && isTableName(first->after)))
        return {};
    unsigned long end = last->number;
    if (first->after.starts_with(of)) {
        const std::string_view digits = std::string_view(first->after).substr(of.size());
        const auto total = wholeNumber(digits.substr(0, digits.find_first_not_of("0123456789")));
        end = std::max(end, static_cast<unsigned long>(total.value_or(0)) - (first->number == 0 && total > 0 ? 1 : 0));
    }
    const unsigned long expected = end - first->number + 1;
    return names.size() >= expected ? std::string()
                                    : "Files may be missing: by their names there are " + std::to_string(expected) +
                                          ", found " + std::to_string(names.size()) + ".";
}

Result<std::vector<std::string>> partsOfTable(const std::string &folder)
{
    auto shards = shardsOf(folder);
    if (!shards || !shards->empty())
        return shards;
    std::vector<std::string> names;
    addPartitions(folder, "", names);
    std::ranges::sort(names);
    if (!names.empty())
        return names;
    for (const std::string &name : namesIn(folder)) {
        const bool table = isTableName(name);
        if (name.starts_with('.') || (name.starts_with('_') && !table) || name.ends_with(".crc") ||
            name == "dataset_info.json")
            continue; // skips files that mark or describe the table
        if (!table)
            return std::vector<std::string>();
        names.push_back(name);
    }
    return orderOfParts(names);
}

extern const FileFormat parquetFormat{.label = "Parquet",
                                      .recognises = isParquet,
                                      .open = openColumnar,
                                      .columns = columnsOfColumnar,
                                      .texts = textsOfColumnar};
extern const FileFormat arrowFormat{.label = "Arrow",
                                    .recognises = isArrow,
                                    .open = openColumnar,
                                    .columns = columnsOfColumnar,
                                    .texts = textsOfColumnar};

extern const FileFormat partsFormat{
    .label = "a table in several files",
    .recognises = isTableOfParts,
    .open = openParts,
    .columns = [](const FileCandidate &) { return std::vector<Part>(); }, // no columns: no preview
    .source = DataSource::parts};

} // namespace anchorscope::io
