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

/// Controls of a running computation, shared by the computing and the controlling thread. Stop requests the best result
/// so far; cancel discards it; pause holds the computation between two iterations.
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

    /// Waits while the computation is paused. Returns when resumed, stopped or cancelled.
    void waitWhilePaused();

private:
    std::atomic<bool> m_stop{false};
    std::atomic<bool> m_cancel{false};
    std::atomic<bool> m_paused{false};
    std::mutex m_mutex;
    std::condition_variable m_changed;
};

/// Control, progress and resources of an algorithm, in addition to its data and options. The default never stops and
/// reports nothing.
///
/// Cancelling, the one convention. A function with a Result returns ErrorCode::cancelled, or a complete value; a
/// summary may have Termination::cancelled and contains no result then. Below that level, a kernel returns nothing
/// (std::optional), or a value that its comment calls incomplete: of the right shape or empty. Its caller checks
/// cancelled() before the value decides anything (an index, a branch), is returned, or is stored. Passing it to a
/// kernel with the same context is fine: cancelled() never becomes false again, so that kernel's value is incomplete as
/// well.
struct RunContext
{
    using Clock = std::chrono::steady_clock;

    std::shared_ptr<RunControl> control;
    /// Callback on a computing thread with the progress, a share in [0, 1], and the current activity; must be cheap and
    /// thread-safe.
    std::function<void(double share, std::string_view stage)> progress;
    std::optional<Clock::time_point> deadline; ///< time after which the computation counts as cancelled
    /// Ranks that share the work; null: this process only. Like the number of threads (parallel.h), they change no
    /// result. With ranks nothing is cancelled, because they would not all notice it at the same place. The body of a
    /// parallel loop must not share work: pass withoutRanks() to functions that could.
    Communicator *communicator = nullptr;
    ResultCache *cache = nullptr; ///< results of an interrupted run; null: none

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
    /// A copy of the context with progress mapped into [from, to], for a stage of a longer run.
    RunContext part(double from, double to) const;
    /// A copy of the context that is cancelled after at most `seconds`; nullopt adds no limit.
    RunContext withTimeout(std::optional<double> seconds) const;
    /// A copy of the context that reports no progress.
    RunContext withoutProgress() const;
    /// A copy of the context without ranks and cache.
    RunContext withoutRanks() const;
};

} // namespace anchorscope
