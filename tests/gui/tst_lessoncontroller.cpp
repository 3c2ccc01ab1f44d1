// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons in the window: every fact, verb and target of the registries is bound to it, and a lesson never restricts the
// user.
#include "gui/lessons/lessonsheet.h"
#include "gui/lessons/lessonsui.h"
#include "gui/lessons/presenter.h"
#include "gui/lessons/targets.h"
#include "gui/playground/invariancetableview.h"
#include "gui/playground/playpage.h"
#include "lessons/places.h"
#include "support/keyboarddemo.h"
#include "support/processortime.h"
#include "support/windowtest.h"

#include <QBuffer>
#include <QComboBox>
#include <QDir>
#include <QDockWidget>
#include <QFile>
#include <QImage>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollBar>
#include <QSlider>
#include <QSpinBox>
#include <QTableWidget>
#include <QTextDocument>
#include <QTimer>

#include <set>

#include <sys/stat.h>

using namespace anchorscope;
using namespace anchorscope::gui;
using anchorscope::test::patience;

namespace {

const QByteArray shortLesson = R"(---
title: Short
data: toy:wedges,n=60,seed=2 x=x y=y
center: none
show: panels, seeds, turn
frame: dimensions
---
## Tie
Tie **three** items. <b>No tags</b>

> Teacher: Let <i>them</i> choose.

```anchorscope
await: seeds >= 3
do: seed A1; seed B1; seed C1
hint 300: Click an item.
```

## Turn
```anchorscope
ask: Will the bars move?
- yes
- * no
await: changed turn by 30, bars.moved < 0.1
do: turn 40
```

## Words
```anchorscope
ask: And why?
answer: text
```
)";

} // namespace

class TestLessonController : public test::WindowTest
{
    Q_OBJECT

    LessonsUi &lessonsUi() { return *m_window->findChild<LessonsUi *>(); }
    LessonController &controller() { return lessonsUi().controller(); }
    template <class T> T *child(const char *name) { return m_window->findChild<T *>(name); }
    QString write(const QByteArray &text)
    {
        const QString path = m_folder.filePath("short.md");
        QFile file(path);
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? path : QString();
    }
    void beginShort()
    {
        controller().begin(write(shortLesson));
        QTRY_VERIFY_WITH_TIMEOUT(controller().phase() == LessonController::Phase::step, patience);
        waitForJobs();
    }
    void perform(const char *verbs)
    {
        const auto actions = lessons::readActions(verbs);
        QVERIFY2(actions, actions ? "" : actions.error().message.c_str());
        ActionRunner runner(lessonsUi().facts(),
                            {[](const std::string &) { return QString(); }, [](const QString &) {}});
        QString trouble;
        bool done = false;
        connect(&runner, &ActionRunner::done, this, [&done] { done = true; });
        connect(&runner, &ActionRunner::failed, this, [&trouble](const QString &sentence) { trouble = sentence; });
        runner.run(*actions);
        QTRY_VERIFY_WITH_TIMEOUT(done || !trouble.isEmpty(), patience);
        QVERIFY2(trouble.isEmpty(), qPrintable(trouble));
        waitForJobs();
    }
    bool holds(const char *condition)
    {
        const auto read = lessons::readCondition(condition);
        return read && read->holds(lessonsUi().facts().reader(), lessonsUi().facts().reader());
    }

private Q_SLOTS:
    void initTestCase() { prepare("tst_lessoncontroller"); }
    void init() { showWindow(); }
    void cleanup() { m_window.reset(); }

    void notesAreForTheTeacher()
    {
        auto *notes = child<TeacherNotes>("teacherNotes");
        QAction *shown = child<QAction>("actionTeacherNotes"), *print = child<QMenu>("menuPrintLesson")->menuAction();
        shown->trigger();
        QVERIFY(!notes->isVisible() && !print->isEnabled()); // no lesson is open
        beginShort();
        QVERIFY(notes->isVisible() && !notes->isWindow() && print->isEnabled()); // notes are a part of the bar
        QVERIFY2(notes->toPlainText().contains("Let <i>them</i> choose.") &&
                     notes->toPlainText().contains("Next: Turn"),
                 qPrintable(notes->toPlainText()));
        perform("seed A1; seed B1; seed C1");
        controller().next();
        QVERIFY2(notes->toPlainText().contains("No note for this step.") && notes->toPlainText().contains("Answer: no"),
                 qPrintable(notes->toPlainText()));
        const auto &choices = controller().now().question->choices; // in the order of the bar
        QStringList shownChoices;
        for (const int index : controller().choiceOrder())
            shownChoices << QString::fromStdString(choices[static_cast<std::size_t>(index)]);
        QVERIFY2(notes->toPlainText().contains(shownChoices.join('\n')), qPrintable(notes->toPlainText()));
        // With a single screen, the presentation uses it.
        auto *presenter = m_window->findChild<Presenter *>();
        presenter->setPresenting(true);
        QVERIFY(!notes->isVisible());
        presenter->setPresenting(false);
        QVERIFY(notes->isVisible());
        notes->close();
        QVERIFY(!shown->isChecked());
        controller().end();
        QVERIFY(!notes->isVisible() && !print->isEnabled());
    }

    void notesAreOnTheTeachersScreen()
    {
        const QRect projector(0, 0, 1920, 1080), laptop(1920, 0, 1366, 768);
        QCOMPARE(freeScreen(projector, {projector, laptop}), qsizetype{1});
        QCOMPARE(freeScreen(laptop, {projector, laptop}), qsizetype{0});
        QCOMPARE(freeScreen(projector, {projector}), qsizetype{-1});
        QCOMPARE(freeScreen(projector, {projector, QRect(0, 0, 1366, 768)}), qsizetype{-1}); // mirrored
    }

