// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/stitching.h"
#include "core/heads/head.h"
#include "core/heads/lbfgs.h"
#include "core/heads/softmax.h"
#include "core/parallel.h"
#include "core/random.h"
#include "support/contexts.h"
#include "support/golden.h"

#include <QtTest>

#include <cmath>

using namespace anchorscope;
using test::worstDifference;

namespace {

constexpr double goldenTolerance = 1e-5;

/// Points around the corners of a simplex, with enough noise for overlapping classes.
struct Blobs
{
    Matrix rows;
    std::vector<std::int32_t> labels;
    Blobs(Index count, Index dimension, Index classes, float noise, std::uint64_t seed) : rows(count, dimension)
    {
        Random random(seed);
        for (Index i = 0; i < count; ++i) {
            labels.push_back(static_cast<std::int32_t>(random.below(classes)));
            for (Index j = 0; j < dimension; ++j)
                rows(i, j) = (j == labels.back()) + noise * static_cast<float>(random.normal());
        }
    }
};

/// Σ log-loss + ‖W‖²/(2C), one item at a time.
double plainLoss(const Blobs &blobs, const MatrixD &weights, double c)
{
    const Index k = blobs.rows.cols();
    double loss = weights.leftCols(k).squaredNorm() / (2 * c);
    for (Index i = 0; i < blobs.rows.rows(); ++i) {
        const VectorD scores = weights.leftCols(k) * blobs.rows.row(i).transpose().cast<double>() + weights.col(k);
        loss += std::log(scores.array().exp().sum()) - scores[blobs.labels[static_cast<std::size_t>(i)]];
    }
    return loss;
}

const MatrixD &weightsOf(const Head &head)
{
    return dynamic_cast<const SoftmaxHead &>(head).weights();
}

} // namespace

class TestClassification : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void goldenScores();
    void absentClasses();
    void errorsOfValues();
    void perfectPrediction();
    void minimizerFindsTheMinimum();
    void softmaxIsAtItsMinimum();
    void softmaxOfOneWeightHasAKnownSolution();
    void softmaxSeparates();
    void extremeInput();
    void threadsDoNotMatter();
    void cancelled();
};

void TestClassification::goldenScores()
{
    const test::Golden golden;
    const auto scores =
        scoreClasses(golden.indices("input/label"), golden.indices("scores/prediction"), 6, {0, 1, 2, 3, 4, 5});
    const Eigen::VectorXd summary{{scores.accuracy, scores.weightedF1, scores.macroF1, scores.mae}};
    QVERIFY(worstDifference(summary, golden.matrix("scores/summary")) < goldenTolerance);
    QCOMPARE(worstDifference(scores.confusion, golden.matrix("scores/confusion")), 0.0);
}

void TestClassification::absentClasses()
{
    // Class 2 does not occur; class 1 occurs but is never predicted correctly: F1 = 2·2/(2+4), 0, –, 2·1/(2+1).
    const auto scores = scoreClasses({0, 0, 1, 3, 3, 1}, {0, 0, 0, 3, 1, 0}, 4, {0, 1, 2, 3});
    QCOMPARE(scores.macroF1, (2.0 / 3 + 0 + 2.0 / 3) / 3);
    QCOMPARE(scores.weightedF1, (2 * (2.0 / 3) + 2 * (2.0 / 3)) / 6);
    QCOMPARE(scores.mae, (1 + 2 + 1) / 6.0);
    QCOMPARE(scores.accuracy, 0.5);
}

/// Ratings 1, 2, 4 and 5: between 2 and 4 the error is 2.
void TestClassification::errorsOfValues()
{
    const std::vector<double> values = labelValues({"1", "2", "4", "5"});
    QCOMPARE(values, (std::vector<double>{1, 2, 4, 5}));
    QCOMPARE(scoreClasses({0, 1, 2, 3}, {0, 2, 2, 1}, 4, values).mae, (2 + 3) / 4.0);
    for (const std::vector<std::string> &names :
         {std::vector<std::string>{"1", "two"}, {"1", ""}, {"1", "2 stars"}, {"nan", "1"}, {"inf", "1"}})
        QVERIFY2(labelValues(names).empty(), names[1].c_str());
    QVERIFY(std::isnan(scoreClasses({0, 1}, {1, 1}, 2).mae));
    QCOMPARE(labelValues({"-0.5", "1e2"}), (std::vector<double>{-0.5, 100}));
}

void TestClassification::perfectPrediction()
{
    const std::vector<std::int32_t> labels{2, 0, 1, 1};
    const auto scores = scoreClasses(labels, labels, 3, {0, 1, 2});
    QCOMPARE(scores.accuracy, 1.0);
    QCOMPARE(scores.macroF1, 1.0);
    QCOMPARE(scores.weightedF1, 1.0);
    QCOMPARE(scores.mae, 0.0);
}

