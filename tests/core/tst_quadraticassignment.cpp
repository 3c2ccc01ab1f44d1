// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/matching/quadraticassignment.h"
#include "core/parallel.h"
#include "core/random.h"
#include "support/randomdata.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

using namespace anchorscope;

namespace {

MatrixD randomCosts(Index count, std::uint64_t seed)
{
    return test::randomMatrix(count, count, seed).cast<double>();
}

MatrixD randomSymmetric(Index count, std::uint64_t seed)
{
    const MatrixD costs = randomCosts(count, seed);
    return costs + costs.transpose();
}

double costOf(const MatrixD &cost, const std::vector<Index> &columnOfRow)
{
    double sum = 0;
    for (Index i = 0; i < cost.rows(); ++i)
        sum += cost(i, columnOfRow[static_cast<std::size_t>(i)]);
    return sum;
}

double objectiveOf(const MatrixD &a, const MatrixD &b, const MatrixD &linear, const std::vector<Index> &rowOfB)
{
    double sum = costOf(linear, rowOfB);
    for (Index i = 0; i < a.rows(); ++i) {
        for (Index j = 0; j < a.rows(); ++j)
            sum += a(i, j) * b(rowOfB[static_cast<std::size_t>(i)], rowOfB[static_cast<std::size_t>(j)]);
    }
    return sum;
}

/// The greatest value over all permutations.
template <class Value> double greatest(Index count, const Value &value)
{
    std::vector<Index> order(static_cast<std::size_t>(count));
    std::iota(order.begin(), order.end(), Index(0));
    double best = -std::numeric_limits<double>::infinity();
    do
        best = std::max(best, value(order));
    while (std::ranges::next_permutation(order).found);
    return best;
}

std::vector<Index> shuffledOrder(Index count, std::uint64_t seed)
{
    const std::vector<ItemIndex> order = Random(seed).permutation(count);
    return {order.begin(), order.end()};
}

} // namespace

class TestQuadraticAssignment : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void noAssignmentCostsLess()
    {
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            MatrixD cost = randomCosts(7, seed);
            if (seed % 4 == 0)
                cost = cost.array().round(); // equal costs
            const std::vector<Index> found = linearAssignment(cost);
            std::vector<Index> columns = found;
            std::ranges::sort(columns);
            QCOMPARE(columns, (std::vector<Index>{0, 1, 2, 3, 4, 5, 6}));
            const double least = -greatest(7, [&](const auto &order) { return -costOf(cost, order); });
            QVERIFY(std::abs(costOf(cost, found) - least) < 1e-9);
        }
        QCOMPARE(linearAssignment(MatrixD::Ones(1, 1)), (std::vector<Index>{0}));
    }

    void theBestOfManyStartsIsTheGreatest()
    {
        for (std::uint64_t seed = 0; seed < 5; ++seed) {
            const MatrixD a = randomSymmetric(7, 100 + seed), b = randomSymmetric(7, 200 + seed);
            const MatrixD linear = 3 * randomCosts(7, 300 + seed);
            const auto found = quadraticAssignment(a, b, linear, 50, seed);
            QVERIFY(found);
            QVERIFY(std::abs(found->objective - objectiveOf(a, b, linear, found->rowOfB)) < 1e-6);
            const double most = greatest(7, [&](const auto &order) { return objectiveOf(a, b, linear, order); });
            QVERIFY2(std::abs(found->objective - most) < 1e-6, qPrintable(QString::number(found->objective - most)));
        }
    }

    void anotherOrderIsFound()
    {
        const MatrixD a = randomSymmetric(20, 5);
        const std::vector<Index> order = shuffledOrder(20, 6);
        MatrixD b(20, 20);
        for (std::size_t i = 0; i < 20; ++i) {
            for (std::size_t j = 0; j < 20; ++j)
                b(order[i], order[j]) = a(static_cast<Index>(i), static_cast<Index>(j));
        }
        const MatrixD nothing = MatrixD::Zero(20, 20);
        const auto found = quadraticAssignment(a, b, nothing, 30, 7);
        QCOMPARE(found->rowOfB, order);
        const ThreadLimit limit(1);
        QCOMPARE(quadraticAssignment(a, b, nothing, 30, 7)->rowOfB, found->rowOfB);
    }

    /// A ring looks the same from every place; the linear term distinguishes the places.
    void theLinearTermDecidesBetweenEquals()
    {
        MatrixD ring = MatrixD::Zero(9, 9), linear = MatrixD::Zero(9, 9);
        for (Index i = 0; i < 9; ++i)
            ring(i, (i + 1) % 9) = ring((i + 1) % 9, i) = 1;
        linear(0, 4) = linear(1, 3) = 0.1;
        const auto found = quadraticAssignment(ring, ring, linear, 50, 8);
        QCOMPARE(found->rowOfB, (std::vector<Index>{4, 3, 2, 1, 0, 8, 7, 6, 5}));
    }
};

QTEST_GUILESS_MAIN(TestQuadraticAssignment)
#include "tst_quadraticassignment.moc"