    void aLessonOnPaper()
    {
        const lessons::ReadLesson read = lessons::readLesson(shortLesson.toStdString());
        QTextDocument sheet;
        sheet.setHtml(lessonSheet(read.lesson, m_folder.path(), Sheet::teacher));
        const QString text = sheet.toPlainText();
        qsizetype place = 0;
        for (const char *part : {"Short", "1. Tie", "three items. <b>No tags</b>", "Teacher: Let <i>them</i> choose.",
                                 "2. Turn", "Will the bars move?", "Answer: no", "3. Words", "And why?"}) {
            const qsizetype found = text.indexOf(part, place);
            QVERIFY2(found >= place, qPrintable(QString("%1 in %2").arg(part, text)));
            place = found;
        }
        // Students get the questions without the answers and the notes.
        sheet.setHtml(lessonSheet(read.lesson, m_folder.path(), Sheet::student));
        const QString given = sheet.toPlainText();
        QVERIFY(given.contains("Name:") && given.contains("Will the bars move?") && given.contains("And why?"));
        QVERIFY2(!given.contains("Answer:") && !given.contains("Teacher:"), qPrintable(given));
    }

    void everyFactIsBound()
    {
        for (const lessons::Fact &fact : lessons::facts())
            QVERIFY2(LessonFacts::isBound(fact), fact.name.c_str());
        QVERIFY(!LessonFacts::isBound({"nothing", lessons::FactType::number, "", "", ""}));
    }

    void everyVerbIsBound()
    {
        for (const lessons::Verb &verb : lessons::verbs())
            QVERIFY2(ActionRunner::isBound(verb), verb.name.c_str());
        QVERIFY(!ActionRunner::isBound({"nothing", lessons::VerbArgument::none, "", "", "", ""}));
    }

    void everyTargetIsOnTheScreen()
    {
        open("toy:blobs3,n=60");             // spaces of three dimensions have all controls
        perform("draw 5 random; select A1"); // shows the bars of an item
        for (const std::string &name : lessons::targets()) {
            const Target target = findTarget(*m_window, name);
            QVERIFY2(target.widget, name.c_str());
            if (target.dock) {
                m_window->openDock(target.dock->objectName());
                QTRY_VERIFY2(!findTarget(*m_window, name).onTab, name.c_str());
                scrollToTarget(target);
            }
            QTRY_VERIFY2(findTarget(*m_window, name).isFree(*m_window), name.c_str());
        }
        QVERIFY(!findTarget(*m_window, "nothing").widget);
    }

    void screenWordsMatchTheirFacts()
    {
        open("toy:blobs3,n=60");
        for (const std::string &word : lessons::colourings())
            QVERIFY2((perform(("colour " + word).c_str()), holds(("colour = " + word).c_str())), word.c_str());
        for (const std::string &word : lessons::frames())
            QVERIFY2((perform(("frame " + word).c_str()), holds(("frame = " + word).c_str())), word.c_str());
        for (const std::string &word : lessons::pages())
            QVERIFY2((perform(("dock " + word).c_str()), holds(("dock = " + word).c_str())), word.c_str());
        QCOMPARE(workspace().view().colourBy, ColourBy::Norm);
        QCOMPARE(workspace().view().frame, PanelFrame::Neighbours);
    }

    void factsMatchTheStateOfTheWindow()
    {
        open(m_path);
        QVERIFY(!holds("mrr.xy >= 0") && !holds("health.condition > 0") && !holds("run.count > 0"));
        perform("draw 20 random; measure retrieval; measure health; hover item0");
        AppModel &model = lessonsUi().model();
        QVERIFY(holds("seeds = 20") && holds("seeds.wrong = 0") && holds("hovered"));
        const auto number = [&](const char *fact) {
            const auto value = lessonsUi().facts().value(*lessons::findFact(fact));
            return value ? std::get<double>(*value) : -1;
        };
        QCOMPARE(number("mrr.xy"), model.liveScore.score().mrrXToY.mean);
        QCOMPARE(number("p1.xy"), model.liveScore.score().pAt1XToY.mean);
        QCOMPARE(number("health.condition"), workspace().health().x.conditionNumber);
        QVERIFY(number("jaccard.xy") > 0 && number("jaccard.xy") <= 1);
        ItemIndex x = 0, y = 0;
        while (workspace().seedOf(Side::x, x) >= 0)
            ++x;
        while (workspace().seedOf(Side::y, y) >= 0 || workspace().data()->partner(Side::x, x) == y)
            ++y;
        perform(qPrintable(QString("seed item%1 = item%2").arg(x).arg(y)));
        QVERIFY(holds("seeds.wrong = 1"));
        QCOMPARE(number("health.condition"), -1.0); // was measured for other seeds
        workspace().history()->undo();
        QVERIFY(holds("seeds.wrong = 0"));
        perform("axes 3 2; lines; similarity whitened; lambda 0.3; center standardize; turn 40; mirror");
        QVERIFY(holds("axes = 3 2") && holds("lines") && holds("similarity = whitened") && holds("lambda = 0.3") &&
                holds("centring = standardize") && holds("turn = 40") && holds("mirror"));
        perform(qPrintable(QString("reset; unseed item%1").arg(workspace().setup().seeds.front().x)));
        QVERIFY(holds("seeds = 19"));
        perform("draw 3 farthest");
        QVERIFY(holds("turn = 0") && holds("mirror = off") && holds("seeds = 3"));
    }

