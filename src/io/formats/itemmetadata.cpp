// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/formats/itemmetadata.h"

#include "io/formats/rowsample.h"
#include "io/roles/assign.h"
#include "io/roles/facts.h"
#include "io/text/textnumber.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>
#include <unordered_set>

namespace anchorscope::io {

namespace {

/// True if class name `a` precedes `b`. Whole numbers come first, ordered by value; then texts, ordered by their bytes.
bool naturallyLess(const std::string &a, const std::string &b)
{
    const auto x = wholeNumber(a), y = wholeNumber(b);
    if (x && y)
        return *x < *y;
    return x.has_value() != y.has_value() ? x.has_value() : a < b;
}

std::vector<Index> firstOfEachId(const std::vector<std::string> &ids)
{
    std::vector<Index> rows;
    std::unordered_set<std::string_view> seen;
    seen.reserve(ids.size());
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (seen.insert(ids[i]).second)
            rows.push_back(static_cast<Index>(i));
    }
    return rows;
}

/// Makes ids of a list of row numbers that starts at 0 several times, as “index” does if replies to several requests
/// were joined. Each part contains 0, 1, … in any order; its ids continue those of the previous part. Otherwise empty.
std::vector<std::string> countedOn(const std::vector<std::string> &texts)
{
    constexpr std::size_t fewest = 8; // minimum number of elements in a part that starts at 0
    std::vector<std::string> ids;
    std::unordered_set<std::int64_t> block;
    for (const std::string &text : texts) {
        const auto number = wholeNumber(text);
        if (number && block.contains(*number)) {
            const auto size = static_cast<std::int64_t>(block.size());
            if (block.size() < fewest || !std::ranges::all_of(block, [&](auto each) { return each < size; }))
                return {};
            block.clear();
        }
        if (!number || *number < 0)
            return {};
        ids.push_back(std::to_string(std::ssize(ids) - std::ssize(block) + *number));
        block.insert(*number);
    }
    return block.size() < ids.size() ? ids : std::vector<std::string>();
}

void keepRows(Matrix &matrix, const std::vector<Index> &rows)
{
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i] != static_cast<Index>(i))
            matrix.row(static_cast<Index>(i)) = matrix.row(rows[i]);
    }
    matrix.conservativeResize(static_cast<Index>(rows.size()), matrix.cols());
}

/// Returns the reason why a matrix is probably not a space, or an empty text. Reasons: all its numbers are whole
/// (one-hot classes, counts, token ids); or it is named like labels and its rows sum to 1 (scores of classes).
std::string whyNoVectors(const EmbeddingSet &space)
{
    constexpr float tolerance = 1e-2f; // tolerance for rounding, if a thousand float16 scores are summed
    const auto &vectors = space.vectors.array();
    if (vectors.size() == 0 || claimsVectors(space.name))
        return {};
    if ((vectors == vectors.floor()).all())
        return "holds whole numbers, and others hold fractions";
    const bool scores =
        isLabelName(space.name) && (vectors >= 0).all() && ((vectors.rowwise().sum() - 1).abs() < tolerance).all();
    return scores ? "is named like labels and each of its rows sums to 1" : std::string();
}

std::optional<double> numberOf(std::string_view text)
{
    constexpr std::ptrdiff_t exactDigits = 15; // number of digits up to which float64 represents all whole numbers
    text = trimmed(text);
    text.remove_prefix(text.starts_with('+') ? 1 : 0);
    double number = 0;
    const bool whole = text.find_first_not_of("-0123456789") == std::string_view::npos;
    const bool exact = !whole || std::ssize(text) <= exactDigits;
    return readValue(text, number) && !std::isnan(number) && exact ? std::optional(number) : std::nullopt;
}

/// True if a text is a date, such as “2024-05”, “2024-05-17” or “2024-05-17T12:30:00Z”. In the pattern, 0 stands for
/// any digit, and other characters for themselves.
bool isDate(std::string_view text)
{
    constexpr std::string_view pattern = "0000-00-00T00:00:00";
    text = trimmed(text);
    std::size_t length = 0;
    for (; length < std::min(text.size(), pattern.size()); ++length) {
        const bool digit = text[length] >= '0' && text[length] <= '9';
        if (pattern[length] == '0' ? !digit : text[length] != pattern[length] && (length != 10 || text[length] != ' '))
            break;
    }
    const std::string_view rest = text.substr(length);
    const bool ends = length == 7 || length == 10 || length == 16 || length == 19;
    return ends &&
           (rest.empty() || (length > 10 && rest.find_first_not_of(".:+-Z0123456789") == std::string_view::npos));
}

/// Replaces NUL by a visible symbol, because it ends a text in the program's own files.
void showNul(std::string &text)
{
    for (std::size_t at = text.find('\0'); at != std::string::npos; at = text.find('\0', at))
        text.replace(at, 1, "\u2400");
}

bool readNumbers(const std::vector<std::string> &texts, std::vector<double> &numbers)
{
    bool any = false;
    for (const std::string &text : texts) {
        const auto number = isMissing(text) ? std::nullopt : numberOf(text);
        if (!number && !isMissing(text))
            return false;
        any = any || number;
        numbers.push_back(number.value_or(NAN));
    }
    return any;
}

} // namespace

