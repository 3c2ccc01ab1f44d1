// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/lessons/lessonsheet.h"

#include "gui/lessons/lessontext.h"
#include "gui/style/plaintext.h"

#include <QCoreApplication>
#include <QLocale>
#include <QPrintDialog>
#include <QPrinter>
#include <QTextDocument>

namespace anchorscope::gui {

namespace {

struct SheetText
{
    Q_DECLARE_TR_FUNCTIONS(LessonSheet)
};

QString sheetText(const std::string &text)
{
    return shownText(QString::fromStdString(text)).toHtmlEscaped();
}

QString writingLine()
{
    return "<p>&nbsp;</p><hr>";
}

} // namespace

QString correctAnswer(const lessons::Question &question)
{
    using enum lessons::Question::Kind;
    switch (question.kind) {
    case choice:
        return question.correct < 0
                   ? QString()
                   : QString::fromStdString(question.choices[static_cast<std::size_t>(question.correct)]);
    case number:
        return (QLocale().toString(question.value, 'g', 6) + ' ' + QString::fromStdString(question.unit)).trimmed();
    case item:
        return QString::fromStdString(question.item);
    case text:
        break;
    }
    return {};
}

QString questionOnSheet(const lessons::Question &question, Sheet sheet)
{
    QString html = "<p><b>" + sheetText(question.text) + "</b></p>";
    if (!question.choices.empty()) {
        html += "<ol type=\"A\">";
        for (const std::string &choice : question.choices)
            html += "<li>" + sheetText(choice) + "</li>";
        html += "</ol>";
    }
    if (sheet == Sheet::student)
        return question.choices.empty() ? html + writingLine() + writingLine() : html;
    const std::size_t right = question.correct < 0 ? 0 : static_cast<std::size_t>(question.correct);
    const QString reason =
        right < question.because.size() ? QString::fromStdString(question.because[right]) : QString();
    QStringList parts{correctAnswer(question), reason};
    parts.removeAll(QString());
    const QString answer = parts.join(". ");
    return answer.isEmpty() ? html : html + "<p>" + SheetText::tr("Answer: %1").arg(answer.toHtmlEscaped()) + "</p>";
}

QString lessonSheet(const lessons::Lesson &lesson, const QString &folder, Sheet sheet)
{
    QString html = "<h1>" + sheetText(lesson.title) + "</h1>";
    if (lesson.minutes > 0)
        html += "<p>" + SheetText::tr("About %1 minutes").arg(lesson.minutes) + "</p>";
    if (sheet == Sheet::student)
        html += "<p>" + SheetText::tr("Name:") + "</p><hr>";
    int number = 0;
    for (const lessons::Step &step : lesson.steps) {
        html += QString("<h2>%1. %2</h2>").arg(++number).arg(sheetText(step.heading));
        html += lessonText(QString::fromStdString(step.text), folder);
        if (step.question)
            html += questionOnSheet(*step.question, sheet);
        if (sheet == Sheet::teacher && !step.teacher.empty())
            html += "<blockquote><p><i>" + SheetText::tr("Teacher: %1").arg(sheetText(step.teacher)) +
                    "</i></p></blockquote>";
    }
    return html;
}

void printLesson(const lessons::Lesson &lesson, const QString &folder, Sheet sheet, QWidget &window)
{
    QPrinter printer;
    printer.setDocName(QString::fromStdString(lesson.title));
    QPrintDialog dialog(&printer, &window);
    dialog.setWindowTitle(SheetText::tr("Print the lesson"));
    if (dialog.exec() != QDialog::Accepted)
        return;
    QTextDocument page;
    page.setHtml(lessonSheet(lesson, folder, sheet));
    page.print(&printer);
}

} // namespace anchorscope::gui
