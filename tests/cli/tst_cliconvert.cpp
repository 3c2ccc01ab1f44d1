// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/clirun.h"
#include "support/rows.h"
#include "support/sentences.h"

using namespace anchorscope;
using test::CliRun;
using test::isSaid;
using test::row;
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
    void keepsColumnsAndFrames();
    void infoNamesFormats();
    void oneItemIsSingular();
    void infoPairsLikeOtherCommands();
    void assumedRowsAreReported();

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
    row("word2vec.txt", {"--near", "two", "--near-count", "2"}, "word2vec", 2, 4);
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
    row("one file", QStringList{bad}, "wrong-usage", "Expected two files");
    row("bad row", QStringList{bad, out()}, "bad-line", "line 3");
    row("name for several", QStringList{"tests/data/formats/cells.h5ad", out(), "--space", "a"}, "wrong-usage",
        "Expected one space");
    row("name with a slash", QStringList{"tests/data/formats/glove.txt", out(), "--space", "a/b"}, "wrong-usage",
        "without slashes");
    const QString glove = "tests/data/formats/glove.txt";
    row("a frame of three dimensions",
        QStringList{glove, out(), "--frame", writeText(m_folder, "deep.csv", "id,x,y,z\ntwo,1,2,3\nb,1.5,2,3\n")},
        "bad-dataset", "found 1 space of 3 dimensions");
    row("a frame of other items",
        QStringList{glove, out(), "--frame", writeText(m_folder, "others.csv", "id,x,y\na,1,2\nb,1.5,2\n")},
        "no-matching-ids", "found “a”");
    row("a frame of other rows",
        QStringList{glove, out(), "--frame", writeText(m_folder, "plain.csv", "1.5,2\n0.5,2\n")}, "different-counts",
        "found 2 rows");
    row("no such item", QStringList{glove, out(), "--near", "two,nobody"}, "unknown-item", "found “nobody”");
    row("no such array", QStringList{"tests/data/formats/plain.h5", out(), "--array", "z"}, "bad-dataset", "/z");
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
    QVERIFY(isSaid(all, part));
}

/// Columns and coordinates of a table and of an additional file are kept in a dataset, shown by info and converted
/// again.
void TestCliConvert::keepsColumnsAndFrames()
{
    const QString table = writeText(m_folder, "more.csv",
                                    "id,year,day,kind,about,a,b\none,1999,2024-05-01,x,first thing,1,2\n"
                                    "two,NA,2024-06-30,y,\"second, thing\",3,5\nthree,2001,2024-07-01,x,,5,7.5\n"
                                    "four,2001.5,2024-07-02,y,last thing,2,7\n");
    const QString umap = writeText(m_folder, "umap.csv", "id,UMAP_2,UMAP_1\nthree,2,0.25\none,-3,1\nnobody,1,1\n");
    const QString first = out(), second = m_folder.filePath("again.h5");
    const QStringList roles{"--columns", "vector=a:b,other=kind"};
    const CliRun made = runCli(QStringList{"convert", table, first, "--frame", umap, "--json"} + roles);
    QVERIFY2(made.exitCode == 0, made.output.constData());
    QString warnings;
    for (const QJsonValue &warning : made.json()["warnings"].toArray())
        warnings += warning.toString();
    QVERIFY(isSaid(warnings, "Items without coordinates in “umap”: 2."));
    QVERIFY(isSaid(warnings, "whose ids no item has: 1."));
    QCOMPARE(runCli({"convert", first, second}).exitCode, 0);
    for (const QString &file : {first, second}) {
        const CliRun told = runCli({"info", file, "--json"});
        QMap<QString, QJsonObject> columns;
        for (const QJsonValue &column : told.json()["item_columns"].toArray())
            columns[column["name"].toString()] = column.toObject();
        QCOMPARE(columns.keys(), (QStringList{"about", "day", "kind", "year"}));
        QCOMPARE(columns["year"]["kind"].toString(), QString("number"));
        QCOMPARE(columns["year"]["missing"].toInt(), 1);
        QCOMPARE(columns["year"]["least"].toDouble(), 1999.0);
        QCOMPARE(columns["year"]["most"].toDouble(), 2001.5);
        QCOMPARE(columns["day"]["kind"].toString(), QString("date"));
        QCOMPARE(columns["kind"]["values"].toArray(), (QJsonArray{"x", "y"}));
        QCOMPARE(columns["about"]["kind"].toString(), QString("text"));
        QCOMPARE(columns["about"]["missing"].toInt(), 1);
        QCOMPARE(told.json()["frames"].toArray(),
                 (QJsonArray{QJsonObject{{"name", "umap"}, {"space", ""}, {"items", 2}}}));
        const auto read = io::openDataset(file.toStdString());
        QVERIFY(read.ok());
        const ItemTable &items = *read->items;
        const auto about = std::ranges::find(items.columns, "about", &ItemColumn::name);
        QCOMPARE(about->texts, (std::vector<std::string>{"first thing", "second, thing", "", "last thing"}));
        QCOMPARE(items.frames.at(0).points(2, 0), 0.25f);
        QCOMPARE(items.frames.at(0).points(0, 1), -3.0f);
        QVERIFY(std::isnan(items.frames.at(0).points(1, 0)));
    }
}

