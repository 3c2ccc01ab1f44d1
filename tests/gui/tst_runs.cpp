// SPDX-License-Identifier: GPL-3.0-or-later
// A run is stored with its inputs, and a score with the run and the settings it was measured with.
#include "core/alignment/allitems.h"
#include "core/experiments/protocol.h"
#include "core/kernels/isa.h"
#include "gui/display/runcurves.h"
#include "gui/state/sessionopening.h"
#include "io/session/session.h"
#include "support/clirun.h"
#include "support/questions.h"
#include "support/windowtest.h"

#include <QAction>
#include <QLabel>
#include <QMenu>
#include <QSpinBox>
#include <QToolButton>

#include <algorithm>
#include <functional>

using namespace anchorscope;
using namespace anchorscope::gui;
using anchorscope::test::patience;

namespace {

/// The items of a dataset, in that order.
Dataset itemsOf(const Dataset &dataset, const std::vector<ItemIndex> &order)
{
    auto table = std::make_shared<ItemTable>();
    table->count = std::ssize(order);
    table->labelNames = dataset.items->labelNames;
    for (const ItemIndex item : order) {
        table->ids.push_back(dataset.items->ids[static_cast<std::size_t>(item)]);
        table->labels.push_back(dataset.items->labels[static_cast<std::size_t>(item)]);
    }
    Dataset result = dataset;
    result.items = table;
    for (auto &space : result.spaces) {
        auto set = std::make_shared<EmbeddingSet>(*space);
        set->vectors = Matrix(space->vectors(order, Eigen::all));
        set->items = table;
        space = set;
    }
    return result;
}

/// A run with four anchors, two of them seeds.
io::RunRecord runNamed(const std::string &name, std::size_t items = 50)
{
    io::RunRecord run;
    run.name = name;
    run.anchorsOfX = {0, 1, 2, 3};
    run.seedsOfY = {0, 1};
    run.summary.anchorsOfY = Matrix::Ones(4, 10);
    run.summary.discreteOfY = {0, 1, 2, 3};
    run.summary.correspondence.assign(items, 0);
    run.summary.correspondenceScore.assign(items, 0);
    return run;
}

std::vector<ItemIndex> rowsFrom(Index first, Index last)
{
    std::vector<ItemIndex> rows;
    for (Index row = first; row < last; ++row)
        rows.push_back(static_cast<ItemIndex>(row));
    return rows;
}

} // namespace

class TestRuns : public test::WindowTest
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { prepare("tst_runs"); }
    void init() { showWindow(); }
    void cleanup() { m_window.reset(); }
    void aRunAfterASessionOfTheCommandLine();
    void aRunWithoutSeedsOfPartlyPairedSpaces();
    void aRunOfChangedData();
    void otherSettingsAreNotCurrent_data();
    void otherSettingsAreNotCurrent();
    void aNewRunHasNoScoresOfADeletedOne();
    void runsOfASessionHaveIdsOfTheirOwn();
    void unusableTransformsAreRefused();
    void hintsAreChosenAndTried();
    void undoOfARunComputesNothing();
    void curvesBreakWhereItemsChange();
    void startsHaveCurvesOfTheirOwn();
    void retrievalIsMeasuredAfterTheVerdict();
    void retrievalOfManyItemsIsMeasuredWhenShown();

private:
    void startAndCompare();
    QString sessionOfTheCommandLine();
};

/// Starts a run: its record contains the anchors that the protocol draws for such a run, and the anchors found for
/// them.
void TestRuns::startAndCompare()
{
    const std::size_t before = workspace().runs().size();
    const ProtocolOptions options = workspace().setup().protocol();
    m_window->model.optimizer.start();
    QTRY_COMPARE_WITH_TIMEOUT(workspace().runs().size(), before + 1, patience);
    waitForJobs();
    const io::RunRecord &record = workspace().runs().back();
    const PreparedPair &spaces = workspace().prepared();
    const auto run =
        runProtocol({*spaces.x, *spaces.y, workspace().data()->pair.pairing}, options, record.options.seed);
    QVERIFY(run.ok());
    QVERIFY(run->summary.anchorsOfY == record.summary.anchorsOfY);
    QCOMPARE(record.anchorsOfX, run->anchors.itemsOfX);
    QCOMPARE(record.seedsOfY, run->anchors.seedsOfY);
    workspace().setModified(false);
}

