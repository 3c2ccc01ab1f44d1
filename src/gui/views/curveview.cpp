// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/views/curveview.h"

#include "gui/theme.h"

#include <QChart>
#include <QChartView>
#include <QLineSeries>
#include <QLogValueAxis>
#include <QVBoxLayout>
#include <QValueAxis>

#include <cmath>

namespace anchorscope::gui {

class CurveView::Private : public QChartView
{
public:
    using QChartView::QChartView;
    QString xTitle, yTitle;
    bool logarithmic = false;
    std::vector<Curve> curves;
};

CurveView::CurveView(QWidget *parent) : QWidget(parent), d(std::make_unique<Private>(this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(d.get());
}

CurveView::~CurveView() = default;

void CurveView::setAxes(const QString &xTitle, const QString &yTitle, bool logarithmic)
{
    d->xTitle = xTitle;
    d->yTitle = yTitle;
    d->logarithmic = logarithmic;
    setCurves(d->curves);
}

void CurveView::setCurves(const std::vector<Curve> &curves)
{
    d->curves = curves;
    d->chart()->removeAllSeries();
    for (const Curve &curve : d->curves) {
        auto *series = new QLineSeries;
        series->setName(curve.name);
        QList<QPointF> points;
        for (std::size_t i = 0; i < curve.y.size(); ++i) {
            if (std::isfinite(curve.y[i]) && (!d->logarithmic || curve.y[i] > 0))
                points.append({static_cast<double>(i + 1), curve.y[i]});
        }
        series->replace(points);
        series->setColor(curve.colour.isValid() ? curve.colour : accent());
        d->chart()->addSeries(series);
    }
    d->chart()->createDefaultAxes();
}

void CurveView::setMarker(std::optional<double>) {}

} // namespace anchorscope::gui
