// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/alignment/assumedpairing.h"

namespace anchorscope {

namespace {

/// Maximum number of items in their own place that chance explains. In a random order it is one on average, for any
/// number of items; more than five occur in one of 1,700 orders.
constexpr double maxByChance = 5;
/// Minimum share of the items on which three runs without seeds agree, so that more than one region is aligned.
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
