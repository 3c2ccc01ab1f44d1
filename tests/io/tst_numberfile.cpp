// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/random.h"
#include "io/dataset/datasetfile.h"
#include "io/numpy/npywriter.h"
#include "io/text/csv.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cstdlib>

using namespace anchorscope;

namespace {

Matrix someNumbers(Index rows, Index columns)
{
    Random random(3);
    Matrix matrix(rows, columns);
    for (Index i = 0; i < matrix.size(); ++i)
        matrix.data()[i] = static_cast<float>(random.normal());
    return matrix;
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestNumberFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void arraysRoundTrip_data();
    void arraysRoundTrip();
    void headerIsNumPys();
    void numbersRoundTripThroughText();
    void unwritablePathIsAnError();

private:
    QTemporaryDir m_folder;
};

void TestNumberFile::arraysRoundTrip_data()
{
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("columns");
    QTest::newRow("one number") << 1 << 1;
    QTest::newRow("a column") << 1000 << 1;
    QTest::newRow("wide") << 3 << 700;
}

void TestNumberFile::arraysRoundTrip()
{
    QFETCH(int, rows);
    QFETCH(int, columns);
    const Matrix written = someNumbers(rows, columns);
    const std::string path = m_folder.filePath("array.npy").toStdString();
    QVERIFY(io::saveNpy(path, written).ok());
    const auto read = io::openDataset(path);
    QVERIFY2(read.ok(), read ? "" : read.error().message.c_str());
    QVERIFY(read->spaces.front()->vectors == written);
}

void TestNumberFile::headerIsNumPys()
{
    const QString path = m_folder.filePath("header.npy");
    QVERIFY(io::saveNpy(path.toStdString(), someNumbers(5, 2)).ok());
    const QByteArray bytes = contentOf(path);
    QCOMPARE(bytes.left(8), QByteArray("\x93NUMPY\x01\x00", 8));
    const int header = static_cast<unsigned char>(bytes[8]) + 256 * static_cast<unsigned char>(bytes[9]);
    QCOMPARE((10 + header) % 64, 0);
    QCOMPARE(bytes.size(), 10 + header + 5 * 2 * 4);
    QVERIFY(bytes.contains("{'descr': '<f4', 'fortran_order': False, 'shape': (5, 2), }"));
    QCOMPARE(bytes[10 + header - 1], '\n');
}

void TestNumberFile::numbersRoundTripThroughText()
{
    const Matrix written = someNumbers(3, 2);
    const QString path = m_folder.filePath("numbers.csv");
    QVERIFY(io::writeNumbers(path.toStdString(), {"id", "pc1", "pc2"}, {{"a", "with, comma", "c"}}, written).ok());
    const auto records = io::parseCsv(contentOf(path).toStdString(), ',');
    QVERIFY(records.ok());
    QCOMPARE(records->size(), 4u);
    QCOMPARE((*records)[0].fields, (std::vector<std::string>{"id", "pc1", "pc2"}));
    QCOMPARE((*records)[2].fields[0], std::string("with, comma"));
    for (Index i = 0; i < 3; ++i) {
        for (Index j = 0; j < 2; ++j)
            QCOMPARE(QByteArray::fromStdString(
                         (*records)[static_cast<std::size_t>(i) + 1].fields[static_cast<std::size_t>(j) + 1])
                         .toFloat(),
                     written(i, j));
    }
}

void TestNumberFile::unwritablePathIsAnError()
{
    const Status written = io::saveNpy("/no/such/folder/array.npy", someNumbers(2, 2));
    QVERIFY(!written.ok());
    QCOMPARE(written.error().code, ErrorCode::cannotSave);
}

QTEST_GUILESS_MAIN(TestNumberFile)
#include "tst_numberfile.moc"
