// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/display/answertext.h"
#include "gui/display/repeatcommand.h"
#include "gui/display/scoretables.h"
#include "gui/models/resulttablemodel.h"
#include "gui/models/seedmodel.h"
#include "gui/pages/exportdialog.h"
#include "gui/state/edits.h"
#include "gui/state/selection.h"
#include "gui/state/sessionvalue.h"
#include "gui/views/heatmapgrid.h"
#include "gui/views/histogramview.h"
#include "gui/widgets/itemscores.h"
#include "gui/widgets/tableview.h"
#include "gui/window/figure.h"
#include "gui/window/panelgrid.h"
#include "gui/window/verdictstrip.h"
#include "support/windowtest.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDockWidget>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QMessageBox>
#include <QMouseEvent>
#include <QProcess>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QSpinBox>
#include <QStatusBar>
#include <QTableView>
#include <QTimer>
#include <QToolButton>
#include <QTreeWidget>

#include <set>

using namespace anchorscope;
using namespace anchorscope::gui;
using anchorscope::test::patience;

namespace {

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

/// Docks beyond the basic workflow: measurements are explained, selected, repeated and exported.
class TestWorkbench : public test::WindowTest
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { prepare("tst_workbench"); }
    void init() { showWindow(); }
    void cleanup() { m_window.reset(); }
    void everyPlotOffersItsExport();
    void plotIsExportedByTheDialog();
    void plotAsksBeforeItReplacesAFile();
    void beforeAndAfterIsASlide();
    void relativePanelsAreRestored();
    void panelsAreExportedAsAFigure();
    void dataAreExported_data();
    void dataAreExported();
    void tableWrittenFromAFloatingDockIsReported();
    void brushSelectsItsItems();
    void worstItemsAreLinked();
    void cellOfAConfusionMatrixSelectsItsItems();
    void differencesAreAgainstTheOwnHead();
    void matchesAreProposed();
    void itemsToPairAreSuggested();
    void wrongSeedsAreMarked();
    void deselectedRunIsReported();
    void aPairAfterARunContinuesIt();
    void filtersUseResults();
    void pairsOfAContinuedRunAreOneStep();
    void pairsAddedDuringARunStay();
    void scoreFollowsTheSeeds();
    void focusOnAListSelectsNothing();
    void healthOfTheAnchors();
    void everyRunGetsAVerdict();
    void scrubbingAndRestoring();
    void recordingIsPlayed();
    void columnsAreChosen();
    void answerNamesTheNextStep();
    void canonicalSimilarityNeedsItsRun();
    void numberOfTheSimilarity();
    void axesOfTheRelativePanels();
    void severalSeeds();
    void commandRepeatsTheNumbers_data();
    void commandRepeatsTheNumbers();
    void trueDistanceColoursAllPanels();
    void samplersDrawSeeds();
    void seedsAreProposed();

private:
    void openWithRun();
    void addPair(Index n);
    template <class T> T *child(const char *name) { return m_window->findChild<T *>(name); }
    Selection &selection() { return m_window->model.selection; }
    void raise(const char *dock)
    {
        m_window->openDock(dock);
        QTRY_VERIFY(m_window->dock(dock)->widget()->isVisible() && !m_window->dock(dock)->visibleRegion().isEmpty());
    }
};

/// Fifteen seeds, forty anchors, one run with its scores.
void TestWorkbench::openWithRun()
{
    open(m_path);
    setSeeds();
    m_window->model.optimizer.start();
    QTRY_COMPARE_WITH_TIMEOUT(workspace().runs().size(), 1u, patience);
    m_window->model.scores.measureStitching();
    QTRY_VERIFY_WITH_TIMEOUT(!workspace().retrieval().empty() && !workspace().stitching().empty(), patience);
    waitForJobs();
}

void TestWorkbench::everyPlotOffersItsExport()
{
    int plots = 0;
    for (QWidget *widget : m_window->findChildren<QWidget *>()) {
        if (!dynamic_cast<ExportablePlot *>(widget))
            continue;
        ++plots;
        QCOMPARE(widget->contextMenuPolicy(), Qt::ActionsContextMenu);
        const auto actions = widget->actions();
        QVERIFY(std::any_of(actions.begin(), actions.end(),
                            [](const QAction *action) { return action->text().startsWith("Export this plot"); }));
    }
    QVERIFY2(plots >= 13, qPrintable(QString::number(plots))); // 4 panels, 2 curves, 4 + 1 maps, fingerprint, histogram
}

void TestWorkbench::plotIsExportedByTheDialog()
{
    open(m_path);
    child<QAction>("actionExportPlot")->trigger();
    auto *dialog = m_window->findChild<ExportDialog *>();
    QVERIFY(dialog);
    QVERIFY(!dialog->findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Save)->isEnabled());
    const QString path = m_folder.filePath("plot.svg");
    dialog->findChild<QLineEdit *>()->setText(m_folder.filePath("no/such/folder.svg"));
    dialog->accept();
    QVERIFY2(dialog->isVisible(), "a file that cannot be written keeps the dialog open");
    for (auto *field : dialog->findChildren<QLineEdit *>()) {
        if (field->accessibleName() == "File to write")
            field->setText(path);
    }
    QTest::mouseClick(dialog->findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Save), Qt::LeftButton);
    QVERIFY(contentOf(path).contains("<svg") && contentOf(path).contains("<path"));
    QVERIFY2(!contentOf(path).contains("<text"), "letters are shapes: the file needs no font");
}

/// Both rows of panels are whole in the preview, and the headings above them.
void TestWorkbench::beforeAndAfterIsASlide()
{
    openWithRun();
    child<QAction>("actionBeforeAndAfter")->trigger();
    auto *dialog = m_window->findChild<ExportDialog *>();
    QVERIFY(dialog && dialog->findChildren<QDoubleSpinBox *>().size() >= 2);
    QCOMPARE(dialog->findChildren<QDoubleSpinBox *>()[0]->value(), 254.0);
    QCOMPARE(dialog->findChildren<QDoubleSpinBox *>()[0]->accessibleName(), QString("Width in millimetres"));
    const auto *preview = dialog->findChild<QLabel *>("preview");
    QTRY_VERIFY(!preview->pixmap(Qt::ReturnByValue).isNull());
    const QImage image = preview->pixmap(Qt::ReturnByValue).toImage();
    const auto hasInk = [&](double x, double y, double width, double height) {
        const QRect part(qRound(x * image.width()), qRound(y * image.height()), qRound(width * image.width()),
                         qRound(height * image.height()));
        int ink = 0;
        for (int row = part.top(); row < part.bottom(); ++row) {
            for (int column = part.left(); column < part.right(); ++column)
                ink += qGray(image.pixel(column, row)) < 200;
        }
        return ink > 20;
    };
    for (const double x : {0.05, 0.55}) {
        for (const double y : {0.15, 0.6})
            QVERIFY(hasInk(x, y, 0.4, 0.3)); // a panel
    }
    QVERIFY(hasInk(0.0, 0.06, 0.3, 0.06) && hasInk(0.9, 0.53, 0.1, 0.07)); // a heading, and the share below it
    dialog->reject();
    const auto *figure = m_window->findChild<Figure *>();
    QCOMPARE(figure->heading(1), QString("Relative to 40 anchors found from 15 known pairs"));
    workspace().change("No run", [](Setup &setup) { setup.run = io::RunId::none; });
    QCOMPARE(figure->heading(1), QString("Relative to 15 known pairs"));
}

