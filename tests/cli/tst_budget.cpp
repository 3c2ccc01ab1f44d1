// SPDX-License-Identifier: GPL-3.0-or-later
// Small files that unpack to large data: within the limit they are read in at most 3 × the decoded size + 100 MB, above
// it they are refused before memory is allocated. The peak is that of the program and its helper.
#include "io/rows/vectorrows.h"
#include "support/hdf5samples.h"
#include "support/sentences.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>

#include <fcntl.h>
#include <functional>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zip.h>

using namespace anchorscope;
using namespace anchorscope::test;

namespace {

constexpr double allowedBytes = 100e6; ///< in addition to 3 × the decoded size
constexpr double mega = 1e6;

struct Measured
{
    int exitCode = -1;
    double peakBytes = 0;
    QJsonObject json;
};

/// Runs `anchorscope-cli info FILE --json` and measures the larger peak of program and helper. addressSpace 0: no
/// limit.
Measured measureInfo(const std::string &file, rlim_t addressSpace, const std::string &output)
{
    const std::string program = qEnvironmentVariable("ANCHORSCOPE_TEST_BIN").toStdString() + "/anchorscope-cli";
    const pid_t child = ::fork();
    if (child == 0) {
        if (addressSpace > 0) {
            const rlimit limit{addressSpace, addressSpace};
            ::setrlimit(RLIMIT_AS, &limit);
        }
        const int target = ::open(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        ::dup2(target, STDOUT_FILENO);
        ::dup2(::open("/dev/null", O_WRONLY), STDERR_FILENO);
        ::execl(program.c_str(), program.c_str(), "info", file.c_str(), "--json", "--threads", "2", nullptr);
        ::_exit(127);
    }
    int status = 0;
    rusage usage{};
    Measured measured;
    if (child < 0 || ::wait4(child, &status, 0, &usage) != child || !WIFEXITED(status))
        return measured;
    measured.exitCode = WEXITSTATUS(status);
    measured.peakBytes = 1024.0 * static_cast<double>(usage.ru_maxrss);
    measured.json = QJsonDocument::fromJson(QByteArray::fromStdString(readBytes(output))).object();
    return measured;
}

/// Creation properties of a packed dataset.
Hdf5Handle packed(const std::vector<hsize_t> &chunk)
{
    Hdf5Handle properties(H5Pcreate(H5P_DATASET_CREATE));
    H5Pset_chunk(properties.id(), static_cast<int>(chunk.size()), chunk.data());
    H5Pset_deflate(properties.id(), 1);
    return properties;
}

/// A dataset of three items in two spaces, in which one part is replaced.
void dataset(const std::string &path, const std::function<void(const Hdf5Editor &)> &edit)
{
    {
        const Hdf5Handle file(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
        QVERIFY(file.valid());
    }
    edit(Hdf5Editor(path));
}

/// Dataset of zeros of one byte each.
void zeros(const Hdf5Editor &file, const char *path, const std::vector<hsize_t> &shape)
{
    std::size_t count = 1;
    for (const hsize_t extent : shape)
        count *= extent;
    std::vector<hsize_t> chunk = shape;
    chunk[0] = std::max<hsize_t>(1, shape[0] / 16);
    file.numbers(path, H5T_STD_U8LE, H5T_NATIVE_UINT8, shape, std::vector<std::uint8_t>(count, 0), packed(chunk).id());
}

void manyClassNames(const std::string &path, hsize_t count, hsize_t items = 3)
{
    dataset(path, [count, items](const Hdf5Editor &file) {
        for (const char *group : {"/items", "/spaces"})
            H5Gclose(H5Gcreate2(file.id(), group, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
        const Hdf5Handle scalar(H5Screate(H5S_SCALAR)), text(H5Tcopy(H5T_C_S1)), root(H5Gopen2(file.id(), "/", 0));
        H5Tset_size(text.id(), 19);
        const Hdf5Handle format(H5Acreate2(root.id(), "format", text.id(), scalar.id(), H5P_DEFAULT, H5P_DEFAULT));
        H5Awrite(format.id(), text.id(), "anchorscope-dataset");
        const std::int64_t one = 1;
        const Hdf5Handle version(
            H5Acreate2(root.id(), "version", H5T_STD_I64LE, scalar.id(), H5P_DEFAULT, H5P_DEFAULT));
        H5Awrite(version.id(), H5T_NATIVE_INT64, &one);
        std::vector<std::string> ids;
        for (hsize_t i = 0; i < items; ++i)
            ids.push_back(std::to_string(i));
        file.variableStrings("/items/id", ids);
        file.integers("/items/label", {items}, std::vector<std::int32_t>(items));
        file.floats("/spaces/first", {items, 2}, std::vector<float>(2 * items, 1));
        const Hdf5Handle name(H5Tcopy(H5T_C_S1)), space(H5Screate_simple(1, &count, nullptr));
        H5Tset_size(name.id(), 4);
        H5Tset_cset(name.id(), H5T_CSET_UTF8);
        const Hdf5Handle set(H5Dcreate2(file.id(), "/items/label_names", name.id(), space.id(), H5P_DEFAULT,
                                        packed({count / 16}).id(), H5P_DEFAULT));
        H5Dwrite(set.id(), name.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, std::string(4 * count, 'c').data());
    });
}

/// A NumPy array of zeros, stored as `type`.
std::string npyOfZeros(const std::string &type, const std::string &shape, std::size_t bytes)
{
    std::string dictionary = "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }";
    dictionary.resize(117, ' ');
    dictionary += '\n';
    return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(dictionary.size()) + '\0' + dictionary +
           std::string(bytes, '\0');
}

void archive(const std::string &path, const std::vector<std::pair<const char *, std::string>> &arrays)
{
    int error = 0;
    zip_t *zip = zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, &error);
    QVERIFY(zip);
    for (const auto &[name, bytes] : arrays)
        QVERIFY(zip_file_add(zip, name, zip_source_buffer(zip, bytes.data(), bytes.size(), 0), 0) >= 0);
    QCOMPARE(zip_close(zip), 0);
}

} // namespace

using Make = std::function<void(const std::string &path, std::size_t values)>;

class TestBudget : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void smallFileOfManyValues_data();
    void smallFileOfManyValues();
    void rowsOfText();

private:
    QTemporaryDir m_folder;
};

void TestBudget::smallFileOfManyValues_data()
{
    QTest::addColumn<Make>("make");
    QTest::addColumn<double>("decodedEach"); // bytes of one value
    QTest::newRow("class names, HDF5") << Make([](const std::string &path, std::size_t values) {
        manyClassNames(path, values);
    }) << 52.0;
    QTest::newRow("bytes as vectors, HDF5") << Make([](const std::string &path, std::size_t values) {
        dataset(path, [=](const Hdf5Editor &file) { zeros(file, "/embeddings", {values / 100, 100}); });
    }) << 4.0;
    QTest::newRow("pictures, HDF5") << Make([](const std::string &path, std::size_t values) {
        constexpr std::size_t side = 500; // thumbnails: larger images are left out
        manyClassNames(path, 16, values / (side * side));
        zeros(Hdf5Editor(path), "/items/image", {values / (side * side), side, side});
    }) << 1.0;
    QTest::newRow("labels, NumPy archive") << Make([](const std::string &path, std::size_t values) {
        const std::string shape = std::to_string(values);
        archive(path, {{"vectors.npy", npyOfZeros("|i1", "(" + shape + ", 1)", values)},
                       {"labels.npy", npyOfZeros("|i1", "(" + shape + ",)", values)}});
    }) << 57.0;
    QTest::newRow("one byte a row, NumPy array") << Make([](const std::string &path, std::size_t values) {
        writeBytes(path, npyOfZeros("|i1", "(" + std::to_string(values) + ", 1)", values));
    }) << 8.0;
    QTest::newRow("packed zeros, NumPy archive") << Make([](const std::string &path, std::size_t values) {
        archive(path, {{"vectors.npy", npyOfZeros("|u1", "(" + std::to_string(values / 100) + ", 100)", values)}});
    }) << 4.0;
    QTest::newRow("bytes, NumPy array") << Make([](const std::string &path, std::size_t values) {
        writeBytes(path, npyOfZeros("|u1", "(" + std::to_string(values / 100) + ", 100)", values));
    }) << 4.0;
}

void TestBudget::smallFileOfManyValues()
{
#ifdef ANCHORSCOPE_SANITIZED
    QSKIP("sanitizers take memory of their own and need terabytes of addresses");
#endif
    QFETCH(Make, make);
    QFETCH(double, decodedEach);
    const std::string file = m_folder.filePath("bomb").toStdString(), output = m_folder.filePath("json").toStdString();
    constexpr double within = 60 * mega, above = 230 * mega;
    constexpr rlim_t addressSpace = rlim_t{600} << 20; // the limit is a third of this

    make(file, static_cast<std::size_t>(within / decodedEach / 3000) * 3000);
    const Measured read = measureInfo(file, 0, output);
    QCOMPARE(read.exitCode, 0);
    QVERIFY2(read.peakBytes <= 3 * within + allowedBytes, qPrintable(QString("%1 MB").arg(read.peakBytes / mega)));

    make(file, static_cast<std::size_t>(above / decodedEach / 3000) * 3000);
    const Measured refused = measureInfo(file, addressSpace, output);
    QCOMPARE(refused.exitCode, 2);
    const QJsonObject error = refused.json["error"].toObject();
    QCOMPARE(error["code"].toString(), QString("too-large"));
    const QString message = error["message"].toString();
    QVERIFY2(message.contains("needs at least 0.2") && message.contains("the limit is 0.21 GB"), qPrintable(message));
    QVERIFY2(refused.peakBytes <= allowedBytes, qPrintable(QString("%1 MB").arg(refused.peakBytes / mega)));
}

/// The number of rows of a text is known only at its end, so they are counted while reading.
void TestBudget::rowsOfText()
{
    const io::OpenOptions options;
    // Ten rows of a short id and two numbers: 10 × (48 + 2 + 8) bytes.
    io::RowBlock block;
    block.lines = 10;
    block.ids.resize(10);
    for (std::size_t i = 0; i < 10; ++i)
        block.ids[i] = "w" + std::to_string(i);
    block.values.resize(20);
    io::RowCollector fitting(2, true, 1, options, io::FileBudget(580));
    QVERIFY(fitting.take(block));
    QVERIFY(fitting.status().ok());
    io::RowCollector tooMany(2, true, 1, options, io::FileBudget(579));
    QVERIFY(!tooMany.take(block));
    QCOMPARE(test::codeOf(tooMany.status()), ErrorCode::tooLarge);
    QVERIFY(isSaid(tooMany.status().error().text(), "the limit is"));
    QCOMPARE(tooMany.rows(), Index(0));
}

QTEST_GUILESS_MAIN(TestBudget)
#include "tst_budget.moc"
