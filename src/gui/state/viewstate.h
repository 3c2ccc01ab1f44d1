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

/// Quantities that the colour of a point can show.
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
    Found,  ///< whether a run matched the item correctly
    Column, ///< value of the item in the column ViewState::column
};

/// Rules for items that a selection in one space also selects in the other.
enum class LinkMode { ByPair, ByLabel, Off };

/// Kinds of vectors that the absolute panels can show. Automatic: as read up to 3 dimensions, otherwise as compared.
enum class Shown {
    Automatic,
    AsRead,
    Centred,    ///< vectors after pre-processing, with their lengths
    AsCompared, ///< vectors after pre-processing, scaled to unit length
};

/// Kinds of coordinates in the absolute panels. Automatic: the dimensions up to 3 of them, otherwise components.
enum class PanelFrame {
    Automatic,
    Components,
    Dimensions,
    Map,        ///< geographic map: longitude and latitude from the first three dimensions
    Neighbours, ///< neighbour map of the compared vectors, one for each space
    Own,        ///< coordinates of the file: ViewState::ownFrame
};

/// Kinds of coordinates in the overlay. Automatic: a neighbour map if a run aligned the spaces, otherwise components.
enum class OverlayFrame { Automatic, Components, Neighbours };

/// Principal components along the two axes of a panel, counted from 0.
struct Axes
{
    int horizontal = 0, vertical = 1;
    bool operator==(const Axes &) const = default;
};

/// Settings for the display of the panels, on which no results depend. Changes by the user can be undone, and sessions
/// store it.
struct ViewState
{
    std::array<Axes, 3> axes; ///< axes of absolute X, of absolute Y, and of both relative panels, which share theirs
    ColourBy colourBy = ColourBy::Label;
    bool anchors = false; ///< true: shows the anchors that a run found; off by default, because hundreds would hide the
                          ///< points
    bool names = true;    ///< true: shows names of items and classes if they fit
    bool density = false;
    bool partnerLines = false;
    LinkMode linkMode = LinkMode::ByPair;
    Shown shown = Shown::Automatic;
    PanelFrame frame = PanelFrame::Automatic;
    std::string ownFrame = {}; ///< title of the file's coordinates that are chosen (coordinatesTitle())
    OverlayFrame overlayFrame = OverlayFrame::Automatic;
    std::string column = {}; ///< name of the column that colours the points, for ColourBy::Column
    ColumnAppearances appearances = {};
    std::string filter = {}; ///< filter in the notation of matchItems(); items that do not match are hidden; empty: all
                             ///< are shown

    bool operator==(const ViewState &) const = default;
    static constexpr std::size_t frameOf(Panel panel)
    {
        return isRelative(panel) ? 2 : static_cast<std::size_t>(panel);
    }
    const Axes &axesOf(Panel panel) const { return axes[frameOf(panel)]; }
    Axes &axesOf(Panel panel) { return axes[frameOf(panel)]; }
    /// View of other data: without colours, filter, axes and frames, which belong to these.
    ViewState forOtherData() const;
    /// Name of the column that the legend shows; empty: the label or a measurement.
    std::string colourColumn() const { return colourBy == ColourBy::Column ? column : std::string(); }
    /// The user's colours and ranges for the column that the legend shows; the default if the colours show a
    /// measurement.
    ColumnAppearance appearance() const;
};

/// Writes a rotation of axes (core/projection/axisalignment.h) for sessions: its effect on the first two axes, and the
/// signs of the others.
void writeRotation(const Matrix &turn, std::map<std::string, std::string> &to);
/// Reads a rotation of axes; empty if it is missing or invalid.
Matrix readRotation(const std::map<std::string, std::string> &from);

/// Writes the view as keys and values for sessions.
void writeView(const ViewState &view, std::map<std::string, std::string> &to);
/// Reads a view from a session; missing and invalid values have their defaults.
ViewState readView(const std::map<std::string, std::string> &from);

} // namespace anchorscope::gui
