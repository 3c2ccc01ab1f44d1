// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractListModel>
#include <QPixmap>
#include <QStringList>

namespace anchorscope::gui {

/// Recently opened files, newest first, with verdict and thumbnail. Files and verdicts are in the user's settings,
/// thumbnails in the data folder. An entry can consist of several files opened together. Further work on the same files
/// has an entry of its own, whose paths end with a number: “work:2”.
class RecentFiles : public QAbstractListModel
{
    Q_OBJECT

public:
    explicit RecentFiles(QObject *parent = nullptr);

    void add(const QStringList &given);
    /// Adds newly opened files. If an entry of these files has kept work, adds a further entry.
    void addNew(const QStringList &given);
    /// Sets whether the newest entry has kept work, which newly opened files must not replace.
    void setKeptWork(bool kept);
    void setResult(const QString &text);
    void setThumbnail(const QPixmap &thumbnail);
    void clear();
    /// Path for a copy of the work of an entry, whether or not the copy exists.
    static QString copyOf(const QStringList &paths);
    /// Paths of the files of an entry, without the number of its work.
    static QStringList filesOf(const QStringList &paths);
    QStringList at(int row) const { return m_entries.value(row).paths; }

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;

private:
    struct Entry
    {
        QStringList paths;
        QString result; ///< short verdict of the last run; empty: none
        QPixmap thumbnail;
        bool keptWork = false; ///< true if the copy contains changes made by the user
    };
    void store();

    QList<Entry> m_entries;
};

} // namespace anchorscope::gui
