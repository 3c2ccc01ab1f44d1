// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"

#include <vector>

namespace anchorscope {

/// The middle of at least one value (the upper one of an even number).
double median(std::vector<double> values);

/// Of at least one value.
double mean(const std::vector<double> &values);

/// The sample standard deviation (n − 1); 0 for one value.
double sampleDeviation(const std::vector<double> &values);

/// P(the product of as many independent uniform shares is at most theirs): Fisher's combined test. Shares in (0, 1].
double combinedChance(const std::vector<double> &shares);

/// P(T ≥ t) of Student's t with `freedom` ≥ 1 degrees (Abramowitz & Stegun 26.7.3 and 26.7.4).
double studentTail(double t, Index freedom);

} // namespace anchorscope
