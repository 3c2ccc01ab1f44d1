// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/random.h"
#include "gui/scatter/labellayer.h"
#include "gui/scatter/scatterview.h"
#include "gui/style/textsize.h"
#include "gui/style/theme.h"
#include "gui/views/plotchart.h"

#include <QApplication>
#include <QGraphicsScene>
#include <QGraphicsTextItem>
#include <QSignalSpy>
#include <QTest>
#include <QValueAxis>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <set>

using namespace anchorscope;
using namespace anchorscope::gui;

namespace {

constexpr int count = 20'000;
// Corner points outside the cloud, and its centre.
constexpr int leftPoint = 11, rightPoint = 222, topPoint = 3333;

/// A cloud within a radius of 1 and three points of known places around it.
std::shared_ptr<Matrix> cloud()
{
    Random random(5);
    auto points = std::make_shared<Matrix>(count, 2);
    for (int i = 0; i < count; ++i) {
        const double radius = std::sqrt(random.uniform()), angle = 6.283185307 * random.uniform();
        points->row(i) << static_cast<float>(radius * std::cos(angle)), static_cast<float>(radius * std::sin(angle));
    }
    points->row(leftPoint) << -2, 0;
    points->row(rightPoint) << 2, 0;
    points->row(topPoint) << 0, 2;
    return points;
}

std::shared_ptr<PointColours> twoColours()
{
    auto colours = std::make_shared<PointColours>();
    colours->palette = {QColor(200, 0, 0), QColor(0, 0, 200)};
    colours->classOfPoint.assign(count, 0);
    colours->classOfPoint[rightPoint] = 1;
    colours->legend = {{QStringLiteral("red"), colours->palette[0]}, {QStringLiteral("blue"), colours->palette[1]}};
    return colours;
}

void wheel(const ScatterView &view, QPoint at, int delta)
{
    QWheelEvent event(at, view.viewport()->mapToGlobal(at), {}, {0, delta}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(view.viewport(), &event);
}

void drag(const ScatterView &view, const QList<QPoint> &path, Qt::KeyboardModifiers modifiers = {})
{
    QTest::mousePress(view.viewport(), Qt::LeftButton, modifiers, path.first());
    for (const QPoint &at : path) {
        QMouseEvent event(QEvent::MouseMove, at, view.viewport()->mapToGlobal(QPointF(at)), Qt::NoButton,
                          Qt::LeftButton, modifiers);
        QCoreApplication::sendEvent(view.viewport(), &event);
    }
    QTest::mouseRelease(view.viewport(), Qt::LeftButton, modifiers, path.last());
}

QColor pixel(const ScatterView &view, QPoint at)
{
    return view.viewport()->grab().toImage().pixelColor(at);
}

int distance(const QColor &a, const QColor &b)
{
    return std::max({std::abs(a.red() - b.red()), std::abs(a.green() - b.green()), std::abs(a.blue() - b.blue())});
}

} // namespace

class TestScatterView : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void hoverFindsKnownPoints_data();
    void hoverFindsKnownPoints();
    void hoverLeaves();
    void clickGivesPointAndModifiers();
    void dragPansAndDoesNotClick();
    void wheelZoomsAtTheCursor();
    void doubleClickFits();
    void keyboard();
    void keyboardWalksFromPointToPoint();
    void focusIsVisible();
    void boxAndLasso_data();
    void boxAndLasso();
    void escapeAbandonsTheLasso();
    void coloursOnScreen();
    void selectionDimsTheOthers();
    void marksAreVisibleOnBothThemes_data();
    void marksAreVisibleOnBothThemes();
    void equalScaleOnBothAxes();
    void noTickIsMinusZero();
    void resizedLooksLikeNew();
    void layoutSettlesAtAnySize();
    void animationEndsAtTheNewPlaces();
    void reducedMotion();
    void viewFollowsUnlessItWasChosen();
    void emptyAndBackAgain();
    void strangeData_data();
    void strangeData();
    void longLegendIsCut();
    void legendInsideLeavesTheRoom();
    void describedForScreenReaders();
    void manyPointsAreDrawnInTheBackground();
    void namesAreDrawnWhereThereIsRoom();
    void noNameIsCut();
    void pinsStay();
    void mapsFillThePlot();
    void hiddenItemsHaveNoName();
    void namesKeepApartInLargerLetters();
    void namesMoveWithTheView();
    void selectedItemsAreNamedAndOnTop();
    void onlyTheHighlightedLabelIsRepainted();
    void imagesReplaceNames();

private:
    std::vector<LabelLayer::Shown> shownNames();

    Runner m_runner;
    std::unique_ptr<ScatterView> m_view;
    std::shared_ptr<Matrix> m_points;
};

void TestScatterView::initTestCase()
{
    applyTheme(*qApp, ThemeChoice::Light);
}

void TestScatterView::init()
{
    m_points = cloud();
    m_view = std::make_unique<ScatterView>(m_runner);
    m_view->resize(700, 500);
    m_view->setTitle(QStringLiteral("X absolute"), QStringLiteral("fasttext"));
    m_view->setColours(twoColours());
    m_view->setPoints(m_points, ScatterView::Frame::Fit);
    m_view->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
    QCoreApplication::processEvents();
}

void TestScatterView::cleanup()
{
    m_view.reset();
    applyTheme(*qApp, ThemeChoice::Light);
}

void TestScatterView::hoverFindsKnownPoints_data()
{
    QTest::addColumn<int>("point");
    QTest::newRow("left") << leftPoint;
    QTest::newRow("right") << rightPoint;
    QTest::newRow("top") << topPoint;
}

