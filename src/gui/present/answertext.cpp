// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/present/answertext.h"

#include "gui/present/itemtext.h"
#include "gui/present/verdicttext.h"
#include "gui/style/translate.h"

#include <QStringList>

namespace anchorscope::gui {

namespace {

/// Below this share of right partners a result is no success, however sure it is: every second one is wrong.
constexpr double mostAreRight = 0.5;
constexpr std::size_t fewSeeds = 15; ///< as many as the papers' hardest setting; with fewer, more help most

/// "93 % of 5,000 items found their partner (known pairs)", or what the verdict estimates.
QString foundText(const Workspace &workspace, const io::RunRecord &run)
{
    const OptimizeSummary &summary = run.summary;
    const QString items = countText(workspace.data()->size(Side::y));
    if (summary.right) {
        QString sentence = tr("%1 of %2 items found their known partner").arg(wholePercent(*summary.right), items);
        if (summary.verdict.right)
            sentence += tr(" (%1 to %2 were expected without knowing it)")
                            .arg(wholePercent(summary.verdict.right->low), wholePercent(summary.verdict.right->high));
        return sentence + '.';
    }
    if (summary.verdict.right)
        return tr("About %1 of %2 items found their partner (95 % interval %3 to %4).")
            .arg(wholePercent(summary.verdict.right->value), items, wholePercent(summary.verdict.right->low),
                 wholePercent(summary.verdict.right->high));
    if (summary.verdict.agreement)
        return tr("Three runs agree on the partners of %1 of %2 items; no known pair has judged them.")
            .arg(wholePercent(*summary.verdict.agreement), items);
    return tr("Partners of %1 items were looked for.").arg(items);
}

QString certainty(const Verdict &verdict)
{
    if (verdict.alignment == Alignment::notJudged)
        return {};
    return verdict.alignment == Alignment::aligned ? QString::fromUtf8(verdictHeadline(verdict)) + '.'
                                                   : QString::fromStdString(verdictText(verdict));
}

std::size_t contradicted(const Workspace &workspace)
{
    std::size_t count = 0;
    for (std::size_t i = 0; i < workspace.setup().seeds.size(); ++i)
        count += workspace.isSuspect(static_cast<Index>(i)) ? 1 : 0;
    return count;
}

void chooseNext(RunAnswer &answer, const Workspace &workspace, std::size_t wrongSeeds, bool failed)
{
    if (wrongSeeds > 0) {
        answer.next = NextStep::ReviewSeeds;
        answer.button = tr("Review the seeds");
    } else if (failed && workspace.setup().seeds.size() < fewSeeds) {
        answer.next = NextStep::AddSeeds;
        answer.button = tr("Add known pairs");
    } else if (workspace.data()->hasTruth()) {
        answer.next = NextStep::WorstItems;
        answer.button = tr("See what it got wrong");
    } else {
        answer.next = NextStep::Overlay;
        answer.button = tr("Lay both over each other");
    }
}

} // namespace

RunAnswer answerOf(const Workspace &workspace, const io::RunRecord &run)
{
    const OptimizeSummary &summary = run.summary;
    const Verdict &verdict = summary.verdict;
    const std::size_t wrong = contradicted(workspace);
    RunAnswer answer;
    QStringList sentences{QString::fromStdString(run.name) + ": " + foundText(workspace, run)};
    if (summary.termination == Termination::diverged || summary.termination == Termination::stopped)
        sentences << QString::fromStdString(summary.message);
    if (const QString judged = certainty(verdict); !judged.isEmpty())
        sentences << judged;
    if (wrong > 0)
        sentences << (wrong == 1 ? tr("One seed is contradicted.") : tr("%1 seeds are contradicted.").arg(wrong));
    const bool aligned = verdict.alignment == Alignment::aligned;
    const double share = summary.right ? *summary.right : verdict.right ? verdict.right->value : 0;
    const bool ended =
        summary.termination == Termination::converged || summary.termination == Termination::iterationLimit;
    const bool doubtful = wrong > 0 || !ended || (summary.right && share < mostAreRight);
    if (doubtful || verdict.alignment != Alignment::notJudged || verdict.agreement)
        answer.good = aligned && !doubtful && share >= mostAreRight;
    answer.sentence = sentences.join(' ');
    chooseNext(answer, workspace, wrong, !answer.good.value_or(true));
    return answer;
}

} // namespace anchorscope::gui
