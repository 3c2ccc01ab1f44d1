// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/present/itemsight.h"

#include "core/data/itemfilter.h"
#include "gui/present/columncolours.h"
#include "gui/style/plaintext.h"

#include <QCoreApplication>

#include <algorithm>

namespace anchorscope::gui {

namespace {

QString step(const char *text, const QString &name = {})
{
    const QString sentence = QCoreApplication::translate("Legend", text);
    return name.isEmpty() ? sentence : sentence.arg(shownName(name, longestInLabel));
}

/// Changes what is chosen for the column that colours the points.
void changeLook(Workspace &workspace, const QString &name, const std::function<void(ColumnLook &)> &edit)
{
    workspace.changeView(name, [&](ViewState &view) {
        const std::string column = view.colourColumn();
        edit(view.looks[column]);
        if (view.looks[column].isPlain())
            view.looks.erase(column);
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

} // namespace

ItemSight::ItemSight(Workspace &workspace, Selection &selection, QObject *parent)
    : QObject(parent), m_workspace(workspace), m_selection(selection)
{
    connect(&workspace, &Workspace::dataChanged, this, &ItemSight::look);
    connect(&workspace, &Workspace::viewChanged, this, [this](const ViewState &before) {
        const ViewState &now = m_workspace.view();
        if (now.filter != before.filter || now.look().hidden != before.look().hidden ||
            (!now.look().hidden.empty() && now.colourColumn() != before.colourColumn()))
            look();
    });
}

QString ItemSight::setFilter(const QString &filter)
{
    const std::string text = filter.trimmed().toStdString();
    if (!text.empty() && m_workspace.hasData()) {
        const auto ofX = matchItems(text, m_workspace.data()->items(Side::x));
        if (!ofX && !matchItems(text, m_workspace.data()->items(Side::y)))
            return QString::fromStdString(ofX.error().message);
    }
    m_workspace.changeView(QCoreApplication::translate("Legend", "Filter"),
                           [&](ViewState &view) { view.filter = text; });
    return {};
}

std::array<std::vector<char>, 2> ItemSight::filteredOut()
{
    std::array<std::vector<char>, 2> out;
    m_problem.clear();
    const std::string &filter = m_workspace.view().filter;
    if (filter.empty())
        return out;
    const LoadedData &data = *m_workspace.data();
    std::array<std::optional<Error>, 2> errors;
    for (const Side side : {Side::x, Side::y}) {
        const auto at = static_cast<std::size_t>(side);
        auto kept = matchItems(filter, data.items(side));
        if (!kept) {
            errors[at] = kept.error();
            continue;
        }
        for (const char keeps : *kept)
            out[at].push_back(keeps ? 0 : 1);
    }
    if (errors[0] && errors[1])
        m_problem = QString::fromStdString(errors[0]->message);
    for (const Side side : {Side::x, Side::y}) { // without such a column: as their partners
        const auto at = static_cast<std::size_t>(side);
        if (!errors[at] || errors[1 - at] || !data.hasTruth())
            continue;
        for (ItemIndex item = 0; item < static_cast<ItemIndex>(data.size(side)); ++item) {
            const ItemIndex partner = data.partner(side, item);
            out[at].push_back(partner == noItem ? 0 : out[1 - at][static_cast<std::size_t>(partner)]);
        }
    }
    return out;
}

void ItemSight::look()
{
    if (!m_workspace.hasData()) {
        m_selection.setHidden({});
        return;
    }
    const ViewState &view = m_workspace.view();
    auto out = filteredOut();
    std::array<ColumnGroups, 2> groups;
    const std::set<std::string> hidden = view.look().hidden;
    if (!hidden.empty())
        groups = legendGroups(*m_workspace.data(), view);
    m_selection.setHidden({joined(std::move(out[0]), groups[0], hidden), joined(std::move(out[1]), groups[1], hidden)});
}

void showClass(Workspace &workspace, const std::string &key, const QString &name, bool shown)
{
    changeLook(workspace, shown ? step("Show %1", name) : step("Hide %1", name), [&](ColumnLook &look) {
        if (shown)
            look.hidden.erase(key);
        else
            look.hidden.insert(key);
    });
}

void showOnlyClass(Workspace &workspace, const std::string &key, const QString &name)
{
    std::set<std::string> hidden;
    for (const ColumnGroups &groups : legendGroups(*workspace.data(), workspace.view())) {
        for (std::int32_t group = -1; group <= groups.others(); ++group)
            hidden.insert(groups.key(group));
    }
    hidden.erase(key);
    changeLook(workspace, step("Show only %1", name), [&](ColumnLook &look) { look.hidden = hidden; });
}

void showAllClasses(Workspace &workspace)
{
    changeLook(workspace, step("Show all classes"), [](ColumnLook &look) { look.hidden.clear(); });
}

void colourClass(Workspace &workspace, const std::string &key, const QString &name, std::optional<std::uint32_t> colour)
{
    changeLook(workspace, step("Colour of %1", name), [&](ColumnLook &look) {
        if (colour)
            look.colours[key] = *colour;
        else
            look.colours.erase(key);
    });
}

void setColourRange(Workspace &workspace, std::optional<ValueRange> range)
{
    changeLook(workspace, step("Range of the colours"), [&](ColumnLook &look) { look.range = range; });
}

std::vector<ItemIndex> itemsOfClass(const Workspace &workspace, Side side, const std::string &key)
{
    const ColumnGroups groups = legendGroups(*workspace.data(), workspace.view())[static_cast<std::size_t>(side)];
    std::vector<ItemIndex> items;
    for (std::size_t item = 0; item < groups.of.size(); ++item) {
        if (groups.key(groups.of[item]) == key)
            items.push_back(static_cast<ItemIndex>(item));
    }
    return items;
}

} // namespace anchorscope::gui
