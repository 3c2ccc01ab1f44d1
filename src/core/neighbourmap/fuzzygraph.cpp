// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/neighbourmap/fuzzygraph.h"

#include "core/neighbours/neighbours.h"
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
    constexpr int halvings = 64; // number of bisections by which σ is found, as in the UMAP authors' program
    for (int i = 0; i < halvings; ++i) {
        double sum = 0;
        for (const double distance : distances)
            sum += distance > minimum ? std::exp(-(distance - minimum) / scale) : 1;
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
};

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
    return forBlocks(
        from.rows.rows(), graphBlock,
        [&](Index begin, Index end) {
            for (Index row = begin; row < end; ++row) {
                if (from.rows.row(row).isZero(0))
                    continue;
                std::vector<Neighbour> nearest;
                for (const Neighbour &each : lists.of(row)) {
                    const bool counts = (!own || each.item != row) && !among.rows.row(each.item).isZero(0);
                    if (counts && std::ssize(nearest) < count)
                        nearest.push_back(each);
                }
                addWeights(nearest, among.firstVertex, edges[static_cast<std::size_t>(from.firstVertex + row)]);
            }
        },
        context);
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

/// Edges from items of `from` to their nearest items of `among`. Vertices of `from` begin at firstOfFrom, others at 0.
EdgeLists nearestEdges(const MapRows &rows, const MapItems &from, const MapItems &among, Index firstOfFrom,
                       Index neighbours, const RunContext &context)
{
    const bool own = firstOfFrom == 0;
    EdgeLists edges(static_cast<std::size_t>(firstOfFrom + from.count()));
    const auto firstY = static_cast<Index>(among.x.size()), fromY = firstOfFrom + static_cast<Index>(from.x.size());
    const Index within = rows.y ? (neighbours + 1) / 2 : neighbours, across = neighbours - within;
    const Matrix x = rowsOf(rows.x, among.x, context), ofX = rowsOf(rows.x, from.x, context);
    bool done = addNearest({own ? x : ofX, firstOfFrom}, {x, 0}, own, within, edges, context.part(0, 0.3));
    if (!rows.y || !done)
        return edges;
    const Matrix y = rowsOf(*rows.y, among.y, context), ofY = rowsOf(*rows.y, from.y, context);
    done = addNearest({own ? y : ofY, fromY}, {y, firstY}, own, within, edges, context.part(0.3, 0.6));
    const Matrix alignedX = rowsOf(*rows.alignedX, among.x, context),
                 alignedY = rowsOf(*rows.alignedY, among.y, context);
    if (done)
        addNearest({rowsOf(*rows.alignedX, from.x, context), firstOfFrom}, {alignedY, firstY}, false, across, edges,
                   context.part(0.6, 0.8));
    if (!context.cancelled())
        addNearest({rowsOf(*rows.alignedY, from.y, context), fromY}, {alignedX, 0}, false, across, edges,
                   context.part(0.8, 1));
    return edges;
}

} // namespace

FuzzyGraph fuzzyGraph(const MapRows &rows, const MapItems &items, Index neighbours, const RunContext &context)
{
    const EdgeLists edges = nearestEdges(rows, items, items, 0, neighbours, context);
    if (context.cancelled())
        return {};
    const EdgeLists both = united(edges, context);
    return context.cancelled() ? FuzzyGraph() : compressed(both);
}

FuzzyGraph graphOfOthers(const MapRows &rows, const MapItems &items, const MapItems &others, Index neighbours,
                         const RunContext &context)
{
    const EdgeLists edges = nearestEdges(rows, others, items, items.count(), neighbours, context);
    return context.cancelled() ? FuzzyGraph() : compressed(edges);
}

} // namespace anchorscope
