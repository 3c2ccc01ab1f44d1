// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plaintext.h"
#include "io/dataset/datasetfile.h"
#include "io/files/gzip.h"
#include "io/numpy/npywriter.h"
#include "support/contexts.h"
#include "support/hdf5samples.h"
#include "support/openfile.h"
#include "support/sentences.h"

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <set>
#include <zlib.h>

using namespace anchorscope;
using namespace anchorscope::test;

using Strings = std::vector<std::string>;
using Labels = std::vector<std::int32_t>;

namespace {

const Strings words = {"wörd", "two", "三"};

/// m[i][j] = i * 4 + j, as tests/data/make_formats.py writes it.
Matrix sampleMatrix()
{
    Matrix m(3, 4);
    std::iota(m.data(), m.data() + m.size(), 0.0f);
    return m;
}

bool equal(const Matrix &a, const Matrix &b)
{
    return a.rows() == b.rows() && a.cols() == b.cols() && a == b;
}

Strings fromQt(const QStringList &list)
{
    Strings result;
    for (const QString &each : list)
        result.push_back(each.toStdString());
    return result;
}

} // namespace

class TestFormats : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void opensFilesOfOthers_data();
    void opensFilesOfOthers();
    void refusesFilesOfOthers_data();
    void refusesFilesOfOthers();
    void severalSpaces();
    void chosenArray();
    void firstRowsOnly_data();
    void firstRowsOnly();
    void sampled_data();
    void sampled();
    void samplesOfTwoFilesMeet();
    void sampleLeavesOutRepeatedIds();
    void textQuirks_data();
    void textQuirks();
    void numbersNameColumns_data();
    void numbersNameColumns();
    void badText_data();
    void badText();
    void badRowsLeftOut();
    void manyBlocks();
    void numpyHeaders_data();
    void numpyHeaders();
    void truncatedAnywhere_data();
    void truncatedAnywhere();
    void largeContentIsCountedFirst();
    void npzChecksum();
    void unpackedBytesAreLimited();
    void binaryDeclaresTooMuch();
    void cancelled();

private:
    std::string path(const char *name) const { return m_folder.filePath(name).toStdString(); }
    Result<io::OpenedFile> openText(const QByteArray &text, const io::OpenOptions &options = {}) const
    {
        writeBytes(path("text"), text.toStdString());
        return test::openFile(path("text"), options);
    }
    QTemporaryDir m_folder;
};

void TestFormats::opensFilesOfOthers_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("storedType");
    QTest::addColumn<QStringList>("ids");
    QTest::addColumn<QStringList>("labels"); // name of each item's label, "" for none
    const QStringList none, ids = {"wörd", "two", "三"};
    const auto row = [](const char *file, const char *type, const QStringList &idList, const QStringList &labels) {
        QTest::newRow(file) << file << type << idList << labels;
    };
    for (const auto &[name, type] : {std::pair{"le_f2", "float16"},
                                     {"be_f2", "float16"},
                                     {"le_f4", "float32"},
                                     {"be_f4", "float32"},
                                     {"le_f8", "float64"},
                                     {"be_f8", "float64"},
                                     {"i1", "int8"},
                                     {"le_i2", "int16"},
                                     {"be_i4", "int32"},
                                     {"le_i8", "int64"},
                                     {"u1", "uint8"},
                                     {"le_u2", "uint16"},
                                     {"be_u4", "uint32"},
                                     {"le_u8", "uint64"},
                                     {"fortran", "float32"},
                                     {"version2", "float64"},
                                     {"version3", "float64"}})
        row(qPrintable(QString("numpy_%1.npy").arg(name)), type, none, none);
    row("numpy_stored.npz", "float32", ids, {"5", "", "10"});
    row("numpy_packed.npz", "float32", {"x", "y", "z"}, {"cat", "", "ant"});
    row("numpy_big_ids.npz", "float64", {"9007199254740993", "7", "-1"}, none);
    for (const char *name : {"word2vec.txt", "fasttext.vec", "glove.txt", "crlf.txt"})
        row(name, "text", ids, none);
    row("plain.txt", "text", none, none);
    row("word2vec.bin", "float32", ids, none);
    row("word2vec_nolineends.bin", "float32", ids, none);
    row("table.csv", "text", ids, {"x", "y", "x"});
    row("noheader.csv", "text", none, none);
    row("quoted.csv", "text", ids, none);
    row("semicolon.csv", "text", none, none);
    row("tensors.tsv", "text", ids, {"x", "y", "x"});
    row("single_vectors.tsv", "text", ids, none);
    row("numpy_bfloat16.npy", "bfloat16", none, none);
    row("tensors.safetensors", "bfloat16", none, {"5", "", "10"});
    row("base.fvecs", "float32", none, none);
    row("base.ivecs", "int32", none, none);
    row("base.bvecs", "uint8", none, none);
    row("flat.faiss", "float32", none, none);
    row("ids.faiss", "float32", {"7", "9007199254740993", "-1"}, none);
    row("items.jsonl", "text", ids, {"x", "y", "x"});
    row("items.json", "text", ids, {"x", "y", "x"});
    row("named.json", "text", ids, none);
    row("chroma.json", "text", ids, {"x", "y", "x"});
    row("projector.json", "text", ids, {"x", "y", "x"});
    row("vectors_in_text.csv", "text", ids, none);
    row("table.csv.gz", "text", ids, {"x", "y", "x"});
    row("plain.h5", "float32", ids, {"5", "", "10"});
    row("grouped.h5", "float16", ids, none);
    row("annbenchmarks.hdf5", "float32", none, none);
    row("cells.h5ad", "float64", ids, {"T cell", "", "B cell"});
    for (const char *layout : {"contiguous", "chunked", "shuffle", "gzip", "gzip_shuffle_checksum"}) {
        for (const auto &[name, type] : {std::pair{"le_f2", "float16"},
                                         {"le_f4", "float32"},
                                         {"le_f8", "float64"},
                                         {"be_f4", "float32"},
                                         {"be_f8", "float64"}})
            row(qPrintable(QString("h5_%1_%2.h5").arg(layout, name)), type, none, none);
    }
    for (const char *strings : {"vlen", "fixed", "fixed_utf8"})
        row(qPrintable(QString("h5_words_%1.h5").arg(strings)), "float32", ids, none);
    row("h5_words_vlen_ascii.h5", "float32", {"word", "two", "three"}, none);
}

