// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/dataset/itemfile.h"
#include "io/dataset/pairfile.h"
#include "io/dataset/userannotations.h"
#include "io/text/csv.h"
#include "support/hdf5samples.h"
#include "support/rows.h"
#include "support/sentences.h"

#include <QTemporaryDir>
#include <QtTest>
#include <zlib.h>

using namespace anchorscope;
using namespace anchorscope::test;

namespace {

ItemTable table(const std::vector<std::string> &ids)
{
    ItemTable items;
    items.count = static_cast<Index>(ids.size());
    items.ids = ids;
    return items;
}

/// Bytes of a .npy file.
std::string npy(const std::string &type, const std::string &shape, std::string_view values)
{
    const std::string header = "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }\n";
    std::string bytes = std::string("\x93NUMPY\1") + '\0' + static_cast<char>(header.size()) + '\0' + header;
    return bytes.append(values);
}

} // namespace

class TestPairFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void reads_data();
    void reads();
    void refuses_data();
    void refuses();
    void usableLinesAreTaken_data();
    void usableLinesAreTaken();
    void dictionaryKeepsFirstTranslations();
    void dictionaryOfOtherWords();
    void otherFormats_data();
    void otherFormats();
    void rowNumbersOfArrays();
    void namesOfColumns();
    void linesOfOtherItems();
    void rowNumbersWhereThereAreNoIds();
    void roundTrip();
    void formulasRoundTrip();
    void otherProgramsApostrophesAreKept();
    void correspondence();
    void parsesCsv_data();
    void parsesCsv();

private:
    std::string path(const char *name) const { return m_folder.filePath(name).toStdString(); }
    const ItemTable m_x = table({"one", "two, or more", "a \"b\"", "vier", "x_id"});
    const ItemTable m_y = table({"eins", "zwei", "drei", "four words here", "y_id"});
    QTemporaryDir m_folder;
};

void TestPairFile::reads_data()
{
    QTest::addColumn<QByteArray>("text");
    row("CSV with header", QByteArray("x_id,y_id\none,zwei\nvier,eins\n"));
    row("CSV without header", QByteArray("one,zwei\nvier,eins\n"));
    row("columns exchanged", QByteArray("y_id,x_id\nzwei,one\neins,vier\n"));
    row("more columns, named", QByteArray("score,y_id,x_id\n1,zwei,one\n2,eins,vier\n"));
    row("CRLF, byte order mark, no last line end", QByteArray("\xEF\xBB\xBFx_id,y_id\r\none,zwei\r\nvier,eins"));
    row("correspondences, one without a partner",
        QByteArray("y_id,x_id,score,margin,mutual\r\nzwei,one,1,1,1\r\ndrei,,0,0,0\r\neins,vier,1,1,1\r\n"));
    row("source and target", QByteArray("Target,Source\nzwei,one\neins,vier\n"));
    row("y and x", QByteArray("score;y;x\n1;zwei;one\n2;eins;vier\n"));
    row("dictionary with names", QByteArray("target\tsource\nzwei\tone\nsechs\tfive\neins\tvier\n"));
    row("other names of columns", QByteArray("model_a,model_b\none,zwei\nvier,eins\n"));
    row("quotes", QByteArray("\"one\",\"zwei\"\nvier,\"eins\"\n"));
    row("TSV", QByteArray("one\tzwei\nvier\teins\n"));
    row("semicolons", QByteArray("one;zwei\nvier;eins\n"));
    row("MUSE dictionary", QByteArray("one zwei\nvier  eins \n"));
    row("blank lines", QByteArray("\none,zwei\n\n\nvier,eins\n\n"));
}

void TestPairFile::reads()
{
    QFETCH(QByteArray, text);
    writeBytes(path("pairs"), text.toStdString());
    const auto pairs = io::readPairs(path("pairs"), m_x, m_y);
    QVERIFY2(pairs.ok(), pairs ? "" : pairs.error().text().c_str());
    QCOMPARE(*pairs, (std::vector<SeedPair>{{.x = 0, .y = 1}, {.x = 3, .y = 0}}));
}

