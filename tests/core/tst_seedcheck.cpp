// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/anchors/seedcheck.h"
#include "core/random.h"

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
    const auto gaussian = [&](Index rows, Index columns) {
        Matrix matrix(rows, columns);
        for (Index i = 0; i < matrix.size(); ++i)
            matrix.data()[i] = static_cast<float>(random.normal());
        return matrix;
    };
    const Matrix x = gaussian(items, 12);
    const Matrix mixing = gaussian(12, 20);
    const Matrix y = x * mixing + static_cast<float>(noise) * gaussian(items, 20);
    return {prepare(x, Centering::center), prepare(y, Centering::center)};
}

std::vector<SeedPair> truePairs(int count)
{
    std::vector<SeedPair> pairs;
    for (ItemIndex i = 0; i < count; ++i)
        pairs.push_back({ItemOfX{7 * i}, ItemOfY{7 * i}});
    return pairs;
}

} // namespace

class TestSeedCheck : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rightPairsAgree();
    void wrongPairsAreFound_data();
    void wrongPairsAreFound();
    void mostSingleWrongPairsAreFound();
    void fewSeedsAreNotJudged();
    void equalItemsAreHarmless();
};

void TestSeedCheck::rightPairsAgree()
{
    const Spaces both = spaces(300, 0.5);
    for (const double value : seedAgreement(both.x, both.y, truePairs(15)))
        QVERIFY2(value > 0.5, qPrintable(QString::number(value)));
    QVERIFY(suspiciousSeeds(both.x, both.y, truePairs(15)).empty());
    QVERIFY(suspiciousSeeds(both.x, both.y, truePairs(40)).empty());
}

void TestSeedCheck::wrongPairsAreFound_data()
{
    QTest::addColumn<int>("seeds");
    QTest::addColumn<std::vector<Index>>("wrong");
    QTest::newRow("three of fifteen") << 15 << std::vector<Index>{0, 7, 14};
    QTest::newRow("two of twenty") << 20 << std::vector<Index>{3, 11};
    QTest::newRow("five of forty") << 40 << std::vector<Index>{1, 5, 20, 33, 39};
}

void TestSeedCheck::wrongPairsAreFound()
{
    QFETCH(int, seeds);
    QFETCH(std::vector<Index>, wrong);
    const Spaces both = spaces(300, 0.5);
    std::vector<SeedPair> pairs = truePairs(seeds);
    for (const Index seed : wrong) // items that are no seeds
        pairs[static_cast<std::size_t>(seed)].y = ItemOfY{static_cast<ItemIndex>(7 * seed + 3)};
    QCOMPARE(suspiciousSeeds(both.x, both.y, pairs), wrong);
}

/// Fourteen similarities can agree by chance, so not every wrong pair is found; hardly a right one may be suspected.
void TestSeedCheck::mostSingleWrongPairsAreFound()
{
    const Spaces both = spaces(300, 0.5);
    int found = 0, falseAlarms = 0;
    for (Index wrong = 0; wrong < 15; ++wrong) {
        std::vector<SeedPair> pairs = truePairs(15);
        pairs[static_cast<std::size_t>(wrong)].y = ItemOfY{static_cast<ItemIndex>(200 + wrong)};
        for (const Index suspect : suspiciousSeeds(both.x, both.y, pairs))
            ++(suspect == wrong ? found : falseAlarms);
    }
    QVERIFY2(found >= 11, qPrintable(QString::number(found)));
    QVERIFY2(falseAlarms <= 1, qPrintable(QString::number(falseAlarms)));
}

void TestSeedCheck::fewSeedsAreNotJudged()
{
    const Spaces both = spaces(100, 0.5);
    std::vector<SeedPair> pairs = truePairs(5);
    pairs[2].y = ItemOfY{50};
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
