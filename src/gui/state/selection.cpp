// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/state/selection.h"

#include <QScopedValueRollback>
#include <QUndoCommand>

#include <algorithm>
#include <set>
#include <utility>

namespace anchorscope::gui {

namespace {

// First id of undo commands for selections; differs from those for the setup and the view.
constexpr int firstGesture = 1 << 21;

QString selectionName(const std::array<std::vector<ItemIndex>, 2> &selected)
{
    const std::size_t items = std::max(selected[0].size(), selected[1].size());
    return items == 0   ? Selection::tr("Clear the selection")
           : items == 1 ? Selection::tr("Select 1 item")
                        : Selection::tr("Select %1 items").arg(items);
}

} // namespace

class Selection::Command final : public QUndoCommand
{
public:
    Command(Selection &selection, const QString &name, const Selected &before, Gesture gesture)
        : QUndoCommand(name), m_selection(selection), m_before(before), m_after(selection.m_selected),
          m_gesture(gesture)
    {
    }

    void undo() override { show(m_before); }
    void redo() override { show(m_after); }
    int id() const override { return m_gesture == Gesture::none ? -1 : firstGesture + static_cast<int>(m_gesture); }
    bool mergeWith(const QUndoCommand *next) override
    {
        m_after = static_cast<const Command *>(next)->m_after;
        setText(next->text());
        setObsolete(m_after == m_before);
        return true;
    }

private:
    /// Selection as a bit for each item up to the last selected one, so that half a million items take little memory.
    class Packed
    {
    public:
        explicit Packed(const std::array<std::vector<ItemIndex>, 2> &selected)
        {
            for (std::size_t side = 0; side < 2; ++side) {
                m_bits[side].resize(selected[side].empty() ? 0 : static_cast<std::size_t>(selected[side].back()) + 1);
                for (const ItemIndex item : selected[side])
                    m_bits[side][static_cast<std::size_t>(item)] = true;
            }
        }
        std::array<std::vector<ItemIndex>, 2> items() const
        {
            std::array<std::vector<ItemIndex>, 2> selected;
            for (std::size_t side = 0; side < 2; ++side) {
                for (std::size_t item = 0; item < m_bits[side].size(); ++item) {
                    if (m_bits[side][item])
                        selected[side].push_back(static_cast<ItemIndex>(item));
                }
            }
            return selected;
        }
        bool operator==(const Packed &) const = default;

    private:
        std::array<std::vector<bool>, 2> m_bits;
    };

    /// Restores a selection. Does nothing when the command is pushed, because the items are already selected then.
    void show(const Packed &packed)
    {
        Selected items = packed.items();
        if (items == m_selection.m_selected)
            return;
        const QScopedValueRollback<bool> replaying(m_selection.m_replaying, true);
        m_selection.m_selected = std::move(items);
        Q_EMIT m_selection.selectionChanged();
    }