void TestPairFile::refuses_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("place");
    row("empty file", QByteArray(), "empty-file", "");
    row("blank lines only", QByteArray("\n\r\n\n"), "empty-file", "");
    row("unknown item of X", QByteArray("one,zwei\nfive,eins\n"), "unknown-item", "line 2");
    row("unknown item of Y", QByteArray("x_id,y_id\n\none,six\n"), "unknown-item", "line 3");
    row("item of X twice", QByteArray("one,zwei\none,eins\n"), "repeated-item", "line 2");
    row("item of Y twice", QByteArray("one,zwei\nvier,zwei\n"), "repeated-item", "line 2");
    row("one column", QByteArray("one,zwei\nvier\n"), "bad-line", "line 2");
    row("three columns", QByteArray("one,zwei,3\n"), "bad-line", "line 1");
    row("open quote", QByteArray("one,zwei\n\"vier,eins\n\n"), "bad-line", "line 2");
    row("text after a quote", QByteArray("one,zwei\n\"vier\"x,eins\n"), "bad-line", "line 2");
    row("line after a quoted line break", QByteArray("\"a\nb\",c\n"), "unknown-item", "line 1");
    for (const auto &[shape, values] : {std::pair("(1, 1, 2)", 2), std::pair("(0, 2)", 0), std::pair("()", 1)})
        row(shape, QByteArray::fromStdString(npy("<i2", shape, std::string(2 * values, '\1'))), "bad-dataset", "");
    row("binary garbage", QByteArray("\x89\x00\xff\xfe,\x01\n", 7), "unknown-format", "");
}

void TestPairFile::refuses()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, code);
    QFETCH(QString, place);
    writeBytes(path("pairs"), text.toStdString());
    const auto pairs = io::readPairs(path("pairs"), m_x, m_y);
    QVERIFY(!pairs.ok());
    QCOMPARE(QString(errorId(test::codeOf(pairs))), code);
    QVERIFY(isSaid(pairs.error().text()));
    QCOMPARE(QString::fromStdString(pairs.error().place), place);
    QCOMPARE(pairs.error().file, path("pairs"));
}

void TestPairFile::usableLinesAreTaken_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("remark"); // empty: none
    row("any header", QByteArray("x,y\none,zwei\nvier,eins\n"), "");
    row("header of German words", QByteArray("Wort;Übersetzung\none;zwei\nvier;eins\n"), "");
    row("unknown, repeated and short lines", QByteArray("x_id,y_id\none,zwei\nfive,drei\nvier,zwei\nvier\nvier,eins\n"),
        "3 of 5 lines left out: line 3, “five” is not an item of X; expected an id");
    row("a line of one item is no header", QByteArray("five,drei\none,zwei\nvier,eins\n"),
        "1 of 3 lines left out: line 1, “five”");
}

void TestPairFile::usableLinesAreTaken()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, remark);
    writeBytes(path("pairs"), text.toStdString());
    std::vector<std::string> warnings;
    const auto pairs = io::readPairs(path("pairs"), m_x, m_y, &warnings, io::PairLines::usable);
    QVERIFY2(pairs.ok(), pairs ? "" : pairs.error().text().c_str());
    QCOMPARE(*pairs, (std::vector<SeedPair>{{.x = 0, .y = 1}, {.x = 3, .y = 0}}));
    QCOMPARE(warnings.size(), std::size_t(remark.isEmpty() ? 0 : 1));
    if (!remark.isEmpty())
        QVERIFY(isSaid(warnings.front(), remark));
    writeBytes(path("pairs"), "five,six\nseven,eight\n");
    QCOMPARE(test::codeOf(io::readPairs(path("pairs"), m_x, m_y, nullptr, io::PairLines::usable)),
             ErrorCode::unknownItem);
}

void TestPairFile::dictionaryKeepsFirstTranslations()
{
    // “eins” is used in line 3, so in line 4 the word of X is free, but not its word of Y.
    writeBytes(path("pairs"), "one zwei\none drei\nvier eins\nx_id eins\nfive sechs\nx_id drei\n");
    std::vector<std::string> warnings;
    const auto pairs = io::readPairs(path("pairs"), m_x, m_y, &warnings);
    QVERIFY2(pairs.ok(), pairs ? "" : pairs.error().text().c_str());
    QCOMPARE(*pairs, (std::vector<SeedPair>{{.x = 0, .y = 1}, {.x = 3, .y = 0}, {.x = 4, .y = 2}}));
    QCOMPARE(warnings.size(), std::size_t(2));
    QVERIFY(isSaid(warnings[0], "line 2"));
    QVERIFY(isSaid(warnings[1], "line 5, “five”"));
}

