// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/random.h"
#include "support/appwindow.h"
#include "support/spaces.h"
#include "support/windowsetup.h"

#include <QAction>
#include <QDir>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QFileDialog>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

using namespace anchorscope;
using namespace anchorscope::gui;
using anchorscope::test::patience;

namespace {

int fromEnvironment(const char *name, int usual)
{
    bool given = false;
    const int value = qEnvironmentVariableIntValue(name, &given);
    return given ? value : usual;
}

constexpr std::array keys{
    Qt::Key_Tab,    Qt::Key_Backtab,  Qt::Key_Up,    Qt::Key_Down,   Qt::Key_Left,      Qt::Key_Right, Qt::Key_Home,
    Qt::Key_End,    Qt::Key_Return,   Qt::Key_Space, Qt::Key_Delete, Qt::Key_Backspace, Qt::Key_Plus,  Qt::Key_Minus,
    Qt::Key_PageUp, Qt::Key_PageDown, Qt::Key_1,     Qt::Key_9,      Qt::Key_A,         Qt::Key_F,     Qt::Key_P,
    Qt::Key_D,      Qt::Key_L,        Qt::Key_B,     Qt::Key_F1,     Qt::Key_F5,        Qt::Key_Escape};

/// Two spaces with hostile ids, classes and names.
Dataset oddSpaces()
{
    const std::vector<std::string> texts{
        "<img src=/dev/zero>", "<b>bold",  "=1+1",    "\x1b[31m\x07", "\xe2\x80\xae\xd7\x90",
        "two\r\nlines\t",      "\xff\xfe", "a,\"b\"", "%1 %2 &x",     ""};
    Dataset data = test::twoSpaces(90, static_cast<int>(texts.size()));
    auto items = std::make_shared<ItemTable>(*data.items);
    for (std::size_t i = 0; i < items->ids.size(); ++i)
        items->ids[i] = texts[i % texts.size()] + (i < texts.size() ? "" : std::to_string(i));
    items->ids.back() += std::string(1000000, 'm');
    items->labelNames = texts;
    data.items = items;
    data.title = texts.front();
    for (std::size_t i = 0; i < data.spaces.size(); ++i) {
        auto odd = std::make_shared<EmbeddingSet>(*data.spaces[i]);
        odd->name = "<b>" + std::to_string(i) + "\x1b[31m";
        odd->items = items;
        data.spaces[i] = odd;
    }
    return data;
}

} // namespace

/// Random clicks, drags, keys and choices while jobs run and data change. The window must not crash and must still work
/// afterwards. Takes some seconds by default; ANCHORSCOPE_SECONDS=600 for the long form (tests/faults/monkey.sh),
/// ANCHORSCOPE_SEED for another sequence.
class TestMonkey : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void windowSurvivesRandomInput();

private:
    void show();
    void act();
    void click();
    void drag();
    void type();
    void choose();
    void otherData();
    static QWidget *waiting();
    QWidget *reachable();
    QWidget *anyWidget();
    QPoint anyPlace(const QWidget &widget);
    Qt::KeyboardModifiers anyModifiers();
    /// Answers or closes dialogs; called by a timer, so also within their event loops.
    void answer();
    int below(qsizetype count) { return static_cast<int>(m_random.below(count)); }

    Random m_random{1};
    QTemporaryDir m_folder;
    QStringList m_files;
    qsizetype m_first = 0; ///< first file, opened by every new window
    int m_jobs = 0;        ///< number of finished jobs
    int m_odd = 0;         ///< number of times that the unusual spaces, the last file, were opened
    bool m_atRest = false;
    std::unique_ptr<test::AppWindow> m_window;
};

void TestMonkey::initTestCase()
{
    // All files of the test are written there.
    qputenv("HOME", m_folder.path().toUtf8());
    QVERIFY(QDir::setCurrent(m_folder.path()));
    test::setUpWindows("tst_monkey");
    const auto keep = [this](const QString &name, const Dataset &data) {
        m_files << m_folder.filePath(name);
        return io::saveDataset(m_files.back().toStdString(), data).ok();
    };
    QVERIFY(keep("pictures.h5", test::twoSpaces(90, 4, 0.1, true)));
    QVERIFY(keep("many.h5", test::twoSpaces(700, 12)));
    QVERIFY(keep("few.h5", test::twoSpaces(5)));
    QVERIFY(keep("odd.h5", oddSpaces()));
}

void TestMonkey::show()
{
    m_window = std::make_unique<test::AppWindow>();
    m_window->resize(1300, 850);
    m_window->show();
    connect(&m_window->model.runner, &Runner::ended, this, [this] { ++m_jobs; });
    connect(&m_window->model.session, &SessionController::opened, this,
            [this](const QStringList &paths) { m_odd += paths.contains(m_files.last()); });
    m_window->model.session.open({m_files[m_first]});
}

/// Open dialog or popup; null if none.
QWidget *TestMonkey::waiting()
{
    QWidget *popup = QApplication::activePopupWidget();
    return popup ? popup : QApplication::activeModalWidget();
}

QWidget *TestMonkey::reachable()
{
    QWidget *above = waiting();
    return above ? above : m_window.get();
}

