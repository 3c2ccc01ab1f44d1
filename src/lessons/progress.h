// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/lesson.h"

namespace anchorscope::lessons {

/// Formats a number with three significant digits and its unit, like the docks.
std::string shownValue(double value, const std::string &unit);

/// Fact that a step is about: the fact on its line “figure:”, otherwise the fact that its question asks, otherwise the
/// last fact that its condition compares with a number; null without such facts.
const Fact *figureOf(const Step &step);
/// True for facts of which small values are good: errors and wrong pairs.
bool isBetterSmall(const Fact &fact);

/// Describes the progress towards a condition in one line: “seeds 3 (…: 5) · mean error 57 km (…: below 35 km)”. It
/// lists those clauses that do not hold yet and that compare one known number with a value, a bound or a change; empty
/// without such clauses. `before`: facts at the start of the step.
std::string progress(const Condition &condition, const FactReader &now, const FactReader &before);

} // namespace anchorscope::lessons
