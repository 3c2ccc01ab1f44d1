// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/learnedanchors.h"
#include "cli/experiments/study.h"
#include "cli/json.h"
#include "cli/table.h"

namespace anchorscope::cli {

namespace {

LearningOptions readLearningOptions(OptionReader &reader, const ExperimentOptions &base)
{
    LearningOptions options;
    options.base = base;
    options.subset = base.learning.subset.value_or(options.subset);
    reader.note("param-subset", count(options.subset));
    return options;
}

Result<LearningExperiment> learn(const EmbeddingSet &x, const EmbeddingSet &y, const Correspondence &pairing,
                                 const LearningOptions &options, const RunContext &context,
                                 Resume<LearningExperiment> resume)
{
    return runLearningExperiment(x, y, pairing, options, context, std::move(resume));
}

QJsonArray curvesJson(const LearningExperiment &experiment)
{
    QJsonArray curves;
    for (const LearningCurve &curve : experiment.curves) {
        QJsonArray steps;
        for (const LearnedAnchorsStep &step : curve.steps)
            steps.append(QJsonObject{{"step", step.step},
                                     {"loss", number(step.loss)},
                                     {"jaccard", number(step.jaccard)},
                                     {"barlow", number(step.barlow)},
                                     {"alignment", number(step.alignment)},
                                     {"cohesion", number(step.cohesion)}});
        curves.append(QJsonObject{{"tested", sideId(curve.tested)}, {"steps", steps}});
    }
    return curves;
}

} // namespace

Result<Report> studyLearning(OptionReader &reader, const QString &data, const RunContext &context)
{
    const auto study = runStudy<LearningExperiment>(reader, data, context, readLearningOptions, learn);
    if (!study)
        return study.error();
    const auto &[prepared, options, experiment] = *study;
    Report report = pairReport(prepared);
    report.json["score_anchors"] = options.base.retrieval.scoreAnchors;
    report.json["subset"] = count(options.subset);
    report.json["steps"] = options.base.learning.options.steps;
    QJsonArray chosen;
    for (const double shrinkage : experiment.chosenShrinkage)
        chosen.append(number(shrinkage));
    report.json["chosen_shrinkage"] = chosen;
    report.json["curves"] = curvesJson(experiment);
    report.json["rows"] = Fields::reported(experiment.rows);
    report.text = Table(resultTable(experiment)).text();
    if (experiment.chosenShrinkage.size() == 2)
        report.text += QString("λ by Ledoit and Wolf: %1 for X, %2 for Y.\n")
                           .arg(experiment.chosenShrinkage[0], 0, 'g', 3)
                           .arg(experiment.chosenShrinkage[1], 0, 'g', 3);
    for (const LearningCurve &curve : experiment.curves) {
        if (!curve.steps.empty())
            report.text += QString("Loss without %1: %2 in the first step, %3 in the last (%4).\n")
                               .arg(sideLabel(curve.tested))
                               .arg(curve.steps.front().loss, 0, 'f', 4)
                               .arg(curve.steps.back().loss, 0, 'f', 4)
                               .arg(curve.steps.back().step);
    }
    return report;
}

} // namespace anchorscope::cli
