// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/roles/itemlines.h"

#include "core/plaintext.h"
#include "io/roles/assign.h"
#include "io/text/csv.h"
#include "io/text/lineblocks.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <functional>
#include <optional>

namespace anchorscope::io {

namespace {

using Lines = std::vector<std::vector<std::string>>;

class LineReader
{
public:
    LineReader(std::string_view text, std::size_t rows, bool partial)
        : m_text(withoutMark(text)), m_rows(rows), m_partial(partial)
    {
        for (std::string_view rest = m_text; !rest.empty();)
            m_lines.push_back(takeLine(rest));
        // Removes surplus blank lines at the end. One line per row is needed, and one if the first may be a name.
        while (m_lines.size() > m_rows && m_lines.back().empty() && (m_lines.size() > m_rows + 1 || !mayBeNamed()))
            m_lines.pop_back();
        m_filled = m_lines;
        std::erase_if(m_filled, [](std::string_view line) { return line.empty(); });
    }

    Result<Lines> read(std::string_view separators) const
    {
        for (const auto *lines : {&m_lines, &m_filled}) {
            if (!fits(lines->size()))
                continue;
            if (lines->front().find('\t') != std::string_view::npos)
                return tabbed(*lines);
            for (const char separator : separators) {
                if (auto table = quoted(separator); table && table->front().size() > 1 && !areSentences(*table))
                    return *table;
            }
            if (const Status even = checkRagged(*lines, separators); !even)
                return even.error();
            const Lines whole = single(*lines);
            return counted(whole).value_or(whole);
        }
        const std::string tabsToo = "\t" + std::string(separators);
        for (const char separator : tabsToo) {
            // fields in quotes may contain line breaks, so that lines are not records
            if (auto table = quoted(separator))
                return *table;
        }
        return Error(ErrorCode::badDataset, "expected a line for each of the ", m_rows,
                     " rows, and perhaps a header, found ", m_filled.size(), " lines");
    }

private:
    /// True if the first line names ids or labels, or is the only one of its kind above texts that repeat.
    bool mayBeNamed() const
    {
        if (isIdName(m_lines[0]) || isLabelName(m_lines[0]))
            return true;
        const Lines whole = single(m_lines);
        const PartFacts others = factsOf(whole, 0, 1);
        return others.distinct * 2 <= others.present() && std::ranges::count(m_lines, m_lines[0]) == 1;
    }
    bool fits(std::size_t count) const
    {
        return count > 0 && (count == m_rows || count == m_rows + 1 || (m_partial && count > m_rows));
    }
    Result<Lines> tabbed(const std::vector<std::string_view> &lines) const
    {
        Lines table;
        for (const std::string_view line : lines) {
            const auto fields = splitAt(line, '\t');
            table.emplace_back(fields.begin(), fields.end());
            if (table.back().size() != table.front().size())
                return ragged(table.front().size(), table.back().size(), table.size());
        }
        return table;
    }
    static Error ragged(std::size_t expected, std::size_t found, std::size_t line)
    {
        return Error(ErrorCode::badLine, "expected ", expected, " columns, as in the first line, found ", found)
            .at("line " + std::to_string(line));
    }
    /// Splits the text into records of RFC 4180; nullopt unless there is one for each row (a header may precede them)
    /// and all have equally many fields.
    std::optional<Lines> quoted(char separator) const
    {
        auto records = parseCsv(m_text, separator);
        if (!records || !fits(records->size()))
            return std::nullopt;
        Lines table;
        for (CsvRecord &record : *records) {
            if (!table.empty() && record.fields.size() != table.front().size())
                return std::nullopt;
            table.push_back(std::move(record.fields));
        }
        return table;
    }
    /// Returns an error if three quarters of the lines have as many fields as the first one, but others do not.
    static Status checkRagged(const std::vector<std::string_view> &lines, std::string_view separators)
    {
        for (const char separator : separators) {
            const std::size_t columns = splitAt(lines.front(), separator).size();
            std::size_t even = 0, wrong = 0, found = 0;
            for (std::size_t i = 0; i < lines.size(); ++i) {
                const std::size_t count = splitAt(lines[i], separator).size();
                even += count == columns;
                if (count != columns && wrong == 0) {
                    wrong = i + 1;
                    found = count;
                }
            }
            if (columns > 1 && wrong > 0 && even * 4 >= lines.size() * 3)
                return ragged(columns, found, wrong);
        }
        return Done{};
    }
    /// True if the lines are texts that contain commas, like “Doe, John”, and not columns: a blank follows each comma,
    /// and the texts after the last comma differ too often to be classes.
    static bool areSentences(const Lines &table)
    {
        const auto begins = [](const std::string &field) { return field.starts_with(' '); };
        const auto isName = [](const std::string &field) {
            return isIdName(trimmed(field)) || isLabelName(trimmed(field));
        };
        for (std::size_t column = 0; column < table.front().size(); ++column) {
            if (!factsOf(table, column, 0).isText())
                return false;
        }
        const PartFacts last = factsOf(table, table.front().size() - 1, 0);
        return last.distinct * 2 > last.rows && std::ranges::none_of(table.front(), isName) &&
               std::ranges::all_of(table,
                                   [&](const auto &row) { return std::all_of(row.begin() + 1, row.end(), begins); });
    }
    /// Splits lines that are a word, a blank and a number: the word's frequency, in descending order (GloVe's
    /// vocab.txt, fairseq's dict.txt), or its row number. nullopt for other lines.
    static std::optional<Lines> counted(const Lines &whole)
    {
        constexpr std::size_t maxDigits = 15;
        Lines table;
        std::vector<std::uint64_t> counts;
        for (const auto &line : whole) {
            const std::size_t blank = line[0].find(' ');
            const std::string number = blank == std::string::npos ? std::string() : line[0].substr(blank + 1);
            if (blank == 0 || number.empty() || number.size() > maxDigits ||
                number.find_first_not_of("0123456789") != std::string::npos)
                return std::nullopt;
            table.push_back({line[0].substr(0, blank), number});
            std::from_chars(number.data(), number.data() + number.size(), counts.emplace_back());
        }
        const bool classes = counts[0] * 2 < counts.size();
        if (!factsOf(table, 0, 0).isUnique() ||
            !(std::ranges::is_sorted(counts, std::greater()) || factsOf(table, 1, 0).running))
            return std::nullopt;
        for (auto &row : table)
            row.resize(classes ? 2 : 1);
        return table;
    }
    /// Returns each line as one field. If all lines are in quotes, the quotes are removed.
    static Lines single(const std::vector<std::string_view> &lines)
    {
        const bool inQuotes = std::ranges::all_of(
            lines, [](std::string_view line) { return line.size() > 1 && line.front() == '"' && line.back() == '"'; });
        Lines table;
        for (const std::string_view line : lines)
            table.push_back({std::string(inQuotes ? line.substr(1, line.size() - 2) : line)});
        return table;
    }

