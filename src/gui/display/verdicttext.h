// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/alignment/verdict.h"

#include <QString>

namespace anchorscope::gui {

/// Formats a share in [0, 1] as a percentage: "12%".
QString wholePercent(double share);

/// Like wholePercent(), but rounded down; above 99%, with as many decimals as are needed to differ from 100%: “99.8%”,
/// “99.95%”.
QString roundedDown(double share);

/// Formats an estimated share and its 95% interval: "93% (88–96%)".
QString estimateText(const ShareEstimate &share);

/// Formats a verdict for a table cell: "aligned, 93% (88–96%)", "class only", …; "–" without a verdict.
QString shortVerdict(const Verdict &verdict);

/// Formats a full verdict in several lines: the sentence, both p-values, and the estimate with its interval.
QString verdictLines(const Verdict &verdict);

} // namespace anchorscope::gui
