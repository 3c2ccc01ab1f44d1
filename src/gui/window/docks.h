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

/// Docks at the right edge of the window, and the rail at the left edge with a button for each task. Only the docks of
/// one task are visible at a time.
class Docks : public QObject
{
    Q_OBJECT

public:
    using Task = lessons::Task;
    static constexpr std::size_t tasks = 5;

    explicit Docks(QMainWindow &window);

    /// Adds a hidden dock that contains a page. `name`: one of the names of docks in lessons/places.h.
    QDockWidget *add(const char *name, QWidget *page);
    const std::vector<QDockWidget *> &all() const { return m_docks; }
    QDockWidget *dock(const QString &name) const; ///< dock with this name; null if none has it

    /// Brings a dock to the front and shows the other docks of its task; does not show these while the rail is hidden.
    void open(const QString &name);
    void openTask(Task task);
    QToolBar *rail() const { return m_rail; }
    void hideAll(); ///< hides the docks and the rail
    bool anyShown() const;
    void toggle(); ///< hides all docks if any are visible; otherwise shows the docks of the current task

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
    std::array<QDockWidget *, tasks> m_front{}; ///< for each task, its dock that was last in front
    Task m_task = Task::pairs;
    QToolBar *m_rail;
};

} // namespace anchorscope::gui
