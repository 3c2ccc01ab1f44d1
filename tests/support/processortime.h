// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ctime>

namespace anchorscope::test {

/// Processor time of this process since the construction, of all threads: other programs do not count.
class ProcessorTime
{
public:
    double seconds() const { return static_cast<double>(std::clock() - m_begin) / CLOCKS_PER_SEC; }

private:
    std::clock_t m_begin = std::clock();
};

} // namespace anchorscope::test
