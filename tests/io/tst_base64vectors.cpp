// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/half.h"
#include "io/dataset/datasetfile.h"
#include "io/text/base64vector.h"
#include "support/hdf5samples.h"
#include "support/openfile.h"
#include "support/sentences.h"

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <bit>
#include <cmath>
#include <random>

using namespace anchorscope;
using namespace anchorscope::test;

namespace {

constexpr Index rows = 40;

/// Numbers as in vectors of length 1 or of larger numbers; rounded by `droppedBits`, so that narrow types can hold
/// them.
Matrix drawn(Index columns, float size = 0.05F, int droppedBits = 0)
{
    std::mt19937 random(3);
    std::normal_distribution<float> normal(0, size);
    Matrix m(rows, columns);
    for (Index i = 0; i < m.size(); ++i) {
        const float value = normal(random);
        m.data()[i] = std::bit_cast<float>(std::bit_cast<std::uint32_t>(value) >> droppedBits << droppedBits);
    }
    return m;
}

template <class T> QByteArray base64(const Matrix &m, Index row)
{
    QByteArray bytes;
    for (Index j = 0; j < m.cols(); ++j) {
        T value{};
        if constexpr (std::is_same_v<T, Half>)
            value.bits = floatToHalf(m(row, j));
        else if constexpr (std::is_same_v<T, std::uint16_t>) // bfloat16
            value = static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(m(row, j)) >> 16);
        else
            value = static_cast<T>(m(row, j));
        bytes.append(reinterpret_cast<const char *>(&value), sizeof value);
    }
    return bytes.toBase64();
}

QByteArray encoded(const Matrix &m, Index row, const QString &type = "float32")
{
    if (type == "float16")
        return base64<Half>(m, row);
    if (type == "bfloat16")
        return base64<std::uint16_t>(m, row);
    return type == "float64" ? base64<double>(m, row) : base64<float>(m, row);
}

} // namespace

class TestBase64Vectors : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void numbersOfEachType_data();
    void numbersOfEachType();
    void highestByteFirst_data();
    void highestByteFirst();
    void files_data();
    void files();
    void otherLengthIsRefused();
    void wordsAreNotVectors_data();
    void wordsAreNotVectors();

private:
    QTemporaryDir m_folder;
};

void TestBase64Vectors::numbersOfEachType_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<int>("columns");
    QTest::addColumn<float>("size");
    QTest::addColumn<int>("droppedBits");
    for (const float size : {0.02F, 0.3F, 3.0F}) {
        const QByteArray tag = ", deviation " + QByteArray::number(static_cast<double>(size));
        for (const char *type : {"float32", "float64"})
            QTest::newRow((type + tag).constData()) << type << 8 << size << 0;
        for (const char *type : {"float16", "float32", "float64"}) // with float16's digits
            QTest::newRow((type + tag + ", short").constData()) << type << 384 << size << 13;
        for (const char *type : {"bfloat16", "float32", "float64"})
            QTest::newRow((type + tag + ", shorter").constData()) << type << 384 << size << 16;
    }
}

void TestBase64Vectors::numbersOfEachType()
{
    QFETCH(QString, type);
    QFETCH(int, columns);
    QFETCH(float, size);
    QFETCH(int, droppedBits);
    Matrix m = drawn(columns, size, droppedBits);
    if (droppedBits == 13) // subnormal float16 have fewer digits
        m = m.unaryExpr([](float value) { return halfToFloat(floatToHalf(value)); });
    for (Index row = 0; row < rows; ++row) {
        std::vector<float> values = {7};
        QCOMPARE(io::appendBase64(encoded(m, row, type).toStdString(), values), Index(columns));
        for (Index j = 0; j < columns; ++j)
            QCOMPARE(values[static_cast<std::size_t>(j) + 1], m(row, j));
    }
}

void TestBase64Vectors::highestByteFirst_data()
{
    QTest::addColumn<int>("bytes");
    QTest::addColumn<int>("columns");
    for (const int bytes : {4, 8}) {
        for (const int columns : {8, 384})
            QTest::addRow("%d numbers of %d bytes", columns, bytes) << bytes << columns;
    }
}

