// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/progress.h"

#include "io/hdf5/hdf5reader.h"
#include "io/text/visibletext.h"

#include <cstdio>
#include <unistd.h>

namespace anchorscope::cli {

ProgressLine::~ProgressLine()
{
    if (m_written)
        std::fputs("\r\033[K", stderr);
}

RunContext ProgressLine::context()
{
    RunContext context;
    context.progress = [this](double share, std::string_view stage) {
        if (stage.starts_with(io::stillReading))
            announce(std::string(stage));
        else if (m_shown)
            show(share, stage);
    };
    return context;
}

void ProgressLine::show(double share, std::string_view stage)
{
    const std::lock_guard lock(m_mutex);
    const auto now = RunContext::Clock::now();
    if (now - m_last < std::chrono::milliseconds(100))
        return;
    m_last = now;
    m_written = true;
    std::fprintf(stderr, "\r\033[K%3d %% %s", static_cast<int>(share * 100),
                 io::visibleText(stage, io::LineBreaks::show).c_str());
    std::fflush(stderr);
}

void announce(const std::string &sentence)
{
    std::fprintf(stderr, "%s%s\n", standardErrorIsTerminal() ? "\r\033[K" : "",
                 io::visibleText(sentence, io::LineBreaks::show).c_str());
}

bool standardErrorIsTerminal()
{
    return isatty(STDERR_FILENO) == 1;
}

} // namespace anchorscope::cli
