// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/levels.h"
#include "core/kernels/product.h"
#include "core/product.h"
#include "support/randomdata.h"

#include <QtTest>

#include <cmath>

using namespace anchorscope;
using kernels::Isa;

namespace {

using kernels::denseFunctionsOf;
using kernels::functionsOf;

/// Levels that this processor supports. A level can only be forced below the best one.
bool runnable(Isa isa)
{
#ifdef __x86_64__
    return isa == Isa::baseline || (isa == Isa::v3 && __builtin_cpu_supports("x86-64-v3")) ||
           (isa == Isa::v4 && __builtin_cpu_supports("x86-64-v4"));
#else
    return isa == Isa::baseline;
#endif
}

/// Compares counts that began at 3, one for each row of the values, with the definition. A penalty belongs to a column,
/// a target to a row.
void compareCounts(const Matrix &values, const Matrix &penalties, const Matrix &targets, const Eigen::ArrayXi &greater,
                   const Eigen::ArrayXi &equal)
{
    for (Index i = 0; i < values.rows(); ++i) {
        int expected = 3, ties = 3;
        for (Index j = 0; j < values.cols(); ++j) {
            const float score = 2 * values(i, j) - penalties(0, j);
            expected += score > targets(0, i);
            ties += score == targets(0, i);
        }
        QCOMPARE(greater[i], expected);
        QCOMPARE(equal[i], ties);
    }
}

} // namespace

