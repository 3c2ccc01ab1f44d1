// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/neighbours/cachedmatches.h"

#include "core/distributed/resultcache.h"

#include <algorithm>
#include <span>
#include <vector>

namespace anchorscope {

namespace {

bool areMatches(std::span<const ItemIndex> matches, const std::vector<bool> *queries, Index rows)
{
    for (std::size_t i = 0; i < matches.size(); ++i) {
        const bool isRow = matches[i] >= 0 && matches[i] < rows, isQuery = !queries || (*queries)[i];
        if (isQuery ? !isRow : matches[i] != noItem)
            return false;
    }
    return true;
}

} // namespace

std::optional<CslsMatches> cachedMatches(Index n, Index m, const QueryMask *queries, ResultCache *cache,
                                         const std::function<std::optional<CslsMatches>()> &search)
{
    if (!cache)
        return search();
    std::vector<ItemIndex> both(static_cast<std::size_t>(n + m));
    const std::span<const ItemIndex> found(both);
    const auto possible = [&] {
        const auto ofX = static_cast<std::size_t>(n);
        return areMatches(found.first(ofX), queries ? &queries->ofX : nullptr, m) &&
               areMatches(found.subspan(ofX), queries ? &queries->ofY : nullptr, n);
    };
    if (cache->take(std::as_writable_bytes(std::span(both)), possible))
        return CslsMatches{{both.begin(), both.begin() + n}, {both.begin() + n, both.end()}};
    auto matches = search();
    if (matches) {
        std::ranges::copy(matches->yOfX, both.begin());
        std::ranges::copy(matches->xOfY, both.begin() + n);
        cache->keep(std::as_bytes(std::span(both)));
    }
    return matches;
}

} // namespace anchorscope
