// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/alignment/subset.h"
#include "core/experiments/knownpairs.h"
#include "core/experiments/retrieval.h"
#include "core/experiments/stitching.h"
#include "core/random.h"
#include "support/contexts.h"
#include "support/randomdata.h"
#include "support/sentences.h"
#include "support/storedvectors.h"

#include <QtTest>

#include <cmath>
#include <set>

using namespace anchorscope;
using test::randomMatrix;

namespace {

/// A labelled cloud of clusters and a rotated, slightly noisy copy of it with its rows in another order.
struct Problem
{
    EmbeddingSet x, y;
    Correspondence pairing;
    explicit Problem(Index count = 400, float noise = 0.05f)
    {
        const Matrix centres = randomMatrix(5, 16, 1);
        auto itemsOfX = std::make_shared<ItemTable>(), itemsOfY = std::make_shared<ItemTable>();
        itemsOfX->count = itemsOfY->count = count;
        itemsOfX->labelNames = {"a", "b", "c", "d", "e"};
        x.vectors = randomMatrix(count, 16, 2);
        for (Index i = 0; i < count; ++i) {
            itemsOfX->labels.push_back(static_cast<std::int32_t>(i % 5));
            x.vectors.row(i) += 2 * centres.row(i % 5);
        }
        const Matrix turn = test::randomRotation(16, 3);
        const auto order = Random(4).permutation(count);
        y.vectors = rowsOf(x.vectors * turn + noise * randomMatrix(count, 16, 5), order);
        pairing = Correspondence::byRow(count).withYReordered(order);
        x.items = itemsOfX;
        y.items = itemsOfY;
    }
    PreparedSpace spaceX() const { return prepare(x.vectors, Centering::center); }
    PreparedSpace spaceY() const { return prepare(y.vectors, Centering::center); }
};

ProtocolOptions smallRun()
{
    ProtocolOptions options;
    options.anchors = 60;
    options.seeds = 12;
    return options;
}

const RetrievalExperimentRow *find(const RetrievalExperiment &experiment, const std::string &method,
                                   Direction direction)
{
    const auto found = std::ranges::find_if(experiment.rows, [&](const RetrievalExperimentRow &row) {
        return row.method == method && row.direction == direction;
    });
    return found == experiment.rows.end() ? nullptr : &*found;
}

constexpr double easy = 0.97; // with this little noise everything is found except a few near-duplicates

} // namespace

class TestExperiment : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void repeatedValues();
    void rowsAreRestored_data();
    void rowsAreRestored();
    void shuffledInPlace_data();
    void shuffledInPlace();
    void storedSpacesAreReordered();
    void orderOfTheFilesCounts();
    void anchorsComeFromThePool_data();
    void anchorsComeFromThePool();
    void itemsWithoutDirectionAreNotDrawn();
    void absoluteNeedsNoAnchors();
    void severalPartners();
    void truthDoesNotLeak();
    void seedsDrawnFromFewPairs();
    void refusals_data();
    void refusals();
    void retrievalExperiment();
    void withoutTruthNothingIsScored();
    void anchorsFoundBefore();
    void stitchExperiment();
    void meanAbsoluteErrorOfOrderedLabelsOnly();
    void labelsOfTheOtherSpace();
    void cancelled();
};

void TestExperiment::repeatedValues()
{
    const RepeatedValue values{{1, 2, 3, 6}};
    QCOMPARE(values.mean(), 3.0);
    QVERIFY(std::abs(values.std() - std::sqrt(14.0 / 3)) < 1e-12);
    QCOMPARE(RepeatedValue{{5}}.std(), 0.0);
    QCOMPARE(ExperimentOptions().firstSeed, std::uint64_t(0));
}

void TestExperiment::rowsAreRestored_data()
{
    QTest::addColumn<Side>("side");
    QTest::newRow("anchors of Y are found") << Side::y;
    QTest::newRow("anchors of X are found") << Side::x;
}

