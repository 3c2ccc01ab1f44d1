// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kernelalignment.h"
#include "core/evaluate/learnedrepresentation.h"
#include "support/contexts.h"
#include "support/randomdata.h"

#include <QtTest>

using namespace anchorscope;
using test::randomMatrix;
using test::randomRotation;

namespace {

/// Two spaces of 60 items and a third, and 12 anchors.
struct Banks
{
    Matrix rawX = randomMatrix(60, 8, 1);
    PreparedSpace x = prepare(rawX, Centering::center);
    PreparedSpace y = prepare(rawX * randomRotation(8, 2) + 0.1f * randomMatrix(60, 8, 3), Centering::center);
    PreparedSpace otherY = prepare(randomMatrix(60, 6, 4), Centering::center);
    PreparedSpace third = prepare(randomMatrix(60, 9, 5), Centering::center);
    Correspondence pairing = Correspondence::byRow(60);
    AnchorSet anchors;
    LearnedAnchorsOptions options;
    Banks()
    {
        for (ItemIndex i = 0; i < 12; ++i)
            anchors.itemsOfX.push_back(5 * i);
        options.anchors = 12;
        options.steps = 8;
    }
    RepresentationPair encode(const PreparedSpace &second, std::vector<const PreparedSpace *> further = {}) const
    {
        return *learnedRepresentation({x, second, anchors, pairing, similarities().front(), {}, further}, options, {});
    }
};

} // namespace

