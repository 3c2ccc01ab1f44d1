// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/rows/jsonitems.h"

#include "frame/budget.h"
#include "io/files/filebudget.h"
#include "io/roles/part.h"
#include "io/text/lineblocks.h"
#include "io/text/textnumber.h"
#include "io/text/vectortext.h"

#include <algorithm>
#include <map>
#include <sstream>
#include <unordered_map>

namespace anchorscope::io {

namespace {

using Path = std::vector<std::string_view>;

Path keysOf(std::string_view path)
{
    return splitAt(path, pathSeparator);
}

std::string dotted(const Path &keys, std::size_t first = 0)
{
    std::string name;
    for (std::size_t i = first; i < keys.size(); ++i)
        name.append(i == first ? "" : ".").append(keys[i]);
    return name;
}

/// Member of a JSON object. Stores an array of numbers as one text, any other array as one record for each element.
struct Member
{
    std::string path;
    bool alone = false; ///< true for a value that is not in an array; `numbers` contains its text
    std::string numbers = {};
    std::size_t count = 0;
    std::vector<JsonRecord> records = {};

    bool isVector() const { return !alone && records.empty(); }
    void add(JsonRecord record)
    {
        const bool plain = record.size() == 1 && record[0].first.empty();
        float value = 0;
        if (isVector() && plain && readField(record[0].second, value)) {
            numbers += (count == 0 ? "[" : ", ") + record[0].second;
        } else {
            split();
            records.push_back(std::move(record));
        }
        ++count;
    }
    void split()
    {
        std::istringstream text(numbers.empty() ? std::string() : numbers.substr(1));
        for (std::string number; std::getline(text >> std::ws, number, ',');)
            records.push_back({{"", number}});
        numbers.clear();
    }
    bool holdsVectors() const
    {
        return !records.empty() &&
               std::ranges::any_of(records.front(), [](const auto &cell) { return isVectorText(cell.second); });
    }
    bool holdsRows() const { return !records.empty() && !(records[0].size() == 1 && records[0][0].first.empty()); }
    std::string text() const
    {
        if (alone)
            return numbers;
        if (isVector())
            return count > 0 ? numbers + ']' : "[]";
        return count == 1 && records[0].size() == 1 ? records[0][0].second : "[{…}]";
    }
};

std::uint64_t bytesOf(const JsonRecord &record)
{
    std::uint64_t bytes = 0;
    for (const auto &[name, text] : record)
        bytes += name.size() + frame::bytesOfStrings(1, text.size());
    return bytes;
}

/// True for names that differ only in the number at their end, such as “e0”, “e1”, ….
bool areFamily(const std::vector<std::string> &names)
{
    const auto stem = [](std::string_view name) { return name.substr(0, name.find_last_not_of("0123456789") + 1); };
    return names.size() > 1 && std::ranges::all_of(names, [&](const std::string &name) {
               return stem(name) == stem(names[0]) && stem(name).size() < name.size();
           });
}

bool areColumnNames(const std::vector<std::string> &names)
{
    return std::ranges::any_of(
        names, [](const std::string &name) { return isVectorName(name) || isIdName(name) || isLabelName(name); });
}

/// Items in a JSON object of objects, as pandas' to_json writes it. The outer and the inner keys are ids of items and
/// names of columns (orient="index"), or the reverse (orient="columns").
class KeyedItems
{
public:
    /// Finds both keys of all values: in a value's path, the keys at the indices `level` and `level` + 1.
    KeyedItems(const std::vector<Member> &members, std::size_t level)
    {
        for (const Member &member : members) {
            const Path keys = keysOf(member.path);
            if (keys.size() >= level + 2)
                m_cells.push_back({place(keys[level], m_outer, m_outerPlaces),
                                   place(keys[level + 1], m_inner, m_innerPlaces),
                                   keys.size() > level + 2 ? "." + dotted(keys, level + 2) : "", member.text()});
        }
    }

