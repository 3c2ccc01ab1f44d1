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
/// It knows rows of a coordinate matrix and nothing of data sets. Rows that are not finite are not shown.
/// Mouse: wheel zooms at the cursor, drag pans, double click fits. Keyboard: + − arrows F; Ctrl and an arrow walk from
/// point to point as if hovered, Enter clicks that point; both begin at a highlighted point where none is hovered.
class ScatterView : public QWidget, public ExportablePlot
{
    Q_OBJECT

public:
    using Tool = PlotGestures::Tool; ///< what dragging with the left button does; the middle button always pans
    /// Keep: leaves the view alone, unless the user never changed it and the points no longer fit.
    enum class Frame { Keep, Fit };
    static constexpr Index maxAnimated = 100'000;

    /// The runner draws and sorts many points in the background and lives longer than the view.
    explicit ScatterView(Runner &runner, QWidget *parent = nullptr);
    ~ScatterView() override;

    void setTitle(const QString &title, const QString &subtitle = {}); ///< "X absolute", "fasttext · 300-d · centred"
    void setAxisTitles(const QString &x, const QString &y);            ///< "PC 1 (7.1%)"
    void setAxesShown(bool shown); ///< with the grid; not where places have no meaning but their distances

    /// n × 2. Points move to their new positions (about 300 ms) if `animate`, their number is unchanged and at most 100
    /// 000, and reduced motion is off.
    void setPoints(std::shared_ptr<const Matrix> coordinates, Frame frame, bool animate = false);
    void clear(const QString &message); ///< no points, a sentence in the middle of the panel
    void setColours(std::shared_ptr<const PointColours> colours);
    void setMarks(std::vector<Mark> marks);
    void setDensity(bool density);                ///< density instead of the points; selected ones stay points
    void setSelected(std::vector<int> points);    ///< ascending; the others recede while any point is selected
    void setHighlighted(std::vector<int> points); ///< an item and its partner
    void setNames(std::shared_ptr<const PointNames> names);
    void setNeighbours(std::vector<int> points); ///< neighbours of the highlighted point, which are named
    void setClasses(std::vector<ClassName> classes);
    const LabelLayer *labels() const { return m_labels; }
    Handles *handles() const { return m_handles; }
    /// Lines in the coordinates of the points, over them; empty: none. With a colour thin ones, without their ends.
    void setTrajectories(std::vector<QPolygonF> trajectories, const QColor &thin = {});
    void setArcs(std::vector<Arc> arcs); ///< how anchors see an item
    void setTool(Tool tool);
    Tool tool() const;
    void setReducedMotion(bool reduced) { m_reducedMotion = reduced; }

    /// Area that fit() shows, so that panels can share their axes; a null rectangle: the panel's own points. Applies
    /// from the next fit.
    void setReach(const QRectF &reach) { m_reach = reach; }
    void fit();
    void zoom(double factor);                ///< about the middle; above 1: closer
    void reveal(int point);                  ///< moves the view to a point outside of it
    void showLike(const ScatterView &other); ///< the same region of the data

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
    /// Points selected by box or lasso, ascending. Receivers let Shift add and Ctrl subtract.
    void areaSelected(const std::vector<int> &points, Qt::KeyboardModifiers modifiers);
    void left();                         ///< the keyboard went elsewhere
    void moved();                        ///< points are drawn in other places of the panel
    void viewChosen();                   ///< by the user, not to fit the points: panels that share a frame follow
    void frameDone(double milliseconds); ///< one painted frame, with the work that led to it
    void pictureReady();                 ///< more than 200 000 points: the drawing in the background is on the screen

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    class Canvas;

    void connectGestures();
    QRectF wantedReach() const;
    ViewTransform fitted() const;
    void followPlotArea();
    void setView(const ViewTransform &view);
    void choose(const ViewTransform &view); ///< the user did
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
    PointLayer *m_chosen; ///< the selected points, over the dimmed others
    MarkLayer *m_overlay;
    LabelLayer *m_labels;
    Handles *m_handles;
    PlotGestures *m_gestures;
    std::shared_ptr<const Matrix> m_points,
        m_shown; ///< m_shown: current positions: m_points, or a state of the animation
    PickGrid m_grid;
    ViewTransform m_view;
    QRectF m_reach;
    bool m_fitted = true; ///< the whole is shown, and stays so when the panel is resized
    int m_hovered = -1;
    std::size_t m_selectedCount = 0, m_markCount = 0;
    QString m_subtitle;
    bool m_reducedMotion = false;
    QVariantAnimation m_motion;
    PointMotion m_way;
    double m_pendingMilliseconds = 0; ///< spent on the frame that is to be painted next
    JobSlot m_gridJob;
};

} // namespace anchorscope::gui
