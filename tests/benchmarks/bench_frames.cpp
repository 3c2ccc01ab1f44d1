// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/random.h"
#include "core/statistics.h"
#include "gui/plot/labelplacement.h"
#include "gui/plot/pointraster.h"
#include "gui/scatter/scatterview.h"
#include "gui/style/theme.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QGridLayout>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <limits>

#include <unistd.h>

// Measures frame times of the scatter panels on the platform QT_QPA_PLATFORM: real mouse events on the viewports, until
// the last panel is painted. Targets: gui/README.md, “Performance”.

using namespace anchorscope;
using namespace anchorscope::gui;

namespace {

constexpr int frames = 120;
constexpr int classes = 8;

/// A filter excludes every second item, which then has no place.
std::shared_ptr<const Matrix> cloud(Index count, std::uint64_t seed, bool filtered = false)
{
    Random random(seed);
    auto points = std::make_shared<Matrix>(count, 2);
    for (Index i = 0; i < count; ++i) {
        const double angle = static_cast<double>(i % classes) * 0.8;
        (*points)(i, 0) = static_cast<float>(std::cos(angle) + 0.3 * random.normal());
        (*points)(i, 1) = static_cast<float>(0.7 * std::sin(angle) + 0.2 * random.normal());
        if (filtered && i % 2)
            points->row(i).setConstant(std::numeric_limits<float>::quiet_NaN());
    }
    return points;
}

std::shared_ptr<const PointColours> colours(Index count)
{
    auto result = std::make_shared<PointColours>();
    result->palette = categoricalPalette(classes);
    for (Index i = 0; i < count; ++i)
        result->classOfPoint.push_back(static_cast<std::uint16_t>(i % classes));
    for (int c = 0; c < classes; ++c)
        result->legend.push_back({QString::number(c), result->palette[c]});
    return result;
}

std::shared_ptr<const PointNames> names()
{
    auto result = std::make_shared<PointNames>();
    result->name = [](int point) { return QStringLiteral("item %1").arg(point); };
    result->length = [](int) { return 10; };
    return result;
}

/// Wall-clock time, and processor time of this thread, which other programs do not disturb.
class Watch
{
public:
    Watch() { m_timer.start(); }

    struct Times
    {
        double wall, processor;
    };
    Times elapsed() const { return {static_cast<double>(m_timer.nsecsElapsed()) * 1e-6, processorNow() - m_processor}; }

private:
    static double processorNow()
    {
        timespec now{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
        return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
    }

    QElapsedTimer m_timer;
    double m_processor = processorNow();
};

class Window : public QWidget
{
public:
    Window(int panels, Index count, bool filtered = false)
    {
        auto *grid = new QGridLayout(this);
        for (int i = 0; i < panels; ++i) {
            auto *view = new ScatterView(m_runner);
            view->setTitle(QStringLiteral("Panel %1").arg(i + 1), QStringLiteral("benchmark"));
            view->setAxisTitles(QStringLiteral("PC 1"), QStringLiteral("PC 2"));
            view->setColours(colours(count));
            view->setPoints(cloud(count, static_cast<std::uint64_t>(i + 1), filtered), ScatterView::Frame::Fit);
            std::vector<Mark> marks;
            for (int k = 0; k < 300; ++k)
                marks.push_back({k * 7, k < 15 ? MarkKind::Seed : MarkKind::Anchor, k < 15 ? k + 1 : 0});
            view->setMarks(marks);
            view->setNames(names());
            connect(view, &ScatterView::framePainted, this, [this, i](double milliseconds) {
                painted[i] = true;
                single.push_back({milliseconds, milliseconds});
            });
            grid->addWidget(view, i / 2, i % 2);
            views.push_back(view);
        }
        painted.assign(views.size(), false);
        resize(panels > 1 ? QSize(1400, 900) : QSize(900, 700));
    }

    ~Window() override { qDeleteAll(views); } // deleted before the runner

    void waitForAll()
    {
        while (std::find(painted.begin(), painted.end(), false) != painted.end())
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        painted.assign(painted.size(), false);
    }

