// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/isa.h"
#include "core/matching/sinkhorn.h"
#include "core/parallel.h"
#include "core/product.h"
#include "core/random.h"
#include "support/contexts.h"
#include "support/golden.h"
#include "support/randomdata.h"
#include "support/sentences.h"

#include <QtTest>

#include <cmath>
#include <numeric>

using namespace anchorscope;
using test::randomMatrix;
using test::worstDifference;

namespace {

constexpr double goldenTolerance = 1e-5; // float32 relative vectors against float64 references

/// Rows plus noise, in a random order.
Matrix shuffledNoisy(const Matrix &rows, double noise, std::uint64_t seed)
{
    Random random(seed);
    const std::vector<ItemIndex> order = random.permutation(rows.rows());
    Matrix result(rows.rows(), rows.cols());
    for (Index j = 0; j < rows.rows(); ++j) {
        for (Index a = 0; a < rows.cols(); ++a)
            result(j, a) = rows(order[static_cast<std::size_t>(j)], a) + static_cast<float>(noise * random.normal());
    }
    return result;
}

/// Computes one iteration by the formulas of core/definitions.md, 4, in float64 with the whole of M.
SinkhornResult dense(const Matrix &rx, const Matrix &ry, double epsilon)
{
    const Index n = rx.rows(), m = ry.rows();
    MatrixD distance(n, m);
    for (Index i = 0; i < n; ++i) {
        for (Index j = 0; j < m; ++j)
            distance(i, j) = (rx.row(i).cast<double>() - ry.row(j).cast<double>()).norm();
    }
    const double logN = std::log(static_cast<double>(n)), logM = std::log(static_cast<double>(m));
    SinkhornResult result;
    result.u.resize(n);
    for (Index i = 0; i < n; ++i) {
        const double least = distance.row(i).minCoeff();
        double sum = 0;
        for (Index j = 0; j < m; ++j)
            sum += std::exp((least - distance(i, j)) / epsilon);
        result.u[i] = epsilon * (logM - logN) + least - epsilon * std::log(sum);
    }
    for (Index j = 0; j < m; ++j) {
        ItemIndex best = noItem;
        double bestScore = -1e300;
        for (Index i = 0; i < n; ++i) {
            const double score = std::min(result.u[i] - distance(i, j), epsilon * (logM - logN - 0.1));
            if (score > bestScore || (score == bestScore && distance(i, j) < distance(best, j))) {
                bestScore = score;
                best = static_cast<ItemIndex>(i);
            }
        }
        result.rowOfColumn.push_back(best);
        result.distance.push_back(static_cast<float>(distance(best, j)));
    }
    return result;
}

SinkhornResult matched(const Matrix &rx, const Matrix &ry, const SinkhornOptions &options = {},
                       const SinkhornResult *previous = nullptr)
{
    return SinkhornMatcher(rx, options).match(ry, previous, {});
}

void verifySame(const SinkhornResult &a, const SinkhornResult &b)
{
    QCOMPARE(a.rowOfColumn, b.rowOfColumn);
    QVERIFY(a.u == b.u);
    QCOMPARE(a.distance, b.distance);
    QCOMPARE(a.score, b.score);
    QCOMPARE(a.nearestColumn, b.nearestColumn);
}

/// Easy clouds, and clouds on which bounds are not informative.
void addClouds()
{
    QTest::addColumn<Matrix>("rx");
    QTest::addColumn<Matrix>("ry");
    const Matrix flat = randomMatrix(300, 40, 1);
    QTest::newRow("flat spectrum, little noise") << flat << shuffledNoisy(flat, 0.1, 2);
    QTest::newRow("flat spectrum, unrelated") << flat << randomMatrix(280, 40, 3);
    const Matrix steep = productTransposed(randomMatrix(700, 5, 4), randomMatrix(60, 5, 5));
    QTest::newRow("five directions, noise") << steep << shuffledNoisy(steep, 0.5, 6);
    QTest::newRow("more columns than rows") << Matrix(steep.topRows(200)) << shuffledNoisy(steep, 0.5, 7);
    QTest::newRow("more rows than columns") << steep << Matrix(shuffledNoisy(steep, 0.5, 8).topRows(150));
    Matrix duplicates = steep;
    for (Index i = 0; i < 350; ++i)
        duplicates.row(2 * i) = duplicates.row(2 * i + 1);
    QTest::newRow("every row twice, same in both") << duplicates << duplicates;
    QTest::newRow("every row twice, noise") << duplicates << shuffledNoisy(duplicates, 0.2, 9);
    QTest::newRow("all equal") << Matrix(Matrix::Constant(150, 7, 0.25f)) << Matrix(Matrix::Constant(170, 7, 0.25f));
    QTest::newRow("all equal, far apart")
        << Matrix(Matrix::Constant(90, 7, 3.0f)) << Matrix(Matrix::Constant(80, 7, -2.0f));
    QTest::newRow("zeros among the rows")
        << Matrix(steep.array() * (steep.array() > 0).cast<float>()) << Matrix(Matrix::Zero(65, 60));
    QTest::newRow("one dimension") << randomMatrix(130, 1, 10) << randomMatrix(140, 1, 11);
    QTest::newRow("one item each") << randomMatrix(1, 3, 12) << randomMatrix(1, 3, 13);
    QTest::newRow("one row, many columns") << randomMatrix(1, 3, 14) << randomMatrix(300, 3, 15);
    // Integer coordinates: very many distances are equal.
    QTest::newRow("integer grid") << Matrix(randomMatrix(260, 3, 16).array().round())
                                  << Matrix(randomMatrix(250, 3, 17).array().round());
    QTest::newRow("far from the origin") << Matrix(steep.array() + 50)
                                         << Matrix(shuffledNoisy(steep, 0.1, 18).array() + 50);
}

} // namespace

