// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/controllers/livescorecontroller.h"

namespace anchorscope::gui {

namespace {

QString withInterval(const Score &score)
{
    const QString mean = QString::number(score.mean, 'f', 2);
    return score.interval > 0 ? mean + " ± " + QString::number(score.interval, 'f', 2) : mean;
}

} // namespace

LiveScoreController::LiveScoreController(Workspace &workspace, Runner &runner, QObject *parent)
    : QObject(parent), m_workspace(workspace), m_job(runner)
{
    connect(&workspace, &Workspace::itemsReplaced, this, [this] {
        m_before.reset();
        m_step = nullptr;
        m_isApplying = false;
    });
    connect(&workspace, &Workspace::preparedChanged, this, &LiveScoreController::measure);
    connect(&workspace, &Workspace::dataChanged, this, &LiveScoreController::measure);
    connect(&workspace, &Workspace::setupChanged, this, [this](SetupChanges changes) {
        if (changes & (SetupChange::Anchors | SetupChange::Similarity | SetupChange::Run | SetupChange::Centering |
                       SetupChange::Transform)) {
            m_beforeChange = mrr();
            m_isApplying = true;
            measure();
        }
    });
    connect(&workspace.histories(), &QUndoGroup::indexChanged, this, &LiveScoreController::onStep);
}

/// Updates before(), unless the last change was merged into the previous undo step, e.g. during a drag.
void LiveScoreController::onStep()
{
    if (!std::exchange(m_isApplying, false))
        return;
    const QUndoStack &history = *m_workspace.history();
    const QUndoCommand *step = history.command(history.index() - 1);
    if (step == m_step)
        return;
    m_step = step;
    m_before = m_beforeChange;
    Q_EMIT changed();
}

void LiveScoreController::measure()
{
    m_job.drop();
    AnchoredInput input = anchoredInput(m_workspace);
    if (!m_workspace.hasData() || !input.ready() || m_workspace.setup().seeds.empty()) {
        m_score = {};
        m_workspace.setSuspects({});
        Q_EMIT changed();
        return;
    }
    const Index items = std::min(m_workspace.data()->size(Side::x), m_workspace.data()->size(Side::y));
    const Setup &setup = m_workspace.setup();
    const Key key(AnchoredKey(input), setup.seeds, setup.retrieval.k, setup.options.seed);
    if (const QuickScore *known = m_last.find(key))
        return show(*known);
    m_job.start<QuickScore>(
        tr("Scoring the seeds"),
        [input = std::move(input), seeds = setup.seeds,
         options = quickRetrievalOptions(setup.retrieval.k, items, setup.options.seed)](const RunContext &context) {
            return quickScore(input.pair(), seeds, input.truth(), options, context);
        },
        [this, key](Result<QuickScore> result) {
            if (result)
                m_last.keep(key, *result);
            show(result ? std::move(*result) : QuickScore());
        });
}

void LiveScoreController::show(QuickScore score)
{
    m_score = std::move(score);
    m_workspace.setSuspects(m_score.suspects);
    Q_EMIT changed();
}

QString LiveScoreController::headline() const
{
    return m_score.scored ? tr("MRR %1").arg(m_score.mrrXToY.mean, 0, 'f', 2) : QString();
}

QString LiveScoreController::before() const
{
    return m_score.scored && m_before ? tr("before: %1").arg(*m_before, 0, 'f', 2) : QString();
}

QString LiveScoreController::text() const
{
    if (!m_score.scored)
        return m_workspace.hasData() && m_workspace.data()->hasTruth()
                   ? tr("With three or more seeds, a sampled score is shown here and follows every change.")
                   : tr("No true pairs are known, so there is no score; pairs that disagree with the others are "
                        "marked.");
    return tr("MRR %1 X → Y, %2 Y → X · P@1 %3, %4")
        .arg(withInterval(m_score.mrrXToY), withInterval(m_score.mrrYToX), withInterval(m_score.pAt1XToY),
             withInterval(m_score.pAt1YToX));
}

} // namespace anchorscope::gui
