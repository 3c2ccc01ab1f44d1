// SPDX-License-Identifier: GPL-3.0-or-later
// Malicious files, and files of newer versions: the program answers with a sentence, quickly, and without using much
// memory or disk.
#include "io/session/session.h"
#include "support/clirun.h"
#include "support/processortime.h"
#include "support/rows.h"
#include "support/sentences.h"

#include <QCryptographicHash>
#include <QDir>
#include <QJsonArray>

#include <sys/resource.h>

using namespace anchorscope;
using namespace anchorscope::test;

using Change = std::function<void(io::Session &)>;
Q_DECLARE_METATYPE(Change)

namespace {

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
constexpr bool isPlain = false;
#else
constexpr bool isPlain = true;
#endif

QString errorOf(const CliRun &run)
{
    return run.error()["code"].toString() + ": " + run.error()["message"].toString() + " " +
           run.error()["file"].toString() + " " + run.error()["place"].toString();
}

QByteArray zeros(int megabytes)
{
    return QByteArray(megabytes << 20, '\0');
}

QByteArray gzipped(const QByteArray &bytes)
{
    QProcess gzip;
    gzip.start("gzip", {"-9", "-c"});
    gzip.write(bytes);
    gzip.closeWriteChannel();
    gzip.waitForFinished();
    return gzip.readAllStandardOutput();
}

QByteArray safetensors(const QByteArray &header, const QByteArray &values)
{
    QByteArray bytes(8, '\0');
    for (int i = 0; i < 8; ++i)
        bytes[i] = static_cast<char>(static_cast<quint64>(header.size()) >> 8 * i);
    return bytes + header + values;
}

} // namespace

class TestUnsafeFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void sessionsAreChecked_data();
    void sessionsAreChecked();
    void invalidPartnersAreDropped();
    void checkpointWithForgedPartners_data();
    void checkpointWithForgedPartners();
    void checkpointsCompareFilesByContent();
    void namedFilesStayInTheFolder_data();
    void namedFilesStayInTheFolder();
    void tensorsNamedOftenShareOneBudget();
    void bombsAreRefusedEarly();
    void headersOfTensorsTakeNoMemory();
    void diskErrorIsNotAnUnknownFormat();

private:
    QString save(const QString &name, const QByteArray &bytes) const { return writeText(m_folder, name, bytes); }

    QTemporaryDir m_folder;
    QString m_data, m_session;
};

void TestUnsafeFiles::initTestCase()
{
    m_data = MadeData(60).save(m_folder, "own.h5");
    m_session = m_folder.filePath("run.ascope");
    const CliRun run = runCli({"optimize", m_data, "--anchors", "20", "--seeds", "6", "--out", m_session});
    QVERIFY2(run.exitCode == 0, run.errors.constData());
}

void TestUnsafeFiles::sessionsAreChecked_data()
{
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("place");
    const auto row = [](const char *name, const Change &change, const char *code, const char *place) {
        QTest::newRow(name) << change << QString(code) << QString(place);
    };
    row(
        "no discrete anchors", [](io::Session &s) { s.runs[0].summary.discreteOfY.clear(); }, "damaged-file",
        "discrete_of_y");
    row(
        "method of a newer version", [](io::Session &s) { s.runs[0].options.method = "quantum"; }, "newer-version",
        "/runs/0/options/method");
    row(
        "method in the dock", [](io::Session &s) { s.options.method = "quantum"; }, "newer-version", "/options/method");
    row(
        "start", [](io::Session &s) { s.options.start = "quantum"; }, "newer-version", "/options/start");
    row(
        "candidates", [](io::Session &s) { s.runs[0].options.candidates = "quantum"; }, "newer-version",
        "/runs/0/options/candidates");
    row(
        "similarity", [](io::Session &s) { s.similarity = "quantum"; }, "newer-version", "/similarity");
    row(
        "transform", [](io::Session &s) { s.transform = "quantum=3"; }, "newer-version", "/transform");
    row(
        "transform of a run", [](io::Session &s) { s.runs[0].transform = "quantum=3"; }, "newer-version",
        "/runs/0/transform");
}

