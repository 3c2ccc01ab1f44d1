// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/display/scoretables.h"
#include "gui/display/verdicttext.h"
#include "gui/models/recentfiles.h"
#include "gui/models/resulttablemodel.h"
#include "gui/models/runmodel.h"
#include "gui/models/seedmodel.h"
#include "gui/state/pairtool.h"
#include "gui/state/selection.h"
#include "gui/style/filename.h"
#include "gui/widgets/filedialogs.h"
#include "support/spaces.h"
#include "support/windowsetup.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QDir>
#include <QFileDialog>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

using namespace anchorscope;
using namespace anchorscope::gui;
using anchorscope::test::truePairs;

namespace {

io::RunRecord runFor(const LoadedData &data, std::vector<ItemIndex> anchors, std::vector<ItemIndex> seedsOfY)
{
    io::RunRecord run;
    run.name = "Run 1";
    run.options.method = "adam";
    run.options.seed = 5;
    run.summary.termination = Termination::converged;
    run.summary.methodUsed = "adam";
    run.summary.history = {{}};
    run.summary.anchorsOfY = Matrix::Ones(static_cast<Index>(anchors.size()), data.set(Side::y).dimension());
    run.summary.discreteOfY = anchors;
    run.summary.correspondence.assign(static_cast<std::size_t>(data.size(Side::y)), 0);
    run.summary.correspondenceScore.assign(static_cast<std::size_t>(data.size(Side::y)), -1.0F);
    run.summary.correspondenceScore[3] = -0.5F; // item 3 of Y is the best for item 0 of X
    run.anchorsOfX = std::move(anchors);
    run.seedsOfY = std::move(seedsOfY);
    return run;
}

} // namespace

class TestWorkspace : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everyChangeCanBeUndone();
    void stepsOfOneSpinBoxMerge();
    void changingSeedsDeselectsTheRun();
    void restoredSetupChoosesTheRunAgain();
    void theViewIsPartOfTheHistory();
    void choosingARunRestoresItsSetup();
    void anchorsBeginWithTheSeeds();
    void tooManySeedsAreAnError();
    void otherDataResetTheWorkspace();
    void otherComparisonKeepsItsState();
    void eachPairHasItsOwnHistory();
    void verdictsReachWaitingPairs();
    void removedPairsAreGone();
    void partnerComesFromTruthSeedOrRun();
    void outdatedResultsAreDetected();
    void provenanceOfHealthCountsTheMeasuredAnchors();
    void selectionFollowsPartners();
    void selectionByLabel();
    void selectionModes_data();
    void selectionModes();
    void selectingIsUndone();
    void selectingKeepsTheRedoSteps();
    void gesturesAreOneStep();
    void hoverNamesThePartner();
    void pairToolMakesSeedsOfTwoClicks();
    void pairToolRefusesTakenItems();
    void escapeDeselectsStepByStep();
    void contradictedSeedsAreMarkedWrong();
    void modelsPassTheTester();
    void runsAreRenamedAndRemoved();
    void everyMetricHasAColumn();
    void equallyDisplayedScoresAreBothBest();
    void recentFilesKeepTen();
    void recentFilesKeepPictures();
    void fileDialogsStartWhereTheUserWas();
};

void TestWorkspace::initTestCase()
{
    test::setUpWindows("tst_workspace");
}

void TestWorkspace::everyChangeCanBeUndone()
{
    Workspace workspace;
    workspace.setData(test::loaded(test::twoSpaces(50)));
    QVERIFY(!workspace.isModified());
    QSignalSpy changed(&workspace, &Workspace::setupChanged);
    workspace.change("Add seeds", [](Setup &setup) { setup.seeds = truePairs(3); });
    workspace.change("Centre nothing", [](Setup &setup) { setup.centering = Centering::none; });
    workspace.change("Nothing at all", [](Setup &) {});
    QCOMPARE(workspace.history()->count(), 2);
    QCOMPARE(workspace.history()->undoText(), QString("Centre nothing"));
    QCOMPARE(changed.count(), 2);
    QVERIFY(workspace.isModified());
    workspace.history()->undo();
    QCOMPARE(workspace.setup().centering, Centering::center);
    QCOMPARE(workspace.setup().seeds.size(), 3u);
    workspace.history()->undo();
    QVERIFY(workspace.setup().seeds.empty());
    workspace.history()->redo();
    QCOMPARE(workspace.setup().seeds.size(), 3u);
}

void TestWorkspace::stepsOfOneSpinBoxMerge()
{
    Workspace workspace;
    workspace.setData(test::loaded(test::twoSpaces(50)));
    for (const Index count : {10, 11, 12})
        workspace.change(
            "Anchors", [count](Setup &setup) { setup.anchorCount = count; }, 1);
    workspace.change(
        "K", [](Setup &setup) { setup.retrieval.k = 5; }, 2);
    QCOMPARE(workspace.history()->count(), 2);
    workspace.history()->undo();
    workspace.history()->undo();
    QCOMPARE(workspace.setup().anchorCount, Index(300));
}

void TestWorkspace::changingSeedsDeselectsTheRun()
{
    Workspace workspace;
    const auto data = test::loaded(test::twoSpaces(50));
    workspace.setData(data);
    workspace.addRun(runFor(*data, {0, 1, 2, 3}, {0, 1}));
    QCOMPARE(workspace.setup().run, workspace.runs()[0].id);
    workspace.change("Method", [](Setup &setup) { setup.options.method = "alternating"; });
    QCOMPARE(workspace.setup().run, workspace.runs()[0].id);
    workspace.change("Seeds", [](Setup &setup) { setup.seeds = truePairs(5); }); // the run is three pairs older
    QCOMPARE(workspace.setup().run, workspace.runs()[0].id);
    QCOMPARE(workspace.pairsOlder(), Index(3));
    workspace.change("Other seeds", [](Setup &setup) { setup.seeds = {truePairs(5).back()}; });
    QCOMPARE(workspace.setup().run, io::RunId::none);
    QVERIFY(!workspace.knownAnchors().optimized());
    workspace.history()->undo();
    QCOMPARE(workspace.setup().run, workspace.runs()[0].id);
    QVERIFY(workspace.knownAnchors().optimized());
}

