// SPDX-License-Identifier: GPL-3.0-or-later
// Drags the handle that rotates Y, with 125 mouse events per second, and measures what the user would notice: the time
// between frames of the panel of Y, projections and scores per second, and the longest time that the window's thread
// was busy, by the clock and by its own processor time, which other programs on the machine do not lengthen. Arguments:
// FILE or toy:NAME, and optionally the number of seeds (8).
#include "gui/scatter/handles.h"
#include "gui/scatter/scatterview.h"
#include "support/appwindow.h"
#include "support/spaces.h"
#include "support/windowsetup.h"

#include <QApplication>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QMouseEvent>
#include <QTimer>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <numbers>

using namespace anchorscope;

namespace {

constexpr int interval = 8, milliseconds = 3000; // 125 events a second, for three seconds

double at(std::vector<double> &sorted, double share)
{
    return sorted.empty() ? 0 : sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
}

void untilIdle(test::AppWindow &window)
{
    QEventLoop loop;
    QTimer look;
    QObject::connect(&look, &QTimer::timeout, &loop, [&] {
        if (window.model.workspace.prepared() && window.model.runner.jobs().isEmpty())
            loop.quit();
    });
    look.start(20);
    loop.exec();
}

#ifdef Q_OS_LINUX
/// Processor time of this thread in milliseconds.
double computed()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}
#else
double computed()
{
    return 0;
}
#endif

/// Gaps between the ends of events of one kind.
struct Gaps
{
    QElapsedTimer clock;
    std::vector<double> values;
    void tick()
    {
        if (clock.isValid())
            values.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e6);
        clock.start();
    }
};

void sendMouse(QEvent::Type type, gui::ScatterView &panel, QPointF at)
{
    const auto button = type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton;
    const auto held = type == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::LeftButton;
    QMouseEvent event(type, at, panel.viewport()->mapToGlobal(at), button, held, {});
    QCoreApplication::sendEvent(panel.viewport(), &event);
}

/// Moves round the origin once a second.
void drag(test::AppWindow &window, gui::ScatterView &panel)
{
    const auto &handles = panel.handles()->handles();
    const auto turn = std::ranges::find(handles, gui::Handle::Look::Turn, &gui::Handle::look);
    const auto shift = std::ranges::find(handles, gui::Handle::Look::Shift, &gui::Handle::look);
    if (turn == handles.end() || shift == handles.end())
        std::exit(1);
    const QPointF start = panel.handles()->positionOf(static_cast<std::size_t>(turn - handles.begin()));
    const QPointF middle = panel.handles()->positionOf(static_cast<std::size_t>(shift - handles.begin()));
    const double radius = std::hypot(start.x() - middle.x(), start.y() - middle.y());
    Gaps frames, thread, drawings, scores;
    std::vector<double> busy;
    double before = computed();
    QObject here; // connections end with it
    QObject::connect(&panel, &gui::ScatterView::framePainted, &here, [&] { frames.tick(); });
    QObject::connect(&window.model.projections, &gui::ProjectionController::projectionsChanged, &here,
                     [&](bool relative) {
                         if (!relative)
                             drawings.tick();
                     });
    QObject::connect(&window.model.play, &gui::PlayController::changed, &here, [&] { scores.tick(); });
    QEventLoop loop;
    QTimer hand;
    hand.setTimerType(Qt::PreciseTimer);
    QElapsedTimer clock;
    clock.start();
    sendMouse(QEvent::MouseButtonPress, panel, start);
    QObject::connect(&hand, &QTimer::timeout, &loop, [&] {
        thread.tick();
        busy.push_back(computed() - before);
        before += busy.back();
        const double angle = static_cast<double>(clock.elapsed()) / 1000 * 2 * std::numbers::pi;
        sendMouse(QEvent::MouseMove, panel, middle + radius * QPointF(std::sin(angle), -std::cos(angle)));
        if (clock.elapsed() > milliseconds)
            loop.quit();
    });
    hand.start(interval);
    loop.exec();
    sendMouse(QEvent::MouseButtonRelease, panel, start);
    for (Gaps *gaps : {&frames, &thread, &drawings, &scores})
        std::sort(gaps->values.begin(), gaps->values.end());
    std::sort(busy.begin(), busy.end());
    constexpr double seconds = milliseconds / 1000.0;
    std::printf(
        "frame to frame: median %.1f ms, 95 %% %.1f ms; %.0f pictures and %.0f scores a second; window's thread: "
        "longest %.1f ms, computing %.1f ms (95 %% %.1f ms)\n",
        at(frames.values, 0.5), at(frames.values, 0.95), static_cast<double>(drawings.values.size()) / seconds,
        static_cast<double>(scores.values.size()) / seconds, at(thread.values, 1) - interval, at(busy, 1),
        at(busy, 0.95));
}

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    test::setUpWindows("bench_play");
    test::AppWindow window;
    window.resize(1800, 1000);
    window.show();
    const QString file = argc > 1 ? QString::fromLocal8Bit(argv[1]) : QStringLiteral("toy:wedges,n=300");
    window.model.session.open({file});
    untilIdle(window);
    window.openDock("play");
    window.model.workspace.change(
        "Seeds", [&](gui::Setup &setup) { setup.seeds = test::truePairs(argc > 2 ? std::atoi(argv[2]) : 8); });
    window.model.workspace.changeView("Frame", [](gui::ViewState &view) { view.frame = gui::PanelFrame::Dimensions; });
    untilIdle(window);
    std::printf("%s: ", qPrintable(file));
    drag(window, *window.findChild<gui::ScatterView *>("absoluteY"));
    untilIdle(window);
    QElapsedTimer clock;
    clock.start();
    window.model.play.table().measure();
    while (!window.model.play.table().isMeasured())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    std::printf("truth table: %.0f ms\n", static_cast<double>(clock.nsecsElapsed()) / 1e6);
    window.model.workspace.setModified(false);
    untilIdle(window);
    return 0;
}
