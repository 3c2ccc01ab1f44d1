// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/interruptions.h"

#include "core/parallel.h"

#include <dlfcn.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <ctime>
#include <fstream>
#include <iterator>
#include <mutex>
#include <new>
#include <thread>

namespace {

/// Counts how often a thread reads the clock, and acts at one of these moments.
struct Watch
{
    int seen = 0, at = -1;
    std::function<void()> act;
};
thread_local Watch *watch = nullptr;
thread_local std::chrono::nanoseconds ahead{0};

/// State of the one Gate. Its number changes when it opens, for threads that wake up after another has been made.
struct GateState
{
    std::mutex mutex;
    std::condition_variable opened;
    std::atomic<bool> shut{false};
    std::thread::id maker;
    int number = 0, at = 0, looks = 0, held = 0;

    void pass()
    {
        std::unique_lock lock(mutex);
        if (!shut || std::this_thread::get_id() == maker || looks++ < at)
            return;
        ++held;
        opened.wait(lock, [this, own = number] { return number != own; });
    }
};
GateState gate;

/// True for an address in this program. Idle threads of Qt's pools read the clock as well (since Qt 6.8), in a library.
bool isInProgram(void *address)
{
    Dl_info caller{}, own{};
    return dladdr(address, &caller) != 0 && dladdr(&gate, &own) != 0 && caller.dli_fbase == own.dli_fbase;
}

} // namespace

/// Replaces the clock of the standard library: RunContext::cancelled() reads it whenever there is a deadline, so each
/// check can be counted, and the control can change at any of them, without a hook in the program.
std::chrono::steady_clock::time_point std::chrono::steady_clock::now() noexcept
{
    if (gate.shut && isInProgram(__builtin_return_address(0)))
        gate.pass();
    if (watch && watch->seen++ == watch->at)
        watch->act();
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time_point(seconds(time.tv_sec) + nanoseconds(time.tv_nsec) + ahead);
}

