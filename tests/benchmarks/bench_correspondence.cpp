// SPDX-License-Identifier: GPL-3.0-or-later
// Measures the correspondence (core/definitions.md, 4) and the steps around it, on generated spaces: a decaying
// spectrum as of word vectors, and a flat one on which pruning cannot help. bench_correspondence [items]
// [--benchmark_filter=…]
#include "core/matching/sinkhorn.h"
#include "core/neighbours/cslsmatches.h"
#include "core/optimizers/optimizers.h"
#include "core/product.h"
#include "core/projection/relative.h"
#include "core/random.h"
#include "core/translate/canonicalmap.h"
#include "floor.h"

#include <cmath>
#include <cstdlib>
#include <memory>

using namespace anchorscope;

namespace {

constexpr Index dimension = 300, anchors = 300, seeds = 15;

Matrix gaussian(Index rows, Index columns, double decay, std::uint64_t seed)
{
    Random random(seed);
    Matrix result(rows, columns);
    for (Index i = 0; i < rows; ++i) {
        for (Index j = 0; j < columns; ++j)
            result(i, j) = static_cast<float>(random.normal() * std::pow(static_cast<double>(j + 1), -decay));
    }
    return result;
}

/// Two unit clouds that differ by noise, and anchors: the relative spaces of an optimization that is nearly done.
struct Pair
{
    Pair(Index items, double decay, double noise)
    {
        const Matrix shared = gaussian(items, dimension, decay, 1);
        x = prepare(shared, Centering::center);
        const float level = static_cast<float>(noise * shared.norm() / std::sqrt(static_cast<double>(shared.size())));
        y = prepare(shared + level * gaussian(items, dimension, 0, 2), Centering::center);
        Random random(3);
        input.anchorsOfX = random.sample(random.permutation(items), anchors);
        input.seedsOfY.assign(input.anchorsOfX.begin(), input.anchorsOfX.begin() + seeds);
        const Matrix anchorRows = rowsOf(x.rows, input.anchorsOfX);
        rx = productTransposed(x.rows, anchorRows);
        ry = productTransposed(y.rows, rowsOf(y.rows, input.anchorsOfX));
    }
    PreparedSpace x, y;
    Matrix rx, ry;
    OptimizeInput input{x, y, {}, {}, nullptr};
};

SinkhornOptions pruned(bool prune)
{
    SinkhornOptions options;
    options.prune = prune;
    return options;
}

void addMatch(const std::string &what, const std::shared_ptr<Pair> &pair, bool prune, bool warm, double target)
{
    const double flops = 2.0 * static_cast<double>(pair->rx.rows()) * static_cast<double>(pair->ry.rows()) * anchors;
    const auto matcher = std::make_shared<SinkhornMatcher>(pair->rx, pruned(prune));
    const auto before = std::make_shared<SinkhornResult>();
    const auto prepare = [=] {
        // As in a running optimization: the matcher learns from some matches how many axes are worth their cost.
        if (warm && before->rowOfColumn.empty()) {
            *before = matcher->match(pair->ry, nullptr, {});
            for (int earlier = 0; earlier < 3; ++earlier)
                matcher->match(pair->ry, before.get(), {});
        }
    };
    bench::add(
        what, flops, target,
        [=] {
            if (warm)
                matcher->match(pair->ry, before.get(), {});
            else
                SinkhornMatcher(pair->rx, pruned(prune)).match(pair->ry, nullptr, {});
        },
        prepare);
}

/// Matches of both directions by their first `columns` coordinates, as in an iteration of the canonical path with one
/// pair of maps (two pairs if matches are cross-fitted).
void addPartners(const std::string &size, const std::shared_ptr<Pair> &pair, Index columns)
{
    const auto x = std::make_shared<Matrix>(pair->x.rows.leftCols(columns));
    const auto y = std::make_shared<Matrix>(pair->y.rows.leftCols(columns));
    normalizeRows(*x);
    normalizeRows(*y);
    const double items = static_cast<double>(x->rows());
    bench::add(size + "partners of both directions, " + std::to_string(columns) + " columns",
               2.0 * items * items * static_cast<double>(columns), 2.5,
               [=] { (void)cslsMatches(*x, *y, neighboursOfCsls); });
}

/// Canonical maps from all pairs of rows.
void addMaps(const std::string &size, const std::shared_ptr<Pair> &pair)
{
    WeightedPairs all;
    for (ItemIndex i = 0; i < pair->x.size(); ++i)
        all.add(i, i, 1);
    bench::addTimed(size + "canonical maps of 300 dimensions", 0.05,
                    [=] { (void)canonicalMaps(pair->x.rows, pair->y.rows, all, 1.0); });
}

} // namespace

int main(int argc, char **argv)
{
    const Index items = argc > 1 && argv[1][0] != '-' ? std::atol(argv[1]) : 20000;
    const std::string size = std::to_string(items) + " items, ";
    const auto steep = std::make_shared<Pair>(items, 0.5, 0.3);
    const auto flat = std::make_shared<Pair>(items, 0.0, 0.3);
    const double products = 2.0 * static_cast<double>(items) * dimension * anchors;
    bench::add("product of 20 x 300 columns with 300 rows", 20 * products, 1.25, [=] {
        for (int repeat = 0; repeat < 20; ++repeat)
            productTransposed(steep->x.rows, steep->x.rows.topRows(anchors));
    });
    bench::add("cross product 300 x 300 over all items, 5 times", 5 * products, 0, [=] {
        for (int repeat = 0; repeat < 5; ++repeat)
            crossProduct(steep->x.rows, steep->rx);
    });
    addMatch(size + "correspondence, exact kernel", steep, false, false, 1.6);
    addMatch(size + "correspondence, exact kernel, flat spectrum", flat, false, false, 1.6);
    addMatch(size + "correspondence, pruned, first", steep, true, false, 0.6);
    addMatch(size + "correspondence, pruned, warm", steep, true, true, 0.25);
    addMatch(size + "correspondence, pruned, flat spectrum", flat, true, false, 1.76);
    addPartners(size, steep, 60);
    addPartners(size, steep, 200);
    addMaps(size, steep);
    bench::add(
        size + "adam, 3 steps and the first correspondence",
        4 * 2.0 * static_cast<double>(items) * static_cast<double>(items) * anchors, 0,
        [=] {
            OptimizeOptions options;
            options.method = "adam";
            options.warmStart = true;
            options.prune = false;
            options.iterations = 3;
            (void)optimize(steep->input, options);
        },
        {}, 1);
    return bench::run(argc, argv);
}
