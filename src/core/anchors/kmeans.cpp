// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/anchors/kmeans.h"

#include "core/kernels/product.h"
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
        const Eigen::RowVectorXd centroidNorms = squaredNorms(m_centroids);
        const auto parts = mapBlocks(
            m_rows.rows(), chunkRows(), [&](Index begin, Index end) { return assign(begin, end, centroidNorms); },
            m_context);
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

    Assignment assign(Index begin, Index end, const Eigen::RowVectorXd &centroidNorms)
    {
        const Index clusters = m_centroids.rows();
        Assignment part{MatrixD::Zero(clusters, m_rows.cols()), std::vector<Index>(static_cast<std::size_t>(clusters)),
                        0};
        Eigen::RowVectorXd distances(clusters);
        forProducts(begin, end,
                    [&](Index i, const auto &products) { assignRow(i, products, centroidNorms, part, distances); });
        return part;
    }

    template <class Use> void forProducts(Index begin, Index end, const Use &use) const
    {
        const Index clusters = m_centroids.rows();
        Matrix products(std::min(blockRows, end - begin), clusters);
        for (Index from = begin; from < end && !m_context.cancelled(); from += blockRows) {
            const Index count = std::min(blockRows, end - from);
            kernels::productTransposed(m_rows.data() + from * m_rows.outerStride(), m_rows.outerStride(),
                                       m_centroids.data(), m_centroids.cols(), products.data(), clusters, count,
                                       clusters, m_rows.cols());
            for (Index i = 0; i < count; ++i)
                use(from + i, products.row(i));
        }
    }

    template <class Products>
    void assignRow(Index i, const Products &products, const Eigen::RowVectorXd &centroidNorms, Assignment &part,
                   Eigen::RowVectorXd &distances)
    {
        distances = centroidNorms - 2.0 * products.template cast<double>();
        const double minimum = distances.minCoeff();
        const Index best = std::find(distances.data(), distances.data() + distances.size(), minimum) - distances.data();
        const double distance = std::max(0.0, minimum + m_norms[i]);
        m_clusterOf[static_cast<std::size_t>(i)] = static_cast<ItemIndex>(best);
        m_distance[static_cast<std::size_t>(i)] = distance;
        part.distance += distance;
        part.sums.row(best) += m_rows.row(i).template cast<double>();
        ++part.counts[static_cast<std::size_t>(best)];
    }

    Index takeFarthest()
    {
        const auto farthest = std::max_element(m_distance.begin(), m_distance.end());
        *farthest = -1; // the same item must not fill two empty clusters in one step
        return farthest - m_distance.begin();
    }

    struct Closest
    {
        /// Squared distance from each centroid to its closest item, minus the squared norm of the centroid.
        Eigen::RowVectorXd distance;
        std::vector<ItemIndex> item;
    };
    Closest closestItems() const
    {
        const Index clusters = m_centroids.rows();
        const Closest none{Eigen::RowVectorXd::Constant(clusters, std::numeric_limits<double>::infinity()),
                           std::vector<ItemIndex>(static_cast<std::size_t>(clusters), noItem)};
        const auto take = [](Closest &all, Index c, double distance, ItemIndex item) {
            if (distance < all.distance[c]) {
                all.distance[c] = distance;
                all.item[static_cast<std::size_t>(c)] = item;
            }
        };
        Closest all = none;
        const auto parts = mapBlocks(
            m_rows.rows(), chunkRows(),
            [&](Index begin, Index end) {
                Closest part = none;
                forProducts(begin, end, [&](Index i, const auto &products) {
                    const double norm = m_norms[i];
                    for (Index c = 0; c < clusters; ++c)
                        take(part, c, norm - 2.0 * static_cast<double>(products[c]), static_cast<ItemIndex>(i));
                });
                return part;
            },
            m_context);
        if (!parts)
            return none;
        for (const Closest &part : *parts) {
            for (Index c = 0; c < clusters; ++c)
                take(all, c, part.distance[c], part.item[static_cast<std::size_t>(c)]);
        }
        return all;
    }

    /// Chooses for each cluster the closest item that no earlier cluster has taken. Incomplete if cancelled.
    std::vector<ItemIndex> nearestItems() const
    {
        const Closest closest = closestItems();
        std::vector<ItemIndex> nearest;
        std::vector<bool> taken(m_clusterOf.size(), false);
        for (Index c = 0; c < m_centroids.rows() && !m_context.cancelled(); ++c) {
            ItemIndex best = closest.item[static_cast<std::size_t>(c)];
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
