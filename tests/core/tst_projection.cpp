// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel.h"
#include "core/product.h"
#include "core/projection/pca.h"
#include "core/projection/preprocess.h"
#include "core/projection/quantize.h"
#include "core/projection/relative.h"
#include "support/contexts.h"
#include "support/golden.h"
#include "support/randomdata.h"

#include <QtTest>

using namespace anchorscope;
using test::randomMatrix;
using test::randomRotation;
using test::worstDifference;

namespace {

constexpr double goldenTolerance = 1e-5;  // float32 results against float64 references
constexpr double angularTolerance = 1e-4; // arccos amplifies errors near ±1

} // namespace

class TestProjection : public QObject
{
    Q_OBJECT

    test::Golden m_golden;

private Q_SLOTS:
    void normalisedAgreesWithGolden_data()
    {
        QTest::addColumn<QString>("input");
        QTest::addColumn<QString>("expected");
        QTest::addColumn<int>("centering");
        QTest::newRow("x centred") << "input/x"
                                   << "normalised/x_center_unit" << int(Centering::center);
        QTest::newRow("y centred") << "input/y"
                                   << "normalised/y_center_unit" << int(Centering::center);
        QTest::newRow("x standardised") << "input/x"
                                        << "normalised/x_standardize_unit" << int(Centering::standardize);
    }
    void normalisedAgreesWithGolden()
    {
        QFETCH(QString, input);
        QFETCH(QString, expected);
        QFETCH(int, centering);
        const PreparedSpace space = prepare(m_golden.floats(input.toStdString()), Centering(centering));
        QVERIFY(worstDifference(space.rows, m_golden.matrix(expected.toStdString())) <= goldenTolerance);
    }

    void relativeAgreesWithGolden_data()
    {
        QTest::addColumn<QString>("similarity");
        QTest::addColumn<QString>("expected");
        QTest::addColumn<double>("tolerance");
        QTest::newRow("cosine") << "cosine"
                                << "relative/x_cosine" << goldenTolerance;
        QTest::newRow("angular") << "angular"
                                 << "relative/x_angular" << angularTolerance;
        QTest::newRow("Euclidean") << "euclidean"
                                   << "relative/x_euclidean" << goldenTolerance;
        QTest::newRow("whitened") << "whitened"
                                  << "relative/x_whitened" << goldenTolerance;
    }
    void relativeAgreesWithGolden()
    {
        QFETCH(QString, similarity);
        QFETCH(QString, expected);
        QFETCH(double, tolerance);
        const PreparedSpace space = prepare(m_golden.floats("input/x"), Centering::center);
        const Similarity *method = findSimilarity(similarity.toStdString());
        QVERIFY(method);
        // The golden file adds PARAM's ε·I; ours is a share of the mean variance.
        SimilarityOptions options;
        const MatrixD raw = m_golden.floats("input/x").cast<double>();
        const MatrixD centred = raw.rowwise() - Eigen::RowVectorXd(raw.colwise().mean());
        options.ridge /= centred.squaredNorm() / static_cast<double>((raw.rows() - 1) * raw.cols());
        const Matrix relative = relativeTo(space, m_golden.indices("input/anchors"), *method, {}, options);
        const double worst = worstDifference(relative, m_golden.matrix(expected.toStdString()));
        QVERIFY2(worst <= tolerance, qPrintable(QString::number(worst)));
    }

    void relativeToFreeAnchorsAgreesWithGolden()
    {
        const PreparedSpace y = prepare(m_golden.floats("input/y"), Centering::center);
        const Matrix anchors = rowsOf(y.rows, m_golden.indices("input/anchors"));
        const Matrix relative = relativeTo(y, anchors, similarities().front());
        QVERIFY(worstDifference(relative, m_golden.matrix("relative/y_cosine_true_anchors")) <= goldenTolerance);
    }

    void pcaAgreesWithGolden()
    {
        const PreparedSpace space = prepare(m_golden.floats("input/x"), Centering::center);
        PcaOptions options;
        options.components = 3;
        const Pca pca = fitPca({space.rows}, options);
        QVERIFY(worstDifference(pca.components, m_golden.matrix("pca/components")) <= goldenTolerance);
        QVERIFY(worstDifference(pca.explained, m_golden.matrix("pca/explained_variance_ratio")) <= goldenTolerance);
        QVERIFY(worstDifference(pca.project(space.rows), m_golden.matrix("pca/coordinates")) <= goldenTolerance);
    }

