// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/hdf5/stalltimer.h"

#include <algorithm>
#include <ctime>

namespace anchorscope::io {

namespace {

constexpr double longest = 60; ///< maximum time without a message of the helper, in seconds, for any file

/// Processor time, in seconds, after which a silent helper counts as computing, so that limitOf() limits its silence:
/// enough to decompress about 1 GB, the most that 1 MB of gzip can contain. A helper that has used less waits for a
/// disk or a busy machine, and may be silent for `longest`.
constexpr double enoughProcessor = 3;

} // namespace

/// A silence may last 8 s, and 1 s more for each 10 MB of the file: ten times as long as gzip needs to decompress them.
double StallTimer::limitOf(std::uint64_t fileBytes)
{
    return std::min(longest, 8 + static_cast<double>(fileBytes) / 10e6);
}

StallTimer::StallTimer(pid_t process, std::uint64_t fileBytes, double limitSeconds, double announceSeconds)
    : m_process(process), m_fixed(limitSeconds > 0), m_limit(m_fixed ? limitSeconds : limitOf(fileBytes)),
      m_announceAfter(announceSeconds), m_processorThen(processorSeconds())
{
}

void StallTimer::reportActivity()
{
    m_since = Clock::now();
    m_processorThen = processorSeconds();
}

double StallTimer::seconds() const
{
    return std::chrono::duration<double>(Clock::now() - m_since).count();
}

bool StallTimer::shouldAnnounce()
{
    if (m_announced || seconds() < m_announceAfter)
        return false;
    m_announced = true;
    return true;
}

bool StallTimer::tooLong() const
{
    const double silent = seconds();
    if (silent <= m_limit)
        return false;
    return m_fixed || silent > longest || processorSeconds() - m_processorThen > enoughProcessor;
}

double StallTimer::processorSeconds() const
{
    clockid_t clock{};
    timespec time{};
    if (::clock_getcpuclockid(m_process, &clock) != 0 || ::clock_gettime(clock, &time) != 0)
        return 0;
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

} // namespace anchorscope::io