QWidget *TestMonkey::anyWidget()
{
    QWidget *top = reachable();
    QWidgetList seen;
    for (QWidget *widget : top->findChildren<QWidget *>()) {
        if (widget->isVisible() && widget->isEnabled() && !widget->visibleRegion().isEmpty())
            seen << widget;
    }
    return seen.isEmpty() ? top : seen[below(seen.size())];
}

QPoint TestMonkey::anyPlace(const QWidget &widget)
{
    return {below(std::max(1, widget.width())), below(std::max(1, widget.height()))};
}

Qt::KeyboardModifiers TestMonkey::anyModifiers()
{
    constexpr std::array modifiers{Qt::NoModifier, Qt::NoModifier, Qt::NoModifier, Qt::ShiftModifier,
                                   Qt::ControlModifier};
    return modifiers[static_cast<std::size_t>(below(modifiers.size()))];
}

void TestMonkey::click()
{
    QWidget *widget = anyWidget();
    const QPoint place = anyPlace(*widget);
    if (below(5) == 0)
        QTest::mouseDClick(widget, Qt::LeftButton, anyModifiers(), place);
    else
        QTest::mouseClick(widget, below(8) == 0 ? Qt::RightButton : Qt::LeftButton, anyModifiers(), place);
}

void TestMonkey::drag()
{
    const QPointer<QWidget> widget = anyWidget();
    QTest::mousePress(widget, Qt::LeftButton, anyModifiers(), anyPlace(*widget));
    for (int i = 0; i < 5 && widget; ++i)
        QTest::mouseMove(widget, anyPlace(*widget));
    if (widget)
        QTest::mouseRelease(widget, Qt::LeftButton, Qt::NoModifier, anyPlace(*widget));
}

void TestMonkey::type()
{
    QWidget *focus = QApplication::focusWidget();
    QWidget *widget = focus && reachable()->isAncestorOf(focus) && below(3) ? focus : anyWidget();
    const Qt::Key key = keys[static_cast<std::size_t>(below(keys.size()))];
    const Qt::KeyboardModifiers modifiers = anyModifiers();
    QTest::keyClick(widget, key, modifiers);
}

/// An entry of the menus or a dock.
void TestMonkey::choose()
{
    const auto docks = m_window->findChildren<QDockWidget *>();
    if (below(2) == 0 && !docks.isEmpty()) {
        docks[below(docks.size())]->raise();
        return;
    }
    const auto actions = m_window->findChildren<QAction *>();
    QAction *action = actions[below(actions.size())];
    if (action->isEnabled())
        action->trigger();
}

void TestMonkey::otherData()
{
    if (below(3) == 0) {
        m_window.reset();
        show();
    } else {
        m_window->model.session.open({m_files[below(m_files.size())]});
    }
}

void TestMonkey::answer()
{
    if (m_atRest)
        return;
    QTimer::singleShot(15, this, &TestMonkey::answer); // before anything below opens a dialog
    if (!waiting())
        return;
    // Never leaves the folder, since other files could be lost.
    if (qobject_cast<QFileDialog *>(QApplication::activeModalWidget()) || below(4) == 0)
        waiting()->close();
    else
        below(2) ? click() : type();
}

void TestMonkey::act()
{
    if (qobject_cast<QFileDialog *>(QApplication::activeModalWidget()))
        return;
    const int chance = below(1000);
    if (chance < 4)
        otherData();
    else if (chance < 120)
        choose();
    else if (chance < 300)
        drag();
    else if (chance < 620)
        type();
    else
        click();
}

void TestMonkey::windowSurvivesRandomInput()
{
    const int seed = fromEnvironment("ANCHORSCOPE_SEED", 1), seconds = fromEnvironment("ANCHORSCOPE_SECONDS", 8);
    m_random = Random(static_cast<std::uint64_t>(seed));
    answer();
    show();
    int done = 0;
    QElapsedTimer clock;
    // Continues on a busy machine until something was tested; uses the unusual spaces in the second half.
    const auto tried = [this] { return m_jobs > 3 && m_odd > 0; };
    for (clock.start(); clock.elapsed() < 1000 * seconds || (!tried() && clock.elapsed() < patience); ++done) {
        if (m_first == 0 && clock.elapsed() > 500 * seconds) {
            m_first = m_files.size() - 1;
            m_window->model.session.open({m_files[m_first]});
        }
        if (!m_window->isVisible())
            show(); // the window was closed
        act();
        QTest::qWait(below(12));
    }
    qInfo("%d actions, %d jobs, odd spaces opened %d times, seed %d", done, m_jobs, m_odd, seed);
    QVERIFY(tried());
    m_atRest = true;
    while (waiting())
        waiting()->close();
    m_window.reset();
    m_first = 0;
    show();
    QTRY_VERIFY_WITH_TIMEOUT(m_window->model.workspace.prepared(), patience);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->model.runner.jobs().isEmpty(), patience);
    QCOMPARE(m_window->model.workspace.data()->size(Side::x), Index{90});
    m_window.reset();
}

QTEST_MAIN(TestMonkey)
#include "tst_monkey.moc"