void TestWorkspace::restoredSetupChoosesTheRunAgain()
{
    Workspace workspace;
    const auto data = test::loaded(test::twoSpaces(50));
    workspace.setData(data);
    workspace.addRun(runFor(*data, {0, 1, 2, 3}, {0, 1}));
    const io::RunId run = workspace.runs()[0].id;
    const Setup made = workspace.setup();
    workspace.change("Turn", [](Setup &setup) { setup.transform.turn = 90; });
    QCOMPARE(workspace.setup().run, io::RunId::none);
    workspace.change("Mirror", [](Setup &setup) { setup.transform.mirror = 1; });
    workspace.change("Reset", [](Setup &setup) { setup.transform = {}; });
    QCOMPARE(workspace.setup().run, run);
    workspace.history()->undo(); // the reset and the choice of the run are one step
    QCOMPARE(workspace.setup().run, io::RunId::none);
    workspace.change("Reset", [](Setup &setup) { setup.transform = {}; });
    QCOMPARE(workspace.setup().run, run);
    workspace.change("No seeds", [](Setup &setup) { setup.seeds.clear(); });
    workspace.change("Turn", [](Setup &setup) { setup.transform.turn = 90; });
    workspace.change("Reset", [](Setup &setup) { setup.transform = {}; });
    QCOMPARE(workspace.setup().run, io::RunId::none); // the pairs of the run are missing
    workspace.change("Seeds", [&](Setup &setup) { setup.seeds = {made.seeds[1], made.seeds[0]}; });
    QCOMPARE(workspace.setup().run, run);
    QCOMPARE(workspace.pairsOlder(), Index(0));
    workspace.change("No run", [](Setup &setup) { setup.run = io::RunId::none; });
    workspace.change("Turn", [](Setup &setup) { setup.transform.turn = 90; });
    workspace.change("Reset", [](Setup &setup) { setup.transform = {}; });
    QCOMPARE(workspace.setup().run, io::RunId::none); // the user chose no run
}

void TestWorkspace::theViewIsPartOfTheHistory()
{
    Workspace workspace;
    workspace.setData(test::loaded(test::twoSpaces(50)));
    const ViewState first = workspace.view();
    QSignalSpy changed(&workspace, &Workspace::viewChanged);
    workspace.changeView("Colour", [](ViewState &view) { view.colourBy = ColourBy::Norm; });
    workspace.changeView("Colour", [](ViewState &view) { view.colourBy = ColourBy::Row; });
    workspace.changeView("Axes", [](ViewState &view) { view.axes[0] = {2, 1}; });
    QCOMPARE(changed.count(), 3);
    QCOMPARE(workspace.history()->count(), 2);
    QCOMPARE(workspace.history()->undoText(), QString("Axes"));
    QVERIFY(!workspace.isModified());
    workspace.history()->undo();
    QCOMPARE(workspace.view().colourBy, ColourBy::Row);
    QVERIFY(workspace.view().axes == first.axes);
    workspace.history()->undo();
    QVERIFY(workspace.view() == first);
    workspace.history()->redo();
    // A change that is reverted immediately leaves no undo step.
    workspace.changeView("Density", [](ViewState &view) { view.density = true; });
    workspace.changeView("Density", [](ViewState &view) { view.density = false; });
    QCOMPARE(workspace.history()->undoText(), QString("Colour"));
    Selection selection(workspace);
    QSignalSpy linked(&selection, &Selection::linkModeChanged);
    selection.setLinkMode(LinkMode::Off);
    workspace.history()->undo();
    QCOMPARE(selection.linkMode(), LinkMode::ByPair);
    QCOMPARE(linked.count(), 2);
}

void TestWorkspace::choosingARunRestoresItsSetup()
{
    Workspace workspace;
    const auto data = test::loaded(test::twoSpaces(50));
    workspace.setData(data);
    workspace.addRun(runFor(*data, {4, 5, 6}, {7, 8}));
    const Setup &setup = workspace.setup();
    QCOMPARE(setup.anchorCount, Index(3));
    QCOMPARE(setup.options.seed, std::uint64_t(5));
    QCOMPARE(setup.options.method, std::string("adam"));
    QVERIFY((setup.seeds == std::vector<SeedPair>{{.x = 4, .y = 7}, {.x = 5, .y = 8}}));
    workspace.history()->undo();
    QVERIFY(setup.seeds.empty());
    QCOMPARE(workspace.runs().size(), 1u);
}

void TestWorkspace::anchorsBeginWithTheSeeds()
{
    Workspace workspace;
    workspace.setData(test::loaded(test::twoSpaces(50)));
    workspace.change("Seeds", [](Setup &setup) {
        setup.seeds = {{.x = 9, .y = 8}};
        setup.anchorCount = 20;
    });
    const auto anchors = workspace.anchors();
    QVERIFY(anchors.ok());
    QCOMPARE(anchors->count(), Index(20));
    QCOMPARE(anchors->itemsOfX.front(), 9);
    QCOMPARE(anchors->seedsOfY, std::vector<ItemIndex>{8});
}

