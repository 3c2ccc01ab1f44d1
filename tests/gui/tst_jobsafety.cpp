// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/playground/selfsimilaritycontroller.h"
#include "gui/window/docks.h"
#include "support/appwindow.h"
#include "support/interruptions.h"
#include "support/spaces.h"
#include "support/windowsetup.h"

#include <QAction>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <future>
#include <thread>

using namespace anchorscope;
using namespace anchorscope::gui;
using anchorscope::test::patience;

namespace {

/// Something that runs in the background, and what it leaves behind if it is not cancelled.
struct Work
{
    const char *name;
    void (*start)(AppModel &model, const QString &path);
    bool (*hasResult)(const AppModel &model, const QString &path);
    int looks = 0; ///< at the clock from its start to its end
};

void optimize(AppModel &model, const QString &method)
{
    model.workspace.change("Method", [&](Setup &setup) { setup.options.method = method.toStdString(); });
    model.optimizer.start();
}
bool hasRun(const AppModel &model, const QString &)
{
    return !model.workspace.runs().empty();
}

std::array<Work, 8> works{{
    {"preparing",
     [](AppModel &model, const QString &) {
         model.workspace.change("Centring", [](Setup &setup) { setup.centering = Centering::standardize; });
     },
     [](const AppModel &model, const QString &) { return bool(model.workspace.prepared()); }},
    {"Adam", [](AppModel &model, const QString &) { optimize(model, "adam"); }, hasRun},
    {"alternating", [](AppModel &model, const QString &) { optimize(model, "alternating"); }, hasRun},
    {"retrieval", [](AppModel &model, const QString &) { model.scores.measureRetrieval(); },
     [](const AppModel &model, const QString &) { return !model.workspace.retrieval().empty(); }},
    {"stitching", [](AppModel &model, const QString &) { model.scores.measureStitching(); },
     [](const AppModel &model, const QString &) { return !model.workspace.stitching().empty(); }},
    {"repeats", [](AppModel &model, const QString &) { model.scores.measureBatch(3); },
     [](const AppModel &model, const QString &) { return !model.workspace.batch().empty(); }},
    {"health", [](AppModel &model, const QString &) { model.health.measure(); },
     [](const AppModel &model, const QString &) { return !model.workspace.health().empty(); }},
    {"export",
     [](AppModel &model, const QString &path) {
         model.exports.write(ExportContent::RelativeVectors, Panel::RelativeX, path);
     },
     [](const AppModel &, const QString &path) { return QFile::exists(path); }},
}};

} // namespace

/// Closing the window, switching data and cancelling while any job waits for a thread, or is held in the middle.
/// Compiled in all presets; the sanitizers look on.
class TestJobSafety : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void undisturbed();
    void closing_data() { worksAndMoments(); }
    void closing();
    void switching_data() { worksAndMoments(); }
    void switching();
    void cancelling_data() { worksAndMoments(); }
    void cancelling();
    void cleanup();
    void otherSpacesWhenARunEnds();
    void previousItemsAreCleared();
    void otherDataFromTheStartPage_data();
    void otherDataFromTheStartPage();
    void nothingToSaveWithoutData();

private:
    std::unique_ptr<test::AppWindow> window();
    static void worksAndMoments();
    void openWithSeeds();
    void takeAllThreads();
    void startAndHold(const Work &work, bool inTheMiddle);
    void release();

    QTemporaryDir m_folder;
    QString m_path = m_folder.filePath("r.csv");
    std::shared_ptr<const LoadedData> m_one, m_other;
    std::unique_ptr<test::AppWindow> m_open;
    std::unique_ptr<test::Gate> m_gate;
    std::unique_ptr<std::promise<void>> m_threads; ///< fulfilled when the runner's threads may continue
    std::shared_ptr<RunControl> m_running;         ///< control of the held job
};

void TestJobSafety::initTestCase()
{
    test::setUpWindows("tst_jobsafety");
    m_one = test::loaded(test::twoSpaces(150));
    m_other = test::loaded(test::twoSpaces(90, 3));
}

