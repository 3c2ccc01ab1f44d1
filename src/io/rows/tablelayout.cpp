// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/rows/tablelayout.h"

#include "io/roles/assign.h"
#include "io/roles/choice.h"
#include "io/text/csv.h"
#include "io/text/vectortext.h"
#include "io/text/visibletext.h"

#include <algorithm>
#include <map>

namespace anchorscope::io {

namespace {

TextRows firstRows(std::string_view text, bool whole, RecordShape shape)
{
    if (!whole)
        text = text.substr(0, text.rfind('\n') + 1);
    TextRows rows;
    while (!text.empty() && rows.size() < layoutSampleRows) {
        const std::string_view record = takeRecord(text, shape);
        if (record.empty())
            continue;
        rows.emplace_back();
        if (splitRecord(record, shape, rows.back()))
            continue;
        rows.pop_back(); // leaves out a bad row, which is reported when all rows are read
        if (!whole && text.empty())
            break; // incomplete row: `text` is only the beginning of the file
        if (rows.empty())
            return {};
    }
    return rows;
}

std::pair<std::size_t, std::size_t> usualFields(const TextRows &rows)
{
    std::map<std::size_t, std::size_t> votes;
    for (const auto &row : rows)
        ++votes[row.size()];
    const auto most = std::ranges::max_element(votes, {}, [](const auto &vote) { return vote.second; });
    return most == votes.end() ? std::pair<std::size_t, std::size_t>() : std::pair(most->first, most->second);
}

/// True if `is` holds for the facts of some column. The first of several rows, which may hold names, does not count.
bool anyColumn(const TextRows &rows, bool (PartFacts::*is)() const)
{
    for (std::size_t i = 0; !rows.empty() && i < rows[0].size(); ++i) {
        if ((factsOf(rows, i, rows.size() > 1).*is)())
            return true;
    }
    return false;
}

/// True if some field is enclosed in quotes; if none is, a quote is an ordinary character.
bool areInQuotes(const TextRows &rows)
{
    return std::ranges::any_of(rows, [](const std::vector<std::string> &row) {
        return std::ranges::any_of(row, [](std::string_view cell) {
            cell = trimmed(cell);
            return cell.size() > 1 && cell.front() == '"' && cell.back() == '"';
        });
    });
}

/// True if the separator also separates numbers of lists: brackets open and close in different fields of nearly all
/// rows.
bool cutsLists(const TextRows &rows)
{
    const auto opens = [](const std::string &cell) {
        return std::ranges::count(cell, '[') > std::ranges::count(cell, ']');
    };
    const auto closes = [](const std::string &cell) {
        return std::ranges::count(cell, ']') > std::ranges::count(cell, '[');
    };
    const auto cut = std::ranges::count_if(rows, [&](const std::vector<std::string> &row) {
        return std::find_if(std::ranges::find_if(row, opens), row.end(), closes) != row.end();
    });
    return cut * 10 >= std::ssize(rows) * 9;
}

/// True if all fields are numbers, and either the first or the last column has classes: few distinct whole numbers.
bool haveClassesBetweenBlanks(const TextRows &rows)
{
    const std::size_t fields = rows.empty() ? 0 : rows[0].size();
    std::size_t whole = 0;
    bool classes = false;
    for (std::size_t i = 0; i < fields; ++i) {
        const PartFacts facts = factsOf(rows, i, 0);
        if (facts.numbers < rows.size() || rows.size() < 10)
            return false;
        const bool few = facts.isWhole() && facts.distinct > 1 && facts.distinct * 4 <= facts.rows;
        whole += facts.isWhole();
        classes = classes || (few && (i == 0 || i + 1 == fields));
    }
    return classes && whole == 1 && fields > 2;
}

/// Returns the number of rows of a table with blanks between its columns, otherwise 0. The first line has no number,
/// and the others have as many fields as it has names, or one more (R's write.table, NumPy's savetxt).
std::size_t rowsBetweenBlanks(std::string_view text, bool whole)
{
    TextRows rows = firstRows(text, whole, {' '});
    const auto [fields, count] = usualFields(rows);
    if (count == rows.size() && haveClassesBetweenBlanks(rows))
        return count;
    const auto isField = [](const std::string &cell) { return isNumber(cell) || isVectorText(cell); };
    if (fields < 2 || count < rows.size() - 1 || rows.size() < 3 || std::ranges::any_of(rows[0], isField))
        return 0;
    const std::size_t names = rows[0].size() - (rows[0][0] == "#" ? 1 : 0);
    const bool numbers =
        std::all_of(rows.begin() + 1, rows.end(), [usual = fields](const std::vector<std::string> &row) {
            return row.size() == usual && std::any_of(row.begin() + 1, row.end(), isNumber);
        });
    return numbers && (names == fields || names + 1 == fields) ? rows.size() : 0;
}

/// True if a blank precedes every separator or follows every one.
bool arePadded(const TextRows &rows)
{
    const auto begins = [](const std::string &cell) { return cell.starts_with(' '); };
    const auto ends = [](const std::string &cell) { return cell.ends_with(' '); };
    return std::ranges::all_of(rows,
                               [&](const auto &row) { return std::all_of(row.begin() + 1, row.end(), begins); }) ||
           std::ranges::all_of(rows, [&](const auto &row) { return std::all_of(row.begin(), row.end() - 1, ends); });
}

/// Finds the separator that splits most of the first lines into equally many fields. If several do, prefers one that
/// does not split vectors, and then the first one in the list. Quotes are ordinary characters in tab-separated text,
/// unless some field is enclosed in them.
RecordShape shapeOf(std::string_view text, bool whole)
{
    RecordShape best{' '};
    std::size_t most = 0;
    bool vectors = false;
    for (const char separator : {'\t', ',', ';', '|'}) {
        RecordShape shape{separator};
        shape.quotes = separator != '\t' || areInQuotes(firstRows(text, whole, {separator, false}));
        const TextRows rows = firstRows(text, whole, shape);
        const auto [fields, count] = usualFields(rows);
        const auto hold = [&] { return anyColumn(rows, &PartFacts::holdsVectors); };
        if (fields < 2 || cutsLists(rows) || !(count > most || (count == most && !vectors && hold())))
            continue;
        best = shape;
        best.padded = separator != '\t' && arePadded(rows);
        best.escapes = separator == '\t' && !shape.quotes && haveEscapes(rows);
        most = count;
        vectors = hold();
    }
    if (!vectors && rowsBetweenBlanks(text, whole) > most)
        return {' '};
    return best;
}

std::size_t skipForeign(std::string_view &text, RecordShape shape, std::size_t fields)
{
    constexpr std::size_t maxLines = 50;
    std::string_view rest = text;
    for (std::size_t lines = 0; lines < maxLines && !rest.empty(); ++lines) {
        const std::string_view before = rest, record = takeRecord(rest, shape);
        std::vector<std::string> cells;
        const bool split = splitRecord(record, shape, cells);
        const bool comment = record.starts_with("#") || record.starts_with("%") || record.starts_with("//");
        // A line of column names may have one field more than the rows, if the first is “#”; or one field less, because
        // R writes no name for its column of row names.
        const bool names = shape.separator == ' ' && !cells.empty() && cells[0] == "#" && cells.size() == fields + 1;
        const bool fits = split && !record.empty() &&
                          (cells.size() == fields || names || (!comment && cells.size() + 1 == fields && fields > 2));
        const bool isRow = split && cells.size() > 1 &&
                           std::ranges::any_of(cells, [](const std::string &cell) { return isNumber(cell); });
        if (fits || (isRow && !comment)) {
            text = before;
            return lines;
        }
    }
    return 0;
}

/// True if semicolons separate columns, some of which contain numbers with decimal commas.
bool separatesDecimalCommas(std::string_view text, bool whole)
{
    const TextRows rows = firstRows(text, whole, {';'});
    return usualFields(rows).first >= 2 && anyColumn(rows, &PartFacts::hasDecimalCommas);
}

/// First row in which a field of a column has a property, such as PartFacts::hasGroupedDigits(); the last if none has.
std::size_t rowWith(const TextRows &rows, std::size_t first, std::size_t column, bool (PartFacts::*has)() const)
{
    std::size_t row = first;
    while (row + 1 < rows.size() &&
           (column >= rows[row].size() || !(factsOf(std::vector<std::string>{rows[row][column]}).*has)()))
        ++row;
    return row;
}

std::optional<Error> findWidths(const TextRows &rows, std::size_t first, TableLayout &layout)
{
    layout.widths.assign(layout.columns.size(), 1);
    std::vector<float> values;
    for (std::size_t i = 0; i < layout.columns.size(); ++i) {
        const PartFacts &facts = layout.columns[i].facts;
        if (layout.columns[i].use != ColumnUse::vector || !facts.holdsVectors())
            continue;
        Index width = -1;
        for (std::size_t row = first; row < rows.size() && width < 1; ++row)
            width = i < rows[row].size() ? appendVector(rows[row][i], values) : -1;
        layout.widths[i] = width;
        if (width >= 1)
            continue;
        const std::string found = "“" + facts.example.substr(0, 20) + "…” in " + columnName(layout.columns, i);
        const bool elided = std::ranges::any_of(rows, [&](const std::vector<std::string> &row) {
            return i < row.size() && row[i].find("...") != std::string::npos;
        });
        return Error(ErrorCode::badDataset,
                     elided ? "the vectors such as " + found +
                                  " are abbreviated (“...”), most of their numbers are not in this file; save them as "
                                  ".npy, or as lists by tolist()"
                            : "expected vectors in brackets, found text such as " + found + "; save them as .npy");
    }
    return std::nullopt;
}

/// Returns an error if a column's values do not suit its role.
std::optional<Error> refusalOf(const TextRows &rows, std::size_t first, const TableLayout &layout, bool numbersNeeded)
{
    const auto badNumber = [&](std::size_t i, bool (PartFacts::*has)() const, const char *expected,
                               const std::string &advice) {
        const std::size_t row = rowWith(rows, first, i, has);
        const std::string &found = i < rows[row].size() ? rows[row][i] : layout.columns[i].facts.example;
        return Error(ErrorCode::badLine, expected, ", found “", found.substr(0, 40), "” in ",
                     columnName(layout.columns, i), advice)
            .at("line " + std::to_string(layout.firstLine + static_cast<Index>(row - first)));
    };
    const bool spaces = std::ranges::any_of(layout.columns, [](const Part &column) {
        return column.use == ColumnUse::vector && (column.chosen || column.facts.holdsVectors());
    });
    for (std::size_t i = 0; i < layout.columns.size(); ++i) {
        const Part &column = layout.columns[i];
        const PartFacts &facts = column.facts;
        const bool mustBeNumbers = column.use == ColumnUse::vector || (!column.chosen && layout.shape.separator != ',');
        if (facts.hasDecimalCommas() && (mustBeNumbers || numbersNeeded))
            return badNumber(i, &PartFacts::hasDecimalCommas, "expected numbers with a decimal point",
                             "; save the file with decimal points");
        if (facts.hasGroupedDigits() && !column.chosen && !spaces && !isAsideName(column.name))
            return badNumber(i, &PartFacts::hasGroupedDigits, "expected numbers as plain digits",
                             "; save the file without separators between thousands, or specify that it is not a "
                             "dimension: --columns other=" +
                                 (column.name.empty() ? "#" + std::to_string(i + 1) : column.name));
        if (column.use == ColumnUse::vector && column.chosen && facts.isText() && !facts.holdsVectors())
            return Error(ErrorCode::wrongUsage, "Expected a column of numbers as a vector, found text such as “",
                         facts.example, "” in ", columnName(layout.columns, i), ".");
    }
    return std::nullopt;
}

void skipHeader(std::string_view text, TableLayout &layout)
{
    const std::string_view whole = text;
    while (takeRecord(text, layout.shape).empty() && !text.empty()) {
    }
    const std::string_view header = whole.substr(0, whole.size() - text.size());
    layout.dataOffset += header.size();
    layout.firstLine += std::ranges::count(header, '\n');
}

/// Returns the first bytes without a byte order mark. If lines end with CR only, CR is replaced by LF.
std::string_view plainBeginning(const FileCandidate &candidate, TableLayout &layout, std::string &converted)
{
    const std::string_view text = withoutMark(candidate.beginning);
    layout.dataOffset = candidate.beginning.size() - text.size();
    layout.shape.carriageReturns = text.find('\n') == std::string_view::npos && text.find('\r') != std::string::npos;
    if (!layout.shape.carriageReturns)
        return text;
    converted = text;
    std::replace(converted.begin(), converted.end(), '\r', '\n');
    return converted;
}

std::string subjectOf(const std::vector<Part> &columns, std::size_t column)
{
    return columns[column].name.empty() ? "Column " + std::to_string(column + 1)
                                        : "The column “" + columns[column].name + "”";
}

std::string noteOf(const std::vector<Part> &columns, std::size_t column)
{
    const std::string name = columnName(columns, column), &why = columns[column].why;
    switch (columns[column].use) {
    case ColumnUse::id:
        return "The ids were taken from " + name + ", which " + why + ".";
    case ColumnUse::label:
        return "The labels were taken from " + name + ", which " + why + ".";
    case ColumnUse::vector:
        return subjectOf(columns, column) + " " + why + " and was taken as a dimension.";
    case ColumnUse::other:
        return subjectOf(columns, column) + " " + why + " and was kept beside the vectors.";
    default:
        return subjectOf(columns, column) + " " + why + " and was left out.";
    }
}

/// Returns an error for a column whose spread exceeds that of others (Part::outgrows), unless the user chose its role.
std::optional<Error> doubtfulColumn(const std::vector<Part> &columns)
{
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (columns[i].outgrows == 0 || columns[i].chosen)
            continue;
        const auto vector = std::ranges::find(columns, ColumnUse::vector, &Part::use);
        return Error(ErrorCode::badDataset, "expected columns of numbers named like “", vector->name, "”, found ",
                     columnName(columns, i), " with ", std::llround(columns[i].outgrows),
                     " times their spread; specify its role with --columns other=NAME or vector=FIRST:LAST, or with "
                     "Columns in the preview");
    }
    return std::nullopt;
}

std::vector<std::string> columnNotes(const std::vector<Part> &columns)
{
    std::vector<std::string> notes;
    std::map<std::pair<ColumnUse, std::string>, std::vector<std::size_t>> rest; // key: role and evidence; columns
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const ColumnUse use = columns[i].use;
        const bool isSpace = use == ColumnUse::vector && columns[i].facts.holdsVectors();
        if (columns[i].chosen || columns[i].why.empty() || isSpace)
            continue;
        if (use == ColumnUse::other || use == ColumnUse::ignored)
            rest[{use, columns[i].why}].push_back(i);
        else
            notes.push_back(noteOf(columns, i));
    }
    for (const auto &[reason, which] : rest) {
        std::vector<std::string> names;
        for (const std::size_t column : which)
            names.push_back(columnName(columns, column));
        const char *what = reason.first == ColumnUse::other ? "kept beside the vectors" : "left out";
        notes.push_back(which.size() == 1 ? noteOf(columns, which.front())
                                          : std::string("Columns were ") + what + " because each of them " +
                                                reason.second + ": " + listText(names, 3) + ".");
    }
    if (!notes.empty())
        notes.push_back("Roles of columns can be chosen: --columns, or Columns in the preview.");
    return notes;
}

