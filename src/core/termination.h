// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace anchorscope {

/// Reasons why a run ended.
enum class Termination { notRun, converged, iterationLimit, timeLimit, stopped, cancelled, diverged, lowConfidence };
/// Id of a reason, as in files and JSON: "converged", "iteration limit", …
const char *terminationId(Termination termination);
const char *terminationText(Termination termination); ///< sentence about the reason for the screen

} // namespace anchorscope
