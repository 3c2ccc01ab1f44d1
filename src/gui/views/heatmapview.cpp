// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/views/heatmapview.h"

#include "gui/plot/colourmap.h"
#include "gui/style/plaintext.h"
#include "gui/style/textsize.h"
#include "gui/style/theme.h"

#include <QAccessible>
#include <QFontMetrics>
#include <QHelpEvent>
#include <QImage>
#include <QKeyEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace anchorscope::gui {

namespace {

constexpr int gap = HeatMapLayout::gap;
constexpr int headerHeight = HeatMapLayout::headerHeight;
/// Minimum size in pixels of cells with a gap of one pixel between them.
constexpr int cellGapFrom = 12;

} // namespace

HeatMapView::HeatMapView(QWidget *parent) : QWidget(parent)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
}

HeatMapView::~HeatMapView() = default;

void HeatMapView::setMatrix(const Eigen::MatrixXd &values, const QStringList &rows, const QStringList &columns)
{
    m_values = values;
    m_rows = shownNames(rows);
    m_columns = shownNames(columns);
    m_hovered.reset();
    if (m_current && (m_current->y() >= rowCount() || m_current->x() >= columnCount()))
        m_current.reset();
    layOut();
    describe();
}

void HeatMapView::setTitles(const QString &title, const QString &rowTitle, const QString &columnTitle)
{
    m_title = shownName(title);
    m_rowTitle = shownName(rowTitle);
    m_columnTitle = shownName(columnTitle);
    setAccessibleName(title);
    layOut();
    describe();
}

void HeatMapView::setRange(double low, double high, const QString &unit)
{
    m_low = low;
    m_high = high;
    m_unit = unit;
    layOut();
    describe();
}

void HeatMapView::setCounts(const Eigen::MatrixXd &counts)
{
    m_counts = counts;
    describe();
}

void HeatMapView::setMessage(const QString &message)
{
    m_message = message;
    update();
    describe();
}

void HeatMapView::leaveOut(Parts parts)
{
    m_leftOut = parts;
    layOut();
}

void HeatMapView::setNumbered(bool numbered)
{
    m_numbered = numbered;
    layOut();
}

bool HeatMapView::showsWholeNames() const
{
    const HeatMapTexts texts = shownTexts();
    const QFontMetrics metrics(smallFont());
    const int beside = m_layout.map.left() - 2 * gap - (texts.rowTitle.isEmpty() ? 0 : metrics.height() + 4);
    const int below =
        height() - gap - (texts.columnTitle.isEmpty() ? 0 : metrics.height() + 2) - 4 - m_layout.map.bottom();
    const int needed = m_layout.upright ? metrics.height() : widest(texts.columns, metrics) + 6;
    return widest(texts.rows, metrics) <= beside && (!m_layout.upright || widest(texts.columns, metrics) <= below) &&
           (texts.columns.isEmpty() || labelStep(m_layout.map.width(), columnCount(), needed) == 1);
}

QStringList HeatMapView::shownNamesOf(const QStringList &names) const
{
    if (!m_numbered || m_page) // an export shows names, not numbers, because it has enough space
        return names;
    QStringList numbers;
    for (qsizetype i = 1; i <= names.size(); ++i)
        numbers << QString::number(i);
    return numbers;
}

QSize HeatMapView::around(int cellsWidth) const
{
    return aroundHeatMap(cellsWidth, columnCount(), shownTexts(), QFontMetrics(smallFont()));
}

HeatMapTexts HeatMapView::shownTexts() const
{
    HeatMapTexts texts{{}, {}, m_title, {}, {}, {}};
    if (shows(RowNames)) {
        texts.rows = shownNamesOf(m_rows);
        texts.rowTitle = m_rowTitle;
    }
    if (shows(ColumnNames)) {
        texts.columns = shownNamesOf(m_columns);
        texts.columnTitle = m_columnTitle;
    }
    if (shows(ColourBar))
        texts.ofBar = {valueText(m_low), valueText(m_high)};
    return texts;
}

void HeatMapView::layOut()
{
    update();
    m_layout = layOutHeatMap(page(), rowCount(), columnCount(), shownTexts(), QFontMetrics(smallFont()));
}

QRect HeatMapView::cellRect(int row, int column) const
{
    return m_layout.cellRect(row, column);
}

std::optional<QPoint> HeatMapView::cellAt(QPoint position) const
{
    return m_layout.cellAt(position);
}

