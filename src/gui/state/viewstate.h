// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/columnappearance.h"
#include "core/matrix.h"

#include <array>

namespace anchorscope::gui {

/// The four scatter plots (panels) of the main window.
enum class Panel { AbsoluteX, AbsoluteY, RelativeX, RelativeY };
inline constexpr std::array allPanels{Panel::AbsoluteX, Panel::AbsoluteY, Panel::RelativeX, Panel::RelativeY};
inline constexpr bool isRelative(Panel panel)
{
    return panel == Panel::RelativeX || panel == Panel::RelativeY;
}

/// Quantities that the colours of points can show.
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
    Found,  ///< whether the match of the item in a run is correct
    Column, ///< value of the item in the column whose name is ViewState::column
};

/// Rules by which a selection in one space also selects items of the other space.
enum class LinkMode { ByPair, ByLabel, Off };

/// Kinds of vectors that the absolute panels can show. Automatic: AsRead if the spaces have at most 3 dimensions,
/// otherwise AsCompared.
enum class Shown {
    Automatic,
    AsRead,
    Centred,    ///< vectors after pre-processing, not scaled to unit length
    AsCompared, ///< vectors after pre-processing, scaled to unit length
};

/// Kinds of axes of the absolute panels. Automatic: Dimensions if the spaces have at most 3, otherwise Components.
enum class PanelFrame {
    Automatic,
    Components,
    Dimensions,
    Map,        ///< geographic map: longitude and latitude computed from the first three dimensions
    Neighbours, ///< neighbour map of the pre-processed unit vectors; each space has a map of its own
    Own,        ///< coordinates from the data file, named by ViewState::ownFrame
};

/// Kinds of axes of the overlay. Automatic: Neighbours (a neighbour map) if a run has aligned the spaces, otherwise
/// Components.
enum class OverlayFrame { Automatic, Components, Neighbours };

/// Principal components along the two axes of a panel; 0 is the first component.
struct Axes
{
    int horizontal = 0, vertical = 1;
    bool operator==(const Axes &) const = default;
};

/// Settings for the display of the panels; results do not depend on them. Changes by the user can be undone, and
/// sessions store the settings.
struct ViewState
{
    /// Axes of absolute X, of absolute Y, and of the two relative panels, which have the same axes.
    std::array<Axes, 3> axes;
    ColourBy colourBy = ColourBy::Label;
    /// Whether the anchors of a run are shown; false by default, because hundreds of anchors would hide the points.
    bool anchors = false;
    bool names = true; ///< whether names of items and classes are shown if they fit
    bool density = false;
    bool partnerLines = false;
    LinkMode linkMode = LinkMode::ByPair;
    Shown shown = Shown::Automatic;
    PanelFrame frame = PanelFrame::Automatic;
    std::string ownFrame = {}; ///< title of the chosen coordinates from the data file (coordinatesTitle())
    OverlayFrame overlayFrame = OverlayFrame::Automatic;
    std::string column = {}; ///< name of the column whose values colour the points if colourBy is ColourBy::Column
    ColumnAppearances appearances = {};
    /// Filter in the notation of matchItems(); items that do not match it are hidden; empty for no filter.
    std::string filter = {};

    bool operator==(const ViewState &) const = default;
    static constexpr std::size_t frameOf(Panel panel)
    {
        return isRelative(panel) ? 2 : static_cast<std::size_t>(panel);
    }
    const Axes &axesOf(Panel panel) const { return axes[frameOf(panel)]; }
    Axes &axesOf(Panel panel) { return axes[frameOf(panel)]; }
    /// Copy of the view for other data: without the colours, filter and axes, because other data have other columns and
    /// dimensions.
    ViewState forOtherData() const;
    /// Name of the column that determines the colours; empty if labels or measured values determine them.
    std::string colourColumn() const { return colourBy == ColourBy::Column ? column : std::string(); }
    /// The colours and value range that the user chose for the labels or the column that determines the colours; the
    /// default if measured values determine them.
    ColumnAppearance appearance() const;
};

/// Writes a rotation of axes (core/projection/axisalignment.h) for sessions: the rotation of the first two axes, and
/// the signs of the further axes.
void writeRotation(const Matrix &turn, std::map<std::string, std::string> &to);
/// Reads a rotation of axes from a session; empty if it is missing or invalid.
Matrix readRotation(const std::map<std::string, std::string> &from);

/// Writes the view, the settings for the display of panels, as keys and values of a session.
void writeView(const ViewState &view, std::map<std::string, std::string> &to);
/// Reads the view, the settings for the display of panels, from a session; missing and invalid values get their
/// defaults.
ViewState readView(const std::map<std::string, std::string> &from);

} // namespace anchorscope::gui
