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
    ExperimentOutcome outcome = outcomeOf(resultTable(experiment));
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