void ItemMetadata::add(std::string name, std::vector<std::string> texts, std::optional<ColumnUse> use)
{
    texts.resize(std::min(texts.size(), static_cast<std::size_t>(m_rows)));
    Part part{std::move(name), use.value_or(ColumnUse::other)};
    part.chosen = use.has_value();
    m_lists.push_back({std::move(part), std::move(texts)});
}

bool ItemMetadata::has(ColumnUse use) const
{
    return std::ranges::any_of(m_lists, [&](const List &list) { return list.part.use == use; });
}

void ItemMetadata::add(ItemColumn column)
{
    const auto cut = [this](auto &values) { values.resize(std::min(values.size(), static_cast<std::size_t>(m_rows))); };
    cut(column.numbers);
    cut(column.values);
    if (column.kind != ColumnKind::category)
        cut(column.texts);
    m_parts.push_back({column.name, ColumnUse::other});
    addColumn(std::move(column), m_columns);
}

void ItemMetadata::addFrame(ItemCoordinates frame)
{
    if (frame.points.rows() > m_rows)
        frame.points.conservativeResize(m_rows, frame.points.cols());
    m_frames.push_back(std::move(frame));
}

void ItemMetadata::addLabels(std::string name, std::vector<std::int32_t> labels, std::vector<std::string> names)
{
    labels.resize(std::min(labels.size(), static_cast<std::size_t>(m_rows)));
    m_labels = std::move(labels);
    m_labelNames = std::move(names);
    m_parts.push_back({std::move(name), ColumnUse::label});
}

void ItemMetadata::leaveOut(std::string name, std::string why)
{
    m_parts.push_back({std::move(name), ColumnUse::ignored, {}, false, std::move(why)});
}

void ItemMetadata::takeLabels(std::vector<std::string> texts)
{
    writeWhole(texts);
    const std::unordered_set<std::string_view> different(texts.begin(), texts.end());
    m_labelNames.assign(different.begin(), different.end());
    std::sort(m_labelNames.begin(), m_labelNames.end(), naturallyLess);
    // Clustering programs write −1 for items without a class. If −1 and 1 are the only labels, both are classes.
    const auto isOfTwo = [](std::string_view each) {
        return each.empty() || each == "-1" || each == "1" || each == "+1";
    };
    const bool noise = different.contains("-1") && !std::ranges::all_of(different, isOfTwo);
    if (noise)
        m_notes.push_back("Items whose label “-1” was read as no label: " +
                          std::to_string(std::ranges::count(texts, "-1")) + "; if it is a class, name it in words.");
    // Databases write \N for a missing value.
    std::erase_if(m_labelNames, [noise](const std::string &each) {
        return each.empty() || (noise && each == "-1") || each == "\\N";
    });
    m_labels.reserve(texts.size());
    std::unordered_map<std::string_view, std::int32_t> labelOf;
    for (std::size_t i = 0; i < m_labelNames.size(); ++i)
        labelOf.emplace(m_labelNames[i], static_cast<std::int32_t>(i));
    for (const std::string &text : texts) {
        const auto found = labelOf.find(text);
        m_labels.push_back(found == labelOf.end() ? unlabelled : found->second);
    }
}

void ItemMetadata::assign()
{
    const auto index = std::ranges::find(m_lists, "index", [](const List &list) { return list.part.name; });
    if (index != m_lists.end() && index->part.use == ColumnUse::other && !has(ColumnUse::id)) {
        if (auto ids = countedOn(index->texts); !ids.empty()) {
            m_notes.push_back("The numbers in “index” start at 0 several times, as in the joined replies to several "
                              "requests; they were counted on.");
            index->texts = std::move(ids);
            index->part.use = ColumnUse::id;
        }
    }
    std::vector<Part> parts;
    for (List &list : m_lists) {
        parts.push_back(list.part);
        if (!list.part.chosen)
            parts.back().facts = factsOf(list.texts);
    }
    if (!m_labels.empty()) { // the file already has labels, so no other list can be the labels
        parts.push_back({"label", ColumnUse::label});
        parts.back().chosen = true;
    }
    assignRoles(parts, true);
    for (std::size_t i = 0; i < m_lists.size(); ++i) {
        std::vector<std::string> &texts = m_lists[i].texts;
        m_parts.push_back(std::move(parts[i]));
        const Part &part = m_parts.back();
        if (part.use == ColumnUse::id) {
            writeWhole(texts);
            m_ids = std::move(texts);
            m_idName = part.name;
        } else if (part.use == ColumnUse::label) {
            takeLabels(std::move(texts));
        } else if (part.use == ColumnUse::other) {
            addColumn(itemColumn(part.name, std::move(texts)), m_columns);
        }
        if (isIdName(part.name) && part.use != ColumnUse::id && !part.why.empty())
            m_notes.push_back("The list “" + part.name + "” " + part.why + " and was " +
                              (part.use == ColumnUse::label ? "read as labels." : "kept beside the vectors."));
    }
    m_lists.clear();
}