    std::vector<ScatterView *> views;
    std::vector<char> painted;
    std::vector<Watch::Times> single;

private:
    Runner m_runner{nullptr, 4}; ///< as many threads as the program uses
};

void mouse(ScatterView *view, QEvent::Type type, QPointF at, bool pressed)
{
    QMouseEvent event(type, at, view->viewport()->mapToGlobal(at),
                      type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton,
                      pressed ? Qt::LeftButton : Qt::NoButton, Qt::NoModifier);
    QCoreApplication::sendEvent(view->viewport(), &event);
}

void print(const char *what, const std::vector<Watch::Times> &times, double target)
{
    std::vector<double> wall, processor;
    for (const Watch::Times &time : times) {
        wall.push_back(time.wall);
        processor.push_back(time.processor);
    }
    std::printf("%-56s %7.2f %7.2f %11.2f %7.0f\n", what, quantile(wall, 0.5), quantile(wall, 0.95),
                quantile(processor, 0.5), target);
}

/// Drags all panels at the same time: time from the first event to the last panel painted.
std::vector<Watch::Times> drag(Window &window)
{
    std::vector<Watch::Times> times;
    const QPointF start = window.views[0]->plotArea().center();
    for (ScatterView *view : window.views)
        mouse(view, QEvent::MouseButtonPress, start, true);
    for (int frame = 0; frame < frames; ++frame) {
        const Watch watch;
        const double angle = 0.1 * (frame + 1);
        for (ScatterView *view : window.views)
            mouse(view, QEvent::MouseMove, start + QPointF(90 * std::cos(angle), 60 * std::sin(angle)), true);
        window.waitForAll();
        times.push_back(watch.elapsed());
    }
    for (ScatterView *view : window.views)
        mouse(view, QEvent::MouseButtonRelease, start, false);
    return times;
}

/// Moves the mouse over a panel while an item is highlighted in all panels.
std::vector<Watch::Times> hover(Window &window)
{
    std::vector<Watch::Times> times;
    for (int frame = 0; frame < frames; ++frame) {
        window.painted.assign(window.views.size(), false);
        const QPoint at = window.views[0]->positionOf(frame * 5);
        const Watch watch;
        const int point = window.views[0]->pointAt(at);
        for (ScatterView *view : window.views)
            view->setHighlighted({point, point + 1});
        window.waitForAll();
        times.push_back(watch.elapsed());
    }
    return times;
}

void four(Index count)
{
    Window window(4, count);
    window.show();
    window.waitForAll();
    drag(window); // warm-up
    window.single.clear();
    const std::vector<Watch::Times> all = drag(window);
    print("4 panels x 20 000 points, dragging: all four", all, 16);
    print("    each panel (event and painting)", window.single, 4);
    print("4 panels x 20 000 points, hover: all four", hover(window), 16);
    Window filtered(4, count, true);
    filtered.show();
    filtered.waitForAll();
    drag(filtered);
    print("4 panels x 20 000 points, half filtered out: dragging", drag(filtered), 16);
}

/// Time that labels add to the frame that chooses them again, at a scale from the whole cloud to 16 times closer, and
/// to one after a zoom: a level of names, and places for 100 labels.
void labels(Index count)
{
    const auto points = cloud(count, 1);
    const auto order = drawOrder(count);
    std::vector<LabelRequest> requests;
    for (int i = 0; i < 100; ++i)
        requests.push_back({{(*points)(i * 7, 0), (*points)(i * 7, 1)}, {70, 15}, i < 15 ? 11.0 : 7.0});
    std::vector<Watch::Times> chosen, placed;
    for (int frame = 0; frame < frames; ++frame) {
        const double scale = 150 * std::exp2(4.0 * frame / frames);
        const Watch watch;
        NameLevels levels(
            points, {order->begin(), order->end()}, [](int) { return 70.F; }, 15);
        levels.at(scale);
        chosen.push_back(watch.elapsed());
        const Watch zoomed;
        levels.at(scale * 1.42);
        placeLabels(requests, scale * 1.42);
        placed.push_back(zoomed.elapsed());
    }
    print("labels of 20 000 points: all chosen anew", chosen, 4);
    print("labels of 20 000 points: placed after a zoom", placed, 4);
}

/// Memory of this process that is in use now and that belongs to it alone or is shared, in MB.
double residentMegabytes()
{
    std::FILE *file = std::fopen("/proc/self/statm", "r");
    long total = 0, resident = 0;
    const int read = file ? std::fscanf(file, "%ld %ld", &total, &resident) : 0;
    if (file)
        std::fclose(file);
    return read == 2 ? static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1e6 : 0;
}

/// Draws a lasso of 400 corners around half of the points with the mouse: time from its release to the rows selected.
std::vector<Watch::Times> lasso(ScatterView *view)
{
    std::vector<Watch::Times> times;
    std::size_t selected = 0;
    QObject::connect(view, &ScatterView::areaSelected, view,
                     [&](const std::vector<int> &points) { selected = points.size(); });
    view->setTool(ScatterView::Tool::Lasso);
    const QPointF middle = view->plotArea().center();
    const auto corner = [&](int i) {
        const double angle = 6.283185307 * i / 400, reach = 120 + 40 * std::sin(7 * angle);
        return middle + QPointF(reach * std::cos(angle), reach * std::sin(angle));
    };
    for (int turn = 0; turn < 9; ++turn) {
        mouse(view, QEvent::MouseButtonPress, corner(0), true);
        for (int i = 1; i < 400; ++i)
            mouse(view, QEvent::MouseMove, corner(i), true);
        const Watch watch;
        mouse(view, QEvent::MouseButtonRelease, corner(399), false);
        times.push_back(watch.elapsed());
    }
    view->setTool(ScatterView::Tool::Pan);
    std::printf("    (the lasso holds %zu points)\n", selected);
    return times;
}

void million(bool filtered)
{
    constexpr Index count = 1'000'000;
    const double before = residentMegabytes();
    Window window(1, count, filtered);
    ScatterView *view = window.views[0];
    bool ready = false;
    QObject::connect(view, &ScatterView::drawingReady, [&] { ready = true; });
    const auto waitForDrawing = [&] {
        const Watch watch;
        while (!ready)
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        ready = false;
        return watch.elapsed();
    };
    window.show();
    waitForDrawing();
    std::vector<Watch::Times> redraws;
    for (int i = 0; i < 15; ++i) {
        view->zoom(i % 2 ? 1.1 : 1 / 1.13); // never returns to an image that still exists and needs no drawing
        redraws.push_back(waitForDrawing());
    }
    if (filtered) {
        print("    half filtered out: full redraw in the background", redraws, 80);
        print("    half filtered out: frame while dragging", drag(window), 16);
        return;
    }
    print("1 panel x 1 000 000 points: full redraw in the background", redraws, 80);
    print("1 panel x 1 000 000 points: frame while dragging", drag(window), 16);
    std::printf("%-56s %7.0f MB %23.0f MB\n", "1 panel x 1 000 000 points: memory, with its coordinates",
                residentMegabytes() - before, 200.0);
    print("1 panel x 1 000 000 points: lasso", lasso(view), 100);
    view->setDensity(true);
    ready = false;
    view->zoom(1.1);
    waitForDrawing();
    std::vector<Watch::Times> densities;
    for (int i = 0; i < 15; ++i) {
        view->zoom(i % 2 ? 1.1 : 1 / 1.13);
        densities.push_back(waitForDrawing());
    }
    print("1 panel x 1 000 000 points: density in the background", densities, 80);
}

} // namespace

int main(int argc, char **argv)
{
    if (!qEnvironmentVariableIsSet("DISPLAY") && !qEnvironmentVariableIsSet("WAYLAND_DISPLAY") &&
        !qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    applyTheme(application, ThemeChoice::Light);
    std::printf("platform %s, device pixel ratio %.2f; milliseconds\n%-56s %7s %7s %11s %7s\n",
                qPrintable(QGuiApplication::platformName()), application.devicePixelRatio(), "", "median", "95 %",
                "processor", "target");
    four(20'000);
    labels(20'000);
    million(false);
    million(true);
    return 0;
}
