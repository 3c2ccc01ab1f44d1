// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/neighbourmap/mapquality.h"
#include "core/neighbourmap/neighbourmap.h"
#include "core/parallel.h"
#include "core/projection/pca.h"
#include "core/projection/relative.h"
#include "support/randomdata.h"
#include "support/sentences.h"

#include <QtTest>

#include <algorithm>
#include <numbers>
#include <numeric>

using namespace anchorscope;

namespace {

constexpr Index count = 400, dimension = 12, clusters = 8;

/// Unit rows in more clusters than two principal components can separate.
Matrix clouds(std::uint64_t seed = 5, double noise = 0.15)
{
    Random random(seed);
    const Matrix middles = test::randomMatrix(clusters, dimension, random);
    Matrix rows = static_cast<float>(noise * 3) * test::randomMatrix(count, dimension, random);
    for (Index i = 0; i < count; ++i)
        rows.row(i) += middles.row(i % clusters);
    normalizeRows(rows);
    return rows;
}

/// The same rows with some noise.
Matrix noisy(const Matrix &rows, double noise)
{
    Matrix other = rows + static_cast<float>(noise) * test::randomMatrix(rows.rows(), rows.cols(), 8);
    normalizeRows(other);
    return other;
}

/// sklearn's definition, computed literally in n³ steps.
double plainTrustworthiness(const Matrix &rows, const Matrix &places, Index k)
{
    const auto rankOf = [](const std::vector<double> &distances, Index self, Index item) {
        Index rank = 1;
        for (Index other = 0; other < std::ssize(distances); ++other)
            rank +=
                other != self && distances[static_cast<std::size_t>(other)] < distances[static_cast<std::size_t>(item)];
        return rank;
    };
    double sum = 0;
    const Index n = rows.rows();
    for (Index i = 0; i < n; ++i) {
        std::vector<double> inSpace, inMap;
        for (Index j = 0; j < n; ++j) {
            inSpace.push_back(1 - static_cast<double>(rows.row(i).dot(rows.row(j))));
            inMap.push_back(static_cast<double>((places.row(i) - places.row(j)).norm()));
        }
        for (Index j = 0; j < n; ++j) {
            if (j != i && rankOf(inMap, i, j) <= k)
                sum += static_cast<double>(std::max<Index>(0, rankOf(inSpace, i, j) - k));
        }
    }
    const auto items = static_cast<double>(n), neighbours = static_cast<double>(k);
    return 1 - sum * 2 / (items * neighbours * (2 * items - 3 * neighbours - 1));
}

Matrix twoComponents(const Matrix &rows)
{
    PcaOptions two;
    two.components = 2;
    return fitPca({rows}, two).project(rows);
}

} // namespace

