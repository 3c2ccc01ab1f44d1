// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/alignment/allitems.h"
#include "core/ivf/ivfsearch.h"
#include "core/neighbours/matches.h"
#include "core/optimizers/canonical.h"
#include "core/optimizers/optimizers.h"
#include "core/optimizers/pathstarts.h"
#include "core/optimizers/selflearning.h"
#include "core/optimizers/validatealignment.h"
#include "core/parallel.h"
#include "core/product.h"
#include "core/projection/relative.h"
#include "support/randomdata.h"
#include "support/sentences.h"

#include <QtTest>

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>

using namespace anchorscope;

namespace {

/// Numbers 0 … rows − 1 repeated cyclically, `count` of them.
std::vector<ItemIndex> manyOf(Index rows, Index count)
{
    std::vector<ItemIndex> items;
    for (Index i = 0; i < count; ++i)
        items.push_back(static_cast<ItemIndex>(i % rows));
    return items;
}

Matrix unitRows(Index rows, Index columns, std::uint64_t seed)
{
    Matrix matrix = test::randomMatrix(rows, columns, seed);
    matrix.rowwise().normalize();
    return matrix;
}

/// ½ of the mean of the greatest values of each column, among the rows that are queries.
std::vector<float> penalties(const Matrix &similarities, Index neighbours, const std::vector<bool> &seeks)
{
    std::vector<float> halves;
    for (Index j = 0; j < similarities.cols(); ++j) {
        std::vector<float> values;
        for (Index i = 0; i < similarities.rows(); ++i) {
            if (seeks[static_cast<std::size_t>(i)])
                values.push_back(similarities(i, j));
        }
        std::ranges::sort(values, std::greater<>());
        values.resize(std::min(static_cast<std::size_t>(neighbours), values.size()));
        const double sum = std::accumulate(values.begin(), values.end(), 0.0);
        halves.push_back(static_cast<float>(sum / static_cast<double>(values.size())) * 0.5f);
    }
    return halves;
}

/// The definition, computed with the whole matrix.
std::vector<ItemIndex> plainMatches(const Matrix &similarities, Index neighbours, const std::vector<bool> &seeks)
{
    const std::vector<float> penalty = penalties(similarities, neighbours, seeks);
    std::vector<ItemIndex> matches;
    for (Index i = 0; i < similarities.rows(); ++i) {
        if (!seeks[static_cast<std::size_t>(i)]) {
            matches.push_back(noItem);
            continue;
        }
        Index best = 0;
        for (Index j = 1; j < similarities.cols(); ++j) {
            if (similarities(i, j) - penalty[static_cast<std::size_t>(j)] >
                similarities(i, best) - penalty[static_cast<std::size_t>(best)])
                best = j;
        }
        matches.push_back(static_cast<ItemIndex>(best));
    }
    return matches;
}

WeightedPairs samePairs(Index count)
{
    WeightedPairs pairs;
    for (Index i = 0; i < count; ++i)
        pairs.add(static_cast<ItemIndex>(i), static_cast<ItemIndex>(i), 1);
    return pairs;
}

double minCosine(const Matrix &a, const Matrix &b)
{
    return a.cwiseProduct(b).rowwise().sum().minCoeff();
}

/// Two spaces of the same items, Y rotated, noisy and in another order, and seeds of both.
struct Problem
{
    PreparedSpace x, y;
    Correspondence truth;
    std::vector<ItemIndex> anchors, seedsOfY;

