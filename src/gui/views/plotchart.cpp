// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/views/plotchart.h"

#include "gui/style/textsize.h"
#include "gui/style/theme.h"

#include <QAbstractAxis>
#include <QFontMetricsF>
#include <QGraphicsEllipseItem>
#include <QGraphicsLayout>
#include <QGraphicsRectItem>
#include <QGraphicsScene>
#include <QGraphicsSceneResizeEvent>
#include <QGraphicsSimpleTextItem>
#include <QGuiApplication>
#include <QPen>
#include <QTextDocument>
#include <QTextOption>
#include <QWidget>

#include <algorithm>

#include <utility>

namespace anchorscope::gui {

namespace {

constexpr qreal aboveThePoints = 6; // z value above the points, marks and names, which have z values from 4 to 5

qreal padding()
{
    return 8 * sizeFactor();
}

qreal dotRoom()
{
    return 13 * sizeFactor();
}

} // namespace

PlotChart::PlotChart()
    : m_background(new QGraphicsRectItem(this)), m_legendPlate(new QGraphicsRectItem(this)),
      m_title(new QGraphicsSimpleTextItem(this)), m_subtitle(new QGraphicsSimpleTextItem(this)),
      m_message(new QGraphicsTextItem(this))
{
    setMargins({});
    layout()->setContentsMargins(0, 0, 0, 0);
    setBackgroundVisible(false);
    m_background->setZValue(0); // replaces the background of Qt Charts, which does not follow setPlotArea()
    legend()->hide();           // Qt's legend is replaced by a compact one with several lines
    for (QGraphicsItem *item : {static_cast<QGraphicsItem *>(m_title), static_cast<QGraphicsItem *>(m_subtitle),
                                static_cast<QGraphicsItem *>(m_message)})
        item->setZValue(aboveThePoints);
    m_legendPlate->setZValue(aboveThePoints);
    m_message->document()->setDefaultTextOption(QTextOption(Qt::AlignHCenter));
    m_message->hide();
}

void PlotChart::setHeader(const QString &title, const QString &subtitle)
{
    if (title == m_titleText && subtitle == m_subtitleText)
        return;
    m_titleText = title;
    m_subtitleText = subtitle;
    setLetter(m_letter);
}

void PlotChart::setLetter(const QString &letter)
{
    m_letter = letter;
    m_title->setText(letter.isEmpty() ? m_titleText : letter + QStringLiteral("   ") + m_titleText);
    layOut();
}

void PlotChart::setLegendEntries(const std::vector<LegendEntry> &entries)
{
    for (const LegendItem &item : m_legend) {
        delete item.dot;
        delete item.text;
    }
    m_legend.clear();
    const int count = static_cast<int>(entries.size());
    const int shown = count > maxLegendEntries ? maxLegendEntries - 1 : count;
    for (int i = 0; i < shown; ++i) {
        LegendItem item{new QGraphicsEllipseItem(this), new QGraphicsSimpleTextItem(entries[i].name, this)};
        item.dot->setPen(entries[i].isSeed ? QPen(textColour(), 2) : QPen(Qt::NoPen));
        item.dot->setBrush(entries[i].colour);
        item.dot->setZValue(aboveThePoints);
        m_legend.push_back(item);
    }
    if (shown < count)
        m_legend.push_back({nullptr, new QGraphicsSimpleTextItem(tr("+ %n more", nullptr, count - shown), this)});
    for (const LegendItem &item : m_legend)
        item.text->setZValue(aboveThePoints);
    restyle();
}

QStringList PlotChart::legendTexts() const
{
    QStringList texts;
    for (const LegendItem &item : m_legend)
        texts << item.text->text();
    return texts;
}

void PlotChart::setLegendInside()
{
    m_legendInside = true;
    layOut();
}

void PlotChart::setMessage(const QString &message)
{
    if (message.isEmpty() && !m_message->isVisible())
        return; // returns early, because this function is called at every frame
    m_message->setPlainText(message);
    m_message->setVisible(!message.isEmpty());
    layOut();
}

void PlotChart::setAxesShown(bool shown)
{
    if (std::exchange(m_axesShown, shown) != shown)
        restyle();
}

void PlotChart::setProportions(double ratio)
{
    if (std::exchange(m_proportions, ratio) != ratio)
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
    const QFontMetricsF metrics(smallFont());
    const qreal more = metrics.horizontalAdvance(widest) - metrics.horizontalAdvance(m_sampleLabel);
    // Shorter labels widen the plot, which can make the labels longer again, without end. After the space for labels
    // has grown, it therefore shrinks only if at least the width of four digits is saved.
    if (more == 0 || (m_labelGrew && more < 0 && -more < metrics.horizontalAdvance(QStringLiteral("0000"))))
        return;
    m_labelGrew = more > 0;
    m_sampleLabel = widest;
    layOutLater();
    if (m_alignedWith)
        m_alignedWith->layOutLater();
}

/// Defers layOut(), because labels often change while the plot area is being changed.
void PlotChart::layOutLater()
{
    QMetaObject::invokeMethod(this, &PlotChart::layOut, Qt::QueuedConnection);
}

void PlotChart::alignLeftEdges(PlotChart &a, PlotChart &b)
{
    a.m_alignedWith = &b;
    b.m_alignedWith = &a;
    a.layOutLater();
    b.layOutLater();
}

qreal PlotChart::labelRoom() const
{
    if (!m_vertical || !m_vertical->isVisible())
        return 0;
    const QFontMetricsF metrics(smallFont());
    return metrics.horizontalAdvance(m_sampleLabel) + 8 + (showsTitleOf(m_vertical) ? metrics.height() + 4 : 0);
}

/// A low chart omits titles, to leave more space for the points.
bool PlotChart::showsTitleOf(const QAbstractAxis *axis) const
{
    constexpr double minLines = 14; // minimum height of a chart with titles of axes, in lines of small text
    return showsAxes() && !axis->titleText().isEmpty() &&
           rect().height() >= minLines * QFontMetricsF(smallFont()).height();
}

/// A very low chart, as in a presentation on a small screen, has no axes either.
bool PlotChart::showsAxes() const
{
    constexpr double minLines = 8; // minimum height of a chart with axes, in lines of small text
    return m_axesShown && !m_message->isVisible() && rect().height() >= minLines * QFontMetricsF(smallFont()).height();
}

void PlotChart::showFocusOf(QWidget *view)
{
    view->installEventFilter(this);
}

bool PlotChart::eventFilter(QObject *, QEvent *event)
{
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)
        setFocused(event->type() == QEvent::FocusIn);
    return false;
}

