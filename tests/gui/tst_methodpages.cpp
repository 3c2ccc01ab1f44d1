// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/proxy.h"
#include "gui/controllers/scorecontroller.h"
#include "gui/experiments/experiments.h"
#include "gui/models/resulttablemodel.h"
#include "gui/pages/experimentspage.h"
#include "gui/pages/translationpage.h"
#include "gui/scatter/scatterview.h"
#include "gui/style/theme.h"
#include "gui/views/heatmapview.h"
#include "gui/widgets/methodbutton.h"
#include "gui/widgets/resultplotview.h"
#include "support/spaces.h"
#include "support/windowsetup.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QtTest>

using namespace anchorscope;
using namespace anchorscope::gui;
using anchorscope::test::patience;

namespace {

PreparedPair preparedOf(const LoadedData &data)
{
    return {std::make_shared<PreparedSpace>(prepare(data.pair.x->vectors, Centering::center)),
            std::make_shared<PreparedSpace>(prepare(data.pair.y->vectors, Centering::center))};
}

/// A workspace with two small spaces, images and 40 anchors of which 20 are seeds.
struct World
{
    QTemporaryDir folder;
    Runner runner;
    Workspace workspace;
    ExperimentController experiments{workspace, runner};
    TranslationController translation{workspace, runner};

    explicit World(bool paired = true)
    {
        workspace.setData(test::loaded(test::twoSpaces(120, 4, 0.1, true), paired));
        workspace.change("Anchors", [](Setup &setup) {
            setup.anchorCount = 40;
            setup.seeds = test::truePairs(20);
        });
        workspace.setPrepared(preparedOf(*workspace.data()));
    }
};

} // namespace

