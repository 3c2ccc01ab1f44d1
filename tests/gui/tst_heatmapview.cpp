// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plot/colourmap.h"
#include "gui/style/theme.h"
#include "gui/views/heatmapgrid.h"

#include <QApplication>
#include <QLabel>
#include <QLocale>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>

#include <cmath>
#include <limits>

using namespace anchorscope::gui;

namespace {

QStringList classes(int count)
{
    QStringList names;
    for (int i = 0; i < count; ++i)
        names << QStringLiteral("class %1").arg(i);
    return names;
}

} // namespace

class TestHeatMapView : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void clickGivesTheCell_data();
    void clickGivesTheCell();
    void everyPixelBelongsToItsCell();
    void partsStayOnThePage_data();
    void partsStayOnThePage();
    void namesOfRowsGetTheRoomTheyNeed();
    void gridOfMapsNamesThemOnce();
    void keyboardMovesAndClicks();
    void colourAtKnownPlaces();
    void tooltipShowsCountAndShare();
    void emptyAndStrangeValues();
    void lightnessIsEven_data();
    void lightnessIsEven();
    void differencesAreNeutralAtZero();
};

void TestHeatMapView::init()
{
    applyTheme(*qApp, ThemeChoice::Light);
}

void TestHeatMapView::clickGivesTheCell_data()
{
    QTest::addColumn<int>("size");
    QTest::addColumn<int>("row");
    QTest::addColumn<int>("column");
    QTest::newRow("2 classes") << 2 << 1 << 0;
    QTest::newRow("10 classes, diagonal") << 10 << 9 << 9;
    QTest::newRow("10 classes, beside it") << 10 << 3 << 7;
    QTest::newRow("300 anchors") << 300 << 120 << 250;
}

void TestHeatMapView::clickGivesTheCell()
{
    QFETCH(int, size);
    QFETCH(int, row);
    QFETCH(int, column);
    HeatMapView view;
    view.resize(460, 440); // a cell of 300 anchors has more than a pixel
    view.setMatrix(Eigen::MatrixXd::Identity(size, size), classes(size), classes(size));
    view.setTitles(QStringLiteral("Trained on X, tested on Y"), QStringLiteral("True"), QStringLiteral("Predicted"));
    QSignalSpy spy(&view, &HeatMapView::cellClicked);
    QTest::mouseClick(&view, Qt::LeftButton, {}, view.cellRect(row, column).topLeft());
    QCOMPARE(spy.size(), 1);
    QCOMPARE(spy[0][0].toInt(), row);
    QCOMPARE(spy[0][1].toInt(), column);
    QTest::mouseClick(&view, Qt::LeftButton, {}, QPoint(3, 3));
    QCOMPARE(spy.size(), 1);
}

