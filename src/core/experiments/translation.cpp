// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/translation.h"

#include "core/experiments/experimentof.h"
#include "core/experiments/translationtask.h"
#include "core/plaintext.h"
#include "core/product.h"
#include "core/random.h"
#include "core/translate/anchormaps.h"
#include "core/translate/ridgemaps.h"
#include "core/translate/vecmap.h"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>
#include <limits>

namespace anchorscope {

namespace {

double accuracyOf(const TranslationTask &task, const Head &head, const Matrix &testRows, const RunContext &context)
{
    const auto predicted = head.predict(testRows, context);
    double correct = 0;
    for (std::size_t i = 0; i < predicted.size(); ++i)
        correct += predicted[i] == task.testLabels[i];
    return correct / static_cast<double>(predicted.size());
}

void score(const TranslationTask &task, const Matrix &translated, RepeatedValue &cosine, RepeatedValue &accuracy,
           const RunContext &context)
{
    cosine.add(meanCosine(translated, task.to->rows, task.pairing));
    if (task.head)
        accuracy.add(accuracyOf(task, *task.head, rowsOf(translated, task.testFrom), context));
}

TranslationBaseline &baselineOf(TranslationExperiment &experiment, const char *method, const TranslationTask &task)
{
    return rowFor(experiment.baselines, TranslationBaseline{method, task.source, task.target, {}, {}},
                  [&](const TranslationBaseline &row) { return row.method == method && row.source == task.source; });
}

TranslationCell &cellOf(TranslationExperiment &experiment, const TranslationTask &task, int omega, double delta)
{
    return rowFor(experiment.grid, TranslationCell{task.source, task.target, omega, delta, {}, {}, {}, {}},
                  [&](const TranslationCell &cell) {
                      return cell.source == task.source && cell.target == task.target && cell.omega == omega &&
                             cell.delta == delta;
                  });
}

/// Coordinates of the anchors in bases of their spans, which avoid d × d matrices.
SpannedPairs anchorsOf(const TranslationTask &task, const RunContext &context)
{
    return inSpans(rowsOf(task.from->rows, task.anchorsFrom), rowsOf(task.to->rows, task.anchorsTo), context);
}

/// Scores inverse relative projection (IRP) for all ω (number of averaged prunings) and δ (pruning distance). The
/// prunings for the largest ω include those for smaller ω, so anchors are pruned only once for each δ.
void scoreGrid(TranslationExperiment &experiment, const TranslationTask &task, const TranslationOptions &options,
               std::uint64_t seed, const RunContext &context)
{
    const RunContext quiet = context.withoutProgress();
    const SpannedPairs pairs = anchorsOf(task, quiet);
    const Matrix rows = pairs.coordinates(task.from->rows, quiet);
    const auto most = static_cast<int>(*std::ranges::max_element(options.omegas));
    for (std::size_t d = 0; d < options.deltas.size() && !context.cancelled(); ++d) {
        InverseProjectionOptions fit{most, options.deltas[d], options.cutoff, seed};
        Random random(seed);
        InverseProjection sum{MatrixD::Zero(pairs.a.cols(), pairs.b.cols()), {}, {}};
        for (int omega = 1; omega <= most && !context.cancelled(); ++omega) {
            const auto done = static_cast<double>(d) + static_cast<double>(omega - 1) / most;
            context.report(done / static_cast<double>(options.deltas.size()), "Translating");
            const InverseProjection one = fitSubspace(pairs.a, pairs.b, random.below(pairs.b.rows()), fit, quiet);
            sum.matrix += one.matrix;
            sum.conditionNumbers.push_back(one.conditionNumbers.front());
            sum.anchorsKept.push_back(one.anchorsKept.front());
            if (std::ranges::count(options.omegas, omega) == 0)
                continue;
            TranslationCell &cell = cellOf(experiment, task, omega, options.deltas[d]);
            const LinearMap map{completed(sum.matrix / omega, options.completion, options.cutoff), pairs.basisB};
            score(task, translateRows(rows, map, quiet), cell.cosine, cell.accuracy, quiet);
            cell.conditionNumber.add(mean(sum.conditionNumbers));
            cell.anchorsKept.add(mean(sum.anchorsKept));
        }
    }
}

/// Translates rows of the source through relative vectors and a decoder of the target: the matrix W that minimizes ‖R W
/// − Y‖² + λ‖W‖². R are relative vectors of the target and Y its rows; with labels, only those of training items.
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
    if (context.cancelled()) // if cancelled, the matrix products may be empty
        return Matrix::Zero(task.from->size(), task.to->dimension());
    constexpr double ridge = 1e-3; // λ as a fraction of the mean eigenvalue of RᵀR
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
    const auto scoreHead = [&](const std::string &name, const Head &head) {
        for (const double norm : options.norms) {
            ScalePoint &point =
                rowFor(experiment.scale, ScalePoint{name, task.target, norm, {}, {}}, [&](const ScalePoint &row) {
                    return row.head == name && row.target == task.target && row.norm == norm;
                });
            point.own.add(accuracyOf(task, head, static_cast<float>(norm) * own, context));
            point.translated.add(accuracyOf(task, head, static_cast<float>(norm) * testRows, context));
        }
    };
    scoreHead(options.base.stitching.head, *task.head);
    for (std::size_t i = 0; i < task.scaleHeads.size(); ++i)
        scoreHead(options.scaleHeads[i], *task.scaleHeads[i]);
}

/// Scores both spaces in the common coordinates of VecMap, with a head trained on the target in these coordinates.
void scoreVecMap(TranslationExperiment &experiment, const TranslationTask &task, const SpannedPairs &pairs,
                 const Matrix &rows, const StitchOptions &stitching, const RunContext &context)
{
    const VecMapMaps maps = vecMapMaps(pairs.a, pairs.b, chooseRidge(pairs.a, pairs.b, false, context),
                                       chooseRidge(pairs.b, pairs.a, false, context));
    const Matrix from = translateRows(rows, maps.x, context);
    const Matrix to = translateRows(pairs.swapped().coordinates(task.to->rows, context), maps.y, context);
    if (context.cancelled())
        return;
    TranslationBaseline &baseline = baselineOf(experiment, "VecMap", task);
    baseline.cosine.add(meanCosine(from, to, task.pairing));
    if (!task.head)
        return;
    const auto head =
        findHead(stitching.head)
            ->train(rowsOf(to, task.trainTo), task.trainLabels, task.classes, stitching.headOptions, context);
    if (head)
        baseline.accuracy.add(accuracyOf(task, *head, rowsOf(from, task.testFrom), context));
}

/// Scores the vectors of the source as vectors of the target: unchanged, and with the mean of each space subtracted.
void scoreUntranslated(TranslationExperiment &experiment, const TranslationTask &task, const RunContext &context)
{
    const auto add = [&](const char *method, const Matrix &rows) {
        TranslationBaseline &baseline = baselineOf(experiment, method, task);
        score(task, rows, baseline.cosine, baseline.accuracy, context);
    };
    add("Absolute", preparedLike(*task.to, asRead(*task.from, context), context).rows);
    add("Absolute centred", task.from->rows);
}

constexpr std::pair<const char *, std::optional<Completion>> projections[] = {
    {"IRP", std::nullopt},
    {"IRP, none", Completion::none},
    {"IRP, completed", Completion::completed},
    {"IRP, polar", Completion::polar},
};

void scoreRivals(TranslationExperiment &experiment, const TranslationTask &task, const TranslationOptions &options,
                 std::uint64_t seed, const RunContext &context)
{
    const RunContext quiet = context.withoutProgress();
    const SpannedPairs pairs = anchorsOf(task, quiet);
    if (context.cancelled())
        return;
    const Matrix rows = pairs.coordinates(task.from->rows, quiet);
    const auto translated = [&](const LinearMap &map) {
        return translateRows(rows, LinearMap{map.matrix, pairs.basisB, map.offset}, quiet);
    };
    // the methods, VecMap, the decoder and the untranslated rows
    const auto steps = static_cast<double>(std::size(projections) + anchorMaps().size() + 3);
    double done = 0;
    const auto add = [&](const char *method, const Matrix &inTarget) {
        TranslationBaseline &baseline = baselineOf(experiment, method, task);
        score(task, inTarget, baseline.cosine, baseline.accuracy, quiet);
        context.report(++done / steps, "Translating");
    };
    InverseProjectionOptions fit;
    fit.cutoff = options.cutoff;
    fit.seed = seed;
    const MatrixD scores = projectionScores(pairs.a, pairs.b, fit, quiet);
    for (const auto &[method, only] : projections) {
        const auto map = fitInverseProjection(pairs.a, pairs.b, bestProjection(scores, fit, only), quiet);
        if (!map)
            return;
        const Matrix byProjection = translated({map->matrix});
        add(method, byProjection);
        if (!only)
            scoreScale(experiment, task, options, byProjection, quiet);
    }
    for (const AnchorMap &map : anchorMaps())
        add(map.id, translated(map.fit(pairs.a, pairs.b, quiet)));
    scoreVecMap(experiment, task, pairs, rows, options.base.stitchingOf(seed), quiet);
    add("Relative + decoder", throughDecoder(task, quiet));
    if (task.from->dimension() == task.to->dimension())
        scoreUntranslated(experiment, task, quiet);
    if (task.head)
        baselineOf(experiment, "Target itself", task)
            .accuracy.add(accuracyOf(task, *task.head, rowsOf(task.to->rows, task.testTo), quiet));
}

} // namespace

