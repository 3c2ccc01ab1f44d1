// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/translate/inverseprojection.h"

#include "core/anchors/samplers.h"
#include "core/distributed/distributedruns.h"
#include "core/parallel.h"
#include "core/plaintext.h"
#include "core/product.h"
#include "core/projection/relative.h"
#include "core/random.h"
#include "core/translate/folds.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace anchorscope {

namespace {

constexpr struct
{
    Completion value;
    const char *id;
} completions[] = {{Completion::none, "none"}, {Completion::completed, "completed"}, {Completion::polar, "polar"}};

std::vector<ItemIndex> prunedAnchors(const MatrixView &target, Index start, double delta, const RunContext &context)
{
    if (delta <= 0)
        return allItems(target.rows());
    std::vector<ItemIndex> kept;
    for (const Index anchor : farthestPoints(target, start, target.rows(), delta, context))
        kept.push_back(static_cast<ItemIndex>(anchor));
    return kept;
}

/// Fits the map of each subspace; the pruning of subspace i begins with anchor starts[i]. Returns nullopt if cancelled.
std::optional<std::vector<InverseProjection>> fitSubspaces(const MatrixView &source, const MatrixView &target,
                                                           const std::vector<Index> &starts,
                                                           const InverseProjectionOptions &options,
                                                           const RunContext &context)
{
    std::vector<InverseProjection> maps(starts.size());
    const DistributedRuns schedule(context.communicator);
    const std::vector<std::size_t> own = schedule.own(starts.size());
    const auto fit = [&](Index i, Index) {
        const std::size_t run = own[static_cast<std::size_t>(i)];
        maps[run] = fitSubspace(source, target, starts[run], options, context);
    };
    if (!forBlocks(std::ssize(own), 1, fit, context))
        return std::nullopt;
    for (std::size_t run = 0; run < maps.size(); ++run) {
        InverseProjection &map = maps[run];
        if (!schedule.isOwn(run))
            map = {MatrixD(source.cols(), target.cols()), {0}, {0}};
        schedule.broadcast(run, map.matrix.data(), map.matrix.size());
        schedule.broadcast(run, map.conditionNumbers.data());
        schedule.broadcast(run, map.anchorsKept.data());
    }
    return maps;
}

} // namespace

const char *completionId(Completion completion)
{
    return completions[static_cast<std::size_t>(completion)].id;
}

std::optional<Completion> findCompletion(std::string_view id)
{
    for (const auto &each : completions) {
        if (each.id == id)
            return each.value;
    }
    return std::nullopt;
}

MatrixD completed(const MatrixD &map, Completion completion, double cutoff)
{
    if (completion == Completion::polar)
        return polarFactor(map);
    if (completion == Completion::completed)
        return pseudoInverse(map.transpose(), cutoff).matrix;
    return map;
}

Status InverseProjectionOptions::validate() const
{
    if (subspaces < 1)
        return Error(ErrorCode::wrongUsage,
                     "Expected at least 1 subspace (omega), found " + std::to_string(subspaces) + ".");
    if (!(delta >= 0 && delta <= 1))
        return Error(ErrorCode::wrongUsage,
                     "Expected a pruning distance (delta) between 0 and 1, found " + numberText(delta) + ".");
    if (!(cutoff >= 0 && cutoff < 1))
        return Error(ErrorCode::wrongUsage,
                     "Expected a cut-off of singular values between 0 and 1, found " + numberText(cutoff) + ".");
    return Done{};
}

InverseProjection fitSubspace(const MatrixView &source, const MatrixView &target, Index start,
                              const InverseProjectionOptions &options, const RunContext &context)
{
    const auto kept = prunedAnchors(target, start, options.delta, context);
    const MatrixD keptTarget = rowsOf(target, kept).cast<double>();
    const PseudoInverse inverse = pseudoInverse(keptTarget.transpose(), options.cutoff);
    return {rowsOf(source, kept).cast<double>().transpose() * inverse.matrix,
            {inverse.conditionNumber},
            {static_cast<Index>(kept.size())}};
}

