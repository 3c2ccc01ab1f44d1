// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/neighbours/neighbours.h"
#include "gui/display/colouring.h"
#include "gui/display/framechoice.h"
#include "gui/display/scoretables.h"
#include "gui/display/visibleitems.h"
#include "gui/lessons/lessonsui.h"
#include "gui/models/filtercompleter.h"
#include "gui/models/itemmodel.h"
#include "gui/models/resulttablemodel.h"
#include "gui/plot/colourmap.h"
#include "gui/scatter/labellayer.h"
#include "gui/state/selection.h"
#include "gui/style/theme.h"
#include "gui/views/colourbar.h"
#include "gui/views/linechart.h"
#include "gui/views/plotchart.h"
#include "gui/widgets/axismenu.h"
#include "gui/widgets/legendbar.h"
#include "gui/widgets/partnerlines.h"
#include "gui/widgets/selectionnote.h"
#include "gui/window/findactions.h"
#include "gui/window/overlaypanel.h"
#include "gui/window/panelgrid.h"
#include "support/windowtest.h"

#include <QAbstractAxis>
#include <QAbstractItemView>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QDockWidget>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QLineSeries>
#include <QLocale>
#include <QPushButton>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QSlider>
#include <QSpinBox>
#include <QTableView>
#include <QToolButton>
#include <QTreeWidget>
#include <QWheelEvent>

using namespace anchorscope;
using namespace anchorscope::gui;
using anchorscope::test::patience;

/// View of the four panels: axes, lines to partners, colours; stored in sessions.
class TestPanels : public test::WindowTest
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { prepare("tst_panels"); }
    void init();
    void cleanup() { m_window.reset(); }
    void chosenAxesAreShown();
    void relativePanelsShareTheirAxes();
    void oneComponentIsNotShownTwice();
    void newDataAreSeenAlongTheirFirstComponents();
    void linesFollowTheHoveredItem();
    void pairsAreAddedByKeyboard();
    void docksAreReachedByKeyboard();
    void focusedWidgetStaysVisible_data();
    void focusedWidgetStaysVisible();
    void linesOfTheSelectionAreFew();
    void marginsColourThePoints();
    void everyMeaningHasALegend();
    void onlyKnownAnchorsAreMarked();
    void anotherThemeReachesAllDocks();
    void sessionsKeepTheView();
    void ownColumnsColourThePoints();
    void classesAreHiddenByAClick();
    void classIsHighlightedUnderThePointer();
    void filtersHideItems();
    void filtersAreCompletedByKeyboard();
    void manyItemsAreReadInTheBackground();
    void longListsAreSortedInTheBackground();
    void tablesHaveOwnColumns();
    void ownCoordinatesAreAFrame();
    void sessionsKeepColumnsAndFrames();
    void sessionsKeepRecordingsAndPredictions();
    void sessionsKeepBatchAndHealth();
    void namesOfMethodsAreReadable();
    void searchDescribesItsHits();
    void nearestItemsAreSelected();
    void statusBarShowsTheSelectionCount();
    void selectionReturnsWithThePoints();
    void chosenItemIsRingedWhileItIsSelected();
    void relativePanelsZoomTogether();
    void namesAreInThePanels();
    void noAxisIsMirroredByASeedOrARun();
    void overlayLaysBothSpacesOverEachOther();
    void overlayOfARunIsANeighbourMap();
    void viewsHaveShortcuts();
    void absolutePanelsShowNeighbourMaps();
    void findGoesToAnItem();
    void commandsAreFoundByTheirName();
    void singleKeysTypeInTextFields();
    void missingColoursAreReplaced();
    void otherDataOpenInTheirOwnColours();
    void filesOfEachFormatOpenInColour();
    void lessonsOpenInColour();
    void scrollingChangesNoValue();

private:
    void openWithColumns();
    QToolButton *classButton(const QString &name);
    std::shared_ptr<const PointColours> columnColours(Side side)
    {
        return coloursOf(workspace(), side, ColourBy::Column, m_window->model.visible.values());
    }
    LegendBar *legend() { return m_window->panels().findChild<LegendBar *>(); }
    ScatterView *view(Panel panel) { return m_window->panels().view(panel); }
    void save(const QString &path);
    void colourByMatches();
    bool isColoured();
    void change(const std::function<void(ViewState &)> &edit);
    QAction *component(Panel panel, bool horizontal, int number);
    QString axisTitle(Panel panel, bool horizontal);
    QPointF placeInWindow(Panel panel, int item);
};

void TestPanels::init()
{
    showWindow();
    for (const Panel panel : allPanels)
        view(panel)->setReducedMotion(true);
    open(m_path);
    setSeeds();
    QTRY_VERIFY_WITH_TIMEOUT(m_window->model.projections.plot(Panel::RelativeY).coordinates, patience);
    waitForJobs();
}

void TestPanels::save(const QString &path)
{
    QSignalSpy saved(&m_window->model.session, &SessionController::saved);
    m_window->model.session.save(path);
    QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, patience);
}

void TestPanels::change(const std::function<void(ViewState &)> &edit)
{
    ViewState view = workspace().view();
    edit(view);
    workspace().setView(view);
}

/// Chooses a component in the panel's menu; numbers from 1.
QAction *TestPanels::component(Panel panel, bool horizontal, int number)
{
    auto *menu = view(panel)->findChild<AxisMenu *>();
    Q_EMIT menu->aboutToShow();
    QAction *axis = menu->actions().at(horizontal ? 0 : 1);
    return axis->menu()->actions().value(number - 1);
}

QString TestPanels::axisTitle(Panel panel, bool horizontal)
{
    const PlotChart *chart = view(panel)->chart();
    return (horizontal ? chart->horizontalAxis() : chart->verticalAxis())->titleText();
}

QPointF TestPanels::placeInWindow(Panel panel, int item)
{
    return view(panel)->viewport()->mapTo(&m_window->panels(), view(panel)->positionOf(item));
}

void TestPanels::chosenAxesAreShown()
{
    const auto coordinates = m_window->model.projections.plot(Panel::AbsoluteY).coordinates;
    QVERIFY(coordinates->cols() >= 4);
    component(Panel::AbsoluteY, true, 3)->trigger();
    component(Panel::AbsoluteY, false, 4)->trigger();
    QVERIFY2(axisTitle(Panel::AbsoluteY, true).startsWith("PC 3 ("), qPrintable(axisTitle(Panel::AbsoluteY, true)));
    QVERIFY(axisTitle(Panel::AbsoluteY, false).startsWith("PC 4 ("));
    QVERIFY(axisTitle(Panel::AbsoluteX, true).startsWith("PC 1 ("));
    QVERIFY(component(Panel::AbsoluteY, true, 3)->isChecked() && !component(Panel::AbsoluteY, true, 1)->isChecked());
    // Pixels are the chosen components up to one scale factor.
    const QPointF origin = *view(Panel::AbsoluteY)->placeOf(0), other = *view(Panel::AbsoluteY)->placeOf(1);
    const double scale = (other.x() - origin.x()) / ((*coordinates)(1, 2) - (*coordinates)(0, 2));
    QVERIFY(scale > 0);
    for (int item = 2; item < 400; ++item) {
        const QPointF place = *view(Panel::AbsoluteY)->placeOf(item);
        QVERIFY(std::abs(place.x() - origin.x() - scale * ((*coordinates)(item, 2) - (*coordinates)(0, 2))) < 0.1);
        QVERIFY(std::abs(origin.y() - place.y() - scale * ((*coordinates)(item, 3) - (*coordinates)(0, 3))) < 0.1);
    }
}

void TestPanels::relativePanelsShareTheirAxes()
{
    component(Panel::RelativeX, false, 3)->trigger();
    for (const Panel panel : {Panel::RelativeX, Panel::RelativeY})
        QVERIFY(axisTitle(panel, false).startsWith("PC 3 ("));
    QVERIFY(axisTitle(Panel::AbsoluteX, false).startsWith("PC 2 ("));
}

void TestPanels::oneComponentIsNotShownTwice()
{
    component(Panel::AbsoluteX, true, 2)->trigger();
    QVERIFY(axisTitle(Panel::AbsoluteX, true).startsWith("PC 2 ("));
    QVERIFY(axisTitle(Panel::AbsoluteX, false).startsWith("PC 1 ("));
}

void TestPanels::newDataAreSeenAlongTheirFirstComponents()
{
    component(Panel::AbsoluteX, true, 4)->trigger();
    workspace().setModified(false);
    open(m_path);
    QVERIFY(axisTitle(Panel::AbsoluteX, true).startsWith("PC 1 ("));
}

