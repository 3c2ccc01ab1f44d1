// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/clirun.h"
#include "support/sentences.h"

#include <QJsonArray>

#include <csignal>
#include <functional>
#include <unistd.h>

using namespace anchorscope;
using test::CliRun;
using test::isSaid;
using test::MadeData;
using test::runCli;

namespace {

QByteArray bytesOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Runs the program through a shell, for redirections, limits and file names that are not UTF-8. "$CLI" is the program.
CliRun runShell(const QString &script, const QString &folder)
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("CLI", qEnvironmentVariable("ANCHORSCOPE_TEST_BIN") + "/anchorscope-cli");
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(folder);
    process.start("/bin/sh", {"-c", script});
    CliRun run;
    if (process.waitForFinished(120000) && process.exitStatus() == QProcess::NormalExit)
        run = {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
    return run;
}

/// Runs the program and sends it signals as soon as ready() returns true.
CliRun runAndSignal(const QStringList &line, const std::function<bool(const QByteArray &errors)> &ready,
                    const QList<int> &signalNumbers)
{
    QProcess process;
    process.start(qEnvironmentVariable("ANCHORSCOPE_TEST_BIN") + "/anchorscope-cli", line);
    QByteArray errors;
    const auto isReady = [&] {
        process.waitForReadyRead(20);
        errors += process.readAllStandardError();
        return ready(errors);
    };
    if (!QTest::qWaitFor(isReady, 60000))
        return {};
    for (const int number : signalNumbers)
        ::kill(static_cast<pid_t>(process.processId()), number);
    CliRun run;
    if (process.waitForFinished(60000) && process.exitStatus() == QProcess::NormalExit)
        run = {process.exitCode(), process.readAllStandardOutput(), errors + process.readAllStandardError()};
    process.kill();
    process.waitForFinished();
    return run;
}

bool optimizing(const QByteArray &errors)
{
    return errors.contains("optimizing");
}

} // namespace

/// Command lines must not damage a file, lose a result or hide a failure.
class TestCliSafety : public QObject
{
    Q_OBJECT

    const QTemporaryDir m_folder;
    QString m_data, m_session, m_pairs, m_table;
    const QStringList m_small{"--anchors", "30", "--seeds", "10"};
    const QStringList m_endless{"--anchors",    "60",        "--seeds",         "10",   "--method", "adam",
                                "--iterations", "100000000", "--learning-rate", "1e-9", "--json",   "--progress"};

    QString in(const QString &name) const { return m_folder.filePath(name); }

private Q_SLOTS:
    void initTestCase()
    {
        m_data = MadeData().save(m_folder, "made.h5");
        m_session = in("run.ascope");
        m_table = in("found.csv");
        QByteArray pairs = "x_id,y_id\n";
        for (int i = 0; i < 12; ++i)
            pairs += QString("item %1,item %1\n").arg(i).toUtf8();
        m_pairs = test::writeText(m_folder, "pairs.csv", pairs);
        const CliRun run =
            runCli(QStringList{"optimize", m_data, "--out", m_session, "--correspondence", m_table} + m_small);
        QVERIFY2(run.exitCode == 0, run.errors.constData());
        QVERIFY(QFile::link(m_data, in("link.h5")));
        QVERIFY(::link(m_data.toUtf8().constData(), in("hard.h5").toUtf8().constData()) == 0);
    }

