// SPDX-License-Identifier: GPL-3.0-or-later

/// Files of vectors in JSON: objects or vectors, one on each line or all in an array, or arrays within an object.
/// Members of objects are columns, with roles as in tables.

#include "frame/budget.h"
#include "io/files/filebudget.h"
#include "io/rows/jsonitems.h"
#include "io/rows/tablerows.h"
#include "io/text/textnumber.h"

#include <algorithm>
#include <unordered_map>

namespace anchorscope::io {

namespace {

/// Maximum number of columns; further members are ignored.
constexpr std::size_t maxColumns = 100000;

/// True if a text begins like a JSON object, an array of arrays, objects or strings, or an array of several numbers;
/// false for word vectors that begin with a bracket, “[PAD] 0.12 …”.
bool isJson(const FileCandidate &candidate)
{
    constexpr std::string_view blanks = " \t\r\n\x1e";
    std::string_view text = withoutMark(candidate.beginning);
    const auto skipBlanks = [&] { text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size())); };
    skipBlanks();
    const char first = text.empty() ? ' ' : text[0];
    if (first != '{' && first != '[')
        return false;
    text.remove_prefix(1);
    skipBlanks();
    const char next = text.empty() ? ' ' : text[0];
    if (first == '{')
        return next == '"' || next == '}';
    float number = 0;
    const char *end = readNumber(text.data(), text.data() + text.size(), number);
    if (!end)
        return next == '[' || next == '{' || next == '"';
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    skipBlanks();
    return text.starts_with(',');
}

/// True if each line is probably a JSON value of its own: the first line is, and more text follows.
bool hasLines(std::string_view text)
{
    text = withoutMark(text);
    const std::string_view first = takeLine(text);
    return text.find_first_not_of(" \t\r\n") != std::string_view::npos && readJsonRecord(first).ok();
}

/// Joins the lines of a bulk file of Elasticsearch or OpenSearch: an action, {"index": {"_id": "a"}}, and its document.
class BulkLines
{
public:
    static bool isAction(const JsonRecord &record)
    {
        const std::string word = record.empty() ? "" : record[0].first.substr(0, record[0].first.find('.'));
        const auto isPart = [&](const auto &cell) {
            return cell.first.starts_with(word + "._") || (cell.first == word && cell.second.empty()) ||
                   cell.first == word + ".routing";
        };
        return (record.empty() || word == "index" || word == "create" || word == "update" || word == "delete") &&
               std::ranges::all_of(record, isPart);
    }
    static bool areIn(std::string_view text)
    {
        const auto first = readJsonRecord(takeLine(text)), second = readJsonRecord(takeLine(text));
        const auto deletes = [&] { return !first->empty() && first->front().first.starts_with("delete."); };
        return first && second && isAction(*first) && (!isAction(*second) || deletes());
    }
    /// Adds to a document the id in the action before it. Stores an action for the next document and returns false.
    bool take(JsonRecord &record)
    {
        if (isAction(record)) {
            m_action = std::move(record);
            return false;
        }
        for (auto &[name, text] : m_action) {
            if (name.ends_with("._id"))
                record.emplace_back("_id", std::move(text));
        }
        for (auto &[name, text] : record) {
            if (!m_action.empty() && m_action[0].first.starts_with("update") && name.starts_with("doc."))
                name.erase(0, 4);
        }
        m_action.clear();
        return true;
    }

private:
    JsonRecord m_action;
};

/// Columns of JSON records: the names in any record, in the order of first occurrence.
struct RecordLayout
{
    TableLayout table;
    std::unordered_map<std::string, std::size_t> columnOf;

    std::vector<std::string> fields(JsonRecord record) const
    {
        std::vector<std::string> fields(table.columns.size());
        for (auto &[name, text] : record) {
            const auto column = columnOf.find(name);
            if (column != columnOf.end())
                fields[column->second] = std::move(text);
        }
        return fields;
    }
};

std::string noVectors(const RecordLayout &layout)
{
    std::string names;
    for (std::size_t i = 0; i < std::min<std::size_t>(layout.table.columns.size(), 8); ++i)
        names += (names.empty() ? "" : ", ") + layout.table.columns[i].name;
    return sentence("this JSON holds no vectors: expected a list of numbers for each item, found ",
                    names.empty() ? "none, or only lists within other lists" : "the members " + names,
                    "; choose a file with vectors in it");
}

void addNames(const JsonRecord &record, RecordLayout &layout)
{
    for (const auto &[name, text] : record) {
        if (layout.columnOf.size() < maxColumns && layout.columnOf.emplace(name, layout.columnOf.size()).second)
            layout.table.columns.push_back({name, ColumnUse::other, {}, false});
    }
}

