// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/pairs.h"

#include "core/evaluate/kernelalignment.h"

#include <algorithm>
#include <array>
#include <limits>

namespace anchorscope {

namespace {

using Spaces = std::vector<std::shared_ptr<const EmbeddingSet>>;

constexpr const char *methods[] = {"GT", "Absolute", "IRP"};
constexpr const char *measures[] = {"mrr", "accuracy", "weighted_f1", "macro_f1", "mae"};
constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

/// Of one direction, in the order of `measures`.
using Figures = std::array<double, std::size(measures)>;

void take(PairMatrix &matrix, const char *method, Index i, Index j, const Figures &figures)
{
    for (std::size_t m = 0; m < figures.size(); ++m) {
        const auto at = static_cast<std::size_t>(&matrix.table(method, measures[m]) - matrix.tables.data());
        PairTable &table = matrix.tables[at];
        const double distance = figures[m] - table.mean(i, j);
        table.mean(i, j) += distance / matrix.repeats;
        table.squares(i, j) += distance * (figures[m] - table.mean(i, j));
    }
}

Figures figuresOf(const RetrievalScores &found, const ClassificationScores *classes)
{
    if (!classes)
        return {found.mrr.mean, unknown, unknown, unknown, unknown};
    return {found.mrr.mean, classes->accuracy, classes->weightedF1, classes->macroF1, classes->mae};
}

/// What a repeat scores its pairs with.
struct PairRepeat
{
    Correspondence rows;
    AnchorSet anchors;
    RetrievalOptions retrieval;
    StitchOptions stitching;
    std::optional<StitchSplit> split; ///< none without labels
    const ExperimentOptions &options;
};

/// Both directions between spaces i and j in one representation.
Status scorePair(PairMatrix &matrix, const char *method, Index i, Index j,
                 const std::optional<RepresentationPair> &pair, const PairRepeat &repeat, const RunContext &context)
{
    Figures there, back;
    there.fill(unknown);
    back.fill(unknown);
    if (pair) {
        const auto found = retrieveBothWays(*pair, repeat.rows, repeat.retrieval, context.part(0, 0.6));
        if (!found)
            return found.error();
        std::optional<StitchRow> stitched;
        if (repeat.split) {
            auto row = stitch(*pair, repeat.rows, *repeat.split, repeat.stitching, context.part(0.6, 1));
            if (!row)
                return row.error();
            stitched = std::move(*row);
        }
        there = figuresOf(found->xToY, stitched ? &stitched->cells[1].scores : nullptr);
        back = figuresOf(found->yToX, stitched ? &stitched->cells[3].scores : nullptr);
    }
    take(matrix, method, i, j, there);
    if (i != j)
        take(matrix, method, j, i, back);
    return Done{};
}

std::optional<RepresentationPair> encoded(const char *method, const PreparedSpace &x, const PreparedSpace &y,
                                          const PairRepeat &repeat, const RunContext &context)
{
    const auto found = std::ranges::find(representations(), std::string_view(method), &Representation::id);
    const ProtocolOptions &protocol = repeat.options.protocol;
    return found->encode(
        {x, y, repeat.anchors, repeat.rows, *findSimilarity(protocol.similarity), protocol.similarityOptions}, context);
}

/// One repeat, counted already: takes its share in the figures.
Status addRepeat(PairMatrix &matrix, const std::vector<PreparedSpace> &prepared, const ItemTable &items,
                 const ExperimentOptions &options, std::uint64_t seed, const RunContext &context)
{
    const Correspondence rows = Correspondence::byRow(items.count);
    const auto anchors = drawRunAnchors(rows, options.protocol, seed);
    if (!anchors)
        return anchors.error();
    const StitchOptions stitching = options.stitchingOf(seed);
    auto split = splitForStitching(items, rows, stitching, anchors->itemsOfX);
    const PairRepeat repeat{rows,
                            *anchors,
                            options.retrievalOf(seed).leavingOut(anchors->itemsOfX),
                            stitching,
                            split ? std::optional(std::move(*split)) : std::nullopt,
                            options};
    const auto count = static_cast<Index>(prepared.size());
    const double steps = 0.5 * static_cast<double>(count * (count + 1)) * static_cast<double>(std::size(methods));
    double done = 0;
    for (Index i = 0; i < count; ++i) {
        for (Index j = i; j < count; ++j) {
            for (const char *method : methods) {
                const RunContext part = context.part(done / steps, (done + 1) / steps);
                ++done;
                const auto pair = encoded(method, prepared[static_cast<std::size_t>(i)],
                                          prepared[static_cast<std::size_t>(j)], repeat, part);
                if (context.cancelled())
                    return cancelledError();
                if (const Status scored = scorePair(matrix, method, i, j, pair, repeat, part); !scored)
                    return scored;
            }
        }
    }
    return Done{};
}

/// Names and CKA; the rest is still 0.
PairMatrix compareSpaces(const Spaces &spaces, const RunContext &context)
{
    const auto count = static_cast<Index>(spaces.size());
    const Correspondence rows = Correspondence::byRow(spaces.front()->size());
    PairMatrix matrix;
    const Eigen::MatrixXd zero = Eigen::MatrixXd::Zero(count, count);
    matrix.alignment = zero;
    for (const char *method : methods) {
        for (const char *measure : measures)
            matrix.tables.push_back({method, measure, zero, zero});
    }
    for (const auto &space : spaces)
        matrix.spaces.push_back(space->name);
    for (Index i = 0; i < count; ++i) {
        for (Index j = i; j < count && !context.cancelled(); ++j)
            matrix.alignment(i, j) = matrix.alignment(j, i) =
                kernelAlignment(spaces[static_cast<std::size_t>(i)]->vectors,
                                spaces[static_cast<std::size_t>(j)]->vectors, rows, context);
    }
    return matrix;
}

} // namespace

Eigen::MatrixXd PairTable::deviation(int repeats) const
{
    return (squares / std::max(1, repeats - 1)).cwiseSqrt();
}

const PairTable &PairMatrix::table(std::string_view method, std::string_view metric) const
{
    return *std::ranges::find_if(tables,
                                 [&](const PairTable &each) { return each.method == method && each.metric == metric; });
}

Result<PairMatrix> runPairMatrix(const Spaces &spaces, const ExperimentOptions &options, const RunContext &context,
                                 Resume<PairMatrix> resume)
{
    if (spaces.size() < 2)
        return Error(ErrorCode::tooFewSpaces,
                     "Expected at least 2 spaces over the same items, found " + std::to_string(spaces.size()) + ".");
    if (const Status valid = options.validateWithoutRuns(); !valid)
        return valid.error();
    const auto count = static_cast<Index>(spaces.size());
    std::vector<PreparedSpace> prepared;
    for (const auto &space : spaces)
        prepared.push_back(prepare(space->vectors, options.protocol.centering, context));
    if (resume.soFar.repeats == 0)
        resume.soFar = compareSpaces(spaces, context);
    if (resume.soFar.alignment.rows() != count ||
        resume.soFar.tables.size() != std::size(methods) * std::size(measures))
        return Error(ErrorCode::wrongUsage, "Expected to continue with " + std::to_string(count) + " spaces, found " +
                                                std::to_string(resume.soFar.alignment.rows()) + ".");
    const auto repeat = [&](PairMatrix &matrix, std::uint64_t seed, const RunContext &part) {
        return addRepeat(matrix, prepared, *spaces.front()->items, options, seed, part);
    };
    return runRepeats(std::move(resume), options.repeats, options.firstSeed, context, repeat);
}

} // namespace anchorscope
