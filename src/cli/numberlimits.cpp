// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/numberlimits.h"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace anchorscope::cli {

qlonglong largestInteger(const QString &option)
{
    struct Limit
    {
        QLatin1StringView option;
        qlonglong most;
    };
    static constexpr Limit limits[] = {
        {QLatin1StringView("threads"), 1024},         {QLatin1StringView("omega"), 10000},
        {QLatin1StringView("omegas"), 10000},         {QLatin1StringView("repeats"), 1000000},
        {QLatin1StringView("iterations"), 100000000}, {QLatin1StringView("param-steps"), 100000000},
        {QLatin1StringView("epochs"), 1000000},       {QLatin1StringView("hidden"), 65536},
        {QLatin1StringView("pictures"), 1000},        {QLatin1StringView("sinkhorn-steps"), 100000},
        {QLatin1StringView("head-epochs"), 1000000},  {QLatin1StringView("starts"), 10000},
    };
    // The largest whole number that JSON, which repeats the seed, keeps exactly.
    constexpr qlonglong largestSeed = (qlonglong{1} << 53) - 1;
    if (option.endsWith("-seed"))
        return largestSeed;
    const auto found = std::ranges::find_if(limits, [&](const Limit &limit) { return option == limit.option; });
    return found != std::end(limits) ? found->most : std::numeric_limits<std::int32_t>::max();
}

std::optional<NumberRange> rangeOf(const QString &option)
{
    struct Limit
    {
        QLatin1StringView option;
        NumberRange range;
    };
    static constexpr Limit limits[] = {
        {QLatin1StringView("learning-rate"), {1e-12, 1000}},
        {QLatin1StringView("param-rate"), {1e-12, 1000}},
        {QLatin1StringView("ridge"), {1e-12, 1e6}},
        {QLatin1StringView("time-limit"), {0.001, 1e8}},
        {QLatin1StringView("sinkhorn-epsilon"), {1e-8, 1000}},
        {QLatin1StringView("sinkhorn-stop"), {0, 1000}},
        {QLatin1StringView("threshold"), {0, 2}},
        {QLatin1StringView("thresholds"), {0, 1e6}},
        {QLatin1StringView("shrinkage"), {0, 1}},
        {QLatin1StringView("whitening-ridge"), {0, 1e6}},
        {QLatin1StringView("train-share"), {0.001, 0.999}},
        {QLatin1StringView("least-accuracy"), {-1e9, 1e9}},
        {QLatin1StringView("delta"), {0, 1}},
        {QLatin1StringView("deltas"), {0, 1}},
        {QLatin1StringView("cutoff"), {0, 0.999}},
        {QLatin1StringView("param-temperature"), {1e-6, 1e6}},
        {QLatin1StringView("jaccard-temperature"), {1e-3, 1e6}},
        {QLatin1StringView("head-cost"), {1e-9, 1e9}},
        {QLatin1StringView("head-rate"), {1e-12, 1000}},
    };
    const auto found = std::ranges::find_if(limits, [&](const Limit &limit) { return option == limit.option; });
    return found != std::end(limits) ? std::optional(found->range) : std::nullopt;
}

} // namespace anchorscope::cli
