// SPDX-License-Identifier: GPL-3.0-or-later
// Desktop integration: handbook, What's This, preferences, notifications.
#include "core/evaluate/representation.h"
#include "core/optimizers/optimizers.h"
#include "core/parallel.h"
#include "core/projection/similarity.h"
#include "gui/desktop/handbookwindow.h"
#include "gui/desktop/notifier.h"
#include "gui/desktop/preferencesdialog.h"
#include "gui/style/textsize.h"
#include "support/windowtest.h"

#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QRegularExpression>
#include <QSpinBox>
#include <QTextBrowser>

#include <thread>

using namespace anchorscope;
using namespace anchorscope::gui;
using anchorscope::test::patience;
using namespace std::chrono_literals;

namespace {

QString source(const QString &page)
{
    QFile file(":/handbook/" + page + ".md");
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// Lists broken links and images without a description.
QStringList wrongLinks(const QString &markdown)
{
    static const QRegularExpression link(R"((!?)\[([^\]]*)\]\(([^)]*)\))");
    QStringList wrong;
    for (auto match = link.globalMatch(markdown); match.hasNext();) {
        const auto found = match.next();
        const QString target = found.captured(3);
        const bool picture = !found.captured(1).isEmpty();
        const bool page = target.endsWith(".md") && handbookPages().contains(target.chopped(3));
        const bool leads = picture ? QFile::exists(":/handbook/" + target) : page || target.startsWith("https://");
        if (!leads || found.captured(2).trimmed().isEmpty())
            wrong << found.captured(0);
    }
    return wrong;
}

QString plain(QString text)
{
    return text.remove('&').remove(u'…');
}

/// True if the menus have this path: "View → Reset layout".
bool hasMenuPath(const QMenuBar &bar, const QString &path)
{
    QList<QAction *> actions = bar.actions();
    const QStringList parts = path.split(" → ");
    for (const QString &part : parts) {
        const auto found =
            std::ranges::find_if(actions, [&](const QAction *action) { return plain(action->text()) == part; });
        if (found == actions.end())
            return false;
        actions = (*found)->menu() ? (*found)->menu()->actions() : QList<QAction *>();
    }
    return true;
}

} // namespace

class TestDesktop : public test::WindowTest
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { prepare("tst_desktop"); }
    void init() { showWindow(); }
    void cleanup() { m_window.reset(); }

    void pagesAreListedOnce();
    void wrongLinksAreFound_data();
    void wrongLinksAreFound();
    void linksOfPagesWork();
    void everyDockHasAPage();
    void pageOfTheDockInUse();
    void shortcutsAreThoseOfTheActions();
    void searchFindsSentences();
    void linksNavigateThereAndBack();
    void everyControlIsExplained();
    void preferencesTakeEffectImmediately();
    void defaultsAreRestored();
    void invalidPreferencesAreIgnored();
    void ownLessonsAreListed();
    void newDataUseTheDefaultNeighbourCount();
    void longJobsSendNotifications_data();
    void longJobsSendNotifications();

private:
    QAction *action(const char *name) { return m_window->findChild<QAction *>(name); }
    HandbookWindow *handbook() { return m_window->findChild<HandbookWindow *>(); }
    PreferencesDialog *preferences();
    template <class Field> Field *field(const QString &name);
};

void TestDesktop::pagesAreListedOnce()
{
    QStringList files;
    for (const QString &file : QDir(":/handbook").entryList({"*.md"}))
        files << file.chopped(3);
    QStringList listed = handbookPages();
    QCOMPARE(listed.removeDuplicates(), 0);
    std::ranges::sort(files);
    std::ranges::sort(listed);
    QCOMPARE(listed, files);
    const Handbook text(*m_window);
    constexpr int maxWords = 450; // limit of a page
    for (const QString &page : std::as_const(listed)) {
        QVERIFY2(source(page).startsWith("# " + text.title(page) + "\n"), qPrintable(page));
        // Borders of tables do not count as words.
        QVERIFY2(source(page).split(QRegularExpression("[\\s|]+")).size() <= maxWords, qPrintable(page));
    }
}

