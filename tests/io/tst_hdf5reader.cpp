// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/half.h"
#include "io/arrays/anchorscopedataset.h"
#include "io/dataset/datasetfile.h"
#include "io/hdf5/hdf5reader.h"
#include "support/hdf5samples.h"
#include "support/sentences.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <csignal>
#include <fcntl.h>
#include <numeric>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace anchorscope;
using namespace anchorscope::test;

namespace {

int openDescriptors()
{
    int count = 0;
    for (int i = 0; i < 256; ++i)
        count += ::fcntl(i, F_GETFD) >= 0;
    return count;
}

} // namespace

class TestHdf5Reader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void truncations();
    void helperDies();
    void helperIsStopped();
    void helperReturnsNothing();
    void helperReturnsGarbage();
    void unsealableRepliesAreCopied();
    void helperHangs();
    void helperComputesForever();
    void helperReportsForever();
    void stallsAreAnnounced();
    void stallTimeGrowsWithTheFile();
    void helperIsMissing();
    void cancelEndsTheHelper();
    void budget();
    void listsWithoutLoading();
    void scratchFilesHaveTheSameContent();
    void keepsDoubles();
    void loneOversizedChunk();
    void cyclicGroupsAreRefused();
    void leavesNothingOpen();
    void halvesAreExact();

private:
    std::string path(const char *name) const { return m_folder.filePath(name).toStdString(); }
    /// A shell script in place of the helper; descriptors 3 and 4 are the status pipe and the frame.
    io::Hdf5Request fakeHelper(const std::string &script) const
    {
        writeBytes(path("helper"), "#!/bin/sh\n" + script + "\n");
        ::chmod(path("helper").c_str(), 0755);
        return {.path = path("plain.h5"), .load = {"/spaces/*"}, .helper = path("helper")};
    }
    QTemporaryDir m_folder;
};

void TestHdf5Reader::initTestCase()
{
    QVERIFY(io::saveDataset(path("plain.h5"), sampleDataset()).ok());
    QVERIFY(io::saveDataset(path("packed.h5"), sampleDataset(2000)).ok());
}

void TestHdf5Reader::truncations()
{
    const std::string good = readBytes(path("packed.h5"));
    std::vector<std::size_t> lengths(96); // every byte of the superblock
    std::iota(lengths.begin(), lengths.end(), 1);
    for (std::size_t i = 1; i < 64; ++i)
        lengths.push_back(96 + (good.size() - 97) * i / 64);
    lengths.push_back(good.size() - 1);
    for (const std::size_t length : lengths) {
        writeBytes(path("cut.h5"), std::string_view(good).substr(0, length));
        const auto opened = io::openDataset(path("cut.h5"));
        QVERIFY(!opened.ok());
        QCOMPARE(test::codeOf(opened), length < 8 ? ErrorCode::unknownFormat : ErrorCode::damagedFile);
    }
}

void TestHdf5Reader::helperDies()
{
    const auto content = io::readHdf5(fakeHelper("echo @/items/id >&3; kill -SEGV $$"));
    QVERIFY(!content.ok());
    QCOMPARE(test::codeOf(content), ErrorCode::damagedFile);
    QCOMPARE(content.error().place, std::string("/items/id"));
    QVERIFY(isSaid(content.error().text(), "this file is damaged: the HDF5 reader stopped here"));
    for (const auto &[file, reader] :
         {std::pair("duckdb_list.parquet", "the Parquet reader"), std::pair("list.arrow", "the Arrow reader"),
          std::pair("fixed.arrows", "the Arrow reader")}) {
        auto request = fakeHelper("kill -SEGV $$");
        request.path = std::string("tests/data/formats/") + file;
        const std::string message = io::readHdf5(request).error().message;
        QVERIFY(isSaid(message, std::string("this file is damaged: ") + reader + " stopped"));
    }
}

/// The system kills the largest process of a container that runs out of memory; the file is intact.
void TestHdf5Reader::helperIsStopped()
{
    const auto content = io::readHdf5(fakeHelper("echo @/items/id >&3; kill -KILL $$"));
    QVERIFY(!content.ok());
    QCOMPARE(test::codeOf(content), ErrorCode::tooLarge);
    QCOMPARE(content.error().place, std::string("/items/id"));
    QVERIFY(isSaid(content.error().text(), "the system stopped the HDF5 reader here, as it does when memory"));
}

void TestHdf5Reader::helperReturnsNothing()
{
    QCOMPARE(test::codeOf(io::readHdf5(fakeHelper("exit 0"))), ErrorCode::damagedFile);
    QCOMPARE(test::codeOf(io::readHdf5(fakeHelper("exit 3"))), ErrorCode::tooLarge);
}

