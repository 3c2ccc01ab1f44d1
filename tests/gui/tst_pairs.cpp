// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/display/scoretables.h"
#include "gui/models/comparisonmodel.h"
#include "gui/models/resulttablemodel.h"
#include "gui/models/runmodel.h"
#include "gui/models/spacemodel.h"
#include "gui/state/sessionvalue.h"
#include "io/session/session.h"
#include "support/windowtest.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QComboBox>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTimer>

#include <algorithm>

using namespace anchorscope;
using namespace anchorscope::gui;
using anchorscope::test::patience;

namespace {

/// Three spaces of the same 400 items.
Dataset threeSpaces()
{
    Dataset dataset = test::twoSpaces(400, 4, 0.6);
    auto third = std::make_shared<EmbeddingSet>(*dataset.spaces[1]);
    third->name = "third";
    Random random(11);
    for (Index i = 0; i < third->vectors.size(); ++i)
        third->vectors.data()[i] += 0.5F * static_cast<float>(random.normal());
    dataset.spaces.push_back(third);
    return dataset;
}

} // namespace

/// Several pairs of spaces in one session, and the table that compares them.
class TestPairs : public test::WindowTest
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init() { showWindow(); }
    void cleanup() { m_window.reset(); }
    void otherSpacesKeepSeedsRunsAndUndo();
    void listMarksSpacesWithWork();
    void theListIsUsedByKeys();
    void spacesOfTwoFilesKeepTheirSides();
    void runningJobKeepsItsSpaces();
    void aSessionHoldsAllPairs();
    void aCopyOfUnsavedWorkHoldsAllPairs();
    void theTableComparesRunsOfAllPairs();
    void linesAreSorted();
    void rowsOpenTheirComparison();
    void theTableIsExported();
    void unmeasuredValuesAreDashes();

private:
    template <class T> T *child(const char *name) { return m_window->findChild<T *>(name); }
    QTableView &spaces() { return *child<QTableView>("spaces"); }
    int spaceRow(const QString &name);
    QString spaceCell(const QString &name, SpaceModel::Column column)
    {
        return spaces().model()->index(spaceRow(name), column).data().toString();
    }
    void clickSpace(const QString &name, SpaceModel::Column column);
    void chooseSpaceY(const QString &name);
    void run();
    void openTwoPairs();
    QTableView &table() { return *m_window->dock("comparison")->findChild<QTableView *>(); }
    QString cell(int row, int column) { return table().model()->index(row, column).data().toString(); }
    QStringList columnOf(int column)
    {
        QStringList cells;
        for (int row = 0; row < table().model()->rowCount(); ++row)
            cells << cell(row, column);
        return cells;
    }
    bool isBold(int row, int column)
    {
        return table().model()->index(row, column).data(Qt::FontRole).value<QFont>().bold();
    }
};

void TestPairs::initTestCase()
{
    prepare("tst_pairs");
    m_path = m_folder.filePath("three.h5");
    QVERIFY(io::saveDataset(m_path.toStdString(), threeSpaces()).ok());
}

int TestPairs::spaceRow(const QString &name)
{
    for (int row = 0; row < spaces().model()->rowCount(); ++row) {
        if (spaces().model()->index(row, SpaceModel::Name).data().toString() == name)
            return row;
    }
    return -1;
}

void TestPairs::clickSpace(const QString &name, SpaceModel::Column column)
{
    m_window->openDock("data");
    const QModelIndex cell = spaces().model()->index(spaceRow(name), column);
    QVERIFY(cell.isValid());
    spaces().scrollTo(cell);
    QTest::mouseClick(spaces().viewport(), Qt::LeftButton, {}, spaces().visualRect(cell).center());
}

/// Opens a pair as a user does: in the Data dock.
void TestPairs::chooseSpaceY(const QString &name)
{
    clickSpace(name, SpaceModel::IsY);
    QVERIFY(child<QPushButton>("apply")->isEnabled());
    child<QPushButton>("apply")->click();
    QTRY_COMPARE_WITH_TIMEOUT(QString::fromStdString(workspace().data()->pair.y->name), name, patience);
    QTRY_VERIFY_WITH_TIMEOUT(workspace().prepared(), patience);
    waitForJobs();
}

