// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/neighbourmap/fuzzygraph.h"

#include "core/ivf/cells.h"
#include "core/parallel.h"
#include "core/projection/relative.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace anchorscope {

namespace {

constexpr Index graphBlock = 256;

struct Edge
{
    ItemIndex to;
    float weight;
};
using EdgeLists = std::vector<std::vector<Edge>>;

/// Adds edges from an item to its nearest neighbours (algorithm 3 of UMAP). The weight at distance d (1 − cosine) is
/// exp(−(d − ρ)/σ): ρ is the smallest positive distance, and σ makes the weights of k neighbours sum to log₂ k.
void addWeights(std::span<const Neighbour> nearest, Index firstVertex, std::vector<Edge> &to)
{
    if (nearest.empty())
        return;
    std::vector<double> distances;
    double mean = 0, minimum = 0;
    for (const Neighbour &each : nearest) {
        distances.push_back(std::max(0.0, 1.0 - static_cast<double>(each.similarity)));
        mean += distances.back() / static_cast<double>(nearest.size());
        // distance to the nearest neighbour that is not a duplicate
        if (distances.back() > 0 && minimum == 0)
            minimum = distances.back();
    }
    const double target = std::log2(static_cast<double>(nearest.size()));
    double low = 0, high = std::numeric_limits<double>::infinity(), scale = 1;
    // σ is found by at most 64 bisections, until the sum of weights is near enough, as in the UMAP authors' program.
    constexpr int halvings = 64;
    constexpr double tolerance = 1e-5;
    for (int i = 0; i < halvings; ++i) {
        double sum = 0;
        for (const double distance : distances)
            sum += distance > minimum ? std::exp(-(distance - minimum) / scale) : 1;
        if (std::abs(sum - target) < tolerance)
            break;
        (sum > target ? high : low) = scale;
        scale = std::isinf(high) ? 2 * scale : (low + high) / 2;
    }
    // minimum of σ, the scale of edge weights, relative to the mean distance, as in the UMAP authors' program
    constexpr double minScale = 1e-3;
    scale = std::max(scale, minScale * mean);
    for (std::size_t i = 0; i < nearest.size(); ++i) {
        const double beyond = distances[i] - minimum;
        const double weight = beyond > 0 && scale > 0 ? std::exp(-beyond / scale) : 1;
        to.push_back({static_cast<ItemIndex>(firstVertex + nearest[i].item), static_cast<float>(weight)});
    }
}

struct Part
{
    const Matrix &rows;
    Index firstVertex;

    Index count() const { return rows.rows(); }
    auto row(Index at) const { return rows.row(at); }
};

/// Adds edges from each row of `from` to `count` rows of `among`: the first ones that nearestOf(row) lists. Zero rows
/// have no edges. `own`: both are the same rows, and an item is not its own neighbour. Returns false if cancelled.
template <class Rows, class Lists>
bool addEdges(const Rows &from, const Rows &among, bool own, Index count, const Lists &nearestOf, EdgeLists &edges,
              const RunContext &context)
{
    std::vector<bool> isZero;
    for (Index row = 0; row < among.count(); ++row)
        isZero.push_back(among.row(row).isZero(0));
    return forBlocks(
        from.count(), graphBlock,
        [&](Index begin, Index end) {
            for (Index row = begin; row < end; ++row) {
                if (from.row(row).isZero(0))
                    continue;
                std::vector<Neighbour> nearest;
                for (const Neighbour &each : nearestOf(row)) {
                    const bool counts = (!own || each.item != row) && !isZero[static_cast<std::size_t>(each.item)];
                    if (counts && std::ssize(nearest) < count)
                        nearest.push_back(each);
                }
                addWeights(nearest, among.firstVertex, edges[static_cast<std::size_t>(from.firstVertex + row)]);
            }
        },
        context);
}

/// Adds edges from rows of `from` to the nearest rows of `among`; `own`: both are the same. Returns false if cancelled.
bool addNearest(const Part &from, const Part &among, bool own, Index neighbours, EdgeLists &edges,
                const RunContext &context)
{
    const Index count = std::min(neighbours, among.rows.rows() - (own ? 1 : 0));
    if (count < 1 || from.rows.rows() == 0)
        return true;
    NearestLists lists(from.rows.rows(), count + (own ? 1 : 0), TieOrder{});
    const auto rows = [&](const Tile &tile) { lists.addRows(tile); };
    const bool done = own ? forSymmetricTiles(
                                from.rows, rows, [&](const Tile &tile) { lists.addColumns(tile); }, context)
                          : forTiles(from.rows, among.rows, rows, {}, context);
    if (!done)
        return false;
    lists.finish();
    return addEdges(
        from, among, own, count, [&](Index row) { return lists.of(row); }, edges, context);
}

/// Selected rows of a matrix. Row items[i] of `all` is vertex firstVertex + i of the graph.
struct SomeRows
{
    const Matrix &all;
    const std::vector<ItemIndex> &items;
    Index firstVertex;

