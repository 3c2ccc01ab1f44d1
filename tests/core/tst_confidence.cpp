// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/anchors/sampling.h"
#include "core/optimizers/optimizers.h"
#include "core/optimizers/seedproposal.h"
#include "core/projection/relative.h"
#include "support/randomdata.h"

#include <QtTest>

#include <numeric>

using namespace anchorscope;
using test::randomMatrix;
using test::randomRotation;

namespace {

constexpr Index items = 600;

/// Two spaces; the first `pairs` rows of both are said to be partners.
struct MadePair
{
    std::string name;
    Matrix x, y;
    bool related;
    Index pairs = items;
    Index seeds = 15;
};

/// Each seed has clusters of its own: two such clouds share neither items nor classes.
Matrix clusters(std::uint64_t seed, Index dimension = 20, Index count = 12)
{
    const Matrix centres = 1.5f * randomMatrix(count, dimension, seed);
    Matrix cloud = randomMatrix(items, dimension, seed + 1);
    Random random(seed);
    for (Index i = 0; i < cloud.rows(); ++i)
        cloud.row(i) += centres.row(random.below(count));
    return cloud;
}

/// A curved surface in `dimension` dimensions: waves of a few hidden coordinates.
Matrix surface(std::uint64_t seed, Index dimension = 30)
{
    const Matrix hidden = randomMatrix(items, 6, seed);
    return (hidden * randomMatrix(6, dimension, seed + 1)).array().sin().matrix() +
           0.05f * randomMatrix(items, dimension, seed + 2);
}

Matrix stretched(Matrix rows)
{
    for (Index c = 0; c < rows.cols(); ++c)
        rows.col(c) *= 0.6f + 0.8f * static_cast<float>(c) / static_cast<float>(rows.cols());
    return rows;
}

/// The dimensions of every item in an order of its own.
Matrix shuffledPerItem(Matrix rows, std::uint64_t seed)
{
    Random random(seed);
    for (Index i = 0; i < rows.rows(); ++i) {
        const auto order = random.permutation(rows.cols());
        const Matrix row = rows.row(i);
        for (Index c = 0; c < rows.cols(); ++c)
            rows(i, c) = row(0, order[static_cast<std::size_t>(c)]);
    }
    return rows;
}

Matrix noisy(const Matrix &x, float noise, std::uint64_t seed)
{
    return x * randomRotation(x.cols(), seed) + noise * randomMatrix(x.rows(), x.cols(), seed + 1);
}

std::vector<MadePair> relatedPairs()
{
    const Matrix cloud = clusters(1), gauss = stretched(randomMatrix(items, 30, 5)), wave = surface(9);
    Matrix overlap = noisy(cloud, 0.2f, 30);
    overlap.bottomRows(items * 3 / 10) = clusters(77).bottomRows(items * 3 / 10); // 30 % of Y have no partner
    return {
        {"clusters", cloud, noisy(cloud, 0.1f, 11), true},
        {"clusters, noise 0.5", cloud, noisy(cloud, 0.5f, 12), true},
        {"clusters, 5 seeds", cloud, noisy(cloud, 0.2f, 13), true, items, 5},
        {"stretched axes", cloud, stretched(noisy(cloud, 0.2f, 14)), true},
        {"one cloud", gauss, noisy(gauss, 0.2f, 15), true},
        {"one cloud, no seeds", gauss, noisy(gauss, 0.1f, 16), true, items, 0},
        {"surface", wave, noisy(wave, 0.1f, 17), true},
        {"surface, fewer dimensions", wave, noisy(wave, 0.1f, 18).leftCols(24), true},
        {"30 % without partner", cloud, overlap, true, items * 7 / 10},
        {"fewer items in Y", cloud, noisy(cloud, 0.2f, 19).topRows(400), true, 400},
        {"clusters, no seeds", cloud, noisy(cloud, 0.1f, 20), true, items, 0},
    };
}

std::vector<MadePair> unrelatedPairs()
{
    const Matrix cloud = clusters(1), gauss = stretched(randomMatrix(items, 30, 5)), wave = surface(9);
    return {
        {"other clusters", cloud, clusters(40), false},
        {"other clusters, 5 seeds", cloud, clusters(41), false, items, 5},
        {"other clusters, no seeds", cloud, clusters(42), false, items, 0},
        {"other clusters, 3 seeds", cloud, clusters(43), false, items, 3},
        {"as many clusters in fewer dimensions", cloud, clusters(44, 14), false},
        {"as many clusters in fewer dimensions, 5 seeds", cloud, clusters(51, 14), false, items, 5},
        {"as many clusters in fewer dimensions, 7 seeds", cloud, clusters(52, 14), false, items, 7},
        {"another cloud, 5 seeds", gauss, stretched(randomMatrix(items, 30, 53)), false, items, 5},
        {"another surface, 5 seeds", wave, surface(54), false, items, 5},
        {"another surface, 7 seeds", wave, surface(55), false, items, 7},
        {"another cloud", gauss, stretched(randomMatrix(items, 30, 45)), false},
        {"another cloud, no seeds", gauss, stretched(randomMatrix(items, 30, 46)), false, items, 0},
        {"another surface", wave, surface(47), false},
        {"clusters and a surface", cloud, surface(48), false},
        {"shuffled per item", cloud, shuffledPerItem(cloud, 49), false},
        {"surface shuffled per item, no seeds", wave, shuffledPerItem(wave, 50), false, items, 0},
    };
}

OptimizeSummary align(const MadePair &pair, std::size_t wrongSeeds = 0, std::uint64_t draw = 0)
{
    Correspondence truth(pair.x.rows(), pair.y.rows());
    for (Index i = 0; i < pair.pairs; ++i)
        truth.pair(static_cast<ItemIndex>(i), static_cast<ItemIndex>(i));
    Random random(draw);
    AnchorSet anchors = *drawAnchors(truth, 60, pair.seeds, random);
    // Wrong seeds exchange their partners in a circle, or the only one gets any other.
    if (wrongSeeds == 1)
        anchors.seedsOfY[0] = anchors.itemsOfX[40];
    else
        std::rotate(anchors.seedsOfY.begin(), anchors.seedsOfY.begin() + (wrongSeeds > 0),
                    anchors.seedsOfY.begin() + static_cast<std::ptrdiff_t>(wrongSeeds));
    // Y's rows in another order, so that nothing can come from the row numbers.
    const auto order = random.permutation(pair.y.rows());
    std::vector<ItemIndex> place(order.size());
    for (std::size_t j = 0; j < order.size(); ++j)
        place[static_cast<std::size_t>(order[j])] = static_cast<ItemIndex>(j);
    for (ItemIndex &seed : anchors.seedsOfY)
        seed = place[static_cast<std::size_t>(seed)];
    const PreparedSpace x = prepare(pair.x, Centering::center);
    const PreparedSpace y = prepare(rowsOf(pair.y, order), Centering::center);
    const Correspondence shuffled = truth.withYReordered(order);
    OptimizeOptions options;
    options.seed = draw;
    const auto summary = optimize({x, y, anchors.itemsOfX, anchors.seedsOfY, &shuffled}, options);
    return summary ? *summary : OptimizeSummary{};
}

} // namespace

