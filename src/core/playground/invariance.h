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

/// Row of the truth table, which shows to which transforms relative vectors are invariant (core/definitions.md, 12;
/// ours). A row is a way to compare items with anchors.
struct InvarianceCase
{
    const char *similarity; ///< id of the similarity in similarities()
    Centering centering;
    double shrinkage = 0.1; ///< shrinkage λ; used by the whitened similarity only
};
std::span<const InvarianceCase> invarianceCases();
/// Name of a row of the truth table, such as “cosine” or “whitened, λ = 0”.
std::string caseName(const InvarianceCase &row);

/// Column of the truth table, that is, one transform at a fixed strength.
struct Perturbation
{
    const char *id; ///< id of the transform in transformFields()
    double strength;

    /// Returns the transform for this number of dimensions; nullopt if the transform needs more dimensions.
    std::optional<Transform> transform(Index dimensions) const;
};
std::span<const Perturbation> perturbations();

/// Levels of invariance of relative vectors to a transform, by the value of relativeChange().
enum class Invariance {
    holds,   ///< invariant up to rounding: relative change below 0.001 (rounding itself stays below 1e-4)
    aLittle, ///< nearly invariant: relative change below 0.2
    breaks,
};
Invariance invarianceOf(double moved);
/// Returns the id of a level of invariance: "holds", "a little" or "breaks".
const char *invarianceId(Invariance invariance);

struct InvarianceCell
{
    const InvarianceCase *row = nullptr;
    const Perturbation *column = nullptr;
    /// change of the relative vectors, as by relativeChange(); nullopt if the space has too few dimensions
    std::optional<double> moved = {};
};

/// Measures every cell of the truth table, row by row: by how much each transform of the vectors (n × d, n ≥ 2, finite)
/// changes their similarities to the vectors `anchors` (at least one). `seed` is the random seed of the transforms.
/// Error "cancelled". O(rows · columns · n·d·k) for k anchors.
Result<std::vector<InvarianceCell>> measureInvariance(const Matrix &vectors, const std::vector<ItemIndex> &anchors,
                                                      std::uint64_t seed, const RunContext &context = {});

/// Measures by how much a transform changes the relative vectors, by relativeChange() for each of invarianceCases().
/// The transform must be valid for the number of dimensions (Transform::validate()). Error "cancelled".
Result<std::vector<double>> relativeChanges(const Matrix &vectors, const std::vector<ItemIndex> &anchors,
                                            const Transform &transform, const RunContext &context = {});

} // namespace anchorscope
