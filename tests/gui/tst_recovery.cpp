// SPDX-License-Identifier: GPL-3.0-or-later
// Unsaved work: copied automatically, offered after a crash; sessions whose files moved or changed.
#include "gui/desktop/crashlog.h"
#include "support/appwindow.h"
#include "support/hdf5samples.h"
#include "support/questions.h"
#include "support/spaces.h"
#include "support/windowsetup.h"

#include <QApplication>
#include <QDir>
#include <QLabel>
#include <QListView>
#include <QMessageBox>
#include <QProcess>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <cstdio>

using namespace anchorscope;
using namespace anchorscope::gui;
using anchorscope::test::patience;
using namespace std::chrono_literals;

namespace {

QString recoveryFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + "/recovery";
}

/// Opens a file, adds seeds and waits to be killed. Prints a line when a copy was written.
int workUntilKilled(const QString &file)
{
    reportCrashes();
    test::AppWindow window;
    window.model.autosave.setDelays(10ms, 50ms);
    int seeds = 0;
    const auto work = [&] {
        window.model.workspace.change("Seeds", [&](Setup &setup) { setup.seeds = test::truePairs(++seeds); });
    };
    // The next change waits for the previous copy, so that the printed line matches the content of the copy.
    QObject::connect(&window.model.autosave, &AutosaveController::written, &window, [&] {
        std::printf("%d\n", seeds);
        std::fflush(stdout);
        work();
    });
    QObject::connect(&window.model.session, &SessionController::opened, &window, work);
    window.model.session.open({file});
    return QApplication::exec();
}

} // namespace

class TestRecovery : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void killedProcessLeavesItsWork();
    void crashesAreReported();
    void recoveredWorkBelongsToItsSession();
    void damagedCopiesAreNotOffered();
    void savingAndClosingRemoveTheCopies();
    void startPageListsUnsavedWork();
    void filesAreOpenedAfterTheQuestion();
    void discardedWorkIsForgotten();
    void workThatCouldNotBeOpenedIsKept();
    void locksOfCrashedWindowsGo();
    void recoveryFolderIsPrivate();
    void programsWithoutUsersLeaveNothing();
    void movedInputAsksTheUser();
    void changedInputAsksTheUser();
    void continuesAsItWasLeft();
    void keptWorkIsNotReplaced();
    void continuesAfterACrash();
    void lastCopyStaysAfterASignal();

private:
    int workInAProcessThatIsKilled(const QString &file, int signal = SIGKILL);
    QMessageBox *question() { return m_window->findChild<QMessageBox *>(); }
    void answer(const QString &button) { test::answer(*m_window, button); }
    /// Text about unsaved work on the start page; empty: none.
    QString offered();
    void click(const char *button) { QTest::mouseClick(m_window->findChild<QPushButton *>(button), Qt::LeftButton); }
    QString session(const char *name);
    /// Clicks the newest entry under Continue.
    void continueLast() { continueEntry(0); }
    void continueEntry(int row);

    QTemporaryDir m_folder;
    QString m_pair;
    std::unique_ptr<test::AppWindow> m_window;
};

void TestRecovery::initTestCase()
{
    m_pair = m_folder.filePath("pair.h5");
    QVERIFY(io::saveDataset(m_pair.toStdString(), test::twoSpaces(200)).ok());
}

void TestRecovery::init()
{
    QSettings().clear();
    QDir(recoveryFolder()).removeRecursively();
    m_window = std::make_unique<test::AppWindow>();
    m_window->show();
}

void TestRecovery::cleanup()
{
    m_window->model.workspace.setModified(false);
    m_window.reset();
}

QString TestRecovery::offered()
{
    const auto *box = m_window->findChild<QFrame *>("recovery");
    return box->isVisible() ? box->findChild<QLabel *>("recoveryText")->text() : QString();
}

