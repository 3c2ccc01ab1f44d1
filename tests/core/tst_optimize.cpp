// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/anchors/sampling.h"
#include "core/optimizers/adam.h"
#include "core/optimizers/alternating.h"
#include "core/optimizers/optimizers.h"
#include "core/parallel.h"
#include "core/product.h"
#include "core/projection/relative.h"
#include "support/golden.h"
#include "support/randomdata.h"
#include "support/sentences.h"

#include <Eigen/QR>
#include <QtTest>

#include <chrono>
#include <set>
#include <thread>

using namespace anchorscope;
using test::randomMatrix;
using test::worstDifference;

namespace {

constexpr double anchorTolerance = 1e-4; // golden A_Y: float32 steps against float64
constexpr double lossTolerance = 1e-5;

/// Two noisy views of one clustered cloud, Y rotated and shuffled, with everything an optimizer needs.
struct Pair
{
    PreparedSpace x, y;
    std::vector<ItemIndex> anchors, seeds;
    Correspondence truth;

    OptimizeInput input(bool withTruth = true) const { return {x, y, anchors, seeds, withTruth ? &truth : nullptr}; }
};

Pair makePair(Index items, Index dx, Index dy, double noise, Index anchors, Index seeds, std::uint64_t seed)
{
    Random random(seed);
    const Matrix centres = 1.5f * randomMatrix(8, dx, random);
    Matrix x = randomMatrix(items, dx, random);
    for (Index i = 0; i < items; ++i)
        x.row(i) += centres.row(random.below(8));
    const Eigen::MatrixXf square = randomMatrix(dx, dx, random);
    const Eigen::MatrixXf rotation = Eigen::HouseholderQR<Eigen::MatrixXf>(square).householderQ();
    Matrix rotated = x * rotation.leftCols(dy);
    rotated += static_cast<float>(noise) * randomMatrix(items, dy, random);
    const std::vector<ItemIndex> order = random.permutation(items);
    Pair pair;
    pair.x = prepare(x, Centering::center);
    pair.y = prepare(rowsOf(rotated, order), Centering::center);
    pair.truth = Correspondence::byRow(items).withYReordered(order);
    AnchorSet set = drawAnchors(pair.truth, anchors, seeds, random).value();
    pair.anchors = set.itemsOfX;
    pair.seeds = set.seedsOfY;
    return pair;
}

Pair goldenPair(const test::Golden &golden)
{
    Pair pair;
    pair.x.rows = golden.floats("normalised/x_center_unit");
    const std::vector<ItemIndex> shuffle = golden.indices("input/shuffle");
    pair.y.rows = rowsOf(golden.floats("normalised/y_center_unit"), shuffle);
    pair.anchors = golden.indices("input/anchors");
    pair.seeds = golden.indices("optimize/seed_partners_in_y_shuffled");
    pair.truth = Correspondence::byRow(pair.x.size()).withYReordered(shuffle);
    return pair;
}

OptimizeOptions optionsFor(const std::string &method, int iterations)
{
    OptimizeOptions options;
    options.method = method;
    options.iterations = iterations;
    return options;
}

void verifySameResult(const OptimizeSummary &a, const OptimizeSummary &b)
{
    QVERIFY(a.anchorsOfY == b.anchorsOfY);
    QCOMPARE(a.correspondence, b.correspondence);
    QCOMPARE(a.discreteOfY, b.discreteOfY);
    QCOMPARE(a.history.size(), b.history.size());
    for (std::size_t t = 0; t < a.history.size(); ++t) {
        QCOMPARE(a.history[t].loss, b.history[t].loss);
        QCOMPARE(a.history[t].changed, b.history[t].changed);
    }
}

void addMethods()
{
    QTest::addColumn<std::string>("method");
    for (const Optimizer &optimizer : optimizers())
        QTest::newRow(optimizer.id) << std::string(optimizer.id);
}

} // namespace

class TestOptimize : public QObject
{
    Q_OBJECT

