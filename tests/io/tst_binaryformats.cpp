// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/dataset/datasetfile.h"
#include "support/hdf5samples.h"
#include "support/openfile.h"
#include "support/rows.h"
#include "support/sentences.h"

#include <QTemporaryDir>
#include <QtTest>

#include <bit>

#include <cstring>
#include <numeric>

using namespace anchorscope;
using namespace anchorscope::test;

using Strings = std::vector<std::string>;

namespace {

const std::string formats = "tests/data/formats/";
const Strings words = {"wörd", "two", "三"};

/// m[i][j] = i * 4 + j
Matrix counted()
{
    Matrix m(3, 4);
    std::iota(m.data(), m.data() + m.size(), 0.0f);
    return m;
}

bool equal(const Matrix &a, const Matrix &b)
{
    return a.rows() == b.rows() && a.cols() == b.cols() && a == b;
}

Strings labelsOf(const ItemTable &items)
{
    Strings labels;
    for (Index i = 0; i < std::ssize(items.labels); ++i)
        labels.push_back(items.labelName(static_cast<ItemIndex>(i)));
    return labels;
}

template <class T> std::string binFile(std::uint32_t rows, std::uint32_t columns)
{
    std::string bytes(8, '\0');
    std::memcpy(bytes.data(), &rows, 4);
    std::memcpy(bytes.data() + 4, &columns, 4);
    for (std::uint32_t i = 0; i < rows * columns; ++i) {
        const T value = static_cast<T>(i);
        bytes.append(reinterpret_cast<const char *>(&value), sizeof value);
    }
    return bytes;
}

} // namespace

/// Files of FAISS, PyTorch, PostgreSQL and big-ann-benchmarks (tests/data/make_indexes.py, make_torch.py,
/// make_pgcopy.sh).
class TestBinaryFormats : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void indexes_data();
    void indexes();
    void compressedIndexIsRefused();
    void tensors_data();
    void tensors();
    void tensorsOfItems();
    void tensorsWithLists();
    void tensorsThatRepeat();
    void otherTensors_data();
    void otherTensors();
    void fieldsOfCompoundTypes();
    void severalTensors();
    void refusedTensors_data();
    void refusedTensors();
    void numberWithoutType();
    void damagedListOfTensors();
    void copiedTable();
    void copiedHalves();
    void copiedGaps();
    void copiedTypes();
    void copiedDoubt();
    void binVectors_data();
    void binVectors();
    void numbersWithoutAHeader();
    void truncatedAnywhere_data();
    void truncatedAnywhere();
    void changedAnywhere_data() { truncatedAnywhere_data(); }
    void changedAnywhere();

private:
    std::string path(const char *name) const { return m_folder.filePath(name).toStdString(); }
    QTemporaryDir m_folder;
};

void TestBinaryFormats::indexes_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("type");
    QTest::addColumn<QStringList>("firstIds");
    const QStringList none;
    row("inverted lists", "ivf", "float32", none);
    row("inverted lists, most of them empty, with ids", "ivf_ids", "float32", QStringList{"154", "157"});
    row("graph", "hnsw", "float32", none);
    row("graph with ids", "hnsw_ids", "float32", QStringList{"187", "184"});
    row("8 bits", "sq_8bit", "uint8", none);
    row("8 bits, one range", "sq_8bit_uniform", "uint8", none);
    row("float16", "sq_fp16", "float16", none);
}

