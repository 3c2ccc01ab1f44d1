// SPDX-License-Identifier: GPL-3.0-or-later
// Users' files open correctly or with a reason why not: small files of each kind in public bug reports.
#include "io/dataset/datasetfile.h"
#include "io/dataset/filepreview.h"
#include "io/dataset/pairloader.h"
#include "io/hdf5/hdf5file.h"
#include "io/roles/rules.h"
#include "support/fromenvironment.h"
#include "support/hdf5samples.h"
#include "support/openfile.h"
#include "support/sentences.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <cstring>
#include <set>

using namespace anchorscope;
using namespace anchorscope::test;

namespace {

constexpr int rowsOfSamples = 40;

/// A fraction that occurs in no other place.
double fractionAt(int row, int column)
{
    return std::round(1e4 * std::sin(12.9898 * (row + 1) + 78.233 * (column + 1))) / 1e4;
}

QByteArray fractionText(int row, int column)
{
    return QByteArray::number(fractionAt(row, column), 'f', 4);
}

/// d fractions with a separator between them.
QByteArray fractions(int row, int dimensions, const char *separator)
{
    QByteArrayList list;
    for (int i = 0; i < dimensions; ++i)
        list << fractionText(row, i);
    return list.join(separator);
}

QByteArray wordOf(int row)
{
    return "w" + QByteArray::number(row);
}

QByteArray encoded(int row, int dimensions)
{
    QByteArray bytes;
    for (int i = 0; i < dimensions; ++i) {
        const auto value = static_cast<float>(fractionAt(row, i));
        bytes.append(reinterpret_cast<const char *>(&value), sizeof value);
    }
    return bytes.toBase64();
}

/// Writes a line for each row.
template <class Line> QByteArray lines(const Line &line, int count = rowsOfSamples)
{
    QByteArray text;
    for (int row = 0; row < count; ++row)
        text += line(row) + "\n";
    return text;
}

QByteArray vectorTable(int row) // table with four dimensions
{
    return wordOf(row) + "," + fractions(row, 4, ",");
}

std::vector<float> sampleVectors(int dimensions, int count = rowsOfSamples)
{
    std::vector<float> values;
    for (int row = 0; row < count; ++row) {
        for (int i = 0; i < dimensions; ++i)
            values.push_back(static_cast<float>(fractionAt(row, i)));
    }
    return values;
}

std::vector<std::string> sampleNames(int count = rowsOfSamples)
{
    std::vector<std::string> names;
    for (int row = 0; row < count; ++row)
        names.push_back(wordOf(row).toStdString());
    return names;
}

QString allText(const std::vector<std::string> &sentences)
{
    QString text;
    for (const std::string &sentence : sentences)
        text += QString::fromStdString(sentence) + '\n';
    return text;
}

/// safetensors with float32 tensors of these names and shapes.
QByteArray safetensors(const std::vector<std::pair<const char *, std::vector<int>>> &tensors)
{
    QByteArray header = "{", data;
    for (const auto &[name, shape] : tensors) {
        qsizetype numbers = 1;
        QByteArrayList extents;
        for (const int extent : shape) {
            numbers *= extent;
            extents << QByteArray::number(extent);
        }
        const qsizetype begin = data.size();
        for (qsizetype i = 0; i < numbers; ++i) {
            const auto value = static_cast<float>(fractionAt(static_cast<int>(i), 3));
            data.append(reinterpret_cast<const char *>(&value), sizeof value);
        }
        header += (header.size() > 1 ? "," : "") + QByteArray("\"") + name + "\":{\"dtype\":\"F32\",\"shape\":[" +
                  extents.join(",") + "],\"data_offsets\":[" + QByteArray::number(begin) + "," +
                  QByteArray::number(data.size()) + "]}";
    }
    header += "}";
    const quint64 length = static_cast<quint64>(header.size());
    return QByteArray(reinterpret_cast<const char *>(&length), sizeof length) + header + data;
}

} // namespace

class TestRoles : public QObject
{
    Q_OBJECT

    const QTemporaryDir m_folder;
    std::string save(const QString &name, const QByteArray &text) const
    {
        const std::string path = m_folder.filePath(name).toStdString();
        writeBytes(path, text.toStdString());
        return path;
    }

    /// Writes AnnData; `rename` puts its cells into another order.
    std::string saveAnnData(const QString &name, bool nullable, int shift = 0, const std::string &group = "",
                            bool append = false, const std::string &space = "X_pca")
    {
        if (!append)
            m_writer.emplace();
        io::Hdf5Writer &file = *m_writer;
        if (!group.empty() && !append)
            file.group("/mod");
        if (!group.empty())
            file.group(group);
        file.group(group + "/obs");
        file.attribute(group + "/obs", "_index", "_index");
        file.group(group + "/var");
        file.group(group + "/obsm");
        std::vector<float> vectors;
        std::vector<std::string> names;
        std::vector<std::int32_t> codes;
        for (int row = 0; row < rowsOfSamples; ++row) {
            const int cell = (row + shift) % rowsOfSamples;
            names.push_back(wordOf(cell).toStdString());
            codes.push_back(cell % 3);
            for (int i = 0; i < 4; ++i)
                vectors.push_back(static_cast<float>(fractionAt(cell, i)));
        }
        file.numbers<float>(group + "/obsm/" + space, vectors, {rowsOfSamples, 4});
        const auto list = [&](const std::string &place, const std::vector<std::string> &values) {
            if (!nullable) {
                file.strings(place, values);
                return;
            }
            file.group(place);
            file.attribute(place, "encoding-type", "nullable-string-array");
            file.strings(place + "/values", values);
            const std::vector<std::uint8_t> mask(values.size(), 0);
            file.numbers<std::uint8_t>(place + "/mask", mask, {values.size()});
        };
        list(group + "/obs/_index", names);
        file.group(group + "/obs/cell_type");
        file.attribute(group + "/obs/cell_type", "encoding-type", "categorical");
        file.numbers<std::int32_t>(group + "/obs/cell_type/codes", codes, {rowsOfSamples});
        list(group + "/obs/cell_type/categories", {"B", "NK", "T"});
        const std::string path = m_folder.filePath(name).toStdString();
        const auto bytes = file.bytes();
        if (bytes)
            writeBytes(path, *bytes);
        return path;
    }
    std::optional<io::Hdf5Writer> m_writer;

private Q_SLOTS:
    void cleanup() { m_writer.reset(); }

