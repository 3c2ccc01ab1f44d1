// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/scatter/scatterview.h"
#include "gui/style/theme.h"
#include "gui/views/heatmapview.h"
#include "gui/views/linechart.h"
#include "gui/views/plotexport.h"

#include <QApplication>
#include <QFile>
#include <QImage>
#include <QLabel>
#include <QPainter>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>

using namespace anchorscope;
using namespace anchorscope::gui;

namespace {

struct OwnRunner
{
    Runner runner;
};

class Scatter : OwnRunner, public ScatterView
{
public:
    Scatter() : ScatterView(runner) {}
};

std::unique_ptr<ScatterView> scatter()
{
    auto view = std::make_unique<Scatter>();
    auto points = std::make_shared<Matrix>(4, 2);
    *points << -1, -1, 1, -1, 1, 1, -1, 1;
    auto colours = std::make_shared<PointColours>();
    colours->palette = {QColor(200, 0, 0), QColor(0, 0, 200)};
    colours->classOfPoint = {0, 0, 1, 1};
    colours->legend = {{QStringLiteral("red"), colours->palette[0]}, {QStringLiteral("blue"), colours->palette[1]}};
    view->resize(500, 400);
    view->setTitle(QStringLiteral("X absolute"));
    view->setColours(colours);
    view->setPoints(points, ScatterView::Frame::Fit);
    view->setMarks({{2, MarkKind::Seed, 1}});
    return view;
}

/// 5 000 points and 300 anchors, 15 of them seeds, all with names.
std::unique_ptr<ScatterView> cloud()
{
    constexpr int count = 5000, anchors = 300, seeds = 15;
    auto view = scatter();
    auto points = std::make_shared<Matrix>(count, 2);
    for (int i = 0; i < count; ++i)
        points->row(i) << static_cast<float>(std::sin(i * 1.7) * i), static_cast<float>(std::cos(i * 2.3) * i);
    auto colours = std::make_shared<PointColours>();
    colours->palette = {QColor(200, 0, 0), QColor(0, 0, 200)};
    for (int i = 0; i < count; ++i)
        colours->classOfPoint.push_back(i % 2 ? 1 : 0);
    std::vector<Mark> marks;
    for (int i = 0; i < anchors; ++i)
        marks.push_back({i * 16, i < seeds ? MarkKind::Seed : MarkKind::Anchor, i < seeds ? i + 1 : 0});
    view->setColours(colours);
    view->setPoints(points, ScatterView::Frame::Fit);
    view->setMarks(marks);
    return view;
}

std::unique_ptr<QWidget> plot(const QString &kind)
{
    if (kind == QLatin1String("scatter"))
        return scatter();
    if (kind == QLatin1String("curve")) {
        auto view = std::make_unique<LineChart>();
        view->setTitle(QStringLiteral("Loss"));
        view->setSeries({{QStringLiteral("loss"), {3, 2, 1, 0.5}, QColor(200, 0, 0)}});
        return view;
    }
    auto view = std::make_unique<HeatMapView>();
    view->setMatrix(Eigen::MatrixXd::Identity(3, 3), {}, {});
    return view;
}

/// Pixels that nearly have this colour.
int count(const QImage &image, const QColor &colour)
{
    int found = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const QColor at = image.pixelColor(x, y);
            found += at.alpha() > 200 && std::abs(at.red() - colour.red()) < 40 &&
                     std::abs(at.green() - colour.green()) < 40 && std::abs(at.blue() - colour.blue()) < 40;
        }
    }
    return found;
}

} // namespace

class TestPlotExport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void writes_data();
    void writes();
    void sizeInMillimetres();
    void darkThemeExportsOnWhite();
    void transparentBackground();
    void vectorShapes_data();
    void vectorShapes();
    void manyPointsAreAPicture();
    void thinLinesAreBelowThePoints();
    void exportKeepsTheViewUnchanged();
    void refusals();

private:
    QTemporaryDir m_folder;
};

void TestPlotExport::writes_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("ending");
    QTest::addColumn<QByteArray>("begin");
    for (const char *kind : {"scatter", "curve", "heatmap"}) {
        QTest::addRow("%s as PNG", kind) << kind << "png" << QByteArray("\x89PNG");
        QTest::addRow("%s as SVG", kind) << kind << "svg" << QByteArray("<?xml");
        QTest::addRow("%s as PDF", kind) << kind << "pdf" << QByteArray("%PDF");
    }
}

void TestPlotExport::writes()
{
    QFETCH(QString, kind);
    QFETCH(QString, ending);
    const auto view = plot(kind);
    const QString path = m_folder.filePath(kind + QLatin1Char('.') + ending);
    const Status status = exportPlot(*view, path, {});
    QVERIFY2(status.ok(), status.ok() ? "" : status.error().text().c_str());
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.size() > 1000);
    QTEST(file.read(4 + (ending == QLatin1String("svg"))), "begin");
}

