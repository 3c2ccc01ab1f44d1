// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/hdf5/stalltimer.h"

#include <algorithm>
#include <ctime>

namespace anchorscope::io {

namespace {

constexpr double longest = 60; ///< maximum time without a message of the helper, in seconds, for any file

/// Returns the processor time, in seconds, that proves that a silent helper is computing, so that limitOf() applies.
/// Suffices to decompress everything that the file can contain: 1 GB for each MB of gzip. A helper that has used less
/// waits for a disk or a busy machine, and may be silent for `longest`.
double enoughProcessor(std::uint64_t fileBytes)
{
    return std::clamp(static_cast<double>(fileBytes) * 3e-6, 0.3, 3.0);
}

} // namespace

/// Allows 8 s, and 1 s for each 10 MB of the file. Gzip needs a tenth of this to decompress the file.
double StallTimer::limitOf(std::uint64_t fileBytes)
{
    return std::min(longest, 8 + static_cast<double>(fileBytes) / 10e6);
}

StallTimer::StallTimer(pid_t process, std::uint64_t fileBytes, double limitSeconds, double announceSeconds)
    : m_process(process), m_fixed(limitSeconds > 0), m_limit(m_fixed ? limitSeconds : limitOf(fileBytes)),
      m_enoughProcessor(enoughProcessor(fileBytes)), m_announceAfter(announceSeconds),
      m_processorThen(processorSeconds())
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
    return m_fixed || silent > longest || processorSeconds() - m_processorThen > m_enoughProcessor;
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
