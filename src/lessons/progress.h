// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/condition.h"

namespace anchorscope::lessons {

/// Describes the progress towards a condition in one line: “seeds 3 (…: 5) · mean error 57 km (…: below 35 km)”. It
/// lists those clauses that do not hold yet and that compare one known number with a value, a bound or a change; empty
/// without such clauses. `before`: facts at the start of the step.
std::string progress(const Condition &condition, const FactReader &now, const FactReader &before);

} // namespace anchorscope::lessons
