// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/neighbourmap/mapquality.h"
#include "gui/state/workspace.h"
#include "jobs/jobslot.h"
#include "jobs/snapshots.h"

namespace anchorscope::gui {

/// Reliability of the plots that the overlay can show; nullopt: not measured, or too few items to measure it.
struct OverlayQuality
{
    /// Reliability of the neighbour map, and of the plot along two principal components.
    std::optional<PairQuality> map, components;
};

/// Computes the neighbour map of the overlay in the background while the overlay is visible, and shows intermediate
/// maps.
class MapController : public QObject
{
    Q_OBJECT

public:
    /// Number of items up to which the neighbour map is computed without a request; larger spaces take minutes.
    static constexpr Index mostUnasked = 50'000;

    MapController(Workspace &workspace, Runner &runner, QObject *parent = nullptr);
    ~MapController() override;

    /// True if the view requests the neighbour map in the overlay and a run is chosen.
    bool isRequested() const;
    /// Sets whether the overlay is visible; the neighbour map is computed only while it is.
    void setActive(bool active);
    /// Latest neighbour map of both spaces, complete or intermediate; all coordinates are finite. Null: no map.
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
    /// m_active: the overlay is visible; m_known: the neighbour map is complete, or cannot be computed.
    bool m_active = false, m_known = false;
};

} // namespace anchorscope::gui
