// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/projection/relative.h"
#include "gui/controllers/inspectorcontroller.h"
#include "gui/display/itemsearch.h"
#include "gui/display/itemtext.h"
#include "gui/models/itemmodel.h"
#include "gui/models/neighbourmodel.h"
#include "gui/widgets/anchorcomparisonview.h"
#include "support/spaces.h"

#include <QAbstractItemModelTester>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

using namespace anchorscope;
using namespace anchorscope::gui;

class TestInspector : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void neighboursOfARotatedSpaceAreShared();
    void neighboursAreTheNearestByCosine();
    void withoutPartnerOnlyOneSideIsListed();
    void fingerprintIsSortedByDisagreement();
    void fingerprintAnswersMouseAndKeys();
    void search_data();
    void search();
    void bestNamesComeFirst();
    void wrongExpressionIsExplained();
    void itemListSorts();
    void ranksOfManyItemsAreReadable();

private:
    void prepareAndFocus(Workspace &workspace, Selection &selection, InspectorController &inspector, ItemIndex item);
};

void TestInspector::prepareAndFocus(Workspace &workspace, Selection &selection, InspectorController &inspector,
                                    ItemIndex item)
{
    const LoadedData &data = *workspace.data();
    workspace.setPrepared({std::make_shared<PreparedSpace>(prepare(data.pair.x->vectors, Centering::center)),
                           std::make_shared<PreparedSpace>(prepare(data.pair.y->vectors, Centering::center))});
    QSignalSpy changed(&inspector, &InspectorController::changed);
    selection.setFocus(Side::x, item);
    QTRY_COMPARE(inspector.inspection().item.item, item);
    QVERIFY(changed.count() >= 1);
}

void TestInspector::neighboursOfARotatedSpaceAreShared()
{
    Runner runner;
    Workspace workspace;
    workspace.setData(test::loaded(test::twoSpaces(120, 4, 0)));
    Selection selection(workspace);
    InspectorController inspector(workspace, selection, runner);
    NeighbourModel model(workspace, inspector);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    prepareAndFocus(workspace, selection, inspector, 17);
    const Inspection &seen = inspector.inspection();
    QCOMPARE(seen.neighbours.size(), 12u);
    QCOMPARE(seen.overlap, 1.0);
    for (const NeighbourPair &pair : seen.neighbours) {
        QVERIFY(pair.sharedX && pair.sharedY);
        QVERIFY(pair.x != 17 && pair.y != 17);
    }
    QCOMPARE(model.rowCount(), 12);
    QCOMPARE(model.index(0, NeighbourModel::MarkX).data().toString(), QString("="));
}

void TestInspector::neighboursAreTheNearestByCosine()
{
    Runner runner;
    Workspace workspace;
    workspace.setData(test::loaded(test::twoSpaces(120, 4, 0.3)));
    Selection selection(workspace);
    InspectorController inspector(workspace, selection, runner);
    prepareAndFocus(workspace, selection, inspector, 5);
    const Matrix &rows = workspace.prepared().x->rows;
    int nearer = 0;
    const float first = inspector.inspection().neighbours.front().similarityX;
    for (ItemIndex other = 0; other < 120; ++other)
        nearer +=
            other != 5 && rows.row(5).dot(rows.row(other)) > first + 1e-5F ? 1 : 0; // float32 sums in another order
    QCOMPARE(nearer, 0);
}

void TestInspector::withoutPartnerOnlyOneSideIsListed()
{
    Runner runner;
    Workspace workspace;
    workspace.setData(test::loaded(test::twoSpaces(60), false));
    Selection selection(workspace);
    InspectorController inspector(workspace, selection, runner);
    prepareAndFocus(workspace, selection, inspector, 5);
    QVERIFY(inspector.inspection().neighbours.front().x != noItem);
    QCOMPARE(inspector.inspection().neighbours.front().y, noItem);
    QVERIFY(inspector.inspection().fingerprint.empty());
}

void TestInspector::fingerprintIsSortedByDisagreement()
{
    Runner runner;
    Workspace workspace;
    workspace.setData(test::loaded(test::twoSpaces(120, 4, 0.3)));
    workspace.change("Seeds", [](Setup &setup) { setup.seeds = test::truePairs(10); });
    Selection selection(workspace);
    InspectorController inspector(workspace, selection, runner);
    prepareAndFocus(workspace, selection, inspector, 40);
    const auto &bars = inspector.inspection().fingerprint;
    QCOMPARE(bars.size(), 10u);
    for (std::size_t i = 1; i < bars.size(); ++i)
        QVERIFY(std::abs(bars[i - 1].x - bars[i - 1].y) >= std::abs(bars[i].x - bars[i].y));
    QVERIFY(inspector.inspection().cosine.value() > 0.8);
}

void TestInspector::fingerprintAnswersMouseAndKeys()
{
    Workspace workspace;
    workspace.setData(test::loaded(test::twoSpaces(60)));
    AnchorComparisonView view(workspace);
    view.resize(300, 200);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    std::vector<AnchorComparison> bars;
    for (ItemIndex i = 0; i < 40; ++i)
        bars.push_back({i, 0.5F, -0.5F, i < 3});
    view.setBars(bars);
    QSignalSpy chosen(&view, &AnchorComparisonView::anchorChosen);
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.rectOf(2).center());
    QCOMPARE(chosen.takeFirst().first().toInt(), 2);
    QTest::keyClick(&view, Qt::Key_Down);
    QTest::keyClick(&view, Qt::Key_Return);
    QCOMPARE(chosen.takeFirst().first().toInt(), 3);
    QTest::keyClick(&view, Qt::Key_End);
    QVERIFY(view.verticalScrollBar()->value() > 0);
    QTest::keyClick(&view, Qt::Key_Down); // stays at the last
    QTest::keyClick(&view, Qt::Key_Return);
    QCOMPARE(chosen.takeFirst().first().toInt(), 39);
    QVERIFY(view.accessibleDescription().contains("item0"));
}

