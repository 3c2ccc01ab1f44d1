// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/neighbours/cachedpartners.h"

#include "core/distributed/resultcache.h"

#include <algorithm>
#include <span>
#include <vector>

namespace anchorscope {

std::optional<CslsPartners> cachedPartners(Index n, Index m, ResultCache *cache,
                                           const std::function<std::optional<CslsPartners>()> &search)
{
    if (!cache)
        return search();
    std::vector<ItemIndex> both(static_cast<std::size_t>(n + m));
    const auto areRows = [](std::span<const ItemIndex> items, Index rows) {
        return std::ranges::all_of(items, [rows](ItemIndex item) { return item >= noItem && item < rows; });
    };
    const std::span<const ItemIndex> found(both);
    const auto possible = [&] {
        const auto ofX = static_cast<std::size_t>(n);
        return areRows(found.first(ofX), m) && areRows(found.subspan(ofX), n);
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
