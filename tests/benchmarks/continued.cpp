// SPDX-License-Identifier: GPL-3.0-or-later
// Sequences of known pairs added one by one (core/definitions.md, 5c): after each pair the previous run is continued,
// and a run from nothing is made with the same pairs. One line for each sequence: worst difference of the shares of
// correct matches (continued minus from nothing), pairs after which it is below -0.005, and the median ratio of the
// processor times. The pairs, and the sample of items if their number is given, are drawn at random.
#include "core/anchors/sampling.h"
#include "core/experiments/protocol.h"
#include "core/statistics.h"
#include "io/dataset/pairloader.h"
#include "support/processortime.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

using namespace anchorscope;

namespace {

constexpr int addedPairs = 10;
constexpr double allowedLoss = 0.005;

/// Runs one sequence and prints its line.
void sequence(const ProtocolInput &input, Index seeds, std::uint64_t draw)
{
    Random random(draw);
    const auto items = random.sample(input.truth.pairedItemsOfX(), seeds + addedPairs);
    ProtocolOptions options;
    std::optional<OptimizeSummary> earlier;
    std::vector<double> gains, ratios;
    for (const ItemIndex item : items) {
        options.seedPairs.push_back({.x = item, .y = input.truth.partnerOfX(item)});
        if (static_cast<Index>(options.seedPairs.size()) < seeds)
            continue;
        const test::ProcessorTime time;
        const auto fresh = runProtocol(input, options, draw);
        const double secondsFresh = time.seconds();
        ProtocolOptions continued = options;
        if (earlier)
            continued.earlier = earlierMatches(*earlier, input.x.size());
        auto run = earlier ? runProtocol(input, continued, draw) : fresh;
        if (!run || !fresh)
            break;
        if (earlier) {
            gains.push_back(run->summary.correct.value_or(-1) - fresh->summary.correct.value_or(-1));
            ratios.push_back((time.seconds() - secondsFresh) / secondsFresh);
        }
        earlier = std::move(run->summary);
    }
    std::printf("%llu %.4f %.4f %td/%zu %.3f\n", static_cast<unsigned long long>(draw),
                earlier ? earlier->correct.value_or(-1) : -1, gains.empty() ? 0 : std::ranges::min(gains),
                std::ranges::count_if(gains, [](double gain) { return gain < -allowedLoss; }), gains.size(),
                median(ratios));
    std::fflush(stdout);
}

} // namespace

int main(int argc, char **argv)
{
    if (argc < 6 || argc > 8) {
        std::fprintf(stderr, "Usage: continued FILE X Y SEEDS SEQUENCES [FIRST [ITEMS]]\n");
        return 2;
    }
    const auto number = [&](int place) { return argc > place ? std::strtol(argv[place], nullptr, 10) : 0; };
    io::DataChoice choice;
    choice.x.path = choice.y.path = argv[1];
    choice.x.space = argv[2];
    choice.y.space = argv[3];
    choice.maxItems = number(7);
    choice.sample = choice.maxItems > 0;
    choice.sampleSeed = static_cast<std::uint64_t>(number(6));
    const auto data = io::loadPair(choice);
    if (!data) {
        std::fprintf(stderr, "%s\n", data.error().text().c_str());
        return 2;
    }
    const PreparedSpace x = prepare(data->pair.x->vectors, Centering::center),
                        y = prepare(data->pair.y->vectors, Centering::center);
    std::printf("sequence share_at_the_end worst_difference worse ratio_of_times\n");
    for (Index draw = number(6); draw < number(6) + number(5); ++draw)
        sequence({x, y, data->pair.pairing}, number(4), static_cast<std::uint64_t>(draw));
    return 0;
}
