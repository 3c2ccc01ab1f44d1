// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/projection/relative.h"
#include "core/translate/adapter.h"
#include "core/translate/adapterreport.h"
#include "core/translate/anchormaps.h"
#include "core/translate/folds.h"
#include "core/translate/foreignpairs.h"
#include "core/translate/inverseprojection.h"
#include "core/translate/linearmaps.h"
#include "core/translate/ridgemaps.h"
#include "core/translate/translationplot.h"
#include "support/golden.h"
#include "support/randomdata.h"
#include "support/sentences.h"

#include <Eigen/LU>
#include <QtTest>

#include <algorithm>
#include <functional>
#include <numeric>

using namespace anchorscope;
using test::randomMatrix;
using test::randomRotation;
using test::worstDifference;

class TestTranslate : public QObject
{
    Q_OBJECT

    test::Golden m_golden;

    Matrix anchors(const std::string &space) const
    {
        return rowsOf(m_golden.floats("normalised/" + space + "_center_unit"), m_golden.indices("input/anchors"));
    }

    /// The ten items most similar to a query, without itself.
    static std::vector<ItemIndex> nearestOthers(const Vector &similarity, ItemIndex query)
    {
        std::vector<ItemIndex> items = allItems(similarity.size());
        std::erase(items, query);
        std::ranges::partial_sort(items, items.begin() + 10, std::greater<>(),
                                  [&](ItemIndex item) { return similarity[item]; });
        return {items.begin(), items.begin() + 10};
    }

private Q_SLOTS:
    void vectorWithoutDirectionBecomesTheMean()
    {
        Matrix vectors = test::randomMatrix(20, 4, 1);
        vectors.row(3).setZero();
        const PreparedSpace space = prepare(vectors, Centering::none);
        Adapter adapter = adapterOf(space, space, {MatrixD::Identity(4, 4)}, {0, 1});
        adapter.meanOfTarget = Adapter::Row::Constant(4, 0.5);
        const Matrix rows = adapted(vectors, adapter);
        QVERIFY(rows.allFinite());
        QCOMPARE(rows.row(3), Matrix::Constant(1, 4, 0.5f).row(0));
    }

    /// The index has more items than a block of the translation.
    void mapsAreFittedOnSomePairsOfVeryMany()
    {
        std::vector<ItemIndex> from(static_cast<std::size_t>(maxPairsOfMap)), to(from.size());
        std::iota(from.begin(), from.end(), 0);
        std::iota(to.begin(), to.end(), 7);
        const auto all = from;
        drawPairsOfMap(from, to);
        QVERIFY(from == all); // not more than the number of pairs
        for (Index item = 0; item < 1000; ++item) {
            from.push_back(static_cast<ItemIndex>(maxPairsOfMap + item));
            to.push_back(static_cast<ItemIndex>(maxPairsOfMap + item + 7));
        }
        drawPairsOfMap(from, to);
        QCOMPARE(std::ssize(from), maxPairsOfMap);
        QVERIFY(std::ranges::is_sorted(from) && from.back() >= maxPairsOfMap);
        for (std::size_t pair = 0; pair < from.size(); ++pair)
            QCOMPARE(to[pair], from[pair] + 7);
    }
    void retainedResultsFollowTheDefinition()
    {
        constexpr Index items = 17000;
        const Matrix target = randomMatrix(items, 8, 1),
                     source = target * randomRotation(8, 2) + randomMatrix(items, 8, 3);
        const std::vector<ItemIndex> all = allItems(items), queries{0, 7, 255, 16383, 16384, 16999};
        const Matrix shuffled = target.colwise().reverse();
        const std::vector<ItemIndex> backwards(all.rbegin(), all.rend());
        const Adapter adapter = adapterOf(prepare(source, Centering::center), prepare(shuffled, Centering::center),
                                          {randomRotation(8, 2).transpose().cast<double>()}, {0, 1, 2});
        const NativeSearch search({source, shuffled, all, backwards}, queries);
        const Retained kept = search.retainedBy(adapter, 5);
        Matrix own = target, translated = adapted(source, adapter);
        normalizeRows(own);
        normalizeRows(translated);
        for (std::size_t q = 0; q < 5; ++q) {
            const ItemIndex query = queries[q];
            const auto before = nearestOthers(own * own.row(query).transpose(), query);
            const auto check = [&](const RetainedResults &found, const Vector &similarity) {
                const auto now = nearestOthers(similarity, query);
                const auto common = std::ranges::count_if(
                    now, [&](ItemIndex item) { return std::ranges::find(before, item) != before.end(); });
                const auto nearer = (similarity.array() > similarity[query]).count();
                QCOMPARE(found.recallAt10, static_cast<double>(common) / 10);
                QCOMPARE(found.recallAt1, now.front() == before.front() ? 1.0 : 0.0);
                QCOMPARE(found.ownAt1, nearer == 0 ? 1.0 : 0.0);
                QCOMPARE(found.ownAt10, nearer < 10 ? 1.0 : 0.0);
            };
            check(kept.translatedIndex[q], translated * own.row(query).transpose());
            check(kept.translatedQueries[q], own * translated.row(query).transpose());
        }
        QCOMPARE(std::ssize(kept.translatedIndex), 5);
        QVERIFY(meanOf(kept.translatedIndex).recallAt10 > 0 && meanOf(kept.translatedIndex).recallAt10 < 1);
        const std::vector<RetainedResults> ones(22, {.ownAt1 = 1, .ownAt10 = 1, .recallAt1 = 1, .recallAt10 = 1});
        QCOMPARE(meanOf(ones).ownAt10 - 1, 0.0); // a share is at most 1, in spite of rounding
    }

