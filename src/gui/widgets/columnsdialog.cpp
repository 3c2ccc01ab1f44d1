// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/widgets/columnsdialog.h"

#include "gui/style/plaintext.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace anchorscope::gui {

namespace {

constexpr int roleColumn = 2, reasonColumn = 3;

QString roleName(io::ColumnUse use)
{
    switch (use) {
    case io::ColumnUse::id:
        return ColumnsDialog::tr("Ids");
    case io::ColumnUse::label:
        return ColumnsDialog::tr("Labels");
    case io::ColumnUse::vector:
        return ColumnsDialog::tr("Dimension");
    case io::ColumnUse::other:
        return ColumnsDialog::tr("Other");
    default:
        return ColumnsDialog::tr("Ignored");
    }
}

QTableWidgetItem *cell(const QString &text)
{
    auto *item = new QTableWidgetItem(shownName(text, longestInLabel));
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
    return item;
}

} // namespace

ColumnsDialog::ColumnsDialog(const std::vector<io::Part> &columns, QWidget *parent)
    : QDialog(parent), m_columns(columns), m_table(new QTableWidget(static_cast<int>(columns.size()), 4, this)),
      m_role(new QComboBox(this)), m_problem(new QLabel(this)),
      m_buttons(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this))
{
    setWindowTitle(tr("Columns"));
    m_table->setObjectName("columns");
    m_table->setAccessibleName(tr("Columns and their roles"));
    m_table->setHorizontalHeaderLabels({tr("Column"), tr("First value"), tr("Role"), tr("Reason")});
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->horizontalHeader()->setDefaultSectionSize(180);
    for (int row = 0; row < m_table->rowCount(); ++row) {
        const io::Part &column = m_columns[static_cast<std::size_t>(row)];
        const QString name = QString::fromStdString(column.name);
        m_table->setItem(row, 0, cell(name.isEmpty() ? tr("(no name)") : name));
        m_table->setItem(row, 1, cell(QString::fromStdString(column.example)));
        m_table->setItem(row, roleColumn, cell({}));
        m_table->setItem(row, reasonColumn, cell({}));
    }
    m_role->setObjectName("role");
    m_role->setAccessibleName(tr("Role of the selected columns"));
    m_role->addItem(tr("Read the selected columns as…"));
    for (const auto use :
         {io::ColumnUse::id, io::ColumnUse::label, io::ColumnUse::vector, io::ColumnUse::other, io::ColumnUse::ignored})
        m_role->addItem(roleName(use), static_cast<int>(use));
    connect(m_role, &QComboBox::activated, this, [this](int row) {
        if (row > 0)
            give(static_cast<io::ColumnUse>(m_role->itemData(row).toInt()));
        m_role->setCurrentIndex(0);
    });
    m_problem->setText(tr("Choose at least one column as a dimension."));
    connect(m_buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    for (QWidget *widget : {static_cast<QWidget *>(m_table), static_cast<QWidget *>(m_role),
                            static_cast<QWidget *>(m_problem), static_cast<QWidget *>(m_buttons)})
        layout->addWidget(widget);
    resize(800, 480);
    showRoles();
}

/// Gives the selected columns a role. Only one column can be the id or the label; the previous one loses this role.
void ColumnsDialog::give(io::ColumnUse use)
{
    const bool single = use == io::ColumnUse::id || use == io::ColumnUse::label;
    QModelIndexList rows = m_table->selectionModel()->selectedRows();
    if (single && !rows.isEmpty())
        rows = {rows.first()};
    for (io::Part &column : m_columns) {
        if (single && !rows.isEmpty() && column.use == use) {
            column.use = io::ColumnUse::other;
            column.why.clear();
        }
    }
    for (const QModelIndex &row : rows) {
        m_columns[static_cast<std::size_t>(row.row())].use = use;
        m_columns[static_cast<std::size_t>(row.row())].why = tr("was chosen").toStdString();
    }
    showRoles();
}

void ColumnsDialog::showRoles()
{
    for (int row = 0; row < m_table->rowCount(); ++row) {
        const io::Part &column = m_columns[static_cast<std::size_t>(row)];
        m_table->item(row, roleColumn)->setText(roleName(column.use));
        m_table->item(row, reasonColumn)->setText(shownName(QString::fromStdString(column.why), longestInLabel));
    }
    const bool usable = std::ranges::find(m_columns, io::ColumnUse::vector, &io::Part::use) != m_columns.end();
    m_problem->setVisible(!usable);
    m_buttons->button(QDialogButtonBox::Ok)->setEnabled(usable);
}

} // namespace anchorscope::gui