const char *statisticsId(Statistics statistics)
{
    return statistics == Statistics::space ? "space" : "anchors";
}

std::vector<TranslationCorrelations> translationCorrelations(const TranslationExperiment &experiment)
{
    std::vector<TranslationCorrelations> all;
    for (const auto &[source, target] :
         {std::pair(Side::x, Side::y), {Side::y, Side::x}, {Side::x, Side::x}, {Side::y, Side::y}}) {
        std::vector<double> cosine, accuracy, condition, kept;
        for (const TranslationCell &cell : experiment.grid) {
            if (cell.source != source || cell.target != target)
                continue;
            cosine.push_back(cell.cosine.mean());
            condition.push_back(std::log(cell.conditionNumber.mean()));
            kept.push_back(cell.anchorsKept.mean());
            if (!cell.accuracy.empty())
                accuracy.push_back(cell.accuracy.mean());
        }
        const double toAccuracy =
            accuracy.empty() ? std::numeric_limits<double>::quiet_NaN() : pearson(cosine, accuracy);
        if (!cosine.empty())
            all.push_back({source, target, toAccuracy, pearson(condition, cosine), pearson(kept, cosine),
                           pearson(condition, kept)});
    }
    return all;
}

template <> std::span<const Field<TranslationOptions>> fields()
{
    using O = TranslationOptions;
    static constexpr FieldChoice places[] = {{0, "space"}, {1, "anchors"}};
    static constexpr FieldChoice completions[] = {
        {static_cast<int>(Completion::none), "none", "none: T"},
        {static_cast<int>(Completion::completed), "completed", "completed: pseudo-inverse of Tᵀ"},
        {static_cast<int>(Completion::polar), "polar", "polar: its rotation"}};
    static const Field<O> rows[] = {
        {"statistics", "Statistics",
         "Items whose mean centres the spaces and translated rows: space (all items) or anchors", "WHAT",
         enumMember<O, &O::statistics>(places)},
        {"omegas", "Subspaces", "Numbers of subspaces", "N,N,…", &O::omegas, 1, 10000},
        {"deltas", "Pruning distances", "Pruning distances", "D,D,…", &O::deltas, 0, 1},
        {"cutoff", "Cut-off", "Singular values below this share of the largest count as zero", "SHARE", &O::cutoff, 0,
         0.999},
        {"completion", "Completion", "How the maps of omega and delta are completed: none, completed, polar", "HOW",
         enumMember<O, &O::completion>(completions), 0, 0, "experiments.completion"},
        {"norms", "Norms", "Norms of the scale-invariance curve", "A,A,…", &O::norms},
        {"", "Bins", "", "", &O::histogramBins, 1, anyCount},
    };
    return rows;
}

