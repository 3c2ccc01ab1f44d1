// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/tables/columnguess.h"

#include "core/plaintext.h"
#include "io/formats/sidecolumns.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>

namespace anchorscope::io {

namespace {

constexpr std::size_t fewRows = 5;

template <std::size_t Count> bool isOneOf(std::string_view name, const std::array<const char *, Count> &words)
{
    return std::find(words.begin(), words.end(), lowered(name)) != words.end();
}

bool isIdName(std::string_view name)
{
    return roleOfColumn(name) == ColumnRole::id || lowered(name).ends_with("_id") || name.ends_with("Id");
}

bool isLabelName(std::string_view name)
{
    constexpr std::array more = {"cluster", "clusters", "group", "species", "topic", "type", "pos"};
    return roleOfColumn(name) == ColumnRole::label || isOneOf(name, more);
}

/// Of the row numbers that pandas and R write.
bool isIndexName(std::string_view name)
{
    constexpr std::array words = {"", "index", "_index", "level_0", "unnamed: 0", "rownames", "x.1"};
    return isOneOf(name, words);
}

bool isTimeName(std::string_view name)
{
    constexpr std::array words = {"year", "month", "day", "date", "time", "timestamp"};
    return isOneOf(name, words);
}

/// “e” of “e12”, “dim_” of “dim_3”, “v[” of “v[7]”, “” of “5”; none without a number at the end.
std::optional<std::string> stemOf(std::string_view name)
{
    name = name.substr(0, name.find_last_not_of("])}") + 1);
    const std::size_t last = name.find_last_not_of("0123456789");
    const std::size_t length = last == std::string_view::npos ? 0 : last + 1;
    return length == name.size() ? std::nullopt : std::optional(lowered(name.substr(0, length)));
}

/// Gives every column its role, the most certain first.
class Guesser
{
public:
    Guesser(const std::vector<TableColumn> &columns, const std::vector<ColumnFacts> &facts)
        : m_columns(columns), m_facts(facts), m_guesses(columns.size()), m_done(columns.size(), false)
    {
        m_named = std::ranges::any_of(columns, [](const TableColumn &column) { return !column.name.empty(); });
        findFamily();
    }

    std::vector<ColumnGuess> run()
    {
        for (const auto step : {&Guesser::vectors, &Guesser::family, &Guesser::unusable, &Guesser::byName,
                                &Guesser::index, &Guesser::textIds, &Guesser::textLabels, &Guesser::numbers}) {
            for (std::size_t i = 0; i < m_columns.size(); ++i) {
                if (!m_done[i])
                    (this->*step)(i);
            }
        }
        return std::move(m_guesses);
    }

private:
    /// The pattern that the names of at least half of all columns of numbers share, if two or more do.
    void findFamily()
    {
        std::map<std::string, std::size_t> votes;
        std::size_t numeric = 0;
        for (std::size_t i = 0; i < m_columns.size(); ++i) {
            if (!m_facts[i].isNumeric())
                continue;
            ++numeric;
            if (const auto stem = m_columns[i].name.empty() ? std::nullopt : stemOf(m_columns[i].name))
                ++votes[*stem];
        }
        const auto most = std::ranges::max_element(votes, {}, [](const auto &vote) { return vote.second; });
        if (most != votes.end() && most->second >= 2 && most->second * 2 >= numeric)
            m_family = most->first;
    }

    void give(std::size_t i, ColumnUse use, std::string why = {})
    {
        m_guesses[i] = {use, std::move(why)};
        m_done[i] = true;
        m_hasId = m_hasId || use == ColumnUse::id;
        m_hasLabel = m_hasLabel || use == ColumnUse::label;
    }

    /// A column of whole vectors; numbers that stand beside it tell something else.
    void vectors(std::size_t i)
    {
        if (!m_facts[i].holdsVectors())
            return;
        give(i, ColumnUse::vector);
        m_hasVectors = true;
    }

    void family(std::size_t i)
    {
        if (m_family && !m_hasVectors && !m_columns[i].name.empty() && m_facts[i].isNumeric() &&
            stemOf(m_columns[i].name) == m_family)
            give(i, ColumnUse::vector);
    }

