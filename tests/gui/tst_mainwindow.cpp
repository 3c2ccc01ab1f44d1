// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/display/repeatcommand.h"
#include "gui/models/itemmodel.h"
#include "gui/pages/anchorspage.h"
#include "gui/pages/importdialog.h"
#include "gui/pages/startpage.h"
#include "gui/state/selection.h"
#include "gui/style/filename.h"
#include "gui/style/pagearea.h"
#include "gui/style/textsize.h"
#include "gui/views/plotchart.h"
#include "gui/views/plotexport.h"
#include "gui/widgets/filedialogs.h"
#include "gui/window/overlaypanel.h"
#include "gui/window/panelgrid.h"
#include "gui/window/verdictstrip.h"
#include "support/appwindow.h"
#include "support/spaces.h"
#include "support/windowsetup.h"

#include <QAbstractScrollArea>
#include <QAccessible>
#include <QComboBox>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFile>
#include <QFileDialog>
#include <QKeySequence>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QScrollArea>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStatusBar>
#include <QTabBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>
#include <QTreeWidget>
#include <QWidgetAction>

#include <filesystem>

using namespace anchorscope;
using namespace anchorscope::gui;
using anchorscope::test::patience;

namespace {

/// An item that is far enough from all others in its panel to be clicked.
int clickableItem(const ScatterView *view, int from)
{
    for (int item = from; item < from + 300; ++item) {
        const QPoint position = view->positionOf(item);
        if (view->viewport()->rect().adjusted(60, 60, -60, -60).contains(position) && view->pointAt(position) == item)
            return item;
    }
    return -1;
}

void click(ScatterView *view, int item, Qt::KeyboardModifiers modifiers = {})
{
    QTest::mouseClick(view->viewport(), Qt::LeftButton, modifiers, view->positionOf(item));
}

} // namespace

class TestMainWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void startsOnTheStartPage();
    void wholeFlow();
    void clicksSelectInAllPanels();
    void hoverHighlightsThePartner();
    void pairingShowsTheFirstItem();
    void escapeEndsThePairTool();
    void wrongInputs_data();
    void wrongInputs();
    void sessionsAreKnownByTheirContent();
    void namesAreKeptByteForByte();
    void wrongSeedFileKeepsTheSeeds();
    void oneSpaceWaitsForTheOther();
    void cancelDiscardsTheRun();
    void closingDuringARunIsSafe();
    void unsavedWorkAsksTheUser();
    void everyWidgetHasANameAndEveryToolAnIcon();
    void mnemonicsAreUnique();
    void onlyFilesAreTakenFromADrag();
    void tabOrderFollowsTheLayout();
    void keyboardGoesToThePanels();
    void stripShowsTheState();
    void railShowsOneTaskAtATime();
    void panelsHaveMostOfTheWindow_data();
    void panelsHaveMostOfTheWindow();
    void overlayHasMostOfTheWindow_data() { panelsHaveMostOfTheWindow_data(); }
    void overlayHasMostOfTheWindow();
    void pagesFitTheirDocks();
    void namesOfSelectedItemsCanBeRead();
    void disagreementIsMeasuredWhenVisible();
    void layoutIsReset();
    void startPageIsOneStepAway();
    void keysWorkFromTheStart();
    void messagesFollowTheTheme();
    void messagesAreAsHighAsTheirTexts();

private:
    void openPair();
    void openPairAt(QSize size, double text);
    ScatterView *view(Panel panel) { return m_window->panels().view(panel); }
    template <class T> T *child(const char *name) { return m_window->findChild<T *>(name); }
    QAction *action(const char *name) { return child<QAction>(name); }
    const Setup &setup() { return m_window->model.workspace.setup(); }
    bool plotsStay();
    static QString outOfOrder(const QWidget *page);
    void addSeedByMouse(int from);
    void setSeeds(int count);
    void slowMethod();

    QTemporaryDir m_folder;
    QString m_pairPath;
    std::unique_ptr<test::AppWindow> m_window;
};

void TestMainWindow::initTestCase()
{
    test::setUpWindows("tst_mainwindow");
    m_pairPath = m_folder.filePath("pair.h5");
    QVERIFY(io::saveDataset(m_pairPath.toStdString(), test::twoSpaces(400)).ok());
}

void TestMainWindow::init()
{
    QSettings().clear();
    m_window = std::make_unique<test::AppWindow>();
    m_window->resize(1700, 1050);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
}

void TestMainWindow::cleanup()
{
    m_window.reset();
    setTextSize(*qApp, 1);
}

/// Opens the pair in a window of this size, with the text size multiplied by `text`.
void TestMainWindow::openPairAt(QSize size, double text)
{
    setTextSize(*qApp, text);
    m_window->resize(size);
    openPair();
    QTRY_COMPARE(m_window->size(), size);
    QCoreApplication::processEvents();
}

/// Charts make room for labels by posted events; before these, points have other positions.
bool TestMainWindow::plotsStay()
{
    const auto areas = [this] {
        std::vector<QRectF> all;
        for (const Panel panel : allPanels)
            all.push_back(view(panel)->plotArea());
        return all;
    };
    const auto before = areas();
    QCoreApplication::processEvents();
    return areas() == before;
}

void TestMainWindow::openPair()
{
    m_window->model.session.open({m_pairPath});
    QTRY_VERIFY_WITH_TIMEOUT(m_window->model.workspace.prepared(), patience);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->model.runner.jobs().isEmpty(), patience);
    QTRY_VERIFY(plotsStay());
    QTRY_VERIFY(clickableItem(view(Panel::AbsoluteX), 0) >= 0);
}

