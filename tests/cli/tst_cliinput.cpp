// SPDX-License-Identifier: GPL-3.0-or-later
// Wrong input: exit code 2 and a sentence with file, place, what was expected and what was found.
#include "io/session/session.h"
#include "support/clirun.h"
#include "support/sentences.h"

#include <QDir>
#include <QJsonArray>

#include <cmath>

using namespace anchorscope;
using test::CliRun;
using test::isSaid;
using test::MadeData;
using test::runCli;
using test::writeText;

class TestCliInput : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void wrongUsage_data();
    void wrongUsage();
    void wrongFiles_data();
    void wrongFiles();
    void wrongData_data();
    void wrongData();
    void wrongSeeds_data();
    void wrongSeeds();
    void columnsOfTables();
    void zeroRowsAreReported();
    void rolesAreReported();
    void dictionaryWithoutPairs();
    void seedsOfAFile();
    void defaultsSuitFewItems();
    void namesThatLookLikeSyntax();
    void hdf5FromStandardInput();
    void slowFileIsAnnounced();
    void outputThatCannotBeWritten();

private:
    /// Runs with --json and checks exit code 2, an error of that code whose text contains `part`, and that nothing else
    /// is printed.
    void expectError(const QStringList &arguments, const QString &code, const QString &part, int exitCode = 2);

    QTemporaryDir m_folder;
    QString m_data;
};

void TestCliInput::initTestCase()
{
    m_data = MadeData().save(m_folder, "made.h5");
    QVERIFY(!m_data.isEmpty());
}

void TestCliInput::expectError(const QStringList &arguments, const QString &code, const QString &part, int exitCode)
{
    const CliRun run = runCli(arguments + QStringList{"--json"});
    QCOMPARE(run.exitCode, exitCode);
    const QJsonObject error = run.error();
    QCOMPARE(error["code"].toString(), code);
    for (const char *key : {"message", "file", "place"})
        QVERIFY2(error.contains(key), key);
    const QString all = error["file"].toString() + ' ' + error["place"].toString() + ' ' + error["message"].toString();
    QVERIFY(isSaid(all, part));
    QVERIFY(!error["message"].toString().isEmpty());
    QVERIFY(!run.errors.isEmpty());
}

void TestCliInput::wrongUsage_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("part");
    const auto row = [](const char *name, const QString &line, const char *part) {
        QTest::newRow(name) << line.split(' ', Qt::SkipEmptyParts) << QString(part);
    };
    row("no command", "", "No command is given.");
    row("unknown command", "fly DATA", "There is no command “fly”. See anchorscope-cli --help.");
    row("mistyped command", "optimise DATA",
        "There is no command “optimise”. Did you mean optimize? See anchorscope-cli --help.");
    row("mistyped second word", "experiment retreival DATA",
        "There is no command “experiment retreival”. Did you mean experiment retrieval? See anchorscope-cli --help.");
    row("missing letters", "conver DATA",
        "There is no command “conver”. Did you mean convert? See anchorscope-cli --help.");
    row("half a command", "experiment DATA", "experiment retrieval");
    row("no data", "info", "Expected one DATA argument (one file, or two separated by a comma), found none.");
    row("too many files", "info DATA DATA",
        "Expected one DATA argument (one file, or two separated by a comma), found “FILE”, “FILE”.");
    row("two files to convert", "convert DATA,DATA out.h5",
        "Expected one file for convert, found two, separated by a comma.");
    row("two files of many spaces", "experiment pairs DATA,DATA",
        "Expected one file for experiment pairs, found two, separated by a comma.");
    row("unknown option", "info DATA --fly", "Unknown option 'fly'. See anchorscope-cli info --help.");
    row("anchors are no number", "optimize DATA --anchors many",
        "Expected a whole number from 1 to 2147483647 for --anchors, found “many”.");
    row("no anchors", "optimize DATA --anchors 0",
        "Expected a whole number from 1 to 2147483647 for --anchors, found “0”.");
    row("more seeds than anchors", "optimize DATA --anchors 5 --seeds 6",
        "Expected at least one anchor and at most as many seeds as anchors, found 5 anchors and 6 seeds.");
    row("unknown method", "optimize DATA --method magic",
        "Expected --method to be one of auto, canonical, alternating, adam, found “magic”.");
    row("unknown centering", "optimize DATA --center left",
        "Expected --center to be one of center, none, standardize, found “left”.");
    row("unknown similarity", "retrieval DATA --similarity sine",
        "Expected --similarity to be one of cosine, angular, euclidean, distance, manhattan, quantized, whitened, "
        "canonical, found “sine”.");
    row("unknown head", "stitch DATA --head hydra",
        "Expected --head to be one of softmax, mlp, cos, tanh, relu, found “hydra”.");
    row("unknown head input", "stitch DATA --head-input l3",
        "Expected --head-input to be one of l2, none, standardize, found “l3”.");
    row("training share", "stitch DATA --train-share 1.5",
        "Expected a number from 0.001 to 0.999 for --train-share, found “1.5”.");
    row("unknown side", "optimize DATA --optimize-side z", "Expected --optimize-side to be y or x, found “z”.");
    row("repeats", "experiment retrieval DATA --repeats 0",
        "Expected a whole number from 1 to 1000000 for --repeats, found “0”.");
    row("threads", "info DATA --threads -1", "Expected a whole number from 1 to 1024 for --threads, found “-1”.");
}

