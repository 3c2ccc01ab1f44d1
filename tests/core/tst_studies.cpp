// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/anchorcount.h"
#include "core/experiments/knownpairs.h"
#include "core/experiments/learnedanchors.h"
#include "core/experiments/pairs.h"
#include "core/experiments/proxy.h"
#include "core/experiments/quantization.h"
#include "core/experiments/reconstruction.h"
#include "core/experiments/translation.h"
#include "core/experiments/weakencoder.h"
#include "core/projection/quantize.h"
#include "support/pictureworld.h"
#include "support/sentences.h"

#include <QtTest>

#include <set>

using namespace anchorscope;
using test::randomMatrix;
using test::randomRotation;

namespace {

using World = test::PictureWorld;
constexpr Index items = World::items;

ExperimentOptions small(Index anchors = 40)
{
    ExperimentOptions options;
    options.protocol.anchors = anchors;
    options.protocol.seeds = 10;
    options.repeats = 2;
    return options;
}

} // namespace

class TestStudies : public QObject
{
    Q_OBJECT

    const World m_world;
    const Correspondence m_rows = Correspondence::byRow(items);
    const std::shared_ptr<EmbeddingSet> m_x = m_world.space("x", m_world.cloud);

private Q_SLOTS:
    void pearsonOfKnownLists();
    void translationGrid();
    void translationCorrelationsOfWrittenCells();
    void translationAgreesWithOneFit();
    void anchorsCentreTheSpaces();
    void translationWithoutLabels();
    void normsAreCounted();
    void anchorCounts();
    void additionalSpacesTrainLearnedAnchors();
    void weakEncoder();
    void weakEncoderInWords();
    void whitenedRowsDiffer();
    void knownPairsCurve();
    void onlyKnownPairsAreRead();
    void tooFewKnownPairs();
    void knownPairsInWords();
    void proxy();
    void proxyOfGroups();
    void pairs();
    void unrelatedPairsAreTold();
    void pairsGetVerdicts();
    void quantization();
    void reconstruction();
    void reconstructionNeedsPictures();
    void refusals();
    void optionsAreRead();
};

void TestStudies::pearsonOfKnownLists()
{
    QVERIFY(std::abs(pearson({1, 2, 3}, {2, 4, 6}) - 1) < 1e-12);
    QVERIFY(std::abs(pearson({1, 2, 3}, {3, 2, 1}) + 1) < 1e-12);
    QVERIFY(std::abs(pearson({1, 2, 3, 4}, {1, -1, -1, 1})) < 1e-12);
    QVERIFY(std::isnan(pearson({1}, {2})));
    QVERIFY(std::isnan(pearson({1, 1}, {2, 3})));
}

void TestStudies::translationGrid()
{
    TranslationOptions options;
    options.base = small();
    options.omegas = {1, 4};
    options.deltas = {0.2, 0.8};
    options.cutoff = 1e-6;
    const auto result = runTranslationExperiment(*m_x, *m_world.rotated("y", 0, 5), m_rows, options);
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().message.c_str());
    QCOMPARE(result->grid.size(), std::size_t(16)); // two directions, and each space into itself
    for (const TranslationCell &cell : result->grid) {
        QCOMPARE(cell.cosine.values.size(), std::size_t(2));
        QVERIFY(cell.conditionNumber.mean() >= 1);
        if (cell.delta == 0.2) { // a rotation is found exactly by anchors that span the space
            QVERIFY(cell.cosine.mean() > 1 - 1e-5);
            QVERIFY(cell.anchorsKept.mean() >= 8);
        } else {
            QVERIFY(cell.anchorsKept.mean() < 8);
            QVERIFY(cell.cosine.mean() < 0.99);
        }
    }
    const auto baseline = [&](const std::string &method) {
        return *std::ranges::find_if(result->baselines,
                                     [&](const TranslationBaseline &row) { return row.method == method; });
    };
    QVERIFY(baseline("Procrustes").cosine.mean() > 1 - 1e-5);
    for (const char *method : {"Polar", "Affine", "Ridge", "Canonical ridge", "VecMap"}) {
        QVERIFY2(baseline(method).cosine.mean() > 1 - 1e-4, method);
        QCOMPARE(baseline(method).accuracy.values.size(), std::size_t(2));
    }
    QVERIFY(baseline("Relative + decoder").cosine.mean() > 0.99);
    QCOMPARE(baseline("Procrustes").accuracy.values, baseline("Target itself").accuracy.values);
    for (const char *method : {"IRP", "IRP, none", "IRP, completed", "IRP, polar"})
        QVERIFY2(baseline(method).cosine.mean() > 1 - 1e-5, method);
    const auto unscaled = std::ranges::find_if(result->scale, [](const ScalePoint &point) { return point.norm == 1; });
    QCOMPARE(unscaled->head, std::string("softmax"));
    QCOMPARE(unscaled->own.values, baseline("Target itself").accuracy.values);
    QCOMPARE(result->scale.size(), 4 * 2 * options.norms.size()); // softmax, cos, tanh, relu
    const auto correlations = translationCorrelations(*result);
    QCOMPARE(correlations.size(), std::size_t(4));
    for (const TranslationCorrelations &each : correlations)
        QVERIFY(each.keptCosine > 0.5); // many anchors span the space, few do not
}

