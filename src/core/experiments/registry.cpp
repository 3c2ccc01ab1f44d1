// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/registry.h"

#include <algorithm>

namespace anchorscope {

namespace {

const Experiment all[] = {
    {"retrieval", "Retrieval", "Anchors are found anew in every repeat and searched with.", "AO Tables 1, 4, 5, 7", {}},
    {"stitching",
     "Zero-shot stitching",
     "A classifier trained on one space is tested on the other, by every method.",
     "AO Tables 2, 6; RR Tables 4–6",
     {.labels = true}},
    {"anchor-count",
     "Number of anchors",
     "Scores by the number of anchors and how they were chosen, against learned ones.",
     "RR Fig. 6, PARAM Fig. 1",
     {}},
    {"known-pairs",
     "Known pairs",
     "How many known pairs are worth collecting: some are left out and looked up.",
     "",
     {.seedsSuffice = true}},
    {"learned-anchors",
     "Learned anchors",
     "Anchors learned step by step as mixtures of parallel items, against random ones.",
     "PARAM",
     {}},
    {"translation",
     "Translation",
     "Inverse relative projection over pruning and subspaces, and its rivals.",
     "IRP Fig. 3, 6, Table 2",
     {}},
    {"quantization", "Quantisation", "Do quantised spaces have closer relative vectors?", "RR Fig. 7", {}},
    {"proxy",
     "Similarity as a proxy",
     "Similarity to a good space against accuracy.",
     "RR 4.2, Fig. 3",
     {.manySpaces = true, .labels = true}},
    {"reconstruction",
     "Reconstruction",
     "A decoder of one space draws pictures from the other.",
     "RR Table 3, Fig. 4",
     {.images = true}},
    {"pairs", "All pairs of spaces", "Every space of a file against every other.", "", {.manySpaces = true}},
};

} // namespace

std::span<const Experiment> experiments()
{
    return all;
}

const Experiment *findExperiment(std::string_view id)
{
    const auto found = std::ranges::find(all, id, &Experiment::id);
    return found == std::end(all) ? nullptr : found;
}

} // namespace anchorscope
