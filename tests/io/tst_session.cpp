// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/hdf5/hdf5reader.h"
#include "io/session/session.h"
#include "io/session/sessionitems.h"
#include "support/hdf5samples.h"
#include "support/sentences.h"
#include "support/sessionmembers.h"
#include "support/sessionsamples.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include <atomic>
#include <csignal>
#include <ctime>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace anchorscope;
using namespace anchorscope::test;

namespace {

} // namespace

class TestSession : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void roundTripIsBitwise();
    void everyFieldIsStored();
    void everyMetricIsStored();
    void equalSessionsGiveEqualFiles();
    void threadsSaveAtTheSameTime();
    void emptySession();
    void pastVersionsOpen();
    void pythonReadsDocumentedFields();
    void describesInputs();
    void onePairIsOfTheFirstVersion();
    void pairsAreChosenByTheirSpaces();
    void itemsAreFoundByTheirIds();
    void missingItemsAreDropped();
    void itemsWithoutIdsStayInTheirRows();
    void unusualIdsAreFoundAgain();
    void refuses_data();
    void refuses();
    void notASession();
    void fullDiskLeavesTheOldFile();
    void readOnlyFolderLeavesTheOldFile();
    void truncatedFilesAreRefused();
    void changedNumbersAreDetected_data();
    void changedNumbersAreDetected();
    void withoutChecksumsItOpens();
    void leftTemporariesAreRemoved();

private:
    std::string path(const char *name) const { return m_folder.filePath(name).toStdString(); }
    QTemporaryDir m_folder;
};

void TestSession::roundTripIsBitwise()
{
    const io::Session saved = sampleSession();
    const Status status = io::saveSession(path("a.ascope"), saved);
    QVERIFY2(status.ok(), status ? "" : status.error().text().c_str());
    const auto loaded = io::loadSession(path("a.ascope"));
    QVERIFY2(loaded.ok(), loaded ? "" : loaded.error().text().c_str());
    compareMembers("", saved, *loaded, false, [](const std::string &field, bool same) {
        if (!same)
            QTest::qFail(("not as it was saved: " + field).c_str(), __FILE__, __LINE__);
    });
    compareMembers("", *loaded, saved, false, [](const std::string &field, bool same) {
        if (!same)
            QTest::qFail(("was not saved: " + field).c_str(), __FILE__, __LINE__);
    });
    QVERIFY(!loaded->runs[1].recording);
    QVERIFY(!loaded->runs[1].summary.verdict.correct);
    QVERIFY(*io::encodeSession(*loaded) == *io::encodeSession(saved));
}

