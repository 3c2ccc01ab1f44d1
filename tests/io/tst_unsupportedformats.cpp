// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/dataset/datasetfile.h"
#include "support/hdf5samples.h"

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
    void wordsThatBeginLikeOtherFormats();

private:
    Result<io::OpenedFile> openText(const QByteArray &content) const
    {
        const std::string path = m_folder.filePath("file").toStdString();
        writeBytes(path, content.toStdString());
        return io::openFile(path);
    }
    QTemporaryDir m_folder;
};

void TestUnsupportedFormats::eachErrorSuggestsASolution_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("advice");
    const auto row = [](const char *name, std::string_view content, const char *advice) {
        QTest::newRow(name) << QByteArray(content.data(), static_cast<qsizetype>(content.size())) << advice;
    };
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
    const auto opened = openText(content);
    QVERIFY(!opened.ok());
    QCOMPARE(QString(errorId(opened.error().code)), QString("unknown-format"));
    QVERIFY2(opened.error().text().find(advice.toStdString()) != std::string::npos, opened.error().text().c_str());
}

void TestUnsupportedFormats::wordsThatBeginLikeOtherFormats()
{
    using Ids = std::vector<std::string>;
    for (const auto &[content, ids] :
         {std::pair("BZh 1 2 3\nPAR1 4 5 6\n", Ids{"BZh", "PAR1"}), std::pair("-- 1 2 3\n== -4 5 6\n", Ids{"--", "=="}),
          std::pair("语 -- 词\nab 1 2 3\ncd 4 5 6\n", Ids{"ab", "cd"})}) {
        const auto opened = openText(content);
        QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
        QCOMPARE(opened->dataset.items->ids, ids);
    }
}

QTEST_GUILESS_MAIN(TestUnsupportedFormats)
#include "tst_unsupportedformats.moc"