/// A typed name may be that of an existing file.
void TestWorkbench::plotAsksBeforeItReplacesAFile()
{
    open(m_path);
    const QString path = m_folder.filePath("notes.svg");
    QFile notes(path);
    QVERIFY(notes.open(QIODevice::WriteOnly) && notes.write("not to be lost") > 0);
    notes.close();
    child<QAction>("actionExportPlot")->trigger();
    auto *dialog = m_window->findChild<ExportDialog *>();
    for (auto *field : dialog->findChildren<QLineEdit *>()) {
        if (field->accessibleName() == "File to write")
            field->setText(path);
    }
    for (const auto answer : {QMessageBox::No, QMessageBox::Yes}) {
        QTimer::singleShot(0, this, [answer] {
            auto *question = qobject_cast<QMessageBox *>(QApplication::activeModalWidget());
            if (question)
                question->button(answer)->click();
        });
        dialog->accept();
        QCOMPARE(contentOf(path) == "not to be lost", answer == QMessageBox::No);
    }
}

/// The axes of a reopened session are the saved ones, with the same rotation.
void TestWorkbench::relativePanelsAreRestored()
{
    open(m_path);
    setSeeds();
    waitForJobs();
    workspace().change("More seeds", [](Setup &setup) { setup.seeds = test::truePairs(25); }); // rotated
    waitForJobs();
    const auto points = [this] { return *m_window->model.projections.plot(Panel::RelativeX).coordinates; };
    const Matrix before = points();
    const QString file = m_folder.filePath("turned.ascope");
    m_window->model.session.save(file);
    waitForJobs();
    m_window = std::make_unique<test::AppWindow>();
    m_window->show();
    open(file);
    QVERIFY(points().isApprox(before, 1e-3F));
}

/// The selected panels, with the legend above and the caption below.
void TestWorkbench::panelsAreExportedAsAFigure()
{
    open(m_path);
    const auto *figure = m_window->findChild<Figure *>();
    const_cast<Figure *>(figure)->showOnly(m_window->panels().view(Panel::RelativeY));
    QStringList shown;
    for (const ExportablePlot::Part &part : figure->parts())
        shown << (part.shown ? part.name : QString());
    QCOMPARE(shown, QStringList({"", "", "", "Y relative", "Legend", "Caption"}));
    const auto image = [&](std::initializer_list<std::size_t> parts) {
        for (std::size_t i = 0; i < 6; ++i)
            const_cast<Figure *>(figure)->showPart(i, std::ranges::find(parts, i) != parts.end());
        const QString path = m_folder.filePath("figure.png");
        ExportOptions options;
        options.dpi = 96;
        if (!exportPlot(*const_cast<Figure *>(figure), path, options).ok())
            return QImage();
        return QImage(path);
    };
    const auto ink = [](const QImage &drawn, int from, int to) {
        int pixels = 0;
        for (int y = from; y < to; ++y) {
            for (int x = 0; x < drawn.width(); ++x)
                pixels += qGray(drawn.pixel(x, y)) < 200;
        }
        return pixels;
    };
    const QImage all = image({0, 1, 2, 3, 4, 5}), bare = image({0, 1, 2, 3}), texts = image({4, 5});
    QCOMPARE(all.size(), bare.size());
    QVERIFY(all != bare);
    QVERIFY2(ink(texts, 0, 30) > 50, "a legend at the top");
    QVERIFY2(ink(texts, texts.height() - 30, texts.height()) > 50, "a caption at the foot");
    QCOMPARE(ink(texts, texts.height() / 3, texts.height() / 2), 0);
    // Four panels: each quarter contains points; one panel fills the whole.
    for (const int x : {0, bare.width() / 2}) {
        for (const int y : {0, bare.height() / 2})
            QVERIFY(ink(bare.copy(x, y, bare.width() / 2, bare.height() / 2), 0, bare.height() / 2) > 200);
    }
    QVERIFY(image({3}) != image({2}));
}

void TestWorkbench::dataAreExported_data()
{
    QTest::addColumn<ExportContent>("content");
    QTest::addColumn<Panel>("panel");
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("firstLine");
    QTest::addColumn<int>("rows");
    using enum ExportContent;
    QTest::newRow("coordinates") << Coordinates << Panel::AbsoluteX << "pc.csv"
                                 << "id,pc1,pc2" << 400;
    QTest::newRow("coordinates as an array") << Coordinates << Panel::RelativeY << "pc.npy" << QString() << 400;
    QTest::newRow("relative vectors") << RelativeVectors << Panel::RelativeX << "r.csv"
                                      << "id,anchor1,anchor2" << 400;
    QTest::newRow("anchors") << Anchors << Panel::AbsoluteX << "a.csv"
                             << "x_id,y_id,kind" << 40;
    QTest::newRow("anchors as an array") << Anchors << Panel::AbsoluteX << "a.npy" << QString() << 40;
    QTest::newRow("correspondences") << Correspondences << Panel::AbsoluteY << "c.csv"
                                     << "y_id,x_id,score" << 400;
    QTest::newRow("selection") << Selection << Panel::AbsoluteY << "s.csv"
                               << "id,row,label,partner" << 3;
    QTest::newRow("selection as an array") << Selection << Panel::AbsoluteX << "s.npy" << QString() << 3;
}

void TestWorkbench::dataAreExported()
{
    QFETCH(ExportContent, content);
    QFETCH(Panel, panel);
    QFETCH(QString, file);
    QFETCH(QString, firstLine);
    QFETCH(int, rows);
    QVERIFY(!m_window->model.exports.obstacle(content, panel).isEmpty());
    openWithRun();
    selection().select(Side::x, {5, 9, 300});
    const QString path = m_folder.filePath(file);
    m_window->model.exports.write(content, panel, path);
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->model.exports.busy(), patience);
    if (file.endsWith(".npy")) {
        const auto read = io::openDataset(path.toStdString());
        QVERIFY(read.ok());
        QCOMPARE(read->spaces.front()->size(), Index(rows));
        if (content == ExportContent::Selection)
            QVERIFY(read->spaces.front()->vectors.row(2) == workspace().data()->set(Side::x).vectors.row(300));
        if (content == ExportContent::Anchors)
            QVERIFY(read->spaces.front()->vectors == workspace().chosenRun()->summary.anchorsOfY);
    } else {
        const QList<QByteArray> lines = contentOf(path).trimmed().split('\n');
        QVERIFY2(lines[0].startsWith(firstLine.toUtf8()), lines[0]);
        QCOMPARE(lines.size(), rows + 1);
        if (content == ExportContent::Selection)
            QCOMPARE(lines[1].trimmed(), QByteArray("item5,5,class 1,item5"));
    }
}

void TestWorkbench::tableWrittenFromAFloatingDockIsReported()
{
    open(m_path);
    raise("anchors");
    m_window->dock("anchors")->setFloating(true);
    const ResultTableModel table(ResultTable{{{"score", {}, false}}, {}});
    const QString path = m_folder.filePath("floating.csv");
    QTimer::singleShot(0, this, [&path] {
        auto *dialog = qobject_cast<QFileDialog *>(QApplication::activeModalWidget());
        QVERIFY(dialog);
        dialog->selectFile(path);
        static_cast<QDialog *>(dialog)->accept();
    });
    writeTable(m_window->dock("anchors")->widget(), table, "floating.csv");
    QVERIFY(QFile::exists(path));
    const QString message = m_window->statusBar()->currentMessage();
    QVERIFY2(message.startsWith("Wrote "), qPrintable(message));
}

