// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/crossvalidation.h"

#include "core/random.h"

namespace anchorscope {

PathSpaces partToValidate(PathSpaces spaces, const RunContext &context, Index items)
{
    if (std::max(spaces.x.size(), spaces.y.size()) <= itemsValidated)
        return spaces;
    return partOf(spaces, reliableRows(spaces.x, spaces.seeds.x, items), reliableRows(spaces.y, spaces.seeds.y, items),
                  context);
}

PathSpaces withSeeds(const PathSpaces &spaces, const std::vector<std::size_t> &kept)
{
    PathSpaces part{spaces.x, spaces.y, {}, {}, spaces.hints, spaces.hintWeight, spaces.centroidMatches};
    for (const std::size_t s : kept) {
        part.seeds.add(spaces.seeds.x[s], spaces.seeds.y[s], 1);
        part.seedPlaces.push_back(spaces.seedPlaces[s]);
    }
    return part;
}

PathSpaces withoutSeeds(const PathSpaces &spaces, const std::vector<std::size_t> &held)
{
    std::vector<std::size_t> kept;
    for (std::size_t s = 0; s < spaces.seeds.count(); ++s) {
        if (!std::ranges::binary_search(held, s))
            kept.push_back(s);
    }
    return withSeeds(spaces, kept);
}

bool mayContinue(const RunContext &context)
{
    context.waitWhilePaused();
    return !context.cancelled() && !context.stopRequested() && !context.pastDeadline();
}

namespace {

/// Returns options for the starts of a run that ends when the context is cancelled, stopped or out of time.
PathStarts startsOf(const std::string &start, bool others, std::uint64_t seed, const RunContext &context)
{
    return {start, others, seed, [&] { return mayContinue(context); },
            [&](const CanonicalStep &, PathStart) { return mayContinue(context); }};
}

} // namespace

std::optional<PathResult> shortPath(const PathSpaces &spaces, PathStart start, std::uint64_t seed,
                                    const RunContext &context)
{
    PathStarts starts = startsOf(pathStartId(start), false, seed, context);
    starts.mayEndEarly = true;
    auto best = walkFromStarts(spaces, starts, context);
    return best ? std::optional(std::move(best->end)) : std::nullopt;
}

std::optional<CanonicalStep> bestLastStep(const PathSpaces &spaces, const PathResult &end, const RunContext &context)
{
    std::optional<CanonicalStep> best;
    const bool whole = finishCanonicalPath(spaces, end, context, [&](const CanonicalStep &step) {
        if (!best || step.mutualShare >= best->mutualShare)
            best = step;
        return mayContinue(context);
    });
    return whole ? best : std::nullopt;
}

std::optional<BestStart> bestOfStarts(const PathSpaces &spaces, const std::string &start, bool others,
                                      std::uint64_t seed, const RunContext &context)
{
    const auto best = walkFromStarts(spaces, startsOf(start, others, seed, context), context.part(0, 0.9));
    auto step = best ? bestLastStep(spaces, best->end, context.part(0.9, 1)) : std::nullopt;
    return step ? std::optional(BestStart{best->start, std::move(*step)}) : std::nullopt;
}

namespace {

/// Half (0 or 1) that contains a pair. It depends on the index only, so equal results have equal confirmed matches.
int halfOf(std::size_t pair)
{
    return static_cast<int>(hashBits(0, 0, 0, pair) & 1);
}

/// Finds the matches of one half by maps fitted to the seeds and to the other half. Returns nullopt if cancelled.
std::optional<CslsMatches> matchesWithout(int half, const PathSpaces &spaces, const WeightedPairs &pairs, double ridge,
                                          const RunContext &context)
{
    WeightedPairs kept = spaces.seeds;
    for (std::size_t p = 0; p < pairs.count(); ++p) {
        if (halfOf(p) != half)
            kept.add(pairs.x[p], pairs.y[p], 1);
    }
    const auto maps = canonicalMaps(spaces.x.rows, spaces.y.rows, kept, ridge, context);
    return maps ? matchesBy(spaces, *maps, context) : std::nullopt;
}

} // namespace

std::optional<std::vector<bool>> confirmedMatches(const OptimizeInput &input, const std::vector<ItemIndex> &xOfY,
                                                  double ridge, const RunContext &context, const SpanReduction *known)
{
    std::vector<bool> confirmed(xOfY.size());
    const SpanReduction spans = known ? *known : SpanReduction(input.x, input.y, context);
    if (context.cancelled())
        return std::nullopt;
    const PathSpaces spaces = pathSpaces(spans.input(input), context);
    WeightedPairs pairs; // matched pairs, as rows of both spaces
    for (std::size_t row = 0; row < spaces.y.items.size(); ++row) {
        const ItemIndex match = xOfY[static_cast<std::size_t>(spaces.y.items[row])];
        const ItemIndex place = match == noItem ? noItem : spaces.x.rowOf(match);
        if (place != noItem)
            pairs.add(place, static_cast<ItemIndex>(row), 1);
    }
    if (pairs.count() < 2)
        return confirmed;
    for (const int half : {0, 1}) {
        const auto found = matchesWithout(half, spaces, pairs, ridge, context.step(half, 2));
        if (!found || context.cancelled())
            return std::nullopt;
        for (std::size_t p = 0; p < pairs.count(); ++p) {
            const auto x = static_cast<std::size_t>(pairs.x[p]), y = static_cast<std::size_t>(pairs.y[p]);
            if (halfOf(p) == half && found->xOfY[y] == pairs.x[p] && found->yOfX[x] == pairs.y[p])
                confirmed[static_cast<std::size_t>(spaces.y.items[y])] = true;
        }
    }
    return confirmed;
}

} // namespace anchorscope
