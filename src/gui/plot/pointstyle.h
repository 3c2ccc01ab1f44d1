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

struct LegendEntry
{
    QString name;
    QColor colour;
    int shape = 0; ///< number of the entry's shape, for pointShape()

    /// ColumnGroups::key() of the class; empty if the user cannot hide or colour it.
    std::string key = {};
    bool hidden = false;
    bool isSeed = false; ///< true for the mark of seeds, a ring around the colour

    bool operator==(const LegendEntry &) const = default;
};

/// Colour scale for values; the user can set its ends.
struct ColourScale
{
    double low = 0, high = 1;
    bool dates = false;  ///< true if values are dates, in seconds since 1970
    bool chosen = false; ///< true if the user chose the ends of the scale
    std::vector<QColor> colours = {};

    bool operator==(const ColourScale &) const = default;
};

/// Colours of the points of a panel; shared, and therefore not changed once passed on.
struct PointColours
{
    /// Index into the palette for each point; indices beyond its end are neutral.
    std::vector<std::uint16_t> classOfPoint;
    std::vector<QColor> palette;
    /// Class of points without a label or value, drawn below all others.
    std::optional<std::uint16_t> unknown;
    std::vector<LegendEntry> legend;
    std::optional<ColourScale> scale = {};
    /// True if higher classes are drawn on top of lower ones; otherwise the order is random.
    bool risingOrder = false;
    /// Number of classes with their own shapes if points are large enough; others are discs.
    int shaped = 0;

    /// Maximum number of classes with contours; more colours are hard to distinguish.
    static constexpr int maxContoured = 12;
    bool hasContours() const { return shaped > 0 && shaped <= maxContoured; }
};

/// Names of the points of a panel; not changed after setNames(). Used only on the thread of the window.
struct PointNames
{
    std::function<QString(int)> name;
    std::function<int(int)> length; ///< approximate number of characters of a name

    /// Image of a point; null: points have no images.
    std::function<QImage(int)> image;
    bool everywhere = true; ///< true if the names of unselected points are drawn as well where space is left
};

/// Name of a class, drawn at the centre of its points.
struct ClassName
{
    QString name;
    QPointF at;

    bool operator==(const ClassName &) const = default;
};

enum class MarkKind {
    Anchor,      ///< anchor, marked by a small circle
    Seed,        ///< seed, marked by a ring with a filled centre
    PendingSeed, ///< item whose partner the user still has to choose, marked by a dashed ring
    Suspect,     ///< seed that disagrees with the others, marked by an additional warning ring
};

struct Mark
{
    int point = 0; ///< row of the point in the panel's coordinates
    MarkKind kind = MarkKind::Anchor;
    int number = 0; ///< number of a seed, from 1; otherwise 0

    bool operator==(const Mark &) const = default;
};

} // namespace anchorscope::gui
