// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/style/theme.h"

#include "gui/style/controlstyle.h"
#include "gui/style/textsize.h"

#include <QApplication>
#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QPixmapCache>
#include <QSettings>
#include <QSvgRenderer>

#include <algorithm>
#include <array>
#include <cmath>

namespace anchorscope::gui {

namespace {

struct Pair
{
    QRgb light, dark;
    QColor now() const { return QColor::fromRgb(isDark() ? dark : light); }
};

constexpr Pair windowColours{0xf4f5f7, 0x1d2025};
constexpr Pair baseColours{0xffffff, 0x16181c};
constexpr Pair alternateColours{0xf7f8fa, 0x1a1d21};
constexpr Pair buttonColours{0xfcfcfd, 0x2a2e35};
constexpr Pair textColours{0x1c2026, 0xe4e7eb};
constexpr Pair mutedColours{0x5a636e, 0x9aa4b0};
constexpr Pair disabledColours{0x9299a2, 0x666e78};
constexpr Pair accentColours{0x2563ad, 0x74aaf0};
constexpr Pair highlightColours{0x2563ad, 0x2f5f9f};
constexpr Pair gridColours{0xebedf0, 0x24282d};
constexpr Pair axisColours{0x868e98, 0x717a85};
constexpr Pair borderColours{0xc9cdd3, 0x3b4149};
constexpr Pair neutralColours{0x7d8692, 0x8a94a0};
// Colours of points that do not need attention: visible, but fainter than all coloured points.
constexpr Pair quietColours{0xb9c0ca, 0x59626e};
constexpr Pair seedColours{0xffc53d, 0xffc53d};
constexpr Pair warningColours{0xa05a00, 0xf0b355};
constexpr Pair errorColours{0xb3261e, 0xf28b82};
constexpr Pair okColours{0x1a7340, 0x7bcf98};
constexpr Pair wrongColours{0xc8432b, 0xf0795f};

bool isDarkPalette(const QPalette &palette)
{
    return palette.color(QPalette::Window).lightnessF() < palette.color(QPalette::WindowText).lightnessF();
}

/// Draws an SVG; a colour of the palette replaces its only colour, "currentColor".
class LineIcon : public QIconEngine
{
public:
    LineIcon(QString name, QByteArray svg) : m_name(std::move(name)), m_svg(std::move(svg)) {}