namespace anchorscope::test {

namespace {

RunContext contextThatChecks()
{
    RunContext context;
    context.control = std::make_shared<RunControl>();
    context.deadline = RunContext::Clock::time_point::max();
    return context;
}

/// Runs the job on one thread with an action at one of its moments; -1: never.
struct Run
{
    int seen = 0;
    bool reached = false;
    Outcome outcome = cancelledError();
};
Run runWith(const Job &job, const RunContext &context, int at, const std::function<void()> &act)
{
    const ThreadLimit one(1);
    Watch own{0, at, act};
    watch = &own;
    Outcome outcome = job(context);
    watch = nullptr;
    return {own.seen, own.seen > at, std::move(outcome)};
}

std::string describe(const Outcome &outcome)
{
    return outcome ? "a result of " + std::to_string(outcome->size()) + " numbers" : outcome.error().message;
}

/// State of a thread as the kernel reports it: 'S' if it waits.
char stateOf(int thread)
{
    std::ifstream file("/proc/self/task/" + std::to_string(thread) + "/stat");
    std::string text;
    std::getline(file, text); // empty if the thread has ended; an iterator would throw if it ends during the read
    const std::size_t end = text.rfind(')');
    return end + 2 < text.size() ? text[end + 2] : ' ';
}

} // namespace

Gate::Gate(int at)
{
    const std::lock_guard lock(gate.mutex);
    gate.maker = std::this_thread::get_id();
    gate.at = at;
    gate.looks = gate.held = 0;
    gate.shut = true;
}

bool Gate::holds() const
{
    const std::lock_guard lock(gate.mutex);
    return gate.held > 0;
}

int Gate::looks() const
{
    const std::lock_guard lock(gate.mutex);
    return gate.looks;
}

void Gate::open()
{
    const std::lock_guard lock(gate.mutex);
    gate.shut = false;
    ++gate.number;
    gate.opened.notify_all();
}

void advanceClock(std::chrono::seconds by)
{
    ahead += by;
}

int ownThread()
{
    return static_cast<int>(syscall(SYS_gettid));
}

bool waitsUntil(int thread, const std::function<bool()> &ended)
{
    constexpr int sure = 20; // a short wait for memory or a lock ends before
    for (int waiting = 0; waiting < sure && !ended(); std::this_thread::yield())
        waiting = stateOf(thread) == 'S' ? waiting + 1 : 0;
    return !ended();
}

Interruptions::Interruptions(Job job, int most) : m_job(std::move(job)), m_most(most), m_whole(cancelledError())
{
    Run run = runWith(m_job, contextThatChecks(), -1, {});
    m_checks = run.seen;
    m_whole = std::move(run.outcome);
}

std::vector<int> Interruptions::momentsOf(int all) const
{
    std::vector<int> moments;
    constexpr int checksInAll = 40000, fewest = 8;
    const int count = std::min({m_most, all, std::max(fewest, checksInAll / std::max(1, m_checks))});
    for (int i = 0; i < count; ++i)
        moments.push_back(static_cast<int>(static_cast<long>(i) * (all - 1) / std::max(1, count - 1)));
    return moments;
}

std::string Interruptions::faultOfCancelling()
{
    if (!m_whole || m_whole->empty() || m_checks == 0)
        return "undisturbed, after " + std::to_string(m_checks) + " checks: " + describe(m_whole);
    const int late = m_checks - 1 - m_checks / 10;
    for (const int at : momentsOf(m_checks)) {
        const RunContext context = contextThatChecks();
        const Run run = runWith(m_job, context, at, [&] { context.control->cancel(); });
        const std::string what = "cancelled at check " + std::to_string(at) + " of " + std::to_string(m_checks) + ": ";
        if (!run.reached)
            return what + "it was over before";
        const bool complete = run.outcome && at >= late && sameNumbers(*run.outcome, *m_whole);
        if (!complete && (run.outcome || run.outcome.error().code != ErrorCode::cancelled))
            return what + describe(run.outcome);
    }
    return {};
}

std::string Interruptions::faultOfPausing()
{
    int held = 0, count = 0;
    for (const int at : momentsOf(m_checks)) {
        const RunContext context = contextThatChecks();
        std::atomic<int> thread{0};
        std::atomic<bool> ended{false};
        std::optional<Run> run;
        std::jthread worker([&] {
            run = runWith(m_job, context, at, [&] {
                context.control->pause();
                thread = ownThread();
            });
            ended = true;
        });
        while (thread == 0 && !ended)
            std::this_thread::yield();
        const bool waits = thread != 0 && waitsUntil(thread, [&] { return ended.load(); });
        context.control->resume();
        worker.join();
        const std::string what = "paused at check " + std::to_string(at) + " of " + std::to_string(m_checks) + ": ";
        if (!run->reached)
            return what + "it was over before";
        if (!run->outcome || !m_whole || !sameNumbers(*run->outcome, *m_whole))
            return what + describe(run->outcome);
        held += waits;
        ++count;
    }
    return 2 * held > count ? std::string()
                            : "waited in " + std::to_string(held) + " of " + std::to_string(count) + " pauses";
}

std::string Interruptions::faultOfFailing()
{
    int reports = 0, at = -1;
    const ThreadLimit one(1);
    RunContext context;
    context.progress = [&](double, std::string_view) {
        if (reports++ == at)
            throw std::bad_alloc();
    };
    (void)m_job(context);
    for (const int moment : momentsOf(reports)) {
        reports = 0;
        at = moment;
        try {
            return "no memory at report " + std::to_string(at) + ": " + describe(m_job(context));
        } catch (const std::bad_alloc &) {
        }
    }
    return {};
}

std::string Interruptions::faultOfProgress()
{
    double most = 0, fall = 0;
    std::string where;
    const ThreadLimit one(1);
    RunContext context;
    context.progress = [&](double share, std::string_view stage) {
        if (most - share > fall) {
            fall = most - share;
            where = std::to_string(most) + " to " + std::to_string(share) + " at “" + std::string(stage) + "”";
        }
        most = std::max(most, share);
    };
    (void)m_job(context);
    constexpr double rounding = 1e-9;
    return fall > rounding ? "falls from " + where : most > 1 + rounding ? "exceeds 1" : std::string();
}

} // namespace anchorscope::test
