// SPDX-License-Identifier: GPL-3.0-or-later
// Measures retrieval metrics, k-means, principal components and the softmax head on generated relative spaces.
// bench_evaluate [items] [--benchmark_filter=…]
#include "core/anchors/kmeans.h"
#include "core/evaluate/scores.h"
#include "core/heads/head.h"
#include "core/projection/pca.h"
#include "core/projection/relative.h"
#include "core/random.h"
#include "floor.h"

#include <cmath>
#include <cstdlib>
#include <memory>

using namespace anchorscope;

namespace {

constexpr Index anchors = 300, classes = 10;

/// Relative vectors of clustered items, a noisy copy of them, and the clusters.
struct Spaces
{
    Matrix x, y;
    std::vector<std::int32_t> labels;
    explicit Spaces(Index items) : x(items, anchors), y(items, anchors)
    {
        Random random(1);
        Matrix centres(classes, anchors);
        for (Index i = 0; i < centres.size(); ++i)
            centres.data()[i] = static_cast<float>(random.normal());
        for (Index i = 0; i < items; ++i) {
            labels.push_back(static_cast<std::int32_t>(random.below(classes)));
            for (Index j = 0; j < anchors; ++j) {
                const double scale = 2 / std::sqrt(static_cast<double>(j + 1)); // a falling spectrum, as in real data
                x(i, j) = 0.2f * centres(labels.back(), j) + static_cast<float>(scale * random.normal());
                y(i, j) = x(i, j) + static_cast<float>(0.3 * scale * random.normal());
            }
        }
        normalizeRows(x);
        normalizeRows(y);
    }
};

/// Two wide spaces that share 100 latent dimensions, and true anchors.
struct WideSpaces
{
    PreparedSpace x, y;
    AnchorSet anchorSet;
    Correspondence pairing;
    WideSpaces(Index items, Index dx, Index dy, Index k) : pairing(Correspondence::byRow(items))
    {
        constexpr Index latent = 100;
        Random random(2);
        const auto normal = [&](Index rows, Index columns, float scale) {
            Matrix values(rows, columns);
            for (Index i = 0; i < values.size(); ++i)
                values.data()[i] = scale * static_cast<float>(random.normal());
            return values;
        };
        const Matrix shared = normal(items, latent, 1);
        x = prepare(shared * normal(latent, dx, 0.1f) + normal(items, dx, 0.5f), Centering::center);
        y = prepare(shared * normal(latent, dy, 0.1f) + normal(items, dy, 0.5f), Centering::center);
        for (ItemIndex i = 0; i < k; ++i)
            anchorSet.itemsOfX.push_back(i);
        anchorSet.discreteY = anchorSet.itemsOfX;
        anchorSet.continuousY = rowsOf(y.rows, anchorSet.itemsOfX);
    }
    /// All rows of a table except PARAM.
    void score() const
    {
        MethodPlan plan = planMethods({.slow = false}, {x.size(), y.size(), x.dimension(), y.dimension(), anchors});
        (void)retrieveByAll(encodingOf({x, y, anchorSet, pairing, similarities().front()}), pairing, {}, plan);
    }
};

} // namespace

int main(int argc, char **argv)
{
    const Index items = argc > 1 && argv[1][0] != '-' ? std::atol(argv[1]) : 20000;
    const auto spaces = std::make_shared<Spaces>(items);
    const double product = 2.0 * static_cast<double>(items) * static_cast<double>(items) * anchors;
    const std::string size = std::to_string(items) + " items, ";
    const auto retrieve = [=](bool hubnessCorrected) {
        RetrievalOptions options;
        options.hubnessCorrected = hubnessCorrected;
        (void)retrieveBothWays("GT", spaces->x, spaces->y, Correspondence::byRow(items), options);
    };
    bench::add(size + "retrieval both ways, all metrics", product, 6, [=] { retrieve(true); });
    bench::add(size + "retrieval both ways, without CSLS", product, 0, [=] { retrieve(false); });
    KMeansOptions clustering;
    clustering.improvedBelow = 0; // runs all iterations
    // Each iteration compares every item with every centre.
    const double perIteration = 2.0 * static_cast<double>(items * clustering.clusters) * anchors;
    bench::add(size + "k-means, 300 centres, 20 iterations", perIteration * clustering.maxIterations, 4, [=] {
        Random random(1);
        (void)kMeans(spaces->x, clustering, random);
    });
    bench::addTimed(size + "principal components of one space", 0.3, [=] { (void)fitPca({spaces->x}); });
    bench::addTimed(size + "joint principal components of two", 0.6, [=] { (void)fitPca({spaces->x, spaces->y}); });
    const auto train = std::make_shared<Spaces>(14000);
    bench::addTimed("softmax head, 14 000 x 300, 10 classes, to convergence", 2,
                    [=] { (void)findHead("softmax")->train(train->x, train->labels, classes, {}, {}); });
    const auto wide = std::make_shared<WideSpaces>(20000, 1536, 1024, anchors);
    bench::addTimed(
        "six rows of a table, 20 000 items of 1536 and 1024 dimensions", 15, [=] { wide->score(); }, 1);
    const auto widest = std::make_shared<WideSpaces>(60, 100000, 100000, 20);
    bench::addTimed(
        "seven rows of a table, 60 items of 100 000 dimensions", 3, [=] { widest->score(); }, 1);
    return bench::run(argc, argv);
}
