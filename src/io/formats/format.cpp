// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/formats/format.h"

#include "frame/frame.h"

#include <algorithm>
#include <filesystem>

namespace anchorscope::io {

std::string endOf(const InputFile &file)
{
    constexpr std::uint64_t count = 4;
    const auto end = file.bytes > count ? file.bytesAt(file.bytes - count, count) : Result(std::string());
    return end ? *end : std::string();
}

std::string stemOf(const std::string &path)
{
    const std::filesystem::path name = std::filesystem::path(path).filename();
    return name.extension() == ".gz" ? name.stem().stem().string() : name.stem().string();
}

namespace {

bool requestsAllRows(const OpenOptions &options)
{
    return options.maxRows == 0 && options.items.empty();
}

} // namespace

Error noArrays(const std::string &found)
{
    return Error(ErrorCode::wrongUsage,
                 "Expected a file of several arrays (HDF5, .npz, safetensors) to choose an array of, found ", found,
                 ". Leave the choice of an array out.");
}

Status checkSpaceCount(std::size_t spaces)
{
    constexpr std::size_t most = 5000; // maximum number of spaces; each takes two nodes in HDF5, a group and a matrix
    static_assert(2 * most < frame::maxNodes);
    if (spaces <= most)
        return Done{};
    return Error(ErrorCode::tooLarge, "expected at most ", most, " spaces, found ", spaces,
                 "; choose one of them, or save a part of them as a file of its own");
}

bool keepsFileType(const OpenOptions &options)
{
    return options.stored && requestsAllRows(options);
}

std::optional<Share> shareToRead(const OpenOptions &options, Index rows, const Communicator *communicator)
{
    if (!options.distributed || !communicator || !requestsAllRows(options) ||
        !enoughToDistribute(rows, communicator->size()))
        return std::nullopt;
    return ownShare(rows, *communicator);
}

OpenedFile singleSpace(const FileCandidate &candidate, EmbeddingSet set, std::vector<std::string> ids)
{
    auto table = std::make_shared<ItemTable>();
    table->count = set.size();
    table->ids = std::move(ids);
    set.name = stemOf(candidate.file.path);
    set.items = table;
    OpenedFile opened;
    opened.dataset.path = candidate.file.path;
    opened.dataset.items = std::move(table);
    opened.dataset.spaces.push_back(std::make_shared<const EmbeddingSet>(std::move(set)));
    return opened;
}

bool isPartName(std::string_view text)
{
    return text == "train" || text == "test" || text == "anchor";
}

TextTable tableOf(NamedTexts lists)
{
    TextTable table;
    if (!lists.empty() && std::ranges::all_of(lists, isPartName, &NamedTexts::value_type::first)) {
        for (auto &[name, texts] : lists) {
            for (std::string &text : texts)
                table.records.push_back({table.records.size(), {std::move(text), name}});
        }
        return table;
    }
    const std::size_t rows = lists.empty() ? 0 : lists.front().second.size();
    std::erase_if(lists, [&](const auto &list) { return list.second.size() != rows; });
    table.records.resize(rows);
    for (auto &[name, texts] : lists) {
        table.names.push_back(name);
        for (std::size_t row = 0; row < rows; ++row) {
            table.records[row].line = row;
            table.records[row].fields.push_back(std::move(texts[row]));
        }
    }
    return table;
}

TextTable tableOf(const ItemTable &items)
{
    NamedTexts lists;
    if (items.hasIds())
        lists.emplace_back("id", items.ids);
    if (!items.labels.empty()) {
        std::vector<std::string> labels;
        for (const std::int32_t label : items.labels)
            labels.push_back(label == unlabelled ? "" : items.labelNames[static_cast<std::size_t>(label)]);
        lists.emplace_back("label", std::move(labels));
    }
    for (const ItemColumn &column : items.columns)
        lists.emplace_back(column.name, column.allTexts());
    return tableOf(std::move(lists));
}

} // namespace anchorscope::io
