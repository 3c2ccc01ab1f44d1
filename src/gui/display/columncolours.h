// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/columnappearance.h"
#include "gui/plot/pointstyle.h"
#include "gui/state/workspace.h"

#include <array>

namespace anchorscope::gui {

std::shared_ptr<const PointColours> coloursByLabel(const ItemTable &items, const ColumnAppearance &appearance = {});

struct ColumnValues
{
    struct OfSpace
    {
        bool isKnown = false, isOrdered = false, isDate = false;
        std::vector<double> numbers = {}; ///< values of an ordered column as numbers, from numbersOf()
        ColumnGroups groups = {};         ///< groups of equal values of other columns
    };
    std::array<std::shared_ptr<const OfSpace>, 2> spaces;
    std::optional<ValueRange> usual = {}; ///< default range of the colour scale for both spaces, from usualRange()
};
/// Reads a column for both spaces. Takes a second for a million items.
ColumnValues readColumn(const LoadedData &data, const std::string &name);

/// Colours the points of a space by ViewState::column, with the same colours in both spaces.
std::shared_ptr<const PointColours> coloursByColumn(const Workspace &workspace, Side side, const ColumnValues &values);

/// View of the workspace with a colouring that can be shown. If the chosen colouring needs labels, a column, a run or a
/// measurement that is missing: by label; without labels, by the first column; without columns, all points alike.
ViewState shownView(const Workspace &workspace);
/// Reason why shownView() replaces the chosen colouring; empty if it does not.
QString missingColours(const Workspace &workspace);

/// Columns of the items: first those of X, then those that only Y has.
std::vector<std::string> columnNames(const LoadedData &data);

/// Finds a column for the items of a space: the column of this space or, if it has none, that of the other space with
/// the values of the true partners. Null: none. The column must not be used after `data` is destroyed.
std::shared_ptr<const ItemColumn> columnFor(const LoadedData &data, Side side, const std::string &name);

/// Classes in the legend for X and Y; empty if points are not coloured by classes. `values`: for ColourBy::Column.
std::array<ColumnGroups, 2> legendGroups(const LoadedData &data, const ViewState &view, const ColumnValues *values);

} // namespace anchorscope::gui
