// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/widgets/selectionnote.h"

#include "gui/display/itemtext.h"

#include <algorithm>

namespace anchorscope::gui {

SelectionNote::SelectionNote(const Workspace &workspace, const Selection &selection, QWidget *parent)
    : QLabel(parent), m_workspace(workspace), m_selection(selection)
{
    setAccessibleName(tr("Selected items"));
    connect(&selection, &Selection::selectionChanged, this, &SelectionNote::take);
    connect(&selection, &Selection::hiddenChanged, this, &SelectionNote::take);
    take();
}

void SelectionNote::take()
{
    const bool any = m_workspace.hasData() && !m_selection.isEmpty();
    setVisible(any);
    if (!any)
        return;
    const auto share = [&](Side side, const QString &name) {
        const std::vector<ItemIndex> &items = m_selection.selected(side);
        const auto hidden =
            std::ranges::count_if(items, [&](ItemIndex item) { return m_selection.isHidden(side, item); });
        const QString counts =
            tr("%1 of %2 items of %3")
                .arg(countText(static_cast<Index>(items.size())), countText(m_workspace.data()->size(side)), name);
        return hidden > 0 ? tr("%1 (%2 hidden)").arg(counts, countText(hidden)) : counts;
    };
    setText(tr("Selected: %1, %2").arg(share(Side::x, tr("X")), share(Side::y, tr("Y"))));
}

} // namespace anchorscope::gui