void TestCliInput::wrongUsage()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, part);
    arguments.replaceInStrings("DATA", m_data);
    expectError(arguments, "wrong-usage", part.replace("FILE", m_data));
}

void TestCliInput::wrongFiles_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("code");
    QFile whole(m_data);
    QVERIFY(whole.open(QIODevice::ReadOnly));
    const QByteArray bytes = whole.readAll();
    QTest::newRow("missing") << m_folder.filePath("nowhere.h5") << "no-such-file";
    QVERIFY(QDir(m_folder.path()).mkpath("nothing"));
    QTest::newRow("folder") << m_folder.filePath("nothing") << "unknown-format";
    QTest::newRow("empty") << writeText(m_folder, "empty.h5", "") << "empty-file";
    QTest::newRow("foreign") << writeText(m_folder, "picture.h5",
                                          QByteArray("\x89PNG\r\n\x1a\n\0\0\0", 11) + bytes.left(99))
                             << "unknown-format";
    QTest::newRow("truncated") << writeText(m_folder, "half.h5", bytes.left(bytes.size() / 2)) << "damaged-file";
}

void TestCliInput::wrongFiles()
{
    QFETCH(QString, file);
    QFETCH(QString, code);
    expectError({"info", file}, code, file);
    expectError({"optimize", file}, code, file);
}