/// Sets the roles `other` and `ignored` that the user chose; they influence the roles of other columns.
void markChosen(const std::string &choice, std::vector<Part> &columns)
{
    std::vector<Part> marked = columns;
    if (!applyColumnChoice(choice, marked))
        return;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        columns[i].use = marked[i].use;
        columns[i].chosen =
            marked[i].chosen && (marked[i].use == ColumnUse::other || marked[i].use == ColumnUse::ignored);
    }
}

/// Returns an error if rows have twice as many fields as names, because decimal commas were taken as separators.
std::optional<Error> splitNumbers(std::string_view names, const TextRows &rows, std::size_t fields, RecordShape shape)
{
    std::vector<std::string> cells;
    const auto row = std::ranges::find(rows, fields, &std::vector<std::string>::size);
    if (shape.separator != ',' || row == rows.end() || !splitRecord(names, shape, cells) || cells.size() < 3)
        return std::nullopt;
    const auto texts = static_cast<std::size_t>(std::ranges::count_if(*row, std::not_fn(isNumber)));
    if (texts >= cells.size() || fields != texts + 2 * (cells.size() - texts) || std::ranges::any_of(cells, isNumber))
        return std::nullopt;
    return Error(ErrorCode::badLine, "expected ", cells.size(), " columns as in the line of names, found ", fields,
                 ": decimal commas cannot be told from the commas between columns; save the file with decimal points, "
                 "or with semicolons between the columns");
}