void TestHeatMapView::everyPixelBelongsToItsCell()
{
    HeatMapView view;
    view.resize(333, 287);
    view.setMatrix(Eigen::MatrixXd::Zero(7, 11), classes(7), classes(11));
    int pixels = 0;
    for (int y = 0; y < view.height(); ++y) {
        for (int x = 0; x < view.width(); ++x) {
            if (const auto cell = view.cellAt({x, y})) {
                QVERIFY(view.cellRect(cell->y(), cell->x()).contains(x, y));
                ++pixels;
            }
        }
    }
    QVERIFY(pixels > 10'000);
}

void TestHeatMapView::partsStayOnThePage_data()
{
    QTest::addColumn<QSize>("page");
    QTest::addColumn<int>("size");
    QTest::addColumn<bool>("shown");
    QTest::newRow("one cell") << QSize(300, 280) << 1 << true;
    QTest::newRow("ten classes") << QSize(300, 280) << 10 << true;
    QTest::newRow("300 anchors") << QSize(500, 460) << 300 << true;
    QTest::newRow("nothing to show") << QSize(300, 280) << 0 << false;
    QTest::newRow("no room") << QSize(30, 20) << 4 << false;
}

void TestHeatMapView::partsStayOnThePage()
{
    QFETCH(QSize, page);
    QFETCH(int, size);
    const QStringList names = classes(size);
    const HeatMapLayout layout = layOutHeatMap(
        page, size, size, {names, names, "Title", "true", "predicted", {"0", "1"}}, QFontMetrics(QApplication::font()));
    QTEST(!layout.map.isEmpty(), "shown");
    if (layout.map.isEmpty()) {
        QVERIFY(!layout.cellAt({10, 10}));
        return;
    }
    QVERIFY(QRect(QPoint(), page).contains(layout.map) && QRect(QPoint(), page).contains(layout.bar));
    QVERIFY(!layout.map.intersects(layout.bar));
    QCOMPARE(layout.cellRect(0, 0).topLeft(), layout.map.topLeft());
    QCOMPARE(layout.cellRect(size - 1, size - 1).bottomRight(), layout.map.bottomRight());
    QCOMPARE(layout.cellAt(layout.map.bottomRight()), std::optional(QPoint(size - 1, size - 1)));
}

void TestHeatMapView::namesOfRowsGetTheRoomTheyNeed()
{
    const QFontMetrics metrics(QApplication::font());
    const QStringList names{"proper noun or the like", "verb"};
    const auto roomOfNames = [&](QSize page) {
        const HeatMapTexts texts{names, names, {}, {}, {}, {"0", "1"}};
        return layOutHeatMap(page, 2, 2, texts, metrics).map.left() - 2 * HeatMapLayout::gap;
    };
    const int need = metrics.horizontalAdvance(names[0]);
    QVERIFY(roomOfNames({20 * need, 400}) >= need);
    // With little room: labels take at most two fifths while the cells need the rest, or all of the rest if the cells
    // are low.
    const QSize narrow(need * 2, need * 3);
    QVERIFY(roomOfNames(narrow) < need);
    QVERIFY(roomOfNames(narrow) <= narrow.width() * 2 / 5);
    QVERIFY(roomOfNames({need * 2, need / 2}) >= need);
}

void TestHeatMapView::gridOfMapsNamesThemOnce()
{
    HeatMapGrid grid;
    grid.resize(520, 560);
    grid.show();
    QVERIFY(QTest::qWaitForWindowExposed(&grid));
    QStringList names = classes(10);
    names[3] = QStringLiteral("a longer class");
    for (const int row : {0, 1}) {
        for (const int column : {0, 1}) {
            grid.map(row, column)->setMatrix(Eigen::MatrixXd::Identity(10, 10), names, names);
            grid.map(row, column)
                ->setTitles(QStringLiteral("Title"), QStringLiteral("true"), QStringLiteral("predicted"));
        }
    }
    for (const bool sameRange : {true, false}) {
        grid.arrange(sameRange);
        const QSize cell = grid.map(1, 0)->cellRect(4, 4).size();
        QVERIFY(cell.width() > 12 && cell.height() > 12);
        for (const int row : {0, 1}) {
            for (const int column : {0, 1}) {
                const HeatMapView &map = *grid.map(row, column);
                QVERIFY(map.rect().contains(map.cellRect(0, 0)) && map.rect().contains(map.cellRect(9, 9)));
                QVERIFY(std::abs(map.cellRect(4, 4).width() - cell.width()) <= 1);
                QVERIFY(std::abs(map.cellRect(4, 4).height() - cell.height()) <= 1);
                // Margins for the longest name at the left and at the bottom, none elsewhere.
                const int need = QFontMetrics(smallFont()).horizontalAdvance(names[3]);
                QCOMPARE(map.cellRect(0, 0).left() > need, column == 0);
                QCOMPARE(map.height() - map.cellRect(9, 0).bottom() > need, row == 1);
            }
        }
    }
    // Names that do not fit are numbers, with a key.
    auto *key = grid.findChild<QLabel *>("keyOfClasses");
    QVERIFY(!key->isVisible());
    grid.resize(310, 400);
    QVERIFY(key->isVisible() && key->text().contains("4 a longer class") && grid.rect().contains(key->geometry()));
    for (const int row : {0, 1}) {
        for (const int column : {0, 1}) {
            const HeatMapView &map = *grid.map(row, column);
            QVERIFY(map.geometry().bottom() < key->geometry().top());
            QVERIFY(std::abs(map.cellRect(4, 4).width() - grid.map(0, 0)->cellRect(4, 4).width()) <= 1);
            QVERIFY(std::abs(map.cellRect(4, 4).height() - grid.map(0, 0)->cellRect(4, 4).height()) <= 1);
        }
    }
    // Names as short as the numbers, such as digits, stay.
    QStringList digits;
    for (int i = 0; i < 10; ++i)
        digits << QString::number(i);
    for (const int row : {0, 1}) {
        for (const int column : {0, 1})
            grid.map(row, column)->setMatrix(Eigen::MatrixXd::Identity(10, 10), digits, digits);
    }
    grid.resize(160, 130);
    grid.arrange(true);
    QVERIFY(!std::ranges::all_of(std::array{grid.map(0, 0), grid.map(1, 1)}, &HeatMapView::showsWholeNames));
    QVERIFY(!key->isVisible());
    for (const int row : {0, 1}) {
        for (const int column : {0, 1})
            grid.map(row, column)->setMatrix(Eigen::MatrixXd::Identity(10, 10), names, names);
    }
    grid.resize(520, 560);
    grid.arrange(false);
    QVERIFY(!key->isVisible());
    // A map that fills a page shows all of its names.
    QImage page(400, 400, QImage::Format_RGB32);
    page.fill(Qt::white);
    QPainter painter(&page);
    grid.map(0, 1)->drawPlot(painter, page.size());
    int inked = 0;
    for (int y = 40; y < 300; ++y) {
        for (int x = 30; x < 100; ++x)
            inked += page.pixelColor(x, y).lightness() < 160;
    }
    QVERIFY2(inked > 200, qPrintable(QString::number(inked)));
}

void TestHeatMapView::keyboardMovesAndClicks()
{
    HeatMapView view;
    view.setMatrix(Eigen::MatrixXd::Identity(4, 4), classes(4), classes(4));
    QSignalSpy spy(&view, &HeatMapView::cellClicked);
    for (const int key : {Qt::Key_Right, Qt::Key_Right, Qt::Key_Down, Qt::Key_Return, Qt::Key_End, Qt::Key_Down,
                          Qt::Key_Enter, Qt::Key_Home, Qt::Key_Left, Qt::Key_Return})
        QTest::keyClick(&view, static_cast<Qt::Key>(key));
    QCOMPARE(spy.size(), 3);
    QCOMPARE(spy[0], (QVariantList{1, 2}));
    QCOMPARE(spy[1], (QVariantList{2, 3}));
    QCOMPARE(spy[2], (QVariantList{2, 0}));
    QVERIFY(view.accessibleDescription().contains(QStringLiteral("class 2")));
}

void TestHeatMapView::colourAtKnownPlaces()
{
    HeatMapView view;
    view.resize(400, 400);
    Eigen::MatrixXd values = Eigen::MatrixXd::Zero(3, 3);
    values(0, 2) = 1;
    view.setMatrix(values, classes(3), classes(3));
    view.setRange(0, 1, QStringLiteral("share"));
    for (const ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark}) {
        applyTheme(*qApp, choice);
        QCoreApplication::processEvents();
        const QImage image = view.grab().toImage();
        const QPoint inset(4, 4); // no digits at this place
        QCOMPARE(image.pixelColor(view.cellRect(0, 2).topLeft() + inset).rgb(), heat(1, isDark()).rgb());
        QCOMPARE(image.pixelColor(view.cellRect(1, 1).topLeft() + inset).rgb(), heat(0, isDark()).rgb());
        QVERIFY(contrastRatio(heat(1, isDark()), heat(0, isDark())) > 7);
    }
}

