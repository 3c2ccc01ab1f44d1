// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/selfcheck.h"

#include "core/product.h"
#include "core/random.h"

#include <algorithm>

namespace anchorscope {

double heldOutAgreement(const PreparedSpace &y, const std::vector<ItemIndex> &correspondence, const AnchorFit &fit,
                        SinkhornMatcher &matcher, std::uint64_t seed, const RunContext &context)
{
    Random random(seed);
    const std::vector<ItemIndex> order = random.permutation(y.size());
    const auto middle = order.begin() + y.size() / 2;
    Index found = 0;
    for (const bool first : {true, false}) {
        const std::vector<ItemIndex> fitted(first ? order.begin() : middle, first ? middle : order.end());
        const std::vector<ItemIndex> held(first ? middle : order.begin(), first ? order.end() : middle);
        std::vector<ItemIndex> partners;
        for (ItemIndex item : fitted)
            partners.push_back(correspondence[static_cast<std::size_t>(item)]);
        const Matrix anchors = fit(fitted, partners);
        if (context.cancelled() || !anchors.allFinite())
            return 0;
        const SinkhornResult match = matcher.match(productTransposed(y.rows, anchors, context), nullptr, context);
        if (context.cancelled())
            return 0;
        for (ItemIndex item : held) {
            found +=
                match.rowOfColumn[static_cast<std::size_t>(item)] == correspondence[static_cast<std::size_t>(item)];
        }
    }
    return static_cast<double>(found) / static_cast<double>(y.size());
}

std::vector<ItemIndex> mutualColumns(const SinkhornResult &match)
{
    std::vector<ItemIndex> columns;
    for (std::size_t j = 0; j < match.rowOfColumn.size(); ++j) {
        const auto row = static_cast<std::size_t>(match.rowOfColumn[j]);
        if (match.nearestColumn[row] == static_cast<ItemIndex>(j))
            columns.push_back(static_cast<ItemIndex>(j));
    }
    return columns;
}

double mutualShare(const SinkhornResult &match)
{
    return static_cast<double>(mutualColumns(match).size()) /
           static_cast<double>(std::min(match.rowOfColumn.size(), match.nearestColumn.size()));
}

} // namespace anchorscope
