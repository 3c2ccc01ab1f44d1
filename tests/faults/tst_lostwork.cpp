// SPDX-License-Identifier: GPL-3.0-or-later
// No work of the user is lost: edits during a save, a second window that saves the same session, data that change under
// a session, killed programs, full disks. ANCHORSCOPE_TRIALS sets how many rounds.
#include "support/appwindow.h"
#include "support/fromenvironment.h"
#include "support/hdf5samples.h"
#include "support/questions.h"
#include "support/spaces.h"
#include "support/windowsetup.h"

#include <QDir>
#include <QElapsedTimer>
#include <QMessageBox>
#include <QProcess>
#include <QPushButton>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <random>
#include <sys/resource.h>

using namespace anchorscope;
using namespace anchorscope::gui;
using anchorscope::test::patience;
using namespace std::chrono_literals;

namespace {

constexpr Index items = 60;

int trials(int usual)
{
    return test::fromEnvironment("ANCHORSCOPE_TRIALS", usual);
}

/// The same items in another order, or in their own.
Dataset turned(bool reversed)
{
    Dataset made = test::twoSpaces(items);
    if (!reversed)
        return made;
    auto table = std::make_shared<ItemTable>(*made.items);
    std::reverse(table->ids.begin(), table->ids.end());
    std::reverse(table->labels.begin(), table->labels.end());
    made.items = table;
    for (auto &space : made.spaces) {
        auto other = std::make_shared<EmbeddingSet>(*space);
        other->vectors = space->vectors.colwise().reverse().eval();
        other->items = table;
        space = other;
    }
    return made;
}

/// Opens a session, adds seeds and saves in an endless loop; prints what was saved and what was copied.
int workUntilKilled(const QString &file)
{
    test::AppWindow window;
    window.model.autosave.setDelays(1ms, 5ms);
    Workspace &workspace = window.model.workspace;
    const auto say = [&](const char *what) {
        std::printf("%s %d\n", what, static_cast<int>(workspace.setup().seeds.size()));
        std::fflush(stdout);
    };
    const auto work = [&] {
        const auto next = static_cast<Index>(workspace.setup().seeds.size()) % (items - 1) + 1;
        workspace.change("Seeds", [&](Setup &setup) { setup.seeds = test::truePairs(next); });
        window.model.session.save(file);
    };
    QObject::connect(&window.model.session, &SessionController::saved, &window, [&] {
        say("saved");
        work();
    });
    QObject::connect(&window.model.session, &SessionController::opened, &window, work);
    window.model.session.open({file});
    return QApplication::exec();
}

/// Limits the size of files during its lifetime: writing fails as on a full disk.
class FullDisk
{
public:
    explicit FullDisk(rlim_t room)
    {
        std::signal(SIGXFSZ, SIG_IGN);
        ::getrlimit(RLIMIT_FSIZE, &m_before);
        const rlimit small{room, m_before.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &small);
    }
    ~FullDisk() { ::setrlimit(RLIMIT_FSIZE, &m_before); }
    FullDisk(const FullDisk &) = delete;
    FullDisk &operator=(const FullDisk &) = delete;

private:
    rlimit m_before{};
};

} // namespace

class TestLostWork : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void editsDuringASaveStayUnsaved();
    void savesFollowEachOther();
    void otherDataOpenedDuringASaveAreNotThatSession();
    void externalChangesAskBeforeOverwriting_data();
    void externalChangesAskBeforeOverwriting();
    void protectedSessionsAreNotReplaced();
    void hashIsThatOfTheLoadedData();
    void rounds();

private:
    Workspace &workspace() { return m_window->model.workspace; }
    SessionController &session() { return m_window->model.session; }
    Index seeds() { return static_cast<Index>(workspace().setup().seeds.size()); }
    void setSeeds(Index count)
    {
        workspace().change("Seeds", [&](Setup &setup) { setup.seeds = test::truePairs(count); });
    }
    void writeData(bool reversed) { QVERIFY(io::saveDataset(m_data.toStdString(), turned(reversed)).ok()); }
    void open(const QString &file);
    void waitForSave();
    Index seedsOnDisk();
    std::vector<std::string> seedIds();
    void answer(const QString &button) { test::answer(*m_window, button); }

    void editWhileSaving();
    void secondWriter();
    void changedInput();
    void killed();
    void fullDisk();

    QTemporaryDir m_folder;
    QString m_data, m_file;
    std::unique_ptr<test::AppWindow> m_window;
    std::mt19937 m_random{20261122};
};