    void randomisedPcaFindsTheSamePlane()
    {
        Matrix cloud = randomMatrix(400, 600, 1);
        cloud.col(5) *= 30;
        cloud.col(77) *= 20;
        PcaOptions options;
        options.components = 2;
        const Pca pca = fitPca({cloud}, options);
        options.exactUpTo = 600;
        const Pca exact = fitPca({cloud}, options);
        // Four power iterations leave (σ₃/σ₂)^9 of the other directions, far below this.
        QVERIFY(worstDifference(pca.components, exact.components) <= 1e-4);
        QVERIFY(worstDifference(pca.explained, exact.explained) <= 1e-4);
        QVERIFY(pca.components(0, 5) > 0.99f);
    }

    void fitModesShareTheFrame()
    {
        const Matrix x = randomMatrix(50, 6, 2);
        const Matrix y = randomMatrix(40, 6, 3);
        const auto joint = fitPair(x, y, PcaFit::joint);
        QCOMPARE(joint.first.components, joint.second.components);
        const auto first = fitPair(x, y, PcaFit::first);
        QCOMPARE(first.second.components, fitPca({x}).components);
        const auto each = fitPair(x, y, PcaFit::each);
        QVERIFY(each.first.components != each.second.components);
    }

    void rotationLeavesCosineRepresentationUnchanged()
    {
        const Matrix x = randomMatrix(200, 16, 4);
        const Matrix rotated = 3.0f * x * randomRotation(16, 5);
        const std::vector<ItemIndex> anchors{3, 1, 4, 15, 92, 65, 35};
        for (const Similarity &similarity : similarities()) {
            if (similarity.learned) // tst_canonicalmetric
                continue;
            const Matrix before = relativeTo(prepare(x, Centering::center), anchors, similarity);
            const Matrix after = relativeTo(prepare(rotated, Centering::center), anchors, similarity);
            // Float32 rows are good to 1e-7. Where an item meets itself as anchor, arccos and the square root of a
            // distance turn that into about its square root.
            const double tolerance = std::string_view(similarity.id) == "cosine" ? 5e-6 : 1e-3;
            QVERIFY2(worstDifference(after, before) <= tolerance, similarity.id);
        }
    }

    void whitenedIsInvariantToLinearMaps()
    {
        SimilarityOptions options;
        options.shrinkage = options.ridge = 0;
        const Matrix x = randomMatrix(300, 10, 14);
        const Matrix map = randomMatrix(10, 10, 15) + 4 * Matrix::Identity(10, 10);
        const Matrix moved = (x * map).rowwise() + randomMatrix(1, 10, 16).row(0) * 7.0f;
        const std::vector<ItemIndex> anchors{5, 50, 150};
        const Similarity &whitened = *findSimilarity("whitened");
        const Matrix before = relativeTo(prepare(x, Centering::center), anchors, whitened, {}, options);
        const Matrix after = relativeTo(prepare(moved, Centering::center), anchors, whitened, {}, options);
        // Float32 rows times the condition number of the map, which is about 10².
        QVERIFY(worstDifference(after, before) <= 1e-4);
    }

    void quantizeFindsTightClouds()
    {
        Matrix rows = 0.02f * randomMatrix(90, 5, 17);
        for (Index i = 0; i < 90; ++i)
            rows(i, i % 3) += 1;
        normaliseRows(rows);
        const Quantization clusters = quantize(rows, 0.1);
        QCOMPARE(clusters.clusters(), Index(3));
        for (std::size_t i = 3; i < 90; ++i)
            QCOMPARE(clusters.clusterOf[i], clusters.clusterOf[i % 3]);
        QCOMPARE(quantize(rows, 0).clusters(), Index(90));
        QCOMPARE(quantize(rows, 2).clusters(), Index(1));
    }