void TestCliInput::wrongData_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("part");
    MadeData nan;
    nan.space(1).vectors(17, 3) = std::nanf("");
    const QString nanFile = nan.save(m_folder, "nan.h5");
    MadeData single;
    single.items().labels.assign(240, 2);
    const QString oneClass = single.save(m_folder, "oneclass.h5");
    MadeData bare;
    bare.items().labels.clear();
    bare.items().labelNames.clear();
    const QString unlabelledFile = bare.save(m_folder, "unlabelled.h5");
    MadeData other(200);
    for (std::string &id : other.items().ids)
        id += " elsewhere";
    const QString strangers = m_data + ',' + other.save(m_folder, "strangers.h5");
    const QString noId = "no id of alpha (such as “item 0”) occurs in %1 (such as “item 0 elsewhere”); give a file of "
                         "pairs, or choose no pairing";
    const QJsonObject info = runCli({"info", strangers, "--json"}).json();
    QCOMPARE(info["warnings"].toArray(), QJsonArray{"The pairing is unknown: " + noId.arg("alpha") + '.'});
    QCOMPARE(info["pairs"], QJsonValue(0));
    const QString three = writeText(m_folder, "three.csv", "x_id,y_id\nitem 1,item 1\nitem 2,item 2\nitem 3,item 3\n");
    const auto row = [](const char *name, const QStringList &arguments, const char *code, const QString &part) {
        QTest::newRow(name) << arguments << QString(code) << part;
    };
    row("NaN row", {"optimize", nanFile}, "non-finite", "item 17");
    row("NaN row names its file", {"retrieval", nanFile}, "non-finite", nanFile);
    row("unknown space", {"optimize", m_data, "--x", "gamma"}, "no-such-space",
        "Expected one of the spaces alpha, beta, found “gamma”.");
    row("no matching ids", {"retrieval", strangers, "--y", "beta"}, "no-matching-ids", noId.arg("beta"));
    row("different counts", {"retrieval", strangers, "--pair", "row"}, "different-counts", "200");
    row("fewer items than anchors", {"optimize", m_data, "--anchors", "241"}, "too-few-items",
        "Expected at least 241 items to draw anchors from, found 240. Choose fewer anchors.");
    row("fewer pairs than seeds", {"optimize", m_data, "--pair", three, "--anchors", "40"}, "too-few-pairs", "found 3");
    row("no pairs and no seeds", {"optimize", m_data, "--pair", "none"}, "too-few-pairs",
        "Expected at least 15 known pairs to draw seeds from, found 0. Pair more items, draw fewer seeds, or name the "
        "seeds in a file of pairs.");
    row("K as large as the set", {"retrieval", m_data, "--k", "240", "--anchors", "40"}, "k-too-large",
        "Expected K below the number of items, found K = 240 with 240 items in the smaller space. Choose a smaller K.");
    row("first rows and a sample", {"retrieval", m_data, "--max-items", "50", "--sample", "50"}, "wrong-usage",
        "Expected --max-items (the first N) or --sample (N at random), found both; leave one out.");
    row("K too large for the first items", {"retrieval", m_data, "--k", "60", "--max-items", "50", "--anchors", "40"},
        "k-too-large",
        "Expected K below the number of items, found K = 60 with 50 items in the smaller space. Choose a smaller K.");
    row("one class", {"stitch", oneClass, "--anchors", "40"}, "one-class", "found only “c”");
    row("no labels", {"stitch", unlabelledFile, "--anchors", "40"}, "no-labels", unlabelledFile);
}

void TestCliInput::wrongData()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, code);
    QFETCH(QString, part);
    expectError(arguments, code, part);
}

void TestCliInput::wrongSeeds_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("part");
    QTest::newRow("unknown item") << QByteArray("x_id,y_id\nitem 1,item 1\nitem 2,item 999\n") << "unknown-item"
                                  << "line 3";
    QTest::newRow("repeated item") << QByteArray("item 1,item 1\nitem 1,item 2\n") << "repeated-item"
                                   << "line 2";
    QTest::newRow("one column") << QByteArray("item 1,item 1\nitem 2\n") << "bad-line"
                                << "line 2";
    QTest::newRow("empty") << QByteArray() << "empty-file"
                           << "seeds.csv";
}

void TestCliInput::wrongSeeds()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, code);
    QFETCH(QString, part);
    const QString file = writeText(m_folder, "seeds.csv", text);
    expectError({"optimize", m_data, "--seed-pairs", file}, code, part);
    expectError({"optimize", m_data, "--pair", "none", "--seed-pairs", file}, code, file);
}

/// A table as pandas writes it, with an additional column that is not a dimension.
QByteArray pandasTable(const EmbeddingSet &set)
{
    QByteArray text;
    for (Index j = 0; j < set.dimension(); ++j)
        text += ",e" + QByteArray::number(j);
    text += ",price\n";
    for (Index i = 0; i < set.size(); ++i) {
        text += QByteArray::number(i);
        for (Index j = 0; j < set.dimension(); ++j)
            text += ',' + QByteArray::number(set.vectors(i, j), 'g', 9);
        text += ',' + QByteArray::number(i * 7919 % 1000) + ".5\n";
    }
    return text;
}

