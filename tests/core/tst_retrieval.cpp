// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/dictionary.h"
#include "core/evaluate/retrieval.h"
#include "core/neighbours/collectnearest.h"
#include "core/neighbours/cslsranks.h"
#include "core/neighbours/matches.h"
#include "core/neighbours/ranks.h"
#include "core/parallel.h"
#include "core/product.h"
#include "core/projection/relative.h"
#include "core/random.h"
#include "support/golden.h"
#include "support/randomdata.h"
#include "support/sentences.h"

#include <QtTest>

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>

using namespace anchorscope;
using test::randomMatrix;
using test::worstDifference;

namespace {

constexpr double goldenTolerance = 1e-5; // float32 results against float64 references
constexpr double sumTolerance = 1e-6;    // the same float32 values averaged in another order

/// A cloud and a noisy copy, larger than one tile and with a size that is not a multiple of one.
struct Clouds
{
    Matrix x = randomMatrix(1101, 13, 1);
    Matrix y = x + 0.8f * randomMatrix(1101, 13, 2);
    Correspondence pairing = Correspondence::byRow(1101);
};

/// The definitions of core/definitions.md, 6, computed directly on whole matrices, without ties at place K.
struct Plain
{
    std::vector<float> jaccard, jaccardInTarget, rank, margin, cslsRank;
    std::vector<ItemIndex> other;
    Plain(Matrix source, Matrix target, const Correspondence &pairing, Index k)
    {
        normalizeRows(source);
        normalizeRows(target);
        const Matrix own = productTransposed(source, source), cross = productTransposed(source, target);
        const Matrix ofTarget = productTransposed(target, target);
        std::vector<float> penalty;
        for (Index j = 0; j < target.rows(); ++j) {
            std::vector<float> column(cross.col(j).begin(), cross.col(j).end());
            std::sort(column.begin(), column.end(), std::greater<>());
            penalty.push_back(std::accumulate(column.begin(), column.begin() + 10, 0.0) / 10);
        }
        for (const ItemIndex item : pairing.pairedItemsOfX()) {
            const ItemIndex partner = pairing.partnerOfX(item);
            std::set<ItemIndex> a, b;
            for (const ItemIndex neighbour : best(own, item, k))
                a.insert(pairing.partnerOfX(neighbour) == noItem ? -2 - neighbour : pairing.partnerOfX(neighbour));
            for (const ItemIndex neighbour : best(cross, item, k))
                b.insert(neighbour);
            jaccard.push_back(shareInBoth(a, b));
            const std::vector<ItemIndex> ofPartner = best(ofTarget, partner, k);
            jaccardInTarget.push_back(shareInBoth({ofPartner.begin(), ofPartner.end()}, b));
            float greater = 0, equal = 0, cslsGreater = 0, bestOther = -2;
            other.push_back(noItem);
            for (Index j = 0; j < target.rows(); ++j) {
                greater += cross(item, j) > cross(item, partner);
                equal += j != partner && cross(item, j) == cross(item, partner);
                if (j != partner && cross(item, j) > bestOther) {
                    bestOther = cross(item, j);
                    other.back() = static_cast<ItemIndex>(j);
                }
                cslsGreater += 2 * cross(item, j) - penalty[j] > 2 * cross(item, partner) - penalty[partner];
            }
            rank.push_back(1 + greater + equal / 2);
            margin.push_back(cross(item, partner) - bestOther);
            cslsRank.push_back(1 + cslsGreater);
        }
    }
    static float shareInBoth(const std::set<ItemIndex> &a, const std::set<ItemIndex> &b)
    {
        std::set<ItemIndex> all = a;
        all.insert(b.begin(), b.end());
        return static_cast<float>(a.size() + b.size() - all.size()) / static_cast<float>(all.size());
    }
    static std::vector<ItemIndex> best(const Matrix &products, Index row, Index k)
    {
        std::vector<ItemIndex> order(products.cols());
        std::iota(order.begin(), order.end(), 0);
        std::sort(order.begin(), order.end(),
                  [&](ItemIndex a, ItemIndex b) { return products(row, a) > products(row, b); });
        order.resize(k);
        return order;
    }
    double meanInTarget() const
    {
        return std::accumulate(jaccardInTarget.begin(), jaccardInTarget.end(), 0.0) /
               static_cast<double>(jaccardInTarget.size());
    }
    double cslsMrr() const
    {
        return std::accumulate(cslsRank.begin(), cslsRank.end(), 0.0, [](double s, float r) { return s + 1 / r; }) /
               static_cast<double>(cslsRank.size());
    }
};

} // namespace

