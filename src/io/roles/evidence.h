// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/roles/columnfamily.h"
#include "io/roles/part.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace anchorscope::io {

inline constexpr std::size_t fewRows = 5;

/// Outer part of a name with its point: “features.” of “features.values”.
std::string_view outerOf(std::string_view name);

/// Facts about the parts of a file and the roles assigned so far; the input of the rules.
struct Evidence
{
    Evidence(std::vector<Part> &all, bool beside)
        : parts(all), done(all.size(), false), family(columnFamily(all)),
          named(std::ranges::any_of(all, [](const Part &part) { return !part.name.empty(); })), hasVectors(beside),
          besideVectors(beside)
    {
    }

    std::vector<Part> &parts;
    std::vector<bool> done; ///< for each part: true if its role is assigned
    ColumnFamily family;
    bool named; ///< true if some part has a name
    bool hasId = false, hasLabel = false;
    bool hasVectors;
    bool besideVectors; ///< true if the vectors are in another file

    const PartFacts &facts(std::size_t i) const { return parts[i].facts; }

    bool isBuffer(std::size_t i) const;
    bool isCandidate(std::size_t i) const;
    /// True for a part that contains lists of fractions, or of whole numbers if named like vectors, that are equally
    /// long for all items.
    bool isStrong(std::size_t i) const;
    /// True for a named vector, because of which an empty one such as Haystack's “sparse_embedding” is ignored.
    bool isNamedVector(std::size_t i) const { return isVectorName(parts[i].name) && isStrong(i); }
    /// True for values of sparse vectors and for names of lists that accompany vectors.
    bool asideOf(std::size_t i) const { return isSparsePart(i) || isAsideName(parts[i].name); }
    bool isSparsePart(std::size_t i) const;
    bool any(bool (Evidence::*is)(std::size_t) const) const;
    bool isNested(std::size_t i) const { return !parts[i].chosen && parts[i].facts.holdsNested(); }
    bool isClaimedStrong(std::size_t i) const { return isStrong(i) && claimsVectors(parts[i].name); }

    /// True if the name or the lengths of the file's only list show that it is not a vector.
    bool isMany(std::size_t i) const;

    bool isOfFamily(std::size_t i) const;

    /// True if (nearly) all values of a part differ, as ids do.
    bool differs(std::size_t i) const { return facts(i).distinct * 10 >= facts(i).present() * 9; }
    /// True if a part has few enough different values for classes.
    bool isFew(std::size_t i) const { return facts(i).distinct * 2 <= facts(i).present(); }
    bool isTelling(std::size_t i) const { return isIdName(parts[i].name) || isLabelName(parts[i].name); }
    bool isOtherNotation(std::size_t i) const;
    bool holdsFractions(std::size_t i) const { return facts(i).isNumeric() && !facts(i).isWhole(); }
    /// True for a column of measured fractions, some of which repeat, unlike ids and versions that look like fractions
    /// (arXiv's 2101.00010, 1.10).
    bool isMeasure(std::size_t i) const { return holdsFractions(i) && !facts(i).isUnique(); }

    bool isNamedId(std::size_t i) const;
    /// True if another column holds the ids, as in OpenAI's batches, where the user's own ids are in a further column.
    bool hasOtherIds(std::size_t i) const;
    bool labelNamed() const;
    bool isNamedLabel(std::size_t i) const;
    /// True for a label name, except “y” with “x”, and “y” with many fractions.
    bool isLabelLike(std::size_t i) const;

    bool isUnnamedIndex(std::size_t i) const { return named && isIndexName(parts[i].name); }
    /// Evidence that a column of whole numbers names or counts the rows; empty if it does not. At least one column of
    /// numbers remains.
    std::string indexEvidence(std::size_t i) const;
    bool isIndex(std::size_t i) const { return !indexEvidence(i).empty(); }
    /// True for a column of row numbers that may serve as the ids: it does more than number the rows.
    bool identifies(std::size_t i) const;

    std::size_t numbersLeft() const;
    std::size_t wholeLeft() const;
    bool couldBeIds(std::size_t i) const;
    std::size_t textsForIds() const;
    static bool mostlyUnique(const PartFacts &facts)
    {
        return facts.missing <= 1 && (facts.isUnique() || (facts.rows > 10 && facts.distinct * 10 >= facts.rows * 9));
    }

    bool isShortText(std::size_t i) const;
    bool isClassText(std::size_t i) const;
    /// True for a column with few distinct whole numbers, before or after columns of other numbers.
    bool isClassNumber(std::size_t i) const;
    /// True for the first column of numbers: all previous columns already have a role other than vector.
    bool isFirstNumber(std::size_t i) const;
    /// True for columns of pandas' get_dummies: they have a common prefix, their ones sum to the number of rows, and
    /// there are also columns of fractions.
    bool isOneHotColumn(std::size_t i) const;

    /// Spread of a column divided by the median spread of its family, if this is more than farBeyond; otherwise 0.
    double excess(double spread) const;
};

} // namespace anchorscope::io
