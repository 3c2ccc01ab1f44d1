// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/saturation.h"

#include <QTest>

#include <cmath>

using namespace anchorscope;

/// Compares with printed tables: six digits, so half a unit of the last one is the tolerance.
class TestStatistics : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void medians()
    {
        QCOMPARE(median({3}), 3.0);
        QCOMPARE(median({5, 1, 3}), 3.0);
        QCOMPARE(median({4, 1, 3, 2}), 3.0);
        QCOMPARE(quantile({4, 1, 3, 2}, 0.5), 2.0);
        QCOMPARE(quantile({4, 1, 3, 2}, 1), 4.0);
    }
    void moments()
    {
        QCOMPARE(mean(std::vector{1, 2, 3, 6}), 3.0);
        QCOMPARE(sampleDeviation({1, 2, 3, 6}), std::sqrt(14.0 / 3));
        QCOMPARE(sampleDeviation({7}), 0.0);
    }
    void binomial()
    {
        QVERIFY(std::abs(binomialTail(2, 3, 0.5) - 0.5) < 1e-12);
        QVERIFY(std::abs(binomialTail(3, 3, 0.1) - 0.001) < 1e-15);
        QCOMPARE(binomialTail(0, 3, 0.1), 1.0);
        QCOMPARE(binomialTail(3, 3, 1), 1.0);
        QCOMPARE(binomialTail(1, 3, 0), 0.0);
    }
    void combined()
    {
        QVERIFY(std::abs(combinedChance({0.03}) - 0.03) < 1e-12);
        QVERIFY(std::abs(combinedChance({1, 1, 1}) - 1) < 1e-12);
        // Two shares p and q: pq (1 − ln pq).
        QVERIFY(std::abs(combinedChance({0.1, 0.2}) - 0.02 * (1 - std::log(0.02))) < 1e-12);
        // A wrong seed hardly affects the evidence of four correct ones.
        QVERIFY(combinedChance({0.01, 0.01, 0.01, 0.01, 0.5}) < 1e-4);
    }
    /// Newcombe, Statistics in Medicine 17 (1998), Table I.
    void wilson()
    {
        struct Case
        {
            double found, asked, low, high;
        };
        for (const Case &each : {Case{81, 263, 0.2553, 0.3662}, Case{15, 148, 0.0624, 0.1605}, Case{0, 20, 0, 0.1611},
                                 Case{1, 29, 0.0061, 0.1718}, Case{20, 20, 0.8389, 1}}) {
            const ShareEstimate share = wilsonEstimate(each.found / each.asked, each.asked);
            QCOMPARE(share.value, each.found / each.asked);
            QVERIFY(std::abs(share.low - each.low) < 5e-5 && std::abs(share.high - each.high) < 5e-5);
        }
    }
    void curvesAreExtrapolated_data()
    {
        QTest::addColumn<double>("height");
        QTest::addColumn<double>("start");
        QTest::addColumn<double>("power");
        QTest::newRow("rising") << 0.7 << 8.0 << 0.5;
        QTest::newRow("zero at first") << 0.9 << 40.0 << 0.8;
        QTest::newRow("flat") << 0.93 << 0.01 << 2.0;
    }
    void curvesAreExtrapolated()
    {
        QFETCH(double, height);
        QFETCH(double, start);
        QFETCH(double, power);
        const auto share = [&](double count) { return height * std::max(0.0, 1 - std::pow(start / count, power)); };
        std::vector<CurvePoint> rough, sharp;
        for (const double count : {5, 10, 20, 50, 100, 200, 400}) {
            rough.push_back({count, share(count), 0.03});
            sharp.push_back({count, share(count), 0.003});
        }
        const auto wide = extrapolateCurve(rough, {800, 1600}, 1), narrow = extrapolateCurve(sharp, {800, 1600}, 1);
        QCOMPARE(wide.size(), std::size_t(2));
        QVERIFY(wide == extrapolateCurve(rough, {800, 1600}, 1));
        for (std::size_t i = 0; i < 2; ++i) {
            const double expected = share(i == 0 ? 800 : 1600);
            QVERIFY2(std::abs(wide[i].value - expected) < 0.02, qPrintable(QString::number(wide[i].value)));
            QVERIFY(wide[i].low < expected && wide[i].high > expected - 0.01);
            QVERIFY(wide[i].high - wide[i].low > 2 * (narrow[i].high - narrow[i].low));
        }
    }
    void student()
    {
        QVERIFY(std::abs(studentTail(1, 1) - 0.25) < 1e-12);
        QVERIFY(std::abs(studentTail(2.919986, 2) - 0.05) < 1e-6);
        QVERIFY(std::abs(studentTail(2.353363, 3) - 0.05) < 1e-6);
        QVERIFY(std::abs(studentTail(1.812461, 10) - 0.05) < 1e-6);
        QVERIFY(std::abs(studentTail(3.012276, 13) - 0.005) < 1e-6);
        QVERIFY(std::abs(studentTail(0, 7) - 0.5) < 1e-12);
        QVERIFY(std::abs(studentQuantile(1) - 12.706205) < 1e-6);
        QVERIFY(std::abs(studentQuantile(2) - 4.302653) < 1e-6);
        QVERIFY(std::abs(studentQuantile(30) - 2.042272) < 1e-6);
    }
};

QTEST_GUILESS_MAIN(TestStatistics)
#include "tst_statistics.moc"