class TestRetrieval : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cslsRanksAreThoseOfAllProducts_data();
    void cslsRanksAreThoseOfAllProducts();
    void cslsRanksWithoutNeighbours();
    void golden();
    void plainDefinition_data();
    void plainDefinition();
    void sameSpaceIsPerfect();
    void anchorsAreCandidatesOnly_data();
    void anchorsAreCandidatesOnly();
    void dictionaryOfOneAnswerIsRetrieval();
    void bestAnswerCounts();
    void duplicatesShareTheirRank();
    void tiesAtPlaceK();
    void threadsDoNotMatter();
    void sampledQueries();
    void fewAnchors();
    void zeroRows();
    void refusals_data();
    void refusals();
    void cancelled();
    void nearestItems();
    void nearestLists_data();
    void nearestLists();
    void scoredMatches();
};

void TestRetrieval::anchorsAreCandidatesOnly_data()
{
    QTest::addColumn<bool>("sampled");
    QTest::newRow("all others are queries") << false;
    QTest::newRow("some others are queries") << true;
}

/// Excluded items are not queries in either direction; the scores of the others do not change.
void TestRetrieval::anchorsAreCandidatesOnly()
{
    QFETCH(bool, sampled);
    const Clouds clouds;
    std::vector<ItemIndex> order = Random(5).permutation(1101);
    Correspondence pairing(1101, 1101);
    for (ItemIndex i = 0; i < 1101; i += 3) // a third is not paired at all
        pairing.pair(i, order[static_cast<std::size_t>(i)]),
            pairing.pair(i + 1, order[static_cast<std::size_t>(i + 1)]);
    const std::vector<ItemIndex> anchors{0, 1, 2, 3, 300, 600}; // 2 has no partner
    RetrievalOptions options;
    if (sampled) {
        options.exactUpTo = 100;
        options.sampledQueries = 729;
    }
    const auto all = retrieveBothWays("", clouds.x, clouds.y, pairing, {});
    const auto row = retrieveBothWays("", clouds.x, clouds.y, pairing, options.leavingOut(anchors));
    QVERIFY(all.ok() && row.ok());
    const auto check = [&](const RetrievalScores &some, const RetrievalScores &whole, std::set<ItemIndex> out) {
        QCOMPARE(some.excluded, Index(5));
        QCOMPARE(some.queries, Index(729));
        QVERIFY(some.exact);
        double reciprocal = 0;
        std::size_t at = 0;
        for (std::size_t i = 0; i < whole.queryItems.size(); ++i) {
            if (out.contains(whole.queryItems[i]))
                continue;
            QCOMPARE(some.queryItems[at], whole.queryItems[i]);
            QCOMPARE(some.itemRank[at], whole.itemRank[i]);
            QCOMPARE(some.itemJaccard[at], whole.itemJaccard[i]);
            reciprocal += 1 / some.itemRank[at++];
        }
        QCOMPARE(at, std::size_t(729));
        QVERIFY(std::abs(some.mrr.mean - reciprocal / 729) < sumTolerance);
    };
    check(row->xToY, all->xToY, {anchors.begin(), anchors.end()});
    std::set<ItemIndex> partners;
    for (const ItemIndex item : anchors)
        partners.insert(pairing.partnerOfX(item));
    check(row->yToX, all->yToX, partners);
    options.scoreAnchors = true;
    QCOMPARE(options.leavingOut(anchors).excluded.size(), std::size_t(0));
    options.scoreAnchors = false;
    const auto nothing =
        retrieveBothWays("", clouds.x, clouds.y, pairing, options.leavingOut(pairing.pairedItemsOfX()));
    QVERIFY(!nothing && test::codeOf(nothing) == ErrorCode::noPairs);
}

