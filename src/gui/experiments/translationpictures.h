// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/translation.h"
#include "gui/experiments/outcome.h"

namespace anchorscope::gui {

/// What a map over ω and δ shows.
enum class TranslationValue { Cosine, Condition, Kept, Accuracy };
QString translationValueLabel(TranslationValue value);

/// Rows: subspaces (ω); columns: pruning distance (δ). Empty map where there is no value (accuracy without labels).
OutcomePicture translationMap(const TranslationExperiment &experiment, Side source, TranslationValue value);
/// Accuracy of a frozen head by the norm of the rows (IRP Fig. 4).
OutcomePicture scalePicture(const TranslationExperiment &experiment);
/// Histograms of the lengths of the rows (IRP Fig. 5).
OutcomePicture normPicture(const TranslationExperiment &experiment);

} // namespace anchorscope::gui
