// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/playground/selfsimilaritycontroller.h"
#include "support/appwindow.h"
#include "support/spaces.h"
#include "support/windowsetup.h"

#include <QAction>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

using namespace anchorscope;
using namespace anchorscope::gui;
using anchorscope::test::patience;

namespace {

constexpr int times = 50;

} // namespace

/// Closing the window, switching data and cancelling while any job is running. Built in all presets, mainly for the
/// sanitizers.
class TestJobSafety : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void closing();
    void switching();
    void cancelling();
    void otherSpacesWhenARunEnds();
    void previousItemsAreCleared();
    void nothingToSaveWithoutData();

private:
    std::unique_ptr<test::AppWindow> window();
    void startJob(test::AppWindow &window, int which) const;
    void waitALittle(int turn) const;

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

/// Starts one of the background jobs.
void TestJobSafety::startJob(test::AppWindow &window, int which) const
{
    Workspace &workspace = window.model.workspace;
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

/// Waits for a varying time, to vary the state of the job.
void TestJobSafety::waitALittle(int turn) const
{
    QTest::qWait(turn * 7 % 23);
}

void TestJobSafety::closing()
{
    for (int turn = 0; turn < times; ++turn) {
        auto open = window();
        QTRY_VERIFY_WITH_TIMEOUT(open->model.workspace.prepared(), patience);
        startJob(*open, turn);
        waitALittle(turn);
        open->model.workspace.setModified(false);
        QVERIFY(open->close());
        open.reset();
    }
    // No event posted by a deleted window arrives.
    QCoreApplication::processEvents();
}

void TestJobSafety::switching()
{
    auto open = window();
    for (int turn = 0; turn < times; ++turn) {
        QTRY_VERIFY_WITH_TIMEOUT(open->model.workspace.prepared(), patience);
        startJob(*open, turn);
        waitALittle(turn);
        open->model.workspace.setData(turn % 2 ? m_one : m_other);
        QVERIFY(open->model.workspace.runs().empty());
        QVERIFY(open->model.workspace.retrieval().empty());
        QCOMPARE(open->model.optimizer.state(), OptimizeController::State::Idle);
    }
    QTRY_VERIFY_WITH_TIMEOUT(open->model.runner.jobs().isEmpty(), patience);
    // The panels show the data opened last.
    const auto &data = *open->model.workspace.data();
    QCOMPARE(open->model.projections.picture(Panel::AbsoluteX).coordinates->rows(), data.size(Side::x));
    open->model.workspace.setModified(false);
}

void TestJobSafety::cancelling()
{
    auto open = window();
    for (int turn = 0; turn < times; ++turn) {
        QTRY_VERIFY_WITH_TIMEOUT(open->model.workspace.prepared(), patience);
        startJob(*open, turn);
        waitALittle(turn);
        for (Job *job : open->model.runner.jobs())
            job->cancel();
        QTRY_VERIFY_WITH_TIMEOUT(open->model.runner.jobs().isEmpty(), patience);
        QCOMPARE(open->model.optimizer.state(), OptimizeController::State::Idle);
        // All widgets that showed the running job are idle again.
        const auto enabled = [&](const char *action) { return open->findChild<QAction *>(action)->isEnabled(); };
        const ScoreController &scores = open->model.scores;
        QVERIFY(!enabled("actionCancel"));
        QCOMPARE(enabled("actionRetrieval"), scores.retrievalObstacle().isEmpty() && !scores.measuringRetrieval());
        QCOMPARE(enabled("actionStitching"), scores.stitchingObstacle().isEmpty() && !scores.measuringStitching());
        open->model.workspace.setData(m_one);
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
