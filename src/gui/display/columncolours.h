// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/columnappearance.h"
#include "gui/plot/pointstyle.h"
#include "gui/state/workspace.h"

#include <array>

namespace anchorscope::gui {

/// Colours the points of a space by label; points without a label are neutral.
std::shared_ptr<const PointColours> coloursByLabel(const ItemTable &items, const ColumnAppearance &appearance = {});

/// Values of a column for the items of both spaces, from which the points are coloured.
struct ColumnValues
{
    struct OfSpace
    {
        bool isKnown = false, isOrdered = false, isDate = false;
        std::vector<double> numbers = {}; ///< values of an ordered column as numbers, from numbersOf()
        ColumnGroups groups = {};         ///< groups of equal values for a column that is not ordered
    };
    std::array<std::shared_ptr<const OfSpace>, 2> spaces;
    std::optional<ValueRange> usual = {}; ///< range of the colour scale: usualRange() of the values of both spaces
};
/// Reads the values of a column for both spaces. Takes a second for a million items.
ColumnValues readColumn(const LoadedData &data, const std::string &name);

/// Colours the points of a space by the column ViewState::column; colour scale or classes are the same in both spaces.
std::shared_ptr<const PointColours> coloursByColumn(const Workspace &workspace, Side side, const ColumnValues &values);

/// The view of the workspace, with a colouring that can be shown. If the chosen colouring needs something that is
/// missing (labels, a column, a run or a measurement), points are coloured by label, without labels by the first
/// column, without columns all in the same colour.
ViewState shownView(const Workspace &workspace);
/// Reason, for the legend, why shownView() replaces the chosen colouring; empty if it does not.
QString missingColours(const Workspace &workspace);

/// Names of the columns of the items in both spaces: first those of X, then those that only Y has.
std::vector<std::string> columnNames(const LoadedData &data);

/// Finds a column by name for the items of a space: the space's own column, otherwise that of the other space, with the
/// values of the true partners. Null if not found. The column is valid as long as `data`.
std::shared_ptr<const ItemColumn> columnFor(const LoadedData &data, Side side, const std::string &name);

/// Classes that the legend shows for X and for Y; empty if the points are not coloured by classes. `values`: values of
/// the column ViewState::column, needed for ColourBy::Column.
std::array<ColumnGroups, 2> legendGroups(const LoadedData &data, const ViewState &view, const ColumnValues *values);

} // namespace anchorscope::gui
