// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/arrays/anchorscopedataset.h"
#include "io/dataset/datasetfile.h"
#include "io/dataset/spacepair.h"
#include "io/formats/format.h"
#include "io/hdf5/hdf5reader.h"
#include "io/numpy/npywriter.h"
#include "io/session/session.h"
#include "support/contexts.h"
#include "support/hdf5samples.h"
#include "support/openfile.h"
#include "support/randomdata.h"
#include "support/sentences.h"

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <sys/stat.h>
#include <unistd.h>

using namespace anchorscope;
using namespace anchorscope::test;

namespace {

using Change = std::function<void(ItemTable &items, EmbeddingSet &space)>;

/// The sample with a column of each way of storing it, and coordinates.
Dataset sampleWithColumns()
{
    Dataset dataset = sampleDataset();
    auto items = std::make_shared<ItemTable>(*dataset.items);
    ItemColumn year{"year", ColumnKind::number}, kind{"kind", ColumnKind::category}, about{"about", ColumnKind::text};
    kind.texts = {"a", "ö"};
    ItemCoordinates map{"map", "first", Matrix(items->count, 2)};
    for (Index i = 0; i < items->count; ++i) {
        year.numbers.push_back(i == 3 ? std::nan("") : 1990.5 + static_cast<double>(i));
        kind.values.push_back(static_cast<std::int32_t>(i % 3) - 1);
        about.texts.push_back(i == 5 ? "" : "text " + std::to_string(i));
        map.points.row(i) << static_cast<float>(i), (i == 2 ? std::nanf("") : 0.25f);
    }
    items->columns = {about, kind, year}; // as HDF5 orders them
    items->frames = {map};
    dataset.items = items;
    return dataset;
}

/// Texts for users must name the file and the place and contain no code words.
void compareError(const Error &error, const QString &code, const QString &place)
{
    QCOMPARE(QString(errorId(error.code)), code);
    QCOMPARE(QString::fromStdString(error.place), place);
    QVERIFY(!error.file.empty());
    QVERIFY2(error.message.size() > 20, error.message.c_str());
}

} // namespace

class TestDatasetFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QVERIFY(m_folder.isValid()); }
    void roundTrip();
    void smallFilesMayHoldManyValues();
    void picturesAreThumbnails();
    void everyPartIsComparedAfterSaving_data();
    void everyPartIsComparedAfterSaving();
    void filesAreIdentifiedAsTheyWereRead();
    void filesAreReadOnce();
    void archivesAreReadWhereTheyWereOpened();
    void sessionsAreNotDatasets();
    void rowsWithoutIdsAreNumbered();
    void float16OnlyIfLossless();
    void opensFilesOfOtherPrograms_data();
    void opensFilesOfOtherPrograms();
    void refusesBadDatasets_data();
    void refusesBadDatasets();
    void namesBecomeUtf8();
    void refusesForeignFiles_data();
    void refusesForeignFiles();
    void unreadablePermission();
    void cancelled();
    void reportsProgress();
    void savingOverKeepsPermissionsAndLinks();
    void pairsByRule_data();
    void pairsByRule();
    void pairsOfOtherItemsCauseWarnings();
    void nonFiniteRowIsNamed();
    void zeroRowsAreAWarning();

private:
    std::string path(const char *name) const { return m_folder.filePath(name).toStdString(); }
    QTemporaryDir m_folder;
};

/// Values of more than 64 MB do not fit into the first reply of the helper, even if their file is small.
void TestDatasetFile::smallFilesMayHoldManyValues()
{
    const Dataset saved = sampleDataset(2000);
    QVERIFY(io::saveDataset(path("wide.h5"), saved).ok());
    const Matrix wide =
        Matrix::NullaryExpr(2000, 9000, [](Index i, Index j) { return static_cast<float>((i + j) % 7); });
    {
        const Hdf5Handle creation(H5Pcreate(H5P_DATASET_CREATE));
        const hsize_t chunk[] = {50, 9000};
        H5Pset_chunk(creation.id(), 2, chunk);
        H5Pset_deflate(creation.id(), 1);
        Hdf5Editor(path("wide.h5"))
            .floats("/spaces/second", {2000, 9000}, {wide.data(), wide.data() + wide.size()}, creation.id());
    }
    QVERIFY(std::filesystem::file_size(path("wide.h5")) < (16 << 20));
    const auto opened = io::openDataset(path("wide.h5"));
    QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
    QVERIFY(opened->spaces[0]->vectors == saved.spaces[0]->vectors);
    QVERIFY(opened->spaces[1]->vectors == wide);
    QCOMPARE(opened->items->ids, saved.items->ids);
    QCOMPARE(opened->items->thumbnails.pixels, saved.items->thumbnails.pixels);
}

