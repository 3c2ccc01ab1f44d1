// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/metrics.h"
#include "core/experiments/registry.h"
#include "support/clirun.h"
#include "support/randomdata.h"
#include "support/sentences.h"
#include "support/sessionmembers.h"

#include <QJsonArray>

using namespace anchorscope;
using test::CliRun;
using test::isSaid;
using test::MadeData;
using test::runCli;

namespace {

const QStringList small{"--anchors", "40", "--seeds", "8"};

/// Rows of a table; none if it cannot be read.
QStringList linesOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()).split("\r\n", Qt::SkipEmptyParts)
                                          : QStringList();
}

/// Writes two tables of 600 vectors that share 240 items, and a file of 30 known pairs.
void writePartlyShared(const QString &first, const QString &second, const QString &pairs)
{
    const Matrix hidden = test::randomMatrix(960, 16, 1);
    const Matrix y = hidden * test::randomRotation(16, 2) + 0.1f * test::randomMatrix(960, 16, 3);
    const auto save = [](const QString &path, const Matrix &rows, const auto &has) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        for (Index i = 0; i < rows.rows(); ++i) {
            QByteArray line = 'i' + QByteArray::number(qlonglong(i));
            for (const float value : rows.row(i))
                line += ' ' + QByteArray::number(static_cast<double>(value));
            if (has(i))
                file.write(line + '\n');
        }
    };
    save(first, hidden, [](Index i) { return i < 600; });
    save(second, y, [](Index i) { return i < 240 || i >= 600; });
    QFile file(pairs);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("x_id,y_id\n");
    for (int i = 0; i < 30; ++i)
        file.write(QString("i%1,i%1\n").arg(i).toUtf8());
}

/// Keys that differ between two runs of the same command.
QJsonObject withoutTimes(QJsonObject json)
{
    for (const char *key : {"seconds", "seconds_per_correspondence", "threads", "command", "warnings"})
        json.remove(key);
    for (const char *key : {"history", "runs"}) {
        QJsonArray all;
        for (const QJsonValue &entry : json[key].toArray()) {
            QJsonObject object = entry.toObject();
            object.remove("seconds");
            object.remove("seconds_per_correspondence");
            all.append(object);
        }
        json[key] = all;
    }
    return json;
}

QByteArray fileBytes(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// The row of a table of the JSON in which every given key has its value.
QJsonObject findRow(const QJsonObject &json, const QJsonObject &members)
{
    for (const QJsonValue &value : json["rows"].toArray()) {
        const QJsonObject row = value.toObject();
        bool same = true;
        for (auto it = members.begin(); it != members.end(); ++it)
            same = same && row[it.key()] == it.value();
        if (same)
            return row;
    }
    return {};
}

} // namespace

class TestCli : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void versionAndHelp_data();
    void versionAndHelp();
    void emptyCommandPrintsTheUsage();
    void infoKeys();
    void optimizeKeys();
    void commandRepeatsTheRun();
    void threadsDoNotMatter();
    void retrievalKeys();
    void canonicalRows();
    void matchLists();
    void missingPartners();
    void confirmedMatches();
    void everyMetricIsInJsonAndTable();
    void everyExperimentIsACommand();
    void experimentKeys();
    void stitchKeys();
    void arrowsFollowTheVectors();
    void absoluteIsNotPossible();
    void truthDoesNotLeak();
    void twoFilesWithoutCommonIds();
    void sideX();
    void sessionOfARun();
    void sessionOfReplacedData();
    void tablesForPeople();
    void progressOnDemand();

private:
    QTemporaryDir m_folder;
    QString m_data;
};

void TestCli::initTestCase()
{
    m_data = MadeData().save(m_folder, "made.h5");
    QVERIFY(!m_data.isEmpty());
}

void TestCli::versionAndHelp_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("version") << QStringList{"--version"} << QByteArray("anchorscope-cli " ANCHORSCOPE_VERSION);
    QTest::newRow("help") << QStringList{"--help"} << QByteArray("experiment stitching");
    QTest::newRow("use of a command") << QStringList{"optimize", "--help"}
                                      << QByteArray("Usage: anchorscope-cli optimize DATA [options]");
    QTest::newRow("help of a command") << QStringList{"optimize", "--help"} << QByteArray("--seed-pairs");
    QTest::newRow("groups of options") << QStringList{"optimize", "--help"} << QByteArray("\n\nMethod:\n  --method");
    QTest::newRow("options for tuning") << QStringList{"optimize", "--help-advanced"} << QByteArray("--sinkhorn-steps");
    QTest::newRow("help as JSON") << QStringList{"optimize", "--help", "--json"}
                                  << QByteArray("\"name\": \"sinkhorn-steps\"");
    QTest::newRow("help of an experiment") << QStringList{"experiment", "retrieval", "-h"} << QByteArray("--repeats");
}