void TestUnsafeFiles::sessionsAreChecked()
{
    QFETCH(Change, change);
    QFETCH(QString, code);
    QFETCH(QString, place);
    auto session = io::loadSession(m_session.toStdString());
    QVERIFY(session.ok());
    change(*session);
    const auto bytes = io::encodeSession(*session);
    QVERIFY(bytes.ok());
    const QString path = save("changed.ascope", QByteArray::fromStdString(*bytes));
    for (const QStringList &line : {QStringList{"health", m_data}, QStringList{"retrieval", m_data}}) {
        const CliRun run = runCli(line + QStringList{"--session", path, "--json"});
        QVERIFY2(run.exitCode > 0 && run.error()["code"].toString() == code, qPrintable(errorOf(run)));
        QVERIFY2(errorOf(run).contains(place), qPrintable(errorOf(run)));
        QVERIFY2(code != "newer-version" || errorOf(run).contains("quantum"), qPrintable(errorOf(run)));
    }
}

/// Matches beyond the items, as from a session of other data: they are dropped, and only the anchors are used.
void TestUnsafeFiles::invalidPartnersAreDropped()
{
    auto session = io::loadSession(m_session.toStdString());
    QVERIFY(session.ok());
    QVERIFY(!session->runs[0].summary.correspondence.empty());
    const QStringList line{"candidates", m_data, "item 5", "--pair", "none", "--json", "--session"};
    for (const ItemIndex item : {60, 2000000000}) {
        session->runs[0].summary.correspondence[3] = item;
        const QString path = save("far.ascope", QByteArray::fromStdString(*io::encodeSession(*session)));
        const CliRun run = runCli(line + QStringList{path});
        QVERIFY2(run.exitCode == 0, run.errors.constData());
    }
}

void TestUnsafeFiles::checkpointWithForgedPartners_data()
{
    QTest::addColumn<int>("item");
    row("beyond the items", 60);
    row("far beyond them", 2000000000);
    row("negative", -2); // −1 means no match
}

/// The checksum is correct but the matches are not items: they are searched again, and the file is repaired.
void TestUnsafeFiles::checkpointWithForgedPartners()
{
    QFETCH(int, item);
    const QString path = m_folder.filePath("forged.json");
    QFile::remove(path);
    const QStringList line{"optimize", m_data, "--anchors", "20", "--seeds", "6", "--json", "--checkpoint", path};
    const CliRun good = runCli(line);
    QVERIFY2(good.exitCode == 0, good.errors.constData());
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray written = file.readAll();
    file.close();
    QJsonObject stored = QJsonDocument::fromJson(written).object();
    QJsonArray searches = stored["measured"].toObject()["searches"].toArray();
    QVERIFY(searches.size() > 1);
    QByteArray bytes = QByteArray::fromBase64(searches[0].toString().toLatin1());
    bytes.replace(4, 4, QByteArray(reinterpret_cast<const char *>(&item), 4));
    searches[0] = QString::fromLatin1(bytes.toBase64());
    const QJsonObject measured{{"searches", searches}};
    stored["measured"] = measured;
    stored["checksum"] = QString::fromLatin1(
        QCryptographicHash::hash(QJsonDocument(measured).toJson(QJsonDocument::Compact), QCryptographicHash::Sha256)
            .toHex());
    QVERIFY(!save("forged.json", QJsonDocument(stored).toJson()).isEmpty());
    const CliRun again = runCli(line);
    QVERIFY2(again.exitCode == 0, again.errors.constData());
    QVERIFY(isSaid(again.errors, "not items of these data"));
    QCOMPARE(again.json()["final"], good.json()["final"]);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), written);
}

