// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/neighbours/cachedpartners.h"

#include "core/distributed/resultcache.h"

#include <algorithm>
#include <span>
#include <vector>

namespace anchorscope {

namespace {

bool arePartners(std::span<const ItemIndex> partners, const std::vector<bool> *queries, Index rows)
{
    for (std::size_t i = 0; i < partners.size(); ++i) {
        const bool isRow = partners[i] >= 0 && partners[i] < rows, isQuery = !queries || (*queries)[i];
        if (isQuery ? !isRow : partners[i] != noItem)
            return false;
    }
    return true;
}

} // namespace

std::optional<CslsPartners> cachedPartners(Index n, Index m, const QueryMask *queries, ResultCache *cache,
                                           const std::function<std::optional<CslsPartners>()> &search)
{
    if (!cache)
        return search();
    std::vector<ItemIndex> both(static_cast<std::size_t>(n + m));
    const std::span<const ItemIndex> found(both);
    const auto possible = [&] {
        const auto ofX = static_cast<std::size_t>(n);
        return arePartners(found.first(ofX), queries ? &queries->ofX : nullptr, m) &&
               arePartners(found.subspan(ofX), queries ? &queries->ofY : nullptr, n);
    };
    if (cache->take(std::as_writable_bytes(std::span(both)), possible))
        return CslsPartners{{both.begin(), both.begin() + n}, {both.begin() + n, both.end()}};
    auto partners = search();
    if (partners) {
        std::ranges::copy(partners->yOfX, both.begin());
        std::ranges::copy(partners->xOfY, both.begin() + n);
        cache->keep(std::as_bytes(std::span(both)));
    }
    return partners;
}

} // namespace anchorscope