void TestPanels::linesFollowTheHoveredItem()
{
    const PartnerLines *lines = m_window->panels().partnerLines();
    m_window->model.selection.setHover(Side::x, 33);
    QVERIFY(lines->strong().empty() && !lines->isVisible());
    m_window->findChild<QAction *>("actionPartnerLines")->trigger();
    QCOMPARE(lines->strong().size(), std::size_t(2));
    QVERIFY(lines->isVisible());
    const auto ends = [&](std::size_t line, Panel from, Panel to) {
        return QLineF(lines->strong()[line].p1(), placeInWindow(from, 33)).length() < 2 &&
               QLineF(lines->strong()[line].p2(), placeInWindow(to, 33)).length() < 2;
    };
    QVERIFY(ends(0, Panel::AbsoluteX, Panel::AbsoluteY));
    QVERIFY(ends(1, Panel::RelativeX, Panel::RelativeY));
    const QLineF before = lines->strong()[0];
    view(Panel::AbsoluteX)->setFocus();
    QTest::keyClick(view(Panel::AbsoluteX), Qt::Key_Right); // the panel moves
    QVERIFY(ends(0, Panel::AbsoluteX, Panel::AbsoluteY));
    QVERIFY(lines->strong()[0].p1() != before.p1() && lines->strong()[0].p2() == before.p2());
    // The pixels between the panels change with the line.
    const QImage with = m_window->panels().grab().toImage();
    m_window->model.selection.clearHover();
    QVERIFY(lines->strong().empty() && lines->thin().empty());
    QVERIFY(m_window->panels().grab().toImage() != with);
}

void TestPanels::pairsAreAddedByKeyboard()
{
    m_window->activateWindow();
    view(Panel::AbsoluteX)->setFocus();
    QTest::keyClick(view(Panel::AbsoluteX), Qt::Key_Right, Qt::ControlModifier);
    QTest::keyClick(view(Panel::AbsoluteX), Qt::Key_Right, Qt::ControlModifier);
    const ItemIndex item = m_window->model.selection.hover().item;
    QVERIFY(item != noItem && workspace().seedOf(Side::x, item) < 0);
    m_window->model.pairTool.setActive(true);
    QTest::keyClick(view(Panel::AbsoluteX), Qt::Key_Return);
    QCOMPARE(m_window->model.pairTool.pending(Side::x), item);
    QTest::keyClick(view(Panel::AbsoluteY), Qt::Key_Return); // the partner is highlighted there
    QCOMPARE(workspace().setup().seeds.size(), std::size_t(16));
    QCOMPARE(workspace().setup().seeds.back().x, item);
    QCOMPARE(workspace().setup().seeds.back().y, workspace().partner(Side::x, item));
    waitForJobs();
}

void TestPanels::docksAreReachedByKeyboard()
{
    for (const char *name : {"data", "retrieval", "inspector"}) {
        auto *go = m_window->findChild<QAction *>(QString("actionGoTo_") + name);
        QVERIFY(go && go->isEnabled() && !go->shortcut().isEmpty());
        go->trigger();
        const QWidget *dock = m_window->dock(name);
        QTRY_VERIFY(!dock->visibleRegion().isEmpty());
        QVERIFY(m_window->focusWidget() && dock->isAncestorOf(m_window->focusWidget()));
    }
}

void TestPanels::focusedWidgetStaysVisible_data()
{
    QTest::addColumn<Qt::Key>("key");
    QTest::newRow("forwards") << Qt::Key_Tab;
    QTest::newRow("backwards") << Qt::Key_Backtab;
}

/// Hidden docks are skipped.
void TestPanels::focusedWidgetStaysVisible()
{
    QFETCH(Qt::Key, key);
    m_window->findChild<QAction *>("actionGoTo_retrieval")->trigger();
    QTRY_VERIFY(!m_window->dock("retrieval")->visibleRegion().isEmpty());
    const QWidget *first = m_window->focusWidget();
    bool panels = false, around = false;
    for (int i = 0; i < 60 && !around; ++i) {
        QTest::keyClick(m_window->focusWidget(), key);
        const QWidget *now = m_window->focusWidget();
        QVERIFY2(!now->visibleRegion().isEmpty(), qPrintable(now->metaObject()->className() + now->objectName()));
        panels = panels || m_window->panels().isAncestorOf(now);
        around = now == first;
    }
    QVERIFY(panels && around);
}

void TestPanels::linesOfTheSelectionAreFew()
{
    change([](ViewState &view) { view.partnerLines = true; });
    const PartnerLines *lines = m_window->panels().partnerLines();
    m_window->model.selection.select(Side::x, {5, 9, 300});
    QCOMPARE(lines->thin().size(), std::size_t(6));
    m_window->model.selection.setLinkMode(LinkMode::Off);
    m_window->model.selection.select(Side::y, {9, 10}, Selection::Mode::Replace);
    QVERIFY(!m_window->model.selection.selected(Side::y).empty());
    std::vector<ItemIndex> all(400);
    std::iota(all.begin(), all.end(), 0);
    m_window->model.selection.select(Side::x, all);
    QCOMPARE(lines->thin().size(), std::size_t(600)); // 300 in each row of panels
}

void TestPanels::marginsColourThePoints()
{
    QCOMPARE(coloursOf(workspace(), Side::x, ColourBy::Margin)->legend.size(), std::size_t(1)); // advice
    m_window->model.scores.measureRetrieval();
    QTRY_VERIFY_WITH_TIMEOUT(!workspace().retrieval().empty(), patience);
    const RetrievalScores &scores = workspace().shownScores()->xToY;
    const auto colours = coloursOf(workspace(), Side::x, ColourBy::Margin);
    QCOMPARE(colours->legend.size(), std::size_t(5));
    QCOMPARE(colours->legend[2].name, QString("0"));
    for (std::size_t q = 0; q < scores.queryItems.size(); ++q) {
        // A partner that is not the nearest item has a negative margin, and the darker half of the scale.
        QCOMPARE(scores.itemMargin[q] >= 0, scores.itemRank[q] < 2);
        const auto shade = colours->classOfPoint[static_cast<std::size_t>(scores.queryItems[q])];
        if (scores.itemMargin[q] > 0.01)
            QVERIFY(shade >= 32);
        if (scores.itemMargin[q] < -0.01)
            QVERIFY(shade <= 31);
    }
    auto *colour = m_window->panels().findChild<LegendBar *>()->meanings();
    colour->setCurrentIndex(colour->findText("Colour: margin of the partner"));
    Q_EMIT colour->activated(colour->currentIndex());
    QCOMPARE(workspace().view().colourBy, ColourBy::Margin);
    waitForJobs();
    workspace().setModified(false);
}

void TestPanels::everyMeaningHasALegend()
{
    auto *legend = m_window->panels().findChild<LegendBar *>();
    auto *colour = legend->meanings();
    QCOMPARE(colour->count(), 11);
    for (int i = 0; i < colour->count(); ++i) {
        change([&](ViewState &view) { view.colourBy = static_cast<ColourBy>(colour->itemData(i).toInt()); });
        QCOMPARE(colour->currentIndex(), i);
        QVERIFY(!legend->findChildren<QToolButton *>().isEmpty());
    }
    // No two entries overlap, including the newest.
    change([](ViewState &view) { view.colourBy = ColourBy::Similarity; });
    m_window->model.selection.setHover(Side::x, 0);
    const auto areApart = [&] {
        QRegion taken;
        bool apart = true;
        for (const QWidget *entry : legend->findChildren<QWidget *>(Qt::FindDirectChildrenOnly)) {
            if (!entry->isVisible())
                continue;
            apart = apart && !taken.intersects(entry->geometry());
            taken += entry->geometry();
        }
        return apart;
    };
    QTRY_COMPARE(legend->entries().size(), std::size_t(5));
    QTRY_VERIFY(areApart());
    const auto rows = coloursOf(workspace(), Side::y, ColourBy::Row);
    QCOMPARE(rows->classOfPoint.front(), std::uint16_t(0));
    QCOMPARE(rows->classOfPoint.back(), std::uint16_t(63));
    QCOMPARE(rows->legend.front().name, QString("0")); // like the names of items without ids
    // Vectors of both spaces vary in length, and the longest is brighter than the shortest.
    const auto lengths = coloursOf(workspace(), Side::x, ColourBy::Norm);
    const Vector &norms = workspace().prepared().x->norms;
    Index longest = 0, shortest = 0;
    norms.maxCoeff(&longest);
    norms.minCoeff(&shortest);
    QVERIFY(lengths->classOfPoint[static_cast<std::size_t>(longest)] >
            lengths->classOfPoint[static_cast<std::size_t>(shortest)]);
}

/// Before a run only seeds are marked; items that the run would add are not anchors yet.
void TestPanels::onlyKnownAnchorsAreMarked()
{
    const auto count = [this](Side side, MarkKind kind) {
        const std::vector<Mark> marks = marksOf(workspace(), side, true);
        return std::count_if(marks.begin(), marks.end(), [kind](const Mark &mark) { return mark.kind == kind; });
    };
    QCOMPARE(count(Side::x, MarkKind::Seed), 15);
    QCOMPARE(count(Side::x, MarkKind::Anchor), 0);
    m_window->model.optimizer.start();
    QTRY_COMPARE_WITH_TIMEOUT(workspace().runs().size(), std::size_t(1), patience);
    for (const Side side : {Side::x, Side::y})
        QCOMPARE(count(side, MarkKind::Anchor), 25);
    workspace().change("No seeds", [](Setup &setup) { setup.seeds.clear(); });
    QVERIFY(marksOf(workspace(), Side::x, true).empty());
}

