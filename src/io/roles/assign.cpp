// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/roles/assign.h"

#include "core/plaintext.h"
#include "core/result.h"
#include "io/roles/rules.h"
#include "io/text/vectortext.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <vector>

namespace anchorscope::io {

namespace {

bool isList(const Part &part)
{
    return part.use == ColumnUse::vector && part.facts.rows == 1 && part.facts.lists == 1;
}

/// Returns an error if a list contains all numbers of a matrix, as “data” does beside “shape”: [60, 8].
std::optional<Error> flatMatrix(const std::vector<Part> &parts)
{
    std::vector<float> shape;
    for (const Part &part : parts) {
        const std::string name = lastComponent(part.name);
        shape.clear();
        if (!part.facts.wholeLists || (name != "shape" && name != "dims") ||
            appendVector(part.facts.example, shape) < 2 || shape[0] < 2)
            continue;
        const float numbers = std::accumulate(shape.begin(), shape.end(), 1.0f, std::multiplies());
        const auto flat = std::ranges::find_if(parts, [&](const Part &other) {
            return isList(other) && static_cast<float>(other.facts.longest) == numbers;
        });
        if (flat != parts.end())
            return Error(ErrorCode::badDataset,
                         "expected a list of numbers for each item, found all numbers in one list, “", flat->name,
                         "”, beside their shape, “", part.name, "”, which is ", part.facts.example,
                         "; save the rows as lists: x.reshape(shape).tolist()");
    }
    return std::nullopt;
}

/// Returns an error if the file has a single item and its lists are not vectors: several lists may be columns of a
/// table, and one list may contain a whole matrix. Called after the roles of lists are assigned.
std::optional<Error> notOneItem(const std::vector<Part> &parts)
{
    const auto first = std::ranges::find_if(parts, isList);
    if (std::ranges::count_if(parts, isList) < 2 || claimsVectors(first->name))
        return flatMatrix(parts);
    return Error(
        ErrorCode::badDataset,
        "expected a list of numbers for each item, found a single item with several lists, such as “", first->name,
        "” of ", first->facts.longest,
        " numbers, which may be the columns of a table; save the rows, or choose one: --columns vector=", first->name);
}

template <class... Parts> Error refusal(const Parts &...parts)
{
    return Error(ErrorCode::badDataset, parts...);
}

class Assigner
{
public:
    Assigner(std::vector<Part> &parts, bool besideVectors) : m_parts(parts), m_evidence(parts, besideVectors)
    {
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (parts[i].chosen && besideVectors)
                give(i, parts[i].use, "", {});
        }
    }

    std::optional<Error> run()
    {
        const bool beside = m_evidence.besideVectors;
        std::optional<Error> refused = beside ? std::nullopt : unreadable();
        if (!beside && !refused)
            refused = lists();
        if (!beside && !refused && !m_evidence.hasVectors)
            refused = m_evidence.family.rivals;
        for (const std::span<const Rule> rules : ruleSteps()) {
            for (std::size_t i = 0; i < m_parts.size(); ++i)
                apply(rules, i);
        }
        for (Part &part : m_parts) {
            if (part.rule == unlikeFamily && !isAsideName(part.name) && !claimsVectors(*m_evidence.family.stem))
                part.outgrows = m_evidence.excess(part.facts.spread);
        }
        if (refused || beside)
            return refused;
        refused = onlyAsides();
        return refused ? refused : oneNumber();
    }

private:
    void apply(std::span<const Rule> rules, std::size_t i)
    {
        if (m_evidence.done[i])
            return;
        const auto rule = std::ranges::find_if(rules, [&](const Rule &each) { return each.applies(m_evidence, i); });
        if (rule != rules.end())
            give(i, rule->use, rule->id, whyOf(*rule, m_evidence, i));
    }
    void give(std::size_t i, ColumnUse use, const char *rule, std::string why)
    {
        m_parts[i].use = use;
        m_parts[i].rule = rule;
        m_parts[i].why = std::move(why);
        m_evidence.done[i] = true;
        m_evidence.hasId = m_evidence.hasId || use == ColumnUse::id;
        m_evidence.hasLabel = m_evidence.hasLabel || use == ColumnUse::label;
    }

