// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/pairnext.h"
#include "core/evaluate/scores.h"
#include "core/experiments/experiment.h"
#include "core/neighbours/cslsmatches.h"
#include "core/optimizers/optimizers.h"
#include "core/translate/canonicalmap.h"
#include "support/randomdata.h"
#include "support/sentences.h"

#include <QtTest>

#include <algorithm>
#include <array>
#include <numeric>

using namespace anchorscope;

namespace {

/// The same items twice, Y rotated and noisy, in the same order of rows.
struct World
{
    PreparedSpace x, y;
    Correspondence truth;

    World(Index items, Index dimensions, Centering centering = Centering::center) : truth(Correspondence::byRow(items))
    {
        // A few strong directions and many weak ones, as in embeddings.
        Matrix cloud = test::randomMatrix(items, dimensions, 1);
        for (Index d = 0; d < dimensions; ++d)
            cloud.col(d) *= 1 / std::sqrt(static_cast<float>(d + 1));
        Matrix rotated = cloud * test::randomRotation(dimensions, 2);
        rotated += 0.02F * test::randomMatrix(items, dimensions, 3);
        cloud.rowwise() += Eigen::RowVectorXf::Constant(dimensions, 0.1F);
        x = prepare(cloud, centering);
        y = prepare(rotated, centering);
    }
    ProtocolInput input() const { return {x, y, truth}; }
    ProtocolRun run(const char *method, Side side = Side::y, std::optional<int> iterations = {}) const
    {
        ProtocolOptions options;
        options.anchors = 40;
        options.seeds = 12;
        options.optimizedSide = side;
        options.optimize.method = method;
        options.optimize.iterations = iterations;
        const auto run = runProtocol(input(), options, 5);
        return run ? *run : ProtocolRun();
    }
};

/// n × r unit rows of (rows − mean)·directionsᵀ in float64, the definition.
MatrixD coordinates(const Matrix &rows, const Matrix &mean, const Matrix &directions)
{
    MatrixD moved = rows.cast<double>();
    if (mean.size() > 0)
        moved.rowwise() -= mean.row(0).cast<double>();
    MatrixD result = moved * directions.cast<double>().transpose();
    result.rowwise().normalize();
    return result;
}

/// The items of each side by cosine to the anchors of X, all in canonical coordinates.
std::pair<MatrixD, MatrixD> plainRelative(const World &world, const CanonicalMetric &metric,
                                          const std::vector<ItemIndex> &anchorsOfX)
{
    const MatrixD x = coordinates(world.x.rows, metric.meanOfX, metric.directionsOfX);
    const MatrixD y = coordinates(world.y.rows, metric.meanOfY, metric.directionsOfY);
    MatrixD anchors(std::ssize(anchorsOfX), x.cols());
    for (Index a = 0; a < anchors.rows(); ++a)
        anchors.row(a) = x.row(anchorsOfX[static_cast<std::size_t>(a)]);
    return {x * anchors.transpose(), y * anchors.transpose()};
}

/// ½ of the mean of the greatest values.
float halfOfNearest(const Eigen::RowVectorXf &values, Index neighbours)
{
    if (neighbours == 0)
        return 0;
    std::vector<float> sorted(values.begin(), values.end());
    std::ranges::sort(sorted, std::greater<>());
    sorted.resize(static_cast<std::size_t>(neighbours));
    return 0.5F * std::accumulate(sorted.begin(), sorted.end(), 0.0F) / static_cast<float>(neighbours);
}

double largestDifference(const Matrix &a, const MatrixD &b)
{
    return a.rows() == b.rows() && a.cols() == b.cols() ? (a.cast<double>() - b).cwiseAbs().maxCoeff() : 1e9;
}

const Representation &representation(std::string_view id)
{
    return *std::ranges::find(representations(), id, &Representation::id);
}

} // namespace

