// SPDX-License-Identifier: GPL-3.0-or-later
#include "jobs/jobslot.h"
#include "jobs/snapshots.h"

#include <QSignalSpy>
#include <QTest>
#include <QThread>

#include <atomic>
#include <latch>
#include <new>
#include <stdexcept>

using namespace anchorscope;

namespace {

/// Waits in small steps until the job is asked to end.
Result<int> runUntilAsked(const RunContext &context)
{
    while (!context.cancelled() && !context.stopRequested()) {
        context.waitWhilePaused();
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return 7;
}

} // namespace

class TestRunner : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void handsOverOnceOnTheOwnersThread();
    void cancelReturnsAnError();
    void stopKeepsTheResult();
    void pauseHoldsAndResumeContinues();
    void errorsPassThrough();
    void exceptionsBecomeSentences_data();
    void exceptionsBecomeSentences();
    void progressComesBeforeTheEndAndIsThrottled();
    void slotKeepsTheNewestOnly();
    void slotCanStartAgainFromItsResult();
    void slotKeepsCancelledFromTheReceiver_data();
    void slotKeepsCancelledFromTheReceiver();
    void newestSlotFinishesTheJobThenTakesTheNewest();
    void ownerMayGoDuringAJob();
    void runnerMayGoDuringJobs();
    void queuedJobsAllFinish();
    void snapshotsAreDroppedWhileTheReceiverIsBusy();
    void snapshotsEndWithTheirReceiver();
};

void TestRunner::handsOverOnceOnTheOwnersThread()
{
    Runner runner;
    QSignalSpy ended(&runner, &Runner::ended);
    int calls = 0;
    QThread *computedOn = nullptr;
    runner.start<int>(
        "Counting",
        [&](const RunContext &) -> Result<int> {
            computedOn = QThread::currentThread();
            return 42;
        },
        [&](Result<int> result) {
            ++calls;
            QCOMPARE(QThread::currentThread(), thread());
            QVERIFY(result.ok());
            QCOMPARE(*result, 42);
            QCOMPARE(ended.count(), 1);
        });
    QCOMPARE(runner.jobs().size(), 1);
    QTRY_COMPARE(calls, 1);
    QVERIFY(computedOn != thread());
    QVERIFY(runner.jobs().isEmpty());
    QCoreApplication::processEvents();
    QCOMPARE(calls, 1);
}

void TestRunner::cancelReturnsAnError()
{
    Runner runner;
    std::optional<Result<int>> outcome;
    Job *job = runner.start<int>("Searching", runUntilAsked, [&](Result<int> result) { outcome = std::move(result); });
    job->cancel();
    QTRY_VERIFY(outcome.has_value());
    QVERIFY(!outcome->ok());
    QCOMPARE(outcome->error().code, ErrorCode::cancelled);
    QVERIFY(outcome->error().message.starts_with("Searching"));
}

void TestRunner::stopKeepsTheResult()
{
    Runner runner;
    std::optional<Result<int>> outcome;
    Job *job = runner.start<int>("Searching", runUntilAsked, [&](Result<int> result) { outcome = std::move(result); });
    job->stop();
    QTRY_VERIFY(outcome.has_value());
    QCOMPARE(outcome->value(), 7);
}

void TestRunner::pauseHoldsAndResumeContinues()
{
    Runner runner;
    std::atomic<int> steps{0};
    bool done = false;
    Job *job = runner.start<int>(
        "Stepping",
        [&](const RunContext &context) -> Result<int> {
            while (!context.stopRequested() && !context.cancelled()) {
                context.waitWhilePaused();
                ++steps;
                std::this_thread::yield();
            }
            return 1;
        },
        [&](Result<int>) { done = true; });
    QSignalSpy paused(job, &Job::pausedChanged);
    QTRY_VERIFY(steps > 0);
    job->pause();
    QVERIFY(job->isPaused());
    // The current step may still end after a pause is requested.
    const int atPause = steps;
    QCoreApplication::processEvents();
    QVERIFY(steps <= atPause + 1);
    const int held = steps;
    job->resume();
    QTRY_VERIFY(steps > held + 1);
    job->stop();
    QTRY_VERIFY(done);
    QCOMPARE(paused.count(), 2);
}

void TestRunner::errorsPassThrough()
{
    Runner runner;
    std::optional<Result<int>> outcome;
    runner.start<int>(
        "Reading",
        [](const RunContext &) -> Result<int> { return Error(ErrorCode::damagedFile, "Truncated.").in("a.h5", "/x"); },
        [&](Result<int> result) { outcome = std::move(result); });
    QTRY_VERIFY(outcome.has_value());
    QCOMPARE(outcome->error().text(), std::string("a.h5, /x: Truncated."));
}

