// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/models/appmodel.h"
#include "gui/style/theme.h"
#include "gui/window/mainwindow.h"

#include <QTimer>

#include <optional>

namespace anchorscope::app {

/// Takes screenshots without a user, for machines without a display: opens the files, draws seeds, optimizes, measures,
/// saves the window and exits. Exit code 2 if the files are unusable, 1 if another step fails; never waits for an
/// answer. With the dock "all" it measures everything and saves one image of every dock, light and dark:
/// <OUT>-<dock>-<theme>.png.
class Screenshot : public QObject
{
    Q_OBJECT

public:
    Screenshot(gui::AppModel &model, gui::MainWindow &window, QString path, int seeds, QString dock);
    void start(const QStringList &files);

private:
    void advance();
    void drawSeeds();
    void measureAll();
    /// Shows the next dock of the queue and captures it when its layout is complete.
    void takeNext();
    void grab();
    void finish(bool written);
    void fail(const QString &sentence, int code = 1);
    /// Connects signals so that the program exits on questions that only a user could answer, and if nothing is left to
    /// do.
    void connectFailures();
    void endWhenIdle();

    struct Shot
    {
        QString dock, path;
        std::optional<gui::ThemeChoice> theme; ///< theme to use; none: unchanged
    };
    enum class Step { Opening, Optimising, Drawing, Done };
    gui::AppModel &m_model;
    gui::MainWindow &m_window;
    const QString m_path;
    const int m_seeds;
    const QString m_dock;
    Step m_step = Step::Opening;
    QTimer m_idle;             ///< measures the time since the last job ended
    std::vector<Shot> m_shots; ///< screenshots still to take; the last element is taken next
};

} // namespace anchorscope::app
