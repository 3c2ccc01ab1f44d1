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

/// Gives a table the appearance common to all tables of the window: selection of whole rows, a muted grid, columns as
/// wide as their contents. The `elastic` columns share the remaining width and elide their texts; if only a few letters
/// would fit, the table scrolls. The table's model must have been set.
void configureTable(QTableView *table, std::initializer_list<int> elastic = {0});

/// Fixes the width of a column of names: the smallest at which each name fits into `lines` lines, and short names into
/// one.
void fitNames(QTableView *table, int column, int lines);

/// Adds a context menu to a table. It copies the table as text, CSV, Markdown or LaTeX, writes it to a file (by default
/// called `name`), and shows or hides columns (also by a right click on the heading). The model must exist as long as
/// the table.
void offerCopies(QTableView *table, const TableModel &model, const QString &name);

/// Writes a table to a file that the user chooses, as CSV, Markdown or LaTeX, depending on the file's suffix.
void writeTable(QWidget *parent, const TableModel &model, const QString &name);

/// Hides the columns of a table from the index `first` on, except for the first `most` of these; the user can show the
/// hidden columns.
void showFirstColumns(QTableView *table, int first, int most);

/// Calls `choose` with each row that the user makes current, or with −1 for none. It is not called when a list gets the
/// focus: the first row then becomes current, but not selected. The model must have been set.
void onRowChosen(QAbstractItemView *list, const std::function<void(int row)> &choose);

/// Deselects the current row of a list as soon as no items are selected, because it stands for the selected items.
void deselectWith(QAbstractItemView *list, const Selection &selection);

void copyText(const QString &text);

/// Copies a table to the clipboard as text, with columns separated by tabs.
void copyTable(const TableModel &model);

} // namespace anchorscope::gui
