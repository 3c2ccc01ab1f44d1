// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/plot/pointstyle.h"
#include "gui/views/plotexport.h"

#include <QColor>
#include <QWidget>

#include <optional>
#include <vector>

class QAbstractSeries;
class QAreaSeries;
class QChartView;
class QGraphicsLineItem;
class QGraphicsRectItem;
class QGraphicsSimpleTextItem;
class QLineSeries;

namespace anchorscope::gui {

class PlotChart;

/// Live curves over the iterations 1, 2, 3, … by Qt Charts. Cheap enough for 10 updates a second at any length: what is
/// drawn has at most two points for each pixel column.
class CurveView : public QWidget, public ExportablePlot
{
    Q_OBJECT

public:
    struct Curve
    {
        QString name;
        std::vector<double> y;                   ///< NaN: no value at this iteration
        QColor colour;                           ///< invalid: from the theme
        std::vector<double> low = {}, high = {}; ///< a band around y, as long as it; empty: none
    };

    /// A part of the iterations that is named on the chart.
    struct Stage
    {
        int from = 1; ///< iteration it begins with
        QString name;
        bool operator==(const Stage &) const = default;
    };

    explicit CurveView(QWidget *parent = nullptr);
    ~CurveView() override;

    void setTitle(const QString &title, const QString &subtitle = {});
    /// On a logarithmic axis values that are not above zero are left out.
    void setAxes(const QString &xTitle, const QString &yTitle, bool logarithmic);
    void setCurves(const std::vector<Curve> &curves);
    void setStages(const std::vector<Stage> &stages); ///< ascending; fewer than two are not shown
    void setMarker(std::optional<double> x);          ///< vertical line at an iteration
    void setMessage(const QString &message);          ///< shown while there is no curve

    PlotChart *chart() const { return m_chart; }
    QWidget *viewport() const;

    void drawPlot(QPainter &painter, const QSizeF &size) override;
    void restyle() override;

Q_SIGNALS:
    void picked(int iteration); ///< clicked, or walked to by the arrow keys; from 1

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    struct Range
    {
        double low = 0, high = 1;
    };
    struct StageMark
    {
        QGraphicsLineItem *line; ///< where it begins
        QGraphicsSimpleTextItem *name;
    };

    void redraw();
    void matchSeries();
    void removeLast();
    void add(QAbstractSeries *series);
    void updateAxes(Range y);
    void updateVerticalTicks(Range y);
    double placeOf(double x) const; ///< in scene coordinates
    void placeStages();
    void placeLines();
    void point(std::optional<double> x); ///< the cursor and what is written beside it
    std::size_t length() const;
    QColor colourOf(std::size_t curve) const;
    void describe();

    PlotChart *m_chart;
    QChartView *m_canvas;
    QGraphicsLineItem *m_markerLine;
    QGraphicsLineItem *m_cursorLine;
    QGraphicsRectItem *m_plate; ///< behind the readout
    QGraphicsSimpleTextItem *m_readout;
    std::vector<QLineSeries *> m_series;
    std::vector<QAreaSeries *> m_bands; ///< of each curve; null where it never had one
    std::vector<Curve> m_curves;
    std::vector<Stage> m_stages;
    std::vector<StageMark> m_stageMarks; ///< of each stage
    std::vector<LegendEntry> m_legend;
    QString m_xTitle, m_yTitle, m_message;
    bool m_logarithmic = false;
    std::optional<double> m_marker, m_cursor;
};

} // namespace anchorscope::gui