void TestHdf5Reader::helperReturnsGarbage()
{
    QCOMPARE(test::codeOf(io::readHdf5(fakeHelper("head -c 10000 /dev/zero >&4"))), ErrorCode::damagedFile);
    const auto long_lines =
        io::readHdf5(fakeHelper("head -c 100000 /dev/zero >&3; echo >&3; echo %abc >&3; printf x >&4"));
    QCOMPARE(test::codeOf(long_lines), ErrorCode::damagedFile);
    QVERIFY(isSaid(long_lines.error().text()));
}

/// A writable mapping of the reply, here by a process that outlives the helper, makes the kernel refuse the seal.
void TestHdf5Reader::unsealableRepliesAreCopied()
{
    const auto read = [&](const std::string &afterwards) {
        return io::readHdf5(fakeHelper("exec /usr/bin/python3 - \"$@\" <<'END'\n"
                                       "import mmap, os, sys, time\n"
                                       "os.ftruncate(4, 4096)\n"
                                       "held = mmap.mmap(4, 4096)\n"
                                       "if os.fork() == 0:\n"
                                       "    os.close(3)\n"
                                       "    time.sleep(2)\n"
                                       "    os._exit(0)\n" +
                                       afterwards + "\nEND"));
    };
    const auto whole = read("os.execv('" + QCoreApplication::applicationDirPath().toStdString() +
                            "/../../bin/anchorscope-reader', ['reader'] + sys.argv[1:])");
    QVERIFY2(whole.ok(), whole ? "" : whole.error().text().c_str());
    const auto usual = io::readHdf5({.path = path("plain.h5"), .load = {"/spaces/*"}});
    QCOMPARE(whole->matrix(*whole->find("/spaces/first")), usual->matrix(*usual->find("/spaces/first")));
    QVERIFY(whole->sandboxed == usual->sandboxed);
    const auto garbage = read("os.ftruncate(4, 1 << 20)");
    QCOMPARE(test::codeOf(garbage), ErrorCode::damagedFile);
    QVERIFY(garbage.error().message.find("(not a frame of this version)") != std::string::npos);
}

void TestHdf5Reader::helperHangs()
{
    auto request = fakeHelper("echo @/spaces/first >&3; exec sleep 60");
    request.silenceSeconds = 0.2;
    QElapsedTimer timer;
    timer.start();
    const auto content = io::readHdf5(request);
    QCOMPARE(test::codeOf(content), ErrorCode::damagedFile);
    QVERIFY(isSaid(content.error().text()));
    QCOMPARE(content.error().place, std::string("/spaces/first"));
    QVERIFY(timer.elapsed() < 30000); // far less than the helper would sleep
}

void TestHdf5Reader::helperComputesForever()
{
    QElapsedTimer timer;
    timer.start();
    const auto content = io::readHdf5(fakeHelper("echo @/spaces/first >&3; while :; do :; done"));
    QCOMPARE(test::codeOf(content), ErrorCode::damagedFile);
    QCOMPARE(content.error().place, std::string("/spaces/first"));
    QVERIFY(content.error().message.find("no progress") != std::string::npos);
    QVERIFY(timer.elapsed() >= 8000);
    // 10 s of computing, or 60 s of silence if a busy machine slows it down.
    QVERIFY(timer.elapsed() < 120000);
}

void TestHdf5Reader::helperReportsForever()
{
    auto request = fakeHelper("while :; do echo @/spaces/first >&3; sleep 0.05; done");
    request.totalSeconds = 0.5;
    const auto content = io::readHdf5(request);
    QCOMPARE(test::codeOf(content), ErrorCode::damagedFile);
    QVERIFY(isSaid(content.error().text(), "did not finish within"));
}

void TestHdf5Reader::stallsAreAnnounced()
{
    auto request = fakeHelper("echo %0.5 >&3; exec sleep 60");
    request.announceSeconds = 0.2;
    RunContext context;
    context.control = std::make_shared<RunControl>();
    std::vector<std::string> stages;
    context.progress = [&](double share, std::string_view stage) {
        stages.emplace_back(stage);
        if (stage.starts_with(io::stillReading) && share == 0.5)
            context.control->cancel();
    };
    QCOMPARE(test::codeOf(io::readHdf5(request, context)), ErrorCode::cancelled);
    QCOMPARE(stages, (std::vector<std::string>{"reading", "Still reading " + request.path + " …"}));
}

