// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/lessons/lessoncontroller.h"

#include <QList>
#include <QRect>
#include <QTextBrowser>

namespace anchorscope::gui {

class Presenter;

/// Index of a screen that does not show the area `shown` (a mirrored screen shows it as well); −1 if not found.
qsizetype freeScreen(const QRect &shown, const QList<QRect> &screens);

/// Window with the teacher's notes of each step. While presenting it is on a screen that the class does not see;
/// without such a screen it is hidden.
class TeacherNotes : public QTextBrowser
{
    Q_OBJECT

public:
    /// Creates the window. `controller` and `presenter` outlive the notes; the presenter's window is the parent.
    TeacherNotes(LessonController &controller, Presenter &presenter, QWidget &window);

    void setShown(bool shown); ///< shows or hides the notes outside of presentations

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
