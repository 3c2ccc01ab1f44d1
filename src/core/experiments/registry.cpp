// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/registry.h"

#include <algorithm>
#include <initializer_list>

namespace anchorscope {

namespace {

/// Of what finds anchors before it scores them.
constexpr SettingsRead foundAnchors{.anchors = true,
                                    .seedPairs = true,
                                    .seeds = true,
                                    .method = true,
                                    .search = true,
                                    .side = true,
                                    .similarity = true,
                                    .learned = true,
                                    .methods = true};

constexpr SettingsRead with(SettingsRead reads, std::initializer_list<bool SettingsRead::*> more)
{
    for (const auto each : more)
        reads.*each = true;
    return reads;
}

const Experiment all[] = {
    {"retrieval",
     "Retrieval",
     "Anchors are found anew in every repeat and searched with.",
     "AO Tables 1, 4, 5, 7",
     {},
     with(foundAnchors, {&SettingsRead::k, &SettingsRead::exact, &SettingsRead::scoreAnchors})},
    {"stitching",
     "Zero-shot stitching",
     "A classifier trained on one space is tested on the other, by every method.",
     "AO Tables 2, 6; RR Tables 4–6",
     {.labels = true},
     with(foundAnchors, {&SettingsRead::head, &SettingsRead::headInput, &SettingsRead::trainShare})},
    {"anchor-count",
     "Number of anchors",
     "Scores by the number of anchors and how they were chosen, against learned ones.",
     "RR Fig. 6, PARAM Fig. 1",
     {},
     {.similarity = true,
      .learned = true,
      .k = true,
      .exact = true,
      .scoreAnchors = true,
      .head = true,
      .headInput = true,
      .trainShare = true}},
    {"known-pairs",
     "Known pairs",
     "How many known pairs are worth collecting: some are left out and looked up.",
     "",
     {.seedsSuffice = true},
     {.seedPairs = true, .method = true}},
    {"learned-anchors",
     "Learned anchors",
     "Anchors learned step by step as mixtures of parallel items, against random ones.",
     "PARAM",
     {},
     {.anchors = true,
      .similarity = true,
      .learned = true,
      .exact = true,
      .scoreAnchors = true,
      .head = true,
      .headInput = true,
      .trainShare = true}},
    {"weak-encoder",
     "Weak encoder",
     "Is a strong encoder's classifier, given the weak one's items (Y), better than its own?",
     "PARAM; RR 5",
     {.labels = true},
     {.anchors = true, .similarity = true, .learned = true, .head = true, .headInput = true, .trainShare = true}},
    {"translation",
     "Translation",
     "Inverse relative projection over pruning and subspaces, and its rivals.",
     "IRP Fig. 3, 6, Table 2",
     {},
     {.anchors = true, .seedPairs = true, .scoreAnchors = true, .head = true, .trainShare = true}},
    {"quantization",
     "Quantisation",
     "Do quantised spaces have closer relative vectors?",
     "RR Fig. 7",
     {},
     {.anchors = true, .seedPairs = true, .scoreAnchors = true}},
    {"proxy",
     "Similarity as a proxy",
     "Similarity to a good space against accuracy.",
     "RR 4.2, Fig. 3",
     {.manySpaces = true, .labels = true},
     {.anchors = true, .similarity = true, .scoreAnchors = true, .head = true, .trainShare = true}},
    {"reconstruction",
     "Reconstruction",
     "A decoder of one space draws pictures from the other.",
     "RR Table 3, Fig. 4",
     {.images = true},
     with(foundAnchors, {&SettingsRead::headInput, &SettingsRead::trainShare})},
    {"pairs",
     "All pairs of spaces",
     "Every space of a file against every other.",
     "RR Tables 5, 13–16; IRP Table 2",
     {.manySpaces = true},
     {.anchors = true,
      .similarity = true,
      .exact = true,
      .scoreAnchors = true,
      .head = true,
      .headInput = true,
      .trainShare = true}},
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
