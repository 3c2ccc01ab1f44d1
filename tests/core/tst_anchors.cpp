// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/anchors/anchorhealth.h"
#include "core/anchors/kmeans.h"
#include "core/anchors/samplers.h"
#include "core/parallel.h"
#include "core/projection/relative.h"
#include "support/golden.h"
#include "support/randomdata.h"
#include "support/sentences.h"

#include <QtTest>

#include <cmath>
#include <set>

using namespace anchorscope;
using test::randomMatrix;

namespace {

/// Six tight clouds of 20 items around the axes of a 6-dimensional space, labelled by cloud, shuffled by stride.
PreparedSpace sixClouds(ItemTable &items)
{
    Matrix rows = 0.05f * randomMatrix(120, 6, 3);
    items.count = 120;
    for (Index i = 0; i < 120; ++i) {
        rows(i, i % 6) += 1;
        items.labels.push_back(static_cast<std::int32_t>(i % 6));
    }
    return prepare(rows, Centering::none);
}

} // namespace

class TestAnchors : public QObject
{
    Q_OBJECT

    test::Golden m_golden;

    Matrix goldenAnchorsOfY() const
    {
        return rowsOf(m_golden.floats("normalised/y_center_unit"), m_golden.indices("input/anchors"));
    }

private Q_SLOTS:
    void farthestOrderAgreesWithGolden()
    {
        std::vector<ItemIndex> order;
        for (const Index i : farthestPoints(goldenAnchorsOfY(), 0, 30))
            order.push_back(static_cast<ItemIndex>(i));
        QCOMPARE(order, m_golden.indices("anchors/farthest_order_on_y"));
    }

    void farthestStopsAtTheDistance()
    {
        const Matrix rows = Matrix::Identity(3, 3).replicate(4, 1);
        QCOMPARE(farthestPoints(rows, 0, 12, 0.5).size(), std::size_t(3));
    }

    void healthAgreesWithGolden()
    {
        const Matrix anchors = goldenAnchorsOfY();
        const AnchorHealth health = anchorHealth(m_golden.floats("normalised/y_center_unit"), anchors);
        const double condition = m_golden.number("anchors/condition_number_y");
        QVERIFY(std::abs(health.conditionNumber - condition) <= 1e-5 * condition);
        const double rank = m_golden.number("anchors/effective_rank_y");
        QVERIFY(std::abs(health.effectiveRank - rank) <= 1e-5 * rank);
        QVERIFY(test::worstDifference(health.gram.diagonal(), Vector::Ones(30)) <= 1e-6);
    }

    void healthSeesDuplicatesAndGaps()
    {
        Matrix anchors = Matrix::Zero(3, 4);
        anchors(0, 0) = anchors(1, 1) = anchors(2, 0) = 1;
        const AnchorHealth health = anchorHealth(Matrix::Identity(4, 4), anchors);
        QCOMPARE(health.nearDuplicates.size(), std::size_t(1));
        QCOMPARE(health.nearDuplicates[0].first, Index(0));
        QCOMPARE(health.nearDuplicates[0].second, Index(2));
        QVERIFY(std::isinf(health.conditionNumber));
        QCOMPARE(health.coverage, 0.5); // two of four axes are anchors
        // Singular values √2, 1, 0: the entropy of (√2, 1)/(√2 + 1).
        const double p = std::sqrt(2.0) / (std::sqrt(2.0) + 1);
        QVERIFY(std::abs(health.effectiveRank - std::exp(-p * std::log(p) - (1 - p) * std::log(1 - p))) <= 1e-6);
    }

    void samplersChooseDifferentCandidates_data()
    {
        QTest::addColumn<QString>("sampler");
        for (const AnchorSampler &sampler : anchorSamplers())
            QTest::newRow(sampler.label) << QString(sampler.id);
    }
    void samplersChooseDifferentCandidates()
    {
        QFETCH(QString, sampler);
        ItemTable items;
        const PreparedSpace space = sixClouds(items);
        std::vector<ItemIndex> candidates = allItems(120);
        candidates.erase(candidates.begin(), candidates.begin() + 30);
        for (const Index count : {Index(1), Index(18), Index(90)}) {
            Random random(5);
            const auto chosen =
                chooseAnchors(*findSampler(sampler.toStdString()), {space, items, candidates}, count, random);
            QVERIFY(chosen.ok());
            QCOMPARE(std::set<ItemIndex>(chosen->begin(), chosen->end()).size(), static_cast<std::size_t>(count));
            QVERIFY(*std::min_element(chosen->begin(), chosen->end()) >= 30);
        }
        Random random(5);
        const auto tooMany = chooseAnchors(*findSampler(sampler.toStdString()), {space, items, candidates}, 91, random);
        QVERIFY(!tooMany.ok());
        QCOMPARE(test::codeOf(tooMany), ErrorCode::tooFewItems);
    }