    test::Golden m_golden;

private Q_SLOTS:
    void adamFollowsGolden()
    {
        const Pair pair = goldenPair(m_golden);
        const OptimizeInput input = pair.input();
        const MatrixD losses = m_golden.matrix("optimize/adam_loss");
        int compared = 0;
        const auto check = [&](const IterationView &view) {
            const int t = view.stats.iteration;
            if (t == 1 || t == 5 || t == 20) {
                const MatrixD expected = m_golden.matrix("optimize/adam_after_" + std::to_string(t));
                QVERIFY2(worstDifference(view.anchorsOfY, expected) <= anchorTolerance, std::to_string(t).c_str());
                ++compared;
            }
            // The reference lists the loss before each step; ours is the loss after it.
            if (t < losses.rows())
                QVERIFY(std::abs(view.stats.loss - losses(t, 0)) <= lossTolerance);
        };
        runAdamFrom(m_golden.floats("optimize/start"), input, optionsFor("adam", 20), {}, check);
        QCOMPARE(compared, 3);
    }

    /// Algorithm 1 literally (R_Y is permuted), step by step in float64 with loops over items, with and without seeds
    /// that move.
    void permutedYFollowsTheDefinition_data()
    {
        QTest::addColumn<bool>("freeSeeds");
        QTest::newRow("seeds stay") << false;
        QTest::newRow("seeds move") << true;
    }
    void permutedYFollowsTheDefinition()
    {
        QFETCH(bool, freeSeeds);
        const Pair pair = makePair(60, 6, 5, 0.3, 9, 3, 4);
        const OptimizeInput input = pair.input();
        OptimizeOptions options = optionsFor("adam", 6);
        options.permuted = Side::y;
        options.freeSeeds = freeSeeds;
        options.epsilon = 0.05; // smooth enough that rounding of float32 decides no match
        Random random(8);
        Matrix start = randomMatrix(9, 5, random);
        normalizeRows(start);
        const MatrixD x = pair.x.rows.cast<double>(), y = pair.y.rows.cast<double>();
        const MatrixD rx = x * rowsOf(pair.x.rows, pair.anchors).cast<double>().transpose();
        MatrixD plain = start.cast<double>();
        for (Index s = 0; s < 3; ++s)
            plain.row(s) = y.row(pair.seeds[static_cast<std::size_t>(s)]);
        MatrixD first = MatrixD::Zero(9, 5), second = first;
        SinkhornOptions transport;
        transport.ofRows = true;
        transport.epsilon = options.epsilon;
        int steps = 0;
        const auto check = [&](const IterationView &view) {
            const Matrix rxf = rx.cast<float>(), ryf = (y * plain.transpose()).cast<float>();
            const auto columns = SinkhornMatcher(rxf, transport).match(ryf, nullptr, {}).columnOfRow;
            MatrixD gradient = MatrixD::Zero(9, 5);
            for (Index i = 0; i < 60; ++i) {
                const Eigen::RowVectorXd item = y.row(columns[static_cast<std::size_t>(i)]);
                for (Index a = 0; a < 9; ++a)
                    gradient.row(a) += 2.0 / (60 * 9) * (plain.row(a).dot(item) - rx(i, a)) * item;
            }
            ++steps;
            for (Index a = freeSeeds ? 0 : 3; a < 9; ++a) {
                const Eigen::RowVectorXd tangent = gradient.row(a) - gradient.row(a).dot(plain.row(a)) * plain.row(a);
                first.row(a) = 0.9 * first.row(a) + 0.1 * tangent;
                second.row(a) = 0.999 * second.row(a) + 0.001 * tangent.cwiseAbs2();
                for (Index j = 0; j < 5; ++j)
                    plain(a, j) -= options.learningRate * (first(a, j) / (1 - std::pow(0.9, steps))) /
                                   (std::sqrt(second(a, j) / (1 - std::pow(0.999, steps))) + 1e-8);
                plain.row(a).normalize();
            }
            QVERIFY(worstDifference(view.anchorsOfY, plain) <= anchorTolerance);
            double loss = 0; // loss of the iterate, over the items of X
            const Matrix after = (y * plain.transpose()).cast<float>();
            const auto now = SinkhornMatcher(rxf, transport).match(after, nullptr, {}).columnOfRow;
            for (Index i = 0; i < 60; ++i)
                loss += (rx.row(i) - y.row(now[static_cast<std::size_t>(i)]) * plain.transpose()).squaredNorm();
            QVERIFY(std::abs(view.stats.loss - loss / (60 * 9)) <= lossTolerance);
        };
        const OptimizeSummary summary = runAdamFrom(start, input, options, {}, check);
        QCOMPARE(steps, 6);
        const Matrix partners = rowsOf(pair.y.rows, pair.seeds);
        QCOMPARE(summary.anchorsOfY.topRows(3) == partners, !freeSeeds);
    }

