// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/outcome.h"
#include "gui/style/translate.h"

namespace anchorscope::gui {

ExperimentOutcome outcomeOf(const ResultTable &table)
{
    ExperimentOutcome outcome;
    for (const ResultColumn &column : table.columns) {
        QString title = tr(column.title.c_str());
        title[0] = title[0].toUpper();
        outcome.columns.append({title, tr(column.about.c_str()), column.isNumber});
    }
    for (const auto &row : table.rows) {
        auto &cells = outcome.rows.emplace_back();
        for (const ResultCell &cell : row)
            cells.push_back({QString::fromStdString(cell.text), cell.value ? QVariant(*cell.value) : QVariant()});
    }
    return outcome;
}

} // namespace anchorscope::gui
