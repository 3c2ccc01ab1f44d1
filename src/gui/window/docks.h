// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/places.h"

#include <QMainWindow>

#include <array>
#include <vector>

class QDockWidget;
class QToolBar;
class QToolButton;

namespace anchorscope::gui {

/// Docks at the right of the window, for one task at a time, and a rail at the left with a button for each task.
class Docks : public QObject
{
    Q_OBJECT

public:
    using Task = lessons::Task;
    static constexpr std::size_t tasks = 5;

    explicit Docks(QMainWindow &window);

    /// Adds a hidden dock. `name`: one of lessons/places.h.
    QDockWidget *add(const char *name, QWidget *page);
    const std::vector<QDockWidget *> &all() const { return m_docks; }
    QDockWidget *dock(const QString &name) const; ///< dock with this name; null: none

    /// Brings a dock to the front, and shows the other docks of its task unless the rail is hidden.
    void open(const QString &name);
    void openTask(Task task);
    QToolBar *rail() const { return m_rail; }
    void hideDocks();
    void hideAll(); ///< hides the docks and the rail
    bool anyShown() const;
    void toggle(); ///< hides all docks or, if none is visible, shows those of the current task

private:
    struct Entry
    {
        QDockWidget *dock;
        Task task;
    };
    QDockWidget *frontOf(Task task) const;
    void showOnly(Task task);
    void buildRail();
    void follow();

    QMainWindow &m_window;
    std::vector<QDockWidget *> m_docks;
    std::vector<Entry> m_entries;
    std::array<QToolButton *, tasks> m_buttons{};
    std::array<QDockWidget *, tasks> m_front{}; ///< dock that was last in front, for each task
    Task m_task = Task::pairs;
    QToolBar *m_rail;
};

} // namespace anchorscope::gui