/// Colours chosen when a dock was filled would have low contrast on another background.
void TestPanels::anotherThemeReachesAllDocks()
{
    m_window->model.optimizer.start();
    QTRY_COMPARE_WITH_TIMEOUT(workspace().runs().size(), std::size_t(1), patience);
    waitForJobs();
    m_window->model.selection.setFocus(Side::x, 3);
    auto *letter = m_window->dock("inspector")->widget()->findChild<QLabel *>("aboutX");
    QTRY_VERIFY_WITH_TIMEOUT(letter->text().contains(mutedText().name()), patience);
    const auto *loss = m_window->dock("optimize")->widget()->findChild<LineChart *>("loss");
    const auto inkOfLoss = [loss] {
        return qobject_cast<QLineSeries *>(loss->chart()->series().first())->pen().color();
    };
    QCOMPARE(inkOfLoss(), accent());
    const QColor inLight = accent();
    applyTheme(*qApp, ThemeChoice::Dark);
    const auto back = qScopeGuard([] { applyTheme(*qApp, ThemeChoice::Light); });
    QVERIFY(accent() != inLight);
    QTRY_COMPARE(inkOfLoss(), accent());
    QTRY_VERIFY(letter->text().contains(mutedText().name()));
}

void TestPanels::sessionsKeepTheView()
{
    ViewState requested;
    requested.axes = {Axes{2, 0}, Axes{0, 3}, Axes{1, 2}};
    requested.colourBy = ColourBy::Margin;
    requested.anchors = false;
    requested.partnerLines = true;
    requested.linkMode = LinkMode::ByLabel;
    workspace().setView(requested);
    const QString path = m_folder.filePath("view.ascope");
    save(path);
    workspace().setView({});
    open(path);
    QCOMPARE(workspace().view(), requested);
    QTRY_VERIFY_WITH_TIMEOUT(axisTitle(Panel::AbsoluteX, true).startsWith("PC 3 ("), patience);
    QVERIFY(!m_window->findChild<QAction *>("actionShowAnchors")->isChecked());
    QVERIFY(m_window->findChild<QAction *>("actionPartnerLines")->isChecked());
}

/// 400 items: a price with an outlier and ten unknown values, 45 towns of which the first are frequent, days, and
/// coordinates of the space “left” that five items lack.
void TestPanels::openWithColumns()
{
    Dataset dataset = test::twoSpaces(400, 4, 0.6);
    auto items = std::make_shared<ItemTable>(*dataset.items);
    ItemColumn price{"price", ColumnKind::number}, town{"town", ColumnKind::category}, day{"day", ColumnKind::date};
    Matrix umap(400, 2);
    for (int i = 0; i < 400; ++i) {
        price.numbers.push_back(i < 10 ? std::nan("") : i == 399 ? 1e6 : i);
        town.values.push_back(i < 200 ? i % 20 : 20 + i % 25);
        day.texts.push_back(i % 2 ? "2024-01-01" : "2024-12-31");
        umap.row(i) << static_cast<float>(i), static_cast<float>(i % 20);
    }
    for (int t = 0; t < 45; ++t)
        town.texts.push_back("town " + std::to_string(100 + t));
    umap.topRows(5).setConstant(std::nanf(""));
    items->columns = {price, town, day};
    items->frames = {{"umap_left", "left", umap}};
    dataset.items = items;
    for (auto &space : dataset.spaces) {
        auto with = std::make_shared<EmbeddingSet>(*space);
        with->items = items;
        space = with;
    }
    const QString path = m_folder.filePath("columns.h5");
    QVERIFY(io::saveDataset(path.toStdString(), dataset).ok());
    workspace().setModified(false);
    open(path);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->model.projections.plot(Panel::AbsoluteY).coordinates, patience);
}

QToolButton *TestPanels::classButton(const QString &name)
{
    for (QToolButton *button : legend()->findChildren<QToolButton *>()) {
        if (button->text() == name)
            return button;
    }
    return nullptr;
}

void TestPanels::ownColumnsColourThePoints()
{
    openWithColumns();
    auto *colour = legend()->meanings();
    const auto choose = [&](const QString &text) {
        colour->setCurrentIndex(colour->findText(text));
        Q_EMIT colour->activated(colour->currentIndex());
    };
    choose("Colour: price");
    QCOMPARE(workspace().view().colourBy, ColourBy::Column);
    QCOMPARE(workspace().view().column, std::string("price"));
    // Percentiles 2 and 98 of 390 numbers, 10 … 398 and a million: one outlier does not stretch the scale.
    auto *low = legend()->findChild<QLineEdit *>("colourLow"), *high = legend()->findChild<QLineEdit *>("colourHigh");
    QCOMPARE(low->text(), QString("18"));
    QCOMPARE(high->text(), QString("391"));
    auto colours = columnColours(Side::y);
    QCOMPARE(colours->classOfPoint[5], *colours->unknown);
    QCOMPARE(colours->classOfPoint[399], colours->classOfPoint[391]);
    QVERIFY(colours->classOfPoint[100] < colours->classOfPoint[300]);
    QCOMPARE(colours->legend.back().name, QString("no value (10)"));
    // Sets a custom range, and resets it.
    high->setText("100");
    Q_EMIT high->editingFinished();
    QCOMPARE(*workspace().view().appearances.at("price").range, (ValueRange{18, 100}));
    QCOMPARE(columnColours(Side::x)->classOfPoint[200], std::uint16_t(63));
    high->setText("nonsense");
    Q_EMIT high->editingFinished();
    QCOMPARE(high->text(), QString("100"));
    workspace().history()->undo();
    QVERIFY(workspace().view().appearances.empty());
    QCOMPARE(high->text(), QString("391"));
    choose("Colour: day");
    QCOMPARE(low->text(), QString("2024-01-01"));
    QCOMPARE(high->text(), QString("2024-12-31"));
    choose("Colour: town");
    QVERIFY(!low->isVisible());
    colours = columnColours(Side::x);
    QCOMPARE(colours->legend.size(), std::size_t(31)); // 30 towns and the others
    QCOMPARE(colours->legend.back().name, QString("15 others"));
    QCOMPARE(colours->legend.front().name, QString("town 100"));
    colourClass(workspace(), "=town 100", "town 100", 0x123456);
    QCOMPARE(columnColours(Side::x)->legend.front().colour, QColor(0x12, 0x34, 0x56));
    workspace().setModified(false);
}

void TestPanels::classesAreHiddenByAClick()
{
    QVERIFY(view(Panel::AbsoluteX)->placeOf(1));
    QTest::mouseClick(classButton("class 1"), Qt::LeftButton, {}, classButton("class 1")->rect().center());
    QVERIFY(workspace().view().appearances.at("").hidden == std::set<std::string>{"=class 1"});
    for (const Panel panel : allPanels) {
        QVERIFY(!view(panel)->placeOf(1));
        QVERIFY(view(panel)->placeOf(0));
    }
    QCOMPARE(classButton("class 1")->accessibleDescription(), QString("hidden"));
    // Neither a lasso nor its inverse selects hidden items; items selected before remain selected and are counted.
    auto &selection = m_window->model.selection;
    selection.select(Side::x, {0, 1, 2});
    QCOMPARE(selection.selected(Side::x), (std::vector<ItemIndex>{0, 2}));
    selection.invert();
    QCOMPARE(selection.selected(Side::x).size(), std::size_t(298));
    for (int steps = 3; steps > 0; --steps) // inverted, selected, hidden
        workspace().history()->undo();
    QVERIFY(view(Panel::AbsoluteX)->placeOf(1));
    selection.select(Side::x, {0, 1});
    showOnlyClass(workspace(), {"=class 0", "=class 1", "=class 2", "=class 3", "missing"}, "=class 0", "class 0");
    QVERIFY2(m_window->findChild<SelectionNote *>()->text().contains("(1 hidden)"),
             qPrintable(m_window->findChild<SelectionNote *>()->text()));
    QVERIFY(!view(Panel::RelativeY)->placeOf(3));
    QCOMPARE(legend()->entries().size(), std::size_t(1)); // legend of a figure
    showAllClasses(workspace());
    QVERIFY(workspace().view().appearances.empty());
    QVERIFY(view(Panel::RelativeY)->placeOf(3));
}

void TestPanels::classIsHighlightedUnderThePointer()
{
    const QString before = view(Panel::AbsoluteX)->accessibleDescription();
    Q_EMIT legend()->classHighlighted("=class 2");
    QVERIFY2(view(Panel::AbsoluteX)->accessibleDescription().contains("100 selected"),
             qPrintable(view(Panel::AbsoluteX)->accessibleDescription()));
    QVERIFY(m_window->model.selection.isEmpty());
    Q_EMIT legend()->classHighlighted({});
    QCOMPARE(view(Panel::AbsoluteX)->accessibleDescription(), before);
}