/// The number of seeds that a killed program had certainly stored.
int TestRecovery::workInAProcessThatIsKilled(const QString &file, int signal)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    process.start(QCoreApplication::arguments().constFirst(), {"--work", file});
    QByteArray said;
    while (said.count('\n') < 3 && process.waitForReadyRead(patience))
        said += process.readAllStandardOutput();
    ::kill(static_cast<pid_t>(process.processId()), signal);
    process.waitForFinished(-1); // the process cannot exit before a pending fsync is done
    said += process.readAllStandardOutput();
    return said.trimmed().split('\n').last().toInt();
}

QString TestRecovery::session(const char *name)
{
    m_window->model.session.open({m_pair});
    [&] { QTRY_VERIFY_WITH_TIMEOUT(m_window->model.workspace.hasData(), patience); }();
    m_window->model.workspace.change("Seeds", [](Setup &setup) { setup.seeds = test::truePairs(2); });
    m_window->model.session.save(m_folder.filePath(name));
    [&] { QTRY_VERIFY_WITH_TIMEOUT(!m_window->isWindowModified(), patience); }();
    return m_folder.filePath(name);
}

void TestRecovery::killedProcessLeavesItsWork()
{
    const int seeds = workInAProcessThatIsKilled(m_pair);
    QVERIFY(seeds >= 1);
    m_window->offerRecovery();
    QVERIFY2(offered().contains("not belong to a saved session"), qPrintable(offered()));
    QVERIFY(!question());
    click("recover");
    QVERIFY(offered().isEmpty());
    QTRY_VERIFY_WITH_TIMEOUT(m_window->model.workspace.hasData(), patience);
    // One more copy may have been written before the kill.
    const auto kept = static_cast<int>(m_window->model.workspace.setup().seeds.size());
    QVERIFY2(kept == seeds || kept == seeds + 1, qPrintable(QString("%1 of %2").arg(kept).arg(seeds)));
    QVERIFY(m_window->isWindowModified());
    QVERIFY(m_window->model.session.sessionPath().isEmpty());
    QCOMPARE(QDir(recoveryFolder()).entryList({"*.json"}).size(), 1); // copies are kept until the work is saved
    m_window->model.session.save(m_folder.filePath("saved.ascope"));
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->isWindowModified(), patience);
    QTRY_COMPARE(QDir(recoveryFolder()).entryList({"*.json", "*.ascope"}).size(), 0);
    QVERIFY(m_window->model.autosave.recoveryCopies().isEmpty());
}

/// The report describes the crash and contains no data; the program still exits, and its work is offered for recovery.
void TestRecovery::crashesAreReported()
{
#ifdef ANCHORSCOPE_SANITIZED
    QSKIP("sanitizers report crashes themselves");
#endif
    QDir folder(crashFolder());
    folder.removeRecursively();
    folder.mkpath(".");
    for (int old = 10; old < 22; ++old) {
        QFile report(folder.filePath(QString("crash-20200101-0000%1-1.txt").arg(old)));
        QVERIFY(report.open(QIODevice::WriteOnly));
    }
    QVERIFY(workInAProcessThatIsKilled(m_pair, SIGSEGV) >= 1);
    const QStringList reports = folder.entryList({"crash-*.txt"}, QDir::Files, QDir::Name);
    QCOMPARE(reports.size(), 10); // the others were too old
    QCOMPARE(reports.first(), QString("crash-20200101-000013-1.txt"));
    QFile report(folder.filePath(reports.last()));
    QVERIFY(report.open(QIODevice::ReadOnly));
    const QString text = report.readAll();
    QVERIFY2(text.startsWith("Anchorscope " ANCHORSCOPE_VERSION), qPrintable(text));
    QVERIFY2(text.contains(QString("\nsignal %1\n").arg(SIGSEGV)), qPrintable(text));
    QVERIFY2(text.count("(+0x") + text.count("+0x") >= 3, qPrintable(text)); // stack frames with functions
    QVERIFY2(!text.contains("pair.h5"), qPrintable(text));
    QCOMPARE(report.permissions() & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
    m_window->offerRecovery();
    QVERIFY(!offered().isEmpty());
    click("discard");
}

void TestRecovery::recoveredWorkBelongsToItsSession()
{
    const QString file = session("known.ascope");
    QVERIFY(workInAProcessThatIsKilled(file) >= 1);
    const QList<RecoveryCopy> recoveryCopies = m_window->model.autosave.recoveryCopies();
    QCOMPARE(recoveryCopies.size(), 1);
    QCOMPARE(recoveryCopies[0].original, file);
    m_window->model.autosave.recover(recoveryCopies[0]);
    QTRY_COMPARE_WITH_TIMEOUT(m_window->model.session.sessionPath(), file, patience);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->isWindowModified(), patience);
    // If the session had been saved since, the work would not replace it.
    test::writeBytes(file.toStdString(), "something else");
}

