// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/display/scoretables.h"

#include "core/experiments/stitching.h"
#include "core/plaintext.h"
#include "gui/display/labels.h"
#include "gui/style/tr.h"

namespace anchorscope::gui {

namespace {

constexpr std::size_t directions = 2, firstMetric = 2;

void nameOnce(ResultTable &table, std::size_t rowsOfMethod)
{
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        if (row % rowsOfMethod != 0)
            table.rows[row][0].text.clear();
    }
}

/// Marks the best scores of each kind and direction; scores that are displayed as equal are equally good.
void markBest(ResultTable &table)
{
    const auto shown = [](const ResultCell &cell) { return cell.value ? fixedText(*cell.value, 3) : std::string(); };
    for (std::size_t row = 0; row < table.rows.size() && table.rows.size() > directions; ++row) {
        for (std::size_t column = firstMetric; column < table.columns.size(); ++column) {
            ResultCell &own = table.rows[row][column];
            const bool higher = metrics()[column - firstMetric].higherIsBetter;
            own.isBest = own.value.has_value();
            for (std::size_t other = row % directions; other < table.rows.size() && own.isBest; other += directions) {
                const ResultCell &cell = table.rows[other][column];
                const bool better = cell.value && (higher ? *cell.value > *own.value : *cell.value < *own.value);
                own.isBest = !better || shown(cell) == shown(own);
            }
        }
    }
}

/// Table of retrieval scores. `measured`: function that describes in a tooltip how a row was measured.
template <class Measured>
ResultTable retrievalTable(const RetrievalExperiment &experiment, const QString &provenance, const Measured &measured)
{
    ResultTable table = resultTable(experiment);
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        const RetrievalExperimentRow &row = experiment.rows[i];
        std::vector<ResultCell> &cells = table.rows[i];
        for (std::size_t column = firstMetric; row.degenerate && column < cells.size(); ++column)
            cells[column] = {column == firstMetric ? cells[column].text : std::string()};
        for (std::size_t column = 0; column < cells.size(); ++column) {
            QStringList lines{tr("%1, %2").arg(representationLabel(row.method),
                                               arrowLabel(sourceOf(row.direction), targetOf(row.direction)))};
            if (column == 0)
                lines << representationAbout(row.method);
            lines << measured(i);
            if (row.excluded > 0)
                lines << tr("%1 anchors are candidates but not queries").arg(row.excluded);
            cells[column].about = (lines << provenance).join('\n').toStdString();
        }
    }
    markBest(table);
    nameOnce(table, directions);
    return table;
}

} // namespace

ResultTable retrievalTable(const Workspace &workspace)
{
    const RetrievalResult &result = workspace.retrieval();
    RetrievalExperiment experiment;
    addScores(experiment, result.rows);
    const auto scoresOf = [&](std::size_t row) -> const RetrievalScores & {
        const RetrievalRow &both = result.rows[row / directions];
        return row % directions == 0 ? both.xToY : both.yToX;
    };
    ResultTable table = retrievalTable(experiment, workspace.pair().text(result.provenance), [&](std::size_t row) {
        const RetrievalScores &scores = scoresOf(row);
        return (scores.exact ? tr("%1 queries among %2 items, exact")
                             : tr("%1 random queries among %2 items, ± 95% interval"))
            .arg(scores.queries)
            .arg(scores.targets);
    });
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        for (std::size_t i = 0; i < metrics().size(); ++i) {
            ResultCell &cell = table.rows[row][firstMetric + i];
            if (const Score &score = scoresOf(row).*metrics()[i].score; cell.value && score.interval > 0)
                cell.text += " ± " + fixedText(score.interval, 3);
        }
    }
    return table;
}

int scoreColumn(Score RetrievalScores::*score)
{
    return static_cast<int>(firstMetric + metricIndex(score));
}

ResultTable batchTable(const Workspace &workspace)
{
    const BatchResult &batch = workspace.batch();
    RetrievalExperiment experiment;
    for (const RetrievalExperimentRow &row : batch.experiment.rows) {
        if (!row.of(&RetrievalScores::mrr).empty())
            experiment.rows.push_back(row);
    }
    return retrievalTable(experiment, workspace.pair().text(batch.provenance), [&](std::size_t row) {
        return tr("mean ± standard deviation over %1 repeats, %2 queries each")
            .arg(batch.repeats())
            .arg(experiment.rows[row].queries);
    });
}

ResultTable stitchingTable(const Workspace &workspace)
{
    const StitchingResult &result = workspace.stitching();
    StitchExperiment experiment;
    addScores(experiment, result.rows);
    ResultTable table = resultTable(experiment);
    const QString about = tr("%1 training items, %2 test items\n%3")
                              .arg(result.trainItems)
                              .arg(result.testItems)
                              .arg(workspace.pair().text(result.provenance));
    for (auto &cells : table.rows) {
        for (ResultCell &cell : cells)
            cell.about = about.toStdString();
    }
    constexpr std::size_t cells = std::tuple_size_v<decltype(StitchRow::cells)>;
    nameOnce(table, cells);
    // If a representation is not possible, its four rows would be equal, so three of them are removed.
    constexpr std::size_t direction = 1;
    for (std::size_t method = result.rows.size(); method-- > 0;) {
        if (result.rows[method].possible)
            continue;
        const auto first = table.rows.begin() + static_cast<Index>(method * cells);
        (*first)[direction].text.clear();
        table.rows.erase(first + 1, first + static_cast<Index>(cells));
    }
    return table;
}

} // namespace anchorscope::gui
