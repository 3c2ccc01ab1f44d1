// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/items.h"
#include "core/evaluate/stitching.h"
#include "core/random.h"
#include "support/contexts.h"
#include "support/randomdata.h"
#include "support/sentences.h"

#include <QtTest>

#include <cmath>

using namespace anchorscope;
using test::randomMatrix;

namespace {

ItemTable labelledItems(std::vector<std::int32_t> labels)
{
    ItemTable items;
    items.count = static_cast<Index>(labels.size());
    items.labels = std::move(labels);
    items.labelNames = {"ant", "bee", "cat", "dog"};
    return items;
}

/// 200 items of classes 0, 1 and 3; every tenth is unlabelled.
ItemTable manyItems()
{
    std::vector<std::int32_t> labels;
    for (int i = 0; i < 200; ++i)
        labels.push_back(i % 10 == 9 ? unlabelled : i % 5 == 0 ? 3 : i % 2);
    return labelledItems(labels);
}

} // namespace

class TestStitching : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void splitIsStratified();
    void anchorsAreTrainedOn();
    void splitOfTheUser();
    void splitFollowsTheSeed();
    void splitLeavesOutUnpairedItems();
    void refusals_data();
    void refusals();
    void smallClasses();
    void fourCells();
    void headInputs_data();
    void headInputs();
    void representationsOfAnchors();
    void absoluteIsAsRead_data();
    void absoluteIsAsRead();
    void itemsWithoutDirection();
    void representationsThatAreNotPossible();
    void cancelled();
};

void TestStitching::splitIsStratified()
{
    const ItemTable items = manyItems();
    const auto split = splitForStitching(items, Correspondence::byRow(200), {});
    QVERIFY(split.ok());
    QCOMPARE(split->classes, (std::vector<std::string>{"ant", "bee", "dog"}));
    std::array<int, 3> train{}, test{};
    for (std::size_t i = 0; i < split->trainX.size(); ++i) {
        ++train[static_cast<std::size_t>(split->trainLabels[i])];
        const int label = items.labels[static_cast<std::size_t>(split->trainX[i])];
        QCOMPARE(split->classes[static_cast<std::size_t>(split->trainLabels[i])], items.labelNames[label]);
    }
    for (const int label : split->testLabels)
        ++test[static_cast<std::size_t>(label)];
    QCOMPARE(train[0] + test[0] + train[1] + test[1] + train[2] + test[2], 180);
    for (std::size_t c = 0; c < 3; ++c)
        QCOMPARE(train[c], static_cast<int>(std::lround(0.7 * (train[c] + test[c]))));
    std::vector<ItemIndex> all = split->trainX;
    all.insert(all.end(), split->testX.begin(), split->testX.end());
    std::ranges::sort(all);
    QVERIFY(std::ranges::adjacent_find(all) == all.end());
}

/// The training part has the same size as without anchors, except if a class has more anchors than that.
void TestStitching::anchorsAreTrainedOn()
{
    const ItemTable items = manyItems();
    const auto plain = splitForStitching(items, Correspondence::byRow(200), {});
    std::vector<ItemIndex> anchors{0, 1, 2, 3, 9}; // 9 has no label
    auto split = splitForStitching(items, Correspondence::byRow(200), {}, anchors);
    QVERIFY(split.ok());
    QCOMPARE(split->trainX.size(), plain->trainX.size());
    for (const ItemIndex anchor : {0, 1, 2, 3})
        QVERIFY(std::ranges::binary_search(split->trainX, anchor));
    for (ItemIndex item = 5; item < 200; item += 5) // all but one of the class "dog"
        anchors.push_back(item);
    anchors.erase(anchors.begin());
    split = splitForStitching(items, Correspondence::byRow(200), {}, anchors);
    QVERIFY(split.ok());
    QCOMPARE(std::ranges::count(split->testLabels, 2), 1);
    QVERIFY(std::ranges::binary_search(split->testX, 0));
    for (ItemIndex item = 0; item < 200; ++item)
        anchors.push_back(item);
    split = splitForStitching(items, Correspondence::byRow(200), {}, anchors);
    QVERIFY(!split && test::codeOf(split) == ErrorCode::tooFewPairs);
}

