// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/formats/sidecolumns.h"

#include "core/plaintext.h"
#include "io/text/itemtexts.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <unordered_map>
#include <unordered_set>

namespace anchorscope::io {

namespace {

/// Number of a text that is a whole number, for putting classes into their natural order.
std::optional<long long> wholeNumber(const std::string &text)
{
    long long number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

/// Numbers by size and before texts, texts by their bytes.
bool naturallyLess(const std::string &a, const std::string &b)
{
    const auto x = wholeNumber(a), y = wholeNumber(b);
    if (x && y)
        return *x < *y;
    return x.has_value() != y.has_value() ? x.has_value() : a < b;
}

/// Rows to keep: the first of each id.
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

template <class T> void keep(std::vector<T> &values, const std::vector<Index> &rows)
{
    if (values.empty())
        return;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto from = static_cast<std::size_t>(rows[i]);
        if (from != i)
            values[i] = std::move(values[from]);
    }
    values.resize(rows.size());
}

/// Moves rows up in place; rows[i] ≥ i.
void keep(Matrix &matrix, const std::vector<Index> &rows)
{
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i] != static_cast<Index>(i))
            matrix.row(static_cast<Index>(i)) = matrix.row(rows[i]);
    }
    matrix.conservativeResize(static_cast<Index>(rows.size()), matrix.cols());
}

} // namespace

ColumnRole roleOfColumn(std::string_view name)
{
    const std::string lower = lowered(name.substr(name.rfind('/') + 1));
    constexpr std::array ids = {"id",   "ids",   "item",  "items",  "name",  "names",  "key",      "keys",
                                "word", "words", "token", "tokens", "index", "_index", "filename", "filenames"};
    constexpr std::array labels = {"label", "labels",  "y",        "target",    "targets",
                                   "class", "classes", "category", "categories"};
    if (std::find(ids.begin(), ids.end(), lower) != ids.end())
        return ColumnRole::id;
    return std::find(labels.begin(), labels.end(), lower) != labels.end() ? ColumnRole::label : ColumnRole::none;
}

bool SideColumns::wants(std::string_view name) const
{
    const ColumnRole role = roleOfColumn(name);
    return (role == ColumnRole::id && m_ids.empty()) || (role == ColumnRole::label && m_labels.empty());
}

void SideColumns::offer(std::string_view name, std::vector<std::string> texts)
{
    texts.resize(std::min(texts.size(), static_cast<std::size_t>(m_rows)));
    if (roleOfColumn(name) == ColumnRole::id) {
        m_ids = std::move(texts);
        return;
    }
    const std::unordered_set<std::string_view> different(texts.begin(), texts.end());
    m_labelNames.assign(different.begin(), different.end());
    std::sort(m_labelNames.begin(), m_labelNames.end(), naturallyLess);
    std::erase_if(m_labelNames, [](const std::string &each) { return each.empty() || each == "-1"; });
    m_labels.reserve(texts.size());
    std::unordered_map<std::string_view, std::int32_t> labelOf;
    for (std::size_t i = 0; i < m_labelNames.size(); ++i)
        labelOf.emplace(m_labelNames[i], static_cast<std::int32_t>(i));
    for (const std::string &text : texts) {
        const auto found = labelOf.find(text);
        m_labels.push_back(found == labelOf.end() ? unlabelled : found->second);
    }
}

void SideColumns::offerOther(std::string name, std::vector<std::string> texts)
{
    texts.resize(std::min(texts.size(), static_cast<std::size_t>(m_rows)));
    addColumn(itemColumn(std::move(name), std::move(texts)), m_columns);
}

void SideColumns::offerOther(ItemColumn column)
{
    const auto cut = [this](auto &values) { values.resize(std::min(values.size(), static_cast<std::size_t>(m_rows))); };
    cut(column.numbers);
    cut(column.values);
    if (column.kind != ColumnKind::category)
        cut(column.texts);
    addColumn(std::move(column), m_columns);
}

void SideColumns::offerFrame(ItemFrame frame)
{
    if (frame.points.rows() > m_rows)
        frame.points.conservativeResize(m_rows, frame.points.cols());
    m_frames.push_back(std::move(frame));
}

void SideColumns::offerCategories(std::vector<std::int32_t> labels, std::vector<std::string> names)
{
    labels.resize(std::min(labels.size(), static_cast<std::size_t>(m_rows)));
    m_labels = std::move(labels);
    m_labelNames = std::move(names);
}

OpenedFile SideColumns::assemble(const std::string &path, std::vector<EmbeddingSet> spaces)
{
    OpenedFile opened;
    auto table = std::make_shared<ItemTable>();
    table->count = m_rows;
    const std::vector<Index> rows = firstOfEachId(m_ids);
    if (rows.size() < m_ids.size()) {
        opened.duplicates = static_cast<Index>(m_ids.size() - rows.size());
        opened.warnings.push_back("Rows left out because their id had occurred before: " +
                                  std::to_string(opened.duplicates) + "; the first of each was kept.");
        keep(m_ids, rows);
        keep(m_labels, rows);
        for (ItemColumn &column : m_columns)
            column = column.at(rows);
        for (ItemFrame &frame : m_frames)
            keep(frame.points, rows);
        for (EmbeddingSet &space : spaces)
            keep(space.vectors, rows);
        table->count = static_cast<Index>(rows.size());
    }
    table->ids = std::move(m_ids);
    table->labels = std::move(m_labels);
    table->labelNames = std::move(m_labelNames);
    table->columns = std::move(m_columns);
    table->frames = std::move(m_frames);
    opened.dataset.path = path;
    opened.dataset.items = table;
    for (EmbeddingSet &space : spaces) {
        space.items = table;
        opened.dataset.spaces.push_back(std::make_shared<const EmbeddingSet>(std::move(space)));
    }
    return opened;
}

} // namespace anchorscope::io