void TestFormats::opensFilesOfOthers()
{
    QFETCH(QString, file);
    QFETCH(QString, storedType);
    QFETCH(QStringList, ids);
    QFETCH(QStringList, labels);
    const auto opened = test::openFile(std::string("tests/data/formats/") + file.toStdString());
    QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
    const EmbeddingSet &set = *opened->dataset.spaces[0];
    QVERIFY(equal(set.vectors, sampleMatrix()));
    QCOMPARE(QString::fromStdString(set.storedType), storedType);
    QCOMPARE(set.items->ids, fromQt(ids));
    QCOMPARE(set.items->count, Index(3));
    QStringList found;
    for (std::size_t i = 0; i < set.items->labels.size(); ++i)
        found << QString::fromStdString(set.items->labelName(static_cast<ItemIndex>(i)));
    QCOMPARE(found, labels);
    QVERIFY(!set.name.empty());
    QVERIFY(!opened->format.empty());
    // All notes on each file; none on the others.
    const QString folder = "tests/data/formats/", noClass = "Items whose label “-1” was read as no label: 1; if it is",
                  beside = "Ids and labels were taken from “" + folder + "metadata.tsv”.";
    const std::map<QString, QStringList> notes = {
        {"annbenchmarks.hdf5", {"“/distances” was left out", "“/neighbors” was left out", "“/test” was left out"}},
        {"cells.h5ad", {"“/X” was left out: it is read only if obsm has no vectors"}},
        {"chroma.json", {"The labels were taken from “metadatas.label”", "Roles of columns can be chosen"}},
        {"named.json", {"Each list of numbers was taken as the vector of the item it is named after."}},
        {"numpy_bfloat16.npy", {"The numbers have two bytes and no type; they were read as bfloat16."}},
        {"numpy_le_u2.npy", {"The numbers are 16-bit integers. If they are the bits of bfloat16"}},
        {"numpy_stored.npz", {noClass, "The matrix “other” was left out"}},
        {"numpy_u1.npy", {"The numbers are 8-bit integers. If they are the packed bits of binary embeddings"}},
        {"plain.h5", {"“/unrelated” was left out", noClass}},
        {"projector.json", {"The vectors of “t” were taken from “" + folder + "tensors.tsv”.", beside}},
        {"single_vectors.tsv", {"Ids were taken from “" + folder + "single_metadata.tsv”."}},
        {"tensors.safetensors", {noClass}},
        {"tensors.tsv", {beside}}};
    const auto expected = notes.find(file);
    const QStringList sentences = expected == notes.end() ? QStringList() : expected->second;
    QCOMPARE(qsizetype(opened->warnings.size()), sentences.size());
    for (qsizetype i = 0; i < sentences.size(); ++i)
        QVERIFY(isSaid(opened->warnings[std::size_t(i)], sentences[i]));
}

