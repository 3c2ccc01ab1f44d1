// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/dataset/datasetfile.h"
#include "support/hdf5samples.h"
#include "support/openfile.h"
#include "support/sentences.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <numeric>
#include <set>

using namespace anchorscope;
using namespace anchorscope::test;

using Strings = std::vector<std::string>;

namespace {

const std::string formats = "tests/data/formats/";

/// m[i][j] = i * columns + j
Matrix counted(Index rows, Index columns)
{
    Matrix m(rows, columns);
    std::iota(m.data(), m.data() + m.size(), 0.0f);
    return m;
}

/// The 60 × 8 numbers that make_columnar.mjs drew.
Matrix drawn()
{
    QFile file(QString::fromStdString(formats + "vectors60.json"));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QJsonArray rows = QJsonDocument::fromJson(file.readAll()).array();
    Matrix m(rows.size(), 8);
    for (Index i = 0; i < m.rows(); ++i) {
        for (Index j = 0; j < m.cols(); ++j)
            m(i, j) = static_cast<float>(rows[i].toArray()[j].toDouble());
    }
    return m;
}

/// ((i · 8 + j) · 0.37 − 100) as DuckDB computes it: in decimals, rounded to float32 once.
Matrix sloped(Index rows)
{
    Matrix m(rows, 8);
    for (Index i = 0; i < m.size(); ++i)
        m.data()[i] = static_cast<float>(static_cast<double>(i * 37 - 10000) / 100);
    return m;
}

Strings numbered(const char *stem, int count)
{
    Strings names;
    for (int i = 0; i < count; ++i)
        names.push_back(stem + std::to_string(i));
    return names;
}

Strings labelsOf(const ItemTable &items)
{
    Strings labels;
    for (Index i = 0; i < std::ssize(items.labels); ++i)
        labels.push_back(items.labelName(static_cast<ItemIndex>(i)));
    return labels;
}

bool equal(const Matrix &a, const Matrix &b)
{
    return a.rows() == b.rows() && a.cols() == b.cols() && a == b;
}

/// Rows i, i + 1 with the ids w0, w1, … of `rows` rows; all except some exist.
void checkKept(const io::OpenedFile &opened, const std::set<Index> &leftOut, Index rows)
{
    const EmbeddingSet &set = *opened.dataset.spaces[0];
    QCOMPARE(set.size(), rows - std::ssize(leftOut));
    Index at = 0;
    for (Index i = 0; i < rows; ++i) {
        if (leftOut.contains(i))
            continue;
        QCOMPARE(set.items->ids[static_cast<std::size_t>(at)], "w" + std::to_string(i));
        QVERIFY(set.vectors(at, 0) == static_cast<float>(i) && set.vectors(at, 1) == static_cast<float>(i + 1));
        ++at;
    }
}

} // namespace

/// Files of columns that independent programs wrote (tests/data/make_columnar.mjs).
class TestColumnar : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void smallFiles_data();
    void smallFiles();
    void vectorsOfOneLength_data();
    void vectorsOfOneLength();
    void groupsOfRows_data();
    void groupsOfRows();
    void typesOfColumns();
    void flatColumns();
    void decimals();
    void halfNumbers();
    void bytesThatAreNotNumbers();
    void valuesThatStandForOthers_data();
    void valuesThatStandForOthers();
    void structures();
    void gapsAreCounted_data();
    void gapsAreCounted();
    void gapsOfArrow();
    void nestedListsAreRefused();
    void partsOfATable();
    void partitionsOfATable();
    void firstRows();
    void chosenColumns();
    void truncatedAnywhere_data();
    void truncatedAnywhere();
    void streamWithoutItsEnd();
    void changedBytes_data();
    void changedBytes();

private:
    std::string path(const char *name) const { return m_folder.filePath(name).toStdString(); }
    QTemporaryDir m_folder;
};