void TestScatterView::hoverFindsKnownPoints()
{
    QFETCH(int, point);
    QSignalSpy spy(m_view.get(), &ScatterView::hovered);
    QTest::mouseMove(m_view->viewport(), m_view->positionOf(point) + QPoint(3, -2));
    QTRY_COMPARE(spy.size(), 1);
    QCOMPARE(spy[0][0].toInt(), point);
    // In a dense cloud the result must be the nearest of all points.
    Random random(9);
    for (int i = 0; i < 50; ++i) {
        const int any = static_cast<int>(random.below(count));
        const QPoint at = m_view->positionOf(any);
        const int found = m_view->pointAt(at);
        QVERIFY(found >= 0);
        QVERIFY((m_view->positionOf(found) - at).manhattanLength() <= 2);
    }
}

void TestScatterView::hoverLeaves()
{
    QSignalSpy spy(m_view.get(), &ScatterView::hovered);
    QTest::mouseMove(m_view->viewport(), m_view->positionOf(leftPoint));
    QTRY_COMPARE(spy.size(), 1);
    QTest::mouseMove(m_view->viewport(), m_view->positionOf(leftPoint) + QPoint(0, 60));
    QTRY_COMPARE(spy.size(), 2);
    QCOMPARE(spy[1][0].toInt(), -1);
    QCOMPARE(m_view->pointAt(QPoint(2, 2)), -1); // outside of the plot
}

void TestScatterView::clickGivesPointAndModifiers()
{
    QSignalSpy spy(m_view.get(), &ScatterView::clicked);
    QTest::mouseClick(m_view->viewport(), Qt::LeftButton, Qt::ShiftModifier, m_view->positionOf(topPoint));
    QCOMPARE(spy.size(), 1);
    QCOMPARE(spy[0][0].toInt(), topPoint);
    QCOMPARE(spy[0][1].value<Qt::KeyboardModifiers>(), Qt::ShiftModifier);
    QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, m_view->positionOf(topPoint) + QPoint(40, 0));
    QCOMPARE(spy.size(), 1); // no point there
}

void TestScatterView::dragPansAndDoesNotClick()
{
    QSignalSpy clicks(m_view.get(), &ScatterView::clicked);
    const QPoint before = m_view->positionOf(topPoint);
    drag(*m_view, {before, before + QPoint(10, 10), before + QPoint(60, 25)});
    QCOMPARE(m_view->positionOf(topPoint), before + QPoint(60, 25));
    QCOMPARE(clicks.size(), 0);
}

void TestScatterView::wheelZoomsAtTheCursor()
{
    const QPoint at = m_view->positionOf(leftPoint);
    const int apart = m_view->positionOf(topPoint).x() - at.x();
    wheel(*m_view, at, 360);
    // Positions are rounded to pixels, and the rounding is zoomed as well.
    QVERIFY((m_view->positionOf(leftPoint) - at).manhattanLength() <= 2);
    QVERIFY(std::abs(m_view->positionOf(topPoint).x() - at.x() - 2 * apart) <= 2);
    wheel(*m_view, at, -360);
    QVERIFY(std::abs(m_view->positionOf(topPoint).x() - at.x() - apart) <= 2);
}

void TestScatterView::doubleClickFits()
{
    const QPoint before = m_view->positionOf(leftPoint);
    wheel(*m_view, {300, 200}, 720);
    QVERIFY(m_view->positionOf(leftPoint) != before);
    QTest::mouseDClick(m_view->viewport(), Qt::LeftButton, {}, QPoint(300, 200));
    QCOMPARE(m_view->positionOf(leftPoint), before);
}

void TestScatterView::keyboard()
{
    m_view->activateWindow();
    m_view->setFocus();
    QTRY_VERIFY(m_view->hasFocus());
    const QPoint before = m_view->positionOf(rightPoint);
    QTest::keyClick(m_view.get(), Qt::Key_Plus);
    QVERIFY(m_view->positionOf(rightPoint).x() > before.x());
    QTest::keyClick(m_view.get(), Qt::Key_Minus);
    QCOMPARE(m_view->positionOf(rightPoint), before);
    QTest::keyClick(m_view.get(), Qt::Key_Right);
    QVERIFY2(m_view->positionOf(rightPoint).x() < before.x(), "the view moves to the right");
    QTest::keyClick(m_view.get(), Qt::Key_F);
    QCOMPARE(m_view->positionOf(rightPoint), before);
}

void TestScatterView::keyboardWalksFromPointToPoint()
{
    QSignalSpy hovers(m_view.get(), &ScatterView::hovered);
    QSignalSpy clicks(m_view.get(), &ScatterView::clicked);
    QTest::keyClick(m_view.get(), Qt::Key_Left, Qt::ControlModifier);
    QCOMPARE(hovers.size(), 1);
    for (int i = 0; i < 500 && hovers.last()[0].toInt() != leftPoint; ++i)
        QTest::keyClick(m_view.get(), Qt::Key_Left, Qt::ControlModifier);
    QCOMPARE(hovers.last()[0].toInt(), leftPoint);
    QTest::keyClick(m_view.get(), Qt::Key_Return);
    QCOMPARE(clicks.size(), 1);
    QCOMPARE(clicks[0][0].toInt(), leftPoint);
}

