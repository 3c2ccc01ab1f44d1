// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/pairmatrix.h"

#include "core/evaluate/kernelalignment.h"

#include <limits>

namespace anchorscope {

namespace {

using Spaces = std::vector<std::shared_ptr<const EmbeddingSet>>;

/// One repeat: adds its share to the matrices. Relative vectors are made once per space.
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
    RetrievalOptions retrieval = options.retrieval;
    retrieval.seed = seed;
    retrieval.perItem = retrieval.hubnessCorrected = false;
    StitchOptions stitching = options.stitching;
    stitching.seed = stitching.headOptions.seed = seed;
    const auto split = splitForStitching(items, rows, stitching);
    const double share = 1.0 / options.repeats;
    const auto count = static_cast<Index>(prepared.size());
    const double pairs = static_cast<double>(count * (count + 1) / 2);
    double done = 0;
    for (Index i = 0; i < count; ++i) {
        for (Index j = i; j < count; ++j, ++done) {
            const RunContext part = context.part(done / pairs, (done + 1) / pairs);
            const RepresentationPair pair{"GT", relative[static_cast<std::size_t>(i)], relative[static_cast<std::size_t>(j)]};
            const auto found = retrieveBothWays(pair, rows, retrieval, part.part(0, 0.6));
            if (!found)
                return found.error();
            matrix.mrr(i, j) += share * found->xToY.mrr.mean;
            if (i != j)
                matrix.mrr(j, i) += share * found->yToX.mrr.mean;
            if (!split)
                continue;
            const auto stitched = stitch(pair, rows, *split, stitching, part.part(0.6, 1));
            if (!stitched)
                return stitched.error();
            matrix.accuracy(i, j) += share * stitched->cells[1].scores.accuracy;
            if (i != j)
                matrix.accuracy(j, i) += share * stitched->cells[3].scores.accuracy;
        }
    }
    if (!split)
        matrix.accuracy.setConstant(std::numeric_limits<double>::quiet_NaN());
    return Done{};
}

} // namespace

Result<PairMatrix> runPairMatrix(const Spaces &spaces, const ExperimentOptions &options, const RunContext &context)
{
    const RepeatClock clock;
    if (spaces.size() < 2)
        return Error{"too-few-spaces", "Expected at least 2 spaces over the same items, found " + std::to_string(spaces.size()) + ".", {}, {}};
    if (const Status valid = options.validate(); !valid)
        return valid.error();
    const auto count = static_cast<Index>(spaces.size());
    PairMatrix matrix;
    matrix.mrr = matrix.accuracy = matrix.alignment = Eigen::MatrixXd::Zero(count, count);
    std::vector<PreparedSpace> prepared;
    const Correspondence rows = Correspondence::byRow(spaces.front()->size());
    for (const auto &space : spaces) {
        matrix.spaces.push_back(space->name);
        prepared.push_back(prepare(space->vectors, options.protocol.centering, context));
    }
    for (Index i = 0; i < count; ++i) {
        for (Index j = i; j < count && !context.cancelled(); ++j)
            matrix.alignment(i, j) = matrix.alignment(j, i) =
                kernelAlignment(spaces[static_cast<std::size_t>(i)]->vectors,
                                spaces[static_cast<std::size_t>(j)]->vectors, rows, context);
    }
    const auto repeat = [&](std::uint64_t seed, const RunContext &part) {
        return addRepeat(matrix, prepared, *spaces.front()->items, options, seed, part);
    };
    if (const Status done = forEachRepeat(options.repeats, options.firstSeed, context, repeat); !done)
        return done.error();
    matrix.seconds = clock.seconds();
    return matrix;
}

} // namespace anchorscope
