// SPDX-License-Identifier: GPL-3.0-or-later
// Edited or damaged sessions and lessons, opened in the window: it opens or refuses each with a sentence, always
// responds, and never opens a damaged session as another one. ANCHORSCOPE_TRIALS sets how many of each kind are tried
// (tests/faults/run.sh).
#include "faults/editor.h"
#include "faults/watchdog.h"
#include "gui/lessons/lessonsui.h"
#include "gui/state/sessionopening.h"
#include "io/session/session.h"
#include "support/clirun.h"
#include "support/fromenvironment.h"
#include "support/windowtest.h"

#include <QDirIterator>
#include <QElapsedTimer>
#include <QMessageBox>

#include <sys/stat.h>

using namespace anchorscope;
using namespace anchorscope::gui;
using anchorscope::test::patience;

namespace {

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
constexpr std::chrono::seconds maxFrozen(200);
#else
constexpr std::chrono::seconds maxFrozen(10);
#endif

int trials()
{
    return test::fromEnvironment("ANCHORSCOPE_TRIALS", 12);
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

bool write(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

/// Lines that begin with `key`; for an empty key the lines of prose, outside of header and blocks.
QList<qsizetype> linesOf(const QList<QByteArray> &lines, const QByteArray &key)
{
    QList<qsizetype> places;
    bool isBlock = false;
    for (qsizetype i = 0, rules = 0; i < lines.size(); ++i) {
        rules += lines[i] == "---";
        if (lines[i].startsWith("```"))
            isBlock = !isBlock;
        else if (key.isEmpty() ? rules == 2 && !isBlock && !lines[i].isEmpty() && lines[i] != "---"
                               : lines[i].startsWith(key))
            places << i;
    }
    return places;
}

/// Makes one edit of a lesson that its author did not make, or makes one part far too long.
QByteArray editedLesson(const QByteArray &good, test::Editor &editor)
{
    QList<QByteArray> lines = good.split('\n');
    const auto replace = [&](const QByteArray &key, const QByteArray &text) {
        if (const QList<qsizetype> places = linesOf(lines, key); !places.isEmpty())
            lines[places[editor.below(places.size())]] = text;
        return lines.join('\n');
    };
    switch (editor.below(8)) {
    case 0:
        return replace({}, "![picture](" + editor.pick<QByteArray>({"fifo.png", "sparse.png", "short.md", "none.png"}) +
                               ")");
    case 1: {
        const auto much = editor.pick<QByteArray>({"a\n\n", "| a | b |\n|---|---|\n", "&amp;", "[", "> ", "* ", "`",
                                                   "<b>", "![a](none.png)", "# a\n", "**", "_a_"});
        return replace({}, much.repeated((editor.below(2) == 0 ? 4000 : 200000) / much.size()));
    }
    case 2:
        return replace("do: ",
                       "do: " + editor.pick<QByteArray>({"wait never", "wait 1e9", "turn nan", "seed A1; seed A1",
                                                         "turn 1e308", "select", "filter (((((", "turn 40"}));
    case 3:
        return replace("await: ", "await: " + editor.pick<QByteArray>({"seeds >= 1e300", "never", "bars.moved < nan",
                                                                       "seeds >", "seeds >= 3"}));
    case 4:
        return replace("hint ", "hint " + editor.pick<QByteArray>({"-1", "1e300", "nan", "1"}) + ": " +
                                    QByteArray(static_cast<qsizetype>(editor.below(800)), 'x'));
    case 5:
        return replace("data: ", "data: " + editor.pick<QByteArray>({"toy:wedges,n=1000000000", "toy:none", "/dev/zero",
                                                                     "fifo", "words.h5 x=none y=none"}));
    case 6:
        lines.removeAt(editor.below(lines.size()));
        return lines.join('\n');
    default:
        return editor.damaged(good);
    }
}

} // namespace

class TestEditedWindow : public test::WindowTest
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void sessionsAreOpenedOrRefused_data();
    void sessionsAreOpenedOrRefused();
    void lessonsArePlayedOrRefused();

private:
    void settle();
    void use();
    void verifyStillWorking();

    QString m_session;
};

void TestEditedWindow::initTestCase()
{
    prepare("tst_editedwindow");
    m_session = m_folder.filePath("run.ascope");
    const test::CliRun run =
        test::runUnchecked({"optimize", m_path, "--anchors", "40", "--seeds", "15", "--out", m_session, "--json"});
    QVERIFY2(run.exitCode == 0, run.output + run.errors);
    QVERIFY(::mkfifo(qPrintable(m_folder.filePath("fifo.png")), 0600) == 0);
    QFile sparse(m_folder.filePath("sparse.png"));
    QVERIFY(sparse.open(QIODevice::WriteOnly) && sparse.resize(qint64{20} << 30));
}

/// Waits until no job is running, closes every dialog, and cancels jobs that take long.
void TestEditedWindow::settle()
{
    QElapsedTimer clock;
    clock.start();
    for (int quiet = 0; quiet < 3;) {
        QTest::qWait(10);
        if (clock.elapsed() > 15000) {
            for (Job *job : m_window->model.runner.jobs())
                job->cancel();
        }
        for (QMessageBox *box : m_window->findChildren<QMessageBox *>())
            box->close();
        quiet = m_window->model.runner.jobs().isEmpty() ? quiet + 1 : 0;
    }
}

void TestEditedWindow::use()
{
    const auto docks = m_window->findChildren<QDockWidget *>();
    for (QDockWidget *dock : docks)
        dock->raise();
    QVERIFY(!m_window->grab().isNull());
    settle();
}

void TestEditedWindow::verifyStillWorking()
{
    workspace().setModified(false);
    open(m_path);
    QCOMPARE(workspace().data()->size(Side::x), Index(400));
    workspace().setModified(false);
}

void TestEditedWindow::sessionsAreOpenedOrRefused_data()
{
    QTest::addColumn<bool>("damage");
    QTest::newRow("edited") << false;
    QTest::newRow("damaged") << true;
}

void TestEditedWindow::sessionsAreOpenedOrRefused()
{
    QFETCH(bool, damage);
    const QString bad = m_folder.filePath("bad.ascope");
    const QByteArray good = contentOf(m_session);
    test::Editor editor(20261125);
    showWindow();
    open(m_session);
    const std::string before = *io::encodeSession(sessionOf(workspace()));
    std::chrono::milliseconds longest(0);
    int opened = 0;
    for (int trial = 0; trial < trials() && !QTest::currentTestFailed(); ++trial) {
        auto edited = io::loadSession(m_session.toStdString());
        editor.edit(*edited);
        const auto bytes = io::encodeSession(*edited);
        QVERIFY(write(bad, damage  ? editor.damaged(good)
                           : bytes ? QByteArray::fromStdString(*bytes)
                                   : QByteArray("nothing")));
        const test::Watchdog watchdog(maxFrozen, "session " + std::to_string(trial) + ", kept as " + bad.toStdString());
        verifyStillWorking();
        const auto data = workspace().data();
        m_window->model.session.open({bad});
        settle();
        const bool isOpen = workspace().data() != data;
        opened += isOpen;
        QVERIFY2(isOpen || !m_window->messages().text().isEmpty(),
                 qPrintable(QString("trial %1: no sentence").arg(trial)));
        if (isOpen && damage)
            QVERIFY2(*io::encodeSession(sessionOf(workspace())) == before,
                     qPrintable(QString("trial %1: another").arg(trial)));
        use();
        longest = std::max(longest, watchdog.longest());
    }
    verifyStillWorking();
    qInfo("%d of %d opened; the longest time without events was %lld ms", opened, trials(),
          static_cast<long long>(longest.count()));
    QVERIFY(opened < trials());
    m_window.reset();
}

void TestEditedWindow::lessonsArePlayedOrRefused()
{
    QList<QByteArray> lessons;
    for (QDirIterator walk("examples/lessons", {"*.md"}); walk.hasNext();)
        lessons << contentOf(walk.next());
    lessons.removeIf([](const QByteArray &text) { return !text.startsWith("---"); });
    std::ranges::sort(lessons);
    QVERIFY(lessons.size() > 5);
    const QString bad = m_folder.filePath("bad.md");
    test::Editor editor(20261126);
    showWindow();
    std::chrono::milliseconds longest(0);
    auto &lessonsUi = *m_window->findChild<LessonsUi *>();
    int begun = 0;
    for (int trial = 0; trial < trials() && !QTest::currentTestFailed(); ++trial) {
        const QByteArray text = editedLesson(lessons[editor.below(lessons.size())], editor);
        QVERIFY(write(bad, text));
        const test::Watchdog watchdog(maxFrozen, "lesson " + std::to_string(trial) + ", kept as " + bad.toStdString());
        workspace().setModified(false);
        lessonsUi.controller().begin(bad);
        settle();
        begun += lessonsUi.controller().isActive();
        if (!lessonsUi.controller().isActive())
            QVERIFY2(!m_window->messages().text().isEmpty(), qPrintable(QString("trial %1: no sentence").arg(trial)));
        if (lessonsUi.controller().isActive()) {
            lessonsUi.controller().demonstrate();
            QTest::qWait(200);
            lessonsUi.controller().skip();
            QTest::qWait(200);
            lessonsUi.controller().end();
            settle();
        }
        use();
        longest = std::max(longest, watchdog.longest());
    }
    verifyStillWorking();
    qInfo("%d of %d lessons began; the longest time without events was %lld ms", begun, trials(),
          static_cast<long long>(longest.count()));
    QVERIFY(begun > 0);
    m_window.reset();
}

QTEST_MAIN(TestEditedWindow)
#include "tst_editedwindow.moc"
