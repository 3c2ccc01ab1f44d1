// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/present/tablemodel.h"
#include "gui/state/workspace.h"

namespace anchorscope::gui {

/// Stitching scores of every representation: four rows each (vectors → classifier).
class StitchModel : public TableModel
{
    Q_OBJECT

public:
    explicit StitchModel(const Workspace &workspace, QObject *parent = nullptr);

    enum Column { Method, FromTo, Accuracy, WeightedF1, MacroF1, Mae };
    bool hasErrors() const; ///< labels are numbers: there is a mean absolute error

protected:
    int rows() const override { return static_cast<int>(4 * m_result.rows.size()); }
    QString text(int row, int column) const override;
    QVariant value(int row, int column) const override;
    QVariant extra(int row, int column, int role) const override;

private:
    const StitchRow &resultOf(int row) const { return m_result.rows[static_cast<std::size_t>(row / 4)]; }
    const StitchScores &cell(int row) const { return resultOf(row).cells[static_cast<std::size_t>(row % 4)]; }

    const Workspace &m_workspace;
    StitchingResult m_result;
};

} // namespace anchorscope::gui