void TestPlotExport::sizeInMillimetres()
{
    const auto view = scatter();
    const QString path = m_folder.filePath(QStringLiteral("size.png"));
    QVERIFY(exportPlot(*view, path, {.millimetres = {101.6, 76.2}, .dpi = 200}).ok());
    const QImage image(path);
    QCOMPARE(image.size(), QSize(800, 600));
    QCOMPARE(image.dotsPerMeterX(), qRound(200 / 0.0254));
    QVERIFY(count(image, QColor(200, 0, 0)) > 100);
    // A seed is a ring of 4 to 5 points of paper around its colour.
    QVERIFY2(count(image, seedColour()) > 15, qPrintable(QString::number(count(image, seedColour()))));
}

void TestPlotExport::darkThemeExportsOnWhite()
{
    applyTheme(*qApp, ThemeChoice::Dark);
    const auto view = scatter();
    QCoreApplication::processEvents();
    const QString path = m_folder.filePath(QStringLiteral("dark.png"));
    QVERIFY(exportPlot(*view, path, {}).ok());
    QImage image(path);
    QCOMPARE(image.pixelColor(0, 0), QColor(Qt::white));
    QVERIFY(count(image, QColor(Qt::white)) > image.width() * image.height() * 0.8);
    QVERIFY2(isDark(), "the window keeps its theme");
    QVERIFY(exportPlot(*view, path, {.background = ExportOptions::Background::Theme}).ok());
    image = QImage(path);
    QVERIFY(image.pixelColor(0, 0).lightness() < 60);
    applyTheme(*qApp, ThemeChoice::Light);
}

void TestPlotExport::transparentBackground()
{
    const auto view = scatter();
    const QString path = m_folder.filePath(QStringLiteral("clear.png"));
    QVERIFY(exportPlot(*view, path, {.background = ExportOptions::Background::Transparent}).ok());
    QCOMPARE(QImage(path).pixelColor(0, 0).alpha(), 0);
}

void TestPlotExport::vectorShapes_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<bool>("shown");
    for (const char *kind : {"scatter", "curve", "heatmap"}) {
        QTest::addRow("%s, never shown", kind) << kind << false;
        QTest::addRow("%s on the screen", kind) << kind << true;
    }
}

