// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractListModel>
#include <QPixmap>
#include <QStringList>

namespace anchorscope::gui {

/// Recently opened files, newest first, with the verdict and a thumbnail of each. Files and verdicts are stored in the
/// user's settings, thumbnails and copies of work that was never saved in the user's data folder. An entry can be
/// several files opened together.
class RecentFiles : public QAbstractListModel
{
    Q_OBJECT

public:
    explicit RecentFiles(QObject *parent = nullptr);

    void add(const QStringList &given);
    /// Sets the short verdict of the newest entry.
    void setResult(const QString &text);
    /// Sets the thumbnail of the newest entry.
    void setThumbnail(const QPixmap &thumbnail);
    void clear();
    /// Path of the copy of the work with these files, from which it can be continued; the file may not exist.
    static QString copyOf(const QStringList &paths);
    QStringList at(int row) const { return m_entries.value(row).paths; }

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;

private:
    struct Entry
    {
        QStringList paths;
        QString result;    ///< short verdict of the entry; empty: none
        QPixmap thumbnail; ///< thumbnail of the entry; null: none
    };
    void store();

    QList<Entry> m_entries;
};

} // namespace anchorscope::gui