QColor HeatMapView::colourOf(double value) const
{
    if (!std::isfinite(value))
        return borderColour();
    if (m_low < 0 && m_high > 0)
        return diverging(value / std::max(-m_low, m_high), isDark());
    return heat(m_high > m_low ? (value - m_low) / (m_high - m_low) : 0, isDark());
}

QString HeatMapView::valueText(double value) const
{
    if (!std::isfinite(value))
        return QStringLiteral("–");
    if (value == std::round(value) && std::abs(value) < 1e7)
        return QLocale().toString(static_cast<qlonglong>(value));
    return decimalText(value);
}

QString HeatMapView::decimalText(double value) const
{
    if (!std::isfinite(value))
        return QStringLiteral("–");
    const double reach = std::max(std::abs(m_low), std::abs(m_high));
    return QLocale().toString(value, 'f', reach >= 100 ? 0 : reach >= 10 ? 1 : 2);
}

QString HeatMapView::cellText(int row, int column) const
{
    const auto label = [](const QStringList &names, int i) { return names.value(i, QString::number(i + 1)); };
    QString text = tr("%1: %2\n%3: %4\n")
                       .arg(m_rowTitle.isEmpty() ? tr("Row") : m_rowTitle, label(m_rows, row),
                            m_columnTitle.isEmpty() ? tr("Column") : m_columnTitle, label(m_columns, column));
    const double value = m_values(row, column);
    if (m_counts.rows() != m_values.rows() || m_counts.cols() != m_values.cols())
        return text + (m_unit.isEmpty() ? valueText(value) : QStringLiteral("%1 %2").arg(valueText(value), m_unit));
    const double whole = m_counts.row(row).sum(), count = m_counts(row, column);
    const QLocale locale;
    return text + tr("%1 of %2 (%3%)")
                      .arg(locale.toString(count, 'f', 0), locale.toString(whole, 'f', 0),
                           locale.toString(whole > 0 ? 100 * count / whole : 0, 'f', 1));
}

void HeatMapView::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintAll(painter);
    if (m_layout.map.isEmpty())
        return;
    if (m_hovered)
        paintFrame(painter, *m_hovered, textColour(), 1.5);
    if (m_current && hasFocus())
        paintFrame(painter, *m_current, accent(), 2.5);
}

void HeatMapView::paintAll(QPainter &painter) const
{
    paintHeader(painter);
    painter.setFont(font());
    if (m_layout.map.isEmpty()) {
        painter.setPen(mutedText());
        painter.drawText(QRect(QPoint(), page()).adjusted(2 * gap, headerHeight, -2 * gap, -gap),
                         Qt::AlignCenter | Qt::TextWordWrap, m_message);
        return;
    }
    painter.setFont(smallFont());
    paintCells(painter);
    paintValues(painter);
    if (shows(RowNames))
        paintRowLabels(painter);
    if (shows(ColumnNames))
        paintColumnLabels(painter);
    if (shows(ColourBar))
        paintBar(painter);
}

void HeatMapView::drawPlot(QPainter &painter, const QSizeF &size)
{
    m_page = size.toSize();
    layOut();
    painter.setFont(font());
    paintAll(painter);
    m_page.reset();
    layOut();
}

QSize HeatMapView::page() const
{
    return m_page.value_or(size());
}

void HeatMapView::restyle()
{
    layOut();
}

void HeatMapView::paintHeader(QPainter &painter) const
{
    painter.setFont(titleFont());
    painter.setPen(textColour());
    const QRect header(gap, gap - 2, page().width() - 2 * gap, headerHeight - 4);
    painter.drawText(header, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(m_title, Qt::ElideRight, header.width()));
}

void HeatMapView::paintCells(QPainter &painter) const
{
    const bool apart = cellRect(0, 0).width() >= cellGapFrom;
    if (apart) {
        for (int row = 0; row < rowCount(); ++row) {
            for (int column = 0; column < columnCount(); ++column)
                painter.fillRect(cellRect(row, column).adjusted(0, 0, -1, -1), colourOf(m_values(row, column)));
        }
        return;
    }
    QImage image(columnCount(), rowCount(), QImage::Format_RGB32);
    for (int row = 0; row < rowCount(); ++row) {
        for (int column = 0; column < columnCount(); ++column)
            image.setPixelColor(column, row, colourOf(m_values(row, column)));
    }
    painter.setRenderHint(QPainter::SmoothPixmapTransform, columnCount() > m_layout.map.width());
    painter.drawImage(m_layout.map, image);
}