/// Larger ones are not read, so that sixty of them do not take a gigabyte, with a message.
void TestDatasetFile::picturesAreThumbnails()
{
    for (const Index side : {512, 513}) {
        Dataset saved = sampleWithColumns();
        auto items = std::make_shared<ItemTable>(*saved.items);
        items->thumbnails = {side, 2, 1, std::vector<std::uint8_t>(static_cast<std::size_t>(items->count * side * 2))};
        saved.items = items;
        QVERIFY(io::saveDataset(path("p.h5"), saved).ok());
        const auto opened = test::openFile(path("p.h5"));
        QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
        const bool told = std::ranges::any_of(opened->warnings, [](const std::string &warning) {
            return warning.find("they have 513 × 2 pixels") != std::string::npos;
        });
        QCOMPARE(opened->dataset.items->thumbnails.empty(), side > 512);
        QCOMPARE(told, side > 512);
        QCOMPARE(opened->dataset.items->ids, saved.items->ids);
    }
}

void TestDatasetFile::roundTrip()
{
    const Dataset saved = sampleWithColumns();
    const Status status = io::saveDataset(path("a.h5"), saved);
    QVERIFY2(status.ok(), status ? "" : status.error().text().c_str());
    const auto opened = io::openDataset(path("a.h5"));
    QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
    QCOMPARE(opened->title, saved.title);
    QCOMPARE(opened->license, saved.license);
    QCOMPARE(opened->source, saved.source);
    QCOMPARE(opened->items->ids, saved.items->ids);
    QCOMPARE(opened->items->labels, saved.items->labels);
    QCOMPARE(opened->items->labelNames, saved.items->labelNames);
    QCOMPARE(opened->items->thumbnails.pixels, saved.items->thumbnails.pixels);
    QCOMPARE(opened->items->thumbnails.height, Index(3));
    QCOMPARE(opened->items->thumbnails.channels, Index(3));
    QCOMPARE(opened->items->columns.size(), std::size_t(3));
    for (std::size_t i = 0; i < 3; ++i) {
        const ItemColumn &now = opened->items->columns[i], &then = saved.items->columns[i];
        QCOMPARE(now.name, then.name);
        QVERIFY(now.kind == then.kind);
        for (ItemIndex item = 0; item < saved.items->count; ++item)
            QCOMPARE(now.text(item), then.text(item));
        QCOMPARE(now.missing(), i == 1 ? Index(14) : Index(1));
    }
    QCOMPARE(opened->items->frames.size(), std::size_t(1));
    const ItemCoordinates &frame = opened->items->frames[0];
    QCOMPARE(frame.name, std::string("map"));
    QCOMPARE(frame.space, std::string("first"));
    QCOMPARE(frame.points(7, 0), 7.0f);
    QVERIFY(std::isnan(frame.points(2, 1)) && frame.points(1, 1) == 0.25f);
    const auto two = someItems(*opened->items, {7, 3});
    QCOMPARE(two->columns[0].texts, (std::vector<std::string>{"text 7", "text 3"}));
    QVERIFY(std::isnan(two->columns[2].numbers[1]) && two->frames[0].points(0, 0) == 7.0f);
    QCOMPARE(opened->spaces.size(), std::size_t(2));
    for (std::size_t i = 0; i < 2; ++i) {
        QCOMPARE(opened->spaces[i]->name, saved.spaces[i]->name);
        QCOMPARE(opened->spaces[i]->model, saved.spaces[i]->model);
        QCOMPARE(opened->spaces[i]->storedType, saved.spaces[i]->storedType);
        QVERIFY(opened->spaces[i]->vectors == saved.spaces[i]->vectors);
    }
}

void TestDatasetFile::everyPartIsComparedAfterSaving_data()
{
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("place");
    const auto row = [](const char *place, Change change) { QTest::newRow(place) << std::move(change) << place; };
    row("/items/id", [](ItemTable &items, EmbeddingSet &) { items.ids[3] += "x"; });
    row("/items/label", [](ItemTable &items, EmbeddingSet &) { items.labels[3] = 0; });
    row("/items/label_names", [](ItemTable &items, EmbeddingSet &) { items.labelNames[1] = "other"; });
    row("/items/image", [](ItemTable &items, EmbeddingSet &) { items.thumbnails.pixels[7] ^= 1; });
    row("/items/columns/about", [](ItemTable &items, EmbeddingSet &) { items.columns[0].texts[1] += "x"; });
    row("/items/columns/kind", [](ItemTable &items, EmbeddingSet &) { items.columns[1].values[1] = 1; });
    row("/items/columns/year", [](ItemTable &items, EmbeddingSet &) { items.columns[2].numbers[1] += 1; });
    row("/frames/map", [](ItemTable &items, EmbeddingSet &) { items.frames[0].points(1, 1) = 2; });
    row("/spaces/second", [](ItemTable &, EmbeddingSet &space) { space.vectors(1, 1) += 1; });
}