void TestRetrieval::dictionaryOfOneAnswerIsRetrieval()
{
    const Clouds clouds;
    std::vector<DictionaryEntry> entries;
    for (ItemIndex i = 0; i < 1101; ++i)
        entries.push_back({i, {i}});
    const auto row = retrieveBothWays("", clouds.x, clouds.y, clouds.pairing, {});
    const auto scores = scoreDictionary(clouds.x, clouds.y, entries);
    QVERIFY(scores.ok());
    QCOMPARE(scores->words, Index(1101));
    QVERIFY(std::abs(scores->mrr - row->xToY.mrr.mean) < sumTolerance);
    QVERIFY(std::abs(scores->pAt1 - row->xToY.pAt1.mean) < sumTolerance);
    QVERIFY(std::abs(scores->pAt10 - row->xToY.pAt10.mean) < sumTolerance);
    QVERIFY(std::abs(scores->cslsMrr - row->xToY.cslsMrr.mean) < sumTolerance);
    QVERIFY(std::abs(scores->cslsPAt1 - row->xToY.cslsPAt1.mean) < sumTolerance);
    QVERIFY(!scoreDictionary(clouds.x, clouds.y, {}));
}

/// A rank is that of the best answer, without regard to other answers.
void TestRetrieval::bestAnswerCounts()
{
    const Clouds clouds;
    std::vector<DictionaryEntry> several;
    for (ItemIndex i = 0; i < 20; ++i)
        several.push_back({i, {static_cast<ItemIndex>(1100 - i), i, static_cast<ItemIndex>(i + 400)}});
    const auto all = scoreDictionary(clouds.x, clouds.y, several);
    double reciprocal = 0, found = 0;
    for (const DictionaryEntry &entry : several) {
        double best = 0, bestHit = 0;
        for (const ItemIndex answer : entry.answers) {
            const auto one = scoreDictionary(clouds.x, clouds.y, {{entry.word, {answer}}});
            best = std::max(best, one->mrr);
            bestHit = std::max(bestHit, one->cslsPAt5);
        }
        reciprocal += best;
        found += bestHit;
    }
    QVERIFY(std::abs(all->mrr - reciprocal / 20) < sumTolerance);
    QVERIFY(std::abs(all->cslsPAt5 - found / 20) < sumTolerance);
}

void TestRetrieval::golden()
{
    const test::Golden golden;
    const Matrix rx = golden.floats("relative/x_cosine"), ry = golden.floats("relative/y_cosine_true_anchors");
    const auto row = retrieveBothWays("GT", rx, ry, Correspondence::byRow(rx.rows()), {});
    QVERIFY(row.ok());
    const auto summary = [](const RetrievalScores &s) {
        return Eigen::VectorXd{{s.jaccard.mean, s.mrr.mean, s.mrrAtK.mean, s.cosine.mean, s.pAt1.mean}};
    };
    QVERIFY(worstDifference(summary(row->xToY), golden.matrix("retrieval/summary")) < goldenTolerance);
    QVERIFY(worstDifference(summary(row->yToX), golden.matrix("retrieval/summary_y_to_x")) < goldenTolerance);
    const Eigen::VectorXd further{{row->xToY.pAt5.mean, row->xToY.pAt10.mean}};
    QVERIFY(worstDifference(further, golden.matrix("retrieval/p_at_5_and_10")) < goldenTolerance);
    const auto asColumn = [](const std::vector<float> &v) { return Eigen::Map<const Vector>(v.data(), std::ssize(v)); };
    QVERIFY(worstDifference(asColumn(row->xToY.itemJaccard), golden.matrix("retrieval/jaccard_per_item")) <
            goldenTolerance);
    QVERIFY(worstDifference(asColumn(row->xToY.itemRank), golden.matrix("retrieval/rank_per_item")) < goldenTolerance);
    QVERIFY(row->xToY.exact);
    QCOMPARE(row->xToY.mrr.interval, 0.0);
}

