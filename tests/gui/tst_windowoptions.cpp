// SPDX-License-Identifier: GPL-3.0-or-later
// The window's command line: errors are reported by a sentence and exit code 2, and nothing waits forever.
#include "support/clirun.h"

#include <csignal>

using namespace anchorscope;
using test::CliRun;
using test::MadeData;
using test::writeText;

namespace {

/// Runs a program in a folder that is also its home, without some variables of the environment.
CliRun runProgram(const QString &program, const QStringList &arguments, const QString &home,
                  const QStringList &without = {})
{
    QProcess process;
    process.setWorkingDirectory(home);
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char *name : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"})
        environment.insert(name, home);
    for (const QString &name : without)
        environment.remove(name);
    process.setProcessEnvironment(environment);
    process.start(program, arguments);
    CliRun run;
    if (process.waitForFinished(240000) && process.exitStatus() == QProcess::NormalExit)
        run = {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
    process.kill();
    process.waitForFinished();
    return run;
}

CliRun runWindow(const QStringList &arguments, const QString &home, const QStringList &without = {})
{
    return runProgram(qEnvironmentVariable("ANCHORSCOPE_TEST_BIN") + "/anchorscope", arguments, home, without);
}

} // namespace

class TestWindowOptions : public QObject
{
    Q_OBJECT

    const QTemporaryDir m_folder;
    QString m_data, m_out;

    QString in(const QString &name) const { return m_folder.filePath(name); }

private Q_SLOTS:
    void initTestCase()
    {
        m_data = MadeData().save(m_folder, "made.h5");
        m_out = in("out.png");
        QVERIFY(!m_data.isEmpty());
    }

    /// A script has its own settings in a temporary folder.
    void signalsLeaveNoFolder()
    {
        const QDir temporary(in("temporary"));
        QVERIFY(QDir().mkpath(temporary.path()));
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("HOME", m_folder.path());
        environment.insert("TMPDIR", temporary.path());
        QProcess process;
        process.setProcessEnvironment(environment);
        process.setStandardErrorFile(QProcess::nullDevice());
        process.start(qEnvironmentVariable("ANCHORSCOPE_TEST_BIN") + "/anchorscope",
                      {"--lesson", QFileInfo("examples/lessons/many.md").absoluteFilePath(), "--script"});
        const auto all = [&] { return temporary.entryList(QDir::AllEntries | QDir::NoDotAndDotDot); };
        QTRY_VERIFY_WITH_TIMEOUT(!all().isEmpty(), 60000);
        // The folder exists a moment before the program waits for signals.
        QTest::qWait(1000);
        process.terminate();
        QVERIFY(process.waitForFinished(60000));
        QCOMPARE(process.exitCode(), 128 + SIGTERM);
        QCOMPARE(all(), QStringList());
    }