void TestMainWindow::addSeedByMouse(int from)
{
    const int x = clickableItem(view(Panel::AbsoluteX), from);
    QVERIFY(x >= 0);
    int y = x;
    if (view(Panel::AbsoluteY)->pointAt(view(Panel::AbsoluteY)->positionOf(y)) != y)
        y = clickableItem(view(Panel::AbsoluteY), x);
    QVERIFY(y >= 0);
    const std::size_t before = setup().seeds.size();
    click(view(Panel::AbsoluteX), x);
    click(view(Panel::AbsoluteY), y);
    QCOMPARE(setup().seeds.size(), before + 1);
    QCOMPARE(setup().seeds.back().x, x);
    QCOMPARE(setup().seeds.back().y, y);
}

void TestMainWindow::slowMethod()
{
    m_window->model.workspace.change("Slow", [](Setup &edited) {
        edited.options.method = "adam";
        edited.options.iterations = 100000;
    });
}

void TestMainWindow::startsOnTheStartPage()
{
    QVERIFY(child<QPushButton>("example")->isVisible());
    QVERIFY(child<QPushButton>("example")->isEnabled());
    QVERIFY(child<QPushButton>("digits")->isVisible()); // the example with images comes first
    QVERIFY(!m_window->dock("data")->isVisible());
    QVERIFY(!action("actionSave")->isEnabled());
    QVERIFY(!action("actionStart")->isEnabled());
}

void TestMainWindow::wholeFlow()
{
    openPair();
    QVERIFY(m_window->windowTitle().contains("left"));
    QVERIFY(!m_window->isWindowModified());

    action("actionAddPair")->trigger();
    for (const int from : {0, 50, 100})
        addSeedByMouse(from);
    action("actionAddPair")->trigger();
    const SeedPair first = setup().seeds.front();
    QTest::mouseClick(child<QToolButton>("draw"), Qt::LeftButton);
    QCOMPARE(setup().seeds.size(), 18u);
    QVERIFY(m_window->isWindowModified());
    QTRY_VERIFY_WITH_TIMEOUT(m_window->model.projections.plot(Panel::RelativeY).coordinates, patience);

    slowMethod();
    m_window->openDock("optimize");
    QTRY_VERIFY(child<QPushButton>("start")->isVisible());
    QTest::mouseClick(child<QPushButton>("start"), Qt::LeftButton);
    OptimizeController &optimizer = m_window->model.optimizer;
    QTRY_VERIFY_WITH_TIMEOUT(optimizer.history().size() > 2, patience);
    QTest::mouseClick(child<QPushButton>("pause"), Qt::LeftButton);
    QCOMPARE(optimizer.state(), OptimizeController::State::Paused);
    QTest::mouseClick(child<QPushButton>("pause"), Qt::LeftButton);
    QCOMPARE(optimizer.state(), OptimizeController::State::Running);
    const std::size_t reached = optimizer.history().size();
    QTRY_VERIFY_WITH_TIMEOUT(optimizer.history().size() > reached, patience);
    QTest::mouseClick(m_window->dock("optimize")->findChild<QPushButton *>("stop"), Qt::LeftButton);
    QCOMPARE(optimizer.state(), OptimizeController::State::Stopping);
    QCOMPARE(m_window->findChild<VerdictStrip *>()->headline(), QString("Stopping …"));
    QVERIFY(!action("actionStop")->isEnabled() && !action("actionPause")->isEnabled());
    QVERIFY(action("actionCancel")->isEnabled() && !child<QPushButton>("pause")->isEnabled());
    Workspace &workspace = m_window->model.workspace;
    QTRY_COMPARE_WITH_TIMEOUT(workspace.runs().size(), 1u, patience);
    QCOMPARE(workspace.runs().front().summary.termination, Termination::stopped);
    QTRY_VERIFY_WITH_TIMEOUT(!workspace.retrieval().empty() && workspace.isRetrievalCurrent(), patience);
    QVERIFY2(!m_window->model.scores.measuringStitching(), "its dock was not looked at");
    m_window->openDock("stitching");
    QTRY_VERIFY_WITH_TIMEOUT(!workspace.stitching().empty(), patience);
    QVERIFY(workspace.retrieval().rows.size() >= 4);
    const auto known = std::find_if(workspace.retrieval().rows.begin(), workspace.retrieval().rows.end(),
                                    [](const RetrievalRow &candidate) { return candidate.method == "GT"; });
    // The spaces are a rotation of each other with little noise.
    QVERIFY(known->xToY.mrr.mean > 0.95);

    const QString path = m_folder.filePath("work.ascope");
    m_window->model.session.save(path);
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->isWindowModified(), patience);
    const io::RunRecord saved = workspace.runs().front();
    while (setup().seeds.size() > 1)
        workspace.history()->undo();
    QVERIFY(setup().seeds.front() == first);
    m_window->model.session.save(m_folder.filePath("first.ascope"));
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->isWindowModified(), patience);
    m_window->close();

    m_window = std::make_unique<test::AppWindow>();
    m_window->show();
    m_window->model.session.open({path});
    QTRY_VERIFY_WITH_TIMEOUT(m_window->model.workspace.prepared(), patience);
    QCOMPARE(setup().seeds.size(), 18u);
    QCOMPARE(setup().run, m_window->model.workspace.runs()[0].id);
    const io::RunRecord &back = m_window->model.workspace.runs().front();
    QCOMPARE(back.anchorsOfX, saved.anchorsOfX);
    QVERIFY(back.summary.anchorsOfY == saved.summary.anchorsOfY);
    QCOMPARE(back.summary.history.size(), saved.summary.history.size());
    QVERIFY(m_window->model.workspace.isRetrievalCurrent());
    QVERIFY(!m_window->isWindowModified());
    m_window->model.session.open({m_folder.filePath("first.ascope")});
    QTRY_COMPARE_WITH_TIMEOUT(setup().seeds.size(), 1u, patience);
    QVERIFY(setup().seeds.front() == first);
    QCOMPARE(m_window->model.workspace.runs().size(), 1u);
}

