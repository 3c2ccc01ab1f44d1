// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/roles/assign.h"

#include "core/plaintext.h"
#include "io/roles/columnfamily.h"
#include "io/roles/oneitem.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace anchorscope::io {

namespace {

constexpr std::size_t fewRows = 5;

/// Names such as “created_at” and, where the values are no fractions (weights of a word), words such as “year”.
bool isTimeName(std::string_view name, bool fractions)
{
    constexpr std::array words = {"year", "month", "day", "date", "time", "timestamp"};
    const std::string text = lowered(name);
    return text.ends_with("_at") || text.ends_with("_time") || text.ends_with("_date") ||
           (!fractions && std::ranges::find(words, text) != words.end());
}

/// “features.” of “features.values”.
std::string_view outerOf(std::string_view name)
{
    return name.substr(0, name.find_last_of("./") + 1);
}

Error refusal(const std::string &what)
{
    return Error(ErrorCode::badDataset, what);
}

/// Gives every part its role, the most certain first.
class Assigner
{
public:
    Assigner(std::vector<Part> &parts, bool besideVectors)
        : m_parts(parts), m_done(parts.size(), false), m_hasVectors(besideVectors), m_besideVectors(besideVectors)
    {
        m_named = std::ranges::any_of(parts, [](const Part &part) { return !part.name.empty(); });
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (parts[i].chosen && besideVectors)
                give(i, parts[i].use);
        }
        m_family = columnFamily(parts);
    }

    std::optional<Error> run()
    {
        std::optional<Error> refused = m_besideVectors ? std::nullopt : unreadable();
        if (!m_besideVectors && !refused)
            refused = lists();
        if (!m_besideVectors && !refused && !m_hasVectors)
            refused = m_family.rivals;
        for (const auto step : {&Assigner::asideLists, &Assigner::family, &Assigner::unusable, &Assigner::byName,
                                &Assigner::index, &Assigner::textIds, &Assigner::textLabels, &Assigner::numbers}) {
            for (std::size_t i = 0; i < m_parts.size(); ++i) {
                if (!m_done[i])
                    (this->*step)(i);
            }
        }
        if (refused || m_besideVectors)
            return refused;
        refused = onlyAsides();
        return refused ? refused : oneNumber();
    }

private:
    void give(std::size_t i, ColumnUse use, std::string why = {})
    {
        m_parts[i].use = use;
        m_parts[i].why = std::move(why);
        m_done[i] = true;
        m_hasId = m_hasId || use == ColumnUse::id;
        m_hasLabel = m_hasLabel || use == ColumnUse::label;
    }