void TestLostWork::initTestCase()
{
    m_data = m_folder.filePath("pair.h5");
    m_file = m_folder.filePath("work.ascope");
}

/// A session of two seeds, open in a window.
void TestLostWork::init()
{
    QSettings().clear();
    QDir(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + "/recovery").removeRecursively();
    m_window = std::make_unique<test::AppWindow>();
    m_window->show();
    writeData(false);
    QFile::remove(m_file);
    open(m_data);
    setSeeds(2);
    session().save(m_file);
    waitForSave();
    QCOMPARE(seedsOnDisk(), Index(2));
}

void TestLostWork::cleanup()
{
    workspace().setModified(false);
    m_window.reset();
}

void TestLostWork::open(const QString &file)
{
    QSignalSpy opened(&session(), &SessionController::opened);
    session().open({file});
    QTRY_VERIFY_WITH_TIMEOUT(!opened.isEmpty(), patience);
}

void TestLostWork::waitForSave()
{
    QTRY_VERIFY_WITH_TIMEOUT(!session().saving(), patience);
}

Index TestLostWork::seedsOnDisk()
{
    const auto saved = io::loadSession(m_file.toStdString());
    return saved ? static_cast<Index>(saved->seeds.size()) : -1;
}

std::vector<std::string> TestLostWork::seedIds()
{
    std::vector<std::string> ids;
    for (const SeedPair &seed : workspace().setup().seeds)
        ids.push_back(workspace().data()->items(Side::x).name(seed.x) + ' ' +
                      workspace().data()->items(Side::y).name(seed.y));
    return ids;
}

void TestLostWork::editsDuringASaveStayUnsaved()
{
    m_window->model.autosave.setDelays(1ms, 1ms);
    QSignalSpy copied(&m_window->model.autosave, &AutosaveController::written);
    setSeeds(3);
    session().save(m_file);
    setSeeds(4); // the end of the save is reported after this
    waitForSave();
    QCOMPARE(seedsOnDisk(), Index(3));
    QVERIFY(workspace().isModified());
    QVERIFY(m_window->isWindowModified());
    QTRY_VERIFY_WITH_TIMEOUT(!copied.isEmpty() && m_window->model.runner.jobs().isEmpty(), patience);
    QVERIFY(QFile::exists(copied.last()[0].toString()));
    session().save(m_file);
    waitForSave();
    QCOMPARE(seedsOnDisk(), Index(4));
    QVERIFY(!workspace().isModified() && !m_window->isWindowModified());
}

void TestLostWork::savesFollowEachOther()
{
    QSignalSpy saved(&session(), &SessionController::saved), changed(&session(), &SessionController::changedOnDisk);
    for (Index count = 5; count < 9; ++count) {
        setSeeds(count);
        session().save(m_file);
    }
    waitForSave();
    QCOMPARE(seedsOnDisk(), Index(8));
    QVERIFY(!workspace().isModified());
    QCOMPARE(saved.size(), 2); // the first save, and one for all requests during it
    QVERIFY(changed.isEmpty());
}

void TestLostWork::otherDataOpenedDuringASaveAreNotThatSession()
{
    setSeeds(3);
    session().save(m_file);
    workspace().setData(test::loaded(test::twoSpaces(40)));
    setSeeds(1);
    waitForSave();
    QCOMPARE(seedsOnDisk(), Index(3));
    QVERIFY(workspace().isModified());
}

void TestLostWork::externalChangesAskBeforeOverwriting_data()
{
    QTest::addColumn<QString>("button");
    QTest::addColumn<int>("onDisk");
    QTest::addColumn<bool>("unsaved");
    QTest::newRow("cancelled") << "Cancel" << 7 << true;
    QTest::newRow("overwritten") << "Overwrite" << 3 << false;
}