void TestRecovery::damagedCopiesAreNotOffered()
{
    const QString file = session("other.ascope");
    QVERIFY(workInAProcessThatIsKilled(file) >= 1);
    test::writeBytes(file.toStdString(), "somebody else wrote here");
    {
        const QList<RecoveryCopy> recoveryCopies = m_window->model.autosave.recoveryCopies();
        QCOMPARE(recoveryCopies.size(), 1);
        QVERIFY(recoveryCopies[0].originalChanged);
        QVERIFY(recoveryCopies[0].original.isEmpty());
        // The newest copy loses a byte, so the previous one is offered.
        const QString newest = recoveryCopies[0].copy;
        std::string bytes = test::readBytes(newest.toStdString());
        bytes.back() ^= 1;
        test::writeBytes(newest.toStdString(), bytes);
    }
    const QList<RecoveryCopy> again = m_window->model.autosave.recoveryCopies();
    QCOMPARE(again.size(), 1);
    test::writeBytes(again[0].copy.toStdString(), "");
    QVERIFY(m_window->model.autosave.recoveryCopies().isEmpty());
}

void TestRecovery::savingAndClosingRemoveTheCopies()
{
    const QStringList copies{"*.json", "*.ascope"};
    m_window->model.autosave.setDelays(1ms, 1ms);
    QSignalSpy written(&m_window->model.autosave, &AutosaveController::written);
    RecentFiles &recent = m_window->model.recentFiles;
    recent.clear();
    m_window->model.session.open({m_pair});
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->model.thumbnail().isNull(), patience);
    QVERIFY(recent.data(recent.index(0), Qt::DecorationRole).isNull());
    m_window->model.workspace.change("Seeds", [](Setup &setup) { setup.seeds = test::truePairs(5); });
    QTRY_VERIFY_WITH_TIMEOUT(!written.isEmpty(), patience);
    QVERIFY(!recent.data(recent.index(0), Qt::DecorationRole).isNull());
    QVERIFY(!QDir(recoveryFolder()).entryList(copies).isEmpty());
    QVERIFY(test::AppWindow().model.autosave.recoveryCopies().isEmpty()); // the program is still running
    m_window->model.session.save(m_folder.filePath("kept.ascope"));
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->isWindowModified(), patience);
    QTRY_VERIFY(QDir(recoveryFolder()).entryList(copies).isEmpty());
    written.clear();
    m_window->model.workspace.change("Seeds", [](Setup &setup) { setup.seeds.clear(); });
    QTRY_VERIFY_WITH_TIMEOUT(!written.isEmpty(), patience);
    m_window->model.workspace.setModified(false); // “Discard” on closing
    m_window.reset();
    QVERIFY(QDir(recoveryFolder()).entryList(copies).isEmpty());
    m_window = std::make_unique<test::AppWindow>();
}