    void unusable(std::size_t i)
    {
        const ColumnFacts &facts = m_facts[i];
        if (facts.present() == 0)
            give(i, ColumnUse::ignored, "is empty");
        else if (facts.isSparse() && facts.isNumeric())
            give(i, ColumnUse::other,
                 "has no number in " + std::to_string(100 * facts.missing / facts.rows) + " % of its first rows");
        else if (facts.hasDecimalCommas())
            give(i, ColumnUse::other, "holds numbers with commas");
        else if (!facts.isNumeric() && !facts.isText() && !isIdName(m_columns[i].name) &&
                 !isLabelName(m_columns[i].name))
            give(i, ColumnUse::other,
                 facts.numbers == 0 ? "holds numbers of another notation" : "holds numbers and other texts");
    }

    void byName(std::size_t i)
    {
        const std::string &name = m_columns[i].name;
        const ColumnFacts &facts = m_facts[i];
        const bool fractions = facts.isNumeric() && !facts.isWhole();
        if (name.empty())
            return;
        if (isIdName(name) && !fractions && !(facts.isNumeric() && isIndexName(name))) {
            if (m_hasId)
                give(i, ColumnUse::other, "holds further ids");
            else if (facts.distinct * 2 <= facts.present() && hasBetterIds())
                give(i, ColumnUse::other, "has one value for many items");
            else
                give(i, ColumnUse::id, roleOfColumn(name) == ColumnRole::id ? "" : "is named as ids are");
        } else if (isLabelName(name) && !m_hasLabel) {
            const bool coordinate = lowered(name) == "y" && std::ranges::any_of(m_columns, [](const auto &column) {
                                        return lowered(column.name) == "x";
                                    });
            if (fractions && facts.distinct * 2 > facts.present() && !coordinate && lowered(name) != "y")
                give(i, ColumnUse::other, "is named as labels are, but holds fractions");
            else if (!fractions && !coordinate)
                give(i, ColumnUse::label, roleOfColumn(name) == ColumnRole::label ? "" : "is named as labels are");
        } else if (isTimeName(name) && !fractions) {
            give(i, ColumnUse::other, "is named as a point in time");
        }
    }

    /// Whether another column is named as ids are, and each of its values occurs once.
    bool hasBetterIds() const
    {
        for (std::size_t i = 0; i < m_columns.size(); ++i) {
            if (!m_done[i] && isIdName(m_columns[i].name) && m_facts[i].isUnique())
                return true;
        }
        return false;
    }

    /// Whole numbers that name or count the rows. At least one column of numbers stays.
    void index(std::size_t i)
    {
        const ColumnFacts &facts = m_facts[i];
        const std::string &name = m_columns[i].name;
        if (!facts.isWhole() || facts.isSparse() || (i > 0 && name.empty() && !m_named) ||
            (numbersLeft() < 2 && !m_hasVectors))
            return;
        const bool unnamed = m_named && isIndexName(name);
        const bool unique = facts.isUnique() && facts.rows >= fewRows && wholeLeft() == 1;
        std::string why;
        if (facts.running && facts.rows >= 3)
            why = "counts the rows";
        else if (facts.growing && facts.rows >= fewRows)
            why = "holds whole numbers that only grow";
        else if (unique || (unnamed && facts.isUnique()))
            why = "holds whole numbers, each once";
        if (why.empty())
            return;
        if (unnamed && name.empty())
            why = "has no name and " + why;
        if (!m_hasId && textsForIds() == 0 && (i == 0 || unnamed))
            give(i, ColumnUse::id, why);
        else
            give(i, unnamed || facts.running ? ColumnUse::ignored : ColumnUse::other, why);
    }

    std::size_t numbersLeft() const
    {
        std::size_t left = 0;
        for (std::size_t i = 0; i < m_columns.size(); ++i)
            left += m_done[i] ? m_guesses[i].use == ColumnUse::vector : m_facts[i].isNumeric();
        return left;
    }
    std::size_t wholeLeft() const
    {
        std::size_t left = 0;
        for (std::size_t i = 0; i < m_columns.size(); ++i)
            left += m_facts[i].isWhole() && (!m_done[i] || m_guesses[i].use == ColumnUse::vector);
        return left;
    }
    bool couldBeIds(std::size_t i) const
    {
        const ColumnFacts &facts = m_facts[i];
        return !m_done[i] && facts.isText() && (i == 0 ? facts.distinct * 2 > facts.present() : mostlyUnique(facts));
    }
    std::size_t textsForIds() const
    {
        std::size_t count = 0;
        for (std::size_t i = 0; i < m_columns.size(); ++i)
            count += couldBeIds(i);
        return count;
    }
    static bool mostlyUnique(const ColumnFacts &facts)
    {
        return facts.missing == 0 && (facts.isUnique() || (facts.rows > 10 && facts.distinct * 10 >= facts.rows * 9));
    }

