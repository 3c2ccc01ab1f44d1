// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/filter/itemfilter.h"

#include "core/data/columngroups.h"
#include "core/data/dates.h"
#include "core/plaintext.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <functional>
#include <numeric>
#include <string_view>

namespace anchorscope {

namespace {

using Mask = std::vector<char>;

enum class Relation { equal, unequal, less, lessOrEqual, greater, greaterOrEqual, contains, missing, present };

struct Token
{
    enum class Kind { word, quoted, relation, end };
    Kind kind = Kind::end;
    std::string text = {};
    Relation relation = Relation::equal;
};

constexpr std::array<std::pair<std::string_view, Relation>, 12> relationSigns{{{"<=", Relation::lessOrEqual},
                                                                               {">=", Relation::greaterOrEqual},
                                                                               {"!=", Relation::unequal},
                                                                               {"<>", Relation::unequal},
                                                                               {"==", Relation::equal},
                                                                               {"≤", Relation::lessOrEqual},
                                                                               {"≥", Relation::greaterOrEqual},
                                                                               {"≠", Relation::unequal},
                                                                               {"<", Relation::less},
                                                                               {">", Relation::greater},
                                                                               {"=", Relation::equal},
                                                                               {"~", Relation::contains}}};
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> quotes{{{"\"", "\""}, {"“", "”"}, {"'", "'"}}};

Error bad(std::string sentence)
{
    return Error(ErrorCode::badExpression, std::move(sentence));
}

std::string quoted(std::string_view text)
{
    std::string result = "“";
    return result.append(text).append("”");
}

bool isBlank(char letter)
{
    return letter == ' ' || letter == '\t' || letter == '\n' || letter == '\r';
}

template <class Pairs> auto beginning(const Pairs &pairs, std::string_view text)
{
    return std::ranges::find_if(pairs, [&](const auto &pair) { return text.starts_with(pair.first); });
}

Result<std::vector<Token>> tokensOf(std::string_view text)
{
    std::vector<Token> tokens;
    while (!text.empty()) {
        if (isBlank(text.front())) {
            text.remove_prefix(1);
        } else if (const auto sign = beginning(relationSigns, text); sign != relationSigns.end()) {
            tokens.push_back({Token::Kind::relation, std::string(sign->first), sign->second});
            text.remove_prefix(sign->first.size());
        } else if (const auto quote = beginning(quotes, text); quote != quotes.end()) {
            const std::size_t end = text.find(quote->second, quote->first.size());
            if (end == std::string_view::npos)
                return bad("expected a closing quotation mark after " + quoted(text.substr(quote->first.size())));
            tokens.push_back(
                {Token::Kind::quoted, std::string(text.substr(quote->first.size(), end - quote->first.size()))});
            text.remove_prefix(end + quote->second.size());
        } else {
            std::size_t end = 0;
            while (end < text.size() && !isBlank(text[end]) &&
                   beginning(relationSigns, text.substr(end)) == relationSigns.end())
                ++end;
            tokens.push_back({Token::Kind::word, std::string(text.substr(0, end))});
            text.remove_prefix(end);
        }
    }
    tokens.push_back({});
    return tokens;
}

std::optional<double> numberOf(const std::string &text)
{
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = error == std::errc() && end == text.data() + text.size() && !std::isnan(number);
    return whole ? std::optional(number) : std::nullopt;
}

/// True if the relation holds between a number and a period from `first` to `end`, such as the seconds of a day. The
/// period excludes `end` unless both are equal; = means within the period, < before it, > after it.
bool holds(double value, Relation relation, double first, double end)
{
    const bool point = first == end;
    const bool before = value < first, behind = point ? value > end : value >= end;
    switch (relation) {
    case Relation::equal:
        return !before && !behind;
    case Relation::unequal:
        return before || behind;
    case Relation::less:
        return before;
    case Relation::lessOrEqual:
        return !behind;
    case Relation::greater:
        return behind;
    default:
        return !before;
    }
}

bool holds(const std::string &text, Relation relation, const std::string &value)
{
    if (relation == Relation::contains)
        return toLower(text).find(value) != std::string::npos;
    return (toLower(text) == value) == (relation == Relation::equal);
}

Result<Mask> compareNumbers(const ItemColumn &column, Relation relation, const std::string &value)
{
    const bool dates = column.kind == ColumnKind::date;
    const auto number = dates ? std::nullopt : numberOf(value);
    const auto span = dates ? dateSpan(value) : std::nullopt;
    if (relation == Relation::contains)
        return bad(quoted(column.name) + " holds " + (dates ? "dates" : "numbers") +
                   ": expected =, !=, <, <=, > or >=, found contains");
    if (!number && !span)
        return bad("expected a " +
                   std::string(dates ? "date such as 2024, 2024-05 or 2024-05-17"
                                     : "number, with a point before its decimals,") +
                   " after " + quoted(column.name) + ", found " + quoted(value));
    const double first = number ? *number : span->first, end = number ? *number : span->end;
    Mask mask;
    mask.reserve(static_cast<std::size_t>(column.size()));
    for (const double each : numbersOf(column))
        mask.push_back(!std::isnan(each) && holds(each, relation, first, end));
    return mask;
}

Result<Mask> compareTexts(const ItemColumn &column, Relation relation, const std::string &value)
{
    if (relation != Relation::equal && relation != Relation::unequal && relation != Relation::contains)
        return bad(quoted(column.name) + " contains text: expected =, != or contains");
    const std::string lowerValue = toLower(value);
    Mask mask;
    if (column.kind == ColumnKind::category) {
        Mask ofValue;
        for (const std::string &text : column.texts)
            ofValue.push_back(holds(text, relation, lowerValue));
        for (const std::int32_t each : column.values)
            mask.push_back(each >= 0 ? ofValue[static_cast<std::size_t>(each)] : 0);
        return mask;
    }
    for (const std::string &text : column.texts)
        mask.push_back(!text.empty() && holds(text, relation, lowerValue));
    return mask;
}

Mask whereMissing(const ItemColumn &column, bool missing)
{
    Mask mask;
    for (ItemIndex item = 0; item < static_cast<ItemIndex>(column.size()); ++item)
        mask.push_back(column.text(item).empty() == missing);
    return mask;
}

/// Column of a filter: findColumn(), otherwise for “row” the numbers of the rows, counted from 0 as in
/// ItemTable::name().
std::shared_ptr<const ItemColumn> filterColumn(const ItemTable &items, const std::string &name)
{
    auto column = findColumn(items, name);
    if (column || !equalIgnoringCase(name, "row"))
        return column;
    std::vector<double> rows(static_cast<std::size_t>(items.count));
    std::iota(rows.begin(), rows.end(), 0);
    return std::make_shared<const ItemColumn>(ItemColumn{"row", ColumnKind::number, std::move(rows)});
}

std::string columnList(const ItemTable &items)
{
    constexpr std::size_t maximum = 12;
    const std::vector<std::string> names = filterColumns(items);
    std::string list;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i < maximum || i >= items.columns.size())
            list.append(list.empty() ? "" : ", ").append(names[i]);
        if (i + 1 == items.columns.size() && i >= maximum)
            list.append(", …");
    }
    return list;
}

