// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/result.h"
#include "core/runcontext.h"

#include <span>
#include <string>
#include <string_view>

namespace anchorscope {

/// Deliberate change of a space, to test which representations are invariant to it (ours; core/definitions.md, 1). All
/// maps act about the origin, in this order: bend, stretch, shear, mirror, turn, scale, shift, noise, lost dimensions,
/// shuffled dimensions. The radius is the root mean square distance of the original vectors to their mean.
struct Transform
{
    double bend = 0;    ///< b: y₂ += b·y₁²/σ₁, σ₁ the root mean square of y₁; in pairs of dimensions
    double stretch = 1; ///< factor of the first dimension; with more than 3 dimensions, of the first half
    double shear = 0;   ///< h: y₁ += h·y₂, in pairs of dimensions
    double mirror = 0;  ///< 1: mirrored, y₁ → −y₁
    double turn = 0; ///< rotation in degrees: of the first two dimensions; of d > 3 in ⌊d/2⌋ planes of a drawn basis
    double tilt = 0; ///< rotation in degrees of the second and third of three dimensions, after the turn
    double roll = 0; ///< rotation in degrees of the third and first of three dimensions, after the tilt
    double scale = 1;
    double shift = 0;    ///< shift in radii, along the first dimension; of d > 3 in a drawn direction
    double noise = 0;    ///< root mean square length of the normal noise, in radii
    double lost = 0;     ///< number of trailing dimensions set to 0
    double shuffled = 0; ///< 1: dimensions are shuffled into a drawn order
    double seed = 0;     ///< seed of the random draws

    bool operator==(const Transform &) const = default;
    /// True if the transform changes nothing.
    bool isNeutral() const;
    /// Checks that the values of a transform are in range and fit a space of this dimension. Error "wrong-usage".
    Status validate(Index dimensions) const;
};

/// One numeric parameter of a transform. Controls, files and the command line are made from the list of these
/// parameters.
struct TransformField
{
    const char *id;    ///< id of the parameter on the command line and in files
    const char *label; ///< label of the parameter on screen
    const char *unit;  ///< unit shown after the number; may be empty
    double min, max, neutral;
    bool isSwitch;
    const char *about; ///< description of the parameter in one sentence
    double Transform::*value;
};
std::span<const TransformField> transformFields();

/// Parses “turn=40,shift=1.5,mirror”. Error "wrong-usage" lists the valid keys.
Result<Transform> readTransform(std::string_view text);
/// Inverse of readTransform(); omits neutral values, so that a neutral transform is empty.
std::string transformText(const Transform &transform);

/// Root mean square distance of the vectors (n × d, n ≥ 1) to their mean.
double radiusOf(const Matrix &vectors);

/// Applies a transform that validate(d) accepts to vectors (n × d, n ≥ 1). Neutral steps are skipped, so a neutral
/// transform returns the same bits, for any number of threads. Incomplete if cancelled.
Matrix transformed(const Matrix &vectors, const Transform &transform, const RunContext &context = {});

} // namespace anchorscope