class TestConfidence : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// No unrelated pair is reported as aligned; the confidence separates the halves with AUC ≥ 0.95.
    void separatesRelatedFromUnrelated()
    {
        std::vector<double> ofRelated, ofUnrelated;
        for (const std::vector<MadePair> &half : {relatedPairs(), unrelatedPairs()}) {
            for (const MadePair &pair : half) {
                const OptimizeSummary summary = align(pair);
                QVERIFY2(summary.confidence.has_value(), pair.name.c_str());
                const bool low = summary.termination == Termination::lowConfidence;
                qInfo("%-40s %s confidence %.3f, right %.3f", pair.name.c_str(), summary.methodUsed.c_str(),
                      *summary.confidence, summary.right.value_or(0));
                (pair.related ? ofRelated : ofUnrelated).push_back(*summary.confidence);
                // It reads like the share of right partners; items without a partner lower neither.
                if (pair.related)
                    QVERIFY2(!low && std::abs(*summary.confidence - *summary.right) <= 0.2, pair.name.c_str());
                else
                    QVERIFY2(low && *summary.confidence <= 0.15, pair.name.c_str());
            }
        }
        QVERIFY(ofRelated.size() + ofUnrelated.size() >= 20);
        double above = 0;
        for (const double yes : ofRelated) {
            for (const double no : ofUnrelated)
                above += yes > no ? 1 : yes == no ? 0.5 : 0;
        }
        const double auc = above / static_cast<double>(ofRelated.size() * ofUnrelated.size());
        QVERIFY2(auc >= 0.95, qPrintable(QString::number(auc)));
    }

    /// A large set is aligned by its more reliable items; the confidence is about all of them.
    void speaksForAllItemsOfLargeSets()
    {
        constexpr Index all = 12000, reliable = 5000;
        const Matrix centres = 1.5f * randomMatrix(12, 20, 1);
        Matrix cloud = randomMatrix(all, 20, 2);
        for (Index i = 0; i < all; ++i)
            cloud.row(i) += centres.row(i % 12);
        cloud.bottomRows(all - reliable) *= 0.25f; // short vectors, mostly noise in Y
        const OptimizeSummary summary = align({"rare items", cloud, noisy(cloud, 0.25f, 60), true, all});
        QVERIFY(summary.subsetStart < all && summary.confidence);
        qInfo("confidence %.3f, right %.3f", *summary.confidence, *summary.right);
        QVERIFY(*summary.right < 0.75); // else the test says nothing
        QVERIFY(std::abs(*summary.confidence - *summary.right) <= 0.2);
    }

    void proposesSeedsWithoutAny()
    {
        const Matrix cloud = clusters(1);
        const PreparedSpace x = prepare(cloud, Centering::center);
        const auto proposal = proposeSeeds(x, prepare(noisy(cloud, 0.1f, 20), Centering::center), 20, 0);
        QVERIFY(proposal.ok());
        QCOMPARE(proposal->pairs.size(), std::size_t(20));
        QVERIFY(proposal->confidence > 0.8);
        for (const SeedPair &pair : proposal->pairs)
            QCOMPARE(pair.x, pair.y);
        const auto nonsense = proposeSeeds(x, prepare(clusters(42), Centering::center), 20, 0);
        QVERIFY(nonsense.ok() && nonsense->confidence <= 0.15);
    }

    void findsWrongSeeds_data()
    {
        QTest::addColumn<int>("wrong");
        QTest::newRow("none") << 0;
        QTest::newRow("1 of 15") << 1;
        QTest::newRow("3 of 15") << 3;
    }
    void findsWrongSeeds()
    {
        QFETCH(int, wrong);
        const Matrix cloud = clusters(1);
        const MadePair pair{"clusters", cloud, noisy(cloud, 0.2f, 13), true};
        std::vector<Index> expected(static_cast<std::size_t>(wrong));
        std::iota(expected.begin(), expected.end(), Index(0));
        for (const std::uint64_t draw : {0, 1}) {
            const OptimizeSummary summary = align(pair, expected.size(), draw);
            QCOMPARE(summary.suspectSeeds, expected);
            QVERIFY2(*summary.right >= 0.9, qPrintable(QString::number(*summary.right)));
        }
    }
};

QTEST_GUILESS_MAIN(TestConfidence)
#include "tst_confidence.moc"
