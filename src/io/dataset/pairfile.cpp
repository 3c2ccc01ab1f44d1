// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/dataset/pairfile.h"

#include "core/plaintext.h"
#include "io/dataset/itemfile.h"
#include "io/files/atomicfile.h"
#include "io/text/csv.h"

#include <algorithm>
#include <filesystem>

namespace anchorscope::io {

namespace {

/// Converts the records of a file to pairs. Each item of X and of Y may occur once, except with PairLines::several.
class PairBuilder
{
public:
    PairBuilder(const ItemTable &x, const ItemTable &y, const TwoColumns &lines, PairLines which)
        : m_x(x), m_y(y), m_lineOfX(static_cast<std::size_t>(x.count)), m_lineOfY(static_cast<std::size_t>(y.count)),
          m_lines(lines), m_usable(which == PairLines::usable),
          m_dictionary((!lines.named || !lines.table.names[lines.first].starts_with("x_")) &&
                       (lines.separator == ' ' || lines.separator == '\t')),
          m_several(which == PairLines::several && !m_dictionary),
          m_mayLackPartners(lines.named && std::ranges::count(lines.table.names, "mutual") > 0)
    {
    }

    /// Adds the pair of the next line. Skips unusable lines in dictionaries and, with PairLines::usable, in any file.
    Status add(const CsvRecord &record)
    {
        const auto isEmpty = [&](std::size_t column) {
            return column < record.fields.size() && record.fields[column].empty();
        };
        if (m_mayLackPartners && (isEmpty(m_lines.first) || isEmpty(m_lines.second)))
            return Done{};
        const Status added = addPair(record);
        ++m_count;
        if (!added && m_usable) {
            m_leftOut.push_back(added.error());
            return Done{};
        }
        if (added || !m_dictionary || added.error().code == ErrorCode::badLine)
            return added;
        auto &leftOut = added.error().code == ErrorCode::unknownItem ? m_unknown : m_repeated;
        leftOut.push_back(added.error());
        return Done{};
    }
    void findRows(const std::string &path, std::vector<std::string> *warnings)
    {
        io::findRows(m_lines, m_x, m_y, path, warnings);
    }
    /// True if the first line is a header: its fields are not items, and more lines follow. In a dictionary, such a
    /// line may also be a pair of words that the spaces do not contain.
    bool hasHeader() const
    {
        const std::vector<CsvRecord> &records = m_lines.table.records;
        if (m_lines.separator == '\0' || m_lines.named || (m_dictionary && !m_usable) || records.size() < 2)
            return false;
        const CsvRecord &record = records.front();
        return record.fields.size() >= 2 && findField(m_x, record.fields[0]) == noItem &&
               findField(m_y, record.fields[1]) == noItem;
    }
    /// Returns the pairs and adds sentences about skipped lines to `warnings`. Error if all lines were skipped.
    Result<std::vector<SeedPair>> take(std::vector<std::string> &warnings)
    {
        if (m_pairs.empty() && !m_unknown.empty())
            return m_unknown.front();
        if (m_pairs.empty() && !m_leftOut.empty())
            return m_leftOut.front();
        if (!m_leftOut.empty())
            warnings.push_back(listed());
        if (!m_repeated.empty())
            warnings.push_back(counted(std::ssize(m_repeated), "line was", "lines were") +
                               " left out because a word of it has a partner already (the first is " +
                               m_repeated.front().place + "); the first translation counts.");
        if (!m_unknown.empty())
            warnings.push_back(counted(std::ssize(m_unknown), "line was", "lines were") +
                               " left out because the spaces do not have the word: " + m_unknown.front().place + ", " +
                               m_unknown.front().message + ".");
        return std::move(m_pairs);
    }

private:
    std::string listed() const
    {
        constexpr std::size_t most = 3;
        std::string text = std::to_string(m_leftOut.size()) + " of " + std::to_string(m_count) + " lines left out: ";
        for (std::size_t i = 0; i < std::min(most, m_leftOut.size()); ++i)
            text.append(i ? "; " : "").append(m_leftOut[i].place).append(", ").append(m_leftOut[i].message);
        if (m_leftOut.size() > most)
            text += "; and " + std::to_string(m_leftOut.size() - most) + " more";
        return text + ".";
    }

    Status addPair(const CsvRecord &record)
    {
        if (const Status good = m_lines.check(record, "two columns, an item of X and its partner of Y"); !good)
            return good;
        const auto x = item(m_x, m_lineOfX, record.fields[m_lines.first], "X", record);
        const auto y = x ? item(m_y, m_lineOfY, record.fields[m_lines.second], "Y", record) : x;
        if (!y)
            return y.error();
        m_lineOfX[static_cast<std::size_t>(*x)] = m_lineOfY[static_cast<std::size_t>(*y)] = record.line;
        m_pairs.push_back({.x = *x, .y = *y});
        return Done{};
    }

    /// In files with a header, the apostrophe that csvField() puts before formulas is not a part of the id.
    ItemIndex findField(const ItemFinder &finder, std::string_view text) const
    {
        const ItemIndex found =
            m_lines.named && m_lines.separator != '\0' ? finder.find(withoutApostrophe(text)) : noItem;
        return found == noItem ? finder.find(text) : found;
    }

