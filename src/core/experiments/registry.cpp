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
     "Find anchors in every repeat, and measure retrieval with them.",
     "AO Tables 1, 4, 5, 7",
     {},
     with(foundAnchors, {&SettingsRead::k, &SettingsRead::exact, &SettingsRead::scoreAnchors})},
    {"stitching",
     "Zero-shot stitching",
     "Train a classifier on one space and test it on the other, by every method.",
     "AO Tables 2, 6; RR Tables 4–6",
     {.labels = true},
     with(foundAnchors, {&SettingsRead::head, &SettingsRead::headInput, &SettingsRead::trainShare})},
    {"anchor-count",
     "Number of anchors",
     "Compare scores for several numbers of anchors and ways to choose them, and for learned anchors.",
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
     "How many known pairs are worth collecting: some are held out and retrieved.",
     "",
     {.seedsSuffice = true},
     {.seedPairs = true, .method = true}},
    {"learned-anchors",
     "Learned anchors",
     "Learn anchors step by step as mixtures of parallel items, and compare them with random ones.",
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
     "Does a classifier trained on a strong encoder (X) beat the weak encoder's (Y) own classifier on Y's vectors?",
     "PARAM; RR 5",
     {.labels = true},
     {.anchors = true, .similarity = true, .learned = true, .head = true, .headInput = true, .trainShare = true}},
    {"translation",
     "Translation",
     "Compare inverse relative projection, for several δ and ω, with other maps.",
     "IRP Fig. 3, 6, Table 2",
     {},
     {.anchors = true, .seedPairs = true, .scoreAnchors = true, .head = true, .trainShare = true}},
    {"quantization",
     "Quantization",
     "Do quantized spaces have more similar relative vectors?",
     "RR Fig. 7",
     {},
     {.anchors = true, .seedPairs = true, .scoreAnchors = true}},
    {"proxy",
     "Similarity as a proxy",
     "Plot the accuracy of spaces against their similarity to a good space.",
     "RR 4.2, Fig. 3",
     {.manySpaces = true, .labels = true},
     {.anchors = true, .similarity = true, .scoreAnchors = true, .head = true, .trainShare = true}},
    {"reconstruction",
     "Reconstruction",
     "Reconstruct the pictures of one space with a decoder of the other.",
     "RR Table 3, Fig. 4",
     {.images = true},
     with(foundAnchors, {&SettingsRead::headInput, &SettingsRead::trainShare})},
    {"pairs",
     "All pairs of spaces",
     "Compare every space of a file with every other.",
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
