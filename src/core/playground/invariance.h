// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/transform.h"
#include "core/projection/similarity.h"
#include "core/result.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace anchorscope {

/// Row of the truth table, which shows to which transforms relative vectors are invariant (core/definitions.md, 12).
struct InvarianceCase
{
    const char *similarity;
    Centering centering;
    double shrinkage = 0.1; ///< shrinkage λ; used by the whitened similarity only
};
std::span<const InvarianceCase> invarianceCases();
/// Name of a row, such as “cosine” or “whitened, λ = 0”.
std::string caseName(const InvarianceCase &row);

/// Column of the truth table: a transform at a fixed strength.
struct Perturbation
{
    const char *id;
    double strength;

    /// Transform for the given number of dimensions; nullopt if the transform needs more dimensions.
    std::optional<Transform> transform(Index dimensions) const;
};
std::span<const Perturbation> perturbations();

/// Levels of invariance of relative vectors to a transform, by the value of relativeChange().
enum class Invariance {
    holds,   ///< relativeChange() below 0.001 (rounding itself stays below 1e-4)
    aLittle, ///< relativeChange() below 0.2
    breaks,
};
Invariance invarianceOf(double moved);
const char *invarianceId(Invariance invariance);

struct InvarianceCell
{
    const InvarianceCase *row = nullptr;
    const Perturbation *column = nullptr;
    /// relativeChange() of the relative vectors; nullopt if the space has too few dimensions
    std::optional<double> moved = {};
};

/// Measures every cell of the truth table, row by row, for `vectors` (n × d, n ≥ 2, finite), of which at least one is
/// an anchor. `seed`: random seed of the transforms. Error "cancelled". O(rows · columns · n·d·k) for k anchors.
Result<std::vector<InvarianceCell>> measureInvariance(const Matrix &vectors, const std::vector<ItemIndex> &anchors,
                                                      std::uint64_t seed, const RunContext &context = {});

/// Returns the relativeChange() by a valid transform for each of invarianceCases(). Error "cancelled".
Result<std::vector<double>> relativeChanges(const Matrix &vectors, const std::vector<ItemIndex> &anchors,
                                            const Transform &transform, const RunContext &context = {});

} // namespace anchorscope