void TestFormats::refusesFilesOfOthers_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("code");
    QTest::newRow("Python objects") << "bad_object.npy"
                                    << "unsupported-type";
    QTest::newRow("records") << "bad_records.npy"
                             << "unsupported-type";
    QTest::newRow("complex numbers") << "bad_complex.npy"
                                     << "unsupported-type";
    QTest::newRow("a vector") << "bad_vector.npy"
                              << "bad-dataset";
    QTest::newRow("a number") << "bad_scalar.npy"
                              << "bad-dataset";
    QTest::newRow("0 rows") << "bad_empty.npy"
                            << "bad-dataset";
    QTest::newRow("texts") << "bad_text.npy"
                           << "bad-dataset";
    QTest::newRow("bytes after the array") << "numpy_trailing.npy"
                                           << "damaged-file";
    QTest::newRow("lzf") << "lzf.h5"
                         << "missing-filter";
    QTest::newRow("a script") << "../make_formats.py"
                              << "unknown-format";
    QTest::newRow("one column of text") << "single_metadata.tsv"
                                        << "unknown-format";
}

void TestFormats::refusesFilesOfOthers()
{
    QFETCH(QString, file);
    QFETCH(QString, code);
    const auto opened = test::openFile(std::string("tests/data/formats/") + file.toStdString());
    QVERIFY(!opened.ok());
    QCOMPARE(QString(errorId(test::codeOf(opened))), code);
    QVERIFY(isSaid(opened.error().text()));
    QVERIFY(!opened.error().file.empty());
}

void TestFormats::severalSpaces()
{
    const auto npz = test::openFile("tests/data/formats/numpy_packed.npz");
    QCOMPARE(npz->dataset.spaces.size(), std::size_t(2));
    QVERIFY(equal(npz->dataset.space("b")->vectors, 2 * sampleMatrix()));
    QVERIFY(npz->dataset.spaces[0]->items == npz->dataset.spaces[1]->items);
    const auto cells = test::openFile("tests/data/formats/cells.h5ad");
    QCOMPARE(cells->dataset.spaces.size(), std::size_t(2));
    QVERIFY(equal(cells->dataset.space("X_umap")->vectors, sampleMatrix().leftCols(2)));
    const ItemTable &items = *cells->dataset.items;
    QCOMPARE(items.columns.size(), std::size_t(1)); // the other column is the label
    QCOMPARE(items.columns[0].name, std::string("batch"));
    QCOMPARE(items.columns[0].text(2), std::string("b"));
    QCOMPARE(items.frames.size(), std::size_t(1));
    QCOMPARE(items.frames[0].name, std::string("umap"));
    QVERIFY(equal(items.frames[0].points, sampleMatrix().leftCols(2)));
    const auto benchmark = test::openFile("tests/data/formats/annbenchmarks.hdf5");
    QCOMPARE(benchmark->dataset.spaces.size(), std::size_t(1));
    QVERIFY(isSaid(benchmark->warnings, "test")); // this part was left out
}

void TestFormats::chosenArray()
{
    io::OpenOptions options;
    options.array = "test";
    QCOMPARE(test::openFile("tests/data/formats/annbenchmarks.hdf5", options)->dataset.items->count, Index(20));
    options.array = "/X";
    QCOMPARE(test::openFile("tests/data/formats/cells.h5ad", options)->dataset.spaces[0]->dimension(), Index(50));
    options.array = "other";
    QCOMPARE(test::openFile("tests/data/formats/numpy_stored.npz", options)->dataset.items->count, Index(2));
    options.array = "missing";
    QCOMPARE(test::codeOf(test::openFile("tests/data/formats/numpy_stored.npz", options)), ErrorCode::badDataset);
    QCOMPARE(test::openFile("tests/data/formats/plain.h5", options).error().place, std::string("/missing"));
    options.array = "words";
    QCOMPARE(test::codeOf(test::openFile("tests/data/formats/plain.h5", options)), ErrorCode::badDataset);
}

void TestFormats::firstRowsOnly_data()
{
    QTest::addColumn<QString>("file");
    for (const char *file : {"numpy_be_f4.npy", "numpy_fortran.npy", "numpy_stored.npz", "word2vec.txt", "glove.txt",
                             "word2vec.bin", "table.csv", "tensors.tsv", "plain.h5", "cells.h5ad"})
        QTest::newRow(file) << file;
}

void TestFormats::firstRowsOnly()
{
    QFETCH(QString, file);
    io::OpenOptions options;
    options.maxRows = 2;
    const auto opened = test::openFile(std::string("tests/data/formats/") + file.toStdString(), options);
    QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
    QVERIFY(equal(opened->dataset.spaces[0]->vectors, sampleMatrix().topRows(2)));
    QCOMPARE(opened->dataset.items->count, Index(2));
    QVERIFY(!opened->dataset.items->hasIds() ||
            opened->dataset.items->ids == Strings(words.begin(), words.begin() + 2));
    QVERIFY(!opened->dataset.items->hasLabels() || opened->dataset.items->labels.size() == 2);
}