    std::vector<JsonRecord> items() const
    {
        const bool transposed = isByColumns();
        const std::vector<std::string> &items = transposed ? m_inner : m_outer,
                                       &columns = transposed ? m_outer : m_inner;
        std::vector<JsonRecord> records(items.size());
        for (std::size_t i = 0; i < items.size(); ++i)
            records[i].emplace_back("index", items[i]);
        // True if the inner keys are indices of vector elements, as in {"cat": {"0": 0.1, "1": 0.3}, …}.
        const bool vectors = !transposed && areNumbered(m_inner) && isEither();
        for (const auto &[outer, inner, rest, text] : m_cells) {
            const std::size_t item = transposed ? inner : outer, column = transposed ? outer : inner;
            if (!vectors || column == 0)
                records[item].emplace_back(vectors ? std::string() : columns[column] + rest,
                                           (vectors ? "[" : "") + text);
            else
                records[item].back().second += ", " + text;
        }
        for (std::size_t i = 0; i < records.size() && vectors; ++i)
            records[i].back().second += ']';
        return records;
    }

    /// Sentence for the user about an object of objects whose keys are words at one level and 0, 1, … at the other. The
    /// sentence states which of the two were taken as the items. Empty if the words themselves make this clear.
    std::string direction() const
    {
        if (!isEither())
            return {};
        const bool inner = areNumbered(m_inner), transposed = isByColumns();
        const std::string named = "The keys such as “" + (inner ? m_outer : m_inner)[0] + "” were taken as the ";
        return named +
               (inner == transposed ? "dimensions, and the numbers 0, 1, … as the items"
                                    : "items, and the numbers 0, 1, … as the dimensions") +
               ". If it is the other way round, save the transpose (frame.T in pandas).";
    }

private:
    struct Cell
    {
        std::size_t outer, inner;
        std::string rest; ///< further keys of the value's path, joined with dots
        std::string text;
    };
    static std::size_t place(std::string_view name, std::vector<std::string> &names,
                             std::unordered_map<std::string, std::size_t> &places)
    {
        const auto [found, fresh] = places.emplace(name, names.size());
        if (fresh)
            names.emplace_back(name);
        return found->second;
    }
    /// True if the outer keys are columns and the inner keys items. If only one level has row numbers as keys, these
    /// are the items. Otherwise, if only one level has keys that are typical names of columns, these are the columns.
    /// Otherwise the level with fewer keys is the columns.
    bool isByColumns() const
    {
        if (areNumbered(m_inner) != areNumbered(m_outer))
            return areNumbered(m_inner) != areNumberedDimensions();
        if (areColumnNames(m_inner) != areColumnNames(m_outer))
            return areColumnNames(m_outer);
        const bool vectors = std::ranges::any_of(m_cells, [](const Cell &cell) { return isVectorText(cell.text); });
        if (!vectors && areFamily(m_inner) != areFamily(m_outer))
            return areFamily(m_outer);
        return m_outer.size() < m_inner.size();
    }

    /// True if the object is a complete matrix of numbers with the keys 0, 1, … at one level and words at the other,
    /// and the words do not show whether they are names of items or of columns.
    bool isEither() const
    {
        const bool inner = areNumbered(m_inner);
        const std::vector<std::string> &named = inner ? m_outer : m_inner;
        return inner != areNumbered(m_outer) && !areColumnNames(named) &&
               !std::ranges::all_of(named, [](const std::string &name) { return isDimensionName(name); }) &&
               m_cells.size() == m_inner.size() * m_outer.size() &&
               std::ranges::all_of(m_cells, [](const Cell &cell) { return cell.rest.empty() && isNumber(cell.text); });
    }
    /// True if the keys 0, 1, … are dimensions and the words are items: there are more words than numbers (data frame
    /// with words as its index), or values have more digits than pandas writes (typed arrays of JavaScript).
    bool areNumberedDimensions() const
    {
        constexpr std::size_t digitsOfPandas = 10;
        const bool inner = areNumbered(m_inner);
        const auto isLong = [](const Cell &cell) {
            const std::size_t point = cell.text.find('.');
            return point != std::string::npos && cell.text.find_first_of("eE") == std::string::npos &&
                   cell.text.size() > point + 1 + digitsOfPandas;
        };
        const bool more = inner ? m_outer.size() > m_inner.size() : m_inner.size() > m_outer.size();
        return isEither() && (more || std::ranges::count_if(m_cells, isLong) * 2 > std::ssize(m_cells));
    }

