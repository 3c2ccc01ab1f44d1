// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/transform.h"
#include "core/experiments/experiment.h"
#include "core/experiments/registry.h"
#include "core/projection/pca.h"
#include "core/projection/similarity.h"
#include "io/session/session.h"

#include <QFlags>
#include <QString>

#include <any>
#include <map>
#include <string>

namespace anchorscope::gui {

/// Options of experiments whose values differ from the defaults, by their keys in sessions (Option::oldId).
using ExperimentChoices = std::map<std::string, std::string>;

/// All settings of a comparison, as a value that undo can store. Defaults are those of core.
struct Setup
{
    Centering centering = ProtocolOptions().centering;
    Transform transform;        ///< transform that is applied to Y before pre-processing
    bool pairingHidden = false; ///< true: the pairing is treated as unknown, except for the seeds
    std::string similarity = ProtocolOptions().similarity;
    SimilarityOptions similarityNumbers; ///< threshold and λ, for similarities that read them
    PcaFit relativeFit = PcaFit::joint;  ///< source of the relative panels' principal axes (RR Fig. 5)
    std::vector<SeedPair> seeds;
    Index anchorCount = ProtocolOptions().anchors;
    OptimizeOptions options;         ///< options of the optimizer; options.seed is the random seed of all computations
    io::RunId run = io::RunId::none; ///< id of the chosen run
    RetrievalOptions retrieval;
    StitchOptions stitching;
    ExperimentChoices experiments;
    std::vector<std::string> methods; ///< ids of the rows to measure; empty: the defaults of MethodChoice

    ProtocolOptions protocol() const;   ///< options of a run that starts from the seeds
    ExperimentOptions measured() const; ///< options of scores that are measured with the seeds of this setup
};

} // namespace anchorscope::gui

namespace anchorscope {

// Fields of a setup that sessions store in addition to the options of core.
template <> std::span<const Field<gui::Setup>> fields();

} // namespace anchorscope

namespace anchorscope::gui {

/// Calls visit(part) for each struct of a setup whose fields sessions store with the view. S: Setup, const or not.
template <class S> void forEachPart(S &setup, const auto &visit)
{
    visit(setup);
    visit(setup.similarityNumbers);
    visit(setup.retrieval);
    visit(setup.stitching);
}

/// Differences between two setups that require results to be recomputed.
enum class SetupChange {
    Centering = 1,
    Similarity = 2,
    Anchors = 4, ///< change of seeds, number of anchors, or random seed
    Options = 8,
    Run = 16,
    Scoring = 32,
    Experiments = 64,
    Frame = 128,
    Transform = 256,
    Names = 512, ///< change of whether the pairing is known
};
Q_DECLARE_FLAGS(SetupChanges, SetupChange)
Q_DECLARE_OPERATORS_FOR_FLAGS(SetupChanges)

/// Options of an experiment: `base`, changed by the user's choices.
std::any experimentOptions(const Experiment &experiment, ExperimentOptions base, const ExperimentChoices &choices);
/// Sets an option of an experiment. Returns false and changes nothing if the text is invalid.
bool choose(ExperimentChoices &choices, const Experiment &experiment, const std::string &key, const std::string &text);

/// Describes a transform, such as “turn 40°, shift 1.5 radii” or “mirror”; empty for the identity.
QString transformWords(const Transform &transform);

SetupChanges difference(const Setup &before, const Setup &after);

} // namespace anchorscope::gui
