// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plot/curvepoints.h"
#include "gui/style/theme.h"
#include "gui/views/linechart.h"
#include "gui/views/plotchart.h"

#include <QApplication>
#include <QGraphicsLineItem>
#include <QGraphicsScene>
#include <QGraphicsSimpleTextItem>
#include <QGraphicsTextItem>
#include <QLineSeries>
#include <QSignalSpy>
#include <QTest>
#include <QValueAxis>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace anchorscope::gui;

class TestLineChart : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void decimationKeepsExtremes();
    void shortCurvesAreKeptWhole();
    void unusableValuesAreLeftOut();
    void logTicks_data();
    void logTicks();
    void ticksOfTinyValuesAreShort();
    void iterationTicks_data();
    void iterationTicks();
    void firstIterationIsLabelled();
    void longCurvesStaySmall();
    void logarithmicAxis();
    void clickPicksTheIteration();
    void arrowKeysPick();
    void severalRunsHaveALegend();
    void partsOfACurveAreNotJoined();
    void markerFollowsTheAxis();
    void stagesAreNamed();
    void barsBeginAtZero();
    void pointsHaveTheirNames();
    void emptyShowsTheMessage();
    void stackedChartsShareTheirLeftEdge();
};

void TestLineChart::initTestCase()
{
    applyTheme(*qApp, ThemeChoice::Light);
}

