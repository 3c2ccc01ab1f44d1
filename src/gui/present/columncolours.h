// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/columnlook.h"
#include "gui/plot/pointstyle.h"
#include "gui/state/workspace.h"

#include <array>

namespace anchorscope::gui {

/// Points coloured by label, unlabelled ones neutral; one neutral colour where there are no labels.
std::shared_ptr<const PointColours> coloursByLabel(const ItemTable &items, const ColumnLook &look = {});

/// What a column says of the items of both spaces, for their colours.
struct ColumnValues
{
    struct OfSpace
    {
        bool isKnown = false, isOrdered = false, isDate = false;
        std::vector<double> numbers = {}; ///< of ordered columns: numbersOf()
        ColumnGroups groups = {};         ///< of the others
    };
    std::array<std::shared_ptr<const OfSpace>, 2> spaces;
    std::optional<ValueRange> usual = {}; ///< of the numbers of both spaces: usualRange()
};
/// Reads a whole column: with a million items a second, so in the background.
ColumnValues readColumn(const LoadedData &data, const std::string &name);

/// Points coloured by the column that the view names, on one scale or with one legend for both spaces.
std::shared_ptr<const PointColours> coloursByColumn(const Workspace &workspace, Side side, const ColumnValues &values);

/// The columns of both spaces by name, those of X first; each once.
std::vector<std::string> columnNames(const LoadedData &data);

/// The column of that name for the items of a space: its own, else that of their true partners; null: neither has one.
/// It lives as long as the data.
std::shared_ptr<const ItemColumn> columnFor(const LoadedData &data, Side side, const std::string &name);

/// What the legend's classes are in both spaces; empty where the colours are no classes. `values`: of the column that
/// the view names; needed where it colours the points.
std::array<ColumnGroups, 2> legendGroups(const LoadedData &data, const ViewState &view, const ColumnValues *values);

} // namespace anchorscope::gui
