// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <initializer_list>

#include <QString>

class QAbstractItemView;
class QTableView;
class QWidget;

namespace anchorscope::gui {

class Selection;
class TableModel;

/// Configures a table, whose model must be set, like all tables of the window: selection of whole rows, muted grid,
/// columns as wide as their contents. `elastic` columns share the remaining width and elide their text; if this leaves
/// less than a few letters, the table scrolls.
void configureTable(QTableView *table, std::initializer_list<int> elastic = {0});

/// Fixes a column of names at the smallest width at which each fits into `lines` lines; short names stay on one line.
void fitNames(QTableView *table, int column, int lines);

/// Adds a context menu to a table: copying as text, CSV, Markdown or LaTeX, writing to a file (default `name`), and
/// choosing columns (also by a right click on the heading). The model must live as long as the table.
void offerCopies(QTableView *table, const TableModel &model, const QString &name);

/// Writes a table to a file that the user chooses, as CSV, Markdown or LaTeX, according to the suffix.
void writeTable(QWidget *parent, const TableModel &model, const QString &name);

/// Hides the columns of a table from `first` on, except for `most` of them; the user can show the others.
void showFirstColumns(QTableView *table, int first, int most);

/// Calls `choose` with each row that the user makes current, or −1. A list that only takes the focus makes its first
/// row current too, but does not select it. The model must be set.
void onRowChosen(QAbstractItemView *list, const std::function<void(int row)> &choose);

/// Clears the current row of a list when the selection becomes empty, because the row represented a selected item.
void deselectWith(QAbstractItemView *list, const Selection &selection);

void copyText(const QString &text);

/// Copies a table to the clipboard, separated by tabs.
void copyTable(const TableModel &model);

} // namespace anchorscope::gui