class TestKernels : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void productsAgreeWithFloat64_data()
    {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("columns");
        QTest::addColumn<int>("depth");
        QTest::newRow("single entry") << 1 << 1 << 1;
        QTest::newRow("one step and one panel") << 12 << 32 << 16;
        QTest::newRow("odd edges") << 131 << 67 << 37;
        QTest::newRow("depth of one chunk") << 13 << 33 << 384;
        QTest::newRow("just over one chunk") << 13 << 33 << 385;
        QTest::newRow("three chunks") << 130 << 40 << 1000;
        QTest::newRow("narrow") << 500 << 3 << 300;
    }
    void productsAgreeWithFloat64()
    {
        QFETCH(int, rows);
        QFETCH(int, columns);
        QFETCH(int, depth);
        const Matrix a = test::randomMatrix(rows, depth, 1), b = test::randomMatrix(columns, depth, 2);
        const MatrixD expected = a.cast<double>() * b.cast<double>().transpose();
        // Tolerance: a sum of `depth` float32 products of N(0, 1) numbers is off by about √depth roundings of its
        // parts.
        const double tolerance = 4 * std::sqrt(double(depth)) * std::sqrt(double(depth)) * 0x1.0p-24 + 1e-6;
        QVERIFY((productTransposed(a, b).cast<double>() - expected).cwiseAbs().maxCoeff() <= tolerance);
        const MatrixD cross = a.cast<double>().transpose() * a.cast<double>();
        QVERIFY((crossProduct(a, a) - cross).cwiseAbs().maxCoeff() <= 4e-6 * rows);
    }

    void viewsWithStridesAreSupported()
    {
        const Matrix a = test::randomMatrix(50, 40, 3), b = test::randomMatrix(60, 40, 4);
        const Matrix part = productTransposed(a.middleCols(3, 20), b.middleCols(5, 20));
        const Matrix copy = productTransposed(Matrix(a.middleCols(3, 20)), Matrix(b.middleCols(5, 20)));
        QVERIFY(part == copy);
    }

    void anEntryDoesNotDependOnItsPlace()
    {
        const Matrix a = test::randomMatrix(200, 70, 5), b = test::randomMatrix(100, 70, 6);
        const Matrix whole = productTransposed(a, b);
        QVERIFY(productTransposed(a.middleRows(37, 5), b.middleRows(61, 9)) == whole.block(37, 61, 5, 9));
    }

    void directDistancesAreTheSameOnEveryLevel_data()
    {
        QTest::addColumn<int>("depth");
        for (int depth : {1, 7, 8, 15, 16, 17, 300, 1001})
            QTest::addRow("depth %d", depth) << depth;
    }
    void directDistancesAreTheSameOnEveryLevel()
    {
        QFETCH(int, depth);
        const Matrix rows = test::randomMatrix(2, depth, 7);
        const float *a = rows.row(0).data(), *b = rows.row(1).data();
        const double expected = kernels::baseline::functions.directSquare(a, b, depth);
        const double plain = (rows.row(0).cast<double>() - rows.row(1).cast<double>()).squaredNorm();
        QVERIFY(std::abs(expected - plain) <= 1e-12 * plain); // float64, another order of the same sum
        for (Isa isa : {Isa::baseline, Isa::v3, Isa::v4}) {
            if (!runnable(isa))
                continue;
            QCOMPARE(functionsOf(isa).directSquare(a, b, depth), expected);
            QCOMPARE(functionsOf(isa).directSquare(b, a, depth), expected);
        }
    }

    void pairsBelowFindsThemAll()
    {
        for (Isa isa : {Isa::baseline, Isa::v3, Isa::v4}) {
            if (!runnable(isa))
                continue;
            const kernels::Functions &level = functionsOf(isa);
            const Index rows = 37, width = level.panelWidth;
            const Matrix bounds = test::randomMatrix(rows, width, 8).cwiseAbs2();
            const Matrix ofRow = test::randomMatrix(rows, 1, 9), ofColumn = test::randomMatrix(width, 1, 10);
            std::vector<kernels::Hit> hits(static_cast<std::size_t>(rows * width));
            const Index count =
                level.pairsBelow(bounds.data(), rows, ofRow.data(), ofColumn.data(), 100, 1000, hits.data());
            Index expected = 0;
            for (Index i = 0; i < rows; ++i) {
                for (Index j = 0; j < width; ++j) {
                    const float reach = std::max(0.0f, ofRow(i, 0) + ofColumn(j, 0));
                    if (bounds(i, j) > reach * reach)
                        continue;
                    QCOMPARE(hits[static_cast<std::size_t>(expected)].row, int(100 + i));
                    QCOMPARE(hits[static_cast<std::size_t>(expected)].column, int(1000 + j));
                    QCOMPARE(hits[static_cast<std::size_t>(expected)].value, bounds(i, j));
                    ++expected;
                }
            }
            QVERIFY(expected > 0);
            QCOMPARE(count, expected);
        }
    }

    void firstAboveFindsTheFirst()
    {
        for (Isa isa : {Isa::baseline, Isa::v3, Isa::v4}) {
            if (!runnable(isa))
                continue;
            Matrix values = test::randomMatrix(1, 77, 11), less = test::randomMatrix(1, 77, 12);
            values(0, 40) = std::numeric_limits<float>::quiet_NaN();
            for (const Index end : {0, 1, 15, 33, 77}) {
                for (Index begin = 0; begin <= end; ++begin) {
                    Index expected = begin;
                    while (expected < end && values(0, expected) - less(0, expected) <= 1.5f)
                        ++expected;
                    QCOMPARE(functionsOf(isa).firstAbove(values.data(), less.data(), begin, end, 1.5f), expected);
                }
            }
        }
    }

    /// Values are small integers, which makes many scores equal to the targets.
    void tilesAreRankedByTheDefinition()
    {
        const auto integers = [](Index rows, Index columns, std::uint64_t seed) {
            return Matrix((2 * test::randomMatrix(rows, columns, seed)).array().round());
        };
        for (Isa isa : {Isa::baseline, Isa::v3, Isa::v4}) {
            if (!runnable(isa))
                continue;
            const kernels::Functions &level = functionsOf(isa);
            for (const Index columns : {Index{1}, level.panelWidth / 2 + 1, Index{level.panelWidth}}) {
                const Index rows = 13;
                const Matrix values = integers(rows, level.panelWidth, 14), ofRow = integers(1, rows, 15),
                             ofColumn = integers(1, columns, 16);
                const kernels::RankedTile tile{values.data(), rows, columns};
                Eigen::ArrayXi greater = Eigen::ArrayXi::Constant(rows, 3), equal = greater;
                level.countRows(tile, ofColumn.data(), ofRow.data(), greater.data(), equal.data());
                compareCounts(values.leftCols(columns), ofColumn, ofRow, greater, equal);
                greater = equal = Eigen::ArrayXi::Constant(columns, 3);
                level.countColumns(tile, ofRow.data(), ofColumn.data(), greater.data(), equal.data());
                compareCounts(values.leftCols(columns).transpose(), ofRow, ofColumn, greater, equal);
            }
        }
    }

    void transposesEveryShape()
    {
        for (Isa isa : {Isa::baseline, Isa::v3, Isa::v4}) {
            if (!runnable(isa))
                continue;
            for (const Index rows : {1, 3, 16, 37}) {
                for (const Index columns : {1, 4, 18, 33}) {
                    const Matrix from = test::randomMatrix(rows, columns + 2, 13);
                    Matrix expected = Matrix::Constant(columns, rows + 3, 7), to = expected;
                    expected.leftCols(rows) = from.leftCols(columns).transpose();
                    functionsOf(isa).transpose(from.data(), from.cols(), rows, columns, to.data(), to.cols());
                    QCOMPARE(to, expected);
                }
            }
        }
    }

    void eigenvectorsOfEveryLevel()
    {
        const MatrixD half = test::randomMatrix(90, 70, 11).cast<double>();
        const Eigen::MatrixXd symmetric = half.transpose() * half;
        for (const Isa isa : {Isa::baseline, Isa::v3}) {
            if (!runnable(isa))
                continue;
            Eigen::MatrixXd vectors = symmetric.triangularView<Eigen::Lower>(); // the upper triangle is not read
            VectorD values(70);
            QVERIFY(denseFunctionsOf(isa).eigenvectors(vectors.data(), 70, values.data()));
            QVERIFY(std::is_sorted(values.begin(), values.end()));
            QVERIFY((vectors.transpose() * vectors - Eigen::MatrixXd::Identity(70, 70)).norm() < 1e-12);
            QVERIFY((symmetric * vectors - vectors * values.asDiagonal()).norm() < 1e-11 * symmetric.norm());
        }
    }

    void canonicalMapsOfEveryLevel_data()
    {
        QTest::addColumn<int>("dx");
        QTest::addColumn<int>("dy");
        QTest::newRow("X is wider") << 40 << 25;
        QTest::newRow("Y is wider") << 25 << 40;
        QTest::newRow("one dimension") << 1 << 3;
    }
    void canonicalMapsOfEveryLevel()
    {
        QFETCH(int, dx);
        QFETCH(int, dy);
        const MatrixD rows = test::randomMatrix(200, dx + dy, 12).cast<double>();
        const MatrixD sums = rows.transpose() * rows;
        const auto ridged = [](Eigen::MatrixXd moments) {
            moments.diagonal().array() += 0.5 * moments.trace() / double(moments.rows());
            return moments;
        };
        const Eigen::MatrixXd xx = ridged(sums.topLeftCorner(dx, dx) / 200),
                              yy = ridged(sums.bottomRightCorner(dy, dy) / 200);
        for (const Isa isa : {Isa::baseline, Isa::v3}) {
            if (!runnable(isa))
                continue;
            const int room = std::min(dx, dy);
            Eigen::MatrixXd a(dx, room), b(dy, room);
            VectorD s(room);
            const Index kept = denseFunctionsOf(isa).canonicalMaps({sums.data(), dx, dy, 200}, 0.5, 0.0,
                                                                   {a.data(), b.data(), s.data()});
            QCOMPARE(kept, room);
            // Whitened by the ridged moments both have length s, and their covariance is s³.
            const Eigen::MatrixXd squares = s.cwiseAbs2().asDiagonal(), cubes = s.array().cube().matrix().asDiagonal();
            QVERIFY((a.transpose() * xx * a - squares).norm() < 1e-12);
            QVERIFY((b.transpose() * yy * b - squares).norm() < 1e-12);
            QVERIFY((a.transpose() * sums.topRightCorner(dx, dy) / 200 * b - cubes).norm() < 1e-12);
        }
    }

    void reachingFindsThemAll_data()
    {
        QTest::addColumn<int>("missing");
        QTest::newRow("a whole panel") << 0;
        QTest::newRow("all but three columns") << 3;
        QTest::newRow("one column") << -1;
    }

    void reachingFindsThemAll()
    {
        QFETCH(int, missing);
        for (Isa isa : {Isa::baseline, Isa::v3, Isa::v4}) {
            if (!runnable(isa))
                continue;
            const kernels::Functions &level = functionsOf(isa);
            const Index rows = 37, width = level.panelWidth, columns = missing < 0 ? 1 : width - missing;
            Matrix panel = test::randomMatrix(rows, width, 8);
            panel(5, 0) = 0.25f; // equal to a limit counts as reached
            Matrix ofRow = test::randomMatrix(rows, 1, 9), ofColumn = test::randomMatrix(width, 1, 10);
            ofRow(5, 0) = ofColumn(0, 0) = 0.25f;
            std::vector<kernels::Hit> hits(static_cast<std::size_t>(rows * width));
            for (const bool byRow : {true, false}) {
                const Index count =
                    byRow ? level.reachingRows(panel.data(), rows, columns, ofRow.data(), hits.data())
                          : level.reachingColumns(panel.data(), rows, columns, ofColumn.data(), hits.data());
                Index expected = 0;
                for (Index i = 0; i < rows; ++i) {
                    for (Index j = 0; j < columns; ++j) {
                        if (panel(i, j) < (byRow ? ofRow(i, 0) : ofColumn(j, 0)))
                            continue;
                        const kernels::Hit &hit = hits[static_cast<std::size_t>(expected++)];
                        QCOMPARE(hit.row, int(i));
                        QCOMPARE(hit.column, int(j));
                        QCOMPARE(hit.value, panel(i, j));
                    }
                }
                QVERIFY(expected > 0);
                QCOMPARE(count, expected);
            }
        }
    }

    void boundsOfColumnsAreReachedOftenEnough()
    {
        for (Isa isa : {Isa::baseline, Isa::v3, Isa::v4}) {
            if (!runnable(isa))
                continue;
            const kernels::Functions &level = functionsOf(isa);
            Matrix panel = test::randomMatrix(192, level.panelWidth, 8);
            panel.col(1).setConstant(std::numeric_limits<float>::quiet_NaN());
            panel.col(2).setConstant(0.5f);
            panel(3, 3) = std::numeric_limits<float>::quiet_NaN();
            std::vector<float> bounds(static_cast<std::size_t>(level.panelWidth));
            for (const Index rows : {4, 37, 192}) {
                for (const Index count : {1, 10, 16}) {
                    level.reachedInColumns(panel.data(), rows, count, bounds.data());
                    for (Index j = 0; j < level.panelWidth; ++j) {
                        const float bound = bounds[static_cast<std::size_t>(j)];
                        const Index reached = (panel.col(j).head(rows).array() >= bound).count();
                        const bool few = rows < count || j == 1;
                        const Index most = count == kernels::groupsOfRows || j == 2 ? rows : 3 * count;
                        QCOMPARE(std::isinf(bound), few);
                        QVERIFY(few || (reached >= count && reached <= most));
                    }
                }
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestKernels)
#include "tst_kernels.moc"
