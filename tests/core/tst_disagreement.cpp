// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/disagreement.h"
#include "core/parallel.h"
#include "core/projection/relative.h"
#include "core/random.h"
#include "support/randomdata.h"
#include "support/sentences.h"

#include <QtTest>

#include <algorithm>

using namespace anchorscope;

namespace {

constexpr Index items = 600, dimension = 20;
constexpr ItemIndex firstOfGroup = 540; ///< the last sixty are close together in one space, and anywhere in the other

/// Gaussian items; Y is X with some noise, except for the group.
std::pair<Matrix, Matrix> spaces(double noise, bool disagree)
{
    Random random(11);
    Matrix x(items, dimension), y(items, dimension);
    for (Index i = 0; i < items; ++i) {
        for (Index c = 0; c < dimension; ++c) {
            x(i, c) = static_cast<float>(random.normal());
            y(i, c) = x(i, c) + static_cast<float>(noise * random.normal());
        }
        for (Index c = 0; disagree && i >= firstOfGroup && c < dimension; ++c)
            x(i, c) = static_cast<float>((c == 0 ? 4.0 : 0.0) + 0.5 * random.normal());
    }
    normalizeRows(x);
    normalizeRows(y);
    return {x, y};
}

} // namespace

/// Pairs that one space keeps together and the other does not.
class TestDisagreement : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aGroupOfOneSpaceIsFound()
    {
        const auto [x, y] = spaces(0.3, true);
        const auto seen = findDisagreement(x, y);
        QVERIFY2(seen.ok(), seen ? "" : seen.error().message.c_str());
        QVERIFY(!seen->groups.empty());
        const DisagreementGroup &first = seen->groups.front();
        QCOMPARE(first.holds, Side::x);
        const auto inGroup = std::ranges::count_if(first.members, [](ItemIndex item) { return item >= firstOfGroup; });
        QVERIFY2(inGroup * 10 >= 9 * std::ssize(first.members), qPrintable(QString::number(inGroup)));
        QVERIFY(inGroup >= 30);
        QVERIFY(first.togetherX > 0.8 && first.togetherY < 0.4);
        QVERIFY(first.score > seen->byChance);
        // With the spaces exchanged, Y holds the same group together.
        const auto swapped = findDisagreement(y, x);
        QVERIFY(swapped.ok());
        QCOMPARE(swapped->groups.front().holds, Side::y);
    }

    void equalSpacesHaveNoGroups()
    {
        const auto [x, y] = spaces(0, false);
        const auto seen = findDisagreement(x, y);
        QVERIFY(seen.ok());
        QVERIFY(seen->groups.empty());
    }

    void noiseAloneYieldsFewGroups()
    {
        const auto [x, y] = spaces(0.5, false);
        const auto seen = findDisagreement(x, y);
        QVERIFY(seen.ok());
        QVERIFY2(seen->groups.size() <= 2, qPrintable(QString::number(seen->groups.size())));
    }

    /// Two copies of the same items, each with noise of its own. A draw in twenty may exceed chance.
    void noisyCopiesHaveHardlyAnyGroup()
    {
        std::size_t groups = 0;
        for (const std::uint64_t seed : {1, 2, 3}) {
            const Matrix shared = test::randomMatrix(items, dimension, seed);
            const auto copy = [&](std::uint64_t noise) {
                Matrix rows = shared + 0.5f * test::randomMatrix(items, dimension, noise);
                normalizeRows(rows);
                return rows;
            };
            const auto seen =
                findDisagreement(copy(seed + 10), Matrix(copy(seed + 20) * test::randomRotation(dimension, seed + 30)));
            QVERIFY(seen.ok());
            groups += seen->groups.size();
        }
        QVERIFY2(groups <= 1, qPrintable(QString::number(groups)));
    }

    void tooFewItemsAreRefused()
    {
        const Matrix few = Matrix::Identity(20, 20);
        const auto refused = findDisagreement(few, few);
        QCOMPARE(test::codeOf(refused), ErrorCode::tooFewItems);
        QVERIFY(test::isSaid(refused.error().text(), "found 20"));
    }
};

QTEST_GUILESS_MAIN(TestDisagreement)
#include "tst_disagreement.moc"
