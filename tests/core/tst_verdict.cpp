// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/alignment/partnershare.h"
#include "core/anchors/sampling.h"
#include "core/neighbours/cslsmatches.h"
#include "core/optimizers/crossvalidation.h"
#include "core/optimizers/optimizers.h"
#include "core/optimizers/seedproposal.h"
#include "core/optimizers/validatealignment.h"
#include "core/parallel.h"
#include "core/projection/relative.h"
#include "support/randomdata.h"

#include <QtTest>

#include <numeric>

using namespace anchorscope;
using test::randomMatrix;
using test::randomRotation;

namespace {

constexpr Index items = 400;

/// Two spaces; the first `pairs` rows of both are given as partners.
struct MadePair
{
    std::string name;
    Matrix x, y;
    bool related;
    Index pairs = items;
    Index seeds = 15;
};

/// Clusters drawn by a seed: two such clouds share neither items nor classes.
/// `draw`: of the items in the clusters.
Matrix clusters(std::uint64_t seed, Index dimension = 20, Index count = 12, std::uint64_t draw = 0)
{
    const Matrix centres = 1.5f * randomMatrix(count, dimension, seed);
    Matrix cloud = randomMatrix(items, dimension, seed + 1 + 1000 * draw);
    Random random(seed + 1000 * draw);
    for (Index i = 0; i < cloud.rows(); ++i)
        cloud.row(i) += centres.row(random.below(count));
    return cloud;
}

/// A curved surface in `dimension` dimensions: waves of a few hidden coordinates.
Matrix surface(std::uint64_t seed, Index dimension = 30)
{
    const Matrix hidden = randomMatrix(items, 6, seed);
    return (hidden * randomMatrix(6, dimension, seed + 1)).array().sin().matrix() +
           0.05f * randomMatrix(items, dimension, seed + 2);
}

Matrix stretched(Matrix rows)
{
    for (Index c = 0; c < rows.cols(); ++c)
        rows.col(c) *= 0.6f + 0.8f * static_cast<float>(c) / static_cast<float>(rows.cols());
    return rows;
}

/// Shuffles the dimensions of each item differently.
Matrix shuffledPerItem(Matrix rows, std::uint64_t seed)
{
    Random random(seed);
    for (Index i = 0; i < rows.rows(); ++i) {
        const auto order = random.permutation(rows.cols());
        const Matrix row = rows.row(i);
        for (Index c = 0; c < rows.cols(); ++c)
            rows(i, c) = row(0, order[static_cast<std::size_t>(c)]);
    }
    return rows;
}

Matrix noisy(const Matrix &x, float noise, std::uint64_t seed)
{
    return x * randomRotation(x.cols(), seed) + noise * randomMatrix(x.rows(), x.cols(), seed + 1);
}

std::vector<MadePair> relatedPairs()
{
    const Matrix cloud = clusters(1), wave = surface(9);
    Matrix overlap = noisy(cloud, 0.2f, 30);
    overlap.bottomRows(items * 3 / 10) = clusters(77).bottomRows(items * 3 / 10); // 30 % of Y have no partner
    return {
        {"clusters", cloud, noisy(cloud, 0.1f, 11), true},
        {"clusters, 5 seeds", cloud, noisy(cloud, 0.2f, 13), true, items, 5},
        {"stretched axes", cloud, stretched(noisy(cloud, 0.2f, 14)), true},
        {"surface, fewer dimensions", wave, noisy(wave, 0.1f, 18).leftCols(24), true},
        {"30 % without partner", cloud, overlap, true, items * 7 / 10},
        {"fewer items in Y", cloud, noisy(cloud, 0.2f, 19).topRows(items * 3 / 4), true, items * 3 / 4},
        {"clusters, no seeds", cloud, noisy(cloud, 0.1f, 20), true, items, 0},
    };
}

std::vector<MadePair> unrelatedPairs()
{
    const Matrix cloud = clusters(1), gauss = stretched(randomMatrix(items, 30, 5));
    return {
        {"other clusters", cloud, clusters(40), false},
        {"other clusters, 5 seeds", cloud, clusters(41), false, items, 5},
        {"other clusters, no seeds", cloud, clusters(42), false, items, 0},
        {"as many clusters in fewer dimensions", cloud, clusters(44, 14), false},
        {"another cloud", gauss, stretched(randomMatrix(items, 30, 45)), false},
        {"shuffled per item", cloud, shuffledPerItem(cloud, 49), false},
    };
}

/// A run of `auto` and its verdict. Wrong seeds exchange their partners cyclically; a single one gets any other.
OptimizeSummary align(const MadePair &pair, std::size_t wrongSeeds = 0, std::uint64_t draw = 0,
                      const std::string &method = "auto")
{
    Correspondence truth(pair.x.rows(), pair.y.rows());
    for (Index i = 0; i < pair.pairs; ++i)
        truth.pair(static_cast<ItemIndex>(i), static_cast<ItemIndex>(i));
    Random random(draw);
    AnchorSet anchors = *drawAnchors(truth, std::min<Index>(60, pair.pairs), pair.seeds, random);
    if (wrongSeeds == 1)
        anchors.seedsOfY[0] = anchors.itemsOfX[40];
    else
        std::rotate(anchors.seedsOfY.begin(), anchors.seedsOfY.begin() + (wrongSeeds > 0),
                    anchors.seedsOfY.begin() + static_cast<std::ptrdiff_t>(wrongSeeds));
    // Y's rows in another order, so that row numbers cannot help.
    const auto order = random.permutation(pair.y.rows());
    std::vector<ItemIndex> place(order.size());
    for (std::size_t j = 0; j < order.size(); ++j)
        place[static_cast<std::size_t>(order[j])] = static_cast<ItemIndex>(j);
    for (ItemIndex &seed : anchors.seedsOfY)
        seed = place[static_cast<std::size_t>(seed)];
    const PreparedSpace x = prepare(pair.x, Centering::center);
    const PreparedSpace y = prepare(rowsOf(pair.y, order), Centering::center);
    const Correspondence shuffled = truth.withYReordered(order);
    const OptimizeInput input{x, y, anchors.itemsOfX, anchors.seedsOfY, &shuffled};
    OptimizeOptions options;
    options.method = method;
    options.seed = draw;
    auto summary = optimize(input, options);
    if (!summary)
        return {};
    summary->verdict = *validateAlignment(input, options, *summary);
    return *summary;
}

/// Rows of `y` exchanged at random within the clusters of `clusters(seed)`: classes agree, items do not.
Matrix permutedWithinClusters(const Matrix &y, std::uint64_t seed)
{
    constexpr Index count = 12;
    Random drawn(seed), random(seed + 5);
    std::vector<std::vector<ItemIndex>> members(count);
    for (Index i = 0; i < items; ++i)
        members[static_cast<std::size_t>(drawn.below(count))].push_back(static_cast<ItemIndex>(i));
    Matrix result = y;
    for (const std::vector<ItemIndex> &cluster : members) {
        const auto order = random.permutation(std::ssize(cluster));
        for (std::size_t i = 0; i < cluster.size(); ++i)
            result.row(cluster[i]) = y.row(cluster[static_cast<std::size_t>(order[i])]);
    }
    return result;
}

} // namespace

