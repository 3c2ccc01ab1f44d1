// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractListModel>
#include <QStringList>

namespace anchorscope::gui {

/// The files opened last, newest first, kept in the user's settings with what was found in them. An entry may be
/// several files opened together.
class RecentFiles : public QAbstractListModel
{
    Q_OBJECT

public:
    explicit RecentFiles(QObject *parent = nullptr);

    void add(const QStringList &given);
    /// What the newest entry gave, in few words.
    void setResult(const QString &text);
    void clear();
    QStringList at(int row) const { return m_entries.value(row); }

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;

private:
    void store();
    QList<QStringList> m_entries;
    QStringList m_results; ///< one for each entry, empty where nothing was found
};

} // namespace anchorscope::gui