/// Empty on failure.
QString TestRuns::sessionOfTheCommandLine()
{
    const QString session = m_folder.filePath("cli.ascope");
    return test::runCli({"optimize", m_path, "--anchors", "40", "--out", session}).exitCode == 0 ? session : QString();
}

/// The command line draws all anchors together; the window completes the seeds of the session.
void TestRuns::aRunAfterASessionOfTheCommandLine()
{
    open(sessionOfTheCommandLine());
    QCOMPARE(workspace().runs().size(), std::size_t(1));
    QVERIFY(workspace().chosenRun());
    startAndCompare();
}

/// The program draws anchors from items with a known partner, if these are enough.
void TestRuns::aRunWithoutSeedsOfPartlyPairedSpaces()
{
    Dataset left = itemsOf(test::twoSpaces(400, 4, 0.6), rowsFrom(0, 300)),
            right = itemsOf(test::twoSpaces(400, 4, 0.6), rowsFrom(100, 400));
    left.spaces.pop_back();
    right.spaces.erase(right.spaces.begin());
    const QString x = m_folder.filePath("left.h5"), y = m_folder.filePath("right.h5");
    QVERIFY(io::saveDataset(x.toStdString(), left).ok() && io::saveDataset(y.toStdString(), right).ok());
    m_window->model.session.open({x, y});
    QTRY_VERIFY_WITH_TIMEOUT(workspace().prepared() && m_window->model.runner.jobs().isEmpty(), patience);
    QCOMPARE(workspace().data()->pair.pairing.pairs(), Index(200));
    workspace().change("Anchors", [](Setup &setup) { setup.anchorCount = 40; });
    startAndCompare();
    const auto isPaired = [this](ItemIndex item) { return workspace().data()->partner(Side::x, item) != noItem; };
    QVERIFY(std::ranges::all_of(workspace().runs().back().anchorsOfX, isPaired));
}

/// The rows of the run's anchors differ in the changed file; a new run draws its own anchors.
void TestRuns::aRunOfChangedData()
{
    const Dataset before = test::twoSpaces(400, 4, 0.6);
    const QString path = m_folder.filePath("changing.h5"), session = m_folder.filePath("changing.ascope");
    QVERIFY(io::saveDataset(path.toStdString(), before).ok());
    open(path);
    setSeeds();
    m_window->model.optimizer.start();
    QTRY_COMPARE_WITH_TIMEOUT(workspace().runs().size(), std::size_t(1), patience);
    waitForJobs();
    m_window->model.session.save(session);
    QTRY_VERIFY_WITH_TIMEOUT(!workspace().isModified(), patience);
    waitForJobs();
    std::vector<ItemIndex> order = rowsFrom(0, 400);
    std::ranges::reverse(order);
    QVERIFY(io::saveDataset(path.toStdString(), itemsOf(before, order)).ok());

    m_window.reset();
    showWindow();
    m_window->model.session.open({session});
    test::answer(*m_window, "Open");
    QTRY_VERIFY_WITH_TIMEOUT(workspace().prepared() && m_window->model.runner.jobs().isEmpty(), patience);
    QVERIFY(workspace().chosenRun());
    startAndCompare();
}

using Edit = std::function<void(Setup &)>;