    /// With a small ε the plan is nearly a permutation: then the plan is π, and the runs are the same.
    void softPlanOfSmallEpsilonIsHard()
    {
        const Pair pair = makePair(200, 12, 12, 0.02, 30, 12, 21);
        OptimizeOptions options = optionsFor("adam", 10);
        options.epsilon = 1e-6;
        options.warmStart = true;
        for (const Side permuted : {Side::x, Side::y}) {
            options.permuted = permuted;
            options.softPlan = false;
            const OptimizeSummary hard = optimize(pair.input(), options).value();
            options.softPlan = true;
            const OptimizeSummary soft = optimize(pair.input(), options).value();
            QVERIFY(worstDifference(soft.anchorsOfY, hard.anchorsOfY.cast<double>()) < 1e-3);
            QVERIFY(std::abs(soft.loss - hard.loss) < 1e-5);
            options.epsilon = 0.5; // a blurred plan
            QVERIFY(std::abs(optimize(pair.input(), options).value().loss - hard.loss) > 1e-4);
            options.epsilon = 1e-6;
        }
    }

    /// The start with the lowest loss is the result; the first start is that of a run with one start.
    void theLowestLossOfSeveralStartsWins()
    {
        const Pair pair = makePair(300, 12, 12, 0.3, 60, 3, 22);
        OptimizeOptions options = optionsFor("adam", 15);
        const OptimizeSummary single = optimize(pair.input(), options).value();
        QVERIFY(single.starts.empty());
        options.starts = 4;
        OptimizeSummary several = optimize(pair.input(), options).value();
        QVERIFY(several.starts.size() >= 2 && several.starts.size() <= 4);
        QCOMPARE(several.starts[0].loss, single.loss);
        QCOMPARE(several.starts[0].correct, single.correct);
        int iterations = 0, winners = 0;
        for (const StartSummary &start : several.starts) {
            QVERIFY(several.loss <= start.loss);
            winners += start.won;
            QVERIFY(!start.won || start.loss == several.loss);
            QCOMPARE(several.history.at(static_cast<std::size_t>(iterations)).stage.substr(0, 6),
                     std::string("start "));
            iterations += start.iterations;
        }
        QCOMPARE(winners, 1);
        QCOMPARE(several.history.size(), static_cast<std::size_t>(iterations));
        QCOMPARE(several.loss, several.history.at(static_cast<std::size_t>(several.bestIteration - 1)).loss);
        const ThreadLimit limit(1);
        verifySameResult(optimize(pair.input(), options).value(), several);
    }

