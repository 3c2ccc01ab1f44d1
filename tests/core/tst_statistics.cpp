// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/statistics.h"

#include <QTest>

#include <cmath>

using namespace anchorscope;

/// Against printed tables: six digits, so half a unit of the last one is the tolerance.
class TestStatistics : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void medians()
    {
        QCOMPARE(median({3}), 3.0);
        QCOMPARE(median({5, 1, 3}), 3.0);
        QCOMPARE(median({4, 1, 3, 2}), 3.0);
    }
    void moments()
    {
        QCOMPARE(mean({1, 2, 3, 6}), 3.0);
        QCOMPARE(sampleDeviation({1, 2, 3, 6}), std::sqrt(14.0 / 3));
        QCOMPARE(sampleDeviation({7}), 0.0);
    }
    void combined()
    {
        QVERIFY(std::abs(combinedChance({0.03}) - 0.03) < 1e-12);
        QVERIFY(std::abs(combinedChance({1, 1, 1}) - 1) < 1e-12);
        // Two shares p and q: pq (1 − ln pq).
        QVERIFY(std::abs(combinedChance({0.1, 0.2}) - 0.02 * (1 - std::log(0.02))) < 1e-12);
        // A wrong seed hardly weakens four that are right.
        QVERIFY(combinedChance({0.01, 0.01, 0.01, 0.01, 0.5}) < 1e-4);
    }
    void student()
    {
        QVERIFY(std::abs(studentTail(1, 1) - 0.25) < 1e-12);
        QVERIFY(std::abs(studentTail(2.919986, 2) - 0.05) < 1e-6);
        QVERIFY(std::abs(studentTail(2.353363, 3) - 0.05) < 1e-6);
        QVERIFY(std::abs(studentTail(1.812461, 10) - 0.05) < 1e-6);
        QVERIFY(std::abs(studentTail(3.012276, 13) - 0.005) < 1e-6);
        QVERIFY(std::abs(studentTail(0, 7) - 0.5) < 1e-12);
    }
};

QTEST_GUILESS_MAIN(TestStatistics)
#include "tst_statistics.moc"