void TestCli::versionAndHelp()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, expected);
    const CliRun run = runCli(arguments);
    QCOMPARE(run.exitCode, 0);
    QVERIFY2(run.output.contains(expected), run.output);
    QCOMPARE(run.output.contains("--sinkhorn-steps"), arguments.contains("--help-advanced"));
}

void TestCli::emptyCommandPrintsTheUsage()
{
    const CliRun run = runCli({});
    QCOMPARE(run.exitCode, 2);
    QVERIFY(run.output.isEmpty());
    QVERIFY2(run.errors.contains("Usage: anchorscope-cli COMMAND DATA") && run.errors.contains("  optimize "),
             run.errors);
}

void TestCli::infoKeys()
{
    MadeData made;
    made.space(0).vectors(3, 4) = std::nanf("");
    made.space(1).vectors.row(7).setZero();
    made.items().labels[0] = unlabelled;
    const CliRun run = runCli({"info", made.save(m_folder, "flaws.h5"), "--json"});
    QCOMPARE(run.exitCode, 0);
    const QJsonObject json = run.json();
    QCOMPARE(json["items"].toInt(), 240);
    QCOMPARE(json["pairs"].toInt(), 240);
    QVERIFY(json["images"].isNull());
    QCOMPARE(json["ids"], QJsonValue(QJsonObject{{"unique", true}, {"example", "item 0"}}));
    const QJsonObject labels = json["labels"].toObject();
    QCOMPARE(labels["count"].toInt(), 3);
    QCOMPARE(labels["unlabelled"].toInt(), 1);
    QCOMPARE(labels["names"].toArray().size(), 3);
    const QJsonObject alpha = json["spaces"].toArray()[0].toObject(), beta = json["spaces"].toArray()[1].toObject();
    QCOMPARE(alpha["name"].toString(), "alpha");
    QCOMPARE(alpha["dimension"].toInt(), 10);
    QCOMPARE(alpha["type"].toString(), "float32");
    QCOMPARE(alpha["non_finite_rows"].toInt(), 1);
    QCOMPARE(beta["zero_rows"].toInt(), 1);
    QVERIFY(beta["norm_mean"].toDouble() > 1);
    QCOMPARE(json["warnings"].toArray().size(), 1);
    for (const char *key : {"command", "version", "isa", "threads", "seconds"})
        QVERIFY2(json.contains(key), key);
}

void TestCli::optimizeKeys()
{
    const CliRun run = runCli(QStringList{"optimize", m_data, "--x", "alpha", "--y", "beta", "--json"} + small);
    QCOMPARE(run.exitCode, 0);
    const QJsonObject json = run.json();
    QCOMPARE(json["items"].toInt(), 240);
    QCOMPARE(json["anchors"].toInt(), 40);
    QCOMPARE(json["seeds"].toInt(), 8);
    QCOMPARE(json["method"].toString(), "auto");
    QCOMPARE(json["method_used"].toString(), "canonical");
    QCOMPARE(json["start"].toString(), "seeds");
    QCOMPARE(json["verdict"].toString(), "aligned");
    QVERIFY(json["p_chance"].toDouble() < 1e-3 && json["p_class"].toDouble() < 1e-3);
    const QJsonObject correct = json["estimated_right"].toObject();
    QVERIFY(correct["low"].toDouble() <= json["right"].toDouble() &&
            json["right"].toDouble() <= correct["high"].toDouble());
    QVERIFY(json["share_with_partner"].toObject()["high"].toDouble() == 1); // all items have one
    QVERIFY(json["estimated_right_given_partner"].toObject()["value"].toDouble() >= correct["low"].toDouble());
    QVERIFY(json["agreement"].isNull());
    QVERIFY(json["suspect_seeds"].toArray().isEmpty());
    QCOMPARE(json["center"].toString(), "center");
    QCOMPARE(json["termination"].toString(), "converged");
    const QJsonArray history = json["history"].toArray();
    QCOMPARE(history.size(), json["iterations"].toInt());
    for (const char *key : {"iteration", "loss", "changed", "right", "seconds", "stage", "ridge", "mutual"})
        QVERIFY2(history[0].toObject().contains(key), key);
    for (const char *key : {"seed", "seconds_per_correspondence", "method_used", "verdict_seconds", "suspect_seeds",
                            "subset", "out", "command", "version", "isa", "threads", "seconds", "warnings"})
        QVERIFY2(json.contains(key), key);
    QVERIFY(json["final"].toObject()["right"].toDouble() > 0.95);
}