void TestRuns::otherSettingsAreNotCurrent_data()
{
    QTest::addColumn<Edit>("measuredWith");
    QTest::addColumn<Edit>("changedTo");
    const auto rows = [](std::vector<std::string> ids) { return Edit([ids](Setup &setup) { setup.methods = ids; }); };
    const auto turned = [](double by) { return Edit([by](Setup &setup) { setup.transform.turn = by; }); };
    const auto threshold = [](double number) {
        return Edit([number](Setup &setup) {
            setup.similarity = "quantized";
            setup.similarityNumbers.quantizeThreshold = number;
        });
    };
    const auto shrinkage = [](double number) {
        return Edit([number](Setup &setup) {
            setup.similarity = "whitened";
            setup.similarityNumbers.shrinkage = number;
        });
    };
    QTest::newRow("another row, same number") << rows({"GT", "Seed"}) << rows({"GT", "Absolute"});
    QTest::newRow("a rotation with the same text") << turned(40.00001) << turned(40.00002);
    QTest::newRow("a threshold with the same text") << threshold(0.12345678) << threshold(0.12345679);
    QTest::newRow("a shrinkage with the same text") << shrinkage(0.12345678) << shrinkage(0.12345679);
}

/// Different settings may have the same text: such a table is outdated, and sessions do not store it.
void TestRuns::otherSettingsAreNotCurrent()
{
    QFETCH(Edit, measuredWith);
    QFETCH(Edit, changedTo);
    Workspace workspace;
    workspace.setData(test::loaded(test::twoSpaces(50)));
    workspace.change("Measured with", measuredWith);
    workspace.setRetrieval({{{"GT", {}, {}}}, 10, workspace.provenance(Scoring::Retrieval)});
    workspace.setStitching({{{{}}, {}, 0, {}, {}}, 0, {}, workspace.provenance(Scoring::Stitching)});
    QVERIFY(workspace.isRetrievalCurrent() && workspace.isStitchingCurrent());
    workspace.change("Changed to", changedTo);
    QVERIFY(!workspace.isRetrievalCurrent() && !workspace.isStitchingCurrent());
    QVERIFY(sessionOf(workspace).scores.retrieval.empty() && sessionOf(workspace).scores.stitching.rows.empty());
    QCOMPARE(sessionOf(workspace).isa, std::string(kernels::isaName(kernels::activeIsa())));
    workspace.history()->undo();
    QVERIFY(workspace.isRetrievalCurrent() && workspace.isStitchingCurrent());
    QVERIFY(!sessionOf(workspace).scores.retrieval.empty() && !sessionOf(workspace).scores.stitching.rows.empty());
}

/// The recording and the verdict of a run with its name do not belong to it either.
void TestRuns::aNewRunHasNoScoresOfADeletedOne()
{
    Workspace workspace;
    workspace.setData(test::loaded(test::twoSpaces(50)));
    const io::RunId first = workspace.addRun(runNamed("Run 1"));
    workspace.setRetrieval({{{"GT", {}, {}}}, 10, workspace.provenance(Scoring::Retrieval)});
    workspace.setStitching({{{{}}, {}, 0, {}, {}}, 0, {}, workspace.provenance(Scoring::Stitching)});
    QVERIFY(workspace.pair().text(workspace.retrieval().provenance).contains("Run 1"));
    workspace.removeRun(first);
    QVERIFY(workspace.pair().text(workspace.retrieval().provenance).contains("a run that was deleted"));
    const io::RunId second = workspace.addRun(runNamed("Run 1"));
    QVERIFY(second != first);
    QVERIFY(!workspace.isRetrievalCurrent() && !workspace.isStitchingCurrent());
    QVERIFY(!workspace.pair().retrievalOf(second) && !workspace.pair().stitchingOf(second));
    QVERIFY(sessionOf(workspace).scores.retrieval.empty() && sessionOf(workspace).scores.stitching.rows.empty());
    Verdict verdict;
    verdict.alignment = Alignment::aligned;
    workspace.setVerdict(first, verdict); // pending verdict
    QCOMPARE(workspace.runs().front().summary.verdict.alignment, Alignment::notJudged);
}

