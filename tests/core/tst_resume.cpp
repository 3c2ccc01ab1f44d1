// SPDX-License-Identifier: GPL-3.0-or-later
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
#include "support/pictureworld.h"

#include <QtTest>

using namespace anchorscope;
using test::PictureWorld;

namespace {

ExperimentOptions small()
{
    ExperimentOptions options;
    options.protocol.anchors = 30;
    options.protocol.seeds = 10;
    options.protocol.optimize.method = "alternating";
    options.repeats = 3;
    return options;
}

using Numbers = std::vector<double>;

void append(Numbers &numbers, const Repeated &values)
{
    numbers.insert(numbers.end(), values.values.begin(), values.values.end());
}
void append(Numbers &numbers, const Eigen::MatrixXd &values)
{
    numbers.insert(numbers.end(), values.data(), values.data() + values.size());
}

// All numbers of an experiment that do not depend on the clock.
Numbers numbersOf(const RetrievalExperiment &experiment)
{
    Numbers numbers{double(experiment.repeats), double(experiment.runs.size())};
    for (const auto &row : experiment.rows) {
        for (const Repeated &values : row.values)
            append(numbers, values);
    }
    return numbers;
}
Numbers numbersOf(const StitchExperiment &experiment)
{
    Numbers numbers{double(experiment.repeats), double(experiment.runs.size())};
    for (const auto &row : experiment.rows) {
        append(numbers, row.accuracy);
        append(numbers, row.mae);
        append(numbers, row.confusion.cast<double>());
    }
    return numbers;
}
Numbers numbersOf(const AnchorCountExperiment &experiment)
{
    Numbers numbers{double(experiment.repeats)};
    for (const auto &curve : experiment.curves) {
        for (const auto &point : curve.points)
            append(numbers, point.value);
    }
    return numbers;
}
Numbers numbersOf(const WeakEncoderExperiment &experiment)
{
    Numbers numbers{double(experiment.repeats)};
    for (const auto &row : experiment.rows) {
        append(numbers, row.accuracy);
        append(numbers, row.gain);
    }
    return numbers;
}
Numbers numbersOf(const KnownPairsExperiment &experiment)
{
    Numbers numbers{double(experiment.repeats), double(experiment.knownPairs)};
    for (const auto &point : experiment.points) {
        append(numbers, point.found);
        append(numbers, point.mrr);
        numbers.insert(numbers.end(), {double(point.leftOut), point.share.low, point.share.high});
    }
    for (const auto &point : experiment.extrapolated)
        numbers.insert(numbers.end(), {double(point.pairs), point.share.value, point.share.low});
    return numbers;
}
Numbers numbersOf(const LearningExperiment &experiment)
{
    Numbers numbers{double(experiment.repeats)};
    for (const auto &row : experiment.rows) {
        append(numbers, row.mrr);
        append(numbers, row.accuracy);
    }
    for (const auto &curve : experiment.curves) {
        for (const auto &step : curve.steps)
            numbers.push_back(step.loss);
    }
    return numbers;
}
Numbers numbersOf(const TranslationExperiment &experiment)
{
    Numbers numbers{double(experiment.repeats)};
    for (const auto &cell : experiment.grid) {
        append(numbers, cell.cosine);
        append(numbers, cell.accuracy);
    }
    for (const auto &rival : experiment.rivals)
        append(numbers, rival.cosine);
    for (const auto &point : experiment.scale)
        append(numbers, point.translated);
    return numbers;
}
Numbers numbersOf(const QuantizationExperiment &experiment)
{
    Numbers numbers{double(experiment.repeats)};
    for (const auto &point : experiment.points) {
        numbers.push_back(static_cast<double>(point.clustersOfX));
        append(numbers, point.distance);
        append(numbers, point.euclidean);
    }
    return numbers;
}
Numbers numbersOf(const ReconstructionExperiment &experiment)
{
    Numbers numbers{double(experiment.repeats), double(experiment.runs.size())};
    for (const auto &row : experiment.rows)
        append(numbers, row.mse);
    for (const auto pixel : experiment.strip.picture.pixels)
        numbers.push_back(pixel);
    return numbers;
}
Numbers numbersOf(const ProxyExperiment &experiment)
{
    Numbers numbers{double(experiment.repeats), experiment.pearson, experiment.slope};
    for (const auto &point : experiment.points) {
        append(numbers, point.similarity);
        append(numbers, point.accuracy);
    }
    return numbers;
}
Numbers numbersOf(const PairMatrix &matrix)
{
    Numbers numbers{double(matrix.repeats)};
    for (const PairTable &table : matrix.tables) {
        append(numbers, table.mean.array().isNaN().select(-1.0, table.mean)); // NaN is equal to nothing
        append(numbers, table.squares.array().isNaN().select(-1.0, table.squares));
    }
    append(numbers, matrix.alignment);
    return numbers;
}

/// Runs an experiment whole; then cancels it at every tenth of its way and lets it go on from what was kept.
template <class Experiment, class Run> void checkResume(const Run &run)
{
    const auto whole = run(RunContext(), Resume<Experiment>());
    QVERIFY2(whole.ok(), whole.ok() ? "" : whole.error().message.c_str());
    const Numbers expected = numbersOf(*whole);
    QVERIFY(expected.size() > 4);
    int partly = 0;
    for (const double limit : {0.1, 0.3, 0.5, 0.7, 0.9}) {
        RunContext context;
        context.control = std::make_shared<RunControl>();
        context.progress = [&](double share, std::string_view) {
            if (share > limit)
                context.control->cancel();
        };
        Resume<Experiment> kept;
        int steps = 0;
        const auto interrupted = run(context, Resume<Experiment>{{}, [&](const Experiment &experiment) {
                                                                     kept.soFar = experiment;
                                                                     ++steps;
                                                                 }});
        if (!interrupted.ok())
            QCOMPARE(interrupted.error().code, ErrorCode::cancelled);
        partly += !interrupted.ok() && steps > 0;
        const auto resumed = run(RunContext(), std::move(kept));
        QVERIFY(resumed.ok());
        QVERIFY2(numbersOf(*resumed) == expected, std::to_string(limit).c_str());
    }
    QVERIFY(partly > 0); // else nothing was tried
}

} // namespace