void skipLines(std::string_view &text, bool whole, TableLayout &layout)
{
    const std::string_view all = text;
    const TextRows rows = firstRows(text, whole, layout.shape);
    const std::size_t fields = usualFields(rows).first;
    skipForeign(text, layout.shape, fields);
    const std::string_view skipped = all.substr(0, all.size() - text.size());
    layout.dataOffset += skipped.size();
    layout.firstLine += std::ranges::count(skipped, '\n');
    const std::size_t first = skipped.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos)
        return;
    const std::string_view above = skipped.substr(0, skipped.find_last_not_of(" \t\r\n") + 1);
    layout.refusal = splitNumbers(above.substr(above.find_last_of("\r\n") + 1), rows, fields, layout.shape);
    layout.notes.push_back("The text before the table was left out: “" +
                           std::string(skipped.substr(first, skipped.find('\n', first) - first).substr(0, 60)) + "…”.");
}

/// True if the header has one name fewer than rows have fields: R's write.table does not name the row names.
bool isNameShort(const TextRows &rows)
{
    return rows.size() > 1 && rows[0].size() + 1 == usualFields(rows).first &&
           std::ranges::none_of(rows[0], [](const std::string &name) { return isNumber(name); });
}

bool endsWithNothing(const TextRows &rows)
{
    return std::all_of(rows.begin() + 1, rows.end(), [&](const std::vector<std::string> &row) {
        return row.size() == rows[0].size() + 1 && trimmed(row.back()).empty();
    });
}

