// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/learn/lessonlist.h"

#include "gui/style/filename.h"
#include "gui/style/plaintext.h"
#include "gui/style/translate.h"
#include "io/files/inputfile.h"
#include "lessons/lesson.h"

#include <QDir>

#include <algorithm>
#include <tuple>

namespace anchorscope::gui {

namespace {

constexpr std::uint64_t longestLessonFile = 1 << 21; // bytes; the reader refuses those above 1 MB

} // namespace

QString LessonEntry::line() const
{
    const QString name = number > 0 ? QString("%1  %2").arg(number).arg(shownName(title)) : shownName(title);
    return minutes > 0 ? tr("%1 · %2 min").arg(name).arg(minutes) : name;
}

QList<LessonEntry> lessonsIn(const QString &folder)
{
    QList<LessonEntry> entries;
    const QDir files(folder);
    for (const QString &name : files.entryList({"*.md"}, QDir::Files, QDir::Name)) {
        if (name == "README.md")
            continue;
        const auto text = io::readWholeFile(filePath(files.filePath(name)), longestLessonFile);
        if (!text)
            continue;
        const lessons::ReadLesson read = lessons::readLesson(*text);
        if (read.usable())
            entries.append({files.filePath(name), QString::fromStdString(read.lesson.title), read.lesson.number,
                            read.lesson.minutes});
    }
    std::ranges::stable_sort(entries, {}, &LessonEntry::number);
    return entries;
}

} // namespace anchorscope::gui
