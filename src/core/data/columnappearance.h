// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/columngroups.h"

#include <map>
#include <set>

namespace anchorscope {

/// Colour settings of one column: ends of its scale, colours of single values, and hidden values. Values are named by
/// ColumnGroups::key().
struct ColumnAppearance
{
    std::optional<ValueRange> range = {};              ///< ends of the colour scale; none: usualRange()
    std::map<std::string, std::uint32_t> colours = {}; ///< colours of single values, 0xRRGGBB
    std::set<std::string> hidden = {};
    bool operator==(const ColumnAppearance &) const = default;
    bool isPlain() const { return *this == ColumnAppearance(); }
};

/// Appearance of each column, by its name; an empty name is the label.
using ColumnAppearances = std::map<std::string, ColumnAppearance>;

/// Formats the appearances as text for sessions: a line for each choice, its parts separated by tabs (io/README.md,
/// “Session”).
std::string appearanceText(const ColumnAppearances &appearances);
/// Reads the text of appearanceText(). Invalid lines are skipped.
ColumnAppearances readAppearances(std::string_view text);

} // namespace anchorscope