/// Names the columns by the first line, if it is a header, without the “# ” that NumPy's savetxt writes.
void nameColumns(TextRows &rows, TableLayout &layout)
{
    if (layout.shape.separator == ' ' && rows[0][0] == "#")
        rows[0].erase(rows[0].begin());
    if (isNameShort(rows) && endsWithNothing(rows))
        rows[0].emplace_back();
    if (isNameShort(rows)) {
        rows[0].insert(rows[0].begin(), "");
        layout.hasHeader = true;
        layout.notes.emplace_back("The first line has one name fewer than the lines below it, so that the first column "
                                  "was taken as the names of the rows.");
    } else {
        layout.hasHeader = hasHeaderRow(rows);
    }
    if (layout.hasHeader && rows[0][0].starts_with("# "))
        rows[0][0].erase(0, 2);
    for (const std::string &name : rows[0])
        layout.columns.push_back({layout.hasHeader ? std::string(trimmed(name)) : "", ColumnUse::other});
}

/// Returns an error if nearly every row begins with a word and a number that are joined, like “w0:0.3456”.
std::optional<Error> joinedNumbers(const TextRows &rows, std::size_t first, const TableLayout &layout)
{
    std::size_t joined = 0;
    for (std::size_t row = first; row < rows.size(); ++row)
        joined += hasJoinedNumber(rows[row][0]);
    // Not an error if the column has a name without a separator such as “:”, so that “w0:0.3456” is one word.
    const bool named = layout.hasHeader && layout.columns[0].name.find_first_of(":=,;| \t") == std::string::npos;
    if (named || layout.columns[0].use == ColumnUse::vector || joined * 10 < (rows.size() - first) * 9)
        return std::nullopt;
    return Error(ErrorCode::badLine, "expected a word or a number in the first column, found both in “",
                 rows[first][0].substr(0, 40), "”; separate them by the same character as the other columns")
        .at("line " + std::to_string(layout.firstLine));
}

