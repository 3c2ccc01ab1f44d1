// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/transform.h"
#include "core/experiments/experiment.h"
#include "core/experiments/quantization.h"
#include "core/projection/pca.h"
#include "core/projection/quantize.h"
#include "core/projection/similarity.h"
#include "core/translate/inverseprojection.h"
#include "io/session/session.h"

#include <QFlags>
#include <QString>

namespace anchorscope::gui {

/// What single experiments read beside the rest of a setup.
struct ExperimentChoices
{
    Completion completion = Completion::none; ///< of the maps over ω and δ
    Linkage linkage = Linkage::average;       ///< of quantisation
    bool proxyGroups = false;                 ///< ProxyOptions::groups
    double proxyMinAccuracy = 0;              ///< ProxyOptions::minAccuracy
    Index verdictSeeds = 0;                   ///< PairsOptions::verdictSeeds

    bool operator==(const ExperimentChoices &) const = default;
};

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
template <> std::span<const Field<gui::ExperimentChoices>> fields();

} // namespace anchorscope

namespace anchorscope::gui {

/// visit(part) for each struct of a setup whose fields sessions keep among the view's. S: Setup, const or not.
template <class S> void forEachPart(S &setup, const auto &visit)
{
    visit(setup);
    visit(setup.similarityNumbers);
    visit(setup.retrieval);
    visit(setup.stitching);
    visit(setup.experiments);
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

/// That many anchors, but half of the items where all of them would be anchors: the others are scored.
Index anchorsAmong(Index items, Index wanted);

/// “turn 40°, shift 1.5 radii”, “mirror”; empty for a neutral one.
QString transformWords(const Transform &transform);

SetupChanges difference(const Setup &before, const Setup &after);

} // namespace anchorscope::gui