void TestDatasetFile::everyPartIsComparedAfterSaving()
{
    QFETCH(Change, change);
    QFETCH(QString, place);
    Dataset dataset = sampleWithColumns();
    QVERIFY(io::saveDataset(path("a.h5"), dataset).ok());
    const auto content = io::readHdf5({.path = path("a.h5"), .load = io::datasetPatterns()});
    QVERIFY(content.ok());
    QVERIFY(io::compareDataset(*content, dataset).ok());
    auto items = std::make_shared<ItemTable>(*dataset.items);
    auto space = std::make_shared<EmbeddingSet>(*dataset.spaces[1]);
    change(*items, *space);
    dataset.items = items;
    dataset.spaces[1] = space;
    const Status same = io::compareDataset(*content, dataset);
    QVERIFY(!same.ok());
    QCOMPARE(same.error().place, place.toStdString());
}

/// Size and hash are those of the bytes that were read, even if the file is replaced afterwards.
void TestDatasetFile::filesAreIdentifiedAsTheyWereRead()
{
    QVERIFY(io::saveDataset(path("a.h5"), sampleDataset(30)).ok());
    QVERIFY(io::saveDataset(path("b.h5"), sampleDataset(20)).ok());
    const auto before = io::describeInput(path("a.h5"));
    QVERIFY(test::openFile(path("a.h5"))->dataset.hash.empty()); // the hash was not requested
    bool done = false;
    RunContext context;
    context.progress = [&](double, std::string_view) {
        if (!std::exchange(done, true))
            std::filesystem::rename(path("b.h5"), path("a.h5"));
    };
    io::OpenOptions options;
    options.identify = true;
    const auto opened = test::openFile(path("a.h5"), options, context);
    QVERIFY(done && opened.ok());
    QCOMPARE(opened->dataset.items->count, Index(30));
    QCOMPARE(opened->dataset.hash, before->hash);
    QCOMPARE(opened->dataset.bytes, before->bytes);
    QVERIFY(io::describeInput(path("a.h5"))->hash != before->hash);
}

/// The hash is computed while the data are read, not by reading again.
void TestDatasetFile::filesAreReadOnce()
{
    const auto bytesRead = [] {
        QFile facts("/proc/self/io");
        if (!facts.open(QIODevice::ReadOnly))
            return qint64{-1};
        return facts.readLine().simplified().split(' ').value(1).toLongLong(); // rchar
    };
    if (bytesRead() < 0)
        QSKIP("This system does not say how much was read.");
    constexpr Index rows = 4000, columns = 500;
    const Matrix values = randomMatrix(rows, columns, 1);
    QVERIFY(io::saveNpy(path("a.npy"), values));
    std::ofstream words(path("a.vec"));
    for (Index i = 0; i < rows; ++i)
        words << 'w' << i << ' ' << values.row(i) << '\n';
    words.close();
    for (const char *name : {"a.npy", "a.vec"}) {
        const auto described = io::describeInput(path(name));
        const qint64 before = bytesRead();
        const auto opened = test::openFile(path(name), {.identify = true});
        const qint64 read = bytesRead() - before;
        QVERIFY(opened && opened->dataset.hash == described->hash && opened->dataset.bytes == described->bytes);
        QVERIFY2(read < static_cast<qint64>(described->bytes) * 3 / 2, qPrintable(QString::number(read)));
        // Some rows need a part of the file; the hash is that of the whole file.
        const auto part = test::openFile(path(name), {.maxRows = 3, .identify = true});
        QVERIFY(part && part->dataset.items->count == 3);
        QCOMPARE(part->dataset.hash, described->hash);
    }
}

/// The file may have been replaced when libzip opens it.
void TestDatasetFile::archivesAreReadWhereTheyWereOpened()
{
    auto file = io::openInput("tests/data/formats/numpy_packed.npz");
    QVERIFY(file);
    file->path = path("gone.npz");
    const auto isNpz = [](const io::FileFormat *format) {
        return std::string_view(format->label).starts_with("NumPy archive");
    };
    const auto npz = std::ranges::find_if(io::fileFormats(), isNpz);
    QVERIFY(npz != io::fileFormats().end());
    const auto opened = (*npz)->open({*file, "PK\x03\x04", {}}, {});
    QVERIFY(opened && opened->dataset.spaces.size() == 2);
}

void TestDatasetFile::sessionsAreNotDatasets()
{
    io::Session session;
    session.data.x.path = "examples/data/words.h5";
    session.data.y.path = "/gone/words.h5";
    QVERIFY(io::saveSession(path("run.ascope"), session).ok());
    const auto opened = test::openFile(path("run.ascope"));
    QVERIFY(!opened.ok());
    QCOMPARE(test::codeOf(opened), ErrorCode::otherData);
    QVERIFY(isSaid(opened.error().text()));
    const std::string &said = opened.error().message;
    QVERIFY(isSaid(said, "examples/data/words.h5 and /gone/words.h5 (no longer there)"));
}

