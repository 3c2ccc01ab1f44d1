// SPDX-License-Identifier: GPL-3.0-or-later

/// Columnar files, Parquet and Arrow, whose values the helper process reads; columns get roles as in text tables.

#include "io/rows/columnarfile.h"

#include "io/rows/columnrows.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>

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
    const auto differs = [](const ColumnListing::Column &a, const ColumnListing::Column &b) {
        return a.name != b.name || a.type != b.type;
    };
    if (first.columns.size() != part.listing.columns.size())
        return Error(ErrorCode::badDataset, "expected ", first.columns.size(), " columns as in the first part, found ",
                     part.listing.columns.size())
            .in(part.file->path);
    for (std::size_t i = 0; i < first.columns.size(); ++i) {
        const ColumnListing::Column &a = first.columns[i], &b = part.listing.columns[i];
        if (differs(a, b))
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
    if (const Status known = identifyParts(*parts, opened->dataset, context); !known)
        return known.error();
    return opened;
}

} // namespace

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
