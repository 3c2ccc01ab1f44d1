// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/canonicalpath.h"

#include "core/optimizers/selflearning.h"
#include "core/product.h"
#include "core/projection/relative.h"
#include "core/stopwatch.h"

#include <algorithm>
#include <array>

namespace anchorscope {

namespace {

constexpr std::array<double, 9> ridges{60, 30, 14, 7, 3.5, 1.8, 0.8, 0.3, 0.15};
constexpr std::size_t levelAfterLearning = 2; ///< ε 14: learned partners are many
constexpr int iterationsPerLevel = 2;         ///< sensitivity not measured
/// digits.h5, ae32_seed0 and classifier_epoch32, 3 seeds, 4 draws: with 2 iterations median 0.50 right, with 4 and 10
/// 0.96. On words.h5, 5 000 items, 3 seeds, it fails (0.03 and 0.16), where 2 with heavier seeds reach 0.93.
constexpr int iterationsOfAlike = 4;
constexpr double convergedBelow = 0.002; ///< of the partners: the level is left
constexpr double seedsPerPartner = 20;   ///< all seeds together weigh at least as much as this part of the partners
constexpr Index manySeeds = 50;          ///< from here on the first level is chosen by left-out seeds
constexpr int folds = 5;

constexpr std::array<std::pair<PathStart, const char *>, 4> starts{{{PathStart::seeds, "seeds"},
                                                                    {PathStart::seedsAlike, "seeds-alike"},
                                                                    {PathStart::stochastic, "stochastic"},
                                                                    {PathStart::profiles, "profiles"}}};

/// Sum of the reciprocal ranks of left-out pairs; both directions are alike enough for one.
double reciprocalRanks(const Matrix &queries, const Matrix &targets, const std::vector<ItemIndex> &partners,
                       const RunContext &context)
{
    const Matrix similarities = productTransposed(queries, targets, context);
    double sum = 0;
    for (Index i = 0; i < similarities.rows(); ++i) {
        const float own = similarities(i, partners[static_cast<std::size_t>(i)]);
        sum += 1.0 / static_cast<double>((similarities.row(i).array() >= own).count());
    }
    return sum;
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

std::span<const double> canonicalRidges()
{
    return ridges;
}

std::optional<std::size_t> firstCanonicalLevel(const Matrix &x, const Matrix &y, const WeightedPairs &seeds,
                                               const RunContext &context)
{
    if (static_cast<Index>(seeds.count()) < manySeeds)
        return 0;
    std::array<double, ridges.size()> found{};
    for (int fold = 0; fold < folds; ++fold) {
        WeightedPairs given, held;
        for (std::size_t s = 0; s < seeds.count(); ++s)
            (static_cast<int>(s % folds) == fold ? held : given).add(seeds.x[s], seeds.y[s], 1);
        for (std::size_t level = 0; level < ridges.size(); ++level) {
            const auto maps = canonicalMaps(x, y, given, ridges[level], context);
            if (!maps)
                return std::nullopt;
            found[level] += reciprocalRanks(canonicalCoordinates(rowsOf(x, held.x), maps->a, context),
                                            canonicalCoordinates(y, maps->b, context), held.y, context);
        }
    }
    if (context.cancelled())
        return std::nullopt;
    return static_cast<std::size_t>(std::ranges::max_element(found) - found.begin());
}

namespace {

std::vector<bool> marked(Index rows, const std::vector<ItemIndex> &items)
{
    std::vector<bool> marks(static_cast<std::size_t>(rows));
    for (const ItemIndex item : items)
        marks[static_cast<std::size_t>(item)] = true;
    return marks;
}

double shareChanged(const std::vector<ItemIndex> &before, const std::vector<ItemIndex> &now)
{
    if (before.empty())
        return 1;
    Index changed = 0;
    for (std::size_t j = 0; j < now.size(); ++j)
        changed += before[j] != now[j];
    return static_cast<double>(changed) / static_cast<double>(now.size());
}

/// The pairs of the next iteration: mutual partners that touch no seed, and the seeds.
class NextPairs
{
public:
    NextPairs(const PathSpaces &spaces, bool seedsAlike)
        : m_seeds(spaces.seeds), m_seedsAlike(seedsAlike), m_isSeedOfX(marked(spaces.x.size(), m_seeds.x)),
          m_isSeedOfY(marked(spaces.y.size(), m_seeds.y))
    {
    }

    WeightedPairs from(const CslsPartners &partners, const std::vector<ItemIndex> &mutual) const
    {
        WeightedPairs next;
        for (const ItemIndex i : mutual) {
            const ItemIndex j = partners.yOfX[static_cast<std::size_t>(i)];
            if (!m_isSeedOfX[static_cast<std::size_t>(i)] && !m_isSeedOfY[static_cast<std::size_t>(j)])
                next.add(i, j, 1);
        }
        const auto found = static_cast<double>(next.count()), seeds = static_cast<double>(m_seeds.count());
        const double weight = m_seedsAlike ? 1 : std::max(1.0, found / (seedsPerPartner * seeds));
        for (std::size_t s = 0; s < m_seeds.count(); ++s)
            next.add(m_seeds.x[s], m_seeds.y[s], weight);
        return next;
    }

private:
    const WeightedPairs &m_seeds;
    const bool m_seedsAlike;
    const std::vector<bool> m_isSeedOfX, m_isSeedOfY;
};

/// Maps from the pairs and the partners that these find. False if cancelled.
bool advance(const PathSpaces &spaces, const WeightedPairs &pairs, CanonicalStep &step, const RunContext &context)
{
    auto maps = canonicalMaps(spaces.x.rows, spaces.y.rows, pairs, step.ridge, context);
    if (!maps)
        return false;
    step.maps = std::move(*maps);
    const Stopwatch clock;
    auto partners = cslsPartners(canonicalCoordinates(spaces.x.rows, step.maps.a, context),
                                 canonicalCoordinates(spaces.y.rows, step.maps.b, context), neighboursOfCsls, context);
    if (!partners)
        return false;
    step.changed = shareChanged(step.partners.xOfY, partners->xOfY);
    step.partners = std::move(*partners);
    step.seconds = clock.seconds();
    return true;
}

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

bool walkCanonicalPath(const PathSpaces &spaces, const PathBegin &begin, const RunContext &context,
                       const OnCanonicalStep &onStep)
{
    const NextPairs next(spaces, begin.seedsAlike);
    WeightedPairs pairs = begin.pairs;
    CanonicalStep step;
    const auto levels = static_cast<double>(ridges.size() - begin.level);
    const RunContext quiet{context.control, {}, context.deadline};
    const int iterations = begin.seedsAlike ? iterationsOfAlike : iterationsPerLevel;
    for (std::size_t level = begin.level; level < ridges.size(); ++level) {
        step.ridge = ridges[level];
        const auto done = static_cast<double>(level - begin.level);
        for (int iteration = 0; iteration < iterations; ++iteration) {
            context.report((done + static_cast<double>(iteration) / iterations) / levels, "walking the path");
            if (!advance(spaces, pairs, step, quiet))
                return false;
            const std::vector<ItemIndex> mutual = step.partners.mutualItemsOfX();
            step.mutualShare =
                static_cast<double>(mutual.size()) / static_cast<double>(std::min(spaces.x.size(), spaces.y.size()));
            if (!onStep(step))
                return false;
            if (WeightedPairs found = next.from(step.partners, mutual); found.count() > 0)
                pairs = std::move(found);
            if (step.changed < convergedBelow)
                break;
        }
    }
    return true;
}

} // namespace anchorscope
