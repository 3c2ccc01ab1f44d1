// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

class QLabel;
class QWidget;

namespace anchorscope::gui {

/// Maximum length of texts on the screen in characters: shaping time grows with the length.
constexpr qsizetype longestName = 300, longestText = 4000;
constexpr qsizetype longestInLabel = 80; ///< maximum length of a name in a label, which is as wide as its longest word

/// Makes a name, label or path from a file safe to show: on one line, with control characters and bidirectional
/// formatting made visible, and cut to `most` characters with an ellipsis.
QString shownName(const QString &name, qsizetype most = longestName);

QStringList shownNames(const QStringList &names);

/// Like shownName(), but keeps line breaks.
QString shownText(const QString &text, qsizetype most = longestText);

/// Like shownText(), for a tooltip, in a form that Qt does not mistake for rich text.
QString tooltipText(const QString &text);

/// Escapes a name for rich text.
QString richName(const QString &name);

/// Makes a label show its text literally, including tags.
void plainText(QLabel *label);

/// Calls plainText() for all labels of a page except those with explicit rich text.
void plainTexts(QWidget *page);

} // namespace anchorscope::gui