    void predictionsComeBeforeMeasuring()
    {
        open("toy:wedges,n=100,seed=2");
        InvarianceTable &table = m_window->model.play.table();
        perform("dock play; guess 12");
        QVERIFY(holds("table.predicted = 12") && !holds("table.measured") && !holds("table.hits >= 0"));
        perform("measure table");
        QVERIFY(holds("table.measured"));
        // Cosine of centred vectors is invariant to rotation, mirror, shuffle, scale and shift, but not to the other
        // five. Uncentred: only to the first two.
        QCOMPARE(table.hits(), 7);
        table.setGuess(100, InvarianceTable::Guess::breaks);
        QVERIFY(holds("table.predicted = 12")); // a later prediction does not count
        QCOMPARE(table.currentlyHolding(), InvarianceTable::rows());
        perform("bend 0.8");
        QCOMPARE(table.currentlyHolding(), 0);
        auto *view = m_window->findChild<InvarianceTableView *>();
        view->setFixedWidth(430); // in a window of 1280 × 720, where all columns are visible
        QTRY_COMPARE(view->findChild<QTableWidget *>()->horizontalScrollBar()->maximum(), 0);
        table.clear();
        view->toggle(3, 4);
        QCOMPARE(table.guess(3 * InvarianceTable::columns() + 4), InvarianceTable::Guess::holds);
        view->toggle(3, 4);
        view->toggle(3, 4);
        QCOMPARE(table.guessed(), 0);
        perform("measure table"); // too early
        perform("guess 6");
        QVERIFY(holds("table.predicted = 6") && !holds("table.measured"));
    }