namespace {

constexpr Index many = 3000, drawn = 200;

/// Row i holds i, i / 2 and −i, under the id "w<i>".
Dataset numberedRows()
{
    auto table = std::make_shared<ItemTable>();
    table->count = many;
    auto set = std::make_shared<EmbeddingSet>();
    set->name = "numbered";
    set->storedType = "float32";
    set->vectors.resize(many, 3);
    for (Index i = 0; i < many; ++i) {
        table->ids.push_back(std::string("w").append(std::to_string(i)));
        const auto number = static_cast<float>(i);
        set->vectors.row(i) << number, number / 2, -number;
    }
    set->items = table;
    return {"", "", "", "", table, {set}};
}

/// Writes the numbered rows in a format; returns the path.
std::string writeNumbered(const QTemporaryDir &folder, const QString &format)
{
    const std::string path = folder.filePath("numbered." + format).toStdString();
    const Dataset dataset = numberedRows();
    const Matrix &rows = dataset.spaces[0]->vectors;
    if (format == "h5") {
        if (!io::saveDataset(path, dataset))
            return {};
        return path;
    }
    if (format == "npy") {
        if (!io::saveNpy(path, rows))
            return {};
        return path;
    }
    const bool binary = format == "bin", csv = format == "csv";
    std::string text = csv ? "word,a,b,c\n" : std::to_string(many).append(" 3\n");
    for (Index i = 0; i < many; ++i) {
        text += dataset.items->ids[static_cast<std::size_t>(i)];
        for (Index j = 0; j < 3 && !binary; ++j)
            text.append(csv ? "," : " ").append(fixedText(rows(i, j), 6));
        if (binary)
            text.append(" ").append(reinterpret_cast<const char *>(rows.row(i).data()), 3 * sizeof(float));
        text += '\n';
    }
    writeBytes(path, text);
    return path;
}

Strings idsOf(const Result<io::OpenedFile> &opened)
{
    return opened ? opened->dataset.items->ids : Strings();
}

} // namespace

void TestFormats::sampled_data()
{
    QTest::addColumn<bool>("hasIds");
    for (const char *format : {"vec", "bin", "csv", "h5"})
        QTest::newRow(format) << true;
    QTest::newRow("npy") << false;
}

/// A sample has complete rows from the whole file, in their order, the same for the same seed.
void TestFormats::sampled()
{
    QFETCH(bool, hasIds);
    const std::string path = writeNumbered(m_folder, QTest::currentDataTag());
    const io::OpenOptions options{drawn, false, {}, true, 7};
    const auto opened = test::openFile(path, options);
    QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
    const Matrix &rows = opened->dataset.spaces[0]->vectors;
    QCOMPARE(rows.rows(), drawn);
    QCOMPARE(opened->dataset.items->count, drawn);
    QCOMPARE(opened->dataset.items->hasIds(), hasIds);
    Index inSecondHalf = 0;
    for (Index i = 0; i < drawn; ++i) {
        const float number = rows(i, 0);
        QVERIFY(rows(i, 1) == number / 2 && rows(i, 2) == -number);
        QVERIFY(i == 0 || number > rows(i - 1, 0));
        inSecondHalf += number >= many / 2;
        if (hasIds)
            QCOMPARE(opened->dataset.items->ids[static_cast<std::size_t>(i)],
                     std::string("w").append(std::to_string(static_cast<int>(number))));
    }
    // 100 expected; the hypergeometric standard deviation is 6.8.
    QVERIFY2(std::abs(static_cast<int>(inSecondHalf) - 100) < 35, qPrintable(QString::number(inSecondHalf)));
    QVERIFY(isSaid(opened->warnings, "e"));
    QVERIFY(isSaid(opened->warnings.back(), "200 of its 3000 rows were drawn at random with the seed 7"));
    QVERIFY(test::openFile(path, options)->dataset.spaces[0]->vectors == rows);
    QVERIFY(test::openFile(path, {drawn, false, {}, true, 8})->dataset.spaces[0]->vectors != rows);
    // A sample larger than the file is the whole file.
    QCOMPARE(test::openFile(path, {2 * many, false, {}, true, 7})->dataset.items->count, many);
}

/// The same ids are drawn from every file that contains them.
void TestFormats::samplesOfTwoFilesMeet()
{
    const io::OpenOptions options{drawn, false, {}, true, 3};
    const Strings ids = idsOf(test::openFile(writeNumbered(m_folder, "vec"), options));
    QCOMPARE(ids.size(), static_cast<std::size_t>(drawn));
    for (const char *format : {"bin", "csv", "h5"})
        QCOMPARE(idsOf(test::openFile(writeNumbered(m_folder, format), options)), ids);
}