    /// With 15 seeds every start aligns this pair: the second agrees with the first, so a third is not tried. Unrelated
    /// clouds are aligned by none.
    void startsEndWhenOneHasClearlyWon()
    {
        const Pair pair = makePair(600, 20, 20, 0.05, 60, 15, 1);
        OptimizeOptions options = optionsFor("adam", 250);
        options.starts = 8;
        const OptimizeSummary found = optimize(pair.input(false), options).value();
        QCOMPARE(found.termination, Termination::converged);
        QCOMPARE(found.starts.size(), std::size_t(2));
        QVERIFY(found.starts[0].converged && found.starts[1].converged);
        Pair unrelated = makePair(200, 12, 12, 0.3, 30, 6, 23);
        Random random(24);
        unrelated.y = prepare(randomMatrix(200, 12, random), Centering::center);
        options.iterations = 20;
        options.starts = 3;
        const OptimizeSummary lost = optimize(unrelated.input(false), options).value();
        QCOMPARE(lost.termination, Termination::iterationLimit);
        QCOMPARE(lost.starts.size(), std::size_t(3));
        for (const StartSummary &start : lost.starts)
            QVERIFY(!start.converged);
    }

    void stopAmongStartsKeepsTheBest()
    {
        const Pair pair = makePair(300, 12, 12, 0.9, 30, 6, 9);
        RunContext context;
        context.control = std::make_shared<RunControl>();
        const auto stopSoon = [&](const IterationView &view) {
            if (view.stats.iteration == 13)
                context.control->stop();
        };
        OptimizeOptions options = optionsFor("adam", 10);
        options.starts = 5;
        const OptimizeSummary summary = optimize(pair.input(), options, context, stopSoon).value();
        QCOMPARE(summary.termination, Termination::stopped);
        QCOMPARE(summary.starts.size(), std::size_t(2));
        QCOMPARE(summary.starts[1].iterations, 3);
        for (const IterationStats &stats : summary.history)
            QVERIFY(summary.loss <= stats.loss);
    }

    void alternatingFollowsGolden()
    {
        const Pair pair = goldenPair(m_golden);
        const OptimizeInput input = pair.input();
        const SinkhornResult first = matchBySeeds(input, {}, {});
        const std::vector<ItemIndex> firstPi = m_golden.indices("optimize/alternating_first_pi");
        QCOMPARE(first.rowOfColumn, firstPi);
        OptimizeOptions options = optionsFor("alternating", 5);
        options.ridge = 0.1;
        options.convergedBelow = 0;
        int compared = 0;
        const auto check = [&](const IterationView &view) {
            const int t = view.stats.iteration;
            if (t != 1 && t != 2 && t != 5)
                return;
            const std::string suffix = "after_" + std::to_string(t);
            QVERIFY(worstDifference(view.anchorsOfY, m_golden.matrix("optimize/alternating_" + suffix)) <=
                    anchorTolerance);
            QCOMPARE(view.correspondence, m_golden.indices("optimize/alternating_pi_" + suffix));
            ++compared;
        };
        const Result<OptimizeSummary> summary = optimize(input, options, {}, check);
        QVERIFY(summary.ok());
        QCOMPARE(compared, 3);
        const std::vector<ItemIndex> nextPi = m_golden.indices("optimize/alternating_pi_after_1");
        const auto kept =
            std::inner_product(firstPi.begin(), firstPi.end(), nextPi.begin(), 0, std::plus<>(), std::equal_to<>());
        QVERIFY(kept < std::ssize(firstPi));
        QCOMPARE(summary->history[0].changed, 1 - kept / static_cast<double>(firstPi.size()));
    }

    void findsARotation_data() { addMethods(); }
    void findsARotation()
    {
        QFETCH(std::string, method);
        const Pair pair = makePair(600, 20, 20, 0.05, 60, 15, 1);
        OptimizeOptions options;
        options.method = method;
        const OptimizeSummary summary = optimize(pair.input(), options).value();
        // The pair is nearly isometric, so every method finds (almost) all partners.
        QVERIFY2(*summary.correct >= 0.98, std::to_string(*summary.correct).c_str());
        QCOMPARE(summary.anchorsOfY.rows(), 60);
        QVERIFY((summary.anchorsOfY.rowwise().norm().array() - 1).abs().maxCoeff() < 1e-5f);
        QCOMPARE(summary.discreteOfY.size(), std::size_t(60));
        for (std::size_t s = 0; s < pair.seeds.size(); ++s)
            QCOMPARE(summary.discreteOfY[s], pair.seeds[s]);
        QVERIFY(summary.bestIteration <= static_cast<int>(summary.history.size()));
        QCOMPARE(summary.correspondenceScore.size(), std::size_t(600));
    }