void TestPanels::filtersHideItems()
{
    openWithColumns();
    m_window->findChild<QAction *>("actionFilter")->trigger();
    auto *filter = m_window->findChild<QLineEdit *>("filter");
    auto *note = m_window->findChild<QLabel *>("filterNote");
    QCOMPARE(filter->placeholderText(), QString("for example price > 205"));
    filter->setText("price >= 100 and day = 2024-01");
    Q_EMIT filter->editingFinished();
    QVERIFY(note->isHidden());
    QCOMPARE(m_window->model.selection.hiddenCount(Side::x), Index(250));
    QVERIFY(!view(Panel::AbsoluteY)->placeOf(100) && view(Panel::AbsoluteY)->placeOf(101));
    const auto buttons = legend()->findChildren<QPushButton *>();
    QVERIFY(std::ranges::any_of(buttons, [](auto *each) { return each->text() == "150 of 400 items shown"; }));
    // An unknown name is reported while the user types, and nothing changes.
    filter->clear();
    QTest::keyClicks(filter, "cost");
    QTRY_COMPARE_WITH_TIMEOUT(
        note->text(),
        QString("Still filtered as before: there is no column “cost”; there are: day, price, town, length, label, "
                "id, row."),
        patience);
    QCOMPARE(m_window->model.selection.hiddenCount(Side::x), Index(250));
    filter->clear();
    Q_EMIT filter->editingFinished();
    QCOMPARE(m_window->model.selection.hiddenCount(Side::x), Index(0));
    QTest::keyClicks(filter, "cost");
    QTRY_VERIFY_WITH_TIMEOUT(note->text().startsWith("Not filtered: there is no column “cost”"), patience);
    filter->clear();
    Q_EMIT filter->editingFinished();
    QVERIFY(view(Panel::AbsoluteY)->placeOf(100));
    workspace().history()->undo();
    QCOMPARE(filter->text(), QString());
    workspace().setModified(false);
}

/// Completes a filter from an empty line: valid continuations are offered, and chosen by arrow keys and Enter.
void TestPanels::filtersAreCompletedByKeyboard()
{
    openWithColumns();
    m_window->activateWindow();
    m_window->findChild<QAction *>("actionFilter")->trigger();
    auto *filter = m_window->findChild<QLineEdit *>("filter");
    QTRY_VERIFY_WITH_TIMEOUT(filter->hasFocus(), patience);
    QAbstractItemView *list = m_window->findChild<FilterCompleter *>()->popup();
    const auto offered = [list] {
        QStringList words;
        for (int row = 0; row < list->model()->rowCount(); ++row)
            words << list->model()->index(row, 0).data().toString();
        return words;
    };
    const auto press = [list](Qt::Key key, int times = 1) {
        for (; times > 0; --times)
            QTest::keyClick(list, key);
    };
    QTest::keyClick(filter, Qt::Key_Down);
    QVERIFY(list->isVisible());
    QCOMPARE(offered(), QStringList({"day", "price", "town", "length", "label", "id", "row"}));
    QVERIFY(!list->accessibleName().isEmpty());
    QTest::keyClicks(filter, "t"); // the focused widget still receives letters
    QCOMPARE(offered(), QStringList("town"));
    press(Qt::Key_Down);
    press(Qt::Key_Return);
    QCOMPARE(filter->text(), QString("town "));
    QTest::keyClick(filter, Qt::Key_Space, Qt::ControlModifier);
    QCOMPARE(offered(), QStringList({"=", "!=", "contains", "is missing", "is not missing"}));
    press(Qt::Key_Return); // the first one is already selected
    QTest::keyClicks(filter, "TOWN 12");
    QVERIFY(list->isVisible());
    QCOMPARE(offered().size(), 10); // 120 … 129
    press(Qt::Key_Down, 2);
    press(Qt::Key_Return);
    QVERIFY(!list->isVisible());
    QCOMPARE(filter->text(), QString("town = town 121 "));
    QTRY_COMPARE_WITH_TIMEOUT(workspace().view().filter, std::string("town = town 121"), patience);
    QVERIFY(m_window->model.selection.hiddenCount(Side::x) > 0);
    // Only matching completions are offered, and Esc leaves the line unchanged.
    QTest::keyClicks(filter, "and price > 3");
    QVERIFY(!list->isVisible());
    QTest::keyClicks(filter, " and p");
    QCOMPARE(offered(), QStringList("price"));
    press(Qt::Key_Escape);
    QVERIFY(!list->isVisible());
    QCOMPARE(filter->text(), QString("town = town 121 and price > 3 and p"));
    filter->clear();
    Q_EMIT filter->editingFinished();
    workspace().setModified(false);
}

/// More items than are filtered together: nothing changes until the job has finished, and only the latest request
/// counts.
void TestPanels::manyItemsAreReadInTheBackground()
{
    constexpr Index count = VisibleItems::maxAtOnce + 1;
    Dataset data = test::twoSpaces(count, 2);
    auto items = std::make_shared<ItemTable>(*data.items);
    ItemColumn place{"place", ColumnKind::number}, code{"code", ColumnKind::text};
    for (Index item = 0; item < count; ++item) {
        place.numbers.push_back(static_cast<double>(item));
        code.texts.push_back("code " + std::to_string(item % 40));
    }
    items->columns = {place, code};
    for (auto &space : data.spaces) {
        auto own = std::make_shared<EmbeddingSet>(*space);
        own->items = items;
        space = own;
    }
    data.items = items;
    workspace().setData(test::loaded(data));
    waitForJobs();
    Selection &selection = m_window->model.selection;
    VisibleItems &visible = m_window->model.visible;
    QSignalSpy read(&visible, &VisibleItems::read);
    QCOMPARE(visible.setFilter("place < ten"),
             QString("expected a number, with a point before its decimals, after “place”, found “ten”"));
    QCOMPARE(visible.setFilter("place < 1000"), QString());
    QCOMPARE(visible.setFilter("place < 10"), QString());
    QCOMPARE(selection.hiddenCount(Side::x), Index(0));
    QTRY_COMPARE_WITH_TIMEOUT(selection.hiddenCount(Side::y), count - 10, patience);
    QCOMPARE(read.count(), 1); // the job of the first filter was dropped
    change([](ViewState &view) {
        view.colourBy = ColourBy::Column;
        view.column = "code";
    });
    QVERIFY(!visible.values());
    QCOMPARE(legend()->entries().front().name, QString("the column is being read"));
    QTRY_VERIFY_WITH_TIMEOUT(visible.values(), patience);
    QCOMPARE(legend()->entries().size(), std::size_t(31)); // 30 codes and the others
    QCOMPARE(itemsOfClass((*visible.classes())[1], "=code 0").size(), std::size_t(count / 40 + 1));
    QCOMPARE(selection.hiddenCount(Side::x), count - 10);
    QTRY_VERIFY_WITH_TIMEOUT(!view(Panel::AbsoluteY)->placeOf(10) && view(Panel::AbsoluteY)->placeOf(9), patience);
    // Other data have no filter yet.
    open(m_path);
    QCOMPARE(selection.hiddenCount(Side::x), Index(0));
    QVERIFY(workspace().view().filter.empty() && visible.problem().isEmpty());
    workspace().setModified(false);
}

void TestPanels::longListsAreSortedInTheBackground()
{
    ItemModel model(workspace(), nullptr, &m_window->model.runner), plain(workspace());
    std::vector<ItemIndex> items(static_cast<std::size_t>(ItemModel::maxAtOnce) + 400);
    for (std::size_t i = 0; i < items.size(); ++i)
        items[i] = static_cast<ItemIndex>((i * 7) % 400);
    for (ItemModel *each : {&model, &plain})
        each->setItems(Side::x, items);
    model.sort(ItemModel::Name, Qt::DescendingOrder);
    QCOMPARE(model.item(1), ItemIndex(7)); // not yet
    model.sort(ItemModel::Name, Qt::AscendingOrder);
    plain.sort(ItemModel::Name, Qt::AscendingOrder);
    QTRY_COMPARE_WITH_TIMEOUT(model.item(1), ItemIndex(0), patience);
    for (int row = 0; row < model.rowCount(); ++row)
        QCOMPARE(model.item(row), plain.item(row));
    // New items are not sorted by the previous order.
    model.sort(ItemModel::Name, Qt::DescendingOrder);
    model.setItems(Side::y, {3, 1, 2});
    waitForJobs();
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(model.item(0), ItemIndex(3));
}

void TestPanels::tablesHaveOwnColumns()
{
    openWithColumns();
    ItemModel model(workspace());
    QCOMPARE(model.columnCount(), ItemModel::FirstOwn + 3);
    constexpr int price = ItemModel::FirstOwn + 1, town = price + 1; // in the order of the file, after the day
    QVERIFY(model.headerData(price, Qt::Horizontal, Qt::DisplayRole).toString().contains("price"));
    model.setItems(Side::y, {399, 3, 20, 11});
    QCOMPARE(model.index(2, price).data().toString(), QString("20"));
    QCOMPARE(model.index(3, town).data().toString(), QString("town 111"));
    QCOMPARE(model.index(1, price).data().toString(), QString());
    // Items without a number are last in both directions.
    for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
        model.sort(price, order);
        QCOMPARE(model.item(3), ItemIndex(3));
        QCOMPARE(model.item(0), order == Qt::AscendingOrder ? ItemIndex(11) : ItemIndex(399));
    }
    QVERIFY(model.index(0, 0).data(Qt::ToolTipRole).toString().contains("town: town 144"));
    m_window->model.selection.select(Side::x, {11});
    QSignalSpy written(&m_window->model.exports, &ExportController::written);
    const QString path = m_folder.filePath("own.csv");
    m_window->model.exports.write(ExportContent::Selection, Panel::AbsoluteX, path);
    QTRY_COMPARE_WITH_TIMEOUT(written.count(), 1, patience);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(),
             QByteArray("id,row,label,partner,day,price,town\r\nitem11,11,class 3,item11,2024-01-01,11,town 111\r\n"));
}

