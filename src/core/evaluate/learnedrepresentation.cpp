// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/learnedrepresentation.h"

#include "core/data/items.h"
#include "core/parallel.h"
#include "core/product.h"
#include "core/projection/span.h"
#include "core/random.h"

#include <algorithm>
#include <atomic>
#include <set>

namespace anchorscope {

namespace {

/// Anchors of the paper PARAM are learned without the tested space, whose items are then encoded relative to them.
struct LearnedSide
{
    Side side;
    const PreparedSpace &tested, &trained;
    const std::vector<ItemIndex> &subsetOfTested, &subsetOfTrained;
};

struct SideResult
{
    Matrix trained, tested;
};

std::optional<SideResult> encodeSide(const LearnedSide &side, const RepresentationInput &input,
                                     const LearnedAnchorsOptions &options, const RunContext &context,
                                     const LearningObserver &onStep)
{
    // Row i is the same item in all spaces to learn from, so a zero vector in one excludes the item from all.
    // Whitening depends on the number of dimensions, which further banks keep.
    const bool alone = input.additionalBanks.empty();
    std::vector<const PreparedSpace *> spaces{alone ? &side.trained : &side.trained.inAllDimensions()};
    spaces.insert(spaces.end(), input.additionalBanks.begin(), input.additionalBanks.end());
    std::vector<ItemIndex> empty;
    for (const PreparedSpace *bank : spaces)
        empty = ascending(std::move(empty), bank->zeroRows);
    std::erase_if(empty, [&](ItemIndex item) { return std::ranges::count(side.subsetOfTrained, item) > 0; });
    const std::vector<ItemIndex> items = itemsBut(side.trained.size(), empty);
    std::vector<ItemIndex> places;
    for (const ItemIndex item : side.subsetOfTrained)
        places.push_back(placeOf(item, items));
    std::vector<Matrix> banks;
    for (const PreparedSpace *bank : spaces)
        banks.push_back(rowsOf(unscaledRows(bank->rows, bank->norms), items));
    const std::vector<std::vector<ItemIndex>> subset(banks.size(), places);
    const Matrix mixture = learnMixture(banks, subset, options, context, [&](const LearnedAnchorsStep &step) {
        if (onStep)
            onStep(side.side, step);
    });
    if (mixture.size() == 0)
        return std::nullopt;
    const RunContext quiet = context.withoutProgress();
    SideResult result{relativeToMixture(side.trained, side.subsetOfTrained, mixture, options.similarity, quiet),
                      relativeToMixture(side.tested, side.subsetOfTested, mixture, options.similarity, quiet)};
    return result.trained.size() > 0 && result.tested.size() > 0 ? std::optional(std::move(result)) : std::nullopt;
}

} // namespace

std::vector<ItemIndex> withFurther(std::vector<ItemIndex> items, const std::vector<ItemIndex> &others, Index requested,
                                   std::uint64_t seed)
{
    const auto maximum = static_cast<std::size_t>(requested);
    const std::set<ItemIndex> taken(items.begin(), items.end());
    for (const ItemIndex item : Random(seed).sample(others, std::ssize(others))) {
        if (items.size() < maximum && !taken.contains(item))
            items.push_back(item);
    }
    items.resize(std::min(items.size(), maximum));
    return items;
}

std::vector<ItemIndex> mixedItems(const std::vector<ItemIndex> &anchors, const Correspondence &pairing,
                                  const LearningChoice &learning)
{
    return withFurther(anchors, learning.pool.empty() ? pairing.pairedItemsOfX() : learning.pool,
                       learning.subset.value_or(std::ssize(anchors)), learning.options.seed);
}

MethodCost costOfLearning(const MethodShape &shape)
{
    constexpr double flopsPerSecond = 5e9; // floating-point operations of one thread per second, in float64
    MethodCost cost;
    double flops = 0;
    for (const auto &[items, dimensions] :
         {std::pair(shape.itemsX, shape.dimensionX), std::pair(shape.itemsY, shape.dimensionY)}) {
        const auto n = static_cast<double>(items), d = static_cast<double>(dimensions);
        const double q = std::min(n, d), k = static_cast<double>(shape.anchors);
        cost.bytes += 8 * 4 * q * q + 4 * 4 * n * d + 8 * 2 * d * k;
        flops += 2.5 * n * d * q + 8 * q * q * q + 4 * (n + q) * d * k;
    }
    cost.seconds = flops / flopsPerSecond / threadCount();
    return cost;
}

std::vector<Matrix> viewsOfBank(const Matrix &rows, std::uint64_t seed, const RunContext &context)
{
    if (rows.rows() < rows.cols()) {
        const MatrixD basis = orthonormalBasis(rows, context);
        return context.cancelled() ? std::vector<Matrix>() : viewsOfBank(coordinatesIn(basis, rows), seed, context);
    }
    const Index d = rows.cols();
    Random random(seed);
    Matrix gaussian(d, d);
    for (Index i = 0; i < gaussian.size(); ++i)
        gaussian.data()[i] = static_cast<float>(random.normal());
    // The two halves of the rows of this random rotation span random subspaces.
    const Matrix rotation = orthonormalBasis(gaussian, context).cast<float>();
    if (context.cancelled())
        return {};
    return {productTransposed(rows, rotation.topRows(d / 2), context),
            productTransposed(rows, rotation.bottomRows(d - d / 2), context)};
}

Matrix learnMixture(const std::vector<Matrix> &banks, const std::vector<std::vector<ItemIndex>> &subset,
                    const LearnedAnchorsOptions &options, const RunContext &context,
                    const std::function<void(const LearnedAnchorsStep &)> &onStep)
{
    if (banks.size() == 1) {
        if (banks.front().cols() < 2)
            return {};
        const std::vector<Matrix> views = viewsOfBank(banks.front(), options.seed, context.withoutProgress());
        if (context.cancelled())
            return {};
        return learnMixture(views, {subset.front(), subset.front()}, options, context, onStep);
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
    const Whitening whitening = Whitening::fit(rowsOf(rows, itemsBut(space.size(), space.zeroRows)), options, context,
                                               space.inAllDimensions().dimension());
    if (whitening.empty())
        return {};
    const Matrix anchors = mixture * rowsOf(rows, subset);
    return whitening.similarity(rows, anchors, context);
}

std::optional<RepresentationPair> learnedRepresentation(const RepresentationInput &input, const RunContext &context)
{
    LearnedAnchorsOptions options = input.learning.options;
    options.anchors = input.anchors.count();
    options.similarity = input.similarityOptions;
    if (!input.learning.subset)
        return learnedRepresentation(input, options, context);
    const AnchorSet subset{mixedItems(input.anchors.itemsOfX, input.pairing, input.learning), {}, {}, {}};
    return learnedRepresentation({input.x, input.y, subset, input.pairing, input.similarity, input.similarityOptions,
                                  input.additionalBanks, input.learning},
                                 options, context);
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
    std::atomic<double> done[2] = {0, 0};
    const auto encode = [&](Index side, Index) {
        RunContext half = context;
        half.progress = [&, side](double share, std::string_view stage) {
            done[side] = share;
            context.report(0.5 * (done[0] + done[1]), stage);
        };
        results[side] = encodeSide(sides[side], input, options, half, onStep);
    };
    forBlocks(2, 1, encode, context);
    const auto &[testY, testX] = results;
    if (!testX || !testY)
        return std::nullopt;
    return RepresentationPair{"PARAM", testY->trained, testX->trained, testX->tested, testY->tested};
}

} // namespace anchorscope
