// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/roles/rules.h"

#include "core/plaintext.h"
#include "core/statistics.h"
#include "io/roles/assign.h"

#include <array>
#include <map>

namespace anchorscope::io {

namespace {

/// True if a name is typical of times: “created_at”; also “year”, “date” and the like, unless values are `fractions`.
bool isTimeName(std::string_view name, bool fractions)
{
    constexpr std::array words = {"year", "month", "day", "date", "time", "timestamp"};
    const std::string text = toLower(name);
    return text.ends_with("_at") || text.ends_with("_time") || text.ends_with("_date") ||
           (!fractions && std::ranges::find(words, text) != words.end());
}

constexpr std::array listRules = {
    Rule{"nested-lists", [](auto &e, auto i) { return e.facts(i).holdsNested(); }, ColumnUse::other,
         "holds several vectors or objects for an item"},
    Rule{"varying-lists", [](auto &e, auto i) { return e.isCandidate(i) && e.facts(i).variesInLength(); },
         ColumnUse::other, "holds lists of {shortest} to {longest} numbers"},
    Rule{"one-hot-lists", [](auto &e, auto i) { return e.isCandidate(i) && e.facts(i).oneHot; }, ColumnUse::other,
         "holds lists with a single 1 each, like one-hot classes"},
    Rule{"aside-lists", [](auto &e, auto i) { return e.isCandidate(i) && e.asideOf(i); }, ColumnUse::other,
         "is named like lists that accompany vectors"},
    Rule{"whole-lists", [](auto &e, auto i) { return e.isCandidate(i) && e.facts(i).wholeLists; }, ColumnUse::other,
         "holds lists of whole numbers"},
    Rule{"unnamed-lists", [](auto &e, auto i) { return e.isCandidate(i) && e.hasVectors && e.isStrong(i); },
         ColumnUse::other, "holds lists of {longest} numbers under a name unlike those of the vectors"},
    Rule{"other-lists", [](auto &e, auto i) { return e.isCandidate(i); }, ColumnUse::other, "holds lists of numbers"},
};

constexpr std::array familyRules = {
    Rule{"family", [](auto &e, auto i) { return e.isOfFamily(i); }, ColumnUse::vector, ""},
};

constexpr std::array unusableRules = {
    Rule{"empty", [](auto &e, auto i) { return e.facts(i).present() == 0; }, ColumnUse::ignored, "is empty"},
    Rule{"sparse-numbers",
         [](auto &e, auto i) { return e.facts(i).isSparse() && e.facts(i).isNumeric() && !e.isTelling(i); },
         ColumnUse::other, "has no number in {missing%}% of its first rows"},
    Rule{"decimal-commas", [](auto &e, auto i) { return e.facts(i).hasDecimalCommas(); }, ColumnUse::other,
         "holds numbers with commas"},
    Rule{"grouped-digits", [](auto &e, auto i) { return e.facts(i).hasGroupedDigits(); }, ColumnUse::other,
         "holds numbers whose digits are in groups"},
    Rule{"other-notation", [](auto &e, auto i) { return e.isOtherNotation(i) && e.facts(i).numbers == 0; },
         ColumnUse::other, "holds numbers in another notation"},
    Rule{"mixed-text", [](auto &e, auto i) { return e.isOtherNotation(i); }, ColumnUse::other,
         "holds numbers and other text"},
};

constexpr std::array nameRules = {
    Rule{"further-ids", [](auto &e, auto i) { return e.isNamedId(i) && e.hasOtherIds(i) && e.differs(i); },
         ColumnUse::other, "holds further ids"},
    Rule{"ids-with-gaps", [](auto &e, auto i) { return e.isNamedId(i) && e.facts(i).missing > 1; }, ColumnUse::other,
         "is named like ids, but has no value in {missing} of its first {rows} rows"},
    Rule{"plain-id-name",
         [](auto &e, auto i) {
             return e.isNamedId(i) && (e.differs(i) || e.facts(i).present() < fewRows) && isPlainName(e.parts[i].name);
         },
         ColumnUse::id, ""},
    Rule{"id-name", [](auto &e, auto i) { return e.isNamedId(i) && (e.differs(i) || e.facts(i).present() < fewRows); },
         ColumnUse::id, "is named like ids"},
    Rule{"id-name-of-classes",
         [](auto &e, auto i) {
             return e.isNamedId(i) && e.isFew(i) && e.facts(i).isText() && e.facts(i).distinct > 1 && !e.hasLabel &&
                    !e.labelNamed();
         },
         ColumnUse::label, "is named like ids, but has one value for many items"},
    Rule{"repeated-ids", [](auto &e, auto i) { return e.isNamedId(i); }, ColumnUse::other,
         "is named like ids, but has one value for many items"},
    Rule{"further-labels", [](auto &e, auto i) { return e.isLabelLike(i) && e.hasLabel; }, ColumnUse::other,
         "holds further labels"},
    Rule{"label-name-of-fractions",
         [](auto &e, auto i) { return e.isLabelLike(i) && e.holdsFractions(i) && isLabelName(e.parts[i].name); },
         ColumnUse::other, "is named like labels, but holds fractions"},
    Rule{"id-name-of-fractions", [](auto &e, auto i) { return e.isLabelLike(i) && e.holdsFractions(i); },
         ColumnUse::other, "is named like ids, but holds fractions"},
    Rule{"label-name-of-ids",
         [](auto &e, auto i) {
             return e.isLabelLike(i) && !e.hasId && e.facts(i).isText() && e.facts(i).isUnique() &&
                    e.facts(i).rows >= fewRows;
         },
         ColumnUse::id, "is named like labels, but differs for every item"},
    Rule{"collection-name", [](auto &e, auto i) { return e.isCollection(i); }, ColumnUse::other,
         "is named like labels, but has one value for all items"},
    Rule{"plain-label-name", [](auto &e, auto i) { return e.isLabelLike(i) && isPlainName(e.parts[i].name); },
         ColumnUse::label, ""},
    Rule{"label-name", [](auto &e, auto i) { return e.isLabelLike(i); }, ColumnUse::label, "is named like labels"},
    Rule{"time-name",
         [](auto &e, auto i) {
             return !e.isNamedId(i) && !e.isNamedLabel(i) && isTimeName(e.parts[i].name, e.holdsFractions(i));
         },
         ColumnUse::other, "is named like a timestamp"},
};

constexpr std::array indexRules = {
    Rule{"index-of-ids",
         [](auto &e, auto i) { return e.isIndex(i) && !e.hasId && !e.any(&Evidence::couldBeIds) && e.identifies(i); },
         ColumnUse::id, "{index}"},
    Rule{"index", [](auto &e, auto i) { return e.isIndex(i) && (e.isUnnamedIndex(i) || e.facts(i).running); },
         ColumnUse::ignored, "{index}"},
    Rule{"named-index", [](auto &e, auto i) { return e.isIndex(i); }, ColumnUse::other, "{index}"},
};

constexpr std::array textIdRules = {
    Rule{"text-ids", [](auto &e, auto i) { return !e.hasId && e.couldBeIds(i); }, ColumnUse::id,
         "holds text that is mostly different", true},
};

constexpr std::array textRules = {
    Rule{"text-labels", [](auto &e, auto i) { return e.facts(i).isText() && !e.hasLabel && e.isClassText(i); },
         ColumnUse::label, "holds text with few different values", true},
    Rule{"text", [](auto &e, auto i) { return e.facts(i).isText(); }, ColumnUse::other, "holds text"},
};

constexpr std::array numberRules = {
    Rule{"number-in-list", [](auto &e, auto) { return e.hasVectors && e.besideVectors; }, ColumnUse::other,
         "holds numbers"},
    Rule{"number-beside-vectors", [](auto &e, auto) { return e.hasVectors; }, ColumnUse::other,
         "is beside a column of vectors"},
    Rule{unlikeFamily, [](auto &e, auto) { return e.family.stem.has_value(); }, ColumnUse::other,
         "has a name unlike those of the other columns of numbers"},
    Rule{"index-name",
         [](auto &e, auto i) { return e.isUnnamedIndex(i) && e.facts(i).isWhole() && e.numbersLeft() > 1; },
         ColumnUse::other, "is where row numbers usually are, and holds whole numbers"},
    Rule{"aside-name", [](auto &e, auto i) { return isAsideName(e.parts[i].name); }, ColumnUse::other,
         "is named like counts, scores or indices"},
    Rule{"one-hot-columns", [](auto &e, auto i) { return e.isOneHotColumn(i); }, ColumnUse::other,
         "is one of several columns with a single 1 in each row, like one-hot classes"},
    Rule{"number-labels", [](auto &e, auto i) { return !e.hasLabel && e.isClassNumber(i); }, ColumnUse::label,
         "holds few different whole numbers, unlike the other columns"},
    Rule{"unnamed-number", [](auto &e, auto i) { return e.named && e.parts[i].name.empty(); }, ColumnUse::vector,
         "has no name"},
    Rule{"number", [](auto &, auto) { return true; }, ColumnUse::vector, ""},
};

constexpr std::array<std::span<const Rule>, 8> steps = {listRules,  familyRules, unusableRules, nameRules,
                                                        indexRules, textIdRules, textRules,     numberRules};

/// Minimum number of columns in each of two families (“text_0”, … and “image_0”, …) for the error that both may be the
/// vector. Smaller families, such as “x1”, “x2”, “x3”, may be parts of one vector.
constexpr std::size_t fewestOfRivals = 4;

std::string rangeOf(const std::vector<Part> &parts, const std::string &stem)
{
    std::string first, last;
    for (const Part &part : parts) {
        if (!part.chosen && part.facts.isNumeric() && stemOf(part.name) == stem) {
            first = first.empty() ? part.name : first;
            last = part.name;
        }
    }
    return first + ":" + last;
}

} // namespace

std::span<const std::span<const Rule>> ruleSteps()
{
    return steps;
}

std::string whyOf(const Rule &rule, const Evidence &evidence, std::size_t i)
{
    if (rule.whyNeedsNames && !evidence.named)
        return {};
    const PartFacts &facts = evidence.facts(i);
    std::string why = rule.why;
    const auto fill = [&why](std::string_view place, const auto &text) {
        if (const std::size_t at = why.find(place); at != std::string::npos)
            why.replace(at, place.size(), text());
    };
    fill("{shortest}", [&] { return std::to_string(facts.shortest); });
    fill("{longest}", [&] { return std::to_string(facts.longest); });
    fill("{missing}", [&] { return std::to_string(facts.missing); });
    fill("{missing%}", [&] { return std::to_string(100 * facts.missing / facts.rows); });
    fill("{rows}", [&] { return std::to_string(facts.rows); });
    fill("{index}", [&] { return evidence.indexEvidence(i); });
    return why;
}

std::optional<std::string> stemOf(std::string_view name)
{
    name = name.substr(0, name.find_last_not_of("])}") + 1);
    const std::size_t last = name.find_last_not_of("0123456789");
    const std::size_t length = last == std::string_view::npos ? 0 : last + 1;
    if (length == name.size())
        return std::nullopt;
    // If the name is a number, such as “400.5”, its stem is empty, so that all such names form one family.
    return isNumber(name) ? std::string() : toLower(name.substr(0, length));
}

ColumnFamily columnFamily(const std::vector<Part> &parts)
{
    std::map<std::string, std::size_t> votes;
    std::size_t numeric = 0;
    for (const Part &part : parts) {
        if (!part.facts.isNumeric() || part.chosen || isAsideName(part.name))
            continue;
        ++numeric;
        if (const auto stem = part.name.empty() ? std::nullopt : stemOf(part.name))
            ++votes[*stem];
    }
    const auto most = std::ranges::max_element(votes, {}, [](const auto &vote) {
        return std::pair(claimsVectors(vote.first) && vote.second > 1, vote.second);
    });
    if (most == votes.end() || most->second < 2)
        return {};
    const bool claims = claimsVectors(most->first);
    const auto isRival = [&](const auto &vote) {
        const bool large = std::min(vote.second, most->second) >= fewestOfRivals;
        const bool alike =
            vote.second == most->second || (most->second * 2 >= numeric && vote.second * 2 >= most->second);
        return vote.first != most->first && large && alike && claimsVectors(vote.first) == claims;
    };
    const auto rival = std::ranges::find_if(votes, isRival);
    if (rival == votes.end())
        return claims || most->second * 2 >= numeric ? ColumnFamily{.stem = most->first} : ColumnFamily();
    const std::string first = rangeOf(parts, most->first), second = rangeOf(parts, rival->first);
    return {.rivals = Error(ErrorCode::badDataset,
                            "expected the columns of one vector, found those of several by their names, such as ",
                            first, " and ", second, "; specify the ones to read, for example --columns vector=", first,
                            ", or join them: --columns vector=", first, ",vector=", second)};
}

std::string_view outerOf(std::string_view name)
{
    return name.substr(0, name.find_last_of("./") + 1);
}

bool Evidence::isBuffer(std::size_t i) const
{
    const std::string_view outer = outerOf(parts[i].name);
    const auto isType = [&](const Part &part) {
        return part.name.ends_with("type") && outerOf(part.name) == outer && part.facts.example == "Buffer";
    };
    return parts[i].facts.wholeLists && parts[i].name.ends_with(".data") && std::ranges::any_of(parts, isType);
}

bool Evidence::isCandidate(std::size_t i) const
{
    return !done[i] && !parts[i].chosen && (parts[i].facts.holdsVectors() || parts[i].facts.holdsLists());
}

bool Evidence::isStrong(std::size_t i) const
{
    const Part &part = parts[i];
    const PartFacts &facts = part.facts;
    if (!isCandidate(i) || facts.variesInLength() || (facts.lists > 0 && facts.longest < 2) || asideOf(i))
        return false;
    return facts.lists == 0 || !facts.wholeLists || (isVectorName(part.name) && !facts.oneHot);
}

bool Evidence::isSparsePart(std::size_t i) const
{
    const std::string_view outer = outerOf(parts[i].name);
    const std::string own = toLower(std::string_view(parts[i].name).substr(outer.size()));
    const auto isIndices = [&](const Part &part) {
        return outerOf(part.name) == outer && toLower(part.name.substr(outer.size())) == "indices";
    };
    return (own == "values" || own == "indices") && std::ranges::any_of(parts, isIndices);
}

bool Evidence::any(bool (Evidence::*is)(std::size_t) const) const
{
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if ((this->*is)(i))
            return true;
    }
    return false;
}

