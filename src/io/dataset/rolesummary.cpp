// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/dataset/rolesummary.h"

#include "io/text/visibletext.h"

#include <set>

namespace anchorscope::io {

namespace {

std::string spacesText(const OpenedFile &opened)
{
    std::vector<std::string> spaces;
    for (const auto &space : opened.dataset.spaces)
        spaces.push_back("× " + std::to_string(space->dimension()) + " from “" + space->name + "”");
    return spaces.empty() ? "" : " " + listText(spaces, 4);
}

} // namespace

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
    const auto from = [](const std::string &name) { return name.empty() ? std::string() : " from “" + name + "”"; };
    std::set<std::int32_t> classes(items.labels.begin(), items.labels.end());
    classes.erase(unlabelled);
    std::string text = std::to_string(items.count) + " items" + spacesText(opened);
    text += items.hasIds() ? "; ids" + from(ids) : "; no ids, items are known by their rows";
    if (items.hasLabels())
        text += "; " + std::to_string(classes.size()) + (classes.size() == 1 ? " class" : " classes") + from(labels);
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
