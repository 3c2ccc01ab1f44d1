// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/widgets/anchorcomparisonview.h"

#include "gui/display/itemtext.h"
#include "gui/display/tablemodel.h"
#include "gui/style/plaintext.h"
#include "gui/style/theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace anchorscope::gui {

namespace {

constexpr int nameShare = 30; // width of the column of names, in per cent of the view's width
constexpr int barHeight = 6;

QColor barColour(Side side)
{
    return side == Side::x ? accent() : categoricalPalette(8)[4];
}

} // namespace

AnchorComparisonView::AnchorComparisonView(const Workspace &workspace, QWidget *parent)
    : QAbstractScrollArea(parent), m_workspace(workspace)
{
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Similarity to every anchor in X and in Y"));
    setMinimumHeight(120);
}

void AnchorComparisonView::setBars(std::vector<AnchorComparison> bars)
{
    m_bars = std::move(bars);
    m_largest = 1e-6;
    for (const AnchorComparison &bar : m_bars)
        m_largest = std::max({m_largest, static_cast<double>(std::abs(bar.x)), static_cast<double>(std::abs(bar.y))});
    m_current = m_bars.empty() ? -1 : 0;
    QString description;
    for (int row = 0; row < std::min<int>(5, static_cast<int>(m_bars.size())); ++row)
        description += rowText(row) + '\n';
    setAccessibleDescription(description);
    updateRange();
    verticalScrollBar()->setValue(0);
    viewport()->update();
}

int AnchorComparisonView::rowHeight() const
{
    return std::max(fontMetrics().height() + 2, 2 * barHeight + 6);
}

void AnchorComparisonView::updateRange()
{
    const int total = headHeight() + rowHeight() * static_cast<int>(m_bars.size());
    verticalScrollBar()->setRange(0, std::max(0, total - viewport()->height()));
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(rowHeight());
}

int AnchorComparisonView::rowAt(int y) const
{
    const int row = y < headHeight() ? -1 : (y - headHeight() + verticalScrollBar()->value()) / rowHeight();
    return row >= 0 && row < static_cast<int>(m_bars.size()) ? row : -1;
}

QRect AnchorComparisonView::rectOf(int row) const
{
    return {0, headHeight() + row * rowHeight() - verticalScrollBar()->value(), viewport()->width(), rowHeight()};
}

QString AnchorComparisonView::rowText(int row) const
{
    const AnchorComparison &bar = m_bars[static_cast<std::size_t>(row)];
    return tr("%1%2: %3 in X, %4 in Y")
        .arg(shownName(itemName(*m_workspace.data(), Side::x, bar.anchorOfX)), bar.seed ? tr(" (seed)") : QString())
        .arg(decimals(3)(bar.x), decimals(3)(bar.y));
}

void AnchorComparisonView::paintEvent(QPaintEvent *)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), palette().base());
    if (m_bars.empty()) {
        painter.setPen(mutedText());
        painter.drawText(viewport()->rect().adjusted(12, 0, -12, 0), Qt::AlignCenter | Qt::TextWordWrap,
                         tr("Needs an item with a partner, and seeds."));
        return;
    }
    const int first = verticalScrollBar()->value() / rowHeight();
    painter.setClipRect(0, headHeight(), viewport()->width(), viewport()->height());
    for (int row = first; row < static_cast<int>(m_bars.size()); ++row) {
        const QRect area = rectOf(row);
        if (area.top() > viewport()->height())
            break;
        paintRow(painter, row, area, hasFocus() && row == m_current);
    }
    painter.setClipping(false);
    paintKey(painter, viewport()->width());
}

void AnchorComparisonView::drawPlot(QPainter &painter, const QSizeF &size)
{
    painter.setFont(font());
    const int width = static_cast<int>(size.width());
    for (int row = 0; row < static_cast<int>(m_bars.size()); ++row) {
        const QRect area(0, headHeight() + row * rowHeight(), width, rowHeight());
        if (area.bottom() > size.height())
            break;
        paintRow(painter, row, area, false);
    }
    paintKey(painter, width);
}

int AnchorComparisonView::headHeight() const
{
    return fontMetrics().height() + 8;
}

