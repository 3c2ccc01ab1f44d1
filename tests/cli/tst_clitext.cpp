// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/text/visibletext.h"
#include "support/clirun.h"

#include <unistd.h>

using namespace anchorscope;
using namespace anchorscope::test;

namespace {

/// Bytes that a terminal interprets as commands, and marks that reorder the line.
bool commandsATerminal(const QByteArray &printed)
{
    return std::any_of(printed.begin(), printed.end(),
                       [](char c) { return (c >= 0 && c < 0x20 && c != '\n') || c == 0x7F; }) ||
           printed.contains("\xC2\x9B") || printed.contains("\u202E");
}

} // namespace

/// Names and ids that would control a terminal or a spreadsheet are made harmless.
class TestCliText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void visibleText_data();
    void visibleText();
    void terminalShowsEscapedNames_data();
    void terminalShowsEscapedNames();
    void errorsShowEscapedNames();
    void jsonKeepsNames();
    void jsonIsValidForAnyName();
    void longNamesDoNotWidenTables();
    void spreadsheetExecutesNothing();

private:
    QTemporaryDir m_folder;
    QString m_path;
};

void TestCliText::initTestCase()
{
    MadeData made;
    made.items().ids[0] = "\x1B]0;owned\x07\x1B[2Jitem";
    made.items().ids[1] = "=1+1";
    made.items().ids[2] = "a\u202Eb\u009B31mc";
    made.items().labelNames[0] = "\x1B[31mred\r";
    made.space(0).name = "al\x1B[31mpha";
    m_path = made.save(m_folder, "hostile.h5");
    QVERIFY(!m_path.isEmpty());
}

void TestCliText::visibleText_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("shown");
    QTest::newRow("plain") << QByteArray("naïve “x” → 日本 😀") << QByteArray("naïve “x” → 日本 😀");
    QTest::newRow("escape") << QByteArray("\x1B[2J") << QByteArray("␛[2J");
    QTest::newRow("NUL") << QByteArray("a\0b", 3) << QByteArray("a␀b");
    QTest::newRow("delete, tab, CR") << QByteArray("\x7F\t\r") << QByteArray("␡␉␍");
    QTest::newRow("line break") << QByteArray("a\nb") << QByteArray("a␊b");
    QTest::newRow("C1") << QByteArray("\u009B\u0085\u00A0") << QByteArray("��\u00A0");
    QTest::newRow("direction") << QByteArray("\u202E\u2066\u200F\u061C\u2010") << QByteArray("����\u2010");
    QTest::newRow("cut short") << QByteArray("a\xE2\x80") << QByteArray("a\xE2\x80");
}

void TestCliText::visibleText()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, shown);
    QCOMPARE(QByteArray::fromStdString(io::visibleText(text.toStdString(), io::LineBreaks::show)), shown);
    QCOMPARE(io::visibleText("a\nb\x1B", io::LineBreaks::keep), std::string("a\nb␛"));
}

void TestCliText::terminalShowsEscapedNames_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("expected");
    const QStringList some{"--anchors", "20", "--seeds", "20"};
    QTest::newRow("info") << QStringList{"info", m_path} << "al␛[31mpha";
    QTest::newRow("inspect") << QStringList{"inspect", m_path, "=1+1"} + some << "=1+1";
    QTest::newRow("candidates") << QStringList{"candidates", m_path, "=1+1"} + some << QString();
}

void TestCliText::terminalShowsEscapedNames()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, expected);
    const CliRun run = runCli(arguments);
    QVERIFY2(run.exitCode == 0, run.errors);
    QVERIFY2(!run.output.isEmpty() && !commandsATerminal(run.output), run.output.toPercentEncoding());
    QVERIFY2(!commandsATerminal(run.errors), run.errors.toPercentEncoding());
    QVERIFY2(run.output.contains(expected.toUtf8()), run.output);
}

