// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/hints.h"

#include "core/data/columngroups.h"
#include "core/statistics.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <map>
#include <set>
#include <span>

namespace anchorscope {

namespace {

constexpr float noValue = std::numeric_limits<float>::quiet_NaN();
constexpr Index quantilesOfMean = 64;
constexpr std::size_t valuesToName = 5;
/// Ratio of the standard deviation to the median absolute value of a normal distribution.
constexpr double normalOfMedian = 1.4826;
constexpr float minScale = 0.02f, greatestScale = 0.3f;

/// Removes spaces at both ends, converts to lower case (ASCII), and writes numbers in their shortest notation.
std::string spelledAlike(std::string_view text)
{
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t'))
        text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t'))
        text.remove_suffix(1);
    double number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    if (!text.empty() && read.ec == std::errc() && read.ptr == text.data() + text.size() && std::isfinite(number)) {
        char shortest[32];
        return {shortest, std::to_chars(shortest, shortest + sizeof shortest, number).ptr};
    }
    std::string alike(text);
    for (char &letter : alike)
        letter = letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
    return alike;
}

/// Ranks of numbers, scaled to 0 … 1; equal numbers get their mean rank.
std::vector<float> ranksOf(const std::vector<double> &numbers)
{
    std::vector<ItemIndex> order;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (std::isfinite(numbers[i]))
            order.push_back(static_cast<ItemIndex>(i));
    }
    const auto numberOf = [&](ItemIndex item) { return numbers[static_cast<std::size_t>(item)]; };
    std::ranges::stable_sort(order, {}, numberOf);
    std::vector<float> ranks(numbers.size(), noValue);
    const auto last = static_cast<double>(std::max<std::size_t>(order.size(), 2) - 1);
    for (std::size_t begin = 0; begin < order.size();) {
        std::size_t end = begin;
        while (end < order.size() && numberOf(order[end]) == numberOf(order[begin]))
            ++end;
        const double rank = (static_cast<double>(begin) + static_cast<double>(end - 1)) / 2 / last;
        for (; begin < end; ++begin)
            ranks[static_cast<std::size_t>(order[begin])] = static_cast<float>(rank);
    }
    return ranks;
}

float meanAgreement(const HintColumn &column)
{
    if (column.ordered) {
        double sum = 0;
        for (Index a = 0; a < quantilesOfMean; ++a) {
            for (Index b = 0; b < quantilesOfMean; ++b)
                sum += static_cast<double>(
                    column.agreement(static_cast<float>(a) / quantilesOfMean, static_cast<float>(b) / quantilesOfMean));
        }
        return static_cast<float>(sum / (quantilesOfMean * quantilesOfMean));
    }
    std::map<float, std::pair<double, double>> counts;
    double ofX = 0, ofY = 0, same = 0;
    for (const float value : column.ofX) {
        if (!std::isnan(value))
            ++ofX, ++counts[value].first;
    }
    for (const float value : column.ofY) {
        if (!std::isnan(value))
            ++ofY, ++counts[value].second;
    }
    for (const auto &[value, each] : counts)
        same += each.first * each.second;
    return ofX * ofY > 0 ? static_cast<float>(same / (ofX * ofY)) : 1.0f;
}

} // namespace

Hints Hints::among(const std::vector<ItemIndex> &itemsOfX, const std::vector<ItemIndex> &itemsOfY) const
{
    Hints some = *this;
    for (HintColumn &column : some.columns) {
        column.ofX = elementsAt(column.ofX, itemsOfX);
        column.ofY = elementsAt(column.ofY, itemsOfY);
    }
    return some;
}

Hints Hints::withYReordered(const std::vector<ItemIndex> &order) const
{
    Hints reordered = *this;
    for (HintColumn &column : reordered.columns)
        column.ofY = elementsAt(column.ofY, order);
    return reordered;
}

Hints Hints::swapped() const
{
    Hints exchanged = *this;
    for (HintColumn &column : exchanged.columns)
        std::swap(column.ofX, column.ofY);
    return exchanged;
}

Hints Hints::scaledBy(const std::vector<ItemIndex> &pairsOfX, const std::vector<ItemIndex> &pairsOfY) const
{
    Hints scaled = *this;
    for (HintColumn &column : scaled.columns) {
        std::vector<double> apart;
        for (std::size_t p = 0; p < pairsOfX.size(); ++p) {
            const float between =
                column.ofX[static_cast<std::size_t>(pairsOfX[p])] - column.ofY[static_cast<std::size_t>(pairsOfY[p])];
            if (!std::isnan(between))
                apart.push_back(std::abs(static_cast<double>(between)));
        }
        if (!column.ordered || apart.empty())
            continue;
        column.scale =
            std::clamp(static_cast<float>(normalOfMedian * median(std::move(apart))), minScale, greatestScale);
        column.neutral = meanAgreement(column);
    }
    return scaled;
}

Hints::Groups Hints::groups() const
{
    Groups groups;
    if (std::ranges::any_of(columns, &HintColumn::ordered))
        return groups;
    std::map<std::vector<float>, std::int32_t> numbers;
    const auto fill = [&](std::vector<float> HintColumn::*side, std::vector<std::int32_t> &of) {
        const std::size_t items = columns.empty() ? 0 : (columns.front().*side).size();
        for (std::size_t item = 0; item < items; ++item) {
            std::vector<float> values;
            for (const HintColumn &column : columns)
                values.push_back((column.*side)[item]);
            if (std::ranges::any_of(values, [](float value) { return std::isnan(value); })) {
                of.push_back(-1);
                continue;
            }
            of.push_back(numbers.emplace(std::move(values), static_cast<std::int32_t>(numbers.size())).first->second);
        }
    };
    fill(&HintColumn::ofX, groups.ofX);
    fill(&HintColumn::ofY, groups.ofY);
    groups.count = static_cast<std::int32_t>(numbers.size());
    return groups;
}