void TestFormats::sampleLeavesOutRepeatedIds()
{
    std::string text;
    for (int turn = 0; turn < 3; ++turn) { // the first words again, fewer than would be refused
        for (int i = 0; i < (turn == 0 ? 50 : 5); ++i)
            text.append("w").append(std::to_string(i)).append(" ").append(std::to_string(turn)).append(" 1.5\n");
    }
    const std::string path = m_folder.filePath("repeated.txt").toStdString();
    writeBytes(path, text);
    for (const Index count : {Index(20), Index(50)}) {
        const auto opened = test::openFile(path, {count, false, {}, true, 1});
        QVERIFY(opened.ok());
        const Strings ids = idsOf(opened);
        QCOMPARE(ids.size(), static_cast<std::size_t>(count));
        QCOMPARE(std::set<std::string>(ids.begin(), ids.end()).size(), ids.size());
        QVERIFY(opened->dataset.spaces[0]->vectors.col(0).isZero()); // the first rows of each
    }
}

void TestFormats::textQuirks_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("ids");
    QTest::addColumn<int>("duplicates");
    QTest::addColumn<int>("warnings");
    const auto row = [](const char *name, const QByteArray &text, const QStringList &ids, int duplicates,
                        int warnings) { QTest::newRow(name) << text << ids << duplicates << warnings; };
    row("words with spaces (GloVe 840B)", "a 1 2\n. . . 1 2\nat x@y.z 1 2\nb 1 2\n", {"a", ". . .", "at x@y.z", "b"}, 0,
        0);
    row("numbers as words", "a 1 2\n2008 1 2\n1.5 1 2\n", {"a", "2008", "1.5"}, 0, 0);
    row("duplicates keep the first", "a 1 2\nb 1 2\na 3 4\na 1 2\n", {"a", "b"}, 2, 1);
    row("empty word", "a 1 2\n 1 2\nb 1 2\n", {"a", "", "b"}, 0, 0);
    row("no-break space is part of a word",
        "a\xC2\xA0"
        "b 1 2\na 1 2\n",
        {QString::fromUtf8("a\xC2\xA0"
                           "b"),
         "a"},
        0, 0);
    row("tabs between numbers", "a 1\t2\nb 1\t2\n", {"a", "b"}, 0, 0);
    row("byte order mark",
        "\xEF\xBB\xBF"
        "a 1 2\nb 1 2\n",
        {"a", "b"}, 0, 0);
    row("only tabs: a table", "a\t1\t2\nb\t1\t2\na\t3\t4\n", {"a", "b"}, 1, 1);
    row("last line without its end", "a 1 2\nb 1 2", {"a", "b"}, 0, 0);
    row("blank lines", "a 1 2\n\n\nb 1 2\n\n", {"a", "b"}, 0, 0);
    row("plus signs and exponents", "a +1 +2e0\nb 1.e0 .2E+1\n", {"a", "b"}, 0, 0);
    row("fewer rows than declared", "3 2\na 1 2\nb 1 2\n", {"a", "b"}, 0, 1);
    row("more rows than declared", "1 2\na 1 2\nb 1 2\n", {"a", "b"}, 0, 1);
    row("whole numbers in the first row", "a 1 2 7\nb 1 2 .6\nc 1 2 .7\n", {"a", "b", "c"}, 0, 0);
    row("commas and blanks, an id with a blank", "New York, 1, 2, .5\nRome, 1, 2, .6\n", {"New York", "Rome"}, 0, 0);
    row("the same below a header", "word, x, y, z\n\"New York\", 1, 2, .5\nRome, 1, 2, .6\nOslo, 1, 2, .7\n",
        {"New York", "Rome", "Oslo"}, 0, 0);
    row("bars and blanks", "New York | 1 | 2 | .5\nRome | 1 | 2 | .6\n", {"New York", "Rome"}, 0, 0);
    row("blanks before commas", "w 0 ,1 ,2 ,.5\nw 1 ,1 ,2 ,.6\n", {"w 0", "w 1"}, 0, 0);
    row("lists behind commas", "New 7,1.0 2.0 .5 .25\nNew 8,1.0 2.0 .6 .7\n", {"New 7", "New 8"}, 0, 0);
    row("lists behind tabs", "New 7\t1.0 2.0 .5 .25\nNew 8\t1.0 2.0 .6 .7\n", {"New 7", "New 8"}, 0, 0);
}

void TestFormats::textQuirks()
{
    QFETCH(QByteArray, text);
    QFETCH(QStringList, ids);
    QFETCH(int, duplicates);
    QFETCH(int, warnings);
    const auto opened = openText(text);
    QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
    QCOMPARE(opened->dataset.items->ids, fromQt(ids));
    QCOMPARE(opened->duplicates, Index(duplicates));
    QCOMPARE(static_cast<int>(opened->warnings.size()), warnings);
    QVERIFY(isSaid(opened->warnings));
    const Matrix &vectors = opened->dataset.spaces[0]->vectors;
    for (Index i = 0; i < vectors.rows(); ++i) {
        QCOMPARE(vectors(i, 0), 1.0f);
        QCOMPARE(vectors(i, 1), 2.0f);
    }
}

