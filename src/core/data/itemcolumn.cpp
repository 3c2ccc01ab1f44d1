// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/itemcolumn.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace anchorscope {

const char *columnKindId(ColumnKind kind)
{
    switch (kind) {
    case ColumnKind::number:
        return "number";
    case ColumnKind::category:
        return "category";
    case ColumnKind::date:
        return "date";
    default:
        return "text";
    }
}

Index ItemColumn::size() const
{
    const std::size_t count = kind == ColumnKind::number     ? numbers.size()
                              : kind == ColumnKind::category ? values.size()
                                                             : texts.size();
    return static_cast<Index>(count);
}

std::string ItemColumn::text(ItemIndex item) const
{
    const auto at = static_cast<std::size_t>(item);
    if (kind == ColumnKind::category)
        return values[at] < 0 ? std::string() : texts[static_cast<std::size_t>(values[at])];
    if (kind != ColumnKind::number)
        return texts[at];
    if (std::isnan(numbers[at]))
        return {};
    char shortest[32]; // shortest text that reads back as the same number
    return {shortest, std::to_chars(shortest, shortest + sizeof shortest, numbers[at]).ptr};
}

std::vector<std::string> ItemColumn::allTexts() const
{
    std::vector<std::string> all;
    for (ItemIndex item = 0; item < static_cast<ItemIndex>(size()); ++item)
        all.push_back(text(item));
    return all;
}

Index ItemColumn::missing() const
{
    if (kind == ColumnKind::number)
        return std::ranges::count_if(numbers, [](double number) { return std::isnan(number); });
    if (kind == ColumnKind::category)
        return std::ranges::count(values, -1);
    return std::ranges::count(texts, std::string());
}

ItemColumn ItemColumn::at(const std::vector<Index> &rows) const
{
    ItemColumn some{name, kind};
    if (kind == ColumnKind::number)
        some.numbers = elementsAt(numbers, rows);
    else if (kind == ColumnKind::category)
        some.values = elementsAt(values, rows);
    some.texts = kind == ColumnKind::category
                     ? texts
                     : elementsAt(texts, kind == ColumnKind::number ? std::vector<Index>() : rows);
    return some;
}

} // namespace anchorscope
