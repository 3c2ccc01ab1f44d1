// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/lessons/lessoncontroller.h"

#include <QList>
#include <QRect>
#include <QTextBrowser>

class QBoxLayout;

namespace anchorscope::gui {

class Presenter;

/// Index of a screen that shows no part of the area `shown` (a mirrored screen shows a part); −1 if all show a part.
qsizetype freeScreen(const QRect &shown, const QList<QRect> &screens);

/// The teacher's notes for the current lesson step, beside the bar of the lesson. During a presentation they are a
/// window on a screen that the audience does not see or, without such a screen, hidden.
class TeacherNotes : public QTextBrowser
{
    Q_OBJECT

public:
    /// Creates the notes as the last part of `row`, a layout in `window`. All arguments must outlive the notes.
    TeacherNotes(LessonController &controller, Presenter &presenter, QBoxLayout &row, QWidget &window);

    void setShown(bool shown); ///< shows or hides the notes while no presentation is running

Q_SIGNALS:
    void closed(); ///< reports that the teacher has closed the window of the notes

protected:
    void closeEvent(QCloseEvent *event) override;

private:
    void follow();
    void showStep();

    LessonController &m_controller;
    Presenter &m_presenter;
    QBoxLayout &m_row;
    QWidget &m_window;
    bool m_shown = false;
};

} // namespace anchorscope::gui