/// An experiment that was interrupted anywhere goes on to the very numbers of one that was not.
class TestResume : public QObject
{
    Q_OBJECT

    const PictureWorld m_world;
    const Correspondence m_rows = Correspondence::byRow(PictureWorld::items);
    const std::shared_ptr<EmbeddingSet> m_x = m_world.space("x", m_world.cloud);
    const std::shared_ptr<EmbeddingSet> m_y = m_world.turned("y", 0.1f, 5);
    const std::vector<std::shared_ptr<const EmbeddingSet>> m_spaces{m_x, m_y, m_world.turned("z", 0.6f, 7),
                                                                    m_world.turned("w", 1.2f, 9)};

    /// Of two spaces.
    template <class Experiment, class Options>
    void check(Result<Experiment> (*run)(const EmbeddingSet &, const EmbeddingSet &, const Correspondence &,
                                         const Options &, const RunContext &, Resume<Experiment>),
               const Options &options)
    {
        checkResume<Experiment>([&](const RunContext &context, Resume<Experiment> resume) {
            return run(*m_x, *m_y, m_rows, options, context, std::move(resume));
        });
    }

private Q_SLOTS:
    void retrieval() { check(runRetrievalExperiment, small()); }
    void stitching() { check(runStitchExperiment, small()); }
    void anchorCount()
    {
        AnchorCountOptions options;
        options.base = small();
        options.counts = {5, 20};
        options.subset = 30;
        options.base.learning.options.steps = 10;
        check(runAnchorCountExperiment, options);
    }
    void knownPairs()
    {
        KnownPairsOptions options;
        options.base = small();
        options.base.protocol.optimize.method = "auto";
        options.pairs = 60;
        options.counts = {8, 16, 24, 36};
        check(runKnownPairsExperiment, options);
    }
    void learnedAnchors()
    {
        LearningOptions options;
        options.base = small();
        options.subset = 40;
        options.base.learning.options.steps = 10;
        checkResume<LearningExperiment>([&](const RunContext &context, Resume<LearningExperiment> resume) {
            return runLearningExperiment(*m_x, *m_y, m_rows, options, context, std::move(resume));
        });
    }
    void weakEncoder() { check(runWeakEncoderExperiment, small()); }
    void translation()
    {
        TranslationOptions options;
        options.base = small();
        options.omegas = {1, 2};
        options.deltas = {0.2, 0.5};
        check(runTranslationExperiment, options);
    }
    void quantization()
    {
        QuantizationOptions options;
        options.base = small();
        options.thresholds = {0, 0.2, 0.4};
        check(runQuantizationExperiment, options);
    }
    void reconstruction()
    {
        ReconstructionOptions options;
        options.base = small();
        options.hidden = 8;
        options.training.epochs = 2;
        check(runReconstructionExperiment, options);
    }
    void proxy()
    {
        checkResume<ProxyExperiment>([&](const RunContext &context, Resume<ProxyExperiment> resume) {
            return runProxyExperiment(m_spaces, {small(), {}}, context, std::move(resume));
        });
    }
    void pairs()
    {
        checkResume<PairMatrix>([&](const RunContext &context, Resume<PairMatrix> resume) {
            return runPairMatrix(m_spaces, {small()}, context, std::move(resume));
        });
    }
};

QTEST_GUILESS_MAIN(TestResume)
#include "tst_resume.moc"
