// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/playground/invariance.h"

#include "core/playground/playscore.h"
#include "core/projection/relative.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace anchorscope {

namespace {

using enum Centering;

constexpr InvarianceCase cases[] = {
    {"cosine", center},         {"cosine", none},         {"cosine", standardize}, {"angular", center},
    {"angular", none},          {"angular", standardize}, {"euclidean", center},   {"euclidean", none},
    {"euclidean", standardize}, {"whitened", center, 0},  {"whitened", center},    {"distance", center},
    {"distance", none},         {"manhattan", center},    {"manhattan", none},
};

/// Columns of the truth table: transforms and their strengths (“lost”: share of dimensions set to 0). Each clearly
/// changes similarities that are not invariant: relativeChange() is then at least 0.03.
constexpr Perturbation columns[] = {
    {"turn", 40},   {"mirror", 1},  {"shuffled", 1}, {"scale", 2},   {"shift", 1},
    {"stretch", 2}, {"shear", 0.5}, {"bend", 0.5},   {"noise", 0.2}, {"lost", 0.5},
};

constexpr double rounding = 1e-3, little = 0.2;

std::array<PreparedSpace, 3> preparedInAllWays(const Matrix &vectors, const RunContext &context)
{
    return {prepare(vectors, none, context), prepare(vectors, center, context), prepare(vectors, standardize, context)};
}

Matrix relativeIn(const std::array<PreparedSpace, 3> &spaces, const InvarianceCase &row,
                  const std::vector<ItemIndex> &anchors, const RunContext &context)
{
    SimilarityOptions options;
    options.shrinkage = row.shrinkage;
    const auto space = std::ranges::find(spaces, row.centering, &PreparedSpace::centering);
    return relativeTo(*space, anchors, *findSimilarity(row.similarity), context, options);
}

} // namespace

std::span<const InvarianceCase> invarianceCases()
{
    return cases;
}

std::string caseName(const InvarianceCase &row)
{
    const std::string name = row.similarity;
    if (name != "whitened")
        return name;
    return name + (row.shrinkage == 0 ? ", λ = 0" : ", λ = 0.1");
}

std::span<const Perturbation> perturbations()
{
    return columns;
}

std::optional<Transform> Perturbation::transform(Index dimensions) const
{
    const auto field = std::ranges::find(transformFields(), std::string_view(id), &TransformField::id);
    Transform result;
    result.*(field->value) = strength;
    if (field->value == &Transform::lost)
        result.lost = std::ceil(strength * static_cast<double>(dimensions - 1));
    if (result.isNeutral() || !result.validate(dimensions))
        return std::nullopt;
    return result;
}

Invariance invarianceOf(double moved)
{
    return moved < rounding ? Invariance::holds : moved < little ? Invariance::aLittle : Invariance::breaks;
}

const char *invarianceId(Invariance invariance)
{
    constexpr const char *ids[] = {"holds", "a little", "breaks"};
    return ids[static_cast<std::size_t>(invariance)];
}

Result<std::vector<double>> relativeChanges(const Matrix &vectors, const std::vector<ItemIndex> &anchors,
                                            const Transform &transform, const RunContext &context)
{
    const auto before = preparedInAllWays(vectors, context);
    const auto now = preparedInAllWays(transformed(vectors, transform, context), context);
    std::vector<double> moved;
    for (const InvarianceCase &row : cases) {
        if (context.cancelled())
            return cancelledError();
        moved.push_back(
            relativeChange(relativeIn(before, row, anchors, context), relativeIn(now, row, anchors, context)));
    }
    return moved;
}

Result<std::vector<InvarianceCell>> measureInvariance(const Matrix &vectors, const std::vector<ItemIndex> &anchors,
                                                      std::uint64_t seed, const RunContext &context)
{
    const auto asRead = preparedInAllWays(vectors, context);
    std::vector<Matrix> before;
    for (const InvarianceCase &row : cases)
        before.push_back(relativeIn(asRead, row, anchors, context));
    std::vector<InvarianceCell> cells(std::size(cases) * std::size(columns));
    for (std::size_t c = 0; c < std::size(columns) && !context.cancelled(); ++c) {
        context.report(static_cast<double>(c) / std::size(columns), columns[c].id);
        auto transform = columns[c].transform(vectors.cols());
        if (transform)
            transform->seed = static_cast<double>(seed);
        const auto changed = transform ? preparedInAllWays(transformed(vectors, *transform, context), context) : asRead;
        for (std::size_t r = 0; r < std::size(cases) && !context.cancelled(); ++r) {
            InvarianceCell &cell = cells[r * std::size(columns) + c];
            cell = {&cases[r], &columns[c]};
            if (transform)
                cell.moved = relativeChange(before[r], relativeIn(changed, cases[r], anchors, context));
        }
    }
    if (context.cancelled())
        return cancelledError();
    return cells;
}

} // namespace anchorscope
