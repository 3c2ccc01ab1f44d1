// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractListModel>
#include <QPixmap>
#include <QStringList>

namespace anchorscope::gui {

/// The files opened last, newest first, kept in the user's settings with what was found in them and, as files beside
/// the user's other data, how they looked. An entry may be several files opened together.
class RecentFiles : public QAbstractListModel
{
    Q_OBJECT

public:
    explicit RecentFiles(QObject *parent = nullptr);

    void add(const QStringList &given);
    /// What the newest entry gave, in few words.
    void setResult(const QString &text);
    /// How the newest entry looked when it was left.
    void setPicture(const QPixmap &picture);
    void clear();
    QStringList at(int row) const { return m_entries.value(row).paths; }

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;

private:
    struct Entry
    {
        QStringList paths;
        QString result;  ///< empty: nothing was found
        QPixmap picture; ///< null: there is none
    };
    void store();

    QList<Entry> m_entries;
};

} // namespace anchorscope::gui
