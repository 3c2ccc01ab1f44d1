// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/state/pairtool.h"

#include "gui/state/edits.h"

namespace anchorscope::gui {

PairTool::PairTool(Workspace &workspace, QObject *parent) : QObject(parent), m_workspace(workspace)
{
    connect(&workspace, &Workspace::itemsReplaced, this, &PairTool::clearPending);
    connect(&workspace, &Workspace::dataChanged, this, &PairTool::changed);
}

void PairTool::setActive(bool active)
{
    if (active == m_active)
        return;
    m_active = active;
    clearPending();
    Q_EMIT changed();
}

ItemIndex PairTool::proposed(Side side) const
{
    const ItemIndex waiting = pending(side == Side::x ? Side::y : Side::x);
    if (waiting == noItem || !m_workspace.hasData())
        return noItem;
    const Correspondence &pairing = m_workspace.data()->pair.pairing;
    if (pairing.empty())
        return noItem;
    return side == Side::x ? pairing.partnerOfY(waiting) : pairing.partnerOfX(waiting);
}

void PairTool::click(Side side, ItemIndex item)
{
    if (!m_active || item == noItem || !m_workspace.hasData())
        return;
    if (const int seed = m_workspace.seedOf(side, item); seed >= 0)
        return Q_EMIT refused(tr("“%1” already belongs to seed %2. Remove that pair first, or choose another item.")
                                  .arg(QString::fromStdString(m_workspace.data()->items(side).name(item)))
                                  .arg(seed + 1));
    (side == Side::x ? m_pendingX : m_pendingY) = item;
    if (m_pendingX != noItem && m_pendingY != noItem) {
        const SeedPair pair{.x = m_pendingX, .y = m_pendingY};
        clearPending();
        m_workspace.change(tr("Add seed %1").arg(m_workspace.setup().seeds.size() + 1),
                           [&](Setup &setup) { appendSeeds(setup, {pair}); });
        Q_EMIT added(static_cast<int>(m_workspace.setup().seeds.size()) - 1);
    }
    Q_EMIT changed();
}

void PairTool::escape()
{
    if (m_pendingX == noItem && m_pendingY == noItem)
        return setActive(false);
    clearPending();
    Q_EMIT changed();
}

QString PairTool::hint() const
{
    if (!m_active)
        return {};
    const auto name = [this](Side side, ItemIndex item) {
        return QString::fromStdString(m_workspace.data()->items(side).name(item));
    };
    if (m_pendingX != noItem) {
        return proposed(Side::y) != noItem ? tr("Now click the partner of “%1” in a Y panel; Tab and Enter take the "
                                                "known one, marked there. Press Esc to start over.")
                                                 .arg(name(Side::x, m_pendingX))
                                           : tr("Now click the partner of “%1” in a Y panel. Press Esc to start over.")
                                                 .arg(name(Side::x, m_pendingX));
    }
    if (m_pendingY != noItem)
        return tr("Now click the partner of “%1” in an X panel. Press Esc to start over.")
            .arg(name(Side::y, m_pendingY));
    return tr("Click an item in an X panel, then its partner in a Y panel. Press Esc to finish.");
}

} // namespace anchorscope::gui
