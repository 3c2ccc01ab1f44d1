// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runcontext.h"

#include <mutex>
#include <string>
#include <string_view>

namespace anchorscope::cli {

/// Line on standard error with the progress of a run; updated at most ten times a second, and removed at the end. Even
/// if it is hidden, a file that takes unusually long to read causes a permanent line.
class ProgressLine
{
public:
    explicit ProgressLine(bool shown) : m_shown(shown) {}
    ~ProgressLine();
    ProgressLine(const ProgressLine &) = delete;
    ProgressLine &operator=(const ProgressLine &) = delete;

    /// A copy of the context that reports its progress to this line.
    RunContext context();

private:
    void show(double share, std::string_view stage);

    bool m_shown;
    std::mutex m_mutex;
    RunContext::Clock::time_point m_last{};
    bool m_written = false;
};

/// Prints a line on standard error before a long computation.
void announce(const std::string &sentence);

/// True if standard error is a terminal.
bool standardErrorIsTerminal();

} // namespace anchorscope::cli