    void inputsAreKept_data()
    {
        QTest::addColumn<QStringList>("line");
        QTest::addColumn<QString>("input");
        const QStringList optimize{"optimize", m_data};
        QTest::newRow("same name") << optimize + QStringList{"--out", m_data} << m_data;
        QTest::newRow("symbolic link") << optimize + QStringList{"--out", in("link.h5")} << m_data;
        QTest::newRow("hard link") << optimize + QStringList{"--out", in("hard.h5")} << m_data;
        QTest::newRow("other spelling") << optimize + QStringList{"--correspondence", in("./made.h5")} << m_data;
        QTest::newRow("seed pairs") << optimize + QStringList{"--seed-pairs", m_pairs, "--correspondence", m_pairs}
                                    << m_pairs;
        QTest::newRow("pairing") << optimize + QStringList{"--pair", m_pairs, "--correspondence", m_pairs} << m_pairs;
        QTest::newRow("session") << QStringList{"translate", m_data, "--session", m_session, "--out", m_session}
                                 << m_session;
        QTest::newRow("checkpoint") << QStringList{"experiment", "retrieval", m_data, "--checkpoint", m_data} << m_data;
        QTest::newRow("convert") << QStringList{"convert", m_data, m_data} << m_data;
        QTest::newRow("convert, forced") << QStringList{"convert", m_data, in("link.h5"), "--force"} << m_data;
    }
    void inputsAreKept()
    {
        QFETCH(QStringList, line);
        QFETCH(QString, input);
        const QByteArray before = bytesOf(input);
        QVERIFY(!before.isEmpty());
        const CliRun run = runCli(line + QStringList{"--json"});
        QCOMPARE(run.exitCode, 2);
        QCOMPARE(run.error()["code"].toString(), QString("wrong-usage"));
        QVERIFY(isSaid(run.errors, "a different file from"));
        QVERIFY(bytesOf(input) == before);
    }

    void twoOutputsAreTwoFiles()
    {
        const CliRun run =
            runCli({"optimize", m_data, "--out", in("one.ascope"), "--correspondence", in("./one.ascope"), "--json"});
        QCOMPARE(run.exitCode, 2);
        QVERIFY(!QFile::exists(in("one.ascope")));
    }

    void otherKindsNeedForce_data()
    {
        QTest::addColumn<QStringList>("line");
        QTest::addColumn<QString>("existing");
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<bool>("replaced");
        const QStringList optimize = QStringList{"optimize", m_data} + m_small;
        const QStringList translate{"translate", m_data, "--anchors", "30"};
        const QString out = in("existing");
        const QByteArray session = bytesOf(m_session), table = bytesOf(m_table), data = bytesOf(m_data);
        QTest::newRow("session") << optimize + QStringList{"--out", out} << out << session << true;
        QTest::newRow("dataset for a session") << optimize + QStringList{"--out", out} << out << data << false;
        QTest::newRow("text for a session") << optimize + QStringList{"--out", out} << out << table << false;
        QTest::newRow("empty file") << optimize + QStringList{"--out", out} << out << QByteArray() << true;
        QTest::newRow("table") << optimize + QStringList{"--correspondence", out} << out << table << true;
        QTest::newRow("other table") << optimize + QStringList{"--correspondence", out} << out << QByteArray("a,b\n")
                                     << false;
        QTest::newRow("session for an array") << translate + QStringList{"--out", out} << out << session << false;
        const QString dataset = in("existing.h5");
        QTest::newRow("dataset") << translate + QStringList{"--out", dataset} << dataset << data << true;
        QTest::newRow("converted") << QStringList{"convert", m_data, out} << out << data << true;
        QTest::newRow("text for a dataset") << QStringList{"convert", m_data, out} << out << table << false;
    }
    void otherKindsNeedForce()
    {
        QFETCH(QStringList, line);
        QFETCH(QString, existing);
        QFETCH(QByteArray, bytes);
        QFETCH(bool, replaced);
        QFile::remove(existing);
        QVERIFY(!test::writeText(m_folder, QFileInfo(existing).fileName(), bytes).isEmpty());
        const CliRun run = runCli(line);
        QVERIFY2(run.exitCode == (replaced ? 0 : 2), run.errors.constData());
        QCOMPARE(run.errors.contains("--force"), !replaced);
        if (replaced)
            return;
        QVERIFY(bytesOf(existing) == bytes);
        const CliRun forced = runCli(line + QStringList{"--force"});
        QVERIFY2(forced.exitCode == 0, forced.errors.constData());
        QVERIFY(bytesOf(existing) != bytes);
    }