/// Vector and pixel exports show the same plot, independent of previous exports.
void TestPlotExport::vectorShapes()
{
    QFETCH(QString, kind);
    QFETCH(bool, shown);
    const auto view = plot(kind);
    if (shown) {
        view->show();
        QVERIFY(QTest::qWaitForWindowExposed(view.get()));
        QCoreApplication::processEvents();
    }
    const QString path = m_folder.filePath(QStringLiteral("shapes"));
    const QSizeF size(127, 101.6); // 480 x 384 at 96 dots per inch
    QVERIFY(exportPlot(*view, path + QStringLiteral(".png"), {.millimetres = size, .dpi = 96}).ok());
    QVERIFY(exportPlot(*view, path + QStringLiteral(".svg"), {.millimetres = size}).ok());
    QFile file(path + QStringLiteral(".svg"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray svg = file.readAll();
    QVERIFY2(kind == QLatin1String("heatmap") || !svg.contains("<image"), "no pixels inside");
    const QImage pixels(path + QStringLiteral(".png"));
    QCOMPARE(pixels.size(), QSize(480, 384));
    QImage shapes(pixels.size(), QImage::Format_ARGB32_Premultiplied);
    shapes.fill(Qt::white);
    QPainter painter(&shapes);
    QSvgRenderer(svg).render(&painter);
    painter.end();
    int different = 0, drawn = 0;
    for (int y = 0; y < pixels.height(); ++y) {
        for (int x = 0; x < pixels.width(); ++x) {
            const QColor a = pixels.pixelColor(x, y), b = shapes.pixelColor(x, y);
            different += std::abs(a.lightness() - b.lightness()) > 80;
            drawn += a.lightness() < 200;
        }
    }
    // Only the edges of letters and lines may differ.
    QVERIFY(drawn > 500);
    QVERIFY2(different < 0.008 * pixels.width() * pixels.height(), qPrintable(QString::number(different)));
    if (kind == QLatin1String("scatter")) {
        // The grid is inside the plot area: left of its frame is only text.
        QVERIFY2(count(shapes, QColor(200, 0, 0)) > 20, qPrintable(QString::number(count(shapes, QColor(200, 0, 0)))));
        for (int y = 60; y < 340; ++y)
            QCOMPARE(pixels.pixelColor(pixels.width() - 4, y), QColor(Qt::white));
    }
}

/// Points and anchors are one image each of 300 dots per inch, among shapes: small files that look as on the screen.
void TestPlotExport::manyPointsAreAPicture()
{
    const auto view = cloud();
    const QString path = m_folder.filePath(QStringLiteral("cloud"));
    const ExportOptions options{.millimetres = {160, 120}, .dpi = 96};
    for (const char *ending : {".png", ".svg", ".pdf"})
        QVERIFY(exportPlot(*view, path + QLatin1String(ending), options).ok());
    QFile drawing(path + QStringLiteral(".svg")), pages(path + QStringLiteral(".pdf"));
    QVERIFY(drawing.open(QIODevice::ReadOnly) && pages.open(QIODevice::ReadOnly));
    const QByteArray svg = drawing.readAll(), pdf = pages.readAll();
    QCOMPARE(svg.count("<image"), 2);
    QVERIFY2(svg.count("<path") > 50, "letters, axes and seeds are shapes");
    constexpr qsizetype most = 2'000'000; // bytes
    QVERIFY2(svg.size() < most && pdf.size() < most, qPrintable(QString("%1, %2").arg(svg.size()).arg(pdf.size())));
    QVERIFY2(pdf.contains("/Subtype /Image") && !pdf.contains("DCTDecode"), "lossless");
    const QImage pixels(path + QStringLiteral(".png"));
    QImage drawn(pixels.size(), QImage::Format_ARGB32_Premultiplied);
    drawn.fill(Qt::white);
    QPainter painter(&drawn);
    QSvgRenderer(svg).render(&painter);
    painter.end();
    for (const QColor &colour : {QColor(200, 0, 0), QColor(0, 0, 200), seedColour()})
        QVERIFY2(count(drawn, colour) > 20, qPrintable(colour.name() + QString(" %1").arg(count(drawn, colour))));
    // Apart from the edges of points, which scaling softens, both are the same.
    constexpr double alike = 5; // grey levels of 255, averaged over squares of ten pixels
    const auto coarse = [](const QImage &image) {
        return image.scaled(image.size() / 10, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    };
    const QImage expected = coarse(pixels), found = coarse(drawn);
    double difference = 0;
    for (int y = 0; y < expected.height(); ++y) {
        for (int x = 0; x < expected.width(); ++x) {
            const QColor one = expected.pixelColor(x, y), other = found.pixelColor(x, y);
            difference += std::abs(one.red() - other.red()) + std::abs(one.green() - other.green()) +
                          std::abs(one.blue() - other.blue());
        }
    }
    difference /= 3.0 * expected.width() * expected.height();
    qInfo("mean difference %.2f of 255", difference);
    QVERIFY2(difference < alike, qPrintable(QString::number(difference)));
}

void TestPlotExport::thinLinesAreBelowThePoints()
{
    const auto view = scatter();
    const QImage without = plotImage(*view, {}, 200);
    view->setTrajectories({QPolygonF({{-1, -1}, {1, 1}})}, QColor(0, 160, 0));
    const QImage with = plotImage(*view, {}, 200);
    QVERIFY(with != without);
    QCOMPARE(count(with, QColor(200, 0, 0)), count(without, QColor(200, 0, 0)));
}

void TestPlotExport::exportKeepsTheViewUnchanged()
{
    const auto view = scatter();
    view->show();
    QVERIFY(QTest::qWaitForWindowExposed(view.get()));
    QCoreApplication::processEvents();
    view->zoom(1.7);
    QCoreApplication::processEvents(); // room for longer labels
    const QImage before = view->grab().toImage();
    const QPoint place = view->positionOf(2);
    QVERIFY(exportPlot(*view, m_folder.filePath(QStringLiteral("same.pdf")), {.millimetres = {50, 200}}).ok());
    QCoreApplication::processEvents();
    QCOMPARE(view->positionOf(2), place);
    QCOMPARE(view->grab().toImage(), before);
}

void TestPlotExport::refusals()
{
    const auto view = scatter();
    const Status ending = exportPlot(*view, m_folder.filePath(QStringLiteral("plot.bmp")), {});
    QVERIFY(!ending.ok());
    QVERIFY(QString::fromStdString(ending.error().message).contains(QStringLiteral(".svg")));
    QVERIFY(!exportPlot(*view, m_folder.filePath(QStringLiteral("missing/plot.png")), {}).ok());
    QLabel label;
    QVERIFY(!exportPlot(label, m_folder.filePath(QStringLiteral("label.png")), {}).ok());
}

QTEST_MAIN(TestPlotExport)
#include "tst_plotexport.moc"
