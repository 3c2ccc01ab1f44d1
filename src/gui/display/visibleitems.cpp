// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/display/visibleitems.h"

#include "core/filter/itemfilter.h"
#include "gui/display/colouring.h"
#include "gui/style/plaintext.h"

#include <QCoreApplication>

#include <algorithm>

namespace anchorscope::gui {

namespace {

// Maximum length in bytes of a filter that is applied without a job.
constexpr std::size_t longestAtOnce = 400;

QString step(const char *text, const QString &name = {})
{
    const QString sentence = QCoreApplication::translate("Legend", text);
    return name.isEmpty() ? sentence : sentence.arg(shownName(name, longestInLabel));
}

void changeAppearance(Workspace &workspace, const QString &name, const std::function<void(ColumnAppearance &)> &edit)
{
    workspace.changeView(name, [&](ViewState &view) {
        const std::string column = shownView(workspace).colourColumn();
        edit(view.appearances[column]);
        if (view.appearances[column].isPlain())
            view.appearances.erase(column);
    });
}

std::shared_ptr<const std::vector<char>> joined(std::vector<char> out, const ColumnGroups &groups,
                                                const std::set<std::string> &hidden)
{
    std::vector<char> hiddenGroup;
    for (std::int32_t group = -1; group <= groups.others(); ++group)
        hiddenGroup.push_back(hidden.contains(groups.key(group)));
    if (std::ranges::count(hiddenGroup, 1) > 0 && !groups.of.empty()) {
        out.resize(groups.of.size(), 0);
        for (std::size_t item = 0; item < groups.of.size(); ++item)
            out[item] |= hiddenGroup[static_cast<std::size_t>(std::min(groups.of[item], groups.others()) + 1)];
    }
    const bool any = std::ranges::find(out, 1) != out.end();
    return any ? std::make_shared<const std::vector<char>>(std::move(out)) : nullptr;
}

struct FilteredOut
{
    /// Flags of the items of X and Y: 1 if the filter hides the item; empty if it hides none.
    std::array<std::vector<char>, 2> items;
    QString problem;
};

using ResultColumns = std::array<std::vector<ItemColumn>, 2>;

ResultColumns resultsFor(const std::string &filter, const Workspace &workspace)
{
    if (filter.empty())
        return {};
    return {resultColumns(workspace, Side::x, &filter), resultColumns(workspace, Side::y, &filter)};
}

FilteredOut filteredOut(const LoadedData &data, const std::string &filter, const ResultColumns &results)
{
    FilteredOut out;
    if (filter.empty())
        return out;
    std::array<std::optional<Error>, 2> errors;
    for (const Side side : {Side::x, Side::y}) {
        const auto at = static_cast<std::size_t>(side);
        if (side == Side::y && results[1].empty() && &data.items(Side::x) == &data.items(Side::y)) {
            out.items[at] = out.items[0];
            errors[at] = errors[0];
            continue;
        }
        auto kept = matchItems(filter, *filterTable(data.items(side), results[at]));
        if (!kept) {
            errors[at] = kept.error();
            continue;
        }
        out.items[at] = std::move(*kept);
        for (char &item : out.items[at])
            item = item ? 0 : 1;
    }
    if (errors[0] && errors[1])
        out.problem = QString::fromStdString(errors[0]->message);
    // If only one space has the filter's column, an item of the other space is hidden if its partner is hidden.
    for (const Side side : {Side::x, Side::y}) {
        const auto at = static_cast<std::size_t>(side);
        if (!errors[at] || errors[1 - at] || !data.hasTruth())
            continue;
        for (ItemIndex item = 0; item < static_cast<ItemIndex>(data.size(side)); ++item) {
            const ItemIndex partner = data.partner(side, item);
            out.items[at].push_back(partner == noItem ? 0 : out.items[1 - at][static_cast<std::size_t>(partner)]);
        }
    }
    return out;
}

/// Determines the hidden items. `values`: values that colour the points; null: this function reads them.
VisibleItems::State stateOf(const LoadedData &data, const ViewState &view, const ResultColumns &results,
                            std::shared_ptr<const ColumnValues> values)
{
    VisibleItems::State state;
    if (view.colourBy == ColourBy::Column)
        state.values = values ? std::move(values) : std::make_shared<const ColumnValues>(readColumn(data, view.column));
    state.classes = std::make_shared<const std::array<ColumnGroups, 2>>(legendGroups(data, view, state.values.get()));
    FilteredOut out = filteredOut(data, view.filter, results);
    state.problem = out.problem;
    const std::set<std::string> hidden = view.appearance().hidden;
    for (std::size_t side = 0; side < 2; ++side)
        state.hidden[side] =
            joined(std::move(out.items[side]), hidden.empty() ? ColumnGroups() : (*state.classes)[side], hidden);
    return state;
}

} // namespace

std::shared_ptr<const ItemTable> filterTable(const ItemTable &items, std::vector<ItemColumn> results)
{
    if (results.empty())
        return {std::shared_ptr<void>(), &items};
    auto table = std::make_shared<ItemTable>(
        ItemTable{items.count, items.ids, items.labels, items.labelNames, {}, {}, items.columns});
    for (ItemColumn &column : results) {
        if (!findColumn(items, column.name))
            table->columns.push_back(std::move(column));
    }
    return table;
}

VisibleItems::VisibleItems(Workspace &workspace, Selection &selection, Runner &runner, QObject *parent)
    : QObject(parent), m_workspace(workspace), m_selection(selection), m_job(runner)
{
    connect(&workspace, &Workspace::itemsReplaced, this, [this] { m_now = {}; });
    connect(&workspace, &Workspace::dataChanged, this, [this] {
        m_shown = shownView(m_workspace);
        update(true);
    });
    connect(&workspace, &Workspace::viewChanged, this, &VisibleItems::follow);
    // Updates after new results, because the chosen colouring or the filter may depend on them.
    for (const auto result : {&Workspace::mistakesChanged, &Workspace::retrievalChanged, &Workspace::shownScoresChanged,
                              &Workspace::healthChanged, &Workspace::preparedChanged})
        connect(&workspace, result, this, [this] {
            if (follow())
                Q_EMIT read();
            else if (!m_shown.filter.empty())
                update(false);
        });
}

/// Updates the visible items after a change of the view; true if the points are now coloured by other values.
bool VisibleItems::follow()
{
    const ViewState now = shownView(m_workspace), before = std::exchange(m_shown, now);
    const bool other = now.colourBy != before.colourBy || now.colourColumn() != before.colourColumn();
    if (other) {
        m_now.values.reset();
        m_now.classes = State().classes;
    }
    if (other || now.filter != before.filter || now.appearance().hidden != before.appearance().hidden)
        update(false);
    return other;
}

QString VisibleItems::setFilter(const QString &filter)
{
    const std::string text = filter.trimmed().toStdString();
    if (!text.empty() && m_workspace.hasData()) {
        const auto check = [&](Side side) {
            // A check needs the names and kinds of columns only, so one item suffices.
            const auto item = someItems(m_workspace.data()->items(side), std::vector<Index>{0});
            return checkFilter(text, *filterTable(*item, resultColumns(m_workspace, side, nullptr)));
        };
        const Status ofX = check(Side::x);
        if (!ofX && !check(Side::y))
            return QString::fromStdString(ofX.error().message);
    }
    m_workspace.changeView(QCoreApplication::translate("Legend", "Filter"),
                           [&](ViewState &view) { view.filter = text; });
    return {};
}

void VisibleItems::update(bool ofOtherItems)
{
    m_job.drop();
    if (!m_workspace.hasData())
        return m_selection.setHidden({});
    const auto data = m_workspace.data();
    const auto compute = [data, view = m_shown, results = resultsFor(m_shown.filter, m_workspace),
                          values = m_now.values] { return stateOf(*data, view, results, values); };
    const bool isShort = m_workspace.view().filter.size() <= longestAtOnce;
    if (isShort && std::max(data->size(Side::x), data->size(Side::y)) <= maxAtOnce) {
        m_now = compute();
        m_selection.setHidden(m_now.hidden);
        return;
    }
    if (ofOtherItems)
        m_selection.setHidden({});
    m_job.start<State>(
        tr("Reading columns"), [compute](const RunContext &) -> Result<State> { return compute(); },
        [this](Result<State> state) {
            if (!state)
                return;
            m_now = std::move(*state);
            m_selection.setHidden(m_now.hidden);
            Q_EMIT read();
        });
}

void showClass(Workspace &workspace, const std::string &key, const QString &name, bool shown)
{
    changeAppearance(workspace, shown ? step("Show %1", name) : step("Hide %1", name),
                     [&](ColumnAppearance &appearance) {
                         if (shown)
                             appearance.hidden.erase(key);
                         else
                             appearance.hidden.insert(key);
                     });
}

void showOnlyClass(Workspace &workspace, std::set<std::string> keys, const std::string &key, const QString &name)
{
    keys.erase(key);
    changeAppearance(workspace, step("Show only %1", name),
                     [&](ColumnAppearance &appearance) { appearance.hidden = keys; });
}

void showAllClasses(Workspace &workspace)
{
    changeAppearance(workspace, step("Show all classes"),
                     [](ColumnAppearance &appearance) { appearance.hidden.clear(); });
}

void colourClass(Workspace &workspace, const std::string &key, const QString &name, std::optional<std::uint32_t> colour)
{
    changeAppearance(workspace, step("Colour of %1", name), [&](ColumnAppearance &appearance) {
        if (colour)
            appearance.colours[key] = *colour;
        else
            appearance.colours.erase(key);
    });
}

void setColourRange(Workspace &workspace, std::optional<ValueRange> range)
{
    changeAppearance(workspace, step("Range of the colours"),
                     [&](ColumnAppearance &appearance) { appearance.range = range; });
}

std::vector<ItemIndex> itemsOfClass(const ColumnGroups &classes, const std::string &key)
{
    std::int32_t number = -1;
    while (number < classes.others() && classes.key(number) != key)
        ++number;
    const bool isKnown = classes.key(number) == key;
    std::vector<ItemIndex> items;
    for (std::size_t item = 0; isKnown && item < classes.of.size(); ++item) {
        if (std::clamp(classes.of[item], -1, classes.others()) == number)
            items.push_back(static_cast<ItemIndex>(item));
    }
    return items;
}

} // namespace anchorscope::gui