    /// Readers expect in a file what the end of its name promises.
    void outputsAreWhatTheirNamesSay_data()
    {
        QTest::addColumn<QStringList>("line");
        QTest::addColumn<QString>("out");
        QTest::addColumn<QByteArray>("begins"); // empty: refused
        const QByteArray hdf5("\x89HDF\r\n\x1a\n", 8), npy("\x93NUMPY", 6);
        const auto row = [&](const QStringList &line, const char *out, const QByteArray &begins) {
            const QString name = line[0] + " " + (line.last().startsWith("-") ? line.last() : QString()) + " " + out;
            QTest::newRow(qPrintable(name)) << line + QStringList{in(out)} << in(out) << begins;
        };
        const QStringList optimize = QStringList{"optimize", m_data} + m_small;
        const QStringList session = optimize + QStringList{"--out"};
        const QStringList table = optimize + QStringList{"--correspondence"};
        const QStringList translated{"translate", m_data, "--anchors", "30", "--out"};
        const QStringList adapter{"translate", m_data, "--anchors", "30", "--map", "procrustes", "--adapter"};
        row(session, "named.ascope", hdf5);
        row(session, "named.H5", hdf5);
        row(session, "named", hdf5);
        row(session, "named.run", hdf5);
        for (const char *out : {"named.json", "named.csv", "named.JSON", "named.npy", "named.parquet"})
            row(session, out, {});
        row(table, "named.csv", "y_id,x_id,score");
        for (const char *out : {"named.npy", "named.tsv", "named.json", "named.h5"})
            row(table, out, {});
        row(translated, "named.npy", npy);
        row(translated, "named-2.h5", hdf5);
        for (const char *out : {"named.vec", "named.txt", "named.csv", "named.parquet", "named.npz", "named.pt"})
            row(translated, out, {});
        row(adapter, "named.npz", "PK\x03\x04");
        for (const char *out : {"named.onnx", "named.pt", "named.npy"})
            row(adapter, out, {});
        row({"convert", m_data}, "named-3.h5", hdf5);
        for (const char *out : {"named-3.npy", "named-3.csv", "named-3.parquet", "named-3.ascope"})
            row({"convert", m_data}, out, {});
    }
    void outputsAreWhatTheirNamesSay()
    {
        QFETCH(QStringList, line);
        QFETCH(QString, out);
        QFETCH(QByteArray, begins);
        QFile::remove(out);
        const CliRun run = runCli(line);
        QVERIFY2(run.exitCode == (begins.isEmpty() ? 2 : 0), run.errors.constData());
        QCOMPARE(bytesOf(out).left(begins.size()), begins);
        QCOMPARE(QFile::exists(out), !begins.isEmpty());
        if (begins.isEmpty())
            QVERIFY2(run.errors.contains("ends with one of .") &&
                         run.errors.contains(QByteArray("found .") + QFileInfo(out).suffix().toLower().toUtf8()),
                     run.errors.constData());
    }

    void writeProtectedFilesAreKept()
    {
        const QString path = in("protected.ascope");
        QVERIFY(QFile::copy(m_session, path));
        QVERIFY(QFile::setPermissions(path, QFile::ReadOwner));
        const CliRun run = runCli(QStringList{"optimize", m_data, "--out", path, "--force", "--json"} + m_small);
        QCOMPARE(run.exitCode, 2);
        QCOMPARE(run.error()["code"].toString(), QString("unwritable-file"));
        QVERIFY(bytesOf(path) == bytesOf(m_session));
    }