void TestDesktop::wrongLinksAreFound_data()
{
    QTest::addColumn<QString>("markdown");
    QTest::addColumn<int>("wrong");
    QTest::newRow("a page") << "see [Seeds](seeds.md)" << 0;
    QTest::newRow("a picture") << "![Two spaces](relative.png)" << 0;
    QTest::newRow("a paper") << "see [RR](https://arxiv.org/abs/2209.15430)" << 0;
    QTest::newRow("a web address") << "see [RR](http://arxiv.org/abs/2209.15430)" << 1;
    QTest::newRow("no such page") << "see [Seeds](seed.md)" << 1;
    QTest::newRow("no such picture") << "![Two spaces](absolute.png)" << 1;
    QTest::newRow("a picture without text") << "![](relative.png)" << 1;
}
void TestDesktop::wrongLinksAreFound()
{
    QFETCH(QString, markdown);
    QTEST(int(wrongLinks(markdown).size()), "wrong");
}

/// Links, keys and menus named by pages exist.
void TestDesktop::linksOfPagesWork()
{
    static const QRegularExpression token(R"((\*\*[^*\n]+\*\*)<!--(action\w+)-->)"),
        path(R"(\*([A-Z][^*]* → [^*]*)\*)");
    int keys = 0, paths = 0;
    for (const QString &page : handbookPages()) {
        const QString text = source(page);
        QVERIFY2(wrongLinks(text).isEmpty(), qPrintable(page + ": " + wrongLinks(text).join(", ")));
        for (auto match = token.globalMatch(text); match.hasNext(); ++keys) {
            const auto found = match.next();
            const auto *named = m_window->findChild<QAction *>(found.captured(2));
            QVERIFY2(named && !named->shortcut().isEmpty(), qPrintable(page + " names " + found.captured(2)));
            QCOMPARE(found.captured(1), "**" + named->shortcut().toString(QKeySequence::NativeText) + "**");
        }
        for (auto match = path.globalMatch(text); match.hasNext(); ++paths) {
            const QString way = plain(match.next().captured(1));
            QVERIFY2(hasMenuPath(*m_window->menuBar(), way), qPrintable(page + " names " + way));
        }
        QVERIFY(!Handbook(*m_window).markdown(page).contains("<!--action"));
    }
    QVERIFY(keys > 40);
    QVERIFY(paths > 5);
    QVERIFY(!hasMenuPath(*m_window->menuBar(), "View → Reset everything"));
}

void TestDesktop::everyDockHasAPage()
{
    const auto docks = m_window->findChildren<QDockWidget *>();
    QVERIFY(docks.size() >= 12);
    for (const QDockWidget *dock : docks)
        QVERIFY2(handbookPages().contains(handbookPageOf(dock->objectName())), qPrintable(dock->objectName()));
}

void TestDesktop::pageOfTheDockInUse()
{
    action("actionHandbook")->trigger();
    QCOMPARE(handbook()->page(), QString("start"));
    open(m_path);
    for (const auto &[dock, page] : {std::pair("optimize", "optimize"), {"play", "playground"}, {"data", "spaces"}}) {
        m_window->activateWindow();
        action((std::string("actionGoTo_") + dock).c_str())->trigger();
        action("actionHandbook")->trigger();
        QCOMPARE(handbook()->page(), QString(page));
    }
    QCOMPARE(m_window->findChildren<HandbookWindow *>().size(), 1);
    action("actionShortcuts")->trigger();
    QCOMPARE(handbook()->page(), QString("shortcuts"));
}