void TestColumnar::smallFiles_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("type");
    QTest::addColumn<bool>("hasGap"); // in another column
    for (const auto &[name, type] : {std::pair{"duckdb_list", "float32"},
                                     {"duckdb_array", "float32"},
                                     {"duckdb_double", "float64"},
                                     {"duckdb_brotli", "float32"},
                                     {"duckdb_lz4", "float32"},
                                     {"duckdb_plain", "float32"},
                                     {"duckdb_int", "int32"}})
        QTest::newRow(name) << QString(name) + ".parquet" << type << true;
    for (const auto &[name, type] : {std::pair{"parquetrs_fixed.parquet", "float32"},
                                     {"fixed.arrow", "float32"},
                                     {"fixed.arrows", "float32"},
                                     {"list.arrow", "float64"}})
        QTest::newRow(name) << name << type << false;
}

void TestColumnar::smallFiles()
{
    QFETCH(QString, file);
    QFETCH(QString, type);
    QFETCH(bool, hasGap);
    const auto opened = test::openFile(formats + file.toStdString());
    QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
    QCOMPARE(opened->dataset.spaces.size(), std::size_t(1));
    const EmbeddingSet &set = *opened->dataset.spaces[0];
    QVERIFY(equal(set.vectors, counted(3, 4)));
    QCOMPARE(set.name, std::string("embedding"));
    QCOMPARE(QString::fromStdString(set.storedType), type);
    QCOMPARE(set.items->ids, (Strings{"wörd", "two", "三"}));
    QCOMPARE(labelsOf(*set.items), hasGap ? (Strings{"5", "7", "10"}) : (Strings{"0", "1", "0"}));
    QVERIFY(isSaid(opened->warnings, hasGap ? "“rank” has no value for 1 of the rows" : ""));
    QVERIFY(hasGap || !Said(opened->warnings).contains("“rank” has no value"));
}

void TestColumnar::vectorsOfOneLength_data()
{
    QTest::addColumn<QString>("file");
    for (const char *name : {"hyparquet_fixed", "hyparquet_binary", "hyparquet_plain", "hyparquet_byte_stream_split"})
        QTest::newRow(name) << QString(name) + ".parquet";
    QTest::newRow("parquet-rs, version 2, groups of 25 rows") << "parquetrs_v2.parquet";
    QTest::newRow("parquet-rs, small pages") << "parquetrs_plain.parquet";
    QTest::newRow("Arrow, LZ4, three batches") << "lz4.feather";
    QTest::newRow("Arrow, zstd, three batches") << "zstd.feather";
    QTest::newRow("a Hugging Face folder of two shards") << "huggingface";
}

void TestColumnar::vectorsOfOneLength()
{
    QFETCH(QString, file);
    const auto opened = test::openFile(formats + file.toStdString());
    QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
    QVERIFY(equal(opened->dataset.spaces[0]->vectors, drawn()));
    QCOMPARE(opened->dataset.items->ids, numbered("item ", 60));
}

void TestColumnar::groupsOfRows_data()
{
    QTest::addColumn<QString>("file");
    QTest::newRow("pages of version 1") << "duckdb_v1.parquet";
    QTest::newRow("pages of version 2: differences, split streams") << "duckdb_v2.parquet";
}

void TestColumnar::groupsOfRows()
{
    QFETCH(QString, file);
    const auto opened = test::openFile(formats + file.toStdString());
    QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
    QVERIFY(equal(opened->dataset.spaces[0]->vectors, sloped(2500)));
    const ItemTable &items = *opened->dataset.items;
    QCOMPARE(items.ids, numbered("item ", 2500));
    QCOMPARE(items.labelNames, (Strings{"0", "1", "2"}));
    for (std::size_t i = 0; i < items.labels.size(); ++i)
        QCOMPARE(items.labels[i], static_cast<std::int32_t>(i % 3));
}

void TestColumnar::typesOfColumns()
{
    const auto opened = test::openFile(formats + "duckdb_list.parquet");
    QVERIFY(opened.ok());
    std::map<std::string, std::string> texts;
    for (const ItemColumn &column : opened->dataset.items->columns)
        texts[column.name] = column.text(1);
    QCOMPARE(texts.at("day"), std::string("2024-03-01"));
    QCOMPARE(texts.at("at"), std::string("2024-02-29T12:30:00.5"));
    QCOMPARE(texts.at("price"), std::string("1.25"));
    QCOMPARE(texts.at("flag"), std::string("true"));
}

