// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/alignment/runmodel.h"
#include "core/alignment/subset.h"
#include "core/data/items.h"
#include "core/distributed/resultcache.h"
#include "core/evaluate/metrics.h"
#include "core/ivf/ivfsearch.h"
#include "core/neighbours/distributedmatches.h"
#include "core/optimizers/canonical.h"
#include "core/optimizers/optimizers.h"
#include "core/optimizers/validatealignment.h"
#include "core/projection/relative.h"
#include "core/random.h"
#include "core/translate/canonicalmap.h"
#include "support/randomdata.h"
#include "support/storedvectors.h"
#include "support/threadranks.h"

#include <QtTest>

using namespace anchorscope;
using test::Faults;
using test::sameBits;

namespace {

/// Unit rows, every tenth one a copy of the previous row, so that similarities are equal.
Matrix rowsWithEquals(Index rows, Index columns, std::uint64_t seed)
{
    Matrix result = test::randomMatrix(rows, columns, seed);
    normalizeRows(result);
    for (Index i = 1; i < rows; i += 10)
        result.row(i) = result.row(i - 1);
    return result;
}

/// A result cache in memory.
class InMemory : public ResultCache
{
public:
    bool take(std::span<std::byte> result, const std::function<bool()> &possible) override
    {
        if (m_taken == results.size() || results[m_taken].size() != result.size())
            return false;
        std::ranges::copy(results[m_taken], result.begin());
        const bool taken = possible();
        m_taken += taken ? 1 : 0;
        return taken;
    }
    void keep(std::span<const std::byte> result) override
    {
        results.resize(m_taken);
        results.emplace_back(result.begin(), result.end());
        m_taken = results.size();
    }
    std::vector<std::vector<std::byte>> results;

private:
    std::size_t m_taken = 0;
};

/// A space and a rotated, noisy copy.
struct Pair
{
    Matrix cloudX, cloudY; ///< vectors before preparation
    PreparedSpace x, y;
    std::vector<ItemIndex> anchors, seedsOfY;

    explicit Pair(Index items)
    {
        cloudX = test::randomMatrix(items, 12, 1);
        for (Index c = 0; c < cloudX.cols(); ++c)
            cloudX.col(c) /= std::sqrt(static_cast<float>(c + 1));
        cloudY = cloudX * test::randomRotation(12, 2) + 0.05f * test::randomMatrix(items, 12, 3);
        x = prepare(cloudX, Centering::center);
        y = prepare(cloudY, Centering::center);
        for (ItemIndex item = 0; item < 20; ++item)
            anchors.push_back(item);
        seedsOfY = {anchors.begin(), anchors.begin() + 8};
    }
    OptimizeInput input() const { return {x, y, anchors, seedsOfY}; }
};

} // namespace

/// Several ranks get the result of a single process, bit for bit.
class TestRanks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sharesCoverAll();
    void moments_data() { numbers(); }
    void moments();
    void matches_data() { numbers(); }
    void matches();
    void likelyMatches_data() { numbers(); }
    void likelyMatches();
    void lists_data() { numbers(); }
    void lists();
    void retrieval_data() { numbers(); }
    void retrieval();
    void wholeRun_data() { numbers(); }
    void wholeRun();
    void spacesOfRanks_data() { numbers(); }
    void spacesOfRanks();
    void wholeRunInParts();
    void storedResultsAreUsed();
    void resultsOfOtherQueriesAreNotUsed();
    void predictedRunsAreShared();

private:
    static void numbers()
    {
        QTest::addColumn<int>("ranks");
        for (const int ranks : {1, 2, 3, 4})
            QTest::addRow("%d", ranks) << ranks;
    }
};

void TestRanks::sharesCoverAll()
{
    for (const Index items : {0, 1, 5, 1000}) {
        Index next = 0;
        for (int rank = 0; rank < 7; ++rank) {
            const Share share = shareOf(items, rank, 7);
            QCOMPARE(share.first, next);
            next += share.count;
        }
        QCOMPARE(next, items);
    }
}

void TestRanks::moments()
{
    QFETCH(int, ranks);
    const Matrix x = test::randomMatrix(9000, 30, 1), y = test::randomMatrix(9000, 20, 2);
    WeightedPairs pairs; // more than one block of them
    for (const ItemIndex item : Random(3).permutation(9000))
        pairs.add(item, 8999 - item, 1 + item % 3);
    const auto alone = pairMoments(x, y, pairs);
    Faults faults;
    test::ThreadRanks(ranks).run([&](Communicator &own) {
        const RunContext context = test::sharedBy(own);
        const auto together = pairMoments(x, y, pairs, context);
        faults.check(together && sameBits(together->sums, alone->sums), "moments differ");
    });
    QCOMPARE(faults.first(), nullptr);
}

