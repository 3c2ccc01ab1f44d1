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

/// Names of the pages of the handbook, in the order of the contents: "start" is resources/handbook/start.md.
QStringList handbookPages();
/// Name of the handbook's page that explains a dock; empty if none does. `dock`: object name of the dock.
QString handbookPageOf(const QString &dock);

/// Pages of the handbook with the current shortcuts of the window's actions. A page contains, for example,
/// **Ctrl+F**<!--actionFind-->; the shortcut of actionFind replaces it. The page of shortcuts lists all shortcuts.
class Handbook
{
public:
    explicit Handbook(const QMainWindow &window) : m_window(window) {}

    QString title(const QString &page) const;
    /// Text of a page as Markdown; empty if the page is unknown.
    QString markdown(const QString &page) const;
    QStringList paragraphs(const QString &page) const;

    struct Hit
    {
        QString page, sentence;
    };
    /// Finds the sentences, on all pages, that contain each of the words, ignoring case; titles of pages come first.
    QList<Hit> find(const QString &words) const;

private:
    QString keysOf(const QString &action) const;
    QString shortcuts() const;

    const QMainWindow &m_window;
    mutable QMap<QString, QStringList> m_paragraphs;
};

/// Window of the handbook: a page, and beside it the list of pages or the sentences that a search has found.
class HandbookWindow : public QDialog
{
    Q_OBJECT

public:
    explicit HandbookWindow(QMainWindow &window);

    void open(const QString &page);
    QString page() const;
    QTextBrowser &browser() const { return *m_browser; }

private:
    QWidget *buildList();
    void fillList();
    void choose(int row);

    Handbook m_handbook;
    /// Pages or found sentences in the list; an entry for a page has an empty sentence.
    QList<Handbook::Hit> m_hits;
    QLineEdit *m_search;
    QListWidget *m_list;
    QTextBrowser *m_browser;
};

/// Name of the handbook's page about the dock with the focus; if no dock has it, the name of the first page.
QString handbookPageFor(const QMainWindow &window);

} // namespace anchorscope::gui