class TestLearnedRepresentation : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// The tested space does not influence the learning of its anchors.
    void testedBankIsLeftOut()
    {
        const Banks banks;
        const RepresentationPair pair = banks.encode(banks.y), other = banks.encode(banks.otherY);
        QVERIFY(pair.x() == other.x());   // learned without Y: another Y changes nothing
        QVERIFY(pair.xInY != other.xInY); // learned from Y
        const RepresentationPair more = banks.encode(banks.y, {&banks.third});
        QVERIFY(more.x() != pair.x());
        QCOMPARE(pair.x().cols(), Index(12));
        QCOMPARE(pair.yInX.rows(), Index(60));
    }

    void sameAnchorsInBothSpaces()
    {
        const Banks banks;
        const RepresentationPair same = banks.encode(banks.x);
        QVERIFY(same.x() == same.yInX); // the same space as both banks
        QVERIFY(same.y() == same.xInY);
    }

    /// P = I gives the whitened similarity to the items themselves.
    void identityMixtureIsPlainWhitening()
    {
        const Banks banks;
        const Matrix relative = relativeToMixture(banks.x, banks.anchors.itemsOfX, Matrix::Identity(12, 12), {});
        const Matrix plain = relativeTo(banks.x, banks.anchors.itemsOfX, *findSimilarity("whitened"));
        QVERIFY((relative - plain).cwiseAbs().maxCoeff() <= 1e-5f * plain.cwiseAbs().maxCoeff());
    }

    /// Learned anchors are mixtures of the anchors and of items of the pool; without a pool, of any paired items.
    void mixturesUseThePool()
    {
        const Banks banks;
        const std::vector<ItemIndex> &anchors = banks.anchors.itemsOfX;
        LearningChoice learning;
        QCOMPARE(mixedItems(anchors, banks.pairing, learning), anchors);
        learning.subset = 15;
        learning.pool = {1, 2, 3, 4, 5, 6};
        const std::vector<ItemIndex> mixed = mixedItems(anchors, banks.pairing, learning);
        QCOMPARE(mixed.size(), std::size_t(15));
        QVERIFY(std::ranges::equal(mixed.begin(), mixed.begin() + 12, anchors.begin(), anchors.end()));
        for (std::size_t i = 12; i < 15; ++i)
            QVERIFY(std::ranges::count(learning.pool, mixed[i]) == 1 && mixed[i] != 5); // item 5 is an anchor
        learning.subset = 60;
        QCOMPARE(mixedItems(anchors, banks.pairing, learning).size(), std::size_t(17)); // the whole pool
        learning.pool.clear();
        QCOMPARE(mixedItems(anchors, banks.pairing, learning).size(), std::size_t(60));
    }

    void viewsKeepLengths()
    {
        const Matrix rows = randomMatrix(20, 7, 6);
        const std::vector<Matrix> views = viewsOfBank(rows, 3);
        QCOMPARE(views.size(), std::size_t(2));
        QCOMPARE(views[0].cols() + views[1].cols(), Index(7));
        const Vector lengths = views[0].rowwise().squaredNorm() + views[1].rowwise().squaredNorm();
        QVERIFY((lengths - Vector(rows.rowwise().squaredNorm())).cwiseAbs().maxCoeff() <= 1e-4f);
        QVERIFY(viewsOfBank(rows, 4)[0] != views[0]);
    }

    void notPossible()
    {
        Banks banks;
        Correspondence few(60, 60);
        few.pair(0, 0);
        QVERIFY(
            !learnedRepresentation({banks.x, banks.y, banks.anchors, few, similarities().front()}, banks.options, {}));
        const PreparedSpace line = prepare(randomMatrix(60, 1, 1), Centering::center);
        QVERIFY(!learnedRepresentation({banks.x, line, banks.anchors, banks.pairing, similarities().front()},
                                       banks.options, {}));
        const RunContext cancelled = cancelledContext();
        QVERIFY(!learnedRepresentation({banks.x, banks.y, banks.anchors, banks.pairing, similarities().front()},
                                       banks.options, cancelled));
    }

    /// ‖YᵀX‖²/(‖XᵀX‖‖YᵀY‖) equals the product of the centred n × n Gram matrices.
    void alignmentEqualsItsGramForm()
    {
        const Matrix x = randomMatrix(40, 5, 1), y = x * randomMatrix(5, 7, 2) + randomMatrix(40, 7, 3);
        const Eigen::MatrixXd centring = Eigen::MatrixXd::Identity(40, 40).array() - 1.0 / 40;
        const auto gram = [&](const Matrix &rows) -> Eigen::MatrixXd {
            const Eigen::MatrixXd d = rows.cast<double>();
            return centring * d * d.transpose() * centring;
        };
        const Eigen::MatrixXd gx = gram(x), gy = gram(y);
        const double expected = gx.cwiseProduct(gy).sum() / (gx.norm() * gy.norm());
        QVERIFY(std::abs(kernelAlignment(x, y, Correspondence::byRow(40)).usual - expected) <= 1e-5);
    }

    /// Song et al. 2012, eq. 5, of kernel matrices whose diagonals are 0; fewer items than dimensions and more.
    void debiasedAlignmentIsThatOfUnbiasedProducts()
    {
        for (const Index dimensions : {5, 90}) {
            const Matrix x = randomMatrix(40, dimensions, 1), y = x + randomMatrix(40, dimensions, 3);
            const auto kernel = [](const Matrix &rows) -> Eigen::MatrixXd {
                Eigen::MatrixXd k = rows.cast<double>() * rows.cast<double>().transpose();
                k.diagonal().setZero();
                return k;
            };
            const auto unbiased = [](const Eigen::MatrixXd &k, const Eigen::MatrixXd &l) {
                const double n = 40;
                return (k * l).trace() + k.sum() * l.sum() / (n - 1) / (n - 2) -
                       2 / (n - 2) * k.rowwise().sum().dot(l.rowwise().sum());
            };
            const Eigen::MatrixXd k = kernel(x), l = kernel(y);
            const double expected = unbiased(k, l) / std::sqrt(unbiased(k, k) * unbiased(l, l));
            const KernelAlignment found = kernelAlignment(x, y, Correspondence::byRow(40));
            QVERIFY(std::abs(found.debiased - expected) <= 1e-6);
            QVERIFY(found.debiased > found.chance.high);
        }
    }

    /// The usual estimate is near 1 for unrelated noise of few items; chance explains both.
    void alignmentByChance()
    {
        std::vector<double> usual, debiased;
        int outside = 0;
        for (std::uint64_t seed = 0; seed < 60; ++seed) {
            const KernelAlignment found = kernelAlignment(
                randomMatrix(30, 200, 2 * seed + 1), randomMatrix(30, 200, 2 * seed + 2), Correspondence::byRow(30));
            usual.push_back(found.usual - found.usualByChance);
            debiased.push_back(found.debiased);
            outside += found.debiased < found.chance.low || found.debiased > found.chance.high;
            QVERIFY(found.usual > 0.8);
            QVERIFY(found.chance.low < 0 && found.chance.high > 0);
        }
        const double deviation = std::sqrt(2.0 / (30 * 27)); // the same for random pairings of all spaces
        QVERIFY(std::abs(mean(debiased)) < 3 * deviation / std::sqrt(60));
        QVERIFY(std::abs(sampleDeviation(debiased) / deviation - 1) < 0.3);
        QVERIFY(std::abs(mean(usual)) < 0.005);
        QVERIFY(outside <= 9); // 3 of 60 expected; more than 9 in one case of a thousand
    }

    void alignmentIsInvariant()
    {
        const Matrix x = randomMatrix(50, 6, 1), y = randomMatrix(50, 4, 2);
        const Correspondence rows = Correspondence::byRow(50);
        const KernelAlignment before = kernelAlignment(x, y, rows);
        const Matrix moved = (3.0f * (x * randomRotation(6, 3))).array() + 2.0f;
        const KernelAlignment after = kernelAlignment(moved, y, rows), itself = kernelAlignment(x, moved, rows);
        QVERIFY(std::abs(after.usual - before.usual) <= 1e-5);
        QVERIFY(std::abs(after.debiased - before.debiased) <= 1e-5);
        QVERIFY(std::abs(itself.usual - 1) <= 1e-5 && std::abs(itself.debiased - 1) <= 1e-5);
        QVERIFY(before.usual < 0.5);
        QVERIFY(std::isnan(kernelAlignment(x, y, Correspondence(50, 50)).usual));
        QVERIFY(std::isnan(kernelAlignment(Matrix::Ones(50, 6), y, rows).usual));
    }
};

QTEST_GUILESS_MAIN(TestLearnedRepresentation)
#include "tst_learnedrepresentation.moc"
