// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/alignment/subset.h"
#include "core/anchors/kmeans.h"
#include "core/evaluate/retrieval.h"
#include "core/matching/sinkhorn.h"
#include "core/optimizers/optimizers.h"
#include "core/optimizers/timeprediction.h"
#include "core/optimizers/validatealignment.h"
#include "core/product.h"
#include "core/projection/pca.h"
#include "core/projection/relative.h"
#include "core/random.h"

#include <QTest>

#include <cmath>
#include <condition_variable>
#include <ctime>
#include <mutex>
#include <thread>

using namespace anchorscope;

namespace {

/// Returns true if the result of the job is that of a cancelled one.
using Job = std::function<bool(const RunContext &)>;

/// Sanitizers and checked iterators slow everything down; otherwise cancelled work ends within 100 ms.
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__) || defined(_GLIBCXX_ASSERTIONS)
constexpr double maxSeconds = 2;
constexpr Index scale = 8; ///< factor by which fewer items are enough
#else
constexpr double maxSeconds = 0.1;
constexpr Index scale = 1;
#endif

double processSeconds()
{
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Result of cancelling a job that had run for a while.
struct Cancelled
{
    bool ended = false; ///< the job ended before it was cancelled
    bool said = false;  ///< the job reported that it was cancelled
    double wall = 0;    ///< seconds from cancelling to its end
    double seconds = 0; ///< wall, or the processor's time if that is less: other programs may use the machine
};

Cancelled cancelAfter(const Job &job, double delay)
{
    RunContext context;
    context.control = std::make_shared<RunControl>();
    std::mutex mutex;
    std::condition_variable over;
    Cancelled result;
    bool done = false;
    std::jthread worker([&] {
        result.said = job(context);
        const std::lock_guard lock(mutex);
        done = true;
        over.notify_all();
    });
    {
        std::unique_lock lock(mutex);
        result.ended = over.wait_for(lock, std::chrono::duration<double>(delay), [&] { return done; });
    }
    const double processBefore = processSeconds();
    const auto before = RunContext::Clock::now();
    context.control->cancel();
    worker.join();
    result.wall = std::chrono::duration<double>(RunContext::Clock::now() - before).count();
    result.seconds = std::min(result.wall, processSeconds() - processBefore);
    return result;
}

/// Large data, cheaply drawn: two spaces of clusters, Y a noisy copy of X with its axes reversed.
struct Data
{
    static constexpr Index items = 60000 / scale, dimension = 200, anchors = 200;
    Matrix x{items, dimension}, y{items, dimension};
    PreparedSpace preparedX, preparedY;
    Matrix rx, ry, halfX, halfY;

    Data()
    {
        for (Index i = 0; i < items; ++i) {
            for (Index c = 0; c < dimension; ++c) {
                const float spread = 1 / std::sqrt(1 + static_cast<float>(c));
                const float centre = draw(0, i % 50, c), own = draw(1, i, c), noise = draw(2, i, c);
                x(i, c) = spread * (2 * centre + own);
                y(i, dimension - 1 - c) = spread * (2 * centre + own + 0.5f * noise);
            }
        }
        preparedX = prepare(x, Centering::center);
        preparedY = prepare(y, Centering::center);
        rx = productTransposed(preparedX.rows, preparedX.rows.topRows(anchors));
        ry = productTransposed(preparedY.rows, preparedY.rows.topRows(anchors));
        halfX = rx.topRows(items / 2);
        halfY = ry.topRows(items / 2);
    }
    static float draw(std::uint64_t what, Index i, Index c)
    {
        return static_cast<float>(hashUniform(7, what, static_cast<std::uint64_t>(i), static_cast<std::uint64_t>(c)) -
                                  0.5);
    }
    bool optimizeFirst(Index count, Index seeds, const char *method, const RunContext &context) const
    {
        const std::vector<ItemIndex> some = allItems(count);
        const PreparedSpace partX = count < items ? itemsOf(preparedX, some, context) : PreparedSpace();
        const PreparedSpace partY = count < items ? itemsOf(preparedY, some, context) : PreparedSpace();
        if (context.cancelled())
            return true;
        const OptimizeInput part{count < items ? partX : preparedX,
                                 count < items ? partY : preparedY,
                                 {some.begin(), some.begin() + anchors},
                                 {some.begin(), some.begin() + seeds}};
        OptimizeOptions options;
        options.method = method;
        return optimize(part, options, context)->termination == Termination::cancelled;
    }
    bool judgeAll(Index seeds, const RunContext &context) const
    {
        const std::vector<ItemIndex> all = allItems(items);
        const OptimizeInput input{
            preparedX, preparedY, {all.begin(), all.begin() + anchors}, {all.begin(), all.begin() + seeds}};
        OptimizeSummary result;
        result.termination = Termination::converged;
        result.start = "seeds";
        result.anchorsOfY = preparedY.rows.topRows(anchors);
        result.correspondence = all;
        return !validateAlignment(input, {}, result, context);
    }
};

} // namespace