    std::optional<Error> unreadable() const
    {
        const bool strong = m_evidence.any(&Evidence::isStrong);
        for (std::size_t i = 0; i < m_parts.size(); ++i) {
            if (!m_parts[i].chosen && (m_evidence.isBuffer(i) || m_parts[i].facts.holdsBytes()))
                return refusal(
                    "the vectors in ", columnName(m_parts, i),
                    " are written as bytes (a Buffer or Uint8Array of JavaScript), which are not supported; save "
                    "numbers: Array.from(new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4))",
                    leaveOutAdvice(i));
        }
        for (std::size_t i = 0; i < m_parts.size(); ++i) {
            const PartFacts &facts = m_parts[i].facts;
            if (m_parts[i].chosen)
                continue;
            const std::string name = columnName(m_parts, i), ignore = leaveOutAdvice(i);
            const std::string example = "“" + facts.example.substr(0, 24) + (facts.length > 0 ? "…”" : "”");
            if (facts.holdsEncoded())
                return refusal("the vectors in ", name, " are written as hexadecimal digits (", example,
                               "), which is not supported; save them as lists of numbers", ignore);
            if (!isVectorName(m_parts[i].name) && (strong || !isWithinVectors(m_parts[i].name)))
                continue;
            if (facts.present() == 0 && facts.rows > 0 && !m_evidence.any(&Evidence::isNamedVector))
                return refusal(name, " is named like a vector but is empty; save the vectors with the rest", ignore);
            const bool odd = facts.odd > 0 && facts.numbers + facts.commas + facts.thousands == 0;
            if ((facts.isText() || odd) && !facts.holdsLists() && !facts.holdsVectors() && !facts.holdsNested())
                return refusal("expected vectors in ", name, ", found ", textInPlace(facts.example), ignore);
        }
        return std::nullopt;
    }
    std::string textInPlace(const std::string &example) const
    {
        if (example.find("...") != std::string::npos)
            return "abbreviated ones (“...”), most of whose numbers are not in this file; save them as .npy, or as "
                   "lists by tolist()";
        return "texts such as “" + example + "”; save them as lists of numbers, or as .npy";
    }
    std::string leaveOutAdvice(std::size_t i) const
    {
        return "; if it is not a vector, use --columns other=" +
               (m_parts[i].name.empty() ? "#" + std::to_string(i + 1) : m_parts[i].name) +
               ", or Columns in the preview";
    }

    /// Assigns the role `vector` to lists of numbers: to those that are named like vectors; if there are none, to those
    /// of fractions; if there are none, to other lists. Returns an error if the lists cannot be vectors.
    std::optional<Error> lists()
    {
        const bool strong = m_evidence.any(&Evidence::isStrong), nested = m_evidence.any(&Evidence::isNested);
        const bool claimed = m_evidence.any(&Evidence::isClaimedStrong);
        if (nested && !claimed)
            return severalVectors();
        if (const auto sparse = strong ? std::nullopt : sparseVectors())
            return sparse;
        std::size_t weak = 0;
        for (std::size_t i = 0; i < m_parts.size() && !strong; ++i)
            weak += m_evidence.isCandidate(i);
        for (std::size_t i = 0; i < m_parts.size(); ++i) {
            const PartFacts &facts = m_parts[i].facts;
            const bool fits =
                claimed  ? m_evidence.isClaimedStrong(i)
                : strong ? m_evidence.isStrong(i)
                         : m_evidence.isCandidate(i) && (weak == 1 ? facts.vectors > 0 && !m_evidence.isMany(i)
                                                                   : !facts.variesInLength() && facts.longest > 1 &&
                                                                         !m_evidence.asideOf(i) && !facts.oneHot);
            if (!fits)
                continue;
            give(i, ColumnUse::vector, vectorLists,
                 m_evidence.named ? "holds lists of " + std::to_string(facts.longest) + " numbers" : "");
            m_evidence.hasVectors = true;
        }
        if (const auto single = notOneItem(m_parts))
            return single;
        return weak > 0 && !m_evidence.hasVectors ? std::optional(onlyLists()) : std::nullopt;
    }
    std::optional<Error> severalVectors() const
    {
        for (std::size_t i = 0; i < m_parts.size(); ++i) {
            if (m_evidence.isNested(i) && !isAsideName(m_parts[i].name))
                return refusal(
                    "expected one vector for each item, found several ",
                    m_parts[i].facts.example.starts_with("[{")
                        ? "objects in " + columnName(m_parts, i) + "; save each of them as an item of its own"
                        : "vectors in " + columnName(m_parts, i) + "; save one for each item, for example their mean",
                    "; if other members are the vector, choose them: --columns vector=FIRST:LAST");
        }
        return std::nullopt;
    }
    std::optional<Error> sparseVectors() const
    {
        const auto sparse = [](const std::string &where) {
            return refusal("the vectors in ", where,
                           " are sparse (indices and values), which is not supported; save dense ones, for example by "
                           ".toarray(), or reduced by sklearn's TruncatedSVD");
        };
        for (std::size_t i = 0; i < m_parts.size(); ++i) {
            if (m_evidence.isCandidate(i) && m_evidence.isSparsePart(i))
                return sparse(columnName(m_parts, i));
        }
        // Sparse vectors may also be JSON objects with a member for each term; most terms are missing in many rows.
        // Counts all members of each object, and those members that are missing in more than a fifth of the rows.
        std::map<std::string_view, std::pair<std::size_t, std::size_t>> members;
        for (const Part &part : m_parts) {
            const std::string_view outer = outerOf(part.name);
            if (outer.empty() || !part.facts.isNumeric())
                continue;
            ++members[outer].first;
            members[outer].second += part.facts.isSparse();
        }
        for (const auto &[outer, count] : members) {
            const std::string name(outer.substr(0, outer.size() - 1));
            if (isVectorName(name) && count.second * 2 > count.first)
                return sparse("“" + name + "”");
        }
        return std::nullopt;
    }
    Error onlyLists() const
    {
        std::string found;
        for (std::size_t i = 0; i < m_parts.size(); ++i) {
            const PartFacts &facts = m_parts[i].facts;
            if (m_evidence.isCandidate(i))
                found += (found.empty() ? "" : ", ") + columnName(m_parts, i) + " with " +
                         (facts.shortest == facts.longest
                              ? std::to_string(facts.longest)
                              : std::to_string(facts.shortest) + " to " + std::to_string(facts.longest)) +
                         (facts.wholeLists ? " whole numbers" : " numbers");
        }
        return refusal(
            "this file holds no vectors: expected lists of the same length for all items, found other lists: ", found,
            "; choose a file with vectors in it, or name one: --columns vector=NAME");
    }

