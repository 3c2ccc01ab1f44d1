// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/comparisonmodel.h"

#include "core/experiments/retrieval.h"
#include "gui/display/labels.h"
#include "gui/display/verdicttext.h"
#include "gui/style/plaintext.h"

#include <algorithm>

namespace anchorscope::gui {

namespace {

QList<TableModel::Column> comparedColumns()
{
    const auto tr = [](const char *text) { return ComparisonModel::tr(text); };
    const QString xToY = '\n' + arrowLabel(Side::x, Side::y), yToX = '\n' + arrowLabel(Side::y, Side::x);
    const QString accuracy =
        tr("Share of the test vectors of one space that the classifier of the other classifies correctly");
    const auto headed = [](Score RetrievalScores::*score) {
        const ResultColumn column = metricColumn(metrics()[metricIndex(score)]);
        return TableModel::Column{QString::fromStdString(column.title).replace('\v', '\n'),
                                  QString::fromStdString(column.about), true};
    };
    const TableModel::Column mrr = headed(&RetrievalScores::mrr), pAt1 = headed(&RetrievalScores::pAt1);
    return {{tr("X"), tr("Double-click a line to go there; right-click for more"), false},
            {tr("Y"), {}, false},
            {tr("Run"), {}, false},
            {tr("Seeds"), tr("Known pairs of the run"), true},
            {tr("Correct"), tr("Share of items of Y matched to their true partner, if the pairing is known"), true},
            {mrr.title + xToY, mrr.toolTip, true},
            {mrr.title + yToX, mrr.toolTip, true},
            {pAt1.title + xToY, pAt1.toolTip, true},
            {pAt1.title + yToX, pAt1.toolTip, true},
            {tr("Accuracy") + xToY, accuracy, true},
            {tr("Accuracy") + yToX, accuracy, true},
            {tr("Estimated\ncorrect"), tr("Estimated share of correct matches, with its 95% interval"), true},
            {tr("Verdict"), tr("Whether held-out seeds are matched to their partners"), false},
            {tr("Method"), tr("As on the command line"), false},
            {tr("Items"), tr("Items of X that were scored; scores over different items cannot be compared directly"),
             true}};
}

QString scoreText(const Score &score)
{
    const QString mean = QString::number(score.mean, 'f', 3);
    return score.interval > 0 ? mean + " ± " + QString::number(score.interval, 'f', 3) : mean;
}

/// Removes the interval from the text of a score, so that the displayed scores can be compared.
QString withoutInterval(const QString &text)
{
    return text.section(" ±", 0, 0).section(" (", 0, 0);
}

} // namespace

ComparisonModel::ComparisonModel(const Workspace &workspace, QObject *parent)
    : TableModel(comparedColumns(), parent), m_workspace(workspace)
{
    for (const auto signal : {&Workspace::pairsChanged, &Workspace::runsChanged, &Workspace::retrievalChanged,
                              &Workspace::stitchingChanged})
        connect(&workspace, signal, this, &ComparisonModel::take);
    connect(&workspace, &Workspace::setupChanged, this, &ComparisonModel::take);
    connect(&workspace, &Workspace::runEdited, this, &ComparisonModel::take);
    connect(&workspace, &Workspace::verdictReady, this, &ComparisonModel::take);
    take();
}

void ComparisonModel::setMethod(const std::string &method)
{
    m_method = method;
    take();
}

ComparisonModel::Line ComparisonModel::lineOf(int pair, io::RunId run) const
{
    const OpenComparison &work = m_workspace.pair(pair);
    Line line{pair, run, {}, work.name()};
    const auto set = [&line](Column column, const QVariant &value, const QString &text = {}) {
        line.cells[column] = {value, text.isEmpty() ? value.toString() : text};
    };
    set(SpaceX, shownName(QString::fromStdString(work.data->pair.x->name)));
    set(SpaceY, shownName(QString::fromStdString(work.data->pair.y->name)));
    set(Items, static_cast<qlonglong>(work.data->size(Side::x)));
    set(Seeds, static_cast<qlonglong>(work.setup.seeds.size()));
    const io::RunRecord *known = findRun(work.runs, run);
    if (!known)
        return line;
    const io::RunRecord &record = *known;
    const anchorscope::Verdict &verdict = record.summary.verdict;
    set(Run, QString::fromStdString(record.name));
    set(Method, QString::fromStdString(record.summary.methodUsed));
    set(Seeds, static_cast<qlonglong>(record.seedsOfY.size()));
    if (verdict.alignment != Alignment::notJudged)
        set(Verdict, QString::fromUtf8(alignmentId(verdict.alignment)));
    if (verdict.correct)
        set(LikelyRight, verdict.correct->value, estimateText(*verdict.correct));
    if (record.summary.correct)
        set(Right, *record.summary.correct, QString("%1%").arg(100 * *record.summary.correct, 0, 'f', 1));
    fillScores(line);
    return line;
}

void ComparisonModel::fillScores(Line &line) const
{
    const OpenComparison &work = m_workspace.pair(line.pair);
    const auto set = [&line](Column column, const Score &score) {
        line.cells[column] = {score.mean, scoreText(score)};
    };
    if (const RetrievalResult *result = work.retrievalOf(line.run)) {
        line.about = work.text(result->provenance);
        const auto row = std::ranges::find(result->rows, m_method, &RetrievalRow::method);
        if (row != result->rows.end() && !row->xToY.degenerate && !row->yToX.degenerate) {
            set(MrrXToY, row->xToY.mrr);
            set(MrrYToX, row->yToX.mrr);
            set(PAt1XToY, row->xToY.pAt1);
            set(PAt1YToX, row->yToX.pAt1);
        }
    }
    if (const StitchingResult *result = work.stitchingOf(line.run)) {
        line.about += '\n' + work.text(result->provenance);
        const auto row = std::ranges::find(result->rows, m_method, &StitchRow::representation);
        if (row == result->rows.end() || !row->possible)
            return;
        for (const StitchScores &cell : row->cells) {
            if (cell.trainSpace != cell.testSpace)
                set(cell.testSpace == Side::x ? AccuracyXToY : AccuracyYToX, {cell.scores.accuracy, 0});
        }
    }
}

void ComparisonModel::take()
{
    std::vector<Line> lines;
    for (int pair = 0; pair < m_workspace.pairs(); ++pair) {
        const std::vector<io::RunRecord> &runs = m_workspace.pair(pair).runs;
        if (runs.empty())
            lines.push_back(lineOf(pair, io::RunId::none));
        for (const io::RunRecord &run : runs)
            lines.push_back(lineOf(pair, run.id));
    }
    arrange(lines);
    const auto isSame = [](const Line &a, const Line &b) { return a.pair == b.pair && a.run == b.run; };
    // Keeps the current row and the scroll position if the lines are the same.
    if (!lines.empty() && std::ranges::equal(lines, m_lines, isSame)) {
        m_lines = std::move(lines);
        Q_EMIT dataChanged(index(0, 0), index(rows() - 1, Columns - 1));
        return;
    }
    beginResetModel();
    m_lines = std::move(lines);
    endResetModel();
}

/// Sorts the lines; unknown values are last, whether ascending or descending.
void ComparisonModel::arrange(std::vector<Line> &lines) const
{
    if (m_sortedBy < 0)
        return;
    const auto column = static_cast<std::size_t>(m_sortedBy);
    std::ranges::stable_sort(lines, [&](const Line &first, const Line &second) {
        const QVariant &a = first.cells[column].value, &b = second.cells[column].value;
        if (!a.isValid() || !b.isValid())
            return a.isValid() && !b.isValid();
        const auto order = a.typeId() == QMetaType::QString
                               ? a.toString().localeAwareCompare(b.toString())
                               : static_cast<int>(a.toDouble() > b.toDouble()) - (a.toDouble() < b.toDouble());
        return m_order == Qt::AscendingOrder ? order < 0 : order > 0;
    });
}

void ComparisonModel::sort(int column, Qt::SortOrder order)
{
    m_sortedBy = column;
    m_order = order;
    take();
}

std::vector<std::string> ComparisonModel::measuredMethods() const
{
    std::vector<std::string> methods;
    const auto add = [&methods](const std::string &method) {
        if (std::ranges::find(methods, method) == methods.end())
            methods.push_back(method);
    };
    for (const Line &line : m_lines) {
        const OpenComparison &work = m_workspace.pair(line.pair);
        if (const RetrievalResult *result = line.run == io::RunId::none ? nullptr : work.retrievalOf(line.run))
            std::ranges::for_each(result->rows, add, &RetrievalRow::method);
        if (const StitchingResult *result = line.run == io::RunId::none ? nullptr : work.stitchingOf(line.run))
            std::ranges::for_each(result->rows, add, &StitchRow::representation);
    }
    return methods;
}

int ComparisonModel::rowOf(int pair, io::RunId run) const
{
    const auto found =
        std::ranges::find_if(m_lines, [&](const Line &line) { return line.pair == pair && line.run == run; });
    return found == m_lines.end() ? -1 : static_cast<int>(found - m_lines.begin());
}

bool ComparisonModel::hasRuns() const
{
    return std::ranges::any_of(m_lines, [](const Line &line) { return line.run != io::RunId::none; });
}

bool ComparisonModel::hasGaps() const
{
    return std::ranges::any_of(
        m_lines, [](const Line &line) { return line.run != io::RunId::none && !line.cells[MrrXToY].value.isValid(); });
}

bool ComparisonModel::hasIntervals() const
{
    return std::ranges::any_of(m_lines, [](const Line &line) { return line.cells[MrrXToY].text.contains("±"); });
}

QVariant ComparisonModel::value(int row, int column) const
{
    return cell(row, column).value;
}

QString ComparisonModel::text(int row, int column) const
{
    return cell(row, column).value.isValid() ? cell(row, column).text : QString("–");
}

/// True for the best of at least two scores of a column.
bool ComparisonModel::isBold(int row, int column) const
{
    const Cell &own = cell(row, column);
    if (column < Right || column > LikelyRight || !own.value.isValid())
        return false;
    int known = 0;
    for (int other = 0; other < rows(); ++other) {
        const Cell &each = cell(other, column);
        known += each.value.isValid();
        if (each.value.isValid() && each.value.toDouble() > own.value.toDouble() &&
            // Scores that are displayed as equal count as equal.
            withoutInterval(each.text) != withoutInterval(own.text))
            return false;
    }
    return known > 1;
}

QVariant ComparisonModel::extra(int row, int, int role) const
{
    return role == Qt::ToolTipRole ? QVariant(line(row).about) : QVariant();
}

} // namespace anchorscope::gui
