// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/quickscore.h"

#include "core/anchors/seedcheck.h"
#include "core/evaluate/representation.h"
#include "core/stopwatch.h"

#include <algorithm>
#include <set>

namespace anchorscope {

namespace {

constexpr Index fewestAnchors = 3, sample = 500;

} // namespace

RetrievalOptions quickRetrievalOptions(Index k, Index items, std::uint64_t seed)
{
    RetrievalOptions options;
    options.k = std::min(k, items - 1);
    options.hubnessCorrected = false;
    options.perItem = options.neighbours = false;
    options.seed = seed;
    options.exactUpTo = sample;
    options.sampledQueries = sample;
    return options;
}

Result<QuickScore> quickScore(const AnchoredPair &pair, const std::vector<SeedPair> &seeds, const Correspondence &truth,
                              const RetrievalOptions &options, const RunContext &context)
{
    const Stopwatch clock;
    QuickScore result;
    result.agreement = seedAgreement(pair.x, pair.y, seeds);
    result.suspects = suspiciousSeeds(pair.x, pair.y, seeds);
    const RetrievalOptions others = options.leavingOut(pair.anchors.itemsOfX);
    const auto isQuery = [&, left = std::set(others.excluded.begin(), others.excluded.end())](ItemIndex item) {
        return !left.contains(item);
    };
    if (pair.anchors.count() >= fewestAnchors && std::ranges::any_of(truth.pairedItemsOfX(), isQuery)) {
        RepresentationPair encoded{.method = {},
                                   .ownX = relativeRows(pair, Side::x, context),
                                   .ownY = relativeRows(pair, Side::y, context),
                                   .emptyX = pair.x.zeroRows,
                                   .emptyY = pair.y.zeroRows};
        const auto row = retrieveBothWays(std::move(encoded), truth, others, context);
        if (!row)
            return row.error();
        result.mrrXToY = row->xToY.mrr;
        result.mrrYToX = row->yToX.mrr;
        result.pAt1XToY = row->xToY.pAt1;
        result.pAt1YToX = row->yToX.pAt1;
        result.queries = row->xToY.queries;
        result.targets = row->xToY.targets;
        result.scored = true;
    }
    result.milliseconds = 1000 * clock.seconds();
    return result;
}

} // namespace anchorscope
