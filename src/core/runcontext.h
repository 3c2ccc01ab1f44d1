// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>

namespace anchorscope {

class Communicator;
class ResultCache;

/// Controls of a running computation, shared by two threads. Stop: the computation ends and returns its best result so
/// far. Cancel: it ends without a result. Pause: it waits between two iterations.
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

    /// Waits until the computation is resumed, stopped or cancelled; returns immediately if it is not paused.
    void waitWhilePaused();

private:
    std::atomic<bool> m_stop{false};
    std::atomic<bool> m_cancel{false};
    std::atomic<bool> m_paused{false};
    std::mutex m_mutex;
    std::condition_variable m_changed;
};

/// Control, progress and resources of an algorithm. A default-constructed context controls and reports nothing.
///
/// All functions with a context follow one convention. A function that returns a Result returns either
/// ErrorCode::cancelled or a complete value; a summary may have Termination::cancelled and then contains no result. A
/// lower-level function returns nullopt if cancelled, or a value that its comment calls incomplete: its shape is right
/// or it is empty. Callers must check cancelled() before they return or store such a value or use it in a decision.
/// They may pass it to a function with the same context, whose value is then also incomplete.
struct RunContext
{
    using Clock = std::chrono::steady_clock;

    std::shared_ptr<RunControl> control;
    /// Callback on a computing thread with the progress, in [0, 1], and the activity; must be fast and thread-safe.
    std::function<void(double share, std::string_view stage)> progress;
    std::optional<Clock::time_point> deadline;
    /// MPI ranks that divide the work; null if this process computes alone. Their number does not change results.
    /// Several ranks cannot be cancelled, because they would not notice it at the same point of the program. The body
    /// of a parallel loop must not divide work among ranks: pass withoutRanks() to functions that could.
    Communicator *communicator = nullptr;
    /// Results of an interrupted run, which need not be computed again; null if no run is resumed.
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
    /// Copy for a stage of a longer run: the stage's progress 0 … 1 is reported as `from` … `to`.
    RunContext part(double from, double to) const;
    /// Copy for step `done` of `steps` equal steps, counted from 0.
    RunContext step(std::size_t done, std::size_t steps) const;
    /// Copy that is cancelled after at most `seconds`; nullopt adds no limit.
    RunContext withTimeout(std::optional<double> seconds) const;
    RunContext withoutProgress() const;
    /// Copy without MPI ranks and cache.
    RunContext withoutRanks() const;
};

} // namespace anchorscope