void TestWorkbench::brushSelectsItsItems()
{
    openWithRun();
    raise("retrieval");
    auto *items = m_window->findChild<ItemScoresView *>();
    HistogramView *histogram = items->histogram();
    const RetrievalScores &scores = workspace().shownScores()->xToY;
    // Ranks on a logarithmic scale: all bars except the first contain items that are not at rank 1.
    const QPoint from = histogram->barRect(2).center().toPoint(),
                 to = histogram->barRect(HistogramView::bins - 1).center().toPoint();
    QTest::mousePress(histogram, Qt::LeftButton, {}, from);
    QMouseEvent move(QEvent::MouseMove, to, histogram->mapToGlobal(to), Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(histogram, &move);
    QTest::mouseRelease(histogram, Qt::LeftButton, {}, to);
    std::vector<ItemIndex> expected;
    const double low = histogram->brush()->low;
    QVERIFY(low > 1);
    for (std::size_t i = 0; i < scores.itemRank.size(); ++i) {
        if (scores.itemRank[i] >= low)
            expected.push_back(scores.queryItems[i]);
    }
    QVERIFY(!expected.empty() && expected.size() < scores.itemRank.size());
    QCOMPARE(selection().selected(Side::x), expected);
    QCOMPARE(selection().selected(Side::y), expected);
    QVERIFY(histogram->brush().has_value());
    selection().clear();
    QVERIFY(!histogram->brush().has_value());
}

void TestWorkbench::worstItemsAreLinked()
{
    openWithRun();
    raise("retrieval");
    auto *items = m_window->findChild<ItemScoresView *>();
    auto *table = items->findChild<QTableView *>();
    const RetrievalScores &scores = workspace().shownScores()->xToY;
    const auto worst = std::max_element(scores.itemRank.begin(), scores.itemRank.end()) - scores.itemRank.begin();
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(table->model()->index(0, 0)).center());
    QCOMPARE(selection().focus().item, scores.queryItems[static_cast<std::size_t>(worst)]);
    QCOMPARE(table->model()->rowCount(), 360); // all except the forty anchors
    // Sorted like after a click on the header: best first.
    table->sortByColumn(3, Qt::AscendingOrder);
    QCOMPARE(table->model()->index(0, 3).data().toString(), QString("1"));
    QTest::mouseClick(items->findChild<QToolButton *>(), Qt::LeftButton);
    QCOMPARE(workspace().view().colourBy, ColourBy::Rank);
}

void TestWorkbench::cellOfAConfusionMatrixSelectsItsItems()
{
    openWithRun();
    raise("stitching");
    auto *map = child<HeatMapGrid>("maps")->map(0, 1);
    const StitchingResult &result = workspace().stitching();
    const auto row = std::find_if(result.rows.begin(), result.rows.end(),
                                  [](const StitchRow &each) { return each.representation == "AO continuous"; });
    QVERIFY(row != result.rows.end());
    const StitchScores &cell = row->cells[1];
    QCOMPARE(cell.trainSpace, Side::x);
    QCOMPARE(cell.testSpace, Side::y);
    QTest::mouseClick(map, Qt::LeftButton, {}, map->cellRect(2, 2).center());
    const auto &chosen = selection().selected(Side::y);
    QCOMPARE(static_cast<int>(chosen.size()), cell.scores.confusion(2, 2));
    QVERIFY(!chosen.empty());
    for (const ItemIndex item : chosen) {
        QCOMPARE(workspace().data()->items(Side::y).labels[static_cast<std::size_t>(item)], 2);
        QVERIFY(std::find(result.testY.begin(), result.testY.end(), item) != result.testY.end());
    }
    QCOMPARE(selection().selected(Side::x), chosen); // partners are selected as well
}

void TestWorkbench::differencesAreAgainstTheOwnHead()
{
    openWithRun();
    raise("stitching");
    child<QComboBox>("values")->setCurrentIndex(2);
    const QString own = child<HeatMapGrid>("maps")->map(1, 1)->cellText(1, 1);
    const QString stitched = child<HeatMapGrid>("maps")->map(0, 1)->cellText(1, 1);
    QVERIFY2(own.contains("%)") && stitched.contains("%)"), qPrintable(own + stitched));
    // On the map of a difference, the same colour always means no change.
    const auto *map = child<HeatMapGrid>("maps")->map(0, 1);
    QCOMPARE(map->colourOf(0), child<HeatMapGrid>("maps")->map(1, 0)->colourOf(0));
    QVERIFY(map->colourOf(0) != map->colourOf(0.5));
    QVERIFY(map->colourOf(0.5) != map->colourOf(-0.5));
}

void TestWorkbench::matchesAreProposed()
{
    open(m_path);
    workspace().change("Seeds", [](Setup &setup) { setup.seeds = test::truePairs(12); });
    waitForJobs();
    raise("anchors");
    m_window->model.pairTool.setActive(true);
    m_window->model.pairTool.click(Side::x, 77);
    CandidateController &finder = m_window->model.candidates;
    QTRY_VERIFY_WITH_TIMEOUT(!finder.candidates().empty(), patience);
    QCOMPARE(finder.side(), Side::y);
    const auto &candidates = finder.candidates();
    for (std::size_t i = 1; i < candidates.size(); ++i)
        QVERIFY(candidates[i - 1].score >= candidates[i].score);
    QVERIFY(std::abs(candidates[0].margin - (candidates[0].score - candidates[1].score)) < 1e-6F);
    QVERIFY(candidates[1].margin <= 0);
    const ItemIndex first = candidates[0].item, second = candidates[1].item;
    finder.reject(0);
    QCOMPARE(finder.candidates()[0].item, second);
    QVERIFY(first != second);
    QTableView *table = nullptr;
    for (QTableView *each : m_window->dock("anchors")->widget()->findChildren<QTableView *>()) {
        if (each->accessibleName() == "Proposed partners")
            table = each;
    }
    QVERIFY(table && table->isVisible());
    table->setFocus();
    table->clearSelection();
    const auto parts = table->parentWidget()->findChildren<QPushButton *>();
    (*std::ranges::find(parts, QString("A&ccept"), [](const QPushButton *each) { return each->text(); }))->click();
    const auto labels = table->parentWidget()->findChildren<QLabel *>();
    QVERIFY(std::ranges::any_of(labels, [](const QLabel *each) { return each->text().startsWith("Select one"); }));
    table->setCurrentIndex(table->model()->index(0, 1));
    QTest::keyClick(table, Qt::Key_Return);
    QCOMPARE(workspace().setup().seeds.size(), 13u);
    QCOMPARE(workspace().setup().seeds.back().x, 77);
    QCOMPARE(workspace().setup().seeds.back().y, second);
    QVERIFY(table->isVisible() && table->model()->rowCount() == 0); // nothing below it moves
    m_window->model.pairTool.setActive(false);
    QVERIFY(!table->isVisible());
}

