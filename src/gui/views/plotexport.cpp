// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/views/plotexport.h"

#include "gui/style/textsize.h"
#include "gui/style/theme.h"
#include "gui/style/writefile.h"

#include <QBuffer>
#include <QFileInfo>
#include <QGuiApplication>
#include <QPageLayout>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>
#include <QPdfWriter>
#include <QSvgGenerator>
#include <QWidget>

#include <memory>
#include <optional>

namespace anchorscope::gui {

namespace {

constexpr double inch = 25.4; // millimetres per inch
constexpr double unit = 96;   // number of layout pixels per inch

/// Paint device that forwards drawing to a painter, with letters as shapes, so that a file needs no fonts.
class OutlineDevice : public QPaintDevice
{
public:
    OutlineDevice(QPainter &target, const QSizeF &size);
    ~OutlineDevice() override;

    QPaintEngine *paintEngine() const override;

protected:
    int metric(PaintDeviceMetric metric) const override;

private:
    class Engine;

    std::unique_ptr<Engine> m_engine;
    QSize m_size;
};

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
        // The transform is set first, because the clip refers to transformed coordinates.
        if (changed & DirtyTransform)
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
    switch (metric) {
    case PdmWidth:
        return m_size.width();
    case PdmHeight:
        return m_size.height();
    case PdmWidthMM:
        return qRound(m_size.width() * inch / unit);
    case PdmHeightMM:
        return qRound(m_size.height() * inch / unit);
    case PdmDpiX:
    case PdmDpiY:
    case PdmPhysicalDpiX:
    case PdmPhysicalDpiY:
        return static_cast<int>(unit);
    default:
        return QPaintDevice::metric(metric);
    }
}

Error problem(ErrorCode code, const QString &message, const QString &path)
{
    return Error(code, message.toStdString()).in(filePath(path));
}

QColor backgroundColour(ExportOptions::Background background)
{
    switch (background) {
    case ExportOptions::Background::White:
        return Qt::white;
    case ExportOptions::Background::Transparent:
        return Qt::transparent;
    case ExportOptions::Background::Theme:
        break;
    }
    return QGuiApplication::palette().color(QPalette::Window);
}

void draw(QPainter &painter, ExportablePlot &plot, const QSizeF &size, const QColor &behind)
{
    if (behind.alpha() > 0)
        painter.fillRect(QRectF(QPointF(), size), behind);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setRenderHint(QPainter::LosslessImageRendering);
    plot.drawPlot(painter, size);
}

QImage imageOf(ExportablePlot &plot, const QSizeF &size, const ExportOptions &options, double dpi)
{
    const double ratio = dpi / unit;
    QImage image((size * ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
    if (image.isNull())
        return image;
    image.setDevicePixelRatio(ratio);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    draw(painter, plot, size, backgroundColour(options.background));
    return image;
}

QByteArray png(ExportablePlot &plot, const QSizeF &size, const ExportOptions &options)
{
    QImage image = imageOf(plot, size, options, options.dpi);
    if (image.isNull())
        return {};
    image.setDotsPerMeterX(qRound(options.dpi / inch * 1000));
    image.setDotsPerMeterY(image.dotsPerMeterX());
    QBuffer buffer;
    image.save(&buffer, "PNG");
    return buffer.data();
}

QByteArray svg(ExportablePlot &plot, const QSizeF &size, const ExportOptions &options, const QString &title)
{
    QBuffer buffer;
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(static_cast<int>(unit));
    generator.setSize(size.toSize());
    generator.setViewBox(QRectF(QPointF(), size));
    generator.setTitle(title);
    {
        QPainter target(&generator);
        OutlineDevice device(target, size);
        QPainter painter;
        if (options.outlines)
            painter.begin(&device);
        draw(options.outlines ? painter : target, plot, size, backgroundColour(options.background));
    }
    // Adds alternative fonts, because a viewer may not have the program's font.
    const QByteArray family = QGuiApplication::font().family().toUtf8();
    QByteArray text = buffer.data();
    return text.replace("font-family=\"" + family + "\"",
                        "font-family=\"" + family + ", Arial, Helvetica, sans-serif\"");
}

QByteArray pdf(ExportablePlot &plot, const QSizeF &size, const ExportOptions &options, const QString &title)
{
    constexpr int resolution = 1200;
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    {
        QPdfWriter writer(&buffer);
        writer.setTitle(title);
        writer.setCreator(QStringLiteral("Anchorscope"));
        writer.setResolution(resolution);
        writer.setPageLayout({QPageSize(options.millimetres, QPageSize::Millimeter, {}, QPageSize::ExactMatch),
                              QPageLayout::Portrait, QMarginsF()});
        QPainter painter(&writer);
        painter.scale(resolution / unit, resolution / unit);
        draw(painter, plot, size, backgroundColour(options.background));
    }
    return buffer.data();
}

/// Calls `render` with the size of the paper while texts and colours are those of an exported plot.
template <class Render> auto onPaper(ExportablePlot &plot, const ExportOptions &options, const Render &render)
{
    auto rendered = [&] {
        const PrintSize paper(options.textPoints);
        std::optional<LightTheme> light;
        if (options.background != ExportOptions::Background::Theme)
            light.emplace();
        return render(options.millimetres * (unit / inch));
    }();
    plot.restyle();
    return rendered;
}

} // namespace

QImage plotImage(ExportablePlot &plot, const ExportOptions &options, double dpi)
{
    return onPaper(plot, options, [&](const QSizeF &size) { return imageOf(plot, size, options, dpi); });
}

Status exportPlot(QWidget &view, const QString &path, const ExportOptions &options)
{
    auto *plot = dynamic_cast<ExportablePlot *>(&view);
    if (!plot)
        return problem(ErrorCode::wrongUsage,
                       QStringLiteral("This part of the window is not a plot and cannot be exported."), path);
    const QString ending = QFileInfo(path).suffix().toLower();
    if (!QStringList({"png", "svg", "pdf"}).contains(ending))
        return problem(ErrorCode::wrongUsage,
                       QStringLiteral("Expected a file name that ends in .png, .svg or .pdf, found \"%1\".")
                           .arg(QFileInfo(path).fileName()),
                       path);
    const QByteArray content = onPaper(*plot, options, [&](const QSizeF &size) {
        return ending == "png"   ? png(*plot, size, options)
               : ending == "svg" ? svg(*plot, size, options, view.accessibleName())
                                 : pdf(*plot, size, options, view.accessibleName());
    });
    if (content.isEmpty())
        return problem(ErrorCode::outOfMemory, QStringLiteral("The picture is too large; choose fewer dots per inch."),
                       path);
    return writeFile(path, content);
}

} // namespace anchorscope::gui
