// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <functional>
#include <vector>

class QAction;
class QMainWindow;

namespace Ui {
class MainWindow;
}

namespace anchorscope::gui {

struct AppModel;
class Docks;
class OverlayPanel;
class PanelGrid;

/// Calls `step`, which moves the focus like Tab, until a visible widget has the focus: for Qt, a dock behind another
/// one is not hidden. Returns false if no other widget takes the focus.
bool moveKeyboard(const QMainWindow &window, const std::function<bool()> &step);

/// Actions of menus, tool bar and keys, except those for files.
class WindowActions : public QObject
{
    Q_OBJECT

public:
    /// Creates the actions; the window must already have all its docks.
    WindowActions(QMainWindow &window, AppModel &model, Ui::MainWindow &ui, Docks &docks, PanelGrid &panels,
                  OverlayPanel &overlay);

private:
    void setUpActions();
    void connectView();
    void connectPanels();
    void connectRun();
    void connectDocks();
    void showPlay();
    void update();

    QMainWindow &m_window;
    AppModel &m_model;
    Ui::MainWindow &m_ui;
    Docks &m_docks;
    PanelGrid &m_panels;
    OverlayPanel &m_overlay;
    std::vector<QAction *> m_goToDocks;
};

} // namespace anchorscope::gui
