// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/experiments/checkpoint.h"
#include "cli/experiments/prepared.h"
#include "cli/signals.h"

namespace anchorscope::cli {

/// An experiment on two spaces, from the command line to what it measured.
template <class Experiment, class Options> struct Study
{
    Prepared prepared;
    Options options;
    Experiment experiment;
};

/// Runs run(resume), which a signal may end: what was measured by then is the result, if it is a repeat at least, with
/// a warning.
template <class Experiment, class Run>
Result<Experiment> runUntilSignal(Resume<Experiment> resume, int repeats, std::vector<std::string> &warnings,
                                  const Run &run)
{
    Experiment kept = resume.soFar;
    resume.onStep = [&kept, keep = std::move(resume.onStep)](const Experiment &experiment) {
        kept = experiment;
        if (keep)
            keep(experiment);
    };
    Result<Experiment> experiment = run(std::move(resume));
    if (experiment || receivedSignal() == 0 || kept.repeats == 0)
        return experiment;
    const bool part = kept.repeats < repeats;
    warnings.push_back("Stopped before the end; only the completed measurements are shown" +
                       (part ? ": " + std::to_string(kept.repeats) + " of " + std::to_string(repeats) + " repeats."
                             : std::string(".")));
    return kept;
}

/// Reads options and data, goes on from a checkpoint and measures: readOptions(reader, options that all experiments
/// have) gives those of this one, run(x, y, pairing, options, context, resume) the experiment.
template <class Experiment, class ReadOptions, class Run>
auto runStudy(OptionReader &reader, const QString &data, const RunContext &context, const ReadOptions &readOptions,
              const Run &run)
{
    using Options = decltype(readOptions(reader, ExperimentOptions()));
    using Outcome = Result<Study<Experiment, Options>>;
    auto prepared = prepareExperiment(reader, data, context.part(0, 0.05));
    if (!prepared)
        return Outcome(prepared.error());
    io::SpacePair &pair = prepared->data.pair;
    prepared->options.onPrepared = [&pair] { freeVectors(pair); };
    auto options = readOptions(reader, prepared->options);
    if (const Status read = reader.status(); !read)
        return Outcome(read.error());
    auto resume = resumeFrom<Experiment>(reader, data, prepared->options.repeats, context.communicator);
    if (!resume)
        return Outcome(resume.error());
    int &wanted = prepared->options.repeats;
    auto experiment = runUntilSignal(std::move(*resume), wanted, pair.warnings, [&](Resume<Experiment> from) {
        return run(*pair.x, *pair.y, pair.pairing, options, context.part(0.05, 1), std::move(from));
    });
    if (!experiment)
        return Outcome(experiment.error());
    prepared->options.onPrepared = {};
    wanted = experiment->repeats;
    return Outcome(Study<Experiment, Options>{std::move(*prepared), std::move(options), std::move(*experiment)});
}

/// For experiments without options of their own.
inline ExperimentOptions sameOptions(OptionReader &, const ExperimentOptions &options)
{
    return options;
}

} // namespace anchorscope::cli
