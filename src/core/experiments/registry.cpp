// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/registry.h"

#include <algorithm>

namespace anchorscope {

// Functions that return the entry of each experiment, defined at the end of the experiment's file.
Experiment retrievalEntry(), stitchingEntry(), anchorCountEntry(), knownPairsEntry(), learnedAnchorsEntry(),
    weakEncoderEntry(), translationEntry(), quantizationEntry(), proxyEntry(), reconstructionEntry(), pairsEntry();

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
