// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/anchors/learnedanchors.h"
#include "core/anchors/samplers.h"
#include "core/data/hintcolumns.h"
#include "core/evaluate/candidates.h"
#include "core/evaluate/dictionary.h"
#include "core/evaluate/disagreement.h"
#include "core/evaluate/health.h"
#include "core/evaluate/inspection.h"
#include "core/evaluate/mistakes.h"
#include "core/evaluate/pairnext.h"
#include "core/evaluate/quickscore.h"
#include "core/evaluate/scores.h"
#include "core/experiments/anchorcount.h"
#include "core/experiments/knownpairs.h"
#include "core/experiments/learnedanchors.h"
#include "core/experiments/pairs.h"
#include "core/experiments/proxy.h"
#include "core/experiments/quantization.h"
#include "core/experiments/reconstruction.h"
#include "core/experiments/retrieval.h"
#include "core/experiments/stitching.h"
#include "core/experiments/translation.h"
#include "core/experiments/weakencoder.h"
#include "core/ivf/ivfsearch.h"
#include "core/neighbourmap/mapquality.h"
#include "core/neighbourmap/neighbourmap.h"
#include "core/neighbours/hintedmatches.h"
#include "core/optimizers/crossvalidation.h"
#include "core/optimizers/hintsuggestions.h"
#include "core/optimizers/optimizers.h"
#include "core/optimizers/seedproposal.h"
#include "core/optimizers/validatealignment.h"
#include "core/playground/invariance.h"
#include "core/playground/playscore.h"
#include "core/playground/selfsimilarities.h"
#include "core/projection/pca.h"
#include "core/translate/adapterreport.h"
#include "support/interruptions.h"
#include "support/pictureworld.h"

#include <QtTest>

using namespace anchorscope;
using test::Interruptions;
using test::Job;
using test::Numbers;
using test::outcomeOf;

namespace {

/// Small spaces with anchors, a run and its result. Row j of Y is the partner of row j + `moved` of X, modulo their
/// number.
struct World
{
    static constexpr Index items = 48;

    const Index moved = 0;
    const std::vector<ItemIndex> order = orderBy(moved);
    const test::PictureWorld pictures{items};
    const std::shared_ptr<EmbeddingSet> setX = pictures.space("x", pictures.cloud), setY = rowsOfY();
    const PreparedSpace x = prepare(setX->vectors, Centering::center), y = prepare(setY->vectors, Centering::center);
    const Correspondence truth = Correspondence::byRow(items).withYReordered(order);
    const std::vector<ItemIndex> anchors = firstItems(12), seeds = truth.partnersOfX(firstItems(8));
    AnchorSet drawn{anchors, truth.partnersOfX(anchors), {}, {}}, found{anchors, seeds, {}, {}};
    OptimizeSummary run = optimize(input(), method("auto")).value();

    explicit World(Index move = 0) : moved(move)
    {
        found = {anchors, seeds, run.anchorsOfY, run.discreteOfY, run.metric};
    }
    static std::vector<ItemIndex> orderBy(Index moved)
    {
        std::vector<ItemIndex> order = allItems(items);
        std::ranges::rotate(order, order.begin() + moved);
        return order;
    }
    std::shared_ptr<EmbeddingSet> rowsOfY() const
    {
        const auto set = pictures.rotated("y", 0.2f, 5);
        set->vectors = rowsOf(Matrix(set->vectors), order);
        set->items = someItems(*pictures.table, {order.begin(), order.end()});
        return set;
    }