void TestStitching::splitOfTheUser()
{
    ItemTable items = manyItems();
    items.parts.assign(200, ItemPart::none);
    for (std::size_t i = 0; i < 60; ++i)
        items.parts[i] = i < 40 ? ItemPart::train : i < 50 ? ItemPart::anchor : ItemPart::test;
    const auto split = splitForStitching(items, Correspondence::byRow(200), {}, {0, 55});
    QVERIFY(split.ok());
    QCOMPARE(split->trainX.size(), std::size_t(36)); // without the unlabelled ones
    QCOMPARE(split->testX.size(), std::size_t(9));
    QVERIFY(split->trainX.back() < 40 && split->testX.front() >= 50 && split->testX.back() < 60);
    QVERIFY(std::ranges::binary_search(split->testX, 55)); // used unchanged
    items.parts.assign(200, ItemPart::train);
    const auto none = splitForStitching(items, Correspondence::byRow(200), {});
    QVERIFY(!none && test::codeOf(none) == ErrorCode::tooFewPairs);
}

void TestStitching::splitFollowsTheSeed()
{
    const ItemTable items = manyItems();
    StitchOptions options;
    const auto first = splitForStitching(items, Correspondence::byRow(200), options);
    const auto again = splitForStitching(items, Correspondence::byRow(200), options);
    options.seed = 1;
    const auto other = splitForStitching(items, Correspondence::byRow(200), options);
    QCOMPARE(again->trainX, first->trainX);
    QVERIFY(other->trainX != first->trainX);
}

void TestStitching::splitLeavesOutUnpairedItems()
{
    Correspondence pairing(200, 40);
    for (ItemIndex i = 0; i < 40; ++i)
        pairing.pair(i + 50, i);
    const auto split = splitForStitching(manyItems(), pairing, {});
    QVERIFY(split.ok());
    QCOMPARE(split->trainX.size() + split->testX.size(), std::size_t(36));
    QVERIFY(split->trainX.front() >= 50 && split->trainX.back() < 90);
}

void TestStitching::refusals_data()
{
    QTest::addColumn<std::vector<std::int32_t>>("labels");
    QTest::addColumn<bool>("paired");
    QTest::addColumn<double>("share");
    QTest::addColumn<QString>("code");
    QTest::newRow("no labels") << std::vector<std::int32_t>{} << true << 0.7 << "no-labels";
    QTest::newRow("all unlabelled") << std::vector<std::int32_t>{-1, -1} << true << 0.7 << "no-labels";
    QTest::newRow("one class") << std::vector<std::int32_t>{2, 2, -1} << true << 0.7 << "one-class";
    QTest::newRow("one item a class") << std::vector<std::int32_t>{0, 1, 2} << true << 0.7 << "too-few-pairs";
    QTest::newRow("nothing paired") << std::vector<std::int32_t>{0, 0, 1, 1} << false << 0.7 << "too-few-pairs";
    QTest::newRow("all for training") << std::vector<std::int32_t>{0, 0, 1, 1} << true << 1.0 << "wrong-usage";
}

void TestStitching::refusals()
{
    QFETCH(std::vector<std::int32_t>, labels);
    QFETCH(bool, paired);
    QFETCH(double, share);
    QFETCH(QString, code);
    const Index count = std::max<Index>(4, std::ssize(labels));
    if (!labels.empty())
        labels.resize(static_cast<std::size_t>(count), unlabelled);
    ItemTable items = labelledItems(labels);
    items.count = count;
    StitchOptions options;
    options.trainShare = share;
    const auto split =
        splitForStitching(items, paired ? Correspondence::byRow(count) : Correspondence(count, count), options);
    QVERIFY(!split.ok());
    QCOMPARE(QString(errorId(test::codeOf(split))), code);
    QVERIFY(!split.error().message.empty());
}

