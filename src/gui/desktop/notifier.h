// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobs/runner.h"

#include <chrono>
#include <map>

namespace anchorscope::gui {

/// Notifies the user when a long job ends while a window of another program is active. Cancelled jobs are not reported.
class Notifier : public QObject
{
    Q_OBJECT

public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::seconds patience{20}; ///< minimum duration of a job whose end is reported

    struct Hooks
    {
        std::function<Clock::time_point()> now;
        /// Returns true if the user has enabled notifications and another program's window is active.
        std::function<bool()> away;
        std::function<void(const QString &title, const QString &sentence)> tell;
    };
    Notifier(Runner &runner, Hooks hooks, QObject *parent);

private:
    void ended(Job *job);

    const Hooks m_hooks;
    std::map<const Job *, Clock::time_point> m_begun;
};

/// Shows a desktop notification if the desktop has a system tray, and marks the window's entry in the task bar.
void showDesktopNotification(QWidget &window, const QString &title, const QString &sentence);

} // namespace anchorscope::gui
