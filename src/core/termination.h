// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace anchorscope {

/// Reason why a run ended.
enum class Termination { notRun, converged, iterationLimit, timeLimit, stopped, cancelled, diverged, lowConfidence };
const char *terminationId(Termination termination);   ///< "converged", "iteration limit", …; as in files and JSON
const char *terminationText(Termination termination); ///< a sentence for the screen

} // namespace anchorscope
