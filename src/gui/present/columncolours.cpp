// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/present/columncolours.h"

#include "gui/plot/pointshape.h"
#include "gui/present/ramp.h"
#include "gui/style/plaintext.h"
#include "gui/style/theme.h"
#include "gui/views/colourbar.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace anchorscope::gui {

namespace {

constexpr std::int32_t mostClasses = 65000;

QString tell(const char *text)
{
    return QCoreApplication::translate("Colouring", text);
}

/// All labels in their order, without folding.
ColumnGroups labelGroups(const ItemTable &items)
{
    ColumnGroups groups;
    if (!items.hasLabels())
        return groups;
    const std::int32_t highest = std::ranges::max(items.labels);
    groups.names = items.labelNames;
    while (highest < mostClasses && static_cast<std::int32_t>(groups.names.size()) <= highest)
        groups.names.push_back(std::to_string(groups.names.size()));
    groups.of = items.labels;
    return groups;
}

/// A colour for each group, chosen ones before those of the palette.
std::shared_ptr<PointColours> coloursOfGroups(const ColumnGroups &groups, const ColumnLook &look, const QString &none)
{
    const std::int32_t others = groups.others();
    auto colours = std::make_shared<PointColours>();
    colours->palette = categoricalPalette(others);
    colours->palette.insert(colours->palette.end(), {mutedText(), neutralPoint()});
    colours->shaped = others;
    colours->unknown = static_cast<std::uint16_t>(others + 1);
    const auto placeOf = [others](std::int32_t group) { return group < 0 ? others + 1 : std::min(group, others); };
    const auto add = [&](std::int32_t group, const QString &name) {
        const std::string key = groups.key(group);
        QColor &colour = colours->palette[static_cast<std::size_t>(placeOf(group))];
        if (const auto chosen = look.colours.find(key); chosen != look.colours.end())
            colour = QColor::fromRgb(chosen->second);
        colours->legend.push_back(
            {name, colour, group >= 0 && group < others ? group % pointShapes : 0, key, look.hidden.contains(key)});
    };
    for (std::int32_t group = 0; group < others; ++group)
        add(group, shownName(QString::fromStdString(groups.names[static_cast<std::size_t>(group)])));
    if (groups.folded > 0)
        add(others, tell("%1 others").arg(QLocale().toString(static_cast<qulonglong>(groups.folded))));
    if (groups.hasMissing())
        add(-1, none);
    for (const std::int32_t group : groups.of)
        colours->classOfPoint.push_back(static_cast<std::uint16_t>(placeOf(group)));
    return colours;
}

std::shared_ptr<const PointColours> nothingToSay(Index items, const QString &sentence)
{
    auto colours = std::make_shared<PointColours>();
    colours->classOfPoint.assign(static_cast<std::size_t>(items), 0);
    colours->palette = {neutralPoint()};
    colours->unknown = 0;
    colours->legend = {{sentence, neutralPoint(), 0}};
    return colours;
}

/// One scale for both spaces.
std::shared_ptr<const PointColours> coloursOfNumbers(const LoadedData &data, Side side, const std::string &name,
                                                     const ColumnLook &look)
{
    const auto mine = columnFor(data, side, name), others = columnFor(data, other(side), name);
    const std::vector<double> numbers = numbersOf(*mine);
    std::vector<double> all = numbers;
    if (others && isOrdered(*others) && &data.items(side) != &data.items(other(side))) {
        const std::vector<double> more = numbersOf(*others);
        all.insert(all.end(), more.begin(), more.end());
    }
    const auto usual = usualRange(std::move(all));
    if (!usual)
        return nothingToSay(data.size(side), tell("no item has a value"));
    const ValueRange range = look.range.value_or(*usual);
    const bool dates = mine->kind == ColumnKind::date;
    const Ramp ramp = evenly(range.low, range.high, [dates](double value) { return scaleText(value, dates); });
    auto colours = shaded(numbers, ramp);
    colours->scale = ColourScale{range.low, range.high, dates, look.range.has_value(), colours->palette};
    colours->scale->colours.pop_back(); // that of unknown values
    if (const auto missing = std::ranges::count_if(numbers, [](double number) { return std::isnan(number); }))
        colours->legend.push_back(
            {tell("no value (%1)").arg(QLocale().toString(static_cast<qlonglong>(missing))), neutralPoint(), 0});
    return colours;
}

} // namespace

std::shared_ptr<const PointColours> coloursByLabel(const ItemTable &items, const ColumnLook &look)
{
    const ColumnGroups groups = labelGroups(items);
    if (groups.names.empty() || groups.others() > mostClasses) {
        auto colours = std::make_shared<PointColours>();
        colours->classOfPoint.assign(static_cast<std::size_t>(items.count), 0);
        colours->palette = {accent()};
        return colours;
    }
    return coloursOfGroups(groups, look, tell("no label"));
}

std::vector<std::string> columnNames(const LoadedData &data)
{
    std::vector<std::string> names;
    for (const Side side : {Side::x, Side::y}) {
        for (const ItemColumn &column : data.items(side).columns) {
            if (std::ranges::find(names, column.name) == names.end())
                names.push_back(column.name);
        }
    }
    return names;
}

std::shared_ptr<const ItemColumn> columnFor(const LoadedData &data, Side side, const std::string &name)
{
    if (auto own = findColumn(data.items(side), name))
        return own;
    const auto theirs = data.hasTruth() ? findColumn(data.items(other(side)), name) : nullptr;
    if (!theirs)
        return nullptr;
    std::vector<Index> rows;
    for (ItemIndex item = 0; item < static_cast<ItemIndex>(data.size(side)); ++item)
        rows.push_back(data.partner(side, item));
    return std::make_shared<const ItemColumn>(columnAt(*theirs, rows));
}

std::array<ColumnGroups, 2> legendGroups(const LoadedData &data, const ViewState &view)
{
    if (view.colourBy == ColourBy::Label)
        return {labelGroups(data.items(Side::x)), labelGroups(data.items(Side::y))};
    if (view.colourBy != ColourBy::Column)
        return {};
    const auto x = columnFor(data, Side::x, view.column), y = columnFor(data, Side::y, view.column);
    std::array<ColumnGroups, 2> groups;
    if (x && !isOrdered(*x))
        groups[0] = groupValues(*x);
    if (x == y)
        groups[1] = groups[0];
    else if (y && !isOrdered(*y))
        groups[1] = groups[0].of.empty() ? groupValues(*y) : groupLike(*y, groups[0]);
    // Both have one legend, that of X.
    groups[0].folded = std::max(groups[0].folded, groups[1].folded);
    return groups;
}

std::shared_ptr<const PointColours> coloursByColumn(const Workspace &workspace, Side side)
{
    const LoadedData &data = *workspace.data();
    const ViewState &view = workspace.view();
    const auto column = columnFor(data, side, view.column);
    if (!column)
        return nothingToSay(data.size(side), tell("these items have no column “%1”")
                                                 .arg(shownName(QString::fromStdString(view.column), longestInLabel)));
    if (isOrdered(*column))
        return coloursOfNumbers(data, side, view.column, view.look());
    return coloursOfGroups(legendGroups(data, view)[static_cast<std::size_t>(side)], view.look(), tell("no value"));
}

} // namespace anchorscope::gui
