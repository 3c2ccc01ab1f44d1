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
    int shape = 0; ///< number of the entry's shape, for pointShape()

    /// ColumnGroups::key() of the entry's class; empty if the class cannot be hidden or coloured by the user.
    std::string key = {};
    bool hidden = false;

    bool operator==(const LegendEntry &) const = default;
};

/// Scale of the colours for values, whose ends the user can set.
struct ColourScale
{
    double low = 0, high = 1;
    bool dates = false;  ///< true if the values are dates, in seconds since 1970
    bool chosen = false; ///< true if the user chose the ends of the scale, false if they were derived from the values
    std::vector<QColor> colours = {};

    bool operator==(const ColourScale &) const = default;
};

/// Colours of the points of a panel; not changed after they have been passed to another object, so that they can be
/// shared.
struct PointColours
{
    /// Class of each point, an index into the palette; classes beyond its end have the neutral colour.
    std::vector<std::uint16_t> classOfPoint;
    std::vector<QColor> palette;
    /// Class of points without a label or value; these are drawn below all others.
    std::optional<std::uint16_t> unknown;
    std::vector<LegendEntry> legend; ///< entries of the legend; empty: no legend
    std::optional<ColourScale> scale = {};
    /// Whether points of higher classes are drawn on top of lower ones; otherwise the order is random.
    bool risingOrder = false;
    /// Number of classes with shapes of their own, if points are large enough; points of other classes are discs.
    int shaped = 0;

    /// Largest number of classes for which contours are drawn, because more colours are hard to distinguish.
    static constexpr int maxContoured = 12;
    /// True if the contours of the classes can be drawn, which requires 1 to maxContoured classes.
    bool hasContours() const { return shaped > 0 && shaped <= maxContoured; }
};

/// Names of the points of a panel; shared, and not changed after setNames(). Used only on the thread of the window.
struct PointNames
{
    std::function<QString(int)> name;
    std::function<int(int)> length; ///< function that returns the approximate length of a point's name in characters

    /// Function that returns the image of a point; null if points have names but no images.
    std::function<QImage(int)> image;
    bool everywhere = true; ///< whether the names of unselected points are also drawn if they fit
};

/// Name of a class, and the centre of the class's points, where the name is drawn.
struct ClassName
{
    QString name;
    QPointF at;

    bool operator==(const ClassName &) const = default;
};

/// Meaning of a mark on a point; each meaning has its own shape and colour.
enum class MarkKind {
    Anchor,      ///< anchor, marked by a small circle
    Seed,        ///< seed, marked by a ring with a filled centre
    PendingSeed, ///< item whose partner the user still has to choose, marked by a dashed ring
    Suspect,     ///< seed that disagrees with the other seeds, marked by an additional warning ring
};

struct Mark
{
    int point = 0; ///< row of the marked point in the panel's coordinates
    MarkKind kind = MarkKind::Anchor;
    int number = 0; ///< number of the marked seed, from 1; 0 for other marks

    bool operator==(const Mark &) const = default;
};

} // namespace anchorscope::gui
