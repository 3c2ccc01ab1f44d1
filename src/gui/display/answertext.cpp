// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/display/answertext.h"

#include "core/neighbours/matches.h"
#include "core/optimizers/validatealignment.h"
#include "gui/display/itemtext.h"
#include "gui/display/verdicttext.h"
#include "gui/style/tr.h"

#include <QLocale>
#include <QStringList>

namespace anchorscope::gui {

namespace {

/// If a run with fewer seeds than this fails, the program advises to add seeds. The papers use at least 15.
constexpr std::size_t fewSeeds = 15;

/// Share of correct matches: measured if the pairing is known, otherwise estimated by the verdict.
std::optional<double> shareOf(const Workspace &workspace, const OptimizeSummary &summary)
{
    if (workspace.data()->hasTruth() && summary.correct)
        return summary.correct;
    return summary.verdict.correct ? std::optional(summary.verdict.correct->value) : std::nullopt;
}

QString foundText(const Workspace &workspace, const OptimizeSummary &summary)
{
    const QString items = countText(workspace.data()->size(Side::y));
    if (workspace.data()->hasTruth() && summary.correct) {
        const QString sentence = tr("%1 of %2 items were matched correctly").arg(roundedDown(*summary.correct), items);
        // Prefers the estimate for items with a partner, because the measured share counts only such items.
        const std::optional<ShareEstimate> &estimate =
            summary.verdict.correctGivenPartner ? summary.verdict.correctGivenPartner : summary.verdict.correct;
        if (!estimate)
            return sentence + '.';
        return sentence + tr(" (estimate without the ground truth: %1 to %2).")
                              .arg(wholePercent(estimate->low), wholePercent(estimate->high));
    }
    if (summary.verdict.correct)
        return tr("About %1 of %2 items were matched correctly (95% interval %3 to %4).")
                   .arg(wholePercent(summary.verdict.correct->value), items, wholePercent(summary.verdict.correct->low),
                        wholePercent(summary.verdict.correct->high)) +
               QString::fromStdString(partnersText(summary.verdict));
    if (summary.verdict.agreement)
        return tr("Three runs agree on %1 of %2 matches.").arg(wholePercent(*summary.verdict.agreement), items);
    return tr("Matched %1 items.").arg(items);
}

/// Reason why a run gets no verdict, and a remedy; empty if the run has a verdict or will get one.
QString withoutVerdict(const io::RunRecord &run)
{
    const OptimizeSummary &summary = run.summary;
    if (summary.verdict.alignment != Alignment::notJudged)
        return {};
    if (summary.verdict.agreement)
        return tr("Without known pairs there is no verdict; four would give one.");
    if (summary.verdict.withinHints)
        return QString::fromStdString(verdictText(summary.verdict));
    if (canValidate(summary, run.seedsOfY.size()))
        return {};
    if (summary.start.empty())
        return tr("This method gives no verdict; the method Automatic does.");
    if (summary.termination != Termination::converged && summary.termination != Termination::iterationLimit)
        return tr("A run that was ended early gets no verdict.");
    return tr("A verdict needs four known pairs; this run has %1.").arg(run.seedsOfY.size());
}

QString headlineOf(const Verdict &verdict)
{
    return verdict.alignment == Alignment::notJudged ? QString() : QString::fromUtf8(verdictHeadline(verdict)) + '.';
}

std::size_t contradicted(const Workspace &workspace)
{
    std::size_t count = 0;
    for (std::size_t i = 0; i < workspace.setup().seeds.size(); ++i)
        count += workspace.isSuspect(static_cast<Index>(i)) ? 1 : 0;
    return count;
}

QString noteOf(const OptimizeSummary &summary, std::optional<double> share, Index items, std::size_t wrongSeeds)
{
    QStringList sentences;
    if (summary.termination == Termination::diverged || summary.termination == Termination::stopped)
        sentences << QString::fromStdString(summary.message);
    if (summary.verdict.alignment == Alignment::classOnly)
        sentences << tr("Among similar items, matches are no better than by chance.");
    if (summary.verdict.alignment == Alignment::chance)
        sentences << tr("Held-out pairs are retrieved no better than by chance.");
    if (share && *share < mostlyAligned)
        sentences
            << tr("By chance it would be %1%.").arg(QLocale().toString(100.0 / static_cast<double>(items), 'g', 1));
    if (summary.verdict.alignment == Alignment::aligned)
        sentences << QString::fromStdString(absoluteText(summary.verdict));
    if (wrongSeeds > 0)
        sentences << (wrongSeeds == 1 ? tr("One of your pairs is contradicted by the others.")
                                      : tr("%1 of your pairs are contradicted by the others.").arg(wrongSeeds));
    sentences.removeAll(QString());
    return sentences.join(' ');
}

/// True if the pairing is only an assumption: X and Y are in two files and were paired row by row.
bool isAssumed(const LoadedData &data)
{
    return data.pair.rule == PairingRule::byRow && data.choice.x.path != data.choice.y.path;
}

void chooseNext(RunAnswer &answer, const Workspace &workspace, bool failed)
{
    if (failed && workspace.setup().seeds.size() < fewSeeds) {
        answer.next = NextStep::AddSeeds;
        answer.button = tr("Add known pairs");
    } else {
        answer.next = NextStep::Mistakes;
        answer.button = workspace.data()->hasTruth() ? tr("Where is it wrong?") : tr("Where is it unsure?");
    }
}

RunAnswer contradictedPairing(const Workspace &workspace, const OptimizeSummary &summary)
{
    const double agreed = summary.verdict.agreement ? *summary.verdict.agreement : summary.verdict.correct->value;
    RunAnswer answer;
    answer.verdict = tr("The spaces align, but not row by row.");
    answer.found =
        tr("The program is sure of %1 of %2 items, but hardly any of them are in the same row of both files: "
           "the rows seem to be in different orders.")
            .arg(wholePercent(agreed), countText(workspace.data()->size(Side::y)));
    answer.good = false;
    answer.next = NextStep::ForgetPairing;
    answer.button = tr("Treat the pairing as unknown");
    return answer;
}

} // namespace

QString changeText(const Workspace &workspace, const io::RunRecord &before, const io::RunRecord &now)
{
    const MatchChange change =
        matchChange(before.summary.correspondence, now.summary.correspondence, workspace.data()->pair.pairing);
    const QString changed = change.changed == 0   ? tr("No match changed")
                            : change.changed == 1 ? tr("One match changed")
                                                  : tr("%1 matches changed").arg(countText(change.changed));
    if (workspace.data()->hasTruth())
        return change.changed == 0 ? changed + '.' : tr("%1; %2 correct now.").arg(changed, countText(change.correct));
    const auto &was = before.summary.verdict.correct, &is = now.summary.verdict.correct;
    return was && is ? tr("%1, estimate %2 → %3.").arg(changed, wholePercent(was->value), wholePercent(is->value))
                     : changed + '.';
}

QString olderText(Index pairs)
{
    return pairs == 0 ? QString() : pairs == 1 ? tr("one pair older") : tr("%1 pairs older").arg(pairs);
}

QString RunAnswer::sentence() const
{
    QStringList parts{verdict, found, note};
    parts.removeAll(QString());
    return parts.join(' ');
}

RunAnswer answerOf(const Workspace &workspace, const io::RunRecord &run)
{
    const OptimizeSummary &summary = run.summary;
    const bool judged = summary.verdict.correct || summary.verdict.agreement;
    if (judged && isAssumed(*workspace.data()) &&
        contradictsPairing(summary.verdict, summary.correct, workspace.data()->pair.pairing))
        return contradictedPairing(workspace, summary);
    const std::size_t wrong = contradicted(workspace);
    const std::optional<double> share = shareOf(workspace, summary);
    RunAnswer answer;
    answer.verdict = headlineOf(summary.verdict);
    answer.found = foundText(workspace, summary);
    if (const QString reason = withoutVerdict(run); !reason.isEmpty())
        answer.found += ' ' + reason;
    if (const auto transform = readTransform(run.transform); transform && !transform->isNeutral())
        answer.found.prepend(tr("Y changed: %1. ").arg(transformWords(*transform)));
    answer.note = noteOf(summary, share, workspace.data()->size(Side::y), wrong);
    answer.wrongSeeds = wrong;
    const bool ended =
        summary.termination == Termination::converged || summary.termination == Termination::iterationLimit;
    const bool mostAreCorrect = share.value_or(0) >= mostlyAligned;
    const bool doubtful = wrong > 0 || !ended || (workspace.data()->hasTruth() && summary.correct && !mostAreCorrect);
    if (doubtful || summary.verdict.alignment != Alignment::notJudged || summary.verdict.agreement)
        answer.good = summary.verdict.alignment == Alignment::aligned && !doubtful && mostAreCorrect;
    chooseNext(answer, workspace, !answer.good.value_or(true) && !mostAreCorrect);
    return answer;
}

} // namespace anchorscope::gui
