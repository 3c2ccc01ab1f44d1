// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/views/heatmapview.h"

#include "gui/theme.h"

#include <QMouseEvent>
#include <QPainter>

namespace anchorscope::gui {

class HeatMapView::Private
{
public:
    Eigen::MatrixXd values;
    QStringList rows, columns;
    QString title, rowTitle, columnTitle, unit;
    double low = 0, high = 1;
};

HeatMapView::HeatMapView(QWidget *parent) : QWidget(parent), d(std::make_unique<Private>())
{
    setMinimumSize(120, 120);
}

HeatMapView::~HeatMapView() = default;

void HeatMapView::setMatrix(const Eigen::MatrixXd &values, const QStringList &rows, const QStringList &columns)
{
    d->values = values;
    d->rows = rows;
    d->columns = columns;
    update();
}

void HeatMapView::setTitles(const QString &title, const QString &rowTitle, const QString &columnTitle)
{
    d->title = title;
    d->rowTitle = rowTitle;
    d->columnTitle = columnTitle;
    update();
}

void HeatMapView::setRange(double low, double high, const QString &unit)
{
    d->low = low;
    d->high = high;
    d->unit = unit;
    update();
}

QRect HeatMapView::cellRect(int row, int column) const
{
    const int rows = static_cast<int>(d->values.rows()), columns = static_cast<int>(d->values.cols());
    return {QPoint(width() * column / columns, height() * row / rows),
            QPoint(width() * (column + 1) / columns - 1, height() * (row + 1) / rows - 1)};
}

void HeatMapView::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    for (int row = 0; row < d->values.rows(); ++row) {
        for (int column = 0; column < d->values.cols(); ++column) {
            QColor colour = accent();
            colour.setAlphaF(
                std::clamp((d->values(row, column) - d->low) / std::max(1e-12, d->high - d->low), 0.0, 1.0));
            painter.fillRect(cellRect(row, column), colour);
        }
    }
}

void HeatMapView::mousePressEvent(QMouseEvent *event)
{
    for (int row = 0; row < d->values.rows(); ++row) {
        for (int column = 0; column < d->values.cols(); ++column) {
            if (cellRect(row, column).contains(event->pos()))
                Q_EMIT cellClicked(row, column);
        }
    }
}

} // namespace anchorscope::gui