void TestDatasetFile::rowsWithoutIdsAreNumbered()
{
    Dataset dataset = sampleDataset(3);
    auto table = std::make_shared<ItemTable>();
    table->count = 3;
    dataset.items = table;
    QVERIFY(io::saveDataset(path("rows.h5"), dataset).ok());
    // The format needs ids; missing ones are written as row numbers and marked, so they match no ids of other files.
    QVERIFY(!io::openDataset(path("rows.h5"))->items->hasIds());
    Hdf5Editor(path("rows.h5")).removeAttribute("/items/id", "row_numbers"); // as earlier programs wrote it
    QCOMPARE(io::openDataset(path("rows.h5"))->items->ids, (std::vector<std::string>{"0", "1", "2"}));
}

void TestDatasetFile::float16OnlyIfLossless()
{
    Dataset dataset = sampleDataset(3);
    auto set = std::make_shared<EmbeddingSet>(*dataset.spaces[0]);
    set->vectors(1, 1) = 0.1f; // not a binary16 number
    dataset.spaces = {set};
    QVERIFY(io::saveDataset(path("exact.h5"), dataset).ok());
    const auto opened = io::openDataset(path("exact.h5"));
    QCOMPARE(opened->spaces[0]->storedType, std::string("float32"));
    QCOMPARE(opened->spaces[0]->vectors(1, 1), 0.1f);
}

void TestDatasetFile::opensFilesOfOtherPrograms_data()
{
    QTest::addColumn<Edit>("edit");
    const std::vector<float> values = {1, 2, 3, 4, 5, 6};
    const auto row = [&](const char *name, hid_t stored) {
        QTest::newRow(name) << Edit([=](const Hdf5Editor &file) {
            file.numbers("/spaces/first", stored, H5T_NATIVE_FLOAT, {3, 2}, values);
        });
    };
    row("float64, big-endian", H5T_IEEE_F64BE);
    row("int8", H5T_STD_I8LE);
    row("uint8", H5T_STD_U8LE);
    row("uint64", H5T_STD_U64LE);
    QTest::newRow("chunks across rows and columns, checksum") << Edit([=](const Hdf5Editor &file) {
        const Hdf5Handle creation(H5Pcreate(H5P_DATASET_CREATE));
        const hsize_t chunk[] = {2, 1};
        H5Pset_chunk(creation.id(), 2, chunk);
        H5Pset_fletcher32(creation.id());
        H5Pset_deflate(creation.id(), 1);
        file.floats("/spaces/first", {3, 2}, values, creation.id());
    });
    QTest::newRow("variable-length ids") << Edit([=](const Hdf5Editor &file) {
        file.floats("/spaces/first", {3, 2}, values);
        file.variableStrings("/items/id", {"wörd 0", "wörd 1", "wörd 2"});
    });
    QTest::newRow("labels as 64-bit numbers") << Edit([=](const Hdf5Editor &file) {
        file.floats("/spaces/first", {3, 2}, values);
        file.numbers<std::int32_t>("/items/label", H5T_STD_I64BE, H5T_NATIVE_INT32, {3}, {-1, 0, 1});
    });
}

void TestDatasetFile::opensFilesOfOtherPrograms()
{
    QFETCH(Edit, edit);
    QVERIFY(io::saveDataset(path("other.h5"), sampleDataset(3)).ok());
    edit(Hdf5Editor(path("other.h5")));
    const auto opened = io::openDataset(path("other.h5"));
    QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
    Matrix expected(3, 2);
    expected << 1, 2, 3, 4, 5, 6;
    QVERIFY(opened->space("first")->vectors == expected);
    QCOMPARE(opened->items->ids, (std::vector<std::string>{"wörd 0", "wörd 1", "wörd 2"}));
    QCOMPARE(opened->items->labels, (std::vector<std::int32_t>{-1, 0, 1}));
}