void TestLostWork::externalChangesAskBeforeOverwriting()
{
    QFETCH(QString, button);
    QFETCH(int, onDisk);
    QFETCH(bool, unsaved);
    auto other = io::loadSession(m_file.toStdString());
    QVERIFY(other.ok());
    other->seeds = test::truePairs(7);
    QVERIFY(io::saveSession(m_file.toStdString(), *other).ok());
    setSeeds(3);
    session().save(m_file);
    waitForSave();
    QCOMPARE(seedsOnDisk(), Index(7));
    QVERIFY(workspace().isModified());
    answer(button);
    waitForSave();
    QCOMPARE(seedsOnDisk(), Index(onDisk));
    QCOMPARE(workspace().isModified(), unsaved);
    // A missing file needs no question: nothing is overwritten.
    QVERIFY(QFile::remove(m_file));
    session().save(m_file);
    waitForSave();
    QCOMPARE(seedsOnDisk(), Index(3));
    QVERIFY(!workspace().isModified());
}

void TestLostWork::protectedSessionsAreNotReplaced()
{
    QVERIFY(QFile::setPermissions(m_file, QFile::ReadOwner));
    QSignalSpy failed(&session(), &SessionController::failed);
    setSeeds(3);
    session().save(m_file);
    waitForSave();
    QCOMPARE(failed.size(), 1);
    QVERIFY2(failed[0][0].toString().contains("write-protected"), qPrintable(failed[0][0].toString()));
    QCOMPARE(seedsOnDisk(), Index(2));
    QVERIFY(workspace().isModified());
}

/// The data file is replaced while the session is open: the saved session refers to the data that were read.
void TestLostWork::hashIsThatOfTheLoadedData()
{
    setSeeds(5);
    const std::vector<std::string> before = seedIds();
    const std::string hash = io::describeInput(m_data.toStdString())->hash;
    writeData(true);
    session().save(m_file);
    waitForSave();
    QCOMPARE(io::loadSession(m_file.toStdString())->fileX.hash, hash);
    QVERIFY(!workspace().isModified());
    session().open({m_file});
    QTRY_VERIFY_WITH_TIMEOUT(m_window->findChild<QMessageBox *>(), patience);
    const QString told = m_window->findChild<QMessageBox *>()->informativeText();
    QVERIFY2(told.contains("found by their ids"), qPrintable(told));
    answer("Open anyway");
    QTRY_VERIFY_WITH_TIMEOUT(workspace().setup().seeds.front().x == items - 1, patience);
    QVERIFY(seedIds() == before);
    QVERIFY(workspace().isModified());
}

void TestLostWork::editWhileSaving()
{
    const Index first = seeds() % (items - 2) + 1;
    setSeeds(first);
    session().save(m_file);
    const int wait = static_cast<int>(m_random() % 40);
    if (wait > 0)
        QTest::qWait(wait);
    setSeeds(first + 1);
    waitForSave();
    QVERIFY(workspace().isModified());
    QCOMPARE(seedsOnDisk(), first);
    session().save(m_file);
    waitForSave();
}

/// Another window has the session open and saves it, before or during a save of this one.
void TestLostWork::secondWriter()
{
    auto other = io::loadSession(m_file.toStdString());
    io::FileStamp known = io::stampOf(m_file.toStdString());
    QVERIFY(other.ok());
    const Index mine = seeds() % (items - 1) + 1, theirs = (mine + 7) % items;
    other->seeds = test::truePairs(theirs);
    setSeeds(mine);
    session().save(m_file);
    ::usleep(m_random() % 60000);
    const Status saved = io::saveSession(m_file.toStdString(), *other, &known);
    waitForSave();
    // Only one of them reports success, and its seeds are in the file.
    QCOMPARE(saved.ok(), workspace().isModified());
    QCOMPARE(seedsOnDisk(), saved ? theirs : mine);
    if (saved)
        answer("Overwrite");
    waitForSave();
    QCOMPARE(seedsOnDisk(), mine);
}

