// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/views/scatterview.h"

#include "gui/plot/pickgrid.h"
#include "gui/plot/sprite.h"
#include "gui/plot/viewtransform.h"
#include "gui/theme.h"

#include <QChart>
#include <QChartView>
#include <QElapsedTimer>
#include <QGraphicsObject>
#include <QMouseEvent>
#include <QPainter>
#include <QVBoxLayout>
#include <QValueAxis>
#include <QWheelEvent>

namespace anchorscope::gui {

class ScatterView::Private : public QChartView
{
public:
    explicit Private(ScatterView *owner) : QChartView(owner), q(owner)
    {
        chart()->addAxis(&x, Qt::AlignBottom);
        chart()->addAxis(&y, Qt::AlignLeft);
        chart()->setMargins({});
        chart()->setBackgroundVisible(false);
        setMouseTracking(true);
        connect(chart(), &QChart::plotAreaChanged, this, [this](const QRectF &area) {
            view = view.resized(area);
            apply();
        });
    }

    void apply()
    {
        const QRectF shown = view.visible();
        x.setRange(shown.left(), shown.right());
        y.setRange(shown.top(), shown.bottom());
        viewport()->update();
    }

    void drawForeground(QPainter *painter, const QRectF &) override
    {
        if (!points)
            return;
        painter->setClipRect(view.plot);
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(Qt::NoPen);
        for (Index i = 0; i < points->rows(); ++i) {
            const bool coloured = colours && i < static_cast<Index>(colours->classOfPoint.size());
            painter->setBrush(coloured ? colours->palette.at(colours->classOfPoint[i]) : neutralPoint());
            painter->drawEllipse(place(static_cast<int>(i)), 2.5, 2.5);
        }
        painter->setPen(palette().color(QPalette::Text));
        for (const Mark &mark : marks)
            painter->drawEllipse(place(mark.point), 6, 6);
        for (const auto *overlay : {&selected, &highlighted}) {
            painter->setBrush(accent());
            for (const int i : *overlay)
                painter->drawEllipse(place(i), 4, 4);
        }
    }

    QPointF place(int i) const { return view.toPixel({(*points)(i, 0), (*points)(i, 1)}); }

    void paintEvent(QPaintEvent *event) override
    {
        QElapsedTimer timer;
        timer.start();
        QChartView::paintEvent(event);
        Q_EMIT q->frameDone(static_cast<double>(timer.nsecsElapsed()) * 1e-6);
    }

    void mouseMoveEvent(QMouseEvent *event) override
    {
        if (event->buttons() & Qt::LeftButton) {
            view = view.panned(event->position() - last);
            apply();
        }
        last = event->position();
        const int point = q->pointAt(event->pos());
        if (point != under)
            Q_EMIT q->hovered(under = point, event->globalPosition().toPoint());
    }

    void mousePressEvent(QMouseEvent *event) override { last = pressed = event->position(); }

    void mouseReleaseEvent(QMouseEvent *event) override
    {
        const int point = q->pointAt(event->pos());
        if ((event->position() - pressed).manhattanLength() < 4 && point >= 0)
            Q_EMIT q->clicked(point, event->modifiers());
    }

    void mouseDoubleClickEvent(QMouseEvent *) override { q->fit(); }

    void wheelEvent(QWheelEvent *event) override
    {
        view = view.zoomed(std::pow(1.0015, event->angleDelta().y()), event->position());
        apply();
    }

    ScatterView *q;
    QValueAxis x, y;
    ViewTransform view;
    std::shared_ptr<const Matrix> points;
    PickGrid grid;
    std::shared_ptr<const PointColours> colours;
    std::vector<Mark> marks;
    std::vector<int> selected, highlighted;
    Tool tool = Tool::Pan;
    QPointF last, pressed;
    int under = -1;
};

ScatterView::ScatterView(QWidget *parent) : QWidget(parent), d(std::make_unique<Private>(this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(d.get());
}

ScatterView::~ScatterView() = default;

void ScatterView::setTitle(const QString &title, const QString &subtitle)
{
    d->chart()->setTitle(QStringLiteral("<b>%1</b>&nbsp; %2").arg(title.toHtmlEscaped(), subtitle.toHtmlEscaped()));
}

void ScatterView::setAxisTitles(const QString &x, const QString &y)
{
    d->x.setTitleText(x);
    d->y.setTitleText(y);
}

void ScatterView::setPoints(std::shared_ptr<const Matrix> coordinates, Frame frame, bool)
{
    d->points = std::move(coordinates);
    d->grid = PickGrid(d->points);
    if (frame == Frame::Fit)
        fit();
    d->viewport()->update();
}

void ScatterView::clear(const QString &message)
{
    d->points.reset();
    d->grid = {};
    d->chart()->setTitle(message);
}

void ScatterView::setColours(std::shared_ptr<const PointColours> colours)
{
    d->colours = std::move(colours);
    d->viewport()->update();
}

void ScatterView::setMarks(std::vector<Mark> marks)
{
    d->marks = std::move(marks);
    d->viewport()->update();
}

void ScatterView::setSelected(std::vector<int> points)
{
    d->selected = std::move(points);
    d->viewport()->update();
}

void ScatterView::setHighlighted(std::vector<int> points)
{
    d->highlighted = std::move(points);
    d->viewport()->update();
}

void ScatterView::setTool(Tool tool)
{
    d->tool = tool;
}

ScatterView::Tool ScatterView::tool() const
{
    return d->tool;
}

void ScatterView::fit()
{
    d->view = ViewTransform::fitted(d->grid.bounds(), d->chart()->plotArea());
    d->apply();
}

void ScatterView::zoom(double factor)
{
    d->view = d->view.zoomed(factor, d->view.plot.center());
    d->apply();
}

int ScatterView::pointAt(const QPoint &viewportPosition) const
{
    return d->grid.nearest(d->view.toData(viewportPosition), 8 / d->view.scale);
}

QPoint ScatterView::positionOf(int point) const
{
    return d->place(point).toPoint();
}

QWidget *ScatterView::viewport() const
{
    return d->viewport();
}

} // namespace anchorscope::gui