/// Expected values of four cells in one direction. NumPy: corrcoef(cosine, accuracy), corrcoef(log(condition),
/// cosine), corrcoef(kept, cosine), corrcoef(log(condition), kept)
void TestStudies::translationCorrelationsOfWrittenCells()
{
    TranslationExperiment experiment;
    const double cells[][4] = {{0.9, 2, 12, 0.8}, {0.7, 30, 9, 0.75}, {0.4, 10, 4, 0.3}, {0.2, 5000, 5, 0.5}};
    for (const auto &[cosine, condition, kept, accuracy] : cells) {
        TranslationCell cell;
        cell.cosine = {{cosine - 0.1, cosine + 0.1}}; // two repeats
        cell.conditionNumber = {{condition}};
        cell.anchorsKept = {{kept}};
        cell.accuracy = {{accuracy}};
        experiment.grid.push_back(cell);
    }
    const auto all = translationCorrelations(experiment);
    QCOMPARE(all.size(), std::size_t(1));
    QCOMPARE(all[0].source, Side::x);
    QCOMPARE(all[0].target, Side::y);
    QVERIFY(std::abs(all[0].cosineAccuracy - 0.7961597) < 1e-6);
    QVERIFY(std::abs(all[0].conditionCosine + 0.8161916) < 1e-6);
    QVERIFY(std::abs(all[0].keptCosine - 0.9280237) < 1e-6);
    QVERIFY(std::abs(all[0].conditionKept + 0.5636060) < 1e-6);
    for (TranslationCell &cell : experiment.grid)
        cell.accuracy = {};
    QVERIFY(std::isnan(translationCorrelations(experiment)[0].cosineAccuracy));
}

/// The grid accumulates subspaces one by one; each cell equals a fit with that ω.
void TestStudies::translationAgreesWithOneFit()
{
    TranslationOptions options;
    options.base = small();
    options.base.repeats = 1;
    options.omegas = {2, 3};
    options.deltas = {0.5};
    const auto y = m_world.rotated("y", 0.3f, 5);
    const auto result = runTranslationExperiment(*m_x, *y, m_rows, options);
    QVERIFY(result.ok());
    const auto anchors = drawRunAnchors(m_rows, options.base.protocol, 0, {});
    const PreparedSpace px = prepare(m_x->vectors, Centering::center), py = prepare(y->vectors, Centering::center);
    for (const int omega : options.omegas) {
        const auto map = fitInverseProjection(rowsOf(px.rows, anchors->itemsOfX), rowsOf(py.rows, anchors->itemsOfX),
                                              {omega, 0.5, options.cutoff, 0});
        const double cosine =
            meanCosine(translateRows(px.rows, map->matrix), py.rows, m_rows.without(anchors->itemsOfX));
        const auto cell = std::ranges::find_if(result->grid, [&](const TranslationCell &each) {
            return each.source == Side::x && each.target == Side::y && each.omega == omega;
        });
        QVERIFY(std::abs(cell->cosine.mean() - cosine) < 1e-6);
    }
}

/// With the anchors' statistics, a repeat equals one on spaces that were first centred by the anchors' means.
void TestStudies::anchorsCentreTheSpaces()
{
    TranslationOptions options;
    options.base = small();
    options.base.repeats = 1;
    options.omegas = {2};
    options.deltas = {0.5};
    options.statistics = Statistics::anchors;
    const auto y = m_world.rotated("y", 0.3f, 5);
    const auto byAnchors = runTranslationExperiment(*m_x, *y, m_rows, options);
    QVERIFY(byAnchors.ok());
    const auto anchors = drawRunAnchors(m_rows, options.base.protocol, 0, {});
    const auto shifted = [&](const EmbeddingSet &set) {
        EmbeddingSet result = set;
        const Matrix rows = rowsOf(set.vectors, anchors->itemsOfX);
        const Eigen::RowVectorXf mean = rows.cast<double>().colwise().mean().cast<float>();
        result.vectors.rowwise() -= mean;
        return result;
    };
    options.statistics = Statistics::space;
    const auto bySpace = runTranslationExperiment(*m_x, *y, m_rows, options);
    options.base.protocol.centering = Centering::none;
    const auto byHand = runTranslationExperiment(shifted(*m_x), shifted(*y), m_rows, options);
    for (std::size_t i = 0; i < 4; ++i) {
        const double cosine = byAnchors->grid[i].cosine.mean();
        QVERIFY(std::abs(cosine - byHand->grid[i].cosine.mean()) < 1e-5);
        QVERIFY(std::abs(cosine - bySpace->grid[i].cosine.mean()) > 1e-4);
    }
}

void TestStudies::translationWithoutLabels()
{
    TranslationOptions options;
    options.base = small();
    options.omegas = {1};
    options.deltas = {0.2};
    EmbeddingSet x = *m_x;
    auto bare = std::make_shared<ItemTable>();
    bare->count = items;
    x.items = bare;
    const auto result = runTranslationExperiment(x, x, m_rows, options);
    QVERIFY(result.ok());
    QVERIFY(result->grid.front().accuracy.empty());
    QVERIFY(!result->grid.front().cosine.empty());
    QVERIFY(result->scale.empty());
}