void TestRecovery::startPageListsUnsavedWork()
{
    const int seeds = workInAProcessThatIsKilled(m_pair);
    m_window->offerRecovery();
    const QString text = offered();
    for (const char *part : {"left ↔ right (pair.h5)", "seed pair", "0 runs", "“Seeds”"})
        QVERIFY2(text.contains(part), qPrintable(text));
    QVERIFY2(text.contains(QString::number(seeds)) || text.contains(QString::number(seeds + 1)), qPrintable(text));
    // Neither taken nor discarded: the next window offers it again.
    m_window->model.session.open({m_pair});
    QTRY_VERIFY_WITH_TIMEOUT(m_window->model.workspace.hasData(), patience);
    m_window.reset();
    m_window = std::make_unique<test::AppWindow>();
    m_window->show();
    m_window->offerRecovery();
    QCOMPARE(offered(), text);
    click("discard");
    QVERIFY(offered().isEmpty());
}

/// Open files would hide the start page.
void TestRecovery::filesAreOpenedAfterTheQuestion()
{
    const QString file = session("asked.ascope");
    QVERIFY(workInAProcessThatIsKilled(m_pair) >= 1);
    m_window.reset();
    m_window = std::make_unique<test::AppWindow>();
    m_window->show();
    m_window->offerRecovery({file});
    QTRY_VERIFY(question());
    QVERIFY2(question()->text().contains("left ↔ right (pair.h5)"), qPrintable(question()->text()));
    QVERIFY(offered().isEmpty());
    answer("Discard");
    QTRY_COMPARE_WITH_TIMEOUT(m_window->model.session.sessionPath(), file, patience);
    QVERIFY(m_window->model.autosave.recoveryCopies().isEmpty());
}

void TestRecovery::discardedWorkIsForgotten()
{
    const QStringList copies{"*.json", "*.ascope"};
    QVERIFY(workInAProcessThatIsKilled(m_pair) >= 1);
    m_window->offerRecovery();
    click("discard");
    QVERIFY(m_window->model.autosave.recoveryCopies().isEmpty());
    // Work is recovered, and then discarded for other data.
    QVERIFY(workInAProcessThatIsKilled(m_pair) >= 1);
    m_window->offerRecovery();
    click("recover");
    QTRY_VERIFY_WITH_TIMEOUT(m_window->model.workspace.hasData(), patience);
    QVERIFY(!QDir(recoveryFolder()).entryList(copies).isEmpty());
    QSignalSpy opened(&m_window->model.session, &SessionController::opened);
    m_window->model.session.open({m_pair});
    QTRY_VERIFY_WITH_TIMEOUT(!opened.isEmpty(), patience);
    QTRY_VERIFY(QDir(recoveryFolder()).entryList(copies).isEmpty());
    // Work is recovered and then discarded by closing the window.
    QVERIFY(workInAProcessThatIsKilled(m_pair) >= 1);
    m_window = std::make_unique<test::AppWindow>();
    m_window->show();
    m_window->offerRecovery();
    click("recover");
    QTRY_VERIFY_WITH_TIMEOUT(m_window->isWindowModified(), patience);
    m_window.reset();
    QVERIFY(QDir(recoveryFolder()).entryList(copies).isEmpty());
    m_window = std::make_unique<test::AppWindow>();
    QVERIFY(m_window->model.autosave.recoveryCopies().isEmpty());
}

/// The data of the work are missing; saving something else does not count as saving it.
void TestRecovery::workThatCouldNotBeOpenedIsKept()
{
    const QString place = m_folder.filePath("elsewhere.h5"), other = m_folder.filePath("other.h5");
    QVERIFY(workInAProcessThatIsKilled(m_pair) >= 1);
    QVERIFY(QFile::copy(m_pair, other));
    QVERIFY(QFile::rename(m_pair, place));
    m_window->offerRecovery();
    click("recover");
    answer("Cancel"); // where the data are
    m_window->model.session.open({other});
    QTRY_VERIFY_WITH_TIMEOUT(m_window->model.workspace.hasData(), patience);
    QSignalSpy saved(&m_window->model.session, &SessionController::saved);
    m_window->model.session.save(m_folder.filePath("something.ascope"));
    QTRY_VERIFY_WITH_TIMEOUT(!saved.isEmpty(), patience);
    QVERIFY(QFile::rename(place, m_pair));
    m_window = std::make_unique<test::AppWindow>();
    const QList<RecoveryCopy> recoveryCopies = m_window->model.autosave.recoveryCopies();
    QCOMPARE(recoveryCopies.size(), 1);
    AutosaveController::discard(recoveryCopies[0]);
}

