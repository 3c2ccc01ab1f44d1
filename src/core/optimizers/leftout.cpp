// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/leftout.h"

#include "core/optimize/subset.h"

namespace anchorscope {

namespace {

// As runAuto does it; tst_verdict compares.
constexpr double goodShare = 0.9;
constexpr Index fewSeeds = 5;

/// The seeds' rows and the most reliable others, ascending.
std::vector<ItemIndex> rowsToJudge(const PathSpace &space, const std::vector<ItemIndex> &seeds)
{
    std::vector<bool> taken(static_cast<std::size_t>(space.size()));
    std::vector<ItemIndex> rows = seeds;
    for (const ItemIndex row : seeds)
        taken[static_cast<std::size_t>(row)] = true;
    for (const ItemIndex row : space.reliable) {
        if (std::ssize(rows) >= itemsJudged)
            break;
        if (!taken[static_cast<std::size_t>(row)])
            rows.push_back(row);
    }
    return ascending(std::move(rows), {});
}

} // namespace

PathSpaces partToJudge(PathSpaces spaces, const RunContext &context)
{
    if (std::max(spaces.x.size(), spaces.y.size()) <= itemsJudged)
        return spaces;
    return partOf(spaces, rowsToJudge(spaces.x, spaces.seeds.x), rowsToJudge(spaces.y, spaces.seeds.y), context);
}

PathSpaces withSeeds(const PathSpaces &spaces, const std::vector<std::size_t> &kept)
{
    PathSpaces part{spaces.x, spaces.y, {}, {}};
    for (const std::size_t s : kept) {
        part.seeds.add(spaces.seeds.x[s], spaces.seeds.y[s], 1);
        part.seedPlaces.push_back(spaces.seedPlaces[s]);
    }
    return part;
}

std::optional<CanonicalStep> bestStep(const PathSpaces &spaces, PathStart start, std::uint64_t seed,
                                      const RunContext &context)
{
    const auto goOn = [&] {
        context.waitWhilePaused();
        return !context.cancelled() && !context.stopRequested() && !context.pastDeadline();
    };
    const auto begin = beginPath(start, spaces, seed, context.part(0, 0.5), goOn);
    if (!begin)
        return std::nullopt;
    std::optional<CanonicalStep> best;
    const bool whole = walkCanonicalPath(spaces, *begin, context.part(0.5, 1), [&](const CanonicalStep &step) {
        if (!best || step.mutualShare >= best->mutualShare)
            best = step;
        return goOn();
    });
    return whole ? best : std::nullopt;
}

std::optional<BestStart> bestOfStarts(const PathSpaces &spaces, const OptimizeOptions &options,
                                      const RunContext &context)
{
    const auto seeds = static_cast<Index>(spaces.seeds.count());
    const PathStart first =
        findPathStart(options.start).value_or(seeds < seedsOfPath ? PathStart::profiles : PathStart::seeds);
    const bool several = options.method == "auto" && options.start == "auto" && first == PathStart::seeds;
    std::optional<BestStart> best;
    const auto walk = [&](PathStart start, const RunContext &part) {
        auto step = bestStep(spaces, start, options.seed, part);
        if (!step)
            return false;
        if (!best || step->mutualShare > best->step.mutualShare)
            best = BestStart{start, std::move(*step)};
        return true;
    };
    bool whole = walk(first, context.part(0, several ? 0.2 : 1));
    if (whole && several && seeds <= fewSeeds)
        whole = walk(PathStart::seedsAlike, context.part(0.2, 0.5));
    if (whole && several && (best->step.mutualShare < goodShare || seeds <= fewSeeds))
        whole = walk(PathStart::stochastic, context.part(0.5, 1));
    return whole ? std::move(best) : std::nullopt;
}

} // namespace anchorscope
