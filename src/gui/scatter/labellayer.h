// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/plot/labelplacement.h"
#include "gui/plot/pointstyle.h"
#include "gui/views/plotlayer.h"

#include <QHash>
#include <QPixmap>

namespace anchorscope::gui {

struct LabelLook
{
    bool plate = false; ///< true: large text on a filled box, for classes
    bool quiet = false; ///< true for an optional name, which is drawn only if space is left
    bool pin = false;   ///< plate in the accent colour
};

/// Labels without overlaps: names (or images) of highlighted and selected points, seeds, neighbours of the highlighted
/// point and as many others as fit, and names of classes at their centre. Positions depend on the zoom alone, so labels
/// move with the points while panning. Labels are drawn once; painting a frame only moves them.
class LabelLayer : public PlotLayer
{
    Q_OBJECT

public:
    static constexpr std::size_t maxRequests =
        60; ///< maximum number of labels of one kind that may be on any side of their points
    static constexpr std::size_t maxCandidates = 100'000; ///< size of the sample from which optional names are taken

    LabelLayer(QGraphicsItem *parent, double z);

    void setPoints(std::shared_ptr<const Matrix> shown); ///< sets the current positions of the points
    /// Sets the final positions of an animation, for which names are chosen.
    void settle(std::shared_ptr<const Matrix> target);
    void setNames(std::shared_ptr<const PointNames> names); ///< sets the names of the points; null for no names
    /// Sets the marks; pending seeds are named, and the other seeds only if they are few.
    void setMarks(const std::vector<Mark> &marks);
    void setChosen(std::vector<int> points); ///< sets the selected points; the others fade
    void setHighlightedClass(std::vector<int> points);
    void setNeighbours(std::vector<int> points); ///< sets the neighbours of the highlighted point
    void setClasses(std::vector<ClassName> classes);
    void restyle(); ///< applies the colours of the current theme

    /// Names shown by the last frame, with their boxes in pixels of the scene; for tests and screen readers.
    struct Shown
    {
        int point; ///< point that is named; −1: a class
        QString text;
        QRectF box;
    };
    const std::vector<Shown> &shown() const { return m_drawn; }

    void paint(QPainter *painter, const QStyleOptionGraphicsItem *option, QWidget *widget) override;

private:
    enum class Kind { Pending, Highlighted, Chosen, Seed, Neighbour, Class, Other };
    struct Label
    {
        int point = -1; ///< position of the point; −1 for a class
        Kind kind = Kind::Other;
        QRectF box = {}; ///< box of the label in pixels relative to the data's origin
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
    QRectF boxInPlot(const Label &label, const std::vector<QRectF> &taken) const;
    void paintOthers(QPainter *painter, const std::vector<QRectF> &taken, bool outlines);

    std::shared_ptr<const Matrix> m_points, m_target;
    std::shared_ptr<const PointNames> m_names;
    std::vector<int> m_seeds, m_pending;
    std::vector<int> m_chosen, m_highlighted, m_neighbours;
    std::vector<ClassName> m_classes;
    NameLevels m_levels;
    bool m_levelsStale = true;
    std::vector<Label> m_placed; ///< labels that are placed for the scale m_placedScale
    double m_placedScale = -1;
    std::vector<int> m_before; ///< names of the previous frame, preferred in the next one
    QHash<quint64, Drawn> m_pixmaps;
    qreal m_ratio = 1;
    std::vector<Shown> m_drawn;
};

} // namespace anchorscope::gui
