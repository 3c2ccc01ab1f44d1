// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/workspace.h"

namespace anchorscope::gui {

/// The tool that makes a seed of two clicks: an item of X and its partner in Y, in either order.
class PairTool : public QObject
{
    Q_OBJECT

public:
    explicit PairTool(Workspace &workspace, QObject *parent = nullptr);

    bool isActive() const { return m_active; }
    void setActive(bool active);
    /// The item chosen so far, or noItem.
    ItemIndex pending(Side side) const { return side == Side::x ? m_pendingX : m_pendingY; }
    /// Where the other side's item waits for its partner and the pairing knows it: that partner, else noItem.
    ItemIndex proposed(Side side) const;
    /// Takes a click while the tool is active.
    void click(Side side, ItemIndex item);
    /// Lets go of the item chosen so far; without one, puts the tool away.
    void escape();

    /// What to do next, for the page and the status bar.
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
