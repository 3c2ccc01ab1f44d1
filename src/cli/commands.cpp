// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands.h"

#include "cli/options.h"

namespace anchorscope::cli {

namespace {

void noFurtherOptions(QCommandLineParser &) {}

void convertOptions(QCommandLineParser &parser)
{
    parser.addPositionalArgument("OUT.h5", "The dataset to write.");
    parser.addOptions({
        {"space", "Name of the space in the dataset, in place of the file's name.", "NAME"},
        {"array", "Which array of an HDF5 file or .npz archive, if it has several.", "NAME"},
        {"max-items", "Only the first N rows.", "N"},
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

const Command all[] = {
    {"info", "Spaces, items, labels and warnings of a file.", noFurtherOptions, info},
    {"convert", "Turn any readable file into a dataset: convert IN OUT.h5.", convertOptions, convert, 2},
    {"optimize", "Find the anchors of Y that belong to anchors of X.", optimizeOptions, optimizeAnchors},
    {"retrieval", "Find anchors and measure retrieval between the spaces.", retrievalOptions, retrieveOnce},
    {"stitch", "Find anchors and try classifiers of one space on the other.", stitchOptions, stitchOnce},
    {"experiment retrieval", "Repeat retrieval over seeds: mean ± standard deviation.", retrievalExperimentOptions,
     retrieveRepeatedly},
    {"experiment stitching", "Repeat stitching over seeds: mean ± standard deviation.", stitchExperimentOptions,
     stitchRepeatedly},
};

} // namespace

std::span<const Command> commands()
{
    return all;
}

} // namespace anchorscope::cli