/// The frame of the focused panel is drawn in the accent colour.
void TestScatterView::focusIsVisible()
{
    const auto frame = [this] {
        const QRect plot = m_view->plotArea().toRect();
        return pixel(*m_view, QPoint(plot.left(), plot.center().y() + 7)); // no tick at this place
    };
    m_view->activateWindow();
    m_view->clearFocus();
    QCoreApplication::processEvents();
    constexpr int alike = 60;
    QVERIFY(distance(frame(), accent()) > alike);
    m_view->setFocus();
    QTRY_VERIFY(m_view->hasFocus());
    QCoreApplication::processEvents();
    QVERIFY2(distance(frame(), accent()) < alike, qPrintable(frame().name()));
}

void TestScatterView::boxAndLasso_data()
{
    QTest::addColumn<ScatterView::Tool>("tool");
    QTest::addColumn<Qt::KeyboardModifiers>("modifiers");
    QTest::newRow("box") << ScatterView::Tool::Box << Qt::KeyboardModifiers();
    QTest::newRow("box adds") << ScatterView::Tool::Box << Qt::KeyboardModifiers(Qt::ShiftModifier);
    QTest::newRow("lasso") << ScatterView::Tool::Lasso << Qt::KeyboardModifiers();
    QTest::newRow("lasso subtracts") << ScatterView::Tool::Lasso << Qt::KeyboardModifiers(Qt::ControlModifier);
}

void TestScatterView::boxAndLasso()
{
    QFETCH(ScatterView::Tool, tool);
    QFETCH(Qt::KeyboardModifiers, modifiers);
    m_view->setTool(tool);
    std::vector<int> selected;
    Qt::KeyboardModifiers given;
    connect(m_view.get(), &ScatterView::areaSelected, this,
            [&](const std::vector<int> &points, Qt::KeyboardModifiers held) {
                selected = points;
                given = held;
            });
    const QPoint before = m_view->positionOf(topPoint);
    // Around the upper half of the disc and the point above it.
    const QPoint centre(m_view->positionOf(topPoint).x(), m_view->positionOf(leftPoint).y());
    const int reach = m_view->positionOf(rightPoint).x() - centre.x() - 20;
    const QPoint corner = centre + QPoint(-reach, 1), opposite(centre.x() + reach, before.y() - 10);
    if (tool == ScatterView::Tool::Box)
        drag(*m_view, {corner, centre, opposite}, modifiers);
    else
        drag(*m_view, {corner, {corner.x(), opposite.y()}, opposite, {opposite.x(), corner.y()}}, modifiers);
    std::vector<int> expected;
    for (int i = 0; i < count; ++i) {
        const double y =
            m_view->plotArea().center().y() - (m_view->plotArea().center().y() - m_view->positionOf(i).y());
        if (y < corner.y() - 1 && i != leftPoint && i != rightPoint)
            expected.push_back(i);
    }
    // Points within a pixel of the border may fall on either side.
    for (const int point : expected)
        QVERIFY(std::binary_search(selected.begin(), selected.end(), point));
    for (const int point : selected)
        QVERIFY(m_view->positionOf(point).y() <= corner.y() + 1);
    QVERIFY(std::binary_search(selected.begin(), selected.end(), topPoint));
    QVERIFY(!std::binary_search(selected.begin(), selected.end(), leftPoint));
    QCOMPARE(given, modifiers);
    QCOMPARE(m_view->positionOf(topPoint), before); // the view did not move
}

