// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "gui/plot/pickgrid.h"
#include "gui/plot/pointmotion.h"
#include "gui/plot/pointstyle.h"
#include "gui/plot/viewtransform.h"
#include "gui/views/plotexport.h"
#include "gui/views/plotgestures.h"
#include "jobs/jobslot.h"

#include <QVariantAnimation>
#include <QWidget>

#include <memory>
#include <optional>

namespace anchorscope::gui {

struct Arc;
class Handles;
class LabelLayer;
class MarkLayer;
class PlotChart;
class PointLayer;

/// One scatterplot panel: axes and grid by Qt Charts, the points by layers of our own inside the chart.
/// Points are rows of a coordinate matrix; rows that are not finite are not shown.
/// Mouse: wheel zooms at the cursor, drag pans, double click fits. Keyboard: + − arrows F; Ctrl and an arrow hover the
/// next point in that direction, starting from a highlighted point if none is hovered; Enter clicks the hovered point.
class ScatterView : public QWidget, public ExportablePlot
{
    Q_OBJECT

public:
    using Tool = PlotGestures::Tool; ///< action of dragging with the left button; the middle button always pans
    /// Keep leaves the view unchanged, unless the user never changed it and the points no longer fit.
    enum class Frame { Keep, Fit };
    static constexpr Index maxAnimated = 100'000;

    /// `runner` draws and sorts many points in the background, and outlives the view.
    explicit ScatterView(Runner &runner, QWidget *parent = nullptr);
    ~ScatterView() override;

    void setTitle(const QString &title,
                  const QString &subtitle = {});            ///< such as "X absolute", "fasttext · 300-d · centred"
    void setAxisTitles(const QString &x, const QString &y); ///< such as "PC 1 (7.1%)"
    void setAxesShown(bool shown); ///< axes and grid; hidden if only distances between points have a meaning

    /// Sets n × 2 coordinates. Points move to them in about 300 ms if `animate` is true, their number is unchanged and
    /// at most maxAnimated, and reduced motion is off.
    void setPoints(std::shared_ptr<const Matrix> coordinates, Frame frame, bool animate = false);
    void clear(const QString &message); ///< removes the points and shows a message in the centre
    void setColours(std::shared_ptr<const PointColours> colours);
    void setMarks(std::vector<Mark> marks);
    void setDensity(bool density);                ///< shows density instead of points that are not selected
    void setSelected(std::vector<int> points);    ///< ascending; the other points fade if any point is selected
    void setHighlighted(std::vector<int> points); ///< an item and its partner
    void setNames(std::shared_ptr<const PointNames> names);
    void setNeighbours(std::vector<int> points); ///< neighbours of the highlighted point, which are named
    void setClasses(std::vector<ClassName> classes);
    const LabelLayer *labels() const { return m_labels; }
    Handles *handles() const { return m_handles; }
    /// Sets lines above the points, in their coordinates; empty: none. With a colour they are thin and without marked
    /// ends.
    void setTrajectories(std::vector<QPolygonF> trajectories, const QColor &thin = {});
    void setArcs(std::vector<Arc> arcs); ///< similarities of an item to anchors
    void setTool(Tool tool);
    Tool tool() const;
    void setReducedMotion(bool reduced) { m_reducedMotion = reduced; }

    /// Area that fit() shows, so that panels can share their axes; a null rectangle: the panel's own points. Applies
    /// from the next fit.
    void setReach(const QRectF &reach) { m_reach = reach; }
    void fit();
    void zoom(double factor);                ///< zooms about the centre; above 1: in
    void reveal(int point);                  ///< moves the view to a point outside of it
    void showLike(const ScatterView &other); ///< shows the region of the data that `other` shows

    /// Nearest point within `reach` pixels (at sizeFactor() = 1), or −1.
    int pointAt(const QPoint &viewportPosition, double reach = 9) const;
    QPoint positionOf(int point) const; ///< in viewport coordinates; may be outside the plot
    /// Current position of a point in viewport coordinates; nullopt if it is not visible.
    std::optional<QPointF> placeOf(int point) const;
    QRectF plotArea() const; ///< in viewport coordinates
    QWidget *viewport() const;
    PlotChart *chart() const { return m_chart; }

    void drawPlot(QPainter &painter, const QSizeF &size) override;
    void restyle() override;

Q_SIGNALS:
    void hovered(int point, QPoint globalPosition); ///< −1: the mouse left the point
    void clicked(int point, Qt::KeyboardModifiers modifiers);
    /// Points selected by box or lasso, ascending. For receivers, Shift adds and Ctrl subtracts.
    void areaSelected(const std::vector<int> &points, Qt::KeyboardModifiers modifiers);
    void left();                            ///< the panel lost the focus
    void moved();                           ///< the positions of points in the panel changed
    void viewChosen();                      ///< the user changed the view; panels that share axes follow
    void framePainted(double milliseconds); ///< a frame was painted; includes the preceding work
    void pictureReady(); ///< emitted when a background drawing is on the screen (above 200 000 points)

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    class Canvas;

    void connectGestures();
    QRectF targetReach() const;
    ViewTransform fitted() const;
    void followPlotArea();
    void setView(const ViewTransform &view);
    void choose(const ViewTransform &view); ///< changes the view on behalf of the user
    void updateAxes();
    void showPoints(std::shared_ptr<const Matrix> shown);
    void moveOn(double share);
    void hover(int point, QPoint globalPosition);
    void hoverAt(QPoint position, QPoint globalPosition);
    void selectArea(const QPolygonF &area, Qt::KeyboardModifiers modifiers);
    void walk(QPointF direction);
    int walkedTo() const;
    void describe();

    PlotChart *m_chart;
    Canvas *m_canvas;
    PointLayer *m_all;
    PointLayer *m_chosen; ///< selected points, above the dimmed others
    MarkLayer *m_overlay;
    LabelLayer *m_labels;
    Handles *m_handles;
    PlotGestures *m_gestures;
    std::shared_ptr<const Matrix> m_points,
        m_shown; ///< m_shown: current positions: m_points, or a state of the animation
    PickGrid m_grid;
    ViewTransform m_view;
    QRectF m_reach;
    bool m_fitted = true; ///< true while all points fit, also after resizing
    int m_hovered = -1;
    std::size_t m_selectedCount = 0, m_markCount = 0;
    QString m_subtitle;
    bool m_reducedMotion = false;
    QVariantAnimation m_motion;
    PointMotion m_way;
    double m_pendingMilliseconds = 0; ///< time spent so far on the next frame
    JobSlot m_gridJob;
};

} // namespace anchorscope::gui
