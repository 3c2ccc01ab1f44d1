// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/roles/rules.h"

#include "core/plaintext.h"

#include <array>

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
         ColumnUse::other, "holds lists of {longest} numbers, but is not named like a vector, and others are"},
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
         [](auto &e, auto i) { return e.isIndex(i) && !e.hasId && e.textsForIds() == 0 && e.identifies(i); },
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

} // namespace anchorscope::io