void TestBinaryFormats::indexes()
{
    QFETCH(QString, file);
    QFETCH(QString, type);
    QFETCH(QStringList, firstIds);
    const auto expected = test::openFile(formats + "faiss_expected.npz", {.array = file.toStdString()});
    QVERIFY2(expected.ok(), expected ? "" : expected.error().text().c_str());
    const auto opened = test::openFile(formats + file.toStdString() + ".faiss");
    QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
    const EmbeddingSet &set = *opened->dataset.spaces[0];
    // FAISS decodes 8 bits by a fused product and sum.
    const Matrix difference = set.vectors - expected->dataset.spaces[0]->vectors;
    if (file.contains("8bit"))
        QVERIFY2(difference.cwiseAbs().maxCoeff() <= 1e-6F,
                 qPrintable(QString::number(difference.cwiseAbs().maxCoeff())));
    else
        QVERIFY(equal(set.vectors, expected->dataset.spaces[0]->vectors));
    QCOMPARE(QString::fromStdString(set.storedType), type);
    QCOMPARE(set.items->ids.size(), firstIds.isEmpty() ? std::size_t(0) : static_cast<std::size_t>(set.size()));
    for (qsizetype i = 0; i < firstIds.size(); ++i)
        QCOMPARE(QString::fromStdString(set.items->ids[static_cast<std::size_t>(i)]), firstIds[i]);
}

void TestBinaryFormats::compressedIndexIsRefused()
{
    const auto opened = test::openFile(formats + "bad_pq.faiss");
    QVERIFY(!opened.ok());
    QCOMPARE(test::codeOf(opened), ErrorCode::unknownFormat);
    QVERIFY(isSaid(opened.error().text(), "IxPq"));
}

void TestBinaryFormats::tensors_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("name");
    row("a tensor", "tensor.pt", "float32", "tensor");
    row("bfloat16", "bfloat16.pt", "bfloat16", "tensor");
    row("weights of a layer", "state.pth", "float32", "weight");
    row("stored by columns", "views.pt", "float32", "turned");
    row("columns of a tensor", "part.pt", "float32", "tensor");
    row("a slice", "torch_slice.pt", "float32", "first");
    row("a transposed slice", "torch_slice_turned.pt", "float32", "turned");
}

void TestBinaryFormats::tensors()
{
    QFETCH(QString, file);
    QFETCH(QString, type);
    QFETCH(QString, name);
    const auto opened = test::openFile(formats + file.toStdString());
    QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
    for (const auto &space : opened->dataset.spaces)
        QVERIFY(equal(space->vectors, counted()));
    const EmbeddingSet &set = *opened->dataset.spaces[0];
    QCOMPARE(QString::fromStdString(set.storedType), type);
    QCOMPARE(QString::fromStdString(set.name), name);
    QVERIFY(!set.items->hasIds());
}

void TestBinaryFormats::tensorsOfItems()
{
    const auto opened = test::openFile(formats + "items.pt");
    QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
    const EmbeddingSet &set = *opened->dataset.spaces[0];
    QCOMPARE(set.items->ids, (Strings{"item 0", "item 1", "item 2", "item 3", "item 4", "item 5"}));
    QVERIFY(equal(set.vectors.topRows(3), counted()));
    QCOMPARE(set.vectors(5, 3), 23.0F);
}

void TestBinaryFormats::tensorsWithLists()
{
    const auto opened = test::openFile(formats + "dictionary.pt");
    QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
    const EmbeddingSet &set = *opened->dataset.spaces[0];
    QVERIFY(equal(set.vectors, counted()));
    QCOMPARE(set.storedType, std::string("float16"));
    QCOMPARE(set.items->ids, words);
    QCOMPARE(labelsOf(*set.items), (Strings{"5", "", "10"}));
    for (const char *part : {"“loss”", "“step”", "mean"})
        QVERIFY(isSaid(opened->warnings, part));
}

void TestBinaryFormats::tensorsThatRepeat()
{
    const auto opened = test::openFile(formats + "torch_expanded.pt");
    QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
    QVERIFY(equal(opened->dataset.spaces[0]->vectors, counted().row(0).replicate(3, 1)));
    QVERIFY(equal(opened->dataset.spaces[1]->vectors, counted().col(0).replicate(1, 4)));
}

/// Arrays of NumPy in the list of values, and the file format before PyTorch 1.6.
void TestBinaryFormats::otherTensors_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("type");
    row("arrays of NumPy", "torch_array.pt", "float32");
    row("by columns, big-endian, of objects", "torch_array_columns.pt", "float64");
    row("before version 1.6", "torch_old.pt", "float32");
}

