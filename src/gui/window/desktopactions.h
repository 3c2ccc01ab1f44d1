// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/desktop/preferences.h"

#include <QPointer>

#include <memory>

class QAction;
class QMainWindow;

namespace Ui {
class MainWindow;
}

namespace anchorscope {
class ThreadLimit;
}

namespace anchorscope::gui {

struct AppModel;
class HandbookWindow;
class LessonsUi;

/// Connects the window to the desktop: handbook, What's This, preferences, notifications, crash reports.
class DesktopActions : public QObject
{
    Q_OBJECT

public:
    /// Creates the actions; the window must already have all its docks and actions.
    DesktopActions(QMainWindow &window, AppModel &model, LessonsUi &lessons, Ui::MainWindow &ui);
    ~DesktopActions() override;

private:
    void connectHelp(Ui::MainWindow &ui);
    void openHandbook(const QString &page);
    void openPreferences();
    void apply(const Preferences &preferences);

    QMainWindow &m_window;
    AppModel &m_model;
    LessonsUi &m_lessons;
    QPointer<HandbookWindow> m_handbook;
    std::unique_ptr<ThreadLimit> m_threads;
    bool m_notify = true;
    QString m_lessonFolder; ///< folder of the user's lessons, as last passed to the window
};

} // namespace anchorscope::gui
