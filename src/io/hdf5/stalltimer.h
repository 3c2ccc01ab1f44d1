// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <sys/types.h>

namespace anchorscope::io {

/// Measures how long the helper has sent no message (silence). It sends one before each HDF5 object, after each block
/// of values and each megabyte of the file; it is silent longer only while it decompresses a chunk or reads an index.
class StallTimer
{
public:
    /// Starts measuring. `limitSeconds`: maximum silence, even if the helper does not compute; 0: depends on the file's
    /// size and on whether the helper computes. `announceSeconds`: silence after which the user is informed.
    StallTimer(pid_t process, std::uint64_t fileBytes, double limitSeconds, double announceSeconds);

    /// Returns the maximum time, in seconds, for which a helper that computes may send no message.
    static double limitOf(std::uint64_t fileBytes);

    void reportActivity();
    double seconds() const;
    bool shouldAnnounce(); ///< Returns true, only once, if the user should be informed of the silence.
    bool tooLong() const;

private:
    using Clock = std::chrono::steady_clock;
    double processorSeconds() const;

    pid_t m_process;
    bool m_fixed;
    double m_limit, m_enoughProcessor, m_announceAfter;
    Clock::time_point m_since = Clock::now();
    double m_processorThen;
    bool m_announced = false;
};

} // namespace anchorscope::io
