// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/workspace.h"

namespace anchorscope::gui {

/// Tool that adds a seed by two clicks: on an item of X and on its partner in Y, in either order.
class PairTool : public QObject
{
    Q_OBJECT

public:
    explicit PairTool(Workspace &workspace, QObject *parent = nullptr);

    bool isActive() const { return m_active; }
    void setActive(bool active);
    /// Item that was clicked and still needs its partner; noItem: none.
    ItemIndex pending(Side side) const { return side == Side::x ? m_pendingX : m_pendingY; }
    /// True partner, in the space `side`, of the pending item of the other space; noItem: no item is pending, or the
    /// pairing is unknown.
    ItemIndex proposed(Side side) const;
    void click(Side side, ItemIndex item);
    /// Drops the pending item; without one, deactivates the tool.
    void escape();

    /// Instruction for the user's next click; empty while the tool is inactive.
    QString hint() const;

Q_SIGNALS:
    void changed();
    void added(int seed);
    void refused(const QString &sentence);

private:
    void clearPending() { m_pendingX = m_pendingY = noItem; }

    Workspace &m_workspace;
    bool m_active = false;
    ItemIndex m_pendingX = noItem, m_pendingY = noItem;
};

} // namespace anchorscope::gui