/// Removes rows with another number of fields than the first. They are reported or skipped when the file is read.
void leaveOutMisfits(TextRows &rows)
{
    const auto misfits = [length = rows[0].size()](const auto &row) { return row.size() != length; };
    if (std::ranges::count_if(rows, misfits) * 2 < std::ssize(rows))
        std::erase_if(rows, misfits);
}

} // namespace

std::string TableLayout::idName() const
{
    const auto id = std::ranges::find(columns, ColumnUse::id, &Part::use);
    if (id == columns.end())
        return {};
    return id->name.empty() ? "#" + std::to_string(id - columns.begin() + 1) : id->name;
}

Index TableLayout::dimensions() const
{
    Index sum = 0;
    for (std::size_t i = 0; i < columns.size(); ++i)
        sum += columns[i].use == ColumnUse::vector ? widths[i] : 0;
    return sum;
}

std::optional<TableLayout> findTableLayout(const FileCandidate &candidate)
{
    if (!isPaddedText(candidate.beginning))
        return std::nullopt;
    TableLayout layout;
    std::string converted;
    const bool whole = candidate.beginning.size() >= candidate.file.bytes;
    std::string_view text = plainBeginning(candidate, layout, converted);
    const bool returns = layout.shape.carriageReturns;
    layout.shape = shapeOf(text, whole);
    layout.shape.carriageReturns = returns;
    char &separator = layout.shape.separator;
    if (separator == ' ' && (text.find("\n\"[") != std::string_view::npos || text.starts_with("\"[")))
        separator = ','; // a line is a vector in quotes; its blanks do not split the line
    if (separator == ',' && separatesDecimalCommas(text, whole))
        separator = ';';
    if (separator == ' ' && rowsBetweenBlanks(text, whole) == 0)
        return std::nullopt;
    skipLines(text, whole, layout);
    TextRows rows = firstRows(text, whole, layout.shape);
    if (rows.empty() || (rows[0].size() < 2 && !isVectorText(rows.back()[0])))
        return std::nullopt;
    nameColumns(rows, layout);
    leaveOutMisfits(rows);
    if (layout.hasHeader)
        skipHeader(text, layout);
    const std::size_t first = layout.hasHeader ? 1 : 0;
    if (!findRoles(rows, first, candidate.options.columns, layout))
        return std::nullopt;
    if (!layout.refusal && candidate.options.columns.empty())
        layout.refusal = joinedNumbers(rows, first, layout);
    return layout;
}

