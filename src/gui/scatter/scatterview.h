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

/// Panel with a scatterplot: axes and grid by Qt Charts, the points by layers of our own inside the chart. Points are
/// rows of a coordinate matrix; rows that are not finite are not shown. Mouse: wheel zooms at the cursor, drag pans,
/// double click fits. Keyboard: + − arrows F; Ctrl and an arrow hover the next point in that direction, starting from
/// the highlighted point if no point is hovered; Enter clicks the hovered point.
class ScatterView : public QWidget, public ExportablePlot
{
    Q_OBJECT

public:
    using Tool = PlotGestures::Tool; ///< tool that dragging with the left button operates; the middle button always
                                     ///< pans
    /// Treatments of the view: Keep leaves it unchanged, unless the user never changed it and the points no longer fit;
    /// Fit shows all points.
    enum class Frame { Keep, Fit };
    static constexpr Index maxAnimated = 100'000;

    /// Creates the panel. `runner` draws and sorts many points in the background, and outlives it.
    explicit ScatterView(Runner &runner, QWidget *parent = nullptr);
    ~ScatterView() override;

    void setTitle(const QString &title, const QString &subtitle = {}); ///< sets title and subtitle, such as "X
                                                                       ///< absolute" and "fasttext · 300-d · centred"
    void setAxisTitles(const QString &x, const QString &y); ///< sets the titles of the axes, such as "PC 1 (7.1%)"
    /// Shows or hides axes and grid, which have no meaning if only distances between points have one.
    void setAxesShown(bool shown);

    /// Sets n × 2 coordinates. Points move to them in about 300 ms if `animate` is true, their number is unchanged and
    /// at most maxAnimated, and reduced motion is off.
    void setPoints(std::shared_ptr<const Matrix> coordinates, Frame frame, bool animate = false);
    void clear(const QString &message); ///< removes the points and shows a message in the centre
    void setColours(std::shared_ptr<const PointColours> colours);
    void setMarks(std::vector<Mark> marks);
    void setDensity(bool density); ///< sets whether points that are not selected are shown as density
    /// Sets the selected points, ascending; the other points fade, unless no point is selected.
    void setSelected(std::vector<int> points);
    void setHighlighted(std::vector<int> points); ///< sets the highlighted points: an item and its partner
    void setNames(std::shared_ptr<const PointNames> names);
    void setNeighbours(std::vector<int> points); ///< sets the neighbours of the highlighted point, which are named
    void setClasses(std::vector<ClassName> classes);
    const LabelLayer *labels() const { return m_labels; }
    Handles *handles() const { return m_handles; }
    /// Sets lines above the points, in their coordinates; empty: none. With a colour they are thin and without marked
    /// ends.
    void setTrajectories(std::vector<QPolygonF> trajectories, const QColor &thin = {});
    void setArcs(std::vector<Arc> arcs); ///< sets arcs that show similarities of an item to anchors
    void setTool(Tool tool);
    Tool tool() const;
    void setReducedMotion(bool reduced) { m_reducedMotion = reduced; }

    /// Sets the area that fit() shows, so that panels can share their axes; a null rectangle: the panel's own points.
    /// Applies from the next fit.
    void setReach(const QRectF &reach) { m_reach = reach; }
    void fit();
    void zoom(double factor); ///< zooms about the centre of the view; a factor above 1 enlarges
    void reveal(int point);   ///< moves the view so that a point outside of it becomes visible
    /// Shows most of these points: four fifths of them along each axis, those in the middle.
    void frame(const std::vector<int> &points);
    void showLike(const ScatterView &other); ///< shows the region of the data that another panel shows

    /// Finds the nearest point within `reach` pixels (at sizeFactor() = 1), or −1.
    int pointAt(const QPoint &viewportPosition, double reach = 9) const;
    QPoint positionOf(int point) const; ///< position of a point in viewport coordinates; may be outside the plot
    /// Current position of a point in viewport coordinates; nullopt if it is not visible.
    std::optional<QPointF> placeOf(int point) const;
    QRectF plotArea() const; ///< plot area in viewport coordinates
    QWidget *viewport() const;
    PlotChart *chart() const { return m_chart; }

    void drawPlot(QPainter &painter, const QSizeF &size) override;
    void restyle() override;

Q_SIGNALS:
    /// Reports the point under the mouse; −1: the mouse left the point, or the panel (null position).
    void hovered(int point, QPoint globalPosition);
    void pointed(QPoint globalPosition); ///< reports the mouse where no point is
    void clicked(int point, Qt::KeyboardModifiers modifiers);
    /// Reports points selected by box or lasso, ascending. Receivers add them with Shift and subtract them with Ctrl.
    void areaSelected(const std::vector<int> &points, Qt::KeyboardModifiers modifiers);
    void left();       ///< reports that the panel lost the focus
    void moved();      ///< reports that positions of points in the panel changed
    void viewChosen(); ///< reports that the user changed the view; panels that share axes follow
    /// Reports that a frame was painted, and the time it took including the preceding work.
    void framePainted(double milliseconds);
    void drawingReady(); ///< reports that a background drawing is on the screen (above 200 000 points)

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
    void choose(const ViewTransform &view); ///< changes the view as a choice of the user
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
    PointLayer *m_chosen; ///< layer of the selected points, above the dimmed others
    MarkLayer *m_overlay;
    LabelLayer *m_labels;
    Handles *m_handles;
    PlotGestures *m_gestures;
    std::shared_ptr<const Matrix> m_points,
        m_shown; ///< points, and their current positions: m_points, or a state of the animation
    PickGrid m_grid;
    ViewTransform m_view, m_chosenView; ///< m_chosenView: chosen by the user, whose region every size shows
    QRectF m_reach;
    bool m_fitted = true; ///< true while the view shows all points, also after resizing
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
