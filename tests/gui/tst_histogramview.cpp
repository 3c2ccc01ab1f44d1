// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/style/theme.h"
#include "gui/views/histogramview.h"

#include <QMouseEvent>
#include <QSignalSpy>
#include <QTest>

#include <cmath>
#include <limits>
#include <numeric>

using namespace anchorscope::gui;

namespace {

constexpr float notANumber = std::numeric_limits<float>::quiet_NaN();

int total(const HistogramView &view)
{
    int sum = 0;
    for (int bin = 0; bin < HistogramView::bins; ++bin)
        sum += view.count(bin);
    return sum;
}

/// Drags with the left button from the middle of one bar to that of another.
void drag(HistogramView &view, int from, int to)
{
    const QPoint first = view.barRect(from).center().toPoint(), last = view.barRect(to).center().toPoint();
    QTest::mousePress(&view, Qt::LeftButton, {}, first);
    for (const QPoint &at : {(first + last) / 2, last}) {
        QMouseEvent event(QEvent::MouseMove, at, view.mapToGlobal(at), Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&view, &event);
    }
    QTest::mouseRelease(&view, Qt::LeftButton, {}, last);
}

} // namespace

class TestHistogramView : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void countsByBar();
    void ranksOnALogarithmicScale();
    void strangeValues_data();
    void strangeValues();
    void brushByMouse();
    void outerBarsReachToInfinity();
    void brushByKeyboard();
    void brushIsOnTheScreen();
    void describedForScreenReaders();

private:
    std::unique_ptr<HistogramView> m_view;
};

void TestHistogramView::init()
{
    applyTheme(*qApp, ThemeChoice::Light);
    m_view = std::make_unique<HistogramView>();
    m_view->resize(400, 140);
    m_view->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
}

void TestHistogramView::countsByBar()
{
    // 0, 1/40, 2/40, …: one value in each bar; the last value belongs to the last bar.
    std::vector<float> values;
    for (int i = 0; i <= HistogramView::bins; ++i)
        values.push_back((static_cast<float>(i) + (i < HistogramView::bins ? 0.5F : 0)) / HistogramView::bins);
    m_view->setValues(values, {0, 1, false}, "value");
    for (int bin = 0; bin + 1 < HistogramView::bins; ++bin)
        QCOMPARE(m_view->count(bin), 1);
    QCOMPARE(m_view->count(HistogramView::bins - 1), 2);
}

void TestHistogramView::ranksOnALogarithmicScale()
{
    m_view->setValues({1, 10, 100, 1000, 10000}, {1, 10000, true}, "rank");
    for (int i = 0; i < 4; ++i)
        QCOMPARE(m_view->count(10 * i), 1);
    QCOMPARE(m_view->count(HistogramView::bins - 1), 1);
}

void TestHistogramView::strangeValues_data()
{
    QTest::addColumn<std::vector<float>>("values");
    QTest::addColumn<int>("counted");
    QTest::newRow("none") << std::vector<float>{} << 0;
    QTest::newRow("one") << std::vector<float>{0.5F} << 1;
    QTest::newRow("all equal") << std::vector<float>(1000, 0.25F) << 1000;
    QTest::newRow("not finite") << std::vector<float>{notANumber, 0.5F, INFINITY} << 1;
    QTest::newRow("out of range") << std::vector<float>{-5, 7} << 2;
    QTest::newRow("a million") << std::vector<float>(1'000'000, 0.1F) << 1'000'000;
}

void TestHistogramView::strangeValues()
{
    QFETCH(std::vector<float>, values);
    QFETCH(int, counted);
    m_view->setMessage("nothing");
    m_view->setValues(values, {0, 1, false}, "value");
    QCOMPARE(total(*m_view), counted);
    QVERIFY(!m_view->grab().toImage().isNull());
    drag(*m_view, 3, 7);
    QCOMPARE(m_view->brush().has_value(), counted > 0);
    // A scale without width counts nothing.
    m_view->setValues(values, {1, 1, false}, "value");
    QCOMPARE(total(*m_view), 0);
}

void TestHistogramView::brushByMouse()
{
    std::vector<float> values(400);
    std::iota(values.begin(), values.end(), 0.0F);
    m_view->setValues(values, {0, 400, false}, "value");
    QSignalSpy brushed(m_view.get(), &HistogramView::brushed);
    drag(*m_view, 10, 19);
    QCOMPARE(brushed.size(), 1);
    QCOMPARE(brushed[0][0].toDouble(), 100.0);
    QCOMPARE(brushed[0][1].toDouble(), 200.0);
    drag(*m_view, 25, 22); // backwards
    QCOMPARE(brushed[1][0].toDouble(), 220.0);
    QCOMPARE(brushed[1][1].toDouble(), 260.0);
    m_view->clearBrush();
    QVERIFY(!m_view->brush());
}

void TestHistogramView::outerBarsReachToInfinity()
{
    m_view->setValues({0.1F, 0.9F}, {0, 1, false}, "value");
    drag(*m_view, 0, HistogramView::bins - 1);
    QVERIFY(std::isinf(m_view->brush()->low) && m_view->brush()->low < 0);
    QVERIFY(std::isinf(m_view->brush()->high) && m_view->brush()->high > 0);
}

void TestHistogramView::brushByKeyboard()
{
    m_view->setValues({0.1F, 0.9F}, {0, 1, false}, "value");
    QSignalSpy brushed(m_view.get(), &HistogramView::brushed);
    QTest::keyClick(m_view.get(), Qt::Key_Right); // the first bar
    QTest::keyClick(m_view.get(), Qt::Key_Right); // the second
    QTest::keyClick(m_view.get(), Qt::Key_Right, Qt::ShiftModifier);
    QTest::keyClick(m_view.get(), Qt::Key_Return);
    QCOMPARE(brushed.size(), 1);
    QCOMPARE(brushed[0][0].toDouble(), 1.0 / HistogramView::bins);
    QCOMPARE(brushed[0][1].toDouble(), 3.0 / HistogramView::bins);
}

void TestHistogramView::brushIsOnTheScreen()
{
    m_view->setValues(std::vector<float>(100, 0.51F), {0, 1, false}, "value");
    const QPoint inside = m_view->barRect(20).center().toPoint();
    QCOMPARE(m_view->grab().toImage().pixelColor(inside), neutralPoint());
    drag(*m_view, 20, 20);
    QCOMPARE(m_view->grab().toImage().pixelColor(inside), accent());
}

void TestHistogramView::describedForScreenReaders()
{
    m_view->setMessage("Measure first.");
    m_view->setValues({}, {0, 1, false}, "rank");
    QCOMPARE(m_view->accessibleDescription(), QString("Measure first."));
    m_view->setValues({0.5F, 0.5F, 0.1F}, {0, 1, false}, "rank");
    QVERIFY(m_view->accessibleDescription().contains("3 items"));
    QVERIFY(m_view->accessibleDescription().contains("2 of 3"));
}

QTEST_MAIN(TestHistogramView)
#include "tst_histogramview.moc"
