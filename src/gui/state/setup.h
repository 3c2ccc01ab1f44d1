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

/// Options of experiments that differ from their defaults, by the keys of sessions (Option::oldId).
using ExperimentChoices = std::map<std::string, std::string>;

/// All settings of a comparison, as a value for undo steps. The defaults are those of core.
struct Setup
{
    Centering centering = ProtocolOptions().centering;
    Transform transform;        ///< transform of Y, applied before pre-processing
    bool pairingHidden = false; ///< true if the pairing is treated as unknown, except for the seeds
    std::string similarity = ProtocolOptions().similarity;
    SimilarityOptions similarityNumbers; ///< threshold and shrinkage λ, which some similarities need

    /// Space or spaces that determine the axes of the relative panels (Relative Representations, Fig. 5).
    PcaFit relativeFit = PcaFit::joint;
    std::vector<SeedPair> seeds;
    Index anchorCount = ProtocolOptions().anchors;
    OptimizeOptions options;         ///< options of the optimizer; options.seed is the random seed of all computations
    io::RunId run = io::RunId::none; ///< id of the chosen run
    RetrievalOptions retrieval;
    StitchOptions stitching;
    ExperimentChoices experiments;
    /// Ids of the methods to measure; empty: the default of MethodChoice.
    std::vector<std::string> methods;

    ProtocolOptions protocol() const;   ///< options of a run with this setup
    ExperimentOptions measured() const; ///< options of a measurement with this setup
};

} // namespace anchorscope::gui

namespace anchorscope {

// Fields of the setup that sessions store, except the fields of members such as `retrieval`.
template <> std::span<const Field<gui::Setup>> fields();

} // namespace anchorscope

namespace anchorscope::gui {

/// Calls visit(part) for the setup and its members with fields in sessions. S: Setup or const Setup.
template <class S> void forEachPart(S &setup, const auto &visit)
{
    visit(setup);
    visit(setup.similarityNumbers);
    visit(setup.retrieval);
    visit(setup.stitching);
}

/// Kinds of difference between two setups; each makes different results out of date.
enum class SetupChange {
    Centering = 1,
    Similarity = 2,
    Anchors = 4, ///< change of the seeds, the number of anchors, or the random seed
    Options = 8,
    Run = 16,
    Scoring = 32,
    Experiments = 64,
    Frame = 128,
    Transform = 256,
    Names = 512, ///< change of whether the pairing is hidden
};
Q_DECLARE_FLAGS(SetupChanges, SetupChange)
Q_DECLARE_OPERATORS_FOR_FLAGS(SetupChanges)

std::any experimentOptions(const Experiment &experiment, ExperimentOptions base, const ExperimentChoices &choices);
/// Sets an option of an experiment; false, without a change, if the text is invalid.
bool choose(ExperimentChoices &choices, const Experiment &experiment, const std::string &key, const std::string &text);

/// Transform in words, e.g. “turn 40°, shift 1.5 radii” or “mirror”; empty for the identity.
QString transformWords(const Transform &transform);

SetupChanges difference(const Setup &before, const Setup &after);

} // namespace anchorscope::gui