class Parser
{
public:
    Parser(std::vector<Token> tokens, const ItemTable &items) : m_tokens(std::move(tokens)), m_items(items) {}

    Result<Mask> all()
    {
        const auto both = [this] { return joined([this] { return condition(); }, "and", std::bit_and<char>()); };
        auto result = joined(both, "or", std::bit_or<char>());
        if (result && now().kind != Token::Kind::end)
            return bad("expected “and” or “or”, found " + quoted(now().text));
        return result;
    }

private:
    const Token &now() const { return m_tokens[m_at]; }
    bool isWord(std::string_view word) const { return now().kind == Token::Kind::word && toLower(now().text) == word; }

    /// Parses operands with `read`, separated by `word`, and combines their results by `join`.
    template <class Read, class Join> Result<Mask> joined(Read read, std::string_view word, Join join)
    {
        Result<Mask> result = read();
        while (result && isWord(word)) {
            ++m_at;
            const Result<Mask> next = read();
            if (!next)
                return next.error();
            std::ranges::transform(*result, *next, result->begin(), join);
        }
        return result;
    }

    /// Parses words up to one of the given words, or one text in quotation marks.
    std::string words(std::initializer_list<std::string_view> ends)
    {
        if (now().kind == Token::Kind::quoted)
            return m_tokens[m_at++].text;
        std::string text;
        while (now().kind == Token::Kind::word &&
               std::ranges::none_of(ends, [this](std::string_view end) { return isWord(end); }))
            text.append(text.empty() ? "" : " ").append(m_tokens[m_at++].text);
        return text;
    }