void TestDatasetFile::refusesBadDatasets_data()
{
    QTest::addColumn<Edit>("edit");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("place");
    const auto row = [](const char *name, Edit edit, const char *code, const char *place) {
        QTest::newRow(name) << std::move(edit) << code << place;
    };
    const std::vector<float> six = {1, 2, 3, 4, 5, 6};
    row("no version", withoutAttribute("/", "version"), "bad-dataset", "/");
    row("version of the future", withInteger("/", "version", 2), "newer-version", "/");
    row("no ids", without("/items/id"), "bad-dataset", "/items/id");
    row("ids are numbers", withIntegers("/items/id", {3}, {1, 2, 3}), "bad-dataset", "/items/id");
    row("0 rows", withStrings("/items/id", {}), "bad-dataset", "/items/id");
    row("duplicate ids", withStrings("/items/id", {"a", "b", "a"}), "bad-dataset", "/items/id, row 2");
    row("more ids than vectors", withStrings("/items/id", {"a", "b", "c", "d"}), "bad-dataset", "/items/label");
    row("labels without names", without("/items/label_names"), "bad-dataset", "/items/label_names");
    row("labels are fractions", withFloats("/items/label", {3}, {0, 0.5, 1}), "bad-dataset", "/items/label");
    row("label beyond the names", withIntegers("/items/label", {3}, {0, 3, 1}), "bad-dataset", "/items/label, row 1");
    row("label below −1", withIntegers("/items/label", {3}, {0, 1, -2}), "bad-dataset", "/items/label, row 2");
    row("labels of another count", withIntegers("/items/label", {2}, {0, 1}), "bad-dataset", "/items/label");
    row(
        "images of another count",
        [](const Hdf5Editor &f) {
            f.numbers<std::uint8_t>("/items/image", H5T_STD_U8LE, H5T_NATIVE_UINT8, {2, 1, 1}, {1, 2});
        },
        "bad-dataset", "/items/image");
    row(
        "images of four channels",
        [](const Hdf5Editor &f) {
            f.numbers<std::uint8_t>("/items/image", H5T_STD_U8LE, H5T_NATIVE_UINT8, {3, 1, 1, 4},
                                    std::vector<std::uint8_t>(12, 1));
        },
        "bad-dataset", "/items/image");
    row("images of numbers other than bytes", withFloats("/items/image", {3, 2, 1}, six), "bad-dataset",
        "/items/image");
    row(
        "no spaces",
        [](const Hdf5Editor &f) {
            f.remove("/spaces/first");
            f.remove("/spaces/second");
        },
        "bad-dataset", "/spaces");
    row("vectors of another count", withFloats("/spaces/first", {2, 3}, six), "bad-dataset", "/spaces/first");
    row("vectors of one dimension too few", withFloats("/spaces/first", {3}, {1, 2, 3}), "bad-dataset",
        "/spaces/first");
    row("0 columns", withFloats("/spaces/first", {3, 0}, {}), "bad-dataset", "/spaces/first");
    row("vectors are strings", withStrings("/spaces/first", {"a", "b", "c"}), "bad-dataset", "/spaces/first");
    row(
        "complex numbers",
        [](const Hdf5Editor &f) {
            const Hdf5Handle type(H5Tcreate(H5T_COMPOUND, 8));
            H5Tinsert(type.id(), "r", 0, H5T_NATIVE_FLOAT);
            H5Tinsert(type.id(), "i", 4, H5T_NATIVE_FLOAT);
            f.numbers<float>("/spaces/first", type.id(), type.id(), {3, 1}, {1, 2, 3, 4, 5, 6});
        },
        "unsupported-type", "/spaces/first");
    row(
        "a group among the spaces",
        [](const Hdf5Editor &f) {
            const Hdf5Handle group(H5Gcreate2(f.id(), "/spaces/third", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
        },
        "bad-dataset", "/spaces/third");
    row("declared, never written", withFloats("/spaces/first", {3, 2}, {}), "never-written", "/spaces/first");
    row("declares 4 TB", withFloats("/spaces/first", {hsize_t{1} << 30, 1024}, {}), "never-written", "/spaces/first");
    row(
        "declares more than 64 bits count",
        [](const Hdf5Editor &f) {
            const Hdf5Handle creation(H5Pcreate(H5P_DATASET_CREATE));
            const hsize_t chunk[] = {1, 1, 1};
            H5Pset_chunk(creation.id(), 3, chunk);
            f.floats("/spaces/first", {hsize_t{1} << 40, hsize_t{1} << 20, 1 << 10}, {}, creation.id());
        },
        "damaged-file", "/spaces/first");
    row(
        "one chunk of four written",
        [](const Hdf5Editor &f) {
            const Hdf5Handle creation(H5Pcreate(H5P_DATASET_CREATE));
            const hsize_t chunk[] = {1, 2}, size[] = {3, 2};
            H5Pset_chunk(creation.id(), 2, chunk);
            f.floats("/spaces/first", {3, 2}, {}, creation.id());
            const Hdf5Handle set(H5Dopen2(f.id(), "/spaces/first", H5P_DEFAULT)),
                all(H5Screate_simple(2, size, nullptr)), part(H5Screate_simple(2, chunk, nullptr));
            const hsize_t start[] = {0, 0};
            H5Sselect_hyperslab(all.id(), H5S_SELECT_SET, start, nullptr, chunk, nullptr);
            const float values[] = {1, 2};
            H5Dwrite(set.id(), H5T_NATIVE_FLOAT, part.id(), all.id(), H5P_DEFAULT, values);
        },
        "never-written", "/spaces/first");
    row(
        "external storage",
        [](const Hdf5Editor &f) {
            const Hdf5Handle creation(H5Pcreate(H5P_DATASET_CREATE));
            H5Pset_external(creation.id(), "/etc/passwd", 0, 24);
            f.floats("/spaces/first", {3, 2}, {}, creation.id());
        },
        "outside-file", "/spaces/first");
    row(
        "virtual dataset",
        [](const Hdf5Editor &f) {
            const Hdf5Handle creation(H5Pcreate(H5P_DATASET_CREATE));
            const hsize_t size[] = {3, 2};
            const Hdf5Handle space(H5Screate_simple(2, size, nullptr));
            H5Pset_virtual(creation.id(), space.id(), "elsewhere.h5", "/x", space.id());
            f.floats("/spaces/first", {3, 2}, {}, creation.id());
        },
        "outside-file", "/spaces/first");
    row(
        "external link",
        [](const Hdf5Editor &f) {
            f.remove("/spaces/first");
            H5Lcreate_external("elsewhere.h5", "/x", f.id(), "/spaces/first", H5P_DEFAULT, H5P_DEFAULT);
        },
        "outside-file", "/spaces/first");
    row(
        "link inside the file",
        [](const Hdf5Editor &f) { H5Lcreate_soft("/spaces/first", f.id(), "/spaces/third", H5P_DEFAULT, H5P_DEFAULT); },
        "outside-file", "/spaces/third");
    row(
        "missing filter",
        [=](const Hdf5Editor &f) {
            const H5Z_class2_t lzf = {H5Z_CLASS_T_VERS,
                                      32000,
                                      1,
                                      1,
                                      "lzf",
                                      nullptr,
                                      nullptr,
                                      [](unsigned, std::size_t, const unsigned *, std::size_t bytes, std::size_t *,
                                         void **) { return bytes; }};
            H5Zregister(&lzf);
            const Hdf5Handle creation(H5Pcreate(H5P_DATASET_CREATE));
            const hsize_t chunk[] = {3, 2};
            H5Pset_chunk(creation.id(), 2, chunk);
            H5Pset_filter(creation.id(), 32000, 0, 0, nullptr);
            f.floats("/spaces/first", {3, 2}, six, creation.id());
        },
        "missing-filter", "/spaces/first");
}

void TestDatasetFile::refusesBadDatasets()
{
    QFETCH(Edit, edit);
    QFETCH(QString, code);
    QFETCH(QString, place);
    QVERIFY(io::saveDataset(path("bad.h5"), sampleDataset(3)).ok());
    edit(Hdf5Editor(path("bad.h5")));
    const auto opened = io::openDataset(path("bad.h5"));
    QVERIFY(!opened.ok());
    compareError(opened.error(), code, place);
    QCOMPARE(opened.error().file, path("bad.h5"));
    const std::string begin = opened.error().message.substr(0, opened.error().message.find(';'));
    QVERIFY2(place != "/items/id, row 2" || begin == "the id “a” was used before in row 0", begin.c_str());
}

/// Names that are not UTF-8, as damaged files have them, are written with U+FFFD, each once.
void TestDatasetFile::namesBecomeUtf8()
{
    Dataset dataset = sampleWithColumns();
    auto items = std::make_shared<ItemTable>(*dataset.items);
    items->columns[0].name = "ab\xE2\x80"; // cut off
    items->columns[1].name = "ab\xFF\xFF";
    items->frames[0].name = "m\xC3p";
    for (std::size_t i = 0; i < 2; ++i) {
        auto space = std::make_shared<EmbeddingSet>(*dataset.spaces[i]);
        space->name = i == 0 ? "s\xFEö" : "ö";
        space->items = items;
        dataset.spaces[i] = space;
    }
    dataset.items = items;
    const Status saved = io::saveDataset(path("names.h5"), dataset);
    QVERIFY2(saved.ok(), saved ? "" : saved.error().text().c_str());
    const auto content = io::readHdf5({.path = path("names.h5")});
    QVERIFY(content.ok());
    for (const char *name : {"/items/columns/ab\uFFFD\uFFFD", "/items/columns/ab\uFFFD\uFFFD (2)", "/frames/m\uFFFDp",
                             "/spaces/s\uFFFDö", "/spaces/ö"})
        QVERIFY2(content->find(name), name);
}

void TestDatasetFile::refusesForeignFiles_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("code");
    QTest::newRow("empty") << QByteArray() << "empty-file";
    QTest::newRow("wrong magic") << QByteArray("\x89PNG\r\n\x1a\n and more") << "unknown-format";
    QTest::newRow("only the signature") << QByteArray("\x89HDF\r\n\x1a\n", 8) << "damaged-file";
    QTest::newRow("signature and garbage")
        << QByteArray("\x89HDF\r\n\x1a\n", 8) + QByteArray(500, '\x7f') << "damaged-file";
}

void TestDatasetFile::refusesForeignFiles()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, code);
    writeBytes(path("foreign"), bytes.toStdString());
    const auto opened = io::openDataset(path("foreign"));
    QVERIFY(!opened.ok());
    QCOMPARE(QString(errorId(test::codeOf(opened))), code);
    QCOMPARE(opened.error().file, path("foreign"));
    QCOMPARE(test::codeOf(io::openDataset(path("none"))), ErrorCode::noSuchFile);
    QCOMPARE(test::codeOf(io::openDataset("/dev/null")), ErrorCode::unreadableFile);
}