    /// Vectors that are there and cannot be read.
    std::optional<Error> unreadable() const
    {
        const bool strong = any(&Assigner::isStrong);
        for (std::size_t i = 0; i < m_parts.size(); ++i) {
            if (!m_parts[i].chosen && isBuffer(i))
                return refusal("the vectors in " + columnName(m_parts, i) +
                               " are the bytes of a Buffer of Node.js, which are not supported; save numbers: "
                               "Array.from(new Float32Array(buffer.buffer, buffer.byteOffset, buffer.length / 4))" +
                               leaveOutAdvice(i));
        }
        for (std::size_t i = 0; i < m_parts.size(); ++i) {
            const PartFacts &facts = m_parts[i].facts;
            if (m_parts[i].chosen)
                continue;
            const std::string name = columnName(m_parts, i), ignore = leaveOutAdvice(i);
            const std::string example = "“" + facts.example.substr(0, 24) + (facts.length > 0 ? "…”" : "”");
            if (facts.holdsEncoded())
                return refusal("the vectors in " + name + " are written as hexadecimal digits (" + example +
                               "), which is not supported; save them as lists of numbers" + ignore);
            if (!isVectorName(m_parts[i].name) && (strong || !isWithinVectors(m_parts[i].name)))
                continue;
            if (facts.present() == 0 && facts.rows > 0 && !any(&Assigner::isNamedVector))
                return refusal(name + " is named like a vector but is empty; save the vectors with the rest" + ignore);
            const bool odd = facts.odd > 0 && facts.numbers + facts.commas + facts.thousands == 0;
            if ((facts.isText() || odd) && !facts.holdsLists() && !facts.holdsVectors() && !facts.holdsNested())
                return refusal("expected vectors in " + name + ", found " + textInPlace(facts.example) + ignore);
        }
        return std::nullopt;
    }
    bool isBuffer(std::size_t i) const
    {
        const std::string_view outer = outerOf(m_parts[i].name);
        const auto isType = [&](const Part &part) {
            return part.name.ends_with("type") && outerOf(part.name) == outer && part.facts.example == "Buffer";
        };
        return m_parts[i].facts.wholeLists && m_parts[i].name.ends_with(".data") &&
               std::ranges::any_of(m_parts, isType);
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

    bool isCandidate(std::size_t i) const
    {
        return !m_done[i] && !m_parts[i].chosen && (m_parts[i].facts.holdsVectors() || m_parts[i].facts.holdsLists());
    }
    /// A list of fractions, or of whole numbers under a name of vectors, equally long for all items.
    bool isStrong(std::size_t i) const
    {
        const Part &part = m_parts[i];
        const PartFacts &facts = part.facts;
        if (!isCandidate(i) || facts.variesInLength() || (facts.lists > 0 && facts.longest < 2) || asideOf(i))
            return false;
        return facts.lists == 0 || !facts.wholeLists || (isVectorName(part.name) && !facts.oneHot);
    }
    /// A vector that Haystack's “sparse_embedding”, which is empty, may stand beside.
    bool isNamedVector(std::size_t i) const { return isVectorName(m_parts[i].name) && isStrong(i); }
    /// Values of sparse vectors, or named as lists beside vectors are.
    bool asideOf(std::size_t i) const { return isSparsePart(i) || isAsideName(m_parts[i].name); }
    bool isSparsePart(std::size_t i) const
    {
        const std::string_view outer = outerOf(m_parts[i].name);
        const std::string own = lowered(std::string_view(m_parts[i].name).substr(outer.size()));
        const auto isIndices = [&](const Part &part) {
            return outerOf(part.name) == outer && lowered(part.name.substr(outer.size())) == "indices";
        };
        return (own == "values" || own == "indices") && std::ranges::any_of(m_parts, isIndices);
    }
    bool any(bool (Assigner::*is)(std::size_t) const) const
    {
        for (std::size_t i = 0; i < m_parts.size(); ++i) {
            if ((this->*is)(i))
                return true;
        }
        return false;
    }
    bool isNested(std::size_t i) const { return !m_parts[i].chosen && m_parts[i].facts.holdsNested(); }
    bool isClaimedStrong(std::size_t i) const { return isStrong(i) && claimsVectors(m_parts[i].name); }

    /// Columns of whole vectors; numbers that stand beside them tell something else. Other lists are spaces only where
    /// no list of fractions is, and those of other names only where none is named as vectors are.
    std::optional<Error> lists()
    {
        const bool strong = any(&Assigner::isStrong), nested = any(&Assigner::isNested);
        const bool claimed = any(&Assigner::isClaimedStrong);
        if (nested && !claimed)
            return severalVectors();
        if (const auto sparse = strong ? std::nullopt : sparseVectors())
            return sparse;
        std::size_t weak = 0;
        for (std::size_t i = 0; i < m_parts.size() && !strong; ++i)
            weak += isCandidate(i);
        for (std::size_t i = 0; i < m_parts.size(); ++i) {
            const PartFacts &facts = m_parts[i].facts;
            const bool fits = claimed  ? isClaimedStrong(i)
                              : strong ? isStrong(i)
                                       : isCandidate(i) && (weak == 1 ? facts.vectors > 0 && !isMany(i)
                                                                      : !facts.variesInLength() && facts.longest > 1 &&
                                                                            !asideOf(i) && !facts.oneHot);
            if (!fits)
                continue;
            give(i, ColumnUse::vector, m_named ? "holds lists of " + std::to_string(facts.longest) + " numbers" : "");
            m_hasVectors = true;
        }
        if (const auto single = notOneItem(m_parts))
            return single;
        return weak > 0 && !m_hasVectors ? std::optional(onlyLists()) : std::nullopt;
    }
    /// The only list, and by its name and lengths none of dimensions.
    bool isMany(std::size_t i) const
    {
        return asideOf(i) || (m_parts[i].facts.variesInLength() && m_parts[i].facts.rows > 2);
    }

    std::optional<Error> severalVectors() const
    {
        for (std::size_t i = 0; i < m_parts.size(); ++i) {
            if (isNested(i) && !isAsideName(m_parts[i].name))
                return refusal(
                    "expected one vector for each item, found several " +
                    (m_parts[i].facts.example.starts_with("[{")
                         ? "objects in " + columnName(m_parts, i) + "; save each of them as an item of its own"
                         : "vectors in " + columnName(m_parts, i) +
                               "; save one for each item, for example their mean") +
                    "; if other members are the vector, choose them: --columns vector=FIRST:LAST");
        }
        return std::nullopt;
    }
    std::optional<Error> sparseVectors() const
    {
        const auto sparse = [](const std::string &where) {
            return refusal("the vectors in " + where +
                           " are sparse (indices and values), which is not supported; save "
                           "dense ones, for example by .toarray(), or reduced by sklearn's TruncatedSVD");
        };
        for (std::size_t i = 0; i < m_parts.size(); ++i) {
            if (isCandidate(i) && isSparsePart(i))
                return sparse(columnName(m_parts, i));
        }
        // An object of a number for each term, which lacks most of them.
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
            if (isCandidate(i))
                found += (found.empty() ? "" : ", ") + columnName(m_parts, i) + " with " +
                         (facts.shortest == facts.longest
                              ? std::to_string(facts.longest)
                              : std::to_string(facts.shortest) + " to " + std::to_string(facts.longest)) +
                         (facts.wholeLists ? " whole numbers" : " numbers");
        }
        return refusal(
            "this file holds no vectors: expected lists of the same length for all items, found other lists: " + found +
            "; choose a file with vectors in it, or name one: --columns vector=NAME");
    }
    void asideLists(std::size_t i)
    {
        const PartFacts &facts = m_parts[i].facts;
        if (facts.holdsNested())
            return give(i, ColumnUse::other, "holds several vectors or objects for an item");
        if (!isCandidate(i))
            return;
        if (facts.variesInLength())
            give(i, ColumnUse::other,
                 "holds lists of " + std::to_string(facts.shortest) + " to " + std::to_string(facts.longest) +
                     " numbers");
        else if (facts.oneHot)
            give(i, ColumnUse::other, "holds lists with a single 1 each, like one-hot classes");
        else if (asideOf(i))
            give(i, ColumnUse::other, "is named like lists that accompany vectors");
        else if (facts.wholeLists)
            give(i, ColumnUse::other, "holds lists of whole numbers");
        else if (m_hasVectors && isStrong(i))
            give(i, ColumnUse::other,
                 "holds lists of " + std::to_string(facts.longest) +
                     " numbers, but is not named like a vector, and others are");
        else
            give(i, ColumnUse::other, "holds lists of numbers");
    }

