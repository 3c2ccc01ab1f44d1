// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kernelalignment.h"

#include "core/product.h"
#include "core/projection/relative.h"

#include <limits>

namespace anchorscope {

namespace {

Matrix centred(Matrix rows)
{
    const Eigen::RowVectorXd mean = rows.cast<double>().colwise().mean();
    rows = (rows.cast<double>().rowwise() - mean).cast<float>();
    return rows;
}

} // namespace

double kernelAlignment(const Matrix &x, const Matrix &y, const Correspondence &pairing, const RunContext &context)
{
    const std::vector<ItemIndex> items = pairing.pairedItemsOfX();
    if (items.size() < 2)
        return std::numeric_limits<double>::quiet_NaN();
    std::vector<ItemIndex> partners;
    for (const ItemIndex item : items)
        partners.push_back(pairing.partnerOfX(item));
    const Matrix cx = centred(rowsOf(x, items)), cy = centred(rowsOf(y, partners));
    const double cross = crossProduct(cx, cy, context).squaredNorm();
    const double own = crossProduct(cx, cx, context).norm() * crossProduct(cy, cy, context).norm();
    return own > 0 && !context.cancelled() ? cross / own : std::numeric_limits<double>::quiet_NaN();
}

} // namespace anchorscope
