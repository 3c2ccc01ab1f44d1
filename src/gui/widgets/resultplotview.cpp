// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/widgets/resultplotview.h"

#include "gui/style/tr.h"
#include "gui/views/heatmapview.h"
#include "gui/views/stripview.h"

#include <QScrollArea>

#include <algorithm>
#include <iterator>

namespace anchorscope::gui {

namespace {

QStringList textsOf(const std::vector<std::string> &texts)
{
    QStringList list;
    for (const std::string &text : texts)
        list << tr(text.c_str());
    return list;
}

LineChart::Series seriesOf(const ResultCurve &curve)
{
    using Kind = LineChart::Series::Kind;
    LineChart::Series series{.name = tr(curve.name.c_str()), .y = curve.y, .x = curve.x};
    series.kind = curve.kind == ResultCurve::Kind::dots   ? Kind::Dots
                  : curve.kind == ResultCurve::Kind::bars ? Kind::Bars
                                                          : Kind::Line;
    series.labels = textsOf(curve.labels);
    series.dashed = curve.dashed;
    for (std::size_t i = 0; i < curve.below.size(); ++i) {
        series.low.push_back(curve.y[i] - curve.below[i]);
        series.high.push_back(curve.y[i] + (i < curve.above.size() ? curve.above[i] : curve.below[i]));
    }
    return series;
}

/// Image that shares the pixels of `image`.
QImage imageOf(const Thumbnails &image)
{
    return QImage(image.pixels.data(), static_cast<int>(image.width), static_cast<int>(image.height),
                  static_cast<int>(image.width * image.channels),
                  image.channels == 3 ? QImage::Format_RGB888 : QImage::Format_Grayscale8);
}

} // namespace

ResultPlotView::ResultPlotView(QWidget *parent)
    : QStackedWidget(parent), m_chart(new LineChart), m_map(new HeatMapView), m_strip(new StripView),
      m_scroll(new QScrollArea)
{
    addWidget(m_chart);
    addWidget(m_map);
    m_scroll->setWidget(m_strip);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setAccessibleName(tr("Rows of pictures"));
    m_map->setAccessibleName(tr("Heat map"));
    addWidget(m_scroll);
    connect(m_map, &HeatMapView::cellClicked, this, &ResultPlotView::cellClicked);
}

void ResultPlotView::showPlot(const ResultPlot &plot)
{
    if (!plot.image.empty()) {
        m_strip->setStrip(gui::tr(plot.title.c_str()), imageOf(plot.image).copy(), textsOf(plot.rows));
        setCurrentWidget(m_scroll);
    } else if (plot.map.size() > 0) {
        showMap(plot);
    } else {
        std::vector<LineChart::Series> series;
        std::ranges::transform(plot.curves, std::back_inserter(series), seriesOf);
        m_chart->setTitle(gui::tr(plot.title.c_str()));
        m_chart->setAxes(gui::tr(plot.xTitle.c_str()), gui::tr(plot.yTitle.c_str()),
                         plot.logarithmicX ? LineChart::Scale::LogX : LineChart::Scale::Linear);
        m_chart->setSeries(series);
        setCurrentWidget(m_chart);
    }
}

void ResultPlotView::showMap(const ResultPlot &plot)
{
    const double low = plot.map.minCoeff(), high = plot.map.maxCoeff();
    // Range of the colours: 0 … 1 for shares and cosines, otherwise from the lowest value (at most 0) to the highest.
    const bool share = low >= 0 && high <= 1 + 1e-9;
    m_map->setRange(share ? 0 : std::min(0.0, low), share ? 1 : std::max(high, low + 1e-9), gui::tr(plot.unit.c_str()));
    m_map->setMatrix(plot.map, textsOf(plot.rows), textsOf(plot.columns));
    m_map->setTitles(gui::tr(plot.title.c_str()), gui::tr(plot.yTitle.c_str()), gui::tr(plot.xTitle.c_str()));
    setCurrentWidget(m_map);
}

void ResultPlotView::clear(const QString &message)
{
    m_chart->setTitle({});
    m_chart->setSeries({});
    m_chart->setMessage(message);
    setCurrentWidget(m_chart);
}

QWidget *ResultPlotView::plot() const
{
    return currentWidget() == m_scroll ? m_strip : currentWidget();
}

} // namespace anchorscope::gui
