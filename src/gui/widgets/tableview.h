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

/// Gives a table the common appearance. The `elastic` columns share the remaining width; if they get only a few
/// letters, the table scrolls. Call after setting the model.
void configureTable(QTableView *table, std::initializer_list<int> elastic = {0});

/// Sets a column to the smallest width at which each name needs at most `lines` lines. Short names are not wrapped.
void fitNames(QTableView *table, int column, int lines);

/// Adds a context menu that copies the table as text, CSV, Markdown or LaTeX, writes it to a file (proposed: `name`),
/// and shows or hides columns. The model must outlive the table.
void offerCopies(QTableView *table, const TableModel &model, const QString &name);

/// Writes a table to a file that the user chooses; its suffix selects CSV, Markdown or LaTeX.
void writeTable(QWidget *parent, const TableModel &model, const QString &name);

/// Shows `most` columns from the index `first` on and hides the columns after these; the user can show them.
void showFirstColumns(QTableView *table, int first, int most);

/// Calls `choose` with each row that the user makes current, or −1. The first row, which becomes current when the list
/// gets the focus, does not count. Call after setting the model.
void onRowChosen(QAbstractItemView *list, const std::function<void(int row)> &choose);

/// Deselects the row of a list when no items are selected.
void deselectWith(QAbstractItemView *list, const Selection &selection);

void copyText(const QString &text);

/// Copies a table as text, with tabs between columns.
void copyTable(const TableModel &model);

} // namespace anchorscope::gui