void TestDatasetFile::unreadablePermission()
{
    writeBytes(path("secret"), "x");
    ::chmod(path("secret").c_str(), 0);
    constexpr uid_t nobody = 65534;
    const bool superuser = ::geteuid() == 0; // may read everything
    QVERIFY(!superuser || ::seteuid(nobody) == 0);
    const auto opened = io::openDataset(path("secret"));
    QVERIFY(!superuser || ::seteuid(0) == 0);
    QVERIFY(!opened.ok());
    QCOMPARE(test::codeOf(opened), ErrorCode::unreadableFile);
    QVERIFY(isSaid(opened.error().text(), "permission"));
}

void TestDatasetFile::cancelled()
{
    QVERIFY(io::saveDataset(path("a.h5"), sampleDataset()).ok());
    const RunContext context = cancelledContext();
    QCOMPARE(test::codeOf(io::openDataset(path("a.h5"), context)), ErrorCode::cancelled);
}

void TestDatasetFile::reportsProgress()
{
    QVERIFY(io::saveDataset(path("a.h5"), sampleDataset()).ok());
    std::vector<double> shares;
    RunContext context;
    context.progress = [&](double share, std::string_view) { shares.push_back(share); };
    QVERIFY(io::openDataset(path("a.h5"), context).ok());
    QVERIFY(!shares.empty());
    QVERIFY(std::is_sorted(shares.begin(), shares.end()));
    QVERIFY(shares.back() <= 1);
}

