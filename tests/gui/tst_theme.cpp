// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/theme.h"

#include <QApplication>
#include <QDirIterator>
#include <QFontInfo>
#include <QFontMetricsF>
#include <QPalette>
#include <QTest>

using namespace anchorscope::gui;

class TestTheme : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void icons_data();
    void icons();
    void iconsFollowTheTheme();
    void bundledFont();
    void contrast_data();
    void contrast();
};

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
    const QImage picture = icon(name).pixmap(24, 24).toImage();
    int drawn = 0;
    for (int y = 0; y < picture.height(); ++y) {
        for (int x = 0; x < picture.width(); ++x)
            drawn += picture.pixelColor(x, y).alpha() > 200;
    }
    QVERIFY2(drawn > 15, "the icon is empty");
}

void TestTheme::iconsFollowTheTheme()
{
    const QIcon play = icon("play");
    const auto inkOf = [&] {
        const QImage picture = play.pixmap(48, 48).toImage();
        QColor ink;
        for (int x = 0; x < picture.width() && !ink.isValid(); ++x) {
            if (picture.pixelColor(x, 24).alpha() == 255)
                ink = picture.pixelColor(x, 24);
        }
        return ink;
    };
    for (const ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark}) {
        applyTheme(*qApp, choice);
        QCOMPARE(isDark(), choice == ThemeChoice::Dark);
        QCOMPARE(inkOf(), QGuiApplication::palette().color(QPalette::ButtonText));
    }
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

QTEST_MAIN(TestTheme)
#include "tst_theme.moc"