void TestExperiment::rowsAreRestored()
{
    QFETCH(Side, side);
    const Problem problem;
    const PreparedSpace x = problem.spaceX(), y = problem.spaceY();
    ProtocolOptions options = smallRun();
    options.optimizedSide = side;
    const auto run = runProtocol({x, y, problem.pairing}, options, 3);
    QVERIFY(run.ok());
    QCOMPARE(run->side, side);
    const Correspondence truth = side == Side::x ? problem.pairing.swapped() : problem.pairing;
    QVERIFY(*shareCorrect(run->summary.correspondence, truth) > easy);
    QCOMPARE(run->summary.correct, shareCorrect(run->summary.correspondence, truth, run->anchors.seedsOfY));
    for (std::size_t i = 0; i < 12; ++i)
        QCOMPARE(truth.partnerOfX(run->anchors.itemsOfX[i]), run->anchors.seedsOfY[i]);
    Index found = 0;
    for (std::size_t i = 0; i < 60; ++i)
        found += truth.partnerOfX(run->anchors.itemsOfX[i]) == run->anchors.discreteY[i];
    QVERIFY2(found >= 57, qPrintable(QString::number(found))); // except the same near-duplicates
    // X comes first whichever side was optimized: rows of both agree for partners.
    const auto pair = encodeRun(representations()[2], {x, y, problem.pairing}, *run, similarities()[0]);
    QVERIFY(pair.has_value());
    QVERIFY((pair->x().row(7) - pair->y().row(problem.pairing.partnerOfX(7))).norm() < 0.1f * pair->x().row(7).norm());
}

void TestExperiment::shuffledInPlace_data()
{
    rowsAreRestored_data();
}

/// A space that is shuffled in place is restored bit for bit, and the run has the same result as with a copy.
void TestExperiment::shuffledInPlace()
{
    QFETCH(Side, side);
    const Problem problem;
    PreparedSpace x = problem.spaceX(), y = problem.spaceY();
    PreparedSpace &own = side == Side::x ? x : y;
    for (const ItemIndex item : {3, 350}) {
        own.rows.row(item).setZero();
        own.norms[item] = 0;
        own.zeroRows.push_back(item);
    }
    const PreparedSpace before = own;
    ProtocolOptions options = smallRun();
    options.optimizedSide = side;
    const auto copied = runProtocol({x, y, problem.pairing}, options, 3);
    const auto run = runProtocol({x, y, problem.pairing, {}, &own}, options, 3);
    QVERIFY(copied.ok() && run.ok());
    QCOMPARE(run->summary.correspondence, copied->summary.correspondence);
    QVERIFY(run->summary.anchorsOfY == copied->summary.anchorsOfY);
    QVERIFY(own.rows == before.rows && own.norms == before.norms);
    QCOMPARE(own.zeroRows, before.zeroRows);
}

/// Vectors kept in their file's type are reordered like those in memory.
void TestExperiment::storedSpacesAreReordered()
{
    const Problem problem;
    PreparedSpace read = problem.spaceX(), stored = prepare(test::storedRows(problem.x.vectors), Centering::center);
    const std::vector<ItemIndex> all = allItems(read.size()), order = Random(5).permutation(read.size());
    QVERIFY(rowsOf(stored, all) == read.rows);
    reorder(stored, order);
    QVERIFY(rowsOf(stored, all) == rowsOf(read, order));
    reorder(read, order);
    QVERIFY(rowsOf(stored, all) == read.rows && stored.norms == read.norms);
}

/// The curve of known pairs learns from the first 5000 items of the files if these are in order, else from the longest.
void TestExperiment::orderOfTheFilesCounts()
{
    const Problem problem(5200, 1.5f);
    KnownPairsOptions options;
    options.base.repeats = 1;
    options.counts = {4};
    options.pairs = 10;
    options.base.protocol.optimize.method = "canonical";
    std::vector<std::vector<double>> ranks;
    for (const bool ordered : {false, true}) {
        options.base.protocol.orderedByFile = ordered;
        const auto curve = runKnownPairsExperiment(problem.x, problem.y, problem.pairing, options);
        QVERIFY(curve.ok());
        ranks.push_back(curve->points[0].mrr.values);
    }
    QVERIFY(ranks[0] != ranks[1]);
}

void TestExperiment::anchorsComeFromThePool_data()
{
    rowsAreRestored_data();
}

