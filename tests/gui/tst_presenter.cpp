// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/lessons/presenter.h"
#include "gui/playground/demonstration.h"
#include "gui/scatter/scatterview.h"
#include "gui/style/textsize.h"
#include "gui/style/theme.h"
#include "gui/views/heatmapgrid.h"
#include "gui/views/plotchart.h"
#include "gui/window/messagebar.h"
#include "gui/window/overlaypanel.h"
#include "gui/window/verdictstrip.h"
#include "support/windowtest.h"

#include <QAbstractButton>
#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QFile>
#include <QGraphicsScene>
#include <QGraphicsSimpleTextItem>
#include <QGraphicsTextItem>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QPushButton>
#include <QScreen>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTest>
#include <QToolBar>
#include <QWindow>

#include <cmath>

using namespace anchorscope;
using namespace anchorscope::gui;

/// Presentation mode of the window, and the size of all text.
class TestPresenter : public test::WindowTest
{
    Q_OBJECT

    Presenter &presenter() { return *m_window->findChild<Presenter *>(); }
    QAction *present() { return m_window->findChild<QAction *>("actionPresent"); }
    void openCities()
    {
        open("examples/data/globe.h5");
        setSeeds();
        waitForJobs();
    }
    /// Returns the distance in pixels from the first to the last dark column of a dock's title.
    static int widthOfTitle(QDockWidget &dock)
    {
        const QImage image = dock.grab(QRect(0, 0, dock.width() / 2, dock.widget()->y())).toImage();
        int first = image.width(), last = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                if (qGray(image.pixel(x, y)) < 128) {
                    first = std::min(first, x);
                    last = std::max(last, x);
                }
            }
        }
        return last - first;
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::keyClick(m_window->focusWidget() ? m_window->focusWidget() : m_window->centralWidget(), key, modifiers);
    }

    void presentOrEnd()
    {
        present()->trigger();
        QTest::qWait(0);
    }

    /// A visible text of the window: its content, the height of its letters, whether it is cut off.
    struct Text
    {
        QString words;
        int letters = 0;
        bool cut = false;
    };
    std::vector<Text> visibleTexts()
    {
        std::vector<Text> texts;
        for (const QLabel *label : m_window->findChildren<QLabel *>()) {
            if (label->isVisible() && !label->text().isEmpty()) {
                const bool cut = label->wordWrap() ? label->height() < label->heightForWidth(label->width())
                                                   : label->width() < label->sizeHint().width();
                texts.push_back({label->text(), QFontInfo(label->font()).pixelSize(), cut});
            }
        }
        for (const QAbstractButton *button : m_window->findChildren<QAbstractButton *>()) {
            if (button->isVisible() && !button->text().isEmpty())
                texts.push_back({button->text(), QFontInfo(button->font()).pixelSize(),
                                 button->width() < button->fontMetrics().horizontalAdvance(button->text())});
        }
        for (const QComboBox *box : m_window->findChildren<QComboBox *>()) {
            if (box->isVisible())
                texts.push_back({box->currentText(), QFontInfo(box->font()).pixelSize(),
                                 box->width() < box->fontMetrics().horizontalAdvance(box->currentText())});
        }
        for (const ScatterView *view : m_window->findChildren<ScatterView *>()) {
            if (!view->isVisible())
                continue;
            const QGraphicsScene &scene = *view->chart()->scene();
            for (const QGraphicsItem *item : scene.items()) {
                const auto *simple = qgraphicsitem_cast<const QGraphicsSimpleTextItem *>(item);
                const auto *rich = qgraphicsitem_cast<const QGraphicsTextItem *>(item);
                const QString words = simple ? simple->text() : rich ? rich->toPlainText() : QString();
                if (words.isEmpty() || !item->isVisible() || item->opacity() == 0)
                    continue;
                const QFont font = simple ? simple->font() : rich->font();
                const QRectF box = item->sceneBoundingRect();
                const bool cut = !scene.sceneRect().adjusted(-2, -2, 2, 2).contains(box);
                texts.push_back({words, QFontInfo(font).pixelSize(), cut});
            }
        }
        return texts;
    }