Result<InverseProjection> fitInverseProjection(const MatrixView &source, const MatrixView &target,
                                               const InverseProjectionOptions &options, const RunContext &context)
{
    if (const Status status = options.validate(); !status)
        return status.error();
    if (target.rows() < 1 || source.rows() != target.rows())
        return Error(ErrorCode::tooFewPairs, "Expected the same number of anchors, at least 1, in both spaces, found " +
                                                 std::to_string(source.rows()) + " and " +
                                                 std::to_string(target.rows()) + ".");
    Random random(options.seed);
    InverseProjection result;
    result.matrix = MatrixD::Zero(source.cols(), target.cols());
    // Without pruning, all subspaces contain all anchors, so one map is enough.
    const int subspaces = options.delta <= 0 ? 1 : options.subspaces;
    constexpr int atOnce = 8;
    for (int done = 0; done < subspaces; done += atOnce) {
        std::vector<Index> starts;
        for (int subspace = done; subspace < std::min(done + atOnce, subspaces); ++subspace)
            starts.push_back(random.below(target.rows()));
        const auto maps = fitSubspaces(source, target, starts, options, context);
        if (!maps)
            return cancelledError();
        for (const InverseProjection &one : *maps) {
            result.matrix += one.matrix;
            result.conditionNumbers.push_back(one.conditionNumbers.front());
            result.anchorsKept.push_back(one.anchorsKept.front());
        }
        context.report(std::min(1.0, static_cast<double>(done + atOnce) / subspaces), "Fitting the translation");
    }
    result.matrix = completed(result.matrix / static_cast<double>(subspaces), options.completion, options.cutoff);
    return result;
}

std::vector<double> pruningCandidates()
{
    return {0, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9};
}

MatrixD projectionScores(const MatrixView &source, const MatrixView &target, const InverseProjectionOptions &options,
                         const RunContext &context)
{
    const std::vector<Fold> folds = foldsOf(target.rows(), options.seed);
    if (folds.empty())
        return {};
    const std::vector<double> deltas = pruningCandidates();
    const auto count = static_cast<Index>(folds.size());
    const RunContext ofTrial = context.withoutProgress().withoutRanks();
    const auto cosinesOf = [&](double delta, const Fold &fold) -> Eigen::RowVectorXd {
        InverseProjectionOptions trial = options;
        trial.delta = delta;
        trial.subspaces = std::min(options.subspaces, 2);
        trial.completion = Completion::none;
        const auto map = fitInverseProjection(rowsOf(source, fold.fitted), rowsOf(target, fold.fitted), trial, ofTrial);
        Eigen::RowVectorXd cosines = Eigen::RowVectorXd::Zero(static_cast<Index>(std::size(completions)));
        for (Index i = 0; map && i < cosines.size(); ++i) {
            const MatrixD whole = completed(map->matrix, completions[static_cast<std::size_t>(i)].value, trial.cutoff);
            const Matrix translated = translateRows(rowsOf(source, fold.held), whole);
            cosines[i] = meanCosine(translated, rowsOf(target, fold.held), Correspondence::byRow(translated.rows()));
        }
        return cosines;
    };
    const Index trials = static_cast<Index>(deltas.size()) * count;
    MatrixD cosines(trials, static_cast<Index>(std::size(completions)));
    const DistributedRuns schedule(context.communicator);
    const std::vector<std::size_t> own = schedule.own(static_cast<std::size_t>(trials));
    const auto tryOne = [&](Index i, Index) {
        const auto trial = static_cast<Index>(own[static_cast<std::size_t>(i)]);
        cosines.row(trial) =
            cosinesOf(deltas[static_cast<std::size_t>(trial / count)], folds[static_cast<std::size_t>(trial % count)]);
    };
    if (!forBlocks(std::ssize(own), 1, tryOne, context))
        return {};
    MatrixD scores = MatrixD::Zero(static_cast<Index>(deltas.size()), cosines.cols());
    for (Index trial = 0; trial < trials; ++trial) {
        schedule.broadcast(static_cast<std::size_t>(trial), cosines.row(trial).data(), cosines.cols());
        scores.row(trial / count) += cosines.row(trial) / static_cast<double>(count);
    }
    return scores;
}

InverseProjectionOptions bestProjection(const MatrixD &scores, InverseProjectionOptions options,
                                        std::optional<Completion> only, std::optional<double> onlyDelta)
{
    options.completion = only.value_or(Completion::none);
    options.delta = onlyDelta.value_or(InverseProjectionOptions().delta);
    const std::vector<double> deltas = pruningCandidates();
    double best = -2;
    for (Index i = 0; i < scores.rows(); ++i) {
        // If a given δ is not among the candidates, the scores of the nearest candidate are used.
        const auto distance = [&](double delta) { return std::abs(delta - *onlyDelta); };
        if (onlyDelta && std::ranges::min_element(deltas, {}, distance) - deltas.begin() != i)
            continue;
        for (Index j = 0; j < scores.cols(); ++j) {
            const Completion completion = completions[static_cast<std::size_t>(j)].value;
            if (scores(i, j) <= best || (only && *only != completion))
                continue;
            best = scores(i, j);
            options.completion = completion;
            if (!onlyDelta)
                options.delta = deltas[static_cast<std::size_t>(i)];
        }
    }
    return options;
}

