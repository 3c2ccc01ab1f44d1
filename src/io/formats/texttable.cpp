// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/formats/texttable.h"

#include <algorithm>

namespace anchorscope::io {

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