void PlotChart::setFocused(bool focused)
{
    m_focused = focused;
    restyle();
}

void PlotChart::restyle()
{
    m_background->setBrush(plotBackground());
    m_background->setPen(m_focused ? QPen(accent(), 2) : QPen(borderColour(), 1));
    m_legendPlate->setBrush(plotBackground());
    m_legendPlate->setPen(QPen(borderColour(), 1));
    m_title->setFont(gui::titleFont()); // qualified, because QChart also has a titleFont()
    m_title->setBrush(textColour());
    m_subtitle->setFont(smallFont());
    m_subtitle->setBrush(mutedText());
    m_message->setFont(QGuiApplication::font());
    m_message->setDefaultTextColor(mutedText());
    for (const LegendItem &item : m_legend) {
        item.text->setFont(smallFont());
        item.text->setBrush(textColour());
    }
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
    m_labelGrew = false;
    QChart::resizeEvent(event);
    layOut();
}

qreal PlotChart::layOutHeader(const QRectF &area)
{
    const bool any = !m_legendInside && (!m_title->text().isEmpty() || !m_subtitleText.isEmpty());
    m_title->setVisible(any);
    m_subtitle->setVisible(any);
    if (!any)
        return 0;
    const QFontMetricsF large(m_title->font()), little(m_subtitle->font());
    m_title->setPos(area.left(), area.top());
    const qreal left = area.left() + m_title->boundingRect().width() + (m_title->text().isEmpty() ? 0 : padding());
    m_subtitle->setText(little.elidedText(m_subtitleText, Qt::ElideRight, std::max(0.0, area.right() - left)));
    m_subtitle->setPos(left, area.top() + large.ascent() - little.ascent());
    return large.height() + 4;
}

qreal PlotChart::layOutLegend(const QRectF &area)
{
    if (m_legend.empty() || m_legendInside)
        return 0;
    const QFontMetricsF metrics(smallFont());
    const qreal line = metrics.height() + 4;
    QPointF at = area.topLeft();
    for (const LegendItem &item : m_legend) {
        const qreal dot = item.dot ? dotRoom() : 0;
        const qreal width = dot + item.text->boundingRect().width();
        if (at.x() > area.left() && at.x() + width > area.right())
            at = {area.left(), at.y() + line};
        place(item, at);
        at.rx() += width + 1.5 * padding();
    }
    return at.y() + line - area.top();
}