void TestDesktop::shortcutsAreThoseOfTheActions()
{
    const QString page = Handbook(*m_window).markdown("shortcuts");
    int keys = 0;
    for (const QAction *each : m_window->findChildren<QAction *>(QRegularExpression("^action"))) {
        for (const QKeySequence &key : each->shortcuts()) {
            QVERIFY2(page.contains(key.toString(QKeySequence::NativeText)), qPrintable(each->objectName()));
            ++keys;
        }
    }
    QVERIFY(keys > 50);
    QVERIFY(page.contains("| **F1** | Open the handbook"));
    action("actionFind")->setShortcut(QKeySequence("Ctrl+Alt+7"));
    QVERIFY(Handbook(*m_window).markdown("start").contains("**Ctrl+Alt+7** finds an item"));
}

void TestDesktop::searchFindsSentences()
{
    const Handbook text(*m_window);
    QVERIFY(text.find("").isEmpty());
    QVERIFY(text.find("xylophone").isEmpty());
    const auto titles = text.find("retrieval");
    QCOMPARE(titles.first().page, QString("retrieval"));
    QCOMPARE(titles.first().sentence, QString("Retrieval"));
    const auto hits = text.find("hubs CORRECTION"); // finds both words, in any case and order
    QCOMPARE(hits.size(), 1);
    QCOMPARE(hits.first().page, QString("retrieval"));
    QVERIFY(hits.first().sentence.contains("a correction for items that are close to everything (hubs)"));

    action("actionHandbook")->trigger();
    auto *search = handbook()->findChild<QLineEdit *>();
    auto *list = handbook()->findChild<QListWidget *>();
    QCOMPARE(list->count(), handbookPages().size());
    QTest::keyClicks(search, "hubs correction");
    QCOMPARE(list->count(), 1);
    QVERIFY(list->item(0)->text().startsWith("Retrieval\n"));
    QTest::keyClick(search, Qt::Key_Return);
    QCOMPARE(handbook()->page(), QString("retrieval"));
    QVERIFY(handbook()->browser().textCursor().selectedText().contains("(hubs)"));
    search->setText("xylophone");
    QCOMPARE(list->item(0)->text(), QString("No results."));
    search->clear();
    QCOMPARE(list->count(), handbookPages().size());
    QCOMPARE(list->currentItem()->text(), QString("Retrieval"));
}

void TestDesktop::linksNavigateThereAndBack()
{
    action("actionHandbook")->trigger();
    QVERIFY(QTest::qWaitForWindowActive(handbook()));
    QTextBrowser &browser = handbook()->browser();
    QVERIFY(!browser.isBackwardAvailable());
    browser.setSource(QUrl("seeds.md"));
    QCOMPARE(handbook()->page(), QString("seeds"));
    QVERIFY(browser.toPlainText().startsWith("Seeds and anchors"));
    QCOMPARE(handbook()->findChild<QListWidget *>()->currentItem()->text(), QString("Seeds and anchors"));
    QTest::keyClick(&browser, Qt::Key_Left, Qt::AltModifier);
    QCOMPARE(handbook()->page(), QString("start"));
    QTest::keyClick(&browser, Qt::Key_Right, Qt::AltModifier);
    QCOMPARE(handbook()->page(), QString("seeds"));
}

void TestDesktop::everyControlIsExplained()
{
    int controls = 0;
    QStringList without;
    for (const QDockWidget *dock : m_window->findChildren<QDockWidget *>()) {
        for (const QWidget *widget : dock->widget()->findChildren<QWidget *>()) {
            const bool isField = qobject_cast<const QComboBox *>(widget) ||
                                 (qobject_cast<const QAbstractSpinBox *>(widget) && !widget->objectName().isEmpty()) ||
                                 qobject_cast<const QCheckBox *>(widget);
            if (!isField || widget->objectName().isEmpty())
                continue;
            ++controls;
            if (widget->whatsThis().isEmpty())
                without << dock->objectName() + '/' + widget->objectName();
        }
    }
    QVERIFY(controls > 30);
    QVERIFY2(without.isEmpty(), qPrintable(without.join(", ")));
    const QString methods = m_window->dock("optimize")->findChild<QComboBox *>("method")->whatsThis();
    for (const Optimizer &method : optimizers())
        QVERIFY2(methods.contains(QString::fromUtf8(method.about).toHtmlEscaped()), method.id);
    const QString kinds = m_window->dock("data")->findChild<QComboBox *>("similarity")->whatsThis();
    for (const Similarity &similarity : similarities())
        QVERIFY2(kinds.contains(QString::fromUtf8(similarity.formula).toHtmlEscaped()), similarity.id);
    QVERIFY(action("actionStart")->whatsThis().contains("Align the spaces"));
}