void TestRetrieval::plainDefinition_data()
{
    QTest::addColumn<int>("unpairedX");
    QTest::addColumn<int>("unpairedY");
    QTest::addColumn<int>("k");
    QTest::newRow("all paired") << 0 << 0 << 10;
    QTest::newRow("unpaired targets are distractors") << 0 << 700 << 10;
    QTest::newRow("unpaired sources are not partners") << 900 << 0 << 10;
    QTest::newRow("both, K = 1") << 300 << 80 << 1;
    QTest::newRow("large K") << 5 << 3 << 400;
}

void TestRetrieval::plainDefinition()
{
    QFETCH(int, unpairedX);
    QFETCH(int, unpairedY);
    QFETCH(int, k);
    const Clouds clouds;
    Random random(3);
    const auto order = random.permutation(clouds.y.rows());
    const Matrix y = rowsOf(clouds.y, order);
    const Correspondence all = clouds.pairing.withYReordered(order);
    // Removes the row that is the partner of each of the first unpairedX items of X, and likewise for the last
    // unpairedY of Y.
    Correspondence pairing(all.itemsOfX(), all.itemsOfY());
    for (const ItemIndex item : all.pairedItemsOfX()) {
        if (item >= unpairedX && all.partnerOfX(item) < all.itemsOfY() - unpairedY)
            pairing.pair(item, all.partnerOfX(item));
    }
    RetrievalOptions options;
    options.k = k;
    const auto row = retrieveBothWays("", clouds.x, y, pairing, options);
    QVERIFY(row.ok());
    const Plain xToY(clouds.x, y, pairing, k), yToX(y, clouds.x, pairing.swapped(), k);
    QCOMPARE(row->xToY.itemRank, xToY.rank);
    QCOMPARE(row->yToX.itemRank, yToX.rank);
    QCOMPARE(row->xToY.itemJaccard, xToY.jaccard);
    QCOMPARE(row->yToX.itemJaccard, yToX.jaccard);
    QCOMPARE(row->xToY.itemMargin, xToY.margin);
    QCOMPARE(row->yToX.itemMargin, yToX.margin);
    QCOMPARE(row->xToY.itemOther, xToY.other);
    QCOMPARE(row->yToX.itemOther, yToX.other);
    QCOMPARE(row->xToY.queryItems, pairing.pairedItemsOfX());
    QVERIFY(std::abs(row->xToY.cslsMrr.mean - xToY.cslsMrr()) < sumTolerance);
    QVERIFY(std::abs(row->yToX.cslsMrr.mean - yToX.cslsMrr()) < sumTolerance);
    QVERIFY(std::abs(row->xToY.jaccardInTarget.mean - xToY.meanInTarget()) < sumTolerance);
    QVERIFY(std::abs(row->yToX.jaccardInTarget.mean - yToX.meanInTarget()) < sumTolerance);
    const auto oneWay = retrieve(clouds.x, y, pairing, options);
    QVERIFY(oneWay.ok() && oneWay->jaccardInTarget.mean == row->xToY.jaccardInTarget.mean);
}

void TestRetrieval::sameSpaceIsPerfect()
{
    const Clouds clouds;
    const auto scores = retrieve(clouds.x, clouds.x, clouds.pairing, {});
    QVERIFY(scores.ok());
    QCOMPARE(scores->jaccard.mean, 1.0);
    QCOMPARE(scores->mrr.mean, 1.0);
    QCOMPARE(scores->pAt1.mean, 1.0);
    QCOMPARE(scores->cslsPAt1.mean, 1.0);
    QVERIFY(std::abs(scores->cosine.mean - 1) < sumTolerance);
}

