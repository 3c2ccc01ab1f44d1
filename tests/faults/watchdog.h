// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>

namespace anchorscope::test {

/// Measures how long the window's thread goes without processing events, and ends the program if this takes longer than
/// `limit`: with a frozen window the test would never end. Lives in the window's thread.
class Watchdog
{
public:
    using Clock = std::chrono::steady_clock;

    /// Names the current action, for the message.
    Watchdog(std::chrono::milliseconds limit, std::string what) : m_limit(limit), m_what(std::move(what))
    {
        m_timer.setInterval(20);
        QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] { beat(); });
        m_timer.start();
        m_thread = std::jthread([this](const std::stop_token &stop) { watch(stop); });
    }

    /// The longest time without events so far.
    std::chrono::milliseconds longest() const { return m_longest; }

private:
    void beat()
    {
        const std::lock_guard lock(m_mutex);
        const auto now = Clock::now();
        m_longest = std::max(m_longest, std::chrono::duration_cast<std::chrono::milliseconds>(now - m_last));
        m_last = now;
    }
    void watch(const std::stop_token &stop)
    {
        std::unique_lock lock(m_mutex);
        while (!m_wake.wait_for(lock, stop, std::chrono::milliseconds(100), [] { return false; })) {
            if (stop.stop_requested())
                return;
            if (Clock::now() - m_last > m_limit) {
                std::fprintf(stderr, "The window's thread has not answered for %lld ms: %s\n",
                             static_cast<long long>(m_limit.count()), m_what.c_str());
                std::abort();
            }
        }
    }

    const std::chrono::milliseconds m_limit;
    const std::string m_what;
    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    Clock::time_point m_last = Clock::now();
    std::chrono::milliseconds m_longest{0};
    QTimer m_timer;
    std::jthread m_thread; ///< last member, since the thread uses the others
};

} // namespace anchorscope::test
