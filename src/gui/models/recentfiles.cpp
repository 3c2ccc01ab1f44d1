// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/recentfiles.h"

#include "gui/style/filename.h"
#include "gui/style/plaintext.h"

#include <QDir>
#include <QFileInfo>
#include <QSettings>

#include <filesystem>

namespace anchorscope::gui {

namespace {

constexpr auto settingsKey = "recentFiles", resultsKey = "recentResults";
constexpr int maxEntries = 10;

constexpr QLatin1StringView scheme("file://");

/// Settings hold URLs: of text they would lose bytes that are no UTF-8. Those of earlier versions are paths.
QString pathOf(const QString &kept)
{
    if (!kept.startsWith(scheme))
        return kept;
    return pathText(QByteArray::fromPercentEncoding(kept.mid(scheme.size()).toLatin1()).toStdString());
}

/// The file from wherever the program is started next; what is no file (toy:wedges) stays.
QString lastingPath(const QString &path)
{
    std::error_code unread;
    const std::filesystem::path file(filePath(path));
    if (!std::filesystem::exists(file, unread))
        return path;
    return pathText(std::filesystem::absolute(file, unread).lexically_normal().string());
}

} // namespace

RecentFiles::RecentFiles(QObject *parent) : QAbstractListModel(parent)
{
    for (const QString &entry : QSettings().value(settingsKey).toStringList().mid(0, maxEntries)) {
        QStringList paths;
        for (const QString &kept : entry.split('\n'))
            paths << pathOf(kept);
        m_entries << paths;
    }
    m_results = QSettings().value(resultsKey).toStringList();
    m_results.resize(m_entries.size());
}

void RecentFiles::add(const QStringList &given)
{
    QStringList paths;
    for (const QString &path : given)
        paths << lastingPath(path);
    beginResetModel();
    const qsizetype before = m_entries.indexOf(paths);
    const QString result = before < 0 ? QString() : m_results.takeAt(before);
    m_entries.removeAll(paths);
    m_entries.prepend(paths);
    m_results.prepend(result);
    m_entries = m_entries.mid(0, maxEntries);
    m_results.resize(m_entries.size());
    endResetModel();
    store();
}

void RecentFiles::setResult(const QString &text)
{
    if (m_entries.isEmpty() || m_results.first() == text)
        return;
    m_results.first() = text;
    Q_EMIT dataChanged(index(0), index(0));
    store();
}

void RecentFiles::clear()
{
    beginResetModel();
    m_entries.clear();
    m_results.clear();
    endResetModel();
    store();
}

void RecentFiles::store()
{
    QStringList entries;
    for (const QStringList &paths : m_entries) {
        QStringList kept;
        for (const QString &path : paths)
            kept << scheme + QString::fromLatin1(QByteArray::fromStdString(filePath(path)).toPercentEncoding("/"));
        entries << kept.join('\n');
    }
    QSettings().setValue(settingsKey, entries);
    QSettings().setValue(resultsKey, m_results);
}

int RecentFiles::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_entries.size());
}

QVariant RecentFiles::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const QStringList paths = at(index.row());
    QStringList names;
    for (const QString &path : paths)
        names << QFileInfo(path).fileName();
    const QString &result = m_results[index.row()];
    if (role == Qt::DisplayRole)
        return shownName(tr("%1  —  %2")
                             .arg(names.join(" + "), result.isEmpty()
                                                         ? QDir::toNativeSeparators(QFileInfo(paths.first()).path())
                                                         : result));
    if (role == Qt::ToolTipRole)
        return tooltipText(paths.join('\n'));
    return {};
}

} // namespace anchorscope::gui
