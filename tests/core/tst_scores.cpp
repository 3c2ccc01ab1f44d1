// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/anchors/seedcheck.h"
#include "core/evaluate/quickscore.h"
#include "core/evaluate/scores.h"
#include "support/interruptions.h"
#include "support/randomdata.h"
#include "support/sentences.h"

#include <QtTest>

using namespace anchorscope;

namespace {

/// Both spaces are the same cloud of three clusters; two representations are possible, one of them a slow one.
struct World
{
    Matrix cloud = test::randomMatrix(90, 6, 5);
    ItemTable items;
    Correspondence pairing = Correspondence::byRow(90);

    World()
    {
        items.count = 90;
        items.labelNames = {"a", "b", "c"};
        for (Index i = 0; i < 90; ++i) {
            cloud(i, i % 3) += 12;
            items.labels.push_back(static_cast<std::int32_t>(i % 3));
        }
    }
    Encoding encoding() const
    {
        return [this](const Representation &representation, const RunContext &) -> std::optional<RepresentationPair> {
            const std::string id = representation.id;
            if (id == "GT" || representation.slow)
                return RepresentationPair{id, cloud, cloud};
            return std::nullopt;
        };
    }
};

constexpr MethodShape ofWorld{90, 90, 6, 6, 4};

MethodPlan allMethods()
{
    MethodPlan plan;
    for (const Representation &each : representations())
        plan.entries.push_back({&each, each.label});
    return plan;
}

std::vector<std::string> visited(const MethodChoice &choice, const MethodShape &shape = ofWorld)
{
    std::vector<std::string> ids;
    MethodPlan plan = planMethods(choice, shape);
    const Status done = forEachRepresentation(
        World().encoding(), plan, {},
        [&](const Representation &representation, const std::optional<RepresentationPair> &, const RunContext &) {
            ids.push_back(representation.id);
            return Status(Done{});
        });
    return done ? ids : std::vector<std::string>();
}

} // namespace