/// For either side, and in addition to the user's seeds.
void TestExperiment::anchorsComeFromThePool()
{
    QFETCH(Side, side);
    const Problem problem;
    const Correspondence truth = side == Side::x ? problem.pairing.swapped() : problem.pairing;
    ProtocolOptions options = smallRun();
    options.optimizedSide = side;
    for (ItemIndex item = 300; item < 400; ++item)
        options.pool.push_back(item);
    const auto itemOfX = [&](ItemIndex item) { return side == Side::x ? truth.partnerOfX(item) : item; };
    const auto drawn = drawRunAnchors(truth, options, 3, {});
    QVERIFY(drawn.ok());
    QCOMPARE(drawn->count(), Index(60));
    for (const ItemIndex item : drawn->itemsOfX)
        QVERIFY(itemOfX(item) >= 300);
    options.seedPairs = {{.x = 7, .y = problem.pairing.partnerOfX(7)}};
    const auto completed = drawRunAnchors(truth, options, 3, {});
    QVERIFY(completed.ok());
    QCOMPARE(completed->count(), Index(60));
    QCOMPARE(std::ranges::count_if(completed->itemsOfX, [&](ItemIndex item) { return itemOfX(item) < 300; }), 1);
    QCOMPARE(itemOfX(completed->itemsOfX.front()), 7);
    options.seedPairs.clear();
    options.anchors = 101;
    QCOMPARE(test::codeOf(drawRunAnchors(truth, options, 3, {})), ErrorCode::tooFewPairs);
}

/// Neither drawn from the pairs, nor from all items if these are too few, nor taken from a user's pairs.
void TestExperiment::itemsWithoutDirectionAreNotDrawn()
{
    const Correspondence truth = Correspondence::byRow(100);
    EmptyItems empty;
    for (ItemIndex item = 0; item < 100; item += 2)
        (item % 4 ? empty.x : empty.y).push_back(item);
    ProtocolOptions options;
    options.anchors = 50;
    options.seeds = 20;
    const auto drawn = drawRunAnchors(truth, options, 1, empty);
    QVERIFY(drawn.ok());
    for (const ItemIndex item : drawn->itemsOfX)
        QCOMPARE(item % 2, 1);
    options.anchors = 60; // more than the pairs: the others need a direction in X only
    const auto more = drawRunAnchors(truth, options, 1, empty);
    QVERIFY(more.ok());
    for (const ItemIndex item : more->itemsOfX)
        QVERIFY(placeOf(item, empty.x) == noItem);
    for (const ItemIndex item : more->seedsOfY)
        QCOMPARE(item % 2, 1);
    options.seedPairs = {{.x = 1, .y = 1}, {.x = 2, .y = 2}, {.x = 3, .y = 4}};
    QCOMPARE(drawRunAnchors(truth, options, 1, empty)->seedsOfY, std::vector<ItemIndex>{1});
}

/// Rows that need no anchors are measured without drawing any: no item is left out, and few pairs are enough.
void TestExperiment::absoluteNeedsNoAnchors()
{
    EmbeddingSet x{"x", "", "", test::randomMatrix(40, 6, 1), std::make_shared<ItemTable>(ItemTable{40, {}, {}, {}})};
    EmbeddingSet y = x;
    y.vectors += 0.2f * test::randomMatrix(40, 6, 2);
    ExperimentOptions options;
    options.repeats = 1;
    options.methods.ids = {"Absolute", "Absolute centred"};
    const auto found = runRetrievalExperiment(x, y, Correspondence::byRow(40), options);
    QVERIFY2(found.ok(), found ? "" : found.error().message.c_str());
    QVERIFY(found->runs.empty());
    QCOMPARE(found->rows.size(), std::size_t(4));
    for (const RetrievalExperimentRow &row : found->rows) {
        QCOMPARE(row.queries, Index(40));
        QCOMPARE(row.excluded, Index(0));
    }
    options.methods.ids = {"Absolute", "GT"};
    QCOMPARE(test::codeOf(runRetrievalExperiment(x, y, Correspondence::byRow(40), options)), ErrorCode::tooFewItems);
}

