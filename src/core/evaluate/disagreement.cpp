// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/disagreement.h"

#include "core/data/items.h"
#include "core/neighbours/mutualneighbours.h"
#include "core/projection/relative.h"
#include "core/random.h"
#include "core/translate/linearmaps.h"

#include <Eigen/QR>
#include <Eigen/SparseCore>
#include <Spectra/SymEigsSolver.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace anchorscope {

namespace {

using Graph = Eigen::SparseMatrix<double, Eigen::RowMajor>;
using Lists = std::vector<ItemIndex>; ///< k nearest items of each of n items, n × k, as from nearestOfEach()

constexpr std::array<Index, 9> groupSizes{10, 15, 20, 30, 45, 60, 90, 130, 200};
/// A group is omitted if it shares more than this part of its members with a group of higher score.
constexpr double sameGroup = 0.3;
/// Tolerance of eigenvalues; coarse, because only the order of the entries of eigenvectors matters.
constexpr double precision = 1e-4;

/// Normalized graph D^−½ S D^−½ with S = ½(A + Aᵀ). A has a 1 in the row of an item for each of its neighbours; D
/// contains the degrees of S.
Graph normalized(const Lists &nearest, Index n, Index k)
{
    std::vector<Eigen::Triplet<double>> entries;
    entries.reserve(2 * nearest.size());
    for (Index i = 0; i < n; ++i) {
        for (Index j = 0; j < k; ++j) {
            const ItemIndex other = nearest[static_cast<std::size_t>(i * k + j)];
            entries.emplace_back(static_cast<int>(i), other, 0.5);
            entries.emplace_back(other, static_cast<int>(i), 0.5);
        }
    }
    Graph graph(n, n);
    graph.setFromTriplets(entries.begin(), entries.end());
    Eigen::VectorXd degrees = graph * Eigen::VectorXd::Ones(n);
    degrees = degrees.cwiseMax(1e-12).cwiseSqrt().cwiseInverse();
    return degrees.asDiagonal() * graph * degrees.asDiagonal();
}

/// Linear operator v ↦ (A² − B²) v for two graphs A and B, with the interface that the library Spectra requires.
class Difference
{
public:
    using Scalar = double;
    Difference(const Graph &a, const Graph &b) : m_a(a), m_b(b) {}
    Eigen::Index rows() const { return m_a.rows(); }
    Eigen::Index cols() const { return m_a.cols(); }
    void perform_op(const double *in, double *out) const
    {
        const Eigen::Map<const Eigen::VectorXd> v(in, rows());
        const Eigen::VectorXd a = m_a * v, b = m_b * v;
        Eigen::Map<Eigen::VectorXd>(out, rows()) = m_a * a - m_b * b;
    }

private:
    const Graph &m_a, &m_b;
};

Eigen::MatrixXd leadingVectors(const Graph &holds, const Graph &tears, int count)
{
    if (Graph(holds - tears).norm() == 0) // equal graphs have no groups, and the Lanczos iteration cannot start
        return {};
    Difference difference(holds, tears);
    const auto n = static_cast<int>(holds.rows());
    const int requested = std::min(count, n / 3), basis = std::min(n, 2 * requested + 20);
    Spectra::SymEigsSolver<Difference> solver(difference, requested, basis);
    solver.init(); // start with the fixed vector of Spectra, so that results are reproducible
    constexpr int restarts = 300;
    solver.compute(Spectra::SortRule::LargestAlge, restarts, precision);
    return solver.eigenvectors();
}

double together(const Lists &nearest, Index k, const std::vector<ItemIndex> &members, std::vector<char> &isMember)
{
    for (const ItemIndex item : members)
        isMember[static_cast<std::size_t>(item)] = 1;
    std::size_t inside = 0;
    for (const ItemIndex item : members) {
        for (Index j = 0; j < k; ++j)
            inside += isMember[static_cast<std::size_t>(nearest[static_cast<std::size_t>(item * k + j)])] != 0;
    }
    for (const ItemIndex item : members)
        isMember[static_cast<std::size_t>(item)] = 0;
    return static_cast<double>(inside) / static_cast<double>(members.size() * static_cast<std::size_t>(k));
}

struct Spaces
{
    Lists x, y;
    Index n = 0, k = 0;
};

/// Returns the group of items with the greatest entries in `vector`; of several group sizes, the one of highest score.
DisagreementGroup bestGroup(const Eigen::VectorXd &vector, Side holds, const Spaces &spaces)
{
    Eigen::Index largest = 0;
    vector.cwiseAbs().maxCoeff(&largest);
    const double sign = vector[largest] < 0 ? -1 : 1;
    std::vector<ItemIndex> order = allItems(spaces.n);
    const auto maximum = std::min(spaces.n, groupSizes.back());
    std::partial_sort(order.begin(), order.begin() + maximum, order.end(), [&](ItemIndex a, ItemIndex b) {
        const double left = sign * vector[a], right = sign * vector[b];
        return left != right ? left > right : a < b;
    });
    std::vector<char> isMember(static_cast<std::size_t>(spaces.n), 0);
    DisagreementGroup best;
    best.score = -1;
    for (const Index size : groupSizes) {
        if (size > spaces.n)
            break;
        DisagreementGroup group{holds, {order.begin(), order.begin() + size}, 0, 0, 0};
        group.togetherX = together(spaces.x, spaces.k, group.members, isMember);
        group.togetherY = together(spaces.y, spaces.k, group.members, isMember);
        const double difference =
            holds == Side::x ? group.togetherX - group.togetherY : group.togetherY - group.togetherX;
        group.score = difference * std::sqrt(static_cast<double>(size));
        if (group.score > best.score)
            best = std::move(group);
    }
    return best;
}

bool repeats(const DisagreementGroup &group, const std::vector<DisagreementGroup> &before)
{
    const std::vector<ItemIndex> members = ascending(group.members);
    return std::ranges::any_of(before, [&](const DisagreementGroup &other) {
        const auto shared = std::ranges::count_if(
            other.members, [&](ItemIndex item) { return std::ranges::binary_search(members, item); });
        return static_cast<double>(shared) >
               sameGroup * static_cast<double>(std::min(members.size(), other.members.size()));
    });
}

std::vector<DisagreementGroup> groupsOf(const Spaces &spaces, int eigenvectors, const RunContext &context)
{
    const Graph x = normalized(spaces.x, spaces.n, spaces.k), y = normalized(spaces.y, spaces.n, spaces.k);
    std::vector<DisagreementGroup> all;
    for (const Side holds : {Side::x, Side::y}) {
        if (context.cancelled())
            return {};
        const Eigen::MatrixXd vectors =
            holds == Side::x ? leadingVectors(x, y, eigenvectors) : leadingVectors(y, x, eigenvectors);
        for (Eigen::Index column = 0; column < vectors.cols(); ++column)
            all.push_back(bestGroup(vectors.col(column), holds, spaces));
    }
    std::ranges::stable_sort(all, std::greater(), &DisagreementGroup::score);
    std::vector<DisagreementGroup> groups;
    for (DisagreementGroup &group : all) {
        const bool isNew = group.score > 0 && !repeats(group, groups);
        if (isNew)
            groups.push_back(std::move(group));
    }
    return groups;
}

/// Unit rows of both spaces in the same coordinates: the space with fewer dimensions is mapped isometrically.
struct CommonRows
{
    Matrix x, y;
};

CommonRows inCommon(const Matrix &x, const Matrix &y)
{
    if (x.cols() > y.cols()) {
        CommonRows exchanged = inCommon(y, x);
        return {std::move(exchanged.y), std::move(exchanged.x)};
    }
    return {x * procrustes(x, y).cast<float>(), y};
}

/// Exchanges the rows' coordinates in a random half of all directions between the spaces. The result is as likely as
/// the original if the spaces differ by noise only; as in the original, the noise of a space is the same for all items.
Spaces exchanged(const CommonRows &rows, Index k, Random &random, const RunContext &context)
{
    const Index dimensions = rows.x.cols();
    MatrixD drawn(dimensions, (dimensions + 1) / 2);
    for (Index i = 0; i < drawn.size(); ++i)
        drawn.data()[i] = random.normal();
    const Matrix half =
        (Eigen::HouseholderQR<MatrixD>(drawn).householderQ() * MatrixD::Identity(dimensions, drawn.cols()))
            .cast<float>();
    const Matrix difference = (rows.x - rows.y) * half * half.transpose();
    Matrix x = rows.x - difference, y = rows.y + difference;
    normalizeRows(x);
    normalizeRows(y);
    return {nearestOfEach(x, k, context), nearestOfEach(y, k, context), x.rows(), k};
}

} // namespace