void TestRetrieval::duplicatesShareTheirRank()
{
    // Every item occurs twice, in places of tiles that differ in every respect.
    const Matrix half = randomMatrix(701, 31, 4);
    Matrix twice(1402, 31);
    twice << half, half;
    const auto scores = retrieve(twice, twice, Correspondence::byRow(1402), {});
    QVERIFY(scores.ok());
    for (const float rank : scores->itemRank)
        QCOMPARE(rank, 1.5f);
    QCOMPARE(scores->pAt1.mean, 0.0);
    QCOMPARE(scores->pAt5.mean, 1.0);
}

void TestRetrieval::tiesAtPlaceK()
{
    // All items alike: the two lists of 10 out of 600 are independent random draws, so they share 10·10/600 items.
    const Matrix equal = Matrix::Ones(600, 5);
    RetrievalOptions options;
    const auto first = retrieve(equal, equal, Correspondence::byRow(600), options);
    QVERIFY(first.ok());
    double shared = 0;
    for (const float jaccard : first->itemJaccard)
        shared += 20 * jaccard / (1 + jaccard);
    shared /= 600;
    QVERIFY2(std::abs(shared - 100.0 / 600) < 0.07, // 4 standard errors of a mean of 600 hypergeometric counts
             qPrintable(QString::number(shared)));
    QCOMPARE(first->itemRank, std::vector<float>(600, 300.5f));
    const auto again = retrieve(equal, equal, Correspondence::byRow(600), options);
    QCOMPARE(again->itemJaccard, first->itemJaccard);
    options.seed = 1;
    const auto other = retrieve(equal, equal, Correspondence::byRow(600), options);
    QVERIFY(other->itemJaccard != first->itemJaccard);
}

void TestRetrieval::threadsDoNotMatter()
{
    const Clouds clouds;
    // Coarse values, which have many ties.
    const Matrix x = clouds.x.array().round(), y = clouds.y.array().round();
    std::vector<RetrievalRow> rows;
    for (const int threads : {1, 2, 5}) {
        const ThreadLimit limit(threads);
        rows.push_back(*retrieveBothWays("", x, y, clouds.pairing, {}));
    }
    for (const RetrievalRow &row : rows) {
        QCOMPARE(row.xToY.itemJaccard, rows[0].xToY.itemJaccard);
        QCOMPARE(row.yToX.itemJaccard, rows[0].yToX.itemJaccard);
        QCOMPARE(row.xToY.itemRank, rows[0].xToY.itemRank);
        QCOMPARE(row.yToX.cslsMrr.mean, rows[0].yToX.cslsMrr.mean);
    }
}

void TestRetrieval::sampledQueries()
{
    const Clouds clouds;
    const auto exact = retrieveBothWays("", clouds.x, clouds.y, clouds.pairing, {});
    RetrievalOptions options;
    options.exactUpTo = 1000;
    options.sampledQueries = 300;
    const auto sampled = retrieveBothWays("", clouds.x, clouds.y, clouds.pairing, options);
    QVERIFY(sampled.ok());
    QVERIFY(!sampled->xToY.exact && !sampled->xToY.hubnessCorrected && exact->xToY.hubnessCorrected);
    QCOMPARE(sampled->xToY.queries, Index(300));
    for (std::size_t q = 0; q < 300; ++q) {
        const auto item = static_cast<std::size_t>(sampled->yToX.queryItems[q]);
        QCOMPARE(sampled->yToX.itemRank[q], exact->yToX.itemRank[item]);
        QCOMPARE(sampled->yToX.itemJaccard[q], exact->yToX.itemJaccard[item]);
        QCOMPARE(sampled->yToX.itemMargin[q], exact->yToX.itemMargin[item]);
        QCOMPARE(sampled->yToX.itemOther[q], exact->yToX.itemOther[item]);
    }
    options.neighbours = false;
    const auto ranks = retrieveBothWays("", clouds.x, clouds.y, clouds.pairing, options);
    QVERIFY(ranks.ok());
    QCOMPARE(ranks->yToX.itemRank, sampled->yToX.itemRank);
    QCOMPARE(ranks->xToY.mrr.mean, sampled->xToY.mrr.mean);
    QCOMPARE(ranks->xToY.mrr.interval, sampled->xToY.mrr.interval);
    QVERIFY(ranks->xToY.itemJaccard.empty() && ranks->xToY.itemMargin.empty());
    options.neighbours = true;
    QVERIFY(sampled->xToY.mrr.interval > 0);
    const Plain plain(clouds.x, clouds.y, clouds.pairing, options.k);
    double inTarget = 0;
    for (const ItemIndex item : sampled->xToY.queryItems)
        inTarget += static_cast<double>(plain.jaccardInTarget[static_cast<std::size_t>(item)]) / 300;
    QVERIFY(std::abs(sampled->xToY.jaccardInTarget.mean - inTarget) < sumTolerance);
    QCOMPARE(ranks->xToY.jaccardInTarget.mean, 0.0); // not measured
    // Twice the half-width of a 95 % interval: missed once in 10 000 seeds.
    QVERIFY(std::abs(sampled->xToY.mrr.mean - exact->xToY.mrr.mean) < 2 * sampled->xToY.mrr.interval);
    options.sampledQueries = 5000;
    const auto everyone = retrieve(clouds.x, clouds.y, clouds.pairing, options);
    QVERIFY(everyone->exact);
    QCOMPARE(everyone->mrr.mean, exact->xToY.mrr.mean);
    QCOMPARE(everyone->mrr.interval, 0.0);
}

