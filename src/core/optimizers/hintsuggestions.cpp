// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/hintsuggestions.h"

#include "core/optimizers/canonical.h"
#include "core/optimizers/spanreduction.h"

#include <algorithm>

namespace anchorscope {

namespace {

/// Decrease of the mean log rank of held-out pairs by the hint; 0 if no weight was tried.
double fallOfRank(const HintChoice &choice)
{
    const HintTrial *chosen = choice.chosen();
    return chosen ? choice.trials.front().logRank - chosen->logRank : 0;
}

} // namespace

std::optional<std::vector<HintSuggestion>> suggestHints(const OptimizeInput &input, std::vector<ReadHint> columns,
                                                        std::uint64_t seed, const RunContext &context)
{
    OptimizeInput hinted = input;
    for (const ReadHint &read : columns)
        hinted.hints.columns.push_back(read.column);
    const SpanReduction spans(hinted.x, hinted.y, context);
    if (context.cancelled())
        return std::nullopt;
    const OptimizeInput narrow = spans.input(hinted);
    const std::unique_ptr<Subset> large = partForPath(narrow);
    PathSpaces spaces = pathSpaces(large ? large->input() : narrow, context);
    if (context.cancelled())
        return std::nullopt;
    const Hints all = std::move(spaces.hints);
    std::vector<HintSuggestion> offers;
    for (std::size_t c = 0; c < columns.size(); ++c) {
        spaces.hints.columns = {all.columns[c]};
        const RunContext trying = context.step(c, columns.size());
        trying.report(0, "trying the hint " + columns[c].column.name);
        auto choice = chooseHint(spaces, "auto", seed, trying);
        if (!choice)
            return std::nullopt;
        offers.push_back({std::move(columns[c].column.name), std::move(columns[c].notes), std::move(*choice)});
    }
    std::ranges::stable_sort(offers, [](const HintSuggestion &a, const HintSuggestion &b) {
        return std::tuple(a.helps(), fallOfRank(a.choice), a.choice.facts.removed) >
               std::tuple(b.helps(), fallOfRank(b.choice), b.choice.facts.removed);
    });
    return offers;
}

} // namespace anchorscope