void TestClassification::minimizerFindsTheMinimum()
{
    // A quadratic with curvatures from 1 to 100: plain gradient descent would need some thousand steps.
    const VectorD curvature = VectorD::LinSpaced(20, 0, 2).unaryExpr([](double e) { return std::pow(10, e); });
    const VectorD solution = VectorD::LinSpaced(20, -1, 3);
    const auto quadratic = [&](const VectorD &position, VectorD &gradient) {
        gradient = curvature.cwiseProduct(position - solution);
        return 0.5 * (position - solution).dot(gradient);
    };
    LbfgsOptions options;
    options.gradientBelow = 1e-9;
    const auto summary = minimize(quadratic, VectorD::Zero(20), options, [] { return false; });
    QVERIFY(summary.converged);
    QVERIFY(summary.iterations < 150);
    QVERIFY((summary.position - solution).cwiseAbs().maxCoeff() < 1e-9); // gradient below 1e-9, curvature at least 1

    int evaluations = 0;
    const auto interrupted = minimize([&](const VectorD &p, VectorD &g) { return ++evaluations, quadratic(p, g); },
                                      VectorD::Zero(20), options, [&] { return evaluations >= 5; });
    QVERIFY(interrupted.interrupted && !interrupted.converged);
    QCOMPARE(evaluations, 5);
}

void TestClassification::softmaxIsAtItsMinimum()
{
    const Blobs blobs(700, 9, 4, 0.6f, 5);
    HeadOptions options;
    options.gradientBelow = 1e-8;
    options.maxIterations = 1000;
    const auto head = trainSoftmax(blobs.rows, blobs.labels, 4, options, {});
    MatrixD weights = weightsOf(*head);
    // Central differences of an independent loss: truncation error ~ h², rounding ~ 1e-16 · loss / h.
    constexpr double h = 1e-4, tolerance = 1e-5 + 700 * 1e-8;
    for (Index i = 0; i < weights.size(); ++i) {
        const double kept = weights.data()[i];
        weights.data()[i] = kept + h;
        const double above = plainLoss(blobs, weights, options.c);
        weights.data()[i] = kept - h;
        const double below = plainLoss(blobs, weights, options.c);
        weights.data()[i] = kept;
        QVERIFY2(std::abs((above - below) / (2 * h)) < tolerance,
                 qPrintable(QString::number((above - below) / (2 * h))));
    }
    options.maxIterations = 3;
    QCOMPARE(trainSoftmax(blobs.rows, blobs.labels, 4, options, {})->iterations(), 3);
}

void TestClassification::softmaxOfOneWeightHasAKnownSolution()
{
    // All rows zero: only the bias can act, and the probabilities become the class shares 1/8, 3/8, 4/8.
    const std::vector<std::int32_t> labels{0, 1, 1, 1, 2, 2, 2, 2};
    HeadOptions options;
    options.gradientBelow = 1e-12;
    const auto head = trainSoftmax(Matrix::Zero(8, 2), labels, 3, options, {});
    const MatrixD &weights = weightsOf(*head);
    QVERIFY(std::abs(weights(1, 2) - weights(0, 2) - std::log(3.0)) < 1e-9);
    QVERIFY(std::abs(weights(2, 2) - weights(0, 2) - std::log(4.0)) < 1e-9);
    QCOMPARE(weights.leftCols(2).norm(), 0.0);
}

void TestClassification::softmaxSeparates()
{
    const Blobs train(900, 6, 6, 0.1f, 1), test(300, 6, 6, 0.1f, 2);
    const auto head = findHead("softmax")->train(train.rows, train.labels, 6, {}, {});
    QCOMPARE(head->predict(test.rows), test.labels);
    QVERIFY(head->iterations() > 1);
    QVERIFY(!findHead("no such head"));
}

void TestClassification::extremeInput()
{
    Blobs blobs(60, 4, 3, 0.5f, 3);
    blobs.rows *= 1e15f; // scores far beyond the range of exp()
    const auto head = trainSoftmax(blobs.rows, blobs.labels, 3, {}, {});
    QVERIFY(weightsOf(*head).allFinite());
}

void TestClassification::threadsDoNotMatter()
{
    const Blobs blobs(3000, 20, 5, 0.7f, 4);
    std::vector<MatrixD> weights;
    for (const int threads : {1, 2, 5}) {
        const ThreadLimit limit(threads);
        weights.push_back(weightsOf(*trainSoftmax(blobs.rows, blobs.labels, 5, {}, {})));
    }
    QVERIFY(weights[1] == weights[0]);
    QVERIFY(weights[2] == weights[0]);
}

void TestClassification::cancelled()
{
    const Blobs blobs(100, 5, 3, 0.5f, 6);
    const RunContext context = cancelledContext();
    QVERIFY(!trainSoftmax(blobs.rows, blobs.labels, 3, {}, context));
}

QTEST_GUILESS_MAIN(TestClassification)
#include "tst_classification.moc"