/// Sessions of the command line and of earlier versions have no names, an edited one may use one twice.
void TestRuns::runsOfASessionHaveIdsOfTheirOwn()
{
    const QString written = sessionOfTheCommandLine(), edited = m_folder.filePath("edited.ascope");
    auto session = io::loadSession(written.toStdString());
    QVERIFY(session.ok());
    QCOMPARE(session->runs.at(0).id, io::RunId::none);
    session->runs.push_back(session->runs.front());
    const auto idsOf = [&](std::uint64_t first, std::uint64_t second) {
        session->runs[0].id = static_cast<io::RunId>(first);
        session->runs[1].id = static_cast<io::RunId>(second);
        std::vector<std::uint64_t> ids;
        if (!io::saveSession(edited.toStdString(), *session).ok())
            return ids;
        if (const auto opened = openSession(edited.toStdString(), {}, {})) {
            for (const io::RunRecord &run : opened->pairs[0].runs)
                ids.push_back(static_cast<std::uint64_t>(run.id));
        }
        return ids;
    };
    using Ids = std::vector<std::uint64_t>;
    QCOMPARE(idsOf(0, 0), (Ids{1, 2}));
    QCOMPARE(idsOf(5, 3), (Ids{5, 3}));
    QCOMPARE(idsOf(5, 5), (Ids{1, 2}));
    QCOMPARE(idsOf(~std::uint64_t(0), 3), (Ids{1, 2}));
}

/// A transform of a newer version is not ignored, nor is one that does not fit the data.
void TestRuns::unusableTransformsAreRefused()
{
    const QString written = sessionOfTheCommandLine(), edited = m_folder.filePath("newer.ascope");
    const auto session = io::loadSession(written.toStdString());
    QVERIFY(session.ok());
    const auto refused = [&](const std::string &text, ErrorCode code, const std::string &place) {
        const auto opened = openSession(edited.toStdString(), {}, {});
        QVERIFY(!opened.ok());
        QCOMPARE(opened.error().code, code);
        QCOMPARE(opened.error().file, edited.toStdString());
        QCOMPARE(opened.error().place, place);
        QVERIFY2(opened.error().message.find("“" + text) != std::string::npos, opened.error().message.c_str());
    };
    for (const std::string place : {"/", "/runs/0"}) {
        io::Session other = *session;
        std::string &transform = place == "/" ? other.transform : other.runs[0].transform;
        transform = "lost=999";
        QVERIFY(io::saveSession(edited.toStdString(), other).ok());
        refused("lost=999", ErrorCode::badSession, place);
        transform = "twist=3"; // saveSession would refuse it
        const auto bytes = io::encodeSession(other);
        QFile file(edited);
        QVERIFY(bytes.ok() && file.open(QIODevice::WriteOnly) && file.write(bytes->data(), std::ssize(*bytes)) > 0);
        file.close();
        refused("twist=3", ErrorCode::newerVersion, place == "/" ? "/transform" : place + "/transform");
    }
}

