// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/canonical.h"
#include "core/optimizers/optimizers.h"
#include "core/parallel.h"
#include "core/product.h"
#include "support/randomdata.h"

#include <QtTest>

#include <algorithm>
#include <numeric>

using namespace anchorscope;

namespace {

Matrix unitRows(Index rows, Index columns, std::uint64_t seed)
{
    Matrix matrix = test::randomMatrix(rows, columns, seed);
    matrix.rowwise().normalize();
    return matrix;
}

/// ½ of the mean of the greatest values of each column.
std::vector<float> penalties(const Matrix &similarities, Index neighbours)
{
    std::vector<float> halves;
    for (Index j = 0; j < similarities.cols(); ++j) {
        std::vector<float> values(static_cast<std::size_t>(similarities.rows()));
        for (Index i = 0; i < similarities.rows(); ++i)
            values[static_cast<std::size_t>(i)] = similarities(i, j);
        std::ranges::sort(values, std::greater<>());
        values.resize(static_cast<std::size_t>(std::min(neighbours, similarities.rows())));
        const double sum = std::accumulate(values.begin(), values.end(), 0.0);
        halves.push_back(static_cast<float>(sum / static_cast<double>(values.size())) * 0.5f);
    }
    return halves;
}

/// The definition, with the whole matrix in memory.
std::vector<ItemIndex> plainPartners(const Matrix &similarities, Index neighbours)
{
    const std::vector<float> penalty = penalties(similarities, neighbours);
    std::vector<ItemIndex> partners;
    for (Index i = 0; i < similarities.rows(); ++i) {
        Index best = 0;
        for (Index j = 1; j < similarities.cols(); ++j) {
            if (similarities(i, j) - penalty[static_cast<std::size_t>(j)] >
                similarities(i, best) - penalty[static_cast<std::size_t>(best)])
                best = j;
        }
        partners.push_back(static_cast<ItemIndex>(best));
    }
    return partners;
}

WeightedPairs samePairs(Index count)
{
    WeightedPairs pairs;
    for (Index i = 0; i < count; ++i)
        pairs.add(static_cast<ItemIndex>(i), static_cast<ItemIndex>(i), 1);
    return pairs;
}

double leastCosine(const Matrix &a, const Matrix &b)
{
    return a.cwiseProduct(b).rowwise().sum().minCoeff();
}

/// Two spaces of the same items, Y rotated, noisy and in another order, and seeds of both.
struct Problem
{
    PreparedSpace x, y;
    Correspondence truth;
    std::vector<ItemIndex> anchors, seedsOfY;

    Problem(Index items, Index seeds, double noise)
    {
        const Matrix cloud = test::randomMatrix(items, 20, 1);
        Matrix turned =
            cloud * test::randomRotation(20, 2) + static_cast<float>(noise) * test::randomMatrix(items, 20, 3);
        truth = Correspondence(items, items);
        Matrix shuffled(items, 20);
        for (Index i = 0; i < items; ++i) {
            const Index j = (7 * i + 3) % items; // 7 and the count have no common divisor
            shuffled.row(j) = turned.row(i);
            truth.pair(static_cast<ItemIndex>(i), static_cast<ItemIndex>(j));
        }
        x = prepare(cloud, Centering::center);
        y = prepare(shuffled, Centering::center);
        for (ItemIndex item = 0; item < 30; ++item)
            anchors.push_back(item);
        for (ItemIndex item = 0; item < seeds; ++item)
            seedsOfY.push_back(truth.partnerOfX(item));
    }
    OptimizeInput input() const { return {x, y, anchors, seedsOfY, &truth}; }
};

OptimizeOptions canonicalOptions()
{
    OptimizeOptions options;
    options.method = "canonical";
    return options;
}

} // namespace

