// SPDX-License-Identifier: GPL-3.0-or-later
// What the mouse, the keyboard and a change of the style do in a chart of curves.
#include "gui/views/curveview.h"

#include "gui/views/plotchart.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QValueAxis>

#include <algorithm>
#include <cmath>

namespace anchorscope::gui {

void CurveView::point(std::optional<double> x)
{
    if (x)
        x = std::clamp(std::round(*x), 1.0, std::max(1.0, static_cast<double>(length())));
    if (x == m_cursor)
        return;
    m_cursor = x;
    placeLines();
}

bool CurveView::eventFilter(QObject *, QEvent *event)
{
    const auto iterationAt = [this](QPointF position) {
        const QRectF plot = m_chart->plotArea();
        const auto *axis = static_cast<QValueAxis *>(m_chart->horizontalAxis());
        return axis->min() + (position.x() - plot.left()) / plot.width() * (axis->max() - axis->min());
    };
    if (event->type() == QEvent::Leave) {
        point({});
    } else if (event->type() == QEvent::MouseMove) {
        const QPointF at = static_cast<QMouseEvent *>(event)->position();
        point(m_chart->plotArea().contains(at) ? std::optional(iterationAt(at)) : std::nullopt);
    } else if (event->type() == QEvent::MouseButtonPress &&
               static_cast<QMouseEvent *>(event)->button() == Qt::LeftButton) {
        const QPointF at = static_cast<QMouseEvent *>(event)->position();
        if (length() > 0 && m_chart->plotArea().contains(at)) {
            point(iterationAt(at));
            Q_EMIT picked(static_cast<int>(*m_cursor));
        }
    }
    return false;
}

void CurveView::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        restyle();
}

void CurveView::keyPressEvent(QKeyEvent *event)
{
    const int step = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    if (step == 0 || length() == 0) {
        QWidget::keyPressEvent(event);
        return;
    }
    const double stride = event->modifiers() & Qt::ShiftModifier ? 10 : 1;
    point(m_cursor.value_or(step > 0 ? 0.0 : static_cast<double>(length()) + 1) + step * stride);
    Q_EMIT picked(static_cast<int>(*m_cursor));
}

} // namespace anchorscope::gui