/// A column chosen as a hint is used in the run and in its verdict, as on the command line.
void TestRuns::hintsAreChosenAndTried()
{
    open(m_path);
    setSeeds();
    auto *hints = m_window->findChild<QToolButton *>("hints");
    auto *about = m_window->findChild<QLabel *>("hintsAbout");
    const auto action = [&](const QString &text) {
        Q_EMIT hints->menu()->aboutToShow();
        const auto actions = hints->menu()->actions();
        const auto found = std::ranges::find(actions, text, &QAction::text);
        return found == actions.end() ? nullptr : *found;
    };
    QVERIFY(action("&Test which hints help") && action("label"));
    action("&Test which hints help")->trigger();
    QVERIFY(!action("&Test which hints help")->isEnabled());
    waitForJobs();
    QCOMPARE(m_window->model.optimizer.hintSuggestions().size(), std::size_t(1));
    QVERIFY2(about->text().startsWith("label: "), qPrintable(about->text()));

    action("label")->trigger();
    QCOMPARE(workspace().setup().options.hints, std::string("label"));
    QCOMPARE(hints->text(), QString("label"));
    QVERIFY(m_window->model.optimizer.hintSuggestions().size() == 1); // the known pairs did not change
    workspace().change("Weight", [](Setup &setup) { setup.options.hintWeight = "1"; });
    const ProtocolOptions options = [&] {
        ProtocolOptions made = workspace().setup().protocol();
        std::vector<std::string> notes;
        const LoadedData &data = *workspace().data();
        return readHintsOf(data.items(Side::x), data.items(Side::y), made, notes) ? made : ProtocolOptions();
    }();
    m_window->model.optimizer.start();
    QTRY_COMPARE_WITH_TIMEOUT(workspace().runs().size(), std::size_t(1), patience);
    waitForJobs();
    const io::RunRecord &record = workspace().runs().back();
    const PreparedPair &spaces = workspace().prepared();
    const ProtocolInput input{*spaces.x, *spaces.y, workspace().data()->pair.pairing};
    const auto run = runProtocol(input, options, record.options.seed);
    QVERIFY(run.ok());
    QVERIFY(run->summary.anchorsOfY == record.summary.anchorsOfY);
    QCOMPARE(record.summary.hint.weight, std::string("1"));
    QCOMPARE(record.summary.hint.correspondence, run->summary.hint.correspondence);
    const auto verdict = validateRun(input, options, *run);
    QVERIFY(verdict && verdict->withinHints);
    QCOMPARE(record.summary.verdict.pChance, verdict->pChance);
    QCOMPARE(record.summary.verdict.withinHints, true);
    QVERIFY2(about->text().contains("label, weight 1:"), qPrintable(about->text()));
    action("label")->trigger();
    QVERIFY(workspace().setup().options.hints.empty());
    workspace().setModified(false);
}

/// Undo and redo of a run show the plots and the score that were shown before.
void TestRuns::undoOfARunComputesNothing()
{
    open(m_path);
    setSeeds();
    waitForJobs();
    const AppModel &model = m_window->model;
    const auto plotShown = [&] { return model.projections.plot(Panel::RelativeX).coordinates; };
    const auto ofSeeds = plotShown();
    const double scoreOfSeeds = model.liveScore.score().mrrXToY.mean;
    m_window->model.optimizer.start();
    QTRY_COMPARE_WITH_TIMEOUT(workspace().runs().size(), std::size_t(1), patience);
    waitForJobs();
    const auto ofRun = plotShown();
    const double scoreOfRun = model.liveScore.score().mrrXToY.mean;
    QVERIFY(ofRun && ofRun != ofSeeds && scoreOfRun != scoreOfSeeds);
    for (int i = 0; i < 2; ++i) {
        workspace().history()->undo();
        QCOMPARE(plotShown(), ofSeeds);
        QCOMPARE(model.liveScore.score().mrrXToY.mean, scoreOfSeeds);
        workspace().history()->redo();
        QCOMPARE(plotShown(), ofRun);
        QCOMPARE(model.liveScore.score().mrrXToY.mean, scoreOfRun);
        QVERIFY(!model.projections.busy() && !model.liveScore.busy());
    }
    workspace().setModified(false);
}

