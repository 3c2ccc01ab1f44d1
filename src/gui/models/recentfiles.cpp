// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/recentfiles.h"

#include "gui/style/plaintext.h"

#include <QDir>
#include <QFileInfo>
#include <QSettings>

namespace anchorscope::gui {

namespace {

constexpr auto settingsKey = "recentFiles";
constexpr int maxEntries = 10;

} // namespace

RecentFiles::RecentFiles(QObject *parent) : QAbstractListModel(parent)
{
    m_entries = QSettings().value(settingsKey).toStringList().mid(0, maxEntries);
}

void RecentFiles::add(const QStringList &paths)
{
    const QString entry = paths.join('\n');
    beginResetModel();
    m_entries.removeAll(entry);
    m_entries.prepend(entry);
    m_entries = m_entries.mid(0, maxEntries);
    endResetModel();
    store();
}

void RecentFiles::clear()
{
    beginResetModel();
    m_entries.clear();
    endResetModel();
    store();
}

void RecentFiles::store()
{
    QSettings().setValue(settingsKey, m_entries);
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
    if (role == Qt::DisplayRole)
        return shownName(
            tr("%1  —  %2").arg(names.join(" + "), QDir::toNativeSeparators(QFileInfo(paths.first()).path())));
    if (role == Qt::ToolTipRole)
        return tooltipText(paths.join('\n'));
    return {};
}

} // namespace anchorscope::gui
