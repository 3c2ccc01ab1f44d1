// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/pairs.h"

#include "core/evaluate/kernelalignment.h"

#include <limits>

namespace anchorscope {

namespace {

using Spaces = std::vector<std::shared_ptr<const EmbeddingSet>>;

/// One repeat, counted already: takes its share in the means. Relative vectors are made once per space.
Status addRepeat(PairMatrix &matrix, const std::vector<PreparedSpace> &prepared, const ItemTable &items,
                 const ExperimentOptions &options, std::uint64_t seed, const RunContext &context)
{
    const Correspondence rows = Correspondence::byRow(items.count);
    const auto anchors = drawRunAnchors(rows, options.protocol, seed);
    if (!anchors)
        return anchors.error();
    std::vector<Matrix> relative;
    for (const PreparedSpace &space : prepared)
        relative.push_back(relativeTo(space, anchors->itemsOfX, *findSimilarity(options.protocol.similarity), context,
                                      options.protocol.similarityOptions));
    const RetrievalOptions retrieval = options.retrievalOf(seed);
    const StitchOptions stitching = options.stitchingOf(seed);
    const auto split = splitForStitching(items, rows, stitching);
    const auto average = [share = 1.0 / matrix.repeats](double &mean, double value) { mean += share * (value - mean); };
    const auto count = static_cast<Index>(prepared.size());
    const double pairs = 0.5 * static_cast<double>(count * (count + 1));
    double done = 0;
    for (Index i = 0; i < count; ++i) {
        for (Index j = i; j < count; ++j, ++done) {
            const RunContext part = context.part(done / pairs, (done + 1) / pairs);
            const RepresentationPair pair{"GT", relative[static_cast<std::size_t>(i)],
                                          relative[static_cast<std::size_t>(j)]};
            const auto found = retrieveBothWays(pair, rows, retrieval, part.part(0, 0.6));
            if (!found)
                return found.error();
            average(matrix.mrr(i, j), found->xToY.mrr.mean);
            if (i != j)
                average(matrix.mrr(j, i), found->yToX.mrr.mean);
            if (!split)
                continue;
            const auto stitched = stitch(pair, rows, *split, stitching, part.part(0.6, 1));
            if (!stitched)
                return stitched.error();
            average(matrix.accuracy(i, j), stitched->cells[1].scores.accuracy);
            if (i != j)
                average(matrix.accuracy(j, i), stitched->cells[3].scores.accuracy);
        }
    }
    if (!split)
        matrix.accuracy.setConstant(std::numeric_limits<double>::quiet_NaN());
    return Done{};
}

/// Names and CKA; the rest is still 0.
PairMatrix compareSpaces(const Spaces &spaces, const RunContext &context)
{
    const auto count = static_cast<Index>(spaces.size());
    const Correspondence rows = Correspondence::byRow(spaces.front()->size());
    PairMatrix matrix;
    matrix.mrr = matrix.accuracy = matrix.alignment = Eigen::MatrixXd::Zero(count, count);
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
    if (resume.soFar.alignment.rows() != count)
        return Error(ErrorCode::wrongUsage, "Expected to continue with " + std::to_string(count) + " spaces, found " +
                                                std::to_string(resume.soFar.alignment.rows()) + ".");
    const auto repeat = [&](PairMatrix &matrix, std::uint64_t seed, const RunContext &part) {
        return addRepeat(matrix, prepared, *spaces.front()->items, options, seed, part);
    };
    return runRepeats(std::move(resume), options.repeats, options.firstSeed, context, repeat);
}

} // namespace anchorscope
