// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/signals.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace anchorscope::cli {

namespace {

// Bytes that are written to the pipe `wake`: 's' after a signal, 'o' to end the thread that reads the pipe.
constexpr char came = 's', over = 'o';

std::atomic<int> received{0};
std::atomic<bool> keepBest{false};
// Pipe to a thread that stops the run. A signal handler cannot stop it, because it must not lock the mutex for this.
std::array<int, 2> wake{-1, -1};
static_assert(std::atomic<int>::is_always_lock_free);

void tell(char what)
{
    while (::write(wake[1], &what, 1) < 0 && errno == EINTR) {
    }
}

extern "C" void onSignal(int number)
{
    const int error = errno;
    if (received.exchange(number) != 0)
        ::_exit(exitBySignal + number);
    tell(came);
    errno = error;
}

void watch(RunControl &control)
{
    char what = 0;
    while (what != over) {
        if (::read(wake[0], &what, 1) != 1)
            continue;
        if (what == came && keepBest)
            control.stop();
        else if (what == came)
            control.cancel();
    }
}

void handle(void (*handler)(int))
{
    struct sigaction action = {};
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    for (const int number : {SIGINT, SIGTERM}) {
        struct sigaction before = {};
        // A signal that was ignored at the start (nohup, a background job of a script) remains ignored.
        if (::sigaction(number, nullptr, &before) == 0 && before.sa_handler != SIG_IGN)
            ::sigaction(number, &action, nullptr);
    }
}

} // namespace

SignalWatch::SignalWatch(std::shared_ptr<RunControl> control)
{
    if (::pipe2(wake.data(), O_CLOEXEC) != 0)
        return; // without the pipe, a signal ends the program immediately, as by default
    m_thread = std::thread([control = std::move(control)] { watch(*control); });
    handle(onSignal);
}

SignalWatch::~SignalWatch()
{
    if (!m_thread.joinable())
        return;
    handle(SIG_DFL);
    tell(over);
    m_thread.join();
    for (const int end : wake)
        ::close(end);
}

void keepBestOnSignal()
{
    keepBest = true;
}

int receivedSignal()
{
    return received;
}

} // namespace anchorscope::cli