bool isCertainTable(const FileCandidate &candidate)
{
    const auto layout = findTableLayout(candidate);
    return layout &&
           (layout->shape.separator == ' ' || (layout->shape.separator == '\t' && layout->columns.size() > 2));
}

bool findRoles(const TextRows &rows, std::size_t first, const std::string &choice, TableLayout &layout)
{
    for (std::size_t i = 0; i < layout.columns.size(); ++i) {
        layout.columns[i].facts = factsOf(rows, i, first);
        layout.columns[i].example = layout.columns[i].facts.example;
    }
    markChosen(choice, layout.columns);
    std::optional<Error> refused = assignRoles(layout.columns);
    const bool hasNumbers =
        layout.has(ColumnUse::vector) || std::ranges::any_of(layout.columns, [](const Part &column) {
            return column.chosen && (column.facts.isNumeric() || column.facts.holdsVectors());
        });
    for (Part &column : layout.columns)
        column.chosen = false;
    if (const Status applied = applyColumnChoice(choice, layout.columns); !applied)
        layout.refusal = applied.error();
    const bool chosen = std::ranges::any_of(
        layout.columns, [](const Part &column) { return column.chosen && column.use == ColumnUse::vector; });
    if (!layout.refusal)
        layout.refusal = refusalOf(rows, first, layout, !hasNumbers);
    if (!layout.refusal && !chosen)
        layout.refusal = std::move(refused);
    if (!layout.refusal && !hasNumbers && !layout.has(ColumnUse::vector))
        return false;
    if (!layout.refusal && !layout.has(ColumnUse::vector))
        layout.refusal = Error(ErrorCode::wrongUsage,
                               "Expected at least one column of numbers, found none among the roles of the columns.");
    if (!layout.refusal)
        layout.refusal = findWidths(rows, first, layout);
    if (!layout.refusal && !chosen)
        layout.refusal = doubtfulColumn(layout.columns);
    for (std::string &note : columnNotes(layout.columns))
        layout.notes.push_back(std::move(note));
    return true;
}

} // namespace anchorscope::io
