// SPDX-License-Identifier: GPL-3.0-or-later
// The runs of a workspace, what they say of seeds, and the scores that were measured with each.
#include "gui/state/workspace.h"

#include "core/neighbours/matches.h"
#include "gui/state/setupcommand.h"

#include <algorithm>
#include <utility>

namespace anchorscope::gui {

void Workspace::addRun(io::RunRecord run)
{
    m_now->runs.push_back(std::move(run));
    Q_EMIT runsChanged();
    chooseRun(static_cast<int>(m_now->runs.size()) - 1);
}

void Workspace::setVerdict(int run, Verdict verdict, int pair)
{
    PairWork &of = pair < 0 ? *m_now : *m_pairs[static_cast<std::size_t>(pair)];
    of.runs[static_cast<std::size_t>(run)].summary.verdict = std::move(verdict);
    setModified(true);
    if (&of != m_now) {
        Q_EMIT pairsChanged();
        return;
    }
    Q_EMIT runJudged(run);
    Q_EMIT suspectsChanged();
}

void Workspace::chooseRun(int run)
{
    const QString name = QString::fromStdString(m_now->runs[static_cast<std::size_t>(run)].name);
    change(tr("Choose %1").arg(name), [&](Setup &setup) { setup = m_now->setupWith(run); });
}

void Workspace::rememberRunPartners()
{
    m_runPartnerOfX.clear();
    const io::RunRecord *run = chosenRun();
    if (!run || !m_now->data)
        return;
    m_runPartnerOfX =
        partnersOfX(run->summary.correspondence, run->summary.correspondenceScore, m_now->data->size(Side::x));
}

void Workspace::renameRun(int run, const std::string &name)
{
    const std::string before = std::exchange(m_now->runs[static_cast<std::size_t>(run)].name, name);
    const QString old = QString::fromStdString(before), now = QString::fromStdString(name);
    const auto renamed = [&](Provenance &of) { of.run = of.run == old ? now : of.run; };
    renamed(m_now->retrieval.provenance);
    renamed(m_now->stitching.provenance);
    renamed(m_now->health.provenance);
    for (RetrievalResult &result : m_now->measured.first)
        renamed(result.provenance);
    for (StitchingResult &result : m_now->measured.second)
        renamed(result.provenance);
    m_retrievalCurrent.reset();
    setModified(true);
    Q_EMIT runEdited(before, name);
}

void Workspace::removeRun(int run)
{
    const std::string name = m_now->runs[static_cast<std::size_t>(run)].name;
    m_now->runs.erase(m_now->runs.begin() + run);
    for (int step = 0; step < m_now->history->count(); ++step) {
        // What undo and redo go back to has other positions now; the stack gives its commands for reading.
        if (const auto *command = dynamic_cast<const SetupCommand *>(m_now->history->command(step)))
            const_cast<SetupCommand *>(command)->forgetRun(run, m_now->runs);
    }
    Setup left = m_now->setup;
    forgetRunIn(left, run, m_now->runs);
    Q_EMIT runEdited(name, {});
    const bool same = left.chosenRun >= 0 || m_now->setup.chosenRun < 0; // only its position is another
    if (same)
        m_now->setup = left;
    else
        apply(left);
    setModified(true);
}

template <class R> void Workspace::keep(std::vector<R> &measured, R result)
{
    constexpr std::size_t most = 6; // some 12 MB each for 20 000 items and 15 rows
    std::erase_if(measured, [&](const R &each) { return each.provenance == result.provenance; });
    if (!result.empty())
        measured.insert(measured.begin(), std::move(result));
    if (measured.size() > most)
        measured.resize(most);
}
template void Workspace::keep(std::vector<RetrievalResult> &, RetrievalResult);
template void Workspace::keep(std::vector<StitchingResult> &, StitchingResult);

/// Scores of what is chosen again, in place of those of what was chosen before.
void Workspace::bringBackScores()
{
    if (!m_now->data)
        return;
    const auto take = [this](auto &measured, Scoring scoring) {
        const Provenance now = provenance(scoring);
        auto known = std::ranges::find_if(measured, [&](const auto &each) { return each.provenance == now; });
        std::optional<std::decay_t<decltype(*known)>> found;
        if (known != measured.end()) {
            found = std::move(*known);
            measured.erase(known);
        }
        return found;
    };
    if (auto known = take(m_now->measured.first, Scoring::Retrieval); known && !isRetrievalCurrent())
        setRetrieval(std::move(*known));
    if (auto known = take(m_now->measured.second, Scoring::Stitching); known && !isStitchingCurrent())
        setStitching(std::move(*known));
}

bool Workspace::runJudgesSeeds() const
{
    const io::RunRecord *run = chosenRun();
    return run && (run->summary.verdict.alignment == Alignment::aligned ||
                   !run->summary.verdict.suspectSeeds.empty()); // of earlier versions
}

bool Workspace::isSuspect(Index seed) const
{
    const auto &suspects = runJudgesSeeds() ? chosenRun()->summary.verdict.suspectSeeds : m_suspects;
    return std::find(suspects.begin(), suspects.end(), seed) != suspects.end();
}

} // namespace anchorscope::gui