    void family(std::size_t i)
    {
        if (m_family.stem && !m_hasVectors && !m_parts[i].name.empty() && m_parts[i].facts.isNumeric() &&
            stemOf(m_parts[i].name) == m_family.stem)
            give(i, ColumnUse::vector);
    }

    void unusable(std::size_t i)
    {
        const PartFacts &facts = m_parts[i].facts;
        const bool telling = isIdName(m_parts[i].name) || isLabelName(m_parts[i].name);
        if (facts.present() == 0)
            give(i, ColumnUse::ignored, "is empty");
        else if (facts.isSparse() && facts.isNumeric() && !telling)
            give(i, ColumnUse::other,
                 "has no number in " + std::to_string(100 * facts.missing / facts.rows) + "% of its first rows");
        else if (facts.hasDecimalCommas())
            give(i, ColumnUse::other, "holds numbers with commas");
        else if (facts.hasGroupedDigits())
            give(i, ColumnUse::other, "holds numbers whose digits are in groups");
        else if (!facts.isNumeric() && !facts.isText() && !telling)
            give(i, ColumnUse::other,
                 facts.numbers == 0 ? "holds numbers in another notation" : "holds numbers and other text");
    }

    /// Ids differ for (nearly) all items.
    static bool differs(const PartFacts &facts) { return facts.distinct * 10 >= facts.present() * 9; }
    /// Few enough values for classes.
    static bool isFew(const PartFacts &facts) { return facts.distinct * 2 <= facts.present(); }

