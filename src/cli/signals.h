// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runcontext.h"

#include <memory>
#include <thread>

namespace anchorscope::cli {

/// Base of the exit code after a signal: the exit code is this plus the number of the signal.
inline constexpr int exitBySignal = 128;

/// During its lifetime, the signals SIGINT and SIGTERM end the current run in an orderly way: the run is cancelled or,
/// after a call of keepBestOnSignal(), stopped with its best result so far. A second signal ends the program
/// immediately. Only one instance may exist at a time.
class SignalWatch
{
public:
    explicit SignalWatch(std::shared_ptr<RunControl> control);
    ~SignalWatch();
    SignalWatch(const SignalWatch &) = delete;
    SignalWatch &operator=(const SignalWatch &) = delete;

private:
    std::thread m_thread;
};

/// Changes the effect of signals: a signal then stops the run and its best result is used, instead of cancelling the
/// run.
void keepBestOnSignal();

/// Number of the first signal received by a SignalWatch; 0 if none.
int receivedSignal();

} // namespace anchorscope::cli
