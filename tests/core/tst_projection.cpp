// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/embeddingset.h"
#include "core/data/transform.h"
#include "core/parallel.h"
#include "core/product.h"
#include "core/projection/paircomponents.h"
#include "core/projection/preprocess.h"
#include "core/projection/quantize.h"
#include "core/random.h"
#include "support/contexts.h"
#include "support/golden.h"
#include "support/randomdata.h"
#include "support/rows.h"
#include "support/storedvectors.h"

#include <QtTest>

using namespace anchorscope;
using test::randomMatrix;
using test::randomRotation;
using test::row;
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
    void normalizedAgreesWithGolden_data()
    {
        QTest::addColumn<QString>("input");
        QTest::addColumn<QString>("expected");
        QTest::addColumn<int>("centering");
        row("x centred", "input/x", "normalised/x_center_unit", int(Centering::center));
        row("y centred", "input/y", "normalised/y_center_unit", int(Centering::center));
        row("x standardised", "input/x", "normalised/x_standardize_unit", int(Centering::standardize));
    }
    void normalizedAgreesWithGolden()
    {
        QFETCH(QString, input);
        QFETCH(QString, expected);
        QFETCH(int, centering);
        const PreparedSpace space = prepare(m_golden.floats(input.toStdString()), Centering(centering));
        QVERIFY(worstDifference(space.rows, m_golden.matrix(expected.toStdString())) <= goldenTolerance);
    }

    void storedSpacesEqualMatrices_data()
    {
        QTest::addColumn<int>("centering");
        QTest::addColumn<bool>("halves");
        for (const CenteringChoice &choice : centeringChoices()) {
            QTest::addRow("%s float32", choice.id) << int(choice.value) << false;
            QTest::addRow("%s float16", choice.id) << int(choice.value) << true;
        }
    }
    void storedSpacesEqualMatrices()
    {
        QFETCH(int, centering);
        QFETCH(bool, halves);
        Matrix vectors = randomMatrix(3000, 21, 5);
        vectors.col(2).setConstant(0.5f);
        vectors.row(7).setZero();
        const StoredRows stored = halves ? test::storedHalves(vectors) : test::storedRows(vectors);
        const PreparedSpace whole = prepare(stored.all(), Centering(centering));
        PreparedSpace kept = prepare(stored, Centering(centering));
        std::vector<ItemIndex> items = Random(3).permutation(3000);
        QCOMPARE(kept.size(), whole.size());
        QCOMPARE(kept.dimension(), whole.dimension());
        QCOMPARE(rowsOf(kept, items), rowsOf(whole, items)); // bit for bit
        QCOMPARE(kept.norms, whole.norms);
        QCOMPARE(kept.mean, whole.mean);
        QCOMPARE(kept.scale, whole.scale);
        QCOMPARE(kept.zeroRows, whole.zeroRows);
        QCOMPARE(kept.zeroRows, std::vector<ItemIndex>{7});
        Matrix converted;
        QCOMPARE(Matrix(heldRows(kept, 100, 50, converted)), Matrix(whole.rows.middleRows(100, 50)));
        const EmbeddingSet set{"x", "", "", {}, nullptr, {}, stored};
        const SpaceFacts facts = inspect(set), ofMatrix = inspect(stored.all());
        QCOMPARE(facts.zeroRows, ofMatrix.zeroRows);
        QCOMPARE(facts.normMean, ofMatrix.normMean);
        QCOMPARE(facts.allRowsEqual, false);
        QCOMPARE(inspect(Matrix::Constant(3, 2, std::numeric_limits<float>::quiet_NaN())).normMean, 0.0);
    }

    void relativeAgreesWithGolden_data()
    {
        QTest::addColumn<QString>("similarity");
        QTest::addColumn<QString>("expected");
        QTest::addColumn<double>("tolerance");
        row("cosine", "cosine", "relative/x_cosine", goldenTolerance);
        row("angular", "angular", "relative/x_angular", angularTolerance);
        row("Euclidean", "euclidean", "relative/x_euclidean", goldenTolerance);
        row("whitened", "whitened", "relative/x_whitened", goldenTolerance);
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

    void invariancesOfRelativeVectors_data()
    {
        QTest::addColumn<QString>("similarity");
        QTest::addColumn<QString>("transform");
        QTest::addColumn<int>("centering");
        QTest::addColumn<bool>("holds");
        const auto row = [](const char *similarity, const char *transform, Centering centering, bool holds) {
            QTest::addRow("%s %s %s", similarity, transform, centeringId(centering))
                << QString(similarity) << QString(transform) << int(centering) << holds;
        };
        for (const char *similarity : {"cosine", "angular", "euclidean"}) {
            for (const char *borne : {"turn=40", "mirror", "shuffled", "scale=3", "shift=2"})
                row(similarity, borne, Centering::center, true);
            for (const char *breaks : {"stretch=3", "shear=0.7", "bend=0.8", "noise=0.5", "lost=1"})
                row(similarity, breaks, Centering::center, false);
        }
        row("cosine", "shift=2", Centering::none, false);
        row("cosine", "stretch=3", Centering::standardize, true);
        row("cosine", "turn=40", Centering::standardize, false);
        row("distance", "turn=40", Centering::center, true);
        row("distance", "shift=2", Centering::none, true);
        row("distance", "scale=3", Centering::center, false);
        row("manhattan", "mirror", Centering::center, true);
        row("manhattan", "turn=40", Centering::center, false);
        row("whitened", "bend=0.8", Centering::center, false);
    }
    void invariancesOfRelativeVectors()
    {
        QFETCH(QString, similarity);
        QFETCH(QString, transform);
        QFETCH(int, centering);
        QFETCH(bool, holds);
        for (const Index dimensions : {2, 3, 12}) {
            Matrix cloud = randomMatrix(200, dimensions, 5);
            cloud.col(0) *= 2; // standardizing a round cloud only scales it
            const auto change = readTransform(transform.toStdString());
            QVERIFY(change && change->validate(dimensions));
            const auto relative = [&](const Matrix &rows) {
                return relativeTo(prepare(rows, Centering(centering)), {3, 60, 110, 150, 190},
                                  *findSimilarity(similarity.toStdString()));
            };
            const Matrix before = relative(cloud), after = relative(transformed(cloud, *change));
            const Eigen::RowVectorXf mean = before.colwise().mean();
            const double moved = (after - before).norm() / (before.rowwise() - mean).norm();
            QVERIFY2(holds ? moved < 1e-4 : moved > 0.03, qPrintable(QString::number(moved)));
        }
    }

    void transformsAreMeasuredInRadii()
    {
        for (const Index dimensions : {2, 30}) {
            const Matrix cloud = 3 * randomMatrix(3000, dimensions, 8);
            const double radius = 3 * std::sqrt(static_cast<double>(dimensions)); // radius of N(0, 9·I)
            const auto lengths = [&](const char *text) -> VectorD {
                return (transformed(cloud, *readTransform(text)) - cloud).rowwise().norm().cast<double>();
            };
            const VectorD shifts = lengths("shift=1.5"), noise = lengths("noise=0.4");
            QVERIFY(std::abs(shifts.mean() - 1.5 * radius) < 0.05 * radius);
            QVERIFY(shifts.maxCoeff() - shifts.minCoeff() < 1e-4 * radius); // all rows are shifted equally
            QVERIFY(std::abs(std::sqrt(noise.squaredNorm() / 3000) - 0.4 * radius) < 0.02 * radius);
        }
        const Matrix turned = transformed(Matrix::Identity(2, 2), *readTransform("turn=90"));
        QVERIFY((turned.row(0) - Eigen::RowVector2f(0, 1)).norm() < 1e-6f); // from the first axis to the second
    }

    /// Rotates by 180 degrees in two planes of five dimensions, which leaves only the axis between the planes:
    /// 2·axis·axisᵀ - I. The mean of axis·axisᵀ over uniform directions is I / 5.
    void planesOfATurnAreUniform()
    {
        constexpr int draws = 1000;
        Matrix sum = Matrix::Zero(5, 5);
        for (int seed = 0; seed < draws; ++seed) {
            Transform turn;
            turn.turn = 180;
            turn.seed = seed;
            sum += (transformed(Matrix::Identity(5, 5), turn) + Matrix::Identity(5, 5)) / 2;
        }
        // Four deviations of a mean: a product of two coordinates has the variance 1/35, a square 8/175.
        QVERIFY((sum / draws - Matrix::Identity(5, 5) / 5).cwiseAbs().maxCoeff() < 4 * std::sqrt(8.0 / 175 / draws));
    }

    void transformsAreExact()
    {
        const Matrix cloud = randomMatrix(500, 7, 2);
        QVERIFY(transformed(cloud, {}) == cloud);
        QVERIFY(transformed(cloud, *readTransform("seed=9")) == cloud);
        const Transform all = *readTransform("bend=0.3,stretch=2,shear=0.1,mirror,turn=20,scale=2,shift=1,noise=0.1,"
                                             "lost=2,shuffled,seed=4");
        QCOMPARE(QString::fromStdString(transformText(all)),
                 "bend=0.3,stretch=2,shear=0.1,mirror,turn=20,scale=2,shift=1,noise=0.1,lost=2,shuffled,seed=4");
        QVERIFY(*readTransform(transformText(all)) == all);
        std::vector<Matrix> results;
        for (const int threads : {1, 3}) {
            const ThreadLimit limit(threads);
            results.push_back(transformed(cloud, all));
        }
        QVERIFY(results[0] == results[1]);
        QCOMPARE((results[0].colwise().norm().array() == 0).count(), 2);
    }

    void wrongTransformsAreRefused_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("mentions");
        row("unknown", "spin=3", "turn=NUMBER");
        row("no number", "turn", "turn=NUMBER");
        row("not a number", "turn=left", "left");
        row("text after a number", "turn=3x", "3x");
        row("too much", "turn=181", "-180 to 180");
        row("not finite", "turn=nan", "-180 to 180");
        row("third dimension missing", "tilt=3", "3 dimensions");
        row("all dimensions", "lost=2", "fewer lost dimensions");
        row("half a dimension", "lost=0.5", "whole number");
    }
    void wrongTransformsAreRefused()
    {
        QFETCH(QString, text);
        QFETCH(QString, mentions);
        const auto read = readTransform(text.toStdString());
        const Status status = read ? read->validate(2) : Status(read.error());
        QVERIFY(!status);
        QVERIFY2(QString::fromStdString(status.error().message).contains(mentions), status.error().message.c_str());
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

    void randomizedPcaFindsTheSamePlane()
    {
        Matrix cloud = randomMatrix(400, 600, 1);
        cloud.col(5) *= 30;
        cloud.col(77) *= 20;
        PcaOptions options;
        options.components = 2;
        options.exactUpTo = 300;
        const Pca pca = fitPca({cloud}, options);
        options.exactUpTo = 600;
        const Pca exact = fitPca({cloud}, options);
        // Four power iterations leave (σ₃/σ₂)^9 of the other directions, far below this.
        QVERIFY(worstDifference(pca.components, exact.components) <= 1e-4);
        QVERIFY(worstDifference(pca.explained, exact.explained) <= 1e-4);
        QVERIFY(pca.components(0, 5) > 0.99f);
        options.exactUpTo = 300;
        const Pca large = fitPca({1e16f * cloud}, options);
        QVERIFY(worstDifference(large.components, exact.components) <= 1e-4);
    }

    /// The products of few rows give the components of the scatter matrix; those beyond the rank are zero.
    void pcaOfFewRowsIsExact()
    {
        const Matrix x = randomMatrix(20, 600, 1), y = randomMatrix(15, 600, 2);
        PcaOptions options;
        options.components = 40;
        const Pca few = fitPca({x, y}, options);
        options.exactUpTo = 600;
        const Pca exact = fitPca({x, y}, options);
        QVERIFY(worstDifference(few.explained, exact.explained) <= 1e-6);
        QVERIFY(worstDifference(few.components.topRows(34), exact.components.topRows(34)) <= 1e-5);
        QVERIFY(few.components.bottomRows(6).isZero());
        QVERIFY(worstDifference(few.mean, exact.mean) <= 1e-7);
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

    void someRelativeRowsAreThoseOfAll()
    {
        Matrix vectors = randomMatrix(120, 9, 21);
        vectors.row(7).setZero();
        const PreparedSpace x = prepare(vectors, Centering::none),
                            y = prepare(Matrix(2.0f * vectors * randomRotation(9, 22)), Centering::none);
        AnchorSet anchors;
        anchors.itemsOfX = anchors.seedsOfY = {3, 50, 99, 12};
        const std::vector<ItemIndex> items{0, 7, 8, 64, 119};
        for (const Similarity &similarity : similarities()) {
            const AnchoredPair pair{x, y, anchors, similarity};
            for (const Side side : {Side::x, Side::y}) {
                if (!similarity.learned)
                    QVERIFY2(worstDifference(relativeRows(pair, side, items),
                                             rowsOf(relativeRows(pair, side), items)) <= 1e-6,
                             similarity.id);
            }
        }
    }

    /// Components of many items are fitted to a sample; all items get coordinates along them.
    void componentsOfManyItems()
    {
        Matrix vectors = randomMatrix(250'000, 4, 23);
        vectors.col(0) *= 3;
        vectors.col(1) *= 2;
        const PreparedSpace x = prepare(vectors, Centering::center),
                            y = prepare(vectors.topRows(500), Centering::center);
        AnchorSet anchors;
        anchors.itemsOfX = anchors.seedsOfY = {3, 50, 99, 12, 400};
        const AnchoredPair pair{x, y, anchors, similarities().front()};
        PcaOptions two;
        two.components = 2;
        const PairComponents found = pairComponents(pair, PcaFit::joint, two);
        const Matrix ofX = relativeRows(pair, Side::x), ofY = relativeRows(pair, Side::y);
        const Pca exact = fitPca({ofX, ofY}, two);
        QVERIFY(worstDifference(found.ofX.components, exact.components) > 0);
        QVERIFY(worstDifference(found.ofX.components, exact.components) <= 0.01);
        QVERIFY(worstDifference(found.ofX.explained, exact.explained) <= 0.002);
        QVERIFY(worstDifference(found.x, found.ofX.project(ofX)) <= 1e-6);
        QVERIFY(worstDifference(found.y, found.ofY.project(ofY)) <= 1e-6);
    }

    void rotationLeavesCosineRepresentationUnchanged()
    {
        const Matrix x = randomMatrix(200, 16, 4);
        const Matrix rotated = 3.0f * x * randomRotation(16, 5);
        const std::vector<ItemIndex> anchors{3, 1, 4, 15, 92, 65, 35};
        for (const char *id : {"cosine", "angular", "euclidean", "quantized", "whitened"}) {
            const Similarity &similarity = *findSimilarity(id);
            const Matrix before = relativeTo(prepare(x, Centering::center), anchors, similarity);
            const Matrix after = relativeTo(prepare(rotated, Centering::center), anchors, similarity);
            // Float32 rows are accurate to 1e-7. If an item is compared with itself as anchor, arccos and the square
            // root of a distance turn that into about its square root.
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
        normalizeRows(rows);
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
        row("average linkage", int(Linkage::average), 0.5);
        row("Ward", int(Linkage::ward), 0.9);
        row("Ward, few clusters", int(Linkage::ward), 2.5);
    }
    /// Compares every pair of clusters by the mean of all their pairs of rows, or (Ward) by the increase of the sum of
    /// squares around the centroids.
    void quantizeAgreesWithTheDefinition()
    {
        QFETCH(int, kind);
        QFETCH(double, threshold);
        Matrix rows = randomMatrix(40, 4, 18);
        normalizeRows(rows);
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
        y.row(1) << 0, 0.25f; // parallel, of another length; of a zero row the cosine is 0
        QCOMPARE(representationDistance(x, y).cosine, 0.5);
        y.row(1).setZero();
        QCOMPARE(representationDistance(x, y).cosine, 1.0);
    }

    /// Default of RR A.3.
    void defaultsAreThoseOfThePaper() { QCOMPARE(SimilarityOptions().quantizeThreshold, 0.25); }

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

    void zeroRowsDoNotCount_data()
    {
        QTest::addColumn<int>("centering");
        for (const CenteringChoice &choice : centeringChoices())
            QTest::newRow(choice.id) << int(choice.value);
    }
    /// The other rows are those of the same space without them.
    void zeroRowsDoNotCount()
    {
        QFETCH(int, centering);
        Matrix vectors = randomMatrix(300, 7, 8);
        vectors.array() += 3;
        vectors.col(5).setConstant(1e6f);
        std::vector<ItemIndex> others;
        for (ItemIndex i = 0; i < 300; ++i) {
            if (i % 4 == 1)
                vectors.row(i).setZero();
            else
                others.push_back(i);
        }
        const PreparedSpace space = prepare(vectors, Centering(centering));
        const PreparedSpace without = prepare(rowsOf(vectors, others), Centering(centering));
        QCOMPARE(rowsOf(space.rows, others), without.rows);
        QCOMPARE(space.mean, without.mean);
        QCOMPARE(space.scale, without.scale);
        QCOMPARE(space.zeroRows.size(), std::size_t(75));
        QVERIFY(space.rows.row(1).isZero(0));
        QCOMPARE(space.norms[1], 0.0f);
    }

    /// An item in the middle of its space has no direction once the mean is subtracted; rounding is none either.
    void meanHasNoDirection()
    {
        Matrix vectors = randomMatrix(200, 5, 9);
        vectors.array() += 10;
        const Eigen::RowVectorXd mean = vectors.topRows(199).cast<double>().colwise().mean();
        vectors.row(199) = mean.cast<float>();
        QCOMPARE(prepare(vectors, Centering::center).zeroRows, std::vector<ItemIndex>{199});
        QVERIFY(prepare(vectors, Centering::none).zeroRows.empty());
    }

    void asReadIsWhatWasRead_data() { zeroRowsDoNotCount_data(); }
    void asReadIsWhatWasRead()
    {
        QFETCH(int, centering);
        Matrix vectors = 20 * randomMatrix(100, 6, 10);
        vectors.col(2).array() += 50;
        vectors.row(3).setZero();
        const Matrix read = asRead(prepare(vectors, Centering(centering)));
        QVERIFY(worstDifference(read, vectors) <= 1e-5 * vectors.cwiseAbs().maxCoeff());
        QVERIFY(read.row(3).isZero(0));
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
