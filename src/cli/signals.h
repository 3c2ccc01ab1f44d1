// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runcontext.h"

#include <memory>
#include <thread>

namespace anchorscope::cli {

/// Exit code of a program that ends by a signal, minus the number of the signal.
inline constexpr int exitBySignal = 128;

/// During its lifetime, SIGINT and SIGTERM end the run in an orderly way: it is cancelled, or after keepBestOnSignal()
/// stops with the best result so far. A second signal ends the program immediately. One instance at a time.
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

/// Makes signals stop the run and keep its best result, instead of cancelling it.
void keepBestOnSignal();

/// Number of the first signal received; 0 if none.
int receivedSignal();

} // namespace anchorscope::cli
