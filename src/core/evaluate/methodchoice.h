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
    std::vector<std::string> ids = {};           ///< ids of the representations; empty: all except those too expensive
                                                 ///< to be measured by default
    bool slow = true;                            ///< without ids: also measures representations that take many seconds
    std::optional<double> timeLimitSeconds = {}; ///< time limit of one row; a row that takes longer is abandoned
};

/// The representations to measure, in order, and notes about the omitted ones.
struct MethodPlan
{
    struct Entry
    {
        const Representation *representation;
        std::string stage; ///< description of the current stage: the label, and the cost if it is large
    };
    std::vector<Entry> entries;
    std::vector<std::string> notes; ///< sentences about omitted methods
    std::optional<double> timeLimitSeconds = {};

    /// Requirement of a table row on anchors: whether its method compares with anchors, or is fitted to them.
    bool needsAnchors() const;
};

/// Maximum number of dimensions for which methods with d × d matrices are used by default. Above it they take seconds
/// and hundreds of megabytes, unlike all other methods.
inline constexpr Index largestUnasked = 1024;

/// Returns the representations that the choice names, or all of them. Without names, one that needs d × d matrices of
/// more than largestUnasked dimensions (or items, if they are fewer) is omitted with a note that states why and how to
/// request it. A representation that needs more than half of this machine's memory, or a metric that does not exist, is
/// always omitted.
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