    void opensCorrectly_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("dimensions");
        QTest::addColumn<QByteArray>("firstId"); // empty: none
        QTest::addColumn<int>("classes");
        QTest::addColumn<QString>("note"); // part of a warning
        const auto row = [](const char *name, const QByteArray &text, int dimensions, const char *id, int classes,
                            const char *note = "") {
            QTest::newRow(name) << text << dimensions << QByteArray(id) << classes << QString::fromUtf8(note);
        };
        const QByteArray header = "word,bass,middle,treble,air\n";
        // A class that pandas turned into fractions, because some were missing.
        row("label 0.0",
            "label,a,b,c\n" + lines([](int i) { return QByteArray::number(i % 3) + ".0," + fractions(i, 3, ","); }), 3,
            "", 3);
        row("label 0.0 with gaps",
            "label,a,b,c\n" + lines([](int i) {
                return (i % 9 ? QByteArray::number(i % 3) + ".0" : "") + "," + fractions(i, 3, ",");
            }),
            3, "", 3);
        row("cluster at the end", "a,b,cluster\n" + lines([](int i) {
                                      return fractions(i, 2, ",") + "," + QByteArray::number(i % 4) + ".00";
                                  }),
            2, "", 4);
        row("id 0.0",
            "item_id,a,b\n" + lines([](int i) { return QByteArray::number(7 * i) + ".0," + fractions(i, 2, ","); }), 2,
            "0", 0);
        // Words that look like missing values.
        const QByteArrayList odd = {"the", ".", "-", "?", "null", "NA", "None"};
        const auto oddWord = [odd](int i) { return i < odd.size() ? odd[i] : wordOf(i); };
        row("words that look missing", ",term,a,b\n" + lines([&](int i) {
                                           return QByteArray::number(i) + "," + oddWord(i) + "," + fractions(i, 2, ",");
                                       }),
            2, "the", 0, "was left out");
        row("token ids beside the vector", lines([](int i) {
                return "{\"id\": \"" + wordOf(i) + "\", \"input_ids\": [1, 2" + QByteArray(", 3").repeated(i % 4) +
                       "], \"embedding\": [" + fractions(i, 4, ",") + "]}";
            }),
            4, "w0", 0, "“input_ids” holds lists of 2 to 5 numbers");
        row("boxes beside the vector", lines([](int i) {
                return "{\"id\": \"" + wordOf(i) + "\", \"bbox\": [1, 2, 30, " + QByteArray::number(i) +
                       "], \"vector\": [" + fractions(i, 4, ",") + "]}";
            }),
            4, "w0", 0, "“bbox”");
        row("a mask beside the vector", lines([](int i) {
                return "{\"id\": \"" + wordOf(i) + "\", \"attention_mask\": [1, 1, 1, 0], \"v\": [" +
                       fractions(i, 4, ",") + "]}";
            }),
            4, "w0", 0, "“attention_mask”");
        row("one-hot beside the vector", lines([](int i) {
                return "{\"id\": \"" + wordOf(i) + "\", \"kind\": [" + (i % 2 ? "1, 0" : "0, 1") + "], \"v\": [" +
                       fractions(i, 4, ",") + "]}";
            }),
            4, "w0", 0, "a single 1 each");
        row("counts and scores beside dimensions", "word,bass,treble,n_tokens,score\n" + lines([](int i) {
                                                       return wordOf(i) + "," + fractions(i, 2, ",") + "," +
                                                              QByteArray::number(3 + i % 5) + ",0.5" +
                                                              QByteArray::number(i);
                                                   }),
            2, "w0", 0, "named like counts, scores or indices");
        row("get_dummies beside dimensions",
            "word,bass,treble,kind_a,kind_b\n" +
                lines([](int i) { return wordOf(i) + "," + fractions(i, 2, ",") + (i % 3 ? ",1,0" : ",0,1"); }),
            2, "w0", 0, "like one-hot classes");
        // A column with repetitions does not contain ids.
        row("a name for many rows", "name,bass,treble\n" + lines([](int i) {
                                        return "kind" + QByteArray::number(i % 3) + "," + fractions(i, 2, ",");
                                    }),
            2, "", 3, "has one value for many items");
        // Lines before the table, and R's header.
        row("R, commas",
            "\"a\",\"b\",\"c\"\n" + lines([](int i) { return "\"" + wordOf(i) + "\"," + fractions(i, 3, ","); }), 3,
            "w0", 0, "one name fewer");
        row("R, blanks",
            "\"a\" \"b\" \"c\"\n" + lines([](int i) { return "\"" + wordOf(i) + "\" " + fractions(i, 3, " "); }), 3,
            "w0", 0, "one name fewer");
        row("R, tabs without quotes",
            "a\tb\tc\n" + lines([](int i) { return wordOf(i) + "\t" + fractions(i, 3, "\t"); }), 3, "w0", 0,
            "one name fewer");
        row("savetxt", "# word,a,b\n" + lines([](int i) { return wordOf(i) + "," + fractions(i, 2, ","); }), 2, "w0", 0,
            "");
        row("a title", "Exported by the program\n\n" + header + lines(vectorTable), 4, "w0", 0, "before the table");
        row("comments", "# one\n# two, three\n" + header + lines(vectorTable), 4, "w0", 0, "before the table");
        row("a comment above word vectors",
            "# trained 2026\n" + lines([](int i) { return wordOf(i) + " " + fractions(i, 4, " "); }), 4, "w0", 0,
            "“# trained 2026”");
        row("three numbers above word vectors",
            "40 4 1\n" + lines([](int i) { return wordOf(i) + " " + fractions(i, 4, " "); }), 4, "w0", 0, "“40 4 1”");
        row("names above word vectors",
            "word d0 d1 d2 d3\n" + lines([](int i) { return wordOf(i) + " " + fractions(i, 4, " "); }), 4, "w0", 0);
        // Separators that differ between lines.
        row("header by a space, rows by tabs",
            "40 4\n" + lines([](int i) { return wordOf(i) + "\t" + fractions(i, 4, "\t"); }), 4, "w0", 0);
        row("header by a tab", "40\t4\n" + lines([](int i) { return wordOf(i) + "\t" + fractions(i, 4, "\t"); }), 4,
            "w0", 0);
        row("in brackets", lines([](int i) { return wordOf(i) + " [" + fractions(i, 4, ", ") + "]"; }), 4, "w0", 0);
        row("Kaldi", lines([](int i) { return wordOf(i) + "  [ " + fractions(i, 4, " ") + " ]"; }), 4, "w0", 0);
        row("a phrase in brackets", lines([](int i) { return wordOf(i) + " York [" + fractions(i, 4, ", ") + "]"; }), 4,
            "w0 York", 0);
        // Vectors in fields.
        row("array(…)", "word,v\n" + lines([](int i) {
                            return wordOf(i) + ",\"array([" + fractions(i, 4, ", ") + "], dtype=float32)\"";
                        }),
            4, "w0", 0);
        row("tensor(…)",
            "word,v\n" + lines([](int i) { return wordOf(i) + ",\"tensor([" + fractions(i, 4, ", ") + "])\""; }), 4,
            "w0", 0);
        row("round brackets",
            "word,v\n" + lines([](int i) { return wordOf(i) + ",\"(" + fractions(i, 4, ", ") + ")\""; }), 4, "w0", 0);
        row("no brackets", "word,v\n" + lines([](int i) { return wordOf(i) + "," + fractions(i, 4, " "); }), 4, "w0",
            0);
        row("bars", "word,v\n" + lines([](int i) { return wordOf(i) + "," + fractions(i, 4, "|"); }), 4, "w0", 0);
        row("a list of one list",
            "word,v\n" + lines([](int i) { return wordOf(i) + ",\"[[" + fractions(i, 4, ", ") + "]]\""; }), 4, "w0", 0);
        // JSON by keys.
        const auto joined = [](const auto &each) {
            QByteArrayList list;
            for (int i = 0; i < rowsOfSamples; ++i)
                list << each(i);
            return list.join(",");
        };
        const auto key = [](int i) { return "\"" + QByteArray::number(i) + "\":"; };
        row("columns of vectors",
            "{\"word\":{" + joined([&](int i) { return key(i) + "\"" + wordOf(i) + "\""; }) + "},\"embedding\":{" +
                joined([&](int i) { return key(i) + "[" + fractions(i, 4, ",") + "]"; }) + "}}",
            4, "w0", 0);
        row("numbered columns by word", "{" + joined([&](int i) {
                                            QByteArrayList cells = QByteArray(fractions(i, 4, ",")).split(',');
                                            for (int k = 0; k < 4; ++k)
                                                cells[k].prepend(key(k));
                                            return "\"" + wordOf(i) + ".x\":{" + cells.join(',') + "}";
                                        }) + "}",
            4, "w0.x", 0);
        const auto typedArrays = [&](int dimensions, const char *rest) {
            return "{" + joined([&](int i) {
                       QByteArrayList cells = QByteArray(fractions(i, dimensions, ",")).split(',');
                       for (int k = 0; k < dimensions; ++k)
                           cells[k] = key(k) + cells[k] + (cells[k].contains('.') ? rest : "");
                       return "\"" + wordOf(i) + "\":{" + cells.join(',') + "}";
                   }) +
                   "}";
        };
        row("typed arrays by word", typedArrays(4, ""), 4, "w0", 0, "were taken as the items");
        row("typed arrays of more numbers than words", typedArrays(64, "00000000001"), 64, "w0", 0,
            "were taken as the items");
        row("typed arrays within objects", lines([&](int i) {
                QByteArrayList cells = QByteArray(fractions(i, 4, ",")).split(',');
                for (int k = 0; k < 4; ++k)
                    cells[k].prepend(key(k));
                return "{\"id\":\"" + wordOf(i) + "\",\"embedding\":{" + cells.join(',') + "}}";
            }),
            4, "w0", 0);
        row("objects by word", "{" + joined([](int i) {
                                   return "\"" + wordOf(i) + ".x\":{\"kind\":\"k" + QByteArray::number(i % 2) +
                                          "\",\"vector\":[" + fractions(i, 4, ",") + "]}";
                               }) + "}",
            4, "w0.x", 2);
        row("vectors by word within an object", "{\"model\":\"m\",\"vectors\":{" + joined([](int i) {
                                                    return "\"" + wordOf(i) + "\":[" + fractions(i, 4, ",") + "]";
                                                }) + "}}",
            4, "w0", 0);
        row("split",
            "{\"columns\":[\"word\",\"a\",\"b\"],\"index\":[" + joined([](int i) { return QByteArray::number(i); }) +
                "],\"data\":[" + joined([](int i) { return "[\"" + wordOf(i) + "\"," + fractions(i, 2, ",") + "]"; }) +
                "]}",
            2, "w0", 0);
        row("values",
            "[" + joined([](int i) { return "[\"" + wordOf(i) + "\",[" + fractions(i, 4, ",") + "]]"; }) + "]", 4, "w0",
            0);
        row("matrices of one row by word",
            "{" + joined([](int i) { return "\"" + wordOf(i) + "\":[[" + fractions(i, 4, ",") + "]]"; }) + "}", 4, "w0",
            0);
        // Figures that vectors hardly have.
        row("a constant column", header + lines([](int i) { return wordOf(i) + ",1.5," + fractions(i, 3, ","); }), 4,
            "w0", 0, "All items have the same number");
        row("a column of whole numbers",
            header + lines([](int i) {
                return wordOf(i) + "," + QByteArray::number(i * i % 17) + "," + fractions(i, 3, ",");
            }),
            4, "w0", 0, "Whole numbers, unlike the other dimensions");
        row("a wide dimension of word vectors", lines([](int i) {
                return wordOf(i) + " " + fractions(i, 4, " ") + " " + QByteArray::number(1000 * fractionAt(i, 9));
            }),
            5, "w0", 0, "dimension 5");
        row("norms of different size", lines([](int i) {
                return wordOf(i) + " " + (i == 7 ? QByteArray("1e30 1e30 1e30") : fractions(i, 3, " "));
            }),
            3, "w0", 0, "The norms of");
        row("Latin-1", lines([](int i) { return "\xe9" + wordOf(i) + " " + fractions(i, 4, " "); }), 4, "\xe9w0", 0,
            "not UTF-8");
        // Tables between blanks.
        row("a class after R's names", "\"a\" \"b\" \"cl\"\n" + lines([](int i) {
                                           return "\"" + QByteArray::number(i + 1) + "\" " + fractions(i, 2, " ") +
                                                  " \"k" + QByteArray::number(i % 3) + '"';
                                       }),
            2, "1", 3, "one name fewer");
        row("savetxt with names", "# label a b\n" + lines([](int i) {
                                      return QByteArray::number(i % 3) + ".000e+00 " + fractions(i, 2, " ");
                                  }),
            2, "", 3);
        row("savetxt with row numbers",
            lines([](int i) { return QByteArray::number(i) + ".000e+00," + fractions(i, 3, ","); }), 3, "0", 0,
            "counts the rows");
        row("a class before a vector between tabs",
            lines([](int i) { return wordOf(i) + "\tk" + QByteArray::number(i % 3) + "\t" + fractions(i, 4, " "); }), 4,
            "w0", 3);
        row("a separator at the end of every row",
            "word,a,b\n" + lines([](int i) { return wordOf(i) + "," + fractions(i, 2, ",") + ","; }), 2, "w0", 0);
        row("Python's tuples", lines([](int i) { return "('" + wordOf(i) + "', [" + fractions(i, 4, ", ") + "])"; }), 4,
            "w0", 0);
        row("Python's assignments", lines([](int i) { return wordOf(i) + " = [" + fractions(i, 4, ", ") + "]"; }), 4,
            "w0", 0);
        row("sentences", lines([](int i) { return "the " + wordOf(i) + " is " + fractions(i, 4, " "); }), 4,
            "the w0 is", 0);
        row("ids beyond 2^53", "tweet_id,a,b\n" + lines([](int i) {
                                   return "15000000000000000" + QByteArray::number(10 + i) + "," + fractions(i, 2, ",");
                               }),
            2, "1500000000000000010", 0);
        row("a database's gaps in classes", "word\tlabel\tv\n" + lines([](int i) {
                                                return wordOf(i) + "\t" +
                                                       (i % 4 ? "k" + QByteArray::number(i % 3) : "\\N") + "\t[" +
                                                       fractions(i, 4, ",") + "]";
                                            }),
            4, "w0", 3);
        row("a database's escapes",
            "word\tv\n" + lines([](int i) { return "C:\\\\dir\\t" + wordOf(i) + "\t[" + fractions(i, 4, ",") + "]"; }),
            4, "C:\\dir\tw0", 0);
        row("paths of Windows, which are no escapes",
            "word\tv\n" + lines([](int i) { return "C:\\" + wordOf(i) + "\t[" + fractions(i, 4, ",") + "]"; }), 4,
            "C:\\w0", 0);
        row("texts of fixed length",
            "word,v\n" + lines([](int i) {
                return "\"" + wordOf(i) + QByteArray(8, '\0') + "\",\"[" + fractions(i, 4, ",") + "]\"";
            }),
            4, "w0", 0);
        row("times with fractions",
            "when,a,b\n" + lines([](int i) {
                return "2020-01-01 00:00:" + QByteArray::number(10 + i) + ".123456," + fractions(i, 2, ",");
            }),
            2, "2020-01-01 00:00:10.123456", 0);
        row("names that end in a number", "model,a,b\n" + lines([](int i) {
                                              return "llama " + QByteArray::number(i) + ".5," + fractions(i, 2, ",");
                                          }),
            2, "llama 0.5", 0);
        row("coordinates beside dimensions", "word,latitude,longitude,e0,e1,e2\n" + lines([](int i) {
                                                 return wordOf(i) + "," + QByteArray::number(80 * fractionAt(i, 7)) +
                                                        "," + QByteArray::number(150 * fractionAt(i, 8)) + "," +
                                                        fractions(i, 3, ",");
                                             }),
            3, "w0", 0, "unlike those of the other columns");
        row("MATLAB's aligned numbers", lines([](int i) { return "   " + fractions(i, 4, "   "); }), 4, "", 0);
        row("aligned numbers after words",
            lines([](int i) { return "  " + wordOf(i) + "   " + fractions(i, 4, "   "); }), 4, "w0", 0);
        row("an empty vector beside a whole one", lines([](int i) {
                return "{\"id\": \"" + wordOf(i) + "\", \"embedding\": [" + fractions(i, 4, ",") +
                       "], \"sparse_embedding\": null}";
            }),
            4, "w0", 0);
        // Lists in addition to one with a vector-like name.
        row("a list beside an embedding", lines([](int i) {
                return "{\"id\": \"" + wordOf(i) + "\", \"geo\": [" + fractions(i + 1, 2, ",") + "], \"embedding\": [" +
                       fractions(i, 4, ",") + "]}";
            }),
            4, "w0", 0, "geo” holds lists of 2 numbers under a name unlike");
        row("OpenAI's batch", lines([](int i) {
                return "{\"id\": \"batch_" + QByteArray::number(i) + "\", \"custom_id\": \"" + wordOf(i) +
                       "\", \"response\": {\"body\": {\"data\": [{\"index\": 0, \"embedding\": [" +
                       fractions(i, 4, ",") + "]}]}}}";
            }),
            4, "w0", 0);
        const auto typed = [](int i, const char *type) {
            return "{\"" + QByteArray(type) + "\": \"" +
                   fractions(i, 4, ",").replace(",", "\"}, {\"" + QByteArray(type) + "\": \"") + "\"}";
        };
        row("MongoDB's export", lines([&](int i) {
                return "{\"word\": \"" + wordOf(i) + "\", \"tokens\": {\"$numberInt\": \"" + QByteArray::number(i % 3) +
                       "\"}, \"embedding\": [" + typed(i, "$numberDouble") + "]}";
            }),
            4, "w0", 0);
        row("BSON's vectors", lines([](int i) {
                return "{\"_id\": \"" + wordOf(i) + "\", \"n\": 0." + QByteArray::number(i) + ", \"a\": 0.2" +
                       QByteArray::number(i) + ", \"embedding\": {\"$binary\": {\"base64\": \"" +
                       (QByteArray("\x27\0", 2) + QByteArray::fromBase64(encoded(i, 8))).toBase64() + "\"}}}";
            }),
            8, "w0", 0);
        row("DynamoDB's export", lines([&](int i) {
                return "{\"Item\": {\"id\": {\"S\": \"" + wordOf(i) + "\"}, \"embedding\": {\"L\": [" + typed(i, "N") +
                       "]}}}";
            }),
            4, "w0", 0);
        row("Pinecone's fetch",
            "{\"vectors\":{" + joined([](int i) {
                return "\"" + wordOf(i) + "\":{\"id\":\"" + wordOf(i) + "\",\"values\":[" + fractions(i, 4, ",") + "]}";
            }) + "},\"namespace\":\"n\",\"usage\":{\"readUnits\":1}}",
            4, "w0", 0);
        row("Weaviate's objects", lines([](int i) {
                return "{\"class\": \"Article\", \"id\": \"" + wordOf(i) + "\", \"properties\": {\"category\": \"c" +
                       QByteArray::number(i % 3) + "\"}, \"vector\": [" + fractions(i, 4, ",") + "]}";
            }),
            4, "w0", 3);
        row("LlamaIndex's store",
            "{\"embedding_dict\":{" +
                joined([](int i) { return "\"" + wordOf(i) + "\":[" + fractions(i, 4, ",") + "]"; }) +
                "},\"metadata_dict\":{" + joined([](int i) {
                    return "\"" + wordOf(i) + "\":{\"file\":\"f" + QByteArray::number(i % 2) + "\"}";
                }) +
                "}}",
            4, "w0", 2);
        row("NumPy's scalars", "word,vec\n" + lines([](int i) {
                                   return wordOf(i) + ",\"[np.float32(" + fractions(i, 3, "), np.float32(") + ")]\"";
                               }),
            3, "w0", 0);
        row("Spark's vectors", "id,features\n" + lines([](int i) {
                                   return wordOf(i) + ",\"DenseVector([" + fractions(i, 4, ", ") + "])\"";
                               }),
            4, "w0", 0);
        row("Julia's vectors",
            "word,vec\n" + lines([](int i) { return wordOf(i) + ",\"Float32[" + fractions(i, 4, ", ") + "]\""; }), 4,
            "w0", 0);
        row("classes between blanks",
            lines([](int i) { return QByteArray::number(i % 3) + " " + fractions(i, 3, " "); }), 3, "", 3);
        row("points in time",
            "word,created_at,a,b\n" + lines([](int i) {
                return wordOf(i) + "," + QByteArray::number(1.7e9 + 3600.25 * i, 'f', 2) + "," + fractions(i, 2, ",");
            }),
            2, "w0", 0, "like a timestamp");
        row("coordinates of a picture",
            "word,tsne_1,tsne_2,a,b,c,d\n" +
                lines([](int i) { return wordOf(i) + "," + fractions(i + 50, 2, ",") + "," + fractions(i, 4, ","); }),
            4, "w0", 0, "tsne_1");
        row("logits beside", "id,logit_0,logit_1,dim_0,dim_1,dim_2,dim_3\n" + lines([](int i) {
                                 return wordOf(i) + "," + fractions(i + 50, 2, ",") + "," + fractions(i, 4, ",");
                             }),
            4, "w0", 0, "logit_0");
        row("a few columns named as embeddings are", "price,rating,area,rooms,emb_0,emb_1,emb_2\n" + lines([](int i) {
                                                         return fractions(i + 50, 4, ",") + "," + fractions(i, 3, ",");
                                                     }),
            3, "", 0, "price");
        row("hashes, mostly digits",
            "hash,a,b,c\n" + lines([](int i) {
                const auto hash = 2654435761U * static_cast<unsigned>(i + 1);
                return QByteArray::number(hash, 16).rightJustified(8, '0') + "," + fractions(i, 3, ",");
            }),
            3, "9e3779b1", 0, "“hash”");
        const auto coded = [&](const char *name, auto idOf) {
            row(name,
                "host,a,b,c\n" + lines([&](int i) { return idOf(QByteArray::number(i)) + "," + fractions(i, 3, ","); }),
                3, idOf("0").constData(), 0, "“host”");
        };
        coded("addresses", [](const QByteArray &i) { return "10.0." + i + ".1"; });
        coded("ISBN", [](const QByteArray &i) { return "978-0-000" + i + "-1"; });
        coded("accessions", [](const QByteArray &i) { return "1ab" + i.rightJustified(2, '0'); });
        coded("DOI", [](const QByteArray &i) { return "10.1000/" + i + "e1"; });
        row("percentages",
            "share,a,b,c\n" + lines([](int i) { return QByteArray::number(i) + " %," + fractions(i, 3, ","); }), 3, "",
            0, "holds numbers in another notation");
        const auto vocabulary = [&](const char *name, auto entryOf) {
            row(name, "{\"vocab\": {" + joined(entryOf) + "}, \"embeddings\": [" + joined([](int i) {
                          return "[" + fractions(i, 4, ",") + "]";
                      }) + "]}",
                4, "w0", 0, "“vocab”");
        };
        vocabulary("rows by words", [](int i) {
            return "\"" + wordOf(rowsOfSamples - 1 - i) + "\": " + QByteArray::number(rowsOfSamples - 1 - i);
        });
        vocabulary("words by rows", [](int i) { return "\"" + QByteArray::number(i) + "\": \"" + wordOf(i) + "\""; });
        row("classes +1 and −1",
            "label,a,b,c\n" + lines([](int i) { return QByteArray(i % 2 ? "+1," : "-1,") + fractions(i, 3, ","); }), 3,
            "", 2);
        row("ids like powers of ten",
            "id,a,b\n" + lines([](int i) { return QByteArray::number(i + 1) + "e5," + fractions(i, 2, ","); }), 2,
            "1e5", 0);
        row("classes −1 and 1",
            "label,a,b,c\n" + lines([](int i) { return QByteArray(i % 2 ? "1," : "-1,") + fractions(i, 3, ","); }), 3,
            "", 2);
        row("clusters and −1",
            "a,b,cluster\n" + lines([](int i) { return fractions(i, 2, ",") + "," + QByteArray::number(i % 4 - 1); }),
            2, "", 3, "“-1” was read as no label: 10");
        row("dimensions that were chosen", "3,17,42,55\n" + lines([](int i) { return fractions(i, 4, ","); }), 4, "",
            0);
        row("words beside dimensions that were chosen",
            ",42,3,17,55,9,80,71,60\n" + lines([](int i) { return wordOf(i) + "," + fractions(i, 8, ","); }), 8, "w0",
            0);
        row("wavelengths", "sample,400.5,401,401.5,402,402.5,403,403.5,404\n" + lines([](int i) {
                               return wordOf(i) + "," + fractions(i, 8, ",");
                           }),
            8, "w0", 0);
        const auto below = [](int count) {
            return lines([count](int i) { return wordOf(i) + "," + fractions(i, count, ","); });
        };
        row("doses", "compound,0.1,1,10\n" + below(3), 3, "w0", 0);
        row("falling wavelengths", "w,4000.5,3500,3000.25,2500,2000,1500\n" + below(6), 6, "w0", 0);
        row("chosen dimensions without a name above ids", ",12,7,30\n" + below(3), 3, "w0", 0);
        row("lags", "-3,-2,-1,0,1,2,3\n" + lines([](int i) { return fractions(i, 7, ","); }), 7, "", 0);
        row("a first word whose numbers rise", "the,0.1,0.2,0.3\n" + below(3).left(below(3).lastIndexOf('\n', -2) + 1),
            3, "the", 0);
        row("rows that all rise", lines([](int i) {
                return wordOf(i) +
                       lines([i](int j) { return "," + QByteArray::number(j + 0.37 * i + 0.2); }, 8).replace('\n', "");
            }),
            8, "w0", 0);
        row("a first row of whole numbers",
            "5,3,1,0\n" + lines([](int i) { return fractions(i, 4, ","); }, rowsOfSamples - 1), 4, "", 0);
        row("numbered columns of whole numbers",
            "0,1,2,3,4,5,6,7\n" + lines([](int i) {
                return QByteArray::number(i * 37 % 11) +
                       lines([i](int j) { return "," + QByteArray::number((i + 3) * (j + 5) % 13); }, 7)
                           .replace('\n', "");
            }),
            8, "", 0);
        row("consecutive whole numbers", lines([](int i) {
                return lines([i](int j) { return QByteArray::number(8 * i + j); }, 8).trimmed().replace('\n', ',');
            }),
            7, "0", 0);
        row("equal numbers first",
            lines([](int i) { return i == 0 ? QByteArray("3,3,3,3,3,3,3,3") : fractions(i, 8, ","); }), 8, "", 0);
        row("a text sequence of JSON", lines([](int i) {
                return "\x1e{\"id\": \"" + wordOf(i) + "\", \"vector\": [" + fractions(i, 4, ", ") + "]}";
            }),
            4, "w0", 0);
        row("lines longer than a megabyte", lines([](int i) { return wordOf(i) + " " + fractions(i, 200000, " "); }, 2),
            200000, "w0", 0);
    }
    void opensCorrectly()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, dimensions);
        QFETCH(QByteArray, firstId);
        QFETCH(int, classes);
        QFETCH(QString, note);
        const auto opened = test::openFile(save("file", text));
        QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
        const ItemTable &items = *opened->dataset.items;
        const QString notes = allText(opened->warnings);
        QCOMPARE(opened->dataset.spaces.size(), std::size_t(1));
        QCOMPARE(opened->dataset.spaces[0]->dimension(), Index(dimensions));
        QCOMPARE(items.count, Index(dimensions > 1000 ? 2 : rowsOfSamples));
        QCOMPARE(items.hasIds() ? items.ids[0] : std::string(), firstId.toStdString());
        QCOMPARE(items.labelNames.size(), static_cast<std::size_t>(classes));
        QVERIFY(isSaid(notes, note));
        const QString reading = QString::fromStdString(io::roleSummary(*opened));
        QVERIFY2(reading.startsWith(QString("%1 items × %2 from “").arg(items.count).arg(dimensions)),
                 qPrintable(reading));
    }

    void refused_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("part");
        const auto row = [](const char *name, const QByteArray &text, const char *part) {
            QTest::newRow(name) << text << QString::fromUtf8(part);
        };
        row("hexadecimal digits", "id,score,v\n" + lines([](int i) {
                                      return wordOf(i) + ",0.5,\\x" + QByteArray::fromBase64(encoded(i, 8)).toHex();
                                  }),
            "hexadecimal");
        row("a column of paths", "word,embedding,score\n" + lines([](int i) {
                                     return wordOf(i) + ",data/" + wordOf(i) + ".npy,0." + QByteArray::number(i);
                                 }),
            "expected vectors in “embedding”");
        row("an empty vector column", lines([](int i) {
                return "{\"id\": " + QByteArray::number(i) + ", \"vector\": null, \"score\": 0." +
                       QByteArray::number(i) + "}";
            }),
            "“vector” is named like a vector but is empty");
        row("an empty vector column beside another list", lines([](int i) {
                return "{\"id\": " + QByteArray::number(i) + ", \"vector\": null, \"box\": [" + fractions(i, 4, ",") +
                       "]}";
            }),
            "“vector” is named like a vector but is empty");
        row("several vectors beside a shape", lines([](int i) {
                return "{\"id\": " + QByteArray::number(i) + ", \"vectors\": [[" + fractions(i, 3, ",") + "],[" +
                       fractions(i + 1, 3, ",") + "]], \"shape\": [2, 3]}";
            }),
            "several vectors");
        row("counts alone", "id,n_tokens,status_code\n" + lines([](int i) {
                                return wordOf(i) + "," + QByteArray::number(3 + i % 5) + ",200";
                            }),
            "holds no vectors");
        row("sparse vectors", lines([](int i) {
                return "{\"id\": " + QByteArray::number(i) + ", \"indices\": [1, 5, " + QByteArray::number(6 + i) +
                       "], \"values\": [" + fractions(i, 3, ",") + "]}";
            }),
            "sparse");
        row("libsvm", lines([](int i) { return "1 1:" + fractionText(i, 0) + " 4:" + fractionText(i, 1) + " 9:0.5"; }),
            "sparse");
        row("thousands", "word,a,b\n" + lines([](int i) {
                             return wordOf(i) + ",\"1,0" + QByteArray::number(10 + i) + ".5\"," + fractionText(i, 0);
                         }),
            "separators between thousands");
        row("a number for each item",
            "word,length\n" + lines([](int i) { return wordOf(i) + "," + fractionText(i, 0); }),
            "one number is not a vector");
        row("several lists of one item",
            "{\"data\":[{\"type\":\"scatter\",\"x\":[" + fractions(1, 9, ",") + "],\"y\":[" + fractions(2, 9, ",") +
                "]}]}",
            "a single item with several lists");
        row("a matrix as one list beside its shape",
            "{\"outputs\":[{\"name\":\"emb\",\"shape\":[4, 3],\"data\":[" + fractions(1, 12, ",") + "]}]}",
            "beside their shape");
        row("consecutive JSON values", lines([](int i) {
                return "{\n  \"id\": \"" + wordOf(i) + "\",\n  \"v\": [" + fractions(i, 4, ",") + "]\n}";
            }),
            "jq -s .");
        row("a printed array", "[[" + fractions(1, 4, "  ") + "]\n [" + fractions(2, 4, "  ") + "]]\n",
            "as where print() writes an array");
        row("lines of a log",
            lines([](int i) { return "12:01 {\"id\": \"" + wordOf(i) + "\", \"v\": [" + fractions(i, 4, ",") + "]}"; }),
            "unknown");
        row("vectors of two models",
            "id,image_0,image_1,image_2,image_3,text_0,text_1,text_2,text_3\n" +
                lines([](int i) { return wordOf(i) + "," + fractions(i, 8, ","); }),
            "--columns vector=image_0:image_3");
        row("a Buffer of Node.js", lines([](int i) {
                return "{\"id\": \"" + wordOf(i) + "\", \"embedding\": {\"type\": \"Buffer\", \"data\": [1, 2, " +
                       QByteArray::number(i) + ", 63]}}";
            }),
            "Buffer or Uint8Array");
        const auto bytes = [](int i, const char *begin, const char *end) {
            QByteArrayList numbers;
            for (int k = 0; k < 16; ++k)
                numbers << (*begin == '{' ? "\"" + QByteArray::number(k) + "\":" : QByteArray()) +
                               QByteArray::number(k % 4 == 3 ? 63 - 2 * (k % 8 / 4) : (37 * i + 11 * k) % 256);
            return begin + numbers.join(',') + end;
        };
        row("bytes of float32 in a list",
            lines([&](int i) { return "{\"id\": \"" + wordOf(i) + "\", \"embedding\": " + bytes(i, "[", "]") + "}"; }),
            "written as bytes");
        row("a Uint8Array",
            lines([&](int i) { return "{\"id\": \"" + wordOf(i) + "\", \"embedding\": " + bytes(i, "{", "}") + "}"; }),
            "written as bytes");
        QByteArrayList arrays;
        for (int i = 0; i < rowsOfSamples; ++i)
            arrays << "\"" + wordOf(i) + "\": " + bytes(i, "{", "}");
        row("a Uint8Array by word", "{" + arrays.join(',') + "}", "written as bytes");
        row("a script",
            "var data = [{\"id\": \"a\", \"v\": [0.1, 0.2, 0.3]}, {\"id\": \"b\", \"v\": [0.4, 0.5, 0.6]}];\n",
            "unknown");
        row("a Git LFS pointer", "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12\n",
            "git lfs pull");
        row("a web page", "\n<!DOCTYPE html>\n<html><head><title>x</title></head></html>\n", "web page");
        row("XML", "<?xml version=\"1.0\"?>\n<a/>\n", "XML");
        row("ARFF", "@RELATION e\n@ATTRIBUTE a NUMERIC\n@DATA\n1\n", "Weka");
        row("MatrixMarket", "%%MatrixMarket matrix coordinate real general\n3 3 1\n1 1 0.5\n", "sparse");
        row("pbtxt", "embeddings {\n  tensor_name: \"t\"\n}\n", "pbtxt");
        row("numbers without a header",
            QByteArray(reinterpret_cast<const char *>(sampleVectors(8).data()), 8 * rowsOfSamples * 4),
            "reshape(-1, D)");
        row("ids that repeat",
            "word,a,b\n" + lines([](int i) { return wordOf(i < 250 ? i : i - 250) + "," + fractions(i, 2, ","); }, 450),
            "200 of 450 rows");
        row("words that repeat", lines([](int i) { return wordOf(i % 20) + " " + fractions(i, 3, " "); }),
            "20 of 40 rows");
        row("rows without an id",
            "word,a,b\n" +
                lines([](int i) { return (i < 250 ? wordOf(i) : QByteArray()) + "," + fractions(i, 2, ","); }, 300),
            "no id in “word”");
        row("decimal commas between commas",
            "word,a,b,c,d\n" + lines([](int i) { return wordOf(i) + "," + fractions(i, 4, ",").replace('.', ','); }),
            "decimal commas cannot be told from the commas between columns");
        row("embeddings that were not requested",
            "{\"ids\": [\"a\", \"b\", \"c\"], \"embeddings\": null, \"metadatas\": ["
            "{\"n\": 0.5, \"k\": 1.5}, {\"n\": 2.5, \"k\": 0.25}, "
            "{\"n\": 1.5, \"k\": 3.5}]}",
            "“embeddings” is named like a vector but is empty");
        row("vectors in an unknown spelling",
            "word,emb,a,b\n" +
                lines([](int i) { return wordOf(i) + "," + fractions(i, 4, "_") + "," + fractions(i, 2, ","); }),
            "expected vectors in “emb”");
        row("one number too many after a word",
            "40 4\n" + lines([](int i) { return wordOf(i) + " " + fractions(i, i == 20 ? 5 : 4, " "); }), "line 22");
    }
    void refused()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, part);
        const auto opened = test::openFile(save("file", text));
        QVERIFY2(!opened, opened ? io::roleSummary(*opened).c_str() : "");
        QVERIFY(isSaid(opened.error().text(), part));
    }

    /// Following the advice of a message works: the named column is chosen.
    void adviceWorks()
    {
        const std::string table =
            save("table.csv", "word,embedding,a,b\n" + lines([](int i) {
                                  return wordOf(i) + ",e" + QByteArray::number(i) + ".npy," + fractions(i, 2, ",");
                              }));
        const auto refusal = test::openFile(table);
        QVERIFY(!refusal);
        QVERIFY(isSaid(refusal.error().text(), "--columns other=embedding"));
        const auto opened = test::openFile(table, {.columns = "other=embedding"});
        QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
        QCOMPARE(opened->dataset.spaces[0]->dimension(), Index(2));
        const std::string labels =
            save("labels.csv",
                 "word,a,b\n" + lines([](int i) { return wordOf(i % 230) + "," + fractions(i, 2, ","); }, 500));
        const auto repeated = test::openFile(labels);
        QVERIFY(!repeated);
        QVERIFY(isSaid(repeated.error().text(), "--columns label=NAME"));
        const auto asLabels = test::openFile(labels, {.columns = "label=word"});
        QVERIFY2(asLabels.ok(), asLabels ? "" : asLabels.error().text().c_str());
        QCOMPARE(asLabels->dataset.items->count, Index(500));
    }

    /// The Projector's metadata: TSV without quotes, with an additional header line.
    void metadata_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("firstId");
        QTest::addColumn<int>("classes");
        const auto row = [](const char *name, const QByteArray &text, const char *id, int classes) {
            QTest::newRow(name) << text << id << classes;
        };
        row("classes", lines([](int i) { return "c" + QByteArray::number(i % 3); }), "", 3);
        row("words", lines(wordOf), "w0", 0);
        row("words with a header", "word\n" + lines(wordOf), "w0", 0);
        row("two columns without a header", lines([](int i) { return wordOf(i) + "\tc" + QByteArray::number(i % 3); }),
            "w0", 3);
        row("two columns with a header",
            "Class\tWord\n" + lines([](int i) { return "c" + QByteArray::number(i % 3) + "\t" + wordOf(i); }), "w0", 3);
        row("a different label for each", "Label\tCount\n" + lines([](int i) { return wordOf(i) + "\t7"; }), "w0", 0);
        row("quotes are letters",
            lines([](int i) { return i == 0   ? QByteArray("\"")
                                     : i == 1 ? QByteArray("\"hi")
                                              : wordOf(i); }), "\"", 0);
        row("commas are letters", lines([](int i) { return i == 0 ? QByteArray(",") : wordOf(i); }), ",", 0);
    }
    void metadata()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, firstId);
        QFETCH(int, classes);
        const std::string tensors = save("tensors.tsv", lines([](int i) { return fractions(i, 4, "\t"); }));
        save("metadata.tsv", text);
        const auto check = [&](const Result<io::OpenedFile> &opened) {
            QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
            const ItemTable &items = *opened->dataset.items;
            QCOMPARE(items.count, Index(rowsOfSamples));
            QCOMPARE(QString::fromStdString(items.hasIds() ? items.ids[0] : ""), firstId);
            QCOMPARE(items.labelNames.size(), static_cast<std::size_t>(classes));
        };
        check(test::openFile(tensors));
        // The same lines as --ids of a bare matrix.
        const std::string bare = save("bare.csv", lines([](int i) { return fractions(i, 4, ","); }));
        check(test::openFile(bare, {.items = m_folder.filePath("metadata.tsv").toStdString()}));
        for (const Index rows : {Index(10), Index(rowsOfSamples - 1)}) { // the other lines are not a header
            const auto part = test::openFile(tensors, {.maxRows = rows});
            QVERIFY2(part.ok(), part ? "" : part.error().text().c_str());
            QCOMPARE(part->dataset.items->count, rows);
            QCOMPARE(QString::fromStdString(part->dataset.items->hasIds() ? part->dataset.items->ids[0] : ""), firstId);
        }
        const auto all = test::openFile(tensors), sample = test::openFile(tensors, {.maxRows = 10, .sample = true});
        QVERIFY(sample.ok());
        const ItemTable &drawn = *sample->dataset.items, &items = *all->dataset.items;
        QCOMPARE(drawn.count, Index(10));
        for (std::size_t i = 0; i < drawn.ids.size(); ++i) {
            const auto row = std::ranges::find(items.ids, drawn.ids[i]) - items.ids.begin();
            QVERIFY(sample->dataset.spaces[0]->vectors.row(static_cast<Index>(i)) ==
                    all->dataset.spaces[0]->vectors.row(row));
        }
        QFile::remove(m_folder.filePath("metadata.tsv"));
    }

    /// Omitted rows of wrong length do not shift the ids and labels of the others; a table's own labels are kept.
    void metadataOfSomeRows_data()
    {
        QTest::addColumn<int>("maxRows");
        QTest::addColumn<bool>("sample");
        QTest::newRow("all") << 0 << false;
        QTest::newRow("first") << 7 << false;
        QTest::newRow("sample") << 7 << true;
    }
    void metadataOfSomeRows()
    {
        QFETCH(int, maxRows);
        QFETCH(bool, sample);
        const auto isBad = [](int i) { return i == 1 || i == 5 || i == 38; };
        const std::string tensors =
            save("tensors.tsv", "kind\ta\tb\n" + lines([&](int i) {
                                    const QByteArray kind = i % 2 ? "odd\t" : "even\t";
                                    return kind + (isBad(i) ? "?" : QByteArray::number(i) + ".5\t7.25");
                                }));
        save("metadata.tsv",
             "Word\tClass\n" + lines([](int i) { return wordOf(i) + "\tc" + QByteArray::number(i % 3); }));
        const auto opened =
            test::openFile(tensors, {.maxRows = maxRows, .skipBadRows = true, .sample = sample, .sampleSeed = 3});
        QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
        const ItemTable &items = *opened->dataset.items;
        QCOMPARE(items.count, Index(maxRows > 0 ? maxRows : rowsOfSamples - 3));
        QCOMPARE(std::ssize(items.ids), items.count);
        QCOMPARE(std::ssize(items.labels), items.count);
        for (ItemIndex item = 0; item < items.count; ++item) {
            const int row = static_cast<int>(opened->dataset.spaces[0]->vectors(item, 0));
            QCOMPARE(QByteArray::fromStdString(items.name(item)), wordOf(row));
            QCOMPARE(items.labelName(item), std::string(row % 2 ? "odd" : "even"));
        }
        QFile::remove(m_folder.filePath("metadata.tsv"));
    }

    /// Omitted rows shift the others, so that nothing may be matched to them by number.
    void rowsLeftOut()
    {
        const auto vectors = [](int bad) {
            return lines([&](int i) { return i == bad ? QByteArray("?") : fractions(i, 4, ","); });
        };
        io::DataChoice choice;
        choice.x.path = save("left.csv", vectors(3));
        choice.y.path = save("right.csv", vectors(30));
        choice.skipBadRows = true;
        for (const PairingRule rule : {PairingRule::automatic, PairingRule::byRow}) {
            choice.rule = rule;
            const auto pair = io::loadPair(choice);
            QVERIFY(!pair.ok());
            QVERIFY(isSaid(pair.error().text(), "rows of left were left out"));
        }
        const std::string names = save("names.txt", lines(wordOf));
        const auto named = test::openFile(choice.x.path, {.skipBadRows = true, .items = names});
        QVERIFY(!named.ok());
        QVERIFY(isSaid(named.error().text(), "of which 1 was left out"));
        // The same holds for rows with repeated ids.
        const std::string repeated =
            save("repeated.csv",
                 "word,a,b\n" + lines([](int i) { return wordOf(i == 7 ? 3 : i) + "," + fractions(i, 2, ","); }));
        const auto again = test::openFile(repeated, {.items = names});
        QVERIFY(!again.ok());
        QVERIFY(isSaid(again.error().text(), "--columns ignore=NAME"));
        const auto other = test::openFile(repeated, {.columns = "ignore=word", .items = names});
        QVERIFY2(other.ok(), other ? "" : other.error().text().c_str());
        QCOMPARE(other->dataset.items->ids[7], wordOf(7).toStdString());
    }

    /// A dataset stores that its items have no ids, and that rows are missing.
    void rowNumbersAreNotIds()
    {
        const std::string bare =
            save("bare.csv", lines([](int i) { return i == 3 ? QByteArray("?") : fractions(i, 4, ","); }));
        const std::string saved = m_folder.filePath("bare.h5").toStdString();
        for (const bool whole : {false, true}) {
            if (whole)
                save("bare.csv", lines([](int i) { return fractions(i, 4, ","); }));
            const auto opened = test::openFile(bare, {.skipBadRows = true});
            QVERIFY(opened && io::saveDataset(saved, opened->dataset));
            const auto again = test::openFile(saved);
            QVERIFY2(again.ok(), again ? "" : again.error().text().c_str());
            QVERIFY(!again->dataset.items->hasIds());
            QCOMPARE(again->dataset.items->rowsLeftOut, !whole);
        }
    }

    /// Rows of wrong length do not influence the roles of columns.
    void rolesOfWholeRows()
    {
        const std::string table = save("half.csv", "word,a,b,c,kind\n" + lines([](int i) {
                                                       return wordOf(i) + "," + fractions(i, i % 5 > 2 ? 2 : 3, ",") +
                                                              (i % 3 ? ",bird" : ",fish");
                                                   }));
        const auto opened = test::openFile(table, {.skipBadRows = true});
        QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
        QCOMPARE(opened->dataset.spaces[0]->dimension(), Index(3));
        QCOMPARE(opened->dataset.items->labelNames, (std::vector<std::string>{"bird", "fish"}));
        const auto twice = test::openFile(
            save("twice.csv", "id,a,a\n" + lines([](int i) { return wordOf(i) + "," + fractions(i, 2, ","); })),
            {.columns = "vector=a"});
        QVERIFY(!twice.ok());
        QVERIFY(isSaid(twice.error().text(), "#2, #3"));
    }

    /// Names and categories as today's anndata writes them; the cells of two files in another order pair by name.
    void annData_data()
    {
        QTest::addColumn<bool>("nullable");
        QTest::newRow("old") << false;
        QTest::newRow("nullable strings") << true;
    }
    void annData()
    {
        QFETCH(bool, nullable);
        const std::string a = saveAnnData("a.h5ad", nullable), b = saveAnnData("b.h5ad", nullable, 7);
        const auto opened = test::openFile(a);
        QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
        QCOMPARE(opened->dataset.items->ids, sampleNames());
        QCOMPARE(opened->dataset.items->labelNames, (std::vector<std::string>{"B", "NK", "T"}));
        QVERIFY2(opened->warnings.empty(), qPrintable(allText(opened->warnings)));
        io::DataChoice choice;
        choice.x.path = a;
        choice.y.path = b;
        const auto pair = io::loadPair(choice);
        QVERIFY2(pair.ok(), pair ? "" : pair.error().text().c_str());
        QCOMPARE(pair->pair.rule, PairingRule::byId);
        QCOMPARE(pair->pair.pairing.partnerOfX(0), rowsOfSamples - 7);
    }

    void annDataWithRepeatedNames()
    {
        const std::string path = saveAnnData("a.h5ad", false);
        std::vector<std::string> names = sampleNames();
        for (std::size_t i = names.size() / 2; i < names.size(); ++i)
            names[i] = names[i - names.size() / 2];
        Hdf5Editor(path).variableStrings("/obs/_index", names);
        const auto opened = test::openFile(path);
        QVERIFY(!opened);
        QVERIFY(isSaid(opened.error().text(), "obs_names_make_unique"));
    }

    /// A layout for drawing is coordinates, not a space, even if X is the only other matrix.
    void annDataLayouts()
    {
        saveAnnData("layout.h5ad", false, 0, {}, false, "X_umap");
        io::Hdf5Writer &file = *m_writer;
        file.numbers<float>("/X", sampleVectors(6), {rowsOfSamples, 6});
        file.group("/varm"); // the same number of genes as cells, with other names
        file.numbers<float>("/varm/PCs", sampleVectors(3), {rowsOfSamples, 3});
        const std::string path = m_folder.filePath("layout.h5ad").toStdString();
        writeBytes(path, *file.bytes());
        m_writer.reset();
        const auto genes = test::openFile(path, {.array = "varm/PCs"});
        QVERIFY2(genes.ok(), genes ? "" : genes.error().text().c_str());
        QVERIFY(!genes->dataset.items->hasIds() && !genes->dataset.items->hasLabels());
        const auto opened = test::openFile(path);
        QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
        QCOMPARE(opened->dataset.spaces.size(), std::size_t(1));
        QVERIFY(opened->dataset.space("X") != nullptr);
        const auto alone = test::openFile(saveAnnData("alone.h5ad", false, 0, {}, false, "X_umap"));
        QVERIFY(!alone);
        QVERIFY(isSaid(alone.error().text(), "no dense matrix of vectors"));
    }

    void annDataGroups()
    {
        saveAnnData("a.h5ad", false);
        io::Hdf5Writer &file = *m_writer;
        file.group("/obsm/X_sparse"); // rows of one number each
        file.attribute("/obsm/X_sparse", "encoding-type", "csr_matrix");
        std::vector<float> data;
        std::vector<std::int32_t> indices, starts{0};
        for (int i = 0; i < rowsOfSamples; ++i) {
            data.push_back(static_cast<float>(i + 1));
            indices.push_back(i % 3);
            starts.push_back(i + 1);
        }
        file.numbers<float>("/obsm/X_sparse/data", data, {data.size()});
        file.numbers<std::int32_t>("/obsm/X_sparse/indices", indices, {indices.size()});
        file.numbers<std::int32_t>("/obsm/X_sparse/indptr", starts, {starts.size()});
        file.group("/obs/count");
        file.attribute("/obs/count", "encoding-type", "nullable-integer");
        file.numbers<std::int32_t>("/obs/count/values", indices, {indices.size()});
        std::vector<std::uint8_t> mask(rowsOfSamples, 0);
        mask[2] = 1;
        file.numbers<std::uint8_t>("/obs/count/mask", mask, {mask.size()});
        const std::string path = m_folder.filePath("groups.h5ad").toStdString();
        writeBytes(path, *file.bytes());
        m_writer.reset();
        // The shape is a list, for which the writer has no function.
        {
            const Hdf5Editor editor(path);
            const hsize_t two = 2;
            const std::int64_t shape[] = {rowsOfSamples, 3};
            const Hdf5Handle space(H5Screate_simple(1, &two, nullptr)),
                group(H5Oopen(editor.id(), "/obsm/X_sparse", H5P_DEFAULT));
            const Hdf5Handle attribute(
                H5Acreate2(group.id(), "shape", H5T_STD_I64LE, space.id(), H5P_DEFAULT, H5P_DEFAULT));
            H5Awrite(attribute.id(), H5T_NATIVE_INT64, shape);
        }
        const auto opened = test::openFile(path);
        QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
        const auto sparse = opened->dataset.space("X_sparse");
        QVERIFY(sparse != nullptr);
        QCOMPARE(sparse->vectors.rows(), Index(rowsOfSamples));
        for (int i = 0; i < rowsOfSamples; ++i) {
            QCOMPARE(sparse->vectors(i, i % 3), static_cast<float>(i + 1));
            QCOMPARE(sparse->vectors(i, (i + 1) % 3), 0.0f);
        }
        QCOMPARE(opened->dataset.items->columns.size(), std::size_t(1));
        QCOMPARE(opened->dataset.items->columns[0].missing(), Index(1));
        const auto chosen = test::openFile(path, {.array = "obsm/X_sparse"});
        QVERIFY2(chosen.ok(), chosen ? "" : chosen.error().text().c_str());
        QVERIFY(chosen->dataset.spaces[0]->vectors == sparse->vectors);
        QCOMPARE(chosen->dataset.items->ids, opened->dataset.items->ids);
        for (const int wrong : {-1, 9, 1000}) { // a number of one list at a time
            for (const auto &[part, right] : {std::pair("indptr", starts), std::pair("indices", indices)}) {
                std::vector<std::int32_t> changed = right;
                changed[3] = wrong;
                const std::string name = std::string("/obsm/X_sparse/") + part, copy = path + part;
                QFile::remove(QString::fromStdString(copy));
                QVERIFY(QFile::copy(QString::fromStdString(path), QString::fromStdString(copy)));
                Hdf5Editor(copy).integers(name.c_str(), {changed.size()}, changed);
                const auto damaged = test::openFile(copy);
                QVERIFY(!damaged && isSaid(damaged.error().text(), "damaged"));
            }
        }
    }

    /// MuData: the spaces of all modalities with the same cells.
    void muData()
    {
        saveAnnData("m.h5mu", false, 0, "/mod/rna");
        const std::string path = saveAnnData("m.h5mu", false, 0, "/mod/protein", true);
        const auto opened = test::openFile(path);
        QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
        QCOMPARE(opened->dataset.spaces.size(), std::size_t(2));
        QVERIFY(opened->dataset.space("rna:X_pca") && opened->dataset.space("protein:X_pca"));
        QCOMPARE(opened->dataset.items->ids, sampleNames());
        m_writer.reset();
        saveAnnData("o.h5mu", false, 0, "/mod/rna");
        const auto others = test::openFile(saveAnnData("o.h5mu", false, 5, "/mod/protein", true));
        QVERIFY2(others.ok(), others ? "" : others.error().text().c_str());
        QCOMPARE(others->dataset.spaces.size(), std::size_t(1));
        QVERIFY(isSaid(others->warnings, "its cells are different"));
    }

    /// A dataset or tensor for each item.
    void arraysOfItems()
    {
        io::Hdf5Writer file;
        const std::vector<float> values = sampleVectors(4);
        for (int i = 0; i < rowsOfSamples; ++i)
            file.numbers<float>("/" + wordOf(i).toStdString(),
                                std::span(values).subspan(static_cast<std::size_t>(4 * i), 4), {4});
        const std::string path = m_folder.filePath("items.h5").toStdString();
        writeBytes(path, *file.bytes());
        const auto opened = test::openFile(path);
        QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
        QCOMPARE(opened->dataset.items->count, Index(rowsOfSamples));
        const auto at = static_cast<Index>(std::ranges::find(opened->dataset.items->ids, "w17") -
                                           opened->dataset.items->ids.begin());
        QCOMPARE(opened->dataset.spaces[0]->vectors(at, 2), static_cast<float>(fractionAt(17, 2)));
        const auto tensors = test::openFile(save(
            "items.safetensors", safetensors({{"cat", {6}}, {"dog", {6}}, {"cow", {6}}, {"hen", {6}}, {"owl", {6}}})));
        QVERIFY2(tensors.ok(), tensors ? "" : tensors.error().text().c_str());
        QCOMPARE(tensors->dataset.items->ids, (std::vector<std::string>{"cat", "dog", "cow", "hen", "owl"}));
        const auto columns = test::openFile(save(
            "columns.safetensors", safetensors({{"e0", {6}}, {"e1", {6}}, {"e2", {6}}, {"e3", {6}}, {"e4", {6}}})));
        QVERIFY(!columns);
        QVERIFY(isSaid(columns.error().text(), "columns of a table"));
    }

    /// Rows with an id that occurred before are left out, in the middle of an array too.
    void repeatedIdsOfArrays()
    {
        io::Hdf5Writer &file = m_writer.emplace();
        file.numbers<float>("/vectors", sampleVectors(4), {rowsOfSamples, 4});
        std::vector<std::string> ids;
        for (int i = 0; i < rowsOfSamples; ++i)
            ids.push_back(wordOf(i == 3 ? 1 : i).toStdString());
        file.strings("/ids", ids);
        const std::string path = m_folder.filePath("repeated.h5").toStdString();
        writeBytes(path, *file.bytes());
        m_writer.reset();
        const auto opened = test::openFile(path);
        QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
        QCOMPARE(opened->duplicates, Index(1));
        QCOMPARE(opened->dataset.items->count, Index(rowsOfSamples - 1));
        for (int i = 0; i < rowsOfSamples - 1; ++i) {
            const int row = i < 3 ? i : i + 1;
            QCOMPARE(opened->dataset.items->ids[static_cast<std::size_t>(i)], wordOf(row).toStdString());
            QCOMPARE(opened->dataset.spaces[0]->vectors(i, 2), static_cast<float>(fractionAt(row, 2)));
        }
    }

    /// One-hot classes stored as fractions are not a space; nor are the numbers of bio_embeddings ids.
    void wholeMatrices()
    {
        std::vector<float> classes(rowsOfSamples * 3, 0);
        for (std::size_t i = 0; i < rowsOfSamples; ++i)
            classes[3 * i + i % 3] = 1;
        io::Hdf5Writer &file = m_writer.emplace();
        file.numbers<float>("/a", sampleVectors(4), {rowsOfSamples, 4});
        file.numbers<float>("/b", classes, {rowsOfSamples, 3});
        const std::string path = m_folder.filePath("whole.h5").toStdString();
        writeBytes(path, *file.bytes());
        const auto opened = test::openFile(path);
        QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
        QCOMPARE(opened->dataset.spaces.size(), std::size_t(1));
        QVERIFY(isSaid(opened->warnings, "“b” was left out"));
        const auto chosen = test::openFile(path, {.array = "/b"});
        QVERIFY2(chosen.ok(), chosen ? "" : chosen.error().text().c_str());
        QVERIFY(isSaid(chosen->warnings, "are whole"));

        m_writer.reset(); // two of them at a time have the same name
        io::Hdf5Writer &proteins = m_writer.emplace();
        for (int i = 0; i < rowsOfSamples; ++i) {
            const std::string place = "/" + std::to_string(i);
            proteins.numbers<float>(place, std::span(classes).subspan(static_cast<std::size_t>(3 * i), 3), {3});
            proteins.attribute(place, "original_id", wordOf(i).toStdString());
        }
        writeBytes(path, *proteins.bytes());
        const auto items = test::openFile(path);
        QVERIFY2(items.ok(), items ? "" : items.error().text().c_str());
        QCOMPARE(items->dataset.items->ids[0], std::string("w0"));
    }

    /// Every omitted part of a file of arrays is reported.
    void arraysLeftOut()
    {
        const auto opened = test::openFile(save("a.safetensors", safetensors({{"text_embeds", {30, 4}},
                                                                              {"image_embeds", {20, 4}},
                                                                              {"logits", {2, 3, 4}},
                                                                              {"scores", {30, 4}},
                                                                              {"bias", {7}}})));
        QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
        QCOMPARE(opened->dataset.spaces.size(), std::size_t(1));
        const QString notes = allText(opened->warnings), reading = QString::fromStdString(io::roleSummary(*opened));
        for (const char *name : {"image_embeds", "logits", "scores", "bias"}) {
            QVERIFY(isSaid(notes, name));
            QVERIFY2(reading.contains(name), qPrintable(reading));
        }
        // The other side of a pair is not a matrix of labels, which is narrow or sums to 1.
        for (const auto &[x, y] : {std::pair("x", "y"), std::pair("source", "target")}) {
            const auto pair = test::openFile(save("p.safetensors", safetensors({{x, {30, 8}}, {y, {30, 12}}})));
            QVERIFY2(pair.ok(), pair ? "" : pair.error().text().c_str());
            QCOMPARE(pair->dataset.spaces.size(), std::size_t(2));
            const auto labelled = test::openFile(save("q.safetensors", safetensors({{x, {30, 8}}, {y, {30, 3}}})));
            QVERIFY2(labelled.ok(), labelled ? "" : labelled.error().text().c_str());
            QCOMPARE(labelled->dataset.spaces.size(), std::size_t(1));
            QVERIFY(isSaid(labelled->warnings, "like labels"));
        }
        io::Hdf5Writer scored;
        std::vector<float> scores(4 * rowsOfSamples, 0.1f);
        for (std::size_t row = 0; row < rowsOfSamples; ++row)
            scores[4 * row + row % 4] = 0.7f;
        scored.numbers<float>("/x", sampleVectors(4), {rowsOfSamples, 4});
        scored.numbers<float>("/y", scores, {rowsOfSamples, 4});
        const std::string path = m_folder.filePath("scored.h5").toStdString();
        writeBytes(path, *scored.bytes());
        const auto classes = test::openFile(path);
        QVERIFY2(classes.ok(), classes ? "" : classes.error().text().c_str());
        QCOMPARE(classes->dataset.spaces.size(), std::size_t(1));
        QVERIFY(isSaid(classes->warnings, "sums to 1"));
        // Other matrices of the same items: distances, classes, coordinates, row numbers.
        const std::vector<std::pair<const char *, std::vector<int>>> others = {
            {"umap", {30, 2}}, {"d", {30, 30}}, {"row", {30, 1}}};
        for (const auto &other : others) {
            const auto beside = test::openFile(save("o.safetensors", safetensors({{"x", {30, 4}}, other})));
            QVERIFY2(beside.ok(), beside ? "" : beside.error().text().c_str());
            QCOMPARE(beside->dataset.spaces.size(), std::size_t(1));
            QCOMPARE(beside->dataset.spaces[0]->name, std::string("x"));
            QVERIFY(isSaid(beside->warnings, other.first));
        }
        const auto model = test::openFile(save("m.safetensors", safetensors({{"model.embed_tokens.weight", {30, 4}},
                                                                             {"layers.0.up_proj.weight", {90, 4}}})));
        QVERIFY2(model.ok(), model ? "" : model.error().text().c_str());
        QCOMPARE(model->dataset.spaces[0]->name, std::string("model.embed_tokens.weight"));
        const auto language =
            test::openFile(save("g.safetensors", safetensors({{"wte.weight", {30, 4}}, {"wpe.weight", {90, 4}}})));
        QVERIFY2(language.ok(), language ? "" : language.error().text().c_str());
        QCOMPARE(language->dataset.spaces[0]->name, std::string("wte.weight"));
        const auto split =
            test::openFile(save("t.safetensors", safetensors({{"X_test", {30, 4}}, {"X_train", {30, 4}}})));
        QVERIFY2(split.ok(), split ? "" : split.error().text().c_str());
        QCOMPARE(split->dataset.spaces.size(), std::size_t(1));
        QCOMPARE(split->dataset.spaces[0]->name, std::string("X_train"));
        QVERIFY(isSaid(split->warnings, "“X_test” was left out"));
        QByteArray named = safetensors({{"emb", {30, 4}}});
        const QByteArray metadata = "{\"__metadata__\":{\"format\":\"pt\",\"ids\":\"[]\"},";
        named.replace(8, 1, metadata);
        const auto length = static_cast<quint64>(named.size() - 8 - 30 * 4 * 4);
        named.replace(0, 8, QByteArray(reinterpret_cast<const char *>(&length), sizeof length));
        const auto described = test::openFile(save("m.safetensors", named));
        QVERIFY2(described.ok(), described ? "" : described.error().text().c_str());
        QCOMPARE(described->warnings.size(), std::size_t(1));
        QVERIFY(isSaid(described->warnings[0], "The text “ids” of the metadata was left out"));
        const auto deep = test::openFile(save("b.safetensors", safetensors({{"hidden", {5, 3, 4}}})));
        QVERIFY(!deep);
    }

    /// Matrices whose rows are not items, or not in this form. MATLAB has no lists: ids and labels are matrices with
    /// one column.
    void idsOfOneColumn()
    {
        std::vector<std::int32_t> ids(rowsOfSamples), classes(rowsOfSamples);
        for (int i = 0; i < rowsOfSamples; ++i) {
            ids[static_cast<std::size_t>(i)] = 1000 + 37 * i % 1009;
            classes[static_cast<std::size_t>(i)] = i % 3;
        }
        const std::string path = m_folder.filePath("columns.h5").toStdString();
        for (const char *name : {"/ids", "/image_ids"}) {
            io::Hdf5Writer file;
            file.numbers<float>("/features", sampleVectors(4), {rowsOfSamples, 4});
            file.numbers<std::int32_t>(name, ids, {rowsOfSamples, 1});
            file.numbers<std::int32_t>("/labels", classes, {rowsOfSamples, 1});
            writeBytes(path, *file.bytes());
            const auto opened = test::openFile(path);
            QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
            QCOMPARE(opened->dataset.spaces.size(), std::size_t(1));
            QVERIFY(opened->dataset.items->hasIds());
            QCOMPARE(opened->dataset.items->ids[1], std::string("1037"));
            QCOMPARE(opened->dataset.items->labelNames, (std::vector<std::string>{"0", "1", "2"}));
            QVERIFY2(opened->warnings.empty(), qPrintable(allText(opened->warnings)));
        }
    }

    /// Ids in an attribute are not read; the fields of a table of records are.
    void idsElsewhereAreReported()
    {
        const std::string path = m_folder.filePath("elsewhere.h5").toStdString();
        {
            io::Hdf5Writer file;
            file.numbers<float>("/emb", sampleVectors(4), {rowsOfSamples, 4});
            writeBytes(path, *file.bytes());
        }
        {
            const Hdf5Editor editor(path);
            const hsize_t rows = rowsOfSamples;
            const std::vector<std::int32_t> values(rowsOfSamples, 7);
            const Hdf5Handle list(H5Screate_simple(1, &rows, nullptr)),
                matrix(H5Oopen(editor.id(), "/emb", H5P_DEFAULT)),
                record(H5Tcreate(H5T_COMPOUND, sizeof(std::int32_t)));
            const Hdf5Handle attribute(
                H5Acreate2(matrix.id(), "ids", H5T_STD_I32LE, list.id(), H5P_DEFAULT, H5P_DEFAULT));
            QVERIFY(H5Awrite(attribute.id(), H5T_NATIVE_INT32, values.data()) >= 0);
            H5Tinsert(record.id(), "class", 0, H5T_NATIVE_INT32);
            const Hdf5Handle records(
                H5Dcreate2(editor.id(), "/meta", record.id(), list.id(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
            QVERIFY(H5Dwrite(records.id(), record.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) >= 0);
        }
        const auto opened = test::openFile(path);
        QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
        const QString notes = allText(opened->warnings);
        QVERIFY(isSaid(notes, "The attribute “ids” of “/emb” was left out"));
        QCOMPARE(opened->dataset.items->labelNames, std::vector<std::string>{"7"});
    }

    /// Frames of pandas in the format “fixed” have the columns of each type in a block of their own.
    void framesOfPandas()
    {
        const std::string path = m_folder.filePath("frame.h5").toStdString();
        io::Hdf5Writer file;
        file.group("/df");
        file.attribute("/df", "pandas_type", "frame");
        std::vector<std::string> words;
        for (int i = 0; i < rowsOfSamples; ++i)
            words.push_back(wordOf(i).toStdString());
        file.strings("/df/axis0", {"year", "e0", "e1", "e2", "e3"});
        file.strings("/df/axis1", words);
        file.strings("/df/block0_items", {"e0", "e2"});
        file.strings("/df/block1_items", {"year", "e1", "e3"});
        const std::vector<float> vectors = sampleVectors(4);
        std::vector<float> first;
        std::vector<double> second;
        for (std::size_t i = 0; i < rowsOfSamples; ++i) {
            first.insert(first.end(), {vectors[4 * i], vectors[4 * i + 2]});
            second.insert(second.end(), {1980.0 + static_cast<double>(i), vectors[4 * i + 1], vectors[4 * i + 3]});
        }
        file.numbers<float>("/df/block0_values", first, {rowsOfSamples, 2});
        file.numbers<double>("/df/block1_values", second, {rowsOfSamples, 3});
        writeBytes(path, *file.bytes());
        const auto opened = test::openFile(path);
        QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
        QCOMPARE(opened->dataset.spaces.size(), std::size_t(1));
        const EmbeddingSet &set = *opened->dataset.spaces[0];
        QCOMPARE(set.vectors, Matrix(Eigen::Map<const Matrix>(vectors.data(), rowsOfSamples, 4)));
        QCOMPARE(set.items->ids, words);
        QCOMPARE(set.items->columns.size(), std::size_t(1));
        QCOMPARE(set.items->columns[0].numbers[2], 1982.0);
    }

    /// Enumerated labels, texts with a letter in each column, fill values and dimensions without values, as in NetCDF.
    void valuesOfNetcdf()
    {
        const std::string path = m_folder.filePath("four.nc").toStdString();
        const double fill = 1e36;
        std::vector<float> vectors = sampleVectors(4);
        vectors[5] = static_cast<float>(fill);
        io::Hdf5Writer file;
        file.numbers<float>("/embedding", vectors, {rowsOfSamples, 4});
        file.attribute("/embedding", "_FillValue", fill);
        writeBytes(path, *file.bytes());
        {
            const Hdf5Editor editor(path);
            const hsize_t rows = rowsOfSamples;
            const hsize_t shape[] = {rows, 3};
            const Hdf5Handle kinds(H5Tenum_create(H5T_NATIVE_INT8)), list(H5Screate_simple(1, &rows, nullptr)),
                matrix(H5Screate_simple(2, shape, nullptr));
            std::vector<signed char> labels;
            std::string letters;
            for (signed char value : {4, 9})
                H5Tenum_insert(kinds.id(), value == 4 ? "cat" : "dog", &value);
            for (int i = 0; i < rowsOfSamples; ++i) {
                labels.push_back(i % 2 ? 9 : 4);
                letters += wordOf(i).toStdString().append(3, '\0').substr(0, 3);
            }
            H5Tcommit2(editor.id(), "/kinds", kinds.id(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
            const Hdf5Handle label(
                H5Dcreate2(editor.id(), "/label", kinds.id(), list.id(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
            QVERIFY(H5Dwrite(label.id(), kinds.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, labels.data()) >= 0);
            const Hdf5Handle word(
                H5Dcreate2(editor.id(), "/word", H5T_C_S1, matrix.id(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
            QVERIFY(H5Dwrite(word.id(), H5T_C_S1, H5S_ALL, H5S_ALL, H5P_DEFAULT, letters.data()) >= 0);
        }
        const auto opened = test::openFile(path);
        QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
        const EmbeddingSet &set = *opened->dataset.spaces[0];
        QVERIFY(std::isnan(set.vectors(1, 1)) && std::isfinite(set.vectors(1, 0)));
        QCOMPARE(set.items->ids[12], wordOf(12).toStdString());
        QCOMPARE(set.items->labelNames, (std::vector<std::string>{"cat", "dog"}));
        QVERIFY2(!allText(opened->warnings).contains("left out"), qPrintable(allText(opened->warnings)));
    }

    /// Ids keep the path that distinguishes them, without the name of the dataset in each group. HDF5 lists names in
    /// alphabetical order.
    void idsArePaths()
    {
        const auto written = [this](const char *name, const auto &place) {
            const std::string path = m_folder.filePath(name).toStdString();
            io::Hdf5Writer file;
            std::set<std::string> groups;
            for (int i = 0; i < 12; ++i) {
                const std::string whole = place(i);
                for (std::size_t at = whole.find('/', 1); at != std::string::npos; at = whole.find('/', at + 1)) {
                    if (groups.insert(whole.substr(0, at)).second)
                        file.group(whole.substr(0, at));
                }
                const std::vector<float> vector = {0.5F * static_cast<float>(i), 1, 2};
                file.numbers<float>(whole, vector, {3});
            }
            writeBytes(path, *file.bytes());
            const auto opened = test::openFile(path);
            return opened ? opened->dataset.items->ids.at(4) : opened.error().text();
        };
        const auto number = [](int i) { return std::to_string(i); };
        QCOMPARE(written("cams.h5", [&](int i) { return "/cam" + number(i % 3) + "/" + number(i / 3) + "/v"; }),
                 std::string("cam1/0"));
        QCOMPARE(written("day.h5", [&](int i) { return "/day/" + number(i) + "/v"; }), std::string("day/2"));
        QCOMPARE(written("named.h5", [&](int i) { return "/embeddings/w" + number(i); }), std::string("w2"));
    }

    void arraysRefused()
    {
        const auto refusalOf = [](const std::string &path) {
            const auto opened = test::openFile(path);
            return QString::fromStdString(opened ? "opened: " + io::roleSummary(*opened) : opened.error().text());
        };
        const QString weights =
            refusalOf(save("l.safetensors", safetensors({{"a.lora_A.weight", {8, 64}}, {"a.lora_B.weight", {64, 8}}})));
        QVERIFY(isSaid(weights, "the weights of 2 layers"));
        const QString classes =
            refusalOf(save("k.safetensors", safetensors({{"class_0", {20, 8}}, {"class_1", {20, 8}}})));
        QVERIFY(isSaid(classes, "one for each of 2 classes"));
        const QString statistics = refusalOf(save("fid.safetensors", safetensors({{"mu", {8}}, {"sigma", {8, 8}}})));
        QVERIFY(isSaid(statistics, "computed from vectors"));
        const QString letters = refusalOf(
            save("esm.safetensors",
                 safetensors({{"mean_representations.33", {8}}, {"representations.33", {20, 8}}, {"label", {1}}})));
        QVERIFY(isSaid(letters, "parts of one item"));
        const QString pooled =
            refusalOf(save("pooled.safetensors", safetensors({{"avgpool", {20, 8, 1, 1}}, {"fc", {20, 3}}})));
        QVERIFY(isSaid(pooled, "x.reshape(len(x), -1)"));
        std::vector<std::int32_t> quantized(rowsOfSamples * 4);
        for (std::size_t i = 0; i < quantized.size(); ++i)
            quantized[i] = static_cast<std::int32_t>(i * 37 % 255) - 127;
        const std::string path = m_folder.filePath("refused.h5").toStdString();
        {
            io::Hdf5Writer file;
            file.numbers<std::int32_t>("/embeddings", quantized, {rowsOfSamples, 4});
            file.numbers<float>("/scale", sampleVectors(1), {rowsOfSamples});
            writeBytes(path, *file.bytes());
        }
        QVERIFY(isSaid(refusalOf(path), "“/scale” is their scale"));
        {
            io::Hdf5Writer file;
            file.numbers<float>("/embeddings", sampleVectors(rowsOfSamples, 4), {4, rowsOfSamples});
            file.strings("/words", sampleNames());
            writeBytes(path, *file.bytes());
        }
        QVERIFY(isSaid(refusalOf(path), "its items are its columns"));
        {
            io::Hdf5Writer file;
            file.group("/X");
            file.attribute("/X", "OCTAVE_NEW_FORMAT", std::int64_t{1});
            file.numbers<float>("/X/value", sampleVectors(rowsOfSamples, 4), {4, rowsOfSamples});
            writeBytes(path, *file.bytes());
        }
        QVERIFY(isSaid(refusalOf(path), "a file of Octave"));
        const auto saveWith = [&](const char *attribute) {
            io::Hdf5Writer file;
            file.numbers<std::int32_t>("/embeddings", quantized, {rowsOfSamples, 4});
            file.attribute("/embeddings", attribute, 0.5);
            writeBytes(path, *file.bytes());
        };
        saveWith("scale_factor");
        QVERIFY(isSaid(refusalOf(path), "q * scale_factor + add_offset"));
        saveWith("MATLAB_class");
        QVERIFY(isSaid(refusalOf(path), "a file of MATLAB"));
    }

    /// gensim's binary format, in which words may contain spaces.
    void binaryWordsWithSpaces()
    {
        QByteArray bytes = "40 8\n";
        const std::vector<float> values = sampleVectors(8);
        const auto word = [](int i) {
            return i == 3    ? QByteArray("New York")
                   : i == 9  ? QByteArray(" ")
                   : i == 11 ? QByteArray("a b c")
                             : wordOf(i);
        };
        for (int i = 0; i < rowsOfSamples; ++i)
            bytes += word(i) + ' ' + QByteArray(reinterpret_cast<const char *>(values.data() + 8 * i), 32);
        const auto opened = test::openFile(save("w.bin", bytes));
        QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
        for (int i = 0; i < rowsOfSamples; ++i) {
            QCOMPARE(opened->dataset.items->ids[static_cast<std::size_t>(i)], word(i).toStdString());
            QCOMPARE(opened->dataset.spaces[0]->vectors(i, 5), static_cast<float>(fractionAt(i, 5)));
        }
    }

    /// The page of the roles lists every rule in its order, with the role that it assigns.
    void thePageListsEveryRule()
    {
        QStringList rules{QStringLiteral("%1: vector").arg(io::vectorLists)};
        for (const auto step : io::ruleSteps()) {
            for (const io::Rule &rule : step)
                rules << QStringLiteral("%1: %2").arg(rule.id, io::columnUseId(rule.use));
        }
        QFile page("src/io/roles/README.md");
        QVERIFY(page.open(QIODevice::ReadOnly));
        static const QRegularExpression row(R"(^\| `([^`]+)` \| [^|]+ \| (\w+) \| [^|]*\|$)",
                                            QRegularExpression::MultilineOption);
        QStringList listed;
        for (auto match = row.globalMatch(QString::fromUtf8(page.readAll())); match.hasNext();) {
            const QRegularExpressionMatch found = match.next();
            listed << found.captured(1) + ": " + found.captured(2);
        }
        QCOMPARE(listed, rules);
    }

    void tableFiles_data();
    void tableFiles();
};

namespace {

/// A random table-like file, drawn by a seed: roles × spellings × writers, with its expected content.
class TableFile
{
public:
    explicit TableFile(std::uint32_t seed) : m_random(seed)
    {
        m_rows = 20 + static_cast<int>(pick(40));
        m_dimensions = 3 + static_cast<int>(pick(6));
        m_hasIds = pick(4) > 0;
        m_labels = pick(4);
        m_asides = pick(4);
        m_scale = std::pow(10, static_cast<int>(pick(4)) - 2);
        for (int i = 0; i < m_rows; ++i) {
            m_ids << word(i);
            for (int j = 0; j < m_dimensions; ++j)
                m_values.push_back(
                    QByteArray::number(m_scale * (static_cast<double>(pick(20001)) - 10000) / 7919.0, 'g', 7));
        }
        m_text = write();
    }
    QByteArray text() const { return m_text; }
    QByteArray what() const { return m_what; }
    int rows() const { return m_rows; }
    int dimensions() const { return m_dimensions; }
    float value(int row, int column) const { return at(row, column).toFloat(); }
    QByteArray id(int row) const { return m_ids[row]; }
    bool hasIds() const { return m_hasIds; }

private:
    std::uint32_t pick(std::uint32_t below) { return static_cast<std::uint32_t>(m_random() % below); }
    QByteArray word(int i)
    {
        static const QByteArrayList odd = {"NA", "null", "-", ".", "?", "None", "New", "1st", "it's", "é", "x1", "nan"};
        const QByteArray number = QByteArray::number(i);
        return pick(12) == 0 && i < odd.size() ? odd[i] : "w" + number + (pick(9) == 0 ? "-" + number : "");
    }
    QByteArray at(int row, int column) const { return m_values[static_cast<std::size_t>(row * m_dimensions + column)]; }
    QByteArrayList numbers(int row) const
    {
        QByteArrayList list;
        for (int i = 0; i < m_dimensions; ++i)
            list << at(row, i);
        return list;
    }
    QByteArray label(int row) const
    {
        return m_labels == 1   ? "class " + QByteArray::number(row % 4)
               : m_labels == 2 ? QByteArray::number(row % 4)
                               : QByteArray::number(row % 4) + ".0";
    }
    /// Name and value of the additional columns.
    std::pair<QByteArray, QByteArray> aside(int which, int row) const
    {
        if (which == 0)
            return {"n_tokens", QByteArray::number(5 + row * 7 % 40)};
        if (which == 1)
            return {"score", QByteArray::number(0.5 + 0.001 * row)};
        return {"year", QByteArray::number(1990 + row % 20)};
    }
    QByteArray write();
    QByteArray writeTable();
    QByteArray writeWords();
    QByteArray writeJson();
    QByteArray cell(const QByteArray &text, char separator) const
    {
        const bool quotes = text.contains(separator) || text.contains('"') || text.contains(' ');
        return quotes && separator != '\t' ? '"' + QByteArray(text).replace("\"", "\"\"") + '"' : text;
    }

    std::minstd_rand m_random;
    int m_rows = 0, m_dimensions = 0;
    bool m_hasIds = true;
    std::uint32_t m_labels = 0, m_asides = 0;
    double m_scale = 1;
    QByteArrayList m_ids;
    std::vector<QByteArray> m_values;
    QByteArray m_text, m_what;
};

QByteArray TableFile::write()
{
    switch (pick(3)) {
    case 0:
        return writeTable();
    case 1:
        return writeWords();
    default:
        return writeJson();
    }
}

/// Tables as written by pandas, R, Excel, NumPy and by hand.
QByteArray TableFile::writeTable()
{
    const char separator = ",;\t"[pick(3)];
    const int spelling = static_cast<int>(pick(6)); // 0, 1: a column for each dimension
    const bool header = pick(5) > 0, index = header && pick(3) == 0;
    const QByteArrayList idNames = {"word", "id", "name", "term", "doc_id", "text"};
    const QByteArrayList families = {"e", "dim_", "", "x", "feature_", "V"};
    const QByteArray idName = idNames[pick(6)], family = families[pick(6)];
    const char *const brackets[] = {"[", "]", "[", "]", "(", ")", "{", "}"};
    const int bracket = 2 * static_cast<int>(pick(4));
    const QByteArray between = spelling == 5 ? " " : ", ";
    QByteArrayList names;
    if (index)
        names << "";
    if (m_hasIds)
        names << idName;
    if (m_labels)
        names << "label";
    for (int i = 0; i < static_cast<int>(m_asides) && header; ++i)
        names << aside(i, 0).first;
    for (int i = 0; i < m_dimensions && spelling < 2; ++i)
        names << (spelling == 1 ? QByteArray("feel") + "abcdefghij"[i] : family + QByteArray::number(i));
    if (spelling >= 2)
        names << "embedding";
    m_what = "table " + QByteArray::number(spelling) + " separator " + QByteArray::number(separator) + " header " +
             QByteArray::number(header) + " names " + names.join(" ");
    const QByteArray end = pick(3) == 0 ? "\r\n" : "\n";
    QByteArray text = pick(6) == 0 ? "\xEF\xBB\xBF" : "";
    if (pick(8) == 0 && header)
        text += "# made by a test" + end;
    if (header)
        text += names.join(separator) + end;
    for (int row = 0; row < m_rows; ++row) {
        QByteArrayList cells;
        if (index)
            cells << QByteArray::number(row);
        if (m_hasIds)
            cells << cell(m_ids[row], separator);
        if (m_labels)
            cells << cell(label(row), separator);
        for (int i = 0; i < static_cast<int>(m_asides) && header; ++i)
            cells << aside(i, row).second;
        if (spelling < 2)
            cells << numbers(row);
        else if (spelling == 4)
            cells << '"' + ("array([" + numbers(row).join(", ") + "], dtype=float32)") + '"';
        else
            cells << '"' + (brackets[bracket] + numbers(row).join(between) + brackets[bracket + 1]) + '"';
        text += cells.join(separator) + end;
    }
    return text;
}

/// Lines as written by word2vec, GloVe, R's write.table, Kaldi.
QByteArray TableFile::writeWords()
{
    const std::uint32_t spelling = pick(7);
    m_hasIds = spelling != 6; // NumPy's savetxt
    m_what = "words " + QByteArray::number(spelling);
    QByteArray text;
    if (spelling == 0)
        text = QByteArray::number(m_rows) + " " + QByteArray::number(m_dimensions) + "\n";
    else if (spelling == 1 || spelling == 6)
        text = "# a comment\n";
    if (spelling == 2) {
        QByteArrayList names;
        for (int i = 0; i < m_dimensions; ++i)
            names << "\"V" + QByteArray::number(i + 1) + '"';
        text += names.join(" ") + "\n";
    }
    for (int row = 0; row < m_rows; ++row) {
        const QByteArray id = spelling == 2 ? '"' + m_ids[row] + '"' : m_ids[row];
        text += spelling == 4   ? id + " [" + numbers(row).join(", ") + "]"
                : spelling == 5 ? id + "  [ " + numbers(row).join(" ") + " ]"
                : spelling == 6 ? numbers(row).join(" ")
                                : id + " " + numbers(row).join(" ");
        text += "\n";
    }
    return text;
}

/// JSON lines, arrays, and pandas' orientations.
QByteArray TableFile::writeJson()
{
    const std::uint32_t shape = pick(6);
    const bool wide = pick(3) == 0;
    m_what = "JSON " + QByteArray::number(shape) + (wide ? " wide" : "");
    std::vector<std::vector<std::pair<QByteArray, QByteArray>>> rows;
    for (int row = 0; row < m_rows; ++row) {
        std::vector<std::pair<QByteArray, QByteArray>> members;
        if (m_hasIds)
            members.push_back({"word", '"' + m_ids[row] + '"'});
        if (m_labels)
            members.push_back({"label", m_labels == 1 ? '"' + label(row) + '"' : label(row)});
        for (int i = 0; i < static_cast<int>(m_asides); ++i)
            members.push_back(aside(i, row));
        if (m_asides == 3)
            members.push_back({"input_ids", "[1, " + QByteArray::number(row + 2) + (row % 3 ? ", 7]" : "]")});
        for (int i = 0; i < m_dimensions && wide; ++i)
            members.push_back({"e" + QByteArray::number(i), at(row, i)});
        if (!wide)
            members.push_back({"embedding", "[" + numbers(row).join(", ") + "]"});
        rows.push_back(std::move(members));
    }
    const auto object = [](const auto &members) {
        QByteArrayList list;
        for (const auto &[name, value] : members)
            list << '"' + name + "\": " + value;
        return "{" + list.join(", ") + "}";
    };
    QByteArrayList list;
    if (shape < 2) {
        for (const auto &members : rows)
            list << object(members);
        return shape == 0 ? list.join("\n") + "\n" : "[" + list.join(",\n") + "]";
    }
    if (shape == 2) { // index
        for (int row = 0; row < m_rows; ++row)
            list << '"' + QByteArray::number(row) + "\": " + object(rows[static_cast<std::size_t>(row)]);
        return "{" + list.join(",") + "}";
    }
    if (shape == 3) { // columns
        for (std::size_t i = 0; i < rows[0].size(); ++i) {
            QByteArrayList values;
            for (int row = 0; row < m_rows; ++row)
                values << '"' + QByteArray::number(row) + "\": " + rows[static_cast<std::size_t>(row)][i].second;
            list << '"' + rows[0][i].first + "\": {" + values.join(",") + "}";
        }
        return "{" + list.join(",") + "}";
    }
    if (shape == 4) { // lists side by side
        for (std::size_t i = 0; i < rows[0].size(); ++i) {
            QByteArrayList values;
            for (const auto &members : rows)
                values << members[i].second;
            list << '"' + rows[0][i].first + "\": [" + values.join(",") + "]";
        }
        return "{" + list.join(",") + "}";
    }
    QByteArrayList names, data, index; // split
    for (const auto &[name, value] : rows[0])
        names << '"' + name + '"';
    for (int row = 0; row < m_rows; ++row) {
        QByteArrayList values;
        for (const auto &[name, value] : rows[static_cast<std::size_t>(row)])
            values << value;
        data << "[" + values.join(",") + "]";
        index << QByteArray::number(row);
    }
    return "{\"columns\":[" + names.join(",") + "],\"index\":[" + index.join(",") + "],\"data\":[" + data.join(",") +
           "]}";
}

} // namespace

void TestRoles::tableFiles_data()
{
    QTest::addColumn<int>("files");
    QTest::newRow("files") << fromEnvironment("ANCHORSCOPE_TABLE_FILES", 300);
}

/// Every file opens with its vectors, and its ids if it has any, or is refused: none is read wrongly without a message.
void TestRoles::tableFiles()
{
    QFETCH(int, files);
    int refused = 0, withoutIds = 0;
    QStringList wrong;
    for (int seed = 1; seed <= files; ++seed) {
        const TableFile file(static_cast<std::uint32_t>(seed));
        const auto opened = test::openFile(save("made", file.text()));
        const auto tell = [&](const QString &what) {
            wrong << QString("seed %1, %2: %3").arg(seed).arg(QString::fromUtf8(file.what()), what);
        };
        if (!opened) {
            ++refused;
            if (opened.error().message.size() < 30)
                tell("a refusal that says nothing: " + QString::fromStdString(opened.error().text()));
            continue;
        }
        const Matrix &vectors = opened->dataset.spaces[0]->vectors;
        const ItemTable &items = *opened->dataset.items;
        if (opened->dataset.spaces.size() != 1 || vectors.rows() != file.rows() ||
            vectors.cols() != file.dimensions()) {
            tell(QString::fromStdString(io::roleSummary(*opened)));
            continue;
        }
        bool same = true;
        for (int row = 0; row < file.rows(); ++row) {
            for (int i = 0; i < file.dimensions(); ++i)
                same = same && vectors(row, i) == file.value(row, i);
        }
        if (!same)
            tell("other numbers; " + QString::fromStdString(io::roleSummary(*opened)));
        withoutIds += file.hasIds() && !items.hasIds();
        for (int row = 0; row < file.rows() && file.hasIds() && items.hasIds(); ++row) {
            if (items.ids[static_cast<std::size_t>(row)] != file.id(row).toStdString()) {
                tell("other ids; " + QString::fromStdString(io::roleSummary(*opened)));
                break;
            }
        }
    }
    qInfo("%d files, %d refused, %d without their ids", files, refused, withoutIds);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.mid(0, 20).join('\n')));
    QVERIFY2(refused * 10 < files, qPrintable(QString::number(refused)));
    QVERIFY2(withoutIds * 20 < files, qPrintable(QString::number(withoutIds)));
}

QTEST_GUILESS_MAIN(TestRoles)
#include "tst_roles.moc"