class TestSinkhorn : public QObject
{
    Q_OBJECT

    test::Golden m_golden;

private Q_SLOTS:
    void agreesWithGolden_data()
    {
        QTest::addColumn<int>("iterations");
        QTest::newRow("one iteration") << 1;
        QTest::newRow("five iterations") << 5;
    }
    void agreesWithGolden()
    {
        QFETCH(int, iterations);
        const Matrix rx = m_golden.floats("relative/x_cosine");
        const MatrixD trueRy = m_golden.matrix("relative/y_cosine_true_anchors");
        const std::vector<ItemIndex> shuffle = m_golden.indices("input/shuffle");
        Matrix ry(trueRy.rows(), trueRy.cols());
        for (std::size_t j = 0; j < shuffle.size(); ++j)
            ry.row(static_cast<Index>(j)) = trueRy.row(shuffle[j]).cast<float>();
        SinkhornOptions options;
        options.iterations = iterations;
        const SinkhornResult result = matched(rx, ry, options);
        const std::string suffix = std::to_string(iterations);
        QCOMPARE(result.rowOfColumn, m_golden.indices("correspondence/pi_" + suffix));
        QVERIFY(worstDifference(result.u, m_golden.matrix("correspondence/u_" + suffix)) <= goldenTolerance);
    }

    void agreesWithTheDefinition_data() { addClouds(); }
    void agreesWithTheDefinition()
    {
        QFETCH(Matrix, rx);
        QFETCH(Matrix, ry);
        const SinkhornOptions options;
        const SinkhornResult result = matched(rx, ry, options);
        const SinkhornResult expected = dense(rx, ry, options.epsilon);
        // Both work in float64 on the same float32 rows; only the order of sums differs.
        QVERIFY((result.u - expected.u).cwiseAbs().maxCoeff() <= 1e-11);
        Index different = 0;
        for (std::size_t j = 0; j < expected.rowOfColumn.size(); ++j) {
            // Exact ties of the definition may be decided by the order of sums: then both are equally near.
            if (result.rowOfColumn[j] != expected.rowOfColumn[j])
                different += std::abs(result.distance[j] - expected.distance[j]) > 1e-6f;
        }
        QCOMPARE(different, 0);
    }

    void previousResultChangesNothing_data() { addClouds(); }
    void previousResultChangesNothing()
    {
        QFETCH(Matrix, rx);
        QFETCH(Matrix, ry);
        const SinkhornResult fresh = matched(rx, ry);
        verifySame(matched(rx, ry, {}, &fresh), fresh);
        SinkhornResult misleading = fresh;
        std::iota(misleading.nearestColumn.begin(), misleading.nearestColumn.end(), 0);
        for (ItemIndex &column : misleading.nearestColumn)
            column = std::min<ItemIndex>(column, static_cast<ItemIndex>(ry.rows() - 1));
        std::fill(misleading.rowOfColumn.begin(), misleading.rowOfColumn.end(), 0);
        verifySame(matched(rx, ry, {}, &misleading), fresh);
    }

    void threadsChangeNothing_data() { addClouds(); }
    void threadsChangeNothing()
    {
        QFETCH(Matrix, rx);
        QFETCH(Matrix, ry);
        SinkhornResult alone;
        {
            const ThreadLimit limit(1);
            alone = matched(rx, ry);
        }
        verifySame(matched(rx, ry), alone);
    }