void TestPanels::ownCoordinatesAreAFrame()
{
    openWithColumns();
    const auto choices = frameChoices(workspace());
    QCOMPARE(choices.size(), std::size_t(6));
    QCOMPARE(choices.back().name, QString("umap"));
    chooseFrame(workspace(), choices.back());
    QTRY_COMPARE_WITH_TIMEOUT(axisTitle(Panel::AbsoluteX, true), QString("umap 1"), patience);
    waitForJobs();
    const Matrix places = m_window->panels().places(Panel::AbsoluteX);
    QCOMPARE(places(30, 0), 30.0f);
    QCOMPARE(places(30, 1), 10.0f);
    QVERIFY(!view(Panel::AbsoluteX)->placeOf(4) && view(Panel::AbsoluteX)->placeOf(5));
    QVERIFY(view(Panel::AbsoluteX)->accessibleDescription().contains("5 items without coordinates"));
    QVERIFY(view(Panel::AbsoluteY)->accessibleDescription().contains("no coordinates “umap” of right"));
    workspace().history()->undo();
    QTRY_VERIFY_WITH_TIMEOUT(axisTitle(Panel::AbsoluteX, true).startsWith("PC 1"), patience);
    waitForJobs();
    workspace().setModified(false);
}

void TestPanels::sessionsKeepColumnsAndFrames()
{
    openWithColumns();
    ViewState requested;
    requested.colourBy = ColourBy::Column;
    requested.column = "town";
    requested.appearances["town"] = {{}, {{"=town 101", 0x00ff00}}, {"others", "=town 102"}};
    requested.appearances["price"].range = {0, 12.5};
    requested.filter = "price > 50 or town = \"town 100\"";
    requested.frame = PanelFrame::Own;
    requested.ownFrame = "umap";
    workspace().setView(requested);
    const Index hidden = m_window->model.selection.hiddenCount(Side::x);
    QVERIFY(hidden > 51 && hidden < 400);
    const QString path = m_folder.filePath("columns.ascope");
    save(path);
    workspace().setView({});
    open(path);
    QVERIFY(workspace().view() == requested);
    QCOMPARE(m_window->model.selection.hiddenCount(Side::x), hidden);
    QCOMPARE(m_window->findChild<QLineEdit *>("filter")->text(), QString::fromStdString(requested.filter));
    waitForJobs();
}

void TestPanels::sessionsKeepRecordingsAndPredictions()
{
    m_window->model.optimizer.start();
    QTRY_COMPARE_WITH_TIMEOUT(workspace().runs().size(), std::size_t(1), patience);
    m_window->model.scores.measureStitching();
    QTRY_VERIFY_WITH_TIMEOUT(!workspace().retrieval().empty() && !workspace().stitching().empty(), patience);
    waitForJobs();
    const StitchingResult was = workspace().stitching();
    const std::vector<Recording::Frame> frames = m_window->model.replay.recording()->frames();
    m_window->model.replay.show(0);
    waitForJobs();
    const Matrix plot = *m_window->model.projections.plot(Panel::RelativeY).coordinates;
    const QString path = m_folder.filePath("run.ascope");
    save(path);

    open(path);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->model.replay.recording(), patience);
    const auto &again = m_window->model.replay.recording()->frames();
    QCOMPARE(again.size(), frames.size());
    for (std::size_t i = 0; i < frames.size(); ++i) {
        QCOMPARE(again[i].iteration, frames[i].iteration);
        QVERIFY(again[i].anchorsOfY == frames[i].anchorsOfY);
    }
    waitForJobs();
    m_window->model.replay.show(0);
    waitForJobs();
    // The same projection; it may be rotated, as the previous one was another one.
    const Matrix &now = *m_window->model.projections.plot(Panel::RelativeY).coordinates;
    QCOMPARE(now.rows(), plot.rows());
    QVERIFY((now.rowwise().norm() - plot.rowwise().norm()).cwiseAbs().maxCoeff() <
            1e-4f * plot.rowwise().norm().maxCoeff());
    const StitchingResult &is = workspace().stitching();
    QCOMPARE(is.trainItems, was.trainItems);
    QCOMPARE(is.testItems, was.testItems);
    QCOMPARE(is.testX, was.testX);
    QCOMPARE(is.testY, was.testY);
    QCOMPARE(is.testLabels, was.testLabels);
    for (std::size_t row = 0; row < was.rows.size(); ++row) {
        for (std::size_t cell = 0; cell < 4; ++cell)
            QCOMPARE(is.rows[row].cells[cell].predicted, was.rows[row].cells[cell].predicted);
    }
    QVERIFY(workspace().isStitchingCurrent());
}

/// The table's values and the chart's band of the batch are stored, the health is measured again.
void TestPanels::sessionsKeepBatchAndHealth()
{
    m_window->model.optimizer.start();
    QTRY_COMPARE_WITH_TIMEOUT(workspace().runs().size(), std::size_t(1), patience);
    waitForJobs();
    m_window->model.scores.measureBatch(2);
    m_window->model.health.measure();
    QTRY_VERIFY_WITH_TIMEOUT(!workspace().batch().empty() && !workspace().health().empty(), patience);
    waitForJobs();
    const QString figures = ResultTableModel(batchTable(workspace())).asText();
    QVERIFY(figures.contains("±"));
    const BatchResult batch = workspace().batch();
    const HealthResult health = workspace().health();
    QVERIFY(workspace().isModified());
    const QString path = m_folder.filePath("batch.ascope");
    save(path);

    workspace().change("No seeds", [](Setup &setup) { setup.seeds.clear(); });
    QVERIFY(!workspace().isBatchCurrent() && !workspace().isHealthCurrent());
    open(path);
    QTRY_VERIFY_WITH_TIMEOUT(!workspace().health().empty(), patience);
    QVERIFY(workspace().isBatchCurrent() && workspace().isHealthCurrent());
    QCOMPARE(ResultTableModel(batchTable(workspace())).asText(), figures);
    QCOMPARE(workspace().batch().firstSeed, batch.firstSeed);
    QCOMPARE(workspace().batch().experiment.runs.size(), std::size_t(2));
    const auto lossOf = [](const BatchResult &of) { return of.experiment.runs[1].summary.history.back().loss; };
    QCOMPARE(lossOf(workspace().batch()), lossOf(batch));
    QCOMPARE(workspace().health().values, health.values);
    QVERIFY(workspace().health().y.gram == health.y.gram);
    QCOMPARE(workspace().health().x.conditionNumber, health.x.conditionNumber);
    waitForJobs();
    QVERIFY(!workspace().isModified());

    // Results with other parameters are excluded.
    workspace().change("More iterations", [](Setup &setup) { setup.options.iterations = 7; });
    QVERIFY(!workspace().isBatchCurrent());
    save(path);
    open(path);
    QVERIFY(workspace().batch().empty());
}

/// In the table of one run and, where the values are wider, in that of several.
void TestPanels::namesOfMethodsAreReadable()
{
    m_window->model.scores.measureRetrieval();
    m_window->model.scores.measureBatch(2);
    QTRY_VERIFY_WITH_TIMEOUT(!workspace().batch().empty() && !workspace().retrieval().empty(), patience);
    auto *table = m_window->dock("retrieval")->widget()->findChild<QTableView *>("table");
    auto *shown = m_window->dock("retrieval")->widget()->findChild<QComboBox *>("shown");
    for (int choice = 0; choice < 2; ++choice) {
        shown->setCurrentIndex(choice);
        Q_EMIT shown->activated(choice);
        QVERIFY(table->model()->rowCount() >= 4);
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            for (const QString &word : table->model()->index(row, 0).data().toString().split(' '))
                QVERIFY2(table->columnWidth(0) > table->fontMetrics().horizontalAdvance(word), qPrintable(word));
        }
    }
    QVERIFY(table->model()->index(0, scoreColumn(metrics()[0].score)).data().toString().contains("\n±."));
    // At the initial width of docks, names and the first scores are visible; the table scrolls to the others.
    m_window->openDock("retrieval");
    QTRY_VERIFY(table->viewport()->width() > 300);
    const int column = scoreColumn(&RetrievalScores::mrr);
    QVERIFY(table->columnViewportPosition(column) + table->columnWidth(column) <=
            table->visibleRegion().boundingRect().width());
}

void TestPanels::searchDescribesItsHits()
{
    const QWidget *page = m_window->dock("selection")->widget();
    auto *text = page->findChild<QLineEdit *>("text");
    const auto *note = page->findChild<QLabel *>("note");
    const QString atFirst = note->text();
    text->setText("no such item");
    Q_EMIT text->returnPressed();
    QCOMPARE(note->text(), QString("No item matches."));
    text->clear();
    Q_EMIT text->returnPressed();
    QCOMPARE(note->text(), atFirst);
    text->setText(QString::fromStdString(workspace().data()->items(Side::x).name(5)));
    page->findChild<QCheckBox *>("expression")->setChecked(true);
    text->setText('^' + text->text() + '$');
    Q_EMIT text->returnPressed();
    QCOMPARE(m_window->model.selection.selected(Side::x), std::vector<int>{5});
    QCOMPARE(note->text(), QString("1 item is selected."));
}