void HeatMapView::paintValues(QPainter &painter) const
{
    constexpr int maxValues = 1024;
    if (m_values.size() > maxValues)
        return;
    const QSize room = cellRect(0, 0).size() - QSize(5, 3);
    const bool whole = (m_values.array().round() == m_values.array() || !m_values.array().isFinite()).all();
    QStringList texts;
    for (int row = 0; row < rowCount(); ++row) {
        for (int column = 0; column < columnCount(); ++column)
            texts << (whole ? valueText(m_values(row, column)) : decimalText(m_values(row, column)));
    }
    QFont small = painter.font();
    for (int size = isPrinting() ? 11 : smallTextHeight(); size >= 9; --size) {
        small.setPixelSize(size);
        const QFontMetrics metrics(small);
        if (metrics.ascent() > room.height() || widest(texts, metrics) > room.width())
            continue;
        painter.save();
        painter.setFont(small);
        for (int row = 0; row < rowCount(); ++row) {
            for (int column = 0; column < columnCount(); ++column) {
                painter.setPen(readableOn(colourOf(m_values(row, column))));
                painter.drawText(cellRect(row, column).adjusted(0, 0, -1, -1), Qt::AlignCenter,
                                 texts[row * columnCount() + column]);
            }
        }
        painter.restore();
        return;
    }
}

void HeatMapView::paintRowLabels(QPainter &painter) const
{
    const QFontMetrics metrics(painter.font());
    const QStringList names = shownNamesOf(m_rows);
    const int step = labelStep(m_layout.map.height(), rowCount(), metrics.height());
    const int left = gap + (m_rowTitle.isEmpty() ? 0 : metrics.height() + 4);
    for (int row = 0; row < rowCount() && row < names.size(); row += step) {
        painter.setPen(m_hovered && m_hovered->y() == row ? textColour() : mutedText());
        const QRect cell = cellRect(row, 0);
        const QRect place(left, cell.center().y() - metrics.height() / 2, m_layout.map.left() - gap - left,
                          metrics.height());
        painter.drawText(place, Qt::AlignRight | Qt::AlignVCenter,
                         metrics.elidedText(names[row], Qt::ElideMiddle, place.width()));
    }
    painter.setPen(mutedText());
    painter.save();
    painter.translate(gap, m_layout.map.center().y());
    painter.rotate(-90);
    painter.drawText(QRect(-m_layout.map.height() / 2, 0, m_layout.map.height(), metrics.height()), Qt::AlignCenter,
                     metrics.elidedText(m_rowTitle, Qt::ElideRight, m_layout.map.height()));
    painter.restore();
}

void HeatMapView::paintColumnLabels(QPainter &painter) const
{
    const QFontMetrics metrics(painter.font());
    const QStringList names = shownNamesOf(m_columns);
    const int bottom = page().height() - gap - (m_columnTitle.isEmpty() ? 0 : metrics.height() + 2);
    const int room = bottom - m_layout.map.bottom() - 4;
    const int needed = m_layout.upright ? metrics.height() : widest(names, metrics) + 6;
    const int step = labelStep(m_layout.map.width(), columnCount(), needed);
    int below = names.isEmpty() ? 0 : metrics.height();
    for (int column = 0; column < columnCount() && column < names.size(); column += step) {
        painter.setPen(m_hovered && m_hovered->x() == column ? textColour() : mutedText());
        const QRect cell = cellRect(0, column);
        if (!m_layout.upright) {
            const int wide = m_layout.map.width() * step / columnCount();
            painter.drawText(QRect(cell.center().x() - wide / 2, m_layout.map.bottom() + 4, wide, metrics.height()),
                             Qt::AlignCenter, names[column]);
            continue;
        }
        const QString text = metrics.elidedText(names[column], Qt::ElideMiddle, room);
        below = std::max(below, metrics.horizontalAdvance(text));
        painter.save();
        painter.translate(QPoint(cell.center().x() - metrics.height() / 2, m_layout.map.bottom() + 4));
        painter.rotate(-90);
        painter.drawText(QRect(-room, 0, room, metrics.height()), Qt::AlignRight | Qt::AlignVCenter, text);
        painter.restore();
    }
    painter.setPen(mutedText());
    painter.drawText(
        QRect(m_layout.map.left(), m_layout.map.bottom() + 6 + below, m_layout.map.width(), metrics.height()),
        Qt::AlignCenter, metrics.elidedText(m_columnTitle, Qt::ElideRight, m_layout.map.width()));
}

