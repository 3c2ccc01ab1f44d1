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
    Index neighbours = 15;   ///< number of neighbours of an item in each space
    int eigenvectors = 40;   ///< number of eigenvectors in each direction
    int permutations = 20;   ///< number of random exchanges that estimate scores due to noise (`byChance`)
    Index maxItems = 20'000; ///< maximum number of items examined; of more, a random sample is used
    std::uint64_t seed = 0;
};

/// Items that one space keeps together and the other separates.
struct DisagreementGroup
{
    Side holds = Side::x;                ///< space that holds the group together
    std::vector<ItemIndex> members;      ///< members of the group, as positions among the pairs, by descending entry of
                                         ///< the eigenvector
    double togetherX = 0, togetherY = 0; ///< mean share of a member's neighbours that are members too, in each space
    double score = 0;                    ///< score of the group: difference of the two shares times the square root of
                                         ///< the size
};

/// groups of both directions, the highest score first
struct Disagreement
{
    std::vector<DisagreementGroup> groups;
    /// Highest score if items exchange their neighbours at random between the spaces; lower groups are left out.
    double byChance = 0;
    Index pairs = 0; ///< number of pairs that were examined
};

/// Finds groups of pairs of rows (x and y: n × d and n × d′ unit rows, row i of both the same item) that are close to
/// each other in one space only (core/definitions.md, 13; ours, after the question of SPEC, ICML 2025), by leading
/// eigenvectors of the difference of the squared, normalized graphs of nearest neighbours. Deterministic for any number
/// of threads. Errors "cancelled", "too-few-items" (fewer than twice the neighbours).
Result<Disagreement> findDisagreement(const Matrix &x, const Matrix &y, const DisagreementOptions &options = {},
                                      const RunContext &context = {});

} // namespace anchorscope
