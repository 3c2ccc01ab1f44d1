// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/experiment.h"
#include "core/experiments/outcome.h"
#include "core/option.h"

#include <nlohmann/json_fwd.hpp>

#include <any>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace anchorscope {

using JsonValue = nlohmann::json;

struct ExperimentRequirements
{
    /// Whether the experiment compares all spaces of a file, which have the same items, instead of X and Y.
    bool manySpaces = false;
    bool labels = false;
    bool images = false;
    bool seedsSuffice = false; ///< whether seeds from the user make a pairing unnecessary: no anchors are sampled
};

/// Members of ExperimentOptions that an experiment or another command uses, in addition to the first random seed and
/// the pre-processing. Command line and window derive options, checks and output from these flags.
struct UsedOptions
{
    bool anchors = false;
    bool seedPairs = false;  ///< whether the user's seed pairs are used
    bool seeds = false;      ///< whether the number of seeds to sample is used
    bool method = false;     ///< whether the optimizer's method and start, and the order of the items, are used
    bool search = false;     ///< whether the other settings and the limits of the optimizer are used
    bool side = false;       ///< whether the user chooses the side to optimize
    bool similarity = false; ///< whether the similarity and its settings are used
    bool learned = false;    ///< whether the settings of learned anchors and of the whitened similarity are used
    bool k = false;
    bool exact = false;        ///< whether the maximum number of items for exact scores is used
    bool scoreAnchors = false; ///< whether the user can make anchors queries
    bool head = false;
    bool headInput = false;
    bool trainShare = false;
    /// Whether the user chooses the representations to measure.
    bool methods = false;
    /// Whether all pre-processings are measured, so that the user does not choose one.
    bool everyCentring = false;
    // Files that only the command line offers as options.
    bool split = false;
    bool labels = false;
    bool dictionary = false;
    bool seedsOfSession = false; ///< whether the seeds of a session file can be used as seed pairs
};

/// Flags of experiments that find anchors by an optimizer before they score them.
inline constexpr UsedOptions foundAnchors{.anchors = true,
                                          .seedPairs = true,
                                          .seeds = true,
                                          .method = true,
                                          .search = true,
                                          .side = true,
                                          .similarity = true,
                                          .learned = true,
                                          .methods = true};

struct ExperimentRequest
{
    /// Spaces; null if the experiment compares all spaces of a file.
    const EmbeddingSet *x = nullptr, *y = nullptr;
    /// Pairing; null if not available.
    const Correspondence *pairing = nullptr;
    /// All spaces of the file; empty if the experiment compares X and Y.
    std::vector<std::shared_ptr<const EmbeddingSet>> spaces = {};
    std::any options = {}; ///< options of the type that Experiment::makeOptions() creates
    RunContext context = {};
    /// Result of an interrupted run, from which this one continues; may be empty.
    std::any partialResult = {};
    /// Callback after each step, on the thread that runs the experiment.
    std::function<void(const std::any &result)> onStep = {};
    /// Callback between two steps with a partial result.
    std::function<void(const std::any &result)> onProgress = {};
};

/// Value of Option::group for the options of the image that an experiment writes.
inline constexpr int ofImage = 1;

/// Description of one experiment of the papers (core/definitions.md, 11), from which `anchorscope-cli experiment <id>`
/// and the page of experiments in the window are built. Only the file of core/experiments that implements it knows the
/// types of its options and results; experimentOf() of experimentof.h adds the functions.
struct Experiment
{
    const char *id;
    const char *label;
    const char *about;
    const char *papers; ///< tables and figures that the experiment reproduces; may be empty
    ExperimentRequirements requirements;
    UsedOptions reads;
    int repeats = 5;

    std::any (*makeOptions)(ExperimentOptions base) = nullptr;
    ExperimentOptions &(*baseOf)(std::any &options) = nullptr;
    std::vector<Option> (*ownOptions)(std::any &options) = nullptr;
    /// Sets options that depend on other options; may be null.
    std::function<void(std::any &options)> settle = {};
    /// Adapts default options to data with few pairs; may be null.
    std::function<void(std::any &options, Index pairs)> fit = {};

    Result<std::any> (*run)(const ExperimentRequest &request) = nullptr;
    int (*repeatsOf)(const std::any &result) = nullptr;
    /// Optimizer runs (by runProtocol()) in a result; null if the experiment has none.
    const std::vector<ProtocolRun> *(*runsOf)(const std::any &result) = nullptr;
    Outcome (*show)(const std::any &result, const std::any &options) = nullptr;
    JsonValue (*write)(const std::any &result, const std::any &options) = nullptr;
    // Conversion of a result to JSON for checkpoints, and back.
    JsonValue (*save)(const std::any &result) = nullptr;
    std::any (*load)(const JsonValue &json) = nullptr;
};

/// Experiments in the order of menus. Those on X and Y need paired items.
std::span<const Experiment> experiments();

const Experiment *findExperiment(std::string_view id);

} // namespace anchorscope
