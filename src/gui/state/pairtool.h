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
    /// Item of a side that was clicked first and waits for its partner, or noItem.
    ItemIndex pending(Side side) const { return side == Side::x ? m_pendingX : m_pendingY; }
    /// True partner of the item that is pending on the other side; noItem if none is pending there or the pairing is
    /// unknown.
    ItemIndex proposed(Side side) const;
    /// Handles a click on an item; ignored while the tool is inactive.
    void click(Side side, ItemIndex item);
    /// Clears the pending item; if no item is pending, deactivates the tool.
    void escape();

    /// Instruction for the next click, for the page and the status bar; empty while inactive.
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
