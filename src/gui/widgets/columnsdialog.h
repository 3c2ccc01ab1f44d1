// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/roles/choice.h"

#include <QDialog>

class QComboBox;
class QDialogButtonBox;
class QLabel;
class QTableWidget;

namespace anchorscope::gui {

/// Dialog for the roles of a table's columns (e.g. ids or labels).
class ColumnsDialog : public QDialog
{
    Q_OBJECT

public:
    explicit ColumnsDialog(const std::vector<io::Part> &columns, QWidget *parent = nullptr);

    std::string choice() const { return io::columnChoice(m_columns); }

private:
    void give(io::ColumnUse use);
    void showRoles();

    std::vector<io::Part> m_columns;
    QTableWidget *m_table;
    QComboBox *m_role;
    QLabel *m_problem;
    QDialogButtonBox *m_buttons;
};

} // namespace anchorscope::gui
