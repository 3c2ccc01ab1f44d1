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
#include "support/numbers.h"
#include "support/pictureworld.h"
#include "support/sentences.h"

#include <QtTest>

using namespace anchorscope;
using test::Numbers;
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

/// Runs an experiment completely; then cancels it at every tenth of its duration and continues from the stored results.
template <class Experiment, class Run> void checkResume(const Run &run)
{
    const auto whole = run(RunContext(), Resume<Experiment>());
    QVERIFY2(whole.ok(), whole.ok() ? "" : whole.error().message.c_str());
    const std::vector<double> expected = Numbers(*whole).values;
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
                                                                     kept.partialResult = experiment;
                                                                     ++steps;
                                                                 }});
        if (!interrupted.ok())
            QCOMPARE(test::codeOf(interrupted), ErrorCode::cancelled);
        partly += !interrupted.ok() && steps > 0;
        const auto resumed = run(RunContext(), std::move(kept));
        QVERIFY(resumed.ok());
        QVERIFY2(test::sameNumbers(Numbers(*resumed).values, expected), std::to_string(limit).c_str());
    }
    QVERIFY(partly > 0); // otherwise nothing was tested
}

} // namespace

/// An experiment that was interrupted anywhere continues to exactly the results of an uninterrupted one.
class TestResume : public QObject
{
    Q_OBJECT

    const PictureWorld m_world;
    const Correspondence m_rows = Correspondence::byRow(PictureWorld::items);
    const std::shared_ptr<EmbeddingSet> m_x = m_world.space("x", m_world.cloud);
    const std::shared_ptr<EmbeddingSet> m_y = m_world.rotated("y", 0.1f, 5);
    const std::vector<std::shared_ptr<const EmbeddingSet>> m_spaces{m_x, m_y, m_world.rotated("z", 0.6f, 7),
                                                                    m_world.rotated("w", 1.2f, 9)};

    /// Experiments on two spaces.
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
        options.norms = {0.1, 10};
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