/// A query with several partners is answered by any of them, in both directions.
void TestExperiment::severalPartners()
{
    const Matrix images = test::randomMatrix(30, 6, 1);
    EmbeddingSet x{"x", "", "", images, std::make_shared<ItemTable>(ItemTable{30, {}, {}, {}})};
    EmbeddingSet y{"y", "", "", Matrix(60, 6), std::make_shared<ItemTable>(ItemTable{60, {}, {}, {}})};
    y.vectors << images, images + 2.0f * test::randomMatrix(30, 6, 2); // a good and a bad caption of each
    ExperimentOptions options;
    options.repeats = 1;
    options.methods.ids = {"Absolute"};
    Correspondence bad(30, 60);
    for (ItemIndex i = 0; i < 30; ++i) {
        options.partnersInY.push_back({i, {static_cast<ItemIndex>(i + 30), i}});
        options.partnersInX.push_back({i, {i}});
        options.partnersInX.push_back({static_cast<ItemIndex>(i + 30), {i}});
        bad.pair(i, i + 30);
    }
    const auto found = runRetrievalExperiment(x, y, bad, options);
    QVERIFY(found.ok());
    QVERIFY(found->rows.empty());
    QCOMPARE(found->dictionary.size(), std::size_t(2));
    QCOMPARE(found->dictionary[0].words, Index(30));
    QCOMPARE(found->dictionary[0].pAt1.mean(), 1.0);
    QCOMPARE(found->dictionary[1].direction, Direction::yToX);
    QCOMPARE(found->dictionary[1].words, Index(60));
    QVERIFY(found->dictionary[1].pAt1.mean() >= 0.5);
    QVERIFY(found->dictionary[1].pAt1.mean() < 1);
}

void TestExperiment::truthDoesNotLeak()
{
    const Problem problem;
    const PreparedSpace x = problem.spaceX(), y = problem.spaceY();
    ProtocolOptions options = smallRun();
    for (ItemIndex item = 0; item < 12; ++item)
        options.seedPairs.push_back({.x = item * 7, .y = problem.pairing.partnerOfX(item * 7)});
    const Correspondence nothing(400, 400);
    const auto known = runProtocol({x, y, problem.pairing}, options, 5);
    const auto unknown = runProtocol({x, y, nothing}, options, 5);
    QVERIFY(known.ok() && unknown.ok());
    QCOMPARE(unknown->anchors.itemsOfX, known->anchors.itemsOfX);
    QVERIFY(unknown->anchors.continuousY == known->anchors.continuousY);
    QCOMPARE(unknown->anchors.discreteY, known->anchors.discreteY);
    QCOMPARE(unknown->summary.correspondence, known->summary.correspondence);
    QCOMPARE(unknown->summary.correspondenceScore, known->summary.correspondenceScore);
    QVERIFY(known->summary.correct.has_value() && !unknown->summary.correct.has_value());
    QVERIFY(*shareCorrect(unknown->summary.correspondence, problem.pairing) > easy);
}

void TestExperiment::seedsDrawnFromFewPairs()
{
    const Problem problem;
    Correspondence few(400, 400);
    for (ItemIndex item = 100; item < 120; ++item)
        few.pair(item, problem.pairing.partnerOfX(item));
    const PreparedSpace x = problem.spaceX(), y = problem.spaceY();
    const auto run = runProtocol({x, y, few}, smallRun(), 1);
    QVERIFY(run.ok());
    QCOMPARE(run->anchors.count(), Index(60));
    QCOMPARE(run->anchors.seeds(), Index(12));
    for (std::size_t i = 0; i < 12; ++i)
        QVERIFY(run->anchors.itemsOfX[i] >= 100 && run->anchors.itemsOfX[i] < 120);
    QCOMPARE((std::set<ItemIndex>(run->anchors.itemsOfX.begin(), run->anchors.itemsOfX.end()).size()), std::size_t(60));
    QVERIFY(!encodeRun(representations()[0], {x, y, few}, *run, similarities()[0]));
    QVERIFY(*shareCorrect(run->summary.correspondence, problem.pairing) > easy);
}

void TestExperiment::refusals_data()
{
    QTest::addColumn<int>("anchors");
    QTest::addColumn<int>("seeds");
    QTest::addColumn<int>("pairs");
    QTest::addColumn<QString>("similarity");
    QTest::addColumn<QString>("code");
    QTest::newRow("fewer items than anchors") << 401 << 12 << 400 << "cosine"
                                              << "too-few-items";
    QTest::newRow("fewer pairs than seeds") << 60 << 12 << 11 << "cosine"
                                            << "too-few-pairs";
    QTest::newRow("more seeds than anchors") << 10 << 12 << 400 << "cosine"
                                             << "wrong-usage";
    QTest::newRow("no anchors") << 0 << 0 << 400 << "cosine"
                                << "wrong-usage";
    QTest::newRow("no such similarity") << 60 << 12 << 400 << "sine"
                                        << "wrong-usage";
}