    void byName(std::size_t i)
    {
        const std::string &name = m_parts[i].name;
        const PartFacts &facts = m_parts[i].facts;
        const bool fractions = facts.isNumeric() && !facts.isWhole();
        const bool measure = fractions && !facts.isUnique(); // arXiv's 2101.00010 and versions such as 1.10 differ
        if (isIdName(name) && !measure && !(facts.isNumeric() && isIndexName(name)))
            idByName(i);
        else if (isLabelName(name) || (isIdName(name) && measure))
            labelByName(i, fractions);
        else if (isTimeName(name, fractions))
            give(i, ColumnUse::other, "is named like a timestamp");
    }
    void idByName(std::size_t i)
    {
        const PartFacts &facts = m_parts[i].facts;
        // OpenAI's batches have ids of their own beside the user's.
        const bool isOther = lowered(m_parts[i].name) == "id" && std::ranges::any_of(m_parts, [](const Part &part) {
                                 return part.name == "custom_id" && differs(part.facts);
                             });
        if ((m_hasId || isOther) && differs(facts))
            give(i, ColumnUse::other, "holds further ids");
        else if (facts.missing > 1)
            give(i, ColumnUse::other,
                 "is named like ids, but has no value in " + std::to_string(facts.missing) + " of its first " +
                     std::to_string(facts.rows) + " rows");
        else if (differs(facts) || facts.present() < fewRows)
            give(i, ColumnUse::id, isPlainName(m_parts[i].name) ? "" : "is named like ids");
        else if (isFew(facts) && facts.isText() && facts.distinct > 1 && !m_hasLabel && !labelNamed())
            give(i, ColumnUse::label, "is named like ids, but has one value for many items");
        else
            give(i, ColumnUse::other, "is named like ids, but has one value for many items");
    }
    bool labelNamed() const
    {
        return std::ranges::any_of(m_parts, [](const Part &part) { return isLabelName(part.name); });
    }
    void labelByName(std::size_t i, bool fractions)
    {
        const std::string &name = m_parts[i].name;
        const PartFacts &facts = m_parts[i].facts;
        const bool y = lowered(name) == "y";
        const bool coordinate =
            y && std::ranges::any_of(m_parts, [](const Part &part) { return lowered(part.name) == "x"; });
        if (coordinate)
            return;
        if (m_hasLabel)
            give(i, ColumnUse::other, "holds further labels");
        else if (fractions && y && facts.distinct * 2 > facts.present())
            return;
        else if (fractions)
            give(i, ColumnUse::other,
                 std::string("is named like ") + (isLabelName(name) ? "labels" : "ids") + ", but holds fractions");
        else if (!m_hasId && facts.isText() && facts.isUnique() && facts.rows >= fewRows)
            give(i, ColumnUse::id, "is named like labels, but differs for every item");
        else
            give(i, ColumnUse::label, isPlainName(name) ? "" : "is named like labels");
    }

    /// Whole numbers that name or count the rows. At least one column of numbers stays.
    void index(std::size_t i)
    {
        const PartFacts &facts = m_parts[i].facts;
        const std::string &name = m_parts[i].name;
        if (!facts.isWhole() || facts.isSparse() || (i > 0 && name.empty() && !m_named) ||
            (numbersLeft() < 2 && !m_hasVectors))
            return;
        const bool unnamed = m_named && isIndexName(name);
        if (!unnamed && !facts.writtenWhole &&
            !(facts.running && facts.rows >= fewRows && !m_named)) // savetxt: “0.000e+00”
            return;
        const bool unique = facts.isUnique() && facts.rows >= fewRows && wholeLeft() == 1;
        std::string why;
        if (facts.running && facts.rows >= 3)
            why = "counts the rows";
        else if (facts.growing && facts.rows >= fewRows)
            why = "holds whole numbers that only increase";
        else if (unique || (unnamed && facts.isUnique()))
            why = "holds whole numbers that occur once each";
        if (why.empty())
            return;
        if (unnamed && name.empty())
            why = "has no name and " + why;
        const bool tells = m_besideVectors ? unnamed && !facts.running : i == 0 || unnamed; // more than their order
        if (!m_hasId && textsForIds() == 0 && tells)
            give(i, ColumnUse::id, why);
        else
            give(i, unnamed || facts.running ? ColumnUse::ignored : ColumnUse::other, why);
    }

