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

/// Row of the truth table, that is, a way to compare items with anchors (core/definitions.md, 12; ours).
struct InvarianceCase
{
    const char *similarity; ///< id of the similarity in similarities()
    Centering centering;
    double shrinkage = 0.1; ///< λ, used by the whitened similarity only
};
std::span<const InvarianceCase> invarianceCases();
/// Name of a row of the truth table, such as “cosine” or “whitened, λ = 0”.
std::string caseName(const InvarianceCase &row);

/// Column of the truth table, that is, one transform at a fixed strength.
struct Perturbation
{
    const char *id; ///< id of the transform's field
    double strength;

    /// Returns the transform for this number of dimensions; nullopt if that is too low.
    std::optional<Transform> transform(Index dimensions) const;
};
std::span<const Perturbation> perturbations();

/// Degree to which relative vectors are invariant to a transform, by relativeChange().
enum class Invariance {
    holds,   ///< relative change below 0.001: exact up to rounding, which stays below 1e-4
    aLittle, ///< relative change below 0.2
    breaks,
};
Invariance invarianceOf(double moved);
const char *invarianceId(Invariance invariance); ///< Id of a degree: "holds", "a little" or "breaks".

struct InvarianceCell
{
    const InvarianceCase *row = nullptr;
    const Perturbation *column = nullptr;
    std::optional<double> moved = {}; ///< measured relativeChange(); nullopt if the space has too few dimensions
};

/// Measures every cell of the truth table, row by row: vectors (n × d, n ≥ 2, finite) relative to some of their own
/// rows (at least one), before and after each transform, whose random draws use the seed. Error "cancelled". O(rows ·
/// columns · n·d·k).
Result<std::vector<InvarianceCell>> measureInvariance(const Matrix &vectors, const std::vector<ItemIndex> &anchors,
                                                      std::uint64_t seed, const RunContext &context = {});

/// Measures relativeChange() of each of invarianceCases() for one transform that validate(d) accepts. Error
/// "cancelled".
Result<std::vector<double>> relativeChanges(const Matrix &vectors, const std::vector<ItemIndex> &anchors,
                                            const Transform &transform, const RunContext &context = {});

} // namespace anchorscope