Result<RecordLayout> layoutOf(const std::vector<JsonRecord> &records, const std::string &choice)
{
    RecordLayout layout;
    for (const JsonRecord &record : records) {
        addNames(record, layout);
        for (const auto &[name, text] : record) {
            if (name.empty() && !text.starts_with('['))
                return Error(ErrorCode::badDataset, "expected an object or a list of numbers for each item, found “",
                             text.substr(0, 40), "”; choose a file with vectors in it");
        }
    }
    TextRows rows;
    for (const JsonRecord &record : records)
        rows.push_back(layout.fields(record));
    if (!findRoles(rows, 0, choice, layout.table))
        return Error(ErrorCode::badDataset, noVectors(layout));
    return layout;
}

enum class Shape { lines, bulk, array, object };

/// Passes the records of a file of lines or of an array to `take`, until it returns false.
Status readRecords(const FileCandidate &candidate, Shape shape, const std::function<bool(JsonRecord)> &take,
                   const RunContext &context)
{
    if (shape == Shape::array)
        return readJsonArrays(
            candidate, [&](const std::string &, JsonPlace, JsonRecord record) { return take(std::move(record)); },
            context);
    BulkLines joined;
    std::optional<Error> bad;
    const auto parse = [](std::string_view text) {
        std::vector<std::optional<Result<JsonRecord>>> records; // nullopt for blank lines
        while (!text.empty()) {
            const std::string_view line = takeLine(text);
            records.emplace_back();
            if (line.find_first_not_of(" \t\x1e") != std::string_view::npos)
                records.back() = readJsonRecord(line);
        }
        return records;
    };
    std::size_t line = 0;
    const auto takeBlock = [&](std::vector<std::optional<Result<JsonRecord>>> records) {
        for (auto &record : records) {
            ++line;
            if (record && !*record)
                bad = record->error().at(sentence("line ", line));
            if (bad || (record && (shape != Shape::bulk || joined.take(**record)) && !take(std::move(**record))))
                return false;
        }
        return true;
    };
    const std::uint64_t mark = candidate.beginning.size() - withoutMark(candidate.beginning).size();
    const Status read = parseLines(LineBlocks(candidate.file, mark), parse, takeBlock, context);
    return bad ? Status(*bad) : read;
}

Result<std::vector<JsonRecord>> firstRecords(const FileCandidate &candidate, Shape shape)
{
    std::vector<JsonRecord> records;
    const auto take = [&](JsonRecord record) {
        records.push_back(std::move(record));
        return records.size() < layoutSampleRows;
    };
    if (shape == Shape::array) {
        const Status read = readRecords(candidate, shape, take, {});
        return read || !records.empty() ? Result(std::move(records)) : read.error();
    }
    std::string_view text = withoutMark(candidate.beginning);
    if (candidate.beginning.size() < candidate.file.bytes)
        text = text.substr(0, text.rfind('\n') + 1);
    BulkLines joined;
    while (!text.empty() && records.size() < layoutSampleRows) {
        auto record = readJsonRecord(takeLine(text));
        if (record && (shape != Shape::bulk || joined.take(*record))) // bad lines are reported when all lines are read
            take(std::move(*record));
    }
    return records;
}

RowBlock parseLinesBlock(std::string_view text, const RecordLayout &layout)
{
    RowBlock block;
    for (; !text.empty(); ++block.lines) {
        const std::string_view line = takeLine(text);
        if (line.find_first_not_of(" \t") == std::string_view::npos)
            continue;
        auto record = readJsonRecord(line);
        const std::vector<std::string> fields = record ? layout.fields(std::move(*record)) : std::vector<std::string>();
        if (!record || !parseRow(fields, layout.table, block))
            block.refuse(block.lines, layout.table.dimensions(),
                         record ? complaint(fields, layout.table) : record.error().message);
    }
    return block;
}

Shape shapeOf(const FileCandidate &candidate)
{
    const std::string_view text = withoutMark(candidate.beginning);
    if (hasLines(text))
        return BulkLines::areIn(text) ? Shape::bulk : Shape::lines;
    return text[text.find_first_not_of(" \t\r\n")] == '[' ? Shape::array : Shape::object;
}