Status TranslationOptions::validate() const
{
    if (omegas.empty() || deltas.empty() || norms.empty())
        return Error(ErrorCode::wrongUsage, "Expected at least one omega, delta and norm.");
    if (const Status valid = checkFields(*this); !valid)
        return valid;
    for (const Index omega : omegas) {
        for (const double delta : deltas) {
            if (const Status valid = InverseProjectionOptions{static_cast<int>(omega), delta, cutoff, 0}.validate();
                !valid)
                return valid;
        }
    }
    for (const std::string &head : scaleHeads) {
        if (!findHead(head))
            return Error(ErrorCode::wrongUsage, "Expected a kind of head such as relu, found “" + head + "”.");
    }
    for (const double norm : norms) {
        if (!(norm > 0))
            return Error(ErrorCode::wrongUsage, "Expected norms above 0, found " + numberText(norm) + ".");
    }
    return base.validate();
}

NormHistogram normHistogram(const Matrix &vectors, Side side, Index bins)
{
    NormHistogram histogram{side, 0, 0, {}, std::vector<Index>(static_cast<std::size_t>(bins))};
    const Eigen::VectorXd norms = vectors.rowwise().norm().cast<double>();
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
    const ItemTable items = options.base.labelled(x, y, pairing);
    resume.partialResult.norms = {normHistogram(x.vectors, Side::x, options.histogramBins),
                                  normHistogram(y.vectors, Side::y, options.histogramBins)};
    const TranslationInput input{x, y, spaces, items, pairing, options};
    const auto repeat = [&](TranslationExperiment &experiment, std::uint64_t seed, const RunContext &part) -> Status {
        TranslationRepeat drawn;
        if (const Status done = drawRepeat(drawn, input, seed, part.part(0, 0.2)); !done)
            return done;
        for (std::size_t i = 0; i < 2 && !part.cancelled(); ++i) {
            const double begin = 0.2 + 0.4 * static_cast<double>(i);
            const RunContext half = part.part(begin, begin + 0.4);
            scoreGrid(experiment, drawn.tasks[i], options, seed, half.part(0, 0.4));
            TranslationTask within = withinTarget(drawn.tasks[i]);
            within.head = std::move(drawn.tasks[i].head);
            scoreGrid(experiment, within, options, seed, half.part(0.4, 0.7));
            drawn.tasks[i].head = std::move(within.head);
            scoreRivals(experiment, drawn.tasks[i], options, seed, half.part(0.7, 1));
        }
        return part.cancelled() ? Status(cancelledError()) : Done{};
    };
    return runRepeats(std::move(resume), options.base.repeats, options.base.firstSeed, context, repeat);
}

