// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/columnlook.h"
#include "core/matrix.h"

#include <array>

namespace anchorscope::gui {

/// The four pictures of the main window.
enum class Panel { AbsoluteX, AbsoluteY, RelativeX, RelativeY };
inline constexpr std::array allPanels{Panel::AbsoluteX, Panel::AbsoluteY, Panel::RelativeX, Panel::RelativeY};
inline constexpr bool isRelative(Panel panel)
{
    return panel == Panel::RelativeX || panel == Panel::RelativeY;
}

/// What the colour of a point says.
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
    Found,  ///< whether a run matched it correctly
    Column, ///< ViewState::column
};

/// How a choice in one space carries over to the other.
enum class LinkMode { ByPair, ByLabel, Off };

/// Which vectors the absolute panels show; automatic: as read up to 3 dimensions, else as compared.
enum class Shown {
    Automatic,
    AsRead,
    Centred,    ///< after the pre-processing, with their lengths
    AsCompared, ///< at unit length: what cosine sees
};

/// Where points of the absolute panels stand; automatic: dimensions up to 3 of them, else components.
enum class PanelFrame {
    Automatic,
    Components,
    Dimensions,
    Map,        ///< longitude and latitude of the first three dimensions
    Neighbours, ///< a neighbour map of what is compared, each space by itself
    Own,        ///< coordinates of the file: ViewState::ownFrame
};

/// Where points of the overlay stand; automatic: in a neighbour map where a run aligned the spaces, else along
/// components.
enum class OverlayFrame { Automatic, Components, Neighbours };

/// Which principal components a panel shows, from 0.
struct Axes
{
    int horizontal = 0, vertical = 1;
    bool operator==(const Axes &) const = default;
};

/// How the panels look at the spaces. Nothing is computed from it. Changes by the user are steps of the history;
/// sessions keep it.
struct ViewState
{
    std::array<Axes, 3> axes; ///< X absolute, Y absolute, and one choice for both relative panels, which share a frame
    ColourBy colourBy = ColourBy::Label;
    bool anchors = false; ///< that a run found: hundreds, which hide the points
    bool names = true;    ///< of items and classes, as far as there is room
    bool density = false;
    bool partnerLines = false;
    LinkMode linkMode = LinkMode::ByPair;
    Shown shown = Shown::Automatic;
    PanelFrame frame = PanelFrame::Automatic;
    std::string ownFrame = {}; ///< as coordinatesTitle()
    OverlayFrame overlayFrame = OverlayFrame::Automatic;
    std::string column = {}; ///< that colours the points
    ColumnLooks looks = {};
    std::string filter = {}; ///< only items that matchItems() are shown; empty: all

    bool operator==(const ViewState &) const = default;
    static constexpr std::size_t frameOf(Panel panel)
    {
        return isRelative(panel) ? 2 : static_cast<std::size_t>(panel);
    }
    const Axes &axesOf(Panel panel) const { return axes[frameOf(panel)]; }
    Axes &axesOf(Panel panel) { return axes[frameOf(panel)]; }
    /// The column whose values are the classes or the scale of the legend; empty: the label, or none.
    std::string colourColumn() const { return colourBy == ColourBy::Column ? column : std::string(); }
    /// What was chosen for it; nothing of its own where the colours are those of a measurement.
    ColumnLook look() const;
};

/// For sessions: a turn of axes (core/projection/axisalignment.h) as its first two axes and the signs of the others.
void writeTurn(const Matrix &turn, std::map<std::string, std::string> &to);
/// Empty where there is none, or what there is is no turn.
Matrix readTurn(const std::map<std::string, std::string> &from);

/// For sessions: a value for each key.
void writeView(const ViewState &view, std::map<std::string, std::string> &to);
/// What is missing or wrong stays as in a new window.
ViewState readView(const std::map<std::string, std::string> &from);

} // namespace anchorscope::gui
