// SPDX-License-Identifier: GPL-3.0-or-later
// A hostile HDF5 file that takes libhdf5 over can do no harm. sandboxtrial.cpp replaces the helper.
#include "io/dataset/datasetfile.h"
#include "io/hdf5/hdf5reader.h"
#include "support/hdf5samples.h"
#include "support/sentences.h"

#include <QDir>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace anchorscope;
using namespace anchorscope::test;

namespace {

constexpr int inherited = 60; ///< a descriptor that the program left open for its children

/// Prevents this process and its children from setting a filter of system calls, as some containers do.
bool forbidFilters()
{
    sock_filter code[] = {
        {BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(seccomp_data, nr)},
        {BPF_JMP | BPF_JEQ | BPF_K, 3, 0, SYS_seccomp},
        {BPF_JMP | BPF_JEQ | BPF_K, 0, 3, SYS_prctl},
        {BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(seccomp_data, args)},
        {BPF_JMP | BPF_JEQ | BPF_K, 0, 1, PR_SET_SECCOMP},
        {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ERRNO | EPERM},
        {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW},
    };
    const sock_fprog program{std::size(code), code};
    return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0;
}

/// Lines of /proc/PID/status of a child of this process that is the helper.
QByteArray statusOfHelper()
{
    for (const QString &entry : QDir("/proc").entryList(QDir::Dirs)) {
        QFile file("/proc/" + entry + "/status");
        if (entry[0].isDigit() && file.open(QIODevice::ReadOnly)) {
            const QByteArray lines = file.readAll();
            if (lines.startsWith("Name:\tanchorscope-rea") &&
                lines.contains("\nPPid:\t" + QByteArray::number(::getpid()) + '\n'))
                return lines;
        }
    }
    return {};
}

} // namespace

class TestSandbox : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void attempts_data();
    void attempts();
    void violationIsNamed();
    void limitsHoldWithoutTheFilter();
    void helperIsConfined_data();
    void helperIsConfined();
    void warnsWithoutAFilter();
    void openDescriptorIsRead();
    void fileBeingWritten();
    void wrongChecksum();

private:
    std::string path(const char *name) const { return m_folder.filePath(name).toStdString(); }
    /// Position of the replacement when it ended, and the resulting message.
    Error attempt(const char *mode, const QByteArray &what) const;
    QTemporaryDir m_folder;
};

void TestSandbox::initTestCase()
{
#ifdef ANCHORSCOPE_SANITIZED
    QSKIP("The sanitizers need what the sandbox forbids.");
#endif
    QVERIFY(io::saveDataset(path("plain.h5"), sampleDataset()).ok());
    writeBytes(path("inherited"), "");
    const int descriptor = ::open(path("inherited").c_str(), O_WRONLY | O_APPEND);
    QVERIFY(::dup2(descriptor, inherited) == inherited); // without O_CLOEXEC
    ::close(descriptor);
    qputenv("ANCHORSCOPE_SECRET", "not for the helper");
}

Error TestSandbox::attempt(const char *mode, const QByteArray &what) const
{
    const QString trial = QCoreApplication::applicationDirPath() + "/" SANDBOX_TRIAL;
    const auto content = io::readHdf5({.path = path("plain.h5"),
                                       .load = {"/" + std::string(mode) + "/" + what.toStdString(), path("")},
                                       .helper = trial.toStdString()});
    return content ? Error(ErrorCode::failed, "the stand-in gave an answer") : content.error();
}

void TestSandbox::attempts_data()
{
    QTest::addColumn<bool>("worksOutside");
    for (const char *what : {"open for reading",
                             "open for writing",
                             "open a folder",
                             "ask about a file",
                             "remove a file",
                             "rename a file",
                             "socket",
                             "socket of this machine",
                             "connect",
                             "fork",
                             "exec",
                             "signal the parent",
                             "be traced",
                             "write to an inherited descriptor",
                             "write to standard error",
                             "read standard input",
                             "copy a descriptor",
                             "make memory with a name",
                             "run what was written",
                             "raise a limit",
                             "change the folder",
                             "make a frame without end",
                             "any other system call"})
        QTest::newRow(what) << true;
    QTest::newRow("trace the parent") << false;     // the kernel may be set up to forbid it (Yama)
    QTest::newRow("read the environment") << false; // always empty
}

void TestSandbox::attempts()
{
    QFETCH(bool, worksOutside);
    const QByteArray what = QTest::currentDataTag();
    writeBytes(path("victim"), "still here");
    writeBytes(path("inherited"), "");
    QFile::remove(m_folder.filePath("made"));
    const Error inside = attempt("closed", what);
    QVERIFY2(inside.place == "trying" || inside.place == "refused", inside.text().c_str());
    QCOMPARE(readBytes(path("victim")), std::string("still here"));
    QCOMPARE(readBytes(path("inherited")), std::string());
    QVERIFY(!QFile::exists(m_folder.filePath("made")));
    if (worksOutside)
        QCOMPARE(attempt("open", what).place, std::string("it worked"));
}

