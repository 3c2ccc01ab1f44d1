// SPDX-License-Identifier: GPL-3.0-or-later
// Sequences of known pairs added one by one (core/definitions.md, 5c): after each pair the previous run is continued,
// and a run from nothing is made with the same pairs. One line for each pair: share correct and seconds of both. The
// pairs are drawn at random.
#include "core/anchors/sampling.h"
#include "core/experiments/protocol.h"
#include "core/statistics.h"
#include "io/dataset/pairloader.h"

#include <cstdio>
#include <cstdlib>

using namespace anchorscope;

namespace {

constexpr int addedPairs = 10;

/// Runs one sequence. Returns the ratios of the times.
std::vector<double> sequence(const ProtocolInput &input, Index seeds, std::uint64_t draw)
{
    Random random(draw);
    const auto items = random.sample(input.truth.pairedItemsOfX(), seeds + addedPairs);
    ProtocolOptions options;
    const auto add = [&](Index place) {
        const ItemIndex item = items[static_cast<std::size_t>(place)];
        options.seedPairs.push_back({.x = item, .y = input.truth.partnerOfX(item)});
    };
    for (Index place = 0; place < seeds; ++place)
        add(place);
    auto run = runProtocol(input, options, draw);
    std::vector<double> ratios;
    for (Index added = 1; run && added <= addedPairs; ++added) {
        add(seeds + added - 1);
        ProtocolOptions continued = options;
        continued.earlier = earlierMatches(run->summary, input.x.size());
        run = runProtocol(input, continued, draw);
        const auto fresh = runProtocol(input, options, draw);
        if (!run || !fresh)
            break;
        ratios.push_back(run->summary.seconds / fresh->summary.seconds);
        std::printf("%llu %td %.4f %.4f %.3f %.3f\n", static_cast<unsigned long long>(draw), seeds + added,
                    run->summary.correct.value_or(-1), fresh->summary.correct.value_or(-1), run->summary.seconds,
                    fresh->summary.seconds);
        std::fflush(stdout);
    }
    return ratios;
}

} // namespace

int main(int argc, char **argv)
{
    if (argc != 6) {
        std::fprintf(stderr, "Usage: continued FILE X Y SEEDS SEQUENCES\n");
        return 2;
    }
    io::DataChoice choice;
    choice.pathX = choice.pathY = argv[1];
    choice.spaceX = argv[2];
    choice.spaceY = argv[3];
    const auto data = io::loadPair(choice);
    if (!data) {
        std::fprintf(stderr, "%s\n", data.error().text().c_str());
        return 2;
    }
    const PreparedSpace x = prepare(data->pair.x->vectors, Centering::center),
                        y = prepare(data->pair.y->vectors, Centering::center);
    std::printf("sequence pairs continued from_nothing seconds seconds_from_nothing\n");
    std::vector<double> ratios;
    for (std::uint64_t draw = 0; draw < std::strtoull(argv[5], nullptr, 10); ++draw) {
        for (const double ratio : sequence({x, y, data->pair.pairing}, std::strtol(argv[4], nullptr, 10), draw))
            ratios.push_back(ratio);
    }
    std::printf("# median ratio of the times %.3f\n", median(std::move(ratios)));
    return 0;
}
