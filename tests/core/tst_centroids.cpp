// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizers.h"
#include "core/optimizers/pathstarts.h"
#include "core/parallel.h"
#include "core/random.h"
#include "support/randomdata.h"

#include <QtTest>

#include <cmath>

using namespace anchorscope;

namespace {

/// Clusters of unequal size and place, in two spaces, the second rotated, noisy and in another order.
struct Clouds
{
    PreparedSpace x, y;
    Correspondence truth;
    std::vector<ItemIndex> anchors;

    explicit Clouds(Index items, bool clustered = true)
    {
        constexpr Index dimensions = 20;
        const Matrix centres = test::randomMatrix(25, dimensions, 11);
        Matrix cloud = test::randomMatrix(items, dimensions, 12);
        for (Index i = 0; clustered && i < items; ++i) {
            const double share = static_cast<double>(i) / static_cast<double>(items);
            cloud.row(i) = 0.6f * cloud.row(i) + centres.row(static_cast<Index>(25 * share * share));
            for (Index c = 0; c < dimensions; ++c)
                cloud(i, c) /= std::sqrt(static_cast<float>(c + 1));
        }
        const Matrix rotated =
            cloud * test::randomRotation(dimensions, 13) + 0.03f * test::randomMatrix(items, dimensions, 14);
        truth = Correspondence(items, items);
        Matrix shuffled(items, dimensions);
        const std::vector<ItemIndex> places = Random(15).permutation(items);
        for (Index i = 0; i < items; ++i) {
            shuffled.row(places[static_cast<std::size_t>(i)]) = rotated.row(i);
            truth.pair(static_cast<ItemIndex>(i), places[static_cast<std::size_t>(i)]);
        }
        x = prepare(cloud, Centering::center);
        y = prepare(shuffled, Centering::center);
        for (ItemIndex item = 0; item < 30; ++item)
            anchors.push_back(item);
    }
    OptimizeInput input() const { return {x, y, anchors, {}, &truth}; }
};

OptimizeOptions withStart(const char *method, const char *start)
{
    OptimizeOptions options;
    options.method = method;
    options.start = start;
    return options;
}

} // namespace

class TestCentroids : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void clustersAreAlignedWithoutSeeds()
    {
        const Clouds clouds(900);
        const auto summary = optimize(clouds.input(), withStart("canonical", "centroids"));
        QVERIFY(summary.ok());
        QCOMPARE(summary->termination, Termination::converged);
        QCOMPARE(summary->start, std::string("centroids"));
        QVERIFY(summary->history.front().stage.starts_with("centroids, ε 14"));
        QVERIFY2(*summary->correct > 0.95, qPrintable(QString::number(*summary->correct)));
        const ThreadLimit limit(1);
        QCOMPARE(optimize(clouds.input(), withStart("canonical", "centroids"))->correspondence,
                 summary->correspondence);
    }

    /// Known pairs are kept, here two wrong ones.
    void knownPairsArePartOfTheStart()
    {
        const Clouds clouds(300);
        const std::vector<ItemIndex> wrong{clouds.truth.partnerOfX(1), clouds.truth.partnerOfX(0)};
        const PathSpaces spaces = pathSpaces({clouds.x, clouds.y, {0, 1}, wrong}, {});
        const auto begin = beginPath(PathStart::centroids, spaces, 0, {});
        QVERIFY(begin && begin->pairs.count() > 2);
        const std::size_t first = begin->pairs.count() - 2;
        for (std::size_t s = 0; s < 2; ++s) {
            QCOMPARE(begin->pairs.x[first + s], spaces.seeds.x[s]);
            QCOMPARE(begin->pairs.y[first + s], spaces.seeds.y[s]);
        }
    }

    void centroidsComeBeforeProfiles()
    {
        const auto startsOf = [](const OptimizeInput &input) {
            std::vector<std::string> starts;
            const auto summary = optimize(input, withStart("auto", "auto"));
            for (const IterationStats &stats : summary->history) {
                const std::string start = stats.stage.substr(0, stats.stage.find(','));
                if (starts.empty() || starts.back() != start)
                    starts.push_back(start);
            }
            return starts;
        };
        const Clouds clouds(900);
        QCOMPARE(startsOf(clouds.input()), (std::vector<std::string>{"centroids", "all pairs"}));
        // Spaces with nothing in common: profiles are tried as well.
        const PreparedSpace unrelated = prepare(test::randomMatrix(400, 20, 17), Centering::center);
        const OptimizeInput input{clouds.x, unrelated, clouds.anchors, {}, nullptr};
        QCOMPARE(startsOf(input), (std::vector<std::string>{"centroids", "profiles", "all pairs"}));
    }

    /// Three wrong seeds fail; the centroids, which do not depend on them, succeed.
    void centroidsReplaceFailingSeeds()
    {
        const Clouds clouds(900);
        OptimizeInput input = clouds.input();
        for (const ItemIndex item : {0, 1, 2})
            input.seedsOfY.push_back(clouds.truth.partnerOfX(450 + item));
        const auto summary = optimize(input, withStart("auto", "auto"));
        QCOMPARE(summary->start, std::string("centroids"));
        QVERIFY2(*summary->correct > 0.9, qPrintable(QString::number(*summary->correct)));
    }

    /// Half of the items have no partner, so the share stays low; but two starts end at the same pairs.
    void twoStartsThatAgreeAreEnough()
    {
        const Clouds clouds(900);
        Matrix rows = clouds.y.rows;
        for (ItemIndex item = 450; item < 900; ++item)
            rows.row(clouds.truth.partnerOfX(item)) = clouds.y.rows.row(clouds.truth.partnerOfX(item)).reverse();
        const PreparedSpace y = prepare(rows, Centering::none);
        OptimizeInput input{clouds.x, y, clouds.anchors, {}, &clouds.truth};
        for (ItemIndex item = 0; item < 6; ++item) {
            input.anchorsOfX[static_cast<std::size_t>(item)] = 70 * item;
            input.seedsOfY.push_back(clouds.truth.partnerOfX(70 * item));
        }
        const auto summary = optimize(input, withStart("auto", "auto"));
        double share = 0;
        bool centroids = false;
        for (const IterationStats &stats : summary->history) {
            share = std::max(share, stats.mutual.value_or(0));
            centroids = centroids || stats.stage.starts_with("centroids");
            QVERIFY2(!stats.stage.starts_with("self-learning"), stats.stage.c_str());
        }
        QVERIFY2(centroids && share < 0.7, qPrintable(QString::number(share)));
    }

    void fewerItemsThanClusters()
    {
        const Clouds clouds(30);
        QVERIFY(beginPath(PathStart::centroids, pathSpaces(clouds.input(), {}), 0, {}));
        const PreparedSpace few = prepare(test::randomMatrix(3, 5, 16), Centering::center);
        QVERIFY(beginPath(PathStart::centroids, pathSpaces({few, few, {0}, {}}, {}), 0, {}));
    }
};

QTEST_GUILESS_MAIN(TestCentroids)
#include "tst_centroids.moc"
