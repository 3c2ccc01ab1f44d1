// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/registry.h"

#include "core/experiments/anchorcount.h"
#include "core/experiments/knownpairs.h"
#include "core/experiments/learnedanchors.h"
#include "core/experiments/pairs.h"
#include "core/experiments/proxy.h"
#include "core/experiments/quantization.h"
#include "core/experiments/reconstruction.h"
#include "core/experiments/retrieval.h"
#include "core/experiments/stitching.h"
#include "core/experiments/translation.h"
#include "core/experiments/weakencoder.h"

#include <algorithm>

namespace anchorscope {

std::span<const Experiment> experiments()
{
    static const Experiment all[] = {
        retrievalEntry(),      stitchingEntry(),      anchorCountEntry(), knownPairsEntry(),
        learnedAnchorsEntry(), weakEncoderEntry(),    translationEntry(), quantizationEntry(),
        proxyEntry(),          reconstructionEntry(), pairsEntry(),
    };
    return all;
}

const Experiment *findExperiment(std::string_view id)
{
    const auto found = std::ranges::find(experiments(), id, &Experiment::id);
    return found == experiments().end() ? nullptr : &*found;
}

} // namespace anchorscope
