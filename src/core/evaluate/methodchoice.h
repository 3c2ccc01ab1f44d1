// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/representation.h"
#include "core/result.h"

#include <string>
#include <vector>

namespace anchorscope {

struct MethodChoice
{
    /// Ids of the representations to measure; empty: all that are not too expensive.
    std::vector<std::string> ids = {};
    /// Whether representations that take many seconds are measured if `ids` is empty.
    bool slow = true;
    /// Time limit in seconds for one representation, which is given up if it takes longer.
    std::optional<double> timeLimitSeconds = {};
};

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

    bool needsAnchors() const;
};

/// Maximum number of dimensions for representations with d × d matrices that the user has not requested. Above it these
/// take seconds and hundreds of megabytes; all other representations take less.
inline constexpr Index largestUnasked = 1024;

/// Plans the measurement of the chosen representations, or of all if none are chosen. Of all, those are omitted that
/// need d × d matrices for more than largestUnasked dimensions (or items, if these are fewer); a note states the reason
/// and how to request them. Representations that need more than half of this machine's memory, or canonical maps that
/// no run has learned, are always omitted.
MethodPlan planMethods(const MethodChoice &choice, const MethodShape &shape);

/// readsSimilarity(): true if a chosen representation uses the similarity that the user chooses.
/// readsLearning(): true if one learns anchors (paper PARAM).
bool readsSimilarity(const MethodChoice &choice);
bool readsLearning(const MethodChoice &choice);

/// Parses ids of representations(), ignoring case, spaces and dashes; “found” stands for all that use found anchors.
/// Error "wrong-usage" lists the ids.
Result<std::vector<std::string>> methodIds(const std::vector<std::string> &words);

} // namespace anchorscope
