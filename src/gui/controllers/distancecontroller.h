// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/plot/pointstyle.h"
#include "gui/state/selection.h"
#include "jobs/jobslot.h"

namespace anchorscope::gui {

/// What is near to the item under the pointer, or to the one chosen last, in all dimensions. “True similarity”: while
/// it is active, all points are coloured by their real similarity, in all dimensions, to the item under the pointer (in
/// its partner's space: to the partner). What was coloured last stays until another item is hovered.
class DistanceController : public QObject
{
    Q_OBJECT

public:
    DistanceController(Workspace &workspace, Selection &selection, Runner &runner, QObject *parent = nullptr);

    /// Up to six items that are nearest to the lit one, or to its partner in the other space; without an item, while
    /// names are off, or in spaces of more than 200 000 items, none.
    const std::vector<ItemIndex> &neighbours(Side side) const { return m_nearest[static_cast<std::size_t>(side)]; }

    void setActive(bool active);
    /// Null before the first item was hovered, or where it has no partner.
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
    std::array<ItemIndex, 2> m_searched{noItem, noItem}; ///< whose neighbours were asked for last
    std::array<std::vector<ItemIndex>, 2> m_nearest;
};

} // namespace anchorscope::gui