void TestInspector::search_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("expression");
    QTest::addColumn<bool>("labels");
    QTest::addColumn<std::vector<int>>("expected");
    QTest::newRow("nothing") << "" << false << false << std::vector<int>{};
    QTest::newRow("part of a name") << "king" << false << false << std::vector<int>{2, 0, 3};
    QTest::newRow("case does not matter") << "QUEEN" << false << false << std::vector<int>{1};
    QTest::newRow("a dot is a dot") << "k.ng" << false << false << std::vector<int>{};
    QTest::newRow("expression") << "^k.ng$" << true << false << std::vector<int>{2};
    QTest::newRow("labels too") << "royal" << false << true << std::vector<int>{1, 2};
    QTest::newRow("labels not requested") << "royal" << false << false << std::vector<int>{};
}

void TestInspector::search()
{
    QFETCH(QString, text);
    QFETCH(bool, expression);
    QFETCH(bool, labels);
    QFETCH(std::vector<int>, expected);
    ItemTable items;
    items.count = 4;
    items.ids = {"viking", "Queen", "king", "kingdom"};
    items.labels = {-1, 0, 0, 1};
    items.labelNames = {"royal", "place"};
    const auto found = searchItems(items, text, {expression, labels});
    QVERIFY(found.ok());
    QCOMPARE(*found, expected);
}

/// Order of results: the same name, names that begin with the text, names with a word that does; shorter names first,
/// labels last.
void TestInspector::bestNamesComeFirst()
{
    ItemTable items;
    items.ids = {"looking", "smoking kings", "Kingdom", "viking", "king", "the king", "crown"};
    items.count = 7;
    items.labels = {-1, -1, -1, -1, -1, -1, 0};
    items.labelNames = {"kingly things"};
    const auto found = rankedItems(items, "king", 10);
    QVERIFY(found.ok());
    QCOMPARE(found->best, (std::vector<ItemIndex>{4, 2, 5, 1, 3, 0, 6}));
    QCOMPARE(found->all, (std::vector<ItemIndex>{0, 1, 2, 3, 4, 5}));
    QCOMPARE(rankedItems(items, "king", 2)->best, (std::vector<ItemIndex>{4, 2}));
    QVERIFY(rankedItems(items, "queen", 10)->best.empty());
    QVERIFY(!matchRank("looking", "queen").has_value());
}

void TestInspector::wrongExpressionIsExplained()
{
    ItemTable items;
    items.count = 1;
    const auto found = searchItems(items, "a(b", {true, false});
    QVERIFY(!found.ok());
    QVERIFY(found.error().message.find("regular expression") != std::string::npos);
}

void TestInspector::itemListSorts()
{
    Workspace workspace;
    workspace.setData(test::loaded(test::twoSpaces(60)));
    ItemModel model(workspace);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setItems(Side::x, {4, 20, 3});
    model.sort(ItemModel::Name, Qt::DescendingOrder);
    QCOMPARE(model.item(0), 4);
    QCOMPARE(model.item(2), 20);
    QCOMPARE(model.index(0, ItemModel::Partner).data().toString(), QString("item4"));
    workspace.setData(nullptr);
    QCOMPARE(model.rowCount(), 0);
}

void TestInspector::ranksOfManyItemsAreReadable()
{
    Workspace workspace;
    workspace.setData(test::loaded(test::twoSpaces(60)));
    RetrievalScores scores;
    scores.queryItems = {3, 4};
    scores.itemRank = {1234567, 19842.5};
    scores.itemCosine = scores.itemJaccard = {0, 0};
    workspace.setRetrieval({{{"Seed", scores, scores}}, 10, workspace.provenance(Scoring::Retrieval)});
    ItemModel model(workspace);
    model.setItems(Side::x, {3, 4, 5});
    const auto shown = [&](int row) { return model.index(row, ItemModel::Rank).data().toString(); };
    QCOMPARE(shown(0), QLocale().toString(1234567));
    QCOMPARE(shown(1), QLocale().toString(19842.5, 'f', 1));
    QCOMPARE(shown(2), QString());
    // Match of an item whose partner is not the nearest item.
    scores.itemMargin = {-0.25f, 0.1f};
    scores.itemOther = {7, 9};
    scores.itemCosine = {0.5f, 0.5f};
    workspace.setRetrieval({{{"Seed", scores, scores}}, 10, workspace.provenance(Scoring::Retrieval)});
    QCOMPARE(model.index(0, ItemModel::Found).data().toString(), QString("item7"));
    QCOMPARE(model.index(0, ItemModel::FoundCosine).data().toString(), QString("0.750"));
    QVERIFY(model.index(1, ItemModel::Found).data().toString().isEmpty());
    QVERIFY(model.index(1, ItemModel::FoundCosine).data().toString().isEmpty());
    QVERIFY(partnersAreNamesakes(*workspace.data()));
    const QString file = model.asText(TableModel::Format::Csv);
    QVERIFY2(file.contains("1234567") && file.contains("19842.5"), qPrintable(file));
}

QTEST_MAIN(TestInspector)
#include "tst_inspector.moc"