PreferencesDialog *TestDesktop::preferences()
{
    if (auto *open = m_window->findChild<PreferencesDialog *>())
        return open;
    action("actionPreferences")->trigger();
    return m_window->findChild<PreferencesDialog *>();
}

template <class Field> Field *TestDesktop::field(const QString &name)
{
    for (Field *each : preferences()->findChildren<Field *>()) {
        if (each->accessibleName() == name)
            return each;
    }
    return nullptr;
}

void TestDesktop::preferencesTakeEffectImmediately()
{
    const int threads = threadCount();
    field<QComboBox>("Theme")->setCurrentIndex(2);
    QVERIFY(isDark());
    QCOMPARE(savedTheme(), ThemeChoice::Dark);
    field<QSpinBox>("Text size")->setValue(150);
    QCOMPARE(savedTextSize(), 1.5);
    field<QSpinBox>("Threads")->setValue(1);
    QCOMPARE(threadCount(), 1);
    field<QSpinBox>("Threads")->setValue(0);
    QCOMPARE(threadCount(), threads);
    field<QSpinBox>("Keep a copy every")->setValue(7);
    field<QComboBox>("On startup, show")->setCurrentIndex(1);
    field<QSpinBox>("K for new data")->setValue(25);
    preferences()->findChild<QCheckBox *>()->setChecked(false);
    QCOMPARE(savedPreferences(), (Preferences{0, 7, false, true, 25, {}}));
}

void TestDesktop::defaultsAreRestored()
{
    savePreferences({1, 9, false, true, 50, "/nowhere"});
    field<QComboBox>("Theme")->setCurrentIndex(2);
    QCOMPARE(field<QSpinBox>("K for new data")->value(), 50);
    preferences()->findChild<QDialogButtonBox *>()->button(QDialogButtonBox::RestoreDefaults)->click();
    QCOMPARE(savedPreferences(), Preferences());
    QCOMPARE(savedTheme(), ThemeChoice::System);
    QCOMPARE(savedTextSize(), 1.0);
    QCOMPARE(field<QSpinBox>("K for new data")->value(), 10);
}

void TestDesktop::invalidPreferencesAreIgnored()
{
    for (const auto &[key, value] :
         {std::pair("threads", QVariant(-3)), {"autosaveMinutes", QVariant(0)}, {"neighbours", QVariant("many")}})
        QSettings().setValue(key, value);
    QCOMPARE(savedPreferences(), Preferences());
}