void TestCli::commandRepeatsTheRun()
{
    const QString odd = MadeData().save(m_folder, "a file's name, with $1.h5");
    const CliRun first = runCli(QStringList{"retrieval", odd, "--json", "--random-seed=7"} + small);
    QCOMPARE(first.exitCode, 0);
    const QString line = first.json()["command"].toString();
    QProcess shell;
    shell.start("/bin/sh", {"-c", "PATH=\"$ANCHORSCOPE_TEST_BIN:$PATH\"; " + line});
    QVERIFY(shell.waitForFinished(60000));
    QCOMPARE(shell.exitCode(), 0);
    const QJsonObject again = QJsonDocument::fromJson(shell.readAllStandardOutput()).object();
    QCOMPARE(withoutTimes(again), withoutTimes(first.json()));
    QCOMPARE(again["seed"].toInt(), 7);
}

void TestCli::threadsDoNotMatter()
{
    QStringList arguments = QStringList{"retrieval", m_data, "--json", "--threads"} + small;
    arguments.insert(4, "1");
    const QJsonObject one = runCli(arguments).json();
    arguments[4] = "2";
    const QJsonObject two = runCli(arguments).json();
    QCOMPARE(one["threads"].toInt(), 1);
    QCOMPARE(withoutTimes(two), withoutTimes(one));
}

void TestCli::retrievalKeys()
{
    const CliRun run = runCli(QStringList{"retrieval", m_data, "--json", "--k", "5"} + small);
    QCOMPARE(run.exitCode, 0);
    const QJsonObject json = run.json();
    QCOMPARE(json["k"].toInt(), 5);
    QCOMPARE(json["repeats"].toInt(), 1);
    QCOMPARE(json["rows"].toArray().size(), 32); // sixteen methods, two directions
    for (const char *method :
         {"GT", "Seed", "AO continuous", "AO discrete", "canonical", "GT canonical", "Absolute", "Absolute centred",
          "IRP", "Procrustes", "Polar", "Affine", "Ridge", "Canonical ridge", "VecMap", "PARAM"}) {
        const QJsonObject row = findRow(json, {{"method", method}, {"source", "y"}, {"target", "x"}});
        for (const char *metric : {"jaccard", "mrr", "mrr_at_k", "cosine", "p_at_1", "p_at_5", "p_at_10", "csls_mrr",
                                   "csls_p_at_1", "jaccard_in_target"}) {
            const QJsonObject value = row[metric].toObject();
            QVERIFY2(value["mean"].isDouble() && value["std"].isDouble(), metric);
            QCOMPARE(value["values"].toArray().size(), 1);
        }
    }
    QVERIFY(findRow(json, {{"method", "GT"}, {"source", "x"}})["mrr"].toObject()["mean"].toDouble() > 0.9);
}

/// Rows and similarity of canonical maps: available with the canonical path, and explained with other methods.
void TestCli::canonicalRows()
{
    const QStringList many{"--anchors", "60", "--seeds", "30"};
    const QStringList retrieval =
        QStringList{"retrieval", m_data, "--json", "--methods", "gt,canonical,GT-canonical"} + many;
    const CliRun found = runCli(retrieval);
    QCOMPARE(found.exitCode, 0);
    QCOMPARE(found.json()["rows"].toArray().size(), 6);
    const auto figure = [](const CliRun &run, const char *method, const char *metric) {
        return findRow(run.json(), {{"method", method}, {"source", "x"}})[metric].toObject()["mean"].toDouble();
    };
    QVERIFY(figure(found, "canonical", "mrr") > 0.9);
    QVERIFY(found.json()["warnings"].toArray().isEmpty());

    const CliRun byAdam = runCli(retrieval + QStringList{"--method", "adam", "--iterations", "3"});
    QCOMPARE(byAdam.exitCode, 0);
    QCOMPARE(byAdam.json()["rows"].toArray().size(), 2);
    const auto warnings = byAdam.json()["warnings"].toArray();
    QVERIFY(std::any_of(warnings.begin(), warnings.end(), [](const QJsonValue &warning) {
        return isSaid(warning.toString(), "“Found, canonical” and “True, canonical”");
    }));

    const CliRun similar = runCli(retrieval + QStringList{"--similarity", "canonical"});
    QCOMPARE(similar.json()["similarity"].toString(), "canonical");
    QCOMPARE(figure(similar, "canonical", "cosine"), figure(found, "canonical", "cosine"));
    QVERIFY(figure(similar, "GT", "cosine") != figure(found, "GT", "cosine"));
    for (const QStringList &refused : {retrieval + QStringList{"--method", "alternating"},
                                       QStringList{"experiment", "anchor-count", m_data, "--json"},
                                       QStringList{"health", m_data, "--seeds-only", "--json"}}) {
        const CliRun run = runCli(refused + QStringList{"--similarity", "canonical"});
        QCOMPARE(run.exitCode, 2);
        QVERIFY(isSaid(run.json()["error"].toObject()["message"].toString(), "The similarity canonical needs"));
    }

    // A session contains the maps.
    const QString out = m_folder.filePath("canonical.ascope");
    QCOMPARE(runCli(QStringList{"optimize", m_data, "--out", out, "--similarity", "canonical"} + many).exitCode, 0);
    const CliRun later = runCli({"retrieval", m_data, "--session", out, "--json"});
    QCOMPARE(later.exitCode, 0);
    QCOMPARE(figure(later, "canonical", "cosine"), figure(found, "canonical", "cosine"));
    QCOMPARE(figure(later, "GT", "cosine"), figure(similar, "GT", "cosine"));
}