/// A field of the sample with its default value would make the comparison above meaningless. Of a batch's runs only the
/// history and scores are stored.
void TestSession::everyFieldIsStored()
{
    const std::string runs = "batch.experiment.runs[]";
    std::set<std::string> notStored = {"data.identify",
                                       "data.distributed",
                                       "data.stored",
                                       "batch.experiment.notes",
                                       "batch.experiment.paired",
                                       runs + ".side",
                                       runs + ".anchors.itemsOfX",
                                       runs + ".anchors.seedsOfY",
                                       runs + ".anchors.continuousY",
                                       runs + ".anchors.discreteY",
                                       runs + ".summary.continued",
                                       runs + ".summary.anchorsOfY",
                                       runs + ".summary.discreteOfY",
                                       runs + ".summary.discreteDuplicates",
                                       runs + ".summary.correspondence",
                                       runs + ".summary.correspondenceScore",
                                       runs + ".summary.verdict.alignment",
                                       runs + ".summary.verdict.pChance",
                                       runs + ".summary.verdict.pClass",
                                       runs + ".summary.verdict.correct",
                                       runs + ".summary.verdict.agreement",
                                       runs + ".summary.verdict.suspectSeeds",
                                       runs + ".summary.verdict.seconds",
                                       runs + ".summary.verdict.correctOfAll",
                                       runs + ".summary.verdict.knownPairs",
                                       runs + ".summary.verdict.found",
                                       runs + ".summary.verdict.withinHints",
                                       runs + ".summary.verdict.withPartner",
                                       runs + ".summary.verdict.correctGivenPartner",
                                       runs + ".summary.verdict.matchProbability",
                                       runs + ".summary.verdict.foundWithoutAnchors",
                                       runs + ".summary.hint.weight",
                                       runs + ".summary.hint.removed",
                                       runs + ".summary.hint.agreeing",
                                       runs + ".summary.hint.byChance",
                                       runs + ".summary.hint.without",
                                       runs + ".summary.hint.with",
                                       runs + ".summary.hint.correspondence",
                                       runs + ".summary.hint.correct",
                                       runs + ".summary.recall",
                                       runs + ".summary.subsetStart",
                                       runs + ".summary.subsetEnd"};
    for (const std::string owner : {".anchors", ".summary"}) {
        for (const char *field : {"ridge", "directionsOfX", "directionsOfY", "meanOfX", "meanOfY"})
            notStored.insert(runs + owner + ".metric." + field);
    }
    const std::set<std::string> ofOnePair = notStored;
    for (const std::string &field : ofOnePair)
        notStored.insert("otherPairs[]." + field);
    notStored.insert("otherPairs[].position");
    std::map<std::string, bool> differs; // for each field: true if it differs in some element
    compareMembers("", sampleSession(), io::Session(), true,
                   [&](const std::string &field, bool same) { differs[field] = differs[field] || !same; });
    for (const auto &[field, different] : differs)
        QVERIFY2(different != notStored.contains(field), field.c_str());
    for (const std::string &field : notStored)
        QVERIFY2(differs.contains(field), field.c_str());
    QVERIFY2(differs.size() > 150, qPrintable(QString::number(differs.size())));
    for (const char *field :
         {"options.learningRate", "options.timeLimitSeconds", "runs[].options.prune", "runs[].recording[].iteration",
          "runs[].summary.metric.ridge", "runs[].recording[].metric.directionsOfX",
          "scores.stitching.rows[].cells[].scores.confusion"})
        QVERIFY2(differs.contains(field), field);
}

void TestSession::everyMetricIsStored()
{
    for (const Metric &metric : metrics()) {
        io::Session session = sampleSession();
        session.scores.retrieval[0].yToX.*metric.score = {0.625, 0.0625};
        session.batch.experiment.rows[1].of(metric.score).values = {0.375, 0.875};
        QVERIFY(io::saveSession(path("metric.ascope"), session).ok());
        const auto loaded = io::loadSession(path("metric.ascope"));
        QVERIFY2(loaded.ok(), metric.id);
        const Score score = loaded->scores.retrieval[0].yToX.*metric.score;
        QVERIFY2(score.mean == 0.625 && score.interval == 0.0625, metric.id);
        QCOMPARE(loaded->batch.experiment.rows[1].of(metric.score).values, (std::vector<double>{0.375, 0.875}));
        // Other scores do not change.
        for (const Metric &other : metrics()) {
            if (other.score != metric.score)
                QCOMPARE((loaded->scores.retrieval[0].yToX.*other.score).mean,
                         (sampleSession().scores.retrieval[0].yToX.*other.score).mean);
        }
    }
}

void TestSession::equalSessionsGiveEqualFiles()
{
    const io::Session session = sampleSession();
    const std::string before = *io::encodeSession(session);
    const std::time_t second = std::time(nullptr);
    QTRY_VERIFY(std::time(nullptr) != second); // HDF5 would store the time
    QVERIFY(*io::encodeSession(session) == before);
}

/// The user saves while a recovery copy is being written.
void TestSession::threadsSaveAtTheSameTime()
{
    const io::Session session = sampleSession();
    const std::string expected = *io::encodeSession(session);
    std::atomic<int> wrong = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&] {
            for (int repeat = 0; repeat < 50; ++repeat) {
                const auto bytes = io::encodeSession(session);
                wrong += !bytes || *bytes != expected;
            }
        });
    }
    for (std::thread &thread : threads)
        thread.join();
    QCOMPARE(wrong.load(), 0);
}

void TestSession::emptySession()
{
    QVERIFY(io::saveSession(path("empty.ascope"), {}).ok());
    const auto loaded = io::loadSession(path("empty.ascope"));
    QVERIFY(loaded.ok());
    QCOMPARE(loaded->anchorCount, Index(300));
    QVERIFY(loaded->runs.empty());
}

