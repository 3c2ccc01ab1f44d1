// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/runcontext.h"

#include <utility>
#include <vector>

namespace anchorscope {

/// Matches without a single known pair (core/definitions.md, 5g): an item's profile is the sorted row of its
/// similarities to all items of its own space (of the symmetric square root of X Xᵀ), so profiles of two spaces
/// compare. Most of the matches are wrong, but enough are correct to start self-learning. x: n × dx, y: m × dy unit
/// rows; at most 5 000 of each take part, drawn by the seed. Returns rows of x and, one for one, of y; empty if
/// cancelled.
std::pair<std::vector<ItemIndex>, std::vector<ItemIndex>> matchProfiles(const Matrix &x, const Matrix &y,
                                                                        std::uint64_t seed, const RunContext &context);

/// The map (dx × dy) fitted to those matches and the available seeds.
Matrix mapFromProfiles(const Matrix &x, const Matrix &y, const std::vector<ItemIndex> &seedsOfX,
                       const std::vector<ItemIndex> &seedsOfY, std::uint64_t seed, const RunContext &context);

} // namespace anchorscope
