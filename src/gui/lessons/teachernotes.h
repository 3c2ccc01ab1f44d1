// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/lessons/lessoncontroller.h"

#include <QList>
#include <QRect>
#include <QTextBrowser>

namespace anchorscope::gui {

class Presenter;

/// Index of a screen that shows no part of the area `shown` (a mirrored screen shows a part); −1 if all show a part.
qsizetype freeScreen(const QRect &shown, const QList<QRect> &screens);

/// Window with the teacher's notes for the current lesson step. During a presentation it is on a screen that the class
/// does not see or, without such a screen, hidden.
class TeacherNotes : public QTextBrowser
{
    Q_OBJECT

public:
    /// Creates the window; its parent is `window`. `controller` and `presenter` must outlive the notes.
    TeacherNotes(LessonController &controller, Presenter &presenter, QWidget &window);

    void setShown(bool shown); ///< shows or hides the notes while no presentation is running

Q_SIGNALS:
    void closed(); ///< reports that the teacher has closed the window

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