void TestStudies::normsAreCounted()
{
    Matrix vectors = Matrix::Zero(5, 2); // not centred
    vectors.col(0) << 1, 1, 2, 0, 5;
    vectors(3, 1) = -3;
    const NormHistogram histogram = normHistogram(vectors, Side::y, 4);
    QCOMPARE(histogram.counts, (std::vector<Index>{2, 1, 1, 1}));
    QCOMPARE(histogram.edges.front(), 1.0);
    QCOMPARE(histogram.edges.back(), 5.0);
    QCOMPARE(histogram.mean, 2.4);
}

void TestStudies::anchorCounts()
{
    AnchorCountOptions options;
    options.base = small();
    options.counts = {4, 30};
    options.subset = 40;
    const auto result = runAnchorCountExperiment(*m_x, *m_world.rotated("y", 0.4f, 5), m_rows, options);
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().message.c_str());
    QCOMPARE(result->curves.size(), std::size_t(15)); // four samplers and PARAM, three metrics
    for (const AnchorCurve &curve : result->curves) {
        QCOMPARE(curve.points.size(), std::size_t(2));
        QCOMPARE(curve.points[1].anchors, Index(30));
        QCOMPARE(curve.points[0].value.values.size(), std::size_t(2));
        // Four anchors cannot span eight dimensions.
        if (curve.metric == "mrr")
            QVERIFY2(curve.points[1].value.mean() > curve.points[0].value.mean() + 0.1, curve.sampler.c_str());
    }
}

/// An additional space of the file influences the learned anchors, and nothing else.
void TestStudies::additionalSpacesTrainLearnedAnchors()
{
    AnchorCountOptions options;
    options.base = small();
    options.base.learning.options.steps = 5;
    options.counts = {8};
    options.samplers = {"uniform"};
    options.subset = 40;
    const auto y = m_world.rotated("y", 0.4f, 5);
    const auto curves = [&] { return runAnchorCountExperiment(*m_x, *y, m_rows, options)->curves; };
    const auto before = curves();
    options.base.additionalBanks = {m_world.rotated("z", 0.8f, 6)};
    const auto after = curves();
    QCOMPARE(after.size(), before.size());
    for (std::size_t i = 0; i < before.size(); ++i) {
        if (before[i].metric == "mrr")
            QCOMPARE(after[i].points[0].value.values == before[i].points[0].value.values, before[i].sampler != "PARAM");
    }
}

/// A copy of a strong space with much noise is a weak one: its own classifier is worse, and gains are differences
/// within a repeat. Two equal spaces have no gain from anchors of the whole space.
void TestStudies::weakEncoder()
{
    ExperimentOptions options = small();
    options.protocol.anchors = 30;
    options.learning.options.steps = 5;
    const auto result = runWeakEncoderExperiment(*m_x, *m_world.rotated("y", 2.5f, 7), m_rows, options);
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().message.c_str());
    QCOMPARE(result->rows.size(), std::size_t(6)); // two own ones, GT, GT whitened, PARAM and its closed form
    QCOMPARE(result->trainItems, Index(140));
    QCOMPARE(result->testItems, Index(60));
    const WeakEncoderRow &strong = result->rows[0], &weak = result->rows[1];
    QCOMPARE(strong.classifier, Side::x);
    QCOMPARE(weak.classifier, Side::y);
    QVERIFY(strong.gain.empty() && weak.gain.empty());
    QVERIFY(strong.accuracy.mean() > weak.accuracy.mean());
    for (std::size_t i = 2; i < 6; ++i) {
        const WeakEncoderRow &row = result->rows[i];
        QCOMPARE(row.gain.values.size(), row.accuracy.values.size());
        for (std::size_t r = 0; r < row.gain.values.size(); ++r)
            QCOMPARE(row.gain.values[r], row.accuracy.values[r] - weak.accuracy.values[r]);
    }
    const auto same = runWeakEncoderExperiment(*m_x, *m_x, m_rows, options);
    QCOMPARE(same->rows[0].accuracy.values, same->rows[1].accuracy.values);
    ExperimentOptions learned = options;
    learned.protocol.similarity = "canonical";
    QCOMPARE(test::codeOf(runWeakEncoderExperiment(*m_x, *m_x, m_rows, learned)), ErrorCode::wrongUsage);
}

void TestStudies::weakEncoderInWords()
{
    WeakEncoderExperiment experiment;
    experiment.rows = {{"own", Side::y, {{0.5}}, {}, {}},
                       {"GT", Side::x, {}, {}, {{0.02, 0.06}}},
                       {"PARAM", Side::x, {}, {}, {{-0.1, 0.1}}}};
    QCOMPARE(weakEncoderSentence(experiment),
             std::string("The classifier of the strong space, applied to the weak one, is at best 4.0 points better "
                         "than the weak space's own (True anchors, deviation 2.8)."));
    experiment.rows[1].gain = {{-0.0125}};
    experiment.rows[2].gain = {{-0.3}};
    QCOMPARE(weakEncoderSentence(experiment),
             std::string("The classifier of the strong space, applied to the weak one, is at best 1.3 points worse "
                         "than the weak space's own (True anchors, deviation 0.0)."));
    experiment.rows.resize(1);
    QVERIFY(weakEncoderSentence(experiment).empty());
}