class TestScores : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyRepresentationIsVisited()
    {
        std::vector<std::string> all, fast;
        for (const Representation &representation : representations()) {
            all.push_back(representation.id);
            if (!representation.slow)
                fast.push_back(representation.id);
        }
        QVERIFY(fast.size() < all.size());
        QCOMPARE(visited({}), all);
        QCOMPARE(visited({.slow = false}), fast);
    }

    /// Rows are in the registry's order, not in that of the choice.
    void onlyChosenRepresentationsAreScored()
    {
        const auto ids = methodIds({"Canonical-Ridge", "gt", "found"});
        QVERIFY(ids);
        QCOMPARE(visited({.ids = *ids}),
                 (std::vector<std::string>{"GT", "AO continuous", "AO discrete", "canonical", "Canonical ridge"}));
        const auto unknown = methodIds({"gt", "magic"});
        QVERIFY(!unknown && test::codeOf(unknown) == ErrorCode::wrongUsage);
        QVERIFY2(unknown.error().message.find("“magic”") != std::string::npos &&
                     unknown.error().message.find("Procrustes") != std::string::npos,
                 unknown.error().message.c_str());
    }

    /// Methods with large matrices are left out by default, with a note; few items keep the matrices small.
    void expensiveMethodsRunOnlyOnRequest()
    {
        const MethodShape wide{20000, 20000, 1536, 1024, 300}, fewItems{60, 60, 100000, 100, 20};
        const MethodPlan unasked = planMethods({}, wide), asked = planMethods({.ids = {"PARAM"}}, wide);
        QCOMPARE(unasked.entries.size(), representations().size() - 1);
        QCOMPARE(unasked.notes.size(), std::size_t(1));
        QVERIFY2(unasked.notes[0].find("1536") != std::string::npos &&
                     unasked.notes[0].find("--methods") != std::string::npos,
                 unasked.notes[0].c_str());
        QCOMPARE(asked.entries.size(), std::size_t(1));
        QVERIFY(asked.notes.empty());
        QVERIFY2(asked.entries[0].stage.find(" GB and ") != std::string::npos, asked.entries[0].stage.c_str());
        QVERIFY(planMethods({}, fewItems).notes.empty());
        // Anchors of a method that learns no metric.
        MethodShape without = ofWorld;
        without.metric = false;
        const MethodPlan lacking = planMethods({}, without), one = planMethods({.ids = {"canonical"}}, without);
        QCOMPARE(lacking.entries.size(), representations().size() - 2);
        QCOMPARE(lacking.notes,
                 std::vector<std::string>{"“Found, canonical” and “True, canonical” were left out: the anchors come "
                                          "from a run without canonical maps; auto and canonical learn them."});
        QVERIFY(one.entries.empty() && one.notes.size() == 1 && one.notes[0].starts_with("“Found, canonical” was"));
        // 10^12 numbers exceed any memory, requested or not
        const MethodPlan hopeless = planMethods({.ids = {"PARAM"}}, {2000000, 2000000, 1000000, 1000000, 300});
        QVERIFY(hopeless.entries.empty());
        QCOMPARE(hopeless.notes.size(), std::size_t(1));
    }

    void firstErrorEnds()
    {
        int calls = 0;
        MethodPlan plan = allMethods();
        const Status status = forEachRepresentation(
            World().encoding(), plan, {},
            [&](const Representation &, const std::optional<RepresentationPair> &, const RunContext &) -> Status {
                return ++calls == 2 ? Status(Error(ErrorCode::failed, "No.")) : Status(Done{});
            });
        QVERIFY(!status && test::codeOf(status) == ErrorCode::failed);
        QCOMPARE(calls, 2);
    }

    /// A representation that is encoded in time but not measured is left out, and the others are measured.
    void timeLimitEndsTheScoring()
    {
        const World world;
        const Encoding encode = [&](const Representation &each, const RunContext &) {
            return std::optional(RepresentationPair{each.id, world.cloud, world.cloud});
        };
        MethodPlan plan = planMethods({.ids = {"GT", "Seed"}, .timeLimitSeconds = 60}, ofWorld);
        std::vector<std::string> measured, impossible;
        const RepresentationVisitor slow = [&](const Representation &each,
                                               const std::optional<RepresentationPair> &pair,
                                               const RunContext &context) -> Status {
            if (pair && each.id == std::string("GT"))
                test::advanceClock(std::chrono::seconds(61));
            if (context.cancelled())
                return cancelledError();
            (pair ? measured : impossible).push_back(each.id);
            return Done{};
        };
        QVERIFY(forEachRepresentation(encode, plan, {}, slow));
        QCOMPARE(measured, std::vector<std::string>{"Seed"});
        QCOMPARE(impossible, std::vector<std::string>{"GT"});
        QCOMPARE(plan.notes.size(), std::size_t(1));
        QVERIFY2(plan.notes[0].find("“True anchors” was left out") != std::string::npos, plan.notes[0].c_str());
        plan = planMethods({.ids = {"GT"}, .timeLimitSeconds = 1e-9}, ofWorld);
        const auto rows = retrieveByAll(encode, world.pairing, {}, plan);
        QVERIFY(rows && rows->empty());
        QCOMPARE(plan.notes.size(), std::size_t(1));
    }

    void cancelEnds()
    {
        RunContext context;
        context.control = std::make_shared<RunControl>();
        const World world;
        const Encoding cancelling = [&](const Representation &representation, const RunContext &part) {
            context.control->cancel();
            return world.encoding()(representation, part);
        };
        MethodPlan plan = allMethods();
        const auto rows = retrieveByAll(cancelling, world.pairing, {}, plan, context);
        QVERIFY(!rows && test::codeOf(rows) == ErrorCode::cancelled);
    }

    void possibleRepresentationsAreRetrieved()
    {
        const World world;
        MethodPlan all = allMethods(), fast = planMethods({.slow = false}, ofWorld);
        const auto rows = retrieveByAll(world.encoding(), world.pairing, {}, all);
        QVERIFY(rows);
        QCOMPARE(rows->size(), 2u);
        QCOMPARE(rows->front().method, std::string("GT"));
        for (const RetrievalRow &row : *rows) {
            QCOMPARE(row.xToY.mrr.mean, 1.0); // each item is its own nearest
            QCOMPARE(row.yToX.jaccard.mean, 1.0);
        }
        QCOMPARE(retrieveByAll(world.encoding(), world.pairing, {}, fast)->size(), 1u);
        RetrievalOptions tooLarge;
        tooLarge.k = 90;
        const auto failed = retrieveByAll(world.encoding(), world.pairing, tooLarge, all);
        QVERIFY(!failed && test::codeOf(failed) == ErrorCode::kTooLarge);
    }

    void stitchingReportsImpossibleRows()
    {
        const World world;
        const StitchOptions options;
        const auto split = splitForStitching(world.items, world.pairing, options);
        QVERIFY(split);
        MethodPlan plan = allMethods();
        const auto rows = stitchByAll(world.encoding(), world.pairing, *split, options, plan);
        QVERIFY(rows);
        QCOMPARE(rows->size(), representations().size());
        for (std::size_t i = 0; i < rows->size(); ++i) {
            const Representation &representation = representations()[i];
            QCOMPARE((*rows)[i].representation, std::string(representation.id));
            QCOMPARE((*rows)[i].possible, std::string(representation.id) == "GT" || representation.slow);
        }
        for (const StitchScores &cell : rows->front().cells)
            QCOMPARE(cell.scores.accuracy, 1.0); // clusters far from each other
    }

    void encodingOfAnInputIsTheRegistrys()
    {
        const PreparedSpace space = prepare(World().cloud, Centering::center);
        const AnchorSet seeds{{1, 2, 3, 4}, {1, 2, 3, 4}, {}, {}};
        const Correspondence pairing = Correspondence::byRow(90);
        const Encoding encode = encodingOf({space, space, seeds, pairing, similarities().front()});
        const auto pair = encode(representations().front(), {});
        QVERIFY(pair);
        QCOMPARE(pair->x().cols(), 4);
        QVERIFY(pair->x() == pair->y());
    }

    void quickScoreOfEqualSpaces()
    {
        const PreparedSpace space = prepare(test::randomMatrix(700, 12, 3), Centering::center);
        AnchorSet anchors;
        std::vector<SeedPair> seeds;
        for (ItemIndex item = 0; item < 40; ++item) {
            anchors.itemsOfX.push_back(item);
            anchors.seedsOfY.push_back(item);
            seeds.push_back({.x = item, .y = item});
        }
        const AnchoredPair pair{space, space, anchors, similarities().front()};
        const auto score = quickScore(pair, seeds, Correspondence::byRow(700), quickRetrievalOptions(10, 700, 0));
        QVERIFY(score && score->scored);
        QCOMPARE(score->mrrXToY.mean, 1.0);
        QCOMPARE(score->pAt1YToX.mean, 1.0);
        QCOMPARE(score->queries, 500);
        QCOMPARE(score->targets, 700);
        QCOMPARE(score->agreement.size(), 40u);
        for (const double agreement : score->agreement)
            QVERIFY(agreement > 0.999);
        QVERIFY(score->suspects.empty());
    }

    void quickScoreNeedsTruthAndThreeAnchors()
    {
        const PreparedSpace space = prepare(test::randomMatrix(60, 12, 3), Centering::center);
        const AnchorSet two{{0, 1}, {0, 1}, {}, {}}, three{{0, 1, 2}, {0, 1, 2}, {}, {}};
        const RetrievalOptions options = quickRetrievalOptions(10, 60, 0);
        const Similarity &cosine = similarities().front();
        QVERIFY(!quickScore({space, space, two, cosine}, {}, Correspondence::byRow(60), options)->scored);
        QVERIFY(!quickScore({space, space, three, cosine}, {}, Correspondence(60, 60), options)->scored);
        QVERIFY(quickScore({space, space, three, cosine}, {}, Correspondence::byRow(60), options)->scored);
    }

    void quickScoreNamesWrongSeedsWithoutTruth()
    {
        const PreparedSpace space = prepare(test::randomMatrix(300, 16, 3), Centering::center);
        std::vector<SeedPair> seeds;
        for (ItemIndex item = 0; item < 40; ++item)
            seeds.push_back({.x = item, .y = item == 4 ? ItemIndex{200} : item});
        const AnchoredPair pair{space, space, {}, similarities().front()};
        const auto score = quickScore(pair, seeds, Correspondence(300, 300), quickRetrievalOptions(10, 300, 0));
        QVERIFY(score);
        QCOMPARE(score->suspects, (std::vector<Index>{4}));
    }

    void quickOptionsFitSmallSpaces()
    {
        QCOMPARE(quickRetrievalOptions(10, 5, 0).k, 4);
        QCOMPARE(quickRetrievalOptions(10, 500, 0).k, 10);
    }
};

QTEST_GUILESS_MAIN(TestScores)
#include "tst_scores.moc"
