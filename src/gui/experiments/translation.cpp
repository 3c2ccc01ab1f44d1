// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/translation.h"
#include "gui/experiments/experiments.h"
#include "gui/experiments/translationpictures.h"
#include "gui/present/labels.h"
#include "gui/style/translate.h"

namespace anchorscope::gui {

namespace {

ExperimentOutcome showTranslation(const TranslationExperiment &experiment)
{
    ExperimentOutcome outcome;
    outcome.columns = {{tr("Method"), {}, false},
                       {tr("Source\n→ target"), {}, false},
                       {tr("Cosine"), tr("Mean cosine to the true partner"), true},
                       {tr("Accuracy"), tr("Accuracy of the target's own classifier on translated items"), true}};
    for (const TranslationRival &rival : experiment.rivals)
        outcome.rows.push_back({textCell(QString::fromStdString(rival.method)),
                                textCell(arrowLabel(rival.source, rival.target)), repeatedCell(rival.cosine),
                                repeatedCell(rival.accuracy)});
    for (const Side source : {Side::x, Side::y}) {
        for (const TranslationValue value : {TranslationValue::Cosine, TranslationValue::Condition,
                                             TranslationValue::Kept, TranslationValue::Accuracy})
            outcome.pictures.push_back(translationMap(experiment, source, value));
    }
    outcome.pictures.push_back(scalePicture(experiment));
    outcome.pictures.push_back(normPicture(experiment));
    std::erase_if(outcome.pictures,
                  [](const OutcomePicture &each) { return each.map.size() == 0 && each.series.empty(); });
    return outcome;
}

} // namespace

Result<ExperimentOutcome> translationOutcome(const ExperimentInput &input, const RunContext &context)
{
    TranslationOptions options;
    options.base = experimentOptions(input);
    options.completion = input.setup.experiments.completion;
    return runOnPair(input, context, options, runTranslationExperiment, showTranslation);
}

} // namespace anchorscope::gui