void TestWorkspace::tooManySeedsAreAnError()
{
    Workspace workspace;
    workspace.setData(test::loaded(test::twoSpaces(50)));
    workspace.change("Seeds", [](Setup &setup) { setup.anchorCount = 51; });
    QVERIFY(!workspace.anchors().ok());
    QCOMPARE(workspace.anchors().error().code, ErrorCode::tooFewItems);
}

void TestWorkspace::otherDataResetTheWorkspace()
{
    Workspace workspace;
    const auto data = test::loaded(test::twoSpaces(50));
    workspace.setData(data);
    workspace.addRun(runFor(*data, {0, 1, 2}, {0}));
    workspace.setRetrieval({{{"GT", {}, {}}}, 10, {}});
    workspace.setData(test::loaded(test::twoSpaces(20)));
    QVERIFY(workspace.runs().empty());
    QVERIFY(workspace.retrieval().empty());
    QVERIFY(workspace.setup().seeds.empty());
    QCOMPARE(workspace.history()->count(), 0);
    QVERIFY(!workspace.isModified());
}

void TestWorkspace::otherComparisonKeepsItsState()
{
    Workspace workspace;
    const auto first = test::loaded(test::twoSpaces(50)), second = test::loaded(test::twoSpaces(20));
    workspace.setData(first);
    QCOMPARE(workspace.pairs(), 1);
    workspace.change("Seeds", [](Setup &setup) { setup.seeds = truePairs(3); });
    workspace.addRun(runFor(*first, {0, 1, 2, 3}, {0, 1}));
    workspace.setRetrieval({{{"AO continuous", {}, {}}}, 10, workspace.provenance(Scoring::Retrieval)});
    workspace.setStitching({{{{}}, {}, 0, {}, {}}, 0, {}, workspace.provenance(Scoring::Stitching)});
    workspace.changeView("Axes", [](ViewState &view) { view.axes[0] = {2, 1}; });
    const Setup setup = workspace.setup();
    const ViewState view = workspace.view();
    workspace.setModified(false);

    QSignalSpy changed(&workspace, &Workspace::dataChanged), listed(&workspace, &Workspace::pairsChanged);
    workspace.addPair(second, {});
    QVERIFY2(workspace.isModified(), "a session has to hold it, too");
    QCOMPARE(workspace.pairs(), 2);
    QCOMPARE(workspace.currentPair(), 1);
    QCOMPARE(workspace.data(), second);
    QVERIFY(workspace.runs().empty() && workspace.setup().seeds.empty() && workspace.retrieval().empty());
    QVERIFY(workspace.view().axes == ViewState().axes);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(listed.count(), 1);

    workspace.choosePair(0);
    QCOMPARE(changed.count(), 2);
    QCOMPARE(workspace.data(), first);
    QCOMPARE(workspace.currentPair(), 0);
    QVERIFY(!difference(workspace.setup(), setup));
    QVERIFY(workspace.view() == view);
    QCOMPARE(workspace.runs().size(), 1u);
    QVERIFY(workspace.chosenRun());
    QVERIFY(workspace.isRetrievalCurrent() && workspace.isStitchingCurrent());
    QVERIFY2(workspace.shownScores(), "values of the items, too");
    workspace.choosePair(0);
    QCOMPARE(changed.count(), 2);
}

/// Undo never switches to another pair.
void TestWorkspace::eachPairHasItsOwnHistory()
{
    Workspace workspace;
    std::unique_ptr<QAction> undo(workspace.histories().createUndoAction(nullptr));
    workspace.setData(test::loaded(test::twoSpaces(50)));
    workspace.change("Three seeds", [](Setup &setup) { setup.seeds = truePairs(3); });
    workspace.addPair(test::loaded(test::twoSpaces(20)), {});
    QVERIFY(!undo->isEnabled());
    workspace.change("Five seeds", [](Setup &setup) { setup.seeds = truePairs(5); });
    QVERIFY(undo->text().contains("Five seeds"));
    workspace.choosePair(0);
    QVERIFY(undo->text().contains("Three seeds"));
    undo->trigger();
    QVERIFY(workspace.setup().seeds.empty());
    workspace.choosePair(1);
    QCOMPARE(workspace.setup().seeds.size(), 5u);
    undo->trigger();
    QVERIFY(workspace.setup().seeds.empty());
    workspace.choosePair(0);
    QVERIFY(workspace.history()->canRedo());
    workspace.history()->redo();
    QCOMPARE(workspace.setup().seeds.size(), 3u);
}

/// The verdict takes longer than switching to other spaces.
void TestWorkspace::verdictsReachWaitingPairs()
{
    Workspace workspace;
    const auto first = test::loaded(test::twoSpaces(50));
    workspace.setData(first);
    workspace.addRun(runFor(*first, {0, 1, 2, 3}, {0, 1}));
    workspace.addPair(test::loaded(test::twoSpaces(20)), {});
    QSignalSpy judged(&workspace, &Workspace::verdictReady), listed(&workspace, &Workspace::pairsChanged);
    Verdict verdict;
    verdict.alignment = Alignment::aligned;
    workspace.setVerdict(workspace.pair(0).runs[0].id, verdict);
    QCOMPARE(judged.count(), 0); // the other run is selected
    QCOMPARE(listed.count(), 1);
    QCOMPARE(workspace.pair(0).runs[0].summary.verdict.alignment, Alignment::aligned);
    workspace.choosePair(0);
    workspace.setVerdict(workspace.runs()[0].id, {});
    QCOMPARE(judged.count(), 1);
}