void AnchorComparisonView::paintKey(QPainter &painter, int width) const
{
    const int nameWidth = width * nameShare / 100, height = headHeight();
    painter.setPen(mutedText());
    painter.drawText(QRect(6, 0, nameWidth - 10, height), Qt::AlignVCenter,
                     fontMetrics().elidedText(tr("anchor"), Qt::ElideRight, nameWidth - 10));
    int left = nameWidth + 6;
    const auto entry = [&](const QColor &colour, const QString &text) {
        painter.fillRect(QRect(left, (height - barHeight) / 2, 14, barHeight), colour);
        painter.setPen(textColour());
        painter.drawText(QRect(left + 18, 0, width - left, height), Qt::AlignVCenter, text);
        left += 18 + fontMetrics().horizontalAdvance(text) + 14;
    };
    entry(barColour(Side::x), tr("X"));
    entry(barColour(Side::y), tr("Y"));
    painter.setPen(mutedText());
    painter.drawText(QRect(left, 0, width - left - 8, height), Qt::AlignVCenter | Qt::AlignRight,
                     fontMetrics().elidedText(tr("similarity, −%1 to %1").arg(m_largest, 0, 'f', 2), Qt::ElideRight,
                                              width - left - 8));
}

void AnchorComparisonView::paintRow(QPainter &painter, int row, const QRect &area, bool current) const
{
    const AnchorComparison &bar = m_bars[static_cast<std::size_t>(row)];
    if (current)
        painter.fillRect(area, palette().highlight());
    painter.setPen(current ? palette().highlightedText().color() : palette().text().color());
    const int nameWidth = area.width() * nameShare / 100;
    const QString name = (bar.seed ? "★ " : "") + shownName(itemName(*m_workspace.data(), Side::x, bar.anchorOfX));
    painter.drawText(QRect(area.left() + 6, area.top(), nameWidth - 10, area.height()),
                     Qt::AlignVCenter | Qt::AlignLeft, fontMetrics().elidedText(name, Qt::ElideRight, nameWidth - 10));
    const int half = (area.width() - nameWidth - 8) / 2;
    const int zero = area.left() + nameWidth + half;
    const auto draw = [&](float value, int top, const QColor &colour) {
        const int length = static_cast<int>(std::lround(half * static_cast<double>(value) / m_largest));
        painter.fillRect(QRect(length < 0 ? zero + length : zero, top, std::max(1, std::abs(length)), barHeight),
                         colour);
    };
    const int middle = area.center().y();
    draw(bar.x, middle - barHeight, barColour(Side::x));
    draw(bar.y, middle + 1, barColour(Side::y));
    painter.setPen(axisColour());
    painter.drawLine(zero, area.top(), zero, area.bottom());
}

void AnchorComparisonView::resizeEvent(QResizeEvent *)
{
    updateRange();
}

void AnchorComparisonView::setCurrent(int row)
{
    m_current = std::clamp(row, 0, static_cast<int>(m_bars.size()) - 1);
    const QRect area = rectOf(m_current);
    if (area.top() < headHeight())
        verticalScrollBar()->setValue(verticalScrollBar()->value() + area.top() - headHeight());
    else if (area.bottom() > viewport()->height())
        verticalScrollBar()->setValue(verticalScrollBar()->value() + area.bottom() - viewport()->height());
    viewport()->update();
}

void AnchorComparisonView::mousePressEvent(QMouseEvent *event)
{
    const int row = rowAt(event->position().toPoint().y());
    if (row < 0)
        return;
    setCurrent(row);
    Q_EMIT anchorChosen(m_bars[static_cast<std::size_t>(row)].anchorOfX);
}

void AnchorComparisonView::keyPressEvent(QKeyEvent *event)
{
    if (m_bars.empty())
        return QAbstractScrollArea::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Down:
        return setCurrent(m_current + 1);
    case Qt::Key_Up:
        return setCurrent(m_current - 1);
    case Qt::Key_Home:
        return setCurrent(0);
    case Qt::Key_End:
        return setCurrent(static_cast<int>(m_bars.size()) - 1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        Q_EMIT anchorChosen(m_bars[static_cast<std::size_t>(m_current)].anchorOfX);
        return;
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

bool AnchorComparisonView::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const int row = rowAt(help->pos().y());
        QToolTip::showText(help->globalPos(), row < 0 ? QString() : tooltipText(rowText(row)), viewport());
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

} // namespace anchorscope::gui
