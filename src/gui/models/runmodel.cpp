// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/runmodel.h"

#include "core/optimizers/optimizers.h"
#include "gui/display/verdicttext.h"

#include <algorithm>

namespace anchorscope::gui {

RunModel::RunModel(const Workspace &workspace, QObject *parent)
    : TableModel(
          {{tr("Run"), tr("Double-click a run to return to it; right-click for more"), false,
            [this](int row) { return QString::fromStdString(run(row).name); }},
           {tr("Method"), tr("As on the command line"), false,
            [this](int row) { return QString::fromStdString(summary(row).methodUsed); }},
           {tr("Seeds"), tr("Seed pairs of the run"), true,
            [this](int row) { return static_cast<qlonglong>(run(row).seedsOfY.size()); }},
           {tr("Anchors"), {}, true, [this](int row) { return static_cast<qlonglong>(run(row).anchorsOfX.size()); }},
           {tr("Random\nseed"), tr("Random seed of all random choices"), true,
            [this](int row) { return static_cast<qulonglong>(run(row).options.seed); }},
           {tr("Iter."), tr("Number of iterations"), true,
            [this](int row) { return summary(row).history.empty() ? 0 : summary(row).history.back().iteration; }},
           {tr("Loss"), tr("Lowest loss: mean squared difference of relative vectors (AO eq. 1)"), true,
            [this](int row) { return summary(row).loss; },
            [](const QVariant &loss) { return shortNumber(loss.toDouble()); }},
           {tr("Correct"), tr("Share of items of Y matched to their true partner, if the pairing is known"), true,
            [this](int row) { return summary(row).correct ? QVariant(*summary(row).correct) : QVariant(); },
            [](const QVariant &share) {
                return share.isValid() ? QString("%1%").arg(100 * share.toDouble(), 0, 'f', 1) : QString("–");
            }},
           {tr("Verdict"),
            tr("Whether held-out seeds are matched to their partners, and the estimated share of correct matches"),
            false, [this](int row) { return shortVerdict(summary(row).verdict); }},
           {tr("Time"), tr("Seconds"), true, [this](int row) { return summary(row).seconds; },
            [](const QVariant &seconds) { return QString("%1 s").arg(seconds.toDouble(), 0, 'f', 1); }},
           {tr("Ended"), tr("Why it ended"), false,
            [this](int row) { return QString::fromUtf8(terminationId(summary(row).termination)); }}},
          parent),
      m_workspace(workspace)
{
    connect(&workspace, &Workspace::runsChanged, this, &RunModel::reset);
    connect(&workspace, &Workspace::runEdited, this, &RunModel::reset);
    connect(&workspace, &Workspace::setupChanged, this, [this](SetupChanges changes) {
        if (changes.testFlag(SetupChange::Run) && m_rows > 0)
            Q_EMIT dataChanged(index(0, 0), index(m_rows - 1, columnCount() - 1));
    });
    connect(&workspace, &Workspace::verdictReady, this, [this](io::RunId run) {
        const auto &runs = m_workspace.runs();
        const auto row = static_cast<int>(std::ranges::find(runs, run, &io::RunRecord::id) - runs.begin());
        Q_EMIT dataChanged(index(row, 0), index(row, columnCount() - 1));
    });
    reset();
}

void RunModel::reset()
{
    beginResetModel();
    m_rows = static_cast<int>(m_workspace.runs().size());
    endResetModel();
}

QVariant RunModel::extra(int row, int, int role) const
{
    if (role == Qt::ToolTipRole) {
        const io::RunRecord &record = run(row);
        QStringList lines;
        if (const Optimizer *method = findOptimizer(record.summary.methodUsed))
            lines << QString::fromUtf8(method->label);
        lines << QString::fromStdString(record.summary.message) << verdictLines(record.summary.verdict);
        lines << tr("%1 anchors, %2 of them seeds · %3 items of X, %4 of Y")
                     .arg(record.anchorsOfX.size())
                     .arg(record.seedsOfY.size())
                     .arg(m_workspace.data()->size(Side::x))
                     .arg(m_workspace.data()->size(Side::y));
        for (const CenteringChoice &choice : centeringChoices()) {
            if (choice.value == record.centering)
                lines << tr("%1 · random seed %2")
                             .arg(QString::fromUtf8(choice.label).toLower())
                             .arg(record.options.seed);
        }
        return lines.join('\n');
    }
    return {};
}

} // namespace anchorscope::gui
