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

/// Requirements of an experiment on its data.
struct ExperimentRequirements
{
    /// Whether the experiment compares all spaces of a file, which have the same items, instead of X and Y.
    bool manySpaces = false;
    bool labels = false;
    bool images = false;
    bool seedsSuffice = false; ///< whether, without a pairing, the user's seeds suffice because no anchors are sampled
};

/// Flags for the members of ExperimentOptions that an experiment or another command uses, in addition to the first
/// random seed and the pre-processing. The command line and the window derive options, checks and output from them.
struct UsedOptions
{
    bool anchors = false;    ///< whether the command uses the number of anchors
    bool seedPairs = false;  ///< whether the command uses seed pairs given by the user
    bool seeds = false;      ///< whether the command uses the number of seeds to sample
    bool method = false;     ///< whether the command uses method and start of the optimizer, and the order of the items
    bool search = false;     ///< whether the command uses further settings and limits of the optimizer
    bool side = false;       ///< whether the user can choose the side that is optimized
    bool similarity = false; ///< whether the command uses the similarity and its settings
    bool learned = false;    ///< whether the command uses settings of learned anchors and of the whitened similarity
    bool k = false;          ///< whether the command uses the number of neighbours K
    bool exact = false;      ///< whether the command uses the maximum number of items for exact scores
    bool scoreAnchors = false; ///< whether the user can choose that anchors are queries too
    bool head = false;
    bool headInput = false;
    bool trainShare = false;
    /// Whether the user can choose the representations, which are the rows of the result table.
    bool methods = false;
    /// True if the experiment measures all pre-processings, so that the user does not choose one.
    bool everyCentring = false;
    // Files that only the command line offers as options.
    bool split = false;
    bool labels = false;
    bool dictionary = false;
    bool seedsOfSession = false; ///< whether a session may be given, whose seeds are used as seed pairs
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

/// Data, options and context of one run of an experiment.
struct ExperimentRequest
{
    /// Spaces X and Y; null if the experiment compares all spaces of a file.
    const EmbeddingSet *x = nullptr, *y = nullptr;
    /// Pairing of X and Y; null if not available.
    const Correspondence *pairing = nullptr;
    /// All spaces of the file; empty if the experiment compares X and Y.
    std::vector<std::shared_ptr<const EmbeddingSet>> spaces = {};
    std::any options = {}; ///< options of the type that Experiment::makeOptions() creates
    RunContext context = {};
    /// Partial result of an interrupted run, from which the run continues; may be empty.
    std::any partialResult = {};
    /// Callback after each step, on the thread that runs the experiment.
    std::function<void(const std::any &result)> onStep = {};
    /// Callback between two steps; receives a partial result.
    std::function<void(const std::any &result)> onProgress = {};
};

/// Value of Option::group that marks the options of the image that an experiment writes.
inline constexpr int ofImage = 1;

/// Description of one experiment of the papers (core/definitions.md, 11), implemented by a file of core/experiments and
/// listed by experiments(). `anchorscope-cli experiment <id>` and the page of experiments in the window are built from
/// these members. Only the implementation knows the types of its options and results; experimentOf() of experimentof.h
/// adds the functions.
struct Experiment
{
    const char *id;     ///< id of the experiment on the command line
    const char *label;  ///< label of the experiment on screen
    const char *about;  ///< description of the experiment in one sentence
    const char *papers; ///< tables and figures of the papers that the experiment reproduces; may be empty
    ExperimentRequirements requirements;
    UsedOptions reads;
    int repeats = 5; ///< default number of repeats on the command line

    /// Creates options of the type of this experiment that contain the common ones.
    std::any (*makeOptions)(ExperimentOptions base) = nullptr;
    ExperimentOptions &(*baseOf)(std::any &options) = nullptr;
    std::vector<Option> (*ownOptions)(std::any &options) = nullptr;
    /// Callback that sets options that depend on other options; may be null.
    std::function<void(std::any &options)> settle = {};
    /// Callback that adapts default options to data with few pairs; may be null.
    std::function<void(std::any &options, Index pairs)> fit = {};

    Result<std::any> (*run)(const ExperimentRequest &request) = nullptr;
    int (*repeatsOf)(const std::any &result) = nullptr;
    /// Returns the optimizer runs (by runProtocol()) in a result; null if the experiment has none.
    const std::vector<ProtocolRun> *(*runsOf)(const std::any &result) = nullptr;
    Outcome (*show)(const std::any &result, const std::any &options) = nullptr;
    /// Returns the members of the JSON report that are specific to this experiment.
    JsonValue (*write)(const std::any &result, const std::any &options) = nullptr;
    // Functions that convert a result to JSON for checkpoints, and back.
    JsonValue (*save)(const std::any &result) = nullptr;
    std::any (*load)(const JsonValue &json) = nullptr;
};

/// All experiments, in the order of menus. Experiments on X and Y need paired items.
std::span<const Experiment> experiments();

/// Finds an experiment by its id; null if not found.
const Experiment *findExperiment(std::string_view id);

} // namespace anchorscope