/// pandas names columns without names by numbers.
void TestFormats::numbersNameColumns_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("ids");
    const auto row = [](const char *name, const QByteArray &header, const QByteArray &rows, const QStringList &ids) {
        QTest::newRow(name) << header + rows << ids;
    };
    const QByteArray words = "a .5 1 -.25\nb .5 .75 2\n2008 .5 3.5 .7\n",
                     numbers = ".5 1.5 -.25\n.5 .75 2.5\n.5 3.5 .7\n";
    const QStringList ids{"a", "b", "2008"};
    row("with a name of the ids", "word 0 1 2\n", words, ids);
    row("without one", "\"\" 0.0 1.0 2.0\n", words, ids);
    row("counted from 1, with tabs", "id\t1\t2\t3\n", words, ids);
    row("aligned", "   0   1   2\n", words, ids);
    row("no ids", "0 1 2\n", numbers, {});
    row("two columns", "0 1\n", ".5 1.5\n.5 .75\n.5 3.5\n", {});
}

void TestFormats::numbersNameColumns()
{
    QFETCH(QByteArray, text);
    QFETCH(QStringList, ids);
    const auto opened = openText(text);
    QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
    QCOMPARE(opened->dataset.items->ids, fromQt(ids));
    QVERIFY(opened->warnings.empty());
    const Matrix &vectors = opened->dataset.spaces[0]->vectors;
    QCOMPARE(vectors.rows(), Index(3));
    QCOMPARE(vectors.cols(), Index(text.startsWith("0 1\n") ? 2 : 3));
    QVERIFY((vectors.col(0).array() == 0.5f).all());
}

void TestFormats::badText_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("place");
    const auto row = [](const char *name, const QByteArray &text, const char *code, const char *place) {
        QTest::newRow(name) << text << code << place;
    };
    QByteArray good;
    for (int i = 0; i < 30; ++i)
        good += "w" + QByteArray::number(i) + " 1 2 3\n";
    row("too few numbers", good + "x 1 2\n", "bad-line", "line 31");
    row("a number is text", good + "x 1 two 3\n", "bad-line", "line 31");
    row("a number with trailing letters", good + "x 1 2x 3\n", "bad-line", "line 31");
    row("one number never fills a row", good + "x 1\n", "bad-line", "line 31");
    row("header of another dimension", "30 4\n" + good, "bad-line", "line 2");
    row("decimal comma", good + "x 1,5 2,5 3,5\n", "bad-line", "line 31");
    row("CSV with a short row", "1,2,3\n4,5,6\n7,8\n", "bad-line", "line 3");
    row("CSV with text in a number column", good.replace(' ', ',') + "x,1,two,3\n", "bad-line", "line 31");
    row("CSV with decimal commas", "1,5;2,5\n2,5;3,5\n", "bad-line", "line 1");
    row("CSV with an open quote far down", QByteArray("\"a\",1,2\n").repeated(1) + "b,1,2\n\"c,1,2\n", "bad-line",
        "line 3");
    row("a line of one tab", "\t\n\t\n", "unknown-format", "");
    row("one row of numbers after their count", QByteArray("\4\0\0\0", 4) + QByteArray(16, '\1'), "unknown-format", "");
    row("words only", "hello world\nthis is text\n", "unknown-format", "");
    row("bytes", QByteArray("\0\1\2\3\4\5", 6), "unknown-format", "");
    row("header only", "3 4\n", "unknown-format", "");
}

void TestFormats::badText()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, code);
    QFETCH(QString, place);
    const auto opened = openText(text);
    QVERIFY(!opened.ok());
    QCOMPARE(QString(errorId(test::codeOf(opened))), code);
    QVERIFY(isSaid(opened.error().text()));
    QCOMPARE(QString::fromStdString(opened.error().place), place);
    QCOMPARE(opened.error().file, path("text"));
}

void TestFormats::badRowsLeftOut()
{
    io::OpenOptions options;
    options.skipBadRows = true;
    const auto opened =
        openText("a 1 2\nb 1\nc 1 2\nd x y\ne 1 2\nf 1 2\ng 1 2\nh 1 2\ni 1 2\nj 1 2\nk 1 2\n", options);
    QVERIFY(opened.ok());
    QCOMPARE(opened->badRows, Index(2));
    QCOMPARE(opened->dataset.items->count, Index(9));
    QCOMPARE(opened->warnings.size(), std::size_t(1));
    QVERIFY(isSaid(opened->warnings));
}