    std::vector<std::string> m_outer, m_inner;
    std::unordered_map<std::string, std::size_t> m_outerPlaces, m_innerPlaces;
    std::vector<Cell> m_cells;
};

/// Finds the items of a JSON object: one for each index of its arrays of equal length, or one for each key.
class ObjectItems
{
public:
    Status read(const FileCandidate &candidate, const RunContext &context)
    {
        FileBudget budget;
        Status fits = Done{};
        const auto take = [&](const std::string &path, JsonPlace place, JsonRecord record) {
            fits = budget.take(bytesOf(record));
            const auto [found, fresh] = m_places.emplace(path, m_members.size());
            if (fresh)
                m_members.push_back({path});
            Member &member = m_members[found->second];
            if (place == JsonPlace::alone) {
                member.alone = true;
                member.numbers = std::move(record[0].second);
            } else {
                member.add(std::move(record));
            }
            return fits.ok();
        };
        const Status done = readJsonArrays(candidate, take, context);
        return fits ? done : fits;
    }

    JsonItems items()
    {
        if (splitTable())
            return std::move(m_items);
        const auto is = [this](bool (Member::*what)() const) {
            return std::ranges::find_if(m_members, [what](const Member &each) { return (each.*what)(); });
        };
        const auto vectors = is(&Member::holdsVectors), plain = is(&Member::isVector), rows = is(&Member::holdsRows);
        if (vectors != m_members.end() && !isOneEach())
            sideBySide(vectors->count);
        else if (rows != m_members.end() && !isOneEach() && largestRows() > 1)
            sideBySide(largestRows());
        else if (plain == m_members.end() || !(sharesLength(plain->count) || areDimensions()))
            byKey();
        else
            sideBySide(plain->count);
        return std::move(m_items);
    }

