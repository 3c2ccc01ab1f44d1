// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/experiment.h"
#include "core/experiments/json.h"
#include "core/experiments/outcome.h"
#include "core/option.h"

#include <any>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace anchorscope {

/// Requirements of an experiment on the data.
struct ExperimentNeeds
{
    bool manySpaces = false; ///< spaces of one file over the same items are compared, not X and Y
    bool labels = false;
    bool images = false;
    bool seedsSuffice = false; ///< without a pairing the user's seeds are enough; no anchors are drawn
};

/// Settings in ExperimentOptions that an experiment or another command reads; all read first seed and pre-processing.
/// Command line and window offer, refuse, write and show options accordingly.
struct SettingsRead
{
    bool anchors = false;      ///< how many are drawn
    bool seedPairs = false;    ///< pairs that the user names
    bool seeds = false;        ///< how many are drawn
    bool method = false;       ///< how anchors are found, from what start, in what order of the items
    bool search = false;       ///< what else the methods read, and their limits
    bool side = false;         ///< whose anchors are found
    bool similarity = false;   ///< and the numbers of the one that is chosen
    bool learned = false;      ///< it learns anchors, by the numbers of the whitened similarity
    bool k = false;            ///< neighbours
    bool exact = false;        ///< the limit of items that are all asked for
    bool scoreAnchors = false; ///< whether anchors are scored, too
    bool head = false;
    bool headInput = false;
    bool trainShare = false;
    bool methods = false;       ///< the rows of the table
    bool everyCentring = false; ///< no pre-processing is chosen: all are measured
    // Files, on the command line alone.
    bool split = false;
    bool labels = false;
    bool dictionary = false;
    bool seedsOfSession = false; ///< seeds of a session, as the pairs that the user names
};

/// Settings of experiments that find anchors before they score them.
inline constexpr SettingsRead foundAnchors{.anchors = true,
                                           .seedPairs = true,
                                           .seeds = true,
                                           .method = true,
                                           .search = true,
                                           .side = true,
                                           .similarity = true,
                                           .learned = true,
                                           .methods = true};

/// Data, options and context of one run of an experiment.
struct Study
{
    const EmbeddingSet *x = nullptr, *y = nullptr;                ///< null if all spaces of a file are compared
    const Correspondence *pairing = nullptr;                      ///< pairing of X and Y
    std::vector<std::shared_ptr<const EmbeddingSet>> spaces = {}; ///< empty if X and Y are compared
    std::any options = {};                                        ///< made by Experiment::makeOptions()
    RunContext context = {};
    std::any soFar = {};                                     ///< result of an interrupted run, to continue; or empty
    std::function<void(const std::any &result)> onStep = {}; ///< called after each step, on the computing thread
    std::function<void(const std::any &result)> onProgress = {}; ///< called between steps with a part of a result
};

/// Option::group of the numbers of pictures that are written as an image.
inline constexpr int ofImage = 1;

/// One experiment of the papers (core/README.md, 11): a file of core/experiments and a line in the registry.
/// `anchorscope-cli experiment <id>` and the window's page of experiments offer all of experiments() by what is here.
/// Options and results are of types that the experiment alone knows; experimentOf() of study.h fills in the functions.
struct Experiment
{
    const char *id;     ///< on the command line
    const char *label;  ///< on screen
    const char *about;  ///< one sentence
    const char *papers; ///< the tables and figures that it repeats; may be empty
    ExperimentNeeds needs;
    SettingsRead reads;
    int repeats = 5; ///< on the command line, if not given

    /// Options of its own, with those that all experiments have.
    std::any (*makeOptions)(ExperimentOptions base) = nullptr;
    ExperimentOptions &(*baseOf)(std::any &options) = nullptr;
    std::vector<Option> (*ownOptions)(std::any &options) = nullptr;
    /// Fills in options that depend on others; may be null.
    std::function<void(std::any &options)> settle = {};
    /// Adapts options to the number of pairs, for a window that offers few of them; may be null.
    std::function<void(std::any &options, Index pairs)> fit = {};

    Result<std::any> (*run)(const Study &study) = nullptr;
    int (*repeatsOf)(const std::any &result) = nullptr;
    /// Runs of the protocol; null if the experiment has none.
    const std::vector<ProtocolRun> *(*runsOf)(const std::any &result) = nullptr;
    Outcome (*show)(const std::any &result, const std::any &options) = nullptr;
    /// The members of JSON that are its own.
    JsonValue (*write)(const std::any &result, const std::any &options) = nullptr;
    // Results in checkpoints.
    JsonValue (*save)(const std::any &result) = nullptr;
    std::any (*load)(const JsonValue &json) = nullptr;
};

/// In the order of menus. What compares X and Y needs items whose partner is known.
std::span<const Experiment> experiments();

/// Null if there is none of that id.
const Experiment *findExperiment(std::string_view id);

} // namespace anchorscope