void TestStitching::smallClasses()
{
    // A class of one item is in the training part, a class of two is in both parts.
    const auto split = splitForStitching(labelledItems({0, 1, 1, 2, 2, 2, 2}), Correspondence::byRow(7), {});
    QVERIFY(split.ok());
    QCOMPARE(std::ranges::count(split->trainLabels, 0), 1);
    QCOMPARE(std::ranges::count(split->testLabels, 0), 0);
    QCOMPARE(std::ranges::count(split->trainLabels, 1), 1);
    QCOMPARE(std::ranges::count(split->testLabels, 1), 1);
}

void TestStitching::fourCells()
{
    // The class is the sign of the first coordinate. Y is X with this coordinate negated and its rows reordered, so
    // heads are correct in their own space and always wrong in the other.
    Matrix x = randomMatrix(300, 4, 1);
    x.col(0) = x.col(0).array() + x.col(0).array().sign() * 3;
    const auto order = Random(2).permutation(300);
    Matrix y = rowsOf(x, order);
    y.col(0) *= -1;
    std::vector<std::int32_t> labels;
    for (Index i = 0; i < 300; ++i)
        labels.push_back(x(i, 0) > 0 ? 1 : 0);
    const Correspondence pairing = Correspondence::byRow(300).withYReordered(order);
    const auto split = splitForStitching(labelledItems(labels), pairing, {});
    const auto row = stitch({"AO continuous", x, y}, pairing, *split, {});
    QVERIFY(row.ok());
    QCOMPARE(QString::fromStdString(row->representation), QString("AO continuous"));
    const char *names[] = {"xx", "xy", "yy", "yx"};
    const double accuracy[] = {1, 0, 1, 0};
    for (std::size_t cell = 0; cell < 4; ++cell) {
        QCOMPARE(*sideId(row->cells[cell].trainSpace), names[cell][0]);
        QCOMPARE(*sideId(row->cells[cell].testSpace), names[cell][1]);
        QCOMPARE(row->cells[cell].scores.accuracy, accuracy[cell]);
        QCOMPARE(row->cells[cell].scores.confusion.sum(), static_cast<int>(split->testX.size()));
    }
}

void TestStitching::headInputs_data()
{
    QTest::addColumn<int>("input");
    QTest::addColumn<double>("acrossAccuracy");
    // Y's rows are X's times 1000 plus an offset: only standardizing removes both.
    QTest::newRow("as they are") << static_cast<int>(HeadInput::asIs) << 0.5;
    QTest::newRow("standardised") << static_cast<int>(HeadInput::standardized) << 1.0;
}

void TestStitching::headInputs()
{
    QFETCH(int, input);
    QFETCH(double, acrossAccuracy);
    Matrix x = randomMatrix(400, 3, 7);
    std::vector<std::int32_t> labels;
    for (Index i = 0; i < 400; ++i) {
        labels.push_back(static_cast<std::int32_t>(i % 2));
        x(i, 0) += i % 2 ? 8.0f : -8.0f;
    }
    const Matrix y = (1000 * x).array() + 1e5f;
    const Correspondence pairing = Correspondence::byRow(400);
    const auto split = splitForStitching(labelledItems(labels), pairing, {});
    StitchOptions options;
    options.input = static_cast<HeadInput>(input);
    const auto row = stitch({"", x, y}, pairing, *split, options);
    QVERIFY(row.ok());
    QCOMPARE(row->cells[0].scores.accuracy, 1.0);
    QCOMPARE(row->cells[1].scores.accuracy, acrossAccuracy);
}

