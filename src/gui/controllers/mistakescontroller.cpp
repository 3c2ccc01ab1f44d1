// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/controllers/mistakescontroller.h"

#include "gui/state/anchoredinput.h"

namespace anchorscope::gui {

MistakesController::MistakesController(Workspace &workspace, Runner &runner, QObject *parent)
    : QObject(parent), m_workspace(workspace), m_job(runner, [this] { Q_EMIT stateChanged(); })
{
    connect(&workspace, &Workspace::dataChanged, this, [this] { find(false); });
    connect(&workspace, &Workspace::preparedChanged, this, [this] { find(false); });
    connect(&workspace, &Workspace::setupChanged, this, [this](SetupChanges changes) {
        if (changes & (SetupChange::Run | SetupChange::Names))
            find(!(changes & (SetupChange::Names | SetupChange::Transform | SetupChange::Centering)));
    });
}

/// Finds the mistakes of the chosen run. If `keeps`, the spaces are the same: mistakes found before are shown again,
/// and those of the previous run until the new ones are known.
void MistakesController::find(bool keeps)
{
    m_job.drop();
    const io::RunRecord *run = m_workspace.chosenRun();
    if (!keeps)
        m_found.clear();
    const auto known = run ? m_found.find(run->id) : m_found.end();
    if (!run || !keeps || known != m_found.end())
        m_workspace.setMistakes(known == m_found.end() ? nullptr : known->second);
    if (known != m_found.end())
        return Q_EMIT stateChanged();
    if (!run || !m_workspace.hasData() || !m_workspace.prepared() || run->summary.correspondence.empty())
        return Q_EMIT stateChanged();
    m_job.start<Mistakes>(
        tr("Finding mistakes"),
        [input = anchoredInput(m_workspace), xOfY = run->summary.correspondence,
         scores = run->summary.correspondenceScore](const RunContext &context) {
            return findMistakes({input.pair(), xOfY, scores, input.truth(), input.data->items(Side::y)}, context);
        },
        [this, id = run->id](Result<Mistakes> found) {
            if (found)
                m_workspace.setMistakes(m_found[id] = std::make_shared<const Mistakes>(std::move(*found)));
        });
}

} // namespace anchorscope::gui