void TestCliConvert::infoNamesFormats()
{
    const CliRun run = runCli({"info", "tests/data/formats/glove.txt,tests/data/formats/word2vec.bin", "--json"});
    QCOMPARE(run.exitCode, 0);
    QCOMPARE(run.json()["formats"].toArray()[0].toString(), QString("word vectors, text"));
    QCOMPARE(run.json()["formats"].toArray()[1].toString(), QString("word2vec, binary"));
    QCOMPARE(run.json()["pairs"].toInt(), 3);
}

void TestCliConvert::oneItemIsSingular()
{
    const QString file = writeText(m_folder, "one.csv", "id,label,e0,e1,e2\na,u,0.5,1.5,2.5\n");
    const CliRun made = runCli({"convert", file, m_folder.filePath("one.h5")}), seen = runCli({"info", file});
    QVERIFY2(made.exitCode == 0, made.errors);
    QVERIFY(made.output.contains(": 1 item, "));
    QVERIFY2(seen.output.contains("\n1 item × 3 ") && seen.output.contains("1 class, 0 items unlabelled"), seen.output);
}

/// Without ids the other commands pair by row, or not at all.
void TestCliConvert::infoPairsLikeOtherCommands()
{
    const QString three = writeText(m_folder, "three.csv", "1,2\n3,4\n5,7\n");
    const QString same = writeText(m_folder, "same.csv", "2,2\n3,5\n5,7\n");
    const QString four = writeText(m_folder, "four.csv", "1,2\n3,4\n5,7\n8,8\n");
    const CliRun paired = runCli({"info", three + ',' + same, "--json"});
    QCOMPARE(paired.exitCode, 0);
    QCOMPARE(paired.json()["pairs"].toInt(), 3);
    QVERIFY(isSaid(paired.json()["warnings"].toArray()[0].toString(), "row 1"));
    const CliRun unpaired = runCli({"info", three + ',' + four, "--json"});
    QCOMPARE(unpaired.exitCode, 0);
    QVERIFY(unpaired.json()["pairs"].isNull());
    QVERIFY(isSaid(unpaired.json()["warnings"].toArray()[0].toString(), "equal counts"));
}

/// Pairing by row without a request is announced first, and in the settings of the result.
void TestCliConvert::assumedRowsAreReported()
{
    QByteArray x, y("id,a,b,c\n");
    for (int i = 0; i < 40; ++i) {
        const QByteArray row = QByteArray::number(std::sin(i)) + ',' + QByteArray::number(std::cos(3 * i)) + ',' +
                               (i == 7 ? "0" : QByteArray::number(std::sin(7 * i))) + '\n';
        x += i == 3 ? "0,0,0\n" : row;
        y += "w" + QByteArray::number(i) + ',' + row;
    }
    const QString files = writeText(m_folder, "bare.csv", x) + ',' + writeText(m_folder, "named.csv", y);
    const CliRun assumed = runCli({"optimize", files, "--anchors", "10", "--seeds", "5", "--json"});
    QCOMPARE(assumed.exitCode, 0);
    QVERIFY(isSaid(assumed.json()["warnings"].toArray()[0].toString(), "because bare has no ids"));
    QCOMPARE(assumed.json()["settings"].toObject()["pair"].toString(), QString("row (assumed)"));
    const CliRun asked = runCli({"optimize", files, "--pair", "row", "--anchors", "10", "--seeds", "5", "--json"});
    QCOMPARE(asked.json()["settings"].toObject()["pair"].toString(), QString("row"));
    QVERIFY2(!asked.errors.contains("Row 1"), asked.errors.constData());
}

QTEST_GUILESS_MAIN(TestCliConvert)
#include "tst_cliconvert.moc"
