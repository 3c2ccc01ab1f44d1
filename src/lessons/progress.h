// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/lesson.h"

namespace anchorscope::lessons {

/// Formats a number with three significant digits and its unit.
std::string shownValue(double value, const std::string &unit);

/// Fact of a step: that of “figure:”, otherwise that of its question, otherwise the last that is compared with a number
/// in its condition; null without such facts.
const Fact *figureOf(const Step &step);
/// True if small values are good: errors and wrong pairs.
bool isBetterSmall(const Fact &fact);

/// Describes the progress towards a condition: “seeds 3 (…: 5) · mean error 57 km (…: below 35 km)”. Lists clauses that
/// do not hold yet and compare one known number with a value, a bound or a change; empty without such clauses.
/// `before`: facts at the start of the step.
std::string progress(const Condition &condition, const FactReader &now, const FactReader &before);

} // namespace anchorscope::lessons
