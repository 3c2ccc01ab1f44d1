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

/// Chart of curves, points or bars, optionally with bands.
/// A series without x is a curve over the iterations 1, 2, 3, …; at most two of its points are drawn for each pixel
/// column, so that it can be updated 10 times a second. Mouse and arrow keys move a cursor with a readout. For series
/// with x, a tooltip describes the point under the mouse, and left and right step through all points.
class LineChart : public QWidget, public ExportablePlot
{
    Q_OBJECT

public:
    struct Series
    {
        enum class Kind { Line, Dots, Bars };

        QString name;
        std::vector<double> y; ///< y values of the points; NaN: no value
        QColor colour = {};    ///< colour of the series; invalid: the theme determines it

        /// Bounds of a band, as many as y values; empty: no band.
        std::vector<double> low = {}, high = {};
        /// X values, as many as y values; empty: iterations 1, 2, 3, ….
        std::vector<double> x = {};
        Kind kind = Kind::Line;
        QStringList labels = {}; ///< names of the points; empty: none
        bool dashed = false;     ///< true for a dashed line without dots
        float opacity = 0.22F;   ///< opacity of the band or the bars
    };

    /// Stage of a run; the chart shows its name.
    struct Stage
    {
        int from = 1; ///< first iteration of the stage, counted from 1
        QString name;
        bool operator==(const Stage &) const = default;
    };

    enum class Scale { Linear, LogX, LogY };

    explicit LineChart(QWidget *parent = nullptr);
    ~LineChart() override;

    void setTitle(const QString &title, const QString &subtitle = {});
    /// On a logarithmic axis, values that are not positive are omitted.
    void setAxes(const QString &xTitle, const QString &yTitle, Scale scale);
    void setSeries(const std::vector<Series> &series);
    /// Sets the stages in ascending order; a single stage is not shown.
    void setStages(const std::vector<Stage> &stages);
    /// Sets the iteration of a vertical line; nullopt: no line.
    void setMarker(std::optional<double> x);
    void setMessage(const QString &message); ///< sets a message that is shown while the chart is empty

    /// Points of all series, numbered consecutively: their count, a sentence about one, and its position in the widget.
    int pointCount() const;
    QString pointText(int point) const;
    QPointF positionOf(int point) const;

    PlotChart *chart() const { return m_chart; }

    void drawPlot(QPainter &painter, const QSizeF &size) override;
    void restyle() override;

    QSize sizeHint() const override { return {380, 260}; }

Q_SIGNALS:
    void picked(int iteration); ///< reports an iteration, from 1, that the user clicked or reached with the arrow keys

protected:
    void mouseMoveEvent(QMouseEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool event(QEvent *event) override;
    virtual void describe(); ///< updates the text for screen readers

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
        QAreaSeries *band; ///< band around the points; null if the series never had one
    };
    struct StageMark
    {
        QGraphicsLineItem *line;
        QGraphicsSimpleTextItem *name;
    };

    bool overIterations() const;
    bool empty() const { return pointCount() == 0; }
    std::size_t length() const;
    double alongX(double x) const; ///< position of x along the axis: x or, on a logarithmic axis, log10 x
    Place place(int point) const;
    QColor colourOf(std::size_t series) const;

    void redraw();
    void matchSeries();
    void showLegend();
    void removeLast();
    void add(QAbstractSeries *series);
    QList<QPointF> pointsOf(const Series &series, std::span<const double> y) const;
    void drawSeries(const Drawn &drawn, const Series &series, const QList<QPointF> &points);
    double barWidth(const Series &series) const; ///< width of a bar in units of the axis; 0 if the series has no bars
    Range horizontalRange() const;
    void updateAxes(std::optional<Range> y);
    void updateTicks(Range x, Range y);
    double placeOf(double alongAxis) const; ///< horizontal pixel of a value along the axis
    void placeStages();
    void placeLines();
    void placeNames();
    void placeReadout();
    double iterationAt(QPointF position) const;
    void moveCursor(std::optional<double> x);
    std::optional<int> pointAt(QPointF position) const;

    PlotChart *m_chart;
    /// A logarithmic axis has the value v at log10 v; its labels show v.
    QCategoryAxis *m_horizontal, *m_vertical;
    QGraphicsLineItem *m_markerLine, *m_cursorLine;
    QGraphicsRectItem *m_plate;
    QGraphicsSimpleTextItem *m_readout;
    QGraphicsEllipseItem *m_ring;
    std::vector<Drawn> m_drawn;
    std::vector<Series> m_series;
    std::vector<Stage> m_stages;
    std::vector<StageMark> m_stageMarks;
    std::vector<QGraphicsSimpleTextItem *> m_names;
    std::vector<LegendEntry> m_legend;
    QString m_xTitle, m_yTitle, m_message;
    Scale m_scale = Scale::Linear;
    std::optional<double> m_marker, m_cursor;
    /// Point chosen by the mouse or the keyboard, counted over all series.
    std::optional<int> m_current;
};

} // namespace anchorscope::gui
