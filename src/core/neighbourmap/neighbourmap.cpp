// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/neighbourmap/neighbourmap.h"

#include "core/data/items.h"
#include "core/parallel.h"
#include "core/projection/paircomponents.h"
#include "core/random.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace anchorscope {

namespace {

/// Parameters of 1/(1 + a·d^(2b)) for min_dist 0.1 and spread 1 (find_ab_params in the UMAP authors' program).
constexpr float curveA = 1.5769434F, curveB = 0.8950608F;
constexpr float maxForce = 4;       ///< maximum force along an axis, as in the UMAP authors' program
constexpr float startReach = 10;    ///< largest coordinate of the starting positions, as in the UMAP authors' program
constexpr float startNoise = 1e-4F; ///< size of the noise in the starting positions that lets duplicates separate
constexpr Index movedAtOnce = 512;

/// Number of epochs for items outside the sample that is laid out first. Few are enough, as these items start near
/// their neighbours. With 2 × 100,000 items, the median number of items of Y that are nearer than the partner is 500
/// with 30 epochs, 552 with 20 and 1,195 with 10.
constexpr int epochsOfOthers = 20;
constexpr int epochsBetweenViews = 10;

/// Constants of the optimizer Adam, with the values that uwot (UMAP for R) uses when it moves all points together.
constexpr float momentumDecay = 0.5F, scaleDecay = 0.9F, minScale = 1e-7F;

float clipped(float force)
{
    return std::clamp(force, -maxForce, maxForce);
}

class Layout
{
public:
    /// Only the first `repelling` vertices repel others.
    Layout(const FuzzyGraph &graph, Matrix places, Index repelling, const NeighbourMapOptions &options)
        : m_graph(graph), m_places(std::move(places)), m_repelling(static_cast<double>(repelling)), m_options(options),
          m_momentum(Matrix::Zero(m_places.rows(), 2)), m_scale(Matrix::Zero(m_places.rows(), 2)),
          m_greatest(graph.weight.empty() ? 1 : *std::ranges::max_element(graph.weight))
    {
    }

    const Matrix &places() const { return m_places; }

    bool move(int epoch, int epochs, const RunContext &context)
    {
        Matrix next = m_places;
        const bool done = forBlocks(
            m_places.rows(), movedAtOnce,
            [&](Index begin, Index end) {
                for (Index vertex = begin; vertex < end; ++vertex)
                    moveOne(vertex, epoch, epochs, next);
            },
            context);
        m_places = std::move(next);
        return done;
    }

private:
    /// True if an edge attracts its vertices in this epoch; the share of such epochs is weight / greatest weight.
    bool pulls(float weight, int epoch) const
    {
        const double share = static_cast<double>(weight / m_greatest);
        return std::floor((epoch + 1) * share) > std::floor(epoch * share);
    }

    void moveOne(Index vertex, int epoch, int epochs, Matrix &next)
    {
        const auto at = static_cast<std::size_t>(vertex);
        float dx = 0, dy = 0;
        std::uint64_t drawn = 0;
        bool any = false;
        for (std::size_t edge = m_graph.first[at]; edge < m_graph.first[at + 1]; ++edge) {
            any = true;
            if (!pulls(m_graph.weight[edge], epoch))
                continue;
            pull(vertex, m_graph.neighbour[edge], dx, dy);
            for (int i = 0; i < m_options.negatives; ++i)
                push(vertex, other(vertex, epoch, drawn++), dx, dy);
        }
        if (any)
            step(vertex, dx, dy, epoch, epochs, next);
    }

    ItemIndex other(Index vertex, int epoch, std::uint64_t drawn) const
    {
        const double u =
            hashUniform(m_options.seed, static_cast<std::uint64_t>(epoch), static_cast<std::uint64_t>(vertex), drawn);
        return static_cast<ItemIndex>(u * m_repelling);
    }

    /// Attracts a vertex doubly: the UMAP authors' program visits an edge in both directions and moves both ends.
    void pull(Index vertex, ItemIndex to, float &dx, float &dy) const
    {
        const float x = m_places(vertex, 0) - m_places(to, 0), y = m_places(vertex, 1) - m_places(to, 1);
        const float square = x * x + y * y;
        if (square <= 0)
            return;
        const float power = std::pow(square, curveB - 1);
        const float factor = -2 * curveA * curveB * power / (1 + curveA * power * square);
        dx += 2 * clipped(factor * x);
        dy += 2 * clipped(factor * y);
    }

