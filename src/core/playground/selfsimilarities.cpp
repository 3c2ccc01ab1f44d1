// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/playground/selfsimilarities.h"

#include <algorithm>
#include <cmath>

namespace anchorscope {

double SelfSimilarities::difference() const
{
    double sum = 0, squares = 0, moved = 0;
    const Index m = x.rows();
    for (Index i = 0; i < m; ++i) {
        for (Index j = 0; j < m; ++j) {
            if (i == j)
                continue;
            const double value = x(i, j), change = y(i, j) - value;
            sum += value;
            squares += value * value;
            moved += change * change;
        }
    }
    const double count = static_cast<double>(m) * static_cast<double>(m - 1);
    const double spread = count > 0 ? squares - sum * sum / count : 0;
    return spread > 0 ? std::sqrt(moved / spread) : 0;
}

Result<SelfSimilarities> selfSimilarities(const PreparedSpace &x, const PreparedSpace &y, const Correspondence &pairs,
                                          const std::vector<std::int32_t> &labels, const Similarity &similarity,
                                          const SimilarityOptions &options, Index maxItems, const RunContext &context)
{
    const std::vector<ItemIndex> paired = pairs.pairedItemsOfX();
    const auto all = static_cast<Index>(paired.size()), count = std::min(all, maxItems);
    if (count < 2)
        return Error(ErrorCode::tooFewPairs, "Expected at least two paired items, found " + std::to_string(all) + ".");
    SelfSimilarities own;
    for (Index i = 0; i < count; ++i)
        own.itemsOfX.push_back(paired[static_cast<std::size_t>(i * all / count)]);
    if (!labels.empty())
        std::ranges::stable_sort(own.itemsOfX, {},
                                 [&](ItemIndex item) { return labels[static_cast<std::size_t>(item)]; });
    const std::vector<ItemIndex> partners = pairs.partnersOfX(own.itemsOfX);
    const Similarity &one = similarity.learned ? *findSimilarity("cosine") : similarity;
    own.x = rowsOf(relativeTo(x, own.itemsOfX, one, context, options), own.itemsOfX);
    own.y = rowsOf(relativeTo(y, partners, one, context, options), partners);
    if (context.cancelled())
        return cancelledError();
    return own;
}

} // namespace anchorscope