    void wrongArguments_data()
    {
        QTest::addColumn<QStringList>("line");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char *name, const QStringList &line, const char *sentence) {
            QTest::newRow(name) << line << QString::fromUtf8(sentence);
        };
        const QStringList picture{"--screenshot", m_out};
        row("unknown", {"--bogus"}, "Unknown option 'bogus'. See anchorscope --help.");
        row("no value", {"--theme"}, "Missing value after '--theme'. See anchorscope --help.");
        row("dock", picture + QStringList{"--dock", "foo"},
            "Expected --dock to be one of data, selection, anchors, health, optimize, mistakes, disagreement, "
            "inspector, retrieval, stitching, play, experiments, comparison, translation, all, found “foo”.");
        row("theme", {"--theme", "foo"}, "Expected --theme to be one of system, light, dark, found “foo”.");
        for (const char *seeds : {"0", "abc", "-5", "99999999999", ""})
            QTest::addRow("seeds %s", seeds) << (picture + QStringList{"--seeds=" + QString(seeds)})
                                             << QString("Expected a whole number from 1 to 2147483647 for --seeds, "
                                                        "found “%1”.")
                                                    .arg(seeds);
        row("twice", picture + QStringList{"--seeds", "5", "--seeds", "6"}, "Expected --seeds once, found it twice.");
        row("dock alone", {"--dock", "data"}, "Expected --dock together with --screenshot, found it alone.");
        row("script alone", {"--script"}, "Expected --script together with --lesson, found it alone.");
        row("lesson and file", {"--lesson", "where.md", m_data},
            "Expected no other file beside --lesson, which opens its own data.");
        row("lessons of a file", {"--lessons", m_data},
            ("Expected a folder for --lessons, found “" + m_data + "”.").toUtf8().constData());
        row("missing folder of lessons", {"--lessons", "nowhere"}, "Expected a folder for --lessons, found “nowhere”.");
        row("picture of a lesson", picture + QStringList{"--lesson", "where.md"},
            "Expected --screenshot of a lesson together with --script, found it without.");
        row("disturb alone", {"--disturb", "3"}, "Expected --disturb together with --script, found it alone.");
        row("disturb", {"--lesson", "where.md", "--script", "--disturb", "-1"},
            "Expected a whole number from 0 to 1000 for --disturb, found “-1”.");
        row("size alone", {"--size", "800x600"}, "Expected --size together with --script, found it alone.");
        for (const char *size : {"800", "0x0", "axb", "800x600x2", "99999x600"})
            QTest::addRow("size %s", size) << QStringList{"--lesson", "where.md", "--script", "--size", size}
                                           << QString("Expected a size from 640x480 to 7680x4320, such as 1280x720, "
                                                      "for --size, found “%1”.")
                                                  .arg(size);
        row("no picture", {"--screenshot", "", m_data}, "Expected the name of a .png file for --screenshot, found “”.");
        row("three files", {m_data, m_data, m_data}, "Expected at most two files, found 3.");
        row("empty name", {""}, "Expected the name of a file, found an empty one.");
    }
    void wrongArguments()
    {
        QFETCH(QStringList, line);
        QFETCH(QString, sentence);
        const CliRun run = runWindow(line, m_folder.path());
        QCOMPARE(run.exitCode, 2);
        QCOMPARE(QString::fromUtf8(run.errors).trimmed(), sentence);
    }

