// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <sys/types.h>

namespace anchorscope::io {

/// Measures the time since the helper's last message. It sends one before each object, after each block of values and
/// after each megabyte of the file, so that an undamaged file delays it only while one chunk is decompressed or one
/// index is read.
class StallTimer
{
public:
    /// Starts measuring. `limitSeconds`: longest silence, regardless of the helper's activity; 0: depends on the file's
    /// size and the helper's activity. `announceSeconds`: silence after which a message for the user is due.
    StallTimer(pid_t process, std::uint64_t fileBytes, double limitSeconds, double announceSeconds);

    /// Longest permitted silence, in seconds, of a helper that computes.
    static double limitOf(std::uint64_t fileBytes);

    void reportActivity();
    double seconds() const;
    bool shouldAnnounce(); ///< True if a message for the user is due; returns true only once.
    bool tooLong() const;

private:
    using Clock = std::chrono::steady_clock;
    double processorSeconds() const; ///< Processor time, in seconds, that the helper has used so far.

    pid_t m_process;
    bool m_fixed;
    double m_limit, m_announceAfter;
    Clock::time_point m_since = Clock::now();
    double m_processorThen;
    bool m_announced = false;
};

} // namespace anchorscope::io