void TestStitching::representationsOfAnchors()
{
    const Matrix x = randomMatrix(50, 6, 1), y = randomMatrix(40, 6, 2);
    const PreparedSpace spaceX = prepare(x, Centering::center), spaceY = prepare(y, Centering::center);
    Correspondence pairing(50, 40);
    for (ItemIndex i = 0; i < 40; ++i)
        pairing.pair(i, 39 - i);
    AnchorSet anchors{{3, 20, 7, 30}, {36, 19}, spaceY.rows.topRows(4), {36, 19, 0, 0}};
    anchors.metric = {0.15, Matrix::Identity(4, 6), Matrix::Identity(4, 6), {}, {}};
    const RepresentationInput input{spaceX, spaceY, anchors, pairing, similarities()[0]};
    std::map<std::string, RepresentationPair> found;
    for (const Representation &representation : representations()) {
        auto pair = representation.encode(input, {});
        QVERIFY2(pair.has_value(), representation.id);
        QCOMPARE(QString::fromStdString(pair->method), QString(representation.id));
        found[pair->method] = std::move(*pair);
    }
    const float tolerance = 1e-6f; // one float32 product of 6 terms
    const auto close = [&](float a, float b) { return std::abs(a - b) < tolerance; };
    QVERIFY(close(found["GT"].x()(5, 2), spaceX.rows.row(5).dot(spaceX.rows.row(7))));
    QVERIFY(close(found["GT"].y()(5, 2), spaceY.rows.row(5).dot(spaceY.rows.row(39 - 7))));
    QCOMPARE(found["Seed"].y().cols(), Index(2));
    QVERIFY(close(found["Seed"].y()(1, 1), spaceY.rows.row(1).dot(spaceY.rows.row(19))));
    QVERIFY(close(found["AO continuous"].y()(9, 3), spaceY.rows.row(9).dot(anchors.continuousY.row(3))));
    QVERIFY(close(found["AO discrete"].y()(9, 2), spaceY.rows.row(9).dot(spaceY.rows.row(0))));
    QVERIFY((found["Absolute"].x() - x).cwiseAbs().maxCoeff() < 1e-5f);
    QVERIFY(found["Absolute centred"].x() == spaceX.rows);
}

void TestStitching::absoluteIsAsRead_data()
{
    QTest::addColumn<int>("centering");
    for (const CenteringChoice &choice : centeringChoices())
        QTest::newRow(choice.id) << int(choice.value);
}

/// The row “Absolute” uses unprocessed vectors with every pre-processing.
void TestStitching::absoluteIsAsRead()
{
    QFETCH(int, centering);
    Matrix x = randomMatrix(60, 6, 1), y = x + 0.3f * randomMatrix(60, 6, 2);
    x.col(0).array() += 4; // each space has a mean of its own, as pictures and texts in CLIP
    y.col(1).array() += 4;
    const PreparedSpace spaceX = prepare(x, Centering(centering)), spaceY = prepare(y, Centering(centering));
    const Correspondence pairing = Correspondence::byRow(60);
    const AnchorSet anchors{{1, 2, 3}, {}, {}, {}};
    const auto mrrOf = [&](const std::string &method) {
        const auto row = std::ranges::find(representations(), method, &Representation::id);
        const auto pair = row->encode({spaceX, spaceY, anchors, pairing, similarities()[0]}, {});
        return retrieveBothWays(*pair, pairing, {})->xToY.mrr.mean;
    };
    const auto expected = [&](const Matrix &ofX, const Matrix &ofY) {
        return retrieveBothWays("", ofX, ofY, pairing, {})->xToY.mrr.mean;
    };
    const double raw = expected(x, y);
    const double centred = expected(prepare(x, Centering::center).rows, prepare(y, Centering::center).rows);
    QVERIFY(raw < centred - 0.3);
    QVERIFY(std::abs(mrrOf("Absolute") - raw) < 1e-6);
    QVERIFY(std::abs(mrrOf("Absolute centred") - centred) < 1e-6);
}