void TestRetrieval::fewAnchors()
{
    const Clouds clouds;
    QVERIFY(retrieve(clouds.x.leftCols(2), clouds.y.leftCols(2), clouds.pairing, {})->degenerate);
    QVERIFY(!retrieve(clouds.x.leftCols(3), clouds.y.leftCols(3), clouds.pairing, {})->degenerate);
    for (const Index width : {2, 3}) {
        const auto row = retrieveBothWays("", clouds.x.leftCols(width), clouds.y.leftCols(width), clouds.pairing, {});
        QVERIFY(row->xToY.degenerate == (width < 3) && row->yToX.degenerate == (width < 3));
    }
}

void TestRetrieval::zeroRows()
{
    Clouds clouds;
    clouds.x.row(7).setZero();
    const auto scores = retrieve(clouds.x, clouds.y, clouds.pairing, {});
    QVERIFY(scores.ok());
    QCOMPARE(scores->itemRank[7], 551.0f); // tied with all 1101 targets: 1 + 1100 / 2
    QVERIFY(std::isfinite(scores->cosine.mean) && std::isfinite(scores->cslsMrr.mean));
}

void TestRetrieval::refusals_data()
{
    QTest::addColumn<int>("k");
    QTest::addColumn<bool>("paired");
    QTest::addColumn<QString>("code");
    QTest::newRow("K as large as the set") << 20 << true << "k-too-large";
    QTest::newRow("K larger than the smaller set") << 25 << true << "k-too-large";
    QTest::newRow("K below 1") << 0 << true << "wrong-usage";
    QTest::newRow("nothing paired") << 5 << false << "no-pairs";
}

void TestRetrieval::refusals()
{
    QFETCH(int, k);
    QFETCH(bool, paired);
    QFETCH(QString, code);
    Correspondence pairing(20, 30);
    if (paired)
        pairing.pair(3, 29);
    RetrievalOptions options;
    options.k = k;
    const auto result = retrieve(randomMatrix(20, 4, 1), randomMatrix(30, 4, 2), pairing, options);
    QVERIFY(!result.ok());
    QCOMPARE(QString(errorId(test::codeOf(result))), code);
}

void TestRetrieval::cancelled()
{
    const Clouds clouds;
    RunContext context;
    context.control = std::make_shared<RunControl>();
    int reports = 0;
    context.progress = [&, control = context.control](double, std::string_view) {
        ++reports;
        control->cancel();
    };
    const ThreadLimit oneThread(1);
    const auto result = retrieve(clouds.x, clouds.y, clouds.pairing, {}, context);
    QVERIFY(!result.ok());
    QCOMPARE(QString(errorId(test::codeOf(result))), QString("cancelled"));
    QCOMPARE(reports, 1); // cancelled at the next tile
}

