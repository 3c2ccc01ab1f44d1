// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runcontext.h"

#include <mutex>
#include <string>
#include <string_view>

namespace anchorscope::cli {

/// Shows the progress of a run as a line on standard error, at most ten times a second, and removes it at the end. A
/// file that takes unusually long to read causes a permanent line, even if progress is not shown.
class ProgressLine
{
public:
    explicit ProgressLine(bool shown) : m_shown(shown) {}
    ~ProgressLine();
    ProgressLine(const ProgressLine &) = delete;
    ProgressLine &operator=(const ProgressLine &) = delete;

    /// Returns the context for a run. This object shows the progress that the run reports.
    RunContext context();

private:
    void show(double share, std::string_view stage);

    bool m_shown;
    std::mutex m_mutex;
    RunContext::Clock::time_point m_last{};
    bool m_written = false;
};

/// Prints a sentence on standard error, such as the expected duration of a long computation.
void announce(const std::string &sentence);

bool standardErrorIsTerminal();

} // namespace anchorscope::cli
