// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/style/plaintext.h"

#include "io/text/visibletext.h"

#include <QLabel>
#include <QRegularExpression>
#include <QTextDocument>

namespace anchorscope::gui {

namespace {

/// Cuts a text to `most` characters, with an ellipsis; never separates a surrogate pair.
QString elided(const QString &text, qsizetype most)
{
    if (text.size() <= most)
        return text;
    const bool half = text.at(most - 2).isHighSurrogate();
    return text.left(most - 1 - half) + QChar(0x2026);
}

QString visible(const QString &text, qsizetype most, io::LineBreaks lineBreaks)
{
    return QString::fromStdString(io::visibleText(elided(text, most).toStdString(), lineBreaks));
}

} // namespace

QString shownName(const QString &name, qsizetype most)
{
    return visible(name, most, io::LineBreaks::show);
}

QStringList shownNames(const QStringList &names)
{
    QStringList shown;
    for (const QString &name : names)
        shown << shownName(name);
    return shown;
}

QString shownText(const QString &text, qsizetype most)
{
    return visible(text, most, io::LineBreaks::keep);
}

QString tooltipText(const QString &text)
{
    const QString shown = shownText(text);
    // Searches all lines for tags; Qt searches only the first.
    static const QRegularExpression tag("<[A-Za-z/!?]");
    return shown.contains(tag) ? Qt::convertFromPlainText(shown) : shown;
}

QString richName(const QString &name)
{
    return shownName(name, longestInLabel).toHtmlEscaped();
}

void plainText(QLabel *label)
{
    label->setTextFormat(Qt::PlainText);
}

void plainTexts(QWidget *page)
{
    for (QLabel *label : page->findChildren<QLabel *>()) {
        if (label->textFormat() == Qt::AutoText)
            plainText(label);
    }
}

} // namespace anchorscope::gui
