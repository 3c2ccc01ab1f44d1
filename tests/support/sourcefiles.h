// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDirIterator>
#include <QFile>

namespace anchorscope::test {

inline QString contents(const QString &file)
{
    QFile input(file);
    return input.open(QIODevice::ReadOnly) ? QString::fromUtf8(input.readAll()) : QString();
}

inline QStringList filesUnder(const QString &folder, const QStringList &patterns)
{
    QStringList files;
    QDirIterator walk(folder, patterns, QDir::Files, QDirIterator::Subdirectories);
    while (walk.hasNext())
        files << QDir(".").relativeFilePath(walk.next());
    files.sort();
    return files;
}

} // namespace anchorscope::test
