// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/recentfiles.h"

#include "core/data/toys.h"
#include "gui/style/filename.h"
#include "gui/style/plaintext.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QIcon>
#include <QSettings>
#include <QStandardPaths>

#include <algorithm>
#include <filesystem>

namespace anchorscope::gui {

namespace {

constexpr auto settingsKey = "recentFiles", resultsKey = "recentResults", keptKey = "recentKeptWork";
constexpr int maxEntries = 10;

constexpr QLatin1StringView scheme("file://"), workPrefix("work:");

/// File path from the settings: a URL, which preserves bytes that are not UTF-8, or a path written by earlier versions.
QString pathOf(const QString &kept)
{
    if (!kept.startsWith(scheme))
        return kept;
    return pathText(QByteArray::fromPercentEncoding(kept.mid(scheme.size()).toLatin1()).toStdString());
}

/// Absolute path, independent of the current folder; a name that is not a file (toy:wedges, work:2) is unchanged.
QString lastingPath(const QString &path)
{
    std::error_code unread;
    const std::filesystem::path file(filePath(path));
    if (path.startsWith(workPrefix) || !std::filesystem::exists(file, unread))
        return path;
    return pathText(std::filesystem::absolute(file, unread).lexically_normal().string());
}

QDir entryFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + "/recent";
}

QString entryFile(const QStringList &paths, const char *ending)
{
    return entryFolder().filePath(
        QCryptographicHash::hash(paths.join('\n').toUtf8(), QCryptographicHash::Sha1).toHex() + ending);
}

/// Title of an entry: the names of its files and, for further work on them, its number.
QString titleOf(const QStringList &paths)
{
    QStringList names;
    for (const QString &path : RecentFiles::filesOf(paths))
        names << QFileInfo(path).fileName();
    const QString title = names.join(" + ");
    return paths.last().startsWith(workPrefix) ? title + QString(" (%1)").arg(paths.last().mid(workPrefix.size()))
                                               : title;
}

/// Creates the folder for thumbnails of the recent files and copies of the work on them. Other users cannot read it.
bool makeFolder()
{
    const QString folder = entryFolder().path();
    return QDir().mkpath(folder) &&
           QFile::setPermissions(folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
}

} // namespace

RecentFiles::RecentFiles(QObject *parent) : QAbstractListModel(parent)
{
    const QStringList results = QSettings().value(resultsKey).toStringList();
    const QStringList kept = QSettings().value(keptKey).toStringList();
    for (const QString &entry : QSettings().value(settingsKey).toStringList().mid(0, maxEntries)) {
        QStringList paths;
        for (const QString &path : entry.split('\n'))
            paths << pathOf(path);
        const auto row = m_entries.size();
        // Earlier versions did not store whether a copy contains changes.
        const bool keptWork = row < kept.size() ? kept[row] == "1" : QFile::exists(copyOf(paths));
        m_entries << Entry{paths, results.value(row), QPixmap(entryFile(paths, ".png")), keptWork};
    }
}

void RecentFiles::add(const QStringList &given)
{
    QStringList paths;
    for (const QString &path : given)
        paths << lastingPath(path);
    beginResetModel();
    const auto before = std::ranges::find(m_entries, paths, &Entry::paths);
    const Entry entry = before == m_entries.end() ? Entry{paths, {}, {}, false} : *before;
    m_entries.removeIf([&](const Entry &each) { return each.paths == paths; });
    m_entries.prepend(entry);
    while (m_entries.size() > maxEntries) {
        const QStringList last = m_entries.takeLast().paths;
        for (const char *ending : {".png", ".ascope"})
            QFile::remove(entryFile(last, ending));
    }
    endResetModel();
    store();
    makeFolder();
}

void RecentFiles::addNew(const QStringList &given)
{
    QStringList files;
    for (const QString &path : given)
        files << lastingPath(path);
    QStringList paths = files;
    const auto hasKeptWork = [&paths](const Entry &entry) { return entry.keptWork && entry.paths == paths; };
    for (int number = 2; std::ranges::any_of(m_entries, hasKeptWork); ++number)
        paths = files + QStringList(workPrefix + QString::number(number));
    add(paths);
}

void RecentFiles::setKeptWork(bool kept)
{
    if (m_entries.isEmpty())
        return;
    m_entries.first().keptWork = kept;
    store();
}

QStringList RecentFiles::filesOf(const QStringList &paths)
{
    return !paths.isEmpty() && paths.last().startsWith(workPrefix) ? paths.first(paths.size() - 1) : paths;
}

QString RecentFiles::copyOf(const QStringList &paths)
{
    return entryFile(paths, ".ascope");
}

void RecentFiles::setResult(const QString &text)
{
    if (m_entries.isEmpty() || m_entries.first().result == text)
        return;
    m_entries.first().result = text;
    Q_EMIT dataChanged(index(0), index(0));
    store();
}

void RecentFiles::setThumbnail(const QPixmap &thumbnail)
{
    if (m_entries.isEmpty() || !makeFolder())
        return;
    m_entries.first().thumbnail = thumbnail;
    thumbnail.save(entryFile(m_entries.first().paths, ".png"));
    Q_EMIT dataChanged(index(0), index(0));
}

void RecentFiles::clear()
{
    beginResetModel();
    m_entries.clear();
    entryFolder().removeRecursively();
    endResetModel();
    store();
}

void RecentFiles::store()
{
    QStringList entries, results, keptWork;
    for (const Entry &entry : m_entries) {
        QStringList kept;
        for (const QString &path : entry.paths)
            kept << scheme + QString::fromLatin1(QByteArray::fromStdString(filePath(path)).toPercentEncoding("/"));
        entries << kept.join('\n');
        results << entry.result;
        keptWork << (entry.keptWork ? "1" : "0");
    }
    QSettings().setValue(settingsKey, entries);
    QSettings().setValue(resultsKey, results);
    QSettings().setValue(keptKey, keptWork);
}

int RecentFiles::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_entries.size());
}

QVariant RecentFiles::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const auto &[paths, result, thumbnail, keptWork] = m_entries[index.row()];
    if (role == Qt::DisplayRole) {
        const QString place = isToyName(filePath(paths.first()))
                                  ? tr("Made by the program")
                                  : QDir::toNativeSeparators(QFileInfo(paths.first()).path());
        return QString(shownName(titleOf(paths)) + '\n' + shownName(result.isEmpty() ? place : result));
    }
    if (role == Qt::DecorationRole && !thumbnail.isNull()) {
        QIcon icon(thumbnail);
        icon.addPixmap(thumbnail, QIcon::Selected); // would otherwise be tinted in the colour of the selection
        return icon;
    }
    if (role == Qt::ToolTipRole)
        return tooltipText(filesOf(paths).join('\n'));
    return {};
}

} // namespace anchorscope::gui
