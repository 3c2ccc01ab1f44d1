// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/display/columncolours.h"

#include "gui/display/colouring.h"
#include "gui/display/ramp.h"
#include "gui/plot/pointshape.h"
#include "gui/style/plaintext.h"
#include "gui/style/theme.h"
#include "gui/views/colourbar.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace anchorscope::gui {

namespace {

constexpr std::int32_t maxClasses = 65000;

QString tell(const char *text)
{
    return QCoreApplication::translate("Colouring", text);
}

/// Groups items by label, in the order of labels; rare labels are not merged, unlike rare values of columns.
ColumnGroups labelGroups(const ItemTable &items)
{
    ColumnGroups groups;
    if (!items.hasLabels())
        return groups;
    const std::int32_t highest = std::ranges::max(items.labels);
    groups.names = items.labelNames;
    while (highest < maxClasses && static_cast<std::int32_t>(groups.names.size()) <= highest)
        groups.names.push_back(std::to_string(groups.names.size()));
    groups.of = items.labels;
    return groups;
}

/// Gives each group the user's colour or one of the palette. `none`: name of items without a group.
std::shared_ptr<PointColours> coloursOfGroups(const ColumnGroups &groups, const ColumnAppearance &appearance,
                                              const QString &none)
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
        if (const auto chosen = appearance.colours.find(key); chosen != appearance.colours.end())
            colour = QColor::fromRgb(chosen->second);
        colours->legend.push_back({name, colour, group >= 0 && group < others ? group % pointShapes : 0, key,
                                   appearance.hidden.contains(key)});
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

std::shared_ptr<const PointColours> coloursOfNumbers(const ColumnValues::OfSpace &column,
                                                     const std::optional<ValueRange> &usual,
                                                     const ColumnAppearance &appearance)
{
    if (!usual)
        return nothingToSay(static_cast<Index>(column.numbers.size()), tell("no item has a value"));
    const ValueRange range = appearance.range.value_or(*usual);
    const bool dates = column.isDate;
    const Ramp ramp = evenly(range.low, range.high, [dates](double value) { return scaleText(value, dates); });
    auto colours = shaded(column.numbers, ramp);
    colours->scale = ColourScale{range.low, range.high, dates, appearance.range.has_value(), colours->palette};
    colours->scale->colours.pop_back(); // removes the last colour, which is that of unknown values
    if (const auto missing = std::ranges::count_if(column.numbers, [](double number) { return std::isnan(number); }))
        colours->legend.push_back(
            {tell("no value (%1)").arg(QLocale().toString(static_cast<qlonglong>(missing))), neutralPoint(), 0});
    return colours;
}

/// Reads a column. `others`: groups of the other space, used again for equal colours in both spaces; can be empty.
ColumnValues::OfSpace valuesOfColumn(const ItemColumn &column, const ColumnGroups &others)
{
    ColumnValues::OfSpace values{true, isOrdered(column), column.kind == ColumnKind::date};
    if (values.isOrdered)
        values.numbers = numbersOf(column);
    else
        values.groups = others.of.empty() ? groupValues(column) : groupLike(column, others);
    return values;
}

} // namespace

namespace {

/// True if the items of a space have labels, and few enough different labels to show them as classes.
bool hasClasses(const ItemTable &items)
{
    return items.hasLabels() && std::ranges::max(items.labels) < maxClasses &&
           std::ssize(items.labelNames) <= maxClasses;
}

bool hasScores(const Workspace &workspace)
{
    const RetrievalRow *row = workspace.shownScores();
    return row && !itemValues(row->xToY, workspace.view().colourBy).empty();
}

bool hasColumn(const LoadedData &data, const std::string &name)
{
    const auto names = columnNames(data);
    return std::ranges::find(names, name) != names.end();
}

/// Reason why the chosen colouring cannot be shown, such as "there are no labels"; null if it can be shown.
const char *missingFor(const Workspace &workspace)
{
    const ItemTable &x = workspace.data()->items(Side::x), &y = workspace.data()->items(Side::y);
    switch (workspace.view().colourBy) {
    case ColourBy::Label:
        return hasClasses(x) || hasClasses(y) ? nullptr : "there are no labels";
    case ColourBy::Number:
        return x.hasLabels() || y.hasLabels() ? nullptr : "there are no labels";
    case ColourBy::Column:
        return hasColumn(*workspace.data(), workspace.view().column) ? nullptr : "the column does not exist here";
    case ColourBy::Found:
        return workspace.mistakes()    ? nullptr
               : workspace.chosenRun() ? "mistakes are not known yet"
                                       : "align the spaces first";
    case ColourBy::Coverage:
        return workspace.health().of(Side::x).itemCoverage.size() == x.count ? nullptr
                                                                             : "measure the anchors' health first";
    case ColourBy::Row:
    case ColourBy::Norm:
    case ColourBy::Similarity:
        return nullptr;
    default:
        return hasScores(workspace) ? nullptr : "measure retrieval first";
    }
}

} // namespace