void TestPairs::run()
{
    const std::size_t before = workspace().runs().size();
    m_window->model.optimizer.start();
    QTRY_COMPARE_WITH_TIMEOUT(workspace().runs().size(), before + 1, patience);
    m_window->model.scores.measureStitching();
    QTRY_VERIFY_WITH_TIMEOUT(workspace().isRetrievalCurrent() && workspace().isStitchingCurrent(), patience);
    waitForJobs();
}

void TestPairs::otherSpacesKeepSeedsRunsAndUndo()
{
    open(m_path);
    setSeeds();
    run();
    const double mrr = workspace().retrieval().rows.back().xToY.mrr.mean;
    const QString step = workspace().history()->undoText();
    const Setup setup = workspace().setup();
    QVERIFY(m_window->model.optimizer.recordingOf(workspace().runs().front().id));

    chooseSpaceY("third");
    QCOMPARE(workspace().pairs(), 2);
    QCOMPARE(workspace().setup().seeds, setup.seeds); // the same items
    QVERIFY(workspace().runs().empty());
    QVERIFY(!child<QAction>("actionUndo")->isEnabled());
    run();
    QVERIFY(workspace().retrieval().rows.back().xToY.mrr.mean != mrr);

    chooseSpaceY("right");
    QCOMPARE(workspace().pairs(), 2); // already open
    QCOMPARE(workspace().runs().size(), 1u);
    QVERIFY(workspace().isRetrievalCurrent() && workspace().isStitchingCurrent());
    QCOMPARE(workspace().retrieval().rows.back().xToY.mrr.mean, mrr);
    QCOMPARE(workspace().history()->undoText(), step);
    QVERIFY(m_window->model.optimizer.recordingOf(workspace().runs().front().id));
    child<QAction>("actionUndo")->trigger();
    QVERIFY(!workspace().chosenRun());
    child<QAction>("actionRedo")->trigger();
    QVERIFY(workspace().chosenRun() && workspace().isRetrievalCurrent());
    workspace().setModified(false);
}