    void unitLengthIsRecognized()
    {
        Matrix vectors = randomMatrix(30, 6, 3);
        QVERIFY(!formOf(vectors).unitLength);
        normalizeRows(vectors);
        vectors.row(4).setZero();
        QVERIFY(formOf(vectors).unitLength);
        vectors.row(7) *= 1.0005f; // rounded to float16
        QVERIFY(formOf(vectors).unitLength);
        vectors.row(7) *= 1.01f;
        QVERIFY(!formOf(vectors).unitLength);
        QVERIFY(!formOf(Matrix::Zero(3, 2)).unitLength);
    }

    /// Translated vectors get unit length only if all vectors of the target have it.
    void translatedVectorsHaveTheLengthOfTheIndex()
    {
        const Matrix source = randomMatrix(60, 8, 1);
        Matrix target = source * randomRotation(8, 2) + 0.3f * randomMatrix(60, 8, 3);
        target.col(0).array() += 2;
        const auto lengths = [&] {
            const EmbeddingSet from{"x", "", "", source, {}}, to{"y", "", "", target, {}};
            const PreparedSpace x = prepare(source, Centering::center), y = prepare(target, Centering::center);
            const AdapterInput input{from, to, x, y, allItems(60), allItems(60), {}, fitOfMap("ridge", {})};
            return Vector(adapted(source, *fitAdapter(input)).rowwise().norm());
        };
        QVERIFY((lengths().array() - 1).abs().maxCoeff() > 0.1f);
        normalizeRows(target);
        QVERIFY((lengths().array() - 1).abs().maxCoeff() < 1e-5f);
    }

    void wholeNumbersAreRecognized()
    {
        using Range = std::optional<std::pair<float, float>>;
        Matrix vectors = (25 * randomMatrix(30, 6, 3)).array().round();
        QVERIFY(formOf(vectors).wholeNumbers == Range({-128, 127}));
        vectors(3, 2) = -128;
        QVERIFY(formOf(vectors).wholeNumbers == Range({-128, 127}));
        vectors(3, 2) = -129;
        QVERIFY(!formOf(vectors).wholeNumbers);
        vectors(3, 2) = 0.5f;
        QVERIFY(!formOf(vectors).wholeNumbers);
        vectors = vectors.cwiseAbs().array().round();
        vectors(3, 2) = 255;
        QVERIFY(formOf(vectors).wholeNumbers == Range({0, 255}));
        vectors(3, 2) = 256;
        QVERIFY(!formOf(vectors).wholeNumbers);
        QVERIFY(!formOf(vectors.cwiseMin(1)).wholeNumbers); // indicators
    }

