// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/views/plotexport.h"

#include <QColor>
#include <QLocale>
#include <QStringList>
#include <QWidget>

#include <optional>
#include <vector>

namespace anchorscope::gui {

/// One series of a BandChart.
struct BandSeries
{
    enum class Kind { Line, Dots, Bars };
    QString name;
    Kind kind = Kind::Line;
    std::vector<double> x, y;
    std::vector<double> band; ///< half-width of a band around y; empty: none
    QStringList labels;       ///< of each point, for tooltips; empty: none
    bool dashed = false;
    std::vector<double> bandAbove = {}; ///< of a band that is not symmetric: its width above y

    double below(std::size_t point) const { return point < band.size() ? band[point] : 0; }
    double above(std::size_t point) const { return point < bandAbove.size() ? bandAbove[point] : below(point); }
};

/// Curves over numbers with bands (mean ± standard deviation, or intervals), points with their names, or histograms; on
/// a linear or logarithmic axis. Draws what it is given and computes nothing.
///
/// Keyboard: left and right walk over the points of all series, each is told to screen readers.
class BandChart : public QWidget, public ExportablePlot
{
    Q_OBJECT

public:
    explicit BandChart(QWidget *parent = nullptr);
    ~BandChart() override;

    void setTitle(const QString &title);
    void setAxes(const QString &xTitle, const QString &yTitle, bool logarithmicX);
    void setSeries(std::vector<BandSeries> series);
    void setMessage(const QString &message); ///< shown while there is no series

    /// Number of points of all series, and the sentence about one of them.
    int pointCount() const;
    QString pointText(int point) const;
    QPointF positionOf(int point) const; ///< in widget coordinates

    void drawPlot(QPainter &painter, const QSizeF &size) override;
    void restyle() override { update(); }

    QSize sizeHint() const override { return {380, 260}; }
    QSize minimumSizeHint() const override { return {200, 150}; }

protected:
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    bool event(QEvent *event) override;

private:
    struct Range
    {
        double low = 0, high = 1;
    };
    struct Place
    {
        std::size_t series, point;
    };

    void fitRanges();
    QRectF area(const QSizeF &size) const;
    QPointF toPixel(const QRectF &area, double x, double y) const;
    double along(double x) const; ///< 0 … 1 on the x axis
    Place place(int point) const;
    std::optional<int> pointAt(QPointF position) const;
    std::vector<double> ticksOfX() const;
    void paintAll(QPainter &painter, const QSizeF &size) const;
    void paintAxes(QPainter &painter, const QRectF &area) const;
    void paintSeries(QPainter &painter, const QRectF &area, std::size_t which) const;
    std::vector<QRectF> legendPlaces(const QSizeF &size) const; ///< of each series, in as many lines as it takes
    int legendLines(const QSizeF &size) const;
    void paintLegend(QPainter &painter, const QSizeF &size) const;
    void paintNames(QPainter &painter, const QRectF &area) const;
    static QString numberText(double value) { return QLocale().toString(value, 'g', 4); }
    QColor colourOf(std::size_t series) const;

    std::vector<BandSeries> m_series;
    QString m_title, m_xTitle, m_yTitle, m_message;
    bool m_logarithmicX = false;
    Range m_x, m_y;
    std::optional<int> m_current;
};

} // namespace anchorscope::gui
