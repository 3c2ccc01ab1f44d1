// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/json.h"
#include "core/experiments/registry.h"

namespace anchorscope {

/// Implements the functions of an Experiment, which pass results and options as std::any. Result_ must have describe(),
/// and Options must have fields(). Options is ExperimentOptions, or has a member `base` of this type.
template <class Result_, class Options> struct ExperimentOf
{
    static const Options &in(const std::any &options) { return *std::any_cast<Options>(&options); }
    static const Result_ &of(const std::any &result) { return *std::any_cast<Result_>(&result); }

    static ExperimentOptions &baseOf(std::any &options)
    {
        auto &own = *std::any_cast<Options>(&options);
        if constexpr (std::is_same_v<Options, ExperimentOptions>)
            return own;
        else
            return own.base;
    }
    static std::any makeOptions(ExperimentOptions base)
    {
        std::any options = Options();
        baseOf(options) = std::move(base);
        return options;
    }
    static std::vector<Option> ownOptions(std::any &options)
    {
        if constexpr (std::is_same_v<Options, ExperimentOptions>)
            return {};
        else
            return optionsOf(*std::any_cast<Options>(&options));
    }
    static Resume<Result_> resume(const ExperimentRequest &request)
    {
        Resume<Result_> resume;
        if (const auto *partialResult = std::any_cast<Result_>(&request.partialResult))
            resume.partialResult = *partialResult;
        if (request.onStep)
            resume.onStep = [&request](const Result_ &result) { request.onStep(result); };
        return resume;
    }
    template <auto run> static Result<std::any> measure(const ExperimentRequest &request)
    {
        const auto measured = [&] {
            const Options &options = in(request.options);
            if constexpr (std::is_invocable_v<decltype(run), const ExperimentRequest &, const Options &,
                                              Resume<Result_>>)
                return run(request, options, resume(request));
            else if constexpr (requires { run(request.spaces, options, request.context, resume(request)); })
                return run(request.spaces, options, request.context, resume(request));
            else
                return run(*request.x, *request.y, *request.pairing, options, request.context, resume(request));
        }();
        if (!measured)
            return measured.error();
        return std::any(*measured);
    }
    static const std::vector<ProtocolRun> *runsOf(const std::any &result)
    {
        if constexpr (requires(Result_ each) { each.runs; })
            return &of(result).runs;
        else
            return nullptr;
    }
    static int repeatsOf(const std::any &result) { return of(result).repeats; }
    static JsonValue save(const std::any &result) { return JsonFields::written(of(result)); }
    static std::any load(const JsonValue &json) { return JsonFields::read<Result_>(json); }
};

/// Adds the functions to an Experiment. run() takes either X and Y, or all spaces, or an ExperimentRequest, and returns
/// the result. show(result, options) converts the result for the screen, write(result, options) to JSON. The parameters
/// of show() determine the types of result and options.
template <auto run, auto show, auto write, class Result_, class Options>
Experiment experimentOf(Experiment experiment, Outcome (*)(const Result_ &, const Options &))
{
    using Own = ExperimentOf<Result_, Options>;
    experiment.makeOptions = Own::makeOptions;
    experiment.baseOf = Own::baseOf;
    experiment.ownOptions = Own::ownOptions;
    experiment.run = Own::template measure<run>;
    experiment.repeatsOf = Own::repeatsOf;
    experiment.runsOf = Own::runsOf;
    experiment.show = [](const std::any &result, const std::any &options) {
        return show(Own::of(result), Own::in(options));
    };
    experiment.write = [](const std::any &result, const std::any &options) {
        return JsonValue(write(Own::of(result), Own::in(options)));
    };
    experiment.save = Own::save;
    experiment.load = Own::load;
    return experiment;
}

template <auto run, auto show, auto write> Experiment experimentOf(Experiment experiment)
{
    return experimentOf<run, show, write>(std::move(experiment), show);
}

} // namespace anchorscope