void TestCliText::errorsShowEscapedNames()
{
    const CliRun run = runCli({"info", m_folder.filePath("no\x1B[31m\u202Esuch.h5")});
    QVERIFY(run.exitCode != 0);
    QVERIFY2(run.errors.contains("no␛[31m�such.h5") && !commandsATerminal(run.errors), run.errors.toPercentEncoding());
}

/// JSON contains the names unchanged.
void TestCliText::jsonKeepsNames()
{
    const CliRun run = runCli({"info", m_path, "--json"});
    QVERIFY2(run.exitCode == 0, run.errors);
    QVERIFY(!run.output.contains('\x1B'));
    QVERIFY(run.json()["spaces"].toArray()[0].toObject()["name"].toString() == "al\x1B[31mpha");
}

/// For a file whose name is not UTF-8 the JSON is valid, and its command can be repeated.
void TestCliText::jsonIsValidForAnyName()
{
    const QByteArray name = m_folder.path().toUtf8() + "/it's \xC3\xA4\xFF\xFE.csv";
    const QString plain = writeText(m_folder, "plain.csv", "a,1.5,2\nb,2.5,3\nc,3,4\n");
    QCOMPARE(::link(qPrintable(plain), name.constData()), 0);
    const auto shell = [this](const QByteArray &line) {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("PATH", qEnvironmentVariable("ANCHORSCOPE_TEST_BIN") + ':' + environment.value("PATH"));
        process.setProcessEnvironment(environment);
        process.start("bash", {writeText(m_folder, "line.sh", line)});
        process.waitForFinished();
        return CliRun{process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
    };
    for (const bool there : {true, false}) {
        const CliRun run = shell("anchorscope-cli info \"" + name + (there ? "\" --json" : ".x\" --json"));
        QCOMPARE(run.exitCode, there ? 0 : 2);
        QVERIFY2(io::isUtf8(run.output.toStdString()) && !run.output.contains("\\ud"), run.output);
        QVERIFY2(!run.json().isEmpty(), run.output);
        if (!there)
            continue;
        const QString command = run.json()["command"].toString();
        const CliRun again = shell(command.toUtf8());
        QVERIFY2(again.exitCode == 0, qPrintable(command + again.errors));
        QCOMPARE(again.json()["spaces"], run.json()["spaces"]);
    }
}

/// An id of a megabyte must not widen every row of a table.
void TestCliText::longNamesDoNotWidenTables()
{
    MadeData made;
    for (std::string &id : made.items().ids)
        id += std::string(100000, 'm');
    const QString path = made.save(m_folder, "long.h5");
    const CliRun run = runCli({"health", path, "--seeds", "20", "--seeds-only"});
    QVERIFY2(run.exitCode == 0, run.errors.left(1000));
    QVERIFY(run.output.contains("mmm…"));
    for (const QByteArray &line : run.output.split('\n'))
        QVERIFY2(line.size() < 1000, line.left(1000));
}

void TestCliText::spreadsheetExecutesNothing()
{
    const QString found = m_folder.filePath("found.csv");
    const CliRun run = runCli({"optimize", m_path, "--anchors", "20", "--seeds", "20", "--correspondence", found});
    QVERIFY2(run.exitCode == 0, run.errors);
    QFile file(found);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray table = file.readAll();
    QVERIFY2(table.contains("'=1+1,") && !table.contains("\n=1+1") && !table.contains(",=1+1"), table.left(400));
    QByteArray pairs = "x_id,y_id\n'=1+1,'=1+1\n";
    for (int i = 3; i < 23; ++i)
        pairs += QString("item %1,item %1\n").arg(i).toUtf8();
    const QString list = writeText(m_folder, "pairs.csv", pairs);
    const CliRun again = runCli({"optimize", m_path, "--anchors", "40", "--seed-pairs", list});
    QVERIFY2(again.exitCode == 0, again.errors);
}

QTEST_GUILESS_MAIN(TestCliText)
#include "tst_clitext.moc"