    void textIds(std::size_t i)
    {
        if (!m_hasId && couldBeIds(i))
            give(i, ColumnUse::id, m_named ? "holds text, mostly different" : "");
    }

    void textLabels(std::size_t i)
    {
        constexpr std::size_t longestLabel = 60;
        const ColumnFacts &facts = m_facts[i];
        if (!facts.isText())
            return;
        const bool few = facts.distinct * 2 <= facts.present() || (i > 0 && facts.rows <= 10 && !facts.isUnique());
        if (!m_hasLabel && few && facts.distinct > 1 && facts.length <= longestLabel * facts.rows)
            give(i, ColumnUse::label, m_named ? "holds text of few different values" : "");
        else
            give(i, ColumnUse::other, "holds text");
    }

    void numbers(std::size_t i)
    {
        const ColumnFacts &facts = m_facts[i];
        if (m_hasVectors) {
            give(i, ColumnUse::other, "stands beside a column of vectors");
            return;
        }
        if (m_family) {
            give(i, ColumnUse::other, "has a name unlike those of the other columns of numbers");
            m_guesses[i].outgrows = excess(facts.spread);
            return;
        }
        const bool atEdge = i == 0 || i + 1 == m_columns.size();
        const bool few = facts.rows >= fewRows && facts.distinct * 2 <= facts.rows;
        if (!m_hasLabel && atEdge && few && facts.distinct > 1 && facts.isWhole() && wholeLeft() == 1 &&
            numbersLeft() > 2)
            give(i, ColumnUse::label, "holds few different whole numbers, unlike the other columns");
        else
            give(i, ColumnUse::vector, m_named && m_columns[i].name.empty() ? "has no name" : "");
    }

    /// How many times the median spread of the pattern's columns, if far beyond; else 0.
    double excess(double spread) const
    {
        std::vector<double> spreads;
        for (std::size_t i = 0; i < m_columns.size(); ++i) {
            if (m_done[i] && m_guesses[i].use == ColumnUse::vector)
                spreads.push_back(m_facts[i].spread);
        }
        const double median = medianOf(std::move(spreads));
        return median > 0 && spread > farBeyond * median ? spread / median : 0;
    }

    const std::vector<TableColumn> &m_columns;
    const std::vector<ColumnFacts> &m_facts;
    std::vector<ColumnGuess> m_guesses;
    std::vector<bool> m_done;
    std::optional<std::string> m_family; ///< stem of its names
    bool m_named = false, m_hasId = false, m_hasLabel = false, m_hasVectors = false;
};

} // namespace

bool hasHeaderRow(const TextRows &rows)
{
    if (rows.size() < 2)
        return false;
    bool counts = true, whole = true, telling = false;
    std::size_t numeric = 0, fractions = 0;
    double before = -1;
    for (std::size_t i = 0; i < rows[0].size(); ++i) {
        const ColumnFacts facts = columnFacts(rows, i, 1), own = columnFacts({{rows[0][i]}}, 0, 0);
        const bool unnamed = rows[0][i].empty();
        if (facts.holdsVectors() && own.vectors == 0)
            return true; // a text above vectors
        if (!facts.isNumeric() && !facts.hasDecimalCommas()) {
            telling = telling || roleOfColumn(trimmed(rows[0][i])) != ColumnRole::none;
            continue;
        }
        if (own.numbers + own.commas + own.missing == 0)
            return true; // a text above numbers
        telling = telling || (unnamed && i == 0 && facts.isWhole() && facts.growing);
        if (unnamed)
            continue;
        double number = -INFINITY;
        if (own.whole)
            std::from_chars(own.example.data(), own.example.data() + own.example.size(), number);
        counts = counts && (number == before + 1 || (before == -1 && number == 1));
        before = number;
        whole = whole && own.whole > 0;
        ++numeric;
        fractions += facts.whole < facts.numbers;
    }
    const bool others = fractions * 2 > numeric; // the numbers below are of another kind
    return numeric >= 2 && (counts ? telling || others : whole && telling && others);
}

double medianOf(std::vector<double> values)
{
    if (values.empty())
        return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

std::vector<ColumnGuess> guessColumns(const std::vector<TableColumn> &columns, const std::vector<ColumnFacts> &facts)
{
    return Guesser(columns, facts).run();
}

} // namespace anchorscope::io