void TestPairFile::dictionaryOfOtherWords()
{
    writeBytes(path("pairs"), "uno dos\ntres quatro\n");
    const auto pairs = io::readPairs(path("pairs"), m_x, m_y);
    QVERIFY(!pairs.ok());
    QCOMPARE(test::codeOf(pairs), ErrorCode::unknownItem);
    QVERIFY(isSaid(pairs.error().text()));
    QCOMPARE(pairs.error().place, std::string("line 1"));
    QCOMPARE(pairs.error().file, path("pairs"));
}

void TestPairFile::otherFormats_data()
{
    QTest::addColumn<QByteArray>("bytes");
    row("objects", QByteArray(R"([{"y_id": "zwei", "x_id": "one"}, {"y_id": "eins", "x_id": "vier"}])"));
    row("objects on lines", QByteArray("{\"y_id\": \"zwei\", \"x_id\": \"one\"}\n{\"x_id\": \"vier\", \"y_id\": "
                                       "\"eins\", \"score\": 2}\n"));
    row("lists of two", QByteArray(R"([["one", "zwei"], ["vier", "eins"]])"));
    row("keys and values", QByteArray(R"({"one": "zwei", "vier": "eins"})"));
    row("keys and lists", QByteArray(R"({"one": ["zwei"], "vier": ["eins"]})"));
    row("lists with names", QByteArray(R"({"y_id": ["zwei", "eins"], "x_id": ["one", "vier"]})"));
    row("an array of texts",
        QByteArray::fromStdString(npy("|S4", "(2, 2)", std::string_view("one\0zweiviereins", 16))));
    io::Hdf5Writer file;
    file.strings("/y_id", {"zwei", "eins"});
    file.strings("/x_id", {"one", "vier"});
    row("lists in HDF5", QByteArray::fromStdString(std::string(*file.bytes())));
}

void TestPairFile::otherFormats()
{
    QFETCH(QByteArray, bytes);
    for (const bool packed : {false, true}) {
        QFile(QString::fromStdString(path("pairs"))).remove();
        if (packed) {
            const gzFile file = gzopen(path("pairs").c_str(), "wb");
            QCOMPARE(gzwrite(file, bytes.constData(), static_cast<unsigned>(bytes.size())), bytes.size());
            gzclose(file);
        } else {
            writeBytes(path("pairs"), bytes.toStdString());
        }
        const auto pairs = io::readPairs(path("pairs"), m_x, m_y);
        QVERIFY2(pairs.ok(), pairs ? "" : pairs.error().text().c_str());
        QCOMPARE(*pairs, (std::vector<SeedPair>{{.x = 0, .y = 1}, {.x = 3, .y = 0}}));
    }
}

void TestPairFile::rowNumbersOfArrays()
{
    writeBytes(path("pairs"), npy("|u1", "(2, 2)", std::string_view("\0\1\3\0", 4)));
    std::vector<std::string> warnings;
    const std::vector<SeedPair> expected{{.x = 0, .y = 1}, {.x = 3, .y = 0}};
    auto pairs = io::readPairs(path("pairs"), m_x, m_y, &warnings);
    QVERIFY2(pairs.ok(), pairs ? "" : pairs.error().text().c_str());
    QCOMPARE(*pairs, expected);
    QCOMPARE(warnings.size(), std::size_t(2));
    QVERIFY(isSaid(warnings[0], "row numbers, from 0"));
    writeBytes(path("pairs"), "y_row,x_row\n1,0\n0,3\n");
    QCOMPARE(*io::readPairs(path("pairs"), m_x, m_y), expected);
    writeBytes(path("pairs"), npy("<i2", "(1, 2)", std::string_view("\0\0\5\0", 4)));
    pairs = io::readPairs(path("pairs"), m_x, m_y);
    QVERIFY(!pairs.ok());
    QCOMPARE(pairs.error().place, std::string("row 0"));
    QCOMPARE(pairs.error().message, std::string("“5” is not an item of Y; expected a row number from 0 to 4"));
}

