// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/columngroups.h"

#include "core/data/dates.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>

namespace anchorscope {

namespace {

char lower(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

std::shared_ptr<const ItemColumn> borrowed(const ItemColumn &column)
{
    return {std::shared_ptr<const void>(), &column};
}

/// Distinct values of a column, and for each item the index of its value (−1: no value).
struct Values
{
    std::vector<std::string> names;
    std::vector<std::int32_t> of;
};

Values valuesOf(const ItemColumn &column)
{
    if (column.kind == ColumnKind::category)
        return {column.texts, column.values};
    Values values;
    std::unordered_map<std::string, std::int32_t> places;
    for (ItemIndex item = 0; item < static_cast<ItemIndex>(column.size()); ++item) {
        std::string text = column.text(item);
        if (text.empty()) {
            values.of.push_back(-1);
            continue;
        }
        const auto [place, isNew] = places.emplace(std::move(text), static_cast<std::int32_t>(values.names.size()));
        if (isNew)
            values.names.push_back(place->first);
        values.of.push_back(place->second);
    }
    return values;
}

ColumnGroups grouped(const Values &values, std::vector<std::string> names, const std::vector<std::int32_t> &groupOf)
{
    ColumnGroups groups;
    groups.names = std::move(names);
    groups.folded = static_cast<std::size_t>(std::ranges::count(groupOf, groups.others()));
    groups.of.reserve(values.of.size());
    for (const std::int32_t value : values.of)
        groups.of.push_back(value < 0 ? -1 : groupOf[static_cast<std::size_t>(value)]);
    return groups;
}

template <class T> std::vector<T> chosen(const std::vector<T> &values, const std::vector<Index> &rows, const T &none)
{
    std::vector<T> result;
    result.reserve(rows.size());
    for (const Index row : rows)
        result.push_back(row < 0 ? none : values[static_cast<std::size_t>(row)]);
    return result;
}

} // namespace

std::vector<double> numbersOf(const ItemColumn &column)
{
    if (column.kind == ColumnKind::number)
        return column.numbers;
    std::vector<double> all(static_cast<std::size_t>(column.size()), std::nan(""));
    for (std::size_t item = 0; column.kind == ColumnKind::date && item < all.size(); ++item) {
        if (const auto span = dateSpan(column.texts[item]))
            all[item] = span->first;
    }
    return all;
}

ItemColumn columnAt(const ItemColumn &column, const std::vector<Index> &rows)
{
    if (column.kind == ColumnKind::number)
        return {column.name, column.kind, chosen(column.numbers, rows, std::nan(""))};
    if (column.kind == ColumnKind::category)
        return {column.name, column.kind, {}, column.texts, chosen(column.values, rows, std::int32_t{-1})};
    return {column.name, column.kind, {}, chosen(column.texts, rows, std::string())};
}

bool equalIgnoringCase(std::string_view a, std::string_view b)
{
    return std::ranges::equal(a, b, {}, lower, lower);
}

std::shared_ptr<const ItemColumn> findColumn(const ItemTable &items, const std::string &name)
{
    const auto exact = std::ranges::find(items.columns, name, &ItemColumn::name);
    const auto found =
        exact != items.columns.end() ? exact : std::ranges::find_if(items.columns, [&](const ItemColumn &each) {
            return equalIgnoringCase(each.name, name);
        });
    if (found != items.columns.end())
        return borrowed(*found);
    if (equalIgnoringCase(name, "label") && items.hasLabels()) {
        ItemColumn label{"label", ColumnKind::category, {}, items.labelNames, items.labels};
        const std::int32_t highest = std::ranges::max(items.labels);
        while (static_cast<std::int32_t>(label.texts.size()) <= highest)
            label.texts.push_back(std::to_string(label.texts.size()));
        return std::make_shared<const ItemColumn>(std::move(label));
    }
    if (equalIgnoringCase(name, "id") && items.hasIds())
        return std::make_shared<const ItemColumn>(ItemColumn{"id", ColumnKind::text, {}, items.ids});
    return nullptr;
}

bool ColumnGroups::hasMissing() const
{
    return std::ranges::find(of, -1) != of.end();
}

std::string ColumnGroups::key(std::int32_t group) const
{
    if (group < 0)
        return "missing";
    return group == others() ? "others" : "=" + names[static_cast<std::size_t>(group)];
}

ColumnGroups groupValues(const ItemColumn &column, std::size_t maximum)
{
    const Values values = valuesOf(column);
    std::vector<Index> counts(values.names.size(), 0);
    for (const std::int32_t value : values.of) {
        if (value >= 0)
            ++counts[static_cast<std::size_t>(value)];
    }
    std::vector<std::size_t> order(values.names.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::erase_if(order, [&](std::size_t value) { return counts[value] == 0; });
    const std::size_t kept = std::min(maximum, order.size());
    std::ranges::partial_sort(
        order, order.begin() + static_cast<std::ptrdiff_t>(kept), [&](std::size_t a, std::size_t b) {
            return counts[a] != counts[b] ? counts[a] > counts[b] : values.names[a] < values.names[b];
        });
    std::vector<std::int32_t> groupOf(values.names.size(), -1);
    std::vector<std::string> names;
    for (std::size_t place = 0; place < order.size(); ++place) {
        groupOf[order[place]] = static_cast<std::int32_t>(std::min(place, kept));
        if (place < kept)
            names.push_back(values.names[order[place]]);
    }
    return grouped(values, std::move(names), groupOf);
}

ColumnGroups groupLike(const ItemColumn &column, const ColumnGroups &groups)
{
    const Values values = valuesOf(column);
    std::unordered_map<std::string_view, std::int32_t> places;
    for (std::size_t group = 0; group < groups.names.size(); ++group)
        places.emplace(groups.names[group], static_cast<std::int32_t>(group));
    std::vector<std::int32_t> groupOf;
    for (const std::string &name : values.names) {
        const auto place = places.find(name);
        groupOf.push_back(place == places.end() ? groups.others() : place->second);
    }
    return grouped(values, groups.names, groupOf);
}

std::optional<ValueRange> usualRange(std::vector<double> numbers)
{
    constexpr double tail = 0.02, narrow = 1.0 / 3;
    std::erase_if(numbers, [](double number) { return !std::isfinite(number); });
    if (numbers.empty())
        return std::nullopt;
    const auto [minimum, maximum] = std::ranges::minmax(numbers);
    const auto quantile = [&](double share) {
        const auto place = std::lround(share * static_cast<double>(numbers.size() - 1));
        std::nth_element(numbers.begin(), numbers.begin() + place, numbers.end());
        return numbers[static_cast<std::size_t>(place)];
    };
    const ValueRange middle{quantile(tail), quantile(1 - tail)};
    const bool outliers = middle.high > middle.low && middle.high - middle.low < narrow * (maximum - minimum);
    return outliers ? middle : ValueRange{minimum, maximum};
}

} // namespace anchorscope
