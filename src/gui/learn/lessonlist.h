// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

namespace anchorscope::gui {

/// A lesson in a folder.
struct LessonEntry
{
    QString file, title;
    int number = 0, minutes = 0; ///< 0: it does not say

    QString line() const; ///< "1  Where am I? · 8 min"
};

/// The lessons of a folder by their numbers; those with mistakes are left out.
QList<LessonEntry> lessonsIn(const QString &folder);

} // namespace anchorscope::gui
