// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/anchors/seedcheck.h"
#include "core/random.h"
#include "support/randomdata.h"

#include <QTest>

using namespace anchorscope;

namespace {

/// Y is X, rotated and with noise; item i of X is item i of Y.
struct Spaces
{
    PreparedSpace x, y;
};

Spaces spaces(Index items, double noise)
{
    Random random(11);
    const Matrix x = test::randomMatrix(items, 12, random);
    const Matrix mixing = test::randomMatrix(12, 20, random);
    const Matrix y = x * mixing + static_cast<float>(noise) * test::randomMatrix(items, 20, random);
    return {prepare(x, Centering::center), prepare(y, Centering::center)};
}

std::vector<SeedPair> truePairs(int count)
{
    std::vector<SeedPair> pairs;
    for (ItemIndex i = 0; i < count; ++i)
        pairs.push_back({.x = 7 * i, .y = 7 * i});
    return pairs;
}

/// Pairs of items drawn without repetition, the first `wrong` of them with an unrelated item.
std::vector<SeedPair> drawnPairs(int count, int wrong, Random &random)
{
    const std::vector<ItemIndex> items = random.permutation(600);
    std::vector<SeedPair> pairs;
    for (int i = 0; i < count; ++i) {
        const auto own = static_cast<std::size_t>(i);
        pairs.push_back({.x = items[own], .y = items[i < wrong ? own + 300 : own]});
    }
    return pairs;
}

} // namespace

class TestSeedCheck : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void correctPairsAgree();
    void falseAlarmsAreRare_data();
    void falseAlarmsAreRare();
    void wrongPairsAreFound_data();
    void wrongPairsAreFound();
    void unrelatedPairsAreFarAfterARun();
    void unrelatedPairsAreFoundAtTheStatedRate();
    void fewSeedsAreNotChecked();
    void equalItemsAreHarmless();
};

void TestSeedCheck::correctPairsAgree()
{
    const Spaces both = spaces(300, 0.5);
    for (const double value : seedAgreement(both.x, both.y, truePairs(15)))
        QVERIFY2(value > 0.5, qPrintable(QString::number(value)));
    QVERIFY(suspiciousSeeds(both.x, both.y, truePairs(15)).empty());
    QVERIFY(suspiciousSeeds(both.x, both.y, truePairs(40)).empty());
}

void TestSeedCheck::falseAlarmsAreRare_data()
{
    QTest::addColumn<double>("noise");
    QTest::addColumn<int>("seeds");
    for (const int seeds : {8, 15, 40}) {
        for (const double noise : {0.2, 0.5, 1.0, 3.0})
            QTest::addRow("%d seeds, noise %.1f", seeds, noise) << noise << seeds;
    }
}

/// The rule should raise an alarm in about 5 % of the sets of correct seeds: 20 of 400, plus two standard deviations
/// (9).
void TestSeedCheck::falseAlarmsAreRare()
{
    QFETCH(double, noise);
    QFETCH(int, seeds);
    const Spaces both = spaces(600, noise);
    Random random(5);
    int alarms = 0;
    for (int draw = 0; draw < 400; ++draw)
        alarms += !suspiciousSeeds(both.x, both.y, drawnPairs(seeds, 0, random)).empty();
    QVERIFY2(alarms <= 29, qPrintable(QString::number(alarms)));
}

void TestSeedCheck::wrongPairsAreFound_data()
{
    QTest::addColumn<int>("seeds");
    QTest::addColumn<int>("wrong");
    QTest::addColumn<double>("least");
    QTest::newRow("one of fifteen") << 15 << 1 << 0.3;
    QTest::newRow("two of twenty") << 20 << 2 << 0.4;
    QTest::newRow("three of fifteen") << 15 << 3 << 0.15;
    QTest::newRow("five of forty") << 40 << 5 << 0.6;
}

/// Similarities to fourteen others sometimes agree by chance, so not every wrong pair can be detected before a run: a
/// part is found, with hardly any correct ones. (Chance alone would find one in twenty.)
void TestSeedCheck::wrongPairsAreFound()
{
    QFETCH(int, seeds);
    QFETCH(int, wrong);
    QFETCH(double, least);
    const Spaces both = spaces(600, 0.3);
    Random random(6);
    constexpr int draws = 200;
    int found = 0, falseAlarms = 0;
    for (int draw = 0; draw < draws; ++draw) {
        for (const Index suspect : suspiciousSeeds(both.x, both.y, drawnPairs(seeds, wrong, random)))
            ++(suspect < wrong ? found : falseAlarms);
    }
    const double share = found / static_cast<double>(draws * wrong);
    QVERIFY2(share >= least, qPrintable(QString::number(share)));
    QVERIFY2(falseAlarms <= draws / 10, qPrintable(QString::number(falseAlarms)));
}

