// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QMap>
#include <QString>
#include <QStringList>

class QMainWindow;

namespace anchorscope::gui {

/// Pages of resources/handbook in the order of the list, by their file names: "start" …
QStringList handbookPages();
/// Page about a dock; empty if no page covers it.
QString handbookPageOf(const QString &dock);

/// The text of the handbook. Keys in it are those of the window's actions: **Ctrl+F**<!--actionFind--> is replaced by
/// the current key of actionFind, and the page of shortcuts lists all of them.
class Handbook
{
public:
    explicit Handbook(const QMainWindow &window) : m_window(window) {}

    QString title(const QString &page) const;
    QString markdown(const QString &page) const; ///< empty for an unknown page
    /// Paragraphs of a page, in order.
    QStringList paragraphs(const QString &page) const;

    struct Hit
    {
        QString page, sentence;
    };
    /// Finds the sentences that contain all of the words, ignoring case; those in titles come first.
    QList<Hit> find(const QString &words) const;

private:
    QString keysOf(const QString &action) const;
    QString shortcuts() const;

    const QMainWindow &m_window;
    mutable QMap<QString, QStringList> m_paragraphs;
};

} // namespace anchorscope::gui
