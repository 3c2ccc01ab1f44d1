// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plot/colourmap.h"
#include "gui/style/theme.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDirIterator>
#include <QFontInfo>
#include <QFontMetricsF>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QPalette>
#include <QPushButton>
#include <QSlider>
#include <QSpinBox>
#include <QTabBar>
#include <QTableWidget>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

using namespace anchorscope::gui;

class TestTheme : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void icons_data();
    void icons();
    void iconsFollowTheTheme();
    void programHasAnIcon();
    void bundledFont();
    void contrast_data();
    void contrast();
    void textHasContrast();
    void numbersAreReadableOnHeatMaps();
    void fieldsAreOutlined();
    void classColoursStayApart_data();
    void classColoursStayApart();
    void classesKeepTheirHue();
    void manyClasses();
};

namespace {

using Channels = std::array<double, 3>;

/// CIE L*a*b* (D65) of a colour as seen through a matrix on linear RGB.
Channels seen(const QColor &colour, const std::array<Channels, 3> &eye)
{
    const auto linear = [](double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); };
    const auto times = [](const std::array<Channels, 3> &m, const Channels &v) {
        Channels result;
        for (int i = 0; i < 3; ++i)
            result[i] = m[i][0] * v[0] + m[i][1] * v[1] + m[i][2] * v[2];
        return result;
    };
    Channels rgb = times(eye, {linear(colour.redF()), linear(colour.greenF()), linear(colour.blueF())});
    for (double &v : rgb)
        v = std::clamp(v, 0.0, 1.0);
    static const std::array<Channels, 3> toXyz = {
        {{0.4124, 0.3576, 0.1805}, {0.2126, 0.7152, 0.0722}, {0.0193, 0.1192, 0.9505}}};
    const Channels xyz = times(toXyz, rgb);
    const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
    const double x = f(xyz[0] / 0.95047), y = f(xyz[1]), z = f(xyz[2] / 1.08883);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

/// Contrast of the most distant pixel to the background, which is the most frequent colour.
double contrastOfWriting(const QImage &image)
{
    std::map<QRgb, int> counts;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            ++counts[image.pixel(x, y)];
    }
    const auto most = std::max_element(counts.begin(), counts.end(),
                                       [](const auto &a, const auto &b) { return a.second < b.second; });
    double best = 1;
    for (const auto &[colour, count] : counts)
        best = std::max(best, contrastRatio(QColor::fromRgb(colour), QColor::fromRgb(most->first)));
    return best;
}

} // namespace

void TestTheme::icons_data()
{
    QTest::addColumn<QString>("name");
    for (const char *name :
         {"open",   "save",       "undo",         "redo",       "fit",      "zoom-in",     "zoom-out",
          "pan",    "select-box", "select-lasso", "hover-link", "anchor",   "seed-add",    "random",
          "import", "export",     "remove",       "clear",      "play",     "pause",       "stop",
          "cancel", "retrieval",  "stitching",    "data",       "settings", "theme-light", "theme-dark",
          "help",   "copy",       "search",       "info",       "warning",  "error",       "ok"})
        QTest::newRow(name) << name;
}

void TestTheme::icons()
{
    QFETCH(QString, name);
    QVERIFY(QFile::exists(QStringLiteral(":/icons/%1.svg").arg(name)));
    const QImage image = icon(name).pixmap(24, 24).toImage();
    int drawn = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            drawn += image.pixelColor(x, y).alpha() > 200;
    }
    QVERIFY2(drawn > 15, "the icon is empty");
}

void TestTheme::iconsFollowTheTheme()
{
    const QIcon play = icon("play");
    const auto inkOf = [&] {
        const QImage image = play.pixmap(48, 48).toImage();
        QColor ink;
        for (int x = 0; x < image.width() && !ink.isValid(); ++x) {
            if (image.pixelColor(x, 24).alpha() == 255)
                ink = image.pixelColor(x, 24);
        }
        return ink;
    };
    for (const ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark}) {
        applyTheme(*qApp, choice);
        QCOMPARE(isDark(), choice == ThemeChoice::Dark);
        QCOMPARE(inkOf(), QGuiApplication::palette().color(QPalette::ButtonText));
    }
}

void TestTheme::programHasAnIcon()
{
    const QImage image = applicationIcon().pixmap(64, 64).toImage();
    QCOMPARE(image.size(), QSize(64, 64));
    // The mark in the middle.
    const QColor middle = image.pixelColor(32, 32);
    QVERIFY(middle.red() > 200 && middle.blue() < 120);
    QCOMPARE(image.pixelColor(0, 0).alpha(), 0);
}