void TestWorkspace::removedPairsAreGone()
{
    Workspace workspace;
    const auto first = test::loaded(test::twoSpaces(50)), second = test::loaded(test::twoSpaces(20)),
               third = test::loaded(test::twoSpaces(30));
    workspace.setData(first);
    workspace.removePair(0);
    QCOMPARE(workspace.pairs(), 1); // at least one remains
    workspace.addPair(second, {});
    workspace.addPair(third, {});
    QSignalSpy changed(&workspace, &Workspace::dataChanged);
    workspace.removePair(0);
    QCOMPARE(changed.count(), 0);
    QCOMPARE(workspace.data(), third);
    QCOMPARE(workspace.currentPair(), 1);
    QCOMPARE(workspace.pairOf(first.get()), -1);
    workspace.removePair(1); // the current pair
    QCOMPARE(workspace.data(), second);
    QCOMPARE(changed.count(), 1);
    workspace.addPair(first, {});
    workspace.setData(third);
    QCOMPARE(workspace.pairs(), 1); // different work
}

void TestWorkspace::partnerComesFromTruthSeedOrRun()
{
    Workspace workspace;
    QCOMPARE(workspace.partner(Side::x, 0), noItem);
    workspace.setData(test::loaded(test::twoSpaces(50)));
    QCOMPARE(workspace.partner(Side::x, 11), 11);
    const auto unpaired = test::loaded(test::twoSpaces(50), false);
    workspace.setData(unpaired);
    QCOMPARE(workspace.partner(Side::x, 11), noItem);
    workspace.addRun(runFor(*unpaired, {5, 6, 7}, {40}));
    QCOMPARE(workspace.partner(Side::x, 5), 40); // a seed
    QCOMPARE(workspace.partner(Side::y, 40), 5);
    QCOMPARE(workspace.partner(Side::x, 0), 3); // the best of the items that the run matches to item 0
    QCOMPARE(workspace.partner(Side::y, 12), 0);
    QCOMPARE(workspace.partner(Side::x, 1), noItem);
}

void TestWorkspace::outdatedResultsAreDetected()
{
    Workspace workspace;
    workspace.setData(test::loaded(test::twoSpaces(50)));
    workspace.change("Seeds", [](Setup &setup) { setup.seeds = truePairs(3); });
    workspace.setRetrieval({{{"Seed", {}, {}}}, 10, workspace.provenance(Scoring::Retrieval)});
    QVERIFY(workspace.isRetrievalCurrent());
    workspace.change("Seeds", [](Setup &setup) { setup.seeds[0].x = 30; });
    QVERIFY(!workspace.isRetrievalCurrent());
    workspace.history()->undo();
    QVERIFY(workspace.isRetrievalCurrent());
    workspace.change("K", [](Setup &setup) { setup.retrieval.k = 3; });
    QVERIFY(!workspace.isRetrievalCurrent());
}

void TestWorkspace::provenanceOfHealthCountsTheMeasuredAnchors()
{
    Workspace workspace;
    const auto data = test::loaded(test::twoSpaces(50));
    workspace.setData(data);
    workspace.change("Seeds", [](Setup &setup) {
        setup.seeds = truePairs(2);
        setup.anchorCount = 30;
    });
    const auto words = [&] { return workspace.pair().text(workspace.provenance(Scoring::Health)); };
    QVERIFY2(words().contains(" 2 anchors, 2 of them seeds"), qPrintable(words()));
    workspace.addRun(runFor(*data, {0, 1, 2, 3}, {0, 1}));
    QVERIFY2(words().contains("4 anchors, 2 of them seeds"), qPrintable(words()));
}

void TestWorkspace::selectionFollowsPartners()
{
    Workspace workspace;
    workspace.setData(test::loaded(test::twoSpaces(50)));
    Selection selection(workspace);
    selection.select(Side::y, {8, 3, 3});
    QCOMPARE(selection.selected(Side::y), (std::vector<ItemIndex>{3, 8}));
    QCOMPARE(selection.selected(Side::x), (std::vector<ItemIndex>{3, 8}));
    selection.setLinkMode(LinkMode::Off);
    selection.select(Side::x, {1});
    QVERIFY(selection.selected(Side::y).empty());
    selection.invert();
    QCOMPARE(selection.selected(Side::x).size(), 49u);
    QCOMPARE(selection.selected(Side::y).size(), 50u);
    selection.clear();
    QVERIFY(selection.isEmpty());
}

void TestWorkspace::selectionByLabel()
{
    Workspace workspace;
    workspace.setData(test::loaded(test::twoSpaces(50, 5), false));
    Selection selection(workspace);
    selection.setLinkMode(LinkMode::ByLabel);
    selection.select(Side::x, {2});
    QCOMPARE(selection.selected(Side::y).size(), 10u);
    QCOMPARE(selection.selected(Side::y).front(), 2);
    QCOMPARE(selection.selected(Side::y).back(), 47);
}

void TestWorkspace::selectionModes_data()
{
    QTest::addColumn<int>("mode");
    QTest::addColumn<std::vector<int>>("expected");
    QTest::newRow("replace") << int(Selection::Mode::Replace) << std::vector<int>{3, 4};
    QTest::newRow("add") << int(Selection::Mode::Add) << std::vector<int>{1, 2, 3, 4};
    QTest::newRow("subtract") << int(Selection::Mode::Subtract) << std::vector<int>{1, 2};
}

void TestWorkspace::selectionModes()
{
    QFETCH(int, mode);
    QFETCH(std::vector<int>, expected);
    Workspace workspace;
    workspace.setData(test::loaded(test::twoSpaces(50)));
    Selection selection(workspace);
    QSignalSpy changed(&selection, &Selection::selectionChanged);
    selection.select(Side::x, {1, 2, 3});
    selection.select(Side::x, {3, 4}, static_cast<Selection::Mode>(mode));
    QCOMPARE(selection.selected(Side::x), expected);
    QCOMPARE(selection.selected(Side::y), expected);
    QCOMPARE(changed.count(), 2);
}

