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
        QVERIFY(std::abs(kernelAlignment(x, y, Correspondence::byRow(40)) - expected) <= 1e-5);
    }

    void alignmentIsInvariant()
    {
        const Matrix x = randomMatrix(50, 6, 1), y = randomMatrix(50, 4, 2);
        const Correspondence rows = Correspondence::byRow(50);
        const double before = kernelAlignment(x, y, rows);
        const Matrix moved = (3.0f * (x * randomRotation(6, 3))).array() + 2.0f;
        QVERIFY(std::abs(kernelAlignment(moved, y, rows) - before) <= 1e-5);
        QVERIFY(std::abs(kernelAlignment(x, moved, rows) - 1) <= 1e-5);
        QVERIFY(before < 0.5);
        QVERIFY(std::isnan(kernelAlignment(x, y, Correspondence(50, 50))));
        QVERIFY(std::isnan(kernelAlignment(Matrix::Ones(50, 6), y, rows)));
    }
};

QTEST_GUILESS_MAIN(TestLearnedRepresentation)
#include "tst_learnedrepresentation.moc"
