// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/desktop/handbook.h"

#include <QDialog>

class QLineEdit;
class QListWidget;
class QTextBrowser;

namespace anchorscope::gui {

/// Window of the handbook: the list of pages or, during a search, of matching sentences; the current page; navigation
/// back.
class HandbookWindow : public QDialog
{
    Q_OBJECT

public:
    explicit HandbookWindow(QMainWindow &window);

    /// Shows a page and raises the window.
    void open(const QString &page);
    QString page() const; ///< current page
    QTextBrowser &browser() const { return *m_browser; }

private:
    QWidget *buildList();
    void fillList();
    void choose(int row);

    Handbook m_handbook;
    QList<Handbook::Hit> m_hits; ///< entries of the list; entries without a sentence are pages
    QLineEdit *m_search;
    QListWidget *m_list;
    QTextBrowser *m_browser;
};

/// Page about the dock that has the focus; the first page if none has.
QString handbookPageFor(const QMainWindow &window);

} // namespace anchorscope::gui
