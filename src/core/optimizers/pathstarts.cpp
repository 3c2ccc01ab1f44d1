// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/pathstarts.h"

#include "core/data/items.h"
#include "core/optimizers/centroids.h"
#include "core/optimizers/selflearning.h"
#include "core/product.h"
#include "core/projection/relative.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace anchorscope {

namespace {

/// Cross-fitted share of mutual matches above which no other start is tried. Wrong alignments of words, of digits and
/// of the hard pair had 0.28 to 0.57, correct ones 0.74 to 0.93.
constexpr double goodShare = 0.7;
constexpr std::size_t levelAfterLearning = 2; ///< ε 14: there are many learned matches
constexpr Index itemsOfCentroids = 5000;      ///< maximum number of rows of each space to match by centroids

constexpr std::array<std::pair<PathStart, const char *>, 4> starts{{{PathStart::seeds, "seeds"},
                                                                    {PathStart::centroids, "centroids"},
                                                                    {PathStart::stochastic, "stochastic"},
                                                                    {PathStart::profiles, "profiles"}}};

/// The mutual matches under the orthogonal map found by self-learning, and the seeds.
std::optional<PathInput> learnedBegin(bool fromProfiles, const PathSpaces &spaces, std::uint64_t seed,
                                      const RunContext &context, const std::function<bool()> &mayContinue)
{
    const LearnOptions learn = learnOptions(spaces, seed, fromProfiles, context);
    const Matrix start = startMap(spaces, learn, context);
    if (context.cancelled())
        return std::nullopt;
    const SelfLearning learning = learnMap(rowsOf(spaces.x.rows, learn.sampleOfX),
                                           rowsOf(spaces.y.rows, learn.sampleOfY), start, learn, context, mayContinue);
    if (context.cancelled() || learning.ended)
        return std::nullopt;
    const auto matches =
        cslsMatches(mapRows(spaces.x.rows, learning.map, context), spaces.y.rows, neighboursOfCsls, context);
    if (!matches)
        return std::nullopt;
    PathInput begin{spaces.seeds, levelAfterLearning};
    for (const ItemIndex i : matches->mutualItemsOfX())
        begin.pairs.add(i, matches->yOfX[static_cast<std::size_t>(i)], 1);
    return begin;
}

/// Some of a space's rows, ascending: the most reliable ones and those of seeds.
std::vector<ItemIndex> mostReliable(const PathSpace &space, const std::vector<ItemIndex> &seeds)
{
    std::vector<ItemIndex> rows = space.reliable;
    rows.resize(static_cast<std::size_t>(std::min(itemsOfCentroids, space.size())));
    return ascending(std::move(rows), seeds);
}

/// The mutual matches relative to matched centroids, and the seeds. In large spaces the path starts with the more
/// reliable items, because too few of the pairs that centroids find in 20 000 words are correct.
std::optional<PathInput> centroidsBegin(const PathSpaces &spaces, std::uint64_t seed, const RunContext &context,
                                        const std::function<bool()> &mayContinue)
{
    const std::vector<ItemIndex> ofX = mostReliable(spaces.x, spaces.seeds.x),
                                 ofY = mostReliable(spaces.y, spaces.seeds.y);
    const PathSpaces part = partOf(spaces, ofX, ofY, context);
    const auto matched = matchByCentroids(part.x.rows, part.y.rows, seed, context.part(0, 0.5), mayContinue);
    if (!matched || context.cancelled())
        return std::nullopt;
    PathInput begin{{}, levelAfterLearning};
    for (std::size_t p = 0; p < matched->first.size(); ++p)
        begin.pairs.add(matched->first[p], matched->second[p], 1);
    for (std::size_t s = 0; s < part.seeds.count(); ++s)
        begin.pairs.add(part.seeds.x[s], part.seeds.y[s], 1);
    if (std::ssize(ofX) < spaces.x.size() || std::ssize(ofY) < spaces.y.size()) {
        auto end = walkCanonicalPath(part, begin, context.part(0.5, 1),
                                     [&](const CanonicalStep &) { return !mayContinue || mayContinue(); });
        if (!end)
            return std::nullopt;
        begin.pairs = std::move(end->pairs);
    }
    for (std::size_t p = 0; p < begin.pairs.count(); ++p) {
        begin.pairs.x[p] = ofX[static_cast<std::size_t>(begin.pairs.x[p])];
        begin.pairs.y[p] = ofY[static_cast<std::size_t>(begin.pairs.y[p])];
    }
    return begin;
}

/// A start, and the progress after its path in a run that tries all starts.
struct Attempt
{
    PathStart start;
    double progress = 1;
};

std::vector<Attempt> attempts(const PathStarts &requested, Index seeds)
{
    if (const auto given = findPathStart(requested.first))
        return {{*given}};
    const bool withSeeds = seeds >= seedsOfPath;
    if (!requested.others)
        return {{withSeeds ? PathStart::seeds : PathStart::centroids}};
    if (!withSeeds)
        return {{PathStart::centroids, 0.3}, {PathStart::profiles}};
    return {{PathStart::seeds, 0.2}, {PathStart::centroids, 0.4}, {PathStart::stochastic}};
}

/// True if two paths from different starts ended at the same pairs: more than half of them, except seeds. For 20 000
/// words correct ones had 79 and 97 % in common, a correct and a wrong one (also of digits and the hard pair) 0.1 to 3
/// %.
bool agree(const PathResult &a, const PathResult &b, std::size_t seeds)
{
    std::vector<std::pair<ItemIndex, ItemIndex>> ofA, ofB;
    for (auto [end, pairs] : {std::pair(&a, &ofA), std::pair(&b, &ofB)}) {
        for (std::size_t p = 0; p + seeds < end->pairs.count(); ++p)
            pairs->emplace_back(end->pairs.x[p], end->pairs.y[p]);
        std::ranges::sort(*pairs);
    }
    std::vector<std::pair<ItemIndex, ItemIndex>> common;
    std::ranges::set_intersection(ofA, ofB, std::back_inserter(common));
    return 2 * common.size() > std::min(ofA.size(), ofB.size());
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

std::vector<std::string> pathStartNames()
{
    std::vector<std::string> names{"auto"};
    for (const auto &[start, id] : starts)
        names.emplace_back(id);
    return names;
}

std::optional<PathInput> beginPath(PathStart start, const PathSpaces &spaces, std::uint64_t seed,
                                   const RunContext &context, const std::function<bool()> &mayContinue)
{
    if (start == PathStart::centroids)
        return centroidsBegin(spaces, seed, context, mayContinue);
    if (start == PathStart::stochastic || start == PathStart::profiles)
        return learnedBegin(start == PathStart::profiles, spaces, seed, context, mayContinue);
    const auto level = firstCanonicalLevel(spaces.x.rows, spaces.y.rows, spaces.seeds, context);
    if (!level)
        return std::nullopt;
    return PathInput{spaces.seeds, *level};
}

std::optional<BestPath> walkFromStarts(const PathSpaces &spaces, const PathStarts &starts, const RunContext &context)
{
    BestPath best;
    double done = 0;
    for (const auto &[start, progress] : attempts(starts, static_cast<Index>(spaces.seeds.count()))) {
        if (best.end.share >= goodShare)
            break;
        const RunContext part = context.part(done, progress);
        done = progress;
        const auto begin = beginPath(start, spaces, starts.seed, part.part(0, 0.5), starts.mayContinue);
        if (!begin)
            return std::nullopt;
        auto end = walkCanonicalPath(spaces, *begin, part.part(0.5, 1),
                                     [&](const CanonicalStep &step) { return starts.onStep(step, start); });
        if (!end)
            return std::nullopt;
        const bool again = agree(*end, best.end, spaces.seeds.count());
        if (end->share >= best.end.share)
            best = {start, std::move(*end)};
        if (again)
            break;
    }
    return best;
}

} // namespace anchorscope
