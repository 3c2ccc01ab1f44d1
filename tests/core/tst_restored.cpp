// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/alignment/restored.h"
#include "core/optimizers/optimizers.h"
#include "support/contexts.h"
#include "support/randomdata.h"
#include "support/sentences.h"

#include <QtTest>

using namespace anchorscope;

namespace {

struct Recorded
{
    Matrix anchors;
    std::vector<ItemIndex> correspondence;
    CanonicalMetric metric;
};

/// A run on a rotated, noisy copy, with the recorded state of every iteration.
struct World
{
    PreparedSpace x, y;
    Correspondence truth = Correspondence::byRow(300);
    OptimizeOptions options;
    std::vector<Recorded> iterations;
    OptimizeSummary run;

    explicit World(const char *method, Centering centering = Centering::center)
    {
        const Matrix cloud = test::randomMatrix(300, 10, 1);
        Matrix rotated = cloud * test::randomRotation(10, 2) + 0.6F * test::randomMatrix(300, 10, 3);
        rotated.row(299).setZero();
        x = prepare(cloud, centering);
        y = prepare(rotated, centering);
        options.method = method;
        auto result = optimize(input(), options, {}, [this](const IterationView &view) {
            iterations.push_back(
                {view.anchorsOfY, view.correspondence, view.metric ? *view.metric : CanonicalMetric()});
        });
        if (result)
            run = std::move(*result);
    }
    OptimizeInput input() const
    {
        OptimizeInput given{x, y, {}, {}, &truth};
        for (ItemIndex item = 0; item < 40; ++item)
            given.anchorsOfX.push_back(item);
        given.seedsOfY = {0, 1, 2, 3, 4};
        return given;
    }
};

} // namespace

class TestRestored : public QObject
{
    Q_OBJECT