void TestHdf5Reader::stallTimeGrowsWithTheFile()
{
    QCOMPARE(io::StallTimer::limitOf(0), 8.0);
    QVERIFY(io::StallTimer::limitOf(10000000) < 10);
    QVERIFY(io::StallTimer::limitOf(100000000) > io::StallTimer::limitOf(10000000));
    QCOMPARE(io::StallTimer::limitOf(std::uint64_t{1} << 40), 60.0);
    const pid_t idle = ::fork(); // waits, as for a slow disk
    if (idle == 0) {
        ::pause();
        ::_exit(0);
    }
    const io::StallTimer decided(idle, 0, 0, 5), fixed(idle, 0, 0.05, 5);
    QTRY_VERIFY(fixed.tooLong());
    QVERIFY(!decided.tooLong());
    ::kill(idle, SIGKILL);
    ::waitpid(idle, nullptr, 0);
}

void TestHdf5Reader::helperIsMissing()
{
    if (qEnvironmentVariableIsSet("ANCHORSCOPE_EMULATED"))
        QSKIP("The emulator starts a process and does not say that its program is missing.");
    const auto content = io::readHdf5({.path = path("plain.h5"), .helper = path("no-helper-here")});
    QCOMPARE(test::codeOf(content), ErrorCode::noReader);
    QVERIFY(isSaid(content.error().text()));
}

void TestHdf5Reader::cancelEndsTheHelper()
{
    RunContext context;
    context.control = std::make_shared<RunControl>();
    context.progress = [&](double, std::string_view) { context.control->cancel(); };
    QElapsedTimer timer;
    timer.start();
    const auto content = io::readHdf5(fakeHelper("echo %0.5 >&3; exec sleep 60"), context);
    QCOMPARE(test::codeOf(content), ErrorCode::cancelled);
    QVERIFY(timer.elapsed() < 30000);
}

void TestHdf5Reader::budget()
{
    const auto content =
        io::readHdf5({.path = path("packed.h5"), .load = {"/spaces/first", "/items/id"}, .maxBytes = 30000});
    QVERIFY(content.ok());
    QCOMPARE(content->find("/spaces/first")->problemCode, std::string("too-large")); // 2000 × 5 × 4 bytes
    QCOMPARE(content->find("/items/id")->problemCode, std::string("too-large"));     // 16 008 bytes and the text
}

void TestHdf5Reader::listsWithoutLoading()
{
    const auto content = io::readHdf5({.path = path("plain.h5")});
    QVERIFY(content.ok());
    const frame::Node *node = content->find("/spaces/first");
    QVERIFY(node && !node->loaded && node->problem.empty());
    QCOMPARE(node->storedType, std::string("float16"));
    QCOMPARE(node->shape, (std::vector<std::uint64_t>{40, 5}));
    QCOMPARE(io::attributeText(*node, "model"), std::string("model of first"));
    QCOMPARE(io::attributeInteger(*content->find("/"), "version"), std::optional<std::int64_t>(1));
}

void TestHdf5Reader::scratchFilesHaveTheSameContent()
{
    if (qEnvironmentVariableIsSet("ANCHORSCOPE_EMULATED"))
        QSKIP("The limits of the helper are on the emulator, too, which needs more.");
    const std::vector<std::string> load{"/spaces/*", "/items/id"};
    const auto inMemory = io::readHdf5({.path = path("packed.h5"), .load = load});
    const auto onDisk = io::readHdf5({.path = path("packed.h5"), .load = load, .scratchBytes = 1 << 20});
    QVERIFY(onDisk.ok());
    const frame::Node &halves = *onDisk->find("/spaces/first");
    QCOMPARE(halves.element, frame::Element::float16);
    const StoredRows stored = onDisk->storedRows(halves);
    QCOMPARE(stored.all(), inMemory->matrix(*inMemory->find("/spaces/first")));
    QCOMPARE(onDisk->strings(*onDisk->find("/items/id")), inMemory->strings(*inMemory->find("/items/id")));
    // A full disk is reported before anything is read.
    const auto tooLarge = io::readHdf5({.path = path("packed.h5"), .load = load, .scratchBytes = 1ULL << 60});
    QCOMPARE(test::codeOf(tooLarge), ErrorCode::tooLarge);
    QVERIFY(tooLarge.error().message.find("TMPDIR") != std::string::npos);
#ifndef ANCHORSCOPE_SANITIZED
    // A reply on disk cannot be sealed, so it is accepted from a helper in the sandbox only.
    io::Hdf5Request unprotected = fakeHelper("printf reply >&4");
    unprotected.scratchBytes = 1 << 20;
    const auto refused = io::readHdf5(unprotected);
    QCOMPARE(test::codeOf(refused), ErrorCode::unreadableFile);
    QVERIFY(refused.error().message.find("does not allow the system call filter") != std::string::npos);
#endif
}