/// Rows of different methods have different numbers. Those with a chosen λ equal the rows of an experiment that chooses
/// λ throughout.
void TestStudies::whitenedRowsDiffer()
{
    LearningOptions options;
    options.base = small(10);
    options.base.repeats = 1;
    options.base.learning.options.steps = 3;
    options.base.protocol.similarityOptions.shrinkage = 0.9;
    options.subset = 40;
    const auto y = m_world.rotated("y", 0.6f, 5);
    const auto mrrOf = [&](const LearningExperiment &experiment, const std::string &method) {
        std::vector<double> values;
        for (const LearningRow &row : experiment.rows) {
            if (row.method == method)
                values.insert(values.end(), row.mrr.values.begin(), row.mrr.values.end());
        }
        return values;
    };
    const auto given = runLearningExperiment(*m_x, *y, m_rows, options);
    QVERIFY(given.ok());
    std::set<std::vector<double>> different;
    const std::vector<std::string> methods{"GT", "GT whitened", "GT whitened, λ chosen", "PARAM", "PARAM, λ chosen"};
    for (const std::string &method : methods) {
        QCOMPARE(mrrOf(*given, method).size(), std::size_t(2)); // two directions
        different.insert(mrrOf(*given, method));
    }
    QCOMPARE(different.size(), methods.size());
    options.base.protocol.similarityOptions.ledoitWolf = true;
    const auto chosen = runLearningExperiment(*m_x, *y, m_rows, options);
    QCOMPARE(mrrOf(*chosen, "GT whitened"), mrrOf(*given, "GT whitened, λ chosen"));
    for (const double shrinkage : given->chosenShrinkage)
        QVERIFY(shrinkage > 0 && shrinkage < 0.9);
}

namespace {

/// Two clouds that share only some of their dimensions: few known pairs do not determine which.
struct HalfShared
{
    static constexpr Index items = 200;
    std::shared_ptr<EmbeddingSet> x = std::make_shared<EmbeddingSet>(), y = std::make_shared<EmbeddingSet>();
    const Correspondence rows = Correspondence::byRow(items);

    HalfShared()
    {
        auto table = std::make_shared<ItemTable>();
        table->count = items;
        const Matrix shared = randomMatrix(items, 12, 1);
        for (auto [set, seed] : {std::pair(x.get(), 2), std::pair(y.get(), 3)}) {
            Matrix both(items, 30);
            both << shared, randomMatrix(items, 18, static_cast<std::uint64_t>(seed));
            set->vectors = both * randomRotation(30, static_cast<std::uint64_t>(seed + 2));
            set->items = table;
        }
    }
};

} // namespace

/// The curve rises, and each interval contains the share that runs with this number of seeds find of their held-out
/// pairs.
void TestStudies::knownPairsCurve()
{
    const HalfShared world;
    KnownPairsOptions options;
    options.base.repeats = 5;
    options.pairs = 100;
    options.counts = {5, 20, 40, 80};
    const auto curve = runKnownPairsExperiment(*world.x, *world.y, world.rows, options);
    QVERIFY2(curve.ok(), curve.ok() ? "" : curve.error().message.c_str());
    QCOMPARE(curve->knownPairs, Index(100));
    QCOMPARE(curve->points.back().pairs, Index(80));
    const PreparedSpace x = prepare(world.x->vectors, Centering::center),
                        y = prepare(world.y->vectors, Centering::center);
    for (const KnownPairsPoint &point : curve->points) {
        ProtocolOptions protocol;
        protocol.anchors = protocol.seeds = point.pairs;
        RepeatedValue correct;
        for (const std::uint64_t seed : {11, 12, 13}) {
            const auto run = runProtocol({x, y, world.rows}, protocol, seed);
            QVERIFY(run.ok());
            std::vector<bool> given(HalfShared::items);
            for (const ItemIndex item : run->anchors.seedsOfY)
                given[static_cast<std::size_t>(item)] = true;
            Index found = 0;
            for (ItemIndex j = 0; j < HalfShared::items; ++j)
                found += !given[static_cast<std::size_t>(j)] &&
                         run->summary.correspondence[static_cast<std::size_t>(j)] == j;
            correct.add(static_cast<double>(found) / static_cast<double>(HalfShared::items - point.pairs));
        }
        qInfo("%3d pairs: found %.3f (%.3f to %.3f) of %d, right %.3f, MRR %.3f", int(point.pairs), point.share.value,
              point.share.low, point.share.high, int(point.heldOut), correct.mean(), point.mrr.mean());
        QVERIFY(correct.mean() >= point.share.low && correct.mean() <= point.share.high);
        QCOMPARE(point.share.value, point.found.mean());
        QVERIFY(point.mrr.mean() >= point.found.mean() - 0.1);
    }
    QVERIFY(curve->points.front().share.high < 0.2);
    QVERIFY(curve->points.back().share.low > curve->points.front().share.high);
    QCOMPARE(curve->extrapolated.size(), std::size_t(1)); // 320 exceed the number of items
    QCOMPARE(curve->extrapolated[0].pairs, Index(160));
    const ShareEstimate &further = curve->extrapolated[0].share;
    qInfo("160 pairs: %.3f (%.3f to %.3f)", further.value, further.low, further.high);
    QVERIFY(further.value > curve->points.back().share.low && further.low <= further.value);
}

