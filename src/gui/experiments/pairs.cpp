// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/pairs.h"
#include "gui/experiments/experiments.h"
#include "gui/present/labels.h"
#include "gui/style/translate.h"

#include <cmath>
#include <limits>

namespace anchorscope::gui {

namespace {

OutcomePicture mapOf(const PairMatrix &matrix, const Eigen::MatrixXd &values, const QString &title, const QString &unit)
{
    OutcomePicture picture;
    picture.title = title;
    picture.unit = unit;
    picture.xTitle = picture.yTitle = tr("space");
    picture.map = values;
    picture.spaces = true;
    for (const std::string &space : matrix.spaces)
        picture.rows << QString::fromStdString(space);
    picture.columns = picture.rows;
    return picture;
}

ResultCell meanCell(const PairMatrix &matrix, const char *method, const char *metric, Index i, Index j)
{
    const PairTable &table = matrix.table(method, metric);
    ResultCell cell = numberCell(table.mean(i, j));
    if (matrix.repeats > 1 && cell.value)
        cell.text += " ± " + numberCell(table.deviation(matrix.repeats)(i, j)).text;
    return cell;
}

/// The share of right partners that each verdict estimates; NaN where nothing was aligned, and on the diagonal.
Eigen::MatrixXd estimates(const PairMatrix &matrix)
{
    Eigen::MatrixXd shares = Eigen::MatrixXd::Constant(matrix.alignment.rows(), matrix.alignment.cols(),
                                                       std::numeric_limits<double>::quiet_NaN());
    for (const PairVerdict &verdict : matrix.verdicts)
        shares(verdict.x, verdict.y) = shares(verdict.y, verdict.x) = verdict.estimate;
    return shares;
}

std::vector<ResultCell> lineOf(const PairMatrix &matrix, const char *method, Index i, Index j)
{
    const auto name = [&](Index space) { return ResultCell{matrix.spaces[static_cast<std::size_t>(space)]}; };
    std::vector<ResultCell> line{name(i), name(j), {rowLabel(method)}};
    for (const char *metric : {"mrr", "accuracy", "weighted_f1", "mae"})
        line.push_back(meanCell(matrix, method, metric, i, j));
    line.push_back(numberCell(matrix.alignment(i, j)));
    line.push_back(numberCell(matrix.neighbours(i, j)));
    if (matrix.verdicts.empty())
        return line;
    const PairVerdict *verdict = matrix.verdict(i, j);
    line.push_back({verdict ? verdict->alignment : "–"});
    line.push_back(numberCell(verdict ? verdict->estimate : std::numeric_limits<double>::quiet_NaN()));
    return line;
}

ExperimentOutcome showPairs(const PairMatrix &matrix)
{
    ResultTable table{
        {{"queries,\nclassifier", "Space of the queries (MRR) and of the classifier (accuracy, F1, MAE)", false},
         {"index,\nvectors", "Space that is searched (MRR) and whose vectors are classified", false},
         {"encoded by", "True anchors, the spaces themselves, or translated", false},
         {"MRR"},
         {"accuracy"},
         {"F1", "Weighted by the numbers of test items"},
         {"MAE", "Mean absolute error, if the labels are numbers"},
         {"CKA", "Linear centred kernel alignment of the spaces themselves"},
         {"mutual 10-NN", "Share of an item’s 10 nearest neighbours that both spaces agree on"}},
        {}};
    if (!matrix.verdicts.empty())
        table.columns.insert(table.columns.end(),
                             {{"verdict", "Verdict of a run from a few known pairs", false},
                              {"estimated correct", "Share of correct matches that the verdict estimates"}});
    for (Index i = 0; i < matrix.alignment.rows(); ++i) {
        for (Index j = 0; j < matrix.alignment.cols(); ++j) {
            for (const char *method : {"GT", "Absolute", "IRP"})
                table.rows.push_back(lineOf(matrix, method, i, j));
        }
    }
    ExperimentOutcome outcome = outcomeOf(table);
    const Eigen::MatrixXd &mrr = matrix.table("GT", "mrr").mean, &f1 = matrix.table("GT", "weighted_f1").mean;
    outcome.pictures.push_back(mapOf(matrix, mrr, tr("Retrieval with relative vectors"), tr("MRR")));
    outcome.pictures.back().yTitle = tr("queries");
    outcome.pictures.back().xTitle = tr("index");
    if (f1.allFinite()) {
        outcome.pictures.push_back(mapOf(matrix, f1, tr("Zero-shot stitching"), tr("F1")));
        outcome.pictures.back().yTitle = tr("classifier of");
        outcome.pictures.back().xTitle = tr("vectors of");
    }
    outcome.pictures.push_back(mapOf(matrix, matrix.alignment, tr("Linear CKA of the spaces"), tr("CKA")));
    outcome.pictures.push_back(mapOf(matrix, matrix.neighbours, tr("Mutual nearest neighbours"), tr("share")));
    if (!matrix.verdicts.empty())
        outcome.pictures.push_back(
            mapOf(matrix, estimates(matrix), tr("Aligned from a few pairs"), tr("estimated correct")));
    outcome.summary = tr("Click a cell to open the comparison.");
    return outcome;
}

} // namespace

Result<ExperimentOutcome> pairsOutcome(const ExperimentInput &input, const RunContext &context)
{
    return measureAndShow<PairMatrix>(
        input,
        [&](Resume<PairMatrix> resume) {
            return runPairMatrix(spacesOfFile(*input.data),
                                 {spacesOptions(input), input.setup.experiments.verdictSeeds}, context,
                                 std::move(resume));
        },
        showPairs);
}

} // namespace anchorscope::gui