void TestMainWindow::clicksSelectInAllPanels()
{
    openPair();
    Selection *selection = &m_window->model.selection;
    const int one = clickableItem(view(Panel::AbsoluteX), 0);
    click(view(Panel::AbsoluteX), one);
    QCOMPARE(selection->selected(Side::x), std::vector<int>{one});
    QCOMPARE(selection->selected(Side::y), std::vector<int>{one});
    const int two = clickableItem(view(Panel::AbsoluteY), one + 20);
    click(view(Panel::AbsoluteY), two, Qt::ShiftModifier);
    QCOMPARE(selection->selected(Side::x), (std::vector<int>{one, two}));
    click(view(Panel::AbsoluteX), one, Qt::ControlModifier);
    QCOMPARE(selection->selected(Side::y), std::vector<int>{two});
    QTest::keyClick(m_window.get(), Qt::Key_Escape);
    QVERIFY(selection->isEmpty());
}

void TestMainWindow::hoverHighlightsThePartner()
{
    openPair();
    Selection *selection = &m_window->model.selection;
    const int item = clickableItem(view(Panel::AbsoluteY), 0);
    QTest::mouseMove(view(Panel::AbsoluteY)->viewport(), view(Panel::AbsoluteY)->positionOf(item));
    QTRY_COMPARE(selection->hover().of(Side::x), item);
    QTRY_VERIFY(m_window->panels().card()->isVisible());
    QVERIFY(m_window->panels().card()->text().contains(QString("item%1").arg(item)));
    QVERIFY(m_window->panels().card()->text().contains(QString("class %1").arg(item % 4)));
}

/// While a pair is made, the panels keep their size and the first item is named beside the pointer.
void TestMainWindow::pairingShowsTheFirstItem()
{
    openPair();
    m_window->model.workspace.change("None", [](Setup &setup) { setup.seeds.clear(); });
    QTRY_VERIFY(!view(Panel::RelativeX)->isVisible());
    action("actionAddPair")->trigger();
    QVERIFY(view(Panel::RelativeX)->isVisible());
    QTRY_VERIFY(plotsStay());
    const int high = view(Panel::AbsoluteX)->height();
    const int one = clickableItem(view(Panel::AbsoluteX), 0), two = clickableItem(view(Panel::AbsoluteY), one + 20);
    click(view(Panel::AbsoluteX), one);
    QTest::mouseMove(view(Panel::AbsoluteY)->viewport(), view(Panel::AbsoluteY)->positionOf(two));
    const HoverCard *card = m_window->panels().card();
    QTRY_VERIFY(card->isVisible() && card->text().contains(QString("item%1<").arg(one)) &&
                card->text().contains(QString("item%1<").arg(two)));
    Q_EMIT view(Panel::AbsoluteY)->pointed(view(Panel::AbsoluteY)->viewport()->mapToGlobal(QPoint(5, 5)));
    QVERIFY(card->text().contains(QString("item%1<").arg(one)) && card->text().contains("Tab and Enter"));
    click(view(Panel::AbsoluteY), one);
    QCOMPARE(m_window->model.workspace.setup().seeds.size(), std::size_t(1));
    QCOMPARE(view(Panel::AbsoluteX)->height(), high);
}

void TestMainWindow::escapeEndsThePairTool()
{
    openPair();
    action("actionAddPair")->trigger();
    click(view(Panel::AbsoluteX), clickableItem(view(Panel::AbsoluteX), 0));
    QVERIFY(m_window->statusBar()->currentMessage().contains("partner"));
    QTest::keyClick(m_window.get(), Qt::Key_Escape);
    QVERIFY(action("actionAddPair")->isChecked());
    QTest::keyClick(m_window.get(), Qt::Key_Escape);
    QVERIFY(!action("actionAddPair")->isChecked());
    QVERIFY(setup().seeds.empty());
}

void TestMainWindow::wrongInputs_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("missing file") << "missing.h5" << QByteArray();
    QTest::newRow("empty file") << "empty.h5" << QByteArray("");
    QTest::newRow("foreign file") << "foreign.h5" << QByteArray("GIF89a and nothing that we know\n");
    QTest::newRow("truncated file") << "truncated.h5" << QByteArray("\x89HDF\r\n\x1a\n\0\0", 10);
    QTest::newRow("not a session") << "broken.ascope" << QByteArray("\x89HDF\r\n\x1a\n\0\0", 10);
}

void TestMainWindow::wrongInputs()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, content);
    const QString path = m_folder.filePath(name);
    if (!name.startsWith("missing")) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }
    openPair();
    m_window->model.workspace.change("Seeds", [](Setup &edited) { edited.seeds = test::truePairs(4); });
    const auto before = m_window->model.workspace.data();
    m_window->model.session.open({path});
    QTRY_VERIFY_WITH_TIMEOUT(m_window->messages().isVisible(), patience);
    QCOMPARE(m_window->messages().kind(), MessageBar::Kind::Error);
    QVERIFY2(m_window->messages().text().contains(name), qPrintable(m_window->messages().text()));
    QCOMPARE(m_window->model.workspace.data(), before);
    QCOMPARE(setup().seeds.size(), 4u);
    m_window->model.workspace.setModified(false);
}

/// Marks the data as saved.
void TestMainWindow::setSeeds(int count)
{
    m_window->model.workspace.change("Seeds", [count](Setup &edited) { edited.seeds = test::truePairs(count); });
    m_window->model.workspace.setModified(false);
}