    void pruningChangesNothing_data()
    {
        QTest::addColumn<Matrix>("rx");
        QTest::addColumn<Matrix>("ry");
        QTest::addColumn<bool>("canHelp");
        const Matrix steep = productTransposed(randomMatrix(1300, 10, 30), randomMatrix(160, 10, 31)) +
                             0.2f * randomMatrix(1300, 160, 32);
        const Matrix flat = randomMatrix(1100, 160, 33);
        QTest::newRow("rank ten plus noise") << steep << shuffledNoisy(steep, 0.2, 34) << true;
        QTest::newRow("much noise") << steep << shuffledNoisy(steep, 3, 35) << false;
        QTest::newRow("flat spectrum") << flat << shuffledNoisy(flat, 1, 36) << false;
        QTest::newRow("flat spectrum, unrelated") << flat << randomMatrix(1000, 160, 37) << false;
        Matrix duplicates = steep;
        for (Index i = 0; i < 400; ++i)
            duplicates.row(3 * i) = duplicates.row(3 * i + 1);
        // The baseline kernels have processed fewer pairs when the cost of the search is predicted, and give up here.
        QTest::newRow("duplicates, same in both")
            << duplicates << duplicates << (kernels::activeIsa() != kernels::Isa::baseline);
        QTest::newRow("duplicates, noise") << duplicates << shuffledNoisy(duplicates, 0.1, 38) << true;
        QTest::newRow("all equal") << Matrix(Matrix::Constant(1010, 150, 0.5f))
                                   << Matrix(Matrix::Constant(1020, 150, 0.5f)) << false;
        QTest::newRow("ties on an integer grid") << Matrix(steep.array().round().min(1.0f).max(-1.0f))
                                                 << Matrix(steep.array().round().min(1.0f).max(-1.0f)) << false;
        QTest::newRow("far from the origin")
            << Matrix(steep.array() + 20) << Matrix(shuffledNoisy(steep, 0.1, 39).array() + 20) << true;
        QTest::newRow("outside the axes")
            << steep << Matrix(shuffledNoisy(steep, 0.1, 40).rowwise() + 10 * randomMatrix(1, 160, 41).row(0)) << false;
    }
    void pruningChangesNothing()
    {
        QFETCH(Matrix, rx);
        QFETCH(Matrix, ry);
        QFETCH(bool, canHelp);
        SinkhornOptions exactly;
        exactly.prune = false;
        const SinkhornResult exact = matched(rx, ry, exactly);
        SinkhornMatcher matcher(rx);
        const SinkhornResult first = matcher.match(ry, nullptr, {});
        verifySame(first, exact);
        QCOMPARE(exact.survivors, 1.0);
        // Pruning must be used where it helps, or this test would compare the exact kernel with itself. With several
        // threads the share depends on what the others have found by then.
        if (canHelp) {
            const ThreadLimit limit(1);
            QVERIFY(matched(rx, ry).survivors < 0.05);
        }
        for (int repeat = 0; repeat < 3; ++repeat)
            verifySame(matcher.match(ry, &first, {}), exact);
        // Results of another problem must not mislead it.
        const SinkhornResult other = matcher.match(shuffledNoisy(ry, 0.5, 42), &first, {});
        verifySame(matcher.match(ry, &other, {}), exact);
    }

    /// Column of each row: σ(i) = argmax_j min(v_j − M_ij, −ε·log m − u_i − ε/10), v_j = −ε (log m + logsumexp_i((u_i −
    /// M_ij)/ε)).
    void partnersOfRowsFollowTheDefinition_data() { addClouds(); }
    void partnersOfRowsFollowTheDefinition()
    {
        QFETCH(Matrix, rx);
        QFETCH(Matrix, ry);
        constexpr double omitted = 1e-9; // sums omit scores 25 ε below the best
        SinkhornOptions options;
        options.epsilon = 0.02;
        options.ofRows = true;
        const SinkhornResult result = matched(rx, ry, options);
        const Index n = rx.rows(), m = ry.rows();
        QCOMPARE(static_cast<Index>(result.columnOfRow.size()), n);
        MatrixD distance(n, m);
        for (Index i = 0; i < n; ++i) {
            for (Index j = 0; j < m; ++j)
                distance(i, j) = (rx.row(i).cast<double>() - ry.row(j).cast<double>()).norm();
        }
        const double logM = std::log(static_cast<double>(m));
        VectorD v(m);
        for (Index j = 0; j < m; ++j) {
            const VectorD scores = result.u - distance.col(j);
            const double most = scores.maxCoeff();
            v[j] = -options.epsilon * logM - most -
                   options.epsilon * std::log(((scores.array() - most) / options.epsilon).exp().sum());
        }
        for (Index i = 0; i < n; ++i) {
            const double cap = -options.epsilon * (logM + 0.1) - result.u[i];
            const VectorD scores = (v.transpose() - distance.row(i)).transpose().cwiseMin(cap);
            const Index chosen = result.columnOfRow[static_cast<std::size_t>(i)];
            QVERIFY(scores.maxCoeff() - scores[chosen] <= omitted);
            QCOMPARE(result.distanceOfRow[static_cast<std::size_t>(i)], static_cast<float>(distance(i, chosen)));
        }
    }

