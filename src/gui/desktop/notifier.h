// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobs/runner.h"

#include <chrono>
#include <map>

namespace anchorscope::gui {

/// Notifies the user about the end of a long job if another window is active then. Cancelled jobs are not reported.
class Notifier : public QObject
{
    Q_OBJECT

public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::seconds patience{20}; ///< minimum duration of a job whose end is reported

    struct Hooks
    {
        std::function<Clock::time_point()> now;
        std::function<bool()> away; ///< returns true if notifications are enabled and another window is active
        std::function<void(const QString &title, const QString &sentence)> tell;
    };
    Notifier(Runner &runner, Hooks hooks, QObject *parent);

private:
    void ended(Job *job);

    const Hooks m_hooks;
    std::map<const Job *, Clock::time_point> m_begun;
};

/// Shows a desktop notification if a system tray exists, and marks the window's entry in the task bar.
void showDesktopNotification(QWidget &window, const QString &title, const QString &sentence);

} // namespace anchorscope::gui
