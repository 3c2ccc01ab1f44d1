// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/lessons/teachernotes.h"

#include "gui/lessons/lessonsheet.h"
#include "gui/lessons/presenter.h"
#include "gui/style/textsize.h"

#include <QBoxLayout>
#include <QCloseEvent>
#include <QGuiApplication>
#include <QScreen>

#include <algorithm>

namespace anchorscope::gui {

namespace {

/// Size of the window with the notes, and their width beside the bar of the lesson, in pixels at sizeFactor() = 1.
constexpr QSize windowSize{460, 380};
constexpr int widthInBar = 300;

QString paragraph(const QString &html)
{
    return "<p>" + html + "</p>";
}

} // namespace

qsizetype freeScreen(const QRect &shown, const QList<QRect> &screens)
{
    const auto found = std::ranges::find_if(screens, [&](const QRect &each) { return !each.intersects(shown); });
    return found == screens.end() ? -1 : found - screens.begin();
}

TeacherNotes::TeacherNotes(LessonController &controller, Presenter &presenter, QBoxLayout &row, QWidget &window)
    : m_controller(controller), m_presenter(presenter), m_row(row), m_window(window)
{
    setObjectName("teacherNotes");
    setAttribute(Qt::WA_ShowWithoutActivating); // the window of the notes does not take the keyboard from the lesson
    m_row.addWidget(this);
    setWindowTitle(tr("Teacher's notes"));
    setAccessibleName(windowTitle());
    setOpenLinks(false);
    hide();
    connect(&controller, &LessonController::began, this, &TeacherNotes::follow);
    connect(&controller, &LessonController::stepped, this, &TeacherNotes::showStep);
    connect(&controller, &LessonController::ended, this, &TeacherNotes::follow);
    connect(&presenter, &Presenter::presentingChanged, this, &TeacherNotes::follow);
}

void TeacherNotes::setShown(bool shown)
{
    m_shown = shown;
    follow();
}

void TeacherNotes::closeEvent(QCloseEvent *event)
{
    QTextBrowser::closeEvent(event);
    m_shown = false;
    Q_EMIT closed();
}

void TeacherNotes::follow()
{
    showStep();
    const bool presenting = m_presenter.isPresenting();
    QList<QRect> places;
    for (const QScreen *screen : QGuiApplication::screens())
        places << screen->geometry();
    const qsizetype beside = freeScreen(m_window.screen()->geometry(), places);
    if (presenting && beside >= 0) {
        setParent(&m_window, Qt::Window);
        setMaximumWidth(QWIDGETSIZE_MAX);
        resize(windowSize * sizeFactor());
        move(QGuiApplication::screens()[beside]->availableGeometry().topLeft());
    } else {
        m_row.addWidget(this);
        setMaximumWidth(qRound(widthInBar * sizeFactor()));
    }
    setVisible(m_controller.isActive() && (presenting ? beside >= 0 : m_shown));
}

void TeacherNotes::showStep()
{
    if (m_controller.phase() != LessonController::Phase::step)
        return clear();
    const lessons::Step &step = m_controller.now();
    const std::vector<lessons::Step> &steps = m_controller.lesson().steps;
    QString html =
        QString("<h3>%1</h3>")
            .arg(tr("%1 of %2: %3").arg(m_controller.step() + 1).arg(steps.size()).arg(sheetText(step.heading)));
    html += paragraph(step.teacher.empty() ? tr("No note for this step.") : sheetText(step.teacher));
    if (step.question)
        html += questionOnSheet(*step.question, Sheet::teacher);
    if (!m_controller.isLast())
        html +=
            paragraph(tr("Next: %1").arg(sheetText(steps[static_cast<std::size_t>(m_controller.step()) + 1].heading)));
    setHtml(html);
}

} // namespace anchorscope::gui
