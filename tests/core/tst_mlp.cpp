// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/heads/mlp.h"
#include "support/contexts.h"
#include "support/randomdata.h"

#include <QtTest>

#include <algorithm>
#include <ranges>

using namespace anchorscope;
using test::randomMatrix;

namespace {

/// Central difference of the loss for one parameter, in float32.
double numericSlope(MlpWeights &weights, float &parameter, const Matrix &rows, const std::vector<std::int32_t> &labels)
{
    MlpWeights unused;
    const float before = parameter;
    const float h = 1e-2f;
    parameter = before + h;
    const double above = mlpLoss(weights, rows, labels, unused);
    parameter = before - h;
    const double below = mlpLoss(weights, rows, labels, unused);
    parameter = before;
    return (above - below) / (2.0 * static_cast<double>(h));
}

} // namespace

class TestMlp : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void gradientAgreesWithFiniteDifferences()
    {
        const Matrix rows = randomMatrix(6, 4, 1);
        const std::vector<std::int32_t> labels{0, 1, 2, 2, 1, 0};
        MlpWeights weights{randomMatrix(4, 1, 2), randomMatrix(4, 1, 3), randomMatrix(4, 4, 4),
                           randomMatrix(3, 4, 5), randomMatrix(4, 1, 6), randomMatrix(3, 1, 7)};
        MlpWeights gradient;
        mlpLoss(weights, rows, labels, gradient);
        const auto check = [&](auto &parameters, const auto &slopes) {
            QCOMPARE(slopes.size(), parameters.size());
            for (Index i = 0; i < parameters.size(); ++i) {
                const double numeric = numericSlope(weights, parameters.data()[i], rows, labels);
                // Float32 losses of order 1 over a step of 1e-2: rounding 1e-5, curvature h² about 1e-4.
                QVERIFY2(std::abs(numeric - static_cast<double>(slopes.data()[i])) <= 1e-3,
                         qPrintable(QString::number(i)));
            }
        };
        check(weights.scale, gradient.scale);
        check(weights.shift, gradient.shift);
        check(weights.hidden, gradient.hidden);
        check(weights.hiddenBias, gradient.hiddenBias);
        check(weights.output, gradient.output);
        check(weights.outputBias, gradient.outputBias);
    }

    void learnsANonlinearRing()
    {
        // Class 1 is far from the axis of the last two coordinates, class 0 near it: not linearly separable.
        const Matrix rows = randomMatrix(1500, 4, 8);
        std::vector<std::int32_t> labels;
        for (Index i = 0; i < rows.rows(); ++i)
            labels.push_back(std::abs(rows(i, 0) - rows(i, 1)) > 1.0f ? 1 : 0);
        HeadOptions options;
        options.epochs = 200;
        options.learningRate = 0.01;
        const auto head =
            findHead("mlp")->train(rows.topRows(1000), {labels.begin(), labels.begin() + 1000}, 2, options, {});
        const auto predicted = head->predict(rows.bottomRows(500));
        const auto correct = std::ranges::count_if(std::views::iota(0, 500), [&](int i) {
            return predicted[static_cast<std::size_t>(i)] == labels[static_cast<std::size_t>(1000 + i)];
        });
        QVERIFY2(correct >= 400, qPrintable(QString::number(correct)));
    }

    void sameSeedSameHead()
    {
        const Matrix rows = randomMatrix(300, 6, 9);
        std::vector<std::int32_t> labels;
        for (Index i = 0; i < rows.rows(); ++i)
            labels.push_back(static_cast<std::int32_t>(i % 3));
        const auto predictions = [&](std::uint64_t seed) {
            HeadOptions options;
            options.seed = seed;
            return trainMlp(rows, labels, 3, options, {})->predict(rows, {});
        };
        QVERIFY(predictions(1) == predictions(1));
        QVERIFY(predictions(1) != predictions(2));
    }

    void cancelReturnsNothing()
    {
        const RunContext context = cancelledContext();
        QVERIFY(!trainMlp(randomMatrix(10, 3, 1), std::vector<std::int32_t>(10, 0), 1, {}, context));
    }
};

QTEST_GUILESS_MAIN(TestMlp)
#include "tst_mlp.moc"