class TestCanonicalMetric : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void runKeepsTheMapsOfItsMatches_data()
    {
        QTest::addColumn<int>("items");
        QTest::addColumn<int>("dimensions");
        QTest::addColumn<int>("centering");
        QTest::newRow("centred") << 300 << 20 << int(Centering::center);
        QTest::newRow("not centred") << 300 << 20 << int(Centering::none);
        QTest::newRow("more than 512 dimensions, not centred") << 300 << 530 << int(Centering::none);
        QTest::newRow("far more dimensions than items") << 100 << 300 << int(Centering::none);
    }
    void runKeepsTheMapsOfItsMatches()
    {
        QFETCH(int, items);
        QFETCH(int, dimensions);
        QFETCH(int, centering);
        const World world(items, dimensions, static_cast<Centering>(centering));
        const bool wide = dimensions > 100; // fewer cases, as its maps take a second each
        const ProtocolRun run = world.run("canonical", Side::y, wide ? std::optional(2) : std::nullopt);
        const CanonicalMetric &metric = run.anchors.metric;
        QVERIFY(!metric.empty() && metric.directionsOfX == run.summary.metric.directionsOfX);
        QCOMPARE(metric.directionsOfX.cols(), Index(dimensions));
        QCOMPARE(metric.directionsOfY.cols(), Index(dimensions));
        QCOMPARE(metric.meanOfX.size() > 0, centering == int(Centering::none));
        const IterationStats &best = run.summary.history[static_cast<std::size_t>(run.summary.bestIteration - 1)];
        QCOMPARE(metric.ridge, best.ridge.value());
        const auto matches = cslsMatches(canonicalCoordinates(world.x.rows, metric, Side::x),
                                         canonicalCoordinates(world.y.rows, metric, Side::y), neighboursOfCsls);
        Index same = 0;
        for (std::size_t j = 0; j < matches->xOfY.size(); ++j)
            same += matches->xOfY[j] == run.summary.correspondence[j];
        QVERIFY2(same >= 0.99 * items, qPrintable(QString::number(same))); // maps of 512 components round differently
        QVERIFY2(wide || *run.summary.correct > 0.9, qPrintable(QString::number(*run.summary.correct)));
    }

    void rowsAreThoseOfTheDefinition()
    {
        for (const Centering centering : {Centering::center, Centering::none}) {
            const World world(300, 20, centering);
            const ProtocolRun run = world.run("canonical");
            const auto &anchors = run.anchors.itemsOfX;
            const auto found = encodeRun(representation("canonical"), world.input(), run, similarities().front());
            QVERIFY(found);
            const auto [x, y] = plainRelative(world, run.anchors.metric, anchors);
            QVERIFY(largestDifference(found->x(), x) < 1e-5 && largestDifference(found->y(), y) < 1e-5);
            QVERIFY(x.row(anchors[3])(3) > 1 - 1e-9);

            // Maps of the true pairs only, with the ridge of the run, fitted to centred rows.
            PreparedSpace movedX = world.x, movedY = world.y;
            CanonicalMetric ofTruth{
                run.anchors.metric.ridge, {}, {}, run.anchors.metric.meanOfX, run.anchors.metric.meanOfY};
            if (centering == Centering::none) {
                for (PreparedSpace *space : {&movedX, &movedY}) {
                    const Eigen::RowVectorXf mean = space->rows.colwise().mean();
                    space->rows.rowwise() -= mean;
                    space->rows.rowwise().normalize();
                }
            }
            WeightedPairs pairs;
            for (const ItemIndex item : anchors)
                pairs.add(item, item, 1);
            const auto maps = canonicalMaps(movedX.rows, movedY.rows, pairs, ofTruth.ridge);
            ofTruth.directionsOfX = maps->a.transpose();
            ofTruth.directionsOfY = maps->b.transpose();
            const auto truth = encodeRun(representation("GT canonical"), world.input(), run, similarities().front());
            QVERIFY(truth);
            const auto [tx, ty] = plainRelative(world, ofTruth, anchors);
            QVERIFY2(largestDifference(truth->x(), tx) < 1e-3 && largestDifference(truth->y(), ty) < 1e-3,
                     qPrintable(QString::number(largestDifference(truth->y(), ty))));
        }
    }

    void theSimilarityIsThatOfTheRow()
    {
        const World world(300, 20);
        const Similarity &canonical = *findSimilarity("canonical");
        const ProtocolRun run = world.run("auto");
        const auto row = encodeRun(representation("canonical"), world.input(), run, similarities().front());
        const AnchoredPair pair{world.x, world.y, run.anchors, canonical};
        QVERIFY(relativeRows(pair, Side::x) == row->x() && relativeRows(pair, Side::y) == row->y());
        // With different rows of anchors: each anchor is mapped by its own space's map.
        const auto truth = encodeRun(representation("GT"), world.input(), run, canonical);
        const auto seeds = encodeRun(representation("Seed"), world.input(), run, canonical);
        QVERIFY(truth && seeds && truth->x() == row->x() && !(truth->y() == row->y()));
        QVERIFY(truth->y()(run.anchors.itemsOfX[2], 2) > 1 - 1e-5F);
        QCOMPARE(seeds->x().cols(), Index(12));
    }

    void theOtherSideIsExchanged()
    {
        const World world(300, 20);
        const ProtocolRun run = world.run("canonical", Side::x);
        QVERIFY(*run.summary.correct > 0.9);
        const auto pair = encodeRun(representation("canonical"), world.input(), run, similarities().front());
        QVERIFY(pair);
        const auto row = retrieveBothWays(*pair, world.truth, {});
        QVERIFY(row && row->xToY.mrr.mean > 0.9 && row->yToX.mrr.mean > 0.9);
    }

    void matchListsFollowTheDefinition()
    {
        Matrix x = test::randomMatrix(70, 6, 8), y = test::randomMatrix(40, 6, 9);
        x.rowwise().normalize();
        y.rowwise().normalize();
        std::vector<ItemIndex> given(40);
        for (ItemIndex j = 0; j < 40; ++j)
            given[static_cast<std::size_t>(j)] = j % 4 == 3 ? noItem : (3 * j) % 70;
        for (const Index neighbours : {10, 0}) {
            const MatchLists lists = matchLists(x, y, given, neighbours, 3);
            Eigen::MatrixXf scores = x * y.transpose();
            const Eigen::MatrixXf plain = scores;
            for (Index i = 0; i < 70; ++i)
                scores.row(i).array() -= halfOfNearest(plain.row(i), neighbours);
            for (Index j = 0; j < 40; ++j)
                scores.col(j).array() -= halfOfNearest(plain.col(j).transpose(), neighbours);
            for (Index j = 0; j < 40; ++j) {
                std::vector<float> sorted(scores.col(j).begin(), scores.col(j).end());
                std::ranges::sort(sorted, std::greater<>());
                const auto &best = lists.best[static_cast<std::size_t>(j)];
                QCOMPARE(best.size(), std::size_t(3));
                for (std::size_t rank = 0; rank < 3; ++rank) {
                    QVERIFY(std::abs(best[rank].similarity - sorted[rank]) < 1e-5F);
                    QVERIFY(std::abs(scores(best[rank].item, j) - sorted[rank]) < 1e-5F);
                }
                const Match &match = lists.matches[static_cast<std::size_t>(j)];
                const ItemIndex own = given[static_cast<std::size_t>(j)];
                if (own == noItem) {
                    QVERIFY(match.score == 0 && match.margin == 0 && !match.mutual);
                    continue;
                }
                const bool isBest = scores(own, j) > sorted[1];
                QVERIFY(std::abs(match.score - scores(own, j)) < 1e-5F);
                QVERIFY(std::abs(match.margin - (scores(own, j) - sorted[isBest ? 1 : 0])) < 1e-5F);
                QCOMPARE(match.mutual, scores(own, j) >= scores.row(own).maxCoeff() - 1e-6F);
            }
        }
    }

    /// A run's matches are the first of their lists, and items without a direction have none.
    void correspondencesAreScored()
    {
        World world(300, 20, Centering::none);
        world.y.rows.row(7).setZero();
        world.y.zeroRows = {7};
        const ProtocolRun run = world.run("canonical");
        const AnchoredPair pair{world.x, world.y, run.anchors, similarities().front()};
        const auto judged = scoreCorrespondence(pair, run.summary.correspondence, {2});
        QVERIFY(judged);
        QCOMPARE(judged->xOfY[7], noItem);
        QVERIFY(judged->lists.best[7].empty() && !judged->lists.matches[7].mutual);
        Index mutual = 0;
        for (std::size_t j = 0; j < 300; ++j) {
            if (j == 7)
                continue;
            QCOMPARE(judged->xOfY[j], run.summary.correspondence[j]);
            QCOMPARE(judged->lists.best[j][0].item, run.summary.correspondence[j]);
            const Match &match = judged->lists.matches[j];
            QCOMPARE(match.score, judged->lists.best[j][0].similarity);
            QCOMPARE(match.margin, match.score - judged->lists.best[j][1].similarity);
            mutual += match.mutual;
        }
        double crossFitted = 0;
        for (const IterationStats &stats : run.summary.history)
            crossFitted = std::max(crossFitted, stats.mutual.value_or(0));
        QVERIFY(crossFitted > 0 && static_cast<double>(mutual) >= crossFitted * 279); // without the 20 seeds

        // Other methods use cosines of relative vectors.
        const ProtocolRun other = world.run("alternating");
        const AnchoredPair byAnchors{world.x, world.y, other.anchors, similarities().front()};
        const auto matches = scoreMatches(relativeRows(byAnchors, Side::x), relativeRows(byAnchors, Side::y),
                                          other.summary.correspondence);
        const auto plain = scoreCorrespondence(byAnchors, other.summary.correspondence, {});
        QVERIFY(plain);
        for (std::size_t j = 0; j < 300; ++j) {
            if (j != 7)
                QVERIFY(std::abs(plain->lists.matches[j].margin - matches[j].margin) < 1e-5F);
        }
    }

    /// Two distant groups of indistinguishable items, and others with certain matches: suggestions for pairing come
    /// from both groups only.
    void pairingSuggestionsAreUncertainAndSpread()
    {
        constexpr Index items = 120;
        Matrix rows = test::randomMatrix(items, 6, 4);
        rows.topRows(40).setZero();
        rows.topRows(20).col(0).setConstant(9);
        rows.middleRows(20, 20).col(1).setConstant(9);
        rows.topRows(40) += 0.01F * test::randomMatrix(40, 6, 5);
        const PreparedSpace y = prepare(rows, Centering::none);
        ScoredCorrespondence judged{{}, {std::vector<Match>(items), std::vector<std::vector<Neighbour>>(items)}};
        for (ItemIndex j = 0; j < items; ++j) {
            judged.xOfY.push_back(j);
            judged.lists.matches[static_cast<std::size_t>(j)] = {1, 0.5F, j >= 40};
            judged.lists.best[static_cast<std::size_t>(j)] = {{j, 1}};
        }
        judged.xOfY[3] = noItem; // a zero row has no known partner
        const auto next = pairNext(y, judged, {0, 20}, 3, 1).value();
        QCOMPARE(next.size(), std::size_t(3));
        std::array<int, 2> ofGroup{};
        for (const PairingSuggestion &each : next) {
            QVERIFY(each.item < 40 && each.item != 0 && each.item != 20 && each.item != 3);
            QCOMPARE(each.candidates.front().item, each.item);
            ++ofGroup[each.item < 20 ? 0 : 1];
        }
        QVERIFY(ofGroup[0] > 0 && ofGroup[1] > 0);
        QCOMPARE(pairNext(y, judged, {}, 500, 1).value().size(), std::size_t(items - 1));
        ScoredCorrespondence none = judged;
        none.xOfY.assign(items, noItem);
        QVERIFY(pairNext(y, none, {}, 4, 1).value().empty());
    }

    void zeroRowsStayZero()
    {
        World world(300, 20, Centering::none);
        const ProtocolRun run = world.run("canonical");
        Matrix rows = world.x.rows.topRows(3);
        rows.row(1).setZero();
        const Matrix found = canonicalCoordinates(rows, run.anchors.metric, Side::x);
        QVERIFY(found.row(1).isZero(0) && found.row(0).norm() > 0.99F);
    }

    void withoutAMetricThereAreNoRows()
    {
        const World world(200, 10);
        const ProtocolRun run = world.run("alternating");
        QVERIFY(run.anchors.optimized() && run.anchors.metric.empty());
        for (const char *id : {"canonical", "GT canonical"})
            QVERIFY(!encodeRun(representation(id), world.input(), run, similarities().front()));
        for (const char *id : {"GT", "Seed", "AO continuous", "AO discrete"})
            QVERIFY(!encodeRun(representation(id), world.input(), run, *findSimilarity("canonical")));
    }

    void canonicalSimilarityNeedsACanonicalRun()
    {
        ExperimentOptions options;
        options.protocol.similarity = "canonical";
        QVERIFY(options.validate());
        const Status withoutRuns = options.validateWithoutRuns();
        QVERIFY(!withoutRuns && test::codeOf(withoutRuns) == ErrorCode::wrongUsage);
        options.protocol.optimize.method = "adam";
        const Status byAdam = options.validate();
        QVERIFY(!byAdam && byAdam.error().message.find("the method adam") != std::string::npos);
        options.protocol.existingRun = ProtocolRun();
        QVERIFY(!options.validate());
        options.protocol.existingRun->anchors.metric.directionsOfX.resize(2, 3);
        QVERIFY(options.validate());
        options.protocol.similarity = "cosine";
        QVERIFY(options.validate() && options.validateWithoutRuns());
    }
};

QTEST_GUILESS_MAIN(TestCanonicalMetric)
#include "tst_canonicalmetric.moc"
