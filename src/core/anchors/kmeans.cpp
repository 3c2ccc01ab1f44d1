// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/anchors/kmeans.h"

#include "core/matching/tiles.h"
#include "core/parallel.h"
#include "core/projection/relative.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <numeric>

namespace anchorscope {

namespace {

constexpr Index blockRows = 256;

Eigen::RowVectorXd squaredNorms(const MatrixView &rows)
{
    Eigen::RowVectorXd norms(rows.rows());
    forBlocks(rows.rows(), 1024, [&](Index begin, Index end) {
        for (Index i = begin; i < end; ++i)
            norms[i] = rows.row(i).cast<double>().squaredNorm();
    });
    return norms;
}

Index drawWeighted(const std::vector<double> &weights, Random &random)
{
    const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
    const auto last = static_cast<Index>(weights.size()) - 1;
    if (!(total > 0))
        return random.below(last + 1);
    double left = random.uniform() * total;
    for (Index i = 0; i < last; ++i) {
        left -= weights[static_cast<std::size_t>(i)];
        if (left < 0)
            return i;
    }
    return last;
}

Matrix plusPlusStart(const MatrixView &rows, Index clusters, Random &random, const RunContext &context)
{
    const Index n = rows.rows();
    std::vector<double> distance(static_cast<std::size_t>(n), std::numeric_limits<double>::infinity());
    Matrix centroids(clusters, rows.cols());
    Index chosen = random.below(n);
    for (Index c = 0; c < clusters && !context.cancelled(); ++c) {
        centroids.row(c) = rows.row(chosen);
        forBlocks(n, 1024, [&](Index begin, Index end) {
            for (Index i = begin; i < end; ++i) {
                const auto d = static_cast<double>((rows.row(i) - centroids.row(c)).squaredNorm());
                distance[static_cast<std::size_t>(i)] = std::min(distance[static_cast<std::size_t>(i)], d);
            }
        });
        if (c + 1 < clusters)
            chosen = drawWeighted(distance, random);
    }
    return centroids;
}

struct Assignment
{
    MatrixD sums;
    std::vector<Index> counts;
    double distance = 0;
};

class Lloyd
{
public:
    Lloyd(const MatrixView &rows, Matrix centroids, const RunContext &context)
        : m_rows(rows), m_norms(squaredNorms(rows)), m_centroids(std::move(centroids)), m_context(context),
          m_distance(static_cast<std::size_t>(rows.rows())), m_clusterOf(static_cast<std::size_t>(rows.rows()))
    {
    }

    /// Assigns rows and moves the centroids. Returns the mean squared distance before the move; incomplete if
    /// cancelled.
    double step()
    {
        const Index clusters = m_centroids.rows();
        findNearest(squaredNorms(m_centroids));
        const auto parts = mapBlocks(
            m_rows.rows(), chunkRows(), [&](Index begin, Index end) { return assign(begin, end); }, m_context);
        if (!parts)
            return 0;
        Assignment total{MatrixD::Zero(clusters, m_rows.cols()), std::vector<Index>(static_cast<std::size_t>(clusters)),
                         0};
        for (const Assignment &part : *parts) {
            total.sums += part.sums;
            total.distance += part.distance;
            for (std::size_t c = 0; c < total.counts.size(); ++c)
                total.counts[c] += part.counts[c];
        }
        for (Index c = 0; c < clusters; ++c) {
            const Index count = total.counts[static_cast<std::size_t>(c)];
            if (count > 0)
                m_centroids.row(c) = (total.sums.row(c) / static_cast<double>(count)).cast<float>();
            else
                m_centroids.row(c) = m_rows.row(takeFarthest());
        }
        return total.distance / static_cast<double>(m_rows.rows());
    }

    KMeans finish(int iterations, double distance)
    {
        KMeans result;
        result.nearestItem = nearestItems();
        result.centroids = std::move(m_centroids);
        result.clusterOf = std::move(m_clusterOf);
        result.iterations = iterations;
        result.meanSquaredDistance = distance;
        return result;
    }

private:
    /// Number of rows per block, for at most 16 blocks. Each block has sums for all clusters, and with many blocks
    /// clearing these sums would cost more than adding to them.
    Index chunkRows() const { return std::max<Index>(blockRows, (m_rows.rows() + 15) / 16); }

    /// Finds the nearest centroid of each row. The squared norm of a row is left out of `distance`.
    void findNearest(const Eigen::RowVectorXd &centroidNorms)
    {
        std::ranges::fill(m_distance, std::numeric_limits<double>::infinity());
        const Eigen::RowVectorXf halfNorms = (0.5 * centroidNorms).cast<float>();
        // more than the rounding errors of the scores in float32
        const auto tolerance = [&, most = centroidNorms.maxCoeff()](Index row) { return 1e-6 * (m_norms[row] + most); };
        const auto onRows = [&](const Tile &tile) {
            const auto half = halfNorms.segment(tile.firstColumn, tile.columns).array();
            for (Index i = 0; i < tile.rows; ++i) {
                const Index row = tile.firstRow + i;
                const Eigen::Map<const Eigen::Array<float, 1, Eigen::Dynamic>> products(tile.line(i), tile.columns);
                if (-2.0 * static_cast<double>((products - half).maxCoeff()) <=
                    m_distance[static_cast<std::size_t>(row)] + tolerance(row))
                    compareRow(row, tile, products.data(), centroidNorms);
            }
        };
        forTiles(m_rows, m_centroids, onRows, {}, m_context.withoutProgress());
    }

