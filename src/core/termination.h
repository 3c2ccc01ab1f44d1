// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace anchorscope {

/// Reasons why a run of an optimizer ended.
enum class Termination { notRun, converged, iterationLimit, timeLimit, stopped, cancelled, diverged, lowConfidence };
/// Id of a Termination in files and JSON: "converged", "iteration limit", …
const char *terminationId(Termination termination);
const char *terminationText(Termination termination); ///< sentence for the screen that explains a Termination

} // namespace anchorscope