    void differentDimensionsAndSizes()
    {
        Pair pair = makePair(500, 24, 21, 0.05, 50, 15, 2);
        // Y loses its last items, and with them some partners of X.
        const std::vector<ItemIndex> kept = allItems(400);
        const Correspondence truth = pair.truth.withYReordered(kept);
        pair.y.rows = rowsOf(pair.y.rows, kept);
        Random random(3);
        AnchorSet set = drawAnchors(truth, 50, 15, random).value();
        const OptimizeInput input{pair.x, pair.y, set.itemsOfX, set.seedsOfY, &truth};
        const OptimizeSummary summary = optimize(input, optionsFor("alternating", 30)).value();
        QVERIFY2(*summary.correct > 0.9, std::to_string(*summary.correct).c_str());
        QCOMPARE(summary.correspondence.size(), std::size_t(400));
    }

    void pausesAreNotCounted()
    {
        const Pair pair = makePair(100, 8, 8, 0.3, 10, 5, 5);
        RunContext context;
        context.control = std::make_shared<RunControl>();
        std::jthread waker;
        const auto pauseOnce = [&](const IterationView &view) {
            if (view.stats.iteration != 1)
                return;
            context.control->pause();
            waker = std::jthread([control = context.control] {
                const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(300);
                while (std::chrono::steady_clock::now() < until)
                    std::this_thread::yield();
                control->resume();
            });
        };
        const auto begin = std::chrono::steady_clock::now();
        const OptimizeSummary summary = optimize(pair.input(), optionsFor("adam", 3), context, pauseOnce).value();
        const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        QVERIFY(wall >= 0.3);
        QVERIFY(summary.seconds <= wall - 0.25);
    }

    void threadsChangeNothing_data() { addMethods(); }
    void threadsChangeNothing()
    {
        QFETCH(std::string, method);
        const Pair pair = makePair(700, 16, 16, 0.5, 40, 10, 6);
        const OptimizeOptions options = optionsFor(method, 6);
        OptimizeSummary alone;
        {
            const ThreadLimit limit(1);
            alone = optimize(pair.input(), options).value();
        }
        verifySameResult(optimize(pair.input(), options).value(), alone);
    }

    void truthIsOnlyForScoring_data() { addMethods(); }
    void truthIsOnlyForScoring()
    {
        QFETCH(std::string, method);
        const Pair pair = makePair(300, 12, 12, 0.6, 30, 6, 7);
        const OptimizeOptions options = optionsFor(method, 8);
        const OptimizeSummary with = optimize(pair.input(true), options).value();
        const OptimizeSummary without = optimize(pair.input(false), options).value();
        verifySameResult(with, without);
        QVERIFY(with.correct.has_value());
        QVERIFY(!without.correct.has_value());
        QVERIFY(!without.history.front().correct.has_value());
    }

    void stopKeepsTheBest_data() { addMethods(); }
    void stopKeepsTheBest()
    {
        QFETCH(std::string, method);
        const Pair pair = makePair(300, 12, 12, 0.9, 30, 6, 9);
        RunContext context;
        context.control = std::make_shared<RunControl>();
        const auto stopSoon = [&](const IterationView &view) {
            if (view.stats.iteration == 3)
                context.control->stop();
        };
        const OptimizeSummary summary = optimize(pair.input(), optionsFor(method, 50), context, stopSoon).value();
        QCOMPARE(summary.termination, Termination::stopped);
        QVERIFY(summary.hasResult());
        // The canonical path chooses by the share of mutual partners instead.
        const auto best = static_cast<std::size_t>(summary.bestIteration - 1);
        QCOMPARE(summary.loss, summary.history.at(best).loss);
        for (const IterationStats &stats : summary.history)
            QVERIFY(summary.loss <= stats.loss || stats.mutual);
    }