    void compareRow(Index row, const Tile &tile, const float *products, const Eigen::RowVectorXd &centroidNorms)
    {
        double &least = m_distance[static_cast<std::size_t>(row)];
        ItemIndex &cluster = m_clusterOf[static_cast<std::size_t>(row)];
        for (Index k = 0; k < tile.columns; ++k) {
            const auto c = static_cast<ItemIndex>(tile.firstColumn + k);
            const double distance = centroidNorms[c] - 2.0 * static_cast<double>(products[k]);
            if (distance < least || (distance == least && c < cluster)) {
                least = distance;
                cluster = c;
            }
        }
    }

    Assignment assign(Index begin, Index end)
    {
        const Index clusters = m_centroids.rows();
        Assignment part{MatrixD::Zero(clusters, m_rows.cols()), std::vector<Index>(static_cast<std::size_t>(clusters)),
                        0};
        for (Index i = begin; i < end; ++i) {
            double &distance = m_distance[static_cast<std::size_t>(i)];
            const auto cluster = static_cast<std::size_t>(m_clusterOf[static_cast<std::size_t>(i)]);
            distance = std::max(0.0, distance + m_norms[i]);
            part.distance += distance;
            part.sums.row(static_cast<Index>(cluster)) += m_rows.row(i).template cast<double>();
            ++part.counts[cluster];
        }
        return part;
    }

    Index takeFarthest()
    {
        const auto farthest = std::max_element(m_distance.begin(), m_distance.end());
        *farthest = -1; // the same item must not fill two empty clusters in one step
        return farthest - m_distance.begin();
    }

    /// Item closest to each centroid; of several, the first.
    std::vector<ItemIndex> closestItems() const
    {
        const auto clusters = static_cast<std::size_t>(m_centroids.rows());
        std::vector<double> least(clusters, std::numeric_limits<double>::infinity());
        std::vector<ItemIndex> items(clusters, noItem);
        const auto onColumns = [&](const Tile &tile) {
            for (Index i = 0; i < tile.rows; ++i) {
                const auto item = static_cast<ItemIndex>(tile.firstRow + i);
                for (Index k = 0; k < tile.columns; ++k) {
                    const auto c = static_cast<std::size_t>(tile.firstColumn + k);
                    const double distance = m_norms[item] - 2.0 * static_cast<double>(tile.line(i)[k]);
                    if (distance < least[c] || (distance == least[c] && item < items[c])) {
                        least[c] = distance;
                        items[c] = item;
                    }
                }
            }
        };
        forTiles(m_rows, m_centroids, {}, onColumns, m_context.withoutProgress());
        return items;
    }

    /// Chooses for each cluster the closest item that no earlier cluster has taken. Incomplete if cancelled.
    std::vector<ItemIndex> nearestItems() const
    {
        const std::vector<ItemIndex> closest = closestItems();
        std::vector<ItemIndex> nearest;
        std::vector<bool> taken(m_clusterOf.size(), false);
        for (Index c = 0; c < m_centroids.rows() && !m_context.cancelled(); ++c) {
            ItemIndex best = closest[static_cast<std::size_t>(c)];
            if (best == noItem || taken[static_cast<std::size_t>(best)])
                best = closestFree(c, taken);
            taken[static_cast<std::size_t>(best)] = true;
            nearest.push_back(best);
        }
        return nearest;
    }

    ItemIndex closestFree(Index centroid, const std::vector<bool> &taken) const
    {
        const Vector distance = (m_rows.rowwise() - m_centroids.row(centroid)).rowwise().squaredNorm();
        ItemIndex best = noItem;
        for (Index i = 0; i < distance.size(); ++i) {
            if (!taken[static_cast<std::size_t>(i)] && (best == noItem || distance[i] < distance[best]))
                best = static_cast<ItemIndex>(i);
        }
        return best;
    }

    MatrixView m_rows;
    Eigen::RowVectorXd m_norms;
    Matrix m_centroids;
    const RunContext &m_context;
    std::vector<double> m_distance;
    std::vector<ItemIndex> m_clusterOf;
};

} // namespace

KMeans kMeans(const MatrixView &rows, const KMeansOptions &options, Random &random, const RunContext &context)
{
    assert(options.clusters >= 1 && options.clusters <= rows.rows());
    Lloyd lloyd(rows,
                options.plusPlus ? plusPlusStart(rows, options.clusters, random, context)
                                 : rowsOf(rows, random.sample(rows.rows(), options.clusters), context),
                context);
    double before = std::numeric_limits<double>::infinity();
    double distance = before;
    int iteration = 0;
    while (iteration < options.maxIterations && !context.cancelled()) {
        distance = lloyd.step();
        ++iteration;
        context.report(static_cast<double>(iteration) / options.maxIterations, "Clustering");
        if (distance >= before * (1 - options.improvedBelow))
            break;
        before = distance;
    }
    return context.cancelled() ? KMeans{} : lloyd.finish(iteration, distance);
}

} // namespace anchorscope
