// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands.h"

#include "cli/options.h"

namespace anchorscope::cli {

namespace {

void noFurtherOptions(QCommandLineParser &) {}

void convertOptions(QCommandLineParser &parser)
{
    parser.addPositionalArgument("OUT.h5", "The dataset to write.");
    addReadingOptions(parser);
    parser.addOptions({
        {"space", "Name of the space in the dataset, in place of the file's name.", "NAME"},
        {"array", "Which array of an HDF5 file or .npz archive, if it has several.", "NAME"},
        {"skip-bad-rows", "Leave out rows of wrong length in text instead of refusing the file."},
    });
}

void optimizeOptions(QCommandLineParser &parser)
{
    addPairOptions(parser);
    addProtocolOptions(parser);
    parser.addOptions({
        {"out", "Write a session that the window opens.", "FILE.ascope"},
        {"correspondence", "Write the found partner of every item of Y: y_id,x_id,score,margin,mutual.", "FILE.csv"},
    });
}

void retrievalExperimentOptions(QCommandLineParser &parser)
{
    addPairOptions(parser);
    addProtocolOptions(parser);
    addRetrievalOptions(parser);
    addRepeatOptions(parser);
}

void retrievalOptions(QCommandLineParser &parser)
{
    addPairOptions(parser);
    addProtocolOptions(parser);
    addRetrievalOptions(parser);
    addSessionOption(parser);
}

void stitchExperimentOptions(QCommandLineParser &parser)
{
    addPairOptions(parser);
    addProtocolOptions(parser);
    addStitchOptions(parser);
    addRepeatOptions(parser);
}

void stitchOptions(QCommandLineParser &parser)
{
    addPairOptions(parser);
    addProtocolOptions(parser);
    addStitchOptions(parser);
    addSessionOption(parser);
}

void translateOptions(QCommandLineParser &parser)
{
    addPairOptions(parser);
    addDrawOptions(parser);
    addSessionOption(parser);
    parser.addOptions({
        {"from", "The space that is translated into the other: x or y (x).", "SIDE"},
        {"omega", "Number of subspaces whose maps are averaged (8).", "N"},
        {"delta", "Anchors closer than this to one another are pruned; cross-validated on the anchors if not given.",
         "D"},
        {"cutoff", "Singular values below this share of the largest count as zero (0.05).", "SHARE"},
        {"out", "Write the translated items in the other space's units: an array, or a dataset.", "FILE.npy|FILE.h5"},
        {"matrix", "Write the matrix that maps unit rows of one space to the other.", "FILE.npy"},
    });
}

/// Of experiments on two spaces with true anchors.
void trueAnchorOptions(QCommandLineParser &parser)
{
    addPairOptions(parser);
    addDrawOptions(parser);
    addStitchOptions(parser);
    addRepeatOptions(parser);
}

void anchorCountOptions(QCommandLineParser &parser)
{
    trueAnchorOptions(parser);
    addRetrievalOptions(parser);
    parser.addOptions({
        {"counts", "Numbers of anchors (10,30,100,300).", "K,K,…"},
        {"samplers", "How anchors are chosen (uniform,farthest,kmeans,balanced).", "NAME,…"},
        {"subset", "Parallel items that learned anchors are mixtures of (300).", "N"},
        {"no-learned", "Leave out the learned anchors (PARAM), which take most of the time."},
    });
}

void translationOptions(QCommandLineParser &parser)
{
    trueAnchorOptions(parser);
    parser.addOptions({
        {"omegas", "Numbers of subspaces (1,4,16).", "N,N,…"},
        {"deltas", "Pruning distances (0.1,0.3,0.5,0.6,0.7,0.8,0.9).", "D,D,…"},
        {"cutoff", "Singular values below this share of the largest count as zero (0.05).", "SHARE"},
        {"norms", "Norms of the scale-invariance curve (0.01 to 100).", "A,A,…"},
    });
}

void manySpacesOptions(QCommandLineParser &parser)
{
    addSpacesOptions(parser);
    addDrawOptions(parser);
    addStitchOptions(parser);
    addRetrievalOptions(parser);
    addRepeatOptions(parser);
}

void proxyOptions(QCommandLineParser &parser)
{
    manySpacesOptions(parser);
    parser.addOption({"reference", "The space to compare with; the one of highest accuracy if not given.", "NAME"});
}

void reconstructionOptions(QCommandLineParser &parser)
{
    stitchExperimentOptions(parser);
    parser.addOptions({
        {"hidden", "Hidden units of the decoder (128).", "N"},
        {"epochs", "Epochs of the decoder's training (30).", "N"},
        {"strip", "Write the original and the reconstructed pictures.", "FILE.png"},
        {"pictures", "Pictures side by side in the strip (12).", "N"},
    });
}

void learningOptions(QCommandLineParser &parser)
{
    trueAnchorOptions(parser);
    addRetrievalOptions(parser);
    parser.addOptions({
        {"subset", "Parallel items that learned anchors are mixtures of (300).", "N"},
        {"steps", "Steps of Adam (200).", "N"},
        {"batch", "Items in a step (256).", "N"},
        {"learning-rate", "Learning rate of Adam (0.05).", "R"},
        {"temperature", "Of the softmax that makes the mixtures (1).", "T"},
        {"jaccard-weight", "Weight of the soft Jaccard loss (1).", "W"},
        {"barlow-weight", "Weight of the Barlow Twins loss (1).", "W"},
        {"alignment-weight", "Weight of the alignment and uniformity loss (1).", "W"},
        {"cohesion-weight", "Weight of the cohesion of mixtures (0.1).", "W"},
    });
}

void quantizationOptions(QCommandLineParser &parser)
{
    trueAnchorOptions(parser);
    parser.addOption({"thresholds", "Mean cosine distances up to which rows merge (0,0.05,…,0.6).", "T,T,…"});
}

const Command all[] = {
    {"info", "Spaces, items, labels and warnings of a file.", noFurtherOptions, info},
    {"convert", "Convert any readable file to a dataset: convert IN OUT.h5.", convertOptions, convert, 2},
    {"optimize", "Find the anchors of Y that belong to anchors of X.", optimizeOptions, optimizeAnchors},
    {"retrieval", "Find anchors and measure retrieval between the spaces.", retrievalOptions, retrieveOnce},
    {"stitch", "Find anchors and test classifiers of one space on the other.", stitchOptions, stitchOnce},
    {"experiment retrieval", "Repeat retrieval over seeds: mean ± standard deviation.", retrievalExperimentOptions,
     retrieveRepeatedly},
    {"experiment stitching", "Repeat stitching over seeds: mean ± standard deviation.", stitchExperimentOptions,
     stitchRepeatedly},
    {"translate", "Translate one space into the other by inverse relative projection.", translateOptions,
     translateSpace},
    {"experiment anchor-count", "Scores by number of anchors and how they were chosen.", anchorCountOptions,
     countAnchors},
    {"experiment translation", "Translation by pruning and subspaces, beside other maps.", translationOptions,
     studyTranslation},
    {"experiment learned-anchors", "Learning of anchors step by step, against random ones.", learningOptions,
     studyLearning},
    {"experiment quantization", "Distance of the relative vectors of quantised spaces.", quantizationOptions,
     studyQuantization},
    {"experiment reconstruction", "Decoders of one space reconstruct pictures from the other.", reconstructionOptions,
     reconstruct},
    {"experiment proxy", "Similarity to a good space against accuracy.", proxyOptions, studyProxy},
    {"experiment pairs", "Every space of a file against every other.", manySpacesOptions, comparePairs},
};

} // namespace

std::span<const Command> commands()
{
    return all;
}

} // namespace anchorscope::cli
