// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/controllers/experimentcontroller.h"

#include "gui/state/edits.h"

#include <algorithm>

namespace anchorscope::gui {

namespace {

std::size_t positionOf(const Experiment &experiment)
{
    return static_cast<std::size_t>(&experiment - experiments().data());
}

} // namespace

ExperimentController::ExperimentController(Workspace &workspace, Runner &runner, QObject *parent)
    : QObject(parent), m_workspace(workspace), m_slot(runner, [this] { Q_EMIT stateChanged(); })
{
    connect(&workspace, &Workspace::workReplaced, this, [this] {
        drop();
        m_kept.clear();
    });
    connect(&workspace, &Workspace::dataChanged, this, &ExperimentController::stateChanged);
    connect(&workspace, &Workspace::pairsChanged, this, &ExperimentController::dropClosed);
}

/// Drops the outcomes and the running experiment of comparisons that are no longer open.
void ExperimentController::dropClosed()
{
    const auto isClosed = [this](const OpenComparison *comparison) {
        for (int pair = 0; pair < m_workspace.pairs(); ++pair) {
            if (&m_workspace.pair(pair) == comparison)
                return false;
        }
        return true;
    };
    std::erase_if(m_kept, [&](const auto &each) { return isClosed(each.first); });
    if (running() && isClosed(m_comparison)) {
        drop();
        Q_EMIT stateChanged();
    }
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
    const Kept *last = kept(experiment);
    if (!last || !usesSameOptions(experiment, last->setup, m_workspace.setup()))
        return false;
    return last->outcome->repeats < repeats || (last->outcome->repeats == repeats && !last->outcome->complete);
}

bool ExperimentController::isMeasured(const Experiment &experiment, int repeats) const
{
    const Kept *last = kept(experiment);
    return last && last->outcome->complete && last->outcome->repeats >= repeats &&
           usesSameOptions(experiment, last->setup, m_workspace.setup());
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
    const Origin origin{&experiment, &work, input.setup, repeats, words.text()};
    m_experiment = &experiment;
    m_comparison = &work;
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
    std::vector<Kept> &all = m_kept[origin.comparison];
    all.resize(experiments().size());
    all[positionOf(*origin.experiment)] = {std::make_shared<ExperimentOutcome>(std::move(outcome)), origin.setup};
    Q_EMIT stateChanged();
}

void ExperimentController::stop()
{
    if (Job *job = m_slot.job())
        job->cancel();
}

bool ExperimentController::isRunningHere(const Experiment &experiment) const
{
    return runningExperiment() == &experiment && m_comparison == &m_workspace.pair();
}

/// Last outcome of an experiment on the current comparison, and its setup; null: none.
const ExperimentController::Kept *ExperimentController::kept(const Experiment &experiment) const
{
    const auto found = m_kept.find(&m_workspace.pair());
    if (found == m_kept.end() || !found->second[positionOf(experiment)].outcome)
        return nullptr;
    return &found->second[positionOf(experiment)];
}

std::shared_ptr<const ExperimentOutcome> ExperimentController::outcome(const Experiment &experiment) const
{
    const Kept *last = kept(experiment);
    return last ? last->outcome : nullptr;
}

Index ExperimentController::outcomes() const
{
    Index count = 0;
    for (const auto &[comparison, all] : m_kept)
        count += std::ranges::count_if(all, [](const Kept &each) { return each.outcome != nullptr; });
    return count;
}

} // namespace anchorscope::gui
