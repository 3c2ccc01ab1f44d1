// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/mainwindow.h"

namespace anchorscope::app {

/// Drives the window from start to scores without a hand on it, for machines without a display: open, draw seeds,
/// optimise, measure, picture, end. Exit code 1 if any step fails.
class Screenshot : public QObject
{
    Q_OBJECT

public:
    Screenshot(gui::MainWindow &window, QString path, int seeds, QString dock);
    void start(const QStringList &files);

private:
    void advance();
    void drawSeeds();
    void finish();
    void fail(const QString &sentence);

    enum class Step { Opening, Optimising, Drawing, Done };
    gui::MainWindow &m_window;
    const QString m_path;
    const int m_seeds;
    const QString m_dock;
    Step m_step = Step::Opening;
};

} // namespace anchorscope::app
