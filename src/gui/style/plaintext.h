// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

class QLabel;
class QWidget;

namespace anchorscope::gui {

/// Maximum lengths in characters of a name and of a text on the screen, because long ones take much time to lay out.
constexpr qsizetype longestName = 300, longestText = 4000;
/// Maximum length in characters of a name in a label, because a label is at least as wide as its longest word.
constexpr qsizetype longestInLabel = 80;

/// Returns a name, label or path from a file in a form that is safe to show: on one line, with visible replacements for
/// control characters and bidirectional formatting, and cut to `most` characters with an ellipsis.
QString shownName(const QString &name, qsizetype most = longestName);

QStringList shownNames(const QStringList &names);

/// Like shownName(), but preserves line breaks.
QString shownText(const QString &text, qsizetype most = longestText);

/// Like shownText(), in a form for tooltips that Qt does not mistake for rich text.
QString tooltipText(const QString &text);

/// Escapes the characters of a name that have a meaning in rich text.
QString richName(const QString &name);

/// Makes a label show its text literally, including tags.
void plainText(QLabel *label);

/// Calls plainText() for all labels of a page except those with explicit rich text.
void plainTexts(QWidget *page);

} // namespace anchorscope::gui
