// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/style/icons.h"

#include "gui/style/theme.h"

#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QPixmapCache>
#include <QSvgRenderer>

namespace anchorscope::gui {

namespace {

/// Draws an SVG whose only colour is "currentColor" in a colour of the current palette.
class LineIcon : public QIconEngine
{
public:
    LineIcon(QString name, QByteArray svg) : m_name(std::move(name)), m_svg(std::move(svg)) {}

    QIconEngine *clone() const override { return new LineIcon(*this); }
    QString key() const override { return QStringLiteral("anchorscope-line"); }

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State state) override
    {
        const qreal ratio = painter->device()->devicePixelRatioF();
        QPixmap picture = pixmap(rect.size() * ratio, mode, state);
        picture.setDevicePixelRatio(ratio);
        painter->drawPixmap(rect, picture);
    }

    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override
    {
        const QColor colour = colourOf(mode, state);
        const QString cacheKey =
            QStringLiteral("anchorscope-%1-%2-%3x%4").arg(m_name, colour.name()).arg(size.width()).arg(size.height());
        QPixmap picture;
        if (QPixmapCache::find(cacheKey, &picture))
            return picture;
        picture = QPixmap(size);
        picture.fill(Qt::transparent);
        QSvgRenderer renderer(QByteArray(m_svg).replace("currentColor", colour.name().toLatin1()));
        renderer.setAspectRatioMode(Qt::KeepAspectRatio);
        QPainter painter(&picture);
        renderer.render(&painter, QRectF(QPointF(), QSizeF(size)));
        painter.end();
        QPixmapCache::insert(cacheKey, picture);
        return picture;
    }

private:
    static QColor colourOf(QIcon::Mode mode, QIcon::State state)
    {
        const QPalette palette = QGuiApplication::palette();
        if (mode == QIcon::Disabled)
            return palette.color(QPalette::Disabled, QPalette::ButtonText);
        if (mode == QIcon::Selected)
            return palette.color(QPalette::HighlightedText);
        return state == QIcon::On ? accent() : palette.color(QPalette::ButtonText);
    }

    QString m_name;
    QByteArray m_svg;
};

} // namespace

QIcon themedIcon(const QString &name)
{
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    if (!file.open(QIODevice::ReadOnly)) {
        qWarning("There is no icon \"%s\".", qPrintable(name));
        file.setFileName(QStringLiteral(":/icons/info.svg"));
        if (!file.open(QIODevice::ReadOnly))
            qFatal("This program was built without its icons.");
    }
    return QIcon(new LineIcon(name, file.readAll()));
}

QIcon applicationIcon()
{
    QSvgRenderer renderer(QStringLiteral(":/anchorscope.svg"));
    QIcon icon;
    for (const int size : {16, 24, 32, 48, 64, 128, 256}) {
        QPixmap picture(size, size);
        picture.fill(Qt::transparent);
        QPainter painter(&picture);
        renderer.render(&painter);
        painter.end();
        icon.addPixmap(picture);
    }
    return icon;
}

} // namespace anchorscope::gui
