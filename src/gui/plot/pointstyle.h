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

/// One line of a plot's legend.
struct LegendEntry
{
    QString name;
    QColor colour;
    int shape = 0;        ///< index of the shape, as in pointShape()
    std::string key = {}; ///< ColumnGroups::key() of a class; empty: the class cannot be hidden or coloured
    bool hidden = false;

    bool operator==(const LegendEntry &) const = default;
};

/// A scale of colours whose ends the user can set.
struct ColourScale
{
    double low = 0, high = 1;
    bool dates = false;  ///< the numbers are seconds since 1970
    bool chosen = false; ///< true if chosen by the user, false if derived from the values
    std::vector<QColor> colours = {};

    bool operator==(const ColourScale &) const = default;
};

/// The colours of the points of a panel; shared and immutable once handed over.
struct PointColours
{
    std::vector<std::uint16_t> classOfPoint; ///< index into palette; points beyond its end get the neutral colour
    std::vector<QColor> palette;
    std::optional<std::uint16_t> unknown; ///< class of points without a label or value, drawn below all others
    std::vector<LegendEntry> legend;      ///< empty: no legend
    std::optional<ColourScale> scale = {};
    bool risingOrder = false; ///< points of higher classes are drawn on top; otherwise in random order
    int shaped = 0; ///< number of classes with their own shape if points are large enough; the others are discs

    static constexpr int maxContoured = 12; ///< largest number of classes with distinct colours
    /// True for 1 to maxContoured classes.
    bool hasContours() const { return shaped > 0 && shaped <= maxContoured; }
};

/// Names of the points of a panel; shared, and immutable after setNames(). Used on the window's thread only.
struct PointNames
{
    std::function<QString(int)> name;
    std::function<int(int)> length;     ///< approximate length of a name in characters
    std::function<QImage(int)> picture; ///< null: there are no images, and names are drawn
    bool everywhere = true;             ///< show names of unselected points if they fit
};

/// The name of a class, at the centre of its points, in their coordinates.
struct ClassName
{
    QString name;
    QPointF at;

    bool operator==(const ClassName &) const = default;
};

/// Meaning of a mark on a point; each has its own shape and colour.
enum class MarkKind {
    Anchor,      ///< small outlined disc
    Seed,        ///< ring with a filled centre
    PendingSeed, ///< dashed ring: its partner is still to be chosen
    Suspect,     ///< seed in a warning ring: the pair disagrees with the others
};

struct Mark
{
    int point = 0; ///< row of the coordinates
    MarkKind kind = MarkKind::Anchor;
    int number = 0; ///< from 1 for seeds, otherwise 0

    bool operator==(const Mark &) const = default;
};

} // namespace anchorscope::gui
