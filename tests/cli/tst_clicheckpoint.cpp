// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/clirun.h"
#include "support/sentences.h"

#include <QDateTime>
#include <QFileInfo>

#include <QJsonArray>

#include <cmath>
#include <csignal>
#include <sys/resource.h>

using namespace anchorscope;
using test::isSaid;
using test::MadeData;
using test::runCli;

namespace {

/// Removes the members that differ between two runs of the same experiment.
QJsonObject numbers(QJsonObject json)
{
    for (const char *key : {"seconds", "command"})
        json.remove(key);
    QJsonObject settings = json["settings"].toObject();
    settings.remove("checkpoint");
    json["settings"] = settings;
    QJsonArray runs;
    for (const QJsonValue &run : json["runs"].toArray()) {
        QJsonObject each = run.toObject();
        each.remove("seconds");
        each.remove("seconds_per_correspondence");
        runs.append(each);
    }
    json["runs"] = runs;
    QJsonArray points;
    for (const QJsonValue &point : json["points"].toArray()) {
        QJsonObject each = point.toObject();
        each.remove("seconds");
        points.append(each);
    }
    json["points"] = points;
    return json;
}

} // namespace

/// --checkpoint: an interrupted experiment continues, with the results of an uninterrupted one.
class TestCliCheckpoint : public QObject
{
    Q_OBJECT

    const QTemporaryDir m_folder;
    QString m_data;

private Q_SLOTS:
    void initTestCase()
    {
        MadeData made;
        auto &thumbnails = made.items().thumbnails;
        thumbnails = {2, 2, 1, std::vector<std::uint8_t>(240 * 4, 7)};
        made.add("gamma", made.space(0).vectors.leftCols(4));
        m_data = made.save(m_folder, "made.h5", {0, 1, 2});
        QVERIFY(!m_data.isEmpty());
    }

    void interruptedExperimentContinues_data()
    {
        QTest::addColumn<QStringList>("line");
        QTest::newRow("retrieval") << QStringList{"retrieval", m_data, "--anchors", "40", "--seeds", "8"};
        QTest::newRow("stitching") << QStringList{"stitching", m_data, "--anchors", "40", "--seeds", "8"};
        QTest::newRow("anchor-count") << QStringList{"anchor-count", m_data,           "--counts",
                                                     "5,20",         "--param-subset", "30"};
        QTest::newRow("known-pairs") << QStringList{"known-pairs", m_data, "--pairs", "60"};
        QTest::newRow("learned-anchors") << QStringList{"learned-anchors", m_data, "--anchors",     "20",
                                                        "--param-subset",  "40",   "--param-steps", "5"};
        QTest::newRow("translation") << QStringList{"translation", m_data,     "--anchors", "40",      "--omegas",
                                                    "2",           "--deltas", "0.2",       "--norms", "1"};
        QTest::newRow("quantization") << QStringList{"quantization", m_data,         "--anchors",
                                                     "30",           "--thresholds", "0,0.4"};
        QTest::newRow("reconstruction") << QStringList{"reconstruction", m_data, "--anchors", "30",
                                                       "--seeds",        "8",    "--epochs",  "2"};
        QTest::newRow("proxy") << QStringList{"proxy", m_data, "--anchors", "40"};
        QTest::newRow("pairs") << QStringList{"pairs", m_data, "--anchors", "40"};
    }
    void interruptedExperimentContinues()
    {
        QFETCH(QStringList, line);
        line = QStringList{"experiment"} + line + QStringList{"--json"};
        const QString file = m_folder.filePath(QString(QTest::currentDataTag()) + ".json");
        const QStringList kept = line + QStringList{"--checkpoint", file};
        const auto first = runCli(kept + QStringList{"--repeats", "1"});
        QVERIFY2(first.exitCode == 0, first.errors.constData());
        QVERIFY(QFile::exists(file));
        const auto second = runCli(kept + QStringList{"--repeats", "2"});
        QVERIFY2(second.exitCode == 0, second.errors.constData());
        const auto whole = runCli(line + QStringList{"--repeats", "2"});
        QVERIFY(numbers(first.json()) != numbers(whole.json()));
        QCOMPARE(numbers(second.json()), numbers(whole.json()));
        // All repeats are in the file, which alone gives the result.
        const auto again = runCli(kept + QStringList{"--repeats", "2"});
        QCOMPARE(numbers(again.json()), numbers(whole.json()));
    }

