// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "io/roles/part.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace anchorscope::io {

/// Returns the stem of a column name, the name without the number at its end: “e” for “e12”, “dim_” for “dim_3”, “v[”
/// for “v[7]”, “” for “5”; nullopt for a name without a number.
std::optional<std::string> stemOf(std::string_view name);

/// Family of columns whose names differ only in a number, so that they are the dimensions of one vector.
struct ColumnFamily
{
    /// Stem of the family's names; nullopt without a family. At least half of all columns of numbers, or at least two
    /// columns with names like embeddings, must belong to a family.
    std::optional<std::string> stem = {};
    /// Error if two families are equally likely to be the vector, such as “text_0”, … and as many columns “image_0”, ….
    std::optional<Error> rivals = {};
};

ColumnFamily columnFamily(const std::vector<Part> &parts);

inline constexpr std::size_t fewRows = 5;

/// Returns a name without its last component: “features.” for “features.values”; the point remains.
std::string_view outerOf(std::string_view name);

/// Input of the rules that assign roles: facts about the parts of a file, and the roles assigned so far. A part is a
/// column, an array or another unit of values that gets one role (Part). `i` is the index of a part in `parts`.
struct Evidence
{
    Evidence(std::vector<Part> &all, bool beside)
        : parts(all), done(all.size(), false), family(columnFamily(all)),
          named(std::ranges::any_of(all, [](const Part &part) { return !part.name.empty(); })), hasVectors(beside),
          besideVectors(beside)
    {
    }

    std::vector<Part> &parts;
    std::vector<bool> done; ///< true for each part whose role is assigned
    ColumnFamily family;
    bool named; ///< true if some part of the file has a name
    bool hasId = false, hasLabel = false;
    bool hasVectors;
    bool besideVectors; ///< true if the vectors are in another file

    const PartFacts &facts(std::size_t i) const { return parts[i].facts; }

    bool isBuffer(std::size_t i) const;
    bool isCandidate(std::size_t i) const;
    /// True if a part contains lists of equal length for all items: fractions or, if named like vectors, whole numbers.
    bool isStrong(std::size_t i) const;
    /// True if a part is named like vectors and contains them, unlike Haystack's “sparse_embedding”, which is empty.
    bool isNamedVector(std::size_t i) const { return isVectorName(parts[i].name) && isStrong(i); }
    /// True if a part is not a vector: numbers of sparse vectors, or a part named like counts, masks, scores, ….
    bool asideOf(std::size_t i) const { return isSparsePart(i) || isAsideName(parts[i].name); }
    bool isSparsePart(std::size_t i) const;
    bool any(bool (Evidence::*is)(std::size_t) const) const;
    bool isNested(std::size_t i) const { return !parts[i].chosen && parts[i].facts.holdsNested(); }
    bool isClaimedStrong(std::size_t i) const { return isStrong(i) && claimsVectors(parts[i].name); }

    /// True if the only list of a file is not a vector: it is named like counts or scores, or the lists vary in length.
    bool isMany(std::size_t i) const { return asideOf(i) || (facts(i).variesInLength() && facts(i).rows > 2); }

    bool isOfFamily(std::size_t i) const;

    /// True if at least nine of ten values of a part (a column or an array) are distinct, as for ids.
    bool differs(std::size_t i) const { return facts(i).distinct * 10 >= facts(i).present() * 9; }
    /// True if a part (a column or an array) may contain classes, because at most half of its values are distinct.
    bool isFew(std::size_t i) const { return facts(i).distinct * 2 <= facts(i).present(); }
    bool isTelling(std::size_t i) const { return isIdName(parts[i].name) || isLabelName(parts[i].name); }
    bool isOtherNotation(std::size_t i) const { return !facts(i).isNumeric() && !facts(i).isText() && !isTelling(i); }
    bool holdsFractions(std::size_t i) const { return facts(i).isNumeric() && !facts(i).isWhole(); }
    /// True for fractions with repeats, such as measured values. Ids like arXiv's 2101.00010 do not repeat.
    bool isMeasure(std::size_t i) const { return holdsFractions(i) && !facts(i).isUnique(); }

    bool isNamedId(std::size_t i) const;
    /// True if another column contains the ids, as “custom_id” does in OpenAI's batches, where “id” names the request.
    bool hasOtherIds(std::size_t i) const;
    bool labelNamed() const;
    bool isNamedLabel(std::size_t i) const;
    /// True if a part is named like labels; false for “y” beside “x” (coordinates) or with many fractions (a target).
    bool isLabelLike(std::size_t i) const;
    /// True if a part that is named like labels has one value, and one within an object has several: Weaviate's “class”
    /// names the collection, and “properties.category” contains the classes.
    bool isCollection(std::size_t i) const;

    bool isUnnamedIndex(std::size_t i) const { return named && isIndexName(parts[i].name); }
    /// Returns evidence that whole numbers are ids or row numbers; empty if no other column of numbers would remain.
    std::string indexEvidence(std::size_t i) const;
    bool isIndex(std::size_t i) const { return !indexEvidence(i).empty(); }
    /// True if a column of row numbers can be the ids: because it is the first one, or named like row numbers.
    bool identifies(std::size_t i) const;

    std::size_t numbersLeft() const;
    std::size_t wholeLeft() const;
    bool couldBeIds(std::size_t i) const;
    static bool mostlyUnique(const PartFacts &facts)
    {
        return facts.missing <= 1 && (facts.isUnique() || (facts.rows > 10 && facts.distinct * 10 >= facts.rows * 9));
    }

    bool isClassText(std::size_t i) const;
    /// True if a column is likely to be classes: few distinct whole numbers, in the first or last column.
    bool isClassNumber(std::size_t i) const;
    /// True if all columns before this one already have a role other than `vector`.
    bool isFirstNumber(std::size_t i) const;
    /// True if a column belongs to a class in one-hot form (pandas' get_dummies): binary columns whose names have a
    /// common prefix, with a single 1 in each row. The table must also have columns of fractions.
    bool isOneHotColumn(std::size_t i) const;

    /// Returns the ratio of a column's spread to the median spread of the dimensions; 0 if it is not above farBeyond.
    double excess(double spread) const;
};

/// Rule that infers the role of a part of a file. In each step (a group of rules), the first rule that applies decides.
struct Rule
{
    const char *id; ///< permanent id of the rule, which `info --why` prints
    bool (*applies)(const Evidence &, std::size_t part);
    ColumnUse use;
    const char *why;            ///< evidence for the role (Part::why), in which whyOf() replaces {…} by facts
    bool whyNeedsNames = false; ///< true to omit the evidence for tables without column names
};

/// Returns the steps (lists of rules), the most certain first. A step is applied to all parts before the next one.
std::span<const std::span<const Rule>> ruleSteps();

/// Returns the evidence text of a rule (Rule::why), with {…} replaced by facts about the part.
std::string whyOf(const Rule &rule, const Evidence &evidence, std::size_t part);

/// Id of the rule by which lists become vectors. It is applied before the steps of ruleSteps().
inline constexpr const char *vectorLists = "lists";
/// Id of the rule for a column of numbers whose name does not fit the pattern of the other columns (Part::outgrows).
inline constexpr const char *unlikeFamily = "unlike-the-family";

} // namespace anchorscope::io
