// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/roles/choice.h"

#include "io/text/textnumber.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace anchorscope::io {

namespace {

constexpr std::array allUses = {ColumnUse::id, ColumnUse::label, ColumnUse::vector, ColumnUse::other,
                                ColumnUse::ignored};

template <class... Parts> Error wrongChoice(const Parts &...parts)
{
    return Error(ErrorCode::wrongUsage, parts...);
}

/// One element of a user's choice: a role, and the columns from `first` to `last` that get it.
struct ChoicePart
{
    std::optional<ColumnUse> use; ///< role of the columns; if not given, that of the previous element
    std::string first, last;      ///< names or numbers of columns; `last` is empty for a single column
    bool quoted = false;          ///< true if `first` was in quotes, so that it is a name
};

/// Removes a name from the beginning of the text; the name ends before one of the characters `ends`. A name in double
/// quotes may contain these characters, and two double quotes represent one.
std::string takeName(std::string_view &text, std::string_view ends, bool &quoted)
{
    std::string name;
    quoted = text.starts_with('"');
    if (!quoted) {
        const std::size_t end = std::min(text.find_first_of(ends), text.size());
        name = text.substr(0, end);
        text.remove_prefix(end);
        return name;
    }
    for (text.remove_prefix(1); !text.empty(); text.remove_prefix(1)) {
        if (text.front() == '"') {
            text.remove_prefix(1);
            if (!text.starts_with('"'))
                break;
        }
        name += text.front();
    }
    return name;
}

std::optional<ColumnUse> useOf(std::string_view id)
{
    const auto found = std::ranges::find_if(allUses, [&](ColumnUse use) { return id == columnUseId(use); });
    return found == allUses.end() ? std::nullopt : std::optional(*found);
}

Result<std::vector<ChoicePart>> partsOf(std::string_view choice)
{
    std::vector<ChoicePart> parts;
    while (!choice.empty()) {
        ChoicePart part;
        const std::size_t equals = choice.find_first_of("=,\"");
        if (equals != std::string_view::npos && choice[equals] == '=') {
            part.use = useOf(choice.substr(0, equals));
            if (!part.use)
                return wrongChoice("Expected a role of columns (id, label, vector, other or ignore), found “",
                                   choice.substr(0, equals), "”.");
            choice.remove_prefix(equals + 1);
        } else if (parts.empty()) {
            return wrongChoice("Expected roles of columns such as id=word,vector=e0:e299, found “", choice, "”.");
        }
        part.first = takeName(choice, ":,", part.quoted);
        if (choice.starts_with(':')) {
            bool ignored = false;
            choice.remove_prefix(1);
            part.last = takeName(choice, ",", ignored);
        }
        if (!choice.empty() && !choice.starts_with(','))
            return wrongChoice("Expected a comma after a column, found “", choice, "”.");
        choice.remove_prefix(std::min<std::size_t>(choice.size(), 1));
        if (!part.use)
            part.use = parts.back().use;
        parts.push_back(std::move(part));
    }
    return parts;
}

class Finder
{
public:
    explicit Finder(const std::vector<Part> &columns) : m_columns(columns) {}

    std::optional<std::size_t> byName(std::string_view name) const
    {
        const auto found = std::ranges::find(m_columns, name, &Part::name);
        return name.empty() || found == m_columns.end()
                   ? std::nullopt
                   : std::optional(static_cast<std::size_t>(found - m_columns.begin()));
    }
    Result<std::size_t> find(std::string_view text) const
    {
        if (const auto named = byName(text)) {
            const auto next = std::find_if(m_columns.begin() + static_cast<std::ptrdiff_t>(*named) + 1, m_columns.end(),
                                           [&](const Part &column) { return column.name == text; });
            if (next != m_columns.end())
                return wrongChoice("Expected a name that one column has, found “", text,
                                   "”, which several have. Give its number: #", *named + 1, ", #",
                                   next - m_columns.begin() + 1, ", ….");
            return *named;
        }
        const std::string_view digits = text.substr(text.starts_with('#') ? 1 : 0);
        if (const auto number = wholeNumber(digits); number && *number >= 1 && *number <= std::ssize(m_columns))
            return static_cast<std::size_t>(*number - 1);
        return wrongChoice("Expected the name of a column or a number from #1 to #", m_columns.size(), ", found “",
                           text, "”.", knownNames());
    }

private:
    std::string knownNames() const
    {
        constexpr std::size_t most = 6;
        std::string names;
        std::size_t named = 0;
        for (const Part &column : m_columns) {
            if (!column.name.empty() && named++ < most)
                names += (names.empty() ? " The names are " : ", ") + column.name;
        }
        return names.empty() ? names : names + (named > most ? ", …." : ".");
    }

