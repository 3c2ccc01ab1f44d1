// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/controllers/exportcontroller.h"

#include "core/evaluate/scoredcorrespondence.h"
#include "gui/state/anchoredinput.h"
#include "gui/state/edits.h"
#include "gui/style/filename.h"
#include "io/dataset/pairfile.h"
#include "io/numpy/npywriter.h"
#include "io/text/csv.h"

namespace anchorscope::gui {

namespace {

bool isArray(const std::string &path)
{
    return path.ends_with(".npy");
}

std::vector<std::string> idsOf(const ItemTable &items)
{
    std::vector<std::string> ids;
    for (ItemIndex item = 0; item < static_cast<ItemIndex>(items.count); ++item)
        ids.push_back(items.name(item));
    return ids;
}

/// Heading of a table: "id", "<prefix>1", "<prefix>2", …
std::vector<std::string> numbered(const std::string &prefix, Index columns)
{
    std::vector<std::string> header{"id"};
    for (Index column = 1; column <= columns; ++column)
        header.push_back(std::string(prefix).append(std::to_string(column)));
    return header;
}

} // namespace

ExportController::ExportController(const Workspace &workspace, const ProjectionController &projections,
                                   const Selection &selection, Runner &runner, QObject *parent)
    : QObject(parent), m_workspace(workspace), m_projections(projections), m_selection(selection), m_job(runner)
{
}

QString ExportController::obstacle(ExportContent content, Panel panel) const
{
    if (const QString why = gui::obstacle(m_workspace); !why.isEmpty())
        return why;
    switch (content) {
    case ExportContent::Coordinates:
        return m_projections.plot(panel).coordinates ? QString() : tr("This panel shows no points yet.");
    case ExportContent::RelativeVectors:
    case ExportContent::Anchors:
        return gui::obstacle(m_workspace, Need::Prepared | Need::Anchors);
    case ExportContent::Correspondences:
        return m_workspace.chosenRun() && m_workspace.prepared() ? QString() : tr("Find anchors first (F5).");
    case ExportContent::Selection:
        return m_selection.selected(sideOf(panel)).empty() ? tr("Nothing is selected.") : QString();
    }
    return {};
}

void ExportController::write(ExportContent content, Panel panel, const QString &path)
{
    if (const QString reason = obstacle(content, panel); !reason.isEmpty())
        return Q_EMIT failed(reason);
    const std::string file = filePath(path);
    const auto work = [&]() -> Work {
        switch (content) {
        case ExportContent::Coordinates:
            return coordinates(panel, file);
        case ExportContent::RelativeVectors:
            return relativeVectors(sideOf(panel), file);
        case ExportContent::Anchors:
            return anchors(file);
        case ExportContent::Correspondences:
            return correspondences(file);
        case ExportContent::Selection:
            break;
        }
        return selection(sideOf(panel), file);
    };
    m_job.start<Done>(tr("Writing %1").arg(path), work(), [this, path](const Status &status) {
        if (status)
            Q_EMIT written(path);
        else
            Q_EMIT failed(QString::fromStdString(status.error().text()));
    });
}

ExportController::Work ExportController::coordinates(Panel panel, const std::string &path) const
{
    return [points = m_projections.plot(panel).coordinates, data = m_workspace.data(), side = sideOf(panel),
            path](const RunContext &) {
        return isArray(path)
                   ? io::saveNpy(path, *points)
                   : io::writeNumbers(path, numbered("pc", points->cols()), {idsOf(data->items(side))}, *points);
    };
}

ExportController::Work ExportController::relativeVectors(Side side, const std::string &path) const
{
    return [input = anchoredInput(m_workspace), side, path](const RunContext &context) -> Status {
        const Matrix rows = relativeRows(input.pair(), side, context);
        if (context.cancelled())
            return cancelledError();
        return isArray(path)
                   ? io::saveNpy(path, rows)
                   : io::writeNumbers(path, numbered("anchor", rows.cols()), {idsOf(input.data->items(side))}, rows);
    };
}

ExportController::Work ExportController::anchors(const std::string &path) const
{
    return [input = anchoredInput(m_workspace), path](const RunContext &) {
        if (isArray(path))
            return io::saveNpy(path, anchorsOf(input.pair(), Side::y));
        const AnchorSet &set = input.anchors;
        const auto &itemsOfY = set.matchedItemsOfY();
        std::vector<std::vector<std::string>> rows;
        for (std::size_t i = 0; i < set.itemsOfX.size(); ++i)
            rows.push_back({input.data->items(Side::x).name(set.itemsOfX[i]),
                            input.data->items(Side::y).name(itemsOfY[i]), i < set.seedsOfY.size() ? "seed" : "found"});
        return io::writeCsv(path, {"x_id", "y_id", "kind"}, rows);
    };
}

ExportController::Work ExportController::correspondences(const std::string &path) const
{
    return [input = anchoredInput(m_workspace), xOfY = m_workspace.chosenRun()->summary.correspondence,
            probabilities = m_workspace.chosenRun()->summary.verdict.matchProbability,
            path](const RunContext &context) -> Status {
        const auto judged = scoreCorrespondence(input.pair(), xOfY, {}, context);
        if (!judged)
            return judged.error();
        std::vector<io::CorrespondenceLine> lines;
        for (std::size_t j = 0; j < xOfY.size(); ++j) {
            const Match &match = judged->lists.matches[j];
            lines.push_back({.y = static_cast<ItemIndex>(j),
                             .x = judged->xOfY[j],
                             .score = match.score,
                             .margin = match.margin,
                             .mutual = match.mutual,
                             .probability = probabilities.empty() ? std::optional<float>() : probabilities[j]});
        }
        return io::writeCorrespondence(path, lines, input.data->items(Side::x), input.data->items(Side::y));
    };
}

ExportController::Work ExportController::selection(Side side, const std::string &path) const
{
    std::vector<std::vector<std::string>> rows;
    std::vector<std::string> header{"id", "row", "label", "partner"};
    const std::vector<ItemIndex> &items = m_selection.selected(side);
    for (const ItemColumn &column : m_workspace.data()->items(side).columns)
        header.push_back(column.name);
    for (const ItemIndex item : items) {
        const ItemIndex partner = m_workspace.partner(side, item);
        const LoadedData &data = *m_workspace.data();
        rows.push_back({data.items(side).name(item), std::to_string(item), data.items(side).labelName(item),
                        partner == noItem ? std::string() : data.items(other(side)).name(partner)});
        for (const ItemColumn &column : data.items(side).columns)
            rows.back().push_back(column.text(item));
    }
    return [items, header = std::move(header), rows = std::move(rows), data = m_workspace.data(), side,
            path](const RunContext &) {
        return isArray(path) ? io::saveNpy(path, rowsOf(data->set(side).vectors, items))
                             : io::writeCsv(path, header, rows);
    };
}

} // namespace anchorscope::gui
