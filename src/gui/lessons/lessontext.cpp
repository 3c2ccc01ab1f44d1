// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/lessons/lessontext.h"

#include "gui/style/filename.h"
#include "gui/style/plaintext.h"
#include "io/files/inputfile.h"
#include "io/files/siblingfile.h"
#include "lessons/lesson.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QImageReader>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextFragment>

namespace anchorscope::gui {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(LessonText)
};

constexpr qint64 maxPixels = 8'000'000;
constexpr int widest = 480, highest = 320, maxImages = 4;

/// True for image formats that are shown: their size is in the header, while a vector image may take any time to draw.
bool isKnown(const QByteArray &format)
{
    return QList<QByteArray>{"png", "jpeg", "jpg", "gif", "bmp", "webp"}.contains(format);
}

QString notShown(const QString &file, const QString &why)
{
    return Text::tr("(The picture “%1” is not shown: %2.)").arg(shownName(file, longestInLabel), why);
}

/// Reads an image of a lesson; null if it cannot be shown, with the reason in `problem`.
QImage readImage(const QString &file, const QString &folder, QString &problem)
{
    const auto path = io::siblingFile(filePath(folder + "/lesson.md"), file.toStdString());
    if (!path) {
        problem = Text::tr("it is not in the folder of the lesson or below it");
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
        problem = Text::tr("expected a PNG, JPEG, GIF, BMP or WebP picture");
        return {};
    }
    if (qint64{size.width()} * size.height() > maxPixels) {
        problem = Text::tr("it has %1 × %2 pixels; at most %3 million are expected")
                      .arg(size.width())
                      .arg(size.height())
                      .arg(maxPixels / 1'000'000);
        return {};
    }
    if (const QSize shown = size.scaled(widest, highest, Qt::KeepAspectRatio); shown.width() < size.width())
        reader.setScaledSize(shown.expandedTo({1, 1}));
    const QImage image = reader.read();
    if (image.isNull())
        problem = Text::tr("it is damaged");
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
        problem = Text::tr("a step shows at most %1").arg(maxImages);
    if (image.isNull())
        return cursor.insertText(notShown(format.name(), problem), QTextCharFormat());
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
    // Only the paragraphs of the HTML are used, because the label has its own font and margins.
    const auto from = html.indexOf("<p"), to = html.lastIndexOf("</body>");
    return from >= 0 && to > from ? html.mid(from, to - from) : QString();
}

} // namespace anchorscope::gui
