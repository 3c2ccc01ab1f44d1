// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/alignment/verdict.h"

#include <QString>

namespace anchorscope::gui {

/// Formats a share in [0, 1]: "12%"; a share below 1 is never "100%".
QString wholePercent(double share);

/// Like wholePercent(), but rounded down; above 99%, with decimals until it differs from 100%: “99.8%”, “99.95%”.
QString roundedDown(double share);

/// Formats a share with its 95% interval: "93% (88–96%)".
QString estimateText(const ShareEstimate &share);

/// Formats a verdict for a table: "aligned, 93% (88–96%)", "class only", …; "–" without a verdict.
QString shortVerdict(const Verdict &verdict);

QString verdictLines(const Verdict &verdict);

} // namespace anchorscope::gui
