// SPDX-License-Identifier: GPL-3.0-or-later
// Spaces with more dimensions than items: results computed in the span of their rows equal those of d × d matrices.
#include "core/cholesky.h"
#include "core/data/transform.h"
#include "core/evaluate/learnedrepresentation.h"
#include "core/evaluate/scores.h"
#include "core/experiments/protocol.h"
#include "core/experiments/retrieval.h"
#include "core/optimizers/validatealignment.h"
#include "core/projection/relative.h"
#include "core/projection/span.h"
#include "core/projection/whiten.h"
#include "core/translate/anchormaps.h"
#include "core/translate/inverseprojection.h"
#include "core/translate/linearmaps.h"
#include "support/contexts.h"
#include "support/processortime.h"
#include "support/randomdata.h"

#include <Eigen/LU>
#include <QtTest>

#include <numbers>

using namespace anchorscope;
using test::randomMatrix;
using test::randomRotation;

namespace {

constexpr double rounding = 2e-5; ///< rounding of float32 rows in products and inverses of moderate condition

double worst(const Eigen::MatrixXd &a, const Eigen::MatrixXd &b)
{
    return a.rows() == b.rows() && a.cols() == b.cols() ? (a - b).cwiseAbs().maxCoeff() / b.cwiseAbs().maxCoeff() : 1e9;
}

} // namespace