void TestStudies::onlyKnownPairsAreRead()
{
    KnownPairsOptions options;
    options.base.repeats = 1;
    options.counts = {5, 20, 40};
    const auto y = m_world.rotated("y", 0.8f, 5);
    const auto found = [&](const Correspondence &pairing) {
        const auto curve = runKnownPairsExperiment(*m_x, *y, pairing, options);
        std::vector<double> values;
        for (const KnownPairsPoint &point : curve->points) {
            values.insert(values.end(), point.found.values.begin(), point.found.values.end());
            values.insert(values.end(), point.mrr.values.begin(), point.mrr.values.end());
        }
        return values;
    };
    // A pairing of 50 items, all of which count as known.
    Correspondence part(items, items), wrong(items, items);
    std::vector<SeedPair> pairs;
    for (ItemIndex i = 0; i < 50; ++i) {
        part.pair(4 * i, 4 * i);
        pairs.push_back({.x = 4 * i, .y = 4 * i});
    }
    options.pairs = 50;
    const std::vector<double> expected = found(part);
    QCOMPARE(expected.size(), std::size_t(6));
    // The same pairs as seeds in another order, with a different pairing of the other items.
    std::ranges::reverse(pairs);
    options.pairs = 0;
    options.base.protocol.seedPairs = pairs;
    for (ItemIndex i = 0; i < static_cast<ItemIndex>(items); ++i)
        wrong.pair(i, (i + 1) % static_cast<ItemIndex>(items));
    QCOMPARE(found(m_rows), expected);
    QCOMPARE(found(wrong), expected);
    QCOMPARE(found(Correspondence(items, items)), expected);
}

void TestStudies::tooFewKnownPairs()
{
    KnownPairsOptions options;
    options.base.repeats = 1;
    for (ItemIndex i = 0; i < 8; ++i) {
        const auto curve = runKnownPairsExperiment(*m_x, *m_x, Correspondence(items, items), options);
        QVERIFY(!curve.ok());
        QCOMPARE(test::codeOf(curve), ErrorCode::tooFewPairs);
        QVERIFY(curve.error().message.find("at least 8 known pairs, found " + std::to_string(i)) != std::string::npos);
        options.base.protocol.seedPairs.push_back({.x = 5 * i, .y = 5 * i});
    }
    const auto curve = runKnownPairsExperiment(*m_x, *m_x, Correspondence(items, items), options);
    QVERIFY(curve.ok());
    QCOMPARE(curve->points.back().pairs, Index(6));
    QVERIFY(curve->extrapolated.empty());
}

void TestStudies::knownPairsInWords()
{
    const auto curve = [](std::vector<double> shares) {
        KnownPairsExperiment experiment;
        Index pairs = 5;
        for (const double share : shares) {
            experiment.points.push_back({pairs, 100, {{share}}, {}, {}, wilsonEstimate(share, 2000)});
            pairs *= 4;
        }
        return experiment;
    };
    KnownPairsExperiment rising = curve({0.1, 0.3, 0.48});
    QCOMPARE(knownPairsSentence(rising),
             std::string("With 80 known pairs 48% of the held-out pairs are found (46–50%); predicting the effect of "
                         "more pairs takes at least 4 counts. Collect more."));
    rising.extrapolated = {{160, {0.55, 0.5, 0.61}}, {320, {0.6, 0.5, 0.7}}};
    QCOMPARE(knownPairsSentence(rising),
             std::string("With 80 known pairs 48% of the held-out pairs are found (46–50%); twice as many would bring "
                         "about 55% (50–61%, extrapolated)."));
    rising.extrapolated = {{160, {0.49, 0.48, 0.5}}};
    QVERIFY(knownPairsSentence(rising).ends_with(
        ". More pairs would hardly help: twice as many would bring about 49% (extrapolated)."));
    QCOMPARE(knownPairsSentence(curve({0.2, 0.93, 0.94})),
             std::string("With 20 known pairs 93% of the held-out pairs are found (92–94%), with 80 hardly more (94%): "
                         "more pairs would hardly help."));
    QVERIFY(knownPairsSentence(curve({0, 0, 0.01})).find("not enough to predict") != std::string::npos);
    QVERIFY(knownPairsSentence({}).empty());
}

