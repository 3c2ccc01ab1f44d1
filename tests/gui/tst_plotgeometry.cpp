// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/random.h"
#include "gui/plot/contours.h"
#include "gui/plot/labelplacement.h"
#include "gui/plot/pickgrid.h"
#include "gui/plot/pointmotion.h"
#include "gui/plot/pointraster.h"
#include "gui/plot/ticks.h"
#include "gui/plot/viewtransform.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <set>

using namespace anchorscope;
using namespace anchorscope::gui;

namespace {

constexpr float notANumber = std::numeric_limits<float>::quiet_NaN();

std::shared_ptr<Matrix> points(std::initializer_list<std::pair<float, float>> list)
{
    auto matrix = std::make_shared<Matrix>(static_cast<Index>(list.size()), 2);
    Index row = 0;
    for (const auto &[x, y] : list) {
        matrix->row(row) << x, y;
        ++row;
    }
    return matrix;
}

std::shared_ptr<Matrix> randomPoints(Index count)
{
    Random random(7);
    auto matrix = std::make_shared<Matrix>(count, 2);
    for (Index i = 0; i < count; ++i)
        matrix->row(i) << static_cast<float>(random.normal()), static_cast<float>(random.normal());
    return matrix;
}

std::shared_ptr<Matrix> equalPoints(Index count)
{
    auto matrix = std::make_shared<Matrix>(count, 2);
    matrix->col(0).setConstant(0.25f);
    matrix->col(1).setConstant(-3);
    return matrix;
}

/// Applies the even–odd rule, edge by edge.
bool inPolygon(const QPolygonF &polygon, double x, double y)
{
    bool in = false;
    for (qsizetype i = 0, j = polygon.size() - 1; i < polygon.size(); j = i++) {
        const QPointF a = polygon[i], b = polygon[j];
        if ((a.y() > y) != (b.y() > y) && x < (b.x() - a.x()) * (y - a.y()) / (b.y() - a.y()) + a.x())
            in = !in;
    }
    return in;
}

QPolygonF flower(int corners)
{
    QPolygonF polygon;
    for (int i = 0; i < corners; ++i) {
        const double angle = 6.283185307 * i / corners;
        const double radius = 1 + 0.6 * std::sin(5 * angle);
        polygon << QPointF(radius * std::cos(angle), radius * std::sin(angle));
    }
    return polygon;
}

} // namespace

class TestPlotGeometry : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void contoursHoldTheirShares();
    void contoursOfOddClasses();
    void linesAroundAField();
    void unlabelledPointsAreDrawnBelow();
    void aCloudShowsItsClusters();
    void aCloudMixesColours();
    void viewSuitsPointsThatFillIt();
    void namesDoNotCollide();
    void namesAtEqualOrMissingPositions();
    void labelsArePlacedBesideTheirPoints();
    void roundTrip();
    void zoomKeepsThePointUnderTheCursor();
    void panFollowsTheMouse();
    void fitShowsEverything_data();
    void fitShowsEverything();
    void resizeKeepsTheMiddle();
    void bounds();
    void nearest_data();
    void nearest();
    void selections_data();
    void selections();
    void notFinitePointsAreNotPicked();
    void degeneratePolygons();
    void ticks_data();
    void ticks();
    void motion();
};

