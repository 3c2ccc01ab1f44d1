// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/playground/selfsimilaritycontroller.h"
#include "support/appwindow.h"
#include "support/spaces.h"
#include "support/windowsetup.h"

#include <QAction>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <array>

using namespace anchorscope;
using namespace anchorscope::gui;
using anchorscope::test::patience;

namespace {

/// A job of startJob(), and the actions that are enabled after its cancellation.
struct Cancelled
{
    const char *name;
    bool retrieval, stitching;
};
constexpr std::array<Cancelled, 8> jobs{{{"preparing", false, false}, // without it nothing can be measured
                                         {"Adam", true, true},
                                         {"alternating", true, true},
                                         {"retrieval", true, true},
                                         {"stitching", true, true},
                                         {"repeats", true, true},
                                         {"health", true, true},
                                         {"export", true, true}}};

} // namespace

/// Closing the window, switching data and cancelling while any job runs, at different moments of it. Compiled in all
/// presets; the sanitizers look on.
class TestJobSafety : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void closing_data() { jobsAndMoments(); }
    void closing();
    void switching();
    void cancelling_data() { jobsAndMoments(); }
    void cancelling();
    void otherSpacesWhenARunEnds();
    void previousItemsAreCleared();
    void nothingToSaveWithoutData();

private:
    std::unique_ptr<test::AppWindow> window();
    static void jobsAndMoments();
    void startJob(test::AppWindow &window, int which) const;
    static bool waitFor(int moment, Runner &runner);

    QTemporaryDir m_folder;
    std::shared_ptr<const LoadedData> m_one, m_other;
};

void TestJobSafety::initTestCase()
{
    test::setUpWindows("tst_jobsafety");
    m_one = test::loaded(test::twoSpaces(150));
    m_other = test::loaded(test::twoSpaces(90, 3));
}

std::unique_ptr<test::AppWindow> TestJobSafety::window()
{
    auto window = std::make_unique<test::AppWindow>();
    window->resize(900, 600);
    window->show();
    window->model.workspace.setData(m_one);
    return window;
}

/// One of all the things that run in the background.
void TestJobSafety::startJob(test::AppWindow &window, int which) const
{
    Workspace &workspace = window.model.workspace;
    QFile::remove(m_folder.filePath("r.csv"));
    workspace.change("Seeds", [which](Setup &setup) {
        setup.seeds = test::truePairs(8 + which % 5);
        setup.anchorCount = 30;
        setup.options.method = which % 2 ? "adam" : "alternating";
        setup.options.iterations = 400;
        setup.retrieval.k = 5;
    });
    switch (which % 8) {
    case 0:
        workspace.change("Centring", [](Setup &setup) { setup.centering = Centering::standardize; });
        break;
    case 1:
    case 2:
        window.model.optimizer.start();
        break;
    case 3:
        window.model.scores.measureRetrieval();
        break;
    case 4:
        window.model.scores.measureStitching();
        break;
    case 5:
        window.model.scores.measureBatch(3);
        break;
    case 6:
        window.model.health.measure();
        break;
    default:
        window.model.selection.setFocus(Side::x, 3);
        window.model.pairTool.setActive(true);
        window.model.pairTool.click(Side::x, 40);
        window.model.exports.write(ExportContent::RelativeVectors, Panel::RelativeX, m_folder.filePath("r.csv"));
    }
}

void TestJobSafety::jobsAndMoments()
{
    QTest::addColumn<int>("job");
    QTest::addColumn<int>("moment");
    for (int job = 0; job < std::ssize(jobs); ++job) {
        const char *name = jobs[static_cast<std::size_t>(job)].name;
        QTest::addRow("%s, at once", name) << job << 0;
        QTest::addRow("%s, a pass of events later", name) << job << 1;
        QTest::addRow("%s, when it reports or ends", name) << job << 2;
    }
}

/// The moments of jobsAndMoments(). False if none comes.
bool TestJobSafety::waitFor(int moment, Runner &runner)
{
    if (moment == 1)
        QCoreApplication::processEvents();
    if (moment < 2)
        return true;
    bool heard = false;
    const Job *job = runner.jobs().last();
    const QObject ends;
    connect(job, &Job::progressed, &ends, [&heard] { heard = true; });
    connect(job, &Job::ended, &ends, [&heard] { heard = true; });
    return QTest::qWaitFor([&heard] { return heard; }, patience);
}

/// All jobs are cancelled, and nothing that a closed window posted arrives.
void TestJobSafety::closing()
{
    QFETCH(int, job);
    QFETCH(int, moment);
    auto open = window();
    QTRY_VERIFY_WITH_TIMEOUT(open->model.workspace.prepared(), patience);
    startJob(*open, job);
    QVERIFY(!open->model.runner.jobs().isEmpty());
    QVERIFY(waitFor(moment, open->model.runner));
    std::vector<std::shared_ptr<RunControl>> running;
    for (const Job *each : open->model.runner.jobs())
        running.push_back(each->control());
    open->model.workspace.setModified(false);
    QVERIFY(open->close());
    open.reset();
    for (const auto &control : running)
        QVERIFY(control->cancelRequested());
    QCoreApplication::processEvents();
}

void TestJobSafety::switching()
{
    auto open = window();
    for (int turn = 0; turn < 3 * std::ssize(jobs); ++turn) {
        QTRY_VERIFY_WITH_TIMEOUT(open->model.workspace.prepared(), patience);
        startJob(*open, turn);
        QVERIFY(waitFor(turn % 3, open->model.runner));
        open->model.workspace.setData(turn % 2 ? m_one : m_other);
        QVERIFY(open->model.workspace.runs().empty());
        QVERIFY(open->model.workspace.retrieval().empty());
        QCOMPARE(open->model.optimizer.state(), OptimizeController::State::Idle);
    }
    QTRY_VERIFY_WITH_TIMEOUT(open->model.runner.jobs().isEmpty(), patience);
    // The last data are those on screen.
    const auto &data = *open->model.workspace.data();
    QCOMPARE(open->model.projections.picture(Panel::AbsoluteX).coordinates->rows(), data.size(Side::x));
    open->model.workspace.setModified(false);
}