    JsonItems texts()
    {
        if (splitTable())
            return std::move(m_items);
        const auto isColumn = [](const Member &each) {
            const std::string_view name = keysOf(each.path).back();
            return !each.alone && (isIdName(name) || isLabelName(name));
        };
        const auto column = std::ranges::find_if(m_members, isColumn);
        const bool deep = std::ranges::all_of(
            m_members, [](const Member &each) { return each.alone && keysOf(each.path).size() > 1; });
        if (deep)
            m_items.items = KeyedItems(m_members, 0).items();
        else if (largestRows() > 0 || column != m_members.end())
            sideBySide(largestRows() > 0 ? largestRows() : column->count);
        else
            pairKeys();
        return std::move(m_items);
    }

private:
    /// Makes an item of two cells, key and value, for each value of the object's members.
    void pairKeys()
    {
        m_items.named = true;
        for (Member &member : m_members) {
            if (member.alone)
                member.records = {{{"", member.numbers}}};
            else if (member.isVector())
                member.split();
            for (const JsonRecord &record : member.records)
                m_items.items.push_back({{"0", dotted(keysOf(member.path))}, {"1", record[0].second}});
        }
    }
    /// Reads an object that pandas wrote with orient="split", column names and rows in two members; otherwise returns
    /// false.
    bool splitTable()
    {
        for (const Member &member : m_members) {
            const std::string prefix = member.path.substr(0, member.path.find_last_of(pathSeparator) + 1);
            const auto columns = m_places.find(prefix + "columns"), index = m_places.find(prefix + "index");
            if (member.path != prefix + "data" || member.alone || columns == m_places.end())
                continue;
            Member &names = m_members[columns->second], &data = m_members[m_places[member.path]];
            if (data.records.empty() || (names.records.empty() && !names.isVector()))
                continue;
            names.isVector() ? names.split() : void();
            Member *numbers = index == m_places.end() ? nullptr : &m_members[index->second];
            return takeSplit(names, data, numbers);
        }
        return false;
    }
    bool takeSplit(const Member &names, Member &data, Member *index)
    {
        if (index && index->isVector())
            index->split();
        for (std::size_t row = 0; row < data.records.size(); ++row) {
            JsonRecord &cells = data.records[row];
            std::vector<float> numbers;
            if (cells.size() == 1 && appendVector(cells[0].second, numbers) == static_cast<Index>(names.count)) {
                Member single;
                single.numbers = cells[0].second.substr(0, cells[0].second.size() - 1);
                single.split();
                cells.clear();
                for (JsonRecord &cell : single.records)
                    cells.push_back(std::move(cell[0]));
            }
            if (cells.size() != names.count)
                return false;
            JsonRecord item;
            if (index && index->count == data.count && !index->records[row].empty())
                item.emplace_back("index", index->records[row][0].second);
            for (std::size_t i = 0; i < cells.size(); ++i)
                item.emplace_back(names.records[i].empty() ? std::string() : names.records[i][0].second,
                                  std::move(cells[i].second));
            m_items.items.push_back(std::move(item));
        }
        return true;
    }
    /// True if the file has several arrays, and each has a single element, such as the row of a matrix with one row.
    bool isOneEach() const
    {
        std::size_t arrays = 0;
        for (const Member &member : m_members) {
            if (!member.alone && member.count != 1)
                return false;
            arrays += !member.alone;
        }
        return arrays > 1;
    }
    /// True if the lists of numbers are columns of a table: equally long, and at least two named like dimensions.
    bool areDimensions() const
    {
        std::size_t named = 0, length = 0;
        for (const Member &member : m_members) {
            if (!member.isVector())
                continue;
            if (length != 0 && member.count != length)
                return false;
            length = member.count;
            const std::string_view key = keysOf(member.path).back();
            // true for a key such as “7”, which is a row number and not the name of a dimension
            const bool number = key.find_first_not_of("0123456789") == std::string_view::npos;
            named += !number && isDimensionName(key);
        }
        return named > 1;
    }
    bool sharesLength(std::size_t length) const
    {
        return std::ranges::any_of(m_members, [length](const Member &each) {
            return !each.alone && !each.isVector() && each.count == length;
        });
    }
    std::size_t largestRows() const
    {
        std::size_t most = 0;
        for (const Member &member : m_members)
            most = std::max(most, member.holdsRows() ? member.count : 0);
        return most;
    }
    /// Finds the innermost object that contains nearly all values, removes members outside it and returns its depth.
    std::size_t commonLevel()
    {
        for (std::size_t level = 0;; ++level) {
            std::unordered_map<std::string, std::size_t> children;
            for (const Member &member : m_members)
                ++children[std::string(keysOf(member.path)[level])];
            const auto most = std::ranges::max_element(children, {}, [](const auto &each) { return each.second; });
            const auto lies = [&](const Member &member) {
                const Path keys = keysOf(member.path);
                return keys.size() > level + 1 && keys[level] == most->first;
            };
            const auto ends = [&](const Member &member) { return keysOf(member.path).size() == level + 1; };
            // Members outside the object, such as “usage.readUnits” of a request, are ignored if they are at most a
            // tenth.
            const auto within = std::ranges::count_if(m_members, lies);
            const bool alone =
                within * 10 >= std::ssize(m_members) * 9 ||
                std::ranges::all_of(m_members, [&](const Member &each) { return lies(each) || ends(each); });
            if (children.empty() || !alone || most->second * 2 < m_members.size() || most->second < 2 ||
                std::ranges::none_of(m_members, lies))
                return level;
            const std::string name = most->first;
            std::erase_if(m_members, [&](const Member &member) {
                const Path keys = keysOf(member.path);
                return keys.size() <= level + 1 || keys[level] != name;
            });
        }
    }
    void byKey()
    {
        const std::size_t level = m_members.empty() ? 0 : commonLevel();
        const auto deep = std::ranges::count_if(
            m_members, [level](const Member &member) { return keysOf(member.path).size() > level + 1; });
        if (deep * 2 > std::ssize(m_members)) {
            const KeyedItems keyed(m_members, level);
            m_items.items = keyed.items();
            m_items.direction = keyed.direction();
            return;
        }
        m_items.named = true;
        for (Member &member : m_members) {
            std::string text = member.text();
            if (isVectorText(text))
                m_items.items.push_back({{"id", dotted(keysOf(member.path), level)}, {"", std::move(text)}});
        }
        if (m_items.items.size() < 2)
            m_items = {};
    }
    void sideBySide(std::size_t length)
    {
        const auto fits = [&](const Member &each) { return !each.alone && each.count == length; };
        const bool single = std::ranges::count_if(m_members, fits) == 1;
        std::vector<JsonRecord> &items = m_items.items;
        items.resize(length);
        const bool vectors = std::ranges::any_of(m_members, &Member::holdsVectors);
        for (Member &member : m_members) {
            const std::string name = dotted(keysOf(member.path));
            if (!vectors && member.alone && member.text().empty() && claimsVectors(name)) {
                for (JsonRecord &item : items) // a member with the value null, such as “embeddings”, is an empty column
                    item.emplace_back(name, std::string());
            }
            if (!fits(member)) {
                if (!member.alone)
                    m_items.leftOut.emplace_back(name, member.count);
                continue;
            }
            member.isVector() ? member.split() : void();
            for (std::size_t i = 0; i < length; ++i) {
                for (auto &[key, text] : member.records[i]) {
                    const std::string own = key.empty() ? name : single ? key : name + '.' + key;
                    items[i].emplace_back(own, std::move(text));
                }
            }
            member.records.clear();
        }
        addVocabularies();
    }
    /// Adds a column of words, one for each row, from an object such as {"apple": 0, …} or {"0": "apple", …}.
    void addVocabularies()
    {
        std::map<std::string, std::vector<const Member *>> objects; // by path of an object: members except arrays
        for (const Member &member : m_members) {
            const std::size_t end = member.path.find_last_of(pathSeparator);
            if (member.alone && end != std::string::npos)
                objects[member.path.substr(0, end)].push_back(&member);
        }
        for (const auto &[path, entries] : objects) {
            std::vector<std::string> words = wordsByRow(entries, false);
            if (words.empty())
                words = wordsByRow(entries, true);
            for (std::size_t row = 0; row < words.size(); ++row)
                m_items.items[row].emplace_back(dotted(keysOf(path)), std::move(words[row]));
        }
    }
    /// Returns the words of an object by row number; empty unless each row occurs exactly once. `byKey`: true if the
    /// keys are the row numbers and the values the words.
    std::vector<std::string> wordsByRow(const std::vector<const Member *> &entries, bool byKey) const
    {
        std::vector<std::string> words(m_items.items.size());
        if (entries.size() != words.size())
            return {};
        for (const Member *entry : entries) {
            const std::string key(keysOf(entry->path).back());
            const std::string &row = byKey ? key : entry->numbers, &word = byKey ? entry->numbers : key;
            const auto place = wholeNumber(row);
            if (!place || *place < 0 || *place >= std::ssize(words) || word.empty() ||
                !words[static_cast<std::size_t>(*place)].empty())
                return {};
            words[static_cast<std::size_t>(*place)] = word;
        }
        return words;
    }

    std::vector<Member> m_members;
    std::unordered_map<std::string, std::size_t> m_places;
    JsonItems m_items;
};

} // namespace

Result<JsonItems> readJsonObject(const FileCandidate &candidate, bool texts, const RunContext &context)
{
    ObjectItems object;
    const Status read = object.read(candidate, context);
    return read ? Result(texts ? object.texts() : object.items()) : read.error();
}

} // namespace anchorscope::io
