// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>

namespace anchorscope {

class Communicator;
class ResultCache;

/// Controls of a running computation, used by the thread that computes and the thread that controls it. Stop: the
/// computation ends and returns the best result so far. Cancel: it ends without a result. Pause: it waits between two
/// iterations.
class RunControl
{
public:
    void stop();
    void cancel();
    void pause();
    void resume();

    bool stopRequested() const { return m_stop.load(std::memory_order_relaxed); }
    bool cancelRequested() const { return m_cancel.load(std::memory_order_relaxed); }
    bool paused() const { return m_paused.load(std::memory_order_relaxed); }

    /// Waits while the computation is paused. Returns when it is resumed, stopped or cancelled.
    void waitWhilePaused();

private:
    std::atomic<bool> m_stop{false};
    std::atomic<bool> m_cancel{false};
    std::atomic<bool> m_paused{false};
    std::mutex m_mutex;
    std::condition_variable m_changed;
};

/// Control, progress and resources of an algorithm, in addition to its data and options. A default-constructed context
/// never stops the algorithm and reports nothing.
///
/// All functions with a context follow one convention about cancelling. A function that returns a Result returns either
/// ErrorCode::cancelled or a complete value; a summary may have Termination::cancelled and then contains no result. A
/// lower-level function (a kernel) returns nullopt, or a value that its comment calls incomplete: it has the right
/// shape or is empty. The caller of a kernel must check cancelled() before the value decides anything (an index, a
/// branch), is returned, or is stored. The caller may pass an incomplete value to another kernel with the same context:
/// cancelled() never becomes false again, so the value of that kernel is incomplete as well.
struct RunContext
{
    using Clock = std::chrono::steady_clock;

    std::shared_ptr<RunControl> control;
    /// Callback on a computing thread with the progress, a number in [0, 1], and the current activity; must be fast and
    /// thread-safe.
    std::function<void(double share, std::string_view stage)> progress;
    /// Point in time from which the computation counts as cancelled.
    std::optional<Clock::time_point> deadline;
    /// MPI ranks that divide the work; null if this process computes alone. Like the number of threads (parallel.h),
    /// the number of ranks does not change results. With several ranks nothing can be cancelled, because the ranks
    /// would not notice it at the same point of the program. The body of a parallel loop must not divide work among
    /// ranks: pass withoutRanks() to functions that could.
    Communicator *communicator = nullptr;
    /// Results of an interrupted run, to be used instead of computing them again; null if no run is resumed.
    ResultCache *cache = nullptr;

    bool cancelled() const { return (control && control->cancelRequested()) || pastDeadline(); }
    bool stopRequested() const { return control && control->stopRequested(); }
    bool pastDeadline() const { return deadline && Clock::now() >= *deadline; }
    void waitWhilePaused() const
    {
        if (control)
            control->waitWhilePaused();
    }
    void report(double share, std::string_view stage) const
    {
        if (progress)
            progress(share, stage);
    }
    /// Copy of the context for a stage of a longer run: the progress 0 … 1 of the stage is reported as `from` … `to`.
    RunContext part(double from, double to) const;
    /// Copy of the context that is cancelled after at most `seconds`; nullopt adds no limit.
    RunContext withTimeout(std::optional<double> seconds) const;
    /// Copy of the context that reports no progress.
    RunContext withoutProgress() const;
    /// Copy of the context without MPI ranks and cache.
    RunContext withoutRanks() const;
};

} // namespace anchorscope
