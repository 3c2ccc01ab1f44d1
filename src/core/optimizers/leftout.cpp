// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/leftout.h"

#include "core/optimize/subset.h"

namespace anchorscope {

namespace {

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

std::optional<BestStart> bestOfStarts(const PathSpaces &spaces, const std::string &start, bool others,
                                      std::uint64_t seed, const RunContext &context)
{
    const PathStarts starts{start, others, seed, [&] { return goesOn(context); },
                            [&](const CanonicalStep &, PathStart) { return goesOn(context); }};
    const auto best = walkFromStarts(spaces, starts, context.part(0, 0.9));
    auto step = best ? finished(spaces, best->end, context.part(0.9, 1)) : std::nullopt;
    return step ? std::optional(BestStart{best->start, std::move(*step)}) : std::nullopt;
}

} // namespace anchorscope