    /// The barycentric projection of the plan: with v from u the columns of P sum to 1/m, so the weights of a column
    /// are the softmax of u_i − M_ij; those of a row that of v_j − M_ij.
    void averagesFollowTheDefinition_data() { addClouds(); }
    void averagesFollowTheDefinition()
    {
        QFETCH(Matrix, rx);
        QFETCH(Matrix, ry);
        constexpr double epsilon = 0.02;
        const Index n = rx.rows(), m = ry.rows();
        const Matrix ofX = randomMatrix(n, 4, 30), ofY = randomMatrix(m, 3, 31);
        MatrixD distance(n, m);
        for (Index i = 0; i < n; ++i) {
            for (Index j = 0; j < m; ++j)
                distance(i, j) = (rx.row(i).cast<double>() - ry.row(j).cast<double>()).norm();
        }
        for (const bool ofRows : {false, true}) {
            SinkhornOptions options;
            options.epsilon = epsilon;
            options.ofRows = ofRows;
            options.averaged = ofRows ? &ofY : &ofX;
            const SinkhornResult result = matched(rx, ry, options);
            MatrixD scores = (-distance).colwise() + result.u; // n × m, over ε
            if (ofRows) {
                for (Index j = 0; j < m; ++j) {
                    const double most = scores.col(j).maxCoeff();
                    const double v = -most - epsilon * std::log(((scores.col(j).array() - most) / epsilon).exp().sum());
                    scores.col(j) = (v - distance.col(j).array()).matrix();
                }
            }
            QCOMPARE(result.averages.rows(), ofRows ? n : m);
            for (Index at = 0; at < result.averages.rows(); ++at) {
                const VectorD own = ofRows ? VectorD(scores.row(at).transpose()) : VectorD(scores.col(at));
                const VectorD weights = ((own.array() - own.maxCoeff()) / epsilon).exp().matrix();
                const Eigen::RowVectorXd expected =
                    weights.transpose() * (ofRows ? ofY : ofX).cast<double>() / weights.sum();
                QVERIFY((result.averages.row(at).cast<double>() - expected).cwiseAbs().maxCoeff() < 1e-5);
            }
        }
    }

    void equalRowsGiveDistanceZero()
    {
        const Matrix rx = randomMatrix(100, 300, 20);
        const SinkhornResult result = matched(rx, rx);
        for (Index j = 0; j < 100; ++j) {
            QCOMPARE(result.rowOfColumn[static_cast<std::size_t>(j)], static_cast<ItemIndex>(j));
            QCOMPARE(result.distance[static_cast<std::size_t>(j)], 0.0f);
        }
    }

    void manyIterationsConverge()
    {
        const Matrix rx = randomMatrix(50, 4, 21);
        SinkhornOptions options;
        options.epsilon = 0.5;
        options.iterations = 1000;
        const SinkhornResult result = matched(rx, shuffledNoisy(rx, 0.05, 22), options);
        QVERIFY(result.iterations > 2);
        QVERIFY(result.iterations < 1000);
    }

    void cancelLeavesNothing()
    {
        const RunContext context = cancelledContext();
        const Matrix rx = randomMatrix(100, 5, 23);
        QVERIFY(SinkhornMatcher(rx).match(rx, nullptr, context).rowOfColumn.empty());
    }

    void wrongOptionsAreNamed()
    {
        SinkhornOptions options;
        options.epsilon = 0;
        QCOMPARE(test::codeOf(options.validate()), ErrorCode::wrongUsage);
        options.epsilon = 1e-4;
        options.iterations = 0;
        QCOMPARE(test::codeOf(options.validate()), ErrorCode::wrongUsage);
    }
};

QTEST_GUILESS_MAIN(TestSinkhorn)
#include "tst_sinkhorn.moc"
