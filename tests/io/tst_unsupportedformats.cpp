// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/dataset/datasetfile.h"
#include "support/hdf5samples.h"
#include "support/openfile.h"
#include "support/sentences.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace anchorscope;
using namespace anchorscope::test;
using namespace std::string_view_literals;

/// Files in unsupported formats.
class TestUnsupportedFormats : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachErrorSuggestsASolution_data();
    void eachErrorSuggestsASolution();
    void namesInCommandsAreQuoted();
    void wordsThatBeginLikeOtherFormats();

private:
    Result<io::OpenedFile> openText(const QByteArray &content, const QString &ending = {}) const
    {
        const std::string path = m_folder.filePath("file" + ending).toStdString();
        writeBytes(path, content.toStdString());
        return test::openFile(path);
    }
    QTemporaryDir m_folder;
};

void TestUnsupportedFormats::eachErrorSuggestsASolution_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("advice");
    QTest::addColumn<QString>("ending");
    const auto row = [](const char *name, std::string_view content, const char *advice, const char *ending = "") {
        QTest::newRow(name) << QByteArray(content.data(), static_cast<qsizetype>(content.size())) << advice << ending;
    };
    row("ORC", "ORC\x11\0\0\n\x06 ... ORC\x17"sv, "save it as Parquet");
    row("Avro",
        "Obj\x01\x02\x16"
        "avro.schema\xfe\x02{\"type\":"sv,
        "save it as Parquet");
    row("LZ4", "\x04\"M\x18\x64\x40\xa7\xc0\x18\0\0\xf0"sv, "unlz4 -m ");
    row("an archive", std::string(257, 'a') + "ustar\0" + std::string(300, '\0'), "tar xf ");
    row("Stata, version 118", "<stata_dta><header><release>118</release>"sv, "read_stata(");
    row("Stata, version 114", "\x72\x02\x01\0\x07\0<\0\0\0\0\0\0"sv, "to_csv(\"file.csv\")", ".dta");
    row("NetCDF of version 3", "CDF\x02\0\0\0\0\0\0\0\x0a\0\0\0\x03"sv, "nccopy -k nc4 ");
    row("binary Octave", "Octave-1-L\0\x01\0\0\0x\0\0\0\0"sv, "csvwrite(");
    row("a pickle of protocol 0", "cnumpy.core.multiarray\n_reconstruct\np0\n(cnumpy\nndarray\np1\n"sv,
        ".save(\"file.h5\")");
    row("a compressed pickle", "\x78\x5e\x25\x52\x7f\x3c\xd5\x77\x17\xa7"sv, ".save(\"file.h5\")", ".joblib");
    row("keys and values", "word=w0 vector=[0.8,0.9]\nword=w1 vector=[-0.9,-0.2]\n"sv, "JSON lines", ".txt");
    row("keys between tabs", "id:w0\te0:0.8\te1:0.9\nid:w1\te0:-0.9\te1:-0.2\n"sv, "JSON lines", ".tsv");
    row("sparse vectors of pgvector", "id,label,s\nw00,cat,\"{1:0.84,4:-0.98}/6\"\nw01,dog,\"{2:-0.55}/6\"\n"sv,
        "s::vector");
    row("Annoy", "\x01\0\0\0\xbe\xf6\x53\x40\0\0\0\0\xa4\x6a\x57\x3f"sv, "get_item_vector", ".ann");
    row("MessagePack", "\xdc\0\x14\x82\xa2id\xa2w0\xa1v\x93\xcb\0\0\0\0\0\0\0\0"sv, "msgpack.load(", ".msgpack");
    row("BSON", "\x24\0\0\0\x02id\0\x03\0\0\0w0\0\0"sv, "bson.decode_all(", ".bson");
    row("a tensor of Transformers.js", "{\"ort_tensor\":{\"cpuData\":{\"0\":0.5,\"1\":0.25},\"dims\":[1,2]}}"sv,
        "tensor.tolist()");
    row("USearch",
        "\x02\0\0\0\x04\0\0\0"
        "abcdefgh"
        "usearch\x02"sv,
        "index of USearch");
    QByteArray hnswlib(96 + 2 * 52, '\0');
    for (const auto &[at, number] : {std::pair(8, 4), {16, 2}, {24, 52}, {32, 44}, {40, 20}})
        hnswlib[at] = static_cast<char>(number);
    row("hnswlib", std::string_view(hnswlib.constData(), static_cast<std::size_t>(hnswlib.size())),
        "hnswlib.Index(\"l2\", 6); index.load_index(");
    row("a fastText model", "\xba\x16\x4f\x2f\x0c\0\0\0"sv, "open the .vec file beside it");
    row("xz",
        "\xfd"
        "7zXZ\0"sv,
        "unpack it first");
    row("an ARFF table below remarks", "% 1. Title: Iris\n%\n\n@relation iris\n@attribute a real\n@data\n0.5\n1.5\n"sv,
        "Save as in Weka");
    row("columns that sqlite3 prints",
        "word      label   e0   e1\n--------  ------  ---  ---\nnew york  place   0.1  0.2\n"sv, "save it as CSV");
    row("a frame that mysql prints", "+------+-----+\n| word | e0  |\n+------+-----+\n| cat  | 0.1 |\n"sv,
        "save it as CSV");
    row("a frame of box characters", "┌──────┬─────┐\n│ word │ e0  │\n├──────┼─────┤\n│ cat  │ 0.1 │\n"sv,
        "save it as CSV");
    row("a table of Markdown", "| word | e0 |\n|:-----|---:|\n| cat | 0.1 |\n"sv, "save it as CSV");
    row("DuckDB", "\1\2\3\4\5\6\7\0DUCK\1"sv, "'file.parquet'");
    QFile pickle("tests/data/formats/bad_pickle.kv");
    QVERIFY(pickle.open(QIODevice::ReadOnly));
    const QByteArray pickled = pickle.readAll();
    row("a pickle", std::string_view(pickled.constData(), static_cast<std::size_t>(pickled.size())),
        "anchorscope.Dataset(vectors, ids=names).save(\"file.h5\")");
}

