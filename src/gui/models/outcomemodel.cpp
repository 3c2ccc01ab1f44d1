// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/outcomemodel.h"

namespace anchorscope::gui {

OutcomeModel::OutcomeModel(std::shared_ptr<const ExperimentOutcome> outcome, QObject *parent)
    : TableModel(outcome->columns, parent), m_outcome(std::move(outcome))
{
}

const ExperimentOutcome::Cell *OutcomeModel::cell(int row, int column) const
{
    const auto &cells = m_outcome->rows[static_cast<std::size_t>(row)];
    return static_cast<std::size_t>(column) < cells.size() ? &cells[static_cast<std::size_t>(column)] : nullptr;
}

QString OutcomeModel::text(int row, int column) const
{
    const ExperimentOutcome::Cell *found = cell(row, column);
    return found ? found->text : QString();
}

QVariant OutcomeModel::value(int row, int column) const
{
    const ExperimentOutcome::Cell *found = cell(row, column);
    return found && found->value.isValid() ? found->value : QVariant(text(row, column));
}

} // namespace anchorscope::gui
