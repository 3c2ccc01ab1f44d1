// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/controllers/pairnextcontroller.h"

#include "gui/controllers/candidatecontroller.h"
#include "gui/state/anchoredinput.h"
#include "gui/state/edits.h"

namespace anchorscope::gui {

PairNextController::PairNextController(Workspace &workspace, PairTool &pairTool, CandidateController &finder,
                                       Runner &runner, QObject *parent)
    : QObject(parent), m_workspace(workspace), m_pairTool(pairTool), m_finder(finder), m_job(runner)
{
    connect(&workspace, &Workspace::itemsReplaced, this, &PairNextController::stop);
    connect(&workspace, &Workspace::dataChanged, this, [this] { m_job.drop(); });
    connect(&workspace, &Workspace::setupChanged, this, &PairNextController::changed);
    connect(&workspace, &Workspace::preparedChanged, this, &PairNextController::changed);
    connect(&pairTool, &PairTool::added, this, [this](int seed) {
        if (!isAsking() || m_workspace.setup().seeds[static_cast<std::size_t>(seed)].y != asked())
            return;
        ++m_paired;
        skip();
    });
    connect(&pairTool, &PairTool::changed, this, &PairNextController::follow);
}

QString PairNextController::obstacle() const
{
    const io::RunRecord *run = m_workspace.chosenRun();
    if (!run || run->summary.correspondence.empty())
        return tr("Align the spaces first.");
    return gui::obstacle(m_workspace, Need::Prepared);
}

bool PairNextController::isAsking() const
{
    return m_place < m_finder.suggestions().size();
}

ItemIndex PairNextController::asked() const
{
    return m_finder.suggestions()[m_place].item;
}

void PairNextController::suggest()
{
    if (!obstacle().isEmpty())
        return;
    const io::RunRecord &run = *m_workspace.chosenRun();
    m_job.start<Items>(
        tr("Choosing items to pair"),
        [input = anchoredInput(m_workspace), xOfY = run.summary.correspondence,
         options = PairNextOptions{.candidates = CandidateController::maxShown,
                                   .search = run.options.candidates,
                                   .seed = run.options.seed}](const RunContext &context) {
            return pairNext(input.pair(), xOfY, options, context);
        },
        orFailed(this, [this](Items items) { begin(std::move(items)); }));
}

void PairNextController::begin(Items items)
{
    m_pairTool.setActive(true);
    m_finder.setSuggestions(std::move(items));
    m_place = 0;
    m_paired = 0;
    ask();
}

void PairNextController::ask()
{
    while (isAsking() && m_workspace.seedOf(Side::y, asked()) >= 0)
        ++m_place;
    if (isAsking())
        return m_pairTool.click(Side::y, asked());
    const int paired = m_paired;
    stop();
    m_pairTool.setActive(false);
    if (paired > 0)
        Q_EMIT finished(tr("Pairs added: %1.").arg(paired));
}

void PairNextController::skip()
{
    ++m_place;
    ask();
}

void PairNextController::follow()
{
    if (isAsking() && (!m_pairTool.isActive() || m_pairTool.pending(Side::y) != asked()))
        stop();
    Q_EMIT changed();
}

void PairNextController::stop()
{
    m_finder.setSuggestions({});
    m_place = 0;
}

QString PairNextController::hint() const
{
    if (!isAsking())
        return {};
    return tr("%1 of %2: which item of X is the partner of “%3”? Press the number of a proposal, N if none is correct, "
              "S "
              "to skip; or click the item in an X panel.")
        .arg(m_place + 1)
        .arg(m_finder.suggestions().size())
        .arg(QString::fromStdString(m_workspace.data()->items(Side::y).name(asked())));
}

} // namespace anchorscope::gui
