// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/hintcolumns.h"

#include "core/data/columngroups.h"

#include <algorithm>
#include <set>

namespace anchorscope {

namespace {

/// Minimum share of items, in X and in Y, whose hint value also occurs in the other space.
constexpr double minInCommon = 0.5;

struct NamedColumn
{
    std::string name;
    ColumnKind kind = ColumnKind::category;
};

std::vector<NamedColumn> columnsToOffer(const ItemTable &items)
{
    std::vector<NamedColumn> some;
    const auto isLabel = [](const ItemColumn &column) { return equalIgnoringCase(column.name, "label"); };
    if (items.hasLabels() && std::ranges::none_of(items.columns, isLabel))
        some.push_back({"label"});
    for (const ItemColumn &column : items.columns) {
        if (column.kind != ColumnKind::text)
            some.push_back({column.name, column.kind});
    }
    return some;
}

double shareWithValue(const std::vector<float> &values)
{
    const auto valued = std::ranges::count_if(values, [](float value) { return !std::isnan(value); });
    return values.empty() ? 0 : static_cast<double>(valued) / static_cast<double>(values.size());
}

double shareInCommon(const ReadHint &hint)
{
    return std::min(shareWithValue(hint.column.ofX), shareWithValue(hint.column.ofY));
}

} // namespace

std::vector<ReadHint> sharedColumns(const ItemTable &x, const ItemTable &y)
{
    std::vector<ReadHint> shared, renamed;
    std::vector<NamedColumn> ofX = columnsToOffer(x), ofY = columnsToOffer(y);
    std::erase_if(ofX, [&](const NamedColumn &column) {
        const auto same = [&](const NamedColumn &other) { return equalIgnoringCase(column.name, other.name); };
        const auto found = std::ranges::find_if(ofY, same);
        if (found == ofY.end())
            return false;
        ofY.erase(found);
        if (auto hint = readHint(x, y, column.name))
            shared.push_back(std::move(*hint));
        return true;
    });
    for (const NamedColumn &first : ofX) {
        for (const NamedColumn &second : ofY) {
            if (first.kind != ColumnKind::category || second.kind != ColumnKind::category)
                continue;
            auto hint = readHint(x, y, first.name + "=" + second.name);
            if (hint && shareInCommon(*hint) >= minInCommon)
                renamed.push_back(std::move(*hint));
        }
    }
    std::ranges::stable_sort(renamed, std::greater<>(), shareInCommon);
    std::set<std::string> taken;
    for (ReadHint &hint : renamed) {
        const std::string &name = hint.column.name;
        const std::size_t sign = name.find('=');
        const std::string sideX = "x " + name.substr(0, sign), sideY = "y " + name.substr(sign + 1);
        if (taken.contains(sideX) || taken.contains(sideY))
            continue;
        taken.insert({sideX, sideY});
        shared.push_back(std::move(hint));
    }
    return shared;
}

} // namespace anchorscope
