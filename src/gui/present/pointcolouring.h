// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/present/colouring.h"
#include "gui/present/itemsight.h"

namespace anchorscope::gui {

/// The colours of the points of both spaces, as the view wants them. Of many items they are made in the background, and
/// until then those before stay.
class PointColouring : public QObject
{
    Q_OBJECT

public:
    using Both = std::array<std::shared_ptr<const PointColours>, 2>; ///< X, Y

    PointColouring(const Workspace &workspace, const ItemSight &sight, Runner &runner, QObject *parent = nullptr);

    /// The view, or what its colours mean, has changed; there are data. `made`: colours of a space that are there
    /// already; null: to be made.
    void renew(const Both &made = {});

Q_SIGNALS:
    void coloured(const anchorscope::gui::PointColouring::Both &colours);

private:
    const Workspace &m_workspace;
    const ItemSight &m_sight;
    JobSlot m_job;
    std::shared_ptr<const ColumnValues> m_values; ///< that the colours stand for
};

} // namespace anchorscope::gui