/// The items nearest to the listed ones are selected, in all dimensions, with their partners.
void TestPanels::nearestItemsAreSelected()
{
    const QWidget *page = m_window->dock("selection")->widget();
    auto *button = page->findChild<QToolButton *>("selectNearest");
    const Selection &selection = m_window->model.selection;
    QVERIFY(!button->isEnabled());
    m_window->model.selection.select(Side::x, {7, 90});
    page->findChild<QSpinBox *>("nearest")->setValue(5);
    QTRY_VERIFY_WITH_TIMEOUT(workspace().prepared(), patience);
    button->click();
    const std::vector<ItemIndex> expected = nearestOfAny({7, 90}, workspace().prepared().x->rows, 5);
    QVERIFY(expected.size() > 5 && expected.size() <= 10);
    QTRY_COMPARE_WITH_TIMEOUT(selection.selected(Side::x), expected, patience);
    QCOMPARE(selection.selected(Side::y).size(), expected.size());
}

void TestPanels::statusBarShowsTheSelectionCount()
{
    const auto *note = m_window->findChild<SelectionNote *>();
    QVERIFY(!note->isVisible());
    m_window->model.selection.setLinkMode(LinkMode::Off);
    m_window->model.selection.select(Side::x, {3, 4, 5});
    QVERIFY(note->isVisible());
    QCOMPARE(note->text(), QString("Selected: 3 of 400 items of X, 0 of 400 items of Y"));
    m_window->model.selection.clear();
    QVERIFY(!note->isVisible());
}

/// The relative panels are empty without seeds; when the seeds are restored, they show the selection again.
void TestPanels::selectionReturnsWithThePoints()
{
    m_window->model.selection.select(Side::x, {3});
    const auto isShown = [this](Panel panel) { return view(panel)->accessibleDescription().contains("1 selected"); };
    QVERIFY(isShown(Panel::RelativeX));
    workspace().change("No seeds", [](Setup &setup) { setup.seeds.clear(); });
    QTRY_VERIFY_WITH_TIMEOUT(view(Panel::RelativeX)->isEmpty(), patience);
    workspace().history()->undo();
    QTRY_VERIFY_WITH_TIMEOUT(!view(Panel::RelativeX)->isEmpty() && !view(Panel::RelativeY)->isEmpty(), patience);
    for (const Panel panel : allPanels)
        QVERIFY(isShown(panel));
}

void TestPanels::chosenItemIsRingedWhileItIsSelected()
{
    const int item = 200;
    const auto around = [&](Panel panel) {
        const QPoint at = view(panel)->positionOf(item);
        return view(panel)->viewport()->grab(QRect(at - QPoint(12, 12), QSize(25, 25))).toImage();
    };
    for (const Panel panel : {Panel::AbsoluteX, Panel::RelativeY}) {
        m_window->model.selection.select(Side::x, {item});
        const QImage selected = around(panel);
        m_window->model.selection.setFocus(Side::x, item);
        QVERIFY(around(panel) != selected);
        m_window->model.selection.select(Side::x, {item + 1});
        const QImage other = around(panel);
        m_window->model.selection.setFocus(Side::x, item + 1);
        QCOMPARE(around(panel), other); // the ring is at the other, distant item
        QVERIFY((view(panel)->positionOf(item) - view(panel)->positionOf(item + 1)).manhattanLength() > 60);
    }
}

void TestPanels::relativePanelsZoomTogether()
{
    const auto region = [this](Panel panel) {
        return QLineF(view(panel)->positionOf(0), view(panel)->positionOf(1)).length(); // pixels, rounded
    };
    view(Panel::RelativeX)->zoom(1.5);
    const double before = region(Panel::RelativeX);
    view(Panel::RelativeY)->zoom(1.2);
    const double closer = region(Panel::RelativeX);
    QVERIFY2(std::abs(closer / before - 1.2) < 0.04, qPrintable(QString::number(closer / before))); // the view followed
    view(Panel::RelativeY)->fit();
    QVERIFY(std::abs(region(Panel::RelativeX) - closer / 1.8) < 0.02 * closer);
}

void TestPanels::namesAreInThePanels()
{
    const auto named = [this](Panel panel, int item) {
        view(panel)->viewport()->grab();
        const auto &shown = view(panel)->labels()->shown();
        return std::any_of(shown.begin(), shown.end(), [&](const auto &one) { return one.point == item; });
    };
    // A few seeds are named; many names would hide the points around them.
    workspace().change("Five seeds", [](Setup &setup) { setup.seeds.resize(5); });
    waitForJobs();
    const ItemIndex seed = workspace().setup().seeds.front().x;
    for (const Panel panel : allPanels)
        QVERIFY(named(panel, sideOf(panel) == Side::x ? seed : workspace().partner(Side::x, seed)));
    m_window->model.selection.setFocus(Side::x, 200);
    m_window->model.selection.select(Side::x, {200});
    QVERIFY(named(Panel::AbsoluteX, 200));
    // The six nearest in all dimensions.
    const auto near = [this](Side side) { return m_window->model.distances.neighbours(side); };
    QTRY_COMPARE_WITH_TIMEOUT(near(Side::x).size(), std::size_t(6), patience);
    const Matrix &rows = workspace().prepared().x->rows;
    const Vector cosines = rows * rows.row(200).transpose();
    for (const ItemIndex item : near(Side::x)) {
        int closer = 0;
        for (Index i = 0; i < cosines.size(); ++i)
            closer += i != 200 && cosines[i] > cosines[item];
        QVERIFY(closer < 6);
    }
    change([](ViewState &view) { view.names = false; });
    QVERIFY(!named(Panel::AbsoluteX, 200));
    QVERIFY(near(Side::x).empty());
    m_window->model.selection.setHover(Side::x, 100);
    waitForJobs();
    QVERIFY2(near(Side::x).empty(), "nobody asks for their names");
    change([](ViewState &view) { view.names = true; });
    QTRY_COMPARE_WITH_TIMEOUT(near(Side::x).size(), std::size_t(6), patience);
}

namespace {

double correlation(const Eigen::VectorXf &a, const Eigen::VectorXf &b)
{
    const Eigen::VectorXf u = a.array() - a.mean(), v = b.array() - b.mean();
    return u.dot(v) / std::max(u.norm() * v.norm(), 1e-12f);
}

} // namespace

/// Smallest correlation of an axis with the same axis of the previous projection, over all projections shown.
void TestPanels::noAxisIsMirroredByASeedOrARun()
{
    const ProjectionController &projections = m_window->model.projections;
    const auto stacked = [&]() -> Matrix {
        const PanelPlot &x = projections.plot(Panel::RelativeX), &y = projections.plot(Panel::RelativeY);
        if (!x.coordinates || !y.coordinates)
            return {};
        Matrix both(x.coordinates->rows() + y.coordinates->rows(), 2);
        both << x.coordinates->leftCols(2), y.coordinates->leftCols(2);
        return both;
    };
    Matrix before = stacked();
    double worst = 1;
    int drawings = 0;
    connect(&projections, &ProjectionController::projectionsChanged, this, [&](bool relative) {
        const Matrix now = relative ? stacked() : Matrix();
        if (now.size() == 0)
            return;
        for (Index axis = 0; axis < 2 && before.rows() == now.rows(); ++axis)
            worst = std::min(worst, correlation(now.col(axis), before.col(axis)));
        before = now;
        ++drawings;
    });
    for (std::size_t seeds = 14; seeds >= 3; --seeds) {
        workspace().change("Fewer", [&](Setup &setup) { setup.seeds.resize(seeds); });
        waitForJobs();
    }
    setSeeds();
    waitForJobs();
    QVERIFY(drawings >= 13);
    QVERIFY2(worst > 0, qPrintable(QString::number(worst)));
    m_window->model.optimizer.start();
    QTRY_COMPARE_WITH_TIMEOUT(workspace().runs().size(), 1u, patience);
    waitForJobs();
    QVERIFY(drawings >= 15); // projections of the run and its result
    QVERIFY2(worst > 0, qPrintable(QString::number(worst)));
    m_window->model.replay.show(0);
    waitForJobs();
    QVERIFY2(worst > 0, qPrintable(QString::number(worst)));
    disconnect(&projections, nullptr, this, nullptr);
    workspace().setModified(false);
}