/// The user's lessons come after the bundled ones, with the error of an invalid one and its line. Starting that one
/// only reports the error.
void TestDesktop::ownLessonsAreListed()
{
    const QTemporaryDir folder;
    const auto write = [&folder](const QString &name, const QByteArray &text) {
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    };
    const QByteArray head = "---\ntitle: Mine & yours\ndata: toy:wedges\n---\n";
    write("mine.md", head + "## Look\nLook.\n```anchorscope\nawait: seeds >= 2\ndo: draw 2 random\n```\n");
    write("wrong.md", head + "## Look\nLook.\n```anchorscope\nawait: seedz >= 2\n```\n");
    write("README.md", "no lesson");
    auto *list = m_window->findChild<QListWidget *>("lessons");
    const int bundled = list->count();
    QVERIFY(bundled >= 8);
    auto *line = field<QLineEdit>("Lessons in folder");
    auto *note = preferences()->findChild<QLabel *>("noLessons");
    const auto enter = [&](const QString &text) {
        line->setText(text);
        Q_EMIT line->editingFinished();
    };
    enter(folder.filePath("nowhere"));
    QCOMPARE(note->text(), QString("There is no such folder."));
    QCOMPARE(list->count(), bundled);
    enter(folder.path());
    QVERIFY(note->text().isEmpty());
    QCOMPARE(savedPreferences().lessons, folder.path());
    QCOMPARE(list->count(), bundled + 2);
    QCOMPARE(list->item(bundled)->text(), QString("Mine & yours"));
    const QString wrong = list->item(bundled + 1)->text();
    QVERIFY2(wrong.startsWith("wrong.md, line 8: ") && wrong.contains("seedz"), qPrintable(wrong));
    QCOMPARE(action("actionLesson_mine")->text(), QString("Mine && yours"));
    preferences()->close();
    action("actionLesson_wrong")->trigger();
    QVERIFY2(m_window->messages().text().contains("wrong.md"), qPrintable(m_window->messages().text()));
    QVERIFY(!workspace().hasData());
    action("actionLesson_mine")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(workspace().hasData(), patience);
    waitForJobs();
    // Another window also has the user's lessons; without the folder they are gone.
    m_window = std::make_unique<test::AppWindow>();
    QCOMPARE(m_window->findChild<QListWidget *>("lessons")->count(), bundled + 2);
    savePreferences({});
    m_window = std::make_unique<test::AppWindow>();
    QCOMPARE(m_window->findChild<QListWidget *>("lessons")->count(), bundled);
}

void TestDesktop::newDataUseTheDefaultNeighbourCount()
{
    field<QSpinBox>("K for new data")->setValue(7);
    preferences()->close();
    open(m_path);
    QCOMPARE(workspace().setup().retrieval.k, Index(7));
}

void TestDesktop::longJobsSendNotifications_data()
{
    QTest::addColumn<int>("seconds");
    QTest::addColumn<bool>("away");
    QTest::addColumn<bool>("cancelled");
    QTest::addColumn<QString>("told");
    QTest::newRow("long, another window active") << 20 << true << false << "Counting: Finished after 20 seconds.";
    QTest::newRow("very long") << 200 << true << false << "Counting: Finished after 3 minutes.";
    QTest::newRow("short") << 19 << true << false << "";
    QTest::newRow("the window is active") << 20 << false << false << "";
    QTest::newRow("cancelled") << 20 << true << true << "";
}
void TestDesktop::longJobsSendNotifications()
{
    QFETCH(int, seconds);
    QFETCH(bool, away);
    QFETCH(bool, cancelled);
    Runner runner;
    Notifier::Clock::time_point now{};
    QStringList told;
    new Notifier(runner,
                 {[&now] { return now; }, [away] { return away; },
                  [&told](const QString &title, const QString &sentence) { told << title + ": " + sentence; }},
                 &runner);
    std::atomic<bool> begun = false, go = false;
    bool ended = false;
    Job *job = runner.start<bool>(
        "Counting",
        [&begun, &go](const RunContext &) -> Result<bool> {
            begun = true;
            while (!go)
                std::this_thread::yield();
            return true;
        },
        [&ended](const Result<bool> &) { ended = true; });
    QTRY_VERIFY_WITH_TIMEOUT(begun, patience);
    now += std::chrono::seconds(seconds);
    if (cancelled)
        job->cancel();
    go = true;
    QTRY_VERIFY_WITH_TIMEOUT(ended, patience);
    QTEST(told.join('\n'), "told");
}

QTEST_MAIN(TestDesktop)
#include "tst_desktop.moc"
