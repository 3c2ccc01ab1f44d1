// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/projection/paircomponents.h"

#include "core/data/items.h"
#include "core/random.h"

#include <algorithm>
#include <tuple>

namespace anchorscope {

namespace {

/// Maximum number of items of a space to which components are fitted. With 1,000,000 items of 64 dimensions and 300
/// anchors, the two leading components turn by up to 0.3°, and by up to 0.6° with 50,000.
constexpr Index mostFitted = 200'000;

/// Items to whose relative vectors components are fitted. If the similarity is fitted to the whole space, these are all
/// items, because their relative vectors are computed together.
std::vector<ItemIndex> fittedItems(const AnchoredPair &pair, Side side, std::uint64_t seed)
{
    const Index count = pair.of(side).size();
    return count <= mostFitted || pair.similarity.fitted ? allItems(count)
                                                         : ascending(Random(seed).sample(count, mostFitted));
}

/// Coordinates of all items. `fitted`: relative vectors to which the components were fitted.
Matrix projectedItems(const AnchoredPair &pair, Side side, const Pca &components, const Matrix &fitted,
                      const RunContext &context)
{
    const Index count = pair.of(side).size();
    if (fitted.rows() == count)
        return components.project(fitted, context);
    constexpr Index rowsAtOnce = 65'536;
    Matrix coordinates(count, components.components.rows());
    for (Index begin = 0; begin < count && !context.cancelled(); begin += rowsAtOnce) {
        const std::vector<ItemIndex> items = itemsFrom(begin, std::min(begin + rowsAtOnce, count));
        coordinates.middleRows(begin, std::ssize(items)) =
            components.project(relativeRows(pair, side, items, context), context);
    }
    return coordinates;
}

} // namespace

PairComponents pairComponents(const AnchoredPair &pair, PcaFit fit, const PcaOptions &options,
                              const RunContext &context)
{
    const auto fitted = [&](Side side) {
        return relativeRows(pair, side, fittedItems(pair, side, options.seed), context);
    };
    const Matrix x = fitted(Side::x), y = fitted(Side::y);
    const RunContext quiet = context.withoutProgress();
    context.report(0.5, "principal components");
    PairComponents result;
    std::tie(result.ofX, result.ofY) = fitPair(x, y, fit, options, quiet);
    if (context.cancelled())
        return result;
    result.x = projectedItems(pair, Side::x, result.ofX, x, quiet);
    result.y = projectedItems(pair, Side::y, result.ofY, y, quiet);
    return result;
}

} // namespace anchorscope
