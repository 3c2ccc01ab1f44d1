// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/projection/axisalignment.h"
#include "support/randomdata.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <numbers>

using namespace anchorscope;
using namespace anchorscope::test;

namespace {

constexpr float nothing = std::numeric_limits<float>::quiet_NaN();

double correlation(const Eigen::VectorXf &a, const Eigen::VectorXf &b)
{
    const Eigen::VectorXd u = (a.array() - a.mean()).cast<double>(), v = (b.array() - b.mean()).cast<double>();
    return u.dot(v) / (u.norm() * v.norm());
}

/// Rotates by `angle` in the first plane, optionally mirrored.
Matrix turnedBy(const Matrix &rows, double angle, bool mirrored)
{
    Matrix turn = Matrix::Identity(rows.cols(), rows.cols());
    const auto c = static_cast<float>(std::cos(angle)), s = static_cast<float>(std::sin(angle));
    turn.topLeftCorner(2, 2) << c, s, -s, c;
    if (mirrored)
        turn.col(0) *= -1;
    return rows * turn;
}

} // namespace

class TestAxisAlignment : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rotatedPlotsAreRestored_data()
    {
        QTest::addColumn<double>("angle");
        QTest::addColumn<bool>("mirrored");
        for (const double degrees : {0.0, 30.0, 90.0, 179.0, 250.0}) {
            QTest::addRow("%g", degrees) << degrees << false;
            QTest::addRow("%g mirrored", degrees) << degrees << true;
        }
    }
    void rotatedPlotsAreRestored()
    {
        QFETCH(double, angle);
        QFETCH(bool, mirrored);
        const Matrix before = randomMatrix(300, 4, 3);
        Matrix now = turnedBy(before, angle * std::numbers::pi / 180, mirrored);
        now.col(3) *= -1;
        const Matrix turn = alignedAxes({{now, before}});
        QVERIFY((turn * turn.transpose() - Matrix::Identity(4, 4)).norm() < 1e-5f);
        QVERIFY((now * turn - before).norm() < 1e-4f * before.norm());
    }

    /// No axis is mirrored by the alignment, for any new projection.
    void noAxisIsMirrored()
    {
        for (std::uint64_t seed = 1; seed <= 40; ++seed) {
            const Matrix x = randomMatrix(120, 5, seed), y = randomMatrix(90, 5, seed + 100);
            const Matrix oldX = 0.3f * x + randomMatrix(120, 5, seed + 200);
            const Matrix oldY = -0.3f * y + randomMatrix(90, 5, seed + 300);
            const Matrix turn = alignedAxes({{x, oldX}, {y, oldY}});
            Matrix now(210, 5), before(210, 5);
            now << x * turn, y * turn;
            before << oldX, oldY;
            for (Index axis = 0; axis < 5; ++axis)
                QVERIFY(correlation(now.col(axis), before.col(axis)) > 0);
        }
    }

    void rowsWithoutPlaceDoNotCount()
    {
        Matrix before = randomMatrix(50, 2, 1);
        Matrix now = turnedBy(before, 1, true);
        now(7, 0) = nothing;
        before(9, 1) = nothing;
        const Matrix turn = alignedAxes({{now, before}});
        QVERIFY(turn.allFinite());
        QVERIFY((now.row(20) * turn - before.row(20)).norm() < 1e-4f);
    }

    void otherItemsCauseNoRotation()
    {
        const Matrix before = randomMatrix(50, 3, 1), now = randomMatrix(51, 3, 2);
        QCOMPARE(alignedAxes({{now, before}}), Matrix(Matrix::Identity(3, 3)));
        QCOMPARE(alignedAxes({}).size(), Index(0));
    }

    /// Two seeds give a plot with two axes, a third one adds an axis.
    void plotsMayGainAxes()
    {
        const Matrix now = randomMatrix(60, 3, 4);
        const Matrix before = -now.leftCols(2);
        const Matrix turn = alignedAxes({{now, before}});
        QVERIFY((now * turn).leftCols(2).isApprox(before, 1e-4f));
        QCOMPARE((now * turn).col(2).eval(), now.col(2).eval());
    }

    void sharesAreThoseAlongTheAxes()
    {
        Matrix cloud = randomMatrix(400, 3, 8);
        cloud.col(0) *= 3;
        cloud.col(1) *= 2;
        const Pca pca = fitPca({cloud});
        const Matrix now = pca.project(cloud);
        const Matrix turn = alignedAxes({{now, turnedBy(now, 0.7, false)}});
        const Pca after = rotated(pca, turn);
        const Matrix coordinates = after.project(cloud);
        QVERIFY(coordinates.isApprox(now * turn, 1e-4f));
        const Vector variances = coordinates.colwise().squaredNorm();
        QVERIFY(after.explained.isApprox(variances / variances.sum(), 1e-3f));
        QVERIFY(std::abs(after.explained[0] - pca.explained[0]) > 0.05f); // the axes were rotated
        QVERIFY(std::abs(after.explained.sum() - pca.explained.sum()) < 1e-5f);
    }

    void centresAreMediansOfTheirClass()
    {
        Matrix rows(6, 2);
        rows << 0, 1, 2, 3, 100, 5, 7, 7, 9, 9, nothing, 0;
        const Matrix centres = classCentres(rows, {0, 0, 0, 1, 1, 1}, 3);
        QCOMPARE(centres.row(0).eval(), (Eigen::RowVectorXf(2) << 2, 3).finished());
        QCOMPARE(centres.row(1).eval(), (Eigen::RowVectorXf(2) << 8, 8).finished());
        QVERIFY(std::isnan(centres(2, 0)));
        QVERIFY(classCentres(rows, {-1, 5, -1}, 2).array().isNaN().all());
    }

    void distantPartnersAreFound()
    {
        Matrix x(4, 2), y(3, 2);
        x << 0, 0, 1, 1, 2, 2, 3, 3;
        y << 0, 3, 1, 1, 6, 7;
        const Vector far = distancesToPartners(x, y, {0, 1, noItem, 2});
        QCOMPARE(far[0], 3.0f);
        QCOMPARE(far[1], 0.0f);
        QVERIFY(std::isnan(far[2]));
        QCOMPARE(far[3], 5.0f);
        QCOMPARE(farthestRows(far, 0.5), (std::vector<ItemIndex>{0, 3}));
        QCOMPARE(farthestRows(far, 0), std::vector<ItemIndex>());
        QCOMPARE(farthestRows(far, 1), (std::vector<ItemIndex>{0, 1, 3}));
    }
};

QTEST_GUILESS_MAIN(TestAxisAlignment)
#include "tst_axisalignment.moc"
