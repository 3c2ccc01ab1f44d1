// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/alignment/assumedpairing.h"

namespace anchorscope {

namespace {

/// Maximum number of matches between items with the same row number that chance explains. If rows are in random order,
/// there is one such match on average, for any number of items; more than five occur in one of 1,700 orders.
constexpr double maxByChance = 5;
/// Minimum share of items that three runs without seeds match in the same way, so that the spaces count as aligned.
/// With a smaller share, the runs may agree in a single region only.
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