    /// Returns an error if the file has no vectors, but has parts that are named like counts, scores or indices.
    std::optional<Error> onlyAsides() const
    {
        if (m_evidence.hasVectors || std::ranges::find(m_parts, ColumnUse::vector, &Part::use) != m_parts.end())
            return std::nullopt;
        std::string names;
        for (std::size_t i = 0; i < m_parts.size(); ++i) {
            if (m_parts[i].use == ColumnUse::other && isAsideName(m_parts[i].name) && m_parts[i].facts.isNumeric())
                names += (names.empty() ? "" : ", ") + columnName(m_parts, i);
        }
        if (names.empty())
            return std::nullopt;
        return refusal("this file holds no vectors: its numbers are counts, scores or indices by their names (", names,
                       "); choose a file with vectors in it, or name them: --columns vector=FIRST:LAST");
    }

    /// Returns an error if the space has a single dimension, unless its column is named like a dimension, such as “e0”.
    std::optional<Error> oneNumber() const
    {
        const auto isVector = [](const Part &part) { return part.use == ColumnUse::vector; };
        const auto found = std::ranges::find_if(m_parts, isVector);
        if (m_evidence.hasVectors || m_parts.size() < 2 || std::ranges::count_if(m_parts, isVector) != 1 ||
            (isDimensionName(found->name) && !stemOf(found->name).value_or(std::string()).empty()))
            return std::nullopt;
        const auto i = static_cast<std::size_t>(found - m_parts.begin());
        return refusal("this file holds one number for each item, in ", columnName(m_parts, i),
                       ", and one number is not a vector; choose a file with vectors in it, or specify that it is one: "
                       "--columns vector=",
                       found->name.empty() ? "#" + std::to_string(i + 1) : found->name);
    }

