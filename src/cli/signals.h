// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runcontext.h"

#include <memory>
#include <thread>

namespace anchorscope::cli {

/// Number that is added to the number of a signal to form the exit code, as in shells: 130 after SIGINT (2).
inline constexpr int exitBySignal = 128;

/// During its lifetime, SIGINT and SIGTERM cancel the current run or, after keepBestOnSignal(), stop it with its best
/// result so far. A second signal ends the program immediately. Only one instance may exist at a time.
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

void keepBestOnSignal();

/// Number of the first signal that a SignalWatch received, or 0.
int receivedSignal();

} // namespace anchorscope::cli
