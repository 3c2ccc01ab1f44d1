// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/roles/evidence.h"

#include <span>

namespace anchorscope::io {

/// One way to infer the role of a part. The first rule of a step that applies decides.
struct Rule
{
    const char *id; ///< stable: `info --why` prints it
    bool (*applies)(const Evidence &, std::size_t part);
    ColumnUse use;
    const char *why;            ///< as Part::why; {…} are replaced by facts, see whyOf()
    bool whyNeedsNames = false; ///< no evidence is stated if no part has a name
};

/// All steps, the most certain first: a step gives roles to all parts that it can before the next one begins.
std::span<const std::span<const Rule>> ruleSteps();

/// The evidence of a rule with the facts of the part.
std::string whyOf(const Rule &rule, const Evidence &evidence, std::size_t part);

/// Id of the rule for columns of numbers whose names differ from the pattern of the others (Part::outgrows).
inline constexpr const char *unlikeFamily = "unlike-the-family";

} // namespace anchorscope::io