    void outputsAreCheckedFirst_data()
    {
        QTest::addColumn<QStringList>("line");
        const QStringList optimize = QStringList{"optimize", m_data} + m_endless;
        QTest::newRow("no folder") << optimize + QStringList{"--out", in("no/such.ascope")};
        QTest::newRow("folder") << optimize + QStringList{"--out", m_folder.path()};
        QTest::newRow("folder with a slash") << optimize + QStringList{"--out", m_folder.path() + "/"};
        QTest::newRow("no name") << optimize + QStringList{"--out", ""};
        QTest::newRow("device") << optimize + QStringList{"--out", "/dev/full"};
        QTest::newRow("long name") << optimize + QStringList{"--out", in(QString(256, 'n'))};
        QTest::newRow("table") << optimize + QStringList{"--correspondence", in("no/such.csv")};
        QTest::newRow("checkpoint") << QStringList{"experiment", "retrieval", m_data} + m_endless +
                                           QStringList{"--checkpoint", in("no/such.json")};
        QTest::newRow("endless device") << QStringList{"experiment", "retrieval", m_data} + m_endless +
                                               QStringList{"--checkpoint", "/dev/zero"};
    }
    void outputsAreCheckedFirst()
    {
        QFETCH(QStringList, line); // would not end if it started
        const CliRun run = runCli(line);
        QCOMPARE(run.exitCode, 2);
        QVERIFY(!optimizing(run.errors));
    }

    /// The folder of the session disappears during the run.
    void failingOutputKeepsOtherOutputs()
    {
        QVERIFY(QDir(m_folder.path()).mkdir("gone"));
        const QString out = in("gone/big.ascope"), table = in("kept.csv");
        const auto removeFolder = [&](const QByteArray &errors) {
            return optimizing(errors) && QDir(m_folder.path()).rmdir("gone");
        };
        const CliRun run = runAndSignal(
            QStringList{"optimize", m_data, "--time-limit", "2", "--out", out, "--correspondence", table} + m_endless,
            removeFolder, {});
        QCOMPARE(run.exitCode, 1);
        QVERIFY2(run.errors.contains("big.ascope"), run.errors.constData());
        const QJsonObject json = run.json();
        QVERIFY(json["history"].toArray().size() > 0);
        QVERIFY(json["out"].isNull());
        QCOMPARE(json["correspondence"].toString(), table);
        QVERIFY(isSaid(json["warnings"].toArray().last().toString(), "big.ascope"));
        QCOMPARE(bytesOf(table).count('\n'), 241);
    }

    /// Another program saves under the same name during the run.
    void changedOutputIsKept()
    {
        const QString out = in("both.ascope");
        QVERIFY(QFile::copy(m_session, out));
        const auto write = [&](const QByteArray &errors) {
            return optimizing(errors) && QFile::remove(out) && QFile::copy(m_data, out);
        };
        const CliRun run =
            runAndSignal(QStringList{"optimize", m_data, "--time-limit", "2", "--out", out} + m_endless, write, {});
        QCOMPARE(run.exitCode, 0);
        QVERIFY(bytesOf(out) == bytesOf(m_data));
        QCOMPARE(run.json()["out"].toString(), in("both-2.ascope"));
        QVERIFY2(run.errors.contains("during the run"), run.errors.constData());
        QCOMPARE(runCli({"retrieval", m_data, "--session", in("both-2.ascope")}).exitCode, 0);
    }

    void unreadResultsAreFailures_data()
    {
        QTest::addColumn<QString>("script");
        QTest::newRow("full") << "\"$CLI\" info made.h5 --json > /dev/full";
        QTest::newRow("closed") << "\"$CLI\" info made.h5 --json >&-";
        QTest::newRow("text") << "\"$CLI\" info made.h5 > /dev/full";
        QTest::newRow("help") << "\"$CLI\" --help > /dev/full";
    }
    void unreadResultsAreFailures()
    {
        QFETCH(QString, script);
        const CliRun run = runShell(script, m_folder.path());
        QCOMPARE(run.exitCode, 1);
        QVERIFY(isSaid(run.errors, "standard output"));
    }

