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

/// Moves the focus by calling `step`, which moves it like the Tab key, until it is on a visible widget. Docks behind
/// other docks are skipped, because Qt does not count them as hidden. Returns false if no other widget takes the focus.
bool moveKeyboard(const QMainWindow &window, const std::function<bool()> &step);

/// Actions of the menus, of the tool bar and of keys, except those that concern files.
class WindowActions : public QObject
{
    Q_OBJECT

public:
    /// Creates the actions. The window must already contain all its docks.
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