/// Ranks as in results of runs: several wrong pairs among correct ones are found, at any position; one that is nearer
/// than most unrelated pairs is not suspected, nor is any if correct seeds are often far.
void TestSeedCheck::unrelatedPairsAreFarAfterARun()
{
    const auto suspects = [](const std::vector<double> &shares) { return likelyWrongSeeds(shares, 0.9, 5000); };
    std::vector<double> shares(15);
    QVERIFY(suspects(shares).empty());
    QVERIFY(suspects({}).empty());
    shares[4] = 0.45;
    QCOMPARE(suspects(shares), std::vector<Index>{4});
    shares[0] = 0.7;
    shares[14] = 0.2; // more wrong seeds increase the probability of each
    QCOMPARE(suspects(shares), (std::vector<Index>{0, 4, 14}));
    shares = std::vector<double>(15);
    shares[4] = 0.02;
    QVERIFY(suspects(shares).empty());
    shares[4] = 0.15;
    QCOMPARE(suspects(shares), std::vector<Index>{4});
    QVERIFY(likelyWrongSeeds(shares, 0.3, 5000).empty());
    QCOMPARE(likelyWrongSeeds({0, 0, 0, 0, 0.5}, 0.9, 5000), std::vector<Index>{4});
    QCOMPARE(suspects({0.8, 0.9, 0.7}), (std::vector<Index>{1, 0, 2})); // the most doubtful first
    QCOMPARE(maxSuspects(15), 5u);
    // Probabilities of a wrong seed among correct ones, by a second implementation of the model in Python.
    for (const auto &[of, matched, items, probability] :
         {std::tuple(std::vector<double>{0, 0, 0, 0, 0.1}, 0.9, Index(5000), 0.7207942),
          std::tuple(std::vector<double>{0, 0, 0, 0, 0.02, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 0.9, Index(5000), 0.063747),
          std::tuple(std::vector<double>{0, 0, 0.01, 0, 0.3, 0, 0, 0}, 0.5, Index(2000), 0.3589007)}) {
        QCOMPARE(likelyWrongSeeds(of, matched, items, probability - 1e-6), std::vector<Index>{4});
        QVERIFY(likelyWrongSeeds(of, matched, items, probability + 1e-6).empty());
    }
}

/// Draws from the model: correct seeds rarely raise an alarm, and four of five unrelated pairs are found.
void TestSeedCheck::unrelatedPairsAreFoundAtTheStatedRate()
{
    constexpr int draws = 1000;
    constexpr double matched = 0.85;
    constexpr Index items = 5000;
    for (const int wrong : {0, 1, 3}) {
        Random random(7);
        int found = 0, alarms = 0;
        for (int draw = 0; draw < draws; ++draw) {
            std::vector<double> shares;
            for (int s = 0; s < 15; ++s) {
                // The survival function falls as r^−½ from 1 at the nearest rank to 0 at the farthest.
                const double nearest = std::sqrt(static_cast<double>(items));
                const double far = std::pow(1 / nearest / (1 / nearest + random.uniform() * (1 - 1 / nearest)), 2);
                shares.push_back(s < wrong ? random.uniform() : random.uniform() < matched ? 0 : far);
            }
            int falseOnes = 0;
            for (const Index suspect : likelyWrongSeeds(shares, matched, items))
                ++(suspect < wrong ? found : falseOnes);
            alarms += falseOnes > 0;
        }
        QVERIFY2(found >= draws * wrong * 4 / 5, qPrintable(QString("%1 of %2").arg(found).arg(draws * wrong)));
        QVERIFY2(alarms <= draws * 0.1, qPrintable(QString("%1 alarms, %2 wrong").arg(alarms).arg(wrong)));
        qInfo("%d wrong: %.1f %% found, false alarm in %.1f %% of sets", wrong,
              100.0 * found / std::max(1, draws * wrong), 100.0 * alarms / draws);
    }
}

void TestSeedCheck::fewSeedsAreNotChecked()
{
    const Spaces both = spaces(100, 0.5);
    std::vector<SeedPair> pairs = truePairs(5);
    pairs[2].y = 50;
    QVERIFY(suspiciousSeeds(both.x, both.y, pairs).empty());
    QCOMPARE(seedAgreement(both.x, both.y, {}).size(), 0u);
    QCOMPARE(seedAgreement(both.x, both.y, truePairs(2)), (std::vector<double>{0, 0}));
}

void TestSeedCheck::equalItemsAreHarmless()
{
    const PreparedSpace equal = prepare(Matrix::Ones(100, 4), Centering::none);
    for (const double value : seedAgreement(equal, equal, truePairs(10)))
        QCOMPARE(value, 0.0);
    QVERIFY(suspiciousSeeds(equal, equal, truePairs(10)).empty());
}

QTEST_GUILESS_MAIN(TestSeedCheck)
#include "tst_seedcheck.moc"
