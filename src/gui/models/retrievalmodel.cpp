// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/retrievalmodel.h"

#include "gui/present/labels.h"

#include <QFont>

namespace anchorscope::gui {

namespace {

QList<TableModel::Column> columns()
{
    QList<TableModel::Column> all{
        {RetrievalModel::tr("Anchors"), RetrievalModel::tr("How both spaces are encoded"), false},
        {RetrievalModel::tr("Queries\n→ index"),
         RetrievalModel::tr("Items of the first space are the queries; the second is searched"), false}};
    for (const Metric &metric : metrics())
        all.append(metricColumn(metric));
    return all;
}

const Metric &metricOf(int column)
{
    return metrics()[static_cast<std::size_t>(column - RetrievalModel::FirstMetric)];
}

QString directionOf(int row)
{
    return row % 2 ? arrowLabel(Side::y, Side::x) : arrowLabel(Side::x, Side::y);
}

QString digitsOf(double mean)
{
    return QString::number(mean, 'f', 3);
}

Score scoreOf(const Repeated &repeated)
{
    return repeated.values.empty() ? Score() : Score{repeated.mean(), repeated.std()};
}

/// A batch as if it were one measurement.
RetrievalResult resultOf(const BatchResult &batch)
{
    RetrievalResult result;
    result.provenance = batch.provenance;
    for (const RetrievalExperimentRow &row : batch.experiment.rows) {
        if (row.of(&RetrievalScores::mrr).empty())
            continue;
        if (result.rows.empty() || result.rows.back().method != row.method)
            result.rows.push_back({row.method, {}, {}});
        RetrievalScores &to = row.direction == Direction::xToY ? result.rows.back().xToY : result.rows.back().yToX;
        for (const Metric &metric : metrics())
            to.*metric.score = scoreOf(row.of(metric.score));
        to.degenerate = row.degenerate;
        to.exact = row.exact;
        to.queries = row.queries;
        to.excluded = row.leftOut;
    }
    return result;
}

} // namespace

RetrievalModel::RetrievalModel(const Workspace &workspace, QObject *parent)
    : TableModel(columns(), parent), m_workspace(workspace)
{
    connect(&workspace, &Workspace::retrievalChanged, this, &RetrievalModel::take);
    connect(&workspace, &Workspace::batchChanged, this, &RetrievalModel::take);
    take();
}

void RetrievalModel::take()
{
    beginResetModel();
    m_result = m_showsBatch ? gui::resultOf(m_workspace.batch()) : m_workspace.retrieval();
    endResetModel();
}

void RetrievalModel::setShowsBatch(bool shows)
{
    if (shows == m_showsBatch)
        return;
    m_showsBatch = shows;
    take();
}

/// The values of cells; in a batch the deviation is on a second line, which keeps the table narrow.
QVariant RetrievalModel::data(const QModelIndex &index, int role) const
{
    const QVariant content = TableModel::data(index, role);
    return role == Qt::DisplayRole && m_showsBatch ? deviationBelow(content.toString()) : content;
}

const Score *RetrievalModel::score(int row, int column) const
{
    return column < FirstMetric ? nullptr : &(scores(row).*metricOf(column).score);
}

QString RetrievalModel::method(int row) const
{
    return representationLabel(resultOf(row).method);
}

QString RetrievalModel::text(int row, int column) const
{
    if (column == Method)
        return row % 2 ? QString() : method(row);
    if (column == SearchDirection)
        return directionOf(row);
    if (scores(row).degenerate)
        return column == FirstMetric ? tr("too few anchors") : QString();
    const Score *of = score(row, column);
    const QString mean = digitsOf(of->mean);
    return m_showsBatch || of->interval > 0 ? mean + " ± " + digitsOf(of->interval) : mean;
}

QVariant RetrievalModel::value(int row, int column) const
{
    if (column == Method)
        return method(row);
    const Score *of = score(row, column);
    return of ? QVariant(of->mean) : QVariant(text(row, column));
}

bool RetrievalModel::isBest(int row, int column) const
{
    const Score *own = score(row, column);
    if (!own || scores(row).degenerate)
        return false;
    for (int other = row % 2; other < rows(); other += 2) {
        const double mean = score(other, column)->mean;
        const bool better = metricOf(column).higherIsBetter ? mean > own->mean : mean < own->mean;
        if (better && digitsOf(mean) != digitsOf(own->mean)) // what looks equal is equally good
            return false;
    }
    return rows() > 2;
}

QVariant RetrievalModel::extra(int row, int column, int role) const
{
    if (role == Qt::FontRole && isBest(row, column)) {
        QFont font;
        font.setBold(true);
        return font;
    }
    if (role == Qt::ToolTipRole) {
        const RetrievalScores &of = scores(row);
        QStringList lines{tr("%1, %2").arg(method(row), directionOf(row))};
        if (column == Method)
            lines << representationAbout(resultOf(row).method);
        if (m_showsBatch)
            lines << tr("mean ± standard deviation over %1 repeats, %2 queries each")
                         .arg(m_workspace.batch().repeats())
                         .arg(of.queries);
        else
            lines << (of.exact
                          ? tr("%1 queries among %2 items, exact").arg(of.queries).arg(of.targets)
                          : tr("%1 random queries among %2 items, ± 95% interval").arg(of.queries).arg(of.targets));
        if (of.excluded > 0)
            lines << tr("%1 anchors are candidates but not queries").arg(of.excluded);
        lines << m_workspace.pair().text(m_result.provenance);
        return lines.join('\n');
    }
    return {};
}

} // namespace anchorscope::gui
