// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/anchors/anchorlosses.h"
#include "core/anchors/learnedanchors.h"
#include "core/projection/relative.h"
#include "support/randomdata.h"

#include <QtTest>

#include <functional>
#include <numeric>

using namespace anchorscope;
using test::randomMatrix;
using test::randomRotation;

namespace {

/// Largest difference between a gradient and central differences of its loss, relative to the gradient's largest entry.
double gradientError(const MatrixD &at, const MatrixD &gradient, const std::function<double(const MatrixD &)> &loss)
{
    const double h = 1e-6;
    double worst = 0;
    MatrixD moved = at;
    for (Index i = 0; i < at.size(); ++i) {
        moved.data()[i] = at.data()[i] + h;
        const double above = loss(moved);
        moved.data()[i] = at.data()[i] - h;
        const double below = loss(moved);
        moved.data()[i] = at.data()[i];
        worst = std::max(worst, std::abs((above - below) / (2 * h) - gradient.data()[i]));
    }
    return worst / gradient.cwiseAbs().maxCoeff();
}

/// Central differences with h = 1e-6 of losses of order 1 carry rounding of about 2e-10; gradients here are about 1e-2.
constexpr double tolerance = 1e-6;

} // namespace

class TestLearnedAnchors : public QObject
{
    Q_OBJECT

    const MatrixD m_f = randomMatrix(7, 5, 1).cast<double>();
    const MatrixD m_g = randomMatrix(7, 5, 2).cast<double>();

private Q_SLOTS:
    void gradientsAgreeWithFiniteDifferences_data()
    {
        QTest::addColumn<int>("loss");
        QTest::newRow("soft Jaccard") << 0;
        QTest::newRow("Barlow Twins") << 1;
        QTest::newRow("alignment and uniformity") << 2;
    }
    void gradientsAgreeWithFiniteDifferences()
    {
        QFETCH(int, loss);
        const auto evaluate = [loss](const MatrixD &f, const MatrixD &g) {
            return loss == 0   ? softJaccardLoss(f, g, 0.7)
                   : loss == 1 ? barlowTwinsLoss(f, g, 0.05)
                               : alignmentUniformityLoss(f, g);
        };
        const PairLoss at = evaluate(m_f, m_g);
        QVERIFY(gradientError(m_f, at.gradientF, [&](const MatrixD &f) { return evaluate(f, m_g).value; }) <=
                tolerance);
        QVERIFY(gradientError(m_g, at.gradientG, [&](const MatrixD &g) { return evaluate(m_f, g).value; }) <=
                tolerance);
    }

    void objectiveGradientAgreesWithFiniteDifferences()
    {
        std::vector<MatrixD> grams;
        for (std::uint64_t bank = 0; bank < 3; ++bank) {
            const MatrixD z = randomMatrix(9, 4, 10 + bank).cast<double>();
            grams.push_back(z * z.transpose());
        }
        LearnedAnchorsOptions options;
        options.temperature = 0.8;
        options.jaccardTemperature = 0.9;
        const std::vector<ItemIndex> rows{0, 2, 3, 5, 8};
        const MatrixD logits = randomMatrix(3, 9, 20).cast<double>();
        MatrixD gradient, unused;
        learnedAnchorsObjective(grams, rows, logits, options, gradient);
        QVERIFY(gradientError(logits, gradient, [&](const MatrixD &q) {
                    return learnedAnchorsObjective(grams, rows, q, options, unused).loss;
                }) <= tolerance);
    }

    void lossesOfEqualBatchesAreLowest()
    {
        QVERIFY(softJaccardLoss(m_f, m_f, 0.5).value <= 1e-12);
        QVERIFY(softJaccardLoss(m_f, m_g, 0.5).value > 0.1);
        QVERIFY(barlowTwinsLoss(m_f, m_f, 0).value <= 1e-12);
        QVERIFY(barlowTwinsLoss(m_f, m_g, 0).value > 0.1);
    }

    void learningLowersTheLossAndKeepsMixtures()
    {
        const Matrix x = randomMatrix(200, 8, 3);
        const Matrix y = x * randomRotation(8, 4) + 0.3f * randomMatrix(200, 8, 5);
        std::vector<ItemIndex> subset(60);
        std::iota(subset.begin(), subset.end(), 100);
        LearnedAnchorsOptions options;
        options.anchors = 10;
        options.steps = 60;
        options.batch = 60;
        const auto summary = learnAnchors({&x, &y}, {subset, subset}, options);
        QVERIFY(summary.ok());
        QCOMPARE(summary->termination, Termination::iterationLimit);
        QVERIFY(summary->history.back().loss < 0.8 * summary->history.front().loss);
        QCOMPARE(summary->mixture.rows(), Index(10));
        QCOMPARE(summary->mixture.cols(), Index(60));
        QVERIFY(summary->mixture.minCoeff() >= 0);
        QVERIFY((summary->mixture.rowwise().sum().array() - 1).abs().maxCoeff() <= 1e-5f);
        const auto again = learnAnchors({&x, &y}, {subset, subset}, options);
        QCOMPARE(again->mixture, summary->mixture);
    }

    void stopKeepsAndCancelDiscards()
    {
        const Matrix x = randomMatrix(50, 4, 3);
        std::vector<ItemIndex> subset(20);
        std::iota(subset.begin(), subset.end(), 0);
        LearnedAnchorsOptions options;
        options.anchors = 3;
        for (const bool cancel : {false, true}) {
            RunContext context;
            context.control = std::make_shared<RunControl>();
            const auto summary =
                learnAnchors({&x, &x}, {subset, subset}, options, context, [&](const LearnedAnchorsStep &step) {
                    if (step.step == 5)
                        cancel ? context.control->cancel() : context.control->stop();
                });
            QVERIFY(summary.ok());
            QCOMPARE(summary->termination, cancel ? Termination::cancelled : Termination::stopped);
            QCOMPARE(summary->mixture.rows(), Index(cancel ? 0 : 3));
            QVERIFY(summary->history.size() <= 6);
        }
    }

    void wrongInputIsRefused()
    {
        const Matrix x = randomMatrix(10, 4, 3);
        QCOMPARE(learnAnchors({&x}, {{0, 1}}, {}).error().code, ErrorCode::tooFewSpaces);
        QCOMPARE(learnAnchors({&x, &x}, {{0, 1}, {0}}, {}).error().code, ErrorCode::tooFewPairs);
        LearnedAnchorsOptions options;
        options.temperature = 0;
        QCOMPARE(learnAnchors({&x, &x}, {{0, 1}, {0, 1}}, options).error().code, ErrorCode::wrongUsage);
    }
};

QTEST_GUILESS_MAIN(TestLearnedAnchors)
#include "tst_learnedanchors.moc"