void TestScatterView::escapeAbandonsTheLasso()
{
    m_view->setTool(ScatterView::Tool::Lasso);
    QSignalSpy spy(m_view.get(), &ScatterView::areaSelected);
    QTest::mousePress(m_view->viewport(), Qt::LeftButton, {}, QPoint(100, 100));
    for (const QPoint at : {QPoint(200, 100), QPoint(200, 300)}) {
        QMouseEvent event(QEvent::MouseMove, at, m_view->viewport()->mapToGlobal(QPointF(at)), Qt::NoButton,
                          Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(m_view->viewport(), &event);
    }
    QTest::keyClick(m_view.get(), Qt::Key_Escape);
    QTest::mouseRelease(m_view->viewport(), Qt::LeftButton, {}, QPoint(100, 300));
    QCOMPARE(spy.size(), 0);
}

void TestScatterView::coloursOnScreen()
{
    // Points are slightly transparent, so colours are compared by their strongest channel; and small, so the pixel may
    // be one beside their middle.
    const auto strongest = [this](int point) {
        QColor best = Qt::white;
        for (int x = -1; x <= 1; ++x) {
            for (int y = -1; y <= 1; ++y) {
                const QColor at = pixel(*m_view, m_view->positionOf(point) + QPoint(x, y));
                best = at.hsvSaturation() > best.hsvSaturation() ? at : best;
            }
        }
        return best;
    };
    const QColor left = strongest(leftPoint), right = strongest(rightPoint);
    QVERIFY(left.red() > left.blue() + 80);
    QVERIFY(right.blue() > right.red() + 80);
    QVERIFY(distance(pixel(*m_view, m_view->positionOf(leftPoint) + QPoint(0, 40)), plotBackground()) < 30);
}

void TestScatterView::selectionDimsTheOthers()
{
    const QColor before = pixel(*m_view, m_view->positionOf(leftPoint));
    m_view->setSelected({rightPoint});
    const QColor dimmed = pixel(*m_view, m_view->positionOf(leftPoint));
    const QColor chosen = pixel(*m_view, m_view->positionOf(rightPoint));
    QVERIFY2(distance(dimmed, plotBackground()) * 3 < distance(before, plotBackground()), "the others are pale");
    QVERIFY(chosen.blue() > chosen.red() + 80);
    m_view->setSelected({});
    QCOMPARE(pixel(*m_view, m_view->positionOf(leftPoint)), before);
}

void TestScatterView::marksAreVisibleOnBothThemes_data()
{
    QTest::addColumn<ThemeChoice>("choice");
    QTest::newRow("light") << ThemeChoice::Light;
    QTest::newRow("dark") << ThemeChoice::Dark;
}

void TestScatterView::marksAreVisibleOnBothThemes()
{
    QFETCH(ThemeChoice, choice);
    applyTheme(*qApp, choice);
    QCoreApplication::processEvents(); // widgets get their palettes by events
    m_view->setMarks(
        {{leftPoint, MarkKind::Anchor, 0}, {rightPoint, MarkKind::Seed, 7}, {topPoint, MarkKind::Suspect, 8}});
    const QImage image = m_view->viewport()->grab().toImage();
    // The middle of a seed's ring has the seeds' colour; somewhere within its outline is the ink of the text.
    QVERIFY(distance(image.pixelColor(m_view->positionOf(rightPoint)), seedColour()) < 12);
    for (const int point : {leftPoint, rightPoint, topPoint}) {
        const QPoint middle = m_view->positionOf(point);
        double best = 1;
        for (int y = -9; y <= 9; ++y) {
            for (int x = -9; x <= 9; ++x)
                best = std::max(best, contrastRatio(image.pixelColor(middle + QPoint(x, y)), plotBackground()));
        }
        QVERIFY2(best >= 7, "the outline stands out");
    }
    QCOMPARE(image.pixelColor(2, 498), QGuiApplication::palette().color(QPalette::Window));
}

void TestScatterView::equalScaleOnBothAxes()
{
    const QPoint left = m_view->positionOf(leftPoint), right = m_view->positionOf(rightPoint);
    const QPoint top = m_view->positionOf(topPoint);
    // 4 units across and 2 units up.
    QVERIFY(std::abs((right.x() - left.x()) - 2 * (left.y() - top.y())) <= 3);
    m_view->resize(420, 600);
    QTRY_VERIFY(m_view->plotArea().width() < 420);
    QVERIFY(std::abs((m_view->positionOf(rightPoint).x() - m_view->positionOf(leftPoint).x()) -
                     2 * (m_view->positionOf(leftPoint).y() - m_view->positionOf(topPoint).y())) <= 3);
    QVERIFY(m_view->plotArea().contains(m_view->positionOf(rightPoint)));
}

void TestScatterView::noTickIsMinusZero()
{
    int zeros = 0;
    for (int step = 0; step < 40; ++step) {
        m_view->zoom(1.13);
        QCoreApplication::processEvents();
        for (const QGraphicsItem *item : m_view->chart()->scene()->items()) {
            const auto *text = dynamic_cast<const QGraphicsTextItem *>(item);
            const QString label = text ? text->toPlainText() : QString();
            bool number = false;
            const double value = label.toDouble(&number);
            if (!number || value != 0)
                continue;
            QVERIFY2(!label.contains('-'), qPrintable(label));
            ++zeros;
        }
    }
    QVERIFY2(zeros >= 40, "both axes have one");
}

void TestScatterView::resizedLooksLikeNew()
{
    ScatterView fresh(m_runner);
    fresh.resize(430, 560);
    fresh.setTitle(QStringLiteral("X absolute"), QStringLiteral("fasttext"));
    fresh.setColours(twoColours());
    fresh.setPoints(m_points, ScatterView::Frame::Fit);
    fresh.show();
    QVERIFY(QTest::qWaitForWindowExposed(&fresh));
    for (const QSize size : {QSize(300, 300), QSize(900, 340), QSize(430, 560)}) {
        m_view->resize(size);
        QCoreApplication::processEvents();
    }
    fresh.clearFocus();
    m_view->clearFocus();
    QCoreApplication::processEvents();
    QCOMPARE(m_view->grab().toImage(), fresh.grab().toImage());
}

/// The margin for labels depends on the labels, and the labels on the margin.
void TestScatterView::layoutSettlesAtAnySize()
{
    const QSize before = m_view->size();
    QStringList restless;
    for (int width = 200; width < 700; width += 2) {
        m_view->resize(width, width * 5 / 4); // tall: the width determines the scale
        QCoreApplication::processEvents();
        QCoreApplication::sendPostedEvents();
        QSignalSpy moved(m_view->chart(), &PlotChart::plotAreaChanged);
        for (int i = 0; i < 10; ++i)
            QCoreApplication::sendPostedEvents();
        // Two iterations suffice for labels and margin to agree.
        if (moved.count() > 2)
            restless << QString::number(width);
    }
    m_view->resize(before);
    QVERIFY2(restless.isEmpty(), qPrintable("never at rest at a width of " + restless.join(", ")));
}

void TestScatterView::animationEndsAtTheNewPlaces()
{
    auto turned = std::make_shared<Matrix>(-*m_points);
    m_view->setPoints(turned, ScatterView::Frame::Keep, true);
    const auto there = [this] { return pixel(*m_view, m_view->positionOf(rightPoint)); }; // now at the left
    QTRY_VERIFY(there().blue() > there().red() + 80);
    QSignalSpy spy(m_view.get(), &ScatterView::clicked);
    QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, m_view->positionOf(rightPoint));
    QCOMPARE(spy.size(), 1);
    QCOMPARE(spy[0][0].toInt(), rightPoint);
}