    std::size_t numbersLeft() const
    {
        std::size_t left = 0;
        for (std::size_t i = 0; i < m_parts.size(); ++i)
            left += m_done[i] ? m_parts[i].use == ColumnUse::vector : m_parts[i].facts.isNumeric();
        return left;
    }
    std::size_t wholeLeft() const
    {
        std::size_t left = 0;
        for (std::size_t i = 0; i < m_parts.size(); ++i)
            left += m_parts[i].facts.isWhole() && (!m_done[i] || m_parts[i].use == ColumnUse::vector);
        return left;
    }
    bool couldBeIds(std::size_t i) const
    {
        const PartFacts &facts = m_parts[i].facts;
        const bool first = i == 0 && !m_besideVectors;
        return !m_done[i] && facts.isText() && (first ? facts.distinct * 2 > facts.present() : mostlyUnique(facts));
    }
    std::size_t textsForIds() const
    {
        std::size_t count = 0;
        for (std::size_t i = 0; i < m_parts.size(); ++i)
            count += couldBeIds(i);
        return count;
    }
    static bool mostlyUnique(const PartFacts &facts)
    {
        return facts.missing <= 1 && (facts.isUnique() || (facts.rows > 10 && facts.distinct * 10 >= facts.rows * 9));
    }

    void textIds(std::size_t i)
    {
        if (!m_hasId && couldBeIds(i))
            give(i, ColumnUse::id, m_named ? "holds text that is mostly different" : "");
    }

    void textLabels(std::size_t i)
    {
        constexpr std::size_t longestLabel = 60;
        const PartFacts &facts = m_parts[i].facts;
        if (!facts.isText())
            return;
        const bool few = isFew(facts) || (i > 0 && facts.rows <= 10 && !facts.isUnique());
        if (!m_hasLabel && few && facts.distinct > 1 && facts.length <= longestLabel * facts.rows)
            give(i, ColumnUse::label, m_named ? "holds text with few different values" : "");
        else
            give(i, ColumnUse::other, "holds text");
    }

    void numbers(std::size_t i)
    {
        Part &part = m_parts[i];
        const PartFacts &facts = part.facts;
        const bool atEdge = (m_named ? i == 0 : isFirstNumber(i)) || i + 1 == m_parts.size();
        const bool few = facts.rows >= fewRows && facts.distinct * 2 <= facts.rows;
        if (m_hasVectors)
            give(i, ColumnUse::other, m_besideVectors ? "holds numbers" : "is beside a column of vectors");
        else if (m_family.stem) {
            give(i, ColumnUse::other, "has a name unlike those of the other columns of numbers");
            part.outgrows = isAsideName(part.name) || claimsVectors(*m_family.stem) ? 0 : excess(facts.spread);
        } else if (m_named && isIndexName(part.name) && facts.isWhole() && numbersLeft() > 1)
            give(i, ColumnUse::other, "is where row numbers usually are, and holds whole numbers");
        else if (isAsideName(part.name))
            give(i, ColumnUse::other, "is named like counts, scores or indices");
        else if (isOneHotColumn(i))
            give(i, ColumnUse::other, "is one of several columns with a single 1 in each row, like one-hot classes");
        else if (!m_hasLabel && atEdge && few && facts.distinct > 1 && facts.isWhole() && wholeLeft() == 1 &&
                 numbersLeft() > 2)
            give(i, ColumnUse::label, "holds few different whole numbers, unlike the other columns");
        else
            give(i, ColumnUse::vector, m_named && part.name.empty() ? "has no name" : "");
    }
    /// Whether only ids and the like stand before it.
    bool isFirstNumber(std::size_t i) const
    {
        for (std::size_t before = 0; before < i; ++before) {
            if (!m_done[before] || m_parts[before].use == ColumnUse::vector)
                return false;
        }
        return true;
    }
    /// pandas' get_dummies: columns of one beginning, whose ones are as many as the rows; beside columns of fractions.
    bool isOneHotColumn(std::size_t i) const
    {
        const auto stem = [this](std::size_t at) {
            const std::string &name = m_parts[at].name;
            return name.substr(0, name.find_last_of("_.") + 1);
        };
        std::size_t ones = 0, columns = 0, fractions = 0;
        for (std::size_t at = 0; at < m_parts.size(); ++at) {
            const PartFacts &facts = m_parts[at].facts;
            fractions += facts.isNumeric() && !facts.isWhole();
            const bool sister = facts.isBinary() && stem(at) == stem(i);
            ones += sister ? facts.ones : 0;
            columns += sister;
        }
        const PartFacts &own = m_parts[i].facts;
        return own.isBinary() && !stem(i).empty() && fractions > 0 && columns > 1 && ones == own.rows;
    }