    std::vector<Part> &m_parts;
    Evidence m_evidence;
};

/// Returns the number at the beginning of a field, or NaN.
double numberIn(std::string_view field)
{
    double number = NAN;
    field = trimmed(field);
    std::from_chars(field.data(), field.data() + field.size(), number);
    return number;
}

bool rise(const std::vector<double> &numbers)
{
    return std::ranges::adjacent_find(numbers, std::not_fn(std::less())) == numbers.end();
}

/// True if the numbers are in ascending or descending order. The numbers of a vector rarely are.
bool areOrdered(const std::vector<double> &numbers)
{
    return rise(numbers) || rise({numbers.rbegin(), numbers.rend()});
}

std::vector<double> numbersOf(const std::vector<std::string> &row, const std::vector<std::size_t> &columns)
{
    std::vector<double> numbers;
    for (const std::size_t column : columns)
        numbers.push_back(column < row.size() ? numberIn(row[column]) : NAN);
    return numbers;
}

/// True if a name is typical of ids in tables whose other columns are named by numbers (doses, lags, wavelengths).
bool namesItems(std::string_view name)
{
    constexpr std::array<std::string_view, 24> words = {
        "gene",    "genes", "probe", "sample",  "samples", "compound", "country", "city",
        "protein", "cell",  "cells", "patient", "subject", "band",     "species", "feature",
        "product", "movie", "user",  "entity",  "node",    "document", "doc",     "sentence"};
    return isPlainName(name) || std::ranges::find(words, toLower(name)) != words.end();
}

bool countOn(const std::vector<double> &numbers)
{
    const double step = numbers[1] - numbers[0], tolerance = 1e-3 * step;
    const auto differs = [&](double one, double next) { return !(std::abs(next - one - step) <= tolerance); };
    return step > 0 && std::ranges::adjacent_find(numbers, differs) == numbers.end();
}

/// True if whole numbers in the first row may be names of some dimensions of a model: “3”, “17”, “42”, …. Such names
/// are ascending, or there are many and no two are equal; the numbers of a vector rarely are so.
bool nameDimensions(const std::vector<double> &numbers)
{
    constexpr std::size_t fewest = 4, many = 8;
    const bool differ = std::set(numbers.begin(), numbers.end()).size() == numbers.size();
    return numbers.size() >= fewest && std::ranges::min(numbers) >= 0 &&
           (rise(numbers) || (numbers.size() >= many && differ));
}

/// True if the first row of a table is probably a header of numbers. Its numbers are then in order, and the numbers of
/// most rows below are not. `named`: true if the id column seems to have a name; `texts`: true if some column is text.
bool headColumns(const TextRows &rows, const std::vector<std::size_t> &columns, bool named, bool texts)
{
    constexpr std::size_t fewest = 3, fewestBesideTexts = 6, fewestAlone = 7, checked = 20;
    const std::size_t needed = named ? fewest : texts ? fewestBesideTexts : fewestAlone;
    if (columns.size() < needed || !areOrdered(numbersOf(rows[0], columns)))
        return false;
    const auto below = std::span(rows).subspan(1, std::min(rows.size() - 1, checked));
    const auto ordered =
        std::ranges::count_if(below, [&](const auto &row) { return areOrdered(numbersOf(row, columns)); });
    return 2 * static_cast<std::size_t>(ordered) <= below.size();
}

/// True if the first row is probably a header of numbers: its numbers increase by a constant amount (“0”, “1”, …, or
/// wavelengths), and the numbers of the next row do not.
bool numberColumns(const std::vector<double> &numbers, const std::vector<double> &below)
{
    constexpr std::size_t fewest = 8;
    return numbers.size() >= fewest && countOn(numbers) && !countOn(below);
}

} // namespace

bool areTooManyRepeats(std::size_t repeats, std::size_t rows)
{
    // Accepted number of rows that repeat an earlier id: `always` in any file, `few` in a file of 40 to 200 rows.
    constexpr std::size_t always = 3, few = 10;
    return repeats > always && (repeats > std::max(few, rows / 20) || repeats * 4 > rows);
}

std::optional<Error> assignRoles(std::vector<Part> &parts, bool besideVectors)
{
    return Assigner(parts, besideVectors).run();
}

bool hasHeaderRow(const TextRows &rows)
{
    if (rows.size() < 2)
        return false;
    // `plain`: the first row's numbers are whole and have no decimal point; `texts`: some column contains texts.
    bool counts = true, whole = true, plain = true, telling = false, texts = false;
    std::vector<std::size_t> columns; // numeric columns whose first row is also a number
    std::size_t fractions = 0;
    double before = -1;
    for (std::size_t i = 0; i < rows[0].size(); ++i) {
        const PartFacts facts = factsOf(rows, i, 1), own = factsOf({{rows[0][i]}}, 0, 0);
        const bool unnamed = rows[0][i].empty();
        const bool vectors = facts.holdsVectors() || facts.holdsLists() || facts.holdsNested() || facts.holdsEncoded();
        if (vectors && own.vectors + own.lists + own.nested + own.encoded + own.missing == 0)
            return true; // text above vectors: a header
        if (!facts.isNumeric() && !facts.hasDecimalCommas() && !facts.hasGroupedDigits()) {
            texts = true;
            telling = telling || namesItems(trimmed(rows[0][i])) || (unnamed && facts.missing == 0);
            continue;
        }
        if (own.numbers + own.commas + own.thousands + own.missing == 0)
            return true; // text above numbers: a header
        telling = telling || (unnamed && i == 0 && facts.isWhole() && facts.growing);
        if (unnamed)
            continue;
        const double number = own.whole > 0 ? numberIn(own.example) : -INFINITY;
        counts = counts && (number == before + 1 || (before == -1 && number == 1));
        before = number;
        whole = whole && own.whole > 0;
        plain = plain && own.writtenWhole;
        columns.push_back(i);
        fractions += facts.whole < facts.numbers;
    }
    const std::vector<double> numbers = numbersOf(rows[0], columns);
    const bool others = fractions * 2 > numbers.size();
    if (numbers.size() < 2 || numberColumns(numbers, numbersOf(rows[1], columns)))
        return numbers.size() >= 2;
    if (headColumns(rows, columns, telling, texts))
        return true;
    return counts ? telling || others : whole && others && (telling || (plain && nameDimensions(numbers)));
}

} // namespace anchorscope::io
