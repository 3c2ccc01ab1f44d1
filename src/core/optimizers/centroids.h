// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/runcontext.h"

#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace anchorscope {

/// Matches without a single known pair (core/definitions.md, 5g): both spaces are clustered by k-means, again and
/// again, and the centroids of each draw matched by a quadratic assignment of their inner products and profiles (after
/// mini-vec2vec: Dar 2025). Relative to the matched centroids of all draws the spaces compare: wrong matches differ
/// from draw to draw, correct ones agree. x: n × dx, y: m × dy unit rows; n, m ≥ 1. Returns rows of x and, one for one,
/// of y: mutual matches, most of them wrong. `mayContinue` is asked before each draw. None if ended or cancelled.
std::optional<std::pair<std::vector<ItemIndex>, std::vector<ItemIndex>>>
matchByCentroids(const Matrix &x, const Matrix &y, std::uint64_t seed, const RunContext &context,
                 const std::function<bool()> &mayContinue = {});

} // namespace anchorscope