void TestColumnar::flatColumns()
{
    const auto opened = test::openFile(formats + "duckdb_flat.parquet");
    QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
    const EmbeddingSet &set = *opened->dataset.spaces[0];
    QVERIFY(equal(set.vectors, counted(3, 4)));
    QCOMPARE(set.name, std::string("duckdb_flat"));
    QCOMPARE(set.items->ids, numbered("item ", 3));
    QCOMPARE(labelsOf(*set.items), (Strings{"0", "1", "2"}));
}

void TestColumnar::decimals()
{
    const auto opened = test::openFile(formats + "duckdb_decimal.parquet");
    QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
    QVERIFY(equal(opened->dataset.spaces[0]->vectors, counted(3, 4) / 4));
}

void TestColumnar::halfNumbers()
{
    const std::vector<float> halves = {0, 0.5F, -1.25F, 65504, 0x1p-14F, -0x1p-24F, 1024, 0.333251953125F};
    const auto opened = test::openFile(formats + "hyparquet_float16.parquet");
    QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
    const EmbeddingSet &set = *opened->dataset.spaces[0];
    QCOMPARE(set.storedType, std::string("float16"));
    QCOMPARE(set.vectors.rows(), Index(60));
    for (Index i = 0; i < 60; ++i) {
        for (Index j = 0; j < 8; ++j)
            QCOMPARE(set.vectors(i, j), halves[static_cast<std::size_t>((i + j) % 8)]);
    }
}

/// Keys of 16 random bytes are not vectors of 4 numbers.
void TestColumnar::bytesThatAreNotNumbers()
{
    const auto opened = test::openFile(formats + "hyparquet_uuid.parquet");
    QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
    QCOMPARE(opened->dataset.spaces.size(), std::size_t(1));
    QVERIFY(equal(opened->dataset.spaces[0]->vectors, drawn().leftCols(2)));
}

void TestColumnar::valuesThatStandForOthers_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("type");
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("dimensions");
    QTest::addColumn<QString>("lastId");
    // Dictionary<Utf8, Uint8> and Binary by apache-arrow 21.2.0.
    QTest::newRow("unsigned places in a dictionary") << "arrowjs_places_uint8.arrow"
                                                     << "float32" << 200 << 6 << "item199";
    QTest::newRow("bytes of float32 in Arrow") << "arrowjs_bytes.arrow"
                                               << "bytes as float32" << 60 << 48 << "w59";
    // Two batches of a stream whose ids have a dictionary each, by the same.
    QTest::newRow("replaced dictionary") << "arrowjs_replaced_dictionary.arrow"
                                         << "float32" << 40 << 4 << "item39";
    // DECIMAL[] by DuckDB 1.5.6.
    QTest::newRow("decimals") << "duckdb_list_of_decimal.parquet"
                              << "decimal" << 40 << 4 << "w39";
    // BYTE_ARRAY by hyparquet-writer 0.17.0, FixedString(8) by ClickHouse 26.7.2.
    QTest::newRow("bytes of float64") << "hyparquet_doubles.parquet"
                                      << "bytes as float64" << 60 << 48 << "w59";
    QTest::newRow("padded texts") << "clickhouse_fixedstring.parquet"
                                  << "float32" << 40 << 3 << "w39";
}

void TestColumnar::valuesThatStandForOthers()
{
    QFETCH(QString, file);
    QFETCH(QString, type);
    QFETCH(int, rows);
    QFETCH(int, dimensions);
    QFETCH(QString, lastId);
    const auto opened = test::openFile(formats + file.toStdString());
    QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
    const EmbeddingSet &set = *opened->dataset.spaces[0];
    QCOMPARE(set.size(), Index(rows));
    QCOMPARE(set.dimension(), Index(dimensions));
    QCOMPARE(QString::fromStdString(set.storedType), type);
    QCOMPARE(QString::fromStdString(set.items->ids.back()), lastId);
    QVERIFY(set.vectors.allFinite() && set.vectors.cwiseAbs().maxCoeff() < 10);
    QCOMPARE(std::set<std::string>(set.items->ids.begin(), set.items->ids.end()).size(), std::size_t(rows));
}

