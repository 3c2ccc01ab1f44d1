// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"

#include "core/data/side.h"
#include "core/matrix.h"
#include "core/runcontext.h"

#include <vector>

namespace anchorscope {

struct DisagreementOptions
{
    Index neighbours = 15;
    /// Number of eigenvectors examined for groups that are close together in X; as many are examined for Y.
    int eigenvectors = 40;
    /// Number of draws that estimate the highest score by chance. In a draw, the spaces exchange the coordinates of all
    /// items in a random half of all directions, after Y was rotated to X.
    int permutations = 20;
    Index maxItems = 20'000; ///< maximum number of pairs examined; larger sets are sampled
    std::uint64_t seed = 0;
};

/// Group of items that are near each other in one space and far apart in the other.
struct DisagreementGroup
{
    /// Space in which the members of the group are near each other.
    Side holds = Side::x;
    /// Members of the group, as row numbers of x and y, by descending entry of the eigenvector.
    std::vector<ItemIndex> members;
    /// Share of the nearest neighbours of the group's members that are members too, in X and in Y.
    double togetherX = 0, togetherY = 0;
    double score = 0; ///< difference between togetherX and togetherY, times √(number of members)
};

struct Disagreement
{
    std::vector<DisagreementGroup> groups;
    /// Highest score of a group in the random draws (DisagreementOptions::permutations). Groups that do not exceed it
    /// are omitted.
    double byChance = 0;
    Index pairs = 0; ///< number of pairs of items that were examined
};

/// Finds groups of items that are close to each other in one space only (core/definitions.md, 13; our own method; SPEC,
/// ICML 2025, has the same aim). The groups come from the leading eigenvectors of the difference between the squared,
/// normalized graphs of nearest neighbours of both spaces. `x`, `y`: unit rows, n × d and n × d′; row i of both is the
/// same item. The result does not depend on the number of threads. Errors: "cancelled", "too-few-items" (fewer than
/// twice the neighbours).
Result<Disagreement> findDisagreement(const Matrix &x, const Matrix &y, const DisagreementOptions &options = {},
                                      const RunContext &context = {});

} // namespace anchorscope