void TestLineChart::decimationKeepsExtremes()
{
    std::vector<double> y(100'000, 1);
    y[777] = 50;
    y[70'001] = -3;
    const QList<QPointF> points = curvePoints(y, 500, false);
    QVERIFY(points.size() <= 1000);
    QVERIFY(points.contains(QPointF(778, 50)));
    QVERIFY(points.contains(QPointF(70'002, -3)));
    for (qsizetype i = 1; i < points.size(); ++i)
        QVERIFY(points[i].x() > points[i - 1].x());
}

void TestLineChart::shortCurvesAreKeptWhole()
{
    QCOMPARE(curvePoints(std::vector<double>{3, 1, 2}, 100, false), (QList<QPointF>{{1, 3}, {2, 1}, {3, 2}}));
    QVERIFY(curvePoints(std::vector<double>{}, 100, false).isEmpty());
}

void TestLineChart::unusableValuesAreLeftOut()
{
    const std::vector<double> y = {10, 0, -1, std::numeric_limits<double>::quiet_NaN(), 1000};
    QCOMPARE(curvePoints(y, 100, true), (QList<QPointF>{{1, 1}, {5, 3}}));
    QCOMPARE(curvePoints(y, 100, false).size(), 4);
}

void TestLineChart::logTicks_data()
{
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::addColumn<QStringList>("labels");
    QTest::newRow("two decades") << -2.0 << 0.0 << QStringList{"0.01", "0.02", "0.05", "0.1", "0.2", "0.5", "1"};
    QTest::newRow("ten decades") << -6.0 << 4.0 << QStringList{"1e-06", "0.0001", "0.01", "1", "100", "10000"};
    QTest::newRow("within a step") << std::log10(1.15) << std::log10(1.55)
                                   << QStringList{"1.15", "1.2", "1.25", "1.3", "1.35", "1.4", "1.45", "1.5", "1.55"};
}

void TestLineChart::logTicks()
{
    QFETCH(double, low);
    QFETCH(double, high);
    QStringList labels;
    for (const AxisTick &tick : anchorscope::gui::logTicks(low, high, 8)) {
        labels << tick.label;
        QVERIFY(std::abs(std::pow(10, tick.at) - tick.label.toDouble()) <= 1e-9 * tick.label.toDouble());
    }
    QTEST(labels, "labels");
}

void TestLineChart::ticksOfTinyValuesAreShort()
{
    const auto labels = [](double low, double high) {
        QStringList result;
        for (const AxisTick &tick : linearTicks(low, high, 4))
            result << tick.label;
        return result;
    };
    QCOMPARE(labels(0, 3.1e-8), (QStringList{"0", "1e-08", "2e-08", "3e-08"}));
    QCOMPARE(labels(0, 0.31), (QStringList{"0.0", "0.1", "0.2", "0.3"}));
    QCOMPARE(labels(0.5, 0.5 + 2.1e-7).first().size(), qsizetype(9)); // the labels must differ
}

void TestLineChart::iterationTicks_data()
{
    QTest::addColumn<double>("last");
    QTest::addColumn<QStringList>("labels");
    QTest::newRow("one step") << 2.0 << QStringList{"1", "2"};
    QTest::newRow("every one") << 4.0 << QStringList{"1", "2", "3", "4"};
    QTest::newRow("the second is too near") << 7.0 << QStringList{"1", "4", "6"};
    QTest::newRow("fives") << 14.0 << QStringList{"1", "5", "10"};
    QTest::newRow("many") << 40'000.0 << QStringList{"1", "10000", "20000", "30000", "40000"};
}

void TestLineChart::iterationTicks()
{
    QFETCH(double, last);
    QStringList labels;
    for (const AxisTick &tick : anchorscope::gui::iterationTicks(last, 4)) {
        labels << tick.label;
        QCOMPARE(tick.at, tick.label.toDouble());
    }
    QTEST(labels, "labels");
}

/// A growing curve, as during a run.
void TestLineChart::firstIterationIsLabelled()
{
    LineChart view;
    view.resize(380, 240);
    view.setAxes(QStringLiteral("iteration"), QStringLiteral("loss"), LineChart::Scale::LogY);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    std::vector<double> y;
    for (int i = 1; i <= 30; ++i) {
        y.push_back(3000.0 / i);
        view.setSeries({{QStringLiteral("loss"), y, {}}});
        QCoreApplication::processEvents();
        const QPointF begin = view.chart()->plotArea().bottomLeft();
        const auto items = view.chart()->scene()->items();
        const bool labelled = std::any_of(items.begin(), items.end(), [&](QGraphicsItem *item) {
            const auto *text = qgraphicsitem_cast<QGraphicsTextItem *>(item);
            const QRectF place = item->sceneBoundingRect();
            return text && text->isVisible() && text->toPlainText() == QLatin1String("1") &&
                   place.top() > begin.y() - 2 && std::abs(place.center().x() - begin.x()) < 2;
        });
        QVERIFY2(labelled, qPrintable(QStringLiteral("%1 values").arg(i)));
    }
}

void TestLineChart::longCurvesStaySmall()
{
    LineChart view;
    view.resize(600, 300);
    view.setAxes(QStringLiteral("Iteration"), QStringLiteral("Loss"), LineChart::Scale::Linear);
    std::vector<double> y;
    for (int i = 0; i < 200'000; ++i)
        y.push_back(std::sin(i * 0.01));
    view.setSeries({{QStringLiteral("loss"), y, {}}});
    const auto *series = qobject_cast<QLineSeries *>(view.chart()->series().first());
    view.grab();
    QTRY_VERIFY(series->count() > 400);
    QVERIFY(series->count() <= 4000);
}

void TestLineChart::logarithmicAxis()
{
    LineChart view;
    view.resize(600, 300);
    view.setAxes(QStringLiteral("Iteration"), QStringLiteral("Loss"), LineChart::Scale::LogY);
    view.setSeries({{QStringLiteral("loss"), {100, 10, 0, -5, 1}, {}}});
    const auto *series = qobject_cast<QLineSeries *>(view.chart()->series().first());
    QCOMPARE(series->points(), (QList<QPointF>{{1, 2}, {2, 1}, {5, 0}}));
    view.setSeries({{QStringLiteral("loss"), {0, -1}, {}}}); // nothing to draw
    QCOMPARE(series->count(), 0);
    view.setAxes(QStringLiteral("Iteration"), QStringLiteral("Loss"), LineChart::Scale::Linear);
    QCOMPARE(qobject_cast<QLineSeries *>(view.chart()->series().first())->count(), 2);
}

void TestLineChart::clickPicksTheIteration()
{
    LineChart view;
    view.resize(600, 300);
    view.setAxes(QStringLiteral("Iteration"), QStringLiteral("Loss"), LineChart::Scale::Linear);
    view.setSeries({{QStringLiteral("loss"), std::vector<double>(101, 2), {}}});
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    QSignalSpy spy(&view, &LineChart::picked);
    QTest::mouseClick(&view, Qt::LeftButton, {}, view.chart()->plotArea().center().toPoint());
    QCOMPARE(spy.size(), 1);
    QVERIFY(std::abs(spy[0][0].toInt() - 51) <= 1);
    QTest::mouseClick(&view, Qt::LeftButton, {}, QPoint(2, 2));
    QCOMPARE(spy.size(), 1);
    const auto readouts = [&] { // visible texts of several lines
        const auto items = view.chart()->scene()->items();
        return std::ranges::count_if(items, [](const QGraphicsItem *item) {
            const auto *text = qgraphicsitem_cast<const QGraphicsSimpleTextItem *>(item);
            return text && text->isVisible() && text->text().contains(QLatin1Char('\n'));
        });
    };
    QCOMPARE(readouts(), 1);
    view.setSeries({{QStringLiteral("loss"), {3, 4}, {}, {}, {}, {10, 20}}}); // values over something else
    QCOMPARE(readouts(), 0);
}

void TestLineChart::arrowKeysPick()
{
    LineChart view;
    view.setSeries({{QStringLiteral("loss"), std::vector<double>(101, 2), {}}});
    QSignalSpy spy(&view, &LineChart::picked);
    QTest::keyClick(&view, Qt::Key_Left);
    QTest::keyClick(&view, Qt::Key_Left);
    QTest::keyClick(&view, Qt::Key_Left, Qt::ShiftModifier);
    QTest::keyClick(&view, Qt::Key_Right);
    QCOMPARE(spy.size(), 4);
    QCOMPARE(spy[0][0].toInt(), 101);
    QCOMPARE(spy[1][0].toInt(), 100);
    QCOMPARE(spy[2][0].toInt(), 90);
    QCOMPARE(spy[3][0].toInt(), 91);
}

void TestLineChart::severalRunsHaveALegend()
{
    LineChart view;
    view.setSeries({{QStringLiteral("run 1"), {1, 2}, {}}});
    QVERIFY(view.chart()->legendTexts().isEmpty());
    view.setSeries({{QStringLiteral("run 1"), {1, 2}, {}}, {QStringLiteral("run 2"), {2, 3}, QColor(Qt::red)}});
    QCOMPARE(view.chart()->series().size(), 2);
    QCOMPARE(view.chart()->legendTexts(), (QStringList{QStringLiteral("run 1"), QStringLiteral("run 2")}));
    QCOMPARE(view.chart()->series()[1]->name(), QStringLiteral("run 2"));
    QCOMPARE(qobject_cast<QLineSeries *>(view.chart()->series()[1])->pen().color(), QColor(Qt::red));
    view.setSeries({});
    QCOMPARE(view.chart()->series().size(), 0);
}

/// The second part is a single value: a dot without a line, with the name of the first part.
void TestLineChart::partsOfACurveAreNotJoined()
{
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    LineChart view;
    const QColor red(Qt::red);
    view.setSeries({{QStringLiteral("right"), {1, 2, 3}, red}, {QStringLiteral("right"), {none, none, none, 1}, red}});
    QVERIFY(view.chart()->legendTexts().size() <= 1);
    const auto points = [&](int series) { return qobject_cast<QLineSeries *>(view.chart()->series()[series]); };
    QCOMPARE(points(0)->points().size(), 3);
    QVERIFY(!points(0)->pointsVisible());
    QCOMPARE(points(1)->points(), (QList<QPointF>{{4, 1}}));
    QVERIFY(points(1)->pointsVisible());
}

void TestLineChart::markerFollowsTheAxis()
{
    applyTheme(*qApp, ThemeChoice::Light);
    LineChart view;
    view.resize(600, 300);
    view.setAxes(QStringLiteral("Iteration"), QStringLiteral("Loss"), LineChart::Scale::Linear);
    std::vector<double> y(101);
    for (int i = 0; i < 101; ++i)
        y[i] = i;
    view.setSeries({{QStringLiteral("loss"), y, {}}});
    view.setMarker(26.0);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    QCoreApplication::processEvents();
    const QRectF plot = view.chart()->plotArea();
    const QImage image = view.grab().toImage();
    const int x = static_cast<int>(std::round(plot.left() + 0.25 * plot.width()));
    int dark = 0;
    for (int at = static_cast<int>(plot.top()) + 5; at < plot.bottom() - 5; ++at) {
        int darkest = 255;
        for (int dx = -1; dx <= 1; ++dx)
            darkest = std::min(darkest, image.pixelColor(x + dx, at).lightness());
        dark += darkest < 120;
    }
    QVERIFY2(dark > plot.height() / 3, "a dashed line from top to bottom");
}

void TestLineChart::stagesAreNamed()
{
    LineChart view;
    view.resize(600, 300);
    view.setAxes(QStringLiteral("iteration"), QStringLiteral("loss"), LineChart::Scale::Linear);
    view.setSeries({{QStringLiteral("loss"), std::vector<double>(101, 2), {}}});
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    const auto names = [&] {
        QStringList texts;
        for (QGraphicsItem *item : view.chart()->scene()->items(Qt::AscendingOrder)) {
            const auto *text = qgraphicsitem_cast<QGraphicsSimpleTextItem *>(item);
            if (text && text->isVisible() && !text->text().contains(QLatin1Char('\n')))
                texts << text->text();
        }
        return texts;
    };
    view.setStages({{1, QStringLiteral("alternating")}}); // a single stage needs no name
    QCOMPARE(names(), QStringList());
    view.setStages(
        {{1, QStringLiteral("alternating")}, {41, QStringLiteral("stochastic")}, {100, QStringLiteral("all items")}});
    QCOMPARE(names(),
             (QStringList{QStringLiteral("alternating"), QStringLiteral("stochastic")})); // no room for the last one
    QVERIFY(view.accessibleDescription().contains(QStringLiteral("stochastic from 41")));
    const QRectF plot = view.chart()->plotArea();
    int begin = 0;
    for (const QGraphicsItem *item : view.chart()->scene()->items()) {
        const auto *line = qgraphicsitem_cast<const QGraphicsLineItem *>(item);
        begin += line && line->isVisible() && std::abs(line->line().x1() - (plot.left() + 0.4 * plot.width())) < 0.5;
    }
    QCOMPARE(begin, 1);
    view.setStages({{1, QStringLiteral("smoothing 60")}, {93, QStringLiteral("smoothing 30")}});
    QCOMPARE(names(), (QStringList{QStringLiteral("smoothing 60"), QStringLiteral("30")})); // room for a number only
    view.setStages({});
    QCOMPARE(names(), QStringList());
}

void TestLineChart::barsBeginAtZero()
{
    LineChart view;
    view.resize(600, 300);
    view.setAxes(QStringLiteral("length"), QStringLiteral("share"), LineChart::Scale::Linear);
    LineChart::Series bars{QStringLiteral("X"), {2, 1, 3}};
    bars.x = {10, 20, 30};
    bars.kind = LineChart::Series::Kind::Bars;
    view.setSeries({bars});
    const auto *outline = qobject_cast<QLineSeries *>(view.chart()->series().first());
    QCOMPARE(outline->count(), 4 * 3);
    QCOMPARE(outline->at(0).y(), 0.0);
    QCOMPARE(outline->at(1).y(), 2.0);
    QCOMPARE(view.pointCount(), 3);
    const auto *x = qobject_cast<QValueAxis *>(view.chart()->horizontalAxis());
    const auto *y = qobject_cast<QValueAxis *>(view.chart()->verticalAxis());
    QCOMPARE(x->min(), 5.0); // from edge to edge
    QCOMPARE(x->max(), 35.0);
    QCOMPARE(y->min(), 0.0);
}

void TestLineChart::pointsHaveTheirNames()
{
    LineChart view;
    view.resize(600, 300);
    view.setAxes(QStringLiteral("proxy"), QStringLiteral("MRR"), LineChart::Scale::Linear);
    LineChart::Series dots{QStringLiteral("pairs"), {1, 2}};
    dots.x = {1, 5};
    dots.kind = LineChart::Series::Kind::Dots;
    dots.labels = {QStringLiteral("left pair"), QStringLiteral("right pair")};
    view.setSeries({dots});
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    const auto named = [&](const QString &name) {
        const auto items = view.chart()->scene()->items();
        return std::ranges::any_of(items, [&](const QGraphicsItem *item) {
            const auto *text = qgraphicsitem_cast<const QGraphicsSimpleTextItem *>(item);
            return text && text->isVisible() && text->text() == name;
        });
    };
    QTRY_VERIFY(named(QStringLiteral("left pair")));
    QVERIFY(view.pointText(1).startsWith(QStringLiteral("right pair")));
    view.setSeries({});
    QVERIFY(!named(QStringLiteral("left pair")));
}

void TestLineChart::emptyShowsTheMessage()
{
    LineChart view;
    view.setMessage(QStringLiteral("Start a run to see its loss."));
    QCOMPARE(view.chart()->message(), QStringLiteral("Start a run to see its loss."));
    QCOMPARE(view.accessibleDescription(), QStringLiteral("Start a run to see its loss."));
    view.setSeries({{QStringLiteral("loss"), {1}, {}}});
    QVERIFY(view.chart()->message().isEmpty());
    QVERIFY(view.accessibleDescription().contains(QStringLiteral("loss: 1 value")));
}

void TestLineChart::stackedChartsShareTheirLeftEdge()
{
    LineChart loss, shares;
    for (LineChart *view : {&loss, &shares})
        view->resize(400, 200);
    loss.setAxes(QStringLiteral("iteration"), QStringLiteral("loss"), LineChart::Scale::LogY);
    shares.setAxes(QStringLiteral("iteration"), QStringLiteral("share"), LineChart::Scale::Linear);
    loss.setSeries({{QStringLiteral("loss"), {0.0123, 0.0122, 0.0121}, {}}});
    shares.setSeries({{QStringLiteral("changed"), {1, 50, 100}, {}}});
    loss.show();
    shares.show();
    const auto left = [](const LineChart &view) { return view.chart()->plotArea().left(); };
    QTRY_VERIFY(left(loss) > left(shares) + 5); // longer numbers
    PlotChart::alignLeftEdges(*loss.chart(), *shares.chart());
    QTRY_COMPARE(left(shares), left(loss));
    const qreal before = left(loss);
    shares.setSeries({{QStringLiteral("changed"), {1e6, 2e7, 3e8}, {}}}); // now the lower chart has the longer numbers
    QTRY_VERIFY(left(shares) > before + 5);
    QTRY_COMPARE(left(loss), left(shares));
}

QTEST_MAIN(TestLineChart)
#include "tst_linechart.moc"