Result<Disagreement> findDisagreement(const Matrix &x, const Matrix &y, const DisagreementOptions &options,
                                      const RunContext &context)
{
    if (x.rows() != y.rows() || x.rows() < 2 * options.neighbours)
        return Error(ErrorCode::tooFewItems, "expected at least " + std::to_string(2 * options.neighbours) +
                                                 " pairs, found " + std::to_string(x.rows()));
    Random random(options.seed);
    std::vector<ItemIndex> drawn = random.sample(x.rows(), options.maxItems);
    std::sort(drawn.begin(), drawn.end());
    context.report(0, "neighbours");
    const auto n = static_cast<Index>(drawn.size());
    const Matrix ofX = rowsOf(x, drawn, context), ofY = rowsOf(y, drawn, context);
    const Spaces spaces{nearestOfEach(ofX, options.neighbours, context.part(0, 0.03)),
                        nearestOfEach(ofY, options.neighbours, context.part(0.03, 0.06)), n, options.neighbours};
    if (context.cancelled())
        return cancelledError();
    Disagreement result;
    result.pairs = n;
    const RunContext ofGroups = context.part(0.06, 1), quiet = context.withoutProgress();
    result.groups = groupsOf(spaces, options.eigenvectors, quiet);
    const CommonRows common = inCommon(ofX, ofY);
    for (int round = 0; round < options.permutations; ++round) {
        ofGroups.report((round + 1.0) / (options.permutations + 1), "groups by chance");
        const Spaces drawnSpaces = exchanged(common, options.neighbours, random, quiet);
        if (context.cancelled())
            return cancelledError();
        const auto groups = groupsOf(drawnSpaces, options.eigenvectors, quiet);
        if (!groups.empty())
            result.byChance = std::max(result.byChance, groups.front().score);
    }
    if (context.cancelled())
        return cancelledError();
    std::erase_if(result.groups, [&](const DisagreementGroup &group) { return group.score <= result.byChance; });
    for (DisagreementGroup &group : result.groups) {
        for (ItemIndex &member : group.members)
            member = drawn[static_cast<std::size_t>(member)];
    }
    return result;
}

} // namespace anchorscope
