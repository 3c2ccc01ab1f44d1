// SPDX-License-Identifier: GPL-3.0-or-later
// Plays every bundled lesson from beginning to end: the condition of a step is false before its actions and true after
// them, its target is visible, texts fit, and the stated answers equal the measured ones.
#include "gui/lessons/lessonscript.h"
#include "gui/scatter/scatterview.h"
#include "io/text/itemfinder.h"
#include "support/windowtest.h"

#include <QAbstractButton>
#include <QAction>
#include <QDir>
#include <QDockWidget>
#include <QJsonDocument>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>

using namespace anchorscope;
using namespace anchorscope::gui;

class TestLessonPlay : public test::WindowTest
{
    Q_OBJECT

    double m_seconds = 0;

    LessonController &controller() { return m_window->findChild<LessonsUi *>()->controller(); }
    void click(const char *button)
    {
        auto *widget = m_window->findChild<QAbstractButton *>(button);
        QVERIFY2(widget && widget->isVisible(), button);
        QTest::mouseClick(widget, Qt::LeftButton);
    }
    void waitForRest()
    {
        QTRY_VERIFY_WITH_TIMEOUT(!controller().isBusy() && controller().phase() != LessonController::Phase::opening &&
                                     m_window->findChild<LessonsUi *>()->model().isIdle(),
                                 test::patience);
        QTest::qWait(0);
    }
    /// Answers correctly or wrongly, by mouse or keyboard.
    void answer(bool correct)
    {
        if (!controller().now().question)
            return;
        const lessons::Question &question = *controller().now().question;
        if (question.isAfter && !controller().isDone())
            return; // the question is asked once the step is done
        if (question.kind == lessons::Question::Kind::choice) {
            const std::string &text =
                question.choices[static_cast<std::size_t>(correct ? question.correct : (question.correct + 1) % 2)];
            for (auto *choice : m_window->findChildren<QRadioButton *>()) {
                if (choice->property("answer").toString() == QString::fromStdString(text))
                    QTest::mouseClick(choice, Qt::LeftButton, {}, QPoint(8, choice->height() / 2));
            }
            QCOMPARE(controller().answer(), QString::fromStdString(text));
            return;
        }
        auto *line = m_window->findChild<QLineEdit *>("lessonWritten");
        line->clear();
        QTest::keyClicks(line, correct && question.kind == lessons::Question::Kind::number
                                   ? QString::number(question.value)
                                   : "no idea");
        QTest::keyClick(line, Qt::Key_Return);
    }
    void clickPanel(const char *panel, QPointF place)
    {
        auto *view = m_window->findChild<ScatterView *>(panel);
        const QSize size = view->viewport()->size();
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {},
                          QPoint(qRound(place.x() * size.width()), qRound(place.y() * size.height())));
    }
    void press(const QString &keys) { QTest::keySequence(m_window.get(), QKeySequence(keys)); }

    /// Mistakes as in a class: each leaves the lesson at its step, and the lesson can be finished.
    void makeMistake(int kind)
    {
        switch (kind) {
        case 0: // wrong answer
            return answer(false);
        case 1: // wrong items paired
            press("F2");
            press("A");
            clickPanel("absoluteX", {0.3, 0.6});
            clickPanel("absoluteY", {0.6, 0.4});
            return press("A");
        case 2: // another page, and something pressed there
            press("Ctrl+1");
            return press("Down");
        case 3: // undoes all steps, and more
            for (int i = 0; i < 4; ++i)
                press("Ctrl+Z");
            return;
        case 4: // presses Next before the step is done
            QTest::mouseClick(m_window->findChild<QPushButton *>("lessonNext"), Qt::LeftButton);
            return press("Ctrl+PgDown");
        case 5: // other data
            m_window->model.session.open({m_path});
            return;
        case 6: // doubles the seeds at random
            press("F2");
            return press("R");
        case 7: // changes Y, and undoes the change halfway
            workspace().change("Shear", [](Setup &setup) { setup.transform.shear = 0.7; });
            return press("Ctrl+Z");
        case 8: // demonstration, stopped by the next mistake
            QTest::mouseClick(m_window->findChild<QPushButton *>("lessonShow"), Qt::LeftButton);
            return press("Ctrl+Z");
        default: // another pre-processing
            workspace().change("Whitened", [](Setup &setup) { setup.centering = Centering::standardize; });
        }
    }
    static constexpr int kinds = 10;

    /// Advances with the buttons of the bar from any state.
    void advanceByTheBar()
    {
        waitForRest();
        for (int attempt = 0; attempt < 3 && !controller().mayAdvance(); ++attempt) {
            if (controller().phase() == LessonController::Phase::left || controller().wentOffTrack()) {
                workspace().setModified(false); // otherwise a dialog would ask about unsaved changes
                click("lessonReturn");
                waitForRest();
            }
            QCOMPARE(controller().phase(), LessonController::Phase::step);
            answer(true);
            if (!controller().holds())
                click("lessonShow");
            waitForRest();
            if (controller().answer().isEmpty())
                answer(true);
        }
        QVERIFY2(controller().mayAdvance(), qPrintable(QString("%1, step %2: %3")
                                                           .arg(controller().file())
                                                           .arg(controller().step() + 1)
                                                           .arg(controller().trouble())));
    }