void TestWorkbench::itemsToPairAreSuggested()
{
    open(m_path);
    PairNextController &pairNext = m_window->model.pairNext;
    QVERIFY(!pairNext.obstacle().isEmpty());
    openWithRun();
    pairNext.suggest();
    QTRY_VERIFY_WITH_TIMEOUT(pairNext.isAsking(), patience);
    PairTool &tool = m_window->model.pairTool;
    CandidateController &finder = m_window->model.candidates;
    QTableView *proposals = nullptr;
    for (auto *table : m_window->dock("anchors")->findChildren<QTableView *>()) {
        if (table->accessibleName() == "Proposed partners")
            proposals = table;
    }
    QVERIFY(proposals);
    std::set<ItemIndex> asked;
    QSignalSpy finished(&pairNext, &PairNextController::finished);
    for (int i = 0; i < 10; ++i) {
        QVERIFY2(pairNext.hint().startsWith(QString("%1 of 10: ").arg(i + 1)), qPrintable(pairNext.hint()));
        const ItemIndex item = tool.pending(Side::y);
        QVERIFY(item != noItem && workspace().seedOf(Side::y, item) < 0 && asked.insert(item).second);
        QCOMPARE(finder.side(), Side::x);
        QVERIFY(finder.candidates().size() > 1); // without another search
        const auto *near = m_window->dock("anchors")->findChild<QLabel *>("candidateNeighbours");
        const QString name = QString::fromStdString(workspace().data()->items(Side::y).name(item));
        QTRY_VERIFY2(near->text().contains(QString("Nearest to “%1” in Y: ").arg(name)), qPrintable(near->text()));
        QCOMPARE(near->text().count("Nearest to"), 2);
        if (i == 0)
            QTest::keyClick(proposals, Qt::Key_1);
        else if (i < 3)
            finder.accept(0);
        else if (i == 3)
            QTest::keyClick(proposals, Qt::Key_N);
        else
            pairNext.skip();
    }
    QVERIFY(!pairNext.isAsking() && !tool.isActive());
    QCOMPARE(workspace().setup().seeds.size(), 18u);
    QCOMPARE(finished.size(), 1);
    waitForJobs();
    workspace().history()->undo(); // the seeds one by one, then the choice of the run
    workspace().history()->undo();
    workspace().history()->undo();
    QVERIFY(workspace().chosenRun());
    pairNext.suggest();
    QTRY_VERIFY_WITH_TIMEOUT(pairNext.isAsking(), patience);
    tool.click(Side::y, tool.pending(Side::y) == 105 ? 106 : 105); // the user picks an item
    QVERIFY(!pairNext.isAsking() && tool.isActive());
    pairNext.suggest();
    QTRY_VERIFY_WITH_TIMEOUT(pairNext.isAsking(), patience);
    QSignalSpy replaced(&workspace(), &Workspace::itemsReplaced);
    connect(&workspace(), &Workspace::itemsReplaced, &pairNext, [&] { QVERIFY(!pairNext.isAsking()); });
    open(m_path); // other items may have fewer rows
    QVERIFY(!replaced.empty() && !pairNext.isAsking());
}

void TestWorkbench::wrongSeedsAreMarked()
{
    open(m_path);
    workspace().change("Seeds", [](Setup &setup) {
        setup.seeds = test::truePairs(15);
        setup.seeds[6].y = 200;
    });
    QVERIFY(child<QLabel>("aboutPairs")->text().contains("apart from the seeds")); // an optimizer gets these pairs
    SeedModel seeds(workspace());
    const auto remark = [&](int row) { return seeds.index(row, SeedModel::Remark).data().toString(); };
    QCOMPARE(remark(6), QString("not the known partner")); // immediately, independent of the other seeds
    QCOMPARE(remark(5), QString());
    QTRY_COMPARE_WITH_TIMEOUT(workspace().suspects(), std::vector<Index>{6}, patience);
    workspace().history()->undo();
    QCOMPARE(remark(6), QString());
    QTRY_VERIFY_WITH_TIMEOUT(workspace().suspects().empty(), patience);
}

/// Seeds that differ from those of the run: the window reports it and offers to restore them.
void TestWorkbench::deselectedRunIsReported()
{
    openWithRun();
    m_window->messages().hide();
    workspace().change("Few seeds", [](Setup &setup) { setup.seeds.resize(3); });
    QVERIFY(!workspace().chosenRun());
    const auto *strip = m_window->findChild<VerdictStrip *>();
    QVERIFY2(strip->text().contains("Run 1 was computed with other pairs"), qPrintable(strip->text()));
    QVERIFY(!child<QPushButton>("nextStep")->isVisible());
    QCOMPARE(child<QPushButton>("backToRun")->text(), QString("Back to Run 1"));
    child<QPushButton>("backToRun")->click();
    QVERIFY(workspace().chosenRun() && workspace().setup().seeds.size() == 15u);
    QVERIFY(workspace().isRetrievalCurrent());
    workspace().change("Turn", [](Setup &setup) { setup.transform.turn = 90; });
    QVERIFY2(strip->text().startsWith("Y has been transformed."), qPrintable(strip->text()));
    workspace().change("Random seed", [](Setup &setup) { setup.options.seed += 1; });
    workspace().change("Reset", [](Setup &setup) { setup.transform = {}; });
    QVERIFY2(strip->text().contains("Run 1 was computed with other anchors"), qPrintable(strip->text()));
    workspace().change("Random seed", [](Setup &setup) { setup.options.seed -= 1; });
    QVERIFY(workspace().chosenRun());
    QVERIFY2(!strip->text().contains("computed with other"), qPrintable(strip->text()));
    waitForJobs();
}

/// Adds the n-th true pair.
void TestWorkbench::addPair(Index n)
{
    workspace().change("Add seed", [&](Setup &setup) { appendSeeds(setup, {test::truePairs(n).back()}); });
}

/// Items are filtered by what colours them: whether their match is correct, the rank of the partner, and the row.
void TestWorkbench::filtersUseResults()
{
    openWithRun();
    VisibleItems &visible = m_window->model.visible;
    const auto hidden = [this](Side side) { return m_window->model.selection.hiddenCount(side); };
    QCOMPARE(visible.setFilter("match = incorrect"), QString());
    const Index wrong = std::ssize(workspace().mistakes()->wrong), ofY = workspace().data()->size(Side::y);
    QCOMPARE(hidden(Side::y), wrong > 0 ? ofY - wrong : ofY);
    QCOMPARE(visible.setFilter("match = correct and row < 20"), QString());
    const auto &all = workspace().mistakes()->wrong;
    const Index firstWrong = std::ranges::count_if(all, [](const Mistake &each) { return each.y < 20; });
    QCOMPARE(hidden(Side::y), ofY - 20 + firstWrong);
    const RetrievalScores &scores = workspace().shownScores()->yToX;
    struct Row
    {
        const char *filter;
        const std::vector<float> &values;
        float limit;
    };
    for (const Row &row :
         {Row{"rank < 2", scores.itemRank, 2}, Row{"margin < 0.125", scores.itemMargin, 0.125F},
          Row{"cosine < 0.9375", scores.itemCosine, 0.9375F}, Row{"jaccard < 0.5", scores.itemJaccard, 0.5F}}) {
        const Index below = std::ranges::count_if(row.values, [&row](float value) { return value < row.limit; });
        QVERIFY2(below > 0, row.filter);
        QCOMPARE(visible.setFilter(row.filter), QString());
        QCOMPARE(hidden(Side::y), ofY - below);
    }
    m_window->model.health.measure();
    QTRY_COMPARE_WITH_TIMEOUT(visible.setFilter("length > 0 and coverage >= 0"), QString(), patience);
    QCOMPARE(hidden(Side::y), Index(0));
    // Without results the filter is invalid, and all items are shown.
    workspace().change("No run", [](Setup &setup) { setup.run = {}; });
    QCOMPARE(visible.setFilter("match = correct").section(';', 0, 0), QString("there is no column “match”"));
}