bool Evidence::isOfFamily(std::size_t i) const
{
    return family.stem && !hasVectors && !parts[i].name.empty() && facts(i).isNumeric() &&
           stemOf(parts[i].name) == family.stem;
}

bool Evidence::isNamedId(std::size_t i) const
{
    const std::string &name = parts[i].name;
    return isIdName(name) && !isMeasure(i) && !(facts(i).isNumeric() && isIndexName(name));
}

bool Evidence::hasOtherIds(std::size_t i) const
{
    for (std::size_t other = 0; other < parts.size() && toLower(parts[i].name) == "id"; ++other) {
        if (parts[other].name == "custom_id" && differs(other))
            return true;
    }
    return hasId;
}

bool Evidence::labelNamed() const
{
    return std::ranges::any_of(parts, [](const Part &part) { return isLabelName(part.name); });
}

bool Evidence::isNamedLabel(std::size_t i) const
{
    return !isNamedId(i) && (isLabelName(parts[i].name) || (isIdName(parts[i].name) && isMeasure(i)));
}

bool Evidence::isCollection(std::size_t i) const
{
    const auto holdsClasses = [](const Part &part) {
        return !outerOf(part.name).empty() && isLabelName(part.name) && part.facts.distinct > 1 &&
               part.facts.distinct * 2 <= part.facts.present();
    };
    return isLabelLike(i) && facts(i).distinct == 1 && outerOf(parts[i].name).empty() &&
           std::ranges::any_of(parts, holdsClasses);
}