void TestRanks::matches()
{
    QFETCH(int, ranks);
    const Matrix x = rowsWithEquals(700, 16, 1), y = rowsWithEquals(450, 16, 2);
    QueryMask half{std::vector<bool>(700), std::vector<bool>(450, true)};
    for (std::size_t i = 0; i < 700; i += 2)
        half.ofX[i] = true;
    const auto alone = cslsMatches(x, y, 10), aloneOfHalf = cslsMatches(x, y, 10, half);
    Faults faults;
    test::ThreadRanks(ranks).run([&](Communicator &own) {
        const RunContext context = test::sharedBy(own);
        const auto together = cslsMatches(x, y, 10, context);
        faults.check(together->yOfX == alone->yOfX && together->xOfY == alone->xOfY, "partners differ");
        const auto ofHalf = cslsMatches(x, y, 10, half, context);
        faults.check(ofHalf->yOfX == aloneOfHalf->yOfX && ofHalf->xOfY == aloneOfHalf->xOfY,
                     "partners of a half differ");
        const CslsMatches ofDistributed = distributedMatches(distribute(x, own), distribute(y, own), 10, context);
        faults.check(ofDistributed.yOfX == alone->yOfX && ofDistributed.xOfY == alone->xOfY,
                     "partners of distributed rows differ");
    });
    QCOMPARE(faults.first(), nullptr);
}

void TestRanks::likelyMatches()
{
    QFETCH(int, ranks);
    const Matrix x = rowsWithEquals(3000, 16, 1), y = rowsWithEquals(2500, 16, 2);
    const auto side = [](const Matrix &rows) {
        return IvfSide{rows.rows(), [&](const std::vector<ItemIndex> &items) { return rowsOf(rows, items); }};
    };
    IvfOptions options;
    options.targetRecall = 0.8; // so that not all cells are compared
    const auto alone = ivfMatches(side(x), side(y), 10, options);
    QVERIFY(alone->nprobe > 0 && alone->nprobe < alone->nlist);
    const MatchLists aloneLists = ivfMatchLists(side(x), side(y), alone->matches.xOfY, 10, 3, options);
    Faults faults;
    test::ThreadRanks(ranks).run([&](Communicator &own) {
        const RunContext context = test::sharedBy(own);
        const auto together = ivfMatches(side(x), side(y), 10, options, context);
        faults.check(together->matches.xOfY == alone->matches.xOfY && together->matches.yOfX == alone->matches.yOfX,
                     "partners differ");
        const auto lists = ivfMatchLists(side(x), side(y), alone->matches.xOfY, 10, 3, options, context);
        faults.check(std::ranges::equal(lists.matches, aloneLists.matches, {}, &Match::score, &Match::score),
                     "scores differ");
        faults.check(together->recall == alone->recall && together->nprobe == alone->nprobe, "the recall differs");
    });
    QCOMPARE(faults.first(), nullptr);
}

void TestRanks::lists()
{
    QFETCH(int, ranks);
    const Matrix x = rowsWithEquals(300, 16, 1), y = rowsWithEquals(500, 16, 2);
    std::vector<ItemIndex> found = cslsMatches(x, y, 10)->xOfY;
    found[7] = noItem;
    const MatchLists alone = matchLists(x, y, found, 10, 3);
    const auto same = [](const Match &a, const Match &b) {
        return a.score == b.score && a.margin == b.margin && a.mutual == b.mutual;
    };
    const auto sameItem = [](const Neighbour &a, const Neighbour &b) {
        return a.item == b.item && a.similarity == b.similarity;
    };
    Faults faults;
    const auto check = [&](const MatchLists &together) {
        faults.check(std::ranges::equal(together.matches, alone.matches, same), "matches differ");
        for (std::size_t j = 0; j < 500; ++j)
            faults.check(std::ranges::equal(together.best[j], alone.best[j], sameItem), "lists differ");
    };
    test::ThreadRanks(ranks).run([&](Communicator &own) {
        const RunContext context = test::sharedBy(own);
        check(matchLists(x, y, found, 10, 3, context));
        check(distributedMatchLists(distribute(x, own), distribute(y, own), found, 10, 3, context));
    });
    QCOMPARE(faults.first(), nullptr);
}

