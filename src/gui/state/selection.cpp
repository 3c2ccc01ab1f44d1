// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/state/selection.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace anchorscope::gui {

Selection::Selection(Workspace &workspace, QObject *parent) : QObject(parent), m_workspace(workspace)
{
    connect(&workspace, &Workspace::dataChanged, this, &Selection::reset);
    connect(&workspace, &Workspace::viewChanged, this, [this](const ViewState &before) {
        if (before.linkMode != linkMode())
            Q_EMIT linkModeChanged();
    });
}

void Selection::setHover(Side side, ItemIndex item)
{
    Hover hover{side, item, noItem};
    if (item != noItem && linkMode() != LinkMode::Off)
        hover.partner = m_workspace.partner(side, item);
    if (hover == m_hover)
        return;
    m_hover = hover;
    Q_EMIT hoverChanged();
}

void Selection::setFocus(Side side, ItemIndex item)
{
    const Hover focus{side, item, m_workspace.partner(side, item)};
    if (focus == m_focus)
        return;
    m_focus = focus;
    Q_EMIT focusChanged();
}

ItemIndex Selection::lit(Side side) const
{
    if (m_hover.item != noItem)
        return m_hover.of(side);
    const ItemIndex chosen = m_focus.of(side);
    return std::ranges::binary_search(selected(side), chosen) ? chosen : noItem;
}

void Selection::select(Side side, std::vector<ItemIndex> items, Mode mode)
{
    std::sort(items.begin(), items.end());
    items.erase(std::unique(items.begin(), items.end()), items.end());
    combine(other(side), linked(side, items), mode);
    combine(side, items, mode);
    Q_EMIT selectionChanged();
}

void Selection::combine(Side side, const std::vector<ItemIndex> &items, Mode mode)
{
    auto &selected = m_selected[static_cast<std::size_t>(side)];
    std::vector<ItemIndex> result;
    if (mode == Mode::Add)
        std::set_union(selected.begin(), selected.end(), items.begin(), items.end(), std::back_inserter(result));
    else if (mode == Mode::Subtract)
        std::set_difference(selected.begin(), selected.end(), items.begin(), items.end(), std::back_inserter(result));
    else
        result = items;
    selected = std::move(result);
}

std::vector<ItemIndex> Selection::linked(Side from, const std::vector<ItemIndex> &items) const
{
    std::vector<ItemIndex> result;
    if (linkMode() == LinkMode::ByPair) {
        for (const ItemIndex item : items) {
            if (const ItemIndex partner = m_workspace.partner(from, item); partner != noItem)
                result.push_back(partner);
        }
    } else if (linkMode() == LinkMode::ByLabel && m_workspace.hasData()) {
        std::set<std::string> names;
        for (const ItemIndex item : items)
            names.insert(m_workspace.data()->items(from).labelName(item));
        names.erase(std::string());
        const ItemTable &others = m_workspace.data()->items(other(from));
        for (ItemIndex i = 0; i < static_cast<ItemIndex>(others.count); ++i) {
            if (names.contains(others.labelName(i)))
                result.push_back(i);
        }
    }
    std::sort(result.begin(), result.end());
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
}

void Selection::clear()
{
    if (isEmpty())
        return;
    m_selected = {};
    Q_EMIT selectionChanged();
}

void Selection::invert()
{
    if (!m_workspace.hasData())
        return;
    for (const Side side : {Side::x, Side::y}) {
        std::vector<ItemIndex> all(static_cast<std::size_t>(m_workspace.data()->size(side)));
        std::iota(all.begin(), all.end(), 0);
        std::vector<ItemIndex> rest;
        const auto &chosen = selected(side);
        std::set_difference(all.begin(), all.end(), chosen.begin(), chosen.end(), std::back_inserter(rest));
        m_selected[static_cast<std::size_t>(side)] = std::move(rest);
    }
    Q_EMIT selectionChanged();
}

void Selection::setLinkMode(LinkMode mode)
{
    m_workspace.changeView(tr("Linked selection"), [mode](ViewState &view) { view.linkMode = mode; });
}

void Selection::reset()
{
    m_hover = {};
    m_focus = {};
    m_selected = {};
    Q_EMIT hoverChanged();
    Q_EMIT focusChanged();
    Q_EMIT selectionChanged();
}

} // namespace anchorscope::gui
