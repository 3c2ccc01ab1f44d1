// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/controllers/experimentcontroller.h"

namespace anchorscope::gui {

namespace {

std::size_t positionOf(const ExperimentKind &kind)
{
    return static_cast<std::size_t>(&kind - experimentKinds().data());
}

} // namespace

ExperimentController::ExperimentController(Workspace &workspace, Runner &runner, QObject *parent)
    : QObject(parent), m_workspace(workspace), m_slot(runner), m_outcomes(experimentKinds().size())
{
    connect(&workspace, &Workspace::dataChanged, this, [this] {
        m_slot.drop();
        m_outcomes.assign(m_outcomes.size(), nullptr);
        Q_EMIT stateChanged();
    });
}

QString ExperimentController::obstacle(const ExperimentKind &kind) const
{
    return m_workspace.hasData() ? kind.obstacle(*m_workspace.data()) : tr("Open two spaces first.");
}

void ExperimentController::start(const ExperimentKind &kind, int repeats)
{
    if (!obstacle(kind).isEmpty())
        return;
    const QString label = QString::fromUtf8(kind.label);
    const ExperimentInput input{m_workspace.data(), m_workspace.setup(), repeats};
    Provenance provenance = m_workspace.provenance(Workspace::Scoring::Retrieval);
    provenance.anchors = experimentOptions(input).protocol.anchors; // drawn anew in every repeat
    provenance.seeds = experimentOptions(input).protocol.seeds;
    provenance.run.clear();
    const QString text = provenance.text() + " · " + (repeats == 1 ? tr("1 repeat") : tr("%1 repeats").arg(repeats));
    m_slot.start<ExperimentOutcome>(
        tr("Experiment: %1").arg(label),
        [input, run = kind.run](
            const RunContext &context) { return run(input, context); },
        [this, &kind, label, text](Result<ExperimentOutcome> result) {
            if (result) {
                result->id = QString::fromUtf8(kind.id);
                result->label = label;
                result->provenance = text;
                m_outcomes[positionOf(kind)] = std::make_shared<ExperimentOutcome>(std::move(*result));
            } else if (result.error().code != "cancelled") {
                Q_EMIT failed(QString::fromStdString(result.error().text()));
            }
            Q_EMIT stateChanged();
        });
    Q_EMIT stateChanged();
}

void ExperimentController::cancel()
{
    if (Job *job = m_slot.job())
        job->cancel();
}

std::shared_ptr<const ExperimentOutcome> ExperimentController::outcome(const ExperimentKind &kind) const
{
    return m_outcomes[positionOf(kind)];
}

} // namespace anchorscope::gui