/// Every row of a table has the scores of the spaces without the items that have no direction.
void TestStitching::itemsWithoutDirection()
{
    Matrix x = randomMatrix(120, 6, 1), y = x + 0.6f * randomMatrix(120, 6, 2);
    std::vector<ItemIndex> keptOfX, keptOfY;
    for (ItemIndex i = 0; i < 120; ++i) {
        if (i % 10 == 7)
            x.row(i).setZero();
        else
            keptOfX.push_back(i);
        if (i % 15 == 4)
            y.row(i).setZero();
        else
            keptOfY.push_back(i);
    }
    const Correspondence rows = Correspondence::byRow(120), kept = rows.among(keptOfX, keptOfY);
    const std::vector<ItemIndex> anchored{0, 11, 22, 33, 55, 66, 88, 99};
    AnchorSet anchors, anchorsKept;
    for (const ItemIndex item : anchored) {
        anchors.itemsOfX.push_back(item);
        anchorsKept.itemsOfX.push_back(placeOf(item, keptOfX));
        anchors.seedsOfY.push_back(item);
        anchorsKept.seedsOfY.push_back(placeOf(item, keptOfY));
    }
    const PreparedSpace spaceX = prepare(x, Centering::center), spaceY = prepare(y, Centering::center);
    const PreparedSpace partX = prepare(rowsOf(x, keptOfX), Centering::center),
                        partY = prepare(rowsOf(y, keptOfY), Centering::center);
    int compared = 0;
    for (const Similarity &similarity : similarities()) {
        if (similarity.learned)
            continue;
        const RepresentationInput all{spaceX, spaceY, anchors, rows, similarity},
            part{partX, partY, anchorsKept, kept, similarity};
        for (const Representation &each : representations()) {
            const auto ofAll = encodeSpaces(each, all), ofPart = encodeSpaces(each, part);
            QCOMPARE(ofAll.has_value(), ofPart.has_value());
            if (!ofAll || each.slow)
                continue;
            const auto found = retrieveBothWays(*ofAll, rows.without(spaceX.zeroRows, spaceY.zeroRows),
                                                RetrievalOptions().leavingOut(anchors.itemsOfX));
            const auto expected = retrieveBothWays(*ofPart, kept, RetrievalOptions().leavingOut(anchorsKept.itemsOfX));
            QVERIFY(found.ok() && expected.ok());
            for (const auto direction : {&RetrievalRow::xToY, &RetrievalRow::yToX}) {
                const RetrievalScores &a = (*found).*direction, &b = (*expected).*direction;
                QVERIFY2(std::abs(a.mrr.mean - b.mrr.mean) < 1e-6, each.id);
                QVERIFY2(std::abs(a.jaccard.mean - b.jaccard.mean) < 1e-6, each.id);
                QVERIFY2(std::abs(a.cslsMrr.mean - b.cslsMrr.mean) < 1e-6, each.id);
                QCOMPARE(a.queries, b.queries);
                for (const ItemIndex item : a.queryItems)
                    QVERIFY(x.row(item).any() && y.row(item).any()); // numbered as before
                ++compared;
            }
        }
    }
    QVERIFY(compared >= 60);
}

void TestStitching::representationsThatAreNotPossible()
{
    const PreparedSpace x = prepare(randomMatrix(20, 6, 1), Centering::center);
    const PreparedSpace y = prepare(randomMatrix(20, 5, 2), Centering::center);
    const AnchorSet anchors{{1, 2}, {}, {}, {}};
    Correspondence onlyOne(20, 20);
    onlyOne.pair(1, 1);
    for (const Representation &representation : representations())
        QVERIFY2(!representation.encode({x, y, anchors, onlyOne, similarities()[0]}, {}), representation.id);
}

void TestStitching::cancelled()
{
    const ItemTable items = manyItems();
    const Correspondence pairing = Correspondence::byRow(200);
    const auto split = splitForStitching(items, pairing, {});
    const RunContext context = cancelledContext();
    const auto row = stitch({"GT", randomMatrix(200, 4, 1), randomMatrix(200, 4, 2)}, pairing, *split, {}, context);
    QVERIFY(!row.ok());
    QCOMPARE(QString(errorId(test::codeOf(row))), QString("cancelled"));
}

QTEST_GUILESS_MAIN(TestStitching)
#include "tst_stitching.moc"