    void signalsKeepTheBest_data()
    {
        QTest::addColumn<int>("number");
        QTest::newRow("SIGINT") << SIGINT;
        QTest::newRow("SIGTERM") << SIGTERM;
    }
    void signalsKeepTheBest()
    {
        QFETCH(int, number);
        const QString out = in(QString("stopped%1.ascope").arg(number)), table = in(QString("%1.csv").arg(number));
        const CliRun run = runAndSignal(
            QStringList{"optimize", m_data, "--out", out, "--correspondence", table} + m_endless, optimizing, {number});
        QVERIFY2(run.exitCode == 128 + number, run.errors.constData());
        QCOMPARE(run.json()["termination"].toString(), QString("stopped"));
        QCOMPARE(run.json()["out"].toString(), out);
        QCOMPARE(bytesOf(table).count('\n'), 241);
        QCOMPARE(runCli({"retrieval", m_data, "--session", out}).exitCode, 0);
    }

    void signalsKeepRepeats()
    {
        const QString file = in("repeats.json");
        const CliRun run = runAndSignal(
            QStringList{"experiment", "retrieval", m_data, "--repeats", "100000", "--checkpoint", file, "--json"} +
                m_small,
            [&](const QByteArray &) { return QFile::exists(file); }, {SIGTERM});
        QVERIFY2(run.exitCode == 128 + SIGTERM, run.errors.constData());
        const int repeats = run.json()["repeats"].toInt();
        QVERIFY(repeats >= 1 && repeats < 100000);
        QCOMPARE(run.json()["runs"].toArray().size(), repeats);
        QVERIFY(isSaid(run.errors, "Stopped before the end"));
    }

    void signalsCancelOtherCommands()
    {
        const CliRun run = runAndSignal(QStringList{"retrieval", m_data} + m_endless, optimizing, {SIGINT});
        QCOMPARE(run.exitCode, 128 + SIGINT);
        QCOMPARE(run.error()["code"].toString(), QString("cancelled"));
    }

    void secondSignalEndsImmediately()
    {
        const CliRun run =
            runAndSignal(QStringList{"optimize", m_data} + m_endless, optimizing, {SIGSTOP, SIGINT, SIGTERM, SIGCONT});
        QVERIFY(run.exitCode == 128 + SIGINT || run.exitCode == 128 + SIGTERM);
        QVERIFY(run.output.isEmpty());
    }