    /// The recall is that of translated vectors that were rounded as the index stores them.
    void translatedVectorsAreRoundedAsTheIndex()
    {
        const Matrix source = randomMatrix(60, 8, 1);
        Matrix target = (3 * (source * randomRotation(8, 2))).array().round();
        target(0, 0) = 126;
        const EmbeddingSet from{"x", "", "", source, {}}, to{"y", "", "", target, {}};
        const PreparedSpace x = prepare(source, Centering::center), y = prepare(target, Centering::center);
        const AdapterInput input{from, to, x, y, allItems(60), allItems(60), {}, fitOfMap("ridge", {})};
        const Matrix translated = adapted(50 * source, *fitAdapter(input));
        QVERIFY((translated.array() == translated.array().round()).all());
        QVERIFY(translated.maxCoeff() > 1);
        Matrix rows(1, 2);
        rows << -300.4f, 127.6f;
        applyForm({.unitLength = false, .wholeNumbers = std::pair(-128.0f, 127.0f)}, rows);
        QCOMPARE(rows(0, 0), -128.0f);
        QCOMPARE(rows(0, 1), 127.0f);
    }

    void searchBySimilarityOfTheIndex_data()
    {
        QTest::addColumn<int>("similarity");
        for (const auto similarity : {IndexSimilarity::cosine, IndexSimilarity::inner, IndexSimilarity::euclidean})
            QTest::newRow(indexSimilarityId(similarity)) << int(similarity);
    }
    /// Recall counts what the similarity of the index ranks first, for vectors of different lengths.
    void searchBySimilarityOfTheIndex()
    {
        QFETCH(int, similarity);
        const Matrix source = randomMatrix(200, 8, 1);
        Matrix target = source * randomRotation(8, 2) + 0.5f * randomMatrix(200, 8, 3);
        for (Index i = 0; i < 200; ++i)
            target.row(i) *= 0.2f + 0.01f * static_cast<float>(i);
        const std::vector<ItemIndex> all = allItems(200), queries{3, 50, 199};
        const Adapter adapter = adapterOf(prepare(source, Centering::center), prepare(target, Centering::center),
                                          {randomRotation(8, 2).cast<double>()}, all);
        const Retained kept =
            NativeSearch({source, target, all, all, IndexSimilarity(similarity)}, queries).retainedBy(adapter, 3);
        const Matrix translated = adapted(source, adapter);
        const auto scores = [&](const Matrix &index, const auto &query) -> Vector {
            if (IndexSimilarity(similarity) == IndexSimilarity::euclidean)
                return -(index.rowwise() - query).rowwise().norm();
            const Vector products = index * query.transpose();
            return IndexSimilarity(similarity) == IndexSimilarity::inner
                       ? products
                       : Vector(products.array() / index.rowwise().norm().array());
        };
        for (std::size_t q = 0; q < queries.size(); ++q) {
            const auto query = target.row(queries[q]);
            const auto before = nearestOthers(scores(target, query), queries[q]);
            const auto now = nearestOthers(scores(translated, query), queries[q]);
            const auto common = std::ranges::count_if(
                now, [&](ItemIndex item) { return std::ranges::find(before, item) != before.end(); });
            QCOMPARE(kept.translatedIndex[q].recallAt10, static_cast<double>(common) / 10);
        }
    }

