// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/columnappearance.h"
#include "core/matrix.h"

#include <array>

namespace anchorscope::gui {

/// The four scatter plots of the main window.
enum class Panel { AbsoluteX, AbsoluteY, RelativeX, RelativeY };
inline constexpr std::array allPanels{Panel::AbsoluteX, Panel::AbsoluteY, Panel::RelativeX, Panel::RelativeY};
inline constexpr bool isRelative(Panel panel)
{
    return panel == Panel::RelativeX || panel == Panel::RelativeY;
}

enum class ColourBy {
    Label,
    Rank,
    Cosine,
    Jaccard,
    Coverage,
    Similarity,
    Margin,
    Number,
    Row,
    Norm,
    Found, ///< correctness of the item's match in a run
    Column,
};

/// Ways in which a selection also selects items of the other space.
enum class LinkMode { ByPair, ByLabel, Off };

/// Vectors that the absolute panels show. Automatic: AsRead for at most 3 dimensions, otherwise AsCompared.
enum class Shown {
    Automatic,
    AsRead,
    Centred,    ///< pre-processed, but not scaled to unit length
    AsCompared, ///< pre-processed and scaled to unit length
};

/// Axes of the absolute panels. Automatic: Dimensions for at most 3 dimensions, otherwise Components.
enum class PanelFrame {
    Automatic,
    Components,
    Dimensions,
    Map,        ///< longitude and latitude from the first three dimensions
    Neighbours, ///< neighbour map; each space has its own map
    Own,        ///< coordinates from the data file, with the title ViewState::ownFrame
};

/// Axes of the overlay. Automatic: Neighbours (a neighbour map) if a run has aligned the spaces, otherwise Components.
enum class OverlayFrame { Automatic, Components, Neighbours };

/// Principal components on the axes of a panel, counted from 0.
struct Axes
{
    int horizontal = 0, vertical = 1;
    bool operator==(const Axes &) const = default;
};

/// Display settings of the panels; results do not depend on them. Changes can be undone, and sessions store them.
struct ViewState
{
    /// Axes of absolute X, of absolute Y, and of both relative panels.
    std::array<Axes, 3> axes;
    ColourBy colourBy = ColourBy::Label;
    /// Anchors are hidden by default, because hundreds of them would hide the points.
    bool anchors = false;
    bool names = true; ///< true if names of items and classes are shown where space is left
    bool density = false;
    bool partnerLines = false;
    LinkMode linkMode = LinkMode::ByPair;
    Shown shown = Shown::Automatic;
    PanelFrame frame = PanelFrame::Automatic;
    std::string ownFrame = {}; ///< title of the chosen coordinates from the data file (coordinatesTitle())
    OverlayFrame overlayFrame = OverlayFrame::Automatic;
    std::string column = {}; ///< column that colours the points for ColourBy::Column
    ColumnAppearances appearances = {};
    /// Filter in the notation of matchItems(); items that do not match are hidden; empty: no filter.
    std::string filter = {};

    bool operator==(const ViewState &) const = default;
    static constexpr std::size_t frameOf(Panel panel)
    {
        return isRelative(panel) ? 2 : static_cast<std::size_t>(panel);
    }
    const Axes &axesOf(Panel panel) const { return axes[frameOf(panel)]; }
    Axes &axesOf(Panel panel) { return axes[frameOf(panel)]; }
    /// Copy for other data: without colours, filter and axes, because other data have other columns and dimensions.
    ViewState forOtherData() const;
    std::string colourColumn() const { return colourBy == ColourBy::Column ? column : std::string(); }
    /// Colours and range that the user chose for the labels or the column. If points show measured values: the default.
    ColumnAppearance appearance() const;
};

/// Writes a rotation of axes (core/projection/axisalignment.h): the rotation of the first two, the signs of the others.
void writeRotation(const Matrix &turn, std::map<std::string, std::string> &to);
/// Reads a rotation of axes; empty if it is missing or invalid.
Matrix readRotation(const std::map<std::string, std::string> &from);

void writeView(const ViewState &view, std::map<std::string, std::string> &to);
/// Reads the view from a session; missing and invalid values get their defaults.
ViewState readView(const std::map<std::string, std::string> &from);

} // namespace anchorscope::gui
