// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/workspace.h"

#include <array>

namespace anchorscope::gui {

/// Hovered and selected items of both spaces. All views listen to this object instead of to each other.
class Selection : public QObject
{
    Q_OBJECT

public:
    explicit Selection(Workspace &workspace, QObject *parent = nullptr);

    struct Hover
    {
        Side side = Side::x; ///< space of the item under the pointer
        ItemIndex item = noItem;
        ItemIndex partner = noItem;
        bool operator==(const Hover &) const = default;
        ItemIndex of(Side of) const { return of == side ? item : partner; }
    };
    const Hover &hover() const { return m_hover; }
    void setHover(Side side, ItemIndex item);
    void clearHover() { setHover(m_hover.side, noItem); }

    /// Selected items of a space, ascending.
    const std::vector<ItemIndex> &selected(Side side) const { return m_selected[static_cast<std::size_t>(side)]; }
    /// Selected items of X, each with its partner, followed by the selected items of Y whose partners are not selected.
    std::vector<Hover> selectedPairs() const;
    bool isEmpty() const { return selected(Side::x).empty() && selected(Side::y).empty(); }

    enum class Mode { Replace, Add, Subtract };
    /// Mode of a selection: Add with Shift, Subtract with Ctrl, otherwise Replace.
    static Mode modeOf(Qt::KeyboardModifiers modifiers);
    /// Kinds of repeated changes of the selection, such as a drag; consecutive undo steps of one kind are merged.
    enum class Gesture { none, brush, search, seeds, items };
    /// Selects items and, depending on the link mode, items of the other space, as one undo step. No undo step is made
    /// while another is undone or redone, or if it would discard undone steps that change more than the selection.
    void select(Side side, std::vector<ItemIndex> items, Mode mode = Mode::Replace, Gesture gesture = Gesture::none);
    void clear();
    void invert(); ///< inverts the selection of the visible items

    /// Flags of the items of X and Y: not 0 for hidden items; null: none are hidden. Hidden items cannot be newly
    /// selected.
    using Hidden = std::array<std::shared_ptr<const std::vector<char>>, 2>;
    void setHidden(Hidden hidden);
    const std::shared_ptr<const std::vector<char>> &hidden(Side side) const
    {
        return m_hidden[static_cast<std::size_t>(side)];
    }
    bool isHidden(Side side, ItemIndex item) const;
    Index hiddenCount(Side side) const;

    LinkMode linkMode() const { return m_workspace.view().linkMode; }
    void setLinkMode(LinkMode mode);

    /// Item that the user clicked last.
    const Hover &focus() const { return m_focus; }
    void setFocus(Side side, ItemIndex item);
    /// Highlighted item: the hovered item or its partner. If no item is hovered, the item in focus, if it is selected,
    /// or its partner; otherwise noItem.
    ItemIndex highlighted(Side side) const;

Q_SIGNALS:
    void hoverChanged();
    void selectionChanged();
    void hiddenChanged();
    void focusChanged();
    void linkModeChanged();
    void revealed(); ///< requests that views show the selected items as large as possible

private:
    std::vector<ItemIndex> linked(Side from, const std::vector<ItemIndex> &items) const;
    void combine(Side side, std::vector<ItemIndex> items, Mode mode);
    void forget();
    void reset();
    using Selected = std::array<std::vector<ItemIndex>, 2>;
    class Command;
    void record(const Selected &before, const QString &name, Gesture gesture = Gesture::none);
    bool discardsRedo() const;

    Workspace &m_workspace;
    Hover m_hover, m_focus;
    Selected m_selected;
    Hidden m_hidden;
    bool m_replaying = false; ///< true while an undo step is undone or redone
};

} // namespace anchorscope::gui
