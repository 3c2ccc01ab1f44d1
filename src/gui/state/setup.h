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

/// Options of experiments whose values differ from their defaults: for each key under which sessions store an option
/// (Option::oldId), its value.
using ExperimentChoices = std::map<std::string, std::string>;

/// All settings of a comparison, as one value that undo steps can store. The defaults are those of core.
struct Setup
{
    Centering centering = ProtocolOptions().centering;
    Transform transform;        ///< transform that is applied to Y before pre-processing
    bool pairingHidden = false; ///< whether the pairing is treated as unknown, except for the seeds
    std::string similarity = ProtocolOptions().similarity;
    SimilarityOptions similarityNumbers; ///< threshold and shrinkage λ, each required by some similarities only

    /// Space or spaces whose relative vectors determine the axes of the relative panels (Relative Representations, Fig.
    /// 5).
    PcaFit relativeFit = PcaFit::joint;
    std::vector<SeedPair> seeds;
    Index anchorCount = ProtocolOptions().anchors;
    OptimizeOptions options;         ///< options of the optimizer; options.seed is the random seed of all computations
    io::RunId run = io::RunId::none; ///< id of the chosen run
    RetrievalOptions retrieval;
    StitchOptions stitching;
    ExperimentChoices experiments;
    /// Ids of the methods whose scores are measured; empty for the methods that MethodChoice chooses by default.
    std::vector<std::string> methods;

    ProtocolOptions protocol() const;   ///< options of a run that starts with this setup
    ExperimentOptions measured() const; ///< options for measuring scores with this setup
};

} // namespace anchorscope::gui

namespace anchorscope {

// Fields of a setup that sessions store, without the fields of its parts, such as `retrieval`.
template <> std::span<const Field<gui::Setup>> fields();

} // namespace anchorscope

namespace anchorscope::gui {

/// Calls visit(part) for the setup, and for those of its parts whose fields sessions store with the view. S: Setup or
/// const Setup.
template <class S> void forEachPart(S &setup, const auto &visit)
{
    visit(setup);
    visit(setup.similarityNumbers);
    visit(setup.retrieval);
    visit(setup.stitching);
}

/// Kinds of differences between two setups; after each, certain results must be recomputed.
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

/// Options of an experiment: `base` with the changes that the user chose.
std::any experimentOptions(const Experiment &experiment, ExperimentOptions base, const ExperimentChoices &choices);
/// Sets an option of an experiment. Returns false and changes nothing if the text is invalid.
bool choose(ExperimentChoices &choices, const Experiment &experiment, const std::string &key, const std::string &text);

/// Describes a transform in words, e.g. “turn 40°, shift 1.5 radii” or “mirror”; empty for the identity.
QString transformWords(const Transform &transform);

SetupChanges difference(const Setup &before, const Setup &after);

} // namespace anchorscope::gui
