// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

class QLabel;
class QWidget;

namespace anchorscope::gui {

/// Maximum lengths in characters of names and texts on the screen; longer ones take much time to lay out.
constexpr qsizetype longestName = 300, longestText = 4000;
/// Maximum length in characters of a name in a label; a label is at least as wide as its longest word.
constexpr qsizetype longestInLabel = 80;

/// Makes a name, label or path from a file safe to show: on one line, with visible replacements for control characters
/// and bidirectional formatting, and cut to `most` characters with an ellipsis.
QString shownName(const QString &name, qsizetype most = longestName);

QStringList shownNames(const QStringList &names);

/// Like shownName(), but keeps line breaks.
QString shownText(const QString &text, qsizetype most = longestText);

/// Like shownText(), for tooltips: Qt shows tags in the result literally.
QString tooltipText(const QString &text);

/// Escapes a name for rich text.
QString richName(const QString &name);

/// Makes a label show tags literally.
void plainText(QLabel *label);

/// Calls plainText() for the labels of a page, except those with explicit rich text.
void plainTexts(QWidget *page);

} // namespace anchorscope::gui
