// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/inspection.h"

#include "core/neighbours/neighbours.h"
#include "core/product.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace anchorscope {

namespace {

std::vector<Neighbour> neighboursOf(ItemIndex item, const Matrix &space, Index k)
{
    if (item == noItem || space.rows() == 0)
        return {};
    std::vector<Neighbour> found = nearest(space.middleRows(item, 1), space, std::min(k + 1, space.rows()));
    std::erase_if(found, [item](const Neighbour &neighbour) { return neighbour.item == item; });
    if (static_cast<Index>(found.size()) > k)
        found.resize(static_cast<std::size_t>(k));
    return found;
}

void compare(const std::vector<Neighbour> &ofX, const std::vector<Neighbour> &ofY,
             const std::vector<ItemIndex> &partnerOfX, ItemInspection &result)
{
    std::set<ItemIndex> partnersOfX, inY;
    for (const Neighbour &neighbour : ofX)
        partnersOfX.insert(partnerOfX[static_cast<std::size_t>(neighbour.item)]);
    for (const Neighbour &neighbour : ofY)
        inY.insert(neighbour.item);
    result.neighbours.resize(std::max(ofX.size(), ofY.size()));
    std::size_t shared = 0;
    for (std::size_t i = 0; i < ofX.size(); ++i) {
        NeighbourPair &pair = result.neighbours[i];
        pair.x = ofX[i].item;
        pair.similarityX = ofX[i].similarity;
        pair.sharedX = inY.contains(partnerOfX[static_cast<std::size_t>(pair.x)]);
        shared += pair.sharedX ? 1 : 0;
    }
    for (std::size_t i = 0; i < ofY.size(); ++i) {
        NeighbourPair &pair = result.neighbours[i];
        pair.y = ofY[i].item;
        pair.similarityY = ofY[i].similarity;
        pair.sharedY = partnersOfX.contains(pair.y);
    }
    const std::size_t together = ofX.size() + ofY.size() - shared;
    result.overlap = together ? static_cast<double>(shared) / static_cast<double>(together) : 0;
}

void compareRelative(const MatrixView &rowX, const MatrixView &rowY, const AnchorSet &anchors, ItemInspection &result)
{
    const std::vector<ItemIndex> items = anchors.matchedItemsOfX();
    for (Index a = 0; a < rowX.cols(); ++a)
        result.fingerprint.push_back({items[static_cast<std::size_t>(a)], rowX(0, a), rowY(0, a), a < anchors.seeds()});
    std::stable_sort(
        result.fingerprint.begin(), result.fingerprint.end(),
        [](const AnchorComparison &a, const AnchorComparison &b) { return std::abs(a.x - a.y) > std::abs(b.x - b.y); });
    const Eigen::RowVectorXd x = rowX.row(0).cast<double>(), y = rowY.row(0).cast<double>();
    const double norms = std::sqrt(x.squaredNorm() * y.squaredNorm());
    if (norms > 0)
        result.cosine = x.dot(y) / norms;
}

double rankOf(ItemIndex target, const MatrixView &query, const Matrix &among, const RunContext &context)
{
    const Matrix products = productTransposed(among, query, context);
    const float own = products(target, 0);
    const Index nearer = (products.col(0).array() > own).count();
    const Index equal = (products.col(0).array() == own).count() - 1;
    return 1 + static_cast<double>(nearer) + 0.5 * static_cast<double>(equal);
}

} // namespace

Result<ItemInspection> inspectItem(const AnchoredPair &pair, ItemIndex x, ItemIndex y,
                                   const std::vector<ItemIndex> &partnerOfX, const InspectionOptions &options,
                                   const RunContext &context)
{
    ItemInspection result;
    Matrix relativeX, relativeY; // relative vectors of both spaces; empty without anchors
    if (pair.anchors.count() > 0) {
        relativeX = relativeRows(pair, Side::x, context);
        relativeY = relativeRows(pair, Side::y, context);
    }
    compare(neighboursOf(x, options.relative ? relativeX : pair.x.rows, options.k),
            neighboursOf(y, options.relative ? relativeY : pair.y.rows, options.k), partnerOfX, result);
    if (x != noItem && y != noItem && relativeX.rows() > 0) {
        compareRelative(relativeX.middleRows(x, 1), relativeY.middleRows(y, 1), pair.anchors, result);
        normalizeRows(relativeX, context);
        normalizeRows(relativeY, context);
        result.rankXToY = rankOf(y, relativeX.middleRows(x, 1), relativeY, context);
        result.rankYToX = rankOf(x, relativeY.middleRows(y, 1), relativeX, context);
    }
    if (context.cancelled())
        return cancelledError();
    return result;
}

} // namespace anchorscope
