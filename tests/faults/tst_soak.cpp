// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/lessons/lessonscript.h"
#include "support/appwindow.h"
#include "support/spaces.h"
#include "support/windowsetup.h"

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <malloc.h>
#include <unistd.h>

using namespace anchorscope;
using namespace anchorscope::gui;
using anchorscope::test::patience;

namespace {

constexpr int shortForm = 12;
/// Number of cycles after which caches, thread pools and fonts have their final size.
constexpr int settledAfter = 50;

int numberFrom(const char *variable, int otherwise)
{
    const int count = qEnvironmentVariableIntValue(variable);
    return count > 0 ? count : otherwise;
}

double residentMegabytes()
{
    QFile file("/proc/self/statm");
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    const double pages = file.readAll().split(' ').value(1).toDouble();
    return pages * static_cast<double>(::sysconf(_SC_PAGESIZE)) / 1e6;
}

/// Heap memory in use, without the reserve of the allocator.
double heldMegabytes()
{
    const struct mallinfo2 heap = ::mallinfo2();
    return static_cast<double>(heap.uordblks + heap.hblkhd) / 1e6;
}

} // namespace

/// Opens, uses and closes the window repeatedly: memory must not grow. A dozen cycles by default,
/// ANCHORSCOPE_CYCLES=500 for the long form (tests/faults/soak.sh), the only one with a limit. Lessons likewise:
/// ANCHORSCOPE_LESSONS=100 (tests/lessons.sh).
class TestSoak : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cycles();
    void lessons();

private:
    void open(const QString &path);
    void play(const QString &lesson);
    void cancelRun();
    void finishRun();
    void save(const QString &path);
    void closeWindow();

    QTemporaryDir m_folder;
    QString m_data;
    std::unique_ptr<test::AppWindow> m_window;
};

void TestSoak::initTestCase()
{
    test::setUpWindows("tst_soak");
    m_data = m_folder.filePath("pair.h5");
    QVERIFY(io::saveDataset(m_data.toStdString(), test::twoSpaces(300)).ok());
}

void TestSoak::open(const QString &path)
{
    m_window = std::make_unique<test::AppWindow>();
    m_window->resize(1200, 800);
    m_window->show();
    m_window->model.session.open({path});
    QTRY_VERIFY_WITH_TIMEOUT(m_window->model.workspace.prepared(), patience);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->model.runner.jobs().isEmpty(), patience);
}

void TestSoak::cancelRun()
{
    m_window->model.workspace.change("Seeds", [](Setup &setup) {
        setup.seeds = test::truePairs(10);
        setup.anchorCount = 30;
        setup.options.method = "adam";
        setup.options.iterations = 100000;
    });
    m_window->model.optimizer.start();
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->model.optimizer.history().empty(), patience);
    m_window->model.optimizer.cancel();
    QTRY_COMPARE_WITH_TIMEOUT(m_window->model.optimizer.state(), OptimizeController::State::Idle, patience);
    QVERIFY(m_window->model.workspace.runs().empty());
}

void TestSoak::finishRun()
{
    m_window->model.workspace.change("Method", [](Setup &setup) { setup.options.method = "alternating"; });
    m_window->model.optimizer.start();
    QTRY_COMPARE_WITH_TIMEOUT(m_window->model.workspace.runs().size(), std::size_t{1}, patience);
    // Stitching with the anchors of a run is measured when its dock is in front.
    m_window->openDock("stitching");
    QTRY_VERIFY_WITH_TIMEOUT(m_window->model.workspace.isStitchingCurrent(), patience);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->model.runner.jobs().isEmpty(), patience);
}

void TestSoak::save(const QString &path)
{
    m_window->model.session.save(path);
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->model.workspace.isModified(), patience);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->model.runner.jobs().isEmpty(), patience);
}

void TestSoak::closeWindow()
{
    QVERIFY(m_window->close());
    m_window.reset();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QCoreApplication::processEvents();
}

void TestSoak::cycles()
{
    const QString session = m_folder.filePath("work.ascope");
    const int count = numberFrom("ANCHORSCOPE_CYCLES", shortForm);
    double settled = 0;
    for (int cycle = 1; cycle <= count && !QTest::currentTestFailed(); ++cycle) {
        open(m_data);
        cancelRun();
        finishRun();
        save(session);
        closeWindow();
        open(session);
        QCOMPARE(m_window->model.workspace.runs().size(), std::size_t{1});
        closeWindow();
        const double resident = residentMegabytes();
        if (cycle == settledAfter)
            settled = resident;
        if (cycle % 25 == 0 || cycle == count)
            qInfo("cycle %d: %.1f MB resident, %.2f MB of the heap in use", cycle, resident, heldMegabytes());
    }
    if (count < 2 * settledAfter)
        return; // too few to judge growth
    const double growth = residentMegabytes() / settled - 1;
    QVERIFY2(growth < 0.05,
             qPrintable(QString("memory grew by %1 % after cycle %2").arg(growth * 100).arg(settledAfter)));
}

void TestSoak::play(const QString &lesson)
{
    m_window->model.workspace.setModified(false); // otherwise a dialog would ask about unsaved changes
    LessonScript script(*m_window->findChild<LessonsUi *>(), {});
    bool ended = false;
    connect(&script, &LessonScript::ended, this, [&ended] { ended = true; });
    script.start(QFileInfo("examples/lessons/" + lesson).absoluteFilePath());
    QTRY_VERIFY_WITH_TIMEOUT(ended, patience);
    QVERIFY2(script.report()["passed"].toBool(), qPrintable(lesson));
    m_window->findChild<LessonsUi *>()->controller().end();
    QTRY_VERIFY_WITH_TIMEOUT(m_window->model.runner.jobs().isEmpty(), patience);
}

/// Opens one lesson after another in one window: those without runs of the optimizer, which cycles() has.
void TestSoak::lessons()
{
    const QStringList names{"where.md", "anchors.md", "survives.md", "picture.md"};
    const int count = numberFrom("ANCHORSCOPE_LESSONS", 1);
    constexpr double allowed = 20; // megabytes above the first of each
    m_window = std::make_unique<test::AppWindow>();
    m_window->resize(1280, 720);
    m_window->show();
    double first = 0;
    for (int played = 1; played <= count && !QTest::currentTestFailed(); ++played) {
        play(names[(played - 1) % names.size()]);
        ::malloc_trim(0); // memory that the allocator keeps in reserve is not counted
        if (played == names.size())
            first = residentMegabytes();
        if (played % 20 == 0 || played <= 2 * names.size() || played == count)
            qInfo("lesson %d: %.1f MB resident, %.2f MB of the heap in use", played, residentMegabytes(),
                  heldMegabytes());
    }
    if (count > names.size())
        QVERIFY2(residentMegabytes() - first < allowed,
                 qPrintable(QString("%1 MB more than after the first").arg(residentMegabytes() - first)));
    m_window->model.workspace.setModified(false);
    closeWindow();
}

QTEST_MAIN(TestSoak)
#include "tst_soak.moc"