    void foreignPairs_data()
    {
        QTest::addColumn<int>("pairs");
        QTest::addColumn<int>("wrong");
        QTest::addColumn<bool>("ownMap");
        QTest::addColumn<float>("noise");
        QTest::addColumn<int>("dimensions");
        QTest::newRow("all follow") << 150 << 0 << false << 0.3f << 12;
        QTest::newRow("12 of 150 at random") << 150 << 12 << false << 0.3f << 12;
        QTest::newRow("45 of 150 at random") << 150 << 45 << false << 0.3f << 12;
        QTest::newRow("45 of 150 by another model") << 150 << 45 << true << 0.3f << 12;
        QTest::newRow("20 of 70 by another model") << 70 << 20 << true << 0.2f << 12;
        QTest::newRow("20 of 70 at random") << 70 << 20 << false << 0.2f << 12;
        QTest::newRow("too noisy") << 150 << 0 << false << 3.0f << 12;
        for (const int dimensions : {2, 3, 8})
            QTest::addRow("noise in %d dimensions", dimensions) << 300 << 0 << false << 0.3f << dimensions;
    }
    void foreignPairs()
    {
        QFETCH(int, pairs);
        QFETCH(int, wrong);
        QFETCH(bool, ownMap);
        QFETCH(float, noise);
        QFETCH(int, dimensions);
        const Matrix x = randomMatrix(pairs, dimensions, 1);
        const auto encoded = [&](std::uint64_t seed) {
            return Matrix(x * randomRotation(dimensions, seed) + noise * randomMatrix(pairs, dimensions, seed + 1));
        };
        Matrix y = encoded(5);
        const Matrix others = ownMap ? encoded(9) : randomMatrix(pairs, dimensions, 11);
        for (Index i = 0; i < wrong; ++i)
            y.row(3 * i + 1) = others.row(3 * i + 1);
        const ForeignPairs found =
            findForeignPairs(prepare(x, Centering::center).rows, prepare(y, Centering::center).rows);
        const auto correct = std::ranges::count_if(found.places, [&](Index i) { return i % 3 == 1 && i < 3 * wrong; });
        // Pairs that both maps place alike are not among them: 37 of 45 are found where the others have a map of their
        // own.
        QVERIFY2(correct >= (ownMap ? 0.8 : 0.9) * wrong, qPrintable(QString::number(correct)));
        QVERIFY(std::ssize(found.places) - correct <= 1);
        QCOMPARE(found.ownMap, ownMap);
    }

    void procrustesAgreesWithGolden()
    {
        QVERIFY(worstDifference(procrustes(anchors("x"), anchors("y")), m_golden.matrix("translate/procrustes")) <=
                1e-5);
    }

    void vanishingRidgeIsLeastSquares()
    {
        QVERIFY(worstDifference(ridgeMap(anchors("x"), anchors("y"), 1e-9),
                                m_golden.matrix("translate/least_squares")) <= 1e-5);
    }

    /// Fitted to as many noisy pairs as dimensions, least squares reproduces the noise; the chosen ridge does not.
    void chosenRidgeBeatsInterpolation()
    {
        const Matrix clean = prepare(randomMatrix(1200, 40, 31), Centering::center).rows;
        const Matrix target =
            prepare(Matrix(clean * randomRotation(40, 32) + 0.15f * randomMatrix(1200, 40, 33)), Centering::none).rows;
        const auto heldOut = [&](double ridge) {
            const Matrix mapped =
                translateRows(clean.bottomRows(1160), ridgeMap(clean.topRows(40), target.topRows(40), ridge));
            return meanCosine(mapped, target.bottomRows(1160), Correspondence::byRow(1160));
        };
        const double chosen = chooseRidge(clean.topRows(40), target.topRows(40));
        QVERIFY2(heldOut(chosen) > heldOut(1e-9) + 0.1, qPrintable(QString::number(chosen)));
        double best = -1;
        for (const double each : ridgeCandidates())
            best = std::max(best, heldOut(each));
        QVERIFY(heldOut(chosen) > best - 0.02);
    }

    /// The choice is that of the definition: each candidate fitted on four fifths, the other fifth mapped.
    void ridgeIsChosenByItsDefinition_data()
    {
        QTest::addColumn<bool>("affine");
        QTest::newRow("ridge") << false;
        QTest::newRow("affine") << true;
    }
    void ridgeIsChosenByItsDefinition()
    {
        QFETCH(bool, affine);
        const Matrix a = randomMatrix(53, 20, 41).array() + 0.4f;
        const Matrix b = a * randomMatrix(20, 15, 42) + 3.0f * randomMatrix(53, 15, 43);
        double best = 0, bestCosine = -2;
        for (const double candidate : ridgeCandidates()) {
            double sum = 0;
            for (const Fold &fold : foldsOf(53)) {
                const Matrix from = rowsOf(a, fold.fitted), to = rowsOf(b, fold.fitted);
                const LinearMap map =
                    affine ? affineMap(from, to, candidate) : LinearMap{ridgeMap(from, to, candidate)};
                Matrix held = rowsOf(b, fold.held);
                normalizeRows(held);
                const Matrix mapped = translateRows(rowsOf(a, fold.held), map);
                sum += static_cast<double>(mapped.cwiseProduct(held).sum());
            }
            if (sum > bestCosine) {
                bestCosine = sum;
                best = candidate;
            }
        }
        QCOMPARE(chooseRidge(a, b, affine), best);
        QCOMPARE(chooseRidge(a.topRows(9), b.topRows(9), affine), 1.0);
    }

