// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/lessons/lessoncontroller.h"

#include <QFrame>

#include <set>

class QBoxLayout;
class QButtonGroup;
class QLabel;
class QLineEdit;
class QPushButton;
class QScrollArea;
class QToolButton;

namespace anchorscope::gui {

/// Bar below the panels that shows the current step of a lesson: its text, its question, and buttons for navigation.
class LessonBar : public QFrame
{
    Q_OBJECT

public:
    explicit LessonBar(LessonController &controller, QWidget *parent = nullptr);

    /// Texts of the lesson bar that are cut off, because they do not fit.
    QStringList clipped() const;
    /// Sets whether the bar is part of a presentation; it is then larger and has no buttons.
    void setPresented(bool presented);

protected:
    /// While the step awaits a written answer, passes typed characters to the answer's text field, so that they do not
    /// trigger shortcuts.
    bool eventFilter(QObject *watched, QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void build();
    QBoxLayout *buildProgress();
    QBoxLayout *buildMiddle();
    QBoxLayout *buildButtons();
    void connectButtons();
    void showStep();
    void buildQuestion();
    void showState();
    void showFeedback();
    void showFigure();
    QString feedback() const;
    QString stateText() const;
    void fit();
    void takeKeyboard();

    LessonController &m_controller;
    QLabel *m_title, *m_dots, *m_text, *m_question, *m_feedback, *m_state, *m_unit, *m_figure;
    QScrollArea *m_scroll; ///< area of the text, the number and the question, which scroll if they are long
    QWidget *m_asking;     ///< container of the question and the answers
    QBoxLayout *m_choices = nullptr;
    QWidget *m_controls;
    /// Layout of the progress and the buttons, which are side by side if the bar is wide enough.
    QBoxLayout *m_foot = nullptr;
    QButtonGroup *m_group;
    QLineEdit *m_written;
    QToolButton *m_over, *m_end;
    QPushButton *m_say, *m_back, *m_how, *m_show, *m_skip, *m_next, *m_return, *m_here;
    bool m_presented = false;
};

} // namespace anchorscope::gui
