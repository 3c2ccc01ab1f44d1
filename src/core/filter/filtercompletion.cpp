// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/filter/filtercompletion.h"

#include "core/data/columngroups.h"
#include "core/filter/itemfilter.h"

#include <algorithm>

namespace anchorscope {

namespace {

constexpr std::string_view signs = "<>=!~";

bool beginsWith(std::string_view text, std::string_view start)
{
    return equalIgnoringCase(text.substr(0, start.size()), start);
}

struct Part
{
    std::string_view text;
    std::size_t begin = 0;

    Part from(std::size_t at) const
    {
        Part part{text.substr(std::min(at, text.size())), begin + std::min(at, text.size())};
        while (!part.text.empty() && part.text.front() == ' ') {
            part.text.remove_prefix(1);
            ++part.begin;
        }
        return part;
    }
    std::string_view bare() const
    {
        std::string_view rest = text;
        while (!rest.empty() && rest.back() == ' ')
            rest.remove_suffix(1);
        if (!rest.empty() && rest.front() == '"')
            rest.remove_prefix(1);
        if (!rest.empty() && rest.back() == '"')
            rest.remove_suffix(1);
        return rest;
    }
    /// True if the user has finished the text: it ends in a blank or a closing quotation mark.
    bool isOver() const { return text.ends_with(' ') || (text.size() > 1 && text.ends_with('"')); }
};

template <class Visit> void outsideQuotes(std::string_view text, Visit visit)
{
    bool quoted = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '"')
            quoted = !quoted;
        else if (!quoted)
            visit(at);
    }
}

/// True if `text` contains `word` at position `at`, between blanks.
bool standsAt(std::string_view text, std::size_t at, std::string_view word)
{
    return at > 0 && text[at - 1] == ' ' && text.size() > at + word.size() && text[at + word.size()] == ' ' &&
           equalIgnoringCase(text.substr(at, word.size()), word);
}

/// Last condition of a filter: the text after the last `and` or `or`.
Part lastCondition(std::string_view text)
{
    std::size_t begin = 0;
    outsideQuotes(text, [&](std::size_t at) {
        for (const std::string_view word : {"and", "or"}) {
            if (standsAt(text, at, word))
                begin = at + word.size();
        }
    });
    return Part{text}.from(begin);
}

/// Start and end of the operator in a condition; both equal if no operator is written yet.
std::pair<std::size_t, std::size_t> relationIn(std::string_view text)
{
    std::pair<std::size_t, std::size_t> found{text.size(), text.size()};
    outsideQuotes(text, [&](std::size_t at) {
        if (found.first < text.size())
            return;
        if (signs.find(text[at]) != std::string_view::npos)
            found = {at, std::min(text.find_first_not_of(signs, at), text.size())};
        else if (standsAt(text, at, "contains"))
            found = {at, at + std::string_view("contains").size()};
    });
    return found;
}

struct Choices
{
    ColumnKind kind = ColumnKind::text;
    /// Values of a category or label; null for other columns, which accept any text.
    const std::vector<std::string> *values = nullptr;
};

Choices choicesOf(const ItemTable &items, std::string_view name)
{
    const auto column =
        std::ranges::find_if(items.columns, [&](const auto &each) { return equalIgnoringCase(each.name, name); });
    if (column != items.columns.end())
        return {column->kind, column->kind == ColumnKind::category ? &column->texts : nullptr};
    if (equalIgnoringCase(name, "label"))
        return {ColumnKind::category, &items.labelNames};
    return {equalIgnoringCase(name, "row") ? ColumnKind::number : ColumnKind::text};
}

class Completion
{
public:
    explicit Completion(std::size_t maximum) : m_maximum(maximum) {}

    void offer(const Part &written, std::string_view start, const std::string &word)
    {
        if (!beginsWith(word, start) || m_result.words.size() >= m_maximum)
            return;
        m_result.begin = written.begin;
        m_result.words.push_back(word);
    }
    void offerName(const Part &written, const std::string &name)
    {
        if (!beginsWith(name, written.bare()) || m_result.words.size() >= m_maximum)
            return;
        m_result.begin = written.begin;
        m_result.words.push_back(filterWord(name));
    }
    bool isEmpty() const { return m_result.words.empty(); }
    FilterCompletion result() && { return std::move(m_result); }

private:
    std::size_t m_maximum;
    FilterCompletion m_result;
};

void offerOperators(Completion &completion, const Part &written, ColumnKind kind)
{
    const bool isOrdered = kind == ColumnKind::number || kind == ColumnKind::date;
    for (const char *word :
         isOrdered ? std::vector{"=", "!=", "<", "<=", ">", ">="} : std::vector{"=", "!=", "contains"})
        completion.offer(written, written.text, word);
    completion.offer(written, written.text, "is missing");
    completion.offer(written, written.text, "is not missing");
}

} // namespace

FilterCompletion completeFilter(std::string_view text, const ItemTable &items, std::size_t maximum)
{
    Completion completion(maximum);
    if (text.size() > longestFilter)
        return std::move(completion).result();
    const Part condition = lastCondition(text);
    const auto [begin, end] = relationIn(condition.text);
    if (begin == end) {
        const std::vector<std::string> names = filterColumns(items);
        for (const std::string &name : names) {
            if (!condition.isOver() || !equalIgnoringCase(name, condition.bare()))
                completion.offerName(condition, name);
        }
        for (const std::string &name : names) {
            for (const std::string &written : {name, filterWord(name)}) {
                const Part behind = condition.from(written.size());
                const bool isNamed =
                    beginsWith(condition.text, written) && behind.begin > condition.begin + written.size();
                if (isNamed && completion.isEmpty())
                    offerOperators(completion, behind, choicesOf(items, name).kind);
            }
        }
        return std::move(completion).result();
    }
    const Part value = condition.from(end);
    // Operators that are signs, such as =, compare whole values; `contains` does not.
    const bool isWhole = signs.find(condition.text[begin]) != std::string_view::npos;
    const auto *values = !isWhole ? nullptr : choicesOf(items, Part{condition.text.substr(0, begin)}.bare()).values;
    const bool isOver = value.isOver() && !value.bare().empty();
    for (std::size_t i = 0; values && i < values->size(); ++i) {
        if (!isOver || !equalIgnoringCase((*values)[i], value.bare()))
            completion.offerName(value, (*values)[i]);
    }
    if (isOver && completion.isEmpty()) {
        const Part link = condition.from(condition.text.size());
        completion.offer(link, {}, "and");
        completion.offer(link, {}, "or");
    }
    return std::move(completion).result();
}

} // namespace anchorscope
