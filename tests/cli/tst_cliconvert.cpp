// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/clirun.h"

using namespace anchorscope;
using test::CliRun;
using test::runCli;
using test::writeText;

class TestCliConvert : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void converts_data();
    void converts();
    void refuses_data();
    void refuses();
    void infoTellsFormats();
    void infoPairsLikeTheOthers();

private:
    QString out() const { return m_folder.filePath("out.h5"); }
    QTemporaryDir m_folder;
};

void TestCliConvert::converts_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QString>("space");
    QTest::addColumn<int>("items");
    QTest::addColumn<int>("dimension");
    const auto row = [](const char *file, const QStringList &options, const char *space, int items, int dimension) {
        QTest::newRow(file) << QString("tests/data/formats/") + file << options << space << items << dimension;
    };
    row("fasttext.vec", {}, "fasttext", 3, 4);
    row("word2vec.bin", {"--space", "other"}, "other", 3, 4);
    row("numpy_le_f2.npy", {"--max-items", "2"}, "numpy_le_f2", 2, 4);
    row("glove.txt", {"--sample", "2", "--sample-seed", "3"}, "glove", 2, 4);
    row("cells.h5ad", {"--array", "X"}, "X", 3, 50);
    row("table.csv", {}, "table", 3, 4);
}

void TestCliConvert::converts()
{
    QFETCH(QString, file);
    QFETCH(QStringList, options);
    QFETCH(QString, space);
    QFETCH(int, items);
    QFETCH(int, dimension);
    const CliRun run = runCli(QStringList{"convert", file, out(), "--json"} + options);
    QVERIFY2(run.exitCode == 0, run.errors.constData());
    QCOMPARE(run.json()["space"].toString(), space);
    QCOMPARE(run.json()["items"].toInt(), items);
    QCOMPARE(run.json()["dimension"].toInt(), dimension);
    QCOMPARE(run.json()["skipped"].toObject()["duplicates"].toInt(-1), 0);
    const auto written = io::openFile(out().toStdString());
    QVERIFY(written.ok());
    QCOMPARE(written->format, std::string("Anchorscope dataset"));
    QCOMPARE(written->dataset.items->count, Index(items));
    QCOMPARE(written->dataset.space(space.toStdString())->dimension(), Index(dimension));
}

void TestCliConvert::refuses_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("part");
    const QString bad = writeText(m_folder, "bad.vec", "a 1 2\nb 1 2\nc 1\n" + QByteArray("d 1 2\n").repeated(30));
    QTest::newRow("one file") << QStringList{bad} << "wrong-usage"
                              << "Expected two files";
    QTest::newRow("bad row") << QStringList{bad, out()} << "bad-line"
                             << "line 3";
    QTest::newRow("name for several") << QStringList{"tests/data/formats/cells.h5ad", out(), "--space", "a"}
                                      << "wrong-usage"
                                      << "Expected one space";
    QTest::newRow("name with a slash") << QStringList{"tests/data/formats/glove.txt", out(), "--space", "a/b"}
                                       << "wrong-usage"
                                       << "without slashes";
    QTest::newRow("no such array") << QStringList{"tests/data/formats/plain.h5", out(), "--array", "z"} << "bad-dataset"
                                   << "/z";
}

void TestCliConvert::refuses()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, code);
    QFETCH(QString, part);
    const CliRun run = runCli(QStringList{"convert", "--json"} + arguments);
    QCOMPARE(run.exitCode, 2);
    QCOMPARE(run.error()["code"].toString(), code);
    const QString all = run.error()["place"].toString() + run.error()["message"].toString();
    QVERIFY2(all.contains(part), qPrintable(all));
}

void TestCliConvert::infoTellsFormats()
{
    const CliRun run = runCli({"info", "tests/data/formats/glove.txt,tests/data/formats/word2vec.bin", "--json"});
    QCOMPARE(run.exitCode, 0);
    QCOMPARE(run.json()["formats"].toArray()[0].toString(), QString("word vectors, text"));
    QCOMPARE(run.json()["formats"].toArray()[1].toString(), QString("word2vec, binary"));
    QCOMPARE(run.json()["pairs"].toInt(), 3);
}

/// Without ids the other commands pair by row, or not at all.
void TestCliConvert::infoPairsLikeTheOthers()
{
    const QString three = writeText(m_folder, "three.csv", "1,2\n3,4\n5,7\n");
    const QString same = writeText(m_folder, "same.csv", "2,2\n3,5\n5,7\n");
    const QString four = writeText(m_folder, "four.csv", "1,2\n3,4\n5,7\n8,8\n");
    const CliRun paired = runCli({"info", three + ',' + same, "--json"});
    QCOMPARE(paired.exitCode, 0);
    QCOMPARE(paired.json()["pairs"].toInt(), 3);
    QVERIFY2(paired.json()["warnings"].toArray()[0].toString().contains("row 1"), paired.output.constData());
    const CliRun unpaired = runCli({"info", three + ',' + four, "--json"});
    QCOMPARE(unpaired.exitCode, 0);
    QVERIFY(unpaired.json()["pairs"].isNull());
    QVERIFY2(unpaired.json()["warnings"].toArray()[0].toString().contains("equal counts"), unpaired.output.constData());
}

QTEST_GUILESS_MAIN(TestCliConvert)
#include "tst_cliconvert.moc"