void TestRetrieval::nearestItems()
{
    Matrix among(5, 2);
    among << 1, 0, 0, 2, 3, 3, 0, 0, -1, 0;
    const Matrix query{{2, 1}};
    const auto found = nearest(query, among, 3);
    QCOMPARE(found.size(), std::size_t(3));
    QCOMPARE(found[0].item, 2);
    QCOMPARE(found[1].item, 0);
    QCOMPARE(found[2].item, 1);
    QVERIFY(std::abs(found[1].similarity - 2 / std::sqrt(5.0)) < sumTolerance);
    QCOMPARE(nearest(query, among, 50).size(), std::size_t(5));
    QCOMPARE(nearestOfAny({4, 1}, among, 1), (std::vector<ItemIndex>{1, 4}));
    QCOMPARE(nearestOfAny({1, 0}, among, 2), (std::vector<ItemIndex>{0, 1, 2})); // 2 is between both, listed once
}

void TestRetrieval::nearestLists_data()
{
    QTest::addColumn<int>("count");
    QTest::newRow("kept sorted") << 5;
    QTest::newRow("cut when they are full") << 40;
}

/// Collects in two parts. Equal similarities are ordered by index; products of few small numbers have many.
void TestRetrieval::nearestLists()
{
    QFETCH(int, count);
    const auto smallNumbers = [](Index rows, unsigned seed) {
        Matrix numbers = randomMatrix(rows, 4, seed);
        return Matrix(numbers.array().round());
    };
    const Matrix x = smallNumbers(300, 1), y = smallNumbers(500, 2), products = x * y.transpose();
    NearestLists ofX(x.rows(), count), ofY(y.rows(), count);
    QVERIFY(collectNearest(x, {0, 300}, y, {0, 200}, ofX, ofY, {}, {}));
    QVERIFY(collectNearest(x, {0, 300}, y, {200, 300}, ofX, ofY, {}, {}));
    const auto check = [count](const NearestLists &lists, const Matrix &similarities) {
        for (Index query = 0; query < similarities.rows(); ++query) {
            std::vector<ItemIndex> expected = allItems(similarities.cols());
            std::ranges::stable_sort(expected, std::greater<>(), [&](ItemIndex i) { return similarities(query, i); });
            expected.resize(static_cast<std::size_t>(count));
            std::vector<ItemIndex> found;
            for (const Neighbour &each : lists.of(query))
                found.push_back(each.item);
            QCOMPARE(found, expected);
        }
    };
    check(ofX, products);
    check(ofY, products.transpose());
}

void TestRetrieval::scoredMatches()
{
    // Unit vectors at 0°, 10° and 90°; Y's items are at 2°, 8° and 30°.
    const auto at = [](std::initializer_list<double> degrees) {
        Matrix rows(std::ssize(degrees), 2);
        Index i = 0;
        for (const double degree : degrees) {
            const double angle = degree * M_PI / 180;
            rows.row(i++) << static_cast<float>(3 * std::cos(angle)), static_cast<float>(3 * std::sin(angle));
        }
        return rows;
    };
    const auto cosine = [](double degrees) { return std::cos(degrees * M_PI / 180); };
    const auto matches = scoreMatches(at({0, 10, 90}), at({2, 8, 30}), {0, 1, 2});
    const double score[] = {cosine(2), cosine(2), cosine(60)};
    const double margin[] = {cosine(2) - cosine(8), cosine(2) - cosine(8), cosine(60) - cosine(20)};
    const bool mutual[] = {true, true, true}; // no item of Y is nearer to the one at 90° than the one at 30°
    for (std::size_t j = 0; j < 3; ++j) {
        QVERIFY(std::abs(matches[j].score - score[j]) < sumTolerance);
        QVERIFY(std::abs(matches[j].margin - margin[j]) < sumTolerance);
        QCOMPARE(matches[j].mutual, mutual[j]);
    }
    const auto wrong = scoreMatches(at({0, 10, 90}), at({2, 8, 30}), {1, 1, 1});
    QVERIFY(!wrong[0].mutual && wrong[1].mutual && !wrong[2].mutual);
    QVERIFY(wrong[0].margin < 0);
}

