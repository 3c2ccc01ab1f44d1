// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/roles/evidence.h"

#include <span>

namespace anchorscope::io {

/// Rule to infer the role of a part of a file. The first rule of a step that applies decides.
struct Rule
{
    const char *id; ///< stable id of the rule, as `info --why` prints it
    bool (*applies)(const Evidence &, std::size_t part);
    ColumnUse use;
    const char *why;            ///< evidence text, as Part::why; whyOf() replaces {…} by facts
    bool whyNeedsNames = false; ///< true if no evidence is stated for tables without names
};

/// All steps of rules, the most certain first. A step assigns all roles that it can before the next one starts.
std::span<const std::span<const Rule>> ruleSteps();

/// Text of a rule's evidence, with the facts of the part filled in.
std::string whyOf(const Rule &rule, const Evidence &evidence, std::size_t part);

/// Id of the rule that lists are vectors, which is applied before the steps.
inline constexpr const char *vectorLists = "lists";
/// Id of the rule for columns of numbers whose names do not fit the pattern of the other columns (Part::outgrows).
inline constexpr const char *unlikeFamily = "unlike-the-family";

} // namespace anchorscope::io
