// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runcontext.h"

#include <algorithm>

namespace anchorscope {

void RunControl::stop()
{
    std::lock_guard lock(m_mutex);
    m_stop = true;
    m_changed.notify_all();
}

void RunControl::cancel()
{
    std::lock_guard lock(m_mutex);
    m_cancel = true;
    m_changed.notify_all();
}

void RunControl::pause()
{
    std::lock_guard lock(m_mutex);
    m_paused = true;
}

void RunControl::resume()
{
    std::lock_guard lock(m_mutex);
    m_paused = false;
    m_changed.notify_all();
}

void RunControl::waitWhilePaused()
{
    if (!paused())
        return;
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return !m_paused || m_stop || m_cancel; });
}

RunContext RunContext::part(double from, double to) const
{
    RunContext result = *this;
    if (progress) {
        result.progress = [outer = progress, from, to](double share, std::string_view stage) {
            outer(from + share * (to - from), stage);
        };
    }
    return result;
}

RunContext RunContext::step(std::size_t done, std::size_t steps) const
{
    return part(static_cast<double>(done) / static_cast<double>(steps),
                static_cast<double>(done + 1) / static_cast<double>(steps));
}

RunContext RunContext::withoutProgress() const
{
    RunContext result = *this;
    result.progress = {};
    return result;
}

RunContext RunContext::withoutRanks() const
{
    RunContext result = *this;
    result.communicator = nullptr;
    result.cache = nullptr;
    return result;
}

RunContext RunContext::withTimeout(std::optional<double> seconds) const
{
    RunContext result = *this;
    if (!seconds)
        return result;
    // three years in seconds: keeps the deadline within the range of the clock
    constexpr double longest = 1e8;
    const auto own = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                        std::chrono::duration<double>(std::min(*seconds, longest)));
    result.deadline = deadline ? std::min(*deadline, own) : own;
    return result;
}

} // namespace anchorscope
