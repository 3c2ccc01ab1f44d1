// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/pairs.h"
#include "gui/experiments/experiments.h"
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
                       {tr("MRR"), {}, true},
                       {tr("Accuracy"), {}, true},
                       {tr("CKA"), tr("Linear centred kernel alignment of the spaces themselves"), true}};
    for (Index i = 0; i < matrix.mrr.rows(); ++i) {
        for (Index j = 0; j < matrix.mrr.cols(); ++j)
            outcome.rows.push_back({textCell(QString::fromStdString(matrix.spaces[static_cast<std::size_t>(i)])),
                                    textCell(QString::fromStdString(matrix.spaces[static_cast<std::size_t>(j)])),
                                    numberCell(matrix.mrr(i, j)), numberCell(matrix.accuracy(i, j)),
                                    numberCell(matrix.alignment(i, j))});
    }
    outcome.pictures.push_back(mapOf(matrix, matrix.mrr, tr("Retrieval by relative vectors"), tr("MRR")));
    if (matrix.accuracy.allFinite())
        outcome.pictures.push_back(mapOf(matrix, matrix.accuracy, tr("Zero-shot stitching"), tr("accuracy")));
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