/// --partners K writes the K best candidates, of which the first is the match in --correspondence.
void TestCli::matchLists()
{
    const QString one = m_folder.filePath("one.csv"), several = m_folder.filePath("several.csv");
    const QStringList optimize = QStringList{"optimize", m_data, "--json"} + small;
    QCOMPARE(runCli(optimize + QStringList{"--correspondence", one}).exitCode, 0);
    const QStringList partners = linesOf(one);
    QCOMPARE(partners[0], "y_id,x_id,score,margin,mutual,probability");
    for (const int count : {3, 1}) { // an existing file of the same kind is replaced
        const QStringList best{"--correspondence", several, "--partners", QString::number(count)};
        QCOMPARE(runCli(optimize + best).exitCode, 0);
        const QStringList lists = linesOf(several);
        QCOMPARE(lists[0], "y_id,rank,x_id,score");
        QCOMPARE(lists.size() - 1, count * (partners.size() - 1));
        for (qsizetype j = 1; j < partners.size(); ++j) {
            const QStringList partner = partners[j].split(','), first = lists[count * (j - 1) + 1].split(',');
            QCOMPARE(first, (QStringList{partner[0], "1", partner[1], partner[2]}));
            const QStringList second = count > 1 ? lists[count * (j - 1) + 2].split(',') : QStringList();
            QVERIFY(count == 1 || (second[0] == partner[0] && second[1] == "2"));
            QVERIFY(count == 1 ||
                    std::abs(partner[2].toDouble() - second[3].toDouble() - partner[3].toDouble()) < 1e-5);
        }
    }
    QCOMPARE(runCli(optimize + QStringList{"--partners", "3"}).exitCode, 2);
    QCOMPARE(
        runCli(optimize + QStringList{"--partners", "3", "--optimize-side", "x", "--correspondence", several}).exitCode,
        2);
    QCOMPARE(runCli(optimize + QStringList{"--partners", "3", "--correspondence", one}).exitCode,
             2); // another kind
}

/// The estimate in the JSON counts all matches that are written, including those of items without a partner.
/// --precision keeps matches that are probably correct.
void TestCli::missingPartners()
{
    const QString first = m_folder.filePath("first.vec"), second = m_folder.filePath("second.vec"),
                  pairs = m_folder.filePath("shared.csv"), found = m_folder.filePath("found.csv");
    writePartlyShared(first, second, pairs);
    const QStringList optimize{"optimize", first + ',' + second, "--pair", "none",   "--seed-pairs", pairs,
                               "--json",   "--correspondence",   found,    "--force"};
    const auto rightOf = [&] {
        int written = 0, right = 0;
        for (const QString &line : linesOf(found).mid(1)) {
            const QStringList cells = line.split(',');
            written += !cells[1].isEmpty();
            right += cells[0] == cells[1];
        }
        return std::pair(written, static_cast<double>(right) / written);
    };
    const CliRun all = runCli(optimize);
    QCOMPARE(all.exitCode, 0);
    const auto [written, right] = rightOf();
    const QJsonObject json = all.json(), estimate = json["estimated_right"].toObject(),
                      partners = json["share_with_partner"].toObject();
    QCOMPARE(written, 600);
    QVERIFY(right < 0.45);
    QVERIFY(estimate["low"].toDouble() <= right && right <= estimate["high"].toDouble());
    QVERIFY(partners["low"].toDouble() <= 0.4 && 0.4 <= partners["high"].toDouble());
    QVERIFY(json["estimated_right_given_partner"].toObject()["value"].toDouble() > 0.85);
    QVERIFY(std::abs(json["written"].toObject()["precision"].toDouble() - estimate["value"].toDouble()) < 0.01);
    QCOMPARE(json["headline"].toString(), "Partly aligned");

    const CliRun some = runCli(optimize + QStringList{"--precision", "0.8"});
    QCOMPARE(some.exitCode, 0);
    const auto [kept, precision] = rightOf();
    QCOMPARE(some.json()["written"].toObject()["matches"].toInt(), kept);
    QVERIFY2(kept > 120 && precision >= 0.77, qPrintable(QString("%1: %2").arg(kept).arg(precision)));
    QCOMPARE(runCli(QStringList{"optimize", m_data, "--precision", "0.8"} + small).exitCode, 2);
}