void TestTheme::bundledFont()
{
    applyTheme(*qApp, ThemeChoice::Light);
    QCOMPARE(QFontInfo(qApp->font()).family(), QStringLiteral("Anchorscope Sans"));
    const QFontMetricsF metrics(qApp->font());
    for (const QChar digit : QStringLiteral("123456789"))
        QCOMPARE(metrics.horizontalAdvance(digit), metrics.horizontalAdvance(QLatin1Char('0')));
}

void TestTheme::contrast_data()
{
    QTest::addColumn<ThemeChoice>("choice");
    QTest::newRow("light") << ThemeChoice::Light;
    QTest::newRow("dark") << ThemeChoice::Dark;
}

void TestTheme::contrast()
{
    QFETCH(ThemeChoice, choice);
    applyTheme(*qApp, choice);
    const QPalette palette = QGuiApplication::palette();
    using P = QPalette;
    const std::vector<std::pair<P::ColorRole, P::ColorRole>> texts = {{P::WindowText, P::Window},
                                                                      {P::Text, P::Base},
                                                                      {P::Text, P::AlternateBase},
                                                                      {P::ButtonText, P::Button},
                                                                      {P::PlaceholderText, P::Base},
                                                                      {P::ToolTipText, P::ToolTipBase},
                                                                      {P::Link, P::Base},
                                                                      {P::Link, P::Window},
                                                                      {P::HighlightedText, P::Highlight}};
    for (const auto &[text, ground] : texts)
        QVERIFY2(contrastRatio(palette.color(text), palette.color(ground)) >= 4.5,
                 qPrintable(QStringLiteral("%1 on %2").arg(text).arg(ground)));
    for (const P::ColorRole ground : {P::Window, P::Base}) {
        for (const QColor &text : {mutedText(), warningColour(), errorColour(), okColour()})
            QVERIFY2(contrastRatio(text, palette.color(ground)) >= 4.5, qPrintable(text.name()));
        for (const QColor &shape : {accent(), axisColour(), neutralPoint()})
            QVERIFY2(contrastRatio(shape, palette.color(ground)) >= 3, qPrintable(shape.name()));
    }
}

/// The style mixes its own backgrounds for headings, tabs and selections: checks real pixels.
void TestTheme::textHasContrast()
{
    const QString letters = QStringLiteral("HHHHHH");
    for (const ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark}) {
        applyTheme(*qApp, choice);
        QTableWidget table(2, 1);
        table.setHorizontalHeaderLabels({letters});
        table.setAlternatingRowColors(true);
        for (int row = 0; row < 2; ++row)
            table.setItem(row, 0, new QTableWidgetItem(letters));
        table.selectRow(0);
        QTabBar tabs;
        tabs.addTab(letters);
        tabs.addTab(letters);
        QPushButton button(letters);
        QToolButton tool;
        tool.setText(letters);
        tool.setCheckable(true);
        tool.setChecked(true);
        QComboBox combo;
        combo.addItem(letters);
        QMenu menu;
        menu.addAction(letters);
        menu.addAction(letters);
        menu.setActiveAction(menu.actions().first());
        for (QWidget *widget : std::initializer_list<QWidget *>{&table, &tabs, &button, &tool, &combo, &menu})
            widget->resize(widget->sizeHint());
        const auto check = [](const char *what, QWidget &widget, const QRect &part) {
            const double contrast = contrastOfWriting(widget.grab(part).toImage());
            QVERIFY2(contrast >= 4.5, qPrintable(QStringLiteral("%1: %2").arg(what).arg(contrast)));
        };
        const auto inside = [](const QRect &part) { return part.adjusted(4, 4, -4, -4); };
        check("heading", *table.horizontalHeader(), {6, 4, 60, table.horizontalHeader()->height() - 8});
        for (int row = 0; row < 2; ++row)
            check(row == 0 ? "chosen row" : "other row", *table.viewport(),
                  inside(table.visualItemRect(table.item(row, 0))));
        for (int tab = 0; tab < 2; ++tab)
            check(tab == 0 ? "tab in front" : "tab behind", tabs, inside(tabs.tabRect(tab)));
        check("button", button, inside(button.rect()));
        check("checked tool", tool, inside(tool.rect()));
        check("choice", combo, inside(combo.rect()));
        for (int entry = 0; entry < 2; ++entry)
            check(entry == 0 ? "chosen entry" : "other entry", menu,
                  inside(menu.actionGeometry(menu.actions()[entry])));
    }
    applyTheme(*qApp, ThemeChoice::Light);
}