void TestColumnar::structures()
{
    const auto opened = test::openFile(formats + "duckdb_struct.parquet");
    QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
    const EmbeddingSet &set = *opened->dataset.spaces[0];
    QCOMPARE(set.name, std::string("entry.vector"));
    for (Index i = 0; i < 3; ++i) {
        for (Index j = 0; j < 3; ++j)
            QCOMPARE(set.vectors(i, j), static_cast<float>(i + j));
    }
    QCOMPARE(set.items->ids, numbered("w", 3));
    QVERIFY(isSaid(opened->warnings, "it is a map"));
}

void TestColumnar::gapsAreCounted_data()
{
    QTest::addColumn<bool>("leaveOut");
    QTest::newRow("refused with the row") << false;
    QTest::newRow("left out") << true;
}

void TestColumnar::gapsOfArrow()
{
    const auto refused = test::openFile(formats + "gaps.arrow");
    QVERIFY(!refused.ok());
    QCOMPARE(refused.error().place, std::string("row 5"));
    const auto opened = test::openFile(formats + "gaps.arrow", {.skipBadRows = true});
    QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
    QCOMPARE(opened->badRows, Index(2));
    checkKept(*opened, {5, 9}, 20);
}

void TestColumnar::gapsAreCounted()
{
    QFETCH(bool, leaveOut);
    const auto opened = test::openFile(formats + "duckdb_gaps.parquet", {.skipBadRows = leaveOut});
    QCOMPARE(opened.ok(), leaveOut);
    if (!opened) {
        QCOMPARE(opened.error().place, std::string("row 11"));
        QVERIFY(isSaid(opened.error().text(), "found nothing in “embedding”"));
        return;
    }
    QCOMPARE(opened->badRows, Index(4));
    checkKept(*opened, {11, 17, 23, 31}, 40);
    QVERIFY(isSaid(opened->warnings, "left out: 4."));
}

/// Other numeric columns must not become the space.
void TestColumnar::nestedListsAreRefused()
{
    const auto opened = test::openFile(formats + "duckdb_nested.parquet");
    QVERIFY(!opened.ok());
    QCOMPARE(opened.error().place, std::string("embedding"));
    QVERIFY(isSaid(opened.error().text(), "lists of lists"));
}

void TestColumnar::partsOfATable()
{
    const auto opened = test::openFile(formats + "parts", {.identify = true});
    QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
    QCOMPARE(opened->dataset.items->ids, numbered("item ", 6));
    for (Index i = 0; i < 6; ++i)
        QCOMPARE(opened->dataset.spaces[0]->vectors(i, 1), static_cast<float>(i + 1));
    QVERIFY(!opened->dataset.hash.empty());
    QVERIFY(isSaid(opened->warnings, "2 files have the same columns"));
    const auto some = test::openFile(formats + "parts", {.maxRows = 4});
    QVERIFY(some.ok());
    QCOMPARE(some->dataset.items->ids, numbered("item ", 4));
}