/// Neighbour maps of one space and of two, and their quality.
class TestNeighbourMap : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void neighboursStayTogether()
    {
        const Matrix rows = clouds();
        const auto places = neighbourMap({rows});
        QVERIFY(places.ok());
        QCOMPARE(places->rows(), count);
        QVERIFY(places->allFinite());
        const auto map = mapQuality(rows, *places), plain = mapQuality(rows, twoComponents(rows));
        QVERIFY(map && plain);
        QVERIFY2(map->trustworthiness > 0.93, qPrintable(QString::number(map->trustworthiness)));
        QVERIFY2(map->continuity > 0.93, qPrintable(QString::number(map->continuity)));
        QVERIFY(map->trustworthiness > plain->trustworthiness + 0.05);
    }

    void alignedPartnersAreAdjacent()
    {
        const Matrix x = clouds(), y = noisy(x, 0.05), other = clouds(77);
        const std::vector<ItemIndex> all = allItems(count);
        const auto nearerItems = [&](const Matrix &alignedY) {
            const auto places = neighbourMap({x, &y, &x, &alignedY});
            return medianNearerItems(places->topRows(count), places->bottomRows(count), all, all);
        };
        QVERIFY2(*nearerItems(y) < 4, qPrintable(QString::number(*nearerItems(y))));
        // If rows are aligned wrongly, partners are far apart: the map shows the alignment, not the spaces.
        QVERIFY2(*nearerItems(other) > 20, qPrintable(QString::number(*nearerItems(other))));
    }

    void threadsChangeNothing()
    {
        const Matrix x = clouds(), y = noisy(x, 0.1);
        NeighbourMapOptions few;
        few.epochs = 40;
        const Matrix many = *neighbourMap({x, &y, &x, &y}, few);
        const ThreadLimit one(1);
        QVERIFY(many == *neighbourMap({x, &y, &x, &y}, few));
        few.epochs = 41;
        const Matrix more = *neighbourMap({x, &y, &x, &y}, few);
        QVERIFY(many.col(0) != more.col(0) && many.col(1) != more.col(1)); // items move along both axes
        few.epochs = 40;
        few.seed = 1;
        QVERIFY(many != *neighbourMap({x, &y, &x, &y}, few));
    }

    void largeSetsStartWithASample()
    {
        const Matrix x = clouds(), y = noisy(x, 0.05);
        NeighbourMapOptions sampled;
        sampled.maxAtOnce = 500;
        sampled.sample = 300;
        bool waited = false;
        const auto watch = [&](const Matrix &places) { waited |= !places.allFinite(); };
        const auto places = neighbourMap({x, &y, &x, &y}, sampled, {}, watch);
        QVERIFY(places.ok());
        QVERIFY(places->allFinite());
        QVERIFY(waited); // items outside the sample have no position at first
        const auto quality = mapQuality(x, places->topRows(count));
        QVERIFY2(quality->trustworthiness > 0.9, qPrintable(QString::number(quality->trustworthiness)));
        const auto nearerItems =
            medianNearerItems(places->topRows(count), places->bottomRows(count), allItems(count), allItems(count));
        QVERIFY2(*nearerItems < 12, qPrintable(QString::number(*nearerItems)));
        const JointMap joint{places->topRows(count), places->bottomRows(count)};
        const auto both = pairQuality(x, y, joint, Correspondence::byRow(count), {});
        const auto ofX = mapQuality(x, joint.x, 10, 0), ofY = mapQuality(y, joint.y, 10, 0);
        QCOMPARE(both->trustworthiness(), (ofX->trustworthiness + ofY->trustworthiness) / 2);
        QCOMPARE(both->continuity(), (ofX->continuity + ofY->continuity) / 2);
        QCOMPARE(both->nearerItems, nearerItems);
    }

    void membershipsSumUpToTheLogarithm()
    {
        const Matrix rows = clouds();
        MapItems some, others;
        for (ItemIndex item = 0; item < count; ++item)
            (item < 300 ? some : others).x.push_back(item);
        constexpr Index k = 15;
        const FuzzyGraph outer = graphOfOthers({rows}, some, others, k);
        QCOMPARE(outer.vertices(), count);
        for (std::size_t vertex = 300; vertex < count; ++vertex) {
            const auto first = outer.weight.begin() + static_cast<std::ptrdiff_t>(outer.first[vertex]);
            QCOMPARE(outer.first[vertex + 1] - outer.first[vertex], std::size_t{k});
            QVERIFY(std::abs(std::accumulate(first, first + k, 0.0) - std::log2(k)) < 1e-3);
            QCOMPARE(*std::max_element(first, first + k), 1.0F); // the nearest one
        }
        const FuzzyGraph graph = fuzzyGraph({rows}, {allItems(count), {}}, k);
        Matrix weights = Matrix::Zero(count, count);
        for (std::size_t vertex = 0; vertex < count; ++vertex) {
            for (std::size_t edge = graph.first[vertex]; edge < graph.first[vertex + 1]; ++edge)
                weights(static_cast<Index>(vertex), graph.neighbour[edge]) = graph.weight[edge];
        }
        QVERIFY((weights - weights.transpose()).cwiseAbs().maxCoeff() < 1e-6F);
        QVERIFY(weights.maxCoeff() <= 1.0F && weights.minCoeff() >= 0.0F);
        QCOMPARE(weights.diagonal().maxCoeff(), 0.0F);
    }

    void qualityIsThatOfTheDefinition()
    {
        const Matrix rows = clouds().topRows(90), places = twoComponents(rows);
        const auto quality = mapQuality(rows, places, 7);
        QVERIFY(quality);
        QVERIFY(std::abs(quality->trustworthiness - plainTrustworthiness(rows, places, 7)) < 1e-9);
        Matrix circle(100, 2);
        for (Index i = 0; i < circle.rows(); ++i) {
            const double angle =
                2 * std::numbers::pi * static_cast<double>(i) / 100 + 1e-5 * static_cast<double>(i * i);
            circle.row(i) << static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle));
        }
        QVERIFY(std::abs(mapQuality(circle, circle)->trustworthiness - 1) < 1e-3);
        QVERIFY(std::abs(mapQuality(circle, circle)->continuity - 1) < 1e-3);
        QVERIFY(!mapQuality(circle.topRows(12), circle.topRows(12), 10)); // too few items
    }

    void unusualRowsHaveAPlace()
    {
        Matrix rows = clouds();
        rows.row(3).setZero();
        for (Index i = 10; i < 60; ++i)
            rows.row(i) = rows.row(9); // duplicates
        const auto places = neighbourMap({rows});
        QVERIFY(places.ok() && places->allFinite());
    }

    void stopKeepsAndCancelDiscards()
    {
        const Matrix rows = clouds();
        RunContext context;
        context.control = std::make_shared<RunControl>();
        int seen = 0;
        const auto stopped = neighbourMap({rows}, {}, context, [&](const Matrix &) {
            if (++seen == 2)
                context.control->stop();
        });
        QVERIFY(stopped.ok());
        QCOMPARE(seen, 2);
        context.control->cancel();
        QCOMPARE(test::codeOf(neighbourMap({rows}, {}, context)), ErrorCode::cancelled);
        QCOMPARE(test::codeOf(neighbourMap({rows.topRows(2)})), ErrorCode::tooFewItems);
    }
};

QTEST_GUILESS_MAIN(TestNeighbourMap)
#include "tst_neighbourmap.moc"
