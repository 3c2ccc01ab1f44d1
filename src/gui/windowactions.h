// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <vector>

class QAction;

namespace Ui {
class MainWindow;
}

namespace anchorscope::gui {

class MainWindow;

/// What the window's menus, tool bar and keys do, except for files.
class WindowActions : public QObject
{
    Q_OBJECT

public:
    WindowActions(MainWindow &window, Ui::MainWindow &ui);

private:
    void dress();
    void connectView();
    void connectPanels();
    void connectRun();
    void connectDocks();
    void update();
    void setTheme(int choice);

    MainWindow &m_window;
    Ui::MainWindow &m_ui;
    std::vector<QAction *> m_goToDocks;
};

} // namespace anchorscope::gui