    void limitsEndARun()
    {
        const Pair pair = makePair(300, 12, 12, 0.9, 30, 6, 10);
        OptimizeOptions options = optionsFor("adam", 5);
        OptimizeSummary summary = optimize(pair.input(), options).value();
        QCOMPARE(summary.termination, Termination::iterationLimit);
        QCOMPARE(summary.history.size(), std::size_t(5));
        options.timeLimitSeconds = 1e-9;
        summary = optimize(pair.input(), options).value();
        QCOMPARE(summary.termination, Termination::timeLimit);
        QVERIFY(summary.hasResult());
    }

    void degenerateInputsEnd_data()
    {
        QTest::addColumn<std::string>("method");
        QTest::addColumn<std::string>("what");
        for (const Optimizer &optimizer : optimizers()) {
            for (const char *what : {"one anchor", "duplicates", "zero rows", "one item", "one dimension"})
                QTest::addRow("%s, %s", optimizer.id, what) << std::string(optimizer.id) << std::string(what);
        }
    }
    void degenerateInputsEnd()
    {
        QFETCH(std::string, method);
        QFETCH(std::string, what);
        Pair pair = makePair(80, 6, 6, 0.3, 10, 4, 11);
        if (what == "one anchor") {
            pair.anchors.resize(1);
            pair.seeds.resize(1);
        } else if (what == "duplicates") {
            for (Index i = 1; i < 40; ++i)
                pair.x.rows.row(i) = pair.x.rows.row(0);
            for (Index j = 1; j < 60; ++j)
                pair.y.rows.row(j) = pair.y.rows.row(0);
        } else if (what == "zero rows") {
            for (Index j = 0; j < 40; ++j) {
                pair.y.rows.row(j).setZero();
                pair.y.zeroRows.push_back(static_cast<ItemIndex>(j));
            }
        } else if (what == "one item") {
            pair.x.rows = Matrix(pair.x.rows.topRows(1));
            pair.y.rows = Matrix(pair.y.rows.topRows(1));
            pair.anchors = pair.seeds = {0};
            pair.truth = Correspondence::byRow(1);
        } else {
            pair.x.rows = Matrix(pair.x.rows.leftCols(1).cwiseSign());
            pair.y.rows = Matrix(pair.y.rows.leftCols(1).cwiseSign());
        }
        const OptimizeSummary summary = optimize(pair.input(), optionsFor(method, 10)).value();
        QVERIFY(summary.hasResult());
        QVERIFY(summary.anchorsOfY.allFinite());
        QVERIFY(std::isfinite(summary.loss));
        for (ItemIndex item : summary.correspondence)
            QVERIFY(item >= 0 && item < pair.x.size());
        for (ItemIndex item : summary.discreteOfY)
            QVERIFY(item >= 0 && item < pair.y.size());
    }