bool Evidence::isLabelLike(std::size_t i) const
{
    if (!isNamedLabel(i) || toLower(parts[i].name) != "y")
        return isNamedLabel(i);
    const bool ofPoint = std::ranges::any_of(parts, [](const Part &part) { return toLower(part.name) == "x"; });
    const bool target = holdsFractions(i) && facts(i).distinct * 2 > facts(i).present() && !hasLabel;
    return !ofPoint && !target;
}

std::string Evidence::indexEvidence(std::size_t i) const
{
    const std::string &name = parts[i].name;
    if (!facts(i).isWhole() || facts(i).isSparse() || (i > 0 && name.empty() && !named) ||
        (numbersLeft() < 2 && !hasVectors))
        return {};
    const bool unnamed = isUnnamedIndex(i), many = facts(i).rows >= fewRows;
    // A column with decimal points contains row numbers only if NumPy's savetxt wrote them: “0.000e+00”, ….
    if (!unnamed && !facts(i).writtenWhole && !(facts(i).running && many && !named))
        return {};
    const std::string start = unnamed && name.empty() ? "has no name and " : "";
    if (facts(i).running && facts(i).rows >= 3)
        return start + "counts the rows";
    if (facts(i).growing && many)
        return start + "holds whole numbers that only increase";
    const bool unique = facts(i).isUnique() && (unnamed || (many && wholeLeft() == 1));
    return unique ? start + "holds whole numbers that occur once each" : std::string();
}

