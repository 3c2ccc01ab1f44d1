// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/neighbours/partners.h"
#include "core/optimize/optimizer.h"
#include "core/translate/canonicalmap.h"

#include <functional>
#include <optional>
#include <span>

namespace anchorscope {

/// The canonical path (core/README.md, 5h; ours): canonical ridge maps from the pairs so far, hubness-corrected
/// partners in both directions, the mutual ones as the next pairs, while the ridge ε falls from 60 to 0.15: at first a
/// few strong directions that three pairs fix, at the end every direction. The result is the iteration with the
/// largest share of mutual partners. It starts from the seeds; where that ends below a share of 0.9, or with five seeds
/// or fewer, also from the self-learning of `robust` (which needs no seeds), and the larger share wins. No random
/// choice on the path; the self-learning draws by options.seed. Anchors of Y are fitted to the partners found (5b, λ
/// 0.1). Options read: seed, timeLimitSeconds. Seeds on one item are refused before (OptimizeInput::validate).
OptimizeSummary runCanonical(const OptimizeInput &input, const OptimizeOptions &options, const RunContext &context,
                             const IterationCallback &onIteration);

/// More than twice the levels of the path: it ends by itself.
inline constexpr int canonicalIterations = 60;

/// One iteration of the path.
struct CanonicalStep
{
    double ridge = 0;
    CanonicalMaps maps;
    CslsPartners partners;
    double mutualShare = 0; ///< mutual partners among min(n, m)
    double changed = 1;     ///< share of Y's items whose partner is another than before
    double seconds = 0;     ///< of the partner search
};

/// The ridges ε of the path, falling (core/README.md, 5h). Their sensitivity has not been measured.
std::span<const double> canonicalRidges();

/// Walks the levels from the given pairs. x: n × dx, y: m × dy centred unit rows without zero rows; seeds: pairs that
/// stay (may be none); first: the pairs of the first iteration. `onStep` sees every iteration; it returns false to end.
/// False if it was ended or cancelled.
bool walkCanonicalPath(const Matrix &x, const Matrix &y, const WeightedPairs &seeds, const WeightedPairs &first,
                       std::span<const double> ridges, const RunContext &context,
                       const std::function<bool(const CanonicalStep &)> &onStep);

/// The place in canonicalRidges() to begin at: from 50 seeds on the level at which left-out fifths of the seeds are
/// found best (mean reciprocal rank), else 0. None if cancelled.
std::optional<std::size_t> firstCanonicalLevel(const Matrix &x, const Matrix &y, const WeightedPairs &seeds,
                                               const RunContext &context);

} // namespace anchorscope
