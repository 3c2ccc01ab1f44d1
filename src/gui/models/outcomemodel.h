// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/experiments/outcome.h"

namespace anchorscope::gui {

/// The table of one outcome; another outcome has other columns and gets another model.
class OutcomeModel : public TableModel
{
    Q_OBJECT

public:
    OutcomeModel(std::shared_ptr<const ExperimentOutcome> outcome, QObject *parent);

    QVariant data(const QModelIndex &index, int role) const override;
    bool hasDeviations() const; ///< they stand below their means

protected:
    int rows() const override { return static_cast<int>(m_outcome->rows.size()); }
    QString text(int row, int column) const override;
    QVariant value(int row, int column) const override;

private:
    const ExperimentOutcome::Cell *cell(int row, int column) const;

    std::shared_ptr<const ExperimentOutcome> m_outcome;
};

} // namespace anchorscope::gui