    void everyMapFindsARotation()
    {
        const Matrix x = prepare(randomMatrix(300, 12, 51), Centering::center).rows;
        const Matrix y = x * randomRotation(12, 52);
        for (const AnchorMap &map : anchorMaps()) {
            const Matrix mapped = translateRows(x, map.fit(x.topRows(100), y.topRows(100), {}));
            // Error that the ridge of the last candidate, 1e-4, causes in the smallest directions.
            QVERIFY2(meanCosine(mapped, y, Correspondence::byRow(300)) > 1 - 1e-5, map.id);
        }
    }

    /// A shift of the space is found only by the affine map.
    void affineMapFindsTheShift()
    {
        const Matrix x = randomMatrix(200, 8, 61);
        const Matrix y = (x * randomRotation(8, 62)).array() + 2.0f;
        const LinearMap map = affineMap(x, y, 1e-6);
        const Matrix mapped = ((x.cast<double>() * map.matrix).rowwise() + map.offset).cast<float>();
        QVERIFY(worstDifference(mapped, y) < 1e-4);
    }

    void polarFactorKeepsLengths()
    {
        const MatrixD map = randomMatrix(9, 5, 71).cast<double>() * randomMatrix(5, 7, 72).cast<double>();
        const MatrixD factor = polarFactor(map);
        // U Vᵀ of rank 5: a projection on either side, and the map is factor times a symmetric positive matrix.
        QVERIFY(worstDifference(MatrixD(factor * factor.transpose() * factor), factor) < 1e-10);
        QVERIFY(std::abs((factor * factor.transpose()).trace() - 5) < 1e-10);
        const MatrixD stretch = factor.transpose() * map;
        QVERIFY(worstDifference(stretch, MatrixD(stretch.transpose())) < 1e-10);
        QVERIFY(worstDifference(MatrixD(factor * stretch), map) < 1e-10);
    }

    void matrixAgreesWithGolden()
    {
        InverseProjectionOptions options;
        options.delta = 0;
        options.cutoff = 1e-15;
        const auto map = fitInverseProjection(anchors("x"), anchors("y"), options);
        QVERIFY(map.ok());
        QVERIFY(worstDifference(map->matrix, m_golden.matrix("translate/matrix_all_anchors")) <= 1e-5);
        QCOMPARE(map->anchorsKept, std::vector<Index>{30});
        const double condition = m_golden.number("anchors/condition_number_y");
        QVERIFY(std::abs(map->conditionNumbers[0] - condition) <= 1e-5 * condition);
    }

    /// IRP of a rotated copy recovers the rotation if the kept anchors span the space.
    void rotatedCopyIsRecovered_data()
    {
        QTest::addColumn<double>("delta");
        QTest::newRow("all anchors") << 0.0;
        QTest::newRow("pruned to a distance of 0.3") << 0.3;
    }
    void rotatedCopyIsRecovered()
    {
        QFETCH(double, delta);
        const Matrix x = randomMatrix(400, 12, 1);
        const Matrix y = 5.0f * (x * randomRotation(12, 2));
        const PreparedSpace px = prepare(x, Centering::center);
        const PreparedSpace py = prepare(y, Centering::center);
        std::vector<ItemIndex> items;
        for (ItemIndex i = 0; i < 60; ++i)
            items.push_back(i * 5);
        InverseProjectionOptions options;
        options.delta = delta;
        options.cutoff = 1e-6;
        const auto map = fitInverseProjection(rowsOf(px.rows, items), rowsOf(py.rows, items), options);
        QVERIFY(map.ok());
        for (const Index kept : map->anchorsKept)
            QVERIFY(kept >= 12);
        const Matrix translated = translateRows(px.rows, map->matrix);
        QVERIFY((translated.cwiseProduct(py.rows).rowwise().sum().array() >= 1 - 1e-5f).all());
        // Norms are the mean norm of the anchors, not each item's own.
        const Matrix back = inTargetUnits(translated, py, rowsOf(y, items));
        const Matrix centred = back.rowwise() - py.mean.transpose();
        QVERIFY(centred.rowwise().norm().maxCoeff() - centred.rowwise().norm().minCoeff() <= 1e-3f);
    }

