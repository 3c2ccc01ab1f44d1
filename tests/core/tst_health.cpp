// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/health.h"

#include <QtTest>

#include <cmath>

using namespace anchorscope;

namespace {

constexpr double roundOff = 1e-6;

PreparedSpace space(std::initializer_list<std::initializer_list<float>> rows)
{
    Matrix matrix(static_cast<Index>(rows.size()), static_cast<Index>(rows.begin()->size()));
    Index i = 0;
    for (const auto &row : rows) {
        Index j = 0;
        for (const float value : row)
            matrix(i, j++) = value;
        ++i;
    }
    return prepare(matrix, Centering::none);
}

} // namespace

class TestHealth : public QObject
{
    Q_OBJECT

    const PreparedSpace m_axes = space({{1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
    const AnchorSet m_seeds{{0, 1, 2}, {0, 1, 2}, {}, {}};

private Q_SLOTS:
    void axesSpanTheirSpaceAndHaveEqualValues()
    {
        const AnchoredPair pair{m_axes, m_axes, m_seeds, similarities().front()};
        const auto health = measureHealth(pair, Correspondence::byRow(3), 0);
        QVERIFY(health);
        for (const Side side : {Side::x, Side::y}) {
            QVERIFY(std::abs(health->of(side).conditionNumber - 1) < roundOff);
            QVERIFY(std::abs(health->of(side).effectiveRank - 3) < roundOff);
            QVERIFY(std::abs(health->of(side).coverage - 1) < roundOff);
            QVERIFY(health->of(side).nearDuplicates.empty());
            QVERIFY(std::abs(spanShare(health->of(side)) - 1) < roundOff);
            QCOMPARE(spanOf(health->of(side)), Span::good);
        }
        // Without one of the anchors, its own item has only zeros: rank 2 of 3, and a third of the MRR is halved.
        QCOMPARE(health->values.size(), 3u);
        for (const double value : health->values)
            QVERIFY(std::abs(value - 1.0 / 6) < roundOff);
        QCOMPARE(health->itemsOfX, m_seeds.itemsOfX);
        QCOMPARE(health->itemsOfY, m_seeds.seedsOfY);
        QCOMPARE(health->seeds, 3);
    }

    void equalAnchorsShowInTheirSpaceOnly()
    {
        const PreparedSpace y = space({{1, 0, 0}, {1, 0, 0}, {0, 0, 1}});
        const auto health = measureHealth({m_axes, y, m_seeds, similarities().front()}, Correspondence(3, 3), 0);
        QVERIFY(health);
        QVERIFY(std::isfinite(health->x.conditionNumber));
        QVERIFY(std::isinf(health->y.conditionNumber));
        // Singular values √2, 1 and 0.
        const double p = std::sqrt(2.0) / (1 + std::sqrt(2.0)), q = 1 - p;
        QVERIFY(std::abs(health->y.effectiveRank - std::exp(-p * std::log(p) - q * std::log(q))) < roundOff);
        QCOMPARE(health->y.nearDuplicates.size(), 1u);
        QCOMPARE(health->y.nearDuplicates[0].first, 0);
        QCOMPARE(health->y.nearDuplicates[0].second, 1);
        QVERIFY(health->values.empty()); // no pairs are known
    }

    void foundAnchorsAreMeasuredAsVectors()
    {
        AnchorSet found{{0, 1, 2}, {0}, m_axes.rows, {0, 2, 1}};
        found.continuousY.row(2) = found.continuousY.row(1);
        const auto health = measureHealth({m_axes, m_axes, found, similarities().front()}, Correspondence(3, 3), 0);
        QVERIFY(health);
        QCOMPARE(health->y.nearDuplicates.size(), 1u);
        QCOMPARE(health->itemsOfY, found.discreteY);
        QCOMPARE(health->seeds, 1);
    }

    void nearestAnchorIsAnotherOne()
    {
        Matrix gram(3, 3);
        gram << 1, 0.5F, -0.25F, 0.5F, 1, -0.25F, -0.25F, -0.25F, 1;
        QCOMPARE(nearestAnchors(gram), (std::vector<Index>{1, 0, 0}));
        QCOMPARE(nearestAnchors(Matrix::Ones(1, 1)), (std::vector<Index>{-1}));
    }

    /// Anchors of three groups, given alternately, are ordered by group; within a group any order is valid.
    void similarAnchorsAreAdjacent()
    {
        constexpr Index count = 30, groups = 3;
        Matrix gram(count, count);
        for (Index i = 0; i < count; ++i) {
            for (Index j = 0; j < count; ++j)
                gram(i, j) = i == j ? 1.0f : i % groups == j % groups ? 0.8f - 0.001f * float(std::abs(i - j)) : 0.1f;
        }
        const std::vector<Index> order = clusteredOrder(gram);
        QCOMPARE(order.size(), std::size_t(count));
        std::vector<Index> sorted = order;
        std::sort(sorted.begin(), sorted.end());
        for (Index i = 0; i < count; ++i)
            QCOMPARE(sorted[std::size_t(i)], i);
        int changes = 0;
        for (std::size_t i = 1; i < order.size(); ++i)
            changes += order[i] % groups != order[i - 1] % groups;
        QCOMPARE(changes, int(groups) - 1);
        QVERIFY(clusteredOrder(Matrix()).empty());
        QCOMPARE(clusteredOrder(Matrix::Ones(1, 1)), std::vector<Index>{0});
        QCOMPARE(clusteredOrder(Matrix::Ones(4, 4)).size(), std::size_t(4)); // equal rows also terminate
    }

    /// Anchors on one, two and all of four axes.
    void anchorsSpanAShareOfTheirSpace()
    {
        const PreparedSpace axes = space({{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}, {0, 0, 0, 1}});
        const auto health = [&](const std::vector<ItemIndex> &anchors) {
            return anchorHealth(axes.rows, rowsOf(axes.rows, anchors));
        };
        QVERIFY(std::abs(health({0}).spaceRank - 3.950) < 0.002); // singular values 1, 1, 1, √2
        QCOMPARE(spanOf(health({0})), Span::fair);
        QCOMPARE(spanOf(health({0, 1})), Span::good);
        QCOMPARE(spanOf(health({3, 4})), Span::fair); // equal anchors, one direction
        QVERIFY(spanShare(health({0, 1, 2, 3})) == 1);
        AnchorHealth poor;
        poor.effectiveRank = 9;
        poor.spaceRank = 40;
        QCOMPARE(spanOf(poor), Span::poor);
        AnchorHealth alike;
        alike.effectiveRank = 1.6;
        alike.spaceRank = 3;
        alike.gram = Matrix::Constant(3, 3, 0.99f);
        alike.nearDuplicates = {{0, 1, 0.99f}, {0, 2, 0.99f}};
        QCOMPARE(spanOf(alike), Span::good);
        alike.nearDuplicates.push_back({1, 2, 0.99f}); // as many duplicates as anchors
        QCOMPARE(spanOf(alike), Span::fair);
    }

    void onlyClearLossesAreHarmful()
    {
        PairHealth health;
        health.values = {0.3, -0.2, -0.3, 0};
        QCOMPARE(harmfulAnchors(health), std::vector<Index>{2}); // below −1/4
        health.values.clear();
        QVERIFY(harmfulAnchors(health).empty());
    }

    void gramMatrixIsSummarized()
    {
        Matrix gram(3, 3);
        gram << 1, 0.5F, -0.25F, 0.5F, 1, -0.5F, -0.25F, -0.5F, 1;
        const GramFacts facts = gramFacts(gram);
        QCOMPARE(facts.mean, -0.25 / 3);
        QCOMPARE(facts.meanAbsolute, 1.25 / 3);
        QCOMPARE(facts.largest, 0.5);
        QCOMPARE(facts.smallest, -0.5);
        QCOMPARE(gramFacts(Matrix::Ones(1, 1)).largest, 0.0);
    }
};

QTEST_GUILESS_MAIN(TestHealth)
#include "tst_health.moc"
