// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <initializer_list>

#include <QString>

class QAbstractItemView;
class QTableView;
class QWidget;

namespace anchorscope::gui {

class Selection;
class TableModel;

/// The look and manners of all our tables: whole rows, quiet grid, columns as wide as their content but for those that
/// share what is left of the width and elide, down to a few letters; then the table scrolls. The table has its model.
void dressTable(QTableView *table, std::initializer_list<int> elastic = {0});

/// A column of names, just wide enough for each of them to be read in so many lines; short ones stay in one.
void fitNames(QTableView *table, int column, int lines);

/// Context menu of a table: copy as text, CSV, Markdown or LaTeX, or write it to a file (by default of that name), and
/// which columns are shown (also a right click on the heading). The model must live as long as the table.
void offerCopies(QTableView *table, const TableModel &model, const QString &name);

/// Asks where, and writes a table as CSV, Markdown or LaTeX by the suffix of the file.
void writeTable(QWidget *parent, const TableModel &model, const QString &name);

/// Of the columns from `first` on, only so many are shown until the user asks for more of them.
void showFirstColumns(QTableView *table, int first, int most);

/// No row of the list is marked once no item is selected: the marked row stood for the selection.
void deselectWith(QAbstractItemView *list, const Selection &selection);

void copyText(const QString &text);

/// Puts a table on the clipboard, tab-separated.
void copyTable(const TableModel &model);

} // namespace anchorscope::gui
