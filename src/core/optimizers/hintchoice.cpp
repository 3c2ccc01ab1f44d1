// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/hintchoice.h"

#include "core/optimizers/crossvalidation.h"
#include "core/plaintext.h"
#include "core/projection/relative.h"
#include "core/statistics.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace anchorscope {

namespace {

/// Weights tried for hints. CSLS scores of candidates differ by a few tenths, so the weight 0.1 hardly reorders them.
constexpr std::array<HintWeight, 5> weightsOfHints{{{0, false}, {0.1, false}, {0.3, false}, {1, false}, {0, true}}};
constexpr HintWeight untestedWeight{0.3, false};
constexpr std::size_t pairsToTryHints = 4;
constexpr double agreementByChance = 0.01; ///< p-value of the known pairs' agreement above which hints are not used

/// number of items sampled from each space to estimate the pairing's entropy
constexpr Index sampledItems = 1000;

/// Every n-th row number, with n such that at most `count` remain.
std::vector<ItemIndex> spreadOver(Index rows, Index count)
{
    std::vector<ItemIndex> some;
    const Index step = std::max<Index>(1, (rows + count - 1) / count);
    for (Index row = 0; row < rows; row += step)
        some.push_back(static_cast<ItemIndex>(row));
    return some;
}

/// Returns the rank of each seed's partner by maps of a run without this seed; nullopt if a run was ended or cancelled.
std::optional<std::vector<double>> heldOutRanks(const PathSpaces &spaces, std::uint64_t seed, const RunContext &context)
{
    const auto ranksWithout = [&](const std::vector<std::size_t> &held,
                                  const RunContext &part) -> std::optional<std::vector<double>> {
        const auto best = bestOfStarts(withoutSeeds(spaces, held), pathStartId(PathStart::seeds), false, seed, part);
        if (!best)
            return std::nullopt;
        const Matrix x = canonicalCoordinates(spaces.x.rows, best->step.maps.a, context),
                     y = canonicalCoordinates(spaces.y.rows, best->step.maps.b, context);
        std::vector<double> ranks;
        for (const std::size_t s : held) {
            const Vector similarity = y * x.row(spaces.seeds.x[s]).transpose();
            ranks.push_back(static_cast<double>((similarity.array() >= similarity[spaces.seeds.y[s]]).count()));
        }
        return ranks;
    };
    return crossValidate<double>(spaces.seeds.count(), context, ranksWithout);
}

HintTrial trialOf(const HintWeight &weight, const std::vector<double> &ranks)
{
    HintTrial trial{weight, 0, 0};
    for (const double rank : ranks) {
        trial.reciprocalRank += 1 / rank / static_cast<double>(ranks.size());
        trial.logRank += std::log(rank) / static_cast<double>(ranks.size());
    }
    return trial;
}

/// True if `ranks` are lower than `others`: the difference of the mean logarithms exceeds its standard error.
bool surelyLower(const std::vector<double> &ranks, const std::vector<double> &others)
{
    std::vector<double> gains;
    for (std::size_t s = 0; s < ranks.size(); ++s)
        gains.push_back(std::log(others[s] / ranks[s]));
    return mean(gains) > sampleDeviation(gains) / std::sqrt(static_cast<double>(gains.size()));
}

} // namespace

std::span<const HintWeight> hintWeights()
{
    return weightsOfHints;
}

std::string hintWeightId(const HintWeight &weight)
{
    return weight.hard ? "hard" : roundedText(weight.weight, 6);
}

std::optional<HintWeight> findHintWeight(std::string_view id)
{
    const auto found =
        std::ranges::find_if(weightsOfHints, [&](const HintWeight &each) { return hintWeightId(each) == id; });
    return found == weightsOfHints.end() ? std::nullopt : std::optional(*found);
}

HintFacts hintFacts(const PathSpaces &spaces)
{
    HintFacts facts;
    const auto items = static_cast<double>(spaces.y.size());
    double entropy = 0, pairs = 0;
    const auto ofX = spreadOver(spaces.x.size(), sampledItems), ofY = spreadOver(spaces.y.size(), sampledItems);
    for (const ItemIndex i : ofX) {
        double sum = 0;
        for (const ItemIndex j : ofY)
            sum += static_cast<double>(spaces.hints.agreement(i, j));
        facts.byChance += sum;
        pairs += static_cast<double>(ofY.size());
        entropy += std::log(std::max(1.0, sum * items / static_cast<double>(ofY.size())));
    }
    facts.byChance /= std::max(1.0, pairs);
    facts.removed = items > 1 && !ofX.empty() ? 1 - entropy / static_cast<double>(ofX.size()) / std::log(items) : 0;
    Index agreeing = 0;
    for (std::size_t s = 0; s < spaces.seeds.count(); ++s) {
        const float each = spaces.hints.agreement(spaces.seeds.x[s], spaces.seeds.y[s]);
        facts.agreeing += static_cast<double>(each) / static_cast<double>(spaces.seeds.count());
        agreeing += each >= 0.5f;
    }
    const auto asked = static_cast<Index>(spaces.seeds.count());
    double agreeByChance = 0;
    for (const ItemIndex i : ofX) {
        for (const ItemIndex j : ofY)
            agreeByChance += spaces.hints.agreement(i, j) >= 0.5f;
    }
    const double chance = std::clamp(agreeByChance / std::max(1.0, pairs), 1e-6, 1 - 1e-6);
    facts.tells = asked < 3 || binomialTail(agreeing, asked, chance) < agreementByChance;
    return facts;
}

const HintTrial *HintChoice::chosen() const
{
    const auto found = std::ranges::find(trials, weight, &HintTrial::weight);
    return found == trials.end() ? nullptr : &*found;
}

std::optional<HintChoice> chooseHint(const PathSpaces &whole, const std::string &requested, std::uint64_t seed,
                                     const RunContext &context)
{
    HintChoice choice{hintFacts(whole), {}, {}};
    const bool grouped = !whole.hints.groups().empty();
    if (const auto given = findHintWeight(requested)) {
        // the weight “hard” needs groups of items; hints with ordered values form none
        choice.weight = given->hard && !grouped ? weightsOfHints[3] : *given;
        return choice;
    }
    if (!choice.facts.tells)
        return choice;
    if (whole.seeds.count() < pairsToTryHints) {
        choice.weight = untestedWeight;
        return choice;
    }
    PathSpaces spaces = partToValidate(whole, context);
    std::vector<std::vector<double>> ranks;
    for (std::size_t w = 0; w < weightsOfHints.size(); ++w) {
        if (weightsOfHints[w].hard && !grouped)
            continue;
        spaces.hintWeight = weightsOfHints[w];
        auto found = heldOutRanks(spaces, seed, context.step(w, weightsOfHints.size()));
        if (!found)
            return std::nullopt;
        choice.trials.push_back(trialOf(weightsOfHints[w], *found));
        ranks.push_back(std::move(*found));
    }
    const auto best = std::ranges::min_element(choice.trials, {}, &HintTrial::logRank);
    if (surelyLower(ranks[static_cast<std::size_t>(best - choice.trials.begin())], ranks.front()))
        choice.weight = best->weight;
    return choice;
}

} // namespace anchorscope