void TestScatterView::reducedMotion()
{
    m_view->setReducedMotion(true);
    m_view->setPoints(std::make_shared<Matrix>(-*m_points), ScatterView::Frame::Keep, true);
    const QColor there = pixel(*m_view, m_view->positionOf(rightPoint));
    QVERIFY2(there.blue() > there.red() + 80, "at once");
}

void TestScatterView::viewFollowsUnlessItWasChosen()
{
    m_view->setReducedMotion(true);
    const auto seen = [this] { // the range of x
        const auto *axis = qobject_cast<QValueAxis *>(m_view->chart()->horizontalAxis());
        return axis->max() - axis->min();
    };
    const double before = seen();
    m_view->setPoints(std::make_shared<Matrix>(1.01f * *m_points), ScatterView::Frame::Keep, true); // within the margin
    QCOMPARE(seen(), before);
    m_view->setPoints(std::make_shared<Matrix>(3 * *m_points), ScatterView::Frame::Keep, true);
    QVERIFY(seen() > 2 * before);
    m_view->setPoints(m_points, ScatterView::Frame::Keep, true);
    QVERIFY(std::abs(seen() - before) < 0.05 * before); // except for the room of the axis labels
    m_view->zoom(2);
    const double chosen = seen();
    m_view->setPoints(std::make_shared<Matrix>(3 * *m_points), ScatterView::Frame::Keep, true);
    QCOMPARE(seen(), chosen);
    const QSize size = m_view->size();
    for (const QSize other : {QSize(900, 200), QSize(300, 600), size}) {
        m_view->resize(other);
        QCoreApplication::processEvents();
    }
    QVERIFY2(std::abs(seen() - chosen) < 0.01 * chosen, qPrintable(QString::number(seen() / chosen)));
}

void TestScatterView::emptyAndBackAgain()
{
    m_view->setMarks({{leftPoint, MarkKind::Anchor, 0}});
    m_view->clear(QStringLiteral("Choose anchors to see the relative space."));
    QCOMPARE(m_view->chart()->message(), QStringLiteral("Choose anchors to see the relative space."));
    QCOMPARE(m_view->accessibleDescription(), QStringLiteral("Choose anchors to see the relative space."));
    QCOMPARE(m_view->pointAt(m_view->plotArea().center().toPoint()), -1);
    m_view->setHighlighted({5});
    m_view->viewport()->grab();
    m_view->setPoints(m_points, ScatterView::Frame::Fit);
    QVERIFY(m_view->chart()->message().isEmpty());
    QCOMPARE(m_view->pointAt(m_view->positionOf(leftPoint)), leftPoint);
}

void TestScatterView::strangeData_data()
{
    QTest::addColumn<int>("rows");
    QTest::addColumn<float>("value");
    QTest::newRow("no rows") << 0 << 0.f;
    QTest::newRow("single point") << 1 << 3.f;
    QTest::newRow("all equal") << 500 << -1e6f;
    QTest::newRow("not finite") << 20 << std::numeric_limits<float>::quiet_NaN();
    QTest::newRow("huge") << 20 << 1e30f;
}

void TestScatterView::strangeData()
{
    QFETCH(int, rows);
    QFETCH(float, value);
    auto points = std::make_shared<Matrix>(rows, 2);
    points->setConstant(value);
    m_view->setPoints(points, ScatterView::Frame::Fit);
    m_view->setMarks({{0, MarkKind::Seed, 1}, {rows + 5, MarkKind::Anchor, 0}});
    m_view->setSelected({0, rows + 3});
    m_view->setHighlighted({0, -1});
    wheel(*m_view, {300, 200}, 240);
    m_view->fit();
    m_view->viewport()->grab();
    const bool pickable = rows > 0 && std::isfinite(value);
    QCOMPARE(m_view->pointAt(m_view->plotArea().center().toPoint()) >= 0, pickable);
}

void TestScatterView::longLegendIsCut()
{
    auto colours = std::make_shared<PointColours>();
    colours->palette = categoricalPalette(30);
    for (int c = 0; c < 30; ++c)
        colours->legend.push_back({QStringLiteral("label %1").arg(c), colours->palette[c]});
    m_view->setColours(colours);
    const QStringList texts = m_view->chart()->legendTexts();
    QCOMPARE(texts.size(), PlotChart::maxLegendEntries);
    QCOMPARE(texts.last(), QStringLiteral("+ 19 more"));
}

/// The legend inside does not reduce the plot area, unlike the header and the legend above it.
void TestScatterView::legendInsideLeavesTheRoom()
{
    const double before = m_view->plotArea().height();
    m_view->chart()->setLegendInside();
    QCoreApplication::processEvents();
    const QRectF plot = m_view->plotArea();
    const double lines = 2 * QFontMetricsF(smallFont()).height();
    QVERIFY2(plot.height() >= before + lines, qPrintable(QString::number(plot.height() - before)));
    for (const QGraphicsItem *each : m_view->chart()->childItems()) {
        const auto *text = qgraphicsitem_cast<const QGraphicsSimpleTextItem *>(each);
        if (text && m_view->chart()->legendTexts().contains(text->text()))
            QVERIFY(plot.contains(text->sceneBoundingRect()));
    }
}

