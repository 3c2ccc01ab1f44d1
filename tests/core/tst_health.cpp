// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/health.h"
#include "support/contexts.h"

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
    void axesSpanTheirSpaceAndAreWorthTheSame()
    {
        const AnchoredPair pair{m_axes, m_axes, m_seeds, similarities().front()};
        const auto health = measureHealth(pair, Correspondence::byRow(3), 0);
        QVERIFY(health);
        for (const Side side : {Side::x, Side::y}) {
            QVERIFY(std::abs(health->of(side).conditionNumber - 1) < roundOff);
            QVERIFY(std::abs(health->of(side).effectiveRank - 3) < roundOff);
            QVERIFY(std::abs(health->of(side).coverage - 1) < roundOff);
            QVERIFY(health->of(side).nearDuplicates.empty());
        }
        // Without one of them its own item is all zeros: rank 2 of 3, a third of the MRR falls by a half.
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
        QVERIFY(health->values.empty()); // no pair is known
    }

    void foundAnchorsAreMeasuredAsTheyWereFound()
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

    void gramInAFewNumbers()
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

    void cancelledMeansNoAnswer()
    {
        const RunContext context = cancelledContext();
        const AnchoredPair pair{m_axes, m_axes, m_seeds, similarities().front()};
        const auto health = measureHealth(pair, Correspondence::byRow(3), 0, context);
        QVERIFY(!health && health.error().code == ErrorCode::cancelled);
    }
};

QTEST_GUILESS_MAIN(TestHealth)
#include "tst_health.moc"
