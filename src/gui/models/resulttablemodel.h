// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/outcome.h"
#include "gui/display/tablemodel.h"

namespace anchorscope::gui {

class ResultTableModel : public TableModel
{
    Q_OBJECT

public:
    explicit ResultTableModel(ResultTable table = {}, QObject *parent = nullptr);

    void setTable(ResultTable table);
    /// True if cells contain means with standard deviations.
    bool hasDeviations() const;

protected:
    int rows() const override { return static_cast<int>(m_table.rows.size()); }
    QString text(int row, int column) const override;
    QVariant value(int row, int column) const override;
    QString displayed(int row, int column) const override { return deviationBelow(TableModel::displayed(row, column)); }
    bool isBold(int row, int column) const override { return cell(row, column) && cell(row, column)->isBest; }
    QVariant extra(int row, int column, int role) const override;

private:
    /// Cell of the table; null if the row has fewer cells.
    const ResultCell *cell(int row, int column) const;

    ResultTable m_table;
};

} // namespace anchorscope::gui