class TestMethodPages : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { applyTheme(*qApp, ThemeChoice::Light); }

    void rowsAreChosen()
    {
        World world;
        ScoreController scores(world.workspace, world.runner);
        const MethodButton button(world.workspace);
        for (QAction *row : button.menu()->actions()) {
            if (row->isChecked() && row->data() != "GT")
                row->trigger();
        }
        QCOMPARE(world.workspace.setup().methods, (std::vector<std::string>{"GT"}));
        scores.measureRetrieval();
        QTRY_COMPARE_WITH_TIMEOUT(world.workspace.retrieval().rows.size(), std::size_t(1), patience);
        QVERIFY(world.workspace.isRetrievalCurrent());
        button.menu()->actions().front()->trigger();
        QVERIFY(world.workspace.setup().methods.empty());
        QVERIFY(!world.workspace.isRetrievalCurrent());
        Q_EMIT button.menu()->aboutToShow();
        const QList<QAction *> rows = button.menu()->actions();
        QCOMPARE(std::ranges::count_if(rows, &QAction::isChecked), std::ptrdiff_t(representations().size() - 1));
    }

    void everyExperimentRuns_data()
    {
        QTest::addColumn<int>("row");
        for (std::size_t i = 0; i < experiments().size(); ++i)
            QTest::newRow(experiments()[i].id) << static_cast<int>(i);
    }
    void everyExperimentRuns()
    {
        QFETCH(int, row);
        World world;
        ExperimentsPage page(world.workspace, world.experiments);
        page.resize(560, 860);
        page.show();
        auto *experiment = page.findChild<QComboBox *>("experiment");
        experiment->setCurrentIndex(row);
        page.findChild<QSpinBox *>("repeats")->setValue(2);
        auto *run = page.findChild<QPushButton *>("run"), *stop = page.findChild<QPushButton *>("stop");
        QVERIFY(run->isEnabled());
        QVERIFY(!stop->isEnabled());
        run->click();
        QVERIFY(!run->isEnabled());
        QVERIFY(stop->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(!world.experiments.running(), patience);
        auto *table = page.findChild<QTableView *>("table");
        QVERIFY(qobject_cast<ResultTableModel *>(table->model()));
        const QAbstractItemModelTester tester(table->model());
        QVERIFY(table->model()->rowCount() > 1);
        const auto *model = qobject_cast<ResultTableModel *>(table->model());
        QVERIFY(model->asText(TableModel::Format::Latex).contains("tabular"));
        const QStringList lines = model->asText(TableModel::Format::Columns).chopped(1).split('\n');
        QCOMPARE(lines.size(), model->rowCount() + 1);
        for (const QString &line : lines)
            QCOMPARE(line.size(), lines.first().size());
        auto *plot = page.findChild<QComboBox *>("plot");
        QVERIFY(plot->count() > 0);
        for (int i = 0; i < plot->count(); ++i) {
            plot->setCurrentIndex(i);
            auto *view = page.findChild<ResultPlotView *>("view");
            QVERIFY(view->grab().width() > 0);
            const QString path = world.folder.filePath(QString("picture%1.svg").arg(i));
            QVERIFY(exportPlot(*view->plot(), path, {}).ok());
            QVERIFY(QFileInfo(path).size() > 1000);
        }
        QVERIFY(page.findChild<QLabel *>("provenance")->text().contains("2 repeat"));
        QVERIFY(run->isEnabled());
        // An experiment that has not run shows nothing; switching back shows the results again.
        experiment->setCurrentIndex((row + 1) % experiment->count());
        QVERIFY(!table->model());
        experiment->setCurrentIndex(row);
        QVERIFY(qobject_cast<ResultTableModel *>(table->model()));
        world.workspace.setData(test::loaded(test::twoSpaces(60)));
        QVERIFY(!table->model());
    }

    void stoppedExperimentResumes()
    {
        World world;
        ExperimentsPage page(world.workspace, world.experiments);
        const Experiment &counts = experiments()[2];
        page.findChild<QComboBox *>("experiment")->setCurrentIndex(2);
        auto *repeats = page.findChild<QSpinBox *>("repeats");
        repeats->setValue(90);
        QSignalSpy failed(&world.experiments, &ExperimentController::failed);
        auto *run = page.findChild<QPushButton *>("run"), *stop = page.findChild<QPushButton *>("stop");
        run->click();
        const auto *note = page.findChild<QLabel *>("note");
        QVERIFY(note->text().startsWith("Running"));
        page.findChild<QComboBox *>("experiment")->setCurrentIndex(0);
        QVERIFY2(note->text().contains(QString::fromUtf8(counts.label)), qPrintable(note->text()));
        page.findChild<QComboBox *>("experiment")->setCurrentIndex(2);
        stop->click(); // before any measurement
        QTRY_VERIFY_WITH_TIMEOUT(!world.experiments.running(), patience);
        QVERIFY(!world.experiments.outcome(counts));
        QVERIFY(!world.experiments.canContinue(counts, 90));
        run->click();
        QTRY_VERIFY_WITH_TIMEOUT(world.experiments.outcome(counts) != nullptr,
                                 patience); // the first repeats, while it runs
        stop->click();
        QTRY_VERIFY_WITH_TIMEOUT(!world.experiments.running(), patience);
        QCOMPARE(failed.count(), 0);
        const auto partly = world.experiments.outcome(counts);
        QVERIFY(!partly->complete && partly->repeats >= 1 && partly->repeats < 90);
        QVERIFY(page.findChild<QLabel *>("provenance")->text().contains("of 90 repeats"));
        QCOMPARE(run->text(), QString("Co&ntinue"));
        repeats->setValue(partly->repeats + 1);
        run->click();
        QTRY_VERIFY_WITH_TIMEOUT(!world.experiments.running(), patience);
        const auto whole = world.experiments.outcome(counts);
        QVERIFY(whole->complete);
        QCOMPARE(whole->repeats, partly->repeats + 1);
        QCOMPARE(run->text(), QString("R&un"));
        // Other settings start a new experiment.
        repeats->setValue(whole->repeats + 1);
        QVERIFY(world.experiments.canContinue(counts, repeats->value()));
        world.workspace.change("Pre-processing", [](Setup &setup) { setup.centering = Centering::none; });
        QVERIFY(!world.experiments.canContinue(counts, repeats->value()));
    }

    void otherComparisonKeepsItsExperiments()
    {
        World world;
        ExperimentsPage page(world.workspace, world.experiments);
        const Experiment &counts = experiments()[2];
        page.findChild<QComboBox *>("experiment")->setCurrentIndex(2);
        world.experiments.start(counts, 1);
        QTRY_VERIFY_WITH_TIMEOUT(!world.experiments.running(), patience);
        const auto measured = world.experiments.outcome(counts);
        QVERIFY(measured);
        auto other = test::loaded(test::twoSpaces(90));
        world.workspace.addPair(other, {});
        QVERIFY(!world.experiments.outcome(counts));
        QVERIFY(!page.findChild<QTableView *>("table")->model());
        world.workspace.choosePair(0);
        QCOMPARE(world.experiments.outcome(counts), measured);
        QVERIFY(page.findChild<QTableView *>("table")->model());
        world.workspace.setPrepared(preparedOf(*world.workspace.data()));
        world.experiments.start(counts, 90);
        QTRY_VERIFY_WITH_TIMEOUT(world.experiments.outcome(counts) != measured, patience); // the first repeats
        world.workspace.choosePair(1); // the experiment continues for the other comparison
        QVERIFY(world.experiments.running() && !world.experiments.isRunningHere(counts));
        QVERIFY(!world.experiments.outcome(counts));
        const auto *note = page.findChild<QLabel *>("note");
        QVERIFY2(note->text().contains("only one experiment can run at a time"), qPrintable(note->text()));
        QCOMPARE(world.experiments.outcomes(), Index(1));
        world.workspace.removePair(0); // with its experiments
        QVERIFY(!world.experiments.running());
        QCOMPARE(world.experiments.outcomes(), Index(0));
        QTRY_VERIFY_WITH_TIMEOUT(world.runner.jobs().isEmpty(), patience);
    }

    void choicesOfOneExperiment_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("option");
        QTest::addColumn<int>("row");
        QTest::addColumn<QString>("said");
        QTest::newRow("completion") << "translation"
                                    << "completion" << 2 << "completion: polar";
        QTest::newRow("linkage") << "quantization"
                                 << "linkage" << 1 << "linkage: ward";
    }
    /// A different choice is a different measurement; other experiments do not use it.
    void choicesOfOneExperiment()
    {
        QFETCH(QString, id);
        QFETCH(QString, option);
        QFETCH(int, row);
        QFETCH(QString, said);
        World world;
        ExperimentsPage page(world.workspace, world.experiments);
        auto *chosen = page.findChild<QComboBox *>("experiment"), *choice = page.findChild<QComboBox *>(option);
        chosen->setCurrentIndex(chosen->findData("retrieval"));
        QVERIFY(choice->isHidden());
        chosen->setCurrentIndex(chosen->findData(id));
        QVERIFY(!choice->isHidden());
        page.findChild<QSpinBox *>("repeats")->setValue(1);
        const Experiment &experiment = *findExperiment(id.toStdString());
        const auto measured = [&] {
            page.findChild<QPushButton *>("run")->click();
            if (!QTest::qWaitFor([&] { return !world.experiments.running(); }, patience))
                return std::vector<double>();
            std::vector<double> values;
            for (const ResultPlot &plot : world.experiments.outcome(experiment)->shown.plots) {
                values.insert(values.end(), plot.map.reshaped().begin(), plot.map.reshaped().end());
                for (const ResultCurve &curve : plot.curves)
                    values.insert(values.end(), curve.y.begin(), curve.y.end());
            }
            return values;
        };
        const std::vector<double> usual = measured();
        QVERIFY(!usual.empty() && world.experiments.canContinue(experiment, 2));
        const Setup before = world.workspace.setup();
        choice->setCurrentIndex(row);
        Q_EMIT choice->activated(row);
        QVERIFY(!world.experiments.canContinue(experiment, 2));
        for (const Experiment &other : experiments())
            QCOMPARE(usesSameOptions(other, before, world.workspace.setup()), &other != &experiment);
        QVERIFY(measured() != usual);
        QVERIFY(page.findChild<QLabel *>("provenance")->text().contains(said));
        world.workspace.history()->undo();
        QCOMPARE(choice->currentIndex(), 0);
    }

    void proxyWithinGroups()
    {
        World world;
        ExperimentsPage page(world.workspace, world.experiments);
        auto *chosen = page.findChild<QComboBox *>("experiment");
        chosen->setCurrentIndex(chosen->findData("proxy"));
        QVERIFY(!page.findChild<QCheckBox *>("groups")->isHidden());
        page.findChild<QCheckBox *>("groups")->click();
        page.findChild<QDoubleSpinBox *>("least-accuracy")->setValue(0.25);
        QCOMPARE(world.workspace.setup().experiments,
                 (ExperimentChoices{{"experiments.proxy.groups", "1"}, {"experiments.proxy.least_accuracy", "0.25"}}));
        page.findChild<QSpinBox *>("repeats")->setValue(1);
        page.findChild<QPushButton *>("run")->click();
        QTRY_VERIFY_WITH_TIMEOUT(!world.experiments.running(), patience);
        const QString provenance = page.findChild<QLabel *>("provenance")->text();
        QVERIFY2(provenance.contains("within groups, least accuracy: 0.25"), qPrintable(provenance));
        const auto outcome = world.experiments.outcome(*findExperiment("proxy"));
        QCOMPARE(std::any_cast<ProxyExperiment>(outcome->measured).groups.size(), std::size_t(2)); // left and right
    }

    void unavailableActionsExplainWhy()
    {
        World world(false);
        ExperimentsPage page(world.workspace, world.experiments);
        page.findChild<QComboBox *>("experiment")->setCurrentIndex(0);
        QVERIFY(!page.findChild<QPushButton *>("run")->isEnabled());
        QVERIFY(page.findChild<QLabel *>("note")->text().contains("No true pairs"));
    }

    /// Without truth the seeds are the known pairs.
    void knownPairsNeedSeedsOnly()
    {
        World world(false);
        ExperimentsPage page(world.workspace, world.experiments);
        auto *experiment = page.findChild<QComboBox *>("experiment");
        experiment->setCurrentIndex(experiment->findData("known-pairs"));
        auto *run = page.findChild<QPushButton *>("run");
        const auto *note = page.findChild<QLabel *>("note");
        world.workspace.change("Seeds", [](Setup &setup) { setup.seeds = test::truePairs(7); });
        QVERIFY(!run->isEnabled());
        QVERIFY2(note->text().contains("at least 8 seeds"), qPrintable(note->text()));
        world.workspace.change("Seeds", [](Setup &setup) {
            setup.seeds = test::truePairs(20);
            setup.options.method = "adam";
        });
        QVERIFY(run->isEnabled());
        page.findChild<QSpinBox *>("repeats")->setValue(1);
        run->click();
        QTRY_VERIFY_WITH_TIMEOUT(!world.experiments.running(), patience);
        QVERIFY2(note->text().startsWith("With "), qPrintable(note->text()));
        const auto *table = page.findChild<QTableView *>("table")->model();
        QCOMPARE(table->index(3, 0).data().toString(), QString("16"));
        QVERIFY(!page.findChild<QLabel *>("provenance")->text().contains("anchors"));
    }

    void cellOfTheMatrixNamesThePair()
    {
        World world;
        ExperimentsPage page(world.workspace, world.experiments);
        auto *experiment = page.findChild<QComboBox *>("experiment");
        experiment->setCurrentIndex(experiment->findData("pairs"));
        page.findChild<QSpinBox *>("repeats")->setValue(1);
        page.findChild<QPushButton *>("run")->click();
        QTRY_VERIFY_WITH_TIMEOUT(!world.experiments.running(), patience);
        QSignalSpy requested(&page, &ExperimentsPage::pairRequested);
        auto *view = page.findChild<ResultPlotView *>("view");
        Q_EMIT view->map()->cellClicked(1, 0);
        QCOMPARE(requested.count(), 1);
        QCOMPARE(requested[0][0].toString(), QString("right"));
        QCOMPARE(requested[0][1].toString(), QString("left"));
        Q_EMIT view->map()->cellClicked(1, 1); // a space and itself are not a pair
        QCOMPARE(requested.count(), 1);
    }

    void translationFollowsItsParameters()
    {
        World world;
        TranslationPage page(world.workspace, world.translation, world.runner);
        QVERIFY(!world.translation.plot()); // hidden docks compute nothing
        page.resize(560, 860);
        page.show();
        world.translation.setActive(true);
        QTRY_VERIFY_WITH_TIMEOUT(world.translation.plot().has_value(), patience);
        const TranslationPlot first = *world.translation.plot();
        QCOMPARE(first.translated, Index(120));
        QCOMPARE(first.points->rows(), Index(240));
        QCOMPARE(first.anchors, Index(20)); // the seeds
        page.findChild<QDoubleSpinBox *>("delta")->setValue(0.2);
        QTRY_VERIFY_WITH_TIMEOUT(world.translation.plot() && !world.translation.translating(), patience);
        QVERIFY(world.translation.plot()->anchorsKept > first.anchorsKept);
        QVERIFY(world.translation.plot()->cosine > 0.9);
        page.findChild<QComboBox *>("direction")->setCurrentIndex(1);
        QTRY_VERIFY_WITH_TIMEOUT(world.translation.plot() && !world.translation.translating(), patience);
        QVERIFY(world.translation.choice().source == Side::y);
        QVERIFY(page.findChild<QLabel *>("note")->text().contains("Mean cosine"));
    }

    /// tests/python compares the content of the file with NumPy.
    void adapterIsWritten_data()
    {
        QTest::addColumn<bool>("paired");
        QTest::newRow("true pairs are known") << true;
        QTest::newRow("seeds alone are known") << false;
    }
    void adapterIsWritten()
    {
        QFETCH(bool, paired);
        World world(paired);
        TranslationPage page(world.workspace, world.translation, world.runner);
        auto *map = page.findChild<QComboBox *>("map");
        QCOMPARE(map->currentData().toString(), QString("canonical"));
        QVERIFY(page.findChild<QPushButton *>("saveAdapter")->isEnabled());
        QSignalSpy written(&world.translation, &TranslationController::adapterWritten);
        const QString path = world.folder.filePath("adapter.npz");
        world.translation.saveAdapter(path, map->currentData().toString(), Side::x);
        QTRY_COMPARE_WITH_TIMEOUT(written.count(), 1, patience);
        QVERIFY(QFile::exists(path));
        const QString sentence = written[0][1].toString();
        QVERIFY2(sentence.startsWith("The adapter is fitted on 20 pairs. Map: canonical ridge, from "),
                 qPrintable(sentence));
        QCOMPARE(sentence.contains("was not measured"), !paired);
        QCOMPARE(sentence.contains("Recall@10"), paired);
        QSignalSpy failed(&world.translation, &TranslationController::failed);
        world.translation.saveAdapter(world.folder.filePath("missing/adapter.npz"), "ridge", Side::y);
        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, patience);
        world.workspace.change("Mirror", [](Setup &setup) { setup.transform.mirror = 1; });
        QVERIFY(world.translation.adapterObstacle().startsWith("Y was changed in the Playground"));
        world.translation.saveAdapter(path, "ridge", Side::x);
        QVERIFY(!world.translation.savingAdapter());
    }

    void studyOfTranslation()
    {
        World world;
        TranslationPage page(world.workspace, world.translation, world.runner);
        page.resize(560, 860);
        page.show();
        page.findChild<QPushButton *>("study")->click();
        QTRY_VERIFY_WITH_TIMEOUT(world.translation.result().has_value(), patience);
        auto *plot = page.findChild<QComboBox *>("plot");
        QCOMPARE(plot->count(), 6);
        plot->setCurrentIndex(0);
        auto *view = page.findChild<ResultPlotView *>("view");
        Q_EMIT view->map()->cellClicked(2, 1); // ω = 16, δ = 0.3
        QCOMPARE(world.translation.choice().omega, 16);
        QCOMPARE(world.translation.choice().delta, 0.3);
    }

    void chartDescribesItsPoints()
    {
        LineChart chart;
        chart.resize(400, 300);
        chart.setTitle("Scores");
        chart.setMessage("nothing yet");
        QCOMPARE(chart.accessibleName(), QString("Scores"));
        LineChart::Series line{"uniform", {0.25, 0.75}, {}, {0.2, 0.74}, {0.3, 0.76}, {10, 100}};
        chart.setAxes("anchors", "MRR", LineChart::Scale::LogX);
        chart.setSeries({line});
        QCOMPARE(chart.pointCount(), 2);
        QVERIFY(chart.pointText(1).contains(QLocale().toString(0.75)));
        QVERIFY(chart.pointText(0).contains(QLocale().toString(0.05)));
        chart.show();
        QVERIFY(chart.positionOf(1).x() > chart.positionOf(0).x());
        QVERIFY(chart.positionOf(1).y() < chart.positionOf(0).y());
        chart.setFocus();
        QTest::keyClick(&chart, Qt::Key_Right);
        QCOMPARE(chart.accessibleDescription(), chart.pointText(0));
        QTest::keyClick(&chart, Qt::Key_Right);
        QTest::keyClick(&chart, Qt::Key_Right);
        QCOMPARE(chart.accessibleDescription(), chart.pointText(1));
        QTemporaryDir folder;
        QVERIFY(exportPlot(chart, folder.filePath("chart.svg"), {}).ok());
        line.high = {0.5, 0.77};
        chart.setSeries({line});
        QVERIFY2(chart.pointText(0).endsWith(QString("is %L1 (%L2 to %L3)").arg(0.25).arg(0.2).arg(0.5)),
                 qPrintable(chart.pointText(0)));
        // On a logarithmic axis 10 to 100 is as long as 100 to 1000.
        chart.setSeries({{"", {1, 1, 1}, {}, {}, {}, {10, 100, 1000}, LineChart::Series::Kind::Dots}});
        const double first = chart.positionOf(1).x() - chart.positionOf(0).x();
        const double second = chart.positionOf(2).x() - chart.positionOf(1).x();
        QVERIFY(std::abs(first - second) < 0.5);
    }
};

QTEST_MAIN(TestMethodPages)
#include "tst_methodpages.moc"