    QIconEngine *clone() const override { return new LineIcon(*this); }
    QString key() const override { return QStringLiteral("anchorscope-line"); }

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State state) override
    {
        const qreal ratio = painter->device()->devicePixelRatioF();
        QPixmap drawn = pixmap(rect.size() * ratio, mode, state);
        drawn.setDevicePixelRatio(ratio);
        painter->drawPixmap(rect, drawn);
    }

    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override
    {
        const QColor colour = colourOf(mode, state);
        const QString cacheKey =
            QStringLiteral("anchorscope-%1-%2-%3x%4").arg(m_name, colour.name()).arg(size.width()).arg(size.height());
        QPixmap pixmap;
        if (QPixmapCache::find(cacheKey, &pixmap))
            return pixmap;
        pixmap = QPixmap(size);
        pixmap.fill(Qt::transparent);
        QSvgRenderer renderer(QByteArray(m_svg).replace("currentColor", colour.name().toLatin1()));
        renderer.setAspectRatioMode(Qt::KeepAspectRatio);
        QPainter painter(&pixmap);
        renderer.render(&painter, QRectF(QPointF(), QSizeF(size)));
        painter.end();
        QPixmapCache::insert(cacheKey, pixmap);
        return pixmap;
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

} // namespace

QIcon applicationIcon()
{
    QSvgRenderer renderer(QStringLiteral(":/anchorscope.svg"));
    QIcon icon;
    for (const int size : {16, 24, 32, 48, 64, 128, 256}) {
        QPixmap pixmap(size, size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        renderer.render(&painter);
        painter.end();
        icon.addPixmap(pixmap);
    }
    return icon;
}

QPalette themePalette(bool dark)
{
    const auto pick = [dark](Pair pair) { return QColor::fromRgb(dark ? pair.dark : pair.light); };
    QPalette palette(pick(buttonColours), pick(windowColours));
    palette.setColor(QPalette::WindowText, pick(textColours));
    palette.setColor(QPalette::Base, pick(baseColours));
    palette.setColor(QPalette::AlternateBase, pick(alternateColours));
    palette.setColor(QPalette::Text, pick(textColours));
    palette.setColor(QPalette::PlaceholderText, pick(mutedColours));
    palette.setColor(QPalette::ButtonText, pick(textColours));
    palette.setColor(QPalette::BrightText, pick(errorColours));
    palette.setColor(QPalette::ToolTipBase, dark ? QColor(0x2a, 0x2e, 0x35) : QColor(0xff, 0xff, 0xff));
    palette.setColor(QPalette::ToolTipText, pick(textColours));
    palette.setColor(QPalette::Highlight, pick(highlightColours));
    palette.setColor(QPalette::HighlightedText, Qt::white);
    palette.setColor(QPalette::Link, pick(accentColours));
    palette.setColor(QPalette::LinkVisited, pick(accentColours));
    palette.setColor(QPalette::Mid, pick(borderColours));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText})
        palette.setColor(QPalette::Disabled, role, pick(disabledColours));
    palette.setColor(QPalette::Disabled, QPalette::Highlight, pick(borderColours));
    return palette;
}

void applyTheme(QApplication &application, ThemeChoice choice)
{
    static const bool darkDesktop = isDarkPalette(application.palette());
    application.setStyle(new ControlStyle);
    const bool dark = choice == ThemeChoice::System ? darkDesktop : choice == ThemeChoice::Dark;
    applyFonts(application);
    application.setPalette(themePalette(dark));
    // Limit of Qt's pixmap cache in kilobytes. The style fills the cache with images of controls for each window; a
    // fifth of Qt's 10 MB is enough for one window.
    constexpr int kilobytes = 2048;
    QPixmapCache::setCacheLimit(kilobytes);
}

ThemeChoice savedTheme()
{
    return static_cast<ThemeChoice>(std::clamp(QSettings().value("theme").toInt(),
                                               static_cast<int>(ThemeChoice::System),
                                               static_cast<int>(ThemeChoice::Dark)));
}

void saveTheme(ThemeChoice choice)
{
    QSettings().setValue("theme", static_cast<int>(choice));
}

namespace {

int lightThemes = 0; // number of existing LightTheme objects

} // namespace

LightTheme::LightTheme()
{
    ++lightThemes;
}

LightTheme::~LightTheme()
{
    --lightThemes;
}

bool isDark()
{
    return lightThemes == 0 && isDarkPalette(QGuiApplication::palette());
}

QColor accent()
{
    return accentColours.now();
}

QColor textColour()
{
    return textColours.now();
}

QColor borderColour()
{
    return borderColours.now();
}

QColor plotBackground()
{
    return baseColours.now();
}

QColor gridColour()
{
    return gridColours.now();
}

QColor axisColour()
{
    return axisColours.now();
}

QColor mutedText()
{
    return mutedColours.now();
}

QColor neutralPoint()
{
    return neutralColours.now();
}

QColor mutedPoint()
{
    return quietColours.now();
}

QColor seedColour()
{
    return seedColours.now();
}

QColor warningColour()
{
    return warningColours.now();
}

QColor errorColour()
{
    return errorColours.now();
}

QColor okColour()
{
    return okColours.now();
}

QColor wrongColour()
{
    return wrongColours.now();
}

QFont smallFont()
{
    QFont font = QGuiApplication::font();
    font.setPixelSize(smallTextHeight());
    return font;
}

QFont titleFont()
{
    QFont font = QGuiApplication::font();
    font.setWeight(QFont::DemiBold);
    if (isPrinting())
        font.setPixelSize(qRound(13 * sizeFactor()));
    return font;
}

QIcon icon(const QString &name)
{
    return themedIcon(name);
}

std::vector<QColor> categoricalPalette(int classes)
{
    // The first eight are the colours of Okabe & Ito 2008, darkened on white to a contrast of 3 : 1. Violet replaces
    // yellow, which is invisible on white; on a dark background, light grey replaces black. A search found the last
    // four: all twelve can be distinguished with protanopia and deuteranopia. A class has the same hue in both themes.
    static constexpr std::array<QRgb, 12> onLight = {0xc58002, 0x429ad0, 0x099e73, 0x0071b1, 0xb84500, 0xc56e9e,
                                                     0x30353b, 0x5533cc, 0x8a2315, 0x5e9a45, 0x5b6fe6, 0x1d2a73};
    static constexpr std::array<QRgb, 12> onDark = {0xe69f00, 0x56b4e9, 0x009e73, 0x0072b2, 0xd55e00, 0xcc79a7,
                                                    0xd5d9de, 0x7033ff, 0xc02f42, 0x9cb860, 0x5f5cf0, 0x8a86ff};
    const auto &base = isDark() ? onDark : onLight;
    std::vector<QColor> palette;
    for (std::size_t c = 0; c < static_cast<std::size_t>(std::max(0, classes)); ++c) {
        const QColor colour = QColor::fromRgb(base[c % base.size()]);
        // Share of white (on a dark background) or black (on a light one) in repeated colours, to keep the contrast.
        const double away = 0.27 * static_cast<double>(c / base.size() % 3);
        palette.push_back(mixedColour(colour, isDark() ? Qt::white : Qt::black, away));
    }
    return palette;
}

QColor mixedColour(const QColor &a, const QColor &b, double share)
{
    const auto mixed = [share](int from, int to) { return qRound(from + share * (to - from)); };
    return {mixed(a.red(), b.red()), mixed(a.green(), b.green()), mixed(a.blue(), b.blue())};
}

double contrastRatio(const QColor &a, const QColor &b)
{
    const auto luminance = [](const QColor &colour) {
        const auto linear = [](double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); };
        return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
    };
    const double one = luminance(a), two = luminance(b);
    return (std::max(one, two) + 0.05) / (std::min(one, two) + 0.05);
}

} // namespace anchorscope::gui
