// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/neighbourmap/mapquality.h"
#include "gui/state/workspace.h"
#include "jobs/jobslot.h"
#include "jobs/snapshots.h"

namespace anchorscope::gui {

/// How far pictures of the overlay can be believed; none: not known yet, or too few items.
struct OverlayQuality
{
    std::optional<PairQuality> map, components; ///< components: the two leading ones of both relative spaces
};

/// Lays out the neighbour map of the overlay while somebody looks at it, in the background, and shows it meanwhile.
class MapController : public QObject
{
    Q_OBJECT

public:
    /// More items of a space are laid out only if the user asks for it: it takes minutes.
    static constexpr Index mostUnasked = 50'000;

    MapController(Workspace &workspace, Runner &runner, QObject *parent = nullptr);
    ~MapController() override;

    /// Whether the overlay is to show the map now, as the view says.
    bool isWanted() const;
    void setActive(bool active);                        ///< somebody looks at the overlay
    const JointMap *map() const { return m_map.get(); } ///< as far as it is laid out, all finite; null: none yet
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

    void forget();
    void follow();
    void start();
    static Result<Outcome> layOut(const AnchoredPair &pair, const Correspondence &truth,
                                  const std::shared_ptr<Snapshots<JointMap>> &views, const RunContext &context);

    Workspace &m_workspace;
    JobSlot m_job;
    std::shared_ptr<Snapshots<JointMap>> m_views;
    std::unique_ptr<const JointMap> m_map;
    OverlayQuality m_quality;
    bool m_active = false, m_known = false; ///< m_known: laid out, or found to be impossible
};

} // namespace anchorscope::gui