    void wrongInputIsNamed_data()
    {
        QTest::addColumn<std::string>("what");
        QTest::addColumn<std::string>("code");
        QTest::addColumn<std::string>("part"); // expected part of the message
        const auto row = [](const char *what, const char *code, const char *part) {
            QTest::newRow(what) << std::string(what) << std::string(code) << std::string(part);
        };
        row("no items", "too-few-items", "Space X is empty");
        row("more anchors than items", "too-few-items", "as anchors (41), found 40 items");
        row("more seeds than anchors", "too-many-seeds", "as anchors (3), found 4 seeds");
        row("no seeds", "no-seeds", "");
        row("no anchors", "no-anchors", "at least one is needed");
        row("repeated anchor", "repeated-anchor", "An item of X");
        row("repeated seed", "repeated-seed", "An item of Y");
        row("anchor out of range", "wrong-usage", "does not exist");
        row("all rows zero", "no-variation", "All items of space Y");
        row("unknown method", "wrong-usage", "magic");
        row("no iterations", "wrong-usage", "0");
        row("negative rate", "wrong-usage", "-1");
    }
    void wrongInputIsNamed()
    {
        QFETCH(std::string, what);
        QFETCH(std::string, code);
        QFETCH(std::string, part);
        Pair pair = makePair(40, 6, 6, 0.3, 10, 4, 12);
        OptimizeOptions options;
        if (what == "no items")
            pair.x.rows.resize(0, 6);
        else if (what == "more anchors than items")
            pair.anchors.resize(41);
        else if (what == "more seeds than anchors")
            pair.anchors.resize(3);
        else if (what == "no seeds")
            pair.seeds.clear(), options.method = "adam";
        else if (what == "no anchors")
            pair.anchors.clear();
        else if (what == "repeated anchor")
            pair.anchors[1] = pair.anchors[0];
        else if (what == "repeated seed")
            pair.seeds[1] = pair.seeds[0];
        else if (what == "anchor out of range")
            pair.anchors[9] = 40;
        else if (what == "all rows zero") {
            pair.y.zeroRows = allItems(40);
        } else if (what == "unknown method")
            options.method = "magic";
        else if (what == "no iterations")
            options.iterations = 0;
        else
            options.learningRate = -1;
        const Result<OptimizeSummary> result = optimize(pair.input(), options);
        QVERIFY(!result.ok());
        QCOMPARE(std::string(errorId(test::codeOf(result))), code);
        QVERIFY2(result.error().message.find(part) != std::string::npos, result.error().message.c_str());
    }

    void drawnAnchorsArePairs()
    {
        const Pair pair = makePair(60, 6, 6, 0.3, 10, 4, 13);
        Random random(1);
        const AnchorSet set = drawAnchors(pair.truth, 20, 7, random).value();
        QCOMPARE(set.count(), 20);
        QCOMPARE(set.seeds(), 7);
        QCOMPARE(std::set<ItemIndex>(set.itemsOfX.begin(), set.itemsOfX.end()).size(), std::size_t(20));
        for (std::size_t s = 0; s < 7; ++s)
            QCOMPARE(pair.truth.partnerOfX(set.itemsOfX[s]), set.seedsOfY[s]);
        QCOMPARE(test::codeOf(drawAnchors(pair.truth, 61, 1, random)), ErrorCode::tooFewPairs);
        QCOMPARE(test::codeOf(drawAnchors(pair.truth, 5, 6, random)), ErrorCode::wrongUsage);
    }

    void completedAnchorsKeepTheSeeds()
    {
        const std::vector<SeedPair> seeds{{.x = 5, .y = 2}, {.x = 1, .y = 9}};
        Random random(1);
        const AnchorSet set = completeAnchors(seeds, 10, 10, random).value();
        QCOMPARE(set.itemsOfX[0], 5);
        QCOMPARE(set.itemsOfX[1], 1);
        QCOMPARE(set.seedsOfY, (std::vector<ItemIndex>{2, 9}));
        QCOMPARE(std::set<ItemIndex>(set.itemsOfX.begin(), set.itemsOfX.end()).size(), std::size_t(10));
        QCOMPARE(test::codeOf(completeAnchors(seeds, 10, 11, random)), ErrorCode::tooFewItems);
        QCOMPARE(test::codeOf(completeAnchors(seeds, 10, 1, random)), ErrorCode::tooManySeeds);
        // Uses some items only: the seeds and four others, of which one is a seed.
        const AnchorSet some = completeAnchors(seeds, 10, 5, random, {0, 1, 3, 8}).value();
        QCOMPARE(std::set<ItemIndex>(some.itemsOfX.begin(), some.itemsOfX.end()), (std::set<ItemIndex>{0, 1, 3, 5, 8}));
        QCOMPARE(test::codeOf(completeAnchors(seeds, 10, 6, random, {0, 1, 3, 8})), ErrorCode::tooFewItems);
    }
};

QTEST_GUILESS_MAIN(TestOptimize)
#include "tst_optimize.moc"
