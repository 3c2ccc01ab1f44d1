// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/playground/invariancetable.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QTableWidget;

namespace anchorscope::gui {

/// The truth table as a grid to guess in: a click or the space bar goes from “holds” to “breaks” to nothing. Measured
/// cells say what is so, and whether the guess was right.
class InvarianceTableView : public QWidget
{
    Q_OBJECT

public:
    explicit InvarianceTableView(InvarianceTable &table, QWidget *parent = nullptr);

    void toggle(int row, int column);          ///< the guess of a cell
    QRect cellRect(int row, int column) const; ///< in the coordinates of this widget

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void buildGrid();
    void showTable();
    void fitHeight();
    void showCell(int row, int column);
    void showNow(int row);

    InvarianceTable &m_table;
    QTableWidget *m_grid;
    QPushButton *m_measure, *m_clear;
    QLabel *m_note;
};

} // namespace anchorscope::gui