    Problem(Index items, Index seeds, double noise)
    {
        const Matrix cloud = test::randomMatrix(items, 20, 1);
        Matrix rotated =
            cloud * test::randomRotation(20, 2) + static_cast<float>(noise) * test::randomMatrix(items, 20, 3);
        truth = Correspondence(items, items);
        Matrix shuffled(items, 20);
        for (Index i = 0; i < items; ++i) {
            const Index j = (7 * i + 3) % items; // 7 and the count have no common divisor
            shuffled.row(j) = rotated.row(i);
            truth.pair(static_cast<ItemIndex>(i), static_cast<ItemIndex>(j));
        }
        x = prepare(cloud, Centering::center);
        y = prepare(shuffled, Centering::center);
        for (ItemIndex item = 0; item < 30; ++item)
            anchors.push_back(item);
        for (ItemIndex item = 0; item < seeds; ++item)
            seedsOfY.push_back(truth.partnerOfX(item));
    }
    OptimizeInput input() const { return {x, y, anchors, seedsOfY, &truth}; }
};

OptimizeOptions canonicalOptions()
{
    OptimizeOptions options;
    options.method = "canonical";
    return options;
}

} // namespace

class TestCanonical : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void matchesFollowTheDefinition_data()
    {
        QTest::addColumn<int>("n");
        QTest::addColumn<int>("m");
        QTest::addColumn<int>("dimensions");
        QTest::newRow("large and small") << 700 << 450 << 24;
        QTest::newRow("few dimensions, many hubs") << 500 << 500 << 3;
        QTest::newRow("more than are copied at once") << 40 << 33000 << 3;
        QTest::newRow("more than are copied at once, in X") << 33000 << 40 << 24;
        QTest::newRow("fewer than a list") << 7 << 5 << 4;
        QTest::newRow("one each") << 1 << 1 << 2;
    }
    void matchesFollowTheDefinition()
    {
        QFETCH(int, n);
        QFETCH(int, m);
        QFETCH(int, dimensions);
        const Matrix x = unitRows(n, dimensions, 1), y = unitRows(m, dimensions, 2);
        const auto matches = cslsMatches(x, y, 10);
        QVERIFY(matches);
        const Matrix similarities = productTransposed(x, y);
        QCOMPARE(matches->yOfX, plainMatches(similarities, 10, std::vector<bool>(std::size_t(n), true)));
        QCOMPARE(matches->xOfY, plainMatches(similarities.transpose(), 10, std::vector<bool>(std::size_t(m), true)));
    }

    void equalItemsGoToTheLowestIndex()
    {
        Matrix x = unitRows(60, 4, 3), y = x;
        for (Index i = 0; i < 60; ++i)
            y.row(i) = x.row(i % 20); // three of each
        const auto matches = cslsMatches(x, y, 10);
        for (ItemIndex i = 0; i < 20; ++i)
            QCOMPARE(matches->yOfX[static_cast<std::size_t>(i)], i);
    }

    void queriesAreComparedByTheMeansOfQueries_data()
    {
        QTest::addColumn<int>("everyOfX");
        QTest::addColumn<int>("everyOfY");
        QTest::newRow("a third, a half") << 3 << 2;
        QTest::newRow("all") << 1 << 1;
        QTest::newRow("few") << 150 << 2;
    }
    void queriesAreComparedByTheMeansOfQueries()
    {
        QFETCH(int, everyOfX);
        QFETCH(int, everyOfY);
        const Matrix x = unitRows(300, 5, 4), y = unitRows(260, 5, 5);
        QueryMask queries{std::vector<bool>(300), std::vector<bool>(260)};
        for (std::size_t i = 0; i < 300; i += static_cast<std::size_t>(everyOfX))
            queries.ofX[i] = true;
        for (std::size_t j = 0; j < 260; j += static_cast<std::size_t>(everyOfY))
            queries.ofY[j] = true;
        const auto found = cslsMatches(x, y, 10, queries);
        const Matrix similarities = productTransposed(x, y);
        QCOMPARE(found->yOfX, plainMatches(similarities, 10, queries.ofX));
        QCOMPARE(found->xOfY, plainMatches(similarities.transpose(), 10, queries.ofY));
    }

    /// Shorter lists are the beginning of longer ones.
    void listsAreAsLongAsRequested()
    {
        const Matrix x = unitRows(40, 5, 6), y = unitRows(30, 5, 7);
        const std::vector<ItemIndex> found = cslsMatches(x, y, 10)->xOfY;
        const MatchLists all = matchLists(x, y, found, 10, 1000);
        for (const std::size_t count : {1, 2, 3, 40}) {
            const MatchLists lists = matchLists(x, y, found, 10, static_cast<Index>(count));
            QCOMPARE(lists.best.size(), std::size_t(30));
            for (std::size_t j = 0; j < 30; ++j) {
                QCOMPARE(all.best[j].size(), std::size_t(40));
                QCOMPARE(lists.best[j].size(), count);
                QCOMPARE(lists.matches[j].margin, all.matches[j].margin);
                QVERIFY(std::ranges::equal(lists.best[j], std::span(all.best[j]).first(count), {}, &Neighbour::item,
                                           &Neighbour::item));
            }
        }
    }

    void likelyCandidatesContainThePartners_data()
    {
        QTest::addColumn<bool>("clustered");
        QTest::newRow("clusters") << true;
        QTest::newRow("no clusters") << false;
    }
    void likelyCandidatesContainThePartners()
    {
        QFETCH(bool, clustered);
        Matrix x = test::randomMatrix(4000, 20, 1);
        if (clustered)
            x += 3 * rowsOf(test::randomMatrix(60, 20, 2), manyOf(60, 4000));
        Matrix y = x.topRows(3500) + 0.3f * test::randomMatrix(3500, 20, 3);
        normalizeRows(x);
        normalizeRows(y);
        const auto side = [](const Matrix &rows) {
            return IvfSide{rows.rows(), [&rows](const std::vector<ItemIndex> &items) { return rowsOf(rows, items); }};
        };
        IvfOptions options;
        std::vector<IvfMatches> found;
        for (const int threads : {1, 3}) {
            const ThreadLimit limit(threads);
            found.push_back(*ivfMatches(side(x), side(y), 10, options));
        }
        QCOMPARE(found[0].matches.yOfX, found[1].matches.yOfX);
        QCOMPARE(found[0].matches.xOfY, found[1].matches.xOfY);
        QCOMPARE(found[0].recall, found[1].recall);
        QVERIFY(found[0].nprobe > 0 && found[0].nprobe < found[0].nlist); // the search compares only some cells
        const auto exact = cslsMatches(x, y, 10);
        const auto same = [](const std::vector<ItemIndex> &a, const std::vector<ItemIndex> &b) {
            return std::inner_product(a.begin(), a.end(), b.begin(), 0.0, std::plus<>(), std::equal_to<>()) /
                   static_cast<double>(a.size());
        };
        QVERIFY(same(found[0].matches.yOfX, exact->yOfX) > 0.98);
        QVERIFY(same(found[0].matches.xOfY, exact->xOfY) > 0.98);
        const MatchLists lists = ivfMatchLists(side(x), side(y), exact->xOfY, 10, 3, options),
                         exactLists = matchLists(x, y, exact->xOfY, 10, 3);
        Index mutual = 0, best = 0;
        for (std::size_t j = 0; j < lists.matches.size(); ++j) {
            mutual += lists.matches[j].mutual == exactLists.matches[j].mutual;
            best += lists.best[j].size() == 3 && lists.best[j][0].item == exactLists.best[j][0].item;
        }
        QVERIFY(static_cast<double>(std::min(mutual, best)) > 0.98 * 3500);
        // A sample of 1 000: three standard errors of a share of 0.99 are 0.01.
        QVERIFY(std::abs(found[0].recall - same(found[0].matches.xOfY, exact->xOfY)) < 0.01);
    }

    void aRunContinuesWithAnotherPair()
    {
        const Problem before(400, 5, 0.2), now(400, 6, 0.2);
        const auto first = optimize(before.input(), canonicalOptions());
        OptimizeInput input = now.input();
        const auto fresh = optimize(input, canonicalOptions());
        input.earlier = earlierMatches(*first, input.x.size());
        const auto continued = optimize(input, canonicalOptions());
        QVERIFY(continued->continued && !fresh->continued);
        QCOMPARE(continued->start, first->start);
        constexpr std::size_t iterations = 5; // one cross-fitted and four with all pairs
        QVERIFY(continued->history.size() <= iterations && continued->history.size() < fresh->history.size());
        QVERIFY(continued->history.front().mutual.has_value()); // for the estimate of the verdict
        QVERIFY2(*continued->correct >= *fresh->correct - 0.005, qPrintable(QString::number(*continued->correct)));
        // No item of X is in two of the matches, and a run without a path has none.
        std::set<ItemIndex> once;
        for (const ItemIndex item : input.earlier.xOfY)
            QVERIFY(item == noItem || once.insert(item).second);
        // A continued run begins at the ridge at which the path was best, for any ridge of the last iterations.
        OptimizeSummary other = *first;
        other.metric.ridge *= 4;
        QCOMPARE(earlierMatches(other, 400).ridge, *continued->history.front().ridge);
        other.start.clear();
        QVERIFY(earlierMatches(other, 400).xOfY.empty());
        const MatchChange change = matchChange(first->correspondence, continued->correspondence, now.truth);
        QVERIFY(change.correct <= change.changed);
        QCOMPARE(matchChange({0, 1, 2}, {0, 2, 1}, Correspondence(3, 3)).changed, Index(2));
    }

    void allItemsAreMatchedByTheMaps()
    {
        Problem problem(701, 6, 0.05);
        problem.y.rows.row(300).setZero();
        problem.y.zeroRows = {300};
        const auto summary = optimize(problem.input(), canonicalOptions());
        const auto exact = matchesByMetric(problem.x, problem.y, summary->metric, "exact");
        const auto approximate = matchesByMetric(problem.x, problem.y, summary->metric, "approximate");
        QCOMPARE(exact->xOfY, summary->correspondence);
        QVERIFY(!exact->recall);
        QCOMPARE(*approximate->recall, 1.0); // a single cell contains all items
        QCOMPARE(approximate->xOfY, exact->xOfY);
        const auto distances = distancesOfMatches(problem.input(), rowsOf(problem.x.rows, problem.input().anchorsOfX),
                                                  summary->anchorsOfY, summary->correspondence);
        for (std::size_t j = 0; j < distances.size(); ++j)
            QVERIFY(std::abs(distances[j] + summary->correspondenceScore[j]) < 1e-5f);
    }

    void momentsOfDisjointPairsAddUp()
    {
        const Matrix x = test::randomMatrix(900, 7, 1), y = test::randomMatrix(800, 5, 2);
        WeightedPairs all = samePairs(800), first, last;
        for (std::size_t p = 0; p < 800; ++p) {
            all.weights[p] = 1 + 0.5 * static_cast<double>(p % 3);
            (p < 350 ? first : last).add(all.x[p], all.y[p], all.weights[p]);
        }
        PairMoments sum = *pairMoments(x, y, first);
        sum += *pairMoments(x, y, last);
        MatrixD joined(800, 12);
        joined << x.topRows(800).cast<double>(), y.cast<double>();
        const VectorD weights = Eigen::Map<const VectorD>(all.weights.data(), 800);
        const MatrixD expected = joined.transpose() * weights.asDiagonal() * joined;
        QVERIFY((sum.sums - expected).norm() < 1e-5 * expected.norm());
        QVERIFY(std::abs(sum.weight - weights.sum()) < 1e-9);
        const auto direct = canonicalMaps(x, y, all, 0.5);
        const CanonicalMaps added = canonicalMaps(sum, 0.5);
        QVERIFY((direct->correlations - added.correlations).norm() < 1e-5);
    }

    void canonicalMapsUndoALinearMap_data()
    {
        QTest::addColumn<double>("condition");
        QTest::newRow("rotation") << 1.0;
        QTest::newRow("condition 10") << 10.0;
        QTest::newRow("condition 300") << 300.0;
    }
    void canonicalMapsUndoALinearMap()
    {
        QFETCH(double, condition);
        const Matrix x = test::randomMatrix(600, 12, 4);
        Vector scales(12);
        for (Index c = 0; c < 12; ++c)
            scales[c] = static_cast<float>(std::pow(condition, static_cast<double>(c) / 11));
        const Matrix y = x * test::randomRotation(12, 5) * scales.asDiagonal() * test::randomRotation(12, 6);
        const auto maps = canonicalMaps(x, y, samePairs(600), 1e-9);
        QVERIFY(maps);
        QCOMPARE(maps->directions(), Index(12));
        QVERIFY(maps->correlations.minCoeff() > 0.999 && maps->correlations.maxCoeff() < 1.001);
        // Float32 products of spaces whose directions differ by the condition.
        QVERIFY(minCosine(canonicalCoordinates(x, maps->a), canonicalCoordinates(y, maps->b)) > 0.999);
    }

    void aWeightCountsAsCopies()
    {
        const Matrix x = test::randomMatrix(50, 6, 7), y = test::randomMatrix(50, 8, 8);
        WeightedPairs weighted = samePairs(20), copied = samePairs(20);
        weighted.weights[4] = 3;
        copied.add(4, 4, 1);
        copied.add(4, 4, 1);
        const auto one = canonicalMaps(x, y, weighted, 0.5), two = canonicalMaps(x, y, copied, 0.5);
        const Matrix cosines = productTransposed(canonicalCoordinates(x, one->a), canonicalCoordinates(y, one->b));
        const Matrix same = productTransposed(canonicalCoordinates(x, two->a), canonicalCoordinates(y, two->b));
        QVERIFY((cosines - same).cwiseAbs().maxCoeff() < 1e-4f); // float32 sums in another order
    }

    void fewSeedsFindAllPartners_data()
    {
        QTest::addColumn<int>("seeds");
        QTest::newRow("15 seeds") << 15;
        QTest::newRow("4 seeds") << 4;
    }
    void fewSeedsFindAllPartners()
    {
        QFETCH(int, seeds);
        const Problem problem(401, seeds, 0.2);
        const auto summary = optimize(problem.input(), canonicalOptions());
        QVERIFY(summary.ok());
        QCOMPARE(summary->termination, Termination::converged);
        QVERIFY2(*summary->correct > 0.98, qPrintable(QString::number(*summary->correct)));
        QVERIFY(summary->history.front().stage.find("ε 60") != std::string::npos);
        QCOMPARE(summary->loss, summary->history[static_cast<std::size_t>(summary->bestIteration - 1)].loss);
    }

    void everyStartFindsAllPartners_data()
    {
        QTest::addColumn<QString>("start");
        for (const char *start : {"seeds", "centroids", "stochastic", "profiles"})
            QTest::newRow(start) << start;
    }
    void everyStartFindsAllPartners()
    {
        QFETCH(QString, start);
        OptimizeOptions options = canonicalOptions();
        options.start = start.toStdString();
        const Problem problem(401, 15, 0.2);
        const auto summary = optimize(problem.input(), options);
        QVERIFY(summary.ok());
        QCOMPARE(summary->start, options.start);
        QVERIFY2(*summary->correct > 0.98, qPrintable(QString::number(*summary->correct)));
        for (const IterationStats &stats : summary->history)
            QVERIFY(stats.ridge && !stats.stage.empty());
    }

    /// `auto` also tries self-learning if the seeds alone do not suffice, and keeps the start with the larger share.
    void autoKeepsTheBetterStart()
    {
        const Problem problem(401, 15, 1.1);
        OptimizeOptions options;
        const auto summary = optimize(problem.input(), options);
        QVERIFY(summary.ok());
        double most = 0;
        std::string longestStage;
        bool learned = false;
        for (const IterationStats &stats : summary->history) {
            learned = learned || stats.stage.starts_with("self-learning");
            if (stats.mutual && *stats.mutual >= most) {
                most = *stats.mutual;
                longestStage = stats.stage;
            }
        }
        QVERIFY(learned && most < 0.7);
        QCOMPARE(summary->start == "stochastic", longestStage.starts_with("self-learning"));
        QVERIFY(summary->history[static_cast<std::size_t>(summary->bestIteration - 1)].stage.starts_with("all pairs"));
        QCOMPARE(summary->methodUsed, std::string("canonical"));
        options.start = "nowhere";
        QCOMPARE(test::codeOf(optimize(problem.input(), options)), ErrorCode::wrongUsage);
    }

    /// Above maxItemsOfWholePath, the path begins with the more reliable items. Its shares of mutual matches are not
    /// those of all items, which the verdict is about. A run that is stopped before it has such a share still matches
    /// all items.
    void largePathBeginsWithAPart()
    {
        constexpr Index items = maxItemsOfWholePath + 2;
        const Problem problem(items, 10, 0.4);
        const OptimizeOptions options = canonicalOptions();
        const auto summary = optimize(problem.input(), options);
        QVERIFY(summary.ok());
        QVERIFY(summary->subsetStart >= itemsOfPartOfPath && summary->subsetStart <= itemsOfPartOfPath + 30);
        QCOMPARE(summary->subsetEnd, items);
        QVERIFY(!summary->continued);
        QCOMPARE(summary->start, std::string("seeds"));
        QVERIFY2(*summary->correct > 0.85, qPrintable(QString::number(*summary->correct)));
        QCOMPARE(*summary->correct, *shareCorrect(summary->correspondence, problem.truth, problem.seedsOfY));
        const auto onAll = std::ranges::find(summary->history, items, &IterationStats::items);
        const std::span<const IterationStats> part(summary->history.begin(), onAll);
        QVERIFY(part.size() > 1 && part[0].items >= itemsOfPartOfPath && part[0].items <= itemsOfPartOfPath + 30);
        QVERIFY(std::ranges::all_of(part, [&](const auto &each) { return each.items == part[0].items; }));
        QVERIFY(std::ranges::any_of(part, [](const auto &each) { return each.mutual.has_value(); }));
        QCOMPARE(summary->mostMutual(), std::to_address(onAll)); // the only iteration on all items with a share
        const auto verdict = validateAlignment(problem.input(), options, *summary);
        QCOMPARE(verdict->alignment, Alignment::aligned);
        QCOMPARE(std::ssize(verdict->matchProbability), items);
        QVERIFY(verdict->correct->low <= *summary->correct && *summary->correct <= verdict->correct->high);
        RunContext context;
        context.control = std::make_shared<RunControl>();
        const auto stopped = optimize(problem.input(), options, context, [&](const IterationView &view) {
            if (view.stats.iteration == 4)
                context.control->stop();
        });
        QCOMPARE(stopped->termination, Termination::stopped);
        QCOMPARE(std::ssize(stopped->correspondence), items);
        QCOMPARE(stopped->history.back().stage, std::string(allItemsStage));
    }

    /// Matches that maps find because they were fitted to them do not count: two clouds that share nothing.
    void crossFittedSharesAreUnbiased()
    {
        const PreparedSpace x = prepare(test::randomMatrix(400, 100, 31), Centering::center);
        const PreparedSpace y = prepare(test::randomMatrix(400, 100, 32), Centering::center);
        const std::vector<ItemIndex> items = allItems(15);
        const PathSpaces spaces = pathSpaces({x, y, items, items}, {});
        const auto begin = beginPath(PathStart::seeds, spaces, 0, {});
        double crossFitted = 0, fitted = 0;
        std::set<double> ridges;
        const auto see = [&](const CanonicalStep &step) {
            ridges.insert(step.ridge);
            double &greatest = step.crossFitted ? crossFitted : fitted;
            greatest = std::max(greatest, step.mutualShare);
            return true;
        };
        const auto end = walkCanonicalPath(spaces, *begin, {}, see);
        QCOMPARE(end->share, crossFitted);
        QCOMPARE(ridges.size(), std::min(end->level + 2, std::size_t(8)) + 1); // two worse levels end the path
        fitted = 0;
        QVERIFY(finishCanonicalPath(spaces, *end, {}, see));
        QVERIFY2(fitted > 0.6 && crossFitted < 0.35, qPrintable(QString("%1 and %2").arg(fitted).arg(crossFitted)));
    }

    /// A self-learning that ended early yields no pairs.
    void endedLearningYieldsNoPairs()
    {
        const Problem problem(401, 15, 0.2);
        const PathSpaces spaces = pathSpaces(problem.input(), {});
        for (const PathStart start : {PathStart::stochastic, PathStart::profiles, PathStart::centroids}) {
            QVERIFY(beginPath(start, spaces, 0, {}, [] { return true; }));
            QVERIFY(!beginPath(start, spaces, 0, {}, [] { return false; }));
        }
    }

    void iterationsAreLimited()
    {
        OptimizeOptions options = canonicalOptions();
        options.iterations = 3;
        const auto summary = optimize(Problem(401, 15, 0.2).input(), options);
        QCOMPARE(summary->termination, Termination::iterationLimit);
        QCOMPARE(summary->history.size(), std::size_t(3));
        QVERIFY(summary->hasResult());
    }

    void zeroRowsTakeNoPart()
    {
        Problem problem(401, 15, 0.2);
        const ItemIndex lost = problem.truth.partnerOfX(200);
        problem.x.rows.row(300).setZero();
        problem.x.zeroRows = {300};
        problem.y.rows.row(lost).setZero();
        problem.y.zeroRows = {lost};
        const auto summary = optimize(problem.input(), canonicalOptions());
        QVERIFY(*summary->correct > 0.98);
        QVERIFY(std::ranges::find(summary->correspondence, ItemIndex(300)) == summary->correspondence.end());
    }

    void threadsAndRerunsChangeNothing()
    {
        const Problem problem(401, 4, 0.4);
        std::vector<OptimizeSummary> runs;
        for (const int threads : {1, 2, 2}) {
            const ThreadLimit limit(threads);
            runs.push_back(*optimize(problem.input(), canonicalOptions()));
        }
        for (const OptimizeSummary &run : runs) {
            QCOMPARE(run.correspondence, runs[0].correspondence);
            QVERIFY(run.anchorsOfY == runs[0].anchorsOfY);
            QVERIFY(run.loss == runs[0].loss);
        }
    }

    void manySeedsStartAtALowerLevel()
    {
        // A linear difference that large ridges do not undo.
        const Vector scales = Vector::LinSpaced(10, 1, 30);
        const Matrix x = test::randomMatrix(300, 10, 9),
                     y = x * test::randomRotation(10, 10) * scales.asDiagonal() * test::randomRotation(10, 11);
        QCOMPARE(firstCanonicalLevel(x, y, samePairs(49), {}), std::optional<std::size_t>(0));
        QVERIFY(*firstCanonicalLevel(x, y, samePairs(200), {}) > 0);
    }

    /// The start finds only some partners; the result is the rotation by which the spaces differ.
    void selfLearningTriesEachLevel()
    {
        Matrix x = test::randomMatrix(200, 8, 12);
        normalizeRows(x);
        const Matrix turn = test::randomRotation(8, 13), y = x * turn;
        const Matrix start = turn + 0.2f * test::randomMatrix(8, 8, 14);
        LearnOptions options;
        options.keeps = {1};
        const SelfLearning learning = learnMap(x, y, start, options, {});
        QVERIFY((start - turn).norm() > 1);
        QVERIFY2((learning.map - turn).norm() < 1e-3, qPrintable(QString::number((learning.map - turn).norm())));
    }
};

QTEST_GUILESS_MAIN(TestCanonical)
#include "tst_canonical.moc"
