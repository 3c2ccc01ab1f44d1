// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace anchorscope {

enum class Termination { notRun, converged, iterationLimit, timeLimit, stopped, cancelled, diverged, lowConfidence };
/// Id in files and JSON: "converged", "iteration limit", …
const char *terminationId(Termination termination);
const char *terminationText(Termination termination);

} // namespace anchorscope