void TestJobSafety::cleanup()
{
    release();
    if (m_open)
        m_open->model.workspace.setModified(false);
    m_open.reset();
    QFile::remove(m_path);
}

std::unique_ptr<test::AppWindow> TestJobSafety::window()
{
    auto window = std::make_unique<test::AppWindow>();
    window->resize(900, 600);
    window->show();
    window->model.workspace.setData(m_one);
    return window;
}

void TestJobSafety::worksAndMoments()
{
    QTest::addColumn<int>("which");
    QTest::addColumn<bool>("inTheMiddle");
    for (int which = 0; which < std::ssize(works); ++which) {
        const Work &work = works[static_cast<std::size_t>(which)];
        QTest::addRow("%s, before it begins", work.name) << which << false;
        if (work.looks > 0)
            QTest::addRow("%s, in the middle", work.name) << which << true;
    }
}

/// A window in which any of the works can start, and nothing runs.
void TestJobSafety::openWithSeeds()
{
    m_open = window();
    Workspace &workspace = m_open->model.workspace;
    const QList<Job *> &jobs = m_open->model.runner.jobs();
    QTRY_VERIFY_WITH_TIMEOUT(workspace.prepared() && jobs.isEmpty(), patience);
    workspace.change("Seeds", [](Setup &setup) {
        setup.seeds = test::truePairs(10);
        setup.anchorCount = 30;
        setup.options.iterations = 400;
        setup.retrieval.k = 5;
    });
    QTRY_VERIFY_WITH_TIMEOUT(jobs.isEmpty(), patience);
}

void TestJobSafety::takeAllThreads()
{
    m_threads = std::make_unique<std::promise<void>>();
    const std::shared_future<void> free = m_threads->get_future().share();
    for (int i = 0; i < Runner::usualThreads; ++i) {
        m_open->model.runner.start<int>(
            "Waiting",
            [free](const RunContext &) {
                free.wait();
                return 0;
            },
            [](const Result<int> &) {});
    }
}

/// The job cannot end before release().
void TestJobSafety::startAndHold(const Work &work, bool inTheMiddle)
{
    openWithSeeds();
    if (inTheMiddle)
        m_gate = std::make_unique<test::Gate>(work.looks / 2);
    else
        takeAllThreads();
    work.start(m_open->model, m_path);
    m_running = m_open->model.runner.jobs().last()->control();
    QTRY_VERIFY_WITH_TIMEOUT(!m_gate || m_gate->holds(), patience);
}

void TestJobSafety::release()
{
    m_gate.reset();
    if (m_threads)
        std::exchange(m_threads, nullptr)->set_value();
}

/// Each work has a result, and most report where they are, so that the tests below can hold them in the middle.
void TestJobSafety::undisturbed()
{
    for (Work &work : works) {
        openWithSeeds();
        m_gate = std::make_unique<test::Gate>();
        work.start(m_open->model, m_path);
        connect(m_open->model.runner.jobs().last(), &Job::ended, this, [&] { work.looks = m_gate->looks(); });
        QTRY_VERIFY_WITH_TIMEOUT(work.hasResult(m_open->model, m_path), patience);
        cleanup();
    }
    QCOMPARE_GE(std::ranges::count_if(works, [](const Work &work) { return work.looks > 0; }), 6);
}

/// All jobs are cancelled, and nothing that a closed window posted arrives.
void TestJobSafety::closing()
{
    QFETCH(int, which);
    QFETCH(bool, inTheMiddle);
    startAndHold(works[static_cast<std::size_t>(which)], inTheMiddle);
    QVERIFY(!QTest::currentTestFailed());
    m_open->model.workspace.setModified(false);
    QVERIFY(m_open->close());
    std::jthread opener([this] { // the window waits for the threads of its jobs
        while (!m_running->cancelRequested())
            std::this_thread::yield();
        release();
    });
    m_open.reset();
    opener.join();
    QCoreApplication::processEvents();
}