namespace {

Result<std::shared_ptr<const ItemColumn>> columnOf(const ItemTable &items, const std::string &name, const char *space)
{
    if (auto column = findColumn(items, name))
        return column;
    std::string names = items.hasLabels() ? "label" : "";
    for (const ItemColumn &each : items.columns)
        names += (names.empty() ? "" : ", ") + each.name;
    return Error(ErrorCode::wrongUsage, "Expected a column of the items of " + std::string(space) +
                                            " as a hint, found “" + name + "”, which they do not have. " +
                                            (names.empty() ? "They have no columns." : "They have: " + names + "."));
}

void noteMissing(const std::set<std::string> &own, const std::set<std::string> &other, const std::string &name,
                 const char *space, std::vector<std::string> &notes)
{
    std::vector<std::string> only;
    std::ranges::set_difference(own, other, std::back_inserter(only));
    if (only.empty())
        return;
    std::string text = "Hint " + name + ": only " + space + " has the " + (only.size() == 1 ? "value " : "values ");
    text += "“" + joinedText(std::span(only).first(std::min(only.size(), valuesToName)), "”, “") + "”";
    notes.push_back(text + (only.size() > valuesToName ? ", …" : "") +
                    "; items with such a value are compared with all items.");
}

struct Spellings
{
    std::map<std::string, float> numbers;
    /// Spelling of each value where it first occurs; the key is the normalized spelling.
    std::map<std::string, std::string> firstOf = {};
    std::vector<std::string> same = {}; ///< notes about spellings that count as equal, such as “a” and “A”

    std::vector<float> of(const ItemColumn &column, std::set<std::string> &values)
    {
        std::vector<float> numbersOfItems;
        for (ItemIndex item = 0; item < static_cast<ItemIndex>(column.size()); ++item) {
            const std::string text = column.text(item);
            if (text.empty()) {
                numbersOfItems.push_back(noValue);
                continue;
            }
            const std::string alike = spelledAlike(text);
            values.insert(alike);
            const auto [first, isNew] = firstOf.emplace(alike, text);
            if (!isNew && first->second != text) {
                const std::string pair = "“" + first->second + "” and “" + text + "”";
                if (std::ranges::find(same, pair) == same.end())
                    same.push_back(pair);
            }
            numbersOfItems.push_back(numbers.emplace(alike, static_cast<float>(numbers.size())).first->second);
        }
        return numbersOfItems;
    }
};

} // namespace

Result<ReadHint> readHint(const ItemTable &x, const ItemTable &y, const std::string &name)
{
    const std::size_t sign = name.find('=');
    const auto ofX = columnOf(x, name.substr(0, sign), "X");
    if (!ofX)
        return ofX.error();
    const auto ofY = columnOf(y, sign == std::string::npos ? name : name.substr(sign + 1), "Y");
    if (!ofY)
        return ofY.error();
    ReadHint hint{{name, isOrdered(**ofX) && (*ofX)->kind == (*ofY)->kind, {}, {}}, {}};
    if (hint.column.ordered) {
        hint.column.ofX = ranksOf(numbersOf(**ofX));
        hint.column.ofY = ranksOf(numbersOf(**ofY));
        hint.column.neutral = meanAgreement(hint.column);
        return hint;
    }
    Spellings spellings{{}};
    std::set<std::string> valuesOfX, valuesOfY;
    hint.column.ofX = spellings.of(**ofX, valuesOfX);
    hint.column.ofY = spellings.of(**ofY, valuesOfY);
    std::vector<std::string> common;
    std::ranges::set_intersection(valuesOfX, valuesOfY, std::back_inserter(common));
    if (common.empty())
        return Error(ErrorCode::wrongUsage,
                     "The column “" + name + "” has no value in common in both spaces, so it cannot be a hint.");
    noteMissing(valuesOfX, valuesOfY, name, "X", hint.notes);
    noteMissing(valuesOfY, valuesOfX, name, "Y", hint.notes);
    for (std::size_t i = 0; i < std::min(spellings.same.size(), valuesToName); ++i)
        hint.notes.push_back("Hint " + name + ": " + spellings.same[i] + " count as one value.");
    // A value that only one space has carries no information, so it counts as missing.
    const auto forget = [&](std::vector<float> &values, const std::set<std::string> &others) {
        std::set<float> known;
        for (const std::string &each : others)
            known.insert(spellings.numbers.at(each));
        for (float &value : values)
            value = known.contains(value) ? value : noValue;
    };
    forget(hint.column.ofX, valuesOfY);
    forget(hint.column.ofY, valuesOfX);
    hint.column.neutral = meanAgreement(hint.column);
    return hint;
}

Result<std::shared_ptr<const Hints>> readHints(const ItemTable &x, const ItemTable &y, const std::string &names,
                                               std::vector<std::string> &notes)
{
    auto hints = std::make_shared<Hints>();
    for (std::size_t begin = 0; begin < names.size();) {
        const std::size_t end = std::min(names.find(',', begin), names.size());
        auto hint = readHint(x, y, names.substr(begin, end - begin));
        if (!hint)
            return hint.error();
        hints->columns.push_back(std::move(hint->column));
        notes.insert(notes.end(), hint->notes.begin(), hint->notes.end());
        begin = end + 1;
    }
    return std::shared_ptr<const Hints>(std::move(hints));
}

} // namespace anchorscope