void TestPlotGeometry::aCloudShowsItsClusters()
{
    constexpr int columns = 8, lines = 5;
    constexpr float spacing = 3.5f; // in standard deviations of a cluster
    Random random(11);
    std::vector<DrawPoint> points;
    for (int i = 0; i < 1'000'000; ++i) {
        const auto line = static_cast<float>(i % columns), column = static_cast<float>(i / columns % lines);
        points.push_back({spacing * line + static_cast<float>(random.normal()),
                          spacing * column + static_cast<float>(random.normal()), 0});
    }
    points.push_back({spacing * 3.5f, spacing * 5.6f, 0}); // an outlier
    points.push_back({notANumber, 0, 0});
    QImage image(500, 400, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    const ViewTransform view =
        ViewTransform::fitted(QRectF(-4, -4, spacing * columns + 5, spacing * lines + 7), QRectF(image.rect()));
    QCOMPARE(pointsInView(points, view), Index(1'000'001));
    QVERIFY(drawCloud(image, points, {QColor(20, 40, 200)}, 1, view, {}));

    const auto opacity = [&](float line, float column) {
        const QPointF at = view.toPixel({spacing * line, spacing * column});
        int sum = 0; // mean of 5 × 5 pixels, because a pixel has some 10 points
        for (int pixel = 0; pixel < 25; ++pixel)
            sum +=
                qAlpha(image.pixel(static_cast<int>(at.x()) + pixel % 5 - 2, static_cast<int>(at.y()) + pixel / 5 - 2));
        return sum / 25;
    };
    constexpr int visible = 40; // difference of opacity, out of 255
    int clusters = 0;
    for (int cluster = 0; cluster < columns * lines; ++cluster) {
        const auto x = static_cast<float>(cluster % columns), y = static_cast<float>(cluster / columns); // NOLINT: line
        const int around =
            std::max({opacity(x - 0.5f, y), opacity(x + 0.5f, y), opacity(x, y - 0.5f), opacity(x, y + 0.5f)});
        clusters += opacity(x, y) >= around + visible;
    }
    QCOMPARE(clusters, columns * lines);
    const QPointF outlier = view.toPixel({spacing * 3.5f, spacing * 5.6f});
    QVERIFY(qAlpha(image.pixel(outlier.toPoint())) > visible ||
            qAlpha(image.pixel(outlier.toPoint() - QPoint(1, 1))) > visible);

    RunContext cancelled;
    cancelled.deadline = RunContext::Clock::now();
    QVERIFY(!drawCloud(image, points, {QColor(20, 40, 200)}, 1, view, cancelled));
}

void TestPlotGeometry::aCloudMixesColours()
{
    QImage image(9, 9, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    const ViewTransform view{{0, 0}, 1, QRectF(image.rect())};
    const std::vector<DrawPoint> points{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 1}, {-3, 0, 7}};
    QVERIFY(drawCloud(image, points, {QColor(240, 0, 0), QColor(0, 0, 240), QColor(0, 240, 0)}, 1, view, {}));
    const QColor mixed = image.pixelColor(4, 4), further = image.pixelColor(1, 4);
    QVERIFY(std::abs(mixed.red() - 180) <= 2 && std::abs(mixed.blue() - 60) <= 2 && mixed.green() == 0);
    QVERIFY(std::abs(further.green() - 240) <= 2 && further.red() == 0 && further.blue() == 0);
    QVERIFY(mixed.alpha() > further.alpha() && further.alpha() > 0);
    QCOMPARE(image.pixelColor(8, 8).alpha(), 0);
}

void TestPlotGeometry::roundTrip()
{
    const ViewTransform view{{3, -2}, 40, QRectF(50, 20, 400, 300)};
    const QPointF pixel(123, 77);
    const QPointF back = view.toPixel(view.toData(pixel));
    QVERIFY(QLineF(back, pixel).length() < 1e-9);
    QCOMPARE(view.toPixel({3, -2}), QPointF(250, 170));
    QVERIFY2(view.toPixel({3, -1}).y() < 170, "the y axis of the data points up");
    QCOMPARE(view.visible(), QRectF(-2, -5.75, 10, 7.5));
}

void TestPlotGeometry::zoomKeepsThePointUnderTheCursor()
{
    ViewTransform view{{3, -2}, 40, QRectF(50, 20, 400, 300)};
    const QPointF cursor(90, 250);
    const QPointF before = view.toData(cursor);
    for (const double factor : {1.5, 0.2, 30.0}) {
        const ViewTransform closer = view.zoomed(factor, cursor);
        QCOMPARE(closer.scale, view.scale * factor);
        QVERIFY(QLineF(closer.toData(cursor), before).length() < 1e-9);
        view = closer;
    }
    for (int i = 0; i < 1000; ++i)
        view = view.zoomed(10, cursor);
    QVERIFY2(std::isfinite(view.scale) && std::isfinite(view.centre.x()), "endless zooming stays finite");
}

void TestPlotGeometry::panFollowsTheMouse()
{
    const ViewTransform view{{3, -2}, 40, QRectF(50, 20, 400, 300)};
    const ViewTransform moved = view.panned({15, -8});
    const QPointF pixel = view.toPixel({1, 1});
    QVERIFY(QLineF(moved.toPixel({1, 1}), pixel + QPointF(15, -8)).length() < 1e-9);
}

void TestPlotGeometry::fitShowsEverything_data()
{
    QTest::addColumn<QRectF>("bounds");
    QTest::newRow("wide") << QRectF(-10, 2, 30, 1);
    QTest::newRow("tall") << QRectF(0, 0, 1, 80);
    QTest::newRow("one point") << QRectF(5, 5, 0, 0);
    QTest::newRow("on a horizontal line") << QRectF(-1, 5, 2, 0);
    QTest::newRow("on a vertical line") << QRectF(-1, 5, 0, 2);
    QTest::newRow("tiny") << QRectF(1e-6, 1e-6, 1e-7, 1e-7);
    QTest::newRow("no points") << QRectF();
}

void TestPlotGeometry::fitShowsEverything()
{
    QFETCH(QRectF, bounds);
    const QRectF plot(50, 20, 400, 300);
    for (const double margin : {0.0, 40.0}) {
        const ViewTransform view = ViewTransform::fitted(bounds, plot, margin);
        const double kept = margin - 1e-3; // rounding of pixels
        for (const QPointF corner : {bounds.topLeft(), bounds.bottomRight()})
            QVERIFY(plot.adjusted(kept, kept, -kept, -kept).contains(view.toPixel(corner)));
    }
    const ViewTransform view = ViewTransform::fitted(bounds, plot);
    QVERIFY(view.scale > 0 && std::isfinite(view.scale));
    QVERIFY(QLineF(view.centre, bounds.center()).length() < 1e-12);
}

void TestPlotGeometry::resizeKeepsTheMiddle()
{
    const ViewTransform view{{3, -2}, 40, QRectF(50, 20, 400, 300)};
    const ViewTransform wider = view.resized(QRectF(50, 20, 800, 300));
    QCOMPARE(wider.centre, view.centre);
    QCOMPARE(wider.scale, view.scale); // limited by the height
    QCOMPARE(view.resized(QRectF(0, 0, 200, 150)).visible(), view.visible());
}

void TestPlotGeometry::bounds()
{
    QCOMPARE(boundsOf(*points({{notANumber, 0}, {2, 3}, {-1, 7}, {100, notANumber}})),
             QRectF(QPointF(-1, 3), QPointF(2, 7)));
    QVERIFY(boundsOf(*points({})).isNull());
    QVERIFY(boundsOf(*points({{notANumber, notANumber}})).isNull());
}

void TestPlotGeometry::nearest_data()
{
    QTest::addColumn<std::shared_ptr<Matrix>>("data");
    QTest::newRow("empty") << points({});
    QTest::newRow("single point") << points({{0.1f, 0.2f}});
    QTest::newRow("all equal") << equalPoints(1000);
    QTest::newRow("on a line") << points({{0, 0}, {1, 0}, {2, 0}, {0.5f, 0}});
    QTest::newRow("far outlier") << points({{0, 0}, {1, 0}, {0, 1}, {1e7f, 1e7f}});
    QTest::newRow("20 000 points") << randomPoints(20'000);
    QTest::newRow("1 000 000 points") << randomPoints(1'000'000);
}

void TestPlotGeometry::nearest()
{
    QFETCH(std::shared_ptr<Matrix>, data);
    const PickGrid grid(data);
    Random random(3);
    for (int query = 0; query < 20; ++query) {
        const QPointF at(2 * random.normal(), 2 * random.normal());
        const double radius = 0.05 + random.uniform();
        int expected = -1;
        double best = radius * radius;
        for (Index i = 0; i < data->rows(); ++i) {
            const double square = std::pow((*data)(i, 0) - at.x(), 2) + std::pow((*data)(i, 1) - at.y(), 2);
            if (square < best || (square == best && expected < 0)) {
                best = square;
                expected = static_cast<int>(i);
            }
        }
        QCOMPARE(grid.nearest(at, radius), expected);
    }
}

void TestPlotGeometry::selections_data()
{
    nearest_data();
}

void TestPlotGeometry::selections()
{
    QFETCH(std::shared_ptr<Matrix>, data);
    const PickGrid grid(data);
    const QPolygonF lasso = flower(240);
    const QRectF box(-0.5, -0.2, 1.2, 0.9);
    std::vector<int> inLasso, inBox;
    for (Index i = 0; i < data->rows(); ++i) {
        const double x = (*data)(i, 0), y = (*data)(i, 1);
        if (inPolygon(lasso, x, y))
            inLasso.push_back(static_cast<int>(i));
        if (x >= box.left() && x <= box.right() && y >= box.top() && y <= box.bottom())
            inBox.push_back(static_cast<int>(i));
    }
    QVERIFY(grid.inside(lasso) == inLasso);
    QVERIFY(grid.inside(box) == inBox);
    QCOMPARE(grid.inside(QRectF(-1e9, -1e9, 2e9, 2e9)).size(), static_cast<std::size_t>(data->rows()));
}

void TestPlotGeometry::notFinitePointsAreNotPicked()
{
    constexpr float infinity = std::numeric_limits<float>::infinity();
    const PickGrid grid(points({{notANumber, 0}, {0, notANumber}, {infinity, 0}, {0.01f, 0}}));
    QCOMPARE(grid.nearest({0, 0}, 1), 3);
    QCOMPARE(grid.inside(QRectF(-1, -1, 2, 2)), std::vector<int>{3});
    QVERIFY(PickGrid(points({{notANumber, notANumber}})).empty());
}

void TestPlotGeometry::degeneratePolygons()
{
    const PickGrid grid(randomPoints(100));
    QVERIFY(grid.inside(QPolygonF()).empty());
    QVERIFY(grid.inside(QPolygonF({{0, 0}, {1, 1}})).empty());
    QVERIFY(grid.inside(QPolygonF({{0, 0}, {1, 0}, {2, 0}})).empty());
    QCOMPARE(grid.inside(QPolygonF({{-99, -99}, {99, -99}, {99, 99}, {-99, 99}})).size(), std::size_t(100));
}

void TestPlotGeometry::ticks_data()
{
    QTest::addColumn<double>("length");
    QTest::addColumn<int>("most");
    QTest::addColumn<double>("interval");
    QTest::addColumn<int>("decimals");
    QTest::newRow("units") << 10.0 << 10 << 1.0 << 0;
    QTest::newRow("fives") << 41.0 << 10 << 5.0 << 0;
    QTest::newRow("tenths") << 1.0 << 6 << 0.2 << 1;
    QTest::newRow("thousandths") << 0.0099 << 5 << 0.002 << 3;
    QTest::newRow("thousands") << 8000.0 << 4 << 2000.0 << 0;
    QTest::newRow("nothing") << 0.0 << 4 << 1.0 << 0;
}

void TestPlotGeometry::ticks()
{
    QFETCH(double, length);
    QFETCH(int, most);
    QTEST(tickInterval(length, most), "interval");
    QTEST(tickDecimals(tickInterval(length, most)), "decimals");
}

void TestPlotGeometry::motion()
{
    const auto from = points({{0, 0}, {2, -4}}), to = points({{4, 8}, {2, 4}});
    const ViewTransform near = ViewTransform::fitted(QRectF(0, 0, 1, 1), QRectF(0, 0, 100, 100));
    const ViewTransform far = ViewTransform::fitted(QRectF(0, 0, 100, 100), QRectF(0, 0, 100, 100));
    const PointMotion motion{from, to, near, far};
    QVERIFY(*motion.pointsAt(0) == *from);
    QVERIFY(motion.pointsAt(1) == to); // the same object, not a copy
    QVERIFY(*motion.pointsAt(0.5) == *points({{2, 4}, {2, 0}}));
    QVERIFY(motion.viewAt(1) == far);
    QCOMPARE(motion.viewAt(0).scale, near.scale);
    // A zoom animation is linear in the logarithm.
    QCOMPARE(motion.viewAt(0.5).scale, std::sqrt(near.scale * far.scale));
    QVERIFY(motion.isSeen());
    QVERIFY(!(PointMotion{from, from, far, far}.isSeen()));
    QVERIFY((PointMotion{from, from, near, far}.isSeen()));
    const float pixel = static_cast<float>(1 / far.scale);
    const auto by = [&](float pixels) { return PointMotion{from, points({{0, pixels * pixel}, {NAN, -4}}), far, far}; };
    QVERIFY(by(0.6f).isSeen() && !by(0.4f).isSeen());
}

void TestPlotGeometry::unlabelledPointsAreDrawnBelow()
{
    PointColours colours;
    colours.classOfPoint = {1, 0, 1, 0, 1};
    const Matrix places = Matrix::Random(5, 2);
    const std::vector<ItemIndex> rows{4, 3, 2, 1};
    const auto drawn = [&] {
        std::vector<float> x;
        for (const DrawPoint &point : packPoints(places, &colours, rows))
            x.push_back(point.x);
        return x;
    };
    const auto expected = [&](std::initializer_list<int> order) {
        std::vector<float> x;
        for (const int row : order)
            x.push_back(places(row, 0));
        return x;
    };
    QCOMPARE(drawn(), expected({4, 3, 2, 1}));
    colours.unknown = 1;
    QCOMPARE(drawn(), expected({4, 2, 3, 1}));
}

void TestPlotGeometry::viewSuitsPointsThatFillIt()
{
    const QRectF bounds(-2, -1, 4, 2);
    const ViewTransform view = ViewTransform::fitted(bounds, QRectF(0, 0, 300, 200));
    QVERIFY(view.suits(bounds));
    QVERIFY(view.suits({-1.5, -0.7, 3, 1.4}));
    QVERIFY(!view.suits({-2, -1, 5, 2}));     // points would be outside
    QVERIFY(!view.suits({-0.5, -0.5, 1, 1})); // points would be too small
}

/// At every scale: labels do not overlap, omitted labels would not fit, and zooming in never removes a label.
void TestPlotGeometry::namesDoNotCollide()
{
    constexpr Index count = 3000;
    constexpr float height = 14;
    const auto places = randomPoints(count);
    std::vector<int> rows(count);
    std::iota(rows.begin(), rows.end(), 0);
    const auto width = [](int row) { return 20.0f + static_cast<float>(row % 7) * 12; };
    NameLevels names(places, rows, width, height);
    std::set<int> before;
    for (const double scale : {10.0, 60.0, 61.0, 200.0, 900.0, 5000.0, 40000.0}) {
        const std::span<const int> shown = names.at(scale);
        const std::set<int> now(shown.begin(), shown.end());
        QVERIFY(std::includes(now.begin(), now.end(), before.begin(), before.end()));
        QCOMPARE(now.size(), shown.size());
        const auto clash = [&](int a, int b) {
            const QPointF at((*places)(a, 0) * scale, (*places)(a, 1) * scale);
            const QPointF other((*places)(b, 0) * scale, (*places)(b, 1) * scale);
            return std::abs(at.y() - other.y()) < height && at.x() < other.x() + width(b) &&
                   other.x() < at.x() + width(a);
        };
        for (std::size_t i = 0; i < shown.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j)
                QVERIFY(!clash(shown[i], shown[j]));
        }
        before = now;
    }
    QVERIFY(names.at(60).size() > 10);
    QVERIFY(names.at(60).size() < names.at(900).size() / 3);
    QVERIFY(before.size() > 2900); // at close range nearly all have room
    QVERIFY(names.at(0.001).empty());
    QCOMPARE(names.at(60).front(), 0); // the first candidate comes first
}

void TestPlotGeometry::namesAtEqualOrMissingPositions()
{
    NameLevels same(
        equalPoints(50), {3, 4, 5}, [](int) { return 30.0f; }, 10);
    QCOMPARE(same.at(1e9).size(), std::size_t(1));
    NameLevels gone(
        points({{notANumber, 0}, {1, 1}}), {0, 1, 2, -1}, [](int) { return 30.0f; }, 10);
    QCOMPARE(gone.at(1e6).size(), std::size_t(1));
    NameLevels nameless(
        randomPoints(20), {0, 1, 2}, [](int) { return 0.0f; }, 10);
    QVERIFY(nameless.at(1e6).empty() && nameless.empty());
    QVERIFY(NameLevels().at(1).empty());
}

void TestPlotGeometry::labelsArePlacedBesideTheirPoints()
{
    const QSizeF size(40, 12);
    const std::vector<LabelRequest> crowd(9, LabelRequest{{0, 0}, size, 9});
    const std::vector<QRectF> boxes = placeLabels(crowd, 100);
    std::vector<QRectF> placed;
    for (const QRectF &box : boxes) {
        if (box.isNull())
            continue;
        QCOMPARE(box.size(), size);
        QVERIFY(!box.contains(QPointF(0, 0)));
        for (const QRectF &other : placed)
            QVERIFY(!box.intersects(other));
        placed.push_back(box);
    }
    QVERIFY(placed.size() >= 4 && placed.size() <= 8);
    QVERIFY(boxes[0].left() > 0 && boxes[1].right() < 0); // right first, then left
    // The place of a seed's mark is kept free; a label on its point has one place.
    const std::vector<QRectF> near =
        placeLabels(std::vector<LabelRequest>{{{0, 0}, size, 5}, {{0.2, 0}, size, 9}}, 100);
    QVERIFY(!near[0].isNull() && !near[0].contains(QPointF(20, 0)));
    const std::vector<QRectF> middle =
        placeLabels(std::vector<LabelRequest>{{{1, 1}, size, -1}, {{1, 1}, size, -1}}, 10);
    QCOMPARE(middle[0].center(), QPointF(10, -10));
    QVERIFY(middle[1].isNull());
    QVERIFY(placeLabels(std::vector<LabelRequest>{{{notANumber, 0}, size, 5}}, 10)[0].isNull());
}

/// Contours of two normal distributions contain the requested share of points, and the ellipses have the theoretical
/// size.
void TestPlotGeometry::contoursHoldTheirShares()
{
    constexpr Index count = 40000; // points of each class; the classes are 20 apart
    constexpr double narrow = 1, wide = 3;
    auto cloud = std::make_shared<Matrix>(*randomPoints(2 * count));
    PointColours colours;
    for (Index i = 0; i < 2 * count; ++i) {
        (*cloud)(i, 1) *= wide;
        (*cloud)(i, 0) += i % 2 ? 20.0F : 0;
        colours.classOfPoint.push_back(static_cast<std::uint16_t>(i % 2));
    }
    const std::vector<Contour> contours = densityContours(*cloud, colours, 2);
    QCOMPARE(contours.size(), 4u);
    for (const Contour &contour : contours) {
        Index held = 0;
        for (Index i = contour.classOfPoint; i < 2 * count; i += 2)
            held += contour.path.contains(QPointF((*cloud)(i, 0), (*cloud)(i, 1)));
        constexpr double ofAGrid = 0.01; // the line goes through the cells that reach the share
        const double share = static_cast<double>(held) / count;
        QVERIFY2(std::abs(share - contour.share) < ofAGrid, qPrintable(QString::number(share)));
        double area = 0;
        for (const QPolygonF &polygon : contour.path.toSubpathPolygons()) {
            for (qsizetype i = 0; i + 1 < polygon.size(); ++i)
                area += (polygon[i].x() * polygon[i + 1].y() - polygon[i + 1].x() * polygon[i].y()) / 2;
        }
        // A normal density holds the share p inside the ellipse of radius² −2 log(1 − p).
        const double expected = -2 * std::log(1 - contour.share) * M_PI * narrow * wide;
        constexpr double ofSmoothing = 0.05; // the kernel makes the density a little wider than the points
        QVERIFY2(std::abs(area / expected - 1) < ofSmoothing, qPrintable(QString::number(area / expected)));
        const double centre = contour.path.boundingRect().center().x();
        QVERIFY(std::abs(centre - 20 * contour.classOfPoint) < 0.3);
    }
}

/// Degenerate classes: too few points, points in one place, on a line, not finite, or without a class.
void TestPlotGeometry::contoursOfOddClasses()
{
    constexpr Index count = 400;
    auto cloud = randomPoints(count);
    PointColours colours;
    for (Index i = 0; i < count; ++i) {
        colours.classOfPoint.push_back(static_cast<std::uint16_t>(i < 10    ? 0
                                                                  : i < 100 ? 1
                                                                  : i < 200 ? 2
                                                                  : i < 300 ? 3
                                                                            : 9));
        if (i >= 10 && i < 100)
            cloud->row(i) << 4, 4;
        if (i >= 100 && i < 200)
            (*cloud)(i, 1) = -7;
    }
    (*cloud)(250, 0) = notANumber;
    std::map<int, int> found;
    for (const Contour &contour : densityContours(*cloud, colours, 4)) {
        ++found[contour.classOfPoint];
        const QRectF box = contour.path.boundingRect();
        QVERIFY(!box.isEmpty() && std::isfinite(box.width() + box.height()));
        if (contour.classOfPoint == 1)
            QVERIFY(box.contains(QPointF(4, 4)) && box.width() < 0.01);
        if (contour.classOfPoint == 2)
            QVERIFY(box.top() < -7 && box.bottom() > -7 && box.height() < 0.1);
    }
    QCOMPARE(found, (std::map<int, int>{{1, 2}, {2, 2}, {3, 2}}));
    RunContext cancelled;
    cancelled.deadline = RunContext::Clock::now();
    QVERIFY(densityContours(*cloud, colours, 4, cancelled).empty());
}

/// One node is a diamond; two that touch at a corner are apart or joined by the mean of the four.
void TestPlotGeometry::linesAroundAField()
{
    DensityField field{5, 5, std::vector<float>(25, 0)};
    field.at(2, 1) = 1;
    const QPainterPath diamond = isoLines(field, 0.5F);
    QCOMPARE(diamond.toSubpathPolygons().size(), 1);
    QCOMPARE(diamond.boundingRect(), QRectF(1.5, 0.5, 1, 1));
    QVERIFY(diamond.contains(QPointF(2, 1)) && !diamond.contains(QPointF(1.6, 0.6)));
    field.at(3, 2) = 1;
    QCOMPARE(isoLines(field, 0.6F).toSubpathPolygons().size(), 2); // the mean is a half
    QCOMPARE(isoLines(field, 0.4F).toSubpathPolygons().size(), 1);
    field.at(2, 1) = field.at(3, 2) = 0;
    field.at(3, 1) = field.at(2, 2) = 1; // the other diagonal
    QCOMPARE(isoLines(field, 0.6F).toSubpathPolygons().size(), 2);
    QCOMPARE(isoLines(field, 0.4F).toSubpathPolygons().size(), 1);
    for (int i = 1; i < 4; ++i) {
        for (int j = 1; j < 4; ++j)
            field.at(i, j) = i == 2 && j == 2 ? 0 : 1; // a ring has a hole
    }
    const QPainterPath ring = isoLines(field, 0.5F);
    QCOMPARE(ring.toSubpathPolygons().size(), 2);
    QVERIFY(ring.contains(QPointF(1, 1)) && !ring.contains(QPointF(2, 2)));
    QVERIFY(isoLines(field, 2).isEmpty());
}

QTEST_APPLESS_MAIN(TestPlotGeometry)
#include "tst_plotgeometry.moc"
