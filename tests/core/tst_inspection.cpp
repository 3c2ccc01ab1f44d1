// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/candidates.h"
#include "core/evaluate/inspection.h"
#include "core/evaluate/retrieval.h"
#include "core/neighbours/matches.h"
#include "support/contexts.h"
#include "support/randomdata.h"
#include "support/sentences.h"

#include <QtTest>

#include <cmath>
#include <numbers>

using namespace anchorscope;

namespace {

constexpr double roundOff = 1e-6;

double cosine(double degrees)
{
    return std::cos(degrees * std::numbers::pi / 180);
}

/// Points on the unit circle.
PreparedSpace circle(const std::vector<double> &degrees)
{
    Matrix rows(static_cast<Index>(degrees.size()), 2);
    for (std::size_t i = 0; i < degrees.size(); ++i)
        rows.row(static_cast<Index>(i)) << static_cast<float>(cosine(degrees[i])),
            static_cast<float>(cosine(degrees[i] - 90));
    return prepare(rows, Centering::none);
}

/// Item 1 has another place in Y. The anchors are items 0 and 3, at 0° and 90°, so relative vectors equal the points.
struct World
{
    PreparedSpace x = circle({0, 10, 20, 90, 100, 180});
    PreparedSpace y = circle({0, 170, 20, 90, 100, 180});
    AnchorSet anchors{{0, 3}, {0, 3}, {}, {}};
    std::vector<ItemIndex> partnerOfX{0, 1, 2, 3, 4, 5};

    AnchoredPair pair() const { return {x, y, anchors, similarities().front()}; }
    ItemInspection inspect(ItemIndex itemOfX, ItemIndex itemOfY, const InspectionOptions &options) const
    {
        const auto seen = inspectItem(pair(), itemOfX, itemOfY, partnerOfX, options);
        return seen ? *seen : ItemInspection();
    }
};

} // namespace

