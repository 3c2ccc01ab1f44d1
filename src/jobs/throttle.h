// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <chrono>

namespace anchorscope {

/// Limits an operation to once per interval over all threads. The first call is allowed.
class Throttle
{
public:
    explicit Throttle(std::chrono::milliseconds interval) : m_interval(std::chrono::nanoseconds(interval).count()) {}

    bool pass()
    {
        const std::int64_t now = std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1);
        std::int64_t next = m_next.load(std::memory_order_relaxed);
        return now >= next && m_next.compare_exchange_strong(next, now + m_interval, std::memory_order_relaxed);
    }

private:
    const std::int64_t m_interval;
    std::atomic<std::int64_t> m_next{0};
};

} // namespace anchorscope