void TestTheme::numbersAreReadableOnHeatMaps()
{
    for (const bool dark : {false, true}) {
        for (int step = -100; step <= 100; ++step) {
            for (const QColor &ground : {heat(0.01 * step, dark), diverging(0.01 * step, dark)})
                QVERIFY2(contrastRatio(readableOn(ground), ground) >= 4.5, qPrintable(ground.name()));
        }
    }
}

/// The corners are rounded, so the middle of the edges is checked.
void TestTheme::fieldsAreOutlined()
{
    for (const ThemeChoice theme : {ThemeChoice::Light, ThemeChoice::Dark}) {
        applyTheme(*qApp, theme);
        QCheckBox check;
        QLineEdit edit;
        QSpinBox spin;
        QPushButton button("Button");
        QToolButton tool;
        tool.setText("Tool");
        QComboBox choice;
        choice.addItem("alpha");
        QSlider slider(Qt::Horizontal); // the handle is at the left end
        for (QWidget *widget :
             std::initializer_list<QWidget *>{&check, &edit, &spin, &button, &tool, &choice, &slider}) {
            widget->resize(widget->sizeHint());
            const QImage image = widget->grab().toImage();
            double best = 1; // along a line through the left edge
            for (int x = 0; x < 8; ++x)
                best = std::max(best, contrastRatio(image.pixelColor(x, image.height() / 2),
                                                    qApp->palette().color(QPalette::Window)));
            QVERIFY2(best >= 3, qPrintable(QString("%1: %2").arg(widget->metaObject()->className()).arg(best)));
        }
    }
    applyTheme(*qApp, ThemeChoice::Light);
}

void TestTheme::classColoursStayApart_data()
{
    // Machado, Oliveira & Fernandes 2009, severity 1.
    const std::map<const char *, std::array<Channels, 3>> eyes = {
        {"all colours", {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
        {"protanopia",
         {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}}},
        {"deuteranopia",
         {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}}}};
    QTest::addColumn<ThemeChoice>("choice");
    QTest::addColumn<std::array<Channels, 3>>("eye");
    for (const auto &[name, eye] : eyes) {
        QTest::addRow("light, %s", name) << ThemeChoice::Light << eye;
        QTest::addRow("dark, %s", name) << ThemeChoice::Dark << eye;
    }
}

void TestTheme::classColoursStayApart()
{
    QFETCH(ThemeChoice, choice);
    using Eye = std::array<Channels, 3>;
    QFETCH(Eye, eye);
    applyTheme(*qApp, choice);
    const std::vector<QColor> palette = categoricalPalette(12);
    // Colours more than 15 apart in L*a*b* are distinguished at a glance.
    for (std::size_t i = 0; i < palette.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const Channels a = seen(palette[i], eye), b = seen(palette[j], eye);
            QVERIFY2(std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) > 15,
                     qPrintable(palette[i].name() + QLatin1Char(' ') + palette[j].name()));
        }
        QVERIFY2(contrastRatio(palette[i], plotBackground()) >= 3, qPrintable(palette[i].name()));
    }
}

/// Purple remains purple in the dark theme; a grey has no hue.
void TestTheme::classesKeepTheirHue()
{
    applyTheme(*qApp, ThemeChoice::Light);
    const std::vector<QColor> light = categoricalPalette(12);
    applyTheme(*qApp, ThemeChoice::Dark);
    const std::vector<QColor> dark = categoricalPalette(12);
    applyTheme(*qApp, ThemeChoice::Light);
    for (std::size_t c = 0; c < light.size(); ++c) {
        if (light[c].hslSaturation() < 50 || dark[c].hslSaturation() < 50)
            continue;
        const int turn = std::abs(light[c].hslHue() - dark[c].hslHue());
        QVERIFY2(std::min(turn, 360 - turn) <= 30, qPrintable(light[c].name() + " " + dark[c].name()));
    }
}

void TestTheme::manyClasses()
{
    QCOMPARE(categoricalPalette(0).size(), std::size_t(0));
    const std::vector<QColor> palette = categoricalPalette(36);
    for (std::size_t i = 0; i < palette.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j)
            QVERIFY(palette[i] != palette[j]);
    }
}

QTEST_MAIN(TestTheme)
#include "tst_theme.moc"