    void push(Index vertex, ItemIndex from, float &dx, float &dy) const
    {
        const float x = m_places(vertex, 0) - m_places(from, 0), y = m_places(vertex, 1) - m_places(from, 1);
        const float square = x * x + y * y;
        if (square <= 0)
            return;
        // constant that limits the repulsion of close items, as in the UMAP authors' program
        constexpr float nearest = 1e-3F;
        const float factor = 2 * curveB / ((nearest + square) * (1 + curveA * std::pow(square, curveB)));
        dx += clipped(factor * x);
        dy += clipped(factor * y);
    }

    void step(Index vertex, float dx, float dy, int epoch, int epochs, Matrix &next)
    {
        const float rate = 1 - static_cast<float>(epoch) / static_cast<float>(epochs);
        const auto steps = static_cast<float>(epoch + 1);
        const float ofMomentum = 1 - std::pow(momentumDecay, steps), ofScale = 1 - std::pow(scaleDecay, steps);
        const std::array<float, 2> force{dx, dy};
        for (Index axis = 0; axis < 2; ++axis) {
            const float along = force[static_cast<std::size_t>(axis)];
            float &momentum = m_momentum(vertex, axis), &scale = m_scale(vertex, axis);
            momentum = momentumDecay * momentum + (1 - momentumDecay) * along;
            scale = scaleDecay * scale + (1 - scaleDecay) * along * along;
            next(vertex, axis) += rate * momentum / ofMomentum / (std::sqrt(scale / ofScale) + minScale);
        }
    }

    const FuzzyGraph &m_graph;
    Matrix m_places;
    const double m_repelling;
    const NeighbourMapOptions &m_options;
    Matrix m_momentum, m_scale;
    float m_greatest;
};

/// Two leading principal components (of the aligned rows for two spaces), scaled to a largest absolute value of 10.
Matrix startOf(const MapRows &rows, const MapItems &items, std::uint64_t seed, const RunContext &context)
{
    const Matrix x = rowsOf(rows.y ? *rows.alignedX : rows.x, items.x, context);
    const Matrix y = rows.y ? rowsOf(*rows.alignedY, items.y, context) : Matrix(0, x.cols());
    PcaOptions two;
    two.components = 2;
    const Pca pca = rows.y ? fitPca({x, y}, two, context) : fitPca({x}, two, context);
    Matrix places = Matrix::Zero(items.count(), 2);
    if (pca.empty() || context.cancelled())
        return places;
    places.topRows(x.rows()).leftCols(pca.components.rows()) = pca.project(x, context);
    if (y.rows() > 0)
        places.bottomRows(y.rows()).leftCols(pca.components.rows()) = pca.project(y, context);
    const float reach = places.cwiseAbs().maxCoeff();
    if (reach > 0)
        places *= startReach / reach;
    for (Index i = 0; i < places.rows(); ++i) {
        for (Index axis = 0; axis < 2; ++axis)
            places(i, axis) += startNoise * static_cast<float>(hashUniform(seed, 0, static_cast<std::uint64_t>(i),
                                                                           static_cast<std::uint64_t>(axis)) -
                                                               0.5);
    }
    return places;
}

/// Moves each vertex to the weighted mean of its neighbours' positions, unless it has no edges.
void placeAmong(const FuzzyGraph &graph, Matrix &places)
{
    for (Index vertex = 0; vertex < graph.vertices(); ++vertex) {
        const auto at = static_cast<std::size_t>(vertex);
        Eigen::RowVector2f sum = Eigen::RowVector2f::Zero();
        float weight = 0;
        for (std::size_t edge = graph.first[at]; edge < graph.first[at + 1]; ++edge) {
            sum += graph.weight[edge] * places.row(graph.neighbour[edge]);
            weight += graph.weight[edge];
        }
        if (weight > 0) {
            places(vertex, 0) = sum.x() / weight;
            places(vertex, 1) = sum.y() / weight;
        }
    }
}

/// Divides all items at random into a sample, with the same share of the items of both spaces, and the remaining items.
std::pair<MapItems, MapItems> sampled(const MapRows &rows, const NeighbourMapOptions &options)
{
    Random random(options.seed);
    std::pair<MapItems, MapItems> parts;
    const auto divide = [&](Index count, std::vector<ItemIndex> &in, std::vector<ItemIndex> &out) {
        const double share = static_cast<double>(options.sample) / static_cast<double>(rows.items());
        in = ascending(random.sample(count, static_cast<Index>(share * static_cast<double>(count))));
        const std::vector<ItemIndex> all = allItems(count);
        std::ranges::set_difference(all, in, std::back_inserter(out));
    };
    divide(rows.x.rows(), parts.first.x, parts.second.x);
    if (rows.y)
        divide(rows.y->rows(), parts.first.y, parts.second.y);
    return parts;
}

class Rows
{
public:
    Rows(const MapRows &rows, const MapItems &items, const MapItems &others) : m_all(rows.items())
    {
        for (const MapItems *part : {&items, &others}) {
            m_rowOf.insert(m_rowOf.end(), part->x.begin(), part->x.end());
            for (const ItemIndex item : part->y)
                m_rowOf.push_back(static_cast<ItemIndex>(rows.x.rows() + item));
        }
    }