ResultTable resultTable(const TranslationExperiment &experiment)
{
    using Row = TranslationBaseline;
    return tableOf<Row>(experiment.baselines,
                        {{"method", "", &Row::method},
                         {"source\n→ target", "", +[](const Row &row) { return arrowName(row.source, row.target); }},
                         {"cosine", "Mean cosine to the true partner", &Row::cosine},
                         {"accuracy", "Accuracy of the target's own classifier on translated items", &Row::accuracy}});
}

namespace {

template <class Value> void addOnce(std::vector<Value> &values, Value value)
{
    if (std::ranges::count(values, value) == 0)
        values.push_back(value);
}

ResultPlot gridPlot(const TranslationExperiment &experiment, Side source, const char *label,
                    RepeatedValue TranslationCell::*number)
{
    std::vector<const TranslationCell *> cells;
    std::vector<int> omegas;
    std::vector<double> deltas;
    for (const TranslationCell &cell : experiment.grid) {
        if (cell.source != source || cell.target == source || (cell.*number).empty())
            continue;
        cells.push_back(&cell);
        addOnce(omegas, cell.omega);
        addOnce(deltas, cell.delta);
    }
    ResultPlot plot{.title = arrowName(source, other(source)) + ": " + label,
                    .xTitle = "pruning distance δ",
                    .yTitle = "subspaces ω"};
    plot.unit = label;
    plot.map = Eigen::MatrixXd::Zero(std::ssize(omegas), std::ssize(deltas));
    for (const int omega : omegas)
        plot.rows.push_back(std::to_string(omega));
    for (const double delta : deltas)
        plot.columns.push_back(roundedText(delta, 6));
    for (const TranslationCell *cell : cells) {
        const auto row = std::ranges::find(omegas, cell->omega) - omegas.begin();
        const auto column = std::ranges::find(deltas, cell->delta) - deltas.begin();
        plot.map(row, column) = (cell->*number).mean();
    }
    return plot;
}

ResultPlot scalePlot(const TranslationExperiment &experiment)
{
    ResultPlot plot{.title = "Accuracy of a frozen classifier by scale",
                    .xTitle = "norm of the rows (trained at 1)",
                    .yTitle = "accuracy",
                    .logarithmicX = true};
    std::vector<std::pair<std::string, Side>> heads;
    for (const ScalePoint &point : experiment.scale)
        addOnce(heads, {point.head, point.target});
    for (const auto &[head, target] : heads) {
        ResultCurve own{sideName(target) + ", own rows, " + head};
        ResultCurve translated{sideName(other(target)) + " in " + sideName(target) + ", " + head};
        for (const ScalePoint &point : experiment.scale) {
            if (point.target != target || point.head != head)
                continue;
            own.add(point.norm, point.own);
            translated.add(point.norm, point.translated);
        }
        plot.curves.push_back(std::move(own));
        plot.curves.push_back(std::move(translated));
    }
    return plot;
}

ResultPlot normPlot(const TranslationExperiment &experiment)
{
    ResultPlot plot{.title = "Lengths of the rows, as shares of their mean",
                    .xTitle = "length / mean length",
                    .yTitle = "share of items"};
    for (const NormHistogram &histogram : experiment.norms) {
        ResultCurve &curve = plot.curves.emplace_back(ResultCurve{sideName(histogram.space), ResultCurve::Kind::bars});
        double items = 0;
        for (const Index count : histogram.counts)
            items += static_cast<double>(count);
        for (std::size_t bin = 0; bin < histogram.counts.size(); ++bin) {
            curve.x.push_back(0.5 * (histogram.edges[bin] + histogram.edges[bin + 1]) /
                              std::max(1e-12, histogram.mean));
            curve.y.push_back(static_cast<double>(histogram.counts[bin]) / std::max(1.0, items));
        }
    }
    return plot;
}

} // namespace