class TestCanonical : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void partnersAreThoseOfTheDefinition_data()
    {
        QTest::addColumn<int>("n");
        QTest::addColumn<int>("m");
        QTest::addColumn<int>("dimensions");
        QTest::newRow("large and small") << 700 << 450 << 24;
        QTest::newRow("few dimensions, many hubs") << 500 << 500 << 3;
        QTest::newRow("fewer than a list") << 7 << 5 << 4;
        QTest::newRow("one each") << 1 << 1 << 2;
    }
    void partnersAreThoseOfTheDefinition()
    {
        QFETCH(int, n);
        QFETCH(int, m);
        QFETCH(int, dimensions);
        const Matrix x = unitRows(n, dimensions, 1), y = unitRows(m, dimensions, 2);
        const auto partners = cslsPartners(x, y, 10);
        QVERIFY(partners);
        const Matrix similarities = productTransposed(x, y);
        QCOMPARE(partners->yOfX, plainPartners(similarities, 10));
        QCOMPARE(partners->xOfY, plainPartners(similarities.transpose(), 10));
    }

    void equalItemsGoToTheLowestIndex()
    {
        Matrix x = unitRows(60, 4, 3), y = x;
        for (Index i = 0; i < 60; ++i)
            y.row(i) = x.row(i % 20); // three of each
        const auto partners = cslsPartners(x, y, 10);
        for (ItemIndex i = 0; i < 20; ++i)
            QCOMPARE(partners->yOfX[static_cast<std::size_t>(i)], i);
    }

    void canonicalMapsUndoALinearMap_data()
    {
        QTest::addColumn<double>("condition");
        QTest::newRow("rotation") << 1.0;
        QTest::newRow("condition 10") << 10.0;
        QTest::newRow("condition 300") << 300.0;
    }
    void canonicalMapsUndoALinearMap()
    {
        QFETCH(double, condition);
        const Matrix x = test::randomMatrix(600, 12, 4);
        Vector scales(12);
        for (Index c = 0; c < 12; ++c)
            scales[c] = static_cast<float>(std::pow(condition, static_cast<double>(c) / 11));
        const Matrix y = x * test::randomRotation(12, 5) * scales.asDiagonal() * test::randomRotation(12, 6);
        const auto maps = canonicalMaps(x, y, samePairs(600), 1e-9);
        QVERIFY(maps);
        QCOMPARE(maps->directions(), Index(12));
        QVERIFY(maps->correlations.minCoeff() > 0.999 && maps->correlations.maxCoeff() < 1.001);
        // Float32 products of spaces whose directions differ by the condition.
        QVERIFY(leastCosine(canonicalCoordinates(x, maps->a), canonicalCoordinates(y, maps->b)) > 0.999);
    }

    void aWeightCountsAsCopies()
    {
        const Matrix x = test::randomMatrix(50, 6, 7), y = test::randomMatrix(50, 8, 8);
        WeightedPairs weighted = samePairs(20), copied = samePairs(20);
        weighted.weights[4] = 3;
        copied.add(4, 4, 1);
        copied.add(4, 4, 1);
        const auto one = canonicalMaps(x, y, weighted, 0.5), two = canonicalMaps(x, y, copied, 0.5);
        const Matrix cosines = productTransposed(canonicalCoordinates(x, one->a), canonicalCoordinates(y, one->b));
        const Matrix same = productTransposed(canonicalCoordinates(x, two->a), canonicalCoordinates(y, two->b));
        QVERIFY((cosines - same).cwiseAbs().maxCoeff() < 1e-4f); // sums of float32 in another order
    }

    void fewSeedsFindAllPartners_data()
    {
        QTest::addColumn<int>("seeds");
        QTest::newRow("15 seeds") << 15;
        QTest::newRow("4 seeds") << 4;
    }
    void fewSeedsFindAllPartners()
    {
        QFETCH(int, seeds);
        const Problem problem(401, seeds, 0.2);
        const auto summary = optimize(problem.input(), canonicalOptions());
        QVERIFY(summary.ok());
        QCOMPARE(summary->termination, Termination::converged);
        QVERIFY2(*summary->right > 0.98, qPrintable(QString::number(*summary->right)));
        QVERIFY(summary->history.front().stage.find("ε 60") != std::string::npos);
        QCOMPARE(summary->loss, summary->history[static_cast<std::size_t>(summary->bestIteration - 1)].loss);
    }

    void everyStartFindsAllPartners_data()
    {
        QTest::addColumn<QString>("start");
        for (const char *start : {"seeds", "centroids", "stochastic", "profiles"})
            QTest::newRow(start) << start;
    }
    void everyStartFindsAllPartners()
    {
        QFETCH(QString, start);
        OptimizeOptions options = canonicalOptions();
        options.start = start.toStdString();
        const Problem problem(401, 15, 0.2);
        const auto summary = optimize(problem.input(), options);
        QVERIFY(summary.ok());
        QCOMPARE(summary->start, options.start);
        QVERIFY2(*summary->right > 0.98, qPrintable(QString::number(*summary->right)));
        for (const IterationStats &stats : summary->history)
            QVERIFY(stats.ridge && !stats.stage.empty());
    }

    /// `auto` tries the self-learning too where the seeds alone do not lead far, and keeps the start of the larger
    /// share.
    void autoKeepsTheBetterStart()
    {
        const Problem problem(401, 15, 1.1);
        OptimizeOptions options;
        const auto summary = optimize(problem.input(), options);
        QVERIFY(summary.ok());
        double most = 0;
        std::string stageOfMost;
        bool learned = false;
        for (const IterationStats &stats : summary->history) {
            learned = learned || stats.stage.starts_with("self-learning");
            if (stats.mutual && *stats.mutual >= most) {
                most = *stats.mutual;
                stageOfMost = stats.stage;
            }
        }
        QVERIFY(learned && most < 0.7);
        QCOMPARE(summary->start == "stochastic", stageOfMost.starts_with("self-learning"));
        QVERIFY(summary->history[static_cast<std::size_t>(summary->bestIteration - 1)].stage.starts_with("all pairs"));
        QCOMPARE(summary->methodUsed, std::string("canonical"));
        options.start = "nowhere";
        QCOMPARE(optimize(problem.input(), options).error().code, ErrorCode::wrongUsage);
    }

    /// What the maps find again because they were fitted to it does not count: two clouds that share nothing.
    void crossFittedSharesAreHonest()
    {
        const PreparedSpace x = prepare(test::randomMatrix(400, 100, 31), Centering::center);
        const PreparedSpace y = prepare(test::randomMatrix(400, 100, 32), Centering::center);
        std::vector<ItemIndex> items(15);
        std::iota(items.begin(), items.end(), 0);
        const PathSpaces spaces = pathSpaces({x, y, items, items}, {});
        const auto begin = beginPath(PathStart::seeds, spaces, 0, {});
        double crossFitted = 0, fitted = 0;
        const auto see = [&](const CanonicalStep &step) {
            double &greatest = step.crossFitted ? crossFitted : fitted;
            greatest = std::max(greatest, step.mutualShare);
            return true;
        };
        const auto end = walkCanonicalPath(spaces, *begin, {}, see);
        QCOMPARE(end->share, crossFitted);
        fitted = 0;
        QVERIFY(finishCanonicalPath(spaces, *end, {}, see));
        QVERIFY2(fitted > 0.6 && crossFitted < 0.35, qPrintable(QString("%1 and %2").arg(fitted).arg(crossFitted)));
    }

    void iterationsAreLimited()
    {
        OptimizeOptions options = canonicalOptions();
        options.iterations = 3;
        const auto summary = optimize(Problem(401, 15, 0.2).input(), options);
        QCOMPARE(summary->termination, Termination::iterationLimit);
        QCOMPARE(summary->history.size(), std::size_t(3));
        QVERIFY(summary->hasResult());
    }

    void zeroRowsTakeNoPart()
    {
        Problem problem(401, 15, 0.2);
        const ItemIndex lost = problem.truth.partnerOfX(200);
        problem.x.rows.row(300).setZero();
        problem.x.zeroRows = {300};
        problem.y.rows.row(lost).setZero();
        problem.y.zeroRows = {lost};
        const auto summary = optimize(problem.input(), canonicalOptions());
        QVERIFY(*summary->right > 0.98);
        QVERIFY(std::ranges::find(summary->correspondence, ItemIndex(300)) == summary->correspondence.end());
    }

    void threadsAndRerunsChangeNothing()
    {
        const Problem problem(401, 4, 0.4);
        std::vector<OptimizeSummary> runs;
        for (const int threads : {1, 2, 2}) {
            const ThreadLimit limit(threads);
            runs.push_back(*optimize(problem.input(), canonicalOptions()));
        }
        for (const OptimizeSummary &run : runs) {
            QCOMPARE(run.correspondence, runs[0].correspondence);
            QVERIFY(run.anchorsOfY == runs[0].anchorsOfY);
            QVERIFY(run.loss == runs[0].loss);
        }
    }

    void manySeedsBeginLower()
    {
        // A linear difference that large ridges do not undo.
        const Vector scales = Vector::LinSpaced(10, 1, 30);
        const Matrix x = test::randomMatrix(300, 10, 9),
                     y = x * test::randomRotation(10, 10) * scales.asDiagonal() * test::randomRotation(10, 11);
        QCOMPARE(firstCanonicalLevel(x, y, samePairs(49), {}), std::optional<std::size_t>(0));
        QVERIFY(*firstCanonicalLevel(x, y, samePairs(200), {}) > 0);
    }
};

QTEST_GUILESS_MAIN(TestCanonical)
#include "tst_canonical.moc"
