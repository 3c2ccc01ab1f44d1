// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/workspace.h"

#include <array>

namespace anchorscope::gui {

/// Items that are hovered or selected, in both spaces. All views listen to it, so they agree without knowing each
/// other.
class Selection : public QObject
{
    Q_OBJECT

public:
    explicit Selection(Workspace &workspace, QObject *parent = nullptr);

    struct Hover
    {
        Side side = Side::x; ///< where the pointer is
        ItemIndex item = noItem;
        ItemIndex partner = noItem; ///< its partner in the other space
        bool operator==(const Hover &) const = default;
        ItemIndex of(Side of) const { return of == side ? item : partner; }
    };
    const Hover &hover() const { return m_hover; }
    void setHover(Side side, ItemIndex item);
    void clearHover() { setHover(m_hover.side, noItem); }

    /// Ascending rows.
    const std::vector<ItemIndex> &selected(Side side) const { return m_selected[static_cast<std::size_t>(side)]; }
    /// Those of X with their partners, then those of Y whose partners are not among these.
    std::vector<Hover> selectedPairs() const;
    bool isEmpty() const { return selected(Side::x).empty() && selected(Side::y).empty(); }

    enum class Mode { Replace, Add, Subtract };
    static Mode modeOf(Qt::KeyboardModifiers modifiers); ///< Shift adds, Ctrl subtracts
    /// What selects on and on while one drags, types or walks: its steps of the history that follow each other become
    /// one.
    enum class Gesture { none, brush, search, seeds, items };
    /// Selects items of one space and, by the link mode, those of the other, as a step that can be undone. No step is
    /// made while another one is being done or undone, or if it would throw away other steps that can be redone.
    void select(Side side, std::vector<ItemIndex> items, Mode mode = Mode::Replace, Gesture gesture = Gesture::none);
    void clear();
    void invert(); ///< among the items in sight

    /// Items that are out of sight: not 0. They are not selected by what is done next, but stay selected. Null: none.
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

    /// The item that inspectors look at: the last one clicked.
    const Hover &focus() const { return m_focus; }
    void setFocus(Side side, ItemIndex item);
    /// The item under the pointer, else the one that was chosen last as long as it is selected; or its partner.
    ItemIndex lit(Side side) const;

Q_SIGNALS:
    void hoverChanged();
    void selectionChanged();
    void hiddenChanged();
    void focusChanged();
    void linkModeChanged();

private:
    std::vector<ItemIndex> linked(Side from, const std::vector<ItemIndex> &items) const;
    void combine(Side side, std::vector<ItemIndex> items, Mode mode);
    void forget();
    void reset();
    using Selected = std::array<std::vector<ItemIndex>, 2>; ///< by side
    class Command;
    void record(const Selected &before, const QString &name, Gesture gesture = Gesture::none);
    bool wouldLoseSteps() const;

    Workspace &m_workspace;
    Hover m_hover, m_focus;
    Selected m_selected;
    Hidden m_hidden;
    bool m_replaying = false; ///< a step of the history is being shown
};

} // namespace anchorscope::gui
