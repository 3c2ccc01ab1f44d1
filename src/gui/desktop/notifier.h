// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobs/runner.h"

#include <chrono>
#include <map>

namespace anchorscope::gui {

/// Says when a job has ended that took long, if the user looks at another window by then. Cancelled jobs say nothing.
class Notifier : public QObject
{
    Q_OBJECT

public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::seconds patience{20}; ///< a job that took less is not worth a word

    struct Hooks
    {
        std::function<Clock::time_point()> now;
        std::function<bool()> away; ///< the user wants to know and looks elsewhere
        std::function<void(const QString &title, const QString &sentence)> tell;
    };
    Notifier(Runner &runner, Hooks hooks, QObject *parent);

private:
    void ended(Job *job);

    const Hooks m_hooks;
    std::map<const Job *, Clock::time_point> m_begun;
};

/// Tells by a message of the desktop, where it has a place for them, and by the window's entry in the task bar.
void tellByDesktop(QWidget &window, const QString &title, const QString &sentence);

} // namespace anchorscope::gui