    void procrustesMapsAreOrthonormalForUnequalDimensions_data()
    {
        QTest::addColumn<int>("dx");
        QTest::addColumn<int>("dy");
        QTest::newRow("fewer in Y") << 9 << 5;
        QTest::newRow("fewer in X") << 5 << 9;
    }
    void procrustesMapsAreOrthonormalForUnequalDimensions()
    {
        QFETCH(int, dx);
        QFETCH(int, dy);
        const MatrixD w = procrustes(randomMatrix(40, dx, 1), randomMatrix(40, dy, 2));
        const MatrixD gram = dx < dy ? MatrixD(w * w.transpose()) : MatrixD(w.transpose() * w);
        QVERIFY(worstDifference(gram, MatrixD::Identity(5, 5)) <= 1e-12);
    }

    void cutoffLimitsTheConditionNumber()
    {
        Matrix target = randomMatrix(50, 6, 3);
        target.col(5) *= 1e-4f;
        InverseProjectionOptions options;
        options.delta = 0;
        const auto map = fitInverseProjection(randomMatrix(50, 4, 4), target, options);
        QVERIFY(map.ok());
        QVERIFY(map->conditionNumbers[0] <= 1 / options.cutoff);
        QVERIFY(map->matrix.allFinite());
    }

    void chosenDeltaTranslatesHeldOutAnchors()
    {
        const Matrix x = prepare(randomMatrix(80, 10, 5), Centering::center).rows;
        const Matrix y = x * randomRotation(10, 6);
        const InverseProjectionOptions options;
        const MatrixD scores = projectionScores(x, y, options);
        QCOMPARE(scores.rows(), std::ssize(pruningCandidates()));
        QVERIFY(scores.row(0).minCoeff() > 1 - 1e-5); // all anchors recover the rotation, with every completion
        QVERIFY(scores.row(6).maxCoeff() < 0.9);      // a distance of 0.9 keeps too few
        const InverseProjectionOptions best = bestProjection(scores, options);
        const std::vector<double> deltas = pruningCandidates();
        const auto row = std::ranges::find(deltas, best.delta) - deltas.begin();
        QVERIFY(scores.maxCoeff() == scores(row, static_cast<Index>(best.completion)));
        QCOMPARE(bestProjection(scores, options, Completion::polar).completion, Completion::polar);
        QCOMPARE(bestProjection(scores, options, {}, 0.85).delta, 0.85);
        const MatrixD none = projectionScores(x.topRows(5), y.topRows(5), options);
        QCOMPARE(none.size(), Index(0));
        QCOMPARE(bestProjection(none, options).delta, 0.8);
        QCOMPARE(bestProjection(none, options).completion, Completion::none);
    }

    void completionOfALinearMap_data()
    {
        QTest::addColumn<int>("completion");
        QTest::addColumn<bool>("exact");
        QTest::newRow("none") << static_cast<int>(Completion::none) << false;
        QTest::newRow("completed") << static_cast<int>(Completion::completed) << true;
        QTest::newRow("polar") << static_cast<int>(Completion::polar) << false;
    }
    /// For a linear map that is not a rotation, B = A·M, T is M⁻ᵀ: only the completed map is M.
    void completionOfALinearMap()
    {
        QFETCH(int, completion);
        QFETCH(bool, exact);
        const Matrix a = randomMatrix(40, 6, 81);
        MatrixD m = randomRotation(6, 82).cast<double>();
        m.row(0) *= 4;
        m.row(1) *= 0.3;
        const Matrix b = (a.cast<double>() * m).cast<float>();
        InverseProjectionOptions options;
        options.delta = 0;
        options.cutoff = 1e-9;
        options.completion = static_cast<Completion>(completion);
        const auto map = fitInverseProjection(a, b, options);
        QVERIFY(map.ok());
        const double difference = worstDifference(map->matrix, m);
        QVERIFY2(exact ? difference < 1e-4 : difference > 0.1, qPrintable(QString::number(difference)));
        if (options.completion == Completion::none)
            QVERIFY(worstDifference(map->matrix, MatrixD(m.inverse().transpose())) < 1e-4);
        if (options.completion == Completion::polar) // m is a rotation after a stretch of its rows
            QVERIFY(worstDifference(map->matrix, randomRotation(6, 82).cast<double>()) < 1e-4);
    }