    IvfSide side() const
    {
        return {std::ssize(items),
                [this](const std::vector<ItemIndex> &some) { return rowsOf(all, elementsAt(items, some)); }};
    }
    Index count() const { return std::ssize(items); }
    auto row(Index at) const { return all.row(items[static_cast<std::size_t>(at)]); }
};

/// Adds edges from rows of `from` to the nearest rows of `among`, an approximation: only the rows of the nearest cells
/// are compared. Returns false if cancelled.
bool addNearestOfCells(const SomeRows &from, const SomeRows &among, Index neighbours, EdgeLists &edges,
                       const RunContext &context)
{
    // n rows form √n cells, of which √√n are searched. With 10,000 rows, 10 of 100 cells are searched.
    const auto cells = static_cast<Index>(std::ceil(std::sqrt(static_cast<double>(std::ssize(among.items)))));
    const auto searched = static_cast<Index>(std::ceil(std::sqrt(static_cast<double>(cells))));
    const IvfSide queries = from.side(), candidates = among.side();
    if (queries.items == 0 || candidates.items == 0)
        return true;
    const Centroids centroids(candidates, candidates, cells, 0, context.part(0, 0.1));
    const auto found = context.cancelled()
                           ? std::nullopt
                           : nearestCells(candidates, 0, candidates.items, centroids, 1, context.part(0.1, 0.15));
    const auto nearest =
        !found ? std::nullopt
               : nearestAmongCells(queries, candidates, itemsOfCells(*found, centroids.count()), centroids,
                                   std::min(searched, centroids.count()), context.part(0.15, 1));
    return nearest && addEdges(
                          from, among, false, neighbours, [&](Index row) { return nearest->of(row); }, edges, context);
}

FuzzyGraph compressed(const EdgeLists &edges)
{
    FuzzyGraph graph;
    graph.first.push_back(0);
    for (const std::vector<Edge> &list : edges)
        graph.first.push_back(graph.first.back() + list.size());
    graph.neighbour.reserve(graph.first.back());
    graph.weight.reserve(graph.first.back());
    for (const std::vector<Edge> &list : edges) {
        for (const Edge &edge : list) {
            graph.neighbour.push_back(edge.to);
            graph.weight.push_back(edge.weight);
        }
    }
    return graph;
}

/// Makes the graph undirected: an edge that has weight a in one direction and b in the other gets a + b − a·b in both.
EdgeLists united(const EdgeLists &edges, const RunContext &context)
{
    EdgeLists both = edges;
    for (std::size_t from = 0; from < edges.size(); ++from) {
        for (const Edge &edge : edges[from])
            both[static_cast<std::size_t>(edge.to)].push_back({static_cast<ItemIndex>(from), edge.weight});
    }
    forBlocks(
        static_cast<Index>(both.size()), graphBlock,
        [&](Index begin, Index end) {
            for (Index vertex = begin; vertex < end; ++vertex) {
                std::vector<Edge> &list = both[static_cast<std::size_t>(vertex)];
                std::ranges::stable_sort(list, {}, &Edge::to);
                std::vector<Edge> merged;
                for (const Edge &edge : list) {
                    if (merged.empty() || merged.back().to != edge.to)
                        merged.push_back(edge);
                    else
                        merged.back().weight += edge.weight - merged.back().weight * edge.weight;
                }
                list = std::move(merged);
            }
        },
        context);
    return both;
}

/// Numbers of neighbours of an item in its own space and in the other one.
std::pair<Index, Index> divided(const MapRows &rows, Index neighbours)
{
    const Index within = rows.y ? (neighbours + 1) / 2 : neighbours;
    return {within, neighbours - within};
}

EdgeLists nearestEdges(const MapRows &rows, const MapItems &items, Index neighbours, const RunContext &context)
{
    EdgeLists edges(static_cast<std::size_t>(items.count()));
    const auto firstY = static_cast<Index>(items.x.size());
    const auto [within, across] = divided(rows, neighbours);
    const Matrix x = rowsOf(rows.x, items.x, context);
    if (!addNearest({x, 0}, {x, 0}, true, within, edges, context.part(0, 0.3)) || !rows.y)
        return edges;
    const Matrix y = rowsOf(*rows.y, items.y, context);
    if (!addNearest({y, firstY}, {y, firstY}, true, within, edges, context.part(0.3, 0.6)))
        return edges;
    const Matrix alignedX = rowsOf(*rows.alignedX, items.x, context),
                 alignedY = rowsOf(*rows.alignedY, items.y, context);
    if (addNearest({alignedX, 0}, {alignedY, firstY}, false, across, edges, context.part(0.6, 0.8)))
        addNearest({alignedY, firstY}, {alignedX, 0}, false, across, edges, context.part(0.8, 1));
    return edges;
}

} // namespace

FuzzyGraph fuzzyGraph(const MapRows &rows, const MapItems &items, Index neighbours, const RunContext &context)
{
    const EdgeLists edges = nearestEdges(rows, items, neighbours, context);
    if (context.cancelled())
        return {};
    const EdgeLists both = united(edges, context);
    return context.cancelled() ? FuzzyGraph() : compressed(both);
}

FuzzyGraph graphOfOthers(const MapRows &rows, const MapItems &items, const MapItems &others, Index neighbours,
                         const RunContext &context)
{
    EdgeLists edges(static_cast<std::size_t>(items.count() + others.count()));
    const auto firstY = static_cast<Index>(items.x.size()), othersX = items.count(),
               othersY = othersX + static_cast<Index>(others.x.size());
    const auto [within, across] = divided(rows, neighbours);
    bool done =
        addNearestOfCells({rows.x, others.x, othersX}, {rows.x, items.x, 0}, within, edges, context.part(0, 0.25));
    if (rows.y)
        done = done &&
               addNearestOfCells({*rows.y, others.y, othersY}, {*rows.y, items.y, firstY}, within, edges,
                                 context.part(0.25, 0.5)) &&
               addNearestOfCells({*rows.alignedX, others.x, othersX}, {*rows.alignedY, items.y, firstY}, across, edges,
                                 context.part(0.5, 0.75)) &&
               addNearestOfCells({*rows.alignedY, others.y, othersY}, {*rows.alignedX, items.x, 0}, across, edges,
                                 context.part(0.75, 1));
    return done ? compressed(edges) : FuzzyGraph();
}

} // namespace anchorscope