void TestPanels::overlayLaysBothSpacesOverEachOther()
{
    m_window->findChild<QAction *>("actionOverlay")->trigger();
    auto *overlay = m_window->findChild<OverlayPanel *>();
    overlay->view()->setReducedMotion(true);
    QTRY_VERIFY(overlay->isVisible());
    QCOMPARE(overlay->pairs(), Index(400));
    QVERIFY(overlay->showsBoth());
    QCoreApplication::processEvents();
    const auto place = [&](int row) { return *overlay->view()->placeOf(row); };
    const QPointF x = place(7), y = place(400 + 7);
    QVERIFY(QLineF(x, y).length() > 2);
    // The slider moves an item from its place in X to that of its partner in Y.
    auto *slider = overlay->findChild<QSlider *>("morph");
    slider->setValue(50);
    QVERIFY(!overlay->showsBoth());
    QVERIFY(QLineF(place(7), (x + y) / 2).length() < 0.5);
    QVERIFY(!overlay->view()->placeOf(407));
    // Blinking alternates between the two on the screen.
    const auto image = [&] { return overlay->view()->viewport()->grab().toImage(); };
    QAction *blink = m_window->findChild<QAction *>("actionBlink");
    blink->trigger();
    QCOMPARE(overlay->share(), 0.0);
    QVERIFY(QLineF(place(7), x).length() < 0.5);
    const QImage ofX = image();
    blink->trigger();
    QCOMPARE(overlay->share(), 1.0);
    QVERIFY(QLineF(place(7), y).length() < 0.5);
    QVERIFY(image() != ofX);
    blink->trigger();
    QCOMPARE(overlay->share(), 0.0);
    QVERIFY(QLineF(place(7), x).length() < 0.5);
    // Names of X are on X, those of Y on Y; while one blinks, no names appear or disappear.
    overlay->findChild<QToolButton *>("onlyY")->click();
    QCOMPARE(overlay->share(), 1.0);
    overlay->findChild<QToolButton *>("both")->click();
    QVERIFY(overlay->showsBoth());
    // Fit applies to the overlay while it is visible.
    QVERIFY(QLineF(place(7), x).length() < 0.5);
    overlay->zoom(3);
    const QPoint apart = overlay->view()->positionOf(7) - overlay->view()->positionOf(407); // may be outside the view
    QVERIFY(QLineF(QPointF(), apart).length() > 2 * QLineF(x, y).length());
    m_window->findChild<QAction *>("actionFit")->trigger();
    QVERIFY(QLineF(place(7), x).length() < 0.5);
    // Selects the items with the longest lines. These controls are hidden unless the colours show the distance.
    QVERIFY(!overlay->findChild<QPushButton *>("selectFarthest")->isVisible());
    auto *meaning = m_window->findChild<QComboBox *>("overlayColour");
    meaning->setCurrentIndex(static_cast<int>(OverlayPanel::Colour::Distance));
    Q_EMIT meaning->activated(meaning->currentIndex());
    overlay->findChild<QSpinBox *>("farthestShare")->setValue(5);
    const QString note = overlay->findChild<QLabel *>("overlayNote")->text();
    QVERIFY2(note.startsWith("20 of 400 pairs, at a distance of "), qPrintable(note));
    QTest::mouseClick(overlay->findChild<QPushButton *>("selectFarthest"), Qt::LeftButton);
    const auto &selected = m_window->model.selection.selected(Side::x);
    QCOMPARE(selected.size(), std::size_t(20));
    const Vector &far = overlay->distances();
    float nearest = far.maxCoeff();
    for (const ItemIndex item : selected)
        nearest = std::min(nearest, far[item]);
    QCOMPARE((far.array() >= nearest).count(), Index(20));
    m_window->findChild<QAction *>("actionOverlay")->trigger();
    QVERIFY(m_window->panels().isVisible());
}

/// After a run the overlay is a map of both spaces, a click leads back to components, and sessions keep the choice.
void TestPanels::overlayOfARunIsANeighbourMap()
{
    m_window->model.optimizer.start();
    QTRY_COMPARE_WITH_TIMEOUT(workspace().runs().size(), 1u, patience);
    waitForJobs();
    m_window->findChild<QAction *>("actionOverlay")->trigger();
    auto *overlay = m_window->findChild<OverlayPanel *>();
    overlay->view()->setReducedMotion(true);
    auto *trust = overlay->findChild<QLabel *>("overlayTrust");
    const MapController &maps = m_window->model.maps;
    QVERIFY(maps.running());
    m_window->model.runner.jobs().last()->cancel();
    QTRY_VERIFY_WITH_TIMEOUT(trust->text().contains("was cancelled"), patience);
    auto *neighbours = m_window->findChild<QToolButton *>("overlayNeighbours");
    neighbours->click();
    neighbours->click();
    QTRY_VERIFY_WITH_TIMEOUT(overlay->showsMap() && !maps.running(), patience);
    QCOMPARE(maps.map()->x.rows(), Index(400));
    QTRY_VERIFY_WITH_TIMEOUT(maps.quality().map && maps.quality().components, patience);
    QVERIFY(maps.quality().map->trustworthiness() > maps.quality().components->trustworthiness());
    QVERIFY2(trust->text().contains("Trustworthiness 0" + QLocale().decimalPoint()), qPrintable(trust->text()));
    QVERIFY(overlay->view()->chart()->horizontalAxis() && !overlay->view()->chart()->horizontalAxis()->isVisible());
    QCOMPARE(m_window->findChild<QComboBox *>("overlayColour")->currentText(), QString("Colour: matched correctly"));
    QVERIFY(overlay->view()->chart()->legendTexts().contains("known pairs: 15"));
    QVERIFY(overlay->view()->chart()->legendTexts().contains("matched incorrectly: 109"));
    auto *meaning = m_window->findChild<QComboBox *>("overlayColour");
    for (const auto colour : {OverlayPanel::Colour::Label, OverlayPanel::Colour::Found}) {
        meaning->setCurrentIndex(static_cast<int>(colour));
        Q_EMIT meaning->activated(meaning->currentIndex());
        const bool byLabel = colour == OverlayPanel::Colour::Label; // lines mark the wrong matches
        QCOMPARE(overlay->view()->chart()->legendTexts().contains("matched incorrectly"), byLabel);
    }
    QVERIFY2(overlay->view()->accessibleName().contains(" (X) and "), qPrintable(overlay->view()->accessibleName()));
    const Matrix once = maps.map()->x;
    neighbours->click();
    QVERIFY(!overlay->showsMap());
    QVERIFY(overlay->view()->chart()->horizontalAxis()->isVisible());
    QCOMPARE(workspace().view().overlayFrame, OverlayFrame::Components);
    std::map<std::string, std::string> kept;
    writeView(workspace().view(), kept);
    QCOMPARE(readView(kept).overlayFrame, OverlayFrame::Components);
    neighbours->click();
    QTRY_VERIFY_WITH_TIMEOUT(overlay->showsMap(), patience);
    QVERIFY(maps.map()->x == once);
    m_window->findChild<QAction *>("actionOverlay")->trigger();
    workspace().setModified(false);
}

/// One key shows each view, and the same key returns; the switch shows the current one.
void TestPanels::viewsHaveShortcuts()
{
    auto *sideBySide = m_window->findChild<QAction *>("actionSideBySide");
    auto *four = m_window->findChild<QAction *>("actionFourPanels");
    QVERIFY(four->isChecked() && view(Panel::RelativeX)->isVisible());
    const int height = view(Panel::AbsoluteX)->height();
    sideBySide->trigger();
    QVERIFY(!view(Panel::RelativeX)->isVisible() && view(Panel::AbsoluteY)->isVisible() && !four->isChecked());
    QTRY_VERIFY(view(Panel::AbsoluteX)->height() > 3 * height / 2);
    m_window->findChild<QAction *>("actionOverlay")->trigger();
    QVERIFY(m_window->findChild<OverlayPanel *>()->isVisible() && !sideBySide->isChecked());
    sideBySide->trigger();
    QVERIFY(m_window->panels().isVisible() && sideBySide->isChecked());
    sideBySide->trigger();
    QVERIFY(four->isChecked() && view(Panel::RelativeX)->isVisible());
    QTRY_VERIFY(std::abs(view(Panel::AbsoluteX)->height() - view(Panel::RelativeX)->height()) < 40);
    // Without a pair there are no relative vectors.
    workspace().change("No seeds", [](Setup &setup) { setup.seeds.clear(); });
    QTRY_VERIFY(!view(Panel::RelativeX)->isVisible());
    workspace().history()->undo();
    QTRY_VERIFY(view(Panel::RelativeX)->isVisible());
    workspace().setModified(false);
}

/// A map of each space separately, started from its components.
void TestPanels::absolutePanelsShowNeighbourMaps()
{
    auto *button = m_window->findChild<QToolButton *>("absoluteNeighbours");
    button->click();
    waitForJobs();
    const PanelPlot &plot = m_window->model.projections.plot(Panel::AbsoluteX);
    QCOMPARE(plot.frame, PanelFrame::Neighbours);
    QCOMPARE(plot.coordinates->rows(), Index(400));
    QVERIFY(axisTitle(Panel::AbsoluteX, true).isEmpty());
    QVERIFY(button->isChecked());
    button->click();
    waitForJobs();
    QCOMPARE(m_window->model.projections.plot(Panel::AbsoluteX).frame, PanelFrame::Components);
    workspace().setModified(false);
}

void TestPanels::findGoesToAnItem()
{
    m_window->activateWindow();
    QTest::keyClick(m_window.get(), Qt::Key_F, Qt::ControlModifier);
    auto *finder = m_window->findChild<Finder *>();
    QTRY_VERIFY(finder->isVisible() && finder->input()->hasFocus());
    // Letters do not trigger commands: I was “invert the selection”, A the pair tool.
    QTest::keyClicks(finder->input(), "tia 7");
    QVERIFY(m_window->model.selection.isEmpty() && !m_window->model.pairTool.isActive());
    QTRY_VERIFY(finder->list()->topLevelItemCount() == 0);
    finder->input()->setText(QString::fromStdString(workspace().data()->items(Side::x).name(17)));
    QTRY_VERIFY(finder->list()->topLevelItemCount() > 0);
    QCOMPARE(finder->list()->topLevelItem(0)->text(0), finder->input()->text()); // the same name comes first
    for (const Panel panel : allPanels)
        view(panel)->zoom(60); // the item is outside the view of some panel
    QTest::keyClick(finder->input(), Qt::Key_Return);
    QVERIFY(!finder->isVisible());
    QCOMPARE(m_window->model.selection.selected(Side::x), std::vector<ItemIndex>{17});
    QCOMPARE(m_window->model.selection.focus().item, 17);
    QVERIFY(!m_window->dock("inspector")->visibleRegion().isEmpty());
    for (const Panel panel : allPanels)
        QVERIFY(view(panel)->placeOf(sideOf(panel) == Side::x ? 17 : workspace().partner(Side::x, 17)));
    QTRY_COMPARE_WITH_TIMEOUT(m_window->model.inspector.inspection().item.item, 17, patience);
}

