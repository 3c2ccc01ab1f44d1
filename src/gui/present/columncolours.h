// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/columnlook.h"
#include "gui/plot/pointstyle.h"
#include "gui/state/workspace.h"

#include <array>

namespace anchorscope::gui {

/// Points coloured by label, unlabelled ones neutral; one neutral colour where there are no labels.
std::shared_ptr<const PointColours> coloursByLabel(const ItemTable &items, const ColumnLook &look = {});

/// Points coloured by the column that the view names, on one scale or with one legend for both spaces.
std::shared_ptr<const PointColours> coloursByColumn(const Workspace &workspace, Side side);

/// The columns of both spaces by name, those of X first; each once.
std::vector<std::string> columnNames(const LoadedData &data);

/// The column of that name for the items of a space: its own, else that of their true partners; null: neither has one.
/// It lives as long as the data.
std::shared_ptr<const ItemColumn> columnFor(const LoadedData &data, Side side, const std::string &name);

/// What the legend's classes are in both spaces; empty where the colours are no classes.
std::array<ColumnGroups, 2> legendGroups(const LoadedData &data, const ViewState &view);

} // namespace anchorscope::gui
