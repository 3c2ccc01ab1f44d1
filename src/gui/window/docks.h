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

/// The docks at the right and the rail at the left, which shows those of one task at a time.
class Docks : public QObject
{
    Q_OBJECT

public:
    using Task = lessons::Task;
    static constexpr std::size_t tasks = 5;

    explicit Docks(QMainWindow &window);

    /// Makes the dock of that name (lessons/places.h) around a page; hidden until there are data.
    QDockWidget *add(const char *name, QWidget *page);
    const std::vector<QDockWidget *> &all() const { return m_docks; }
    QDockWidget *dock(const QString &name) const; ///< null: there is none
    /// To the front, with the other docks of its task; alone while there is no rail.
    void open(const QString &name);
    void openTask(Task task);
    QToolBar *rail() const { return m_rail; }
    void hideAll(); ///< and the rail
    bool anyShown() const;
    void toggle(); ///< puts what is shown away, or brings it back

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
    std::array<QDockWidget *, tasks> m_front{}; ///< last seen of each task
    Task m_task = Task::pairs;
    QToolBar *m_rail;
};

} // namespace anchorscope::gui
