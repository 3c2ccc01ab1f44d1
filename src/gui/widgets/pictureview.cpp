// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/widgets/pictureview.h"

#include "gui/views/heatmapview.h"
#include "gui/views/stripview.h"

#include <QScrollArea>

#include <algorithm>
#include <iterator>

namespace anchorscope::gui {

namespace {

/// A series with the ends of its band instead of the widths.
LineChart::Series drawn(const BandSeries &series)
{
    LineChart::Series result{series.name, series.y, {}, {}, {}, series.x, series.kind, series.labels, series.dashed};
    for (std::size_t i = 0; i < series.band.size(); ++i) {
        result.low.push_back(series.y[i] - series.below(i));
        result.high.push_back(series.y[i] + series.above(i));
    }
    return result;
}

} // namespace

PictureView::PictureView(QWidget *parent)
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
    connect(m_map, &HeatMapView::cellClicked, this, &PictureView::cellClicked);
}

void PictureView::showPicture(const OutcomePicture &picture)
{
    if (!picture.image.isNull()) {
        m_strip->setStrip(picture.title, picture.image, picture.rows);
        setCurrentWidget(m_scroll);
    } else if (picture.map.size() > 0) {
        showMap(picture);
    } else {
        m_chart->setTitle(picture.title);
        m_chart->setAxes(picture.xTitle, picture.yTitle,
                         picture.logarithmicX ? LineChart::Scale::LogX : LineChart::Scale::Linear);
        std::vector<LineChart::Series> series;
        std::ranges::transform(picture.series, std::back_inserter(series), drawn);
        m_chart->setSeries(series);
        setCurrentWidget(m_chart);
    }
}

void PictureView::showMap(const OutcomePicture &picture)
{
    const double low = picture.map.minCoeff(), high = picture.map.maxCoeff();
    // Shares and cosines are read against 0 … 1; counts and condition numbers against their own range.
    const bool share = low >= 0 && high <= 1 + 1e-9;
    m_map->setRange(share ? 0 : std::min(0.0, low), share ? 1 : std::max(high, low + 1e-9), picture.unit);
    m_map->setMatrix(picture.map, picture.rows, picture.columns);
    m_map->setTitles(picture.title, picture.yTitle, picture.xTitle);
    setCurrentWidget(m_map);
}

void PictureView::clear(const QString &message)
{
    m_chart->setTitle({});
    m_chart->setSeries({});
    m_chart->setMessage(message);
    setCurrentWidget(m_chart);
}

QWidget *PictureView::plot() const
{
    return currentWidget() == m_scroll ? m_strip : currentWidget();
}

} // namespace anchorscope::gui
