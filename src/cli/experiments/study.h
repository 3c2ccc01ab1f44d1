// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/experiments/checkpoint.h"
#include "cli/experiments/prepared.h"

namespace anchorscope::cli {

/// An experiment on two spaces, from the command line to what it measured.
template <class Experiment, class Options> struct Study
{
    Prepared prepared;
    Options options;
    Experiment experiment;
};

/// Reads options and data, goes on from a checkpoint and measures: readOptions(parser, options that all experiments
/// have) gives those of this one, run(x, y, pairing, options, context, resume) the experiment.
template <class Experiment, class ReadOptions, class Run>
auto runStudy(const QCommandLineParser &parser, const QString &data, Purpose purpose, int repeats,
              const RunContext &context, const ReadOptions &readOptions, const Run &run)
{
    using Options = std::decay_t<decltype(*readOptions(parser, ExperimentOptions()))>;
    using Outcome = Result<Study<Experiment, Options>>;
    auto prepared = prepareExperiment(parser, data, purpose, repeats, context.part(0, 0.05));
    if (!prepared)
        return Outcome(prepared.error());
    auto options = readOptions(parser, prepared->options);
    if (!options)
        return Outcome(options.error());
    auto resume = resumeFrom<Experiment>(parser, data, prepared->options.repeats);
    if (!resume)
        return Outcome(resume.error());
    const io::SpacePair &pair = prepared->data.pair;
    auto experiment = run(*pair.x, *pair.y, pair.pairing, *options, context.part(0.05, 1), std::move(*resume));
    if (!experiment)
        return Outcome(experiment.error());
    return Outcome(Study<Experiment, Options>{std::move(*prepared), std::move(*options), std::move(*experiment)});
}

/// For experiments without options of their own.
inline Result<ExperimentOptions> sameOptions(const QCommandLineParser &, const ExperimentOptions &options)
{
    return options;
}

} // namespace anchorscope::cli