void TestStudies::proxy()
{
    std::vector<std::shared_ptr<const EmbeddingSet>> spaces;
    for (const float noise : {8.0f, 4.0f, 2.0f, 1.0f, 0.1f, 0.0f})
        spaces.push_back(m_world.rotated("noise " + std::to_string(noise), noise, 5));
    const auto result = runProxyExperiment(spaces, {small(), {}});
    QVERIFY(result.ok());
    QVERIFY(result->pearson > 0.9);
    QVERIFY(result->slope > 0);
    for (const ProxyPoint &point : result->points)
        QVERIFY((point.similarity.mean() > 1 - 1e-6) == (point.space == result->reference));
    const auto named = runProxyExperiment(spaces, {small(), spaces[0]->name});
    QCOMPARE(named->reference, spaces[0]->name);
    QCOMPARE(named->points[5].accuracy.values, result->points[5].accuracy.values);
    QVERIFY(named->pearson < result->pearson); // a bad space as reference
}

/// Two spaces of a group are on a rising or falling line; the group below the minimum accuracy is excluded everywhere.
void TestStudies::proxyOfGroups()
{
    const auto space = [&](const char *name, float noise) { return m_world.rotated(name, noise, 5); };
    const std::vector<std::shared_ptr<const EmbeddingSet>> spaces{space("net_0", 4),    space("net_1", 1),
                                                                  space("net_2", 0.2f), space("bad_0", 4),
                                                                  space("bad_1", 0.5f), space("best", 0)};
    ProxyOptions options{small(), "best"};
    options.accuracies = {{"net_0", 0.5}, {"net_1", 0.7}, {"net_2", 0.9}, {"bad_0", 0.3}, {"bad_1", 0.2}, {"best", 1}};
    const auto whole = runProxyExperiment(spaces, options);
    QVERIFY(whole.ok());
    QCOMPARE(whole->groups.size(), std::size_t(1));
    QCOMPARE(whole->groups[0].spaces, Index(5));
    QCOMPARE(whole->groups[0].pearson, whole->pearson);
    options.minAccuracy = 0.4;
    const auto kept = runProxyExperiment(spaces, options);
    QCOMPARE(kept->groups[0].spaces, Index(3));
    QVERIFY(kept->pearson > 0.9 && kept->pearson > whole->pearson);
    options.groups = true;
    const auto grouped = runProxyExperiment(spaces, options);
    QCOMPARE(grouped->groups.size(), std::size_t(3));
    QCOMPARE(grouped->groups[0].name, std::string("net"));
    QVERIFY(grouped->groups[0].kept && !grouped->groups[1].kept);
    QVERIFY(std::abs(grouped->groups[1].pearson + 1) < 1e-9);
    QVERIFY(std::isnan(grouped->groups[2].pearson)); // a group with only the reference
    QCOMPARE(grouped->meanPearson, grouped->groups[0].pearson);
    QCOMPARE(grouped->pearson, kept->pearson);
    options.minAccuracy = 0.9; // equal to the best of a group, which is therefore included
    QVERIFY(runProxyExperiment(spaces, options)->groups[0].kept);
    options.minAccuracy = 0;
    QCOMPARE(runProxyExperiment(spaces, options)->meanPearson, (grouped->groups[0].pearson - 1) / 2);
}

void TestStudies::pairs()
{
    const auto result = runPairMatrix({m_x, m_world.rotated("near", 0.1f, 5), m_world.rotated("far", 2, 7)}, {small()});
    QVERIFY(result.ok());
    QCOMPARE(result->spaces, (std::vector<std::string>{"x", "near", "far"}));
    for (Index i = 0; i < 3; ++i) {
        for (const char *method : {"GT", "Absolute"})
            QVERIFY(std::abs(result->table(method, "mrr").mean(i, i) - 1) < 1e-9);
        QVERIFY(std::abs(result->alignment(i, i) - 1) < 1e-5);
        QVERIFY(std::abs(result->debiased(i, i) - 1) < 1e-5);
    }
    const Eigen::MatrixXd &mrr = result->table("GT", "mrr").mean, &accuracy = result->table("GT", "accuracy").mean;
    const auto [meanOfPairs, pairs] = result->table("GT", "mrr").meanOfPairs();
    QCOMPARE(pairs, Index(6));
    QVERIFY(std::abs(meanOfPairs - (mrr.sum() - mrr.trace()) / 6) < 1e-12);
    Eigen::MatrixXd three = Eigen::MatrixXd::Constant(3, 3, std::numeric_limits<double>::quiet_NaN());
    QVERIFY(std::isnan(PairTable{"Absolute", "mrr", three, {}}.meanOfPairs().first));
    three(0, 0) = 1;
    three(1, 2) = 0.25;
    three(2, 1) = 0.5;
    QCOMPARE((PairTable{"Absolute", "mrr", three, {}}.meanOfPairs()), (std::pair{0.375, Index(2)}));
    QVERIFY(mrr(0, 1) > mrr(0, 2) + 0.2);
    QVERIFY(mrr(1, 0) > 0.9 && mrr(1, 0) <= 1);
    QVERIFY(accuracy(0, 1) > accuracy(0, 2));
    // Rotated copies are far apart before translation and near after it.
    QVERIFY(result->table("IRP", "mrr").mean(0, 1) > result->table("Absolute", "mrr").mean(0, 1) + 0.3);
    QVERIFY(result->table("IRP", "weighted_f1").mean(0, 1) > result->table("Absolute", "weighted_f1").mean(0, 1));
    // Each repeat alone gives the mean and the deviation.
    ExperimentOptions one = small();
    one.repeats = 1;
    std::vector<double> values;
    for (one.firstSeed = 0; one.firstSeed < 2; ++one.firstSeed)
        values.push_back(
            runPairMatrix({m_x, m_world.rotated("far", 2, 7)}, {one})->table("IRP", "accuracy").mean(1, 0));
    ExperimentOptions two = small();
    const auto both = runPairMatrix({m_x, m_world.rotated("far", 2, 7)}, {two});
    QVERIFY(std::abs(both->table("IRP", "accuracy").mean(1, 0) - RepeatedValue{values}.mean()) < 1e-12);
    QVERIFY(std::abs(both->table("IRP", "accuracy").deviation(2)(1, 0) - RepeatedValue{values}.std()) < 1e-12);
    QCOMPARE(result->alignment(2, 0), result->alignment(0, 2));
    QVERIFY(result->alignment(0, 1) > result->alignment(0, 2));
    QCOMPARE(result->neighbours(1, 1), 1.0);
    QCOMPARE(result->neighbours(2, 0), result->neighbours(0, 2));
    QVERIFY(result->neighbours(0, 1) > result->neighbours(0, 2));
    QVERIFY(result->verdicts.empty());
    QVERIFY(result->debiased(0, 2) > result->debiasedHigh(0, 2));
    QVERIFY(result->neighbours(0, 1) > result->neighboursHigh(0, 1));
}

