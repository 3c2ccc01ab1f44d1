// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/experiments/fields.h"

#include "cli/json.h"

#include <QByteArray>

#include <limits>

namespace anchorscope::cli {

namespace {

template <class Matrix> QJsonValue putMatrix(const Matrix &values)
{
    QJsonArray rows;
    for (Eigen::Index i = 0; i < values.rows(); ++i) {
        QJsonArray row;
        for (Eigen::Index j = 0; j < values.cols(); ++j)
            row.append(number(static_cast<double>(values(i, j))));
        rows.append(row);
    }
    return rows;
}

/// Rows of unequal length are cut to the first one's or filled with zeros.
template <class Matrix> void getMatrix(const QJsonValue &json, Matrix &values)
{
    const QJsonArray rows = json.toArray();
    const qsizetype columns = rows.isEmpty() ? 0 : rows.first().toArray().size();
    values.setZero(rows.size(), columns);
    for (qsizetype i = 0; i < rows.size(); ++i) {
        const QJsonArray row = rows[i].toArray();
        for (qsizetype j = 0; j < std::min(columns, row.size()); ++j) {
            if constexpr (std::is_same_v<typename Matrix::Scalar, double>)
                values(i, j) = row[j].toDouble(std::numeric_limits<double>::quiet_NaN());
            else
                values(i, j) = row[j].toInt();
        }
    }
}

} // namespace

QJsonValue Fields::put(double value)
{
    return number(value);
}

QJsonValue Fields::put(const std::string &value)
{
    return QString::fromStdString(value);
}

QJsonValue Fields::put(Side side)
{
    return sideId(side);
}

QJsonValue Fields::put(const std::vector<std::uint8_t> &bytes)
{
    const auto *data = reinterpret_cast<const char *>(bytes.data());
    return QString::fromLatin1(QByteArray::fromRawData(data, static_cast<qsizetype>(bytes.size())).toBase64());
}

QJsonValue Fields::put(const Eigen::MatrixXd &values)
{
    return putMatrix(values);
}

QJsonValue Fields::put(const Eigen::MatrixXi &values)
{
    return putMatrix(values);
}

void Fields::get(const QJsonValue &json, double &value)
{
    value = json.toDouble(std::numeric_limits<double>::quiet_NaN());
}

void Fields::get(const QJsonValue &json, std::string &value)
{
    value = json.toString().toStdString();
}

void Fields::get(const QJsonValue &json, Side &side)
{
    // Checkpoints of version 0.1 hold the code of the letter.
    side = json.toString() == sideId(Side::x) || json.toInt() == 'x' ? Side::x : Side::y;
}

void Fields::get(const QJsonValue &json, std::vector<std::uint8_t> &bytes)
{
    const QByteArray decoded = QByteArray::fromBase64(json.toString().toLatin1());
    bytes.assign(decoded.begin(), decoded.end());
}

void Fields::get(const QJsonValue &json, Eigen::MatrixXd &values)
{
    getMatrix(json, values);
}

void Fields::get(const QJsonValue &json, Eigen::MatrixXi &values)
{
    getMatrix(json, values);
}

void Fields::describe(Fields &fields, Repeated &value)
{
    fields("values", value.values);
}

void Fields::describe(Fields &fields, IterationStats &stats)
{
    forEachIterationField([&](const char *name, auto member) { fields(name, stats.*member); });
}

void Fields::describe(Fields &fields, StartSummary &start)
{
    fields("iterations", start.iterations)("loss", start.loss)("won", start.won)("converged", start.converged);
    fields("right", start.right);
}

void Fields::describe(Fields &fields, HintSummary &hint)
{
    fields("weight", hint.weight)("removed", hint.removed)("agreeing", hint.agreeing)("by_chance", hint.byChance);
    fields("without", hint.without)("with", hint.with)("right", hint.right);
}

void Fields::describe(Fields &fields, ProtocolRun &run)
{
    // What reports say of a run; its anchors are not needed again.
    OptimizeSummary &summary = run.summary;
    fields("seed", run.seed)("side", run.side)("termination", summary.termination)("method", summary.methodUsed);
    fields("message", summary.message)("history", summary.history)("loss", summary.loss)("right", summary.right);
    fields("start", summary.start)("starts", summary.starts)("hint", summary.hint)("seconds", summary.seconds);
}

void Fields::describe(Fields &fields, Thumbnails &picture)
{
    fields("height", picture.height)("width", picture.width)("channels", picture.channels)("pixels", picture.pixels);
}

void Fields::describe(Fields &fields, RetrievalExperimentRow &row)
{
    fields("method", row.method)("direction", row.direction)("degenerate", row.degenerate)("exact", row.exact);
    fields("queries", row.queries)("left_out", row.leftOut);
    for (const Metric &metric : metrics())
        fields(metric.id, row.of(metric.score));
}

void Fields::describe(Fields &fields, RetrievalExperiment &experiment)
{
    fields("rows", experiment.rows)("runs", experiment.runs)("repeats", experiment.repeats);
    fields("seconds", experiment.seconds)("notes", experiment.notes)("dictionary", experiment.dictionary);
}

void Fields::describe(Fields &fields, DictionaryRow &row)
{
    fields("method", row.method)("words", row.words)("mrr", row.mrr)("p_at_1", row.pAt1)("p_at_5", row.pAt5);
    fields("p_at_10", row.pAt10)("csls_mrr", row.cslsMrr)("csls_p_at_1", row.cslsPAt1);
    fields("csls_p_at_5", row.cslsPAt5)("csls_p_at_10", row.cslsPAt10);
}

void Fields::describe(Fields &fields, StitchExperimentRow &row)
{
    fields("representation", row.representation)("train", row.trainSpace)("test", row.testSpace);
    fields("possible", row.possible)("accuracy", row.accuracy)("weighted_f1", row.weightedF1);
    fields("macro_f1", row.macroF1)("mae", row.mae)("confusion", row.confusion);
}

void Fields::describe(Fields &fields, StitchExperiment &experiment)
{
    fields("classes", experiment.classes)("train_items", experiment.trainItems)("test_items", experiment.testItems);
    fields("rows", experiment.rows)("runs", experiment.runs)("repeats", experiment.repeats);
    fields("seconds", experiment.seconds)("notes", experiment.notes);
}

void Fields::describe(Fields &fields, AnchorCurvePoint &point)
{
    fields("anchors", point.anchors)("value", point.value);
}

void Fields::describe(Fields &fields, AnchorCurve &curve)
{
    fields("sampler", curve.sampler)("metric", curve.metric)("points", curve.points);
}

void Fields::describe(Fields &fields, AnchorCountExperiment &experiment)
{
    fields("curves", experiment.curves)("repeats", experiment.repeats)("seconds", experiment.seconds);
}

void Fields::describe(Fields &fields, ShareEstimate &share)
{
    fields("value", share.value)("low", share.low)("high", share.high);
}

void Fields::describe(Fields &fields, KnownPairsPoint &point)
{
    fields("pairs", point.pairs)("left_out", point.leftOut)("found", point.found)("mrr", point.mrr);
    fields("seconds", point.seconds)("share", point.share);
}

void Fields::describe(Fields &fields, ExtrapolatedPoint &point)
{
    fields("pairs", point.pairs)("share", point.share);
}

void Fields::describe(Fields &fields, KnownPairsExperiment &experiment)
{
    fields("known_pairs", experiment.knownPairs)("points", experiment.points);
    fields("extrapolated", experiment.extrapolated)("repeats", experiment.repeats)("seconds", experiment.seconds);
}

void Fields::describe(Fields &fields, TranslationCell &cell)
{
    fields("source", cell.source)("target", cell.target)("omega", cell.omega)("delta", cell.delta);
    fields("cosine", cell.cosine)("condition_number", cell.conditionNumber)("anchors_kept", cell.anchorsKept);
    fields("accuracy", cell.accuracy);
}

void Fields::describe(Fields &fields, TranslationRival &rival)
{
    fields("method", rival.method)("source", rival.source)("target", rival.target)("cosine", rival.cosine);
    fields("accuracy", rival.accuracy);
}

void Fields::describe(Fields &fields, ScalePoint &point)
{
    fields("head", point.head)("target", point.target)("norm", point.norm)("own", point.own);
    fields("translated", point.translated);
}

void Fields::describe(Fields &fields, TranslationExperiment &experiment)
{
    // The lengths of the rows are counted anew; they depend on no repeat.
    fields("grid", experiment.grid)("rivals", experiment.rivals)("scale", experiment.scale);
    fields("repeats", experiment.repeats)("seconds", experiment.seconds);
}

void Fields::describe(Fields &fields, QuantizationPoint &point)
{
    fields("threshold", point.threshold)("clusters_x", point.clustersOfX)("clusters_y", point.clustersOfY);
    fields("distance", point.distance)("euclidean", point.euclidean);
}

void Fields::describe(Fields &fields, QuantizationExperiment &experiment)
{
    fields("points", experiment.points)("repeats", experiment.repeats)("seconds", experiment.seconds);
}

void Fields::describe(Fields &fields, ReconstructionRow &row)
{
    fields("representation", row.representation)("encoder", row.encoder)("decoder", row.decoder);
    fields("possible", row.possible)("mse", row.mse);
}

void Fields::describe(Fields &fields, ReconstructionExperiment &experiment)
{
    fields("rows", experiment.rows)("strip_rows", experiment.strip.rows)("strip", experiment.strip.picture);
    fields("runs", experiment.runs)("train_items", experiment.trainItems)("test_items", experiment.testItems);
    fields("repeats", experiment.repeats)("seconds", experiment.seconds)("notes", experiment.notes);
}

void Fields::describe(Fields &fields, ProxyPoint &point)
{
    fields("space", point.space)("similarity", point.similarity)("accuracy", point.accuracy);
}

void Fields::describe(Fields &fields, ProxyGroup &group)
{
    fields("name", group.name)("spaces", group.spaces)("pearson", group.pearson)("kept", group.kept);
}

void Fields::describe(Fields &fields, ProxyExperiment &experiment)
{
    fields("reference", experiment.reference)("points", experiment.points)("pearson", experiment.pearson);
    fields("groups", experiment.groups)("mean_pearson", experiment.meanPearson);
    fields("slope", experiment.slope)("intercept", experiment.intercept)("repeats", experiment.repeats);
    fields("seconds", experiment.seconds);
}

void Fields::describe(Fields &fields, PairTable &table)
{
    fields("method", table.method)("metric", table.metric)("mean", table.mean)("squares", table.squares);
}

void Fields::describe(Fields &fields, PairVerdict &verdict)
{
    fields("x", verdict.x)("y", verdict.y)("alignment", verdict.alignment);
    fields("estimate", verdict.estimate)("right", verdict.right);
}

void Fields::describe(Fields &fields, PairMatrix &matrix)
{
    fields("spaces", matrix.spaces)("tables", matrix.tables)("cka", matrix.alignment);
    fields("mutual_knn", matrix.neighbours)("verdicts", matrix.verdicts);
    fields("repeats", matrix.repeats)("seconds", matrix.seconds);
}

void Fields::describe(Fields &fields, LearnedAnchorsStep &step)
{
    fields("step", step.step)("loss", step.loss)("jaccard", step.jaccard)("barlow", step.barlow);
    fields("alignment", step.alignment)("cohesion", step.cohesion)("seconds", step.seconds);
}

void Fields::describe(Fields &fields, LearningCurve &curve)
{
    fields("tested", curve.tested)("steps", curve.steps);
}

void Fields::describe(Fields &fields, LearningRow &row)
{
    fields("method", row.method)("direction", row.direction)("mrr", row.mrr)("accuracy", row.accuracy);
}

void Fields::describe(Fields &fields, LearningExperiment &experiment)
{
    fields("curves", experiment.curves)("rows", experiment.rows)("repeats", experiment.repeats);
    fields("seconds", experiment.seconds)("chosen_shrinkage", experiment.chosenShrinkage);
}

void Fields::describe(Fields &fields, WeakEncoderRow &row)
{
    fields("representation", row.representation)("classifier", row.classifier)("accuracy", row.accuracy);
    fields("weighted_f1", row.weightedF1)("gain", row.gain);
}

void Fields::describe(Fields &fields, WeakEncoderExperiment &experiment)
{
    fields("rows", experiment.rows)("repeats", experiment.repeats)("seconds", experiment.seconds);
    fields("classes", experiment.classes)("train_items", experiment.trainItems)("test_items", experiment.testItems);
}

} // namespace anchorscope::cli