/// More than one window of lines, with a duplicate and numbers beyond float32.
void TestFormats::manyBlocks()
{
    constexpr int rows = 60000;
    QByteArray text;
    for (int i = 0; i < rows; ++i) {
        text += "word" + QByteArray::number(i == 50000 ? 3 : i);
        for (int j = 0; j < 100; ++j)
            text += " " + QByteArray::number(i + j / 128.0, 'f', 7);
        text += "\n";
    }
    text += "tiny 1e-50 -1e-50 1e50 -1e50 1e-400 1e400" + QByteArray(" 0").repeated(94) + "\n";
    QVERIFY(text.size() > (64 << 20));
    const auto opened = openText(text);
    QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
    const Matrix &vectors = opened->dataset.spaces[0]->vectors;
    QCOMPARE(vectors.rows(), Index(rows));
    QCOMPARE(opened->duplicates, Index(1));
    for (Index i = 0; i < rows - 1; i += 7) {
        const float first = static_cast<float>(i < 50000 ? i : i + 1);
        QCOMPARE(vectors(i, 0), first);
        QCOMPARE(vectors(i, 99), first + 99 / 128.0f);
    }
    const float infinity = std::numeric_limits<float>::infinity();
    const auto last = vectors.row(rows - 1);
    QCOMPARE(last(0), 0.0f);
    QCOMPARE(last(1), -0.0f);
    QCOMPARE(last(2), infinity);
    QCOMPARE(last(3), -infinity);
    QCOMPARE(last(4), 0.0f);
    QCOMPARE(last(5), infinity);
}

void TestFormats::numpyHeaders_data()
{
    QTest::addColumn<QByteArray>("dictionary");
    QTest::addColumn<QString>("code");
    const auto row = [](const char *name, const char *dictionary, const char *code) {
        QTest::newRow(name) << QByteArray(dictionary) << code;
    };
    row("good", "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }", "");
    row("double quotes, other order, Python 2 numbers",
        "{\"shape\": (2L, 3L), \"descr\": \"<f4\", \"fortran_order\": False}", "");
    row("shape of 32 GiB", "{'descr': '<f4', 'fortran_order': False, 'shape': (1073741824, 8), }", "damaged-file");
    row("shape beyond 64 bits", "{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967297), }",
        "damaged-file");
    row("number beyond 64 bits", "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999, 1), }",
        "damaged-file");
    row("negative shape", "{'descr': '<f4', 'fortran_order': False, 'shape': (-2, 3), }", "damaged-file");
    row("no shape", "{'descr': '<f4', 'fortran_order': False, }", "damaged-file");
    row("no type", "{'shape': (2, 3), 'fortran_order': False, }", "damaged-file");
    row("unknown key", "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), 'x': 1}", "damaged-file");
    row("code in place of a value", "{'descr': '<f4', 'fortran_order': __import__('os'), 'shape': (2, 3), }",
        "damaged-file");
    row("trailing text", "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), } more", "damaged-file");
    row("never closed", "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3", "damaged-file");
    row("empty", "", "damaged-file");
    row("long double", "{'descr': '<f16', 'fortran_order': False, 'shape': (1, 1), }", "unsupported-type");
    row("invalid type", "{'descr': '<f', 'fortran_order': False, 'shape': (1, 1), }", "unsupported-type");
    row("texts of length 0", "{'descr': '<U0', 'fortran_order': False, 'shape': (9999999999, 9999999999), }",
        "damaged-file");
}

void TestFormats::numpyHeaders()
{
    QFETCH(QByteArray, dictionary);
    QFETCH(QString, code);
    std::string bytes = "\x93NUMPY\x01";
    bytes += '\0';
    bytes += static_cast<char>(dictionary.size());
    bytes += '\0';
    Matrix numbers(2, 3);
    numbers << 0.5F, -1, 2, 3.25F, 4, 5;
    bytes += dictionary.toStdString() + std::string(reinterpret_cast<const char *>(numbers.data()), 24);
    writeBytes(path("header.npy"), bytes);
    const auto opened = test::openFile(path("header.npy"));
    QCOMPARE(opened ? QString() : QString(errorId(test::codeOf(opened))), code);
    QVERIFY(opened || isSaid(opened.error().text()));
    if (opened)
        QVERIFY(equal(opened->dataset.spaces[0]->vectors, numbers));
}

void TestFormats::truncatedAnywhere_data()
{
    QTest::addColumn<QString>("file");
    for (const char *file : {"numpy_le_f4.npy", "numpy_stored.npz", "numpy_packed.npz", "word2vec.bin"})
        QTest::newRow(file) << file;
}