/// The run's picture, colours and scores stay until it has been continued with the new pair.
void TestWorkbench::aPairAfterARunContinuesIt()
{
    openWithRun();
    const io::RunId first = workspace().setup().run;
    connect(&workspace(), &Workspace::mistakesChanged, this, [this] { QVERIFY(workspace().mistakes()); });
    addPair(16);
    QCOMPARE(workspace().setup().run, first);
    QCOMPARE(workspace().pairsOlder(), Index(1));
    QVERIFY(workspace().mistakes() && workspace().isRetrievalCurrent() && workspace().isStitchingCurrent());
    const auto *strip = m_window->findChild<VerdictStrip *>();
    QVERIFY2(strip->text().contains("Run 1: one pair older."), qPrintable(strip->text()));
    addPair(17);
    QVERIFY2(strip->text().contains("Run 1: 2 pairs older."), qPrintable(strip->text()));
    QTRY_COMPARE_WITH_TIMEOUT(workspace().runs().size(), 2u, patience); // the first continuation was replaced
    QCOMPARE(workspace().pairsOlder(), Index(0));
    QCOMPARE(workspace().chosenRun()->seedsOfY.size(), std::size_t(17));
    QVERIFY(workspace().chosenRun()->summary.continued);
    QVERIFY2(strip->text().contains("changed"), qPrintable(strip->text()));
    waitForJobs();
    QVERIFY(workspace().isRetrievalCurrent() && workspace().mistakes());
    disconnect(&workspace(), &Workspace::mistakesChanged, this, nullptr);
    // A method that is not a path cannot continue.
    workspace().change("Adam", [](Setup &setup) { setup.options.method = "adam"; });
    m_window->model.optimizer.start();
    QTRY_COMPARE_WITH_TIMEOUT(workspace().runs().size(), 3u, patience);
    addPair(18);
    QVERIFY(!m_window->model.optimizer.isContinuing() && !child<QPushButton>("continueRun")->isVisible());
    QVERIFY(child<QPushButton>("alignNow")->isVisible());
}

/// Undo takes back the pair and the run that was continued with it.
void TestWorkbench::pairsOfAContinuedRunAreOneStep()
{
    openWithRun();
    const io::RunId first = workspace().setup().run;
    const int steps = workspace().history()->index();
    addPair(16);
    QTRY_COMPARE_WITH_TIMEOUT(workspace().runs().size(), 2u, patience);
    QCOMPARE(workspace().history()->index(), steps + 1);
    workspace().history()->undo();
    QCOMPARE(workspace().setup().seeds.size(), std::size_t(15));
    QCOMPARE(workspace().setup().run, first);
    QVERIFY(workspace().isRetrievalCurrent());
    workspace().history()->redo();
    QCOMPARE(workspace().chosenRun()->seedsOfY.size(), std::size_t(16));
    // Without that step in between, an undone pair ends the continuation; the pair can be continued by hand.
    addPair(17);
    workspace().history()->undo();
    QVERIFY(!m_window->model.optimizer.isContinuing());
    QCOMPARE(workspace().pairsOlder(), Index(0));
    workspace().history()->redo();
    QCOMPARE(workspace().pairsOlder(), Index(1));
    child<QPushButton>("continueRun")->click();
    QTRY_COMPARE_WITH_TIMEOUT(workspace().runs().size(), 3u, patience);
    // A removed pair of the run counts like an added one.
    waitForJobs();
    workspace().change("Remove seed", [](Setup &setup) { setup.seeds.erase(setup.seeds.begin()); });
    QCOMPARE(workspace().pairsOlder(), Index(1));
    QTRY_COMPARE_WITH_TIMEOUT(workspace().runs().size(), 4u, patience);
    QCOMPARE(workspace().chosenRun()->seedsOfY.size(), std::size_t(16));
}

void TestWorkbench::pairsAddedDuringARunStay()
{
    open(m_path);
    setSeeds();
    m_window->model.optimizer.start();
    addPair(16);
    QTRY_COMPARE_WITH_TIMEOUT(workspace().runs().size(), 2u, patience);
    QCOMPARE(workspace().runs()[0].seedsOfY.size(), std::size_t(15));
    QCOMPARE(workspace().chosenRun()->seedsOfY.size(), std::size_t(16));
    QVERIFY(workspace().chosenRun()->summary.continued);
}

