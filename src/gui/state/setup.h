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

/// Values of options that single experiments have, by their keys in sessions (Option::oldId); those that are the
/// defaults are left out.
using ExperimentChoices = std::map<std::string, std::string>;

/// All that the user chooses about a comparison. A value: undo keeps the one before. Defaults are those of core.
struct Setup
{
    Centering centering = ProtocolOptions().centering;
    Transform transform;        ///< of Y, before all else
    bool pairingHidden = false; ///< the pairing is hidden, except for the seeds
    std::string similarity = ProtocolOptions().similarity;
    SimilarityOptions similarityNumbers; ///< threshold and λ of the similarities that read them
    PcaFit relativeFit = PcaFit::joint;  ///< whose principal axes the relative panels show (RR Fig. 5)
    std::vector<SeedPair> seeds;
    Index anchorCount = ProtocolOptions().anchors;
    OptimizeOptions options;         ///< options.seed is the one seed of every random choice
    io::RunId run = io::RunId::none; ///< the chosen one
    RetrievalOptions retrieval;
    StitchOptions stitching;
    ExperimentChoices experiments;
    std::vector<std::string> methods; ///< ids of the rows that are measured; empty: as MethodChoice

    ProtocolOptions protocol() const;   ///< of a run from the seeds
    ExperimentOptions measured() const; ///< of scores with these seeds
};

} // namespace anchorscope::gui

namespace anchorscope {

// What sessions keep beside the options of core.
template <> std::span<const Field<gui::Setup>> fields();

} // namespace anchorscope

namespace anchorscope::gui {

/// visit(part) for each struct of a setup whose fields sessions keep among the view's. S: Setup, const or not.
template <class S> void forEachPart(S &setup, const auto &visit)
{
    visit(setup);
    visit(setup.similarityNumbers);
    visit(setup.retrieval);
    visit(setup.stitching);
}

/// What differs between two setups, as far as somebody has to compute anew.
enum class SetupChange {
    Centering = 1,
    Similarity = 2,
    Anchors = 4, ///< seeds, number of anchors, seed of the random ones
    Options = 8,
    Run = 16,
    Scoring = 32,
    Experiments = 64,
    Frame = 128,
    Transform = 256,
    Names = 512, ///< whether the pairing is known
};
Q_DECLARE_FLAGS(SetupChanges, SetupChange)
Q_DECLARE_OPERATORS_FOR_FLAGS(SetupChanges)

/// Options of an experiment with what was chosen for it.
std::any experimentOptions(const Experiment &experiment, ExperimentOptions base, const ExperimentChoices &choices);
/// Sets an option of an experiment; false, and nothing is set, for a text that is not valid.
bool choose(ExperimentChoices &choices, const Experiment &experiment, const std::string &key, const std::string &text);

/// “turn 40°, shift 1.5 radii”, “mirror”; empty for a neutral one.
QString transformWords(const Transform &transform);

SetupChanges difference(const Setup &before, const Setup &after);

} // namespace anchorscope::gui
