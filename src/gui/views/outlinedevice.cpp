// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/views/outlinedevice.h"

#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>

namespace anchorscope::gui {

class OutlineDevice::Engine : public QPaintEngine
{
public:
    explicit Engine(QPainter &target) : QPaintEngine(AllFeatures), m_target(target) {}

    bool begin(QPaintDevice *) override { return true; }
    bool end() override { return true; }
    Type type() const override { return User; }

    void updateState(const QPaintEngineState &now) override
    {
        const DirtyFlags changed = now.state();
        if (changed & DirtyTransform) // before the clip, which is in its coordinates
            m_target.setTransform(now.transform());
        if (changed & DirtyPen)
            m_target.setPen(now.pen());
        if (changed & DirtyBrush)
            m_target.setBrush(now.brush());
        if (changed & DirtyBrushOrigin)
            m_target.setBrushOrigin(now.brushOrigin());
        if (changed & DirtyHints)
            setHints(now.renderHints());
        if (changed & DirtyCompositionMode)
            m_target.setCompositionMode(now.compositionMode());
        if (changed & DirtyOpacity)
            m_target.setOpacity(now.opacity());
        if (changed & DirtyClipRegion)
            m_target.setClipRegion(now.clipRegion(), now.clipOperation());
        if (changed & DirtyClipPath)
            m_target.setClipPath(now.clipPath(), now.clipOperation());
        if (changed & DirtyClipEnabled)
            m_target.setClipping(now.isClipEnabled());
    }

    void drawPath(const QPainterPath &path) override { m_target.drawPath(path); }
    void drawPolygon(const QPointF *points, int count, PolygonDrawMode mode) override
    {
        if (mode == PolylineMode)
            m_target.drawPolyline(points, count);
        else
            m_target.drawPolygon(points, count, mode == WindingMode ? Qt::WindingFill : Qt::OddEvenFill);
    }
    using QPaintEngine::drawPolygon;
    void drawPixmap(const QRectF &at, const QPixmap &pixmap, const QRectF &part) override
    {
        m_target.drawPixmap(at, pixmap, part);
    }
    void drawImage(const QRectF &at, const QImage &image, const QRectF &part, Qt::ImageConversionFlags flags) override
    {
        m_target.drawImage(at, image, part, flags);
    }
    void drawTextItem(const QPointF &at, const QTextItem &item) override
    {
        QPainterPath letters;
        letters.addText(at, item.font(), item.text());
        m_target.fillPath(letters, m_target.pen().brush());
    }

private:
    void setHints(QPainter::RenderHints hints)
    {
        m_target.setRenderHints(m_target.renderHints(), false);
        m_target.setRenderHints(hints);
    }

    QPainter &m_target;
};

OutlineDevice::OutlineDevice(QPainter &target, const QSizeF &size)
    : m_engine(std::make_unique<Engine>(target)), m_size(size.toSize())
{
}

OutlineDevice::~OutlineDevice() = default;

QPaintEngine *OutlineDevice::paintEngine() const
{
    return m_engine.get();
}

int OutlineDevice::metric(PaintDeviceMetric metric) const
{
    constexpr int dotsPerInch = 96;
    constexpr double inch = 25.4;
    switch (metric) {
    case PdmWidth:
        return m_size.width();
    case PdmHeight:
        return m_size.height();
    case PdmWidthMM:
        return qRound(m_size.width() * inch / dotsPerInch);
    case PdmHeightMM:
        return qRound(m_size.height() * inch / dotsPerInch);
    case PdmDpiX:
    case PdmDpiY:
    case PdmPhysicalDpiX:
    case PdmPhysicalDpiY:
        return dotsPerInch;
    default:
        return QPaintDevice::metric(metric);
    }
}

} // namespace anchorscope::gui
