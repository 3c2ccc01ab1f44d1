// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/dataset/itemfile.h"

#include "io/files/inputfile.h"
#include "io/text/csv.h"
#include "io/text/itemfinder.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>

namespace anchorscope::io {

namespace {

std::string lineOf(const CsvRecord &record)
{
    return "line " + std::to_string(record.line);
}

/// Reads the records of a file of two columns, without the header. A header is a first line that begins with “id”,
/// “space” or “x_id”, unless that word is one of the `items`. `items` is null if lines do not begin with items.
Result<std::vector<CsvRecord>> twoColumns(const std::string &path, const std::string &expected,
                                          const ItemFinder *items = nullptr)
{
    const auto text = readWholeFile(path);
    if (!text)
        return text.error();
    char separator = '\0';
    auto records = parseColumns(*text, separator);
    if (!records)
        return records.error().in(path);
    // True if the first line begins with an item of the data. If all item names contain equally many spaces,
    // parseColumns() may have taken the spaces for separators, so that no line begins with an item.
    const auto known = [&](const std::vector<CsvRecord> &lines) {
        return !lines.empty() && items->find(withoutApostrophe(lines.front().fields.front())) != noItem;
    };
    if (items && !known(*records)) {
        if (auto others = parseCsv(*text, detectSeparator(*text)); others && known(*others))
            records = std::move(others);
    }
    constexpr const char *headers[] = {"id", "space", "x_id"};
    const bool isHeader = !records->empty() && std::ranges::count(headers, records->front().fields.front()) > 0;
    if (isHeader && (!items || items->find(records->front().fields.front()) == noItem))
        records->erase(records->begin());
    if (records->empty())
        return Error(ErrorCode::emptyFile, "this file has no lines of values; expected " + expected).in(path);
    for (const CsvRecord &record : *records) {
        if (record.fields.size() != 2)
            return Error(ErrorCode::badLine,
                         "expected " + expected + ", found " + std::to_string(record.fields.size()) + " columns")
                .at(lineOf(record))
                .in(path);
    }
    return records;
}

/// Returns the item that a line begins with; an error if it is not in the data or an earlier line had it.
Result<ItemIndex> itemOf(const CsvRecord &record, const ItemFinder &finder, std::set<ItemIndex> &named)
{
    const ItemIndex item = finder.find(withoutApostrophe(record.fields[0]));
    if (item == noItem)
        return Error(ErrorCode::unknownItem,
                     "“" + record.fields[0] + "” is not an item of the data; expected " + finder.expected())
            .at(lineOf(record));
    if (!named.insert(item).second)
        return Error(ErrorCode::repeatedItem, "“" + record.fields[0] + "” is named twice; each item may occur once")
            .at(lineOf(record));
    return item;
}

} // namespace

Result<std::vector<std::string>> readItemTexts(const std::string &path, const ItemTable &items)
{
    const ItemFinder finder(items);
    const auto records = twoColumns(path, "two columns, an item and a text about it", &finder);
    if (!records)
        return records.error();
    std::set<ItemIndex> named;
    std::vector<std::string> texts(static_cast<std::size_t>(items.count));
    for (const CsvRecord &record : *records) {
        const auto item = itemOf(record, finder, named);
        if (!item)
            return item.error().in(path);
        texts[static_cast<std::size_t>(*item)] = record.fields[1];
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
            return Error(ErrorCode::badLine, "expected train, test or anchor, found “" + word + "”")
                .at("item " + items.name(static_cast<ItemIndex>(i)));
    }
    return result;
}

Result<std::vector<std::pair<std::string, double>>> readNamedNumbers(const std::string &path)
{
    const auto records = twoColumns(path, "two columns, a name and a number");
    if (!records)
        return records.error();
    std::vector<std::pair<std::string, double>> numbers;
    for (const CsvRecord &record : *records) {
        const std::string &text = record.fields[1];
        double value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
            return Error(ErrorCode::badLine, "expected a number, found “" + text + "”").at(lineOf(record)).in(path);
        numbers.emplace_back(withoutApostrophe(record.fields[0]), value);
    }
    return numbers;
}

Result<std::vector<DictionaryEntry>> readDictionary(const std::string &path, const ItemTable &x, const ItemTable &y,
                                                    std::vector<std::string> &warnings)
{
    const ItemFinder ofX(x), ofY(y);
    const auto records = twoColumns(path, "two columns, a word of X and a translation in Y", &ofX);
    if (!records)
        return records.error();
    std::vector<DictionaryEntry> entries;
    std::map<ItemIndex, std::size_t> entryOfWord;
    std::size_t unknown = 0;
    for (const CsvRecord &record : *records) {
        const ItemIndex word = ofX.find(withoutApostrophe(record.fields[0]));
        const ItemIndex answer = ofY.find(withoutApostrophe(record.fields[1]));
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
        return Error(ErrorCode::unknownItem,
                     "no line names a word of X and one of Y; expected " + ofX.expected() + " and " + ofY.expected())
            .in(path);
    if (unknown > 0)
        warnings.push_back(std::filesystem::path(path).filename().string() + ": " + std::to_string(unknown) + " of " +
                           std::to_string(records->size()) +
                           " lines were left out because the spaces do not have their words.");
    return entries;
}

} // namespace anchorscope::io