/// Unrelated spaces are reported as such for all numbers of items and dimensions.
void TestStudies::unrelatedPairsAreTold()
{
    const auto unrelated = std::make_shared<EmbeddingSet>(*m_x);
    unrelated->name = "noise";
    unrelated->vectors = test::randomMatrix(m_x->size(), 500, 99);
    const PairsOptions options{small()};
    const Experiment entry = *findExperiment("pairs");
    const auto told = [&](const std::vector<std::shared_ptr<const EmbeddingSet>> &spaces) {
        const auto result = runPairMatrix(spaces, options);
        return entry.show(std::any(*result), std::any(options)).notes;
    };
    const std::vector<std::string> notes = told({m_x, unrelated});
    QCOMPARE(notes.size(), std::size_t(1));
    QVERIFY(notes[0].starts_with("“x” and “noise” are no more alike than if their items were paired at random"));
    QVERIFY(told({m_x, m_world.rotated("near", 0.1f, 5)}).empty());
}

void TestStudies::pairsGetVerdicts()
{
    const auto unrelated = std::make_shared<EmbeddingSet>(*m_world.rotated("unrelated", 0.1f, 5));
    unrelated->vectors = test::randomMatrix(m_x->size(), 12, 99);
    const auto judged = runPairMatrix({m_x, m_world.rotated("near", 0.1f, 5), unrelated}, {small(), 15});
    QVERIFY(judged.ok());
    QCOMPARE(judged->verdicts.size(), std::size_t(3));
    const PairVerdict *near = judged->verdict(1, 0), *far = judged->verdict(0, 2);
    QCOMPARE(near->alignment, std::string("aligned"));
    QVERIFY(near->correct > 0.9);
    QVERIFY(std::abs(near->estimate - near->correct) < 0.1);
    QVERIFY(far->alignment != "aligned");
    QVERIFY(std::isnan(far->estimate));
    QVERIFY(!judged->verdict(1, 1));
}

void TestStudies::quantization()
{
    QuantizationOptions options;
    options.base = small();
    options.thresholds = {0, 0.3, 2};
    const auto y = m_world.rotated("y", 0.4f, 5);
    const auto result = runQuantizationExperiment(*m_x, *y, m_rows, options);
    QVERIFY(result.ok());
    QCOMPARE(result->points[0].clustersOfX, items);
    QVERIFY(result->points[1].clustersOfX < items && result->points[1].clustersOfX > 1);
    QCOMPARE(result->points[2].clustersOfY, Index(1));
    QVERIFY(std::abs(result->points[2].distance.mean()) < 1e-6); // one cluster each, so all rows are equal
    const auto anchors = drawRunAnchors(m_rows, options.base.protocol, 0, {});
    const std::vector<ItemIndex> others = itemsBut(items, anchors->itemsOfX);
    const auto relative = [&](const EmbeddingSet &set) {
        return rowsOf(relativeTo(prepare(set.vectors, Centering::center), anchors->itemsOfX, similarities().front()),
                      others);
    };
    const RepresentationDistance plain = representationDistance(relative(*m_x), relative(*y));
    QVERIFY(std::abs(result->points[0].distance.values[0] - plain.cosine) < 1e-6);
    QVERIFY(std::abs(result->points[0].euclidean.values[0] - plain.euclidean) < 1e-5);
    ExperimentOptions second = options.base; // a run of the second repeat alone
    second.firstSeed = 1;
    second.repeats = 1;
    const auto alone = runQuantizationExperiment(*m_x, *y, m_rows, {second, options.linkage, options.thresholds});
    QCOMPARE(alone->points[1].distance.values[0], result->points[1].distance.values[1]);
    options.linkage = Linkage::ward;
    const auto ward = runQuantizationExperiment(*m_x, *y, m_rows, options);
    QVERIFY(ward.ok());
    QVERIFY(std::abs(ward->points[0].euclidean.values[0] - plain.euclidean) < 1e-5); // nothing is merged
    QVERIFY(ward->points[2].clustersOfX < items && ward->points[2].clustersOfX > 1);
    // One cluster each: the distance is that between the means, which is at most any mean of distances.
    options.thresholds = {1e6};
    const auto one = runQuantizationExperiment(*m_x, *y, m_rows, options);
    QVERIFY(one.ok());
    QCOMPARE(one->points[0].clustersOfX, Index(1));
    QVERIFY(one->points[0].euclidean.mean() < plain.euclidean);
    options.thresholds = {};
    QCOMPARE(runQuantizationExperiment(*m_x, *y, m_rows, options)->points.back().threshold, 2.0);
}

