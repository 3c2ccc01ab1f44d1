// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/seedproposal.h"

#include "core/neighbours/matches.h"
#include "core/optimizers/optimizers.h"
#include "core/optimizers/validatealignment.h"
#include "core/product.h"
#include "core/projection/relative.h"
#include "core/random.h"

#include <algorithm>

namespace anchorscope {

namespace {

constexpr Index maxAnchors = 300;

} // namespace

Result<SeedProposal> proposeSeeds(const PreparedSpace &x, const PreparedSpace &y, Index count, std::uint64_t seed,
                                  const RunContext &context)
{
    const OptimizeInput input{x, y, Random(seed).sample(x.size(), maxAnchors), {}};
    OptimizeOptions options;
    options.method = "auto";
    options.seed = seed;
    const auto summary = optimize(input, options, context.part(0, 0.3));
    if (!summary)
        return summary.error();
    if (context.cancelled())
        return cancelledError();
    SeedProposal proposal;
    if (!summary->hasResult())
        return proposal;
    const auto verdict = validateAlignment(input, options, *summary, context.part(0.3, 0.9));
    if (!verdict)
        return cancelledError();
    proposal.agreement = verdict->agreement.value_or(0);
    const Matrix rx = productTransposed(x.rows, rowsOf(x.rows, input.anchorsOfX), context);
    const Matrix ry = productTransposed(y.rows, summary->anchorsOfY, context);
    const std::vector<Match> matches = scoreMatches(rx, ry, summary->correspondence, context.part(0.9, 1));
    if (context.cancelled())
        return cancelledError();
    std::vector<ItemIndex> certain;
    for (std::size_t j = 0; j < matches.size(); ++j) {
        if (matches[j].mutual && matches[j].margin > 0)
            certain.push_back(static_cast<ItemIndex>(j));
    }
    std::stable_sort(certain.begin(), certain.end(), [&](ItemIndex a, ItemIndex b) {
        return matches[static_cast<std::size_t>(a)].margin > matches[static_cast<std::size_t>(b)].margin;
    });
    std::vector<bool> taken(static_cast<std::size_t>(x.size()));
    for (const ItemIndex item : certain) {
        const ItemIndex match = summary->correspondence[static_cast<std::size_t>(item)];
        if (static_cast<Index>(proposal.pairs.size()) == count)
            break;
        if (taken[static_cast<std::size_t>(match)])
            continue;
        taken[static_cast<std::size_t>(match)] = true;
        proposal.pairs.push_back({.x = match, .y = item});
    }
    return proposal;
}

} // namespace anchorscope