/// Files are compared by content: the same data under other paths are the same; other data under the same path are not.
void TestUnsafeFiles::checkpointsCompareFilesByContent()
{
    const QString path = m_folder.filePath("spelled.json");
    QVERIFY(QFile::copy(m_data, m_folder.filePath("copy.h5")));
    const QString seeds = save("seeds.csv", "x_id,y_id\nitem 1,item 1\nitem 2,item 2\nitem 3,item 3\nitem 4,item 4\n");
    const auto run = [&](const QString &data, const QString &pairs) {
        return runCli({"optimize", data, "--anchors", "20", "--seed-pairs", pairs, "--json", "--checkpoint", path});
    };
    const CliRun first = run(m_data, seeds);
    QVERIFY2(first.exitCode == 0, first.errors.constData());
    for (const QString &data : {m_folder.path() + "/./own.h5", m_folder.path() + "//own.h5",
                                QDir::current().relativeFilePath(m_data), m_folder.filePath("copy.h5")}) {
        const CliRun again = run(data, m_folder.path() + "/./seeds.csv");
        QVERIFY2(again.exitCode == 0, again.output + again.errors);
        QCOMPARE(again.json()["final"], first.json()["final"]);
    }
    save("seeds.csv", "x_id,y_id\nitem 1,item 1\nitem 2,item 2\nitem 3,item 3\nitem 7,item 7\n");
    QCOMPARE(run(m_data, seeds).error()["code"].toString(), QString("wrong-usage"));
}

void TestUnsafeFiles::namedFilesStayInTheFolder_data()
{
    QTest::addColumn<QString>("tensor");
    QTest::addColumn<QString>("metadata");
    QTest::addColumn<QString>("named"); // expected in the error; empty: the file opens
    row("beside it", "t.tsv", "m.tsv", "");
    row("in a folder below", "below/t.tsv", "./below/m.tsv", "");
    row("a link to a file beside it", "link.tsv", "m.tsv", "");
    row("absolute metadata", "t.tsv", "/etc/group", "/etc/group");
    row("absolute tensor", "/etc/passwd", "m.tsv", "/etc/passwd");
    row("the folder above", "t.tsv", "../secret.tsv", "../secret.tsv");
    row("above by a detour", "t.tsv", "below/../../secret.tsv", "secret.tsv");
    row("a link to the outside", "t.tsv", "out.tsv", "out.tsv");
    row("a linked folder outside", "t.tsv", "outside/secret.tsv", "outside/secret.tsv");
    row("the network", "https://example.org/t.tsv", "m.tsv", "https://example.org");
}

void TestUnsafeFiles::namedFilesStayInTheFolder()
{
    QFETCH(QString, tensor);
    QFETCH(QString, metadata);
    QFETCH(QString, named);
    const QDir home(m_folder.path());
    QVERIFY(home.mkpath("named/below"));
    const QByteArray tensors = "1.5\t2\n3\t4\n5\t6.5\n", names = "one\ntwo\nthree\n";
    save("secret.tsv", names);
    for (const char *folder : {"named/", "named/below/"}) {
        save(QString(folder) + "t.tsv", tensors);
        save(QString(folder) + "m.tsv", names);
    }
    QFile::link("t.tsv", home.filePath("named/link.tsv"));
    QFile::link("../secret.tsv", home.filePath("named/out.tsv"));
    QFile::link("..", home.filePath("named/outside"));
    const QJsonObject entry{
        {"tensorName", "t"}, {"tensorShape", QJsonArray{3, 2}}, {"tensorPath", tensor}, {"metadataPath", metadata}};
    const QString config =
        save("named/config.json", QJsonDocument(QJsonObject{{"embeddings", QJsonArray{entry}}}).toJson());
    const CliRun run = runCli({"info", config, "--json"});
    if (named.isEmpty()) {
        QVERIFY2(run.exitCode == 0, run.output + run.errors);
        return;
    }
    QCOMPARE(run.error()["code"].toString(), QString("outside-file"));
    QVERIFY(isSaid(run.error()["message"].toString(), named));
}

/// 3 000 names of 1 MB each are 3 GB, in one file or several.
void TestUnsafeFiles::tensorsNamedOftenShareOneBudget()
{
    QVERIFY(!save("t.bytes", zeros(1)).isEmpty());
    QJsonArray entries;
    for (int i = 0; i < 4000; ++i)
        entries << QJsonObject{
            {"tensorName", QString("t%1").arg(i)}, {"tensorShape", QJsonArray{4096, 64}}, {"tensorPath", "t.bytes"}};
    const QString config =
        save("often.json", QJsonDocument(QJsonObject{{"embeddings", entries}}).toJson(QJsonDocument::Compact));
    QProcess limited; // a third of 6 GB
    limited.start("bash",
                  {"-c", "ulimit -v 6000000; exec \"$@\"", "bash",
                   qEnvironmentVariable("ANCHORSCOPE_TEST_BIN") + "/anchorscope-cli", "info", config, "--json"});
    QVERIFY(limited.waitForFinished(60000));
    const QJsonObject error = QJsonDocument::fromJson(limited.readAllStandardOutput()).object()["error"].toObject();
    QCOMPARE(error["code"].toString(), QString("too-large"));
}