private Q_SLOTS:
    void initTestCase() { prepare("presenter"); }
    void init() { showWindow(); }
    void cleanup() { m_window.reset(); }

    void textIsReadableInTheLastRow_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("1280 x 720") << QSize(1280, 720);
        QTest::newRow("1920 x 1080") << QSize(1920, 1080);
        QTest::newRow("3840 x 2160") << QSize(3840, 2160);
    }
    void textIsReadableInTheLastRow()
    {
        QFETCH(QSize, size);
        openCities();
        presentOrEnd();
        m_window->setWindowState(Qt::WindowNoState); // the screen of tests has a fixed size
        m_window->resize(size);
        QTRY_COMPARE(m_window->size(), size);
        waitForJobs();
        const auto unread = [&] {
            const std::vector<Text> texts = visibleTexts();
            QStringList wrong;
            if (texts.size() <= 20)
                wrong << QString("only %1 texts").arg(texts.size());
            for (const Text &text : texts) {
                if (text.cut || text.letters < Presenter::minTextShare * size.height())
                    wrong << QString("%1: %2 pixels").arg(text.words).arg(text.letters);
            }
            return wrong;
        };
        QTRY_COMPARE_WITH_TIMEOUT(unread(), QStringList(), test::patience); // after the layout of the axes
    }

    void presentationShowsOnlyThePanels()
    {
        openCities();
        const int before = qRound(10 * sizeFactor());
        QCOMPARE(before, 10);
        presentOrEnd();
        QVERIFY(presenter().isPresenting());
        QVERIFY(!m_window->menuBar()->isVisible() && !m_window->statusBar()->isVisible());
        for (const QToolBar *bar : m_window->findChildren<QToolBar *>(Qt::FindDirectChildrenOnly))
            QVERIFY(!bar->isVisible());
        for (const QDockWidget *dock : m_window->findChildren<QDockWidget *>())
            QVERIFY(!dock->isVisible());
        QVERIFY(m_window->findChild<QLabel *>("presenterCaption")->isVisible());
        QCOMPARE(m_window->findChild<QLabel *>("presenterCaption")->text(), QString("atlas ↔ atlas150"));
        // Commands of hidden menus still work: a key opens a dock.
        press(Qt::Key_3, Qt::ControlModifier);
        QTRY_VERIFY(m_window->findChild<QDockWidget *>("anchors")->isVisible());
    }

    /// Page Down shows one view after another; each fills the window, and its plots return to their docks.
    void aClickerShowsOneViewAfterAnother()
    {
        open("examples/data/digits.h5");
        setSeeds();
        m_window->model.optimizer.start();
        QTRY_VERIFY_WITH_TIMEOUT(workspace().chosenRun() && workspace().mistakes() && m_window->model.isIdle(),
                                 test::patience);
        const auto part = [this](const char *dock, const char *name) {
            return m_window->findChild<QDockWidget *>(dock)->findChild<QWidget *>(name);
        };
        QWidget *matrices = part("stitching", "maps"), *loss = part("optimize", "loss");
        QWidget *worst = part("mistakes", "worstItems"),
                *overlay = m_window->findChild<QWidget *>("onlyX")->parentWidget();
        const QWidget *lossBefore = loss->parentWidget(), *worstBefore = worst->parentWidget();
        auto *stack = m_window->centralWidget()->findChild<QStackedWidget *>();
        presentOrEnd();
        const QString verdict = m_window->findChild<QLabel *>("presenterCaption")->text();
        QVERIFY2(verdict.contains("lign") || verdict.contains("match"), qPrintable(verdict)); // not a file name
        QVERIFY(stack->currentWidget()->isAncestorOf(overlay));
        auto *colours = m_window->findChild<QComboBox *>("overlayColour");
        QCOMPARE(colours->currentIndex(), static_cast<int>(OverlayPanel::Colour::Label));
        for (QWidget *shown : {matrices, loss, worst}) {
            press(Qt::Key_PageDown);
            QTRY_VERIFY(shown->isVisible() && stack->currentWidget()->isAncestorOf(shown));
            QVERIFY(!shown->visibleRegion().isEmpty());
            waitForJobs();
        }
        QVERIFY(!loss->isVisible());
        press(Qt::Key_PageUp);
        QTRY_VERIFY(loss->isVisible() && !worst->isVisible());
        press(Qt::Key_F5); // the other key of a clicker also shows the next view
        QTRY_VERIFY(worst->isVisible());
        m_window->openDock("stitching"); // a dock is shown as a view
        QTRY_VERIFY(matrices->isVisible() && !m_window->findChild<QDockWidget *>("stitching")->isVisible());
        presentOrEnd();
        QVERIFY(part("stitching", "maps") == matrices && loss->parentWidget() == lossBefore);
        QCOMPARE(worst->parentWidget(), worstBefore);
        QVERIFY(m_window->findChild<QAction *>("actionFourPanels")->isChecked());
        m_window->findChild<QAction *>("actionOverlay")->trigger();
        QTRY_COMPARE(colours->currentIndex(), static_cast<int>(OverlayPanel::Colour::Found)); // as before
        // The text of the strip has its usual size again.
        const auto *button = m_window->findChild<VerdictStrip *>()->findChild<QPushButton *>("savePairs");
        QTRY_COMPARE(QFontInfo(button->font()).pixelSize(), 13);
    }

    /// The matrices of a session that has just been opened are measured when they are presented.
    void matricesOfASessionAreMeasured()
    {
        open("examples/data/digits.h5");
        setSeeds();
        m_window->model.optimizer.start();
        QTRY_VERIFY_WITH_TIMEOUT(workspace().chosenRun() && m_window->model.isIdle(), test::patience);
        workspace().setModified(false);
        QVERIFY(!workspace().isStitchingCurrent());
        const HeatMapView *first = m_window->findChild<HeatMapGrid *>("maps")->map(0, 0);
        presentOrEnd();
        press(Qt::Key_PageDown);
        QVERIFY(first->accessibleDescription().contains("Measuring stitching")); // not an empty view
        QTRY_VERIFY_WITH_TIMEOUT(workspace().isStitchingCurrent(), test::patience);
    }

    /// The demonstration transforms Y, marks what relative vectors survive, and takes each transform back.
    void whatSurvives()
    {
        auto *demonstration = m_window->findChild<Demonstration *>();
        QVERIFY(!demonstration->isVisible());
        QTest::mouseClick(m_window->findChild<QPushButton *>("demonstrate"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(demonstration->isVisible(), test::patience);
        waitForJobs();
        QCOMPARE(workspace().setup().seeds.size(), 5u);
        QCOMPARE(workspace().setup().centering, Centering::none);
        QCOMPARE(workspace().data()->choice.x.space, workspace().data()->choice.y.space);
        const auto mark = [this](const char *button) {
            return m_window->findChild<QPushButton *>(button)->text().right(1);
        };
        presentOrEnd();
        QVERIFY(demonstration->isVisible() && !m_window->findChild<QWidget *>("presenterFoot")->isVisible());
        press(Qt::Key_PageDown); // the first transform
        QTRY_COMPARE_WITH_TIMEOUT(mark("showTurn"), QString("✓"), test::patience);
        QVERIFY(workspace().setup().transform.turn > 0);
        const auto *caption = m_window->findChild<QLabel *>("demonstrationCaption");
        QVERIFY2(caption->text().startsWith("Turn 70°: "), qPrintable(caption->text()));
        press(Qt::Key_PageUp); // the last one
        QTRY_COMPARE_WITH_TIMEOUT(mark("showStretch"), QString("✗"), test::patience);
        QCOMPARE(mark("showTurn"), QString("✓"));
        QTRY_VERIFY_WITH_TIMEOUT(workspace().setup().transform.isNeutral(), test::patience);
        presentOrEnd();
        QTest::mouseClick(m_window->findChild<QPushButton *>("showShift"), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(mark("showShift"), QString("✗"), test::patience);
        m_window->findChild<QCheckBox *>("showCentred")->click();
        QCOMPARE(mark("showStretch"), QString("h")); // the marks were those of the vectors as read
        QTest::mouseClick(m_window->findChild<QPushButton *>("showShift"), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(mark("showShift"), QString("✓"), test::patience);
        m_window->findChild<QAction *>("actionStartPage")
            ->trigger(); // ends the demonstration, and nothing is to be saved
        QVERIFY(!demonstration->isVisible() && !m_window->isWindowModified());
        QVERIFY(workspace().setup().transform.isNeutral());
    }

    void messagesWaitForTheEnd()
    {
        openCities();
        presentOrEnd();
        MessageBar &messages = m_window->messages();
        messages.showMessage(MessageBar::Kind::Warning, "Something happened.");
        QVERIFY(!messages.isVisible());
        presentOrEnd();
        QVERIFY(messages.isVisible() && messages.text() == "Something happened.");
    }

    void endingAPresentationRestoresTheWindow()
    {
        openCities();
        m_window->openDock("health");
        QCoreApplication::processEvents();
        const QByteArray layout = m_window->saveState();
        const QRect place = m_window->geometry();
        QElapsedTimer clock;
        clock.start();
        presentOrEnd();
        m_window->repaint();
        qInfo("F11 to the first frame: %lld ms", static_cast<long long>(clock.elapsed()));
        QTRY_VERIFY(presenter().isPresenting() && !m_window->menuBar()->isVisible());
        presentOrEnd();
        QTRY_COMPARE(m_window->geometry(), place);
        QCOMPARE(m_window->saveState(), layout);
        QVERIFY(!m_window->findChild<QDockWidget *>("health")->visibleRegion().isEmpty());
        QVERIFY(m_window->menuBar()->isVisible() && m_window->statusBar()->isVisible());
        QCOMPARE(sizeFactor(), 1.0);
        QCOMPARE(QApplication::font().pixelSize(), 13);
        QVERIFY(!m_window->findChild<QLabel *>("presenterCaption")->isVisible());
    }

    void closingWhilePresentingKeepsTheLayout()
    {
        openCities();
        workspace().setModified(false);
        const QByteArray layout = m_window->saveState();
        presentOrEnd();
        QVERIFY(m_window->close());
        QCOMPARE(QSettings().value("layout").toByteArray(), layout);
        QVERIFY(!presenter().isPresenting());
        QCOMPARE(sizeFactor(), 1.0);
    }

    void clickersStartAndClearNothing()
    {
        openCities();
        m_window->model.selection.select(Side::x, {1, 2, 3});
        presentOrEnd();
        QSignalSpy next(&presenter(), &Presenter::nextRequested), back(&presenter(), &Presenter::backRequested);
        const auto seeds = workspace().setup().seeds;
        for (const Qt::Key key : {Qt::Key_PageDown, Qt::Key_PageUp, Qt::Key_F5, Qt::Key_Escape, Qt::Key_Period})
            press(key);
        QCOMPARE(next.size(), 1);
        QCOMPARE(back.size(), 1);
        QVERIFY(presenter().overlay()->keyShown().contains("F11")); // the overlay shows how to end the mode
        QVERIFY(presenter().overlay()->isBlack());
        press(Qt::Key_Period);
        QVERIFY(!presenter().overlay()->isBlack());
        QCOMPARE(m_window->model.optimizer.state(), OptimizeController::State::Idle);
        QCOMPARE(workspace().setup().seeds, seeds);
        QVERIFY(!m_window->model.selection.isEmpty());
        presentOrEnd();
        press(Qt::Key_Escape); // the key has its usual meaning again
        QTRY_VERIFY(m_window->model.selection.isEmpty());
    }

    void pointerFreezeAndKeys()
    {
        openCities();
        presentOrEnd();
        PresenterOverlay &overlay = *presenter().overlay();
        press(Qt::Key_S);
        QCOMPARE(overlay.pointer(), PresenterOverlay::Pointer::Laser);
        QTest::mouseMove(m_window->windowHandle(), QPoint(300, 200));
        QTRY_COMPARE(overlay.grab().toImage().pixelColor(300, 200).red(), 0xe5);
        press(Qt::Key_S);
        QCOMPARE(overlay.pointer(), PresenterOverlay::Pointer::Spotlight);
        const QImage highlighted = overlay.grab().toImage();
        QVERIFY(highlighted.pixelColor(300, 200) != highlighted.pixelColor(overlay.width() - 5, overlay.height() - 5));
        press(Qt::Key_S);
        QCOMPARE(overlay.pointer(), PresenterOverlay::Pointer::None);
        press(Qt::Key_Z);
        QVERIFY(overlay.isFrozen());
        const QImage frozen = m_window->grab().toImage();
        workspace().changeView("Names", [](ViewState &view) { view.names = !view.names; });
        QTest::qWait(50);
        QCOMPARE(m_window->grab().toImage(), frozen);
        press(Qt::Key_Z);
        QVERIFY(!overlay.isFrozen());
        press(Qt::Key_F, Qt::ControlModifier);
        QTRY_VERIFY(overlay.keyShown().contains("Ctrl+F"));
        auto *words = m_window->findChild<QLineEdit *>("finderInput");
        if (!words)
            words = qobject_cast<QLineEdit *>(m_window->focusWidget());
        QVERIFY(words);
        QTest::keyClicks(words, "s.z");
        QCOMPARE(words->text(), QString("s.z"));
        QCOMPARE(overlay.pointer(), PresenterOverlay::Pointer::None);
    }

    void textFollowsTheChoice()
    {
        openCities();
        const int before = QFontInfo(m_window->findChild<QComboBox *>()->font()).pixelSize();
        QCOMPARE(before, 13);
        m_window->openDock("anchors");
        auto *dock = m_window->findChild<QDockWidget *>("anchors");
        const int width = widthOfTitle(*dock);
        QVERIFY(width > 20);
        for (int i = 0; i < 3; ++i)
            press(Qt::Key_Plus, Qt::ControlModifier | Qt::AltModifier);
        QTest::qWait(0);
        QCOMPARE(qRound(1000 * sizeFactor()), 1331);
        QCOMPARE(QFontInfo(m_window->findChild<QComboBox *>()->font()).pixelSize(), 17);
        QCOMPARE(smallFont().pixelSize(), 15);
        for (const auto &[name, pixels] : {std::pair("title", 41), std::pair("mistakesHeadline", 17)})
            QCOMPARE(m_window->findChild<QLabel *>(name)->font().pixelSize(), pixels);
        for (const ScatterView *view : m_window->findChildren<ScatterView *>())
            QCOMPARE(view->chart()->horizontalAxis()->labelsFont().pixelSize(), 15);
        for (int i = 0; i < 20; ++i)
            press(Qt::Key_Plus, Qt::ControlModifier | Qt::AltModifier);
        QCOMPARE(sizeFactor(), largestText);
        QTest::qWait(0);
        const double ratio = double(widthOfTitle(*dock)) / width;
        QVERIFY2(ratio > 1.8 && ratio < 2.2, qPrintable(QString::number(ratio)));
        QCOMPARE(QSettings().value("textSize").toDouble(), largestText);
        press(Qt::Key_0, Qt::ControlModifier | Qt::AltModifier);
        QCOMPARE(sizeFactor(), 1.0);
        QCOMPARE(QApplication::font().pixelSize(), 13);
    }

    void textSizeIsThatOfTheScreen()
    {
        openCities();
        const auto goTo = [this](const char *name) {
            for (QScreen *screen : QGuiApplication::screens()) {
                if (screen->name() == name)
                    m_window->windowHandle()->setScreen(screen);
            }
            QCOMPARE(m_window->windowHandle()->screen()->name(), QString(name));
            QTest::qWait(0);
        };
        QCOMPARE(m_window->windowHandle()->screen()->name(), QString("desk"));
        QCOMPARE(sizeFactor(), 1.0);
        goTo("wall/2");
        QCOMPARE(sizeFactor(), 1.0); // unchanged: nothing was chosen here
        for (int i = 0; i < 4; ++i)
            press(Qt::Key_Plus, Qt::ControlModifier | Qt::AltModifier);
        QCOMPARE(qRound(1000 * sizeFactor()), 1464);
        goTo("desk");
        press(Qt::Key_0, Qt::ControlModifier | Qt::AltModifier);
        QCOMPARE(sizeFactor(), 1.0);
        goTo("wall/2");
        QCOMPARE(qRound(1000 * sizeFactor()), 1464);
        QCOMPARE(QFontInfo(m_window->findChild<QComboBox *>()->font()).pixelSize(), 19);
        presentOrEnd();
        const double presented = sizeFactor();
        goTo("desk"); // relative to the current window height, independent of the setting
        QCOMPARE(sizeFactor(), presented);
        presentOrEnd();
        QCOMPARE(sizeFactor(), 1.0);
    }
};

/// Two screens to move between.
int main(int argc, char **argv)
{
    const QTemporaryDir folder;
    QFile screens(folder.filePath("screens.json"));
    if (!screens.open(QIODevice::WriteOnly))
        return 1;
    const char *screen = R"({"name": "%1", "x": %2, "y": 0, "width": 1920, "height": 1200, "logicalDpi": 96, )"
                         R"("logicalBaseDpi": 96, "dpr": 1})";
    const QString both = QString(screen).arg("desk").arg(0) + ',' + QString(screen).arg("wall/2").arg(1920);
    screens.write(("{\"screens\": [" + both + "]}").toUtf8());
    screens.close();
    qputenv("QT_QPA_PLATFORM", ("offscreen:configfile=" + screens.fileName()).toLocal8Bit());
    QApplication application(argc, argv);
    TestPresenter test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_presenter.moc"