    Matrix of(const Matrix &places) const
    {
        Matrix all = Matrix::Constant(m_all, 2, std::numeric_limits<float>::quiet_NaN());
        for (Index vertex = 0; vertex < places.rows(); ++vertex)
            all.row(m_rowOf[static_cast<std::size_t>(vertex)]) = places.row(vertex);
        return all;
    }

private:
    Index m_all;
    std::vector<ItemIndex> m_rowOf;
};

Matrix laidOut(const FuzzyGraph &graph, Matrix places, Index repelling, int epochs, const NeighbourMapOptions &options,
               const RunContext &context, const MapWatcher &watch)
{
    Layout layout(graph, std::move(places), repelling, options);
    for (int epoch = 0; epoch < epochs && !context.stopRequested() && !context.cancelled(); ++epoch) {
        context.waitWhilePaused();
        context.report(static_cast<double>(epoch) / epochs, "neighbour map");
        layout.move(epoch, epochs, context);
        if (watch && epoch % epochsBetweenViews == 0 && !context.cancelled())
            watch(layout.places());
    }
    return layout.places();
}

} // namespace

Result<Matrix> neighbourMap(const MapRows &rows, const NeighbourMapOptions &options, const RunContext &context,
                            const MapWatcher &watch)
{
    constexpr Index fewest = 3;
    if (rows.x.rows() < fewest || (rows.y && rows.y->rows() < fewest))
        return Error(ErrorCode::tooFewItems,
                     "expected at least 3 items in each space, found " +
                         std::to_string(rows.y ? std::min(rows.x.rows(), rows.y->rows()) : rows.x.rows()));
    MapItems items{allItems(rows.x.rows()), allItems(rows.y ? rows.y->rows() : 0)}, others;
    if (rows.items() > options.maxAtOnce)
        std::tie(items, others) = sampled(rows, options);
    const Rows order(rows, items, others);
    const MapWatcher view = watch ? [&](const Matrix &places) { watch(order.of(places)); } : MapWatcher();
    constexpr Index few = 10'000;
    const int epochs = options.epochs > 0 ? options.epochs : items.count() < few ? 500 : 200;
    context.report(0, "neighbours");
    const FuzzyGraph graph = fuzzyGraph(rows, items, options.neighbours, context.part(0, 0.3));
    Matrix places = startOf(rows, items, options.seed, context);
    if (context.cancelled())
        return cancelledError();
    places = laidOut(graph, std::move(places), items.count(), epochs, options,
                     context.part(0.3, others.count() > 0 ? 0.7 : 1), view);
    if (others.count() > 0 && !context.cancelled()) {
        const FuzzyGraph outer = graphOfOthers(rows, items, others, options.neighbours, context.part(0.7, 0.9));
        if (context.cancelled())
            return cancelledError();
        places.conservativeResize(outer.vertices(), Eigen::NoChange);
        places.bottomRows(others.count()).setZero();
        placeAmong(outer, places);
        // The sample repels the others: it has the same density, and its positions fit into the processor's cache.
        places = laidOut(outer, std::move(places), items.count(), epochsOfOthers, options, context.part(0.9, 1), {});
    }
    if (context.cancelled())
        return cancelledError();
    return order.of(places);
}

Result<JointMap> jointMap(const AnchoredPair &pair, const RunContext &context,
                          const std::function<void(const JointMap &)> &watch)
{
    const Matrix alignedX = alignedRows(pair, Side::x, allItems(pair.x.size()), context);
    const Matrix alignedY = alignedRows(pair, Side::y, allItems(pair.y.size()), context);
    if (context.cancelled())
        return cancelledError();
    const auto divided = [&](const Matrix &places) {
        return JointMap{places.topRows(alignedX.rows()), places.bottomRows(alignedY.rows())};
    };
    const auto places = neighbourMap({pair.x.rows, &pair.y.rows, &alignedX, &alignedY}, {}, context,
                                     watch ? [&](const Matrix &laid) { watch(divided(laid)); } : MapWatcher());
    return places ? Result(divided(*places)) : places.error();
}

JointMap jointComponents(const AnchoredPair &pair, const RunContext &context)
{
    PcaOptions two;
    two.components = 2;
    PairComponents components = pairComponents(pair, PcaFit::joint, two, context);
    return {std::move(components.x), std::move(components.y)};
}

} // namespace anchorscope