/// Each name by which a column is found, in a file whose columns are exchanged.
void TestPairFile::namesOfColumns()
{
    const auto named = [&](const char *name, const char *item, const char *line) {
        writeBytes(path("named"), std::string(name) + ',' + item + '\n' + line);
        return path("named");
    };
    std::vector<std::string> warnings;
    for (const char *name : {"y_id", "y", "translation", "answer"}) {
        const auto entries = io::readDictionary(named(name, "word", "zwei,one\n"), m_x, m_y, warnings);
        QVERIFY2(entries.ok(), entries ? name : entries.error().text().c_str());
        QVERIFY2(entries->front().word == 0 && entries->front().answers == std::vector<ItemIndex>{1}, name);
    }
    for (const char *name : {"split", "part", "subset", "fold"})
        QVERIFY2(io::readSplit(named(name, "id", "test,vier\n"), m_x)->parts[3] == ItemPart::test, name);
    for (const char *name : {"accuracy", "acc"})
        QVERIFY2(io::readAccuracies(named(name, "space", "0.5,beta\n"))->front() == std::pair(std::string("beta"), 0.5),
                 name);
    const auto labelled = io::readLabels(named("label", "row", "dog,3\n"), m_x);
    QVERIFY2(labelled.ok(), labelled ? "" : labelled.error().text().c_str());
    QCOMPARE(labelled->labelName(3), std::string("dog"));
}

/// One line for each item names none of them; of other items, or of some that were drawn, it could be any line.
void TestPairFile::linesOfOtherItems()
{
    ItemTable drawn = m_x, cut = m_x;
    drawn.drawn.from = 9;
    cut.rowsLeftOut = true;
    writeBytes(path("labels"), "a\nb\na\nb\na\n");
    QCOMPARE(io::readLabels(path("labels"), m_x)->labels, (std::vector<std::int32_t>{0, 1, 0, 1, 0}));
    writeBytes(path("labels"), "label\na\nb\na\nb\na\n");
    QCOMPARE(io::readLabels(path("labels"), m_x)->labels, (std::vector<std::int32_t>{0, 1, 0, 1, 0}));
    writeBytes(path("labels"), "label\na\nb\na\nb\n");
    QVERIFY(isSaid(io::readLabels(path("labels"), m_x).error().text(), "below the name “label”, found 4"));
    for (const ItemTable *items : {&drawn, &cut})
        QVERIFY(isSaid(io::readLabels(path("labels"), *items).error().text(), "two columns"));
    for (const char *lines : {"a\nb\na\nb\n", "a\nb\na\nb\na\nb\n"}) {
        writeBytes(path("labels"), lines);
        QVERIFY(isSaid(io::readLabels(path("labels"), m_x).error().text(), "two columns"));
    }
}

void TestPairFile::rowNumbersWhereThereAreNoIds()
{
    ItemTable rows;
    rows.count = 3;
    writeBytes(path("pairs"), "0,2\n2,0\n");
    QCOMPARE(*io::readPairs(path("pairs"), rows, rows), (std::vector<SeedPair>{{.x = 0, .y = 2}, {.x = 2, .y = 0}}));
    for (const char *bad : {"0,3\n", "-1,0\n", "1.0,0\n", "one,0\n", "99999999999999999999,0\n"}) {
        writeBytes(path("pairs"), bad);
        QVERIFY(isSaid(io::readPairs(path("pairs"), rows, rows).error().text(), "row number"));
    }
}

void TestPairFile::roundTrip()
{
    const std::vector<SeedPair> pairs = {{.x = 2, .y = 3}, {.x = 1, .y = 0}, {.x = 4, .y = 4}, {.x = 0, .y = 1}};
    QVERIFY(io::writePairs(path("out.csv"), pairs, m_x, m_y).ok());
    QCOMPARE(*io::readPairs(path("out.csv"), m_x, m_y), pairs);
}

