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

/// The handles of a running computation, shared by the thread that computes and the one that steers it.
/// Stop asks for the best result so far; cancel discards it; pause holds the computation between two iterations.
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

    /// Returns at once when not paused, else when resumed, stopped or cancelled.
    void waitWhilePaused();

private:
    std::atomic<bool> m_stop{false};
    std::atomic<bool> m_cancel{false};
    std::atomic<bool> m_paused{false};
    std::mutex m_mutex;
    std::condition_variable m_changed;
};

/// What every algorithm is given besides its data and options. A default one never stops and reports nothing.
///
/// Cancelling, the one convention. What returns a Result returns ErrorCode::cancelled, or a complete value; a summary
/// may say Termination::cancelled and holds no result then. Below that, a kernel returns nothing (std::optional), or a
/// value that its comment calls incomplete: of the right shape or empty. Its caller asks cancelled() before the value
/// decides anything (an index, a branch), leaves it, or is kept. Handing it to a kernel with the same context is fine:
/// cancelled() never becomes false again, so what that one returns is incomplete as well.
struct RunContext
{
    using Clock = std::chrono::steady_clock;

    std::shared_ptr<RunControl> control;
    /// Called on the computing threads' behalf with a share in [0, 1] and what is being done; must be cheap and
    /// thread-safe.
    std::function<void(double share, std::string_view stage)> progress;
    std::optional<Clock::time_point> deadline; ///< from here on it is cancelled
    /// Ranks that share the work; null: this process alone. As the number of threads (parallel.h) they change no
    /// result. With ranks nothing is cancelled: they would not all see it at the same place. The body of a parallel
    /// loop must not share: whatever it calls that could is given withoutRanks().
    Communicator *communicator = nullptr;
    ResultCache *cache = nullptr; ///< results of the same run before; null: none are kept

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
    /// The same control and deadline, with progress mapped into [from, to]; for a stage of a longer run.
    RunContext part(double from, double to) const;
    /// The same, cancelled after so many seconds at the latest; nothing: without a limit of its own.
    RunContext withTimeout(std::optional<double> seconds) const;
    /// The same without progress.
    RunContext withoutProgress() const;
    /// The same without ranks and cache.
    RunContext withoutRanks() const;
};

} // namespace anchorscope