/// --confirmed leaves some items without a match; the others keep their match, which is mutual.
void TestCli::confirmedMatches()
{
    const QString all = m_folder.filePath("all.csv"), sure = m_folder.filePath("sure.csv");
    const QStringList optimize = QStringList{"optimize", m_data, "--method", "canonical"} + small;
    QCOMPARE(runCli(optimize + QStringList{"--correspondence", all}).exitCode, 0);
    QCOMPARE(runCli(optimize + QStringList{"--correspondence", sure, "--confirmed"}).exitCode, 0);
    const QStringList every = linesOf(all), some = linesOf(sure);
    QCOMPARE(some.size(), every.size());
    int kept = 0;
    for (qsizetype j = 1; j < some.size(); ++j) {
        const QStringList one = some[j].split(','), other = every[j].split(',');
        QCOMPARE(one[0], other[0]);
        QVERIFY(one[1].isEmpty() || (one[1] == other[1] && other[4] == "1"));
        kept += !one[1].isEmpty();
    }
    QVERIFY(kept > some.size() / 2 && kept < some.size());
    for (const QStringList &wrong : {QStringList{"--confirmed"},
                                     {"--confirmed", "--correspondence", sure, "--partners", "3"},
                                     {"--confirmed", "--correspondence", sure, "--method", "adam"}})
        QCOMPARE(runCli(QStringList{"optimize", m_data} + small + wrong).exitCode, 2);
}

void TestCli::everyMetricIsInJsonAndTable()
{
    const QStringList command = QStringList{"retrieval", m_data, "--k", "7"} + small;
    const QJsonObject json = runCli(command + QStringList{"--json"}).json();
    const QString heading = QString::fromUtf8(runCli(command).output).section('\n', 0, 0);
    const QJsonObject row = findRow(json, {{"method", "GT"}, {"source", "x"}});
    qsizetype place = -1;
    for (const Metric &metric : metrics()) {
        QVERIFY2(row[metric.id].toObject()["mean"].isDouble(), metric.id);
        const QString label = QString(metric.label).replace("@K", "@7");
        const qsizetype next = heading.indexOf("  " + label, place + 1);
        QVERIFY2(next > place, qPrintable(heading));
        place = next;
    }
}

void TestCli::everyExperimentIsACommand()
{
    const QString overview = QString::fromUtf8(runCli({"--help"}).output);
    for (const Experiment &experiment : experiments()) {
        QVERIFY2(overview.contains("experiment " + QString(experiment.id)), experiment.id);
        QVERIFY2(overview.contains(QString(experiment.about)), experiment.id);
        const CliRun run = runCli({"experiment", experiment.id, "--help"});
        QCOMPARE(run.exitCode, 0);
        QVERIFY2(QString::fromUtf8(run.output).contains("--repeats"), experiment.id);
    }
}

void TestCli::experimentKeys()
{
    const CliRun run =
        runCli(QStringList{"experiment", "retrieval", m_data, "--json", "--repeats", "2", "--first-seed", "3"} + small);
    QCOMPARE(run.exitCode, 0);
    const QJsonArray runs = run.json()["runs"].toArray();
    QCOMPARE(runs.size(), 2);
    QCOMPARE(runs[1].toObject()["seed"].toInt(), 4);
    for (const char *key :
         {"iterations", "termination", "seconds", "seconds_per_correspondence", "right", "start", "method_used"})
        QVERIFY2(runs[0].toObject().contains(key), key);
    const QJsonObject mrr = findRow(run.json(), {{"method", "Seed"}})["mrr"].toObject();
    const QJsonArray values = mrr["values"].toArray();
    QCOMPARE(values.size(), 2);
    const double a = values[0].toDouble(), b = values[1].toDouble();
    QVERIFY(std::abs(mrr["mean"].toDouble() - (a + b) / 2) < 1e-12);
    QVERIFY(std::abs(mrr["std"].toDouble() - std::abs(a - b) / std::sqrt(2.0)) < 1e-12);
}

void TestCli::stitchKeys()
{
    for (const QStringList &command : {QStringList{"stitch"}, {"experiment", "stitching", "--repeats", "2"}}) {
        const CliRun run = runCli(command + QStringList{m_data, "--json"} + small);
        QCOMPARE(run.exitCode, 0);
        const QJsonObject json = run.json();
        QCOMPARE(json["classes"], QJsonValue(QJsonArray{"a", "b", "c"}));
        QCOMPARE(json["train_items"].toInt(), 168);
        QCOMPARE(json["test_items"].toInt(), 72);
        QCOMPARE(json["head"].toString(), "softmax");
        QCOMPARE(json["rows"].toArray().size(), 64); // sixteen methods, four pairs of spaces
        const QJsonObject row =
            findRow(json, {{"representation", "AO continuous"}, {"train_space", "x"}, {"test_space", "y"}});
        QVERIFY(row["possible"].toBool());
        for (const char *key : {"accuracy", "weighted_f1", "macro_f1"})
            QVERIFY2(row[key].toObject()["mean"].isDouble(), key);
        QVERIFY(row["mae"].toObject()["mean"].isNull()); // a, b and c are not numbers
        QVERIFY(row["accuracy"].toObject()["mean"].toDouble() > 0.9);
        int items = 0;
        for (const QJsonValue &line : row["confusion"].toArray())
            for (const QJsonValue &cell : line.toArray())
                items += cell.toInt();
        QCOMPARE(items, 72);
    }
}