void TestRecovery::locksOfCrashedWindowsGo()
{
    QDir().mkpath(recoveryFolder());
    const auto locks = [] { return QDir(recoveryFolder()).entryList({"*.lock", "*.ascope"}); };
    // As QLockFile writes it: process, program, computer; no process has the highest number.
    const QByteArray gone = "4194304\ntst_recovery\n" + QSysInfo::machineHostName().toUtf8() + '\n';
    test::writeBytes((recoveryFolder() + "/4194304-1.lock").toStdString(), gone.toStdString());
    test::writeBytes((recoveryFolder() + "/4194304-1.0.ascope").toStdString(), "no journal tells of it");
    QCOMPARE(locks().size(), 2);
    QVERIFY(m_window->model.autosave.recoveryCopies().isEmpty());
    QCOMPARE(locks(), QStringList());
    QVERIFY(workInAProcessThatIsKilled(m_pair) >= 1);
    m_window->offerRecovery();
    click("discard");
    QTRY_COMPARE(locks(), QStringList());
}

void TestRecovery::recoveryFolderIsPrivate()
{
    QDir().mkpath(recoveryFolder());
    QVERIFY(QFile::setPermissions(recoveryFolder(), QFile::Permissions(0x7755))); // created by an earlier version
    QVERIFY(workInAProcessThatIsKilled(m_pair) >= 1);
    const QFile::Permissions others =
        QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup | QFile::ReadOther | QFile::WriteOther | QFile::ExeOther;
    QVERIFY((QFile::permissions(recoveryFolder()) & others) == QFile::Permissions());
    for (const RecoveryCopy &recoveryCopy : m_window->model.autosave.recoveryCopies())
        AutosaveController::discard(recoveryCopy);
}

/// Screenshots of the window (--screenshot).
void TestRecovery::programsWithoutUsersLeaveNothing()
{
    AppModel model(AppModel::Persistence::off);
    model.autosave.setDelays(1ms, 1ms);
    QSignalSpy written(&model.autosave, &AutosaveController::written);
    model.session.open({m_pair});
    QTRY_VERIFY_WITH_TIMEOUT(model.workspace.hasData(), patience);
    model.workspace.change("Seeds", [](Setup &setup) { setup.seeds = test::truePairs(5); });
    QSignalSpy saved(&model.session, &SessionController::saved);
    model.session.save(m_folder.filePath("batch.ascope"));
    QTRY_VERIFY_WITH_TIMEOUT(!saved.isEmpty(), patience);
    model.workspace.change("Seeds", [](Setup &setup) { setup.seeds.clear(); });
    QTest::qWait(50);
    QVERIFY(written.isEmpty());
    QCOMPARE(QDir(recoveryFolder()).entryList(QDir::Files), QStringList());
    QCOMPARE(model.recentFiles.rowCount(), 0);
}

