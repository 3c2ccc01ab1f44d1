// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/widgets/selectionnote.h"

#include "gui/present/itemtext.h"

namespace anchorscope::gui {

SelectionNote::SelectionNote(const Workspace &workspace, const Selection &selection, QWidget *parent)
    : QLabel(parent), m_workspace(workspace), m_selection(selection)
{
    setAccessibleName(tr("Selected items"));
    connect(&selection, &Selection::selectionChanged, this, &SelectionNote::take);
    take();
}

void SelectionNote::take()
{
    const bool any = m_workspace.hasData() && !m_selection.isEmpty();
    setVisible(any);
    if (!any)
        return;
    const auto share = [&](Side side, const QString &name) {
        return tr("%1 of %2 items of %3")
            .arg(countText(static_cast<Index>(m_selection.selected(side).size())),
                 countText(m_workspace.data()->size(side)), name);
    };
    setText(tr("Selected: %1, %2").arg(share(Side::x, tr("X")), share(Side::y, tr("Y"))));
}

} // namespace anchorscope::gui
