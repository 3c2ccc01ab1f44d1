// SPDX-License-Identifier: GPL-3.0-or-later
// The runs of a workspace, what they say of seeds, and the scores that were measured with each.
#include "gui/state/workspace.h"

#include "core/neighbours/matches.h"
#include "gui/state/setupcommand.h"

#include <algorithm>
#include <utility>

namespace anchorscope::gui {

const io::RunRecord *Workspace::chosenRun() const
{
    const auto chosen = static_cast<std::size_t>(m_setup.chosenRun);
    return m_setup.chosenRun >= 0 && chosen < m_runs.size() ? &m_runs[chosen] : nullptr;
}

void Workspace::addRun(io::RunRecord run)
{
    m_runs.push_back(std::move(run));
    Q_EMIT runsChanged();
    chooseRun(static_cast<int>(m_runs.size()) - 1);
}

void Workspace::setVerdict(int run, Verdict verdict)
{
    m_runs[static_cast<std::size_t>(run)].summary.verdict = std::move(verdict);
    setModified(true);
    Q_EMIT runJudged(run);
    Q_EMIT suspectsChanged();
}

void Workspace::chooseRun(int run)
{
    const io::RunRecord &record = m_runs[static_cast<std::size_t>(run)];
    change(tr("Choose %1").arg(QString::fromStdString(record.name)), [&](Setup &setup) {
        setup.chosenRun = run;
        setup.centering = record.centering;
        setup.options = record.options;
        setup.anchorCount = static_cast<Index>(record.anchorsOfX.size());
        setup.seeds.clear();
        for (std::size_t i = 0; i < record.seedsOfY.size(); ++i)
            setup.seeds.push_back({.x = record.anchorsOfX[i], .y = record.seedsOfY[i]});
    });
}

void Workspace::rememberRunPartners()
{
    m_runPartnerOfX.clear();
    const io::RunRecord *run = chosenRun();
    if (!run || !m_data)
        return;
    m_runPartnerOfX = partnersOfX(run->summary.correspondence, run->summary.correspondenceScore, m_data->size(Side::x));
}

void Workspace::renameRun(int run, const std::string &name)
{
    const std::string before = std::exchange(m_runs[static_cast<std::size_t>(run)].name, name);
    const QString old = QString::fromStdString(before), now = QString::fromStdString(name);
    const auto renamed = [&](Provenance &of) { of.run = of.run == old ? now : of.run; };
    renamed(m_retrieval.provenance);
    renamed(m_stitching.provenance);
    renamed(m_health.provenance);
    for (RetrievalResult &result : m_measured.first)
        renamed(result.provenance);
    for (StitchingResult &result : m_measured.second)
        renamed(result.provenance);
    m_retrievalCurrent.reset();
    setModified(true);
    Q_EMIT runEdited(before, name);
}

void Workspace::removeRun(int run)
{
    const std::string name = m_runs[static_cast<std::size_t>(run)].name;
    m_runs.erase(m_runs.begin() + run);
    for (int step = 0; step < m_history.count(); ++step) {
        // What undo and redo go back to has other positions now; the stack gives its commands for reading.
        if (const auto *command = dynamic_cast<const SetupCommand *>(m_history.command(step)))
            const_cast<SetupCommand *>(command)->forgetRun(run, m_runs);
    }
    Setup left = m_setup;
    forgetRunIn(left, run, m_runs);
    Q_EMIT runEdited(name, {});
    const bool same = left.chosenRun >= 0 || m_setup.chosenRun < 0; // only its position is another
    if (same)
        m_setup = left;
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
    if (!m_data)
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
    if (auto known = take(m_measured.first, Scoring::Retrieval); known && !isRetrievalCurrent())
        setRetrieval(std::move(*known));
    if (auto known = take(m_measured.second, Scoring::Stitching); known && !isStitchingCurrent())
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