    void quantizeAgreesWithTheDefinition_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<double>("threshold");
        QTest::newRow("average linkage") << int(Linkage::average) << 0.5;
        QTest::newRow("Ward") << int(Linkage::ward) << 0.9;
        QTest::newRow("Ward, few clusters") << int(Linkage::ward) << 2.5;
    }
    /// Every pair of clusters compared, by the mean of all their pairs of rows, or (Ward) by what merging them adds to
    /// the sum of squares around the centroids.
    void quantizeAgreesWithTheDefinition()
    {
        QFETCH(int, kind);
        QFETCH(double, threshold);
        Matrix rows = randomMatrix(40, 4, 18);
        normaliseRows(rows);
        std::vector<std::vector<Index>> clusters;
        for (Index i = 0; i < 40; ++i)
            clusters.push_back({i});
        const auto squares = [&](const std::vector<Index> &cluster) {
            const MatrixD members = rows(cluster, Eigen::all).cast<double>();
            return (members.rowwise() - members.colwise().mean()).squaredNorm();
        };
        const auto linkage = [&](const std::vector<Index> &a, const std::vector<Index> &b) {
            double sum = 0;
            if (kind == int(Linkage::ward)) {
                std::vector<Index> both = a;
                both.insert(both.end(), b.begin(), b.end());
                return std::sqrt(2 * (squares(both) - squares(a) - squares(b)));
            }
            for (const Index i : a) {
                for (const Index j : b)
                    sum += 1 - double(rows.row(i).dot(rows.row(j)));
            }
            return sum / double(a.size() * b.size());
        };
        for (;;) {
            std::size_t first = 0, second = 0;
            double best = 1e9;
            for (std::size_t a = 0; a < clusters.size(); ++a) {
                for (std::size_t b = a + 1; b < clusters.size(); ++b) {
                    const double distance = linkage(clusters[a], clusters[b]);
                    if (distance < best)
                        std::tie(best, first, second) = std::tuple(distance, a, b);
                }
            }
            if (best > threshold)
                break;
            clusters[first].insert(clusters[first].end(), clusters[second].begin(), clusters[second].end());
            clusters.erase(clusters.begin() + std::ptrdiff_t(second));
        }
        const Quantization found = quantize(rows, threshold, {}, Linkage(kind));
        QVERIFY(found.clusters() > 1 && found.clusters() < 30);
        QCOMPARE(found.clusters(), Index(clusters.size()));
        for (const auto &cluster : clusters) {
            Eigen::RowVectorXd centroid = rows(cluster, Eigen::all).cast<double>().colwise().mean();
            if (kind == int(Linkage::average))
                centroid.normalize();
            const auto number = Index(found.clusterOf[std::size_t(cluster.front())]);
            QVERIFY((found.centroids.row(number).cast<double>() - centroid).norm() < 1e-6);
            for (const Index i : cluster)
                QCOMPARE(found.clusterOf[std::size_t(i)], found.clusterOf[std::size_t(cluster.front())]);
        }
    }

    void representationDistanceOfKnownRows()
    {
        Matrix x(2, 2), y(2, 2);
        x << 1, 0, 0, 2;
        y << 0, 3, 0, 1;
        const RepresentationDistance distance = representationDistance(x, y);
        QCOMPARE(distance.cosine, 0.5); // 1 for the orthogonal pair, 0 for the parallel one
        QCOMPARE(distance.euclidean, (std::sqrt(10.0) + 1) / 2);
    }

    void zeroAndConstantRowsStayFinite()
    {
        Matrix x = randomMatrix(10, 4, 6);
        x.row(7).setZero();
        const PreparedSpace none = prepare(x, Centering::none);
        QCOMPARE(none.zeroRows, std::vector<ItemIndex>{7});
        QVERIFY(none.rows.row(7).isZero(0));
        const PreparedSpace equal = prepare(Matrix::Constant(5, 3, 2.5f), Centering::standardize);
        QCOMPARE(equal.zeroRows.size(), std::size_t(5));
        QVERIFY(equal.rows.allFinite());
        const Pca pca = fitPca({equal.rows});
        QVERIFY(pca.components.allFinite());
        QVERIFY(pca.explained.isZero(0));
    }

    void denormalRowsBecomeUnit()
    {
        Matrix x = Matrix::Zero(2, 3);
        x(0, 1) = 1e-42f;
        x(1, 2) = -3e38f;
        const PreparedSpace space = prepare(x, Centering::none);
        QCOMPARE(space.rows(0, 1), 1.0f);
        QCOMPARE(space.rows(1, 2), -1.0f);
    }

    void threadsDoNotChangeBits()
    {
        const Matrix x = randomMatrix(5000, 33, 7);
        const auto all = [&] {
            const PreparedSpace space = prepare(x, Centering::standardize);
            const Pca pca = fitPca({space.rows});
            return std::pair(pca.project(space.rows), relativeTo(space, {1, 2, 3, 4, 5}, similarities().front()));
        };
        const auto parallel = all();
        const ThreadLimit one(1);
        const auto single = all();
        QCOMPARE(parallel.first, single.first);
        QCOMPARE(parallel.second, single.second);
    }

    void crossProductMatchesEigen()
    {
        const Matrix a = randomMatrix(3001, 17, 8);
        const Matrix b = randomMatrix(3001, 9, 9);
        const MatrixD expected = a.cast<double>().transpose() * b.cast<double>();
        // Float32 sums over 256 rows: 256 · 2⁻²⁴ of terms of size 1.
        QVERIFY(worstDifference(crossProduct(a, b), expected) <= 1e-4);
    }

    void cancelLeavesNothing()
    {
        const RunContext context = cancelledContext();
        QVERIFY(fitPca({randomMatrix(100, 5, 1)}, {}, context).empty());
    }
};

QTEST_GUILESS_MAIN(TestProjection)
#include "tst_projection.moc"