/// X → Y: vectors of X, classified by the classifier of Y.
void TestCli::arrowsFollowTheVectors()
{
    const QStringList command = QStringList{"stitch", "examples/data/digits.h5", "--methods", "absolute"} + small;
    const auto accuracy = [json = runCli(command + QStringList{"--json"}).json()](const char *train, const char *test) {
        const QJsonObject row =
            findRow(json, {{"representation", "Absolute"}, {"train_space", train}, {"test_space", test}});
        return QString::number(row["accuracy"].toObject()["mean"].toDouble(), 'f', 3);
    };
    QVERIFY(accuracy("x", "y") != accuracy("y", "x"));
    const QString text = QString::fromUtf8(runCli(command).output);
    QVERIFY2(text.contains("vectors → classifier"), qPrintable(text));
    const auto printed = QRegularExpression("Absolute +X → Y +([0-9.]+)").match(text);
    QVERIFY2(printed.hasMatch(), qPrintable(text));
    QCOMPARE(printed.captured(1), accuracy("y", "x"));
}

void TestCli::absoluteIsNotPossible()
{
    MadeData made;
    made.space(1).vectors = made.space(1).vectors.leftCols(9).eval();
    const QString path = made.save(m_folder, "unequal.h5");
    const QJsonObject stitched = runCli(QStringList{"stitch", path, "--json"} + small).json();
    const QJsonObject row = findRow(stitched, {{"representation", "Absolute"}});
    QVERIFY(row.contains("possible") && !row["possible"].toBool());
    QVERIFY(row["accuracy"].toObject()["mean"].isNull());
    QVERIFY(
        findRow(runCli(QStringList{"retrieval", path, "--json"} + small).json(), {{"method", "Absolute"}}).isEmpty());
}

void TestCli::truthDoesNotLeak()
{
    MadeData made, blind;
    QByteArray seeds = "x_id,y_id\n";
    for (int i = 0; i < 8; ++i)
        seeds += QString("item %1,item %1\n").arg(i * 20).toUtf8();
    for (int i = 0; i < 240; ++i) {
        if (i % 20 != 0 || i >= 160)
            blind.items().ids[i] = "unknown " + std::to_string(hashBits(5, 0, i, 0));
    }
    const QString list = test::writeText(m_folder, "seeds.csv", seeds);
    const QString known = m_folder.filePath("known.csv"), unknown = m_folder.filePath("unknown.csv");
    const QStringList common{"--json", "--anchors", "40", "--seed-pairs", list, "--correspondence"};
    const CliRun open = runCli(QStringList{"optimize", m_data} + common + QStringList{known});
    const CliRun shut = runCli(QStringList{"optimize", blind.save(m_folder, "blind.h5"), "--pair", "none"} + common +
                               QStringList{unknown});
    QCOMPARE(open.exitCode, 0);
    QCOMPARE(shut.exitCode, 0);
    QVERIFY(open.json()["final"].toObject()["right"].toDouble() > 0.95);
    QVERIFY(shut.json()["final"].toObject()["right"].isNull());
    QCOMPARE(shut.json()["final"].toObject()["loss"], open.json()["final"].toObject()["loss"]);
    const QByteArrayList a = fileBytes(known).split('\n'), b = fileBytes(unknown).split('\n');
    QCOMPARE(a.size(), 242); // heading, 240 items, the end
    QCOMPARE(b.size(), a.size());
    const auto rowOf = [](const MadeData &data, const QByteArray &id) {
        const auto &ids = data.dataset.items->ids;
        return std::find(ids.begin(), ids.end(), id.toStdString()) - ids.begin();
    };
    for (qsizetype i = 1; i <= 240; ++i) {
        const QByteArrayList left = a[i].split(','), right = b[i].split(',');
        QCOMPARE(rowOf(blind, right[1]), rowOf(made, left[1]));
        QCOMPARE(right.mid(2), left.mid(2)); // score, margin, mutual
    }
}

