// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/representation.h"
#include "core/result.h"

#include <string>
#include <vector>

namespace anchorscope {

/// Choice of the representations() to measure.
struct MethodChoice
{
    std::vector<std::string> ids = {};           ///< empty: all except those too expensive to be measured unasked
    bool slow = true;                            ///< without ids: includes those that take many seconds
    std::optional<double> timeLimitSeconds = {}; ///< rows that take longer are given up
};

/// The representations to measure, in order, and notes about those that are left out.
struct MethodPlan
{
    struct Entry
    {
        const Representation *representation;
        std::string stage; ///< stage of the progress: the label, and the cost if it is large
    };
    std::vector<Entry> entries;
    std::vector<std::string> notes; ///< notes about methods left out, in sentences
    std::optional<double> timeLimitSeconds = {};

    /// Whether a row compares with anchors, or is fitted to them.
    bool needsAnchors() const;
};

/// Largest number of dimensions up to which methods with d × d matrices are used by default. Above it they take seconds
/// and hundreds of megabytes, and all others less.
inline constexpr Index largestUnasked = 1024;

/// Returns the representations that the choice names, or all of them. Without names, one that needs d × d matrices of
/// more than largestUnasked dimensions (or items, if they are fewer) is left out with a note that states why and how to
/// request it. A representation that needs more than half of this machine's memory, or a metric that does not exist, is
/// always left out.
MethodPlan planMethods(const MethodChoice &choice, const MethodShape &shape);
/// All representations, regardless of their cost.
MethodPlan allMethods();

/// True if one of the chosen representations uses the chosen similarity, or learns anchors (PARAM).
bool readsSimilarity(const MethodChoice &choice);
bool readsLearning(const MethodChoice &choice);

/// Parses ids of representations() as users write them: in any case, with “-” or nothing for spaces, and “found” for
/// those of found anchors. Error "wrong-usage" with the list.
Result<std::vector<std::string>> methodIds(const std::vector<std::string> &words);

} // namespace anchorscope