    const std::vector<Part> &m_columns;
};

bool isSingle(ColumnUse use)
{
    return use == ColumnUse::id || use == ColumnUse::label;
}

/// Splits a name into its stem and the number at its end, “e” and 12 for “e12”; the number is missing for other names.
std::pair<std::string_view, std::optional<std::int64_t>> numberedName(std::string_view name)
{
    const std::size_t length = name.find_last_not_of("0123456789") + 1;
    return {name.substr(0, length), wholeNumber(name.substr(length))};
}

/// Returns the columns from `first` to `last`. If the names at both ends of a range differ only in their numbers, and
/// columns with such names are not in the order of the numbers (e0, e1, e10, e2), returns those with numbers between.
std::vector<std::size_t> columnsOf(const ChoicePart &part, std::size_t first, std::size_t last,
                                   const std::vector<Part> &columns)
{
    const auto [stem, least] = numberedName(part.first);
    const auto [other, most] = numberedName(part.last);
    bool byNumber = false;
    std::vector<std::size_t> between, numbered;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const auto [each, number] = numberedName(columns[i].name);
        const bool isBetween = i >= first && i <= last, isNumbered = number && each == stem;
        const bool isInRange = isNumbered && number >= least && number <= most;
        if (isBetween)
            between.push_back(i);
        if (isInRange)
            numbered.push_back(i);
        byNumber = byNumber || (isNumbered && isBetween != isInRange);
    }
    return byNumber && first != last && least && most && stem == other && least <= most ? numbered : between;
}

Status applyPart(const ChoicePart &part, const Finder &finder, std::vector<Part> &columns)
{
    const std::string whole = part.first + ":" + part.last;
    // A range such as “a:b” is a name if a column is called “a:b”.
    const auto named = part.last.empty() ? std::nullopt : finder.byName(whole);
    const auto first = named ? Result<std::size_t>(*named) : finder.find(part.first);
    const auto last = !first || named || part.last.empty() ? first : finder.find(part.last);
    if (!last)
        return last.error();
    const std::vector<std::size_t> range = columnsOf(part, *first, *last, columns);
    if (range.empty())
        return wrongChoice("Expected a range from an earlier to a later column, found “", whole, "”.");
    if (isSingle(*part.use) && range.size() > 1)
        return wrongChoice("Expected one column for ", columnUseId(*part.use), ", found “", whole, "”.");
    for (const std::size_t i : range) {
        if (columns[i].chosen)
            return wrongChoice("Expected one role for each column, found two for ", columnName(columns, i), ".");
        columns[i].use = *part.use;
        columns[i].chosen = true;
    }
    return Done{};
}

} // namespace

Status applyColumnChoice(std::string_view choice, std::vector<Part> &columns)
{
    const auto parts = partsOf(choice);
    if (!parts)
        return parts.error();
    std::vector<Part> chosen = columns;
    const Finder finder(columns);
    for (const ChoicePart &part : *parts) {
        if (const Status applied = applyPart(part, finder, chosen); !applied)
            return applied;
    }
    for (const ColumnUse use : {ColumnUse::id, ColumnUse::label, ColumnUse::vector}) {
        const auto has = [use](const Part &column) { return column.use == use && column.chosen; };
        const auto count = std::ranges::count_if(chosen, has);
        if (isSingle(use) && count > 1)
            return wrongChoice("Expected one column for ", columnUseId(use), ", found ", count, ".");
        for (Part &column : chosen) {
            if (count > 0 && column.use == use && !column.chosen)
                column.use = ColumnUse::other;
        }
    }
    columns = std::move(chosen);
    return Done{};
}

std::string columnChoice(const std::vector<Part> &columns)
{
    std::string choice;
    for (std::size_t i = 0; i < columns.size();) {
        std::size_t end = i + 1;
        while (end < columns.size() && columns[end].use == columns[i].use && !isSingle(columns[i].use))
            ++end;
        choice += (choice.empty() ? "" : ",") + std::string(columnUseId(columns[i].use)) + "=#" + std::to_string(i + 1);
        if (end > i + 1)
            choice += ":#" + std::to_string(end);
        i = end;
    }
    return choice;
}

} // namespace anchorscope::io
