// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel.h"

#include <QTest>

#include <atomic>
#include <new>
#include <numeric>
#include <thread>

using namespace anchorscope;

namespace {

using namespace std::chrono_literals;

/// Waits for what another thread does.
bool becomesTrue(const std::atomic<bool> &flag)
{
    const auto end = std::chrono::steady_clock::now() + 60s;
    while (!flag && std::chrono::steady_clock::now() < end)
        std::this_thread::yield();
    return flag;
}

} // namespace

/// Parallel loops return all blocks, or report that they did not.
class TestParallel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void blocksComeInOrder();
    void cancelledLoopsReturnNothing();
    void exceptionsAreRethrown();
    void loopsDuringAnExceptionAreNeverPartlyFilled();
};

void TestParallel::blocksComeInOrder()
{
    const std::vector<Index> begins = mapBlocks(1000, 7, [](Index begin, Index) { return begin; });
    QCOMPARE(begins.size(), std::size_t(143));
    for (std::size_t i = 0; i < begins.size(); ++i)
        QCOMPARE(begins[i], static_cast<Index>(7 * i));
    QVERIFY(mapBlocks(0, 7, [](Index begin, Index) { return begin; }).empty());
}

void TestParallel::cancelledLoopsReturnNothing()
{
    RunContext context;
    context.control = std::make_shared<RunControl>();
    const auto body = [&](Index begin, Index) {
        if (begin == 0)
            context.control->cancel();
        return std::vector<Index>(3, begin);
    };
    QVERIFY(!mapBlocks(1000, 1, body, context));
    QVERIFY(!mapBlocks(1, 1, body, context));
    QVERIFY(!forBlocks(
        1000, 1, [](Index, Index) {}, context));
    context.control = std::make_shared<RunControl>();
    QVERIFY(mapBlocks(
        1000, 1, [](Index begin, Index) { return begin; }, context));
}

void TestParallel::exceptionsAreRethrown()
{
    const auto body = [](Index begin, Index) -> std::vector<Index> {
        if (begin == 500)
            throw std::bad_alloc();
        return {begin};
    };
    QVERIFY_THROWS_EXCEPTION(std::bad_alloc, mapBlocks(1000, 1, body));
    // An exception in a nested loop.
    const auto outer = [&](Index, Index) { return mapBlocks(1000, 1, body).size(); };
    QVERIFY_THROWS_EXCEPTION(std::bad_alloc, mapBlocks(8, 1, outer));
}

/// One branch runs out of memory while the other is in a nested loop.
void TestParallel::loopsDuringAnExceptionAreNeverPartlyFilled()
{
    if (threadCount() < 2)
        QSKIP("One thread only: no branch runs beside another.");
    std::atomic<bool> otherIsInside{false}, isThrowing{false}, met{true}, halfFilled{false};
    const auto inner = [&](Index begin, Index) -> std::vector<Index> {
        otherIsInside = true;
        if (!becomesTrue(isThrowing))
            met = false;
        std::this_thread::sleep_for(200us); // long enough for the exception to spread
        return {begin};
    };
    const auto outer = [&](Index begin, Index) {
        if (begin == 0) {
            if (!becomesTrue(otherIsInside))
                met = false;
            isThrowing = true;
            throw std::bad_alloc();
        }
        for (const std::vector<Index> &each : mapBlocks(2000, 1, inner)) {
            if (each.empty())
                halfFilled = true;
        }
    };
    QVERIFY_THROWS_EXCEPTION(std::bad_alloc, forBlocks(2, 1, outer));
    QVERIFY(met);
    QVERIFY(!halfFilled);
}

QTEST_GUILESS_MAIN(TestParallel)

#include "tst_parallel.moc"
