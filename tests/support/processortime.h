// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/resource.h>

namespace anchorscope::test {

/// Processor seconds that this process (RUSAGE_SELF) or its former children (RUSAGE_CHILDREN) have used, for limits of
/// time that hold on a busy machine.
inline double processorSeconds(int who = RUSAGE_SELF)
{
    rusage used{};
    ::getrusage(who, &used);
    return static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           1e-6 * static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

/// Processor time of this process since construction, of all its threads.
class ProcessorTime
{
public:
    double seconds() const { return processorSeconds() - m_begin; }

private:
    double m_begin = processorSeconds();
};

} // namespace anchorscope::test