void TestFormats::truncatedAnywhere()
{
    QFETCH(QString, file);
    const std::string good = readBytes(std::string("tests/data/formats/") + file.toStdString());
    for (std::size_t length = 1; length + 1 < good.size(); ++length) { // word2vec's last line end may be missing
        writeBytes(path("cut"), std::string_view(good).substr(0, length));
        const auto opened = io::openFile(path("cut"));
        QVERIFY2(!opened.ok(), qPrintable(QString("%1 bytes").arg(length)));
        QVERIFY(opened.error().code == ErrorCode::damagedFile || test::codeOf(opened) == ErrorCode::unknownFormat);
    }
}

/// A changed byte of the numbers must be detected if the format has a checksum.
void TestFormats::unpackedBytesAreLimited()
{
    const auto packed = io::openInput("tests/data/formats/table.csv.gz");
    QVERIFY(packed.ok());
    const auto whole = io::unpackGzip(*packed, 1000, {});
    QVERIFY2(whole.ok(), whole ? "" : whole.error().text().c_str());
    const auto exact = io::unpackGzip(*packed, whole->bytes, {});
    QVERIFY(exact.ok());
    const auto less = io::unpackGzip(*packed, whole->bytes - 1, {});
    QVERIFY(!less.ok());
    QCOMPARE(test::codeOf(less), ErrorCode::tooLarge);
    QVERIFY(isSaid(less.error().text()));
}

/// Content that exceeds the limit in its first part is counted, not written to the disk; if it fits, it is read.
void TestFormats::largeContentIsCountedFirst()
{
    const auto written = [] { // bytes written up to now
        return QString::fromStdString(readBytes("/proc/self/io")).section("wchar: ", 1).section('\n', 0, 0).toDouble();
    };
    std::minstd_rand random(1);
    std::string dense(12 << 20, '\0');
    for (char &each : dense)
        each = static_cast<char>(random() >> 8);
    for (const bool fits : {false, true}) {
        const gzFile file = gzopen(path("large.gz").c_str(), "wb1");
        std::string block(64 << 10, 'x');
        for (int i = 0; i < 100 * 16; ++i) { // 100 MB, packed to a hundredth
            std::ranges::generate_n(block.begin(), 500, [&random] { return static_cast<char>(random() >> 8); });
            QCOMPARE(gzwrite(file, block.data(), static_cast<unsigned>(block.size())), int(block.size()));
        }
        if (fits) // the rest is not unpacked
            QCOMPARE(gzwrite(file, dense.data(), static_cast<unsigned>(dense.size())), int(dense.size()));
        QCOMPARE(gzclose(file), Z_OK);
        const auto packed = io::openInput(path("large.gz"));
        const double before = written();
        const auto unpacked = io::unpackGzip(*packed, fits ? 120 << 20 : 90 << 20, {});
        QCOMPARE(unpacked.ok(), fits);
        if (fits)
            QCOMPARE(unpacked->bytes, std::uint64_t{112} << 20);
        else
            QVERIFY2(written() - before < 70 << 20, qPrintable(QString::number(written() - before)));
    }
}

void TestFormats::npzChecksum()
{
    const std::string good = readBytes("tests/data/formats/numpy_stored.npz");
    const std::string number("\x00\x00\x30\x41", 4); // 11.0f, the last of the matrix
    const std::size_t at = good.find(number);
    QVERIFY(at != std::string::npos);
    std::string bad = good;
    bad[at] ^= 1;
    writeBytes(path("flip.npz"), bad);
    const auto opened = test::openFile(path("flip.npz"));
    QVERIFY(!opened.ok());
    QCOMPARE(test::codeOf(opened), ErrorCode::damagedFile);
    QVERIFY(isSaid(opened.error().text()));
    QCOMPARE(opened.error().place, std::string("embeddings"));
}

void TestFormats::binaryDeclaresTooMuch()
{
    std::string bytes = readBytes("tests/data/formats/word2vec.bin");
    bytes.replace(0, 3, "9000000000 4");
    writeBytes(path("much.bin"), bytes);
    const auto opened = test::openFile(path("much.bin"));
    QCOMPARE(test::codeOf(opened), ErrorCode::damagedFile);
    QVERIFY(isSaid(opened.error().text()));
    writeBytes(path("model.bin"), "\xba\x16\x4f\x2f\x0c\x00\x00\x00");
    QVERIFY(isSaid(test::openFile(path("model.bin")).error().text(), ".vec"));
}

void TestFormats::cancelled()
{
    const RunContext context = cancelledContext();
    for (const char *file : {"numpy_le_f4.npy", "numpy_stored.npz", "word2vec.txt", "word2vec.bin", "table.csv"})
        QCOMPARE(test::codeOf(test::openFile(std::string("tests/data/formats/") + file, {}, context)),
                 ErrorCode::cancelled);
}

QTEST_GUILESS_MAIN(TestFormats)
#include "tst_formats.moc"