void TestHeatMapView::tooltipShowsCountAndShare()
{
    HeatMapView view;
    Eigen::MatrixXd counts(2, 2);
    counts << 30, 10, 0, 0;
    view.setTitles(QStringLiteral("t"), QStringLiteral("True class"), QStringLiteral("Predicted class"));
    view.setMatrix(counts / 40, {QStringLiteral("cat"), QStringLiteral("dog")},
                   {QStringLiteral("cat"), QStringLiteral("dog")});
    view.setRange(0, 1, QStringLiteral("share"));
    QCOMPARE(view.cellText(0, 1), "True class: cat\nPredicted class: dog\n" + QLocale().toString(0.25) + " share");
    view.setCounts(counts);
    QCOMPARE(view.cellText(0, 1),
             "True class: cat\nPredicted class: dog\n10 of 40 (" + QLocale().toString(25.0, 'f', 1) + "%)");
    QCOMPARE(view.cellText(1, 1),
             "True class: dog\nPredicted class: dog\n0 of 0 (" + QLocale().toString(0.0, 'f', 1) + "%)");
}

void TestHeatMapView::emptyAndStrangeValues()
{
    HeatMapView view;
    view.setMessage(QStringLiteral("Train a head first."));
    view.grab();
    QCOMPARE(view.accessibleDescription(), QStringLiteral("Train a head first."));
    QTest::keyClick(&view, Qt::Key_Right);
    QVERIFY(!view.cellAt({50, 50}));
    Eigen::MatrixXd values = Eigen::MatrixXd::Constant(3, 3, std::numeric_limits<double>::quiet_NaN());
    values(1, 1) = std::numeric_limits<double>::infinity();
    view.setMatrix(values, {}, {});
    view.setRange(0, 0, {});
    for (const auto &[row, column] : {std::pair(0, 0), std::pair(1, 1)}) {
        QVERIFY2(view.cellText(row, column).endsWith("\n–"), qPrintable(view.cellText(row, column)));
        QCOMPARE(view.colourOf(values(row, column)), borderColour());
    }
    QCOMPARE(view.colourOf(0), heat(0, isDark())); // the range has no width
    view.resize(400, 300);
    const QRect middle = view.cellRect(1, 1);
    QCOMPARE(view.grab().toImage().pixelColor(middle.topLeft() + QPoint(3, 3)), borderColour());
    for (const QSize size : {QSize(60, 50), QSize(500, 20)}) {
        view.resize(size);
        QCOMPARE(view.grab().size(), size);
        for (int x = 0; x < size.width(); ++x) {
            const auto cell = view.cellAt({x, size.height() / 2});
            QVERIFY(!cell || view.cellRect(cell->y(), cell->x()).contains(x, size.height() / 2));
        }
    }
}

