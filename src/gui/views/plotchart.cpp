// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/views/plotchart.h"

#include "gui/theme.h"

#include <QAbstractAxis>
#include <QFontMetricsF>
#include <QGraphicsLayout>
#include <QGraphicsRectItem>
#include <QGraphicsSceneResizeEvent>
#include <QGraphicsSimpleTextItem>
#include <QGuiApplication>
#include <QLegendMarker>
#include <QPen>
#include <QScatterSeries>
#include <QTextDocument>
#include <QTextOption>

namespace anchorscope::gui {

namespace {

constexpr qreal gap = 8;

QFont smallFont()
{
    QFont font = QGuiApplication::font();
    font.setPixelSize(11);
    return font;
}

QFont headerFont()
{
    QFont font = QGuiApplication::font();
    font.setWeight(QFont::DemiBold);
    return font;
}

} // namespace

PlotChart::PlotChart()
    : m_ground(new QGraphicsRectItem(this)), m_title(new QGraphicsSimpleTextItem(this)),
      m_subtitle(new QGraphicsSimpleTextItem(this)), m_message(new QGraphicsTextItem(this))
{
    setMargins({});
    layout()->setContentsMargins(0, 0, 0, 0);
    setBackgroundVisible(false);
    m_ground->setZValue(0); // Qt's own does not follow setPlotArea()
    legend()->detachFromChart();
    legend()->setBackgroundVisible(false);
    legend()->setMarkerShape(QLegend::MarkerShapeCircle);
    legend()->setAlignment(Qt::AlignTop);
    legend()->setContentsMargins(0, 0, 0, 0);
    legend()->layout()->setContentsMargins(0, 0, 0, 0);
    legend()->hide();
    for (QGraphicsItem *item : {static_cast<QGraphicsItem *>(m_title), static_cast<QGraphicsItem *>(m_subtitle),
                                static_cast<QGraphicsItem *>(m_message)})
        item->setZValue(6);
    m_message->document()->setDefaultTextOption(QTextOption(Qt::AlignHCenter));
    m_message->hide();
}

void PlotChart::setHeader(const QString &title, const QString &subtitle)
{
    m_title->setText(title);
    m_subtitleText = subtitle;
    layOut();
}

void PlotChart::setLegendEntries(const std::vector<LegendEntry> &entries)
{
    removeAllSeries();
    m_entries = entries;
    const int count = static_cast<int>(entries.size());
    const int shown = count > mostLegendEntries ? mostLegendEntries - 1 : count;
    for (int i = 0; i < shown; ++i)
        addLegendEntry(entries[i], i);
    if (shown < count)
        addLegendEntry({tr("+ %n more", nullptr, count - shown), Qt::transparent}, -1);
    legend()->setVisible(count > 0);
    restyle();
}

void PlotChart::addLegendEntry(const LegendEntry &entry, int number)
{
    auto *series = new QScatterSeries;
    series->setName(entry.name);
    series->setColor(entry.colour);
    series->setPen(Qt::NoPen);
    series->setMarkerSize(8);
    addSeries(series);
    for (QAbstractAxis *axis : {m_horizontal, m_vertical}) {
        if (axis)
            series->attachAxis(axis);
    }
    for (QLegendMarker *marker : legend()->markers(series)) {
        marker->setPen(Qt::NoPen);
        connect(marker, &QLegendMarker::clicked, this, [this, number] {
            if (number >= 0)
                Q_EMIT legendClicked(number);
        });
    }
}

void PlotChart::setMessage(const QString &message)
{
    m_message->setPlainText(message);
    m_message->setVisible(!message.isEmpty());
    for (QAbstractAxis *axis : {m_horizontal, m_vertical}) {
        if (axis)
            axis->setVisible(message.isEmpty());
    }
    layOut();
}

QString PlotChart::message() const
{
    return m_message->isVisible() ? m_message->toPlainText() : QString();
}

void PlotChart::setAxes(QAbstractAxis *horizontal, QAbstractAxis *vertical)
{
    for (QAbstractAxis *axis : {m_horizontal, m_vertical}) {
        if (axis && axis != horizontal && axis != vertical) {
            removeAxis(axis);
            axis->deleteLater();
        }
    }
    if (m_horizontal != horizontal)
        addAxis(horizontal, Qt::AlignBottom);
    if (m_vertical != vertical)
        addAxis(vertical, Qt::AlignLeft);
    m_horizontal = horizontal;
    m_vertical = vertical;
    restyle();
}

void PlotChart::setSampleLabel(const QString &widest)
{
    if (widest == m_sampleLabel)
        return;
    m_sampleLabel = widest;
    // Later, as the label often changes while the plot area is being changed.
    QMetaObject::invokeMethod(this, &PlotChart::layOut, Qt::QueuedConnection);
}

void PlotChart::setFocused(bool focused)
{
    m_focused = focused;
    restyle();
}

void PlotChart::restyle()
{
    const QPalette palette = QGuiApplication::palette();
    m_ground->setBrush(plotGround());
    m_ground->setPen(m_focused ? QPen(accent(), 2) : QPen(palette.color(QPalette::Mid), 1));
    m_title->setFont(headerFont());
    m_title->setBrush(palette.color(QPalette::Text));
    m_subtitle->setFont(smallFont());
    m_subtitle->setBrush(mutedText());
    m_message->setFont(QGuiApplication::font());
    m_message->setDefaultTextColor(mutedText());
    legend()->setFont(smallFont());
    legend()->setLabelColor(palette.color(QPalette::Text));
    for (QAbstractAxis *axis : {m_horizontal, m_vertical}) {
        if (!axis)
            continue;
        axis->setLinePen(Qt::NoPen);
        axis->setGridLinePen(QPen(gridColour(), 1));
        axis->setLabelsFont(smallFont());
        axis->setLabelsColor(mutedText());
        axis->setTitleFont(smallFont());
        axis->setTitleBrush(mutedText());
    }
    layOut();
}

void PlotChart::resizeEvent(QGraphicsSceneResizeEvent *event)
{
    QChart::resizeEvent(event);
    layOut();
}

/// Places title and subtitle; the height they take.
qreal PlotChart::layOutHeader(const QRectF &area)
{
    const bool any = !m_title->text().isEmpty() || !m_subtitleText.isEmpty();
    m_title->setVisible(any);
    m_subtitle->setVisible(any);
    if (!any)
        return 0;
    const QFontMetricsF large(m_title->font()), little(m_subtitle->font());
    m_title->setPos(area.left(), area.top());
    const qreal left = area.left() + m_title->boundingRect().width() + (m_title->text().isEmpty() ? 0 : gap);
    m_subtitle->setText(little.elidedText(m_subtitleText, Qt::ElideRight, std::max(0.0, area.right() - left)));
    m_subtitle->setPos(left, area.top() + large.ascent() - little.ascent());
    return large.height() + 4;
}

/// Places the legend under the header, in as many lines as it needs; the height it takes.
qreal PlotChart::layOutLegend(const QRectF &area)
{
    if (!legend()->isVisible())
        return 0;
    const QFontMetricsF metrics(legend()->font());
    constexpr qreal markerRoom = 21; // the marker and the spaces that QLegend puts around it
    qreal used = 0;
    int lines = 1;
    for (const QLegendMarker *marker : legend()->markers()) {
        const qreal width = metrics.horizontalAdvance(marker->label()) + markerRoom;
        if (used > 0 && used + width > area.width()) {
            used = 0;
            ++lines;
        }
        used += width;
    }
    const qreal height = lines * (metrics.height() + 6);
    legend()->setGeometry(QRectF(area.left(), area.top(), area.width(), height));
    return height;
}

void PlotChart::layOut()
{
    const QFontMetricsF metrics(smallFont());
    QRectF area = rect().adjusted(gap, gap / 2, -gap, -gap / 2);
    if (area.width() < 40 || area.height() < 40)
        return;
    area.setTop(area.top() + layOutHeader(area));
    area.setTop(area.top() + layOutLegend(area) + 2);
    const bool axes = m_horizontal && m_horizontal->isVisible();
    const qreal line = metrics.height();
    const auto titleRoom = [&](const QAbstractAxis *axis) { return axis->titleText().isEmpty() ? 0 : line + 4; };
    if (axes) {
        area.setLeft(area.left() + metrics.horizontalAdvance(m_sampleLabel) + 8 + titleRoom(m_vertical));
        area.setBottom(area.bottom() - line - 8 - titleRoom(m_horizontal));
    }
    if (area.width() < 10 || area.height() < 10)
        return;
    const QRectF plot = area.toAlignedRect();
    if (plot != plotArea())
        setPlotArea(plot);
    m_ground->setRect(plot.adjusted(-0.5, -0.5, 0.5, 0.5));
    m_message->setTextWidth(std::min(plot.width() - 2 * gap, 360.0));
    m_message->setPos(plot.center() - QPointF(m_message->textWidth() / 2, m_message->boundingRect().height() / 2));
}

} // namespace anchorscope::gui
