// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/lessons/lessoncontroller.h"

#include <QList>
#include <QRect>
#include <QTextBrowser>

namespace anchorscope::gui {

class Presenter;

/// The index of a screen that does not show the picture of `shown` (a mirrored one does); −1 if there is none.
qsizetype freeScreen(const QRect &shown, const QList<QRect> &screens);

/// The teacher's notes of a lesson, step by step, in a window of their own. While presenting they are on a screen that
/// the class does not see; without such a screen they are away.
class TeacherNotes : public QTextBrowser
{
    Q_OBJECT

public:
    /// Both live at least as long as this; the window of the presenter is its parent.
    TeacherNotes(LessonController &controller, Presenter &presenter, QWidget &window);

    void setShown(bool shown); ///< outside of presentations

Q_SIGNALS:
    void closed(); ///< by the teacher

protected:
    void closeEvent(QCloseEvent *event) override;

private:
    void follow();
    void showStep();

    LessonController &m_controller;
    Presenter &m_presenter;
    QWidget &m_window;
    bool m_shown = false;
};

} // namespace anchorscope::gui
