// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/workspace.h"

#include <array>

namespace anchorscope::gui {

/// Hovered and selected items of both spaces. All views follow its signals and need no connections to each other.
class Selection : public QObject
{
    Q_OBJECT

public:
    explicit Selection(Workspace &workspace, QObject *parent = nullptr);

    struct Hover
    {
        Side side = Side::x; ///< space of the item under the pointer
        ItemIndex item = noItem;
        ItemIndex partner = noItem; ///< partner of this item in the other space
        bool operator==(const Hover &) const = default;
        ItemIndex of(Side of) const { return of == side ? item : partner; }
    };
    const Hover &hover() const { return m_hover; }
    void setHover(Side side, ItemIndex item);
    void clearHover() { setHover(m_hover.side, noItem); }

    /// Selected items of a space, ascending.
    const std::vector<ItemIndex> &selected(Side side) const { return m_selected[static_cast<std::size_t>(side)]; }
    /// Selected items of X with their partners, then selected items of Y whose partners are not selected.
    std::vector<Hover> selectedPairs() const;
    bool isEmpty() const { return selected(Side::x).empty() && selected(Side::y).empty(); }

    enum class Mode { Replace, Add, Subtract };
    /// Selection mode for pressed keys: Shift adds, Ctrl subtracts.
    static Mode modeOf(Qt::KeyboardModifiers modifiers);
    /// Continuous actions that select repeatedly. Consecutive steps of one action are merged in the history.
    enum class Gesture { none, brush, search, seeds, items };
    /// Selects items of one space and, according to the link mode, of the other, as an undoable step. No step is pushed
    /// while another one is being applied, or if it would discard steps that can be redone.
    void select(Side side, std::vector<ItemIndex> items, Mode mode = Mode::Replace, Gesture gesture = Gesture::none);
    void clear();
    void invert(); ///< inverts the selection among visible items

    /// Flags of hidden items: one char per item of each space, not 0 if it is hidden; null: none is hidden. Hidden
    /// items remain selected, but cannot be selected.
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

    /// Item that was clicked last, which inspectors show.
    const Hover &focus() const { return m_focus; }
    void setFocus(Side side, ItemIndex item);
    /// Highlighted item of a space: the hovered item or its partner there. If nothing is hovered, it is the focus or
    /// its partner, provided that the focus is selected. Otherwise noItem.
    ItemIndex highlighted(Side side) const;

Q_SIGNALS:
    void hoverChanged();
    void selectionChanged();
    void hiddenChanged();
    void focusChanged();
    void linkModeChanged();
    void revealed(); ///< reports that views are to show the selected items as large as possible

private:
    std::vector<ItemIndex> linked(Side from, const std::vector<ItemIndex> &items) const;
    void combine(Side side, std::vector<ItemIndex> items, Mode mode);
    void forget();
    void reset();
    using Selected = std::array<std::vector<ItemIndex>, 2>; ///< selected items of each side
    class Command;
    void record(const Selected &before, const QString &name, Gesture gesture = Gesture::none);
    bool discardsRedo() const;

    Workspace &m_workspace;
    Hover m_hover, m_focus;
    Selected m_selected;
    Hidden m_hidden;
    bool m_replaying = false; ///< true while a step is being undone or redone
};

} // namespace anchorscope::gui
