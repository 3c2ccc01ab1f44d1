// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/optimize/verdict.h"

#include <QString>

namespace anchorscope::gui {

/// "12 %"; a share in [0, 1].
QString wholePercent(double share);

/// The same, rounded down: 99.8 % is not all of them.
QString roundedDown(double share);

/// "93 % (88–96 %)": the estimate and its 95 % interval.
QString estimateText(const ShareEstimate &share);

/// For a cell: "aligned, 93 % (88–96 %)", "class only", …; "–" where nothing was judged.
QString shortVerdict(const Verdict &verdict);

/// In full: the sentence, both p-values, and the estimate with its interval.
QString verdictLines(const Verdict &verdict);

} // namespace anchorscope::gui