void TestBase64Vectors::highestByteFirst()
{
    QFETCH(int, bytes);
    QFETCH(int, columns);
    const Matrix m = drawn(columns);
    for (Index row = 0; row < rows; ++row) {
        QByteArray numbers = QByteArray::fromBase64(encoded(m, row, bytes == 8 ? "float64" : "float32"));
        for (auto at = numbers.begin(); at != numbers.end(); at += bytes)
            std::reverse(at, at + bytes);
        std::vector<float> values;
        QCOMPARE(io::appendBase64(numbers.toBase64().toStdString(), values), Index(columns));
        for (Index j = 0; j < columns; ++j)
            QCOMPARE(values[static_cast<std::size_t>(j)], m(row, j));
    }
}

void TestBase64Vectors::files_data()
{
    QTest::addColumn<QByteArray>("first"); // lines of the file
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArray>("between");
    QTest::addColumn<QByteArray>("last");
    QTest::newRow("CSV") << QByteArray("id,tokens,embedding\n") << QByteArray("term%1,%2,%3\n") << QByteArray()
                         << QByteArray();
    QTest::newRow("JSON lines") << QByteArray()
                                << QByteArray(R"({"id": "term%1", "score": 0.%2, "embedding": "%3"})"
                                              "\n")
                                << QByteArray() << QByteArray();
    QTest::newRow("batch output")
        << QByteArray()
        << QByteArray(R"({"custom_id": "term%1", "response": {"status_code": 200, "body": {"data": [{"index": 0, )"
                      R"("embedding": "%3"}], "usage": {"prompt_tokens": %2}}}})"
                      "\n")
        << QByteArray() << QByteArray();
    QTest::newRow("one answer") << QByteArray(R"({"object": "list", "data": [)")
                                << QByteArray(R"({"object": "embedding", "index": %1, "embedding": "%3"})")
                                << QByteArray(", ") << QByteArray(R"(], "usage": {"prompt_tokens": 9}})");
}

void TestBase64Vectors::files()
{
    QFETCH(QByteArray, first);
    QFETCH(QByteArray, line);
    QFETCH(QByteArray, between);
    QFETCH(QByteArray, last);
    const Matrix m = drawn(8);
    QByteArray text = first;
    for (Index row = 0; row < rows; ++row)
        text += (row > 0 ? between : QByteArray()) + QByteArray(line)
                                                         .replace("%1", QByteArray::number(static_cast<int>(row)))
                                                         .replace("%2", QByteArray::number(static_cast<int>(row % 7)))
                                                         .replace("%3", encoded(m, row));
    const std::string path = m_folder.filePath("file").toStdString();
    writeBytes(path, (text + last).toStdString());
    const auto opened = test::openFile(path);
    QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
    QCOMPARE(opened->dataset.spaces.size(), std::size_t(1));
    const Matrix &found = opened->dataset.spaces[0]->vectors;
    QVERIFY(found.rows() == rows && found.cols() == 8 && found == m);
    if (line.contains("term"))
        QCOMPARE(opened->dataset.items->ids[9], std::string("term9"));
}

void TestBase64Vectors::otherLengthIsRefused()
{
    const Matrix m = drawn(8);
    QByteArray text = "id,embedding\n";
    for (Index row = 0; row < rows; ++row)
        text += "t" + QByteArray::number(static_cast<int>(row)) + "," +
                encoded(row == 30 ? Matrix(m.leftCols(6)) : m, row) + "\n";
    const std::string path = m_folder.filePath("file").toStdString();
    writeBytes(path, text.toStdString());
    const auto opened = test::openFile(path);
    QVERIFY(!opened.ok());
    QCOMPARE(opened.error().place, std::string("line 32"));
    QVERIFY(isSaid(opened.error().text(), "expected a vector of 8 numbers"));
}

void TestBase64Vectors::wordsAreNotVectors_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const char *text :
         {"", "word", "misunderstanding", "internationalization", "1234567890123456",
          "123e4567-e89b-12d3-a456-426614174000", "d41d8cd98f00b204e9800998ecf8427e", "[0.1, 0.2]", "AAAA"})
        QTest::newRow(*text ? text : "empty") << QByteArray(text);
    QTest::newRow("a picture") << QByteArray("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\1\0", 20).toBase64();
}

void TestBase64Vectors::wordsAreNotVectors()
{
    QFETCH(QByteArray, text);
    std::vector<float> values;
    QCOMPARE(io::appendBase64(text.toStdString(), values), Index(-1));
    QVERIFY(values.empty());
}

QTEST_GUILESS_MAIN(TestBase64Vectors)
#include "tst_base64vectors.moc"