void TestWorkspace::selectingIsUndone()
{
    Workspace workspace;
    workspace.setData(test::loaded(test::twoSpaces(50)));
    Selection selection(workspace);
    QUndoStack &history = *workspace.history();
    workspace.change("K", [](Setup &setup) { setup.retrieval.k = 3; });
    workspace.setModified(false);
    selection.select(Side::x, {1, 2, 3});
    QCOMPARE(history.undoText(), QString("Select 3 items"));
    selection.select(Side::x, {1, 2, 3}); // an unchanged selection adds no undo step
    selection.select(Side::x, {7}, Selection::Mode::Add);
    QCOMPARE(history.undoText(), QString("Select 4 items"));
    selection.invert();
    QCOMPARE(history.undoText(), QString("Invert the selection"));
    selection.clear();
    QCOMPARE(history.undoText(), QString("Clear the selection"));
    QCOMPARE(history.count(), 5);
    QVERIFY(!workspace.isModified()); // nothing to save
    QSignalSpy changed(&selection, &Selection::selectionChanged);
    history.undo();
    QCOMPARE(selection.selected(Side::x).size(), 46u);
    history.undo();
    QCOMPARE(selection.selected(Side::x), (std::vector<ItemIndex>{1, 2, 3, 7}));
    QCOMPARE(selection.selected(Side::y), (std::vector<ItemIndex>{1, 2, 3, 7}));
    history.undo();
    history.undo();
    QVERIFY(selection.isEmpty());
    QCOMPARE(changed.count(), 4);
    QCOMPARE(history.undoText(), QString("K"));
    history.redo();
    QCOMPARE(selection.selected(Side::y), (std::vector<ItemIndex>{1, 2, 3}));
}

/// Selecting items after an undo must not discard the redo steps.
void TestWorkspace::selectingKeepsTheRedoSteps()
{
    Workspace workspace;
    workspace.setData(test::loaded(test::twoSpaces(50)));
    Selection selection(workspace);
    QUndoStack &history = *workspace.history();
    workspace.change("K", [](Setup &setup) { setup.retrieval.k = 3; });
    history.undo();
    selection.select(Side::x, {4, 5});
    QCOMPARE(selection.selected(Side::x), (std::vector<ItemIndex>{4, 5}));
    QCOMPARE(history.redoText(), QString("K"));
    history.redo();
    QCOMPARE(workspace.setup().retrieval.k, Index(3));
    selection.select(Side::x, {6});
    history.undo();
    selection.select(Side::x, {8}); // in place of another selection
    QCOMPARE(history.undoText(), QString("Select 1 item"));
    QVERIFY(!history.canRedo());
    // A consequence of a step does not add a step: pushing onto the history while another step is executed would
    // corrupt it.
    connect(&workspace, &Workspace::setupChanged, &selection, [&selection] { selection.select(Side::x, {20}); });
    workspace.change("K", [](Setup &setup) { setup.retrieval.k = 5; });
    QCOMPARE(history.undoText(), QString("K"));
    QCOMPARE(selection.selected(Side::x), (std::vector<ItemIndex>{20}));
}

void TestWorkspace::gesturesAreOneStep()
{
    Workspace workspace;
    workspace.setData(test::loaded(test::twoSpaces(50)));
    Selection selection(workspace);
    QUndoStack &history = *workspace.history();
    using Gesture = Selection::Gesture;
    selection.select(Side::x, {1});
    for (ItemIndex last = 2; last < 40; ++last)
        selection.select(Side::x, {1, last}, Selection::Mode::Replace, Gesture::brush);
    selection.select(Side::x, {1, 2, 3}, Selection::Mode::Replace, Gesture::brush);
    QCOMPARE(history.count(), 2);
    QCOMPARE(history.undoText(), QString("Select 3 items"));
    selection.select(Side::x, {9}, Selection::Mode::Replace, Gesture::search); // another gesture
    QCOMPARE(history.count(), 3);
    history.undo();
    history.undo();
    QCOMPARE(selection.selected(Side::x), (std::vector<ItemIndex>{1}));
    for (const std::vector<ItemIndex> &each : {std::vector<ItemIndex>{4}, {1}}) // there and back
        selection.select(Side::x, each, Selection::Mode::Replace, Gesture::items);
    QCOMPARE(history.count(), 1);
}

void TestWorkspace::hoverNamesThePartner()
{
    Workspace workspace;
    workspace.setData(test::loaded(test::twoSpaces(50)));
    Selection selection(workspace);
    QSignalSpy changed(&selection, &Selection::hoverChanged);
    selection.setHover(Side::y, 4);
    selection.setHover(Side::y, 4);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(selection.hover().of(Side::y), 4);
    QCOMPARE(selection.hover().of(Side::x), 4);
    selection.clearHover();
    QCOMPARE(selection.hover().of(Side::x), noItem);
}

void TestWorkspace::pairToolMakesSeedsOfTwoClicks()
{
    Workspace workspace;
    workspace.setData(test::loaded(test::twoSpaces(50)));
    PairTool tool(workspace);
    tool.click(Side::x, 1);
    QVERIFY(workspace.setup().seeds.empty()); // not active
    tool.setActive(true);
    tool.click(Side::x, 1);
    tool.click(Side::x, 2); // the user changes the item
    QVERIFY(tool.hint().contains("item2"));
    tool.click(Side::y, 7);
    QVERIFY((workspace.setup().seeds == std::vector<SeedPair>{{.x = 2, .y = 7}}));
    tool.click(Side::y, 9);
    tool.click(Side::x, 9);
    QCOMPARE(workspace.setup().seeds.size(), 2u);
    QCOMPARE(workspace.history()->undoText(), QString("Add seed 2"));
}