void TestWorkbench::scoreFollowsTheSeeds()
{
    open(m_path);
    QVERIFY(!m_window->model.liveScore.score().scored);
    workspace().change("Three", [](Setup &setup) { setup.seeds = test::truePairs(3); });
    QTRY_VERIFY_WITH_TIMEOUT(m_window->model.liveScore.score().scored, patience);
    const double few = m_window->model.liveScore.score().mrrXToY.mean;
    workspace().change("Thirty", [](Setup &setup) { setup.seeds = test::truePairs(30); });
    QTRY_VERIFY_WITH_TIMEOUT(m_window->model.liveScore.score().agreement.size() == 30u, patience);
    QVERIFY2(m_window->model.liveScore.score().mrrXToY.mean > few + 0.05, "thirty seeds tell more than three");
    QVERIFY(m_window->model.liveScore.text().contains("MRR"));
    const QString before = m_window->model.liveScore.before();
    QVERIFY2(before.endsWith(QString::number(few, 'f', 2)), qPrintable(before));
    const auto labels = m_window->dock("anchors")->findChildren<QLabel *>();
    QVERIFY(std::ranges::any_of(labels, [&](const QLabel *each) { return each->text().contains(before); }));
    // During a drag, whose changes are one undo step, the score before the drag is shown.
    const QString steady = m_window->model.liveScore.headline();
    for (const ItemIndex way : {200, 201, 202, 200}) { // the last score is known already
        workspace().change(
            "Drag",
            [way](Setup &setup) {
                for (SeedPair &seed : setup.seeds)
                    seed.y = seed.x + way;
            },
            910'001);
        waitForJobs();
        const QString shown = m_window->model.liveScore.before();
        QVERIFY2(shown.endsWith(steady.section(' ', -1)), qPrintable(shown));
    }
}

/// A list that takes the focus makes its first row current, but the user has not chosen it.
void TestWorkbench::focusOnAListSelectsNothing()
{
    openWithRun();
    for (const char *dock : {"retrieval", "mistakes"}) {
        raise(dock);
        for (auto *list : m_window->dock(dock)->findChildren<QAbstractItemView *>()) {
            if (!list->isVisible() || !list->isEnabled())
                continue;
            list->setFocus(Qt::TabFocusReason);
            QVERIFY2(selection().isEmpty(), qPrintable(list->accessibleName()));
        }
    }
    auto *worst = child<QTreeWidget>("worstItems");
    QVERIFY(worst && worst->topLevelItemCount() > 0);
    worst->setFocus();
    QTest::keyClick(worst, Qt::Key_Down);
    QTest::keyClick(worst, Qt::Key_Up);
    QVERIFY(!selection().isEmpty());
}

void TestWorkbench::healthOfTheAnchors()
{
    openWithRun();
    raise("health");
    m_window->model.health.measure();
    QTRY_VERIFY_WITH_TIMEOUT(!workspace().health().empty(), patience);
    const HealthResult &health = workspace().health();
    QCOMPARE(health.itemsOfX.size(), 40u);
    QCOMPARE(health.values.size(), 40u);
    QVERIFY(health.x.effectiveRank > 1 && health.x.effectiveRank <= 8.001); // the space has 8 dimensions
    QVERIFY(health.x.coverage > 0.3 && health.x.coverage <= 1);
    QVERIFY(workspace().isHealthCurrent());
    const auto labels = m_window->dock("health")->widget()->findChildren<QLabel *>();
    const auto verdict =
        std::ranges::find_if(labels, [](const QLabel *label) { return label->text().contains("effective rank"); });
    QVERIFY(verdict != labels.end() && (*verdict)->textFormat() == Qt::RichText); // no tags are shown
    m_window->panels().setColourBy(ColourBy::Coverage);
    QCOMPARE(workspace().view().colourBy, ColourBy::Coverage);
    auto *gram = m_window->dock("health")->widget()->findChild<HeatMapView *>();
    QTest::mouseClick(gram, Qt::LeftButton, {}, gram->cellRect(3, 20).center());
    const auto at = [&](std::size_t place) { // similar anchors are adjacent
        return health.itemsOfX[static_cast<std::size_t>(health.orderOfX[place])];
    };
    const std::set<ItemIndex> expected{at(3), at(20)};
    QCOMPARE(std::set<ItemIndex>(selection().selected(Side::x).begin(), selection().selected(Side::x).end()), expected);
    workspace().change("Fewer", [](Setup &setup) { setup.anchorCount = 30; });
    QVERIFY(!workspace().isHealthCurrent());
}

/// Also the first one, while the second is running and getting its verdict.
void TestWorkbench::everyRunGetsAVerdict()
{
    open(m_path);
    setSeeds();
    const QObject guard;
    bool checking = false; // the strip shows the verdict's progress
    const auto isChecking = [this] { return child<QLabel>("verdict")->text().contains("are being checked"); };
    connect(&m_window->model.optimizer, &OptimizeController::progressed, &guard,
            [&] { checking = checking || isChecking(); });
    for (const std::size_t runs : {1u, 2u}) {
        m_window->model.optimizer.start();
        QTRY_COMPARE_WITH_TIMEOUT(workspace().runs().size(), runs, patience);
    }
    waitForJobs();
    QVERIFY(checking);
    QVERIFY(!isChecking());
    for (const io::RunRecord &run : workspace().runs())
        QVERIFY2(run.summary.verdict.alignment == Alignment::aligned, verdictText(run.summary.verdict).c_str());
}

void TestWorkbench::scrubbingAndRestoring()
{
    openWithRun();
    raise("optimize");
    const Recording *recording = m_window->model.replay.recording();
    QVERIFY(recording && recording->frames().size() >= 2);
    auto *scrub = child<QSlider>("scrub");
    QCOMPARE(scrub->maximum(), static_cast<int>(recording->frames().size()));
    const auto result = m_window->model.projections.plot(Panel::RelativeY).coordinates;
    scrub->setFocus();
    QTest::keyClick(scrub, Qt::Key_Home);
    QCOMPARE(m_window->model.replay.frame(), 0);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->model.projections.plot(Panel::RelativeY).coordinates != result, patience);
    const auto &first = recording->frames().front();
    // The recorded positions, up to the rotation of the first two axes towards the previous projection.
    const Matrix shown = *m_window->model.projections.plot(Panel::RelativeY).coordinates;
    const Matrix recorded = recording->coordinatesOfY(workspace().prepared().y->rows, first.anchorsOfY);
    QVERIFY(shown.leftCols(2).rowwise().norm().isApprox(recorded.leftCols(2).rowwise().norm(), 1e-4F));
    QVERIFY(
        shown.rightCols(shown.cols() - 2).cwiseAbs().isApprox(recorded.rightCols(shown.cols() - 2).cwiseAbs(), 1e-4F));
    QTest::mouseClick(child<QPushButton>("restore"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(workspace().runs().size(), 2u, patience);
    const io::RunRecord &restored = workspace().runs().back();
    QVERIFY(restored.summary.anchorsOfY == first.anchorsOfY);
    QCOMPARE(restored.summary.bestIteration, first.iteration);
    QCOMPARE(restored.summary.history.size(), std::size_t(1));
    // Anchors and partners are those of this iteration.
    QCOMPARE(restored.summary.loss, workspace().runs().front().summary.history.front().loss);
    QCOMPARE(restored.summary.correct, workspace().runs().front().summary.history.front().correct);
    QVERIFY(restored.summary.metric.directionsOfX == first.metric.directionsOfX && !first.metric.empty());
    QVERIFY(restored.summary.message.ends_with("restored."));
    QCOMPARE(workspace().setup().run, workspace().runs()[1].id);
    workspace().history()->undo();
    QCOMPARE(workspace().setup().run, workspace().runs()[0].id);
    waitForJobs();
    workspace().setModified(false);
}

void TestWorkbench::answerNamesTheNextStep()
{
    openWithRun();
    const auto *strip = m_window->findChild<VerdictStrip *>();
    QVERIFY2(strip->isVisible() && strip->text().contains("of 400 items were matched correctly"),
             qPrintable(strip->text()));
    QVERIFY(child<QPushButton>("nextStep")->isVisible() && !child<QPushButton>("nextStep")->text().isEmpty());
    QVERIFY(!child<QPushButton>("alignNow")->isVisible()); // actions already done are not offered

    // Texts about a result for every kind of run, and whether they are positive.
    io::RunRecord run = *workspace().chosenRun();
    run.summary.termination = Termination::converged;
    const auto said = [&](double share, Alignment alignment) {
        run.summary.correct = share;
        run.summary.verdict = {};
        run.summary.verdict.alignment = alignment;
        if (alignment == Alignment::aligned)
            run.summary.verdict.correct = ShareEstimate{share, share - 0.3, 1};
        return answerOf(workspace(), run);
    };
    workspace().setVerdict(workspace().runs()[0].id, {});
    workspace().setSuspects({});
    QCOMPARE(said(0.93, Alignment::aligned).good, std::optional(true));
    QVERIFY(said(0.93, Alignment::aligned).sentence().startsWith("Aligned item by item. 93% of 400 items"));
    QCOMPARE(said(0.93, Alignment::aligned).next, NextStep::Mistakes);
    run.transform = "turn=40";
    QVERIFY(said(0.93, Alignment::aligned).found.startsWith("Y changed: turn 40°. 93% of 400 items"));
    run.transform.clear();
    // The headline equals that of the command line, files and Python, for any true share of correct matches.
    for (const double estimate : {0.05, 0.45, 0.7, 0.95}) {
        for (const double low : {0.0, 0.4, 0.6, 0.9}) {
            for (const double correct : {0.03, 0.5, 0.92}) {
                run.summary.correct = correct;
                run.summary.verdict.alignment = Alignment::aligned;
                run.summary.verdict.correct = ShareEstimate{estimate, low, 1};
                QCOMPARE(answerOf(workspace(), run).verdict, QString(verdictHeadline(run.summary.verdict)) + '.');
            }
        }
    }
    QCOMPARE(said(0.899, Alignment::aligned).verdict, QString("Mostly aligned."));
    QCOMPARE(said(0.45, Alignment::aligned).verdict, QString("Partly aligned."));
    QVERIFY2(said(0.45, Alignment::aligned).note.contains("By chance it would be " + QLocale().toString(0.3) + "%"),
             qPrintable(said(0.45, Alignment::aligned).note));
    QCOMPARE(said(0.05, Alignment::aligned).verdict, QString("A few items are aligned."));
    QVERIFY(said(0.998, Alignment::aligned).found.startsWith("99.8%")); // not all of them
    QVERIFY(said(0.9995, Alignment::aligned).found.startsWith("99.95%"));
    QCOMPARE(said(0.27, Alignment::aligned).good, std::optional(false));
    QCOMPARE(said(0.93, Alignment::classOnly).good, std::optional(false));
    QCOMPARE(said(0.1, Alignment::chance).verdict, QString("No alignment found."));
    QCOMPARE(said(0.93, Alignment::classOnly).verdict, QString("Only classes are aligned."));
    QVERIFY(!said(0.93, Alignment::notJudged).good.has_value()); // the verdict arrives later
    QCOMPARE(said(0.2, Alignment::notJudged).good, std::optional(false));
    run.summary.termination = Termination::stopped;
    QCOMPARE(said(0.93, Alignment::aligned).good, std::optional(false));

    Verdict contradicted;
    contradicted.alignment = Alignment::aligned;
    contradicted.suspectSeeds = {0, 2};
    workspace().setVerdict(workspace().runs()[0].id, contradicted);
    run.summary.termination = Termination::converged;
    const RunAnswer review = said(0.93, Alignment::aligned);
    QCOMPARE(review.good, std::optional(false));
    QCOMPARE(review.wrongSeeds, std::size_t{2});
    QVERIFY2(review.note.contains("2 of your pairs are contradicted"), qPrintable(review.note));
    workspace().setModified(false);
}

/// The similarity learned by a run is available while the run is selected.
void TestWorkbench::canonicalSimilarityNeedsItsRun()
{
    openWithRun();
    auto *similarity = child<QComboBox>("similarity");
    const int canonical = similarity->findText("Canonical");
    const auto offered = [&] {
        return (similarity->model()->flags(similarity->model()->index(canonical, 0)) & Qt::ItemIsEnabled) != 0;
    };
    QVERIFY(canonical > 0 && offered());
    const auto before = m_window->model.projections.plot(Panel::RelativeY).coordinates;
    similarity->setCurrentIndex(canonical);
    Q_EMIT similarity->activated(canonical);
    QCOMPARE(workspace().setup().similarity, std::string("canonical"));
    waitForJobs();
    const auto drawn = m_window->model.projections.plot(Panel::RelativeY).coordinates;
    QVERIFY(drawn && drawn != before);
    m_window->model.health.measure();
    QTRY_VERIFY_WITH_TIMEOUT(workspace().isHealthCurrent() && !workspace().health().values.empty(), patience);
    m_window->model.scores.measureRetrieval();
    QTRY_VERIFY_WITH_TIMEOUT(workspace().isRetrievalCurrent(), patience);
    QVERIFY(std::ranges::count(workspace().retrieval().rows, std::string("canonical"), &RetrievalRow::method) == 1);

    workspace().change("Fewer", [](Setup &setup) { setup.anchorCount = 30; });
    QCOMPARE(workspace().setup().similarity, std::string("cosine"));
    QVERIFY(!offered());
    QCOMPARE(similarity->currentText(), QString("Cosine"));
    workspace().history()->undo();
    QCOMPARE(workspace().setup().similarity, std::string("canonical"));
    QVERIFY(offered());
    waitForJobs();
    workspace().setModified(false);
}

/// Threshold of the quantized similarity: drawn, saved, and part of the command that repeats a measurement.
void TestWorkbench::numberOfTheSimilarity()
{
    openWithRun();
    auto *similarity = child<QComboBox>("similarity");
    auto *number = child<QDoubleSpinBox>("similarityNumber");
    QVERIFY(number->isHidden());
    similarity->setCurrentIndex(similarity->findText("Quantized"));
    Q_EMIT similarity->activated(similarity->currentIndex());
    QVERIFY(!number->isHidden());
    QCOMPARE(number->value(), 0.25);
    waitForJobs();
    const auto before = m_window->model.projections.plot(Panel::RelativeY).coordinates;
    number->setValue(0.9);
    waitForJobs();
    const auto drawn = m_window->model.projections.plot(Panel::RelativeY).coordinates;
    QVERIFY(drawn && before && *drawn != *before);
    QVERIFY(repeatCommand(workspace(), Repeat::Retrieval, {}).contains("--threshold 0.9"));
    const auto saved = setupOf(sessionOf(workspace()), *workspace().data());
    QVERIFY(saved && saved->similarityNumbers == workspace().setup().similarityNumbers);
    similarity->setCurrentIndex(similarity->findText("Whitened"));
    Q_EMIT similarity->activated(similarity->currentIndex());
    number->setValue(number->minimum());
    QVERIFY(workspace().setup().similarityNumbers.ledoitWolf);
    QCOMPARE(number->text(), QString("by Ledoit and Wolf"));
    QVERIFY(repeatCommand(workspace(), Repeat::Retrieval, {}).contains("--shrinkage ledoit-wolf"));
    QVERIFY(workspace().pair().text(workspace().provenance(Scoring::Retrieval)).contains("λ chosen from the rows"));
    workspace().history()->undo();
    QCOMPARE(number->value(), 0.1);
    waitForJobs();
    workspace().setModified(false);
}

/// With its own axes each space is centred separately; with X's axes X looks as with its own.
void TestWorkbench::axesOfTheRelativePanels()
{
    openWithRun();
    auto *fit = child<QComboBox>("relativeFit");
    const auto coordinates = [&](Panel panel) { return *m_window->model.projections.plot(panel).coordinates; };
    // Projections are rotated towards the previous one, so lengths are compared.
    const auto differ = [](const Matrix &a, const Matrix &b) {
        const Vector lengths = a.rowwise().norm();
        return (lengths - b.rowwise().norm()).cwiseAbs().maxCoeff() > 1e-4f * lengths.maxCoeff();
    };
    const auto choose = [&](int row) {
        fit->setCurrentIndex(row);
        Q_EMIT fit->activated(row);
        waitForJobs();
    };
    QCOMPARE(workspace().setup().relativeFit, PcaFit::joint);
    const Matrix joint = coordinates(Panel::RelativeX);
    choose(1);
    const Matrix x = coordinates(Panel::RelativeX), yByX = coordinates(Panel::RelativeY);
    QVERIFY(differ(x, joint));
    choose(2);
    QCOMPARE(workspace().setup().relativeFit, PcaFit::each);
    QVERIFY(!differ(coordinates(Panel::RelativeX), x));
    QVERIFY(differ(coordinates(Panel::RelativeY), yByX));
    QVERIFY(coordinates(Panel::RelativeY).colwise().mean().cwiseAbs().maxCoeff() < 1e-4f);
    const auto saved = setupOf(sessionOf(workspace()), *workspace().data());
    QVERIFY(saved && saved->relativeFit == PcaFit::each);
    workspace().history()->undo();
    QCOMPARE(fit->currentIndex(), 1);
    waitForJobs();
    workspace().setModified(false);
}

void TestWorkbench::severalSeeds()
{
    openWithRun();
    raise("retrieval");
    QTest::mouseClick(child<QPushButton>("batch"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!workspace().batch().empty(), patience);
    QCOMPARE(workspace().batch().experiment.runs.size(), 5u);
    QCOMPARE(child<QComboBox>("shown")->currentIndex(), 1);
    auto *table = m_window->dock("retrieval")->widget()->findChild<QTableView *>("table");
    const QString cell = table->model()->index(0, 3).data().toString();
    QVERIFY2(cell.contains("\n±."), qPrintable(cell));
    waitForJobs();
}

void TestWorkbench::commandRepeatsTheNumbers_data()
{
    QTest::addColumn<bool>("scored");
    QTest::newRow("anchors are left out") << false;
    QTest::newRow("anchors are scored, too") << true;
}

/// The copied command, run by a shell, prints what the window shows.
void TestWorkbench::commandRepeatsTheNumbers()
{
    QFETCH(bool, scored);
    openWithRun();
    QTRY_VERIFY_WITH_TIMEOUT(workspace().isRetrievalCurrent(), patience);
    QVERIFY(workspace().shownScores()->xToY.excluded > 0);
    if (scored) {
        raise("retrieval");
        child<QCheckBox>("scoreAnchors")->click();
        QVERIFY(workspace().setup().retrieval.scoreAnchors && !workspace().isRetrievalCurrent());
        m_window->model.scores.measureRetrieval();
        QTRY_VERIFY_WITH_TIMEOUT(workspace().isRetrievalCurrent(), patience);
        QCOMPARE(workspace().shownScores()->xToY.excluded, Index(0));
    }
    const QString command = repeatCommand(workspace(), Repeat::Retrieval, {});
    QProcess shell;
    shell.setWorkingDirectory(m_folder.path());
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("PATH", qEnvironmentVariable("ANCHORSCOPE_TEST_BIN") + ':' + environment.value("PATH"));
    shell.setProcessEnvironment(environment);
    shell.start("sh", {"-c", command + " --json"});
    QVERIFY(shell.waitForFinished(patience));
    const QByteArray output = shell.readAllStandardOutput();
    QVERIFY2(shell.exitCode() == 0, shell.readAllStandardError() + command.toUtf8());
    // The found anchors are the same bits, so the mean reciprocal rank is the same number.
    const RetrievalRow *row = workspace().shownScores();
    const QByteArray digits = QByteArray::number(row->xToY.mrr.mean, 'g', 15).left(12);
    QVERIFY2(output.contains(digits), digits + " is not in\n" + output.right(6000));
}

void TestWorkbench::trueDistanceColoursAllPanels()
{
    open(m_path);
    m_window->panels().setColourBy(ColourBy::Similarity);
    ScatterView *view = m_window->panels().view(Panel::AbsoluteX);
    const auto pixelsBefore = view->viewport()->grab().toImage();
    selection().setHover(Side::x, 12);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->model.distances.colours(Side::x), patience);
    selection().clearHover();
    QVERIFY(view->viewport()->grab().toImage() != pixelsBefore);
    const auto ofHovered = m_window->model.distances.colours(Side::x);
    selection().setFocus(Side::x, 3);
    selection().select(Side::x, {3});
    QTRY_VERIFY_WITH_TIMEOUT(m_window->model.distances.colours(Side::x) != ofHovered, patience);
    selection().clear();
    m_window->panels().setColourBy(ColourBy::Label);
}

void TestWorkbench::samplersDrawSeeds()
{
    open(m_path);
    raise("anchors");
    QComboBox *rule = nullptr;
    for (QComboBox *each : m_window->dock("anchors")->widget()->findChildren<QComboBox *>())
        rule = each;
    QVERIFY(rule && rule->count() >= 4);
    for (int i = 0; i < rule->count(); ++i) {
        rule->setCurrentIndex(i);
        const std::size_t before = workspace().setup().seeds.size();
        child<QAction>("actionDraw")->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(workspace().setup().seeds.size(), before + 15, patience);
        for (const SeedPair &pair : workspace().setup().seeds)
            QCOMPARE(workspace().data()->partner(Side::x, pair.x), pair.y);
        waitForJobs();
    }
    workspace().setModified(false);
}

/// The job knows no pairs; the truth only counts how many of the proposed pairs are correct.
void TestWorkbench::seedsAreProposed()
{
    m_window->model.session.open({"examples/data/digits.h5"});
    QTRY_VERIFY_WITH_TIMEOUT(workspace().prepared(), patience);
    waitForJobs();
    raise("anchors");
    QToolButton *propose = nullptr;
    for (QToolButton *each : m_window->dock("anchors")->widget()->findChildren<QToolButton *>()) {
        if (each->accessibleName() == "Propose seed pairs")
            propose = each;
    }
    QVERIFY(propose && propose->isEnabled());
    propose->click();
    QTRY_COMPARE_WITH_TIMEOUT(workspace().setup().seeds.size(), 15u, 3 * patience);
    int correct = 0;
    for (const SeedPair &pair : workspace().setup().seeds)
        correct += workspace().data()->partner(Side::x, pair.x) == pair.y;
    QVERIFY2(correct >= 14, qPrintable(QString("%1 of 15 right").arg(correct)));
    QVERIFY(m_window->messages().isVisible());
    waitForJobs();
    workspace().setModified(false);
}

/// Shows one iteration after another, up to the result.
void TestWorkbench::recordingIsPlayed()
{
    openWithRun();
    raise("optimize");
    ReplayController &replay = m_window->model.replay;
    const int frames = static_cast<int>(replay.recording()->frames().size());
    QVERIFY(frames >= 3);
    std::vector<int> shown;
    const auto note = connect(&replay, &ReplayController::changed, &replay, [&] {
        if (shown.empty() || shown.back() != replay.frame())
            shown.push_back(replay.frame());
    });
    QTest::mouseClick(child<QToolButton>("play"), Qt::LeftButton);
    QVERIFY(replay.isPlaying());
    QTRY_VERIFY_WITH_TIMEOUT(!replay.isPlaying(), patience);
    std::vector<int> expectedFrames;
    for (int frame = 0; frame < frames; ++frame)
        expectedFrames.push_back(frame);
    expectedFrames.push_back(-1); // the result
    QVERIFY(shown == expectedFrames);
    QVERIFY(!m_window->model.projections.liveIteration());
    disconnect(note);

    child<QAction>("actionPlay")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(replay.frame() >= 1, patience);
    QTest::keyClick(m_window.get(), Qt::Key_F5, Qt::ShiftModifier);
    QVERIFY(!replay.isPlaying());
    const int paused = replay.frame();
    child<QAction>("actionPlay")->trigger();
    QVERIFY(replay.isPlaying());
    QCOMPARE(replay.frame(), paused); // continues from there
    child<QSlider>("scrub")->setValue(0);
    QVERIFY(!replay.isPlaying());
    QCOMPARE(replay.frame(), 0);
    m_window->model.optimizer.start();
    QVERIFY(!replay.isPlaying());
    waitForJobs();
}

/// Columns that do not fit at first can be shown by a right click.
void TestWorkbench::columnsAreChosen()
{
    open(m_path);
    raise("retrieval");
    auto *table = m_window->dock("retrieval")->findChild<QTableView *>("table");
    const int column = scoreColumn(&RetrievalScores::jaccardInTarget);
    QVERIFY(table->isColumnHidden(column));
    const auto actions = table->actions();
    const auto columns = std::ranges::find_if(actions, [](const QAction *each) { return each->menu(); });
    QVERIFY(columns != actions.end());
    QMenu *menu = (*columns)->menu();
    Q_EMIT menu->aboutToShow();
    QCOMPARE(menu->actions().size(), table->model()->columnCount());
    QCOMPARE(menu->actions()[column]->text(), "Jaccard@K in target");
    menu->actions()[column]->trigger();
    QVERIFY(!table->isColumnHidden(column));
    for (int other = 0; other < table->model()->columnCount(); ++other)
        table->setColumnHidden(other, other != column);
    Q_EMIT menu->aboutToShow();
    QVERIFY(!menu->actions()[column]->isEnabled()); // the last one remains visible
}

QTEST_MAIN(TestWorkbench)
#include "tst_workbench.moc"
