// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QImage>
#include <QPointF>
#include <QString>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace anchorscope::gui {

/// Entry of a plot's legend.
struct LegendEntry
{
    QString name;
    QColor colour;
    int shape = 0;        ///< index of the entry's shape, as in pointShape()
    std::string key = {}; ///< ColumnGroups::key() of a class; empty: the class cannot be hidden or coloured
    bool hidden = false;

    bool operator==(const LegendEntry &) const = default;
};

/// Colour scale whose ends the user can set.
struct ColourScale
{
    double low = 0, high = 1;
    bool dates = false;  ///< true if the numbers are dates, in seconds since 1970
    bool chosen = false; ///< true if the user chose the ends, false if they were derived from the values
    std::vector<QColor> colours = {};

    bool operator==(const ColourScale &) const = default;
};

/// Colours of the points of a panel; shared and immutable after they are passed on.
struct PointColours
{
    std::vector<std::uint16_t> classOfPoint; ///< class of each point: index into palette; classes beyond its end get
                                             ///< the neutral colour
    std::vector<QColor> palette;
    std::optional<std::uint16_t> unknown; ///< class of points without a label or value, drawn below all others
    std::vector<LegendEntry> legend;      ///< entries of the legend; empty: no legend
    std::optional<ColourScale> scale = {};
    bool risingOrder = false; ///< true: points of higher classes are drawn on top; false: random order
    int shaped = 0; ///< number of classes that have their own shape if points are large enough; the others are discs

    static constexpr int maxContoured = 12; ///< largest number of classes with distinct colours
    /// True if contours of the classes can be drawn: for 1 to maxContoured classes.
    bool hasContours() const { return shaped > 0 && shaped <= maxContoured; }
};

/// Names of the points of a panel; shared, and immutable after setNames(). Used on the window's thread only.
struct PointNames
{
    std::function<QString(int)> name;
    std::function<int(int)> length;   ///< approximate length of a name in characters
    std::function<QImage(int)> image; ///< image of a point; null: there are no images, and names are drawn
    bool everywhere = true;           ///< true: shows names of unselected points if they fit
};

/// Name of a class, drawn at the centre of its points, in their coordinates.
struct ClassName
{
    QString name;
    QPointF at;

    bool operator==(const ClassName &) const = default;
};

/// Meaning of a mark on a point; each has its own shape and colour.
enum class MarkKind {
    Anchor,      ///< anchor: small outlined disc
    Seed,        ///< seed: ring with a filled centre
    PendingSeed, ///< item whose partner is still to be chosen: dashed ring
    Suspect,     ///< seed in a warning ring: its pair disagrees with the other seeds
};

struct Mark
{
    int point = 0; ///< row of the marked point in the coordinates
    MarkKind kind = MarkKind::Anchor;
    int number = 0; ///< number of a seed, from 1; otherwise 0

    bool operator==(const Mark &) const = default;
};

} // namespace anchorscope::gui