void TestWorkspace::pairToolRefusesTakenItems()
{
    Workspace workspace;
    workspace.setData(test::loaded(test::twoSpaces(50)));
    workspace.change("Seeds", [](Setup &setup) { setup.seeds = truePairs(2); });
    PairTool tool(workspace);
    QSignalSpy refused(&tool, &PairTool::refused);
    tool.setActive(true);
    tool.click(Side::y, 1);
    QCOMPARE(refused.count(), 1);
    QVERIFY(refused.first().first().toString().contains("item1"));
    QCOMPARE(tool.pending(Side::y), noItem);
}

void TestWorkspace::escapeDeselectsStepByStep()
{
    Workspace workspace;
    workspace.setData(test::loaded(test::twoSpaces(50)));
    PairTool tool(workspace);
    tool.setActive(true);
    tool.click(Side::x, 3);
    tool.escape();
    QVERIFY(tool.isActive());
    QCOMPARE(tool.pending(Side::x), noItem);
    tool.escape();
    QVERIFY(!tool.isActive());
}

/// A pair that contradicts the file is marked wrong regardless of the other seeds.
void TestWorkspace::contradictedSeedsAreMarkedWrong()
{
    Workspace workspace;
    SeedModel seeds(workspace);
    workspace.setData(test::loaded(test::twoSpaces(50)));
    workspace.change("Seeds", [](Setup &setup) {
        setup.seeds = truePairs(3);
        setup.seeds[1].y = 30;
    });
    QCOMPARE(seeds.index(1, SeedModel::Remark).data().toString(), QString("not the known partner"));
    QVERIFY(seeds.index(0, SeedModel::Remark).data().toString().isEmpty());
}

void TestWorkspace::modelsPassTheTester()
{
    Workspace workspace;
    SeedModel seeds(workspace);
    RunModel runs(workspace);
    ResultTableModel retrieval, stitching;
    RecentFiles recent;
    std::vector<std::unique_ptr<QAbstractItemModelTester>> testers;
    for (QAbstractItemModel *model :
         std::initializer_list<QAbstractItemModel *>{&seeds, &runs, &retrieval, &stitching, &recent})
        testers.push_back(
            std::make_unique<QAbstractItemModelTester>(model, QAbstractItemModelTester::FailureReportingMode::QtTest));

    const auto data = test::loaded(test::twoSpaces(50));
    workspace.setData(data);
    workspace.change("Seeds", [](Setup &setup) { setup.seeds = truePairs(3); });
    QCOMPARE(seeds.rowCount(), 3);
    QCOMPARE(seeds.index(1, SeedModel::ItemX).data().toString(), QString("item1"));
    QCOMPARE(seeds.index(1, SeedModel::Number).data(Qt::TextAlignmentRole).value<Qt::Alignment>(),
             Qt::AlignRight | Qt::AlignVCenter);
    workspace.setSuspects({1}); // a mark belongs to its pair, and goes with it
    workspace.change("Seeds", [](Setup &setup) { setup.seeds.erase(setup.seeds.begin()); });
    QVERIFY(workspace.isSuspect(0) && !workspace.isSuspect(1));
    workspace.change("Seeds", [](Setup &setup) { setup.seeds.erase(setup.seeds.begin()); });
    QVERIFY(!workspace.isSuspect(0));
    workspace.change("Seeds", [](Setup &setup) { setup.seeds = truePairs(3); });
    io::RunRecord run = runFor(*data, {0, 1, 2, 3}, {0, 1, 2});
    workspace.setSuspects({0});
    QVERIFY(workspace.isSuspect(0));
    QCOMPARE(seeds.index(0, SeedModel::Remark).data().toString(), QString("disagrees with the others"));
    run.summary.verdict.suspectSeeds = {1};
    run.summary.verdict.alignment = Alignment::aligned;
    workspace.addRun(run);
    QCOMPARE(runs.rowCount(), 1);
    QVERIFY(workspace.isSuspect(1)); // suspected by the run, which replaces the check by seeds only
    QVERIFY(!workspace.isSuspect(0));
    QVERIFY(seeds.index(1, SeedModel::Remark).data().toString().startsWith(QString::fromStdString(run.name)));

    QVERIFY(seeds.index(2, SeedModel::Remark).data().toString().isEmpty());

    const QModelIndex verdict = runs.index(0, RunModel::Verdict);
    QCOMPARE(verdict.data().toString(), QString("Aligned"));
    workspace.setVerdict(workspace.runs()[0].id,
                         {Alignment::aligned, 1e-9, 1e-5, ShareEstimate{0.9, 0.8, 0.95}, {}, {2}, 0});
    QCOMPARE(verdict.data().toString(), QString("Aligned item by item, 90% (80–95%)"));
    QVERIFY(verdict.data(Qt::ToolTipRole).toString().contains("80% to 95%, 95% interval"));
    Verdict partly{Alignment::aligned, 1e-9, 1e-5, ShareEstimate{0.7, 0.25, 0.94}, {}, {}, 0};
    partly.withPartner = ShareEstimate{0.8, 0.5, 1};
    partly.correctGivenPartner = ShareEstimate{0.8, 0.61, 0.95}; // the estimate of the headline
    QCOMPARE(shortVerdict(partly), QString("Mostly aligned, 70% (25–94%) of all matches"));
    QVERIFY(workspace.isSuspect(2) && !workspace.isSuspect(1));
    workspace.setVerdict(workspace.runs()[0].id, {Alignment::classOnly, 1e-9, 0.4, {}, {}, {}, 0});
    QCOMPARE(verdict.data().toString(), QString("Only classes are aligned"));
    workspace.setVerdict(workspace.runs()[0].id, {});
    QCOMPARE(verdict.data().toString(), QString("–"));

    RetrievalScores scores;
    scores.mrr = {0.8754, 0};
    scores.jaccard = {0.25, 0.013};
    scores.queries = scores.targets = 50;
    workspace.setRetrieval(
        {{{"GT", scores, scores}, {"Seed", scores, scores}}, 10, workspace.provenance(Scoring::Retrieval)});
    retrieval.setTable(retrievalTable(workspace));
    QCOMPARE(retrieval.rowCount(), 4);
    QCOMPARE(retrieval.index(0, scoreColumn(&RetrievalScores::mrr)).data().toString(), QString("0.875"));
    QCOMPARE(retrieval.index(0, scoreColumn(&RetrievalScores::jaccard)).data().toString(), QString("0.250\n±.013"));
    QVERIFY(retrieval.index(3, scoreColumn(&RetrievalScores::mrr)).data(Qt::ToolTipRole).toString().contains("n = 50"));
    QVERIFY(retrieval.index(3, scoreColumn(&RetrievalScores::mrr)).data(Qt::ToolTipRole).toString().contains("K = 10"));

    workspace.setStitching({{{{"GT", true, {}}, {"Absolute", false, {}}}, {"a", "b"}, 35, {}, {}}, 15});
    stitching.setTable(stitchingTable(workspace));
    QCOMPARE(stitching.rowCount(), 5); // four directions, and one row for what is not possible
    QCOMPARE(stitching.index(4, 2).data().toString(), QString("not possible"));
    while (workspace.history()->canUndo())
        workspace.history()->undo();
    QCOMPARE(seeds.rowCount(), 0);
    workspace.setData(nullptr);
    QCOMPARE(runs.rowCount(), 0);
    retrieval.setTable(retrievalTable(workspace));
    QCOMPARE(retrieval.rowCount(), 0);
}