void TestScatterView::describedForScreenReaders()
{
    m_view->setAxisTitles(QStringLiteral("PC 1 (7.1%)"), QStringLiteral("PC 2 (4.3%)"));
    m_view->setSelected({1, 2, 3});
    QCOMPARE(m_view->accessibleName(), QStringLiteral("X absolute"));
    const QString text = m_view->accessibleDescription();
    QVERIFY(text.contains(QLocale().toString(count) + QStringLiteral(" points")));
    QVERIFY(text.contains(QStringLiteral("3 selected")));
    QVERIFY(text.contains(QStringLiteral("PC 2 (4.3%)")));
}

void TestScatterView::manyPointsAreDrawnInTheBackground()
{
    Random random(4);
    auto many = std::make_shared<Matrix>(300'000, 2);
    for (Index i = 0; i < many->rows(); ++i)
        many->row(i) << static_cast<float>(random.uniform()), static_cast<float>(random.uniform());
    many->row(0) << 3, 3;
    QSignalSpy ready(m_view.get(), &ScatterView::drawingReady);
    m_view->setColours(nullptr);
    m_view->setPoints(many, ScatterView::Frame::Fit);
    QTRY_VERIFY(ready.size() > 0);
    QVERIFY(distance(pixel(*m_view, m_view->positionOf(0)), plotBackground()) > 20);
    QTRY_COMPARE(m_view->pointAt(m_view->positionOf(0)), 0);
    // Dragging shows an image immediately, and the full one later.
    ready.clear();
    const QPoint from = m_view->plotArea().center().toPoint();
    drag(*m_view, {from, from + QPoint(-40, 30)});
    QVERIFY(distance(pixel(*m_view, m_view->positionOf(0)), plotBackground()) > 20);
    QTRY_VERIFY(ready.size() > 0);
    QVERIFY(distance(pixel(*m_view, m_view->positionOf(0)), plotBackground()) > 20);
    // More points than half the pixels are drawn by their density, not as a flat area.
    m_view->resize(300, 240);
    auto cluster = std::make_shared<Matrix>(150'000, 2);
    for (Index i = 0; i < cluster->rows(); ++i)
        cluster->row(i) << static_cast<float>(random.normal()), static_cast<float>(random.normal());
    cluster->topRows(2) << 0, 0, 1.5F, 0;
    m_view->setPoints(cluster, ScatterView::Frame::Fit);
    const QColor middle = pixel(*m_view, m_view->positionOf(0)), side = pixel(*m_view, m_view->positionOf(1));
    QVERIFY2(distance(middle, side) > 10, qPrintable(middle.name() + ' ' + side.name()));
}

std::shared_ptr<const PointNames> namesOfPoints()
{
    auto names = std::make_shared<PointNames>();
    names->name = [](int point) { return QStringLiteral("item %1").arg(point); };
    names->length = [](int) { return 10; };
    return names;
}

std::vector<LabelLayer::Shown> TestScatterView::shownNames()
{
    m_view->viewport()->grab();
    return m_view->labels()->shown();
}

void TestScatterView::namesAreDrawnWhereThereIsRoom()
{
    const QImage before = m_view->viewport()->grab().toImage();
    QVERIFY(shownNames().empty());
    m_view->setNames(namesOfPoints());
    m_view->setMarks({{rightPoint, MarkKind::Seed, 7}});
    m_view->setClasses({{QStringLiteral("middle"), {0, 0}}});
    const auto names = shownNames();
    const QImage after = m_view->viewport()->grab().toImage();
    const qreal ratio = after.devicePixelRatio();
    QVERIFY2(names.size() > 10 && names.size() < 200, qPrintable(QString::number(names.size())));
    QStringList texts;
    for (std::size_t i = 0; i < names.size(); ++i) {
        texts << names[i].text;
        for (std::size_t j = 0; j < i; ++j)
            QVERIFY2(!names[i].box.intersects(names[j].box), qPrintable(names[i].text + ", " + names[j].text));
        const QRect pixels = QRectF(names[i].box.topLeft() * ratio, names[i].box.size() * ratio).toRect();
        if (QRectF(m_view->plotArea()).contains(names[i].box))
            QVERIFY2(before.copy(pixels) != after.copy(pixels), qPrintable(names[i].text));
    }
    QVERIFY(texts.contains("item 222") && texts.contains("middle")); // a seed has no number, which would be a class
    // The value of an arc takes the place of an optional name, but does not cover that of a seed.
    const auto optional =
        std::ranges::find_if(names, [](const auto &one) { return one.point >= 0 && one.point != rightPoint; });
    for (const int point : {optional->point, rightPoint}) {
        const QPointF at((*m_points)(point, 0), (*m_points)(point, 1));
        m_view->setArcs({{Arc::Kind::Line, QPointF(), at, at, QColor(), "0.73"}});
        QCOMPARE(std::ranges::count(shownNames(), point, &LabelLayer::Shown::point), point == rightPoint ? 1 : 0);
    }
    const QRectF box = std::ranges::find(names, rightPoint, &LabelLayer::Shown::point)->box;
    const QRect pixels = QRectF(box.topLeft() * ratio, box.size() * ratio).toRect();
    QCOMPARE(m_view->viewport()->grab().toImage().copy(pixels), after.copy(pixels));
    m_view->setArcs({});
    // Names give way to handles, and optional ones to the marks of seeds.
    m_view->handles()->setHandles({{Handle::Look::Turn, {}, {}}}, 1, false);
    int covered = 0;
    while (covered == optional->point || !optional->box.contains(m_view->positionOf(covered)))
        ++covered;
    m_view->setMarks(std::vector<Mark>(9, {covered, MarkKind::Seed, 1}));
    const QRectF handle = m_view->handles()->boxes().front();
    for (const LabelLayer::Shown &one : shownNames())
        QVERIFY2(!one.box.intersects(handle) && !one.box.contains(m_view->positionOf(covered)), qPrintable(one.text));
    QVERIFY(std::ranges::count(shownNames(), QString("middle"), &LabelLayer::Shown::text) == 1);
    m_view->handles()->setHandles({}, 1, false);
    m_view->setNames(nullptr);
    const auto rest = shownNames(); // the class
    QCOMPARE(rest.size(), std::size_t(1));
    // A pending seed is always named.
    auto quiet = std::make_shared<PointNames>(*namesOfPoints());
    quiet->everywhere = false;
    m_view->setNames(quiet);
    m_view->setMarks({{topPoint, MarkKind::PendingSeed, 0}});
    QCOMPARE(shownNames().size(), std::size_t(2));
    const auto pending = shownNames();
    const auto pin = std::ranges::find(pending, topPoint, &LabelLayer::Shown::point);
    QVERIFY(pin != pending.end());
    QCOMPARE(m_view->pointAt(pin->box.center().toPoint()), topPoint); // a click on the label means its item
}

/// The label of the proposed partner, which the user clicks, stays where it is when the names of neighbours appear.
void TestScatterView::pinsStay()
{
    auto places = std::make_shared<Matrix>(3, 2);
    *places << 0, 0, 0.03F, 0, 1, 1; // the second point is under the label of the first
    m_view->setPoints(places, ScatterView::Frame::Fit);
    m_view->setNames(namesOfPoints());
    m_view->setMarks({{0, MarkKind::PendingSeed, 0}});
    const auto boxOf = [this](int point) {
        const auto names = shownNames();
        const auto one = std::ranges::find(names, point, &LabelLayer::Shown::point);
        return one == names.end() ? QRectF() : one->box;
    };
    const QRectF before = boxOf(0);
    QVERIFY(before.contains(m_view->positionOf(1)));
    m_view->setHighlighted({0});
    m_view->setNeighbours({1});
    QCOMPARE(boxOf(0), before);
    QCOMPARE(m_view->pointAt(m_view->positionOf(1)), 0);
}

/// A map twice as wide as high fills its plot area, whose ticks then do not go beyond the map.
void TestScatterView::mapsFillThePlot()
{
    m_view->setFramed(true);
    auto places = std::make_shared<Matrix>(3, 2);
    *places << -180, -90, 0, 0, 180, 90;
    m_view->setPoints(places, ScatterView::Frame::Fit);
    QVERIFY(qFuzzyCompare(std::round(20 * m_view->plotArea().width() / m_view->plotArea().height()), 40.0));
    QVERIFY(m_view->chart()->unusedHeight() > 0);
    m_view->setFramed(false);
    m_view->setPoints(places, ScatterView::Frame::Fit);
    QCOMPARE(m_view->chart()->unusedHeight(), 0.0);
}

/// At the edges of the plot, for any view.
void TestScatterView::noNameIsCut()
{
    m_view->setNames(namesOfPoints());
    for (const int highlighted : {leftPoint, rightPoint, topPoint}) {
        m_view->fit();
        m_view->setHighlighted({highlighted});
        for (int step = 0; step < 6; ++step) {
            const auto names = shownNames();
            QVERIFY(!names.empty());
            for (const LabelLayer::Shown &one : names)
                QVERIFY2(QRectF(m_view->plotArea()).contains(one.box), qPrintable(one.text));
            const bool isNamed = std::ranges::any_of(names, [&](const auto &one) { return one.point == highlighted; });
            QCOMPARE(isNamed, m_view->placeOf(highlighted).has_value());
            drag(*m_view, {{300, 200}, {320, 210}, {340, 230}}); // towards a corner
        }
    }
    // Many seeds are not named: their names would cover the points.
    std::vector<Mark> seeds;
    for (int point = 0; point < 30; ++point)
        seeds.push_back({point, MarkKind::Seed, point + 1});
    auto names = std::make_shared<PointNames>(*namesOfPoints());
    names->everywhere = false;
    m_view->setHighlighted({});
    m_view->setNames(names);
    m_view->setMarks(seeds);
    QVERIFY(shownNames().empty());
    seeds.resize(3);
    m_view->setMarks(seeds);
    m_view->fit();
    QVERIFY(!shownNames().empty());
}

/// An item hidden by a filter may still be highlighted or selected; its position is NaN.
void TestScatterView::hiddenItemsHaveNoName()
{
    Matrix places = *m_points;
    places.row(leftPoint).setConstant(std::numeric_limits<float>::quiet_NaN());
    m_view->setNames(namesOfPoints());
    m_view->setPoints(std::make_shared<Matrix>(places), ScatterView::Frame::Keep);
    m_view->setHighlighted({leftPoint, rightPoint});
    m_view->setSelected({leftPoint});
    m_view->setClasses({{QStringLiteral("none in sight"), {std::nan(""), std::nan("")}}});
    const auto names = shownNames();
    const auto isNamed = [&](int point) { return std::ranges::count(names, point, &LabelLayer::Shown::point) > 0; };
    QVERIFY(isNamed(rightPoint));
    QVERIFY(!isNamed(leftPoint) && !isNamed(-1));
}

/// Larger text, as in a presentation, leaves room for fewer names.
void TestScatterView::namesKeepApartInLargerLetters()
{
    m_view->setNames(namesOfPoints());
    const std::size_t before = shownNames().size();
    const auto back = qScopeGuard([] { setPresentationSize(*qApp, std::nullopt); });
    setPresentationSize(*qApp, largestText);
    QCoreApplication::processEvents();
    const auto names = shownNames();
    QVERIFY(names.size() > 3 && names.size() < before);
    for (std::size_t i = 0; i < names.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j)
            QVERIFY2(!names[i].box.intersects(names[j].box), qPrintable(names[i].text + ", " + names[j].text));
    }
}

/// The same names at the same places relative to the points, for any view; more at a closer view.
void TestScatterView::namesMoveWithTheView()
{
    m_view->setNames(namesOfPoints());
    m_view->zoom(3);
    const auto before = shownNames();
    drag(*m_view, {{300, 200}, {320, 230}, {360, 260}});
    const QPointF by(60, 60);
    const auto after = shownNames();
    int kept = 0;
    for (const LabelLayer::Shown &one : before) {
        if (!m_view->plotArea().contains(one.box.translated(by)))
            continue;
        const auto same = std::find_if(after.begin(), after.end(),
                                       [&](const LabelLayer::Shown &each) { return each.point == one.point; });
        QVERIFY2(same != after.end(), qPrintable(one.text));
        QVERIFY(QLineF(same->box.topLeft(), one.box.topLeft() + by).length() < 1);
        ++kept;
    }
    QVERIFY(kept > 10);
    std::set<int> visible;
    const QRectF inner(m_view->plotArea().center() - QPointF(60, 40), QSizeF(120, 80));
    for (const LabelLayer::Shown &one : after) {
        if (inner.contains(one.box))
            visible.insert(one.point);
    }
    m_view->zoom(3);
    std::set<int> closer;
    for (const LabelLayer::Shown &one : shownNames())
        closer.insert(one.point);
    QVERIFY(std::includes(closer.begin(), closer.end(), visible.begin(), visible.end()));
    QVERIFY(closer.size() > 2 * visible.size() + 5);
}

void TestScatterView::selectedItemsAreNamedAndOnTop()
{
    m_view->setNames(namesOfPoints());
    m_view->setMarks({{leftPoint, MarkKind::Seed, 1}, {topPoint, MarkKind::Anchor, 0}});
    const QPoint at = m_view->positionOf(rightPoint), star = m_view->positionOf(leftPoint);
    const auto coloured = [&] {
        const QImage image = m_view->viewport()->grab().toImage();
        int pixels = 0;
        for (int y = -8; y <= 8; ++y) {
            for (int x = -8; x <= 8; ++x)
                pixels += distance(image.pixelColor(at + QPoint(x, y)), plotBackground()) > 60;
        }
        return pixels;
    };
    m_view->setClasses({});
    const int before = coloured();
    const QColor seedBefore = pixel(*m_view, star);
    m_view->setSelected({rightPoint});
    QVERIFY2(coloured() > 3 * before, "larger than the others");
    QVERIFY2(2 * distance(pixel(*m_view, star), plotBackground()) < distance(seedBefore, plotBackground()),
             "seeds recede");
    const auto names = shownNames();
    const auto named = [&](int point) {
        return std::any_of(names.begin(), names.end(), [&](const auto &one) { return one.point == point; });
    };
    QVERIFY(named(rightPoint));
    QVERIFY(names.size() <= 2); // and the seed
    m_view->setHighlighted({topPoint});
    m_view->setNeighbours({5});
    QCOMPARE(shownNames().size(), names.size() + 2);
}

/// Moving from point to point repaints only parts of a panel, with the same result as repainting all of it.
void TestScatterView::onlyTheHighlightedLabelIsRepainted()
{
    m_view->setNames(namesOfPoints());
    m_view->setMarks({{rightPoint, MarkKind::Seed, 1}, {topPoint, MarkKind::Seed, 2}});
    QSignalSpy frames(m_view.get(), &ScatterView::framePainted);
    for (const int highlighted : {leftPoint, 5, rightPoint, 40, 41, topPoint, 120}) {
        QVERIFY(frames.count() > 0 || frames.wait());
        frames.clear();
        m_view->setHighlighted({highlighted});
        m_view->setNeighbours({(highlighted + 17) % 200, (highlighted + 90) % 200});
        QTRY_VERIFY(!frames.isEmpty());
        const QImage parts = m_view->screen()->grabWindow(m_view->winId()).toImage();
        const QImage whole = m_view->grab().toImage();
        QCOMPARE(parts.size(), whole.size());
        int different = 0;
        for (int y = 0; y < whole.height(); ++y) {
            for (int x = 0; x < whole.width(); ++x)
                different += distance(parts.pixelColor(x, y), whole.pixelColor(x, y)) > 8;
        }
        QVERIFY2(different == 0, qPrintable(QString("%1 pixels differ at %2").arg(different).arg(highlighted)));
    }
}

void TestScatterView::imagesReplaceNames()
{
    auto names = std::make_shared<PointNames>(*namesOfPoints());
    names->image = [](int) {
        QImage green(8, 8, QImage::Format_RGB32);
        green.fill(QColor(0, 220, 0));
        return green;
    };
    m_view->setNames(names);
    m_view->setSelected({rightPoint});
    const auto shown = shownNames();
    QCOMPARE(shown.size(), std::size_t(1));
    QCOMPARE(pixel(*m_view, shown.front().box.center().toPoint()), QColor(0, 220, 0));
}

QTEST_MAIN(TestScatterView)
#include "tst_scatterview.moc"