    /// Where no dimension is left but the file has numbers, these are counts and the like.
    std::optional<Error> onlyAsides() const
    {
        if (m_hasVectors || std::ranges::find(m_parts, ColumnUse::vector, &Part::use) != m_parts.end())
            return std::nullopt;
        std::string names;
        for (std::size_t i = 0; i < m_parts.size(); ++i) {
            if (m_parts[i].use == ColumnUse::other && isAsideName(m_parts[i].name) && m_parts[i].facts.isNumeric())
                names += (names.empty() ? "" : ", ") + columnName(m_parts, i);
        }
        if (names.empty())
            return std::nullopt;
        return refusal("this file holds no vectors: its numbers are counts, scores or indices by their names (" +
                       names + "); choose a file with vectors in it, or name them: --columns vector=FIRST:LAST");
    }

    /// One number for each item is a measure of something, unless its name says that it is a dimension.
    std::optional<Error> oneNumber() const
    {
        const auto isVector = [](const Part &part) { return part.use == ColumnUse::vector; };
        const auto found = std::ranges::find_if(m_parts, isVector);
        if (m_hasVectors || m_parts.size() < 2 || std::ranges::count_if(m_parts, isVector) != 1 ||
            (isDimensionName(found->name) && !stemOf(found->name).value_or(std::string()).empty()))
            return std::nullopt;
        const auto i = static_cast<std::size_t>(found - m_parts.begin());
        return refusal("this file holds one number for each item, in " + columnName(m_parts, i) +
                       ", and one number is not a vector; choose a file with vectors in it, or specify that it is one: "
                       "--columns vector=" +
                       (found->name.empty() ? "#" + std::to_string(i + 1) : found->name));
    }

    /// How many times the median spread of the pattern's columns, if far beyond; else 0.
    double excess(double spread) const
    {
        std::vector<double> spreads;
        for (std::size_t i = 0; i < m_parts.size(); ++i) {
            if (m_done[i] && m_parts[i].use == ColumnUse::vector)
                spreads.push_back(m_parts[i].facts.spread);
        }
        const double median = medianOf(std::move(spreads));
        return median > 0 && spread > farBeyond * median ? spread / median : 0;
    }

    std::vector<Part> &m_parts;
    std::vector<bool> m_done;
    ColumnFamily m_family;
    bool m_named = false, m_hasId = false, m_hasLabel = false, m_hasVectors = false, m_besideVectors = false;
};

} // namespace

double medianOf(std::vector<double> values)
{
    if (values.empty())
        return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

bool areTooManyRepeats(std::size_t repeats, std::size_t rows)
{
    constexpr std::size_t always = 3, few = 10; // of small files a few rows are a large share
    return repeats > always && (repeats > std::max(few, rows / 20) || repeats * 4 > rows);
}

std::optional<Error> assignRoles(std::vector<Part> &parts, bool besideVectors)
{
    return Assigner(parts, besideVectors).run();
}

} // namespace anchorscope::io