/// Writers of partitions store a column in the names of folders alone.
void TestColumnar::partitionsOfATable()
{
    QTemporaryDir folder;
    const auto part = [&](const char *name, const char *to) {
        QVERIFY(QDir(folder.path()).mkpath(QFileInfo(to).path()));
        QVERIFY(QFile::copy(QString::fromStdString(formats) + "parts/" + name, folder.filePath(to)));
    };
    part("data_0.parquet", "label=cat/year=2024/data_0.parquet");
    part("data_1.parquet", "label=a%20dog/data_0.parquet");
    QVERIFY(QFile(folder.filePath("_SUCCESS")).open(QIODevice::WriteOnly));
    const auto opened = test::openFile(folder.path().toStdString(), {.identify = true});
    QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
    const ItemTable &items = *opened->dataset.items;
    QCOMPARE(items.ids.size(), std::size_t(6));
    QCOMPARE(labelsOf(items), (Strings{"a dog", "a dog", "a dog", "cat", "cat", "cat"}));
    for (Index i = 0; i < 6; ++i)
        QCOMPARE("item " + std::to_string(static_cast<int>(opened->dataset.spaces[0]->vectors(i, 1)) - 1),
                 items.ids[static_cast<std::size_t>(i)]);
    QCOMPARE(items.columns.size(), std::size_t(1));
    QCOMPARE(items.columns[0].name, std::string("year"));
    QCOMPARE(items.columns[0].text(0), std::string());
    QCOMPARE(items.columns[0].text(5), std::string("2024"));
    QVERIFY(isSaid(opened->warnings, "label="));
    const auto some = test::openFile(folder.path().toStdString(), {.maxRows = 4});
    QVERIFY2(some.ok(), some ? "" : some.error().text().c_str());
    QCOMPARE(labelsOf(*some->dataset.items), (Strings{"a dog", "a dog", "a dog", "cat"}));
}

void TestColumnar::firstRows()
{
    const auto opened = test::openFile(formats + "duckdb_v2.parquet", {.maxRows = 2100});
    QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
    QVERIFY(equal(opened->dataset.spaces[0]->vectors, sloped(2100)));
    QCOMPARE(opened->dataset.items->ids, numbered("item ", 2100));
}

void TestColumnar::chosenColumns()
{
    const auto columns = io::tableColumns(formats + "duckdb_flat.parquet", "");
    QCOMPARE(columns.size(), std::size_t(6));
    QCOMPARE(columns[0].name, std::string("id"));
    const auto opened = test::openFile(formats + "duckdb_flat.parquet", {.columns = "vector=e1:e2"});
    QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
    QVERIFY(equal(opened->dataset.spaces[0]->vectors, counted(3, 4).middleCols(1, 2)));
}

void TestColumnar::truncatedAnywhere_data()
{
    QTest::addColumn<QString>("file");
    for (const char *file : {"duckdb_list.parquet", "fixed.arrow", "fixed.arrows"})
        QTest::newRow(file) << file;
}

void TestColumnar::truncatedAnywhere()
{
    QFETCH(QString, file);
    const std::string whole = readBytes(formats + file.toStdString());
    for (std::size_t length = 0; length < whole.size(); length += 13) {
        writeBytes(path("cut"), whole.substr(0, length));
        const auto opened = io::openFile(path("cut"));
        QVERIFY2(!opened.ok(), qPrintable(QString::number(length)));
        QVERIFY(!opened.error().message.empty());
    }
}

/// A stream may end between two messages; its end is then not detectable.
void TestColumnar::streamWithoutItsEnd()
{
    const std::string whole = readBytes(formats + "fixed.arrows");
    constexpr std::size_t mark = 8;
    writeBytes(path("open.arrows"), whole.substr(0, whole.size() - mark));
    const auto opened = io::openFile(path("open.arrows"));
    QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
    QVERIFY(isSaid(opened->warnings, "no mark of its end"));
}

void TestColumnar::changedBytes_data()
{
    QTest::addColumn<QString>("file");
    for (const char *file : {"parquetrs_v2.parquet", "duckdb_v2.parquet", "lz4.feather"})
        QTest::newRow(file) << file;
}

/// A changed byte causes an error or changed contents; the program continues.
void TestColumnar::changedBytes()
{
    QFETCH(QString, file);
    const std::string whole = readBytes(formats + file.toStdString());
    for (std::size_t at = 0; at < whole.size(); at += whole.size() / 60) {
        std::string changed = whole;
        changed[at] = static_cast<char>(changed[at] ^ 0x55);
        writeBytes(path("changed"), changed);
        const auto opened = io::openFile(path("changed"));
        QVERIFY(opened.ok() || !opened.error().message.empty());
    }
}

QTEST_GUILESS_MAIN(TestColumnar)
#include "tst_columnar.moc"
