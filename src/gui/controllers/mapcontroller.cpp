// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/controllers/mapcontroller.h"

#include "core/neighbourmap/neighbourmap.h"
#include "gui/state/anchoredinput.h"

namespace anchorscope::gui {

namespace {

std::optional<PairQuality> qualityOf(const AnchoredPair &pair, const Correspondence &truth, const JointMap &places,
                                     const RunContext &context)
{
    if (places.x.rows() != pair.x.size() || places.y.rows() != pair.y.size() || places.x.cols() < 2)
        return std::nullopt;
    return pairQuality(pair.x.rows, pair.y.rows, places, truth, context);
}

} // namespace

MapController::MapController(Workspace &workspace, Runner &runner, QObject *parent)
    : QObject(parent), m_workspace(workspace), m_job(runner)
{
    connect(&workspace, &Workspace::itemsReplaced, this, [this] { m_map.reset(); });
    connect(&workspace, &Workspace::dataChanged, this, [this] { forget(false); });
    connect(&workspace, &Workspace::preparedChanged, this, [this] { forget(false); });
    connect(&workspace, &Workspace::setupChanged, this, [this](SetupChanges changes) {
        if (changes == SetupChange::Anchors && m_workspace.chosenRun())
            return; // while a run is chosen, the map depends on the anchors of the run, not on the seeds
        if (changes & (SetupChange::Run | SetupChange::Anchors | SetupChange::Names | SetupChange::Similarity))
            forget(m_workspace.chosenRun() && !(changes & ~(SetupChange::Run | SetupChange::Anchors)));
    });
    connect(&workspace, &Workspace::viewChanged, this, &MapController::follow);
}

MapController::~MapController()
{
    if (m_views)
        m_views->close();
}

bool MapController::isRequested() const
{
    if (!m_workspace.hasData() || !m_workspace.chosenRun() || !m_workspace.knownAnchors().optimized())
        return false;
    const Index items = std::max(m_workspace.data()->size(Side::x), m_workspace.data()->size(Side::y));
    const OverlayFrame frame = m_workspace.view().overlayFrame;
    return frame == OverlayFrame::Neighbours || (frame == OverlayFrame::Automatic && items <= mostUnasked);
}

void MapController::setActive(bool active)
{
    m_active = active;
    follow();
}

/// Marks the neighbour map as outdated and cancels its computation. If `keeps`, the outdated map is shown until a new
/// one is available; otherwise it is discarded.
void MapController::forget(bool keeps)
{
    m_job.drop();
    if (m_views)
        m_views->close();
    m_known = false;
    m_quality = {};
    if (!keeps)
        m_map.reset();
    follow();
    Q_EMIT changed();
}

void MapController::follow()
{
    if (m_active && isRequested() && !m_known && !m_job.running() && m_workspace.prepared())
        start();
}

Result<MapController::Outcome> MapController::layOut(const AnchoredPair &pair, const Correspondence &truth,
                                                     const std::shared_ptr<Snapshots<JointMap>> &views,
                                                     const RunContext &context)
{
    const auto map = jointMap(pair, context.part(0, 0.8), [&](const JointMap &places) {
        if (places.x.allFinite() && places.y.allFinite() && views && views->due())
            Snapshots<JointMap>::publish(views, JointMap(places));
    });
    if (!map)
        return map.error();
    Outcome outcome{*map, {}};
    outcome.quality.map = qualityOf(pair, truth, outcome.map, context.part(0.8, 0.9));
    outcome.quality.components = qualityOf(pair, truth, jointComponents(pair, context), context.part(0.9, 1));
    if (context.cancelled())
        return cancelledError();
    return outcome;
}

void MapController::start()
{
    constexpr std::chrono::milliseconds interval{150};
    if (m_views)
        m_views->close(); // ignores intermediate neighbour maps of the previous job
    m_views = std::make_shared<Snapshots<JointMap>>(this, interval, [this](JointMap map) {
        m_map = std::make_unique<const JointMap>(std::move(map));
        Q_EMIT changed();
    });
    m_job.start<Outcome>(
        tr("Mapping neighbours"),
        [input = anchoredInput(m_workspace), views = m_map ? nullptr : m_views](const RunContext &context) {
            return layOut(input.pair(), input.truth(), views, context);
        },
        [this](Result<Outcome> outcome) {
            m_views->close();
            m_known = true;
            if (outcome) {
                m_map = std::make_unique<const JointMap>(std::move(outcome->map));
                m_quality = outcome->quality;
            }
            Q_EMIT changed();
        },
        [this](const Error &) { // if the user cancels, the latest neighbour map is still shown
            m_views->close();
            m_known = true;
            Q_EMIT changed();
        });
    Q_EMIT changed();
}

} // namespace anchorscope::gui
