// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/alignment/assumedpairing.h"

namespace anchorscope {

namespace {

/// Maximum number of matches with equal row numbers that chance explains. In random order there is one on average, for
/// any number of items; one of 1,700 orders has more than five.
constexpr double maxByChance = 5;
/// Minimum share of items on which three runs without seeds agree. Below it, they may agree in a single region only.
constexpr double minRunAgreement = 0.5;

} // namespace

bool contradictsPairing(const OptimizeSummary &summary, const Correspondence &assumed)
{
    const auto pairs = static_cast<double>(assumed.pairs());
    if (!summary.correct || pairs < 10 * maxByChance || *summary.correct * pairs > maxByChance + 0.5)
        return false;
    return summary.verdict.alignment == Alignment::aligned || summary.verdict.agreement.value_or(0) >= minRunAgreement;
}

} // namespace anchorscope
