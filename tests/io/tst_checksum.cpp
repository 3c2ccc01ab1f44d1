// SPDX-License-Identifier: GPL-3.0-or-later
// Values that changed on the disk: refused if we wrote a checksum, reported if a part is left out.
#include "io/dataset/datasetfile.h"
#include "io/numpy/npywriter.h"
#include "support/hdf5samples.h"
#include "support/openfile.h"
#include "support/sentences.h"

#include <QTemporaryDir>
#include <QtTest>

#include <functional>

using namespace anchorscope;
using namespace anchorscope::test;

namespace {

/// Writes other values of the same type and shape into a dataset: its second element, or its last byte, gets other
/// bits.
void changeValues(const Hdf5Editor &file, const std::string &path, bool last)
{
    const Hdf5Handle set(H5Dopen2(file.id(), path.c_str(), H5P_DEFAULT));
    const Hdf5Handle type(H5Dget_type(set.id())), space(H5Dget_space(set.id()));
    std::vector<unsigned char> bytes(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space.id())) *
                                     H5Tget_size(type.id()));
    QVERIFY(H5Dread(set.id(), type.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()) >= 0);
    bytes[last ? bytes.size() - 1 : H5Tget_size(type.id())] ^= 1;
    QVERIFY(H5Dwrite(set.id(), type.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()) >= 0);
}

bool sameVectors(const EmbeddingSet &a, const EmbeddingSet &b)
{
    return a.name == b.name && a.model == b.model && a.storedType == b.storedType && a.vectors == b.vectors;
}

bool same(const Dataset &a, const Dataset &b)
{
    const ItemTable &x = *a.items, &y = *b.items;
    return a.title == b.title && a.license == b.license && a.source == b.source && x.ids == y.ids &&
           x.labels == y.labels && x.labelNames == y.labelNames && x.thumbnails.height == y.thumbnails.height &&
           x.thumbnails.channels == y.thumbnails.channels && x.thumbnails.pixels == y.thumbnails.pixels &&
           std::equal(a.spaces.begin(), a.spaces.end(), b.spaces.begin(), b.spaces.end(),
                      [](const auto &one, const auto &other) { return sameVectors(*one, *other); });
}

} // namespace

class TestChecksum : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void changedValuesAreRefused_data();
    void changedValuesAreRefused();
    void noByteChangesSilently();
    void otherTypesAreNotCompared();
    void bytesAfterAnArray();
    void omittedPartsAreReported_data();
    void omittedPartsAreReported();

private:
    std::string path(const char *name) const { return m_folder.filePath(name).toStdString(); }
    QTemporaryDir m_folder;
};

void TestChecksum::changedValuesAreRefused_data()
{
    QTest::addColumn<QString>("place");
    QTest::addColumn<bool>("last");
    for (const char *place :
         {"/items/id", "/items/label", "/items/label_names", "/items/image", "/spaces/first", "/spaces/second"})
        QTest::newRow(place) << place << false;
    for (const char *place : {"/items/image", "/spaces/first", "/spaces/second"}) // any byte is a valid number
        QTest::addRow("%s, last byte", place) << place << true;
}

/// Without its checksum, as earlier programs or h5py write it, the same file opens.
void TestChecksum::changedValuesAreRefused()
{
    QFETCH(QString, place);
    QFETCH(bool, last);
    QVERIFY(io::saveDataset(path("a.h5"), sampleDataset()).ok());
    changeValues(Hdf5Editor(path("a.h5")), place.toStdString(), last);
    const auto opened = io::openDataset(path("a.h5"));
    QVERIFY(!opened.ok());
    QCOMPARE(test::codeOf(opened), ErrorCode::damagedFile);
    QCOMPARE(opened.error().file, path("a.h5"));
    QCOMPARE(QString::fromStdString(opened.error().place), place);
    QVERIFY(isSaid(opened.error().text(), "checksum"));

    Hdf5Editor(path("a.h5")).removeAttribute(place.toUtf8().constData(), "checksum");
    const auto without = io::openDataset(path("a.h5"));
    QVERIFY2(without.ok(), without ? "" : without.error().text().c_str());
    QVERIFY(!same(*without, sampleDataset()));
}

/// Every 53rd byte of a file: each change is refused, or is in an insignificant place.
void TestChecksum::noByteChangesSilently()
{
    QVERIFY(io::saveDataset(path("a.h5"), sampleDataset()).ok());
    const std::string good = readBytes(path("a.h5"));
    const Dataset saved = sampleDataset();
    int refused = 0;
    for (std::size_t at = 0; at < good.size(); at += 53) {
        std::string bad = good;
        bad[at] ^= 0x20;
        writeBytes(path("bad.h5"), bad);
        const auto opened = io::openDataset(path("bad.h5"));
        refused += opened ? 0 : 1;
        QVERIFY2(!opened || same(*opened, saved), qPrintable(QString("byte %1 changed values silently").arg(at)));
    }
    QVERIFY(refused > 50);
}

