// SPDX-License-Identifier: GPL-3.0-or-later
// Measures gaps of a 10 ms timer on the window's thread while 20 000 items are optimized and scored. Prints the
// percentiles; exits with 1 unless 99 % of the gaps are within 50 ms and all within 200 ms. Arguments: [FILE]
// [--no-run].
#include "support/appwindow.h"
#include "support/spaces.h"
#include "support/windowsetup.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QTimer>

#include <algorithm>
#include <cstdio>

using namespace anchorscope;

namespace {

constexpr Index items = 20000;
constexpr int timerInterval = 10;
constexpr double maxAt99 = 50;
constexpr double maxEver = 200;

/// Collects the gaps between the ticks of a timer.
class Pulse : public QObject
{
public:
    Pulse()
    {
        m_timer.setTimerType(Qt::PreciseTimer);
        m_timer.setInterval(timerInterval);
        connect(&m_timer, &QTimer::timeout, this, [this] {
            m_gaps.push_back(static_cast<double>(m_clock.nsecsElapsed()) / 1e6);
            m_clock.start();
        });
    }
    void start()
    {
        m_clock.start();
        m_timer.start();
    }
    bool report(const char *stage)
    {
        if (m_gaps.empty())
            return false;
        std::sort(m_gaps.begin(), m_gaps.end());
        const auto at = [this](double share) {
            return m_gaps[static_cast<std::size_t>(share * static_cast<double>(m_gaps.size() - 1))];
        };
        std::printf("%-28s %7zu ticks   median %6.1f ms   99 %% %6.1f ms   longest %6.1f ms\n", stage, m_gaps.size(),
                    at(0.5), at(0.99), m_gaps.back());
        const bool good = at(0.99) <= maxAt99 && m_gaps.back() <= maxEver;
        m_gaps.clear();
        return good;
    }

private:
    QTimer m_timer;
    QElapsedTimer m_clock;
    std::vector<double> m_gaps;
};

/// Runs the event loop until there is no job left.
void untilIdle(test::AppWindow &window)
{
    QEventLoop loop;
    QObject::connect(&window.model.runner, &Runner::ended, &loop, [&] {
        QTimer::singleShot(0, &loop, [&] {
            if (window.model.runner.jobs().isEmpty())
                loop.quit();
        });
    });
    if (!window.model.runner.jobs().isEmpty())
        loop.exec();
}

/// Milliseconds, sorted.
void print(const char *what, std::vector<double> times)
{
    std::sort(times.begin(), times.end());
    std::printf("%-28s %7zu changes median %6.1f ms   longest %6.1f ms\n", what, times.size(), times[times.size() / 2],
                times.back());
}

/// Measures from a change of the seeds to new relative panels and a new sampled score.
void followSeeds(test::AppWindow &window)
{
    std::vector<double> changes, panels, scores;
    QElapsedTimer clock;
    const auto passed = [&clock] { return static_cast<double>(clock.nsecsElapsed()) / 1e6; };
    const auto onPanels = QObject::connect(&window.model.projections, &gui::ProjectionController::projectionsChanged,
                                           [&] { panels.push_back(passed()); });
    const auto onScore = QObject::connect(&window.model.liveScore, &gui::LiveScoreController::changed,
                                          [&] { scores.push_back(passed()); });
    for (Index seeds = 10; seeds < 20; ++seeds) {
        clock.start();
        window.model.workspace.change("Seeds", [seeds](gui::Setup &setup) { setup.seeds = test::truePairs(seeds); });
        changes.push_back(passed());
        untilIdle(window);
    }
    QObject::disconnect(onPanels);
    QObject::disconnect(onScore);
    print("a change of seeds itself", changes);
    print("seeds to panels", panels);
    print("seeds to score", scores);
    std::printf("%-28s %.1f ms\n", "score alone", window.model.liveScore.score().milliseconds);
}

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    test::setUpWindows("bench_responsiveness");
    test::AppWindow window;
    window.resize(1800, 1000);
    window.show();
    Pulse pulse;
    pulse.start();
    bool good = true;
    if (argc > 1 && argv[1][0] != '-')
        window.model.session.open({QString::fromLocal8Bit(argv[1])});
    else
        window.model.workspace.setData(test::loaded(test::twoSpaces(items, 10)));
    untilIdle(window);
    good = pulse.report("open and project") && good;
    window.model.workspace.change("Seeds", [](gui::Setup &setup) { setup.seeds = test::truePairs(15); });
    untilIdle(window);
    good = pulse.report("project onto 15 seeds") && good;
    followSeeds(window);
    pulse.report("while seeds change");
    if (application.arguments().contains("--no-run")) {
        window.model.workspace.setModified(false);
        return good ? 0 : 1;
    }
    window.model.optimizer.start();
    untilIdle(window);
    good = pulse.report("optimise and score") && good;
    window.model.workspace.setModified(false);
    return good ? 0 : 1;
}