void TestBinaryFormats::otherTensors()
{
    QFETCH(QString, file);
    QFETCH(QString, type);
    const auto opened = test::openFile(formats + file.toStdString());
    QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
    const EmbeddingSet &set = *opened->dataset.spaces[0];
    QVERIFY(equal(set.vectors, counted()));
    QCOMPARE(QString::fromStdString(set.storedType), type);
    QCOMPARE(set.items->ids, words);
    QCOMPARE(labelsOf(*set.items), (Strings{"5", "", "10"}));
}

void TestBinaryFormats::fieldsOfCompoundTypes()
{
    const auto opened = test::openFile(formats + "compound.h5");
    QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
    const EmbeddingSet &set = *opened->dataset.spaces[0];
    QVERIFY(equal(set.vectors, counted()));
    QCOMPARE(set.name, std::string("embedding"));
    QCOMPARE(set.items->ids, words);
    QCOMPARE(labelsOf(*set.items), (Strings{"x", "y", "x"}));
    QCOMPARE(set.items->columns.size(), std::size_t(1));
    QCOMPARE(set.items->columns[0].text(2), std::string("7"));
}

void TestBinaryFormats::severalTensors()
{
    const auto all = test::openFile(formats + "several.pt"); // integers beside fractions are not a space
    QVERIFY2(all.ok(), all ? "" : all.error().text().c_str());
    QCOMPARE(all->dataset.spaces.size(), std::size_t(1));
    QCOMPARE(all->dataset.spaces[0]->storedType, std::string("float64"));
    QCOMPARE(all->arrays, (Strings{"a", "b"}));
    const auto one = test::openFile(formats + "several.pt", {.maxRows = 2, .array = "b"});
    QVERIFY(one.ok());
    QVERIFY(equal(one->dataset.spaces[0]->vectors, 2 * counted().topRows(2)));
}

void TestBinaryFormats::refusedTensors_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("says");
    row("a module", "bad_module.pt", "torch.nn.modules.sparse.Embedding");
    row("any other object", "bad_object.pt", "datetime.date");
    row("overlapping rows", "bad_unfolded.pt", "overlap");
    row("a part beyond the numbers", "bad_beyond.pt", "beyond the numbers");
}

void TestBinaryFormats::refusedTensors()
{
    QFETCH(QString, file);
    QFETCH(QString, says);
    const auto opened = test::openFile(formats + file.toStdString());
    QVERIFY(!opened.ok());
    QCOMPARE(test::codeOf(opened), ErrorCode::unsupportedType);
    QVERIFY(isSaid(opened.error().text(), says));
}

void TestBinaryFormats::numberWithoutType()
{
    const auto opened = test::openFile(formats + "bad_scalar.pt");
    QVERIFY(!opened.ok());
    QVERIFY(isSaid(opened.error().text(), "no matrix of numbers"));
}

/// The list of tensors is the first member, and has a checksum.
void TestBinaryFormats::damagedListOfTensors()
{
    const QTemporaryDir folder;
    const std::string path = folder.filePath("damaged.pt").toStdString();
    std::string bytes = readBytes(formats + "tensor.pt");
    const std::size_t at = bytes.find("FloatStorage");
    QVERIFY(at != std::string::npos);
    bytes[at] ^= 1;
    writeBytes(path, bytes);
    const auto opened = test::openFile(path);
    QVERIFY(!opened.ok());
    QCOMPARE(opened.error().text(), path + ": this PyTorch file is damaged: the member data.pkl cannot be read; "
                                           "create or download it again");
}

void TestBinaryFormats::copiedTable()
{
    const auto opened = test::openFile(formats + "vectors.pgcopy");
    QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
    const EmbeddingSet &set = *opened->dataset.spaces[0];
    QVERIFY(equal(set.vectors, counted()));
    QCOMPARE(set.items->ids, words);
    Strings texts;
    for (const ItemColumn &column : set.items->columns)
        texts.push_back(column.text(1));
    QCOMPARE(texts, (Strings{"1005", "0.25", "true"}));
    QCOMPARE(labelsOf(*set.items), (Strings{"x", "y", "x"}));
}