class TestWideSpaces : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void basisIsOrthonormalAndSpans()
    {
        Matrix rows = randomMatrix(70, 300, 1);
        rows.row(3).setZero();
        rows.row(40) = 2 * rows.row(5) - rows.row(6); // linearly dependent
        const MatrixD basis = orthonormalBasis(rows);
        QCOMPARE(basis.rows(), Index(70));
        QVERIFY((basis * basis.transpose() - MatrixD::Identity(70, 70)).cwiseAbs().maxCoeff() < 1e-12);
        const Matrix coordinates = coordinatesIn(basis, rows);
        QVERIFY(worst((coordinates.cast<double>() * basis), rows.cast<double>()) < 1e-6);
        QVERIFY(orthonormalBasis(rows, cancelledContext()).size() == 0);
        Matrix scaled = rows; // the lengths of rows do not count
        scaled.row(0) *= 1e-12f;
        scaled.row(1) *= 1e12f;
        QVERIFY(worst(orthonormalBasis(scaled), basis) < 1e-6);
    }

    void spansKeepProductsAndRows()
    {
        const Matrix full = randomMatrix(300, 700, 31);
        const Matrix low = randomMatrix(300, 12, 32) * randomMatrix(12, 700, 33);
        Matrix repeated = full;
        for (Index i = 1; i < 300; i += 3)
            repeated.row(i) = repeated.row(i - 1);
        repeated.row(0).setZero();
        repeated.row(299).setZero();
        Matrix constant = full;
        constant.rightCols(500).setConstant(3);
        Matrix close = full;
        close.bottomRows(150) = full.topRows(150) + 1e-4f * full.bottomRows(150);
        const std::pair<const char *, const Matrix &> cases[] = {{"full rank", full},
                                                                 {"rank 12", low},
                                                                 {"duplicates and zero rows", repeated},
                                                                 {"constant dimensions", constant},
                                                                 {"close rows", close}};
        for (const auto &[name, rows] : cases) {
            for (const CenteringChoice &choice : centeringChoices()) {
                const PreparedSpace space = prepare(rows, choice.value);
                const SpannedSpace span = spanned(space);
                QCOMPARE(span.inSpan.dimension(), rows.rows());
                QVERIFY2(std::ssize(span.spanning) <= (&rows == &repeated ? 199 : 300), name);
                const MatrixD before = space.rows.cast<double>(), after = span.inSpan.rows.cast<double>();
                QVERIFY2((after * after.transpose() - before * before.transpose()).cwiseAbs().maxCoeff() < 1e-6, name);
                QVERIFY2((span.lifted(span.inSpan.rows) - space.rows).cwiseAbs().maxCoeff() < 1e-6, name);
                QVERIFY2(span.inSpan.zeroRows == space.zeroRows && span.inSpan.norms == space.norms, name);
            }
        }
    }

    void choleskyAgreesWithEigen()
    {
        const Eigen::MatrixXd a = randomMatrix(300, 400, 2).cast<double>();
        const Eigen::MatrixXd matrix = a * a.transpose();
        Eigen::MatrixXd lower = matrix;
        QVERIFY(factorize(lower) == Factorization::done);
        const Eigen::MatrixXd l = lower.triangularView<Eigen::Lower>();
        QVERIFY(worst(l * l.transpose(), matrix) < 1e-12);
        Eigen::MatrixXd columns = Eigen::MatrixXd::Identity(300, 40);
        QVERIFY(solveLower(lower, columns) && solveLowerTransposed(lower, columns));
        QVERIFY(worst(matrix * columns, Eigen::MatrixXd::Identity(300, 40)) < 1e-9);
        Eigen::MatrixXd indefinite = -matrix;
        QVERIFY(factorize(indefinite) == Factorization::notPositive);
        Eigen::MatrixXd again = matrix;
        QVERIFY(factorize(again, cancelledContext()) == Factorization::cancelled);
    }

    void whiteningIsTheInverseCovariance_data()
    {
        QTest::addColumn<int>("items");
        QTest::addColumn<int>("dimensions");
        QTest::newRow("more items") << 200 << 30;
        QTest::newRow("more dimensions") << 40 << 150;
    }

    /// Computes b²/d² of Ledoit and Wolf with loops over the items, for rows above and below the number of dimensions,
    /// and the resulting metric.
    void ledoitWolfFollowsTheDefinition_data()
    {
        QTest::addColumn<int>("items");
        QTest::addColumn<int>("dimensions");
        QTest::newRow("more rows") << 40 << 6;
        QTest::newRow("more dimensions") << 9 << 25;
    }
    void ledoitWolfFollowsTheDefinition()
    {
        QFETCH(int, items);
        QFETCH(int, dimensions);
        const Matrix rows = randomMatrix(items, dimensions, 7) * randomMatrix(dimensions, dimensions, 8);
        const Eigen::RowVectorXd mean = rows.cast<double>().colwise().mean();
        const Eigen::MatrixXd centred = rows.cast<double>().rowwise() - mean;
        const Eigen::MatrixXd covariance = centred.transpose() * centred / items;
        const double variance = covariance.trace() / dimensions;
        double error = 0;
        for (Index i = 0; i < items; ++i)
            error += (centred.row(i).transpose() * centred.row(i) - covariance).squaredNorm() / items / items;
        const double spread = (covariance - variance * Eigen::MatrixXd::Identity(dimensions, dimensions)).squaredNorm();
        const double expected = std::min(error, spread) / spread;
        QVERIFY(expected > 0.01);
        QVERIFY(std::abs(ledoitWolfShrinkage(rows) - expected) < 1e-9); // sums of squares in another order
        SimilarityOptions chosen, fixed;
        chosen.ledoitWolf = true;
        fixed.shrinkage = ledoitWolfShrinkage(rows);
        QVERIFY(Whitening::fit(rows, chosen).gram(rows) == Whitening::fit(rows, fixed).gram(rows));
        QCOMPARE(ledoitWolfShrinkage(Matrix::Constant(items, dimensions, 2.0f)), 1.0); // no variance: a sphere
    }

    /// Anchors outside the span of the rows are handled as well.
    void whiteningIsTheInverseCovariance()
    {
        QFETCH(int, items);
        QFETCH(int, dimensions);
        const Matrix rows = randomMatrix(items, dimensions, 3) * randomMatrix(dimensions, dimensions, 4);
        const Matrix anchors = randomMatrix(7, dimensions, 5);
        const SimilarityOptions options;
        const Eigen::RowVectorXd mean = rows.cast<double>().colwise().mean();
        const Eigen::MatrixXd centred = rows.cast<double>().rowwise() - mean;
        Eigen::MatrixXd covariance = centred.transpose() * centred / (items - 1);
        const double isotropic = covariance.trace() / dimensions;
        covariance *= 1 - options.shrinkage;
        covariance.diagonal().array() += (options.shrinkage + options.ridge) * isotropic;
        const Eigen::MatrixXd offset = anchors.cast<double>().rowwise() - mean;
        const Eigen::MatrixXd inverse = covariance.inverse();
        const Whitening whitening = Whitening::fit(rows, options);
        QVERIFY(worst(whitening.similarity(rows, anchors).cast<double>(), centred * inverse * offset.transpose()) <
                rounding);
        QVERIFY(worst(whitening.gram(anchors), offset * inverse * offset.transpose()) < rounding);
    }

    void whiteningIgnoresScale_data()
    {
        QTest::addColumn<float>("scale");
        QTest::newRow("1e-10") << 1e-10f;
        QTest::newRow("1e6") << 1e6f;
    }

    void whiteningIgnoresScale()
    {
        QFETCH(float, scale);
        for (const Index dimensions : {8, 90}) {
            const Matrix rows = randomMatrix(60, dimensions, 6);
            const Matrix anchors = rows.topRows(9);
            const Matrix before = Whitening::fit(rows, {}).similarity(rows, anchors);
            const Matrix scaled = scale * rows, scaledAnchors = scale * anchors;
            const Matrix after = Whitening::fit(scaled, {}).similarity(scaled, scaledAnchors);
            QVERIFY(worst(after.cast<double>(), before.cast<double>()) < rounding);
        }
    }

    /// The row of learned anchors of the tables, at any scale of the vectors.
    void learnedAnchorsIgnoreScale_data() { whiteningIgnoresScale_data(); }
    void learnedAnchorsIgnoreScale()
    {
        QFETCH(float, scale);
        const Matrix x = randomMatrix(80, 10, 7), y = x * randomRotation(10, 8);
        const Correspondence pairing = Correspondence::byRow(80);
        AnchorSet anchors;
        for (ItemIndex i = 0; i < 12; ++i)
            anchors.itemsOfX.push_back(3 * i);
        const auto score = [&](float unit) {
            const PreparedSpace px = prepare(unit * x, Centering::center), py = prepare(unit * y, Centering::center);
            const auto pair = learnedRepresentation({px, py, anchors, pairing, similarities().front()}, {});
            return retrieveBothWays(*pair, pairing, {})->xToY.mrr.mean;
        };
        QVERIFY(std::abs(score(scale) - score(1)) < 0.01);
    }

    void mapsInSpansAreTheMaps_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::newRow("IRP") << "IRP";
        for (const AnchorMap &map : anchorMaps())
            QTest::newRow(map.id) << map.id;
    }

    /// Compares within the span of the anchors; Procrustes' map is arbitrary elsewhere, where d × d matrices contain
    /// rounding errors.
    void mapsInSpansAreTheMaps()
    {
        QFETCH(QString, kind);
        const auto fit = [&](const MatrixView &a, const MatrixView &b) -> LinearMap {
            for (const AnchorMap &map : anchorMaps()) {
                if (kind == map.id)
                    return map.fit(a, b, {});
            }
            InverseProjectionOptions options;
            options.delta = 0.3;
            return {fitInverseProjection(a, b, options)->matrix};
        };
        const auto mapped = [](const MatrixD &rows, const LinearMap &map) -> MatrixD {
            MatrixD inSpan = rows * map.matrix;
            if (map.offset.size() > 0)
                inSpan.rowwise() += map.offset;
            return map.basis.size() > 0 ? MatrixD(inSpan * map.basis) : inSpan;
        };
        const Matrix a = randomMatrix(25, 120, 9), b = randomMatrix(25, 80, 10);
        const LinearMap whole = fit(a, b);
        const SpannedPairs pairs = inSpans(a, b);
        const LinearMap inSpan = pairs.between(fit(pairs.a, pairs.b));
        QCOMPARE(inSpan.basis.rows(), Index(25));
        const Matrix queries = randomMatrix(40, 25, 11) * a;
        const MatrixD rows = queries.cast<double>();
        QVERIFY(worst(mapped(rows, inSpan), mapped(rows, whole)) < 1e-4);
        // Anchors that span their spaces are fitted directly.
        const SpannedPairs narrow = inSpans(a.leftCols(10), b.leftCols(9));
        const LinearMap map = fit(narrow.a, narrow.b);
        QVERIFY(narrow.between(map).basis.size() == 0);
        QVERIFY(map.matrix == fit(a.leftCols(10), b.leftCols(9)).matrix && narrow.between(map).matrix == map.matrix);
    }

    /// Ranks and neighbours of translated items are the same in few coordinates and in all dimensions.
    void translatedItemsAreFoundTheSame()
    {
        const Matrix x = randomMatrix(150, 60, 12), y = x * randomMatrix(60, 50, 13) + 2 * randomMatrix(150, 50, 14);
        const PreparedSpace px = prepare(x, Centering::center), py = prepare(y, Centering::center);
        const Correspondence pairing = Correspondence::byRow(150);
        AnchorSet anchors;
        for (ItemIndex i = 0; i < 20; ++i)
            anchors.itemsOfX.push_back(i);
        for (const Representation &each : representations()) {
            const auto pair = each.encode({px, py, anchors, pairing, similarities().front()}, {});
            if (!pair || pair->basisOfY.size() == 0)
                continue;
            const auto quick = retrieveBothWays(*pair, pairing, {});
            const auto whole = retrieve(pair->xAmongY(), py.rows, pairing, {});
            QVERIFY(quick && whole);
            QVERIFY2(std::abs(quick->xToY.mrr.mean - whole->mrr.mean) < 1e-3, each.id);
            QVERIFY2(std::abs(quick->xToY.jaccard.mean - whole->jaccard.mean) < 1e-3, each.id);
            QVERIFY2(std::abs(quick->xToY.cosine.mean - whole->cosine.mean) < 1e-5, each.id);
            QVERIFY2(std::abs(quick->xToY.cslsMrr.mean - whole->cslsMrr.mean) < 1e-3, each.id);
        }
    }

    /// The same clouds, also rotated into many dimensions: all rows of the table agree.
    void wideSpacesScoreLikeNarrowOnes()
    {
        const auto set = [](const Matrix &vectors) {
            EmbeddingSet made;
            auto items = std::make_shared<ItemTable>();
            items->count = vectors.rows();
            made.items = items;
            made.vectors = vectors;
            return made;
        };
        const Matrix x = randomMatrix(60, 12, 15), y = x * randomRotation(12, 16) + 0.05f * randomMatrix(60, 12, 17);
        const MatrixD turn = orthonormalBasis(randomMatrix(12, 5000, 18));
        ExperimentOptions options;
        options.repeats = 1;
        options.protocol.anchors = 20;
        options.protocol.seeds = 8;
        options.protocol.optimize.method = "alternating";
        const Correspondence pairing = Correspondence::byRow(60);
        const auto narrow = runRetrievalExperiment(set(x), set(y), pairing, options);
        const test::ProcessorTime clock;
        const auto wide = runRetrievalExperiment(set((x.cast<double>() * turn).cast<float>()),
                                                 set((y.cast<double>() * turn).cast<float>()), pairing, options);
        QVERIFY(narrow && wide);
        QCOMPARE(wide->rows.size(), narrow->rows.size());
        QCOMPARE(wide->notes, narrow->notes); // only the note on missing canonical maps, none on size
        for (std::size_t i = 0; i < wide->rows.size(); ++i) {
            const auto &row = narrow->rows[i];
            if (row.method == "PARAM")
                continue; // draws its views in different coordinates
            const double difference =
                wide->rows[i].of(&RetrievalScores::mrr).mean() - row.of(&RetrievalScores::mrr).mean();
            QVERIFY2(std::abs(difference) < 0.02, row.method.c_str());
        }
        QVERIFY(clock.seconds() < 60); // a single d × d matrix takes longer
    }

    void tablesInSpansAreThoseOfAllDimensions_data()
    {
        QTest::addColumn<QString>("similarity");
        for (const Similarity &each : similarities()) {
            if (!each.dependsOnAxes)
                QTest::newRow(each.id) << each.id;
        }
    }

    /// The table includes rows that compare unchanged spaces, and rows whose definition contains the dimensions.
    void tablesInSpansAreThoseOfAllDimensions()
    {
        QFETCH(QString, similarity);
        const Matrix x = randomMatrix(60, 12, 41), y = x * randomRotation(12, 42) + 0.3f * randomMatrix(60, 12, 43);
        const MatrixD turn = orthonormalBasis(randomMatrix(12, 700, 44));
        const auto widened = [&](const Matrix &rows) {
            Matrix wide = (rows.cast<double>() * turn).cast<float>() + 0.02f * randomMatrix(60, 700, 45);
            wide.rowwise() += randomMatrix(1, 700, 46).row(0);
            wide.row(5).setZero();
            return prepare(wide, Centering::center);
        };
        const PreparedSpace px = widened(x), py = widened(y);
        const SpanReduction spans(px, py);
        const Correspondence pairing = Correspondence::byRow(60);
        const ProtocolInput whole{px, py, pairing}, reduced{spans.x(), spans.y(), pairing};
        ProtocolOptions options;
        options.anchors = 20;
        options.seeds = 8;
        const ProtocolRun run = runProtocol(reduced, options, 1).value();
        ProtocolRun lifted = run;
        spans.lift(lifted.summary, {});
        lifted.anchors.continuousY = lifted.summary.anchorsOfY;
        lifted.anchors.metric = lifted.summary.metric;
        for (const Representation &each : representations()) {
            const Similarity &chosen = *findSimilarity(similarity.toStdString());
            const auto few = encodeRun(each, reduced, run, chosen), all = encodeRun(each, whole, lifted, chosen);
            QVERIFY2(few && all, each.id);
            const auto found = retrieveBothWays(*few, pairing, {}), expected = retrieveBothWays(*all, pairing, {});
            for (const auto scores : {&RetrievalRow::xToY, &RetrievalRow::yToX}) {
                const RetrievalScores &a = (*found).*scores, &b = (*expected).*scores;
                QVERIFY2(std::abs(a.mrr.mean - b.mrr.mean) < 0.01, each.id);
                QVERIFY2(std::abs(a.jaccard.mean - b.jaccard.mean) < 0.01, each.id);
                QVERIFY2(std::abs(a.cosine.mean - b.cosine.mean) < 1e-3, each.id);
            }
        }
    }

    /// 60 items of 20 000 dimensions: no d × d matrix is computed, and the time limit includes the verdict.
    void wideRunsHaveTheVerdictOfNarrowOnes()
    {
        const Matrix x = randomMatrix(60, 12, 21), y = x * randomRotation(12, 22) + 0.05f * randomMatrix(60, 12, 23);
        const MatrixD turn = orthonormalBasis(randomMatrix(12, 20000, 24));
        const Correspondence pairing = Correspondence::byRow(60);
        ProtocolOptions options;
        options.anchors = 20;
        options.seeds = 8;
        const auto judged = [&](const Matrix &ofX, const Matrix &ofY) {
            const PreparedSpace px = prepare(ofX, Centering::center), py = prepare(ofY, Centering::center);
            const ProtocolInput input{px, py, pairing};
            const auto run = runProtocol(input, options, 1);
            return run ? validateRun(input, options, *run) : std::nullopt;
        };
        const Matrix wideX = (x.cast<double>() * turn).cast<float>(), wideY = (y.cast<double>() * turn).cast<float>();
        const auto narrow = judged(x, y);
        const test::ProcessorTime clock;
        const auto wide = judged(wideX, wideY);
        QVERIFY(narrow && wide);
        QCOMPARE(narrow->alignment, Alignment::aligned);
        QCOMPARE(wide->alignment, Alignment::aligned);
        QVERIFY(std::abs(wide->correct->value - narrow->correct->value) < 0.02);
        QVERIFY2(clock.seconds() < 20, qPrintable(QString::number(clock.seconds()))); // d × d takes minutes
        options.optimize.timeLimitSeconds = 1e-9;
        const PreparedSpace px = prepare(wideX, Centering::center), py = prepare(wideY, Centering::center);
        const OptimizeInput input{px, py, {0, 1, 2, 3, 4, 5}, {0, 1, 2, 3, 4}};
        OptimizeSummary summary;
        summary.termination = Termination::converged;
        summary.start = "seeds";
        summary.anchorsOfY = wideY.topRows(6);
        QVERIFY(!validateAlignment(input, options.optimize, summary));
    }

    void spansOfAnEarlierStepGiveTheSameRun_data()
    {
        QTest::addColumn<int>("optimized");
        QTest::newRow("anchors of Y") << static_cast<int>(Side::y);
        QTest::newRow("anchors of X") << static_cast<int>(Side::x);
    }

    /// X and Y have different numbers of dimensions, so exchanged spans would be noticed.
    void spansOfAnEarlierStepGiveTheSameRun()
    {
        QFETCH(int, optimized);
        ProtocolOptions options;
        options.anchors = 20;
        options.seeds = 8;
        options.optimizedSide = static_cast<Side>(optimized);
        const Matrix x = randomMatrix(60, 12, 31), y = x * randomRotation(12, 32) + 0.05f * randomMatrix(60, 12, 33);
        const auto widened = [](const Matrix &rows, Index dimension) {
            return prepare((rows.cast<double>() * orthonormalBasis(randomMatrix(12, dimension, 34))).cast<float>(),
                           Centering::center);
        };
        const PreparedSpace px = widened(x, 400), py = widened(y, 300);
        const Correspondence pairing = Correspondence::byRow(60);
        const SpanReduction spans(px, py);
        const auto judged = [&](const SpanReduction *known) {
            const ProtocolInput input{px, py, pairing, {}, nullptr, known};
            ProtocolRun run = runProtocol(input, options, 1).value();
            run.summary.verdict = validateRun(input, options, run).value();
            return std::pair(run, confirmRun(input, run, run.summary.correspondence).value());
        };
        const auto [own, ownConfirmed] = judged(nullptr);
        const auto [shared, sharedConfirmed] = judged(&spans);
        QCOMPARE(shared.anchors.continuousY.cols(), optimized == static_cast<int>(Side::y) ? 300 : 400);
        QVERIFY(shared.anchors.continuousY == own.anchors.continuousY);
        QVERIFY(shared.anchors.metric.directionsOfX == own.anchors.metric.directionsOfX);
        QVERIFY(shared.anchors.metric.directionsOfY == own.anchors.metric.directionsOfY);
        QCOMPARE(shared.summary.correspondence, own.summary.correspondence);
        QCOMPARE(shared.summary.verdict.alignment, Alignment::aligned);
        QCOMPARE(shared.summary.verdict.pChance, own.summary.verdict.pChance);
        QCOMPARE(shared.summary.verdict.correct->value, own.summary.verdict.correct->value);
        QCOMPARE(sharedConfirmed, ownConfirmed);
    }

    /// A rotation by 40° rotates every vector by 40° and preserves lengths and angles, also in 30 000 dimensions.
    void wideSpacesAreRotatedWithoutSquareMatrices()
    {
        const Matrix rows = randomMatrix(30, 30000, 25);
        Transform transform;
        transform.turn = 40;
        const test::ProcessorTime clock;
        const MatrixD before = rows.cast<double>(), after = transformed(rows, transform).cast<double>();
        QVERIFY2(clock.seconds() < 5, qPrintable(QString::number(clock.seconds())));
        QVERIFY(worst(after * after.transpose(), before * before.transpose()) < rounding);
        for (Index i = 0; i < rows.rows(); ++i) {
            const double cosine = before.row(i).dot(after.row(i)) / before.row(i).squaredNorm();
            QVERIFY(std::abs(cosine - std::cos(transform.turn * std::numbers::pi / 180)) < rounding);
        }
    }

    void largeMatricesCanBeCancelled()
    {
        const Matrix rows = randomMatrix(3000, 2500, 19);
        const RunContext context = RunContext().withTimeout(0.15);
        const test::ProcessorTime clock;
        QVERIFY(Whitening::fit(rows, {}, context).empty());
        QVERIFY(viewsOfBank(rows, 1, context).empty());
        QVERIFY2(clock.seconds() < 2, qPrintable(QString::number(clock.seconds())));
    }

    /// Learning is cancelled by the limit; the rest of the table is complete.
    void timeLimitSkipsLateMethods()
    {
        const PreparedSpace space = prepare(randomMatrix(1500, 1000, 20), Centering::center);
        const Correspondence pairing = Correspondence::byRow(1500);
        AnchorSet anchors;
        for (ItemIndex i = 0; i < 10; ++i)
            anchors.itemsOfX.push_back(i);
        MethodPlan plan = planMethods({.ids = {"GT", "PARAM"}, .timeLimitSeconds = 0.05}, {1500, 1500, 1000, 1000, 10});
        std::vector<std::string> possible;
        const RepresentationInput input{space, space, anchors, pairing, similarities().front()};
        const Status done = forEachRepresentation(
            encodingOf(input), plan, {},
            [&](const Representation &each, const std::optional<RepresentationPair> &pair, const RunContext &) {
                if (pair)
                    possible.push_back(each.id);
                return Status(Done{});
            });
        QVERIFY(done);
        QCOMPARE(possible, (std::vector<std::string>{"GT"}));
        QCOMPARE(plan.notes.size(), std::size_t(1));
        QVERIFY(plan.notes[0].find("time limit") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestWideSpaces)
#include "tst_widespaces.moc"