    const World m_world{"alternating"};

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(m_world.run.hasResult());
        QVERIFY(m_world.iterations.size() > 2);
    }

    void theBestIterationIsTheResult()
    {
        const OptimizeSummary &run = m_world.run;
        QVERIFY(run.bestIteration > 0);
        const auto restored = restoredAt({run.bestIteration, run.anchorsOfY}, run, m_world.input(), m_world.options);
        QVERIFY(restored);
        QCOMPARE(restored->correspondence, run.correspondence);
        QCOMPARE(restored->correspondenceScore, run.correspondenceScore);
        QCOMPARE(restored->discreteOfY, run.discreteOfY);
        QCOMPARE(restored->discreteDuplicates, run.discreteDuplicates);
        QCOMPARE(restored->correct, run.correct);
        QCOMPARE(restored->loss, run.loss);
    }

    void everyIterationIsRestored()
    {
        for (std::size_t i = 0; i < m_world.iterations.size(); ++i) {
            const Recorded &then = m_world.iterations[i];
            const auto restored = restoredAt({static_cast<int>(i) + 1, then.anchors, then.metric}, m_world.run,
                                             m_world.input(), m_world.options);
            QVERIFY(restored);
            QCOMPARE(restored->correspondence, then.correspondence);
            QVERIFY(restored->anchorsOfY == then.anchors);
            QCOMPARE(restored->history.size(), i + 1);
            QCOMPARE(restored->correct, m_world.run.history[i].correct);
            QCOMPARE(restored->loss, m_world.run.history[i].loss);
            QCOMPARE(restored->seconds, m_world.run.history[i].seconds);
            QCOMPARE(restored->bestIteration, static_cast<int>(i) + 1);
        }
    }

    void everyIterationOfThePathIsRestored_data()
    {
        QTest::addColumn<int>("centering");
        QTest::newRow("centred, a zero row") << int(Centering::center);
        QTest::newRow("not centred, a zero row") << int(Centering::none);
    }
    void everyIterationOfThePathIsRestored()
    {
        QFETCH(int, centering);
        const World world("canonical", static_cast<Centering>(centering));
        QCOMPARE(world.y.zeroRows.size(), std::size_t(1)); // centring moves no row of zeros
        QVERIFY(world.iterations.size() > 2);
        int asTheyWere = 0;
        for (std::size_t i = 0; i < world.iterations.size(); ++i) {
            const Recorded &then = world.iterations[i];
            const auto restored = restoredAt({static_cast<int>(i) + 1, then.anchors, then.metric}, world.run,
                                             world.input(), world.options);
            QVERIFY(restored);
            const bool crossFitted = world.run.history[i].mutual.has_value();
            const QString message = QString::fromStdString(restored->message);
            QCOMPARE(message.contains("one map from all its pairs"), crossFitted);
            if (crossFitted) {
                QVERIFY2(*restored->correct > *world.run.history[i].correct - 0.05,
                         qPrintable(QString("%1: %2").arg(i).arg(*restored->correct)));
            } else {
                ++asTheyWere;
                QCOMPARE(restored->correspondence, then.correspondence);
                QCOMPARE(restored->correct, world.run.history[i].correct);
            }
            QVERIFY(restored->metric.directionsOfX == then.metric.directionsOfX);
            QVERIFY2(!message.contains("anchors find"), restored->message.c_str());
            if (restored->bestIteration == world.run.bestIteration) {
                QCOMPARE(restored->correspondenceScore, world.run.correspondenceScore);
                QVERIFY(restored->metric.directionsOfY == world.run.metric.directionsOfY);
            }
        }
        QVERIFY(asTheyWere >= 4); // the last iterations, at least
        // As in recordings of earlier versions.
        const auto withoutMaps = restoredAt({1, world.iterations[0].anchors}, world.run, world.input(), world.options);
        QVERIFY(withoutMaps && withoutMaps->metric.empty());
        QVERIFY(QString::fromStdString(withoutMaps->message).contains("anchors find"));
    }

    void verdictOfTheEndIsDropped()
    {
        OptimizeSummary run = m_world.run;
        run.verdict.alignment = Alignment::aligned;
        run.verdict.suspectSeeds = {2};
        const auto restored = restoredAt({1, m_world.iterations[0].anchors}, run, m_world.input(), m_world.options);
        QVERIFY(restored);
        QVERIFY(restored->verdict == Verdict());
        QCOMPARE(restored->termination, Termination::stopped);
        QCOMPARE(restored->message, std::string("Iteration 1, restored."));
    }

    void withoutTruthThereIsNoShareCorrect()
    {
        OptimizeInput blind = m_world.input();
        blind.truth = nullptr;
        QVERIFY(!restoredAt({1, m_world.iterations[0].anchors}, m_world.run, blind, m_world.options)->correct);
    }

    void cancelledMeansNoAnswer()
    {
        const RunContext context = cancelledContext();
        const auto restored =
            restoredAt({1, m_world.iterations[0].anchors}, m_world.run, m_world.input(), m_world.options, context);
        QVERIFY(!restored && test::codeOf(restored) == ErrorCode::cancelled);
    }

    void shareCorrectCountsTruePairsOnly()
    {
        Correspondence truth(3, 4);
        truth.pair(0, 0);
        truth.pair(1, 1);
        QCOMPARE(shareCorrect({0, 2, 1, 2}, truth).value(), 0.5);
        QCOMPARE(shareCorrect({0, 1, 0, 0}, truth).value(), 1.0);
        QCOMPARE(shareCorrect({0, 2, 1, 2}, truth, {0}).value(), 0.0); // seeds do not count as found
        QVERIFY(!shareCorrect({0, 1, 0, 0}, truth, {0, 1}));
        QVERIFY(!shareCorrect({0, 1}, Correspondence(3, 2)));
    }

    void duplicatesAreTheLaterOnes()
    {
        QCOMPARE(countDuplicates({4, 7, 4, 4, 7, 1}), 3);
        QCOMPARE(countDuplicates({}), 0);
    }
};

QTEST_GUILESS_MAIN(TestRestored)
#include "tst_restored.moc"
