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

/// A row of the truth table: a way to compare items with anchors (core/README.md, 12; ours).
struct InvarianceCase
{
    const char *similarity; ///< id in similarities()
    Centering centering;
    double shrinkage = 0.1; ///< λ; of the whitened similarity alone
};
std::span<const InvarianceCase> invarianceCases();
/// “cosine”, “whitened, λ = 0”.
std::string caseName(const InvarianceCase &row);

/// A column: one transform at the strength that the table is measured with.
struct Perturbation
{
    const char *id; ///< the field of Transform
    double strength;

    /// For a space of so many dimensions; none where it has too few of them.
    std::optional<Transform> transform(Index dimensions) const;
};
std::span<const Perturbation> perturbations();

/// Whether relative vectors bear a transform.
enum class Invariance {
    holds,   ///< moved by less than 0.001: exact up to rounding, which stays below 1e-4
    aLittle, ///< by less than 0.2
    breaks,
};
Invariance invarianceOf(double moved);
const char *invarianceId(Invariance invariance); ///< "holds", "a little", "breaks"

struct InvarianceCell
{
    const InvarianceCase *row = nullptr;
    const Perturbation *column = nullptr;
    std::optional<double> moved = {}; ///< relativeChange(); none where the space has too few dimensions
};

/// Every row by every column, row by row: the vectors (n × d, n ≥ 2, finite) relative to some of their own rows (1 or
/// more), before and after each transform, whose draws are by the seed. Error "cancelled". O(rows · columns · n·d·k).
Result<std::vector<InvarianceCell>> measureInvariance(const Matrix &vectors, const std::vector<ItemIndex> &anchors,
                                                      std::uint64_t seed, const RunContext &context = {});

/// One transform alone, which validate(d) accepts: relativeChange() of each of invarianceCases(). Error "cancelled".
Result<std::vector<double>> relativeChanges(const Matrix &vectors, const std::vector<ItemIndex> &anchors,
                                            const Transform &transform, const RunContext &context = {});

} // namespace anchorscope