std::vector<ResultPlot> gridPlots(const TranslationExperiment &experiment, Side source)
{
    const std::pair<const char *, RepeatedValue TranslationCell::*> numbers[] = {
        {"cosine to the true partner", &TranslationCell::cosine},
        {"condition number", &TranslationCell::conditionNumber},
        {"anchors kept", &TranslationCell::anchorsKept},
        {"accuracy", &TranslationCell::accuracy}};
    std::vector<ResultPlot> plots;
    for (const auto &[label, number] : numbers) {
        if (ResultPlot plot = gridPlot(experiment, source, label, number); plot.map.size() > 0)
            plots.push_back(std::move(plot));
    }
    return plots;
}

std::vector<ResultPlot> curvePlots(const TranslationExperiment &experiment)
{
    std::vector<ResultPlot> plots{scalePlot(experiment), normPlot(experiment)};
    std::erase_if(plots, [](const ResultPlot &each) { return each.curves.empty(); });
    return plots;
}

namespace {

ResultTable gridTable(const TranslationExperiment &experiment)
{
    using Row = TranslationCell;
    return tableOf<Row>(experiment.grid,
                        {{"source → target", "", +[](const Row &row) { return arrowName(row.source, row.target); }},
                         {"omega", "", +[](const Row &row) { return std::to_string(row.omega); }},
                         {"delta", "", +[](const Row &row) { return roundedText(row.delta, 6); }},
                         {"cosine", "", &Row::cosine},
                         {"condition number", "", &Row::conditionNumber},
                         {"anchors kept", "", &Row::anchorsKept},
                         {"accuracy", "", &Row::accuracy}});
}

ResultTable scaleTable(const TranslationExperiment &experiment)
{
    using Row = ScalePoint;
    return tableOf<Row>(experiment.scale,
                        {{"head", "", &Row::head},
                         {"of", "", +[](const Row &row) { return sideName(row.target); }},
                         {"norm of the rows", "", +[](const Row &row) { return roundedText(row.norm, 6); }},
                         {"own rows", "", &Row::own},
                         {"translated rows", "", &Row::translated}});
}

ResultTable normTable(const TranslationExperiment &experiment)
{
    using Row = NormHistogram;
    return tableOf<Row>(experiment.norms,
                        {{"space", "", +[](const Row &row) { return sideName(row.space); }},
                         {"mean norm", "", +[](const Row &row) { return roundedText(row.mean, 4); }},
                         {"deviation", "", +[](const Row &row) { return roundedText(row.deviation, 4); }}});
}

Outcome showTranslation(const TranslationExperiment &experiment, const TranslationOptions &)
{
    Outcome outcome{{gridTable(experiment), resultTable(experiment), scaleTable(experiment), normTable(experiment)}};
    for (const std::size_t table : {0, 2, 3})
        outcome.tables[table].place = ResultTable::Place::terminal;
    for (const Side source : {Side::x, Side::y})
        std::ranges::move(gridPlots(experiment, source), std::back_inserter(outcome.plots));
    std::ranges::move(curvePlots(experiment), std::back_inserter(outcome.plots));
    return outcome;
}

JsonValue meanJson(const RepeatedValue &values)
{
    return values.empty() ? JsonValue() : JsonValue(values.mean());
}

JsonArray gridJson(const TranslationExperiment &experiment)
{
    JsonArray grid;
    for (const TranslationCell &each : experiment.grid)
        grid.push_back(
            JsonObject{{"source", each.source},
                       {"target", each.target},
                       {"omega", each.omega},
                       {"delta", each.delta},
                       {"cosine", meanJson(each.cosine)},
                       {"cosine_std", each.cosine.empty() ? JsonValue() : JsonValue(each.cosine.std())},
                       {"condition_number", meanJson(each.conditionNumber)},
                       {"anchors_kept", meanJson(each.anchorsKept)},
                       {"accuracy", meanJson(each.accuracy)},
                       {"accuracy_std", each.accuracy.empty() ? JsonValue() : JsonValue(each.accuracy.std())}});
    return grid;
}

JsonObject writeTranslation(const TranslationExperiment &experiment, const TranslationOptions &options)
{
    return {{"cutoff", options.cutoff},
            {"head", options.base.stitching.head},
            {"completion", completionId(options.completion)},
            {"statistics", statisticsId(options.statistics)},
            {"score_anchors", options.base.retrieval.scoreAnchors},
            {"grid", gridJson(experiment)},
            {"correlations", JsonFields::reported(translationCorrelations(experiment))},
            {"rivals", JsonFields::reported(experiment.baselines)},
            {"scale_invariance", JsonFields::reported(experiment.scale)},
            {"norms", JsonFields::reported(experiment.norms)}};
}

} // namespace

Experiment translationEntry()
{
    return experimentOf<runTranslationExperiment, showTranslation, writeTranslation>(
        {.id = "translation",
         .label = "Translation",
         .about = "Compare inverse relative projection, for several δ and ω, with other maps.",
         .papers = "IRP Fig. 3, 6, Table 2",
         .requirements = {},
         .reads = {.anchors = true,
                   .seedPairs = true,
                   .scoreAnchors = true,
                   .head = true,
                   .trainShare = true,
                   .split = true,
                   .labels = true}});
}

} // namespace anchorscope
