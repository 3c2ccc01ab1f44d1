// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/plot/pointstyle.h"
#include "gui/views/plotexport.h"

#include <QColor>
#include <QStringList>
#include <QWidget>

#include <optional>
#include <span>
#include <vector>

class QAbstractSeries;
class QAreaSeries;
class QCategoryAxis;
class QGraphicsEllipseItem;
class QGraphicsLineItem;
class QGraphicsRectItem;
class QGraphicsSimpleTextItem;
class QLineSeries;

namespace anchorscope::gui {

class PlotChart;

/// Chart of curves, points and bars with bands, based on Qt Charts. Draws given values without computing any.
///
/// A series without x is a curve over the iterations 1, 2, 3, …, fast enough for 10 updates a second at any length: at
/// most two points are drawn for each pixel column. Mouse and arrow keys move a cursor with a readout. For series with
/// x, a tooltip describes the point under the mouse, and the left and right keys step through the points of all series.
class LineChart : public QWidget, public ExportablePlot
{
    Q_OBJECT

public:
    struct Series
    {
        enum class Kind { Line, Dots, Bars };

        QString name;
        std::vector<double> y;                   ///< y of the points; NaN: no value
        QColor colour = {};                      ///< colour of the series; invalid: from the theme
        std::vector<double> low = {}, high = {}; ///< band around y, of the same length; empty: none
        std::vector<double> x = {};              ///< x of the points, of the same length as y; empty: iterations
        Kind kind = Kind::Line;
        QStringList labels = {}; ///< names of the points; empty: none
        bool dashed = false;     ///< true: dashed line without points
        float opacity = 0.22F;   ///< opacity of the band or the bars
    };

    /// Part of the iterations, named on the chart.
    struct Stage
    {
        int from = 1; ///< first iteration of the stage
        QString name;
        bool operator==(const Stage &) const = default;
    };

    enum class Scale { Linear, LogX, LogY };

    explicit LineChart(QWidget *parent = nullptr);
    ~LineChart() override;

    void setTitle(const QString &title, const QString &subtitle = {});
    /// Sets the axes. On a logarithmic axis, values that are not positive are omitted.
    void setAxes(const QString &xTitle, const QString &yTitle, Scale scale);
    void setSeries(const std::vector<Series> &series);
    void setStages(const std::vector<Stage> &stages); ///< sets the stages, ascending; fewer than two are not shown
    void setMarker(std::optional<double> x);          ///< shows a vertical line at an iteration
    void setMessage(const QString &message);          ///< sets a message that is shown while there are no values

    /// Number of points of all series, the sentence about one of them, and its position in the widget.
    int pointCount() const;
    QString pointText(int point) const;
    QPointF positionOf(int point) const;

    PlotChart *chart() const { return m_chart; }

    void drawPlot(QPainter &painter, const QSizeF &size) override;
    void restyle() override;

    QSize sizeHint() const override { return {380, 260}; }

Q_SIGNALS:
    void picked(int iteration); ///< reports an iteration that was clicked or reached by the arrow keys, from 1

protected:
    void mouseMoveEvent(QMouseEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool event(QEvent *event) override;
    virtual void describe(); ///< updates the description for screen readers

private:
    struct Range
    {
        double low = 0, high = 1;
    };
    struct Place
    {
        const Series &series;
        std::size_t point;
    };
    struct Drawn
    {
        QLineSeries *line;
        QAreaSeries *band; ///< band of the series; null unless it has had one
    };
    struct StageMark
    {
        QGraphicsLineItem *line; ///< vertical line at the start of a stage
        QGraphicsSimpleTextItem *name;
    };

    bool overIterations() const;
    bool empty() const { return pointCount() == 0; }
    std::size_t length() const;
    double alongX(double x) const; ///< position of x along its axis: x or, on a logarithmic axis, log10 x
    Place place(int point) const;
    QColor colourOf(std::size_t series) const;

    void redraw();
    void matchSeries();
    void showLegend();
    void removeLast();
    void add(QAbstractSeries *series);
    QList<QPointF> pointsOf(const Series &series, std::span<const double> y) const;
    void drawSeries(const Drawn &drawn, const Series &series, const QList<QPointF> &points);
    double barWidth(const Series &series) const; ///< width of a bar in axis units; 0 unless the series has bars
    Range horizontalRange() const;
    void updateAxes(std::optional<Range> y);
    void updateTicks(Range x, Range y);
    double placeOf(double alongAxis) const; ///< position along the axis in pixels
    void placeStages();
    void placeLines();
    void placeNames();
    void placeReadout();
    double iterationAt(QPointF position) const;
    void moveCursor(std::optional<double> x);
    std::optional<int> pointAt(QPointF position) const;

    PlotChart *m_chart;
    QCategoryAxis *m_horizontal, *m_vertical; ///< axes, whose coordinates are values or log10, and whose labels are
                                              ///< always values
    QGraphicsLineItem *m_markerLine, *m_cursorLine;
    QGraphicsRectItem *m_plate; ///< background of the cursor's readout
    QGraphicsSimpleTextItem *m_readout;
    QGraphicsEllipseItem *m_ring; ///< circle around the current point
    std::vector<Drawn> m_drawn;   ///< graphic items of each series
    std::vector<Series> m_series;
    std::vector<Stage> m_stages;
    std::vector<StageMark> m_stageMarks; ///< graphic items of each stage
    std::vector<QGraphicsSimpleTextItem *> m_names;
    std::vector<LegendEntry> m_legend;
    QString m_xTitle, m_yTitle, m_message;
    Scale m_scale = Scale::Linear;
    std::optional<double> m_marker, m_cursor;
    std::optional<int> m_current; ///< index of the current point
};

} // namespace anchorscope::gui
