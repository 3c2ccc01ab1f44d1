// SPDX-License-Identifier: GPL-3.0-or-later
// Colours, filters, names, sorts and zooms many items in the whole window. For each step, prints median and worst of
// five: the time until a panel is painted again, the time until no job is running, and the longest time that the
// window's thread was busy, by the clock and by its own processor time, which other programs on the machine do not
// lengthen. Arguments: the number of items (1 000 000).
#include "gui/models/itemmodel.h"
#include "support/appwindow.h"
#include "support/spaces.h"
#include "support/windowsetup.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QMouseEvent>
#include <QTableView>
#include <QTimer>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>

using namespace anchorscope;
using namespace anchorscope::gui;

namespace {

constexpr int interval = 2, quiet = 400; // milliseconds

/// Items with a number, a category of 12 values, a date, and a text that differs for each item.
Dataset withColumns(Index count)
{
    Dataset data = test::twoSpaces(count, 8, 0.3);
    auto items = std::make_shared<ItemTable>(*data.items);
    ItemColumn number{"frequency", ColumnKind::number}, topic{"topic", ColumnKind::category},
        day{"day", ColumnKind::date}, note{"note", ColumnKind::text};
    for (int value = 0; value < 12; ++value)
        topic.texts.push_back("topic " + std::to_string(value));
    for (Index item = 0; item < count; ++item) {
        number.numbers.push_back(item % 50 ? std::round(1e6 / static_cast<double>(1 + (item * 7919) % 9973))
                                           : std::nan(""));
        topic.values.push_back(static_cast<std::int32_t>(item % 12));
        const std::string digits = std::to_string(100 + item % 28);
        day.texts.push_back("20" + std::to_string(10 + item % 15) + "-05-" + digits.substr(1));
        if (digits == "100")
            day.texts.back() = "2024-05-30";
        note.texts.push_back("note " + std::to_string((item * 104729) % 1000003) + " of the file");
    }
    items->columns = {number, topic, day, note};
    for (auto &space : data.spaces) {
        auto own = std::make_shared<EmbeddingSet>(*space);
        own->items = items;
        space = own;
    }
    data.items = items;
    return data;
}

/// Processor time of this thread in milliseconds.
double computed()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

/// Milliseconds of one step.
struct Step
{
    double followed = 0; ///< until a panel was painted again
    double settled = 0;  ///< until no job was running
    double longest = 0, computing = 0;
};

/// Calls `act` and runs the event loop until no job has run for a while.
Step stepOf(test::AppWindow &window, const std::function<void()> &act)
{
    Step step;
    QEventLoop loop;
    QTimer pulse;
    pulse.setTimerType(Qt::PreciseTimer);
    QElapsedTimer all, since;
    const auto passed = [](const QElapsedTimer &clock) { return static_cast<double>(clock.nsecsElapsed()) / 1e6; };
    double before = computed();
    const auto note = [&] {
        const double used = computed() - before;
        step.longest = std::max(step.longest, passed(since));
        step.computing = std::max(step.computing, used);
        if (used > 1 || !window.model.runner.jobs().isEmpty() || !window.model.drawing.jobs().isEmpty())
            step.settled = passed(all);
        since.start();
        before = computed();
        return passed(all) - step.settled > quiet;
    };
    QObject::connect(&pulse, &QTimer::timeout, &loop, [&] {
        if (note())
            loop.quit();
    });
    for (const Panel panel : allPanels)
        QObject::connect(window.panels().view(panel), &ScatterView::framePainted, &loop, [&] {
            if (step.followed == 0)
                step.followed = passed(all);
        });
    all.start();
    since.start();
    act();
    note();
    pulse.start(interval);
    loop.exec();
    return step;
}

/// Prints median and worst of the first, second, … call of `act`.
void measure(const char *what, test::AppWindow &window, const std::function<void(int time)> &act, int times = 5)
{
    std::vector<Step> steps;
    for (int time = 0; time < times; ++time)
        steps.push_back(stepOf(window, [&] { act(time); }));
    const auto both = [&](double Step::*member) {
        std::ranges::sort(steps, {}, member);
        return std::pair(steps[steps.size() / 2].*member, steps.back().*member);
    };
    const auto [follow, worstFollow] = both(&Step::followed);
    const auto [settle, worstSettle] = both(&Step::settled);
    std::printf("%-36s follows %6.0f (%6.0f)  settled %6.0f (%6.0f)  thread: longest %6.0f, computing %6.0f ms\n", what,
                follow, worstFollow, settle, worstSettle, both(&Step::longest).second, both(&Step::computing).second);
    std::fflush(stdout);
}

/// Measures from a move of the pointer to all panels painted: median and worst, milliseconds.
void measureHover(test::AppWindow &window)
{
    std::vector<double> times;
    ScatterView *view = window.panels().view(Panel::AbsoluteX);
    const QPointF middle = view->plotArea().center();
    for (int move = 0; move < 200; ++move) {
        const QPointF at = middle + QPointF(std::cos(0.7 * move), std::sin(1.1 * move)) * (move / 2.0);
        QMouseEvent event(QEvent::MouseMove, at, view->viewport()->mapToGlobal(at), Qt::NoButton, {}, {});
        QElapsedTimer clock;
        clock.start();
        QCoreApplication::sendEvent(view->viewport(), &event);
        for (const Panel panel : allPanels)
            window.panels().view(panel)->viewport()->repaint();
        times.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e6);
        QCoreApplication::processEvents();
    }
    std::ranges::sort(times);
    std::printf("%-36s %6.1f (%6.1f) ms, 95%% %6.1f\n", "hover, four panels painted", times[times.size() / 2],
                times.back(), times[times.size() * 95 / 100]);
}