void TestUnsafeFiles::bombsAreRefusedEarly()
{
    const QByteArray member = gzipped(zeros(10));
    QVERIFY(member.size() < 20000 && member.size() > 1000);
    QByteArray bytes;
    for (int i = 0; i < 200; ++i) // 2 GB
        bytes += member;
    const QString bomb = save("bomb.csv.gz", bytes);
    const double before = processorSeconds(RUSAGE_CHILDREN);
    const CliRun run = runCli({"info", bomb, "--json"});
    QCOMPARE(run.error()["code"].toString(), QString("too-large"));
    QVERIFY(isSaid(run.error()["message"].toString(), "200 times"));
    QVERIFY(processorSeconds(RUSAGE_CHILDREN) - before < 5);
    // A table of zeros is unusual but opens.
    QByteArray table = "id,a,b,c,d\n";
    for (int row = 0; row < 100000; ++row)
        table += "w" + QByteArray::number(row) + (row % 50 ? ",0,0,0,0\n" : ",1,0.5,0,2\n");
    const CliRun plain = runCli({"info", save("zeros.csv.gz", gzipped(table)), "--json"});
    QVERIFY2(plain.exitCode == 0, plain.output + plain.errors);
}

void TestUnsafeFiles::headersOfTensorsTakeNoMemory()
{
    QByteArray lists = "{\"a\":{\"x\":[";
    for (int i = 0; i < 6000000; ++i)
        lists += "[],";
    lists += "0]}}";
    const CliRun nested = runCli({"info", save("lists.safetensors", safetensors(lists, {})), "--json"});
    QCOMPARE(nested.error()["code"].toString(), QString("damaged-file"));
    QVERIFY2(errorOf(nested).contains("type, shape and place"), qPrintable(errorOf(nested)));
    QByteArray many = "{\"__metadata__\":{\"format\":\"pt\"}";
    for (int i = 0; i < 100000; ++i)
        many += ",\"t" + QByteArray::number(i) + R"(":{"dtype":"U8","shape":[1,1],"data_offsets":[)" +
                QByteArray::number(i) + "," + QByteArray::number(i + 1) + "]}";
    const double before = processorSeconds(RUSAGE_CHILDREN);
    const CliRun spaces =
        runCli({"info", save("many.safetensors", safetensors(many + "}", QByteArray(100000, '\1'))), "--json"});
    QCOMPARE(spaces.error()["code"].toString(), QString("too-large"));
    QVERIFY(processorSeconds(RUSAGE_CHILDREN) - before < 5);
    rusage used{};
    QCOMPARE(::getrusage(RUSAGE_CHILDREN, &used), 0);
    if (isPlain)
        QVERIFY2(used.ru_maxrss < 200000, qPrintable(QString::number(used.ru_maxrss))); // kB
}

void TestUnsafeFiles::diskErrorIsNotAnUnknownFormat()
{
    if (!isPlain)
        QSKIP("a sanitizer wants to be loaded first");
    QByteArray noise(3 << 20, '\0');
    Random random(5);
    for (char &each : noise)
        each = static_cast<char>(random.below(256));
    const QString path = save("noise.bin", noise);
    QCOMPARE(runCli({"info", path, "--json"}).error()["code"].toString(), QString("unknown-format"));
    qputenv("LD_PRELOAD", QCoreApplication::applicationDirPath().toUtf8() + "/" + FAILING_READS);
    const CliRun broken = runCli({"info", path, "--json"});
    qunsetenv("LD_PRELOAD");
    QVERIFY2(broken.error()["code"].toString() == "unreadable-file", qPrintable(errorOf(broken)));
}

QTEST_GUILESS_MAIN(TestUnsafeFiles)
#include "tst_unsafefiles.moc"