void TestRanks::retrieval()
{
    QFETCH(int, ranks);
    const Matrix x = rowsWithEquals(700, 6, 1), y = x + 0.5f * test::randomMatrix(700, 6, 2);
    const Correspondence pairing = Correspondence::byRow(700);
    Faults faults;
    for (const Index exactUpTo : {100, 1000}) { // some of the queries, all of them
        RetrievalOptions options;
        options.perItem = true;
        options.exactUpTo = exactUpTo;
        options.sampledQueries = 200;
        const auto alone = retrieveBothWays("", x, y, pairing, options);
        test::ThreadRanks(ranks).run([&](Communicator &own) {
            const RunContext context = test::sharedBy(own);
            const auto together = retrieveBothWays("", x, y, pairing, options, context);
            for (const auto &[a, b] : {std::pair(&together->xToY, &alone->xToY), {&together->yToX, &alone->yToX}}) {
                faults.check(a->itemRank == b->itemRank && a->itemCosine == b->itemCosine, "ranks differ");
                faults.check(a->itemJaccard == b->itemJaccard && a->itemMargin == b->itemMargin, "neighbours differ");
                for (const Metric &metric : metrics())
                    faults.check((a->*metric.score).mean == (b->*metric.score).mean, "scores differ");
            }
        });
    }
    QCOMPARE(faults.first(), nullptr);
}

void TestRanks::wholeRun()
{
    QFETCH(int, ranks);
    const Pair pair(200);
    OptimizeOptions options;
    options.method = "canonical";
    const auto alone = optimize(pair.input(), options);
    QVERIFY(alone && alone->hasResult());
    const auto verdict = validateAlignment(pair.input(), options, *alone);
    QVERIFY(verdict->pChance && verdict->correct);
    OptimizeInput withoutSeeds = pair.input();
    withoutSeeds.seedsOfY.clear();
    const auto agreement = validateAlignment(withoutSeeds, options, *alone)->agreement;
    QVERIFY(agreement);
    Faults faults;
    test::ThreadRanks(ranks).run([&](Communicator &own) {
        const RunContext context = test::sharedBy(own);
        const auto together = optimize(pair.input(), options, context);
        faults.check(together && together->correspondence == alone->correspondence, "correspondences differ");
        faults.check(together->correspondenceScore == alone->correspondenceScore, "scores differ");
        faults.check(together->discreteOfY == alone->discreteOfY, "anchors differ");
        const auto judged = validateAlignment(pair.input(), options, *alone, context);
        faults.check(judged->pChance == verdict->pChance && judged->pClass == verdict->pClass, "chances differ");
        faults.check(judged->correct && judged->correct->value == verdict->correct->value, "estimates differ");
        faults.check(validateAlignment(withoutSeeds, options, *alone, context)->agreement == agreement,
                     "agreements differ");
    });
    QCOMPARE(faults.first(), nullptr);
}

/// Enough items for 4 ranks and for a path on a part of them, some without direction.
constexpr Index itemsOfRanks = 66000;

void TestRanks::spacesOfRanks()
{
    QFETCH(int, ranks);
    Matrix vectors = test::randomMatrix(itemsOfRanks, 5, 1);
    vectors.row(40000) = vectors.row(7).setZero();
    const Matrix some = test::randomMatrix(3, 5, 2);
    const std::vector<ItemIndex> order = Random(3).permutation(itemsOfRanks), few{order.begin(), order.begin() + 1000};
    Faults faults;
    for (const Centering centering : {Centering::none, Centering::standardize}) {
        const PreparedSpace alone = prepare(vectors, centering);
        const PreparedSpace reordered = itemsOf(alone, order);
        const std::vector<ItemIndex> nearest = discreteAnchors(alone, some, {});
        test::ThreadRanks(ranks).run([&](Communicator &own) {
            const RunContext context = test::sharedBy(own);
            PreparedSpace together = prepare(distribute(vectors, own), centering, context);
            faults.check(together.size() == itemsOfRanks && together.dimension() == 5, "the size differs");
            faults.check(sameBits(together.norms, alone.norms) && together.zeroRows == alone.zeroRows &&
                             sameBits(together.mean, alone.mean) && sameBits(together.scale, alone.scale),
                         "what was prepared differs");
            faults.check(sameBits(rowsOf(together, few, context), rowsOf(alone, few)), "rows differ");
            faults.check(sameBits(shareOfRows(together, few, context).own, shareOfRows(alone, few, context).own),
                         "shares differ");
            faults.check(discreteAnchors(together, some, {}, context) == nearest, "nearest items differ");
            reorder(together, order);
            faults.check(sameBits(gathered(*together.distributed), reordered.rows) &&
                             sameBits(together.norms, reordered.norms) && together.zeroRows == reordered.zeroRows,
                         "reordered rows differ");
        });
    }
    QCOMPARE(faults.first(), nullptr);
}

