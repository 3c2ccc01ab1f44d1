// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <sys/types.h>

namespace anchorscope::io {

/// How long the helper has said nothing. It speaks before each object, after each block of values and after each
/// megabyte of the file, so a sound file keeps it silent only while one chunk is unpacked or one index walked.
class Silence
{
public:
    /// `limitSeconds`: when it is too long, whatever the helper does; 0: decided by size of the file and by what the
    /// helper does. `announceSeconds`: when the user should hear that reading goes on.
    Silence(pid_t process, std::uint64_t fileBytes, double limitSeconds, double announceSeconds);

    /// Seconds that are too long for a helper that computes.
    static double limitOf(std::uint64_t fileBytes);

    void heard();
    double seconds() const;
    bool mustAnnounce(); ///< true once
    bool tooLong() const;

private:
    using Clock = std::chrono::steady_clock;
    double processorSeconds() const; ///< of the helper, until now

    pid_t m_process;
    bool m_fixed;
    double m_limit, m_announceAfter;
    Clock::time_point m_since = Clock::now();
    double m_processorThen;
    bool m_announced = false;
};

} // namespace anchorscope::io