void TestExperiment::refusals()
{
    QFETCH(int, anchors);
    QFETCH(int, seeds);
    QFETCH(int, pairs);
    QFETCH(QString, similarity);
    QFETCH(QString, code);
    const Problem problem;
    Correspondence pairing(400, 400);
    for (ItemIndex item = 0; item < pairs; ++item)
        pairing.pair(item, problem.pairing.partnerOfX(item));
    ExperimentOptions options;
    options.protocol.anchors = anchors;
    options.protocol.seeds = seeds;
    options.protocol.similarity = similarity.toStdString();
    const auto experiment = runRetrievalExperiment(problem.x, problem.y, pairing, options);
    QVERIFY(!experiment.ok());
    QCOMPARE(QString(errorId(test::codeOf(experiment))), code);
}

void TestExperiment::retrievalExperiment()
{
    const Problem problem;
    ExperimentOptions options;
    options.protocol = smallRun();
    options.repeats = 3;
    options.firstSeed = 40;
    const auto experiment = runRetrievalExperiment(problem.x, problem.y, problem.pairing, options);
    QVERIFY(experiment.ok());
    QCOMPARE(experiment->runs.size(), std::size_t(3));
    QCOMPARE(experiment->runs[2].seed, std::uint64_t(42));
    QVERIFY(experiment->runs[1].anchors.itemsOfX != experiment->runs[0].anchors.itemsOfX);
    QCOMPARE(experiment->rows.size(), 2 * representations().size());
    for (const Direction direction : {Direction::xToY, Direction::yToX}) {
        for (const char *method : {"GT", "Seed", "AO continuous", "AO discrete", "Absolute"}) {
            const auto *row = find(*experiment, method, direction);
            QVERIFY2(row, method);
            QCOMPARE(row->of(&RetrievalScores::mrr).values.size(), std::size_t(3));
            QCOMPARE(row->of(&RetrievalScores::cslsPAt1).values.size(), std::size_t(3));
        }
        QVERIFY(find(*experiment, "GT", direction)->of(&RetrievalScores::mrr).mean() > easy);
        QVERIFY(find(*experiment, "AO continuous", direction)->of(&RetrievalScores::mrr).mean() > easy);
        QVERIFY(find(*experiment, "Absolute", direction)->of(&RetrievalScores::mrr).mean() < 0.2); // a random rotation
    }
}

void TestExperiment::withoutTruthNothingIsScored()
{
    const Problem problem;
    ExperimentOptions options;
    options.protocol = smallRun();
    options.repeats = 1;
    for (ItemIndex item = 0; item < 12; ++item)
        options.protocol.seedPairs.push_back({.x = item, .y = problem.pairing.partnerOfX(item)});
    const auto experiment = runRetrievalExperiment(problem.x, problem.y, Correspondence(400, 400), options);
    QVERIFY(experiment.ok());
    QVERIFY(!find(*experiment, "GT", Direction::xToY));
    const auto *row = find(*experiment, "AO continuous", Direction::yToX);
    QVERIFY(row && row->of(&RetrievalScores::mrr).values.empty());
}

void TestExperiment::anchorsFoundBefore()
{
    const Problem problem;
    ExperimentOptions options;
    options.protocol = smallRun();
    options.repeats = 1;
    const auto first = runRetrievalExperiment(problem.x, problem.y, problem.pairing, options);
    options.protocol.existingRun = first->runs[0];
    const auto second = runRetrievalExperiment(problem.x, problem.y, problem.pairing, options);
    QVERIFY(second.ok());
    QCOMPARE(second->runs[0].summary.termination, first->runs[0].summary.termination); // the run is not repeated
    QCOMPARE(second->runs[0].summary.history.size(), first->runs[0].summary.history.size());
    for (const RetrievalExperimentRow &row : first->rows)
        QCOMPARE(find(*second, row.method, row.direction)->of(&RetrievalScores::jaccard).values,
                 row.of(&RetrievalScores::jaccard).values);
}

