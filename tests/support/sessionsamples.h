// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/session/session.h"

/// Sessions whose values all differ from the defaults.
namespace anchorscope::test {

inline RetrievalScores sampleScores(double base)
{
    RetrievalScores scores;
    for (const Metric &metric : metrics())
        scores.*metric.score = {base += 0.01, base / 7};
    scores.hubnessCorrected = true;
    scores.queries = 3;
    scores.excluded = 2;
    scores.targets = 1000000000000;
    scores.exact = false;
    scores.degenerate = true;
    scores.seconds = 0.1;
    scores.queryItems = {0, 4, 2};
    scores.itemJaccard = {0.1f, 0.2f, 0.3f};
    scores.itemRank = {1, 2.5f, 9};
    scores.itemCosine = {-1, 0, 1};
    scores.itemMargin = {-0.5f, 0, 0.25f};
    scores.itemOther = {7, noItem, 1};
    return scores;
}

inline OptimizeOptions sampleOptions()
{
    OptimizeOptions options;
    options.method = "adam";
    options.start = "profiles";
    options.candidates = "exact";
    options.seed = 0xffffffffffffffffu;
    options.iterations = 125;
    options.learningRate = 0.1;
    options.warmStart = true;
    options.ramp = 0.25;
    options.freeSeeds = true;
    options.permuted = Side::y;
    options.ridge = 1e-300;
    options.convergedBelow = 0.002;
    options.epsilon = 3e-5;
    options.sinkhornIterations = 2;
    options.sinkhornTolerance = 3e-7;
    options.prune = false;
    options.timeLimitSeconds = 0.5;
    options.softPlan = true;
    options.starts = 8;
    options.hints = "label,year=jahr";
    options.hintWeight = "hard";
    return options;
}

inline CanonicalMetric sampleMetric(Index directions)
{
    CanonicalMetric metric{0.15 * static_cast<double>(directions), Matrix(directions, 5), Matrix(directions, 4),
                           Matrix(1, 5), Matrix(1, 4)};
    float next = 0.1f;
    for (Matrix *matrix : {&metric.meanOfX, &metric.meanOfY, &metric.directionsOfX, &metric.directionsOfY}) {
        for (Index i = 0; i < matrix->size(); ++i)
            matrix->data()[i] = next += 0.3f;
    }
    return metric;
}

inline io::RunRecord sampleRun()
{
    io::RunRecord run;
    run.name = "Run “1”";
    run.id = static_cast<io::RunId>(7);
    run.options = sampleOptions();
    run.centering = Centering::standardize;
    run.transform = "turn=40";
    run.anchorsOfX = {5, 1, 3};
    run.seedsOfY = {2};
    OptimizeSummary &summary = run.summary;
    summary.termination = Termination::stopped;
    summary.methodUsed = "adam";
    summary.start = "seeds";
    summary.continued = true;
    summary.message = "Stopped, das heißt: fertig.";
    for (int i = 1; i <= 3; ++i)
        summary.history.push_back({i, 1.0 / (3 * i), 0.5 / i, i == 2 ? std::optional(0.125) : std::nullopt, 0.1 * i,
                                   0.01 * i, 0.7, i == 3 ? "ε 14" : "", i == 3 ? std::optional(14.0) : std::nullopt,
                                   i == 3 ? std::optional(0.5) : std::nullopt, 40 * i});
    summary.anchorsOfY.resize(3, 4);
    for (Index i = 0; i < 12; ++i)
        summary.anchorsOfY.data()[i] = 1.0f / static_cast<float>(i + 3);
    summary.anchorsOfY(0, 0) = -0.0f;
    summary.anchorsOfY(1, 1) = 1e-42f; // subnormal
    summary.discreteOfY = {2, 0, 0};
    summary.discreteDuplicates = 1;
    summary.correspondence = {0, 1, noItem, 2};
    summary.correspondenceScore = {-0.1f, -0.2f, -0.3f, -0.4f};
    summary.starts = {{2, 0.5, false, false, {}}, {1, 0.1, true, true, 0.75}};
    summary.bestIteration = 3;
    summary.loss = 0.1 + 0.2;
    summary.correct = 0.75;
    summary.verdict = {Alignment::aligned, 1e-9, 1e-5, ShareEstimate{0.9, 0.8, 0.95}, 0.25, {0}, 0.3};
    summary.verdict.correctOfAll = ShareEstimate{0.7, 0.6, 0.8};
    summary.verdict.knownPairs = 15;
    summary.verdict.found = 12;
    summary.verdict.withinHints = true;
    summary.verdict.withPartner = ShareEstimate{0.6, 0.5, 0.65};
    summary.verdict.correctGivenPartner = ShareEstimate{0.95, 0.9, 0.99};
    summary.verdict.matchProbability = {0.9f, 0.1f, 0.0f, 1.0f};
    summary.verdict.foundWithoutAnchors = 0.2;
    summary.hint = {"0.3", 0.25, 0.9, 0.1, 0.2, 0.6, {2, 0, noItem, 1}, 0.5};
    summary.recall = 0.875;
    summary.subsetStart = 5;
    summary.subsetEnd = 6;
    summary.seconds = 1.0 / 3;
    summary.metric = sampleMetric(2);
    std::vector<RecordedIteration> recorded{{1, summary.anchorsOfY, sampleMetric(1)},
                                            {3, -2 * summary.anchorsOfY, summary.metric}};
    run.recording = std::make_shared<const std::vector<RecordedIteration>>(std::move(recorded));
    return run;
}

inline io::BatchRecord sampleBatch()
{
    io::BatchRecord batch;
    batch.firstSeed = 0xfffffffffffffff0u;
    batch.experiment.repeats = 2;
    batch.experiment.seconds = 0.75;
    double next = 0.1;
    for (const Direction direction : {Direction::xToY, Direction::yToX}) {
        RetrievalExperimentRow row;
        row.method = "AO discrete";
        row.direction = direction;
        row.degenerate = true;
        row.exact = false;
        row.queries = 400;
        row.excluded = 300;
        for (const Metric &metric : metrics())
            row.of(metric.score).values = {next += 0.01, next / 3};
        batch.experiment.rows.push_back(row);
    }
    for (const std::uint64_t seed : {batch.firstSeed, batch.firstSeed + 1}) {
        ProtocolRun run;
        run.seed = seed;
        run.summary.termination = Termination::iterationLimit;
        run.summary.methodUsed = "alternating";
        run.summary.start = "profiles";
        run.summary.message = "Enough.";
        run.summary.starts = {{2, 0.3, true, true, 0.8}};
        run.summary.bestIteration = 2;
        run.summary.loss = 0.3;
        run.summary.correct = 0.8;
        run.summary.seconds = 0.2;
        for (int i = 1; i <= 2; ++i)
            run.summary.history.push_back({i, 1.0 / i, 0.5, i == 2 ? std::optional(0.25) : std::nullopt, 0.1, 0.05, 0.6,
                                           "all items", 7.0, 0.25, 60});
        batch.experiment.runs.push_back(run);
    }
    return batch;
}

/// One pair of spaces. Every field except those of several pairs differs from its default, as tst_session checks.
inline io::Session samplePair()
{
    io::Session session;
    session.data.x = {"/data/wörter.h5", "fasttext", "/obsm/X_pca", "id=word", "/data/wörter.csv"};
    session.data.y = {"/data/b.vec", "b", "layer 2", "vector=#2:#9", "/data/b.tsv"};
    session.fileX = {0xfedcba9876543210u, "00ff"};
    session.fileY = {1, "ff00"};
    session.data.rule = PairingRule::list;
    session.data.pairingFile = "/data/pairs.csv";
    session.data.maxItems = 5000;
    session.data.sample = true;
    session.data.sampleSeed = 0xfffffffffffffff1u;
    session.data.skipBadRows = true;
    session.centering = Centering::none;
    session.similarity = "angular";
    session.transform = "shift=1.5,mirror";
    session.seeds = {{.x = 3, .y = 1}, {.x = 0, .y = 2}};
    session.itemsX = {{0, 1, 3, 5}, {"null", "eins", "drei", "fünf"}};
    session.itemsY = {{0, 1, 2}, {"zero", "one", "two"}};
    session.anchorCount = 17;
    session.randomSeed = 123456789012345678u;
    session.options = sampleOptions();
    session.options.method = "alternating";
    session.options.ridge = 0.1;
    session.runs = {sampleRun(), sampleRun()};
    session.runs[1].summary = OptimizeSummary(); // not run
    session.runs[1].recording.reset();
    session.chosenRun = 1;
    session.scores.retrieval = {{"GT", sampleScores(0.1), sampleScores(0.2)}};
    session.batch = sampleBatch();
    StitchRow row{"AO continuous", false, {}};
    for (StitchScores &cell : row.cells)
        cell = {Side::y, Side::x, {0.9, 0.8, 0.7, 0.6, Eigen::MatrixXi::Constant(2, 2, 7)}};
    row.cells[0].scores.confusion << 1, 2, 3, 4;
    row.cells[1].testSpace = Side::y;
    row.cells[3].predicted = {1, 0, 1};
    session.scores.stitching = {{row}, {"noun", "verb, or so"}, 8, {7, 2, 4}, {0, 0, 1}};
    session.otherScores = {
        {0,
         {{{"Seed", sampleScores(0.3), sampleScores(0.4)}}, {{row}, {"adverb", "article"}, 9, {1, 0, 3}, {1, 1, 0}}}}};
    session.view = {{"axes", "0,2"}, {"colour", ""}};
    session.programVersion = "0.1.0";
    session.isa = "v3";
    return session;
}

/// Every field differs from its default, as tst_session checks.
inline io::Session sampleSession()
{
    io::Session session = samplePair();
    session.position = 1;
    session.otherPairs = {samplePair()};
    session.otherPairs[0].data.x.space = "glove";
    return session;
}

} // namespace anchorscope::test