/// Text that a spreadsheet would execute is escaped, and every id is restored, even if one equals another's escaped
/// form.
void TestPairFile::formulasRoundTrip()
{
    const ItemTable items = table({"=1+1", "'=1+1", "''=1+1", "+SUM(A1)", "-cmd|'/c calc'!A0", "@x", "\t=1", "\r=1",
                                   "-5", "'-5", "+1e3", "=", "'=", "'", "'word", "=a,\"b\""});
    std::vector<SeedPair> pairs;
    for (ItemIndex i = 0; i < static_cast<ItemIndex>(items.count); ++i)
        pairs.push_back({.x = i, .y = static_cast<ItemIndex>(items.count - 1 - i)});
    QVERIFY(io::writePairs(path("formulas.csv"), pairs, items, items).ok());
    const auto records = io::parseCsv(readBytes(path("formulas.csv")), ',');
    QVERIFY(records.ok());
    for (std::size_t i = 1; i < records->size(); ++i) {
        for (const std::string &field : (*records)[i].fields)
            QVERIFY2(field == "-5" || field == "+1e3" || field == "=" ||
                         std::string_view("=+-@\t\r").find(field[0]) == std::string_view::npos,
                     field.c_str());
    }
    const auto read = io::readPairs(path("formulas.csv"), items, items);
    QVERIFY2(read.ok(), read ? "" : read.error().text().c_str());
    QCOMPARE(*read, pairs);
}

/// In files of other programs an id is used literally; without a header nothing is unescaped.
void TestPairFile::otherProgramsApostrophesAreKept()
{
    const ItemTable only = table({"'=a", "b"}), both = table({"'=a", "=a"});
    writeBytes(path("others"), "x_id,y_id\n'=a,b\n");
    auto read = io::readPairs(path("others"), only, only);
    QVERIFY2(read.ok(), read ? "" : read.error().text().c_str());
    QCOMPARE(*read, (std::vector<SeedPair>{{.x = 0, .y = 1}}));
    writeBytes(path("others"), "'=a,=a\n");
    read = io::readPairs(path("others"), both, both);
    QVERIFY2(read.ok(), read ? "" : read.error().text().c_str());
    QCOMPARE(*read, (std::vector<SeedPair>{{.x = 0, .y = 1}}));
}

void TestPairFile::correspondence()
{
    QVERIFY(io::writeCorrespondence(path("c.csv"), {{.y = 3, .x = 1, .score = -0.1f, .margin = 0.25f, .mutual = true}},
                                    m_x, m_y)
                .ok());
    QCOMPARE(
        readBytes(path("c.csv")),
        std::string("y_id,x_id,score,margin,mutual,probability\r\nfour words here,\"two, or more\",-0.1,0.25,1,\r\n"));
    // The output can be read as pairs again.
    QCOMPARE(*io::readPairs(path("c.csv"), m_x, m_y), (std::vector<SeedPair>{{.x = 1, .y = 3}}));
}

void TestPairFile::parsesCsv_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<char>("separator");
    QTest::addColumn<QStringList>("fields"); // records end with "|"
    row("quoted separator", QByteArray("\"a,b\",c"), ',', QStringList{"a,b", "c", "|"});
    row("doubled quote", QByteArray("\"a\"\"b\"\n"), ',', QStringList{"a\"b", "|"});
    row("quoted line break", QByteArray("\"a\nb\",c\r\nd\n"), ',', QStringList{"a\nb", "c", "|", "d", "|"});
    row("empty fields", QByteArray(",\n,,\n"), ',', QStringList{"", "", "|", "", "", "", "|"});
    row("quote inside a field", QByteArray("a\"b,c\n"), ',', QStringList{"a\"b", "c", "|"});
    row("lone CR stays", QByteArray("a\rb,c\n"), ',', QStringList{"a\rb", "c", "|"});
    row("quotes are literal between spaces", QByteArray("\"a b\"\n"), ' ', QStringList{"\"a", "b\"", "|"});
}

void TestPairFile::parsesCsv()
{
    QFETCH(QByteArray, text);
    QFETCH(char, separator);
    QFETCH(QStringList, fields);
    const auto records = io::parseCsv(text.toStdString(), separator);
    QVERIFY(records.ok());
    QStringList found;
    for (const io::CsvRecord &record : *records) {
        for (const std::string &field : record.fields)
            found << QString::fromStdString(field);
        found << "|";
    }
    QCOMPARE(found, fields);
}

QTEST_GUILESS_MAIN(TestPairFile)
#include "tst_pairfile.moc"