    Selection &m_selection;
    Packed m_before, m_after;
    const Gesture m_gesture;
};

Selection::Selection(Workspace &workspace, QObject *parent) : QObject(parent), m_workspace(workspace)
{
    connect(&workspace, &Workspace::itemsReplaced, this, [this] {
        forget();
        m_hidden = {};
    });
    connect(&workspace, &Workspace::dataChanged, this, [this] {
        reset();
        Q_EMIT hiddenChanged();
    });
    connect(&workspace, &Workspace::setupChanged, this, [this](SetupChanges changes) {
        // Hiding or showing the pairing deselects all items, because the selection may depend on it.
        if (changes & SetupChange::Names)
            reset();
    });
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

ItemIndex Selection::highlighted(Side side) const
{
    if (m_hover.item != noItem)
        return m_hover.of(side);
    const ItemIndex chosen = m_focus.of(side);
    return std::ranges::binary_search(selected(side), chosen) ? chosen : noItem;
}

Selection::Mode Selection::modeOf(Qt::KeyboardModifiers modifiers)
{
    if (modifiers.testFlag(Qt::ShiftModifier))
        return Mode::Add;
    return modifiers.testFlag(Qt::ControlModifier) ? Mode::Subtract : Mode::Replace;
}

std::vector<Selection::Hover> Selection::selectedPairs() const
{
    std::vector<Selection::Hover> pairs;
    for (const ItemIndex item : selected(Side::x))
        pairs.push_back({Side::x, item, m_workspace.partner(Side::x, item)});
    for (const ItemIndex item : selected(Side::y)) {
        const ItemIndex partner = m_workspace.partner(Side::y, item);
        const auto &known = selected(Side::x);
        if (!std::binary_search(known.begin(), known.end(), partner))
            pairs.push_back({Side::y, item, partner});
    }
    return pairs;
}

/// True if a new undo step would discard undone steps, and these change more than the selection.
bool Selection::discardsRedo() const
{
    const QUndoStack &history = *m_workspace.history();
    for (int i = history.index(); i < history.count(); ++i) {
        if (!dynamic_cast<const Command *>(history.command(i)))
            return true;
    }
    return false;
}

void Selection::record(const Selected &before, const QString &name, Gesture gesture)
{
    if (before != m_selected && !m_workspace.isApplying() && !m_replaying && !discardsRedo())
        m_workspace.history()->push(new Command(*this, name, before, gesture));
}

void Selection::select(Side side, std::vector<ItemIndex> items, Mode mode, Gesture gesture)
{
    const Selected before = m_selected;
    items = ascending(std::move(items));
    combine(other(side), linked(side, items), mode);
    combine(side, items, mode);
    record(before, selectionName(m_selected), gesture);
    Q_EMIT selectionChanged();
}

void Selection::combine(Side side, std::vector<ItemIndex> items, Mode mode)
{
    if (mode != Mode::Subtract)
        std::erase_if(items, [this, side](ItemIndex item) { return isHidden(side, item); });
    auto &selected = m_selected[static_cast<std::size_t>(side)];
    std::vector<ItemIndex> result;
    if (mode == Mode::Add)
        std::set_union(selected.begin(), selected.end(), items.begin(), items.end(), std::back_inserter(result));
    else if (mode == Mode::Subtract)
        std::set_difference(selected.begin(), selected.end(), items.begin(), items.end(), std::back_inserter(result));
    else
        result = std::move(items);
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
    return ascending(std::move(result));
}

void Selection::clear()
{
    if (isEmpty())
        return;
    const Selected before = std::exchange(m_selected, {});
    record(before, selectionName(m_selected));
    Q_EMIT selectionChanged();
}

void Selection::invert()
{
    if (!m_workspace.hasData())
        return;
    const Selected before = m_selected;
    for (const Side side : {Side::x, Side::y}) {
        std::vector<ItemIndex> rest = itemsBut(m_workspace.data()->size(side), selected(side));
        std::erase_if(rest, [this, each = side](ItemIndex item) { return isHidden(each, item); });
        m_selected[static_cast<std::size_t>(side)] = std::move(rest);
    }
    record(before, tr("Invert the selection"));
    Q_EMIT selectionChanged();
}

void Selection::setHidden(Hidden hidden)
{
    const auto isSame = [](const auto &a, const auto &b) { return a == b || (a && b && *a == *b); };
    if (isSame(hidden[0], m_hidden[0]) && isSame(hidden[1], m_hidden[1]))
        return;
    m_hidden = std::move(hidden);
    Q_EMIT hiddenChanged();
}

bool Selection::isHidden(Side side, ItemIndex item) const
{
    const auto &mask = hidden(side);
    return mask && item >= 0 && static_cast<std::size_t>(item) < mask->size() &&
           (*mask)[static_cast<std::size_t>(item)];
}

Index Selection::hiddenCount(Side side) const
{
    const auto &mask = hidden(side);
    return mask ? static_cast<Index>(std::ranges::count(*mask, 1)) : 0;
}

void Selection::setLinkMode(LinkMode mode)
{
    m_workspace.changeView(tr("Linked selection"), [mode](ViewState &view) { view.linkMode = mode; });
}

void Selection::forget()
{
    m_hover = {};
    m_focus = {};
    m_selected = {};
}

void Selection::reset()
{
    forget();
    Q_EMIT hoverChanged();
    Q_EMIT focusChanged();
    Q_EMIT selectionChanged();
}

} // namespace anchorscope::gui