void TestHeatMapView::lightnessIsEven_data()
{
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

void TestHeatMapView::lightnessIsEven()
{
    QFETCH(bool, dark);
    const double first = lightness(heat(0, dark)), last = lightness(heat(1, dark));
    for (int i = 0; i <= 20; ++i) {
        // Rounding to 8 bits and clipping of the gamut cost up to 2.
        const double expected = first + (last - first) * i / 20;
        QVERIFY2(std::abs(lightness(heat(i / 20.0, dark)) - expected) < 2, qPrintable(QString::number(i)));
    }
    for (int i = 1; i <= 20; ++i)
        QVERIFY(lightness(viridis(i / 20.0)) > lightness(viridis((i - 1) / 20.0)));
    for (const ThemeChoice theme : {ThemeChoice::Light, ThemeChoice::Dark}) {
        applyTheme(*qApp, theme);
        for (int i = 0; i <= 20; ++i) {
            const double contrast = contrastRatio(pointShade(i / 20.0, isDark()), plotBackground());
            QVERIFY2(contrast >= 3, qPrintable(QString("shade %1: %2").arg(i / 20.0).arg(contrast)));
            const double difference = contrastRatio(pointDifference(i / 10.0 - 1, isDark()), plotBackground());
            QVERIFY2(difference >= 3, qPrintable(QString("difference %1: %2").arg(i / 10.0 - 1).arg(difference)));
        }
    }
    applyTheme(*qApp, ThemeChoice::Light);
}

void TestHeatMapView::differencesAreNeutralAtZero()
{
    HeatMapView view;
    view.setMatrix(Eigen::MatrixXd::Zero(2, 2), {}, {});
    view.setRange(-0.2, 0.4, QStringLiteral("Δ"));
    QCOMPARE(view.colourOf(0), diverging(0, false));
    QVERIFY(contrastRatio(view.colourOf(0), plotBackground()) < 1.15);
    QVERIFY(view.colourOf(0.4).red() > view.colourOf(0.4).blue() + 80);
    QVERIFY(view.colourOf(-0.4).blue() > view.colourOf(-0.4).red() + 80);
}

QTEST_MAIN(TestHeatMapView)
#include "tst_heatmapview.moc"