Matrix translateRows(const MatrixView &rows, const MatrixD &matrix, const RunContext &context)
{
    return translateRows(rows, LinearMap{matrix}, context);
}

Matrix translateRows(const MatrixView &rows, const LinearMap &map, const RunContext &context)
{
    const bool factored = map.basis.size() > 0;
    Matrix result(rows.rows(), factored ? map.basis.cols() : map.matrix.cols());
    constexpr std::size_t blockValues = 1 << 20; // maximum number of values that are converted to float64 together
    const auto values = std::max<std::size_t>(1, static_cast<std::size_t>(rows.cols()));
    // The rounding of a product can depend on its number of rows. A power of two divides batches into equal blocks.
    const auto blockRows = std::bit_floor(std::clamp<std::size_t>(blockValues / values, 1, 256));
    fillRows(
        result, static_cast<Index>(blockRows),
        [&](Index begin, Index end) {
            MatrixD inSpan = rows.middleRows(begin, end - begin).cast<double>() * map.matrix;
            if (map.offset.size() > 0)
                inSpan.rowwise() += map.offset;
            if (factored)
                result.middleRows(begin, end - begin) = (inSpan * map.basis).cast<float>();
            else
                result.middleRows(begin, end - begin) = inSpan.cast<float>();
        },
        context);
    normalizeRows(result);
    return result;
}

Matrix inTargetUnits(Matrix directions, const PreparedSpace &target, const MatrixView &anchorVectors)
{
    const Eigen::RowVectorXd mean = target.mean.cast<double>().transpose();
    const Eigen::RowVectorXd scale = target.scale.cast<double>().transpose();
    double norm = 0;
    for (Index i = 0; i < anchorVectors.rows(); ++i)
        norm += ((anchorVectors.row(i).cast<double>() - mean).array() / scale.array()).matrix().norm();
    norm /= static_cast<double>(anchorVectors.rows());
    for (Index i = 0; i < directions.rows(); ++i)
        directions.row(i) =
            ((directions.row(i).cast<double>() * norm).array() * scale.array() + mean.array()).cast<float>();
    return directions;
}

double meanCosine(const Matrix &translated, const Matrix &target, const Correspondence &pairing)
{
    double sum = 0;
    const std::vector<ItemIndex> items = pairing.pairedItemsOfX();
    for (const ItemIndex item : items)
        sum += translated.row(item).cast<double>().dot(target.row(pairing.partnerOfX(item)).cast<double>());
    return items.empty() ? std::numeric_limits<double>::quiet_NaN() : sum / static_cast<double>(items.size());
}

ChanceLevel meanCosineByChance(const Matrix &translated, const Matrix &target, const Correspondence &pairing,
                               const RunContext &context)
{
    const std::vector<ItemIndex> items = pairing.pairedItemsOfX();
    const auto n = static_cast<double>(items.size());
    if (items.size() < 2)
        return {};
    const auto centred = [](Matrix rows, Eigen::RowVectorXd &mean) {
        mean = rows.cast<double>().colwise().mean();
        rows = (rows.cast<double>().rowwise() - mean).cast<float>();
        return rows;
    };
    Eigen::RowVectorXd meanOfA, meanOfB;
    const Matrix a = centred(rowsOf(translated, items), meanOfA);
    const Matrix b = centred(rowsOf(target, pairing.partnersOfX(items)), meanOfB);
    const MatrixD ofA = crossProduct(a, a, context), ofB = crossProduct(b, b, context);
    if (context.cancelled())
        return {};
    // Hoeffding 1951: the variance of the sum over a random pairing is Σ (doubly centred cosines)² / (n − 1).
    const double expected = meanOfA.dot(meanOfB);
    const double width = normalQuantile * std::sqrt(std::max(0.0, ofA.cwiseProduct(ofB).sum()) / (n - 1)) / n;
    return {expected, expected - width, expected + width};
}

} // namespace anchorscope
