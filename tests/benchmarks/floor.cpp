// SPDX-License-Identifier: GPL-3.0-or-later
#include "floor.h"

#include "core/kernels/isa.h"
#include "core/parallel.h"

#include <immintrin.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <vector>

namespace anchorscope::bench {

namespace {

constexpr long rounds = 40'000'000;
constexpr int chains = 12;

/// Independent chains of multiply-adds on registers only; the sum is returned so that nothing is optimized away.
template <class Vec> inline __attribute__((always_inline)) float spin(Vec scale, Vec shift)
{
    Vec sums[chains];
    for (int c = 0; c < chains; ++c)
        sums[c] = Vec{} + static_cast<float>(c);
    for (long i = 0; i < rounds; ++i) {
#pragma GCC unroll 16
        for (int c = 0; c < chains; ++c)
            sums[c] = sums[c] * scale + shift;
    }
    Vec total{};
    for (const Vec &sum : sums)
        total += sum;
    return total[0];
}

typedef float Wide __attribute__((vector_size(64)));
typedef float Middle __attribute__((vector_size(32)));
typedef float Narrow __attribute__((vector_size(16)));

__attribute__((target("arch=x86-64-v4,prefer-vector-width=512"), optimize("fp-contract=fast"))) float spinV4()
{
    return spin(Wide{} + 0.999f, Wide{} + 0.001f);
}
__attribute__((target("arch=x86-64-v3"), optimize("fp-contract=fast"))) float spinV3()
{
    return spin(Middle{} + 0.999f, Middle{} + 0.001f);
}
float spinBaseline()
{
    return spin(Narrow{} + 0.999f, Narrow{} + 0.001f);
}

struct Level
{
    float (*spin)();
    double lanes;
};

Level level()
{
    __builtin_cpu_init();
    if (__builtin_cpu_supports("x86-64-v4"))
        return {&spinV4, 16};
    if (__builtin_cpu_supports("x86-64-v3"))
        return {&spinV3, 8};
    return {&spinBaseline, 4};
}

double measurePeak()
{
    const Level used = level();
    const int threads = threadCount();
    std::vector<double> peaks;
    for (int repeat = 0; repeat < 5; ++repeat) {
        // Processor time, so that other programs on the machine lower the peak as little as possible.
        const std::clock_t begin = std::clock();
        forBlocks(threads, 1, [&](Index, Index) { benchmark::DoNotOptimize(used.spin()); });
        const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC / threads;
        peaks.push_back(threads * 2.0 * used.lanes * chains * static_cast<double>(rounds) / seconds);
    }
    std::sort(peaks.begin(), peaks.end());
    return peaks[peaks.size() / 2];
}

class Table : public benchmark::BenchmarkReporter
{
public:
    bool ReportContext(const Context &) override
    {
        std::printf("%.0f GFLOP/s peak on %d threads, kernels: %s\n", peakFlops() * 1e-9, threadCount(),
                    kernels::isaName(kernels::activeIsa()));
        std::printf("%-72s %10s %10s %8s %8s %8s\n", "what", "time ms", "floor ms", "ratio", "cpu", "target");
        return true;
    }
    void ReportRuns(const std::vector<Run> &reports) override
    {
        for (const Run &run : reports) {
            const auto counter = [&](const char *name) { return run.counters.find(name)->second.value; };
            const double seconds = run.real_accumulated_time / static_cast<double>(run.iterations);
            const double floor = counter("floor"), target = counter("target");
            std::printf("%-72s %10.1f", run.run_name.function_name.c_str(), seconds * 1e3);
            if (floor > 0)
                std::printf(" %10.1f %8.2f %8.2f", floor * 1e3, seconds / floor,
                            run.cpu_accumulated_time / static_cast<double>(run.iterations) / threadCount() / floor);
            else
                std::printf(" %10s %8s %8s", "", "", "");
            if (target > 0)
                std::printf(floor > 0 ? " %8.2f\n" : " %5.0f ms\n", floor > 0 ? target : target * 1e3);
            else
                std::printf("\n");
            std::fflush(stdout);
        }
    }
};

void add(const std::string &what, double floorSeconds, double target, int iterations, std::function<void()> body,
         std::function<void()> prepare)
{
    benchmark::RegisterBenchmark(
        what.c_str(),
        [floorSeconds, target, body = std::move(body), prepare = std::move(prepare)](benchmark::State &state) {
            if (prepare)
                prepare();
            for ([[maybe_unused]] auto iteration : state)
                body();
            state.counters["floor"] = floorSeconds;
            state.counters["target"] = target;
        })
        ->Iterations(iterations)
        ->UseRealTime()
        ->MeasureProcessCPUTime();
}

} // namespace

double peakFlops()
{
    static const double peak = measurePeak();
    return peak;
}

void add(const std::string &what, double floorFlops, double target, const std::function<void()> &body,
         const std::function<void()> &prepare, int iterations)
{
    add(what, floorFlops / peakFlops(), target, iterations, body, prepare);
}

void addTimed(const std::string &what, double targetSeconds, const std::function<void()> &body, int iterations)
{
    add(what, 0.0, targetSeconds, iterations, body, {});
}

int run(int argc, char **argv)
{
    benchmark::Initialize(&argc, argv);
    Table table;
    benchmark::RunSpecifiedBenchmarks(&table);
    benchmark::Shutdown();
    return 0;
}

} // namespace anchorscope::bench
