// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/roles/evidence.h"

#include <span>

namespace anchorscope::io {

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