    void lessonWaitsForTheLearner()
    {
        beginShort();
        QCOMPARE(workspace().setup().centering, Centering::none);
        QCOMPARE(m_window->findChild<QComboBox *>("centering")->currentIndex(), static_cast<int>(Centering::none));
        QVERIFY(holds("frame = dimensions"));
        QVERIFY(!m_window->isWindowModified());
        auto *next = child<QPushButton>("lessonNext");
        QVERIFY(next->isVisible() && !next->isEnabled());
        QVERIFY(child<QLabel>("lessonText")->text().contains("&lt;b&gt;") ||
                !child<QLabel>("lessonText")->text().contains("<b>No tags"));
        QVERIFY(!lessonsUi().ring().isHidden());
        QVERIFY(lessonsUi().ring().testAttribute(Qt::WA_TransparentForMouseEvents));
        QTest::mouseClick(child<QPushButton>("lessonHow"), Qt::LeftButton);
        QVERIFY(child<QLabel>("lessonState")->text().contains("Click an item."));
        QTest::mouseClick(child<QPushButton>("lessonShow"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(controller().holds() && !controller().isBusy(), patience);
        QCOMPARE(child<QLabel>("lessonState")->text(), "✓ Done");
        QTest::qWait(300);
        QCOMPARE(controller().step(), 0); // only the user goes to the next step
        for (int undone = 0; undone < 3; ++undone)
            workspace().history()->undo();
        QTRY_VERIFY(!controller().holds() && !next->isEnabled());
        for (int redone = 0; redone < 3; ++redone)
            workspace().history()->redo();
        QTRY_VERIFY(next->isEnabled());
        waitForJobs();
        QTest::mouseClick(next, Qt::LeftButton);
        QCOMPARE(controller().step(), 1);
    }

    void questionComesBeforeTheEffect()
    {
        beginShort();
        controller().skip(); // performs the step
        QTRY_VERIFY_WITH_TIMEOUT(controller().step() == 1 && workspace().setup().seeds.size() == 3, patience);
        waitForJobs();
        QVERIFY(!controller().mayAdvance());
        controller().setAnswer("yes");
        QVERIFY(!controller().isRevealed()); // nothing was rotated yet
        controller().demonstrate();
        QTRY_VERIFY_WITH_TIMEOUT(controller().mayAdvance(), patience);
        QVERIFY(controller().isRevealed() && controller().isCorrect() == false);
        controller().next();
        QVERIFY(!controller().mayAdvance());
        controller().setAnswer("because");
        QVERIFY(controller().mayAdvance() && controller().isLast());
        controller().back();
        QTRY_VERIFY(controller().step() == 1);
    }

    void answerIsAwaitedAfterTheEffect()
    {
        beginShort();
        controller().skip();
        QTRY_VERIFY_WITH_TIMEOUT(controller().step() == 1, patience);
        waitForJobs();
        perform("turn 40");
        QTRY_VERIFY(controller().holds() && !controller().mayAdvance());
        QCOMPARE(child<QLabel>("lessonState")->text(), "Now answer the question.");
        controller().setAnswer("no");
        QCOMPARE(child<QLabel>("lessonState")->text(), "✓ Done");
        QVERIFY(controller().mayAdvance());
    }

    void conditionMetInAdvanceCounts()
    {
        beginShort();
        controller().skip();
        QTRY_VERIFY_WITH_TIMEOUT(controller().step() == 1, patience);
        waitForJobs();
        controller().back();
        QTRY_VERIFY(controller().holds() && controller().mayAdvance());
        QCOMPARE(child<QLabel>("lessonState")->text(), "✓ Done");
    }

    /// A demonstration begins at the start of the step, and one undo step brings the learner's own work back.
    void demonstrationGivesTheWorkBack()
    {
        beginShort();
        perform("seed A2; stretch 2");
        controller().demonstrate();
        QTRY_VERIFY_WITH_TIMEOUT(controller().holds() && !controller().isBusy(), patience);
        QVERIFY(holds("seeds = 3, stretch = 1"));
        workspace().history()->undo();
        QVERIFY(holds("seeds = 1, stretch = 2"));
    }

    void runsAreMeasuredWhereTheyAreSeen()
    {
        controller().begin(write(QByteArray(shortLesson).replace("center: none", "center: none\nmethods: GT, Seed")));
        QTRY_VERIFY_WITH_TIMEOUT(controller().phase() == LessonController::Phase::step, patience);
        perform("draw 5 random; run auto");
        QVERIFY(workspace().chosenRun() && workspace().retrieval().empty());
        perform("dock retrieval");
        QVERIFY(workspace().isRetrievalCurrent());
        QCOMPARE(workspace().retrieval().rows.size(), std::size_t{2});
    }

    void backReturnsToTheDataOfAStep()
    {
        controller().begin(write("---\ntitle: N\ndata: toy:wedges,n=60\nitems: 50\n---\n## A\nA.\n## B\nB.\n"
                                 "```anchorscope\nstart: open toy:blobs3,n=60\n```\n"));
        QTRY_VERIFY_WITH_TIMEOUT(controller().phase() == LessonController::Phase::step, patience);
        const auto file = [this] { return workspace().data()->choice.x.path; };
        controller().next();
        QTRY_VERIFY_WITH_TIMEOUT(!controller().isBusy() && file() == "toy:blobs3,n=60", patience);
        QCOMPARE(workspace().data()->size(Side::x), Index{50});
        controller().back();
        QTRY_VERIFY_WITH_TIMEOUT(controller().phase() == LessonController::Phase::step, patience);
        QVERIFY(controller().step() == 0 && file() == "toy:wedges,n=60");
    }

    void startPreparesTheStep()
    {
        controller().begin(
            write("---\ntitle: N\ndata: toy:wedges,n=60\n---\n## A\nA.\n## B\nB.\n```anchorscope\nawait: "
                  "seeds >= 4\nstart: draw 3 random; stretch 2\ndo: draw 5 random\n```\n"));
        QTRY_VERIFY_WITH_TIMEOUT(controller().phase() == LessonController::Phase::step, patience);
        waitForJobs();
        perform("select A1");
        m_window->model.selection.setHover(Side::x, 5);
        m_window->model.pairTool.setActive(true);
        controller().next();
        QTRY_VERIFY_WITH_TIMEOUT(!controller().isBusy(), patience);
        QVERIFY(holds("seeds = 3, stretch = 2, selected = 0") && !m_window->model.pairTool.isActive());
        QCOMPARE(m_window->model.selection.hover().item, noItem);
        QCOMPARE(controller().figure().before, 3.0); // the start is what the step has prepared
        perform("seed A5");
        QTRY_COMPARE(controller().figure().now, 4.0);
        QVERIFY(!controller().figure().best); // only scores and errors have a best value
        QVERIFY(child<QLabel>("lessonFigure")->isVisible() &&
                child<QLabel>("lessonFigure")->text().contains("before: 3"));
        controller().demonstrate();
        QTRY_VERIFY_WITH_TIMEOUT(controller().holds() && !controller().isBusy(), patience);
        QVERIFY(holds("seeds = 5, stretch = 2"));
    }

    /// A step requires a low accuracy, the next one a high one.
    void bestIsTheLowestWhereItIsAskedFor()
    {
        controller().begin(write("---\ntitle: N\ndata: toy:wedges,n=300,seed=2 x=x y=y\ncenter: none\n---\n"
                                 "## A\nA.\n```anchorscope\nawait: classes.relative < 0.7\n"
                                 "do: draw 10 random; shift 3\n```\n"
                                 "## B\nB.\n```anchorscope\nawait: classes.relative > 0.9\ndo: shift 0\n```\n"));
        QTRY_VERIFY_WITH_TIMEOUT(controller().phase() == LessonController::Phase::step, patience);
        perform("dock play; draw 10 random; shift 3");
        QTRY_VERIFY_WITH_TIMEOUT(controller().mayAdvance(), patience);
        const double lowest = controller().figure().now.value_or(1);
        perform("shift 0");
        QTRY_VERIFY_WITH_TIMEOUT(controller().figure().now.value_or(0) > lowest, patience);
        QCOMPARE(controller().figure().best, lowest);
        QVERIFY2(child<QLabel>("lessonFigure")->text().contains("lowest so far: "),
                 qPrintable(child<QLabel>("lessonFigure")->text()));
        controller().next();
        QTRY_COMPARE_WITH_TIMEOUT(controller().figure().best, controller().figure().now, patience);
        QVERIFY(!controller().figure().isLowest);
    }

    /// A step about the view remains done when the learner opens another view.
    void conditionOfTheScreenStaysFulfilled()
    {
        controller().begin(write("---\ntitle: N\ndata: toy:wedges,n=60\n---\n## A\nA.\n```anchorscope\nawait: "
                                 "selected >= 1\ndo: select A1\n```\n"));
        QTRY_VERIFY_WITH_TIMEOUT(controller().phase() == LessonController::Phase::step, patience);
        waitForJobs();
        perform("select A1");
        QTRY_VERIFY(controller().mayAdvance());
        m_window->model.selection.clear();
        QVERIFY(holds("selected = 0") && controller().mayAdvance());
    }

    void barKeepsItsHeight()
    {
        beginShort();
        auto *bar = child<QWidget>("lessonBar");
        const int height = bar->height();
        for (int step = 0; step < 3; ++step) {
            QCOMPARE(bar->height(), height);
            controller().showAllHints();
            controller().setAnswer(step == 1 ? "yes" : "because");
            controller().demonstrate();
            QTRY_VERIFY_WITH_TIMEOUT(controller().mayAdvance(), patience);
            QCOMPARE(bar->height(), height);
            if (step < 2)
                controller().next();
            waitForJobs();
        }
    }

    void choicesAreShuffledAndVotesCounted()
    {
        const QByteArray choices = QByteArray(shortLesson).replace("- yes\n", "- yes\n- perhaps\n- never\n");
        std::set<std::vector<int>> orders;
        for (int start = 0; start < 12; ++start) {
            controller().begin(write(choices));
            QTRY_VERIFY_WITH_TIMEOUT(controller().phase() == LessonController::Phase::step, patience);
            waitForJobs();
            perform("seed A1; seed B1; seed C1");
            QVERIFY(controller().choiceOrder().empty());
            controller().next();
            orders.insert(controller().choiceOrder());
            QCOMPARE(controller().choiceOrder(), controller().choiceOrder());
            workspace().setModified(false);
        }
        QVERIFY(orders.size() > 2);
        auto *presenter = m_window->findChild<Presenter *>();
        presenter->setPresenting(true);
        for (const Qt::Key key : {Qt::Key_2, Qt::Key_2, Qt::Key_3, Qt::Key_9})
            QTest::keyClick(m_window->centralWidget(), key);
        QStringList wall;
        for (const auto *choice : child<LessonBar>("lessonBar")->findChildren<QRadioButton *>())
            wall << choice->text().section("  ", 2);
        QCOMPARE(wall, QStringList({"", "· 2 votes", "· 1 vote", ""}));
        QVERIFY(child<LessonBar>("lessonBar")->isVisible() && !child<QFrame>("presenterFoot")->isVisible());
        QTest::keyClick(m_window->centralWidget(), Qt::Key_PageDown); // the effect
        QTRY_VERIFY_WITH_TIMEOUT(controller().holds() && !controller().isBusy(), patience);
        QTest::keyClick(m_window->centralWidget(), Qt::Key_PageDown); // the answer of the class
        const auto most = static_cast<std::size_t>(controller().choiceOrder()[1]);
        QCOMPARE(controller().answer(), QString::fromStdString(controller().now().question->choices[most]));
        QVERIFY(controller().isRevealed());
        for (int press = 0; press < 3; ++press) // the last step, its answer, the end
            QTest::keyClick(m_window->centralWidget(), Qt::Key_PageDown);
        QVERIFY(m_window->messages().isVisible() && controller().isLast());
        const lessons::Question &asked = *controller().lesson().steps[1].question;
        QVERIFY2(
            m_window->messages().text().contains(QString::fromStdString(asked.text) + ' ' + controller().answer(1)),
            qPrintable(m_window->messages().text()));
        presenter->setPresenting(false);
    }

    void otherDataLeaveTheLesson()
    {
        const AppModel &model = m_window->model;
        m_window->model.recentFiles.clear();
        beginShort();
        QCOMPARE(model.recentFiles.rowCount(), 0); // the data of a lesson are not files of the user
        controller().skip();
        QTRY_VERIFY_WITH_TIMEOUT(controller().step() == 1, patience);
        waitForJobs();
        workspace().setModified(false);
        open("toy:blobs3,n=60");
        QVERIFY(model.isOpen({"toy:blobs3,n=60"}));
        QVERIFY(controller().phase() == LessonController::Phase::left);
        QVERIFY(child<QPushButton>("lessonReturn")->isVisible() && !child<QPushButton>("lessonNext")->isVisible());
        QTest::mouseClick(child<QPushButton>("lessonReturn"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(controller().phase() == LessonController::Phase::step, patience);
        QCOMPARE(controller().step(), 1);
        QVERIFY(!model.isOpen({"toy:blobs3,n=60"}) && model.recentFiles.rowCount() == 1);
        QCOMPARE(workspace().setup().seeds.size(), 3u); // earlier steps were performed again
        workspace().setModified(false);
        open("toy:blobs3,n=60");
        QVERIFY(controller().phase() == LessonController::Phase::left);
        controller().continueHere();
        QVERIFY(controller().phase() == LessonController::Phase::step && controller().step() == 1);
    }

    void workInALessonIsNotKept()
    {
        AppModel &model = m_window->model;
        model.recentFiles.clear();
        beginShort();
        perform("seed A1");
        QVERIFY(m_window->isWindowModified() && !model.keepsWork());
        QString text;
        QTimer::singleShot(0, this, [&] {
            if (const auto *question = m_window->findChild<QMessageBox *>()) {
                text = question->text();
                question->button(QMessageBox::Cancel)->click();
            }
        });
        controller().startOver();
        QVERIFY2(text.endsWith("Otherwise they are discarded."), qPrintable(text));
        model.leave();
        QCOMPARE(model.recentFiles.rowCount(), 0);
        controller().end();
        perform("seed B1"); // the user continues with the data of the lesson
        QVERIFY(model.keepsWork());
        model.leave();
        QCOMPARE(model.recentFiles.rowCount(), 1);
    }

    void restoreIsOneUndoStep()
    {
        beginShort();
        perform("draw 7 random; stretch 3; colour norm; guess 2");
        controller().next();
        controller().setAnswer("no");
        controller().demonstrate(); // now a rotation moves the bars
        QTRY_VERIFY_WITH_TIMEOUT(!controller().isBusy(), patience);
        QVERIFY(!controller().holds() && controller().wentOffTrack());
        const Setup astray = workspace().setup();
        const ViewState view = workspace().view();
        const int steps = workspace().history()->index();
        const double before = test::processorSeconds();
        QTest::mouseClick(child<QPushButton>("lessonReturn"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(controller().phase() == LessonController::Phase::step && !controller().isBusy(),
                                 patience);
        QVERIFY2(test::processorSeconds() - before < 2, qPrintable(QString::number(test::processorSeconds() - before)));
        QCOMPARE(controller().step(), 1);
        QVERIFY(!controller().wentOffTrack());
        QVERIFY(holds("seeds = 3, stretch = 1, turn = 0, colour = label, table.predicted = 0"));
        QCOMPARE(workspace().history()->index(), steps + 1);
        QCOMPARE(workspace().history()->undoText(), "Back to the lesson");
        workspace().history()->undo();
        QVERIFY(!difference(workspace().setup(), astray) && workspace().view() == view);
        workspace().history()->redo();
        controller().demonstrate();
        QTRY_VERIFY_WITH_TIMEOUT(controller().mayAdvance(), patience);
    }

    void lessonDoesNotReplaceOtherData()
    {
        beginShort();
        controller().skip();
        QTRY_VERIFY_WITH_TIMEOUT(controller().step() == 1, patience);
        waitForJobs();
        workspace().setModified(false);
        controller().startOver(); // opens the lesson's data
        m_window->model.session.open({"toy:blobs3,n=60"});
        QTRY_VERIFY_WITH_TIMEOUT(controller().phase() == LessonController::Phase::left, patience);
        QTRY_VERIFY(m_window->model.runner.jobs().isEmpty());
        QVERIFY(workspace().setup().seeds.empty());
        controller().continueHere();
        QVERIFY(controller().phase() == LessonController::Phase::step);
        workspace().setModified(false);
        controller().startOver(); // with the lesson's data, not with the current ones
        QTRY_VERIFY_WITH_TIMEOUT(controller().phase() == LessonController::Phase::step && !controller().isBusy(),
                                 patience);
        QVERIFY(workspace().data()->choice.x.path.starts_with("toy:wedges"));
        controller().end();
        controller().begin(write(shortLesson));
        m_window->model.session.open({"toy:blobs3,n=60"});
        QTRY_VERIFY_WITH_TIMEOUT(!controller().isActive(), patience); // the lesson had not started
    }

    void finishedStepStaysFinishedOnReturn()
    {
        beginShort();
        for (int step = 0; step < 2; ++step) {
            controller().skip();
            QTRY_VERIFY_WITH_TIMEOUT(controller().step() == step + 1, patience);
            waitForJobs();
        }
        controller().back();
        QTRY_VERIFY(controller().holds()); // "changed turn by 30" counts from the first start of the step
    }

    void answerMustBeANumber()
    {
        controller().begin(write("---\ntitle: N\ndata: toy:wedges,n=60\n---\n## A\nA.\n```anchorscope\nask: How far?\n"
                                 "answer: number 7.5 ± 1 km\n```\n"));
        QTRY_VERIFY_WITH_TIMEOUT(controller().phase() == LessonController::Phase::step, patience);
        controller().setAnswer("far");
        QVERIFY(controller().answer().isEmpty() && !controller().mayAdvance());
        QCOMPARE(controller().trouble(), "Expected a number as the answer, found “far”.");
        controller().setAnswer("8 km");
        QVERIFY(controller().trouble().isEmpty() && controller().isCorrect() == true);
        controller().setAnswer("9.5");
        QVERIFY(controller().isCorrect() == false);
    }

    void impossibleVerbsReportErrors()
    {
        const auto saysOf = [this](const char *verbs) {
            ActionRunner runner(lessonsUi().facts(), {[](const std::string &) { return QString(); }, {}});
            QString trouble;
            bool done = false;
            connect(&runner, &ActionRunner::done, this, [&done] { done = true; });
            connect(&runner, &ActionRunner::failed, this, [&trouble](const QString &text) { trouble = text; });
            runner.run(*lessons::readActions(verbs));
            [&] { QTRY_VERIFY_WITH_TIMEOUT(done || !trouble.isEmpty(), patience); }();
            return trouble;
        };
        open("toy:wedges,n=60,seed=2");
        QCOMPARE(saysOf("seed Nowhere"), "There is no item “Nowhere”.");
        QCOMPARE(saysOf("seed A1 = B1; seed B1"), "The partner of “B1” is a seed of another item.");
        const int steps = workspace().history()->index();
        QCOMPARE(saysOf("seed A1 = B1"), QString()); // is a seed already
        QCOMPARE(workspace().history()->index(), steps);
        QCOMPARE(saysOf("option anchor-count counts 2,8; option anchor-count no-learned 1"), QString());
        QCOMPARE(workspace().setup().experiments.size(), 2u);
        QCOMPARE(saysOf("option anchor-count weight 3"),
                 "Expected an experiment, one of its options and a value, found “anchor-count weight 3”.");
        QCOMPARE(saysOf("scrub 3"), "There is no run to go back in.");
        QCOMPARE(saysOf("turn 3; wait seeds = 99; turn 5"),
                 "“wait seeds = 99” is not fulfilled, and nothing is running that could change it.");
        QCOMPARE(workspace().setup().transform.turn, 3.0);
    }

    void imagesAreShownOrExplained_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("said"); // error text; empty: the image is shown
        const auto row = [](const char *file, const char *said) { QTest::newRow(file) << file << said; };
        row("good.png", "");
        row("below/photo.jpg", "");
        row("wide.png", "");
        row("/dev/zero", "“/dev/zero” is not shown: it is not in the folder of the lesson or below it");
        row("../good.png", "in the folder of the lesson or below it");
        row("data:image/png;base64,AAAA", "in the folder of the lesson or below it");
        row("file:good.png", "in the folder of the lesson or below it");
        row("link", "in the folder of the lesson or below it");
        row("fifo", "fifo");
        row("below", "a folder");
        row("sparse.png", "bytes, but at most 8388608 are expected");
        row("bomb.png", "it has 20000 × 20000 pixels; at most 8 million are expected");
        row("bomb.jpg", "it has 20000 × 20000 pixels; at most 8 million are expected");
        row("drawn.svg", "expected a PNG");
        row("text.png", "expected a PNG");
        row("cut.png", "damaged");
        row("nowhere.png", "");
    }
    /// An image of few bytes and 400 million pixels.
    static QByteArray bomb(const char *format)
    {
        constexpr int side = 20000;
        const bool isPng = qstrcmp(format, "png") == 0;
        QImage image(isPng ? side : 3, isPng ? side : 3, isPng ? QImage::Format_Mono : QImage::Format_RGB32);
        image.fill(0);
        QByteArray bytes;
        QBuffer buffer(&bytes);
        image.save(&buffer, format);
        const auto frame =
            bytes.indexOf("\xff\xc0"); // JPEG frame header, followed by two bytes each for height and width
        for (int i = 0; !isPng && i < 4; ++i)
            bytes[frame + 5 + i] = static_cast<char>(i % 2 ? side & 255 : side >> 8);
        return bytes;
    }
    void imagesAreShownOrExplained()
    {
        QFETCH(QString, file);
        QFETCH(QString, said);
        const QTemporaryDir folder;
        const auto put = [&](const char *name, const QByteArray &bytes) {
            QFile target(folder.filePath(name));
            QVERIFY(target.open(QIODevice::WriteOnly) && target.write(bytes) == bytes.size());
        };
        QVERIFY(QDir(folder.path()).mkdir("below"));
        const QImage image(40, 30, QImage::Format_RGB32);
        QVERIFY(image.save(folder.filePath("good.png")) && image.save(folder.filePath("below/photo.jpg")));
        QVERIFY(image.scaled(2500, 20).save(folder.filePath("wide.png")));
        QVERIFY(QFile::link("/dev/zero", folder.filePath("link")));
        QCOMPARE(::mkfifo(qPrintable(folder.filePath("fifo")), 0600), 0);
        put("sparse.png", {});
        QVERIFY(QFile::resize(folder.filePath("sparse.png"), qint64{20} << 30));
        put("bomb.png", bomb("png"));
        put("bomb.jpg", bomb("jpg"));
        put("drawn.svg", "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><circle r='9'/></svg>");
        put("text.png", "no picture");
        QFile good(folder.filePath("good.png"));
        QVERIFY(good.open(QIODevice::ReadOnly));
        put("cut.png", good.readAll().chopped(24));
        const double before = test::processorSeconds();
        const QString html = lessonText("Before ![about](" + file + ") after", folder.path());
        QVERIFY(test::processorSeconds() - before < 2);
        const bool isShown = said.isEmpty() && file != "nowhere.png";
        QCOMPARE(html.count("<img src=\"data:image/png;base64,"), isShown ? 1 : 0);
        QCOMPARE(html.count("<img"), isShown ? 1 : 0);
        QVERIFY2(html.contains("Before") && html.contains("after"), qPrintable(html));
        QVERIFY2(html.contains("is not shown") != isShown && html.contains(said), qPrintable(html));
    }

    void stepShowsFourPictures()
    {
        const QString path = m_folder.filePath("four.png");
        QVERIFY(QImage(40, 30, QImage::Format_RGB32).save(path));
        const QString html =
            lessonText(QString("![a][p] ![b](four.png)\n").repeated(5) + "\n[p]: four.png\n", m_folder.path());
        QCOMPARE(html.count("<img"), 4);
        QCOMPARE(html.count("a step shows at most 4"), 6);
    }

    void pointerMovesToTheTarget()
    {
        beginShort();
        auto *hand = child<QWidget>("pointerAnimation");
        QVERIFY(hand->testAttribute(Qt::WA_TransparentForMouseEvents) && hand->isHidden());
        QPoint seen;
        const QRect panel = findTarget(*m_window, "absoluteX").rect;
        controller().demonstrate();
        QTRY_VERIFY(!hand->isHidden());
        QTRY_VERIFY_WITH_TIMEOUT((seen = hand->isHidden() ? seen : hand->pos(), !controller().isBusy()), patience);
        QVERIFY(panel.contains(seen));
        QVERIFY(hand->isHidden() && controller().holds());
    }

    void everyVerbNamesItsKeys()
    {
        for (const lessons::Verb &verb : lessons::verbs()) {
            const std::set<std::string> prepare{"wait", "option", "show", "hide"}; // verbs of the line start:
            const bool withoutKeys = prepare.contains(verb.name) || verb.name == "open" || verb.name == "answer";
            QVERIFY2(test::KeyboardDemo::hasKeys(verb) != withoutKeys, verb.name.c_str());
            QVERIFY2(verb.keyboard.empty() == prepare.contains(verb.name), verb.name.c_str());
        }
    }

    void endingALessonRestoresTheWindow()
    {
        open(m_path);
        m_window->openDock("health");
        QTRY_VERIFY(!child<QDockWidget>("health")->visibleRegion().isEmpty());
        const auto pages = [this] { // hidden, visible, in front
            std::map<QString, std::pair<bool, bool>> shown;
            for (const QDockWidget *dock : m_window->findChildren<QDockWidget *>())
                shown[dock->objectName()] = {dock->isHidden(), !dock->visibleRegion().isEmpty()};
            return shown;
        };
        const auto before = pages();
        workspace().changeView("Frame", [](ViewState &view) { view.frame = PanelFrame::Neighbours; });
        ViewState view = workspace().view().forOtherData();
        view.frame = PanelFrame::Dimensions; // the frame of the lesson; the other one belongs to earlier data
        beginShort();
        QVERIFY(child<QDockWidget>("translation")->isHidden() && !child<QDockWidget>("anchors")->isHidden());
        QVERIFY(!m_window->findChild<PlayPage *>()->findChild<QWidget *>("shift")->isVisibleTo(
            m_window->findChild<PlayPage *>()));
        controller().end();
        QVERIFY(!child<QDockWidget>("health")->isHidden());
        QVERIFY(lessonsUi().bar().isHidden() || !lessonsUi().bar().isVisible());
        QVERIFY(lessonsUi().ring().isHidden());
        QCOMPARE(workspace().view(), view);
        QTRY_VERIFY(pages() == before);
        QVERIFY(m_window->findChild<PlayPage *>()->findChild<QWidget *>("shift")->isVisibleTo(
            m_window->findChild<PlayPage *>()));
    }

    void errorsAreReportedWithTheirLine()
    {
        controller().begin(write(QByteArray(shortLesson).replace("turn 40", "rotate 40")));
        QVERIFY(!controller().isActive());
        QVERIFY2(m_window->messages().text().contains("short.md:25: "), qPrintable(m_window->messages().text()));
        controller().begin(m_folder.filePath("nowhere.md"));
        QVERIFY(m_window->messages().text().contains("nowhere.md"));
        controller().begin(write(QByteArray(shortLesson).replace("toy:wedges,n=60,seed=2", "nowhere.h5")));
        QVERIFY(m_window->messages().text().contains("“nowhere.h5” is not there"));
        QVERIFY(!controller().isActive());
    }

    /// A finished lesson offers the next one, and its mode ends.
    void finishedLessonOffersTheNext()
    {
        const QTemporaryDir folder;
        const QByteArray text = "---\ntitle: First\ndata: toy:wedges,n=60,seed=2\n---\n## The First step\nLook.\n"
                                "```anchorscope\nstart: open toy:wedges,n=60,seed=3; draw 3 random\n```\n";
        for (const char *name : {"a.md", "b.md"}) {
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(QByteArray(text).replace("First", name == QByteArrayView("a.md") ? "First" : "Second"));
        }
        lessonsUi().setOwnFolder(folder.path());
        controller().begin(folder.filePath("a.md"));
        QTRY_VERIFY_WITH_TIMEOUT(controller().phase() == LessonController::Phase::step, patience);
        waitForJobs();
        m_window->model.pairTool.setActive(true);
        QTRY_VERIFY_WITH_TIMEOUT(controller().isLast() && controller().mayAdvance(), patience);
        controller().end();
        QVERIFY(!m_window->model.pairTool.isActive());
        QVERIFY2(m_window->messages().text().contains("First"), qPrintable(m_window->messages().text()));
        QPushButton *next = m_window->messages().button();
        QVERIFY(next->isVisible());
        QCOMPARE(next->text(), QString("Next: Second"));
        QCOMPARE(child<QLabel>("lessonsLabel")->text(), QString("Learn: 1 of 11 lessons done"));
        QVERIFY(!m_window->isWindowModified()); // the lesson's work is not to be saved
        child<QSpinBox>("drawCount")->setValue(50);
        child<QAction>("actionLasso")->trigger();
        QString shown; // what the bar shows while the data are being prepared
        connect(&controller(), &LessonController::began, this, [&] { shown = child<QLabel>("lessonText")->text(); });
        next->click();
        QTRY_COMPARE_WITH_TIMEOUT(controller().lesson().title, std::string("Second"), patience);
        waitForJobs();
        QVERIFY2(shown.contains("The Second step"), qPrintable(shown));
        QCOMPARE(child<QSpinBox>("drawCount")->value(), 15);
        QVERIFY(child<QAction>("actionPan")->isChecked());
        controller().end(); // the last one
        QTRY_VERIFY(!m_window->messages().button()->isVisible());
        m_window->model.workspace.setModified(false);
    }

    void startPageBeginsTheFirstLesson()
    {
        auto *list = child<QListWidget>("lessons");
        QCOMPARE(list->count(), 9);
        QCOMPARE(list->item(0)->text().section('\n', 0, 0), "1  Where am I? · 5 min");
        QVERIFY(list->item(0)->text().section('\n', 1).startsWith("A city's distances"));
        QCOMPARE(child<QMenu>("menuHelp")->actions().first()->menu()->actions().size(), 9);
        QTest::mouseClick(child<QPushButton>("learn"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(controller().phase() == LessonController::Phase::step, patience);
        QCOMPARE(controller().lesson().number, 1);
        QCOMPARE(workspace().data()->choice.y.space, "atlas");
    }
};

QTEST_MAIN(TestLessonController)
#include "tst_lessoncontroller.moc"
