// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QMap>
#include <QString>
#include <QStringList>

class QMainWindow;

namespace anchorscope::gui {

/// The pages of resources/handbook in the order in which they are listed, by the names of their files: "start" …
QStringList handbookPages();
/// The page about a dock; empty: there is none.
QString handbookPageOf(const QString &dock);

/// The text of the handbook. Keys in it are those of the window's actions: **Ctrl+F**<!--actionFind--> is replaced by
/// the current key of actionFind, and the page of shortcuts lists all of them.
class Handbook
{
public:
    explicit Handbook(const QMainWindow &window) : m_window(window) {}

    QString title(const QString &page) const;
    QString markdown(const QString &page) const; ///< empty: there is no such page
    /// Paragraphs of a page, in order.
    QStringList paragraphs(const QString &page) const;

    struct Hit
    {
        QString page, sentence;
    };
    /// The sentences that hold all of the words, in any case; those of titles first.
    QList<Hit> find(const QString &words) const;

private:
    QString keysOf(const QString &action) const;
    QString shortcuts() const;

    const QMainWindow &m_window;
    mutable QMap<QString, QStringList> m_paragraphs;
};

} // namespace anchorscope::gui