void TestCli::twoFilesWithoutCommonIds()
{
    MadeData ofX, ofY;
    QByteArray seeds;
    for (int i = 0; i < 240; ++i) {
        ofX.items().ids[i] = "left " + std::to_string(i);
        ofY.items().ids[i] = "right " + std::to_string(i);
        if (i < 15)
            seeds += QString("left %1,right %1\n").arg(i * 16).toUtf8();
    }
    const QString data = ofX.save(m_folder, "left.h5", {0}) + ',' + ofY.save(m_folder, "right.h5", {1});
    const QString out = m_folder.filePath("found.csv");
    const CliRun run = runCli({"optimize", data, "--seed-pairs", test::writeText(m_folder, "fifteen.csv", seeds),
                               "--anchors", "60", "--correspondence", out, "--json"});
    QCOMPARE(run.exitCode, 0);
    QCOMPARE(run.json()["seeds"].toInt(), 15);
    QVERIFY(run.json()["final"].toObject()["right"].isNull());
    int correct = 0;
    for (const QByteArray &line : fileBytes(out).split('\n')) {
        const QByteArrayList fields = line.split(',');
        correct += fields.size() == 6 && QByteArray(fields[0]).replace("right", "left") == fields[1];
    }
    QVERIFY2(correct > 228, qPrintable(QString::number(correct)));

    const CliRun scored =
        runCli({"retrieval", data, "--seed-pairs", m_folder.filePath("fifteen.csv"), "--anchors", "60", "--json"});
    QCOMPARE(scored.exitCode, 0);
    QVERIFY(findRow(scored.json(), {{"method", "GT"}}).isEmpty());
    const QJsonObject row = findRow(scored.json(), {{"method", "AO continuous"}});
    QVERIFY(!row.isEmpty() && row["mrr"].toObject()["mean"].isNull());
    QVERIFY(!scored.json()["warnings"].toArray().isEmpty());
}

void TestCli::sideX()
{
    const QString out = m_folder.filePath("sidex.csv");
    const CliRun run =
        runCli(QStringList{"optimize", m_data, "--optimize-side", "x", "--correspondence", out, "--json"} + small);
    QCOMPARE(run.exitCode, 0);
    QCOMPARE(run.json()["optimize_side"].toString(), "x");
    const QByteArrayList second = fileBytes(out).split('\n')[2].split(',');
    QCOMPARE(second[1], QByteArray("item 1")); // the columns keep their names: x_id is an item of X
    QVERIFY(run.json()["final"].toObject()["right"].toDouble() > 0.95);
}

void TestCli::sessionOfARun()
{
    const QString out = m_folder.filePath("run.ascope");
    const CliRun run = runCli(QStringList{"optimize", m_data, "--out", out, "--first-seed", "2", "--json"} + small);
    QCOMPARE(run.exitCode, 0);
    QCOMPARE(run.json()["out"].toString(), out);
    // Anchors of the session give the same results as finding them again.
    const CliRun direct = runCli(QStringList{"retrieval", m_data, "--first-seed", "2", "--json"} + small);
    const CliRun later = runCli({"retrieval", m_data, "--session", out, "--first-seed", "2", "--json"});
    QCOMPARE(later.exitCode, 0);
    QCOMPARE(later.json()["rows"], direct.json()["rows"]);
    QCOMPARE(later.json()["anchors"].toInt(), 40);
    // The reported run is the session's.
    const QJsonObject then = later.json()["runs"].toArray()[0].toObject();
    for (const char *key : {"seed", "iterations", "termination", "right", "start", "method_used"})
        QCOMPARE(then[key], run.json()[key]);
    QVERIFY(later.json()["warnings"].toArray().isEmpty());
    const auto saved = io::loadSession(out.toStdString());
    QVERIFY(saved.ok());
    QStringList others; // settings for the next run that are not those of this one
    test::compareMembers("", saved->options, saved->runs[0].options, false, [&](const std::string &field, bool same) {
        if (!same)
            others << QString::fromStdString(field);
    });
    QCOMPARE(others, QStringList());
    QCOMPARE(saved->randomSeed, std::uint64_t(2));
    QCOMPARE(saved->anchorCount, Index(40));
    const CliRun stitched = runCli({"stitch", m_data, "--session", out, "--json"});
    QCOMPARE(stitched.exitCode, 0);
    io::Session two = *saved;
    two.runs.push_back(two.runs[0]);
    two.runs[1].summary.anchorsOfY = two.runs[0].summary.anchorsOfY.colwise().reverse().eval();
    QJsonArray rows[3]; // rows of the session with one run; rows of two runs if the first or the second is chosen
    for (int which = 0; which < 3; ++which) {
        two.chosenRun = which - 1;
        const QString path = which == 0 ? out : m_folder.filePath("two.ascope");
        QVERIFY(which == 0 || io::saveSession(path.toStdString(), two));
        rows[which] = runCli({"retrieval", m_data, "--session", path, "--json"}).json()["rows"].toArray();
    }
    QCOMPARE(rows[1], rows[0]);
    QVERIFY(rows[2] != rows[0]);

    MadeData changed;
    changed.space(0).vectors(0, 0) += 1;
    const CliRun warned = runCli({"retrieval", changed.save(m_folder, "changed.h5"), "--session", out, "--json"});
    QCOMPARE(warned.exitCode, 0);
    QVERIFY(isSaid(warned.errors, "not the same data"));
    const CliRun tooShort = runCli({"retrieval", m_data, "--max-items", "50", "--session", out, "--json"});
    QCOMPARE(tooShort.exitCode, 2);
    QCOMPARE(tooShort.error()["code"].toString(), "other-data");
}

