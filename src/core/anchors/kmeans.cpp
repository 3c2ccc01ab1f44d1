// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/anchors/kmeans.h"

#include "core/kernels/product.h"
#include "core/parallel.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>

namespace anchorscope {

namespace {

constexpr Index blockRows = 256;

std::vector<double> squaredNorms(const MatrixView &rows)
{
    std::vector<double> norms(static_cast<std::size_t>(rows.rows()));
    forBlocks(rows.rows(), 1024, [&](Index begin, Index end) {
        for (Index i = begin; i < end; ++i)
            norms[static_cast<std::size_t>(i)] = rows.row(i).cast<double>().squaredNorm();
    });
    return norms;
}

/// Draws an index with probability proportional to its weight.
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

/// What one block of rows adds to the next centroids.
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
          m_distance(m_norms.size()), m_clusterOf(m_norms.size())
    {
    }

    /// Assigns every row to its nearest centroid and moves the centroids. Returns the mean squared distance before.
    double step()
    {
        const Index clusters = m_centroids.rows();
        const std::vector<double> centroidNorms = squaredNorms(m_centroids);
        // Few blocks, so that their sums stay small.
        const Index chunk = std::max<Index>(blockRows, (m_rows.rows() + 31) / 32);
        const auto parts = mapBlocks(
            m_rows.rows(), chunk, [&](Index begin, Index end) { return assign(begin, end, centroidNorms); }, m_context);
        if (m_context.cancelled())
            return 0;
        Assignment total{MatrixD::Zero(clusters, m_rows.cols()), std::vector<Index>(static_cast<std::size_t>(clusters)), 0};
        for (const Assignment &part : parts) {
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
    Assignment assign(Index begin, Index end, const std::vector<double> &centroidNorms)
    {
        const Index clusters = m_centroids.rows();
        Assignment part{MatrixD::Zero(clusters, m_rows.cols()), std::vector<Index>(static_cast<std::size_t>(clusters)), 0};
        Matrix products(std::min(blockRows, end - begin), clusters);
        for (Index from = begin; from < end && !m_context.cancelled(); from += blockRows) {
            const Index count = std::min(blockRows, end - from);
            kernels::productTransposed(m_rows.data() + from * m_rows.outerStride(), m_rows.outerStride(),
                                       m_centroids.data(), m_centroids.cols(), products.data(), clusters, count, clusters,
                                       m_rows.cols());
            for (Index i = 0; i < count; ++i)
                assignRow(from + i, products.row(i), centroidNorms, part);
        }
        return part;
    }

    template <class Products>
    void assignRow(Index i, const Products &products, const std::vector<double> &centroidNorms, Assignment &part)
    {
        Index best = 0;
        double bestDistance = std::numeric_limits<double>::infinity();
        for (Index c = 0; c < products.size(); ++c) {
            const double d = centroidNorms[static_cast<std::size_t>(c)] - 2.0 * static_cast<double>(products[c]);
            if (d < bestDistance) {
                bestDistance = d;
                best = c;
            }
        }
        const double distance = std::max(0.0, bestDistance + m_norms[static_cast<std::size_t>(i)]);
        m_clusterOf[static_cast<std::size_t>(i)] = static_cast<ItemIndex>(best);
        m_distance[static_cast<std::size_t>(i)] = distance;
        part.distance += distance;
        part.sums.row(best) += m_rows.row(i).template cast<double>();
        ++part.counts[static_cast<std::size_t>(best)];
    }

    Index takeFarthest()
    {
        const auto farthest = std::max_element(m_distance.begin(), m_distance.end());
        *farthest = -1; // not again for another empty cluster of this step
        return farthest - m_distance.begin();
    }

    /// Greedy in order of clusters: the closest item that no earlier cluster has taken.
    std::vector<ItemIndex> nearestItems() const
    {
        std::vector<ItemIndex> nearest;
        std::vector<bool> taken(m_norms.size(), false);
        for (Index c = 0; c < m_centroids.rows() && !m_context.cancelled(); ++c) {
            const Vector distance = (m_rows.rowwise() - m_centroids.row(c)).rowwise().squaredNorm();
            ItemIndex best = noItem;
            for (Index i = 0; i < distance.size(); ++i) {
                if (!taken[static_cast<std::size_t>(i)] && (best == noItem || distance[i] < distance[best]))
                    best = static_cast<ItemIndex>(i);
            }
            taken[static_cast<std::size_t>(best)] = true;
            nearest.push_back(best);
        }
        return nearest;
    }

    MatrixView m_rows;
    std::vector<double> m_norms;
    Matrix m_centroids;
    const RunContext &m_context;
    std::vector<double> m_distance;
    std::vector<ItemIndex> m_clusterOf;
};

} // namespace

KMeans kMeans(const MatrixView &rows, const KMeansOptions &options, Random &random, const RunContext &context)
{
    assert(options.clusters >= 1 && options.clusters <= rows.rows());
    Lloyd lloyd(rows, plusPlusStart(rows, options.clusters, random, context), context);
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
