// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/plot/pointstyle.h"
#include "gui/state/selection.h"
#include "jobs/jobslot.h"

namespace anchorscope::gui {

/// Finds the nearest neighbours, in all dimensions, of the item under the pointer or in focus. While “True similarity”
/// is active, also colours all points by their similarity to the item under the pointer, or to its partner in the other
/// space; the colours stay until another item is hovered.
class DistanceController : public QObject
{
    Q_OBJECT

public:
    DistanceController(Workspace &workspace, Selection &selection, Runner &runner, QObject *parent = nullptr);

    /// Up to six items nearest to the highlighted item, or to its partner in the other space. Empty without an item,
    /// while names are off, and for spaces of more than 200,000 items.
    const std::vector<ItemIndex> &neighbours(Side side) const { return m_nearest[static_cast<std::size_t>(side)]; }

    void setActive(bool active);
    /// Colours of a space by similarity; null before an item was hovered, or if it has no partner.
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
    std::array<ItemIndex, 2> m_searched{noItem, noItem}; ///< items, one of each space, of the last search
    std::array<std::vector<ItemIndex>, 2> m_nearest;
};

} // namespace anchorscope::gui