void TestMainWindow::sessionsAreKnownByTheirContent()
{
    openPair();
    setSeeds(4);
    const QString session = m_folder.filePath("session.h5"), data = m_folder.filePath("data.ascope");
    m_window->model.session.save(session);
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(session) && m_window->model.runner.jobs().isEmpty(), patience);
    setSeeds(2);
    m_window->model.session.open({session});
    QTRY_COMPARE_WITH_TIMEOUT(setup().seeds.size(), 4u, patience);
    QCOMPARE(m_window->model.session.sessionPath(), session);
    // With a preview first, as when files are opened by hand.
    setSeeds(2);
    m_window->importFiles({session});
    QTRY_COMPARE_WITH_TIMEOUT(setup().seeds.size(), 4u, patience);
    QTRY_VERIFY(!m_window->findChild<ImportDialog *>());
    // If a file of one space waits for a second one.
    Dataset single = test::twoSpaces(60);
    single.spaces.pop_back();
    const QString waiting = m_folder.filePath("single.h5");
    QVERIFY(io::saveDataset(waiting.toStdString(), single).ok());
    m_window->model.session.open({waiting});
    QTRY_COMPARE_WITH_TIMEOUT(m_window->model.session.waitingFile(), waiting, patience);
    setSeeds(2);
    m_window->model.session.open({session});
    QTRY_COMPARE_WITH_TIMEOUT(setup().seeds.size(), 4u, patience);
    QVERIFY(m_window->model.session.waitingFile().isEmpty());
    // Data files are accepted as well.
    QVERIFY(QFile::copy(m_pairPath, data));
    m_window->importFiles({data});
    QTRY_VERIFY_WITH_TIMEOUT(setup().seeds.empty(), patience);
    QVERIFY(m_window->model.workspace.hasData() && m_window->model.session.sessionPath().isEmpty());
}

void TestMainWindow::namesAreKeptByteForByte()
{
    using std::filesystem::exists;
    const std::string stem = m_folder.filePath("lat").toStdString() + '\xe9';
    std::filesystem::copy_file(m_pairPath.toStdString(), stem + ".h5");
    QMimeData dragged;
    dragged.setUrls({QUrl::fromEncoded(QUrl::fromLocalFile(m_folder.path()).toEncoded() + "/lat%E9.h5")});
    QCOMPARE(droppedFiles(dragged), QStringList(pathText(stem + ".h5")));
    m_window->model.session.open(droppedFiles(dragged));
    QTRY_VERIFY_WITH_TIMEOUT(m_window->model.workspace.prepared(), patience);
    setSeeds(4);
    const QString command = repeatCommand(m_window->model.workspace, Repeat::Batch, {});
    QVERIFY2(command.contains("lat\\351.h5')\""), qPrintable(command));

    m_window->model.session.save(pathText(stem + ".ascope"));
    QTRY_VERIFY_WITH_TIMEOUT(exists(stem + ".ascope") && m_window->model.runner.jobs().isEmpty(), patience);
    m_window->model.session.writeSeeds(pathText(stem + ".csv"));
    QTRY_VERIFY_WITH_TIMEOUT(exists(stem + ".csv") && m_window->model.runner.jobs().isEmpty(), patience);
    m_window->model.exports.write(ExportContent::Coordinates, Panel::AbsoluteX, pathText(stem + ".npy"));
    QTRY_VERIFY_WITH_TIMEOUT(exists(stem + ".npy") && m_window->model.runner.jobs().isEmpty(), patience);
    QVERIFY(exportPlot(*view(Panel::AbsoluteX), pathText(stem + ".png"), {}).ok());
    QVERIFY(exists(stem + ".png"));
    setSeeds(2);
    m_window->importFiles({pathText(stem + ".ascope")});
    QTRY_COMPARE_WITH_TIMEOUT(setup().seeds.size(), 4u, patience);
    setSeeds(0);
    m_window->model.session.readSeeds(pathText(stem + ".csv"));
    QTRY_COMPARE_WITH_TIMEOUT(setup().seeds.size(), 4u, patience);
    m_window->model.workspace.setModified(false);
    for (const char *ending : {".h5", ".ascope", ".csv", ".npy", ".png"})
        std::filesystem::remove(stem + ending); // QTemporaryDir cannot remove it
}

void TestMainWindow::wrongSeedFileKeepsTheSeeds()
{
    openPair();
    const QString path = m_folder.filePath("seeds.csv");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("one,two\nitem2,nobody\n");
    file.close();
    m_window->model.session.readSeeds(path);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->messages().isVisible(), patience);
    QVERIFY2(m_window->messages().text().contains("nobody"), qPrintable(m_window->messages().text()));
    QVERIFY(setup().seeds.empty());
    // Usable seeds are used, with a message about the rest; without problems no message appears.
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("one,two\nitem1,item1\nitem2,nobody\n");
    file.close();
    m_window->model.session.readSeeds(path);
    QTRY_COMPARE_WITH_TIMEOUT(setup().seeds.size(), 1u, patience);
    QTRY_VERIFY2_WITH_TIMEOUT(m_window->messages().text().contains("1 of 2 lines"),
                              qPrintable(m_window->messages().text()), patience);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("one,two\nitem2,item2\n");
    file.close();
    m_window->model.session.readSeeds(path);
    QTRY_COMPARE_WITH_TIMEOUT(setup().seeds.size(), 2u, patience);
    QVERIFY(!m_window->messages().isVisible());
}

void TestMainWindow::oneSpaceWaitsForTheOther()
{
    QStringList paths;
    for (int side = 0; side < 2; ++side) {
        Dataset dataset = test::twoSpaces(60);
        dataset.spaces = {dataset.spaces[static_cast<std::size_t>(side)]};
        paths << m_folder.filePath(QString("side%1.h5").arg(side));
        QVERIFY(io::saveDataset(paths.last().toStdString(), dataset).ok());
    }
    m_window->model.session.open({paths[0]});
    QTRY_VERIFY_WITH_TIMEOUT(m_window->messages().isVisible(), patience);
    QVERIFY(m_window->messages().text().contains("one space"));
    QVERIFY(!m_window->model.workspace.hasData());
    m_window->model.session.open({paths[1]});
    QTRY_VERIFY_WITH_TIMEOUT(m_window->model.workspace.hasData(), patience);
    QCOMPARE(m_window->model.workspace.data()->pair.y->name, std::string("right"));
    QCOMPARE(m_window->model.workspace.data()->pair.pairing.pairs(), Index(60));
    QVERIFY(!m_window->messages().isVisible());
}