void TestDatasetFile::savingOverKeepsPermissionsAndLinks()
{
    writeBytes(path("target.h5"), "old");
    ::chmod(path("target.h5").c_str(), 0640);
    QVERIFY(::symlink("target.h5", path("link.h5").c_str()) == 0);
    QVERIFY(io::saveDataset(path("link.h5"), sampleDataset(3)).ok());
    struct stat facts
    {
    };
    QVERIFY(::lstat(path("link.h5").c_str(), &facts) == 0);
    QVERIFY(S_ISLNK(facts.st_mode));
    QVERIFY(::stat(path("target.h5").c_str(), &facts) == 0);
    QCOMPARE(facts.st_mode & 0777, mode_t(0640));
    QVERIFY(io::openDataset(path("target.h5")).ok());
}

namespace {

std::shared_ptr<const EmbeddingSet> smallSet(const std::string &name, const std::vector<std::string> &ids, Index rows)
{
    auto table = std::make_shared<ItemTable>();
    table->count = rows;
    table->ids = ids;
    auto set = std::make_shared<EmbeddingSet>();
    set->name = name;
    set->items = table;
    set->vectors = Matrix::Identity(rows, 4);
    return set;
}

} // namespace

void TestDatasetFile::pairsByRule_data()
{
    QTest::addColumn<QStringList>("idsOfX");
    QTest::addColumn<QStringList>("idsOfY");
    QTest::addColumn<int>("rowsOfY");
    QTest::addColumn<int>("rule");
    QTest::addColumn<QString>("code");
    QTest::addColumn<int>("applied");
    QTest::addColumn<int>("pairs");
    QTest::addColumn<int>("warnings");
    const auto row = [](const char *name, const QStringList &x, const QStringList &y, int rows, PairingRule rule,
                        const char *code, PairingRule applied, int pairs, int warnings) {
        QTest::newRow(name) << x << y << rows << static_cast<int>(rule) << code << static_cast<int>(applied) << pairs
                            << warnings;
    };
    const QStringList abc = {"a", "b", "c"}, cde = {"c", "d", "e"}, xyz = {"x", "y", "z"};
    using enum PairingRule;
    row("ids match in part", abc, cde, 3, automatic, "", byId, 1, 2);
    row("ids match in full", abc, abc, 3, byId, "", byId, 3, 0);
    row("no common ids, requested", abc, xyz, 3, byId, "no-matching-ids", none, 0, 0);
    row("no common ids, automatic", abc, xyz, 3, automatic, "", none, 0, 1);
    row("one file has no ids", abc, {}, 3, automatic, "", byRow, 3, 1);
    row("no ids, requested", abc, {}, 3, byId, "no-matching-ids", none, 0, 0);
    row("no ids and other counts", abc, {}, 4, automatic, "different-counts", none, 0, 0);
    row("by row with other counts", abc, {}, 4, byRow, "different-counts", none, 0, 0);
    row("by row although ids differ", abc, xyz, 3, byRow, "", byRow, 3, 0);
    row("none", abc, abc, 3, none, "", none, 0, 0);
}

void TestDatasetFile::pairsByRule()
{
    QFETCH(QStringList, idsOfX);
    QFETCH(QStringList, idsOfY);
    QFETCH(int, rowsOfY);
    QFETCH(int, rule);
    QFETCH(QString, code);
    QFETCH(int, applied);
    QFETCH(int, pairs);
    QFETCH(int, warnings);
    const auto strings = [](const QStringList &list) {
        std::vector<std::string> result;
        for (const QString &each : list)
            result.push_back(each.toStdString());
        return result;
    };
    const auto pair = io::pairSpaces(smallSet("x", strings(idsOfX), 3), smallSet("y", strings(idsOfY), rowsOfY),
                                     static_cast<PairingRule>(rule));
    QCOMPARE(pair ? QString() : QString(errorId(test::codeOf(pair))), code);
    QVERIFY(isSaid(pair ? Said(pair->warnings) : Said(pair.error().text())));
    if (!pair)
        return;
    QCOMPARE(static_cast<int>(pair->rule), applied);
    QCOMPARE(pair->pairing.pairs(), Index(pairs));
    QCOMPARE(pair->pairing.itemsOfY(), Index(rowsOfY));
    QCOMPARE(static_cast<int>(pair->warnings.size()), warnings);
    const bool asked =
        rule != static_cast<int>(PairingRule::automatic) || applied != static_cast<int>(PairingRule::byRow);
    QCOMPARE(pair->assumed, !asked);
    QVERIFY(asked || pair->warnings.front().starts_with("Row 1 of one file was paired with row 1 of the other"));
}

