// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "core/runcontext.h"
#include "core/stopwatch.h"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

namespace anchorscope {

/// Values of one quantity over the repeats of an experiment; empty if unknown. std() is 0 for one value.
struct RepeatedValue
{
    std::vector<double> values;
    double mean() const;
    double std() const;
    bool empty() const { return values.empty(); }
    void add(double value) { values.push_back(value); }
};

/// Calls visit("name", member) for each member of a result of an experiment, for checkpoints and reports.
template <class Visitor> void describe(Visitor &visit, RepeatedValue &value)
{
    visit("values", value.values);
}

/// Appends the sentences of `more` that `notes` does not contain yet; several repeats may report the same sentence.
void addNotes(std::vector<std::string> &notes, const std::vector<std::string> &more);

/// Pearson's correlation of two lists of equal length; NaN if they have fewer than two values or a list is constant.
double pearson(const std::vector<double> &a, const std::vector<double> &b);

template <class Experiment> struct Resume
{
    Experiment partialResult = {};
    /// Callback after each step, on the thread that runs the experiment.
    std::function<void(const Experiment &)> onStep = {};
};

/// Runs the steps `done` to `count` − 1 of an experiment: step(experiment, number, context). Each step works on a copy
/// of the result, so a step that fails or is cancelled changes nothing. Ends at the first error.
template <class Experiment, class Step>
Result<Experiment> runSteps(Resume<Experiment> resume, int done, int count, const RunContext &context, const Step &step)
{
    for (int number = done; number < count; ++number) {
        const Stopwatch clock;
        Experiment next = resume.partialResult;
        const Status ended = step(next, number, context.step(number - done, count - done));
        if (context.cancelled())
            return cancelledError();
        if (!ended)
            return ended.error();
        next.seconds += clock.seconds();
        resume.partialResult = std::move(next);
        if (resume.onStep)
            resume.onStep(resume.partialResult);
    }
    return std::move(resume.partialResult);
}

/// Runs the repeats that `resume` does not contain, one for each random seed: run(experiment, seed, context).
template <class Experiment, class Run>
Result<Experiment> runRepeats(Resume<Experiment> resume, int repeats, std::uint64_t firstSeed,
                              const RunContext &context, const Run &run)
{
    const int done = resume.partialResult.repeats;
    return runSteps(std::move(resume), done, repeats, context,
                    [&](Experiment &experiment, int number, const RunContext &part) -> Status {
                        ++experiment.repeats;
                        return run(experiment, firstSeed + static_cast<std::uint64_t>(number), part);
                    });
}

/// Returns the first row for which `same` is true; if none is found, appends `fresh` and returns it.
template <class Row, class Same> Row &rowFor(std::vector<Row> &rows, Row fresh, const Same &same)
{
    const auto found = std::ranges::find_if(rows, same);
    return found != rows.end() ? *found : rows.emplace_back(std::move(fresh));
}

} // namespace anchorscope
