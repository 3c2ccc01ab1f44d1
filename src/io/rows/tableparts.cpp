// SPDX-License-Identifier: GPL-3.0-or-later

/// Recognition of folders whose files contain one table, by the names of the files or the list in state.json, which
/// Hugging Face's save_to_disk writes.

#include "io/files/inputfile.h"
#include "io/rows/columnarfile.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <filesystem>

namespace anchorscope::io {

namespace {

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

} // namespace anchorscope::io
