// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/pairs.h"
#include "gui/experiments/experiments.h"
#include "gui/present/labels.h"
#include "gui/style/translate.h"

namespace anchorscope::gui {

namespace {

OutcomePicture mapOf(const PairMatrix &matrix, const Eigen::MatrixXd &values, const QString &title, const QString &unit)
{
    OutcomePicture picture;
    picture.title = title;
    picture.unit = unit;
    picture.xTitle = tr("to, tested on");
    picture.yTitle = tr("from, trained on");
    picture.map = values;
    picture.spaces = true;
    for (const std::string &space : matrix.spaces)
        picture.rows << QString::fromStdString(space);
    picture.columns = picture.rows;
    return picture;
}

ExperimentOutcome showPairs(const PairMatrix &matrix)
{
    ExperimentOutcome outcome;
    outcome.columns = {{tr("From, trained on"), {}, false},
                       {tr("To, tested on"), {}, false},
                       {tr("Encoded by"), tr("True anchors, the spaces themselves, or translated"), false},
                       {tr("MRR"), {}, true},
                       {tr("Accuracy"), {}, true},
                       {tr("F1"), tr("Weighted by the numbers of test items"), true},
                       {tr("MAE"), tr("Of the labels’ values, where they are numbers"), true},
                       {tr("CKA"), tr("Linear centred kernel alignment of the spaces themselves"), true}};
    for (Index i = 0; i < matrix.alignment.rows(); ++i) {
        for (Index j = 0; j < matrix.alignment.cols(); ++j) {
            for (const char *method : {"GT", "Absolute", "IRP"}) {
                const auto mean = [&](const char *metric) {
                    return numberCell(matrix.table(method, metric).mean(i, j));
                };
                outcome.rows.push_back({textCell(QString::fromStdString(matrix.spaces[static_cast<std::size_t>(i)])),
                                        textCell(QString::fromStdString(matrix.spaces[static_cast<std::size_t>(j)])),
                                        textCell(representationLabel(method)), mean("mrr"), mean("accuracy"),
                                        mean("weighted_f1"), mean("mae"), numberCell(matrix.alignment(i, j))});
            }
        }
    }
    const Eigen::MatrixXd &mrr = matrix.table("GT", "mrr").mean, &accuracy = matrix.table("GT", "accuracy").mean;
    outcome.pictures.push_back(mapOf(matrix, mrr, tr("Retrieval by relative vectors"), tr("MRR")));
    if (accuracy.allFinite())
        outcome.pictures.push_back(mapOf(matrix, accuracy, tr("Zero-shot stitching"), tr("accuracy")));
    outcome.pictures.push_back(mapOf(matrix, matrix.alignment, tr("Linear CKA of the spaces"), tr("CKA")));
    outcome.summary = tr("Click a cell to open the pair.");
    return outcome;
}

} // namespace

Result<ExperimentOutcome> pairsOutcome(const ExperimentInput &input, const RunContext &context)
{
    return measureAndShow<PairMatrix>(
        input,
        [&](Resume<PairMatrix> resume) {
            return runPairMatrix(spacesOfFile(*input.data), spacesOptions(input), context, std::move(resume));
        },
        showPairs);
}

} // namespace anchorscope::gui