bool Evidence::identifies(std::size_t i) const
{
    const bool unnamed = isUnnamedIndex(i);
    return besideVectors ? unnamed && !facts(i).running : i == 0 || unnamed;
}

std::size_t Evidence::numbersLeft() const
{
    std::size_t left = 0;
    for (std::size_t i = 0; i < parts.size(); ++i)
        left += done[i] ? parts[i].use == ColumnUse::vector : parts[i].facts.isNumeric();
    return left;
}

std::size_t Evidence::wholeLeft() const
{
    std::size_t left = 0;
    for (std::size_t i = 0; i < parts.size(); ++i)
        left += parts[i].facts.isWhole() && (!done[i] || parts[i].use == ColumnUse::vector);
    return left;
}

bool Evidence::couldBeIds(std::size_t i) const
{
    const PartFacts &facts = parts[i].facts;
    const bool first = i == 0 && !besideVectors;
    return !done[i] && facts.isText() && (first ? facts.distinct * 2 > facts.present() : mostlyUnique(facts));
}

bool Evidence::isClassText(std::size_t i) const
{
    constexpr std::size_t longestLabel = 60;
    const bool few = isFew(i) || (i > 0 && facts(i).rows <= 10 && !facts(i).isUnique());
    return few && facts(i).distinct > 1 && facts(i).length <= longestLabel * facts(i).rows;
}