/// The file is replaced during the run: the session describes the data that it was computed from.
void TestCli::sessionOfReplacedData()
{
    const QString data = m_folder.filePath("replaced.h5"), out = m_folder.filePath("replaced.ascope");
    MadeData changed;
    changed.space(0).vectors(0, 0) += 1;
    const QString other = changed.save(m_folder, "replacing.h5");
    QVERIFY(QFile::copy(m_data, data));
    QProcess process;
    process.start(qEnvironmentVariable("ANCHORSCOPE_TEST_BIN") + "/anchorscope-cli",
                  QStringList{"optimize", data, "--out", out, "--method", "adam", "--iterations", "100000000",
                              "--learning-rate", "1e-9", "--time-limit", "2", "--progress"} +
                      small);
    QByteArray errors;
    while (!errors.contains("optimizing") && process.waitForReadyRead(60000))
        errors += process.readAllStandardError();
    QVERIFY(QFile::remove(data) && QFile::rename(other, data));
    QVERIFY(process.waitForFinished(60000));
    QCOMPARE(process.exitCode(), 0);
    QVERIFY(isSaid(runCli({"retrieval", data, "--session", out}).errors, "not the same data"));
    QVERIFY(!runCli({"retrieval", m_data, "--session", out}).errors.contains("not the same data"));
    // The spaces of the session are those of the next command.
    const QStringList swapped{"optimize", m_data, "-x", "beta", "-y", "alpha", "--out", out, "--force"};
    QCOMPARE(runCli(swapped + small).exitCode, 0);
    const CliRun again = runCli({"retrieval", m_data, "--session", out, "--json"});
    QCOMPARE(again.json()["settings"].toObject()["x"].toString(), QString("beta"));
    QVERIFY(!again.errors.contains("not the same data"));
}

void TestCli::tablesForPeople()
{
    const CliRun run = runCli(QStringList{"retrieval", m_data} + small);
    QCOMPARE(run.exitCode, 0);
    QVERIFY(run.output.contains("Found, continuous") && run.output.contains("Jaccard@10"));
    for (const char *id : {"GT", "Seed ", "AO "}) // names are those of the window; ids are in JSON
        QVERIFY2(!run.output.contains(id), run.output);
    QVERIFY(!run.output.contains('{'));
    const CliRun few = runCli({"retrieval", m_data, "--anchors", "2", "--seeds", "2"});
    QCOMPARE(few.exitCode, 0);
    QVERIFY2(few.output.contains("too few anchors"), few.output);
    QVERIFY(runCli({"info", m_data}).output.contains("240 pairs"));
    QVERIFY(runCli(QStringList{"stitch", m_data} + small).output.contains("accuracy"));
    // The result comes first, then the course of the run.
    const QByteArray found = runCli(QStringList{"optimize", m_data} + small).output;
    QVERIFY2(found.indexOf("of the matches agree with the known pairing") > 0, found);
    QVERIFY2(found.indexOf("of the matches agree") < found.indexOf(" iterations in "), found);
    static const QRegularExpression numbers("[0-9][0-9.e+-]*");
    for (const QStringList &options :
         {QStringList{"--method", "adam", "--starts", "2", "--iterations", "3"}, QStringList{"--hints", "label"}}) {
        const CliRun text = runCli(QStringList{"optimize", m_data} + small + options);
        QVERIFY(isSaid(QString::fromUtf8(text.output).replace(numbers, "0"), "iterations in 0 s"));
        const QJsonValue hint = runCli(QStringList{"optimize", m_data, "--json"} + small + options).json()["hint"];
        const auto percent = [&](const char *key) { return QString::number(100 * hint[key].toDouble(), 'f', 0); };
        const QString shown = "removes " + percent("entropy_removed") + "% of the entropy of the pairing; " +
                              percent("agreeing") + "% of the known pairs agree with it, " +
                              percent("agreeing_by_chance") + "% of all pairs\n";
        QCOMPARE(QString::fromUtf8(text.output).contains(shown), options.contains("--hints"));
    }
}

void TestCli::progressOnDemand()
{
    QVERIFY(runCli(QStringList{"optimize", m_data} + small).errors.isEmpty());
    const CliRun run = runCli(QStringList{"optimize", m_data, "--progress"} + small);
    QVERIFY2(run.errors.contains('%'), run.errors);
}

QTEST_GUILESS_MAIN(TestCli)
#include "tst_cli.moc"
