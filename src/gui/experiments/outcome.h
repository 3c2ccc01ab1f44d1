// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/experiment.h"
#include "gui/present/tablemodel.h"
#include "gui/state/loadeddata.h"
#include "gui/state/setup.h"
#include "gui/views/bandchart.h"

#include <Eigen/Core>

#include <QImage>

#include <any>
#include <optional>

namespace anchorscope::gui {

/// One picture of an outcome: curves, a map, or an image; those that are empty are not meant.
struct OutcomePicture
{
    QString title, xTitle, yTitle;
    bool logarithmicX = false;
    std::vector<BandSeries> series;
    Eigen::MatrixXd map;
    QStringList rows, columns; ///< of the map
    QString unit;
    bool spaces = false; ///< rows and columns of the map are spaces: a click opens the pair
    QImage image;
};

/// What an experiment hands over to the page: made by the job, only shown by the views.
struct ExperimentOutcome
{
    struct Cell
    {
        QString text;
        QVariant value; ///< for sorting and exports; invalid: the text
    };
    QString id, label;
    QList<TableModel::Column> columns;
    std::vector<std::vector<Cell>> rows;
    std::vector<OutcomePicture> pictures;
    QString provenance;
    QString summary;       ///< a sentence, may be empty
    int repeats = 0;       ///< behind the numbers
    bool complete = false; ///< false: more was to come
    std::any measured;     ///< the experiment of core, to go on from
};

/// What an experiment of the window reads; owned by its job.
struct ExperimentInput
{
    std::shared_ptr<const LoadedData> data;
    Setup setup;
    int repeats = 3;
    std::any soFar = {};                                  ///< ExperimentOutcome::measured of an interrupted one
    std::function<void(ExperimentOutcome)> onPartly = {}; ///< called on the computing thread
};

/// One experiment of the window (core/README.md, 11).
struct ExperimentKind
{
    const char *id;    ///< as on the command line
    const char *label; ///< as on screen
    const char *about; ///< a sentence with the figure of the paper
    /// Why it cannot be run on these data, or an empty string.
    QString (*obstacle)(const LoadedData &data);
    Result<ExperimentOutcome> (*run)(const ExperimentInput &input, const RunContext &context);
};
const std::vector<ExperimentKind> &experimentKinds();

// The pieces that the kinds are made of.
ExperimentOptions experimentOptions(const ExperimentInput &input);
ExperimentOutcome::Cell textCell(const QString &text);
ExperimentOutcome::Cell numberCell(double value, int decimals = 3);
ExperimentOutcome::Cell repeatedCell(const Repeated &values, int decimals = 3);

/// Runs an experiment of core from where it was interrupted, measure(resume), and shows what it measured, after every
/// step too, show(experiment).
template <class Experiment, class Measure, class Show>
Result<ExperimentOutcome> measureAndShow(const ExperimentInput &input, const Measure &measure, const Show &show)
{
    const auto shown = [&](const Experiment &experiment, bool complete) {
        ExperimentOutcome outcome = show(experiment);
        outcome.repeats = experiment.repeats;
        outcome.complete = complete;
        outcome.measured = experiment;
        return outcome;
    };
    Resume<Experiment> resume;
    if (const auto *soFar = std::any_cast<Experiment>(&input.soFar))
        resume.soFar = *soFar;
    resume.onStep = [&](const Experiment &experiment) {
        if (input.onPartly && experiment.repeats > 0)
            input.onPartly(shown(experiment, false));
    };
    const auto experiment = measure(std::move(resume));
    if (!experiment)
        return experiment.error();
    return shown(*experiment, true);
}

/// The same with the two spaces of the window.
template <class Experiment, class Options, class Show>
Result<ExperimentOutcome> runOnPair(const ExperimentInput &input, const RunContext &context, const Options &options,
                                    Result<Experiment> (*run)(const EmbeddingSet &, const EmbeddingSet &,
                                                              const Correspondence &, const Options &,
                                                              const RunContext &, Resume<Experiment>),
                                    const Show &show)
{
    const io::SpacePair &pair = input.data->pair;
    return measureAndShow<Experiment>(
        input,
        [&](Resume<Experiment> resume) {
            return run(*pair.x, *pair.y, pair.pairing, options, context, std::move(resume));
        },
        show);
}

Result<ExperimentOutcome> runRetrievalKind(const ExperimentInput &input, const RunContext &context);
Result<ExperimentOutcome> runStitchingKind(const ExperimentInput &input, const RunContext &context);
Result<ExperimentOutcome> runAnchorCountKind(const ExperimentInput &input, const RunContext &context);
Result<ExperimentOutcome> runTranslationKind(const ExperimentInput &input, const RunContext &context);
Result<ExperimentOutcome> runLearningKind(const ExperimentInput &input, const RunContext &context);
Result<ExperimentOutcome> runQuantizationKind(const ExperimentInput &input, const RunContext &context);
Result<ExperimentOutcome> runProxyKind(const ExperimentInput &input, const RunContext &context);
Result<ExperimentOutcome> runPairsKind(const ExperimentInput &input, const RunContext &context);
Result<ExperimentOutcome> runReconstructionKind(const ExperimentInput &input, const RunContext &context);

} // namespace anchorscope::gui
