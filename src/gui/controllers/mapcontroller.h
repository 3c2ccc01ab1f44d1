// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/neighbourmap/mapquality.h"
#include "gui/state/anchoredinput.h"
#include "jobs/jobslot.h"
#include "jobs/snapshots.h"

namespace anchorscope::gui {

/// Reliability of the overlay's plots; nullopt: not measured, or too few items.
struct OverlayQuality
{
    std::optional<PairQuality> map, components;
};

/// Computes the neighbour map for the overlay (one plot of both spaces) while it is visible; shows intermediate maps.
class MapController : public QObject
{
    Q_OBJECT

public:
    /// Maximum number of items for which the neighbour map is computed automatically; larger spaces take minutes.
    static constexpr Index mostUnasked = 50'000;

    MapController(Workspace &workspace, Runner &runner, QObject *parent = nullptr);
    ~MapController() override;

    /// True if a run is chosen and the overlay is set to show the neighbour map.
    bool isRequested() const;
    void setActive(bool active);
    /// Latest neighbour map of both spaces, complete or intermediate, with finite coordinates; null: none.
    const JointMap *map() const { return m_map.get(); }
    const OverlayQuality &quality() const { return m_quality; }
    /// True while the map is laid out. Its quality is measured afterwards.
    bool running() const { return m_job.running(); }
    /// Sentence for the user if the map is being laid out or was cancelled; otherwise empty.
    QString stateText() const;

Q_SIGNALS:
    void changed();

private:
    void forget(bool keeps);
    void follow();
    void start();
    void measure(AnchoredInput input);

    Workspace &m_workspace;
    JobSlot m_job, m_measuring;
    std::shared_ptr<Snapshots<JointMap>> m_views;
    std::shared_ptr<const JointMap> m_map;
    OverlayQuality m_quality;
    /// m_known: true if the neighbour map is complete, was cancelled or cannot be computed.
    bool m_active = false, m_known = false, m_cancelled = false;
};

} // namespace anchorscope::gui
