// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/retrievalmodel.h"

#include <QFont>

namespace anchorscope::gui {

RetrievalModel::RetrievalModel(const Workspace &workspace, QObject *parent)
    : TableModel({{tr("Anchors"), tr("How both spaces are encoded"), false},
                  {tr("Direction"), tr("From the space of the queries to the space that is searched"), false},
                  {tr("Jaccard"), tr("Overlap of the K nearest items in both spaces"), true},
                  {tr("MRR"), tr("Mean reciprocal rank of the true partner among all items"), true},
                  {tr("Cosine"), tr("Mean cosine of an item's relative vector and its partner's"), true},
                  {tr("P@1"), tr("Share of items whose true partner is the nearest"), true},
                  {tr("P@5"), tr("… is among the 5 nearest"), true},
                  {tr("P@10"), tr("… is among the 10 nearest"), true},
                  {tr("CSLS\nMRR"), tr("MRR after hubness correction (CSLS, 10 neighbours)"), true},
                  {tr("CSLS\nP@1"), tr("P@1 after hubness correction (CSLS, 10 neighbours)"), true}},
                 parent),
      m_workspace(workspace)
{
    connect(&workspace, &Workspace::retrievalChanged, this, &RetrievalModel::take);
    connect(&workspace, &Workspace::batchChanged, this, &RetrievalModel::take);
    take();
}

namespace {

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
        if (row.jaccard.values.empty())
            continue;
        if (result.rows.empty() || result.rows.back().method != row.method)
            result.rows.push_back({row.method, {}, {}});
        RetrievalScores &to = row.direction == Direction::xToY ? result.rows.back().xToY : result.rows.back().yToX;
        to.jaccard = scoreOf(row.jaccard);
        to.mrr = scoreOf(row.mrr);
        to.cosine = scoreOf(row.cosine);
        to.pAt1 = scoreOf(row.pAt1);
        to.pAt5 = scoreOf(row.pAt5);
        to.pAt10 = scoreOf(row.pAt10);
        to.cslsMrr = scoreOf(row.cslsMrr);
        to.cslsPAt1 = scoreOf(row.cslsPAt1);
        to.degenerate = row.degenerate;
        to.exact = row.exact;
        to.queries = row.queries;
    }
    return result;
}

} // namespace

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

/// Where each number has its deviation, it stands below: the table stays narrow.
QVariant RetrievalModel::data(const QModelIndex &index, int role) const
{
    const QVariant content = TableModel::data(index, role);
    return role == Qt::DisplayRole && m_showsBatch ? deviationBelow(content.toString()) : content;
}

const Score *RetrievalModel::score(int row, int column) const
{
    const RetrievalScores &of = scores(row);
    switch (column) {
    case Jaccard:
        return &of.jaccard;
    case Mrr:
        return &of.mrr;
    case Cosine:
        return &of.cosine;
    case PAt1:
        return &of.pAt1;
    case PAt5:
        return &of.pAt5;
    case PAt10:
        return &of.pAt10;
    case CslsMrr:
        return &of.cslsMrr;
    case CslsPAt1:
        return &of.cslsPAt1;
    default:
        return nullptr;
    }
}

QString RetrievalModel::method(int row) const
{
    for (const Representation &representation : representations()) {
        if (resultOf(row).method == representation.id)
            return QString::fromUtf8(representation.label);
    }
    return QString::fromStdString(resultOf(row).method);
}

QString RetrievalModel::text(int row, int column) const
{
    if (column == Method)
        return row % 2 ? QString() : method(row);
    if (column == SearchDirection)
        return row % 2 ? tr("Y → X") : tr("X → Y");
    if (scores(row).degenerate)
        return column == Jaccard ? tr("too few anchors") : QString();
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
        if (mean > own->mean && digitsOf(mean) != digitsOf(own->mean)) // what looks equal is equally good
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
        QStringList lines{tr("%1, %2").arg(method(row), row % 2 ? tr("Y → X") : tr("X → Y"))};
        if (m_showsBatch)
            lines << tr("mean ± standard deviation over %1 seeds, %2 queries each")
                         .arg(m_workspace.batch().repeats())
                         .arg(of.queries);
        else
            lines << (of.exact
                          ? tr("%1 queries among %2 items, exact").arg(of.queries).arg(of.targets)
                          : tr("%1 random queries among %2 items, ± 95 % interval").arg(of.queries).arg(of.targets));
        lines << m_result.provenance.text();
        return lines.join('\n');
    }
    return {};
}

} // namespace anchorscope::gui