/// Losses of a part of the items and of all items are not joined by a line.
void TestRuns::curvesBreakWhereItemsChange()
{
    std::vector<IterationStats> history(5);
    for (std::size_t i = 0; i < history.size(); ++i) {
        history[i].loss = static_cast<double>(i);
        history[i].items = i < 2 ? 100 : i < 4 ? 200 : 1000;
    }
    std::vector<LineChart::Series> pieces;
    addCurve(pieces, {"loss", curvesOf(history).loss}, history);
    QCOMPARE(pieces.size(), std::size_t(3));
    const auto isNumber = [](double value) { return !std::isnan(value); };
    for (std::size_t p = 0, first = 0; p < pieces.size(); ++p) {
        const std::vector<double> &y = pieces[p].y;
        QCOMPARE(static_cast<std::size_t>(std::ranges::find_if(y, isNumber) - y.begin()), first);
        QCOMPARE(y[first], static_cast<double>(first));
        first = y.size();
    }
    QCOMPARE(pieces.back().y.size(), history.size());

    std::vector<ProtocolRun> runs(2);
    runs[0].summary.history = runs[1].summary.history = history;
    QCOMPARE(lossBand(runs, "band").y, (std::vector<double>{0, 1}));

    for (IterationStats &each : history) // as sessions of version 0.1 have them
        each.items = 0;
    history.back().stage = allItemsStage;
    pieces.clear();
    addCurve(pieces, {"loss", curvesOf(history).loss}, history);
    QCOMPARE(pieces.size(), std::size_t(2));
    QCOMPARE(pieces[0].y.size(), std::size_t(4));
}

/// Each random start of adam has a part of the history; one of them has the lowest loss.
void TestRuns::startsHaveCurvesOfTheirOwn()
{
    open(m_path);
    setSeeds();
    workspace().change("Method", [](Setup &setup) {
        setup.options.method = "adam";
        setup.options.iterations = 6;
    });
    auto *starts = m_window->findChild<QSpinBox *>("starts");
    starts->setValue(3);
    QCOMPARE(workspace().setup().options.starts, 3);
    m_window->model.optimizer.start();
    QTRY_COMPARE_WITH_TIMEOUT(workspace().runs().size(), std::size_t(1), patience);
    waitForJobs();
    const OptimizeSummary &summary = workspace().runs().back().summary;
    const std::vector<StartOfRun> parts = startsIn(m_window->model.optimizer.history());
    QCOMPARE(parts.size(), summary.starts.size());
    QVERIFY(parts.size() >= 2);
    std::size_t begin = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        QCOMPARE(parts[i].begin, begin);
        begin = parts[i].end;
        QCOMPARE(parts[i].end - parts[i].begin, static_cast<std::size_t>(summary.starts[i].iterations));
    }
    QCOMPARE(begin, summary.history.size());
    QCOMPARE(std::ranges::count(parts, true, &StartOfRun::lowest), std::ptrdiff_t(1));
    QVERIFY(startsIn({IterationStats(), IterationStats()}).empty());
    workspace().setModified(false);
}

/// Unless its dock is visible, retrieval does not delay the verdict.
void TestRuns::retrievalIsMeasuredAfterTheVerdict()
{
    open(m_path);
    setSeeds();
    AppModel &model = m_window->model;
    bool isJudged = false, isMeasuredFirst = false;
    connect(&workspace(), &Workspace::verdictReady, this, [&] {
        isJudged = true;
        isMeasuredFirst = model.scores.measuringRetrieval() || workspace().isRetrievalCurrent();
    });
    for (const bool shown : {false, true}) {
        isJudged = false;
        model.setRetrievalShown(false);
        model.optimizer.start();
        QTRY_VERIFY_WITH_TIMEOUT(model.optimizer.validating() > 0, patience);
        model.setRetrievalShown(shown);
        waitForJobs();
        QVERIFY(isJudged && workspace().isRetrievalCurrent());
        QCOMPARE(isMeasuredFirst, shown);
    }
    workspace().setModified(false);
}

void TestRuns::retrievalOfManyItemsIsMeasuredWhenShown()
{
    constexpr Index items = 50'001;
    AppModel model(AppModel::Persistence::off);
    model.workspace.setData(test::loaded(test::twoSpaces(items)));
    QTRY_VERIFY_WITH_TIMEOUT(model.workspace.prepared(), patience);
    model.workspace.addRun(runNamed("Run 1", items));
    QCoreApplication::processEvents();
    QVERIFY(model.workspace.chosenRun() && !model.scores.measuringRetrieval());
    model.setRetrievalShown(true);
    QVERIFY(model.scores.measuringRetrieval());
}

QTEST_MAIN(TestRuns)
#include "tst_runs.moc"