void TestLostWork::changedInput()
{
    const bool reversed = workspace().data()->items(Side::x).ids.front() == "item0";
    const std::vector<std::string> before = seedIds();
    writeData(reversed);
    workspace().setModified(true);
    session().save(m_file);
    waitForSave();
    session().open({m_file});
    answer("Open anyway");
    QTRY_VERIFY_WITH_TIMEOUT(!session().busy(), patience);
    QVERIFY(seedIds() == before);
    session().save(m_file);
    waitForSave();
}

/// Data that another process reported as saved exist after it was killed.
void TestLostWork::killed()
{
    QProcess process;
    process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    process.start(QCoreApplication::arguments().constFirst(), {"--work", m_file});
    QByteArray said;
    const int lines = 1 + static_cast<int>(m_random() % 6);
    while (said.count('\n') < lines && process.waitForReadyRead(patience))
        said += process.readAllStandardOutput();
    ::usleep(m_random() % 30000);
    process.kill();
    process.waitForFinished(-1);
    said += process.readAllStandardOutput();
    const Index told = said.left(said.lastIndexOf('\n')).split(' ').last().toInt(), next = told % (items - 1) + 1;
    const Index there = seedsOnDisk();
    QVERIFY2(there == told || there == next, qPrintable(QString("%1 after %2").arg(there).arg(told)));
    for (const RecoveryCopy &recoveryCopy : m_window->model.autosave.recoveryCopies()) {
        const auto copy = io::loadSession(recoveryCopy.copy.toStdString());
        QVERIFY(copy.ok());
        QVERIFY(!recoveryCopy.data.isEmpty() && !recoveryCopy.work.isEmpty());
        AutosaveController::discard(recoveryCopy);
    }
    QVERIFY(m_window->model.autosave.recoveryCopies().isEmpty());
    // This window had the session open: it asks before overwriting the other's work.
    setSeeds(there % (items - 1) + 1);
    workspace().setModified(true);
    session().save(m_file);
    waitForSave();
    QVERIFY(workspace().isModified());
    QCOMPARE(seedsOnDisk(), there);
    answer("Overwrite");
    waitForSave();
}

void TestLostWork::fullDisk()
{
    QSignalSpy failed(&session(), &SessionController::failed);
    const Index before = seedsOnDisk();
    setSeeds(seeds() % (items - 1) + 1);
    {
        const FullDisk full(m_random() % 4000);
        session().save(m_file);
        waitForSave();
    }
    QCOMPARE(failed.size(), 1);
    QVERIFY(workspace().isModified());
    QCOMPARE(seedsOnDisk(), before);
    session().save(m_file);
    waitForSave();
}

void TestLostWork::rounds()
{
    using Round = void (TestLostWork::*)();
    constexpr std::array<Round, 5> kinds{&TestLostWork::editWhileSaving, &TestLostWork::secondWriter,
                                         &TestLostWork::changedInput, &TestLostWork::killed, &TestLostWork::fullDisk};
    m_window->model.autosave.setDelays(5ms, 20ms);
    const int count = trials(15);
    QString last; // last message
    connect(&session(), &SessionController::failed, m_window.get(), [&](const QString &sentence) { last = sentence; });
    connect(&session(), &SessionController::changedOnDisk, m_window.get(), [&] { last = "changed on disk"; });
    for (int round = 0; round < count; ++round) {
        (this->*kinds[static_cast<std::size_t>(round) % kinds.size()])();
        const QString where = QString("round %1 of %2; %3").arg(round).arg(count).arg(last);
        QVERIFY2(!QTest::currentTestFailed() && !workspace().isModified(), qPrintable(where));
        QCOMPARE(seedsOnDisk(), seeds());
    }
    QTRY_VERIFY_WITH_TIMEOUT(m_window->model.runner.jobs().isEmpty(), patience);
    QCOMPARE(QDir(m_folder.path()).entryList(QDir::Files | QDir::Hidden).size(), 2); // no temporary file is left
    qInfo("%d rounds", count);
}

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    test::setUpWindows("tst_lostwork");
    if (argc == 3 && QByteArray(argv[1]) == "--work")
        return workUntilKilled(argv[2]);
    TestLostWork test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_lostwork.moc"