class TestInspection : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void neighboursThatMovedAreLostAndOthersGained()
    {
        const ItemInspection seen = World().inspect(0, 0, {false, 2});
        QCOMPARE(seen.neighbours.size(), 2u);
        QCOMPARE(seen.neighbours[0].x, 1); // at 10°, in Y at 170°
        QVERIFY(!seen.neighbours[0].sharedX);
        QVERIFY(std::abs(seen.neighbours[0].similarityX - cosine(10)) < roundOff);
        QCOMPARE(seen.neighbours[1].x, 2);
        QVERIFY(seen.neighbours[1].sharedX);
        QCOMPARE(seen.neighbours[0].y, 2);
        QVERIFY(seen.neighbours[0].sharedY);
        QCOMPARE(seen.neighbours[1].y, 3);
        QVERIFY(!seen.neighbours[1].sharedY);
        QVERIFY(std::abs(seen.neighbours[1].similarityY - cosine(90)) < roundOff);
        QCOMPARE(seen.overlap, 1.0 / 3); // {1, 2} and {2, 3}
    }

    void sharedNeighboursFollowThePairing()
    {
        World world;
        world.partnerOfX = {0, 3, 2, 1, 4, noItem}; // 1 and 3 exchanged
        const ItemInspection seen = world.inspect(0, 0, {false, 2});
        QVERIFY(seen.neighbours[0].sharedX); // items 1 of X and 3 of Y are now partners
        QVERIFY(seen.neighbours[1].sharedY);
        QCOMPARE(seen.overlap, 1.0);
    }

    void fingerprintBeginsWithTheLargestDisagreement()
    {
        const ItemInspection seen = World().inspect(1, 1, {});
        QCOMPARE(seen.fingerprint.size(), 2u);
        QCOMPARE(seen.fingerprint[0].anchorOfX, 0);
        QVERIFY(std::abs(seen.fingerprint[0].x - cosine(10)) < roundOff);
        QVERIFY(std::abs(seen.fingerprint[0].y - cosine(170)) < roundOff);
        QVERIFY(seen.fingerprint[0].seed);
        QCOMPARE(seen.fingerprint[1].anchorOfX, 3);
        QVERIFY(std::abs(seen.fingerprint[1].x - seen.fingerprint[1].y) < roundOff);
        QVERIFY(std::abs(seen.cosine.value() - cosine(160)) < roundOff);
    }

    void ranksCountNearerItems()
    {
        const World world;
        QCOMPARE(world.inspect(0, 0, {}).rankXToY.value(), 1.0);
        // Seen from 10°, 0°, 20°, 90° and 100° are nearer than 170°; seen from 170°, 180°, 100°, 90° and 20°.
        QCOMPARE(world.inspect(1, 1, {}).rankXToY.value(), 5.0);
        QCOMPARE(world.inspect(1, 1, {}).rankYToX.value(), 5.0);
    }

    void equalsCountHalf()
    {
        World world;
        world.y = circle({0, 170, 20, 90, 100, 20});
        QCOMPARE(world.inspect(2, 2, {}).rankXToY.value(), 1.5);
        QCOMPARE(world.inspect(2, 2, {}).rankYToX.value(), 1.0);
    }

    void ranksAreThoseOfRetrieval()
    {
        const Matrix cloud = test::randomMatrix(150, 9, 1);
        const PreparedSpace x = prepare(cloud, Centering::center);
        const PreparedSpace y = prepare(cloud + 0.6F * test::randomMatrix(150, 9, 2), Centering::center);
        const AnchorSet anchors{{3, 14, 15, 92, 65, 35}, {3, 14, 15, 92, 65, 35}, {}, {}};
        const AnchoredPair pair{x, y, anchors, similarities().front()};
        const auto whole = retrieveBothWays("all", relativeRows(pair, Side::x), relativeRows(pair, Side::y),
                                            Correspondence::byRow(150), {});
        QVERIFY(whole);
        std::vector<ItemIndex> partners(150);
        for (ItemIndex item = 0; item < 150; ++item)
            partners[static_cast<std::size_t>(item)] = item;
        for (ItemIndex item = 0; item < 150; item += 7) {
            const auto seen = inspectItem(pair, item, item, partners, {});
            QVERIFY(seen);
            QCOMPARE(seen->rankXToY.value(), double(whole->xToY.itemRank[static_cast<std::size_t>(item)]));
            QCOMPARE(seen->rankYToX.value(), double(whole->yToX.itemRank[static_cast<std::size_t>(item)]));
        }
    }

    void withoutPartnerOnlyOneSideIsShown()
    {
        const ItemInspection seen = World().inspect(0, noItem, {false, 2});
        QCOMPARE(seen.neighbours.size(), 2u);
        QCOMPARE(seen.neighbours[0].x, 1);
        QCOMPARE(seen.neighbours[0].y, noItem);
        QVERIFY(seen.fingerprint.empty() && !seen.cosine && !seen.rankXToY);
        QCOMPARE(seen.overlap, 0.0);
    }

    void withoutAnchorsThereIsNoFingerprint()
    {
        World world;
        world.anchors = {};
        const ItemInspection seen = world.inspect(0, 0, {false, 2});
        QCOMPARE(seen.neighbours.size(), 2u);
        QVERIFY(seen.fingerprint.empty() && !seen.cosine && !seen.rankXToY);
    }

    void relativeNeighboursAreThoseOfTheRelativeVectors()
    {
        World world;
        world.anchors = {{0}, {0}, {}, {}}; // one number each, so all angles below 90° look the same
        QVERIFY(std::abs(world.inspect(2, 2, {false, 1}).neighbours[0].similarityX - cosine(10)) < roundOff);
        QVERIFY(std::abs(world.inspect(2, 2, {true, 1}).neighbours[0].similarityX - 1) < roundOff);
    }

    void anchorsWithoutCounterpartAreLeftOut()
    {
        World world;
        world.anchors.itemsOfX.push_back(5); // completed, but not found in Y
        QCOMPARE(anchorsOf(world.pair(), Side::x).rows(), 2);
        QCOMPARE(relativeRows(world.pair(), Side::x).cols(), relativeRows(world.pair(), Side::y).cols());
        world.anchors.continuousY = world.y.rows.topRows(3);
        QCOMPARE(anchorsOf(world.pair(), Side::x).rows(), 3);
        QVERIFY(anchorsOf(world.pair(), Side::y) == world.y.rows.topRows(3));
    }

    void candidatesAreNearestRelativeToTheAnchors()
    {
        const auto found = findCandidates(World().pair(), Side::y, 4, 3); // at 100°
        QVERIFY(found);
        QCOMPARE(found->size(), 3u);
        QCOMPARE((*found)[0].item, 4);
        QVERIFY(std::abs((*found)[0].score - 1) < roundOff);
        QVERIFY(std::abs((*found)[0].margin - (1 - cosine(10))) < roundOff);
        QCOMPARE((*found)[1].item, 3);
        QVERIFY(std::abs((*found)[1].margin - (cosine(10) - 1)) < roundOff);
        QCOMPARE((*found)[2].item, 1);
        QVERIFY(std::abs((*found)[2].score - cosine(70)) < roundOff);
    }

    void candidatesOfTheOtherSide()
    {
        const auto found = findCandidates(World().pair(), Side::x, 1, 100); // at 170° in Y
        QVERIFY(found);
        QCOMPARE(found->size(), 6u);
        QCOMPARE(found->front().item, 5);
        QCOMPARE(found->back().item, 0);
    }

    void rejectedCandidatesAreIgnored()
    {
        const std::vector<Candidate> found{{7, 0.9F, 0}, {8, 0.5F, 0}, {9, 0.25F, 0}};
        const auto chosen = chooseCandidates(found, 1, [](ItemIndex item) { return item != 7; });
        QCOMPARE(chosen.size(), 1u);
        QCOMPARE(chosen[0].item, 8);
        QCOMPARE(chosen[0].margin, 0.25F); // margin over item 9, which is not listed
        const auto only = chooseCandidates(found, 8, [](ItemIndex item) { return item == 9; });
        QCOMPARE(only.size(), 1u);
        QCOMPARE(only[0].margin, 0.25F);
    }

    void cancelledMeansNoAnswer()
    {
        const World world;
        const auto found = findCandidates(world.pair(), Side::y, 0, 3, cancelledContext());
        QVERIFY(!found && test::codeOf(found) == ErrorCode::cancelled);
        const auto seen = inspectItem(world.pair(), 0, 0, world.partnerOfX, {}, cancelledContext());
        QVERIFY(!seen && test::codeOf(seen) == ErrorCode::cancelled);
    }

    void bestOfSeveralPartnersIsKept()
    {
        const std::vector<ItemIndex> xOfY{2, 0, 2, 2};
        QCOMPARE(partnersOfX(xOfY, {-1, -0.5F, -0.25F, -0.25F}, 4), (std::vector<ItemIndex>{1, noItem, 2, noItem}));
        QCOMPARE(partnersOfX(xOfY, {}, 4), (std::vector<ItemIndex>{1, noItem, 0, noItem}));
    }
};

QTEST_GUILESS_MAIN(TestInspection)
#include "tst_inspection.moc"