bool Evidence::isClassNumber(std::size_t i) const
{
    const bool atEdge = (named ? i == 0 : isFirstNumber(i)) || i + 1 == parts.size();
    const bool few = facts(i).rows >= fewRows && facts(i).distinct * 2 <= facts(i).rows;
    return atEdge && few && facts(i).distinct > 1 && facts(i).isWhole() && wholeLeft() == 1 && numbersLeft() > 2;
}

bool Evidence::isFirstNumber(std::size_t i) const
{
    for (std::size_t before = 0; before < i; ++before) {
        if (!done[before] || parts[before].use == ColumnUse::vector)
            return false;
    }
    return true;
}

bool Evidence::isOneHotColumn(std::size_t i) const
{
    const auto stem = [this](std::size_t at) {
        const std::string &name = parts[at].name;
        return name.substr(0, name.find_last_of("_.") + 1);
    };
    std::size_t ones = 0, columns = 0, fractions = 0;
    for (std::size_t at = 0; at < parts.size(); ++at) {
        const PartFacts &facts = parts[at].facts;
        fractions += facts.isNumeric() && !facts.isWhole();
        const bool sister = facts.isBinary() && stem(at) == stem(i);
        ones += sister ? facts.ones : 0;
        columns += sister;
    }
    const PartFacts &own = parts[i].facts;
    return own.isBinary() && !stem(i).empty() && fractions > 0 && columns > 1 && ones == own.rows;
}

double Evidence::excess(double spread) const
{
    std::vector<double> spreads;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (done[i] && parts[i].use == ColumnUse::vector)
            spreads.push_back(parts[i].facts.spread);
    }
    const double usual = spreads.empty() ? 0 : median(std::move(spreads));
    return usual > 0 && spread > farBeyond * usual ? spread / usual : 0;
}

} // namespace anchorscope::io