void TestPairs::listMarksSpacesWithWork()
{
    open(m_path);
    QAbstractItemModelTester tester(spaces().model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(spaces().model()->rowCount(), 3);
    QCOMPARE(spaceCell("third", SpaceModel::Shape), spaceCell("right", SpaceModel::Shape));
    QVERIFY(spaceCell("third", SpaceModel::Shape).startsWith("400 × "));
    const auto marks = [this](const QString &name) {
        return spaceCell(name, SpaceModel::IsX) + spaceCell(name, SpaceModel::IsY);
    };
    QCOMPARE(marks("left") + marks("right") + marks("third"), QString("●○○●○○"));
    QCOMPARE(spaceCell("right", SpaceModel::Work), QString("open"));
    setSeeds();
    QCOMPARE(spaceCell("right", SpaceModel::Work), QString("15 seeds"));
    QCOMPARE(spaceCell("third", SpaceModel::Work), QString());
    run();
    QCOMPARE(spaceCell("right", SpaceModel::Work), QString("1 run"));
    chooseSpaceY("third");
    QCOMPARE(marks("left") + marks("right") + marks("third"), QString("●○○○○●"));
    QCOMPARE(spaceCell("right", SpaceModel::Work), QString("1 run"));
    QCOMPARE(spaceCell("third", SpaceModel::Work), QString("15 seeds"));
    const QString about = spaces().model()->index(spaceRow("left"), 0).data(Qt::ToolTipRole).toString();
    QVERIFY2(about.contains("left ↔ right: 1 run, 15 seeds") && about.contains("left ↔ third: 15 seeds"),
             qPrintable(about));
    // Runs and seeds in the list are those with the marked X, even before it is opened.
    clickSpace("third", SpaceModel::IsX);
    QCOMPARE(marks("left") + marks("third"), QString("○○●●"));
    QCOMPARE(spaceCell("right", SpaceModel::Work), QString());
    clickSpace("left", SpaceModel::IsX);
    QVERIFY2(!child<QPushButton>("apply")->isEnabled(), "it is open");
    workspace().setModified(false);
}

void TestPairs::theListIsUsedByKeys()
{
    open(m_path);
    m_window->openDock("data");
    spaces().setFocus();
    QCOMPARE(spaces().currentIndex().row(), spaceRow("right")); // begins at Y
    const bool shown = workspace().view().density;
    QTest::keyClick(&spaces(), Qt::Key_Down);
    QCOMPARE(spaces().currentIndex().row(), spaceRow("third"));
    QTest::keyClick(&spaces(), Qt::Key_X);
    QCOMPARE(spaceCell("third", SpaceModel::IsX), QString("●"));
    QTest::keyClick(&spaces(), Qt::Key_D); // not a command of the window
    QCOMPARE(workspace().view().density, shown);
    QTest::keyClick(&spaces(), Qt::Key_Home, Qt::ControlModifier);
    QTest::keyClick(&spaces(), Qt::Key_Y);
    QCOMPARE(spaceCell("left", SpaceModel::IsY), QString("●"));
    QVERIFY(child<QPushButton>("apply")->isEnabled());
    QCOMPARE(workspace().pairs(), 1); // no pair is opened yet
    QTest::keyClick(&spaces(), Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(workspace().pairs(), 2, patience);
    QCOMPARE(workspace().data()->pair.x->name, std::string("third"));
    QCOMPARE(workspace().data()->pair.y->name, std::string("left"));
    waitForJobs();
    workspace().setModified(false);
}

void TestPairs::spacesOfTwoFilesKeepTheirSides()
{
    const QString other = m_folder.filePath("other.h5");
    QVERIFY(io::saveDataset(other.toStdString(), test::twoSpaces(400, 4, 0.6)).ok());
    m_window->model.session.open({m_path, other});
    QTRY_VERIFY_WITH_TIMEOUT(workspace().prepared(), patience);
    waitForJobs();
    QStringList lines;
    for (int row = 0; row < spaces().model()->rowCount(); ++row) {
        QString &line = lines.emplace_back();
        for (const int column : {SpaceModel::Name, SpaceModel::IsX, SpaceModel::IsY})
            line += spaces().model()->index(row, column).data().toString();
    }
    QCOMPARE(lines, (QStringList{"left●", "right○", "third○", "left●", "right○"}));
    QTest::mouseClick(spaces().viewport(), Qt::LeftButton, {},
                      spaces().visualRect(spaces().model()->index(1, SpaceModel::IsY)).center());
    QVERIFY2(!child<QPushButton>("apply")->isEnabled(), "a space of the file of X is no Y");
    workspace().setModified(false);
}

void TestPairs::runningJobKeepsItsSpaces()
{
    open(m_path);
    setSeeds();
    workspace().change("Slowly", [](Setup &setup) {
        setup.options.method = "adam";
        setup.options.iterations = 100000;
        setup.options.convergedBelow = 0;
    });
    m_window->model.optimizer.start();
    clickSpace("third", SpaceModel::IsY);
    child<QPushButton>("apply")->click();
    QVERIFY(m_window->messages().isVisible());
    QCOMPARE(workspace().pairs(), 1);
    QVERIFY(m_window->model.optimizer.state() != OptimizeController::State::Idle);
    m_window->model.optimizer.cancel();
    waitForJobs();
    workspace().setModified(false);
}

/// Opens two pairs, the first with two runs, the second with one; the first is current, with its first run selected.
void TestPairs::openTwoPairs()
{
    open(m_path);
    setSeeds();
    run();
    workspace().change("Fewer seeds", [](Setup &setup) { setup.seeds.resize(6); });
    run();
    chooseSpaceY("third");
    run();
    chooseSpaceY("right");
    workspace().chooseRun(workspace().runs()[0].id);
    waitForJobs();
}

void TestPairs::aSessionHoldsAllPairs()
{
    openTwoPairs();
    const auto mrr = [this](int pair, std::size_t run) {
        const RetrievalResult *result = workspace().pair(pair).retrievalOf(workspace().pair(pair).runs[run].id);
        return result ? result->rows.back().xToY.mrr.mean : -1;
    };
    const std::vector<double> scores{mrr(0, 0), mrr(0, 1), mrr(1, 0)};
    QVERIFY(std::ranges::min(scores) > 0 && scores[0] != scores[1] && scores[0] != scores[2]);
    const std::string before = *io::encodeSession(sessionOf(workspace()));
    const QString path = m_folder.filePath("two.ascope");
    m_window->model.session.save(path);
    QTRY_VERIFY_WITH_TIMEOUT(!workspace().isModified(), patience);
    waitForJobs();

    m_window.reset();
    showWindow();
    open(path);
    QVERIFY2(*io::encodeSession(sessionOf(workspace())) == before, "saved and opened, it is the same to the last bit");
    QCOMPARE(workspace().pairs(), 2);
    QCOMPARE(workspace().currentPair(), 0);
    QCOMPARE(workspace().setup().run, workspace().runs()[0].id);
    QVERIFY(workspace().isRetrievalCurrent() && workspace().isStitchingCurrent());
    QCOMPARE((std::vector<double>{mrr(0, 0), mrr(0, 1), mrr(1, 0)}), scores);
    for (const auto &[pair, run] : {std::pair(0, 1u), std::pair(1, 0u)})
        QVERIFY(workspace().pair(pair).stitchingOf(workspace().pair(pair).runs[run].id));
    workspace().chooseRun(workspace().runs()[1].id); // restores its own scores
    QVERIFY(workspace().isRetrievalCurrent());
    workspace().choosePair(1);
    QCOMPARE(workspace().data()->pair.y->name, std::string("third"));
    QVERIFY(workspace().isRetrievalCurrent() && !workspace().history()->canUndo());
    waitForJobs();
    workspace().setModified(false);
}

void TestPairs::aCopyOfUnsavedWorkHoldsAllPairs()
{
    AutosaveController &autosave = m_window->model.autosave;
    autosave.setDelays(std::chrono::milliseconds(50), std::chrono::milliseconds(200));
    openTwoPairs();
    QSignalSpy written(&autosave, &AutosaveController::written);
    workspace().change("Neighbours", [](Setup &setup) { setup.retrieval.k = 7; });
    QTRY_VERIFY_WITH_TIMEOUT(!written.isEmpty(), patience);
    waitForJobs();
    QFile journal(written.last().first().toString());
    QVERIFY(journal.open(QIODevice::ReadOnly));
    const QJsonObject copy = QJsonDocument::fromJson(journal.readAll()).object()["copies"].toArray().first().toObject();
    QVERIFY2(copy["work"].toString().startsWith("2 comparisons, "), qPrintable(copy["work"].toString()));
    const auto session = io::loadSession(copy["file"].toString().toStdString());
    QVERIFY(session.ok());
    QCOMPARE(session->runs.size(), std::size_t(2));
    QCOMPARE(session->otherPairs.size(), std::size_t(1));
    QCOMPARE(session->otherPairs[0].runs.size(), std::size_t(1));
    QVERIFY(!session->otherPairs[0].scores.retrieval.empty());
    workspace().setModified(false);
}

using Compared = ComparisonModel;

void TestPairs::theTableComparesRunsOfAllPairs()
{
    QCOMPARE(table().model()->rowCount(), 0);
    auto *note = m_window->dock("comparison")->findChild<QLabel *>("note");
    QVERIFY(note->text().startsWith("Each run is listed here"));
    openTwoPairs();
    QAbstractItemModelTester tester(table().model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    QVERIFY(note->text().isEmpty());
    QCOMPARE(columnOf(Compared::SpaceY), (QStringList{"right", "right", "third"}));
    QCOMPARE(columnOf(Compared::Run), (QStringList{"Run 1", "Run 2", "Run 1"}));
    QCOMPARE(columnOf(Compared::Seeds), (QStringList{"15", "6", "6"}));
    // Each line contains the values that the docks show for this pair.
    for (int row = 0; row < 3; ++row) {
        workspace().choosePair(row < 2 ? 0 : 1);
        workspace().chooseRun(workspace().runs()[row == 1 ? 1 : 0].id);
        const ResultTableModel retrieval(retrievalTable(workspace())), stitching(stitchingTable(workspace()));
        constexpr int fromTo = 1, accuracy = 2;
        const auto shown = [](const TableModel &model, const QString &anchors, int next, int column) {
            for (int line = 0; line < model.rowCount(); ++line) {
                if (model.index(line, 0).data(TableModel::valueRole) == anchors)
                    return model.index(line + next, column).data().toString();
            }
            return QString("none");
        };
        const QString found = "Found, continuous";
        const int mrr = scoreColumn(&RetrievalScores::mrr), pAt1 = scoreColumn(&RetrievalScores::pAt1);
        QCOMPARE(cell(row, Compared::MrrXToY), shown(retrieval, found, 0, mrr));
        QCOMPARE(cell(row, Compared::MrrYToX), shown(retrieval, found, 1, mrr));
        QCOMPARE(cell(row, Compared::PAt1XToY), shown(retrieval, found, 0, pAt1));
        QCOMPARE(cell(row, Compared::PAt1YToX), shown(retrieval, found, 1, pAt1));
        QCOMPARE(shown(stitching, found, 1, fromTo), QString("Y → X")); // trained on X, tested on Y
        QCOMPARE(cell(row, Compared::AccuracyXToY), shown(stitching, found, 3, accuracy));
        QCOMPARE(cell(row, Compared::AccuracyYToX), shown(stitching, found, 1, accuracy));
        RunModel runs(workspace());
        QCOMPARE(cell(row, Compared::Right), runs.index(row == 1 ? 1 : 0, RunModel::Right).data().toString());
        QVERIFY(cell(row, Compared::MrrXToY).toDouble() > 0);
        // The tooltip describes how the scores were measured.
        const OpenComparison &work = workspace().pair(row < 2 ? 0 : 1);
        QCOMPARE(table().model()->index(row, Compared::MrrXToY).data(Qt::ToolTipRole).toString(),
                 work.text(workspace().retrieval().provenance) + '\n' + work.text(workspace().stitching().provenance));
    }
    // Only the best value of each column is bold.
    for (int column = 0; column < Compared::Columns; ++column) {
        double best = 0;
        for (int row = 0; row < 3; ++row)
            best = std::max(best, cell(row, column).toDouble());
        for (int row = 0; row < 3 && column >= Compared::MrrXToY && column <= Compared::AccuracyYToX; ++row)
            QCOMPARE(isBold(row, column), cell(row, column).toDouble() == best);
        for (int row = 0; row < 3 && (column < Compared::Right || column > Compared::LikelyRight); ++row)
            QVERIFY(!isBold(row, column));
    }
    // Anchors change.
    auto *anchors = m_window->dock("comparison")->findChild<QComboBox *>();
    const QString before = cell(0, Compared::MrrXToY);
    anchors->setCurrentIndex(anchors->findText("Seeds only"));
    Q_EMIT anchors->activated(anchors->currentIndex());
    QVERIFY(cell(0, Compared::MrrXToY) != before);
    workspace().setModified(false);
}

void TestPairs::linesAreSorted()
{
    openTwoPairs();
    const auto isSorted = [this](int column, Qt::SortOrder order) {
        table().sortByColumn(column, order);
        std::vector<double> values;
        for (int row = 0; row < 3; ++row)
            values.push_back(table().model()->index(row, column).data(TableModel::valueRole).toDouble());
        return order == Qt::AscendingOrder ? std::ranges::is_sorted(values)
                                           : std::ranges::is_sorted(values, std::ranges::greater());
    };
    for (const int column : {Compared::Seeds, Compared::MrrXToY, Compared::AccuracyYToX}) {
        QVERIFY(isSorted(column, Qt::AscendingOrder));
        QVERIFY(isSorted(column, Qt::DescendingOrder));
    }
    table().sortByColumn(Compared::SpaceY, Qt::DescendingOrder);
    QCOMPARE(columnOf(Compared::SpaceY), (QStringList{"third", "right", "right"}));
    // A line without a value is last in both directions.
    workspace().removeRun(workspace().runs()[1].id);
    workspace().addPair(test::loaded(test::twoSpaces(60)), {});
    for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
        table().sortByColumn(Compared::MrrXToY, order);
        QCOMPARE(cell(2, Compared::Run), QString("–"));
    }
    workspace().setModified(false);
}

/// The line of the current pair is marked, in any order.
void TestPairs::rowsOpenTheirComparison()
{
    openTwoPairs();
    table().sortByColumn(Compared::SpaceY, Qt::DescendingOrder);
    QCOMPARE(table().currentIndex().row(), 1);
    Q_EMIT table().activated(table().model()->index(0, 0));
    QCOMPARE(workspace().data()->pair.y->name, std::string("third"));
    QCOMPARE(table().currentIndex().row(), 0);
    Q_EMIT table().activated(table().model()->index(2, 0));
    QCOMPARE(workspace().data()->pair.y->name, std::string("right"));
    QCOMPARE(workspace().setup().run, workspace().runs()[1].id);
    QVERIFY(workspace().isRetrievalCurrent());
    QCOMPARE(table().currentIndex().row(), 2);
    waitForJobs();
    // Closing a pair asks first, because its work is lost.
    const auto close = [this](QMessageBox::StandardButton answer) {
        table().setCurrentIndex(table().model()->index(0, 0));
        QTimer::singleShot(0, this, [answer] {
            if (auto *box = qobject_cast<QMessageBox *>(QApplication::activeModalWidget()))
                box->button(answer)->click();
        });
        for (QAction *action : table().actions()) {
            if (action->text().startsWith("Close this comparison"))
                action->trigger();
        }
    };
    close(QMessageBox::No);
    QCOMPARE(workspace().pairs(), 2);
    close(QMessageBox::Yes);
    QCOMPARE(workspace().pairs(), 1);
    QCOMPARE(columnOf(Compared::SpaceY), (QStringList{"right", "right"}));
    workspace().setModified(false);
}

void TestPairs::theTableIsExported()
{
    openTwoPairs();
    const auto &model = static_cast<const TableModel &>(*table().model());
    const QStringList csv = model.asText(TableModel::Format::Csv).split('\n');
    QCOMPARE(csv[0], QString("X,Y,Run,Seeds,Correct,MRR X → Y,MRR Y → X,P@1 X → Y,P@1 Y → X,Accuracy X → Y,"
                             "Accuracy Y → X,Estimated correct,Verdict,Method,Items"));
    QVERIFY2(csv[3].startsWith("left,third,Run 1,"), qPrintable(csv[3]));
    QVERIFY(csv[1].contains(',' + cell(0, Compared::MrrXToY) + ','));
    const QString latex = model.asText(TableModel::Format::Latex);
    QVERIFY(latex.startsWith("\\begin{tabular}{lllrrrrrrrrrllr}"));
    QVERIFY(latex.contains("MRR X $\\to$ Y") && latex.count("left & ") == 3);
    // Lines in the displayed order.
    table().sortByColumn(Compared::SpaceY, Qt::DescendingOrder);
    QVERIFY(model.asText(TableModel::Format::Csv).section('\n', 1, 1).startsWith("left,third,"));
    workspace().setModified(false);
}

void TestPairs::unmeasuredValuesAreDashes()
{
    openTwoPairs();
    workspace().change("K", [](Setup &setup) { setup.retrieval.k = 7; });
    QCOMPARE(columnOf(Compared::MrrXToY).mid(0, 2), (QStringList{"–", "–"})); // measured with another K
    QVERIFY(cell(2, Compared::MrrXToY).toDouble() > 0);                       // each pair has its own setup
    QVERIFY(cell(0, Compared::AccuracyXToY).toDouble() > 0);
    m_window->model.scores.measureRetrieval();
    waitForJobs();
    QVERIFY(cell(0, Compared::MrrXToY).toDouble() > 0);
    QCOMPARE(cell(1, Compared::MrrXToY), QString("–"));
    workspace().history()->undo();
    QVERIFY2(!columnOf(Compared::MrrXToY).contains("–"), "and those with the K before are kept");
    workspace().setModified(false);
}

QTEST_MAIN(TestPairs)
#include "tst_pairs.moc"
