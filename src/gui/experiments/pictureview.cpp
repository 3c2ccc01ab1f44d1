// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/pictureview.h"

#include "gui/theme.h"
#include "gui/views/heatmapview.h"

#include <QLabel>
#include <QPainter>
#include <QScrollArea>

#include <algorithm>

namespace anchorscope::gui {

PictureView::PictureView(QWidget *parent)
    : QStackedWidget(parent), m_chart(new BandChart), m_map(new HeatMapView), m_image(new QLabel), m_scroll(new QScrollArea)
{
    addWidget(m_chart);
    addWidget(m_map);
    m_scroll->setWidget(m_image);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setAccessibleName(tr("Rows of pictures"));
    m_image->setAccessibleName(tr("Pictures"));
    m_map->setAccessibleName(tr("Heat map"));
    addWidget(m_scroll);
    m_image->setAlignment(Qt::AlignCenter);
    connect(m_map, &HeatMapView::cellClicked, this, &PictureView::cellClicked);
}

void PictureView::showPicture(const OutcomePicture &picture)
{
    if (!picture.image.isNull()) {
        m_original = picture.image;
        m_names = picture.rows;
        m_image->setAccessibleName(picture.title);
        m_image->setAccessibleDescription(picture.rows.join(", "));
        m_image->setToolTip(picture.rows.join('\n'));
        setCurrentWidget(m_scroll);
        fitImage();
    } else if (picture.map.size() > 0) {
        showMap(picture);
    } else {
        m_chart->setTitle(picture.title);
        m_chart->setAxes(picture.xTitle, picture.yTitle, picture.logarithmicX);
        m_chart->setSeries(picture.series);
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
    return currentWidget() == m_scroll ? nullptr : currentWidget();
}

void PictureView::fitImage()
{
    if (m_original.isNull() || currentWidget() != m_scroll)
        return;
    const QFontMetrics metrics(font());
    const int rows = std::max<int>(1, static_cast<int>(m_names.size()));
    int names = 0;
    for (const QString &name : m_names)
        names = std::max(names, metrics.horizontalAdvance(name) + 8);
    // Whole multiples keep small thumbnails crisp; a row is about as high as a thumbnail elsewhere.
    constexpr int rowHeight = 32;
    const int factor = std::max(
        1, std::min((width() - names - 20) / m_original.width(), rowHeight * rows / m_original.height()));
    const int line = std::max(factor * m_original.height() / rows, metrics.height());
    QPixmap page(names + factor * m_original.width(), rows * line);
    page.fill(Qt::transparent);
    QPainter painter(&page);
    painter.setFont(font());
    painter.setPen(textColour());
    const int high = m_original.height() / rows;
    for (int row = 0; row < rows; ++row) {
        painter.drawText(QRect(0, row * line, names - 8, line), Qt::AlignRight | Qt::AlignVCenter, m_names.value(row));
        painter.drawImage(QRect(names, row * line, factor * m_original.width(), factor * high),
                          m_original.copy(0, row * high, m_original.width(), high));
    }
    painter.end();
    m_image->setPixmap(page);
}

void PictureView::resizeEvent(QResizeEvent *event)
{
    QStackedWidget::resizeEvent(event);
    fitImage();
}

} // namespace anchorscope::gui
