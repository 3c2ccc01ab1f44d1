// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QList>
#include <QMap>
#include <QString>
#include <QStringList>

class QLineEdit;
class QListWidget;
class QMainWindow;
class QTextBrowser;

namespace anchorscope::gui {

/// Names of the pages of resources/handbook, in the order of the list: "start" …
QStringList handbookPages();
/// Name of the page about a dock; empty if no page covers it.
QString handbookPageOf(const QString &dock);

/// Text of the handbook, with the current keys of the window's actions: **Ctrl+F**<!--actionFind--> is replaced by that
/// of actionFind, and the page of shortcuts lists all keys.
class Handbook
{
public:
    explicit Handbook(const QMainWindow &window) : m_window(window) {}

    QString title(const QString &page) const;
    QString markdown(const QString &page) const; ///< text of a page in Markdown; empty for an unknown page
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

/// Window of the handbook: the list of pages or, during a search, of matching sentences; the current page; navigation
/// back.
class HandbookWindow : public QDialog
{
    Q_OBJECT

public:
    explicit HandbookWindow(QMainWindow &window);

    /// Shows a page and raises the window.
    void open(const QString &page);
    QString page() const; ///< name of the current page
    QTextBrowser &browser() const { return *m_browser; }

private:
    QWidget *buildList();
    void fillList();
    void choose(int row);

    Handbook m_handbook;
    QList<Handbook::Hit> m_hits; ///< entries of the list; those without a sentence are pages
    QLineEdit *m_search;
    QListWidget *m_list;
    QTextBrowser *m_browser;
};

/// Name of the page about the focused dock; otherwise that of the first page.
QString handbookPageFor(const QMainWindow &window);

} // namespace anchorscope::gui
