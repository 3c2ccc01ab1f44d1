// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/dataset/itemfile.h"

#include "core/valuetext.h"
#include "io/dataset/datasetfile.h"
#include "io/files/inputfile.h"
#include "io/text/csv.h"
#include "io/text/visibletext.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>

namespace anchorscope::io {

namespace {

constexpr std::string_view oldHeaders[] = {"id", "space", "x_id"};

/// Splits a text into records by parseColumns(). If the first field is then not the name of an item, but is one with
/// the separator of detectSeparator(), uses that separator: item names with blanks in them may have been split.
Result<std::vector<CsvRecord>> recordsOf(const std::string &text, char &separator, const ItemFinder *items)
{
    auto records = parseColumns(text, separator);
    const auto known = [&](const std::vector<CsvRecord> &lines) {
        return !lines.empty() && items->find(withoutApostrophe(lines.front().fields.front())) != noItem;
    };
    if (!records || !items || known(*records))
        return records;
    auto others = parseCsv(text, detectSeparator(text));
    return others && known(*others) ? others : records;
}

std::size_t columnOf(const std::vector<std::string> &names, bool (*isName)(std::string_view), std::size_t other)
{
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i != other && isName(names[i]))
            return i;
    }
    return names.size();
}

/// Finds the two columns of a file by their names. Returns false if one of them is missing.
bool findColumns(const std::vector<std::string> &names, const ColumnNames &columns, TwoColumns &lines)
{
    const std::size_t second = columnOf(names, columns.second, names.size()),
                      first = columnOf(names, columns.first, second);
    if (first == names.size() || second == names.size())
        return false;
    lines.first = first;
    lines.second = second;
    return true;
}

void takeHeader(const ColumnNames &columns, const ItemFinder *items, TwoColumns &lines)
{
    std::vector<CsvRecord> &records = lines.table.records;
    const auto isItem = [&](const std::string &field) { return items && items->find(field) != noItem; };
    if (records.empty() || isItem(records.front().fields.front()))
        return;
    const std::vector<std::string> &names = records.front().fields;
    lines.named = findColumns(names, columns, lines);
    if (!lines.named && (!columns.otherHeaders || std::ranges::count(oldHeaders, names.front()) == 0))
        return;
    lines.table.names = names;
    records.erase(records.begin());
}

bool isItemName(std::string_view name)
{
    return isIdName(name) || name == "row" || name == "space";
}

/// Returns the item that a line begins with; an error if it is not in the data or an earlier line had it.
Result<ItemIndex> itemOf(const std::string &name, const ItemFinder &finder, std::set<ItemIndex> &named)
{
    const ItemIndex item = finder.find(withoutApostrophe(name));
    if (item == noItem)
        return Error(ErrorCode::unknownItem, "“", name, "” is not an item of the data; expected ", finder.expected());
    if (!named.insert(item).second)
        return Error(ErrorCode::repeatedItem, "“", name, "” is named twice; each item may occur once");
    return item;
}

/// Removes the first line of a file of one column that names the texts below, one for each item. Error "bad-line" for
/// a name above one text too few.
Status takeName(const ItemTable &items, const ItemFinder &finder, bool (*second)(std::string_view), TwoColumns &lines)
{
    std::vector<CsvRecord> &records = lines.table.records;
    const std::string name = records.front().fields.front();
    const auto isName = [&](const CsvRecord &record) { return record.fields == std::vector{name}; };
    const bool isText = lines.separator != '\0' && !lines.named && lines.table.names.empty() && !items.rowsLeftOut &&
                        items.drawn.from == 0;
    if (!isText || !second(name) || finder.find(name) != noItem || std::ranges::count_if(records, isName) != 1 ||
        !isName(records.front()))
        return Done{};
    const Index texts = std::ssize(records) - 1;
    if (texts == items.count - 1)
        return Error(ErrorCode::badLine, "expected a text for each of the ", items.count, " items below the name “",
                     name, "”, found ", texts, "; add the line that is missing, or an item to each line")
            .at("line 1");
    if (texts == items.count)
        records.erase(records.begin());
    return Done{};
}

