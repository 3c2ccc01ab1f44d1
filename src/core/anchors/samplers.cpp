// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/anchors/samplers.h"

#include "core/anchors/kmeans.h"
#include "core/parallel.h"
#include "core/projection/relative.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace anchorscope {

namespace {

std::vector<ItemIndex> uniform(const SamplerInput &input, Index count, Random &random, const RunContext &)
{
    return random.sample(input.candidates, count);
}

std::vector<ItemIndex> farthest(const SamplerInput &input, Index count, Random &random, const RunContext &context)
{
    const Matrix rows = rowsOf(input.space.rows, input.candidates);
    return elementsAt(input.candidates, farthestPoints(rows, random.below(rows.rows()), count, 0, context));
}

std::vector<ItemIndex> kmeans(const SamplerInput &input, Index count, Random &random, const RunContext &context)
{
    KMeansOptions options;
    options.clusters = count;
    const KMeans clusters = kMeans(rowsOf(input.space.rows, input.candidates), options, random, context);
    return elementsAt(input.candidates, clusters.nearestItem);
}

/// Chooses a random item of each class in turn, without replacement; unlabelled items after all labelled ones.
std::vector<ItemIndex> balanced(const SamplerInput &input, Index count, Random &random, const RunContext &)
{
    std::map<std::int32_t, std::vector<ItemIndex>> classes;
    for (const ItemIndex item : input.candidates)
        classes[input.items.hasLabels() ? input.items.labels[static_cast<std::size_t>(item)] : unlabelled].push_back(
            item);
    if (classes.size() > 1)
        classes.erase(unlabelled);
    for (auto &[label, members] : classes) {
        const auto size = static_cast<Index>(members.size());
        members = random.sample(std::move(members), size);
    }
    std::vector<ItemIndex> chosen;
    for (std::size_t round = 0; static_cast<Index>(chosen.size()) < count; ++round) {
        const std::size_t before = chosen.size();
        for (const auto &[label, members] : classes) {
            if (round < members.size() && static_cast<Index>(chosen.size()) < count)
                chosen.push_back(members[round]);
        }
        if (chosen.size() == before)
            break;
    }
    if (static_cast<Index>(chosen.size()) < count) {
        std::vector<ItemIndex> rest;
        for (const ItemIndex item : input.candidates) {
            if (input.items.labels[static_cast<std::size_t>(item)] == unlabelled)
                rest.push_back(item);
        }
        const auto more = random.sample(std::move(rest), count - static_cast<Index>(chosen.size()));
        chosen.insert(chosen.end(), more.begin(), more.end());
    }
    return chosen;
}

constexpr AnchorSampler registry[] = {
    {"uniform", "Random", "Uniform draw without replacement (RR, AO)", uniform},
    {"farthest", "Farthest", "Each next anchor is the item least similar to those chosen (1 − |cosine|)", farthest},
    {"kmeans", "k-means", "The items nearest to the centroids of as many clusters", kmeans},
    {"balanced", "Balanced", "The same number of random items of each class", balanced},
};

} // namespace

std::span<const AnchorSampler> anchorSamplers()
{
    return registry;
}

const AnchorSampler *findSampler(std::string_view id)
{
    const auto found =
        std::find_if(std::begin(registry), std::end(registry), [&](const auto &s) { return id == s.id; });
    return found == std::end(registry) ? nullptr : found;
}

Result<std::vector<ItemIndex>> chooseAnchors(const AnchorSampler &sampler, const SamplerInput &input, Index count,
                                             Random &random, const RunContext &context)
{
    const auto available = static_cast<Index>(input.candidates.size());
    if (count < 1 || count > available) {
        return Error(ErrorCode::tooFewItems, "Expected between 1 and " + std::to_string(available) +
                                                 " anchors (as many as there are items to choose from), found " +
                                                 std::to_string(count) + ". Ask for fewer anchors.");
    }
    std::vector<ItemIndex> chosen = sampler.choose(input, count, random, context);
    if (context.cancelled())
        return cancelledError();
    return chosen;
}

std::vector<Index> farthestPoints(const MatrixView &rows, Index start, Index count, double minimum,
                                  const RunContext &context)
{
    std::vector<Index> order{start};
    Eigen::VectorXd nearest = Eigen::VectorXd::Constant(rows.rows(), 2.0);
    while (static_cast<Index>(order.size()) < count && !context.cancelled()) {
        const Eigen::VectorXd last = rows.row(order.back()).cast<double>();
        forBlocks(rows.rows(), 1024, [&](Index begin, Index end) {
            for (Index i = begin; i < end; ++i) {
                const double distance = 1 - std::abs(rows.row(i).cast<double>().dot(last.transpose()));
                nearest[i] = std::min(nearest[i], distance);
            }
        });
        // A chosen row's distance from itself is 0 only up to rounding; a distance of −1 prevents a second choice.
        nearest[order.back()] = -1;
        Index next = 0;
        const double distance = nearest.maxCoeff(&next);
        if (distance < minimum)
            break;
        order.push_back(next);
    }
    return order;
}

} // namespace anchorscope