Status ItemMetadata::leaveOutRepeats(std::vector<EmbeddingSet> &spaces, OpenedFile &opened)
{
    const std::vector<Index> rows = firstOfEachId(m_ids);
    const auto repeats = static_cast<Index>(m_ids.size() - rows.size());
    if (repeats == 0)
        return Done{};
    if (areTooManyRepeats(static_cast<std::size_t>(repeats), m_ids.size()))
        return repeatedIds(m_idName, repeats, static_cast<Index>(m_ids.size()));
    opened.duplicates = repeats;
    opened.warnings.push_back("Rows left out because their id had occurred before: " + std::to_string(repeats) +
                              "; the first of each was kept.");
    keepRows(m_ids, rows);
    keepRows(m_labels, rows);
    for (ItemColumn &column : m_columns)
        column = column.at(rows);
    for (ItemCoordinates &frame : m_frames)
        keepRows(frame.points, rows);
    for (EmbeddingSet &space : spaces)
        keepRows(space.vectors, rows);
    m_rows = static_cast<Index>(rows.size());
    return Done{};
}

Result<OpenedFile> ItemMetadata::assembleArrays(const std::string &path, std::vector<EmbeddingSet> spaces)
{
    std::vector<std::string> notes, reasons;
    for (const EmbeddingSet &space : spaces)
        reasons.push_back(whyNoVectors(space));
    const bool all = std::ranges::count(reasons, std::string()) == 0;
    for (std::size_t i = spaces.size(); i-- > 0;) {
        if (all || reasons[i].empty())
            continue;
        leaveOut(spaces[i].name, reasons[i]);
        notes.push_back("The matrix “" + spaces[i].name + "” was left out, as it " + reasons[i] +
                        "; it can be chosen instead.");
        spaces.erase(spaces.begin() + static_cast<std::ptrdiff_t>(i));
    }
    auto opened = assemble(path, std::move(spaces));
    if (opened)
        opened->warnings.insert(opened->warnings.end(), notes.begin(), notes.end());
    return opened;
}

Result<OpenedFile> ItemMetadata::assemble(const std::string &path, std::vector<EmbeddingSet> spaces)
{
    OpenedFile opened;
    assign();
    if (const Status kept = leaveOutRepeats(spaces, opened); !kept)
        return kept.error().in(path);
    auto table = std::make_shared<ItemTable>();
    table->count = m_rows;
    table->ids = std::move(m_ids);
    table->labels = std::move(m_labels);
    table->labelNames = std::move(m_labelNames);
    table->columns = std::move(m_columns);
    table->frames = std::move(m_frames);
    opened.dataset.path = path;
    opened.dataset.items = table;
    opened.parts = std::move(m_parts);
    opened.warnings.insert(opened.warnings.end(), m_notes.begin(), m_notes.end());
    for (EmbeddingSet &space : spaces) {
        space.items = table;
        opened.dataset.spaces.push_back(std::make_shared<const EmbeddingSet>(std::move(space)));
    }
    return opened;
}

Error repeatedIds(const std::string &where, Index repeats, Index rows)
{
    return Error(ErrorCode::badDataset, "the ids", where.empty() ? std::string() : " in “" + where + "”",
                 " do not identify the items: ", repeats, " of ", rows,
                 " rows have one that occurs before; give each item an id of its own (AnnData: "
                 "adata.obs_names_make_unique()), "
                 "or of a table choose another column: --columns id=NAME, or --columns label=NAME for classes");
}

ItemColumn itemColumn(std::string name, std::vector<std::string> texts)
{
    ItemColumn column{std::move(name)};
    if (readNumbers(texts, column.numbers)) {
        column.kind = ColumnKind::number;
        return column;
    }
    column.numbers.clear();
    std::map<std::string, std::int32_t> places;
    std::size_t present = 0;
    bool dates = true;
    for (std::string &text : texts) {
        showNul(text);
        if (text.empty())
            continue;
        ++present;
        dates = dates && isDate(text);
        places.emplace(text, 0);
    }
    column.kind = dates && present > 0           ? ColumnKind::date
                  : places.size() * 2 <= present ? ColumnKind::category
                                                 : ColumnKind::text;
    if (column.kind != ColumnKind::category || present == 0) {
        column.kind = present == 0 ? ColumnKind::text : column.kind;
        column.texts = std::move(texts);
        return column;
    }
    for (auto &[text, place] : places) {
        place = static_cast<std::int32_t>(column.texts.size());
        column.texts.push_back(text);
    }
    for (const std::string &text : texts)
        column.values.push_back(text.empty() ? -1 : places[text]);
    return column;
}

void addColumn(ItemColumn column, std::vector<ItemColumn> &columns)
{
    column.name = nodeName(std::move(column.name));
    showNul(column.name);
    const auto used = [&] { return std::ranges::find(columns, column.name, &ItemColumn::name) != columns.end(); };
    if (column.name.empty() || column.name == "." || column.name == ".." || used())
        column.name = "column " + std::to_string(columns.size() + 1);
    while (used())
        column.name += '_';
    columns.push_back(std::move(column));
}

} // namespace anchorscope::io