void TestStudies::reconstruction()
{
    ReconstructionOptions options;
    options.base = small();
    options.base.repeats = 1;
    options.base.stitching.input = HeadInput::asIs; // brightness depends on length
    options.training.epochs = 150;
    options.training.learningRate = 3e-3;
    options.stripItems = 5;
    const auto result = runReconstructionExperiment(*m_x, *m_world.rotated("y", 0, 5), m_rows, options);
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().message.c_str());
    const auto mse = [&](const std::string &representation, Side encoder, Side decoder) {
        return std::ranges::find_if(result->rows,
                                    [&](const ReconstructionRow &row) {
                                        return row.representation == representation && row.encoder == encoder &&
                                               row.decoder == decoder;
                                    })
            ->mse.mean();
    };
    // A rotated copy has the same relative vectors, so the other space's decoder works as well as its own.
    QVERIFY(std::abs(mse("GT", Side::x, Side::y) - mse("GT", Side::y, Side::y)) < 1e-4);
    QVERIFY(mse("Absolute", Side::x, Side::y) > 2 * mse("GT", Side::x, Side::y));
    QCOMPARE(result->strip.rows.front(), std::string("Original"));
    QCOMPARE(result->strip.image.width, Index(5 * 4));
    QCOMPARE(result->strip.image.height, static_cast<Index>(3 * result->strip.rows.size()));
    QCOMPARE(result->strip.image.pixels.size(), static_cast<std::size_t>(20 * result->strip.image.height));
    QCOMPARE(result->trainItems, Index(140));
}

void TestStudies::reconstructionNeedsPictures()
{
    EmbeddingSet x = *m_x;
    auto bare = std::make_shared<ItemTable>();
    bare->count = items;
    x.items = bare;
    const auto result = runReconstructionExperiment(x, x, m_rows, {small(), 8, {}, 5});
    QVERIFY(!result.ok());
    QCOMPARE(test::codeOf(result), ErrorCode::noImages);
}

void TestStudies::refusals()
{
    QCOMPARE(test::codeOf(runPairMatrix({m_x}, {small()})), ErrorCode::tooFewSpaces);
    QCOMPARE(test::codeOf(runProxyExperiment({m_x, m_x}, {small(), "unknown"})), ErrorCode::wrongUsage);
    TranslationOptions translation;
    translation.deltas = {2};
    QCOMPARE(test::codeOf(runTranslationExperiment(*m_x, *m_x, m_rows, translation)), ErrorCode::wrongUsage);
    translation.deltas = {0.5};
    translation.base = small();
    Correspondence few(items, items);
    few.pair(0, 0);
    QCOMPARE(test::codeOf(runTranslationExperiment(*m_x, *m_x, few, translation)), ErrorCode::tooFewPairs);
    AnchorCountOptions counts;
    counts.samplers = {"unknown"};
    QCOMPARE(test::codeOf(runAnchorCountExperiment(*m_x, *m_x, m_rows, counts)), ErrorCode::wrongUsage);
    QuantizationOptions quantization;
    quantization.thresholds = {-1};
    QCOMPARE(test::codeOf(runQuantizationExperiment(*m_x, *m_x, m_rows, quantization)), ErrorCode::wrongUsage);
}

/// Options of the registry can be displayed, stored in sessions and read again.
void TestStudies::optionsAreRead()
{
    std::set<std::string> keys;
    for (const Experiment &experiment : experiments()) {
        std::any options = experiment.makeOptions(small(7));
        QCOMPARE(experiment.baseOf(options).protocol.anchors, Index(7));
        for (const Option &option : experiment.ownOptions(options)) {
            QVERIFY2(*option.oldId == 0 || keys.insert(option.oldId).second, option.oldId);
            const std::string text = valueText(option);
            QCOMPARE(setText(option, text), isValid(option));
            QCOMPARE(valueText(option), text);
        }
    }
    AnchorCountOptions counts;
    const Option option = optionOf(fieldOf<AnchorCountOptions>("counts"), counts);
    for (const char *wrong : {"3,x", "0,3", "2.5"})
        QVERIFY(!setText(option, wrong));
    QCOMPARE(counts.counts, AnchorCountOptions().counts);
    QVERIFY(setText(option, "3,50"));
    QCOMPARE(counts.counts, (std::vector<Index>{3, 50}));
}

QTEST_GUILESS_MAIN(TestStudies)
#include "tst_studies.moc"