void TestPanels::commandsAreFoundByTheirName()
{
    QTest::keyClick(m_window.get(), Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    auto *finder = m_window->findChild<Finder *>();
    QTRY_VERIFY(finder->isVisible());
    QVERIFY(finder->list()->topLevelItemCount() > 30); // all results
    QTest::keyClicks(finder->input(), "density");
    QCOMPARE(finder->list()->topLevelItem(0)->text(0), QString("Density"));
    QCOMPARE(finder->list()->topLevelItem(0)->text(1), QString("D"));
    QTest::keyClick(finder->input(), Qt::Key_Return);
    QVERIFY(workspace().view().density);
    QTest::keyClick(m_window.get(), Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    QTest::keyClick(finder->input(), Qt::Key_Escape);
    QVERIFY(!finder->isVisible());
}

/// In a table a letter searches for a row.
void TestPanels::singleKeysTypeInTextFields()
{
    auto *table = m_window->dock("anchors")->widget()->findChild<QTableView *>();
    m_window->openDock("anchors");
    table->setFocus();
    QTest::keyClick(table, Qt::Key_D);
    QVERIFY(!workspace().view().density);
    view(Panel::AbsoluteX)->setFocus();
    QTest::keyClick(view(Panel::AbsoluteX), Qt::Key_D);
    QVERIFY(workspace().view().density);
}

/// A colouring that needs a run or a measurement shows the labels until then, and returns by itself.
void TestPanels::missingColoursAreReplaced()
{
    const auto words = [this] {
        QString text;
        for (const QLabel *label : legend()->findChildren<QLabel *>())
            text += label->text();
        return text;
    };
    const auto classes = legend()->entries().size();
    QVERIFY(classes > 1 && words().isEmpty());
    for (const auto &[meaning, need] : {std::pair(ColourBy::Found, "align the spaces first"),
                                        {ColourBy::Rank, "measure retrieval first"},
                                        {ColourBy::Coverage, "measure the anchors' health first"}}) {
        change([chosen = meaning](ViewState &view) { view.colourBy = chosen; });
        QCOMPARE(legend()->entries().size(), classes);
        QCOMPARE(words(), QString(need) + "; the labels are shown");
    }
    change([](ViewState &view) { view.colourBy = ColourBy::Found; });
    showClass(workspace(), "=class 1", "class 1", false); // clicks in the legend change what it shows
    QVERIFY(m_window->model.selection.hiddenCount(Side::x) > 0);
    m_window->model.optimizer.start();
    QTRY_VERIFY_WITH_TIMEOUT(workspace().mistakes(), patience);
    QCOMPARE(m_window->model.selection.hiddenCount(Side::x), Index(0));
    QVERIFY(words().isEmpty());
    QVERIFY(legend()->entries().front().name.startsWith("matched correctly"));
    // Undo and redo show the mistakes of a run again without another search.
    const Mistakes *found = workspace().mistakes();
    auto ofAll = std::make_shared<Mistakes>(*found);
    ofAll->judged.resize(static_cast<std::size_t>(workspace().data()->size(Side::y)));
    workspace().setMistakes(ofAll);
    const auto *note = m_window->findChild<QLabel *>("mistakesNote");
    QVERIFY(note->isHidden()); // no items to explain
    workspace().history()->undo();
    QVERIFY(!workspace().mistakes() && !note->isHidden());
    workspace().history()->redo();
    QCOMPARE(workspace().mistakes(), found);
    waitForJobs();
}

/// Aligns the spaces; matches then colour the points.
void TestPanels::colourByMatches()
{
    m_window->model.optimizer.start();
    QTRY_COMPARE_WITH_TIMEOUT(workspace().view().colourBy, ColourBy::Found, patience);
    waitForJobs();
}

/// True if the legend explains colours that exist: of labels, of a column or, without both, of all items alike.
bool TestPanels::isColoured()
{
    const ItemTable &items = workspace().data()->items(Side::x);
    const auto &entries = legend()->entries();
    const bool plain = !items.hasLabels() && items.columns.empty();
    // Without labels the first column is shown, and the legend names it.
    const QString missing = items.hasLabels() || plain ? QString() : QStringLiteral("there are no labels; the column");
    return (missing.isEmpty() ? missingColours(workspace()).isEmpty()
                              : missingColours(workspace()).startsWith(missing)) &&
           std::ranges::none_of(entries, [](const LegendEntry &entry) { return entry.name.endsWith(" first"); }) &&
           (plain || !entries.empty() || legend()->findChild<ColourBar *>());
}

/// Colours, filter and frame belong to a data set; nothing opens grey.
void TestPanels::otherDataOpenInTheirOwnColours()
{
    colourByMatches();
    change([](ViewState &view) {
        view.filter = "label = 1";
        view.density = true;
    });
    const QStringList files = QDir("examples/data").entryList({"*.h5"});
    QVERIFY(files.size() >= 3);
    for (const QString &file : files) {
        workspace().setModified(false);
        open("examples/data/" + file);
        QCOMPARE(workspace().view().colourBy, ColourBy::Label);
        QVERIFY(workspace().view().filter.empty() && workspace().view().density);
        change([](ViewState &view) { view.density = false; });
        QVERIFY2(legend()->entries().size() > 1 || legend()->findChild<ColourBar *>(), qPrintable(file));
        change([](ViewState &view) {
            view.colourBy = ColourBy::Found; // as after a run
            view.density = true;
        });
    }
}

/// The smallest file of each format, compared with a copy of itself.
void TestPanels::filesOfEachFormatOpenInColour()
{
    colourByMatches();
    std::set<QString> formats;
    for (const QFileInfo &file : QDir("tests/data/formats").entryInfoList(QDir::Files, QDir::Size | QDir::Reversed)) {
        if (file.fileName().startsWith("bad_") || formats.contains(file.suffix()))
            continue;
        const QString copy = m_folder.filePath("copy_" + file.fileName());
        QVERIFY(QFile::exists(copy) || QFile::copy(file.filePath(), copy));
        workspace().setModified(false);
        change([](ViewState &view) { view.colourBy = ColourBy::Found; }); // as after a run
        const auto before = workspace().data();
        m_window->model.session.open({file.filePath(), copy});
        waitForJobs();
        if (workspace().data() == before) // refused, such as a file of labels alone
            continue;
        formats.insert(file.suffix());
        QVERIFY2(isColoured(), qPrintable(file.fileName() + ": " + missingColours(workspace())));
    }
    constexpr std::size_t fewest = 20;
    QVERIFY2(formats.size() >= fewest, qPrintable(QStringList(formats.begin(), formats.end()).join(' ')));
}

void TestPanels::lessonsOpenInColour()
{
    colourByMatches();
    QFileInfoList files = QDir("examples/lessons").entryInfoList({"*.md"}, QDir::Files);
    files.removeIf([](const QFileInfo &file) { return file.fileName() == "README.md"; });
    QVERIFY(files.size() >= 9);
    for (const QFileInfo &file : files) {
        LessonController &lesson = m_window->lessons().controller();
        workspace().setModified(false);
        change([](ViewState &view) { view.colourBy = ColourBy::Found; });
        lesson.begin(file.absoluteFilePath());
        QTRY_VERIFY_WITH_TIMEOUT(lesson.phase() == LessonController::Phase::step, patience);
        waitForJobs();
        QVERIFY2(isColoured(), qPrintable(file.fileName() + ": " + missingColours(workspace())));
        lesson.end();
    }
}

/// The wheel over a field, a list or a slider scrolls its dock, also if the control has the focus.
void TestPanels::scrollingChangesNoValue()
{
    const auto scroll = [](QWidget *widget) {
        QWheelEvent event(QPointF(5, 5), widget->mapToGlobal(QPointF(5, 5)), {}, {0, -240}, Qt::NoButton,
                          Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(widget, &event);
    };
    for (auto *dock : m_window->findChildren<QDockWidget *>()) {
        m_window->openDock(dock->objectName());
        for (QWidget *control : dock->findChildren<QWidget *>()) {
            const bool holds = qobject_cast<QAbstractSpinBox *>(control) || qobject_cast<QComboBox *>(control) ||
                               qobject_cast<QSlider *>(control);
            if (!holds || !control->isVisible())
                continue;
            QVERIFY2(control->focusPolicy() != Qt::WheelFocus, qPrintable(control->objectName()));
            for (const bool focused : {false, true}) {
                focused ? control->setFocus() : control->clearFocus();
                const Setup before = workspace().setup();
                const ViewState view = workspace().view();
                scroll(control);
                QVERIFY2(!difference(before, workspace().setup()) && view == workspace().view(),
                         qPrintable(control->objectName()));
            }
        }
    }
}

QTEST_MAIN(TestPanels)
#include "tst_panels.moc"