/// Undo does not bring back a removed run; the others keep their names, scores and positions in the history.
void TestWorkspace::runsAreRenamedAndRemoved()
{
    Workspace workspace;
    const auto data = test::loaded(test::twoSpaces(50));
    workspace.setData(data);
    const RunModel runs(workspace);
    for (const char *name : {"one", "two", "three"}) {
        io::RunRecord run = runFor(*data, {0, 1, 2}, {0});
        run.name = name;
        workspace.addRun(run);
        RetrievalResult scores;
        scores.rows = {{name, {}, {}}};
        scores.provenance = workspace.provenance(Scoring::Retrieval);
        workspace.setRetrieval(scores);
    }
    QCOMPARE(workspace.setup().run, workspace.runs()[2].id);
    workspace.chooseRun(workspace.runs()[0].id);
    QCOMPARE(workspace.retrieval().rows.front().method, std::string("one")); // the scores of this run are restored
    QVERIFY(workspace.isRetrievalCurrent());
    workspace.renameRun(workspace.runs()[0].id, "first");
    QVERIFY2(workspace.isRetrievalCurrent(), "another name is no other measurement");
    QCOMPARE(runs.index(0, RunModel::Name).data().toString(), QString("first"));
    workspace.removeRun(workspace.runs()[1].id);
    QCOMPARE(runs.rowCount(), 2);
    QCOMPARE(workspace.chosenRun()->name, std::string("first"));
    workspace.history()->undo(); // back to “three”, which has moved up
    QCOMPARE(workspace.chosenRun()->name, std::string("three"));
    QCOMPARE(workspace.retrieval().rows.front().method, std::string("three"));
    QSignalSpy changed(&workspace, &Workspace::setupChanged);
    workspace.removeRun(workspace.runs()[1].id);
    QCOMPARE(changed.size(), 1);
    QVERIFY(!workspace.chosenRun());
    while (workspace.history()->canUndo())
        workspace.history()->undo();
    while (workspace.history()->canRedo()) {
        workspace.history()->redo();
        QVERIFY(workspace.setup().run == io::RunId::none || workspace.setup().run == workspace.runs()[0].id);
    }
    // Choosing a run restores its pre-processing. Replacing its seeds deselects it, with a signal.
    workspace.change("Raw", [](Setup &setup) { setup.centering = Centering::none; });
    workspace.chooseRun(workspace.runs()[0].id);
    QCOMPARE(workspace.setup().centering, workspace.runs()[0].centering);
    QVERIFY(workspace.setup().centering != Centering::none);
    QSignalSpy left(&workspace, &Workspace::runDeselected);
    workspace.change("Seed", [](Setup &setup) { setup.seeds = {truePairs(3).back()}; });
    QCOMPARE(left.size(), 1);
    QVERIFY(!workspace.chosenRun());
}

void TestWorkspace::everyMetricHasAColumn()
{
    Workspace workspace;
    workspace.setData(test::loaded(test::twoSpaces(50)));
    RetrievalScores scores;
    scores.hubnessCorrected = true;
    double mean = 0.5;
    for (const Metric &metric : metrics())
        scores.*metric.score = {mean += 0.01, 0};
    workspace.setRetrieval({{{"GT", scores, scores}}, 10, workspace.provenance(Scoring::Retrieval)});
    const ResultTableModel retrieval(retrievalTable(workspace));
    QCOMPARE(retrieval.columnCount(), 2 + static_cast<int>(metrics().size()));
    const QString table = retrieval.asText(TableModel::Format::Csv);
    for (const Metric &metric : metrics()) {
        const int column = scoreColumn(metric.score);
        const QString heading = retrieval.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        QCOMPARE(QString(heading).replace("\n@", "@").simplified(), QString(metric.label));
        const QString toolTip = retrieval.headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString();
        QVERIFY2(toolTip.startsWith(metric.about) && toolTip.contains(metric.unit), qPrintable(toolTip));
        QCOMPARE(retrieval.index(0, column).data(TableModel::valueRole).toDouble(), (scores.*metric.score).mean);
        QVERIFY2(table.contains(metric.label), qPrintable(table));
    }
}

