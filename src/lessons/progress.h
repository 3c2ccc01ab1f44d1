// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/condition.h"

namespace anchorscope::lessons {

/// What is still to be reached, as a line: “seeds 3 (wanted: 5) · mean error 57 km (wanted: below 35 km)”. Of the
/// clauses that do not hold, those that ask one known number for a value, a bound or a change; empty if there is none.
/// `before`: the facts as they were when the step began.
std::string progress(const Condition &condition, const FactReader &now, const FactReader &before);

} // namespace anchorscope::lessons
