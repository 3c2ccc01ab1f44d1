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

/// Panel with a scatter plot. Points are rows of a matrix; rows that are not finite are hidden. Mouse: the wheel zooms,
/// a drag pans, a double click fits all points. Keyboard: + and − zoom, arrows pan, F fits; Ctrl and an arrow hover the
/// next point in this direction; Enter clicks the hovered point.
class ScatterView : public QWidget, public ExportablePlot
{
    Q_OBJECT

public:
    /// Tool of the left mouse button; the middle button always pans.
    using Tool = PlotGestures::Tool;
    /// Effect of setPoints() on the view. Fit: the view shows all points. Keep: the view is unchanged, unless the user
    /// has never changed it and the points no longer fit.
    enum class Frame { Keep, Fit };
    static constexpr Index maxAnimated = 100'000;

    /// Creates the panel. `runner` must outlive it.
    explicit ScatterView(Runner &runner, QWidget *parent = nullptr);
    ~ScatterView() override;

    /// Sets the title, e.g. "X absolute", and the subtitle, e.g. "fasttext · 300-d · centred".
    void setTitle(const QString &title, const QString &subtitle = {});
    void setAxisTitles(const QString &x, const QString &y); ///< sets the titles of both axes, e.g. "PC 1 (7.1%)"

    /// Sets whether axes and grid are shown. In some plots, only distances between points have a meaning.
    void setAxesShown(bool shown);

    /// Sets the n × 2 coordinates of the points. If `animate`, the points move for about 300 ms, unless their number
    /// changes or exceeds maxAnimated, or motion is reduced.
    void setPoints(std::shared_ptr<const Matrix> coordinates, Frame frame, bool animate = false);
    void clear(const QString &message);
    bool isEmpty() const { return !m_points; } ///< true before setPoints() and after clear()
    void setColours(std::shared_ptr<const PointColours> colours);
    void setMarks(std::vector<Mark> marks);
    void setDensity(bool density); ///< sets whether points that are not selected are shown as density (see PointLayer)

    /// Sets the selected points, ascending, and whether the other points fade.
    void setSelected(std::vector<int> points, bool othersFade = true);
    void setHighlighted(std::vector<int> points); ///< sets the highlighted points, usually an item and its partner
    void setNames(std::shared_ptr<const PointNames> names);
    /// Sets the neighbours of the highlighted point, which are named.
    void setNeighbours(std::vector<int> points);
    void setClasses(std::vector<ClassName> classes);
    const LabelLayer *labels() const { return m_labels; }
    Handles *handles() const { return m_handles; }
    /// Sets lines in data coordinates: thin lines below the points in the colour `thin` or, if this is invalid, lines
    /// with marked ends above them.
    void setTrajectories(std::vector<QPolygonF> trajectories, const QColor &thin = {});
    /// Sets the coordinates of a pale copy of the points, which is drawn below them; null: no copy.
    void setGhost(std::shared_ptr<const Matrix> coordinates);
    void setArcs(std::vector<Arc> arcs);
    void setTool(Tool tool);
    Tool tool() const;
    void setReducedMotion(bool reduced) { m_reducedMotion = reduced; }

    /// Sets the area of the data that fit() shows, common to several panels; null: the area of this panel's points.
    void setReach(const QRectF &reach) { m_reach = reach; }
    /// Sets whether the plot area gets the proportions of the points, so that a map leaves no part of it empty.
    void setFramed(bool framed) { m_framed = framed; }
    void fit();
    void zoom(double factor); ///< zooms about the centre; a factor above 1 enlarges
    void reveal(int point);   ///< moves the view if the point is outside
    /// Zooms to some points: shows the middle four fifths of them along each axis.
    void frame(const std::vector<int> &points);
    void showLike(const ScatterView &other); ///< shows the region of the data that `other` shows

    /// Nearest point within `reach` pixels (at sizeFactor() = 1); −1: none.
    int pointAt(const QPoint &viewportPosition, double reach = 9) const;
    QPoint positionOf(int point) const; ///< position of a point in viewport coordinates, also outside of the plot

    /// Position of a visible point in viewport coordinates, also during an animation; otherwise nullopt.
    std::optional<QPointF> placeOf(int point) const;
    QRectF plotArea() const; ///< plot area in viewport coordinates
    QWidget *viewport() const;
    PlotChart *chart() const { return m_chart; }

    void drawPlot(QPainter &painter, const QSizeF &size) override;
    void restyle() override;

Q_SIGNALS:
    /// Reports the point under the mouse, or −1 for none; the position is null if the mouse is outside of the panel.
    void hovered(int point, QPoint globalPosition);
    /// Reports the position of the mouse over the panel, but not over a point.
    void pointed(QPoint globalPosition);
    void clicked(int point, Qt::KeyboardModifiers modifiers);
    /// Reports the points, ascending, in a finished box or lasso; with Shift they are added, with Ctrl subtracted.
    void areaSelected(const std::vector<int> &points, Qt::KeyboardModifiers modifiers);
    void left();       ///< reports that the panel lost the focus
    void moved();      ///< reports that points changed their positions in the panel
    void viewChosen(); ///< reports that the user changed the view

    /// Reports a painted frame and its duration in milliseconds, including preparations.
    void framePainted(double milliseconds);
    /// Reports that a thread has finished drawing the points of a large set (more than 200 000) and they are visible.
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
    /// Sets a view chosen by the user, which is shown again after resizing.
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
    PointLayer *m_ghost, *m_all;
    /// Layer of the selected points, above the layer of all points.
    PointLayer *m_chosen;
    MarkLayer *m_lines, *m_overlay; ///< thin lines, covered by the points, and marks, which cover the points
    LabelLayer *m_labels;
    Handles *m_handles;
    PlotGestures *m_gestures;
    /// Coordinates of the points, and current positions during an animation.
    std::shared_ptr<const Matrix> m_points, m_shown;
    PickGrid m_grid;
    /// Current view, and the view that the user chose, whose region is shown again after resizing.
    ViewTransform m_view, m_chosenView;
    QRectF m_reach;
    bool m_framed = false;
    bool m_fitted = true; ///< true while the view shows all points; resizing then fits it again
    int m_hovered = -1;
    std::size_t m_selectedCount = 0, m_markCount = 0;
    QString m_subtitle;
    bool m_reducedMotion = false;
    QVariantAnimation m_motion;
    PointMotion m_way;
    double m_pendingMilliseconds = 0; ///< milliseconds spent on preparing the next frame
    JobSlot m_gridJob;
};

} // namespace anchorscope::gui
