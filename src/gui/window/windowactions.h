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

class AnchorsPage;
struct AppModel;
class Docks;
class PanelGrid;

/// Steps from widget to widget, step() being one step of Tab, and passes over docks behind others: they are out of
/// sight but not hidden. False: there was nowhere to go.
bool moveKeyboard(const QMainWindow &window, const std::function<bool()> &step);

/// What the window's menus, tool bar and keys do, except for files.
class WindowActions : public QObject
{
    Q_OBJECT

public:
    /// The window has its panels and docks.
    WindowActions(QMainWindow &window, AppModel &model, Ui::MainWindow &ui, Docks &docks);

private:
    void setUpActions();
    void connectView();
    void connectPanels();
    void connectPlay();
    void connectRun();
    void connectDocks();
    void connectSizes();
    void showPlay();
    void update();
    void presentOnePicture(bool presenting);

    QMainWindow &m_window;
    AppModel &m_model;
    Ui::MainWindow &m_ui;
    Docks &m_docks;
    PanelGrid &m_panels;
    AnchorsPage &m_anchors;
    std::vector<QAction *> m_goToDocks;
    QAction *m_picture = nullptr; ///< that was shown before a presentation; null: it stays
};

} // namespace anchorscope::gui
