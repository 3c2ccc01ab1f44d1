// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/outcomemodel.h"

#include <algorithm>

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

QVariant OutcomeModel::data(const QModelIndex &index, int role) const
{
    const QVariant content = TableModel::data(index, role);
    return role == Qt::DisplayRole ? deviationBelow(content.toString()) : content;
}

bool OutcomeModel::hasDeviations() const
{
    return std::ranges::any_of(m_outcome->rows, [](const auto &cells) {
        return std::ranges::any_of(cells, [](const auto &cell) { return deviationBelow(cell.text) != cell.text; });
    });
}

QVariant OutcomeModel::value(int row, int column) const
{
    const ExperimentOutcome::Cell *found = cell(row, column);
    return found && found->value.isValid() ? found->value : QVariant(text(row, column));
}

} // namespace anchorscope::gui
