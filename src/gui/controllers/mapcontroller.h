// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/neighbourmap/mapquality.h"
#include "gui/state/workspace.h"
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
    bool running() const { return m_job.running(); }

Q_SIGNALS:
    void changed();

private:
    struct Outcome
    {
        JointMap map;
        OverlayQuality quality;
    };

    void forget(bool keeps);
    void follow();
    void start();
    static Result<Outcome> layOut(const AnchoredPair &pair, const Correspondence &truth,
                                  const std::shared_ptr<Snapshots<JointMap>> &views, const RunContext &context);

    Workspace &m_workspace;
    JobSlot m_job;
    std::shared_ptr<Snapshots<JointMap>> m_views;
    std::unique_ptr<const JointMap> m_map;
    OverlayQuality m_quality;
    /// m_known: true if the neighbour map is complete or cannot be computed.
    bool m_active = false, m_known = false;
};

} // namespace anchorscope::gui