    void noDisplayIsOneSentence()
    {
        const CliRun run = runWindow({}, m_folder.path(), {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"});
        QCOMPARE(run.exitCode, 1);
        QCOMPARE(QString::fromUtf8(run.errors).trimmed(),
                 "anchorscope: no display was found; use anchorscope-cli, or --screenshot FILE.png, which needs none.");
    }

    void unusableFiles_data()
    {
        QTest::addColumn<QStringList>("files");
        QTest::addColumn<QString>("part");
        const auto table = [this](const char *name, int rows, const char *id) {
            QByteArray text = "id,a,b\n";
            for (int i = 0; i < rows; ++i)
                text += id + QByteArray::number(i) + ',' + QByteArray::number(0.5 + i * i) + ',' +
                        QByteArray::number(1.5 - i % 3) + '\n';
            return writeText(m_folder, name, text);
        };
        QTest::newRow("missing") << QStringList{in("nowhere.h5")} << "there is no such file";
        QVERIFY(QDir(m_folder.path()).mkpath("nothing"));
        QTest::newRow("folder") << QStringList{m_folder.filePath("nothing")} << "no file in it";
        QTest::newRow("foreign") << QStringList{writeText(m_folder, "foreign.h5", "GIF89a and no more\n")} << "unknown";
        QTest::newRow("one space") << QStringList{table("one.csv", 30, "x")} << "found one in";
        QTest::newRow("no common ids") << QStringList{table("x.csv", 30, "x"), table("y.csv", 30, "y")}
                                       << "No pairs are known";
        QTest::newRow("two items") << QStringList{table("two.csv", 2, "x"), table("two2.csv", 2, "x")} << "items";
        QTest::newRow("three items") << QStringList{table("three.csv", 3, "x"), table("three2.csv", 3, "x")} << "items";
    }
    void unusableFiles()
    {
        QFETCH(QStringList, files);
        QFETCH(QString, part);
        const CliRun run = runWindow(QStringList{"--screenshot", m_out} + files, m_folder.path());
        QVERIFY2(run.exitCode == 2, QByteArray::number(run.exitCode) + ": " + run.errors);
        QVERIFY2(QString::fromUtf8(run.errors).contains(part), run.errors.constData());
        QVERIFY2(!run.errors.contains(".."), run.errors.constData());
    }

    void manPageIsThatOfTheOptions()
    {
        const CliRun check = runProgram("/usr/bin/python3",
                                        {QDir::currentPath() + "/resources/man/make.py", "--check",
                                         qEnvironmentVariable("ANCHORSCOPE_TEST_BIN"), "anchorscope"},
                                        m_folder.path());
        QVERIFY2(check.exitCode == 0, check.errors.constData());
    }

    void lessonByScript()
    {
        const QString lesson =
            writeText(m_folder, "lesson.md",
                      "---\ntitle: Small\ndata: made.h5\n---\n## Tie\nTie two.\n```anchorscope\nawait: seeds >= 2\n"
                      "do: draw 2 random\n```\n");
        const CliRun run = runWindow({"--lesson", lesson, "--script", "--screenshot", m_out}, m_folder.path());
        QVERIFY2(run.exitCode == 0, run.errors.constData() + run.output);
        const QJsonObject step = run.json()["steps"].toArray().at(0).toObject();
        QCOMPARE(step["before"].toBool(true), false);
        QCOMPARE(step["after"].toBool(false), true);
        QVERIFY(QFile::exists(in("out-1.png")) && QFile::exists(in("out-1-done.png")));
        writeText(m_folder, "lesson.md",
                  "---\ntitle: Small\ndata: made.h5\n---\n## Tie\nTie two.\n```anchorscope\nawait: seeds >= 3\n"
                  "do: draw 2 random\n```\n");
        QCOMPARE(runWindow({"--lesson", lesson, "--script"}, m_folder.path()).exitCode, 1);
        writeText(m_folder, "lesson.md", "no lesson\n");
        const CliRun wrong = runWindow({"--lesson", lesson, "--script"}, m_folder.path());
        QCOMPARE(wrong.exitCode, 2);
        QVERIFY2(wrong.errors.contains("lesson.md:1: expected ---"), wrong.errors.constData());
        const CliRun none = runWindow({"--lesson", in("nowhere.md"), "--script"}, m_folder.path());
        QCOMPARE(none.exitCode, 2);
        QVERIFY2(none.errors.contains("there is no such file"), none.errors.constData());
    }

    void unwritablePicture()
    {
        const CliRun run = runWindow({"--screenshot", in("no/such.png"), m_data}, m_folder.path());
        QCOMPARE(run.exitCode, 2);
        QVERIFY2(run.errors.contains("no/such.png"), run.errors.constData());
    }

    void screenshotsOfNamesThatAreNotUtf8()
    {
        const CliRun run =
            runProgram("sh",
                       {"-c", "in=$(printf 'lat\\351.h5'); out=$(printf 'out\\351.png'); cp made.h5 \"$in\"; "
                              "\"$ANCHORSCOPE_TEST_BIN/anchorscope\" --screenshot \"$out\" \"$in\" && "
                              "test -s \"$out\" && rm \"$in\" \"$out\""},
                       m_folder.path());
        QVERIFY2(run.exitCode == 0, run.errors.constData());
        QVERIFY2(run.output.contains("Found, continuous"), run.output.constData()); // scores of the result
    }
};

QTEST_GUILESS_MAIN(TestWindowOptions)
#include "tst_windowoptions.moc"