void TestExperiment::stitchExperiment()
{
    const Problem problem;
    ExperimentOptions options;
    options.protocol = smallRun();
    options.repeats = 2;
    const auto experiment = runStitchExperiment(problem.x, problem.y, problem.pairing, options);
    QVERIFY(experiment.ok());
    QCOMPARE(experiment->classes, problem.x.items->labelNames);
    QCOMPARE(experiment->trainItems, Index(280));
    QCOMPARE(experiment->testItems, Index(120));
    QCOMPARE(experiment->rows.size(), 4 * representations().size());
    for (const StitchExperimentRow &row : experiment->rows) {
        QVERIFY(row.possible);
        QCOMPARE(row.accuracy.values.size(), std::size_t(2));
        QCOMPARE(row.confusion.sum(), 120);
        if (row.representation == "GT" || row.representation == "AO continuous")
            QVERIFY2(row.accuracy.mean() > 0.9, row.representation.c_str());
        if (row.representation == "Absolute" && row.trainSpace != row.testSpace)
            QVERIFY(row.accuracy.mean() < 0.6);
    }
}

/// A column of the table, not of the result: the same counts of wrong predictions, next to the true label and far off.
void TestExperiment::meanAbsoluteErrorOfOrderedLabelsOnly()
{
    const auto shown = [](const std::vector<std::string> &classes, const Eigen::MatrixXi &confusion) {
        StitchExperiment experiment;
        experiment.classes = classes;
        experiment.rows.resize(1);
        experiment.rows[0].mae.add(0.5);
        experiment.rows[0].confusion = confusion;
        const ResultTable table = resultTable(experiment);
        return std::ranges::count(table.columns, "MAE", &ResultColumn::title) == 1;
    };
    Eigen::MatrixXi near(4, 4), far(4, 4);
    near << 9, 2, 0, 0, 1, 9, 1, 0, 0, 1, 9, 1, 0, 0, 2, 9;
    far << 9, 0, 0, 2, 0, 9, 1, 1, 1, 1, 9, 0, 2, 0, 0, 9;
    QVERIFY(shown({"1", "2", "3", "4"}, near));
    QVERIFY(!shown({"1", "2", "3", "4"}, far));
    QVERIFY(!shown({"a", "b", "c", "d"}, near));
    QVERIFY(!shown({"1", "2", "3", "4"}, 9 * Eigen::MatrixXi::Identity(4, 4)));
}

void TestExperiment::labelsOfTheOtherSpace()
{
    Problem problem;
    auto labelled = std::make_shared<ItemTable>(*problem.y.items);
    labelled->labelNames = problem.x.items->labelNames;
    labelled->labels.resize(400);
    for (const ItemIndex item : problem.pairing.pairedItemsOfX())
        labelled->labels[problem.pairing.partnerOfX(item)] = problem.x.items->labels[item];
    ExperimentOptions options;
    options.protocol = smallRun();
    options.repeats = 1;
    const auto before = runStitchExperiment(problem.x, problem.y, problem.pairing, options);
    problem.y.items = labelled;
    auto plain = std::make_shared<ItemTable>();
    plain->count = 400;
    problem.x.items = plain;
    const auto after = runStitchExperiment(problem.x, problem.y, problem.pairing, options);
    QVERIFY(before.ok() && after.ok());
    for (std::size_t i = 0; i < before->rows.size(); ++i)
        QCOMPARE(after->rows[i].accuracy.values, before->rows[i].accuracy.values);
}

void TestExperiment::cancelled()
{
    const Problem problem;
    ExperimentOptions options;
    options.protocol = smallRun();
    const RunContext context = cancelledContext();
    const auto retrieval = runRetrievalExperiment(problem.x, problem.y, problem.pairing, options, context);
    const auto stitching = runStitchExperiment(problem.x, problem.y, problem.pairing, options, context);
    QCOMPARE(QString(errorId(test::codeOf(retrieval))), QString("cancelled"));
    QCOMPARE(QString(errorId(test::codeOf(stitching))), QString("cancelled"));
}

QTEST_GUILESS_MAIN(TestExperiment)
#include "tst_experiment.moc"