ViewState shownView(const Workspace &workspace)
{
    ViewState view = workspace.view();
    if (!workspace.hasData() || !missingFor(workspace))
        return view;
    const LoadedData &data = *workspace.data();
    view.colourBy = ColourBy::Label;
    if (hasClasses(data.items(Side::x)) || hasClasses(data.items(Side::y)))
        return view;
    if (const auto columns = columnNames(data); !columns.empty()) {
        view.colourBy = ColourBy::Column;
        view.column = columns.front();
    }
    return view;
}

QString missingColours(const Workspace &workspace)
{
    const ViewState &requested = workspace.view(), shown = shownView(workspace);
    if (shown.colourBy == requested.colourBy && shown.column == requested.column)
        return {};
    const LoadedData &data = *workspace.data();
    const bool classes = hasClasses(data.items(Side::x)) || hasClasses(data.items(Side::y));
    return (shown.colourBy == ColourBy::Label
                ? tell(classes ? "%1; the labels are shown" : "%1")
                : tell("%1; the column “%2” is shown").arg("%1", shownName(QString::fromStdString(shown.column))))
        .arg(tell(missingFor(workspace)));
}

std::shared_ptr<const PointColours> coloursByLabel(const ItemTable &items, const ColumnAppearance &appearance)
{
    const ColumnGroups groups = labelGroups(items);
    if (groups.names.empty() || groups.others() > maxClasses) {
        auto colours = std::make_shared<PointColours>();
        colours->classOfPoint.assign(static_cast<std::size_t>(items.count), 0);
        colours->palette = {accent()};
        colours->legend = {{tell("items without labels"), accent(), 0}};
        return colours;
    }
    return coloursOfGroups(groups, appearance, tell("no label"));
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

ColumnValues readColumn(const LoadedData &data, const std::string &name)
{
    const auto x = columnFor(data, Side::x, name), y = columnFor(data, Side::y, name);
    ColumnValues::OfSpace ofX, ofY;
    if (x)
        ofX = valuesOfColumn(*x, {});
    if (y)
        ofY = x == y ? ofX : valuesOfColumn(*y, ofX.groups);
    // The legend of X also serves for Y, so it shows the larger of the two numbers of merged groups.
    ofX.groups.folded = std::max(ofX.groups.folded, ofY.groups.folded);
    std::vector<double> all = ofX.numbers;
    if (x != y)
        all.insert(all.end(), ofY.numbers.begin(), ofY.numbers.end());
    return {{std::make_shared<const ColumnValues::OfSpace>(std::move(ofX)),
             std::make_shared<const ColumnValues::OfSpace>(std::move(ofY))},
            usualRange(std::move(all))};
}

std::array<ColumnGroups, 2> legendGroups(const LoadedData &data, const ViewState &view, const ColumnValues *values)
{
    if (view.colourBy == ColourBy::Label)
        return {labelGroups(data.items(Side::x)), labelGroups(data.items(Side::y))};
    if (view.colourBy != ColourBy::Column || !values)
        return {};
    return {values->spaces[0]->groups, values->spaces[1]->groups};
}

std::shared_ptr<const PointColours> coloursByColumn(const Workspace &workspace, Side side, const ColumnValues &values)
{
    const ViewState view = shownView(workspace);
    const ColumnValues::OfSpace &column = *values.spaces[static_cast<std::size_t>(side)];
    if (!column.isKnown)
        return nothingToSay(workspace.data()->size(side),
                            tell("these items have no column “%1”")
                                .arg(shownName(QString::fromStdString(view.column), longestInLabel)));
    if (column.isOrdered)
        return coloursOfNumbers(column, values.usual, view.appearance());
    return coloursOfGroups(column.groups, view.appearance(), tell("no value"));
}

} // namespace anchorscope::gui
