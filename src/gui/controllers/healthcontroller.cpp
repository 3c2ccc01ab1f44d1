// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/controllers/healthcontroller.h"

#include "gui/state/relativevectors.h"

namespace anchorscope::gui {

namespace {

constexpr Index leaveOneOutSample = 1000;

struct Request
{
    std::shared_ptr<const LoadedData> data;
    PreparedPair spaces;
    AnchorSet anchors;
    const Similarity *similarity;
    std::uint64_t seed;
};

Result<HealthResult> answer(const Request &request, const RunContext &context)
{
    const AnchorSet &anchors = request.anchors;
    HealthResult result;
    const Matrix anchorsOfX = rowsOf(request.spaces.x->rows, anchors.itemsOfX);
    const Matrix ofY = anchorsOfY(request.spaces, anchors);
    result.x = anchorHealth(request.spaces.x->rows, anchorsOfX, {}, context.part(0, 0.2));
    result.y = anchorHealth(request.spaces.y->rows, ofY, {}, context.part(0.2, 0.4));
    if (request.data->hasTruth()) {
        context.report(0.4, "leaving out one anchor at a time");
        const Matrix x = relativeToAnchors(request.spaces, Side::x, anchors, *request.similarity, context);
        const Matrix y = relativeToAnchors(request.spaces, Side::y, anchors, *request.similarity, context);
        result.values = leaveOneOutValues(x, y, request.data->pair.pairing, leaveOneOutSample, request.seed, context);
    }
    if (context.cancelled())
        return cancelledError();
    result.itemsOfX = anchors.itemsOfX;
    result.itemsOfY = anchors.optimised() ? anchors.discreteY : anchors.seedsOfY;
    result.seeds = anchors.seeds();
    return result;
}

} // namespace

HealthController::HealthController(Workspace &workspace, Runner &runner, QObject *parent)
    : QObject(parent), m_workspace(workspace), m_job(runner)
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
    if (!m_workspace.hasData())
        return tr("Open two spaces first.");
    if (!m_workspace.prepared())
        return tr("The spaces are being prepared.");
    return m_workspace.knownAnchors().count() > 0 ? QString() : tr("Add seed pairs first.");
}

void HealthController::measure()
{
    if (const QString reason = obstacle(); !reason.isEmpty()) {
        Q_EMIT failed(reason);
        return;
    }
    start(true);
}

void HealthController::start(bool isNew)
{
    m_job.start<HealthResult>(
        tr("Measuring the anchors' health"),
        [request = Request{m_workspace.data(), m_workspace.prepared(), m_workspace.knownAnchors(),
                           findSimilarity(m_workspace.setup().similarity), m_workspace.setup().options.seed}](
            const RunContext &context) { return answer(request, context); },
        [this, isNew, provenance = m_workspace.provenance(Workspace::Scoring::Health)](Result<HealthResult> result) {
            if (result) {
                result->provenance = provenance;
                m_workspace.setHealth(std::move(*result));
                if (isNew)
                    m_workspace.setModified(true);
            } else {
                Q_EMIT failed(QString::fromStdString(result.error().text()));
            }
            Q_EMIT stateChanged();
        },
        [this](const Error &) { Q_EMIT stateChanged(); });
    Q_EMIT stateChanged();
}

} // namespace anchorscope::gui
