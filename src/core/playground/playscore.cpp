// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/playground/playscore.h"

#include "core/data/items.h"
#include "core/heads/softmax.h"
#include "core/neighbours/neighbours.h"

#include <algorithm>
#include <cmath>

namespace anchorscope {

namespace {

constexpr double earthRadius = 6371; // mean radius of the Earth in km (IUGG)
constexpr Index maxTrainingRows = 2000;

/// Angle between unit rows, accurate even if they are nearly equal (Kahan), unlike the arccosine of a float32 cosine.
double angleBetween(const Eigen::RowVectorXd &a, const Eigen::RowVectorXd &b)
{
    return 2 * std::atan2((a - b).norm(), (a + b).norm());
}

std::vector<ItemIndex> nearestOf(const Matrix &queries, const Matrix &target, const RunContext &context)
{
    NearestLists lists(queries.rows(), 1, TieOrder{});
    forTiles(
        queries, target, [&](const Tile &tile) { lists.addRows(tile); }, {}, context);
    lists.finish();
    std::vector<ItemIndex> found;
    for (Index i = 0; i < queries.rows(); ++i)
        found.push_back(lists.of(i).empty() ? noItem : lists.of(i).front().item);
    return found;
}

} // namespace

double relativeChange(const Matrix &before, const Matrix &now)
{
    const Eigen::RowVectorXd mean = before.cast<double>().colwise().mean();
    double moved = 0, spread = 0;
    for (Index i = 0; i < before.rows(); ++i) {
        moved += (now.row(i).cast<double>() - before.row(i).cast<double>()).squaredNorm();
        spread += (before.row(i).cast<double>() - mean).squaredNorm();
    }
    return moved > 0 && spread > 0 ? std::sqrt(moved / spread) : 0;
}

double greatCircleKm(double cosine)
{
    return earthRadius * std::acos(std::clamp(cosine, -1.0, 1.0));
}

double SearchError::kilometres() const
{
    return earthRadius * meanAngle;
}

Result<SearchError> searchError(const AnchoredPair &pair, const Correspondence &truth, const RunContext &context)
{
    const std::vector<ItemIndex> queries = truth.without(pair.anchors.itemsOfX).pairedItemsOfX();
    if (queries.empty())
        return Error(ErrorCode::tooFewPairs, "Expected paired items that are not anchors, found none.");
    const std::vector<ItemIndex> targets = truth.partnersOfX(truth.pairedItemsOfX());
    Matrix x = relativeRows(pair, Side::x, queries, context);
    Matrix y = rowsOf(relativeRows(pair, Side::y, context), targets);
    normalizeRows(x, context);
    normalizeRows(y, context);
    const std::vector<ItemIndex> found = nearestOf(x, y, context);
    if (context.cancelled())
        return cancelledError();
    SearchError error;
    error.queries = static_cast<Index>(queries.size());
    for (std::size_t i = 0; i < queries.size(); ++i) {
        const ItemIndex partner = truth.partnerOfY(targets[static_cast<std::size_t>(found[i])]);
        error.pAt1 += partner == queries[i];
        error.meanAngle +=
            angleBetween(pair.x.rows.row(queries[i]).cast<double>(), pair.x.rows.row(partner).cast<double>());
    }
    error.pAt1 /= static_cast<double>(error.queries);
    error.meanAngle /= static_cast<double>(error.queries);
    return error;
}

std::optional<ClassProbe> ClassProbe::trained(const Matrix &rows, const std::vector<std::int32_t> &labels,
                                              const RunContext &context)
{
    std::vector<ItemIndex> labelled;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        if (labels[i] != unlabelled)
            labelled.push_back(static_cast<ItemIndex>(i));
    }
    const auto count = static_cast<Index>(labelled.size()), used = std::min(count, maxTrainingRows);
    std::vector<ItemIndex> trainingItems;
    std::vector<std::int32_t> trainingLabels;
    for (Index i = 0; i < used; ++i) {
        trainingItems.push_back(labelled[static_cast<std::size_t>(i * count / used)]);
        trainingLabels.push_back(labels[static_cast<std::size_t>(trainingItems.back())]);
    }
    if (used == 0 || *std::ranges::min_element(trainingLabels) == *std::ranges::max_element(trainingLabels))
        return std::nullopt;
    const Index classes = *std::ranges::max_element(trainingLabels) + 1;
    ClassProbe probe;
    probe.m_dimension = rows.cols();
    probe.m_head = trainSoftmax(rowsOf(rows, trainingItems), trainingLabels, classes, {}, context);
    if (!probe.m_head)
        return std::nullopt;
    return probe;
}

std::optional<double> ClassProbe::accuracy(const Matrix &rows, const std::vector<std::int32_t> &labels,
                                           const RunContext &context) const
{
    if (rows.cols() != m_dimension)
        return std::nullopt;
    const std::vector<std::int32_t> predicted = m_head->predict(rows, context);
    Index correct = 0, queries = 0;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        queries += labels[i] != unlabelled;
        correct += labels[i] != unlabelled && labels[i] == predicted[i];
    }
    return queries > 0 ? std::optional(static_cast<double>(correct) / static_cast<double>(queries)) : std::nullopt;
}

} // namespace anchorscope
