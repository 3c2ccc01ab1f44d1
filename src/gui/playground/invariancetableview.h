// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/playground/invariancetable.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QTableWidget;

namespace anchorscope::gui {

/// Grid in which the user predicts the cells of an InvarianceTable: a click or the space bar cycles through “holds”,
/// “breaks” and empty. Measured cells show the result and whether the prediction was correct.
class InvarianceTableView : public QWidget
{
    Q_OBJECT

public:
    explicit InvarianceTableView(InvarianceTable &table, QWidget *parent = nullptr);

    void toggle(int row, int column);
    QRect cellRect(int row, int column) const; ///< area of a cell in the coordinates of this widget

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    class Header;
    void buildGrid();
    void showTable();
    void fit();
    void titleRows(bool inTwoLines);
    void showCell(int row, int column);
    void showNow(int row);

    InvarianceTable &m_table;
    QTableWidget *m_grid;
    Header *m_header;
    QPushButton *m_measure, *m_clear;
    QLabel *m_note;
};

} // namespace anchorscope::gui