    /// One run stores its searches for matches: a second one gets the same result without any.
    void searchesAreKept()
    {
        const QString file = m_folder.filePath("searches.json");
        const QStringList line{"optimize", m_data, "--anchors", "40", "--seeds", "8", "--json"};
        const QStringList kept = line + QStringList{"--checkpoint", file};
        const auto whole = runCli(line), first = runCli(kept);
        QVERIFY2(first.exitCode == 0, first.errors.constData());
        QCOMPARE(first.json()["final"], whole.json()["final"]);
        const QDateTime written = QFileInfo(file).lastModified();
        const auto second = runCli(kept);
        QCOMPARE(second.json()["final"], whole.json()["final"]);
        QCOMPARE(second.json()["verdict"], whole.json()["verdict"]);
        QCOMPARE(QFileInfo(file).lastModified(), written);
        const auto other = runCli(kept + QStringList{"--first-seed", "3"});
        QCOMPARE(other.exitCode, 2);
        QVERIFY(isSaid(other.errors, "other options"));
    }

    /// A checkpoint that cannot be written is reported once, and in the JSON.
    void unwritableCheckpoints_data()
    {
        QTest::addColumn<QStringList>("line");
        QTest::newRow("searches") << QStringList{"optimize", "--method", "canonical"};
        QTest::newRow("repeats") << QStringList{"experiment", "retrieval", "--methods", "gt", "--repeats", "3"};
    }
    void unwritableCheckpoints()
    {
        QFETCH(QStringList, line);
        QByteArray table;
        for (int i = 0; i < 60; ++i)
            table += "w" + QByteArray::number(i) + ',' + QByteArray::number(std::sin(i + 1.0)) + ',' +
                     QByteArray::number(std::sin(2.5 * i)) + ',' + QByteArray::number(std::cos(1.7 * i)) + '\n';
        const QString x = test::writeText(m_folder, "x.csv", table), y = test::writeText(m_folder, "y.csv", table);
        line.insert(line[0] == "experiment" ? 2 : 1, x + ',' + y);
        line << QStringList{
            "--anchors", "20", "--seeds", "8", "--json", "--checkpoint", m_folder.filePath("full.json")};
        QProcess process;
        process.setChildProcessModifier([] { // no file may have any bytes, as on a full disk
            std::signal(SIGXFSZ, SIG_IGN);
            const rlimit none{0, 0};
            ::setrlimit(RLIMIT_FSIZE, &none);
        });
        process.start(qEnvironmentVariable("ANCHORSCOPE_TEST_BIN") + "/anchorscope-cli", line);
        QVERIFY(process.waitForFinished(test::longestRun));
        const test::CliRun run{process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
        QVERIFY2(run.exitCode == 0, run.errors.constData());
        QCOMPARE(run.errors.count("the file was not saved"), 1);
        const QJsonArray warnings = run.json()["warnings"].toArray();
        const auto told = std::ranges::count_if(warnings, [](const QJsonValue &each) {
            return each.toString().contains("full.json: the file was not saved");
        });
        QCOMPARE(told, 1);
    }

    /// Results in the file are not measured again: their times, which never repeat, do not change.
    void nothingIsMeasuredTwice()
    {
        const QString file = m_folder.filePath("used.json");
        const QStringList line{"experiment", "retrieval", m_data,         "--anchors", "40",       "--seeds",
                               "8",          "--json",    "--checkpoint", file,        "--repeats"};
        const auto times = [&](const QString &repeats) {
            QList<double> seconds;
            for (const QJsonValue &run : runCli(line + QStringList{repeats}).json()["runs"].toArray())
                seconds << run["seconds"].toDouble();
            return seconds;
        };
        const QList<double> first = times("2");
        QCOMPARE(first.size(), 2);
        QCOMPARE(times("3").first(2), first);
    }

    /// Notes on methods left out are repeated by a run that finds all repeats measured.
    void notesAreKept()
    {
        const QStringList line{"experiment",
                               "retrieval",
                               m_data,
                               "--methods",
                               "gt,param",
                               "--anchors",
                               "40",
                               "--seeds",
                               "8",
                               "--repeats",
                               "1",
                               "--time-limit",
                               "0.001",
                               "--checkpoint",
                               m_folder.filePath("notes.json")};
        const QByteArray note = "was not measured within the time limit";
        const auto first = runCli(line), again = runCli(line);
        QVERIFY2(first.exitCode == 0 && first.errors.contains(note), first.errors.constData());
        QVERIFY2(again.exitCode == 0 && again.errors.contains(note), again.errors.constData());
    }

    void refusals_data()
    {
        QTest::addColumn<QStringList>("changed");
        QTest::addColumn<QString>("mentions");
        QTest::newRow("options") << QStringList{"--counts", "6"} << "options";
        QTest::newRow("fewer repeats") << QStringList{"--counts", "5", "--repeats", "1"} << "2 repeats";
    }
    void refusals()
    {
        QFETCH(QStringList, changed);
        QFETCH(QString, mentions);
        const QString file = m_folder.filePath("refused.json");
        const QStringList line{"experiment",   "anchor-count", m_data,         "--samplers", "uniform",
                               "--no-learned", "--json",       "--checkpoint", file};
        QVERIFY(QFile::exists(file) || runCli(line + QStringList{"--counts", "5", "--repeats", "2"}).exitCode == 0);
        const auto run = runCli(line + changed);
        QCOMPARE(run.exitCode, 2);
        QCOMPARE(run.error()["code"].toString(), QString("wrong-usage"));
        QVERIFY(isSaid(run.error()["message"].toString(), mentions));
    }

    void otherDataOrDamage()
    {
        const QString file = m_folder.filePath("damaged.json");
        const QStringList options{"--counts", "5",         "--samplers", "uniform",      "--no-learned",
                                  "--json",   "--repeats", "1",          "--checkpoint", file};
        const QStringList start{"experiment", "anchor-count"};
        QCOMPARE(runCli(start + QStringList{m_data} + options).exitCode, 0);
        const QString other = MadeData(200).save(m_folder, "other.h5", {0, 1});
        const auto run = runCli(start + QStringList{other} + options);
        QCOMPARE(run.exitCode, 2);
        QVERIFY(isSaid(run.error()["message"].toString(), "other data"));

        // A file of the same name with other labels.
        const auto labelled = [&](const char *first) {
            QByteArray labels = QByteArray("item 0,") + first + '\n';
            for (int item = 1; item < 240; ++item)
                labels += "item " + QByteArray::number(item) + (item % 2 ? ",a\n" : ",b\n");
            return QStringList{"experiment",
                               "stitching",
                               m_data,
                               "--anchors",
                               "20",
                               "--seeds",
                               "10",
                               "--methods",
                               "gt",
                               "--repeats",
                               "1",
                               "--labels",
                               test::writeText(m_folder, "labels.csv", labels),
                               "--json",
                               "--checkpoint",
                               m_folder.filePath("labelled.json")};
        };
        QCOMPARE(runCli(labelled("b")).exitCode, 0);
        const auto relabelled = runCli(labelled("a"));
        QCOMPARE(relabelled.exitCode, 2);
        QVERIFY(isSaid(relabelled.error()["message"].toString(), "other data"));

        QFile damaged(file);
        QVERIFY(damaged.open(QIODevice::ReadOnly));
        const QByteArray bytes = damaged.readAll();
        damaged.close();
        const auto value = bytes.indexOf("0.", bytes.indexOf("values"));
        QVERIFY(value > 0);
        const std::pair<QByteArray, QString> wrongs[] = {
            {bytes.left(bytes.size() / 2), "bad-file"},
            {QByteArray(), "empty-file"},
            {QByteArray(bytes).replace(value, 2, "1."), "bad-file"},
            {"[]", "wrong-usage"}, // another kind of file, not a damaged checkpoint
        };
        for (const auto &[content, code] : wrongs) {
            test::writeText(m_folder, "damaged.json", content);
            const auto refused = runCli(start + QStringList{m_data} + options);
            QCOMPARE(refused.exitCode, 2);
            QCOMPARE(refused.error()["code"].toString(), code);
            QVERIFY(isSaid(refused.error()["message"].toString()));
            QVERIFY(refused.error()["file"].toString().endsWith("damaged.json"));
        }
    }
};

QTEST_GUILESS_MAIN(TestCliCheckpoint)
#include "tst_clicheckpoint.moc"
