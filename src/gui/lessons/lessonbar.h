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
class QToolButton;

namespace anchorscope::gui {

/// The step of a lesson under the panels: what it is about, its question, and the way on.
class LessonBar : public QFrame
{
    Q_OBJECT

public:
    explicit LessonBar(LessonController &controller, QWidget *parent = nullptr);

    /// Texts that have less room than they need.
    QStringList clipped() const;

protected:
    bool event(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void build();
    QBoxLayout *buildProgress();
    QBoxLayout *buildMiddle();
    QBoxLayout *buildButtons();
    void connectButtons();
    void showStep();
    void buildQuestion();
    void showState();
    void showLeft();
    void showFeedback();
    QString stateText() const;
    void fit();
    void restyle();
    void takeKeyboard();
    void takeAnswer(const QString &text);

    LessonController &m_controller;
    QLabel *m_title, *m_dots, *m_text, *m_question, *m_feedback, *m_state, *m_unit;
    QWidget *m_asking; ///< the question with its answers
    QBoxLayout *m_choices = nullptr;
    QBoxLayout *m_foot = nullptr; ///< progress and buttons: side by side where there is room
    QButtonGroup *m_group = nullptr;
    QLineEdit *m_written;
    QToolButton *m_over, *m_end;
    QPushButton *m_say, *m_back, *m_how, *m_show, *m_skip, *m_next, *m_return, *m_here;
    int m_shownStep = -1;
    int m_least = 0; ///< height that the bar had in this step: it does not shrink under the mouse
    bool m_dark = false;
};

} // namespace anchorscope::gui