/// Programs that support one pair of spaces open such a session, and none whose other pairs they would lose.
void TestSession::onePairIsOfTheFirstVersion()
{
    const auto versionOf = [&](const io::Session &session) {
        const bool saved = io::saveSession(path("version.ascope"), session).ok();
        const hid_t file = H5Fopen(path("version.ascope").c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
        const hid_t attribute = H5Aopen_by_name(file, "/", "version", H5P_DEFAULT, H5P_DEFAULT);
        int version = 0;
        H5Aread(attribute, H5T_NATIVE_INT, &version);
        H5Aclose(attribute);
        H5Fclose(file);
        return saved ? version : -1;
    };
    QCOMPARE(versionOf(samplePair()), 1);
    QCOMPARE(versionOf(sampleSession()), 2);
}

void TestSession::pairsAreChosenByTheirSpaces()
{
    const auto ofSpaces = [](const char *x, const char *y) {
        io::Session pair;
        pair.data.x.space = x;
        pair.data.y.space = y;
        return pair;
    };
    const auto spaces = [](const io::Session &session) {
        std::vector<std::string> all;
        for (const io::Session &other : session.otherPairs)
            all.push_back(other.data.x.space + other.data.y.space);
        all.insert(all.begin() + session.position, session.data.x.space + session.data.y.space);
        return all;
    };
    io::Session session = ofSpaces("b", "c");
    session.otherPairs = {ofSpaces("a", "b"), ofSpaces("a", "c"), ofSpaces("c", "d")};
    session.position = 1;
    const std::vector<std::string> order{"ab", "bc", "ac", "cd"};
    QCOMPARE(spaces(session), order);
    for (const std::string requested : {"cd", "ab", "ac", "bc", "bc"}) {
        io::choosePair(session, requested.substr(0, 1), requested.substr(1));
        QCOMPARE(session.data.x.space + session.data.y.space, requested);
        QCOMPARE(spaces(session), order); // the order is kept
        QVERIFY(session.otherPairs[0].otherPairs.empty() && session.otherPairs[2].position == 0);
    }
    io::choosePair(session, "a", "nothing");
    QCOMPARE(session.data.x.space, std::string("b"));
    QCOMPARE(spaces(session), order);
}

/// version1.ascope was written by program version 0.1.0 from sampleSession() and must not change.
void TestSession::pastVersionsOpen()
{
    const auto loaded = io::loadSession("tests/data/sessions/version1.ascope");
    QVERIFY2(loaded.ok(), loaded ? "" : loaded.error().text().c_str());
    const io::Session was = sampleSession();
    QVERIFY(loaded->fileX == was.fileX && loaded->fileY == was.fileY);
    for (const auto &[input, inputWas] :
         {std::pair(loaded->data.x, was.data.x), std::pair(loaded->data.y, was.data.y)}) {
        QCOMPARE(input.path, inputWas.path);
        QCOMPARE(input.space, inputWas.space);
        QVERIFY(input.array.empty() && input.columns.empty()); // added in a later version
    }
    QCOMPARE(loaded->data.rule, was.data.rule);
    QCOMPARE(loaded->seeds, was.seeds);
    QCOMPARE(loaded->anchorCount, was.anchorCount);
    QCOMPARE(loaded->options.method, std::string("auto")); // was "robust", which is a start of "auto" now
    QCOMPARE(loaded->options.ridge, was.options.ridge);
    QCOMPARE(loaded->runs.size(), std::size_t(2));
    const OptimizeSummary &summary = loaded->runs[0].summary, &summaryWas = was.runs[0].summary;
    QCOMPARE(loaded->runs[0].anchorsOfX, was.runs[0].anchorsOfX);
    QVERIFY(summary.anchorsOfY == summaryWas.anchorsOfY);
    QCOMPARE(summary.correspondence, summaryWas.correspondence);
    QCOMPARE(summary.history.size(), std::size_t(3));
    QCOMPARE(summary.history[1].correct, std::optional(0.125));
    QVERIFY(!summary.history[1].ridge && !summary.history[1].mutual); // added in a later version
    QCOMPARE(summary.verdict.alignment, Alignment::notJudged);
    QCOMPARE(summary.verdict.suspectSeeds, summaryWas.verdict.suspectSeeds);
    QCOMPARE(loaded->scores.retrieval[0].yToX.itemRank, was.scores.retrieval[0].yToX.itemRank);
    QVERIFY(loaded->scores.stitching.rows[0].cells[0].scores.confusion ==
            was.scores.stitching.rows[0].cells[0].scores.confusion);
    QCOMPARE(loaded->view, was.view);
    QVERIFY(loaded->batch.experiment.runs.empty()); // added in a later version
    QVERIFY(loaded->itemsX.rows.empty() && loaded->itemsY.rows.empty());
}

/// Runs the example of examples/sessions/README.md literally, except for the name of the file.
void TestSession::pythonReadsDocumentedFields()
{
    QProcess python;
    const auto run = [&](const QString &program, const QString &lines) {
        python.start(program, {"-c", lines});
        return python.waitForFinished() && python.exitCode() == 0;
    };
    const QString program = run("python3", "import h5py") ? "python3" : "/usr/bin/python3";
    if (!run(program, "import h5py"))
        QSKIP("python3-h5py is not installed");
    const QString readme = QString::fromStdString(readBytes("examples/sessions/README.md"));
    QString code = readme.section("```python", 1, 1).section("```", 0, 0);
    QVERIFY(code.contains("run.ascope"));
    code.replace("run.ascope", "tests/data/sessions/version1.ascope");
    const bool done = run(program, code);
    QVERIFY2(done, python.readAllStandardError().constData());
    const QByteArray said = python.readAllStandardOutput();
    for (const char *part : {"/data/wörter.h5", "stopped", "(3, 4)"})
        QVERIFY2(said.contains(part), said.constData());
}

void TestSession::describesInputs()
{
    writeBytes(path("input"), "anchorscope");
    const auto input = io::describeInput(path("input"));
    QVERIFY(input.ok());
    QCOMPARE(input->bytes, std::uint64_t(11));
    QCOMPARE(input->hash.size(), std::size_t(32));
    writeBytes(path("input"), "anchorscopf");
    QVERIFY(io::describeInput(path("input"))->hash != input->hash);
    QCOMPARE(test::codeOf(io::describeInput(path("nothing"))), ErrorCode::noSuchFile);
}

namespace {

ItemTable tableOf(std::vector<std::string> ids)
{
    ItemTable table;
    table.count = static_cast<Index>(ids.size());
    table.ids = std::move(ids);
    return table;
}

/// One run of two anchors, the first of them the only seed.
io::Session smallSession(const ItemTable &x, const ItemTable &y)
{
    io::Session session;
    session.seeds = {{.x = 0, .y = 1}, {.x = 2, .y = 2}};
    io::RunRecord run;
    run.name = "Run 1";
    run.anchorsOfX = {0, 3};
    run.seedsOfY = {1};
    run.summary.anchorsOfY = Matrix::Ones(2, 5);
    run.summary.discreteOfY = {1, 0};
    run.summary.correspondence = {0, 1, 2, 3};
    session.runs = {run};
    session.chosenRun = 0;
    session.scores.retrieval = {{"GT", {}, {}}};
    io::nameItems(session, x, y);
    return session;
}

} // namespace

void TestSession::itemsAreFoundByTheirIds()
{
    const ItemTable x = tableOf({"a", "b", "c", "d"}), y = tableOf({"A", "B", "C", "D"});
    const io::Session session = smallSession(x, y);
    QVERIFY(session.itemsX == (io::NamedItems{{0, 2, 3}, {"a", "c", "d"}}));
    QVERIFY(session.itemsY == (io::NamedItems{{0, 1, 2}, {"A", "B", "C"}}));

    io::Session same = session;
    const io::Relocation nothing = io::relocate(same, x, y);
    QVERIFY(nothing.byId && !nothing.changed() && nothing.sentences().empty());
    QCOMPARE(same.runs[0].summary.correspondence.size(), std::size_t(4));
    QCOMPARE(same.scores.retrieval.size(), std::size_t(1));

    io::Session moved = session;
    const io::Relocation found = io::relocate(moved, tableOf({"new", "d", "c", "b", "a"}), y);
    QCOMPARE(found.moved, Index(2)); // a and d
    QVERIFY(found.lost.empty() && found.scoresLost);
    QCOMPARE(moved.seeds, (std::vector<SeedPair>{{.x = 4, .y = 1}, {.x = 2, .y = 2}}));
    QCOMPARE(moved.runs[0].anchorsOfX, (std::vector<ItemIndex>{4, 1}));
    QCOMPARE(moved.runs[0].summary.discreteOfY, (std::vector<ItemIndex>{1, 0}));
    QVERIFY(moved.runs[0].summary.anchorsOfY == Matrix::Ones(2, 5));
    QVERIFY(moved.runs[0].summary.correspondence.empty() && moved.scores.retrieval.empty());
    QCOMPARE(moved.chosenRun, 0);
    QVERIFY(moved.itemsX == (io::NamedItems{{1, 2, 4}, {"d", "c", "a"}}));
}

void TestSession::missingItemsAreDropped()
{
    const ItemTable x = tableOf({"a", "b", "c", "d"}), y = tableOf({"A", "B", "C", "D"});
    io::Session session = smallSession(x, y);
    session.runs.push_back(session.runs[0]);
    session.runs[1].name = "Run 2";
    session.runs[1].anchorsOfX = {0, 2};
    session.chosenRun = 1;
    const io::Relocation found = io::relocate(session, tableOf({"a", "b", "c"}), tableOf({"B", "A", "D"}));
    QCOMPARE(found.lost, (std::vector<std::string>{"C", "d"}));
    QCOMPARE(found.seedsLost, Index(1));
    QCOMPARE(found.runsLost, std::vector<std::string>{"Run 1"});
    QCOMPARE(session.seeds, (std::vector<SeedPair>{{.x = 0, .y = 0}}));
    QCOMPARE(session.runs.size(), std::size_t(1));
    QCOMPARE(session.runs[0].name, std::string("Run 2"));
    QCOMPARE(session.chosenRun, 0);
    const std::vector<std::string> said = found.sentences();
    QCOMPARE(said.size(), std::size_t(5));
    QCOMPARE(said[1], std::string("2 items of its seeds and anchors are not in these data (such as “C”)."));
}

void TestSession::itemsWithoutIdsStayInTheirRows()
{
    const ItemTable x = tableOf({"a", "b", "c", "d"}), y = tableOf({"A", "B", "C", "D"});
    ItemTable bare;
    bare.count = 4;
    io::Session session = smallSession(x, y);
    QVERIFY(!io::relocate(session, bare, bare).byId);
    QCOMPARE(session.seeds[0].x, ItemIndex(0));
    io::Session old = smallSession(bare, bare); // as in sessions without ids
    QVERIFY(old.itemsX.rows.empty());
    const io::Relocation found = io::relocate(old, tableOf({"d", "c", "b", "a"}), y);
    QVERIFY(!found.byId && !found.changed());
    QCOMPARE(old.seeds[0].x, ItemIndex(0));
}

/// Ids of a megabyte do not make the session as large, and HDF5 does not cut ids that contain a NUL.
void TestSession::unusualIdsAreFoundAgain()
{
    const std::string longId(1 << 20, 'x'), nul("a\0b", 3);
    const ItemTable x = tableOf({longId, "b", nul, "d"}), y = tableOf({"A", "B", "C", "D"});
    QVERIFY(io::saveSession(path("odd.ascope"), smallSession(x, y)).ok());
    QVERIFY(readBytes(path("odd.ascope")).size() < 200000);
    auto session = io::loadSession(path("odd.ascope"));
    QVERIFY(session.ok());
    const io::Relocation found = io::relocate(*session, tableOf({nul, "b", "d", longId}), y);
    QCOMPARE(found.moved, Index(3));
    QCOMPARE(session->seeds, (std::vector<SeedPair>{{.x = 3, .y = 1}, {.x = 0, .y = 2}}));
}

void TestSession::refuses_data()
{
    QTest::addColumn<Edit>("edit");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("place");
    const auto row = [](const char *name, Edit edit, const char *code, const char *place) {
        QTest::newRow(name) << std::move(edit) << code << place;
    };
    row("newer version", withInteger("/", "version", 3), "newer-version", "");
    row("no version", withoutAttribute("/", "version"), "damaged-file", "/");
    row("another format", withoutAttribute("/", "format"), "not-a-session", "");
    row("chosen run does not exist", withInteger("/", "chosen_run", 2), "damaged-file", "/");
    row("position is none", withInteger("/", "position", 2), "damaged-file", "/");
    row("scored run does not exist", withInteger("/other_scores/0", "run", 2), "damaged-file", "/other_scores/0");
    row("chosen run of another pair does not exist", withInteger("/other_pairs/0", "chosen_run", 2), "damaged-file",
        "/other_pairs/0");
    row("negative anchor of another pair", withIntegers("/other_pairs/0/runs/0/anchors_of_x", {3}, {1, -2, 3}),
        "damaged-file", "/other_pairs/0/runs/0/anchors_of_x");
    row("number out of range", withInteger("/", "chosen_run", INT64_MAX), "damaged-file", "/chosen_run");
    row("anchor of wrong type", withFloats("/runs/0/anchors_of_x", {3}, {1, 2, 3}), "damaged-file",
        "/runs/0/anchors_of_x");
    row("negative anchor", withIntegers("/runs/0/anchors_of_x", {3}, {1, -2, 3}), "damaged-file",
        "/runs/0/anchors_of_x");
    row("more seeds than anchors", withIntegers("/runs/0/seeds_of_y", {4}, {1, 2, 3, 4}), "damaged-file",
        "/runs/0/seeds_of_y");
    row("matrix where a list belongs", withIntegers("/seeds/x", {1, 2}, {1, 2}), "damaged-file", "/seeds/x");
    row("seeds of one side only", withIntegers("/seeds/x", {1}, {1}), "damaged-file", "/seeds/y");
    row(
        "columns of different lengths",
        [](const Hdf5Editor &f) {
            f.numbers<double>("/runs/0/summary/history/loss", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, {2}, {1, 2});
        },
        "damaged-file", "/runs/0/summary/history/loss");
    row("confusion of another shape", withIntegers("/stitching/0/1/confusion", {1, 2}, {1, 2}), "damaged-file",
        "/stitching");
    row("recorded anchors of another shape",
        withFloats("/runs/0/recording/anchors_of_y", {5, 4}, std::vector<float>(20, 1)), "damaged-file",
        "/runs/0/recording");
    row("recorded anchors of another width",
        withFloats("/runs/0/recording/anchors_of_y", {6, 3}, std::vector<float>(18, 1)), "damaged-file",
        "/runs/0/recording/anchors_of_y");
    row("recorded iterations out of order", withIntegers("/runs/0/recording/iterations", {2}, {3, 1}), "damaged-file",
        "/runs/0/recording/iterations");
    row("predicted class that does not exist", withIntegers("/stitching/0/3/predicted", {3}, {0, 2, 1}), "damaged-file",
        "/stitching");
    row("predictions of other items", withIntegers("/stitching/0/3/predicted", {2}, {0, 1}), "damaged-file",
        "/stitching");
    row("tested items without classes", withIntegers("/stitch_test/labels", {1}, {0}), "damaged-file",
        "/stitch_test/labels");
    row("batch with a run too few", withInteger("/batch", "repeats", 3), "damaged-file", "/batch/runs");
    row("batch of a negative size", withInteger("/batch", "repeats", -1), "damaged-file", "/batch/runs");
    row(
        "more values than repeats",
        [](const Hdf5Editor &f) {
            f.numbers<double>("/batch/rows/1/mrr", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, {3}, {1, 2, 3});
        },
        "damaged-file", "/batch/rows/1");
    row("batch figures of wrong type", withIntegers("/batch/rows/0/mrr", {2}, {1, 2}), "damaged-file",
        "/batch/rows/0/mrr");
    row(
        "batch history of different lengths",
        [](const Hdf5Editor &f) {
            f.numbers<double>("/batch/runs/1/history/loss", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, {1}, {1});
        },
        "damaged-file", "/batch/runs/1/history/loss");
    row("more ids than rows", withIntegers("/items/x/rows", {3}, {0, 1, 3}), "damaged-file", "/items/x/ids");
    row("negative row of an id", withIntegers("/items/y/rows", {3}, {0, -1, 3}), "damaged-file", "/items/y/rows");
    row("never written", withIntegers("/seeds/x", {2}, {}), "damaged-file", "/seeds/x");
    row("score missing for an item", withFloats("/runs/0/summary/correspondence_score", {2}, {1, 2}), "damaged-file",
        "/runs/0/summary/correspondence_score");
    row(
        "anchors at infinity",
        [](const Hdf5Editor &f) {
            std::vector<float> anchors(12, 0.5f);
            anchors[7] = -std::numeric_limits<float>::infinity();
            f.floats("/runs/0/summary/anchors_of_y", {3, 4}, anchors);
        },
        "damaged-file", "/runs/0/summary/anchors_of_y");
}

void TestSession::refuses()
{
    QFETCH(Edit, edit);
    QFETCH(QString, code);
    QFETCH(QString, place);
    QVERIFY(io::saveSession(path("bad.ascope"), sampleSession()).ok());
    edit(Hdf5Editor(path("bad.ascope")));
    const auto loaded = io::loadSession(path("bad.ascope"));
    QVERIFY(!loaded.ok());
    const Error &error = loaded.error();
    QVERIFY2(code == errorId(error.code) && error.place == place.toStdString(),
             (std::string(errorId(error.code)) + " at " + error.place + ": " + error.message).c_str());
    QCOMPARE(error.file, path("bad.ascope"));
    QVERIFY(test::isSaid(error.text()));
}

void TestSession::notASession()
{
    QCOMPARE(test::codeOf(io::loadSession("examples/data/words.h5")), ErrorCode::notASession);
    writeBytes(path("text.ascope"), "hello");
    QCOMPARE(test::codeOf(io::loadSession(path("text.ascope"))), ErrorCode::notASession);
    QCOMPARE(test::codeOf(io::loadSession(path("none.ascope"))), ErrorCode::noSuchFile);
}

void TestSession::fullDiskLeavesTheOldFile()
{
    const std::string file = path("kept.ascope");
    QVERIFY(io::saveSession(file, sampleSession()).ok());
    const std::string before = readBytes(file);
    io::Session larger = sampleSession();
    larger.runs.push_back(sampleRun());

    std::signal(SIGXFSZ, SIG_IGN); // writing beyond the limit then fails with EFBIG, as on a full disk
    rlimit limit{};
    QVERIFY(::getrlimit(RLIMIT_FSIZE, &limit) == 0);
    for (const rlim_t room : {rlim_t(0), rlim_t(1000), static_cast<rlim_t>(before.size())}) {
        const rlimit small{room, limit.rlim_max};
        QVERIFY(::setrlimit(RLIMIT_FSIZE, &small) == 0);
        const Status status = io::saveSession(file, larger);
        QVERIFY(::setrlimit(RLIMIT_FSIZE, &limit) == 0);
        QVERIFY(!status.ok());
        QCOMPARE(test::codeOf(status), ErrorCode::cannotSave);
        QCOMPARE(status.error().file, file);
        QVERIFY(isSaid(status.error().text(), "free some space"));
        QVERIFY(readBytes(file) == before);
    }
    // The folder contains nothing else.
    QCOMPARE(QDir(m_folder.path()).entryList({".kept*"}, QDir::Files | QDir::Hidden).size(), 0);
}

void TestSession::readOnlyFolderLeavesTheOldFile()
{
    const Status status = io::saveSession("/proc/a.ascope", sampleSession());
    QVERIFY(!status.ok());
    QCOMPARE(test::codeOf(status), ErrorCode::cannotSave);
    QVERIFY(isSaid(status.error().text(), "another folder"));
}

void TestSession::truncatedFilesAreRefused()
{
    const std::string bytes = *io::encodeSession(sampleSession());
    for (int i = 0; i < 48; ++i) {
        const std::size_t length = 8 + (bytes.size() - 8) * static_cast<std::size_t>(i) / 48; // the signature stays
        writeBytes(path("cut.ascope"), std::string_view(bytes).substr(0, length));
        const auto loaded = io::loadSession(path("cut.ascope"));
        QVERIFY(!loaded.ok());
        QCOMPARE(test::codeOf(loaded), ErrorCode::damagedFile);
    }
}

void TestSession::changedNumbersAreDetected_data()
{
    QTest::addColumn<Edit>("edit");
    QTest::addColumn<QString>("place");
    const auto row = [](const char *place, Edit edit) { QTest::newRow(place) << std::move(edit) << QString(place); };
    // Written into the existing dataset, like damage on the disk.
    row("/runs/0/summary/anchors_of_y", [](const Hdf5Editor &f) {
        const Hdf5Handle set(H5Dopen2(f.id(), "/runs/0/summary/anchors_of_y", H5P_DEFAULT));
        std::vector<float> values(12);
        QVERIFY(H5Dread(set.id(), H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) >= 0);
        values[7] += 1;
        QVERIFY(H5Dwrite(set.id(), H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) >= 0);
    });
    row("/seeds/x", [](const Hdf5Editor &f) {
        const Hdf5Handle set(H5Dopen2(f.id(), "/seeds/x", H5P_DEFAULT));
        const std::vector<std::int32_t> others(100, 3);
        QVERIFY(H5Dwrite(set.id(), H5T_NATIVE_INT32, H5S_ALL, H5S_ALL, H5P_DEFAULT, others.data()) >= 0);
    });
    row("/stitch_classes", [](const Hdf5Editor &f) {
        const Hdf5Handle set(H5Dopen2(f.id(), "/stitch_classes", H5P_DEFAULT)), type(H5Dget_type(set.id()));
        const std::string others(100 * H5Tget_size(type.id()), 'a');
        QVERIFY(H5Dwrite(set.id(), type.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, others.data()) >= 0);
    });
}

/// HDF5 itself does not detect changed bytes in a contiguous dataset.
void TestSession::changedNumbersAreDetected()
{
    QFETCH(Edit, edit);
    QFETCH(QString, place);
    QVERIFY(io::saveSession(path("bits.ascope"), sampleSession()).ok());
    edit(Hdf5Editor(path("bits.ascope")));
    const auto loaded = io::loadSession(path("bits.ascope"));
    QVERIFY(!loaded.ok());
    QCOMPARE(test::codeOf(loaded), ErrorCode::damagedFile);
    QCOMPARE(QString::fromStdString(loaded.error().place), place);
    QVERIFY(isSaid(loaded.error().text(), "checksum"));
    QVERIFY(isSaid(loaded.error().text(), "open an autosaved or older copy"));
}

/// As written by earlier versions, or by h5py when a user replaces a list.
void TestSession::withoutChecksumsItOpens()
{
    QVERIFY(io::saveSession(path("old.ascope"), sampleSession()).ok());
    Hdf5Editor(path("old.ascope")).removeAttribute("/seeds/x", "checksum");
    const auto loaded = io::loadSession(path("old.ascope"));
    QVERIFY2(loaded.ok(), loaded ? "" : loaded.error().text().c_str());
    QCOMPARE(loaded->seeds, sampleSession().seeds);
}

void TestSession::leftTemporariesAreRemoved()
{
    QTemporaryDir folder;
    const QString living = QString::number(QCoreApplication::applicationPid());
    const pid_t ended = ::fork();
    if (ended == 0)
        ::_exit(0);
    QCOMPARE(::waitpid(ended, nullptr, 0), ended);
    const QString gone = QString::number(ended);
    const QStringList stay = {".a.ascope." + living + ".AbC123", ".b.ascope." + gone + ".AbC123", ".a.ascope.AbC123",
                              "a.ascope." + gone + ".AbC123", ".a.ascope." + gone + ".AbC1234"};
    const QString goes = ".a.ascope." + gone + ".AbC123";
    for (const QString &name : stay + QStringList(goes))
        writeBytes(folder.filePath(name).toStdString(), "half");
    QVERIFY(io::saveSession(folder.filePath("a.ascope").toStdString(), sampleSession()).ok());
    for (const QString &name : stay)
        QVERIFY2(QFile::exists(folder.filePath(name)), qPrintable(name));
    QVERIFY(!QFile::exists(folder.filePath(goes)));
}

QTEST_GUILESS_MAIN(TestSession)
#include "tst_session.moc"