    Result<ItemIndex> item(const ItemFinder &finder, const std::vector<std::optional<std::size_t>> &lineOf,
                           const std::string &text, const char *side, const CsvRecord &record) const
    {
        const std::string place = m_lines.place(record);
        const ItemIndex found = findField(finder, text);
        if (found == noItem)
            return Error(ErrorCode::unknownItem, "“", text, "” is not an item of ", side, "; expected ",
                         finder.expected())
                .at(place);
        const auto before = lineOf[static_cast<std::size_t>(found)];
        if (before && !m_several)
            return Error(ErrorCode::repeatedItem, "the item “", text, "” of ", side, " has a partner in ",
                         m_lines.table.unit, ' ', *before, " already; each item may occur once")
                .at(place);
        return found;
    }

    ItemFinder m_x, m_y;
    std::vector<std::optional<std::size_t>> m_lineOfX, m_lineOfY;
    const TwoColumns &m_lines;
    bool m_usable;          ///< true to skip unusable lines (PairLines::usable)
    bool m_dictionary;      ///< true for a dictionary, whose unusable lines are skipped and counted
    bool m_several;         ///< true if items may have several partners (PairLines::several)
    bool m_mayLackPartners; ///< true if an empty id means that the item has no match
    std::vector<SeedPair> m_pairs;
    /// errors of skipped lines: unknown and repeated words of a dictionary; with PairLines::usable, all errors
    std::vector<Error> m_unknown, m_repeated, m_leftOut;
    std::size_t m_count = 0;
};

std::string itemText(const ItemTable &table, ItemIndex item)
{
    if (item == noItem)
        return {};
    return table.hasIds() ? table.ids[static_cast<std::size_t>(item)] : std::to_string(item);
}

} // namespace

Result<std::vector<SeedPair>> readPairs(const std::string &path, const ItemTable &x, const ItemTable &y,
                                        std::vector<std::string> *warnings, PairLines which)
{
    const auto isX = [](std::string_view name) {
        return name == "x_id" || name == "x_row" || toLower(name) == "x" || toLower(name) == "source";
    };
    const auto isY = [](std::string_view name) {
        return name == "y_id" || name == "y_row" || toLower(name) == "y" || toLower(name) == "target";
    };
    auto lines = readTwoColumns(path, {isX, isY, "two columns, x_id and y_id", false}, nullptr);
    if (!lines)
        return lines.error();
    const std::vector<std::string> &names = lines->table.names;
    if (!lines->named && names.size() == 2 && names[0].starts_with('y') && names[1].starts_with('x'))
        std::swap(lines->first, lines->second);
    PairBuilder builder(x, y, *lines, which);
    builder.findRows(path, warnings);
    const auto &records = lines->table.records;
    const bool otherHeader = builder.hasHeader();
    for (std::size_t i = otherHeader ? 1 : 0; i < records.size(); ++i) {
        if (const Status added = builder.add(records[i]); !added)
            return added.error().in(path);
    }
    std::vector<std::string> leftOut;
    if (otherHeader && which != PairLines::usable)
        leftOut.push_back("the first line, “" + records.front().fields[0] + ", " + records.front().fields[1] +
                          "”, names no items and was taken as the names of the columns, of which the first is X.");
    auto pairs = builder.take(leftOut);
    if (!pairs)
        return pairs.error().in(path);
    for (std::string &sentence : leftOut) {
        if (warnings)
            warnings->push_back(std::filesystem::path(path).filename().string().append(": ").append(sentence));
    }
    return pairs;
}

Status writePairs(const std::string &path, const std::vector<SeedPair> &pairs, const ItemTable &x, const ItemTable &y)
{
    std::vector<std::vector<std::string>> rows;
    for (const SeedPair &pair : pairs)
        rows.push_back({itemText(x, pair.x), itemText(y, pair.y)});
    return writeCsv(path, {"x_id", "y_id"}, rows);
}

Status writeCorrespondence(const std::string &path, const std::vector<CorrespondenceLine> &lines, const ItemTable &x,
                           const ItemTable &y)
{
    std::vector<std::vector<std::string>> rows;
    for (const CorrespondenceLine &line : lines)
        rows.push_back({itemText(y, line.y), itemText(x, line.x), numberText(line.score), numberText(line.margin),
                        line.mutual ? "1" : "0", line.probability ? numberText(*line.probability) : ""});
    return writeCsv(path, {"y_id", "x_id", "score", "margin", "mutual", "probability"}, rows);
}

Status writeMatchLists(const std::string &path, const std::vector<std::vector<Neighbour>> &partners, const ItemTable &x,
                       const ItemTable &y)
{
    std::vector<std::vector<std::string>> rows;
    for (std::size_t j = 0; j < partners.size(); ++j) {
        for (std::size_t rank = 1; rank <= partners[j].size(); ++rank) {
            const Neighbour &partner = partners[j][rank - 1];
            rows.push_back({itemText(y, static_cast<ItemIndex>(j)), std::to_string(rank), itemText(x, partner.item),
                            numberText(partner.similarity)});
        }
    }
    return writeCsv(path, {"y_id", "rank", "x_id", "score"}, rows);
}

Status writeCsv(const std::string &path, const std::vector<std::string> &header,
                const std::vector<std::vector<std::string>> &rows)
{
    std::string text;
    const auto add = [&](const std::vector<std::string> &fields) {
        text += joinedText(fields, ",", csvField) + "\r\n";
    };
    add(header);
    for (const auto &fields : rows)
        add(fields);
    return writeAtomically(path, text);
}

} // namespace anchorscope::io
