// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/models/appmodel.h"
#include "gui/style/theme.h"
#include "gui/window/mainwindow.h"

#include <QTimer>

#include <optional>

namespace anchorscope::app {

/// Takes screenshots without a user or a display: opens the files, draws seeds, optimizes, measures, saves the window
/// as an image and exits. Exit code 2 if the files are unusable, 1 if another step fails. For the dock “all” it
/// measures everything and saves an image of every dock in both themes: <OUT>-<dock>-<theme>.png.
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
    void takeNext();
    void grab();
    void finish(bool written);
    void fail(const QString &sentence, int code = 1);
    /// Makes the program exit if a step fails or needs an answer from the user.
    void connectFailures();
    void endWhenIdle();

    struct Shot
    {
        QString dock, path;
        std::optional<gui::ThemeChoice> theme; ///< theme of the image; none: the current one
    };
    enum class Step { Opening, Optimising, Drawing, Done };
    gui::AppModel &m_model;
    gui::MainWindow &m_window;
    const QString m_path;
    const int m_seeds;
    const QString m_dock;
    Step m_step = Step::Opening;
    QTimer m_idle;
    std::vector<Shot> m_shots; ///< screenshots still to take; the last one is taken next
};

} // namespace anchorscope::app
