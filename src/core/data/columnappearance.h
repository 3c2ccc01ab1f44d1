// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/columngroups.h"

#include <map>
#include <set>

namespace anchorscope {

/// Colour settings of one column. The key of a value is ColumnGroups::key().
struct ColumnAppearance
{
    /// Ends of the colour scale; nullopt: the ends of usualRange().
    std::optional<ValueRange> range = {};
    /// Colours of values, 0xRRGGBB.
    std::map<std::string, std::uint32_t> colours = {};
    std::set<std::string> hidden = {};
    bool operator==(const ColumnAppearance &) const = default;
    bool isPlain() const { return *this == ColumnAppearance(); }
};

/// Colour settings of all columns. The key is the name of the column, or empty for the label.
using ColumnAppearances = std::map<std::string, ColumnAppearance>;

/// Text of colour settings in sessions: one line per setting, fields separated by tabs (io/README.md, “Session”).
std::string appearanceText(const ColumnAppearances &appearances);
/// Parses the text written by appearanceText(). Invalid lines are skipped.
ColumnAppearances readAppearances(std::string_view text);

} // namespace anchorscope