void TestMainWindow::cancelDiscardsTheRun()
{
    openPair();
    m_window->model.workspace.change("Seeds", [](Setup &edited) { edited.seeds = test::truePairs(15); });
    slowMethod();
    m_window->model.optimizer.start();
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->model.optimizer.history().empty(), patience);
    m_window->model.optimizer.cancel();
    QTRY_COMPARE_WITH_TIMEOUT(m_window->model.optimizer.state(), OptimizeController::State::Idle, patience);
    QVERIFY(m_window->model.workspace.runs().empty());
    QTRY_VERIFY_WITH_TIMEOUT(m_window->model.projections.plot(Panel::RelativeX).coordinates->cols() > 2, patience);
    m_window->model.workspace.setModified(false);
}

void TestMainWindow::closingDuringARunIsSafe()
{
    openPair();
    m_window->model.workspace.change("Seeds", [](Setup &edited) { edited.seeds = test::truePairs(15); });
    slowMethod();
    m_window->model.optimizer.start();
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->model.optimizer.history().empty(), patience);
    m_window->model.workspace.setModified(false);
    m_window->close();
    m_window.reset();
    QVERIFY(!m_window);
}

void TestMainWindow::unsavedWorkAsksTheUser()
{
    openPair();
    m_window->model.workspace.change("Seeds", [](Setup &edited) { edited.seeds = test::truePairs(2); });
    bool asked = false;
    const auto answer = [&](QMessageBox::StandardButton button) {
        QTimer::singleShot(0, this, [&asked, button] {
            auto *box = qobject_cast<QMessageBox *>(QApplication::activeModalWidget());
            asked = box != nullptr;
            if (box)
                box->button(button)->click();
        });
    };
    answer(QMessageBox::Cancel);
    QVERIFY(!m_window->close());
    QVERIFY(asked);
    // Opening other data discards the work just like closing does.
    QTRY_VERIFY_WITH_TIMEOUT(m_window->model.runner.jobs().isEmpty(), patience);
    asked = false;
    answer(QMessageBox::Cancel);
    m_window->importFiles({"other.ascope"});
    QVERIFY(asked);
    QVERIFY(m_window->model.runner.jobs().isEmpty());
    QCOMPARE(m_window->model.workspace.data()->size(Side::x), Index(400));
    // Another pair of the same data discards nothing: the previous pair is kept.
    child<QSpinBox>("maxItems")->setValue(100);
    child<QPushButton>("apply")->click();
    QTRY_COMPARE_WITH_TIMEOUT(m_window->model.workspace.data()->size(Side::x), Index(100), patience);
    QCOMPARE(m_window->model.workspace.pairs(), 2);
    QCOMPARE(m_window->model.workspace.pair(0).setup.seeds.size(), 2u);
    QVERIFY(m_window->isWindowModified());
    answer(QMessageBox::Discard);
    QVERIFY(m_window->close());
}

void TestMainWindow::everyWidgetHasANameAndEveryToolAnIcon()
{
    openPair();
    for (QDockWidget *dock : m_window->findChildren<QDockWidget *>()) {
        m_window->openDock(dock->objectName());
        for (const QWidget *widget : dock->widget()->findChildren<QWidget *>()) {
            if (widget->focusPolicy() == Qt::NoFocus || widget->objectName().startsWith("qt_"))
                continue;
            QAccessibleInterface *accessible = QAccessible::queryAccessibleInterface(const_cast<QWidget *>(widget));
            const bool part = qobject_cast<QAbstractScrollArea *>(widget->parentWidget()) ||
                              qobject_cast<QAbstractSpinBox *>(widget->parentWidget()) ||
                              widget->inherits("QHeaderView") || widget->inherits("QChartView") ||
                              widget->inherits("QComboBoxPrivateContainer") || widget->inherits("QComboBoxListView") ||
                              widget->inherits("QScrollBar") || widget->inherits("QGraphicsView");
            if (part)
                continue;
            QVERIFY2(
                accessible && !accessible->text(QAccessible::Name).isEmpty(),
                qPrintable(dock->objectName() + ": " + widget->metaObject()->className() + ' ' + widget->objectName()));
        }
    }
    for (const QAction *tool : child<QToolBar>("toolBar")->actions()) {
        if (tool->isSeparator() || qobject_cast<const QWidgetAction *>(tool)) // a widget of its own
            continue;
        QVERIFY2(!tool->icon().isNull() && !tool->toolTip().isEmpty(), qPrintable(tool->objectName()));
    }
    for (const QAction *each : m_window->findChildren<QAction *>()) {
        if (!each->isSeparator() && !each->menu() && each->objectName().startsWith("action"))
            QVERIFY2(!each->text().isEmpty(), qPrintable(each->objectName()));
    }
}

void TestMainWindow::onlyFilesAreTakenFromADrag()
{
    QMimeData page, file;
    page.setUrls({QUrl("https://example.org/words.h5")});
    file.setUrls({QUrl("https://example.org/words.h5"), QUrl::fromLocalFile(m_pairPath)});
    QDragEnterEvent ofPage({50, 50}, Qt::CopyAction, &page, Qt::LeftButton, {});
    ofPage.ignore();
    QCoreApplication::sendEvent(m_window.get(), &ofPage);
    QVERIFY(!ofPage.isAccepted());
    QDragEnterEvent ofFile({50, 50}, Qt::CopyAction, &file, Qt::LeftButton, {});
    QCoreApplication::sendEvent(m_window.get(), &ofFile);
    QVERIFY(ofFile.isAccepted());
    QCOMPARE(droppedFiles(file), QStringList(m_pairPath));
    for (const QLineEdit *line : m_window->findChildren<QLineEdit *>()) // a line that accepts it inserts the address
        QVERIFY2(!line->acceptDrops(), qPrintable(line->objectName()));
}