void TestJobSafety::switching()
{
    QFETCH(int, which);
    QFETCH(bool, inTheMiddle);
    const Work &work = works[static_cast<std::size_t>(which)];
    startAndHold(work, inTheMiddle);
    QVERIFY(!QTest::currentTestFailed());
    AppModel &model = m_open->model;
    model.workspace.setData(m_other);
    QCOMPARE(model.optimizer.state(), OptimizeController::State::Idle);
    release();
    QTRY_VERIFY_WITH_TIMEOUT(model.workspace.prepared() && model.runner.jobs().isEmpty(), patience);
    // The data are those on screen, without results of the former.
    QCOMPARE(model.projections.plot(Panel::AbsoluteX).coordinates->rows(), m_other->size(Side::x));
    QVERIFY(model.workspace.runs().empty() && model.workspace.retrieval().empty());
    QVERIFY(model.workspace.stitching().empty() && model.workspace.batch().empty() && model.workspace.health().empty());
}

void TestJobSafety::cancelling()
{
    QFETCH(int, which);
    QFETCH(bool, inTheMiddle);
    const Work &work = works[static_cast<std::size_t>(which)];
    startAndHold(work, inTheMiddle);
    QVERIFY(!QTest::currentTestFailed());
    AppModel &model = m_open->model;
    for (Job *job : model.runner.jobs())
        job->cancel();
    release();
    QTRY_VERIFY_WITH_TIMEOUT(model.runner.jobs().isEmpty(), patience);
    QVERIFY(!work.hasResult(model, m_path));
    QCOMPARE(model.optimizer.state(), OptimizeController::State::Idle);
    // All widgets that showed the running job are idle again; without prepared spaces nothing can be measured.
    const auto enabled = [&](const char *action) { return m_open->findChild<QAction *>(action)->isEnabled(); };
    QVERIFY(!enabled("actionCancel"));
    QCOMPARE(enabled("actionRetrieval"), which > 0);
    QCOMPARE(enabled("actionStitching"), which > 0);
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

/// Items of the previous spaces must not be looked up in the new ones, which have fewer items.
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
    const auto saved = qScopeGuard([&] { workspace.setModified(false); }); // otherwise a question would block the end
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
    connect(&workspace, &Workspace::itemsReplaced, this, [&] { // after all other receivers
        ++asked;
        QCOMPARE(model.pairTool.pending(Side::x), noItem);
        QVERIFY(model.selection.isEmpty() && model.selection.focus().item == noItem);
        QVERIFY(!workspace.mistakes() && !model.maps.map() && !matrices->similarities());
        for (const Panel panel : allPanels)
            QVERIFY(!model.projections.plot(panel).coordinates);
    });
    workspace.setData(m_other);
    QCOMPARE(asked, 1);
    QTRY_VERIFY_WITH_TIMEOUT(workspace.prepared() && model.runner.jobs().isEmpty(), patience);
}

void TestJobSafety::otherDataFromTheStartPage_data()
{
    QTest::addColumn<QString>("dock");
    for (const char *dock : {"anchors", "health", "optimize", "mistakes", "retrieval", "selection"})
        QTest::newRow(dock) << QString(dock);
}

/// A table is not laid out for other data before it has the rows of these.
void TestJobSafety::otherDataFromTheStartPage()
{
    QFETCH(QString, dock);
    openWithSeeds();
    AppModel &model = m_open->model;
    Workspace &workspace = model.workspace;
    model.optimizer.start();
    QTRY_VERIFY_WITH_TIMEOUT(workspace.mistakes() && !workspace.retrieval().empty(), patience);
    model.health.measure();
    QTRY_VERIFY_WITH_TIMEOUT(!workspace.health().empty() && model.runner.jobs().isEmpty(), patience);
    model.selection.select(Side::x, {140, 149});
    m_open->findChild<Docks *>()->open(dock);
    QVERIFY(m_open->dock(dock)->isVisible());
    m_open->findChild<QAction *>("actionStartPage")->trigger();
    QVERIFY(!m_open->panels().isVisible());
    workspace.setModified(false);
    workspace.setData(m_other);
    QVERIFY(m_open->panels().isVisible() && workspace.health().empty() && !workspace.mistakes());
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
