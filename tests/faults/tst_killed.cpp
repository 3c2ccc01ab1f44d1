// SPDX-License-Identifier: GPL-3.0-or-later
// Processes killed (-9) at random moments: while saving, and while the helper reads. ANCHORSCOPE_TRIALS sets how often.
#include "io/dataset/datasetfile.h"
#include "io/session/session.h"
#include "support/fromenvironment.h"
#include "support/hdf5samples.h"
#include "support/sessionsamples.h"

#include <QDir>
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QtTest>

#include <atomic>
#include <csignal>
#include <set>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace anchorscope;
using namespace anchorscope::test;

namespace {

int trials(int usual)
{
    return test::fromEnvironment("ANCHORSCOPE_TRIALS", usual);
}

/// A session of 2 MB, so that saving takes a while; every part that can contain a number contains its number.
io::Session numberedSession(int number)
{
    io::Session session = sampleSession();
    session.randomSeed = static_cast<std::uint64_t>(number);
    session.runs[0].name = std::to_string(number);
    OptimizeSummary &summary = session.runs[0].summary;
    summary.correspondence.assign(250000, number);
    summary.correspondenceScore.assign(250000, static_cast<float>(number));
    return session;
}

bool isWhole(const io::Session &session)
{
    const int number = static_cast<int>(session.randomSeed);
    const OptimizeSummary &summary = session.runs[0].summary;
    return session.runs[0].name == std::to_string(number) && summary.correspondence.size() == 250000 &&
           summary.correspondenceScore.size() == 250000 && summary.correspondence.back() == number &&
           summary.correspondence.front() == number && summary.correspondenceScore.back() == static_cast<float>(number);
}

/// The helper processes of this process.
std::vector<pid_t> helpers()
{
    std::vector<pid_t> found;
    for (const QString &task : QDir("/proc/self/task").entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        QFile file("/proc/self/task/" + task + "/children");
        if (!file.open(QIODevice::ReadOnly))
            continue;
        for (const QByteArray &pid : file.readAll().simplified().split(' ')) {
            if (!pid.isEmpty())
                found.push_back(pid.toInt());
        }
    }
    return found;
}

} // namespace

class TestKilled : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whileSaving();
    void helperWhileReading();

private:
    QTemporaryDir m_folder;
};

/// The last complete session always opens: the one before the save or the one after it, never a mixture.
void TestKilled::whileSaving()
{
    const std::string file = m_folder.filePath("kept.ascope").toStdString();
    QElapsedTimer timer;
    timer.start();
    QVERIFY(io::saveSession(file, numberedSession(1)).ok());
    const auto usual = static_cast<unsigned>(std::max<qint64>(timer.nsecsElapsed() / 1000, 1000));
    std::mt19937 random(20261121);
    std::set<std::uint64_t> seen;
    for (int trial = 0; trial < trials(40); ++trial) {
        const int base = 10 * (trial + 1);
        const pid_t child = ::fork();
        QVERIFY(child >= 0);
        if (child == 0) {
            for (int i = 0;; ++i)
                (void)io::saveSession(file, numberedSession(base + i % 10));
        }
        ::usleep(random() % (2 * usual));
        ::kill(child, SIGKILL);
        int status = 0;
        QVERIFY(::waitpid(child, &status, 0) == child);
        QVERIFY(WIFSIGNALED(status));
        const auto loaded = io::loadSession(file);
        QVERIFY2(loaded.ok(), loaded ? "" : loaded.error().text().c_str());
        QVERIFY(isWhole(*loaded));
        seen.insert(loaded->randomSeed);
    }
    // Half-written files of those that were killed are gone with the next save.
    QVERIFY(io::saveSession(file, numberedSession(1)).ok());
    QCOMPARE(QDir(m_folder.path()).entryList(QDir::Files | QDir::Hidden), QStringList("kept.ascope"));
    // Some were killed before their first save was complete, some after.
    QVERIFY(seen.size() > 2);
    QVERIFY(static_cast<int>(seen.size()) < trials(40));
    qInfo("%d kills, usual save %u ms, %zu different sessions found", trials(40), usual / 1000, seen.size());
}

/// The result is the whole dataset or a sentence, whenever the helper is killed.
void TestKilled::helperWhileReading()
{
    const std::string file = m_folder.filePath("large.h5").toStdString();
    QVERIFY(io::saveDataset(file, sampleDataset(60000)).ok());
    QElapsedTimer timer;
    timer.start();
    QVERIFY(io::openDataset(file).ok());
    const auto usual = static_cast<unsigned>(std::max<qint64>(timer.nsecsElapsed() / 1000, 1000));
    std::mt19937 random(20261121);
    int killed = 0;
    for (int trial = 0; trial < trials(40); ++trial) {
        const unsigned wait = random() % usual;
        std::atomic<bool> done = false;
        std::thread killer([&] {
            ::usleep(wait);
            for (const pid_t child : helpers()) {
                if (!done)
                    ::kill(child, SIGKILL);
            }
        });
        const auto opened = io::openDataset(file);
        done = true;
        killer.join();
        if (opened) {
            QCOMPARE(opened->items->count, Index(60000));
            continue;
        }
        ++killed;
        // Killed as by the system for lack of memory: the file is not reported as damaged.
        QCOMPARE(opened.error().code, ErrorCode::tooLarge);
        QVERIFY2(opened.error().message.find("the system stopped the HDF5 reader") != std::string::npos,
                 opened.error().message.c_str());
    }
    QVERIFY(killed > 0);
    qInfo("%d of %d times the helper was killed before it was done (%u ms)", killed, trials(40), usual / 1000);
}

QTEST_GUILESS_MAIN(TestKilled)
#include "tst_killed.moc"