void TestBinaryFormats::copiedHalves()
{
    const auto opened = test::openFile(formats + "halves.pgcopy");
    QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
    Matrix expected(3, 2);
    expected << 1, -0.5F, 1, -0.5F, 1, -0.5F;
    QVERIFY(equal(opened->dataset.spaces[0]->vectors, expected));
    QCOMPARE(opened->dataset.items->ids, (Strings{"item 0", "item 1", "item 2"}));
    QCOMPARE(opened->dataset.items->columns[0].text(2), std::string("72"));
}

void TestBinaryFormats::copiedGaps()
{
    const auto refused = test::openFile(formats + "gaps.pgcopy");
    QVERIFY(!refused.ok());
    QCOMPARE(refused.error().place, std::string("row 1"));
    const auto opened = test::openFile(formats + "gaps.pgcopy", {.skipBadRows = true});
    QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
    QCOMPARE(opened->badRows, Index(1));
    QCOMPARE(opened->dataset.items->ids, (Strings{"wörd", "三"}));
}

namespace {

QByteArray big(std::uint64_t value, int bytes)
{
    QByteArray text;
    for (int i = bytes - 1; i >= 0; --i)
        text += static_cast<char>(value >> 8 * i);
    return text;
}

/// A binary COPY of rows of fields.
QByteArray copyOf(const QList<QByteArrayList> &rows)
{
    QByteArray text = QByteArray("PGCOPY\n\xff\r\n\0", 11) + big(0, 8);
    for (const QByteArrayList &row : rows) {
        text += big(static_cast<std::uint64_t>(row.size()), 2);
        for (const QByteArray &field : row)
            text += big(static_cast<std::uint64_t>(field.size()), 4) + field;
    }
    return text + big(0xffff, 2);
}

QByteArray vectorField(int row, int dimensions)
{
    QByteArray field = big(static_cast<std::uint64_t>(dimensions), 2) + big(0, 2);
    for (int i = 0; i < dimensions; ++i)
        field += big(std::bit_cast<std::uint32_t>(0.25F * static_cast<float>(row + i + 1)), 4);
    return field;
}

} // namespace

/// A uuid, two vectors and a float4, as PostgreSQL with pgvector writes them.
void TestBinaryFormats::copiedTypes()
{
    QList<QByteArrayList> rows;
    for (int i = 0; i < 20; ++i)
        rows << QByteArrayList{QByteArray::fromHex("c4ca4238a0b923820dcc509a6f7500") + static_cast<char>(i),
                               vectorField(i, 4), vectorField(i + 9, 3),
                               big(std::bit_cast<std::uint32_t>(0.5F + static_cast<float>(i)), 4)};
    writeBytes(path("types.pgcopy"), copyOf(rows).toStdString());
    const auto opened = test::openFile(path("types.pgcopy"));
    QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
    const Dataset &dataset = opened->dataset;
    QCOMPARE(dataset.items->ids[1], std::string("c4ca4238-a0b9-2382-0dcc-509a6f750001"));
    QCOMPARE(dataset.spaces.size(), std::size_t(2));
    QCOMPARE(dataset.spaces[0]->name, std::string("column 2"));
    QCOMPARE(dataset.spaces[1]->name, std::string("column 3"));
    QCOMPARE(dataset.items->columns.size(), std::size_t(1));
    QCOMPARE(dataset.items->columns[0].numbers[2], 2.5);
}

/// A vector of two dimensions whose bytes are also a numeric.
void TestBinaryFormats::copiedDoubt()
{
    QList<QByteArrayList> rows;
    for (int i = 0; i < 20; ++i)
        rows << QByteArrayList{"w" + QByteArray::number(i),
                               big(2, 2) + big(0, 4) + big(4, 2) + big(1234, 2) + big(5600, 2)};
    writeBytes(path("doubt.pgcopy"), copyOf(rows).toStdString());
    const auto opened = test::openFile(path("doubt.pgcopy"));
    QVERIFY(!opened.ok());
    QVERIFY(isSaid(opened.error().text(), "may be vectors or numbers"));
}