void TestUnsupportedFormats::eachErrorSuggestsASolution()
{
    QFETCH(QByteArray, content);
    QFETCH(QString, advice);
    QFETCH(QString, ending);
    const auto opened = openText(content, ending);
    QVERIFY(!opened.ok());
    QCOMPARE(QString(errorId(test::codeOf(opened))), QString("unknown-format"));
    QVERIFY(isSaid(opened.error().text(), advice));
}

/// A name that a shell would take for an option or for several words is quoted in the suggested command.
void TestUnsupportedFormats::namesInCommandsAreQuoted()
{
    const std::string folder = m_folder.path().toStdString() + "/";
    for (const auto &[name, quoted] : {std::pair("-a b.nc", "'./-a b'"), std::pair("-ab.nc", "'./-ab'"),
                                       std::pair("it's.nc", "'it'\\''s'"), std::pair("ab.nc", " ab")}) {
        writeBytes(folder + name, std::string("CDF\x02\0\0\0\0\0\0\0\x0a\0\0\0\x03", 16));
        const auto opened = test::openFile(folder + name);
        QVERIFY(!opened.ok());
        QVERIFY(isSaid(opened.error().text(), quoted));
    }
}

void TestUnsupportedFormats::wordsThatBeginLikeOtherFormats()
{
    using Ids = std::vector<std::string>;
    for (const auto &[content, ids] :
         {std::pair("BZh 1 2 3\nPAR1 4 5 6\n", Ids{"BZh", "PAR1"}), std::pair("-- 1 2 3\n== -4 5 6\n", Ids{"--", "=="}),
          std::pair("语 -- 词\nab 1 2 3\ncd 4 5 6\n", Ids{"ab", "cd"}),
          std::pair("ORC 1 2 3\nCDF 4 5 6\n", Ids{"ORC", "CDF"}), std::pair("ustar 1 2\nx^ 3 4\n", Ids{"ustar", "x^"}),
          std::pair("{1 1 2\n}/6 3 4\n", Ids{"{1", "}/6"})}) {
        const auto opened = openText(content);
        QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
        QCOMPARE(opened->dataset.items->ids, ids);
    }
}

QTEST_GUILESS_MAIN(TestUnsupportedFormats)
#include "tst_unsupportedformats.moc"