void TestRecovery::movedInputAsksTheUser()
{
    const QString file = session("moved.ascope");
    const QString place = m_folder.filePath("elsewhere.h5");
    QVERIFY(QFile::rename(m_pair, place));
    m_window->model.workspace.change("Seeds", [](Setup &setup) { setup.seeds = test::truePairs(7); });
    m_window->model.session.open({file});
    QTRY_VERIFY_WITH_TIMEOUT(question(), patience);
    QVERIFY2(question()->text().contains("pair.h5"), qPrintable(question()->text()));
    answer("Cancel");
    QCOMPARE(m_window->model.workspace.setup().seeds.size(), 7u); // the current work is kept
    m_window->model.session.open({file});
    QTRY_VERIFY_WITH_TIMEOUT(question(), patience);
    question()->close();
    m_window->model.session.openWithMoved(m_pair, place);
    QTRY_COMPARE_WITH_TIMEOUT(m_window->model.workspace.setup().seeds.size(), 2u, patience);
    QCOMPARE(m_window->model.workspace.data()->choice.x.path, place.toStdString());
    QVERIFY(QFile::rename(place, m_pair));
}

void TestRecovery::changedInputAsksTheUser()
{
    const QString file = session("changed.ascope");
    Dataset other = test::twoSpaces(200, 4, 0.5);
    QVERIFY(io::saveDataset(m_pair.toStdString(), other).ok());
    m_window->model.workspace.change("Seeds", [](Setup &setup) { setup.seeds = test::truePairs(7); });
    m_window->model.session.open({file});
    QTRY_VERIFY_WITH_TIMEOUT(question(), patience);
    QVERIFY2(question()->text().contains("pair.h5"), qPrintable(question()->text()));
    answer("Cancel");
    QCOMPARE(m_window->model.workspace.setup().seeds.size(), 7u);
    m_window->model.session.open({file});
    answer("Open anyway");
    QTRY_COMPARE_WITH_TIMEOUT(m_window->model.workspace.setup().seeds.size(), 2u, patience);
    QVERIFY(m_window->isWindowModified()); // saving would note the new contents
}

void TestRecovery::continueEntry(int row)
{
    auto *recent = m_window->findChild<QListView *>("recent");
    QVERIFY(recent->isVisible());
    recent->scrollTo(recent->model()->index(row, 0));
    QTest::mouseClick(recent->viewport(), Qt::LeftButton, {},
                      recent->visualRect(recent->model()->index(row, 0)).center());
}

/// Continues unsaved work by its entry, also after its file was moved.
void TestRecovery::continuesAsItWasLeft()
{
    const auto closed = [this] {
        QVERIFY(m_window->close());
        m_window = std::make_unique<test::AppWindow>();
        m_window->show();
    };
    m_window->model.session.open({m_pair});
    QTRY_VERIFY_WITH_TIMEOUT(m_window->model.workspace.hasData(), patience);
    m_window->model.workspace.change("Seeds", [](Setup &setup) { setup.seeds = test::truePairs(9); });
    const QString copy = RecentFiles::copyOf({m_pair});
    QVERIFY(!QFile::exists(copy));
    m_window->setWindowModified(false); // answers the question whether to save
    closed();
    QVERIFY(QFile::exists(copy));
    continueLast();
    QTRY_VERIFY_WITH_TIMEOUT(m_window->model.workspace.hasData(), patience);
    QCOMPARE(m_window->model.workspace.setup().seeds.size(), 9u);
    QVERIFY(m_window->model.session.sessionPath().isEmpty());
    QVERIFY(!m_window->isWindowModified()); // nothing has changed since it was kept
    QVERIFY(m_window->model.isOpen({m_pair}));

    const QString place = m_folder.filePath("elsewhere.h5");
    closed();
    QVERIFY(QFile::rename(m_pair, place));
    continueLast();
    QTRY_VERIFY_WITH_TIMEOUT(question(), patience);
    QVERIFY2(question()->text().contains("pair.h5"), qPrintable(question()->text()));
    question()->close();
    m_window->model.session.openWithMoved(m_pair, place);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->model.workspace.hasData(), patience);
    QCOMPARE(m_window->model.workspace.setup().seeds.size(), 9u);
    QVERIFY(QFile::rename(place, m_pair));

    m_window->model.session.save(m_folder.filePath("named.ascope"));
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->model.session.sessionPath().isEmpty(), patience);
    QTRY_VERIFY(!QFile::exists(copy)); // the session replaces it
}