/// Finds the columns and their roles. A file of one object is read completely, and its items stored in `items`.
Result<RecordLayout> findLayout(const FileCandidate &candidate, Shape shape, std::vector<JsonRecord> &items,
                                const RunContext &context)
{
    if (shape != Shape::object) {
        const auto first = firstRecords(candidate, shape);
        return first ? layoutOf(*first, candidate.options.columns) : first.error();
    }
    auto object = readJsonObject(candidate, false, context);
    if (!object)
        return object.error();
    items = std::move(object->items);
    const std::vector<JsonRecord> first(
        items.begin(), items.begin() + static_cast<std::ptrdiff_t>(std::min(items.size(), layoutSampleRows)));
    auto layout = layoutOf(first, candidate.options.columns);
    for (std::size_t i = 0; layout && i < object->leftOut.size(); ++i)
        layout->table.notes.push_back("The list “" + object->leftOut[i].first + "” was left out: it has " +
                                      std::to_string(object->leftOut[i].second) + " values for " +
                                      std::to_string(items.size()) + " rows.");
    if (layout && object->named)
        layout->table.notes.emplace_back("Each list of numbers was taken as the vector of the item it is named after.");
    if (layout && !object->direction.empty())
        layout->table.notes.push_back(object->direction);
    return layout;
}

Status readRows(const FileCandidate &candidate, Shape shape, const RecordLayout &layout, std::vector<JsonRecord> items,
                RowCollector &rows, const RunContext &context)
{
    if (shape == Shape::lines) {
        const std::uint64_t mark = candidate.beginning.size() - withoutMark(candidate.beginning).size();
        return parseLines(
            LineBlocks(candidate.file, mark), [&](std::string_view text) { return parseLinesBlock(text, layout); },
            [&](RowBlock block) { return rows.take(std::move(block)); }, context);
    }
    RecordRows records(layout.table, rows);
    bool more = true;
    const auto take = [&](JsonRecord record) { return more = records.add(layout.fields(std::move(record))); };
    const Status read = shape == Shape::object ? Status(Done{}) : readRecords(candidate, shape, take, context);
    for (std::size_t i = 0; i < items.size() && more; ++i)
        take(std::move(items[i]));
    if (more && read)
        records.flush();
    return read;
}

std::vector<Part> columnsOfJson(const FileCandidate &candidate)
{
    std::vector<JsonRecord> items;
    const auto layout = findLayout(candidate, shapeOf(candidate), items, {});
    return layout ? layout->table.columns : std::vector<Part>();
}

Result<OpenedFile> openJson(const FileCandidate &candidate, const RunContext &context)
{
    const std::string &path = candidate.file.path;
    const Shape shape = shapeOf(candidate);
    std::vector<JsonRecord> items;
    const auto layout = findLayout(candidate, shape, items, context);
    if (!layout)
        return layout.error().in(path);
    if (layout->table.refusal)
        return layout->table.refusal->in(path);
    const bool lines = shape == Shape::lines;
    RowCollector rows(layout->table.dimensions(), layout->table.has(ColumnUse::id), lines ? 1 : 0, candidate.options,
                      FileBudget(), lines ? "line" : "row");
    rows.nameIds(layout->table.idName());
    const Status read = readRows(candidate, shape, *layout, std::move(items), rows, context);
    return assembleRows(candidate, layout->table, rows, read, noVectors(*layout));
}

/// Reads all records of a file that need not contain vectors.
Result<JsonItems> allRecords(const FileCandidate &candidate, Shape shape, const RunContext &context)
{
    if (shape == Shape::object)
        return readJsonObject(candidate, true, context);
    JsonItems content;
    FileBudget budget;
    Status fits = Done{};
    const auto take = [&](JsonRecord record) {
        fits = budget.take(frame::bytesOfStrings(2 * record.size() + 1, 0)); // without characters: as large as the file
        content.items.push_back(std::move(record));
        return fits.ok();
    };
    const Status read = readRecords(candidate, shape, take, context);
    return !fits ? fits.error() : read ? Result(std::move(content)) : read.error();
}

Result<TextTable> textsOfJson(const FileCandidate &candidate, const RunContext &context)
{
    const std::string &path = candidate.file.path;
    auto content = allRecords(candidate, shapeOf(candidate), context);
    if (!content)
        return content.error().in(path);
    RecordLayout layout;
    for (const JsonRecord &record : content->items)
        addNames(record, layout);
    const std::vector<Part> &columns = layout.table.columns;
    if (const Status fits = FileBudget().take(frame::bytesOfStrings(content->items.size() * columns.size(), 0)); !fits)
        return fits.error().in(path);
    TextTable table{.keyed = content->named};
    if (columns.empty())
        return table;
    const bool unnamed = std::ranges::all_of(columns, [&](const Part &column) {
        return column.name.empty() || column.name == std::to_string(&column - columns.data());
    });
    for (const Part &column : columns)
        table.names.push_back(column.name);
    if (unnamed)
        table.names.clear();
    for (JsonRecord &record : content->items)
        table.records.push_back({table.records.size(), layout.fields(std::move(record))});
    return table;
}

} // namespace

extern const FileFormat jsonFormat{
    .label = "JSON", .recognises = isJson, .open = openJson, .columns = columnsOfJson, .texts = textsOfJson};

} // namespace anchorscope::io