/// Returns the column of texts in a file that has one line for each item, in their order, and no names of items.
std::optional<std::size_t> columnByRow(const TwoColumns &lines, const ItemTable &items, const ItemFinder &finder,
                                       bool (*second)(std::string_view))
{
    const TextTable &table = lines.table;
    if (lines.named || items.rowsLeftOut || items.drawn.from > 0 || std::ssize(table.records) != items.count)
        return std::nullopt;
    const std::size_t column = table.names.size() > 2 ? columnOf(table.names, second, table.names.size()) : 0;
    const std::size_t columns = table.names.size() > 2 ? table.names.size() : 1;
    std::set<ItemIndex> found;
    for (const CsvRecord &record : table.records) {
        if (record.fields.size() != columns || column >= columns)
            return std::nullopt;
        found.insert(finder.find(record.fields[column]));
    }
    const bool areItems = !found.contains(noItem) && std::ssize(found) == items.count;
    return areItems ? std::nullopt : std::optional(column);
}

/// Like readTwoColumns(), but also checks each line (TwoColumns::check()).
Result<TwoColumns> checkedColumns(const std::string &path, const ColumnNames &names, const ItemFinder *items = nullptr)
{
    auto lines = readTwoColumns(path, names, items);
    for (std::size_t i = 0; lines && i < lines->table.records.size(); ++i) {
        if (const Status good = lines->check(lines->table.records[i], names.expected); !good)
            return good.error().in(path);
    }
    return lines;
}

} // namespace

bool isSplitName(std::string_view name)
{
    return name == "split" || name == "part" || name == "subset" || name == "fold";
}

void findRows(const TwoColumns &lines, ItemFinder &first, ItemFinder &second, const std::string &path,
              std::vector<std::string> *warnings)
{
    for (const auto &[finder, column] : {std::pair(&first, lines.first), std::pair(&second, lines.second)}) {
        const auto isItem = [finder = finder, column = column](const CsvRecord &record) {
            return column < record.fields.size() && finder->find(record.fields[column]) != noItem;
        };
        const bool named = lines.namesRows(column);
        if (!named && (!lines.table.numbers || std::ranges::any_of(lines.table.records, isItem)))
            continue;
        if (finder->useRows() && !named && warnings)
            warnings->push_back(std::filesystem::path(path).filename().string() + ": the numbers of column " +
                                std::to_string(column + 1) + " are not ids and were taken as row numbers, from 0.");
    }
}

Status TwoColumns::check(const CsvRecord &record, const std::string &expected) const
{
    const std::size_t fields = record.fields.size();
    if (named ? fields > std::max(first, second) : fields == 2)
        return Done{};
    std::string found = std::to_string(fields) + " columns";
    if (!table.names.empty())
        found = "columns named " + listText(table.names, 6);
    return Error(ErrorCode::badLine, "expected ", expected, ", found ", found).at(place(record));
}

bool TwoColumns::namesRows(std::size_t column) const
{
    const std::string name = column < table.names.size() ? table.names[column] : std::string();
    return name == "row" || name == "x_row" || name == "y_row";
}

Result<TwoColumns> readTwoColumns(const std::string &path, const ColumnNames &names, const ItemFinder *items)
{
    auto table = readTexts(path);
    if (!table)
        return table.error();
    TwoColumns lines{std::move(*table)};
    if (lines.table.text) {
        auto records = recordsOf(*lines.table.text, lines.separator, items);
        if (!records)
            return records.error().in(path);
        lines.table.records = std::move(*records);
        lines.table.text.reset();
        takeHeader(names, items, lines);
    } else {
        lines.named = findColumns(lines.table.names, names, lines);
    }
    if (lines.table.records.empty() && (names.otherHeaders || !lines.named))
        return Error(ErrorCode::emptyFile, "this file has no lines of values; expected ", names.expected).in(path);
    return lines;
}

Result<std::vector<std::string>> readItemTexts(const std::string &path, const ItemTable &items,
                                               bool (*second)(std::string_view name),
                                               bool (*isValue)(std::string_view text))
{
    ItemFinder finder(items);
    const std::string expected = "two columns, an item and a text about it";
    auto lines = readTwoColumns(path, {isItemName, second, expected}, &finder);
    if (!lines)
        return lines.error();
    if (const Status taken = takeName(items, finder, second, *lines); !taken)
        return taken.error().in(path);
    std::vector<std::string> texts(static_cast<std::size_t>(items.count));
    if (const auto column = columnByRow(*lines, items, finder, second)) {
        for (std::size_t i = 0; i < texts.size(); ++i)
            texts[i] = std::move(lines->table.records[i].fields[*column]);
        return texts;
    }
    std::set<ItemIndex> named;
    if (lines->namesRows(lines->first))
        finder.useRows();
    const auto isPart = [&](const CsvRecord &record) { return isValue(record.fields.front()); };
    if (isValue && !lines->named && std::ranges::all_of(lines->table.records, isPart))
        std::swap(lines->first, lines->second);
    for (const CsvRecord &record : lines->table.records) {
        const Status good = lines->check(record, expected);
        const auto item = good ? itemOf(record.fields[lines->first], finder, named) : good.error();
        if (!item)
            return item.error().at(lines->place(record)).in(path);
        texts[static_cast<std::size_t>(*item)] = record.fields[lines->second];
    }
    return texts;
}

