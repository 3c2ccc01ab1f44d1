// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/optimize/verdict.h"

#include <QString>

namespace anchorscope::gui {

/// "12 %"; a share in [0, 1].
QString wholePercent(double share);

/// The same, rounded down: 99.8 % is not all of them.
QString roundedDown(double share);

/// The share of right partners from which on aligned spaces are called mostly aligned.
inline constexpr double mostlyAligned = 0.6;
/// “Aligned item by item.”, “Mostly aligned.”, …: of spaces that are aligned, with that share of right partners.
QString alignedWords(double share);

/// "93 % (88–96 %)": the estimate and its 95 % interval.
QString estimateText(const ShareEstimate &share);

/// For a cell: "aligned, 93 % (88–96 %)", "class only", …; "–" where nothing was judged.
QString shortVerdict(const Verdict &verdict);

/// In full: the sentence, both p-values, and the estimate with its interval.
QString verdictLines(const Verdict &verdict);

} // namespace anchorscope::gui
