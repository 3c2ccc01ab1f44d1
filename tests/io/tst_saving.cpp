// SPDX-License-Identifier: GPL-3.0-or-later
// Saving files: links, names, permissions, and files changed by other programs.
#include "io/files/atomicfile.h"
#include "support/hdf5samples.h"
#include "support/sentences.h"

#include <QDir>
#include <QTemporaryDir>
#include <QtTest>

#include <csignal>
#include <filesystem>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace anchorscope;
using namespace anchorscope::test;
namespace fs = std::filesystem;

class TestSaving : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void linksAreFollowed_data();
    void linksAreFollowed();
    void brokenLinksAreRefused();
    void linksOfOthersInSharedFoldersAreRefused();
    void hardLinksAreSeparated();
    void longNames_data();
    void longNames();
    void longNamesLeaveNoTemporaries();
    void newFilesFollowTheMask();
    void permissionsAreKept();
    void protectedFilesAreKept();
    void onlyTheKnownFileIsReplaced();
    void aFileThatChangesDuringTheWriteIsKept();

private:
    std::string path(const std::string &name) const { return m_folder->filePath(name.c_str()).toStdString(); }
    static std::string failure(const Status &status) { return status ? "it was saved" : status.error().text(); }
    mode_t modeOf(const std::string &name) const
    {
        struct stat facts
        {
        };
        return ::stat(path(name).c_str(), &facts) == 0 ? facts.st_mode & 0777 : 0;
    }
    QStringList files() const { return QDir(m_folder->path()).entryList(QDir::Files | QDir::Hidden | QDir::System); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestSaving::linksAreFollowed_data()
{
    QTest::addColumn<QString>("target");
    QTest::addColumn<bool>("exists");
    QTest::newRow("to a file") << "file" << true;
    QTest::newRow("to a missing file") << "file" << false;
    QTest::newRow("to a file in another folder") << "sub/file" << false;
    QTest::newRow("to an absolute name") << "/absolute" << false;
}

void TestSaving::linksAreFollowed()
{
    QFETCH(QString, target);
    QFETCH(bool, exists);
    fs::create_directory(path("sub"));
    std::string to = target.toStdString();
    if (to == "/absolute")
        to = path("absolute");
    const std::string file = to[0] == '/' ? to : path(to);
    if (exists)
        writeBytes(file, "old");
    fs::create_symlink(to, path("first"));
    fs::create_symlink("first", path("second"));
    QVERIFY(io::tryWriting(path("second")).ok());
    const Status saved = io::writeAtomically(path("second"), "new");
    QVERIFY2(saved.ok(), failure(saved).c_str());
    QVERIFY(fs::is_symlink(path("second")) && fs::is_symlink(path("first")));
    QVERIFY(fs::is_regular_file(fs::symlink_status(file)));
    QCOMPARE(readBytes(file), std::string("new"));
}

void TestSaving::brokenLinksAreRefused()
{
    fs::create_symlink("b", path("a"));
    fs::create_symlink("a", path("b"));
    fs::create_symlink("none/file", path("c"));
    for (const char *link : {"a", "c"}) {
        QCOMPARE(test::codeOf(io::writeAtomically(path(link), "new")), ErrorCode::cannotSave);
        QCOMPARE(test::codeOf(io::tryWriting(path(link))), ErrorCode::unwritableFile);
        QVERIFY(fs::is_symlink(path(link)));
    }
}

void TestSaving::linksOfOthersInSharedFoldersAreRefused()
{
    if (::geteuid() != 0)
        QSKIP("only root can make a link of somebody else");
    fs::create_directory(path("shared"));
    QCOMPARE(::chmod(path("shared").c_str(), 01777), 0);
    fs::create_symlink("../file", path("shared/link"));
    QCOMPARE(::lchown(path("shared/link").c_str(), 65534, 65534), 0);
    const Status saved = io::writeAtomically(path("shared/link"), "new");
    QVERIFY(isSaid(failure(saved), "another user"));
    QVERIFY(!fs::exists(path("file")));
}

void TestSaving::hardLinksAreSeparated()
{
    writeBytes(path("a"), "old");
    fs::create_hard_link(path("a"), path("b"));
    QVERIFY(io::writeAtomically(path("a"), "new").ok());
    QCOMPARE(readBytes(path("a")), std::string("new"));
    QCOMPARE(readBytes(path("b")), std::string("old"));
}

void TestSaving::longNames_data()
{
    QTest::addColumn<int>("bytes");
    QTest::addColumn<bool>("saved");
    for (const int bytes : {200, 201, 241, 242, 255})
        QTest::addRow("%d bytes", bytes) << bytes << true;
    QTest::newRow("256 bytes") << 256 << false;
}

void TestSaving::longNames()
{
    QFETCH(int, bytes);
    QFETCH(bool, saved);
    const std::string file = path(std::string(static_cast<std::size_t>(bytes), 'n'));
    for (const char *content : {"one", "two"}) {
        QCOMPARE(io::tryWriting(file).ok(), saved);
        const Status status = io::writeAtomically(file, content);
        QVERIFY2(status.ok() == saved, failure(status).c_str());
        if (saved)
            QCOMPARE(readBytes(file), std::string(content));
        else
            QVERIFY(isSaid(failure(status), "too long"));
    }
}

void TestSaving::longNamesLeaveNoTemporaries()
{
    const std::string file = path(std::string(250, 'n'));
    const pid_t child = ::fork();
    if (child == 0) {
        (void)io::writeAtomically(file, "half", [](const std::string &) -> Status {
            ::raise(SIGKILL);
            return Done{};
        });
        ::_exit(0);
    }
    int status = 0;
    QVERIFY(::waitpid(child, &status, 0) == child && WIFSIGNALED(status));
    QCOMPARE(files().size(), 1); // the temporary one
    QVERIFY(io::writeAtomically(file, "whole").ok());
    QCOMPARE(files().size(), 1);
    QCOMPARE(readBytes(file), std::string("whole"));
}

void TestSaving::newFilesFollowTheMask()
{
    for (const mode_t mask : {mode_t(022), mode_t(027), mode_t(077)}) {
        const std::string name = "new" + std::to_string(mask);
        const mode_t before = ::umask(mask);
        const Status saved = io::writeAtomically(path(name), "new");
        const mode_t after = ::umask(before);
        QVERIFY(saved.ok());
        QCOMPARE(after, mask);
        QCOMPARE(modeOf(name), mode_t(0666 & ~mask));
    }
}

void TestSaving::permissionsAreKept()
{
    for (const mode_t mode : {mode_t(0600), mode_t(0644), mode_t(0660), mode_t(0666)}) {
        writeBytes(path("kept"), "old");
        QCOMPARE(::chmod(path("kept").c_str(), mode), 0);
        mode_t during = 0;
        QVERIFY(io::writeAtomically(path("kept"), "new", [&](const std::string &temporary) -> Status {
                    struct stat facts
                    {
                    };
                    if (::stat(temporary.c_str(), &facts) == 0)
                        during = facts.st_mode & 0777;
                    return Done{};
                }).ok());
        QCOMPARE(modeOf("kept"), mode);
        QCOMPARE(during, mode);
    }
}

void TestSaving::protectedFilesAreKept()
{
    writeBytes(path("kept"), "old");
    QCOMPARE(::chmod(path("kept").c_str(), 0444), 0);
    const Status saved = io::writeAtomically(path("kept"), "new");
    QVERIFY(!saved.ok());
    QCOMPARE(test::codeOf(saved), ErrorCode::cannotSave);
    QVERIFY(isSaid(saved.error().text()));
    QVERIFY(isSaid(failure(saved), "write-protected"));
    QCOMPARE(readBytes(path("kept")), std::string("old"));
}

void TestSaving::onlyTheKnownFileIsReplaced()
{
    io::FileStamp known; // there is no file yet
    QVERIFY(io::writeAtomically(path("a"), "1", {}, &known).ok());
    QVERIFY(known == io::stampOf(path("a")));
    QVERIFY(io::writeAtomically(path("a"), "2", {}, &known).ok());
    QVERIFY(io::writeAtomically(path("a"), "3").ok()); // another program, with the same size
    const io::FileStamp before = known;
    QCOMPARE(test::codeOf(io::writeAtomically(path("a"), "4", {}, &known)), ErrorCode::fileChanged);
    QCOMPARE(readBytes(path("a")), std::string("3"));
    QVERIFY(known == before);
    known = {};
    QCOMPARE(test::codeOf(io::writeAtomically(path("a"), "4", {}, &known)), ErrorCode::fileChanged);
    QVERIFY(fs::remove(path("a"))); // without a file nothing can be lost
    known = before;
    QVERIFY(io::writeAtomically(path("a"), "5", {}, &known).ok());
    QCOMPARE(files(), QStringList("a"));
}

void TestSaving::aFileThatChangesDuringTheWriteIsKept()
{
    QVERIFY(io::writeAtomically(path("a"), "1").ok());
    io::FileStamp known = io::stampOf(path("a"));
    const Status saved = io::writeAtomically(
        path("a"), "2", [&](const std::string &) { return io::writeAtomically(path("a"), "other"); }, &known);
    QCOMPARE(test::codeOf(saved), ErrorCode::fileChanged);
    QVERIFY(isSaid(saved.error().text()));
    QCOMPARE(readBytes(path("a")), std::string("other"));
    QCOMPARE(files(), QStringList("a"));
}

QTEST_GUILESS_MAIN(TestSaving)
#include "tst_saving.moc"
