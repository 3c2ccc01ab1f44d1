// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/leftout.h"

#include "core/optimize/subset.h"

namespace anchorscope {

namespace {

// As runAuto does it; tst_verdict compares.
constexpr double goodShare = 0.7;
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

namespace {

bool goesOn(const RunContext &context)
{
    context.waitWhilePaused();
    return !context.cancelled() && !context.stopRequested() && !context.pastDeadline();
}

std::optional<PathEnd> walked(const PathSpaces &spaces, PathStart start, std::uint64_t seed, const RunContext &context)
{
    const auto goOn = [&] { return goesOn(context); };
    const auto begin = beginPath(start, spaces, seed, context.part(0, 0.5), goOn);
    if (!begin)
        return std::nullopt;
    return walkCanonicalPath(spaces, *begin, context.part(0.5, 1), [&](const CanonicalStep &) { return goOn(); });
}

std::optional<CanonicalStep> finished(const PathSpaces &spaces, const PathEnd &end, const RunContext &context)
{
    std::optional<CanonicalStep> best;
    const bool whole = finishCanonicalPath(spaces, end, context, [&](const CanonicalStep &step) {
        if (!best || step.mutualShare >= best->mutualShare)
            best = step;
        return goesOn(context);
    });
    return whole ? best : std::nullopt;
}

} // namespace

std::optional<CanonicalStep> bestStep(const PathSpaces &spaces, PathStart start, std::uint64_t seed,
                                      const RunContext &context)
{
    const auto end = walked(spaces, start, seed, context.part(0, 0.9));
    return end ? finished(spaces, *end, context.part(0.9, 1)) : std::nullopt;
}

std::optional<BestStart> bestOfStarts(const PathSpaces &spaces, const OptimizeOptions &options,
                                      const RunContext &context)
{
    const auto seeds = static_cast<Index>(spaces.seeds.count());
    const PathStart first =
        findPathStart(options.start).value_or(seeds < seedsOfPath ? PathStart::profiles : PathStart::seeds);
    const bool several = options.method == "auto" && options.start == "auto" && first == PathStart::seeds;
    PathStart bestStart = first;
    PathEnd best;
    const auto walk = [&](PathStart start, const RunContext &part) {
        auto end = walked(spaces, start, options.seed, part);
        if (end && end->share >= best.share) {
            best = std::move(*end);
            bestStart = start;
        }
        return end.has_value();
    };
    bool whole = walk(first, context.part(0, several ? 0.2 : 0.9));
    if (whole && several && best.share < goodShare && seeds <= fewSeeds)
        whole = walk(PathStart::seedsAlike, context.part(0.2, 0.5));
    if (whole && several && best.share < goodShare)
        whole = walk(PathStart::stochastic, context.part(0.5, 0.9));
    auto step = whole ? finished(spaces, best, context.part(0.9, 1)) : std::nullopt;
    return step ? std::optional(BestStart{bestStart, std::move(*step)}) : std::nullopt;
}

} // namespace anchorscope
