// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/translation.h"

#include "core/product.h"
#include "core/random.h"
#include "core/translate/anchormaps.h"
#include "core/translate/ridgemaps.h"
#include "core/translate/vecmap.h"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>

namespace anchorscope {

namespace {

/// One direction of one repeat.
struct TranslationTask
{
    Side source = Side::x, target = Side::y;
    const PreparedSpace *from = nullptr, *to = nullptr;
    Correspondence pairing; ///< source → target
    std::vector<ItemIndex> anchorsFrom, anchorsTo;
    std::vector<ItemIndex> trainTo = {}, testFrom = {}, testTo = {}; ///< empty without labels
    std::vector<std::int32_t> trainLabels = {}, testLabels = {};
    Index classes = 0;
    std::unique_ptr<Head> head = {}; ///< of the target; null without labels
};

double accuracyOf(const TranslationTask &task, const Head &head, const Matrix &testRows, const RunContext &context)
{
    const auto predicted = head.predict(testRows, context);
    double right = 0;
    for (std::size_t i = 0; i < predicted.size(); ++i)
        right += predicted[i] == task.testLabels[i];
    return right / static_cast<double>(predicted.size());
}

/// Scores rows of the source as they look in the target.
void score(const TranslationTask &task, const Matrix &translated, Repeated &cosine, Repeated &accuracy,
           const RunContext &context)
{
    cosine.add(meanCosine(translated, task.to->rows, task.pairing));
    if (task.head)
        accuracy.add(accuracyOf(task, *task.head, rowsOf(translated, task.testFrom), context));
}

TranslationRival &rivalOf(TranslationExperiment &experiment, const char *method, const TranslationTask &task)
{
    return rowFor(experiment.rivals, TranslationRival{method, task.source, task.target, {}, {}},
                  [&](const TranslationRival &row) { return row.method == method && row.source == task.source; });
}

TranslationCell &cellOf(TranslationExperiment &experiment, const TranslationTask &task, int omega, double delta)
{
    return rowFor(experiment.grid, TranslationCell{task.source, task.target, omega, delta, {}, {}, {}, {}},
                  [&](const TranslationCell &cell) {
                      return cell.source == task.source && cell.omega == omega && cell.delta == delta;
                  });
}

double meanOf(const auto &values)
{
    double sum = 0;
    for (const auto value : values)
        sum += static_cast<double>(value);
    return sum / static_cast<double>(values.size());
}

/// The anchors of both spaces, in their spans: no matrix here is d × d.
SpannedPairs anchorsOf(const TranslationTask &task, const RunContext &context)
{
    return inSpans(rowsOf(task.from->rows, task.anchorsFrom), rowsOf(task.to->rows, task.anchorsTo), context);
}

/// The maps of ω prunings contain those of fewer, so each δ is pruned once, as often as the largest ω says.
void scoreGrid(TranslationExperiment &experiment, const TranslationTask &task, const TranslationOptions &options,
               std::uint64_t seed, const RunContext &context)
{
    const SpannedPairs pairs = anchorsOf(task, context);
    const Matrix rows = pairs.coordinates(task.from->rows, context);
    const int most = *std::ranges::max_element(options.omegas);
    for (std::size_t d = 0; d < options.deltas.size() && !context.cancelled(); ++d) {
        context.report(static_cast<double>(d) / static_cast<double>(options.deltas.size()), "Translating");
        InverseProjectionOptions fit{most, options.deltas[d], options.cutoff, seed};
        Random random(seed);
        InverseProjection sum{MatrixD::Zero(pairs.a.cols(), pairs.b.cols()), {}, {}};
        for (int omega = 1; omega <= most && !context.cancelled(); ++omega) {
            const InverseProjection one = fitSubspace(pairs.a, pairs.b, random.below(pairs.b.rows()), fit, context);
            sum.matrix += one.matrix;
            sum.conditionNumbers.push_back(one.conditionNumbers.front());
            sum.anchorsKept.push_back(one.anchorsKept.front());
            if (std::ranges::count(options.omegas, omega) == 0)
                continue;
            TranslationCell &cell = cellOf(experiment, task, omega, options.deltas[d]);
            const LinearMap map{sum.matrix / omega, pairs.basisB};
            score(task, translateRows(rows, map, context), cell.cosine, cell.accuracy, context);
            cell.conditionNumber.add(meanOf(sum.conditionNumbers));
            cell.anchorsKept.add(meanOf(sum.anchorsKept));
        }
    }
}

/// Rows of the source through the relative space and a decoder of the target: W of least ‖R W − Y‖² + λ‖W‖², fitted on
/// the target's own rows (those that heads train on, where there are labels).
Matrix throughDecoder(const TranslationTask &task, const RunContext &context)
{
    const Similarity &cosine = similarities().front();
    const Matrix relativeOfTarget = relativeTo(*task.to, task.anchorsTo, cosine, context);
    const Matrix relativeFrom = relativeTo(*task.from, task.anchorsFrom, cosine, context);
    const bool some = !task.trainTo.empty();
    const Matrix r = some ? rowsOf(relativeOfTarget, task.trainTo) : relativeOfTarget;
    const Matrix y = some ? rowsOf(task.to->rows, task.trainTo) : task.to->rows;
    MatrixD gram = crossProduct(r, r, context);
    const MatrixD target = crossProduct(r, y, context);
    if (context.cancelled()) // one of them may be empty then
        return Matrix::Zero(task.from->size(), task.to->dimension());
    constexpr double ridge = 1e-3; // of the mean eigenvalue
    gram.diagonal().array() += ridge * gram.trace() / static_cast<double>(gram.rows());
    const MatrixD map = Eigen::MatrixXd(gram).llt().solve(Eigen::MatrixXd(target));
    return translateRows(relativeFrom, map, context);
}

void scoreScale(TranslationExperiment &experiment, const TranslationTask &task, const TranslationOptions &options,
                const Matrix &translated, const RunContext &context)
{
    if (!task.head)
        return;
    const Matrix own = rowsOf(task.to->rows, task.testTo);
    const Matrix testRows = rowsOf(translated, task.testFrom);
    for (const double norm : options.norms) {
        ScalePoint &point = rowFor(experiment.scale, ScalePoint{task.target, norm, {}, {}}, [&](const ScalePoint &row) {
            return row.target == task.target && row.norm == norm;
        });
        point.own.add(accuracyOf(task, *task.head, static_cast<float>(norm) * own, context));
        point.translated.add(accuracyOf(task, *task.head, static_cast<float>(norm) * testRows, context));
    }
}

/// Both spaces in VecMap's coordinates: a head of their own is trained on the target's rows there.
void scoreVecMap(TranslationExperiment &experiment, const TranslationTask &task, const SpannedPairs &pairs,
                 const Matrix &rows, const StitchOptions &stitching, const RunContext &context)
{
    const VecMapMaps maps = vecMapMaps(pairs.a, pairs.b, chooseRidge(pairs.a, pairs.b, false, context),
                                       chooseRidge(pairs.b, pairs.a, false, context));
    const Matrix from = translateRows(rows, maps.x, context);
    const Matrix to = translateRows(pairs.swapped().coordinates(task.to->rows, context), maps.y, context);
    if (context.cancelled())
        return;
    TranslationRival &rival = rivalOf(experiment, "VecMap", task);
    rival.cosine.add(meanCosine(from, to, task.pairing));
    if (!task.head)
        return;
    const auto head =
        findHead(stitching.head)
            ->train(rowsOf(to, task.trainTo), task.trainLabels, task.classes, stitching.headOptions, context);
    if (head)
        rival.accuracy.add(accuracyOf(task, *head, rowsOf(from, task.testFrom), context));
}

void scoreRivals(TranslationExperiment &experiment, const TranslationTask &task, const TranslationOptions &options,
                 std::uint64_t seed, const RunContext &context)
{
    const SpannedPairs pairs = anchorsOf(task, context);
    if (context.cancelled())
        return;
    const Matrix rows = pairs.coordinates(task.from->rows, context);
    const auto translated = [&](const LinearMap &map) {
        return translateRows(rows, LinearMap{map.matrix, pairs.basisB, map.offset}, context);
    };
    const auto add = [&](const char *method, const Matrix &inTarget) {
        TranslationRival &rival = rivalOf(experiment, method, task);
        score(task, inTarget, rival.cosine, rival.accuracy, context);
    };
    InverseProjectionOptions fit;
    fit.cutoff = options.cutoff;
    fit.seed = seed;
    fit.delta = chooseDelta(pairs.a, pairs.b, pruningCandidates(), fit, context);
    if (const auto map = fitInverseProjection(pairs.a, pairs.b, fit, context)) {
        const Matrix byProjection = translated({map->matrix});
        add("IRP", byProjection);
        scoreScale(experiment, task, options, byProjection, context);
    }
    for (const AnchorMap &map : anchorMaps())
        add(map.id, translated(map.fit(pairs.a, pairs.b, context)));
    scoreVecMap(experiment, task, pairs, rows, options.base.stitchingOf(seed), context);
    add("Relative + decoder", throughDecoder(task, context));
    if (task.head)
        rivalOf(experiment, "Target itself", task)
            .accuracy.add(accuracyOf(task, *task.head, rowsOf(task.to->rows, task.testTo), context));
}

std::vector<ItemIndex> partnersOf(const std::vector<ItemIndex> &items, const Correspondence &pairing)
{
    std::vector<ItemIndex> partners;
    for (const ItemIndex item : items)
        partners.push_back(pairing.partnerOfX(item));
    return partners;
}

/// Draws the anchors and the split of a repeat and trains the targets' heads.
Result<std::vector<TranslationTask>> bothDirections(const PreparedSpace &x, const PreparedSpace &y,
                                                    const ItemTable &items, const Correspondence &pairing,
                                                    const ExperimentOptions &options, std::uint64_t seed,
                                                    const RunContext &context)
{
    const auto anchors = drawRunAnchors(pairing, options.protocol, seed);
    if (!anchors)
        return anchors.error();
    const std::vector<ItemIndex> partners = partnersOf(anchors->itemsOfX, pairing);
    if (std::ranges::count(partners, noItem) > 0)
        return Error(ErrorCode::tooFewPairs, "Expected a known partner of every anchor: draw fewer anchors.");
    std::vector<TranslationTask> tasks(2);
    tasks[0] = {Side::x, Side::y, &x, &y, pairing, anchors->itemsOfX, partners};
    tasks[1] = {Side::y, Side::x, &y, &x, pairing.swapped(), partners, anchors->itemsOfX};
    const StitchOptions stitching = options.stitchingOf(seed);
    const auto split = splitForStitching(items, pairing, stitching);
    if (!split)
        return tasks; // nothing to train with: cosines only
    const auto trainY = partnersOf(split->trainX, pairing), testY = partnersOf(split->testX, pairing);
    for (TranslationTask &task : tasks) {
        const bool xToY = task.source == Side::x;
        task.trainTo = xToY ? trainY : split->trainX;
        task.testFrom = xToY ? split->testX : testY;
        task.testTo = xToY ? testY : split->testX;
        task.trainLabels = split->trainLabels;
        task.testLabels = split->testLabels;
        task.classes = static_cast<Index>(split->classes.size());
        task.head = findHead(stitching.head)
                        ->train(rowsOf(task.to->rows, task.trainTo), task.trainLabels, task.classes,
                                stitching.headOptions, context);
        if (!task.head)
            return cancelledError();
    }
    return tasks;
}

} // namespace

Status TranslationOptions::validate() const
{
    if (omegas.empty() || deltas.empty() || norms.empty() || histogramBins < 1)
        return Error(ErrorCode::wrongUsage, "Expected at least one omega, delta, norm and bin of the histogram.");
    for (const int omega : omegas) {
        for (const double delta : deltas) {
            if (const Status valid = InverseProjectionOptions{omega, delta, cutoff, 0}.validate(); !valid)
                return valid;
        }
    }
    for (const double norm : norms) {
        if (!(norm > 0))
            return Error(ErrorCode::wrongUsage, "Expected norms above 0, found " + std::to_string(norm) + ".");
    }
    return base.validate();
}

NormHistogram normHistogram(const PreparedSpace &space, Side side, Index bins)
{
    NormHistogram histogram{side, 0, 0, {}, std::vector<Index>(static_cast<std::size_t>(bins))};
    const Eigen::VectorXd norms = space.norms.cast<double>();
    histogram.mean = norms.mean();
    histogram.deviation = std::sqrt((norms.array() - histogram.mean).square().mean());
    const double low = norms.minCoeff();
    const double width = std::max(norms.maxCoeff() - low, 1e-12) / static_cast<double>(bins);
    for (Index edge = 0; edge <= bins; ++edge)
        histogram.edges.push_back(low + static_cast<double>(edge) * width);
    for (Index i = 0; i < norms.size(); ++i)
        ++histogram.counts[static_cast<std::size_t>(
            std::clamp<Index>(static_cast<Index>((norms[i] - low) / width), 0, bins - 1))];
    return histogram;
}

Result<TranslationExperiment> runTranslationExperiment(const EmbeddingSet &x, const EmbeddingSet &y,
                                                       const Correspondence &pairing, const TranslationOptions &options,
                                                       const RunContext &context, Resume<TranslationExperiment> resume)
{
    if (const Status valid = options.validate(); !valid)
        return valid.error();
    const ExperimentSpaces spaces(x, y, options.base, context);
    if (context.cancelled())
        return cancelledError();
    const ItemTable items = labelledItems(x, y, pairing);
    resume.soFar.norms = {normHistogram(spaces.x, Side::x, options.histogramBins),
                          normHistogram(spaces.y, Side::y, options.histogramBins)};
    const auto repeat = [&](TranslationExperiment &experiment, std::uint64_t seed, const RunContext &part) -> Status {
        auto tasks = bothDirections(spaces.x, spaces.y, items, pairing, options.base, seed, part);
        if (!tasks)
            return tasks.error();
        for (std::size_t i = 0; i < tasks->size() && !part.cancelled(); ++i) {
            const RunContext half = part.part(0.5 * static_cast<double>(i), 0.5 * static_cast<double>(i + 1));
            scoreGrid(experiment, (*tasks)[i], options, seed, half.part(0, 0.7));
            scoreRivals(experiment, (*tasks)[i], options, seed, half.part(0.7, 1));
        }
        return part.cancelled() ? Status(cancelledError()) : Done{};
    };
    return runRepeats(std::move(resume), options.base.repeats, options.base.firstSeed, context, repeat);
}

} // namespace anchorscope