void TestHdf5Reader::keepsDoubles()
{
    const double exact = 1.0 / 3;
    QVERIFY(io::saveDataset(path("double.h5"), sampleDataset(3)).ok());
    Hdf5Editor(path("double.h5"))
        .numbers<double>("/spaces/first", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, {3, 1}, {exact, 2, 3});
    const auto kept = io::readHdf5({.path = path("double.h5"), .load = {"/spaces/*"}, .keepDouble = true});
    QVERIFY(kept->elements<double>(*kept->find("/spaces/first"))[0] == exact);
    const auto single = io::readHdf5({.path = path("double.h5"), .load = {"/spaces/*"}});
    QVERIFY(single->elements<float>(*single->find("/spaces/first"))[0] == static_cast<float>(exact));
}

void TestHdf5Reader::loneOversizedChunk()
{
    QVERIFY(io::saveDataset(path("chunk.h5"), sampleDataset(3)).ok());
    {
        const Hdf5Editor file(path("chunk.h5"));
        const Hdf5Handle creation(H5Pcreate(H5P_DATASET_CREATE));
        const hsize_t chunk[] = {1 << 14, 1 << 12}, size[] = {3, 2}, most[] = {H5S_UNLIMITED, H5S_UNLIMITED};
        H5Pset_chunk(creation.id(), 2, chunk);
        H5Pset_deflate(creation.id(), 1);
        file.remove("/spaces/first");
        const Hdf5Handle space(H5Screate_simple(2, size, most));
        const Hdf5Handle set(H5Dcreate2(file.id(), "/spaces/first", H5T_IEEE_F32LE, space.id(), H5P_DEFAULT,
                                        creation.id(), H5P_DEFAULT));
        const float values[] = {1, 2, 3, 4, 5, 6};
        H5Dwrite(set.id(), H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
    }
    const auto opened = io::openDataset(path("chunk.h5")); // 256 MB unpacked for 24 bytes
    QVERIFY(!opened.ok());
    QCOMPARE(opened.error().place, std::string("/spaces/first"));
}

void TestHdf5Reader::cyclicGroupsAreRefused()
{
    QVERIFY(io::saveDataset(path("circle.h5"), sampleDataset(3)).ok());
    {
        const Hdf5Editor file(path("circle.h5"));
        H5Lcreate_hard(file.id(), "/", file.id(), "/items/again", H5P_DEFAULT, H5P_DEFAULT);
    }
    const auto opened = io::openDataset(path("circle.h5"));
    QVERIFY(!opened.ok());
    QCOMPARE(test::codeOf(opened), ErrorCode::damagedFile);
    QVERIFY(isSaid(opened.error().text(), "deep"));
}

void TestHdf5Reader::leavesNothingOpen()
{
    const int before = openDescriptors();
    QVERIFY(io::openDataset(path("plain.h5")).ok());
    QVERIFY(!io::readHdf5(fakeHelper("exit 1")).ok());
    QCOMPARE(openDescriptors(), before);
}

void TestHdf5Reader::halvesAreExact()
{
    for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
        const auto half = static_cast<std::uint16_t>(bits);
        const float value = halfToFloat(half);
        const int exponent = (half >> 10) & 31;
        const double fraction = (half & 1023) / 1024.0;
        if (exponent == 31) {
            QVERIFY((half & 1023) != 0 ? std::isnan(value) : std::isinf(value));
            continue;
        }
        const double size = exponent == 0 ? std::ldexp(fraction, -14) : std::ldexp(1 + fraction, exponent - 15);
        QCOMPARE(static_cast<double>(value), (half & 0x8000) ? -size : size);
        QCOMPARE(std::signbit(value), (half & 0x8000) != 0);
        QCOMPARE(floatToHalf(value), half);
    }
    QCOMPARE(floatToHalf(65519.99f), std::uint16_t(0x7bff));      // rounds down to the largest
    QCOMPARE(floatToHalf(65520.0f), std::uint16_t(0x7c00));       // rounds up to infinity
    QCOMPARE(floatToHalf(1.00048828125f), std::uint16_t(0x3c00)); // halfway: to even
    QCOMPARE(floatToHalf(0x1p-25f), std::uint16_t(0));            // halfway to the smallest: to even
    QCOMPARE(floatToHalf(0x1.8p-25f), std::uint16_t(1));
}

QTEST_GUILESS_MAIN(TestHdf5Reader)
#include "tst_hdf5reader.moc"
