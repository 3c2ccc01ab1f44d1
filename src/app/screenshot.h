// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/model/appmodel.h"
#include "gui/style/theme.h"
#include "gui/window/mainwindow.h"

#include <QTimer>

#include <optional>

namespace anchorscope::app {

/// Drives the window from start to scores without a hand on it, for machines without a display: open, draw seeds,
/// optimise, measure, picture, end. Exit code 2 if the files cannot be used for that, 1 if another step fails; it never
/// waits for an answer. With the dock "all": one picture for every dock,
/// light and dark, with everything measured that they show; <OUT>-<dock>-<theme>.png.
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
    /// The next picture of the queue, when its dock has settled.
    void takeNext();
    void grab();
    void finish(bool written);
    void fail(const QString &sentence, int code = 1);
    /// What only a person could answer, or what leaves nothing to do, ends the program.
    void connectFailures();
    void endWhenIdle();

    struct Shot
    {
        QString dock, path;
        std::optional<gui::ThemeChoice> theme; ///< none: as it is
    };
    enum class Step { Opening, Optimising, Drawing, Done };
    gui::AppModel &m_model;
    gui::MainWindow &m_window;
    const QString m_path;
    const int m_seeds;
    const QString m_dock;
    Step m_step = Step::Opening;
    QTimer m_idle;             ///< since the last job ended
    std::vector<Shot> m_shots; ///< to be taken, the next one last
};

} // namespace anchorscope::app
