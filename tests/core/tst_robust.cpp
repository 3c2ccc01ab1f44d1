// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/anchors/sampling.h"
#include "core/optimizers/optimizers.h"
#include "core/projection/relative.h"
#include "support/randomdata.h"

#include <QtTest>

using namespace anchorscope;
using test::randomMatrix;
using test::randomRotation;

namespace {

/// Clustered cloud and a rotated, noisy copy of it; the truth pairs rows.
struct Pair
{
    PreparedSpace x, y;
    Correspondence truth = Correspondence::byRow(600);
};

/// Each seed has clusters of its own: two such clouds share neither items nor classes.
Matrix clusters(std::uint64_t seed)
{
    const Matrix centres = 1.5f * randomMatrix(12, 20, seed);
    Matrix cloud = randomMatrix(600, 20, seed + 1);
    Random random(seed);
    for (Index i = 0; i < cloud.rows(); ++i)
        cloud.row(i) += centres.row(random.below(12));
    return cloud;
}

Pair related(float noise)
{
    const Matrix x = clusters(1);
    const Matrix y = x * randomRotation(20, 3) + noise * randomMatrix(600, 20, 4);
    return {prepare(x, Centering::center), prepare(y, Centering::center)};
}

OptimizeSummary run(const Pair &pair, const std::string &method)
{
    Random random(7);
    const AnchorSet anchors = *drawAnchors(pair.truth, 60, 15, random);
    OptimizeOptions options;
    options.method = method;
    auto summary = optimize({pair.x, pair.y, anchors.itemsOfX, anchors.seedsOfY, &pair.truth}, options);
    return summary ? *summary : OptimizeSummary{};
}

} // namespace

class TestRobust : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsANoisyRotation_data()
    {
        QTest::addColumn<QString>("method");
        for (const char *method : {"alternating", "robust"})
            QTest::newRow(method) << method;
    }
    void findsANoisyRotation()
    {
        QFETCH(QString, method);
        const OptimizeSummary summary = run(related(0.2f), method.toStdString());
        QVERIFY(summary.hasResult());
        QVERIFY2(*summary.right >= 0.95, qPrintable(QString::number(*summary.right)));
    }

    void sameBitsAgain()
    {
        const Pair pair = related(0.5f);
        QCOMPARE(run(pair, "robust").anchorsOfY, run(pair, "robust").anchorsOfY);
    }
};

QTEST_GUILESS_MAIN(TestRobust)
#include "tst_robust.moc"