void TestCliInput::columnsOfTables()
{
    const MadeData made;
    const QString x = writeText(m_folder, "x.csv", pandasTable(*made.dataset.spaces[0]));
    const QString y = writeText(m_folder, "y.csv", pandasTable(*made.dataset.spaces[1])), both = x + ',' + y;
    expectError({"info", both}, "bad-dataset", "--columns");
    expectError({"info", x, "--columns-y", "other=price"}, "wrong-usage", "two files");
    expectError({"info", x, "--columns", "key=price"}, "wrong-usage", "found “key”");
    expectError({"info", m_data, "--columns", "id=#1"}, "wrong-usage", "table");
    const QStringList choice{"--columns", "other=price"};
    const QJsonObject info = runCli(QStringList{"info", both, "--json"} + choice).json();
    QCOMPARE(info["pairs"].toInt(), 240);
    const QJsonObject columns = info["columns"].toArray()[1].toObject();
    QCOMPARE(columns["id"].toArray(), QJsonArray{"#1"});
    QCOMPARE(columns["vector"].toArray().size(), 10);
    QCOMPARE(columns["other"].toArray(), QJsonArray{"price"});
    QCOMPARE(columns["choice"].toString(), "id=#1,vector=#2:#11,other=#12");
    QVERIFY(isSaid(info["warnings"].toArray()[0].toString(), "has no name and counts the rows"));

    const QString session = m_folder.filePath("tables.ascope");
    const QStringList small{"--anchors", "30", "--seeds", "10", "--json"};
    QCOMPARE(runCli(QStringList{"optimize", both, "--out", session} + choice + small).exitCode, 0);
    const auto saved = io::loadSession(session.toStdString());
    const std::string used = "id=#1,vector=#2:#11,other=#12"; // including guessed ones
    QVERIFY(saved && saved->data.x.columns == used && saved->data.y.columns == used);
    const auto mrr = [](const CliRun &run) {
        return run.json()["rows"].toArray()[0].toObject()["mrr"].toObject()["mean"].toDouble();
    };
    const double ofTables = mrr(runCli(QStringList{"retrieval", both} + choice + small));
    QVERIFY(ofTables > 0.5);
    QCOMPARE(ofTables, mrr(runCli(QStringList{"retrieval", m_data} + small)));

    // The columns of a session are used.
    const QStringList again{"retrieval", both, "--session", session, "--json"};
    const CliRun same = runCli(again), others = runCli(again + QStringList{"--columns", "ignore=price"});
    QVERIFY2(same.exitCode == 0, same.errors);
    QVERIFY(!same.errors.contains("other columns"));
    QCOMPARE(others.exitCode, 0);
    QVERIFY(isSaid(others.errors, "expected id=#1,vector=#2:#11,other=#12, found id=#1,vector=#2:#11"));
    expectError({"retrieval", both, "--session", session, "--columns", "vector=price"}, "other-data", "10 dimensions");
}

void TestCliInput::zeroRowsAreReported()
{
    MadeData made;
    made.space(0).vectors.row(5).setZero();
    const CliRun run =
        runCli({"retrieval", made.save(m_folder, "zero.h5"), "--anchors", "40", "--center", "none", "--json"});
    QCOMPARE(run.exitCode, 0);
    QVERIFY(isSaid(run.errors, "item 5"));
    QVERIFY(!run.output.contains("nan"));
}

/// The role of each part, as a sentence and as a list with the evidence.
void TestCliInput::rolesAreReported()
{
    QByteArray text = "word,label,bass,treble,n_tokens\n";
    for (int i = 0; i < 40; ++i)
        text += "w" + QByteArray::number(i) + "," + QByteArray::number(i % 3) + ".0," +
                QByteArray::number(i * 37 % 101 / 7.0) + "," + QByteArray::number(i * 53 % 97 / 9.0) + "," +
                QByteArray::number(i % 6) + "\n";
    const QString table = writeText(m_folder, "roles.csv", text);
    const QString sentence =
        QString::fromUtf8("40 items × 2 from “roles”; ids from “word”; 3 classes from “label”; kept "
                          "beside them: “n_tokens”.");
    QVERIFY(QString::fromUtf8(runCli({"info", table}).output).contains(sentence));
    const QJsonObject info = runCli({"info", table, "--json"}).json();
    QCOMPARE(info["reading"].toArray()[0].toString(), sentence);
    const QJsonArray parts = info["parts"].toArray()[0].toArray();
    QCOMPARE(parts.size(), 5);
    QCOMPARE(parts[4].toObject()["role"].toString(), QString("other"));
    QVERIFY(parts[4].toObject()["evidence"].toString().contains("named like counts"));
    QVERIFY(!parts[4].toObject().contains("rule"));
    QStringList rules;
    for (const QJsonValue &part : runCli({"info", table, "--json", "--why"}).json()["parts"].toArray()[0].toArray())
        rules += part["rule"].toString();
    QCOMPARE(rules, QStringList({"plain-id-name", "plain-label-name", "number", "number", "aside-name"}));
    const QString why = QString::fromUtf8(runCli({"info", table, "--why", "--columns", "label=n_tokens"}).output);
    QVERIFY(why.contains("plain-id-name") && why.contains("chosen"));
}