/// The first widget inside another one that Tab reaches.
QString TestMainWindow::outOfOrder(const QWidget *page)
{
    int lowest = 0;
    for (const QWidget *each = page->nextInFocusChain(); page->isAncestorOf(each); each = each->nextInFocusChain()) {
        if (!(each->focusPolicy() & Qt::TabFocus) || each->focusProxy() || !each->isVisible())
            continue;
        const int top = each->mapTo(page, QPoint(0, 0)).y();
        if (top < lowest - 4)
            return page->objectName() + ": " + each->metaObject()->className() + ' ' + each->objectName();
        lowest = top;
    }
    return {};
}

void TestMainWindow::tabOrderFollowsTheLayout()
{
    openPair();
    for (QDockWidget *dock : m_window->findChildren<QDockWidget *>()) {
        m_window->openDock(dock->objectName());
        QTRY_COMPARE(outOfOrder(dock->widget()), QString());
    }
}

void TestMainWindow::keyboardGoesToThePanels()
{
    openPair();
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    QTest::keyClick(m_window.get(), Qt::Key_2, Qt::ControlModifier); // a dock
    for (const Panel panel :
         {Panel::AbsoluteX, Panel::AbsoluteY, Panel::RelativeX, Panel::RelativeY, Panel::AbsoluteX}) {
        QTest::keyClick(m_window.get(), Qt::Key_F2);
        QVERIFY(view(panel)->hasFocus());
    }
    // The card of an item highlighted by keyboard disappears with the focus.
    QTest::keyClick(view(Panel::AbsoluteX), Qt::Key_Right, Qt::ControlModifier);
    QVERIFY(m_window->panels().card()->isVisible());
    QTest::keyClick(m_window.get(), Qt::Key_F2);
    QVERIFY(!m_window->panels().card()->isVisible());
    QVERIFY(m_window->model.selection.hover().item != noItem); // Enter would go to its partner
    QTest::keyClick(m_window.get(), Qt::Key_2, Qt::ControlModifier);
    QTest::keyClick(m_window.get(), Qt::Key_F2);
    QVERIFY(view(Panel::AbsoluteY)->hasFocus());
    QTest::keyClick(view(Panel::AbsoluteY), Qt::Key_Right, Qt::ControlModifier);
    QVERIFY(m_window->panels().card()->isVisible());
    QTest::keyClick(m_window.get(), Qt::Key_Escape);
    QVERIFY(!m_window->panels().card()->isVisible());
}

/// Alt and a letter has one meaning: a menu, or one widget of the front dock.
void TestMainWindow::mnemonicsAreUnique()
{
    openPair();
    for (const QMenu *menu : m_window->menuBar()->findChildren<QMenu *>()) {
        QSet<QString> keys;
        for (const QAction *action : menu->actions()) {
            const QString key = QKeySequence::mnemonic(action->text()).toString();
            QVERIFY2(key.isEmpty() || !keys.contains(key), qPrintable(menu->title() + ": " + action->text()));
            keys << key;
        }
    }
    QMap<QString, QString> menus;
    for (const QAction *menu : m_window->menuBar()->actions())
        menus[QKeySequence::mnemonic(menu->text()).toString()] = menu->text();
    for (QDockWidget *dock : m_window->findChildren<QDockWidget *>()) {
        QMap<QString, QString> taken = menus;
        for (const QWidget *widget : dock->widget()->findChildren<QWidget *>()) {
            const auto *label = qobject_cast<const QLabel *>(widget);
            const auto *button = qobject_cast<const QAbstractButton *>(widget);
            const QString text = label && label->buddy() ? label->text() : button ? button->text() : QString();
            const QString key = QKeySequence::mnemonic(text).toString();
            if (key.isEmpty() || widget->isHidden())
                continue;
            QVERIFY2(!taken.contains(key), qPrintable(dock->objectName() + ": " + text + " and " + taken[key]));
            taken[key] = text;
        }
    }
}

/// Data, result and next step are always in the same place.
void TestMainWindow::stripShowsTheState()
{
    auto *strip = m_window->findChild<VerdictStrip *>();
    QVERIFY(!strip->isVisible()); // no data are open yet
    openPair();
    QVERIFY(strip->isVisible());
    const auto offered = [&](const char *name) { return child<QPushButton>(name)->isVisible(); };
    QCOMPARE(strip->headline(), QString("Not aligned yet."));
    QVERIFY(strip->text().contains("needs no known pairs"));
    QVERIFY(offered("alignNow") && child<QPushButton>("alignNow")->isEnabled() && offered("addPairNow"));
    QVERIFY(!offered("stopRun") && !offered("nextStep") && !offered("savePairs"));
    setSeeds(15);
    QCOMPARE(strip->headline(), QString("15 known pairs."));
    const auto *shown = child<QLabel>("verdict");
    constexpr int room = 40; // too narrow for the headline, in pixels
    strip->setFixedWidth(strip->width() - shown->width() + room);
    QTRY_VERIFY2(shown->text().endsWith("…"), qPrintable(shown->text()));
    QVERIFY(shown->fontMetrics().horizontalAdvance(shown->text()) <= shown->width());
    QCOMPARE(shown->toolTip(), strip->headline());
    strip->setMinimumWidth(0);
    strip->setMaximumWidth(QWIDGETSIZE_MAX);
    QTRY_COMPARE(shown->text(), strip->headline());
    // The button follows its action while the start page hides it.
    m_window->model.workspace.change("Centring", [](Setup &setup) { setup.centering = Centering::standardize; });
    QVERIFY(!child<QPushButton>("alignNow")->isEnabled());
    child<QAction>("actionStartPage")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(child<QAction>("actionStart")->isEnabled(), patience);
    child<QAction>("actionStartPage")->trigger();
    QVERIFY(offered("alignNow") && child<QPushButton>("alignNow")->isEnabled());
    Q_EMIT child<QMenu>("menuExport")->aboutToShow(); // without matches
    child<QPushButton>("alignNow")->click();
    QVERIFY(offered("stopRun") && offered("pauseRun") && !offered("alignNow"));
    QTRY_VERIFY_WITH_TIMEOUT(m_window->model.workspace.chosenRun(), patience);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->model.runner.jobs().isEmpty(), patience);
    QVERIFY2(strip->text().contains("were matched correctly"), qPrintable(strip->text()));
    QVERIFY(offered("nextStep") && offered("savePairs") && !offered("stopRun"));
    bool asked = false;
    QTimer dialogs;
    dialogs.callOnTimeout([&] {
        if (auto *dialog = qobject_cast<QFileDialog *>(QApplication::activeModalWidget())) {
            asked = true;
            dialog->close();
        }
    });
    dialogs.start(0);
    child<QPushButton>("savePairs")->click();
    QVERIFY(asked);
    dialogs.stop();
    child<QPushButton>("nextStep")->click();
    QTRY_VERIFY(!m_window->dock("mistakes")->visibleRegion().isEmpty());
    m_window->model.workspace.history()->undo(); // the run is deselected
    QVERIFY(!offered("savePairs") && offered("alignNow"));
    openPair();
    QCOMPARE(strip->headline(), QString("Not aligned yet."));
}

