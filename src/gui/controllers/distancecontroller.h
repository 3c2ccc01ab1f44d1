// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/plot/pointstyle.h"
#include "gui/state/selection.h"
#include "jobs/jobslot.h"

namespace anchorscope::gui {

/// Up to six items nearest to `item`, best first. Empty for noItem, and for spaces of more than 200,000 items.
std::vector<ItemIndex> nearestOf(const PreparedSpace &space, ItemIndex item);

/// Finds the nearest neighbours, in all dimensions, of the item under the pointer or in focus. With the colouring “True
/// similarity”, also colours all points by their similarity to the item under the pointer or, in the other space, to
/// its partner. The colours remain until the pointer is over another item.
class DistanceController : public QObject
{
    Q_OBJECT

public:
    DistanceController(Workspace &workspace, Selection &selection, Runner &runner, QObject *parent = nullptr);

    /// Up to six items nearest to the highlighted item or, in the other space, to its partner. Empty if no item is
    /// highlighted, names are hidden, or the space has more than 200,000 items.
    const std::vector<ItemIndex> &neighbours(Side side) const { return m_nearest[static_cast<std::size_t>(side)]; }

    void setActive(bool active);
    /// Colours of a space's points by their similarity to the item that was last under the pointer. Null: no item was
    /// under the pointer, or it has no partner in this space.
    const std::shared_ptr<const PointColours> &colours(Side side) const
    {
        return m_colours[static_cast<std::size_t>(side)];
    }

Q_SIGNALS:
    void changed();
    void neighboursChanged();

private:
    void measure();
    void findNeighbours();

    Workspace &m_workspace;
    Selection &m_selection;
    JobSlot m_job, m_finding;
    bool m_active = false;
    std::array<std::shared_ptr<const PointColours>, 2> m_colours;
    std::array<ItemIndex, 2> m_searched{noItem, noItem}; ///< item of each space whose neighbours were searched last
    std::array<std::vector<ItemIndex>, 2> m_nearest;
};

} // namespace anchorscope::gui