/// Bilingual lexicon induction: a train dictionary, a test dictionary, and no other pair.
void TestCliInput::dictionaryWithoutPairs()
{
    const MadeData made;
    const QString x = made.save(m_folder, "x.h5", {0}), y = made.save(m_folder, "y.h5", {1});
    QByteArray train, test;
    for (int i = 0; i < 120; ++i) {
        const QByteArray item = "item " + QByteArray::number(i);
        (i < 40 ? train : test) += item + "\t" + item + "\n"; // tabs, as in MUSE's dictionaries
    }
    const QStringList command{"retrieval",    x + ',' + y,
                              "--pair",       "none",
                              "--methods",    "seed,procrustes",
                              "--anchors",    "60",
                              "--seed-pairs", writeText(m_folder, "train.txt", train),
                              "--dictionary", writeText(m_folder, "test.txt", test),
                              "--json"};
    const CliRun run = runCli(command);
    QVERIFY2(run.exitCode == 0, run.errors);
    const QJsonArray rows = run.json()["dictionary"].toArray();
    QCOMPARE(rows.size(), 2);
    for (const QJsonValue row : rows) {
        const int words = row.toObject()["words"].toInt();
        QVERIFY(words > 40 && words < 80); // except those drawn as anchors
        QVERIFY(row.toObject()["p_at_1"].toObject()["mean"].toDouble() > 0.9);
    }
    QVERIFY(isSaid(run.errors, "only the dictionary is scored"));
}

/// All pairs of the file are used; the default of 15 applies only to drawn seeds, and then at most to the anchors.
void TestCliInput::seedsOfAFile()
{
    const QString file = writeText(m_folder, "eight.csv",
                                   "item 1,item 1\nitem 2,item 2\nitem 3,item 3\nitem 4,item 4\n"
                                   "item 5,item 5\nitem 6,item 6\nitem 7,item 7\nitem 8,item 8\n");
    for (const QStringList &more :
         {QStringList{"--anchors", "8", "--seed-pairs", file}, QStringList{"--anchors", "10"}}) {
        const CliRun run = runCli(QStringList{"optimize", m_data} + more);
        QVERIFY2(run.exitCode == 0, run.errors);
    }
    expectError({"optimize", m_data, "--anchors", "4", "--seed-pairs", file}, "too-many-seeds", "8");
    expectError({"optimize", m_data, "--anchors", "4", "--seeds", "5"}, "wrong-usage", "4 anchors and 5 seeds");
}

void TestCliInput::defaultsSuitFewItems()
{
    const auto anchorsOf = [this](const QStringList &more) {
        const CliRun run = runCli(QStringList{"translate", m_data, "--json"} + more);
        return run.exitCode == 0 ? run.json()["anchors"] : QJsonValue(QString(run.errors));
    };
    QCOMPARE(anchorsOf({}), QJsonValue(120)); // half of 240 items, so that the other half is scored
    QCOMPARE(anchorsOf({"--max-items", "21"}), QJsonValue(10));
    const CliRun scored = runCli({"retrieval", m_data, "--max-items", "21", "--methods", "gt", "--json"});
    const QJsonObject settings = scored.json()["settings"].toObject();
    QCOMPARE(settings["anchors"], QJsonValue(10));
    QCOMPARE(settings["seeds"], QJsonValue(10));
    QString pairs = "x_id,y_id\n";
    for (int i = 0; i < 130; ++i)
        pairs += QString("item %1,item %1\n").arg(i);
    const CliRun run = runCli({"optimize", m_data, "--seed-pairs", writeText(m_folder, "many.csv", pairs.toUtf8()),
                               "--iterations", "1", "--json"});
    QVERIFY2(run.exitCode == 0, run.errors);
    QCOMPARE(run.json()["seeds"], QJsonValue(130));
    for (const char *experiment : {"anchor-count", "learned-anchors"}) {
        const CliRun few = runCli({"experiment", experiment, m_data, "--repeats", "1", "--max-items", "100"});
        QVERIFY2(few.exitCode == 0, few.errors);
    }
}

