// SPDX-License-Identifier: GPL-3.0-or-later
// Roles of the columns of tables: layouts that pandas, R, Excel, databases and people write.
#include "io/dataset/datasetfile.h"
#include "io/dataset/pairfile.h"
#include "io/rows/jsonrecords.h"
#include "support/hdf5samples.h"
#include "support/openfile.h"
#include "support/sentences.h"

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <cmath>

using namespace anchorscope;
using namespace anchorscope::test;

namespace {

constexpr int usual = 40; ///< rows

/// A fraction with mean 0 and standard deviation 0.6, different for each row and column.
QByteArray fraction(int row, int column, double scale = 1)
{
    return QByteArray::number(scale * std::sin(12.9898 * (row + 1) + 78.233 * (column + 1)), 'f', 4);
}

/// A value of the kind denoted by a letter.
QByteArray value(char kind, int row, int column)
{
    switch (kind) {
    case 'i': // row number from 0
        return QByteArray::number(row);
    case 'n': // row number from 1
        return QByteArray::number(row + 1);
    case 'g': // ascending integers
        return QByteArray::number(1000 + 3 * row + row % 2);
    case 'u': // unique integers
        return QByteArray::number(row * 7919 % 10007);
    case 'w':
        return "word" + QByteArray::number(row);
    case 'W': // the same with repetitions
        return "word" + QByteArray::number(row % 33);
    case 'q': // an id with a line break, a comma and a quote, as our exports write it
        return "\"two\nlines, \"\"" + QByteArray::number(row) + "\"\"\"";
    case 's':
        return row % 3 ? "setosa" : "virginica";
    case 'c': // classes as numbers
        return QByteArray::number(row % 3);
    case 'y': // years
        return QByteArray::number(1990 + row % 17);
    case 't': // free text
        return "a sentence about the thing of the number " + QByteArray::number(row) + ", and more about it";
    case 'T': // in quotes
        return '"' + value('t', row, column) + '"';
    case 'm': // missing in a third of the rows
        return row % 3 == 1 ? "NA" : fraction(row, column);
    case 'e':
        return row % 3 == 1 ? "" : fraction(row, column);
    case 'd': // decimal comma
        return fraction(row, column).replace('.', ',');
    case 'h':
        return "0x" + QByteArray::number(row, 16);
    case 'k': // thousands
        return '"' + QByteArray::number(1 + row) + ",000\"";
    case 'x': // scientific
        return QByteArray::number(fraction(row, column).toDouble(), 'e', 3);
    case '"': // in quotes
        return '"' + value('w', row, column) + '"';
    case '\'':
        return '"' + value('f', row, column) + '"';
    case 'D': // a day
        return "2024-01-" + QByteArray::number(10 + row % 17);
    case 'b':
        return row % 2 ? "True" : "False";
    case 'F':
        return fraction(row, column, 1000);
    case 'p': // pixels
        return QByteArray::number(row * 37 % 251 * (column + 1) % 256);
    case 'v': // a vector, as json.dumps writes it
        return "\"[" + fraction(row, column) + ", " + fraction(row, column + 1) + ", 1e-05]\"";
    case 'V': // a vector, as str() of an array
        return '[' + fraction(row, column) + "  " + fraction(row, column + 1) + " 1.]";
    case '-':
        return {};
    default:
        return fraction(row, column);
    }
}

/// True if a number is the value of some kind of column in this place; values are unique.
bool isMade(float number, int row, int column)
{
    return std::ranges::any_of(QByteArray("fFpx"),
                               [&](char kind) { return number == value(kind, row, column).toFloat(); });
}

/// A table with this header (empty: none) and columns of these kinds.
QByteArray made(const QByteArray &header, const QByteArray &kinds, char separator = ',', const QByteArray &end = "\n",
                int rows = usual)
{
    QByteArray text = header.isEmpty() ? header : header + end;
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < kinds.size(); ++column)
            text += (column ? QByteArray(1, separator) : QByteArray()) + value(kinds[column], row, column);
        text += end;
    }
    return text;
}

} // namespace

class TestTables : public QObject
{
    Q_OBJECT