void TestRunner::exceptionsBecomeSentences_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("says");
    QTest::newRow("no memory") << 0 << "out-of-memory"
                               << "not enough memory";
    QTest::newRow("standard exception") << 1 << "internal-error"
                                        << "the moon is full";
    QTest::newRow("anything else") << 2 << "internal-error"
                                   << "unknown reason";
}

void TestRunner::exceptionsBecomeSentences()
{
    QFETCH(int, kind);
    QFETCH(QString, code);
    QFETCH(QString, says);
    Runner runner;
    std::optional<Result<int>> outcome;
    runner.start<int>(
        "Preparing",
        [kind](const RunContext &) -> Result<int> {
            if (kind == 0)
                throw std::bad_alloc();
            if (kind == 1)
                throw std::runtime_error("the moon is full");
            throw kind;
        },
        [&](Result<int> result) { outcome = std::move(result); });
    QTRY_VERIFY(outcome.has_value());
    QCOMPARE(QString(errorId(outcome->error().code)), code);
    QVERIFY(QString::fromStdString(outcome->error().message).contains(says));
    QVERIFY(QString::fromStdString(outcome->error().message).startsWith("Preparing"));
}

void TestRunner::progressComesBeforeTheEndAndIsThrottled()
{
    Runner runner;
    bool done = false;
    double elapsed = 0;
    int seen = 0;
    Job *job = runner.start<int>(
        "Working",
        [&](const RunContext &context) -> Result<int> {
            const auto start = std::chrono::steady_clock::now();
            double seconds = 0;
            while ((seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()) < 0.4)
                context.report(seconds / 0.4, "half of it");
            elapsed = seconds;
            return 1;
        },
        [&](Result<int>) { done = true; });
    connect(job, &Job::progressed, this, [&](double share, const QString &stage) {
        QVERIFY(!done);
        QVERIFY(share >= 0 && share <= 1);
        QCOMPARE(stage, QString("half of it"));
        ++seen;
    });
    QTRY_VERIFY(done);
    QVERIFY(seen >= 2);
    // One at the start, then one per 50 ms.
    QVERIFY2(seen <= 2 + static_cast<int>(elapsed / 0.05), qPrintable(QString::number(seen)));
}

void TestRunner::slotKeepsTheNewestOnly()
{
    Runner runner;
    JobSlot slot(runner);
    QList<int> results;
    for (int i = 0; i < 20; ++i) {
        slot.start<int>(
            "Projecting", [i](const RunContext &) -> Result<int> { return i; },
            [&results](Result<int> result) { results.append(*result); });
    }
    QVERIFY(slot.running());
    QTRY_VERIFY(runner.jobs().isEmpty());
    QCOMPARE(results, QList<int>{19});
    QVERIFY(!slot.running());
    QVERIFY(!slot.job());
}

void TestRunner::slotCanStartAgainFromItsResult()
{
    Runner runner;
    JobSlot slot(runner);
    int rounds = 0;
    std::function<void()> again = [&] {
        slot.start<int>(
            "Again", [](const RunContext &) -> Result<int> { return 1; },
            [&](Result<int>) {
                if (++rounds < 5)
                    again();
            });
    };
    again();
    QTRY_COMPARE(rounds, 5);
    QVERIFY(!slot.running());
}

void TestRunner::slotKeepsCancelledFromTheReceiver_data()
{
    QTest::addColumn<bool>("hasCallback");
    QTest::addColumn<bool>("byTheJob"); // the job noticed it and returned the error itself
    QTest::newRow("without a callback") << false << false;
    QTest::newRow("with a callback") << true << false;
    QTest::newRow("with a callback, returned by the job") << true << true;
}