    static std::vector<ItemIndex> firstItems(Index count) { return allItems(count); }
    static OptimizeOptions method(const char *id, const char *start = "auto")
    {
        OptimizeOptions options;
        options.method = id;
        options.start = start;
        options.iterations = 6;
        return options;
    }
    OptimizeInput input(bool withSeeds = true) const
    {
        return {x, y, anchors, withSeeds ? seeds : std::vector<ItemIndex>()};
    }
    /// Hint column whose values are the clusters.
    HintColumn column() const
    {
        HintColumn result{"label", false, {}, {}, 0.25f, 0.25f};
        for (const std::int32_t label : pictures.table->labels) {
            result.ofX.push_back(static_cast<float>(label));
            result.ofY.push_back(static_cast<float>(label));
        }
        return result;
    }
    AnchoredPair pair() const { return {x, y, drawn, similarities().front()}; }
    AnchoredPair foundPair() const { return {x, y, found, *findSimilarity("canonical")}; }
    ExperimentOptions small() const
    {
        ExperimentOptions options;
        options.protocol.anchors = 12;
        options.protocol.seeds = 8;
        options.repeats = 1;
        options.retrieval.k = 5;
        options.learning.options.steps = 3;
        return options;
    }
};

test::Outcome outcomeOfRun(const Result<OptimizeSummary> &summary)
{
    if (!summary)
        return summary.error();
    const bool cancelled = summary->termination == Termination::cancelled;
    if (cancelled == summary->hasResult() || cancelled != summary->correspondence.empty())
        return Error(ErrorCode::failed, "what a run says of its end is not what it holds");
    if (cancelled)
        return cancelledError();
    return Numbers(summary->anchorsOfY, summary->correspondence, summary->discreteOfY, summary->correspondenceScore,
                   summary->hint.correspondence)
        .values;
}

Numbers numbersOfScores(const RetrievalScores &scores)
{
    return Numbers(scores.itemRank, scores.itemCosine, scores.itemJaccard, scores.itemMargin, scores.cslsMrr.mean);
}

Numbers numbersOfRow(const RetrievalRow &row)
{
    return Numbers(numbersOfScores(row.xToY).values, numbersOfScores(row.yToX).values);
}

Numbers numbersOfVerdict(const Verdict &verdict)
{
    return Numbers(verdict.pChance, verdict.pClass, verdict.agreement, verdict.knownPairs, verdict.found,
                   verdict.foundWithoutAnchors);
}

Numbers numbersOfMatches(const CslsMatches &matches)
{
    return Numbers(matches.xOfY, matches.yOfX);
}

using Jobs = std::vector<std::pair<const char *, Job>>;

/// Jobs that wait while they are paused.
Jobs jobsOf(const World &world)
{
    Jobs jobs;
    const auto add = [&](const char *name, Job job) { jobs.emplace_back(name, std::move(job)); };
    const auto run = [&](const char *name, const OptimizeInput &input, const OptimizeOptions &options) {
        add(name,
            [input, options](const RunContext &context) { return outcomeOfRun(optimize(input, options, context)); });
    };
    for (const Optimizer &optimizer : optimizers())
        run(optimizer.id, world.input(), World::method(optimizer.id));
    for (const char *start : {"centroids", "stochastic", "profiles"})
        run(start, world.input(), World::method("canonical", start));
    run("auto without seeds", world.input(false), World::method("auto"));
    OptimizeOptions soft = World::method("adam");
    soft.starts = 2;
    soft.softPlan = true;
    run("adam, soft plans, two starts", world.input(), soft);
    OptimizeInput hinted = world.input();
    hinted.hints.columns = {world.column()};
    run("auto with a hint", hinted, World::method("auto"));
    add("verdict", [&](const RunContext &context) {
        return outcomeOf(validateAlignment(world.input(), {}, world.run, context), numbersOfVerdict);
    });
    add("verdict without seeds", [&](const RunContext &context) {
        return outcomeOf(validateAlignment(world.input(false), {}, world.run, context), numbersOfVerdict);
    });
    add("seed proposal", [&](const RunContext &context) {
        return outcomeOf(proposeSeeds(world.x, world.y, 6, 0, context), [](const SeedProposal &proposal) {
            return Numbers(proposal.pairs.size(), proposal.agreement);
        });
    });
    add("hint suggestions", [&](const RunContext &context) {
        return outcomeOf(suggestHints(world.input(), {{world.column(), {}}}, 0, context), [](const auto &suggestions) {
            return Numbers(suggestions.front().choice.trials.size(), suggestions.front().choice.facts.removed);
        });
    });
    add("neighbour map",
        [&](const RunContext &context) { return outcomeOf(neighbourMap({world.x.rows}, {.epochs = 5}, context)); });
    add("learned anchors", [&](const RunContext &context) {
        LearnedAnchorsOptions options;
        options.anchors = options.steps = 4;
        const auto learned =
            learnAnchors({&world.x.rows, &world.y.rows}, {world.anchors, world.anchors}, options, context);
        if (learned && learned->termination == Termination::cancelled)
            return learned->mixture.size() == 0 ? test::Outcome(cancelledError())
                                                : test::Outcome(Error(ErrorCode::failed, "kept"));
        return outcomeOf(learned, [](const auto &summary) { return Numbers(summary.mixture); });
    });
    return jobs;
}

/// Measures of two spaces and their anchors, which ignore pauses.
Jobs measuresOf(const World &world)
{
    Jobs jobs;
    const auto add = [&](const char *name, Job job) { jobs.emplace_back(name, std::move(job)); };
    RetrievalOptions fewNeighbours;
    fewNeighbours.k = 5;
    for (const Index exactUpTo : {10, 1000}) {
        RetrievalOptions options = fewNeighbours;
        options.exactUpTo = exactUpTo;
        options.sampledQueries = 20;
        add(exactUpTo < World::items ? "sampled retrieval" : "retrieval", [&world, options](const RunContext &context) {
            return outcomeOf(retrieveBothWays("", world.x.rows, world.y.rows, world.truth, options, context),
                             numbersOfRow);
        });
    }
    const auto encoding = [&](const auto &measure) {
        return [&world, measure](const RunContext &context) {
            const Encoding encode = encodingOf({world.x, world.y, world.found, world.truth, similarities().front()});
            MethodPlan plan = planMethods({.slow = false}, {World::items, World::items, 8, 8, 12});
            return measure(encode, plan, context);
        };
    };
    add("retrieval by all methods",
        encoding([&world, fewNeighbours](const Encoding &encode, MethodPlan &plan, const RunContext &context) {
            return outcomeOf(retrieveByAll(encode, world.truth, fewNeighbours, plan, context),
                             [](const auto &rows) { return Numbers(rows.size(), numbersOfRow(rows.back()).values); });
        }));
    add("stitching by all methods",
        encoding([&world](const Encoding &encode, MethodPlan &plan, const RunContext &context) {
            StitchOptions options;
            const auto split = splitForStitching(*world.setX->items, world.truth, options);
            return outcomeOf(stitchByAll(encode, world.truth, *split, options, plan, context), [](const auto &rows) {
                return Numbers(rows.size(), rows.front().cells[1].scores.accuracy);
            });
        }));
    add("quick score", [&](const RunContext &context) {
        return outcomeOf(
            quickScore(world.pair(), {{0, 0}, {1, 1}}, world.truth, quickRetrievalOptions(5, World::items, 0), context),
            [](const QuickScore &score) { return Numbers(score.mrrXToY.mean, score.agreement); });
    });
    add("dictionary", [&](const RunContext &context) {
        return outcomeOf(scoreDictionary(world.x.rows, world.y.rows, {{0, {0}}, {7, {6, 7}}, {30, {31}}}, context),
                         [](const DictionaryScores &scores) { return Numbers(scores.mrr, scores.cslsMrr); });
    });
    add("inspection", [&](const RunContext &context) {
        return outcomeOf(inspectItem(world.pair(), 20, 20, allItems(World::items), {true, 5}, context),
                         [](const ItemInspection &seen) { return Numbers(seen.overlap, seen.cosine, seen.rankXToY); });
    });
    add("candidates", [&](const RunContext &context) {
        return outcomeOf(findCandidates(world.pair(), Side::x, 20, 5, context),
                         [](const auto &found) { return Numbers(found.front().item, found.front().margin); });
    });
    add("mistakes", [&](const RunContext &context) {
        return outcomeOf(findMistakes({world.foundPair(), world.run.correspondence, world.run.correspondenceScore,
                                       world.truth, *world.setY->items},
                                      context),
                         [](const Mistakes &mistakes) { return Numbers(mistakes.judged, mistakes.share()); });
    });
    add("pair next", [&](const RunContext &context) {
        return outcomeOf(pairNext(world.foundPair(), world.run.correspondence, {.items = 4}, context),
                         [](const auto &next) { return Numbers(next.size(), next.front().item); });
    });
    add("disagreement", [&](const RunContext &context) {
        return outcomeOf(findDisagreement(world.x.rows, world.y.rows,
                                          {.neighbours = 5, .eigenvectors = 4, .permutations = 2}, context),
                         [](const Disagreement &seen) { return Numbers(seen.byChance, seen.pairs); });
    });
    add("health", [&](const RunContext &context) {
        return outcomeOf(measureHealth(world.pair(), world.truth, 0, context),
                         [](const PairHealth &health) { return Numbers(health.values, health.x.conditionNumber); });
    });
    add("map quality", [&](const RunContext &context) {
        return outcomeOf(
            mapQuality(world.x.rows, world.x.rows.leftCols(2), 5, 0, context),
            [](const MapQuality &quality) { return Numbers(quality.trustworthiness, quality.continuity); });
    });
    for (const AnchorSampler &sampler : anchorSamplers()) {
        add(sampler.id, [&](const RunContext &context) {
            Random random(3);
            return outcomeOf(
                chooseAnchors(sampler, {world.x, *world.setX->items, allItems(World::items)}, 9, random, context));
        });
    }
    add("matches", [&](const RunContext &context) {
        return outcomeOf(cslsMatches(world.x.rows, world.y.rows, 5, context), numbersOfMatches);
    });
    add("likely matches", [&](const RunContext &context) {
        const auto side = [](const Matrix &rows) {
            return IvfSide{rows.rows(), [&](const std::vector<ItemIndex> &some) { return rowsOf(rows, some); }};
        };
        return outcomeOf(ivfMatches(side(world.x.rows), side(world.y.rows), 5, {}, context),
                         [](const IvfMatches &found) { return numbersOfMatches(found.matches); });
    });
    add("hinted matches", [&](const RunContext &context) {
        const Hints hints{{world.column()}};
        return outcomeOf(hintedMatches(world.x.rows, world.y.rows, 5, nullptr, hints, {0.3f, false}, context),
                         numbersOfMatches);
    });
    add("confirmed matches", [&](const RunContext &context) {
        return outcomeOf(confirmedMatches(world.input(), world.run.correspondence, 1, context));
    });
    for (const MapKind &kind : mapKinds()) {
        add(kind.id, [&](const RunContext &context) {
            const AdapterInput input{*world.setX, *world.setY,           world.x, world.y, world.anchors, world.anchors,
                                     world.truth, fitOfMap(kind.id, {}), 0};
            return outcomeOf(reportOfAdapter(input, context), [](const auto &report) {
                return Numbers(report->queries, report->retained.translatedIndex.recallAt10);
            });
        });
    }
    add("own similarities", [&](const RunContext &context) {
        return outcomeOf(selfSimilarities(world.x, world.y, world.truth, {}, similarities().front(), {}, 20, context),
                         [](const SelfSimilarities &own) { return Numbers(own.x, own.y); });
    });
    add("invariance", [&](const RunContext &context) {
        return outcomeOf(measureInvariance(world.setX->vectors, world.anchors, 0, context),
                         [](const auto &cells) { return Numbers(cells.size(), cells.back().moved); });
    });
    add("search error", [&](const RunContext &context) {
        return outcomeOf(searchError(world.pair(), world.truth, context),
                         [](const SearchError &error) { return Numbers(error.meanAngle, error.pAt1); });
    });
    return jobs;
}

Jobs experimentsOf(const World &world)
{
    Jobs jobs;
    const auto add = [&](const char *name, const auto &experiment, const auto &options) {
        jobs.emplace_back(name, [&world, experiment, options](const RunContext &context) {
            return outcomeOf(experiment(*world.setX, *world.setY, world.truth, options, context, {}));
        });
    };
    const ExperimentOptions small = world.small();
    ExperimentOptions quick = small;
    quick.methods.slow = false;
    add("experiment retrieval", runRetrievalExperiment, quick);
    add("experiment stitching", runStitchExperiment, quick);
    add("experiment anchor-count", runAnchorCountExperiment, AnchorCountOptions{small, {4, 8}, {"kmeans"}, true, 20});
    KnownPairsOptions known{small, 16, {8, 12}};
    add("experiment known-pairs", runKnownPairsExperiment, known);
    jobs.emplace_back("experiment learned-anchors", [&world, small](const RunContext &context) {
        return outcomeOf(runLearningExperiment(*world.setX, *world.setY, world.truth, {small, 20}, context));
    });
    add("experiment weak-encoder", runWeakEncoderExperiment, small);
    TranslationOptions translation;
    translation.base = small;
    translation.omegas = {2};
    translation.deltas = {0.3};
    translation.norms = {1};
    translation.scaleHeads = {"cos"};
    add("experiment translation", runTranslationExperiment, translation);
    add("experiment quantization", runQuantizationExperiment, QuantizationOptions{small, Linkage::average, {0.2}});
    ReconstructionOptions reconstruction;
    reconstruction.base = quick;
    reconstruction.hidden = 4;
    reconstruction.training.epochs = 2;
    add("experiment reconstruction", runReconstructionExperiment, reconstruction);
    return jobs;
}

/// Experiments on spaces of the same items.
Jobs experimentsOfSpaces(const World &world)
{
    Jobs jobs;
    const auto add = [&](const char *name, const auto &experiment, const auto &options) {
        jobs.emplace_back(name, [&world, experiment, options](const RunContext &context) {
            return outcomeOf(experiment({world.setX, world.setY}, options, context, {}));
        });
    };
    add("experiment proxy", runProxyExperiment, ProxyOptions{world.small(), "x"});
    add("experiment pairs", runPairMatrix, PairsOptions{world.small(), 6});
    return jobs;
}

} // namespace