void TestRetrieval::cslsRanksAreThoseOfAllProducts_data()
{
    QTest::addColumn<float>("noise");
    QTest::newRow("decided by lists") << 0.05f;
    QTest::newRow("some unresolved") << 0.8f;
    QTest::newRow("most unresolved") << 5.0f;
}

/// Compares bit for bit, with ties, zero rows and items that are not queries.
void TestRetrieval::cslsRanksAreThoseOfAllProducts()
{
    QFETCH(float, noise);
    Matrix x = randomMatrix(700, 13, 1), y = randomMatrix(900, 13, 2);
    y.topRows(600) = x.topRows(600) + noise * randomMatrix(600, 13, 3);
    y.row(650) = y.row(3);
    x.row(10).setZero();
    y.row(20).setZero();
    normalizeRows(x);
    normalizeRows(y);
    std::vector<ItemIndex> ofX(700, noItem), ofY(900, noItem);
    std::iota(ofX.begin(), ofX.begin() + 600, 0);
    std::iota(ofY.begin(), ofY.begin() + 600, 0);
    NearestLists nearX(700, 20, TieOrder{}), nearY(900, 20, TieOrder{});
    QVERIFY(forTiles(
        x, y, [&](const Tile &tile) { nearX.addRows(tile); }, [&](const Tile &tile) { nearY.addColumns(tile); }, {}));
    nearX.finish();
    nearY.finish();
    const std::vector<float> similarX = targetSimilarities(x, y, ofX), similarY = targetSimilarities(y, x, ofY);
    RankCounter allX(similarX, ofX, 900, nearY.meanSimilarity(10)), allY(similarY, ofY, 700, nearX.meanSimilarity(10));
    QVERIFY(forTiles(
        x, y, [&](const Tile &tile) { allX.addRows(tile); }, [&](const Tile &tile) { allY.addColumns(tile); }, {}));
    const CslsQueries askedX{x, y, similarX, ofX, nearX, nearY}, askedY{y, x, similarY, ofY, nearY, nearX};
    const auto both = cslsRanksBothWays(askedX, askedY, 10, {});
    const auto one = cslsRanks(askedX, 10, {});
    QVERIFY(both && one && both->first == *one);
    for (Index i = 0; i < 600; ++i) {
        QCOMPARE(both->first[static_cast<std::size_t>(i)], allX.rank(i));
        QCOMPARE(both->second[static_cast<std::size_t>(i)], allY.rank(i));
    }
}

/// Numbers beyond float32 leave rows without neighbours, whose ranks cannot follow from lists.
void TestRetrieval::cslsRanksWithoutNeighbours()
{
    Matrix x = randomMatrix(30, 5, 1), y = randomMatrix(40, 5, 2);
    normalizeRows(x);
    normalizeRows(y);
    y.row(7).setConstant(std::numeric_limits<float>::quiet_NaN());
    x.row(3).setConstant(std::numeric_limits<float>::quiet_NaN());
    std::vector<ItemIndex> targets(30);
    std::iota(targets.begin(), targets.end(), 0);
    NearestLists nearX(30, 5, TieOrder{}), nearY(40, 5, TieOrder{});
    QVERIFY(forTiles(
        x, y, [&](const Tile &tile) { nearX.addRows(tile); }, [&](const Tile &tile) { nearY.addColumns(tile); }, {}));
    nearX.finish();
    nearY.finish();
    QVERIFY(nearX.of(3).empty() && nearY.of(7).empty());
    QCOMPARE(nearY.maxOf(7), -std::numeric_limits<float>::infinity());
    QCOMPARE(nearX.minOf(3), -std::numeric_limits<float>::infinity());
    const auto ranks = cslsRanks({x, y, targetSimilarities(x, y, targets), targets, nearX, nearY}, 5, {});
    QVERIFY(ranks && std::ssize(*ranks) == 30);
}

QTEST_GUILESS_MAIN(TestRetrieval)
#include "tst_retrieval.moc"
