// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/heads/network.h"
#include "support/contexts.h"
#include "support/randomdata.h"

#include <QtTest>

using namespace anchorscope;
using test::randomMatrix;

class TestNetwork : public QObject
{
    Q_OBJECT

    static std::vector<ItemIndex> first(Index count)
    {
        std::vector<ItemIndex> items(static_cast<std::size_t>(count));
        std::iota(items.begin(), items.end(), 0);
        return items;
    }

private Q_SLOTS:
    void gradientEqualsFiniteDifferences_data()
    {
        QTest::addColumn<bool>("classes");
        QTest::addColumn<int>("activation");
        QTest::newRow("squared") << false << static_cast<int>(Activation::tanh);
        QTest::newRow("classes") << true << static_cast<int>(Activation::tanh);
        QTest::newRow("classes, ReLU") << true << static_cast<int>(Activation::relu);
        QTest::newRow("classes, cosine") << true << static_cast<int>(Activation::cos);
    }
    void gradientEqualsFiniteDifferences()
    {
        QFETCH(bool, classes);
        QFETCH(int, activation);
        const Matrix rows = randomMatrix(6, 4, 1), targets = randomMatrix(6, 3, 2);
        const std::vector<std::int32_t> labels{0, 1, 2, 2, 1, 0};
        const BatchLoss loss = classes ? classLoss(labels) : squaredLoss(targets);
        Random random(3);
        Network network = startNetwork({4, 5, 5, 3}, random);
        network.activation = static_cast<Activation>(activation);
        const auto value = [&] {
            Matrix ignored;
            return loss(network.activations(rows).back(), first(6), ignored);
        };
        Matrix toOutput;
        const auto activations = network.activations(rows);
        loss(activations.back(), first(6), toOutput);
        const Network gradient = backPropagate(network, activations, toOutput);
        for (std::size_t layer = 0; layer < network.layers.size(); ++layer) {
            const auto check = [&](float &parameter, float expected) {
                // float32 outputs: a step of 1e-2 leaves about 1e-4 of rounding and as much of curvature.
                const float before = parameter;
                parameter = before + 1e-2f;
                const double above = value();
                parameter = before - 1e-2f;
                const double below = value();
                parameter = before;
                const double numeric = (above - below) / 2e-2;
                QVERIFY2(std::abs(numeric - expected) <= 5e-4, qPrintable(QString("%1 %2").arg(numeric).arg(expected)));
            };
            check(network.layers[layer].weights(1, 2), gradient.layers[layer].weights(1, 2));
            check(network.layers[layer].weights(2, 0), gradient.layers[layer].weights(2, 0));
            check(network.layers[layer].bias[1], gradient.layers[layer].bias[1]);
        }
    }

    /// A single linear layer cannot compute exclusive or.
    void learnsExclusiveOr()
    {
        Matrix rows(4, 2), targets(4, 1);
        rows << 0, 0, 0, 1, 1, 0, 1, 1;
        targets << 0, 1, 1, 0;
        TrainingOptions options;
        options.learningRate = 0.02;
        options.epochs = 1500;
        Random random(1);
        Network deep = startNetwork({2, 8, 1}, random), flat = startNetwork({2, 1}, random);
        double lossOfDeep = 1, lossOfFlat = 1;
        QVERIFY(
            trainNetwork(deep, rows, squaredLoss(targets), options, {}, [&](int, double loss) { lossOfDeep = loss; }));
        QVERIFY(
            trainNetwork(flat, rows, squaredLoss(targets), options, {}, [&](int, double loss) { lossOfFlat = loss; }));
        QVERIFY2(lossOfDeep < 1e-3, qPrintable(QString::number(lossOfDeep)));
        QVERIFY(lossOfFlat > 0.2);
        QVERIFY((deep.apply(rows) - targets).cwiseAbs().maxCoeff() < 0.1f);
    }

    void sameSeedSameNetwork()
    {
        const Matrix rows = randomMatrix(100, 5, 1), targets = randomMatrix(100, 2, 2);
        const auto trained = [&](std::uint64_t seed) {
            Random random(seed);
            Network network = startNetwork({5, 6, 2}, random);
            TrainingOptions options;
            options.epochs = 2;
            options.seed = seed;
            trainNetwork(network, rows, squaredLoss(targets), options);
            return network.apply(rows);
        };
        QVERIFY(trained(4) == trained(4));
        QVERIFY(trained(4) != trained(5));
    }

    void cancelled()
    {
        const RunContext context = cancelledContext();
        Random random(1);
        Network network = startNetwork({5, 2}, random);
        const Matrix targets = randomMatrix(10, 2, 2);
        QVERIFY(!trainNetwork(network, randomMatrix(10, 5, 1), squaredLoss(targets), {}, context));
    }
};

QTEST_GUILESS_MAIN(TestNetwork)
#include "tst_network.moc"