    void wrongOptionsAreRefused_data()
    {
        QTest::addColumn<int>("subspaces");
        QTest::addColumn<double>("delta");
        QTest::addColumn<double>("cutoff");
        QTest::newRow("no subspace") << 0 << 0.5 << 0.05;
        QTest::newRow("negative distance") << 8 << -0.1 << 0.05;
        QTest::newRow("distance above one") << 8 << 1.5 << 0.05;
        QTest::newRow("cut-off of one") << 8 << 0.5 << 1.0;
    }
    void wrongOptionsAreRefused()
    {
        QFETCH(int, subspaces);
        QFETCH(double, delta);
        QFETCH(double, cutoff);
        const auto map =
            fitInverseProjection(randomMatrix(5, 3, 1), randomMatrix(5, 3, 2), {subspaces, delta, cutoff, 0});
        QVERIFY(!map.ok());
        QCOMPARE(test::codeOf(map), ErrorCode::wrongUsage);
    }

    /// The map is the mean of those of the subspaces; of a rotated space, each of them is the rotation.
    void mapOfSeveralSubspacesIsTheirMean()
    {
        const Matrix cloud = prepare(randomMatrix(60, 4, 7), Centering::none).rows, rotation = randomRotation(4, 8);
        const InverseProjectionOptions options{.subspaces = 3, .delta = 0.2, .cutoff = 1e-6};
        const auto map = fitInverseProjection(cloud, cloud * rotation, options);
        QVERIFY(map.ok());
        QCOMPARE(map->conditionNumbers.size(), std::size_t(3));
        QVERIFY((map->matrix.cast<float>() - rotation).cwiseAbs().maxCoeff() < 1e-3f);
    }

    void plotOfARotatedSpaceCoincides_data()
    {
        QTest::addColumn<bool>("fromX");
        QTest::newRow("X into Y") << true;
        QTest::newRow("Y into X") << false;
    }
    void plotOfARotatedSpaceCoincides()
    {
        QFETCH(bool, fromX);
        const Matrix cloud = randomMatrix(120, 6, 7);
        const PreparedSpace x = prepare(cloud, Centering::center);
        const PreparedSpace rotated{x.rows * randomRotation(6, 8), x.norms, {}, {}, Centering::none, {}};
        std::vector<ItemIndex> items;
        for (ItemIndex item = 0; item < 30; ++item)
            items.push_back(item);
        const AnchorSet anchors{items, items, {}, {}};
        InverseProjectionOptions options;
        options.subspaces = 2;
        options.delta = 0; // all anchors are kept, without pruning
        options.cutoff = 1e-6;
        const auto plot = plotTranslation({x, rotated, anchors, similarities().front()}, fromX ? Side::x : Side::y,
                                          Correspondence::byRow(120), options);
        QVERIFY(plot.ok());
        QVERIFY(plot->cosine > 1 - 1e-5);
        QCOMPARE(plot->translated, 120);
        QCOMPARE(plot->anchors, 30);
        QCOMPARE(plot->anchorsKept, 30.0);
        QVERIFY(plot->conditionNumber >= 1);
        QCOMPARE(plot->points->rows(), 240);
        QVERIFY((plot->points->topRows(120) - plot->points->bottomRows(120)).cwiseAbs().maxCoeff() < 1e-4F);
        QVERIFY(plot->explained(0) >= plot->explained(1) && plot->explained.sum() < 1);
    }

    void plotWithoutPairsHasNoCosine()
    {
        const PreparedSpace x = prepare(randomMatrix(40, 5, 7), Centering::center);
        const PreparedSpace y = prepare(randomMatrix(30, 4, 8), Centering::center);
        const AnchorSet anchors{{1, 2, 3, 4, 5, 6}, {6, 5, 4, 3, 2, 1}, {}, {}};
        const auto plot = plotTranslation({x, y, anchors, similarities().front()}, Side::x, Correspondence(40, 30),
                                          InverseProjectionOptions());
        QVERIFY(plot.ok());
        QVERIFY(std::isnan(plot->cosine));
        QCOMPARE(plot->points->rows(), 70);
    }
};

QTEST_GUILESS_MAIN(TestTranslate)
#include "tst_translate.moc"
