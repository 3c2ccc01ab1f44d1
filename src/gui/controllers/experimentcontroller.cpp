// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/controllers/experimentcontroller.h"

#include "gui/state/edits.h"

namespace anchorscope::gui {

namespace {

std::size_t positionOf(const Experiment &experiment)
{
    return static_cast<std::size_t>(&experiment - experiments().data());
}

} // namespace

ExperimentController::ExperimentController(Workspace &workspace, Runner &runner, QObject *parent)
    : QObject(parent), m_workspace(workspace), m_slot(runner, [this] { Q_EMIT stateChanged(); }),
      m_kept(experiments().size())
{
    connect(&workspace, &Workspace::dataChanged, this, [this] {
        drop();
        m_kept.assign(m_kept.size(), {});
        Q_EMIT stateChanged();
    });
}

void ExperimentController::drop()
{
    m_slot.drop();
    if (m_partly)
        m_partly->close();
}

QString ExperimentController::obstacle(const Experiment &experiment) const
{
    const QString why = gui::obstacle(m_workspace);
    return why.isEmpty() ? obstacleTo(experiment, *m_workspace.data(), std::ssize(m_workspace.setup().seeds)) : why;
}

bool ExperimentController::canContinue(const Experiment &experiment, int repeats) const
{
    const Kept &kept = m_kept[positionOf(experiment)];
    if (!kept.outcome || !usesSameOptions(experiment, kept.setup, m_workspace.setup()))
        return false;
    return kept.outcome->repeats < repeats || (kept.outcome->repeats == repeats && !kept.outcome->complete);
}

bool ExperimentController::isMeasured(const Experiment &experiment, int repeats) const
{
    const Kept &kept = m_kept[positionOf(experiment)];
    return kept.outcome && kept.outcome->complete && kept.outcome->repeats >= repeats &&
           usesSameOptions(experiment, kept.setup, m_workspace.setup());
}

void ExperimentController::start(const Experiment &experiment, int repeats)
{
    if (!obstacle(experiment).isEmpty() || !m_workspace.isTransformed())
        return;
    drop();
    ExperimentInput input{m_workspace.data(), m_workspace.setup(), repeats};
    if (canContinue(experiment, repeats))
        input.partialResult = outcome(experiment)->measured;
    const OpenComparison &work = m_workspace.pair();
    const ProvenanceWords words =
        experimentProvenance(experiment, input, work.words(work.provenance(work.setup, Scoring::Retrieval)));
    const Origin origin{&experiment, input.setup, repeats, words.text()};
    m_experiment = &experiment;
    m_partly = std::make_shared<Mailbox>(this);
    input.onPartly = [this, origin, mailbox = m_partly](ExperimentOutcome outcome) {
        auto content = std::make_shared<ExperimentOutcome>(std::move(outcome));
        mailbox->post([this, origin, content] { keep(std::move(*content), origin); });
    };
    m_slot.start<ExperimentOutcome>(
        tr("Experiment: %1").arg(QString::fromUtf8(experiment.label)),
        [input, &experiment](const RunContext &context) { return runExperiment(experiment, input, context); },
        [this, origin](Result<ExperimentOutcome> result) {
            m_partly->close();
            if (result)
                keep(std::move(*result), origin);
            else
                Q_EMIT failed(QString::fromStdString(result.error().text()));
        },
        [this](const Error &) { m_partly->close(); });
}

void ExperimentController::keep(ExperimentOutcome outcome, const Origin &origin)
{
    outcome.id = QString::fromUtf8(origin.experiment->id);
    outcome.label = QString::fromUtf8(origin.experiment->label);
    const QString done = !outcome.complete      ? tr("%1 of %2 repeats").arg(outcome.repeats).arg(origin.repeats)
                         : outcome.repeats == 1 ? tr("1 repeat")
                                                : tr("%1 repeats").arg(outcome.repeats);
    outcome.provenance = origin.provenance + " · " + done;
    m_kept[positionOf(*origin.experiment)] = {std::make_shared<ExperimentOutcome>(std::move(outcome)), origin.setup};
    Q_EMIT stateChanged();
}

void ExperimentController::stop()
{
    if (Job *job = m_slot.job())
        job->cancel();
}

std::shared_ptr<const ExperimentOutcome> ExperimentController::outcome(const Experiment &experiment) const
{
    return m_kept[positionOf(experiment)].outcome;
}

} // namespace anchorscope::gui
