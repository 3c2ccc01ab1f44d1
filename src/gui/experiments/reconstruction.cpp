// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/reconstruction.h"
#include "gui/experiments/experiments.h"
#include "gui/present/labels.h"
#include "gui/style/translate.h"

namespace anchorscope::gui {

namespace {

ExperimentOutcome showReconstruction(const ReconstructionExperiment &experiment)
{
    ExperimentOutcome outcome = outcomeOf(resultTable(experiment));
    const Thumbnails &strip = experiment.strip.picture;
    OutcomePicture picture;
    picture.title = tr("Pictures from the decoders, below the originals");
    for (const std::string &row : experiment.strip.rows) {
        const auto method = row.find(": "); // none: the originals
        picture.rows << (method == std::string::npos
                             ? QString::fromStdString(row)
                             : representationLabel(row.substr(0, method)) + QString::fromStdString(row.substr(method)));
    }
    picture.image = QImage(strip.pixels.data(), static_cast<int>(strip.width), static_cast<int>(strip.height),
                           static_cast<int>(strip.width * strip.channels),
                           strip.channels == 3 ? QImage::Format_RGB888 : QImage::Format_Grayscale8)
                        .copy();
    outcome.pictures.push_back(std::move(picture));
    return outcome;
}

} // namespace

Result<ExperimentOutcome> reconstructionOutcome(const ExperimentInput &input, const RunContext &context)
{
    ReconstructionOptions options;
    options.base = experimentOptions(input);
    return runOnPair(input, context, options, runReconstructionExperiment, showReconstruction);
}

} // namespace anchorscope::gui
