// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/plot/labelplacement.h"
#include "gui/plot/pointstyle.h"
#include "gui/scatter/arcs.h"
#include "gui/scatter/handles.h"
#include "gui/views/plotlayer.h"

#include <QHash>
#include <QPixmap>

namespace anchorscope::gui {

struct LabelLook
{
    bool plate = false; ///< true for large text on a filled box, as for names of classes
    bool quiet = false; ///< true for an optional label, drawn only in free space
    bool pin = false;   ///< true if the filled box has the accent colour
};

/// Labels of a panel without overlaps: names (or images) of the highlighted point, its neighbours, selected points,
/// seeds, and as many other points as fit; names of classes at their centres. The place of a label beside its point
/// depends only on the zoom, so that labels move with the points while panning. Each label is drawn once into an image.
class LabelLayer : public PlotLayer
{
    Q_OBJECT

public:
    static constexpr std::size_t maxRequests =
        /// Maximum number of labels of one kind (e.g. selected points) that are placed individually, on any side.
        60;
    /// Maximum number of points, drawn at random, from which optional names are selected.
    static constexpr std::size_t maxCandidates = 100'000;

    LabelLayer(QGraphicsItem *parent, double z);

    /// Sets the positions at which the points are drawn, which change during an animation.
    void setPoints(std::shared_ptr<const Matrix> shown);
    /// Sets the positions after the animation, for which names are selected.
    void settle(std::shared_ptr<const Matrix> target);
    void setNames(std::shared_ptr<const PointNames> names); ///< sets the names of the points; null: no names

    /// Sets the marks of the panel. Items that still need a partner are named; seeds are named only if they are few.
    void setMarks(const std::vector<Mark> &marks);
    void setChosen(std::vector<int> points); ///< sets the selected points; the labels of others fade
    void setHighlightedClass(std::vector<int> points);
    void setNeighbours(std::vector<int> points);
    void setClasses(std::vector<ClassName> classes);
    void setArcs(std::vector<Arc> arcs); ///< sets the arcs whose values are drawn; optional names give way to them
    void setHandles(const Handles &handles) { m_handles = &handles; } ///< sets the handles that names must not cover
    void restyle();

    /// Labels in the last frame, with their boxes in pixels of the scene.
    struct Shown
    {
        int point; ///< named point; −1 for the name of a class
        QString text;
        QRectF box;
    };
    const std::vector<Shown> &shown() const { return m_drawn; }
    /// Point whose pin is at this position; −1: none. A pin is the label of an item that still needs its partner.
    int pinAt(QPointF position) const;

    void paint(QPainter *painter, const QStyleOptionGraphicsItem *option, QWidget *widget) override;

private:
    enum class Kind { Pending, Highlighted, Chosen, Seed, Neighbour, Class, Other };
    struct Label
    {
        int point = -1; ///< row of the point; for Kind::Class, index in m_classes
        Kind kind = Kind::Other;
        QRectF box = {}; ///< box of the label in pixels, relative to the origin of the data
        bool operator==(const Label &) const = default;
    };
    struct Drawn
    {
        QPixmap pixmap;
        QString text;
    };

    void contentChanged();
    void updatePlacement();
    QRectF reachOf(const Label &label) const;
    void makeLevels();
    void place();
    std::vector<Label> requestedLabels() const;
    LabelRequest requestFor(const Label &label);
    QPointF dataOf(const Label &label) const;
    QString textOf(const Label &label) const;
    bool showsImage(const Label &label) const;
    double opacityOf(const Label &label) const;
    const Drawn &drawn(const Label &label);
    static LabelLook lookOf(const Label &label);
    void paintLabel(QPainter *painter, const Label &label, QPointF corner, bool outlines);
    void keepSeedsClear(std::vector<QRectF> &taken) const;
    QRectF boxInPlot(const Label &label, const std::vector<QRectF> &taken) const;
    void paintOthers(QPainter *painter, const std::vector<QRectF> &taken, bool outlines);

    std::shared_ptr<const Matrix> m_points, m_target;
    std::shared_ptr<const PointNames> m_names;
    std::vector<int> m_seeds, m_pending;
    std::vector<int> m_chosen, m_highlighted, m_neighbours;
    std::vector<ClassName> m_classes;
    std::vector<Arc> m_arcs;
    const Handles *m_handles = nullptr;
    NameLevels m_levels;
    bool m_levelsStale = true;
    std::vector<Label> m_placed; ///< labels placed for the scale m_placedScale
    double m_placedScale = -1;
    /// Points named in the previous frame, which have priority.
    std::vector<int> m_before;
    QHash<quint64, Drawn> m_pixmaps;
    qreal m_ratio = 1;
    std::vector<Shown> m_drawn;
};

} // namespace anchorscope::gui