/// Zooms in at the middle of a panel, then out again.
void turnWheel(test::AppWindow &window, int time)
{
    constexpr int notch = 120;
    QWidget *viewport = window.panels().view(Panel::AbsoluteX)->viewport();
    const QPointF at = viewport->rect().center();
    QWheelEvent event(at, viewport->mapToGlobal(at), {}, {0, time % 2 == 0 ? notch : -notch}, Qt::NoButton, {},
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(viewport, &event);
}

void colourBy(test::AppWindow &window, const char *column)
{
    window.model.workspace.changeView("Colour", [&](ViewState &view) {
        view.colourBy = ColourBy::Column;
        view.column = column;
    });
}

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    test::setUpWindows("bench_columns");
    test::AppWindow window;
    window.resize(1800, 1000);
    window.show();
    const Index count = argc > 1 ? std::atoll(argv[1]) : 1'000'000;
    Workspace &workspace = window.model.workspace;
    Selection &selection = window.model.selection;
    const auto data = test::loaded(withColumns(count));
    std::printf("%lld items\n", static_cast<long long>(count));
    measure(
        "open", window, [&](int) { workspace.setData(data); }, 1);
    measure("another seed: relative panels", window, [&](int time) {
        workspace.change("Seeds", [time](Setup &setup) { setup.seeds = test::truePairs(15 + time); });
    });
    const char *columns[] = {"frequency", "topic"};
    measure("colour by a value, by a class", window, [&](int time) { colourBy(window, columns[time % 2]); });
    const char *filters[] = {"frequency > 500", "topic = topic 3", "day >= 2015", "note contains 77", ""};
    measure("show only what a filter says", window, [&](int time) { window.model.visible.setFilter(filters[time]); });
    colourBy(window, "topic");
    measure("hide a class, show it", window,
            [&](int time) { showClass(workspace, "=topic 1", "topic 1", time % 2 != 0); });
    showAllClasses(workspace);
    measure("names off and on", window,
            [&](int time) { workspace.changeView("Names", [time](ViewState &view) { view.names = time % 2 != 0; }); });
    measure("wheel: sharp again", window, [&](int time) { turnWheel(window, time); });
    measureHover(window);
    measure("select every second item", window, [&](int time) {
        std::vector<ItemIndex> half;
        for (ItemIndex item = static_cast<ItemIndex>(time % 2); item < static_cast<ItemIndex>(count); item += 2)
            half.push_back(item);
        selection.select(Side::x, half);
    });
    auto *table = window.dock("selection")->findChild<QTableView *>("table");
    for (const auto &[name, column] : {std::pair{"sort half of them by name", int(ItemModel::Name)},
                                       {"sort half of them by frequency", ItemModel::FirstOwn},
                                       {"sort half of them by note", ItemModel::FirstOwn + 3}})
        measure(
            name, window, [&, at = column](int) { table->sortByColumn(at, Qt::DescendingOrder); }, 1);
    workspace.setModified(false);
    return 0;
}