    std::string_view m_text;
    std::size_t m_rows;
    bool m_partial;
    std::vector<std::string_view> m_lines, m_filled;
};

/// Assigns roles to columns that have no names. The first column whose values all differ contains the ids, the first
/// one with few distinct values the labels. A single column of a file contains the ids even if a few values repeat.
void assignUnnamed(std::vector<Part> &columns)
{
    bool hasId = false, hasLabel = false;
    for (Part &column : columns) {
        column.use = ColumnUse::other;
        column.why = "has no name";
        const std::size_t repeats = column.facts.present() - column.facts.distinct;
        const bool nearly =
            columns.size() == 1 && repeats * 4 <= column.facts.rows && !areTooManyRepeats(repeats, column.facts.rows);
        if (!hasId && (column.facts.isUnique() || nearly)) {
            hasId = true;
            column.use = ColumnUse::id;
            column.why = "holds " + std::string(nearly && repeats > 0 ? "nearly " : "") +
                         "as many different values as there are rows";
        } else if (!hasLabel && (columns.size() == 1 || column.facts.distinct * 2 <= column.facts.present())) {
            hasLabel = true;
            column.use = ColumnUse::label;
            column.why = "holds values that occur for many rows";
        }
    }
}

/// If the ids are row numbers, which do not identify items, uses a column of distinct texts as ids instead.
void preferTexts(std::vector<Part> &columns)
{
    const auto id = std::ranges::find(columns, ColumnUse::id, &Part::use);
    const auto text = std::ranges::find_if(
        columns, [](const Part &column) { return column.facts.isText() && column.facts.isUnique(); });
    if (id == columns.end() || !id->facts.running || text == columns.end())
        return;
    id->use = ColumnUse::other;
    id->why = "counts the rows";
    text->use = ColumnUse::id;
    text->why = "holds as many different values as there are rows";
}

enum class FirstLine { header, item, unclear };

bool namesIdsOrLabels(const std::vector<std::string> &texts)
{
    return std::ranges::any_of(texts, [](const std::string &text) { return isIdName(text) || isLabelName(text); });
}

/// True if a text of the first line occurs in another line, in the same column.
bool recurs(const Lines &table)
{
    const std::vector<std::string> &first = table.front();
    for (std::size_t column = 0; column < first.size(); ++column) {
        const auto same = [&](const auto &row) { return row[column] == first[column]; };
        if (!first[column].empty() && std::any_of(table.begin() + 1, table.end(), same))
            return true;
    }
    return false;
}

/// Decides whether the first line is a header, that is, whether it names ids or labels, or its texts occur in no other
/// line. `additional`: true if the text has one line more than the matrix has rows. Without such a line, a header means
/// that an item has no line: the first line is then unclear.
FirstLine firstLine(const Lines &table, bool additional, bool partial)
{
    const std::vector<std::string> &names = table.front();
    if (!additional && !partial) {
        const bool header = namesIdsOrLabels(names) && std::ranges::none_of(names, isNumber) && !recurs(table);
        return header && (names.size() > 1 || !factsOf(table, 0, 1).isUnique()) ? FirstLine::unclear : FirstLine::item;
    }
    if (namesIdsOrLabels(names))
        return FirstLine::header;
    const FirstLine otherwise = partial ? FirstLine::item : FirstLine::unclear;
    if (recurs(table))
        return otherwise;
    const bool aboveNumbers = factsOf(table, 0, 1).isNumeric() && !isNumber(names.front());
    return names.size() > 1 || aboveNumbers ? FirstLine::header : otherwise;
}

/// Returns an error for a first line that is unclear. `rows`: number of rows of the matrix.
Error unclearLine(const Lines &table, std::size_t rows)
{
    if (table.size() == rows)
        return Error(ErrorCode::badDataset, "expected a line for each of the ", rows, " rows below the header “",
                     joinedText(table.front(), ","), "”, found ", rows - 1,
                     "; add the line that is missing, or, if the first line is an item, put a header above it");
    return Error(ErrorCode::badDataset, "expected a line for each of the ", rows,
                 " rows, found one more, and the first, “", table.front().front(),
                 "”, is not known as a name of ids or labels; remove the line that is too many, or call the first "
                 "“id” or “label”");
}

/// True if a text is JSON, as tokenizer files are: an object on each line, or a list or an object of texts. Commas in
/// JSON do not separate columns.
bool isJson(std::string_view text)
{
    constexpr std::string_view blanks = " \t\r\n";
    const std::size_t quote = text.find_first_not_of(blanks, 1), end = text.find_last_not_of(blanks);
    if (quote == std::string_view::npos || end == std::string_view::npos || text[quote] != '"')
        return false;
    const bool object = text.front() == '{' && text[end] == '}' && text.find(':') != std::string_view::npos;
    return object || (text.front() == '[' && text[end] == ']');
}

} // namespace

Result<ItemLines> readItemLines(std::string_view text, std::size_t rows, bool partial, std::string_view separators)
{
    if (isJson(text))
        return Error(ErrorCode::badDataset,
                     "expected a line for each row with an id, a label or both, found JSON; save them as CSV");
    auto table = LineReader(text, rows, partial).read(separators);
    if (!table)
        return table.error();
    const FirstLine first = firstLine(*table, table->size() == rows + 1, partial);
    if (first == FirstLine::unclear)
        return unclearLine(*table, rows);
    std::vector<std::string> names;
    if (first == FirstLine::header) {
        names = std::move(table->front());
        table->erase(table->begin());
    }
    ItemLines lines = itemLinesOf(names, std::move(*table));
    lines.firstLine = lines.named ? 2 : 1;
    if (first == FirstLine::item && !partial && namesIdsOrLabels(lines.rows.front()) && lines.columns.size() == 1 &&
        lines.columns.front().use == ColumnUse::id)
        lines.note = "the first line, “" + lines.rows.front().front() +
                     "”, was taken as the first item; if it is a header, the line of an item is missing.";
    return lines;
}

ItemLines itemLinesOf(const std::vector<std::string> &names, std::vector<std::vector<std::string>> rows)
{
    ItemLines lines{.named = !names.empty()};
    for (std::size_t i = 0; i < (lines.named ? names : rows.front()).size(); ++i) {
        lines.columns.push_back({lines.named ? names[i] : std::string(), ColumnUse::other});
        lines.columns.back().facts = factsOf(rows, i, 0);
    }
    if (lines.named)
        assignRoles(lines.columns, true);
    const ColumnUse use = lines.columns.front().use;
    const bool single = lines.columns.size() == 1 && use != ColumnUse::id && use != ColumnUse::label;
    if (!lines.named || single)
        assignUnnamed(lines.columns);
    preferTexts(lines.columns);
    lines.rows = std::move(rows);
    return lines;
}

} // namespace anchorscope::io