/// “Cancel pressed → job gone ≤ 100 ms” (core/README.md, “Performance”) at any moment.
class TestCancel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_data = std::make_unique<Data>(); }
    void cancelledWorkEndsSoon_data();
    void cancelledWorkEndsSoon();

private:
    std::unique_ptr<Data> m_data;
};

void TestCancel::cancelledWorkEndsSoon_data()
{
    QTest::addColumn<Job>("job");
    QTest::addColumn<double>("until");
    const Data &data = *m_data;
    // Copies a matrix for a function that takes it by value. The copy ends when cancelled: on a machine with slow pages
    // of memory, copying two in one step took 250 ms.
    const auto copyOf = [](const Matrix &matrix, const RunContext &context) {
        return rowsOf(matrix, allItems(matrix.rows()), context);
    };
    // Searches have several stages; all other jobs have reached their main stage after a second at most.
    const auto add = [](const char *name, Job job, double until = 1) { QTest::newRow(name) << job << until; };
    constexpr double late = 4;
    const auto match = [&data](bool prune) {
        return [&data, prune](const RunContext &context) {
            SinkhornOptions options;
            options.prune = prune;
            SinkhornMatcher(data.rx, options).match(data.ry, nullptr, context); // incomplete if cancelled
            return context.cancelled();
        };
    };
    const auto method = [&data](Index items, Index seeds, const char *id) {
        return [&data, items, seeds, id](const RunContext &context) {
            return data.optimizeFirst(items, seeds, id, context);
        };
    };
    add("prepare", [&data, copyOf](const RunContext &context) {
        Matrix copy = copyOf(data.x, context);
        if (!context.cancelled())
            prepare(std::move(copy), Centering::standardize, context);
        return context.cancelled();
    });
    add("relative", [&](const RunContext &context) {
        productTransposed(data.x, data.x.topRows(2000), context);
        return context.cancelled();
    });
    add("exact match", match(false));
    add("pruned match", match(true));
    add("alternating", method(Data::items, 15, "alternating"));
    add("adam", method(Data::items / 2, 15, "adam"));
    add("auto", method(Data::items / 2, 15, "auto"), late);
    add(
        "verdict", [&data](const RunContext &context) { return data.judgeAll(15, context); }, late);
    add("auto without seeds: centroids, profiles", method(Data::items / 4, 0, "auto"), late);
    add("prediction", [&](const RunContext &context) {
        const std::vector<ItemIndex> some = allItems(Data::anchors);
        const OptimizeInput input{data.preparedX, data.preparedY, some, {some.begin(), some.begin() + 15}};
        return !predictSeconds(input, {}, PredictBy::trial, context);
    });
    add("principal components", [&](const RunContext &context) {
        return fitPca({data.x, data.y}, {}, context).empty();
    });
    add("principal components, many dimensions", [&](const RunContext &context) {
        const Eigen::Map<const Matrix> wide(data.x.data(), data.x.size() / 1000, 1000);
        return fitPca({wide}, {}, context).empty();
    });
    add("k-means", [&](const RunContext &context) {
        Random random(1);
        kMeans(data.x, {}, random, context); // incomplete if cancelled
        return context.cancelled();
    });
    const auto retrieval = [copyOf](const Matrix &x, const Matrix &y) {
        return [&x, &y, copyOf](const RunContext &context) {
            Matrix copyOfX = copyOf(x, context), copyOfY = copyOf(y, context);
            return context.cancelled() || !retrieveBothWays({}, std::move(copyOfX), std::move(copyOfY),
                                                            Correspondence::byRow(x.rows()), {}, context);
        };
    };
    add("retrieval", retrieval(data.halfX, data.halfY));
    add("sampled retrieval", retrieval(data.rx, data.ry));
}

void TestCancel::cancelledWorkEndsSoon()
{
    QFETCH(Job, job);
    QFETCH(double, until);
    // Cancels at several moments; tst_interruptions tries all of them on small data. A duration above the limit must
    // repeat, because a machine may pause. The generous limit of wall-clock time detects a job that waits.
    constexpr double maxWall = 30;
    double longest = 0, at = 0;
    int hits = 0;
    for (double delay = 0.01; delay < until; delay *= 3) {
        Cancelled run = cancelAfter(job, delay);
        for (int repeat = 0; repeat < 2 && !run.ended && run.seconds > maxSeconds; ++repeat) {
            const Cancelled again = cancelAfter(job, delay);
            if (again.ended || again.seconds < run.seconds)
                run = again;
        }
        if (run.ended)
            break;
        ++hits;
        QVERIFY2(run.said, "the job did not say that it was cancelled");
        QVERIFY(run.wall <= maxWall);
        if (run.seconds > longest) {
            longest = run.seconds;
            at = delay;
        }
    }
    qInfo("%.0f ms, cancelled after %.2f s, %d times", 1000 * longest, at, hits);
    QVERIFY2(hits > 0, "the job had ended before it was cancelled");
    QVERIFY(longest <= maxSeconds);
}

QTEST_GUILESS_MAIN(TestCancel)
#include "tst_cancel.moc"
