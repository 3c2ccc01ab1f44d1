// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

class QLabel;
class QWidget;

namespace anchorscope::gui {

/// Longest texts on the screen in characters: shaping time grows with the length.
constexpr qsizetype longestName = 300, longestText = 4000;
constexpr qsizetype longestInLabel = 80; ///< limit of a name in a label, which is as wide as its longest word

/// A name, label or path from a file as it may be shown: in one line, control characters and marks of writing direction
/// as visible characters, and cut to `most` characters with an ellipsis.
QString shownName(const QString &name, qsizetype most = longestName);

QStringList shownNames(const QStringList &names);

/// A text that may hold such names, with its own line breaks.
QString shownText(const QString &text, qsizetype most = longestText);

/// The text as a tooltip: as shownText(), and never taken as rich text.
QString tooltipText(const QString &text);

/// A name as a part of rich text.
QString richName(const QString &name);

/// The label shows what it is given letter by letter, tags too.
void plainText(QLabel *label);

/// All labels of the page do, but those that are rich text on purpose.
void plainTexts(QWidget *page);

} // namespace anchorscope::gui