/// Keeps work, opens the same file again and keeps other work; both are listed.
void TestRecovery::keptWorkIsNotReplaced()
{
    AppModel &model = m_window->model;
    const QStringList first{m_pair}, second{m_pair, "work:2"};
    QFile::remove(RecentFiles::copyOf(first));
    const auto keep = [&](const QStringList &entry, Index seeds) {
        model.session.open({m_pair});
        QTRY_VERIFY_WITH_TIMEOUT(model.isOpen(entry), patience);
        QVERIFY(model.workspace.setup().seeds.empty());
        model.workspace.change("Seeds", [seeds](Setup &setup) { setup.seeds = test::truePairs(seeds); });
        model.leave();
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(RecentFiles::copyOf(entry)) && model.isIdle(), patience);
        model.workspace.setModified(false); // “Do not save”
    };
    keep(first, 9);
    keep(second, 4);
    QCOMPARE(RecentFiles::filesOf(second), first);
    QCOMPARE(RecentFiles().at(1), first); // the list is stored
    const auto title = [&model](int row) {
        return model.recentFiles.data(model.recentFiles.index(row), Qt::DisplayRole).toString();
    };
    QVERIFY2(title(0).startsWith("pair.h5 (2)\n") && title(1).startsWith("pair.h5\n"), qPrintable(title(0) + title(1)));
    model.session.open({m_pair});
    QTRY_VERIFY_WITH_TIMEOUT(model.isOpen({m_pair, "work:3"}), patience);
    model.session.open({m_pair});
    QTRY_VERIFY_WITH_TIMEOUT(!model.session.busy(), patience);
    QVERIFY(model.isOpen({m_pair, "work:3"})); // nothing was changed, so the entry is used again
    m_window = std::make_unique<test::AppWindow>();
    m_window->show();
    continueEntry(2);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->model.isOpen(first), patience);
    QCOMPARE(m_window->model.workspace.setup().seeds.size(), 9u);
}

void TestRecovery::continuesAfterACrash()
{
    m_window->model.session.open({m_pair});
    QTRY_VERIFY_WITH_TIMEOUT(m_window->model.workspace.hasData(), patience);
    m_window = std::make_unique<test::AppWindow>();
    const int seeds = workInAProcessThatIsKilled(m_pair);
    m_window->show();
    m_window->offerRecovery();
    QVERIFY(!offered().isEmpty());
    QVERIFY(m_window->findChild<QLabel *>("recoveryPicture")->isVisible());
    continueLast();
    QVERIFY(offered().isEmpty()); // the entry continues the same work
    QTRY_VERIFY_WITH_TIMEOUT(m_window->model.workspace.hasData(), patience);
    QVERIFY(m_window->model.workspace.setup().seeds.size() >= static_cast<std::size_t>(seeds));
    QVERIFY(m_window->isWindowModified());
}

void TestRecovery::lastCopyStaysAfterASignal()
{
    m_window->model.session.open({m_pair});
    QTRY_VERIFY_WITH_TIMEOUT(m_window->model.workspace.hasData(), patience);
    m_window->model.workspace.change("Seeds", [](Setup &setup) { setup.seeds = test::truePairs(6); });
    bool ended = false;
    m_window->model.autosave.endWithCopy([&] { ended = true; });
    QTRY_VERIFY_WITH_TIMEOUT(ended, patience);
    m_window = std::make_unique<test::AppWindow>();
    m_window->show();
    m_window->offerRecovery();
    QVERIFY2(offered().contains("It contains 6 seed pairs"), qPrintable(offered()));
    click("discard");
}

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    test::setUpWindows("tst_recovery");
    if (argc == 3 && QByteArray(argv[1]) == "--work")
        return workUntilKilled(argv[2]);
    TestRecovery test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_recovery.moc"
