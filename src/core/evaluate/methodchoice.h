// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/representation.h"
#include "core/result.h"

#include <string>
#include <vector>

namespace anchorscope {

/// Choice of the representations() to measure, which are ways to encode both spaces, e.g. as relative vectors.
struct MethodChoice
{
    /// Ids of the representations to measure; empty: all that are not too expensive.
    std::vector<std::string> ids = {};
    /// Whether representations that take many seconds are measured if `ids` is empty.
    bool slow = true;
    /// Time limit in seconds for one representation, which is given up if it takes longer.
    std::optional<double> timeLimitSeconds = {};
};

/// Representations to measure, in order, and notes about the omitted ones.
struct MethodPlan
{
    struct Entry
    {
        const Representation *representation;
        std::string stage; ///< text shown while the representation is measured: its label, and its cost if large
    };
    std::vector<Entry> entries;
    std::vector<std::string> notes; ///< sentences for the user about omitted representations
    std::optional<double> timeLimitSeconds = {};

    /// True if one of the representations can only be computed with anchors.
    bool needsAnchors() const;
};

/// Maximum number of dimensions up to which representations with d × d matrices are measured without an explicit
/// request. Above it these representations take seconds and hundreds of megabytes, unlike all others.
inline constexpr Index largestUnasked = 1024;

/// Plans the measurement of the chosen representations, or of all if no ids are given. Without ids, a representation
/// that needs d × d matrices for more than largestUnasked dimensions (or items, if these are fewer) is omitted, and a
/// note states why and how to request it. A representation that needs more than half of the memory of this machine, or
/// canonical maps that no run has learned, is always omitted.
MethodPlan planMethods(const MethodChoice &choice, const MethodShape &shape);
/// Plans the measurement of all representations, regardless of their cost.
MethodPlan allMethods();

/// readsSimilarity(): true if one of the chosen representations uses the similarity that the user chooses.
/// readsLearning(): true if one of them learns anchors (paper PARAM).
bool readsSimilarity(const MethodChoice &choice);
bool readsLearning(const MethodChoice &choice);

/// Parses ids of representations() as users write them: in upper or lower case, with or without spaces or dashes, and
/// “found” for all representations by found anchors. Error "wrong-usage" lists the ids.
Result<std::vector<std::string>> methodIds(const std::vector<std::string> &words);

} // namespace anchorscope