/// A matrix stored as float64 is read as float32, so its stored bytes are not available for comparison.
void TestChecksum::otherTypesAreNotCompared()
{
    QVERIFY(io::saveDataset(path("a.h5"), sampleDataset(3)).ok());
    {
        const Hdf5Editor file(path("a.h5"));
        file.numbers("/spaces/first", H5T_IEEE_F64LE, H5T_NATIVE_FLOAT, {3, 2}, std::vector<float>{1, 2, 3, 4, 5, 6});
        const Hdf5Handle space(H5Screate(H5S_SCALAR));
        const Hdf5Handle set(H5Dopen2(file.id(), "/spaces/first", H5P_DEFAULT));
        const Hdf5Handle made(H5Acreate2(set.id(), "checksum", H5T_STD_I64LE, space.id(), H5P_DEFAULT, H5P_DEFAULT));
        const std::int64_t value = 1;
        QVERIFY(H5Awrite(made.id(), H5T_NATIVE_INT64, &value) >= 0);
    }
    const auto opened = io::openDataset(path("a.h5"));
    QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
    QCOMPARE(opened->space("first")->vectors(2, 1), 6.0f);
}

void TestChecksum::bytesAfterAnArray()
{
    QVERIFY(io::saveNpy(path("a.npy"), Matrix(Matrix::Ones(3, 2))).ok());
    QVERIFY(test::openFile(path("a.npy")).ok());
    writeBytes(path("b.npy"), readBytes(path("a.npy")) + "more");
    const auto opened = test::openFile(path("b.npy"));
    QVERIFY(!opened.ok());
    QCOMPARE(test::codeOf(opened), ErrorCode::damagedFile);
    QCOMPARE(opened.error().file, path("b.npy"));
    QVERIFY(isSaid(opened.error().text(), "declares 24 bytes of numbers, found 28"));
}

void TestChecksum::omittedPartsAreReported_data()
{
    QTest::addColumn<Edit>("edit");
    QTest::addColumn<QString>("note"); // beginning of a note
    const auto row = [](const char *name, const char *note, Edit edit) {
        QTest::newRow(name) << std::move(edit) << QString(note);
    };
    row("ids never written", "“/words” was left out: it declares",
        [](const Hdf5Editor &file) { file.integers("/words", {3}, {}); });
    row("labels never written", "“/labels” was left out: it declares",
        [](const Hdf5Editor &file) { file.integers("/labels", {3}, {}); });
    row("labels of other rows", "The list “/labels” was left out: it has 2 values for 3 rows.",
        [](const Hdf5Editor &file) {
            file.integers("/labels", {2}, {1, 2});
        });
    row("another matrix never written", "“/more_embeddings” was left out: it declares", [](const Hdf5Editor &file) {
        file.floats("/more_embeddings", {3, 2}, {});
    });
    row("labels that are a link", "“/labels” was left out: it is a link", [](const Hdf5Editor &file) {
        file.remove("/labels");
        QVERIFY(H5Lcreate_soft("/words", file.id(), "/labels", H5P_DEFAULT, H5P_DEFAULT) >= 0);
    });
    row("a link to another file", "“/emb” was left out: it is a link to another file", [](const Hdf5Editor &file) {
        QVERIFY(H5Lcreate_external("elsewhere.h5", "/x", file.id(), "/emb", H5P_DEFAULT, H5P_DEFAULT) >= 0);
    });
}

/// In a file of another program the vectors are opened, and a sentence names what is not.
void TestChecksum::omittedPartsAreReported()
{
    QFETCH(Edit, edit);
    QFETCH(QString, note);
    const std::string file = path("other.h5");
    {
        const Hdf5Handle made(H5Fcreate(file.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
        QVERIFY(made.valid());
    }
    {
        const Hdf5Editor whole(file);
        for (const char *matrix : {"/embeddings", "/more_embeddings"})
            whole.floats(matrix, {3, 2}, {1, 2, 3, 4, 5, 6});
        whole.variableStrings("/words", {"a", "b", "c"});
        whole.integers("/labels", {3}, {0, 1, 0});
    }
    const auto before = test::openFile(file);
    QVERIFY2(before.ok(), before ? "" : before.error().text().c_str());
    QVERIFY(before->warnings.empty());
    QCOMPARE(before->dataset.spaces.size(), std::size_t(2));
    edit(Hdf5Editor(file));
    const auto opened = test::openFile(file);
    QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
    QCOMPARE(opened->warnings.size(), std::size_t(1));
    QVERIFY(isSaid(opened->warnings[0], note));
    QVERIFY(opened->warnings[0].ends_with(".") && !opened->warnings[0].ends_with(".."));
}

QTEST_GUILESS_MAIN(TestChecksum)
#include "tst_checksum.moc"