/// One task at a time, by a click or a key; the plot keeps more than half of the window.
void TestMainWindow::railShowsOneTaskAtATime()
{
    openPair();
    const auto shown = [this] {
        QStringList names;
        for (const QDockWidget *dock : m_window->findChildren<QDockWidget *>()) {
            if (!dock->isHidden())
                names << dock->objectName();
        }
        names.sort();
        return names.join(' ');
    };
    QCOMPARE(shown(), QString("anchors health"));
    child<QToolButton>("taskLab")->click();
    QCOMPARE(shown(), QString("comparison experiments play translation"));
    QVERIFY(child<QToolButton>("taskLab")->isChecked() && !child<QToolButton>("taskAddseeds")->isChecked());
    action("actionGoTo_inspector")->trigger();
    QCOMPARE(shown(), QString("disagreement inspector mistakes retrieval stitching"));
    QTRY_VERIFY(!m_window->dock("inspector")->visibleRegion().isEmpty());
    child<QToolButton>("taskLab")->click();
    child<QToolButton>("taskEvaluate")->click();
    QTRY_VERIFY(!m_window->dock("inspector")->visibleRegion().isEmpty()); // unchanged
    action("actionBeside")->trigger();
    QCOMPARE(shown(), QString());
    action("actionBeside")->trigger();
    QCOMPARE(shown(), QString("disagreement inspector mistakes retrieval stitching"));
}

void TestMainWindow::panelsHaveMostOfTheWindow_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<double>("text");
    QTest::newRow("1440 x 900") << QSize(1440, 900) << 1.0;
    QTest::newRow("1280 x 720") << QSize(1280, 720) << 1.0;
    QTest::newRow("1440 x 900, text 150 %") << QSize(1440, 900) << 1.5;
    QTest::newRow("1280 x 720, text 150 %") << QSize(1280, 720) << 1.5;
}

