// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/learnedrepresentation.h"

#include "core/parallel.h"
#include "core/product.h"
#include "core/random.h"
#include "core/svd.h"

namespace anchorscope {

namespace {

/// One side of the pair: the space that is tested is left out, everything else is learned from.
struct LearnedSide
{
    Side side; ///< the tested one
    const PreparedSpace &tested, &trained;
    const std::vector<ItemIndex> &subsetOfTested, &subsetOfTrained;
};

struct SideResult
{
    Matrix trained, tested; ///< relative to the same learned anchors
};

std::optional<SideResult> encodeSide(const LearnedSide &side, const RepresentationInput &input,
                                     const LearnedAnchorsOptions &options, const RunContext &context,
                                     const LearningObserver &onStep)
{
    std::vector<Matrix> banks{unscaledRows(side.trained.rows, side.trained.norms)};
    std::vector<std::vector<ItemIndex>> subset{side.subsetOfTrained};
    for (const PreparedSpace *bank : input.furtherBanks) {
        banks.push_back(unscaledRows(bank->rows, bank->norms));
        subset.push_back(side.subsetOfTrained);
    }
    const Matrix mixture = learnMixture(banks, subset, options, context, [&](const LearnedAnchorsStep &step) {
        if (onStep)
            onStep(side.side, step);
    });
    if (mixture.size() == 0)
        return std::nullopt;
    return SideResult{relativeToMixture(side.trained, side.subsetOfTrained, mixture, options.similarity, context),
                      relativeToMixture(side.tested, side.subsetOfTested, mixture, options.similarity, context)};
}

} // namespace

std::vector<Matrix> viewsOfBank(const Matrix &rows, std::uint64_t seed)
{
    const Index d = rows.cols();
    Random random(seed);
    Eigen::MatrixXd gaussian(d, d);
    for (Index i = 0; i < gaussian.size(); ++i)
        gaussian.data()[i] = random.normal();
    const Matrix rotation = thinSvd(gaussian).u.cast<float>(); // uniform over rotations
    const Matrix first = rotation.topRows(d / 2), second = rotation.bottomRows(d - d / 2);
    return {productTransposed(rows, first), productTransposed(rows, second)};
}

Matrix learnMixture(const std::vector<Matrix> &banks, const std::vector<std::vector<ItemIndex>> &subset,
                    const LearnedAnchorsOptions &options, const RunContext &context,
                    const std::function<void(const LearnedAnchorsStep &)> &onStep)
{
    if (banks.size() == 1) {
        if (banks.front().cols() < 2)
            return {};
        return learnMixture(viewsOfBank(banks.front(), options.seed), {subset.front(), subset.front()}, options,
                            context, onStep);
    }
    std::vector<const Matrix *> pointers;
    for (const Matrix &bank : banks)
        pointers.push_back(&bank);
    const auto learned = learnAnchors(pointers, subset, options, context, onStep);
    return learned ? learned->mixture : Matrix();
}

Matrix relativeToMixture(const PreparedSpace &space, const std::vector<ItemIndex> &subset, const Matrix &mixture,
                         const SimilarityOptions &options, const RunContext &context)
{
    const Matrix rows = unscaledRows(space.rows, space.norms);
    const Whitening whitening = Whitening::fit(rows, options, context);
    if (whitening.empty())
        return Matrix(space.size(), mixture.rows());
    const Matrix anchors = mixture * rowsOf(rows, subset);
    return whitening.similarity(rows, anchors, context);
}

std::optional<RepresentationPair> learnedRepresentation(const RepresentationInput &input, const RunContext &context)
{
    LearnedAnchorsOptions options;
    options.anchors = input.anchors.count();
    options.similarity = input.similarityOptions;
    // One row of a table among nine: a third of the steps on half of the batch, at twice the rate.
    options.steps = 60;
    options.batch = 128;
    options.learningRate = 0.1;
    return learnedRepresentation(input, options, context);
}

std::optional<RepresentationPair> learnedRepresentation(const RepresentationInput &input,
                                                        const LearnedAnchorsOptions &options, const RunContext &context,
                                                        const LearningObserver &onStep)
{
    const std::vector<ItemIndex> partners = truePartners(input);
    if (partners.size() < 2 || std::min(input.x.dimension(), input.y.dimension()) < 2)
        return std::nullopt;
    const std::vector<ItemIndex> &items = input.anchors.itemsOfX;
    const LearnedSide sides[] = {{Side::y, input.y, input.x, partners, items},
                                 {Side::x, input.x, input.y, items, partners}};
    std::optional<SideResult> results[2];
    // They do not depend on each other, and one alone keeps a single thread busy.
    forBlocks(
        2, 1, [&](Index side, Index) { results[side] = encodeSide(sides[side], input, options, context, onStep); },
        context);
    const auto &[testY, testX] = results;
    if (!testX || !testY)
        return std::nullopt;
    return RepresentationPair{"PARAM", testY->trained, testX->trained, testX->tested, testY->tested};
}

} // namespace anchorscope
