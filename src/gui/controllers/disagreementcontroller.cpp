// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/controllers/disagreementcontroller.h"

#include "core/neighbours/matches.h"
#include "core/projection/relative.h"

namespace anchorscope::gui {

DisagreementController::DisagreementController(Workspace &workspace, Runner &runner, QObject *parent)
    : QObject(parent), m_workspace(workspace), m_job(runner, [this] { Q_EMIT changed(); })
{
    constexpr int untilSettled = 200;
    m_begin.setSingleShot(true);
    m_begin.setInterval(untilSettled);
    connect(&m_begin, &QTimer::timeout, this, &DisagreementController::follow);
    connect(&workspace, &Workspace::itemsReplaced, this, [this] { m_found.reset(); });
    connect(&workspace, &Workspace::dataChanged, this, &DisagreementController::forget);
    connect(&workspace, &Workspace::preparedChanged, this, &DisagreementController::forget);
    connect(&workspace, &Workspace::setupChanged, this, [this](SetupChanges changes) {
        const bool otherPairs = changes & (SetupChange::Run | SetupChange::Anchors | SetupChange::Names);
        if (otherPairs && (!m_found || !m_found->byTruth || (changes & SetupChange::Names)))
            forget();
    });
}

void DisagreementController::setActive(bool active)
{
    m_active = active;
    active ? m_begin.start() : m_begin.stop();
}

DisagreementController::Pairs DisagreementController::pairs() const
{
    if (!m_workspace.hasData())
        return {};
    const Correspondence &truth = m_workspace.data()->pair.pairing;
    Pairs pairs;
    pairs.byTruth = !truth.empty();
    if (pairs.byTruth) {
        pairs.x = truth.pairedItemsOfX();
        pairs.y = truth.partnersOfX(pairs.x);
        return pairs;
    }
    const io::RunRecord *run = m_workspace.chosenRun();
    if (!run || run->summary.correspondence.empty())
        return pairs;
    const std::vector<ItemIndex> best =
        partnersOfX(run->summary.correspondence, run->summary.correspondenceScore, m_workspace.data()->size(Side::x));
    for (ItemIndex item = 0; item < std::ssize(best); ++item) {
        if (best[static_cast<std::size_t>(item)] == noItem)
            continue;
        pairs.x.push_back(item);
        pairs.y.push_back(best[static_cast<std::size_t>(item)]);
    }
    return pairs;
}

QString DisagreementController::obstacle() const
{
    if (!m_failure.isEmpty())
        return m_failure;
    return pairs().x.empty() ? tr("Align the spaces first: this compares matched items.") : QString();
}

void DisagreementController::forget()
{
    m_job.drop();
    m_found.reset();
    m_failure.clear();
    follow();
    Q_EMIT changed();
}

void DisagreementController::follow()
{
    if (!m_active || m_found || m_job.running() || !m_workspace.prepared() || !obstacle().isEmpty())
        return;
    m_job.start<DisagreementFound>(
        tr("Finding disagreement groups"),
        [spaces = m_workspace.prepared(), of = pairs()](const RunContext &context) -> Result<DisagreementFound> {
            auto groups =
                findDisagreement(rowsOf(*spaces.x, of.x, context), rowsOf(*spaces.y, of.y, context), {}, context);
            if (!groups)
                return groups.error();
            return DisagreementFound{std::move(*groups), of.x, of.byTruth};
        },
        [this](Result<DisagreementFound> found) {
            if (found)
                m_found = std::make_unique<const DisagreementFound>(std::move(*found));
            else
                m_failure = QString::fromStdString(found.error().text());
        },
        [this](const Error &) { m_failure = tr("Cancelled. Choose other spaces or another run to start again."); });
}

} // namespace anchorscope::gui