void TestBinaryFormats::binVectors_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("type");
    row("float32", "a.fbin", QByteArray::fromStdString(binFile<float>(3, 4)), "float32");
    row("uint8", "a.u8bin", QByteArray::fromStdString(binFile<std::uint8_t>(3, 4)), "uint8");
    row("int8", "a.i8bin", QByteArray::fromStdString(binFile<std::int8_t>(3, 4)), "int8");
}

void TestBinaryFormats::binVectors()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, bytes);
    QFETCH(QString, type);
    writeBytes(path(qPrintable(name)), bytes.toStdString());
    const auto opened = test::openFile(path(qPrintable(name)));
    QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
    QVERIFY(equal(opened->dataset.spaces[0]->vectors, counted()));
    QCOMPARE(QString::fromStdString(opened->dataset.spaces[0]->storedType), type);
}

void TestBinaryFormats::numbersWithoutAHeader()
{
    writeBytes(path("raw.f32"), binFile<float>(3, 4).substr(8));
    const auto opened = test::openFile(path("raw.f32"), {.shape = "3,4"});
    QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
    QVERIFY(equal(opened->dataset.spaces[0]->vectors, counted()));
    const auto other = test::openFile(path("raw.f32"), {.shape = "4,4"});
    QVERIFY(!other.ok());
    QVERIFY(isSaid(other.error().text(), "which is 3 such vectors"));
    for (const char *shape : {"3", "3x4", "3,4,1", "0,4", ",", "18446744073709551615,18446744073709551615"})
        QVERIFY2(!test::openFile(path("raw.f32"), {.shape = shape}).ok(), shape);
    // Self-describing files, and numbers of other types.
    const std::string doubles(reinterpret_cast<const char *>(std::array{0.1, 0.2, 0.3, 0.4, 0.5, 0.6}.data()), 48);
    for (const auto &[bytes, part] :
         {std::pair(std::string("a,b\n") + std::string(22, '1') + ",2.5\n1.5,2.5\n3.5,4.5\n", "Leave --shape out"),
          std::pair(binFile<std::int32_t>(3, 4).substr(8), "hardly float32"), std::pair(doubles, "hardly float32")}) {
        writeBytes(path("other.f32"), bytes);
        const auto refused = test::openFile(path("other.f32"), {.shape = "3,4"});
        QVERIFY(!refused.ok());
        QVERIFY(isSaid(refused.error().text(), part));
    }
}

void TestBinaryFormats::truncatedAnywhere_data()
{
    QTest::addColumn<QString>("file");
    for (const char *file :
         {"ivf.faiss", "ivf_ids.faiss", "hnsw_ids.faiss", "sq_8bit.faiss", "dictionary.pt", "vectors.pgcopy"})
        row(file, file);
}

void TestBinaryFormats::truncatedAnywhere()
{
    QFETCH(QString, file);
    const std::string whole = readBytes(formats + file.toStdString());
    for (std::size_t length = 0; length < whole.size(); length += 1 + whole.size() / 200) {
        writeBytes(path("cut"), whole.substr(0, length));
        const auto opened = io::openFile(path("cut"));
        QVERIFY2(!opened.ok(), qPrintable(QString::number(length)));
        QVERIFY(!opened.error().message.empty());
    }
}

/// A changed byte is refused with one of the sentences of the format; numbers and names in them do not count.
void TestBinaryFormats::changedAnywhere()
{
    QFETCH(QString, file);
    const std::string whole = readBytes(formats + file.toStdString());
    static const QRegularExpression numbers("-?\\d+"), names("“[^”]*”");
    for (std::size_t at = 0; at < whole.size(); at += 1 + whole.size() / 200) {
        std::string bytes = whole;
        bytes[at] = static_cast<char>(~bytes[at]);
        writeBytes(path("changed"), bytes);
        const auto opened = io::openFile(path("changed"));
        QVERIFY(opened || isSaid(Said(opened.error().message).replace(numbers, "0").replace(names, "“…”")));
    }
}

QTEST_GUILESS_MAIN(TestBinaryFormats)
#include "tst_binaryformats.moc"