    void spreadingSamplersTakeOneOfEachCloud_data()
    {
        QTest::addColumn<QString>("sampler");
        QTest::newRow("farthest") << "farthest";
        QTest::newRow("k-means") << "kmeans";
        QTest::newRow("balanced") << "balanced";
    }
    void spreadingSamplersTakeOneOfEachCloud()
    {
        QFETCH(QString, sampler);
        ItemTable items;
        const PreparedSpace space = sixClouds(items);
        Random random(1);
        const auto chosen =
            chooseAnchors(*findSampler(sampler.toStdString()), {space, items, allItems(120)}, 6, random);
        QVERIFY(chosen.ok());
        std::set<std::int32_t> clouds;
        for (const ItemIndex item : *chosen)
            clouds.insert(items.labels[static_cast<std::size_t>(item)]);
        QCOMPARE(clouds.size(), std::size_t(6));
    }

    void balancedFallsBackOnUnlabelledItems()
    {
        ItemTable items;
        const PreparedSpace space = sixClouds(items);
        std::fill(items.labels.begin() + 12, items.labels.end(), unlabelled);
        Random random(1);
        const auto chosen = chooseAnchors(*findSampler("balanced"), {space, items, allItems(120)}, 20, random);
        QVERIFY(chosen.ok());
        const auto labelled = std::count_if(chosen->begin(), chosen->end(), [](ItemIndex item) { return item < 12; });
        QCOMPARE(labelled, 12);
    }

    void kMeansFindsTheClouds()
    {
        ItemTable items;
        const PreparedSpace space = sixClouds(items);
        Random random(2);
        KMeansOptions options;
        options.clusters = 6;
        const KMeans result = kMeans(space.rows, options, random);
        for (Index i = 6; i < 120; ++i)
            QCOMPARE(result.clusterOf[static_cast<std::size_t>(i)], result.clusterOf[static_cast<std::size_t>(i % 6)]);
        // Noise in six dimensions with standard deviation 0.05, minus the radial one that scaling to unit length
        // removes.
        QVERIFY(result.meanSquaredDistance < 6 * 0.05 * 0.05);
    }

    void kMeansSurvivesEqualRows()
    {
        Random random(2);
        KMeansOptions options;
        options.clusters = 5;
        const KMeans result = kMeans(Matrix::Ones(8, 3), options, random);
        QCOMPARE(std::set<ItemIndex>(result.nearestItem.begin(), result.nearestItem.end()).size(), std::size_t(5));
        QVERIFY(result.centroids.allFinite());
        QCOMPARE(result.meanSquaredDistance, 0.0);
    }

    /// All clusters begin in the clump, so two of them are empty, and take the items farthest from it in turn.
    void emptyClusterTakesTheFarthestItem()
    {
        Matrix rows = Matrix::Zero(50, 2);
        rows.row(20) << 3, 0;
        rows.row(40) << 0, 9;
        Random random(1);
        KMeansOptions options;
        options.clusters = 3;
        options.plusPlus = false;
        options.maxIterations = 1;
        const KMeans first = kMeans(rows, options, random);
        QVERIFY(first.centroids.row(1) == rows.row(40));
        QVERIFY(first.centroids.row(2) == rows.row(20));
        options.maxIterations = 20;
        const KMeans result = kMeans(rows, options, random = Random(1));
        QCOMPARE(result.nearestItem, (std::vector<ItemIndex>{0, 40, 20}));
        QCOMPARE(result.meanSquaredDistance, 0.0);
    }

    void threadsDoNotChangeBits()
    {
        const PreparedSpace space = prepare(randomMatrix(3000, 20, 9), Centering::center);
        const auto run = [&] {
            Random random(4);
            KMeansOptions options;
            options.clusters = 40;
            return kMeans(space.rows, options, random).centroids;
        };
        const Matrix parallel = run();
        const ThreadLimit one(1);
        QCOMPARE(run(), parallel);
    }

    void uselessAnchorHasNoValue()
    {
        // Y is a noisy copy of X; anchor 7 is replaced by noise in Y, so leaving it out must not hurt.
        const Matrix rx = randomMatrix(300, 8, 1);
        Matrix ry = rx + 0.6f * randomMatrix(300, 8, 2);
        ry.col(7) = randomMatrix(300, 1, 3);
        const std::vector<double> values = leaveOneOutValues(rx, ry, Correspondence::byRow(300), 300, 0);
        QCOMPARE(values.size(), std::size_t(8));
        QVERIFY(values[7] < 0);
        for (std::size_t a = 0; a < 7; ++a)
            QVERIFY2(values[a] > 0, qPrintable(QString::number(a)));
    }

    void leaveOneOutOfOnePairIsEmpty()
    {
        const Matrix one = Matrix::Ones(1, 3);
        QVERIFY(leaveOneOutValues(one, one, Correspondence::byRow(1), 10, 0).empty());
    }
};

QTEST_GUILESS_MAIN(TestAnchors)
#include "tst_anchors.moc"
