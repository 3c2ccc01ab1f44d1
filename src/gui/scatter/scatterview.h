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

/// Panel with a scatter plot: axes and grid by Qt Charts, points by layers of our own inside the chart. Points are rows
/// of a matrix of coordinates; rows that are not finite are not shown. Mouse: the wheel zooms at the cursor, a drag
/// pans, a double click fits all points. Keyboard: + and − zoom, the arrows pan, F fits; Ctrl and an arrow hover the
/// next point in this direction, starting from the highlighted point if no point is hovered; Enter clicks the hovered
/// point.
class ScatterView : public QWidget, public ExportablePlot
{
    Q_OBJECT

public:
    /// Tool that the left mouse button operates when dragging; the middle button always pans.
    using Tool = PlotGestures::Tool;
    /// Effect of setPoints() on the view. Keep: the view is unchanged, unless the user has never changed it and the
    /// points no longer fit. Fit: the view shows all points.
    enum class Frame { Keep, Fit };
    static constexpr Index maxAnimated = 100'000;

    /// Creates the panel. `runner` runs the jobs that draw and sort many points in the background, and must outlive the
    /// panel.
    explicit ScatterView(Runner &runner, QWidget *parent = nullptr);
    ~ScatterView() override;

    /// Sets the title, e.g. "X absolute", and the subtitle, e.g. "fasttext · 300-d · centred".
    void setTitle(const QString &title, const QString &subtitle = {});
    void setAxisTitles(const QString &x, const QString &y); ///< sets the titles of both axes, e.g. "PC 1 (7.1%)"

    /// Sets whether axes and grid are visible. They are meaningless in plots in which only distances between points
    /// have a meaning.
    void setAxesShown(bool shown);

    /// Sets the n × 2 coordinates of the points. If `animate` is true, the points move to them in about 300 ms, unless
    /// their number changes or exceeds maxAnimated, or reduced motion is on.
    void setPoints(std::shared_ptr<const Matrix> coordinates, Frame frame, bool animate = false);
    void clear(const QString &message); ///< removes the points and shows a message in the centre
    void setColours(std::shared_ptr<const PointColours> colours);
    void setMarks(std::vector<Mark> marks);
    void setDensity(bool density); ///< sets whether points that are not selected are shown as density (see PointLayer)

    /// Sets the selected points, ascending. The other points fade, unless no point is selected.
    void setSelected(std::vector<int> points);
    void setHighlighted(std::vector<int> points); ///< sets the highlighted points, usually an item and its partner
    void setNames(std::shared_ptr<const PointNames> names);
    /// Sets the neighbours of the highlighted point, whose names are drawn.
    void setNeighbours(std::vector<int> points);
    void setClasses(std::vector<ClassName> classes);
    const LabelLayer *labels() const { return m_labels; }
    Handles *handles() const { return m_handles; }
    /// Sets lines above the points, in the coordinates of the points. If `thin` is a valid colour, lines are thin and
    /// have this colour; otherwise they have marked ends. Empty: no lines.
    void setTrajectories(std::vector<QPolygonF> trajectories, const QColor &thin = {});
    void setArcs(std::vector<Arc> arcs); ///< sets the arcs that show similarities of an item to anchors
    void setTool(Tool tool);
    Tool tool() const;
    void setReducedMotion(bool reduced) { m_reducedMotion = reduced; }

    /// Sets the area of the data that fit() shows, so that several panels can have the same axes; a null rectangle
    /// stands for the area of the panel's own points. It applies from the next fit().
    void setReach(const QRectF &reach) { m_reach = reach; }
    void fit();
    void zoom(double factor); ///< zooms about the centre of the view; a factor above 1 enlarges
    void reveal(int point);   ///< moves the view so that a point outside of it becomes visible
    /// Shows most of these points: four fifths of them along each axis, those in the middle.
    void frame(const std::vector<int> &points);
    void showLike(const ScatterView &other); ///< shows the region of the data that another panel shows

    /// Nearest point within `reach` pixels (at sizeFactor() = 1) of a position; −1 if no point is near.
    int pointAt(const QPoint &viewportPosition, double reach = 9) const;
    QPoint positionOf(int point) const; ///< position of a point in viewport coordinates, also if it is outside the plot

    /// Current position of a point in viewport coordinates; nullopt if the point is not visible.
    std::optional<QPointF> placeOf(int point) const;
    QRectF plotArea() const; ///< plot area in viewport coordinates
    QWidget *viewport() const;
    PlotChart *chart() const { return m_chart; }

    void drawPlot(QPainter &painter, const QSizeF &size) override;
    void restyle() override;

Q_SIGNALS:
    /// Reports the point under the mouse; −1 when the mouse has left the point, with a null position when it has left
    /// the panel.
    void hovered(int point, QPoint globalPosition);
    /// Reports the position of the mouse while it is over the panel, but not over a point.
    void pointed(QPoint globalPosition);
    void clicked(int point, Qt::KeyboardModifiers modifiers);
    /// Reports the points, ascending, that the user selected by a box or lasso. Receivers add them to the selection if
    /// Shift is pressed, and subtract them if Ctrl is.
    void areaSelected(const std::vector<int> &points, Qt::KeyboardModifiers modifiers);
    void left();       ///< reports that the panel lost the focus
    void moved();      ///< reports that the positions of points in the panel changed
    void viewChosen(); ///< reports that the user changed the view, so that panels with the same axes can follow

    /// Reports that a frame was painted, and the milliseconds that this took, including the preparations.
    void framePainted(double milliseconds);
    /// Reports that points drawn in the background (more than 200 000) have been painted on the screen.
    void drawingReady();

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
    /// Sets a view that the user has chosen, which is shown again after resizing.
    void choose(const ViewTransform &view);
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
    /// Layer of the selected points; it is above m_all, the layer of all points, which is dimmed while points are
    /// selected.
    PointLayer *m_chosen;
    MarkLayer *m_overlay;
    LabelLayer *m_labels;
    Handles *m_handles;
    PlotGestures *m_gestures;
    /// Coordinates of the points, and the positions at which they are drawn now, which differ during an animation.
    std::shared_ptr<const Matrix> m_points, m_shown;
    PickGrid m_grid;
    /// Current view, and the view that the user chose; after resizing, the region of the latter is shown again.
    ViewTransform m_view, m_chosenView;
    QRectF m_reach;
    bool m_fitted = true; ///< true while the view shows all points; it is then fitted again after resizing
    int m_hovered = -1;
    std::size_t m_selectedCount = 0, m_markCount = 0;
    QString m_subtitle;
    bool m_reducedMotion = false;
    QVariantAnimation m_motion;
    PointMotion m_way;
    double m_pendingMilliseconds = 0; ///< time spent until now on preparing the next frame
    JobSlot m_gridJob;
};

} // namespace anchorscope::gui