    const QTemporaryDir m_folder;
    std::string save(const QByteArray &text) const
    {
        const std::string path = m_folder.filePath("table.csv").toStdString();
        writeBytes(path, text.toStdString());
        return path;
    }

private Q_SLOTS:
    /// Long lists of numbers are cut out of a line before it is parsed; a line with a DEL is parsed whole.
    void longListsOfLines_data()
    {
        QTest::addColumn<QByteArray>("list");
        const auto row = [](const char *name, const QByteArray &list) { QTest::newRow(name) << list; };
        row("spellings", "[0, -0.5,1e5 , 2E-7,\t-3.25e+2, 10, 0.0,7 , 8]");
        row("short", "[0.5, 1.5]");
        row("nested", "[[1,2,3,4,5,6,7,8,9], [1.5,2,3,4,5,6,7,8,9], []]");
        row("text in it", "[1,2,3,4,5,6,7,8,\"9\"]");
        row("objects in it", "[{\"v\": [1,2,3,4,5,6,7,8.5]}]");
        row("typed", "{\"$numberDouble\": \"0.5\"}");
        row("brackets in texts", "\"[1,2,3,4,5,6,7,8,9]\", \"b\": \"\\\\\\\"[\", \"c\": [1,2,3,4,5,6,7,8.25]");
        row("zero first", "[1,2,3,4,5,6,7,8,09]");
        row("two points", "[1,2,3,4,5,6,7,8,0.9.1]");
        row("no digit", "[1,2,3,4,5,6,7,8,1.]");
        row("no number", "[1,2,3,4,5,6,7,8,]");
        row("no end", "[1,2,3,4,5,6,7,8,9");
        row("NaN", "[1,2,3,4,5,6,7,8,NaN]");
        row("more than a double", "[1,2,3,4,5,6,7,8,1e999]");
        row("many digits", "[1,2,3,4,5,6,7,8,123456789012345678901234567890]");
        row("no end of a text", "[1,2,3,4,5,6,7,8,9], \"a\\\\\\\"");
    }
    void longListsOfLines()
    {
        QFETCH(QByteArray, list);
        const std::string line = "{\"id\": \"a[\", \"v\": " + list.toStdString() + ", \"end\": [1,2,3,4,5,6,7,8.5]";
        const auto record = io::readJsonRecord(line + "}"), whole = io::readJsonRecord(line + ",\"\x7f\": 0}");
        QCOMPARE(record.ok(), whole.ok());
        if (!whole) {
            QVERIFY2(record.error().message.find('\x7f') == std::string::npos, record.error().message.c_str());
            return;
        }
        QCOMPARE(record->size() + 1, whole->size());
        for (std::size_t i = 0; i < record->size(); ++i)
            QCOMPARE((*record)[i], (*whole)[i]);
    }

    /// The sample that determines roles may end within a row; that row is ignored.
    void incompleteRowsAreIgnored()
    {
        constexpr int columns = 50000, rows = 4;
        QByteArray header = "id";
        for (int i = 0; i < columns; ++i)
            header += ",e" + QByteArray::number(i);
        for (int shift = 0; shift < 8; ++shift) { // the end falls into each place of a number
            QByteArray text = header + '\n';
            for (int row = 0; row < rows; ++row) {
                text += QByteArray(shift + 1, "abcd"[row]);
                for (int i = 0; i < columns; ++i)
                    text += ",1.5e-0" + QByteArray::number(1 + (row + i) % 9);
                text += '\n';
            }
            const auto opened = test::openFile(save(text));
            QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
            QCOMPARE(opened->dataset.spaces[0]->dimension(), Index(columns));
            QCOMPARE(opened->dataset.items->count, Index(rows));
            QVERIFY2(opened->warnings.empty(), opened->warnings.empty() ? "" : opened->warnings[0].c_str());
        }
    }

    /// The spreads of principal components fall by construction and need no note.
    void principalComponentsNeedNoNote()
    {
        for (const bool fall : {true, false}) {
            QByteArray text;
            for (int row = 0; row < 30; ++row) {
                for (int column = 0; column < 12; ++column) {
                    const int place = fall || column < 10 ? column : 21 - column; // the last two are exchanged
                    text += (column > 0 ? "," : "") + QByteArray::number((row - 14.3) * std::pow(0.5, place), 'g', 9);
                }
                text += '\n';
            }
            const auto opened = test::openFile(save(text));
            QVERIFY(opened.ok());
            const auto told = std::ranges::count_if(opened->warnings, [](const std::string &warning) {
                return warning.find("is more than 20 times the median") != std::string::npos;
            });
            QCOMPARE(told, fall ? 0 : 1);
        }
    }

