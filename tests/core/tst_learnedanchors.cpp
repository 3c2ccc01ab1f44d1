// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/anchors/learnedanchors.h"
#include "core/projection/relative.h"
#include "support/randomdata.h"
#include "support/sentences.h"

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

/// Tolerance: central differences with h = 1e-6 of losses of order 1 carry rounding of about 2e-10; gradients here are
/// about 1e-2.
constexpr double tolerance = 1e-6;
constexpr double rounding = 1e-12; // float64, values of order 1 to 10

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

    /// Computed by hand: p = (½, ½) and q = (¾, ¼) share ¾ and cover 5/4.
    void softJaccardByHand()
    {
        const double temperature = 0.7;
        const MatrixD f = MatrixD::Zero(1, 2), g = (MatrixD(1, 2) << temperature * std::log(3.0), 0).finished();
        QVERIFY(std::abs(softJaccardLoss(f, g, temperature).value - (1 - 0.75 / 1.25)) <= rounding);
        MatrixD twoF(2, 2), twoG(2, 2); // and the mean of two items
        twoF << f, f;
        twoG << f, g;
        QVERIFY(std::abs(softJaccardLoss(twoF, twoG, temperature).value - 0.2) <= rounding);
    }

    /// Computes the definition with loops.
    void barlowTwinsByLoops()
    {
        const double offDiagonal = 0.05;
        const auto standard = [](const MatrixD &f, Index item, Index column) {
            double mean = 0, variance = 0;
            for (Index i = 0; i < f.rows(); ++i)
                mean += f(i, column) / static_cast<double>(f.rows());
            for (Index i = 0; i < f.rows(); ++i)
                variance += std::pow(f(i, column) - mean, 2) / static_cast<double>(f.rows());
            return (f(item, column) - mean) / std::sqrt(variance);
        };
        double expected = 0;
        for (Index a = 0; a < 5; ++a) {
            for (Index b = 0; b < 5; ++b) {
                double correlation = 0;
                for (Index i = 0; i < 7; ++i)
                    correlation += standard(m_f, i, a) * standard(m_g, i, b) / 7;
                expected += (a == b ? std::pow(1 - correlation, 2) : offDiagonal * correlation * correlation) / 5;
            }
        }
        QVERIFY(std::abs(barlowTwinsLoss(m_f, m_g, offDiagonal).value - expected) <= rounding);
        QVERIFY(barlowTwinsLoss(m_f, m_g, 1).value > barlowTwinsLoss(m_f, m_g, offDiagonal).value);
    }

    /// Computed by hand: two items at a right angle that change places. ‖f − g‖² is 2; each batch has log exp(−2·2),
    /// half of it counts. Lengths do not matter.
    void alignmentAndUniformityByHand()
    {
        MatrixD f(2, 2), g(2, 2);
        f << 3, 0, 0, 0.5;
        g << 0, 1, 7, 0;
        QVERIFY(std::abs(alignmentUniformityLoss(f, g).value - (2 - 4)) <= rounding);
        QVERIFY(std::abs(alignmentUniformityLoss(f, f).value - (0 - 4)) <= rounding);
    }

    /// Computes Σ_ij p_ij ‖z_j − a_i‖² / k with loops over the vectors, as the mean of two banks, with its weight.
    void cohesionByLoops()
    {
        const MatrixD z[] = {randomMatrix(6, 4, 30).cast<double>(), randomMatrix(6, 3, 31).cast<double>()};
        const MatrixD logits = randomMatrix(3, 6, 32).cast<double>();
        LearnedAnchorsOptions options;
        options.jaccardWeight = options.barlowWeight = options.alignmentWeight = 0;
        options.cohesionWeight = 0.7;
        options.temperature = 0.9;
        double expected = 0;
        for (const MatrixD &bank : z) {
            for (Index i = 0; i < 3; ++i) {
                const Eigen::ArrayXd p = (logits.row(i).transpose().array() / options.temperature).exp();
                const Eigen::VectorXd share = p / p.sum();
                const Eigen::RowVectorXd anchor = share.transpose() * bank;
                for (Index j = 0; j < 6; ++j)
                    expected += 0.7 / 2 / 3 * share[j] * (bank.row(j) - anchor).squaredNorm();
            }
        }
        MatrixD gradient;
        const LearnedAnchorsStep step = learnedAnchorsObjective({z[0] * z[0].transpose(), z[1] * z[1].transpose()},
                                                                {0, 1, 4}, logits, options, gradient);
        QVERIFY(std::abs(step.cohesion - expected) <= rounding);
        QVERIFY(std::abs(step.loss - expected) <= rounding);
    }

    /// The weighted terms of all pairs of banks, each with its own numbers.
    void objectiveIsTheSumOfItsTerms()
    {
        const MatrixD z[] = {randomMatrix(9, 4, 40).cast<double>(), randomMatrix(9, 5, 41).cast<double>(),
                             randomMatrix(9, 3, 42).cast<double>()};
        const MatrixD logits = randomMatrix(3, 9, 43).cast<double>();
        LearnedAnchorsOptions options;
        options.jaccardWeight = 2;
        options.jaccardTemperature = 0.6;
        options.barlowWeight = 3;
        options.barlowOffDiagonal = 0.4;
        options.alignmentWeight = 5;
        options.cohesionWeight = 0;
        const std::vector<ItemIndex> rows{1, 2, 5, 8};
        MatrixD mixture = logits.array().exp();
        mixture.array().colwise() /= VectorD(mixture.rowwise().sum()).array();
        std::vector<MatrixD> grams, relative;
        for (const MatrixD &bank : z) {
            grams.push_back(bank * bank.transpose());
            MatrixD batch(4, bank.cols());
            for (std::size_t i = 0; i < rows.size(); ++i)
                batch.row(static_cast<Index>(i)) = bank.row(rows[i]);
            relative.push_back(batch * (mixture * bank).transpose());
        }
        double jaccard = 0, barlow = 0, alignment = 0;
        for (const auto &[b, c] : {std::pair(0, 1), {0, 2}, {1, 2}}) {
            const MatrixD &f = relative[std::size_t(b)], &g = relative[std::size_t(c)];
            jaccard += 2 * softJaccardLoss(f, g, 0.6).value / 3;
            barlow += 3 * barlowTwinsLoss(f, g, 0.4).value / 3;
            alignment += 5 * alignmentUniformityLoss(f, g).value / 3;
        }
        MatrixD gradient;
        const LearnedAnchorsStep step = learnedAnchorsObjective(grams, rows, logits, options, gradient);
        QVERIFY(std::abs(step.jaccard - jaccard) <= rounding);
        QVERIFY(std::abs(step.barlow - barlow) <= rounding);
        QVERIFY(std::abs(step.alignment - alignment) <= rounding);
        QVERIFY(std::abs(step.loss - jaccard - barlow - alignment) <= rounding);
    }

    /// Each step draws four of six banks; all of them take part in the end.
    void allOfManyBanksTakePart()
    {
        std::vector<Matrix> banks;
        for (std::uint64_t b = 0; b < 6; ++b)
            banks.push_back(randomMatrix(40, 5, 50 + b));
        const std::vector<ItemIndex> subset = allItems(20);
        LearnedAnchorsOptions options;
        options.anchors = 4;
        options.steps = 12;
        const auto learn = [&] {
            std::vector<const Matrix *> pointers;
            for (const Matrix &bank : banks)
                pointers.push_back(&bank);
            return learnAnchors(pointers, std::vector(6, subset), options)->history.back().loss;
        };
        const double before = learn();
        QCOMPARE(learn(), before);
        for (Matrix &bank : banks) {
            const Matrix kept = bank;
            bank.row(3) *= 2;
            QVERIFY(learn() != before);
            bank = kept;
        }
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
        options.learningRate = 0.05;
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

    /// Weights of the closed form sum to 1 and keep the direction that both banks share. Whitened similarity to
    /// mixtures is the mixture of similarities.
    void closedFormKeepsWhatBanksShare()
    {
        const Matrix shared = randomMatrix(80, 1, 60);
        Matrix x = randomMatrix(80, 6, 61), y = randomMatrix(80, 4, 62);
        x.col(2) = y.col(1) = shared;
        LearnedAnchorsOptions options;
        options.anchors = 1;
        options.steps = 0;
        const std::vector<ItemIndex> subset = allItems(80);
        const auto one = learnAnchors({&x, &y}, {subset, subset}, options);
        QVERIFY(one.ok() && one->history.empty());
        QCOMPARE(one->mixture.rows(), Index(1));
        QVERIFY(std::abs(one->mixture.sum() - 1) <= 1e-4f);
        for (const Matrix *bank : {&x, &y}) {
            const Whitening whitening = Whitening::fit(*bank, options.similarity);
            const Vector relative = whitening.similarity(*bank, one->mixture * *bank).col(0);
            const Vector mixed = (whitening.similarity(*bank, *bank) * one->mixture.transpose()).col(0);
            QVERIFY((relative - mixed).cwiseAbs().maxCoeff() <= 1e-3f);
            const Vector a = relative.array() - relative.mean(), b = shared.col(0).array() - shared.mean();
            QVERIFY(std::abs(a.normalized().dot(b.normalized())) > 0.9f);
        }
        options.anchors = 50; // ten dimensions, two of which are the same
        QCOMPARE(learnAnchors({&x, &y}, {subset, subset}, options)->mixture.rows(), Index(9));
    }

    void stopKeepsAndCancelDiscards()
    {
        const Matrix x = randomMatrix(50, 4, 3);
        const std::vector<ItemIndex> subset = allItems(20);
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
        QCOMPARE(test::codeOf(learnAnchors({&x}, {{0, 1}}, {})), ErrorCode::tooFewSpaces);
        QCOMPARE(test::codeOf(learnAnchors({&x, &x}, {{0, 1}, {0}}, {})), ErrorCode::tooFewPairs);
        LearnedAnchorsOptions options;
        options.temperature = 0;
        QCOMPARE(test::codeOf(learnAnchors({&x, &x}, {{0, 1}, {0, 1}}, options)), ErrorCode::wrongUsage);
    }
};

QTEST_GUILESS_MAIN(TestLearnedAnchors)
#include "tst_learnedanchors.moc"
