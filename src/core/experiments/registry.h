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

/// Requirements of an experiment on the data.
struct ExperimentRequirements
{
    bool manySpaces = false; ///< true: compares all spaces of a file over the same items, instead of X and Y
    bool labels = false;
    bool images = false;
    bool seedsSuffice = false; ///< true: without a pairing the user's seeds suffice; no anchors are drawn
};

/// Fields of ExperimentOptions that an experiment or another command uses, in addition to first seed and
/// pre-processing. The command line and the window derive options, checks and output from it.
struct UsedOptions
{
    bool anchors = false;      ///< uses the number of anchors
    bool seedPairs = false;    ///< uses seed pairs given by the user
    bool seeds = false;        ///< uses the number of drawn seeds
    bool method = false;       ///< uses method, start, and the order of the items in the files
    bool search = false;       ///< uses further settings and limits of the methods
    bool side = false;         ///< uses the choice of the optimized side
    bool similarity = false;   ///< uses the similarity and its settings
    bool learned = false;      ///< uses learned anchors, and the settings of the whitened similarity
    bool k = false;            ///< uses the number of neighbours
    bool exact = false;        ///< uses the maximum number of items for exact scores
    bool scoreAnchors = false; ///< has the option to score anchors
    bool head = false;
    bool headInput = false;
    bool trainShare = false;
    bool methods = false;       ///< uses the choice of representations, which are rows of the table
    bool everyCentring = false; ///< measures all pre-processings, so that none is chosen
    // Files, which are options of the command line only.
    bool split = false;
    bool labels = false;
    bool dictionary = false;
    bool seedsOfSession = false; ///< accepts a session whose seeds are used as seed pairs
};

/// Options used by experiments that find anchors before they score them.
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
    const EmbeddingSet *x = nullptr, *y = nullptr;                ///< spaces X and Y; null if all spaces of a file are
                                                                  ///< compared
    const Correspondence *pairing = nullptr;                      ///< pairing of X and Y, if it is known
    std::vector<std::shared_ptr<const EmbeddingSet>> spaces = {}; ///< all spaces of the file; empty if X and Y are
                                                                  ///< compared
    std::any options = {};                                        ///< options made by Experiment::makeOptions()
    RunContext context = {};
    std::any partialResult = {};                             ///< partial result of an interrupted run, to continue; or
                                                             ///< empty
    std::function<void(const std::any &result)> onStep = {}; ///< callback after each step, on the computing thread
    std::function<void(const std::any &result)> onProgress = {}; ///< callback between steps with a partial result
};

/// Option::group of options for the image that an experiment writes.
inline constexpr int ofImage = 1;

/// One experiment of the papers (core/definitions.md, 11): a file of core/experiments and a line in the registry.
/// `anchorscope-cli experiment <id>` and the window's page of experiments offer all of experiments() from these
/// members. The types of options and results are known only to the experiment; experimentOf() of experimentof.h fills
/// in the functions.
struct Experiment
{
    const char *id;     ///< id of the experiment on the command line
    const char *label;  ///< label of the experiment on screen
    const char *about;  ///< description of the experiment in one sentence
    const char *papers; ///< tables and figures of the papers that it reproduces; may be empty
    ExperimentRequirements requirements;
    UsedOptions reads;
    int repeats = 5; ///< default number of repeats on the command line

    /// Creates the experiment's own options around the common ones.
    std::any (*makeOptions)(ExperimentOptions base) = nullptr;
    ExperimentOptions &(*baseOf)(std::any &options) = nullptr;
    std::vector<Option> (*ownOptions)(std::any &options) = nullptr;
    /// Function that fills in options depending on other options; may be null.
    std::function<void(std::any &options)> settle = {};
    /// Function that adapts default options to a small number of pairs; may be null.
    std::function<void(std::any &options, Index pairs)> fit = {};

    Result<std::any> (*run)(const ExperimentRequest &request) = nullptr;
    int (*repeatsOf)(const std::any &result) = nullptr;
    /// Returns the runs of the protocol; null if the experiment has none.
    const std::vector<ProtocolRun> *(*runsOf)(const std::any &result) = nullptr;
    Outcome (*show)(const std::any &result, const std::any &options) = nullptr;
    /// Returns the experiment's own members of the JSON report.
    JsonValue (*write)(const std::any &result, const std::any &options) = nullptr;
    // Functions that convert results to and from checkpoints.
    JsonValue (*save)(const std::any &result) = nullptr;
    std::any (*load)(const JsonValue &json) = nullptr;
};

/// All experiments, in the order of menus. Those that compare X and Y need paired items.
std::span<const Experiment> experiments();

/// Finds an experiment by its id; null if unknown.
const Experiment *findExperiment(std::string_view id);

} // namespace anchorscope