void TestSandbox::violationIsNamed()
{
    const Error error = attempt("closed", "socket");
    QCOMPARE(error.code, ErrorCode::damagedFile);
    QVERIFY(isSaid(error.message, "not allowed to do"));
}

void TestSandbox::limitsHoldWithoutTheFilter()
{
    for (const char *what : {"open for reading", "open for writing", "open a folder", "socket", "copy a descriptor",
                             "write to an inherited descriptor", "raise a limit", "make a frame without end"})
        QCOMPARE(QByteArray(what) + ": " + attempt("unfiltered", what).place.c_str(), QByteArray(what) + ": refused");
}

void TestSandbox::helperIsConfined_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("values");
    QTest::newRow("HDF5") << m_folder.filePath("plain.h5") << "/spaces/*";
    // Each library that decompresses.
    for (const char *name : {"duckdb_list.parquet", "duckdb_array.parquet", "duckdb_double.parquet",
                             "duckdb_brotli.parquet", "duckdb_lz4.parquet", "lz4.feather", "zstd.feather"})
        QTest::newRow(name) << QString("tests/data/formats/") + name << "/columns/*/*";
}

void TestSandbox::helperIsConfined()
{
    QFETCH(QString, file);
    QFETCH(QString, values);
    QByteArray status;
    RunContext context;
    context.progress = [&](double, std::string_view) { status = status.isEmpty() ? statusOfHelper() : status; };
    const auto content = io::readHdf5({.path = file.toStdString(), .load = {values.toStdString()}}, context);
    QVERIFY2(content.ok(), content ? "" : content.error().text().c_str());
    QVERIFY(content->sandboxed);
    QVERIFY(std::ranges::any_of(content->nodes(), &frame::Node::loaded));
    std::vector<std::string> warnings;
    io::addSandboxWarning(*content, warnings);
    QVERIFY(warnings.empty());
    for (const char *line : {"\nSeccomp:\t2\n", "\nNoNewPrivs:\t1\n", "\nCapEff:\t0000000000000000\n"})
        QVERIFY2(status.contains(line), status.constData());
}

void TestSandbox::warnsWithoutAFilter()
{
    const pid_t child = ::fork();
    QVERIFY(child >= 0);
    if (child == 0) {
        if (!forbidFilters())
            ::_exit(2);
        const auto first = io::openFile(path("plain.h5"));
        const auto second = io::openFile(path("plain.h5"));
        const bool told =
            first && first->warnings.size() == 1 && first->warnings[0].find("without a sandbox") != std::string::npos;
        ::_exit(!told ? 3 : second && second->warnings.empty() ? 0 : 4);
    }
    int status = -1;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QVERIFY(WIFEXITED(status));
    QCOMPARE(WEXITSTATUS(status), 0);
}

void TestSandbox::openDescriptorIsRead()
{
    const auto named = io::openDataset(path("plain.h5"));
    const int descriptor = ::open(path("plain.h5").c_str(), O_RDONLY | O_CLOEXEC);
    const auto open = io::openDataset("/proc/self/fd/" + std::to_string(descriptor));
    ::close(descriptor);
    QVERIFY(named.ok());
    QVERIFY2(open.ok(), open ? "" : open.error().text().c_str());
    QCOMPARE(open->items->ids, named->items->ids);
    for (std::size_t i = 0; i < named->spaces.size(); ++i)
        QVERIFY(open->spaces[i]->vectors == named->spaces[i]->vectors);
}

void TestSandbox::fileBeingWritten()
{
    const Hdf5Editor writer(path("plain.h5"));
    const auto content = io::readHdf5({.path = path("plain.h5")});
    QVERIFY(!content.ok());
    QCOMPARE(test::codeOf(content), ErrorCode::unreadableFile);
    QVERIFY(isSaid(content.error().text()));
}

/// libhdf5 pauses before it gives up; the filter must not treat that as an attack.
void TestSandbox::wrongChecksum()
{
    {
        const Hdf5Handle access(H5Pcreate(H5P_FILE_ACCESS));
        H5Pset_libver_bounds(access.id(), H5F_LIBVER_LATEST, H5F_LIBVER_LATEST);
        const Hdf5Handle file(H5Fcreate(path("latest.h5").c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access.id()));
        QVERIFY(file.valid());
    }
    QVERIFY(io::readHdf5({.path = path("latest.h5")}).ok());
    std::string bytes = readBytes(path("latest.h5"));
    bytes[44] = static_cast<char>(bytes[44] ^ 1); // a byte of the superblock's checksum
    writeBytes(path("latest.h5"), bytes);
    const auto content = io::readHdf5({.path = path("latest.h5")});
    QVERIFY(!content.ok());
    QVERIFY2(content.error().message.find("incorrect metadata checksum") != std::string::npos,
             content.error().message.c_str());
}

QTEST_GUILESS_MAIN(TestSandbox)
#include "tst_sandbox.moc"