void TestDatasetFile::pairsOfOtherItemsCauseWarnings()
{
    const auto set = [](const char *name, const std::vector<std::string> &words, const std::vector<std::string> &ids) {
        auto made = std::make_shared<EmbeddingSet>(*smallSet(name, ids, std::ssize(words)));
        auto table = std::make_shared<ItemTable>(*made->items);
        table->columns.push_back({"word", ColumnKind::text, {}, words, {}});
        made->items = table;
        return made;
    };
    const std::vector<std::string> numbers = {"1", "2", "3", "4"};
    const auto doubts = [&](const std::vector<std::string> &y, const std::vector<std::string> &ids) {
        const auto pair = io::pairSpaces(set("x", {"a", "b", "c", "d"}, ids), set("y", y, ids), PairingRule::automatic);
        return std::ranges::count_if(pair->warnings, [](const std::string &warning) {
            return warning.find("3 of 4 pairs have different values in “word”") != std::string::npos &&
                   warning.find("the pairing may be wrong") != std::string::npos;
        });
    };
    QCOMPARE(doubts({"a", "c", "d", "b"}, numbers), 1);
    const auto unasked =
        io::pairSpaces(set("x", {"a", "b", "c", "d"}, {}), set("y", {"a", "c", "d", "b"}, {}), PairingRule::automatic);
    QVERIFY(!unasked.ok()); // not known to be the same
    QVERIFY(isSaid(unasked.error().text(), "3 of 4 pairs have different values in “word”"));
    QCOMPARE(doubts({"a", "b", "d", "c"}, numbers), 0); // half of them
    QCOMPARE(doubts({"a", "f", "g", "h"}, numbers), 0); // translations
    std::vector<std::string> many, next;                // more than are compared: each has the value of the next item
    for (int i = 0; i < 25'000; ++i)
        many.push_back(std::to_string(i));
    next = many;
    std::ranges::rotate(next, next.begin() + 1);
    const auto shifted = io::pairSpaces(set("x", many, {}), set("y", next, {}), PairingRule::byRow);
    QVERIFY(isSaid(shifted->warnings, "8334 of 8334 sampled pairs have different values in “word”"));
    for (const bool rows : {true, false}) {
        const auto labelled = [&](const char *name, const std::vector<std::int32_t> &labels) {
            auto made = std::make_shared<EmbeddingSet>(*smallSet(name, rows ? std::vector<std::string>() : numbers, 4));
            auto table = std::make_shared<ItemTable>(*made->items);
            table->labels = labels;
            table->labelNames = {"noun", "verb"};
            made->items = table;
            return made;
        };
        const auto pair = io::pairSpaces(labelled("x", {0, 0, 1, 1}), labelled("y", {1, 1, 0, 1}),
                                         rows ? PairingRule::byRow : PairingRule::automatic);
        const bool told = std::ranges::any_of(pair->warnings, [](const std::string &warning) {
            return warning.starts_with("3 of 4 pairs have different labels");
        });
        QCOMPARE(told, rows);
    }
}

void TestDatasetFile::nonFiniteRowIsNamed()
{
    for (const float bad : {std::numeric_limits<float>::quiet_NaN(), -std::numeric_limits<float>::infinity()}) {
        auto set = std::make_shared<EmbeddingSet>(*smallSet("x", {"a", "b", "c"}, 3));
        set->vectors(1, 2) = bad;
        const auto pair = io::pairSpaces(set, set, PairingRule::byRow);
        QVERIFY(!pair.ok());
        QCOMPARE(test::codeOf(pair), ErrorCode::nonFinite);
        QVERIFY(isSaid(pair.error().text()));
        QCOMPARE(pair.error().place, std::string("x, row 1"));
    }
}

void TestDatasetFile::zeroRowsAreAWarning()
{
    auto set = std::make_shared<EmbeddingSet>(*smallSet("x", {"a", "b", "c"}, 3));
    set->vectors.row(2).setZero();
    const auto pair = io::pairSpaces(set, set, PairingRule::automatic);
    QVERIFY(pair.ok());
    QCOMPARE(pair->warnings.size(), std::size_t(2)); // once for x, once for y
    QVERIFY(isSaid(pair->warnings[0], "“c”"));
}

QTEST_GUILESS_MAIN(TestDatasetFile)
#include "tst_datasetfile.moc"
