// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/controllers/healthcontroller.h"

#include "gui/state/anchoredinput.h"
#include "gui/state/edits.h"

namespace anchorscope::gui {

HealthController::HealthController(Workspace &workspace, Runner &runner, QObject *parent)
    : QObject(parent), m_workspace(workspace), m_job(runner, [this] { Q_EMIT stateChanged(); })
{
    connect(&workspace, &Workspace::dataChanged, this, [this] {
        m_job.drop();
        m_awaited = false;
        Q_EMIT stateChanged();
    });
    connect(&workspace, &Workspace::setupChanged, this, &HealthController::stateChanged);
    connect(&workspace, &Workspace::preparedChanged, this, [this] {
        if (m_awaited)
            measureAgain();
        Q_EMIT stateChanged();
    });
}

void HealthController::measureAgain()
{
    m_awaited = !obstacle().isEmpty();
    if (!m_awaited)
        start(false);
}

QString HealthController::obstacle() const
{
    return gui::obstacle(m_workspace, Need::Prepared | Need::Anchors);
}

void HealthController::measure()
{
    if (const QString reason = obstacle(); !reason.isEmpty())
        return Q_EMIT failed(reason);
    start(true);
}

void HealthController::start(bool isNew)
{
    m_job.start<HealthResult>(
        tr("Measuring the anchors' health"),
        [input = anchoredInput(m_workspace),
         seed = m_workspace.setup().options.seed](const RunContext &context) -> Result<HealthResult> {
            auto health = measureHealth(input.pair(), input.truth(), seed, context);
            if (!health)
                return health.error();
            return HealthResult{std::move(*health)};
        },
        orFailed(this, [this, isNew, provenance = m_workspace.provenance(Scoring::Health)](HealthResult result) {
            result.provenance = provenance;
            m_workspace.setHealth(std::move(result));
            if (isNew)
                m_workspace.setModified(true);
        }));
}

} // namespace anchorscope::gui
