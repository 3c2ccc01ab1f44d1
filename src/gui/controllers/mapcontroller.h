// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/neighbourmap/mapquality.h"
#include "gui/state/workspace.h"
#include "jobs/jobslot.h"
#include "jobs/snapshots.h"

namespace anchorscope::gui {

/// Reliability of the plots of the overlay; nullopt: not measured yet, or too few items.
struct OverlayQuality
{
    std::optional<PairQuality> map, components; ///< quality of the neighbour map, and of the plot along two components
};

/// Lays out the neighbour map of the overlay in the background while the overlay is visible, with intermediate maps.
class MapController : public QObject
{
    Q_OBJECT

public:
    /// Size of the largest spaces that are laid out without a request by the user; larger ones take minutes.
    static constexpr Index mostUnasked = 50'000;

    MapController(Workspace &workspace, Runner &runner, QObject *parent = nullptr);
    ~MapController() override;

    /// True if the overlay is set to show the map in the current view.
    bool isRequested() const;
    void setActive(bool active);                        ///< sets whether the overlay is visible
    const JointMap *map() const { return m_map.get(); } ///< map so far, possibly incomplete, all finite; null: none yet
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
    bool m_active = false, m_known = false; ///< m_known: the map is complete, or was found to be impossible
};

} // namespace anchorscope::gui
