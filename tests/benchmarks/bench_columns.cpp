// SPDX-License-Identifier: GPL-3.0-or-later
// Colours, filters and sorts many items by columns of their own in the whole window. Of each step: the time until the
// window shows it, and for how long the window's thread was busy at a time, by the clock and by its own processor time,
// which other programs on the machine do not lengthen. Arguments: the number of items (1 000 000).
#include "gui/models/itemmodel.h"
#include "support/appwindow.h"
#include "support/spaces.h"
#include "support/windowsetup.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QTableView>
#include <QTimer>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>

using namespace anchorscope;
using namespace anchorscope::gui;

namespace {

constexpr int interval = 2, quiet = 400; // milliseconds

/// Items with a number, a category of 12 values, a date, and a text that is another one for each.
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

/// Milliseconds that this thread has computed.
double computed()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

/// Does something and runs the event loop until nothing was at work for a while.
void measure(const char *what, test::AppWindow &window, const std::function<void()> &act)
{
    QEventLoop loop;
    QTimer pulse;
    pulse.setTimerType(Qt::PreciseTimer);
    QElapsedTimer all, since;
    double longest = 0, busy = 0, before = computed(), last = 0;
    const auto note = [&] {
        const double gap = static_cast<double>(since.nsecsElapsed()) / 1e6, used = computed() - before;
        longest = std::max(longest, gap);
        busy = std::max(busy, used);
        if (used > 1 || !window.model.runner.jobs().isEmpty() || !window.model.drawing.jobs().isEmpty())
            last = static_cast<double>(all.nsecsElapsed()) / 1e6;
        since.start();
        before = computed();
        return static_cast<double>(all.nsecsElapsed()) / 1e6 - last > quiet;
    };
    QObject::connect(&pulse, &QTimer::timeout, &loop, [&] {
        if (note())
            loop.quit();
    });
    all.start();
    since.start();
    act();
    note();
    pulse.start(interval);
    loop.exec();
    std::printf("%-44s done after %7.0f ms; window's thread: longest %6.1f ms, computing %6.1f ms\n", what, last,
                longest, busy);
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
    measure("open", window, [&] { workspace.setData(data); });
    measure("15 seeds: relative panels", window,
            [&] { workspace.change("Seeds", [](Setup &setup) { setup.seeds = test::truePairs(15); }); });
    for (const char *column : {"frequency", "topic", "day", "note"})
        measure((std::string("colour by ") + column).c_str(), window, [&] { colourBy(window, column); });
    for (const char *filter :
         {"frequency > 500", "topic = topic 3", "day >= 2015", "note contains 77", "frequency is missing", ""})
        measure((std::string("show only: ") + filter).c_str(), window, [&] { window.model.sight.setFilter(filter); });
    colourBy(window, "topic");
    measure("hide a class", window, [&] { showClass(workspace, "=topic 1", "topic 1", false); });
    measure("show all classes", window, [&] { showAllClasses(workspace); });
    measure("select every second item", window, [&] {
        std::vector<ItemIndex> half;
        for (ItemIndex item = 0; item < static_cast<ItemIndex>(count); item += 2)
            half.push_back(item);
        selection.select(Side::x, half);
    });
    auto *table = window.dock("selection")->findChild<QTableView *>("table");
    for (const auto &[name, column] : {std::pair{"sort half of them by name", int(ItemModel::Name)},
                                       {"sort half of them by frequency", ItemModel::FirstOwn},
                                       {"sort half of them by note", ItemModel::FirstOwn + 3}})
        measure(name, window, [&, at = column] { table->sortByColumn(at, Qt::DescendingOrder); });
    workspace.setModified(false);
    return 0;
}
