// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/result.h"
#include "core/runcontext.h"

#include <span>
#include <string>
#include <string_view>

namespace anchorscope {

/// Deliberate change of the vectors y of a space, to test which representations are invariant to it
/// (core/definitions.md, 1; our own test). Its steps, in this order: bend, stretch, shear, mirror, turn, scale, shift,
/// noise, lost dimensions, shuffled dimensions. The unit “radius” is the root mean square distance of the original
/// vectors from their mean.
struct Transform
{
    /// Coefficient b in y₂ += b·y₁²/σ₁ on pairs of dimensions; σ₁ is the root mean square of y₁.
    double bend = 0;
    /// Factor by which the first dimension is multiplied; with more than 3 dimensions, the first half of them.
    double stretch = 1;
    /// Coefficient h in y₁ += h·y₂ on pairs of dimensions.
    double shear = 0;
    /// 1 if the first dimension is mirrored, y₁ → −y₁; otherwise 0.
    double mirror = 0;
    /// Rotation in degrees of the first two dimensions; with d > 3, in ⌊d/2⌋ planes of a random basis.
    double turn = 0;
    double tilt = 0; ///< rotation in degrees of the second and third of three dimensions, applied after `turn`
    double roll = 0; ///< rotation in degrees of the third and first of three dimensions, applied after `tilt`
    double scale = 1;
    /// Length of the shift as a multiple of the radius of the original vectors. The direction is the first dimension
    /// or, with d > 3 dimensions, random.
    double shift = 0;
    double noise = 0;    ///< root mean square length of the normal noise, as a multiple of the radius
    double lost = 0;     ///< number of last dimensions that are set to 0
    double shuffled = 0; ///< 1 if the dimensions are put into a random order; otherwise 0
    double seed = 0;

    bool operator==(const Transform &) const = default;
    bool isNeutral() const;
    /// Checks ranges and the number of dimensions. Error "wrong-usage".
    Status validate(Index dimensions) const;
};

/// Numeric parameter of a transform. Controls, files and command line are built from the list of parameters.
struct TransformField
{
    const char *id;
    const char *label;
    const char *unit; ///< unit shown after the value of the parameter; may be empty
    double min, max, neutral;
    bool isSwitch;
    const char *about;
    double Transform::*value;
};
std::span<const TransformField> transformFields();

/// Parses the text of a transform, such as “turn=40,shift=1.5,mirror”. Error "wrong-usage" lists the valid keys.
Result<Transform> readTransform(std::string_view text);
/// Text that readTransform() reads; neutral values are omitted.
std::string transformText(const Transform &transform);

/// Root mean square distance of vectors (n × d, n ≥ 1) from their mean.
double radiusOf(const Matrix &vectors);

/// Applies a transform that validate(d) accepts to vectors (n × d, n ≥ 1). Steps with neutral values change no bits.
/// The result does not depend on the number of threads. Incomplete if cancelled.
Matrix transformed(const Matrix &vectors, const Transform &transform, const RunContext &context = {});

} // namespace anchorscope
