// SPDX-License-Identifier: GPL-3.0-or-later
// Files that change, disappear or are cut while they are read, and folders and disks that refuse.
#include "io/dataset/datasetfile.h"
#include "io/session/session.h"
#include "support/hdf5samples.h"
#include "support/sessionsamples.h"

#include <QTemporaryDir>
#include <QtTest>

#include <filesystem>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace anchorscope;
using namespace anchorscope::test;

using Action = std::function<void(const std::string &path)>;

namespace {

/// More than one window of the text reader, so that the reader meets the file again after the action.
std::string longText()
{
    std::string text;
    for (int i = 0; text.size() < (70u << 20); ++i) {
        text.append("word").append(std::to_string(i));
        for (int j = 0; j < 40; ++j)
            text.append(" 0.5000000000000000000000000000");
        text += '\n';
    }
    return text;
}

/// True if `body` succeeded in a child process without privileges.
bool heldWithoutRights(const std::function<bool()> &body)
{
    const pid_t child = ::fork();
    if (child == 0) {
        if (::geteuid() == 0 && (::setgid(65534) != 0 || ::setuid(65534) != 0))
            ::_exit(2);
        ::_exit(body() ? 0 : 1);
    }
    int status = 0;
    return ::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

} // namespace

class TestChanging : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void whileTextIsRead_data();
    void whileTextIsRead();
    void replacedBeforeTheHelperOpens();
    void noPermissionToRead();
    void noPermissionToWrite();
    void fullDisk();
    void devicesAreNotReplaced();

private:
    std::string path(const char *name) const { return m_folder.filePath(name).toStdString(); }
    QTemporaryDir m_folder;
    std::string m_text;
};

void TestChanging::initTestCase()
{
    m_text = longText();
    ::chmod(m_folder.path().toLocal8Bit().constData(), 0755);
}

void TestChanging::whileTextIsRead_data()
{
    QTest::addColumn<Action>("action");
    QTest::addColumn<QString>("code"); // empty: opens unchanged
    QTest::newRow("cut short") << Action([](const std::string &p) { std::filesystem::resize_file(p, 40 << 20); })
                               << "file-changed";
    QTest::newRow("emptied") << Action([](const std::string &p) { std::filesystem::resize_file(p, 0); })
                             << "file-changed";
    QTest::newRow("longer") << Action([](const std::string &p) { std::ofstream(p, std::ios::app) << "more 1 2\n"; })
                            << "file-changed";
    QTest::newRow("overwritten in place") << Action([](const std::string &p) {
        std::fstream file(p, std::ios::in | std::ios::out | std::ios::binary);
        file.seekp(60 << 20);
        file << "rubbish rubbish rubbish";
    }) << "file-changed";
    QTest::newRow("replaced by another file") << Action([](const std::string &p) {
        writeBytes(p + ".new", "a 1 2\n");
        std::filesystem::rename(p + ".new", p);
    }) << "";
    QTest::newRow("removed") << Action([](const std::string &p) { std::filesystem::remove(p); }) << "";
}

void TestChanging::whileTextIsRead()
{
    QFETCH(Action, action);
    QFETCH(QString, code);
    const std::string file = path("long.vec");
    writeBytes(file, m_text);
    bool done = false;
    RunContext context;
    context.progress = [&](double, std::string_view) {
        if (!std::exchange(done, true))
            action(file);
    };
    const auto opened = io::openFile(file, {}, context);
    QVERIFY(done);
    QCOMPARE(opened ? QString() : QString(errorId(opened.error().code)), code);
    if (opened)
        QCOMPARE(opened->dataset.items->count, static_cast<Index>(std::count(m_text.begin(), m_text.end(), '\n')));
}

void TestChanging::replacedBeforeTheHelperOpens()
{
    QVERIFY(io::saveDataset(path("a.h5"), sampleDataset(30)).ok());
    QVERIFY(io::saveDataset(path("b.h5"), sampleDataset(20)).ok());
    bool done = false;
    RunContext context;
    context.progress = [&](double, std::string_view) {
        if (!std::exchange(done, true))
            std::filesystem::rename(path("b.h5"), path("a.h5"));
    };
    const auto opened = io::openFile(path("a.h5"), {}, context);
    // The file equals one of the two versions as a whole.
    QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
    QVERIFY(opened->dataset.items->count == 30 || opened->dataset.items->count == 20);
    for (const auto &space : opened->dataset.spaces)
        QCOMPARE(space->size(), opened->dataset.items->count);
}

void TestChanging::noPermissionToRead()
{
    writeBytes(path("secret.csv"), "1,2\n3,4\n");
    ::chmod(path("secret.csv").c_str(), 0);
    QVERIFY(heldWithoutRights([&] {
        const auto opened = io::openFile(path("secret.csv"));
        return !opened && opened.error().code == ErrorCode::unreadableFile &&
               opened.error().message.find("no permission; ask its owner") != std::string::npos;
    }));
}

/// A folder that becomes read-only while the work is running.
void TestChanging::noPermissionToWrite()
{
    std::filesystem::create_directory(path("locked"));
    const std::string file = path("locked/a.ascope");
    QVERIFY(io::saveSession(file, sampleSession()).ok());
    const std::string before = readBytes(file);
    ::chmod(file.c_str(), 0666); // only the folder is read-only
    ::chmod(path("locked").c_str(), 0555);
    QVERIFY(heldWithoutRights([&] {
        const Status saved = io::saveSession(file, {});
        return !saved && saved.error().code == ErrorCode::cannotSave &&
               saved.error().message.find("choose another folder") != std::string::npos;
    }));
    ::chmod(path("locked").c_str(), 0755);
    QVERIFY(readBytes(file) == before);
}

void TestChanging::fullDisk()
{
    std::filesystem::create_directory(path("disk"));
    if (::mount("tmpfs", path("disk").c_str(), "tmpfs", 0, "size=320k") != 0)
        QSKIP("no right to mount a small disk; tst_session limits the size of files instead");
    const std::string file = path("disk/a.ascope");
    const Status first = io::saveSession(file, sampleSession());
    const std::string before = readBytes(file);
    io::Session larger = sampleSession();
    larger.runs[0].summary.correspondence.assign(100000, 1);
    larger.runs[0].summary.correspondenceScore.assign(100000, 1.0f);
    const Status second = io::saveSession(file, larger);
    const std::string after = readBytes(file);
    const auto left = std::distance(std::filesystem::directory_iterator(path("disk")), {});
    QVERIFY(::umount(path("disk").c_str()) == 0);
    QVERIFY2(first.ok(), first ? "" : first.error().text().c_str());
    QVERIFY(!second.ok());
    QCOMPARE(second.error().code, ErrorCode::cannotSave);
    QVERIFY(second.error().message.find("free some space") != std::string::npos);
    QVERIFY(after == before);
    QCOMPARE(left, 1); // no partial file remains
}

void TestChanging::devicesAreNotReplaced()
{
    const Status saved = io::saveSession("/dev/full", sampleSession());
    QVERIFY(!saved.ok());
    QCOMPARE(saved.error().code, ErrorCode::cannotSave);
    QVERIFY(std::filesystem::is_character_file("/dev/full"));
}

QTEST_GUILESS_MAIN(TestChanging)
#include "tst_changing.moc"
