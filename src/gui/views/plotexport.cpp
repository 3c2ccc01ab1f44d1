// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/views/plotexport.h"

#include "gui/style/textsize.h"
#include "gui/style/theme.h"
#include "gui/style/writefile.h"
#include "gui/views/outlinedevice.h"

#include <QBuffer>
#include <QFileInfo>
#include <QGuiApplication>
#include <QPageLayout>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>
#include <QWidget>

#include <optional>

namespace anchorscope::gui {

namespace {

constexpr double inch = 25.4; // millimetres
constexpr double unit = 96;   // layout pixels an inch

Error problem(ErrorCode code, const QString &message, const QString &path)
{
    return Error(code, message.toStdString()).in(filePath(path));
}

QColor ground(ExportOptions::Background background)
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
    painter.setRenderHint(QPainter::LosslessImageRendering); // PDF: no JPEG
    plot.drawPlot(painter, size);
}

QImage picture(ExportablePlot &plot, const QSizeF &size, const ExportOptions &options, double dpi)
{
    const double ratio = dpi / unit;
    QImage image((size * ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
    if (image.isNull())
        return image;
    image.setDevicePixelRatio(ratio);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    draw(painter, plot, size, ground(options.background));
    return image;
}

QByteArray png(ExportablePlot &plot, const QSizeF &size, const ExportOptions &options)
{
    QImage image = picture(plot, size, options, options.dpi);
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
        draw(options.outlines ? painter : target, plot, size, ground(options.background));
    }
    // Who reads the file may not have the font of the program.
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
        draw(painter, plot, size, ground(options.background));
    }
    return buffer.data();
}

} // namespace

QImage plotPicture(ExportablePlot &plot, const ExportOptions &options, double dpi)
{
    QImage image;
    {
        const PaperSize paper(options.textPoints);
        std::optional<LightTheme> light;
        if (options.background != ExportOptions::Background::Theme)
            light.emplace();
        image = picture(plot, options.millimetres * (unit / inch), options, dpi);
    }
    plot.restyle();
    return image;
}

Status exportPlot(QWidget &view, const QString &path, const ExportOptions &options)
{
    auto *plot = dynamic_cast<ExportablePlot *>(&view);
    if (!plot)
        return problem(ErrorCode::wrongUsage,
                       QStringLiteral("This part of the window is not a plot and cannot be exported."), path);
    const QString ending = QFileInfo(path).suffix().toLower();
    const QSizeF size = options.millimetres * (unit / inch);
    QByteArray content;
    {
        const PaperSize paper(options.textPoints);
        std::optional<LightTheme> light;
        if (options.background != ExportOptions::Background::Theme)
            light.emplace();
        if (ending == QLatin1String("png"))
            content = png(*plot, size, options);
        else if (ending == QLatin1String("svg"))
            content = svg(*plot, size, options, view.accessibleName());
        else if (ending == QLatin1String("pdf"))
            content = pdf(*plot, size, options, view.accessibleName());
        else
            return problem(ErrorCode::wrongUsage,
                           QStringLiteral("Expected a file name that ends in .png, .svg or .pdf, found \"%1\".")
                               .arg(QFileInfo(path).fileName()),
                           path);
    }
    plot->restyle();
    if (content.isEmpty())
        return problem(ErrorCode::outOfMemory, QStringLiteral("The picture is too large; choose fewer dots per inch."),
                       path);
    return writeFile(path, content);
}

} // namespace anchorscope::gui
