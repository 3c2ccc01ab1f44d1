// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractListModel>
#include <QPixmap>
#include <QStringList>

namespace anchorscope::gui {

/// List of recently opened files, newest first, each with its verdict and a thumbnail. Files and verdicts are stored in
/// the user's settings, thumbnails in the user's data folder. An entry can consist of several files that were opened
/// together.
class RecentFiles : public QAbstractListModel
{
    Q_OBJECT

public:
    explicit RecentFiles(QObject *parent = nullptr);

    void add(const QStringList &given);
    /// Sets the short verdict that is shown with the newest entry.
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
        QString result;    ///< short verdict of the last run on the files; empty: none
        QPixmap thumbnail; ///< thumbnail of a plot of the files; null: none
    };
    void store();

    QList<Entry> m_entries;
};

} // namespace anchorscope::gui