void TestRanks::wholeRunInParts()
{
    constexpr Index items = maxItemsOfPath + 1000;
    const Pair pair(items);
    OptimizeOptions options;
    options.method = "canonical";
    options.candidates = "exact";
    options.iterations = 2; // iterations of the path; most of the time goes into the search among all items
    const auto alone = optimize(pair.input(), options);
    QVERIFY(alone && alone->hasResult());
    Faults faults;
    test::ThreadRanks(3).run([&](Communicator &own) {
        const RunContext context = test::sharedBy(own);
        PreparedSpace x = pair.x, y = pair.y;
        for (PreparedSpace *space : {&x, &y}) {
            space->distributed = distribute(space->rows, own);
            space->rows.resize(0, 0);
        }
        const auto together = optimize({x, y, pair.anchors, pair.seedsOfY}, options, context);
        faults.check(together && together->correspondence == alone->correspondence, "correspondences differ");
        faults.check(together->correspondenceScore == alone->correspondenceScore, "scores differ");
        faults.check(together->discreteOfY == alone->discreteOfY, "anchors differ");
    });
    QCOMPARE(faults.first(), nullptr);
    // The same holds for one process that keeps the vectors in their file's type, in the order of a run.
    const std::vector<ItemIndex> order = Random(4).permutation(items);
    PreparedSpace y = pair.y, storedY = prepare(test::storedRows(pair.cloudY), Centering::center);
    for (PreparedSpace *space : {&y, &storedY}) {
        reorder(*space, order);
        reorder(*space, inversePermutation(order));
    }
    const PreparedSpace x = prepare(test::storedRows(pair.cloudX), Centering::center);
    QVERIFY(sameBits(rowsOf(storedY, order), rowsOf(y, order)));
    for (const char *candidates : {"exact", "approximate"}) {
        options.candidates = candidates;
        const auto whole = options.candidates == "exact" ? alone : optimize(pair.input(), options);
        const auto stored = optimize({x, storedY, pair.anchors, pair.seedsOfY}, options);
        QVERIFY(stored && stored->hasResult());
        QCOMPARE(stored->correspondence, whole->correspondence);
        QCOMPARE(stored->correspondenceScore, whole->correspondenceScore);
        QCOMPARE(stored->discreteOfY, whole->discreteOfY);
    }
}

void TestRanks::storedResultsAreUsed()
{
    const Pair pair(200);
    OptimizeOptions options;
    options.method = "canonical";
    const auto alone = optimize(pair.input(), options);
    InMemory whole;
    const auto foundWith = [&](InMemory &kept) {
        RunContext context;
        context.cache = &kept;
        return optimize(pair.input(), options, context)->correspondence;
    };
    QCOMPARE(foundWith(whole), alone->correspondence);
    QVERIFY(whole.results.size() > 4);
    // A run that was interrupted halfway continues with its stored results and computes the rest.
    InMemory half;
    half.results.assign(whole.results.begin(), whole.results.begin() + std::ssize(whole.results) / 2);
    QCOMPARE(foundWith(half), alone->correspondence);
    QVERIFY(half.results == whole.results);
    // Stored results are used: with other matches stored for the end, another result is found.
    InMemory other;
    other.results = whole.results;
    constexpr std::ptrdiff_t lastIterations = 4; // iterations with all pairs, which have no missing matches
    for (auto result = other.results.end() - lastIterations; result != other.results.end(); ++result) {
        const auto ofY = result->begin() + std::ssize(*result) / 2; // as many results as for X
        std::rotate(result->begin(), result->begin() + sizeof(ItemIndex), ofY);
        std::rotate(ofY, ofY + sizeof(ItemIndex), result->end());
    }
    QVERIFY(foundWith(other) != alone->correspondence);
}