/// A job that is cancelled at any moment returns only the error "cancelled"; one that is paused returns the same
/// result.
class TestInterruptions : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cancelledAnywhere_data()
    {
        addJobs({jobsOf(m_world), measuresOf(m_world), experimentsOf(m_world), experimentsOfSpaces(m_world)});
    }
    void cancelledAnywhere()
    {
        QFETCH(Job, job);
        const std::string fault = Interruptions(job, 60).faultOfCancelling();
        QVERIFY2(fault.empty(), fault.c_str());
    }

    void pausedAnywhere_data() { addJobs({jobsOf(m_world)}); }
    void pausedAnywhere()
    {
        QFETCH(Job, job);
        const std::string fault = Interruptions(job, 6).faultOfPausing();
        QVERIFY2(fault.empty(), fault.c_str());
    }

    void memoryRunsOutAnywhere_data() { cancelledAnywhere_data(); }
    void memoryRunsOutAnywhere()
    {
        QFETCH(Job, job);
        const std::string fault = Interruptions(job, 6).faultOfFailing();
        QVERIFY2(fault.empty(), fault.c_str());
    }

    void progressOnlyRises_data() { cancelledAnywhere_data(); }
    void progressOnlyRises()
    {
        QFETCH(Job, job);
        const std::string fault = Interruptions(job, 1).faultOfProgress();
        QVERIFY2(fault.empty(), fault.c_str());
    }

    /// The order of the items of Y is of no consequence: wherever X and Y are passed on, they keep their places.
    void orderOfYDoesNotMatter()
    {
        const World moved(7);
        const Jobs before = experimentsOf(m_world), after = experimentsOf(moved);
        for (std::size_t i = 0; i < before.size(); ++i) {
            const test::Outcome expected = before[i].second({}), found = after[i].second({});
            QVERIFY2(expected.ok() && found.ok(), before[i].first);
            QCOMPARE(found->size(), expected->size());
            for (std::size_t k = 0; k < expected->size(); ++k)
                QVERIFY2(std::abs((*found)[k] - (*expected)[k]) < 1e-3, before[i].first);
        }
    }

private:
    static void addJobs(const std::vector<Jobs> &all)
    {
        QTest::addColumn<Job>("job");
        for (const Jobs &jobs : all) {
            for (const auto &[name, job] : jobs)
                QTest::newRow(name) << job;
        }
    }

    const World m_world;
};

QTEST_GUILESS_MAIN(TestInterruptions)
#include "tst_interruptions.moc"