/// After a run; a plot shown alone is without its controls and the line below it.
void TestMainWindow::overlayHasMostOfTheWindow()
{
    QFETCH(QSize, size);
    QFETCH(double, text);
    openPairAt(size, text);
    m_window->model.optimizer.start();
    QTRY_COMPARE_WITH_TIMEOUT(m_window->model.workspace.runs().size(), 1u, 60'000);
    action("actionOverlay")->trigger();
    const auto *overlay = m_window->findChild<OverlayPanel *>();
    QTRY_VERIFY_WITH_TIMEOUT(overlay->showsMap() && !overlay->view()->chart()->legendTexts().isEmpty(), 60'000);
    QCoreApplication::processEvents();
    const double window = static_cast<double>(size.width()) * size.height();
    const QRectF plot = overlay->view()->plotArea();
    QVERIFY2(plot.width() * plot.height() >= 0.5 * window, qPrintable(QString::number(plot.height())));
    QVERIFY2(overlay->width() * overlay->height() >= 0.55 * window, qPrintable(QString::number(overlay->height())));
    m_window->model.workspace.setModified(false);
}

void TestMainWindow::panelsHaveMostOfTheWindow()
{
    QFETCH(QSize, size);
    QFETCH(double, text);
    openPairAt(size, text);
    const QSize panels = m_window->panels().size();
    const double share =
        static_cast<double>(panels.width()) * panels.height() / (static_cast<double>(size.width()) * size.height());
    QVERIFY2(share >= 0.55, qPrintable(QString::number(share)));
    if (text == 1) { // minimum size with all tasks
        for (const char *task : {"taskExplore", "taskAddseeds", "taskAlign", "taskEvaluate", "taskLab"}) {
            child<QToolButton>(task)->click();
            QCoreApplication::processEvents();
            const QSize least = m_window->minimumSizeHint();
            QVERIFY2(least.width() <= 960 && least.height() <= 600,
                     qPrintable(QString("%1: %2 x %3").arg(task).arg(least.width()).arg(least.height())));
        }
    }
}

/// No page is cut off at the right: a small window shows all controls of a page, on more lines.
void TestMainWindow::pagesFitTheirDocks()
{
    m_window->resize(1280, 720);
    openPair();
    QStringList cut;
    for (const QDockWidget *dock : m_window->findChildren<QDockWidget *>()) {
        m_window->openDock(dock->objectName());
        QCoreApplication::processEvents();
        for (const QScrollArea *area :
             dock->findChildren<QScrollArea *>()) { // the dock's own scroll area and that of the playground
            const int least = area->widget()->minimumSizeHint().width();
            if (dynamic_cast<const PageArea *>(area) && least > area->viewport()->width())
                cut << QString("%1: %2 in %3").arg(dock->objectName()).arg(least).arg(area->viewport()->width());
        }
    }
    QVERIFY2(cut.isEmpty(), qPrintable(cut.join(", ")));
}

/// Columns of scores do not narrow the names: the table scrolls instead.
void TestMainWindow::namesOfSelectedItemsCanBeRead()
{
    m_window->resize(1280, 720);
    openPair();
    m_window->openDock("selection");
    m_window->model.selection.select(Side::x, {1, 2, 3});
    const auto *table = m_window->dock("selection")->findChild<QTableView *>("table");
    const int letters = 8 * table->fontMetrics().averageCharWidth();
    QTRY_VERIFY2(table->columnWidth(ItemModel::Name) >= letters, qPrintable(QString::number(table->columnWidth(0))));
}

/// The dock finds groups when it becomes visible, shows what it compared, and selects a group by a click.
void TestMainWindow::disagreementIsMeasuredWhenVisible()
{
    openPair();
    DisagreementController &disagreement = m_window->model.disagreement;
    QVERIFY(!disagreement.found() && !disagreement.finding());
    m_window->openDock("disagreement");
    QTRY_VERIFY_WITH_TIMEOUT(disagreement.found() || !disagreement.obstacle().isEmpty(), patience);
    QVERIFY2(disagreement.found(), qPrintable(disagreement.obstacle()));
    QVERIFY(disagreement.found()->byTruth);
    QTRY_VERIFY(child<QLabel>("disagreementNote")->text().contains("known pairs"));
    auto *list = child<QTreeWidget>("disagreementGroups");
    for (int tab = 0; tab < 2; ++tab) {
        child<QTabBar>("disagreementTabs")->setCurrentIndex(tab);
        const Side side = tab == 0 ? Side::x : Side::y;
        const auto &groups = disagreement.found()->groups.groups;
        const auto count = std::ranges::count(groups, side, &DisagreementGroup::holds);
        if (count == 0)
            continue;
        QCOMPARE(list->topLevelItemCount(), static_cast<int>(count));
        list->setCurrentItem(list->topLevelItem(0));
        const auto first = std::ranges::find(groups, side, &DisagreementGroup::holds);
        QCOMPARE(m_window->model.selection.selected(Side::x).size(), first->members.size());
    }
}

void TestMainWindow::layoutIsReset()
{
    openPair();
    m_window->openDock("retrieval");
    m_window->dock("inspector")->setFloating(true);
    m_window->removeDockWidget(m_window->dock("anchors"));
    action("actionResetLayout")->trigger();
    for (QDockWidget *dock : m_window->findChildren<QDockWidget *>()) {
        const QByteArray name = dock->objectName().toUtf8();
        QVERIFY2(!dock->isFloating(), name.constData());
        QCOMPARE(dock->isHidden(), dock != m_window->dock("anchors") && dock != m_window->dock("health"));
    }
    QTRY_VERIFY(!m_window->dock("anchors")->visibleRegion().isEmpty());
}

void TestMainWindow::startPageIsOneStepAway()
{
    openPair();
    auto *start = m_window->findChild<StartPage *>();
    QVERIFY(!start->isVisible());
    action("actionStartPage")->trigger();
    QVERIFY(start->isVisible() && m_window->dock("anchors")->isHidden());
    QVERIFY(m_window->model.workspace.hasData()); // the data remain open
    auto *back = start->findChild<QPushButton *>("back");
    QVERIFY(back->isVisible());
    back->click();
    QVERIFY(!start->isVisible() && m_window->panels().isVisible() && !m_window->dock("anchors")->isHidden());
    action("actionStartPage")->trigger();
    openPair(); // opening other data also shows the panels
    QVERIFY(!start->isVisible() && m_window->panels().isVisible());
}

void TestMainWindow::keysWorkFromTheStart()
{
    openPair();
    QVERIFY(view(Panel::AbsoluteX)->hasFocus());
    m_window->activateWindow();
    auto *colours = child<QComboBox>("colourBy"); // type-ahead is ignored while the list is closed
    colours->setFocus();
    QTest::keyClick(colours, Qt::Key_A);
    QVERIFY(m_window->model.pairTool.isActive());
    QTest::keyClick(colours, Qt::Key_A);
}

/// Open messages stay readable when the theme changes.
void TestMainWindow::messagesFollowTheTheme()
{
    openPair();
    MessageBar &bar = m_window->messages();
    bar.showMessage(MessageBar::Kind::Warning, "Two seeds are contradicted.");
    for (const ThemeChoice theme : {ThemeChoice::Dark, ThemeChoice::Light}) {
        applyTheme(*qApp, theme);
        QCoreApplication::processEvents();
        constexpr double readable = 4.5; // WCAG 2.1
        const QColor ground = bar.grab().toImage().pixelColor(bar.width() / 2, 3);
        const QColor letters = child<QLabel>("messageText")->palette().color(QPalette::WindowText);
        QVERIFY2(contrastRatio(ground, letters) >= readable, qPrintable(ground.name() + " under " + letters.name()));
    }
}

void TestMainWindow::messagesAreAsHighAsTheirTexts()
{
    openPair();
    MessageBar &bar = m_window->messages();
    const auto *label = child<QLabel>("messageText");
    for (int words = 5; words <= 100; words += 5) {
        bar.showMessage(MessageBar::Kind::Good, QString("gypsum ").repeated(words).trimmed());
        const int needed = label->heightForWidth(label->width());
        QVERIFY2(label->height() >= needed, qPrintable(QString("%1 of %2").arg(label->height()).arg(needed)));
    }
}

QTEST_MAIN(TestMainWindow)
#include "tst_mainwindow.moc"