class TestVerdict : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Corresponding spaces are called aligned, and the interval contains the true share of correct matches.
    void relatedPairsAreAligned()
    {
        for (const MadePair &pair : relatedPairs()) {
            const OptimizeSummary summary = align(pair);
            const Verdict &verdict = summary.verdict;
            qInfo("%-40s from %s right %.3f, p %.1e and %.1e, estimate %.3f (%.3f to %.3f), agreement %.3f",
                  pair.name.c_str(), summary.start.c_str(), *summary.correct, verdict.pChance.value_or(-1),
                  verdict.pClass.value_or(-1), verdict.correct.value_or(ShareEstimate()).value,
                  verdict.correct.value_or(ShareEstimate()).low, verdict.correct.value_or(ShareEstimate()).high,
                  verdict.agreement.value_or(-1));
            if (pair.seeds == 0) {
                QVERIFY2(verdict.alignment == Alignment::notJudged && !verdict.correct, pair.name.c_str());
                QVERIFY2(*verdict.agreement > 0.5, pair.name.c_str());
                continue;
            }
            QVERIFY2(verdict.alignment == Alignment::aligned, pair.name.c_str());
            QVERIFY2(*summary.correct >= verdict.correctGivenPartner->low &&
                         *summary.correct <= verdict.correctGivenPartner->high,
                     pair.name.c_str());
            const double ofAll =
                *summary.correct * static_cast<double>(pair.pairs) / static_cast<double>(pair.y.rows());
            QVERIFY2(ofAll >= verdict.correct->low - 0.01 && ofAll <= verdict.correct->high + 0.01, pair.name.c_str());
        }
    }

    /// Few more seeds decide whether a run finds the alignment: all 15 do, and 12 of them often do not. Such runs do
    /// not tell how many matches of the result are correct.
    void runsThatFindLessDoNotCount()
    {
        constexpr Index rows = 300, dimension = 50;
        Index aligned = 0, foundByRuns = 0;
        for (const std::uint64_t draw : {1, 3, 5}) {
            const Matrix hidden = randomMatrix(rows, dimension, 10 * draw);
            const auto encoded = [&](std::uint64_t seed) {
                return Matrix(hidden * randomMatrix(dimension, dimension, seed) +
                              randomMatrix(rows, dimension, seed + 1));
            };
            const OptimizeSummary summary =
                align({"few seeds", encoded(10 * draw + 1), encoded(10 * draw + 3), true, rows}, 0, draw);
            const Verdict &verdict = summary.verdict;
            qInfo("right %.3f, %td found, %s", *summary.correct, verdict.found, verdictText(verdict).c_str());
            if (*summary.correct < 0.99)
                continue;
            ++aligned;
            foundByRuns += verdict.found;
            QCOMPARE(verdict.alignment, Alignment::aligned);
            QCOMPARE(verdict.correct->high, 1.0);
            QVERIFY(verdict.correct->value > 0.85 && verdict.suspectSeeds.empty());
        }
        QVERIFY(aligned >= 2 && foundByRuns < 14 * aligned);
    }

    /// If 40 % of the items have a partner, the estimate and the probabilities count all matches, and the text contains
    /// the number of items with a partner.
    void missingPartnersAreCounted()
    {
        const Matrix cloud = clusters(1);
        Matrix overlap = noisy(cloud, 0.2f, 30);
        overlap.bottomRows(items * 6 / 10) = noisy(clusters(1, 20, 12, 3).topRows(items * 6 / 10), 0.2f, 30);
        const OptimizeSummary summary = align({"60 % without partner", cloud, overlap, true, items * 4 / 10});
        const Verdict &verdict = summary.verdict;
        QVERIFY(verdict.withPartner && verdict.correct && verdict.correctGivenPartner);
        const double right = 0.4 * *summary.correct;
        qInfo("right %.3f, estimate %.3f (%.3f to %.3f), with a partner %.3f to %.3f: %s", right,
              verdict.correct->value, verdict.correct->low, verdict.correct->high, verdict.withPartner->low,
              verdict.withPartner->high, verdictText(verdict).c_str());
        QVERIFY(verdict.correct->low <= right && right <= verdict.correct->high);
        QVERIFY(verdict.withPartner->low <= 0.4 && 0.4 <= verdict.withPartner->high);
        QVERIFY(verdict.correct->high < 0.6);
        QCOMPARE(verdictHeadline(verdict), "Partly aligned");
        QVERIFY(verdictText(verdict).find(" of 400 items have a partner; about ") != std::string::npos);
        const double sum = std::accumulate(verdict.matchProbability.begin(), verdict.matchProbability.end(), 0.0);
        QVERIFY(std::abs(sum / items - verdict.correct->value) < 0.01);
        const auto kept = matchesOfPrecision(verdict, summary.correspondence, 0.8);
        QVERIFY(expectedMatches(verdict, kept)->precision >= 0.8);
        QVERIFY(expectedMatches(verdict, summary.correspondence)->recall > 0.9);
    }

    /// A fifth of the items has no partner: too few to be sure of it, so the interval contains both possibilities.
    void fewMissingPartnersWidenTheInterval()
    {
        for (const std::uint64_t draw : {0, 1, 2}) {
            constexpr Index missing = items / 5;
            const Matrix cloud = clusters(1);
            Matrix y = noisy(cloud, 0.2f, 30);
            y.bottomRows(missing) = noisy(clusters(1, 20, 12, 3 + draw).topRows(missing), 0.2f, 30);
            const OptimizeSummary summary = align({"a fifth missing", cloud, y, true, items - missing, 20}, 0, draw);
            const Verdict &verdict = summary.verdict;
            const double right = 0.8 * *summary.correct;
            qInfo("right %.3f, %s partners from %.3f", right, verdictText(verdict).c_str(), verdict.withPartner->low);
            QVERIFY(verdict.correct->low <= right && right <= verdict.correct->high);
            QVERIFY(verdict.withPartner->low <= 0.8 && verdict.withPartner->high == 1);
        }
    }

    /// 24 of 400 items have a partner. Few of them are found, and false matches that fit each other look as correct.
    void poorMapsHideMissingPartners()
    {
        constexpr Index shared = 24, all = 2 * items - shared, factors = 12, dimension = 30;
        const Matrix common = randomMatrix(all, factors, 3);
        const auto encoded = [&](std::uint64_t seed) {
            return Matrix(common * randomMatrix(factors, dimension, seed) +
                          0.3f * randomMatrix(all, dimension, seed + 10));
        };
        Matrix y = encoded(33);
        y.middleRows(shared, items - shared) = y.bottomRows(items - shared).eval();
        const Verdict verdict =
            align({"24 partners", encoded(13).topRows(items), y.topRows(items), true, shared, shared}).verdict;
        QCOMPARE(verdictHeadline(verdict), "Too few partners to tell");
        QVERIFY(verdict.correct->low < 0.02 && verdict.withPartner->low <= 0.06);
    }

    /// If X has few items, few matches are mutual. The others are not correct, whether the mutual ones are or not.
    void fewMutualMatchesBoundTheShare()
    {
        MatchSample sample;
        sample.observed.resize(600);
        sample.ifRemoved.resize(2);
        sample.known.resize(20);
        sample.found.assign(20, true);
        for (MatchFeatures *each :
             {&sample.observed[0], &sample.observed[1], &sample.observed[2], &sample.ifRemoved[0].next})
            each->mutual = true;
        for (MatchFeatures &each : sample.known)
            each.mutual = true;
        const MeasuredShare share = MatchModel(sample).share();
        QVERIFY2(share.value + 2 * share.deviation < 0.1, qPrintable(QString::number(share.deviation)));
    }

    /// Without missing partners the share of correct matches is that of the items with a partner.
    void allPartnersAreFound()
    {
        const Matrix cloud = clusters(1);
        const Verdict verdict = align({"clusters", cloud, noisy(cloud, 0.2f, 13), true}).verdict;
        QVERIFY(verdict.withPartner->value > 0.97);
        QCOMPARE(verdict.withPartner->high, 1.0);
        QVERIFY(std::abs(verdict.correct->value - verdict.correctGivenPartner->value) < 0.02);
        QCOMPARE(verdictHeadline(verdict), "Aligned item by item");
        QVERIFY(verdictText(verdict).find("have a partner") == std::string::npos);
    }

    void unrelatedPairsAreChance()
    {
        for (const MadePair &pair : unrelatedPairs()) {
            const Verdict verdict = align(pair).verdict;
            qInfo("%-40s p %.1e and %.1e, agreement %.3f", pair.name.c_str(), verdict.pChance.value_or(-1),
                  verdict.pClass.value_or(-1), verdict.agreement.value_or(-1));
            QVERIFY2(!verdict.correct, pair.name.c_str());
            if (pair.seeds == 0)
                QVERIFY2(*verdict.agreement < 0.5, pair.name.c_str());
            else
                QVERIFY2(verdict.alignment == Alignment::chance, pair.name.c_str());
        }
    }

    /// Runs without some seeds walk their path with a part of X first, from 2,400 items on. A part chosen by the run's
    /// own matches made unrelated spaces aligned.
    void manyItemsGetTheSameVerdicts()
    {
        constexpr Index many = 2600;
        const Matrix cloud = stretched(randomMatrix(many, 16, 5));
        const Verdict related =
            align({"related", cloud, noisy(cloud, 0.1f, 11), true, many}, 0, 0, "canonical").verdict;
        QCOMPARE(related.alignment, Alignment::aligned);
        QCOMPARE(related.found, 15);
        const Matrix other = stretched(randomMatrix(many, 16, 45));
        QCOMPARE(align({"unrelated", cloud, other, false, many}, 0, 0, "canonical").verdict.alignment,
                 Alignment::chance);
    }

    void sharedClassesAreNotAligned()
    {
        const Matrix cloud = clusters(1), copy = permutedWithinClusters(noisy(cloud, 0.1f, 11), 1);
        for (const std::uint64_t draw : {0, 1}) {
            const OptimizeSummary summary = align({"permuted within clusters", cloud, copy, true}, 0, draw);
            qInfo("right %.3f, p %.1e and %.1e", *summary.correct, *summary.verdict.pChance, *summary.verdict.pClass);
            QCOMPARE(summary.verdict.alignment, Alignment::classOnly);
            QVERIFY(!summary.verdict.correct);
        }
    }

    void notJudged_data()
    {
        QTest::addColumn<int>("seeds");
        QTest::addColumn<QString>("method");
        QTest::newRow("three seeds") << 3 << "auto";
        QTest::newRow("another method") << 15 << "alternating";
    }
    void notJudged()
    {
        QFETCH(int, seeds);
        QFETCH(QString, method);
        const Matrix cloud = clusters(1);
        const MadePair pair{"clusters", cloud, noisy(cloud, 0.1f, 11), true, items, seeds};
        const Verdict verdict = align(pair, 0, 0, method.toStdString()).verdict;
        QCOMPARE(verdict.alignment, Alignment::notJudged);
        QVERIFY(!verdict.pChance && !verdict.correct && !verdict.agreement);
    }

    void threadsAndRerunsChangeNothing()
    {
        const Matrix cloud = clusters(1);
        const MadePair pair{"clusters", cloud, noisy(cloud, 0.6f, 12), true, items, 5};
        std::vector<Verdict> verdicts;
        for (const int threads : {1, 2, 2}) {
            const ThreadLimit limit(threads);
            verdicts.push_back(align(pair).verdict);
            verdicts.back().seconds = 0;
        }
        QVERIFY(verdicts[1] == verdicts[0] && verdicts[2] == verdicts[0]);
    }

    /// Runs for the verdict use the start of the run itself.
    void startsAreThoseOfARun_data()
    {
        QTest::addColumn<QString>("method");
        QTest::addColumn<int>("seeds");
        QTest::newRow("easy") << "auto" << 15;
        QTest::newRow("few seeds") << "auto" << 4;
        QTest::newRow("first start without partners") << "auto" << 8;
        QTest::newRow("canonical only") << "canonical" << 8;
        QTest::newRow("two seeds") << "auto" << 2;
    }
    void startsAreThoseOfARun()
    {
        QFETCH(QString, method);
        QFETCH(int, seeds);
        const Matrix cloud = clusters(1);
        const PreparedSpace x = prepare(cloud, Centering::center);
        const PreparedSpace y = prepare(noisy(cloud, seeds == 8 ? 0.8f : 0.2f, 13), Centering::center);
        OptimizeInput input{x, y, {}, {}};
        for (ItemIndex i = 0; i < seeds; ++i) {
            input.anchorsOfX.push_back(7 * i);
            input.seedsOfY.push_back(7 * i);
        }
        OptimizeOptions options;
        options.method = method.toStdString();
        const auto summary = optimize(input, options);
        const auto best = bestOfStarts(pathSpaces(input, {}), "auto", options.method == "auto", 0, {});
        QVERIFY(summary && best);
        QCOMPARE(std::string(pathStartId(best->start)), summary->start);
        QCOMPARE(best->step.matches.xOfY, summary->correspondence);
    }

    void moreHeldOutSeedsNarrowTheEstimate()
    {
        const ShareEstimate few = estimateCorrect(0.9, 9, 10), many = estimateCorrect(0.9, 270, 300);
        QVERIFY(few.low < few.value && few.value < few.high);
        QVERIFY(many.high - many.low < (few.high - few.low) / 2);
        QVERIFY(std::abs(many.value - 0.9) < 0.01);
        // NumPy: mean and quantiles of the posterior on 400,001 shares, (near·Beta + above + anywhere) · binomial.
        struct Case
        {
            std::optional<double> share;
            Index found, asked;
            ShareEstimate expected;
        };
        for (const auto &[share, found, asked, expected] :
             std::vector<Case>{{0.9, 9, 10, {0.91175, 0.77503, 0.98235}},
                               {0.3, 12, 15, {0.76234, 0.52843, 0.92716}},
                               {0.6, 15, 15, {0.93857, 0.77283, 1}},
                               {0.5, 0, 5, {0.25160, 0, 0.58771}},
                               {{}, 7, 20, {0.38452, 0.18497, 0.60074}},
                               {1.0, 13, 15, {0.88680, 0.65872, 0.98735}}}) {
            constexpr double step = 1.01 / 2000; // tolerance of the share
            const ShareEstimate correct = estimateCorrect(share, found, asked);
            QVERIFY2(std::abs(correct.value - expected.value) < step && std::abs(correct.low - expected.low) < step &&
                         std::abs(correct.high - expected.high) < step,
                     qPrintable(QString("%1 %2 %3").arg(correct.value).arg(correct.low).arg(correct.high)));
        }
        // Seeds outweigh the mutual share if they contradict it: many items may have no partner.
        QVERIFY(estimateCorrect(0.3, 48, 50).value > 0.85);
        for (const double share : {0.0, 1.0}) {
            const ShareEstimate end = estimateCorrect(share, share > 0 ? 15 : 0, 15);
            QVERIFY(end.low >= 0 && end.high <= 1 && std::abs(end.value - share) < 0.1);
        }
    }

    void proposesSeedsWithoutAny()
    {
        const Matrix cloud = clusters(1);
        const PreparedSpace x = prepare(cloud, Centering::center);
        const auto proposal = proposeSeeds(x, prepare(noisy(cloud, 0.1f, 20), Centering::center), 20, 0);
        QVERIFY(proposal.ok());
        QCOMPARE(proposal->pairs.size(), std::size_t(20));
        QVERIFY(proposal->agreement > 0.8);
        for (const SeedPair &pair : proposal->pairs)
            QCOMPARE(pair.x, pair.y);
        const auto nonsense = proposeSeeds(x, prepare(clusters(42), Centering::center), 20, 0);
        QVERIFY(nonsense.ok() && nonsense->agreement < SeedProposal::minAgreement);
    }

    /// 30 % of Y's items have no partner in X. Mutual ones are found for many of them; few of these are confirmed.
    void matchesWithoutPartnersAreNotConfirmed()
    {
        const MadePair pair = relatedPairs()[4];
        QCOMPARE(pair.pairs, items * 7 / 10);
        const PreparedSpace x = prepare(pair.x, Centering::center), y = prepare(pair.y, Centering::center);
        const std::vector<ItemIndex> anchors = allItems(60);
        const OptimizeInput input{x, y, anchors, {anchors.begin(), anchors.begin() + pair.seeds}};
        const auto summary = optimize(input, {});
        QVERIFY(summary && !summary->metric.empty());
        const auto found = cslsMatches(canonicalCoordinates(x.rows, summary->metric, Side::x),
                                       canonicalCoordinates(y.rows, summary->metric, Side::y), neighboursOfCsls);
        std::vector<ItemIndex> mutual(found->xOfY.size(), noItem);
        for (const ItemIndex item : found->mutualItemsOfX())
            mutual[static_cast<std::size_t>(found->yOfX[static_cast<std::size_t>(item)])] = item;
        const auto confirmed = confirmedMatches(input, mutual, summary->metric.ridge);
        QVERIFY(confirmed);
        Index correct = 0, without = 0, mutualWithout = 0;
        for (std::size_t j = 0; j < mutual.size(); ++j) {
            const bool hasPartner = static_cast<Index>(j) < pair.pairs;
            QVERIFY(!(*confirmed)[j] || mutual[j] != noItem);
            correct += hasPartner && (*confirmed)[j] && mutual[j] == static_cast<ItemIndex>(j);
            without += !hasPartner && (*confirmed)[j];
            mutualWithout += !hasPartner && mutual[j] != noItem;
        }
        qInfo("of %td partners %td right ones are confirmed; of %td items without one %td, mutual %td", pair.pairs,
              correct, items - pair.pairs, without, mutualWithout);
        QVERIFY(correct >= pair.pairs * 8 / 10);
        QVERIFY(without <= (items - pair.pairs) / 4 && 2 * without <= mutualWithout);
    }

    void findsWrongSeeds_data()
    {
        QTest::addColumn<int>("wrong");
        QTest::newRow("none") << 0;
        QTest::newRow("1 of 15") << 1;
        QTest::newRow("3 of 15") << 3;
    }
    void findsWrongSeeds()
    {
        QFETCH(int, wrong);
        const Matrix cloud = clusters(1);
        const MadePair pair{"clusters", cloud, noisy(cloud, 0.2f, 13), true};
        std::vector<Index> expected(static_cast<std::size_t>(wrong));
        std::iota(expected.begin(), expected.end(), Index(0));
        for (const std::uint64_t draw : {0, 1}) {
            const OptimizeSummary summary = align(pair, expected.size(), draw);
            QCOMPARE(summary.verdict.suspectSeeds, expected);
            QVERIFY2(*summary.correct >= 0.9, qPrintable(QString::number(*summary.correct)));
            // Wrong known pairs do not lower the estimate for the others.
            const ShareEstimate correct = *summary.verdict.correct;
            QVERIFY(correct.low <= *summary.correct && *summary.correct <= correct.high);
            QCOMPARE(summary.verdict.correctOfAll.has_value(), wrong > 0);
            QVERIFY(wrong == 0 || summary.verdict.correctOfAll->value < correct.value);
            QCOMPARE(summary.verdict.knownPairs, Index(15));
        }
    }

    /// Suspects are numbered among the given pairs, even if an earlier pair is excluded for a row without direction.
    void suspectsCountAmongTheGivenSeeds()
    {
        Matrix cloud = clusters(1);
        const Matrix y = noisy(cloud, 0.2f, 13);
        cloud.row(2).setZero();
        const PreparedSpace preparedX = prepare(cloud, Centering::none), preparedY = prepare(y, Centering::none);
        OptimizeInput input{preparedX, preparedY, allItems(60), allItems(15)};
        input.seedsOfY[5] = 200;
        const auto summary = optimize(input, {});
        QCOMPARE(validateAlignment(input, {}, *summary)->suspectSeeds, (std::vector<Index>{5}));
    }

    /// If more than a third of the known pairs are far apart, none are named, but the interval allows for them.
    void intervalAllowsForMoreWrongSeeds()
    {
        const Matrix cloud = clusters(1);
        const OptimizeSummary summary = align({"clusters", cloud, noisy(cloud, 0.2f, 13), true}, 8, 0);
        QVERIFY2(*summary.correct >= 0.9, qPrintable(QString::number(*summary.correct)));
        QCOMPARE(summary.verdict.suspectSeeds.size(), 5u);
        QVERIFY(summary.verdict.suspectSeeds.back() < 8);
        const ShareEstimate correct = *summary.verdict.correct;
        qInfo("%.2f in [%.2f, %.2f], right %.3f", correct.value, correct.low, correct.high, *summary.correct);
        // The matches themselves speak for a large share, so the lower end is not as low as by the pairs alone. The
        // upper end is less than 1 by the effect of a wrong pair that is near by chance.
        QVERIFY(correct.high - correct.low > 0.4 && correct.high > 0.98);
    }

    /// Texts of a verdict depend on the run and its share.
    /// Spaces in the same coordinates agree without anchors, rotated ones do not, and others cannot be compared.
    void agreementWithoutAnchors()
    {
        const Matrix cloud = clusters(1);
        const Verdict same = align({"close", cloud, cloud + 0.1f * randomMatrix(items, 20, 60), true}).verdict;
        QCOMPARE(same.foundWithoutAnchors, std::optional(1.0));
        const std::string advice = "Without anchors, 100% of the known pairs are nearest neighbours too: compare "
                                   "absolute vectors first.";
        QCOMPARE(absoluteText(same), advice);
        QVERIFY(verdictText(same).ends_with(". " + advice));
        const Verdict rotated = align({"rotated", cloud, noisy(cloud, 0.1f, 11), true}).verdict;
        QVERIFY(*rotated.foundWithoutAnchors < 0.2);
        QCOMPARE(absoluteText(rotated), std::string());
        const Matrix narrow = noisy(cloud, 0.1f, 11).leftCols(18);
        QVERIFY(!align({"fewer dimensions", cloud, narrow, true}).verdict.foundWithoutAnchors);
    }

    void wordsFollowTheShare()
    {
        const auto headline = [](double value, double low) {
            Verdict verdict;
            verdict.alignment = Alignment::aligned;
            verdict.correct = ShareEstimate{value, low, 1};
            return std::string(verdictHeadline(verdict));
        };
        QCOMPARE(headline(0.95, 0.8), std::string("Aligned item by item"));
        QCOMPARE(headline(0.95, 0.4), std::string("Mostly aligned"));
        QCOMPARE(headline(0.7, 0.5), std::string("Mostly aligned"));
        QCOMPARE(headline(0.45, 0.37), std::string("Partly aligned"));
        QCOMPARE(headline(0.04, 0.01), std::string("A few items are aligned"));
        QCOMPARE(headline(0.9, 0.6), std::string("Aligned item by item"));
        QCOMPARE(headline(0.9, 0.599), std::string("Mostly aligned"));
        QCOMPARE(headline(0.6, 0), std::string("Mostly aligned"));
        QCOMPARE(headline(0.1, 0), std::string("Partly aligned"));
        Verdict verdict;
        verdict.alignment = Alignment::aligned;
        QCOMPARE(verdictHeadline(verdict), "Aligned");
        verdict.alignment = Alignment::chance;
        verdict.knownPairs = 15;
        QVERIFY(verdictText(verdict).starts_with("This run found no alignment from 15 known pairs: "));
        verdict.alignment = Alignment::classOnly;
        QVERIFY(verdictText(verdict).starts_with("This run from 15 known pairs aligned only classes"));
        verdict.alignment = Alignment::aligned;
        verdict.correct = ShareEstimate{0.453, 0.37, 0.68};
        QCOMPARE(verdictText(verdict), std::string("Partly aligned: about 45% of the matches are correct (37% to 68%, "
                                                   "95% interval)."));
        verdict.suspectSeeds = {3};
        verdict.correctOfAll = ShareEstimate{0.4, 0.3, 0.6};
        QVERIFY(verdictText(verdict).find("with all of them 40%") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestVerdict)
#include "tst_verdict.moc"
