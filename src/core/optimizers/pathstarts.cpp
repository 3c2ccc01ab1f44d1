// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/pathstarts.h"

#include "core/optimizers/selflearning.h"
#include "core/product.h"
#include "core/projection/relative.h"

#include <algorithm>
#include <array>

namespace anchorscope {

namespace {

/// Cross-fitted share of mutual partners above which no other start is tried. Alignments of words, of digits and of the
/// hard pair that were wrong had 0.28 to 0.57, right ones 0.74 to 0.93.
constexpr double goodShare = 0.7;
constexpr Index fewSeeds = 5; ///< with so many or fewer the seeds alike are tried before the self-learning
constexpr std::size_t levelAfterLearning = 2; ///< ε 14: learned partners are many

constexpr std::array<std::pair<PathStart, const char *>, 4> starts{{{PathStart::seeds, "seeds"},
                                                                    {PathStart::seedsAlike, "seeds-alike"},
                                                                    {PathStart::stochastic, "stochastic"},
                                                                    {PathStart::profiles, "profiles"}}};

/// The mutual partners under the orthogonal map that the self-learning ends at, and the seeds.
std::optional<PathBegin> learnedBegin(bool fromProfiles, const PathSpaces &spaces, std::uint64_t seed,
                                      const RunContext &context, const std::function<bool()> &goOn)
{
    const LearnOptions learn = learnOptions(spaces, seed, fromProfiles, context);
    const Matrix start = startMap(spaces, learn, context);
    if (context.cancelled())
        return std::nullopt;
    const SelfLearning learning = learnMap(rowsOf(spaces.x.rows, learn.sampleOfX),
                                           rowsOf(spaces.y.rows, learn.sampleOfY), start, learn, context, goOn);
    if (context.cancelled() || learning.ended)
        return std::nullopt;
    const auto partners =
        cslsPartners(mapRows(spaces.x.rows, learning.map, context), spaces.y.rows, neighboursOfCsls, context);
    if (!partners)
        return std::nullopt;
    PathBegin begin{spaces.seeds, levelAfterLearning};
    for (const ItemIndex i : partners->mutualItemsOfX())
        begin.pairs.add(i, partners->yOfX[static_cast<std::size_t>(i)], 1);
    return begin;
}

} // namespace

const char *pathStartId(PathStart start)
{
    return std::ranges::find(starts, start, &std::pair<PathStart, const char *>::first)->second;
}

std::optional<PathStart> findPathStart(std::string_view id)
{
    const auto found = std::ranges::find_if(starts, [&](const auto &each) { return each.second == id; });
    return found == starts.end() ? std::nullopt : std::optional(found->first);
}

std::optional<PathBegin> beginPath(PathStart start, const PathSpaces &spaces, std::uint64_t seed,
                                   const RunContext &context, const std::function<bool()> &goOn)
{
    if (start == PathStart::stochastic || start == PathStart::profiles)
        return learnedBegin(start == PathStart::profiles, spaces, seed, context, goOn);
    const auto level = firstCanonicalLevel(spaces.x.rows, spaces.y.rows, spaces.seeds, context);
    if (!level)
        return std::nullopt;
    return PathBegin{spaces.seeds, *level, start == PathStart::seedsAlike};
}

std::optional<StartedPath> walkFromStarts(const PathSpaces &spaces, const PathStarts &starts, const RunContext &context)
{
    const auto seeds = static_cast<Index>(spaces.seeds.count());
    const PathStart first =
        findPathStart(starts.first).value_or(seeds < seedsOfPath ? PathStart::profiles : PathStart::seeds);
    const bool several = starts.others && starts.first == "auto" && first == PathStart::seeds;
    StartedPath best{first, {}};
    const auto walk = [&](PathStart start, const RunContext &part) {
        const auto begin = beginPath(start, spaces, starts.seed, part.part(0, 0.5), starts.goOn);
        if (!begin)
            return false;
        auto end = walkCanonicalPath(spaces, *begin, part.part(0.5, 1),
                                     [&](const CanonicalStep &step) { return starts.onStep(step, start); });
        if (end && end->share >= best.end.share)
            best = {start, std::move(*end)};
        return end.has_value();
    };
    bool whole = walk(first, context.part(0, several ? 0.2 : 1));
    if (whole && several && best.end.share < goodShare && seeds <= fewSeeds)
        whole = walk(PathStart::seedsAlike, context.part(0.2, 0.5));
    if (whole && several && best.end.share < goodShare)
        whole = walk(PathStart::stochastic, context.part(0.5, 1));
    return whole ? std::optional(std::move(best)) : std::nullopt;
}

} // namespace anchorscope
