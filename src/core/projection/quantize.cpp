// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/projection/quantize.h"

#include "core/parallel.h"
#include "core/projection/relative.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace anchorscope {

namespace {

/// Clustering by nearest-neighbour chains. A cluster whose nearest neighbour is farther than the threshold is final:
/// average and Ward's linkage are reducible, that is, merging other clusters never brings them closer to it.
class ChainClustering
{
public:
    ChainClustering(const MatrixView &rows, double threshold, Linkage linkage, const RunContext &context)
        : m_means(rows), m_sizes(static_cast<std::size_t>(rows.rows()), 1),
          m_parent(static_cast<std::size_t>(rows.rows())), m_threshold(threshold), m_linkage(linkage),
          m_context(context)
    {
        std::iota(m_parent.begin(), m_parent.end(), 0);
        m_active = m_parent;
    }

    std::vector<ItemIndex> run()
    {
        const auto total = static_cast<double>(m_parent.size());
        std::vector<ItemIndex> chain;
        while (!m_active.empty() && !m_context.cancelled()) {
            if (chain.empty())
                chain.push_back(m_active.front());
            const ItemIndex end = chain.back();
            const ItemIndex before = chain.size() > 1 ? chain[chain.size() - 2] : noItem;
            const auto [next, distance] = nearest(end, before);
            if (next == noItem || distance > m_threshold) {
                remove(end);
                chain.pop_back();
                m_context.report(1 - static_cast<double>(m_active.size()) / total, "Clustering");
            } else if (next == before) {
                chain.resize(chain.size() - 2);
                merge(before, end);
            } else {
                chain.push_back(next);
            }
        }
        for (ItemIndex &parent : m_parent) {
            while (m_parent[static_cast<std::size_t>(parent)] != parent)
                parent = m_parent[static_cast<std::size_t>(parent)];
        }
        return m_parent;
    }

private:
    using Candidate = std::pair<ItemIndex, double>;

    double distance(ItemIndex a, ItemIndex b) const
    {
        if (m_linkage == Linkage::average)
            return 1 - static_cast<double>(m_means.row(a).dot(m_means.row(b)));
        const auto sizeA = static_cast<double>(m_sizes[static_cast<std::size_t>(a)]);
        const auto sizeB = static_cast<double>(m_sizes[static_cast<std::size_t>(b)]);
        const auto square = static_cast<double>((m_means.row(a) - m_means.row(b)).squaredNorm());
        return std::sqrt(2 * sizeA * sizeB / (sizeA + sizeB) * square);
    }

    /// Nearest other cluster. On a tie `preferred`, the previous cluster in the chain, is chosen, so that chains end.
    Candidate nearest(ItemIndex cluster, ItemIndex preferred) const
    {
        const auto blocks = mapBlocks(static_cast<Index>(m_active.size()), 1024, [&](Index begin, Index end) {
            Candidate best{noItem, std::numeric_limits<double>::infinity()};
            for (Index a = begin; a < end; ++a) {
                const ItemIndex other = m_active[static_cast<std::size_t>(a)];
                if (other == cluster)
                    continue;
                const double apart = distance(cluster, other);
                if (apart < best.second || (apart == best.second && other == preferred))
                    best = {other, apart};
            }
            return best;
        });
        Candidate best{noItem, std::numeric_limits<double>::infinity()};
        for (const Candidate &block : blocks) {
            if (block.second < best.second || (block.second == best.second && block.first == preferred))
                best = block;
        }
        return best;
    }

    void remove(ItemIndex cluster) { m_active.erase(std::ranges::lower_bound(m_active, cluster)); }

    void merge(ItemIndex into, ItemIndex from)
    {
        Index &size = m_sizes[static_cast<std::size_t>(into)];
        const auto other = static_cast<float>(m_sizes[static_cast<std::size_t>(from)]);
        const auto own = static_cast<float>(size);
        m_means.row(into) = (m_means.row(into) * own + m_means.row(from) * other) / (own + other);
        size += m_sizes[static_cast<std::size_t>(from)];
        m_parent[static_cast<std::size_t>(from)] = into;
        remove(from);
    }

    Matrix m_means;
    std::vector<Index> m_sizes;
    std::vector<ItemIndex> m_parent;
    std::vector<ItemIndex> m_active; ///< clusters that are neither final nor merged yet, ascending
    double m_threshold;
    Linkage m_linkage;
    const RunContext &m_context;
};

} // namespace

Quantization quantize(const MatrixView &rows, double threshold, const RunContext &context, Linkage linkage)
{
    Quantization result;
    std::vector<ItemIndex> representative = ChainClustering(rows, threshold, linkage, context).run();
    if (context.cancelled())
        return result;
    std::vector<ItemIndex> number(representative.size(), noItem);
    ItemIndex clusters = 0;
    for (ItemIndex &item : representative) {
        ItemIndex &cluster = number[static_cast<std::size_t>(item)];
        if (cluster == noItem)
            cluster = clusters++;
        item = cluster;
    }
    MatrixD sums = MatrixD::Zero(clusters, rows.cols());
    Eigen::VectorXd sizes = Eigen::VectorXd::Zero(clusters);
    for (Index i = 0; i < rows.rows(); ++i) {
        sums.row(representative[static_cast<std::size_t>(i)]) += rows.row(i).cast<double>();
        sizes[representative[static_cast<std::size_t>(i)]] += 1;
    }
    result.centroids = (sizes.cwiseInverse().asDiagonal() * sums).cast<float>();
    if (linkage == Linkage::average)
        normalizeRows(result.centroids);
    result.clusterOf = std::move(representative);
    return result;
}

RepresentationDistance representationDistance(const Matrix &x, const Matrix &y)
{
    const auto sums = mapBlocks(x.rows(), 1024, [&](Index begin, Index end) {
        RepresentationDistance sum;
        for (Index i = begin; i < end; ++i) {
            const Eigen::RowVectorXd a = x.row(i).cast<double>();
            const Eigen::RowVectorXd b = y.row(i).cast<double>();
            const double norms = a.norm() * b.norm();
            sum.cosine += 1 - (norms > 0 ? a.dot(b) / norms : 0);
            sum.euclidean += (a - b).norm();
        }
        return sum;
    });
    RepresentationDistance mean;
    for (const RepresentationDistance &sum : sums) {
        mean.cosine += sum.cosine;
        mean.euclidean += sum.euclidean;
    }
    const auto items = static_cast<double>(std::max<Index>(1, x.rows()));
    return {mean.cosine / items, mean.euclidean / items};
}

} // namespace anchorscope