void TestRunner::slotKeepsCancelledFromTheReceiver()
{
    QFETCH(bool, hasCallback);
    QFETCH(bool, byTheJob);
    Runner runner;
    int finished = 0, told = 0, changes = 0;
    JobSlot slot(runner, [&] { ++changes; });
    JobSlot::OnCancelled onCancelled;
    if (hasCallback) {
        onCancelled = [&](const Error &error) {
            QVERIFY(error.code == ErrorCode::cancelled);
            QVERIFY(!slot.running()); // the display is idle
            ++told;
        };
    }
    const auto work = [byTheJob](const RunContext &context) -> Result<int> {
        const auto run = runUntilAsked(context);
        return byTheJob ? Result<int>(cancelledError()) : run;
    };
    slot.start<int>(
        "Cancelled", work, [&](Result<int>) { ++finished; }, onCancelled);
    slot.job()->cancel();
    QTRY_VERIFY(runner.jobs().isEmpty());
    QVERIFY(!slot.running());
    QCOMPARE(finished, 0);
    QCOMPARE(told, hasCallback ? 1 : 0);
    QCOMPARE(changes, 2);
    // Dropping a job does not report a cancellation, because the caller knows.
    slot.start<int>(
        "Dropped", runUntilAsked, [&](Result<int>) { ++finished; }, onCancelled);
    slot.drop();
    QTRY_VERIFY(runner.jobs().isEmpty());
    QCOMPARE(finished, 0);
    QCOMPARE(told, hasCallback ? 1 : 0);
    QCOMPARE(changes, 3);
    // Other errors and results are still reported.
    const auto failing = [](const RunContext &) -> Result<int> { return Error(ErrorCode::internalError, "No."); };
    slot.start<int>(
        "Failing", failing, [&](Result<int> result) { finished += result ? 0 : 1; }, onCancelled);
    QTRY_COMPARE(finished, 1);
    QCOMPARE(changes, 5);
}

void TestRunner::newestSlotFinishesTheJobThenTakesTheNewest()
{
    Runner runner;
    NewestSlot slot(runner);
    std::vector<int> results;
    const auto request = [&](int number) {
        slot.start<int>(
            "Job", [number](const RunContext &) -> Result<int> { return number; },
            [&](Result<int> result) { results.push_back(*result); });
    };
    for (int number = 0; number < 50; ++number)
        request(number);
    QTRY_COMPARE(results, (std::vector<int>{0, 49}));
    QVERIFY(!slot.running());
    request(50);
    request(51);
    slot.drop(); // neither the running nor the waiting job
    QTRY_VERIFY(runner.jobs().isEmpty());
    QCOMPARE(results.size(), 2u);
    request(52);
    QTRY_COMPARE(results.size(), 3u);
}

void TestRunner::ownerMayGoDuringAJob()
{
    struct Owner : QObject
    {
        explicit Owner(Runner &runner, int *delivered) : slot(runner)
        {
            slot.start<int>("Owned", runUntilAsked, [this, delivered](Result<int>) {
                setObjectName("alive");
                ++*delivered;
            });
        }
        JobSlot slot;
    };
    Runner runner;
    int delivered = 0;
    for (int i = 0; i < 50; ++i) {
        auto owner = std::make_unique<Owner>(runner, &delivered);
        if (i % 2)
            QCoreApplication::processEvents();
    }
    QTRY_VERIFY(runner.jobs().isEmpty());
    QCOMPARE(delivered, 0);
}

void TestRunner::runnerMayGoDuringJobs()
{
    for (int i = 0; i < 50; ++i) {
        int delivered = 0;
        {
            Runner runner;
            for (int j = 0; j < 12; ++j)
                runner.start<int>("Left", runUntilAsked, [&](Result<int>) { ++delivered; })->pause();
        }
        QCoreApplication::processEvents();
        QCOMPARE(delivered, 0);
    }
}

void TestRunner::queuedJobsAllFinish()
{
    Runner runner;
    int sum = 0;
    for (int i = 1; i <= 100; ++i) {
        runner.start<int>(
            "Many", [i](const RunContext &) -> Result<int> { return i; }, [&](Result<int> result) { sum += *result; });
    }
    QTRY_COMPARE(sum, 5050);
}

void TestRunner::snapshotsAreDroppedWhileTheReceiverIsBusy()
{
    QObject receiver;
    QList<int> taken;
    auto snapshots = std::make_shared<Snapshots<int>>(&receiver, std::chrono::milliseconds(0),
                                                      [&](int value) { taken.append(value); });
    std::thread worker([&] {
        for (int i = 0; i < 1000; ++i) {
            if (snapshots->due())
                Snapshots<int>::publish(snapshots, i);
        }
    });
    worker.join();
    QCoreApplication::processEvents();
    QCOMPARE(taken, QList<int>{0});
    QVERIFY(snapshots->due());
}

void TestRunner::snapshotsEndWithTheirReceiver()
{
    int taken = 0;
    auto receiver = std::make_unique<QObject>();
    auto snapshots =
        std::make_shared<Snapshots<int>>(receiver.get(), std::chrono::milliseconds(0), [&](int) { ++taken; });
    QVERIFY(snapshots->due());
    Snapshots<int>::publish(snapshots, 1);
    snapshots->close();
    receiver.reset();
    Snapshots<int>::publish(snapshots, 2);
    QCoreApplication::processEvents();
    QCOMPARE(taken, 0);
}

QTEST_GUILESS_MAIN(TestRunner)
#include "tst_runner.moc"
