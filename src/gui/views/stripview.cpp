// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/views/stripview.h"

#include "gui/style/plaintext.h"
#include "gui/style/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace anchorscope::gui {

namespace {

constexpr int afterName = 8;  // distance between a name and its images, in pixels
constexpr int rowHeight = 64; // maximum height of a row in pixels
constexpr double between = 3; // distance between images of a row in pixels

} // namespace

StripView::StripView(QWidget *parent) : QWidget(parent)
{
    setAccessibleName(tr("Pictures"));
}

void StripView::setStrip(const QString &title, const QImage &image, const QStringList &names)
{
    m_image = image;
    m_names = shownNames(names);
    setAccessibleName(title);
    setAccessibleDescription(names.join(", "));
    setMinimumHeight(heightFor(width()));
    update();
}

StripView::Layout StripView::layoutFor(double width, bool whole) const
{
    Layout layout;
    if (m_image.isNull() || m_names.isEmpty())
        return layout;
    const QFontMetricsF metrics(font());
    for (const QString &name : m_names)
        layout.names = std::max(layout.names, metrics.horizontalAdvance(name) + afterName);
    const double high = double(m_image.height()) / double(m_names.size());
    layout.images = std::max(1, static_cast<int>(m_image.width() / high));
    layout.scale = std::max(0.1, (width - layout.names - (layout.images - 1) * between) / m_image.width());
    if (whole)
        layout.scale = std::min(layout.scale, rowHeight / high);
    layout.line = std::max(layout.scale * high, metrics.height()) + between;
    return layout;
}

int StripView::heightFor(int width) const
{
    return static_cast<int>(std::ceil(layoutFor(width, true).line * static_cast<double>(m_names.size())));
}

void StripView::paintRows(QPainter &painter, const Layout &layout) const
{
    if (m_image.isNull() || m_names.isEmpty())
        return;
    painter.setFont(font());
    painter.setPen(textColour());
    painter.setRenderHint(QPainter::SmoothPixmapTransform, layout.scale < 1);
    const int high = m_image.height() / static_cast<int>(m_names.size());
    for (int row = 0; row < m_names.size(); ++row) {
        const double top = row * layout.line;
        painter.drawText(QRectF(0, top, layout.names - afterName, layout.line), Qt::AlignRight | Qt::AlignVCenter,
                         m_names[row]);
        const int wide = m_image.width() / layout.images;
        for (int i = 0; i < layout.images; ++i)
            painter.drawImage(QRectF(layout.names + i * (layout.scale * wide + between), top, layout.scale * wide,
                                     layout.scale * high),
                              m_image.copy(i * wide, row * high, wide, high));
    }
}

void StripView::drawPlot(QPainter &painter, const QSizeF &size)
{
    Layout layout = layoutFor(size.width(), false);
    const double share = size.height() / std::max(1.0, layout.line * static_cast<double>(m_names.size()));
    if (share < 1)
        painter.scale(share, share);
    paintRows(painter, layout);
}

void StripView::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintRows(painter, layoutFor(width(), true));
}

void StripView::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    setMinimumHeight(heightFor(width()));
}

} // namespace anchorscope::gui