void TestWorkspace::equallyDisplayedScoresAreBothBest()
{
    Workspace workspace;
    workspace.setData(test::loaded(test::twoSpaces(50)));
    std::vector<RetrievalRow> rows;
    for (const auto &[method, mrr] : {std::pair("GT", 0.9996), {"Seed", 0.99999}, {"Absolute", 0.9994}}) {
        RetrievalScores scores;
        scores.mrr = {mrr, 0};
        rows.push_back({method, scores, scores});
    }
    workspace.setRetrieval({rows, 10, workspace.provenance(Scoring::Retrieval)});
    const ResultTableModel retrieval(retrievalTable(workspace));
    const auto bold = [&](int row) {
        return retrieval.index(row, scoreColumn(&RetrievalScores::mrr)).data(Qt::FontRole).value<QFont>().bold();
    };
    QCOMPARE(retrieval.index(0, scoreColumn(&RetrievalScores::mrr)).data().toString(), QString("1.000"));
    QVERIFY(bold(0) && bold(1) && bold(2) && bold(3));
    QCOMPARE(retrieval.index(4, scoreColumn(&RetrievalScores::mrr)).data().toString(), QString("0.999"));
    QVERIFY(!bold(4) && !bold(5));
}

void TestWorkspace::recentFilesKeepTen()
{
    const std::string bytes = "/data/lat\xe9 50%.h5"; // not UTF-8
    const QStringList odd{pathText(bytes), "/data/two\nlines.h5"};
    {
        RecentFiles recent;
        for (int i = 0; i < 12; ++i)
            recent.add({QString("/data/file%1.h5").arg(i)});
        recent.add({"/data/a.npy", "/data/b.npy"});
        recent.add(odd);
        recent.add({"/data/file5.h5"});
        QCOMPARE(recent.rowCount(), 10);
    }
    RecentFiles recent;
    QCOMPARE(recent.rowCount(), 10);
    QCOMPARE(recent.at(0), QStringList{"/data/file5.h5"});
    QCOMPARE(recent.at(1), odd);
    QCOMPARE(filePath(recent.at(1).first()), bytes);
    QCOMPARE(recent.at(2), (QStringList{"/data/a.npy", "/data/b.npy"}));
    QSettings().setValue("recentFiles", QStringList{"/data/100%25.npy\n/data/b.npy"}); // format of an earlier version
    QCOMPARE(RecentFiles().at(0), (QStringList{"/data/100%25.npy", "/data/b.npy"}));
    recent.add({"examples/data/globe.h5", "toy:wedges"}); // relative to the folder of the tests
    QCOMPARE(recent.at(0), (QStringList{QDir::current().absoluteFilePath("examples/data/globe.h5"), "toy:wedges"}));
    recent.clear();
    QCOMPARE(RecentFiles().rowCount(), 0);
}

void TestWorkspace::recentFilesKeepPictures()
{
    const auto thumbnailOf = [](const RecentFiles &recent, int row) {
        return recent.data(recent.index(row), Qt::DecorationRole).value<QIcon>().pixmap(8, 4).toImage();
    };
    QPixmap red(8, 4);
    red.fill(Qt::red);
    {
        RecentFiles recent;
        recent.setThumbnail(red); // no effect without an entry
        recent.add({"/data/a.npy", "/data/b.npy"});
        recent.setThumbnail(red);
        recent.add({"/data/other.h5"});
    }
    RecentFiles recent;
    QVERIFY(thumbnailOf(recent, 0).isNull());
    QCOMPARE(thumbnailOf(recent, 1).pixelColor(4, 2), QColor(Qt::red));
    recent.add({"/data/a.npy", "/data/b.npy"});
    QCOMPARE(thumbnailOf(recent, 0).size(), QSize(8, 4));
    const QDir kept(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + "/recent");
    QCOMPARE(kept.entryList(QDir::Files).size(), 1);
    for (int i = 0; i < 10; ++i)
        recent.add({QString("/data/file%1.h5").arg(i)});
    QCOMPARE(kept.entryList(QDir::Files).size(), 0); // the tenth pushed it out
    recent.setThumbnail(red);
    recent.clear();
    QVERIFY(!kept.exists());
}

void TestWorkspace::fileDialogsStartWhereTheUserWas()
{
    QTemporaryDir folder;
    QString started;
    const auto ask = [&](const QString &answer) {
        QTimer::singleShot(0, this, [&, answer] {
            auto *dialog = qobject_cast<QFileDialog *>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            started = dialog->directory().absolutePath();
            if (answer.isEmpty())
                return dialog->reject();
            dialog->selectFile(answer);
            static_cast<QDialog *>(dialog)->accept();
        });
        return askWhereToWritePairs(nullptr);
    };
    QSettings().remove("lastFolder");
    QCOMPARE(ask({}), QString());
    QCOMPARE(started, QDir::currentPath());
    const QString path = folder.filePath("mine.csv");
    QCOMPARE(ask(path), path);
    ask({});
    QCOMPARE(QDir(started), QDir(folder.path()));
    QTemporaryDir read;
    QSettings().setValue("lastFolder", read.path()); // data were opened elsewhere since
    ask({});
    QCOMPARE(QDir(started), QDir(folder.path()));
    QSettings().remove("lastFolder");
    QVERIFY(folder.remove());
    ask({}); // the folder is gone
    QCOMPARE(started, QDir::currentPath());
}

QTEST_MAIN(TestWorkspace)
#include "tst_workspace.moc"