    std::optional<Relation> relation()
    {
        if (now().kind == Token::Kind::relation)
            return m_tokens[m_at++].relation;
        if (isWord("contains")) {
            ++m_at;
            return Relation::contains;
        }
        if (!isWord("is"))
            return std::nullopt;
        ++m_at;
        const bool negated = isWord("not");
        m_at += negated ? 1 : 0;
        if (!isWord("missing"))
            return std::nullopt;
        ++m_at;
        return negated ? Relation::present : Relation::missing;
    }

    Result<Mask> condition()
    {
        const std::string name = words({"contains", "is", "and", "or"});
        if (name.empty())
            return bad("expected the name of a column, such as " + columnList(m_items) +
                       (now().kind == Token::Kind::end ? std::string() : ", found " + quoted(now().text)));
        const auto column = filterColumn(m_items, name);
        if (!column)
            return bad("there is no column " + quoted(name) + "; there are: " + columnList(m_items));
        const auto how = relation();
        if (!how)
            return bad("expected =, !=, <, <=, >, >=, contains or “is missing” after " + quoted(name) +
                       (now().kind == Token::Kind::end ? std::string() : ", found " + quoted(now().text)));
        if (*how == Relation::missing || *how == Relation::present)
            return whereMissing(*column, *how == Relation::missing);
        const bool isEmptyText = now().kind == Token::Kind::quoted;
        const std::string value = words({"and", "or"});
        if (value.empty() && !isEmptyText)
            return bad("expected a value after " + quoted(name));
        return isOrdered(*column) ? compareNumbers(*column, *how, value) : compareTexts(*column, *how, value);
    }

    std::vector<Token> m_tokens;
    const ItemTable &m_items;
    std::size_t m_at = 0;
};

} // namespace

std::vector<std::string> filterColumns(const ItemTable &items)
{
    std::vector<std::string> names;
    for (const ItemColumn &column : items.columns)
        names.push_back(column.name);
    for (const auto &[own, exists] : {std::pair("label", items.hasLabels()), {"id", items.hasIds()}, {"row", true}}) {
        const bool known =
            std::ranges::any_of(names, [own](const std::string &each) { return equalIgnoringCase(each, own); });
        if (exists && !known)
            names.emplace_back(own);
    }
    return names;
}

Result<std::vector<char>> matchItems(const std::string &filter, const ItemTable &items)
{
    if (filter.size() > longestFilter)
        return bad("expected a filter of at most " + std::to_string(longestFilter) + " bytes, found " +
                   std::to_string(filter.size()) + "; make it shorter");
    auto tokens = tokensOf(filter);
    return tokens ? Parser(std::move(*tokens), items).all() : tokens.error();
}

Status checkFilter(const std::string &filter, const ItemTable &items)
{
    // A table of one item is enough, because a check needs the columns, not their values.
    const std::vector<Index> first(items.count > 0 ? 1 : 0, 0);
    const auto matched = matchItems(filter, *someItems(items, first));
    return matched ? Status(Done{}) : Status(matched.error());
}

std::string filterWord(const std::string &text)
{
    bool plain = text.find_first_of("<>=!~\"'") == std::string::npos && text.find("  ") == std::string::npos;
    if (const auto tokens = tokensOf(text)) {
        for (const Token &token : *tokens) {
            const std::string word = toLower(token.text);
            plain = plain && word != "and" && word != "or" && word != "contains" && word != "is";
        }
    }
    return plain ? text : "\"" + text + "\"";
}

std::string exampleFilter(const ItemTable &items)
{
    constexpr Index looked = 10'000;
    std::vector<Index> rows(static_cast<std::size_t>(std::min(looked, items.count)));
    std::iota(rows.begin(), rows.end(), Index{0});
    for (const ColumnKind kind : {ColumnKind::number, ColumnKind::category, ColumnKind::date}) {
        const auto found = std::ranges::find(items.columns, kind, &ItemColumn::kind);
        if (found == items.columns.end())
            continue;
        const ItemColumn part = columnAt(*found, rows);
        const auto range = usualRange(numbersOf(part));
        if (const auto groups = groupValues(part, 1); kind == ColumnKind::category && !groups.names.empty())
            return filterWord(found->name) + " = " + filterWord(groups.names.front());
        if (kind == ColumnKind::number && range) {
            ItemColumn middle{"", ColumnKind::number, {std::round((range->low + range->high) / 2)}};
            return filterWord(found->name) + " > " + middle.text(0);
        }
        if (kind == ColumnKind::date && range)
            return filterWord(found->name) + " >= " + dayText((range->low + range->high) / 2);
    }
    return items.hasLabels() && !items.labelNames.empty() ? "label = " + filterWord(items.labelNames.front())
                                                          : std::string();
}

} // namespace anchorscope