void PlotChart::layOutLegendInside()
{
    m_legendPlate->setVisible(m_legendInside && !m_legend.empty() && !m_message->isVisible());
    if (!m_legendInside || m_legend.empty())
        return;
    qreal width = 0;
    for (const LegendItem &item : m_legend)
        width = std::max(width, dotRoom() + item.text->boundingRect().width());
    const qreal line = QFontMetricsF(smallFont()).height() + 4, inset = padding();
    const QSizeF plate(width + 2 * inset, static_cast<double>(m_legend.size()) * line + inset);
    m_legendPlate->setRect({plotArea().topRight() + QPointF(-inset - plate.width(), inset), plate});
    QPointF at = m_legendPlate->rect().topLeft() + QPointF(inset, inset / 2 + 2);
    for (const LegendItem &item : m_legend) {
        place(item, at);
        at.ry() += line;
    }
}

void PlotChart::place(const LegendItem &item, QPointF at) const
{
    const qreal middle = at.y() + QFontMetricsF(smallFont()).height() / 2;
    if (item.dot)
        item.dot->setRect(at.x() + 1, middle - padding() / 2, padding(), padding());
    item.text->setPos(at + QPointF(item.dot ? dotRoom() : 0, 0));
}

void PlotChart::drawPage(QPainter &painter, const QSizeF &size, const std::function<void()> &arrange)
{
    const QSizeF before = this->size();
    const bool focused = m_focused, inside = std::exchange(m_legendInside, false);
    setFocused(false);
    // Two passes, because the size of the plot and the labels depend on each other.
    for (int pass = 0; pass < 2; ++pass) {
        resizeNow(size);
        arrange();
    }
    const QRectF page(QPointF(), size);
    scene()->render(&painter, page, page);
    m_legendInside = inside;
    resizeNow(before);
    setFocused(focused);
}

void PlotChart::resizeNow(const QSizeF &size)
{
    resize(size);
    layOut();
}

void PlotChart::layOut()
{
    const QFontMetricsF metrics(smallFont());
    for (QAbstractAxis *axis : {m_horizontal, m_vertical}) {
        if (axis) {
            axis->setVisible(showsAxes());
            axis->setTitleVisible(showsTitleOf(axis));
        }
    }
    // Margin at the right, because half of the last label of the horizontal axis extends beyond the plot area.
    const qreal halfALabel = 1.5 * padding();
    QRectF area =
        rect().adjusted(padding(), padding() / 2, -padding() - (showsAxes() ? halfALabel : 0), -padding() / 2);
    if (area.width() < 40 || area.height() < 40)
        return;
    area.setTop(area.top() + layOutHeader(area));
    area.setTop(area.top() + layOutLegend(area) + 2);
    const bool axes = m_horizontal && m_horizontal->isVisible();
    const qreal line = metrics.height();
    if (axes) {
        area.setLeft(area.left() + std::max(labelRoom(), m_alignedWith ? m_alignedWith->labelRoom() : 0));
        area.setBottom(area.bottom() - line - 8 - (showsTitleOf(m_horizontal) ? line + 4 : 0));
    }
    if (area.width() < 10 || area.height() < 10)
        return;
    const QSizeF room = area.size();
    if (m_proportions > 0)
        area.setSize({std::min(room.width(), room.height() * m_proportions),
                      std::min(room.height(), room.width() / m_proportions)});
    m_unusedHeight = m_proportions > 0 ? room.height() - room.width() / m_proportions : 0;
    const QRectF plot = area.toAlignedRect();
    if (plot != plotArea())
        setPlotArea(plot);
    // Qt Charts places the axes correctly only if its layout also gets the plot area. The area is extended by half a
    // label at both sides, because labels that begin outside of it are hidden.
    layout()->setGeometry(plot.adjusted(-2.5 * padding(), 0, 2.5 * padding(), 0));
    m_background->setRect(plot.adjusted(-0.5, -0.5, 0.5, 0.5));
    layOutLegendInside();
    m_message->setTextWidth(std::min(plot.width() - 2 * padding(), 360 * sizeFactor()));
    m_message->setPos(plot.center() - QPointF(m_message->textWidth() / 2, m_message->boundingRect().height() / 2));
}

} // namespace anchorscope::gui
