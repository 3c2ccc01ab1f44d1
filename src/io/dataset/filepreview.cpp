// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/dataset/filepreview.h"

#include "io/files/inputfile.h"
#include "io/hdf5/hdf5reader.h"
#include "io/text/visibletext.h"

#include <algorithm>
#include <set>

namespace anchorscope::io {

namespace {

Index bytesPerNumber(const std::string &storedType)
{
    if (storedType.ends_with("64"))
        return 8;
    return storedType.ends_with("16") ? 2 : storedType.ends_with("int8") ? 1 : 4;
}

/// Estimates the number of rows of a text from the lines of its first megabyte; of a binary file from its size.
Index estimatedRows(const InputFile &file, const EmbeddingSet &first)
{
    const auto beginning = file.bytesAt(0, 1 << 20);
    const bool text = beginning && !beginning->empty() && beginning->find('\0') == std::string::npos;
    const auto lines = text ? std::ranges::count(*beginning, '\n') : 0;
    if (lines > 0)
        return static_cast<Index>(static_cast<double>(lines) * static_cast<double>(file.bytes) /
                                  static_cast<double>(beginning->size()));
    return static_cast<Index>(file.bytes) / (first.dimension() * bytesPerNumber(first.storedType));
}

std::string spacesText(const OpenedFile &opened)
{
    std::vector<std::string> spaces;
    for (const auto &space : opened.dataset.spaces)
        spaces.push_back("× " + std::to_string(space->dimension()) + " from “" + space->name + "”");
    return spaces.empty() ? "" : " " + listText(spaces, 4);
}

} // namespace

std::uint64_t FilePreview::bytesOf(std::size_t space, Index firstRows) const
{
    const Index all = whole ? file.dataset.items->count : rows;
    const Index used = firstRows > 0 ? std::min(firstRows, all) : all;
    return static_cast<std::uint64_t>(used) * static_cast<std::uint64_t>(file.dataset.spaces[space]->dimension()) *
           sizeof(float);
}

Result<FilePreview> previewFile(const std::string &path, const OpenOptions &options, const RunContext &context,
                                std::uint64_t largest)
{
    const auto input = isFolder(path) ? Result(InputFile{path}) : openInput(path);
    if (!input)
        return input.error();
    // HDF5 is always read completely: the helper cannot read only the first rows, and has its own limits.
    const auto hdf5 = isHdf5(*input);
    const bool part = input->bytes > largest && hdf5 && !*hdf5;
    OpenOptions used = options;
    used.identify = !part; // computes the hash now, so that opening need not read the file again
    if (part)
        used.maxRows = options.maxRows > 0 ? std::min(options.maxRows, previewRows) : previewRows;
    auto opened = openFile(path, used, context);
    if (!opened)
        return opened.error();
    FilePreview preview{used, std::move(*opened), {}};
    const Dataset &dataset = preview.file.dataset;
    preview.bytes = part ? input->bytes : dataset.bytes;
    preview.rows = dataset.items->count;
    if (part && dataset.items->count >= used.maxRows && used.maxRows != options.maxRows) {
        preview.whole = false;
        preview.rows = std::max(dataset.items->count, estimatedRows(*input, *dataset.spaces.front()));
    }
    for (const auto &space : dataset.spaces)
        preview.facts.push_back(inspect(space->vectors));
    return preview;
}

std::string roleSummary(const OpenedFile &opened)
{
    constexpr std::size_t most = 6; // maximum number of names in each list
    const ItemTable &items = *opened.dataset.items;
    const std::vector<Part> &parts = opened.columns.empty() ? opened.parts : opened.columns;
    std::vector<std::string> beside, leftOut;
    std::string ids, labels;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const std::string name = parts[i].name.empty() ? "column " + std::to_string(i + 1) : parts[i].name;
        if (parts[i].use == ColumnUse::id)
            ids = name;
        else if (parts[i].use == ColumnUse::label)
            labels = name;
        else if (parts[i].use == ColumnUse::other)
            beside.push_back("“" + name + "”");
        else if (parts[i].use == ColumnUse::ignored)
            leftOut.push_back("“" + name + "”");
    }
    if (!opened.idsFrom.empty())
        ids = opened.idsFrom;
    if (!opened.labelsFrom.empty())
        labels = opened.labelsFrom;
    const auto from = [](const std::string &name) { return name.empty() ? std::string() : " from “" + name + "”"; };
    std::set<std::int32_t> classes(items.labels.begin(), items.labels.end());
    classes.erase(unlabelled);
    std::string text = counted(items.count, "item") + spacesText(opened);
    text += items.hasIds() ? "; ids" + from(ids) : "; no ids, items are known by their rows";
    if (items.hasLabels())
        text += "; " + counted(std::ssize(classes), "class") + from(labels);
    if (!beside.empty())
        text += "; kept beside them: " + listText(beside, most);
    if (!leftOut.empty())
        text += "; left out: " + listText(leftOut, most);
    return text + ".";
}

std::string evidenceOf(const Part &part)
{
    if (!part.why.empty())
        return part.why;
    switch (part.use) {
    case ColumnUse::id:
        return "is named like ids, or is where ids usually are";
    case ColumnUse::label:
        return "is named like labels, or is where labels usually are";
    case ColumnUse::vector:
        return part.facts.holdsVectors() ? "holds vectors" : "holds numbers and is named like the other dimensions";
    case ColumnUse::other:
        return "holds one value for each item";
    default:
        return "is left out";
    }
}

} // namespace anchorscope::io