private Q_SLOTS:
    void initTestCase() { prepare("tst_lessonplay"); }
    void cleanup() { m_window.reset(); }

    void lessonWorksAsDescribed_data()
    {
        QTest::addColumn<QString>("file");
        for (const QString &file : QDir("examples/lessons").entryList({"*.md"})) {
            if (file != "README.md")
                QTest::newRow(qPrintable(file)) << "examples/lessons/" + file;
        }
    }
    void lessonWorksAsDescribed()
    {
        QFETCH(QString, file);
        showWindow();
        constexpr QSize smallest{1280, 720}; // smallest supported size of lessons
        LessonScript script(*m_window->findChild<LessonsUi *>(), {.size = smallest});
        bool ended = false;
        connect(&script, &LessonScript::ended, this, [&ended] { ended = true; });
        QElapsedTimer clock;
        clock.start();
        script.start(QFileInfo(file).absoluteFilePath());
        QTRY_VERIFY_WITH_TIMEOUT(ended, test::patience);
        const double seconds = static_cast<double>(clock.elapsed()) / 1000;
        m_seconds += seconds;
        const QByteArray report = QJsonDocument(script.report()).toJson();
        QVERIFY2(script.report()["passed"].toBool(), report.constData());
        QVERIFY(script.report()["steps"].toArray().size() >= 4);
        qInfo("%s: %.1f s", qPrintable(QFileInfo(file).fileName()), seconds);
    }

    void lessonSurvivesMistakes_data()
    {
        QTest::addColumn<QString>("file");
        QStringList files{"where.md", "survives.md", "anchors.md"};
        if (qEnvironmentVariableIsSet("ANCHORSCOPE_ALL_LESSONS")) // lessons with runs of the optimizer take minutes
            files << "many.md"
                  << "fifteen.md"
                  << "doubt.md"
                  << "keep.md"
                  << "picture.md"
                  << "matchmaker.md";
        for (const QString &file : files)
            QTest::newRow(qPrintable(file)) << "examples/lessons/" + file;
    }
    /// Makes two mistakes at each step, then continues with the bar only.
    void lessonSurvivesMistakes()
    {
        QFETCH(QString, file);
        showWindow();
        controller().setAnimator(nullptr);
        controller().begin(QFileInfo(file).absoluteFilePath());
        QTRY_COMPARE_WITH_TIMEOUT(controller().phase(), LessonController::Phase::step, test::patience);
        int kind = static_cast<int>(file.size()); // each lesson starts with a different mistake
        for (int step = 0;; ++step) {
            waitForRest();
            QCOMPARE(controller().step(), step);
            for (int mistake = 0; mistake < 2; ++mistake, ++kind) {
                makeMistake(kind % kinds);
                if (kind % kinds == 5)
                    QTRY_COMPARE_WITH_TIMEOUT(controller().phase(), LessonController::Phase::left, test::patience);
                QVERIFY(controller().isActive());
                QCOMPARE(controller().step(), step);
            }
            advanceByTheBar();
            if (QTest::currentTestFailed() || controller().isLast())
                break;
            click("lessonNext");
        }
        click("lessonNext");
        QVERIFY(!controller().isActive());
    }

    void textsFitOnTheWall_data() { lessonSurvivesMistakes_data(); }
    /// In a presentation on 720 lines, the bar has room for the texts, and for the reasons after a wrong answer.
    void textsFitOnTheWall()
    {
        QFETCH(QString, file);
        showWindow();
        controller().setAnimator(nullptr);
        controller().begin(QFileInfo(file).absoluteFilePath());
        QTRY_COMPARE_WITH_TIMEOUT(controller().phase(), LessonController::Phase::step, test::patience);
        constexpr QSize wall{1280, 720};
        m_window->findChild<QAction *>("actionPresent")->trigger();
        m_window->setWindowState(Qt::WindowNoState); // the screen of tests has another size
        m_window->resize(wall);
        const LessonBar &bar = m_window->findChild<LessonsUi *>()->bar();
        for (;;) {
            waitForRest();
            QCOMPARE(m_window->size(), wall);
            QTRY_COMPARE(bar.clipped(), QStringList());
            answer(false);
            controller().demonstrate();
            waitForRest();
            QTRY_COMPARE(bar.clipped(), QStringList());
            if (controller().answer().isEmpty())
                answer(false);
            QTRY_COMPARE(bar.clipped(), QStringList());
            if (controller().isLast())
                break;
            controller().next();
        }
    }

    /// In a low window, the plots of docks are visible without scrolling.
    void plotsAreAboveTheFold()
    {
        showWindow();
        m_window->resize(1280, 720);
        controller().begin(QFileInfo("examples/lessons/many.md").absoluteFilePath());
        QTRY_COMPARE_WITH_TIMEOUT(controller().phase(), LessonController::Phase::step, test::patience);
        for (const auto &[dock, plot] :
             {std::pair("optimize", "loss"), {"optimize", "shares"}, {"experiments", "view"}}) {
            m_window->openDock(dock);
            const auto *widget = m_window->findChild<QDockWidget *>(dock)->findChild<QWidget *>(plot);
            QTRY_VERIFY2(widget->isVisible() && widget->visibleRegion().boundingRect() == widget->rect(), plot);
        }
    }

    void showMeReachesTheStepFromOwnWork_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QStringList>("pairs"); // a student's pairs at the end of each step; empty: those of the lesson
        QTest::newRow("anchors") << "anchors.md"
                                 << QStringList{"Madrid,London,Vienna", "Nairobi,Lima,Auckland",
                                                "Cairo,Sydney,Honolulu,Lima,Moscow"};
        QTest::newRow("matchmaker") << "matchmaker.md"
                                    << QStringList{"city,house,green", "city,house,green,red",
                                                   "city,house,green,red,time"};
    }
    /// A student has reached the steps with other pairs than the lesson's; Show me still reaches the next one.
    void showMeReachesTheStepFromOwnWork()
    {
        QFETCH(QString, file);
        QFETCH(QStringList, pairs);
        showWindow();
        controller().setAnimator(nullptr);
        controller().begin(QFileInfo("examples/lessons/" + file).absoluteFilePath());
        QTRY_COMPARE_WITH_TIMEOUT(controller().phase(), LessonController::Phase::step, test::patience);
        for (const QString &own : pairs) {
            advanceByTheBar();
            workspace().change("Own pairs", [&](Setup &setup) {
                setup.seeds.clear();
                const io::ItemFinder items(workspace().data()->items(Side::x));
                for (const QString &name : own.split(',')) {
                    const ItemIndex item = items.find(name.toStdString());
                    QVERIFY2(item != noItem, qPrintable(name));
                    setup.seeds.push_back({item, workspace().data()->partner(Side::x, item)});
                }
            });
            waitForRest();
            click("lessonNext");
            waitForRest();
            if (controller().now().question)
                answer(true);
            if (!controller().holds())
                click("lessonShow");
            waitForRest();
            QVERIFY2(controller().holds() && !controller().wentOffTrack(), controller().now().heading.c_str());
        }
    }

    void lessonThatTeachesNothingFails()
    {
        showWindow();
        const QString path = m_folder.filePath("nothing.md");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(
            "---\ntitle: Nothing\ndata: toy:wedges,n=60\n---\n## So already\nA.\n```anchorscope\n"
            "await: seeds = 0\ndo: reset\n```\n## Never so\nA.\n```anchorscope\nawait: seeds >= 5\ndo: seed A1\n"
            "```\n## Wrong answer\nA.\n```anchorscope\nask: How many?\nanswer: number 7 ± 1\nmeasure: seeds\n```\n");
        file.close();
        LessonScript script(*m_window->findChild<LessonsUi *>(), {});
        bool ended = false;
        connect(&script, &LessonScript::ended, this, [&ended] { ended = true; });
        script.start(path);
        QTRY_VERIFY_WITH_TIMEOUT(ended, test::patience);
        QVERIFY(!script.report()["passed"].toBool());
        const QJsonArray steps = script.report()["steps"].toArray();
        QCOMPARE(steps.size(), 3);
        QCOMPARE(steps[0].toObject()["before"].toBool(), true);
        QCOMPARE(steps[1].toObject()["after"].toBool(), false);
        QCOMPARE(steps[2].toObject()["answer"].toDouble(), 1.0);
        for (const QJsonValue &step : steps)
            QVERIFY(!step.toObject()["passed"].toBool());
    }

    void cleanupTestCase() { qInfo("all lessons: %.0f s", m_seconds); }
};

QTEST_MAIN(TestLessonPlay)
#include "tst_lessonplay.moc"