    void rolesAreGuessed_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("roles"); // as written by columnChoice()
        QTest::addColumn<QString>("firstId");
        QTest::addColumn<int>("classes");
        QTest::addColumn<QString>("note"); // part of a warning; empty: there is none
        const auto row = [](const char *name, const QByteArray &text, const char *roles, const char *firstId,
                            int classes, const char *note) {
            QTest::newRow(name) << text << roles << firstId << classes << QString::fromUtf8(note);
        };
        row("pandas, default", made(",a,b,c", "ifff"), "id=#1,vector=#2:#4", "0", 0, "has no name and counts the rows");
        row("pandas, numbered columns", made(",0,1,2", "ifff"), "id=#1,vector=#2:#4", "0", 0, "counts the rows");
        row("pandas, numbered columns of whole numbers", made(",0,1,2", "ippp"), "id=#1,vector=#2:#4", "0", 0,
            "counts the rows");
        row("pandas, index and words", made(",word,e0,e1", "iwff"), "ignore=#1,id=#2,vector=#3:#4", "word0", 0,
            "was left out");
        row("pandas, filtered index", made(",a,b", "gff"), "id=#1,vector=#2:#3", "1000", 0, "only increase");
        row("pandas, shuffled index", made(",a,b", "uff"), "id=#1,vector=#2:#3", "0", 0, "occur once each");
        row("pandas, reset index", made("index,a,b", "iff"), "id=#1,vector=#2:#3", "0", 0, "counts the rows");
        row("pandas, read again", made("Unnamed: 0,a,b", "iff"), "id=#1,vector=#2:#3", "0", 0, "counts the rows");
        row("pandas, no index", made("0,1,2", "fff"), "vector=#1:#3", "", 0, "");
        row("pandas, index of words", made(",0,1", "wff"), "id=#1,vector=#2:#3", "word0", 0, "mostly different");
        row("pandas, some numbered columns", made(",7,3,9", "ifff"), "id=#1,vector=#2:#4", "0", 0, "counts the rows");
        row("pandas, words and labels", made(",word,label,x0,x1", "iwsff"), "ignore=#1,id=#2,label=#3,vector=#4:#5",
            "word0", 2, "left out");
        row("R, row names", made("\"\",\"V1\",\"V2\"", "nff"), "id=#1,vector=#2:#3", "1", 0, "counts the rows");
        row("id and numbers", made("id,a,b", "uff"), "id=#1,vector=#2:#3", "0", 0, "");
        row("running id", made("id,a,b", "iff"), "id=#1,vector=#2:#3", "0", 0, "");
        row("user_id", made("user_id,e0,e1", "uff"), "id=#1,vector=#2:#3", "0", 0, "named like ids");
        row("versions as ids", made("id,e0,e1", "fff"), "id=#1,vector=#2:#3", value('f', 0, 0).constData(), 0, "");
        row("id at the end", made("a,b,id", "ffw"), "vector=#1:#2,id=#3", "word0", 0, "");
        row("two ids", made("doc_id,user_id,e0,e1", "uuff"), "id=#1,other=#2,vector=#3:#4", "0", 0, "further ids");
        row("cluster", made("word,cluster,e0,e1", "wcff"), "id=#1,label=#2,vector=#3:#4", "word0", 3,
            "named like labels");
        row("year", made("word,year,e0,e1", "wyff"), "id=#1,other=#2,vector=#3:#4", "word0", 0, "like a timestamp");
        row("free text", made("id,text,e0,e1", "wTff"), "id=#1,other=#2,vector=#3:#4", "word0", 0, "holds text");
        row("free text alone is no label", made("e0,e1,comment,kind", "ffTs"), "vector=#1:#2,id=#3,label=#4",
            "a sentence about the thing of the number 0, and more about it", 2, "mostly different");
        row("iris", made("sepal_length,sepal_width,species", "ffs"), "vector=#1:#2,label=#3", "", 2,
            "named like labels");
        row("classes as numbers, last", made("", "fffc"), "vector=#1:#3,label=#4", "", 3, "few different whole");
        row("classes as numbers, first", made("", "cfff"), "label=#1,vector=#2:#4", "", 3, "few different whole");
        row("pixels", made("", "pppp"), "vector=#1:#4", "", 0, "");
        row("coordinates", made("x,y", "ff"), "vector=#1:#2", "", 0, "");
        row("coordinates and class", made("x,y,class", "ffc"), "vector=#1:#2,label=#3", "", 3, "");
        row("y is a label beside numbered columns", made("0,1,y", "ffc"), "vector=#1:#2,label=#3", "", 3, "");
        row("target with fractions", made("e0,e1,target", "fff"), "vector=#1:#2,other=#3", "", 0, "fractions");
        row("no header, words", made("", "wff"), "id=#1,vector=#2:#3", "word0", 0, "");
        row("no header, running", made("", "iff"), "id=#1,vector=#2:#3", "0", 0, "counts the rows");
        row("no header, from 1", made("", "nff"), "id=#1,vector=#2:#3", "1", 0, "counts the rows");
        row("no header, unique", made("", "uff"), "id=#1,vector=#2:#3", "0", 0, "occur once each");
        row("no header, repeated words", made("", "Wff"), "id=#1,vector=#2:#3", "word0", 0, "had occurred before");
        row("missing numbers", made("word,age,e0,e1", "wmff"), "id=#1,other=#2,vector=#3:#4", "word0", 0,
            "has no number in 32%");
        row("empty numbers", made("word,e0,e1,age", "wffe"), "id=#1,vector=#2:#3,other=#4", "word0", 0,
            "has no number in 32%");
        row("hexadecimal", made("word,hash,e0,e1", "whff"), "id=#1,other=#2,vector=#3:#4", "word0", 0,
            "another notation");
        row("thousands", made("word,hits,e0,e1", "wkff"), "id=#1,other=#2,vector=#3:#4", "word0", 0, "commas");
        row("empty column", made("word,,e0,e1", "w-ff"), "id=#1,ignore=#2,vector=#3:#4", "word0", 0, "is empty");
        row("wide spread in the pattern", made("e0,e1,e2,e3", "fffF"), "vector=#1:#4", "", 0, "spread of “e3”");
        row("wide spread without names", made("", "Ffff"), "vector=#1:#4", "", 0, "spread of column 1");
        row("ordinary spread outside the pattern", made("word,e0,e1,score", "wfff"), "id=#1,vector=#2:#3,other=#4",
            "word0", 0, "unlike those of the other");
        row("tabs", made("id\te0\te1", "wff", '\t'), "id=#1,vector=#2:#3", "word0", 0, "");
        row("semicolons", made("id;e0;e1", "wff", ';'), "id=#1,vector=#2:#3", "word0", 0, "");
        row("CR LF", made("id,e0,e1", "wff", ',', "\r\n"), "id=#1,vector=#2:#3", "word0", 0, "");
        row("CR alone", made("id,e0,e1", "wff", ',', "\r"), "id=#1,vector=#2:#3", "word0", 0, "");
        row("line breaks in ids", made("id,e0,e1", "qff"), "id=#1,vector=#2:#3", "two\nlines, \"0\"", 0, "");
        row("line breaks in ids, CR LF", made("id,e0,e1", "qff", ',', "\r\n"), "id=#1,vector=#2:#3",
            "two\nlines, \"0\"", 0, "");
        row("byte order mark", "\xEF\xBB\xBF" + made("id,e0,e1", "wff"), "id=#1,vector=#2:#3", "word0", 0, "");
        row("scientific", made("id,e0,e1", "wxx"), "id=#1,vector=#2:#3", "word0", 0, "");
        row("every field in quotes", made("\"id\",\"e0\",\"e1\"", "\"'f"), "id=#1,vector=#2:#3", "word0", 0, "");
        row("separator at the end", made("id,e0,e1,", "wff-"), "id=#1,vector=#2:#3,ignore=#4", "word0", 0, "is empty");
        row("days", made("id,date,e0,e1", "wDff"), "id=#1,other=#2,vector=#3:#4", "word0", 0, "like a timestamp");
        row("yes and no", made("id,checked,e0,e1", "wbff"), "id=#1,label=#2,vector=#3:#4", "word0", 2, "few different");
        row("spaces beside commas", made("id, e0, e1", "wff").replace(",", ", "), "id=#1,vector=#2:#3", "word0", 0, "");
    }
    void rolesAreGuessed()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, roles);
        QFETCH(QString, firstId);
        QFETCH(int, classes);
        QFETCH(QString, note);
        const auto opened = test::openFile(save(text));
        QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
        QCOMPARE(QString::fromStdString(io::columnChoice(opened->columns)), roles);
        const ItemTable &items = *opened->dataset.items;
        QCOMPARE(items.count + opened->duplicates, Index(usual));
        QCOMPARE(QString::fromStdString(items.hasIds() ? items.ids.front() : ""), firstId);
        QCOMPARE(items.labelNames.size(), static_cast<std::size_t>(classes));
        QVERIFY(isSaid(opened->warnings, note));
        QCOMPARE(opened->warnings.empty(), note.isEmpty());
        const Matrix &vectors = opened->dataset.spaces[0]->vectors;
        Index dimension = 0;
        for (std::size_t i = 0; i < opened->columns.size(); ++i) {
            if (opened->columns[i].use != io::ColumnUse::vector)
                continue;
            for (int row = 0; row < 33; ++row) // repeated ids come later
                QVERIFY2(isMade(vectors(row, dimension), row, static_cast<int>(i)), qPrintable(QString::number(row)));
            ++dimension;
        }
        QCOMPARE(vectors.cols(), dimension);
    }

    void rolesAreChosen_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("choice");
        QTest::addColumn<QString>("roles");
        const auto row = [](const char *name, const QByteArray &text, const char *choice, const char *roles) {
            QTest::newRow(name) << text << choice << roles;
        };
        const QByteArray words = made("word,pos,year,e0,e1,e2", "wsyfff");
        row("by name", words, "label=year", "id=#1,other=#2,label=#3,vector=#4:#6");
        row("by number", words, "label=#3", "id=#1,other=#2,label=#3,vector=#4:#6");
        row("range", words, "id=word,label=pos,vector=e0:e1,ignore=year",
            "id=#1,label=#2,ignore=#3,vector=#4:#5,other=#6");
        row("several of a role", words, "vector=e0,vector=e2", "id=#1,label=#2,other=#3,vector=#4,other=#5,vector=#6");
        row("a list", words, "vector=e0,e2", "id=#1,label=#2,other=#3,vector=#4,other=#5,vector=#6");
        row("a range of numbers in another order", made("word,e0,e1,e10,e2", "wffff"), "vector=e0:e2",
            "id=#1,vector=#2:#3,other=#4,vector=#5");
        row("a range from a later column", made("word,e0,e1,e10,e2", "wffff"), "vector=e2:e10",
            "id=#1,other=#2:#3,vector=#4:#5");
        row("a range of numbers around another", made("word,e0,year,e1,e2", "wffff"), "vector=e0:e1",
            "id=#1,vector=#2:#4,other=#5");
        row("year as a dimension", words, "vector=year:e2", "id=#1,label=#2,vector=#3:#6");
        row("no ids", words, "other=word", "other=#1,label=#2,other=#3,vector=#4:#6");
        row("unnamed", made(",a,b", "iff"), "ignore=#1", "ignore=#1,vector=#2:#3");
        row("numbers are names first", made("word,2,1", "wff"), "ignore=1", "id=#1,vector=#2,ignore=#3");
        row("name in quotes", made("id,\"a,b\",\"c:d\"", "wff"), "vector=\"a,b\"", "id=#1,vector=#2,other=#3");
        row("name with a colon", made("id,a,c:d", "wff"), "vector=c:d", "id=#1,other=#2,vector=#3");
        row("doubtful column", made("word,e0,e1,price", "wffF"), "other=price", "id=#1,vector=#2:#3,other=#4");
    }
    void rolesAreChosen()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, choice);
        QFETCH(QString, roles);
        const auto opened = test::openFile(save(text), {.columns = choice.toStdString()});
        QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
        QCOMPARE(QString::fromStdString(io::columnChoice(opened->columns)), roles);
        // The written roles select the same columns again.
        const auto again = test::openFile(save(text), {.columns = roles.toStdString()});
        QVERIFY2(again.ok(), again ? "" : again.error().text().c_str());
        QCOMPARE(QString::fromStdString(io::columnChoice(again->columns)), roles);
        QVERIFY(again->dataset.spaces[0]->vectors == opened->dataset.spaces[0]->vectors);
    }

    void refused_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("choice");
        QTest::addColumn<QString>("part");
        const auto row = [](const char *name, const QByteArray &text, const char *choice, const char *part) {
            QTest::newRow(name) << text << choice << QString::fromUtf8(part);
        };
        const QByteArray words = made("word,e0,e1", "wff");
        row("spread far beyond the pattern", made("word,e0,e1,price", "wffF"), "", "found “price” with");
        row("decimal commas", made("id;e0;e1", "wdd", ';'), "", "decimal point");
        row("decimal commas without a header", "a;1,5;2,5\nb;1,5;2,5\n", "", "decimal point");
        row("decimal commas in one line", "id;1,5;2,5\n", "", "decimal point");
        row("decimal commas between tabs", made("id\te0\te1", "wdd", '\t'), "", "decimal point");
        row("decimal commas in quotes", "id,a\nx,\"1,5\"\ny,\"2,5\"\n", "", "decimal point");
        row("UTF-16", QByteArray("\xff\xfe") + QByteArray("i\0d\0,\0a\0\n\0x\0,\0001\0\n\0", 18), "", "UTF-16");
        row("UTF-16, other byte order", QByteArray("\xfe\xff") + QByteArray("\0i\0d\0,\0a", 8), "", "UTF-16");
        row("UTF-16 without a mark", QByteArray("i\0d\0,\0a\0\n\0x\0,\0001\0\n\0", 18), "", "UTF-16");
        row("JSON without vectors", "{\"a\": [1, 2]}\n", "", "no vectors");
        row("JSON, a list of numbers", "[0.5, 1.5,\n2.5, 3.5]\n", "", "found “0.5”");
        row("JSON, cut off", "[[1, 2],\n [3, 4]", "",
            "line 2: expected the rest of a JSON value, found its end near “4]”");
        row("JSON, cut off in a text", "[[1, 2],\n \"ab", "", "the rest of a JSON value");
        row("JSON, no comma between numbers", "[[1, 2],\n [3 4]]", "", "line 2: expected a comma before “4”");
        row("JSON, no comma between rows", "[[1, 2]\n [3, 4]]", "", "line 2: expected a comma before “[”");
        row("JSON, a comma too many", "[[1, 2,], [3, 4]]", "", "line 1: invalid JSON near “2,]”");
        row("JSON, NaN", "[[1, 2],\n [NaN, 4]]", "", "(JSON has no NaN or Infinity); leave such rows out");
        row("JSON, a number beyond float64", "[[1, 2],\n [1e400, 4]]", "",
            "line 2: expected numbers of at most 1.8e308");
        row("JSON lines, other lengths", "[1, 2]\n\n[1, 2, 3]\n", "", "line 3: expected a vector of 2 numbers");
        row("JSON lines, a number missing", QByteArray("[1, 2]\n").repeated(5) + "[1, null]\n", "", "found “[1, ]”");
        row("JSON, other lengths", "[" + QByteArray("[1, 2],\n").repeated(5) + "[3]]", "",
            "row 5: expected a vector of 2 numbers");
        row("JSON, deeper than any row", "[" + QByteArray(200, '[') + QByteArray(200, ']') + "]", "", "nested");
        row("JSON, no such column", "[{\"a\": 1, \"v\": [1, 2]}]", "vector=w", "The names are a, v");
        const QByteArray good = "id,v\n" + QByteArray("a,\"[1, 2]\"\n").repeated(5);
        row("vectors of other lengths", good + "b,\"[1]\"\n", "",
            "line 7: expected a vector of 2 numbers in “v”, found 1");
        row("a vector missing", good + "c,\n", "", "line 7: expected a vector of 2 numbers in “v”, found nothing");
        row("a number of a vector missing", good + "b,\"[1,,2]\"\n", "", "found “[1,,2]”");
        row("abbreviated vectors", "id,v\na,\"[1 2 ... 3]\"\nb,\"[1 2 ... 3]\"\n", "", "abbreviated");
        row("no such column", words, "id=name", "The names are word, e0, e1");
        row("no such number", words, "id=#4", "#1 to #3");
        row("no such role", words, "key=word", "found “key”");
        row("no role", words, "word", "such as id=word");
        row("two ids", words, "id=word,id=e0", "one column for id");
        row("two roles", words, "id=word,label=word", "found two for “word”");
        row("backwards", words, "vector=e1:e0", "earlier to a later");
        row("text as a vector", words, "vector=word", "found text such as “word0”");
        row("nothing left", words, "other=e0:e1", "found none among the roles");
        row("gap in a dimension", made("word,e0,e1", "wfm"), "", "expected a number in column 3, found “NA”");
    }
    void refused()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, choice);
        QFETCH(QString, part);
        const auto opened = test::openFile(save(text), {.columns = choice.toStdString()});
        QVERIFY(!opened);
        QVERIFY(isSaid(opened.error().text(), part));
    }

    void vectorsInFields_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("choice");
        QTest::addColumn<QString>("roles");
        QTest::addColumn<QStringList>("spaces"); // name × dimensions
        const auto row = [](const char *name, const QByteArray &text, const char *choice, const char *roles,
                            const QStringList &spaces) { QTest::newRow(name) << text << choice << roles << spaces; };
        const QStringList one = {"embedding × 3"};
        row("beside text", made("id,text,embedding", "iTv"), "", "id=#1,other=#2,vector=#3", one);
        row("by tabs", made("id\tembedding", "wv", '\t').replace('"', ""), "", "id=#1,vector=#2", one);
        row("of numpy", made("id,embedding", "wV"), "", "id=#1,vector=#2", one);
        row("beside numbers", made("id,score,other,embedding", "iffv"), "", "id=#1,other=#2:#3,vector=#4", one);
        row("numbers instead", made("id,a,b,embedding", "iffv"), "vector=a:b", "id=#1,vector=#2:#3,other=#4",
            {"table × 2"});
        row("both", made("id,a,b,embedding", "iffv"), "vector=a:embedding", "id=#1,vector=#2:#4",
            {"embedding × 3", "table × 2"});
        row("two", made("id,a,b", "wvv"), "", "id=#1,vector=#2:#3", {"a × 3", "b × 3"});
        row("two of a name", made("id,a,a", "wvv"), "", "id=#1,vector=#2:#3", {"a × 3", "column 3 × 3"});
        row("alone", made("embedding", "v"), "", "vector=#1", one);
        row("without a header", made("", "wv"), "", "id=#1,vector=#2", {"table × 3"});
        const QByteArray json = "{\"id\": \"a\", \"v\": [1, 2], \"more\": {\"w\": [1, 2, 3], \"n\": 7}}\n";
        row("JSON lines", json + QByteArray(json).replace("\"a\"", "\"b\""), "", "id=#1,vector=#2:#3,other=#4",
            {"v × 2", "more.w × 3"});
        row("JSON lines, chosen", json + QByteArray(json).replace("\"a\"", "\"b\""), "vector=v",
            "id=#1,vector=#2,other=#3:#4", {"v × 2"});
    }
    void vectorsInFields()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, choice);
        QFETCH(QString, roles);
        QFETCH(QStringList, spaces);
        const auto opened = test::openFile(save(text), {.columns = choice.toStdString()});
        QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
        QCOMPARE(QString::fromStdString(io::columnChoice(opened->columns)), roles);
        QStringList found;
        for (const auto &space : opened->dataset.spaces) {
            found << QString("%1 × %2").arg(QString::fromStdString(space->name)).arg(space->dimension());
            if (text[0] == '{')
                QCOMPARE(space->vectors(1, 1), 2.0f);
            else if (space->dimension() == 3) // as kind 'v' and 'V' write it
                QVERIFY(space->vectors(5, 2) == 1e-05f || space->vectors(5, 2) == 1.0f);
        }
        QCOMPARE(found, spaces);
    }

    void wordsLikeJsonAreWords()
    {
        const auto opened = test::openFile(save("[PAD] 0.12 0.5\n[1] 0.3 0.25\n{x} 1 2\n"));
        QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
        QCOMPARE(opened->dataset.items->ids.front(), std::string("[PAD]"));
    }

    /// In a binary file, and in a text after the part that was examined to recognize it.
    void idsContainNoNul()
    {
        const std::string numbers("\0\0\x80\x3f\0\0\0\x40", 8), nul("n\0l", 3);
        const std::string binary = "2 2\n" + nul + " " + numbers + "\nb " + numbers + "\n";
        QByteArray words;
        for (int i = 0; i < 200000; ++i)
            words += "w" + QByteArray::number(i) + " 1 2\n";
        const std::string text = words.toStdString() + nul + " 1 2\n";
        for (const std::string &bytes : {binary, text}) {
            const auto opened = test::openFile(save(QByteArray::fromStdString(bytes)));
            QVERIFY(!opened);
            QVERIFY(isSaid(opened.error().text(), "found “n␀l”"));
        }
    }

    void onlyTablesHaveColumns()
    {
        const auto opened = test::openFile(save("a 1 2\nb 3 4\nc 5 6\n"), {.columns = "id=#1"});
        QVERIFY(!opened);
        QCOMPARE(test::codeOf(opened), ErrorCode::wrongUsage);
        QVERIFY(isSaid(opened.error().text()));
        QVERIFY(io::tableColumns(save("a 1 2\nb 3 4\nc 5 6\n")).empty());
    }

    /// Files refused for their columns still list columns to choose from.
    void columnsWithoutReading()
    {
        const auto columns = io::tableColumns(save(made("word,e0,e1,price", "wffF")));
        QCOMPARE(columns.size(), std::size_t(4));
        QCOMPARE(columns[3].name, std::string("price"));
        QCOMPARE(columns[3].example, fraction(0, 3, 1000).toStdString());
    }

    /// Blocks and windows may cut records anywhere, and a quote that is never closed is reported with its line.
    void quotedRecordsOfManyBlocks()
    {
        constexpr int rows = 60000;
        const QByteArray text = made("id,e0,e1", "qff", ',', "\r\n", rows); // some blocks of 1 MiB
        QVERIFY(text.size() > (2 << 20));
        const auto opened = test::openFile(save(text));
        QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
        QCOMPARE(opened->dataset.items->count, Index(rows));
        QCOMPARE(opened->dataset.items->ids.back(),
                 std::string("two\nlines, \"").append(std::to_string(rows - 1)).append("\""));
        QCOMPARE(opened->dataset.spaces[0]->vectors(rows - 1, 1), fraction(rows - 1, 2).toFloat());
        const auto broken = test::openFile(save("id,e0,e1\na,1,2\n\"b,3,4\nc,5,6\n"));
        QVERIFY(!broken);
        QCOMPARE(broken.error().place, std::string("line 3"));
        QVERIFY(test::openFile(save(text + QByteArray("\"x,1,2\n").repeated(20000)), {.skipBadRows = true})->badRows ==
                20000);
    }

    /// Bulk files of Elasticsearch: documents have the ids of the action lines before them, also across blocks.
    void bulkFiles()
    {
        constexpr int items = 30000; // some blocks of 1 MiB
        QByteArray text;
        for (int i = 0; i < items; ++i) {
            const auto action = [](const QByteArray &word, const QByteArray &id) {
                return "{\"" + word + "\": {\"_index\": \"v\", \"_id\": \"" + id + "\"}}\n";
            };
            text += i % 5 == 0 ? action("delete", "gone") : QByteArray();
            text += action(i % 3 == 0 ? "create" : "index", "w" + QByteArray::number(i));
            text += "{\"embedding\": [" + fraction(i, 0) + ", " + fraction(i, 1) + ", 0.5], \"title\": \"t\"}\n";
        }
        QVERIFY(text.size() > (2 << 20));
        const auto opened = test::openFile(save(text));
        QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
        QCOMPARE(opened->dataset.items->count, Index(items));
        QCOMPARE(opened->dataset.spaces[0]->dimension(), Index(3));
        for (int i = 0; i < items; ++i) {
            QCOMPARE(opened->dataset.items->ids[static_cast<std::size_t>(i)], "w" + std::to_string(i));
            QCOMPARE(opened->dataset.spaces[0]->vectors(i, 1), fraction(i, 1).toFloat());
        }
        const auto plain =
            test::openFile(save("{\"index\": {}}\n{\"v\": [1.5, 2]}\n{\"index\": {}}\n{\"v\": [2.5, 0]}\n"));
        QVERIFY2(plain.ok(), plain ? "" : plain.error().text().c_str());
        QVERIFY(!plain->dataset.items->hasIds());
        const auto updates = test::openFile(save("{\"update\": {\"_id\": \"a\"}}\n{\"doc\": {\"v\": [1.5, 2]}}\n"
                                                 "{\"update\": {\"_id\": \"b\"}}\n{\"doc\": {\"v\": [1.5, 0]}}\n"));
        QVERIFY2(updates.ok(), updates ? "" : updates.error().text().c_str());
        QCOMPARE(updates->dataset.items->ids, (std::vector<std::string>{"a", "b"}));
        QCOMPARE(updates->dataset.spaces[0]->name, std::string("v"));
        const auto bad = test::openFile(save(text.left(200) + "{\"index\": \n"));
        QVERIFY(!bad);
        QVERIFY(isSaid(bad.error().text(), "line "));
    }

    void linesAreCountedInRecords()
    {
        const auto opened =
            test::openFile(save("id,e0,e1\n\"a\nb\",1,2\n\"c\nd\",1,x\n\"e\",1,2\ne,1,2\nf,1,2\ng,1,2\n"));
        QVERIFY(!opened);
        QCOMPARE(opened.error().place, std::string("line 4"));
    }
};

QTEST_GUILESS_MAIN(TestTables)
#include "tst_tables.moc"