void TestCliInput::namesThatLookLikeSyntax()
{
    QByteArray text;
    for (int i = 0; i < 60; ++i)
        text += (i == 0   ? QByteArray("-lrb-")
                 : i == 1 ? QByteArray("--")
                          : "w" + QByteArray::number(i)) +
                " " + QByteArray::number(std::sin(i + 1.0)) + " " + QByteArray::number(std::sin(2.5 * i)) + " " +
                QByteArray::number(std::cos(1.7 * i)) + "\n";
    const QString x = writeText(m_folder, "a,1.vec", text), y = writeText(m_folder, "b,1.vec", text);
    writeText(m_folder, "a", text); // exists, but “1.vec,…” does not
    const QStringList options{"--anchors", "20", "--seeds", "8"};
    const CliRun both = runCli(QStringList{"inspect", x + ',' + y} + options + QStringList{"--", "-lrb-"});
    QVERIFY2(both.exitCode == 0, both.errors);
    QVERIFY(both.output.contains("-lrb-"));
    for (const char *item : {"-lrb-", "--"})
        expectError(QStringList{"inspect", x + ',' + y, item} + options, "wrong-usage",
                    QString::fromUtf8("after “--”"));
    // Following the advice in the message works.
    QCOMPARE(runCli(QStringList{"inspect", x + ',' + y} + options + QStringList{"--", "--"}).exitCode, 0);
}

void TestCliInput::hdf5FromStandardInput()
{
    const QByteArray named = runCli({"info", m_data}).output;
    QVERIFY(!named.isEmpty());
    for (const char *name : {"/dev/stdin", "/proc/self/fd/0"}) {
        QProcess process;
        process.setStandardInputFile(m_data);
        process.start(qEnvironmentVariable("ANCHORSCOPE_TEST_BIN") + "/anchorscope-cli", {"info", name});
        QVERIFY(process.waitForFinished(60000));
        QCOMPARE(process.exitCode(), 0);
        QCOMPARE(process.readAllStandardOutput().replace(name, m_data.toUtf8()), named);
    }
}

void TestCliInput::slowFileIsAnnounced()
{
    // The program with a slow helper.
    const QString program = m_folder.filePath("anchorscope-cli"), helper = m_folder.filePath("anchorscope-reader");
    QVERIFY(QFile::copy(qEnvironmentVariable("ANCHORSCOPE_TEST_BIN") + "/anchorscope-cli", program));
    writeText(m_folder, "anchorscope-reader", "#!/bin/sh\nsleep 6.5\nexit 1\n");
    QVERIFY(QFile::setPermissions(helper, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    QProcess process;
    process.start(program, {"info", m_data});
    QVERIFY(process.waitForFinished(120000));
    QCOMPARE(process.exitCode(), 2);
    const QByteArray errors = process.readAllStandardError();
    QVERIFY2(errors.startsWith("Still reading " + m_data.toUtf8() + " …\n"), errors.constData());
    QCOMPARE(errors.count("Still reading"), 1);
}

void TestCliInput::outputThatCannotBeWritten()
{
    const QStringList optimize{"optimize", m_data, "--anchors", "40"};
    expectError(optimize + QStringList{"--correspondence", "/nowhere/at/all.csv"}, "unwritable-file",
                "/nowhere/at/all.csv", 2);
}

QTEST_GUILESS_MAIN(TestCliInput)
#include "tst_cliinput.moc"
