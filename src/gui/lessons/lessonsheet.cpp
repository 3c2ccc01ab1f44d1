// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/lessons/lessonsheet.h"

#include "gui/style/filename.h"
#include "gui/style/plaintext.h"
#include "gui/style/tr.h"
#include "io/files/inputfile.h"

#include <QBuffer>
#include <QImageReader>
#include <QLocale>
#include <QPrintDialog>
#include <QPrinter>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextFragment>

namespace anchorscope::gui {

namespace {

constexpr qint64 maxPixels = 8'000'000;
constexpr int widest = 480, highest = 320, maxImages = 4;

/// True for image formats that are shown: their header contains the size. Vector images may take any time to draw.
bool isKnown(const QByteArray &format)
{
    return QList<QByteArray>{"png", "jpeg", "jpg", "gif", "bmp", "webp"}.contains(format);
}

/// Reads an image of a lesson; null if it cannot be shown, with the reason in `problem`.
QImage readImage(const QString &file, const QString &folder, QString &problem)
{
    const auto path = io::siblingFile(filePath(folder + "/lesson.md"), file.toStdString());
    if (!path) {
        problem = tr("it is not in the folder of the lesson or below it");
        return {};
    }
    const auto bytes = io::readWholeFile(*path, lessons::largestImage);
    if (!bytes) {
        problem = shownText(QString::fromStdString(bytes.error().message));
        return {};
    }
    QByteArray content = QByteArray::fromRawData(bytes->data(), static_cast<qsizetype>(bytes->size()));
    QBuffer buffer(&content);
    QImageReader reader(&buffer);
    const QSize size = isKnown(reader.format()) ? reader.size() : QSize();
    if (size.isEmpty()) {
        problem = tr("expected a PNG, JPEG, GIF, BMP or WebP picture");
        return {};
    }
    if (qint64{size.width()} * size.height() > maxPixels) {
        problem = tr("it has %1 × %2 pixels; at most %3 million are expected")
                      .arg(size.width())
                      .arg(size.height())
                      .arg(maxPixels / 1'000'000);
        return {};
    }
    if (const QSize shown = size.scaled(widest, highest, Qt::KeepAspectRatio); shown.width() < size.width())
        reader.setScaledSize(shown.expandedTo({1, 1}));
    const QImage image = reader.read();
    if (image.isNull())
        problem = tr("it is damaged");
    return image;
}

/// Encodes an image as a data URL, which contains the whole image.
QString asAddress(const QImage &image)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    image.save(&buffer, "PNG");
    return "data:image/png;base64," + QString::fromLatin1(bytes.toBase64());
}

void putImage(QTextCursor cursor, QTextImageFormat format, const QString &folder, int number)
{
    QString problem;
    const QImage image = number <= maxImages ? readImage(format.name(), folder, problem) : QImage();
    if (number > maxImages)
        problem = tr("a step shows at most %1").arg(maxImages);
    if (image.isNull())
        return cursor.insertText(
            tr("(The picture “%1” is not shown: %2.)").arg(shownName(format.name(), longestInLabel), problem),
            QTextCharFormat());
    format.setName(asAddress(image));
    cursor.insertImage(format);
}

QList<std::pair<int, QTextImageFormat>> imagesOf(const QTextDocument &document)
{
    QList<std::pair<int, QTextImageFormat>> images;
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        for (auto part = block.begin(); !part.atEnd(); ++part) {
            const QTextFragment fragment = part.fragment();
            for (int i = 0; fragment.charFormat().isImageFormat() && i < fragment.length(); ++i)
                images.append({fragment.position() + i, fragment.charFormat().toImageFormat()});
        }
    }
    return images;
}

} // namespace

QString sheetText(const std::string &text)
{
    return shownText(QString::fromStdString(text)).toHtmlEscaped();
}

QString lessonText(const QString &markdown, const QString &folder)
{
    QTextDocument document;
    document.setMarkdown(markdown, QTextDocument::MarkdownFeatures(QTextDocument::MarkdownDialectCommonMark) |
                                       QTextDocument::MarkdownNoHTML);
    const auto images = imagesOf(document);
    // Replaces the last image first, so that the positions of earlier ones stay valid.
    for (auto number = images.size(); number > 0; --number) {
        const auto &[place, format] = images[number - 1];
        QTextCursor cursor(&document);
        cursor.setPosition(place);
        cursor.setPosition(place + 1, QTextCursor::KeepAnchor);
        putImage(cursor, format, folder, static_cast<int>(number));
    }
    const QString html = document.toHtml();
    // Uses only the paragraphs of the HTML, because the label that shows them has its own font and margins.
    const auto from = html.indexOf("<p"), to = html.lastIndexOf("</body>");
    return from >= 0 && to > from ? html.mid(from, to - from) : QString();
}

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

QString questionOnSheet(const lessons::Question &question, Sheet sheet, const std::vector<int> &order)
{
    QString html = "<p><b>" + sheetText(question.text) + "</b></p>";
    if (!question.choices.empty()) {
        html += order.empty() ? "<ol type=\"A\">" : "<ol>";
        for (std::size_t i = 0; i < question.choices.size(); ++i)
            html +=
                "<li>" + sheetText(question.choices[order.empty() ? i : static_cast<std::size_t>(order[i])]) + "</li>";
        html += "</ol>";
    }
    if (sheet == Sheet::student)
        return question.choices.empty() ? html + QString("<p>&nbsp;</p><hr>").repeated(2) : html;
    const std::size_t right = question.correct < 0 ? 0 : static_cast<std::size_t>(question.correct);
    const QString reason =
        right < question.because.size() ? QString::fromStdString(question.because[right]) : QString();
    QStringList parts{correctAnswer(question), reason};
    parts.removeAll(QString());
    const QString answer = parts.join(". ");
    return answer.isEmpty() ? html : html + "<p>" + tr("Answer: %1").arg(answer.toHtmlEscaped()) + "</p>";
}

QString lessonSheet(const lessons::Lesson &lesson, const QString &folder, Sheet sheet)
{
    QString html = "<h1>" + sheetText(lesson.title) + "</h1>";
    if (lesson.minutes > 0)
        html += "<p>" + tr("About %1 minutes").arg(lesson.minutes) + "</p>";
    if (sheet == Sheet::student)
        html += "<p>" + tr("Name:") + "</p><hr>";
    int number = 0;
    for (const lessons::Step &step : lesson.steps) {
        html += QString("<h2>%1. %2</h2>").arg(++number).arg(sheetText(step.heading));
        html += lessonText(QString::fromStdString(step.text), folder);
        if (step.question)
            html += questionOnSheet(*step.question, sheet);
        if (sheet == Sheet::teacher && !step.teacher.empty())
            html += "<blockquote><p><i>" + tr("Teacher: %1").arg(sheetText(step.teacher)) + "</i></p></blockquote>";
    }
    return html;
}

void printLesson(const lessons::Lesson &lesson, const QString &folder, Sheet sheet, QWidget &window)
{
    QPrinter printer;
    printer.setDocName(QString::fromStdString(lesson.title));
    QPrintDialog dialog(&printer, &window);
    dialog.setWindowTitle(tr("Print the lesson"));
    if (dialog.exec() != QDialog::Accepted)
        return;
    QTextDocument page;
    page.setHtml(lessonSheet(lesson, folder, sheet));
    page.print(&printer);
}

} // namespace anchorscope::gui
