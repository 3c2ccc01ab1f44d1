// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/controllers/mapcontroller.h"

#include "core/neighbourmap/neighbourmap.h"

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
    : QObject(parent), m_workspace(workspace), m_job(runner, [this] { Q_EMIT changed(); }), m_measuring(runner)
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

QString MapController::stateText() const
{
    if (running())
        return tr("The map is being laid out …");
    if (!m_cancelled)
        return {};
    const QString shown = m_map ? tr("The map was cancelled before it was complete.")
                                : tr("The map was cancelled; the plot shows two components.");
    return shown + ' ' + tr("Press Neighbours twice to lay it out again.");
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
    m_measuring.drop();
    if (m_views)
        m_views->close();
    m_known = m_cancelled = false;
    m_quality = {};
    if (!keeps)
        m_map.reset();
    follow();
    Q_EMIT changed();
}

void MapController::follow()
{
    if (m_cancelled && !isRequested())
        m_known = m_cancelled = false; // the user can then request the map again
    if (m_active && isRequested() && !m_known && !m_job.running() && m_workspace.prepared())
        start();
}

void MapController::start()
{
    constexpr std::chrono::milliseconds interval{150};
    if (m_views)
        m_views->close(); // ignores intermediate neighbour maps of the previous job
    m_views = std::make_shared<Snapshots<JointMap>>(this, interval, [this](JointMap map) {
        m_map = std::make_shared<const JointMap>(std::move(map));
        Q_EMIT changed();
    });
    const AnchoredInput input = anchoredInput(m_workspace);
    m_job.start<JointMap>(
        tr("Mapping neighbours"),
        [input, views = m_map ? nullptr : m_views](const RunContext &context) {
            return jointMap(input.pair(), context, [&](const JointMap &places) {
                if (places.x.allFinite() && places.y.allFinite() && views && views->due())
                    Snapshots<JointMap>::publish(views, JointMap(places));
            });
        },
        [this, input](Result<JointMap> map) {
            m_views->close();
            m_known = true;
            if (map) {
                m_map = std::make_shared<const JointMap>(std::move(*map));
                measure(input);
            }
        },
        [this](const Error &) {
            m_views->close();
            m_known = m_cancelled = true;
        });
}

/// Measures how reliable the map is, and for comparison two components. The map is already visible.
void MapController::measure(AnchoredInput input)
{
    m_measuring.start<OverlayQuality>(
        tr("Measuring the map"),
        [input = std::move(input), map = m_map](const RunContext &context) -> Result<OverlayQuality> {
            const AnchoredPair pair = input.pair();
            OverlayQuality quality;
            quality.map = qualityOf(pair, input.truth(), *map, context.part(0, 0.5));
            quality.components = qualityOf(pair, input.truth(), jointComponents(pair, context), context.part(0.5, 1));
            return context.cancelled() ? Result<OverlayQuality>(cancelledError()) : quality;
        },
        [this](const Result<OverlayQuality> &quality) {
            if (quality)
                m_quality = *quality;
            Q_EMIT changed();
        });
}

} // namespace anchorscope::gui