/// A file may contain a search of other queries, which lacks matches of these queries or has additional ones.
void TestRanks::resultsOfOtherQueriesAreNotUsed()
{
    const Pair pair(60);
    const Matrix &x = pair.x.rows, &y = pair.y.rows;
    QueryMask half{std::vector<bool>(60, false), std::vector<bool>(60, false)};
    std::fill_n(half.ofX.begin(), 30, true);
    std::fill_n(half.ofY.begin(), 30, true);
    const auto all = *cslsMatches(x, y, neighboursOfCsls), some = *cslsMatches(x, y, neighboursOfCsls, half);
    InMemory ofAll, ofSome;
    RunContext keepsAll, keepsSome;
    keepsAll.cache = &ofAll;
    keepsSome.cache = &ofSome;
    cslsMatches(x, y, neighboursOfCsls, keepsAll);
    cslsMatches(x, y, neighboursOfCsls, half, keepsSome);
    InMemory forAll, forSome;
    forAll.results = ofSome.results;
    forSome.results = ofAll.results;
    keepsAll.cache = &forAll;
    keepsSome.cache = &forSome;
    QVERIFY(cslsMatches(x, y, neighboursOfCsls, keepsAll)->yOfX == all.yOfX);
    QVERIFY(cslsMatches(x, y, neighboursOfCsls, half, keepsSome)->yOfX == some.yOfX);
}

void TestRanks::predictedRunsAreShared()
{
    const RunCosts costs{.value = 1e-9, .path = 10, .verdict = 5, .pair = 1e-9, .comparison = 1e-9, .share = 0.01};
    const PredictedRun one = predictRun(costs, {.items = 1e5, .dimensions = 300});
    QCOMPARE(one.search, 10.0); // 1e10 pairs
    QCOMPARE(one.messages, 0.0);
    QCOMPARE(one.bytesSent, 0.0);
    const PredictedRun five = predictRun(costs, {.items = 1e5, .dimensions = 300, .ranks = 5});
    QCOMPARE(five.search, one.search / 5);
    QCOMPARE(five.reading, one.reading / 5);
    QCOMPARE(five.verdict, one.verdict / 5); // one run for each rank
    QCOMPARE(five.path, 10 * (0.75 / 5 + 0.25));
    QCOMPARE(one.bytesHeld, 6.35e8);   // 2 files of 120 MB, 3 copies of a space, 175 bytes for each of 200,000 items
    QCOMPARE(five.bytesHeld, 2.03e8);  // 7 fifths of a space, 175 bytes for each item
    QCOMPARE(five.bytesSent, 5.856e8); // 7,320 bytes for each item of X: 6 rows, a list of 80 bytes, 40 of results
    const PredictedRun scored = predictRun(costs, {.items = 1e5, .dimensions = 300, .ranks = 5, .scored = true});
    QCOMPARE(scored.scores, 2.3 * five.search);
    QCOMPARE(scored.bytesSent - five.bytesSent, 3.008e8); // 3 rows and 2 lists
    const PredictedRun slow = predictRun(costs, {.items = 1e5, .dimensions = 300, .ranks = 5, .bandwidth = 1e6});
    QVERIFY(slow.messages > five.messages);
    QCOMPARE(slow.seconds() - slow.messages, five.seconds() - five.messages);
    // Searching likely candidates: each rank finds the cells, and all hold all coordinates.
    const PredictedRun few = predictRun(costs, {.items = 1e7, .dimensions = 64, .exact = false});
    const PredictedRun fewOfFive = predictRun(costs, {.items = 1e7, .dimensions = 64, .ranks = 5, .exact = false});
    const IvfWork work = ivfWork(1e7, 1e7, costs.share);
    QCOMPARE(few.search, costs.comparison * work.all());
    QCOMPARE(fewOfFive.search, costs.comparison * (work.cells + work.search / 5));
    QVERIFY(few.search < predictRun(costs, {.items = 1e7, .dimensions = 64}).search / 10);
    QCOMPARE(few.bytesHeld, 1.122e10 + 256.0 * queriesAtOnce);
    QCOMPARE(fewOfFive.bytesHeld, 1.2244e10); // coordinates and candidates of all items
    QCOMPARE(fewOfFive.bytesSent, 1.264e10);  // 5 rows, 2 lists of 130 bytes, 40 of results
}

QTEST_GUILESS_MAIN(TestRanks)
#include "tst_ranks.moc"
