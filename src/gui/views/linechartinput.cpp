// SPDX-License-Identifier: GPL-3.0-or-later
// Mouse, keyboard, tooltips and changes of style of LineChart.
#include "gui/style/plaintext.h"
#include "gui/views/linechart.h"
#include "gui/views/plotchart.h"

#include <QAccessible>
#include <QCategoryAxis>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace anchorscope::gui {

namespace {

constexpr double nearEnough = 12; // maximum distance in pixels from the mouse to the chosen point

} // namespace

double LineChart::iterationAt(QPointF position) const
{
    const QRectF plot = m_chart->plotArea();
    return m_horizontal->min() +
           (position.x() - plot.left()) / plot.width() * (m_horizontal->max() - m_horizontal->min());
}

void LineChart::moveCursor(std::optional<double> x)
{
    if (x)
        x = std::clamp(std::round(*x), 1.0, std::max(1.0, static_cast<double>(length())));
    if (x == m_cursor)
        return;
    m_cursor = x;
    placeLines();
}

void LineChart::mouseMoveEvent(QMouseEvent *event)
{
    const bool inside = overIterations() && m_chart->plotArea().contains(event->position());
    moveCursor(inside ? std::optional(iterationAt(event->position())) : std::nullopt);
}

void LineChart::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton || empty() || !overIterations() ||
        !m_chart->plotArea().contains(event->position()))
        return QWidget::mousePressEvent(event);
    moveCursor(iterationAt(event->position()));
    Q_EMIT picked(static_cast<int>(*m_cursor));
}

void LineChart::leaveEvent(QEvent *event)
{
    QWidget::leaveEvent(event);
    moveCursor({});
}

void LineChart::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        restyle();
}

void LineChart::keyPressEvent(QKeyEvent *event)
{
    const int step = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    if (step == 0 || empty())
        return QWidget::keyPressEvent(event);
    if (overIterations()) {
        const double stride = event->modifiers() & Qt::ShiftModifier ? 10 : 1;
        moveCursor(m_cursor.value_or(step > 0 ? 0.0 : static_cast<double>(length()) + 1) + step * stride);
        Q_EMIT picked(static_cast<int>(*m_cursor));
        return;
    }
    m_current = std::clamp(m_current.value_or(step > 0 ? -1 : pointCount()) + step, 0, pointCount() - 1);
    placeLines();
    describe();
    QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&changed);
}

std::optional<int> LineChart::pointAt(QPointF position) const
{
    std::optional<int> best;
    double nearest = nearEnough;
    for (int i = 0; i < pointCount(); ++i) {
        if (const double distance = QLineF(positionOf(i), position).length(); distance < nearest) {
            nearest = distance;
            best = i;
        }
    }
    return best;
}

bool LineChart::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip && !overIterations()) {
        const auto *help = static_cast<QHelpEvent *>(event);
        if (const auto point = pointAt(help->pos()))
            QToolTip::showText(help->globalPos(), tooltipText(pointText(*point)), this);
        else
            QToolTip::hideText();
        return true;
    }
    const bool handled = QWidget::event(event);
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)
        placeLines();
    return handled;
}

} // namespace anchorscope::gui