ItemTable withLabels(const std::vector<std::string> &texts, const ItemTable &items)
{
    ItemTable result = items;
    result.labels.assign(texts.size(), unlabelled);
    result.labelNames.clear();
    std::map<std::string, std::int32_t> known;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const std::string &label = texts[i];
        if (label.empty())
            continue;
        const auto [entry, fresh] = known.emplace(label, static_cast<std::int32_t>(known.size()));
        if (fresh)
            result.labelNames.push_back(label);
        result.labels[i] = entry->second;
    }
    return result;
}

Result<ItemTable> withParts(const std::vector<std::string> &texts, const ItemTable &items)
{
    ItemTable result = items;
    result.parts.assign(texts.size(), ItemPart::none);
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const std::string &word = texts[i];
        if (word == "train")
            result.parts[i] = ItemPart::train;
        else if (word == "test")
            result.parts[i] = ItemPart::test;
        else if (word == "anchor")
            result.parts[i] = ItemPart::anchor;
        else if (!word.empty())
            return Error(ErrorCode::badLine, "expected train, test or anchor, found “", word, "”")
                .at("item " + items.name(static_cast<ItemIndex>(i)));
    }
    return result;
}

Result<std::vector<std::pair<std::string, double>>> readNamedNumbers(const std::string &path)
{
    const auto isAccuracy = [](std::string_view name) { return name == "accuracy" || name == "acc"; };
    const auto lines = checkedColumns(path, {isItemName, isAccuracy, "two columns, a name and a number"});
    if (!lines)
        return lines.error();
    std::vector<std::pair<std::string, double>> numbers;
    for (const CsvRecord &record : lines->table.records) {
        const std::string &text = record.fields[lines->second];
        double value = 0;
        if (!readValue(text, value) || !std::isfinite(value))
            return Error(ErrorCode::badLine, "expected a number, found “", text, "”").at(lines->place(record)).in(path);
        numbers.emplace_back(withoutApostrophe(record.fields[lines->first]), value);
    }
    return numbers;
}

Result<std::vector<DictionaryEntry>> readDictionary(const std::string &path, const ItemTable &x, const ItemTable &y,
                                                    std::vector<std::string> &warnings)
{
    ItemFinder ofX(x), ofY(y);
    const auto isAnswer = [](std::string_view name) {
        return name == "y_id" || name == "y" || name == "translation" || name == "answer";
    };
    const auto lines =
        checkedColumns(path, {isItemName, isAnswer, "two columns, a word of X and a translation in Y"}, &ofX);
    if (!lines)
        return lines.error();
    findRows(*lines, ofX, ofY, path, &warnings);
    std::vector<DictionaryEntry> entries;
    std::map<ItemIndex, std::size_t> entryOfWord;
    std::size_t unknown = 0;
    for (const CsvRecord &record : lines->table.records) {
        const ItemIndex word = ofX.find(withoutApostrophe(record.fields[lines->first]));
        const ItemIndex answer = ofY.find(withoutApostrophe(record.fields[lines->second]));
        if (word == noItem || answer == noItem) {
            ++unknown;
            continue;
        }
        const auto [place, fresh] = entryOfWord.emplace(word, entries.size());
        if (fresh)
            entries.push_back({word, {}});
        std::vector<ItemIndex> &answers = entries[place->second].answers;
        if (std::ranges::count(answers, answer) == 0)
            answers.push_back(answer);
    }
    if (entries.empty())
        return Error(ErrorCode::unknownItem, "no line names a word of X and one of Y; expected ", ofX.expected(),
                     " and ", ofY.expected())
            .in(path);
    if (unknown > 0)
        warnings.push_back(std::filesystem::path(path).filename().string() + ": " + std::to_string(unknown) + " of " +
                           std::to_string(lines->table.records.size()) +
                           " lines were left out because the spaces do not have their words.");
    return entries;
}

} // namespace anchorscope::io