    void wrongOptions_data()
    {
        QTest::addColumn<QStringList>("line");
        QTest::addColumn<QString>("sentence");
        const QStringList retrieval{"retrieval", m_data};
        const auto row = [](const char *name, const QStringList &line, const char *sentence) {
            QTest::newRow(name) << line << QString::fromUtf8(sentence);
        };
        row("twice", retrieval + QStringList{"--anchors", "20", "--anchors", "30"},
            "Expected --anchors once, found it twice.");
        row("threads", {"info", m_data, "--threads", "99999999"},
            "Expected a whole number from 1 to 1024 for --threads, found “99999999”.");
        row("omega", {"translate", m_data, "--omega", "1000000000"},
            "Expected a whole number from 1 to 10000 for --omega, found “1000000000”.");
        row("omegas", {"experiment", "translation", m_data, "--omegas", "1,20000"},
            "Expected whole numbers from 1 to 10000 for --omegas, found “1,20000”.");
        row("anchors", retrieval + QStringList{"--anchors", "99999999999999999999"},
            "Expected a whole number from 1 to 2147483647 for --anchors, found “99999999999999999999”.");
        row("seed", retrieval + QStringList{"--first-seed", "-1"},
            "Expected a whole number from 0 to 9007199254740991 for --first-seed, found “-1”.");
        row("learning rate", retrieval + QStringList{"--method", "adam", "--learning-rate", "1e300"},
            "Expected a number from 1e-12 to 1000 for --learning-rate, found “1e300”.");
        row("time limit", retrieval + QStringList{"--time-limit", "1e-9"},
            "Expected a number from 0.001 to 1e+08 for --time-limit, found “1e-9”.");
        row("deltas", {"experiment", "translation", m_data, "--deltas", "0.5,2"},
            "Expected numbers from 0 to 1 separated by commas for --deltas, found “0.5,2”.");
        row("methods", retrieval + QStringList{"--methods", "gt,magic"},
            "Expected methods among found, GT, Seed, AO continuous, AO discrete, canonical, GT canonical, Absolute, "
            "Absolute centred, IRP, Procrustes, Polar, Affine, Ridge, Canonical ridge, VecMap, PARAM, found “magic”.");
        row("unknown", {"info", m_data, "--bogus"}, "Unknown option 'bogus'. See anchorscope-cli info --help.");
        row("no value", {"info", m_data, "--json", "--threads"},
            "Missing value after '--threads'. See anchorscope-cli info --help.");
        row("pair", retrieval + QStringList{"--pair", ""},
            "Expected the name of a file for --pair, found an empty one.");
        row("session", retrieval + QStringList{"--session", ""},
            "Expected the name of a file for --session, found an empty one.");
        row("data", {"info", ""}, "Expected the name of a file for DATA, found an empty one.");
        row("space", retrieval + QStringList{"-x", ""}, "Expected the name of a space for -x, found an empty one.");
        row("one space", retrieval + QStringList{"--x", "alpha", "--y", "alpha"},
            "Expected two different spaces for -x and -y, found “alpha” twice.");
        row("checkpoint of a transform",
            QStringList{"experiment", "retrieval", m_data, "--transform", "turn=20", "--checkpoint",
                        in("turned.check")},
            "--checkpoint has no effect here: it does not store --transform.");
        row("transform out of range", retrieval + QStringList{"--transform", "turn=200"},
            "Expected turn from -180 to 180, found 200.");
    }
    void wrongOptions()
    {
        QFETCH(QStringList, line);
        QFETCH(QString, sentence);
        const CliRun run = runCli(line.contains("--json") ? line : line + QStringList{"--json"});
        QCOMPARE(run.exitCode, 2);
        QCOMPARE(run.error()["message"].toString(), sentence);
    }

    void largeSeeds()
    {
        const CliRun run = runCli(QStringList{"retrieval", m_data, "--first-seed", "3000000000", "--json"} + m_small);
        QVERIFY2(run.exitCode == 0, run.errors.constData());
        QCOMPARE(run.json()["seed"].toInteger(), 3000000000);
    }

    void unknownInstructionSets()
    {
        const CliRun run = runShell("ANCHORSCOPE_ISA=foo \"$CLI\" info made.h5", m_folder.path());
        QCOMPARE(run.exitCode, 0);
        QVERIFY(isSaid(run.errors, "ANCHORSCOPE_ISA to be baseline, v3 or v4, found “foo”"));
    }

    /// The program and its helper load no library from the folder in which they are started.
    void librariesInTheCurrentFolderAreIgnored()
    {
        const QTemporaryDir folder;
        for (const char *library : {"libz.so.1", "libstdc++.so.6", "libhdf5_serial.so.103"})
            QVERIFY(!test::writeText(folder, library, "no library").isEmpty());
        const CliRun run = test::runUnchecked({"info", m_data}, folder.path());
        QVERIFY2(run.exitCode == 0, run.errors.constData());
    }

    void namesAreKeptByteForByte()
    {
        const CliRun run = runShell("in=$(printf 'lat\\351.h5'); out=$(printf 'out\\351\\303\\251.ascope'); cp made.h5 "
                                    "\"$in\"; \"$CLI\" optimize \"$in\" --anchors 30 --seeds 10 --out \"$out\" && test "
                                    "-s \"$out\" && \"$CLI\" retrieval \"$in\" --session \"$out\"",
                                    m_folder.path());
        QVERIFY2(run.exitCode == 0, run.errors.constData());
    }
};

QTEST_GUILESS_MAIN(TestCliSafety)
#include "tst_clisafety.moc"