/// Actions are enabled as without a job, and a job that is cancelled immediately leaves no result.
void TestJobSafety::cancelling()
{
    QFETCH(int, job);
    QFETCH(int, moment);
    auto open = window();
    const Workspace &workspace = open->model.workspace;
    QTRY_VERIFY_WITH_TIMEOUT(workspace.prepared() && open->model.runner.jobs().isEmpty(), patience);
    startJob(*open, job);
    QVERIFY(!open->model.runner.jobs().isEmpty());
    QVERIFY(waitFor(moment, open->model.runner));
    for (Job *each : open->model.runner.jobs())
        each->cancel();
    QTRY_VERIFY_WITH_TIMEOUT(open->model.runner.jobs().isEmpty(), patience);
    QCOMPARE(open->model.optimizer.state(), OptimizeController::State::Idle);
    const auto enabled = [&](const char *action) { return open->findChild<QAction *>(action)->isEnabled(); };
    const Cancelled &expected = jobs[static_cast<std::size_t>(job)];
    QVERIFY(!enabled("actionCancel"));
    if (job > 0 || moment == 0) { // preparing may have ended before
        QCOMPARE(enabled("actionRetrieval"), expected.retrieval);
        QCOMPARE(enabled("actionStitching"), expected.stitching);
    }
    if (moment == 0) {
        QVERIFY(workspace.runs().empty() && workspace.retrieval().empty() && workspace.stitching().empty());
        QCOMPARE(QFile::exists(m_folder.filePath("r.csv")), false);
    }
    open->model.workspace.setModified(false);
}

/// The verdict is about the spaces of the run, also while others are not yet prepared.
void TestJobSafety::otherSpacesWhenARunEnds()
{
    auto open = window();
    Workspace &workspace = open->model.workspace;
    QTRY_VERIFY_WITH_TIMEOUT(workspace.prepared(), patience);
    bool changed = false;
    connect(&open->model.optimizer, &OptimizeController::ended, this, [&] {
        changed = true;
        workspace.change("Centring", [](Setup &setup) { setup.centering = Centering::standardize; });
        QVERIFY(!workspace.prepared());
    });
    workspace.change("Seeds", [](Setup &setup) {
        setup.seeds = test::truePairs(12);
        setup.anchorCount = 30;
    });
    open->model.optimizer.start();
    QTRY_VERIFY_WITH_TIMEOUT(changed && open->model.runner.jobs().isEmpty(), patience);
    QCOMPARE(workspace.runs().size(), std::size_t(1));
    QVERIFY(workspace.runs().front().summary.verdict.alignment != Alignment::notJudged);
    workspace.setModified(false);
}

/// Items of the previous spaces must not be looked up in the new ones, which have fewer.
void TestJobSafety::previousItemsAreCleared()
{
    auto open = window();
    AppModel &model = open->model;
    Workspace &workspace = model.workspace;
    QTRY_VERIFY_WITH_TIMEOUT(workspace.prepared() && model.runner.jobs().isEmpty(), patience);
    model.play.setActive(true);
    open->findChild<QAction *>("actionOverlay")->trigger();
    workspace.change("Seeds", [](Setup &setup) {
        setup.seeds = test::truePairs(12);
        setup.anchorCount = 30;
    });
    model.optimizer.start();
    QVERIFY(model.optimizer.state() != OptimizeController::State::Idle);
    const auto saved = qScopeGuard([&] { workspace.setModified(false); }); // else a question waits at the end
    QTRY_VERIFY_WITH_TIMEOUT(workspace.mistakes(), patience);
    QTRY_VERIFY_WITH_TIMEOUT(model.maps.map() && model.runner.jobs().isEmpty(), patience);
    const auto *matrices = open->findChild<SelfSimilarityController *>();
    QTRY_VERIFY_WITH_TIMEOUT(matrices->similarities(), patience);
    model.selection.select(Side::x, {140, 149});
    model.selection.setFocus(Side::y, 149);
    model.pairTool.setActive(true);
    model.pairTool.click(Side::x, 149);
    QVERIFY(model.pairTool.proposed(Side::y) != noItem);
    int asked = 0;
    connect(&workspace, &Workspace::itemsReplaced, this, [&] { // after all who hold some
        ++asked;
        QCOMPARE(model.pairTool.pending(Side::x), noItem);
        QVERIFY(model.selection.isEmpty() && model.selection.focus().item == noItem);
        QVERIFY(!workspace.mistakes() && !model.maps.map() && !matrices->similarities());
        for (const Panel panel : allPanels)
            QVERIFY(!model.projections.picture(panel).coordinates);
    });
    workspace.setData(m_other);
    QCOMPARE(asked, 1);
    QTRY_VERIFY_WITH_TIMEOUT(workspace.prepared() && model.runner.jobs().isEmpty(), patience);
}

/// Settings of an empty window are not unsaved work.
void TestJobSafety::nothingToSaveWithoutData()
{
    test::AppWindow open;
    open.show();
    open.model.workspace.change("Centring", [](Setup &setup) { setup.centering = Centering::standardize; });
    QVERIFY(!open.isWindowModified());
}

QTEST_MAIN(TestJobSafety)
#include "tst_jobsafety.moc"