void HeatMapView::paintBar(QPainter &painter) const
{
    const QFontMetrics metrics(painter.font());
    for (int y = 0; y < m_layout.bar.height(); ++y) {
        const double share = 1 - (y + 0.5) / m_layout.bar.height();
        painter.fillRect(m_layout.bar.left(), m_layout.bar.top() + y, m_layout.bar.width(), 1,
                         colourOf(m_low + share * (m_high - m_low)));
    }
    painter.setPen(axisColour());
    painter.drawRect(m_layout.bar.adjusted(0, 0, -1, -1));
    painter.setPen(mutedText());
    const int left = m_layout.bar.right() + gap;
    const int wide = page().width() - left;
    const auto label = [&](int y, const QString &text) {
        painter.drawText(QRect(left, y, wide, metrics.height()), Qt::AlignLeft, text);
    };
    label(m_layout.bar.top() - 2, valueText(m_high));
    label(m_layout.bar.bottom() - metrics.height() + 2, valueText(m_low));
    const int room = m_layout.bar.height() - 3 * metrics.height();
    if (room < metrics.height())
        return;
    painter.save();
    painter.translate(left, m_layout.bar.center().y());
    painter.rotate(-90);
    painter.drawText(QRect(-room / 2, 0, room, metrics.height()), Qt::AlignCenter,
                     metrics.elidedText(m_unit, Qt::ElideRight, room));
    painter.restore();
}

void HeatMapView::paintFrame(QPainter &painter, QPoint cell, const QColor &colour, double width) const
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    const QRectF frame = QRectF(cellRect(cell.y(), cell.x())).adjusted(-0.5, -0.5, -0.5, -0.5);
    painter.setPen(QPen(plotBackground(), width + 2));
    painter.drawRect(frame);
    painter.setPen(QPen(colour, width));
    painter.drawRect(frame);
    painter.restore();
}

void HeatMapView::mouseMoveEvent(QMouseEvent *event)
{
    const auto cell = cellAt(event->pos());
    if (cell == m_hovered)
        return;
    m_hovered = cell;
    update();
}

void HeatMapView::leaveEvent(QEvent *event)
{
    QWidget::leaveEvent(event);
    m_hovered.reset();
    update();
}

void HeatMapView::mousePressEvent(QMouseEvent *event)
{
    const auto cell = cellAt(event->pos());
    if (!cell || event->button() != Qt::LeftButton)
        return;
    setCurrent(*cell);
    Q_EMIT cellClicked(cell->y(), cell->x());
}

void HeatMapView::keyPressEvent(QKeyEvent *event)
{
    if (m_values.size() == 0)
        return QWidget::keyPressEvent(event);
    QPoint cell = m_current.value_or(QPoint(0, 0));
    switch (event->key()) {
    case Qt::Key_Left:
        cell.rx() -= 1;
        break;
    case Qt::Key_Right:
        cell.rx() += 1;
        break;
    case Qt::Key_Up:
        cell.ry() -= 1;
        break;
    case Qt::Key_Down:
        cell.ry() += 1;
        break;
    case Qt::Key_Home:
        cell.setX(0);
        break;
    case Qt::Key_End:
        cell.setX(columnCount() - 1);
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        Q_EMIT cellClicked(cell.y(), cell.x());
        return;
    default:
        return QWidget::keyPressEvent(event);
    }
    setCurrent({std::clamp(cell.x(), 0, columnCount() - 1), std::clamp(cell.y(), 0, rowCount() - 1)});
}

void HeatMapView::setCurrent(QPoint cell)
{
    m_current = cell;
    update();
    describe();
    QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&changed);
}

void HeatMapView::focusInEvent(QFocusEvent *event)
{
    QWidget::focusInEvent(event);
    if (!m_current && m_values.size() > 0 && event->reason() != Qt::MouseFocusReason)
        setCurrent({0, 0});
}

bool HeatMapView::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    if (const auto cell = cellAt(help->pos()))
        QToolTip::showText(help->globalPos(), tooltipText(cellText(cell->y(), cell->x())), this,
                           cellRect(cell->y(), cell->x()));
    else
        QToolTip::hideText();
    return true;
}

void HeatMapView::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    layOut();
}

void HeatMapView::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        restyle();
}

void HeatMapView::describe()
{
    if (m_values.size() == 0)
        return setAccessibleDescription(m_message);
    QString text =
        tr("%1 rows (%2), %3 columns (%4)").arg(rowCount()).arg(m_rowTitle).arg(columnCount()).arg(m_columnTitle);
    if (m_current)
        text += ". " + cellText(m_current->y(), m_current->x()).replace('\n', ", ");
    setAccessibleDescription(text);
}

} // namespace anchorscope::gui
