// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/columnappearance.h"
#include "gui/plot/pointstyle.h"
#include "gui/state/workspace.h"

#include <array>

namespace anchorscope::gui {

/// Colours points by label; unlabelled points are neutral.
std::shared_ptr<const PointColours> coloursByLabel(const ItemTable &items, const ColumnAppearance &appearance = {});

/// Values of a column for the items of both spaces, for colouring.
struct ColumnValues
{
    struct OfSpace
    {
        bool isKnown = false, isOrdered = false, isDate = false;
        std::vector<double> numbers = {}; ///< values of an ordered column, by numbersOf()
        ColumnGroups groups = {};         ///< groups of a column that is not ordered
    };
    std::array<std::shared_ptr<const OfSpace>, 2> spaces;
    std::optional<ValueRange> usual = {}; ///< usualRange() of the values of both spaces
};
/// Reads a whole column. Takes a second for a million items.
ColumnValues readColumn(const LoadedData &data, const std::string &name);

/// Colours points by ViewState::column, with the same scale or classes for both spaces.
std::shared_ptr<const PointColours> coloursByColumn(const Workspace &workspace, Side side, const ColumnValues &values);

/// The view with a colouring that can be shown: if the chosen one needs labels, a column, a run or a measurement that
/// is missing, the labels, without labels the first column, without columns one colour.
ViewState shownView(const Workspace &workspace);
/// Reason why shownView() has another colouring than the view, for the legend; empty if it does not.
QString missingColours(const Workspace &workspace);

/// Names of the columns of both spaces without duplicates, those of X first.
std::vector<std::string> columnNames(const LoadedData &data);

/// Finds a column for the items of a space: its own, otherwise that of their true partners. Null if not found. The
/// column is valid as long as `data`.
std::shared_ptr<const ItemColumn> columnFor(const LoadedData &data, Side side, const std::string &name);

/// Classes of the legend in both spaces; empty if the colours do not show classes. `values`: those of
/// ViewState::column, required for ColourBy::Column.
std::array<ColumnGroups, 2> legendGroups(const LoadedData &data, const ViewState &view, const ColumnValues *values);

} // namespace anchorscope::gui
