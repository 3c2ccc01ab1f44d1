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

/// Returns all components of a name except the last one, with the point: “features.” for “features.values”.
std::string_view outerOf(std::string_view name);

/// Input of the rules that assign roles: facts about the parts of a file, and the roles assigned so far.
struct Evidence
{
    Evidence(std::vector<Part> &all, bool beside)
        : parts(all), done(all.size(), false), family(columnFamily(all)),
          named(std::ranges::any_of(all, [](const Part &part) { return !part.name.empty(); })), hasVectors(beside),
          besideVectors(beside)
    {
    }

    std::vector<Part> &parts;
    std::vector<bool> done; ///< flag of each part: true if its role is assigned
    ColumnFamily family;
    bool named; ///< true if some part of the file has a name
    bool hasId = false, hasLabel = false;
    bool hasVectors;
    bool besideVectors; ///< true if the vectors are in another file

    const PartFacts &facts(std::size_t i) const { return parts[i].facts; }

    bool isBuffer(std::size_t i) const;
    bool isCandidate(std::size_t i) const;
    /// True if a part of a file contains lists of equal length for all items: lists of fractions or, if the part is
    /// named like vectors, lists of whole numbers.
    bool isStrong(std::size_t i) const;
    /// True if a part of a file is named like vectors and contains them; false for an empty part with such a name, such
    /// as Haystack's “sparse_embedding”.
    bool isNamedVector(std::size_t i) const { return isVectorName(parts[i].name) && isStrong(i); }
    /// True if a part of a file is the values or indices of sparse vectors, or is named like lists beside vectors.
    bool asideOf(std::size_t i) const { return isSparsePart(i) || isAsideName(parts[i].name); }
    bool isSparsePart(std::size_t i) const;
    bool any(bool (Evidence::*is)(std::size_t) const) const;
    bool isNested(std::size_t i) const { return !parts[i].chosen && parts[i].facts.holdsNested(); }
    bool isClaimedStrong(std::size_t i) const { return isStrong(i) && claimsVectors(parts[i].name); }

    /// True if the only list of a file is not a vector, according to its name or varying length.
    bool isMany(std::size_t i) const;

    bool isOfFamily(std::size_t i) const;

    /// True if at least nine of ten values in a part of a file are distinct, as for ids.
    bool differs(std::size_t i) const { return facts(i).distinct * 10 >= facts(i).present() * 9; }
    /// True if a part of a file may be classes, because at most half of its values are distinct.
    bool isFew(std::size_t i) const { return facts(i).distinct * 2 <= facts(i).present(); }
    bool isTelling(std::size_t i) const { return isIdName(parts[i].name) || isLabelName(parts[i].name); }
    bool isOtherNotation(std::size_t i) const;
    bool holdsFractions(std::size_t i) const { return facts(i).isNumeric() && !facts(i).isWhole(); }
    /// True if a part of a file contains measured fractions, some of which repeat; false for ids and versions that look
    /// like fractions (arXiv's 2101.00010, 1.10), which do not repeat.
    bool isMeasure(std::size_t i) const { return holdsFractions(i) && !facts(i).isUnique(); }

    bool isNamedId(std::size_t i) const;
    /// True if a column other than this one contains the ids. For example, in OpenAI's batches the user's own ids are
    /// in “custom_id”, not in “id”.
    bool hasOtherIds(std::size_t i) const;
    bool labelNamed() const;
    bool isNamedLabel(std::size_t i) const;
    /// True if a part of a file is named like labels; not for “y” beside “x” (coordinates), or with many different
    /// fractions (a value to predict).
    bool isLabelLike(std::size_t i) const;

    bool isUnnamedIndex(std::size_t i) const { return named && isIndexName(parts[i].name); }
    /// Returns the evidence that whole numbers in a column identify or count the rows; empty if they do not, or if no
    /// other column of numbers would remain.
    std::string indexEvidence(std::size_t i) const;
    bool isIndex(std::size_t i) const { return !indexEvidence(i).empty(); }
    /// True if a column of row numbers may serve as the ids, by its place or name.
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
    /// True if a column is likely to be classes: few distinct whole numbers, in the first or last column.
    bool isClassNumber(std::size_t i) const;
    /// True if all columns before this one already have a role other than `vector`.
    bool isFirstNumber(std::size_t i) const;
    /// True if a column is one of those that pandas' get_dummies makes of a class: binary columns with a common prefix,
    /// one 1 in each row, in a table that also has columns of fractions.
    bool isOneHotColumn(std::size_t i) const;

    /// Returns the ratio of a column's spread to the median spread of the dimensions, if it is above farBeyond;
    /// otherwise 0.
    double excess(double spread) const;
};

} // namespace anchorscope::io
